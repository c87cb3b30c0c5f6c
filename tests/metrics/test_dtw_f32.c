/* test_dtw_f32.c - DTW in single precision: within what it says of double, the
 * same with every instruction set, and choices as in double */
#include <string.h>
#include "metrics/dtw.h"
#include "metrics/isa.h"
#include "tests/metrics/metric_test.h"

enum { LONGEST = 300, DIM = 3, MANY = 40 };

static double x[LONGEST * DIM], y[LONGEST * DIM];

struct tally {
    size_t tried, failed, outside, loose, other;
    double first[100]; /* what the first instruction set gave */
};

/* Lengths around vectors and strips, scales from tiny to large, samples that no
 * float holds. */
static void
try_all (struct tally *t)
{
    static const size_t lengths[] = {1, 2, 7, 16, 17, 63, 65, 128, 129, 300};
    static const double scales[] = {1, 1e-20, 1e-40, 1e20};
    uint64_t seed = 21;
    size_t k = 0;
    for (size_t a = 0; a < LEN (lengths); a++)
        for (size_t b = 0; b < LEN (lengths); b++, k++) {
            size_t n = lengths[a], m = lengths[b];
            double scale = scales[k % LEN (scales)], d, f = 0, off = 0;
            struct fid_dtw_opts o = {1 + k % DIM, k % 5 ? k % 23 : FID_DTW_NO_BAND,
                                     k % 2 ? 0 : 0.05 * scale};
            for (size_t i = 0; i < LONGEST * DIM; i++) {
                x[i] = (rnd (&seed) - 0.5) * scale;
                y[i] = (rnd (&seed) + 0.1) * scale;
            }
            t->failed += fid_dtw (x, n, y, m, &o, &d) || fid_dtw_f32 (x, n, y, m, &o, &f, &off);
            t->outside += !(fabs (d - f) <= off);
            t->loose += scale > 1e-30 && !(off <= 2e-4 * scale); /* 900 roundings of 6e-8 */
            if (!t->tried)
                t->first[k] = f;
            t->other += memcmp (&t->first[k], &f, sizeof f) != 0;
        }
    t->tried += k;
}

static void
test_bounds (void)
{
    struct tally t = {0};
    size_t isas = 0;
    for (int isa = 0; isa < FID_ISA_N; isa++)
        if (fid_isa_has ((enum fid_isa)isa)) {
            fid_isa_force (fid_isa_name ((enum fid_isa)isa));
            try_all (&t);
            isas++;
        }
    fid_isa_force (NULL);
    ok (t.tried == isas * 100 && t.failed == 0, "100 pairs with each of %zu sets", isas);
    ok (t.outside == 0, "as near to double as it says (%zu not)", t.outside);
    ok (t.loose == 0, "and what it says is small (%zu not)", t.loose);
    ok (t.other == 0, "the same bits with every set (%zu not)", t.other);
}

static void
test_refused (void)
{
    struct fid_dtw_opts o = {1, 2, 0}, bad = {1, 2, -1};
    double big[] = {1e38, -1e38}, d = 42, off = 42;
    ok (fid_dtw_f32 (big, 2, big, 2, &o, &d, &off) == GSL_EOVRFLW,
        "too large for float: refused");
    ok (fid_dtw_f32 (x, 0, y, 1, &o, &d, &off) == GSL_EBADLEN, "so is no length");
    ok (fid_dtw_f32 (x, 1, y, 1, &bad, &d, &off) == GSL_EINVAL, "and a negative penalty");
    ok (d == 42 && off == 42, "outputs stay as they were");
}

/* Candidates that float cannot tell apart, and one that it cannot hold. */
static void
test_nearest (void)
{
    enum { N = 50 };
    static double all[MANY][N];
    struct fid_dtw_series among[MANY];
    struct fid_dtw_opts o = {1, 5, 0.01};
    size_t wrong = 0, got, rounds = 0;
    uint64_t seed = 22;
    for (size_t round = 0; round < 20; round++, rounds++) {
        size_t want = 0;
        double best = INFINITY, d;
        for (size_t i = 0; i < N; i++)
            x[i] = rnd (&seed);
        for (size_t s = 0; s < MANY; s++) {
            size_t twin = s % 4 ? s - s % 4 : s;
            for (size_t i = 0; i < N; i++)
                all[s][i] = s == twin ? x[i] + 0.2 * rnd (&seed) : all[twin][i];
            if (s % 4 == 2)
                all[s][round] *= 1 - 1e-13; /* a hair nearer, or farther */
            among[s] = (struct fid_dtw_series){all[s], N};
        }
        if (round % 3 == 0)
            all[5][0] = 1e300;
        for (size_t s = 0; s < MANY; s++)
            if (fid_dtw (x, N, all[s], N, &o, &d) == 0 && d < best) {
                best = d;
                want = s;
            }
        wrong += fid_dtw_nearest (x, N, among, MANY, &o, &got, &d) || got != want || d != best;
    }
    ok (rounds == 20 && wrong == 0, "nearest: the one double chooses, the first of equals");
    among[3].m = 0;
    ok (fid_dtw_nearest (x, N, among, MANY, &o, &got, x) == GSL_EBADLEN,
        "nearest: empty refused");
    ok (fid_dtw_nearest (x, N, among, 0, &o, &got, x) == GSL_EBADLEN,
        "nearest: of none refused");
}

int
main (void)
{
    test_bounds ();
    test_refused ();
    test_nearest ();
    return tap_done ();
}
