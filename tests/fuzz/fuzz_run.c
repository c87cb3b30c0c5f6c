/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_run.c - directories of real runs and of emulations, compared (fuzz.h: files in one)
 *
 *     window whole                    options, a line each: see set_option
 *     %% real/trace_read.out
 *     ...
 *     %% real2/trace_read.out         a repeat, up to real3 and emulation3
 *     ...
 *     %% emulation/trace_read.out
 *     ...
 *     %% roles                        as of --roles
 *     ...
 *
 * The result and the series can be read, and are the same bytes when the runs are read and
 * compared again; a run is the same when it is read from its digest. */
#include <stdlib.h>
#include <string.h>
#include "base/jsonbuild.h"
#include "compare/calibration.h"
#include "compare/compare.h"
#include "compare/series.h"
#include "digests/summary.h"
#include "model/profile.h"
#include "model/windows.h"
#include "readers/digest.h"
#include "readers/load.h"
#include "readers/several.h"
#include "readers/whole.h"
#include "results/result.h"
#include "results/series.h"
#include "tests/fuzz/fuzz.h"
#include "run/role_rules.h"
#include "run/run_fields.h"
#include "batch/compare_pair.h"

#define RUNS_MAX    3
#define CHANGES_MAX 16

struct job {
    struct fid_run_opts run_opts;
    struct fid_compare_opts opts;
    struct fid_profile profile;
    char roles[600];
    bool calibrate, digest, warp, operators, find, threads;
    struct change { /* of a byte of the digest's content */
        uint64_t at, value;
    } change[CHANGES_MAX];
    size_t change_n;
};

/* An option that takes a number. */
static bool number_option (struct job *job, struct fid_span line)
{
    const struct {
        const char *name;
        double *to;
        double low, high;
    } list[] = {
        {"dt", &job->opts.dt_s, 1e-3, 3600},
        {"band", &job->opts.band_s, 1e-3, 1e6},
        {"penalty", &job->opts.penalty, 0, 100},
        {"tolerance", &job->opts.tolerance_s, 0, 1e6},
    };
    struct fid_span value;
    double x;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (fuzz_option (line, list[i].name, &value) && fid_span_f64 (value, &x) &&
            x >= list[i].low && x <= list[i].high) {
            *list[i].to = x;
            return true;
        }
    return false;
}

static bool flag_option (struct job *job, struct fid_span line)
{
    const struct {
        const char *name;
        bool *to;
    } list[] = {
        {"all-processes", &job->run_opts.all_processes},
        {"day-first", &job->run_opts.day_first},
        {"keep-going", &job->run_opts.keep_going},
        {"calibrate", &job->calibrate},
        {"digest", &job->digest},
        {"warp", &job->warp},
        {"operators", &job->operators},
        {"find", &job->find},
        {"threads", &job->threads},
    };
    struct fid_span value;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (fuzz_option (line, list[i].name, &value))
            return *list[i].to = true;
    return false;
}

/* The options of `fidlio compare', without what would let it stop at once; others are passed
 * over. */
static void set_option (struct job *job, struct fid_span line)
{
    struct fid_span value, word;
    char name[32];
    int64_t i;
    uint64_t at, to;
    if (flag_option (job, line) || number_option (job, line))
        return;
    if (fuzz_option (line, "zone", &value) && fid_span_i64 (value, &i) && i >= -64800 &&
        i <= 64800) {
        job->run_opts.has_zone = true;
        job->run_opts.zone_ns = i * 1000000000;
    } else if (fuzz_option (line, "exclude", &value) && fid_span_u64 (value, &at)) {
        job->opts.excluded = (unsigned)at & ((1u << FID_GROUP_N) - 1);
    } else if (fuzz_option (line, "profile", &value) && fid_span_u64 (value, &at)) {
        for (uint64_t k = 0; k <= at && fid_profile_shipped (k); k++)
            job->opts.profile = fid_profile_shipped (k);
    } else if (fuzz_option (line, "change", &value) && job->change_n < CHANGES_MAX) {
        if (fid_span_word (&value, &word) && fid_span_u64 (word, &at) &&
            fid_span_word (&value, &word) && fid_span_u64 (word, &to))
            job->change[job->change_n++] = (struct change){at, to};
    } else if (fuzz_option (line, "window", &value) || fuzz_option (line, "per", &value)) {
        snprintf (name, sizeof name, "%.*s", (int)(value.n < 31 ? value.n : 31), value.p);
        int window = fid_window_find (name), per = fid_per_find (name);
        if (window >= 0)
            job->opts.window = fid_window_name ((enum fid_window)window);
        if (per >= 0)
            job->opts.per = (enum fid_per)per;
    }
}

static void set_options (struct job *job, struct fid_span head)
{
    struct fid_span line;
    struct fid_error err = {0};
    char path[600];
    *job = (struct job){.opts = {.penalty = -1, .tolerance_s = -1}};
    while (head.n) {
        line = fuzz_line (&head);
        set_option (job, line);
    }
    snprintf (job->roles, sizeof job->roles, "%s/roles", fuzz_dir ());
    if (fid_role_rules_check (job->roles, &job->run_opts.roles_hash, &err) == 0)
        job->run_opts.roles = job->roles;
    else
        job->run_opts.roles_hash = 0;
    snprintf (path, sizeof path, "%s/profile", fuzz_dir ());
    if (fid_profile_load (&job->profile, path, &err) == 0)
        job->opts.profile = &job->profile;
}

/* A text that outlives what is read: the run's words are changed, too. */
static const char *any_word (void *ctx, const char *text, size_t n, struct fid_error *err)
{
    (void)ctx;
    (void)text;
    (void)n;
    (void)err;
    return "word";
}

/* The run with bytes of its digest changed, the checksums made right; NULL where it is refused.
 */
static struct fid_run *changed (const struct job *job, const struct fid_run *run)
{
    struct fid_error err = {0};
    struct fid_bytes b = {0};
    struct fid_run *mutant = calloc (1, sizeof *mutant);
    fuzz_want (mutant && fid_record_pack (fid_run_record, run, &b, &err) == 0,
               "a run cannot be written");
    for (size_t i = 0; i < job->change_n; i++)
        b.p[job->change[i].at % b.n] = (unsigned char)job->change[i].value;
    struct fid_packed_in in = {.path = "mutant", .p = b.p, .end = b.p + b.n, .word = any_word};
    if (fid_record_unpack (fid_run_record, mutant, &in, &err)) {
        fuzz_want_error (&err);
        fid_run_destroy (mutant);
        mutant = NULL;
    }
    fid_bytes_clear (&b);
    return mutant;
}

/* The run of a folder by its digest, which has to be the same run. */
static struct fid_run *by_digest (const struct job *job, const char *dir,
                                  const struct fid_run *run)
{
    struct fid_error err = {0};
    char path[700];
    snprintf (path, sizeof path, "%s.fidlio", dir);
    struct fid_run *mutant = job->change_n ? changed (job, run) : NULL;
    const struct fid_digest_parts parts = {.run = mutant};
    int rc = mutant ? fid_digest_write (path, &parts, &err)
                    : fid_digest_make (dir, path, NULL, &job->run_opts, true, &err);
    struct fid_run *again = rc ? NULL : fid_run_load (path, &job->run_opts, &err);
    if (!again)
        fuzz_want_error (&err);
    fuzz_want (again || mutant, "the digest of a run cannot be read");
    fid_run_destroy (mutant);
    return again;
}

/* The i-th run of a side; NULL if there is none, or it cannot be read. */
static struct fid_run *load (const struct job *job, const char *side, int i)
{
    struct fid_error err = {0};
    struct fid_run_findings flaws = {0};
    char path[600], number[8] = "";
    if (i > 0)
        snprintf (number, sizeof number, "%d", i + 1);
    snprintf (path, sizeof path, "%s/%s%s", fuzz_dir (), side, number);
    struct fid_run *run =
        i && !fid_run_is_there (path) ? NULL : fid_run_load (path, &job->run_opts, &err);
    if (!run && !(i && !err.status))
        fuzz_want_error (&err);
    else if (run && fid_run_flaws (run, &flaws, &err))
        fuzz_want_error (&err);
    fid_run_findings_clear (&flaws);
    if (run && job->digest) {
        struct fid_run *again = by_digest (job, path, run);
        fid_run_destroy (run);
        run = again;
    }
    return run;
}

/* What else is asked about a pair. */
static void ask_more (const struct job *job, const struct fid_run *real,
                      const struct fid_run *emulation, struct fid_result *result)
{
    struct fid_error err = {0};
    struct fid_op_side side[2] = {{0}};
    if (job->warp) {
        char *text = fid_compare_warp (real, emulation, &job->opts, &err);
        if (!text)
            fuzz_want_error (&err);
        free (text);
    }
    if (job->operators &&
        fid_op_pair_add (result, real->dir, &side[0], emulation->dir, &side[1], &err))
        fuzz_want_error (&err);
}

/* The texts of the result and of the series, both NULL if the runs are not comparable. */
static void compare (const struct job *job, const struct fid_run *const *run, size_t real_n,
                     size_t n, char *text[2])
{
    static const struct fid_series_size size = {50, 200};
    struct fid_error err = {0};
    struct fid_pair drawn;
    struct fid_compare_opts opts = job->opts;
    struct fid_calibration *noise = NULL;
    if (job->calibrate && fid_calibrate (run, real_n, &job->run_opts, &opts, 1, &noise, &err))
        fuzz_want_error (&err);
    opts.calibration = noise;
    struct fid_result *r =
        fid_compare_runs (run, real_n, run + real_n, n - real_n, &run[0]->opts, &opts,
                          job->threads ? 2 : 1, &drawn, &err);
    text[0] = text[1] = NULL;
    if (!r)
        fuzz_want_error (&err);
    else
        ask_more (job, run[0], run[real_n], r);
    struct fid_series *series = r ? fid_compare_series (&drawn, &size, r, &err) : NULL;
    fuzz_want (!r || series, "a pair has no series");
    if (r) {
        text[0] = fid_record_text (fid_result_record, r, &err);
        text[1] = fid_series_json (series, &err);
        fuzz_want (text[0] && text[1], "a result cannot be written");
        fuzz_want_json (text[0], strlen (text[0]));
        cJSON *doc = fid_json_parse (text[0], strlen (text[0]), "the result", &err);
        struct fid_result *same = doc ? fid_result_of (doc, "the result", &err) : NULL;
        fuzz_want (same != NULL, "a result cannot be read");
        fid_result_destroy (same);
        fuzz_want_json (text[1], strlen (text[1]));
        cJSON *again = fid_json_parse (text[1], strlen (text[1]), "the series", &err);
        struct fid_series *s = fid_series_of (again, "the series", &err);
        fuzz_want (s != NULL, "a series cannot be read");
        fid_series_destroy (s);
        cJSON_Delete (again);
    }
    fid_series_destroy (series);
    fid_result_destroy (r);
    fid_calibration_destroy (noise);
}

/* Reads the runs and compares them. */
static void compare_all (const struct job *job, char *text[2])
{
    struct fid_run *run[2 * RUNS_MAX] = {NULL};
    size_t n = 0, real_n;
    for (int i = 0; i < RUNS_MAX && (n || i == 0); i++)
        if ((run[n] = load (job, "real", i)))
            n++;
    real_n = n;
    for (int i = 0; i < RUNS_MAX && real_n && (n > real_n || i == 0); i++)
        if ((run[n] = load (job, "emulation", i)))
            n++;
    if (n > real_n)
        compare (job, (const struct fid_run *const *)run, real_n, n, text);
    for (size_t i = 0; i < sizeof run / sizeof *run; i++)
        fid_run_destroy (run[i]);
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
    char *text[2][2] = {{NULL}};
    struct fid_span input = {(const char *)data, n};
    struct job job;
    if (!fuzz_unpack (input))
        return 0;
    set_options (&job, fuzz_head (input));
    if (job.find) {
        struct fid_files runs = {0};
        struct fid_error err = {0};
        if (fid_runs_find (fuzz_dir (), &runs, &err))
            fuzz_want_error (&err);
        fid_files_clear (&runs);
    }
    for (int i = 0; i < 2; i++) {
        compare_all (&job, text[i]);
        if (!text[0][0] || n % 4) /* not all again */
            break;
    }
    for (int k = 0; k < 2; k++) {
        fuzz_want (n % 4 || !text[0][k] || (text[1][k] && strcmp (text[0][k], text[1][k]) == 0),
                   "compared again, the result differs");
        free (text[0][k]);
        free (text[1][k]);
    }
    return 0;
}
