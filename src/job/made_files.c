/* made_files.c - see made_files.h */
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>
#include "job/made_files.h"

#define SEED   10   /* of all of DLIO's generators */
#define LEAST  0.02 /* of its mean a dimension is at least */
#define ROUNDS 60   /* of bisection: to the last bit */

/* --- numpy's generator of old: Mersenne Twister, doubles of 53 bits, polar method */

struct normal {
    gsl_rng *rng; /* owned */
    double kept;
    bool has_kept;
};

static double
draw_uniform (gsl_rng *rng)
{
    double a = (double)(gsl_rng_get (rng) >> 5), b = (double)(gsl_rng_get (rng) >> 6);
    return (a * 67108864 + b) / 9007199254740992;
}

static double
draw_normal (struct normal *z)
{
    double x, y, r2;
    if (z->has_kept) {
        z->has_kept = false;
        return z->kept;
    }
    do {
        x = 2 * draw_uniform (z->rng) - 1;
        y = 2 * draw_uniform (z->rng) - 1;
        r2 = x * x + y * y;
    } while (r2 >= 1 || r2 == 0);
    double f = sqrt (-2 * log (r2) / r2);
    z->kept = f * x;
    z->has_kept = true;
    return f * y;
}

int
fid_made_files_bytes (double length, double stdev, double *byte_n, size_t n,
                      struct fid_error *err)
{
    double mean = sqrt (fmax (0, length));
    struct normal normal = {.rng = gsl_rng_alloc (gsl_rng_mt19937)};
    if (!normal.rng)
        return fid_error_nomem (err);
    gsl_rng_set (normal.rng, SEED);
    for (size_t i = 0; i < n; i++) {
        double side[2] = {floor (mean), floor (mean)};
        for (int k = 0; k < 2 && stdev > 0 && mean > 0; k++)
            side[k] = fmax (1, trunc (side[k] + stdev / 2 / mean * draw_normal (&normal)));
        byte_n[i] = side[0] * side[1];
    }
    gsl_rng_free (normal.rng);
    return 0;
}

/* --- keys */

/* Mean and coefficient of variation of n products (1 + r z1) (1 + r z2). */
static double
variation (const double *z, size_t n, double r, double *mean)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        sum += (1 + r * z[2 * i]) * (1 + r * z[2 * i + 1]);
    *mean = sum / (double)n;
    for (size_t i = 0; i < n; i++) {
        double d = (1 + r * z[2 * i]) * (1 + r * z[2 * i + 1]) - *mean;
        squares += d * d;
    }
    return sqrt (squares / (double)(n - 1)) / *mean;
}

int
fid_made_files_keys (size_t n, double mean, double sd, struct fid_made_files *out,
                     struct fid_error *err)
{
    double *z = calloc (2 * n, sizeof *z), lowest = -1, one;
    struct normal normal = {.rng = gsl_rng_alloc (gsl_rng_mt19937)};
    *out = (struct fid_made_files){0};
    if (!z || !normal.rng) {
        free (z);
        if (normal.rng)
            gsl_rng_free (normal.rng);
        return fid_error_nomem (err);
    }
    gsl_rng_set (normal.rng, SEED);
    for (size_t i = 0; i < 2 * n; i++) {
        z[i] = draw_normal (&normal);
        lowest = fmin (lowest, z[i]);
    }
    double low = 0, high = (1 - LEAST) / -lowest;
    out->narrow = variation (z, n, high, &one) < sd / mean;
    for (int i = 0; i < ROUNDS; i++) {
        double middle = (low + high) / 2;
        *(variation (z, n, middle, &one) < sd / mean ? &low : &high) = middle;
    }
    variation (z, n, high, &one);
    out->length = mean / one;
    out->stdev = 2 * high * out->length;
    gsl_rng_free (normal.rng);
    free (z);
    return 0;
}
