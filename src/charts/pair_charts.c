/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair_charts.c - distributions, spectra and steps of a pair (see pair_parts.h) */
#include "base/units.h"
#include "charts/pair_parts.h"

/* Append the curve of a side, unless it has no values. */
static void add_side (struct fid_lines *l, struct fid_line *line, int side,
                      struct fid_numbers x, struct fid_numbers y)
{
    if (line && x.n && y.n)
        line[l->line_n++] = (struct fid_line){.label = fid_side_name[side],
                                              .x = x.x,
                                              .y = y.x,
                                              .n = x.n < y.n ? x.n : y.n,
                                              .pen = fid_side_pen (side)};
}

/* The least and greatest value above 0 of both sides; false if there is none. */
static bool positive_range (const struct fid_numbers *a, const struct fid_numbers *b,
                            double *lo, double *hi)
{
    *lo = HUGE_VAL;
    *hi = 0;
    for (int side = 0; side < 2; side++) {
        const struct fid_numbers *v = side ? b : a;
        for (size_t i = 0; i < v->n; i++)
            if (isfinite (v->x[i]) && v->x[i] > 0) {
                *lo = fmin (*lo, v->x[i]);
                *hi = fmax (*hi, v->x[i]);
            }
    }
    return *hi > 0;
}

/* --- distributions */

/* Logarithmic if the values are far apart, with room at both ends for curves that jump there;
 * lo and hi are 0 if no value is above 0. */
static struct fid_axis value_axis (const struct fid_series_dist *d,
                                   const struct fid_numbers x_of[2])
{
    struct fid_axis x = {.label = fid_quantities[d->quantity].words,
                         .unit = d->unit == FID_IN_BYTES     ? FID_UNIT_BYTES
                                 : d->unit == FID_IN_SECONDS ? FID_UNIT_SECONDS
                                                             : FID_UNIT_NUMBER};
    double lo, hi;
    if (!positive_range (&x_of[0], &x_of[1], &lo, &hi))
        return x;
    x.log = hi > 5 * lo;
    double room = x.log ? pow (hi / lo, .03) : (hi > lo ? .03 : .5) * hi;
    x.lo = x.log ? lo / room : fmax (0, lo - room);
    x.hi = x.log ? hi * room : hi + room;
    return x;
}

/* The words of a quantity, of jumps with the shares of operations that have none. */
static const char *quantity_words (struct fid_figure *fig, const struct fid_series *s,
                                   const struct fid_series_dist *d)
{
    bool is_jump = d->quantity == FID_QUANTITY_JUMP || d->quantity == FID_QUANTITY_BLOCK_JUMP;
    for (size_t i = 0; is_jump && i < s->access.jump_n; i++) {
        const struct fid_series_jumps *j = &s->access.jumps[i];
        if (j->resource == d->resource && j->n[0] > 0 && j->n[1] > 0)
            return fid_figure_text (fig, "%s; sequential: %.0f %%, second run %.0f %%",
                                    fid_quantities[d->quantity].words,
                                    100 * j->sequential[0] / j->n[0],
                                    100 * j->sequential[1] / j->n[1]);
    }
    return fid_quantities[d->quantity].words;
}

void fid_pair_cdf (struct fid_figure *fig, const struct fid_series *s, size_t i, bool by_bytes,
                   struct fid_lines *l)
{
    static const struct fid_tick shares[] = {{0, "0"}, {.5, "0.5"}, {1, "1"}};
    const struct fid_series_dist *d = &s->dist[i];
    const struct fid_numbers *x = by_bytes ? d->by_bytes : d->side;
    struct fid_line *line = fid_figure_room (fig, 2, sizeof *line);
    l->panel.title = fid_figure_text (fig, "%s: %s", fid_resources[d->resource].words,
                                      fid_quantities[d->quantity].words);
    l->panel.x = value_axis (d, x);
    l->panel.x.label = quantity_words (fig, s, d);
    l->panel.y = (struct fid_axis){.label = by_bytes ? "share of bytes" : "share up to it",
                                   .lo = 0,
                                   .hi = 1,
                                   .tick = shares,
                                   .tick_n = 3};
    l->line = line;
    l->empty = "no value above 0";
    for (int side = 0; side < 2 && l->panel.x.hi > 0; side++)
        add_side (l, line, side, x[side], s->quantile);
}

void fid_pair_quantiles (struct fid_figure *fig, const struct fid_series *s, size_t i,
                         bool by_bytes, struct fid_lines *l)
{
    const struct fid_series_dist *d = &s->dist[i];
    const struct fid_numbers *x = by_bytes ? d->by_bytes : d->side;
    struct fid_line *line = fid_figure_room (fig, 2, sizeof *line);
    double *ends = fid_figure_numbers (fig, 2);
    fid_pair_cdf (fig, s, i, by_bytes, l);
    bool both = l->line_n == 2;
    l->panel.y = l->panel.x;
    l->panel.x.label = fid_side_name[0];
    l->panel.y.label = fid_side_name[1];
    l->panel.key[l->panel.key_n++] = (struct fid_key){.label = NULL};
    l->empty = "one run only";
    l->line = line;
    l->line_n = line && ends && both ? 2 : 0;
    if (!l->line_n)
        return;
    ends[0] = l->panel.x.lo;
    ends[1] = l->panel.x.hi;
    line[0] =
        (struct fid_line){.x = ends,
                          .y = ends,
                          .n = 2,
                          .pen = {.colour = FID_INK_SOFT, .dash = FID_DOTTED, .width = 1}};
    line[1] = (struct fid_line){
        .x = x[0].x, .y = x[1].x, .n = x[0].n, .pen = {.colour = FID_INK, .width = 1.6}};
}

/* --- spectra */

/* The period to mark: the dominant one, else the highest peak if it is ten times the median of
 * the curve; 0: none. */
static double period_of (const struct fid_series_spectrum *p, int side)
{
    const struct fid_numbers *psd = &p->side[side].psd;
    if (isfinite (p->side[side].period_s))
        return p->side[side].period_s;
    if (!p->side[side].peak_n || !psd->x)
        return 0;
    size_t below = 0; /* values of at most a tenth of the peak */
    for (size_t i = 0; i < psd->n; i++)
        below += psd->x[i] * 10 <= p->side[side].peak[0].psd;
    return 2 * below > psd->n ? p->side[side].peak[0].period_s : 0;
}

void fid_pair_spectrum (struct fid_figure *fig, const struct fid_series *s, size_t i,
                        struct fid_lines *l)
{
    static const char *const who[] = {"real", "second"};
    const struct fid_series_spectrum *p = &s->spectrum[i];
    struct fid_line *line = fid_figure_room (fig, 2, sizeof *line);
    struct fid_rule *rule = fid_figure_room (fig, 2, sizeof *rule);
    struct fid_axis *y = &l->panel.y;
    l->panel.title = fid_resources[p->resource].words;
    l->panel.x = (struct fid_axis){.label = "frequency (Hz)", .log = true};
    *y = (struct fid_axis){.label = fid_figure_text (fig, "power, %s", fid_unit_name (p->unit)),
                           .log = true};
    l->line = line;
    l->rule = rule;
    for (int side = 0; side < 2; side++) {
        double period = period_of (p, side);
        char text[40];
        add_side (l, line, side, p->freq_hz, p->side[side].psd);
        if (!rule || !(period > 0))
            continue;
        fid_format_seconds (period, text, sizeof text);
        rule[l->rule_n++] = (struct fid_rule){
            .at = 1 / period,
            .vertical = true,
            .label = isfinite (p->side[side].period_s)
                         ? fid_figure_text (fig, "%s: every %s, confidence %.2f", who[side],
                                            text, p->side[side].confidence)
                         : fid_figure_text (fig, "%s: every %s, not certain", who[side], text),
            .line = side};
    }
    if (positive_range (&p->side[0].psd, &p->side[1].psd, &y->lo, &y->hi)) {
        fid_ticks_round (&y->lo, &y->hi, true, FID_UNIT_NUMBER, 5);
        y->hi *= pow (y->hi / y->lo, .2); /* room for the labels above */
    } else
        y->lo = y->hi = 0;
}

/* --- step by step */

static double largest_value (const double *x, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = isfinite (x[i]) ? fmax (most, x[i]) : most;
    return most;
}

/* On a logarithmic axis where one step would hide the others. */
void fid_pair_step_times (struct fid_figure *fig, const struct fid_series *s,
                          struct fid_lines *l)
{
    struct fid_line *line = fid_figure_room (fig, 2, sizeof *line);
    double most = 0, usual = 0;
    l->panel.x = (struct fid_axis){.label = "training step"};
    l->panel.y = (struct fid_axis){.label = "length of a step", .unit = FID_UNIT_SECONDS};
    l->line = line;
    l->empty = "no run recorded its steps";
    for (int side = 0; line && side < 2; side++) {
        const struct fid_series_steps *t = &s->steps[side];
        if (!t->time_s.n)
            continue;
        line[l->line_n++] = (struct fid_line){.label = fid_side_name[side],
                                              .x0 = 1 + (t->every - 1) / 2,
                                              .dx = t->every,
                                              .y = t->time_s.x,
                                              .n = t->time_s.n,
                                              .pen = fid_side_pen (side)};
        most = fmax (most, largest_value (t->time_s.x, t->time_s.n));
        usual = fmax (usual, isfinite (t->step_s) ? t->step_s : 0);
    }
    l->panel.y.log = most > 8 * usual && usual > 0;
    if (!l->panel.y.log)
        l->panel.y.hi = most * 1.05;
}

/* Sums of a rate over time: amounts, from the first bin on. */
void fid_pair_sum (struct fid_figure *fig, const struct fid_series *s, size_t i,
                   struct fid_lines *l)
{
    const struct fid_series_time *t = &s->time[i];
    struct fid_line *line = fid_figure_room (fig, 2, sizeof *line);
    l->panel.x =
        (struct fid_axis){.label = "time from the start of the job", .unit = FID_UNIT_SECONDS};
    l->panel.y = (struct fid_axis){
        .label = fid_figure_text (fig, "%s so far", fid_unit_of_sum (t->unit))};
    l->line = line;
    l->empty = "nothing was recorded";
    for (int side = 0; line && side < 2; side++) {
        const struct fid_series_track *track = &t->side[side];
        double *y = fid_figure_numbers (fig, track->n), sum = 0;
        for (size_t k = 0; y && k < track->n; k++)
            y[k] = sum += isfinite (track->value.x[k]) ? track->value.x[k] * track->dt_s : 0;
        if (y && track->n)
            line[l->line_n++] = (struct fid_line){.label = fid_side_name[side],
                                                  .x0 = track->t0_s + track->dt_s,
                                                  .dx = track->dt_s,
                                                  .y = y,
                                                  .n = track->n,
                                                  .pen = fid_side_pen (side)};
    }
}
