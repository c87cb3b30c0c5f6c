/* simplify.c - fewer points for the same line (see simplify.h) */
#include <math.h>
#include <stdbool.h>
#include "plot/simplify.h"

enum { RUN = 100 }; /* points left out at a time: keeps it linear */

/* Square of the distance of point i from the segment between a and b. */
static double
off (const double *x, const double *y, size_t a, size_t b, size_t i)
{
    double dx = x[b] - x[a], dy = y[b] - y[a], px = x[i] - x[a], py = y[i] - y[a];
    double length = dx * dx + dy * dy;
    double t = length > 0 ? (px * dx + py * dy) / length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    px -= t * dx;
    py -= t * dy;
    return px * px + py * py;
}

/* Points since a in one direction of x, and the range of their values. */
struct level {
    double lo, hi;
    bool forward, back;
};

static void
level_add (struct level *l, const double *x, const double *y, size_t b)
{
    l->forward &= x[b] >= x[b - 1];
    l->back &= x[b] <= x[b - 1];
    l->lo = y[b] < l->lo ? y[b] : l->lo;
    l->hi = y[b] > l->hi ? y[b] : l->hi;
}

/* Whether all points between a and b are near the segment.  A level line, which most long ones
 * are, is known to be; elsewhere a corner is more likely near the end. */
static bool
is_straight (const double *x, const double *y, size_t a, size_t b, double within,
             const struct level *l)
{
    if (l->hi - l->lo <= within && (l->forward || l->back))
        return true;
    for (size_t i = b; --i > a;)
        if (!(off (x, y, a, b, i) <= within * within))
            return false;
    return true;
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
        struct level level = {.lo = y[a], .hi = y[a], .forward = true, .back = true};
        level_add (&level, x, y, b);
        for (; b + 1 < n && b + 1 - a <= RUN && isfinite (x[b + 1] + y[b + 1]); b++) {
            level_add (&level, x, y, b + 1);
            if (!is_straight (x, y, a, b + 1, within, &level))
                break;
        }
        a = b;
    }
    return kept;
}
