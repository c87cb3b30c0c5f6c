/* result.c - names of result files, and what is looked up in results (see result.h) */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/jsonbuild.h"
#include "base/jsonread.h"
#include "base/outfile.h"
#include "base/span.h"
#include "metrics/aggregate.h"
#include "results/result.h"

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
        free (r->resource[i].measure);
    free (r->resource);
    free (r->finding);
    free (r->cause);
    free (r->unmet);
    fid_result_head_clear (&r->head);
    cJSON_Delete (r->doc);
    free (r);
}

size_t
fid_configuration_length (const char *id)
{
    size_t n = strlen (id), end = n;
    while (end > 0 && id[end - 1] >= '0' && id[end - 1] <= '9')
        end--;
    if (end == n)
        return n;
    if (end > 2 && id[end - 1] == 'r' && id[end - 2] == '_')
        return end - 2;
    if (end > 1 && strchr ("_-", id[end - 1]))
        end--;
    return end > 4 && strncmp (id + end - 3, "run", 3) == 0 && strchr ("+_-", id[end - 4])
               ? end - 4
               : n;
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

const struct fid_result_profile *
fid_profile_named (const struct fid_result_head *r, const char *name)
{
    for (size_t i = 0; i < r->profile_n; i++)
        if (strcmp (r->profile_of[i].name, name) == 0)
            return &r->profile_of[i];
    return NULL;
}

const struct fid_result_profile *
fid_profile_at (const struct fid_result_head *r, size_t k)
{
    const struct fid_result_profile *first = fid_profile_named (r, r->profile);
    if (!first || k >= r->profile_n)
        return NULL;
    return k == 0 ? first : &r->profile_of[k - (r->profile_of + k <= first)];
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

const struct fid_result_measure *
fid_result_worst (const struct fid_result_resource *r)
{
    const struct fid_result_measure *worst = NULL;
    for (size_t i = 0; i < r->measure_n; i++) {
        const struct fid_result_measure *m = &r->measure[i];
        if (m->clause >= 0 && m->grade != FID_ABSENT && (!worst || m->grade < worst->grade))
            worst = m;
    }
    return worst;
}

struct fid_facets
fid_facets_of (const struct fid_result *r)
{
    struct fid_facets out = {0};
    bool used[FID_FACET_N] = {false};
    for (size_t i = 0; i < r->resource_n; i++)
        for (size_t j = 0; j < r->resource[i].measure_n; j++)
            used[r->resource[i].measure[j].facet] = true;
    for (int f = 0; f < FID_FACET_N; f++)
        if (used[f])
            out.id[out.n++] = (enum fid_facet_id)f;
    return out;
}

double
fid_facet_grade (const struct fid_result_resource *r, enum fid_facet_id facet)
{
    struct fid_geomean mean = {0};
    for (size_t i = 0; i < r->measure_n; i++) {
        const struct fid_result_measure *m = &r->measure[i];
        if (m->facet == facet && m->clause >= 0 && m->grade != FID_ABSENT)
            fid_geomean_add (&mean, m->grade, 1);
    }
    return fid_geomean_value (&mean);
}
