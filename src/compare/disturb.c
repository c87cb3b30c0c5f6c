/* disturb.c - see disturb.h */
#include "config.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "compare/disturb.h"
#include "metrics/surrogate.h"

#define SAMPLES_MIN 8

/* Returns the number of samples in so many steps, from 1 to max_n. */
static size_t
samples_of (const struct fid_disturb *d, const struct fid_signal *in, double steps,
            size_t max_n)
{
    double step_s = d->step_s > 0 ? d->step_s : (double)in->n * in->dt_s / 16;
    double n = ceil (steps * step_s / in->dt_s - 1e-9);
    return n < 1 ? 1 : n > (double)max_n ? max_n : (size_t)n;
}

/* Ranks of a series that is mostly 0 are arbitrary, so IAAFT does not apply. */
static bool
has_ranks (const struct fid_signal *in)
{
    size_t zero_n = 0;
    for (size_t i = 0; i < in->n; i++)
        zero_n += in->x[i] == 0;
    return in->dim <= 1 && 2 * zero_n < in->n;
}

static int
disturb (gsl_rng *rng, const struct fid_disturb *d, enum fid_facet_id facet,
         enum fid_quantity_id quantity, const struct fid_signal *in, size_t *idx, double *x,
         const char **null)
{
    size_t dim = in->dim ? in->dim : 1;
    if (facet == FID_FACET_SHAPE && quantity == FID_QUANTITY_LEVEL && has_ranks (in)) {
        *null = "IAAFT";
        return fid_surrogate_iaaft (rng, in->x, in->n, x, NULL);
    }
    if (facet == FID_FACET_RHYTHM) {
        *null = "block shuffle";
        int rc = fid_surrogate_blocks (rng, in->n, samples_of (d, in, 0.5, in->n / 2), idx);
        if (!rc)
            fid_surrogate_gather (in->x, dim, idx, in->n, x);
        return rc;
    }
    int rc = fid_surrogate_shift (rng, in->n, samples_of (d, in, 2, in->n / 2), idx);
    if (rc)
        return rc;
    if (facet != FID_FACET_COUPLING) {
        *null = "circular shift";
        fid_surrogate_gather (in->x, dim, idx, in->n, x);
        return 0;
    }
    *null = "one component shifted";
    memcpy (x, in->x, in->n * dim * sizeof *x);
    size_t k = gsl_rng_uniform_int (rng, dim);
    for (size_t t = 0; t < in->n; t++)
        x[t * dim + k] = in->x[idx[t] * dim + k];
    return 0;
}

int
fid_disturb_signal (const struct fid_disturb *d, enum fid_facet_id facet,
                    enum fid_quantity_id quantity, const struct fid_signal *in, double **x,
                    const char **null, struct fid_error *err)
{
    static const enum fid_facet_id facets[] = {FID_FACET_TIMING, FID_FACET_SHAPE,
                                               FID_FACET_RHYTHM, FID_FACET_COUPLING};
    size_t k = 0, dim = in->dim ? in->dim : 1;
    *x = NULL;
    *null = NULL;
    while (k < sizeof facets / sizeof *facets && facet != facets[k])
        k++;
    if (k == sizeof facets / sizeof *facets || !in->x || in->w || !(in->dt_s > 0) ||
        in->n < SAMPLES_MIN)
        return 0;
    size_t *idx = malloc (in->n * sizeof *idx);
    double *out = malloc (in->n * dim * sizeof *out);
    gsl_rng *rng = fid_rng_create (d->seed, k);
    int rc =
        idx && out && rng ? disturb (rng, d, facet, quantity, in, idx, out, null) : GSL_ENOMEM;
    if (rng)
        gsl_rng_free (rng);
    free (idx);
    if (rc) {
        free (out);
        *null = NULL;
        return fid_errorf (err, FID_EINTERNAL, "surrogate of %s: %s", fid_facets[facet].name,
                           gsl_strerror (rc));
    }
    *x = out;
    return 0;
}
