/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mllog_pairs.c - which stop ends which start (see mllog_log.h) */
#include "readers/mllog/mllog_log.h"

/* The starts and stops of one name. */
struct group {
    struct fid_mllog_mark *mark; /* borrowed; all of the log */
    size_t *at;                  /* borrowed; which of them, in the order of the log */
    size_t n;
};

/* A way to pair them: the k-th with with[k]; how many it cannot explain. */
struct pairing {
    size_t *with; /* borrowed; SIZE_MAX: alone */
    bool *repeated;
    size_t bad_n;
};

static const struct fid_mllog_mark *mark_of (const struct group *g, size_t k)
{
    return &g->mark[g->at[k]];
}

static bool is_stop (const struct group *g, size_t k)
{
    return mark_of (g, k)->kind == FID_MLLOG_STOP;
}

static void match_group (const struct group *g, struct pairing *p, size_t start, size_t stop)
{
    p->with[start] = stop;
    p->with[stop] = start;
    if (mark_of (g, stop)->t_ns < mark_of (g, start)->t_ns)
        p->bad_n += 2;
}

/* A stop ends the last start before it.  A start that is logged before the stop of the span
 * before it, in the same ms, comes after that stop. */
static void pair_by_order (const struct group *g, const size_t *pick, size_t n,
                           struct pairing *p)
{
    size_t open = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        size_t k = pick[i];
        if (is_stop (g, k)) {
            if (open == SIZE_MAX)
                p->bad_n++;
            else
                match_group (g, p, open, k);
            open = SIZE_MAX;
            continue;
        }
        bool swapped = open != SIZE_MAX && i + 1 < n && is_stop (g, pick[i + 1]) &&
                       mark_of (g, pick[i + 1])->t_ns <= mark_of (g, k)->t_ns;
        if (swapped)
            match_group (g, p, open, pick[++i]);
        else if (open != SIZE_MAX)
            p->bad_n++;
        open = k;
    }
    p->bad_n += open != SIZE_MAX;
}

/* The starts and stops of one number: a repeated start belongs to the first one; the span ends
 * with the last stop where each process logs one, else with the first. */
static void pair_one_number (const struct group *g, const size_t *pick, size_t n,
                             struct pairing *p)
{
    size_t open = SIZE_MAX, depth = 0;
    /* starts and stops are as many, and none stops before its start: several processes log the
     * same spans */
    bool balanced = true;
    for (size_t i = 0; i < n && balanced; i++) {
        balanced = depth > 0 || !is_stop (g, pick[i]);
        depth += is_stop (g, pick[i]) ? (size_t)-1 : 1;
    }
    balanced = balanced && depth == 0;
    depth = 0;
    for (size_t i = 0; i < n; i++) {
        size_t k = pick[i];
        if (!is_stop (g, k)) {
            p->repeated[k] = open != SIZE_MAX;
            open = open == SIZE_MAX ? k : open;
            depth++;
        } else if (open == SIZE_MAX) {
            p->bad_n++;
        } else if (--depth == 0 || !balanced) {
            match_group (g, p, open, k);
            open = SIZE_MAX;
            depth = 0;
        } else {
            p->repeated[k] = true;
        }
    }
    p->bad_n += open != SIZE_MAX;
}

struct by_number {
    double number;
    size_t k;
};

FID_ORDER_BY (compare_numbers, struct by_number, FID_RISING (number) FID_RISING (k))

/* A stop ends the start with its number; those without a number are paired by order.
 * sorted and pick have room for the group. */
static void pair_by_number (const struct group *g, struct by_number *sorted, size_t *pick,
                            struct pairing *p)
{
    for (size_t k = 0; k < g->n; k++)
        sorted[k] = (struct by_number){mark_of (g, k)->number, k};
    qsort (sorted, g->n, sizeof *sorted, compare_numbers);
    for (size_t i = 0; i < g->n;) {
        size_t n = 0;
        double number = sorted[i].number;
        for (; i < g->n && sorted[i].number == number; i++)
            pick[n++] = sorted[i].k;
        if (number < 0)
            pair_by_order (g, pick, n, p);
        else
            pair_one_number (g, pick, n, p);
    }
}

static int pair_group (const struct group *g, struct fid_error *err)
{
    size_t n = g->n;
    bool numbered = false;
    FID_FREED size_t *place =
        malloc ((3 * n + 1) * sizeof *place); /* of with, twice, and pick */
    FID_FREED bool *repeated = calloc (2 * n + 1, sizeof *repeated);
    FID_FREED struct by_number *sorted = malloc ((n + 1) * sizeof *sorted);
    FID_NEED (place && repeated && sorted, err);
    struct pairing p[2] = {{place, repeated, 0}, {place + n, repeated + n, 0}};
    size_t *pick = place + 2 * n;
    for (size_t k = 0; k < n; k++) {
        p[0].with[k] = p[1].with[k] = SIZE_MAX;
        pick[k] = k;
        numbered |= mark_of (g, k)->number >= 0;
    }
    pair_by_order (g, pick, n, &p[0]);
    if (numbered)
        pair_by_number (g, sorted, pick, &p[1]);
    const struct pairing *best = &p[numbered && p[1].bad_n <= p[0].bad_n];
    for (size_t k = 0; k < n; k++) {
        struct fid_mllog_mark *mark = &g->mark[g->at[k]];
        mark->with = best->with[k] == SIZE_MAX ? SIZE_MAX : g->at[best->with[k]];
        mark->repeated = best->repeated[k];
    }
    return 0;
}

int fid_mllog_pair (struct fid_mllog *m, struct fid_error *err)
{
    FID_FREED size_t *at = malloc ((m->mark_n + 1) * sizeof *at);
    FID_NEED (at, err);
    for (int name = 0; name < FID_NAME_N; name++) {
        struct group g = {.mark = m->mark, .at = at};
        for (size_t i = 0; i < m->mark_n; i++)
            if (m->mark[i].kind <= FID_MLLOG_STOP &&
                m->mark[i].name == (enum fid_phase_name)name)
                g.at[g.n++] = i;
        if (g.n)
            FID_TRY (pair_group (&g, err));
    }
    return 0;
}
