/* page.c - report.html: the whole report in one file that asks for nothing
 *
 * One section of all pairs, one for each pair, and the words.  Without scripts
 * they follow one another; the script shows one at a time.  Pairs that do not fit have a page
 * of their own, of the same kind. */
#include "config.h"
#include "base/memstream.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "report/html/sections.h"
#include "report/verdict_words.h"

static void
put_number (FILE *f, size_t n, const char *what)
{
    fid_html (f, "%zu %s%s", n, what, n == 1 ? "" : "s");
}

/* Runs and pairs, as many as the tables below have. */
static void
put_counts (const struct fid_page *page)
{
    const struct fid_report *report = page->report;
    FILE *f = page->f;
    size_t emulation_n = 0, two_real_n = 0, other_n = 0;
    for (size_t i = 0; i < report->emulation.run_n; i++)
        emulation_n += !fid_page_is_real (page, report->emulation.run[i]->id);
    for (size_t i = 0; i < report->real.list_n; i++)
        for (size_t j = 0; j < report->real.list[i].entry_n; j++) {
            const struct fid_entry *e = &report->real.list[i].entry[j];
            if (report->real.list[i].other)
                other_n += e->run_n;
            else if (fid_page_two_real (page, e->result))
                two_real_n += e->run_n;
        }
    put_number (f, report->real.run_n, "real run");
    fputs (" and ", f);
    put_number (f, emulation_n, "run");
    fputs (" of the emulator; ", f);
    put_number (f, report->all.result_n - two_real_n - other_n, "pair");
    fputs (" of both", f);
    if (two_real_n) {
        fputs (", ", f);
        put_number (f, two_real_n, "pair");
        fputs (" of real runs", f);
    }
    if (other_n) {
        fputs (", ", f);
        put_number (f, other_n, "pair");
        fputs (" of different workloads", f);
    }
    fputs (".", f);
}

/* What is compared, and what has to be known about all of it. */
static void
put_scope (const struct fid_page *page)
{
    const struct fid_report *report = page->report;
    FILE *f = page->f;
    fputs ("<p>", f);
    put_counts (page);
    fid_page_prose (f, " A [score] of 1 is as near as a [repeat] of the real run, 0.5 about off by "
                       "the [tolerance]; a [profile] says what counts. ");
    if (*report->window && !report->all.mixed_window)
        fid_html (f, "Compared is %s.",
                  fid_window_find (report->window) == FID_WINDOW_JOB
                      ? "the job itself, from the end of its start-up to its end"
                      : report->window);
    fputs ("</p>\n", f);
    if (report->all.result_n && !report->all.mixed_key && *report->all.result[0].out_of_scope)
        fid_html (f,
                  "<p>Declared out of scope, compared but without a part in the score: "
                  "<b>%s</b>.</p>\n",
                  report->all.result[0].out_of_scope);
}

static int
put_lead (const struct fid_page *page)
{
    const char *caveat;
    fputs ("<h1>What are these emulations good for?</h1>\n", page->f);
    fid_page_answer (page);
    for (size_t i = 0; (caveat = fid_report_caveat (page->report, i)); i++)
        fid_html (page->f, "<p class=\"note warning\"><b>Warning.</b> %s</p>\n", caveat);
    if (fid_page_summary (page))
        return -1;
    put_scope (page);
    return 0;
}

static void
put_contents (const struct fid_page *page)
{
    fputs ("<nav class=\"contents\" aria-label=\"Sections\">", page->f);
    if (fid_page_has_identify (page))
        fputs ("<a href=\"#identify\">Which workload?</a>", page->f);
    if (fid_page_has_ranking (page))
        fputs ("<a href=\"#ranking\">Ranking</a>", page->f);
    if (page->report->all.failure_n)
        fputs ("<a href=\"#failed\">Not compared</a>", page->f);
    if (page->report->history)
        fputs ("<a href=\"" FID_HISTORY_PAGE "\">History</a>", page->f);
    fputs ("<a href=\"#files\">Files</a><a href=\"#words\">Words</a></nav>\n", page->f);
}

static void
put_files (const struct fid_page *page)
{
    fputs (
        "<h2 id=\"files\">Files beside this page</h2>\n<ul>\n"
        "<li><a href=\"report.md\">report.md</a>: the ranking as plain text</li>\n"
        "<li><a href=\"ranking.tsv\">ranking.tsv</a>: one row a pair, for spreadsheets</li>\n"
        "<li><a href=\"index.json\">index.json</a>: the same for programs</li>\n"
        "<li>one JSON file a pair, linked at the end of the pair's section</li>\n",
        page->f);
    if (page->part && page->section_n < page->report->all.result_n)
        fid_html (page->f,
                  "<li>" FID_PAGES
                  ": a page for each of the %zu pairs that this one has no room "
                  "for</li>\n",
                  page->report->all.result_n - page->section_n);
    fputs ("</ul>\n", page->f);
}

static int
put_overview (const struct fid_page *page)
{
    fputs ("<section class=\"view\" id=\"all\">\n", page->f);
    if (put_lead (page))
        return -1;
    put_contents (page);
    fid_page_failures (page);
    if (fid_page_identify (page) || fid_page_ranking (page))
        return -1;
    put_files (page);
    fputs ("</section>\n", page->f);
    return 0;
}

static void
put_pictures (const struct fid_page *page, const struct fid_result_head *r,
              const struct fid_page_part *part)
{
    char *name;
    if (part->pictures) {
        fwrite (part->pictures, 1, part->time_n, page->f);
        fputs (part->fine ? part->fine : "", page->f);
        fputs (part->pictures + part->time_n, page->f);
        return;
    }
    fputs ("<p class=\"note\">No pictures of this pair: ", page->f);
    name = fid_series_path (fid_base_name (r->path), NULL);
    /* the directory is the reader's: the page has the file's name only */
    size_t dir_n = (size_t)(fid_base_name (r->path) - r->path);
    if (part->why)
        fid_html (page->f, "the file of its series cannot be used. %s. ",
                  part->why + (strncmp (part->why, r->path, dir_n) == 0 ? dir_n : 0));
    else
        fid_html (page->f, "there is no file of its series (%s). ", name ? name : "");
    fputs ("The numbers below are complete.</p>\n", page->f);
    free (name);
}

/* To the pair before or behind that has a section. */
static void
put_step (const struct fid_page *page, size_t i, int step, const char *text)
{
    for (i += (size_t)step; i < page->report->all.result_n; i += (size_t)step)
        if (page->part[i].section) {
            fid_html_link (page->f, "pair", i + 1, text);
            return;
        }
}

/* What a pair's section has, to jump to. */
static const struct {
    const char *id, *text;
} fid_page_chapters[] = {{"change", "What to change"},
                         {"pictures", "Pictures"},
                         {"parts", "Part by part"},
                         {"measures", "Every measure"},
                         {"method", "Clocks, files, method"}};

static void
put_anchor (const struct fid_page *page, size_t i, size_t chapter)
{
    fid_html (page->f, "<div id=\"pair-%zu-%s\"></div>\n", i + 1,
              fid_page_chapters[chapter].id);
}

/* The section of the i-th pair of the page. */
static void
put_pair (const struct fid_page *page, const struct fid_result_head *r, size_t i,
          const struct fid_page_part *part)
{
    FILE *f = page->f;
    fid_html (f,
              "<section class=\"view pair\" id=\"pair-%zu\">\n<nav class=\"steps\" "
              "aria-label=\"This pair\"><a href=\"%s#all\">All pairs</a>",
              i + 1, page->alone ? "../report.html" : "");
    if (!page->alone) {
        put_step (page, i, -1, "Previous pair");
        put_step (page, i, 1, "Next pair");
    }
    for (size_t k = 0; k < sizeof fid_page_chapters / sizeof *fid_page_chapters; k++)
        fid_html (f, "<a class=\"chapter\" href=\"#pair-%zu-%s\">%s</a>", i + 1,
                  fid_page_chapters[k].id, fid_page_chapters[k].text);
    fputs ("</nav>\n", f);
    fwrite (part->section, 1, part->lead_n, f);
    put_anchor (page, i, 0);
    fwrite (part->section + part->lead_n, 1, part->upper_n - part->lead_n, f);
    put_anchor (page, i, 1);
    put_pictures (page, r, part);
    put_anchor (page, i, 2);
    fwrite (part->section + part->upper_n, 1, part->middle_n, f);
    put_anchor (page, i, 3);
    fputs (part->measures, f);
    put_anchor (page, i, 4);
    fputs (part->section + part->upper_n + part->middle_n, f);
    fputs ("</section>\n", f);
}

void
fid_page_put_alone (const struct fid_page *page, const struct fid_result_head *r,
                    const struct fid_page_part *part)
{
    char *title = fid_format (page->err, "fidlio: %s and %s", r->real.id, r->emulation.id);
    fid_report_begin (page->f, title ? title : "fidlio", "pair-1");
    free (title);
    put_pair (page, r, 0, part);
    fid_report_end (page->f, part->pictures != NULL);
}

/* How long the overview and the workloads are where they are longest: every pair links to a
 * page of its own. */
static int
measure_overview (const struct fid_page *page, size_t *n)
{
    struct fid_page into = *page;
    char *text = NULL;
    into.f = fid_memstream_open (&text, n, page->err);
    if (!into.f)
        return -1;
    int rc = put_overview (&into);
    rc = rc ? rc : fid_page_workloads (&into);
    rc = fid_memstream_end (into.f, rc, page->err);
    free (text);
    return rc;
}

static unsigned
graded_groups (const struct fid_results *all)
{
    unsigned graded = 0;
    for (size_t i = 0; i < all->result_n; i++)
        for (int g = 0; g < FID_GROUP_N; g++)
            graded |= all->result[i].group[g].grade != FID_ABSENT ? 1u << g : 0;
    return graded;
}

int
fid_report_html (const struct fid_report *report, FILE *f, bool *alone, struct fid_error *err)
{
    const struct fid_results *all = &report->all;
    struct fid_page page = {
        .report = report, .f = f, .err = err, .graded = graded_groups (all)};
    char title[64];
    size_t overview_n;
    int rc = fid_page_sides_load (&page);
    if (!rc)
        rc = measure_overview (&page, &overview_n);
    if (!rc)
        rc = fid_page_fill (&page, overview_n);
    if (rc)
        goto done;
    for (size_t i = 0; i < all->result_n; i++)
        alone[i] = !page.part[i].section;
    snprintf (title, sizeof title, "fidlio report: %zu pairs", all->result_n);
    fid_report_begin (f, title, "all");
    rc = put_overview (&page);
    if (rc)
        goto done;
    rc = fid_page_workloads (&page);
    if (rc)
        goto done;
    for (size_t i = 0; i < all->result_n; i++)
        if (page.part[i].section)
            put_pair (&page, &all->result[i], i, &page.part[i]);
    fid_report_end (f, page.plot_n > 0);
done:
    fid_page_sides_clear (&page);
    fid_page_empty (&page);
    return rc;
}
