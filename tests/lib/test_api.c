/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_api.c - the installed interface, used as a program would */
#include <sys/stat.h>
#include <unistd.h>
#include "tests/lib/library.h"

static void test_open_options (void)
{
    struct fid_open_options o = {.has_utc_offset = 1, .utc_offset_s = NAN};
    ok (!open_run ("UNET3D_real_r2", &o) && err.status == FID_EUSAGE, "a zone that is NaN");
    o.utc_offset_s = 64801;
    ok (!open_run ("UNET3D_real_r2", &o) && err.status == FID_EUSAGE, "a zone too far");
    ok (!fid_run_open (data ("result"), NULL, &err) && err.status == FID_EINPUT,
        "a directory without traces");
    ok (!fid_run_open (data ("none"), NULL, NULL), "no directory, and no error wanted");
    o = (struct fid_open_options){.roles = made ("none")};
    ok (!open_run ("UNET3D_real_r2", &o) && err.status == FID_EINPUT, "no file with roles: %s",
        err.text);
    char patterns[4096];
    snprintf (patterns, sizeof patterns, "%s", data ("log_pattern/trainer.patterns"));
    o = (struct fid_open_options){.log_pattern = patterns};
    struct fid_run *run = fid_run_open (data ("log_pattern"), &o, &err);
    char *job = run ? fid_run_job_text (run, 0, &err) : NULL;
    ok (job && strstr (job, "\"computation_s\": 0.2,"), "a log by a pattern of one's own");
    free (job);
    fid_run_destroy (run);
    o.log_pattern = made ("none");
    ok (!open_run ("UNET3D_real_r2", &o) && err.status == FID_EINPUT, "no file of patterns");
}

/* A digest in the place of a run: the same result; other options and damage are refused. */
static void test_digest (const struct fid_run *real, const struct fid_run *emulation)
{
    char dir[4096], path[300];
    snprintf (dir, sizeof dir, "%s", data ("runs/UNET3D_real_r2"));
    snprintf (path, sizeof path, "%s", made ("UNET3D_real_r2.fidlio"));
    ok (fid_digest_save (dir, path, NULL, 0, &err) == 0, "a digest is written");
    struct fid_run *run = fid_run_open (path, NULL, &err);
    if (ok (run != NULL, "and opened as a run")) {
        ok_str (fid_run_name (run), "UNET3D_real_r2", "of the file's name");
        ok (fid_run_traces_hash (run) == fid_run_traces_hash (real), "and the same traces");
        char *want = pair_text (real, emulation, NULL), *got = pair_text (run, emulation, NULL);
        ok (want && got && strcmp (want, got) == 0, "and with the same result");
        free (want);
        free (got);
        fid_run_destroy (run);
    }
    struct fid_open_options open = {.all_processes = 1};
    ok (!fid_run_open (path, &open, &err) && err.status == FID_EINPUT, "other options: %s",
        err.text);
    int rc = fid_digest_save (dir, path, &open, 0, &err);
    run = rc ? NULL : fid_run_open (path, &open, &err);
    ok (run != NULL, "made with them, replacing the first: %s", run ? "" : err.text);
    fid_run_destroy (run);
    ok (truncate (path, 3000) == 0 && !fid_run_open (path, &open, &err) &&
            err.status == FID_EINPUT,
        "a damaged one: %s", err.text);
    ok (fid_digest_save (data ("none"), path, NULL, 0, &err) == -1 && err.status == FID_EINPUT,
        "no run: %s", err.text);
    ok (fid_digest_save (dir, made ("none/x.fidlio"), NULL, 0, &err) == -1 &&
            err.status == FID_EINTERNAL,
        "no folder: %s", err.text);
}

/* Every read is a log's: what files are for is an option, and recorded. */
static void test_roles (const struct fid_run *emulation)
{
    char path[300];
    snprintf (path, sizeof path, "%s", made ("my-roles"));
    FILE *f = fopen (path, "w");
    fputs ("* log\n", f);
    fclose (f);
    struct fid_open_options o = {.roles = path};
    struct fid_run *a = open_run ("UNET3D_real_r2", &o), *b = open_run ("UNET3D_dlio_r2", &o);
    memset (path, 'x', 10); /* the run does not need the caller's string */
    char *text = pair_text (a, b, NULL);
    ok (text && !strstr (text, "\"roles\": null"), "roles are recorded");
    ok (!pair_text (a, emulation, NULL) && err.status == FID_EUSAGE &&
            strstr (err.text, "roles"),
        "runs with other roles are not compared: %s", err.text);
    free (text);
    fid_run_destroy (a);
    fid_run_destroy (b);
}

static void test_compare_options (const struct fid_run *real, const struct fid_run *emulation)
{
    static const struct {
        const char *what;
        struct fid_compare_options o;
    } wrong[] = {
        {"a window", {.window = "LUNCH"}},
        {"an infinite tolerance", {.has_tolerance = 1, .tolerance_s = INFINITY}},
        {"a tolerance that is NaN", {.has_tolerance = 1, .tolerance_s = NAN}},
        {"a negative tolerance", {.has_tolerance = 1, .tolerance_s = -1}},
        {"a negative penalty", {.has_penalty = 1, .penalty = -0.1}},
        {"a penalty that is NaN", {.has_penalty = 1, .penalty = NAN}},
        {"a bin that is NaN", {.dt_s = NAN}},
        {"an infinite bin", {.dt_s = INFINITY}},
        {"a negative bin", {.dt_s = -0.1}},
        {"a tiny bin", {.dt_s = 1e-9}},
        {"an infinite band", {.band_s = INFINITY}},
        {"a negative band", {.band_s = -2}},
        {"a group", {.exclude_groups = "cpu,lunch"}},
        {"a unit of amounts", {.per = "fortnight"}},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct fid_compare_options o = wrong[i].o;
        char *text = pair_text (real, emulation, &o);
        ok (!text && err.status == FID_EUSAGE, "%s is refused: %s", wrong[i].what, err.text);
        free (text);
    }
    const struct fid_compare_options zero = {0};
    char *plain = pair_text (real, emulation, NULL);
    char *text = pair_text (real, emulation, &zero);
    ok_str (text, plain, "zeroed options are the defaults");
    ok (strstr (plain, "\"penalty\": 0.05,") && strstr (plain, "\"tolerance_s\": 1,"),
        "those of the program");
    free (text);
    static const struct {
        struct fid_compare_options o;
        const char *recorded;
    } used[] = {
        {{.window = "TRAINING"}, "\"window\": \"TRAINING\""},
        {{.has_penalty = 1}, "\"penalty\": 0,"},
        {{.has_tolerance = 1, .tolerance_s = 2.5}, "\"tolerance_s\": 2.5"},
        {{.dt_s = 0.25}, "\"dt_s\": 0.25"},
        {{.exclude_groups = "gpu,cpu"}, "\"exclude_groups\": [\"cpu\", \"gpu\"]"},
        {{.per = "epoch"}, "\"per\": \"epoch\""},
    };
    for (size_t i = 0; i < sizeof used / sizeof *used; i++) {
        struct fid_compare_options o = used[i].o;
        o.thread_n = 2;
        text = pair_text (real, emulation, &o);
        ok (text && strstr (text, used[i].recorded), "used and recorded: %s", used[i].recorded);
        free (text);
    }
    free (plain);
}

/* The result reports how its runs were opened. */
static void test_recorded (const struct fid_run *real, const struct fid_run *emulation)
{
    struct fid_open_options o = {.all_processes = 1};
    struct fid_run *all_real = open_run ("UNET3D_real_r2", &o);
    struct fid_run *all_emulation = open_run ("UNET3D_dlio_r2", &o);
    char *plain = pair_text (real, emulation, NULL);
    char *all = pair_text (all_real, all_emulation, NULL);
    ok (plain && strstr (plain, "\"all_processes\": false"), "own processes only");
    ok (all && strstr (all, "\"all_processes\": true"), "all processes, as opened");
    const char *key = plain ? strstr (plain, "\"key\": ") : NULL;
    ok (all && key && strncmp (strstr (all, "\"key\": "), key, 25) != 0,
        "other results, another key");
    ok (!pair_text (real, all_emulation, NULL) && err.status == FID_EUSAGE &&
            strstr (err.text, "all_processes"),
        "runs opened differently are not compared: %s", err.text);
    const struct fid_run *mixed[] = {real, all_emulation};
    ok (!fid_calibration_create (mixed, 2, NULL, &err) && err.status == FID_EUSAGE,
        "nor calibrated on");
    free (plain);
    free (all);
    fid_run_destroy (all_real);
    fid_run_destroy (all_emulation);
}

/* ---- documents */

/* What each profile says, and its clauses. */
static void test_profiles (const cJSON *doc)
{
    const cJSON *p, *c, *overall = member (doc, "overall");
    size_t n = 0;
    cJSON_ArrayForEach (p, member (doc, "profiles"))
    {
        const cJSON *ci = member (p, "similarity_ci");
        size_t met = 0, whole = 0, of = (size_t)number (p, "of");
        double shares = 0, last = 1, similarity = number (p, "similarity");
        ok (*text_of (p, "text") && cJSON_GetArrayItem (ci, 0)->valuedouble <= similarity &&
                similarity <= cJSON_GetArrayItem (ci, 1)->valuedouble &&
                (strcmp (text_of (p, "verdict"), "cannot tell") == 0) ==
                    (*text_of (p, "reason") > 0),
            "profile %s", text_of (p, "text"));
        if (n++ == 0)
            ok (strcmp (text_of (p, "profile"), text_of (overall, "profile")) == 0 &&
                    similarity == number (overall, "similarity") &&
                    strcmp (text_of (p, "verdict"), text_of (overall, "verdict")) == 0,
                "that in use has the similarity of the whole");
        cJSON_ArrayForEach (c, member (p, "clauses"))
        {
            double grade = number (c, "grade"), share = number (c, "share");
            whole += strchr (text_of (c, "name"), '.') && *text_of (c, "text") && grade >= 0 &&
                     grade <= 1 && share >= 0 && share <= last;
            met += strcmp (text_of (c, "status"), "met") == 0;
            shares += share;
            last = share;
        }
        ok (whole == of && met == (size_t)number (p, "met") &&
                (fabs (shares - 1) < 1e-8 || (shares == 0 && similarity > 1 - 1e-9)),
            "  its %zu clauses, the largest share first; %zu are met", of, met);
    }
    ok (n == 5, "%zu profiles", n);
}

/* Of the resources and their measures. */
static void test_resources (const cJSON *doc)
{
    const cJSON *r, *m;
    size_t measure_n = 0, known = 0, graded = 0;
    cJSON_ArrayForEach (r, member (doc, "resources"))
    {
        const char *status = text_of (r, "status");
        bool has_grade = is_number (r, "grade");
        const cJSON *ci = member (r, "grade_ci");
        ok ((!has_grade || strcmp (status, "compared") == 0) && *text_of (r, "window") &&
                has_grade == is_number (r, "weight") &&
                (!has_grade ||
                 (cJSON_GetArrayItem (ci, 0)->valuedouble <= number (r, "grade") &&
                  number (r, "grade") <= cJSON_GetArrayItem (ci, 1)->valuedouble)) &&
                (strcmp (status, "not compared") != 0 || *text_of (r, "reason")),
            "resource %s: %s", text_of (r, "resource"), status);
        graded += has_grade;
        cJSON_ArrayForEach (m, member (r, "measures"))
        {
            bool clause = *text_of (m, "clause");
            measure_n++;
            known += strncmp (text_of (m, "name"), text_of (r, "resource"),
                              strlen (text_of (r, "resource"))) == 0 &&
                     (*text_of (m, "reason")
                          ? !is_number (m, "distance") && !is_number (m, "grade")
                          : number (m, "distance") >= 0 && *text_of (m, "unit")) &&
                     !is_number (m, "noise") && is_number (m, "grade") == clause &&
                     is_number (m, "tolerance") == clause &&
                     (!cJSON_IsTrue (member (m, "key")) || clause);
        }
    }
    ok (measure_n > 30 && known == measure_n, "%zu of %zu measures", known, measure_n);
    ok (graded > 5, "%zu resources have grades", graded);
}

/* Profiles by name and from a file. */
static void test_profile (const struct fid_run *real, const struct fid_run *emulation)
{
    struct fid_compare_options o = {.profile = "read"};
    cJSON *says = parsed (fid_profile_describe ("read", &err));
    ok_str (text_of (says, "name"), "read", "a shipped profile");
    ok (*text_of (says, "about"), "says what it is for");
    cJSON_Delete (says);
    char *pair = pair_text (real, emulation, &o);
    ok (pair && strstr (pair, "\"profile\": \"read\""), "is used");
    free (pair);

    char path[300];
    snprintf (path, sizeof path, "%s", made ("mine.conf"));
    FILE *f = fopen (path, "w");
    fputs ("about my own\nkey data.read.bytes\n", f);
    fclose (f);
    o.profile = path;
    says = parsed (fid_profile_describe (path, &err));
    ok (strcmp (text_of (says, "name"), "mine.conf") == 0 &&
            strcmp (text_of (says, "about"), "my own") == 0,
        "one's own, from a file");
    cJSON_Delete (says);
    cJSON *doc = parsed (pair_text (real, emulation, &o));
    ok (strcmp (text_of (member (doc, "overall"), "profile"), "mine.conf") == 0 &&
            cJSON_GetArraySize (member (doc, "profiles")) == 6,
        "is used, and listed with the shipped ones");
    cJSON_Delete (doc);
    f = fopen (path, "w");
    fputs ("grade lunch.*\n", f);
    fclose (f);
    ok (!fid_profile_describe (path, &err) && err.status == FID_EUSAGE &&
            strstr (err.text, "mine.conf:1: "),
        "a mistake in it: %s", err.text);
    ok (!pair_text (real, emulation, &o) && err.status == FID_EUSAGE, "which is not used: %s",
        err.text);
    ok (!fid_profile_describe ("lunch", &err) && err.status == FID_EUSAGE,
        "no such profile: %s", err.text);
    ok (!fid_profile_describe (made ("none.conf"), NULL), "no such file, and no error wanted");
}

static void test_result (const struct fid_run *real, const struct fid_run *emulation)
{
    struct fid_series *series = NULL;
    struct fid_result *r = fid_result_create (&real, 1, &emulation, 1, NULL, &series, &err);
    if (!ok (r && series, "a result with series"))
        return;
    char *whole = fid_result_text (r, &err);
    cJSON *doc = cJSON_Parse (whole);
    const cJSON *overall = member (doc, "overall");
    ok_str (fid_result_side (r, 0), "UNET3D_real_r2", "of a real run");
    ok_str (fid_result_side (r, 1), "UNET3D_dlio_r2", "and an emulation");
    ok_str (text_of (member (doc, "real"), "workload"), "unet3d", "of a workload");
    ok_str (text_of (overall, "profile"), "storage", "an emulation is judged by storage");
    ok_str (text_of (overall, "verdict"), "cannot tell", "a verdict");
    ok (!*text_of (overall, "noise") && !*text_of (overall, "similarity_reason"),
        "without calibration the noise is unknown");
    ok (number (member (overall, "coverage"), "compared") > 3 &&
            cJSON_GetArraySize (member (doc, "causes")) > 0 &&
            cJSON_GetArraySize (member (doc, "findings")) > 0,
        "groups, causes and findings");
    test_resources (doc);
    test_profiles (doc);
    cJSON_Delete (doc);

    ok (fid_result_save (r, made ("sub/dir"), &err) == 0, "saved");
    struct fid_result *again =
        fid_result_open (made ("sub/dir/UNET3D_real_r2__UNET3D_dlio_r2.json"), &err);
    char *same = again ? fid_result_text (again, &err) : NULL;
    ok_str (same, whole, "and read again");
    fid_result_destroy (again);
    ok (!fid_result_open (made ("none.json"), &err) && err.status == FID_EINPUT,
        "no such file");

    /* series */
    size_t there = 0;
    struct fid_curve c;
    for (size_t i = 0; i < fid_series_count (series); i++) {
        int rc = fid_series_get (series, i, &c, &err);
        ok (rc == 0 && c.resource && c.quantity && c.unit, "series %s, %s, %s", c.resource,
            c.quantity, c.unit);
        int sane = c.real.n == 0 || c.real.dt_s > 0;
        for (size_t k = 0; k < c.real.n; k++)
            sane &= isnan (c.real.mean[k]) ||
                    (isfinite (c.real.mean[k]) && c.real.low[k] <= c.real.mean[k] &&
                     c.real.mean[k] <= c.real.high[k]);
        ok (sane, "finite, between its low and high");
        there += c.real.n && c.emulation.n;
    }
    ok (there > 5, "%zu series on both sides", there);
    ok (fid_series_get (series, fid_series_count (series), &c, &err) == -1, "and no more");
    free (same);
    same = fid_series_text (series, &err);
    ok (same && strncmp (same, "{\n  \"schema\": \"fidlio.series/2\"", 30) == 0,
        "the text of the series");
    free (same);
    free (whole);
    fid_series_destroy (series);
    fid_series_destroy (NULL);
    fid_result_destroy (r);
    fid_result_destroy (NULL);
}

static void test_registry (void)
{
    static const char *const has[][2] = {{"readers", "bpftrace_bio"},
                                         {"metrics", "dtw"},
                                         {"resources", "block.read"},
                                         {"profiles", "storage"}};
    for (size_t k = 0; k < 4; k++) {
        cJSON *list = parsed (fid_registry_text (has[k][0], &err));
        const cJSON *row;
        bool seen = false, complete = true;
        cJSON_ArrayForEach (row, list)
        {
            complete &= *text_of (row, "name") && *text_of (row, "doc") &&
                        !*text_of (row, "group") == (k != 2) &&
                        !*text_of (row, "unit") == (k != 1);
            seen |= strcmp (text_of (row, "name"), has[k][1]) == 0;
        }
        ok (seen && complete, "%d entries, among them %s", cJSON_GetArraySize (list),
            has[k][1]);
        cJSON_Delete (list);
    }
    ok (!fid_registry_text ("nosuch", &err) && err.status == FID_EUSAGE, "no other list: %s",
        err.text);
}

int main (void)
{
    char version[40];
    snprintf (version, sizeof version, "%d.%d.%d", FID_VERSION_MAJOR, FID_VERSION_MINOR,
              FID_VERSION_PATCH);
    ok_str (fid_version (), version, "header and library are of one version");
    ok (FID_VERSION_NUMBER ==
            FID_VERSION_MAJOR * 10000 + FID_VERSION_MINOR * 100 + FID_VERSION_PATCH,
        "which is a number, too");
    if (!begin_scratch ())
        return tap_done ();
    struct fid_run *real = open_run ("UNET3D_real_r2", NULL);
    struct fid_run *repeat = open_run ("UNET3D_real_r4", NULL);
    struct fid_run *emulation = open_run ("UNET3D_dlio_r2", NULL);
    if (!ok (real && repeat && emulation, "runs are read"))
        return tap_done ();
    ok_str (fid_run_name (real), "UNET3D_real_r2", "and have names");
    ok_str (fid_run_workload (real), "unet3d", "and a workload");
    ok (fid_run_traces_hash (real) != fid_run_traces_hash (repeat), "and traces of their own");

    test_open_options ();
    test_compare_options (real, emulation);
    test_recorded (real, emulation);
    test_result (real, emulation);
    test_roles (emulation);
    test_digest (real, emulation);
    test_profile (real, emulation);
    test_registry ();
    fid_run_destroy (real);
    fid_run_destroy (repeat);
    fid_run_destroy (emulation);
    fid_run_destroy (NULL);
    end_scratch ();
    return tap_done ();
}
