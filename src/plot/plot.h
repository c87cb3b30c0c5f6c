/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot.h - pictures of arrays: lines, stacks, heat maps, lanes, spans
 *
 * Arrays and labels go in, a picture comes out; nothing here knows runs or results.
 *
 *   struct fid_canvas_opts o = {.width = 640, .height = 200, .page = true,
 *                               .title = "reads of both runs"};
 *   struct fid_canvas *c = fid_canvas_svg (&o, &err);
 *   struct fid_line line[] = {
 *       {.label = "real", .dx = dt_s, .y = a, .n = an, .pen = {.colour = FID_COLOUR_REAL}},
 *       {.label = "emulation", .dx = dt_s, .y = b, .n = bn,
 *        .pen = {.colour = FID_COLOUR_EMULATION, .dash = FID_DASHED}}};
 *   struct fid_lines plot = {
 *       .panel = {.box = {0, 0, 640, 200}, .title = "data.read",
 *                 .x = {.label = "time", .unit = FID_UNIT_SECONDS},
 *                 .y = {.label = "MiB/s"}},
 *       .line = line, .line_n = 2};
 *   fid_lines_draw (&plot, c);
 *   char *svg = fid_canvas_finish (c, &n, &err);
 *
 * An axis whose lo equals its hi takes its range from the data.  To align panels that share
 * the x axis, set the left of each to the greatest of all (fid_lines_left, fid_panel_left), and
 * .bare on all but the lowest; figures (figure.h) do so.
 *
 * Values that are not finite are missing: lines and bands break there, cells stay empty.  A
 * plot without values says so in its middle.  Time is linear in the values; the size of the
 * picture depends only on its px. */
#pragma once

#include "plot/panel.h"

/* --- lines */

struct fid_line {
    const char *label; /* in the legend; NULL: none */
    const double *x;   /* NULL: x0 + i dx */
    double x0, dx;
    const double *y;
    size_t n;
    struct fid_pen pen; /* width 0: 1.3 */
    bool step;          /* y[i] holds from x[i] to x[i + 1] */
    bool filled;        /* lightly, down to 0 (to the lower end of a log axis) */
    const double *low;  /* a lightly filled band around it, n values each; NULL: none */
    const double *high;
    enum fid_mark mark; /* at each value */
};

static inline double fid_line_x (const struct fid_line *l, size_t i)
{
    return l->x ? l->x[i] : l->x0 + (double)i * l->dx;
}

/* A dotted line across the panel at one value. */
struct fid_rule {
    double at;
    bool vertical;
    const char *label; /* beside it; NULL: none */
    int line;          /* line of text, from the top, of a vertical rule's label */
};

struct fid_lines {
    struct fid_panel panel;
    const struct fid_line *line;
    size_t line_n;
    const struct fid_rule *rule;
    size_t rule_n;
    const char *empty; /* text shown without data; NULL: "no data" */
};

/* Set the axes that come from the data; fid_lines_draw does so, too. */
void fid_lines_fit (struct fid_lines *l);
double fid_lines_left (struct fid_lines *l);
void fid_lines_draw (struct fid_lines *l, struct fid_canvas *c);

/* Remove points of the line (x, y)[n] that are at most `within' from the line through the
 * points kept, in place.  Points that are not finite break the line; they stay, like the ends
 * of each piece.  Returns the number of points left.  Time O(100 n), for level lines O(n). */
size_t fid_simplify (double *x, double *y, size_t n, double within);

/* --- stacked areas on one uniform grid, the first at the bottom */

struct fid_layer {
    const char *label;
    const double *y; /* >= 0 */
    enum fid_colour colour;
};

struct fid_stack {
    struct fid_panel panel;
    double x0, dx; /* y[i] is for x0 + i dx .. x0 + (i + 1) dx */
    const struct fid_layer *layer;
    size_t layer_n, n;
    const char *empty;
};

double fid_stack_left (struct fid_stack *s);
void fid_stack_draw (struct fid_stack *s, struct fid_canvas *c);

/* --- heat map: cells of values from 0 to 1, the higher the darker, with their numbers or texts */

struct fid_heat {
    struct fid_panel panel;  /* y.name: the rows; x.name: the columns */
    const double *value;     /* [row][column]; not finite: missing */
    const char *const *text; /* of each cell; NULL: its value */
    const char *empty;
};

void fid_heat_draw (struct fid_heat *h, struct fid_canvas *c);

/* --- lanes: when something was going on, for any number of spans
 *
 * A fid_busy adds up spans on a grid of at most FID_BUSY_CELLS cells, which doubles their width
 * when it would need more.  Time O(cells that the span touches), memory at most
 * 16 B * FID_BUSY_CELLS.  Times are integers in any unit. */

#define FID_BUSY_CELLS ((size_t)1 << 13)

struct fid_busy {
    int64_t cell;    /* width; 0: empty */
    int64_t first;   /* number of element 0: cell k covers [k, k + 1) * cell */
    double *busy;    /* owned; time covered, summed over simultaneous spans */
    uint32_t *count; /* owned; spans that begin in the cell */
    size_t n, cap;
    uint64_t total;
};

/* Add the span [start, end), or an instant if they are equal. */
int fid_busy_add (struct fid_busy *t, int64_t start, int64_t end, struct fid_error *err);
void fid_busy_clear (struct fid_busy *t);

struct fid_lane {
    const char *label; /* for the tooltip */
    size_t row;
    const struct fid_busy *busy;
    enum fid_colour colour;
};

/* A lane's colour is the denser, the larger the busy part of the pixel's time.  Lanes of one
 * row share its height, the first on top. */
struct fid_lanes {
    struct fid_panel panel; /* y.name: the rows */
    double unit;            /* of busy times, in units of x: 1e-9 for ns on seconds */
    int64_t origin;         /* of busy times, where x is 0 */
    const struct fid_lane *lane;
    size_t lane_n;
    const char *empty;
};

void fid_lanes_draw (struct fid_lanes *l, struct fid_canvas *c);

/* --- spans: named intervals in rows, with their names if there is room */

struct fid_spell {
    double from, to;
    size_t row;
    const char *label;
    enum fid_colour colour;
};

struct fid_spans {
    struct fid_panel panel; /* y.name: the rows */
    const struct fid_spell *spell;
    size_t spell_n;
    const char *empty;
};

void fid_spans_draw (struct fid_spans *s, struct fid_canvas *c);
