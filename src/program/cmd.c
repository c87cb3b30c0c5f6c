/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd.c - see cmd.h */
#include "program/cmd.h"

/* Where a command's arguments have the options of every command. */
static struct fid_common *common_of (const struct fid_syntax *syntax, void *args)
{
    size_t k = 0;
    while (syntax->set[k].option != fid_common_options)
        k++;
    return (struct fid_common *)((char *)args + syntax->set[k].at);
}

int fid_cmd_run (const struct fid_cmd *cmd, int argc, char **argv,
                 const struct fid_common *given)
{
    void *args = fid_take (1, cmd->size); /* what it owns is in use to the end */
    if (cmd->defaults)
        memcpy (args, cmd->defaults, cmd->size);
    struct fid_common *common = common_of (cmd->syntax, args);
    enum fid_format book = common->book;
    *common = *given;
    common->book = book;
    fid_syntax_parse (cmd->syntax, argc, argv, args);
    return cmd->run (args);
}
