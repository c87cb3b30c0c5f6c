/* result_read.c - result files, read and checked (see result.h) */
#include "config.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/jsonread.h"
#include "base/memstream.h"
#include "base/order.h"
#include "base/outfile.h"
#include "metrics/aggregate.h"
#include "results/result.h"

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
    side->configuration = fid_get_maybe_text (w, o, "configuration", key);
    side->predicted = cJSON_IsTrue (fid_get (o, "predicted"));
    side->run_n = (size_t)cJSON_GetArraySize (fid_get (o, "runs"));
    if (!*side->id)
        fid_reading_fail (w, "'id' of %s is empty", key);
    else if (strchr (side->id, '/') || strcmp (side->id, "..") == 0 ||
             strcmp (side->id, ".") == 0) /* files are named after it */
        fid_reading_fail (w, "'id' of %s is not the name of a run: '%s'", key, side->id);
}

/* The same as fid_get_id, -1 for null. */
static int
maybe_id (struct fid_reading *w, const cJSON *o, const char *key, int (*find) (const char *))
{
    return fid_get_maybe_text (w, o, key, "the file") ? fid_get_id (w, o, key, find) : -1;
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
        fid_reading_fail (w, "'%s' is no interval in 0 to 1", key);
}

static void
read_measure (struct fid_reading *w, const cJSON *o, struct fid_result_measure *m)
{
    m->object = o;
    m->facet = (enum fid_facet_id)fid_get_id (w, o, "facet", fid_facet_find);
    const char *name = fid_facets[m->facet].name;
    m->metric = fid_get_text (w, o, "metric", name);
    m->quantity = fid_get_text (w, o, "quantity", name);
    m->quantity_id = fid_quantity_find (m->quantity);
    m->unit = maybe_id (w, o, "unit", fid_unit_find);
    m->reason = fid_get_maybe_text (w, o, "reason", name);
    m->distance = number_of (w, o, "distance", HUGE_VAL, m->quantity);
    m->noise = number_of (w, o, "noise", HUGE_VAL, m->quantity);
    m->tolerance = number_of (w, o, "tolerance", HUGE_VAL, m->quantity);
    m->grade = number_of (w, o, "grade", 1, m->quantity);
    m->clause = maybe_id (w, o, "clause", fid_clause_find);
    m->key = cJSON_IsTrue (fid_get (o, "key"));
    if (isinf (m->distance) || isinf (m->noise) || isinf (m->tolerance))
        fid_reading_fail (w, "a number of %s is not finite", m->quantity);
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
    r->weight = number_of (w, o, "weight", 1e9, r->resource);
    r->grade = number_of (w, o, "grade", 1, r->resource);
    read_interval (w, o, "grade_ci", &r->low, &r->high);
    const cJSON *measures = fid_get_list (w, o, "measures"), *m;
    r->measure = fid_get_rows (w, measures, sizeof *r->measure, &r->measure_n);
    size_t i = 0;
    if (r->measure)
        cJSON_ArrayForEach (m, measures) read_measure (w, m, &r->measure[i++]);
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
    h->profile = fid_get_text (w, o, "profile", "overall");
    h->verdict = (enum fid_validity)fid_get_id (w, o, "verdict", fid_validity_find);
    h->score = number_of (w, o, "score", 1, "overall");
    read_interval (w, o, "score_ci", &h->score_low, &h->score_high);
    h->score_ci_of = fid_get_maybe_text (w, o, "score_ci_of", "overall");
    h->score_reason = fid_get_maybe_text (w, o, "score_reason", "overall");
    if (h->score == FID_ABSENT && !h->score_reason)
        fid_reading_fail (w, "there is neither a score nor a reason why not");
    h->uncapped = number_of (w, o, "score_uncapped", 1, "overall");
    h->capped_by = fid_get_maybe_text (w, o, "capped_by", "overall");
    h->noise = fid_get_maybe_text (w, o, "noise", "overall");
    const cJSON *coverage = fid_get_object (w, o, "coverage");
    h->compared_n = count_of (w, coverage, "compared", "coverage");
    h->of_n = count_of (w, coverage, "of", "coverage");
    read_out_of_scope (w, fid_get (coverage, "out_of_scope"), h, out_of_scope, out_of_scope_n);
    h->out_of_scope = out_of_scope;
}

/* The text of the first clause of a profile that is not met, they are in the order of their share;
 * NULL if all are. */
static const char *
first_not_met (struct fid_reading *w, const cJSON *profile)
{
    const cJSON *clause;
    cJSON_ArrayForEach (clause, fid_get (profile, "clauses"))
    {
        if (fid_get_id (w, clause, "status", fid_clause_find) == FID_CLAUSE_NOT_MET)
            return fid_get_text (w, clause, "text", "a clause");
    }
    return NULL;
}

/* profile[FID_RESULT_PROFILES] gets them, and h borrows it. */
static void
read_profiles (struct fid_reading *w, const cJSON *profiles, struct fid_result_head *h,
               struct fid_result_profile *profile)
{
    const cJSON *o;
    h->profile_of = profile;
    cJSON_ArrayForEach (o, profiles)
    {
        if (h->profile_n == FID_RESULT_PROFILES) {
            fid_reading_fail (w, "more than %d profiles", FID_RESULT_PROFILES);
            return;
        }
        struct fid_result_profile *p = &profile[h->profile_n++];
        p->name = fid_get_text (w, o, "profile", "a profile");
        p->verdict = (enum fid_validity)fid_get_id (w, o, "verdict", fid_validity_find);
        p->score = number_of (w, o, "score", 1, "a profile");
        p->met_n = count_of (w, o, "met", "a profile");
        p->of_n = count_of (w, o, "of", "a profile");
        p->text = fid_get_text (w, o, "text", "a profile");
        p->clause = first_not_met (w, o);
        p->reason = fid_get_maybe_text (w, o, "reason", "a profile");
    }
    if (!fid_profile_at (h, 0))
        fid_reading_fail (w, "'profiles' lacks %s, the profile of the score", h->profile);
}

static void
read_cause (struct fid_reading *w, const cJSON *o, struct fid_result_cause *c)
{
    const cJSON *also;
    *c = (struct fid_result_cause){.text = fid_get_text (w, o, "text", "a cause"),
                                   .key = fid_get_maybe_text (w, o, "key", "a cause"),
                                   .from = fid_get_maybe_text (w, o, "from", "a cause"),
                                   .to = fid_get_maybe_text (w, o, "to", "a cause"),
                                   .score_after = number_of (w, o, "score_after", 1, "a cause"),
                                   .gain_by = FID_GAIN_BY_CLAUSES};
    if (fid_get_maybe_text (w, o, "gain_by", "a cause"))
        c->gain_by = (enum fid_gain_by)fid_get_id (w, o, "gain_by", fid_gain_by_find);
    cJSON_ArrayForEach (also, fid_get (o, "also"))
    {
        if (c->also_n == FID_RESULT_ALSO) {
            fid_reading_fail (w, "a cause changes more than %d keys", FID_RESULT_ALSO + 1);
            return;
        }
        c->also[c->also_n++] =
            (struct fid_result_setting){.key = fid_get_text (w, also, "key", "a cause"),
                                        .from = fid_get_text (w, also, "from", "a cause"),
                                        .to = fid_get_text (w, also, "to", "a cause")};
    }
}

static void
read_causes (struct fid_reading *w, const cJSON *causes, struct fid_result *r)
{
    const cJSON *o;
    struct fid_result_cause *c = r->cause = fid_get_rows (w, causes, sizeof *c, &r->cause_n);
    if (!c)
        return;
    cJSON_ArrayForEach (o, causes) read_cause (w, o, c++);
    r->head.cause_n = r->cause_n;
    for (size_t i = 0; i < r->cause_n && i < FID_RESULT_CAUSES; i++)
        r->head.cause[i] = r->cause[i];
}

/* Largest share first. */
FID_ORDER_BY (by_share, struct fid_result_clause, FID_FALLING (share) FID_RISING_TEXT (name))

/* The clauses of the score's profile that are not met. */
static void
read_clauses (struct fid_reading *w, const cJSON *profiles, struct fid_result *r)
{
    const struct fid_result_profile *p = fid_profile_at (&r->head, 0);
    if (!p)
        return;
    const int at = (int)(p - r->head.profile_of);
    const cJSON *o, *clauses = fid_get_list (w, cJSON_GetArrayItem (profiles, at), "clauses");
    size_t n;
    r->unmet = fid_get_rows (w, clauses, sizeof *r->unmet, &n);
    if (!r->unmet)
        return;
    cJSON_ArrayForEach (o, clauses)
    {
        if (fid_get_id (w, o, "status", fid_clause_find) == FID_CLAUSE_NOT_MET)
            r->unmet[r->unmet_n++] = (struct fid_result_clause){
                .name = fid_get_text (w, o, "name", "a clause"),
                .text = fid_get_text (w, o, "text", "a clause"),
                .share = fmax (0, number_of (w, o, "share", 1, "a clause")),
                .key = cJSON_IsTrue (fid_get (o, "key"))};
    }
    if (r->unmet_n > 1)
        qsort (r->unmet, r->unmet_n, sizeof *r->unmet, by_share);
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
        h->group[g].grade = FID_ABSENT;
    cJSON_ArrayForEach (o, groups)
    {
        struct fid_result_group *g = &h->group[fid_get_id (w, o, "group", fid_group_find)];
        g->known = true;
        g->grade = number_of (w, o, "grade", 1, "a group");
    }
}

/* What the head keeps of the resources. */
static void
keep_grades (struct fid_result *r)
{
    for (int k = 0; k < FID_RESOURCE_N; k++)
        r->head.graded[k].grade = r->head.graded[k].key = FID_GRADE_NONE;
    for (size_t i = 0; i < r->resource_n; i++) {
        const struct fid_result_resource *o = &r->resource[i];
        struct fid_graded *g = &r->head.graded[o->id];
        if (o->grade == FID_ABSENT || !(o->weight > 0))
            continue;
        *g = (struct fid_graded){o->grade, o->weight, FID_GRADE_NONE};
        for (size_t k = 0; k < o->measure_n; k++) {
            const struct fid_result_measure *m = &o->measure[k];
            if (m->key && m->clause >= 0 && m->grade != FID_ABSENT &&
                (g->key == FID_GRADE_NONE || m->grade < g->key))
                g->key = m->grade;
        }
    }
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
        r->head.finding_n[f->severity]++;
        f->resource = maybe_id (w, o, "resource", fid_resource_find);
        f->phase = fid_get_maybe_text (w, o, "phase", "a finding");
        f++->text = fid_get_text (w, o, "text", "a finding");
    }
}

/* The texts of the serious findings; freed by the caller.  NULL if memory runs out. */
static char *
serious_of (const struct fid_result *r)
{
    char *text = NULL;
    size_t n;
    FILE *f = fid_memstream_open (&text, &n, NULL);
    for (size_t i = 0; f && i < r->finding_n; i++)
        if (r->finding[i].severity == FID_SERIOUS)
            fprintf (f, "%s\n", r->finding[i].text);
    if (f && fid_memstream_end (f, 0, NULL) == 0)
        return text;
    free (text);
    return NULL;
}

#define STRINGS_MAX                                                                            \
    (24 + 4 * FID_RESULT_PROFILES + (4 + 3 * FID_RESULT_ALSO) * FID_RESULT_CAUSES)

/* Strings of a head that go into one block. */
struct strings {
    const char **text[STRINGS_MAX];
    size_t length[STRINGS_MAX];
    size_t n, size;
};

static void
own_part (struct strings *all, const char **text, size_t length)
{
    all->text[all->n] = text;
    all->length[all->n++] = length;
    all->size += length + 1;
}

static void
own (struct strings *all, const char **text)
{
    if (*text)
        own_part (all, text, strlen (*text));
}

static void
own_side (struct strings *all, struct fid_result_side *side)
{
    own (all, &side->configuration);
    if (!side->configuration) {
        side->configuration = side->id;
        own_part (all, &side->configuration, fid_configuration_length (side->id));
    }
    own (all, &side->id);
    own (all, &side->workload);
    own (all, &side->hash);
}

static void
own_cause (struct strings *all, struct fid_result_cause *c)
{
    own (all, &c->text);
    own (all, &c->key);
    own (all, &c->from);
    own (all, &c->to);
    for (size_t i = 0; i < c->also_n; i++) {
        own (all, &c->also[i].key);
        own (all, &c->also[i].from);
        own (all, &c->also[i].to);
    }
}

/* Copy the profiles of a head, and its strings, which are the document's, into a block of its
 * own. */
static int
own_strings (struct fid_result_head *h, struct fid_result_profile *profile,
             struct fid_error *err)
{
    const char **const text[] = {&h->path,         &h->key,       &h->version,
                                 &h->window,       &h->profile,   &h->score_ci_of,
                                 &h->score_reason, &h->capped_by, &h->noise,
                                 &h->out_of_scope, &h->serious,   &h->incomplete};
    struct strings all = {.n = 0};
    own_side (&all, &h->real);
    own_side (&all, &h->emulation);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        own (&all, text[i]);
    for (size_t i = 0; i < h->profile_n; i++) {
        own (&all, &profile[i].name);
        own (&all, &profile[i].text);
        own (&all, &profile[i].clause);
        own (&all, &profile[i].reason);
    }
    for (size_t i = 0; i < h->cause_n && i < FID_RESULT_CAUSES; i++)
        own_cause (&all, &h->cause[i]);
    size_t profiles_size = h->profile_n * sizeof *profile;
    h->text = malloc (profiles_size + all.size);
    if (!h->text)
        return fid_error_nomem (err);
    char *to = h->text + profiles_size;
    for (size_t i = 0; i < all.n; i++) {
        memcpy (to, *all.text[i], all.length[i]);
        to[all.length[i]] = '\0';
        *all.text[i] = to;
        to += all.length[i] + 1;
    }
    h->profile_of = memcpy (h->text, profile, profiles_size);
    return 0;
}

/* Whether the schema is the one that is read; a file of an older version gets a sentence
 * that says what to do. */
static bool
check_schema (struct fid_reading *w, const cJSON *doc)
{
    const char *schema = fid_get_string (doc, "schema");
    if (schema && strcmp (schema, "fidlio.pair/1") == 0) {
        fid_errorf (w->err, FID_EINPUT,
                    "%s: made by an older fidlio (schema %s); compare the runs anew", w->path,
                    schema);
        w->bad = true;
        return false;
    }
    return fid_reading_schema (w, doc, FID_SCHEMA_PAIR);
}

static void
read_resources (struct fid_reading *w, const cJSON *resources, struct fid_result *r)
{
    const cJSON *o;
    size_t i = 0;
    r->resource = fid_get_rows (w, resources, sizeof *r->resource, &r->resource_n);
    if (r->resource)
        cJSON_ArrayForEach (o, resources) read_resource (w, o, &r->resource[i++]);
    keep_grades (r);
}

static int
read_all (struct fid_reading *w, struct fid_result *r)
{
    const cJSON *doc = r->doc;
    struct fid_result_head *h = &r->head;
    struct fid_result_profile profile[FID_RESULT_PROFILES];
    char out_of_scope[120];
    if (!check_schema (w, doc))
        return -1;
    const cJSON *tool = fid_get_object (w, doc, "tool");
    h->path = w->path;
    h->key = fid_get_text (w, tool, "key", "tool");
    h->version = fid_get_text (w, tool, "version", "tool");
    read_side (w, doc, "real", &h->real);
    read_side (w, doc, "emulation", &h->emulation);
    h->incomplete = fid_get_maybe_text (w, doc, "incomplete", "the result");
    h->window = headline (doc);
    read_overall (w, doc, h, out_of_scope, sizeof out_of_scope);
    read_groups (w, fid_get_list (w, doc, "groups"), h);
    const cJSON *profiles = fid_get_list (w, doc, "profiles");
    read_profiles (w, profiles, h, profile);
    read_clauses (w, profiles, r);
    read_causes (w, fid_get_list (w, doc, "causes"), r);
    read_findings (w, fid_get_list (w, doc, "findings"), r);
    read_resources (w, fid_get_list (w, doc, "resources"), r);
    r->warning = fid_get_list (w, doc, "warnings");
    if (w->bad)
        return -1;
    char *serious = serious_of (r);
    h->serious = serious;
    int rc = serious ? own_strings (h, profile, w->err) : fid_error_nomem (w->err);
    free (serious);
    return rc;
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
    if (read_all (&w, r)) {
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
    /* half of a document, and nothing that reading it checks */
    static const char *const without[] = {"detail", "distance_ci", "windows", "inputs", NULL};
    cJSON *doc = fid_json_load_without (path, without, err);
    struct fid_result *r = doc ? fid_result_of (doc, path, err) : NULL;
    if (!r)
        return -1;
    *head = r->head;
    r->head.text = NULL;
    fid_result_destroy (r);
    return 0;
}
