/* SPDX-License-Identifier: GPL-3.0-or-later */
/* missed.c - see missed.h */
#include "run/missed.h"

#define SAMPLES_LEAST 3
#define BYTES_LEAST   16777216. /* else what began and ended at the ends decides */
#define LONG_GAP      1.5       /* periods between two samples, at one in */
#define UNEVEN_SHARE  20
#define LESS_MOST     1.002 /* requests that the ends cut */

/* Of requests whose time is known, the share of bytes in the periods that samples are of. */
static double share_sampled (const struct fid_run *run, const struct fid_gauge *g,
                             const struct fid_grid *grid)
{
    int64_t origin_ns = run->phases.known ? run->phases.origin_ns : 0;
    double all_n = 0, within_n = 0;
    size_t at = 0;
    for (size_t i = 0; i < grid->n; i++) {
        int64_t t_ns = origin_ns + (grid->first + (int64_t)i) * grid->bin_ns + grid->bin_ns / 2;
        while (at < g->n && g->t_ns[at] < t_ns)
            at++;
        bool within = at < g->n && (double)(g->t_ns[at] - t_ns) / 1e9 < g->period_s;
        within_n += within ? (double)grid->byte_n[i] : 0;
        all_n += (double)grid->byte_n[i];
    }
    return all_n > 0 ? within_n / all_n : 0;
}

double fid_run_counted (const struct fid_run *run, double *more_n)
{
    const struct fid_gauge *g = &run->gauge[FID_GAUGE_DISK_READ];
    const struct fid_stream *block = &run->stream[FID_STREAM_BLOCK_READ];
    double counted_n = 0, spanned_n = 0, within_n = 0, traced_n = 0;
    size_t gap_n = 0;
    *more_n = 0;
    if (run->hosts.n > 1 || run->processed || g->n < SAMPLES_LEAST || g->incomplete)
        return 0;
    for (size_t i = 0; i < g->n; i++) {
        double byte_s = g->value[i * g->dim] * 1048576, byte_n = byte_s * g->period_s;
        double gap_s = i ? (double)(g->t_ns[i] - g->t_ns[i - 1]) / 1e9 : 0;
        gap_n += gap_s > LONG_GAP * g->period_s;
        counted_n += byte_n;
        spanned_n += fmax (byte_n, byte_s * gap_s);
        within_n += g->t_ns[i] >= block->first_ns && g->t_ns[i] <= block->last_ns ? byte_n : 0;
    }
    for (int w = 0; w < FID_OWNER_N; w++)
        traced_n += (double)block->owner_byte_n[w];
    /* a sample behind a gap is late, and of all of it, or others are missing: what shows less */
    double times = (gap_n > g->n / UNEVEN_SHARE ? spanned_n : counted_n) / traced_n;
    if (gap_n > g->n / UNEVEN_SHARE)
        times = fmin (times, counted_n / traced_n / share_sampled (run, g, &block->grid));
    *more_n = within_n - traced_n;
    return traced_n >= BYTES_LEAST ? times : 0;
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
