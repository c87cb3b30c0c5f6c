/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simplify.c - fewer points for the same line (see plot.h) */
#include "plot/plot.h"

enum { RUN = 100 }; /* points left out at a time: keeps it linear */

/* Square of the distance of point i from the segment between a and b. */
static double squared_off (const double *x, const double *y, size_t a, size_t b, size_t i)
{
    double dx = x[b] - x[a], dy = y[b] - y[a], px = x[i] - x[a], py = y[i] - y[a];
    double length = dx * dx + dy * dy;
    double t = length > 0 ? (px * dx + py * dy) / length : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    px -= t * dx;
    py -= t * dy;
    return px * px + py * py;
}

/* The points since a, when x grows (or, mirrored, falls): the slopes that a line from there may
 * have to be near all of them. */
struct sleeve {
    double way; /* of x: 1 or -1 */
    double lo, hi;
    double far; /* the greatest way in x */
    bool known;
};

static void sleeve_add (struct sleeve *k, double dx, double dy, double within)
{
    double u = dx * k->way;
    if (!(u > 0)) {
        k->known &= u == 0 && fabs (dy) <= within;
        return;
    }
    double low = (dy - within) / u, high = (dy + within) / u;
    k->lo = low > k->lo ? low : k->lo;
    k->hi = high < k->hi ? high : k->hi;
    k->far = u > k->far ? u : k->far;
}

/* Whether all points between a and b are near the segment.  Most long lines are known to be;
 * elsewhere a corner is more likely near the end. */
static bool is_straight (const double *x, const double *y, size_t a, size_t b, double within,
                         const struct sleeve *k)
{
    double u = (x[b] - x[a]) * k->way, dy = y[b] - y[a];
    if (k->known && u > 0 && u >= k->far && k->lo * u <= dy && dy <= k->hi * u)
        return true;
    for (size_t i = b; --i > a;)
        if (!(squared_off (x, y, a, b, i) <= within * within))
            return false;
    return true;
}

size_t fid_simplify (double *x, double *y, size_t n, double within)
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
        struct sleeve k = {x[b] < x[a] ? -1 : 1, -INFINITY, INFINITY, 0, true};
        for (; b + 1 < n && b + 1 - a <= RUN && isfinite (x[b + 1] + y[b + 1]); b++) {
            sleeve_add (&k, x[b] - x[a], y[b] - y[a], within);
            if (!is_straight (x, y, a, b + 1, within, &k))
                break;
        }
        a = b;
    }
    return kept;
}
