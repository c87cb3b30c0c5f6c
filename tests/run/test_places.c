/* SPDX-License-Identifier: GPL-3.0-or-later */
/* samples of reads, and histograms of two quantities: merged in any order they are the same */
#include <stdlib.h>
#include "tests/tap.h"
#include "run/places.h"
#include "run/run.h"
#include "run/sketch.h"

#define N 10000

static struct fid_error err;

static void must (int rc)
{
    if (rc)
        abort ();
}

/* Read k, which is made up. */
static void add (struct fid_places *p, int k)
{
    must (fid_places_add (p, k * INT64_C (1000), (uint64_t)(k % 7), (uint64_t)k * 512, &err));
}

static bool equal (const struct fid_places *a, const struct fid_places *b)
{
    bool same = a->n == b->n && a->total == b->total;
    for (size_t i = 0; same && i < a->n; i++)
        same = a->at[i].t_ns == b->at[i].t_ns && a->at[i].offset == b->at[i].offset;
    return same;
}

static void test_places (void)
{
    struct fid_places forward = {0}, backward = {0}, few = {0};
    for (int k = 0; k < N; k++) {
        add (&forward, k);
        add (&backward, N - 1 - k);
    }
    ok (forward.cap <= 4 * FID_PLACES, "memory does not grow with the reads");
    fid_places_settle (&forward);
    fid_places_settle (&backward);
    ok (forward.n == FID_PLACES && forward.total == N, "a sample of all");
    ok (equal (&forward, &backward), "in another order the same");
    bool ascend = true;
    for (size_t i = 1; i < forward.n; i++)
        ascend &= forward.at[i - 1].t_ns <= forward.at[i].t_ns;
    ok (ascend, "in order of time");
    for (int k = 0; k < 10; k++)
        add (&few, 9 - k);
    fid_places_settle (&few);
    ok (few.n == 10 && few.at[0].t_ns == 0 && few.at[9].t_ns == 9000, "few are all there");
    struct fid_places equal_ranks = {0};
    for (int k = 0; k < 3 * FID_PLACES; k++)
        add (&equal_ranks, k % 2);
    fid_places_settle (&equal_ranks);
    ok (equal_ranks.n == FID_PLACES && equal_ranks.total == 3 * FID_PLACES,
        "the same operations again and again: no more than there is room for");
    fid_places_clear (&equal_ranks);
    fid_places_clear (&forward);
    fid_places_clear (&backward);
    fid_places_clear (&few);
}

static void test_sketch2 (void)
{
    struct fid_sketch2 s = {0}, t = {0}, empty = {0};
    must (fid_sketch2_add_n (&s, 4096, 1, 1, &err));
    must (fid_sketch2_add_n (&s, 6143, 1.49, 1, &err));
    must (fid_sketch2_add_n (&s, 6144, 1.5, 1, &err));
    ok (s.n[0] == 2 && s.n[1] == 2 && s.total == 3, "bins of half an octave");
    ok (fid_sketch2_edge (s.first[0]) == 4096 && fid_sketch2_edge (s.first[0] + 1) == 6144 &&
            fid_sketch2_edge (s.first[1] + 1) == 1.5 && fid_sketch2_edge (s.first[1] + 2) == 2,
        "begin at powers of two, and half-way to the next");
    ok (fid_sketch2_count (&s, s.first[0], s.first[1]) == 2 &&
            fid_sketch2_count (&s, s.first[0] + 1, s.first[1] + 1) == 1 &&
            fid_sketch2_count (&s, s.first[0], s.first[1] + 1) == 0 &&
            fid_sketch2_count (&s, s.first[0] + 9, s.first[1]) == 0,
        "hold what was counted, and nothing elsewhere");
    must (fid_sketch2_add_n (&t, 1, 1e-9, 1, &err));
    must (fid_sketch2_add_n (&t, 4096, 1, 1, &err));
    must (fid_sketch2_add_n (&t, 0, 1, 1, &err));
    must (fid_sketch2_add_n (&t, 1, INFINITY, 1, &err));
    ok (t.total == 2, "0 and infinity are ignored");
    must (fid_sketch2_merge (&s, &t, &err));
    must (fid_sketch2_merge (&s, &empty, &err));
    uint64_t all = 0;
    for (size_t i = 0; i < s.n[0] * s.n[1]; i++)
        all += s.count[i];
    ok (s.total == 5 && all == 5 && fid_sketch2_edge (s.first[0]) == 1, "merged: all of both");
    fid_sketch2_clear (&s);
    fid_sketch2_clear (&t);
}

/* Operations in flight: the time in each bin. */
static void test_busy (void)
{
    struct fid_stream s = {0};
    must (fid_stream_busy (&s, -FID_BUSY_BIN_NS / 2, FID_BUSY_BIN_NS, &err));
    must (fid_stream_busy (&s, 0, 3 * FID_BUSY_BIN_NS, &err));
    must (fid_stream_busy (&s, 7, 0, &err));
    ok (s.busy.bin_ns == FID_BUSY_BIN_NS && s.busy.first == -1,
        "bins of 0.1 s, from before 0 on");
    ok (s.busy.byte_n[0] == FID_BUSY_BIN_NS / 2 &&
            s.busy.byte_n[1] == FID_BUSY_BIN_NS + FID_BUSY_BIN_NS / 2 &&
            s.busy.byte_n[2] == FID_BUSY_BIN_NS && s.busy.byte_n[3] == FID_BUSY_BIN_NS,
        "half a bin before 0, half of one and one bin after it, two more");
    must (fid_stream_busy (&s, 0, INT64_C (1) << 50, &err));
    ok (s.busy.n == 601, "an operation of two weeks counts for its first minute");
    fid_stream_clear (&s);
}

int main (void)
{
    test_places ();
    test_sketch2 ();
    test_busy ();
    return tap_done ();
}
