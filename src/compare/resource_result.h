/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resource_result.h - one resource of a pair in one window: its measures, or why there are none */
#pragma once

#include "metrics/metric.h"
#include "model/facets.h"
#include "model/outcomes.h"
#include "storage/answer.h"

/* Why a resource or a measure was not compared.  Code decides by the reason's code and the sides
 * it concerns; the words are made where results are written (findings.c). */
enum fid_reason_code {
    FID_REASON_NONE,
#define FID_REASON(code, ...) FID_REASON_##code,
#include "compare/reasons.def"
#undef FID_REASON
};

enum { FID_SIDE_REAL = 1, FID_SIDE_EMULATION = 2, FID_SIDE_BOTH = 3 };

/* The sides of a pair for which something holds, as FID_SIDE_... */
static inline unsigned fid_sides (bool real, bool emulation)
{
    return (real ? FID_SIDE_REAL : 0) | (emulation ? FID_SIDE_EMULATION : 0);
}

struct fid_reason {
    enum fid_reason_code code;
    unsigned sides;   /* FID_SIDE_... */
    double number[2]; /* as the text of the code says (reasons.def) */
    bool others;      /* of several pairs: some have another reason */
};

/* That of an answer. */
struct fid_reason fid_reason_of_answer (enum fid_answer_reason why);

/* Whether two say the same. */
bool fid_reason_same (const struct fid_reason *a, const struct fid_reason *b);

#define FID_REASON_MAX 200

/* The reason in words, in buf; "" without one. */
const char *fid_reason_text (const struct fid_reason *r, char buf[FID_REASON_MAX]);

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

/* The measure of the same facet, quantity and metric; NULL. */
const struct fid_measure *fid_measure_find (const struct fid_resource_result *res,
                                            const struct fid_measure *like);

/* Evaluates a measure (its facet, quantity and metric are set in what) and adds it.  One that is
 * not defined on these signals is added with a reason and no weight.  -1 on internal errors only. */
int fid_measure_add (struct fid_resource_result *res, const struct fid_measure *what,
                     const struct fid_signal *real, const struct fid_signal *emu,
                     const struct fid_metric_opts *opts, struct fid_error *err);

/* Adds a number to the measure added last, if it is valid. */
void fid_measure_detail (struct fid_resource_result *res, const char *name, double value);

/* Adds a measure that could not be evaluated. */
void fid_measure_miss (struct fid_resource_result *res, const struct fid_measure *what,
                       const struct fid_reason *reason);

/* The value of a named detail of a valid measure; false if it has none. */
bool fid_measure_find_detail (const struct fid_measure *m, const char *name, double *value);

struct fid_pair; /* pair.h */

/* Compares one resource in one window; res->info and res->window are set.  -1 on internal errors
 * only. */
int fid_resource_compare (const struct fid_pair *pair, struct fid_resource_result *res,
                          struct fid_error *err);

/* Marks as not compared. */
void fid_resource_refuse (struct fid_resource_result *res, enum fid_reason_code code,
                          unsigned sides);

/* Marks as not compared because a trace is incomplete: from_ns of each side on its axis,
 * INT64_MAX where it is whole.  Returns whether one of them is not. */
bool fid_resource_incomplete (struct fid_resource_result *res, int64_t real_ns, int64_t emu_ns);

/* Refuses a result without any valid measure. */
void fid_resource_close (struct fid_resource_result *res);
