/* measures.h - what the measures of a resource are computed from
 *
 * A measure is a row of the plan (plan.c): a facet, a metric, a quantity and the function
 * here that extracts its two signals.  The functions of one kind of resource share
 * a struct fid_measuring, opened once for a resource and a window. */
#ifndef FID_MEASURES_H
#define FID_MEASURES_H

#include "compare/extract.h"
#include "compare/pair.h"
#include "compare/resource_result.h"

/* Conditions that hold for the resource in hand. */
enum {
    FID_WHEN_LONG = 1,        /* the window is long enough for a rhythm */
    FID_WHEN_PHASES = 2,      /* both logs name phases */
    FID_WHEN_NO_PHASES = 4,   /* they do not */
    FID_WHEN_SIZE_TRACED = 8, /* some trace of the two has sizes */
    FID_WHEN_SIZED = 16,      /* sizes are known on both sides */
    FID_WHEN_UNSIZED = 32,    /* they are not */
    FID_WHEN_TIMED = 64,      /* latencies are known on both sides */
    FID_WHEN_ONE_GRID = 128,  /* both sides are sampled alike, and long enough */
    FID_WHEN_ONE_SIDED = 256, /* active in one run only */
    FID_WHEN_LASTING = 512,   /* training takes time in both runs */
    FID_WHEN_WAITING = 1024,  /* loading and computing take time in both runs */
    FID_WHEN_COMPUTING = 2048 /* computation times are known in both runs */
};

struct fid_measuring {
    const struct fid_pair *pair;
    struct fid_resource_result *res;
    unsigned holds; /* FID_WHEN_... */
    void *in;       /* owned; of the kind */
};

/* Two signals on their way to a metric. */
struct fid_signals {
    struct fid_signal a, b; /* real, emulation */
    double total[2];        /* for those that are one number */
    struct fid_metric_opts opts;
    struct fid_reason miss; /* set where there is nothing to measure */
    bool skip;              /* set where the measure does not apply after all */
};

/* Extract the signals of a measure; lent until the kind is closed.  -1 on internal
 * errors only. */
typedef int fid_extract (struct fid_measuring *m, const struct fid_measure *what,
                         struct fid_signals *s, struct fid_error *err);

/* Open: look at both sides, set m->in and m->holds, and m->res where it is not
 * compared (refused, idle) or one-sided.  Close frees m->in, also after a failure. */
struct fid_kind {
    int (*open) (struct fid_measuring *m, struct fid_error *err);
    void (*close) (struct fid_measuring *m);
    bool (*in_window) (enum fid_window w); /* NULL: in every one */
};

extern const struct fid_kind fid_kind_stream, fid_kind_gauge, fid_kind_phases, fid_kind_steps,
    fid_kind_coupling;

fid_extract fid_stream_ops, fid_stream_bytes, fid_stream_sizes, fid_stream_latencies,
    fid_stream_gaps, fid_stream_mass, fid_stream_shape, fid_stream_rhythm;
fid_extract fid_gauge_total, fid_gauge_values, fid_gauge_mass, fid_gauge_shape,
    fid_gauge_rhythm;
fid_extract fid_phases_duration, fid_phases_spans;
fid_extract fid_steps_count, fid_steps_rate, fid_steps_values, fid_steps_waiting,
    fid_steps_computing;
fid_extract fid_coupling_series;

#endif
