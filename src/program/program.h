/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program.h - what fidlio and the programs of tools/ do before anything else */
#pragma once

#include "program/cmd.h"

/* Prepares the standard streams, --version, the exit status of usage errors and the kernels that
 * FIDLIO_ISA chooses.  Returns 0, or the exit status if FIDLIO_ISA is wrong. */
int fid_program_start (void);

/* The main function of a program fidlio-NAME: starts it and runs its command under the name
 * "fidlio NAME", by which people know it.  Returns the exit status. */
int fid_tool_run (const struct fid_cmd *cmd, int argc, char **argv);
