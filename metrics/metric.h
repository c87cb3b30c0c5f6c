/* SPDX-License-Identifier: GPL-3.0-or-later */
/* metric.h - what every measure looks like to the rest of fidlio
 *
 * A metric takes two signals of one kind, the reference (real) and the
 * emulation, and gives a distance (0 is equal, no upper bound, the same if they are swapped) in
 * its own unit.  Metrics are arithmetic on arrays: no files, no JSON, no traces, no printing.
 * The registry is built from the list METRICS in metrics/local.mk. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Returns the code of a call from the function unless it succeeded. */
#define FID_TRY_CODE(call)                                                                     \
    do {                                                                                       \
        int code_ = (call);                                                                    \
        if (code_)                                                                             \
            return code_;                                                                      \
    } while (0)

/* What a metric reads from its signals. */
enum fid_metric_input {
    FID_INPUT_SERIES,  /* x[n * dim] on a uniform grid dt_s, sample-major */
    FID_INPUT_SAMPLES, /* x[n] with weights w[n] (NULL: all 1), any order */
    FID_INPUT_TOTAL,   /* x[0]: one number */
    FID_INPUT_SPANS    /* span[span_n]: labelled intervals, by start */
};

/* A labelled interval [start_s, end_s). */
struct fid_span_s {
    int label;
    double start_s, end_s;
};

struct fid_signal {
    const double *x; /* borrowed; see enum fid_metric_input */
    size_t n;
    size_t dim;                    /* components of a sample; 0 is read as 1 */
    const double *w;               /* borrowed; NULL: weight 1 each */
    double dt_s;                   /* step of the grid, seconds */
    const struct fid_span_s *span; /* borrowed */
    size_t span_n;
};

/* Parameters; a metric reads those it names in its header.  All are set by
 * the caller and end up in the result file. */
struct fid_metric_opts {
    double band_s;      /* half-width of the DTW band, seconds */
    double penalty;     /* amerced penalty per off-diagonal sample, full scale = 1 */
    double scale;       /* full scale the series is divided by; 0: already scaled */
    double floor;       /* smallest quantity (one block, one operation) for ratios */
    double tolerance_s; /* boundary tolerance of interval measures, seconds */
};

#define FID_DETAIL_MAX 12

/* A named number beside the distance, unit at the end of the name. */
struct fid_detail {
    const char *name; /* static storage */
    double value;     /* finite */
};

struct fid_metric_value {
    double distance;   /* >= 0, in the metric's unit, finite */
    double confidence; /* 0 .. 1, usually 1: weight multiplier (rhythm of few periods) */
    struct fid_detail detail[FID_DETAIL_MAX];
    size_t detail_n;
};

struct fid_metric {
    const char *name;
    const char *doc;    /* one line */
    const char *unit;   /* of the distance: "octaves", "1", "decades", "s" ... */
    const char *source; /* paper or book, with DOI where there is one */
    enum fid_metric_input input;

    /* Write the comparison of emu with real to *out (on success only).
     *
     * Returns 0; GSL_EDOM where the measure is not defined on these signals
     * (empty, constant, no period): the caller reports "n/a"; GSL_EINVAL for
     * bad parameters or non-finite samples; GSL_EBADLEN; GSL_ENOMEM. */
    int (*eval) (const struct fid_signal *real, const struct fid_signal *emu,
                 const struct fid_metric_opts *opts, struct fid_metric_value *out);
};

/* The registry: NULL-terminated, in the order of METRICS. */
extern const struct fid_metric *const fid_metrics[];

/* The metric of that name, or NULL. */
const struct fid_metric *fid_metric_find (const char *name);

/* Start *out: distance given, confidence 1, no detail. */
void fid_value_set (struct fid_metric_value *out, double distance);

/* Add one detail; dropped silently when the value is not finite. */
void fid_value_detail (struct fid_metric_value *out, const char *name, double value);
