/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sketch_quantile.h - what tests ask a sketch for */
#ifndef FID_TEST_SKETCH_QUANTILE_H
#define FID_TEST_SKETCH_QUANTILE_H

#include <stdlib.h>
#include "run/sketch.h"

/* The value that share q of the counts do not exceed; 0 when empty. */
static double sketch_quantile (const struct fid_sketch *s, double q)
{
    double *value = malloc ((s->n + 1) * sizeof *value), seen = 0, found = 0;
    double *weight = malloc ((s->n + 1) * sizeof *weight);
    if (!value || !weight)
        abort ();
    size_t n = fid_sketch_export (s, value, weight);
    for (size_t i = 0; i < n && !found; i++) {
        seen += weight[i];
        if (seen >= q * (double)s->total)
            found = value[i];
    }
    free (value);
    free (weight);
    return found;
}

#endif
