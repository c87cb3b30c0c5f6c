/* resource_result.h - one resource of a pair in one window: facets and their similarities */
#ifndef FID_CARD_H
#define FID_CARD_H

#include "compare/compare.h"
#include "compare/disturb.h"
#include "compare/extract.h"
#include "metrics/metric.h"

#define FID_FACETS_MAX 16

struct fid_within;

/* Of everything that is averaged geometrically: a zero cannot be bought back. */
#define FID_SIMILARITY_FLOOR 0.01

/* A disk that moves less, in all or in a second, is idle. */
#define FID_DISK_IDLE_MIB 1.

struct fid_facet {
    const char *facet;    /* "volume" "marginal" "timing" "shape" "rhythm" "coupling" */
    const char *quantity; /* what is measured: "bytes" */
    const struct fid_metric *metric;
    bool valid;
    double weight; /* 0 where not valid */
    struct fid_metric_value value;
    const char *reason; /* static; why not valid */
    const char *null;   /* static; what was done to the emulation; NULL: nothing */
    /* with a calibration; -1: not defined */
    double ceiling, floor, score, noise_multiple;
    const char *score_reason; /* borrowed from the calibration; why it has no weight */
};

enum fid_card_status { FID_CARD_COMPARED, FID_CARD_IDLE, FID_CARD_NOT_COMPARED };

struct fid_card {
    const struct fid_resource_info *info;
    enum fid_window window;
    enum fid_card_status status;
    bool one_sided;                    /* active in one run only: full disagreement */
    char reason[200];                  /* where not compared, or idle on one side */
    const struct fid_disturb *disturb; /* borrowed; what is added is of surrogates of the
                                          emulation, where the facet has one; NULL: no */
    struct fid_within *within;         /* borrowed; what is added is kept to be resampled
                                          (within.h); NULL: no */
    struct fid_facet facet[FID_FACETS_MAX];
    size_t facet_n;
    double similarity;                      /* 0..1; meaningless where not compared */
    double score, score_low, score_high;    /* -1: none */
    double similarity_low, similarity_high; /* -1: none; where the comparison has intervals */
};

/* The pair in hand, options resolved. */
struct fid_pair {
    const struct fid_run *real, *emu; /* borrowed */
    enum fid_window window;           /* headline */
    struct fid_scales scales;         /* frozen ones, or all 0 */
    double step_s;                    /* of the reference; 0: not known */
    double dt_s;                      /* wanted bin of event series for shapes */
    double rhythm_dt_s;               /* for spectra: the same when sides are swapped */
    double band_s;                    /* 0: from step and duration */
    double penalty, tolerance_s;
    unsigned excluded; /* groups out of scope, as in struct fid_compare_opts */
};

/* Options resolved against the reference; -1, FID_EUSAGE for an unknown window. */
int fid_pair_resolve (struct fid_pair *pair, const struct fid_run *real,
                      const struct fid_run *emu, const struct fid_compare_opts *opts,
                      struct fid_error *err);

/* Take scales and step from reference runs instead of the pair's real run. */
void fid_pair_freeze (struct fid_pair *pair, const struct fid_scales *scales,
                      const struct fid_compare_opts *opts);

/* Evaluate a measure and add it to the card.  What is not defined on these
 * signals is added with a reason and no weight. */
int fid_card_add (struct fid_card *card, const char *facet, const char *quantity,
                  const char *metric, const struct fid_signal *real,
                  const struct fid_signal *emu, const struct fid_metric_opts *opts,
                  struct fid_error *err);

/* Add a number to the measure added last, if it was evaluated. */
void fid_card_detail (struct fid_card *card, const char *name, double value);

/* Add a facet that could not be evaluated. */
void fid_card_miss (struct fid_card *card, const char *facet, const char *quantity,
                    const char *metric, const char *reason);

/* Mark as not compared; the reason is formatted. */
void fid_card_refuse (struct fid_card *card, const char *fmt, ...) FID_PRINTF (2, 3);

/* Similarity of one facet (weighted geometric mean of its measures); -1 if it
 * has none. */
double fid_card_facet (const struct fid_card *card, const char *facet);

/* Set card->similarity: geometric mean over facets; refuses a card without any. */
void fid_card_close (struct fid_card *card);

/* One resource in one window (its info and window are set). */
int fid_card_resource (const struct fid_pair *pair, size_t resource, struct fid_card *card,
                       struct fid_error *err);

/* Half-width of the DTW band for a window that lasts so long, seconds. */
double fid_pair_band (const struct fid_pair *pair, double length_s);

/* Whether samples dt_s apart can show the rhythm of the steps: two in the
 * shorter one (Shannon 1949, doi:10.1109/JRPROC.1949.232969).  What is faster
 * comes back as a slower rhythm that is not there.  True where no step is known. */
bool fid_pair_sees_steps (const struct fid_pair *pair, double dt_s);

/* One resource each (resources.c, gauges.c, whole.c); the card's info and
 * window are set.  Return -1 only on internal errors. */
int fid_card_stream (const struct fid_pair *pair, enum fid_stream_id id, struct fid_card *card,
                     struct fid_error *err);
int fid_card_gauge (const struct fid_pair *pair, enum fid_gauge_id id, struct fid_card *card,
                    struct fid_error *err);
int fid_card_phases (const struct fid_pair *pair, struct fid_card *card, struct fid_error *err);
int fid_card_steps (const struct fid_pair *pair, struct fid_card *card, struct fid_error *err);
int fid_card_coupling (const struct fid_pair *pair, struct fid_card *card,
                       struct fid_error *err);

/* The 99th percentile of the values that are not 0; 0 if there are none. */
double fid_p99_nonzero (const double *x, size_t n, struct fid_error *err);

#endif
