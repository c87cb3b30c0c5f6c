/* trace_graph.c - fidlio trace graph GRAPH.gml */
#include <stdlib.h>
#include <string.h>
#include "base/outfile.h"
#include "tools/trace/dag_figure.h"
#include "cli/signals.h"
#include "tools/trace/trace.h"
#include "tools/trace/worker.h"

struct args {
    struct fid_trace_output out;
    const char *path, *picture; /* borrowed */
};

/* Nodes and edges by kind, then in all. */
static int
put_kinds (const struct fid_dag *g, enum fid_format format, struct fid_cells *c,
           struct fid_error *err)
{
    static const char *const kinds[] = {"I/O",  "FW",     "BW",     "Comm",
                                        "STEP", "UPDATE", "OUTPUT", "other"};
    enum { OTHER = sizeof kinds / sizeof *kinds - 1 };
    size_t node_n[OTHER + 1] = {0}, edge_n[OTHER + 1] = {0};
    size_t *kind = calloc (g->n + 1, sizeof *kind);
    if (!kind)
        return fid_error_nomem (err);
    for (size_t i = 0; i < g->n; i++) {
        while (kind[i] < OTHER && !fid_node_is (g->name[i], kinds[kind[i]]))
            kind[i]++;
        node_n[kind[i]]++;
    }
    for (size_t k = 0; k < g->edge_n; k++)
        edge_n[kind[g->edge[k].from]]++;
    for (size_t k = 0; k <= OTHER; k++)
        if (node_n[k])
            fid_trace_row (c, format, "snn", kinds[k], node_n[k], edge_n[k]);
    fid_trace_row (c, format, "snn", "all", g->n, g->edge_n);
    free (kind);
    return 0;
}

static int
write_dot (const char *path, const struct fid_dag *g, struct fid_error *err)
{
    struct fid_outfile o;
    if (fid_outfile_open (&o, path, NULL, err))
        return -1;
    fid_dag_dot (g, o.f);
    return fid_outfile_commit (&o, err);
}

static int
write_svg (const char *path, const struct fid_dag *g, struct fid_error *err)
{
    size_t n;
    char *svg = fid_dag_svg (g, path, &n, err);
    int rc = svg ? fid_outfile_write (path, NULL, svg, n, err) : -1;
    free (svg);
    return rc;
}

static void
read_plot (struct argp_state *state, const char *arg, void *member)
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

static int
run_graph (void *input, struct fid_sheet *sheet, struct fid_error *err)
{
    struct args *args = input;
    struct fid_dag g = {0};
    int rc = fid_dag_read (&g, args->path, err);
    if (!rc && args->picture) {
        fid_writing_begin ();
        rc = fid_span_ends (fid_span_of (args->picture), ".dot")
                 ? write_dot (args->picture, &g, err)
                 : write_svg (args->picture, &g, err);
        fid_writing_end ();
    }
    if (!rc)
        rc = put_kinds (&g, args->out.common.format, &sheet->cells, err);
    args->out.done = args->out.common.quiet;
    fid_dag_clear (&g);
    return rc;
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
