/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resource_result.h - one resource of a pair in one window: its measures */
#pragma once

#include "compare/reason.h"
#include "metrics/metric.h"
#include "model/facets.h"
#include "model/outcomes.h"

#define FID_MEASURES_MAX 16

/* One number of one facet. */
struct fid_measure {
    enum fid_facet_id facet;
    enum fid_quantity_id quantity;
    const struct fid_metric *metric;
    bool valid;
    struct fid_metric_value value; /* all 0 where not valid */
    struct fid_reason reason;      /* why not valid */
    double noise;                  /* distance of the real run's repeats; -1: unknown */
    double low, high;              /* interval of the distance over runs; -1: none */
};

struct fid_resource_result {
    const struct fid_resource_info *info;
    enum fid_window window;
    enum fid_resource_status status;
    bool one_sided;           /* active in one run only: full disagreement */
    struct fid_reason reason; /* why not compared, idle or one-sided */
    struct fid_measure measure[FID_MEASURES_MAX];
    size_t measure_n;
    double bytes[2], busy_s[2];   /* real, emulation: what it weighs by; 0: unknown */
    double grade_low, grade_high; /* of another run of the emulation; -1: none */
};

static inline enum fid_resource_id fid_result_id (const struct fid_resource_result *res)
{
    return (enum fid_resource_id) (res->info - fid_resources);
}

/* Whether two measures are the same facet, quantity and metric. */
bool fid_measure_same (const struct fid_measure *a, const struct fid_measure *b);

/* Evaluate a measure (its facet, quantity and metric are set in what) and add it.  One that
 * is not defined on these signals is added with a reason and no weight.  -1 on
 * internal errors only. */
int fid_measure_add (struct fid_resource_result *res, const struct fid_measure *what,
                     const struct fid_signal *real, const struct fid_signal *emu,
                     const struct fid_metric_opts *opts, struct fid_error *err);

/* Add a number to the measure added last, if it is valid. */
void fid_measure_detail (struct fid_resource_result *res, const char *name, double value);

/* Add a measure that could not be evaluated. */
void fid_measure_miss (struct fid_resource_result *res, const struct fid_measure *what,
                       const struct fid_reason *reason);

/* The value of a named detail of a valid measure; false if it has none. */
bool fid_measure_find_detail (const struct fid_measure *m, const char *name, double *value);

/* Mark as not compared. */
void fid_resource_refuse (struct fid_resource_result *res, enum fid_reason_code code,
                          unsigned sides);

/* Mark as not compared because a trace is incomplete: from_ns of each side on its axis,
 * INT64_MAX where it is whole.  Returns whether one of them is not. */
bool fid_resource_incomplete (struct fid_resource_result *res, int64_t real_ns, int64_t emu_ns);

/* Whether it has a valid measure. */
bool fid_resource_is_measured (const struct fid_resource_result *res);

/* Refuse a result without any valid measure. */
void fid_resource_close (struct fid_resource_result *res);
