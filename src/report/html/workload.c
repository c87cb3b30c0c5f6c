/* workload.c - the configurations of a workload side by side (workload.h) as HTML
 *
 * Clauses as rows, configurations as columns, then the same small charts of each. */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/parallel.h"
#include "charts/multiples.h"
#include "report/html/sections.h"
#include "report/html/workload.h"
#include "report/verdict_words.h"
#include "results/words.h"

#define CHART_WIDTH  340
#define CHART_HEIGHT 190

static void
put_range (FILE *f, const char *low, const char *high)
{
    if (*low && strcmp (low, high) != 0)
        fid_html (f, " <small>%s to %s</small>", low, high);
}

/* The delta of one configuration with its range, its value, the answer of the clause. */
static void
put_cell (FILE *f, const struct fid_side_cell *c)
{
    static const char *const sign[] = {[FID_CLAUSE_MET] = "",
                                       [FID_CLAUSE_NOT_MET] = "\xE2\x9C\x98 ",
                                       [FID_CLAUSE_OPEN] = "? "};
    if (!c->known) {
        fid_html (f, "<td class=\"none\" title=\"%s\">\xE2\x80\x93</td>", c->reason);
        return;
    }
    fid_html (f, "<td class=\"h h%d\" data-v=\"%.4f\" title=\"grade %.2f, %s\">%s%s",
              fid_page_shade (c->grade), c->grade, c->grade,
              c->clause < 0 ? "no clause" : fid_clause_name ((enum fid_clause_status)c->clause),
              c->clause < 0 ? "" : sign[c->clause], c->delta);
    put_range (f, c->low, c->high);
    if (*c->value)
        fid_html (f, "<br><small>%s</small>", c->value);
    fputs ("</td>", f);
}

static void
put_head (const struct fid_page *page, const struct fid_side *s)
{
    FILE *f = page->f;
    fid_page_prose (f, "<thead><tr><th scope=\"col\">[clause|Clause]</th><th scope=\"col\" "
                       "class=\"real\">[real run]</th><th scope=\"col\">[noise|repeats]</th><th "
                       "scope=\"col\">[tolerance|allowed]</th>");
    for (size_t i = 0; i < s->n; i++) {
        fputs ("<th scope=\"col\">", f);
        fid_page_begin_link (page, s->entry[i]->result);
        fid_html_name (f, fid_entry_name (s->entry[i]));
        fputs ("</a><br><small>", f);
        if (s->pair_n[i] < s->entry[i]->run_n)
            fid_html (f, "%zu of ", s->pair_n[i]);
        fid_html (f, "%zu pair%s</small></th>", s->entry[i]->run_n,
                  s->entry[i]->run_n == 1 ? "" : "s");
    }
    fputs ("</tr></thead>\n<tbody>\n<tr><th scope=\"row\">score "
           "<small>interval</small></th><td></td><td></td><td></td>",
           f);
    for (size_t i = 0; i < s->n; i++) {
        const struct fid_entry *e = s->entry[i];
        if (e->value == FID_ABSENT) {
            fid_page_heat (page, FID_ABSENT, "no score");
            continue;
        }
        fid_html (f, "<td class=\"h h%d\" data-v=\"%.4f\">%.2f", fid_page_shade (e->value),
                  e->value, e->value);
        if (e->low != FID_ABSENT)
            fid_html (f, " <small>%.2f to %.2f</small>", e->low, e->high);
        fputs ("</td>", f);
    }
    fputs ("</tr>\n", f);
}

static void
put_table (const struct fid_page *page, const struct fid_side *s)
{
    FILE *f = page->f;
    fputs (
        "<div class=\"wide\" role=\"region\" aria-label=\"Side by side\" tabindex=\"0\"><table "
        "class=\"side-by-side\">\n",
        f);
    put_head (page, s);
    for (size_t i = 0; i < s->row_n; i++) {
        const struct fid_side_row *row = &s->row[i];
        fid_html (
            f, "<tr><th scope=\"row\">%s.%s%s <small>%s: %s</small></th><td class=\"n\">%s",
            fid_resources[row->resource].name, row->quantity, row->key ? "*" : "",
            fid_resources[row->resource].words, fid_words_quantity (row->quantity), row->real);
        put_range (f, row->real_low, row->real_high);
        fid_html (f, "</td><td class=\"n\">%s</td><td class=\"n\">%s</td>", row->apart,
                  row->allowed);
        for (size_t k = 0; k < s->n; k++)
            put_cell (f, &row->cell[k]);
        fputs ("</tr>\n", f);
    }
    fputs ("</tbody></table></div>\n", f);
    if (s->clause_n > s->row_n)
        fid_html (f, "<p class=\"note\">And %zu more clauses, in the pages of the pairs.</p>\n",
                  s->clause_n - s->row_n);
}

/* --- charts */

static const struct {
    const char *title, *caption;
} charts[FID_MULTIPLE_N] = {
    [FID_MULTIPLE_STEPS] = {"Step time", "The length of each training step, in their order; a "
                                         "mark at the upper edge: longer than that."},
    [FID_MULTIPLE_RATE] = {"Reading", "Data read over time, for training and evaluation; a "
                                      "mark at the upper edge: higher than that."},
    [FID_MULTIPLE_READ] = {"Read until then", "Data read since the start of the job."},
    [FID_MULTIPLE_WRITTEN] = {"Written until then",
                              "Bytes of checkpoints since the start of the job."},
};

static int
put_chart (const struct fid_page *page, const struct fid_side *s, enum fid_multiple what,
           size_t i)
{
    size_t n;
    const struct fid_canvas_opts opts = {.width = CHART_WIDTH,
                                         .height = CHART_HEIGHT,
                                         .title = charts[what].title,
                                         .page = true};
    struct fid_canvas *c = fid_canvas_svg (&opts, page->err);
    if (!c)
        return -1;
    fid_multiples_draw (&s->charts, what, i, c, CHART_WIDTH, CHART_HEIGHT);
    char *svg = fid_canvas_finish (c, &n, page->err);
    if (!svg)
        return -1;
    fputs ("<figure>", page->f);
    fwrite (svg, 1, n, page->f);
    fputs ("<figcaption>", page->f);
    fid_html_name (page->f, fid_entry_name (s->entry[s->charted[i]]));
    fputs ("</figcaption></figure>\n", page->f);
    free (svg);
    return 0;
}

static int
put_charts (const struct fid_page *page, const struct fid_side *s)
{
    FILE *f = page->f;
    if (!s->charts.emulation_n || !s->charts.real_n)
        return 0;
    fid_html (
        f,
        "<h2>Charts</h2>\n<p>The real run is blue and solid%s, each configuration vermillion "
        "and dashed; all charts of a row have the same axes.</p>\n",
        s->charts.real_n > 1 ? ", in the band of its repeats" : "");
    for (int k = 0; k < FID_MULTIPLE_N; k++) {
        if (!fid_multiples_has (&s->charts, (enum fid_multiple)k))
            continue;
        fid_html (f,
                  "<h3>%s</h3>\n<p class=\"legend\">%s</p>\n<div class=\"many multiples\">\n",
                  charts[k].title, charts[k].caption);
        for (size_t i = 0; i < s->charts.emulation_n; i++)
            if (put_chart (page, s, (enum fid_multiple)k, i))
                return -1;
        fputs ("</div>\n", f);
    }
    return 0;
}

bool
fid_page_has_workload (const struct fid_page *page, const struct fid_list *list)
{
    size_t n = 0;
    for (size_t j = 0; j < list->entry_n; j++)
        n += fid_page_shows (page, list, &list->entry[j]);
    return n > 0;
}

static int
put_side (const struct fid_page *page, const struct fid_list *list, const struct fid_side *s,
          size_t number)
{
    FILE *f = page->f;
    fid_html (
        f,
        "<section class=\"view\" id=\"workload-%zu\">\n<nav class=\"steps\" "
        "aria-label=\"This workload\"><a href=\"#all\">All configurations</a></nav>\n<h1>%s: "
        "configurations side by side</h1>\n<p>%zu real run%s and %zu configuration%s of the "
        "emulator, in every key clause (*) and every one that some do not meet, profile %s. "
        "\xC3\x97 is a factor of the real run's value, a percentage the difference; behind "
        "it the lowest and highest of all pairs, below it the configuration's own value. "
        "\xE2\x80\x9CRepeats\xE2\x80\x9D: how far repeats of the real run are apart. "
        "\xE2\x9C\x98: "
        "not met; ?: open. The stronger the shade, the worse.</p>\n",
        number, list->name, s->real_n, s->real_n == 1 ? "" : "s", s->all_n,
        s->all_n == 1 ? "" : "s", list->profile);
    put_table (page, s);
    if (s->all_n > s->n)
        fid_html (f, "<p class=\"note\">The first %zu of %zu configurations.</p>\n", s->n,
                  s->all_n);
    int rc = put_charts (page, s);
    fputs ("</section>\n", f);
    return rc;
}

int
fid_page_workloads (const struct fid_page *page)
{
    const struct fid_ranking *by = &page->report->workload;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < by->list_n; i++)
        if (page->side[i])
            rc = put_side (page, &by->list[i], page->side[i], i + 1);
    return rc;
}

static int
load_side (void *ctx, size_t i, struct fid_error *err)
{
    struct fid_page page = *(const struct fid_page *)ctx;
    const struct fid_list *list = &page.report->workload.list[i];
    page.err = err;
    if (!fid_page_has_workload (&page, list))
        return 0;
    page.side[i] = fid_side_load (&page, list);
    return page.side[i] ? 0 : -1;
}

int
fid_page_sides_load (struct fid_page *page)
{
    const struct fid_report *report = page->report;
    page->side = calloc (report->workload.list_n + 1, sizeof *page->side);
    if (!page->side)
        return fid_error_nomem (page->err);
    return fid_parallel (report->workload.list_n, report->thread_n, load_side, page, page->err);
}

void
fid_page_sides_clear (struct fid_page *page)
{
    for (size_t i = 0; page->side && i < page->report->workload.list_n; i++)
        fid_side_destroy (page->side[i]);
    free (page->side);
    page->side = NULL;
}
