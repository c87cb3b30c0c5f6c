/* pair_figure.c - see pair_picture.h: groups, facets, cells, steps */
#include <math.h>
#include <string.h>
#include "charts/pair_figure_parts.h"
#include "results/facets.h"

const char *const fid_pair_side[2] = {"real", "emulation"};

struct fid_pen
fid_pair_pen (int side)
{
    return side ? (struct fid_pen){.colour = FID_COLOUR_EMULATION, .dash = FID_DASHED}
                : (struct fid_pen){.colour = FID_COLOUR_REAL};
}

bool
fid_pair_wants (const struct fid_pair_figure *p, const char *resource)
{
    for (size_t i = 0; i < p->opts->resource_n; i++)
        if (strcmp (p->opts->resource[i], resource) == 0)
            return true;
    return p->opts->resource_n == 0;
}

static double
or_nan (double x, double none)
{
    return x == none || !isfinite (x) ? NAN : x;
}

const double *
fid_pair_numbers (struct fid_pair_figure *p, struct fid_numbers v)
{
    double *x = fid_figure_numbers (p->fig, v.n);
    for (size_t i = 0; x && i < v.n; i++)
        x[i] = or_nan (v.x[i], FID_GAP);
    return x;
}

/* Why nothing of a group was compared: the reason of its first resource. */
static const char *
reason_of (const struct fid_result *r, const char *group)
{
    for (size_t i = 0; i < r->resource_n; i++)
        if (strcmp (r->resource[i].group, group) == 0 && r->resource[i].reason)
            return r->resource[i].reason;
    return "";
}

/* Groups, and all of them together, as bars. */
static void
groups (struct fid_pair_figure *p)
{
    static const struct fid_key keys[] = {{"similarity", {.colour = FID_BLUE}, .filled = true},
                                          {"score", {.colour = FID_SKY}, .filled = true}};
    const struct fid_result *r = p->r;
    const struct fid_result_head *h = &r->head;
    size_t n = 1, series_n = h->score == FID_ABSENT ? 1 : 2;
    struct fid_bars *b = &fid_figure_add (p->fig, FID_PLOT_BARS)->as.bars;
    const char **name = fid_figure_room (p->fig, FID_RESULT_GROUP_N + 1, sizeof *name);
    const char **note = fid_figure_room (p->fig, FID_RESULT_GROUP_N + 1, sizeof *note);
    double *v = fid_figure_numbers (p->fig, (FID_RESULT_GROUP_N + 1) * series_n);
    if (!name || !note || !v)
        return;
    name[0] = "overall";
    v[0] = or_nan (h->similarity, FID_ABSENT);
    if (series_n > 1)
        v[1] = or_nan (h->score, FID_ABSENT);
    for (size_t i = 0; i < FID_RESULT_GROUP_N; i++) {
        const struct fid_result_group *g = &h->group[i];
        if (!g->known)
            continue;
        name[n] = fid_result_groups[i];
        v[n * series_n] = or_nan (g->similarity, FID_ABSENT);
        if (series_n > 1)
            v[n * series_n + 1] = or_nan (g->score, FID_ABSENT);
        if (g->similarity == FID_ABSENT)
            note[n] = fid_figure_text (p->fig, "not compared: %s", reason_of (r, name[n]));
        n++;
    }
    b->panel.title = series_n > 1 ? "groups" : "similarity of groups";
    b->panel.x = (struct fid_axis){.lo = 0, .hi = 1};
    b->panel.y = (struct fid_axis){.name = name, .name_n = n};
    b->series = keys;
    b->series_n = series_n;
    b->value = v;
    b->note = note;
}

/* Resources by facet, as numbers on colours. */
static void
facets (struct fid_pair_figure *p)
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
        column[k + 1] = f.name[k];
    for (size_t i = 0; i < r->resource_n; i++) {
        const struct fid_result_resource *res = &r->resource[i];
        if (res->similarity == FID_ABSENT || !fid_pair_wants (p, res->resource))
            continue;
        double *to = v + n * (f.n + 1);
        row[n++] = res->resource;
        to[0] = res->similarity;
        for (size_t k = 0; k < f.n; k++)
            to[k + 1] = or_nan (fid_facet_similarity (res, f.name[k]), FID_ABSENT);
    }
    h->panel.title = "similarity by facet";
    h->panel.y = (struct fid_axis){.name = row, .name_n = n};
    h->panel.x = (struct fid_axis){.name = column, .name_n = f.n + 1};
    h->column_n = f.n + 1;
    h->value = v;
    h->lo = 0;
    h->hi = 1;
    h->colour = FID_BLUE;
    h->numbers = true;
    h->empty = "nothing compared";
}

static void
cells (struct fid_pair_figure *p)
{
    const struct fid_series *s = p->s;
    struct fid_heat *h = &fid_figure_add (p->fig, FID_PLOT_HEAT)->as.heat;
    const char **row = fid_figure_room (p->fig, s->row_n, sizeof *row);
    const char **column = fid_figure_room (p->fig, s->column_n, sizeof *column);
    double *v = fid_figure_numbers (p->fig, s->row_n * s->column_n);
    size_t n = 0;
    if (!row || !column || !v)
        return;
    for (size_t i = 0; i < s->column_n; i++) {
        const struct fid_series_column *c = &s->column[i];
        bool any = false;
        for (size_t k = 0; k < c->similarity.n; k++)
            any |= or_nan (c->similarity.x[k], FID_GAP) >= 0;
        if (any && fid_pair_wants (p, c->resource))
            column[n++] = fid_figure_text (p->fig, "%s %s", c->resource, c->quantity);
    }
    size_t column_n = n;
    n = 0;
    for (size_t i = 0; i < s->column_n; i++) {
        const struct fid_series_column *c = &s->column[i];
        if (n == column_n || strcmp (column[n], fid_figure_text (p->fig, "%s %s", c->resource,
                                                                 c->quantity)) != 0)
            continue;
        for (size_t k = 0; k < s->row_n && k < c->similarity.n; k++)
            v[k * column_n + n] = or_nan (c->similarity.x[k], FID_GAP);
        n++;
    }
    for (size_t k = 0; k < s->row_n; k++)
        row[k] = s->row[k].nth
                     ? fid_figure_text (p->fig, "%s %d", s->row[k].kind, s->row[k].nth)
                     : s->row[k].kind;
    h->panel.title = "what each phase moved";
    h->panel.y = (struct fid_axis){.name = row, .name_n = s->row_n};
    h->panel.x = (struct fid_axis){.name = column, .name_n = column_n};
    h->column_n = column_n;
    h->value = v;
    h->lo = 0;
    h->hi = 1;
    h->label = "smaller by larger";
    h->colour = FID_BLUE;
    h->numbers = true;
    h->empty = "no log tells phases";
}

static void
steps (struct fid_pair_figure *p)
{
    static const char *const name[] = {"waiting for data", "computing", "other", "whole step"};
    static const struct fid_key keys[] = {
        {"real", {.colour = FID_COLOUR_REAL}, .filled = true},
        {"emulation", {.colour = FID_COLOUR_EMULATION}, .filled = true}};
    struct fid_bars *b = &fid_figure_add (p->fig, FID_PLOT_BARS)->as.bars;
    double *v = fid_figure_numbers (p->fig, 8);
    for (int side = 0; v && side < 2; side++) {
        const struct fid_series_steps *s = &p->s->steps[side];
        const double part[] = {s->load_s, s->compute_s, s->other_s, s->step_s};
        for (int i = 0; i < 4; i++)
            v[2 * i + side] = s->n > 0 ? or_nan (part[i], FID_GAP) : NAN;
    }
    b->panel.title = "a training step, on average";
    b->panel.x = (struct fid_axis){.unit = FID_UNIT_SECONDS, .label = "time"};
    b->panel.y = (struct fid_axis){.name = name, .name_n = 4};
    b->series = keys;
    b->series_n = 2;
    b->value = v;
}

int
fid_pair_picture (struct fid_figure *fig, const struct fid_result *r,
                  const struct fid_series *s, const struct fid_pair_picture *opts,
                  struct fid_error *err)
{
    struct fid_pair_figure p = {fig, r, s, opts};
    unsigned what = opts->what;
    if (!s && what & ~(unsigned)FID_PAIR_BREAKDOWN)
        return fid_errorf (
            err, FID_EINPUT,
            "%s: there is no series file beside it, only a breakdown can be drawn", r->head.path);
    if (what & FID_PAIR_BREAKDOWN) {
        groups (&p);
        facets (&p);
    }
    if (what & FID_PAIR_OVERLAY)
        fid_pair_overlay (&p);
    if (what & FID_PAIR_WARP)
        fid_pair_warp (&p);
    if (what & FID_PAIR_CELLS)
        cells (&p);
    if (what & FID_PAIR_STEPS)
        steps (&p);
    if (what & FID_PAIR_CDF)
        fid_pair_cdfs (&p);
    if (what & FID_PAIR_SPECTRA)
        fid_pair_spectra (&p);
    if (!fig->part_n && !fig->failed)
        return fid_errorf (err, FID_EINPUT, "%s: it has nothing of what is to be drawn",
                           r->head.path);
    return fig->failed ? fid_error_nomem (err) : 0;
}
