/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_plots.c - plots of arrays as SVG: what is drawn where */
#include "tests/tap.h"
#include "plot/plot.h"

enum { MANY = 1000000 };

static struct fid_canvas *canvas (void)
{
    struct fid_canvas_opts opts = {.width = 400, .height = 200};
    struct fid_error err;
    return fid_canvas_svg (&opts, &err);
}

/* The picture from its clip on, without frame and labels; owned by the caller. */
static char *data_of (struct fid_canvas *c)
{
    struct fid_error err;
    size_t n;
    char *svg = fid_canvas_finish (c, &n, &err);
    char *from = strstr (strstr (svg, "<svg x=") + 1, ">\n") + 2, *to = strstr (from, "</svg>");
    char *data = strndup (from, (size_t)(to - from));
    free (svg);
    return data;
}

/* 100 px wide and high from (50, 0), so that 1 is 10 px. */
static struct fid_panel square (void)
{
    return (struct fid_panel){.box = {0, -6, 158, 110},
                              .left = 50,
                              .x = {.lo = 0, .hi = 10, .none = true},
                              .y = {.lo = 0, .hi = 10, .none = true}};
}

static void lines (void)
{
    const double y[] = {0, 10, NAN, 5, INFINITY, 2, 4};
    struct fid_line line[] = {
        {.dx = 1, .y = y, .n = 7, .pen = {.colour = FID_BLUE, .width = 1}},
        {.label = "steps", .dx = 5, .y = y + 5, .n = 2, .step = true}};
    struct fid_lines l = {.panel = square (), .line = line, .line_n = 1};
    struct fid_canvas *c = canvas ();
    fid_lines_draw (&l, c);
    char *data = data_of (c);
    ok_str (data,
            "<g>\n<path d=\"M50 100 60 0M80 50M100 80 110 60\" fill=\"none\" "
            "stroke=\"#0072b2\" stroke-width=\"1\"/>\n</g>\n",
            "missing values break a line");
    free (data);

    line[0].filled = true;
    l = (struct fid_lines){.panel = square (), .line = line, .line_n = 1};
    c = canvas ();
    fid_lines_draw (&l, c);
    data = data_of (c);
    ok_str (
        data,
        "<g>\n<path d=\"M50 100 60 0 60 100 50 100Z\" fill=\"#0072b2\" fill-opacity=\".3\"/>\n"
        "<path d=\"M100 80 110 60 110 100 100 100Z\" fill=\"#0072b2\" "
        "fill-opacity=\".3\"/>\n"
        "<path d=\"M50 100 60 0M80 50M100 80 110 60\" fill=\"none\" "
        "stroke=\"#0072b2\" stroke-width=\"1\"/>\n</g>\n",
        "each stretch is filled down to 0");
    free (data);
    line[0].filled = false;

    const double low[] = {1, 1}, high[] = {3, 3};
    line[1].low = low;
    line[1].high = high;
    l = (struct fid_lines){.panel = square (), .line = line, .line_n = 2};
    c = canvas ();
    fid_lines_draw (&l, c);
    data = data_of (c);
    ok (strstr (data, "fill-opacity=") != NULL, "the second line has its band");
    free (data);
    line[1].low = line[1].high = NULL;

    struct fid_rule rule[] = {{.at = 5},
                              {.at = 2, .vertical = true, .label = "lag", .line = 1}};
    l = (struct fid_lines){
        .panel = square (), .line = line + 1, .line_n = 1, .rule = rule, .rule_n = 2};
    c = canvas ();
    l.panel.box.y -= 11; /* the legend's line */
    l.panel.box.h += 11;
    fid_lines_draw (&l, c);
    data = data_of (c);
    ok_str (data,
            "<g><title>steps</title>\n"
            "<path d=\"M50 80 100 80 100 60 150 60\" fill=\"none\" stroke=\"#1a1a1a\" "
            "stroke-width=\"1.3\"/>\n</g>\n"
            "<path d=\"M50 50 150 50\" fill=\"none\" stroke=\"#595959\" stroke-width=\"1\" "
            "stroke-dasharray=\"1 2\"/>\n"
            "<path d=\"M70 0 70 100\" fill=\"none\" stroke=\"#595959\" stroke-width=\"1\" "
            "stroke-dasharray=\"1 2\"/>\n"
            "<text x=\"74\" y=\"20\" font-size=\"9\" fill=\"#595959\">lag</text>\n",
            "steps and rules");
    free (data);

    /* two rules near the right edge: no label lies on either */
    struct fid_rule near[] = {{.at = 9, .vertical = true},
                              {.at = 9.5, .vertical = true, .label = "second"}};
    l = (struct fid_lines){
        .panel = square (), .line = line, .line_n = 1, .rule = near, .rule_n = 2};
    c = canvas ();
    fid_lines_draw (&l, c);
    data = data_of (c);
    ok_close (strtod (strstr (data, "<text x=") + 9, NULL),
              140 - 4 - fid_type_width ("second", (struct fid_type){.size = 9}), .06,
              "a label is left of both");
    free (data);

    l = (struct fid_lines){.panel = square (), .line = line, .line_n = 0};
    c = canvas ();
    fid_lines_draw (&l, c);
    data = data_of (c);
    ok (strstr (data, ">no data</text>") != NULL, "nothing to draw is said");
    free (data);
}

/* Least and greatest number of the y in a path, and how many there are. */
static size_t extent (const char *data, double *lo, double *hi)
{
    size_t n = 0;
    *lo = INFINITY;
    *hi = -INFINITY;
    for (char *s = strstr (data, " d=\"M") + 4; *s && *s != '"'; n++) {
        char *end;
        s += *s == 'M';
        (void)strtod (s, &end);
        double y = strtod (end, &s);
        *lo = fmin (*lo, y);
        *hi = fmax (*hi, y);
    }
    return n;
}

static void many (void)
{
    static double y[MANY];
    double lo, hi;
    for (size_t i = 0; i < MANY; i++)
        y[i] = 5;
    y[123456] = 10;
    y[700001] = 1;
    struct fid_line line = {.dx = 10. / MANY, .y = y, .n = MANY};
    struct fid_lines l = {.panel = square (), .line = &line, .line_n = 1};
    struct fid_canvas *c = canvas ();
    fid_lines_draw (&l, c);
    char *data = data_of (c);
    size_t n = extent (data, &lo, &hi);
    ok (n <= 4 * 102, "a million values are %zu points", n);
    ok_close (lo, 0, .06, "the one spike is there");
    ok_close (hi, 90, .06, "and the one hole");
    free (data);
}

static void fits (void)
{
    const double x[] = {.5, 20, 300}, y[] = {3, 1e6, 40};
    struct fid_line line = {.label = "a", .x = x, .y = y, .n = 3};
    struct fid_lines l = {
        .panel = {.x = {.log = true}, .y = {.log = true}}, .line = &line, .line_n = 1};
    fid_lines_fit (&l);
    ok (l.panel.x.lo == .5 && l.panel.x.hi == 300, "x from the first to the last");
    ok_close (l.panel.y.lo, 1, 1e-12, "y in whole decades");
    ok_close (l.panel.y.hi, 1e6, 1e-3, "up to the greatest");
    ok (l.panel.key_n == 1, "one key");
    l = (struct fid_lines){.panel = {.x = {.lo = 10, .hi = 30}}, .line = &line, .line_n = 1};
    fid_lines_fit (&l);
    ok_close (l.panel.y.hi, 1e6, 1e-3, "amounts: from 0 to what is in the window");
    ok (l.panel.y.lo == 0, "from 0");
    l = (struct fid_lines){.line = NULL};
    fid_lines_fit (&l);
    ok (l.panel.x.lo < l.panel.x.hi && l.panel.y.lo < l.panel.y.hi, "axes without data");
}

static void stack (void)
{
    const double a[] = {2, 4}, b[] = {3, NAN};
    struct fid_layer layer[] = {{"a", a, FID_BLUE}, {"b", b, FID_ORANGE}};
    struct fid_stack s = {.panel = square (), .dx = 5, .layer = layer, .layer_n = 2, .n = 2};
    s.panel.box.y -= 11;
    s.panel.box.h += 11;
    struct fid_canvas *c = canvas ();
    fid_stack_draw (&s, c);
    char *data = data_of (c);
    ok_str (data,
            "<g><title>a</title>\n"
            "<path d=\"M50 80 100 80 100 60 150 60 150 100 100 100 100 100 50 100Z\" "
            "fill=\"#0072b2\"/>\n</g>\n"
            "<g><title>b</title>\n"
            "<path d=\"M50 50 100 50 100 80 50 80Z\" "
            "fill=\"#e69f00\"/>\n</g>\n",
            "one layer on the other");
    free (data);
}

static void heat (void)
{
    static const char *const row[] = {"one", "two"};
    static const char *const column[] = {"a", "b", "c", "d", "e"};
    const double value[] = {0, 1, 1, NAN, .5, 0, 0, 0, 0, -1};
    struct fid_heat h = {.panel = square (), .value = value};
    h.panel.x.name = column;
    h.panel.x.name_n = 5;
    h.panel.y.name = row;
    h.panel.y.name_n = 2;
    struct fid_canvas *c = canvas ();
    fid_heat_draw (&h, c);
    char *data = data_of (c), *second = data ? strstr (data, "<text x=\"80\"") : NULL;
    if (second)
        *second = '\0';
    ok_str (data,
            "<path d=\"M130 0h20v50h-20z\" fill=\"#0072b2\" fill-opacity=\".5\"/>\n"
            "<path d=\"M70 0h40v50h-40z\" fill=\"#0072b2\"/>\n"
            "<text x=\"60\" y=\"28.2\" text-anchor=\"middle\" font-size=\"9\" "
            "fill=\"#1a1a1a\">0.00</text>\n",
            "neighbours of one level are one box; 0 and missing are paper, numbers are on top");
    free (data);
    static const char *const text[] = {"x0.5", "", "", "-", "", "", "", "", "", ""};
    h.text = text;
    c = canvas ();
    fid_heat_draw (&h, c);
    data = data_of (c);
    ok (data && strstr (data, ">x0.5</text>") && !strstr (data, ">0.00</text>"),
        "texts in place of numbers");
    free (data);
}

static void lanes (void)
{
    static const char *const row[] = {"one", "two"};
    struct fid_busy full = {0}, few = {0};
    struct fid_error err;
    /* time in 2^-20 s, so that cells end where px do; 10 s are 100 px: 2 s
     * without pause, then 5 ms each second */
    const int64_t s = 1 << 20, ms = s / 1000;
    fid_busy_add (&full, s, 3 * s, &err);
    for (int64_t i = 4; i < 7; i++)
        fid_busy_add (&few, i * s + 2 * ms, i * s + 7 * ms, &err);
    fid_busy_add (&few, -9 * s, -8 * s, &err);
    const struct fid_lane lane[] = {{"reads", 0, &full, FID_BLUE}, {NULL, 1, &few, FID_ORANGE}};
    struct fid_lanes l = {.panel = square (), .unit = 1. / s, .lane = lane, .lane_n = 2};
    l.panel.y.name = row;
    l.panel.y.name_n = 2;
    struct fid_canvas *c = canvas ();
    fid_lanes_draw (&l, c);
    char *data = data_of (c);
    ok (strstr (data, "<g><title>reads: 1 events</title>\n<path d=\"M60 1.5h20v47h-20z\" "
                      "fill=\"#0072b2\"/>\n</g>") != NULL,
        "what lasts is solid");
    ok (strstr (data, "<path d=\"M90 51.5h1v47h-1zM100 51.5h1v47h-1zM110 51.5h1v47h-1z\" "
                      "fill=\"#e69f00\" fill-opacity=\".25\"/>\n</g>") != NULL,
        "what is short is seen, but pale");
    free (data);
    l.lane_n = 0;
    l.empty = "no events traced";
    c = canvas ();
    fid_lanes_draw (&l, c);
    data = data_of (c);
    ok (strstr (data, ">no events traced<") != NULL, "no lane at all");
    free (data);
    fid_busy_clear (&full);
    fid_busy_clear (&few);
}

static void spans (void)
{
    static const char *const row[] = {"phases"};
    const struct fid_spell t[] = {{-5, 6, 0, "INIT", FID_GREY},
                                  {6, 6.001, 0, "CHECKPOINT", FID_GREEN},
                                  {20, 30, 0, "EVAL", FID_PURPLE}};
    struct fid_spans s = {.panel = square (), .spell = t, .spell_n = 3};
    s.panel.y.name = row;
    s.panel.y.name_n = 1;
    struct fid_canvas *c = canvas ();
    fid_spans_draw (&s, c);
    char *data = data_of (c);
    ok (strstr (data, "<title>INIT -5 to 6</title>\n<path d=\"M50 2h60v96h-60z\"") &&
            strstr (data, ">INIT</text>"),
        "cut at the edge, with its name");
    ok (strstr (data, "<path d=\"M110 2h2v96h-2z\"") && !strstr (data, ">CHECKPOINT</text>"),
        "short: 2 px wide, without a name");
    ok (!strstr (data, "EVAL"), "outside, not there");
    free (data);
}

int main (void)
{
    lines ();
    many ();
    fits ();
    stack ();
    heat ();
    lanes ();
    spans ();
    return tap_done ();
}
