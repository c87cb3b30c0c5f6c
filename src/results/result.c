/* result.c - see result.h */
#include "config.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/jsonbuild.h"
#include "base/jsonread.h"
#include "base/outfile.h"
#include "base/span.h"
#include "results/result.h"
#include "metrics/aggregate.h"

/* A number from 0 to max, or FID_ABSENT for null. */
static double
number_of (struct fid_reading *w, const cJSON *o, const char *key, double max,
           const char *where)
{
    const cJSON *m = fid_get (o, key);
    if (!m || cJSON_IsNull (m))
        return FID_ABSENT;
    if (!cJSON_IsNumber (m) || !(m->valuedouble >= 0 && m->valuedouble <= max)) {
        fid_reading_fail (w, "'%s' of %s is no number from 0 to %g", key, where, max);
        return FID_ABSENT;
    }
    return m->valuedouble;
}

static int
count_of (struct fid_reading *w, const cJSON *o, const char *key, const char *where)
{
    double x = number_of (w, o, key, INT_MAX, where);
    if (x == FID_ABSENT || x != floor (x)) {
        fid_reading_fail (w, "'%s' of %s is no count", key, where);
        return 0;
    }
    return (int)x;
}

static void
read_side (struct fid_reading *w, const cJSON *doc, const char *key,
           struct fid_result_side *side)
{
    const cJSON *o = fid_get_object (w, doc, key);
    side->id = fid_get_text (w, o, "id", key);
    const char *workload = fid_get_maybe_text (w, o, "workload", key);
    side->workload = workload ? workload : "";
    side->hash = fid_get_text (w, o, "hash", key);
    side->run_n = (size_t)cJSON_GetArraySize (fid_get (o, "runs"));
    if (!*side->id)
        fid_reading_fail (w, "'id' of %s is empty", key);
}

/* The same as fid_get_id, -1 for null. */
static int
maybe_id (struct fid_reading *w, const cJSON *o, const char *key, int (*find) (const char *))
{
    return fid_get_maybe_text (w, o, key, "the file") ? fid_get_id (w, o, key, find) : -1;
}

static void
read_facet (struct fid_reading *w, const cJSON *o, struct fid_result_facet *f)
{
    f->object = o;
    f->facet = (enum fid_facet_id)fid_get_id (w, o, "facet", fid_facet_find);
    const char *name = fid_facets[f->facet].name;
    f->measure = fid_get_text (w, o, "measure", name);
    f->quantity = fid_get_maybe_text (w, o, "quantity", name);
    f->quantity_id = f->quantity ? fid_quantity_find (f->quantity) : -1;
    f->unit = maybe_id (w, o, "unit", fid_unit_find);
    f->reason = fid_get_maybe_text (w, o, "reason", name);
    f->distance = number_of (w, o, "distance", HUGE_VAL, name);
    f->similarity = number_of (w, o, "similarity", 1, name);
    f->weight = number_of (w, o, "weight", HUGE_VAL, name);
    f->score = number_of (w, o, "score", 1, name);
    if (isinf (f->distance) || isinf (f->weight))
        fid_reading_fail (w, "a number of %s is not finite", name);
}

static void
read_resource (struct fid_reading *w, const cJSON *o, struct fid_result_resource *r)
{
    r->object = o;
    r->id = (enum fid_resource_id)fid_get_id (w, o, "resource", fid_resource_find);
    r->resource = fid_resources[r->id].name;
    r->window = fid_get_maybe_text (w, o, "window", r->resource);
    r->status = (enum fid_resource_status)fid_get_id (w, o, "status", fid_status_find);
    r->reason = fid_get_maybe_text (w, o, "reason", r->resource);
    r->similarity = number_of (w, o, "similarity", 1, r->resource);
    r->score = number_of (w, o, "score", 1, r->resource);
    if (r->status == FID_STATUS_COMPARED && r->similarity == FID_ABSENT)
        fid_reading_fail (w, "%s is compared but has no similarity", r->resource);
    const cJSON *facets = fid_get_list (w, o, "facets"), *f;
    r->facet = fid_get_rows (w, facets, sizeof *r->facet, &r->facet_n);
    size_t i = 0;
    if (r->facet)
        cJSON_ArrayForEach (f, facets) read_facet (w, f, &r->facet[i++]);
}

static void
read_extreme (struct fid_reading *w, const cJSON *overall, const char *key,
              struct fid_result_extreme *e)
{
    const cJSON *o = fid_get (overall, key);
    e->similarity = FID_ABSENT;
    if (!o || cJSON_IsNull (o))
        return;
    e->known = true;
    e->resource = (enum fid_resource_id)fid_get_id (w, o, "resource", fid_resource_find);
    e->facet = (enum fid_facet_id)fid_get_id (w, o, "facet", fid_facet_find);
    e->similarity = number_of (w, o, "similarity", 1, key);
}

/* Both FID_ABSENT for null. */
static void
read_interval (struct fid_reading *w, const cJSON *o, const char *key, double *low,
               double *high)
{
    const cJSON *ci = fid_get (o, key);
    *low = *high = FID_ABSENT;
    if (cJSON_GetArraySize (ci) != 2)
        return;
    const cJSON *a = cJSON_GetArrayItem (ci, 0), *b = cJSON_GetArrayItem (ci, 1);
    *low = cJSON_IsNumber (a) ? a->valuedouble : FID_ABSENT;
    *high = cJSON_IsNumber (b) ? b->valuedouble : FID_ABSENT;
    if (!(*low >= 0 && *low <= *high && *high <= 1))
        fid_reading_fail (w, "'%s' of overall is no interval in 0 to 1", key);
}

/* The groups declared out of scope, as "cpu, gpu". */
static void
read_out_of_scope (struct fid_reading *w, const cJSON *names, struct fid_result_head *h,
                   char *list, size_t list_n)
{
    const cJSON *name;
    size_t n = 0;
    *list = '\0';
    cJSON_ArrayForEach (name, names)
    {
        int g = cJSON_IsString (name) ? fid_group_find (name->valuestring) : -1;
        if (g < 0 || h->group[g].excluded || n + strlen (name->valuestring) + 3 > list_n) {
            fid_reading_fail (w, "'out_of_scope' of coverage is no list of groups");
            return;
        }
        h->group[g].excluded = true;
        n += (size_t)snprintf (list + n, list_n - n, "%s%s", n ? ", " : "", name->valuestring);
    }
}

static void
read_overall (struct fid_reading *w, const cJSON *doc, struct fid_result_head *h,
              char *out_of_scope, size_t out_of_scope_n)
{
    const cJSON *o = fid_get_object (w, doc, "overall");
    h->similarity = number_of (w, o, "similarity", 1, "overall");
    if (h->similarity == FID_ABSENT)
        fid_reading_fail (w, "there is no overall similarity");
    h->score = number_of (w, o, "score", 1, "overall");
    read_interval (w, o, "score_ci", &h->score_low, &h->score_high);
    read_interval (w, o, "similarity_ci", &h->similarity_low, &h->similarity_high);
    h->similarity_ci_of = fid_get_maybe_text (w, o, "similarity_ci_of", "overall");
    const cJSON *coverage = fid_get_object (w, o, "coverage");
    h->compared_n = count_of (w, coverage, "compared", "coverage");
    h->of_n = count_of (w, coverage, "of", "coverage");
    read_out_of_scope (w, fid_get (coverage, "out_of_scope"), h, out_of_scope, out_of_scope_n);
    h->out_of_scope = out_of_scope;
    read_extreme (w, o, "worst_facet", &h->worst);
    read_extreme (w, o, "best_facet", &h->best);
}

/* The window of the headline: the one of "windows" that says so. */
static const char *
headline (const cJSON *doc)
{
    const cJSON *window;
    cJSON_ArrayForEach (window, fid_get (doc, "windows"))
    {
        const cJSON *name = fid_get (window, "window");
        if (cJSON_IsTrue (fid_get (window, "headline")) && cJSON_IsString (name))
            return name->valuestring;
    }
    return "";
}

static void
read_groups (struct fid_reading *w, const cJSON *groups, struct fid_result_head *h)
{
    const cJSON *o;
    for (size_t g = 0; g < FID_GROUP_N; g++)
        h->group[g].similarity = h->group[g].score = FID_ABSENT;
    cJSON_ArrayForEach (o, groups)
    {
        struct fid_result_group *g = &h->group[fid_get_id (w, o, "group", fid_group_find)];
        g->known = true;
        g->similarity = number_of (w, o, "similarity", 1, "a group");
        g->score = number_of (w, o, "score", 1, "a group");
    }
}

static void
count_findings (struct fid_reading *w, const cJSON *findings, struct fid_result_head *h)
{
    const cJSON *o;
    cJSON_ArrayForEach (o, findings)
        h->finding_n[fid_get_id (w, o, "severity", fid_severity_find)]++;
}

static void
read_findings (struct fid_reading *w, const cJSON *findings, struct fid_result *r)
{
    const cJSON *o;
    size_t n;
    struct fid_result_finding *f = r->finding = fid_get_rows (w, findings, sizeof *f, &n);
    if (!f)
        return;
    r->finding_n = n;
    cJSON_ArrayForEach (o, findings)
    {
        f->severity = (enum fid_severity)fid_get_id (w, o, "severity", fid_severity_find);
        f->resource = maybe_id (w, o, "resource", fid_resource_find);
        f->phase = fid_get_maybe_text (w, o, "phase", "a finding");
        f++->text = fid_get_text (w, o, "text", "a finding");
    }
}

/* The energy test of two groups of runs, where there was one. */
static void
read_energy (const cJSON *doc, struct fid_result_head *h)
{
    const cJSON *e = fid_get (fid_get (doc, "repeats"), "energy");
    const cJSON *p = fid_get (e, "p"), *multiple = fid_get (e, "noise_multiple");
    h->energy_p = cJSON_IsNumber (p) ? p->valuedouble : FID_ABSENT;
    h->energy_multiple = cJSON_IsNumber (multiple) ? multiple->valuedouble : FID_ABSENT;
}

/* Copy the strings of a head, which are the document's, into a block of its own. */
static int
own_strings (struct fid_result_head *h, struct fid_error *err)
{
    const char **const text[] = {
        &h->path,           &h->key,       &h->version,      &h->real.id,
        &h->real.workload,  &h->real.hash, &h->emulation.id, &h->emulation.workload,
        &h->emulation.hash, &h->window,    &h->out_of_scope, &h->similarity_ci_of,
    };
    const size_t n = sizeof text / sizeof *text;
    size_t size = 0;
    for (size_t i = 0; i < n; i++)
        size += *text[i] ? strlen (*text[i]) + 1 : 0;
    char *to = h->text = malloc (size);
    if (!to)
        return fid_error_nomem (err);
    for (size_t i = 0; i < n; i++)
        if (*text[i]) {
            size_t length = strlen (*text[i]) + 1;
            *text[i] = memcpy (to, *text[i], length);
            to += length;
        }
    return 0;
}

static int
read_head (struct fid_reading *w, const cJSON *doc, struct fid_result_head *h)
{
    char out_of_scope[80];
    if (!fid_reading_schema (w, doc, FID_SCHEMA_PAIR))
        return -1;
    const cJSON *tool = fid_get_object (w, doc, "tool");
    h->path = w->path;
    h->key = fid_get_text (w, tool, "key", "tool");
    h->version = fid_get_text (w, tool, "version", "tool");
    read_side (w, doc, "real", &h->real);
    read_side (w, doc, "emulation", &h->emulation);
    h->window = headline (doc);
    read_overall (w, doc, h, out_of_scope, sizeof out_of_scope);
    read_groups (w, fid_get_list (w, doc, "groups"), h);
    count_findings (w, fid_get_list (w, doc, "findings"), h);
    read_energy (doc, h);
    return w->bad ? -1 : own_strings (h, w->err);
}

static int
read_rest (struct fid_reading *w, struct fid_result *r)
{
    const cJSON *resources = fid_get_list (w, r->doc, "resources"), *o;
    r->warning = fid_get_list (w, r->doc, "warnings");
    r->resource = fid_get_rows (w, resources, sizeof *r->resource, &r->resource_n);
    if (!r->resource)
        return -1;
    size_t i = 0;
    cJSON_ArrayForEach (o, resources) read_resource (w, o, &r->resource[i++]);
    read_findings (w, fid_get (r->doc, "findings"), r);
    return w->bad ? -1 : 0;
}

struct fid_result *
fid_result_of (cJSON *doc, const char *name, struct fid_error *err)
{
    struct fid_reading w = {.path = name, .what = "result", .err = err};
    struct fid_result *r = calloc (1, sizeof *r);
    if (!r) {
        cJSON_Delete (doc);
        fid_error_nomem (err);
        return NULL;
    }
    r->doc = doc;
    if (read_head (&w, doc, &r->head) || read_rest (&w, r)) {
        fid_result_destroy (r);
        return NULL;
    }
    return r;
}

struct fid_result *
fid_result_load (const char *path, struct fid_error *err)
{
    cJSON *doc = fid_json_load (path, err);
    return doc ? fid_result_of (doc, path, err) : NULL;
}

int
fid_result_head_load (struct fid_result_head *head, const char *path, struct fid_error *err)
{
    struct fid_result *r = fid_result_load (path, err);
    if (!r)
        return -1;
    *head = r->head;
    r->head.text = NULL;
    fid_result_destroy (r);
    return 0;
}

void
fid_result_head_clear (struct fid_result_head *head)
{
    free (head->text);
    *head = (struct fid_result_head){0};
}

void
fid_result_destroy (struct fid_result *r)
{
    if (!r)
        return;
    for (size_t i = 0; i < r->resource_n; i++)
        free (r->resource[i].facet);
    free (r->resource);
    free (r->finding);
    fid_result_head_clear (&r->head);
    cJSON_Delete (r->doc);
    free (r);
}

char *
fid_result_name (const char *real_id, const char *emulation_id, struct fid_error *err)
{
    const char *id[] = {real_id, emulation_id};
    for (int i = 0; i < 2; i++)
        if (!*id[i] || strchr (id[i], '/') || fid_has_control (id[i])) {
            fid_errorf (err, FID_EINPUT,
                        "a run cannot be called '%s': its directory's name names its results",
                        id[i]);
            return NULL;
        }
    if (fid_span_ends (fid_span_of (emulation_id), ".series")) {
        fid_errorf (err, FID_EINPUT,
                    "a run cannot be called '%s': <real>__<emulation>.series.json is what "
                    "pictures of a pair are drawn from",
                    emulation_id);
        return NULL;
    }
    return fid_format (err, "%s__%s.json", real_id, emulation_id);
}

int
fid_result_write (const char *path, const cJSON *doc, struct fid_error *err)
{
    char *text = fid_json_text (doc, err);
    if (!text)
        return -1;
    int rc = fid_outfile_write (path, text, strlen (text), err);
    free (text);
    return rc;
}

const struct fid_result_resource *
fid_result_resource (const struct fid_result *r, int id)
{
    for (size_t i = 0; i < r->resource_n; i++)
        if ((int)r->resource[i].id == id)
            return &r->resource[i];
    return NULL;
}

const struct fid_result_resource *
fid_result_resource_named (const struct fid_result *r, const char *name)
{
    return name ? fid_result_resource (r, fid_resource_find (name)) : NULL;
}

struct fid_facets
fid_facets_of (const struct fid_result *r)
{
    struct fid_facets out = {0};
    bool used[FID_FACET_N] = {false};
    for (size_t i = 0; i < r->resource_n; i++)
        for (size_t j = 0; j < r->resource[i].facet_n; j++)
            used[r->resource[i].facet[j].facet] = true;
    for (int f = 0; f < FID_FACET_N; f++)
        if (used[f])
            out.id[out.n++] = (enum fid_facet_id)f;
    return out;
}

static double
mean_of (const struct fid_result_resource *r, enum fid_facet_id facet, bool score)
{
    struct fid_geomean mean = {0};
    for (size_t i = 0; i < r->facet_n; i++) {
        const struct fid_result_facet *f = &r->facet[i];
        double x = score ? f->score : f->similarity;
        if (f->facet == facet && x != FID_ABSENT)
            fid_geomean_add (&mean, x, score ? 1 : f->weight);
    }
    return fid_geomean_value (&mean);
}

double
fid_facet_similarity (const struct fid_result_resource *r, enum fid_facet_id facet)
{
    return mean_of (r, facet, false);
}

double
fid_facet_score (const struct fid_result_resource *r, enum fid_facet_id facet)
{
    return mean_of (r, facet, true);
}
