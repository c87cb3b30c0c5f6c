/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_index.c - index.json: the ranking for programs (schema fidlio.index/3) */
#include "model/names.h"
#include "report/report.h"

#define MAYBE     .need = FID_OR_NULL
#define FRACTION  .most = 1
#define NOT_EMPTY .least = 1
#define FLAT(rec) .of = &(rec), .flat = true
#define OPEN      .open = true

/* --- places of a list: made while they are written, for there may be 10^5 pairs */

struct index_pair {
    struct fid_result_head of;
    const char *file;
    double similarity; /* over the resources that all of the list have */
};
#define PAIR(F, T)                                                                             \
    F (T, TEXT, "real", of.real.id, NOT_EMPTY)                                                 \
    F (T, TEXT, "emulation", of.emulation.id, NOT_EMPTY)                                       \
    F (T, TEXT, "file", file, NOT_EMPTY)                                                       \
    F (T, TEXT, "window", of.window, MAYBE)                                                    \
    F (T, NUMBER, "error", of.answer.error, MAYBE)                                             \
    F (T, INTERVAL, "error_interval", of.answer.interval, MAYBE)                               \
    F (T, NUMBER, "similarity", similarity, MAYBE, FRACTION)                                   \
    F (T, NUMBER, "own_similarity", of.similarity, MAYBE, FRACTION)                            \
    F (T, INTERVAL, "own_similarity_ci", of.similarity_ci, MAYBE, FRACTION)                    \
    F (T, TEXT, "similarity_reason", of.similarity_reason, MAYBE)
FID_RECORD (pair, struct index_pair, PAIR);

struct place {
    const struct fid_list *list;
    struct fid_entry at;
    struct fid_result_head of; /* in the middle; its first causes */
    const char *file;
    bool unseen;
    struct fid_result_grouped known[FID_GROUP_N], *group;
    size_t group_n;
};

/* The pairs of a place, best first. */
static bool make_pair (const void *object, size_t i, void *element)
{
    const struct place *p = object;
    struct index_pair *to = element;
    if (i == p->at.run_n)
        return false;
    to->of = *p->at.run[i];
    to->file = fid_base_name (to->of.path);
    to->similarity = fid_list_similarity (p->list, p->at.run[i]);
    return true;
}

#define VERDICT(F, T)                                                                          \
    F (T, TEXT, "profile", name, NOT_EMPTY)                                                    \
    F (T, ID, "verdict", verdict, FID_IDS (validity))                                          \
    F (T, NUMBER, "similarity", similarity, MAYBE, FRACTION)                                   \
    F (T, INT, "met", met_n)                                                                   \
    F (T, INT, "of", of_n)
FID_RECORD (verdict, struct fid_result_profile, VERDICT);
FID_RECORD (setting, struct fid_result_setting, FID_RESULT_SETTING);
#define CAUSE(F, T)                                                                            \
    F (T, TEXT, "what", what, NOT_EMPTY)                                                       \
    F (T, TEXT, "text", text, NOT_EMPTY)                                                       \
    FID_RESULT_CHANGE (F, T)
FID_RECORD (cause, struct fid_result_cause, CAUSE);
#define COVERAGE(F, T)                                                                         \
    F (T, INT, "compared", of.compared_n)                                                      \
    F (T, INT, "of", of.of_n)
FID_RECORD (coverage, struct place, COVERAGE);
#define GROUP(F, T)                                                                            \
    F (T, ID, "group", id, FID_IDS (group))                                                    \
    F (T, NUMBER, "grade", grade, MAYBE, FRACTION)
FID_RECORD (group, struct fid_result_grouped, GROUP);
#define FINDINGS(F, T)                                                                         \
    F (T, COUNT, "serious", of.finding_n[FID_SERIOUS])                                         \
    F (T, COUNT, "warning", of.finding_n[FID_WARNING])                                         \
    F (T, COUNT, "info", of.finding_n[FID_INFO])
FID_RECORD (findings, struct place, FINDINGS);
#define PLACE(F, T)                                                                            \
    F (T, COUNT, "place", at.place, .least = 1)                                                \
    F (T, BOOL, "tied", at.tied)                                                               \
    F (T, TEXT, "configuration", of.emulation.configuration, NOT_EMPTY)                        \
    F (T, TEXT, "workload", of.emulation.workload, MAYBE)                                      \
    F (T, COUNT, "emulations", at.emulation_n)                                                 \
    F (T, NUMBER, "error", at.error, MAYBE)                                                    \
    F (T, INTERVAL, "error_interval", at.error_interval, MAYBE)                                \
    F (T, BOOL, "unseen", unseen)                                                              \
    F (T, NUMBER, "similarity", at.value, MAYBE, FRACTION)                                     \
    F (T, INTERVAL, "similarity_ci", at.interval, MAYBE, FRACTION)                             \
    F (T, TEXT, "middle", file, NOT_EMPTY)                                                     \
    F (T, LIST, "profiles", of.profile_of, FID_ROWS (T, of.profile_of, of.profile_n, verdict)) \
    F (T, LIST, "causes", of.cause, FID_ROWS (T, of.cause, of.cause_n, cause))                 \
    F (T, OBJECT, "coverage", of, FLAT (coverage))                                             \
    F (T, LIST, "groups", group, FID_ROWS (T, group, group_n, group))                          \
    F (T, OBJECT, "findings", of, FLAT (findings))                                             \
    F (T, LIST, "pairs", at, FID_MADE (struct index_pair, make_pair, pair), NOT_EMPTY)
FID_RECORD (place, struct place, PLACE);

static bool make_place (const void *object, size_t i, void *element)
{
    const struct fid_list *list = object;
    struct place *p = element;
    if (i == list->entry_n)
        return false;
    *p = (struct place){.list = list, .at = list->entry[i], .of = *list->entry[i].result};
    p->file = fid_base_name (p->of.path);
    p->unseen =
        list->by_answer && p->at.error == FID_ABSENT && fid_answer_unseen (&p->of.answer);
    if (p->of.cause_n > FID_RESULT_CAUSES)
        p->of.cause_n = FID_RESULT_CAUSES;
    p->group = p->known;
    for (int g = 0; g < FID_GROUP_N; g++)
        if (p->of.group[g].known)
            p->known[p->group_n++] =
                (struct fid_result_grouped){.id = g, .grade = p->of.group[g].grade};
    return true;
}

/* --- lists */

#define RANKED(F, T)                                                                           \
    F (T, TEXT, "workload", workload, MAYBE)                                                   \
    F (T, TEXT, "profile", profile, NOT_EMPTY)                                                 \
    F (T, SET, "left_out", left_out, FID_IDS (resource))                                       \
    F (T, LIST, "order", entry, FID_MADE (struct place, make_place, place), OPEN, NOT_EMPTY)
#define RANKED_RUN(F, T)                                                                       \
    F (T, TEXT, "real", name, NOT_EMPTY)                                                       \
    RANKED (F, T)
FID_RECORD (of_workload, struct fid_list, RANKED);
FID_RECORD (of_run, struct fid_list, RANKED_RUN);

struct nearest {
    struct fid_list of;
    double similarity;
};

/* The real runs of the first place. */
static bool make_nearest_run (const void *object, size_t i, void *element)
{
    const struct fid_list *list = &((const struct nearest *)object)->of;
    if (i == list->entry_n || list->entry[i].place != 1)
        return false;
    *(struct fid_result_side *)element = list->entry[i].result->real;
    return true;
}

#define NEAREST_RUN(F, T)                                                                      \
    F (T, TEXT, "id", id, NOT_EMPTY)                                                           \
    F (T, TEXT, "workload", workload, MAYBE)
FID_RECORD (nearest_run, struct fid_result_side, NEAREST_RUN);
#define NEAREST(F, T)                                                                          \
    F (T, TEXT, "emulation", of.name, NOT_EMPTY)                                               \
    F (T, TEXT, "workload", of.workload, MAYBE)                                                \
    F (T, TEXT, "profile", of.profile, NOT_EMPTY)                                              \
    F (T, NUMBER, "similarity", similarity, MAYBE, FRACTION)                                   \
    F (T, LIST, "real", of, FID_MADE (struct fid_result_side, make_nearest_run, nearest_run),  \
       NOT_EMPTY)
FID_RECORD (nearest, struct nearest, NEAREST);

/* --- all */

struct index {
    const char *version, *window, *key;
    double tie_within;
    struct fid_report of;
    struct fid_texts real, emulation, warning;
    struct fid_numbers similarity; /* of each real run with each emulation */
    struct fid_arena *arena;       /* borrowed */
};

static bool make_nearest (const void *object, size_t i, void *element)
{
    const struct fid_ranking *by = &((const struct index *)object)->of.emulation;
    if (i == by->list_n)
        return false;
    *(struct nearest *)element = (struct nearest){by->list[i], by->list[i].entry[0].value};
    return true;
}

#define TOOL(F, T)                                                                             \
    F (T, CONST, "name", version, .text = "fidlio")                                            \
    F (T, TEXT, "version", version, NOT_EMPTY)
FID_RECORD (tool, struct index, TOOL);
#define MATRIX(F, T)                                                                           \
    F (T, TEXTS, "real", real)                                                                 \
    F (T, TEXTS, "emulation", emulation)                                                       \
    F (T, SQUARE, "similarity", similarity, FRACTION, .n_at = offsetof (T, emulation.n))
FID_RECORD (matrix, struct index, MATRIX);
#define FAILED(F, T)                                                                           \
    F (T, TEXT, "real", real, MAYBE)                                                           \
    F (T, TEXT, "emulation", emulation, MAYBE)                                                 \
    F (T, TEXT, "file", file, MAYBE)                                                           \
    F (T, TEXT, "reason", reason, NOT_EMPTY)
FID_RECORD (failed, struct fid_failure, FAILED);
#define LISTS(of_what, record) FID_ROWS (struct index, of_what.list, of_what.list_n, record)
#define INDEX(F, T)                                                                            \
    F (T, CONST, "schema", version, .text = FID_SCHEMA_INDEX)                                  \
    F (T, OBJECT, "tool", version, FLAT (tool))                                                \
    F (T, TEXT, "window", window, MAYBE)                                                       \
    F (T, TEXT, "key", key, MAYBE)                                                             \
    F (T, NUMBER, "tie_within", tie_within)                                                    \
    F (T, LIST, "workloads", of.workload.list, LISTS (of.workload, of_workload), OPEN)         \
    F (T, LIST, "rankings", of.real.list, LISTS (of.real, of_run), OPEN)                       \
    F (T, LIST, "nearest", of, FID_MADE (struct nearest, make_nearest, nearest), OPEN)         \
    F (T, OBJECT, "matrix", real, FLAT (matrix), MAYBE)                                        \
    F (T, LIST, "failed", of.all.failure,                                                      \
       FID_ROWS (T, of.all.failure, of.all.failure_n, failed))                                 \
    F (T, TEXTS, "warnings", warning)
FID_RECORD (index_file, struct index, INDEX);
const struct fid_record *const fid_index_record = &index_file;

static int take_names (struct index *x, const struct fid_ranking *of, struct fid_texts *to,
                       struct fid_error *err)
{
    to->text = fid_arena_take (x->arena, of->run_n, sizeof *to->text, err);
    FID_TRY (!to->text);
    for (size_t i = 0; i < of->run_n; i++)
        to->text[to->n++] = of->run[i]->id;
    return 0;
}

int fid_report_index (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    const struct fid_results *all = &report->all;
    FID_SCOPED (fid_arena_clear) struct fid_arena arena = {0};
    struct index x = {.version = fid_version (),
                      .window = all->mixed_window ? NULL : report->window,
                      .key = all->mixed_key || !all->result_n ? NULL : all->result[0].key,
                      .tie_within = FID_TIE_WITHIN,
                      .of = *report,
                      .arena = &arena};
    while (fid_report_caveat (report, x.warning.n))
        x.warning.n++;
    x.warning.text = fid_arena_take (&arena, x.warning.n, sizeof *x.warning.text, err);
    FID_TRY (!x.warning.text);
    for (size_t i = 0; i < x.warning.n; i++)
        x.warning.text[i] = fid_report_caveat (report, i);
    if (!fid_report_is_sparse (report)) {
        struct fid_numbers *to = &x.similarity;
        FID_TRY (take_names (&x, &report->real, &x.real, err));
        FID_TRY (take_names (&x, &report->emulation, &x.emulation, err));
        to->x = fid_arena_take (x.arena, x.real.n * x.emulation.n, sizeof *to->x, err);
        FID_TRY (!to->x);
        for (size_t i = 0; i < x.real.n; i++)
            for (size_t j = 0; j < x.emulation.n; j++) {
                const struct fid_result_head *r =
                    fid_report_pair (report, x.real.text[i], x.emulation.text[j]);
                to->x[to->n++] = r ? r->similarity : FID_ABSENT;
            }
    }
    return fid_record_write (fid_index_record, &x, f, err);
}
