/* surrogate.c - surrogate series; see surrogate.h */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sort_double.h>
#include "metrics/fft.h"
#include "metrics/aggregate.h"
#include "metrics/surrogate.h"

int
fid_surrogate_shuffle (gsl_rng *rng, size_t n, size_t *idx)
{
    if (n > UINT32_MAX)
        return GSL_EBADLEN;
    for (size_t i = 0; i < n; i++)
        idx[i] = i;
    fid_rng_shuffle (rng, idx, n);
    return GSL_SUCCESS;
}

int
fid_surrogate_shift (gsl_rng *rng, size_t n, size_t min_n, size_t *idx)
{
    if (!min_n || min_n > n / 2 || n > UINT32_MAX)
        return GSL_EBADLEN;
    size_t later_n = min_n + gsl_rng_uniform_int (rng, n - 2 * min_n + 1);
    for (size_t t = 0; t < n; t++)
        idx[t] = (t + n - later_n) % n;
    return GSL_SUCCESS;
}

int
fid_surrogate_blocks (gsl_rng *rng, size_t n, size_t block_n, size_t *idx)
{
    if (!block_n || block_n >= n || n > UINT32_MAX)
        return GSL_EBADLEN;
    size_t blocks_n = (n - 1) / block_n + 1, t = 0;
    size_t *order = malloc (blocks_n * sizeof *order);
    if (!order)
        return GSL_ENOMEM;
    for (size_t k = 0; k < blocks_n; k++)
        order[k] = k;
    fid_rng_shuffle (rng, order, blocks_n);
    for (size_t k = 0; k < blocks_n; k++)
        for (size_t i = order[k] * block_n; i < (order[k] + 1) * block_n && i < n; i++)
            idx[t++] = i;
    free (order);
    return GSL_SUCCESS;
}

void
fid_surrogate_gather (const double *x, size_t dim, const size_t *idx, size_t n, double *out)
{
    for (size_t t = 0; t < n; t++)
        memcpy (out + t * dim, x + idx[t] * dim, dim * sizeof *x);
}

struct iaaft {
    size_t n;
    struct fid_fft f;
    double *sorted;    /* owned; the values, ascending */
    double *amplitude; /* owned; of the transform, n / 2 + 1 */
    double *next;      /* owned; n */
    size_t *order;     /* owned; n */
};

static void
iaaft_clear (struct iaaft *s)
{
    fid_fft_clear (&s->f);
    free (s->sorted);
    free (s->amplitude);
    free (s->next);
    free (s->order);
}

static int
iaaft_init (struct iaaft *s, const double *x, size_t n)
{
    *s = (struct iaaft){.n = n};
    int rc = fid_fft_init (&s->f, n);
    if (rc)
        return rc;
    s->sorted = malloc (n * sizeof *s->sorted);
    s->amplitude = malloc ((n / 2 + 1) * sizeof *s->amplitude);
    s->next = malloc (n * sizeof *s->next);
    s->order = malloc (n * sizeof *s->order);
    if (!s->sorted || !s->amplitude || !s->next || !s->order) {
        iaaft_clear (s);
        return GSL_ENOMEM;
    }
    memcpy (s->sorted, x, n * sizeof *x);
    fid_sort (s->sorted, n);
    memcpy (s->f.x, x, n * sizeof *x);
    fid_fft_forward (&s->f);
    for (size_t k = 0; k <= n / 2; k++) {
        s->amplitude[k] = hypot (s->f.c[k][0], s->f.c[k][1]);
        rc = isfinite (s->amplitude[k] * (double)n) ? rc : GSL_EINVAL;
    }
    if (rc)
        iaaft_clear (s);
    return rc;
}

/* Give y the series' amplitudes, then its values; s->next is the result. */
static void
iaaft_round (struct iaaft *s, const double *y)
{
    memcpy (s->f.x, y, s->n * sizeof *y);
    fid_fft_forward (&s->f);
    for (size_t k = 0; k <= s->n / 2; k++) {
        double size = hypot (s->f.c[k][0], s->f.c[k][1]);
        /* no phase to keep: 0 will do */
        s->f.c[k][0] = size > 0 ? s->f.c[k][0] / size * s->amplitude[k] : s->amplitude[k];
        s->f.c[k][1] = size > 0 ? s->f.c[k][1] / size * s->amplitude[k] : 0;
    }
    fid_fft_inverse (&s->f);
    gsl_sort_index (s->order, s->f.x, 1, s->n);
    for (size_t r = 0; r < s->n; r++)
        s->next[s->order[r]] = s->sorted[r];
}

int
fid_surrogate_iaaft (gsl_rng *rng, const double *x, size_t n, double *out, size_t *rounds_n)
{
    struct iaaft s;
    int rc = n > INT_MAX ? GSL_EBADLEN : fid_sample_check (x, n, 4);
    if (!rc)
        rc = iaaft_init (&s, x, n);
    if (rc)
        return rc;
    fid_surrogate_shuffle (rng, n, s.order);
    fid_surrogate_gather (x, 1, s.order, n, out);
    size_t round = 0;
    int changed = 1;
    while (changed && round < FID_IAAFT_ROUNDS_MAX) {
        iaaft_round (&s, out);
        changed = 0;
        for (size_t t = 0; t < n; t++)
            changed |= s.next[t] != out[t];
        memcpy (out, s.next, n * sizeof *out);
        round++;
    }
    if (rounds_n)
        *rounds_n = round;
    iaaft_clear (&s);
    return GSL_SUCCESS;
}
