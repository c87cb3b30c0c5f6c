/* identify.c - which workload each configuration resembles most
 *
 * A row for each configuration of the emulator, a column for each workload.  The scores are over
 * the resources that all pairs of the emulation have; of repeats the median. */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "metrics/aggregate.h"
#include "report/html/sections.h"

#define CELLS_MAX   5000
#define COLUMNS_MAX 40

/* One pair. */
struct item {
    const char *row, *own,
        *column; /* borrowed: configuration, its workload, that of the real run */
    double value;
    const struct fid_result_head *result;
};

struct table {
    struct item *item; /* owned; by row and column */
    size_t n;
    const char **column; /* owned; workloads */
    size_t column_n;
    size_t row_n;
};

static const char *
workload_of (const struct fid_result_side *side)
{
    return *side->workload ? side->workload : side->id;
}

bool
fid_page_has_identify (const struct fid_page *page)
{
    const struct fid_ranking *real = &page->report->real;
    for (size_t i = 0; i < real->list_n; i++)
        if (real->list[i].other)
            return true;
    return false;
}

static int
compare_row (const struct item *x, const struct item *y)
{
    int c = strcmp (x->own, y->own);
    return c ? c : strcmp (x->row, y->row);
}

static int
by_cell (const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    int c = compare_row (x, y);
    c = c ? c : strcmp (x->column, y->column);
    c = c ? c : fid_order (x->value, y->value);
    return c ? c : strcmp (x->result->path, y->result->path);
}

static int
collect_cells (const struct fid_page *page, struct table *t)
{
    const struct fid_ranking *by = &page->report->emulation;
    *t = (struct table){
        .item = malloc ((page->report->all.result_n + 1) * sizeof *t->item),
        .column = malloc ((page->report->all.result_n + 1) * sizeof *t->column),
    };
    if (!t->item || !t->column)
        return fid_error_nomem (page->err);
    for (size_t i = 0; i < by->list_n; i++)
        for (size_t j = 0; j < by->list[i].entry_n; j++) {
            const struct fid_entry *e = &by->list[i].entry[j];
            if (fid_page_two_real (page, e->result) || e->value == FID_ABSENT)
                continue;
            t->item[t->n] = (struct item){e->result->emulation.configuration,
                                          workload_of (&e->result->emulation),
                                          workload_of (&e->result->real), e->result->score, e->result};
            t->column[t->n] = t->item[t->n].column;
            t->n++;
        }
    qsort (t->item, t->n, sizeof *t->item, by_cell);
    qsort (t->column, t->n, sizeof *t->column, fid_order_texts);
    for (size_t i = 0; i < t->n; i++) {
        if (!t->column_n || strcmp (t->column[t->column_n - 1], t->column[i]) != 0)
            t->column[t->column_n++] = t->column[i];
        t->row_n += !i || compare_row (&t->item[i - 1], &t->item[i]) != 0;
    }
    return 0;
}

/* The median of n items of one cell, which are in order; *middle: its pair. */
static double
median_of (const struct item *item, size_t n, const struct fid_result_head **middle)
{
    *middle = item[n / 2].result;
    return (item[(n - 1) / 2].value + item[n / 2].value) / 2;
}

static void
put_cell (const struct fid_page *page, double x, const struct fid_result_head *r, bool own)
{
    fid_html (page->f, "<td class=\"h h%d%s\" title=\"%s, %s\">", fid_page_shade (x),
              own ? " own" : "", r->real.id, r->emulation.id);
    fid_page_begin_link (page, r);
    fid_html (page->f, "%.2f</a></td>", x);
}

/* The row of item[0..n), all of one configuration. */
static void
put_row (const struct fid_page *page, const struct table *t, const struct item *item, size_t n)
{
    FILE *f = page->f;
    double best = -1, own = -1;
    const char *nearest = "";
    fputs ("<tr><th scope=\"row\">", f);
    fid_html_name (f, item->row);
    fputs ("</th>", f);
    for (size_t k = 0, from = 0, to; k < t->column_n; k++, from = to) {
        for (to = from; to < n && strcmp (item[to].column, t->column[k]) == 0;)
            to++;
        if (from == to) {
            fputs ("<td class=\"none\" title=\"not compared\">\xE2\x80\x93</td>", f);
            continue;
        }
        const struct fid_result_head *r;
        double x = median_of (item + from, to - from, &r);
        bool is_own = strcmp (t->column[k], item->own) == 0;
        put_cell (page, x, r, is_own);
        if (is_own)
            own = x;
        if (x > best) {
            best = x;
            nearest = t->column[k];
        }
    }
    if (own >= 0 && best - own < FID_TIE_WITHIN)
        fid_html (f, "<td>\xE2\x9C\x94\xEF\xB8\x8E its own</td></tr>\n");
    else if (own >= 0)
        fid_html (f, "<td>\xE2\x9C\x98\xEF\xB8\x8E %s</td></tr>\n", nearest);
    else
        fid_html (f, "<td>%s</td></tr>\n", nearest);
}

static void
put_table (const struct fid_page *page, const struct table *t)
{
    FILE *f = page->f;
    fputs ("<div class=\"wide\" role=\"region\" aria-label=\"Which workload it resembles\" "
           "tabindex=\"0\"><table class=\"heatmap\" id=\"resembles\">\n"
           "<thead><tr><th scope=\"col\">Configuration"
           "</th>",
           f);
    for (size_t k = 0; k < t->column_n; k++)
        fid_html (f, "<th scope=\"col\">%s</th>", t->column[k]);
    fputs ("<th scope=\"col\">nearest</th></tr></thead>\n<tbody>\n", f);
    for (size_t from = 0, to; from < t->n; from = to) {
        for (to = from; to < t->n && compare_row (&t->item[from], &t->item[to]) == 0;)
            to++;
        put_row (page, t, t->item + from, to - from);
    }
    fputs ("</tbody></table></div>\n", f);
}

int
fid_page_identify (const struct fid_page *page)
{
    struct table t;
    if (!fid_page_has_identify (page))
        return 0;
    int rc = collect_cells (page, &t);
    if (rc == 0)
        fputs ("<h2 id=\"identify\">Which workload does it resemble?</h2>\n", page->f);
    if (rc == 0 && (t.row_n * t.column_n > CELLS_MAX || t.column_n > COLUMNS_MAX)) {
        fid_html (
            page->f,
            "<p class=\"note\">A table of %zu configurations and %zu workloads would be too "
            "large; <a href=\"ranking.tsv\">ranking.tsv</a> has all pairs.</p>\n",
            t.row_n, t.column_n);
    } else if (rc == 0) {
        fputs (
            "<p>Score of each configuration for each workload; "
            "the stronger the shade, the worse. A frame: the workload that it emulates, which "
            "should be the nearest. A cell opens the pair in the middle of its repeats.</p>\n",
            page->f);
        put_table (page, &t);
    }
    free (t.item);
    free (t.column);
    return rc;
}
