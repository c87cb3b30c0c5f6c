/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rhythm.c - steps that the reads of a buffer show */
#include <math.h>
#include "job/finder.h"
#include "tests/tap.h"

#define STEP_NS 400000000

/* Reads at the beginning of steps, of which every fifth step has a burst of two, and the one
 * after it one more; step 7 is slow.  Returns how many reads. */
static size_t make_reads (int64_t *t, int64_t *end_ns)
{
    size_t n = 0;
    int64_t now = 1000000000;
    for (int step = 0; step < 60; step++) {
        if (step % 5 == 0) {
            t[n++] = now;
            t[n++] = now + 3000000;
        } else if (step % 5 == 1)
            t[n++] = now;
        int64_t noise = (step * 7919 % 41 - 20) * 1000000;
        now += STEP_NS + noise + (step == 7 ? STEP_NS / 2 : 0);
    }
    *end_ns = now;
    return n;
}

int main (void)
{
    int64_t t[200], end_ns;
    double gap[200], odd[] = {1e9, 1.3e9, 1.72e9, 2.1e9, 2.45e9, 2.9e9, 1.15e9, 1.5e9};
    size_t n = make_reads (t, &end_ns);
    for (size_t i = 1; i < n; i++)
        gap[i - 1] = (double)(t[i] - t[i - 1]);
    struct fid_rhythm r = fid_rhythm_find (gap, n - 1);
    ok_close (r.period_ns, STEP_NS, 0.05 * STEP_NS, "the length of a step");
    ok_int ((int)r.most, 4, "a buffer lasts four steps more");
    ok_int ((int)fid_rhythm_count (&r, t, n, 1000000000, end_ns), 60,
            "all steps are counted, and a slow one is one");
    ok_int ((int)fid_rhythm_count (&r, t, n, 1000000000, t[3]), 5, "those of a part");
    r = fid_rhythm_find (odd, 8);
    ok (!(r.period_ns > 0), "gaps that are no whole numbers of anything have no rhythm");
    r = fid_rhythm_find (gap, 0);
    ok (!(r.period_ns > 0), "neither has nothing");
    return tap_done ();
}
