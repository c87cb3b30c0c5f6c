/* calibrations: guards, the document and what is refused, recorded runs */
#include "config.h"
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>
#include <xxhash.h>
#include "base/jsonbuild.h"
#include "compare/compare.h"
#include "compare/comparison.h"
#include "compare/plan.h"
#include "readers/load.h"
#include "tests/tap.h"

static const struct fid_run_opts run_opts = {0};

static bool
says (const struct fid_error *err, const char *text)
{
    bool found = strstr (err->text, text) != NULL;
    if (!found)
        diag ("'%s' is not in '%s'", text, err->text);
    return found;
}

/* ---- a calibration made by hand */

static double *
copy (const double *x, size_t n)
{
    double *y = malloc (n * sizeof *y);
    if (!y)
        abort ();
    return memcpy (y, x, n * sizeof *y);
}

static struct fid_calibration *
by_hand (void)
{
    static const double repeat[4] = {-1, 1. / 3, 0.25, -1}, unrelated[2] = {2, M_PI};
    struct fid_calibration *c = calloc (1, sizeof *c);
    if (!c || !(c->set = calloc (1, sizeof *c->set)))
        abort ();
    struct fid_cal_set *set = c->set;
    snprintf (c->version, sizeof c->version, "%s", fid_version ());
    snprintf (c->window, sizeof c->window, "job");
    c->penalty = 0.05;
    c->tolerance_s = 1;
    c->set_n = 1;
    snprintf (set->workload, sizeof set->workload, "w");
    set->run = calloc (2, sizeof *set->run);
    set->other = calloc (1, sizeof *set->other);
    set->measure = calloc (1, sizeof *set->measure);
    if (!set->run || !set->other || !set->measure)
        abort ();
    set->run_n = 2;
    set->other_n = set->measure_n = 1;
    set->run[0] = (struct fid_cal_run){"a", "w", 0xfedcba9876543210};
    set->run[1] = (struct fid_cal_run){"b", "w", 2};
    set->other[0] = (struct fid_cal_run){"c \"x\"", "v", 3};
    set->scales.step_s = 0.5;
    set->measure[0] = (struct fid_cal_measure){.resource = FID_RESOURCE_CPU,
                                               .facet = FID_FACET_VOLUME,
                                               .metric = fid_metric_find ("ratio"),
                                               .quantity = FID_QUANTITY_BUSY_PCT_S,
                                               .repeat = copy (repeat, 4),
                                               .unrelated = copy (unrelated, 2),
                                               .noise = 7. / 24,
                                               .chance = 2.5,
                                               .auc = 1,
                                               .informative = true};
    return c;
}

/* Put the hash the contents have. */
static void
sign (cJSON *doc)
{
    struct fid_error err;
    char hex[17];
    cJSON *body = cJSON_Duplicate (doc, 1);
    cJSON_DeleteItemFromObject (body, "hash");
    char *text = fid_json_line (body, &err);
    snprintf (hex, sizeof hex, "%016llx",
              (unsigned long long)XXH3_64bits (text, strlen (text)));
    cJSON_ReplaceItemInObject (doc, "hash", cJSON_CreateString (hex));
    free (text);
    cJSON_Delete (body);
}

static void
document (void)
{
    struct fid_error err = {0};
    struct fid_calibration *c = by_hand (), *back = NULL, *again = NULL;
    cJSON *doc = fid_calibration_json (c, &err);
    char *text = fid_json_text (doc, &err), *text2 = NULL;
    cJSON *parsed = cJSON_Parse (text);
    ok_int (fid_calibration_read (parsed, "x", &back, &err), 0, "reads what it wrote");
    cJSON *doc2 = fid_calibration_json (back, &err);
    text2 = fid_json_text (doc2, &err);
    ok_str (text2, text, "and writes the same bytes");
    cJSON *parsed2 = cJSON_Parse (text2);
    fid_calibration_read (parsed2, "x", &again, &err);
    const struct fid_cal_set *a = &back->set[0], *b = &again->set[0];
    ok (memcmp (a->measure[0].repeat, b->measure[0].repeat, 4 * sizeof (double)) == 0 &&
            memcmp (a->measure[0].unrelated, b->measure[0].unrelated, 2 * sizeof (double)) ==
                0 &&
            memcmp (&a->measure[0].noise, &b->measure[0].noise, sizeof (double)) == 0 &&
            memcmp (&a->scales, &b->scales, sizeof a->scales) == 0,
        "every bit of the numbers comes back");
    ok (back->hash == again->hash && back->hash != 0, "and the hash");
    ok_close (a->measure[0].repeat[1], 1. / 3, 1e-12, "a distance");
    ok_close (a->measure[0].repeat[0], -1, 0, "no distance of a run to itself");
    ok_close (a->measure[0].chance, 2.5, 0, "a chance level");
    ok (a->run[0].hash == 0xfedcba9876543210, "a run's hash");
    ok_str (a->other[0].id, "c \"x\"", "a name");
    ok (a->measure[0].informative, "informative");
    ok (fid_calibration_set (back, "w") == a && !fid_calibration_set (back, "v"),
        "a set is found by its workload");
    cJSON_Delete (parsed);
    cJSON_Delete (parsed2);
    cJSON_Delete (doc);
    cJSON_Delete (doc2);
    free (text);
    free (text2);
    fid_calibration_destroy (c);
    fid_calibration_destroy (back);
    fid_calibration_destroy (again);
}

/* ---- what is refused: an edit of the text of the document */

static const struct {
    const char *what, *from, *to;
    bool sign; /* give it the hash it then has */
    const char *says;
} refused[] = {
    {"a number changed by hand", "\"chance\": 2.5", "\"chance\": 9.5", false,
     "x.json: was changed after it was made: its contents hash to "},
    {"a hash that is none", "\"hash\": \"", "\"hash\": \"zz", false, "was changed"},
    {"another version", "\"version\": \"", "\"version\": \"9.", true, "made by fidlio 9."},
    {"that, unsigned: the version is named", "\"version\": \"", "\"version\": \"9.", false,
     "made by fidlio 9."},
    {"another schema", "fidlio.calibration/1", "fidlio.calibration/2", true,
     "its schema is 'fidlio.calibration/2', not fidlio.calibration/1"},
    {"a result file", "fidlio.calibration/1", "fidlio.pair/1", true, "'fidlio.pair/1'"},
    {"no schema", "\"schema\"", "\"scheme\"", true, "(none)"},
    {"no sets", "\"sets\"", "\"cets\"", true, "hash or sets is missing"},
    {"no window", "\"window\"", "\"wind\"", true, "window is missing"},
    {"no penalty", "\"penalty\"", "\"penal\"", true, "options is missing"},
    {"a level that is text", "\"chance\": 2.5", "\"chance\": \"2\"", true, "a level is missing"},
    {"a level below 0", "\"chance\": 2.5", "\"chance\": -2", true, "a level is missing"},
    {"a distance below 0", "[null, 0.3", "[null, -0.3", true, "a distance is missing"},
    {"a short row", "[null, 0.3", "[0.3", true, "a row of distances is missing"},
    {"an unknown facet", "\"facet\": \"volume\"", "\"facet\": \"volumes\"", true,
     "a measure of a known resource, facet and quantity is missing"},
    {"a scale that is null", "\"step_s\": 0.5", "\"step_s\": null", true, "scales is missing"},
};

static void
refusals (void)
{
    struct fid_error err = {0};
    struct fid_calibration *c = by_hand (), *out = NULL;
    cJSON *good = fid_calibration_json (c, &err);
    char *line = fid_json_line (good, &err);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const char *from = refused[i].from, *at = strstr (line, from);
        char *text = NULL;
        size_t n;
        if (!ok (at != NULL, "%s: there is something to edit", refused[i].what))
            continue;
        FILE *f = open_memstream (&text, &n);
        fprintf (f, "%.*s%s%s", (int)(at - line), line, refused[i].to, at + strlen (from));
        fclose (f);
        cJSON *doc = cJSON_Parse (text);
        if (refused[i].sign)
            sign (doc);
        err = (struct fid_error){0};
        int rc = fid_calibration_read (doc, "x.json", &out, &err);
        ok (rc == -1 && err.status == FID_EINPUT && says (&err, refused[i].says), "refused: %s",
            refused[i].what);
        cJSON_Delete (doc);
        free (text);
    }
    /* one repeat: nothing to resample, no noise */
    cJSON *doc = cJSON_Duplicate (good, 1);
    cJSON *set = cJSON_GetArrayItem (cJSON_GetObjectItem (doc, "sets"), 0);
    cJSON_DeleteItemFromArray (cJSON_GetObjectItem (set, "runs"), 1);
    sign (doc);
    ok (fid_calibration_read (doc, "x.json", &out, &err) == -1 &&
            says (&err, "a second repeat is missing"),
        "refused: a single run");
    cJSON_Delete (doc);
    doc = cJSON_CreateArray ();
    ok (fid_calibration_read (doc, "x.json", &out, &err) == -1, "refused: a list");
    cJSON_Delete (doc);
    ok (out == NULL, "nothing is given out on failure");
    cJSON_Delete (good);
    free (line);
    fid_calibration_destroy (c);
    fid_calibration_destroy (NULL);
}

static void
files (void)
{
    struct fid_error err = {0};
    struct fid_calibration *c = by_hand (), *out = NULL;
    cJSON *doc = fid_calibration_json (c, &err);
    char *text = fid_json_text (doc, &err);
    char path[] = "/tmp/fidlio-cal.XXXXXX";
    int fd = mkstemp (path);
    if (fd < 0)
        abort ();
    FILE *f = fdopen (fd, "w");
    fwrite (text, 1, strlen (text) / 2, f);
    fclose (f);
    ok (fid_calibration_load (path, &out, &err) == -1 && says (&err, "the file is cut"),
        "refused: half a file");
    f = fopen (path, "w");
    fclose (f);
    ok (fid_calibration_load (path, &out, &err) == -1 && says (&err, "the file is empty"),
        "refused: an empty file");
    f = fopen (path, "w");
    fputs (text, f);
    fclose (f);
    ok_int (fid_calibration_load (path, &out, &err), 0, "a whole file is read");
    fid_calibration_destroy (out);
    unlink (path);
    out = NULL;
    ok (fid_calibration_load (path, &out, &err) == -1 && err.status == FID_EINPUT,
        "refused: no file");
    cJSON_Delete (doc);
    free (text);
    fid_calibration_destroy (c);
}

static void
options (void)
{
    static const struct fid_compare_opts plain = {.penalty = -1, .tolerance_s = -1};
    const struct {
        const char *what;
        struct fid_compare_opts opts;
        bool all;
        const char *says; /* NULL: fits */
    } cases[] = {
        {"the defaults", plain, false, NULL},
        {"the defaults in words",
         {.window = "job", .penalty = 0.05, .tolerance_s = 1},
         false,
         NULL},
        {"another window",
         {.window = "whole", .penalty = -1, .tolerance_s = -1},
         false,
         "for the window job, asked for is whole"},
        {"another bin",
         {.dt_s = 1, .penalty = -1, .tolerance_s = -1},
         false,
         "made with --dt the default, asked for is 1"},
        {"another band", {.band_s = 2, .penalty = -1, .tolerance_s = -1}, false, "--band"},
        {"another penalty",
         {.penalty = 0, .tolerance_s = -1},
         false,
         "--penalty 0.05, asked for is 0"},
        {"another tolerance", {.penalty = -1, .tolerance_s = 0}, false, "--tolerance 1"},
        {"all processes", plain, true, "without --all-processes"},
    };
    struct fid_calibration *c = by_hand ();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_error err = {0};
        struct fid_run_opts ro = {.all_processes = cases[i].all};
        int rc = fid_calibration_fits (c, &ro, &cases[i].opts, &err);
        if (!cases[i].says)
            ok_int (rc, 0, cases[i].what);
        else
            ok (rc == -1 && err.status == FID_EUSAGE && says (&err, cases[i].says),
                "refused: %s", cases[i].what);
    }
    fid_calibration_destroy (c);
}

/* ---- recorded runs */

enum { U2, U4, B2, D4, RUNS };

static struct fid_run *run[RUNS];

static bool
load_runs (void)
{
    static const char *const name[RUNS] = {"UNET3D_real_r2", "UNET3D_real_r4", "BERT_real_r2",
                                           "DLRM_real_r4"};
    const char *src = getenv ("srcdir");
    for (int i = 0; i < RUNS; i++) {
        char path[1000];
        struct fid_error err;
        snprintf (path, sizeof path, "%s/tests/data/runs/%s", src ? src : ".", name[i]);
        run[i] = fid_run_load (path, &run_opts, &err);
        if (!ok (run[i] != NULL, "loads %s", name[i])) {
            diag ("%s", err.text);
            return false;
        }
    }
    return true;
}

/* P (repeat < unrelated) by counting, another way than calibrate.c's. */
static double
plain_auc (const struct fid_cal_measure *m, size_t n, size_t k)
{
    double below = 0, pairs = 0;
    for (size_t i = 0; i < n * n; i++)
        for (size_t j = 0; j < n * k; j++)
            if (m->repeat[i] >= 0 && m->unrelated[j] >= 0) {
                pairs += 2;
                below += (m->repeat[i] < m->unrelated[j]) + (m->repeat[i] <= m->unrelated[j]);
            }
    return pairs > 0 ? below / pairs : -1;
}

static void
recorded (void)
{
    struct fid_compare_opts opts = {.penalty = -1, .tolerance_s = -1};
    const struct fid_run *in[RUNS] = {run[U2], run[U4], run[B2], run[D4]};
    const struct fid_run *turned[RUNS] = {run[D4], run[U4], run[B2], run[U2]};
    struct fid_calibration *c = NULL, *other = NULL;
    struct fid_error err = {0};
    if (!ok (fid_calibrate (in, RUNS, &run_opts, &opts, 1, &c, &err) == 0, "calibrates"))
        return;
    ok_int ((long long)c->set_n, 1, "only one workload has repeats");
    ok_int (fid_calibrate (turned, RUNS, &run_opts, &opts, 3, &other, &err), 0, "again");
    ok (c->hash == other->hash && c->hash != 0,
        "the same with three threads and another order of runs");
    const struct fid_cal_set *set = fid_calibration_set (c, "unet3d");
    ok (set && set->run_n == 2 && set->other_n == 2 && set->measure_n > 40, "its set");

    bool auc = true, guard = true, judged = true, named = true;
    size_t good = 0, below_auc = 0, below_ratio = 0;
    for (size_t k = 0; k < set->measure_n; k++) {
        const struct fid_cal_measure *m = &set->measure[k];
        double a = plain_auc (m, set->run_n, set->other_n);
        auc &= fabs (a - m->auc) < 1e-9;
        bool tells = m->noise >= 0 && m->chance >= 0 && m->auc >= FID_CAL_MIN_AUC &&
                     m->chance >= FID_CAL_MIN_RATIO * m->noise;
        judged &= m->informative == tells;
        guard &= !m->informative || m->chance > m->noise;
        named &= m->informative == (m->reason[0] == '\0');
        good += m->informative;
        below_auc += strstr (m->reason, "AUC") != NULL;
        below_ratio += strstr (m->reason, "times as far") != NULL;
    }
    ok (auc, "AUC by plain counting");
    ok (judged, "informative: AUC and the distance of the levels");
    ok (guard, "an informative measure has a gap to score in");
    ok (named, "what has no weight has a reason");
    ok (good > 20 && good < set->measure_n && below_auc && below_ratio,
        "both guards have work: %zu of %zu informative, %zu by AUC, %zu by ratio", good,
        set->measure_n, below_auc, below_ratio);

    /* one distance again, by the comparison itself */
    opts.calibration = c;
    struct fid_pair pair;
    struct fid_resource_result res = {.info = &fid_resources[0], .window = FID_WINDOW_JOB};
    fid_pair_resolve (&pair, run[U2], run[U4], &opts, &err);
    fid_resource_compare (&pair, &res, &err);
    bool agree = false;
    for (size_t k = 0; k < set->measure_n; k++)
        for (size_t f = 0; f < res.measure_n; f++)
            if (set->measure[k].resource == FID_RESOURCE_BLOCK_READ &&
                set->measure[k].facet == FID_FACET_SHAPE &&
                res.measure[f].facet == FID_FACET_SHAPE)
                agree = fabs (res.measure[f].value.distance - set->measure[k].repeat[1]) < 1e-9;
    ok (agree, "a pair of repeats is as far apart in a comparison as in the calibration");

    opts.dt_s = 0.5;
    ok (!fid_compare (run[U2], run[U4], &run_opts, &opts, &err) && says (&err, "--dt"),
        "a comparison with other options is refused");
    opts.dt_s = 0;

    /* a workload the calibration does not have */
    cJSON *doc = fid_compare (run[B2], run[U2], &run_opts, &opts, &err);
    const cJSON *overall = cJSON_GetObjectItem (doc, "overall");
    ok (cJSON_IsNull (cJSON_GetObjectItem (overall, "score")) &&
            cJSON_IsNull (cJSON_GetObjectItem (overall, "score_ci")),
        "a workload without repeats has no score");
    ok_str (cJSON_GetStringValue (cJSON_GetObjectItem (overall, "score_reason")),
            "the calibration has no repeats of this workload", "and says why");
    cJSON_Delete (doc);
    doc = fid_compare (run[U2], run[B2], &run_opts, &opts, &err);
    overall = cJSON_GetObjectItem (doc, "overall");
    double s = cJSON_GetNumberValue (cJSON_GetObjectItem (overall, "score"));
    ok (s >= 0 && s < 0.2, "an unrelated run scores next to nothing: %g", s);
    cJSON_Delete (doc);
    opts.calibration = NULL;

    /* frozen scales are for the bins that are asked for */
    struct fid_calibration *wide = NULL;
    opts.dt_s = 1;
    fid_calibrate (in, RUNS, &run_opts, &opts, 2, &wide, &err);
    double narrow = set->scales.stream[FID_STREAM_DATA_READ];
    ok (wide->set[0].scales.stream[FID_STREAM_DATA_READ] > 1.5 * narrow,
        "a second holds more operations than a tenth of it");
    ok (wide->hash != c->hash, "other options, another calibration");
    opts.dt_s = 0;
    fid_calibration_destroy (wide);

    /* what cannot be calibrated */
    struct fid_calibration *none = NULL;
    ok (fid_calibrate (in + 1, 3, &run_opts, &opts, 1, &none, &err) == -1 &&
            err.status == FID_EINPUT && says (&err, "record the same job again"),
        "no repeats: says what to record");
    const struct fid_run *twice[3] = {run[U2], run[U2], run[B2]};
    ok (fid_calibrate (twice, 3, &run_opts, &opts, 1, &none, &err) == -1 &&
            says (&err, "a run is no repeat of itself"),
        "the same run twice is refused");
    char name[sizeof run[D4]->workload];
    strcpy (name, run[D4]->workload);
    run[D4]->workload[0] = '\0';
    ok (fid_calibrate (in, RUNS, &run_opts, &opts, 1, &none, &err) == -1 &&
            says (&err, "its workload is not known"),
        "a run of an unknown workload is refused");
    strcpy (run[D4]->workload, name);
    ok (fid_calibrate (in, 0, &run_opts, &opts, 1, &none, &err) == -1, "no runs");
    opts.window = "lunch";
    ok (fid_calibrate (in, RUNS, &run_opts, &opts, 1, &none, &err) == -1 &&
            err.status == FID_EUSAGE,
        "an unknown window");
    opts.window = NULL;

    /* repeats alone: chance levels from surrogates, for what has one */
    ok_int (fid_calibrate (in, 2, &run_opts, &opts, 1, &none, &err), 0, "repeats alone");
    bool no_chance = true, chance = true, named_null = true;
    size_t able = 0;
    for (size_t k = 0; k < none->set[0].measure_n; k++) {
        const struct fid_cal_measure *m = &none->set[0].measure[k];
        bool whole = m->resource == FID_RESOURCE_PHASES || m->resource == FID_RESOURCE_STEPS;
        if (whole || m->facet == FID_FACET_VOLUME || m->facet == FID_FACET_MARGINAL)
            no_chance &= m->chance < 0 && !m->informative && !m->chance_of[0] &&
                         (m->noise < 0 || strstr (m->reason, "another workload"));
        else if (strcmp (m->metric->name, "period") != 0 && m->noise >= 0)
            chance &= m->chance >= 0;
        named_null &= (m->chance >= 0) == (m->chance_of[0] != '\0');
        able += m->informative;
    }
    ok (none->set[0].surrogate && none->set[0].other_n == FID_CAL_SURROGATES,
        "surrogates instead of unrelated runs");
    ok (no_chance, "no chance level of volume, marginal, phases and steps, and why");
    ok (chance, "one of timing, shape, rhythm and coupling");
    ok (named_null, "every chance level says what it is from");
    ok (able > 3, "some are informative: %zu", able);
    bool unrelated = true;
    for (size_t k = 0; k < set->measure_n; k++)
        unrelated &= !set->measure[k].chance_of[0] ||
                     strcmp (set->measure[k].chance_of, "unrelated runs") == 0;
    ok (unrelated && !set->surrogate, "with unrelated runs chance levels are from them");
    struct fid_calibration *same = NULL;
    fid_calibrate (in, 2, &run_opts, &opts, 3, &same, &err);
    ok (same->hash == none->hash, "the same surrogates with three threads");
    fid_calibration_destroy (same);
    opts.calibration = none;
    doc = fid_compare (run[U2], run[U4], &run_opts, &opts, &err);
    overall = cJSON_GetObjectItem (doc, "overall");
    ok (cJSON_IsNumber (cJSON_GetObjectItem (overall, "score")), "there is a score");
    char *text = fid_json_line (cJSON_GetObjectItem (doc, "findings"), &err);
    ok (strstr (text, "chance levels are from surrogates") != NULL, "and a warning of what it lacks");
    free (text);
    cJSON_Delete (doc);
    fid_calibration_destroy (none);
    fid_calibration_destroy (c);
    fid_calibration_destroy (other);
}

int
main (void)
{
    document ();
    refusals ();
    files ();
    options ();
    if (load_runs ())
        recorded ();
    for (int i = 0; i < RUNS; i++)
        fid_run_destroy (run[i]);
    return tap_done ();
}
