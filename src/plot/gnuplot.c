/* gnuplot.c - figures as data and a script for gnuplot (see figure.h)
 *
 * The places of the panels are those of the picture, so that the script is one
 * to start from.  Single quotes hold any text but a single quote. */
#include "plot/gnuplot.h"

void
fid_gnuplot_quoted (FILE *f, const char *text)
{
    fputc ('\'', f);
    for (; text && *text; text++) {
        if (*text == '\'')
            fputc ('\'', f);
        fputc (*text == '\n' ? ' ' : *text, f);
    }
    fputc ('\'', f);
}

/* The ticks of the picture: gnuplot's own on log axes know no KiB and no ms. */
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
        fid_gnuplot_quoted (f, tick[i].label);
        fprintf (f, " %.9g", tick[i].at);
    }
    fputs (") noenhanced\n", f);
}

static void
axis (struct fid_gnuplot *o, char name, const struct fid_axis *a, size_t want_n)
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
            fid_gnuplot_quoted (f, a->name[i]);
            fprintf (f, " %zu.5", i);
        }
        fputs (") noenhanced scale 0\n", f);
    }
    if (a->label && !a->bare) {
        fid_axis_label (a, label, sizeof label);
        fprintf (f, "set %clabel ", name);
        fid_gnuplot_quoted (f, label);
        fprintf (f, " noenhanced offset %s\n", name == 'x' ? "0,.6" : "1.5,0");
    }
}

/* The legend: the figure's if it has one, which the first panel then brings. */
static void
key (struct fid_gnuplot *o, const struct fid_panel *p)
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
panel (struct fid_gnuplot *o, struct fid_panel *p)
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
        fid_gnuplot_quoted (o->script, p->title);
        fprintf (o->script, " at screen %.4f,%.4f left noenhanced font ',11'\n",
                 p->box.x / o->width, 1 - (p->box.y + 9) / o->height);
    }
    axis (o, 'x', &p->x, fid_panel_want_x (p));
    axis (o, 'y', &p->y, fid_panel_want_y (p));
    o->first = true;
}

/* A panel in which nothing was drawn. */
static void
end_panel (struct fid_gnuplot *o)
{
    fputs (o->first ? "plot NaN notitle\n" : "\n", o->script);
}

int
fid_figure_gnuplot (struct fid_figure *fig, double width, double height, FILE *script,
                    FILE *data, const char *data_name, const char *picture_name,
                    struct fid_error *err)
{
    struct fid_gnuplot o = {.script = script,
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
    fid_gnuplot_quoted (script, picture_name);
    fputs ("\n# white to a colour, by the root of a share\n"
           "shade(v,r,g,b) = (s = v < .06 ? .25 : sqrt(v), int(255-(255-r)*s)*65536 + "
           "int(255-(255-g)*s)*256 + int(255-(255-b)*s))\nset multiplot",
           script);
    if (fig->title) {
        fputs (" title ", script);
        fid_gnuplot_quoted (script, fig->title);
        fputs (" noenhanced", script);
    }
    fputc ('\n', script);
    fprintf (data, "# blocks are told apart by two empty lines: index 0, 1, ... of gnuplot\n");
    for (size_t i = 0; i < fig->part_n; i++) {
        struct fid_plot *p = fig->part[i];
        panel (&o, &p->as.panel);
        fid_gnuplot_draw (&o, p);
        end_panel (&o);
    }
    fputs ("unset multiplot\n", script);
    return 0;
}
