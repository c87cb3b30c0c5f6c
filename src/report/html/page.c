/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.c - report.html, written piece by piece (see page.h)
 *
 * Memory: the overview, and the pairs that are made at the same time.  How much of each pair is
 * on the page is decided once, by a few of them, so that all fit below PAGE_BYTES; where even
 * the least of each does not, those in the last places are not on it. */
#include <zlib.h>
#include "base/html.h"
#include "base/memstream.h"
#include "base/parallel.h"
#include "charts/pair_figure.h"
#include "report/html/page.h"
#include "report/verdict_words.h"

#define PAGE_BYTES ((size_t)9800000)
#define PAIR_BYTES ((size_t)200000) /* of a pair, at most */
#define SAMPLE     6                /* pairs by which the detail is chosen */
#define AHEAD      4                /* pairs made for each thread before they are written */
#define PICTURES   3                /* without JavaScript */

static const struct fid_page_detail details[] = {
    {8192, true}, {4096, true}, {2048, true}, {1024, true}, {512, true},
    {256, true},  {128, true},  {64, true},   {64, false},  {0, false}};
#define DETAIL_N (sizeof details / sizeof *details)

/* --- the shell */

static const unsigned char style[] = {
#include "src/report/html/report.css.inc"
};
static const unsigned char script[] = {
#include "src/report/html/page.js.inc"
};
static const unsigned char plotter_style[] = {
#include "src/report/html/uPlot.min.css.inc"
};
static const unsigned char plotter[] = {
#include "src/report/html/uPlot.iife.min.js.inc"
};
static const unsigned char plotter_licence[] = {
#include "src/report/html/LICENSE.inc"
};

/* A workload's answers as a picture, if they are known on any storage; counts it in *drawn_n. */
static int put_picture (FILE *f, const struct fid_report *report, const struct fid_list *list,
                        size_t *drawn_n, struct fid_error *err)
{
    const struct fid_result_answer *answer[FID_CURVES_MAX];
    const char *name[FID_CURVES_MAX];
    size_t n = 0, size;
    for (size_t j = 0; j < list->entry_n && n < FID_CURVES_MAX; j++)
        if (fid_report_is_emulation (report, list, list->entry[j].result)) {
            name[n] = fid_entry_name (&list->entry[j]);
            answer[n++] = &list->entry[j].result->answer;
        }
    FID_SCOPED (fid_figure_clear) struct fid_figure fig = {0};
    struct fid_canvas_opts opts = {.width = 640, .page = true, .title = list->name};
    fid_answer_curve (&fig, answer, name, n);
    if (!fig.part_n && !fig.failed)
        return 0;
    FID_FREED char *svg = fid_figure_bytes (&fig, &opts, fid_canvas_svg, &size, err);
    FID_TRY (!svg);
    fid_html (f, "<h2>%s</h2>\n", list->name);
    fwrite (svg, 1, size, f);
    ++*drawn_n;
    return 0;
}

/* What is read without JavaScript. */
static int put_plain (FILE *f, const struct fid_report *report, struct fid_error *err)
{
    const struct fid_ranking *by = &report->workload;
    fputs (
        "<noscript>\n<h1>How far is the benchmark's answer off?</h1>\n<p>Without JavaScript "
        "this page has the ranking; report.md has more.</p>\n<table id=\"plain\">\n<thead><tr>"
        "<th>workload</th><th>place</th><th>configuration</th><th>answer off by</th><th>"
        "valid for</th><th>the answer</th></tr></thead>\n<tbody>\n",
        f);
    for (size_t i = 0, n = 0; i < by->list_n; i++)
        for (size_t j = 0; j < by->list[i].entry_n && n < FID_PAGE_ROWS; j++) {
            const struct fid_entry *e = &by->list[i].entry[j];
            const struct fid_result_profile *p =
                fid_profile_named (e->result, by->list[i].profile);
            char off[FID_ENTRY_ANSWER];
            if (!fid_report_is_emulation (report, &by->list[i], e->result))
                continue;
            FID_FREED char *valid = fid_valid_for (e->result, err);
            FID_TRY (!valid);
            fid_html (f,
                      "<tr><td>%s</td><td>%s%zu</td><td>%s</td><td>%s</td><td>%s</td><td>%s"
                      "</td></tr>\n",
                      by->list[i].name, e->tied ? "=" : "", e->place, fid_entry_name (e),
                      fid_entry_answer (&by->list[i], e, off), valid, p ? p->text : "");
            n++;
        }
    fputs ("</tbody></table>\n", f);
    for (size_t i = 0, n = 0; i < by->list_n && n < PICTURES; i++)
        if (!by->list[i].other && by->list[i].by_answer)
            FID_TRY (put_picture (f, report, &by->list[i], &n, err));
    fputs ("</noscript>\n", f);
    return 0;
}

/* The page up to its data; report: NULL: of a history. */
static int put_shell (FILE *f, const char *title, const struct fid_report *report,
                      struct fid_error *err)
{
    fputs ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta name=\"color-scheme\" content=\"light dark\">\n"
           /* a page that cannot ask anybody anything, whatever a name tries */
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
           "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n",
           f);
    fid_html (f, "<title>%s</title>\n<style>\n", title);
    fid_svg_style (f);
    fwrite (plotter_style, 1, sizeof plotter_style, f);
    fwrite (style, 1, sizeof style, f);
    fputs (
        "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the results</a>\n"
        "<main id=\"main\" tabindex=\"-1\"></main>\n",
        f);
    if (report)
        FID_TRY (put_plain (f, report, err));
    fputs ("<footer>Written by fidlio " PACKAGE_VERSION ". The page is complete in itself and "
           "loads nothing.</footer>\n",
           f);
    return 0;
}

/* --- pairs */

struct making {
    const struct fid_report *report;
    const struct fid_result_head **result; /* those in the first places first */
    struct fid_page_detail detail;
    struct made {
        char *data, *why;                   /* owned; why: why its series cannot be used */
        const struct fid_seen_result *seen; /* borrowed: the data, if they were made before */
    } * made;
    size_t from;                /* of those that are made at the same time */
    struct made sample[SAMPLE]; /* pairs made already: pair i n / sample_n */
    size_t sample_n, n;
};

/* What a part of the page depends on beside its files. */
static uint64_t detail_mark (const struct fid_page_detail *detail)
{
    return fid_hash_number (2 * detail->point_n + detail->measures,
                            fid_hash_bytes (zlibVersion (), strlen (zlibVersion ()), 0));
}

static int make_pair (struct making *m, const struct fid_result_head *head, struct made *made,
                      struct fid_error *err)
{
    const struct fid_page_detail *detail = &m->detail;
    struct fid_error why;
    struct fid_series *s = NULL;
    char *text = NULL;
    size_t n, dir_n = (size_t)(fid_base_name (head->path) - head->path);
    *made = (struct made){
        .seen = fid_seen_part (m->report->seen, head->path, detail_mark (detail))};
    if (made->seen)
        return 0;
    if (detail->point_n && fid_series_beside (head, &s, &why)) {
        if (why.status != FID_EINPUT)
            return fid_errorf (err, why.status, "%s", why.text);
        made->why = fid_strdup (why.text, err);
        FID_TRY (!made->why);
    }
    struct fid_result *r = fid_result_load (head->path, err);
    FILE *f = r ? fid_memstream_open (&text, &n, err) : NULL;
    if (f) {
        /* the directory is the reader's: the page has the file's name only */
        const char *rest =
            made->why && dir_n ? fid_error_after (made->why, head->path, dir_n - 1) : NULL;
        int rc = fid_put_pair (f, r, s, rest ? rest + 1 : made->why, detail, err);
        if (fid_memstream_end (f, rc, err) == 0)
            made->data = fid_page_data (text, n, err);
        else
            free (text);
    }
    fid_series_destroy (s);
    fid_result_destroy (r);
    return made->data ? 0 : -1;
}

static void clear_made (struct made *made)
{
    FID_FREE (made->data, made->why);
    *made = (struct made){0};
}

/* The bytes that a pair takes of the page; f: where it is written, or NULL. */
static size_t put_made (const struct making *m, const struct fid_result_head *head,
                        const struct made *made, FILE *f)
{
    char id[32];
    snprintf (id, sizeof id, "d-%zu",
              fid_results_find (&m->report->all, head->real.id, head->emulation.id) + 1);
    return fid_page_put (f, id, made->seen ? made->seen->part : made->data);
}

static int make_one (void *ctx, size_t i, struct fid_error *err)
{
    struct making *m = ctx;
    size_t at = m->from + i;
    for (size_t k = 0; k < m->sample_n; k++)
        if (k * m->n / m->sample_n == at) {
            m->made[i] = m->sample[k];
            m->sample[k] = (struct made){0};
            return 0;
        }
    return make_pair (m, m->result[at], &m->made[i], err);
}

static int make_sample (void *ctx, size_t i, struct fid_error *err)
{
    struct making *m = ctx;
    clear_made (&m->sample[i]);
    return make_pair (m, m->result[i * m->n / m->sample_n], &m->sample[i], err);
}

/* The most detail with which a sample of the pairs fits into their share of the room. */
static int choose_detail (struct making *m, size_t room, struct fid_error *err)
{
    size_t n = m->n, sample = n < SAMPLE ? n : SAMPLE;
    m->sample_n = sample;
    for (size_t k = 0; k < DETAIL_N; k++) {
        size_t sum = 0, most = n ? room / n : 0;
        most = most < PAIR_BYTES ? most : PAIR_BYTES;
        m->detail = details[k];
        FID_TRY (fid_parallel (sample, m->report->thread_n, make_sample, m, err));
        for (size_t i = 0; i < sample; i++)
            sum += put_made (m, m->result[i * n / sample], &m->sample[i], NULL);
        if (sum <= most * sample / 16 * 15) /* others may be larger */
            break;
    }
    return 0;
}

/* What was written of a pair, for the next report, or why its series cannot be used. */
static int keep_made (const struct making *m, const struct fid_result_head *head,
                      const struct made *made, struct fid_error *err)
{
    struct fid_notes *notes = m->report->notes;
    if (made->why && notes) {
        FID_TRY (FID_PUSH_TO (notes->text, notes->n, notes->cap, err, NULL));
        char **last = &notes->text[notes->n - 1];
        *last = fid_strdup (made->why, err);
        return *last ? 0 : -1;
    }
    return made->why
               ? 0
               : fid_seen_keep_part (m->report->seen, head->path, detail_mark (&m->detail),
                                     made->seen ? made->seen->part : made->data, err);
}

/* --- the order of pairs */

/* Append the pairs of the lists of other workloads, or of the rest: the first places of all,
 * then the second ... */
static void add_places (const struct fid_ranking *real, bool other, size_t *at,
                        const struct fid_result_head **all, size_t *n)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < real->list_n; i++) {
            const struct fid_list *list = &real->list[i];
            if (list->other != other || at[i] == list->entry_n)
                continue;
            const struct fid_entry *e = &list->entry[at[i]++];
            for (size_t k = 0; k < e->run_n; k++)
                all[(*n)++] = e->run[k];
            more = true;
        }
    }
}

/* The data element of an overview or of a history, and the script. */
static int put_main (FILE *f, const struct fid_report *report, const struct fid_history *h,
                     bool beside, struct fid_error *err)
{
    char *text = NULL;
    size_t n;
    FILE *to = fid_memstream_open (&text, &n, err);
    FID_TRY (!to);
    int rc = report ? fid_put_overview (to, report, err) : 0;
    if (h)
        fid_put_history (to, h, beside);
    if (fid_memstream_end (to, rc, err)) {
        free (text);
        return -1;
    }
    FID_FREED char *data = fid_page_data (text, n, err);
    FID_TRY (!data);
    fid_page_put (f, h ? "d-history" : "d-all", data);
    fputs ("<script>\n/* uPlot:\n\n", f);
    fwrite (plotter_licence, 1, sizeof plotter_licence, f);
    fputs ("*/\n", f);
    fwrite (plotter, 1, sizeof plotter, f);
    fputs ("</script>\n<script>\n", f);
    fwrite (script, 1, sizeof script, f);
    fputs ("</script>\n", f);
    return 0;
}

static int put_data (struct making *m, FILE *f, struct fid_error *err)
{
    const struct fid_report *report = m->report;
    size_t n = 0;
    FID_TRY (put_shell (f, "fidlio report", report, err));
    FID_TRY (put_main (f, report, NULL, false, err));
    FID_FREED size_t *at = calloc (report->real.list_n + 1, sizeof *at);
    FID_NEED (at, err);
    add_places (&report->real, false, at, m->result, &n);
    add_places (&report->real, true, at, m->result, &n);
    long used = ftell (f);
    if (used < 0)
        return fid_errorf (err, FID_EINTERNAL, "the length of the page is not known: %s",
                           strerror (errno));
    size_t room = (size_t)used < PAGE_BYTES ? PAGE_BYTES - (size_t)used : 0;
    size_t thread_n = m->report->thread_n ? m->report->thread_n : 1, most = AHEAD * thread_n;
    m->n = n;
    int rc = choose_detail (m, room, err);
    bool full = false;
    m->made = rc ? NULL : calloc (most, sizeof *m->made);
    if (!rc && !m->made)
        rc = fid_error_nomem (err);
    for (; m->from < n && !rc && !full; m->from += most) {
        size_t count = n - m->from < most ? n - m->from : most;
        rc = fid_parallel (count, thread_n, make_one, m, err);
        for (size_t i = 0; i < count; i++) {
            const struct fid_result_head *head = m->result[m->from + i];
            const struct made *made = &m->made[i];
            size_t size = full || rc ? 0 : put_made (m, head, made, NULL);
            full = full || rc || size > room;
            if (!full) {
                room -= put_made (m, head, made, f);
                rc = keep_made (m, head, made, err);
            }
            clear_made (&m->made[i]);
        }
    }
    for (size_t i = 0; i < SAMPLE; i++)
        clear_made (&m->sample[i]);
    free (m->made);
    return rc;
}

int fid_report_html (const struct fid_report *report, FILE *f, struct fid_error *err)
{
    FID_FREED const struct fid_result_head **result =
        malloc ((report->all.result_n + 1) * sizeof *result);
    struct making m = {.report = report, .result = result};
    FID_NEED (result, err);
    FID_TRY (put_data (&m, f, err));
    fputs ("</body>\n</html>\n", f);
    return 0;
}

int fid_report_history (const struct fid_history *h, bool beside, FILE *f,
                        struct fid_error *err)
{
    FID_TRY (put_shell (f, "fidlio: history", NULL, err));
    FID_TRY (put_main (f, NULL, h, beside, err));
    fputs ("</body>\n</html>\n", f);
    return 0;
}
