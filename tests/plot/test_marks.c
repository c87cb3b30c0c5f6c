/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_marks.c - marks, bands, own ticks; parts side by side under one legend */
#include "tests/tap.h"
#include "plot/figure.h"

static struct fid_canvas *canvas (double width, double height)
{
    struct fid_canvas_opts opts = {.width = width, .height = height};
    struct fid_error err;
    return fid_canvas_svg (&opts, &err);
}

/* The whole picture; owned by the caller. */
static char *text_of (struct fid_canvas *c)
{
    struct fid_error err;
    size_t n;
    return fid_canvas_finish (c, &n, &err);
}

static void has (const char *svg, const char *what, const char *why)
{
    if (!ok (strstr (svg, what) != NULL, "%s", why))
        diag ("no %s in\n%s", what, svg);
}

/* 100 px wide and high from (50, 0), so that 1 is 10 px. */
static struct fid_panel square (void)
{
    return (struct fid_panel){.box = {0, -6, 158, 110},
                              .left = 50,
                              .x = {.lo = 0, .hi = 10, .none = true},
                              .y = {.lo = 0, .hi = 10, .none = true}};
}

static void bands (void)
{
    const double x[] = {0, 5, 10}, y[] = {5, 5, 5}, low[] = {4, 3, NAN}, high[] = {6, 8, 9};
    struct fid_line line = {.x = x,
                            .y = y,
                            .n = 3,
                            .low = low,
                            .high = high,
                            .mark = FID_MARK_DIAMOND,
                            .pen = {.colour = FID_BLUE, .width = 1}};
    struct fid_lines l = {.panel = square (), .line = &line, .line_n = 1};
    struct fid_canvas *c = canvas (400, 200);
    fid_lines_draw (&l, c);
    char *svg = text_of (c), *data = strstr (svg, "<path d=\"M50 40");
    char *end = data ? strstr (data, "</g>") : NULL;
    if (end)
        *end = '\0';
    ok_str (data ? data : svg,
            "<path d=\"M50 40 100 20 100 70 50 60Z\" fill=\"#0072b2\" fill-opacity=\".18\"/>\n"
            "<g>\n<path d=\"M50 50 150 50\" fill=\"none\" stroke=\"#0072b2\" "
            "stroke-width=\"1\"/>\n"
            "<path d=\"M53.8 50 50 53.8 46.2 50 50 46.2ZM103.8 50 100 53.8 96.2 50 100 "
            "46.2ZM153.8 50 150 53.8 146.2 50 150 46.2Z\" fill=\"#0072b2\"/>\n",
            "a band where it is told, a line, a mark at every value of it");
    free (svg);

    l = (struct fid_lines){.line = &line, .line_n = 1};
    fid_lines_fit (&l);
    ok (l.panel.y.hi >= 8 && l.panel.y.hi < 9, "axes have room for bands, where both ends are");
    ok (l.panel.key_n == 1 && l.panel.key[0].mark == FID_MARK_DIAMOND, "the key has the mark");

    line.n = 1;
    l = (struct fid_lines){.panel = square (), .line = &line, .line_n = 1};
    c = canvas (400, 200);
    fid_lines_draw (&l, c);
    svg = text_of (c);
    has (svg, "<g>\n<path d=\"M53.8 50 50 53.8 46.2 50 50 46.2Z\" fill=\"#0072b2\"/>\n</g>",
         "one value is a mark, without a band");
    free (svg);
}

static void ticks (void)
{
    const double x[] = {2048, 4096, 8192}, y[] = {1, 2, 3};
    const struct fid_tick tick[] = {{2048, "2k"}, {4096, "4k"}, {8192, "8k"}};
    struct fid_line line = {.x = x, .y = y, .n = 3};
    struct fid_lines l = {
        .panel = {.box = {0, 0, 200, 100}, .x = {.log = true, .tick = tick, .tick_n = 3}},
        .line = &line,
        .line_n = 1};
    struct fid_canvas *c = canvas (200, 100);
    fid_lines_draw (&l, c);
    char *svg = text_of (c);
    has (svg, ">2k</text>", "the first of its own ticks");
    has (svg, ">4k</text>", "the middle one");
    has (svg, ">8k</text>", "the last");
    ok (!strstr (svg, ">5k</text>") && !strstr (svg, ">2000</text>"), "and no other");
    double middle = fid_panel_x (&l.panel, 4096);
    ok_close (middle, (fid_panel_x (&l.panel, 2048) + fid_panel_x (&l.panel, 8192)) / 2, 1e-9,
              "doubling is the same way everywhere");
    struct fid_tick out[FID_TICKS_MAX];
    ok (fid_axis_ticks (&l.panel.x, 2, out) == 3 && out[2].at == 8192, "as they were given");
    free (svg);
}

static void figures (void)
{
    const double y[] = {1, 2};
    struct fid_line line = {.dx = 1, .y = y, .n = 2};
    struct fid_figure fig = {.title = "three"};
    struct fid_error err;
    struct fid_plot *part[5];
    for (int i = 0; i < 5; i++) {
        part[i] = fid_figure_add (&fig, FID_PLOT_LINES);
        part[i]->beside = i < 3 ? 3 : 2;
        part[i]->height = 100;
        part[i]->as.lines = (struct fid_lines){.line = &line, .line_n = 1};
    }
    double bare = fid_figure_height (&fig, 348);
    fig.legend.key[fig.legend.key_n++] = (struct fid_key){
        .label = "one GPU", .pen = {.colour = FID_GREEN}, .mark = FID_MARK_SQUARE};
    double height = fid_figure_height (&fig, 348);
    ok (height > bare + 10, "a legend of all has its own line");
    fid_figure_lay_out (&fig, 348, 0);
    const struct fid_box *a = &part[0]->as.panel.box, *b = &part[1]->as.panel.box,
                         *c = &part[2]->as.panel.box, *d = &part[3]->as.panel.box,
                         *e = &part[4]->as.panel.box;
    ok (a->y == b->y && b->y == c->y && d->y == e->y && d->y >= a->y + 100, "two rows");
    ok (a->w == 100 && b->w == 100 && c->w == 100 && d->w == 158, "of three and of two");
    ok (b->x == a->x + 116 && c->x == a->x + 232 && d->x == a->x && e->x == a->x + 174,
        "side by side");
    struct fid_canvas *page = canvas (348, height);
    ok (fid_figure_draw (&fig, page, 348, height + 60, &err) == 0, "drawn higher");
    ok (part[2]->as.panel.box.h > 110 && part[0]->as.panel.box.y == part[2]->as.panel.box.y,
        "rows stay rows");
    char *svg = text_of (page);
    has (svg, ">one GPU</text>", "the legend is there");
    has (svg, "Z\" fill=\"#009e73\"/>", "with its mark");
    free (svg);
    fid_figure_clear (&fig);
}

int main (void)
{
    bands ();
    ticks ();
    figures ();
    return tap_done ();
}
