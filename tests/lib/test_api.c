/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_api.c - the installed interface, used as a program would */
#include <sys/stat.h>
#include <unistd.h>
#include "tests/lib/library.h"

/* A program that was compiled with a later fidlio.h, whose structs have grown. */
struct later_options {
    struct fid_compare_options now;
    void *later;
};
struct later_cause {
    struct fid_cause_row now;
    double later;
};

/* One that was compiled with an earlier fidlio.h, whose structs ended sooner. */
static void test_earlier_sizes (const struct fid_run *real, const struct fid_run *emulation,
                                const struct fid_result *r)
{
    struct fid_compare_options o = {.window = "job", .thread_n = 77};
    o.size = offsetof (struct fid_compare_options, thread_n);
    char *short_text = pair_text (real, emulation, &o);
    ok (short_text && strstr (short_text, "\"window\": \"job\""), "a shorter struct is read");
    free (short_text);
    o.size = offsetof (struct fid_compare_options, dt_s);
    o.window = "lunch";
    ok (!pair_text (real, emulation, &o) && err.status == FID_EUSAGE,
        "and what it has is checked: %s", err.text);

    struct fid_cause_row whole = {.size = sizeof whole}, row;
    ok (fid_result_cause_get (r, 0, &whole, &err) == 0, "a cause");
    memset (&row, 0x5a, sizeof row);
    row.size = offsetof (struct fid_cause_row, text) + sizeof row.text;
    unsigned char *end = (unsigned char *)&row + row.size;
    ok (fid_result_cause_get (r, 0, &row, &err) == 0 && row.text == whole.text,
        "a shorter row is filled in");
    ok (row.size < sizeof row, "which has fewer members than the library's");
    size_t kept = 0;
    for (size_t i = row.size; i < sizeof row; i++)
        kept += end[i - row.size] == 0x5a;
    ok (kept == sizeof row - row.size, "and nothing is written behind it");
}

static void test_later_sizes (const struct fid_run *real, const struct fid_run *emulation,
                              const struct fid_result *r)
{
    struct later_options o = {.now = {.size = sizeof o, .window = "lunch"}};
    ok (!pair_text (real, emulation, &o.now) && strstr (err.text, "lunch"),
        "a longer struct is read: %s", err.text);
    o.now.window = NULL;
    char *plain = pair_text (real, emulation, NULL);
    char *text = pair_text (real, emulation, &o.now);
    ok_str (text, plain,
            "options that only later versions have do nothing if they are not set");
    free (text);
    free (plain);
    o.later = &o;
    ok (!pair_text (real, emulation, &o.now) && err.status == FID_EUSAGE &&
            strstr (err.text, "fid_compare_options"),
        "and are refused if they are: %s", err.text);

    struct fid_cause_row whole = {.size = sizeof whole};
    struct later_cause row = {.now = {.size = sizeof row}, .later = -1};
    ok (fid_result_cause_get (r, 0, &whole, &err) == 0 &&
            fid_result_cause_get (r, 0, &row.now, &err) == 0 && row.now.text == whole.text,
        "a longer row is filled in");
    ok (row.now.size == sizeof row, "its size is the caller's");
    ok (row.later == -1, "and its later members stay as they were");
}

static void test_open_options (void)
{
    struct fid_open_options o = {.size = sizeof o, .has_utc_offset = 1, .utc_offset_s = NAN};
    ok (!open_run ("UNET3D_real_r2", &o) && err.status == FID_EUSAGE, "a zone that is NaN");
    o.utc_offset_s = 64801;
    ok (!open_run ("UNET3D_real_r2", &o) && err.status == FID_EUSAGE, "a zone too far");
    for (int k = 0; k < 4; k++) {
        static const size_t wrong[] = {0, 8, 13, 1 << 20};
        o = (struct fid_open_options){.size = wrong[k]};
        ok (!open_run ("UNET3D_real_r2", &o) && err.status == FID_EUSAGE &&
                strstr (err.text, "fid_open_options"),
            "a struct of size %zu: %s", o.size, err.text);
    }
    ok (!fid_run_open (data ("result"), NULL, &err) && err.status == FID_EINPUT,
        "a directory without traces");
    ok (!fid_run_open (data ("none"), NULL, NULL), "no directory, and no error wanted");
    o = (struct fid_open_options){.size = sizeof o, .roles = made ("none")};
    ok (!open_run ("UNET3D_real_r2", &o) && err.status == FID_EINPUT, "no file with roles: %s",
        err.text);
}

/* A digest in the place of a run: the same result; other options and damage are refused. */
static void test_digest (const struct fid_run *real, const struct fid_run *emulation)
{
    char dir[4096], path[300];
    snprintf (dir, sizeof dir, "%s", data ("runs/UNET3D_real_r2"));
    snprintf (path, sizeof path, "%s", made ("UNET3D_real_r2.fidlio"));
    ok (fid_digest_save (dir, path, NULL, &err) == 0, "a digest is written");
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
    struct fid_open_options open = {.size = sizeof open, .all_processes = 1};
    ok (!fid_run_open (path, &open, &err) && err.status == FID_EINPUT, "other options: %s",
        err.text);
    struct fid_digest_options o = {.size = sizeof o, .open = &open};
    int rc = fid_digest_save (dir, path, &o, &err);
    run = rc ? NULL : fid_run_open (path, &open, &err);
    ok (run != NULL, "made with them, replacing the first: %s", run ? "" : err.text);
    fid_run_destroy (run);
    ok (truncate (path, 3000) == 0 && !fid_run_open (path, &open, &err) &&
            err.status == FID_EINPUT,
        "a damaged one: %s", err.text);
    ok (fid_digest_save (data ("none"), path, NULL, &err) == -1 && err.status == FID_EINPUT,
        "no run: %s", err.text);
    ok (fid_digest_save (dir, made ("none/x.fidlio"), NULL, &err) == -1 &&
            err.status == FID_EINTERNAL,
        "no folder: %s", err.text);
    o.size = 1;
    ok (fid_digest_save (dir, path, &o, NULL) == -1, "a struct of unknown size");
}

/* Every read is a log's: what files are for is an option, and recorded. */
static void test_roles (const struct fid_run *emulation)
{
    char path[300];
    snprintf (path, sizeof path, "%s", made ("my-roles"));
    FILE *f = fopen (path, "w");
    fputs ("* log\n", f);
    fclose (f);
    struct fid_open_options o = {.size = sizeof o, .roles = path};
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
        o.size = sizeof o;
        char *text = pair_text (real, emulation, &o);
        ok (!text && err.status == FID_EUSAGE, "%s is refused: %s", wrong[i].what, err.text);
        free (text);
    }
    struct fid_compare_options zero = {0};
    ok (!pair_text (real, emulation, &zero) && err.status == FID_EUSAGE,
        "options without their size");

    char *plain = pair_text (real, emulation, NULL);
    zero.size = sizeof zero;
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
        o.size = sizeof o;
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
    struct fid_open_options o = {.size = sizeof o, .all_processes = 1};
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

/* ---- rows */

static int has_text (const char *json, const char *key, const char *value)
{
    char want[600];
    snprintf (want, sizeof want, "\"%s\": \"%s\"", key, value);
    return strstr (json, want) != NULL;
}

/* What each profile says, and its clauses. */
static void test_profiles (const struct fid_result *r, const struct fid_result_summary *s)
{
    for (size_t i = 0; i < s->profile_n; i++) {
        struct fid_profile_row p = {.size = sizeof p};
        struct fid_profile_clause_row c = {.size = sizeof c};
        size_t met = 0, whole = 0;
        double shares = 0, last = 1;
        int rc = fid_result_profile_get (r, i, &p, &err);
        ok (rc == 0 && p.text && p.verdict && p.similarity_low <= p.similarity &&
                p.similarity <= p.similarity_high &&
                (strcmp (p.verdict, "cannot tell") == 0) == (p.reason != NULL),
            "profile %s", shown (p.text));
        if (i == 0)
            ok (strcmp (p.profile, s->profile) == 0 && p.similarity == s->similarity &&
                    strcmp (p.verdict, s->verdict) == 0,
                "that in use has the similarity of the summary");
        for (size_t k = 0; k < p.clause_n; k++) {
            whole += fid_result_clause_get (r, i, k, &c, &err) == 0 && strchr (c.name, '.') &&
                     c.text && c.grade >= 0 && c.grade <= 1 && c.share >= 0 && c.share <= last;
            met += strcmp (c.status, "met") == 0;
            shares += c.share;
            last = c.share;
        }
        ok (whole == p.clause_n && met == p.met_n &&
                (fabs (shares - 1) < 1e-8 || (shares == 0 && p.similarity > 1 - 1e-9)),
            "  its %zu clauses, the largest share first; %zu are met", p.clause_n, met);
        ok (fid_result_clause_get (r, i, p.clause_n, &c, &err) == -1 &&
                err.status == FID_EUSAGE,
            "  and not one more");
    }
    struct fid_profile_row none = {.size = sizeof none};
    struct fid_profile_clause_row c = {.size = sizeof c};
    ok (fid_result_profile_get (r, s->profile_n, &none, &err) == -1 && !none.profile &&
            fid_result_clause_get (r, s->profile_n, 0, &c, &err) == -1,
        "no profile behind the last");
}

/* Profiles by name and from a file. */
static void test_profile (const struct fid_run *real, const struct fid_run *emulation)
{
    struct fid_profile *p = fid_profile_open ("read", &err);
    struct fid_compare_options o = {.size = sizeof o, .profile = p};
    ok (p && strcmp (fid_profile_name (p), "read") == 0 && *fid_profile_about (p),
        "a shipped profile: %s", p ? fid_profile_about (p) : err.text);
    char *text = pair_text (real, emulation, &o);
    ok (text && strstr (text, "\"profile\": \"read\""), "is used");
    free (text);
    fid_profile_destroy (p);

    char path[300];
    snprintf (path, sizeof path, "%s", made ("mine.conf"));
    FILE *f = fopen (path, "w");
    fputs ("about my own\nkey data.read.bytes\n", f);
    fclose (f);
    o.profile = p = fid_profile_open (path, &err);
    ok (p && strcmp (fid_profile_name (p), "mine.conf") == 0 &&
            strcmp (fid_profile_about (p), "my own") == 0,
        "one's own, from a file");
    struct fid_result *r = fid_result_create (&real, 1, &emulation, 1, &o, NULL, &err);
    struct fid_result_summary s = {.size = sizeof s};
    ok (r && fid_result_get (r, &s, &err) == 0 && strcmp (s.profile, "mine.conf") == 0 &&
            s.profile_n == 6,
        "is used, and listed with the shipped ones");
    fid_result_destroy (r);
    fid_profile_destroy (p);
    fid_profile_destroy (NULL);
    f = fopen (path, "w");
    fputs ("grade lunch.*\n", f);
    fclose (f);
    ok (!fid_profile_open (path, &err) && err.status == FID_EUSAGE &&
            strstr (err.text, "mine.conf:1: "),
        "a mistake in it: %s", err.text);
    ok (!fid_profile_open ("lunch", &err) && err.status == FID_EUSAGE, "no such profile: %s",
        err.text);
    ok (!fid_profile_open (made ("none.conf"), NULL), "no such file, and no error wanted");
}

static void test_rows (const struct fid_run *real, const struct fid_run *emulation)
{
    struct fid_series *series = NULL;
    struct fid_result *r = fid_result_create (&real, 1, &emulation, 1, NULL, &series, &err);
    if (!ok (r && series, "a result with series"))
        return;
    char *text = fid_result_text (r, &err);
    struct fid_result_summary s = {.size = sizeof s};
    ok (fid_result_get (r, &s, &err) == 0 && s.size == sizeof s, "a summary");
    ok_str (s.real, "UNET3D_real_r2", "of a real run");
    ok_str (s.emulation, "UNET3D_dlio_r2", "and an emulation");
    ok_str (s.real_workload, "unet3d", "of a workload");
    ok_str (s.profile, "storage", "an emulation is judged by storage");
    ok (strcmp (s.verdict, "cannot tell") == 0 && s.similarity > 0 && s.similarity < 1 &&
            s.similarity_low <= s.similarity && s.similarity <= s.similarity_high,
        "%s: similarity %.3f (%.3f to %.3f)", s.verdict, s.similarity, s.similarity_low,
        s.similarity_high);
    ok (!s.noise && !s.similarity_reason, "without calibration the noise is unknown");
    ok (s.compared_group_n > 3 && s.group_n >= s.compared_group_n && s.cause_n > 0 &&
            s.finding_n > 0 && s.profile_n == 5,
        "groups, causes, findings and profiles are counted");
    size_t measure_n = 0, known = 0, graded = 0;
    for (size_t i = 0; i < s.resource_n; i++) {
        struct fid_resource_row row = {.size = sizeof row};
        ok (fid_result_resource_get (r, i, &row, &err) == 0 &&
                has_text (text, "resource", row.resource) &&
                (row.grade < 0 || strcmp (row.status, "compared") == 0) && row.window &&
                (row.grade < 0) == (row.weight < 0) && row.grade_low <= row.grade &&
                row.grade <= row.grade_high &&
                (strcmp (row.status, "not compared") != 0 || row.reason),
            "resource %s: %s", shown (row.resource), shown (row.status));
        graded += row.grade >= 0;
        for (size_t k = 0; k < row.measure_n; k++) {
            struct fid_measure_row m = {.size = sizeof m};
            measure_n++;
            known +=
                fid_result_measure_get (r, i, k, &m, &err) == 0 && m.facet && m.metric &&
                m.quantity && strncmp (m.name, row.resource, strlen (row.resource)) == 0 &&
                (m.reason ? m.distance == -1 && m.grade == -1 : m.distance >= 0 && m.unit) &&
                m.noise == -1 && (m.grade >= 0) == (m.clause != NULL) &&
                (m.tolerance > 0) == (m.clause != NULL) && (!m.key || m.clause);
        }
        struct fid_measure_row none = {.size = sizeof none};
        ok (fid_result_measure_get (r, i, row.measure_n, &none, &err) == -1 &&
                err.status == FID_EUSAGE,
            "and not one measure more");
    }
    ok (measure_n > 30 && known == measure_n, "%zu of %zu measures", known, measure_n);
    ok (graded > 5, "%zu resources have grades", graded);
    test_profiles (r, &s);
    struct fid_cause_row cause = {.size = sizeof cause};
    ok (fid_result_cause_get (r, 0, &cause, &err) == 0 && has_text (text, "text", cause.text),
        "a cause: %s", shown (cause.text));
    test_earlier_sizes (real, emulation, r);
    test_later_sizes (real, emulation, r);
    struct fid_finding_row finding = {.size = sizeof finding};
    ok (fid_result_finding_get (r, 0, &finding, &err) == 0 &&
            has_text (text, "severity", finding.severity),
        "a finding: %s", shown (finding.text));
    finding.size = 4;
    ok (fid_result_finding_get (r, 0, &finding, &err) == -1 && err.status == FID_EUSAGE &&
            strstr (err.text, "fid_finding_row"),
        "a row whose size was not set");
    struct fid_resource_row row = {.size = sizeof row};
    ok (fid_result_resource_get (r, s.resource_n, &row, &err) == -1 && !row.resource,
        "no resource behind the last");

    ok (fid_result_save (r, made ("sub/dir"), &err) == 0, "saved");
    struct fid_result *again =
        fid_result_open (made ("sub/dir/UNET3D_real_r2__UNET3D_dlio_r2.json"), &err);
    char *same = again ? fid_result_text (again, &err) : NULL;
    ok_str (same, text, "and read again");
    fid_result_destroy (again);
    ok (!fid_result_open (made ("none.json"), &err) && err.status == FID_EINPUT,
        "no such file");

    /* series */
    size_t there = 0;
    struct fid_curve_row c = {.size = sizeof c};
    for (size_t i = 0; i < fid_series_count (series); i++) {
        ok (fid_series_get (series, i, &c, &err) == 0 && c.resource && c.quantity && c.unit,
            "series %s, %s, %s", shown (c.resource), shown (c.quantity), shown (c.unit));
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
    ok (same && strncmp (same, "{\n  \"schema\": \"fidlio.series/1\"", 30) == 0,
        "the text of the series");
    free (same);
    free (text);
    fid_series_destroy (series);
    fid_series_destroy (NULL);
    fid_result_destroy (r);
    fid_result_destroy (NULL);
}

static void test_registry (void)
{
    static const struct {
        enum fid_registry registry;
        const char *name;
    } has[] = {{FID_REGISTRY_READERS, "bpftrace_bio"},
               {FID_REGISTRY_METRICS, "dtw"},
               {FID_REGISTRY_RESOURCES, "block.read"},
               {FID_REGISTRY_PROFILES, "storage"}};
    for (size_t k = 0; k < 4; k++) {
        struct fid_registry_row row = {.size = sizeof row};
        int seen = 0, complete = 1;
        size_t n = fid_registry_count (has[k].registry);
        for (size_t i = 0; i < n; i++) {
            complete &= fid_registry_get (has[k].registry, i, &row, &err) == 0 && row.name &&
                        row.doc && !row.group == (k != 2) && !row.unit == (k != 1);
            seen |= strcmp (row.name, has[k].name) == 0;
        }
        ok (seen && complete, "%zu entries, among them %s", n, has[k].name);
        ok (fid_registry_get (has[k].registry, n, &row, &err) == -1, "and no more");
    }
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
    test_rows (real, emulation);
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
