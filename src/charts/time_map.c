/* SPDX-License-Identifier: GPL-3.0-or-later */
/* time_map.c - see pair_figure.h */
#include "charts/pair_figure.h"

#define LEAST_SHARE .5  /* of the real run's time in matched phases */
#define FAR_S       1e6 /* knots beyond the phases, so that what is there keeps its pace */

const char *const fid_time_axis_names[] = {"seconds", "percent", "phases", NULL};

static int make_room (struct fid_time_map *map, size_t n, struct fid_error *err)
{
    map->s = calloc (n, sizeof *map->s);
    map->place = calloc (n, sizeof *map->place);
    return map->s && map->place ? 0 : fid_error_nomem (err);
}

static void put_point (struct fid_time_map *map, double s, double place)
{
    bool first = !map->n;
    if (!first && s <= map->s[map->n - 1] && place <= map->place[map->n - 1])
        return; /* the end of a phase where the next begins */
    map->s[map->n] = first ? s : fmax (s, map->s[map->n - 1]);
    map->place[map->n] = first ? place : fmax (place, map->place[map->n - 1]);
    map->n++;
}

/* --- phases */

/* A phase of the real run, and its counterpart. */
struct match {
    const struct fid_series_phase *real, *second;
    double best; /* seconds of the best choice that ends with it */
    size_t
        link; /* the match before it in that choice, then the one behind it; SIZE_MAX: none */
};

/* The phase of the second run that is the nth of its kind; NULL. */
static const struct fid_series_phase *nth_of (const struct fid_series_side *side,
                                              enum fid_part kind, size_t nth)
{
    for (size_t i = 0; i < side->phase_n && i < FID_TIME_PHASES_MAX; i++)
        if (side->phase[i].kind == kind && !nth--)
            return &side->phase[i];
    return NULL;
}

/* Finds the choice of matches in the same order that covers most; returns its first, SIZE_MAX if
 * there is none, and its last. */
static size_t choose_matches (struct match *m, size_t n, size_t *last)
{
    size_t first = SIZE_MAX;
    *last = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        double before = 0;
        for (size_t k = 0; k < i; k++)
            if (m[k].second->end_s <= m[i].second->start_s && m[k].best > before) {
                before = m[k].best;
                m[i].link = k;
            }
        m[i].best = before + m[i].real->end_s - m[i].real->start_s;
        if (*last == SIZE_MAX || m[i].best > m[*last].best)
            *last = i;
    }
    for (size_t i = *last, before; i != SIZE_MAX; i = before) {
        before = m[i].link;
        m[i].link = first;
        first = i;
    }
    return first;
}

static int phases_maps (const struct fid_series *s, struct fid_time_map map[2],
                        struct fid_error *err)
{
    FID_FREED struct match *m = calloc (FID_TIME_PHASES_MAX, sizeof *m);
    size_t seen[FID_PART_N] = {0}, n = 0, last;
    double all_s = 0;
    FID_NEED (m, err);
    for (size_t i = 0; i < s->side[0].phase_n; i++) {
        const struct fid_series_phase *a = &s->side[0].phase[i], *b = NULL;
        all_s += a->end_s - a->start_s;
        if (i < FID_TIME_PHASES_MAX)
            b = nth_of (&s->side[1], a->kind, seen[a->kind]++);
        if (b)
            m[n++] = (struct match){a, b, 0, SIZE_MAX};
    }
    for (int k = 0; k < 2; k++)
        FID_TRY (make_room (&map[k], 2 * n + 2, err));
    size_t first = choose_matches (m, n, &last);
    if (first == SIZE_MAX || m[last].best < LEAST_SHARE * all_s)
        return 0;
    put_point (&map[0], -FAR_S, -FAR_S);
    put_point (&map[0], FAR_S, FAR_S);
    put_point (&map[1], m[first].second->start_s - FAR_S, m[first].real->start_s - FAR_S);
    for (size_t i = first; i != SIZE_MAX; i = m[i].link) {
        put_point (&map[1], m[i].second->start_s, m[i].real->start_s);
        put_point (&map[1], m[i].second->end_s, m[i].real->end_s);
    }
    put_point (&map[1], m[last].second->end_s + FAR_S, m[last].real->end_s + FAR_S);
    return 0;
}

int fid_time_maps (const struct fid_series *s, enum fid_time_axis axis,
                   struct fid_time_map map[2], struct fid_error *err)
{
    map[0] = map[1] = (struct fid_time_map){0};
    if (axis == FID_TIME_PHASES)
        return phases_maps (s, map, err);
    for (int k = 0; k < 2; k++) {
        const struct fid_numbers *w = &s->side[k].window;
        bool percent = axis == FID_TIME_PERCENT;
        double from = percent && w->n ? w->x[0] : 0;
        double to = percent ? w->n ? w->x[w->n - 1] : 0 : 1;
        FID_TRY (make_room (&map[k], 2, err));
        if (!(to > from))
            continue;
        put_point (&map[k], from, 0);
        put_point (&map[k], to, percent ? 100 : 1);
    }
    return 0;
}

void fid_time_maps_clear (struct fid_time_map map[2])
{
    for (int k = 0; k < 2; k++) {
        FID_FREE (map[k].s, map[k].place);
        map[k] = (struct fid_time_map){0};
    }
}

/* --- use */

static double map_along (const double *from, const double *to, size_t n, double x)
{
    size_t lo = 1, hi = n - 1; /* the first knot at x or behind it, else the last */
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (from[mid] < x)
            lo = mid + 1;
        else
            hi = mid;
    }
    while (lo + 1 < n && !(from[lo] > from[lo - 1]))
        lo++;
    double length = from[lo] - from[lo - 1];
    return length > 0 ? to[lo - 1] + (x - from[lo - 1]) * (to[lo] - to[lo - 1]) / length
                      : to[lo - 1];
}

double fid_time_place (const struct fid_time_map *map, double s)
{
    return map_along (map->s, map->place, map->n, s);
}

double fid_time_back (const struct fid_time_map *map, double place)
{
    return map_along (map->place, map->s, map->n, place);
}

void fid_time_resample (const struct fid_time_map *map, const struct fid_series_track *track,
                        double from, double width, size_t n, double *out)
{
    for (size_t k = 0; k < n; k++) {
        double a = fid_time_back (map, from + (double)k * width);
        double b = fid_time_back (map, from + (double)(k + 1) * width), sum = 0, all = 0;
        a = (a - track->t0_s) / track->dt_s;
        b = fmin ((b - track->t0_s) / track->dt_s, (double)track->n);
        for (double j = fmax (0, floor (a)); j < b; j++) {
            double part = fmin (j + 1, b) - fmax (j, a), y = track->value.x[(size_t)j];
            if (isfinite (y) && part > 1e-6) { /* less comes from rounding */
                sum += part * y;
                all += part;
            }
        }
        out[k] = all > 0 ? sum / all : FID_GAP;
    }
}
