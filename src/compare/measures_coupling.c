/* measures_coupling.c - whether resources move together in both runs alike */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "compare/measures.h"

/* Resources that should move together, on one grid of a second: finer offsets
 * are below what monitors' stamps can tell. */
#define COUPLING_DT_NS INT64_C (1000000000)
#define COUPLING_MAX   4

struct component {
    double *a, *b; /* owned; scaled to 0..1 */
    size_t an, bn;
};

static int
stream_component (const struct fid_pair *pair, enum fid_stream_id id, enum fid_window w,
                  struct component *c, struct fid_error *err)
{
    struct fid_stream_extract a = {0}, b = {0};
    if (fid_extract_dt (pair->real, pair->emu, id, COUPLING_DT_NS / 1e9) > COUPLING_DT_NS)
        return 0; /* runs of days, in bins wider than that: stays out */
    if (fid_pair_stream (pair, 0, id, w, COUPLING_DT_NS, &a, err) ||
        fid_pair_stream (pair, 1, id, w, COUPLING_DT_NS, &b, err)) {
        fid_stream_extract_clear (&a);
        return -1;
    }
    if (a.sized && b.sized) {
        c->a = a.byte;
        c->an = a.n;
        c->b = b.byte;
        c->bn = b.n;
        a.byte = b.byte = NULL;
    }
    fid_stream_extract_clear (&a);
    fid_stream_extract_clear (&b);
    return 0;
}

static int
gauge_component (const struct fid_pair *pair, enum fid_gauge_id id, enum fid_window w,
                 struct component *c, struct fid_error *err)
{
    struct fid_gauge_extract a, b = {0};
    if (fid_pair_gauge (pair, 0, id, w, &a, err) || fid_pair_gauge (pair, 1, id, w, &b, err)) {
        fid_gauge_extract_clear (&a);
        return -1;
    }
    if (fabs (a.dt_s - 1) > 0.05 || fabs (b.dt_s - 1) > 0.05)
        a.n = b.n = 0; /* not sampled every second: stays out */
    c->a = malloc ((a.n + 1) * sizeof *c->a);
    c->b = malloc ((b.n + 1) * sizeof *c->b);
    c->an = a.n;
    c->bn = b.n;
    if (c->a && c->b) {
        size_t last = a.dim == FID_CPU_DIM ? 3 : 0;
        for (size_t i = 0; i < a.n; i++)
            c->a[i] = last ? 100 - a.x[i * a.dim + last] : a.x[i];
        for (size_t i = 0; i < b.n; i++)
            c->b[i] = last ? 100 - b.x[i * b.dim + last] : b.x[i];
    }
    fid_gauge_extract_clear (&a);
    fid_gauge_extract_clear (&b);
    return c->a && c->b ? 0 : fid_error_nomem (err);
}

/* Scale to full (0: to the reference).  *alive: the component moves in the real run and is
 * long enough.  -1 without memory. */
static int
scale_component (struct component *c, double full, bool *alive, struct fid_error *err)
{
    *alive = false;
    if (!(full > 0))
        full = fid_p99_nonzero (c->a, c->an, err);
    if (full < 0)
        return -1;
    bool moves = false;
    for (size_t i = 0; i < c->an; i++)
        moves |= c->a[i] > 0;
    if (!moves || !(full > 0) || c->an < 4 || c->bn < 4)
        return 0;
    for (size_t i = 0; i < c->an; i++)
        c->a[i] = fmin (1, fmax (0, c->a[i] / full));
    for (size_t i = 0; i < c->bn; i++)
        c->b[i] = fmin (1, fmax (0, c->b[i] / full));
    *alive = true;
    return 0;
}

/* Components side by side, sample-major, over the time all of them cover. */
static double *
interleave (const struct component *c, size_t k, bool real, size_t *n, struct fid_error *err)
{
    *n = SIZE_MAX;
    for (size_t i = 0; i < k; i++) {
        size_t ni = real ? c[i].an : c[i].bn;
        *n = ni < *n ? ni : *n;
    }
    double *x = malloc ((*n * k + 1) * sizeof *x);
    if (!x) {
        fid_error_nomem (err);
        return NULL;
    }
    for (size_t t = 0; t < *n; t++)
        for (size_t i = 0; i < k; i++)
            x[t * k + i] = real ? c[i].a[t] : c[i].b[t];
    return x;
}

struct coupling {
    struct component c[COUPLING_MAX], alive[COUPLING_MAX]; /* alive: borrowed from c */
    double *a, *b;                                         /* owned; interleaved */
    size_t k, an, bn;
};

static int
open_coupling (struct fid_measuring *m)
{
    const struct fid_pair *pair = m->pair;
    enum fid_window w = m->res->window;
    struct coupling *in = m->in = calloc (1, sizeof *in);
    if (!in)
        return fid_error_nomem (m->err);
    struct component *c = in->c;
    bool reads = pair->real->stream[FID_STREAM_DATA_READ].traced &&
                 pair->emu->stream[FID_STREAM_DATA_READ].traced;
    if ((reads && stream_component (pair, FID_STREAM_DATA_READ, w, &c[0], m->err)) ||
        gauge_component (pair, FID_GAUGE_CPU, w, &c[1], m->err) ||
        gauge_component (pair, FID_GAUGE_GPU_SM, w, &c[2], m->err) ||
        gauge_component (pair, FID_GAUGE_DISK_READ, w, &c[3], m->err))
        return -1;
    const double full[COUPLING_MAX] = {pair->scales.read_bytes, 100, 100,
                                       pair->scales.gauge[FID_GAUGE_DISK_READ]};
    for (size_t i = 0; i < COUPLING_MAX; i++) {
        bool alive = false;
        if (c[i].a && scale_component (&c[i], full[i], &alive, m->err))
            return -1;
        if (alive)
            in->alive[in->k++] = c[i];
    }
    if (in->k < 2)
        fid_resource_refuse (m->res, FID_REASON_UNCOUPLED, 0);
    return 0;
}

static void
close_coupling (struct fid_measuring *m)
{
    struct coupling *in = m->in;
    if (!in)
        return;
    for (size_t i = 0; i < COUPLING_MAX; i++) {
        free (in->c[i].a);
        free (in->c[i].b);
    }
    free (in->a);
    free (in->b);
    free (in);
}

static int
coupled_series (struct fid_measuring *m, struct fid_signals *s)
{
    struct coupling *in = m->in;
    in->a = interleave (in->alive, in->k, true, &in->an, m->err);
    in->b = interleave (in->alive, in->k, false, &in->bn, m->err);
    if (!in->a || !in->b)
        return -1;
    s->a = (struct fid_signal){.x = in->a, .n = in->an, .dim = in->k, .dt_s = 1};
    s->b = (struct fid_signal){.x = in->b, .n = in->bn, .dim = in->k, .dt_s = 1};
    s->opts = (struct fid_metric_opts){.band_s = fid_pair_band (m->pair, (double)in->an),
                                       .penalty = m->pair->penalty};
    return 0;
}

static const struct fid_planned coupling_measures[] = {
    FID_PLANNED (COUPLING, coupling, COUPLING_GAP, coupled_series, .when = 0),
};

const struct fid_plan fid_plan_COUPLING = {
    .open = open_coupling,
    .close = close_coupling,
    .windows = 1u << FID_WINDOW_JOB | 1u << FID_WINDOW_WHOLE | 1u << FID_WINDOW_TRAINING,
    .measure = coupling_measures,
    .measure_n = sizeof coupling_measures / sizeof *coupling_measures,
};
