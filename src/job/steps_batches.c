/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps_batches.c - steps of training, by the batches that they take
 *
 * A loader that is ahead has as many batches under way as it is told to.  When a step takes
 * one, a reader that had nothing to do begins the next: its first read marks the step. */
#include "job/timed.h"
#include "metrics/aggregate.h"

#define IDLE_NS    3000000 /* a reader that waits longer, and */
#define IDLE_STEP  0.05    /* this share of a step, and */
#define IDLE_SHARE 0.3     /* this share of the usual, waits to be asked */
#define WAIT_NS    2000000 /* a step that begins so soon after its batch came has waited */
#define GAP_ALIKE  0.5     /* of the usual gap the first one is at least */
#define AGAIN      0.3     /* of a step: batches that begin so close are asked for at once */

/* Batches [first, first + n) of loader processes that begin and end together. */
struct generation {
    size_t first, n, process_n;
    int64_t *begin_ns; /* owned; first reads, ascending */
    double step_ns;    /* median distance of batches */
    size_t ahead;      /* asked for ahead; SIZE_MAX: readers never wait */
    bool first_asks;   /* the reader that the first step asks has waited for it */
};

struct begun {
    int64_t first_ns;
    double idle_ns; /* since the process handed over its last batch */
};

FID_ORDER_BY (by_first, struct begun, FID_RISING (first_ns))

/* The first batch after `first` from which on only other processes than before read. */
static int generation_end (const struct fid_finder *f, size_t first, size_t *end,
                           struct fid_error *err)
{
    const struct fid_batch *b = f->batch[FID_SIDE_TRAIN];
    size_t n = f->batch_n[FID_SIDE_TRAIN];
    FID_SCOPED (fid_index_clear) struct fid_index last = {0};
    size_t *last_of = malloc ((n + 1) * sizeof *last_of), pid_n = 0;
    FID_FREED int64_t *pid = malloc ((n + 1) * sizeof *pid);
    int rc = last_of && pid ? 0 : fid_error_nomem (err);
    for (size_t i = first; i < n && !rc; i++) {
        uint64_t hash = fid_hash_number ((uint64_t)b[i].pid, 0);
        size_t k = pid_n;
        for (size_t at = 0, e; fid_index_next (&last, hash, &at, &e);)
            k = pid[e] == b[i].pid ? e : k;
        if (k == pid_n) {
            rc = fid_index_put (&last, hash, k, err);
            pid[pid_n++] = b[i].pid;
        }
        last_of[k] = i;
    }
    size_t until = first;
    *end = n;
    for (size_t i = first; i < n && !rc; i++) {
        uint64_t hash = fid_hash_number ((uint64_t)b[i].pid, 0);
        if (i > until) {
            *end = i;
            break;
        }
        for (size_t at = 0, e; fid_index_next (&last, hash, &at, &e);)
            if (pid[e] == b[i].pid && last_of[e] > until)
                until = last_of[e];
    }
    free (last_of);
    return rc;
}

/* How long the process of each batch had nothing to do before it. */
static void find_idle (const struct fid_batch *b, size_t n, struct begun *out)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = (struct begun){b[i].first_ns, 0};
        for (size_t k = i; k-- > 0 && i - k < 4096;)
            if (b[k].pid == b[i].pid) {
                out[i].idle_ns = (double)(b[i].first_ns - b[k].done_ns);
                break;
            }
    }
    qsort (out, n, sizeof *out, by_first);
}

static size_t count_processes (const struct fid_batch *b, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        size_t k = 0;
        while (k < i && b[k].pid != b[i].pid)
            k++;
        count += k == i;
        if (i > 4096 && count < 64)
            break; /* all have read by now */
    }
    return count;
}

static int generation_init (struct generation *g, const struct fid_finder *f,
                            struct fid_error *err)
{
    const struct fid_batch *b = f->batch[FID_SIDE_TRAIN] + g->first;
    struct begun *begun = malloc ((g->n + 1) * sizeof *begun);
    double *gap = malloc ((g->n + 1) * sizeof *gap);
    g->begin_ns = malloc ((g->n + 1) * sizeof *g->begin_ns);
    if (!begun || !gap || !g->begin_ns) {
        FID_FREE (begun, gap);
        return fid_error_nomem (err);
    }
    g->process_n = count_processes (b, g->n);
    size_t m = 0, w = g->process_n;
    for (size_t i = 0; i + w < g->n; i++)
        gap[m++] = (double)(b[i + w].done_ns - b[i].done_ns) / (double)w;
    g->step_ns = m          ? fid_median_select (gap, m)
                 : g->n > 1 ? (double)(b[g->n - 1].done_ns - b[0].done_ns) / (double)(g->n - 1)
                            : 0;
    find_idle (b, g->n, begun);
    for (size_t i = 0; i < g->n; i++)
        gap[i] = begun[i].idle_ns;
    double least = fmax (fmax (IDLE_NS, IDLE_STEP * g->step_ns),
                         IDLE_SHARE * fid_median_select (gap, g->n));
    g->ahead = SIZE_MAX;
    for (size_t i = 0; i < g->n; i++) {
        g->begin_ns[i] = begun[i].first_ns;
        if (i && g->ahead == SIZE_MAX && begun[i].idle_ns > least)
            g->ahead = i - 1;
    }
    /* a loader that hands batches over asks for as many of each process: one that was slow with
     * its first may begin the next without a wait */
    if (g->ahead && g->ahead != SIZE_MAX && f->batch_from[FID_SIDE_TRAIN] == FID_BATCH_HANDED)
        g->ahead = (g->ahead < w ? 1 : (g->ahead + w / 2) / w) * w;
    g->first_asks = g->ahead < g->n && begun[g->ahead].idle_ns > IDLE_NS;
    FID_FREE (begun, gap);
    return 0;
}

/* When step j of a generation has its batch and begins to compute. */
static int64_t begin_of_step (const struct generation *g, const struct fid_batch *b, size_t j)
{
    int64_t done_ns = b[j].done_ns;
    if (g->ahead == SIZE_MAX || (!j && !g->first_asks) || j + g->ahead >= g->n)
        return done_ns;
    int64_t asked_ns = g->begin_ns[j + g->ahead];
    return asked_ns > done_ns ? asked_ns : done_ns;
}

/* Ends of the steps from `first` on, now that it is known when each has its batch. */
static void end_steps (const struct fid_finder *f, struct fid_timed_steps *s, size_t first,
                       const struct generation *g, const struct fid_batch *b)
{
    FID_FREED double *length = malloc ((s->n - first + 1) * sizeof *length);
    size_t n = 0, known = s->n - first;
    for (size_t i = first; length && i + 1 < s->n; i++) {
        struct fid_timed_step *p = &s->at[i], *next = p + 1;
        size_t j = i + 1 - first;
        bool waited =
            g->ahead && (g->ahead == SIZE_MAX || next->got_ns - b[j].done_ns < WAIT_NS);
        if (next->span == p->span && !waited)
            length[n++] = (double)((g->ahead ? next->got_ns : g->begin_ns[j]) - p->got_ns);
    }
    double usual = length && n ? fid_median_select (length, n) : 0;
    for (size_t i = 0; i < known; i++) {
        struct fid_timed_step *p = &s->at[first + i], *next = p + 1;
        int64_t span_end = f->span[p->span].end_ns;
        if (i + 1 == known || next->span != p->span) {
            p->end_ns =
                i + 1 == known && usual > 0 && (double)(span_end - p->got_ns) > 2 * usual
                    ? p->got_ns + (int64_t)usual
                    : span_end;
            continue;
        }
        bool waited =
            g->ahead && (g->ahead == SIZE_MAX || next->got_ns - b[i + 1].done_ns < WAIT_NS);
        p->end_ns = g->ahead ? next->got_ns : g->begin_ns[i + 1];
        if (waited && usual > 0 && p->got_ns + (int64_t)usual < p->end_ns)
            p->end_ns = p->got_ns + (int64_t)usual;
    }
    for (size_t i = 0; i < known; i++) {
        struct fid_timed_step *p = &s->at[first + i];
        bool same = i && p[-1].span == p->span;
        p->ask_ns = same ? p[-1].end_ns : f->span[p->span].start_ns;
        p->ask_ns = p->ask_ns < p->got_ns ? p->ask_ns : p->got_ns;
    }
}

/* The last steps of a generation, whose batches were there before: as many as there is time
 * for. */
static int add_tail (struct fid_finder *f, struct fid_timed_steps *s,
                     const struct generation *g, size_t first, struct fid_error *err)
{
    if (g->ahead == SIZE_MAX || !g->ahead || s->n == first)
        return 0;
    struct fid_timed_step last = s->at[s->n - 1];
    double left = (double)(f->span[last.span].end_ns - last.got_ns);
    double more = g->step_ns > 0 ? round (left / g->step_ns) - 1 : 0;
    size_t n = more < 0 ? 0 : more > (double)g->ahead ? g->ahead : (size_t)more;
    if (g->n - (s->n - first) < n)
        n = g->n - (s->n - first);
    double length = n == g->ahead ? left / (double)(n + 1) : g->step_ns;
    length = length > 2 * g->step_ns ? g->step_ns : length;
    for (size_t i = 1; i <= n; i++) {
        struct fid_timed_step p = last;
        p.got_ns = last.got_ns + (int64_t)(length * (double)i);
        p.batch = last.batch + i;
        FID_TRY (fid_add_step (s, p, err));
    }
    return 0;
}

static int place_generation (struct fid_finder *f, const struct generation *g,
                             struct fid_timed_steps *s, struct fid_error *err)
{
    const struct fid_batch *b = f->batch[FID_SIDE_TRAIN] + g->first;
    size_t first = s->n;
    size_t known = g->ahead == SIZE_MAX ? g->n : g->n - (g->ahead < g->n ? g->ahead : g->n);
    for (size_t j = 0; j < known; j++) {
        struct fid_timed_step p = {.got_ns = begin_of_step (g, b, j), .batch = g->first + j};
        p.compute_s = -1;
        p.span = fid_span_at (f, FID_JOB_TRAINING, p.got_ns + (int64_t)(g->step_ns / 4));
        if (p.span == SIZE_MAX)
            return 0;
        FID_TRY (fid_add_step (s, p, err));
    }
    FID_TRY (add_tail (f, s, g, first, err));
    end_steps (f, s, first, g, b);
    return 0;
}

/* Whether the loader starts again with the span that begins near batch i: it asks for several
 * batches at once. */
static bool starts_again (const struct fid_finder *f, size_t i, double step_ns)
{
    const struct fid_batch *b = f->batch[FID_SIDE_TRAIN];
    size_t n = f->batch_n[FID_SIDE_TRAIN];
    for (size_t k = 0; k < f->span_n; k++) {
        int64_t start_ns = f->span[k].start_ns;
        if (f->span[k].kind != FID_JOB_TRAINING || i == 0 || i + 1 >= n ||
            b[i].first_ns < start_ns - (int64_t)(step_ns / 4) ||
            b[i - 1].first_ns >= start_ns - (int64_t)(step_ns / 4))
            continue;
        return (double)(b[i + 1].first_ns - b[i].first_ns) < AGAIN * step_ns;
    }
    return false;
}

/* The generations of the training, in order; out: owned, with their begin_ns. */
static int find_generations (const struct fid_finder *f, struct generation **out, size_t *out_n,
                             struct fid_error *err)
{
    size_t n = f->batch_n[FID_SIDE_TRAIN], end = 0, cap = 0;
    for (size_t first = 0; first < n;) {
        FID_TRY (first >= end && generation_end (f, first, &end, err));
        struct generation g = {.first = first, .n = end - first};
        if (generation_init (&g, f, err)) {
            free (g.begin_ns);
            return -1;
        }
        size_t until = first + 1;
        while (until < end && !starts_again (f, until, g.step_ns))
            until++;
        if (until < end) {
            free (g.begin_ns);
            g = (struct generation){.first = first, .n = until - first};
            if (generation_init (&g, f, err)) {
                free (g.begin_ns);
                return -1;
            }
        }
        if (fid_array_grow (out, &cap, *out_n + 1, sizeof **out, err)) {
            free (g.begin_ns);
            return -1;
        }
        (*out)[(*out_n)++] = g;
        first = until;
    }
    return 0;
}

/* One loader reads for all generations: how far it is ahead, at the lower median of those that
 * show it; SIZE_MAX: none does. */
static int usual_ahead (const struct generation *g, size_t n, size_t *out,
                        struct fid_error *err)
{
    FID_FREED uint64_t *ahead = malloc ((n + 1) * sizeof *ahead);
    size_t m = 0;
    FID_NEED (ahead, err);
    for (size_t i = 0; i < n; i++)
        if (g[i].ahead != SIZE_MAX)
            ahead[m++] = g[i].ahead;
    qsort (ahead, m, sizeof *ahead, fid_order_u64s);
    *out = m ? (size_t)ahead[(m - 1) / 2] : SIZE_MAX;
    return 0;
}

int fid_place_batches (struct fid_finder *f, struct fid_timed_steps *s, struct fid_error *err)
{
    FID_FREED struct generation *g = NULL;
    size_t n = 0, ahead = SIZE_MAX;
    int rc = find_generations (f, &g, &n, err) || usual_ahead (g, n, &ahead, err) ? -1 : 0;
    for (size_t i = 0; i < n; i++) {
        if (ahead != SIZE_MAX && g[i].n > ahead)
            g[i].ahead = ahead;
        rc = rc || place_generation (f, &g[i], s, err) ? -1 : 0;
        free (g[i].begin_ns);
    }
    f->depth[FID_SIDE_TRAIN] = ahead == SIZE_MAX ? -1 : (double)ahead;
    return rc;
}

/* --- steps whose number is known */

static int64_t is_within (const struct fid_job_span *span, int64_t t_ns)
{
    return t_ns < span->start_ns ? span->start_ns : t_ns < span->end_ns ? t_ns : span->end_ns;
}

/* When the batch of a step is there; of several ranks, the last of theirs. */
static int64_t batch_there (const struct fid_finder *f, enum fid_side side,
                            const struct fid_timed_step *p)
{
    const struct fid_job_span *span = &f->span[p->span];
    size_t last = p->batch + f->each[side] - 1, n = f->batch_n[side];
    return p->batch < n ? is_within (span, f->batch[side][last < n ? last : n - 1].done_ns)
                        : span->start_ns;
}

/* Whether the process that computes reads, too, by its steps [0, n): it waits after its first
 * batch as after others, where one that is ahead reads the next at once. */
static bool reads_itself (const struct fid_finder *f, enum fid_side side,
                          const struct fid_timed_step *p, size_t n, double *gap)
{
    size_t gap_n = 0;
    for (size_t i = 0; i + 1 < n; i++) {
        const struct fid_batch *b = &f->batch[side][p[i].batch];
        if (p[i + 1].batch >= f->batch_n[side] || p[i + 1].batch != p[i].batch + 1 ||
            b[1].pid != b->pid || b[1].first_ns < b->done_ns)
            return false;
        gap[gap_n++] = (double)(b[1].first_ns - b->done_ns);
    }
    double first = gap_n ? gap[0] : 0;
    return gap_n > 1 && first > GAP_ALIKE * fid_median_select (gap, gap_n);
}

/* Steps [0, n) of a part, whose process reads a batch, computes, and reads the next. */
static void time_in_turns (const struct fid_finder *f, enum fid_side side,
                           struct fid_timed_step *p, size_t n)
{
    int64_t t_ns = f->span[p->span].start_ns;
    for (size_t i = 0; i < n; i++) {
        p[i].ask_ns = t_ns;
        p[i].got_ns = batch_there (f, side, &p[i]);
        t_ns = p[i].end_ns =
            i + 1 < n ? is_within (&f->span[p->span], f->batch[side][p[i + 1].batch].first_ns)
                      : f->span[p->span].end_ns;
    }
}

/* Steps [0, n) of a part, whose batches others read: all compute so long that there is time for
 * each and those that follow between its batch and the end. */
static void time_alike (const struct fid_finder *f, enum fid_side side,
                        struct fid_timed_step *p, size_t n)
{
    int64_t t_ns = f->span[p->span].start_ns, end_ns = f->span[p->span].end_ns;
    double compute_ns = (double)(end_ns - t_ns) / (double)n;
    for (size_t i = 0; i < n; i++)
        compute_ns = fmin (compute_ns,
                           (double)(end_ns - batch_there (f, side, &p[i])) / (double)(n - i));
    for (size_t i = 0; i < n; i++) {
        int64_t done_ns = batch_there (f, side, &p[i]);
        p[i].ask_ns = t_ns;
        p[i].got_ns = done_ns > t_ns ? done_ns : t_ns;
        p[i].end_ns = t_ns = p[i].got_ns + (int64_t)compute_ns;
    }
}

int fid_time_by_batches (const struct fid_finder *f, enum fid_side side,
                         struct fid_timed_steps *s, struct fid_error *err)
{
    FID_FREED double *gap = malloc ((s->n + 1) * sizeof *gap);
    bool itself = f->batch_from[side] == FID_BATCH_READ && f->each[side] == 1;
    FID_NEED (gap, err);
    for (size_t first = 0, n; first < s->n; first += n) {
        struct fid_timed_step *p = &s->at[first];
        for (n = 1; first + n < s->n && p[n].span == p->span;)
            n++;
        if (!first)
            itself = itself && reads_itself (f, side, p, n, gap);
        if (p->span == SIZE_MAX || f->span[p->span].known.from != FID_JOB_LOG)
            continue; /* a part that traces show ends with its last read */
        if (itself)
            time_in_turns (f, side, p, n);
        else
            time_alike (f, side, p, n);
    }
    return 0;
}
