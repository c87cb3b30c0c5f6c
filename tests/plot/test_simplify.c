/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_simplify.c - fewer points, the same line */
#include "tests/tap.h"
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "plot/plot.h"

enum { N = 2000 };

/* How far (x, y) is from the line through the n points kept. */
static double apart (const double *kx, const double *ky, size_t n, double x, double y)
{
    double best = HUGE_VAL;
    for (size_t i = 0; i + 1 < n; i++) {
        double dx = kx[i + 1] - kx[i], dy = ky[i + 1] - ky[i], l = dx * dx + dy * dy;
        double t = l > 0 ? ((x - kx[i]) * dx + (y - ky[i]) * dy) / l : 0;
        t = fmin (fmax (t, 0), 1);
        best = fmin (best, hypot (x - kx[i] - t * dx, y - ky[i] - t * dy));
    }
    return best;
}

/* The same as its definition says: all points left out are looked at. */
static size_t plain (double *x, double *y, size_t n, double within)
{
    size_t kept = 0;
    for (size_t a = 0, b; a < n; a = b) {
        bool straight = true;
        x[kept] = x[a];
        y[kept++] = y[a];
        for (b = a + 1; straight && b + 1 < n && b + 1 - a <= 100; b += straight)
            for (size_t i = a + 1; straight && i <= b; i++)
                straight = apart ((double[]){x[a], x[b + 1]}, (double[]){y[a], y[b + 1]}, 2,
                                  x[i], y[i]) <= within;
    }
    return kept;
}

static void against_plain (void)
{
    static double x[2][N], y[2][N];
    uint32_t state = 1;
    for (int kind = 0; kind < 4; kind++) {
        for (size_t i = 0; i < N; i++) {
            state = state * 1664525 + 1013904223;
            double noise = (double)(state >> 8) / (1 << 24);
            x[0][i] = kind == 1 ? 100 * noise : kind == 2 ? -(double)i : (double)i * .3;
            y[0][i] = kind == 3 ? (i / 70 % 3 ? 5 : 90 * noise) : kind ? noise : .3 * noise;
        }
        memcpy (x[1], x[0], sizeof x[0]);
        memcpy (y[1], y[0], sizeof y[0]);
        size_t n = fid_simplify (x[0], y[0], N, .15), want = plain (x[1], y[1], N, .15);
        ok (n == want && memcmp (x[0], x[1], n * sizeof **x) == 0 &&
                memcmp (y[0], y[1], n * sizeof **y) == 0,
            "kind %d: %zu points, as when each is looked at (%zu)", kind, n, want);
    }
}

int main (void)
{
    static const struct {
        const char *what;
        double x[6], y[6];
        size_t n, want;
    } cases[] = {
        {"a straight line is its ends", {0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, 5, 2},
        {"corners stay", {0, 1, 2, 3, 4}, {0, 0, 5, 0, 0}, 5, 5},
        {"so does the way there and back", {0, 2, 1}, {0, 0, 0}, 3, 3},
        {"what nobody sees goes", {0, 1, 2}, {0, .1, 0}, 3, 2},
        {"a gap stays, and its ends", {0, 1, NAN, 3, 4, 5}, {0, 0, 0, 0, 0, 0}, 6, 5},
        {"two points", {0, 1}, {0, 1}, 2, 2},
        {"one", {7}, {7}, 1, 1},
        {"none", {0}, {0}, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double x[6], y[6];
        memcpy (x, cases[i].x, sizeof x);
        memcpy (y, cases[i].y, sizeof y);
        ok_int ((long long)fid_simplify (x, y, cases[i].n, .15), (long long)cases[i].want,
                cases[i].what);
    }
    static double x[N], y[N], kx[N], ky[N];
    double worst = 0;
    for (size_t i = 0; i < N; i++) {
        x[i] = kx[i] = (double)i * .4;
        y[i] = ky[i] = 50 * sin ((double)i / 90) + (i % 400 == 7 ? 30 : 0);
    }
    size_t n = fid_simplify (kx, ky, N, .15);
    for (size_t i = 0; i < N; i++)
        worst = fmax (worst, apart (kx, ky, n, x[i], y[i]));
    ok (n < N / 5, "a wave with spikes: %zu of %d points", n, N);
    ok (worst <= .15 + 1e-9, "no point is further than that from what is drawn: %g", worst);
    against_plain ();
    return tap_done ();
}
