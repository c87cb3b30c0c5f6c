/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair_figure.c - groups, facets, cells and steps of a pair, and the figure (see pair_figure.h)
 */
#include "charts/answer_curve.h"
#include "charts/pair_parts.h"

#define HALF 130 /* px high: a part of which two are side by side */

struct pair {
    struct fid_figure *fig;
    const struct fid_result *r;
    const struct fid_series *s;
    const struct fid_pair_opts *opts;
    struct fid_pair_left_out *left_out;
};

/* Note what is not drawn because there is nothing. */
static void leave_out (struct pair *p, const char *what)
{
    char *text = p->left_out->text;
    size_t n = strlen (text), size = sizeof p->left_out->text;
    snprintf (text + n, size - n, "%s%s", n ? ", " : "", what);
}

static double or_nan (double x)
{
    return x == FID_ABSENT ? NAN : x;
}

/* Why nothing of a group was compared: the reason of its first resource. */
static const char *reason_of (const struct fid_result *r, enum fid_group_id group)
{
    for (size_t i = 0; i < r->resource_n; i++)
        if (fid_resources[r->resource[i].id].group == group && r->resource[i].reason)
            return r->resource[i].reason;
    return "";
}

/* Groups, and all of them together, as bars. */
static void draw_groups (struct pair *p)
{
    static const struct fid_key keys[] = {{"grade", {.colour = FID_BLUE}, .filled = true}};
    const struct fid_result *r = p->r;
    const struct fid_result_head *h = &r->head;
    size_t n = 1;
    struct fid_bars *b = &fid_figure_add (p->fig, FID_PLOT_BARS)->as.bars;
    const char **name = fid_figure_room (p->fig, FID_GROUP_N + 1, sizeof *name);
    const char **note = fid_figure_room (p->fig, FID_GROUP_N + 1, sizeof *note);
    double *v = fid_figure_numbers (p->fig, FID_GROUP_N + 1);
    if (!name || !note || !v)
        return;
    name[0] = "similarity";
    v[0] = or_nan (h->similarity);
    for (size_t i = 0; i < FID_GROUP_N; i++) {
        const struct fid_result_group *g = &h->group[i];
        const char *reason = reason_of (r, (enum fid_group_id)i);
        if (!g->known)
            continue;
        name[n] = fid_groups[i].name;
        v[n] = or_nan (g->grade);
        if (g->grade == FID_ABSENT)
            note[n] = *reason ? fid_figure_text (p->fig, "not compared: %s", reason)
                              : fid_figure_text (p->fig, "not graded by %s", h->profile);
        n++;
    }
    b->panel.title =
        fid_figure_text (p->fig, "similarity and grades of groups, profile %s", h->profile);
    b->panel.x = (struct fid_axis){.lo = 0, .hi = 1};
    b->panel.y = (struct fid_axis){.name = name, .name_n = n};
    b->series = keys;
    b->series_n = 1;
    b->value = v;
    b->note = note;
}

/* Resources by facet, as numbers on colours. */
static void draw_facets (struct pair *p)
{
    const struct fid_result *r = p->r;
    struct fid_facets f = fid_facets_of (r);
    struct fid_heat *h = &fid_figure_add (p->fig, FID_PLOT_HEAT)->as.heat;
    const char **row = fid_figure_room (p->fig, r->resource_n, sizeof *row);
    const char **column = fid_figure_room (p->fig, f.n + 1, sizeof *column);
    double *v = fid_figure_numbers (p->fig, r->resource_n * (f.n + 1));
    size_t n = 0;
    if (!row || !column || !v)
        return;
    column[0] = "all";
    for (size_t k = 0; k < f.n; k++)
        column[k + 1] = fid_facets[f.id[k]].name;
    FID_EACH (const struct fid_result_resource, res, r->resource) {
        if (res->grade == FID_ABSENT || !fid_pair_wants (p->opts, res->id))
            continue;
        double *to = v + n * (f.n + 1);
        row[n++] = res->resource;
        to[0] = res->grade;
        for (size_t k = 0; k < f.n; k++)
            to[k + 1] = or_nan (fid_facet_grade (res, f.id[k]));
    }
    h->panel.title = "grade by facet";
    h->panel.y = (struct fid_axis){.name = row, .name_n = n};
    h->panel.x = (struct fid_axis){.name = column, .name_n = f.n + 1};
    h->value = v;
    h->empty = "nothing compared";
}

/* Whether any phase of the column was compared. */
static bool has_values (const struct fid_series_column *c)
{
    for (size_t k = 0; k < c->similarity.n; k++)
        if (isfinite (c->similarity.x[k]) && c->similarity.x[k] >= 0)
            return true;
    return false;
}

static void draw_cells (struct pair *p)
{
    const struct fid_series *s = p->s;
    if (!s->row_n)
        return;
    struct fid_heat *h = &fid_figure_add (p->fig, FID_PLOT_HEAT)->as.heat;
    const struct fid_series_column **shown =
        fid_figure_room (p->fig, s->column_n, sizeof *shown);
    const char **row = fid_figure_room (p->fig, s->row_n, sizeof *row);
    const char **column = fid_figure_room (p->fig, s->column_n, sizeof *column);
    double *v = fid_figure_numbers (p->fig, s->row_n * s->column_n);
    size_t n = 0;
    if (!shown || !row || !column || !v)
        return;
    for (size_t i = 0; i < s->column_n; i++)
        if (has_values (&s->column[i]) && fid_pair_wants (p->opts, s->column[i].resource))
            shown[n++] = &s->column[i];
    for (size_t i = 0; i < n; i++) {
        column[i] = fid_figure_text (p->fig, "%s %s", fid_resources[shown[i]->resource].name,
                                     fid_quantities[shown[i]->quantity].name);
        for (size_t k = 0; k < s->row_n && k < shown[i]->similarity.n; k++)
            v[k * n + i] = shown[i]->similarity.x[k];
    }
    for (size_t k = 0; k < s->row_n; k++)
        row[k] = s->row[k].nth ? fid_figure_text (p->fig, "%s %d",
                                                  fid_part_name (s->row[k].kind), s->row[k].nth)
                               : fid_part_name (s->row[k].kind);
    h->panel.title = "what each phase moved";
    h->panel.y = (struct fid_axis){.name = row, .name_n = s->row_n};
    h->panel.x = (struct fid_axis){.name = column, .name_n = n};
    h->value = v;
    h->label = "smaller by larger";
    h->empty = "no log records phases";
}

static void draw_steps (struct pair *p)
{
    static const char *const name[] = {"waiting for data", "computing", "other", "whole step"};
    static const struct fid_key keys[] = {
        {"real run", {.colour = FID_COLOUR_REAL}, .filled = true},
        {"second run", {.colour = FID_COLOUR_EMULATION}, .filled = true}};
    if (!(p->s->steps[0].n > 0 || p->s->steps[1].n > 0))
        return;
    struct fid_bars *b = &fid_figure_add (p->fig, FID_PLOT_BARS)->as.bars;
    double *v = fid_figure_numbers (p->fig, 8);
    for (int side = 0; v && side < 2; side++) {
        const struct fid_series_steps *s = &p->s->steps[side];
        const double part[] = {s->load_s, s->compute_s, s->other_s, s->step_s};
        for (int i = 0; i < 4; i++)
            v[2 * i + side] = s->n > 0 ? part[i] : NAN;
    }
    b->panel.title = "a training step, on average";
    b->panel.x = (struct fid_axis){.unit = FID_UNIT_SECONDS, .label = "time"};
    b->panel.y = (struct fid_axis){.name = name, .name_n = 4};
    b->series = keys;
    b->series_n = 2;
    b->value = v;
}

static void draw_overlay (struct pair *p)
{
    fid_pair_overlay (p->fig, p->s, p->opts);
    for (size_t i = 0; i < p->s->time_n; i++)
        if (fid_pair_chart_shows (p->s, i) && !fid_pair_moves (&p->s->time[i]) &&
            fid_pair_wants (p->opts, p->s->time[i].resource))
            leave_out (p, fid_resources[p->s->time[i].resource].name);
}

static void draw_warp (struct pair *p)
{
    bool any = false;
    for (size_t i = 0; i < p->s->warp_n; i++)
        any |= fid_pair_wants (p->opts, p->s->warp[i].resource);
    if (!any)
        return;
    struct fid_plot *part = fid_figure_add (p->fig, FID_PLOT_LINES);
    part->shared = true;
    part->height = 140;
    part->as.lines.panel.title = "warp: second run minus real run";
    fid_pair_warp (p->fig, p->s, p->opts, &part->as.lines);
}

/* Each distribution; sizes are weighted by bytes. */
static void add_distributions (struct pair *p, double height,
                               void (*fill) (struct fid_figure *, const struct fid_series *,
                                             size_t, bool, struct fid_lines *))
{
    for (size_t i = 0; i < p->s->dist_n; i++) {
        const struct fid_series_dist *d = &p->s->dist[i];
        bool by_bytes = d->by_bytes[0].n || d->by_bytes[1].n;
        if ((d->side[0].n || d->side[1].n) && fid_pair_wants (p->opts, d->resource))
            fill (p->fig, p->s, i, by_bytes, fid_pair_beside (p->fig, height));
    }
}

static void draw_cdfs (struct pair *p)
{
    add_distributions (p, HALF, fid_pair_cdf);
}

static void draw_quantiles (struct pair *p)
{
    add_distributions (p, 2 * HALF, fid_pair_quantiles);
}

static void draw_spectra (struct pair *p)
{
    for (size_t i = 0; i < p->s->spectrum_n; i++) {
        const struct fid_series_spectrum *f = &p->s->spectrum[i];
        if ((f->side[0].psd.n || f->side[1].psd.n) && fid_pair_wants (p->opts, f->resource))
            fid_pair_spectrum (p->fig, p->s, i, fid_pair_beside (p->fig, HALF));
    }
}

static void draw_breakdown (struct pair *p)
{
    draw_groups (p);
    draw_facets (p);
}

static void step_times (struct pair *p)
{
    if (!p->s->steps[0].time_s.n && !p->s->steps[1].time_s.n)
        return;
    struct fid_plot *part = fid_figure_add (p->fig, FID_PLOT_LINES);
    part->height = 150;
    part->as.lines.panel.title = "length of each training step";
    fid_pair_step_times (p->fig, p->s, &part->as.lines);
}

static void draw_sums (struct pair *p)
{
    for (size_t i = 0; i < p->s->time_n; i++) {
        const struct fid_series_time *t = &p->s->time[i];
        if (t->quantity != FID_QUANTITY_BYTES || !fid_pair_moves (t) ||
            !fid_pair_wants (p->opts, t->resource))
            continue;
        struct fid_lines *l = fid_pair_beside (p->fig, HALF);
        l->panel.title =
            fid_figure_text (p->fig, "%s, so far", fid_resources[t->resource].words);
        fid_pair_sum (p->fig, p->s, i, l);
    }
}

static void draw_roles (struct pair *p)
{
    fid_pair_roles (p->fig, p->s, p->opts);
    fid_pair_role_bytes (p->fig, p->s);
}

static void draw_places (struct pair *p)
{
    fid_pair_places (p->fig, p->s, p->opts);
}

static void size_latency (struct pair *p)
{
    for (size_t i = 0; i < p->s->access.grid_n; i++)
        if (fid_pair_wants (p->opts, p->s->access.grid[i].resource))
            fid_pair_size_latency (p->fig, p->s, i);
}

static void draw_answer (struct pair *p)
{
    const struct fid_result_answer *answer = &p->r->head.answer;
    const char *name = p->r->head.emulation.id;
    fid_answer_curve (p->fig, &answer, &name, 1);
}

/* C (name, function, whether it is drawn of the result alone) */
#define CHARTS(C)                                                                              \
    C ("breakdown", draw_breakdown, true)                                                      \
    C ("overlay", draw_overlay, false)                                                         \
    C ("warp", draw_warp, false)                                                               \
    C ("cells", draw_cells, false)                                                             \
    C ("steps", draw_steps, false)                                                             \
    C ("cdf", draw_cdfs, false)                                                                \
    C ("spectra", draw_spectra, false)                                                         \
    C ("step-times", step_times, false)                                                        \
    C ("sums", draw_sums, false)                                                               \
    C ("roles", draw_roles, false)                                                             \
    C ("places", draw_places, false)                                                           \
    C ("size-latency", size_latency, false)                                                    \
    C ("quantiles", draw_quantiles, false)                                                     \
    C ("answer", draw_answer, true)

#define CHART_NAME(name, draw, alone) name,
const char *const fid_pair_chart_names[] = {CHARTS (CHART_NAME) NULL};

#define CHART_ROW(name, draw, alone) {name, draw, alone},
static const struct {
    const char *name;
    void (*draw) (struct pair *);
    bool without_series;
} charts[] = {CHARTS (CHART_ROW)};
#define CHART_N (sizeof charts / sizeof *charts)
const unsigned fid_pair_answer = 1u << (CHART_N - 1);

/* Refuse what is asked for that only a series file has. */
static int check_alone (const struct pair *p, struct fid_error *err)
{
    char alone[200] = "";
    bool needed = false;
    for (size_t k = 0, n = 0; k < CHART_N; k++) {
        needed |= !charts[k].without_series && p->opts->what >> k & 1;
        if (charts[k].without_series && n < sizeof alone)
            n += (size_t)snprintf (alone + n, sizeof alone - n, "%s%s", n ? " and " : "",
                                   charts[k].name);
    }
    return !needed ? 0
                   : fid_errorf (err, FID_EINPUT,
                                 "%s: there is no series file beside it, only %s can be drawn",
                                 p->r->head.path, alone);
}

int fid_pair_figure (struct fid_figure *fig, const struct fid_result *r,
                     const struct fid_series *s, const struct fid_pair_opts *opts,
                     struct fid_pair_left_out *left_out, struct fid_error *err)
{
    struct pair p = {fig, r, s, opts, left_out};
    left_out->text[0] = '\0';
    FID_TRY (!s && check_alone (&p, err));
    for (size_t k = 0; k < CHART_N; k++) {
        size_t before = fig->part_n;
        if (!(opts->what >> k & 1))
            continue;
        charts[k].draw (&p);
        if (fig->part_n == before)
            leave_out (&p, charts[k].name);
    }
    if (!fig->part_n && !fig->failed)
        return fid_errorf (err, FID_EINPUT, "%s: it has nothing of what was asked for",
                           r->head.path);
    return fig->failed ? fid_error_nomem (err) : 0;
}
