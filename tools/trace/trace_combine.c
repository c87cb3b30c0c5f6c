/* trace_combine.c - fidlio trace combine TRACE|DIR... */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/outfile.h"
#include "base/text.h"
#include "cli/signals.h"
#include "tools/trace/trace.h"
#include "tools/trace/op_combine.h"

struct args {
    struct fid_trace_output out;
    struct fid_op_combine_opts opts;
    struct fid_words path;
    char *filter;         /* owned; --filter, cut into names */
    const char **keep;    /* owned */
    struct fid_error err; /* of memory */
};

/* "a,b" as a list of names. */
static void
read_filter (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    (void)state;
    size_t n = 2;
    for (const char *p = arg; *p; p++)
        n += *p == ',';
    free (args->filter);
    free (args->keep);
    args->filter = fid_strdup (arg, &args->err);
    args->keep = calloc (n, sizeof *args->keep);
    if (!args->filter || !args->keep) {
        fid_error_nomem (&args->err);
        return;
    }
    n = 0;
    char *rest = args->filter, *name;
    while ((name = strsep (&rest, ",")))
        args->keep[n++] = name;
    args->opts.keep = args->keep;
}

/* combined.json in the folder, or beside the file, that is named first. */
static char *
output_path (const struct args *args, struct fid_error *err)
{
    const char *first = args->path.word[0], *slash = strrchr (first, '/');
    bool folder;
    if (args->out.path)
        return fid_strdup (args->out.path, err);
    if (fid_file_is_folder (first, &folder, err))
        return NULL;
    if (folder)
        return fid_format (err, "%s/combined.json", first);
    return slash ? fid_format (err, "%.*s/combined.json", (int)(slash - first), first)
                 : fid_strdup ("combined.json", err);
}

static void
say_findings (void *self, const char *path, const struct fid_trace_findings *found)
{
    fid_say_trace (self, path, found);
}

static void
check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    if (args->out.common.format == FID_FORMAT_XLSX)
        argp_error (state, "-o FILE is the trace: there is no workbook");
}

static const struct fid_option options[] = {
    FID_OPTION_CHOICE (
        struct args, opts.align, "align", 0, "HOW", fid_op_align_names,
        "Align clocks by pull, comm or start events, or none (default: auto, pull "
        "or comm)"),
    FID_OPTION_CALL_ALL ("filter", 0, "NAME,...", read_filter,
                         "Of communication keep only these tensors (args.name)"),
    {0},
};

/* The clocks as a row for each path. */
static void
put_clocks (const struct args *args, const struct fid_op_combined *c, struct fid_cells *cells)
{
    for (size_t i = 0; i < c->n; i++) {
        const struct fid_op_bias *b = &c->path[i];
        fid_trace_row (cells, args->out.common.format, "sumsnmm", args->path.word[i],
                       b->written_n, (double)b->bias_ns / 1000,
                       b->event ? b->event
                       : !i     ? NULL
                                : fid_op_align_names[c->align],
                       b->n, b->n ? (double)b->median_ns / 1000 : NAN,
                       b->n ? (double)(b->max_ns - b->min_ns) / 1000 : NAN);
    }
}

static int
run_combine (void *input, struct fid_sheet *sheet, struct fid_error *err)
{
    struct args *args = input;
    struct fid_op_combined c = {.n = 0};
    struct fid_outfile o;
    if (args->err.status) {
        *err = args->err;
        return -1;
    }
    char *path = output_path (args, err);
    if (!path)
        return -1;
    fid_writing_begin ();
    int rc = fid_outfile_open (&o, path, NULL, err);
    if (!rc) {
        rc = fid_op_combine (&c, args->path.word, args->path.n, &args->opts, say_findings,
                             &args->out.common, o.f, err);
        rc = fid_outfile_end (&o, rc, err);
    }
    fid_writing_end ();
    if (!rc)
        put_clocks (args, &c, &sheet->cells);
    args->out.path = NULL; /* the trace, not the table */
    args->out.done = args->out.common.quiet;
    fid_op_combined_clear (&c);
    free (path);
    return rc;
}

const struct fid_trace_verb trace_combine = {
    .name = "combine",
    .summary = "several workers on one time axis",
    .usage = "TRACE|DIR...",
    .about =
        "One trace of several workers on one time axis, and by how much their clocks differ.  "
        "It goes to -o FILE (default: combined.json in the folder, or beside the file, named "
        "first).",
    .options = options,
    .plain = FID_PLAIN_WORDS (struct args, path),
    .missing = "a trace is missing",
    .check = check_args,
    .size = sizeof (struct args),
    .table = {{"clocks", NULL, "path|#events|#bias_ms|by|#matches|#median_ms|#range_ms"}},
    .run = run_combine,
};
