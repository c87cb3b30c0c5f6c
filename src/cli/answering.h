/* answering.h - commands that print an answer (cmd_answer.c) */
#ifndef FID_CLI_ANSWERING_H
#define FID_CLI_ANSWERING_H

#include "cli/common.h"

/* As struct fid_cmd.run. */
int fid_run_predict (int argc, char **argv, const struct fid_common *given);

#endif
