/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_inspect.c - fidlio inspect RUN... */
#include "base/parallel.h"
#include "base/jsonbuild.h"
#include "cli/inspect.h"
#include "results/result.h"
#include "program/cmd.h"
#include "program/run_options.h"
#include "readers/chrome/op_stats.h"
#include "readers/load.h"
#include "readers/several.h"
#include "readers/whole.h"
#include "storage/submission.h"
#include "run/bench_results.h"

struct args {
    struct fid_common common;
    struct fid_run_opts run;
    bool strict;
    struct fid_words dir;
};

static void check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    if (args->common.format == FID_FORMAT_CSV || args->common.format == FID_FORMAT_TSV)
        argp_error (state, "inspect writes table, md or json");
}

static const struct fid_option options[] = {
    FID_OPTION_FLAG (struct args, strict, "strict", 0,
                     "Exit with 3 if a trace is incomplete, or a file is empty, cut or differs "
                     "from its name"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "RUN...",
    .about = "Show how the files of a run were understood: files and readers, clocks, "
             "resources, phases, "
             "skipped lines.",
    .set = {{options, 0, 0},
            {fid_run_options, offsetof (struct args, run), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, dir),
    .missing = "RUN is missing",
    .check = check_args,
};

/* Says which entries of a directory are not simply its files. */
static void say_odd (const struct args *args, const char *dir)
{
    static const char *const words[] = {
        [FID_LINK_OUT] = "a link out of the directory, which is followed",
        [FID_PIPE] = "a FIFO, which is skipped",
        [FID_SOCKET] = "a socket, which is skipped",
        [FID_DEVICE] = "a device, which is skipped",
    };
    struct fid_files files;
    bool is;
    fid_must (fid_file_is_folder (dir, &is, &fid_why));
    if (!is)
        return;
    fid_must (fid_discover (dir, FID_SEARCH_RUN, &files, &fid_why));
    for (size_t i = 0; i < files.odd_n; i++)
        fid_say (&args->common, "%s/%s: %s", dir, files.odd[i].path, words[files.odd[i].what]);
    fid_files_clear (&files);
}

/* Says what of the run is missing; whether something is. */
static bool say_flaws (const struct fid_run *run, const char *dir)
{
    char text[FID_RUN_FINDING_TEXT];
    FID_SCOPED (fid_run_findings_clear) struct fid_run_findings flaws = {0};
    fid_must (fid_run_flaws (run, &flaws, &fid_why));
    for (size_t i = 0; i < flaws.n; i++)
        fid_complain ("%s/%s", dir, fid_run_finding_text (&flaws.at[i], text, sizeof text));
    return flaws.n > 0;
}

/* Print one run; JSON goes to the list, where there is one.  *flawed becomes true if something
 * of it is missing, where that is asked for.  -1 with fid_why if it cannot be read. */
static int inspect_one (const struct args *args, const char *dir, bool first,
                        struct fid_doc *list, bool *flawed)
{
    struct fid_run *run = fid_run_load (dir, &args->run, &fid_why);
    FID_TRY (!run);
    say_odd (args, dir);
    if (list) {
        fid_doc_take (list, list->root, NULL, fid_inspect_json (run));
    } else {
        if (!first)
            putchar ('\n');
        fid_inspect_table (run, &args->common, stdout);
        if (args->common.verbose) {
            static const struct fid_op_stats_opts opts = {.no_partitions = false};
            struct fid_op_stats s;
            struct fid_cells c;
            if (!fid_bad_input (fid_op_stats_read (&s, run->dir, &opts, &fid_why))) {
                printf ("\noperator traces: %zu, with %" PRIu64
                        " spans of %zu operators, %.3f s long%s\n",
                        s.source_n, s.span_n, s.n, s.length_us / 1e6,
                        s.source_n > 1 ? " in sum" : "");
                fid_op_roles_cells (&s, NULL, args->common.format, &c);
                fid_print_table (&c, &args->common);
            }
            fid_op_stats_clear (&s);
        }
    }
    *flawed |= args->strict && say_flaws (run, dir);
    fid_run_destroy (run);
    return 0;
}

/* A row about one run of a tree; path is below the folder whose path has dir_n bytes. */
static void add_run (struct fid_cells *c, const struct fid_run *run, const char *path,
                     size_t dir_n)
{
    char words[FID_BENCH_WORDS], when[FID_TIME_TEXT];
    const char *what = fid_run_fact (run, "benchmark");
    int64_t first_ns, last_ns;
    bool timed = fid_inspect_span (run, &first_ns, &last_ns);
    bool dated =
        timed && run->clocks.axis != FID_CLOCK_BOOT && run->clocks.axis != FID_CLOCK_RELATIVE;
    fid_cells_row (c, "%s %s %s %zu", path + dir_n + (path[dir_n] == '/'),
                   what             ? what
                   : run->emulation ? "emulation"
                                    : "real",
                   run->workload, fid_run_host_n (run));
    fid_cells_text (c, dated ? fid_time_text (first_ns, 0, when) : NULL);
    fid_cells_number (c, timed ? (double)(last_ns - first_ns) / 1e9 : FID_ABSENT, 1);
    fid_cells_text (c, fid_bench_words (run, words));
}

/* Runs of one workload on one system: those whose folders lie in one. */
struct group {
    const char *path; /* borrowed; of the first */
    size_t folder_n;  /* its bytes that all have */
    struct fid_submitted of;
};

struct groups {
    FID_LIST (struct group, at); /* owned */
};

static void add_submitted (struct groups *g, const struct fid_run *run, const char *path)
{
    struct fid_submitted s;
    const char *slash = strrchr (path, '/');
    size_t n = slash ? (size_t)(slash - path) : 0;
    int rc = fid_submitted_of (&s, run, &fid_why);
    fid_must (rc < 0);
    if (rc < 1)
        return;
    FID_EACH (struct group, at, g->at)
        if (at->folder_n == n && strncmp (at->path, path, n) == 0 &&
            strcmp (at->of.workload, s.workload) == 0) {
            fid_submitted_add (&at->of, &s);
            return;
        }
    fid_must (FID_PUSH (g->at, &fid_why, (struct group){path, n, s}));
}

/* What a submitter asks: whether the rules are kept, and whose the limit is. */
static void put_submitted (const struct groups *g, size_t dir_n,
                           const struct fid_common *common)
{
    struct fid_cells c;
    char text[FID_SUBMITTED_TEXT], words[FID_SUBMITTED_TEXT + 80];
    fid_cells_begin (&c, "submission|of|#accel.|#runs|#busy %|#asked %|rules|#x memory|"
                         "#ceiling %|set by|from|result");
    FID_EACH (const struct group, at, g->at) {
        const struct fid_submitted *s = &at->of;
        const char *rules;
        double asked = fid_submitted_limit (s, &rules);
        fid_submitted_text (s, text);
        size_t n = (size_t)snprintf (words, sizeof words, "%s", text);
        if (s->from_epoch)
            snprintf (words + n, sizeof words - n,
                      "; from epoch %d on the storage was not measured", s->from_epoch);
        fid_cells_add (&c, "%.*s", (int)(at->folder_n - dir_n), at->path + dir_n);
        fid_cells_text (&c, s->workload);
        fid_cells_number (&c, s->accelerator_n, 0);
        fid_cells_number (&c, (double)s->run_n, 0);
        fid_cells_number (&c, s->busy < 0 ? FID_ABSENT : 100 * s->busy, 1);
        fid_cells_number (&c, !s->trains || asked < 0 ? FID_ABSENT : 100 * asked, 0);
        fid_cells_text (&c, s->trains ? rules : "v2.0 to v3.0");
        fid_cells_number (
            &c, s->data_n < 0 || !(s->memory_n > 0) ? FID_ABSENT : s->data_n / s->memory_n, 1);
        fid_cells_number (&c, s->ceiling < 0 ? FID_ABSENT : 100 * s->ceiling, 1);
        fid_cells_text (&c, fid_ceiling_owner_names[s->owner]);
        fid_cells_text (&c, fid_ceiling_from_names[s->from]);
        fid_cells_text (&c, words);
    }
    putchar ('\n');
    fid_print_table (&c, common);
}

static void clear_groups (struct groups *g)
{
    free (g->at);
}

/* Lists the runs below a folder that is not a run itself, a row each; JSON has each in full.
 * Returns 1 if it holds no run; -1 with fid_why if some cannot be read. */
static int inspect_tree (const struct args *args, const char *dir, struct fid_doc *list)
{
    struct fid_files runs;
    struct fid_error why;
    struct fid_cells c;
    bool is_folder = false;
    if (fid_file_is_folder (dir, &is_folder, &why) || !is_folder ||
        fid_runs_find (dir, &runs, &why))
        return 1;
    if (!runs.n || (runs.n == 1 && strcmp (runs.path[0], dir) == 0)) {
        fid_files_clear (&runs);
        return 1;
    }
    FID_SCOPED (clear_groups) struct groups g = {.at_n = 0};
    size_t dir_n = strlen (dir), failed_n = 0;
    fid_cells_begin (&c, "run|what|of|#hosts|start|#s|results");
    for (size_t i = 0; i < runs.n; i++) {
        struct fid_run *run = fid_run_load (runs.path[i], &args->run, &fid_why);
        if (!run) {
            fid_say_error (&fid_why);
            failed_n++;
        } else if (list) {
            cJSON *one = fid_inspect_json (run);
            fid_doc_text (list, one, "path", runs.path[i]);
            fid_doc_take (list, list->root, NULL, one);
        } else {
            add_run (&c, run, runs.path[i], dir_n);
            add_submitted (&g, run, runs.path[i]);
        }
        fid_run_destroy (run);
    }
    if (!list) {
        printf ("%s: %zu runs\n\n", dir, runs.n);
        fid_print_table (&c, &args->common);
        if (g.at_n)
            put_submitted (&g, dir_n, &args->common);
    } else {
        fid_cells_clear (&c);
    }
    int rc = failed_n ? fid_errorf (&fid_why, failed_n < runs.n ? FID_EPARTIAL : FID_EINPUT,
                                    "%s: %zu of %zu runs cannot be read", dir, failed_n, runs.n)
                      : 0;
    fid_files_clear (&runs);
    return rc;
}

/* A run, or those of a tree. */
static int inspect_path (const struct args *args, const char *dir, bool first,
                         struct fid_doc *list, bool *flawed)
{
    if (!inspect_one (args, dir, first, list, flawed))
        return 0;
    struct fid_error why = fid_why;
    int rc = why.status == FID_EINPUT ? inspect_tree (args, dir, list) : 1;
    if (rc > 0)
        fid_why = why;
    return rc ? -1 : 0;
}

static int inspect_all (void *input)
{
    struct args *args = input;
    bool json = args->common.format == FID_FORMAT_JSON, flawed = false;
    struct fid_doc list = {0};
    size_t failed_n = 0;
    int status = FID_OK;
    args->run.thread_n = fid_cpu_n ();
    if (json)
        fid_doc_begin_list (&list);
    for (size_t i = 0; i < args->dir.n; i++)
        if (inspect_path (args, args->dir.word[i], i == failed_n, json ? &list : NULL,
                          &flawed)) {
            fid_say_error (&fid_why);
            failed_n++;
            status = (int)fid_why.status;
        }
    if (failed_n && failed_n < args->dir.n && status == FID_EINPUT)
        status = FID_EPARTIAL;
    if (json && failed_n == args->dir.n && status == FID_EINPUT)
        cJSON_Delete (list.root);
    else if (json)
        fid_print_document (fid_doc_end (&list, &fid_why));
    return status == FID_OK && flawed ? FID_EINPUT : status;
}

const struct fid_cmd cmd_inspect = {"inspect", "how a run's files are understood",
                                    &syntax,   sizeof (struct args),
                                    NULL,      inspect_all};
