/* elements.c - what the sections of report.html are made of: begin and end of a page, links,
 * words, cells and pictures (see sections.h) */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "report/html/sections.h"
#include "report/verdict_words.h"


void
fid_report_begin (FILE *f, const char *title, const char *id)
{
    fputs ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta name=\"color-scheme\" content=\"light dark\">\n"
           /* a page that cannot ask anybody anything, whatever a name tries */
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
           "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n",
           f);
    fid_html (f, "<title>%s</title>\n", title);
    fid_html_style (f);
    fid_html (
        f, "</head>\n<body>\n<a class=\"skip\" href=\"#%s\">Skip to the results</a>\n<main>\n",
        id);
}

/* The id of a word in the glossary: "word-key-clause". */
static void
put_word_id (FILE *f, const char *word)
{
    fputs ("word-", f);
    for (; *word; word++)
        fputc (*word == ' ' ? '-' : *word, f);
}

void
fid_page_tip (FILE *f, const char *word, const char *tip, const char *text)
{
    fputs ("<a class=\"term\" href=\"#", f);
    put_word_id (f, word);
    fid_html (f, "\" title=\"%s\">%s</a>", tip, text);
}

void
fid_page_prose (FILE *f, const char *html)
{
    for (const char *at; (at = strchr (html, '[')); html = strchr (at, ']') + 1) {
        char word[40], text[40] = "";
        sscanf (at, "[%39[^]|]|%39[^]]", word, text);
        fwrite (html, 1, (size_t)(at - html), f);
        fid_page_tip (f, word, fid_word_meaning (word), *text ? text : word);
    }
    fputs (html, f);
}

static void
put_glossary (FILE *f)
{
    fputs ("<section id=\"words\">\n<h2>Words</h2>\n<dl>\n", f);
    for (const struct fid_word *w = fid_words_shown; w->word; w++) {
        fputs ("<dt id=\"", f);
        put_word_id (f, w->word);
        fid_html (f, "\">%s</dt><dd>%s</dd>\n", w->word, fid_word_meaning (w->word));
    }
    fputs ("</dl>\n</section>\n", f);
}

void
fid_report_end (FILE *f, bool pictures)
{
    put_glossary (f);
    fputs ("</main>\n<footer>Written by fidlio " PACKAGE_VERSION ". The page is complete in "
           "itself and loads nothing.</footer>\n",
           f);
    if (pictures)
        fid_html_plotter (f);
    fid_html_script (f);
    fputs ("</body>\n</html>\n", f);
}

/* "NAME.html" of a result "NAME.json"; freed by the caller. */
char *
fid_page_file_name (const struct fid_result_head *r, struct fid_error *err)
{
    const char *name = fid_base_name (r->path);
    return fid_format (err, "%.*s.html", (int)(strlen (name) - strlen (".json")), name);
}

void
fid_page_begin_other (const struct fid_page *page, const struct fid_result_head *r)
{
    char *name = fid_page_file_name (r, page->err);
    fid_html_begin_file (page->f, FID_PAGES "/", name ? name : ""); /* without memory: no name */
    free (name);
}

size_t
fid_page_pair (const struct fid_page *page, const struct fid_result_head *r)
{
    return fid_report_find (page->report, r->real.id, r->emulation.id) + 1;
}

void
fid_page_begin_link (const struct fid_page *page, const struct fid_result_head *r)
{
    size_t i = fid_page_pair (page, r);
    if (page->part && page->part[i - 1].section)
        fid_html (page->f, "<a href=\"#pair-%zu\">", i);
    else
        fid_page_begin_other (page, r);
}

void
fid_page_number (FILE *f, double x, int digits)
{
    if (x == FID_ABSENT)
        fputs ("\xE2\x80\x93", f);
    else if (digits == 2)
        fid_html (f, "%.2f", x);
    else
        fid_html (f, "%.3f", x);
}

int
fid_page_shade (double x)
{
    return x >= 1 ? 0 : 9 - (int)(10 * x);
}

void
fid_page_heat (const struct fid_page *page, double x, const char *reason)
{
    if (x == FID_ABSENT)
        fid_html (page->f, "<td class=\"none\" data-v=\"-1\" title=\"%s\">\xE2\x80\x93</td>",
                  reason ? reason : "not compared");
    else
        fid_html (page->f, "<td class=\"h h%d\" data-v=\"%.4f\">%.2f</td>",
                  fid_page_shade (x), x, x);
}

bool
fid_page_is_real (const struct fid_page *page, const char *id)
{
    const struct fid_ranking *real = &page->report->real;
    size_t from = 0, to = real->run_n; /* in the order of their ids */
    while (from < to) {
        size_t mid = from + (to - from) / 2;
        int c = strcmp (id, real->run[mid]->id);
        if (c == 0)
            return true;
        if (c < 0)
            to = mid;
        else
            from = mid + 1;
    }
    return false;
}

bool
fid_page_two_real (const struct fid_page *page, const struct fid_result_head *r)
{
    return fid_page_is_real (page, r->emulation.id);
}

bool
fid_page_shows (const struct fid_page *page, const struct fid_list *list,
                const struct fid_entry *e)
{
    return !list->other && !fid_page_two_real (page, e->result);
}

int
fid_page_picture (const struct fid_page *page, const struct fid_series *s,
                  enum fid_pair_chart what, size_t i, const char *title)
{
    struct fid_canvas_opts opts = {.title = title, .page = true};
    size_t n;
    if (fid_pair_chart_size (s, what, &opts.width, &opts.height))
        return fid_error_nomem (page->err);
    struct fid_canvas *c = fid_canvas_svg (&opts, page->err);
    if (!c)
        return -1;
    fid_pair_chart_draw (s, what, i, c);
    char *svg = fid_canvas_finish (c, &n, page->err);
    if (!svg)
        return -1;
    fputs ("<div class=\"wide\">", page->f);
    fwrite (svg, 1, n, page->f);
    fputs ("</div>", page->f);
    free (svg);
    return 0;
}
