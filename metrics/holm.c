/* SPDX-License-Identifier: GPL-3.0-or-later */
/* holm.c - see holm.h */
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_sort_double.h>
#include "metrics/holm.h"

int fid_holm (const double *p, size_t n, double *adjusted)
{
    for (size_t i = 0; i < n; i++)
        if (!(p[i] >= 0 && p[i] <= 1))
            return GSL_EINVAL;
    size_t *order = malloc ((n ? n : 1) * sizeof *order);
    if (!order)
        return GSL_ENOMEM;
    gsl_sort_index (order, p, 1, n);
    double least = 0;
    for (size_t k = 0; k < n; k++) {
        least = fmax (least, fmin (1, (double)(n - k) * p[order[k]]));
        adjusted[order[k]] = least; /* p[order[k]] is not read again */
    }
    free (order);
    return GSL_SUCCESS;
}
