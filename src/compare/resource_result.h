/* resource_result.h - one resource of a pair in one window: its measures and similarity */
#ifndef FID_RESOURCE_RESULT_H
#define FID_RESOURCE_RESULT_H

#include "compare/disturb.h"
#include "compare/reason.h"
#include "metrics/metric.h"
#include "model/facets.h"
#include "model/outcomes.h"
#include "model/windows.h"

#define FID_MEASURES_MAX 16

struct fid_within;

/* One number of one facet. */
struct fid_measure {
    enum fid_facet_id facet;
    enum fid_quantity_id quantity;
    const struct fid_metric *metric;
    bool valid;
    double weight; /* 0 where not valid */
    struct fid_metric_value value;
    struct fid_reason reason; /* why not valid */
    const char *null;         /* static; how the emulation was disturbed; NULL: not at all */
    /* with a calibration; -1: not defined */
    double noise;  /* distance of repeats */
    double chance; /* distance of unrelated runs */
    double score, noise_multiple;
    const char *score_reason; /* borrowed from the calibration; why it has no weight */
};

struct fid_resource_result {
    const struct fid_resource_info *info;
    enum fid_window window;
    enum fid_resource_status status;
    bool one_sided;                    /* active in one run only: full disagreement */
    struct fid_reason reason;          /* why not compared, idle or one-sided */
    const struct fid_disturb *disturb; /* borrowed; measures are taken of surrogates of the
                                          emulation, where the facet has one; NULL: no */
    struct fid_within *within;         /* borrowed; signals are kept to be resampled
                                          (within_run_ci.h); NULL: no */
    struct fid_measure measure[FID_MEASURES_MAX];
    size_t measure_n;
    double similarity;                      /* 0..1; meaningless where not compared */
    double score, score_low, score_high;    /* -1: none */
    double similarity_low, similarity_high; /* -1: none; where the comparison has intervals */
};

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

/* Similarity of one facet (weighted geometric mean of its measures); -1 if it
 * has none. */
double fid_resource_facet (const struct fid_resource_result *res, enum fid_facet_id facet);

/* Set res->similarity, the geometric mean over facets; refuses a result without any. */
void fid_resource_close (struct fid_resource_result *res);

#endif
