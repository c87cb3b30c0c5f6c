/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measures_coupling.c - whether resources move together in both runs alike */
#include "compare/measures.h"

/* Resources that should move together, on one grid of a second: finer offsets
 * are below what monitors' stamps can tell. */
#define COUPLING_DT_NS INT64_C (1000000000)
#define COUPLING_MAX   4

struct component {
    double *x[2]; /* owned; scaled to 0..1 */
    size_t n[2];
};

static int stream_component (const struct fid_measuring *m, enum fid_stream_id id,
                             struct component *c)
{
    struct fid_stream_extract v[2] = {{.n = 0}, {.n = 0}};
    int rc = 0;
    if (!m->run[0]->stream[id].traced || !m->run[1]->stream[id].traced ||
        fid_extract_dt (m->run[0], m->run[1], id, COUPLING_DT_NS / 1e9) > COUPLING_DT_NS)
        return 0; /* runs of days, in bins wider than that, stay out, too */
    for (int k = 0; k < 2 && !rc; k++)
        rc = fid_pair_stream (m->pair, k, id, m->res->window, COUPLING_DT_NS, &v[k], m->err);
    bool sized = v[0].sized && v[1].sized;
    for (int k = 0; k < 2; k++) {
        if (!rc && sized) {
            c->x[k] = v[k].byte;
            c->n[k] = v[k].n;
            v[k].byte = NULL;
        }
        fid_stream_extract_clear (&v[k]);
    }
    return rc;
}

static int gauge_component (const struct fid_measuring *m, enum fid_gauge_id id,
                            struct component *c)
{
    bool stays = true;
    for (int k = 0; k < 2; k++) {
        struct fid_gauge_extract v;
        FID_TRY (fid_pair_gauge (m->pair, k, id, m->res->window, &v, m->err));
        fid_gauge_busy (&v);
        c->x[k] = v.x;
        c->n[k] = v.n;
        stays = stays && fabs (v.dt_s - 1) <= 0.05;
    }
    if (!stays) /* not sampled every second */
        c->n[0] = c->n[1] = 0;
    return 0;
}

/* Scale to full (0: to the reference).  *alive: the component moves in the real run and is
 * long enough.  -1 without memory. */
static int scale_component (struct component *c, double full, bool *alive,
                            struct fid_error *err)
{
    bool moves = false;
    if (!(full > 0))
        full = fid_p99_nonzero (c->x[0], c->n[0], err);
    if (full < 0)
        return -1;
    for (size_t i = 0; i < c->n[0]; i++)
        moves |= c->x[0][i] > 0;
    *alive = moves && full > 0 && c->n[0] >= 4 && c->n[1] >= 4;
    for (int k = 0; k < 2 && *alive; k++)
        for (size_t i = 0; i < c->n[k]; i++)
            c->x[k][i] = fmin (1, fmax (0, c->x[k][i] / full));
    return 0;
}

struct coupling {
    struct component c[COUPLING_MAX], alive[COUPLING_MAX]; /* alive: borrowed from c */
    double *x[2];                                          /* owned; interleaved */
    size_t alive_n;
};

static int open_coupling (struct fid_measuring *m)
{
    struct coupling *in = m->in;
    struct component *c = in->c;
    const struct fid_scales *scales = &m->pair->scales;
    if (stream_component (m, FID_STREAM_DATA_READ, &c[0]) ||
        gauge_component (m, FID_GAUGE_CPU, &c[1]) ||
        gauge_component (m, FID_GAUGE_GPU_SM, &c[2]) ||
        gauge_component (m, FID_GAUGE_DISK_READ, &c[3]))
        return -1;
    const double full[COUPLING_MAX] = {scales->read_bytes, 100, 100,
                                       scales->gauge[FID_GAUGE_DISK_READ]};
    for (size_t i = 0; i < COUPLING_MAX; i++) {
        bool alive;
        FID_TRY (scale_component (&c[i], full[i], &alive, m->err));
        if (alive)
            in->alive[in->alive_n++] = c[i];
    }
    if (in->alive_n < 2)
        fid_resource_refuse (m->res, FID_REASON_UNCOUPLED, 0);
    return 0;
}

static void close_coupling (void *data)
{
    struct coupling *in = data;
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < COUPLING_MAX; i++)
            free (in->c[i].x[k]);
        free (in->x[k]);
    }
}

/* Components side by side, sample-major, over the time all of them cover. */
static int coupled_series (struct fid_measuring *m, struct fid_signals *s)
{
    struct coupling *in = m->in;
    for (int k = 0; k < 2; k++) {
        size_t n = SIZE_MAX, dim = in->alive_n;
        for (size_t i = 0; i < dim; i++)
            n = in->alive[i].n[k] < n ? in->alive[i].n[k] : n;
        double *x = in->x[k] = malloc ((n * dim + 1) * sizeof *x);
        if (!x)
            return fid_error_nomem (m->err);
        for (size_t t = 0; t < n; t++)
            for (size_t i = 0; i < dim; i++)
                x[t * dim + i] = in->alive[i].x[k][t];
        s->side[k] = (struct fid_signal){.x = x, .n = n, .dim = dim, .dt_s = 1};
    }
    s->opts = (struct fid_metric_opts){.band_s = fid_pair_band (m->pair, (double)s->side[0].n),
                                       .penalty = m->pair->penalty};
    return 0;
}

static const struct fid_planned coupling_measures[] = {
    FID_PLANNED (COUPLING, coupling, COUPLING_GAP, coupled_series),
};

FID_PLAN (COUPLING, open_coupling, close_coupling, struct coupling, coupling_measures,
          .windows = 1u << FID_WINDOW_JOB | 1u << FID_WINDOW_WHOLE | 1u << FID_WINDOW_TRAINING)
