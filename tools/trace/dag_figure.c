/* dag_figure.c - see dag_figure.h */
#include <math.h>
#include <stdlib.h>
#include "tools/trace/dag_figure.h"
#include "plot/canvas.h"
#include "tools/trace/worker.h"

enum {
    SPACE = 16,       /* px of the circle for each node */
    RADIUS_MIN = 90,  /* px */
    LABELS_MAX = 300, /* more nodes have no labels */
    DOT = 3,          /* px, radius */
    ARROW = 6         /* px */
};

static enum fid_colour
colour_of (const char *name)
{
    static const struct {
        const char *kind;
        enum fid_colour colour;
    } kinds[] = {{"FW", FID_BLUE},
                 {"BW", FID_ORANGE},
                 {"Comm", FID_PURPLE},
                 {"STEP", FID_VERMILLION},
                 {"I/O", FID_GREEN}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (fid_node_is (name, kinds[i].kind))
            return kinds[i].colour;
    return FID_INK;
}

struct place {
    double x, y, sine, cosine;
};

/* A line that ends in an arrow at the dot of its node. */
static void
draw_edge (struct fid_canvas *c, const struct place *from, const struct place *to)
{
    double dx = to->x - from->x, dy = to->y - from->y, d = hypot (dx, dy);
    if (!(d > 2 * DOT)) /* to itself */
        return;
    dx /= d;
    dy /= d;
    double x = to->x - DOT * dx, y = to->y - DOT * dy;
    struct fid_pen pen = {.colour = FID_INK, .width = .7, .opacity = .5};
    fid_draw_segment (c, from->x, from->y, x, y, pen);
    double px[] = {x, x - ARROW * dx - ARROW * dy / 3, x - ARROW * dx + ARROW * dy / 3};
    double py[] = {y, y - ARROW * dy + ARROW * dx / 3, y - ARROW * dy - ARROW * dx / 3};
    fid_draw_area (c, px, py, 3, pen);
}

static void
draw_node (struct fid_canvas *c, const struct place *p, const char *name, bool label)
{
    struct fid_box box = {p->x - DOT, p->y - DOT, 2 * DOT, 2 * DOT};
    fid_draw_group (c, name);
    fid_draw_boxes (c, &box, 1, (struct fid_pen){.colour = colour_of (name)});
    if (label)
        fid_draw_text (c, p->x + 2.5 * DOT * p->sine, p->y - 2.5 * DOT * p->cosine + 3.5, name,
                       (struct fid_type){.align = fabs (p->sine) < .2 ? FID_MIDDLE
                                                  : p->sine > 0       ? FID_LEFT
                                                                      : FID_RIGHT});
    fid_draw_group_end (c);
}

char *
fid_dag_svg (const struct fid_dag *g, const char *title, size_t *n, struct fid_error *err)
{
    bool labels = g->n <= LABELS_MAX;
    double radius = fmax (RADIUS_MIN, SPACE * (double)g->n / (2 * M_PI)), margin = 20;
    for (size_t i = 0; i < g->n && labels; i++)
        margin = fmax (margin, 20 + fid_type_width (g->name[i], (struct fid_type){0}));
    struct fid_canvas_opts opts = {
        .width = 2 * (radius + margin), .height = 2 * (radius + 30), .title = title};
    struct place *at = calloc (g->n + 1, sizeof *at);
    struct fid_canvas *c = at ? fid_canvas_svg (&opts, err) : NULL;
    if (!at)
        fid_error_nomem (err);
    for (size_t i = 0; i < g->n && c; i++) {
        double angle = 2 * M_PI * (double)i / (double)g->n;
        at[i] = (struct place){.sine = sin (angle), .cosine = cos (angle)};
        at[i].x = opts.width / 2 + radius * at[i].sine;
        at[i].y = opts.height / 2 - radius * at[i].cosine;
    }
    for (size_t k = 0; k < g->edge_n && c; k++)
        draw_edge (c, &at[g->edge[k].from], &at[g->edge[k].to]);
    for (size_t i = 0; i < g->n && c; i++)
        draw_node (c, &at[i], g->name[i], labels);
    free (at);
    return c ? fid_canvas_finish (c, n, err) : NULL;
}
