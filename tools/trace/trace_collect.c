/* trace_collect.c - fidlio trace collect TRACE|DIR */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "tools/trace/trace.h"
#include "readers/chrome/op_place.h"
#include "tools/trace/rebuild.h"
#include "readers/chrome/op_steps.h"

struct args {
    struct fid_trace_output out;
    const char *path;
    bool rebuild, operators;
};

static const struct fid_column mean_columns[] = {
    {"rank", true}, {"steps", true}, {"fw_bw_ms", true}, {"iteration_ms", true}};
static const struct fid_column step_columns[] = {{"rank", true},
                                                 {"step", true},
                                                 {"start_us", true},
                                                 {"fw_bw_ms", true},
                                                 {"iteration_ms", true}};

/* Six decimals for people, as dPRO prints them. */
static void
put_ms (struct fid_cells *c, double us, enum fid_format format)
{
    if (us < 0)
        fid_cells_missing (c);
    else
        fid_cells_figure (c, us / 1000, 6, format);
}

static void
put_steps (const struct fid_op_steps *s, int rank, enum fid_format format,
           struct fid_sheet *sheet)
{
    double fw_bw_us, iteration_us;
    fid_op_steps_mean (s, &fw_bw_us, &iteration_us);
    fid_cells_add (&sheet[0].cells, "%d", rank);
    fid_cells_add (&sheet[0].cells, "%zu", s->n);
    put_ms (&sheet[0].cells, fw_bw_us, format);
    put_ms (&sheet[0].cells, iteration_us, format);
    for (size_t i = 0; i < s->n; i++) {
        const struct fid_op_step *at = &s->at[i];
        fid_cells_add (&sheet[1].cells, "%d", rank);
        fid_cells_add (&sheet[1].cells, "%zu", i);
        fid_cells_add (&sheet[1].cells, "%.3f", (double)at->start_ns / 1000);
        put_ms (&sheet[1].cells, (double)at->fw_bw_ns / 1000, format);
        put_ms (&sheet[1].cells, (double)(at->end_ns - at->start_ns) / 1000, format);
    }
}

/* dPRO's line of a rank. */
static void
print_line (const struct fid_op_steps *s, int rank)
{
    double fw_bw_us, iteration_us;
    fid_op_steps_mean (s, &fw_bw_us, &iteration_us);
    printf ("<rank%d> ", rank);
    if (fw_bw_us >= 0)
        printf ("fw + bw: %f ms -- ", fw_bw_us / 1000);
    printf ("iteration time: %f ms\n", iteration_us / 1000);
}

/* The ranks of a place; people get a line for each. */
static int
collect (const struct args *args, const struct fid_op_place *place, struct fid_error *err)
{
    struct fid_sheet sheet[] = {{.name = "ranks"}, {.name = "steps"}};
    enum fid_format format = args->out.common.format;
    bool lines = format == FID_FORMAT_TABLE && !args->out.table && !args->out.path;
    int rc = 0;
    fid_cells_init (&sheet[0].cells, mean_columns, sizeof mean_columns / sizeof *mean_columns);
    fid_cells_init (&sheet[1].cells, step_columns, sizeof step_columns / sizeof *step_columns);
    for (size_t i = 0; i < place->n && !rc; i++) {
        struct fid_op_steps s;
        rc = fid_op_steps_read (&s, place->file[i].path, err);
        if (!rc) {
            int rank = s.rank >= 0 ? s.rank : place->file[i].rank;
            fid_say_trace (&args->out.common, place->file[i].path, &s.found);
            put_steps (&s, rank, format, sheet);
            if (lines)
                print_line (&s, rank);
        }
        fid_op_steps_clear (&s);
    }
    if (!rc && !lines)
        rc = fid_trace_write (&args->out, sheet, 2, err);
    fid_cells_clear (&sheet[0].cells);
    fid_cells_clear (&sheet[1].cells);
    return rc;
}

/* Says what a rebuilt trace has. */
static void
say_made (void *self, const char *path, const struct fid_rebuilt *n)
{
    const struct args *args = self;
    if (args->operators)
        fid_say (&args->out.common, "%s: %zu operators, %zu STEP, %zu other events kept", path,
                 n->operator_n, n->step_n, n->kept_n);
    else
        fid_say (&args->out.common,
                 "%s: %zu operators, %zu STEP, %zu of input, %zu of communication", path,
                 n->operator_n, n->step_n, n->io_n, n->comm_n);
}

static void
read_rebuild (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    if (arg && strcmp (arg, "operators") != 0)
        argp_error (state, "--rebuild=%s: only the operators can be made alone", arg);
    args->rebuild = true;
    args->operators = arg != NULL;
}

static const struct fid_option options[] = {
    {.name = "rebuild",
     .value = "operators",
     .help = "First make the final trace of each GPU (a folder with dag.gml) anew, of "
             "temp.json, io.json and comm.json; =operators: keep all but the operators of the "
             "old one",
     .kind = FID_TAKES_CALL,
     .take = read_rebuild,
     .optional = true},
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "TRACE|DIR",
    .about = "Iteration time of each rank, and the part of it that is FW and BW.",
    .set = FID_TRACE_SETS (options),
    .plain = FID_PLAIN_ONE (struct args, path, "one trace or folder at a time"),
    .missing = "a trace is missing",
    .check = fid_trace_check,
};

static int
run_collect (int argc, char **argv, const struct fid_trace_output *given)
{
    struct args args = {.out = *given};
    struct fid_error err = {.status = FID_OK};
    struct fid_op_place place;
    fid_syntax_parse (&syntax, argc, argv, &args);
    int rc =
        args.rebuild ? fid_rebuild_all (args.path, args.operators, say_made, &args, &err) : 0;
    if (rc) {
        fid_say_error (&err);
        return (int)err.status;
    }
    rc = fid_op_place_find (&place, args.path, &err);
    if (!rc)
        rc = collect (&args, &place, &err);
    fid_op_place_clear (&place);
    if (rc)
        fid_say_error (&err);
    return rc ? (int)err.status : FID_OK;
}

const struct fid_trace_verb trace_collect = {"collect", "iteration times", &syntax,
                                             run_collect};
