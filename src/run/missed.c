/* missed.c - see missed.h */
#include "run/missed.h"

#define SAMPLES_LEAST 3
#define BYTES_LEAST   16777216. /* else what began and ended at the ends decides */
#define LESS_MOST     1.002     /* requests that the ends cut */

double
fid_run_missed (const struct fid_run *run)
{
    const struct fid_gauge *g = &run->gauge[FID_GAUGE_DISK_READ];
    const uint64_t *byte_n = run->stream[FID_STREAM_BLOCK_READ].owner_byte_n;
    double counted_n = 0, traced_n = 0;
    if (run->hosts.n > 1 || g->n < SAMPLES_LEAST || g->incomplete)
        return 1;
    for (size_t i = 0; i < g->n; i++)
        counted_n += g->value[i * g->dim] * g->period_s * 1048576;
    for (int w = 0; w < FID_OWNER_N; w++)
        traced_n += (double)byte_n[w];
    double times = traced_n >= BYTES_LEAST ? counted_n / traced_n : 1;
    return times > LESS_MOST && times <= FID_MISSED_MOST ? times : 1;
}
