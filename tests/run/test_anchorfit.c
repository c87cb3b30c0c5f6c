/* SPDX-License-Identifier: GPL-3.0-or-later */
/* anchorfit: when a drift is significant, where the wall clock was set, what has no vote */
#include "tests/tap.h"
#include "base/timeparse.h"
#include "run/anchorfit.h"

#define WINDOWS 16 /* four anchors each */

static struct fid_anchor an[256];

/* Anchor i: at from_ns the other clock is v_ns ahead, or up to w_ns more. */
static void put (int i, int64_t from_ns, int64_t v_ns, int64_t w_ns)
{
    an[i] = (struct fid_anchor){FID_CLOCK_BOOT, FID_CLOCK_UTC, from_ns, from_ns + v_ns,
                                from_ns + v_ns + w_ns};
}

static struct fid_anchorfit fit (size_t n)
{
    struct fid_anchorfit f;
    struct fid_error err;
    if (fid_anchor_fit (an, n, false, &f, &err))
        abort ();
    return f;
}

/* Anchors whose windows' maxima lie on a line that rises by rise_ns over span_ns,
 * alternately r_ns above and below it. */
static struct fid_anchorfit fit_of (int64_t span_ns, double rise_ns, double r_ns, int windows)
{
    int n = 0;
    for (int k = 0; k < windows; k++) {
        double v = rise_ns * k / (windows - 1) + (k % 2 ? r_ns : -r_ns);
        for (int i = 0; i < 4; i++)
            put (n++, k * span_ns / (windows - 1) + i * 1000,
                 llround (v) - (i ? 5 * FID_MS : 0), 30 * FID_MS);
    }
    return fit ((size_t)n);
}

/* A drift counts if it makes more than 4 standard deviations, estimated as 1.4826 times
 * the median absolute deviation, plus 0.5 ms: 6.4304 ms for deviations of 1 ms. */
static void significance (void)
{
    int64_t span = 100 * FID_S;
    struct fid_anchorfit f = fit_of (span, 6.48e6, 1e6, WINDOWS);
    ok_close (f.drift * 1e6, 64.8, 0.1, "a drift just above 4 standard deviations counts");
    f = fit_of (span, 6.38e6, 1e6, WINDOWS);
    ok (f.drift == 0, "one just below does not");
    f = fit_of (span, 0.51e6, 0, WINDOWS);
    ok_close (f.drift * 1e6, 5.1, 0.01, "without scatter 0.51 ms count");
    f = fit_of (span, 0.49e6, 0, WINDOWS);
    ok (f.drift == 0, "0.49 ms do not");
    f = fit_of (span, 0.0499 * 1e9, 0, WINDOWS);
    ok_close (f.drift * 1e6, 499, 0.1, "499 ppm may be a drift");
    f = fit_of (span, 0.0501 * 1e9, 0, WINDOWS);
    ok (f.drift == 0, "501 ppm are none");
    f = fit_of (20 * FID_S, 2e6, 0, WINDOWS);
    ok_close (f.drift * 1e6, 100, 0.1, "20 s are enough");
    f = fit_of (20 * FID_S - 100, 2e6, 0, WINDOWS);
    ok (f.drift == 0, "less than 20 s are not");
    f = fit_of (span, 6e6, 0, 4);
    ok_close (f.drift * 1e6, 60, 0.1, "16 anchors are enough");
    f = fit_of (span, 6e6, 0, 3);
    ok (f.drift == 0, "12 anchors are not");
}

/* The clock is set after 10 of 16 windows. */
static struct fid_anchorfit fit_of_step (int64_t step_ns, int64_t scatter_ns)
{
    for (int i = 0; i < 4 * WINDOWS; i++)
        put (i, i * FID_S, (i >= 40 ? step_ns : 0) + (i / 8 % 2 ? scatter_ns : -scatter_ns),
             FID_MS);
    return fit (4 * WINDOWS);
}

static void jumps (void)
{
    struct fid_anchorfit f = fit_of_step (40 * FID_MS, 0);
    ok (f.jump_ns == 0, "a step of 40 ms is not a jump");
    f = fit_of_step (60 * FID_MS, 0);
    ok (f.jump_ns == 60 * FID_MS && f.jump_at_ns == 40 * FID_S,
        "a step of 60 ms is one, and where it is");
    ok (f.used_n == 40 && f.n == 64, "the side with more anchors counts");
    ok (llabs (f.offset_ns) < FID_MS, "  at its offset");
    ok (f.uncertainty_ns >= 60 * FID_MS && f.uncertainty_ns < 62 * FID_MS,
        "  and the uncertainty includes the jump");
    /* medians of the windows: -2 ms before it, 60 + 2 ms after it */
    f = fit_of_step (60 * FID_MS, 2 * FID_MS);
    ok_int (f.jump_ns, 64 * FID_MS, "a jump is found although windows scatter by 2 ms");
}

/* An anchor whose interval misses the common point of the others has no influence. */
static void votes (void)
{
    for (int i = 0; i < 10; i++)
        put (i, i * FID_S, 7 * FID_S + (i == 4 ? 900 * FID_MS : 0), FID_MS);
    struct fid_anchorfit f = fit (10);
    ok (f.used_n == 9 && f.n == 10, "nine of ten anchors agree");
    ok_int (f.offset_ns, 7 * FID_S + 55556,
            "the offset is theirs, plus w / 2n"); /* 1 ms / 18 */
    ok_int (f.uncertainty_ns, FID_MS / 2, "the uncertainty is never below 0.5 ms");
    ok_int (f.residual_ns, 0, "the offset lies inside all intervals used");

    for (int i = 0; i < 10; i++)
        put (i, i * FID_S, i % 2 * 100 * FID_MS, FID_MS);
    f = fit (10);
    ok (f.used_n == 5 && f.offset_ns < FID_MS, "of two equal groups the lower one counts");
}

/* The height of the envelope, and windows that stay below it. */
static void envelope (void)
{
    for (int i = 0; i < 128; i++)
        put (i, i * 100 * FID_MS, i * 37 % 128 * 10000, 5 * FID_MS / 2);
    struct fid_anchorfit f = fit (128);
    /* the two highest of 128 are left out: 1.25 ms; w / 2n is 2.5 ms / 256 */
    ok_int (f.offset_ns, 1250000 + 9766, "the top 1/64 is left out");
    ok_int (f.uncertainty_ns, 1250000 - 635000, "the uncertainty reaches to the median");
    for (int i = 0; i < 128; i++)
        put (i, i * 100 * FID_MS, i / 8 == 5 ? -3 * FID_MS : 0, 5 * FID_MS);
    f = fit (128);
    ok_int (f.uncertainty_ns, 3 * FID_MS, "and to a window of 8 that stays below");
}

int main (void)
{
    significance ();
    jumps ();
    votes ();
    envelope ();
    return tap_done ();
}
