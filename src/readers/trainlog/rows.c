/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.c - see rows.h */
#include "readers/trainlog/loop.h"
#include "readers/trainlog/rows.h"

/* --- attempts */

/* The epoch of each row is its own, or that of the line before which began one; the first is 1. */
static void number_epochs (struct fid_trainlog *g)
{
    int64_t epoch = -1, epochs = -1;
    FID_EACH (struct fid_log_mark, m, g->mark) {
        if (m->kind == FID_LOG_EPOCH) {
            epoch = m->epoch;
            epochs = m->epochs;
        } else if (m->kind == FID_LOG_STEP && m->epoch < 0) {
            m->epoch = epoch;
            m->epochs = epochs;
        }
    }
    bool zero = false;
    epoch = -1;
    for (size_t i = g->mark_n; i-- > 0;) { /* or that of the line behind which ends one */
        struct fid_log_mark *m = &g->mark[i];
        if (m->kind == FID_LOG_EPOCH_END || m->kind == FID_LOG_EPOCH)
            epoch = m->kind == FID_LOG_EPOCH_END ? m->epoch : -1;
        else if (m->kind == FID_LOG_STEP && m->epoch < 0)
            m->epoch = epoch;
    }
    FID_EACH (const struct fid_log_mark, m, g->mark)
        zero |= m->epoch == 0;
    FID_EACH (struct fid_log_mark, m, g->mark)
        m->epoch += zero && m->epoch >= 0;
}

size_t fid_trainlog_number (struct fid_trainlog *g, size_t *line)
{
    int64_t due = 1, place;
    size_t kept = 0, n = g->mark_n;
    for (size_t i = 0; i < n; i++) {
        struct fid_log_mark *m = &g->mark[i];
        bool step = m->kind == FID_LOG_STEP;
        if (step && (unsigned char)m->before > ' ') {
            for (place = 10; place <= due;)
                place *= 10;
            if (m->step % place == due) {
                m->step = due;
            } else if (m->before == '.') {
                *line = kept == i ? m->line : *line;
                continue;
            }
        }
        bool ends = m->kind == FID_LOG_EPOCH_END || m->kind == FID_LOG_EPOCH ||
                    m->at[FID_VALUE_ACCURACY] >= 0;
        due = step ? m->step + 1 : ends ? 1 : due;
        g->mark[kept++] = *m;
    }
    g->mark_n = kept;
    return n - kept;
}

/* Keeps the lines of the lowest rank. */
static void keep_rank (struct fid_trainlog *g)
{
    uint64_t low = UINT64_MAX;
    size_t kept = 0, n = g->mark_n;
    FID_EACH (const struct fid_log_mark, m, g->mark)
        low = m->kind == FID_LOG_STEP && m->rank < low ? m->rank : low;
    for (size_t i = 0; i < n; i++)
        if (g->mark[i].rank == low || low == UINT64_MAX)
            g->mark[kept++] = g->mark[i];
    g->mark_n = kept;
    if (kept < n)
        fid_put_note (g->sink, 0, FID_REMARK_OTHER_RANKS);
}

/* A row that is there twice, as a bar that is drawn again, counts once, where it was first. */
static void drop_repeats (struct fid_trainlog *g)
{
    size_t kept = 0, last[2] = {SIZE_MAX, SIZE_MAX};
    for (size_t i = 0; i < g->mark_n; i++) {
        const struct fid_log_mark m = g->mark[i];
        bool eval = m.kind == FID_LOG_EVAL_STEP;
        if (m.kind == FID_LOG_STEP || m.kind == FID_LOG_EPOCH)
            last[1] = SIZE_MAX;
        if (m.kind == FID_LOG_EPOCH)
            last[0] = SIZE_MAX;
        if (eval || m.kind == FID_LOG_STEP) {
            struct fid_log_mark *b = last[eval] != SIZE_MAX ? &g->mark[last[eval]] : NULL;
            if (b && m.step >= 0 && b->step == m.step && b->epoch == m.epoch &&
                b->total == m.total) {
                if (b->at[FID_VALUE_ELAPSED] < 0 && b->at[FID_VALUE_TIME_MEAN] < 0 &&
                    b->at[FID_VALUE_TIME] < 0) {
                    int64_t t_ns = b->t_ns;
                    *b = m;
                    b->t_ns = t_ns;
                }
                continue;
            }
            last[eval] = kept;
        }
        g->mark[kept++] = m;
    }
    g->mark_n = kept;
}

/* Finds how many steps are from row to row, mostly, and whether they count from 0. */
static int find_rhythm (struct fid_trainlog *g, struct fid_error *err)
{
    FID_FREED uint64_t *by = malloc ((g->mark_n + 1) * sizeof *by);
    size_t n = 0, best_n = 0;
    const struct fid_log_mark *b = NULL;
    bool zero = false, whole = false, before = true;
    FID_NEED (by, err);
    FID_EACH (const struct fid_log_mark, m, g->mark) {
        if (m->kind != FID_LOG_STEP || m->step < 0)
            continue;
        if (b && b->epoch == m->epoch && m->step > b->step)
            by[n++] = (uint64_t)(m->step - b->step);
        zero |= m->step == 0;
        whole |= m->step == m->total;
        b = m;
    }
    fid_sort_u64s (by, n);
    for (size_t i = 0, k; i < n; i = k) {
        for (k = i; k < n && by[k] == by[i];)
            k++;
        if (k - i >= best_n) {
            best_n = k - i;
            g->interval = (int64_t)by[i];
        }
    }
    FID_EACH (const struct fid_log_mark, m,
              g->mark) /* 19, 39, 59: those before are from 0 on */
        before &= m->kind != FID_LOG_STEP || m->step < 0 || g->interval < 2 ||
                  (m->step + 1) % g->interval == 0 || m->step + 1 == m->total;
    g->base = zero || (before && g->interval > 1 && !whole) ? 0 : 1;
    return 0;
}

static int64_t done_of (const struct fid_trainlog *g, const struct fid_log_mark *m)
{
    return m->step < 0 ? -1 : m->step + 1 - g->base;
}

/* Whether the rows of an epoch end as they do where it is whole. */
static bool is_whole (const struct fid_trainlog *g, const struct fid_log_mark *last)
{
    int64_t done = done_of (g, last);
    return last->total > 0 && done >= 0 &&
           (done >= last->total || (g->interval && done + g->interval > last->total));
}

/* Keeps the last attempt that is whole, or else the last one.  Its number says that a step was
 * done before: of an epoch that began before, or of the same one. */
static void keep_attempt (struct fid_trainlog *g)
{
    size_t from = 0, best_from = 0, best_to = 0, n = 1;
    const struct fid_log_mark *b = NULL;
    bool began = false, whole = false;
    for (size_t i = 0; i <= g->mark_n; i++) {
        const struct fid_log_mark *m = i < g->mark_n ? &g->mark[i] : NULL;
        began |= m && m->kind == FID_LOG_EPOCH;
        if (m && (m->kind != FID_LOG_STEP || m->step < 0))
            continue;
        bool numbered = m && b && m->epoch >= 0 && b->epoch >= 0;
        bool bar = m && m->epoch < 0 && /* one for each epoch */
                   (m->at[FID_VALUE_ELAPSED] >= 0 || (b && b->step == b->total));
        bool again =
            m && b && !bar &&
            (numbered && m->epoch != b->epoch ? m->epoch < b->epoch
                                              : m->step < b->step && !(began && !numbered));
        if (b && (again || !m)) {
            bool good = is_whole (g, b) && (b->epochs < 0 || b->epoch >= b->epochs);
            if (good || !whole) {
                best_from = from;
                best_to = i;
                whole = good;
            }
            from = i;
            n += again;
        }
        began = false;
        b = m;
    }
    if (n < 2)
        return;
    while (best_from && g->mark[best_from - 1].kind == FID_LOG_EPOCH)
        best_from--;
    while (best_to > best_from && best_to < g->mark_n &&
           g->mark[best_to - 1].kind == FID_LOG_EPOCH)
        best_to--;
    fid_put_note (g->sink, g->mark[best_from].line, FID_REMARK_LAST_ATTEMPT);
    g->mark_n = best_to - best_from;
    memmove (g->mark, g->mark + best_from, g->mark_n * sizeof *g->mark);
}

/* --- units */

/* What a number without a unit is in seconds, by a time that is known; 0: neither s nor ms nor us.
 */
static double unit_by (double known_s, double stated)
{
    static const double units[] = {1, 1e-3, 1e-6};
    for (int i = 0; i < 3 && known_s > 0 && stated > 0; i++)
        if (known_s > units[i] * stated / 2 && known_s < units[i] * stated * 2)
            return units[i];
    return 0;
}

#define BARE_TIME (1u << FID_VALUE_TIME)

/* Finds the unit of times that the lines state without one: by their stamps, or by the rate that
 * stands beside them. */
static void find_unit (struct fid_trainlog *g)
{
    double known_s = 0, stated = 0, unit = 0, sum = 0;
    const struct fid_log_mark *b = NULL;
    size_t sum_n = 0;
    bool bare = false;
    FID_EACH (const struct fid_log_mark, m, g->mark) {
        bare |= m->bare != 0;
        for (int v = FID_VALUE_TIME; v <= FID_VALUE_COMPUTE; v++)
            if (m->kind == FID_LOG_STEP && m->bare & 1u << v && v != FID_VALUE_DATA) {
                sum += m->at[v];
                sum_n++;
            }
        if (m->kind != FID_LOG_STEP || !(m->bare & BARE_TIME))
            continue;
        if (b && m->t_ns != INT64_MIN && b->t_ns != INT64_MIN && m->epoch == b->epoch &&
            m->step > b->step) {
            known_s += (double)(m->t_ns - b->t_ns) / 1e9;
            stated += m->at[FID_VALUE_TIME] * (double)(m->step - b->step);
        }
        b = m;
        if (unit <= 0 && m->at[FID_VALUE_STEPS_S] > 0)
            unit = unit_by (1 / m->at[FID_VALUE_STEPS_S], m->at[FID_VALUE_TIME]);
    }
    if (!bare)
        return;
    unit = unit > 0 ? unit : unit_by (known_s, stated);
    if (!(unit > 0) && sum < (double)sum_n) /* no step of a training takes less than a ms */
        unit = 1;
    FID_EACH (struct fid_log_mark, m, g->mark) {
        for (int v = FID_VALUE_TIME; v <= FID_VALUE_ELAPSED; v++)
            if (m->bare & 1u << v)
                m->at[v] = unit > 0 && m->at[v] >= 0 ? m->at[v] * unit : FID_ABSENT;
        m->mean_half *= unit;
        m->elapsed_half *= unit;
    }
    if (!(unit > 0))
        fid_put_note (g->sink, 0, FID_REMARK_UNIT_UNKNOWN);
}

/* --- how many steps rows are, and how long these take */

/* Seconds from the start of the epoch to the row, as it states them; *half: how sure. */
static double sum_of (const struct fid_log_mark *m, int64_t done, double *half)
{
    double mean =
        m->at[FID_VALUE_TIME_MEAN] >= 0 ? m->at[FID_VALUE_TIME_MEAN] * (double)done : -1;
    double mean_half = m->mean_half * (double)done;
    bool clock = m->at[FID_VALUE_ELAPSED] >= 0 && (mean < 0 || m->elapsed_half < mean_half);
    *half = clock ? m->elapsed_half : mean_half;
    return clock ? fmax (0, m->at[FID_VALUE_ELAPSED] - m->other_s) : mean;
}

/* The rows of an epoch, or of an evaluation: of[n]. */
struct rows {
    struct fid_log_mark **of;
    size_t n;
    int64_t start; /* steps done before */
};

static void time_rows (const struct fid_trainlog *g, const struct rows *r, double whole_s)
{
    double stated = 0, load = 0, half, half_before = 0, sum, before = 0;
    int64_t all_n = 0;
    bool own = true;
    for (size_t i = 0; i < r->n; i++) {
        struct fid_log_mark *m = r->of[i];
        const struct fid_log_mark *b = i ? r->of[i - 1] : NULL;
        double len = m->at[FID_VALUE_TIME], apart;
        if (m->at[FID_VALUE_COMPUTE] >= 0 && m->at[FID_VALUE_DATA] >= 0)
            len = m->at[FID_VALUE_COMPUTE] + m->at[FID_VALUE_DATA];
        sum = r->start ? -1 : sum_of (m, done_of (g, m), &half);
        apart = sum >= 0 && before >= 0 ? (sum - before) / (double)m->n : -1;
        own &= len >= 0;
        if (len < 0 && apart > 0 && half + half_before < FID_LOG_PRECISE * (sum - before))
            len = apart;
        if (len < 0 && m->at[FID_VALUE_STEPS_S] > 0)
            len = 1 / m->at[FID_VALUE_STEPS_S];
        if (len < 0 && b && b->t_ns != INT64_MIN && m->t_ns != INT64_MIN &&
            m->t_ns - b->t_ns >= 2 * m->quantum_ns)
            len = (double)(m->t_ns - b->t_ns) / 1e9 / (double)m->n;
        m->len_s = m->rest_s = len;
        m->load_s = m->at[FID_VALUE_DATA];
        stated = len >= 0 && stated >= 0 ? stated + len * (double)m->n : -1;
        load = m->at[FID_VALUE_DATA] >= 0 && load >= 0
                   ? load + m->at[FID_VALUE_DATA] * (double)m->n
                   : -1;
        all_n += m->n;
        before = sum;
        half_before = half;
    }
    /* what the rows add up to is stated by the last one better than by single steps of theirs */
    const struct fid_log_mark *last = r->of[r->n - 1];
    double known_s = sum_of (last, done_of (g, last), &half);
    if (r->start || half > .3 * known_s)
        known_s = -1;
    if (known_s < 0 && whole_s > 0 && last->rest_n + all_n > 0 && stated < 0)
        known_s = whole_s * (double)all_n / (double)(all_n + last->rest_n);
    double loads_s = r->start ? -1 : last->at[FID_VALUE_DATA_MEAN] * (double)done_of (g, last);
    for (size_t i = 0; i < r->n; i++) { /* a row of one step states that one */
        known_s -= r->of[i]->n == 1 && stated > 0 ? r->of[i]->len_s : 0;
        loads_s -= r->of[i]->n == 1 ? r->of[i]->load_s : 0;
        stated -= r->of[i]->n == 1 && stated > 0 ? r->of[i]->len_s : 0;
        load -= r->of[i]->n == 1 ? r->of[i]->load_s : 0;
    }
    for (size_t i = 0; i < r->n; i++) {
        struct fid_log_mark *m = r->of[i];
        double by = known_s > 0 && stated > 0 ? known_s / stated : 1;
        if (m->len_s < 0 && known_s > 0)
            m->len_s = m->rest_s = known_s / (double)all_n;
        else if (own && by > .2 && by < 5 && m->n > 1)
            m->len_s *= by;
        if (m->n > 1 && m->load_s >= 0 && loads_s > 0 && load > 0 && loads_s < 20 * load)
            m->load_s *= loads_s / load;
    }
}

/* Counts the steps of the rows of[n] of one epoch; before: those done in the one before. */
static void count_rows (const struct fid_trainlog *g, struct rows *r, int64_t before,
                        bool ended)
{
    int64_t first = done_of (g, r->of[0]), interval = g->interval ? g->interval : 1, done;
    bool eval = r->of[0]->kind == FID_LOG_EVAL_STEP;
    struct fid_log_mark *last = r->of[r->n - 1];
    r->start = eval || first <= interval || r->of[0]->at[FID_VALUE_ELAPSED] >= 0
                   ? 0
                   : first - interval;
    if (!eval && before > r->start && before < first)
        r->start = before;
    done = r->start;
    for (size_t i = 0; i < r->n; i++) {
        r->of[i]->n = done_of (g, r->of[i]) - done;
        done += r->of[i]->n;
    }
    if (last->total > done &&
        ((ended && last->total - done < interval * 16) || (!g->cut && is_whole (g, last))))
        last->rest_n = last->total - done;
}

/* Whether a mark belongs to the rows that begin with `first' and end with `last' so far: rows of
 * the training go on behind an evaluation, those of an evaluation end there. */
static bool goes_on (const struct fid_log_mark *last, const struct fid_log_mark *m)
{
    return m->kind == last->kind && m->epoch == last->epoch && m->step > last->step;
}

/* The elapsed time of a bar goes on while another one counts an evaluation. */
static void find_others (struct fid_trainlog *g)
{
    double other_s = 0, eval_s = 0, before_s = 0;
    FID_EACH (struct fid_log_mark, m, g->mark)
        if (m->kind == FID_LOG_EVAL_STEP || m->kind == FID_LOG_EVAL_END) {
            eval_s = fmax (eval_s, m->at[FID_VALUE_ELAPSED]);
        } else if (m->kind == FID_LOG_STEP && m->at[FID_VALUE_ELAPSED] >= 0) {
            other_s = m->at[FID_VALUE_ELAPSED] < before_s ? 0 : other_s + eval_s;
            before_s = m->at[FID_VALUE_ELAPSED];
            m->other_s = other_s;
            eval_s = 0;
        }
}

static int measure_rows (struct fid_trainlog *g, struct fid_error *err)
{
    find_others (g);
    FID_FREED struct fid_log_mark **of = malloc ((g->mark_n + 1) * sizeof *of);
    FID_NEED (of, err);
    for (int k = 0; k < 2; k++) {
        enum fid_log_kind kind = k ? FID_LOG_EVAL_STEP : FID_LOG_STEP;
        struct rows r = {.of = of};
        int64_t before = 0;
        double whole_s = -1;
        for (size_t i = 0; i <= g->mark_n; i++) {
            struct fid_log_mark *m = i < g->mark_n ? &g->mark[i] : NULL;
            bool row = m && m->kind == kind && m->step >= 0;
            bool ends = r.n && (!m || (row && !goes_on (of[r.n - 1], m)) ||
                                (k && m->kind == FID_LOG_STEP));
            if (m && m->kind == (k ? FID_LOG_EVAL_END : FID_LOG_EPOCH_END) && r.n) {
                whole_s = m->at[FID_VALUE_ELAPSED];
                ends = true;
            }
            if (ends) {
                count_rows (g, &r, before, m != NULL);
                time_rows (g, &r, whole_s);
                before = done_of (g, of[r.n - 1]) + of[r.n - 1]->rest_n;
                r.n = 0;
                whole_s = -1;
            }
            if (row)
                of[r.n++] = m;
        }
    }
    return 0;
}

int fid_trainlog_settle (struct fid_trainlog *g, struct fid_error *err)
{
    size_t line = 0;
    if (fid_trainlog_number (g, &line))
        fid_put_note (g->sink, line, FID_REMARK_STEP_GLUED);
    number_epochs (g);
    keep_rank (g);
    drop_repeats (g);
    FID_TRY (find_rhythm (g, err));
    keep_attempt (g);
    if (!*g->layout->pattern)
        fid_log_loop_times (g);
    find_unit (g);
    return measure_rows (g, err);
}
