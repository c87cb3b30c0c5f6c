/* SPDX-License-Identifier: GPL-3.0-or-later */
/* laws of similarities and verdicts, on made-up runs */
#include "compare/calibration.h"
#include "compare/grade.h"
#include "model/profile.h"
#include "tests/compare/made_run.h"
#include "tests/compare/recorded.h"

/* What `system' grades, of runs whose traces do not show all that it asks for. */
static void load_made (struct fid_profile *p)
{
    *p = *fid_profile_default (false);
    snprintf (p->name, sizeof p->name, "made");
    p->needs = 0;
}

/* What a comparison says under a profile of that name; NULL: the default; "made": load_made. */
static cJSON *under (const char *name, const struct fid_run *a, const struct fid_run *b,
                     size_t thread_n, const struct fid_calibration *cal)
{
    struct fid_error err = {0};
    struct fid_profile is;
    struct fid_compare_opts opts = compare_opts;
    if (name && strcmp (name, "made") == 0)
        load_made (&is);
    else if (name && fid_profile_load (&is, name, &err))
        exit (99);
    opts.profile = name ? &is : NULL;
    opts.thread_n = thread_n;
    opts.calibration = cal;
    cJSON *doc = document_of (fid_compare (a, b, &run_opts, &opts, &err), &err);
    if (!doc) {
        diag ("%s", err.text);
        exit (99);
    }
    return doc;
}

static double similarity_under (const char *name, const struct fid_run *a,
                                const struct fid_run *b)
{
    cJSON *doc = under (name, a, b, 1, NULL);
    double x = similarity (doc);
    cJSON_Delete (doc);
    return x;
}

static void ok_same (cJSON *a, cJSON *b, const char *what)
{
    char *s = cJSON_Print (a), *t = cJSON_Print (b);
    ok_str (t, s, what);
    free (s);
    free (t);
    cJSON_Delete (a);
    cJSON_Delete (b);
}

/* Runs of one job, with names and workloads of their own. */
enum { PLAIN, AGAIN, SLOWER, HALF, QUARTER, NO_CHECKPOINTS, OTHER, OTHER_AGAIN, RUNS };

static struct rundir dir[RUNS];
static struct fid_run *run[RUNS];

static void make_runs (void)
{
    static const struct {
        const char *name, *workload;
        struct shape shape;
    } made[RUNS] = {
        [PLAIN] = {"plain", "job", {0}},
        [AGAIN] = {"again", "job", {.step_s = 0.51}},
        [SLOWER] = {"slower", "job", {.step_s = 0.6}},
        [HALF] = {"half", "job", {.reads = 2}},
        [QUARTER] = {"quarter", "job", {.reads = 1}},
        [NO_CHECKPOINTS] = {"none", "job", {.no_checkpoint = true, .no_write = true}},
        [OTHER] = {"other", "rest", {.step_s = 2, .reads = 9}},
        [OTHER_AGAIN] = {"more", "rest", {.step_s = 2.1, .reads = 9}},
    };
    struct fid_error err;
    char meta[200];
    for (int i = 0; i < RUNS; i++) {
        training (&dir[i], made[i].name, made[i].shape);
        snprintf (meta, sizeof meta,
                  "{\"run\": \"%s\", \"workload\": \"%s\", \"kind\": \"%s\", \"exit_code\": 0, "
                  "\"start_utc\": \"2023-11-14T22:13:20Z\"}",
                  made[i].name, made[i].workload, i == HALF ? "dlio" : "real");
        rundir_text (&dir[i], "meta.json", meta);
        run[i] = load (&dir[i], &err);
        if (!run[i]) {
            diag ("%s", err.text);
            exit (99);
        }
    }
}

static void test_demand (void)
{
    cJSON *doc = under ("storage", run[PLAIN], run[HALF], 1, NULL);
    const cJSON *p = profile (doc, "storage");
    /* whose files these reads are of is not traced: the answer has no reads of data */
    ok (similarity (doc) < 0 &&
            text_of (cJSON_GetObjectItem (doc, "overall"), "similarity_reason"),
        "no similarity for storage where the job's reads are not known, with the reason");
    ok_str (text_of (p, "verdict"), text_of (cJSON_GetObjectItem (doc, "answer"), "verdict"),
            "the answer decides for storage");
    ok (cJSON_IsTrue (cJSON_GetObjectItem (p, "by_answer")), "which the result says");
    ok_str (text_of (cJSON_GetArrayItem (cJSON_GetObjectItem (p, "clauses"), 0), "name"),
            "data.read.bytes", "the bytes have the largest share of the loss");
    ok_str (text_of (profile (doc, "checkpoint"), "verdict"), "valid",
            "valid for checkpoints, which are as they were");
    cJSON_Delete (doc);
    double one = similarity_under ("made", run[PLAIN], run[PLAIN]);
    double half = similarity_under ("made", run[PLAIN], run[HALF]);
    double quarter = similarity_under ("made", run[PLAIN], run[QUARTER]);
    ok (one == 1 && half < one && quarter < half, "the less is read the lower: 1, %.4f, %.4f",
        half, quarter);
    double slower = similarity_under ("made", run[PLAIN], run[SLOWER]);
    double again = similarity_under ("made", run[PLAIN], run[AGAIN]);
    ok (slower < again && again < 1, "steps 2 %% and 20 %% longer: %.3f and %.3f", again,
        slower);
    ok (similarity_under ("checkpoint", run[PLAIN], run[NO_CHECKPOINTS]) < 0.05,
        "no checkpoints: %.4f for checkpoints",
        similarity_under ("checkpoint", run[PLAIN], run[NO_CHECKPOINTS]));
}

static void test_default (void)
{
    static const struct {
        int emu;
        const char *want, *what;
    } cases[] = {{HALF, "storage", "an emulation is judged by storage"},
                 {AGAIN, "system", "a real run by the whole system"}};
    for (int i = 0; i < 2; i++) {
        cJSON *doc = under (NULL, run[PLAIN], run[cases[i].emu], 1, NULL);
        cJSON *named = under (cases[i].want, run[PLAIN], run[cases[i].emu], 1, NULL);
        ok_str (text_of (cJSON_GetObjectItem (doc, "overall"), "profile"), cases[i].want,
                cases[i].what);
        ok (similarity (doc) == similarity (named),
            "the same similarity as if it had been named");
        cJSON_Delete (doc);
        cJSON_Delete (named);
    }
}

static void test_context (void)
{
    ok_same (under ("storage", run[PLAIN], run[SLOWER], 1, NULL),
             under ("storage", run[PLAIN], run[SLOWER], 5, NULL),
             "the same bytes with five threads");

    const struct fid_run *repeats[4] = {run[PLAIN], run[AGAIN], run[OTHER], run[OTHER_AGAIN]};
    struct fid_calibration *alone = NULL, *many = NULL;
    struct fid_error err;
    if (fid_calibrate (repeats, 2, &run_opts, &compare_opts, 1, &alone, &err) ||
        fid_calibrate (repeats, 4, &run_opts, &compare_opts, 1, &many, &err)) {
        ok (false, "calibrates: %s", err.text);
        return;
    }
    cJSON *doc[3] = {under ("storage", run[PLAIN], run[SLOWER], 1, alone),
                     under ("storage", run[PLAIN], run[SLOWER], 1, many),
                     under ("storage", run[PLAIN], run[SLOWER], 1, NULL)};
    ok (similarity (doc[0]) == similarity (doc[1]),
        "the similarity is the same whatever other workloads the calibration holds: %.4f",
        similarity (doc[0]));
    ok (similarity (doc[0]) >= similarity (doc[2]), "noise forgives: %.4f without it",
        similarity (doc[2]));
    ok (cJSON_Compare (cJSON_GetObjectItem (doc[0], "resources"),
                       cJSON_GetObjectItem (doc[1], "resources"), true) &&
            cJSON_Compare (cJSON_GetObjectItem (doc[0], "profiles"),
                           cJSON_GetObjectItem (doc[1], "profiles"), true),
        "and so are all measures, grades and clauses");
    for (int i = 0; i < 3; i++)
        cJSON_Delete (doc[i]);
    fid_calibration_destroy (alone);
    fid_calibration_destroy (many);
}

static cJSON *pooled (const int *a, size_t an, const int *b, size_t bn, size_t thread_n)
{
    const struct fid_run *real[4], *emu[4];
    struct fid_error err;
    struct fid_profile made;
    struct fid_compare_opts opts = compare_opts;
    load_made (&made);
    opts.profile = &made;
    for (size_t i = 0; i < an; i++)
        real[i] = run[a[i]];
    for (size_t i = 0; i < bn; i++)
        emu[i] = run[b[i]];
    cJSON *doc = document_of (
        fid_compare_runs (real, an, emu, bn, &run_opts, &opts, thread_n, NULL, &err), &err);
    if (!doc) {
        diag ("%s", err.text);
        exit (99);
    }
    return doc;
}

static void test_order (void)
{
    ok_same (pooled ((int[]){PLAIN, AGAIN}, 2, (int[]){SLOWER, HALF, QUARTER}, 3, 1),
             pooled ((int[]){AGAIN, PLAIN}, 2, (int[]){QUARTER, SLOWER, HALF}, 3, 3),
             "the same bytes whatever the order of runs of a side");
    cJSON *one = under ("made", run[PLAIN], run[HALF], 1, NULL);
    cJSON *pool = pooled ((int[]){PLAIN}, 1, (int[]){HALF}, 1, 1);
    ok_same (one, pool, "one run on each side is a pair");
    cJSON *doc = pooled ((int[]){PLAIN}, 1, (int[]){AGAIN, SLOWER}, 2, 1);
    const cJSON *ci =
        cJSON_GetObjectItem (cJSON_GetObjectItem (doc, "overall"), "similarity_ci");
    double low = cJSON_GetNumberValue (cJSON_GetArrayItem (ci, 0));
    double high = cJSON_GetNumberValue (cJSON_GetArrayItem (ci, 1));
    ok (low < high && low >= 0 && high <= 1,
        "runs far apart: another one is between %.3f and %.3f", low, high);

    /* the intervals again, from single pairs */
    static const int emu[2] = {AGAIN, SLOWER};
    double x[2], d[2], mean = 0, s2 = 0, want_low, want_high;
    for (int i = 0; i < 2; i++) {
        one = under (text_of (cJSON_GetObjectItem (doc, "overall"), "profile"), run[PLAIN],
                     run[emu[i]], 1, NULL);
        x[i] = similarity (one);
        d[i] = number_of (measure_of (one, "phases", "duration_s"), "distance");
        mean += d[i] / 2;
        cJSON_Delete (one);
    }
    fid_predict (x, 2, fid_prior_of (FID_PRIOR_SIMILARITY), &want_low, &want_high);
    ok_close (low, want_low, 1e-9, "predicted from the runs' similarities, lower end");
    ok_close (high, want_high, 1e-9, "upper end");
    for (int i = 0; i < 2; i++)
        s2 += (d[i] - mean) * (d[i] - mean);
    ci = cJSON_GetObjectItem (measure_of (doc, "phases", "duration_s"), "distance_ci");
    double half = 12.706204736432095 * sqrt (s2 / 2); /* t of 1 degree of freedom */
    ok_close (cJSON_GetNumberValue (cJSON_GetArrayItem (ci, 0)), fmax (0, mean - half), 1e-9,
              "a distance has the interval of its mean, lower end");
    ok_close (cJSON_GetNumberValue (cJSON_GetArrayItem (ci, 1)), mean + half, 1e-9,
              "upper end");
    cJSON_Delete (doc);
}

/* A profile of one's own: tolerances decide, and nothing else changes. */
static void test_own_profile (void)
{
    struct rundir d;
    struct fid_profile p;
    struct fid_error err = {0};
    rundir_make (&d, "profiles");
    rundir_text (&d, "wide.conf", "key data.read.bytes\ntolerance data.read.bytes 0.7\n");
    if (fid_profile_load (&p, d.file[0], &err)) {
        ok (false, "%s", err.text);
        return;
    }
    struct fid_compare_opts opts = compare_opts;
    opts.profile = &p;
    cJSON *doc =
        document_of (fid_compare (run[PLAIN], run[HALF], &run_opts, &opts, &err), &err);
    ok_str (text_of (cJSON_GetObjectItem (doc, "overall"), "profile"), "wide.conf",
            "a profile from a file");
    ok_str (text_of (cJSON_GetObjectItem (doc, "overall"), "verdict"), "valid",
            "half of the bytes are within a tolerance of 0.7");
    ok_close (similarity (doc), exp2 (-log (2) / 0.7), 1e-9,
              "its similarity is the grade of its clause");
    ok (profile (doc, "wide.conf") && profile (doc, "storage"),
        "what shipped profiles say is there, too");
    cJSON_Delete (doc);
    rundir_remove (&d);
}

/* Who names no profile is told about storage, but for two recordings of a real job. */
static void test_default_profile (void)
{
    struct rundir noted, unknown;
    struct fid_error err = {0};
    training (&unknown, "unknown", (struct shape){0});
    training (&noted, "noted", (struct shape){0});
    rundir_text (&noted, "meta.json", "{\"workload\": \"UNET3D\", \"kind\": \"real\"}\n");
    struct fid_run *a = load (&noted, &err), *b = a ? load (&unknown, &err) : NULL;
    if (!b) {
        ok (false, "%s", err.text);
        return;
    }
    cJSON *of_unknown = under (NULL, a, b, 1, NULL), *of_real = under (NULL, b, a, 1, NULL);
    ok_str (text_of (cJSON_GetObjectItem (of_unknown, "overall"), "profile"), "storage",
            "a run of which nobody noted what it is, given as emulation");
    ok_str (text_of (cJSON_GetObjectItem (of_real, "overall"), "profile"), "system",
            "a run that its recorder noted to be real");
    cJSON_Delete (of_unknown);
    cJSON_Delete (of_real);
    fid_run_destroy (a);
    fid_run_destroy (b);
    rundir_remove (&noted);
    rundir_remove (&unknown);
}

int main (void)
{
    rundir_begin ();
    make_runs ();
    test_default_profile ();
    test_demand ();
    test_default ();
    test_context ();
    test_order ();
    test_own_profile ();
    for (int i = 0; i < RUNS; i++) {
        fid_run_destroy (run[i]);
        rundir_remove (&dir[i]);
    }
    rundir_end ();
    return tap_done ();
}
