/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measures_events.c - event streams: how much and when, where reads fall, how many at a time */
#include "compare/measures.h"
#include "run/run.h"
#include "run/reads.h"

/* `period`, too, believes in a period only if it occurs four times. */
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
    double op_n[2];
    bool idle = true;
    for (int k = 0; k < 2; k++) {
        const struct fid_stream_sums *sum = &in->side[k].sum;
        FID_TRY (fid_extract_stream (m->run[k], id, res->window, dt_ns,
                                     m->pair->units.until_ns[k], &in->side[k], m->err));
        res->bytes[k] = in->side[k].sized ? sum->byte_n : 0;
        res->busy_s[k] = sum->busy_s;
        op_n[k] = sum->op_n;
        idle = idle && sum->op_n < IDLE_OPS && sum->byte_n < IDLE_BYTES;
    }
    if (idle) {
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
        FID_TRY (length_s < 0);
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

/* weighed: values count by their sum, not by their number, since thousands of tiny calls beside a
 * few large ones must not decide. */
static void set_values (struct fid_signals *s, int k, struct fid_values *v, bool weighed)
{
    for (size_t i = 0; weighed && i < v->n; i++)
        v->w[i] *= v->x[i];
    s->side[k] = (struct fid_signal){.x = v->x, .w = v->w, .n = v->n};
    if (v->total < 2)
        s->miss.code = FID_REASON_FEW_VALUES;
}

static int give_sizes (struct fid_measuring *m, struct fid_signals *s)
{
    struct streams *in = m->in;
    if (miss_sizes (m, s))
        return 0;
    s->skip = m->res->one_sided; /* an idle run has no sizes */
    for (int k = 0; k < 2 && !s->skip; k++)
        set_values (s, k, &in->side[k].size, true);
    return 0;
}

static int give_latencies (struct fid_measuring *m, struct fid_signals *s)
{
    struct streams *in = m->in;
    for (int k = 0; k < 2; k++)
        set_values (s, k, &in->side[k].latency, true);
    return 0;
}

static int give_gaps (struct fid_measuring *m, struct fid_signals *s)
{
    struct streams *in = m->in;
    for (int k = 0; k < 2; k++)
        set_values (s, k, &in->side[k].gap, false);
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

/* --- locality and concurrency, from the counts of struct fid_access (run/run.h)
 *
 * Distances are W1 in octaves: of 1 + |jump| in pages of 4 KiB, a sequential operation counting as
 * 1; of how many other files are used before a file is used again; of bytes and reads of a file,
 * where a file counts by its bytes or reads, so that small ones beside the data do not; of
 * processes that read in a second. */

/* With fewer, chance decides: of 100 jumps the share that is sequential is known to 0.05, and
 * from none to a jump on a disk it is 23 octaves. */
#define JUMPS_MIN 100
#define REUSE_MIN 10

struct access {
    struct fid_values side[2]; /* of one measure at a time */
    double count[2];           /* sums of their weights */
};

static struct fid_stream_sums sums_of (const struct fid_measuring *m, int k,
                                       enum fid_stream_id id)
{
    return fid_extract_sums (m->run[k], id, m->res->window);
}

static int open_access (struct fid_measuring *m)
{
    bool reads[2];
    for (int k = 0; k < 2; k++)
        reads[k] = sums_of (m, k, FID_STREAM_DATA_READ).op_n > 0;
    if (!reads[0] && !reads[1])
        m->res->status = FID_STATUS_IDLE;
    else if (!reads[0] || !reads[1]) /* what is not there has no place */
        fid_resource_refuse (m->res, FID_REASON_ONE_SIDED, fid_sides (reads[0], reads[1]));
    return 0;
}

static void close_access (void *data)
{
    struct access *in = data;
    for (int k = 0; k < 2; k++)
        fid_values_clear (&in->side[k]);
}

/* Takes the values of a sketch of both sides. */
static int take_sketches (struct fid_measuring *m, enum fid_stream_id id, size_t member)
{
    struct access *in = m->in;
    for (int k = 0; k < 2; k++) {
        fid_values_clear (&in->side[k]);
        FID_TRY (fid_extract_values (m->run[k], id, m->res->window,
                                     offsetof (struct fid_tally, access) + member, &in->side[k],
                                     m->err));
        in->count[k] = (double)in->side[k].total;
    }
    return 0;
}

/* Sets the signals; with no values on a side, or fewer than `least`, the measure is missed. */
static void give_signals (struct fid_measuring *m, struct fid_signals *s,
                          enum fid_reason_code without, double least)
{
    const struct access *in = m->in;
    bool none[2];
    for (int k = 0; k < 2; k++) {
        const struct fid_values *v = &in->side[k];
        s->side[k] = (struct fid_signal){.x = v->x, .w = v->w, .n = v->n};
        none[k] = !(in->count[k] > 0);
    }
    if (none[0] && none[1])
        s->skip = true;
    else if (none[0] || none[1])
        s->miss = (struct fid_reason){.code = without, .sides = fid_sides (none[0], none[1])};
    else if (in->count[0] < least || in->count[1] < least)
        s->miss = (struct fid_reason){.code = FID_REASON_TOO_FEW_VALUES,
                                      .number = {in->count[0], in->count[1]}};
}

/* 1 + |jump| / 4 KiB for every jump; a sequential operation counts as 1. */
static int give_jumps (struct fid_measuring *m, struct fid_signals *s)
{
    struct access *in = m->in;
    bool block = m->what->quantity == FID_QUANTITY_BLOCK_JUMP;
    enum fid_stream_id id = block ? FID_STREAM_BLOCK_READ : FID_STREAM_DATA_READ;
    s->skip = m->run[0]->stream[id].incomplete || m->run[1]->stream[id].incomplete;
    if (s->skip)
        return 0;
    FID_TRY (take_sketches (m, id, offsetof (struct fid_access, jump)));
    double share[2];
    for (int k = 0; k < 2; k++) {
        struct fid_stream_sums sum = sums_of (m, k, id);
        struct fid_values *v = &in->side[k];
        for (size_t i = 0; i < v->n; i++)
            v->x[i] = 1 + v->x[i] / FID_NEAR_N;
        if (sum.sequential_n > 0) {
            v->x[v->n] = 1;
            v->w[v->n++] = sum.sequential_n;
            in->count[k] += sum.sequential_n;
        }
        share[k] = sum.jump_n > 0 ? sum.sequential_n / sum.jump_n : 0;
    }
    give_signals (m, s, FID_REASON_NO_OFFSETS, block ? JUMPS_MIN : 1);
    fid_signals_detail (s, "real_sequential", share[0]);
    fid_signals_detail (s, "emulation_sequential", share[1]);
    return 0;
}

static int give_sequential (struct fid_measuring *m, struct fid_signals *s)
{
    struct fid_stream_sums a = sums_of (m, 0, FID_STREAM_DATA_READ),
                           b = sums_of (m, 1, FID_STREAM_DATA_READ);
    bool none[2] = {!(a.jump_n > 0), !(b.jump_n > 0)};
    s->skip = none[0] && none[1];
    if (none[0] != none[1])
        s->miss = (struct fid_reason){.code = FID_REASON_NO_OFFSETS,
                                      .sides = fid_sides (none[0], none[1])};
    return fid_signals_total (s, none[0] ? 0 : a.sequential_n / a.jump_n,
                              none[1] ? 0 : b.sequential_n / b.jump_n);
}

/* Where each quantity is counted. */
struct counted {
    enum fid_quantity_id quantity;
    enum fid_stream_id stream;
    size_t member; /* of struct fid_access */
    enum fid_reason_code without;
    double least;
    bool by_unit;  /* an amount (struct fid_units) */
    bool by_value; /* weighs by its values */
};

#define COUNTED(quantity, stream, member, without, ...)                                        \
    {                                                                                          \
        FID_QUANTITY_##quantity, FID_STREAM_##stream, offsetof (struct fid_access, member),    \
            FID_REASON_##without, __VA_ARGS__                                                  \
    }
static const struct counted counted[] = {
    COUNTED (REUSE, DATA_READ, reuse, NO_REUSE, REUSE_MIN, false, false),
    COUNTED (FILE_BYTES, DATA_READ, file_bytes, NO_FILES, 1, true, true),
    COUNTED (FILE_READS, DATA_READ, file_reads, NO_FILES, 1, false, true),
    COUNTED (FOLDER_FILES, DATA_OPEN, folder_files, NO_FILES, 1, false, true),
    COUNTED (READERS, DATA_READ, readers, NO_PROCESSES, 1, false, false),
    COUNTED (OPEN_FILES, DATA_OPEN, open_files, NO_FILES, 1, false, false),
};

static int give_counts (struct fid_measuring *m, struct fid_signals *s)
{
    static const char *const mean[] = {"real_mean", "emulation_mean"};
    struct access *in = m->in;
    const struct counted *c = counted;
    while (c->quantity != m->what->quantity)
        c++;
    FID_TRY (take_sketches (m, c->stream, c->member));
    give_signals (m, s, c->without, c->least);
    for (int k = 0; k < 2; k++) {
        struct fid_values *v = &in->side[k];
        double unit = c->by_unit ? m->pair->units.n[k] : 1, sum = 0;
        for (size_t i = 0; i < v->n; i++) {
            v->x[i] /= unit;
            sum += v->x[i] * v->w[i];
            v->w[i] *= c->by_value ? v->x[i] : 1;
        }
        if (in->count[k] > 0)
            fid_signals_detail (s, mean[k], sum / in->count[k]);
    }
    return 0;
}

/* Block reads under way at a time, on average: the sum of their times over the window's length
 * (Little 1961, doi:10.1287/opre.9.3.383). */
static int give_outstanding (struct fid_measuring *m, struct fid_signals *s)
{
    double mean[2];
    for (int k = 0; k < 2; k++) {
        double length_s = fid_window_length (m->run[k], m->res->window, m->err);
        FID_TRY (length_s < 0);
        mean[k] = length_s > 0 ? sums_of (m, k, FID_STREAM_BLOCK_READ).busy_s / length_s : 0;
    }
    s->skip = !(mean[0] > 0) || !(mean[1] > 0);
    fid_signals_detail (s, "real_mean", mean[0]);
    fid_signals_detail (s, "emulation_mean", mean[1]);
    return fid_signals_total (s, mean[0], mean[1]);
}

static const struct fid_planned locality_measures[] = {
    FID_PLANNED (MARGINAL, w1_log2, JUMP, give_jumps, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, difference, SEQUENTIAL, give_sequential),
    FID_PLANNED (MARGINAL, w1_log2, BLOCK_JUMP, give_jumps, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, w1_log2, REUSE, give_counts, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, w1_log2, FILE_BYTES, give_counts, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, w1_log2, FILE_READS, give_counts, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, w1_log2, FOLDER_FILES, give_counts, .opts = {.scale = 1}),
};

static const struct fid_planned concurrency_measures[] = {
    FID_PLANNED (MARGINAL, w1_log2, READERS, give_counts, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, w1_log2, OPEN_FILES, give_counts, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, w1_log2, OUTSTANDING, give_outstanding, .opts = {.scale = 1}),
};

#define WINDOWS                                                                                \
    (1u << FID_WINDOW_JOB | 1u << FID_WINDOW_WHOLE | 1u << FID_WINDOW_TRAINING |               \
     1u << FID_WINDOW_EVAL)

FID_PLAN (LOCALITY, open_access, close_access, struct access, locality_measures,
          .needs = FID_NEEDS_DATA | FID_NEEDS_WHOLE_DATA, .windows = WINDOWS)

FID_PLAN (CONCURRENCY, open_access, close_access, struct access, concurrency_measures,
          .needs = FID_NEEDS_DATA | FID_NEEDS_WHOLE_DATA, .windows = WINDOWS)
