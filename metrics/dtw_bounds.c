/* dtw_bounds.c - see dtw_bounds.h */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "metrics/dtw_bounds.h"

enum { SIDE = 8 }; /* numbers at a time: loops of that length become vectors */

static inline double
lesser_of (double a, double b)
{
    return b < a ? b : a;
}

static inline double
greater_of (double a, double b)
{
    return b > a ? b : a;
}

/* Makes windows that begin at each of the first n places longer: joined with those `by` further
 * on.  Up to SIDE more elements are read and written. */
static void
join_windows (double *least, double *most, size_t n, size_t by)
{
    for (size_t i = 0; i < n; i += SIDE) {
        for (size_t k = 0; k < SIDE; k++)
            least[i + k] = lesser_of (least[i + k], least[i + k + by]);
        for (size_t k = 0; k < SIDE; k++)
            most[i + k] = greater_of (most[i + k], most[i + k + by]);
    }
}

int
fid_dtw_envelope (const double *y, size_t n, size_t band_n, double *lo, double *hi)
{
    if (!n)
        return GSL_EBADLEN;
    const size_t band = band_n < n ? band_n : n - 1, window = 2 * band + 1, room = n + 2 * band;
    if (room > SIZE_MAX / sizeof *lo / 4)
        return GSL_ENOMEM;
    double *least = malloc (2 * (room + 2 * SIDE) * sizeof *least);
    double *most = least ? least + room + 2 * SIDE : NULL;
    if (!least)
        return GSL_ENOMEM;
    for (size_t i = 0; i < room + 2 * SIDE; i++) {
        bool inside = i >= band && i - band < n;
        least[i] = inside ? y[i - band] : INFINITY;
        most[i] = inside ? y[i - band] : -INFINITY;
    }
    size_t length = 1; /* of the windows, of which two cover one of the length wanted */
    for (; 2 * length <= window; length *= 2)
        join_windows (least, most, room - 2 * length + 1, length);
    if (length < window)
        join_windows (least, most, n, window - length);
    memcpy (lo, least, n * sizeof *lo);
    memcpy (hi, most, n * sizeof *hi);
    free (least);
    return GSL_SUCCESS;
}

double
fid_dtw_outside (const double *x, size_t n, const double *lo, const double *hi)
{
    double part[SIDE] = {0}, sum = 0;
    size_t i = 0;
    for (; n - i >= SIDE; i += SIDE)
        for (size_t k = 0; k < SIDE; k++)
            part[k] += greater_of (greater_of (x[i + k] - hi[i + k], lo[i + k] - x[i + k]), 0);
    for (; i < n; i++)
        sum += greater_of (greater_of (x[i] - hi[i], lo[i] - x[i]), 0);
    for (size_t k = 0; k < SIDE; k++)
        sum += part[k];
    /* all roundings of the sum were upwards, and those of the distance downwards */
    return sum * (1 - 4 * (double)n * DBL_EPSILON);
}
