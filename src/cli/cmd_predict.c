/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_predict.c - fidlio predict REAL... CONFIG: the answer of a configuration */
#include "cli/answering.h"

const struct fid_cmd cmd_predict = {"predict",
                                    "the answer of a configuration of DLIO that was never run",
                                    &fid_predict_syntax,
                                    sizeof (struct fid_answering),
                                    NULL,
                                    fid_answer_for};
