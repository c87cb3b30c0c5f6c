/* brief.c - see brief.h */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/array.h"
#include "base/plain.h"
#include "base/wrap.h"
#include "report/brief.h"
#include "report/verdict_words.h"

#define LEAST 16 /* columns of what to change, however long the names are */

/* What is shown, one line each. */
struct brief {
    const struct fid_report *report;
    bool emulations; /* of emulations only; else of all */
    bool workloads;  /* names of configurations do not tell their workload */
    bool profiles;   /* their profiles differ */
    bool differs;    /* some are valid for different profiles in different runs */
};

static bool
is_shown (const struct brief *b, const struct fid_list *list, const struct fid_entry *e)
{
    return !b->emulations || fid_report_is_emulation (b->report, list, e->result);
}

/* "9 % (5 % to 14 %)"; where clauses decide "similarity 0.43". */
static char *
answer_words (const struct fid_list *list, const struct fid_entry *e, struct fid_error *err)
{
    char off[FID_ENTRY_ANSWER];
    return list->by_answer || e->value == FID_ABSENT
               ? fid_strdup (fid_entry_answer (list, e, off), err)
               : fid_format (err, "similarity %.2f", e->value);
}

/* "storage, read", "all"; * where other runs of the entry are valid for others. */
static char *
valid_words (struct brief *b, const struct fid_entry *e, struct fid_error *err)
{
    size_t n = 0;
    bool same = true;
    for (size_t i = 0; i < e->result->profile_n; i++) {
        n += e->result->profile_of[i].verdict == FID_VALID;
        same &= !fid_entry_differs (e, e->result->profile_of[i].name);
    }
    char *text = n && n == e->result->profile_n ? fid_strdup ("all", err)
                                                : fid_valid_for (e->result, err);
    if (same || !text)
        return text;
    b->differs = true;
    char *marked = fid_format (err, "%s*", text);
    free (text);
    return marked;
}

/* "computation_time: 0.40", or the cause in words where it has no setting. */
static char *
change_words (const struct fid_result_head *r, struct fid_error *err)
{
    if (r->similarity == FID_ABSENT)
        return fid_format (err, "no similarity: %s", r->similarity_reason);
    if (!r->cause_n)
        return fid_strdup ("-", err);
    const struct fid_result_cause *c = &r->cause[0];
    if (!c->key)
        return fid_strdup (c->what, err);
    const char *dot = strrchr (c->key, '.');
    return fid_format (err, "%s: %s", dot ? dot + 1 : c->key, c->to ? c->to : "?");
}

/* Cut a text to that many characters, at a blank if there is one near. */
static char *
cut_text (char *text, size_t room, struct fid_error *err)
{
    if (!text || fid_text_width (text) <= room)
        return text;
    size_t n = 0, width = 0, blank = 0;
    for (; text[n] && width + 5 <= room; n++) {
        if (text[n] == ' ')
            blank = n;
        width += ((unsigned char)text[n + 1] & 0xC0) != 0x80;
    }
    char *out = fid_format (err, "%.*s ...", (int)(blank > n / 2 ? blank : n), text);
    free (text);
    return out;
}

enum { WORKLOAD, CONFIGURATION, ANSWER, PROFILE, VALID, CHANGE, COLUMN_N };
static const struct fid_column columns[COLUMN_N] = {
    {"workload", false}, {"configuration", false}, {"answer off by", false},
    {"profile", false},  {"valid for", false},     {"change first", false}};

static bool
has_column (const struct brief *b, int column)
{
    return (column != WORKLOAD || b->workloads) && (column != PROFILE || b->profiles);
}

/* The texts of a line, freed by the caller, even after a failure. */
static int
make_line (struct brief *b, const struct fid_list *list, const struct fid_entry *e,
           char *text[COLUMN_N], struct fid_error *err)
{
    text[WORKLOAD] = fid_strdup (list->name, err);
    text[CONFIGURATION] = fid_strdup (fid_entry_name (e), err);
    text[ANSWER] = answer_words (list, e, err);
    text[PROFILE] = fid_strdup (list->profile, err);
    text[VALID] = valid_words (b, e, err);
    text[CHANGE] = change_words (e->result, err);
    for (int i = 0; i < COLUMN_N; i++)
        if (!text[i])
            return -1;
    return 0;
}

/* Add a line to the table, the last column cut to what the others leave of the width; without a
 * table make the others as wide as it needs. */
static int
put_line (const struct brief *b, char *text[COLUMN_N], struct fid_cells *table,
          size_t width[COLUMN_N], struct fid_error *err)
{
    size_t taken = 0;
    for (int i = 0; i < CHANGE; i++)
        if (has_column (b, i)) {
            size_t n = fid_text_width (text[i]);
            width[i] = n > width[i] ? n : width[i];
            taken += width[i] + 2;
        }
    if (!table)
        return 0;
    text[CHANGE] =
        cut_text (text[CHANGE], taken + LEAST < FID_WIDTH ? FID_WIDTH - taken : LEAST, err);
    for (int i = 0; text[CHANGE] && i < COLUMN_N; i++)
        if (has_column (b, i))
            fid_cells_add (table, "%s", text[i]);
    return text[CHANGE] ? 0 : -1;
}

/* All lines; without a table only their widths. */
static int
put_all (struct brief *b, struct fid_cells *table, size_t width[COLUMN_N], struct fid_error *err)
{
    const struct fid_ranking *by = &b->report->workload;
    int rc = 0;
    for (size_t i = 0; i < by->list_n; i++)
        for (size_t j = 0; rc == 0 && j < by->list[i].entry_n; j++) {
            char *text[COLUMN_N] = {0};
            if (!is_shown (b, &by->list[i], &by->list[i].entry[j]))
                continue;
            rc = make_line (b, &by->list[i], &by->list[i].entry[j], text, err);
            rc = rc ? rc : put_line (b, text, table, width, err);
            for (int k = 0; k < COLUMN_N; k++)
                free (text[k]);
        }
    return rc;
}

/* Whether the list has a line. */
static bool
has_lines (const struct brief *b, const struct fid_list *list)
{
    for (size_t j = 0; j < list->entry_n; j++)
        if (is_shown (b, list, &list->entry[j]))
            return true;
    return false;
}

/* What the similarities of each list leave out. */
static int
put_left_out (const struct brief *b, FILE *f, struct fid_error *err)
{
    const struct fid_ranking *by = &b->report->workload;
    for (size_t i = 0; i < by->list_n; i++) {
        if (!by->list[i].left_out || !has_lines (b, &by->list[i]))
            continue;
        char *text = fid_list_left_out (&by->list[i], err);
        char *line = text ? fid_format (err, "%s: %s", by->list[i].name, text) : NULL;
        free (text);
        if (fid_wrap_made (f, "", line, FID_WIDTH, err))
            return -1;
    }
    return 0;
}

/* Whether all configurations of a list begin with its name, case ignored. */
static bool
tell_workload (const struct brief *b, const struct fid_list *list)
{
    for (size_t j = 0; j < list->entry_n; j++)
        if (is_shown (b, list, &list->entry[j]) &&
            strncasecmp (fid_entry_name (&list->entry[j]), list->name, strlen (list->name)) != 0)
            return false;
    return true;
}

int
fid_report_brief (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    struct brief b = {.report = report};
    const struct fid_ranking *by = &report->workload;
    const char *profile = NULL;
    size_t width[COLUMN_N] = {0};
    struct fid_column used[COLUMN_N];
    size_t used_n = 0;
    for (size_t i = 0; i < by->list_n; i++)
        for (size_t j = 0; j < by->list[i].entry_n; j++)
            b.emulations |= fid_report_is_emulation (report, &by->list[i],
                                                     by->list[i].entry[j].result);
    for (size_t i = 0; i < by->list_n; i++)
        if (has_lines (&b, &by->list[i])) {
            b.workloads |= !tell_workload (&b, &by->list[i]);
            b.profiles |= profile && strcmp (profile, by->list[i].profile) != 0;
            profile = by->list[i].profile;
        }
    if (!profile)
        return 0;
    for (int i = 0; i < COLUMN_N; i++)
        if (has_column (&b, i)) {
            width[i] = strlen (columns[i].name);
            used[used_n++] = columns[i];
        }
    struct fid_cells c;
    fid_cells_init (&c, used, used_n);
    int rc = put_all (&b, NULL, width, err);
    if (rc == 0)
        rc = put_all (&b, &c, width, err);
    if (rc == 0)
        rc = fid_cells_write (&c, FID_FORMAT_TABLE, f, err);
    fid_cells_clear (&c);
    if (rc == 0 && !b.profiles)
        rc = fid_wrap_made (f, "", fid_format (err, "profile %s", profile), FID_WIDTH, err);
    const struct fid_results *all = &report->all;
    if (rc == 0 && !all->mixed_key && *all->result[0].out_of_scope)
        rc = fid_wrap_made (
            f, "", fid_format (err, "declared out of scope: %s", all->result[0].out_of_scope),
            FID_WIDTH, err);
    if (rc == 0 && b.differs)
        fputs ("*: not the same with all real runs, or all repeats\n", f);
    return rc ? -1 : put_left_out (&b, f, err);
}
