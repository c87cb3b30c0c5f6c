/* cmd_inspect.c - fidlio inspect RUN... */
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "base/array.h"
#include "base/jsonbuild.h"
#include "base/parallel.h"
#include "base/text.h"
#include "cli/cmd.h"
#include "cli/inspect.h"
#include "cli/options.h"
#include "base/plain.h"
#include "base/timeparse.h"
#include "run/bench_results.h"
#include "readers/chrome/op_table.h"
#include "readers/discover.h"
#include "readers/load.h"
#include "readers/several.h"
#include "readers/whole.h"

struct args {
    struct fid_common common;
    struct fid_run_opts run;
    bool strict;
    struct fid_words dir;
};

static void
check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    if (args->common.format == FID_FORMAT_CSV || args->common.format == FID_FORMAT_TSV)
        argp_error (state, "inspect writes table, md or json");
}

static const struct fid_option options[] = {
    FID_OPTION_FLAG (struct args, strict, "strict", 0,
                     "Status 3 if a trace is incomplete, or a file empty, cut or not what its "
                     "name says"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "RUN...",
    .about = "Tell what was understood of a run: files and readers, clocks, resources, phases, "
             "skipped lines.",
    .set = {{options, 0, 0},
            {fid_run_options, offsetof (struct args, run), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, dir),
    .missing = "which runs?",
    .check = check_args,
};

/* Says which entries of a directory are not simply its files. */
static int
say_odd (const struct args *args, const char *dir, struct fid_error *err)
{
    static const char *const words[] = {
        [FID_LINK_OUT] = "a link out of the directory, which is followed",
        [FID_PIPE] = "a FIFO, which is passed over",
        [FID_SOCKET] = "a socket, which is passed over",
        [FID_DEVICE] = "a device, which is passed over",
    };
    struct fid_files files;
    mode_t kind;
    if (fid_file_kind (dir, &kind, err))
        return -1;
    if (kind != S_IFDIR)
        return 0;
    if (fid_discover (dir, FID_SEARCH_RUN, &files, err))
        return -1;
    for (size_t i = 0; i < files.odd_n; i++)
        fid_say (&args->common, "%s/%s: %s", dir, files.odd[i].path, words[files.odd[i].what]);
    fid_files_clear (&files);
    return 0;
}

/* Prints what the operator traces of a run say, if it has such: one more pass over them. */
static int
put_operators (const struct args *args, const struct fid_run *run, struct fid_error *err)
{
    static const struct fid_op_stats_opts opts = {.no_partitions = false};
    enum fid_format format = args->common.format;
    struct fid_op_stats s;
    struct fid_cells c;
    int rc = fid_op_stats_read (&s, run->dir, &opts, err);
    if (rc == 0) {
        printf ("\noperator traces: %zu, with %" PRIu64
                " spans of %zu operators, %.3f s long%s\n",
                s.source_n, s.span_n, s.n, s.length_us / 1e6, s.source_n > 1 ? " in sum" : "");
        fid_op_roles_cells (&s, NULL, format, &c);
        rc = fid_cells_write (&c, format, stdout, err);
        fid_cells_clear (&c);
    } else if (err->status == FID_EINPUT) {
        rc = 0;
    }
    fid_op_stats_clear (&s);
    return rc;
}

/* Print one run; JSON goes to the list, where there is one.  *flawed becomes true if something
 * of it is missing, where that is asked for. */
static int
inspect_one (const struct args *args, const char *dir, bool first, struct fid_doc *list,
             bool *flawed, struct fid_error *err)
{
    char text[FID_RUN_FINDING_TEXT];
    struct fid_run *run = fid_run_load (dir, &args->run, err);
    if (!run)
        return -1;
    int rc = 0;
    if (say_odd (args, dir, err)) {
        rc = -1;
    } else if (list) {
        cJSON *o = fid_inspect_json (run, err);
        rc = o ? 0 : -1;
        if (o)
            fid_doc_take (list, list->root, NULL, o);
    } else {
        if (!first)
            putchar ('\n');
        rc = fid_inspect_table (run, &args->common, stdout, err);
        if (rc == 0 && args->common.verbose)
            rc = put_operators (args, run, err);
    }
    struct fid_run_findings flaws = {0};
    if (!rc && args->strict)
        rc = fid_run_flaws (run, &flaws, err);
    for (size_t i = 0; i < flaws.n; i++)
        fid_complain ("%s/%s", dir, fid_run_finding_text (&flaws.at[i], text, sizeof text));
    *flawed |= flaws.n > 0;
    fid_run_findings_clear (&flaws);
    fid_run_destroy (run);
    return rc;
}

/* A row about one run of a tree; path is below the folder whose path has dir_n bytes. */
static void
add_run (struct fid_cells *c, const struct fid_run *run, const char *path, size_t dir_n)
{
    char words[FID_BENCH_WORDS], when[FID_TIME_TEXT];
    const char *what = fid_run_fact (run, "benchmark");
    double told_n = fid_run_fact_number (run, "num_hosts");
    int64_t first_ns, last_ns;
    bool timed = fid_inspect_span (run, &first_ns, &last_ns);
    bool dated =
        timed && run->clocks.axis != FID_CLOCK_BOOT && run->clocks.axis != FID_CLOCK_RELATIVE;
    fid_cells_row (c, "%s %s %s %zu", path + dir_n + (path[dir_n] == '/'),
                   what             ? what
                   : run->emulation ? "emulation"
                                    : "real",
                   run->workload,
                   told_n > (double)run->hosts.n ? (size_t)told_n : run->hosts.n);
    fid_cells_text (c, dated ? fid_time_text (first_ns, 0, when) : NULL);
    fid_cells_number (c, timed ? (double)(last_ns - first_ns) / 1e9 : FID_ABSENT, 1);
    fid_cells_text (c, fid_bench_words (run, words));
}

/* Lists the runs below a folder that is not a run itself, a row each; JSON has each in full.
 * Returns 1 if it holds no run. */
static int
inspect_tree (const struct args *args, const char *dir, struct fid_doc *list,
              struct fid_error *err)
{
    static const struct fid_column columns[] = {
        {"run", false},   {"what", false}, {"of", false},     {"hosts", true},
        {"start", false}, {"s", true},     {"results", false}};
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
    size_t dir_n = strlen (dir), failed_n = 0;
    int rc = 0;
    fid_cells_init (&c, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < runs.n && !rc; i++) {
        struct fid_run *run = fid_run_load (runs.path[i], &args->run, &why);
        if (!run) {
            fid_say_error (&why);
            failed_n++;
            continue;
        }
        cJSON *o = list ? fid_inspect_json (run, err) : NULL;
        if (o)
            fid_doc_take (list, list->root, NULL, o);
        else if (list)
            rc = -1;
        else
            add_run (&c, run, runs.path[i], dir_n);
        fid_run_destroy (run);
    }
    if (!rc && !list) {
        printf ("%s: %zu runs\n\n", dir, runs.n);
        rc = fid_cells_write (&c, args->common.format, stdout, err);
    }
    if (!rc && failed_n)
        rc = fid_errorf (err, FID_EINPUT, "%s: %zu of %zu runs cannot be read", dir, failed_n,
                         runs.n);
    fid_cells_clear (&c);
    fid_files_clear (&runs);
    return rc;
}

/* A run, or those of a tree. */
static int
inspect_path (const struct args *args, const char *dir, bool first, struct fid_doc *list,
              bool *flawed, struct fid_error *err)
{
    struct fid_error why;
    int rc = inspect_one (args, dir, first, list, flawed, &why);
    if (rc && why.status == FID_EINPUT)
        rc = inspect_tree (args, dir, list, err);
    if (rc > 0 || (rc && why.status != FID_EINPUT))
        *err = why;
    return rc ? -1 : 0;
}

static int
inspect_all (void *input, struct fid_error *err)
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
        if (inspect_path (args, args->dir.word[i], i == failed_n, json ? &list : NULL, &flawed,
                          err)) {
            fid_say_error (err);
            failed_n++;
            status = (int)err->status;
        }
    if (failed_n && failed_n < args->dir.n && status == FID_EINPUT)
        status = FID_EPARTIAL;
    if (json && failed_n == args->dir.n)
        cJSON_Delete (list.root);
    else if (json && fid_print_document (fid_doc_end (&list, err), err))
        return -1;
    return status == FID_OK && flawed ? FID_EINPUT : status;
}

const struct fid_cmd cmd_inspect = {"inspect", "what is understood of a run's files",
                                    &syntax,   sizeof (struct args), NULL, inspect_all};
