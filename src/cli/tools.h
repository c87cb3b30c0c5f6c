/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tools.h - commands that are programs of their own: `fidlio NAME' starts fidlio-NAME */
#pragma once

#include "base/base.h"

/* Scripts, and those of the package fidlio-tools, which tools/ holds; the last one has no name. */
extern const struct fid_tool {
    const char *name;
    const char *summary; /* one line, no capital, no full stop */
    bool script;
} fid_tools[];

/* The folder of this program, with a slash at the end; "" if the system does not tell. */
void fid_own_folder (char folder[PATH_MAX]);

/* Starts fidlio-NAME in place of this program, for the command NAME = argv[at]: the one beside this
 * program, in its libexec folder, or on PATH.  It gets the other arguments.  Returns only if there
 * is no such program, or it cannot be started: the exit status, with a message. */
int fid_tool_start (char **argv, int at);
