/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brief.c - a line for each configuration, see report.h */
#include "base/wrap.h"
#include "report/report.h"
#include "report/verdict_words.h"

/* What is shown, one line each. */
struct brief {
    const struct fid_report *report;
    bool emulations; /* of emulations only; else of all */
    bool workloads;  /* names of configurations do not tell their workload */
    bool profiles;   /* their profiles differ */
    bool differs;    /* some are valid for different profiles in different runs */
};

static bool is_shown (const struct brief *b, const struct fid_list *list,
                      const struct fid_entry *e)
{
    return !b->emulations || fid_report_is_emulation (b->report, list, e->result);
}

/* "storage, read", "all"; * where other runs of the entry are valid for others. */
static char *valid_words (struct brief *b, const struct fid_entry *e, struct fid_error *err)
{
    size_t n = 0;
    for (size_t i = 0; i < e->result->profile_n; i++)
        n += e->result->profile_of[i].verdict == FID_VALID;
    char *text = n && n == e->result->profile_n ? fid_strdup ("all", err)
                                                : fid_valid_for (e->result, err);
    if (!text || !fid_entry_differs (e))
        return text;
    b->differs = true;
    char *marked = fid_format (err, "%s*", text);
    free (text);
    return marked;
}

/* "computation_time: 0.40", or the cause in words where it has no setting. */
static char *change_words (const struct fid_result_head *r, struct fid_error *err)
{
    if (r->similarity == FID_ABSENT)
        return fid_format (err, "(%s)", r->similarity_reason);
    if (!r->cause_n)
        return fid_strdup ("-", err);
    const struct fid_result_cause *c = &r->cause[0];
    if (!c->key)
        return fid_strdup (c->what, err);
    /* the key without what all keys of its section begin with */
    const char *section =
        strncmp (c->key, "workload.", 9) == 0 ? strchr (c->key + 9, '.') : NULL;
    const char *dot = section ? section : strrchr (c->key, '.');
    return fid_format (err, "%s: %s", dot ? dot + 1 : c->key, c->to ? c->to : "?");
}

enum { WORKLOAD, CONFIGURATION, ANSWER, PROFILE, VALID, CHANGE, COLUMN_N };
static const struct fid_column columns[COLUMN_N] = {
    {"workload", false}, {"configuration", false}, {"answer off by", false},
    {"profile", false},  {"valid for", false},     {"change first", false}};

static bool has_column (const struct brief *b, int column)
{
    return (column != WORKLOAD || b->workloads) && (column != PROFILE || b->profiles);
}

static int put_line (struct brief *b, const struct fid_list *list, const struct fid_entry *e,
                     struct fid_cells *table, struct fid_error *err)
{
    char off[FID_ENTRY_ANSWER]; /* where clauses decide the similarity is shown */
    if (list->by_answer || e->value == FID_ABSENT)
        fid_entry_answer (list, e, off);
    else
        snprintf (off, sizeof off, "similarity %.2f", e->value);
    char *text[COLUMN_N] = {fid_strdup (list->name, err), fid_strdup (fid_entry_name (e), err),
                            fid_strdup (off, err),        fid_strdup (list->profile, err),
                            valid_words (b, e, err),      change_words (e->result, err)};
    bool whole = true;
    for (int i = 0; i < COLUMN_N; i++) {
        whole &= text[i] != NULL;
        if (has_column (b, i) && whole)
            fid_cells_add (table, "%s", text[i]);
        free (text[i]);
    }
    return whole ? 0 : -1;
}

static bool has_lines (const struct brief *b, const struct fid_list *list)
{
    for (size_t j = 0; j < list->entry_n; j++)
        if (is_shown (b, list, &list->entry[j]))
            return true;
    return false;
}

/* Whether all configurations of a list begin with its name, case ignored. */
static bool tell_workload (const struct brief *b, const struct fid_list *list)
{
    for (size_t j = 0; j < list->entry_n; j++)
        if (is_shown (b, list, &list->entry[j]) &&
            strncasecmp (fid_entry_name (&list->entry[j]), list->name, strlen (list->name)) !=
                0)
            return false;
    return true;
}

/* Sets what the lines have in common; returns the profile of the last list, NULL: there is no
 * line. */
static const char *look_over (struct brief *b)
{
    const struct fid_ranking *by = &b->report->workload;
    const char *profile = NULL;
    FID_EACH (const struct fid_list, list, by->list)
        FID_EACH (const struct fid_entry, e, list->entry)
            b->emulations |= fid_report_is_emulation (b->report, list, e->result);
    FID_EACH (const struct fid_list, list, by->list)
        if (has_lines (b, list)) {
            b->workloads |= !tell_workload (b, list);
            b->profiles |= profile && strcmp (profile, list->profile) != 0;
            profile = list->profile;
        }
    return profile;
}

int fid_report_brief (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    struct brief b = {.report = report};
    const struct fid_results *all = &report->all;
    const char *profile = look_over (&b);
    struct fid_column used[COLUMN_N];
    size_t used_n = 0;
    if (!profile)
        return 0;
    for (int i = 0; i < COLUMN_N; i++)
        if (has_column (&b, i))
            used[used_n++] = columns[i];
    FID_SCOPED (fid_cells_clear) struct fid_cells c;
    fid_cells_init (&c, used, used_n);
    FID_EACH (const struct fid_list, list, report->workload.list)
        FID_EACH (const struct fid_entry, e, list->entry)
            if (is_shown (&b, list, e))
                FID_TRY (put_line (&b, list, e, &c, err));
    FID_TRY (fid_cells_write (&c, FID_FORMAT_TABLE, f, err));
    if (!b.profiles)
        FID_TRY (
            fid_wrap_made (f, "", fid_format (err, "profile %s", profile), FID_WIDTH, err));
    if (!all->mixed_key && *all->result[0].out_of_scope)
        FID_TRY (fid_wrap_made (
            f, "", fid_format (err, "declared out of scope: %s", all->result[0].out_of_scope),
            FID_WIDTH, err));
    if (b.differs)
        fputs ("*: not the same with all real runs, or all repeats\n", f);
    /* what the similarities of each list leave out */
    FID_EACH (const struct fid_list, list, report->workload.list) {
        if (!list->left_out || !has_lines (&b, list))
            continue;
        FID_FREED char *text = fid_list_left_out (list, err);
        char *line = text ? fid_format (err, "%s: %s", list->name, text) : NULL;
        FID_TRY (fid_wrap_made (f, "", line, FID_WIDTH, err));
    }
    return 0;
}
