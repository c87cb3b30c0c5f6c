/* calibration_json.c - a calibration as a document (calibration.h) */
#include "base/jsonbuild.h"
#include "compare/calibration.h"

static void
put_level (struct fid_doc *d, cJSON *o, const char *key, double v)
{
    fid_doc_maybe (d, o, key, v >= 0, v);
}

static void
put_runs (struct fid_doc *d, cJSON *o, const char *key, const struct fid_cal_run *run, size_t n)
{
    cJSON *list = fid_doc_list (d, o, key);
    for (size_t i = 0; i < n; i++) {
        cJSON *item = fid_doc_object (d, list, NULL);
        fid_doc_text (d, item, "id", run[i].id);
        fid_doc_text (d, item, "workload", run[i].workload);
        fid_doc_hash (d, item, "hash", run[i].hash);
    }
}

/* Rows of distances, null where a measure is not defined. */
static void
put_matrix (struct fid_doc *d, cJSON *o, const char *key, const double *x, size_t rows,
            size_t cols)
{
    cJSON *list = fid_doc_list (d, o, key);
    for (size_t i = 0; i < rows; i++) {
        cJSON *row = fid_doc_list (d, list, NULL);
        for (size_t j = 0; j < cols; j++)
            put_level (d, row, NULL, x[i * cols + j]);
    }
}

static void
put_scales (struct fid_doc *d, cJSON *set, const struct fid_scales *s)
{
    cJSON *o = fid_doc_object (d, set, "scales");
    fid_doc_number (d, o, "step_s", s->step_s);
    for (int i = 0; i < FID_STREAM_N; i++)
        fid_doc_number (d, o, fid_stream_name ((enum fid_stream_id)i), s->stream[i]);
    for (int i = 0; i < FID_GAUGE_N; i++)
        fid_doc_number (d, o, fid_gauge_name ((enum fid_gauge_id)i), s->gauge[i]);
    fid_doc_number (d, o, "read_bytes_per_s", s->read_bytes);
}

static void
put_measure (struct fid_doc *d, cJSON *list, const struct fid_cal_set *set,
             const struct fid_cal_measure *m)
{
    cJSON *o = fid_doc_object (d, list, NULL);
    fid_doc_text (d, o, "resource", fid_resources[m->resource].name);
    fid_doc_text (d, o, "facet", fid_facets[m->facet].name);
    fid_doc_text (d, o, "measure", m->metric->name);
    fid_doc_text (d, o, "quantity", fid_quantities[m->quantity].name);
    put_level (d, o, "noise", m->noise);
    put_matrix (d, o, "repeats", m->repeat, set->run_n, set->run_n);
}

static void
put_set (struct fid_doc *d, cJSON *sets, const struct fid_cal_set *set)
{
    cJSON *o = fid_doc_object (d, sets, NULL);
    fid_doc_text (d, o, "workload", set->workload);
    put_runs (d, o, "runs", set->run, set->run_n);
    put_scales (d, o, &set->scales);
    cJSON *list = fid_doc_list (d, o, "measures");
    for (size_t m = 0; m < set->measure_n; m++)
        put_measure (d, list, set, &set->measure[m]);
}

cJSON *
fid_calibration_json (const struct fid_calibration *c, struct fid_error *err)
{
    struct fid_doc out, *d = &out;
    fid_doc_begin (d);
    cJSON *doc = d->root;
    fid_doc_text (d, doc, "schema", FID_SCHEMA_CALIBRATION);
    fid_doc_hash (d, doc, "hash", 0); /* sealed below */
    cJSON *tool = fid_doc_object (d, doc, "tool");
    fid_doc_text (d, tool, "name", "fidlio");
    fid_doc_text (d, tool, "version", c->version);
    cJSON *o = fid_doc_object (d, doc, "options");
    fid_doc_text (d, o, "window", c->window);
    fid_doc_bool (d, o, "all_processes", c->all_processes);
    if (c->roles_hash)
        fid_doc_hash (d, o, "roles", c->roles_hash);
    if (c->per != FID_PER_CHOSEN)
        fid_doc_text (d, o, "per", fid_per_name (c->per));
    fid_doc_number (d, o, "dt_s", c->dt_s);
    fid_doc_number (d, o, "band_s", c->band_s);
    fid_doc_number (d, o, "penalty", c->penalty);
    fid_doc_number (d, o, "tolerance_s", c->tolerance_s);
    cJSON *sets = fid_doc_list (d, doc, "sets");
    for (size_t s = 0; s < c->set_n; s++)
        put_set (d, sets, &c->set[s]);
    doc = fid_doc_end (d, err);
    if (doc && fid_json_seal (doc, err)) {
        cJSON_Delete (doc);
        return NULL;
    }
    return doc;
}
