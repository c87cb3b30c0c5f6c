/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd.h - a command of fidlio (src/cli/cmd_NAME.c), or a program of tools/ */
#pragma once

#include "program/common.h"

struct fid_cmd {
    const char *name;
    const char *summary;             /* one line, no capital, no full stop */
    const struct fid_syntax *syntax; /* one set of its tables is fid_common_options */
    size_t size;          /* of its arguments; they live as long as the program, like argv */
    const void *defaults; /* their values before the command line is read; NULL: zeros */

    /* Does what the arguments ask for.  Returns an exit status; errors end the program
     * (must.h). */
    int (*run) (void *args);
};

/* Reads the command line, whose argv[0] is "fidlio NAME", and runs the command; given are the
 * options that stood before it.  Returns the exit status (program.c). */
int fid_cmd_run (const struct fid_cmd *cmd, int argc, char **argv,
                 const struct fid_common *given);
