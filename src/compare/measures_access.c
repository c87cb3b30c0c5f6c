/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measures_access.c - where reads fall, and how many at a time: locality and concurrency
 *
 * From the counts of struct fid_access (run/run.h).  Distances are W1 in octaves: of
 * 1 + |jump| in pages of 4 KiB, a sequential operation counting as 1; of how many other files are used
 * before a file is used again; of bytes and reads of a file, where a file counts by its bytes
 * or reads, so that small ones beside the data do not; of processes that read in a second. */
#include "compare/measures.h"
#include "run/reads.h"

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
    if (take_sketches (m, id, offsetof (struct fid_access, jump)))
        return -1;
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
    bool by_unit;  /* an amount (units.h) */
    bool by_value; /* weighs by its values */
};

static const struct counted counted[] = {
    {FID_QUANTITY_REUSE, FID_STREAM_DATA_READ, offsetof (struct fid_access, reuse),
     FID_REASON_NO_REUSE, REUSE_MIN, false, false},
    {FID_QUANTITY_FILE_BYTES, FID_STREAM_DATA_READ, offsetof (struct fid_access, file_bytes),
     FID_REASON_NO_FILES, 1, true, true},
    {FID_QUANTITY_FILE_READS, FID_STREAM_DATA_READ, offsetof (struct fid_access, file_reads),
     FID_REASON_NO_FILES, 1, false, true},
    {FID_QUANTITY_FOLDER_FILES, FID_STREAM_DATA_OPEN,
     offsetof (struct fid_access, folder_files), FID_REASON_NO_FILES, 1, false, true},
    {FID_QUANTITY_READERS, FID_STREAM_DATA_READ, offsetof (struct fid_access, readers),
     FID_REASON_NO_PROCESSES, 1, false, false},
    {FID_QUANTITY_OPEN_FILES, FID_STREAM_DATA_OPEN, offsetof (struct fid_access, open_files),
     FID_REASON_NO_FILES, 1, false, false}};

static int give_counts (struct fid_measuring *m, struct fid_signals *s)
{
    static const char *const mean[] = {"real_mean", "emulation_mean"};
    struct access *in = m->in;
    const struct counted *c = counted;
    while (c->quantity != m->what->quantity)
        c++;
    if (take_sketches (m, c->stream, c->member))
        return -1;
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
        if (length_s < 0)
            return -1;
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
