/* simplify.c - fewer points for the same line (see simplify.h) */
#include <math.h>
#include "plot/simplify.h"

enum { RUN = 100 }; /* points left out at a time: keeps it linear */

/* Square of the distance of point i from the segment between a and b. */
static double
off (const double *x, const double *y, size_t a, size_t b, size_t i)
{
    double dx = x[b] - x[a], dy = y[b] - y[a], px = x[i] - x[a], py = y[i] - y[a];
    double length = dx * dx + dy * dy;
    double t = length > 0 ? fmin (fmax ((px * dx + py * dy) / length, 0), 1) : 0;
    return pow (px - t * dx, 2) + pow (py - t * dy, 2);
}

size_t
fid_simplify (double *x, double *y, size_t n, double within)
{
    size_t kept = 0;
    for (size_t a = 0; a < n;) {
        x[kept] = x[a];
        y[kept++] = y[a];
        size_t b = a + 1;
        if (b == n || !isfinite (x[a] + y[a] + x[b] + y[b])) {
            a = b;
            continue;
        }
        for (; b + 1 < n && b + 1 - a <= RUN && isfinite (x[b + 1] + y[b + 1]); b++) {
            bool straight = true;
            for (size_t i = a + 1; straight && i <= b; i++)
                straight = off (x, y, a, b + 1, i) <= within * within;
            if (!straight)
                break;
        }
        a = b;
    }
    return kept;
}
