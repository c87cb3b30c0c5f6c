/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_collect.c - fidlio trace collect TRACE|DIR */
#include "tools/trace/trace.h"
#include "readers/chrome/op_place.h"
#include "readers/chrome/op_steps.h"

struct args {
    struct fid_trace_output out;
    const char *path;
    bool rebuild, operators;
};

/* The steps of a rank, and for people dPRO's line. */
static void put_steps (const struct args *args, const struct fid_op_steps *s, int rank,
                       struct fid_sheet *sheet)
{
    enum fid_format format = args->out.common.format;
    double fw_bw_us, iteration_us;
    fid_op_steps_mean (s, &fw_bw_us, &iteration_us);
    if (args->out.done) {
        printf ("<rank%d> ", rank);
        if (fw_bw_us >= 0)
            printf ("fw + bw: %f ms -- ", fw_bw_us / 1000);
        printf ("iteration time: %f ms\n", iteration_us / 1000);
    }
    fid_trace_row (&sheet[0].cells, format, "dnMM", rank, s->n, fw_bw_us < 0 ? NAN : fw_bw_us,
                   iteration_us < 0 ? NAN : iteration_us);
    for (size_t i = 0; i < s->n; i++) {
        const struct fid_op_step *at = &s->at[i];
        fid_trace_row (&sheet[1].cells, format, "dn", rank, i);
        fid_cells_add (&sheet[1].cells, "%.3f", (double)at->start_ns / 1000);
        fid_trace_row (&sheet[1].cells, format, "MM",
                       at->fw_bw_ns < 0 ? NAN : (double)at->fw_bw_ns / 1000,
                       (double)(at->end_ns - at->start_ns) / 1000);
    }
}

static void read_rebuild (struct argp_state *state, const char *arg, void *input)
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

/* The ranks of a place; people get a line for each. */
static void run_collect (void *input, struct fid_sheet *sheet)
{
    struct args *args = input;
    struct fid_op_place *place = fid_take (1, sizeof *place);
    if (args->rebuild)
        fid_rebuild_traces (args->path, args->operators, &args->out.common);
    fid_must (fid_op_place_find (place, args->path, &fid_why));
    args->out.done = fid_trace_lines (&args->out);
    for (size_t i = 0; i < place->n; i++) {
        struct fid_op_steps *s = fid_take (1, sizeof *s);
        fid_must (fid_op_steps_read (s, place->file[i].path, &fid_why));
        int rank = s->rank >= 0 ? s->rank : place->file[i].rank;
        fid_say_trace (&args->out.common, place->file[i].path, &s->found);
        put_steps (args, s, rank, sheet);
    }
}

const struct fid_trace_verb trace_collect = {
    .name = "collect",
    .summary = "iteration times",
    .usage = "TRACE|DIR",
    .about = "Iteration time of each rank, and the part of it that is FW and BW.",
    .options = options,
    .plain = FID_PLAIN_ONE (struct args, path, "one trace or folder at a time"),
    .missing = "a trace is missing",
    .size = sizeof (struct args),
    .table = {{"ranks", NULL, "#rank|#steps|#fw_bw_ms|#iteration_ms"},
              {"steps", NULL, "#rank|#step|#start_us|#fw_bw_ms|#iteration_ms"}},
    .run = run_collect,
};
