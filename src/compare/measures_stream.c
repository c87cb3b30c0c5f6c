/* measures_stream.c - event streams: block and VFS reads, writes, opens */
#include "config.h"
#include <stdlib.h>
#include "compare/measures.h"
#include "compare/shape.h"

/* A period of which there are four is the least that `period` believes, too. */
#define RHYTHM_ACTIVE_MIN 4

/* Below both a stream is idle: fewer operations have no distribution, and a
 * stray open or a few log lines must not stand for a whole resource. */
#define IDLE_OPS   10
#define IDLE_BYTES 1048576

struct streams {
    enum fid_stream_id id;
    struct fid_stream_extract a, b;
    struct fid_shape shape, rhythm;
    bool has_rhythm, sizes_weighed[2], latencies_weighed[2];
    struct fid_reason no_rhythm; /* code 0: there is one */
};

static bool
is_idle (const struct fid_stream_extract *v)
{
    return v->op_n < IDLE_OPS && v->byte_n < IDLE_BYTES;
}

/* Whether a trace has events, but none with a place on the axis. */
static bool
is_unplaced (const struct fid_stream *s)
{
    return s->unplaced_n && s->first_ns > s->last_ns;
}

static int
open_streams (struct fid_measuring *m)
{
    const struct fid_pair *pair = m->pair;
    struct fid_resource_result *res = m->res;
    enum fid_stream_id id = (enum fid_stream_id)res->info->index;
    const struct fid_stream *ra = &pair->real->stream[id], *rb = &pair->emu->stream[id];
    unsigned missing = fid_sides (!ra->traced, !rb->traced);
    if (missing) {
        fid_resource_refuse (res, FID_REASON_NOT_TRACED, missing);
        return 0;
    }
    if (is_unplaced (ra) || is_unplaced (rb)) {
        fid_resource_refuse (res, FID_REASON_NOT_PLACED,
                             is_unplaced (ra) ? FID_SIDE_REAL : FID_SIDE_EMULATION);
        return 0;
    }
    if (fid_measuring_incomplete (m, id))
        return 0;
    struct streams *in = m->in = calloc (1, sizeof *in);
    if (!in)
        return fid_error_nomem (m->err);
    in->id = id;
    int64_t dt_ns = fid_extract_dt (pair->real, pair->emu, id, 0); /* as fine as it is */
    if (fid_pair_stream (pair, 0, id, res->window, dt_ns, &in->a, m->err) ||
        fid_pair_stream (pair, 1, id, res->window, dt_ns, &in->b, m->err))
        return -1;
    res->bytes[0] = in->a.sized ? in->a.byte_n : 0;
    res->bytes[1] = in->b.sized ? in->b.byte_n : 0;
    res->busy_s[0] = in->a.busy_s;
    res->busy_s[1] = in->b.busy_s;
    if (is_idle (&in->a) && is_idle (&in->b)) {
        res->status = FID_STATUS_IDLE;
        if (in->a.op_n > 0 || in->b.op_n > 0)
            res->reason = (struct fid_reason){.code = FID_REASON_FEW_OPERATIONS,
                                              .number = {in->a.op_n, in->b.op_n}};
        return 0;
    }
    /* opens have no sizes; elsewhere a profile asks for bytes, which may be missing */
    bool sizes = id != FID_STREAM_DATA_OPEN;
    bool sized = sizes && (ra->sized || rb->sized) && in->a.sized && in->b.sized;
    m->holds |= (sizes ? FID_WHEN_SIZE_TRACED : 0) |
                (sized ? FID_WHEN_SIZED : FID_WHEN_UNSIZED) |
                (ra->timed && rb->timed ? FID_WHEN_TIMED : 0);
    if (!(in->a.op_n > 0 && in->b.op_n > 0)) {
        res->one_sided = true;
        res->reason = (struct fid_reason){.code = FID_REASON_ONE_SIDED,
                                          .sides = fid_sides (in->a.op_n > 0, in->b.op_n > 0)};
    }
    return 0;
}

static void
close_streams (struct fid_measuring *m)
{
    struct streams *in = m->in;
    if (!in)
        return;
    fid_stream_extract_clear (&in->a);
    fid_stream_extract_clear (&in->b);
    fid_shape_clear (&in->shape);
    fid_shape_clear (&in->rhythm);
    free (in);
}

static int
ops (struct fid_measuring *m, struct fid_signals *s)
{
    const struct streams *in = m->in;
    return fid_signals_amount (m, s, in->a.op_n, in->b.op_n);
}

/* Whether sizes are missing on a side; absent is not zero. */
static bool
miss_sizes (const struct fid_measuring *m, struct fid_signals *s)
{
    const struct streams *in = m->in;
    if (m->holds & FID_WHEN_SIZED)
        return false;
    s->miss = (struct fid_reason){.code = FID_REASON_NO_SIZES,
                                  .sides = fid_sides (!m->pair->real->stream[in->id].sized,
                                                      !m->pair->emu->stream[in->id].sized)};
    return true;
}

static int
bytes (struct fid_measuring *m, struct fid_signals *s)
{
    const struct streams *in = m->in;
    return miss_sizes (m, s) ? 0 : fid_signals_amount (m, s, in->a.byte_n, in->b.byte_n);
}

static int
distributions (struct fid_signals *s, const struct fid_values *a, const struct fid_values *b)
{
    if (a->total < 2 || b->total < 2)
        s->miss.code = FID_REASON_FEW_VALUES;
    s->a = (struct fid_signal){.x = a->x, .w = a->w, .n = a->n};
    s->b = (struct fid_signal){.x = b->x, .w = b->w, .n = b->n};
    return 0;
}

/* Values weigh by their sum, not by their number: thousands of tiny calls beside a few large
 * ones must not decide.  Weighs once. */
static void
weigh_by_value (struct fid_values *v, bool *weighed)
{
    for (size_t i = 0; i < v->n && !*weighed; i++)
        v->w[i] *= v->x[i];
    *weighed = true;
}

static int
sizes (struct fid_measuring *m, struct fid_signals *s)
{
    struct streams *in = m->in;
    if (miss_sizes (m, s))
        return 0;
    s->skip = m->res->one_sided; /* an idle run has no sizes */
    for (int i = 0; i < 2; i++)
        weigh_by_value (i ? &in->b.size : &in->a.size, &in->sizes_weighed[i]);
    return s->skip ? 0 : distributions (s, &in->a.size, &in->b.size);
}

static int
latencies (struct fid_measuring *m, struct fid_signals *s)
{
    struct streams *in = m->in;
    for (int i = 0; i < 2; i++)
        weigh_by_value (i ? &in->b.latency : &in->a.latency, &in->latencies_weighed[i]);
    return distributions (s, &in->a.latency, &in->b.latency);
}

static int
gaps (struct fid_measuring *m, struct fid_signals *s)
{
    const struct streams *in = m->in;
    return distributions (s, &in->a.gap, &in->b.gap);
}

static int
mass (struct fid_measuring *m, struct fid_signals *s)
{
    const struct streams *in = m->in;
    bool bytes = m->holds & FID_WHEN_SIZED;
    s->a = (struct fid_signal){
        .x = bytes ? in->a.byte : in->a.op, .n = in->a.n, .dt_s = in->a.dt_s};
    s->b = (struct fid_signal){
        .x = bytes ? in->b.byte : in->b.op, .n = in->b.n, .dt_s = in->b.dt_s};
    return 0;
}

static void
series (struct fid_signals *s, const struct fid_shape *shape)
{
    s->a = (struct fid_signal){
        .x = shape->a, .n = shape->an, .dim = shape->dim, .dt_s = shape->dt_s};
    s->b = (struct fid_signal){
        .x = shape->b, .n = shape->bn, .dim = shape->dim, .dt_s = shape->dt_s};
}

static int
shape (struct fid_measuring *m, struct fid_signals *s)
{
    struct streams *in = m->in;
    if (fid_shape_stream (m->pair, in->id, m->res->window, m->pair->dt_s, &in->shape, m->err))
        return -1;
    series (s, &in->shape);
    s->opts = in->shape.opts;
    if (s->a.n < 4 || s->b.n < 4 || !(s->opts.scale > 0))
        s->miss.code = FID_REASON_FEW_BINS;
    return 0;
}

/* Bins in which something happens, in the first place of each. */
static size_t
active_n (const double *x, size_t n, size_t dim)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        k += x[i * dim] > 0;
    return k;
}

/* Rhythm is that of the training: other phases would leak into every line of
 * the spectrum.  It takes RHYTHM_ACTIVE_MIN moments on both sides: of a single
 * burst the spectrum is whatever the window function leaves of it (repeats of a
 * run that opens its files once were 5.8 octaves apart). */
static int
rhythm (struct fid_measuring *m, struct fid_signals *s)
{
    struct streams *in = m->in;
    const struct fid_shape *r = &in->rhythm;
    if (!in->has_rhythm) { /* for two measures */
        enum fid_window w = m->holds & FID_WHEN_PHASES ? FID_WINDOW_TRAINING : FID_WINDOW_JOB;
        if (fid_shape_rhythm (m->pair, in->id, w, &in->rhythm, m->err))
            return -1;
        in->has_rhythm = true;
        if (!fid_pair_sees_steps (m->pair, r->dt_s))
            in->no_rhythm.code = FID_REASON_LONG_BINS;
        else if (active_n (r->a, r->an, r->dim) < RHYTHM_ACTIVE_MIN ||
                 active_n (r->b, r->bn, r->dim) < RHYTHM_ACTIVE_MIN)
            in->no_rhythm.code = FID_REASON_FEW_MOMENTS;
    }
    s->miss = in->no_rhythm;
    series (s, r);
    return 0;
}

#define TRAINING (FID_WHEN_LONG | FID_WHEN_PHASES)
#define JOB      (FID_WHEN_LONG | FID_WHEN_NO_PHASES)

static const struct fid_planned stream_measures[] = {
    /* one operation, one block are the least there can be of it */
    FID_PLANNED (VOLUME, ratio, OPS, ops, .opts = {.floor = 1}, .one_sided = true),
    FID_PLANNED (VOLUME, ratio, BYTES, bytes, .opts = {.floor = 512},
                 .when = FID_WHEN_SIZE_TRACED, .one_sided = true),
    FID_PLANNED (MARGINAL, w1_log2, SIZE, sizes, .opts = {.scale = 1},
                 .when = FID_WHEN_SIZE_TRACED, .one_sided = true),
    FID_PLANNED (MARGINAL, w1_log10, LATENCY, latencies, .opts = {.scale = 1},
                 .when = FID_WHEN_TIMED),
    FID_PLANNED (MARGINAL, w1_log10, GAP, gaps, .opts = {.scale = 1}),
    FID_PLANNED (TIMING, temporal_w1, WHEN, mass, .when = FID_WHEN_SIZED, .one_sided = true),
    FID_PLANNED (TIMING, temporal_w1, WHEN, mass, .when = FID_WHEN_UNSIZED, .one_sided = true),
    FID_PLANNED (SHAPE, dtw_active, SHAPE, shape),
    FID_PLANNED (RHYTHM, spectral_w1, SPECTRUM, rhythm, .when = TRAINING),
    FID_PLANNED (RHYTHM, period, PERIOD, rhythm, .when = TRAINING),
    FID_PLANNED (RHYTHM, spectral_w1, SPECTRUM, rhythm, .when = JOB),
    FID_PLANNED (RHYTHM, period, PERIOD, rhythm, .when = JOB),
};

const struct fid_plan fid_plan_STREAM = {
    .open = open_streams,
    .close = close_streams,
    .measure = stream_measures,
    .measure_n = sizeof stream_measures / sizeof *stream_measures,
};
