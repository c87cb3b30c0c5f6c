/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dtw_peer.c - the public library's DTW beside what others do, written from their papers
 *
 *   dtw_peer search N COUNT BAND   one query among COUNT series of N samples
 *   dtw_peer call N BAND           one distance after the other
 *
 * The peer of searches: LB_Keogh with early abandoning, then EAPruned DTW below the best so far
 * (Herrmann & Webb 2021, doi:10.1007/s10618-021-00782-4), as in tempo.  The peer of calls: two
 * rows of doubles, as dtaidistance's C, and EAPruned DTW without a limit; the faster counts.
 * Series are random walks of mean 0 and deviation 1.  Prints processor seconds of both, the least of
 * interleaved rounds, and fails where their answers differ. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "fidlio.h"

static double *row_a, *row_b;

static double
now_s (void)
{
    struct timespec t;
    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double
square (double v)
{
    return v * v;
}

static double
two_rows (const double *x, const double *y, size_t n, size_t band)
{
    double *before = row_a, *now = row_b;
    for (size_t j = 0; j <= n; j++)
        before[j] = now[j] = INFINITY;
    before[0] = 0;
    for (size_t i = 0; i < n; i++) {
        size_t from = i > band ? i - band : 0, to = i + band + 1 < n ? i + band + 1 : n;
        now[from] = INFINITY;
        for (size_t j = from; j < to; j++) {
            double least = before[j] < before[j + 1] ? before[j] : before[j + 1];
            least = now[j] < least ? now[j] : least;
            now[j + 1] = square (x[i] - y[j]) + least;
        }
        if (to < n)
            now[to + 1] = INFINITY;
        double *swap = before;
        before = now;
        now = swap;
    }
    return before[n];
}

/* Infinity where the distance exceeds the limit. */
static double
pruned (const double *x, const double *y, size_t n, size_t band, double limit)
{
    double *before = row_a, *now = row_b, cost = 0;
    for (size_t j = 0; j <= n; j++)
        before[j] = now[j] = INFINITY;
    now[0] = 0;
    size_t start = 0, prune_before = 0, prune = 0;
    for (size_t i = 0; i < n; i++) {
        double *swap = before;
        before = now;
        now = swap;
        size_t from = i > band ? i - band : 0, to = i + band + 1 < n ? i + band + 1 : n;
        if (from < start)
            from = start;
        size_t j = from, first = from;
        prune = from;
        now[from] = cost = INFINITY;
        /* the band moves on by one, and brings a cell that this row has not seen yet */
        if (prune_before > to)
            prune_before = to;
        for (; j == first && j < prune_before; j++) {
            double least = before[j] < before[j + 1] ? before[j] : before[j + 1];
            now[j + 1] = cost = square (x[i] - y[j]) + least;
            if (cost <= limit)
                prune = j + 1;
            else
                first++;
        }
        for (; j < prune_before; j++) {
            double least = before[j] < before[j + 1] ? before[j] : before[j + 1];
            least = cost < least ? cost : least;
            now[j + 1] = cost = square (x[i] - y[j]) + least;
            if (cost <= limit)
                prune = j + 1;
        }
        if (j < to) {
            double least = j == first ? before[j] : before[j] < cost ? before[j] : cost;
            now[j + 1] = cost = square (x[i] - y[j]) + least;
            if (cost <= limit)
                prune = j + 1;
            else if (j == first)
                return INFINITY;
            j++;
        } else if (j == first)
            return INFINITY;
        for (; j == prune && j < to; j++) {
            now[j + 1] = cost = square (x[i] - y[j]) + cost;
            if (cost <= limit)
                prune = j + 1;
        }
        if (j < n)
            now[j + 1] = INFINITY;
        start = first;
        prune_before = prune;
    }
    return prune == n && cost <= limit ? cost : INFINITY;
}

static void
envelope (const double *x, size_t n, size_t band, double *lo, double *hi)
{
    for (size_t i = 0; i < n; i++) {
        size_t from = i > band ? i - band : 0, to = i + band + 1 < n ? i + band + 1 : n;
        lo[i] = hi[i] = x[from];
        for (size_t j = from; j < to; j++) {
            lo[i] = x[j] < lo[i] ? x[j] : lo[i];
            hi[i] = x[j] > hi[i] ? x[j] : hi[i];
        }
    }
}

static double
keogh (const double *y, size_t n, const double *lo, const double *hi, double limit)
{
    double sum = 0;
    for (size_t i = 0; i < n && sum <= limit; i++)
        sum += y[i] > hi[i] ? square (y[i] - hi[i]) : y[i] < lo[i] ? square (lo[i] - y[i]) : 0;
    return sum;
}

static double *
walk (size_t n, uint64_t *seed)
{
    double *v = malloc (n * sizeof *v), at = 0, sum = 0, squares = 0;
    for (size_t i = 0; v && i < n; i++) {
        double step = 0;
        for (int k = 0; k < 4; k++) {
            *seed = *seed * 6364136223846793005u + 1442695040888963407u;
            step += (double)(*seed >> 40) / (1 << 24) - 0.5;
        }
        v[i] = at += step;
        sum += at;
    }
    for (size_t i = 0; v && i < n; i++)
        squares += square (v[i] -= sum / (double)n);
    for (size_t i = 0; v && i < n; i++)
        v[i] /= sqrt (squares / (double)n);
    return v;
}

static double
cells (size_t n, size_t band)
{
    double all = 0;
    for (size_t i = 0; i < n; i++)
        all += (double)((i + band + 1 < n ? i + band + 1 : n) - (i > band ? i - band : 0));
    return all;
}

/* Gcells/s, as if no cell was left out: of the library in its score form, of the same library's
 * squared form under a limit, and of the peer. */
static int
search (size_t n, size_t count, size_t band)
{
    uint64_t seed = 1;
    double *x = walk (n, &seed), **y = malloc (count * sizeof *y);
    size_t *m = malloc (count * sizeof *m), which, rounds = 5;
    double *lo = malloc (n * sizeof *lo), *hi = malloc (n * sizeof *hi);
    double ours_s = INFINITY, limited_s = INFINITY, peer_s = INFINITY, d = 0;
    struct fid_dtw_options options = {.has_band = 1, .band_n = band};
    struct fid_error err;
    if (!x || !y || !m || !lo || !hi)
        return 5;
    for (size_t k = 0; k < count; k++) {
        y[k] = walk (n, &seed);
        m[k] = n;
    }
    for (size_t round = 0; round < rounds; round++) {
        double start = now_s (), best = INFINITY, limited = INFINITY;
        if (fid_dtw_nearest_of (x, n, (const double *const *)y, m, count, &options, &which, &d,
                                &err))
            return 5;
        ours_s = fmin (ours_s, now_s () - start);

        start = now_s ();
        envelope (x, n, band, lo, hi);
        for (size_t k = 0; k < count; k++)
            if (keogh (y[k], n, lo, hi, best) <= best)
                best = fmin (best, pruned (x, y[k], n, band, best));
        peer_s = fmin (peer_s, now_s () - start);

        start = now_s ();
        envelope (x, n, band, lo, hi);
        for (size_t k = 0; k < count; k++)
            if (keogh (y[k], n, lo, hi, limited) <= limited) {
                if (fid_adtw_distance (x, n, y[k], n, band, 0, limited, &d, &err))
                    return 5;
                limited = fmin (limited, d);
            }
        limited_s = fmin (limited_s, now_s () - start);
        if (fabs (best - limited) > 1e-9 * best)
            return 1;
    }
    double all = cells (n, band) * (double)count / 1e9;
    printf ("%g %g %g\n", all / ours_s, all / limited_s, all / peer_s);
    return 0;
}

/* Microseconds of a call: of the library's squared form, and of the faster peer. */
static int
call (size_t n, size_t band)
{
    uint64_t seed = 1;
    double *x = walk (n, &seed), *y = walk (n, &seed), d, ours_s = INFINITY;
    double rows_s = INFINITY, pruned_s = INFINITY, sum = 0;
    struct fid_error err;
    size_t calls = 1 + (size_t)(2e7 / cells (n, band)), rounds = 7;
    if (!x || !y)
        return 5;
    for (size_t round = 0; round < rounds; round++) {
        double start = now_s ();
        for (size_t k = 0; k < calls; k++) {
            if (fid_adtw_distance (x, n, y, n, band, 0, INFINITY, &d, &err))
                return 5;
            sum += d;
        }
        ours_s = fmin (ours_s, now_s () - start);
        start = now_s ();
        for (size_t k = 0; k < calls; k++)
            sum -= two_rows (x, y, n, band);
        rows_s = fmin (rows_s, now_s () - start);
        start = now_s ();
        for (size_t k = 0; k < calls; k++)
            sum += pruned (x, y, n, band, INFINITY);
        pruned_s = fmin (pruned_s, now_s () - start);
        if (fabs (pruned (x, y, n, band, INFINITY) - d) > 1e-9 * d ||
            fabs (two_rows (x, y, n, band) - d) > 1e-9 * d)
            return 1;
    }
    printf ("%g %g %g\n", 1e6 * ours_s / (double)calls,
            1e6 * fmin (rows_s, pruned_s) / (double)calls, sum);
    return 0;
}

int
main (int argc, char **argv)
{
    size_t n = argc > 2 ? strtoul (argv[2], NULL, 10) : 0;
    row_a = malloc ((n + 2) * sizeof *row_a);
    row_b = malloc ((n + 2) * sizeof *row_b);
    if (!n || !row_a || !row_b)
        return 2;
    if (argc == 5 && strcmp (argv[1], "search") == 0)
        return search (n, strtoul (argv[3], NULL, 10), strtoul (argv[4], NULL, 10));
    if (argc == 4 && strcmp (argv[1], "call") == 0)
        return call (n, strtoul (argv[3], NULL, 10));
    return 2;
}
