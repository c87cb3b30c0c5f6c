/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_loganchor.c - log lines matched with the writes that wrote them */
#include "tests/tap.h"
#include "base/timeparse.h"
#include "run/loganchor.h"

#define T0 INT64_C (1795220338375000000)

static struct fid_anchor *anchor;
static size_t anchor_n, anchor_cap;

static void match (const struct fid_logline *l, size_t l_n, const struct fid_logwrite *w,
                   size_t w_n)
{
    struct fid_error err;
    anchor_n = 0;
    ok (fid_loganchors (l, l_n, FID_CLOCK_UTC, w, w_n, FID_CLOCK_BOOT, &anchor, &anchor_n,
                        &anchor_cap, &err) == 0,
        "matching does not fail");
}

/* Lines of 10, 20, 30, 40 bytes; the third has no stamp. */
static const struct fid_logline lines[] = {
    {T0, FID_MS, 0, 10},
    {T0 + 1 * FID_S, FID_MS, 10, 20},
    {INT64_MIN, 0, 30, 30},
    {T0 + 3 * FID_S, FID_MS, 60, 40},
};

static void by_offset (void)
{
    const struct fid_logwrite w[] = {{1000, 0, 10}, {2000, 10, 50}, {3000, 60, 40}};
    match (lines, 4, w, 3);
    ok_int (anchor_n, 3, "three writes, three anchors");
    if (anchor_n != 3)
        return;
    ok (anchor[0].from == FID_CLOCK_BOOT && anchor[0].to == FID_CLOCK_UTC &&
            anchor[0].from_ns == 1000 && anchor[0].to_min_ns == T0,
        "an anchor from the write's start to the stamp");
    ok_int (anchor[0].to_max_ns - T0, 3 * FID_MS, "up to resolution and delay later");
    ok_int (anchor[1].to_min_ns, T0 + FID_S, "the last stamped line of a write counts");

    const struct fid_logwrite cut[] = {
        {1000, 0, 7}, {1500, 7, 3}, {2000, 10, 45}, {3000, 60, 40}};
    match (lines, 4, cut, 4);
    ok_int (anchor_n, 0, "writes that cut lines are no anchors, and so few are none");

    const struct fid_logwrite foreign[] = {{1, 5, 10}, {2, 17, 3}, {3, 60, 40}, {4, 99, 1}};
    match (lines, 4, foreign, 4);
    ok_int (anchor_n, 0, "writes into another file give nothing");

    const struct fid_logwrite bare[] = {{1, 0, 9}, {2, 9, 1}, {3, 10, 19}, {4, 29, 1}};
    match (lines, 4, bare, 4);
    ok_int (anchor_n, 2, "print () writing text and newline apart");
}

static void appended (void)
{
    const struct fid_logwrite w[] = {
        {1000, 500, 10}, {2000, 510, 20}, {2500, 530, 30}, {3000, 560, 40}};
    match (lines, 4, w, 4);
    ok_int (anchor_n, 3, "a log that was appended to a file of 500 bytes");
    ok_int (anchor_n ? anchor[2].to_min_ns : 0, T0 + 3 * FID_S, "has the right lines");

    const struct fid_logline later[] = {
        {T0, 1, 70, 10}, {T0 + 1, 1, 80, 25}, {T0 + 2, 1, 105, 9}};
    const struct fid_logwrite early[] = {{1, 0, 10}, {2, 10, 25}, {3, 35, 9}};
    match (later, 3, early, 3);
    ok_int (anchor_n, 3, "a log with 70 bytes put before it");
}

static void by_size (void)
{
    const struct fid_logwrite w[] = {{1000, FID_NO_OFFSET, 10},
                                     {2000, FID_NO_OFFSET, 20},
                                     {2500, FID_NO_OFFSET, 30},
                                     {3000, FID_NO_OFFSET, 40}};
    match (lines, 4, w, 4);
    ok_int (anchor_n, 3, "without offsets the sizes in order tell");
    match (lines, 4, w + 1, 3);
    ok_int (anchor_n, 2, "also from the second line on");
    ok_int (anchor_n ? anchor[0].to_min_ns : 0, T0 + FID_S, "which is the second line");

    struct fid_logline same[8];
    for (int i = 0; i < 8; i++)
        same[i] = (struct fid_logline){T0 + i * FID_S, FID_MS, (uint64_t)i * 10, 10};
    const struct fid_logwrite three[] = {
        {1, FID_NO_OFFSET, 10}, {2, FID_NO_OFFSET, 10}, {3, FID_NO_OFFSET, 10}};
    match (same, 8, three, 3);
    ok_int (anchor_n, 0, "lines of one length could be any: no anchors");
}

static void many (void)
{
    size_t n = 10000;
    struct fid_logline *l = calloc (n, sizeof *l);
    struct fid_logwrite *w = calloc (n, sizeof *w);
    for (size_t i = 0; i < n; i++) {
        l[n - 1 - i] =
            (struct fid_logline){T0 + (int64_t)i * FID_MS, FID_MS, (uint64_t)i * 50, 50};
        w[(i * 7) % n] = (struct fid_logwrite){(int64_t)i * FID_MS, (uint64_t)i * 50, 50};
    }
    match (l, n, w, n);
    ok_int (anchor_n, 4096, "no more than 4096");
    ok (anchor[0].to_min_ns == T0 && anchor[4095].to_min_ns >= T0 + 9990 * FID_MS,
        "spread over the whole run");
    int64_t worst = 0;
    for (size_t i = 0; i < anchor_n; i++)
        if (llabs (anchor[i].to_min_ns - T0 - anchor[i].from_ns) > worst)
            worst = llabs (anchor[i].to_min_ns - T0 - anchor[i].from_ns);
    ok_int (worst, 0, "each the right pair, whatever the order given");
    match (l, 0, w, n);
    ok_int (anchor_n, 0, "no lines, no anchors");
    match (l, n, w, 0);
    ok_int (anchor_n, 0, "no writes, no anchors");
    free (l);
    free (w);
}

int main (void)
{
    by_offset ();
    appended ();
    by_size ();
    many ();
    free (anchor);
    return tap_done ();
}
