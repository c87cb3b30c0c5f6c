/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_graph.c - fidlio trace graph GRAPH.gml */
#include "plot/canvas.h"
#include "tools/trace/trace.h"
#include "tools/trace/dag.h"

struct args {
    struct fid_trace_output out;
    const char *path, *picture; /* borrowed */
};

/* Nodes and edges by kind, then in all. */
static void put_kinds (const struct fid_dag *g, enum fid_format format, struct fid_cells *c)
{
    static const char *const kinds[] = {"I/O",  "FW",     "BW",     "Comm",
                                        "STEP", "UPDATE", "OUTPUT", "other"};
    enum { OTHER = sizeof kinds / sizeof *kinds - 1 };
    size_t node_n[OTHER + 1] = {0}, edge_n[OTHER + 1] = {0};
    size_t *kind = fid_take (g->name_n, sizeof *kind);
    for (size_t i = 0; i < g->name_n; i++) {
        while (kind[i] < OTHER && !fid_node_is (g->name[i], kinds[kind[i]]))
            kind[i]++;
        node_n[kind[i]]++;
    }
    for (size_t k = 0; k < g->edge_n; k++)
        edge_n[kind[g->edge[k].from]]++;
    for (size_t k = 0; k <= OTHER; k++)
        if (node_n[k])
            fid_trace_row (c, format, "snn", kinds[k], node_n[k], edge_n[k]);
    fid_trace_row (c, format, "snn", "all", g->name_n, g->edge_n);
}

/* --- for Graphviz */

static void put_dot (const struct fid_dag *g, FILE *f)
{
    fputs ("digraph {\n", f);
    for (size_t i = 0; i < g->name_n; i++) {
        fprintf (f, "  n%zu [label=", i);
        const char *s = g->name[i];
        fputc ('"', f);
        for (; *s; s++) {
            if (*s == '"' || *s == '\\')
                fputc ('\\', f);
            fputc (*s, f);
        }
        fputc ('"', f);
        fputs ("];\n", f);
    }
    for (size_t k = 0; k < g->edge_n; k++)
        fprintf (f, "  n%zu -> n%zu;\n", g->edge[k].from, g->edge[k].to);
    fputs ("}\n", f);
}

/* --- the drawing: nodes on a circle, from the top clockwise */

enum {
    SPACE = 16,       /* px of the circle for each node */
    RADIUS_MIN = 90,  /* px */
    LABELS_MAX = 300, /* more nodes have no labels */
    DOT = 3,          /* px, radius */
    ARROW = 6         /* px */
};

static enum fid_colour colour_of (const char *name)
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
static void draw_edge (struct fid_canvas *c, const struct place *from, const struct place *to)
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

static void put_svg (const struct fid_dag *g, const char *title, FILE *f)
{
    bool labels = g->name_n <= LABELS_MAX;
    double radius = fmax (RADIUS_MIN, SPACE * (double)g->name_n / (2 * M_PI)), margin = 20;
    for (size_t i = 0; i < g->name_n && labels; i++)
        margin = fmax (margin, 20 + fid_type_width (g->name[i], (struct fid_type){0}));
    struct fid_canvas_opts opts = {
        .width = 2 * (radius + margin), .height = 2 * (radius + 30), .title = title};
    struct place *at = fid_take (g->name_n, sizeof *at);
    struct fid_canvas *c = fid_have (fid_canvas_svg (&opts, &fid_why));
    for (size_t i = 0; i < g->name_n; i++) {
        double angle = 2 * M_PI * (double)i / (double)g->name_n;
        at[i] = (struct place){.sine = sin (angle), .cosine = cos (angle)};
        at[i].x = opts.width / 2 + radius * at[i].sine;
        at[i].y = opts.height / 2 - radius * at[i].cosine;
    }
    for (size_t k = 0; k < g->edge_n; k++)
        draw_edge (c, &at[g->edge[k].from], &at[g->edge[k].to]);
    for (size_t i = 0; i < g->name_n; i++) {
        const struct place *p = &at[i];
        struct fid_box box = {p->x - DOT, p->y - DOT, 2 * DOT, 2 * DOT};
        fid_draw_group (c, g->name[i]);
        fid_draw_boxes (c, &box, 1, (struct fid_pen){.colour = colour_of (g->name[i])});
        if (labels)
            fid_draw_text (c, p->x + 2.5 * DOT * p->sine, p->y - 2.5 * DOT * p->cosine + 3.5,
                           g->name[i],
                           (struct fid_type){.align = fabs (p->sine) < .2 ? FID_MIDDLE
                                                      : p->sine > 0       ? FID_LEFT
                                                                          : FID_RIGHT});
        fid_draw_group_end (c);
    }
    size_t n;
    FID_FREED char *svg = fid_have (fid_canvas_finish (c, &n, &fid_why));
    fwrite (svg, 1, n, f);
}

static void read_plot (struct argp_state *state, const char *arg, void *member)
{
    struct fid_span name = fid_span_of (arg);
    if (!fid_span_ends (name, ".dot") && !fid_span_ends (name, ".svg"))
        argp_error (state, "--plot takes a name that ends in .dot or .svg, not '%s'", arg);
    *(const char **)member = arg;
}

static const struct fid_option options[] = {
    FID_OPTION_CALL (struct args, picture, "plot", 0, "FILE", read_plot,
                     "Draw into FILE.svg, or write FILE.dot for Graphviz"),
    {0},
};

static void run_graph (void *input, struct fid_sheet *sheet)
{
    struct args *args = input;
    const struct fid_dag *g = fid_dag_read (args->path);
    if (args->picture) {
        FILE *f = fid_file_begin (args->picture, NULL);
        if (fid_span_ends (fid_span_of (args->picture), ".dot"))
            put_dot (g, f);
        else
            put_svg (g, args->picture, f);
        fid_file_end (f);
    }
    put_kinds (g, args->out.common.format, &sheet->cells);
    args->out.done = args->out.common.quiet;
}

const struct fid_trace_verb trace_graph = {
    .name = "graph",
    .summary = "dependency graphs of operators",
    .usage = "GRAPH.gml",
    .about = "Nodes and edges of a dependency graph of operators, and a drawing of it.",
    .options = options,
    .plain = FID_PLAIN_ONE (struct args, path, "one graph at a time"),
    .missing = "a graph is missing",
    .size = sizeof (struct args),
    .table = {{"nodes", NULL, "kind|#nodes|#edges_from"}},
    .run = run_graph,
};
