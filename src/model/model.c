/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model.c - the vocabulary: see resources.h, facets.h, units.h, windows.h, outcomes.h,
 * storage_keys.h; similarity.h */
#include "model/facets.h"
#include "model/names.h"
#include "model/roles.h"
#include "model/per.h"
#include "model/settings.h"
#include "model/outcomes.h"
#include "metrics/aggregate.h"
#include "model/similarity.h"
#include "model/storage_keys.h"

#define GROUP(id, name, words) {name, words},
const struct fid_group_info fid_groups[FID_GROUP_N] = {FID_GROUPS (GROUP)};

#define STREAM(id, name, group, home, words, doc)                                              \
    {name, FID_GROUP_##group, FID_WINDOW_##home, FID_KIND_STREAM, FID_STREAM_##id, words, doc},
#define GAUGE(id, name, group, home, words, doc)                                               \
    {name, FID_GROUP_##group, FID_WINDOW_##home, FID_KIND_GAUGE, FID_GAUGE_##id, words, doc},
#define JOB_RESOURCE(id, name, group, home, words, doc)                                        \
    {name, FID_GROUP_##group, FID_WINDOW_##home, FID_KIND_##id, 0, words, doc},
const struct fid_resource_info fid_resources[FID_RESOURCE_N] = {
    FID_STREAMS (STREAM) FID_GAUGES (GAUGE) FID_JOB_RESOURCES (JOB_RESOURCE)};

#define ROLE(id, name, words) {name, words},
const struct fid_role_info fid_roles[FID_ROLE_N] = {FID_ROLES (ROLE)};
const struct fid_role_info fid_role_rules[FID_ROLE_RULE_N] = {FID_ROLE_RULES (ROLE)};

#define FACET(id, name, words, sentence) {name, words, sentence},
const struct fid_facet_info fid_facets[FID_FACET_N] = {FID_FACETS (FACET)};

#define QUANTITY(id, name, tolerance, show, words)                                             \
    {name, FID_TOLERANCE_##tolerance, FID_SHOW_##show, words},
const struct fid_quantity_info fid_quantities[FID_QUANTITY_N] = {FID_QUANTITIES (QUANTITY)};

#define TOLERANCE(id, unit, width, what) {FID_IN_##unit, width},
const struct fid_tolerance_info fid_tolerances[FID_TOLERANCE_N] = {FID_TOLERANCES (TOLERANCE)};

#define WINDOW(id, name, parts, is_long, words) {name, parts, is_long, words},
const struct fid_window_info fid_windows[FID_WINDOW_N] = {FID_WINDOWS (WINDOW)};

#define SETTING(id, field, type, name, option, value, low, high, fallback, agree, help)        \
    {name, option, low, high, fallback, agree},
const struct fid_setting fid_settings[FID_SETTING_N] = {FID_RUN_SETTINGS (SETTING)
                                                            FID_COMPARE_SETTINGS (SETTING)};

double fid_setting_number (enum fid_setting_id id, double x)
{
    const struct fid_setting *s = &fid_settings[id];
    return x > 0 || (x == 0 && s->low <= 0) ? x : s->fallback;
}

#define TABLE(what, from, n)                                                                   \
    const struct fid_names fid_names_##what = {&(from)->name, sizeof *(from), n, 0};

TABLE (resource, fid_resources, FID_RESOURCE_N)
TABLE (stream, fid_resources, FID_STREAM_N)
TABLE (gauge, fid_resources + FID_STREAM_N, FID_GAUGE_N)
TABLE (group, fid_groups, FID_GROUP_N)
TABLE (role, fid_roles, FID_ROLE_N)
TABLE (facet, fid_facets, FID_FACET_N)
TABLE (quantity, fid_quantities, FID_QUANTITY_N)
TABLE (window, fid_windows, FID_WINDOW_N)

const char *fid_window_name (enum fid_window w)
{
    return fid_windows[w].name;
}

const char *fid_measure_name (enum fid_resource_id resource, enum fid_quantity_id quantity,
                              char buf[FID_MEASURE_NAME])
{
    const char *part[] = {fid_resources[resource].name, ".", fid_quantities[quantity].name};
    size_t n = 0;
    for (size_t i = 0; i < 3; i++) /* printf would take most of the time of reading profiles */
        for (const char *c = part[i]; *c && n + 1 < FID_MEASURE_NAME; c++)
            buf[n++] = *c;
    buf[n] = '\0';
    return buf;
}

/* Tables of names only. */
#define PART(id)        #id,
#define NAMED(id, name) name,
#define NAMES(what, type, n, ...)                                                              \
    static const char *const what##_names[n] = {__VA_ARGS__};                                  \
    const char *fid_##what##_name (type value)                                                 \
    {                                                                                          \
        return what##_names[value];                                                            \
    }                                                                                          \
    const struct fid_names fid_names_##what = FID_NAMES_OF (what##_names, n);

NAMES (part, enum fid_part, FID_PART_N, FID_PARTS (PART))
NAMES (unit, enum fid_unit_id, FID_IN_N, FID_UNITS (NAMED))

NAMES (status, enum fid_resource_status, FID_STATUS_N, FID_STATUSES (NAMED))
NAMES (severity, enum fid_severity, FID_SEVERITY_N, FID_SEVERITIES (NAMED))
NAMES (clause, enum fid_clause_status, FID_CLAUSE_N, FID_CLAUSE_STATUSES (NAMED))
NAMES (validity, enum fid_validity, FID_VALIDITY_N, FID_VALIDITIES (NAMED))
NAMES (per, enum fid_per, FID_PER_N, NULL, FID_PERS (NAMED))

#define FIND(what)                                                                             \
    int fid_##what##_find (const char *name)                                                   \
    {                                                                                          \
        return fid_name_find (&fid_names_##what, name);                                        \
    }

FIND (resource)
FIND (group)
FIND (role)
FIND (quantity)
FIND (window)
FIND (unit)
FIND (per)

/* --- similarity.h */

_Static_assert(FID_RESOURCE_N <= 32, "a set of resources is the bits of an unsigned");

void fid_similarity (const struct fid_graded graded[FID_RESOURCE_N], unsigned resources,
                     unsigned excluded, struct fid_similarities *out)
{
    struct fid_geomean group[FID_GROUP_N] = {{0}}, all = {0};
    *out = (struct fid_similarities){0};
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        const struct fid_graded *g = &graded[r];
        if (resources >> r & 1 && g->grade >= 0)
            fid_geomean_add (&group[fid_resources[r].group], g->grade, g->weight);
    }
    for (int i = 0; i < FID_GROUP_N; i++) {
        out->group[i] = fid_geomean_value (&group[i]);
        if (out->group[i] >= 0 && !(excluded >> i & 1)) {
            fid_geomean_add (&all, out->group[i], 1);
            out->group_n++;
        }
    }
    out->similarity = fid_geomean_value (&all);
}

/* --- storage_keys.h */

static const struct {
    const char *name;
    double unit, least;
    bool allowed;
} keys[] = {
#define KEY_ROW(id, member, name, unit, least, allowed, doc) {name, unit, least, allowed},
    FID_STORAGE_KEYS (KEY_ROW)};

int fid_storage_key_find (struct fid_span name)
{
    for (int k = 0; k < FID_STORAGE_KEY_N; k++)
        if (fid_span_is (name, keys[k].name))
            return k;
    return -1;
}

const char *fid_storage_key_name (enum fid_storage_key key)
{
    return keys[key].name;
}

double fid_storage_key_unit (enum fid_storage_key key)
{
    return keys[key].unit;
}

const char *fid_storage_key_read (enum fid_storage_key key, struct fid_span value, double *x)
{
    double n;
    if (!fid_span_decimal (value, &n) || n < keys[key].least ||
        (n == keys[key].least && !keys[key].allowed))
        return keys[key].allowed ? "is not a number from 0" : "is not a number above 0";
    if (n > 0 && (n < FID_STORAGE_LEAST || n > FID_STORAGE_MOST))
        return "is not between 1e-9 and 1e12";
    *x = n * keys[key].unit;
    return NULL;
}

const char *fid_storage_setting_next (struct fid_span *rest, int *key, double *x,
                                      struct fid_span *bad)
{
    struct fid_span name;
    *key = -1;
    if (!fid_span_field (rest, ',', bad))
        return NULL;
    struct fid_span value = *bad;
    fid_span_field (&value, '=', &name);
    if (!value.p)
        return "is not KEY=VALUE";
    *key = fid_storage_key_find (name);
    return *key < 0 ? "has no key of a storage"
                    : fid_storage_key_read ((enum fid_storage_key) * key, value, x);
}
