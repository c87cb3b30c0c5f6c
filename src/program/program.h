/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program.h - what fidlio and the programs of tools/ do before anything else */
#pragma once

#include "program/cmd.h"

/* Prepares the standard streams, --version, the exit status of usage errors and the kernels that
 * FIDLIO_ISA chooses.  Returns 0, or the exit status if FIDLIO_ISA is wrong. */
int fid_program_start (void);

/* Starts the thread that waits for SIGINT, SIGTERM and SIGHUP, and knows of all files of
 * base/outfile.h: an interrupted program leaves no partly written file.  When a signal arrives, it
 * waits until the files that are being written are complete and then ends the program by the
 * signal (status 128 + n for the shell); a second one ends it at once.  Call it once, before other
 * threads start (signals.c). */
void fid_signals_start (void);

/* The main function of a program fidlio-NAME: starts it and runs its command under the name
 * "fidlio NAME", by which people know it.  Returns the exit status. */
int fid_tool_run (const struct fid_cmd *cmd, int argc, char **argv);
