/* cmd.h - what every command looks like to main
 *
 * src/cli/cmd_foo.c defines cmd_foo; the registry is built from the list
 * COMMANDS in src/cli/local.mk. */
#ifndef FID_CMD_H
#define FID_CMD_H

#include "cli/common.h"

struct fid_cmd {
    const char *name;
    const char *summary; /* one line, no capital, no full stop */

    /* argv[0] is "fidlio NAME"; given are the options that stood before the
     * command.  Returns an exit status. */
    int (*run) (int argc, char **argv, const struct fid_common *given);
};

/* NULL-terminated, in the order of COMMANDS. */
extern const struct fid_cmd *const fid_commands[];

#endif
