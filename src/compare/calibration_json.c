/* calibration_json.c - a calibration as a document, and back (calibration.h) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/jsontext.h"
#include "base/span.h"
#include "compare/draws.h"

#define SCHEMA "fidlio.calibration/1"

/* ---- writing */

static void
put_level (cJSON *o, const char *key, double v)
{
    if (v >= 0)
        cJSON_AddNumberToObject (o, key, v);
    else
        cJSON_AddNullToObject (o, key);
}

static cJSON *
runs_json (const struct fid_cal_run *run, size_t n)
{
    cJSON *list = cJSON_CreateArray ();
    for (size_t i = 0; i < n; i++) {
        char hex[17];
        cJSON *o = cJSON_CreateObject ();
        snprintf (hex, sizeof hex, "%016llx", (unsigned long long)run[i].hash);
        cJSON_AddStringToObject (o, "id", run[i].id);
        cJSON_AddStringToObject (o, "workload", run[i].workload);
        cJSON_AddStringToObject (o, "hash", hex);
        cJSON_AddItemToArray (list, o);
    }
    return list;
}

/* Rows of distances, null where a measure is not defined. */
static cJSON *
matrix_json (const double *d, size_t rows, size_t cols)
{
    cJSON *list = cJSON_CreateArray ();
    for (size_t i = 0; i < rows; i++) {
        cJSON *row = cJSON_CreateArray ();
        for (size_t j = 0; j < cols; j++) {
            double v = d[i * cols + j];
            cJSON_AddItemToArray (row, v >= 0 ? cJSON_CreateNumber (v) : cJSON_CreateNull ());
        }
        cJSON_AddItemToArray (list, row);
    }
    return list;
}

static cJSON *
scales_json (const struct fid_scales *s)
{
    cJSON *o = cJSON_CreateObject ();
    cJSON_AddNumberToObject (o, "step_s", s->step_s);
    for (int i = 0; i < FID_STREAM_N; i++)
        cJSON_AddNumberToObject (o, fid_stream_name ((enum fid_stream_id)i), s->stream[i]);
    for (int i = 0; i < FID_GAUGE_N; i++)
        cJSON_AddNumberToObject (o, fid_gauge_name ((enum fid_gauge_id)i), s->gauge[i]);
    cJSON_AddNumberToObject (o, "read_bytes_per_s", s->read_bytes);
    return o;
}

static cJSON *
measure_json (const struct fid_cal_set *set, const struct fid_cal_measure *m)
{
    cJSON *o = cJSON_CreateObject ();
    cJSON_AddStringToObject (o, "resource", m->resource);
    cJSON_AddStringToObject (o, "facet", m->facet);
    cJSON_AddStringToObject (o, "measure", m->metric);
    cJSON_AddStringToObject (o, "quantity", m->quantity);
    put_level (o, "ceiling", m->ceiling);
    put_level (o, "floor", m->floor);
    if (m->floor_null[0])
        cJSON_AddStringToObject (o, "floor_null", m->floor_null);
    else
        cJSON_AddNullToObject (o, "floor_null");
    put_level (o, "auc", m->auc);
    cJSON_AddBoolToObject (o, "informative", m->informative);
    if (m->informative)
        cJSON_AddNullToObject (o, "reason");
    else
        cJSON_AddStringToObject (o, "reason", m->reason);
    cJSON_AddItemToObject (o, "repeats", matrix_json (m->repeat, set->run_n, set->run_n));
    cJSON_AddItemToObject (o, "unrelated",
                           matrix_json (m->unrelated, set->run_n, set->other_n));
    return o;
}

cJSON *
fid_calibration_json (const struct fid_calibration *c, struct fid_error *err)
{
    cJSON *doc = cJSON_CreateObject ();
    cJSON_AddStringToObject (doc, "schema", SCHEMA);
    cJSON_AddStringToObject (doc, "hash", "");
    cJSON *tool = cJSON_AddObjectToObject (doc, "tool");
    cJSON_AddStringToObject (tool, "name", "fidlio");
    cJSON_AddStringToObject (tool, "version", c->version);
    cJSON *o = cJSON_AddObjectToObject (doc, "options");
    cJSON_AddStringToObject (o, "window", c->window);
    cJSON_AddBoolToObject (o, "all_processes", c->all_processes);
    cJSON_AddNumberToObject (o, "dt_s", c->dt_s);
    cJSON_AddNumberToObject (o, "band_s", c->band_s);
    cJSON_AddNumberToObject (o, "penalty", c->penalty);
    cJSON_AddNumberToObject (o, "tolerance_s", c->tolerance_s);
    cJSON *sets = cJSON_AddArrayToObject (doc, "sets");
    for (size_t s = 0; s < c->set_n; s++) {
        const struct fid_cal_set *set = &c->set[s];
        cJSON *so = cJSON_CreateObject ();
        cJSON_AddStringToObject (so, "workload", set->workload);
        cJSON_AddItemToObject (so, "runs", runs_json (set->run, set->run_n));
        cJSON_AddItemToObject (so, "unrelated",
                               runs_json (set->other, set->surrogate ? 0 : set->other_n));
        cJSON_AddNumberToObject (so, "surrogates", set->surrogate ? (double)set->other_n : 0);
        cJSON_AddItemToObject (so, "scales", scales_json (&set->scales));
        cJSON *list = cJSON_AddArrayToObject (so, "measures");
        for (size_t m = 0; m < set->measure_n; m++)
            cJSON_AddItemToArray (list, measure_json (set, &set->measure[m]));
        cJSON_AddItemToArray (sets, so);
    }
    if (fid_json_seal (doc, err)) {
        cJSON_Delete (doc);
        return NULL;
    }
    return doc;
}

/* ---- reading */

struct reading {
    const char *path;
    struct fid_error *err;
};

static int
lacks (const struct reading *r, const char *what)
{
    return fid_errorf (r->err, FID_EINPUT,
                       "%s: no calibration: %s is missing or of the wrong kind", r->path, what);
}

static const char *
text_of (const cJSON *o, const char *key)
{
    const cJSON *v = cJSON_GetObjectItemCaseSensitive (o, key);
    return cJSON_IsString (v) ? v->valuestring : NULL;
}

/* A finite number, 0 or more. */
static bool
number_of (const cJSON *o, const char *key, double *out)
{
    const cJSON *v = cJSON_GetObjectItemCaseSensitive (o, key);
    *out = cJSON_IsNumber (v) ? v->valuedouble : -1;
    return isfinite (*out) && *out >= 0;
}

/* The same, or null, which reads as -1. */
static bool
level_of (const cJSON *o, const char *key, double *out)
{
    return number_of (o, key, out) ||
           (*out = -1, cJSON_IsNull (cJSON_GetObjectItemCaseSensitive (o, key)));
}

static bool
hash_of (const cJSON *o, uint64_t *out)
{
    const char *hex = text_of (o, "hash");
    char text[19];
    if (!hex || strlen (hex) != 16)
        return false;
    snprintf (text, sizeof text, "0x%s", hex);
    return fid_span_hex (fid_span_of (text), out);
}

static int
read_name (const struct reading *r, const cJSON *o, const char *key, char *to, size_t size)
{
    const char *s = text_of (o, key);
    if (!s || strlen (s) >= size)
        return lacks (r, key);
    memcpy (to, s, strlen (s) + 1);
    return 0;
}

static int
read_runs (const struct reading *r, const cJSON *list, struct fid_cal_run **run, size_t *n)
{
    size_t k = 0;
    const cJSON *o;
    if (!cJSON_IsArray (list))
        return lacks (r, "runs");
    *n = (size_t)cJSON_GetArraySize (list);
    *run = calloc (*n ? *n : 1, sizeof **run);
    if (!*run)
        return fid_error_nomem (r->err);
    cJSON_ArrayForEach (o, list)
    {
        struct fid_cal_run *to = &(*run)[k++];
        if (read_name (r, o, "id", to->id, sizeof to->id) ||
            read_name (r, o, "workload", to->workload, sizeof to->workload))
            return -1;
        if (!hash_of (o, &to->hash))
            return lacks (r, "hash of a run");
    }
    return 0;
}

static int
read_matrix (const struct reading *r, const cJSON *list, size_t rows, size_t cols, double **out)
{
    const cJSON *row, *v;
    size_t i = 0;
    *out = malloc ((rows * cols + 1) * sizeof **out);
    if (!*out)
        return fid_error_nomem (r->err);
    if (!cJSON_IsArray (list) || (size_t)cJSON_GetArraySize (list) != rows)
        return lacks (r, "a matrix of distances");
    cJSON_ArrayForEach (row, list)
    {
        if (!cJSON_IsArray (row) || (size_t)cJSON_GetArraySize (row) != cols)
            return lacks (r, "a row of distances");
        cJSON_ArrayForEach (v, row)
        {
            if (!cJSON_IsNull (v) &&
                !(cJSON_IsNumber (v) && v->valuedouble >= 0 && isfinite (v->valuedouble)))
                return lacks (r, "a distance");
            (*out)[i++] = cJSON_IsNumber (v) ? v->valuedouble : -1;
        }
    }
    return 0;
}

static int
read_measure (const struct reading *r, const cJSON *o, struct fid_cal_set *set)
{
    struct fid_cal_measure *m = &set->measure[set->measure_n++];
    const cJSON *informative = cJSON_GetObjectItemCaseSensitive (o, "informative");
    const char *reason = text_of (o, "reason");
    if (read_name (r, o, "resource", m->resource, sizeof m->resource) ||
        read_name (r, o, "facet", m->facet, sizeof m->facet) ||
        read_name (r, o, "measure", m->metric, sizeof m->metric) ||
        read_name (r, o, "quantity", m->quantity, sizeof m->quantity))
        return -1;
    if (!level_of (o, "ceiling", &m->ceiling) || !level_of (o, "floor", &m->floor) ||
        !level_of (o, "auc", &m->auc) || !cJSON_IsBool (informative))
        return lacks (r, "a level");
    m->informative = cJSON_IsTrue (informative);
    const char *null = text_of (o, "floor_null");
    snprintf (m->floor_null, sizeof m->floor_null, "%s", null ? null : "");
    snprintf (m->reason, sizeof m->reason, "%s", reason ? reason : "");
    return read_matrix (r, cJSON_GetObjectItemCaseSensitive (o, "repeats"), set->run_n,
                        set->run_n, &m->repeat) ||
                   read_matrix (r, cJSON_GetObjectItemCaseSensitive (o, "unrelated"),
                                set->run_n, set->other_n, &m->unrelated)
               ? -1
               : 0;
}

static int
read_scales (const struct reading *r, const cJSON *o, struct fid_scales *s)
{
    bool good = number_of (o, "step_s", &s->step_s) &&
                number_of (o, "read_bytes_per_s", &s->read_bytes);
    for (int i = 0; i < FID_STREAM_N; i++)
        good &= number_of (o, fid_stream_name ((enum fid_stream_id)i), &s->stream[i]);
    for (int i = 0; i < FID_GAUGE_N; i++)
        good &= number_of (o, fid_gauge_name ((enum fid_gauge_id)i), &s->gauge[i]);
    return good ? 0 : lacks (r, "scales");
}

static int
read_set (const struct reading *r, const cJSON *o, struct fid_cal_set *set)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive (o, "measures"), *m;
    if (read_name (r, o, "workload", set->workload, sizeof set->workload) ||
        read_runs (r, cJSON_GetObjectItemCaseSensitive (o, "runs"), &set->run, &set->run_n) ||
        read_runs (r, cJSON_GetObjectItemCaseSensitive (o, "unrelated"), &set->other,
                   &set->other_n) ||
        read_scales (r, cJSON_GetObjectItemCaseSensitive (o, "scales"), &set->scales))
        return -1;
    if (!cJSON_IsArray (list))
        return lacks (r, "measures");
    double surrogates;
    if (!number_of (o, "surrogates", &surrogates) ||
        (surrogates > 0 && (set->other_n || surrogates != FID_CAL_SURROGATES)))
        return lacks (r, "surrogates");
    set->surrogate = surrogates > 0;
    if (set->surrogate)
        set->other_n = FID_CAL_SURROGATES;
    if (set->run_n < 2)
        return lacks (r, "a second repeat");
    set->measure = calloc ((size_t)cJSON_GetArraySize (list) + 1, sizeof *set->measure);
    if (!set->measure)
        return fid_error_nomem (r->err);
    if (!(set->shared = fid_cal_shared_create (r->err)))
        return -1;
    cJSON_ArrayForEach (m, list) if (read_measure (r, m, set)) return -1;
    return 0;
}

static int
read_doc (const struct reading *r, const cJSON *doc, struct fid_calibration *c)
{
    const char *schema = text_of (doc, "schema"), *hex = text_of (doc, "hash");
    const cJSON *tool = cJSON_GetObjectItemCaseSensitive (doc, "tool");
    const cJSON *o = cJSON_GetObjectItemCaseSensitive (doc, "options");
    const cJSON *all = cJSON_GetObjectItemCaseSensitive (o, "all_processes");
    uint64_t said = 0;
    const cJSON *sets = cJSON_GetObjectItemCaseSensitive (doc, "sets"), *s;
    if (!schema || strcmp (schema, SCHEMA) != 0)
        return fid_errorf (r->err, FID_EINPUT, "%s: its schema is '%s', not %s", r->path,
                           schema ? schema : "(none)", SCHEMA);
    if (!hex || !cJSON_IsArray (sets))
        return lacks (r, "hash or sets");
    if (read_name (r, tool, "version", c->version, sizeof c->version))
        return -1;
    if (strcmp (c->version, fid_version ()) != 0)
        return fid_errorf (
            r->err, FID_EINPUT,
            "%s: made by fidlio %s, this is %s: distances may differ; calibrate again", r->path,
            c->version, fid_version ());
    if (fid_json_body_hash (doc, &c->hash, r->err))
        return -1;
    if (!hash_of (doc, &said) || said != c->hash)
        return fid_errorf (
            r->err, FID_EINPUT,
            "%s: was changed after it was made: its contents hash to %016llx, it "
            "says %s; calibrate again",
            r->path, (unsigned long long)c->hash, hex);
    if (read_name (r, o, "window", c->window, sizeof c->window))
        return -1;
    if (!number_of (o, "dt_s", &c->dt_s) || !number_of (o, "band_s", &c->band_s) ||
        !number_of (o, "penalty", &c->penalty) ||
        !number_of (o, "tolerance_s", &c->tolerance_s) || !cJSON_IsBool (all))
        return lacks (r, "options");
    c->all_processes = cJSON_IsTrue (all);
    c->set = calloc ((size_t)cJSON_GetArraySize (sets) + 1, sizeof *c->set);
    if (!c->set)
        return fid_error_nomem (r->err);
    cJSON_ArrayForEach (s, sets) if (read_set (r, s, &c->set[c->set_n++])) return -1;
    return 0;
}

int
fid_calibration_read (const cJSON *doc, const char *path, struct fid_calibration **out,
                      struct fid_error *err)
{
    struct reading r = {path, err};
    struct fid_calibration *c = calloc (1, sizeof *c);
    if (!c)
        return fid_error_nomem (err);
    if (read_doc (&r, doc, c)) {
        fid_calibration_destroy (c);
        return -1;
    }
    *out = c;
    return 0;
}

int
fid_calibration_load (const char *path, struct fid_calibration **out, struct fid_error *err)
{
    cJSON *doc = fid_json_load (path, err);
    int rc = doc ? fid_calibration_read (doc, path, out, err) : -1;
    cJSON_Delete (doc);
    return rc;
}

/* Whether two options agree; doubles as written to 12 digits. */
static bool
same (double a, double b)
{
    return fabs (a - b) <= 1e-9 * fmax (1, fabs (a));
}

int
fid_calibration_fits (const struct fid_calibration *c, const struct fid_run_opts *run_opts,
                      const struct fid_compare_opts *opts, struct fid_error *err)
{
    const char *window = opts->window ? opts->window : "job";
    double dt = opts->dt_s > 0 ? opts->dt_s : 0, band = opts->band_s > 0 ? opts->band_s : 0;
    double penalty = opts->penalty >= 0 ? opts->penalty : 0.05;
    double tolerance = opts->tolerance_s >= 0 ? opts->tolerance_s : 1;
    if (strcmp (c->window, window) != 0)
        return fid_errorf (err, FID_EUSAGE,
                           "the calibration is for the window %s, asked for is %s", c->window,
                           window);
    if (c->all_processes != run_opts->all_processes)
        return fid_errorf (err, FID_EUSAGE, "the calibration was made %s --all-processes",
                           c->all_processes ? "with" : "without");
    const struct {
        const char *name;
        double a, b;
    } o[] = {{"--dt", c->dt_s, dt},
             {"--band", c->band_s, band},
             {"--penalty", c->penalty, penalty},
             {"--tolerance", c->tolerance_s, tolerance}};
    for (size_t i = 0; i < sizeof o / sizeof *o; i++)
        if (!same (o[i].a, o[i].b))
            return fid_errorf (err, FID_EUSAGE,
                               "the calibration was made with %s %g, asked for is %g",
                               o[i].name, o[i].a, o[i].b);
    return 0;
}
