/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_quanta.c - numbers as multiples of a step, and their text */
#include "tests/tap.h"
#include "base/jsonbuild.h"
#include "base/packed.h"

static void rulers (void)
{
    static const struct {
        const char *what;
        double low, high, unit, offset, step;
    } cases[] = {
        {"counts are kept as they are", 0, 65534, 1, 0, 1},
        {"one more: every second", 0, 65535, 1, 0, 2},
        {"a low above 0 does not move 0", 7, 9, 1, 0, 1},
        {"a low below 0 does", -5, 9, 1, -5, 1},
        {"fine units", 0, 100, 1. / 1048576, 0, 1. / 512},
        {"nothing but 0", 0, 0, .25, 0, .25},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_quanta r = fid_quanta_ruler (cases[i].low, cases[i].high, cases[i].unit);
        if (!ok (r.offset == cases[i].offset && r.step == cases[i].step, "%s", cases[i].what))
            diag ("offset %g, step %g", r.offset, r.step);
    }
}

/* Laws of the three roundings, over values of all sizes. */
static void rounding (void)
{
    size_t outside_n = 0, far_n = 0, inexact_n = 0, order_n = 0;
    unsigned seed = 1;
    for (int round = 0; round < 400; round++) {
        double high = ldexp (1 + round % 7 / 7., round % 60 - 20), low = round % 3 ? 0 : -high;
        double unit = ldexp (1, -30);
        struct fid_quanta r = fid_quanta_ruler (low, high, unit);
        for (int i = 0; i < 50; i++) {
            seed = seed * 1664525 + 1013904223;
            double x = low + (high - low) * (seed >> 8) / 16777215.;
            uint16_t q[3];
            for (int side = -1; side <= 1; side++)
                q[side + 1] = fid_quanta_of (&r, x, side);
            double below = fid_quanta_value (&r, q[0]), near = fid_quanta_value (&r, q[1]),
                   above = fid_quanta_value (&r, q[2]), slack = 2e-6 * r.step;
            outside_n += below > x + slack || above < x - slack;
            far_n += fabs (near - x) > r.step / 2 + slack;
            order_n += q[0] > q[1] || q[1] > q[2] || !q[0];
        }
        for (unsigned k = 1; k <= FID_QUANTA_MAX; k += 997)
            for (int side = -1; side <= 1; side++)
                inexact_n += fid_quanta_of (&r, fid_quanta_value (&r, (uint16_t)k), side) != k;
    }
    ok (!outside_n, "rounded outwards, the bounds hold the value");
    ok (!far_n, "rounded to the nearest, it is off by half a step at most");
    ok (!order_n, "below, nearest, above come in this order, and none is a gap");
    ok (!inexact_n, "whole multiples stay, whichever way they are rounded");
    struct fid_quanta r = {0, 1};
    ok (fid_quanta_of (&r, FID_GAP, 1) == 0 && fid_quanta_of (&r, NAN, 0) == 0 &&
            fid_quanta_value (&r, 0) == FID_GAP,
        "a gap is a gap");
}

static void texts (void)
{
    static const struct {
        const char *what, *text;
        size_t n;
        uint16_t q[6];
    } cases[] = {
        {"one value", "Ag==", 1, {1}},                /* 02 */
        {"equal ones", "AgAC", 3, {1, 1, 1}},         /* 02 00 02 */
        {"gaps only", "AAY=", 6, {0}},                /* 00 06 */
        {"up and down", "BAMGAQ==", 4, {2, 0, 3, 2}}, /* 04 03 06 01 */
        {"the widest", "/v8H/f8H", 2, {65535, 0}},    /* fe ff 07, fd ff 07 */
        {"nothing", "", 0, {0}},
    };
    static const struct {
        const char *what, *text;
        size_t n;
    } broken[] = {
        {"too few", "AgAC", 4},
        {"too many", "AgAC", 2},
        {"a run too long", "AAY=", 5},
        {"no base64", "Ag=!", 1},
        {"cut", "AgA", 3},
        {"a letter more", "Ag==A", 1},
        {"a run of none", "AAA=", 1},
        {"below 0", "AQ==", 1},
        {"above 65535", "gIAI", 1},
        {"no end", "////", 1},
        {"junk behind", "AgAC%", 3},
        {"one letter", "A", 1},
    };
    struct fid_error err = {0};
    uint16_t q[6];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = fid_quanta_text (cases[i].q, cases[i].n, &err);
        ok_str (text, cases[i].text, cases[i].what);
        ok (text && fid_quanta_read (text, q, cases[i].n) == 0 &&
                memcmp (q, cases[i].q, cases[i].n * sizeof *q) == 0,
            "and back");
        free (text);
    }
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        ok (fid_quanta_read (broken[i].text, q, broken[i].n) == -1, "refused: %s",
            broken[i].what);
    enum { LONG = 5000 };
    static uint16_t x[LONG], y[LONG];
    unsigned seed = 5;
    size_t bad_n = 0;
    for (int round = 0; round < 60; round++) {
        size_t n = (size_t)(round * 83) % LONG;
        for (size_t i = 0; i < n; i++) {
            seed = seed * 1664525 + 1013904223;
            x[i] = i && seed >> 28 < 12 ? x[i - 1] : (uint16_t)(seed >> (8 + round % 16));
        }
        char *text = fid_quanta_text (x, n, &err);
        bad_n += !text || fid_quanta_read (text, y, n) || memcmp (x, y, n * sizeof *x) != 0;
        free (text);
    }
    ok (!bad_n, "long ones, of runs and jumps, come back as they were");
}

int main (void)
{
    rulers ();
    rounding ();
    texts ();
    return tap_done ();
}
