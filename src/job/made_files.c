/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_files.c - see made_files.h */
#include <gsl/gsl_rng.h>
#include "job/made_files.h"

#define SEED   10   /* of all of DLIO's generators */
#define LEAST  0.02 /* of its mean a dimension is at least */
#define ROUNDS 60   /* of bisection: to the last bit */

/* Measured on what the generators' own lines write of noise, with numpy 1.24, Pillow 9.4 and
 * h5py 3.7, for images of 100 x 100 pixels and more: within 1 %.  csv: 0 to 254 as digits with
 * a comma.  Formats that are not here have the elements alone. */
static const struct fid_made_format formats[] = {
    {"npy", 1, 128, 1},       {"npz", 1, 498, 1},     {"hdf5", 1, 2056, 1},
    {"jpeg", 0.5545, 330, 8}, {"png", 1.0045, 57, 1}, {"csv", 3.569, 0, 1},
};
static const struct fid_made_format plain = {"", 1, 0, 1};

const struct fid_made_format *fid_made_format_find (const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp (name, formats[i].name) == 0)
            return &formats[i];
    return &plain;
}

/* --- numpy's generator of old: Mersenne Twister, doubles of 53 bits, polar method */

struct normal {
    gsl_rng *rng; /* owned */
    double kept;
    bool has_kept;
};

static void clear_normal (struct normal *z)
{
    if (z->rng)
        gsl_rng_free (z->rng);
}

static double draw_uniform (gsl_rng *rng)
{
    double a = (double)(gsl_rng_get (rng) >> 5), b = (double)(gsl_rng_get (rng) >> 6);
    return (a * 67108864 + b) / 9007199254740992;
}

static double draw_normal (struct normal *z)
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

int fid_made_files_bytes (const struct fid_made_format *format, double samples, double length,
                          double stdev, double *byte_n, size_t n, struct fid_error *err)
{
    double mean = sqrt (fmax (0, length));
    FID_SCOPED (clear_normal) struct normal normal = {.rng = gsl_rng_alloc (gsl_rng_mt19937)};
    FID_NEED (normal.rng, err);
    gsl_rng_set (normal.rng, SEED);
    for (size_t i = 0; i < n; i++) {
        double element_n = 1;
        for (int k = 0; k < 2; k++) {
            double side = floor (mean);
            if (stdev > 0 && mean > 0)
                side = fmax (1, trunc (side + stdev / 2 / mean * draw_normal (&normal)));
            element_n *=
                format->block * ceil (side / format->block); /* coded in whole blocks */
        }
        byte_n[i] = format->per_byte * element_n * samples + format->per_file;
    }
    return 0;
}

double fid_made_files_length (const struct fid_made_format *format, double samples,
                              double byte_n)
{
    double element_n = fmax (1, (byte_n - format->per_file) / format->per_byte / samples);
    double side = format->block * fmax (1, round (sqrt (element_n) / format->block));
    return format->block > 1 ? side * side : round (element_n);
}

/* --- keys */

/* Mean and coefficient of variation of n products (1 + r z1) (1 + r z2). */
static double variation_of_products (const double *z, size_t n, double r, double *mean)
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

int fid_made_files_keys (const struct fid_made_format *format, size_t n, double mean, double sd,
                         struct fid_made_files *out, struct fid_error *err)
{
    /* a side is coded with half a block more than it has, on average */
    double more = (format->block - 1) / 2;
    mean = fmax (1, (mean - format->per_file) / format->per_byte);
    sd /= format->per_byte;
    FID_FREED double *z = calloc (2 * n, sizeof *z);
    FID_SCOPED (clear_normal) struct normal normal = {.rng = gsl_rng_alloc (gsl_rng_mt19937)};
    double lowest = -1, one;
    *out = (struct fid_made_files){0};
    FID_NEED (z && normal.rng, err);
    gsl_rng_set (normal.rng, SEED);
    for (size_t i = 0; i < 2 * n; i++) {
        z[i] = draw_normal (&normal);
        lowest = fmin (lowest, z[i]);
    }
    double low = 0, high = (1 - LEAST) / -lowest;
    out->narrow = variation_of_products (z, n, high, &one) < sd / mean;
    for (int i = 0; i < ROUNDS; i++) {
        double middle = (low + high) / 2;
        *(variation_of_products (z, n, middle, &one) < sd / mean ? &low : &high) = middle;
    }
    variation_of_products (z, n, high, &one);
    double side = sqrt (mean / one), own = fmax (1, side - more);
    out->length = own * own;
    out->stdev = 2 * high * side * own;
    return 0;
}
