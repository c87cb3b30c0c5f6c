/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_isa.c - DTW kernels of every instruction set against the plain rows, to
 * the bit, and paths step by step */
#include <float.h>
#include <string.h>
#include "metrics/dtw.h"
#include "metrics/dtw_path.h"
#include "metrics/isa.h"
#include "tests/metrics/dtw_plain.h"
#include "tests/metrics/metric_test.h"

enum { LONGEST = 400, DIM = 3 };

enum kind { NOISE, TIES, TINY, HUGE_ONES, FLAT, KINDS };

static double x[LONGEST * DIM], y[LONGEST * DIM];

static void draw (double *z, size_t n, enum kind kind, uint64_t *seed)
{
    for (size_t k = 0; k < n; k++) {
        double u = rnd (seed);
        z[k] = kind == NOISE       ? u - 0.5
               : kind == TIES      ? floor (u * 4) / 4
               : kind == TINY      ? (u - 0.5) * 1e-307 /* differences are often subnormal */
               : kind == HUGE_ONES ? (u - 0.5) * 1e307
                                   : 0.25;
    }
}

static bool same (double a, double b)
{
    return memcmp (&a, &b, sizeof a) == 0;
}

static bool same_path (const struct fid_dtw_path *a, const struct fid_dtw_path *b)
{
    return a->n == b->n && memcmp (a->i, b->i, a->n * sizeof *a->i) == 0 &&
           memcmp (a->j, b->j, a->n * sizeof *a->j) == 0;
}

struct tally {
    size_t tried, score, align, path, classic, amerced, limit;
    uint64_t bits; /* of all distances of weights 1 */
};

/* Whether a distance is that of the plain rows: to the bit, but for narrow bands that are
 * filled from both ends; and keeps its bits, which are those of all instruction sets. */
static bool wrong_sum (double d, double want, size_t n, size_t m, size_t band_n,
                       struct tally *t)
{
    uint64_t bits;
    memcpy (&bits, &d, sizeof bits);
    t->bits = t->bits * 6364136223846793005u + bits;
    if (n == m && (band_n < FID_NARROW_BOTH_ENDS || n <= FID_NARROW_BOTH_ENDS) &&
        isfinite (want))
        return !(fabs (d - want) <= 2 * (double)n * DBL_EPSILON * want);
    return !same (d, want);
}

static void try_score (size_t n, size_t m, struct fid_dtw_opts o, size_t side, struct tally *t)
{
    struct fid_dtw_path want = {0}, got = {0};
    double sum = plain_score (x, n, y, m, &o, &want), d = NAN, all = (double)(n + m);
    t->score += fid_dtw (x, n, y, m, &o, &d) || !same (d, sum / all);
    if (!side) {
        t->align += fid_dtw_align (x, n, y, m, &o, &d, &got) || !same (d, sum / all);
    } else { /* tiles, as they are for series too long for a test */
        struct fid_dtw_task task = {
            x,         y,       n, m, o.dim, fid_band_slanted (n, m, o.band_n), FID_DTW_SCORE,
            o.penalty, INFINITY};
        t->align += fid_marks_path (&task, side, &d, &got) || !same (d, sum);
    }
    t->path += isfinite (sum) && !same_path (&want, &got);
    fid_dtw_path_clear (&want);
    fid_dtw_path_clear (&got);
}

static void try_classic (size_t n, size_t m, size_t band_n, double penalty, struct tally *t)
{
    double d = NAN, full = NAN, want = plain_classic (x, n, y, m, band_n);
    t->classic += fid_dtw_amerced (x, n, y, m, band_n, 0, INFINITY, &d) ||
                  wrong_sum (d, want, n, m, band_n, t);
    want = plain_amerced (x, n, y, m, band_n, penalty);
    t->amerced += fid_dtw_amerced (x, n, y, m, band_n, penalty, INFINITY, &full) ||
                  wrong_sum (full, want, n, m, band_n, t);
    for (size_t k = 0; k < 3; k++) { /* below, at, above */
        double limit = full * (0.5 + 0.5 * (double)k);
        t->limit += fid_dtw_amerced (x, n, y, m, band_n, penalty, limit, &d) ||
                    !same (d, full < limit ? full : INFINITY);
    }
}

static void try_all (size_t n, size_t m, size_t round, uint64_t *seed, struct tally *t)
{
    static const size_t bands[] = {0, 1, 2, 7, 8, 14, 15, 16, 30, 45, 1000, FID_DTW_NO_BAND};
    static const size_t sides[] = {0, 64, 128, 64, 1024};
    const size_t apart = n > m ? n - m : m - n, band_n = bands[round % LEN (bands)];
    const enum kind kind = (enum kind) (round / 3 % KINDS);
    struct fid_dtw_opts o = {1 + round % DIM, band_n, round % 2 ? 0 : 0.05};
    if (kind == TINY)
        o.penalty *= 1e-307;
    draw (x, n * o.dim, kind, seed);
    draw (y, m * o.dim, kind, seed);
    try_score (n, m, o, sides[round % LEN (sides)], t);
    try_classic (n, m, band_n > apart ? band_n : apart, o.penalty, t);
    t->tried++;
}

static void report (const char *isa, const char *what, const struct tally *t, uint64_t *bits)
{
    if (!*bits)
        *bits = t->bits;
    ok (t->bits == *bits, "%s, %s: the bits of every other instruction set", isa, what);
    ok (t->tried > 0 && t->score == 0, "%s, %s: %zu distances (%zu differ)", isa, what,
        t->tried, t->score);
    ok (t->align == 0, "%s, %s: the same with a path (%zu differ)", isa, what, t->align);
    ok (t->path == 0, "%s, %s: paths, step by step (%zu differ)", isa, what, t->path);
    ok (t->classic == 0, "%s, %s: classic form (%zu differ)", isa, what, t->classic);
    ok (t->amerced == 0, "%s, %s: amerced form (%zu differ)", isa, what, t->amerced);
    ok (t->limit == 0, "%s, %s: infinite from the limit on (%zu differ)", isa, what, t->limit);
}

/* Every pair of lengths around the sizes of vectors and strips. */
static void test_small (const char *isa)
{
    struct tally t = {0};
    uint64_t seed = 11;
    for (size_t n = 1; n <= 70; n++)
        for (size_t m = 1; m <= 70; m++)
            try_all (n, m, n * 31 + m * 17, &seed, &t);
    static uint64_t bits;
    report (isa, "lengths 1 to 70", &t, &bits);
}

/* Around strips of 4 to 128 rows and tiles of 64 and 128. */
static void test_edges (const char *isa)
{
    static const size_t edges[] = {1,   31,  63,  64,  65,  127, 128, 129, 130,
                                   191, 192, 193, 255, 256, 257, 258, 321, 400};
    struct tally t = {0};
    uint64_t seed = 12;
    for (size_t a = 0; a < LEN (edges); a++)
        for (size_t b = 0; b < LEN (edges); b++)
            try_all (edges[a], edges[b], a * 7 + b * 5, &seed, &t);
    static uint64_t bits;
    report (isa, "lengths around strips and tiles", &t, &bits);
}

static void test_isa (enum fid_isa isa)
{
    const char *name = fid_isa_name (isa);
    if (!fid_isa_has (isa)) {
        skip (name, "not on this machine");
        return;
    }
    ok (fid_isa_force (name) == 0 && fid_isa_now () == isa, "%s can be asked for", name);
    test_small (name);
    test_edges (name);
}

int main (void)
{
    ok (fid_isa_has (fid_isa_now ()), "what is in use is there");
    ok (fid_isa_force ("sse9") == GSL_EINVAL, "an unknown name is refused");
    size_t refused = 0, missing = 0;
    for (int isa = 0; isa < FID_ISA_N; isa++)
        if (!fid_isa_has ((enum fid_isa)isa)) {
            missing++;
            refused += fid_isa_force (fid_isa_name ((enum fid_isa)isa)) == GSL_EUNSUP;
        }
    ok (refused == missing, "so are the %zu this machine does not have", missing);
    for (int isa = 0; isa < FID_ISA_N; isa++)
        test_isa ((enum fid_isa)isa);
    ok (fid_isa_force (NULL) == 0 && fid_isa_has (fid_isa_now ()), "back to the widest");
    return tap_done ();
}
