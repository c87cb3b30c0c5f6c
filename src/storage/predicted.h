/* SPDX-License-Identifier: GPL-3.0-or-later */
/* predicted.h - the answer of a benchmark's configuration that was never run */
#pragma once

#include "job/traits.h"
#include "model/dlio_config.h"
#include "storage/answer.h"

struct fid_predicted {
    struct fid_job job; /* of the configuration, on the machine of the first real run
                          (fid_answer_first) */
    struct fid_answer answer;
    double apart; /* how far it is from that run's in all that differs: the sum of `apart' of
                     fid_job_differences */
};

/* Fills *p, all of whose bytes are 0.  name: of the configuration, for messages.  -1 as
 * fid_job_of_config.  Clear it even then. */
int fid_predict_answer (struct fid_predicted *p, const struct fid_answer_run *real,
                        size_t real_n, const struct fid_dlio_config *c, const char *name,
                        const struct fid_answer_opts *opts, struct fid_error *err);
void fid_predicted_clear (struct fid_predicted *p);
