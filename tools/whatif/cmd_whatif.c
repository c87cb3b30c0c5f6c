/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_whatif.c - fidlio whatif FOLDER, or REAL EMULATION */
#include "base/jsonbuild.h"
#include "base/units.h"
#include "base/wrap.h"
#include "program/program.h"
#include "program/figure_output.h"
#include "readers/load.h"
#include "tools/whatif/whatif.h"

struct args {
    struct fid_common common;
    struct fid_whatif_rule rule;
    struct fid_figure_output figure;
    bool has_after, tables;
    const char *config, *out; /* borrowed; NULL: none */
    struct fid_words dir;
};

/* What is read: a folder of tables, or runs. */
static void check_args (struct argp_state *state, void *input)
{
    struct args *args = input;
    fid_must (
        fid_file_is_folder (fid_textf ("%s/simp", args->dir.word[0]), &args->tables, &fid_why));
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

static void read_after (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    args->has_after = true;
    args->rule.after = (int64_t)fid_arg_count (state, "--after", arg, 0, 1000000000);
}

static void read_plot (struct argp_state *state, const char *arg, void *member)
{
    struct fid_figure_output *figure = member;
    figure->path = arg;
    if (!fid_figure_output_format_of (arg, &figure->format))
        argp_error (state, "--plot takes a name that ends in .svg, .png or .pdf, not '%s'",
                    arg);
}

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, out, "output", 'o', "DIR",
                     "Write the tables of each alignment into DIR/FOLDER, and their summary"),
    FID_OPTION_TEXT (
        struct args, config, "config", 0, "FILE",
        "Take the list of tables and alignments from a sim_conf.json (default: the "
        "file in FOLDER, else all)"),
    FID_OPTION_CALL_ALL ("after", 0, "N", read_after,
                         "Count only iterations after N (default: 10, as in the reference)"),
    FID_OPTION_NUMBER (struct args, rule.how.waits_s, "waiting", 0, "SECONDS", 0, 1e6,
                       "A rank that waits longer feels a later batch (default: 0.01)"),
    FID_OPTION_NUMBER (struct args, rule.how.least_s, "least", 0, "SECONDS", 0, 1e6,
                       "Replace waits below 0 by this (default: 0.000002)"),
    FID_OPTION_NUMBER (struct args, rule.late_s, "late", 0, "SECONDS", 0, 1e6,
                       "Count longer delays as effective ones (default: 0.03)"),
    FID_OPTION_FLAG (struct args, rule.how.end_in_ns, "compat", 0,
                     "Follow the reference in adding nanoseconds for seconds"),
    FID_OPTION_CALL (struct args, figure, "plot", 0, "FILE", read_plot,
                     "Draw iterations and waits before and after into FILE.svg, .png or .pdf"),
    FID_OPTION_HEADING ("Pictures:", 1),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "FOLDER",
    .about =
        "Simulate iterations of several ranks as if all began to fetch their batches at the "
        "same time, or took equally long.",
    .set = {{options, 0, 0},
            {fid_figure_output_options, offsetof (struct args, figure), 1},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, dir),
    .missing = "a run, or a folder of tables, is missing",
    .check = check_args,
};

/* --- folders of tables */

/* All tables of the folder, and their files. */
static struct fid_whatif_job *read_tables (const struct args *args, size_t *n)
{
    const char *dir = args->dir.word[0];
    FID_FREED char *real = realpath (dir, NULL); /* "." has no name */
    if (!real && fid_is_system_error (errno))
        fid_must (fid_error_file (&fid_why, dir, errno));
    const char *name = real ? fid_textf ("%s", strrchr (real, '/') + 1) : dir;
    const struct fid_whatif_plan *plan = fid_whatif_plan (dir, args->config);
    const char *out = args->out ? fid_textf ("%s/%s", args->out, name) : NULL;
    struct fid_whatif_job *job = fid_take (plan->file.n, sizeof *job);
    for (*n = 0; *n < plan->file.n; ++*n) {
        struct fid_whatif_job *j = &job[*n];
        const char *file = plan->file.at[*n];
        *j = (struct fid_whatif_job){.name = file,
                                     .path = dir,
                                     .source = "tables",
                                     .meet = "in the step",
                                     .has_fetch = true,
                                     .has_start = true};
        fid_rank_times_read (dir, name, file, &j->times);
        if (j->times.left_n)
            fid_say (&args->common, "%s: %zu iteration%s left out: %s", file, j->times.left_n,
                     j->times.left_n == 1 ? "" : "s", j->times.left);
        fid_whatif_job_align (j, plan, &args->rule, out, file);
    }
    if (out)
        fid_whatif_total (out, &args->rule);
    return job;
}

/* --- runs */

/* Of alignments, those of starts need recorded starts. */
static struct fid_whatif_job *read_runs (const struct args *args, size_t *n)
{
    struct fid_whatif_job *job = fid_take (args->dir.n, sizeof *job);
    for (*n = 0; *n < args->dir.n; ++*n) {
        struct fid_whatif_job *j = &job[*n];
        struct fid_whatif_plan plan = {
            .fetch = fid_whatif_choices, .start = fid_whatif_choices, .fetch_n = 3};
        struct fid_run **run = fid_take (1, sizeof *run); /* in use to the end */
        j->path = args->dir.word[*n];
        *run = fid_have (fid_run_load (j->path, &(struct fid_run_opts){0}, &fid_why));
        j->name = (*run)->id;
        fid_whatif_ranks (*run, j);
        if (j->times.left_n)
            fid_say (&args->common, "%s: %zu step%s left out: %s", j->name, j->times.left_n,
                     j->times.left_n == 1 ? "" : "s", j->times.left);
        plan.start_n = j->has_start ? 3 : 1;
        fid_whatif_job_align (j, &plan, &args->rule, NULL, NULL);
    }
    return job;
}

/* --- standard output */

static void put_seconds (struct fid_cells *t, bool people, double s)
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

static void put_percent (struct fid_cells *t, bool people, double share)
{
    if (share == FID_GAP)
        fid_cells_missing (t);
    else if (people)
        fid_cells_add (t, "%.1f %%", 100 * share);
    else
        fid_cells_add (t, "%.9g", share);
}

static void print_alignments (const struct args *args, const struct fid_whatif_job *job,
                              size_t n)
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
    fid_print_table (&t, &args->common);
}

/* A row of the comparison: one quantity of a job. */
static void put_quantity (struct fid_cells *t, const struct fid_whatif_job *job, int row)
{
    static const enum fid_alignment align[][2] = {
        {FID_ALIGN_AVG, FID_ALIGN_OWN}, {FID_ALIGN_MIN, FID_ALIGN_OWN},
        {FID_ALIGN_OWN, FID_ALIGN_AVG}, {FID_ALIGN_OWN, FID_ALIGN_MIN},
        {FID_ALIGN_AVG, FID_ALIGN_AVG}, {FID_ALIGN_MIN, FID_ALIGN_MIN}};
    const struct fid_whatif_summary *s = &job->recorded;
    if (row == 0)
        fid_cells_add (t, "%zu", job->times.rank_n);
    else if (row == 1)
        fid_cells_add (t, "%zu", s->n);
    else if (row == 2)
        fid_cells_text (t, job->meet);
    else if (row == 3)
        put_seconds (t, true, s->iteration.mean);
    else if (row == 4)
        put_seconds (t, true, s->stall.mean);
    else if (row == 5)
        put_percent (t, true, job->waiting);
    else if (row == 6)
        put_percent (t, true, s->late);
    else {
        const enum fid_alignment *of = align[row - 7];
        size_t i = 0; /* that alignment; aligned_n: the recording cannot tell */
        while (i < job->aligned_n &&
               (job->aligned[i].fetch.how != of[0] || job->aligned[i].start.how != of[1]))
            i++;
        put_percent (t, true, i < job->aligned_n ? job->aligned[i].saved : FID_GAP);
    }
}

/* Runs side by side, and what they do not tell. */
static void print_runs (const struct args *args, const struct fid_whatif_job *job, size_t n)
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
    struct fid_column *columns = fid_take (n + 1, sizeof *columns);
    struct fid_cells t;
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
    fid_print_table (&t, &args->common);
    for (size_t i = 0; i < n; i++)
        if (job[i].unknown && args->common.format == FID_FORMAT_TABLE)
            fid_must (fid_wrap (stdout, "", fid_textf ("%s: %s", job[i].name, job[i].unknown),
                                80, &fid_why));
}

/* --- the picture */

enum { HEIGHT = 170 /* px of a chart */ };

/* What is drawn: as recorded first, so that it is behind the others. */
static const struct shown {
    enum fid_alignment align;
    const char *label;
    struct fid_pen pen;
} shown[] = {
    {FID_ALIGN_OWN, "as recorded", {.colour = FID_INK, .width = 1.1}},
    {FID_ALIGN_AVG, "all as the mean", {.colour = FID_ORANGE, .width = 1.3}},
    {FID_ALIGN_MIN,
     "all as the earliest",
     {.colour = FID_BLUE, .width = 1.3, .dash = FID_DASHED}},
};

#define SHOWN_N (sizeof shown / sizeof *shown)

/* The lines of one alignment: iterations, and waits with their band. */
static void fill_line (const struct fid_whatif_job *job, const struct fid_whatif_rule *rule,
                       const struct shown *what, struct fid_line *iteration,
                       struct fid_line *wait)
{
    const struct fid_rank_times *t = &job->times;
    struct fid_align_how how = rule->how;
    double *took = fid_take (t->row_n, sizeof (double)),
           *low = fid_take (t->row_n, sizeof (double)),
           *high = fid_take (t->row_n, sizeof (double));
    struct fid_fetched *rank = fid_take (t->rank_n, sizeof *rank);
    how.fetch = what->align;
    how.start = job->has_start ? what->align : FID_ALIGN_OWN;
    how.aligned = what->align != FID_ALIGN_OWN;
    how.meet_after = job->meet_after;
    for (size_t row = 0; row < t->row_n; row++) {
        struct fid_iteration all;
        fid_align_iteration (&t->fetch[row * t->rank_n], t->rank_n, &how, rank, &all);
        took[row] = all.iteration_s;
        high[row] = all.stall_s;
        low[row] = all.stall_s - all.delay_s;
    }
    *iteration = (struct fid_line){
        .label = what->label, .x0 = 1, .dx = 1, .y = took, .n = t->row_n, .pen = what->pen};
    *wait = *iteration;
    wait->y = high;
    wait->low = low;
    wait->high = high;
}

static void add_panel (struct fid_figure *fig, const char *title, const char *label,
                       const struct fid_line *line, double *top)
{
    struct fid_plot *part = fid_figure_add (fig, FID_PLOT_LINES);
    part->beside = 2;
    part->height = HEIGHT;
    part->as.lines =
        (struct fid_lines){.panel = {.title = title,
                                     .x = {.label = "iteration", .unit = FID_UNIT_COUNT},
                                     .y = {.label = label, .unit = FID_UNIT_SECONDS},
                                     .key_n = 1}, /* empty: the figure has the legend */
                           .line = line,
                           .line_n = SHOWN_N};
    for (size_t k = 0; k < SHOWN_N; k++)
        for (size_t i = 0; i < line[k].n; i++)
            *top = fmax (*top, 1.08 * line[k].y[i]);
}

/* For each job a row of two charts against the number of the iteration: how long the iterations
 * take, and how long the ranks wait for their batches, as a band from the shortest to the longest
 * wait; as recorded, and with fetches as the mean and as the earliest of all ranks. */
static void draw_jobs (const struct args *args, const struct fid_whatif_job *job, size_t n)
{
    FID_SCOPED (fid_figure_clear)
    struct fid_figure fig = {.title = "before and after aligning fetches"};
    double top[2] = {0, 0};
    for (size_t k = 0; k < SHOWN_N; k++)
        fig.legend.key[k] = (struct fid_key){.label = shown[k].label, .pen = shown[k].pen};
    fig.legend.key_n = SHOWN_N;
    for (size_t i = 0; i < n; i++) {
        struct fid_line *iteration = fid_take (SHOWN_N, sizeof *iteration);
        struct fid_line *wait = fid_take (SHOWN_N, sizeof *wait);
        for (size_t k = 0; k < SHOWN_N; k++)
            fill_line (&job[i], &args->rule, &shown[k], &iteration[k], &wait[k]);
        add_panel (&fig,
                   fid_figure_text (&fig, "%s, %zu rank%s", job[i].name, job[i].times.rank_n,
                                    job[i].times.rank_n == 1 ? "" : "s"),
                   "iteration", iteration, &top[0]);
        add_panel (&fig, "waits of the ranks for data", "wait", wait, &top[1]);
    }
    for (size_t i = 0; i < fig.part_n; i++) /* jobs are held against each other */
        fig.part[i]->as.panel.y.hi = top[i % 2] > 0 ? top[i % 2] : 1;
    fid_must (fid_figure_output_write (&args->figure, &fig, NULL, &fid_why));
}

static int run_whatif (void *input)
{
    const struct args *args = input;
    size_t n;
    const struct fid_whatif_job *job =
        args->tables ? read_tables (args, &n) : read_runs (args, &n);
    if (args->figure.path)
        draw_jobs (args, job, n);
    enum fid_format format = args->common.format;
    if (args->common.quiet)
        return 0;
    if (format == FID_FORMAT_JSON)
        fid_must (fid_json_print (fid_whatif_json (job, n), stdout, &fid_why));
    else if (args->tables || format == FID_FORMAT_CSV || format == FID_FORMAT_TSV)
        print_alignments (args, job, n);
    else
        print_runs (args, job, n);
    return 0;
}

static const struct args defaults = {.rule = FID_WHATIF_DEFAULTS,
                                     .figure = FID_FIGURE_OUTPUT_DEFAULTS};
static const struct fid_cmd cmd = {"whatif",  NULL,      &syntax, sizeof (struct args),
                                   &defaults, run_whatif};

int main (int argc, char **argv)
{
    return fid_tool_run (&cmd, argc, argv);
}
