/* cmd_predict.c - fidlio predict REAL... CONFIG */
#include "cli/answering.h"
#include "cli/cmd.h"

const struct fid_cmd cmd_predict = {
    "predict", "the answer of a configuration of DLIO that was never run", fid_run_predict};
