/* SPDX-License-Identifier: GPL-3.0-or-later */
/* meetings.c - see meetings.h */
#include "metrics/aggregate.h"
#include "run/meetings.h"

#define DRIFT_MAX   500e-6
#define DRIFT_MIN_N 4
#define QUANTUM_NS  1e6 /* of the stamps of most logs */

/* Level and scatter (1.4826 median absolute deviations) of y - slope x. */
static double level_of (const double *x, const double *y, size_t n, double slope, double *room,
                        double *scatter)
{
    for (size_t i = 0; i < n; i++)
        room[i] = y[i] - slope * x[i];
    double level = fid_median_select (room, n);
    for (size_t i = 0; i < n; i++)
        room[i] = fabs (y[i] - slope * x[i] - level);
    *scatter = 1.4826 * fid_median_select (room, n);
    return level;
}

/* The median slope between points at least an eighth of the span apart; 0 unless significant.
 */
static double slope_of (const double *x, const double *y, size_t n, double *room)
{
    double first = x[0], last = x[0], scatter;
    size_t k = 0;
    for (size_t i = 1; i < n; i++) {
        first = fmin (first, x[i]);
        last = fmax (last, x[i]);
    }
    if (n < DRIFT_MIN_N || last - first < 20e9)
        return 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            if (fabs (x[j] - x[i]) > (last - first) / 8)
                room[k++] = (y[j] - y[i]) / (x[j] - x[i]);
    double slope = k ? fid_median_select (room, k) : 0;
    level_of (x, y, n, slope, room, &scatter);
    return fabs (slope) < DRIFT_MAX && fabs (slope) * (last - first) > 4 * scatter + QUANTUM_NS
               ? slope
               : 0;
}

int fid_meetings_fit (const struct fid_meeting *meeting, size_t n, struct fid_meetings_fit *fit,
                      struct fid_error *err)
{
    *fit = (struct fid_meetings_fit){.uncertainty_ns = FID_UTC_UNSURE_NS};
    if (!n)
        return 0;
    FID_FREED double *x = malloc ((2 * n + n * n) * sizeof *x);
    FID_NEED (x, err);
    double *y = x + n, *room = y + n, scatter, unsure = 0;
    int64_t x0 = meeting[0].here_ns, y0 = meeting[0].there_ns - x0;
    for (size_t i = 0; i < n; i++) {
        x[i] = (double)(meeting[i].here_ns - x0);
        y[i] = (double)(meeting[i].there_ns - meeting[i].here_ns - y0);
    }
    double slope = slope_of (x, y, n, room);
    double level = level_of (x, y, n, slope, room, &scatter);
    for (size_t i = 0; i < n; i++) {
        double off = fabs (y[i] - slope * x[i] - level);
        if (off <= 5 * scatter + QUANTUM_NS)
            unsure = fmax (unsure, off);
    }
    if (scatter <= (double)FID_MEETING_SCATTER_NS) {
        fit->n = n;
        fit->drift = slope;
        fit->ref_ns = x0;
        fit->offset_ns = y0 + llround (level);
        fit->uncertainty_ns = llround (unsure + QUANTUM_NS);
    } else {
        fit->uncertainty_ns += llround (fabs ((double)y0 + level) + scatter);
    }
    return 0;
}

/* Whether the phases are the same one of two logs; the number-th of its kind. */
static bool is_same (const struct fid_phase *a, const struct fid_phase *b)
{
    return a->name == b->name && a->epoch == b->epoch && a->block == b->block;
}

static size_t number_of (const struct fid_phase *p, size_t at)
{
    size_t n = 0;
    for (size_t i = 0; i < at; i++)
        n += is_same (&p[i], &p[at]);
    return n;
}

/* The phase of the other log that is the same as here[at]; NULL. */
static const struct fid_phase *find_same (const struct fid_phase *here, size_t at,
                                          const struct fid_phase *there, size_t n)
{
    size_t left = number_of (here, at);
    for (size_t i = 0; i < n; i++)
        if (is_same (&here[at], &there[i]) && left-- == 0)
            return &there[i];
    return NULL;
}

size_t fid_meetings_find (const struct fid_phase *here, size_t here_n,
                          const struct fid_phase *there, size_t there_n,
                          struct fid_meeting *meeting)
{
    size_t n = 0;
    for (size_t i = 0; i < here_n && n + 2 <= FID_MEETINGS_MAX; i++) {
        const struct fid_phase *other = find_same (here, i, there, there_n);
        bool whole = other && !((here[i].flags | other->flags) & FID_PHASE_TRUNCATED);
        if (!whole || here[i].kind == FID_PHASE_INIT)
            continue;
        if (here[i].kind != FID_PHASE_CHECKPOINT)
            meeting[n++] = (struct fid_meeting){here[i].start_ns, other->start_ns};
        meeting[n++] = (struct fid_meeting){here[i].end_ns, other->end_ns};
    }
    return n;
}
