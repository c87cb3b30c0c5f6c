/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model.c - the vocabulary: see resources.h, facets.h, units.h, windows.h, outcomes.h */
#include "model/facets.h"
#include "model/names.h"
#include "model/roles.h"
#include "model/per.h"
#include "model/settings.h"
#include "model/outcomes.h"

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

/* Tables of structs that begin with the name: one search for all; NULL is not found. */
#define FIND(what, table, n)                                                                   \
    int fid_##what##_find (const char *name)                                                   \
    {                                                                                          \
        for (int i = 0; name && i < (int)(n); i++)                                             \
            if (strcmp ((table)[i].name, name) == 0)                                           \
                return i;                                                                      \
        return -1;                                                                             \
    }                                                                                          \
    static const char *what##_at (int i)                                                       \
    {                                                                                          \
        return i >= 0 && i < (int)(n) ? (table)[i].name : NULL;                                \
    }                                                                                          \
    const struct fid_names fid_names_##what = {what##_at, fid_##what##_find, (int)(n)};

FIND (resource, fid_resources, FID_RESOURCE_N)
FIND (group, fid_groups, FID_GROUP_N)
FIND (role, fid_roles, FID_ROLE_N)
FIND (facet, fid_facets, FID_FACET_N)
FIND (quantity, fid_quantities, FID_QUANTITY_N)
FIND (window, fid_windows, FID_WINDOW_N)

static const char *stream_at (int i)
{
    return i >= 0 && i < FID_STREAM_N ? fid_resources[i].name : NULL;
}

static const char *gauge_at (int i)
{
    return i >= 0 && i < FID_GAUGE_N ? fid_resources[FID_STREAM_N + i].name : NULL;
}

/* Looked up as resources, which they are. */
const struct fid_names fid_names_stream = {stream_at, fid_resource_find, FID_STREAM_N};
const struct fid_names fid_names_gauge = {gauge_at, fid_resource_find, FID_GAUGE_N};

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

/* Tables of names only: the table, the name of a value, and the value of a name. */
#define PART(id)        #id,
#define NAMED(id, name) name,
#define NAMES(what, type, n, ...)                                                              \
    static const char *const what##_names[n] = {__VA_ARGS__};                                  \
    const char *fid_##what##_name (type value)                                                 \
    {                                                                                          \
        return what##_names[value];                                                            \
    }                                                                                          \
    int fid_##what##_find (const char *name)                                                   \
    {                                                                                          \
        int i = n;                                                                             \
        while (i-- && !(name && what##_names[i] && strcmp (what##_names[i], name) == 0))       \
            ;                                                                                  \
        return i;                                                                              \
    }                                                                                          \
    static const char *what##_at (int i)                                                       \
    {                                                                                          \
        return i >= 0 && i < (int)(n) ? what##_names[i] : NULL;                                \
    }                                                                                          \
    const struct fid_names fid_names_##what = {what##_at, fid_##what##_find, (int)(n)};

NAMES (part, enum fid_part, FID_PART_N, FID_PARTS (PART))
NAMES (unit, enum fid_unit_id, FID_IN_N, FID_UNITS (NAMED))

NAMES (status, enum fid_resource_status, FID_STATUS_N, FID_STATUSES (NAMED))
NAMES (severity, enum fid_severity, FID_SEVERITY_N, FID_SEVERITIES (NAMED))
NAMES (clause, enum fid_clause_status, FID_CLAUSE_N, FID_CLAUSE_STATUSES (NAMED))
NAMES (validity, enum fid_validity, FID_VALIDITY_N, FID_VALIDITIES (NAMED))
NAMES (per, enum fid_per, FID_PER_N, NULL, FID_PERS (NAMED))
