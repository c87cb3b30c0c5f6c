/* cmd_whatif.c - fidlio whatif FOLDER, or REAL EMULATION */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/array.h"
#include "base/jsonbuild.h"
#include "base/text.h"
#include "base/units.h"
#include "base/wrap.h"
#include "tools/whatif/whatif_figure.h"
#include "cli/program.h"
#include "cli/figure_output.h"
#include "cli/signals.h"
#include "tools/whatif/ranks.h"

struct args {
    struct fid_common common;
    struct fid_whatif_rule rule;
    struct fid_figure_output figure;
    bool has_after, tables;
    const char *config, *out; /* borrowed; NULL: none */
    struct fid_words dir;
};

/* What is read: a folder of tables, or runs. */
static void
check_args (struct argp_state *state, void *input)
{
    struct args *args = input;
    struct fid_error err;
    if (fid_whatif_is_tables (args->dir.word[0], &args->tables, &err)) {
        fid_say_error (&err);
        exit ((int)err.status);
    }
    if (args->tables && args->dir.n > 1)
        argp_error (state, "one folder of tables at a time only");
    if (!args->tables && (args->out || args->config || args->rule.how.end_in_ns))
        argp_error (state, "%s works with folders of tables only",
                    args->out      ? "-o"
                    : args->config ? "--config"
                                   : "--compat");
    if (!args->tables && !args->has_after)
        args->rule.after = -1;
}

static void
read_after (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    args->has_after = true;
    args->rule.after = (int64_t)fid_arg_count (state, "--after", arg, 0, 1000000000);
}

static void
read_plot (struct argp_state *state, const char *arg, void *member)
{
    struct fid_figure_output *figure = member;
    figure->path = arg;
    if (!fid_figure_output_format_of (arg, &figure->format))
        argp_error (state, "--plot takes a name that ends in .svg, .png or .pdf, not '%s'", arg);
}

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, out, "output", 'o', "DIR",
                     "Write the tables of each alignment into DIR/FOLDER, and their summary"),
    FID_OPTION_TEXT (struct args, config, "config", 0, "FILE",
                     "Read which tables and alignments from a sim_conf.json (default: the one "
                     "in FOLDER, else all)"),
    FID_OPTION_CALL_ALL ("after", 0, "N", read_after,
                         "Count iterations with larger numbers only (default: 10, as the "
                         "reference)"),
    FID_OPTION_NUMBER (struct args, rule.how.waits_s, "waiting", 0, "SECONDS", 0, 1e6,
                       "A rank that waits longer feels a later batch (default: 0.01)"),
    FID_OPTION_NUMBER (struct args, rule.how.least_s, "least", 0, "SECONDS", 0, 1e6,
                       "Put in place of waits below 0 (default: 0.000002)"),
    FID_OPTION_NUMBER (struct args, rule.late_s, "late", 0, "SECONDS", 0, 1e6,
                       "Count longer delays as effective ones (default: 0.03)"),
    FID_OPTION_FLAG (struct args, rule.how.end_in_ns, "compat", 0,
                     "Follow the reference where it adds nanoseconds for seconds"),
    FID_OPTION_CALL (struct args, figure, "plot", 0, "FILE", read_plot,
                     "Draw iterations and waits before and after into FILE.svg, .png or .pdf"),
    FID_OPTION_HEADING ("Pictures:", 1),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "FOLDER",
    .about = "Simulate iterations of several ranks as if they had begun to fetch their batches "
             "at the same time, or fetched them in the same time.",
    .set = {{options, 0, 0},
            {fid_figure_output_options, offsetof (struct args, figure), 1},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, dir),
    .missing = "a run, or a folder of tables, is missing",
    .check = check_args,
};

/* --- folders of tables */

static int
read_plan (const struct args *args, const char *dir, struct fid_whatif_plan *plan,
           struct fid_error *err)
{
    bool missing = true;
    char *own = NULL;
    if (args->config)
        return fid_whatif_plan_read (plan, args->config, err);
    own = fid_format (err, "%s/sim_conf.json", dir);
    int rc = own ? fid_file_missing (own, &missing, err) : -1;
    if (!rc)
        rc = missing ? fid_whatif_plan_all (plan, dir, err)
                     : fid_whatif_plan_read (plan, own, err);
    free (own);
    return rc;
}

/* "OUT/FOLDER" */
static char *
folder_of (const char *out, const char *dir, struct fid_error *err)
{
    char *real = realpath (dir, NULL);
    if (!real && fid_is_system_error (errno))
        return fid_error_file (err, dir, errno), NULL;
    char *path = fid_format (err, "%s/%s", out, real ? strrchr (real, '/') + 1 : dir);
    free (real);
    return path;
}

static int
read_job (const struct args *args, const char *dir, const struct fid_whatif_plan *plan,
          const char *file, const char *out, struct fid_whatif_job *job, struct fid_error *err)
{
    *job = (struct fid_whatif_job){.name = fid_strdup (file, err),
                                   .path = fid_strdup (dir, err),
                                   .source = "tables",
                                   .has_fetch = true,
                                   .has_start = true};
    if (!job->name || !job->path || fid_rank_times_read (dir, file, &job->times, err))
        return -1;
    if (job->times.left_n)
        fid_say (&args->common, "%s: %zu iteration%s left out: %s", file, job->times.left_n,
                 job->times.left_n == 1 ? "" : "s", job->times.left);
    return fid_whatif_job_align (job, plan, &args->rule, out, file, err);
}

/* All tables of the folder, and their files. */
static int
read_tables (const struct args *args, struct fid_whatif_job **job, size_t *job_n,
             struct fid_error *err)
{
    const char *dir = args->dir.word[0];
    struct fid_whatif_plan plan = {0};
    char *out = NULL;
    int rc = read_plan (args, dir, &plan, err);
    if (!rc && args->out)
        rc = (out = folder_of (args->out, dir, err)) ? 0 : -1;
    if (!rc && !(*job = calloc (plan.file.n, sizeof **job)))
        rc = fid_error_nomem (err);
    fid_writing_begin ();
    for (size_t i = 0; i < plan.file.n && !rc; i++)
        rc = read_job (args, dir, &plan, plan.file.at[i], out, &(*job)[(*job_n)++], err);
    if (!rc && out)
        rc = fid_whatif_total (out, &args->rule, err);
    fid_writing_end ();
    free (out);
    fid_whatif_plan_clear (&plan);
    return rc;
}

/* --- runs */

/* The alignments that the run's records allow: those of starts need recorded starts. */
static const struct fid_whatif_choice choices[] = {
    {FID_ALIGN_OWN, false, "none"}, {FID_ALIGN_AVG, true, "avg"}, {FID_ALIGN_MIN, true, "min"}};

static int
read_run (const struct args *args, const char *dir, struct fid_whatif_job *job,
          struct fid_error *err)
{
    struct fid_whatif_choice fetch[3], start[3];
    struct fid_whatif_plan plan = {.fetch = fetch, .start = start, .fetch_n = 3};
    if (fid_whatif_ranks (dir, job, err))
        return -1;
    if (job->times.left_n)
        fid_say (&args->common, "%s: %zu step%s left out: %s", job->name, job->times.left_n,
                 job->times.left_n == 1 ? "" : "s", job->times.left);
    memcpy (fetch, choices, sizeof choices);
    memcpy (start, choices, sizeof choices);
    plan.start_n = job->has_start ? 3 : 1;
    return fid_whatif_job_align (job, &plan, &args->rule, NULL, NULL, err);
}

static int
read_runs (const struct args *args, struct fid_whatif_job **job, size_t *job_n,
           struct fid_error *err)
{
    int rc = (*job = calloc (args->dir.n, sizeof **job)) ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < args->dir.n && !rc; i++)
        rc = read_run (args, args->dir.word[i], &(*job)[(*job_n)++], err);
    return rc;
}

/* --- standard output */

static void
put_seconds (struct fid_cells *t, bool people, double s)
{
    char text[FID_UNITS_TEXT];
    if (s == FID_GAP)
        fid_cells_missing (t);
    else if (people)
        fid_cells_add (t, "%s",
                       fid_format_seconds (fabs (s) < 1e-9 ? 0 : s, text, sizeof text));
    else
        fid_cells_add (t, "%.9g", s);
}

static void
put_percent (struct fid_cells *t, bool people, double share)
{
    if (share == FID_GAP)
        fid_cells_missing (t);
    else if (people)
        fid_cells_add (t, "%.1f %%", 100 * share);
    else
        fid_cells_add (t, "%.9g", share);
}

static int
print_alignments (const struct args *args, const struct fid_whatif_job *job, size_t n,
                  struct fid_error *err)
{
    bool people = fid_format_for_people (args->common.format);
    struct fid_cells t;
    fid_cells_begin (&t, "job|fetch|start|#iterations|#iteration|#wait|#delay|#late|#saved");
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < job[i].aligned_n; k++) {
            const struct fid_whatif_case *c = &job[i].aligned[k];
            fid_cells_row (&t, "%s %s %s %zu", job[i].name, c->fetch.name, c->start.name,
                           c->summary.n);
            put_seconds (&t, people, c->summary.iteration.mean);
            put_seconds (&t, people, c->summary.stall.mean);
            put_seconds (&t, people, c->summary.delay.mean);
            put_percent (&t, people, c->summary.late);
            put_percent (&t, people, c->saved);
        }
    return fid_cells_end (&t, args->common.format, stdout, err);
}

/* The alignment of these kinds; NULL: the recording cannot tell. */
static const struct fid_whatif_case *
case_of (const struct fid_whatif_job *job, enum fid_alignment fetch, enum fid_alignment start)
{
    for (size_t i = 0; i < job->aligned_n; i++)
        if (job->aligned[i].fetch.how == fetch && job->aligned[i].start.how == start)
            return &job->aligned[i];
    return NULL;
}

/* A row of the comparison: one quantity of a job. */
static void
put_quantity (struct fid_cells *t, const struct fid_whatif_job *job, int row)
{
    static const enum fid_alignment align[][2] = {
        {FID_ALIGN_AVG, FID_ALIGN_OWN}, {FID_ALIGN_MIN, FID_ALIGN_OWN},
        {FID_ALIGN_OWN, FID_ALIGN_AVG}, {FID_ALIGN_OWN, FID_ALIGN_MIN},
        {FID_ALIGN_AVG, FID_ALIGN_AVG}, {FID_ALIGN_MIN, FID_ALIGN_MIN}};
    const struct fid_whatif_summary *s = &job->recorded;
    bool any = s->n && s->iteration.mean > 0;
    if (row == 0)
        fid_cells_add (t, "%zu", job->times.rank_n);
    else if (row == 1)
        fid_cells_add (t, "%zu", s->n);
    else if (row == 2)
        fid_cells_text (t, job->meet_after ? "after the step" : "in the step");
    else if (row == 3)
        put_seconds (t, true, s->iteration.mean);
    else if (row == 4)
        put_seconds (t, true, s->stall.mean);
    else if (row == 5)
        put_percent (t, true, any ? job->waiting_s / s->iteration.mean : FID_GAP);
    else if (row == 6)
        put_percent (t, true, s->late);
    else {
        const struct fid_whatif_case *c = case_of (job, align[row - 7][0], align[row - 7][1]);
        put_percent (t, true, c ? c->saved : FID_GAP);
    }
}

/* Runs side by side, and what they do not tell. */
static int
print_runs (const struct args *args, const struct fid_whatif_job *job, size_t n,
            struct fid_error *err)
{
    static const char *const rows[] = {"ranks",
                                       "iterations",
                                       "ranks meet",
                                       "iteration",
                                       "longest wait for data",
                                       "waiting for other ranks",
                                       "iterations with late ranks",
                                       "saved if all waited as the mean",
                                       "saved if all waited as the shortest",
                                       "saved if fetches began in the middle",
                                       "saved if fetches began with the first",
                                       "saved by both, mean and middle",
                                       "saved by both, shortest and first"};
    struct fid_column *columns = calloc (n + 1, sizeof *columns);
    struct fid_cells t;
    if (!columns)
        return fid_error_nomem (err);
    columns[0].name = "";
    for (size_t i = 0; i < n; i++)
        columns[1 + i] = (struct fid_column){job[i].name, true};
    fid_cells_init (&t, columns, n + 1);
    bool starts = false; /* of some job */
    for (size_t i = 0; i < n; i++)
        starts |= job[i].has_start;
    for (int r = 0; r < (starts ? (int)(sizeof rows / sizeof *rows) : 9); r++) {
        fid_cells_text (&t, rows[r]);
        for (size_t i = 0; i < n; i++)
            put_quantity (&t, &job[i], r);
    }
    int rc = fid_cells_end (&t, args->common.format, stdout, err);
    free (columns);
    for (size_t i = 0; i < n && !rc; i++)
        if (fid_whatif_unknown (&job[i]) && args->common.format == FID_FORMAT_TABLE)
            rc = fid_wrap_made (
                stdout, "",
                fid_format (err, "%s: %s", job[i].name, fid_whatif_unknown (&job[i])), 80, err);
    return rc;
}

static int
print_jobs (const struct args *args, const struct fid_whatif_job *job, size_t n,
            struct fid_error *err)
{
    enum fid_format format = args->common.format;
    if (format == FID_FORMAT_JSON)
        return fid_json_print (fid_whatif_json (job, n, err), stdout, err);
    return args->tables || format == FID_FORMAT_CSV || format == FID_FORMAT_TSV
               ? print_alignments (args, job, n, err)
               : print_runs (args, job, n, err);
}

static int
draw_jobs (const struct args *args, const struct fid_whatif_job *job, size_t n,
           struct fid_error *err)
{
    struct fid_figure fig = {.title = "before and after aligning fetches"};
    fid_whatif_picture (&fig, job, n, &args->rule);
    fid_writing_begin ();
    int rc = fid_figure_output_write (&args->figure, &fig, NULL, err);
    fid_writing_end ();
    fid_figure_clear (&fig);
    return rc;
}

static int
run_whatif (void *input, struct fid_error *err)
{
    const struct args *args = input;
    struct fid_whatif_job *job = NULL;
    size_t job_n = 0;
    int rc = args->tables ? read_tables (args, &job, &job_n, err)
                          : read_runs (args, &job, &job_n, err);
    if (!rc && args->figure.path)
        rc = draw_jobs (args, job, job_n, err);
    if (!rc && !args->common.quiet)
        rc = print_jobs (args, job, job_n, err);
    for (size_t i = 0; i < job_n; i++)
        fid_whatif_job_clear (&job[i]);
    free (job);
    return rc;
}

static const struct args defaults = {.rule = FID_WHATIF_DEFAULTS,
                                     .figure = FID_FIGURE_OUTPUT_DEFAULTS};
static const struct fid_cmd cmd = {
    "whatif", NULL, &syntax, sizeof (struct args), &defaults, run_whatif};

int
main (int argc, char **argv)
{
    return fid_tool_run (&cmd, argc, argv);
}
