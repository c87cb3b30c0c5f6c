/* gnuplot_plots.c - each kind of plot as blocks of data and curves (see gnuplot.h) */
#include <math.h>
#include "plot/gnuplot.h"

/* A new block of data of the columns named. */
static void
block (struct fid_gnuplot *o, const char *label, const char *columns)
{
    fprintf (o->data, "%s# %zu: %s\n# %s\n", o->block_n ? "\n\n" : "", o->block_n,
             label && *label ? label : "-", columns);
    o->block_n++;
}

/* "plot 'data' index 3", or a further one after a comma. */
static void
curve (struct fid_gnuplot *o)
{
    fputs (o->first ? "plot " : ", \\\n     ", o->script);
    fid_gnuplot_quoted (o->script, o->data_name);
    fprintf (o->script, " index %zu", o->block_n - 1);
    o->first = false;
}

static void
end_curve (struct fid_gnuplot *o, const char *label)
{
    if (label && *label) {
        fputs (" title ", o->script);
        fid_gnuplot_quoted (o->script, label);
    } else
        fputs (" notitle", o->script);
}

static void
colour (struct fid_gnuplot *o, enum fid_colour c)
{
    fprintf (o->script, " lc rgb '#%06x'", fid_colour_rgb (c));
}

/* One value of a line, with its band; gnuplot leaves NaN out. */
static void
point (struct fid_gnuplot *o, const struct fid_line *line, size_t i, double x)
{
    fprintf (o->data, "%.9g %.9g", x, line->y[i]);
    if (line->low && isfinite (line->low[i]) && isfinite (line->high[i]))
        fprintf (o->data, " %.9g %.9g", line->low[i], line->high[i]);
    else if (line->low)
        fputs (" NaN NaN", o->data);
    fputc ('\n', o->data);
}

/* What lies below a line. */
static void
grounds (struct fid_gnuplot *o, const struct fid_line *line)
{
    if (line->filled) {
        curve (o);
        fprintf (o->script, " using 1:2 with %s fs transparent solid .3",
                 line->step ? "fillsteps" : "filledcurves y1=0");
        colour (o, line->pen.colour);
        end_curve (o, NULL);
    }
    if (line->low) {
        curve (o);
        fputs (" using 1:3:4 with filledcurves fs transparent solid .18", o->script);
        colour (o, line->pen.colour);
        end_curve (o, NULL);
    }
}

static void
lines (struct fid_gnuplot *o, struct fid_lines *l)
{
    static const int dash[] = {1, 2, 3};
    static const int mark[FID_MARK_N] = {0, 7, 5, 13, 9, 11, 2}; /* its point types */
    for (size_t k = 0; k < l->line_n; k++) {
        const struct fid_line *line = &l->line[k];
        bool any = false, down = false;
        double end = 0, last = 0;
        for (size_t i = 0; i < line->n; i++) {
            double x = line->x ? line->x[i] : line->x0 + (double)i * line->dx;
            bool value = isfinite (line->y[i]) && isfinite (x);
            if (value && !any)
                block (o, line->label, line->low ? "x y low high" : "x y");
            if (down && !value) /* a step lasts until the line breaks */
                fprintf (o->data, line->step ? "%.9g %.9g\n\n" : "\n", x, last);
            if (value)
                point (o, line, i, x);
            any |= value;
            down = value;
            last = line->y[i];
            end = x + line->dx;
        }
        if (down && line->step && !line->x)
            fprintf (o->data, "%.9g %.9g\n", end, last);
        if (!any)
            continue;
        grounds (o, line);
        curve (o);
        fprintf (o->script, " using 1:2 with %s",
                 line->step   ? "steps"
                 : line->mark ? "linespoints"
                              : "lines");
        if (line->mark)
            fprintf (o->script, " pt %d ps .6", mark[line->mark]);
        colour (o, line->pen.colour);
        fprintf (o->script, " lw %g dt %d", line->pen.width > 0 ? line->pen.width : 1.3,
                 dash[line->pen.dash]);
        end_curve (o, line->label);
    }
}

/* Layers are drawn from the highest sum down, each to the axis. */
static void
stack (struct fid_gnuplot *o, const struct fid_stack *s)
{
    if (!s->n || !s->layer_n)
        return;
    block (o, s->panel.title, "from to sum of the first layer, of the first two, ...");
    for (size_t i = 0; i < s->n; i++) {
        double from = s->x0 + (double)i * s->dx, sum = 0;
        fprintf (o->data, "%.9g %.9g", from, from + s->dx);
        for (size_t k = 0; k < s->layer_n; k++) {
            double y = s->layer[k].y[i];
            sum += isfinite (y) && y > 0 ? y : 0;
            fprintf (o->data, " %.9g", sum);
        }
        fputc ('\n', o->data);
    }
    for (size_t k = s->layer_n; k-- > 0;) {
        curve (o);
        fprintf (o->script, " using 1:%zu:1:2:(0):%zu with boxxyerror", k + 3, k + 3);
        colour (o, s->layer[k].colour);
        end_curve (o, s->layer[k].label);
    }
}

static void
bars (struct fid_gnuplot *o, const struct fid_bars *b)
{
    for (size_t k = 0; k < b->series_n; k++) {
        bool any = false;
        for (size_t row = 0; row < b->panel.y.name_n; row++) {
            double v = b->value[row * b->series_n + k], each = .8 / (double)b->series_n;
            if (!isfinite (v))
                continue;
            if (!any)
                block (o, b->series[k].label, "value low high row");
            any = true;
            fprintf (o->data, "%.9g %.9g %.9g ", v, (double)row + .1 + each * (double)k,
                     (double)row + .1 + each * (double)(k + 1));
            fid_gnuplot_quoted (o->data, b->panel.y.name[row]);
            fputc ('\n', o->data);
        }
        if (!any)
            continue;
        curve (o);
        fputs (" using 1:2:(0):1:2:3 with boxxyerror", o->script);
        colour (o, b->series[k].pen.colour);
        end_curve (o, b->series[k].label);
    }
}

static void
heat (struct fid_gnuplot *o, const struct fid_heat *h)
{
    bool any = false;
    const struct fid_axis *x = &h->panel.x;
    for (size_t row = 0; row < h->panel.y.name_n; row++)
        for (size_t j = 0; j < h->column_n; j++) {
            double v = h->value[row * h->column_n + j], one = 1, from = (double)j;
            if (!isfinite (v))
                continue;
            if (!any)
                block (o, h->panel.title, "from to low high value");
            any = true;
            if (!x->name_n) {
                one = (x->hi - x->lo) / (double)h->column_n;
                from = x->lo + one * (double)j;
            }
            fprintf (o->data, "%.9g %.9g %zu %zu %.9g\n", from, from + one, row, row + 1, v);
        }
    if (!any)
        return;
    fputs ("set palette defined (", o->script);
    if (h->both_ways)
        fprintf (o->script, "-1 '#%06x', ", fid_colour_rgb (h->below));
    fprintf (o->script, "0 'white', 1 '#%06x')\n", fid_colour_rgb (h->colour));
    if (h->lo < h->hi)
        fprintf (o->script, "set cbrange [%.9g:%.9g]\n", h->lo, h->hi);
    curve (o);
    fputs (" using 1:3:1:2:3:4:5 with boxxyerror lc palette", o->script);
    end_curve (o, NULL);
}

static void
lanes (struct fid_gnuplot *o, const struct fid_lanes *l)
{
    for (size_t k = 0; k < l->lane_n; k++) {
        const struct fid_lane *lane = &l->lane[k];
        const struct fid_busy *b = lane->busy;
        unsigned rgb = fid_colour_rgb (lane->colour);
        bool any = false;
        for (size_t i = 0; i < b->n; i++) {
            double from = (double)((b->first + (int64_t)i) * b->cell - l->origin) * l->unit;
            double to = from + (double)b->cell * l->unit;
            if ((!b->count[i] && !(b->busy[i] > 0)) || to < l->panel.x.lo ||
                from > l->panel.x.hi)
                continue;
            if (!any)
                block (o, lane->label, "from to share_busy begun");
            any = true;
            fprintf (o->data, "%.9g %.9g %.4g %u\n", from, to,
                     fmin (1, b->busy[i] / (double)b->cell), (unsigned)b->count[i]);
        }
        if (!any)
            continue;
        double top, bottom;
        fid_lane_share (l, k, &top, &bottom);
        top = (double)lane->row + .1 + .8 * top;
        bottom = (double)lane->row + .1 + .8 * bottom;
        curve (o);
        fprintf (o->script,
                 " using 1:(%.3f):1:2:(%.3f):(%.3f):(shade($3,%u,%u,%u)) with boxxyerror "
                 "lc rgb variable fs solid border",
                 top, top, bottom, rgb >> 16, rgb >> 8 & 255, rgb & 255);
        end_curve (o, NULL);
    }
}

static void
spans (struct fid_gnuplot *o, const struct fid_spans *s)
{
    if (!s->spell_n)
        return;
    block (o, s->panel.title, "from to row colour label");
    for (size_t i = 0; i < s->spell_n; i++) {
        const struct fid_spell *t = &s->spell[i];
        fprintf (o->data, "%.9g %.9g %zu %u ", t->from, t->to, t->row,
                 fid_colour_rgb (t->colour));
        fid_gnuplot_quoted (o->data, t->label ? t->label : "");
        fputc ('\n', o->data);
    }
    curve (o);
    fputs (" using 1:3:1:2:($3+.1):($3+.9):4 with boxxyerror lc rgb variable", o->script);
    end_curve (o, NULL);
    for (size_t k = 0; k < s->panel.key_n; k++) {
        fputs (", NaN with boxes", o->script);
        colour (o, s->panel.key[k].pen.colour);
        end_curve (o, s->panel.key[k].label);
    }
}

void
fid_gnuplot_draw (struct fid_gnuplot *o, struct fid_plot *p)
{
    switch (p->kind) {
    case FID_PLOT_LINES:
        lines (o, &p->as.lines);
        break;
    case FID_PLOT_STACK:
        stack (o, &p->as.stack);
        break;
    case FID_PLOT_BARS:
        bars (o, &p->as.bars);
        break;
    case FID_PLOT_HEAT:
        heat (o, &p->as.heat);
        break;
    case FID_PLOT_LANES:
        lanes (o, &p->as.lanes);
        break;
    case FID_PLOT_SPANS:
        spans (o, &p->as.spans);
        break;
    }
}
