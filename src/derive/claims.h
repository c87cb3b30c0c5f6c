/* SPDX-License-Identifier: GPL-3.0-or-later */
/* claims.h - what is said about each key of a configuration, and why */
#pragma once

#include "job/job.h"
#include "model/dlio_config.h"

/* none: the value is not known, and the evidence is the reason. */
#define FID_CONFIDENCES(C) C (NONE, "none") C (LOW, "low") C (MEDIUM, "medium") C (HIGH, "high")

#define FID_ENUM_CONFIDENCE(id, name) FID_CONFIDENCE_##id,
enum fid_confidence { FID_CONFIDENCES (FID_ENUM_CONFIDENCE) FID_CONFIDENCE_N };

extern const char *const fid_confidence_names[];

/* How sure a part of the job is, as a confidence. */
enum fid_confidence fid_job_confidence (struct fid_job_known known);

#define FID_EVIDENCE 400

struct fid_claim {
    enum fid_confidence confidence;
    double number;               /* FLAG, COUNT, NUMBER */
    char text[FID_DLIO_TEXT];    /* TEXT */
    char evidence[FID_EVIDENCE]; /* "": nothing is said about the key */
};

/* Times of steps, in seconds. */
struct fid_derived_times {
    double *x; /* owned */
    size_t n;
    enum fid_confidence confidence;
    bool slowest; /* of the slowest of ranks that wait for each other */
};

/* Sizes of the tensors of a checkpoint, in bytes, in the order of their writes. */
struct fid_tensors {
    double *byte_n; /* owned */
    size_t n;
};

#define FID_STEPS_FROM 64

struct fid_claims {
    double ranks;                    /* of the run; at least 1 */
    char steps_from[FID_STEPS_FROM]; /* "mllog", "the traces" */
    struct fid_claim of[FID_DLIO_KEY_N];
    struct fid_tensors tensors;
    struct fid_derived_times
        time[2];   /* computing, of training steps and of steps of evaluations */
    char **remark; /* owned; what DLIO cannot express, a sentence each */
    size_t remark_n, remark_cap;
    bool no_memory; /* a remark was lost */
};

void fid_claim_number (struct fid_claims *c, enum fid_dlio_key k,
                       enum fid_confidence confidence, double v, const char *fmt, ...)
    FID_PRINTF (5, 6);
void fid_claim_text (struct fid_claims *c, enum fid_dlio_key k, enum fid_confidence confidence,
                     const char *text, const char *fmt, ...) FID_PRINTF (5, 6);
void fid_claim_unknown (struct fid_claims *c, enum fid_dlio_key k, const char *fmt, ...)
    FID_PRINTF (3, 4);

/* Adds a remark unless there is one with the same text. */
void fid_claim_remark (struct fid_claims *c, const char *fmt, ...) FID_PRINTF (2, 3);

void fid_claims_clear (struct fid_claims *c);

#define FID_TIME_DIGITS 5 /* significant ones, of times in a configuration */

/* Joins the claims of n runs: numbers become their median, texts the most frequent.  Where runs
 * disagree confidence falls, and the evidence says so.  Times are pooled, and their family is
 * chosen here.  *out must be empty.  -1 without memory. */
int fid_claims_join (const struct fid_claims *of, size_t n, struct fid_claims *out,
                     struct fid_error *err);
