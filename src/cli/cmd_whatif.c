/* cmd_whatif.c - fidlio whatif TABLES */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/array.h"
#include "base/jsonbuild.h"
#include "base/text.h"
#include "base/units.h"
#include "cli/cmd.h"
#include "cli/signals.h"
#include "tools/whatif/job.h"

enum { KEY_CONFIG = FID_KEY_COMMAND, KEY_COMPAT, KEY_AFTER, KEY_WAITS, KEY_LEAST, KEY_LATE };

struct args {
    struct fid_common common;
    struct fid_whatif_rule rule;
    const char *config, *out; /* borrowed; NULL: none */
    char **dir;               /* borrowed from argv */
    size_t dir_n;
};

static const struct argp_option options[] = {
    {"output", 'o', "DIR", 0,
     "Write the tables of each alignment into DIR/FOLDER, and their summary", 0},
    {"config", KEY_CONFIG, "FILE", 0,
     "Read which tables and alignments from a sim_conf.json (default: the one in FOLDER, else "
     "all)",
     0},
    {"after", KEY_AFTER, "N", 0,
     "Count iterations with larger numbers only (default: 10, as the reference)", 0},
    {"waiting", KEY_WAITS, "SECONDS", 0,
     "A rank that waits longer feels a later batch (default: 0.01)", 0},
    {"least", KEY_LEAST, "SECONDS", 0, "Put in place of waits below 0 (default: 0.000002)", 0},
    {"late", KEY_LATE, "SECONDS", 0, "Count longer delays as effective ones (default: 0.03)",
     0},
    {"compat", KEY_COMPAT, NULL, 0,
     "Follow the reference where it adds nanoseconds for seconds", 0},
    {0},
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    struct fid_whatif_rule *rule = &args->rule;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->common;
        return 0;
    case 'o':
        args->out = arg;
        return 0;
    case KEY_CONFIG:
        args->config = arg;
        return 0;
    case KEY_AFTER:
        rule->after = (int64_t)fid_arg_count (state, "--after", arg, 0, 1000000000);
        return 0;
    case KEY_WAITS:
        rule->how.waits_s = fid_arg_number (state, "--waiting", arg, 0, 1e6);
        return 0;
    case KEY_LEAST:
        rule->how.least_s = fid_arg_number (state, "--least", arg, 0, 1e6);
        return 0;
    case KEY_LATE:
        rule->late_s = fid_arg_number (state, "--late", arg, 0, 1e6);
        return 0;
    case KEY_COMPAT:
        rule->how.end_in_ns = true;
        return 0;
    case ARGP_KEY_ARGS:
        args->dir = state->argv + state->next;
        args->dir_n = (size_t)(state->argc - state->next);
        if (args->dir_n > 1)
            argp_error (state, "one folder of tables at a time only");
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error (state, "a folder is missing");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

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
    const char *dir = args->dir[0];
    struct fid_whatif_plan plan = {0};
    char *out = NULL;
    int rc = read_plan (args, dir, &plan, err);
    if (!rc && args->out)
        rc = (out = folder_of (args->out, dir, err)) ? 0 : -1;
    if (!rc && !(*job = calloc (plan.file_n, sizeof **job)))
        rc = fid_error_nomem (err);
    fid_writing_begin ();
    for (size_t i = 0; i < plan.file_n && !rc; i++)
        rc = read_job (args, dir, &plan, plan.file[i], out, &(*job)[(*job_n)++], err);
    if (!rc && out)
        rc = fid_whatif_total (out, &args->rule, err);
    fid_writing_end ();
    free (out);
    fid_whatif_plan_clear (&plan);
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
    static const struct fid_column columns[] = {
        {"job", false},       {"fetch", false},    {"start", false},
        {"iterations", true}, {"iteration", true}, {"wait", true},
        {"delay", true},      {"late", true},      {"saved", true}};
    bool people =
        args->common.format == FID_FORMAT_TABLE || args->common.format == FID_FORMAT_MD;
    struct fid_cells t;
    fid_cells_init (&t, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < job[i].aligned_n; k++) {
            const struct fid_whatif_case *c = &job[i].aligned[k];
            fid_cells_text (&t, job[i].name);
            fid_cells_text (&t, c->fetch.name);
            fid_cells_text (&t, c->start.name);
            fid_cells_add (&t, "%zu", c->summary.n);
            put_seconds (&t, people, c->summary.iteration.mean);
            put_seconds (&t, people, c->summary.stall.mean);
            put_seconds (&t, people, c->summary.delay.mean);
            put_percent (&t, people, c->summary.late);
            put_percent (&t, people, c->saved);
        }
    int rc = fid_cells_write (&t, args->common.format, stdout, err);
    fid_cells_clear (&t);
    return rc;
}

static int
print_json (const struct fid_whatif_job *job, size_t n, struct fid_error *err)
{
    cJSON *doc = fid_whatif_json (job, n, err);
    char *text = doc ? fid_json_text (doc, err) : NULL;
    if (text)
        fputs (text, stdout);
    free (text);
    cJSON_Delete (doc);
    return text ? 0 : -1;
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_child children[] = {{&fid_common_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "FOLDER",
        .doc =
            "Simulate iterations of several ranks as if they had begun to fetch their batches "
            "at the same time, or fetched them in the same time.",
        .children = children,
    };
    struct args args = {.common = *given, .rule = FID_WHATIF_DEFAULTS};
    struct fid_whatif_job *job = NULL;
    struct fid_error err;
    size_t job_n = 0;
    fid_parse (&argp, argc, argv, &args);
    int rc = read_tables (&args, &job, &job_n, &err);
    if (!rc && !args.common.quiet)
        rc = args.common.format == FID_FORMAT_JSON ? print_json (job, job_n, &err)
                                                   : print_alignments (&args, job, job_n, &err);
    for (size_t i = 0; i < job_n; i++)
        fid_whatif_job_clear (&job[i]);
    free (job);
    if (rc)
        fid_say_error (&err);
    return rc ? (int)err.status : FID_OK;
}

const struct fid_cmd cmd_whatif = {"whatif", "what aligned fetches of batches would save", run};
