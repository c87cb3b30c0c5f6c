/* history.c - history.html: scores and clauses over stored results, and where they changed
 *
 * What is drawn and said is what fid_history_search found, which `fidlio check --history'
 * prints, too.  The overview has a small line of each configuration's score. */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "charts/trend.h"
#include "report/html/sections.h"

#define SPARK_WIDTH  120
#define SPARK_HEIGHT 26
#define CHART_WIDTH  900
#define CHART_HEIGHT 200
#define STEADY       0.005 /* numbers that are never further apart print alike */

/* A series as charts want it; fid_trend_clear frees it. */
static int
trend_of (const struct fid_history *h, const struct fid_history_series *s, struct fid_trend *t,
          struct fid_error *err)
{
    struct fid_trend_change *change = calloc (s->change_n + 1, sizeof *change);
    if (!change)
        return fid_error_nomem (err);
    for (size_t i = 0; i < s->change_n; i++) {
        const struct fid_change *from = &h->change[s->change_from + i];
        change[i] = (struct fid_trend_change){from->index, from->before, from->after};
    }
    *t = (struct fid_trend){s->x, h->entry_n, (const char *const *)h->entry, change,
                            s->change_n};
    return 0;
}

/* Write a series as SVG: with axes, or small. */
static int
put_trend (FILE *f, const struct fid_history *h, const struct fid_history_series *s, bool small,
           struct fid_error *err)
{
    struct fid_trend t;
    struct fid_canvas_opts opts = {.width = small ? SPARK_WIDTH : CHART_WIDTH,
                                   .height = small ? SPARK_HEIGHT : CHART_HEIGHT,
                                   .title = s->what,
                                   .page = true};
    size_t n;
    if (trend_of (h, s, &t, err))
        return -1;
    struct fid_canvas *c = fid_canvas_svg (&opts, err);
    if (c && small)
        fid_trend_spark (&t, c, opts.width, opts.height);
    else if (c)
        fid_trend_draw (&t, s->kind == FID_GATE_SCORE ? "score" : s->what, c, opts.width,
                        opts.height);
    char *svg = c ? fid_canvas_finish (c, &n, err) : NULL;
    if (svg)
        fwrite (svg, 1, n, f);
    free (svg);
    free ((struct fid_trend_change *)t.change);
    return svg ? 0 : -1;
}

/* "0.88 to 0.42 since v7" of each change, or why there is none. */
static void
put_changes (FILE *f, const struct fid_history *h, const struct fid_history_series *s)
{
    if (s->known_n < FID_HISTORY_LEAST)
        fid_html (f, "%zu result%s, %d needed", s->known_n, s->known_n == 1 ? "" : "s",
                  FID_HISTORY_LEAST);
    else if (!s->change_n)
        fputs ("no change", f);
    for (size_t i = 0; i < s->change_n; i++) {
        const struct fid_change *c = &h->change[s->change_from + i];
        fid_html (f,
                  "%s<span title=\"p = %.3f\">%s %.2f \xE2\x86\x92 <b>%.2f</b> since %s</span>",
                  i ? "<br>" : "", c->p, c->after < c->before ? "\xE2\x96\xBC" : "\xE2\x96\xB2",
                  c->before, c->after, h->entry[c->index]);
    }
}

int
fid_page_trend (const struct fid_page *page, const struct fid_entry *e)
{
    const struct fid_history *h = page->report->history;
    const struct fid_result_side *side = &e->result->emulation;
    const struct fid_history_series *s =
        fid_history_score (h, side->workload, side->configuration);
    if (!s) {
        fputs ("<td class=\"none\" title=\"not in the history\">\xE2\x80\x93</td>", page->f);
        return 0;
    }
    fputs ("<td class=\"trend\"><a href=\"" FID_HISTORY_PAGE "\">", page->f);
    if (put_trend (page->f, h, s, true, page->err))
        return -1;
    fputs ("</a><br><small>", page->f);
    put_changes (page->f, h, s);
    fputs ("</small></td>", page->f);
    return 0;
}

/* --- the page */

/* Whether the numbers of a series print alike. */
static bool
is_steady (const struct fid_history *h, const struct fid_history_series *s)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < h->entry_n; i++)
        if (s->x[i] != FID_ABSENT) {
            low = fmin (low, s->x[i]);
            high = fmax (high, s->x[i]);
        }
    return !s->change_n && high - low < STEADY;
}

static void
put_lead (FILE *f, const struct fid_history *h)
{
    size_t at_n = 0;
    for (size_t i = 0; i < h->entry_n; i++) {
        size_t k = 0;
        while (k < h->change_n && h->change[k].index != i)
            k++;
        at_n += k < h->change_n;
    }
    fid_html (f, "<h1>When did the emulations change?</h1>\n<p class=\"lead\"><b>");
    if (h->searched_n)
        fid_html (f, "%zu change%s</b> in %zu numbers of %zu stored results, at %zu of them.",
                  h->change_n, h->change_n == 1 ? "" : "s", h->searched_n, h->entry_n, at_n);
    else
        fid_html (f, "Too few results to tell</b>: %zu stored, %d are needed.", h->entry_n,
                  FID_HISTORY_LEAST);
    fputs ("</p>\n", f);
    if (h->searched_n)
        fid_html (
            f,
            "<p>Change points are those of E-divisive (Matteson &amp; James 2014, "
            "doi:10.1080/01621459.2013.849605) at level %.2f for each number: of a hundred "
            "that did not change about one seems to. At least %d results are on each side. "
            "Numbers are medians over the runs of a configuration.</p>\n",
            FID_HISTORY_LEVEL, FID_HISTORY_SEGMENT);
    if (h->searched_n && h->short_n)
        fid_html (f,
                  "<p class=\"note\">%zu other numbers have too few results (%zu or so).</p>\n",
                  h->short_n, h->shortest_n);
}

/* All changes, in the order of results. */
static void
put_table (FILE *f, const struct fid_history *h)
{
    if (!h->change_n)
        return;
    fputs (
        "<h2 id=\"changes\">Changes</h2>\n<div class=\"wide\" role=\"region\" "
        "aria-label=\"Changes\" tabindex=\"0\"><table id=\"changes-table\">\n<thead><tr><th "
        "scope=\"col\">since</th><th scope=\"col\">Configuration</th><th scope=\"col\">of</th>"
        "<th scope=\"col\">before</th><th scope=\"col\">after</th><th scope=\"col\">p</th></tr>"
        "</thead>\n<tbody>\n",
        f);
    for (size_t i = 0; i < h->entry_n; i++)
        for (size_t k = 0; k < h->change_n; k++) {
            const struct fid_change *c = &h->change[k];
            if (c->index != i)
                continue;
            fid_html (f,
                      "<tr><th scope=\"row\">%s</th><td>%s</td><td>%s</td><td class=\"n\">%.3f"
                      "</td><td class=\"h h%d n\">%.3f</td><td class=\"n\">%.3f</td></tr>\n",
                      h->entry[i], c->config, c->what, c->before, fid_page_shade (c->after),
                      c->after, c->p);
        }
    fputs ("</tbody></table></div>\n", f);
}

/* The first and last number of a series. */
static void
put_ends (FILE *f, const struct fid_history *h, const struct fid_history_series *s)
{
    size_t first = 0, last = h->entry_n - 1;
    while (s->x[first] == FID_ABSENT)
        first++;
    while (s->x[last] == FID_ABSENT)
        last--;
    fid_html (f, "<td class=\"n\">%.2f</td><td class=\"h h%d n\">%.2f</td>", s->x[first],
              fid_page_shade (s->x[last]), s->x[last]);
}

/* The groups or the clauses of a configuration; steady clauses are only counted. */
static int
put_series (FILE *f, const struct fid_history *h, const struct fid_history_series *from,
            const struct fid_history_series *to, enum fid_gate_kind kind, struct fid_error *err)
{
    size_t shown_n = 0, steady_n = 0;
    for (const struct fid_history_series *s = from; s < to; s++) {
        if (s->kind != kind)
            continue;
        if (kind == FID_GATE_MEASURE && is_steady (h, s)) {
            steady_n++;
            continue;
        }
        if (!shown_n++)
            fid_html (
                f,
                "<div class=\"wide\"><table class=\"history\"><thead><tr><th scope=\"col\">"
                "%s</th><th scope=\"col\">course, 0 to 1</th><th scope=\"col\">first</th><th "
                "scope=\"col\">latest</th><th scope=\"col\">changes</th></tr></thead><tbody>\n",
                kind == FID_GATE_GROUP ? "Group" : "Clause");
        fid_html (f, "<tr><th scope=\"row\">%s</th><td>", s->what);
        if (put_trend (f, h, s, true, err))
            return -1;
        fputs ("</td>", f);
        put_ends (f, h, s);
        fputs ("<td>", f);
        put_changes (f, h, s);
        fputs ("</td></tr>\n", f);
    }
    fputs (shown_n ? "</tbody></table></div>\n" : "", f);
    if (steady_n)
        fid_html (f, "<p class=\"note\">%zu clauses had the same grade throughout.</p>\n",
                  steady_n);
    return 0;
}

/* One configuration: the chart of its score, groups, clauses. */
static int
put_config (FILE *f, const struct fid_history *h, const struct fid_history_series *from,
            const struct fid_history_series *to, struct fid_error *err)
{
    fputs ("<h2>", f);
    fid_html_name (f, from->config);
    fid_html (f, " <small>%s</small></h2>\n", from->workload);
    for (const struct fid_history_series *s = from; s < to; s++)
        if (s->kind == FID_GATE_SCORE) {
            fputs ("<figure class=\"score\"><div class=\"wide\">", f);
            if (put_trend (f, h, s, false, err))
                return -1;
            fputs ("</div><figcaption>Score over stored results: ", f);
            put_changes (f, h, s);
            fputs (".</figcaption></figure>\n", f);
        }
    if (put_series (f, h, from, to, FID_GATE_GROUP, err))
        return -1;
    fputs ("<details class=\"chapter\"><summary><h3>Clauses</h3></summary>\n", f);
    int rc = put_series (f, h, from, to, FID_GATE_MEASURE, err);
    fputs ("</details>\n", f);
    return rc;
}

int
fid_report_history (const struct fid_history *h, bool beside, FILE *f, struct fid_error *err)
{
    fid_report_begin (f, "fidlio: history", "history");
    fputs ("<section class=\"view\" id=\"history\">\n", f);
    if (beside)
        fputs ("<nav class=\"steps\" aria-label=\"Report\"><a href=\"report.html#all\">All "
               "configurations</a></nav>\n",
               f);
    put_lead (f, h);
    put_table (f, h);
    int rc = 0;
    for (size_t from = 0, to; rc == 0 && from < h->series_n; from = to) {
        for (to = from; to < h->series_n &&
                        strcmp (h->series[to].config, h->series[from].config) == 0 &&
                        strcmp (h->series[to].workload, h->series[from].workload) == 0;)
            to++;
        rc = put_config (f, h, h->series + from, h->series + to, err);
    }
    fputs ("</section>\n", f);
    fid_report_end (f, false);
    return rc;
}
