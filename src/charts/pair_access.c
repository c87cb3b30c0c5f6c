/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair_access.c - what the files of a pair are used for, and where and how they are read (see
 * pair_parts.h) */
#include "charts/pair_parts.h"

#define LEAST_SHARE 1e-4 /* of the operations: the palest colour of size and latency */

static const char *role_name (enum fid_role_id role)
{
    return role < FID_ROLE_N ? fid_roles[role].name : "role unknown";
}

static enum fid_colour role_colour (enum fid_role_id role)
{
    static const enum fid_colour colours[] = {
        [FID_ROLE_DATA] = FID_SKY,      [FID_ROLE_CHECKPOINT] = FID_GREEN,
        [FID_ROLE_LOG] = FID_ORANGE,    [FID_ROLE_CODE] = FID_PURPLE,
        [FID_ROLE_DEVICE] = FID_YELLOW, [FID_ROLE_OTHER] = FID_GREY};
    return role < FID_ROLE_N ? colours[role] : FID_INK_SOFT;
}

/* --- roles over time */

#define DECADES 4 /* of the axis of rates, at most */

static bool has_rate (const struct fid_series_role *r)
{
    return r->side[0].rate.x || r->side[1].rate.x;
}

/* The rate of a role, in n bins of the axis; FID_GAP where there is nothing. */
static struct fid_line rate_line (struct fid_figure *fig, const struct fid_series *s, int side,
                                  const struct fid_series_role *role,
                                  const struct fid_pair_axis *axis, size_t n)
{
    const struct fid_numbers *rate = &role->side[side].rate;
    double width = (axis->x.hi - axis->x.lo) / (double)n, *y = fid_figure_numbers (fig, n);
    struct fid_series_track track = {
        .t0_s = s->access.t0_s, .dt_s = s->access.dt_s, .n = rate->n, .value = *rate};
    struct fid_line line = {.label = role_name (role->role),
                            .x0 = axis->x.lo,
                            .dx = width,
                            .y = y,
                            .n = rate->n && y ? n : 0,
                            .pen = {.colour = role_colour (role->role), .width = .8},
                            .step = true,
                            .filled = true};
    if (line.n)
        fid_time_resample (&axis->map[side], &track, axis->x.lo, width, n, y);
    for (size_t i = 0; i < line.n; i++)
        if (!(y[i] > 0))
            y[i] = FID_GAP; /* has no place on a logarithmic axis */
    return line;
}

/* The ends of the axis for all lines of both runs. */
static struct fid_axis rate_axis (const struct fid_line *line[2], size_t n)
{
    struct fid_axis y = {.label = "MiB/s", .log = true, .lo = HUGE_VAL};
    for (size_t k = 0; k < 2 * n; k++)
        for (size_t i = 0; i < line[k / n][k % n].n; i++) {
            double v = line[k / n][k % n].y[i];
            if (!isfinite (v))
                continue;
            y.lo = fmin (y.lo, v);
            y.hi = fmax (y.hi, v);
        }
    if (!(y.hi > 0))
        return (struct fid_axis){.label = "MiB/s"};
    y.lo = fmax (y.lo, y.hi * pow (10, -DECADES));
    fid_ticks_round (&y.lo, &y.hi, true, FID_UNIT_NUMBER, 4);
    return y;
}

/* Roles with I/O over time. */
static size_t roles_n (const struct fid_series *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->access.role_n; i++)
        n += has_rate (&s->access.role[i]);
    return n;
}

void fid_pair_roles (struct fid_figure *fig, const struct fid_series *s,
                     const struct fid_pair_opts *opts)
{
    struct fid_pair_axis axis;
    const struct fid_line *both[2] = {NULL, NULL};
    size_t role_n = roles_n (s);
    if (!role_n || fid_pair_axis_of (fig, s, opts, &axis))
        return;
    double n = fmin (FID_PAIR_BINS, ceil ((axis.x.hi - axis.x.lo) / s->access.dt_s));
    for (int side = 0; side < 2; side++) {
        struct fid_line *line = fid_figure_room (fig, role_n, sizeof *line);
        size_t k = 0;
        for (size_t i = 0; line && i < s->access.role_n; i++)
            if (has_rate (&s->access.role[i]))
                line[k++] = rate_line (fig, s, side, &s->access.role[i], &axis,
                                       (size_t)(axis.moved ? FID_PAIR_BINS : fmax (1, n)));
        both[side] = line;
    }
    for (int side = 0; side < 2 && both[0] && both[1]; side++) {
        struct fid_plot *part = fid_figure_add (fig, FID_PLOT_LINES);
        struct fid_lines *l = &part->as.lines;
        part->shared = true;
        part->height = side ? 130 : 102;
        l->panel.title = fid_figure_text (fig, "I/O by role, %s", fid_side_name[side]);
        l->panel.x = axis.x;
        l->panel.y = rate_axis (both, role_n);
        l->empty = "nothing was read or written";
        l->line = both[side];
        l->line_n = role_n;
    }
    fid_pair_axis_clear (&axis);
}

/* --- bytes by role */

#define AMOUNT_N 4

static double role_amount (const struct fid_series_role *r, int side, int k)
{
    const double of[AMOUNT_N] = {r->side[side].read_n, r->side[side].write_n,
                                 r->side[side].disk_read_n, r->side[side].disk_write_n};
    return of[k];
}

void fid_pair_role_bytes (struct fid_figure *fig, const struct fid_series *s)
{
    static const char *const verb[AMOUNT_N] = {"read", "written", "from disk", "to disk"};
    static const struct fid_key keys[] = {
        {"real run", {.colour = FID_COLOUR_REAL}, .filled = true},
        {"second run", {.colour = FID_COLOUR_EMULATION}, .filled = true}};
    const struct fid_series_access *a = &s->access;
    const char **name = fid_figure_room (fig, AMOUNT_N * a->role_n, sizeof *name);
    double *v = fid_figure_numbers (fig, 2 * AMOUNT_N * a->role_n);
    size_t n = 0;
    for (size_t i = 0; name && v && i < a->role_n; i++)
        for (int k = 0; k < AMOUNT_N; k++) {
            const struct fid_series_role *r = &a->role[i];
            if (!(role_amount (r, 0, k) > 0) && !(role_amount (r, 1, k) > 0))
                continue;
            name[n] = fid_figure_text (fig, "%s, %s", role_name (r->role), verb[k]);
            v[2 * n] = role_amount (r, 0, k);
            v[2 * n + 1] = role_amount (r, 1, k);
            n++;
        }
    if (!n)
        return;
    struct fid_bars *b = &fid_figure_add (fig, FID_PLOT_BARS)->as.bars;
    b->panel.title = "bytes by role, all that was recorded";
    b->panel.x = (struct fid_axis){.unit = FID_UNIT_BYTES};
    b->panel.y = (struct fid_axis){.name = name, .name_n = n};
    b->series = keys;
    b->series_n = 2;
    b->value = v;
}

/* --- places */

static bool has_places (const struct fid_series *s)
{
    return s->access.places[0].t_s.n || s->access.places[1].t_s.n;
}

void fid_pair_places (struct fid_figure *fig, const struct fid_series *s,
                      const struct fid_pair_opts *opts)
{
    struct fid_pair_axis axis;
    double most = 0;
    if (!has_places (s) || fid_pair_axis_of (fig, s, opts, &axis))
        return;
    for (int side = 0; side < 2; side++)
        most = fmax (most, s->access.places[side].space_n);
    for (int side = 0; side < 2; side++) {
        const struct fid_numbers *t = &s->access.places[side].t_s,
                                 *at = &s->access.places[side].at;
        struct fid_lines *l = fid_pair_beside (fig, 170);
        struct fid_line *line = fid_figure_room (fig, 1, sizeof *line);
        double *x = fid_figure_numbers (fig, 2 * t->n), *y = fid_figure_numbers (fig, 2 * t->n);
        size_t n = 0;
        l->panel.title = fid_figure_text (fig, "where data is read, %s: %.0f files",
                                          fid_side_name[side], s->access.places[side].file_n);
        l->panel.x = axis.x;
        l->panel.y = (struct fid_axis){
            .label = "place in all data files", .lo = 0, .hi = most, .unit = FID_UNIT_BYTES};
        l->empty = "no offsets are known";
        l->line = line;
        l->line_n = line && x && y && t->n;
        if (!l->line_n)
            continue;
        for (size_t i = 0; i < t->n; i++) {
            x[n] = fid_time_place (&axis.map[side], t->x[i]);
            y[n++] = at->x[i];
            x[n] = y[n] = FID_GAP; /* no line between them */
            n++;
        }
        *line = (struct fid_line){.x = x,
                                  .y = y,
                                  .n = n,
                                  .pen = {.colour = fid_side_pen (side).colour, .width = .5},
                                  .mark = FID_MARK_DOT};
    }
    fid_pair_axis_clear (&axis);
}

/* --- size and latency */

/* 0 for none, 1 for all of the operations; on a logarithmic scale. */
static double cell_strength (double count, double total)
{
    if (!(count > 0) || !(total > 0))
        return 0;
    return fmax (.15, 1 - log (count / total) / log (LEAST_SHARE));
}

void fid_pair_size_latency (struct fid_figure *fig, const struct fid_series *s, size_t i)
{
    static const double shares[] = {.001, .01, .1, 1};
    static const char *const share_name[] = {"0.1 %", "1 %", "10 %", "all"};
    const struct fid_series_grid *g = &s->access.grid[i];
    size_t n = (g->size.n - 1) * (g->latency.n - 1);
    for (int side = 0; side < 2; side++) {
        struct fid_plot *part = fid_figure_add (fig, FID_PLOT_DENSITY);
        struct fid_density *d = &part->as.density;
        double *v = fid_figure_numbers (fig, n);
        part->beside = 2;
        part->height = 170;
        d->colour = fid_side_pen (side).colour;
        d->panel.title = fid_figure_text (fig, "%s, %s", fid_resources[g->resource].words,
                                          fid_side_name[side]);
        d->panel.x = (struct fid_axis){
            .label = "size of an operation", .unit = FID_UNIT_BYTES, .log = true};
        d->panel.y =
            (struct fid_axis){.label = "time it takes", .unit = FID_UNIT_SECONDS, .log = true};
        d->empty = "none with a size and a latency";
        for (size_t k = 0; k < sizeof shares / sizeof *shares; k++)
            d->panel.key[d->panel.key_n++] = (struct fid_key){
                .label = share_name[k],
                .pen = fid_density_pen (d->colour, cell_strength (shares[k], 1)),
                .filled = true};
        if (!v)
            continue;
        for (size_t k = 0; k < g->count[side].n && k < n; k++)
            v[k] = cell_strength (g->count[side].x[k], g->total[side]);
        d->x_edge = g->size.x;
        d->y_edge = g->latency.x;
        d->x_n = g->size.n - 1;
        d->y_n = g->latency.n - 1;
        d->value = v;
    }
}
