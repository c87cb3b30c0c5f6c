/* program.h - what fidlio and the programs of tools/ do before anything else */
#ifndef FID_PROGRAM_H
#define FID_PROGRAM_H

#include "cli/common.h"

/* Prepares the standard streams, --version, the exit status of usage errors and the kernels that
 * FIDLIO_ISA chooses.  Returns 0, or the exit status if FIDLIO_ISA is wrong. */
int fid_program_start (void);

/* The main function of a program fidlio-NAME: starts it and runs it under the name "fidlio NAME",
 * by which people know it.  Returns the exit status. */
int fid_tool_run (const char *name, int (*run) (int argc, char **argv), int argc, char **argv);

#endif
