/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_align.c - one iteration of several ranks, aligned: numbers worked out by hand, and laws
 */
#include "tests/tap.h"
#include "base/timeparse.h"
#include "tools/whatif/whatif.h"

/* 10:00:00 of some day */
#define TEN (INT64_C (10) * 3600 * FID_S)

#define OWN FID_ALIGN_OWN
#define AVG FID_ALIGN_AVG
#define MIN FID_ALIGN_MIN

static struct fid_align_how how_of (enum fid_alignment fetch, enum fid_alignment start,
                                    bool aligned)
{
    struct fid_align_how how = FID_ALIGN_DEFAULTS;
    how.fetch = fetch;
    how.start = start;
    how.aligned = aligned;
    return how;
}

/* Two ranks that begin half a second apart: 8 and 9 s, waiting 8.5 and 9 of 10 s. */
static const struct fid_fetch two[] = {{TEN, TEN, 8, 10, 8.5, 0},
                                       {TEN + FID_S / 2, TEN, 9, 10, 9, 0}};

static void test_two (void)
{
    static const struct {
        const char *what;
        enum fid_alignment fetch, start;
        bool aligned;
        double stall[2], iteration, most, delay, fetch_diff, start_diff;
    } cases[] = {
        {"false, false", OWN, OWN, false, {8.5, 9}, 10, 9, 0.5, 1, 0.5},
        {"none, none", OWN, OWN, true, {8.5, 9}, 10, 9, 0.5, 1, 0.5},
        {"avg, false", AVG, OWN, true, {9, 8.5}, 10, 9, 0.5, 0, 0.5},
        {"min, min", MIN, MIN, true, {8.5, 7.5}, 9.5, 8.5, 1, 0, 0},
        {"avg, avg", AVG, AVG, true, {9.25, 8.25}, 10.25, 9.25, 1, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_align_how how = how_of (cases[i].fetch, cases[i].start, cases[i].aligned);
        struct fid_fetched rank[2];
        struct fid_iteration all;
        fid_align_iteration (two, 2, &how, rank, &all);
        ok (rank[0].stall_s == cases[i].stall[0] && rank[1].stall_s == cases[i].stall[1] &&
                all.iteration_s == cases[i].iteration && all.stall_s == cases[i].most &&
                all.delay_s == cases[i].delay && all.fetch_diff_s == cases[i].fetch_diff &&
                all.start_diff_s == cases[i].start_diff,
            "%s: waits %g and %g, iteration %g, delay %g", cases[i].what, rank[0].stall_s,
            rank[1].stall_s, all.iteration_s, all.delay_s);
    }
    struct fid_align_how how = how_of (AVG, AVG, true);
    struct fid_fetched rank[2];
    struct fid_iteration all;
    fid_align_iteration (two, 2, &how, rank, &all);
    ok_int (rank[0].start_ns, TEN + FID_S / 4, "the middle of the starts");
    ok_close (rank[1].fetch_s, 8.5, 0, "the mean of the fetches");
    ok_int (all.done_ns, TEN + 35 * FID_S / 4, "the last batch is there");
    ok_close (rank[0].pure_s, 1, 0, "the iteration without the longest wait");
    ok_int (all.end_ns, TEN + 41 * FID_S / 4, "the training ends");
    how.end_in_ns = true;
    fid_align_iteration (two, 2, &how, rank, &all);
    ok_int (all.end_ns, TEN + 10, "or as in the reference: 10.25 ns later, cut");
    how.aligned = false;
    fid_align_iteration (two, 2, &how, rank, &all);
    ok_int (all.end_ns, TEN + FID_S, "which adds seconds where nothing is aligned");
}

/* A rank that waits stall_s and gets its batch gap_s later; the other stays as it is. */
static double moved (double stall_s, double gap_s)
{
    struct fid_fetch in[] = {
        {TEN, TEN, 5, 20, stall_s, 0},
        {TEN + fid_align_ns (fabs (gap_s)) * (gap_s < 0 ? -1 : 1), TEN, 5, 20, 0, 0}};
    struct fid_align_how how = how_of (OWN, gap_s < 0 ? MIN : AVG, true);
    struct fid_fetched rank[2];
    struct fid_iteration all;
    if (gap_s > 0) /* the middle of the starts is gap_s after the first */
        in[1].start_ns = TEN + 2 * fid_align_ns (gap_s);
    fid_align_iteration (in, 2, &how, rank, &all);
    return rank[0].stall_s;
}

static void test_limits (void)
{
    ok_close (moved (0.3, -0.5), 0.000002, 0, "a wait below 0");
    ok_close (moved (0.5, -0.5), 0, 0, "a wait of 0 stays 0");
    ok_close (moved (0.01, 1), 0.01, 0, "a rank that did not wait feels no later batch");
    ok_close (moved (0.0100001, 1), 1.0100001, 1e-15, "one that did feels it");
    ok_int (fid_align_ns (54.814999759), INT64_C (54814999759), "9 digits of a second");
    ok_int (fid_align_ns (0.0000000004), 0, "less than half a ns");
}

/* --- laws, for arbitrary numbers */

static uint64_t seed = 1;

static double any (double most)
{
    seed = seed * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
    return most * (double)(seed >> 40) / (double)(1 << 24);
}

enum { RANKS = 5, ROUNDS = 200 };

static void fill (struct fid_fetch in[RANKS])
{
    for (int i = 0; i < RANKS; i++) {
        double stall_s = any (2) < 1 ? any (0.02) : any (3);
        in[i] = (struct fid_fetch){TEN + fid_align_ns (any (2)),
                                   TEN + fid_align_ns (any (1)),
                                   any (4),
                                   stall_s + any (2),
                                   stall_s,
                                   0};
    }
}

static void test_laws (void)
{
    int longer = 0, later = 0, waits = 0, moves = 0, changed = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct fid_fetch in[RANKS], turned[RANKS];
        struct fid_fetched rank[RANKS], rank_turned[RANKS];
        struct fid_iteration was, all, all_turned;
        fill (in);
        for (int i = 0; i < RANKS; i++)
            turned[i] = in[(i + 2) % RANKS];
        struct fid_align_how none = how_of (OWN, OWN, false);
        fid_align_iteration (in, RANKS, &none, rank, &was);
        double longest_s = 0;
        for (int i = 0; i < RANKS; i++) {
            changed += rank[i].stall_s != in[i].stall_s || rank[i].fetch_s != in[i].fetch_s ||
                       rank[i].start_ns != in[i].start_ns;
            longest_s = fmax (longest_s, in[i].iteration_s);
        }
        changed += was.iteration_s != longest_s;
        for (int k = 0; k < 9; k++) {
            struct fid_align_how how =
                how_of ((enum fid_alignment) (k / 3), (enum fid_alignment) (k % 3), true);
            fid_align_iteration (in, RANKS, &how, rank, &all);
            fid_align_iteration (turned, RANKS, &how, rank_turned, &all_turned);
            for (int i = 0; i < RANKS; i++) {
                moves += fabs (rank_turned[i].stall_s - rank[(i + 2) % RANKS].stall_s) > 1e-8;
                if (how.fetch == FID_ALIGN_AVG || how.start == FID_ALIGN_AVG)
                    continue;
                later += rank[i].done_ns > in[i].start_ns + fid_align_ns (in[i].fetch_s);
                waits += rank[i].stall_s > fmax (in[i].stall_s, how.least_s);
            }
            moves += fabs (all_turned.iteration_s - all.iteration_s) > 1e-8;
            if (how.fetch != FID_ALIGN_AVG && how.start != FID_ALIGN_AVG)
                longer += all.iteration_s > was.iteration_s + 1e-5;
        }
    }
    ok_int (changed, 0, "without alignment all stays as recorded");
    ok_int (later, 0, "no batch comes later when all are as early as the earliest");
    ok_int (waits, 0, "no wait grows then");
    ok_int (longer, 0, "no iteration grows then");
    ok_int (moves, 0, "the order of ranks does not matter");
}

static void test_one (void)
{
    for (int k = 0; k < 9; k++) {
        struct fid_align_how how =
            how_of ((enum fid_alignment) (k / 3), (enum fid_alignment) (k % 3), true);
        struct fid_fetched rank;
        struct fid_iteration all;
        fid_align_iteration (&two[1], 1, &how, &rank, &all);
        ok (all.delay_s == 0 && all.fetch_diff_s == 0 && all.start_diff_s == 0 &&
                rank.stall_s == 9 && all.iteration_s == 10,
            "a single rank waits for none, whatever is aligned (%d)", k);
    }
}

int main (void)
{
    test_two ();
    test_limits ();
    test_laws ();
    test_one ();
    return tap_done ();
}
