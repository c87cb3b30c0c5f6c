/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analysis.h - one run while a configuration is derived from it */
#pragma once

#include "derive/derive.h"
#include "job/of_run.h"

struct fid_analysis {
    const struct fid_run *run;    /* borrowed */
    const struct fid_job *job;    /* borrowed */
    const struct fid_data_io *io; /* borrowed; what the job was found in */
    int64_t origin_ns;            /* second 0 of the job */
    enum fid_sample_unit unit;
    struct fid_claims *claims; /* borrowed */
    struct fid_side_facts side[FID_SIDE_N];
    double ranks;     /* at least 1 */
    double log_batch; /* samples of a step of one rank, as the log says; 0: unknown */
    double log_samples[FID_SIDE_N]; /* as the log says; 0: unknown */
    double step_n;                  /* steps of the training; 0: unknown */
    double
        stretch; /* of their times, where the traces show others than the log's batch makes */
    double epoch_n;     /* epochs; 0: unknown */
    size_t eval_n;      /* evaluations */
    double eval_step_n; /* steps of all evaluations; 0: unknown */
    bool stated;        /* no reads are known, but what its configuration and results state */
    bool cut;           /* the log ends in the middle */
    bool reads_cut, writes_cut; /* so does the trace of data, of checkpoints */
    double batch;               /* samples of a step, in DLIO's samples; 0: unknown */
    double file_samples;        /* DLIO's num_samples_per_file; 0: unknown */
    double record;              /* bytes of one of DLIO's samples; 0: unknown */
    const char *steps_from;     /* static; "MLLOG", ... or NULL */
};

/* Epochs of the training: of the log or, where it has none, as often as files are read; at
 * least 1. */
static inline double fid_derive_epochs (const struct fid_analysis *a)
{
    return a->epoch_n > 0 ? a->epoch_n : a->job->epoch_n > 1 ? a->job->epoch_n : 1;
}

/* Each finds the keys of one section.  Call them in this order: later ones use earlier ones. */
int fid_derive_reader (struct fid_analysis *a, struct fid_error *err);
int fid_derive_dataset (struct fid_analysis *a, struct fid_error *err);
int fid_derive_schedule (struct fid_analysis *a, struct fid_error *err);

/* What the run says of a key: CLAIM (a, BATCH, HIGH, v, "...", ...). */
#define CLAIM(a, key, sure, v, ...)                                                            \
    fid_claim_number ((a)->claims, FID_DLIO_##key, sure, v, __VA_ARGS__)
#define CLAIM_TEXT(a, key, sure, text, ...)                                                    \
    fid_claim_text ((a)->claims, FID_DLIO_##key, sure, text, __VA_ARGS__)
#define UNKNOWN(a, key, ...) fid_claim_unknown ((a)->claims, FID_DLIO_##key, __VA_ARGS__)
#define REMARK(a, ...)       fid_claim_remark ((a)->claims, __VA_ARGS__)
#define LOW                  FID_CONFIDENCE_LOW
#define MEDIUM               FID_CONFIDENCE_MEDIUM
#define HIGH                 FID_CONFIDENCE_HIGH
