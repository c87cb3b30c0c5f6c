/* SPDX-License-Identifier: GPL-3.0-or-later */
/* predicted.c - see predicted.h */
#include "storage/predicted.h"
#include "job/of_config.h"

int fid_predict_answer (struct fid_predicted *p, const struct fid_answer_run *real,
                        size_t real_n, const struct fid_dlio_config *c, const char *name,
                        const struct fid_answer_opts *opts, struct fid_error *err)
{
    struct fid_error why;
    size_t first;
    FID_TRY (fid_answer_first (&first, real, real_n, err));
    struct fid_job_machine m = fid_job_machine_of (real[first].job);
    if (fid_job_of_config (&p->job, c, &m, &why))
        return fid_errorf (err, why.status, "%s: %s", name, why.text);
    struct fid_answer_run emulation = {.job = &p->job, .name = name};
    struct fid_job_difference d[FID_JOB_TRAIT_N];
    size_t n = fid_job_differences (real[first].job, &p->job, d);
    for (size_t i = 0; i < n; i++)
        p->apart += d[i].apart;
    return fid_answer (&p->answer, real, real_n, &emulation, 1, opts, err);
}

void fid_predicted_clear (struct fid_predicted *p)
{
    fid_job_clear (&p->job);
    fid_answer_clear (&p->answer);
    *p = (struct fid_predicted){.apart = 0};
}
