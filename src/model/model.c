/* model.c - the vocabulary: see resources.h, facets.h, units.h, windows.h, outcomes.h */
#include "config.h"
#include <string.h>
#include "model/facets.h"
#include "model/roles.h"
#include "model/per.h"
#include "model/settings.h"
#include "model/outcomes.h"
#include "model/units.h"
#include "model/windows.h"

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

#define TOLERANCE(id, name, unit, width, words) {name, FID_IN_##unit, width, words},
const struct fid_tolerance_info fid_tolerances[FID_TOLERANCE_N] = {FID_TOLERANCES (TOLERANCE)};

#define WINDOW(id, name, parts, is_long, words) {name, parts, is_long, words},
const struct fid_window_info fid_windows[FID_WINDOW_N] = {FID_WINDOWS (WINDOW)};

#define SETTING(id, field, type, name, option, value, low, high, fallback, agree, help)        \
    {name, option, low, high, fallback, agree},
const struct fid_setting fid_settings[FID_SETTING_N] = {FID_RUN_SETTINGS (SETTING)
                                                            FID_COMPARE_SETTINGS (SETTING)};

double
fid_setting_number (enum fid_setting_id id, double x)
{
    const struct fid_setting *s = &fid_settings[id];
    return x > 0 || (x == 0 && s->low <= 0) ? x : s->fallback;
}

/* Facets that one resource has its own words for. */
static const struct {
    enum fid_resource_id resource;
    enum fid_facet_id facet;
    const char *words;
} own_words[] = {
    {FID_RESOURCE_PHASES, FID_FACET_VOLUME, "how long the job lasts"},
    {FID_RESOURCE_PHASES, FID_FACET_MARGINAL, "how long each kind lasts"},
    {FID_RESOURCE_PHASES, FID_FACET_TIMING, "when they are"},
    {FID_RESOURCE_PHASES, FID_FACET_SHAPE, "their order"},
    {FID_RESOURCE_STEPS, FID_FACET_VOLUME, "how many, how fast"},
    {FID_RESOURCE_STEPS, FID_FACET_MARGINAL, "how long they take"},
    {FID_RESOURCE_STEPS, FID_FACET_TIMING, "waiting or computing"},
    {FID_RESOURCE_CPU, FID_FACET_MARGINAL, "which levels"},
    {FID_RESOURCE_COUPLING, FID_FACET_COUPLING, NULL},
};

const char *
fid_facet_words (enum fid_resource_id resource, enum fid_facet_id facet)
{
    for (size_t i = 0; i < sizeof own_words / sizeof *own_words; i++)
        if (own_words[i].resource == resource && own_words[i].facet == facet)
            return own_words[i].words;
    return fid_facets[facet].words;
}

/* The tables begin with the name: one search for all. */
#define FIND(table, n)                                                                         \
    for (int i = 0; i < (int)(n); i++)                                                         \
        if (strcmp ((table)[i].name, name) == 0)                                               \
            return i;                                                                          \
    return -1

int
fid_resource_find (const char *name)
{
    FIND (fid_resources, FID_RESOURCE_N);
}

int
fid_group_find (const char *name)
{
    FIND (fid_groups, FID_GROUP_N);
}

int
fid_role_find (const char *name)
{
    FIND (fid_roles, FID_ROLE_N);
}

int
fid_facet_find (const char *name)
{
    FIND (fid_facets, FID_FACET_N);
}

int
fid_quantity_find (const char *name)
{
    FIND (fid_quantities, FID_QUANTITY_N);
}

int
fid_tolerance_find (const char *name)
{
    FIND (fid_tolerances, FID_TOLERANCE_N);
}

#define PER(id, name) name,
static const char *const pers[FID_PER_N] = {NULL, FID_PERS (PER)};

const char *
fid_per_name (enum fid_per per)
{
    return pers[per];
}

int
fid_per_find (const char *name)
{
    for (int i = 1; i < FID_PER_N; i++)
        if (strcmp (pers[i], name) == 0)
            return i;
    return -1;
}

int
fid_window_find (const char *name)
{
    FIND (fid_windows, FID_WINDOW_N);
}

const char *
fid_window_name (enum fid_window w)
{
    return fid_windows[w].name;
}

/* Tables of names only. */
#define PART(id)        #id,
#define NAMED(id, name) name,
static const char *const part_name[FID_PART_N] = {FID_PARTS (PART)};
static const char *const unit_name[FID_IN_N] = {FID_UNITS (NAMED)};
static const char *const status_name[FID_STATUS_N] = {FID_STATUSES (NAMED)};
static const char *const severity_name[FID_SEVERITY_N] = {FID_SEVERITIES (NAMED)};

static const char *const clause_name[FID_CLAUSE_N] = {FID_CLAUSE_STATUSES (NAMED)};
static const char *const validity_name[FID_VALIDITY_N] = {FID_VALIDITIES (NAMED)};

static int
find_name (const char *const *names, int n, const char *name)
{
    while (n-- && strcmp (names[n], name) != 0)
        ;
    return n;
}

const char *
fid_part_name (enum fid_part part)
{
    return part_name[part];
}

int
fid_part_find (const char *name)
{
    return find_name (part_name, FID_PART_N, name);
}

const char *
fid_unit_name (enum fid_unit_id unit)
{
    return unit_name[unit];
}

int
fid_unit_find (const char *name)
{
    return find_name (unit_name, FID_IN_N, name);
}

const char *
fid_status_name (enum fid_resource_status status)
{
    return status_name[status];
}

int
fid_status_find (const char *name)
{
    return find_name (status_name, FID_STATUS_N, name);
}

const char *
fid_severity_name (enum fid_severity severity)
{
    return severity_name[severity];
}

int
fid_severity_find (const char *name)
{
    return find_name (severity_name, FID_SEVERITY_N, name);
}

const char *
fid_clause_name (enum fid_clause_status status)
{
    return clause_name[status];
}

int
fid_clause_find (const char *name)
{
    return find_name (clause_name, FID_CLAUSE_N, name);
}

const char *
fid_validity_name (enum fid_validity validity)
{
    return validity_name[validity];
}

int
fid_validity_find (const char *name)
{
    return find_name (validity_name, FID_VALIDITY_N, name);
}
