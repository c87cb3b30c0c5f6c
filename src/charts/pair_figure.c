/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair_figure.c - the five charts of a pair (see pair_figure.h) */
#include "base/units.h"
#include "charts/pair_figure.h"

#define HALF      130 /* px high: parts that stand side by side */
#define WITH_PATH 140 /* px high */
#define BINS      180 /* over time, about: both curves stay readable */

struct pair {
    struct fid_figure *fig;
    const struct fid_result *r;
    const struct fid_series *s;
    const struct fid_pair_opts *opts;
    struct fid_pair_left_out *left_out;
};

static const char *const side_name[2] = {"real run", "second run"};

static struct fid_pen side_pen (int side)
{
    return (struct fid_pen){.colour = side ? FID_COLOUR_EMULATION : FID_COLOUR_REAL,
                            .dash = side ? FID_DASHED : FID_SOLID,
                            .width = 1.3};
}

static bool is_wanted (const struct pair *p, enum fid_resource_id resource)
{
    return !p->opts->resources || p->opts->resources >> resource & 1;
}

/* Note what is not drawn because there is nothing. */
static void leave_out (struct pair *p, const char *what)
{
    char *text = p->left_out->text;
    size_t n = strlen (text), size = sizeof p->left_out->text;
    snprintf (text + n, size - n, "%s%s", n ? ", " : "", what);
}

static struct fid_lines *add_half (struct pair *p)
{
    struct fid_plot *part = fid_figure_add (p->fig, FID_PLOT_LINES);
    part->beside = 2;
    part->height = HALF;
    return &part->as.lines;
}

/* Append the curve of a side, unless it has no values. */
static void add_side (struct fid_lines *l, struct fid_line *line, int side,
                      struct fid_numbers x, struct fid_numbers y)
{
    if (line && x.n && y.n)
        line[l->line_n++] = (struct fid_line){.label = side_name[side],
                                              .x = x.x,
                                              .y = y.x,
                                              .n = x.n < y.n ? x.n : y.n,
                                              .pen = side_pen (side)};
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

/* --- breakdown */

static double or_nan (double x)
{
    return x == FID_ABSENT ? NAN : x;
}

/* Resources by what is compared of them: the text of each measure on the colour of its grade. */
static void draw_breakdown (struct pair *p)
{
    enum { COLUMNS = FID_BREAKDOWN_N + 1 };
    static const char *const column[COLUMNS] = {"similarity", "amount",       "DTW",
                                                "spectrum",   "distribution", "timing"};
    struct fid_breakdown_row row[FID_RESOURCE_N];
    struct fid_heat *h = &fid_figure_add (p->fig, FID_PLOT_HEAT)->as.heat;
    const char **name = fid_figure_room (p->fig, FID_RESOURCE_N, sizeof *name);
    const char **text = fid_figure_room (p->fig, FID_RESOURCE_N * COLUMNS, sizeof *text);
    double *grade = fid_figure_numbers (p->fig, FID_RESOURCE_N * COLUMNS);
    size_t row_n = fid_breakdown_sorted (p->r, row), n = 0;
    if (!name || !text || !grade)
        return;
    FID_EACH_OF (const struct fid_breakdown_row, r, row, row_n) {
        char words[FID_BREAKDOWN_TEXT];
        double *to = grade + n * COLUMNS;
        const char **said = text + n * COLUMNS;
        if (!is_wanted (p, (enum fid_resource_id)r->resource))
            continue;
        name[n++] = r->of->resource;
        *to = or_nan (r->similarity);
        *said = isfinite (*to) ? fid_figure_text (p->fig, "%.2f", *to) : "-";
        for (size_t k = 0; k < FID_BREAKDOWN_N; k++) {
            to[k + 1] = or_nan (r->cell[k].grade);
            said[k + 1] =
                fid_figure_text (p->fig, "%s", fid_breakdown_text (&r->cell[k], words));
        }
    }
    h->panel.title = "breakdown: distances, coloured by grade (1: alike; -: not measurable)";
    h->panel.y = (struct fid_axis){.name = name, .name_n = n};
    h->panel.x = (struct fid_axis){.name = column, .name_n = COLUMNS};
    h->value = grade;
    h->text = text;
    h->empty = "nothing compared";
}

/* --- rates */

/* The axis of time, and where the seconds of both runs lie on it. */
struct time_axis {
    struct fid_axis x;
    struct fid_time_map map[2]; /* owned */
    bool seconds;
};

/* Finds the axis that opts ask for; seconds if the pair has no such axis. */
static int find_axis (const struct pair *p, struct time_axis *axis, struct fid_error *err)
{
    static const char *const label[] = {[FID_TIME_SECONDS] = "time from the start of the job",
                                        [FID_TIME_PERCENT] = "share of each job, %",
                                        [FID_TIME_PHASES] =
                                            "time of the real run, phases aligned"};
    const struct fid_series_side *side = p->s->side;
    const struct fid_time_map *map = axis->map;
    enum fid_time_axis kind = p->opts->axis;
    struct fid_axis *x = &axis->x;
    FID_TRY (fid_time_maps (p->s, kind, axis->map, err));
    if (!map[0].n || !map[1].n) {
        kind = FID_TIME_SECONDS;
        fid_time_maps_clear (axis->map);
        FID_TRY (fid_time_maps (p->s, kind, axis->map, err));
    }
    axis->seconds = kind == FID_TIME_SECONDS;
    *x = (struct fid_axis){.label = label[kind], .lo = 0, .hi = 100};
    if (kind != FID_TIME_PERCENT) {
        x->unit = FID_UNIT_SECONDS;
        x->lo = fmin (fid_time_place (&map[0], side[0].from_s),
                      fid_time_place (&map[1], side[1].from_s));
        x->hi = fmax (fid_time_place (&map[0], side[0].to_s),
                      fid_time_place (&map[1], side[1].to_s));
    }
    if (p->opts->from_s > -1e8)
        x->lo = p->opts->from_s;
    if (p->opts->to_s < 1e8)
        x->hi = p->opts->to_s;
    if (!(x->hi > x->lo))
        x->hi = x->lo + 1;
    return 0;
}

static void draw_phases (struct pair *p, const struct time_axis *axis)
{
    static const enum fid_colour colour[FID_PART_N] = {
        [FID_PART_BEFORE] = FID_SKY,       [FID_PART_INIT] = FID_SKY,
        [FID_PART_TRAINING] = FID_YELLOW,  [FID_PART_EVAL] = FID_PURPLE,
        [FID_PART_CHECKPOINT] = FID_GREEN, [FID_PART_BETWEEN] = FID_SKY,
        [FID_PART_AFTER] = FID_SKY};
    const struct fid_series_side *of = p->s->side;
    bool used[FID_PART_N] = {false};
    if (!of[0].phase_n && !of[1].phase_n)
        return;
    struct fid_plot *part = fid_figure_add (p->fig, FID_PLOT_SPANS);
    struct fid_spans *spans = &part->as.spans;
    struct fid_spell *spell =
        fid_figure_room (p->fig, of[0].phase_n + of[1].phase_n, sizeof *spell);
    part->shared = true;
    spans->panel.x = axis->x;
    spans->panel.y = (struct fid_axis){.name = side_name, .name_n = 2};
    spans->spell = spell;
    for (size_t side = 0; spell && side < 2; side++)
        FID_EACH (const struct fid_series_phase, f, of[side].phase) {
            used[f->kind] = true;
            spell[spans->spell_n++] = (struct fid_spell){
                .from = fid_time_place (&axis->map[side], f->start_s),
                .to = fid_time_place (&axis->map[side], f->end_s),
                .row = side,
                .label = f->epoch >= 0 ? fid_figure_text (p->fig, "%d", f->epoch) : NULL,
                .colour = colour[f->kind]};
        }
    for (size_t k = 0; k < FID_PART_N; k++)
        if (used[k])
            spans->panel.key[spans->panel.key_n++] =
                (struct fid_key){.label = fid_part_name ((enum fid_part)k),
                                 .pen = {.colour = colour[k], .opacity = .55},
                                 .filled = true};
}

/* The quantity of a resource that is drawn: bytes rather than operations, the CPU as a whole. */
static bool is_main (const struct fid_series *s, const struct fid_series_time *t)
{
    if (t->quantity == FID_QUANTITY_OPS)
        return !fid_series_find (s, t->resource, FID_QUANTITY_BYTES);
    return t->quantity == FID_QUANTITY_BYTES || t->quantity == FID_QUANTITY_BUSY ||
           t->quantity == FID_QUANTITY_LEVEL;
}

/* Whether a value of either run is not 0. */
static bool is_active (const struct fid_series_time *t)
{
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < t->side[side].n; i++) {
            double v = t->side[side].value.x[i];
            if (isfinite (v) && fabs (v) > 0)
                return true;
        }
    return false;
}

/* The warping path, between two curves: from what is done in the real run to what it was matched
 * with in the second. */
static struct fid_line path_between (struct pair *p, enum fid_resource_id resource,
                                     const struct time_axis *axis,
                                     const struct fid_line curve[2])
{
    struct fid_line path = {.pen = {.colour = FID_INK_SOFT, .width = .5, .opacity = .6}};
    const struct fid_series_warp *w = NULL;
    double later_s = 0, most_s = 0;
    FID_EACH (const struct fid_series_warp, of, p->s->warp)
        w = of->resource == resource ? of : w;
    if (!w || !w->link[0].n)
        return path;
    path.n = 3 * w->link[0].n;
    double *x = fid_figure_numbers (p->fig, path.n), *y = fid_figure_numbers (p->fig, path.n);
    if (!x || !y)
        return (struct fid_line){.n = 0};
    for (size_t i = 0; i < path.n; i += 3) {
        double off_s = w->link[1].x[i / 3] - w->link[0].x[i / 3];
        later_s += off_s / (double)w->link[0].n;
        most_s = fmax (most_s, fabs (off_s));
        for (size_t side = 0; side < 2; side++) {
            const struct fid_line *c = &curve[side];
            x[i + side] = fid_time_place (&axis->map[side], w->link[side].x[i / 3]);
            double bin = floor ((x[i + side] - c->x0) / c->dx);
            y[i + side] = bin >= 0 && bin < (double)c->n ? c->y[(size_t)bin] : NAN;
        }
        x[i + 2] = y[i + 2] = NAN;
    }
    path.x = x;
    path.y = y;
    path.label = fid_figure_text (p->fig, "warping path: second run %+.2g s, at most %.2g s",
                                  later_s, most_s);
    return path;
}

/* A resource of both runs over each other, in bins that have the same edges. */
static void draw_rate (struct pair *p, const struct fid_series_time *t,
                       const struct time_axis *axis)
{
    struct fid_plot *part = fid_figure_add (p->fig, FID_PLOT_LINES);
    struct fid_lines *l = &part->as.lines;
    struct fid_line *line = fid_figure_room (p->fig, 3, sizeof *line);
    double from = axis->x.lo, width = (axis->x.hi - from) / BINS;
    if (axis->seconds) { /* whole bins of the coarser run, from a multiple of their width on */
        double own =
            fmax (t->side[0].n ? t->side[0].dt_s : 0, t->side[1].n ? t->side[1].dt_s : 0);
        width = own * fmax (1, ceil (width / own - 1e-6));
        from = width * floor (from / width);
    }
    size_t n = (size_t)ceil ((axis->x.hi - from) / width - 1e-6);
    part->shared = true;
    l->panel.title = fid_resources[t->resource].words;
    l->panel.x = axis->x;
    l->panel.y = (struct fid_axis){.label = fid_unit_name (t->unit),
                                   .hi = t->unit == FID_IN_PERCENT ? 100 : 0};
    for (int side = 0; line && side < 2; side++) {
        double *y = fid_figure_numbers (p->fig, n);
        line[side] = (struct fid_line){.label = side_name[side],
                                       .x0 = from,
                                       .dx = width,
                                       .y = y,
                                       .pen = side_pen (side),
                                       .step = true};
        line[side].pen.width = 1.2;
        if (!t->side[side].n)
            line[side].label = fid_figure_text (p->fig, "%s: not recorded", side_name[side]);
        else if (y) {
            fid_time_resample (&axis->map[side], &t->side[side], from, width, n, y);
            line[side].n = n;
        }
    }
    if (line && line[0].n && line[1].n)
        line[2] = path_between (p, t->resource, axis, line);
    l->line = line;
    l->line_n = line ? 3 : 0;
    part->height = line && line[2].n ? WITH_PATH : 0;
}

static void draw_rates (struct pair *p)
{
    struct time_axis axis = {0};
    if (find_axis (p, &axis, NULL)) {
        p->fig->failed = true;
        fid_time_maps_clear (axis.map);
        return;
    }
    draw_phases (p, &axis);
    FID_EACH (const struct fid_series_time, t, p->s->time) {
        if (!is_main (p->s, t) || !is_wanted (p, t->resource))
            continue;
        if (is_active (t))
            draw_rate (p, t, &axis);
        else
            leave_out (p, fid_resources[t->resource].name);
    }
    fid_time_maps_clear (axis.map);
}

/* --- spectra */

/* The period to mark: the dominant one, else the highest peak if it is ten times the median of
 * the curve; 0: none. */
static double period_of (const struct fid_series_spectrum_side *side)
{
    const struct fid_numbers *psd = &side->psd;
    if (isfinite (side->period_s))
        return side->period_s;
    if (!side->peak_n || !psd->x)
        return 0;
    size_t below = 0; /* values of at most a tenth of the peak */
    for (size_t i = 0; i < psd->n; i++)
        below += psd->x[i] * 10 <= side->peak[0].psd;
    return 2 * below > psd->n ? side->peak[0].period_s : 0;
}

static void draw_spectra (struct pair *p)
{
    static const char *const who[] = {"real", "second"};
    FID_EACH (const struct fid_series_spectrum, of, p->s->spectrum) {
        if ((!of->side[0].psd.n && !of->side[1].psd.n) || !is_wanted (p, of->resource))
            continue;
        struct fid_lines *l = add_half (p);
        struct fid_line *line = fid_figure_room (p->fig, 2, sizeof *line);
        struct fid_rule *rule = fid_figure_room (p->fig, 2, sizeof *rule);
        struct fid_axis *y = &l->panel.y;
        l->panel.title = fid_resources[of->resource].words;
        l->panel.x = (struct fid_axis){.label = "frequency (Hz)", .log = true};
        *y = (struct fid_axis){
            .label = fid_figure_text (p->fig, "power, %s", fid_unit_name (of->unit)),
            .log = true};
        l->line = line;
        l->rule = rule;
        for (int side = 0; side < 2; side++) {
            const struct fid_series_spectrum_side *f = &of->side[side];
            double period = period_of (f);
            char text[40];
            add_side (l, line, side, of->freq_hz, f->psd);
            if (!rule || !(period > 0))
                continue;
            fid_format_seconds (period, text, sizeof text);
            rule[l->rule_n++] = (struct fid_rule){
                .at = 1 / period,
                .vertical = true,
                .label = isfinite (f->period_s)
                             ? fid_figure_text (p->fig, "%s: every %s, confidence %.2f",
                                                who[side], text, f->confidence)
                             : fid_figure_text (p->fig, "%s: every %s, not certain", who[side],
                                                text),
                .line = side};
        }
        if (positive_range (&of->side[0].psd, &of->side[1].psd, &y->lo, &y->hi)) {
            fid_ticks_round (&y->lo, &y->hi, true, FID_UNIT_NUMBER, 5);
            y->hi *= pow (y->hi / y->lo, .2); /* room for the labels above */
        } else
            y->lo = y->hi = 0;
    }
}

/* --- distributions */

/* Logarithmic if the values are far apart, with room at both ends for curves that jump there;
 * lo and hi are 0 if no value is above 0. */
static struct fid_axis value_axis (const struct fid_series_dist *d,
                                   const struct fid_numbers x_of[2])
{
    struct fid_axis x = {.unit = d->unit == FID_IN_BYTES     ? FID_UNIT_BYTES
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
static const char *quantity_words (struct pair *p, const struct fid_series_dist *d)
{
    const char *words = fid_quantities[d->quantity].words;
    if (d->quantity == FID_QUANTITY_JUMP || d->quantity == FID_QUANTITY_BLOCK_JUMP)
        FID_EACH_OF (const struct fid_series_jumps, j, p->s->jumps, p->s->jump_n)
            if (j->resource == d->resource && j->n[0] > 0 && j->n[1] > 0)
                return fid_figure_text (p->fig, "%s; sequential: %.0f %%, second run %.0f %%",
                                        words, 100 * j->sequential[0] / j->n[0],
                                        100 * j->sequential[1] / j->n[1]);
    return words;
}

/* The share up to each value; sizes are weighted by the bytes that they move. */
static void draw_distributions (struct pair *p)
{
    static const struct fid_tick shares[] = {{0, "0"}, {.5, "0.5"}, {1, "1"}};
    FID_EACH (const struct fid_series_dist, d, p->s->dist) {
        bool by_bytes = d->by_bytes[0].n || d->by_bytes[1].n;
        const struct fid_numbers *x = by_bytes ? d->by_bytes : d->side;
        if (!(d->side[0].n || d->side[1].n) || !is_wanted (p, d->resource))
            continue;
        struct fid_lines *l = add_half (p);
        struct fid_line *line = fid_figure_room (p->fig, 2, sizeof *line);
        l->panel.title = fid_figure_text (p->fig, "%s: %s", fid_resources[d->resource].words,
                                          fid_quantities[d->quantity].words);
        l->panel.x = value_axis (d, x);
        l->panel.x.label = quantity_words (p, d);
        l->panel.y = (struct fid_axis){.label = by_bytes ? "share of bytes" : "share up to it",
                                       .lo = 0,
                                       .hi = 1,
                                       .tick = shares,
                                       .tick_n = 3};
        l->line = line;
        l->empty = "no value above 0";
        for (int side = 0; side < 2 && l->panel.x.hi > 0; side++)
            add_side (l, line, side, x[side], p->s->quantile);
    }
}

/* --- the figure */

static void draw_answer (struct pair *p)
{
    const struct fid_result_answer *answer = &p->r->head.answer;
    const char *name = p->r->head.emulation.id;
    fid_answer_curve (p->fig, &answer, &name, 1);
}

const char *const fid_pair_chart_names[] = {
    [FID_PAIR_BREAKDOWN] = "breakdown", [FID_PAIR_RATES] = "rates",
    [FID_PAIR_SPECTRA] = "spectra",     [FID_PAIR_DISTRIBUTIONS] = "distributions",
    [FID_PAIR_ANSWER] = "answer",       NULL};

int fid_pair_figure (struct fid_figure *fig, const struct fid_result *r,
                     const struct fid_series *s, const struct fid_pair_opts *opts,
                     struct fid_pair_left_out *left_out, struct fid_error *err)
{
    static void (*const draw[FID_PAIR_CHART_N]) (struct pair *) = {
        [FID_PAIR_BREAKDOWN] = draw_breakdown,
        [FID_PAIR_RATES] = draw_rates,
        [FID_PAIR_SPECTRA] = draw_spectra,
        [FID_PAIR_DISTRIBUTIONS] = draw_distributions,
        [FID_PAIR_ANSWER] = draw_answer};
    const unsigned of_result = 1u << FID_PAIR_BREAKDOWN | 1u << FID_PAIR_ANSWER;
    struct pair p = {fig, r, s, opts, left_out};
    left_out->text[0] = '\0';
    if (!s && opts->what & ~of_result)
        return fid_errorf (err, FID_EINPUT,
                           "%s: its series file is missing, so only breakdown and answer "
                           "can be drawn",
                           r->head.path);
    for (size_t k = 0; k < FID_PAIR_CHART_N; k++) {
        size_t before = fig->part_n;
        if (!(opts->what >> k & 1))
            continue;
        draw[k](&p);
        if (fig->part_n == before)
            leave_out (&p, fid_pair_chart_names[k]);
    }
    if (!fig->part_n && !fig->failed)
        return fid_errorf (err, FID_EINPUT, "%s: it has no data for these charts",
                           r->head.path);
    return fig->failed ? fid_error_nomem (err) : 0;
}
