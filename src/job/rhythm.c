/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rhythm.c - see rhythm.h */
#include "job/rhythm.h"

#define INSIDE   0.05 /* gaps of so little of the longer ones are inside a burst */
#define CLUSTER  1.5  /* gaps of one step differ by less */
#define LEAST_N  4    /* gaps of one step, to believe in them */
#define MOST     6    /* steps of a gap that is counted on */
#define RARE     0.15 /* of the gaps: those that are longer than usual */
#define EXPLAINS 0.8  /* of the time between reads */
#define RESIDUE  0.2  /* mean distance from whole steps; 0.25 is that of any numbers */

/* Mean distance of the gaps from whole numbers of periods; *better becomes the period that the
 * whole numbers make. */
static double residue_of_gaps (const double *gap, size_t n, double period, double *better)
{
    double sum = 0, whole = 0, apart = 0;
    size_t counted = 0;
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
    return counted ? apart / (double)counted : 1;
}

/* Whether the gaps that are whole numbers of steps are most of the time. */
static bool explains_gaps (const double *gap, size_t n, double period)
{
    double all = 0, part = 0;
    for (size_t i = 0; i < n; i++) {
        all += gap[i];
        part += round (gap[i] / period) <= MOST ? gap[i] : 0;
    }
    return part > EXPLAINS * all;
}

/* The largest number of steps that a share of the gaps has, or more. */
static double usual_most (const double *gap, size_t n, double period)
{
    size_t rare = (size_t)(RARE * (double)n);
    return fmax (1, round (gap[n - 1 - (rare < n ? rare : n - 1)] / period));
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
    if (!explains_gaps (gap, n, r.period_ns))
        return none;
    r.most = usual_most (gap, n, r.period_ns);
    return r;
}

/* Steps of one gap. */
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
        if (t[i] <= last_ns || t[i] >= end_ns)
            continue;
        double more = steps_of_gap (r, last_ns, t[i]);
        if (more < 1)
            continue; /* the burst goes on */
        steps += more;
        last_ns = t[i];
    }
    return steps + steps_of_gap (r, last_ns, end_ns);
}
