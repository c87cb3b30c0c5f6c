/* trace_replay.c - fidlio trace replay WORKER */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/outfile.h"
#include "cli/signals.h"
#include "tools/trace/trace.h"
#include "readers/chrome/op_steps.h"
#include "tools/trace/replay.h"

#define MAP_EVERY 10
#define MAP_MS    10.0

struct args {
    struct fid_trace_output out;
    struct fid_replay_opts replay;
    struct fid_replay_change *change; /* owned; what: owned */
    size_t change_cap;
    const char *path, *trace; /* borrowed */
    bool queues, map, pretty;
};

/* "compute=1.1" */
static void
take_change (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    const char *equals = strrchr (arg, '=');
    struct fid_error err;
    if (!equals || equals == arg)
        argp_error (state, "--slow takes compute=R, comm=R or PATTERN=R, not '%s'", arg);
    double ratio = fid_arg_number (state, "--slow", equals + 1, 0, 1e6);
    char *what = fid_strndup (arg, (size_t)(equals - arg), &err);
    if (!what || fid_array_grow (&args->change, &args->change_cap, args->replay.change_n + 1,
                                 sizeof *args->change, &err))
        argp_failure (state, (int)err.status, 0, "%s", err.text);
    args->change[args->replay.change_n++] = (struct fid_replay_change){what, ratio};
}

/* --- steps of each GPU: as recorded, as the model has them, and with the changes */

/* The steps of a trace; it may have none. */
static void
put_recorded (struct fid_cells *c, const struct fid_gpu *g, enum fid_format format)
{
    struct fid_op_steps s = {.n = 0};
    struct fid_error unused;
    double fw_bw_us = -1, iteration_us = 0;
    if (fid_op_steps_read (&s, g->trace, &unused) == 0)
        fid_op_steps_mean (&s, &fw_bw_us, &iteration_us);
    bool known = fw_bw_us >= 0;
    fid_trace_row (c, format, "dsMM", g->rank, "recorded", known ? fw_bw_us : NAN,
                   known ? iteration_us : NAN);
    fid_op_steps_clear (&s);
}

static void
put_replayed (struct fid_cells *c, int rank, const char *what, const struct fid_replay *r,
              size_t i, enum fid_format format)
{
    const struct fid_replayed_gpu *g = &r->gpu[i];
    fid_trace_row (c, format, "dsMM", rank, what, g->known ? g->fw_bw_us : NAN,
                   g->known ? g->iteration_us : NAN);
}

static void
put_steps (const struct args *args, const struct fid_worker *w, const struct fid_replay *plain,
           const struct fid_replay *changed, struct fid_cells *c)
{
    enum fid_format format = args->out.common.format;
    for (size_t i = 0; i < w->n; i++) {
        put_recorded (c, &w->gpu[i], format);
        put_replayed (c, w->gpu[i].rank, "model", plain, i, format);
        if (args->replay.change_n)
            put_replayed (c, w->gpu[i].rank, "model, changed", changed, i, format);
    }
}

static int
write_trace (const struct args *args, const struct fid_replay_dag *d,
             const struct fid_replay *r, struct fid_error *err)
{
    struct fid_outfile o;
    fid_writing_begin ();
    int rc = fid_outfile_open (&o, args->trace, NULL, err);
    if (!rc) {
        fid_replay_write (d, r, o.f);
        rc = fid_outfile_commit (&o, err);
    }
    fid_writing_end ();
    return rc;
}

/* Simulates without and with the changes. */
static int
replay_steps (struct args *args, const struct fid_worker *w, const struct fid_replay_dag *d,
              struct fid_sheet *sheet, struct fid_error *err)
{
    struct fid_replay_opts none = args->replay;
    struct fid_replay plain = {0}, changed = {0};
    none.change_n = 0;
    int rc = fid_replay (w, d, &none, &plain, err);
    if (!rc)
        rc = fid_replay (w, d, &args->replay, &changed, err);
    if (!rc && args->trace)
        rc = write_trace (args, d, &changed, err);
    args->out.done = args->out.common.quiet;
    if (!rc) {
        fid_cells_begin (&sheet->cells, "#rank|times|#fw_bw_ms|#iteration_ms");
        put_steps (args, w, &plain, &changed, &sheet->cells);
    }
    if (!rc && !args->pretty && !args->out.done && fid_trace_lines (&args->out)) {
        args->out.done = true;
        rc = fid_trace_write (&args->out, sheet, 1, err);
        printf ("\nat most %zu operators of a GPU at a time, %zu overlaps\n", d->parallel_n,
                d->overlap_n);
    }
    fid_replay_clear (&plain);
    fid_replay_clear (&changed);
    return rc;
}

/* --- which operator matters: each delayed in turn */

static int
put_delayed (const struct args *args, const struct fid_worker *w,
             const struct fid_replay_dag *d, size_t node, bool critical, struct fid_cells *c,
             struct fid_error *err)
{
    struct fid_replay_opts opts = args->replay;
    struct fid_replay r = {0};
    opts.delayed = node;
    opts.delay_ms = MAP_MS;
    if (fid_replay (w, d, &opts, &r, err))
        return -1;
    for (size_t i = 0; i < w->n; i++)
        fid_trace_row (c, args->out.common.format, "osdm", d->dag.g.name[node],
                       critical ? "yes" : "no", w->gpu[i].rank,
                       r.gpu[i].known ? r.gpu[i].end_us : NAN);
    fid_replay_clear (&r);
    return 0;
}

static int
map_delays (const struct args *args, const struct fid_worker *w, const struct fid_replay_dag *d,
            struct fid_cells *c, struct fid_error *err)
{
    size_t *path = NULL, path_n = 0;
    double length;
    fid_cells_begin (c, "node|critical|#rank|#end_ms");
    int rc = fid_dag_longest (&d->dag.g, d->dag.ms, &path, &path_n, &length, err);
    for (size_t i = 0; i < d->dag.g.n && !rc; i += MAP_EVERY) {
        bool critical = false;
        for (size_t k = 0; k < path_n; k++)
            critical |= path[k] == i;
        rc = put_delayed (args, w, d, i, critical, c, err);
    }
    free (path);
    return rc;
}

static void
check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    if (args->map && (args->trace || args->replay.change_n))
        argp_error (state, "--map-delay excludes --trace and --slow");
}

static const struct fid_option options[] = {
    FID_OPTION_CALL_ALL ("slow", 0, "WHAT=R", take_change,
                         "Make operators take R times as long: compute (FW, BW, STEP), comm "
                         "(all communication; 2 is half the bandwidth), or a shell pattern of "
                         "their names (repeatable)"),
    FID_OPTION_COUNT (struct args, replay.step_n, "step-num", 0, "N", 1, 100000,
                      "Steps (default: 1)"),
    FID_OPTION_NUMBER (struct args, replay.gap_us, "gap", 0, "US", 0, 1e6,
                       "Time before each operator (default: 10)"),
    FID_OPTION_FLAG (struct args, queues, "del-queue", 0,
                     "Put the queues of communication, one behind the other, in its place"),
    FID_OPTION_FLAG (struct args, map, "map-delay", 0,
                     "Delay every tenth operator in turn by 10 ms, and say when the step ends "
                     "then"),
    FID_OPTION_FLAG (struct args, pretty, "pretty", 0,
                     "Say nothing about operators that overlap"),
    FID_OPTION_TEXT (struct args, trace, "trace", 0, "FILE",
                     "Write the simulated steps as a trace"),
    {0},
};

static int
run_replay (void *input, struct fid_sheet *sheet, struct fid_error *err)
{
    struct args *args = input;
    struct fid_worker w;
    struct fid_replay_dag d = {0};
    args->replay.change = args->change;
    if (fid_worker_read (&w, args->path, err))
        return -1;
    for (size_t i = 0; i < w.n; i++)
        fid_say_trace (&args->out.common, w.gpu[i].trace, &w.gpu[i].stats.source[0].found);
    if (args->map)
        sheet->name = "delays";
    int rc = fid_replay_dag (&w, args->queues, &d, err);
    if (!rc)
        rc = args->map ? map_delays (args, &w, &d, &sheet->cells, err)
                       : replay_steps (args, &w, &d, sheet, err);
    fid_replay_dag_clear (&d);
    fid_worker_clear (&w);
    return rc;
}

static const struct args defaults = {.replay = FID_REPLAY_DEFAULTS};

const struct fid_trace_verb trace_replay = {
    .name = "replay",
    .summary = "simulated steps, and what changes would do",
    .usage = "WORKER",
    .about =
        "Simulate the steps of a worker from its dependency graphs and the mean times of its "
        "operators, and what changes of these would do: the output of a model, not a "
        "recording.",
    .options = options,
    .plain = FID_PLAIN_ONE (struct args, path, "one worker at a time"),
    .missing = "the folder of a worker is missing",
    .check = check_args,
    .size = sizeof (struct args),
    .defaults = &defaults,
    .table = {{"steps", NULL, NULL}},
    .run = run_replay,
};
