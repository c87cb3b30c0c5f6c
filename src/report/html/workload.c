/* workload.c - the configurations of a workload side by side: clauses as rows */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/jsonread.h"
#include "metrics/aggregate.h"
#include "report/html/sections.h"
#include "report/verdict_words.h"
#include "results/words.h"

#define COLUMNS_MAX 12 /* configurations; of more, the first */
#define ROWS_MAX    40 /* clauses; of more, those that cost most */

/* The results of the configurations of one list, in its order. */
struct side_by_side {
    const struct fid_entry *entry[COLUMNS_MAX];
    struct fid_result *result[COLUMNS_MAX]; /* owned; of the pair in the middle */
    size_t n, all_n;
};

/* One clause: a measure's place in a result. */
struct row {
    enum fid_resource_id resource;
    const char *quantity; /* borrowed from a result */
    bool key;
    double worst; /* grade */
};

static int
load (const struct fid_page *page, const struct fid_list *list, struct side_by_side *s)
{
    *s = (struct side_by_side){.n = 0};
    for (size_t j = 0; j < list->entry_n; j++) {
        const struct fid_result_head *head = list->entry[j].result;
        if (!fid_page_shows (page, list, &list->entry[j]))
            continue;
        if (s->all_n++ >= COLUMNS_MAX)
            continue;
        s->entry[s->n] = &list->entry[j];
        s->result[s->n] = fid_result_load (head->path, page->err);
        if (!s->result[s->n++])
            return -1;
    }
    return 0;
}

static void
clear (struct side_by_side *s)
{
    for (size_t i = 0; i < s->n; i++)
        fid_result_destroy (s->result[i]);
}

static const struct fid_result_measure *
measure_of (const struct fid_result *r, const struct row *row)
{
    const struct fid_result_resource *o = fid_result_resource (r, (int)row->resource);
    for (size_t k = 0; o && k < o->measure_n; k++)
        if (strcmp (o->measure[k].quantity, row->quantity) == 0)
            return &o->measure[k];
    return NULL;
}

/* Key clauses first, then by the worst grade. */
static int
by_worst (const void *va, const void *vb)
{
    const struct row *a = va, *b = vb;
    int d = a->key != b->key ? b->key - a->key : fid_order (a->worst, b->worst);
    d = d ? d : (int)a->resource - (int)b->resource;
    return d ? d : strcmp (a->quantity, b->quantity);
}

/* Add a clause, or make its row worse. */
static void
add_row (struct row *row, size_t *n, const struct fid_result_resource *o,
         const struct fid_result_measure *m)
{
    size_t i = 0;
    while (i < *n && (row[i].resource != o->id || strcmp (row[i].quantity, m->quantity) != 0))
        i++;
    if (i == *n)
        row[(*n)++] = (struct row){o->id, m->quantity, m->key, 2};
    if (m->grade != FID_ABSENT)
        row[i].worst = fmin (row[i].worst, m->grade);
}

/* The clauses that are key, or not met by some configuration; owned by the caller. */
static struct row *
rows_of (const struct side_by_side *s, size_t *n, struct fid_error *err)
{
    size_t most = 1;
    for (size_t i = 0; i < s->n; i++)
        for (size_t r = 0; r < s->result[i]->resource_n; r++)
            most += s->result[i]->resource[r].measure_n;
    struct row *row = malloc (most * sizeof *row);
    *n = 0;
    if (!row) {
        fid_error_nomem (err);
        return NULL;
    }
    for (size_t i = 0; i < s->n; i++)
        for (size_t r = 0; r < s->result[i]->resource_n; r++) {
            const struct fid_result_resource *o = &s->result[i]->resource[r];
            for (size_t k = 0; k < o->measure_n; k++)
                if (o->measure[k].clause >= 0 &&
                    (o->measure[k].key || o->measure[k].clause != FID_CLAUSE_MET))
                    add_row (row, n, o, &o->measure[k]);
        }
    qsort (row, *n, sizeof *row, by_worst);
    return row;
}

/* Distance and clause of one configuration, shaded by the grade. */
static void
put_cell (const struct fid_page *page, const struct fid_result *r, const struct row *row)
{
    const struct fid_result_measure *m = measure_of (r, row);
    char apart[FID_WORDS_N], side[2][FID_WORDS_N];
    if (!m || m->distance == FID_ABSENT || m->grade == FID_ABSENT) {
        fid_html (page->f, "<td class=\"none\" title=\"%s\">\xE2\x80\x93</td>",
                  m && m->reason ? m->reason : "not compared, or not graded");
        return;
    }
    fid_words_distance (m, m->distance, apart, sizeof apart);
    const cJSON *detail = fid_get (m->object, "detail");
    fid_words_side (m->quantity_id, detail, "real", side[0], sizeof side[0]);
    fid_words_side (m->quantity_id, detail, "emulation", side[1], sizeof side[1]);
    fid_html (page->f, "<td class=\"h h%d\" data-v=\"%.4f\" title=\"grade %.2f, %s: %s",
              fid_page_shade (m->grade), m->grade, m->grade,
              m->clause < 0 ? "no clause" : fid_clause_name ((enum fid_clause_status)m->clause),
              *side[0] ? side[0] : apart);
    if (*side[1])
        fid_html (page->f, " and %s", side[1]);
    fid_html (page->f, "\">%s</td>", apart);
}

static void
put_head (const struct fid_page *page, const struct side_by_side *s)
{
    FILE *f = page->f;
    fputs ("<thead><tr><th scope=\"col\">Clause</th><th scope=\"col\">allowed</th>", f);
    for (size_t i = 0; i < s->n; i++) {
        fputs ("<th scope=\"col\">", f);
        fid_page_begin_link (page, s->entry[i]->result);
        fid_html_name (f, fid_entry_name (s->entry[i]));
        fputs ("</a></th>", f);
    }
    fputs ("</tr></thead>\n<tbody>\n<tr><th scope=\"row\">score</th><td></td>", f);
    for (size_t i = 0; i < s->n; i++)
        fid_page_heat (page, s->entry[i]->value, "no score");
    fputs ("</tr>\n", f);
}

/* What the clause allows beyond the noise. */
static void
put_allowed (FILE *f, const struct side_by_side *s, const struct row *row)
{
    char text[FID_WORDS_N] = "";
    for (size_t i = 0; i < s->n && !*text; i++) {
        const struct fid_result_measure *m = measure_of (s->result[i], row);
        if (m && m->tolerance != FID_ABSENT)
            fid_words_distance (m, m->tolerance, text, sizeof text);
    }
    fid_html (f, "<td class=\"n\">%s</td>", text);
}

static int
put_table (const struct fid_page *page, const struct side_by_side *s)
{
    FILE *f = page->f;
    size_t n;
    struct row *row = rows_of (s, &n, page->err);
    if (!row)
        return -1;
    fputs ("<div class=\"wide\" role=\"region\" aria-label=\"Side by side\" tabindex=\"0\"><table "
           "class=\"side-by-side\">\n",
           f);
    put_head (page, s);
    for (size_t i = 0; i < n && i < ROWS_MAX; i++) {
        fid_html (f, "<tr><th scope=\"row\">%s.%s%s <small>%s: %s</small></th>",
                  fid_resources[row[i].resource].name, row[i].quantity, row[i].key ? "*" : "",
                  fid_resources[row[i].resource].words, fid_words_quantity (row[i].quantity));
        put_allowed (f, s, &row[i]);
        for (size_t k = 0; k < s->n; k++)
            put_cell (page, s->result[k], &row[i]);
        fputs ("</tr>\n", f);
    }
    fputs ("</tbody></table></div>\n", f);
    if (n > ROWS_MAX)
        fid_html (f, "<p class=\"note\">And %zu more clauses, in the pages of the pairs.</p>\n",
                  n - ROWS_MAX);
    free (row);
    return 0;
}

bool
fid_page_has_workload (const struct fid_page *page, const struct fid_list *list)
{
    size_t n = 0;
    for (size_t j = 0; j < list->entry_n; j++)
        n += fid_page_shows (page, list, &list->entry[j]);
    return n > 1;
}

int
fid_page_workloads (const struct fid_page *page)
{
    const struct fid_ranking *by = &page->report->workload;
    FILE *f = page->f;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < by->list_n; i++) {
        struct side_by_side s;
        if (!fid_page_has_workload (page, &by->list[i]))
            continue;
        rc = load (page, &by->list[i], &s);
        fid_html (f,
                  "<section class=\"view\" id=\"workload-%zu\">\n<nav class=\"steps\" "
                  "aria-label=\"This workload\"><a href=\"#all\">All pairs</a></nav>\n<h1>%s: "
                  "configurations side by side</h1>\n<p>How far each configuration is from the "
                  "real run, in every key clause (*) and every one that some do not meet, profile "
                  "%s. The stronger the shade, the worse; \xC3\x97 is a factor. Of repeats the pair "
                  "in the middle is shown.</p>\n",
                  i + 1, by->list[i].name, by->list[i].profile);
        rc = rc ? rc : put_table (page, &s);
        if (s.all_n > s.n)
            fid_html (f, "<p class=\"note\">The first %zu of %zu configurations.</p>\n", s.n,
                      s.all_n);
        fputs ("</section>\n", f);
        clear (&s);
    }
    return rc;
}
