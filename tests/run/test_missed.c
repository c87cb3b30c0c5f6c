/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_missed.c - block requests that their tracer missed */
#include <string.h>
#include "run/run.h"
#include "tests/tap.h"

#define MIB 1048576

/* Requests of so many MiB, of the run and of others, beside counters of MIB_S over n seconds.
 */
static double missed_at (uint64_t own, uint64_t foreign, double mib_s, size_t n,
                         int64_t each_ns)
{
    static struct fid_run run;
    int64_t t_ns[8] = {0};
    double value[8];
    memset (&run, 0, sizeof run);
    for (size_t i = 0; i < n; i++)
        value[i] = mib_s;
    for (size_t i = 0; i < n; i++)
        t_ns[i] = (int64_t)i * (i % 2 ? each_ns : 1000000000);
    run.gauge[FID_GAUGE_DISK_READ] =
        (struct fid_gauge){.t_ns = t_ns, .value = value, .n = n, .dim = 1, .period_s = 1};
    run.hosts.n = 1;
    run.stream[FID_STREAM_BLOCK_READ].owner_byte_n[0] = own * MIB;
    run.stream[FID_STREAM_BLOCK_READ].owner_byte_n[FID_OWNER_FOREIGN] = foreign * MIB;
    return fid_run_missed (&run);
}

static double missed (uint64_t own, uint64_t foreign, double mib_s, size_t n)
{
    return missed_at (own, foreign, mib_s, n, 1000000000);
}

int main (void)
{
    ok_close (missed_at (60, 20, 21, 4, 1700000000), 1, 0,
              "samples are missing between others");

    ok_close (missed (60, 20, 21, 4), 1.05, 1e-12, "the counters have 84 MiB, requests 80");
    ok_close (missed (60, 24, 21, 4), 1, 0, "all were traced");
    ok_close (missed (80, 24, 21, 4), 1, 0, "more were traced: the counters began later");
    ok_close (missed (60, 5, 21, 4), 1, 0, "much more than a tracer misses: another disk");
    ok_close (missed (8, 7, 4, 4), 1, 0, "too few bytes to tell");
    ok_close (missed (36, 0, 19, 2), 1, 0, "two readings of the counters do not tell");
    return tap_done ();
}
