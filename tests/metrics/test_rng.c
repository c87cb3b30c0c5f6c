/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rng.c - seeds and streams */
#include <gsl/gsl_sort_ulong.h>
#include "metrics/rng.h"
#include "tests/metrics/metric_test.h"

int main (void)
{
    enum { N = 2000 };
    /* SplitMix64 from state 0 gives 0xe220a8397b1dcdaf first (reference program) */
    ok (fid_rng_mix (UINT64_C (0) - UINT64_C (0x9e3779b97f4a7c15), 0) ==
            UINT64_C (0xe220a8397b1dcdaf),
        "mixing is SplitMix64 (spread (0) is 0, so one round is left)");
    unsigned long s[2 * N];
    for (size_t i = 0; i < N; i++) {
        s[i] = fid_rng_seed (1, i);
        s[N + i] = fid_rng_seed (2, i);
    }
    gsl_sort_ulong (s, 1, 2 * N);
    size_t same = 0, wide = 0;
    for (size_t i = 0; i < 2 * N; i++) {
        same += i && s[i] == s[i - 1];
        wide += s[i] == 0 || s[i] > 0xffffffffUL;
    }
    ok (same <= 1, "4000 streams, two seeds: %zu equal", same);
    ok_int ((long long)wide, 0, "all seeds are 1 .. 2^32 - 1");
    ok (fid_rng_mix (5, 1) != fid_rng_mix (6, 0), "neighbours do not meet");

    gsl_rng *r = fid_rng_create (7, 3), *q = gsl_rng_alloc (gsl_rng_mt19937);
    gsl_rng_set (q, fid_rng_seed (7, 3));
    ok (gsl_rng_get (r) == gsl_rng_get (q), "a stream is MT19937 with that seed");
    gsl_rng_set (q, 5489);
    ok (gsl_rng_get (q) == 3499211612UL, "MT19937 is the published one");

    /* each of the 6 orders of 3 about 1000 times: 4 sigma is 116 */
    size_t count[27] = {0};
    for (size_t k = 0; k < 6000; k++) {
        size_t idx[3] = {0, 1, 2};
        fid_rng_shuffle (r, idx, 3);
        count[idx[0] * 9 + idx[1] * 3 + idx[2]]++;
    }
    size_t orders = 0, off = 0;
    for (size_t k = 0; k < 27; k++) {
        orders += count[k] > 0;
        off += count[k] && (count[k] < 884 || count[k] > 1116);
    }
    ok_int ((long long)orders, 6, "six orders of three");
    ok_int ((long long)off, 0, "all about equally often");
    gsl_rng_free (r);
    gsl_rng_free (q);
    return tap_done ();
}
