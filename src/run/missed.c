/* SPDX-License-Identifier: GPL-3.0-or-later */
/* missed.c - see missed.h */
#include "run/missed.h"

#define SAMPLES_LEAST 3
#define BYTES_LEAST   16777216. /* else what began and ended at the ends decides */
#define LONG_GAP      1.5       /* periods between two samples, at one in */
#define UNEVEN_SHARE  20
#define LESS_MOST     1.002 /* requests that the ends cut */

/* Whether nearly all samples are there: each tells of its own time alone. */
static bool is_even (const struct fid_gauge *g)
{
    size_t long_n = 0;
    for (size_t i = 1; i < g->n; i++)
        long_n += (double)(g->t_ns[i] - g->t_ns[i - 1]) / 1e9 > LONG_GAP * g->period_s;
    return long_n <= g->n / UNEVEN_SHARE;
}

double fid_run_counted (const struct fid_run *run, double *more_n)
{
    const struct fid_gauge *g = &run->gauge[FID_GAUGE_DISK_READ];
    const struct fid_stream *block = &run->stream[FID_STREAM_BLOCK_READ];
    double counted_n = 0, within_n = 0, traced_n = 0;
    *more_n = 0;
    if (run->hosts.n > 1 || run->processed || g->n < SAMPLES_LEAST || g->incomplete ||
        !is_even (g))
        return 0;
    for (size_t i = 0; i < g->n; i++) {
        double byte_n = g->value[i * g->dim] * g->period_s * 1048576;
        counted_n += byte_n;
        within_n += g->t_ns[i] >= block->first_ns && g->t_ns[i] <= block->last_ns ? byte_n : 0;
    }
    for (int w = 0; w < FID_OWNER_N; w++)
        traced_n += (double)block->owner_byte_n[w];
    *more_n = within_n - traced_n;
    return traced_n >= BYTES_LEAST ? counted_n / traced_n : 0;
}

bool fid_run_shows_others (const struct fid_run *run)
{
    return run->stream[FID_STREAM_BLOCK_READ].owner_byte_n[FID_OWNER_FOREIGN] ||
           run->stream[FID_STREAM_BLOCK_WRITE].owner_byte_n[FID_OWNER_FOREIGN];
}

double fid_run_missed (const struct fid_run *run)
{
    double more_n, times = fid_run_counted (run, &more_n);
    return times > LESS_MOST && times <= FID_MISSED_MOST ? times : 1;
}
