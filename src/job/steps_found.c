/* SPDX-License-Identifier: GPL-3.0-or-later */
/* steps_found.c - steps that the log does not name: by batches, rhythm, or number (finder.h)
 *
 * A loader that is ahead has as many batches under way as it is told to.  When a step takes
 * one, a reader that had nothing to do begins the next: its first read marks the step. */
#include "job/finder.h"
#include "metrics/aggregate.h"

#define IDLE_NS    3000000 /* a reader waits to be asked if it waits longer than this, */
#define IDLE_STEP  0.05    /* than this share of a step, */
#define IDLE_SHARE 0.3     /* and than this share of the usual wait */
#define WAIT_NS    2000000 /* a step that begins sooner after its batch came has waited for it */
#define WAIT_SHARE 0.9     /* of the batches wait, behind those that the loader is ahead, */
#define WAIT_FIRST 5       /* and the first of them all do */
#define GAP_ALIKE  0.5     /* the first gap of a reader is at least this share of the usual */
#define AGAIN      0.3  /* share of a step: batches that begin closer are asked for at once */
#define PIDS_MOST  4096 /* batches within which each process of a loader reads one */

/* --- generations: loader processes that begin and end together */

struct generation {
    size_t first, n;   /* batches [first, first + n) */
    size_t process_n;  /* that read them */
    int64_t *begin_ns; /* owned; first reads, ascending */
    double step_ns;    /* median distance of batches */
    size_t ahead;      /* batches asked for ahead; SIZE_MAX: readers never wait */
    bool first_asks;   /* the reader that the first step asks has waited for it */
    bool unsure;       /* later readers often do not wait */
};

struct generations {
    struct generation *at; /* owned */
    size_t n, cap;
};

struct begun {
    int64_t first_ns;
    double idle_ns; /* since the process handed over its last batch */
};

FID_ORDER_BY (by_first, struct begun, FID_RISING (first_ns))

static void clear_generations (struct generations *g)
{
    for (size_t i = 0; i < g->n; i++)
        free (g->at[i].begin_ns);
    free (g->at);
}

/* Finds the first batch after `first` from which on only other processes than before read. */
static int find_generation_end (const struct fid_finder *f, size_t first, size_t *end,
                                struct fid_error *err)
{
    const struct fid_batch *b = f->batch[FID_SIDE_TRAIN];
    size_t n = f->batch_n[FID_SIDE_TRAIN], pid_n = 0, until = first;
    FID_SCOPED (fid_index_clear) struct fid_index by_pid = {0};
    FID_FREED size_t *last = malloc ((n + 1) * sizeof *last);       /* batch of each process, */
    FID_FREED size_t *process = malloc ((n + 1) * sizeof *process); /* process of each batch */
    FID_NEED (last && process, err);
    for (size_t i = first; i < n; i++) {
        uint64_t hash = fid_hash_number ((uint64_t)b[i].pid, 0);
        process[i] = pid_n;
        for (size_t at = 0, k; fid_index_next (&by_pid, hash, &at, &k);)
            if (b[last[k]].pid == b[i].pid)
                process[i] = k;
        if (process[i] == pid_n)
            FID_TRY (fid_index_put (&by_pid, hash, pid_n++, err));
        last[process[i]] = i;
    }
    for (*end = first; *end < n && *end <= until; ++*end)
        if (last[process[*end]] > until)
            until = last[process[*end]];
    return 0;
}

/* How long the process of each batch had nothing to do before it, in the order of their starts.
 */
static void find_idle (const struct fid_batch *b, size_t n, struct begun *out)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = (struct begun){b[i].first_ns, 0};
        for (size_t k = i; k-- > 0 && i - k < PIDS_MOST;)
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
    for (size_t i = 0; i < n && (i <= PIDS_MOST + 1 || count >= 64); i++) {
        size_t k = 0;
        while (k < i && b[k].pid != b[i].pid)
            k++;
        count += k == i;
    }
    return count;
}

/* Measures the batches [first, first + n) and appends them as a generation. */
static int add_generation (const struct fid_finder *f, struct generations *to, size_t first,
                           size_t n, struct fid_error *err)
{
    const struct fid_batch *b = f->batch[FID_SIDE_TRAIN] + first;
    FID_FREED struct begun *begun = malloc ((n + 1) * sizeof *begun);
    FID_FREED double *gap = malloc ((n + 1) * sizeof *gap);
    FID_TRY (FID_PUSH_TO (to->at, to->n, to->cap, err,
                          (struct generation){.first = first, .n = n, .ahead = SIZE_MAX}));
    struct generation *g = &to->at[to->n - 1];
    g->begin_ns = malloc ((n + 1) * sizeof *g->begin_ns);
    FID_NEED (begun && gap && g->begin_ns, err);
    g->process_n = count_processes (b, n);
    size_t m = 0, w = g->process_n;
    double idle_n = 0;
    for (size_t i = 0; i + w < n; i++)
        gap[m++] = (double)(b[i + w].done_ns - b[i].done_ns) / (double)w;
    if (m)
        g->step_ns = fid_median_select (gap, m);
    else if (n > 1)
        g->step_ns = (double)(b[n - 1].done_ns - b[0].done_ns) / (double)(n - 1);
    find_idle (b, n, begun);
    for (size_t i = 0; i < n; i++)
        gap[i] = begun[i].idle_ns;
    double least =
        fmax (fmax (IDLE_NS, IDLE_STEP * g->step_ns), IDLE_SHARE * fid_median_select (gap, n));
    for (size_t i = 0; i < n; i++) {
        g->begin_ns[i] = begun[i].first_ns;
        if (i && g->ahead == SIZE_MAX && begun[i].idle_ns > least)
            g->ahead = i - 1;
        idle_n += begun[i].idle_ns > least;
    }
    g->unsure = g->ahead != SIZE_MAX && idle_n < WAIT_SHARE * (double)(n - g->ahead - 1);
    for (size_t i = g->ahead; g->ahead != SIZE_MAX && ++i < n && i <= g->ahead + WAIT_FIRST;)
        g->unsure |= begun[i].idle_ns <= least;
    /* a loader that hands batches over asks for as many of each process: one that was slow with
     * its first may begin the next without a wait */
    if (g->ahead && g->ahead != SIZE_MAX && f->batch_from[FID_SIDE_TRAIN] == FID_BATCH_HANDED)
        g->ahead = (g->ahead < w ? 1 : (g->ahead + w / 2) / w) * w;
    g->first_asks = g->ahead < n && begun[g->ahead].idle_ns > IDLE_NS;
    return 0;
}

/* Whether the loader starts again with the span that begins near batch i: it asks for several
 * batches at once. */
static bool starts_again (const struct fid_finder *f, size_t i, double step_ns)
{
    const struct fid_batch *b = f->batch[FID_SIDE_TRAIN];
    if (i == 0 || i + 1 >= f->batch_n[FID_SIDE_TRAIN])
        return false;
    for (size_t k = 0; k < f->span_n; k++) {
        int64_t near_ns = f->span[k].start_ns - (int64_t)(step_ns / 4);
        if (f->span[k].kind == FID_JOB_TRAINING && b[i].first_ns >= near_ns &&
            b[i - 1].first_ns < near_ns)
            return (double)(b[i + 1].first_ns - b[i].first_ns) < AGAIN * step_ns;
    }
    return false;
}

/* The generations of the training, in order. */
static int find_generations (const struct fid_finder *f, struct generations *out,
                             struct fid_error *err)
{
    size_t n = f->batch_n[FID_SIDE_TRAIN], end = 0;
    for (size_t first = 0, until; first < n; first = until) {
        if (first >= end)
            FID_TRY (find_generation_end (f, first, &end, err));
        FID_TRY (add_generation (f, out, first, end - first, err));
        for (until = first + 1;
             until < end && !starts_again (f, until, out->at[out->n - 1].step_ns);)
            until++;
        if (until == end)
            continue;
        free (out->at[--out->n].begin_ns); /* what begins anew is another generation */
        FID_TRY (add_generation (f, out, first, until - first, err));
    }
    return 0;
}

/* --- the steps of a generation */

/* When step j has its batch and begins to compute. */
static int64_t begin_of_step (const struct generation *g, const struct fid_batch *b, size_t j)
{
    int64_t done_ns = b[j].done_ns;
    if (g->ahead == SIZE_MAX || (!j && !g->first_asks) || j + g->ahead >= g->n)
        return done_ns;
    int64_t asked_ns = g->begin_ns[j + g->ahead];
    return asked_ns > done_ns ? asked_ns : done_ns;
}

/* Sets the ends of the steps from `first` on, now that it is known when each has its batch. */
static void end_steps (const struct fid_finder *f, struct fid_timed_steps *s, size_t first,
                       const struct generation *g, const struct fid_batch *b)
{
    size_t n = 0, known = s->n - first;
    FID_FREED double *length = malloc ((known + 1) * sizeof *length);
    FID_FREED bool *waited = calloc (known + 1, sizeof *waited); /* step i + 1 for its batch */
    double usual = 0;
    for (size_t i = 0; length && waited && i + 1 < known; i++) {
        const struct fid_timed_step *p = &s->at[first + i], *next = p + 1;
        waited[i] =
            g->ahead && (g->ahead == SIZE_MAX || next->got_ns - b[i + 1].done_ns < WAIT_NS);
        if (next->span == p->span && !waited[i])
            length[n++] = (double)((g->ahead ? next->got_ns : g->begin_ns[i + 1]) - p->got_ns);
    }
    if (n)
        usual = fid_median_select (length, n);
    for (size_t i = 0; i < known; i++) {
        struct fid_timed_step *p = &s->at[first + i];
        int64_t usual_ns = p->got_ns + (int64_t)usual;
        bool last = i + 1 == known;
        if (last || p[1].span != p->span) {
            p->end_ns = f->span[p->span].end_ns;
            if (last && usual > 0 && (double)(p->end_ns - p->got_ns) > 2 * usual)
                p->end_ns = usual_ns;
            continue;
        }
        p->end_ns = g->ahead ? p[1].got_ns : g->begin_ns[i + 1];
        if (waited && waited[i] && usual > 0 && usual_ns < p->end_ns)
            p->end_ns = usual_ns;
    }
    for (size_t i = 0; i < known; i++) {
        struct fid_timed_step *p = &s->at[first + i];
        bool same = i && p[-1].span == p->span;
        p->ask_ns = same ? p[-1].end_ns : f->span[p->span].start_ns;
        p->ask_ns = p->ask_ns < p->got_ns ? p->ask_ns : p->got_ns;
    }
}

/* Adds the last steps of a generation, whose batches were there before: as many as there is
 * time for.  Where no log says when the job ends, one that has read whole epochs goes on behind
 * its last call until it has taken all. */
static int add_tail (struct fid_finder *f, struct fid_timed_steps *s,
                     const struct generation *g, size_t first, struct fid_error *err)
{
    if (g->ahead == SIZE_MAX || !g->ahead || s->n == first)
        return 0;
    struct fid_timed_step last = s->at[s->n - 1];
    double left = (double)(f->span[last.span].end_ns - last.got_ns);
    double more = g->step_ns > 0 ? round (left / g->step_ns) - 1 : 0;
    size_t n = more < 0 ? 0 : more > (double)g->ahead ? g->ahead : (size_t)more;
    size_t rest_n = g->n - (s->n - first);
    bool all = !f->run->phases.known && f->batch_from[FID_SIDE_TRAIN] == FID_BATCH_READ &&
               f->ev->side[FID_SIDE_TRAIN].whole_pass_n > 0;
    n = all || rest_n < n ? rest_n : n;
    double length = n == g->ahead ? left / (double)(n + 1) : g->step_ns;
    length = all || length > 2 * g->step_ns ? g->step_ns : length;
    int64_t end_ns = last.got_ns + (int64_t)(length * (double)(n + 1));
    if (all && last.span + 1 == f->span_n && end_ns > f->span[last.span].end_ns)
        f->span[last.span].end_ns = end_ns;
    for (size_t i = 1; i <= n; i++) {
        struct fid_timed_step p = last;
        p.got_ns = last.got_ns + (int64_t)(length * (double)i);
        p.batch = last.batch + i;
        FID_TRY (FID_PUSH_TO (s->at, s->n, s->cap, err, p));
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
        struct fid_timed_step p = {
            .got_ns = begin_of_step (g, b, j), .batch = g->first + j, .compute_s = -1};
        p.span = fid_span_at (f, FID_JOB_TRAINING, p.got_ns + (int64_t)(g->step_ns / 4));
        if (p.span == SIZE_MAX)
            return 0;
        FID_TRY (FID_PUSH_TO (s->at, s->n, s->cap, err, p));
    }
    FID_TRY (add_tail (f, s, g, first, err));
    end_steps (f, s, first, g, b);
    return 0;
}

int fid_place_batches (struct fid_finder *f, struct fid_timed_steps *s, struct fid_error *err)
{
    FID_SCOPED (clear_generations) struct generations all = {0};
    FID_TRY (find_generations (f, &all, err));
    FID_FREED uint64_t *ahead = malloc ((all.n + 1) * sizeof *ahead);
    size_t n = 0, agree_n = 0;
    FID_NEED (ahead, err);
    FID_EACH_OF (const struct generation, g, all.at, all.n)
        if (g->ahead != SIZE_MAX)
            ahead[n++] = g->ahead;
    fid_sort_u64s (ahead, n);
    FID_EACH_OF (const struct generation, g, all.at, all.n)
        agree_n += !g->unsure && n && g->ahead == ahead[(n - 1) / 2];
    f->lead_guessed = n && 2 * agree_n <= all.n;
    FID_EACH_OF (struct generation, g, all.at, all.n) {
        /* one loader reads for all generations: the lower median of what they show */
        if (n && g->n > ahead[(n - 1) / 2])
            g->ahead = (size_t)ahead[(n - 1) / 2];
        FID_TRY (place_generation (f, g, s, err));
    }
    return 0;
}

/* --- steps whose number is known */

static int64_t within (const struct fid_job_span *span, int64_t t_ns)
{
    return t_ns < span->start_ns ? span->start_ns : t_ns < span->end_ns ? t_ns : span->end_ns;
}

/* When the batch of a step is there; of several ranks, the last of theirs. */
static int64_t batch_there (const struct fid_finder *f, enum fid_side side,
                            const struct fid_timed_step *p)
{
    const struct fid_job_span *span = &f->span[p->span];
    size_t last = p->batch + f->each[side] - 1, n = f->batch_n[side];
    return p->batch < n ? within (span, f->batch[side][last < n ? last : n - 1].done_ns)
                        : span->start_ns;
}

/* Whether one process reads and computes, by the steps [0, n): it waits after its first batch
 * as long as after the others, where a process that only reads begins the next at once. */
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

/* Times the steps [0, n) of a part.  In turns, the process reads a batch, computes, and reads
 * the next.  Else others read: all steps compute so long that there is time for each and those
 * that follow between its batch and the end. */
static void time_part (const struct fid_finder *f, enum fid_side side, struct fid_timed_step *p,
                       size_t n, bool in_turns)
{
    const struct fid_job_span *span = &f->span[p->span];
    int64_t t_ns = span->start_ns;
    double compute_ns = (double)(span->end_ns - t_ns) / (double)n;
    for (size_t i = 0; i < n && !in_turns; i++)
        compute_ns = fmin (compute_ns, (double)(span->end_ns - batch_there (f, side, &p[i])) /
                                           (double)(n - i));
    for (size_t i = 0; i < n; i++) {
        int64_t there_ns = batch_there (f, side, &p[i]);
        p[i].ask_ns = t_ns;
        p[i].got_ns = in_turns || there_ns > t_ns ? there_ns : t_ns;
        t_ns = !in_turns   ? p[i].got_ns + (int64_t)compute_ns
               : i + 1 < n ? within (span, f->batch[side][p[i + 1].batch].first_ns)
                           : span->end_ns;
        p[i].end_ns = t_ns;
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
        /* a part that traces show ends with its last read */
        if (p->span != SIZE_MAX && f->span[p->span].known.from == FID_JOB_LOG)
            time_part (f, side, p, n, itself);
    }
    return 0;
}

int fid_place_evenly (struct fid_finder *f, size_t span, double n, double busy_ns,
                      struct fid_timed_steps *s, struct fid_error *err)
{
    const struct fid_job_span *p = &f->span[span];
    double length = (double)(p->end_ns - p->start_ns) / fmax (1, n);
    for (size_t i = 0; i < (size_t)n; i++) {
        int64_t at = p->start_ns + (int64_t)(length * (double)i);
        struct fid_timed_step step = {.ask_ns = at,
                                      .got_ns = at + (int64_t)fmin (busy_ns / n, length),
                                      .end_ns = at + (int64_t)length,
                                      .span = span,
                                      .batch = SIZE_MAX,
                                      .compute_s = -1};
        FID_TRY (FID_PUSH_TO (s->at, s->n, s->cap, err, step));
    }
    return 0;
}

/* --- the rhythm of reads */

#define INSIDE   0.05 /* gaps below this share of the longer ones are inside a burst */
#define CLUSTER  1.5  /* gaps of one step differ by less */
#define LEAST_N  4    /* gaps of one step, to believe in them */
#define MOST     6    /* steps of a gap that is counted on */
#define RARE     0.15 /* share of the gaps that are longer than usual */
#define EXPLAINS 0.8  /* of the time between reads */
#define RESIDUE  0.2  /* mean distance from whole steps; 0.25 is that of any numbers */
#define ALIKE    0.2  /* share of its steps by which the first stretch may differ */

/* Mean distance of the gaps from whole numbers of periods; *better becomes the period that the
 * whole numbers make. */
static double residue_of_gaps (const double *gap, size_t n, double period, double *better)
{
    double sum = 0, whole = 0, apart = 0, counted = 0;
    for (size_t i = 0; i < n; i++) {
        double steps = round (gap[i] / period);
        if (steps < 1 || steps > MOST)
            continue;
        sum += gap[i];
        whole += steps;
        apart += fabs (gap[i] / period - steps);
        counted++;
    }
    *better = whole > 0 ? sum / whole : period;
    return counted > 0 ? apart / counted : 1;
}

struct fid_rhythm fid_rhythm_find (double *gap_ns, size_t n)
{
    struct fid_rhythm none = {0}, r;
    if (!n)
        return none;
    qsort (gap_ns, n, sizeof *gap_ns, fid_order_doubles);
    size_t first = 0;
    while (first < n && gap_ns[first] < INSIDE * gap_ns[n * 9 / 10])
        first++;
    double *gap = gap_ns + first;
    n -= first;
    if (n < LEAST_N)
        return none;
    size_t from = n / 10, to = from;
    while (to < n && gap[to] < CLUSTER * gap[n / 10])
        to++;
    if (to - from < LEAST_N || (to - from) * 10 < n)
        return none;
    r.period_ns = gap[from + (to - from) / 2];
    for (int i = 0; i < 3; i++) {
        double better;
        if (residue_of_gaps (gap, n, r.period_ns, &better) > RESIDUE)
            return none;
        r.period_ns = better;
    }
    double all = 0, explained = 0;
    for (size_t i = 0; i < n; i++) {
        all += gap[i];
        explained += round (gap[i] / r.period_ns) <= MOST ? gap[i] : 0;
    }
    if (!(explained > EXPLAINS * all))
        return none;
    size_t rare = (size_t)(RARE * (double)n);
    r.most = fmax (1, round (gap[n - 1 - (rare < n ? rare : n - 1)] / r.period_ns));
    return r;
}

static double steps_of_gap (const struct fid_rhythm *r, int64_t from_ns, int64_t to_ns)
{
    return fmin (round ((double)(to_ns - from_ns) / r->period_ns), r->most);
}

double fid_rhythm_count (const struct fid_rhythm *r, const int64_t *t, size_t n,
                         int64_t start_ns, int64_t end_ns)
{
    double steps = 0;
    int64_t last_ns = start_ns;
    for (size_t i = 0; i < n; i++) {
        double more = steps_of_gap (r, last_ns, t[i]);
        if (t[i] <= last_ns || t[i] >= end_ns || more < 1) /* the burst goes on */
            continue;
        steps += more;
        last_ns = t[i];
    }
    return steps + steps_of_gap (r, last_ns, end_ns);
}

/* Starts and the summed length of the reads of a side in a span. */
static size_t reads_of_span (const struct fid_finder *f, enum fid_side side, size_t span,
                             int64_t *t, double *busy_ns)
{
    const struct fid_data_io *io = &f->ev->io;
    size_t n = 0, i = fid_reads_before (io, f->span[span].start_ns);
    *busy_ns = 0;
    for (; i < io->read_n && fid_start_of (io, io->read[i].row) < f->span[span].end_ns; i++) {
        const struct fid_data_read r = fid_read_of (io, i);
        if (!fid_is_of_side (io, r.file, side) || !r.byte_n)
            continue;
        t[n++] = r.start_ns;
        *busy_ns += r.dur_ns > 0 ? (double)r.dur_ns : 0;
    }
    return n;
}

/* The rhythm of the gaps between the reads of a side in all its spans. */
static int find_rhythm (const struct fid_finder *f, enum fid_side side, int64_t *t,
                        struct fid_rhythm *r, struct fid_error *err)
{
    FID_FREED double *gap = malloc ((f->ev->io.read_n + 1) * sizeof *gap);
    double busy_ns;
    size_t m = 0;
    FID_NEED (gap, err);
    for (size_t i = 0; i < f->span_n; i++) {
        if (f->span[i].kind != fid_kind_of_side (side))
            continue;
        size_t n = reads_of_span (f, side, i, t, &busy_ns);
        for (size_t k = 1; k < n; k++)
            gap[m++] = fmax ((double)(t[k] - t[k - 1]), 1);
    }
    *r = fid_rhythm_find (gap, m);
    return 0;
}

/* Stretches between checkpoints have as many steps each: the first, which begins slowly, gets
 * the number of the others if they agree.  The log's numbers stay. */
static void even_out (const struct fid_finder *f, double *count)
{
    double usual = 0;
    size_t first = SIZE_MAX, n = 0;
    for (size_t i = 0; i < f->span_n; i++) {
        if (!(count[i] > 0))
            continue;
        if (f->span[i].step_n > 0 || (n && fabs (count[i] - usual) > 1))
            return;
        if (first == SIZE_MAX)
            first = i;
        else if (!n++)
            usual = count[i];
    }
    if (n < 2 || fabs (count[first] - usual) > ALIKE * usual)
        return;
    for (size_t i = 0; i < f->span_n; i++)
        count[i] = count[i] > 0 ? usual : 0;
}

/* Bytes a step, of evaluations whose reads have a rhythm; 0: they have none.  What the first
 * step has read before it computes is left out: it fills a buffer. */
static double bytes_of_eval_step (const struct fid_finder *f, const struct fid_rhythm *rhythm,
                                  int64_t *t)
{
    const struct fid_data_io *io = &f->ev->io;
    double steps = 0, bytes = 0, busy_ns;
    for (size_t i = 0; i < f->span_n && rhythm->period_ns > 0; i++) {
        if (f->span[i].kind != FID_JOB_EVALUATION)
            continue;
        size_t n = reads_of_span (f, FID_SIDE_EVAL, i, t, &busy_ns);
        if (n < 2)
            continue;
        steps += fid_rhythm_count (rhythm, t + 1, n - 1, t[0], t[n - 1]);
        bool first = true;
        for (size_t k = fid_reads_before (io, t[0]);
             k < io->read_n && fid_start_of (io, io->read[k].row) < t[n - 1]; k++) {
            if (!fid_is_of_side (io, fid_file_of_read (io, k), FID_SIDE_EVAL))
                continue;
            bytes += first ? 0 : (double)fid_read_of (io, k).byte_n;
            first = false;
        }
    }
    return steps > 0 ? bytes / steps : 0;
}

/* Where training shows no rhythm: it reads as many bytes a step as an evaluation that does. */
static int count_by_bytes (const struct fid_finder *f, double *count, int64_t *t,
                           struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    struct fid_rhythm eval;
    FID_TRY (find_rhythm (f, FID_SIDE_EVAL, t, &eval, err));
    double step_byte_n = bytes_of_eval_step (f, &eval, t);
    bool filled = false;
    for (size_t i = 0; i < f->span_n && step_byte_n > 0; i++) {
        const struct fid_job_span *p = &f->span[i];
        double sum = 0;
        int64_t last_ns = INT64_MIN;
        if (p->kind != FID_JOB_TRAINING || p->step_n > 0)
            continue;
        for (size_t k = fid_reads_before (io, p->start_ns); k < io->read_n; k++) {
            const struct fid_data_read r = fid_read_of (io, k);
            if (r.start_ns >= p->end_ns)
                break;
            if (!fid_is_of_side (io, r.file, FID_SIDE_TRAIN))
                continue;
            filled |=
                last_ns != INT64_MIN && r.start_ns - last_ns > (int64_t)(eval.period_ns / 2);
            sum += filled ? (double)r.byte_n : 0;
            last_ns = r.start_ns;
        }
        count[i] = round (sum / step_byte_n);
    }
    return 0;
}

int fid_place_rhythm (struct fid_finder *f, enum fid_side side, struct fid_timed_steps *s,
                      struct fid_error *err)
{
    FID_FREED int64_t *t = malloc ((f->ev->io.read_n + 1) * sizeof *t);
    FID_FREED double *count = calloc (f->span_n + 1, sizeof *count);
    double busy_ns;
    struct fid_rhythm rhythm;
    FID_NEED (t && count, err);
    FID_TRY (find_rhythm (f, side, t, &rhythm, err));
    for (size_t i = 0; i < f->span_n; i++) {
        const struct fid_job_span *p = &f->span[i];
        if (p->kind != fid_kind_of_side (side))
            continue;
        size_t n = reads_of_span (f, side, i, t, &busy_ns);
        if (p->step_n > 0)
            count[i] = p->step_n;
        else if (rhythm.period_ns > 0 && n)
            count[i] = fid_rhythm_count (&rhythm, t, n, p->start_ns, p->end_ns);
    }
    if (side == FID_SIDE_TRAIN && !(rhythm.period_ns > 0))
        FID_TRY (count_by_bytes (f, count, t, err));
    if (side == FID_SIDE_TRAIN)
        even_out (f, count);
    for (size_t i = 0; i < f->span_n; i++) {
        if (!(count[i] > 0))
            continue;
        reads_of_span (f, side, i, t, &busy_ns);
        FID_TRY (fid_place_evenly (f, i, count[i], busy_ns, s, err));
    }
    return 0;
}
