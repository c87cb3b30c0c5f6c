/* gnuplot.c - figures as data and a script for gnuplot (see figure.h)
 *
 * Panels are where they are in the picture, so that users can change the script to their
 * needs. */
#include <math.h>
#include "plot/figure.h"

struct writer {
    FILE *script, *data;
    const char *data_name;
    double width, height;
    size_t block_n;                 /* of data, written so far */
    const struct fid_panel *legend; /* borrowed; the figure's */
    size_t panel_n;
    bool first; /* the next curve is the first of its panel */
};

/* Write a text between single quotes. */
static void
quoted (FILE *f, const char *text)
{
    fputc ('\'', f);
    for (; text && *text; text++) {
        if (*text == '\'')
            fputc ('\'', f);
        fputc (*text == '\n' ? ' ' : *text, f);
    }
    fputc ('\'', f);
}

/* The ticks of the picture: gnuplot's own have no KiB and no ms on log axes. */
static void
ticks (FILE *f, char name, const struct fid_axis *a, size_t want_n)
{
    struct fid_tick tick[FID_TICKS_MAX];
    size_t n = fid_axis_ticks (a, want_n, tick);
    if (a->log)
        fprintf (f, "set logscale %c\n", name);
    fprintf (f, "set %ctics (", name);
    for (size_t i = 0; i < n; i++) {
        fputs (i ? ", " : "", f);
        quoted (f, tick[i].label);
        fprintf (f, " %.9g", tick[i].at);
    }
    fputs (") noenhanced\n", f);
}

static void
axis (struct writer *o, char name, const struct fid_axis *a, size_t want_n)
{
    FILE *f = o->script;
    char label[120];
    if (!a->name_n) {
        fprintf (f, "set %crange [%.9g:%.9g]\n", name, a->lo, a->hi);
        if (a->log || a->tick)
            ticks (f, name, a, want_n);
        else if (name == 'y')
            fprintf (f, "set ytics %.9g\n", fid_ticks_step (a->lo, a->hi, a->unit, want_n));
        fprintf (f, a->bare ? "set format %c ''\n" : "set grid %ctics\n", name);
    } else {
        fprintf (f,
                 name == 'y' ? "set yrange [%zu:0]\nset ytics ("
                             : "set xrange [0:%zu]\nset xtics (",
                 a->name_n);
        for (size_t i = 0; i < a->name_n; i++) {
            fputs (i ? ", " : "", f);
            quoted (f, a->name[i]);
            fprintf (f, " %zu.5", i);
        }
        fputs (") noenhanced scale 0\n", f);
    }
    if (a->label && !a->bare) {
        fid_axis_label (a, label, sizeof label);
        fprintf (f, "set %clabel ", name);
        quoted (f, label);
        fprintf (f, " noenhanced offset %s\n", name == 'x' ? "0,.6" : "1.5,0");
    }
}

/* The legend of the panel, or of the figure, which the first panel then has. */
static void
key (struct writer *o, const struct fid_panel *p)
{
    const struct fid_box *b = &p->inner;
    double right = b->x + b->w, top = p->box.y;
    bool all = o->legend->key_n > 0;
    if (all && o->panel_n++) {
        fputs ("unset key\n", o->script);
        return;
    }
    if (all) {
        right = o->legend->box.x + o->legend->box.w;
        top = o->legend->box.y;
    }
    fprintf (o->script,
             "set key at screen %.4f,%.4f right top horizontal noenhanced samplen 2\n",
             right / o->width, 1 - (top + 2) / o->height);
}

static void
panel (struct writer *o, struct fid_panel *p)
{
    fid_panel_layout (p);
    const struct fid_box *b = &p->inner;
    fprintf (o->script,
             "\nreset\nset lmargin at screen %.4f\nset rmargin at screen %.4f\n"
             "set tmargin at screen %.4f\nset bmargin at screen %.4f\n"
             "set style fill solid noborder\n",
             b->x / o->width, (b->x + b->w) / o->width, 1 - b->y / o->height,
             1 - (b->y + b->h) / o->height);
    key (o, p);
    if (p->title) {
        fputs ("set label 1 ", o->script);
        quoted (o->script, p->title);
        fprintf (o->script, " at screen %.4f,%.4f left noenhanced font ',11'\n",
                 p->box.x / o->width, 1 - (p->box.y + 9) / o->height);
    }
    axis (o, 'x', &p->x, fid_panel_want_x (p));
    axis (o, 'y', &p->y, fid_panel_want_y (p));
    o->first = true;
}

/* End a panel; gnuplot needs a plot command even without data. */
static void
end_panel (struct writer *o)
{
    fputs (o->first ? "plot NaN notitle\n" : "\n", o->script);
}

/* --- each kind of plot as blocks of data and curves */

/* Begin a block of data with these columns. */
static void
block (struct writer *o, const char *label, const char *columns)
{
    fprintf (o->data, "%s# %zu: %s\n# %s\n", o->block_n ? "\n\n" : "", o->block_n,
             label && *label ? label : "-", columns);
    o->block_n++;
}

/* "plot 'data' index 3", or a further one after a comma. */
static void
curve (struct writer *o)
{
    fputs (o->first ? "plot " : ", \\\n     ", o->script);
    quoted (o->script, o->data_name);
    fprintf (o->script, " index %zu", o->block_n - 1);
    o->first = false;
}

static void
end_curve (struct writer *o, const char *label)
{
    if (label && *label) {
        fputs (" title ", o->script);
        quoted (o->script, label);
    } else
        fputs (" notitle", o->script);
}

static void
colour (struct writer *o, enum fid_colour c)
{
    fprintf (o->script, " lc rgb '#%06x'", fid_colour_rgb (c));
}

/* One value of a line, with its band; gnuplot skips NaN. */
static void
point (struct writer *o, const struct fid_line *line, size_t i, double x)
{
    fprintf (o->data, "%.9g %.9g", x, line->y[i]);
    if (line->low && isfinite (line->low[i]) && isfinite (line->high[i]))
        fprintf (o->data, " %.9g %.9g", line->low[i], line->high[i]);
    else if (line->low)
        fputs (" NaN NaN", o->data);
    fputc ('\n', o->data);
}

/* The fill and the band of a line. */
static void
grounds (struct writer *o, const struct fid_line *line)
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
lines (struct writer *o, struct fid_lines *l)
{
    static const int dash[] = {1, 2, 3};
    static const int mark[FID_MARK_N] = {0, 7, 5, 13, 9, 11, 2, 0}; /* its point types */
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
stack (struct writer *o, const struct fid_stack *s)
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
bars (struct writer *o, const struct fid_bars *b)
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
            quoted (o->data, b->panel.y.name[row]);
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
heat (struct writer *o, const struct fid_heat *h)
{
    size_t column_n = h->panel.x.name_n;
    bool any = false;
    for (size_t row = 0; row < h->panel.y.name_n; row++)
        for (size_t j = 0; j < column_n; j++) {
            double v = h->value[row * column_n + j];
            if (!isfinite (v))
                continue;
            if (!any)
                block (o, h->panel.title, "from to low high value");
            any = true;
            fprintf (o->data, "%zu %zu %zu %zu %.9g\n", j, j + 1, row, row + 1, v);
        }
    if (!any)
        return;
    fprintf (o->script, "set palette defined (0 'white', 1 '#%06x')\nset cbrange [0:1]\n",
             fid_colour_rgb (FID_BLUE));
    curve (o);
    fputs (" using 1:3:1:2:3:4:5 with boxxyerror lc palette", o->script);
    end_curve (o, NULL);
}

/* Write the cells of a plot; fid_density_pen is a linear scale, and so is the opacity here. */
static void
density (struct writer *o, const struct fid_density *s)
{
    unsigned rgb = fid_colour_rgb (s->colour);
    bool any = false;
    for (size_t i = 0; i < s->x_n; i++)
        for (size_t j = 0; j < s->y_n; j++) {
            double v = s->value[i * s->y_n + j];
            if (!(v > 0))
                continue;
            if (!any)
                block (o, s->panel.title, "from to low high value");
            any = true;
            fprintf (o->data, "%.9g %.9g %.9g %.9g %.4g\n", s->x_edge[i], s->x_edge[i + 1],
                     s->y_edge[j], s->y_edge[j + 1], v);
        }
    if (!any)
        return;
    curve (o);
    fprintf (o->script, " using 1:3:1:2:3:4:(shade($5*$5,%u,%u,%u)) with boxxyerror lc rgb variable",
             rgb >> 16, rgb >> 8 & 255, rgb & 255);
    end_curve (o, NULL);
}

static void
lanes (struct writer *o, const struct fid_lanes *l)
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
spans (struct writer *o, const struct fid_spans *s)
{
    if (!s->spell_n)
        return;
    block (o, s->panel.title, "from to row colour label");
    for (size_t i = 0; i < s->spell_n; i++) {
        const struct fid_spell *t = &s->spell[i];
        fprintf (o->data, "%.9g %.9g %zu %u ", t->from, t->to, t->row,
                 fid_colour_rgb (t->colour));
        quoted (o->data, t->label ? t->label : "");
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

static void
draw (struct writer *o, struct fid_plot *p)
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
    case FID_PLOT_DENSITY:
        density (o, &p->as.density);
        break;
    case FID_PLOT_LANES:
        lanes (o, &p->as.lanes);
        break;
    case FID_PLOT_SPANS:
        spans (o, &p->as.spans);
        break;
    }
}

int
fid_figure_gnuplot (struct fid_figure *fig, double width, double height, FILE *script,
                    FILE *data, const char *data_name, const char *picture_name,
                    struct fid_error *err)
{
    struct writer o = {.script = script,
                       .data = data,
                       .data_name = data_name,
                       .width = width,
                       .height = height,
                       .legend = &fig->legend};
    if (fig->failed)
        return fid_error_nomem (err);
    fid_figure_lay_out (fig, width, height);
    fprintf (script,
             "# run by: gnuplot THIS_FILE\nset terminal svg size %.0f,%.0f font "
             "'Helvetica,9.5' background 'white'\nset output ",
             width, height);
    quoted (script, picture_name);
    fputs ("\n# white to a colour, by the root of a share\n"
           "shade(v,r,g,b) = (s = v < .06 ? .25 : sqrt(v), int(255-(255-r)*s)*65536 + "
           "int(255-(255-g)*s)*256 + int(255-(255-b)*s))\nset multiplot",
           script);
    if (fig->title) {
        fputs (" title ", script);
        quoted (script, fig->title);
        fputs (" noenhanced", script);
    }
    fputc ('\n', script);
    fprintf (data, "# blocks are separated by two empty lines: index 0, 1, ... of gnuplot\n");
    for (size_t i = 0; i < fig->part_n; i++) {
        struct fid_plot *p = fig->part[i];
        panel (&o, &p->as.panel);
        draw (&o, p);
        end_panel (&o);
    }
    fputs ("unset multiplot\n", script);
    return 0;
}
