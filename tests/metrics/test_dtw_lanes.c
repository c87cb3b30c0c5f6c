/* test_dtw_lanes.c - many pairs at once against one at a time, on every
 * instruction set of the machine */
#include <math.h>
#include <gsl/gsl_randist.h>
#include "metrics/dtw_bounds.h"
#include "metrics/dtw_lanes.h"
#include "metrics/rng.h"
#include "tests/tap.h"

#define N_MAX 90
#define MANY  75 /* more than the widest kernel has lanes */

static double x[N_MAX], store[MANY][N_MAX], lo_store[MANY][N_MAX], hi_store[MANY][N_MAX];
static const double *y[MANY], *lo[MANY], *hi[MANY];

static void
fill (const gsl_rng *rng, int kind)
{
    for (size_t i = 0; i < N_MAX; i++)
        x[i] = gsl_ran_ugaussian (rng) * (kind == 1 ? 1e-310 : kind == 2 ? 1e150 : 1);
    for (size_t k = 0; k < MANY; k++) {
        y[k] = store[k];
        lo[k] = lo_store[k];
        hi[k] = hi_store[k];
        for (size_t i = 0; i < N_MAX; i++)
            store[k][i] = k % 7 == 3 ? store[k - 1][i] /* equals, for ties */
                                     : x[(i + k) % N_MAX] + 0.3 * gsl_ran_ugaussian (rng) *
                                                                (kind == 1   ? 1e-310
                                                                 : kind == 2 ? 1e150
                                                                             : 1);
    }
}

static size_t
many_differ (size_t n, size_t m, size_t count, struct fid_dtw_opts opts)
{
    double out[MANY + 1], d;
    size_t wrong = 0;
    out[count] = -7;
    if (fid_dtw_many (x, n, y, count, m, &opts, out))
        return 1;
    for (size_t k = 0; k < count; k++)
        wrong += fid_dtw (x, n, y[k], m, &opts, &d) || memcmp (&d, &out[k], sizeof d) != 0;
    return wrong + (out[count] != -7);
}

static size_t
nearest_differs (size_t n, size_t count, size_t band_n, double penalty, bool envelopes)
{
    struct fid_dtw_found found;
    size_t want = count;
    double best = INFINITY, d;
    for (size_t k = 0; k < count; k++) {
        if (fid_dtw_amerced (x, n, y[k], n, band_n, penalty, INFINITY, &d))
            return 1;
        if (d < best) {
            best = d;
            want = k;
        }
        if (fid_dtw_envelope (y[k], n, band_n, lo_store[k], hi_store[k]))
            return 1;
    }
    if (fid_dtw_search (x, y, count, n, band_n, penalty, envelopes ? lo : NULL,
                        envelopes ? hi : NULL, &found))
        return 1;
    return (found.index != want) + (memcmp (&found.distance, &best, sizeof best) != 0) +
           (found.kim_n + found.keogh_n + found.full_n != count);
}

static void
on_isa (enum fid_isa isa)
{
    static const size_t lengths[] = {1, 2, 3, 7, 8, 17, 40, N_MAX};
    static const size_t counts[] = {1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33, 64, 65, MANY};
    gsl_rng *rng = fid_rng_create (11, isa);
    size_t many = 0, nearest = 0;
    for (int kind = 0; kind < 3; kind++) {
        fill (rng, kind);
        double unit = kind == 1 ? 1e-310 : kind == 2 ? 1e150 : 1;
        for (size_t a = 0; a < sizeof lengths / sizeof *lengths; a++) {
            for (size_t b = 0; b < sizeof lengths / sizeof *lengths; b++)
                many += many_differ (lengths[a], lengths[b], 5 + 9 * b,
                                     (struct fid_dtw_opts){1, b % 3 ? 3 * b : a, 0.05 * unit});
            for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
                size_t band_n = c % 4 == 0 ? 0 : c % 4 == 1 ? 3 : c % 4 == 2 ? 20 : 1000;
                nearest += nearest_differs (lengths[a], counts[c], band_n,
                                            c % 2 ? 0 : 0.1 * unit, c % 3 == 0);
            }
        }
    }
    ok_int ((long long)many, 0, fid_isa_name (isa));
    ok_int ((long long)nearest, 0, "the nearest, the first of equals");
    gsl_rng_free (rng);
}

int
main (void)
{
    struct fid_dtw_opts opts = {1, 3, 0.05}, two = {2, 3, 0.05}, bad = {1, 3, NAN};
    struct fid_dtw_found found;
    double out[MANY];
    for (int isa = 0; isa < FID_ISA_N; isa++) {
        if (fid_isa_force (fid_isa_name ((enum fid_isa)isa)))
            ok (1, "%s # SKIP not on this machine", fid_isa_name ((enum fid_isa)isa));
        else
            on_isa ((enum fid_isa)isa);
    }
    ok (fid_dtw_many (x, 0, y, 1, 3, &opts, out) != 0, "no samples");
    ok (fid_dtw_many (x, 3, y, 1, 3, &two, out) != 0, "two components");
    ok (fid_dtw_many (x, 3, y, 1, 3, &bad, out) != 0, "a penalty that is no number");
    ok (fid_dtw_many (x, 3, y, 0, 3, &opts, out) == 0, "none of them: nothing to do");
    ok (fid_dtw_search (x, y, 1, 0, 3, 0, NULL, NULL, &found) != 0, "a search of no samples");
    ok (fid_dtw_search (x, y, 0, 3, 3, 0, NULL, NULL, &found) == 0 && found.index == 0 &&
            found.distance == INFINITY,
        "a search among none");
    return tap_done ();
}
