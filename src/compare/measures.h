/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measures.h - what the measures of a resource are computed from
 *
 * Each kind of resource has a plan: a table of measures, each a facet, a metric, a quantity and
 * the function that extracts its two signals; one loop walks it (plan.c).  The functions
 * share a struct fid_measuring, opened once for a resource and a window. */
#pragma once

#include "compare/pair.h"
#include "compare/resource_result.h"

/* Conditions that hold for the resource in hand. */
enum {
    FID_WHEN_LONG = 1,        /* the window is long enough for a rhythm */
    FID_WHEN_SIZE_TRACED = 2, /* some trace of the two has sizes */
    FID_WHEN_TIMED = 4,       /* latencies are known on both sides */
    FID_WHEN_ONE_GRID = 8,    /* both sides are sampled alike, and long enough */
    FID_WHEN_ONE_SIDED = 16,  /* active in one run only */
    FID_WHEN_LASTING = 32,    /* training takes time in both runs */
    FID_WHEN_WAITING = 64,    /* loading and computing take time in both runs */
    FID_WHEN_COMPUTING = 128, /* computation times are known in both runs */
    FID_WHEN_STEPS = 256,     /* steps are known in both runs */
    FID_WHEN_REPORTED = 512,  /* they are not, but what the benchmark reports of them */
    FID_WHEN_RANKS = 1024,    /* some run has steps of several ranks */
    FID_WHEN_HOSTS = 2048     /* both runs have such calls of several hosts */
};

/* What a plan needs of both runs; without it the resource is refused. */
enum {
    FID_NEEDS_DATA = 1,      /* reads of data are traced */
    FID_NEEDS_PHASES = 2,    /* the log names phases */
    FID_NEEDS_STEPS = 4,     /* the length of steps is known */
    FID_NEEDS_WHOLE_DATA = 8 /* reads of data, where they are traced, are traced to the end */
};

struct fid_planned;

/* Arrays of two: real, emulation. */
struct fid_measuring {
    const struct fid_pair *pair;
    const struct fid_run *run[2]; /* of the pair */
    struct fid_resource_result *res;
    unsigned holds;                 /* FID_WHEN_... */
    void *in;                       /* owned; of the kind */
    const struct fid_planned *what; /* the measure to extract signals for */
    struct fid_error *err;
};

/* Two signals on their way to a metric. */
struct fid_signals {
    struct fid_signal side[2];
    double total[2]; /* for those that are one number */
    struct fid_metric_opts opts;
    struct fid_reason miss; /* set where there is nothing to measure */
    bool skip;              /* set where the measure does not apply after all */
    struct fid_detail detail[FID_DETAIL_MAX]; /* beside those of the metric */
    size_t detail_n;
};

/* Signals of one number each.  Returns 0. */
static inline int fid_signals_total (struct fid_signals *s, double real, double emulation)
{
    s->total[0] = real;
    s->total[1] = emulation;
    for (int k = 0; k < 2; k++)
        s->side[k] = (struct fid_signal){.x = &s->total[k], .n = 1};
    return 0;
}

/* The same of an amount, which is taken by unit (struct fid_units). */
static inline int fid_signals_amount (const struct fid_measuring *m, struct fid_signals *s,
                                      double real, double emulation)
{
    return fid_signals_total (s, real / m->pair->units.n[0], emulation / m->pair->units.n[1]);
}

/* Add a number to be shown beside the distance. */
static inline void fid_signals_detail (struct fid_signals *s, const char *name, double value)
{
    if (s->detail_n < FID_DETAIL_MAX)
        s->detail[s->detail_n++] = (struct fid_detail){name, value};
}

/* Note which sides are active: idle if none is, one-sided if one is. */
void fid_measuring_active (struct fid_measuring *m, bool real, bool emulation);

/* Where the trace of a stream stops being complete, seconds of the job in ns; INT64_MAX: never.
 * (Gauges have the same members.) */
#define FID_INCOMPLETE_FROM(run, s)                                                            \
    ((s)->incomplete ? (s)->from_ns - ((run)->phases.known ? (run)->phases.origin_ns : 0)      \
                     : INT64_MAX)

/* Refuse the resource in hand if a trace of the stream is incomplete; returns whether. */
bool fid_measuring_incomplete (struct fid_measuring *m, enum fid_stream_id id);

/* One measure of the plan. */
struct fid_planned {
    enum fid_facet_id facet;
    const struct fid_metric *metric;
    enum fid_quantity_id quantity;

    /* Extract the signals; lent until the next call.  -1 on internal errors only, in
     * m->err. */
    int (*extract) (struct fid_measuring *m, struct fid_signals *s);
    struct fid_metric_opts opts; /* what does not depend on the data */
    unsigned when;               /* FID_WHEN_...: all have to hold */
    unsigned index;              /* bits of the gauges (streams) it is for; 0: all */
    bool one_sided;              /* also where one run only is active */
};

/* A row: FID_PLANNED (VOLUME, ratio, OPS, function, .member = value...). */
#define FID_PLANNED(facet_id, metric_id, quantity_id, function, ...)                           \
    {                                                                                          \
        .facet = FID_FACET_##facet_id, .metric = &metric_##metric_id,                          \
        .quantity = FID_QUANTITY_##quantity_id, .extract = function, __VA_ARGS__               \
    }

/* How resources of one kind are measured.
 *
 * open   look at both sides, fill m->in (in_size bytes, all 0), add to m->holds, and set m->res
 *        where it is not compared (refused, idle) or one-sided; errors as extract
 * close  frees what m->in owns, also after a failure of open */
struct fid_plan {
    int (*open) (struct fid_measuring *m);
    void (*close) (void *in);
    size_t in_size;
    unsigned windows; /* bits of the windows it is defined in; 0: all */
    unsigned needs;   /* FID_NEEDS_... */
    const struct fid_planned *measure;
    size_t measure_n;
};

/* Defines the plan of a kind: FID_PLAN (STEPS, open, close, struct, measures, .member = value...). */
#define FID_PLAN(ID, OPEN, CLOSE, IN, MEASURES, ...)                                           \
    const struct fid_plan fid_plan_##ID = {.open = OPEN,                                       \
                                           .close = CLOSE,                                     \
                                           .in_size = sizeof (IN),                             \
                                           .measure = MEASURES,                                \
                                           .measure_n = sizeof MEASURES / sizeof *MEASURES,    \
                                           __VA_ARGS__};

/* One for each kind, in measures_*.c. */
#define FID_DECLARE_PLAN(id, ...) extern const struct fid_plan fid_plan_##id;
FID_DECLARE_PLAN (STREAM)
FID_DECLARE_PLAN (GAUGE)
FID_JOB_RESOURCES (FID_DECLARE_PLAN)

/* Every metric by its name. */
#define FID_METRIC(metric) extern const struct fid_metric metric;
#include "metrics/registry.inc"
#undef FID_METRIC
