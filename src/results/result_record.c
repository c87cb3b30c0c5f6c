/* result_record.c - results as a table, and what follows from it (see result.h) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/memstream.h"
#include "base/order.h"
#include "base/span.h"
#include "model/names.h"
#include "results/result.h"

#define MAYBE     .need = FID_OR_NULL
#define FRACTION  .most = 1
#define NOT_EMPTY .least = 1
#define FLAT(rec) .of = &(rec), .flat = true
#define ASIDE     .aside = true

/* --- how it was made */

#define OPTIONS(F, T)                                                                          \
    F (T, ID, "window", window, FID_IDS (window))                                              \
    F (T, ID, "per", per, FID_IDS (per))                                                       \
    F (T, BOOL, "all_processes", all_processes)                                                \
    F (T, BOOL, "day_first", day_first)                                                        \
    F (T, HASH, "roles", roles, MAYBE)                                                         \
    F (T, NUMBER, "utc_offset_s", utc_offset_s, MAYBE, FID_ANY)                                \
    F (T, NUMBER, "step_s", step_s, MAYBE)                                                     \
    F (T, NUMBER, "dt_s", dt_s)                                                                \
    F (T, NUMBER, "rhythm_dt_s", rhythm_dt_s)                                                  \
    F (T, NUMBER, "band_s", band_s, MAYBE)                                                     \
    F (T, NUMBER, "penalty", penalty)                                                          \
    F (T, NUMBER, "tolerance_s", tolerance_s)                                                  \
    F (T, TEXT, "profile", profile, NOT_EMPTY)                                                 \
    F (T, HASH, "profile_hash", profile_hash)                                                  \
    F (T, HASH, "calibration", calibration, MAYBE)                                             \
    F (T, SET, "exclude_groups", excluded, FID_IDS (group))
static const struct fid_member options_members[] = {
    OPTIONS (FID_MEMBER_ROW, struct fid_result_options)};
const struct fid_record fid_result_options_record = {
    .name = "options",
    .member = options_members,
    .n = sizeof options_members / sizeof *options_members};

#define TOOL(F, T)                                                                             \
    F (T, CONST, "name", head, .text = "fidlio")                                               \
    F (T, TEXT, "version", head.version, NOT_EMPTY)                                            \
    F (T, TEXT, "key", head.key, NOT_EMPTY)                                                    \
    F (T, OBJECT, "options", options, .of = &fid_result_options_record, ASIDE)
FID_RECORD (tool, struct fid_result, TOOL);

#define INPUT(F, T)                                                                            \
    F (T, TEXT, "file", file, NOT_EMPTY)                                                       \
    F (T, TEXT, "reader", reader, NOT_EMPTY)                                                   \
    F (T, COUNT, "bytes", byte_n)                                                              \
    F (T, HASH, "hash", hash)
FID_RECORD (input, struct fid_result_input, INPUT);

#define SIDE(F, T)                                                                             \
    F (T, TEXT, "id", id, NOT_EMPTY)                                                           \
    F (T, TEXT, "workload", workload, MAYBE)                                                   \
    F (T, TEXT, "hash", hash, NOT_EMPTY)                                                       \
    F (T, TEXTS, "runs", run)                                                                  \
    F (T, LIST, "inputs", input, FID_ROWS (T, input, input_n, input), ASIDE)
FID_RECORD (real, struct fid_result_side, SIDE);
FID_RECORD (emulation, struct fid_result_side, SIDE);

#define CLOCK(F, T)                                                                            \
    F (T, TEXT, "axis", axis, NOT_EMPTY)                                                       \
    F (T, NUMBER, "uncertainty_s", uncertainty_s, MAYBE)                                       \
    F (T, NUMBER, "residual_s", residual_s, MAYBE)                                             \
    F (T, NUMBER, "drift_ppm", drift_ppm, MAYBE, FID_ANY)                                      \
    F (T, TEXT, "how", how, MAYBE)
FID_RECORD (clock, struct fid_result_clock, CLOCK);

#define CLOCKS(F, T)                                                                           \
    F (T, OBJECT, "real", clock[0], .of = &clock)                                              \
    F (T, OBJECT, "emulation", clock[1], .of = &clock)
FID_RECORD (clocks, struct fid_result_alignment, CLOCKS);

#define ORIGINS(F, T)                                                                          \
    F (T, NUMBER, "real", origin_s[0], FID_ANY)                                                \
    F (T, NUMBER, "emulation", origin_s[1], FID_ANY)
FID_RECORD (origins, struct fid_result_alignment, ORIGINS);

#define ALIGNMENT(F, T)                                                                        \
    F (T, OBJECT, "clock", clock, FLAT (clocks))                                               \
    F (T, OBJECT, "origin_s", origin_s, FLAT (origins))                                        \
    F (T, TEXT, "lag_of", lag_of, MAYBE)                                                       \
    F (T, NUMBER, "lag_s", lag_s, MAYBE, FID_ANY)                                              \
    F (T, NUMBER, "lag_peak", lag_peak, MAYBE, FID_ANY)                                        \
    F (T, BOOL, "lag_ambiguous", lag_ambiguous)                                                \
    F (T, NUMBER, "warp_mean_s", warp_mean_s, MAYBE)                                           \
    F (T, NUMBER, "warp_max_s", warp_max_s, MAYBE)                                             \
    F (T, NUMBER, "uncertainty_s", uncertainty_s, MAYBE)
FID_RECORD (alignment, struct fid_result_alignment, ALIGNMENT);

/* --- what was measured */

#define WINDOW(F, T)                                                                           \
    F (T, ID, "window", window, FID_IDS (window))                                              \
    F (T, BOOL, "headline", headline)                                                          \
    F (T, NUMBER, "real_s", length_s[0], MAYBE)                                                \
    F (T, NUMBER, "emulation_s", length_s[1], MAYBE)                                           \
    F (T, TEXT, "reason", reason, MAYBE)
FID_RECORD (window, struct fid_result_window, WINDOW);

static void
check_measure (struct fid_reading *r, void *object)
{
    struct fid_result_measure *m = object;
    m->quantity_id = fid_quantity_find (m->quantity);
    if (m->distance == FID_ABSENT && (!m->reason || m->grade != FID_ABSENT))
        fid_reading_fail (r, "%s has no distance: a grade, or no reason", m->name);
}

#define MEASURE(F, T)                                                                          \
    F (T, TEXT, "name", name, NOT_EMPTY)                                                       \
    F (T, ID, "facet", facet, FID_IDS (facet))                                                 \
    F (T, TEXT, "metric", metric, NOT_EMPTY)                                                   \
    F (T, TEXT, "quantity", quantity, NOT_EMPTY)                                               \
    F (T, NUMBER, "distance", distance, MAYBE)                                                 \
    F (T, INTERVAL, "distance_ci", distance_ci, MAYBE)                                         \
    F (T, ID, "unit", unit, FID_IDS (unit))                                                    \
    F (T, NUMBER, "noise", noise, MAYBE)                                                       \
    F (T, NUMBER, "tolerance", tolerance, MAYBE)                                               \
    F (T, NUMBER, "grade", grade, MAYBE, FRACTION)                                             \
    F (T, ID, "clause", clause, MAYBE, FID_IDS (clause))                                       \
    F (T, BOOL, "key", key)                                                                    \
    F (T, TEXT, "reason", reason, MAYBE)                                                       \
    F (T, AMOUNTS, "detail", detail, .n_at = offsetof (T, detail_n))
FID_RECORD (measure, struct fid_result_measure, MEASURE, .check = check_measure);

static void
check_status (struct fid_reading *r, void *object)
{
    const struct fid_result_resource *o = object;
    if (o->status == FID_STATUS_NOT_COMPARED && !o->reason)
        fid_reading_fail (r, "a resource is not compared without a reason");
}

#define OF_WINDOW(F, T)                                                                        \
    F (T, ID, "window", window, FID_IDS (window))                                              \
    F (T, ID, "status", status, FID_IDS (status))                                              \
    F (T, TEXT, "reason", reason, MAYBE)
#define MEASURES(F, T)                                                                         \
    F (T, LIST, "measures", measure, FID_ROWS (T, measure, measure_n, measure))
#define OTHER(F, T) OF_WINDOW (F, T) MEASURES (F, T)
FID_RECORD (other, struct fid_result_resource, OTHER, .check = check_status);

static void
check_resource (struct fid_reading *r, void *object)
{
    struct fid_result_resource *o = object;
    o->resource = fid_resources[o->id].name;
    check_status (r, o);
    if (o->status == FID_STATUS_NOT_COMPARED && o->grade != FID_ABSENT)
        fid_reading_fail (r, "%s is not compared, but graded", o->resource);
}

#define RESOURCE(F, T)                                                                         \
    F (T, ID, "resource", id, FID_IDS (resource))                                              \
    F (T, ID, "group", group, FID_IDS (group))                                                 \
    OF_WINDOW (F, T)                                                                           \
    F (T, NUMBER, "weight", weight, MAYBE)                                                     \
    F (T, NUMBER, "grade", grade, MAYBE, FRACTION)                                             \
    F (T, INTERVAL, "grade_ci", grade_ci, MAYBE, FRACTION)                                     \
    MEASURES (F, T)                                                                            \
    F (T, LIST, "windows", other, FID_ROWS (T, other, other_n, other))
FID_RECORD (resource, struct fid_result_resource, RESOURCE, .check = check_resource);

#define GROUP(F, T)                                                                            \
    F (T, ID, "group", id, FID_IDS (group))                                                    \
    F (T, NUMBER, "grade", grade, MAYBE, FRACTION)                                             \
    F (T, COUNT, "resources", resource_n)
FID_RECORD (group, struct fid_result_grouped, GROUP);

/* --- verdicts */

#define COVERAGE(F, T)                                                                         \
    F (T, INT, "compared", head.compared_n)                                                    \
    F (T, INT, "of", head.of_n)                                                                \
    F (T, SET, "missing", head.missing, FID_IDS (group))                                       \
    F (T, SET, "out_of_scope", head.excluded, FID_IDS (group))
FID_RECORD (coverage, struct fid_result, COVERAGE);

static void
check_overall (struct fid_reading *r, void *object)
{
    const struct fid_result_head *h = &((struct fid_result *)object)->head;
    if (h->similarity == FID_ABSENT && (!h->similarity_reason || h->verdict != FID_CANNOT_TELL))
        fid_reading_fail (r, "there is neither a similarity nor a reason why not");
}

#define OVERALL(F, T)                                                                          \
    F (T, TEXT, "profile", head.profile, NOT_EMPTY)                                            \
    F (T, ID, "verdict", head.verdict, FID_IDS (validity))                                     \
    F (T, NUMBER, "similarity", head.similarity, MAYBE, FRACTION)                              \
    F (T, INTERVAL, "similarity_ci", head.similarity_ci, MAYBE, FRACTION)                      \
    F (T, TEXT, "similarity_ci_of", head.similarity_ci_of, MAYBE)                              \
    F (T, TEXT, "similarity_reason", head.similarity_reason, MAYBE)                            \
    F (T, TEXT, "noise", head.noise, MAYBE)                                                    \
    F (T, OBJECT, "coverage", head, FLAT (coverage))
FID_RECORD (overall, struct fid_result, OVERALL, .check = check_overall);

#define CLAUSE(F, T)                                                                           \
    F (T, TEXT, "name", name, NOT_EMPTY)                                                       \
    F (T, ID, "status", status, FID_IDS (clause))                                              \
    F (T, BOOL, "key", key)                                                                    \
    F (T, NUMBER, "grade", grade, FRACTION)                                                    \
    F (T, NUMBER, "share", share, FRACTION)                                                    \
    F (T, TEXT, "text", text, NOT_EMPTY)
FID_RECORD (clause, struct fid_result_clause, CLAUSE);

#define PROFILE(F, T)                                                                          \
    F (T, TEXT, "profile", name, NOT_EMPTY)                                                    \
    F (T, ID, "verdict", verdict, FID_IDS (validity))                                          \
    F (T, NUMBER, "similarity", similarity, MAYBE, FRACTION)                                   \
    F (T, INTERVAL, "similarity_ci", similarity_ci, MAYBE, FRACTION)                           \
    F (T, BOOL, "by_answer", by_answer)                                                        \
    F (T, INT, "met", met_n)                                                                   \
    F (T, INT, "of", of_n)                                                                     \
    F (T, TEXT, "reason", reason, MAYBE)                                                       \
    F (T, TEXT, "text", text, NOT_EMPTY)                                                       \
    F (T, LIST, "clauses", clauses, FID_ROWS (T, clauses, clause_n, clause), ASIDE)
FID_RECORD (profile, struct fid_result_profile, PROFILE);

#define MIDDLE(F, T)                                                                           \
    F (T, TEXT, "real", middle[0], NOT_EMPTY)                                                  \
    F (T, TEXT, "emulation", middle[1], NOT_EMPTY)
FID_RECORD (middle, struct fid_result_repeats, MIDDLE);

#define REPEATS(F, T)                                                                          \
    F (T, COUNT, "real", real_n, .least = 1)                                                   \
    F (T, COUNT, "emulation", emulation_n, .least = 1)                                         \
    F (T, COUNT, "pairs", pair_n, .least = 2)                                                  \
    F (T, OBJECT, "middle", middle, FLAT (middle))
FID_RECORD (repeats, struct fid_result_repeats, REPEATS);

/* --- explanations */

#define WHERE(F, T)                                                                            \
    F (T, ID, "resource", resource, FID_IDS (resource))                                        \
    F (T, NUMBER, "from_s", from_s)                                                            \
    F (T, NUMBER, "to_s", to_s)                                                                \
    F (T, ID, "phase", part, FID_IDS (part))
FID_RECORD (where, struct fid_result_where, WHERE);

#define SETTING(F, T)                                                                          \
    F (T, TEXT, "key", key, MAYBE)                                                             \
    F (T, TEXT, "from", from, MAYBE)                                                           \
    F (T, TEXT, "to", to, MAYBE)
FID_RECORD (setting, struct fid_result_setting, SETTING);

#define CAUSE(F, T)                                                                            \
    F (T, TEXT, "code", code, NOT_EMPTY)                                                       \
    F (T, TEXT, "what", what, NOT_EMPTY)                                                       \
    F (T, NUMBER, "real", side[0], MAYBE)                                                      \
    F (T, NUMBER, "emulation", side[1], MAYBE)                                                 \
    F (T, ID, "resource", resource, MAYBE, FID_IDS (resource))                                 \
    F (T, ID, "quantity", quantity, MAYBE, FID_IDS (quantity))                                 \
    F (T, NUMBER, "share", share, FRACTION)                                                    \
    SETTING (F, T)                                                                             \
    F (T, LIST, "also", also, FID_ROWS (T, also, also_n, setting))                             \
    F (T, NUMBER, "error_after", error_after, MAYBE)                                           \
    F (T, TEXT, "with", with, MAYBE)                                                           \
    F (T, NUMBER, "error_with", error_with, MAYBE)                                             \
    F (T, NUMBER, "similarity_after", similarity_after, MAYBE, FRACTION)                       \
    F (T, TEXT, "text", text, NOT_EMPTY)
FID_RECORD (cause, struct fid_result_cause, CAUSE);

#define FINDING(F, T)                                                                          \
    F (T, ID, "severity", severity, FID_IDS (severity))                                        \
    F (T, ID, "resource", resource, MAYBE, FID_IDS (resource))                                 \
    F (T, TEXT, "facet", facet, MAYBE)                                                         \
    F (T, TEXT, "phase", phase, MAYBE)                                                         \
    F (T, TEXT, "text", text, NOT_EMPTY)
FID_RECORD (finding, struct fid_result_finding, FINDING);

#define TRACES(F, T)                                                                           \
    F (T, COUNT, "traces", trace_n, .least = 1)                                                \
    F (T, COUNT, "spans", span_n, .least = 1)                                                  \
    F (T, NUMBER, "length_s", length_s)
FID_RECORD (operator_traces, struct fid_result_traces, TRACES);

#define ROLE_TIME(F, T)                                                                        \
    F (T, COUNT, "count", n, .least = 1)                                                       \
    F (T, NUMBER, "busy_s", busy_s)                                                            \
    F (T, NUMBER, "share", share, MAYBE, FRACTION)
FID_RECORD (role_time, struct fid_result_role_time, ROLE_TIME);

#define ROLE(F, T)                                                                             \
    F (T, TEXT, "role", role, NOT_EMPTY)                                                       \
    F (T, OBJECT, "real", side[0], .of = &role_time, MAYBE)                                    \
    F (T, OBJECT, "emulation", side[1], .of = &role_time, MAYBE)
FID_RECORD (role, struct fid_result_role, ROLE);

#define OPERATORS(F, T)                                                                        \
    F (T, OBJECT, "real", traces[0], .of = &operator_traces)                                   \
    F (T, OBJECT, "emulation", traces[1], .of = &operator_traces)                              \
    F (T, LIST, "roles", role, FID_ROWS (T, role, role_n, role))
FID_RECORD (operators, struct fid_result, OPERATORS);

/* --- all */

/* Files are named after a run. */
static void
check_side (struct fid_reading *r, const struct fid_result_side *side, const char *key)
{
    if (strchr (side->id, '/') || strcmp (side->id, "..") == 0 || strcmp (side->id, ".") == 0)
        fid_reading_fail (r, "'id' of %s is not the name of a run: '%s'", key, side->id);
    if (!side->run.n)
        fid_reading_fail (r, "'runs' of %s is empty", key);
}

static void
check_all (struct fid_reading *r, void *object)
{
    const struct fid_result *all = object;
    size_t headline_n = 0;
    check_side (r, &all->head.real, "real");
    check_side (r, &all->head.emulation, "emulation");
    for (size_t i = 0; i < all->window_n; i++)
        headline_n += all->window[i].headline;
    if (headline_n != 1)
        fid_reading_fail (r, "'windows' has %zu headlines, not 1", headline_n);
    if (!fid_profile_at (&all->head, 0))
        fid_reading_fail (r, "'profiles' lacks %s, the profile of the similarity",
                          all->head.profile);
}

#define RESULT(F, T)                                                                           \
    F (T, CONST, "schema", head, .text = FID_SCHEMA_PAIR)                                      \
    F (T, OBJECT, "tool", head, FLAT (tool))                                                   \
    F (T, OBJECT, "real", head.real, .of = &real)                                              \
    F (T, OBJECT, "emulation", head.emulation, .of = &emulation)                               \
    F (T, TEXT, "incomplete", head.incomplete, .need = FID_LEFT_OUT)                           \
    F (T, OBJECT, "answer", head.answer, .of = &fid_answer_record)                             \
    F (T, OBJECT, "alignment", alignment, .of = &alignment, ASIDE)                             \
    F (T, LIST, "windows", window, FID_ROWS (T, window, window_n, window), ASIDE)              \
    F (T, LIST, "resources", resource, FID_ROWS (T, resource, resource_n, resource), ASIDE)    \
    F (T, LIST, "groups", group, FID_ROWS (T, group, group_n, group), ASIDE)                   \
    F (T, OBJECT, "overall", head, FLAT (overall))                                             \
    F (T, LIST, "profiles", head.profile_of,                                                   \
       FID_ROWS (T, head.profile_of, head.profile_n, profile), NOT_EMPTY)                      \
    F (T, OBJECT, "repeats", repeats, .of = &repeats, MAYBE, ASIDE)                            \
    F (T, LIST, "where", where, FID_ROWS (T, where, where_n, where), ASIDE)                    \
    F (T, LIST, "causes", head.cause, FID_ROWS (T, head.cause, head.cause_n, cause))           \
    F (T, LIST, "findings", finding, FID_ROWS (T, finding, finding_n, finding), ASIDE)         \
    F (T, TEXTS, "warnings", warning, ASIDE)                                                   \
    F (T, OBJECT, "operators", head, FLAT (operators), .need = FID_LEFT_OUT, ASIDE)
FID_RECORD (result, struct fid_result, RESULT, .check = check_all);
const struct fid_record *const fid_result_record = &result;

/* --- what follows from it */

/* What the head keeps of the resources. */
static void
keep_grades (struct fid_result *r)
{
    for (int k = 0; k < FID_RESOURCE_N; k++)
        r->head.graded[k].grade = FID_GRADE_NONE;
    for (size_t i = 0; i < r->resource_n; i++) {
        const struct fid_result_resource *o = &r->resource[i];
        if (o->grade != FID_ABSENT && o->weight > 0)
            r->head.graded[o->id] = (struct fid_graded){o->grade, o->weight};
    }
}

static void
keep_groups (struct fid_result *r)
{
    for (size_t g = 0; g < FID_GROUP_N; g++)
        r->head.group[g] = (struct fid_result_group){
            .excluded = r->head.excluded >> g & 1, .grade = FID_ABSENT};
    for (size_t i = 0; i < r->group_n; i++) {
        r->head.group[r->group[i].id].known = true;
        r->head.group[r->group[i].id].grade = r->group[i].grade;
    }
}

/* Largest share first. */
FID_ORDER_BY (by_share, struct fid_result_clause, FID_FALLING (share) FID_RISING_TEXT (name))

/* The clauses of the similarity's profile that are not met, and the first one of each profile. */
static int
keep_clauses (struct fid_result *r, struct fid_error *err)
{
    const struct fid_result_profile *of = fid_profile_at (&r->head, 0);
    if (!(r->unmet = fid_arena_take (&r->arena, of->clause_n, sizeof *r->unmet, err)))
        return -1;
    for (size_t i = 0; i < r->head.profile_n; i++) {
        struct fid_result_profile *p = &r->head.profile_of[i];
        const char *first = NULL;
        for (size_t k = 0; k < p->clause_n; k++) {
            if (p->clauses[k].status != FID_CLAUSE_NOT_MET)
                continue;
            first = first ? first : p->clauses[k].text;
            if (p == of)
                r->unmet[r->unmet_n++] = p->clauses[k];
        }
        p->clause = fid_arena_text (&r->head.arena, first, err);
        if (first && !p->clause)
            return -1;
    }
    if (r->unmet_n > 1)
        qsort (r->unmet, r->unmet_n, sizeof *r->unmet, by_share);
    return 0;
}

/* Moves a text to the head; freed here. */
static int
keep_text (struct fid_result *r, const char **to, char *text, struct fid_error *err)
{
    *to = fid_arena_text (&r->head.arena, text, err);
    free (text);
    return *to ? 0 : -1;
}

static int
keep_texts (struct fid_result *r, struct fid_error *err)
{
    struct fid_result_head *h = &r->head;
    char *serious = NULL, *scope = NULL;
    size_t n;
    FILE *f = fid_memstream_open (&serious, &n, err);
    for (size_t i = 0; i < r->finding_n; i++) {
        h->finding_n[r->finding[i].severity]++;
        if (f && r->finding[i].severity == FID_SERIOUS)
            fprintf (f, "%s\n", r->finding[i].text);
    }
    if (!f || fid_memstream_end (f, 0, err) || keep_text (r, &h->serious, serious, err) ||
        !(f = fid_memstream_open (&scope, &n, err)))
        return -1;
    for (int g = 0; g < FID_GROUP_N; g++)
        if (h->excluded >> g & 1)
            fprintf (f, "%s%s", ftell (f) ? ", " : "", fid_groups[g].name);
    return fid_memstream_end (f, 0, err) || keep_text (r, &h->out_of_scope, scope, err) ? -1
                                                                                      : 0;
}

static int
keep_side (struct fid_result *r, struct fid_result_side *side, struct fid_error *err)
{
    char *configuration = fid_strndup (side->id, fid_configuration_length (side->id), err);
    side->workload = side->workload ? side->workload : "";
    return configuration ? keep_text (r, &side->configuration, configuration, err) : -1;
}

int
fid_result_settle (struct fid_result *r, const char *path, struct fid_error *err)
{
    for (size_t i = 0; i < r->window_n; i++)
        if (r->window[i].headline)
            r->head.window = fid_windows[r->window[i].window].name;
    keep_grades (r);
    keep_groups (r);
    r->head.path = fid_arena_text (&r->head.arena, path, err);
    return !r->head.path || keep_clauses (r, err) || keep_texts (r, err) ||
                   keep_side (r, &r->head.real, err) || keep_side (r, &r->head.emulation, err)
               ? -1
               : 0;
}

/* --- files */

/* Says of a file of an older version what to do. */
static int
check_age (const cJSON *doc, const char *path, struct fid_error *err)
{
    const char *schema = fid_get_string (doc, "schema");
    bool older = schema && (strcmp (schema, "fidlio.pair/1") == 0 ||
                            strcmp (schema, "fidlio.pair/2") == 0);
    return older ? fid_errorf (err, FID_EINPUT,
                               "%s: made by an older fidlio (schema %s); compare the runs anew",
                               path, schema)
                 : 0;
}

struct fid_result *
fid_result_of (cJSON *doc, const char *path, struct fid_error *err)
{
    struct fid_reading w = {.path = path, .what = "result", .err = err};
    struct fid_result *r = calloc (1, sizeof *r);
    struct fid_arena arena[2] = {{NULL}, {NULL}};
    int rc = r ? 0 : fid_error_nomem (err);
    if (!rc)
        rc = check_age (doc, path, err) || fid_record_read (&w, doc, &result, arena, r) ? -1 : 0;
    if (r) {
        r->head.arena = arena[0];
        r->arena = arena[1];
    }
    if (!rc)
        rc = fid_result_settle (r, path, err);
    cJSON_Delete (doc);
    if (rc) {
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
    /* half of a document */
    static const char *const without[] = {"detail", "windows", "inputs", NULL};
    cJSON *doc = fid_json_load_without (path, without, err);
    struct fid_result *r = doc ? fid_result_of (doc, path, err) : NULL;
    if (!r)
        return -1;
    *head = r->head;
    head->real.input = head->emulation.input = NULL;
    for (size_t i = 0; i < head->profile_n; i++)
        head->profile_of[i].clauses = NULL;
    r->head.arena = (struct fid_arena){NULL};
    fid_result_destroy (r);
    return 0;
}
