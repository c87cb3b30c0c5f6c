/* measures_access.c - where reads fall, and how many at a time: locality and concurrency
 *
 * From the counts of struct fid_access (timeline/run.h).  Distances are W1 in octaves: of
 * 1 + |jump| in bytes, a sequential operation counting as 1; of how many other files are used
 * before a file is used again; of bytes and reads of a file, where a file counts by its bytes
 * or reads, so that small ones beside the data do not; of processes that read in a second. */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "compare/measures.h"

/* With fewer, chance decides: of 100 jumps the share that is sequential is known to 0.05, and
 * from none to a jump on a disk it is 35 octaves. */
#define JUMPS_MIN 100
#define REUSE_MIN 10

/* Values with weights of both sides, for one measure at a time. */
struct sides {
    double *x[2], *w[2]; /* owned */
    size_t n[2];
    double count[2]; /* sums of weights */
};

struct access {
    unsigned parts[2]; /* of the window, bits of enum fid_part */
    struct sides values;
    double length_s[2]; /* of the window */
};

static const struct fid_run *
run_of (const struct fid_measuring *m, int side)
{
    return side ? m->pair->emu : m->pair->real;
}

/* Sums of a stream over the parts of the window. */
struct sums {
    double op_n, busy_s, jump_n, sequential_n;
};

static struct sums
sums_of (const struct fid_measuring *m, int side, enum fid_stream_id id)
{
    const struct access *in = m->in;
    struct sums s = {0};
    for (int p = 0; p < FID_PART_N; p++) {
        const struct fid_tally *t = &run_of (m, side)->stream[id].part[p];
        if (!(in->parts[side] >> p & 1))
            continue;
        s.op_n += (double)t->op_n;
        s.busy_s += (double)t->busy_ns / 1e9;
        s.jump_n += (double)t->access.jump_n;
        s.sequential_n += (double)t->access.sequential_n;
    }
    return s;
}

static void
clear (struct sides *v)
{
    for (int k = 0; k < 2; k++) {
        free (v->x[k]);
        free (v->w[k]);
    }
    *v = (struct sides){0};
}

static int
open_access (struct fid_measuring *m)
{
    const struct fid_stream *a = &m->pair->real->stream[FID_STREAM_DATA_READ];
    const struct fid_stream *b = &m->pair->emu->stream[FID_STREAM_DATA_READ];
    if (!a->traced || !b->traced) {
        fid_resource_refuse (m->res, FID_REASON_DATA_NOT_TRACED,
                             fid_sides (!a->traced, !b->traced));
        return 0;
    }
    if (fid_measuring_incomplete (m, FID_STREAM_DATA_READ))
        return 0;
    struct access *in = m->in = calloc (1, sizeof *in);
    if (!in)
        return fid_error_nomem (m->err);
    for (int k = 0; k < 2; k++) {
        struct fid_intervals iv;
        const struct fid_run *run = run_of (m, k);
        bool phase = m->res->window != FID_WINDOW_JOB && m->res->window != FID_WINDOW_WHOLE;
        in->parts[k] = run->phases.known ? fid_windows[m->res->window].parts
                       : phase           ? 0
                                         : (1u << FID_PART_N) - 1;
        if (fid_window_cut (run, m->res->window, false, &iv, m->err))
            return -1;
        in->length_s[k] = iv.length_s;
        fid_intervals_clear (&iv);
    }
    bool reads[2];
    for (int k = 0; k < 2; k++)
        reads[k] = sums_of (m, k, FID_STREAM_DATA_READ).op_n > 0;
    if (!reads[0] && !reads[1])
        m->res->status = FID_STATUS_IDLE;
    else if (!reads[0] || !reads[1]) /* what is not there has no place */
        fid_resource_refuse (m->res, FID_REASON_ONE_SIDED, fid_sides (reads[0], reads[1]));
    return 0;
}

static void
close_access (struct fid_measuring *m)
{
    struct access *in = m->in;
    if (!in)
        return;
    clear (&in->values);
    free (in);
}

/* Values of a sketch of a stream, merged over parts, each (x + add) / unit, and `extra` times
 * the value 1. */
static int
fill (struct fid_measuring *m, int side, enum fid_stream_id id, size_t member, double add,
      double unit, double extra)
{
    struct access *in = m->in;
    struct fid_sketch all = {0};
    int rc = 0;
    for (int p = 0; p < FID_PART_N && !rc; p++) {
        const char *access = (const char *)&run_of (m, side)->stream[id].part[p].access;
        if (in->parts[side] >> p & 1)
            rc = fid_sketch_merge (&all, (const struct fid_sketch *)(access + member), m->err);
    }
    double *x = malloc ((all.n + 1) * sizeof *x), *w = malloc ((all.n + 1) * sizeof *w);
    free (in->values.x[side]);
    free (in->values.w[side]);
    in->values.x[side] = x;
    in->values.w[side] = w;
    if (!rc && (!x || !w))
        rc = fid_error_nomem (m->err);
    if (!rc) {
        size_t n = fid_sketch_export (&all, x, w);
        for (size_t i = 0; i < n; i++)
            x[i] = (x[i] + add) / unit;
        if (extra > 0) {
            x[n] = 1;
            w[n++] = extra;
        }
        in->values.n[side] = n;
        in->values.count[side] = (double)all.total + extra;
    }
    fid_sketch_clear (&all);
    return rc;
}

/* Sets the signals; with no values on a side, or fewer than `least`, the measure is missed. */
static void
give (struct fid_measuring *m, struct fid_signals *s, enum fid_reason_code without,
      double least)
{
    const struct sides *v = &((struct access *)m->in)->values;
    s->a = (struct fid_signal){.x = v->x[0], .w = v->w[0], .n = v->n[0]};
    s->b = (struct fid_signal){.x = v->x[1], .w = v->w[1], .n = v->n[1]};
    bool none[2] = {!(v->count[0] > 0), !(v->count[1] > 0)};
    if (none[0] && none[1])
        s->skip = true;
    else if (none[0] || none[1])
        s->miss = (struct fid_reason){.code = without, .sides = fid_sides (none[0], none[1])};
    else if (v->count[0] < least || v->count[1] < least)
        s->miss = (struct fid_reason){.code = FID_REASON_TOO_FEW_VALUES,
                                      .number = {v->count[0], v->count[1]}};
}

static enum fid_stream_id
stream_of (const struct fid_measuring *m)
{
    return m->what->quantity == FID_QUANTITY_BLOCK_JUMP   ? FID_STREAM_BLOCK_READ
           : m->what->quantity == FID_QUANTITY_OPEN_FILES ? FID_STREAM_DATA_OPEN
                                                          : FID_STREAM_DATA_READ;
}

static int
jumps (struct fid_measuring *m, struct fid_signals *s)
{
    enum fid_stream_id id = stream_of (m);
    double share[2];
    s->skip = run_of (m, 0)->stream[id].incomplete || run_of (m, 1)->stream[id].incomplete;
    for (int k = 0; k < 2 && !s->skip; k++) {
        struct sums sum = sums_of (m, k, id);
        if (fill (m, k, id, offsetof (struct fid_access, jump), 1, 1, sum.sequential_n))
            return -1;
        share[k] = sum.jump_n > 0 ? sum.sequential_n / sum.jump_n : 0;
    }
    if (s->skip)
        return 0;
    give (m, s, FID_REASON_NO_OFFSETS, id == FID_STREAM_BLOCK_READ ? JUMPS_MIN : 1);
    fid_signals_detail (s, "real_sequential", share[0]);
    fid_signals_detail (s, "emulation_sequential", share[1]);
    return 0;
}

static int
sequential (struct fid_measuring *m, struct fid_signals *s)
{
    struct sums a = sums_of (m, 0, FID_STREAM_DATA_READ),
                b = sums_of (m, 1, FID_STREAM_DATA_READ);
    bool none[2] = {!(a.jump_n > 0), !(b.jump_n > 0)};
    s->skip = none[0] && none[1];
    if (none[0] != none[1])
        s->miss = (struct fid_reason){.code = FID_REASON_NO_OFFSETS,
                                      .sides = fid_sides (none[0], none[1])};
    return fid_signals_total (s, none[0] ? 0 : a.sequential_n / a.jump_n,
                              none[1] ? 0 : b.sequential_n / b.jump_n);
}

/* The mean of one side's values as a detail, besides the quantiles that the metric gives. */
static void
means (struct fid_measuring *m, struct fid_signals *s)
{
    const struct sides *v = &((struct access *)m->in)->values;
    static const char *const name[] = {"real_mean", "emulation_mean"};
    for (int k = 0; k < 2; k++) {
        double sum = 0;
        for (size_t i = 0; i < v->n[k]; i++)
            sum += v->x[k][i] * v->w[k][i];
        if (v->count[k] > 0)
            fid_signals_detail (s, name[k], sum / v->count[k]);
    }
}

static int
counts (struct fid_measuring *m, struct fid_signals *s)
{
    enum fid_stream_id id = stream_of (m);
    size_t member;
    enum fid_reason_code without = FID_REASON_NO_FILES;
    bool amount = false, by_value = false;
    switch (m->what->quantity) {
    case FID_QUANTITY_REUSE:
        member = offsetof (struct fid_access, reuse);
        without = FID_REASON_NO_REUSE;
        break;
    case FID_QUANTITY_FILE_BYTES:
        member = offsetof (struct fid_access, file_bytes);
        amount = by_value = true;
        break;
    case FID_QUANTITY_FILE_READS:
        member = offsetof (struct fid_access, file_reads);
        by_value = true;
        break;
    case FID_QUANTITY_READERS:
        member = offsetof (struct fid_access, readers);
        without = FID_REASON_NO_PROCESSES;
        break;
    default:
        member = offsetof (struct fid_access, open_files);
        break;
    }
    for (int k = 0; k < 2; k++)
        if (fill (m, k, id, member, 0, amount ? fid_pair_units (m->pair, k) : 1, 0))
            return -1;
    give (m, s, without, m->what->quantity == FID_QUANTITY_REUSE ? REUSE_MIN : 1);
    means (m, s);
    struct sides *v = &((struct access *)m->in)->values;
    for (int k = 0; k < 2 && by_value; k++)
        for (size_t i = 0; i < v->n[k]; i++)
            v->w[k][i] *= v->x[k][i];
    return 0;
}

/* Block reads under way at a time, on average: the sum of their times over the window's length
 * (Little 1961, doi:10.1287/opre.9.3.383). */
static int
outstanding (struct fid_measuring *m, struct fid_signals *s)
{
    const struct access *in = m->in;
    double x[2];
    for (int k = 0; k < 2; k++)
        x[k] = in->length_s[k] > 0
                   ? sums_of (m, k, FID_STREAM_BLOCK_READ).busy_s / in->length_s[k]
                   : 0;
    s->skip = !(x[0] > 0) || !(x[1] > 0);
    fid_signals_detail (s, "real_mean", x[0]);
    fid_signals_detail (s, "emulation_mean", x[1]);
    return fid_signals_total (s, x[0], x[1]);
}

static const struct fid_planned locality_measures[] = {
    FID_PLANNED (MARGINAL, w1_log2, JUMP, jumps, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, difference, SEQUENTIAL, sequential, .when = 0),
    FID_PLANNED (MARGINAL, w1_log2, BLOCK_JUMP, jumps, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, w1_log2, REUSE, counts, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, w1_log2, FILE_BYTES, counts, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, w1_log2, FILE_READS, counts, .opts = {.scale = 1}),
};

static const struct fid_planned concurrency_measures[] = {
    FID_PLANNED (MARGINAL, w1_log2, READERS, counts, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, w1_log2, OPEN_FILES, counts, .opts = {.scale = 1}),
    FID_PLANNED (MARGINAL, w1_log2, OUTSTANDING, outstanding, .opts = {.scale = 1}),
};

#define WINDOWS                                                                                \
    (1u << FID_WINDOW_JOB | 1u << FID_WINDOW_WHOLE | 1u << FID_WINDOW_TRAINING |               \
     1u << FID_WINDOW_EVAL)

const struct fid_plan fid_plan_LOCALITY = {
    .open = open_access,
    .close = close_access,
    .windows = WINDOWS,
    .measure = locality_measures,
    .measure_n = sizeof locality_measures / sizeof *locality_measures,
};

const struct fid_plan fid_plan_CONCURRENCY = {
    .open = open_access,
    .close = close_access,
    .windows = WINDOWS,
    .measure = concurrency_measures,
    .measure_n = sizeof concurrency_measures / sizeof *concurrency_measures,
};
