/* report_html.c - report.html: the whole report in one file that asks for nothing
 *
 * One section of all pairs, one for each pair, and the words.  Without scripts
 * they follow one another; the script shows one at a time. */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "report/html_parts.h"

/* The page stays under 20 MB up to some 600 pairs: what their tables take is not
 * there for pictures, and beyond WHOLE_PAIRS those without pictures have no table
 * of every measure either. */
#define PAGE_BYTES  ((size_t)18 << 20)
#define LEAST_BYTES ((size_t)1 << 20) /* for pictures */
#define TABLE_BYTES ((size_t)45 << 10)
#define FEWER_BYTES ((size_t)26 << 10)
#define WHOLE_PAIRS 100

/* What all pictures of a page of n pairs may take. */
static size_t
room_of (size_t n)
{
    size_t tables = n * (n <= WHOLE_PAIRS ? TABLE_BYTES : FEWER_BYTES);
    return tables + LEAST_BYTES < PAGE_BYTES ? PAGE_BYTES - tables : LEAST_BYTES;
}

static void
put_head (const struct fid_page *page)
{
    FILE *f = page->f;
    fputs ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta name=\"color-scheme\" content=\"light dark\">\n"
           /* a page that cannot ask anybody anything, whatever a name tries */
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
           "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n",
           f);
    fid_html (f, "<title>fidlio report: %zu pairs</title>\n", page->report->all.result_n);
    fid_html_style (f);
    fputs ("</head>\n<body>\n<a class=\"skip\" href=\"#all\">Skip to the results</a>\n", f);
}

static void
put_lead (const struct fid_page *page)
{
    const struct fid_report *report = page->report;
    FILE *f = page->f;
    fputs ("<h1>Are these emulations faithful?</h1>\n<p class=\"lead\">", f);
    fid_html (f,
              "%zu pairs of runs were compared: each of %zu real training runs with what is to "
              "resemble it (%zu runs). ",
              report->all.result_n, report->real.list_n, report->emulation.list_n);
    if (page->scored)
        fputs ("Pairs are ordered by <b>score</b>: 1 is as alike as a repeat of the real run, "
               "0 no more alike than an unrelated run. ",
               f);
    else
        fputs ("Pairs are ordered by <b>similarity</b>, from 0 to 1 (equal). It is not "
               "calibrated: it says which of two is nearer, not how near is near enough. ",
               f);
    if (*report->window && !report->all.mixed_window)
        fid_html (f, "Compared is %s.",
                  strcmp (report->window, "job") == 0
                      ? "the job itself, from the end of its start-up to its end"
                      : report->window);
    fputs ("</p>\n", f);
    if (report->all.result_n && !report->all.mixed_key && *report->all.result[0]->out_of_scope)
        fid_html (f,
                  "<p>Declared out of scope, compared but without a part in the overall "
                  "number: <b>%s</b>.</p>\n",
                  report->all.result[0]->out_of_scope);
    const char *caveat;
    for (size_t i = 0; (caveat = fid_report_caveat (report, i)); i++)
        fid_html (f, "<p class=\"note warning\"><b>Warning.</b> %s</p>\n", caveat);
}

static void
put_contents (const struct fid_page *page)
{
    fputs ("<nav class=\"contents\" aria-label=\"Sections\"><a href=\"#ranking\">Ranking</a>"
           "<a href=\"#heat\">All pairs at a glance</a><a href=\"#nearest\">Nearest "
           "workload</a>",
           page->f);
    if (page->report->all.failure_n)
        fputs ("<a href=\"#failed\">Not compared</a>", page->f);
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
        "<li>one JSON file a pair, linked at the end of the pair's section</li>\n</ul>\n",
        page->f);
}

static void
put_overview (const struct fid_page *page)
{
    fputs ("<section class=\"view\" id=\"all\">\n", page->f);
    put_lead (page);
    put_contents (page);
    fid_page_counts (page);
    fid_page_ranking (page);
    fid_page_all_pairs (page);
    fid_page_nearest (page);
    fid_page_failures (page);
    put_files (page);
    fputs ("</section>\n", page->f);
}

/* The series of the pair are there and of no use: remember why. */
static int
blame_series (struct fid_page *page, const struct fid_result *r, const struct fid_error *why)
{
    struct fid_notes *notes = page->report->notes;
    /* the directory is the reader's: the page has the file's name only */
    size_t dir = (size_t)(fid_base_name (r->path) - r->path);
    bool of_file = strncmp (why->text, r->path, dir) == 0;
    char **to = &page->drawn[fid_page_pair (page, r) - 1].why;
    *to = fid_strdup (why->text + (of_file ? dir : 0), page->err);
    if (!*to || !notes)
        return *to ? 0 : -1;
    if (fid_array_grow (&notes->text, &notes->cap, notes->n + 1, sizeof *notes->text,
                        page->err) ||
        !(notes->text[notes->n] = fid_strdup (why->text, page->err)))
        return -1;
    notes->n++;
    return 0;
}

/* Draw a pair into page->drawn, unless the page has no room left. */
static int
draw_pair (struct fid_page *page, const struct fid_result *r, size_t *room)
{
    struct fid_page part = *page;
    struct fid_error why;
    struct fid_series *s = NULL;
    struct fid_page_drawn *to = &page->drawn[fid_page_pair (page, r) - 1], drawn = {0};
    size_t n = 0;
    if (page->full) {
        to->no_room = true;
        return 0;
    }
    if (fid_series_beside (r, &s, &why))
        return blame_series (page, r, &why);
    if (!s)
        return 0;
    part.f = open_memstream (&drawn.text, &n);
    int rc = part.f ? fid_page_times (&part, s) : fid_error_nomem (page->err);
    if (part.f && rc == 0) {
        drawn.time_n = (size_t)ftell (part.f);
        rc = fid_page_pictures (&part, r, s);
    }
    if (part.f && fclose (part.f) && rc == 0)
        rc = fid_error_nomem (page->err);
    fid_series_destroy (s);
    if (rc || n > *room) {
        to->no_room = rc == 0;
        page->full = true; /* what is nearer is drawn first, and nothing behind a gap */
        free (drawn.text);
        return rc;
    }
    *room -= n;
    page->plot_n++;
    *to = drawn;
    return 0;
}

/* Put finer values behind what was drawn of the pair, as the room allows. */
static int
refine_pair (struct fid_page *page, const struct fid_result *r, size_t *room)
{
    struct fid_page part = *page;
    struct fid_error ignored;
    struct fid_page_drawn *to = &page->drawn[fid_page_pair (page, r) - 1];
    struct fid_series *s = to->text ? fid_series_of_result (r, &ignored) : NULL;
    size_t n = 0;
    if (!s)
        return 0;
    part.f = open_memstream (&to->fine, &n);
    int rc = part.f ? fid_page_levels (&part, s, *room) : fid_error_nomem (page->err);
    if (part.f && fclose (part.f) && rc == 0)
        rc = fid_error_nomem (page->err);
    fid_series_destroy (s);
    *room -= n < *room ? n : *room;
    return rc;
}

/* Do it with all pairs, those in the first places first, while there is room. */
static int
each_pair (struct fid_page *page, size_t *room,
           int (*with) (struct fid_page *, const struct fid_result *, size_t *))
{
    const struct fid_ranking *real = &page->report->real;
    bool more = true;
    for (size_t j = 0; more; j++) {
        more = false;
        for (size_t i = 0; i < real->list_n; i++) {
            if (j >= real->list[i].entry_n)
                continue;
            more = true;
            if (with (page, real->list[i].entry[j].result, room))
                return -1;
        }
    }
    return 0;
}

/* All pictures first, then what can be zoomed into. */
static int
draw_pairs (struct fid_page *page)
{
    size_t room = room_of (page->report->all.result_n);
    page->drawn = calloc (page->report->all.result_n + 1, sizeof *page->drawn);
    if (!page->drawn)
        return fid_error_nomem (page->err);
    return each_pair (page, &room, draw_pair) || each_pair (page, &room, refine_pair) ? -1 : 0;
}

static void
put_pictures (const struct fid_page *page, const struct fid_result *r, size_t i)
{
    const struct fid_page_drawn *drawn = &page->drawn[i];
    char *name;
    if (drawn->text) {
        fwrite (drawn->text, 1, drawn->time_n, page->f);
        fputs (drawn->fine ? drawn->fine : "", page->f);
        fputs (drawn->text + drawn->time_n, page->f);
        return;
    }
    fputs ("<p class=\"note\">No pictures of this pair: ", page->f);
    name = fid_series_path (fid_base_name (r->path), NULL);
    if (drawn->why)
        fid_html (page->f, "the file of its series cannot be used. %s. ", drawn->why);
    else if (drawn->no_room)
        fid_html (page->f, "this page draws the %zu nearest pairs only, to stay small. ",
                  page->plot_n);
    else
        fid_html (page->f, "there is no file of its series (%s). ", name ? name : "");
    fputs ("The numbers below are complete.</p>\n", page->f);
    free (name);
}

static int
put_pair (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    size_t i = fid_page_pair (page, r);
    fid_html (f,
              "<section class=\"view pair\" id=\"pair-%zu\">\n<nav class=\"steps\" "
              "aria-label=\"Pairs\"><a href=\"#all\">All pairs</a>",
              i);
    if (i > 1)
        fid_html_link (f, "pair", i - 1, "Previous pair");
    if (i < page->report->all.result_n)
        fid_html_link (f, "pair", i + 1, "Next pair");
    fputs ("</nav>\n", f);
    if (fid_page_verdict (page, r))
        return -1;
    fid_page_sides (page, r);
    fid_page_validity (page, r);
    fid_page_breakdown (page, r);
    put_pictures (page, r, i - 1);
    fid_page_windows (page, r);
    if (page->drawn[i - 1].text || page->report->all.result_n <= WHOLE_PAIRS)
        fid_page_measures (page, r);
    else
        fputs (
            "<p class=\"note\">This page is of many pairs: each measure of this one stands in "
            "its JSON file, linked below.</p>\n",
            f);
    fid_page_method (page, r);
    fputs ("</section>\n", f);
    return 0;
}

int
fid_report_html (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    struct fid_page page = {.report = report, .f = f, .err = err, .scored = true};
    const struct fid_results *all = &report->all;
    for (size_t i = 0; i < all->result_n; i++)
        page.scored &= all->result[i]->score != FID_ABSENT;
    page.scored &= all->result_n > 0;
    int rc = draw_pairs (&page);
    if (rc)
        goto done;
    put_head (&page);
    fputs ("<main>\n", f);
    put_overview (&page);
    for (size_t i = 0; i < all->result_n && !rc; i++)
        rc = put_pair (&page, all->result[i]);
    if (rc)
        goto done;
    fid_page_words (&page);
    fputs ("</main>\n<footer>Written by fidlio " PACKAGE_VERSION ". The page is complete in "
           "itself and loads nothing.</footer>\n",
           f);
    if (page.plot_n)
        fid_html_plotter (f);
    fid_html_script (f);
    fputs ("</body>\n</html>\n", f);
done:
    for (size_t i = 0; page.drawn && i < all->result_n; i++) {
        free (page.drawn[i].text);
        free (page.drawn[i].fine);
        free (page.drawn[i].why);
    }
    free (page.drawn);
    return rc;
}
