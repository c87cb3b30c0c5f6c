/* baseline.c - the input of a gate as a baseline file, and back (see gate_input.h) */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/jsonbuild.h"
#include "base/jsonread.h"
#include "check/gate_input.h"

/* The lists of a run: one for each kind that a baseline keeps. */
static const struct {
    const char *list, *name, *value; /* value: NULL: a name only */
    enum fid_gate_kind kind;
    double most; /* the largest value that can be */
} lists[] = {
    {"scores", "score", "value", FID_GATE_SCORE, 1},
    {"groups", "group", "grade", FID_GATE_GROUP, 1},
    {"resources", "resource", "grade", FID_GATE_RESOURCE, 1},
    {"amounts", "amount", "value", FID_GATE_AMOUNT, 1e300},
    {"phases", "phase", NULL, FID_GATE_PHASE, 0},
};

enum { LIST_N = sizeof lists / sizeof *lists };

/* A text as it is: a workload that is not known is "". */
static void
put_name (struct fid_doc *d, cJSON *o, const char *key, const char *s)
{
    fid_doc_take (d, o, key, cJSON_CreateString (s));
}

static void
put_run (struct fid_doc *d, cJSON *runs, const struct fid_gate_run *run)
{
    cJSON *o = fid_doc_object (d, runs, NULL);
    put_name (d, o, "id", run->id);
    put_name (d, o, "hash", run->hash);
    for (int l = 0; l < LIST_N; l++) {
        cJSON *list = fid_doc_list (d, o, lists[l].list);
        for (size_t i = 0; i < run->entry_n; i++) {
            const struct fid_gate_entry *e = &run->entry[i];
            if (e->kind != lists[l].kind)
                continue;
            cJSON *item = fid_doc_object (d, list, NULL);
            put_name (d, item, lists[l].name, e->name);
            if (lists[l].value)
                fid_doc_maybe (d, item, lists[l].value, e->value != FID_ABSENT, e->value);
            if (e->kind == FID_GATE_AMOUNT)
                fid_doc_number (d, item, "tolerance", e->tolerance);
        }
    }
}

cJSON *
fid_baseline_json (const struct fid_gate_input *input, struct fid_error *err)
{
    struct fid_doc out, *d = &out;
    fid_doc_begin (d);
    cJSON *doc = d->root;
    fid_doc_text (d, doc, "schema", FID_SCHEMA_BASELINE);
    fid_doc_hash (d, doc, "hash", 0); /* sealed below */
    cJSON *tool = fid_doc_object (d, doc, "tool");
    fid_doc_text (d, tool, "name", "fidlio");
    put_name (d, tool, "version", input->version);
    put_name (d, tool, "key", input->key);
    fid_doc_take (d, tool, "options", cJSON_Duplicate (input->options, 1));
    cJSON *references = fid_doc_list (d, doc, "references");
    for (size_t i = 0; i < input->reference_n; i++) {
        cJSON *o = fid_doc_object (d, references, NULL);
        put_name (d, o, "workload", input->reference[i].workload);
        put_name (d, o, "id", input->reference[i].id);
        put_name (d, o, "hash", input->reference[i].hash);
    }
    cJSON *configs = fid_doc_list (d, doc, "configurations");
    for (size_t i = 0; i < input->config_n; i++) {
        const struct fid_gate_config *c = &input->config[i];
        if (c->real)
            continue;
        cJSON *o = fid_doc_object (d, configs, NULL);
        put_name (d, o, "workload", c->workload);
        put_name (d, o, "configuration", c->name);
        cJSON *runs = fid_doc_list (d, o, "runs");
        for (size_t j = 0; j < c->run_n; j++)
            put_run (d, runs, &c->run[j]);
    }
    doc = fid_doc_end (d, err);
    if (doc && fid_json_seal (doc, err)) {
        cJSON_Delete (doc);
        return NULL;
    }
    return doc;
}

/* ---- reading: the hash says that it is as it was written, but anybody can hash */

static int
read_run (struct fid_reading *r, const cJSON *o, struct fid_gate_config *c)
{
    const char *id = fid_get_string (o, "id"), *hash = fid_get_string (o, "hash");
    const cJSON *item;
    if (!id || !hash)
        return fid_reading_lacks (r, "id or hash of a run");
    struct fid_gate_run *run = fid_gate_run_of (c, id, hash, r->err);
    if (!run)
        return -1;
    for (int l = 0; l < LIST_N; l++) {
        if (!cJSON_IsArray (fid_get (o, lists[l].list)))
            return fid_reading_lacks (r, lists[l].list);
        cJSON_ArrayForEach (item, fid_get (o, lists[l].list))
        {
            double value = FID_ABSENT, tolerance = 0;
            const char *name = fid_get_string (item, lists[l].name);
            if (!name ||
                (lists[l].value &&
                 !fid_get_maybe_amount (item, lists[l].value, lists[l].most, &value)) ||
                (lists[l].kind == FID_GATE_AMOUNT &&
                 !fid_get_amount (item, "tolerance", 1e3, &tolerance)))
                return fid_reading_lacks (r, lists[l].name);
            if (fid_gate_add (run, lists[l].kind, name, value, tolerance, r->err))
                return -1;
        }
    }
    return 0;
}

static int
read_lists (struct fid_reading *r, const cJSON *doc, struct fid_gate_input *input)
{
    const cJSON *o, *run;
    cJSON_ArrayForEach (o, fid_get (doc, "references"))
    {
        const char *workload = fid_get_string (o, "workload"), *id = fid_get_string (o, "id"),
                   *hash = fid_get_string (o, "hash");
        if (!workload || !id || !hash)
            return fid_reading_lacks (r, "a reference");
        if (fid_gate_refer (input, workload, id, hash, r->err))
            return -1;
    }
    cJSON_ArrayForEach (o, fid_get (doc, "configurations"))
    {
        const char *workload = fid_get_string (o, "workload"),
                   *name = fid_get_string (o, "configuration");
        if (!workload || !name || cJSON_GetArraySize (fid_get (o, "runs")) < 1)
            return fid_reading_lacks (r, "a configuration or its runs");
        struct fid_gate_config *c = fid_gate_config_of (input, workload, name, false, r->err);
        if (!c)
            return -1;
        cJSON_ArrayForEach (run, fid_get (o, "runs")) if (read_run (r, run, c)) return -1;
    }
    return fid_gate_settle (input, r->err);
}

static int
read_doc (struct fid_reading *r, const cJSON *doc, struct fid_gate_input *input)
{
    const cJSON *tool = fid_get (doc, "tool");
    const char *schema = fid_get_string (doc, "schema"), *hash = fid_get_string (doc, "hash");
    const char *version = fid_get_string (tool, "version"), *key = fid_get_string (tool, "key");
    uint64_t contents;
    char hex[FID_HASH_TEXT];
    if (schema && strcmp (schema, "fidlio.baseline/1") == 0)
        return fid_errorf (
            r->err, FID_EINPUT,
            "%s: a baseline of an older fidlio (%s), whose numbers mean something "
            "else: compare the accepted runs anew and save them (fidlio matrix "
            "... -o RESULTS; fidlio baseline save RESULTS -o %s --force)",
            r->path, schema, r->path);
    if (!schema || strcmp (schema, FID_SCHEMA_BASELINE) != 0)
        return fid_errorf (r->err, FID_EINPUT, "%s: no baseline: its schema is %.60s, not %s",
                           r->path, schema ? schema : "(none)", FID_SCHEMA_BASELINE);
    if (!hash || !version || !key || !cJSON_IsObject (fid_get (tool, "options")))
        return fid_reading_lacks (r, "hash, version, key or options");
    if (!cJSON_GetArraySize (fid_get (doc, "configurations")))
        return fid_reading_lacks (r, "the list of configurations");
    if (fid_json_body_hash (doc, &contents, r->err))
        return -1;
    fid_hash_text (contents, hex);
    if (strcmp (hex, hash) != 0)
        return fid_errorf (r->err, FID_EINPUT,
                           "%s: was changed after it was saved: its contents hash to %s, it "
                           "says %.40s",
                           r->path, hex, hash);
    input->path = fid_strdup (r->path, r->err);
    input->version = input->path ? fid_strdup (version, r->err) : NULL;
    input->key = input->version ? fid_strdup (key, r->err) : NULL;
    input->options = input->key ? cJSON_Duplicate (fid_get (tool, "options"), 1) : NULL;
    if (!input->options)
        return input->key ? fid_error_nomem (r->err) : -1;
    return read_lists (r, doc, input);
}

int
fid_baseline_load (const char *path, struct fid_gate_input *input, struct fid_error *err)
{
    struct fid_reading r = {.path = path, .what = "baseline", .err = err};
    struct fid_gate_input b = {0};
    cJSON *doc = fid_json_load (path, err);
    int rc = doc ? read_doc (&r, doc, &b) : -1;
    cJSON_Delete (doc);
    if (rc)
        fid_gate_clear (&b);
    else
        *input = b;
    return rc;
}
