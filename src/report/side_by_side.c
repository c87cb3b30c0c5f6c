/* SPDX-License-Identifier: GPL-3.0-or-later */
/* side_by_side.c - several emulations of one real run, see breakdown.h */
#include "base/wrap.h"
#include "report/breakdown.h"
#include "report/rank.h"
#include "report/verdict_words.h"

/* Whether each emulation is valid for each profile: "yes 7/7". */
static void add_verdicts (const struct fid_result *const *r, size_t n, struct fid_cells *c)
{
    static const char *const answer[FID_VALIDITY_N] = {
        [FID_VALID] = "yes", [FID_NOT_VALID] = "no", [FID_CANNOT_TELL] = "?"};
    for (size_t p = 0; p < r[0]->head.profile_n; p++) {
        const char *name = r[0]->head.profile_of[p].name;
        fid_cells_add (c, "valid for %s", name);
        for (size_t i = 0; i < n; i++) {
            const struct fid_result_profile *found = fid_profile_named (&r[i]->head, name);
            if (found)
                fid_cells_add (c, "%s %d/%d", answer[found->verdict], found->met_n,
                               found->of_n);
            else
                fid_cells_missing (c);
        }
    }
}

/* The grades of the resources that the profile of at least one grades. */
static void add_grades (const struct fid_result *const *r, size_t n, struct fid_cells *c)
{
    for (int k = 0; k < FID_RESOURCE_N; k++) {
        bool any = false;
        for (size_t i = 0; i < n; i++)
            any |= r[i]->head.graded[k].grade >= 0;
        if (!any)
            continue;
        fid_cells_add (c, "%s", fid_resources[k].name);
        for (size_t i = 0; i < n; i++)
            fid_cells_number (c, r[i]->head.graded[k].grade, 2);
    }
}

/* The similarities, over what all have if they differ in that. */
static int add_similarities (const struct fid_result *const *r, size_t n, struct fid_cells *c,
                             char **left_out, struct fid_error *err)
{
    FID_SCOPED (fid_ranking_clear) struct fid_ranking ranking = {0};
    FID_FREED struct fid_result_head *head = calloc (n, sizeof *head);
    const struct fid_results all = {.result = head, .result_n = n};
    FID_NEED (head, err);
    for (size_t i = 0; i < n; i++)
        head[i] = r[i]->head; /* borrowed */
    FID_TRY (fid_rank (&ranking, &all, FID_RANK_REAL, 1, err));
    const struct fid_list *list = ranking.list_n == 1 ? &ranking.list[0] : NULL;
    *left_out = list ? fid_list_left_out (list, err) : fid_strdup ("", err);
    fid_cells_add (c, "similarity");
    for (size_t i = 0; i < n; i++)
        fid_cells_number (
            c, list ? fid_list_similarity (list, &r[i]->head) : r[i]->head.similarity, 2);
    fid_cells_add (c, "interval");
    for (size_t i = 0; i < n; i++)
        fid_cells_range (c, r[i]->head.similarity_low, r[i]->head.similarity_high, 2);
    return *left_out ? 0 : -1;
}

static int put_side_by_side (const struct fid_result *const *r, size_t n,
                             enum fid_format format, FILE *f, struct fid_error *err)
{
    FID_FREED struct fid_column *column = calloc (n + 1, sizeof *column);
    FID_FREED char (*number)[24] = calloc (n + 1, sizeof *number);
    FID_FREED char *left_out = NULL;
    FID_SCOPED (fid_cells_clear) struct fid_cells c = {0};
    bool headed = false;
    FID_NEED (column && number, err);
    column[0] = (struct fid_column){"clauses met; grades", false};
    for (size_t i = 0; i < n; i++) {
        snprintf (number[i], sizeof number[i], "[%zu]", i + 1);
        column[i + 1] = (struct fid_column){number[i], true};
    }
    fid_cells_init (&c, column, n + 1);
    FID_TRY (add_similarities (r, n, &c, &left_out, err));
    FID_TRY (
        fid_wrap_made (f, "", fid_side_words ("real", &r[0]->head.real, err), FID_WIDTH, err));
    for (size_t i = 0; i < n; i++) {
        char first[32], *side = fid_side_words ("emulation", &r[i]->head.emulation, err);
        snprintf (first, sizeof first, "%s ", number[i]);
        FID_TRY (fid_wrap_made (f, first, side, FID_WIDTH, err));
    }
    fprintf (f, "similarity: profile %s\n\n", r[0]->head.profile);
    add_verdicts (r, n, &c);
    add_grades (r, n, &c);
    FID_TRY (fid_cells_write (&c, format, f, err));
    if (*left_out)
        fputc ('\n', f);
    FID_TRY (fid_wrap_made (f, "", fid_strdup (left_out, err), FID_WIDTH, err));
    for (size_t i = 0; i < n; i++) { /* the first cause of each */
        const struct fid_result_head *h = &r[i]->head;
        char first[32];
        if (!h->cause_n)
            continue;
        fputs (headed ? "" : "\nfirst cause:\n", f);
        headed = true;
        snprintf (first, sizeof first, "%s ", number[i]);
        FID_TRY (
            fid_wrap_made (f, first, fid_cause_words (&h->cause[0], h, err), FID_WIDTH, err));
    }
    return 0;
}

int fid_side_by_side_write (const struct fid_result *const *r, size_t n, enum fid_format format,
                            FILE *f, struct fid_error *err)
{
    if (format == FID_FORMAT_TABLE || format == FID_FORMAT_MD)
        return put_side_by_side (r, n, format, f, err);
    if (format != FID_FORMAT_JSON)
        return fid_measures_write (r, n, format, f, err);
    for (size_t i = 0; i < n; i++) {
        FID_FREED char *text = fid_record_text (fid_result_record, r[i], err);
        FID_TRY (!text);
        fprintf (f, "%s%s", i ? ", " : "[", text);
    }
    fputs ("]\n", f);
    return 0;
}
