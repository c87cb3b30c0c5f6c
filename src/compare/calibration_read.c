/* calibration_read.c - a calibration from its document (calibration.h)
 *
 * The hash says that it is as it was written, but anybody can hash. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/jsonread.h"
#include "base/jsonbuild.h"
#include "compare/calibration.h"
#include "model/settings.h"

static bool
hash_of (const cJSON *o, uint64_t *out)
{
    return fid_hash_read (fid_get_string (o, "hash"), out);
}

static int
read_name (struct fid_reading *r, const cJSON *o, const char *key, char *to, size_t size)
{
    const char *s = fid_get_string (o, key);
    if (!s || strlen (s) >= size)
        return fid_reading_lacks (r, key);
    memcpy (to, s, strlen (s) + 1);
    return 0;
}

static int
read_runs (struct fid_reading *r, const cJSON *list, struct fid_cal_run **run, size_t *n)
{
    size_t k = 0;
    const cJSON *o;
    if (!cJSON_IsArray (list))
        return fid_reading_lacks (r, "runs");
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
            return fid_reading_lacks (r, "hash of a run");
    }
    return 0;
}

static int
read_matrix (struct fid_reading *r, const cJSON *list, size_t rows, size_t cols, double **out)
{
    const cJSON *row, *v;
    size_t i = 0;
    *out = malloc ((rows * cols + 1) * sizeof **out);
    if (!*out)
        return fid_error_nomem (r->err);
    if (!cJSON_IsArray (list) || (size_t)cJSON_GetArraySize (list) != rows)
        return fid_reading_lacks (r, "a matrix of distances");
    cJSON_ArrayForEach (row, list)
    {
        if (!cJSON_IsArray (row) || (size_t)cJSON_GetArraySize (row) != cols)
            return fid_reading_lacks (r, "a row of distances");
        cJSON_ArrayForEach (v, row)
        {
            if (!cJSON_IsNull (v) &&
                !(cJSON_IsNumber (v) && v->valuedouble >= 0 && isfinite (v->valuedouble)))
                return fid_reading_lacks (r, "a distance");
            (*out)[i++] = cJSON_IsNumber (v) ? v->valuedouble : -1;
        }
    }
    return 0;
}

/* Look the member up by `find`; -1 if the name is missing or unknown. */
static int
read_id (const cJSON *o, const char *key, int (*find) (const char *name))
{
    const char *name = fid_get_string (o, key);
    return name ? find (name) : -1;
}

static int
read_measure (struct fid_reading *r, const cJSON *o, struct fid_cal_set *set)
{
    struct fid_cal_measure *m = &set->measure[set->measure_n++];
    int resource = read_id (o, "resource", fid_resource_find);
    int facet = read_id (o, "facet", fid_facet_find);
    int quantity = read_id (o, "quantity", fid_quantity_find);
    const char *metric = fid_get_string (o, "measure");
    m->metric = metric ? fid_metric_find (metric) : NULL;
    if (resource < 0 || facet < 0 || quantity < 0 || !m->metric)
        return fid_reading_lacks (r, "a measure of a known resource, facet and quantity");
    m->resource = (enum fid_resource_id)resource;
    m->facet = (enum fid_facet_id)facet;
    m->quantity = (enum fid_quantity_id)quantity;
    if (!fid_get_maybe_amount (o, "noise", HUGE_VAL, &m->noise))
        return fid_reading_lacks (r, "a noise");
    return read_matrix (r, fid_get (o, "repeats"), set->run_n, set->run_n, &m->repeat);
}

static int
read_scales (struct fid_reading *r, const cJSON *o, struct fid_scales *s)
{
    bool good = fid_get_amount (o, "step_s", HUGE_VAL, &s->step_s) &&
                fid_get_amount (o, "read_bytes_per_s", HUGE_VAL, &s->read_bytes);
    for (int i = 0; i < FID_STREAM_N; i++)
        good &= fid_get_amount (o, fid_stream_name ((enum fid_stream_id)i), HUGE_VAL,
                                &s->stream[i]);
    for (int i = 0; i < FID_GAUGE_N; i++)
        good &=
            fid_get_amount (o, fid_gauge_name ((enum fid_gauge_id)i), HUGE_VAL, &s->gauge[i]);
    return good ? 0 : fid_reading_lacks (r, "scales");
}

static int
read_set (struct fid_reading *r, const cJSON *o, struct fid_cal_set *set)
{
    const cJSON *list = fid_get (o, "measures"), *m;
    if (read_name (r, o, "workload", set->workload, sizeof set->workload) ||
        read_runs (r, fid_get (o, "runs"), &set->run, &set->run_n) ||
        read_scales (r, fid_get (o, "scales"), &set->scales))
        return -1;
    if (!cJSON_IsArray (list))
        return fid_reading_lacks (r, "measures");
    if (set->run_n < 2)
        return fid_reading_lacks (r, "a second repeat");
    set->measure = calloc ((size_t)cJSON_GetArraySize (list) + 1, sizeof *set->measure);
    if (!set->measure)
        return fid_error_nomem (r->err);
    cJSON_ArrayForEach (m, list) if (read_measure (r, m, set)) return -1;
    return 0;
}

static int
read_doc (struct fid_reading *r, const cJSON *doc, struct fid_calibration *c)
{
    const char *schema = fid_get_string (doc, "schema"), *hex = fid_get_string (doc, "hash");
    const cJSON *tool = fid_get (doc, "tool");
    const cJSON *o = fid_get (doc, "options");
    const cJSON *all = fid_get (o, "all_processes");
    uint64_t said = 0;
    const cJSON *sets = fid_get (doc, "sets"), *s;
    if (!schema || strcmp (schema, FID_SCHEMA_CALIBRATION) != 0)
        return fid_errorf (r->err, FID_EINPUT, "%s: its schema is '%s', not %s", r->path,
                           schema ? schema : "(none)", FID_SCHEMA_CALIBRATION);
    if (!hex || !cJSON_IsArray (sets))
        return fid_reading_lacks (r, "hash or sets");
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
    if (!fid_get_amount (o, "dt_s", HUGE_VAL, &c->dt_s) ||
        !fid_get_amount (o, "band_s", HUGE_VAL, &c->band_s) ||
        !fid_get_amount (o, "penalty", HUGE_VAL, &c->penalty) ||
        !fid_get_amount (o, "tolerance_s", HUGE_VAL, &c->tolerance_s) || !cJSON_IsBool (all))
        return fid_reading_lacks (r, "options");
    c->all_processes = cJSON_IsTrue (all);
    const char *per = fid_get_string (o, "per"), *roles = fid_get_string (o, "roles");
    int of = per ? fid_per_find (per) : (int)FID_PER_CHOSEN;
    if (of < 0 || (roles && !fid_hash_read (roles, &c->roles_hash)))
        return fid_reading_lacks (r, "options");
    c->per = (enum fid_per)of;
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
    struct fid_reading r = {.path = path, .what = "calibration", .err = err};
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
    if (strcmp (c->window, window) != 0)
        return fid_errorf (err, FID_EUSAGE,
                           "the calibration is for the window %s, asked for is %s", c->window,
                           window);
    if (c->all_processes != run_opts->all_processes)
        return fid_errorf (err, FID_EUSAGE, "the calibration was made %s --all-processes",
                           c->all_processes ? "with" : "without");
    if (c->roles_hash != run_opts->roles_hash)
        return fid_errorf (err, FID_EUSAGE, "the calibration was made %s --roles",
                           !c->roles_hash         ? "without"
                           : run_opts->roles_hash ? "with other"
                                                  : "with");
    if (c->per != opts->per) {
        const char *made = fid_per_name (c->per), *asked = fid_per_name (opts->per);
        return fid_errorf (err, FID_EUSAGE,
                           "the calibration was made with --per %s, asked for is %s",
                           made ? made : "the default", asked ? asked : "the default");
    }
    const struct {
        enum fid_setting_id id;
        double made, asked;
    } o[] = {{FID_SETTING_DT, c->dt_s, opts->dt_s},
             {FID_SETTING_BAND, c->band_s, opts->band_s},
             {FID_SETTING_PENALTY, c->penalty, opts->penalty},
             {FID_SETTING_TOLERANCE, c->tolerance_s, opts->tolerance_s}};
    for (size_t i = 0; i < sizeof o / sizeof *o; i++) {
        const struct fid_setting *setting = &fid_settings[o[i].id];
        double x[2] = {o[i].made, fid_setting_number (o[i].id, o[i].asked)};
        char text[2][40];
        if (same (x[0], x[1]))
            continue;
        for (int k = 0; k < 2; k++)
            if (x[k] > 0 || setting->low <= 0)
                snprintf (text[k], sizeof text[k], "%g", x[k]);
            else
                snprintf (text[k], sizeof text[k], "the default"); /* from the data */
        return fid_errorf (err, FID_EUSAGE,
                           "the calibration was made with --%s %s, asked for is %s",
                           setting->option, text[0], text[1]);
    }
    return 0;
}
