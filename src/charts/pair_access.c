/* pair_access.c - what the files of a pair are used for, and where and how they are read (see
 * pair_parts.h) */
#include "config.h"
#include <math.h>
#include "charts/pair_charts.h"
#include "charts/pair_parts.h"
#include "charts/robust_axis.h"
#include "results/words.h"

#define PAGE_PLACES 500  /* of a run in report.html */
#define LEAST_SHARE 1e-4 /* of the operations: the palest colour of size and latency */

static const char *
role_name (enum fid_role_id role)
{
    return role < FID_ROLE_N ? fid_roles[role].name : "role unknown";
}

static enum fid_colour
role_colour (enum fid_role_id role)
{
    static const enum fid_colour colours[] = {
        [FID_ROLE_DATA] = FID_SKY,      [FID_ROLE_CHECKPOINT] = FID_GREEN,
        [FID_ROLE_LOG] = FID_ORANGE,    [FID_ROLE_CODE] = FID_PURPLE,
        [FID_ROLE_DEVICE] = FID_YELLOW, [FID_ROLE_OTHER] = FID_GREY};
    return role < FID_ROLE_N ? colours[role] : FID_INK_SOFT;
}

/* --- roles over time */

static bool
has_rate (const struct fid_series_role *r)
{
    return r->side[0].rate.x || r->side[1].rate.x;
}

/* The rates of a side on the axis: n bins of width dt from `from' on. */
struct rates {
    double from, dt;
    size_t n;
    struct fid_layer layer[FID_ROLE_N + 1];
    size_t layer_n;
};

static void
add_rates (struct fid_figure *fig, const struct fid_series *s, int side,
           const struct fid_time_map *map, struct rates *r)
{
    const struct fid_series_access *a = &s->access;
    for (size_t i = 0; i < a->role_n && r->layer_n <= FID_ROLE_N; i++) {
        const struct fid_series_role *role = &a->role[i];
        double *y = fid_figure_numbers (fig, r->n);
        struct fid_series_track track = {.t0_s = a->t0_s,
                                         .dt_s = a->dt_s,
                                         .n = role->side[side].rate.n,
                                         .value = role->side[side].rate};
        if (!has_rate (role) || !y)
            continue;
        if (track.n)
            fid_time_resample (map, &track, r->from, r->dt, r->n, y);
        r->layer[r->layer_n++] = (struct fid_layer){
            .label = role_name (role->role), .y = y, .colour = role_colour (role->role)};
    }
}

/* The highest sums of layers, as a line. */
static struct fid_line
sums (struct fid_figure *fig, const struct rates *r)
{
    double *sum = fid_figure_numbers (fig, r->n);
    for (size_t i = 0; sum && i < r->n; i++)
        for (size_t k = 0; k < r->layer_n; k++)
            sum[i] += isfinite (r->layer[k].y[i]) ? r->layer[k].y[i] : 0;
    return (struct fid_line){
        .x0 = r->from + r->dt / 2, .dx = r->dt, .y = sum, .n = sum ? r->n : 0};
}

void
fid_pair_roles (struct fid_figure *fig, const struct fid_series *s,
                const struct fid_pair_opts *opts)
{
    struct fid_pair_axis axis;
    struct rates rates[2] = {{.n = 0}, {.n = 0}};
    struct fid_line sum[2];
    if (!fid_pair_roles_n (s) || fid_pair_axis_of (fig, s, opts, &axis))
        return;
    double span = axis.x.hi - axis.x.lo;
    double n = fmin (FID_PAIR_BINS, ceil (span / s->access.dt_s));
    for (int side = 0; side < 2; side++) {
        rates[side].n = (size_t)fmax (1, axis.moved ? FID_PAIR_BINS : n);
        rates[side].dt = span / (double)rates[side].n;
        rates[side].from = axis.x.lo;
        add_rates (fig, s, side, &axis.map[side], &rates[side]);
        sum[side] = sums (fig, &rates[side]);
    }
    struct fid_robust end = fid_robust_end (fig, sum, 2, &axis.x);
    double lo = 0, hi = end.hi;
    if (hi > 0)
        fid_ticks_round (&lo, &hi, false, FID_UNIT_NUMBER, 4);
    for (int side = 0; side < 2; side++) {
        struct fid_plot *part = fid_figure_add (fig, FID_PLOT_STACK);
        struct fid_stack *k = &part->as.stack;
        struct fid_layer *layer = fid_figure_room (fig, rates[side].layer_n, sizeof *layer);
        part->shared = true;
        part->height = side ? 130 : 102;
        k->panel.title = fid_figure_text (
            fig,
            end.cut_n && !side ? "I/O by role, %s; cut, up to %.4g MiB/s" : "I/O by role, %s",
            fid_side_name[side], end.highest);
        k->panel.x = axis.x;
        k->panel.y = (struct fid_axis){.label = "MiB/s", .lo = 0, .hi = hi};
        k->empty = "nothing was read or written";
        for (size_t i = 0; layer && i < rates[side].layer_n; i++)
            layer[i] = rates[side].layer[i];
        k->layer = layer;
        k->layer_n = layer ? rates[side].layer_n : 0;
        k->x0 = rates[side].from;
        k->dx = rates[side].dt;
        k->n = rates[side].n;
    }
    fid_pair_axis_clear (&axis);
}

size_t
fid_pair_roles_n (const struct fid_series *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->access.role_n; i++)
        n += has_rate (&s->access.role[i]);
    return n;
}

/* --- bytes by role */

#define AMOUNT_N 4

static double
amount (const struct fid_series_role *r, int side, int k)
{
    const double of[AMOUNT_N] = {r->side[side].read_n, r->side[side].write_n,
                                 r->side[side].disk_read_n, r->side[side].disk_write_n};
    return of[k];
}

void
fid_pair_role_bytes (struct fid_figure *fig, const struct fid_series *s)
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
            if (!(amount (r, 0, k) > 0) && !(amount (r, 1, k) > 0))
                continue;
            name[n] = fid_figure_text (fig, "%s, %s", role_name (r->role), verb[k]);
            v[2 * n] = amount (r, 0, k);
            v[2 * n + 1] = amount (r, 1, k);
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

bool
fid_pair_has_places (const struct fid_series *s)
{
    return s->access.places[0].t_s.n || s->access.places[1].t_s.n;
}

size_t
fid_pair_each_place (const struct fid_series *s, int side, bool page)
{
    size_t n = s->access.places[side].t_s.n;
    return page && n > PAGE_PLACES ? (n + PAGE_PLACES - 1) / PAGE_PLACES : 1;
}

void
fid_pair_places (struct fid_figure *fig, const struct fid_series *s,
                 const struct fid_pair_opts *opts)
{
    struct fid_pair_axis axis;
    double most = 0;
    if (!fid_pair_has_places (s) || fid_pair_axis_of (fig, s, opts, &axis))
        return;
    for (int side = 0; side < 2; side++)
        most = fmax (most, s->access.places[side].space_n);
    for (int side = 0; side < 2; side++) {
        const struct fid_numbers *t = &s->access.places[side].t_s,
                                 *at = &s->access.places[side].at;
        struct fid_lines *l = fid_pair_beside (fig, 170);
        struct fid_line *line = fid_figure_room (fig, 1, sizeof *line);
        double *x = fid_figure_numbers (fig, 2 * t->n), *y = fid_figure_numbers (fig, 2 * t->n);
        size_t each = fid_pair_each_place (s, side, !opts), n = 0;
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
        for (size_t i = 0; i < t->n; i += each) {
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
static double
strength (double count, double total)
{
    if (!(count > 0) || !(total > 0))
        return 0;
    return fmax (.15, 1 - log (count / total) / log (LEAST_SHARE));
}

void
fid_pair_size_latency (struct fid_figure *fig, const struct fid_series *s, size_t i)
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
            d->panel.key[d->panel.key_n++] =
                (struct fid_key){.label = share_name[k],
                                 .pen = fid_density_pen (d->colour, strength (shares[k], 1)),
                                 .filled = true};
        if (!v)
            continue;
        for (size_t k = 0; k < g->count[side].n && k < n; k++)
            v[k] = strength (g->count[side].x[k], g->total[side]);
        d->x_edge = g->size.x;
        d->y_edge = g->latency.x;
        d->x_n = g->size.n - 1;
        d->y_n = g->latency.n - 1;
        d->value = v;
    }
}
