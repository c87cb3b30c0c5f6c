/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measures_stream.c - event streams: block and VFS reads, writes, opens */
#include "compare/measures.h"
#include "compare/shape.h"
#include "run/busiest.h"

/* A period of which there are four is the least that `period` believes, too. */
#define RHYTHM_ACTIVE_MIN 4

/* Below both a stream is idle: fewer operations have no distribution, and a
 * stray open or a few log lines must not stand for a whole resource. */
#define IDLE_OPS   10
#define IDLE_BYTES 1048576

struct streams {
    enum fid_stream_id id;
    struct fid_stream_extract side[2];
    bool sized; /* sizes are known on both sides */
    struct fid_shape shape, rhythm;
    struct fid_busiest busiest[2];
    bool has_rhythm;
    struct fid_reason no_rhythm; /* code 0: there is one */
};

static bool is_idle (const struct fid_stream_extract *v)
{
    return v->sum.op_n < IDLE_OPS && v->sum.byte_n < IDLE_BYTES;
}

/* Whether a trace has events, but none with a place on the axis. */
static bool is_unplaced (const struct fid_stream *s)
{
    return s->unplaced_n && s->first_ns > s->last_ns;
}

static int open_streams (struct fid_measuring *m)
{
    struct streams *in = m->in;
    struct fid_resource_result *res = m->res;
    enum fid_stream_id id = in->id = (enum fid_stream_id)res->info->index;
    const struct fid_stream *ra = &m->run[0]->stream[id], *rb = &m->run[1]->stream[id];
    if (!ra->traced || !rb->traced) {
        fid_resource_refuse (res, FID_REASON_NOT_TRACED, fid_sides (!ra->traced, !rb->traced));
        return 0;
    }
    if (is_unplaced (ra) || is_unplaced (rb)) {
        fid_resource_refuse (res, FID_REASON_NOT_PLACED,
                             is_unplaced (ra) ? FID_SIDE_REAL : FID_SIDE_EMULATION);
        return 0;
    }
    if (fid_measuring_incomplete (m, id))
        return 0;
    int64_t dt_ns = fid_extract_dt (m->run[0], m->run[1], id, 0); /* as fine as it is */
    for (int k = 0; k < 2; k++) {
        FID_TRY (fid_pair_stream (m->pair, k, id, res->window, dt_ns, &in->side[k], m->err));
        res->bytes[k] = in->side[k].sized ? in->side[k].sum.byte_n : 0;
        res->busy_s[k] = in->side[k].sum.busy_s;
    }
    double op_n[2] = {in->side[0].sum.op_n, in->side[1].sum.op_n};
    if (is_idle (&in->side[0]) && is_idle (&in->side[1])) {
        res->status = FID_STATUS_IDLE;
        if (op_n[0] > 0 || op_n[1] > 0)
            res->reason = (struct fid_reason){.code = FID_REASON_FEW_OPERATIONS,
                                              .number = {op_n[0], op_n[1]}};
        return 0;
    }
    /* opens have no sizes; elsewhere a profile asks for bytes, which may be missing */
    bool sizes = id != FID_STREAM_DATA_OPEN;
    in->sized = sizes && (ra->sized || rb->sized) && in->side[0].sized && in->side[1].sized;
    m->holds |=
        (sizes ? FID_WHEN_SIZE_TRACED : 0) | (ra->timed && rb->timed ? FID_WHEN_TIMED : 0);
    if (fid_busiest_of_stream (m->run[0], id, &in->busiest[0]) &&
        fid_busiest_of_stream (m->run[1], id, &in->busiest[1]))
        m->holds |= FID_WHEN_HOSTS;
    fid_measuring_active (m, op_n[0] > 0, op_n[1] > 0);
    return 0;
}

static void close_streams (void *data)
{
    struct streams *in = data;
    for (int k = 0; k < 2; k++)
        fid_stream_extract_clear (&in->side[k]);
    fid_shape_clear (&in->shape);
    fid_shape_clear (&in->rhythm);
}

static int give_ops (struct fid_measuring *m, struct fid_signals *s)
{
    const struct streams *in = m->in;
    return fid_signals_amount (m, s, in->side[0].sum.op_n, in->side[1].sum.op_n);
}

/* Over the time of the window. */
static int ops_per_s (struct fid_measuring *m, struct fid_signals *s)
{
    const struct streams *in = m->in;
    double rate[2];
    for (int k = 0; k < 2; k++) {
        double length_s = fid_window_length (m->run[k], m->res->window, m->err);
        if (length_s < 0)
            return -1;
        s->skip |= !(length_s > 0);
        rate[k] = length_s > 0 ? in->side[k].sum.op_n / length_s : 0;
    }
    return fid_signals_total (s, rate[0], rate[1]);
}

/* Whether sizes are missing on a side; absent is not zero. */
static bool miss_sizes (const struct fid_measuring *m, struct fid_signals *s)
{
    const struct streams *in = m->in;
    if (!in->sized)
        s->miss = (struct fid_reason){.code = FID_REASON_NO_SIZES,
                                      .sides = fid_sides (!m->run[0]->stream[in->id].sized,
                                                          !m->run[1]->stream[in->id].sized)};
    return !in->sized;
}

static int give_bytes (struct fid_measuring *m, struct fid_signals *s)
{
    const struct streams *in = m->in;
    return miss_sizes (m, s)
               ? 0
               : fid_signals_amount (m, s, in->side[0].sum.byte_n, in->side[1].sum.byte_n);
}

static void set_values (struct fid_signals *s, int k, const struct fid_values *v)
{
    s->side[k] = (struct fid_signal){.x = v->x, .w = v->w, .n = v->n};
    if (v->total < 2)
        s->miss.code = FID_REASON_FEW_VALUES;
}

/* The same where values weigh by their sum, not by their number: thousands of tiny calls beside
 * a few large ones must not decide. */
static void set_weighed (struct fid_signals *s, int k, struct fid_values *v)
{
    for (size_t i = 0; i < v->n; i++)
        v->w[i] *= v->x[i];
    set_values (s, k, v);
}

static int give_sizes (struct fid_measuring *m, struct fid_signals *s)
{
    struct streams *in = m->in;
    if (miss_sizes (m, s))
        return 0;
    s->skip = m->res->one_sided; /* an idle run has no sizes */
    for (int k = 0; k < 2 && !s->skip; k++)
        set_weighed (s, k, &in->side[k].size);
    return 0;
}

static int give_latencies (struct fid_measuring *m, struct fid_signals *s)
{
    struct streams *in = m->in;
    for (int k = 0; k < 2; k++)
        set_weighed (s, k, &in->side[k].latency);
    return 0;
}

static int give_gaps (struct fid_measuring *m, struct fid_signals *s)
{
    const struct streams *in = m->in;
    for (int k = 0; k < 2; k++)
        set_values (s, k, &in->side[k].gap);
    return 0;
}

static int give_mass (struct fid_measuring *m, struct fid_signals *s)
{
    const struct streams *in = m->in;
    for (int k = 0; k < 2; k++) {
        const struct fid_stream_extract *v = &in->side[k];
        s->side[k] =
            (struct fid_signal){.x = in->sized ? v->byte : v->op, .n = v->n, .dt_s = v->dt_s};
    }
    return 0;
}

static void put_series (struct fid_signals *s, const struct fid_shape *shape)
{
    for (int k = 0; k < 2; k++)
        s->side[k] = (struct fid_signal){
            .x = shape->x[k], .n = shape->n[k], .dim = shape->dim, .dt_s = shape->dt_s};
}

static int give_shape (struct fid_measuring *m, struct fid_signals *s)
{
    struct streams *in = m->in;
    FID_TRY (
        fid_shape_stream (m->pair, in->id, m->res->window, m->pair->dt_s, &in->shape, m->err));
    put_series (s, &in->shape);
    s->opts = in->shape.opts;
    if (s->side[0].n < 4 || s->side[1].n < 4 || !(s->opts.scale > 0))
        s->miss.code = FID_REASON_FEW_BINS;
    return 0;
}

/* Bins in which something happens, in the first place of each. */
static size_t active_n (const double *x, size_t n, size_t dim)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        k += x[i * dim] > 0;
    return k;
}

/* It takes RHYTHM_ACTIVE_MIN moments on both sides: of a single burst the spectrum is whatever
 * the window function leaves of it (repeats of a run that opens its files once were 5.8 octaves
 * apart). */
static int give_rhythm (struct fid_measuring *m, struct fid_signals *s)
{
    struct streams *in = m->in;
    const struct fid_shape *r = &in->rhythm;
    if (!in->has_rhythm) { /* for two measures */
        FID_TRY (fid_shape_rhythm (m->pair, in->id, &in->rhythm, m->err));
        in->has_rhythm = true;
        if (!fid_pair_sees_steps (m->pair, r->dt_s))
            in->no_rhythm.code = FID_REASON_LONG_BINS;
        else if (active_n (r->x[0], r->n[0], r->dim) < RHYTHM_ACTIVE_MIN ||
                 active_n (r->x[1], r->n[1], r->dim) < RHYTHM_ACTIVE_MIN)
            in->no_rhythm.code = FID_REASON_FEW_MOMENTS;
    }
    s->miss = in->no_rhythm;
    put_series (s, r);
    return 0;
}

static int give_busiest (struct fid_measuring *m, struct fid_signals *s)
{
    const struct streams *in = m->in;
    return fid_signals_total (s, in->busiest[0].times, in->busiest[1].times);
}

static const struct fid_planned stream_measures[] = {
    /* one operation, one block are the least there can be of it */
    FID_PLANNED (VOLUME, ratio, OPS, give_ops, .opts = {.floor = 1}, .one_sided = true),
    FID_PLANNED (VOLUME, ratio, OPS_PER_S, ops_per_s, .opts = {.floor = 1e-3},
                 .index = 1u << FID_STREAM_DATA_OPEN, .one_sided = true),
    FID_PLANNED (VOLUME, ratio, BYTES, give_bytes, .opts = {.floor = 512},
                 .when = FID_WHEN_SIZE_TRACED, .one_sided = true),
    FID_PLANNED (VOLUME, ratio, BUSIEST_HOST, give_busiest, .opts = {.floor = 1},
                 .when = FID_WHEN_HOSTS),
    FID_PLANNED (MARGINAL, w1_log2, SIZE, give_sizes, .opts = {.scale = 1},
                 .when = FID_WHEN_SIZE_TRACED, .one_sided = true),
    FID_PLANNED (MARGINAL, w1_log10, LATENCY, give_latencies, .opts = {.scale = 1},
                 .when = FID_WHEN_TIMED),
    FID_PLANNED (MARGINAL, w1_log10, GAP, give_gaps, .opts = {.scale = 1}),
    FID_PLANNED (TIMING, temporal_w1, WHEN, give_mass, .one_sided = true),
    FID_PLANNED (SHAPE, dtw_active, SHAPE, give_shape),
    FID_PLANNED (RHYTHM, spectral_w1, SPECTRUM, give_rhythm, .when = FID_WHEN_LONG),
    FID_PLANNED (RHYTHM, period, PERIOD, give_rhythm, .when = FID_WHEN_LONG),
};

FID_PLAN (STREAM, open_streams, close_streams, struct streams, stream_measures)
