/* SPDX-License-Identifier: GPL-3.0-or-later */
/* zone.c - see zone.h */
#include "base/floor_div.h"
#include "run/zone.h"

#define EQUAL 0.005 /* covers that differ by less are the same */

int64_t fid_zone_round (int64_t t_ns)
{
    return fid_floor_div (t_ns + FID_QUARTER / 2, FID_QUARTER) * FID_QUARTER;
}

/* Time a, shifted, and b have in common, ns; -1: none. */
static double time_in_common (const struct fid_extent *a, int64_t shift,
                              const struct fid_extent *b)
{
    int64_t first = a->first_ns + shift > b->first_ns ? a->first_ns + shift : b->first_ns;
    int64_t last = a->last_ns + shift < b->last_ns ? a->last_ns + shift : b->last_ns;
    return first <= last ? (double)(last - first) : -1;
}

static double length_of_extent (const struct fid_extent *a)
{
    return (double)(a->last_ns - a->first_ns);
}

bool fid_extent_meets (const struct fid_extent *a, const struct fid_extent *b)
{
    return time_in_common (a, 0, b) >= 0;
}

struct fid_extent fid_extent_hull (const struct fid_extent *a, size_t n)
{
    struct fid_extent h = a[0];
    for (size_t i = 1; i < n; i++) {
        if (a[i].first_ns < h.first_ns)
            h.first_ns = a[i].first_ns;
        if (a[i].last_ns > h.last_ns)
            h.last_ns = a[i].last_ns;
    }
    return h;
}

int64_t fid_zone_day (const struct fid_extent *s, const struct fid_extent *ref)
{
    int64_t best = 0, near = fid_floor_div (ref->first_ns - s->first_ns, FID_DAY) * FID_DAY;
    double most = -INFINITY;
    for (int k = -1; k <= 1; k++) {
        int64_t shift = near + k * FID_DAY;
        double c = time_in_common (s, shift, ref);
        if (c < 0) /* then the nearest */
            c = -1 - fabs ((double)(s->first_ns + shift - ref->first_ns));
        if (c > most) {
            most = c;
            best = shift;
        }
    }
    return best;
}

/* Share of app that s covers when shifted. */
static double cover_one (const struct fid_extent *s, int64_t shift,
                         const struct fid_extent *app)
{
    if (s->undated) {
        struct fid_extent moved = *s;
        moved.first_ns += shift;
        moved.last_ns += shift;
        shift += fid_zone_day (&moved, app);
    }
    double c = time_in_common (s, shift, app);
    /* one ns more each, so that instants count */
    return c < 0 ? 0 : (c + 1) / (length_of_extent (app) + 1);
}

static double mean_cover (const struct fid_extent *s, size_t n, int64_t shift,
                          const struct fid_extent *app, size_t app_n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < app_n; j++)
            sum += cover_one (&s[i], shift, &app[j]);
    return sum / (double)(n * app_n);
}

bool fid_zone_cover (const struct fid_extent *s, size_t n, const struct fid_extent *app,
                     size_t app_n, int64_t min_ns, int64_t max_ns, const int64_t *wish,
                     struct fid_zone *z)
{
    bool dated = false;
    *z = (struct fid_zone){0};
    if (n == 0 || app_n == 0)
        return false;
    for (size_t i = 0; i < n; i++)
        dated = dated || !s[i].undated;
    for (int64_t t = min_ns; t <= max_ns; t += FID_QUARTER)
        z->cover = fmax (z->cover, mean_cover (s, n, t, app, app_n));
    if (!(z->cover > 0))
        return false;

    double enough = z->cover - EQUAL;
    for (int pass = 0; pass < 2; pass++)
        for (int64_t t = min_ns; t <= max_ns; t += FID_QUARTER) {
            if (mean_cover (s, n, t, app, app_n) < enough)
                continue;
            if (pass == 0) {
                bool wished = wish && z->candidate_n && z->shift_ns == *wish;
                if (z->candidate_n == 0 || (wish && t == *wish) ||
                    (!wished && llabs (t) < llabs (z->shift_ns)) ||
                    (!wished && t == -z->shift_ns)) /* of -1 and 1 h: 1 */
                    z->shift_ns = t;
                z->candidate_n = 1;
            } else if (t != z->shift_ns && (dated || (t - z->shift_ns) % FID_DAY != 0)) {
                /* without dates, a day more or less is the same place */
                z->candidate_n++;
                if (llabs (t - z->shift_ns) > z->reach_ns)
                    z->reach_ns = llabs (t - z->shift_ns);
            }
        }
    return true;
}

bool fid_zone_error (const struct fid_extent *s, const struct fid_extent *ref,
                     int64_t *shift_ns)
{
    double best = 0;
    bool found = false;
    for (int64_t t = -26 * FID_HOUR; t <= 26 * FID_HOUR; t += FID_QUARTER) {
        double c = time_in_common (s, t, ref);
        if (c < 0)
            continue;
        double alike = (c + 1) / (length_of_extent (s) + length_of_extent (ref) - c + 1);
        bool whole = t % FID_HOUR == 0, had = found && *shift_ns % FID_HOUR == 0;
        if (!found || alike > best + EQUAL ||
            (alike > best - EQUAL &&
             (whole > had || (whole == had && llabs (t) < llabs (*shift_ns))))) {
            best = alike;
            *shift_ns = t;
            found = true;
        }
    }
    return found;
}
