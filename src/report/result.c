/* result.c - see result.h */
#include "config.h"
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/jsontext.h"
#include "base/outfile.h"
#include "base/span.h"
#include "report/result.h"

const char *const fid_result_groups[] = {"storage", "vfs",   "cpu",      "gpu",
                                         "phases",  "steps", "coupling", NULL};

/* Walks the document; the first thing that is wrong is kept. */
struct walk {
    const char *path;
    struct fid_error *err;
    bool bad;
};

static void FID_PRINTF (2, 3) complain (struct walk *w, const char *fmt, ...)
{
    if (w->bad)
        return;
    w->bad = true;
    char text[400];
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    fid_errorf (w->err, FID_EINPUT, "%s: not a result file: %s", w->path, text);
}

static const cJSON *
member (const cJSON *o, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive (o, key);
}

static const cJSON *
object_of (struct walk *w, const cJSON *o, const char *key)
{
    const cJSON *m = member (o, key);
    if (!cJSON_IsObject (m))
        complain (w, "'%s' is missing or no object", key);
    return m;
}

static const cJSON *
array_of (struct walk *w, const cJSON *o, const char *key)
{
    const cJSON *m = member (o, key);
    if (!cJSON_IsArray (m))
        complain (w, "'%s' is missing or no list", key);
    return m;
}

static bool
has_control (const char *s)
{
    while ((unsigned char)*s >= 0x20 && *s != 0x7F)
        s++;
    return *s != '\0';
}

/* A string that has to be there.  Control characters would reach terminals. */
static const char *
text_of (struct walk *w, const cJSON *o, const char *key, const char *where)
{
    const cJSON *m = member (o, key);
    if (!cJSON_IsString (m)) {
        complain (w, "'%s' of %s is missing or no text", key, where);
        return "";
    }
    if (has_control (m->valuestring))
        complain (w, "'%s' of %s holds control characters", key, where);
    return m->valuestring;
}

/* A string or null. */
static const char *
maybe_text (struct walk *w, const cJSON *o, const char *key, const char *where)
{
    const cJSON *m = member (o, key);
    if (!m || cJSON_IsNull (m))
        return NULL;
    return text_of (w, o, key, where);
}

/* A number from 0 to max, or FID_ABSENT for null. */
static double
number_of (struct walk *w, const cJSON *o, const char *key, double max, const char *where)
{
    const cJSON *m = member (o, key);
    if (!m || cJSON_IsNull (m))
        return FID_ABSENT;
    if (!cJSON_IsNumber (m) || !(m->valuedouble >= 0 && m->valuedouble <= max)) {
        complain (w, "'%s' of %s is no number from 0 to %g", key, where, max);
        return FID_ABSENT;
    }
    return m->valuedouble;
}

static int
count_of (struct walk *w, const cJSON *o, const char *key, const char *where)
{
    double x = number_of (w, o, key, INT_MAX, where);
    if (x == FID_ABSENT || x != floor (x)) {
        complain (w, "'%s' of %s is no count", key, where);
        return 0;
    }
    return (int)x;
}

static void
read_side (struct walk *w, const cJSON *doc, const char *key, struct fid_result_side *side)
{
    const cJSON *o = object_of (w, doc, key);
    side->id = text_of (w, o, "id", key);
    const char *workload = maybe_text (w, o, "workload", key);
    side->workload = workload ? workload : "";
    side->hash = text_of (w, o, "hash", key);
    side->run_n = (size_t)cJSON_GetArraySize (member (o, "runs"));
    if (!*side->id)
        complain (w, "'id' of %s is empty", key);
}

static void
read_facet (struct walk *w, const cJSON *o, struct fid_result_facet *f)
{
    f->facet = text_of (w, o, "facet", "a facet");
    f->measure = text_of (w, o, "measure", f->facet);
    f->quantity = maybe_text (w, o, "quantity", f->facet);
    f->unit = maybe_text (w, o, "unit", f->facet);
    f->reason = maybe_text (w, o, "reason", f->facet);
    f->distance = number_of (w, o, "distance", HUGE_VAL, f->facet);
    f->similarity = number_of (w, o, "similarity", 1, f->facet);
    f->weight = number_of (w, o, "weight", HUGE_VAL, f->facet);
    f->score = number_of (w, o, "score", 1, f->facet);
    if (isinf (f->distance) || isinf (f->weight))
        complain (w, "a number of %s is not finite", f->facet);
}

static void
read_resource (struct walk *w, const cJSON *o, struct fid_result_resource *r)
{
    r->resource = text_of (w, o, "resource", "a resource");
    r->group = text_of (w, o, "group", r->resource);
    r->window = maybe_text (w, o, "window", r->resource);
    r->status = text_of (w, o, "status", r->resource);
    r->reason = maybe_text (w, o, "reason", r->resource);
    r->similarity = number_of (w, o, "similarity", 1, r->resource);
    r->score = number_of (w, o, "score", 1, r->resource);
    if (strcmp (r->status, "compared") == 0 && r->similarity == FID_ABSENT)
        complain (w, "%s is compared but has no similarity", r->resource);
    const cJSON *facets = array_of (w, o, "facets"), *f;
    if (w->bad)
        return;
    r->facet = calloc ((size_t)cJSON_GetArraySize (facets) + 1, sizeof *r->facet);
    if (!r->facet) {
        w->bad = true;
        fid_error_nomem (w->err);
        return;
    }
    cJSON_ArrayForEach (f, facets) read_facet (w, f, &r->facet[r->facet_n++]);
}

static void
read_extreme (struct walk *w, const cJSON *overall, const char *key,
              struct fid_result_extreme *e)
{
    const cJSON *o = member (overall, key);
    e->similarity = FID_ABSENT;
    if (!o || cJSON_IsNull (o))
        return;
    e->resource = text_of (w, o, "resource", key);
    e->facet = text_of (w, o, "facet", key);
    e->similarity = number_of (w, o, "similarity", 1, key);
}

/* Both FID_ABSENT for null. */
static void
read_interval (struct walk *w, const cJSON *o, const char *key, double *low, double *high)
{
    const cJSON *ci = member (o, key);
    *low = *high = FID_ABSENT;
    if (cJSON_GetArraySize (ci) != 2)
        return;
    const cJSON *a = cJSON_GetArrayItem (ci, 0), *b = cJSON_GetArrayItem (ci, 1);
    *low = cJSON_IsNumber (a) ? a->valuedouble : FID_ABSENT;
    *high = cJSON_IsNumber (b) ? b->valuedouble : FID_ABSENT;
    if (!(*low >= 0 && *low <= *high && *high <= 1))
        complain (w, "'%s' of overall is no interval in 0 to 1", key);
}

static void
read_overall (struct walk *w, struct fid_result *r)
{
    const cJSON *o = object_of (w, r->doc, "overall");
    r->similarity = number_of (w, o, "similarity", 1, "overall");
    if (r->similarity == FID_ABSENT)
        complain (w, "there is no overall similarity");
    r->score = number_of (w, o, "score", 1, "overall");
    read_interval (w, o, "score_ci", &r->score_low, &r->score_high);
    read_interval (w, o, "similarity_ci", &r->similarity_low, &r->similarity_high);
    r->similarity_ci_of = maybe_text (w, o, "similarity_ci_of", "overall");
    const cJSON *coverage = object_of (w, o, "coverage");
    r->compared_n = count_of (w, coverage, "compared", "coverage");
    r->of_n = count_of (w, coverage, "of", "coverage");
    const cJSON *name;
    cJSON_ArrayForEach (name, member (coverage, "out_of_scope"))
    {
        size_t n = strlen (r->out_of_scope);
        if (!cJSON_IsString (name) ||
            n + strlen (name->valuestring) + 3 > sizeof r->out_of_scope)
            complain (w, "'out_of_scope' of coverage is no list of groups");
        else
            snprintf (r->out_of_scope + n, sizeof r->out_of_scope - n, "%s%s", n ? ", " : "",
                      name->valuestring);
    }
    read_extreme (w, o, "worst_facet", &r->worst);
    read_extreme (w, o, "best_facet", &r->best);
}

/* The window of the headline: the one of "windows" that says so. */
static const char *
headline (const cJSON *doc)
{
    const cJSON *window;
    cJSON_ArrayForEach (window, member (doc, "windows"))
    {
        const cJSON *name = member (window, "window");
        if (cJSON_IsTrue (member (window, "headline")) && cJSON_IsString (name))
            return name->valuestring;
    }
    return "";
}

static bool
is_excluded (const cJSON *doc, const char *group)
{
    const cJSON *name;
    cJSON_ArrayForEach (name, member (member (member (doc, "overall"), "coverage"),
                                      "out_of_scope")) if (cJSON_IsString (name) &&
                                                           strcmp (name->valuestring, group) ==
                                                               0) return true;
    return false;
}

static void
read_lists (struct walk *w, struct fid_result *r)
{
    const cJSON *resources = array_of (w, r->doc, "resources");
    const cJSON *groups = array_of (w, r->doc, "groups"), *o;
    r->finding = array_of (w, r->doc, "findings");
    r->warning = array_of (w, r->doc, "warnings");
    if (w->bad)
        return;
    r->resource = calloc ((size_t)cJSON_GetArraySize (resources) + 1, sizeof *r->resource);
    r->group = calloc ((size_t)cJSON_GetArraySize (groups) + 1, sizeof *r->group);
    if (!r->resource || !r->group) {
        w->bad = true;
        fid_error_nomem (w->err);
        return;
    }
    cJSON_ArrayForEach (o, resources) read_resource (w, o, &r->resource[r->resource_n++]);
    cJSON_ArrayForEach (o, groups)
    {
        struct fid_result_group *g = &r->group[r->group_n++];
        g->group = text_of (w, o, "group", "a group");
        g->similarity = number_of (w, o, "similarity", 1, g->group);
        g->score = number_of (w, o, "score", 1, g->group);
        g->excluded = is_excluded (r->doc, g->group);
    }
    cJSON_ArrayForEach (o, r->finding)
    {
        text_of (w, o, "severity", "a finding");
        text_of (w, o, "text", "a finding");
    }
}

struct fid_result *
fid_result_of (cJSON *doc, const char *name, struct fid_error *err)
{
    struct walk w = {.path = name, .err = err};
    struct fid_result *r = calloc (1, sizeof *r);
    if (!r) {
        cJSON_Delete (doc);
        fid_error_nomem (err);
        return NULL;
    }
    r->doc = doc;
    r->path = fid_strdup (name, err);
    if (!r->path)
        goto fail;
    const cJSON *schema = member (doc, "schema");
    if (!cJSON_IsString (schema))
        complain (&w, "it names no schema");
    else if (strcmp (schema->valuestring, FID_SCHEMA_PAIR) != 0)
        complain (&w, "its schema is %.60s, this version reads %s", schema->valuestring,
                  FID_SCHEMA_PAIR);
    if (w.bad)
        goto fail;
    const cJSON *tool = object_of (&w, doc, "tool");
    r->key = text_of (&w, tool, "key", "tool");
    r->version = text_of (&w, tool, "version", "tool");
    read_side (&w, doc, "real", &r->real);
    read_side (&w, doc, "emulation", &r->emulation);
    r->window = headline (doc);
    read_overall (&w, r);
    read_lists (&w, r);
    if (!w.bad)
        return r;
fail:
    fid_result_destroy (r);
    return NULL;
}

struct fid_result *
fid_result_load (const char *path, struct fid_error *err)
{
    cJSON *doc = fid_json_load (path, err);
    return doc ? fid_result_of (doc, path, err) : NULL;
}

void
fid_result_destroy (struct fid_result *r)
{
    if (!r)
        return;
    for (size_t i = 0; i < r->resource_n; i++)
        free (r->resource[i].facet);
    free (r->resource);
    free (r->group);
    free (r->path);
    cJSON_Delete (r->doc);
    free (r);
}

char *
fid_result_name (const char *real_id, const char *emulation_id, struct fid_error *err)
{
    const char *id[] = {real_id, emulation_id};
    for (int i = 0; i < 2; i++)
        if (!*id[i] || strchr (id[i], '/') || has_control (id[i])) {
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

const struct fid_result_group *
fid_result_group (const struct fid_result *r, const char *name)
{
    for (size_t i = 0; i < r->group_n; i++)
        if (strcmp (r->group[i].group, name) == 0)
            return &r->group[i];
    return NULL;
}

const struct fid_result_resource *
fid_result_resource (const struct fid_result *r, const char *name)
{
    for (size_t i = 0; i < r->resource_n; i++)
        if (strcmp (r->resource[i].resource, name) == 0)
            return &r->resource[i];
    return NULL;
}

size_t
fid_result_finding_n (const struct fid_result *r, const char *severity)
{
    size_t n = 0;
    const cJSON *o;
    cJSON_ArrayForEach (o, r->finding) n +=
        strcmp (member (o, "severity")->valuestring, severity) == 0;
    return n;
}
