/* energy.c - energy test of two groups of runs; see energy.h */
#include <math.h>
#include <gsl/gsl_errno.h>
#include "metrics/energy.h"

struct matrix {
    const double *d; /* borrowed */
    size_t side_n;
};

static double
distance (const struct matrix *d, size_t i, size_t j)
{
    return i < j ? d->d[i * d->side_n + j] : d->d[j * d->side_n + i];
}

/* Mean over pairs of different members; n > 1. */
static double
within (const struct matrix *d, const size_t *idx, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            sum += distance (d, idx[i], idx[j]);
    return sum / ((double)n * (double)(n - 1) / 2);
}

static void
means (const struct matrix *d, const size_t *idx, size_t n, size_t m, struct fid_energy *out)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            sum += distance (d, idx[i], idx[n + j]);
    out->between = sum / ((double)n * (double)m);
    out->real = n > 1 ? within (d, idx, n) : within (d, idx + n, m);
    out->emu = m > 1 ? within (d, idx + n, m) : out->real;
}

struct labels {
    struct matrix d;
    struct fid_energy seen; /* of the first labeling, the observed one */
    int asked;
};

static double
energy (const size_t *idx, size_t n, size_t m, void *data)
{
    struct labels *l = data;
    struct fid_energy e = {0};
    means (&l->d, idx, n, m, &e);
    if (!l->asked++)
        l->seen = e;
    return 2 * e.between - e.real - e.emu;
}

int
fid_energy_test (const double *d, size_t n, size_t m, size_t draws_n, uint64_t seed,
                 struct fid_energy *out)
{
    struct labels l = {.d = {d, n + m}};
    double largest = 0;
    if (!n || !m || n + m < 3)
        return GSL_EBADLEN;
    for (size_t i = 0; i < n + m; i++)
        for (size_t j = i + 1; j < n + m; j++) {
            double v = distance (&l.d, i, j);
            if (!isfinite (v) || v < 0)
                return GSL_EINVAL;
            largest = fmax (largest, v);
        }
    struct fid_test test;
    int rc = fid_labeling_test (n, m, energy, &l, 1e-12 * largest, draws_n, seed, &test);
    if (rc)
        return rc;
    *out = l.seen;
    out->test = test;
    return GSL_SUCCESS;
}
