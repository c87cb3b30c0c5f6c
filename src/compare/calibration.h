/* calibration.h - how far apart repeats are, and unrelated runs
 *
 * A similarity means nothing before it is compared with two distances: that of
 * repeats of the same real run (the noise: no emulation needs to come
 * closer) and that of unrelated runs (the chance level: no resemblance at all).
 *
 *   score = clip (1 - (d - noise) / (chance - noise), 0, 1),   noise multiple = d / noise
 *
 * noise is the median over pairs of different repeats, chance that over (repeat,
 * unrelated run); d that over the pairs at hand.  A measure that cannot tell
 * repeats from unrelated runs here - P (d_repeat < d_unrelated) below 0.9, or
 * chance < 2 noise - is uninformative and has no weight.  Where a set has no unrelated run
 * surrogates of each repeat (FID_CAL_SURROGATES of them) stand in, for the facets
 * that have one (disturb.h).  Skill scores of this form:
 * Murphy 1988, doi:10.1175/1520-0493(1988)116<2417:SSBOTM>2.0.CO;2. */
#ifndef FID_CALIBRATION_H
#define FID_CALIBRATION_H

#include <cjson/cJSON.h>
#include "compare/pair.h"
#include "metrics/metric.h"
#include "model/facets.h"

#define FID_SCHEMA_CALIBRATION "fidlio.calibration/1"

#define FID_CAL_MIN_AUC        0.9
#define FID_CAL_MIN_RATIO      2.0
#define FID_CAL_SURROGATES     39 /* unless fid_compare_opts.surrogate_n says otherwise */
#define FID_CAL_SURROGATES_MIN 19 /* fewer give no 5 % tail */
#define FID_CAL_SURROGATES_MAX 9999

struct fid_cal_run {
    char id[128], workload[64];
    uint64_t hash;
};

/* One measure of one resource in the calibration's window. */
struct fid_cal_measure {
    enum fid_resource_id resource;
    enum fid_facet_id facet;
    enum fid_quantity_id quantity;
    const struct fid_metric *metric;
    double *repeat;       /* owned; n * n distances, row: reference; -1: not defined */
    double *unrelated;    /* owned; n * m */
    double noise, chance; /* medians of the two arrays above; -1: not defined */
    double auc;           /* -1: not defined */
    bool informative;
    char reason[120];   /* why not */
    char chance_of[24]; /* "unrelated runs", "circular shift" ...; "": no chance level */
};

/* The repeats of one workload and the runs they were compared with. */
struct fid_cal_set {
    char workload[64];
    struct fid_cal_run *run, *other; /* owned */
    size_t run_n, other_n;
    bool surrogate; /* the other_n are surrogates of repeats; other is NULL */
    struct fid_scales scales;
    struct fid_cal_measure *measure; /* owned */
    size_t measure_n, measure_cap;
    struct fid_cal_shared *shared; /* owned; draws.h; NULL in a set in the making */
};

struct fid_calibration {
    char version[32], window[16];
    bool all_processes;
    double dt_s, band_s, penalty, tolerance_s; /* as asked for; 0: from the data */
    uint64_t hash;                             /* of the document */
    struct fid_cal_set *set;                   /* owned */
    size_t set_n;
};

/* Calibrate on real runs, grouped by workload; every workload with two runs or
 * more gets a set, compared with the runs of the others.  The outcome is what its
 * document holds, digit for digit, whatever the order of runs.  FID_EINPUT if no workload has
 * two runs, if a workload is not known (is it a repeat or unrelated?), or if two runs are the
 * same traces.  Cost: one comparison for each ordered pair. */
int fid_calibrate (const struct fid_run *const *run, size_t run_n,
                   const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
                   size_t thread_n, struct fid_calibration **out, struct fid_error *err);

/* Computes noise and chance levels of a set from its distances, with runs resampled by the
 * index vectors (NULL: each once).  Writes to the arrays of measure_n.  -1 if there is no
 * memory. */
int fid_cal_levels (const struct fid_cal_set *set, const size_t *ref, const size_t *other,
                    double *noise, double *chance, struct fid_error *err);

const struct fid_cal_set *fid_calibration_set (const struct fid_calibration *c,
                                               const char *workload);

/* Writes the document (schema fidlio.calibration/1), and reads it.  Reading refuses a wrong
 * schema, version, hash or parameters, and names the difference. */
cJSON *fid_calibration_json (const struct fid_calibration *c, struct fid_error *err);
int fid_calibration_read (const cJSON *doc, const char *path, struct fid_calibration **out,
                          struct fid_error *err);

/* Loads a file; and checks that options agree with a calibration (-1 with FID_EUSAGE, naming
 * the one that differs). */
int fid_calibration_load (const char *path, struct fid_calibration **out,
                          struct fid_error *err);
int fid_calibration_fits (const struct fid_calibration *c, const struct fid_run_opts *run_opts,
                          const struct fid_compare_opts *opts, struct fid_error *err);

void fid_calibration_destroy (struct fid_calibration *c);

#endif
