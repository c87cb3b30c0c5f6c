/* calibration_draws.c - see calibration_draws.h */
#include <pthread.h>
#include <stdlib.h>
#include <gsl/gsl_rng.h>
#include "compare/calibration_draws.h"

#define SEED 20231121UL

struct fid_cal_shared {
    pthread_mutex_t lock; /* until draw_n is not 0 */
    struct fid_cal_draws draws;
};

int
fid_cal_draw (const struct fid_cal_set *set, size_t draw_n, unsigned long seed,
              struct fid_cal_draws *out, struct fid_error *err)
{
    size_t n = set->run_n, m = set->other_n;
    *out = (struct fid_cal_draws){0};
    if (n < 2)
        return fid_errorf (err, FID_EINTERNAL, "%s: %zu repeats cannot be resampled",
                           set->workload, n);
    size_t *other = malloc ((m + 1) * sizeof *other);
    gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);
    *out = (struct fid_cal_draws){.draw_n = draw_n, .measure_n = set->measure_n};
    out->ref = malloc ((draw_n * n + 1) * sizeof *out->ref);
    out->noise = malloc ((draw_n * set->measure_n + 1) * sizeof *out->noise);
    out->chance = malloc ((draw_n * set->measure_n + 1) * sizeof *out->chance);
    if (!other || !rng || !out->ref || !out->noise || !out->chance) {
        free (other);
        if (rng)
            gsl_rng_free (rng);
        fid_cal_draws_clear (out);
        return fid_error_nomem (err);
    }
    int rc = 0;
    gsl_rng_set (rng, seed);
    for (size_t k = 0; k < draw_n && !rc; k++) {
        bool differ = false;
        size_t *ref = out->ref + k * n;
        while (!differ) { /* a draw of one run alone has no pair of repeats */
            for (size_t i = 0; i < n; i++)
                ref[i] = gsl_rng_uniform_int (rng, n);
            for (size_t i = 1; i < n; i++)
                differ |= ref[i] != ref[0];
        }
        for (size_t i = 0; i < m; i++)
            other[i] = gsl_rng_uniform_int (rng, m);
        rc = fid_cal_levels (set, ref, other, out->noise + k * set->measure_n,
                             out->chance + k * set->measure_n, err);
    }
    gsl_rng_free (rng);
    free (other);
    if (rc)
        fid_cal_draws_clear (out);
    return rc;
}

void
fid_cal_draws_clear (struct fid_cal_draws *d)
{
    free (d->noise);
    free (d->chance);
    free (d->ref);
    *d = (struct fid_cal_draws){0};
}

struct fid_cal_shared *
fid_cal_shared_create (struct fid_error *err)
{
    struct fid_cal_shared *s = calloc (1, sizeof *s);
    if (!s || pthread_mutex_init (&s->lock, NULL)) {
        free (s);
        fid_error_nomem (err);
        return NULL;
    }
    return s;
}

const struct fid_cal_draws *
fid_cal_draws_of (const struct fid_cal_set *set, struct fid_error *err)
{
    struct fid_cal_shared *s = set->shared;
    pthread_mutex_lock (&s->lock);
    int rc = s->draws.draw_n ? 0 : fid_cal_draw (set, FID_CAL_DRAWS, SEED, &s->draws, err);
    pthread_mutex_unlock (&s->lock);
    return rc ? NULL : &s->draws;
}

void
fid_cal_shared_destroy (struct fid_cal_shared *s)
{
    if (!s)
        return;
    fid_cal_draws_clear (&s->draws);
    pthread_mutex_destroy (&s->lock);
    free (s);
}
