/* multiples.c - see multiples.h */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "base/array.h"
#include "charts/multiples.h"
#include "charts/robust_axis.h"
#include "plot/figure.h"

#define POINTS FID_MULTIPLE_POINTS
#define ROOM   1.05 /* above the highest value */
#define LINES  4    /* of a chart: both runs, and what is cut of them */

/* --- one side of a pair */

/* The end of the job of a side, s after its start. */
static double
job_end (const struct fid_series *s, int side)
{
    const struct fid_numbers *w = &s->side[side].window;
    return w->n >= 2 ? w->x[w->n - 1] : s->side[side].to_s;
}

/* Means over equal parts of x[n], each with the number of its middle step. */
static void
thin_steps (const struct fid_series_steps *steps, struct fid_multiple_line *out)
{
    size_t n = steps->time_s.n, parts = n < POINTS ? n : POINTS;
    for (size_t i = 0; i < parts; i++) {
        size_t from = i * n / parts, to = (i + 1) * n / parts;
        double sum = 0;
        for (size_t k = from; k < to; k++)
            sum += steps->time_s.x[k];
        out->x[i] = steps->every * (double)(from + to + 1) / 2;
        out->y[i] = sum / (double)(to - from);
    }
    out->n = parts;
}

/* The mean of a track from `from' to `to'; NAN where it has no value. */
static double
mean_of (const struct fid_series_track *t, double from, double to)
{
    double sum = 0, weight = 0, first = floor ((from - t->t0_s) / t->dt_s);
    for (size_t k = first > 0 ? (size_t)first : 0; k < t->n; k++) {
        double a = t->t0_s + (double)k * t->dt_s,
               inside = fmin (a + t->dt_s, to) - fmax (a, from);
        if (a >= to)
            break;
        if (inside <= 0 || t->value.x[k] == FID_GAP)
            continue;
        sum += inside * t->value.x[k];
        weight += inside;
    }
    return weight > 0 ? sum / weight : NAN;
}

static const struct fid_series_track *
track_of (const struct fid_series *s, enum fid_resource_id resource, int side)
{
    const struct fid_series_time *t = fid_series_find (s, resource, FID_QUANTITY_BYTES);
    return t && t->side[side].n ? &t->side[side] : NULL;
}

/* A rate over the job of a side, which ends at end, and what it sums up to; either may be
 * NULL. */
static void
put_rate (const struct fid_series_track *t, double end, struct fid_multiple_line *rate,
          struct fid_multiple_line *sum)
{
    double moved = 0, step = end / POINTS;
    if (!t || end <= 0)
        return;
    for (size_t i = 0; i < POINTS; i++) {
        double from = (double)i * step, y = mean_of (t, from, from + step);
        moved += isfinite (y) ? y * step : 0;
        if (rate) {
            rate->x[i] = from + step / 2;
            rate->y[i] = y;
        }
        sum->x[i] = from + step;
        sum->y[i] = moved;
    }
    sum->n = POINTS;
    if (rate)
        rate->n = POINTS;
}

/* The lines of a side; those of the real run over `end' seconds if that is not 0. */
static void
lines_of (const struct fid_series *s, int side, double end, struct fid_multiple_side *out)
{
    const struct fid_series_track *read = track_of (s, FID_RESOURCE_DATA_READ, side);
    *out = (struct fid_multiple_side){0};
    end = end > 0 ? end : job_end (s, side);
    thin_steps (&s->steps[side], &out->line[FID_MULTIPLE_STEPS]);
    put_rate (read ? read : track_of (s, FID_RESOURCE_BLOCK_READ, side), end,
              &out->line[FID_MULTIPLE_RATE], &out->line[FID_MULTIPLE_READ]);
    put_rate (track_of (s, FID_RESOURCE_CHECKPOINT_WRITE, side), end, NULL,
              &out->line[FID_MULTIPLE_WRITTEN]);
}

/* --- all of them */

void
fid_multiples_add_real (struct fid_multiples *m, const struct fid_series *s)
{
    struct fid_multiple_side one;
    const struct fid_multiple_line *first = &m->real.line[FID_MULTIPLE_READ];
    lines_of (s, FID_REAL, m->real_n && first->n ? first->x[first->n - 1] : 0, &one);
    if (!m->real_n++)
        m->real = one;
    for (int k = 0; k < FID_MULTIPLE_N; k++)
        for (size_t i = 0; i < m->real.line[k].n; i++) {
            double y = i < one.line[k].n ? one.line[k].y[i] : NAN;
            if (m->real_n == 1)
                m->low[k][i] = m->high[k][i] = y;
            m->low[k][i] = fmin (m->low[k][i], y); /* fmin leaves out NAN */
            m->high[k][i] = fmax (m->high[k][i], y);
        }
}

int
fid_multiples_add (struct fid_multiples *m, const struct fid_series *s, struct fid_error *err)
{
    if (fid_array_grow (&m->emulation, &m->emulation_cap, m->emulation_n + 1,
                        sizeof *m->emulation, err))
        return -1;
    lines_of (s, FID_EMULATION, 0, &m->emulation[m->emulation_n++]);
    return 0;
}

bool
fid_multiples_has (const struct fid_multiples *m, enum fid_multiple what)
{
    for (size_t k = 0; k <= m->emulation_n; k++) {
        const struct fid_multiple_line *l =
            k < m->emulation_n ? &m->emulation[k].line[what] : &m->real.line[what];
        for (size_t i = 0; i < l->n; i++)
            if (isfinite (l->y[i]) && l->y[i] > 0)
                return true;
    }
    return false;
}

/* The highest value and the end of x of all charts of a kind. */
static void
ends_of (const struct fid_multiples *m, enum fid_multiple what, double *end, double *high)
{
    *end = *high = 0;
    for (size_t k = 0; k <= m->emulation_n; k++) {
        const struct fid_multiple_line *l =
            k < m->emulation_n ? &m->emulation[k].line[what] : &m->real.line[what];
        for (size_t i = 0; i < l->n; i++) {
            *end = fmax (*end, l->x[i]);
            *high = fmax (*high, l->y[i]);
        }
    }
    for (size_t i = 0; i < m->real.line[what].n; i++)
        *high = fmax (*high, m->high[what][i]);
}

/* Where the axis of values ends, for all charts of a kind alike; *cut: some are above it. */
static double
end_of (struct fid_figure *fig, const struct fid_multiples *m, enum fid_multiple what,
        const struct fid_axis *x, double high, bool *cut)
{
    struct fid_line *all = fid_figure_room (fig, m->emulation_n + 1, sizeof *all);
    *cut = false;
    for (size_t k = 0; all && k <= m->emulation_n; k++) {
        const struct fid_multiple_line *l =
            k < m->emulation_n ? &m->emulation[k].line[what] : &m->real.line[what];
        all[k] = (struct fid_line){.x = l->x, .y = l->y, .n = l->n};
    }
    if (!all || (what != FID_MULTIPLE_STEPS && what != FID_MULTIPLE_RATE))
        return high * ROOM;
    const struct fid_robust r = fid_robust_end (fig, all, m->emulation_n + 1, x);
    *cut = r.cut_n > 0;
    return *cut ? r.hi : high * ROOM;
}

static const struct {
    const char *x, *y;
    enum fid_unit unit;
} axes[FID_MULTIPLE_N] = {
    [FID_MULTIPLE_STEPS] = {"step", "s", FID_UNIT_NUMBER},
    [FID_MULTIPLE_RATE] = {"time", "MiB/s", FID_UNIT_SECONDS},
    [FID_MULTIPLE_READ] = {"time", "MiB", FID_UNIT_SECONDS},
    [FID_MULTIPLE_WRITTEN] = {"time", "MiB", FID_UNIT_SECONDS},
};

void
fid_multiples_draw (const struct fid_multiples *m, enum fid_multiple what, size_t i,
                    struct fid_canvas *c, double width, double height)
{
    struct fid_figure fig = {0};
    struct fid_error err;
    const struct fid_multiple_line *real = &m->real.line[what],
                                   *emulation = &m->emulation[i].line[what];
    struct fid_plot *p = fid_figure_add (&fig, FID_PLOT_LINES);
    struct fid_line *line = fid_figure_room (&fig, LINES, sizeof *line);
    double end, high;
    bool cut;
    ends_of (m, what, &end, &high);
    if (line) {
        const struct fid_axis x = {.label = axes[what].x,
                                   .unit = axes[what].unit,
                                   .hi = end};
        high = end_of (&fig, m, what, &x, high, &cut);
        line[0] = (struct fid_line){.x = real->x,
                                    .y = real->y,
                                    .n = real->n,
                                    .pen = {.colour = FID_COLOUR_REAL},
                                    .low = m->real_n > 1 ? m->low[what] : NULL,
                                    .high = m->real_n > 1 ? m->high[what] : NULL};
        line[1] =
            (struct fid_line){.x = emulation->x,
                              .y = emulation->y,
                              .n = emulation->n,
                              .pen = {.colour = FID_COLOUR_EMULATION, .dash = FID_DASHED}};
        for (size_t k = 0; cut && k < 2; k++)
            line[2 + k] = fid_robust_marks (&fig, &line[k], &x, high);
        p->as.lines =
            (struct fid_lines){.panel = {.x = x,
                                         .y = {.label = axes[what].y, .hi = high}},
                               .line = line,
                               .line_n = cut ? LINES : 2};
    }
    if (fid_figure_draw (&fig, c, width, height, &err))
        fid_canvas_fail (c);
    fid_figure_clear (&fig);
}

void
fid_multiples_clear (struct fid_multiples *m)
{
    free (m->emulation);
    *m = (struct fid_multiples){0};
}
