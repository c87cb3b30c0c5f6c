/* result.c - see result.h */
#include "config.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/jsontext.h"
#include "base/outfile.h"
#include "base/span.h"
#include "results/result.h"
#include "results/document.h"

const char *const fid_result_groups[] = {"storage", "vfs",   "cpu",      "gpu",
                                         "phases",  "steps", "coupling", NULL};

/* A number from 0 to max, or FID_ABSENT for null. */
static double
number_of (struct fid_walk *w, const cJSON *o, const char *key, double max, const char *where)
{
    const cJSON *m = fid_walk_member (o, key);
    if (!m || cJSON_IsNull (m))
        return FID_ABSENT;
    if (!cJSON_IsNumber (m) || !(m->valuedouble >= 0 && m->valuedouble <= max)) {
        fid_walk_complain (w, "'%s' of %s is no number from 0 to %g", key, where, max);
        return FID_ABSENT;
    }
    return m->valuedouble;
}

static int
count_of (struct fid_walk *w, const cJSON *o, const char *key, const char *where)
{
    double x = number_of (w, o, key, INT_MAX, where);
    if (x == FID_ABSENT || x != floor (x)) {
        fid_walk_complain (w, "'%s' of %s is no count", key, where);
        return 0;
    }
    return (int)x;
}

static void
read_side (struct fid_walk *w, const cJSON *doc, const char *key, struct fid_result_side *side)
{
    const cJSON *o = fid_walk_object (w, doc, key);
    side->id = fid_walk_text (w, o, "id", key);
    const char *workload = fid_walk_maybe_text (w, o, "workload", key);
    side->workload = workload ? workload : "";
    side->hash = fid_walk_text (w, o, "hash", key);
    side->run_n = (size_t)cJSON_GetArraySize (fid_walk_member (o, "runs"));
    if (!*side->id)
        fid_walk_complain (w, "'id' of %s is empty", key);
}

static void
read_facet (struct fid_walk *w, const cJSON *o, struct fid_result_facet *f)
{
    f->facet = fid_walk_text (w, o, "facet", "a facet");
    f->measure = fid_walk_text (w, o, "measure", f->facet);
    f->quantity = fid_walk_maybe_text (w, o, "quantity", f->facet);
    f->unit = fid_walk_maybe_text (w, o, "unit", f->facet);
    f->reason = fid_walk_maybe_text (w, o, "reason", f->facet);
    f->distance = number_of (w, o, "distance", HUGE_VAL, f->facet);
    f->similarity = number_of (w, o, "similarity", 1, f->facet);
    f->weight = number_of (w, o, "weight", HUGE_VAL, f->facet);
    f->score = number_of (w, o, "score", 1, f->facet);
    if (isinf (f->distance) || isinf (f->weight))
        fid_walk_complain (w, "a number of %s is not finite", f->facet);
}

static void
read_resource (struct fid_walk *w, const cJSON *o, struct fid_result_resource *r)
{
    r->resource = fid_walk_text (w, o, "resource", "a resource");
    r->group = fid_walk_text (w, o, "group", r->resource);
    r->window = fid_walk_maybe_text (w, o, "window", r->resource);
    r->status = fid_walk_text (w, o, "status", r->resource);
    r->reason = fid_walk_maybe_text (w, o, "reason", r->resource);
    r->similarity = number_of (w, o, "similarity", 1, r->resource);
    r->score = number_of (w, o, "score", 1, r->resource);
    if (strcmp (r->status, "compared") == 0 && r->similarity == FID_ABSENT)
        fid_walk_complain (w, "%s is compared but has no similarity", r->resource);
    const cJSON *facets = fid_walk_list (w, o, "facets"), *f;
    if (w->bad)
        return;
    r->facet = calloc ((size_t)cJSON_GetArraySize (facets) + 1, sizeof *r->facet);
    if (!r->facet) {
        fid_walk_nomem (w);
        return;
    }
    cJSON_ArrayForEach (f, facets) read_facet (w, f, &r->facet[r->facet_n++]);
}

static void
read_extreme (struct fid_walk *w, const cJSON *overall, const char *key,
              struct fid_result_extreme *e)
{
    const cJSON *o = fid_walk_member (overall, key);
    e->similarity = FID_ABSENT;
    if (!o || cJSON_IsNull (o))
        return;
    e->resource = fid_walk_text (w, o, "resource", key);
    e->facet = fid_walk_text (w, o, "facet", key);
    e->similarity = number_of (w, o, "similarity", 1, key);
}

/* Both FID_ABSENT for null. */
static void
read_interval (struct fid_walk *w, const cJSON *o, const char *key, double *low, double *high)
{
    const cJSON *ci = fid_walk_member (o, key);
    *low = *high = FID_ABSENT;
    if (cJSON_GetArraySize (ci) != 2)
        return;
    const cJSON *a = cJSON_GetArrayItem (ci, 0), *b = cJSON_GetArrayItem (ci, 1);
    *low = cJSON_IsNumber (a) ? a->valuedouble : FID_ABSENT;
    *high = cJSON_IsNumber (b) ? b->valuedouble : FID_ABSENT;
    if (!(*low >= 0 && *low <= *high && *high <= 1))
        fid_walk_complain (w, "'%s' of overall is no interval in 0 to 1", key);
}

static void
read_overall (struct fid_walk *w, struct fid_result *r)
{
    const cJSON *o = fid_walk_object (w, r->doc, "overall");
    r->similarity = number_of (w, o, "similarity", 1, "overall");
    if (r->similarity == FID_ABSENT)
        fid_walk_complain (w, "there is no overall similarity");
    r->score = number_of (w, o, "score", 1, "overall");
    read_interval (w, o, "score_ci", &r->score_low, &r->score_high);
    read_interval (w, o, "similarity_ci", &r->similarity_low, &r->similarity_high);
    r->similarity_ci_of = fid_walk_maybe_text (w, o, "similarity_ci_of", "overall");
    const cJSON *coverage = fid_walk_object (w, o, "coverage");
    r->compared_n = count_of (w, coverage, "compared", "coverage");
    r->of_n = count_of (w, coverage, "of", "coverage");
    const cJSON *name;
    cJSON_ArrayForEach (name, fid_walk_member (coverage, "out_of_scope"))
    {
        size_t n = strlen (r->out_of_scope);
        if (!cJSON_IsString (name) ||
            n + strlen (name->valuestring) + 3 > sizeof r->out_of_scope)
            fid_walk_complain (w, "'out_of_scope' of coverage is no list of groups");
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
    cJSON_ArrayForEach (window, fid_walk_member (doc, "windows"))
    {
        const cJSON *name = fid_walk_member (window, "window");
        if (cJSON_IsTrue (fid_walk_member (window, "headline")) && cJSON_IsString (name))
            return name->valuestring;
    }
    return "";
}

static bool
is_excluded (const cJSON *doc, const char *group)
{
    const cJSON *name;
    cJSON_ArrayForEach (
        name, fid_walk_member (fid_walk_member (fid_walk_member (doc, "overall"), "coverage"),
                               "out_of_scope")) if (cJSON_IsString (name) &&
                                                    strcmp (name->valuestring, group) ==
                                                        0) return true;
    return false;
}

static void
read_lists (struct fid_walk *w, struct fid_result *r)
{
    const cJSON *resources = fid_walk_list (w, r->doc, "resources");
    const cJSON *groups = fid_walk_list (w, r->doc, "groups"), *o;
    r->finding = fid_walk_list (w, r->doc, "findings");
    r->warning = fid_walk_list (w, r->doc, "warnings");
    if (w->bad)
        return;
    r->resource = calloc ((size_t)cJSON_GetArraySize (resources) + 1, sizeof *r->resource);
    r->group = calloc ((size_t)cJSON_GetArraySize (groups) + 1, sizeof *r->group);
    if (!r->resource || !r->group) {
        fid_walk_nomem (w);
        return;
    }
    cJSON_ArrayForEach (o, resources) read_resource (w, o, &r->resource[r->resource_n++]);
    cJSON_ArrayForEach (o, groups)
    {
        struct fid_result_group *g = &r->group[r->group_n++];
        g->group = fid_walk_text (w, o, "group", "a group");
        g->similarity = number_of (w, o, "similarity", 1, g->group);
        g->score = number_of (w, o, "score", 1, g->group);
        g->excluded = is_excluded (r->doc, g->group);
    }
    cJSON_ArrayForEach (o, r->finding)
    {
        fid_walk_text (w, o, "severity", "a finding");
        fid_walk_text (w, o, "text", "a finding");
    }
}

struct fid_result *
fid_result_of (cJSON *doc, const char *name, struct fid_error *err)
{
    struct fid_walk w = {.path = name, .what = "result", .err = err};
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
    if (!fid_walk_schema (&w, doc, FID_SCHEMA_PAIR))
        goto fail;
    const cJSON *tool = fid_walk_object (&w, doc, "tool");
    r->key = fid_walk_text (&w, tool, "key", "tool");
    r->version = fid_walk_text (&w, tool, "version", "tool");
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
        strcmp (fid_walk_member (o, "severity")->valuestring, severity) == 0;
    return n;
}
