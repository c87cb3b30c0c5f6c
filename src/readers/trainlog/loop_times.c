/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop_times.c - what the times of rows mean that do not say it (loop.h)
 *
 * Stamps tell it; without them, numbers that only rise are times since the start, and rows of
 * single steps state these.  A row of several steps that says only "time" tells nothing. */
#include "readers/trainlog/loop.h"
#include "readers/trainlog/rows.h"

#define CLOSE      .2  /* ln of stated and stamped time that are the same */
#define RISES      5   /* numbers in any order rise so often one time in 720 */
#define RISES_FEW  2   /* if the last one is twice the first one */
#define LEAST_RISE 1.2 /* less may be single steps that take longer and longer: unknown */

static const enum fid_log_value lengths[] = {FID_VALUE_TIME, FID_VALUE_DATA, FID_VALUE_COMPUTE};

/* Sums of what rows state, over the steps between rows that follow each other. */
struct sums {
    double stamped_s, each, beside, all, all_beside; /* beside: waits are no part of the time */
    double first, last, rise, rise_steps;
    size_t row_n, rise_n, fall_n;
    bool several, named, over, bare, resets;
};

static double stated_of (const struct fid_log_mark *m)
{
    return m->at[FID_VALUE_TIME] >= 0 ? m->at[FID_VALUE_TIME] : m->at[FID_VALUE_COMPUTE];
}

static double steps_of (const struct fid_trainlog *g, const struct fid_log_mark *b,
                        const struct fid_log_mark *m)
{
    int64_t done = m->step + 1 - g->base, most = g->interval > 1 ? g->interval : 1;
    if (b && b->epoch == m->epoch && m->step > b->step)
        return (double)(m->step - b->step);
    return (double)(done > 0 && done < most ? done : most);
}

/* straight: no other line stands between b and m. */
static void add_row (struct sums *s, const struct fid_log_mark *b, const struct fid_log_mark *m,
                     double n, bool straight)
{
    double t = stated_of (m), data = fmax (0, m->at[FID_VALUE_DATA]);
    s->several |= n > 1;
    s->named |= m->each;
    s->over |= data > t;
    s->bare |= m->bare != 0;
    s->first = s->row_n++ ? s->first : t;
    s->last = t;
    if (!b || b->epoch != m->epoch || m->step <= b->step) {
        s->resets |= b && t < stated_of (b);
        return;
    }
    s->rise_n += t > stated_of (b);
    s->fall_n += t < stated_of (b);
    s->rise += t - stated_of (b);
    s->rise_steps += n;
    if (!straight || m->t_ns == INT64_MIN || b->t_ns == INT64_MIN)
        return;
    s->stamped_s += (double)(m->t_ns - b->t_ns) / 1e9;
    s->each += t * n;
    s->beside += (t + data) * n;
    s->all += t;
    s->all_beside += t + data;
}

/* Whether a sum is the stamped time; *best: how near the nearest is so far, *unit: of bare ones. */
static bool is_nearer (const struct sums *s, double sum, double *best, double *unit)
{
    static const double units[] = {1, 1e-3, 1e-6};
    bool nearer = false;
    for (int i = 0; i < (s->bare ? 3 : 1) && sum > 0; i++) {
        double off = fabs (log (sum * units[i] / s->stamped_s));
        if (off < *best) {
            *best = off;
            *unit = units[i];
            nearer = true;
        }
    }
    return nearer;
}

static void drop_times (struct fid_trainlog *g)
{
    FID_EACH (struct fid_log_mark, m, g->mark) {
        if (m->kind != FID_LOG_STEP && m->kind != FID_LOG_EVAL_STEP)
            continue;
        m->bare = 0;
        for (int i = 0; i < 3; i++)
            m->at[lengths[i]] = FID_ABSENT;
    }
}

/* Makes the times those of single steps; unit: of bare ones, 0 if unknown. */
static void divide_times (struct fid_trainlog *g, bool all, bool beside, double unit)
{
    const struct fid_log_mark *before[2] = {NULL, NULL};
    FID_EACH (struct fid_log_mark, m, g->mark) {
        bool eval = m->kind == FID_LOG_EVAL_STEP;
        if (!eval && m->kind != FID_LOG_STEP)
            continue;
        double n = all && m->step >= 0 ? steps_of (g, before[eval], m) : 1;
        for (int i = 0; i < 3; i++)
            if (m->at[lengths[i]] >= 0)
                m->at[lengths[i]] *= (unit > 0 && m->bare & 1u << lengths[i] ? unit : 1) / n;
        m->bare = unit > 0 ? 0 : m->bare;
        if (beside && m->at[FID_VALUE_TIME] >= 0) {
            m->at[FID_VALUE_COMPUTE] = m->at[FID_VALUE_TIME];
            m->at[FID_VALUE_TIME] = FID_ABSENT;
        }
        before[eval] = m;
    }
}

/* Times since the start of the log, or of each epoch. */
static void take_rising (struct fid_trainlog *g, const struct sums *s)
{
    FID_EACH (struct fid_log_mark, m, g->mark) {
        double t = stated_of (m);
        if (m->kind != FID_LOG_STEP || t < 0)
            continue;
        if (s->resets) {
            m->at[FID_VALUE_ELAPSED] = t;
            m->elapsed_half = .005;
        } else {
            m->t_ns = (int64_t)(t * 1e9);
        }
    }
}

void fid_log_loop_times (struct fid_trainlog *g)
{
    struct sums s = {0};
    const struct fid_log_mark *b = NULL;
    bool straight = true, vague;
    double best = CLOSE, unit = 0;
    FID_EACH (const struct fid_log_mark, m, g->mark) {
        straight &= m->kind == FID_LOG_STEP;
        if (m->kind != FID_LOG_STEP || m->step < 0 || stated_of (m) < 0)
            continue;
        add_row (&s, b, m, steps_of (g, b, m), straight);
        straight = true;
        b = m;
    }
    vague = s.several && !s.named;
    bool rising = !s.named && !s.fall_n &&
                  (s.rise_n >= RISES || (s.rise_n >= RISES_FEW && s.last >= 2 * s.first));
    bool placed = rising && s.last >= LEAST_RISE * s.first && !(s.stamped_s > 0) &&
                  !(s.bare && s.rise >= s.rise_steps);
    if (placed) {
        take_rising (g, &s);
    } else if (!rising && s.stamped_s > 0) {
        is_nearer (&s, s.each, &best, &unit);
        bool all = is_nearer (&s, s.all, &best, &unit);
        bool beside = is_nearer (&s, s.beside, &best, &unit);
        bool all_beside = is_nearer (&s, s.all_beside, &best, &unit);
        all = (all && !beside) || all_beside;
        if (unit > 0)
            divide_times (g, all, beside || all_beside, unit);
        vague = !(unit > 0) && !s.named;
    } else if (!rising && !vague) {
        divide_times (g, false, s.over, 0);
    }
    if (rising || vague) {
        drop_times (g);
        if (s.row_n && !placed && !(s.stamped_s > 0))
            fid_put_note (g->sink, 0, FID_REMARK_TIMES_VAGUE);
    }
}
