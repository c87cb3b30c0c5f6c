/* test_api.c - the installed interface, used as a program would */
#include "config.h"
#include "tests/tap.h"
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fidlio.h"

static struct fid_error err;
static char scratch[] = "/tmp/fidlio-api-XXXXXX";

/* A string for a message. */
static const char *
shown (const char *s)
{
    return s ? s : "(none)";
}

static const char *
data (const char *name)
{
    static char path[4096];
    snprintf (path, sizeof path, "%s/tests/data/%s", getenv ("srcdir"), name);
    return path;
}

static const char *
made (const char *name)
{
    static char path[200];
    snprintf (path, sizeof path, "%s/%s", scratch, name);
    return path;
}

static struct fid_run *
open_run (const char *name, const struct fid_open_options *options)
{
    char path[200];
    snprintf (path, sizeof path, "runs/%s", name);
    return fid_run_open (data (path), options, &err);
}

/* The text of a pair's result; NULL with err. */
static char *
pair_text (const struct fid_run *real, const struct fid_run *emulation,
           const struct fid_compare_options *options)
{
    struct fid_result *r = fid_result_create (&real, 1, &emulation, 1, options, NULL, &err);
    char *text = r ? fid_result_text (r, &err) : NULL;
    fid_result_destroy (r);
    return text;
}

/* ---- options */

static void
test_open_options (void)
{
    struct fid_open_options o = {.size = sizeof o, .has_utc_offset = 1, .utc_offset_s = NAN};
    ok (!open_run ("UNET3D_real_r2", &o) && err.status == FID_EUSAGE, "a zone that is NaN");
    o.utc_offset_s = 64801;
    ok (!open_run ("UNET3D_real_r2", &o) && err.status == FID_EUSAGE, "a zone too far");
    for (int k = 0; k < 3; k++) {
        o = (struct fid_open_options){.size = k == 0   ? 0
                                              : k == 1 ? sizeof o + 8
                                                       : sizeof o - 8};
        ok (!open_run ("UNET3D_real_r2", &o) && err.status == FID_EUSAGE &&
                strstr (err.text, "fid_open_options"),
            "a struct of unknown size (%zu): %s", o.size, err.text);
    }
    ok (!fid_run_open (data ("result/good"), NULL, &err) && err.status == FID_EINPUT,
        "a directory without traces");
    ok (!fid_run_open (data ("none"), NULL, NULL), "no directory, and no error wanted");
}

static void
test_compare_options (const struct fid_run *real, const struct fid_run *emulation)
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
        {{.within_run_intervals = 1}, "\"within_run_ci\": true"},
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
static void
test_recorded (const struct fid_run *real, const struct fid_run *emulation)
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

static int
has_text (const char *json, const char *key, const char *value)
{
    char want[600];
    snprintf (want, sizeof want, "\"%s\": \"%s\"", key, value);
    return strstr (json, want) != NULL;
}

static void
test_rows (const struct fid_run *real, const struct fid_run *emulation)
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
    ok (s.similarity > 0.5 && s.similarity < 1 && s.score == -1 && s.score_low == -1 &&
            s.similarity_low == -1,
        "without calibration there is no score");
    ok (s.group_n == 7 && s.compared_group_n == 6 && s.cause_n > 0 && s.finding_n > 0,
        "groups, causes and findings are counted");
    size_t measure_n = 0, known = 0;
    for (size_t i = 0; i < s.resource_n; i++) {
        struct fid_resource_row row = {.size = sizeof row};
        ok (fid_result_resource_get (r, i, &row, &err) == 0 &&
                has_text (text, "resource", row.resource) &&
                (strcmp (row.status, "not compared") == 0) == (row.similarity < 0) &&
                (row.similarity < 0) == (row.reason != NULL),
            "resource %s: %s", shown (row.resource), shown (row.status));
        for (size_t k = 0; k < row.measure_n; k++) {
            struct fid_measure_row m = {.size = sizeof m};
            measure_n++;
            known += fid_result_measure_get (r, i, k, &m, &err) == 0 && m.facet && m.metric &&
                     m.quantity &&
                     (m.reason ? m.similarity == -1
                               : m.similarity >= 0 && m.distance >= 0 && m.unit) &&
                     m.noise == -1 && m.score == -1;
        }
        struct fid_measure_row none = {.size = sizeof none};
        ok (fid_result_measure_get (r, i, row.measure_n, &none, &err) == -1 &&
                err.status == FID_EUSAGE,
            "and not one measure more");
    }
    ok (measure_n > 30 && known == measure_n, "%zu of %zu measures", known, measure_n);
    struct fid_cause_row cause = {.size = sizeof cause};
    ok (fid_result_cause_get (r, 0, &cause, &err) == 0 && has_text (text, "text", cause.text),
        "a cause: %s", shown (cause.text));
    struct fid_finding_row finding = {.size = sizeof finding};
    ok (fid_result_finding_get (r, 0, &finding, &err) == 0 &&
            has_text (text, "severity", finding.severity),
        "a finding: %s", shown (finding.text));
    finding.size = 4;
    ok (fid_result_finding_get (r, 0, &finding, &err) == -1 && err.status == FID_EUSAGE &&
            strstr (err.text, "fid_finding_row"),
        "a row of unknown size");
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

/* ---- several runs, calibration, gate */

static void
test_calibration (const struct fid_run *const *run, const struct fid_run *emulation)
{
    struct fid_compare_options o = {.size = sizeof o, .thread_n = 2};
    struct fid_calibration *c = fid_calibration_create (run, 3, &o, &err);
    if (!ok (c != NULL, "a calibration"))
        return;
    struct fid_calibration_row row = {.size = sizeof row};
    ok (fid_calibration_count (c) == 1 && fid_calibration_get (c, 0, &row, &err) == 0 &&
            strcmp (row.workload, "unet3d") == 0 && row.repeat_n == 2 && row.unrelated_n == 1 &&
            row.informative_n > 0 && row.informative_n <= row.measure_n,
        "of one workload");
    ok (fid_calibration_get (c, 1, &row, &err) == -1, "and no more");
    ok (fid_calibration_save (c, made ("calibration.json"), &err) == 0, "is saved");
    ok (fid_calibration_save (c, made ("none/calibration.json"), &err) == -1 &&
            err.status == FID_EINTERNAL,
        "not where there is no directory");
    struct fid_calibration *again = fid_calibration_open (made ("calibration.json"), &err);
    ok (again != NULL, "and read again");
    ok (!fid_calibration_open (made ("none.json"), &err) && err.status == FID_EINPUT,
        "no such file");

    o.calibration = c;
    char *text = pair_text (run[0], emulation, &o);
    o.calibration = again;
    char *same = pair_text (run[0], emulation, &o);
    ok_str (same, text, "which scores the same");
    free (text);
    free (same);
    o.has_penalty = 1;
    ok (!pair_text (run[0], emulation, &o) && err.status == FID_EUSAGE,
        "other options than the calibration's: %s", err.text);
    o.has_penalty = 0;
    ok (!fid_calibration_create (run, 3, &o, &err) && err.status == FID_EUSAGE,
        "a calibration is not made with one");

    struct fid_result *r = fid_result_create (run, 2, &emulation, 1, &o, NULL, &err);
    struct fid_result_summary s = {.size = sizeof s};
    struct fid_measure_row m = {.size = sizeof m};
    ok (r && fid_result_get (r, &s, &err) == 0 && strcmp (s.real, "UNET3D_real_r2+1") == 0,
        "two real runs");
    ok (s.score >= 0 && s.score < 1 && s.score_low >= 0 && s.score_high >= s.score_low,
        "have a score with an interval");
    ok (r && fid_result_measure_get (r, 0, 0, &m, &err) == 0 && m.noise >= 0 &&
            m.chance >= 0,
        "and measures with noise");
    fid_result_destroy (r);
    const struct fid_run *twice[] = {run[0], run[0]};
    ok (!fid_result_create (twice, 2, &emulation, 1, NULL, NULL, &err) &&
            err.status == FID_EINPUT,
        "a run is no repeat of itself");
    ok (!fid_result_create (run, 0, &emulation, 1, NULL, NULL, &err) &&
            err.status == FID_EUSAGE,
        "no run at all");
    o = (struct fid_compare_options){.size = sizeof o, .within_run_intervals = 1};
    ok (!fid_result_create (run, 2, &emulation, 1, &o, NULL, &err) && err.status == FID_EUSAGE,
        "intervals within runs are for one run a side");
    fid_calibration_destroy (c);
    fid_calibration_destroy (again);
}

static void
test_gate (const struct fid_run *real)
{
    static const char *const emulations[] = {"UNET3D_dlio_r2", "UNET3D_dlio_nockpt_r1"};
    for (int k = 0; k < 2; k++) {
        struct fid_run *run = open_run (emulations[k], NULL);
        const struct fid_run *emulation = run;
        struct fid_result *r = fid_result_create (&real, 1, &emulation, 1, NULL, NULL, &err);
        fid_result_save (r, made ("results"), &err);
        fid_result_destroy (r);
        fid_run_destroy (run);
    }
    char dir[300], path[300];
    snprintf (dir, sizeof dir, "%s", made ("results"));
    snprintf (path, sizeof path, "%s", made ("baseline.json"));
    ok (fid_baseline_save (dir, path, &err) == 0, "a baseline");
    ok (fid_baseline_save (made ("none"), path, &err) == -1 && err.status == FID_EINPUT,
        "not of a directory that is missing");
    struct fid_gate_options o = {.size = sizeof o, .seed = 3};
    struct fid_gate_result *g = fid_gate_create (path, dir, &o, &err);
    ok (g && fid_gate_worst (g) == FID_GATE_INCONCLUSIVE, "one run of each cannot be judged");
    struct fid_gate_row row = {.size = sizeof row};
    ok (g && fid_gate_count (g) > 0 && fid_gate_get (g, 0, &row, &err) == 0 &&
            strcmp (row.kind, "trial") == 0 && strcmp (row.workload, "unet3d") == 0 &&
            row.delta == 0 && row.reason,
        "a row: %s", shown (row.reason));
    ok (g && fid_gate_get (g, fid_gate_count (g), &row, &err) == -1, "and no more");
    fid_gate_destroy (g);

    char limits[300];
    snprintf (limits, sizeof limits, "%s", made ("limits"));
    FILE *f = fopen (limits, "w");
    fputs ("* overall - min_similarity 0.999\n", f);
    fclose (f);
    o.limits = limits;
    g = fid_gate_create (NULL, dir, &o, &err);
    ok (g && fid_gate_worst (g) == FID_GATE_FAIL && fid_gate_count (g) == 2,
        "two configurations miss a limit");
    ok (g && fid_gate_get (g, 0, &row, &err) == 0 && isnan (row.delta) &&
            strcmp (row.kind, "threshold") == 0,
        "without a test");
    fid_gate_destroy (g);
    fid_gate_destroy (NULL);
    ok (!fid_gate_create (NULL, dir, NULL, &err) && err.status == FID_EUSAGE,
        "against nothing");
    o = (struct fid_gate_options){.size = sizeof o, .alpha = NAN};
    ok (!fid_gate_create (path, dir, &o, &err) && err.status == FID_EUSAGE, "alpha is NaN");
    o = (struct fid_gate_options){.size = sizeof o, .has_margin = 1, .margin = -1};
    ok (!fid_gate_create (path, dir, &o, &err) && err.status == FID_EUSAGE,
        "a negative margin");
    ok (!fid_gate_create (path, made ("none"), NULL, &err) && err.status == FID_EINPUT,
        "no such directory");
}

/* ---- batches */

struct watch {
    size_t called_n, done, total, limit, message_n;
};

static void
progress (void *ctx, size_t done, size_t total)
{
    struct watch *w = ctx;
    w->called_n++;
    w->done = done;
    w->total = total;
}

static int
cancelled (void *ctx)
{
    const struct watch *w = ctx;
    return w->done >= w->limit;
}

static void
message (void *ctx, const char *text)
{
    struct watch *w = ctx;
    w->message_n += *text != '\0';
}

static struct fid_batch *
make_batch (void)
{
    static const char *const emulations[] = {"UNET3D_dlio_r2", "BERT_dlio_r2"};
    struct fid_batch *b = fid_batch_create (&err);
    char path[200];
    int rc = fid_batch_add_real (b, data ("runs/UNET3D_real_r2"), &err);
    for (int i = 0; i < 2; i++) {
        snprintf (path, sizeof path, "runs/%s", emulations[i]);
        rc |= fid_batch_add_emulation (b, data (path), &err);
    }
    snprintf (path, sizeof path, "%s/broken", scratch);
    mkdir (path, 0777);
    rc |= fid_batch_add_emulation (b, path, &err);
    ok (rc == 0, "runs are added");
    return b;
}

static void
test_batch (void)
{
    char results[200];
    snprintf (results, sizeof results, "%s", made ("batch"));
    struct watch w = {.limit = 1};
    struct fid_open_options open = {.size = sizeof open, .all_processes = 1};
    struct fid_batch_options o = {.size = sizeof o,
                                  .open = &open,
                                  .thread_n = 1,
                                  .ctx = &w,
                                  .progress = progress,
                                  .cancelled = cancelled,
                                  .message = message};
    struct fid_batch_totals t = {.size = sizeof t};
    struct fid_batch_row row = {.size = sizeof row};

    struct fid_batch *b = make_batch ();
    ok (fid_batch_compare (b, results, &o, &t, &err) == -1 && err.status == FID_EPARTIAL,
        "a cancelled batch: %s", err.text);
    ok (t.pair_n == 3 && t.compared_n + t.failed_n == 1, "has done one pair");
    ok (w.message_n > 0 && !t.calibrated, "and says why there are no scores");
    fid_batch_destroy (b);

    size_t first = t.compared_n;
    w = (struct watch){.limit = 9};
    o.thread_n = 2;
    b = make_batch ();
    ok (fid_batch_compare (b, results, &o, &t, &err) == 0, "the next one goes on");
    ok (t.kept_n == first && t.compared_n == 2 - first && t.failed_n == 1,
        "keeps what was done");
    ok (w.called_n == w.total + 1 && w.done == w.total && w.total == 3 - first,
        "and reports its progress");
    size_t failed = 0;
    for (size_t i = 0; i < fid_batch_count (b); i++) {
        ok (fid_batch_get (b, i, &row, &err) == 0 && row.size == sizeof row &&
                strcmp (row.real, "UNET3D_real_r2") == 0,
            "pair %s", shown (row.file));
        failed += row.state == FID_PAIR_FAILED && row.error.status == FID_EINPUT &&
                  strcmp (row.emulation, "broken") == 0;
    }
    ok (failed == 1, "one has failed, and says why");
    ok (fid_batch_get (b, fid_batch_count (b), &row, &err) == -1, "no pair behind the last");
    struct fid_result *r =
        fid_result_open (made ("batch/UNET3D_real_r2__UNET3D_dlio_r2.json"), &err);
    char *text = r ? fid_result_text (r, &err) : NULL;
    ok (text && strstr (text, "\"all_processes\": true"), "a result, with the options used");
    free (text);
    fid_result_destroy (r);
    fid_batch_destroy (b);
    fid_batch_destroy (NULL);

    struct fid_calibration *c = fid_calibration_open (made ("calibration.json"), &err);
    struct fid_compare_options compare = {.size = sizeof compare, .calibration = c};
    b = make_batch ();
    o.compare = &compare;
    ok (c && fid_batch_compare (b, results, &o, &t, &err) == -1 && err.status == FID_EUSAGE,
        "a calibration comes from a file: %s", err.text);
    compare.calibration = NULL;
    compare.tolerance_s = NAN;
    compare.has_tolerance = 1;
    ok (fid_batch_compare (b, results, &o, &t, &err) == -1 && err.status == FID_EUSAGE,
        "options are checked");
    t.size = 1;
    ok (fid_batch_compare (b, results, NULL, &t, &err) == -1 && err.status == FID_EUSAGE,
        "so is the room for totals");
    fid_batch_destroy (b);
    fid_calibration_destroy (c);
    b = fid_batch_create (&err);
    ok (fid_batch_compare (b, results, NULL, NULL, &err) == -1 && err.status == FID_EUSAGE,
        "an empty batch: %s", err.text);
    ok (fid_batch_add_manifest (b, made ("none"), &err) == -1 && err.status == FID_EINPUT,
        "no such manifest");
    fid_batch_destroy (b);
}

static void
test_registry (void)
{
    static const struct {
        enum fid_registry registry;
        const char *name;
    } has[] = {{FID_REGISTRY_READERS, "bpftrace_bio"},
               {FID_REGISTRY_METRICS, "dtw"},
               {FID_REGISTRY_RESOURCES, "block.read"}};
    for (size_t k = 0; k < 3; k++) {
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

/* ---- threads */

struct job {
    const struct fid_run *real, *emulation;
    char *text;
    int opened;
};

static void *
work (void *arg)
{
    struct job *job = arg;
    struct fid_error mine;
    struct fid_result *r =
        fid_result_create (&job->real, 1, &job->emulation, 1, NULL, NULL, &mine);
    job->text = r ? fid_result_text (r, &mine) : NULL;
    fid_result_destroy (r);
    char path[4096];
    snprintf (path, sizeof path, "%s/calibration.json", scratch);
    for (int i = 0; i < 5; i++) {
        struct fid_calibration *c = fid_calibration_open (path, &mine);
        job->opened += c != NULL;
        fid_calibration_destroy (c);
    }
    return NULL;
}

static void
test_threads (const struct fid_run *real, const struct fid_run *emulation)
{
    char *text = pair_text (real, emulation, NULL);
    struct job job[3];
    pthread_t thread[3];
    for (int i = 0; i < 3; i++) {
        job[i] = (struct job){real, emulation, NULL, 0};
        pthread_create (&thread[i], NULL, work, &job[i]);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join (thread[i], NULL);
        ok (job[i].text && strcmp (job[i].text, text) == 0, "thread %d gets the same", i);
        ok_int (job[i].opened, 5, "and reads files");
        free (job[i].text);
    }
    free (text);
}

int
main (void)
{
    char version[40];
    snprintf (version, sizeof version, "%d.%d.%d", FID_VERSION_MAJOR, FID_VERSION_MINOR,
              FID_VERSION_PATCH);
    ok_str (fid_version (), version, "header and library are of one version");
    ok (FID_VERSION_NUMBER ==
            FID_VERSION_MAJOR * 10000 + FID_VERSION_MINOR * 100 + FID_VERSION_PATCH,
        "which is a number, too");
    if (!ok (mkdtemp (scratch) != NULL, "a scratch folder"))
        return tap_done ();
    struct fid_run *real = open_run ("UNET3D_real_r2", NULL);
    struct fid_run *repeat = open_run ("UNET3D_real_r4", NULL);
    struct fid_run *other = open_run ("BERT_real_r2", NULL);
    struct fid_run *emulation = open_run ("UNET3D_dlio_r2", NULL);
    if (!ok (real && repeat && other && emulation, "runs are read"))
        return tap_done ();
    ok_str (fid_run_name (real), "UNET3D_real_r2", "and have names");
    ok_str (fid_run_workload (real), "unet3d", "and a workload");
    ok (fid_run_traces_hash (real) != fid_run_traces_hash (repeat), "and traces of their own");

    test_open_options ();
    test_compare_options (real, emulation);
    test_recorded (real, emulation);
    test_rows (real, emulation);
    test_calibration ((const struct fid_run *[]){real, repeat, other}, emulation);
    test_gate (real);
    test_batch ();
    test_registry ();
    test_threads (real, emulation);
    fid_run_destroy (real);
    fid_run_destroy (repeat);
    fid_run_destroy (other);
    fid_run_destroy (emulation);
    fid_run_destroy (NULL);
    char command[100];
    snprintf (command, sizeof command, "rm -r %s", scratch);
    ok (system (command) == 0, "the scratch folder goes");
    return tap_done ();
}
