/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrations: the document and what is refused, recorded repeats */
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>
#include <xxhash.h>
#include "base/jsonbuild.h"
#include "compare/calibration.h"
#include "compare/compare.h"
#include "readers/load.h"
#include "tests/compare/as_document.h"
#include "tests/tap.h"

static const struct fid_run_opts run_opts = {0};

static bool says (const struct fid_error *err, const char *text)
{
    bool found = strstr (err->text, text) != NULL;
    if (!found)
        diag ("'%s' is not in '%s'", text, err->text);
    return found;
}

/* ---- a calibration made by hand */

static struct fid_calibration *by_hand (void)
{
    static double repeat[4] = {-1, 1. / 3, 0.25, -1};
    struct fid_calibration *c = calloc (1, sizeof *c);
    struct fid_error err;
    if (!c || !(c->set = fid_arena_take (&c->arena, 1, sizeof *c->set, &err)))
        abort ();
    struct fid_cal_set *set = c->set;
    snprintf (c->version, sizeof c->version, "%s", fid_version ());
    c->window = FID_WINDOW_JOB;
    c->penalty = 0.05;
    c->tolerance_s = 1;
    c->set_n = 1;
    snprintf (set->workload, sizeof set->workload, "w");
    set->run = fid_arena_take (&c->arena, 2, sizeof *set->run, &err);
    set->measure = fid_arena_take (&c->arena, 1, sizeof *set->measure, &err);
    if (!set->run || !set->measure)
        abort ();
    set->run_n = 2;
    set->measure_n = 1;
    set->run[0] = (struct fid_cal_run){"a", "w", 0xfedcba9876543210};
    set->run[1] = (struct fid_cal_run){"b \"x\"", "w", 2};
    set->scales.step_s = 0.5;
    set->measure[0] = (struct fid_cal_measure){.resource = FID_RESOURCE_CPU,
                                               .facet = FID_FACET_VOLUME,
                                               .metric = fid_metric_find ("ratio"),
                                               .quantity = FID_QUANTITY_BUSY_PCT_S,
                                               .measure = "ratio",
                                               .repeat = {repeat, 4},
                                               .noise = 7. / 24};
    return c;
}

/* Put the hash the contents have. */
static void sign (cJSON *doc)
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

static void document (void)
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
    ok (memcmp (a->measure[0].repeat.x, b->measure[0].repeat.x, 4 * sizeof (double)) == 0 &&
            memcmp (&a->measure[0].noise, &b->measure[0].noise, sizeof (double)) == 0 &&
            memcmp (&a->scales, &b->scales, sizeof a->scales) == 0,
        "every bit of the numbers comes back");
    ok (back->hash == again->hash && back->hash != 0, "and the hash");
    ok_close (a->measure[0].repeat.x[1], 1. / 3, 1e-12, "a distance");
    ok_close (a->measure[0].repeat.x[0], -1, 0, "no distance of a run to itself");
    ok_close (a->measure[0].noise, 7. / 24, 1e-12, "a noise");
    ok (a->run[0].hash == 0xfedcba9876543210, "a run's hash");
    ok_str (a->run[1].id, "b \"x\"", "a name");
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
    {"a number changed by hand", "\"noise\": 0.2", "\"noise\": 0.9", false,
     "x.json: was changed after it was made: its contents hash to "},
    {"a hash that is none", "\"hash\": \"", "\"hash\": \"zz", false, "was changed"},
    {"another version", "\"version\": \"", "\"version\": \"9.", true, "made by fidlio 9."},
    {"that, unsigned: the version is named", "\"version\": \"", "\"version\": \"9.", false,
     "made by fidlio 9."},
    {"one with chance levels, of an earlier version", "fidlio.calibration/2",
     "fidlio.calibration/1", true,
     "its schema is fidlio.calibration/1, this version reads fidlio.calibration/2"},
    {"a result file", "fidlio.calibration/2", "fidlio.pair/4", true,
     "its schema is fidlio.pair/4"},
    {"no schema", "\"schema\"", "\"scheme\"", true, "it has no schema"},
    {"no sets", "\"sets\"", "\"cets\"", true, "'sets' is missing"},
    {"no window", "\"window\"", "\"wind\"", true, "'window' of the file is missing"},
    {"no penalty", "\"penalty\"", "\"penal\"", true, "'penalty' is missing"},
    {"a noise that is text", "\"noise\": 0.2", "\"noise\": \"\", \"x\": 0.2", true,
     "'noise' is missing or not a number"},
    {"a noise below 0", "\"noise\": 0.2", "\"noise\": -0.2", true,
     "'noise' is not a number >= 0"},
    {"a distance below 0", "[null, 0.3", "[null, -0.3", true,
     "an element of 'repeats' is neither null nor a number >= 0"},
    {"a short row", "[null, 0.3", "[0.3", true, "'repeats' is not a square"},
    {"an unknown facet", "\"facet\": \"volume\"", "\"facet\": \"volumes\"", true,
     "this version knows no facet 'volumes'"},
    {"a scale that is null", "\"step_s\": 0.5", "\"step_s\": null", true,
     "'step_s' is missing"},
};

static void refusals (void)
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
            says (&err, "'runs' has 1 elements, not 2 or more"),
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

static void files (void)
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

static void options (void)
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
        {"amounts by something else",
         {.per = FID_PER_STEP, .penalty = -1, .tolerance_s = -1},
         false,
         "made with --per the default, asked for is step"},
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

    /* a file of roles, and amounts by epoch: kept in the document */
    static const struct {
        struct fid_run_opts ro;
        const char *says;
    } roles[] = {{{.roles_hash = 7}, NULL},
                 {{.roles_hash = 8}, "with other --roles"},
                 {{0}, "made with --roles"}};
    struct fid_compare_opts by_epoch = plain;
    struct fid_error err = {0};
    struct fid_calibration *back = NULL;
    by_epoch.per = FID_PER_EPOCH;
    ok (fid_calibration_fits (c, &roles[0].ro, &plain, &err) == -1 &&
            says (&err, "without --roles"),
        "refused: roles");
    c->roles_hash = 7;
    c->per = FID_PER_EPOCH;
    cJSON *doc = fid_calibration_json (c, &err);
    ok (fid_calibration_read (doc, "x", &back, &err) == 0,
        "roles and units are written and read");
    for (size_t i = 0; back && i < sizeof roles / sizeof *roles; i++) {
        int rc = fid_calibration_fits (back, &roles[i].ro, &by_epoch, &err);
        ok (roles[i].says ? rc == -1 && says (&err, roles[i].says) : rc == 0, "%s",
            roles[i].says ? roles[i].says : "the same fit");
    }
    ok (back && fid_calibration_fits (back, &roles[0].ro, &plain, &err) == -1 &&
            says (&err, "made with --per epoch, asked for is the default"),
        "refused: the default unit");
    cJSON_Delete (doc);
    fid_calibration_destroy (back);
    fid_calibration_destroy (c);
}

/* ---- recorded runs */

enum { U2, U4, B2, D4, RUNS };

static struct fid_run *run[RUNS];

static bool load_runs (void)
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

/* The median by counting: as many distances below as above. */
static bool is_median (const struct fid_cal_measure *m, size_t n)
{
    size_t below = 0, above = 0, known = 0;
    for (size_t i = 0; i < n * n; i++)
        if (m->repeat.x[i] >= 0) {
            known++;
            below += m->repeat.x[i] < m->noise;
            above += m->repeat.x[i] > m->noise;
        }
    return known ? m->noise >= 0 && 2 * below <= known && 2 * above <= known : m->noise == -1;
}

static const struct fid_cal_measure *measure_in (const struct fid_cal_set *set,
                                                 enum fid_resource_id r, enum fid_quantity_id q)
{
    for (size_t k = 0; k < set->measure_n; k++)
        if (set->measure[k].resource == r && set->measure[k].quantity == q)
            return &set->measure[k];
    return NULL;
}

/* A text of the results, to be freed; what names the calibration is left out. */
static char *result_text (const struct fid_run *real, const struct fid_run *emu,
                          const struct fid_compare_opts *opts)
{
    struct fid_error err;
    cJSON *doc = document_of (fid_compare (real, emu, &run_opts, opts, &err), &err);
    if (!doc) {
        diag ("%s", err.text);
        exit (99);
    }
    cJSON *tool = cJSON_GetObjectItem (doc, "tool");
    cJSON_DeleteItemFromObject (tool, "key");
    cJSON_DeleteItemFromObject (cJSON_GetObjectItem (tool, "options"), "calibration");
    char *text = cJSON_Print (doc);
    cJSON_Delete (doc);
    return text;
}

/* Two calibrations of the same repeats, one with other workloads beside. */
static void alone_or_not (const struct fid_calibration *many)
{
    struct fid_compare_opts opts = {.penalty = -1, .tolerance_s = -1};
    const struct fid_run *both[2] = {run[U4], run[U2]};
    struct fid_calibration *alone = NULL;
    struct fid_error err = {0};
    ok_int (fid_calibrate (both, 2, &run_opts, &opts, 1, &alone, &err), 0,
            "one workload alone");
    char *text[2];
    opts.calibration = many;
    text[0] = result_text (run[U2], run[B2], &opts);
    opts.calibration = alone;
    text[1] = result_text (run[U2], run[B2], &opts);
    ok_str (text[1], text[0], "gives the same bytes as one with other workloads beside");
    free (text[0]);
    free (text[1]);
    fid_calibration_destroy (alone);
}

/* A workload that the calibration does not have is compared as without one. */
static void not_in_it (const struct fid_calibration *c)
{
    struct fid_compare_opts opts = {.penalty = -1, .tolerance_s = -1};
    char *without = result_text (run[B2], run[U2], &opts);
    opts.calibration = c;
    char *with = result_text (run[B2], run[U2], &opts);
    ok_str (with, without, "a workload without repeats: as without a calibration");
    free (with);
    free (without);
}

/* Repeats are within the noise: nothing that they are compared by can be worse for knowing it.
 */
static void noise_in_results (const struct fid_calibration *c)
{
    struct fid_compare_opts opts = {.penalty = -1, .tolerance_s = -1};
    struct fid_error err;
    cJSON *doc[2];
    double similarity[2];
    for (int k = 0; k < 2; k++) {
        opts.calibration = k ? c : NULL;
        doc[k] = document_of (fid_compare (run[U2], run[U4], &run_opts, &opts, &err), &err);
        const cJSON *overall = cJSON_GetObjectItem (doc[k], "overall");
        similarity[k] = cJSON_GetNumberValue (cJSON_GetObjectItem (overall, "similarity"));
        const char *noise = cJSON_GetStringValue (cJSON_GetObjectItem (overall, "noise"));
        if (k)
            ok_str (noise, "repeats of the real run", "the noise is from repeats");
        else
            ok (!noise, "without a calibration it is unknown");
    }
    /* the noise is the median of both directions; in one of them it is exceeded a little */
    ok (similarity[1] >= similarity[0] && similarity[1] > 0.95,
        "the similarity of a repeat is %.3f with it, %.3f without", similarity[1],
        similarity[0]);
    const cJSON *r, *m;
    size_t n = 0, set_n = 0;
    const struct fid_cal_set *set = fid_calibration_set (c, "unet3d");
    cJSON_ArrayForEach (r, cJSON_GetObjectItem (doc[1], "resources"))
        cJSON_ArrayForEach (m, cJSON_GetObjectItem (r, "measures"))
    {
        const struct fid_cal_measure *is =
            measure_in (set,
                        (enum fid_resource_id)fid_resource_find (
                            cJSON_GetStringValue (cJSON_GetObjectItem (r, "resource"))),
                        (enum fid_quantity_id)fid_quantity_find (
                            cJSON_GetStringValue (cJSON_GetObjectItem (m, "quantity"))));
        const cJSON *noise = cJSON_GetObjectItem (m, "noise");
        const cJSON *d = cJSON_GetObjectItem (m, "distance");
        set_n += is != NULL;
        n += is && cJSON_IsNumber (noise) && fabs (noise->valuedouble - is->noise) < 1e-9 &&
             cJSON_IsNumber (d) &&
             (fabs (d->valuedouble - is->repeat.x[1]) < 1e-9 ||
              fabs (d->valuedouble - is->repeat.x[2]) < 1e-9);
    }
    ok (n == set_n && n > 40,
        "%zu of %zu measures have the distance and the noise of the calibration", n, set_n);
    cJSON_Delete (doc[0]);
    cJSON_Delete (doc[1]);
}

/* What cannot be calibrated. */
static void impossible (void)
{
    struct fid_compare_opts opts = {.penalty = -1, .tolerance_s = -1};
    const struct fid_run *in[RUNS] = {run[U2], run[U4], run[B2], run[D4]};
    struct fid_calibration *none = NULL;
    struct fid_error err = {0};
    ok (fid_calibrate (in + 1, 3, &run_opts, &opts, 1, &none, &err) == -1 &&
            err.status == FID_EINPUT && says (&err, "record the same job again"),
        "no repeats: says what to record");
    const struct fid_run *twice[3] = {run[U2], run[U2], run[B2]};
    ok (fid_calibrate (twice, 3, &run_opts, &opts, 1, &none, &err) == -1 &&
            says (&err, "a run does not repeat itself"),
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
    ok (!none, "nothing is given out on failure");
}

static void recorded (void)
{
    struct fid_compare_opts opts = {.penalty = -1, .tolerance_s = -1};
    const struct fid_run *in[RUNS] = {run[U2], run[U4], run[B2], run[D4]};
    const struct fid_run *turned[RUNS] = {run[D4], run[U4], run[B2], run[U2]};
    struct fid_calibration *c = NULL, *other = NULL, *wide = NULL;
    struct fid_error err = {0};
    if (!ok (fid_calibrate (in, RUNS, &run_opts, &opts, 1, &c, &err) == 0, "calibrates"))
        return;
    ok_int ((long long)c->set_n, 1, "only one workload has repeats");
    ok_int (fid_calibrate (turned, RUNS, &run_opts, &opts, 3, &other, &err), 0, "again");
    ok (c->hash == other->hash && c->hash != 0,
        "the same with three threads and another order of runs");
    const struct fid_cal_set *set = fid_calibration_set (c, "unet3d");
    ok (set && set->run_n == 2 && set->measure_n > 40, "its set: %zu measures", set->measure_n);
    size_t medians = 0, known = 0;
    for (size_t k = 0; k < set->measure_n; k++) {
        medians += is_median (&set->measure[k], set->run_n);
        known += set->measure[k].noise >= 0;
    }
    ok (medians == set->measure_n && known > 40, "noise is the median of the distances");

    opts.calibration = c;
    opts.dt_s = 0.5;
    ok (!fid_compare (run[U2], run[U4], &run_opts, &opts, &err) && says (&err, "--dt"),
        "a comparison with other options is refused");
    opts.calibration = NULL;
    opts.dt_s = 1;
    fid_calibrate (in, RUNS, &run_opts, &opts, 2, &wide, &err);
    double narrow = set->scales.stream[FID_STREAM_DATA_READ];
    ok (wide->set[0].scales.stream[FID_STREAM_DATA_READ] > 1.5 * narrow,
        "frozen scales are for the bins that are asked for: a second holds more operations "
        "than "
        "a tenth of it");
    ok (wide->hash != c->hash, "other options, another calibration");
    fid_calibration_destroy (wide);

    alone_or_not (c);
    not_in_it (c);
    noise_in_results (c);
    impossible ();
    fid_calibration_destroy (c);
    fid_calibration_destroy (other);
}

int main (void)
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
