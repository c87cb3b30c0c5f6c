/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result_record.c - results as a table, and what follows from it (see result.h) */
#include "base/memstream.h"
#include "model/names.h"
#include "results/result.h"
#include "results/answer.h"

/* What the tables of result.h say. */
#define MAYBE     .need = FID_OR_NULL
#define FRACTION  .most = 1
#define NOT_EMPTY .least = 1
#define FLAT(rec) .of = &(rec), .flat = true
#define ASIDE     .aside = true

/* --- how it was made */

static const struct fid_member options_members[] = {
    FID_RESULT_OPTIONS (FID_MEMBER_ROW, struct fid_result_options)};
const struct fid_record fid_result_options_record =
    FID_RECORD_IS (options, struct fid_result_options, options_members);

FID_RECORD (tool, struct fid_result, FID_RESULT_TOOL);
FID_RECORD (input, struct fid_result_input, FID_RESULT_INPUT);
FID_RECORD (real, struct fid_result_side, FID_RESULT_SIDE);
FID_RECORD (emulation, struct fid_result_side, FID_RESULT_SIDE);
FID_RECORD (side_clock, struct fid_result_clock, FID_RESULT_CLOCK);
FID_RECORD (clocks, struct fid_result_alignment, FID_RESULT_CLOCKS);
FID_RECORD (origins, struct fid_result_alignment, FID_RESULT_ORIGINS);
FID_RECORD (alignment, struct fid_result_alignment, FID_RESULT_ALIGNMENT);

/* --- what was measured */

FID_RECORD (window, struct fid_result_window, FID_RESULT_WINDOW);

static void check_measure (struct fid_reading *r, void *object)
{
    struct fid_result_measure *m = object;
    m->quantity_id = fid_quantity_find (m->quantity);
    if (m->distance == FID_ABSENT && (!m->reason || m->grade != FID_ABSENT))
        fid_reading_fail (r, "%s has no distance: a grade, or no reason", m->name);
}

FID_RECORD (measure, struct fid_result_measure, FID_RESULT_MEASURE, .check = check_measure);

static void check_status (struct fid_reading *r, void *object)
{
    const struct fid_result_resource *o = object;
    if (o->status == FID_STATUS_NOT_COMPARED && !o->reason)
        fid_reading_fail (r, "a resource is not compared without a reason");
}

FID_RECORD (other, struct fid_result_resource, FID_RESULT_OTHER, .check = check_status);

static void check_resource (struct fid_reading *r, void *object)
{
    struct fid_result_resource *o = object;
    o->resource = fid_resources[o->id].name;
    check_status (r, o);
    if (o->status == FID_STATUS_NOT_COMPARED && o->grade != FID_ABSENT)
        fid_reading_fail (r, "%s is not compared, but graded", o->resource);
}

FID_RECORD (resource, struct fid_result_resource, FID_RESULT_RESOURCE, .check = check_resource);
FID_RECORD (group, struct fid_result_grouped, FID_RESULT_GROUP);
FID_RECORD (cell, struct fid_breakdown_cell, FID_RESULT_CELL);
FID_RECORD (breakdown, struct fid_breakdown_row, FID_RESULT_BREAKDOWN);

static bool make_breakdown (const void *object, size_t i, void *element)
{
    const struct fid_result *r = object;
    if (i < r->resource_n)
        *(struct fid_breakdown_row *)element = fid_breakdown_of (&r->resource[i]);
    return i < r->resource_n;
}

/* --- verdicts */

FID_RECORD (coverage, struct fid_result, FID_RESULT_COVERAGE);

static void check_overall (struct fid_reading *r, void *object)
{
    const struct fid_result_head *h = &((struct fid_result *)object)->head;
    if (h->similarity == FID_ABSENT && (!h->similarity_reason || h->verdict == FID_VALID))
        fid_reading_fail (r, "there is neither a similarity nor a reason why not");
}

FID_RECORD (overall, struct fid_result, FID_RESULT_OVERALL, .check = check_overall);
FID_RECORD (clause, struct fid_result_clause, FID_RESULT_CLAUSE);
FID_RECORD (profile, struct fid_result_profile, FID_RESULT_PROFILE);
FID_RECORD (middle, struct fid_result_repeats, FID_RESULT_MIDDLE);
FID_RECORD (repeats, struct fid_result_repeats, FID_RESULT_REPEATS);

/* --- explanations */

FID_RECORD (where, struct fid_result_where, FID_RESULT_WHERE);
FID_RECORD (setting, struct fid_result_setting, FID_RESULT_SETTING);
FID_RECORD (cause, struct fid_result_cause, FID_RESULT_CAUSE);
FID_RECORD (finding, struct fid_result_finding, FID_RESULT_FINDING);
FID_RECORD (operator_traces, struct fid_result_traces, FID_RESULT_TRACES);
FID_RECORD (role_time, struct fid_result_role_time, FID_RESULT_ROLE_TIME);
FID_RECORD (role, struct fid_result_role, FID_RESULT_ROLE);
FID_RECORD (operators, struct fid_result, FID_RESULT_OPERATORS);

/* --- all */

/* Files are named after a run. */
static void check_side (struct fid_reading *r, const struct fid_result_side *side,
                        const char *key)
{
    if (strchr (side->id, '/') || strcmp (side->id, "..") == 0 || strcmp (side->id, ".") == 0)
        fid_reading_fail (r, "'id' of %s is not the name of a run: '%s'", key, side->id);
    if (!side->run.n)
        fid_reading_fail (r, "'runs' of %s is empty", key);
}

static void check_all (struct fid_reading *r, void *object)
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

FID_RECORD (result, struct fid_result, FID_RESULT_RESULT, .check = check_all);
const struct fid_record *const fid_result_record = &result;

/* --- what follows from it */

/* What the head keeps of resources and groups. */
static void keep_grades (struct fid_result *r)
{
    for (int k = 0; k < FID_RESOURCE_N; k++)
        r->head.graded[k].grade = FID_ABSENT;
    FID_EACH (const struct fid_result_resource, o, r->resource)
        if (o->grade != FID_ABSENT && o->weight > 0)
            r->head.graded[o->id] = (struct fid_graded){o->grade, o->weight};
    for (size_t g = 0; g < FID_GROUP_N; g++)
        r->head.group[g] = (struct fid_result_group){.excluded = r->head.excluded >> g & 1,
                                                     .grade = FID_ABSENT};
    FID_EACH (const struct fid_result_grouped, g, r->group) {
        r->head.group[g->id].known = true;
        r->head.group[g->id].grade = g->grade;
    }
}

FID_ORDER_BY (by_share, struct fid_result_clause, FID_FALLING (share) FID_RISING_TEXT (name))

/* The clauses of the similarity's profile that are not met, and the first one of each profile. */
static int keep_clauses (struct fid_result *r, struct fid_error *err)
{
    const struct fid_result_profile *of = fid_profile_at (&r->head, 0);
    r->unmet = fid_arena_take (&r->arena, of->clause_n, sizeof *r->unmet, err);
    FID_TRY (!r->unmet);
    FID_EACH_OF (struct fid_result_profile, p, r->head.profile_of, r->head.profile_n) {
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
static int keep_text (struct fid_result *r, const char **to, char *text, struct fid_error *err)
{
    *to = text ? fid_arena_text (&r->head.arena, text, err) : NULL;
    free (text);
    return *to ? 0 : -1;
}

static int keep_texts (struct fid_result *r, struct fid_error *err)
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
    FID_TRY (!f);
    FID_TRY (fid_memstream_end (f, 0, err));
    FID_TRY (keep_text (r, &h->serious, serious, err));
    f = fid_memstream_open (&scope, &n, err);
    FID_TRY (!f);
    for (int g = 0; g < FID_GROUP_N; g++)
        if (h->excluded >> g & 1)
            fprintf (f, "%s%s", ftell (f) ? ", " : "", fid_groups[g].name);
    return FID_FAILED (fid_memstream_end (f, 0, err) ||
                       keep_text (r, &h->out_of_scope, scope, err));
}

/* "UNET3D_real (r2, r4)"; of runs without a name in common, all of their names. */
static char *name_of_several (const struct fid_texts *run, struct fid_error *err)
{
    enum { LISTED_MOST = 8 };
    size_t same = fid_configuration_length (run->text[0]), n = run->n;
    for (size_t i = 0; i < n; i++)
        if (fid_configuration_length (run->text[i]) != same || !run->text[i][same] ||
            strncmp (run->text[i], run->text[0], same) != 0)
            same = 0;
    char *text = fid_format (err, "%.*s%s", (int)same, run->text[0], same ? " (" : "");
    for (size_t i = 0; i < n && i < LISTED_MOST && text; i++) {
        const char *name = run->text[i] + same;
        text = fid_more (text, err, "%s%s", i ? ", " : "",
                         name + (same ? strspn (name, "_-") : 0));
    }
    if (n > LISTED_MOST)
        text = fid_more (text, err, " and %zu more", n - LISTED_MOST);
    return same ? fid_more (text, err, ")") : text;
}

static int keep_side (struct fid_result *r, struct fid_result_side *side, struct fid_error *err)
{
    char *configuration = fid_strndup (side->id, fid_configuration_length (side->id), err);
    side->workload = side->workload ? side->workload : "";
    FID_TRY (keep_text (r, &side->configuration, configuration, err));
    if (side->run.n > 1)
        return keep_text (r, &side->shown, name_of_several (&side->run, err), err);
    side->shown = side->id;
    return 0;
}

int fid_result_settle (struct fid_result *r, const char *path, struct fid_error *err)
{
    for (size_t i = 0; i < r->window_n; i++)
        if (r->window[i].headline)
            r->head.window = fid_windows[r->window[i].window].name;
    keep_grades (r);
    r->head.path = fid_arena_text (&r->head.arena, path, err);
    return FID_FAILED (!r->head.path || fid_result_judge (&r->head, err) ||
                       keep_clauses (r, err) || keep_texts (r, err) ||
                       keep_side (r, &r->head.real, err) ||
                       keep_side (r, &r->head.emulation, err));
}

/* --- files */

struct fid_result *fid_result_of (cJSON *document, const char *path, struct fid_error *err)
{
    FID_SCOPED (fid_json_freed) cJSON *doc = document;
    struct fid_reading w = {.path = path, .what = "result", .err = err};
    struct fid_arena arena[2] = {{NULL}, {NULL}};
    const char *schema = fid_get_string (doc, "schema");
    if (schema &&
        (strcmp (schema, "fidlio.pair/1") == 0 || strcmp (schema, "fidlio.pair/2") == 0 ||
         strcmp (schema, "fidlio.pair/3") == 0)) {
        fid_errorf (err, FID_EINPUT,
                    "%s: made by an older fidlio (schema %s); compare the runs again", path,
                    schema);
        return NULL;
    }
    struct fid_result *r = calloc (1, sizeof *r);
    if (!r)
        return fid_null_nomem (err);
    int rc = fid_record_read (&w, doc, &result, arena, r);
    r->head.arena = arena[0];
    r->arena = arena[1];
    if (!rc && !fid_result_settle (r, path, err))
        return r;
    fid_result_destroy (r);
    return NULL;
}

struct fid_result *fid_result_load (const char *path, struct fid_error *err)
{
    cJSON *doc = fid_json_load (path, err);
    return doc ? fid_result_of (doc, path, err) : NULL;
}

int fid_result_head_load (struct fid_result_head *head, const char *path, struct fid_error *err)
{
    /* half of a document */
    static const char *const without[] = {"detail", "windows", "inputs", NULL};
    cJSON *doc = fid_json_load_without (path, without, err);
    struct fid_result *r = doc ? fid_result_of (doc, path, err) : NULL;
    FID_TRY (!r);
    *head = r->head;
    head->real.input = head->emulation.input = NULL;
    for (size_t i = 0; i < head->profile_n; i++)
        head->profile_of[i].clauses = NULL;
    r->head.arena = (struct fid_arena){NULL};
    fid_result_destroy (r);
    return 0;
}

/* --- heads as bytes */

#define GROUPED(F, A, T) F (T, BOOL, known), F (T, BOOL, excluded), F (T, NUMBER, grade)
FID_WHOLE_RECORD (grouped, struct fid_result_group, GROUPED);
#define SETTLED(F, A, T)                                                                       \
    F (T, TEXT, window), F (T, TEXT, serious), F (T, TEXT, out_of_scope),                      \
        F (T, TEXT, real.shown), F (T, TEXT, real.configuration),                              \
        F (T, TEXT, emulation.shown), F (T, TEXT, emulation.configuration),                    \
        A (T, COUNT, finding_n, .element = sizeof (size_t)), A (T, NUMBER, graded),            \
        A (T, OBJECT, group, FID_OF (grouped))
FID_BYTES_RECORD (settled, struct fid_result_head, SETTLED);
#define FIRST_CLAUSE(F, A, T) F (T, TEXT, clause)
FID_BYTES_RECORD (first_clause, struct fid_result_profile, FIRST_CLAUSE);

int fid_result_head_pack (const struct fid_result_head *head, struct fid_bytes *out,
                          struct fid_error *err)
{
    /* all but what is aside is in the head, which a result begins with */
    FID_TRY (fid_record_pack (&result, head, out, err));
    FID_TRY (fid_record_pack (&settled, head, out, err));
    for (size_t i = 0; i < head->profile_n; i++)
        FID_TRY (fid_record_pack (&first_clause, &head->profile_of[i], out, err));
    return 0;
}

int fid_result_head_unpack (struct fid_result_head *head, const char *path,
                            struct fid_span bytes, struct fid_error *err)
{
    struct fid_packed_in in = {.path = path,
                               .p = (const unsigned char *)bytes.p,
                               .end = (const unsigned char *)fid_span_end (bytes),
                               .arena = &head->arena};
    *head = (struct fid_result_head){0};
    int rc = fid_record_unpack (&result, head, &in, err);
    rc = rc ? rc : fid_record_unpack (&settled, head, &in, err);
    for (size_t i = 0; i < head->profile_n && !rc; i++)
        rc = fid_record_unpack (&first_clause, &head->profile_of[i], &in, err);
    rc = rc || (head->path = fid_arena_text (&head->arena, path, err)) ? rc : -1;
    if (rc)
        fid_result_head_clear (head);
    return rc;
}

/* --- answers */

#define NAME_OF(id, name, doc)  name,
#define SHORT_NAME_OF(id, name) name,

static const char *const quantity_names[] = {FID_ANSWER_QUANTITIES (NAME_OF)};
static const char *const proof_names[] = {FID_ANSWER_PROOFS (SHORT_NAME_OF)};
static const char *const unit_names[] = {FID_ANSWER_UNITS (SHORT_NAME_OF)};
static const char *const way_names[] = {FID_ANSWER_WAYS (SHORT_NAME_OF)};
/* 0: no fact; nothing would decide */
static const struct fid_names quantities = FID_NAMES_OF (quantity_names, FID_ANSWER_QUANTITY_N,
                                                         .from = 1),
                              proofs = FID_NAMES_OF (proof_names, FID_PROOF_N),
                              units = FID_NAMES_OF (unit_names, FID_ANSWER_UNIT_N),
                              ways = FID_NAMES_OF (way_names, FID_ANSWER_WAY_N, .from = 1);

#define LONGER(F, T)                                                                           \
    F (T, NUMBER, "training_s", longer_s[FID_ANSWER_TRAINING], FID_ANY)                        \
    F (T, NUMBER, "evaluation_s", longer_s[FID_ANSWER_EVALUATION], FID_ANY)                    \
    F (T, NUMBER, "save_s", longer_s[FID_ANSWER_SAVE], FID_ANY)                                \
    F (T, NUMBER, "load_s", longer_s[FID_ANSWER_LOAD], FID_ANY)
FID_RECORD (longer, struct fid_answer_times, LONGER);

#define TIMES(F, T)                                                                            \
    F (T, NUMBER, "time_s", time_s, MAYBE)                                                     \
    F (T, NUMBER, "low", low)                                                                  \
    F (T, NUMBER, "high", high)                                                                \
    F (T, NUMBER, "buffer", buffer)                                                            \
    F (T, NUMBER, "fluid", fluid)                                                              \
    F (T, NUMBER, "utilisation", utilisation, MAYBE)                                           \
    F (T, OBJECT, "longer", longer_s, .of = &longer, .flat = true)
FID_RECORD (times, struct fid_answer_times, TIMES);

#define MEASURED(F, T)                                                                         \
    F (T, NUMBER, "real", measured[0], MAYBE)                                                  \
    F (T, NUMBER, "emulation", measured[1], MAYBE)
FID_RECORD (measured, struct fid_answer_scenario, MEASURED);

#define VALUE(F, T)                                                                            \
    F (T, NUMBER, "real", value[0], MAYBE)                                                     \
    F (T, NUMBER, "emulation", value[1], MAYBE)
FID_RECORD (value, struct fid_answer_scenario, VALUE);

#define SCENARIO(F, T)                                                                         \
    F (T, TEXT, "name", name)                                                                  \
    F (T, NUMBER, "read_mib_s", read_mib_s, MAYBE)                                             \
    F (T, NUMBER, "write_mib_s", write_mib_s, MAYBE)                                           \
    F (T, NUMBER, "read_ms", read_ms, MAYBE)                                                   \
    F (T, NUMBER, "meta_ms", meta_ms, MAYBE)                                                   \
    F (T, NUMBER, "iops", iops, MAYBE)                                                         \
    F (T, BOOL, "counts", counts)                                                              \
    F (T, NUMBER, "error", error, MAYBE, FID_ANY)                                              \
    F (T, OBJECT, "value", value, FLAT (value), MAYBE)                                         \
    F (T, NUMBER, "real", ratio[0], MAYBE)                                                     \
    F (T, NUMBER, "emulation", ratio[1], MAYBE)                                                \
    F (T, OBJECT, "measured", measured, FLAT (measured), MAYBE)                                \
    F (T, OBJECT, "real_detail", times[0], .of = &times, MAYBE)                                \
    F (T, OBJECT, "emulation_detail", times[1], .of = &times, MAYBE)
FID_RECORD (scenario, struct fid_answer_scenario, SCENARIO);

#define WORST(F, T)                                                                            \
    F (T, TEXT, "scenario", worst.scenario)                                                    \
    F (T, NUMBER, "error", worst.error, FID_ANY)                                               \
    F (T, NUMBER, "least", worst.least)
FID_RECORD (worst, struct fid_result_answer, WORST);

#define ENDS(F, T)                                                                             \
    F (T, NUMBER, "real_low", capacity.low[0], MAYBE)                                          \
    F (T, NUMBER, "real_high", capacity.high[0], MAYBE)                                        \
    F (T, NUMBER, "emulation_low", capacity.low[1], MAYBE)                                     \
    F (T, NUMBER, "emulation_high", capacity.high[1], MAYBE)
FID_RECORD (capacity_ends, struct fid_result_answer, ENDS);

#define CAPACITY(F, T)                                                                         \
    F (T, CONST, "unit", capacity, .text = "accelerators per GB/s")                            \
    F (T, NUMBER, "utilisation", capacity.utilisation)                                         \
    F (T, NUMBER, "real", capacity.side[0], MAYBE)                                             \
    F (T, NUMBER, "emulation", capacity.side[1], MAYBE)                                        \
    F (T, OBJECT, "interval", capacity.low, .of = &capacity_ends, .flat = true)
FID_RECORD (capacity, struct fid_result_answer, CAPACITY);

#define COUNTED(F, T)                                                                          \
    F (T, NUMBER, "saves", count[FID_ANSWER_OF_SAVE_N])                                        \
    F (T, NUMBER, "loads", count[FID_ANSWER_OF_LOAD_N])                                        \
    F (T, NUMBER, "save_bytes", count[FID_ANSWER_OF_SAVE_BYTES])                               \
    F (T, NUMBER, "load_bytes", count[FID_ANSWER_OF_LOAD_BYTES])                               \
    F (T, NUMBER, "metadata_calls", count[FID_ANSWER_OF_META_N])
FID_RECORD (counted, struct fid_answer_runs, COUNTED);

#define DID_ROW(id, before, after, allowed, name)                                              \
    FID_MEMBER_ROW (struct fid_answer_runs, NUMBER, name, did.of[FID_REPEAT_##id], MAYBE)
static const struct fid_member did_members[] = {FID_REPEAT_FACTS (DID_ROW)};
static const struct fid_record did = FID_RECORD_IS (did, struct fid_answer_runs, did_members);

#define FACT(F, T)                                                                             \
    F (T, ID, "quantity", quantity, .names = &quantities)                                      \
    F (T, TEXT, "scenario", scenario, MAYBE)                                                   \
    F (T, NUMBER, "real", side[0], MAYBE)                                                      \
    F (T, NUMBER, "emulation", side[1], MAYBE)                                                 \
    F (T, NUMBER, "allowed", allowed)
FID_RECORD (fact, struct fid_answer_decided, FACT);

#define RUNS(F, T)                                                                             \
    F (T, NUMBER, "runs_n", run_n, MAYBE)                                                      \
    F (T, NUMBER, "recorded_s", recorded_s)                                                    \
    F (T, NUMBER, "model_s", model_s)                                                          \
    F (T, NUMBER, "self_check", self_check, FID_ANY)                                           \
    F (T, NUMBER, "demand_mib_s", demand_mib_s, MAYBE)                                         \
    F (T, TEXT, "books_gap", books_gap, MAYBE)                                                 \
    F (T, TEXT, "unseen", remarks, MAYBE)                                                      \
    F (T, OBJECT, "count", count, .of = &counted, .flat = true)                                \
    F (T, OBJECT, "did", did, .of = &did, .flat = true)
FID_RECORD (runs, struct fid_answer_runs, RUNS);

#define ANSWER(F, T)                                                                           \
    F (T, ID, "profile", profile, FID_IDS (answer_profile))                                    \
    F (T, NUMBER, "error", error, MAYBE)                                                       \
    F (T, NUMBER, "low", low, MAYBE)                                                           \
    F (T, NUMBER, "high", high, MAYBE)                                                         \
    F (T, OBJECT, "worst", worst, FLAT (worst), MAYBE)                                         \
    F (T, OBJECT, "capacity", capacity, .of = &capacity, .flat = true)                         \
    F (T, LIST, "scenarios", scenario, FID_ROWS (T, scenario, scenario_n, scenario))           \
    F (T, ID, "verdict", verdict, FID_IDS (validity), MAYBE)                                   \
    F (T, ID, "proof", proof, .names = &proofs, MAYBE)                                         \
    F (T, TEXT, "reason", reason, MAYBE)                                                       \
    F (T, OBJECT, "fact", fact, .of = &fact, MAYBE)                                            \
    F (T, NUMBER, "tolerance", tolerance)                                                      \
    F (T, BOOL, "stepless", stepless)                                                          \
    F (T, BOOL, "stated", stated)                                                              \
    F (T, ID, "unit", unit, .names = &units)                                                   \
    F (T, BOOL, "same_work", same_work)                                                        \
    F (T, BOOL, "measured", measured)                                                          \
    F (T, NUMBER, "modelled", modelled, MAYBE)                                                 \
    F (T, ID, "way", way, .names = &ways, MAYBE)                                               \
    F (T, NUMBER, "way_width", way_width)                                                      \
    F (T, BOOL, "bound", bound, .most = FID_NOT_TOLD, MAYBE)                                   \
    F (T, NUMBER, "bound_mib_s", bound_mib_s, MAYBE)                                           \
    F (T, NUMBER, "bound_meta_ms", bound_meta_ms, MAYBE)                                       \
    F (T, OBJECT, "real", runs[0], .of = &runs, MAYBE)                                         \
    F (T, OBJECT, "emulation", runs[1], .of = &runs, MAYBE)
static const struct fid_member members[] = {ANSWER (FID_MEMBER_ROW, struct fid_result_answer)};
const struct fid_record fid_answer_record =
    FID_RECORD_IS (answer, struct fid_result_answer, members);

bool fid_answer_unseen (const struct fid_result_answer *a)
{
    return a->fact.quantity == FID_ANSWER_OF_UNSEEN || a->runs[0].books_gap ||
           a->runs[1].books_gap;
}
