/* overview.c - all pairs of report.html: ranking and failures */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "report/html/sections.h"
#include "report/verdict_words.h"
#include "results/words.h"

static void
put_filters (const struct fid_page *page)
{
    FILE *f = page->f;
    fputs ("<form class=\"filters\" hidden>\n<label>Find <input type=\"search\" id=\"find\" "
           "placeholder=\"part of a name\"></label>\n<label>Real run <select id=\"of-real\">"
           "<option value=\"\">all</option>",
           f);
    for (size_t i = 0; i < page->report->real.run_n; i++)
        fid_html (f, "<option>%s</option>", page->report->real.run[i]->id);
    fputs ("</select></label>\n<label>Verdict <select id=\"of-verdict\"><option value=\"\">all"
           "</option>",
           f);
    for (int v = 0; v < FID_VALIDITY_N; v++)
        fid_html (f, "<option>%s</option>", fid_verdicts[v].word);
    fputs (
        "</select></label>\n<label><input type=\"checkbox\" id=\"no-real\"> hide real runs "
        "compared with real runs</label>\n<output id=\"shown\" aria-live=\"polite\"></output>\n"
        "</form>\n",
        f);
}

static int
put_row (const struct fid_page *page, const struct fid_list *list, const struct fid_entry *e,
         const struct fid_result_head *r)
{
    FILE *f = page->f;
    const struct fid_verdict_info *v = &fid_verdicts[r->verdict];
    bool two_real = fid_page_two_real (page, r);
    char *valid = fid_valid_for (r, page->err);
    if (!valid)
        return -1;
    fid_html (f, "<tr data-real=\"%s\" data-verdict=\"%s\"%s><td>", list->run->id, v->word,
              two_real ? " data-two-real" : "");
    fid_html_name (f, list->run->id);
    fputs ("</td>", f);
    fid_html (f, "<td class=\"n\" data-v=\"%zu\">%s%zu</td><th scope=\"row\">", e->place,
              e->tied ? "=" : "", e->place);
    fid_page_begin_link (page, r);
    fid_html (f, "%s</a>", r->emulation.id);
    fputs (two_real ? " <small class=\"tag\">real</small></th>" : "</th>", f);
    fid_html (f,
              "<td class=\"rated-%s\" data-v=\"%d\"><span class=\"sign\" "
              "aria-hidden=\"true\">%s</span> %s<br><small>for %s</small></td><td>%s</td>",
              v->class, (int)r->verdict, v->sign, v->word, r->profile, valid);
    free (valid);
    double score = fid_list_score (list, r);
    fid_html (f, "<td class=\"n\" data-v=\"%.6f\">", score);
    fid_page_number (f, score, 3);
    if (r->score_low != FID_ABSENT)
        fid_html (f, " <small>%.2f\xE2\x80\x93%.2f</small>", r->score_low, r->score_high);
    fid_html (f, "</td><td class=\"n\" data-v=\"%d\">%d/%d</td>", r->compared_n, r->compared_n,
              r->of_n);
    for (int g = 0; g < FID_GROUP_N; g++)
        if (page->graded >> g & 1)
            fid_page_heat (page, r->group[g].grade, NULL);
    fid_html (f, "<td class=\"n\" data-v=\"%zu\">%zu</td></tr>\n", r->finding_n[FID_SERIOUS],
              r->finding_n[FID_SERIOUS]);
    return 0;
}

static void
put_shades (FILE *f)
{
    fputs ("<ul class=\"scale\" aria-label=\"Shades\">", f);
    for (int k = 0; k < 10; k++)
        fid_html (
            f, k < 9 ? "<li class=\"h h%d\">%.1f</li>" : "<li class=\"h h%d\">%.1f to 1</li>",
            9 - k, k / 10.0);
    fputs ("<li class=\"none\">no number</li></ul>\n", f);
}

/* What the scores of lists leave out, a sentence each. */
static int
put_left_out (const struct fid_page *page)
{
    const struct fid_ranking *real = &page->report->real;
    for (size_t i = 0; i < real->list_n; i++) {
        if (real->list[i].other)
            continue;
        char *text = fid_list_left_out (&real->list[i], page->err);
        if (!text)
            return -1;
        if (*text)
            fid_html (page->f,
                      "<p class=\"note\"><b>%s, profile %s.</b> %s</p>\n",
                      real->list[i].run->id, real->list[i].profile, text);
        free (text);
    }
    return 0;
}

/* The pairs that are ranked: all but those of different workloads.  *list_n: their lists. */
static size_t
ranked_pairs (const struct fid_page *page, size_t *list_n)
{
    const struct fid_ranking *real = &page->report->real;
    size_t n = 0;
    *list_n = 0;
    for (size_t i = 0; i < real->list_n; i++) {
        *list_n += !real->list[i].other;
        for (size_t j = 0; !real->list[i].other && j < real->list[i].entry_n; j++)
            n += real->list[i].entry[j].run_n;
    }
    return n;
}

bool
fid_page_has_ranking (const struct fid_page *page)
{
    size_t list_n;
    return ranked_pairs (page, &list_n) > 0;
}

/* Of many pairs, the rows of the first places of each list; ranking.tsv has all. */
#define ROWS_MAX 2000

static int
put_rows (const struct fid_page *page)
{
    const struct fid_ranking *real = &page->report->real;
    size_t list_n, pair_n = ranked_pairs (page, &list_n), n = 0;
    const size_t all_n = page->report->all.result_n;
    size_t most = pair_n <= ROWS_MAX ? pair_n : 1 + ROWS_MAX / list_n;
    for (size_t i = 0; i < real->list_n && n < ROWS_MAX; i++) {
        const struct fid_list *list = &real->list[i];
        for (size_t j = 0, rows = 0; !list->other && j < list->entry_n; j++)
            for (size_t k = 0; k < list->entry[j].run_n && rows < most; k++, rows++, n++)
                if (put_row (page, list, &list->entry[j], list->entry[j].run[k]))
                    return -1;
    }
    fputs ("</tbody></table></div>\n", page->f);
    if (n < all_n)
        fid_html (page->f,
                  "<p class=\"note\">These are %s; <a href=\"ranking.tsv\">ranking.tsv</a> has "
                  "all %zu pairs.</p>\n",
                  n < pair_n ? "the first places" : "the pairs of one workload", all_n);
    put_shades (page->f);
    return 0;
}

int
fid_page_ranking (const struct fid_page *page)
{
    static const struct {
        const char *name, *word, *tip; /* the tip of a word is that of the glossary */
        bool upright;                  /* to be narrow */
    } columns[] = {
        {"Real run", "real run", NULL, false},
        {"Place", "place", NULL, false},
        {"Second run", "second run", NULL, false},
        {"Verdict", "verdict", NULL, false},
        {"Valid for", NULL, "all profiles with the verdict valid", false},
        {"Score", "score", NULL, false},
        {"Groups", NULL, "how many of the groups of resources could be compared", true},
    };
    FILE *f = page->f;
    if (!fid_page_has_ranking (page))
        return 0;
    char *ties = fid_tie_words (page->err);
    if (!ties)
        return -1;
    fputs ("<h2 id=\"ranking\">Ranking</h2>\n", f);
    fid_html (f,
              "<p>%s Scores are taken "
              "over the resources that all have, and the runs of one configuration share the "
              "place of their median. The shaded columns are the grades of the groups of "
              "resources: the stronger the shade, the worse.</p>\n",
              ties);
    free (ties);
    if (put_left_out (page))
        return -1;
    if (page->part && page->section_n < page->report->all.result_n)
        fid_html (
            f,
            "<p class=\"note\">To stay small, this page has sections of the %zu nearest "
            "pairs; the others have pages of their own, in the folder <code>" FID_PAGES "</code> "
            "beside it.</p>\n",
            page->section_n);
    put_filters (page);
    fputs ("<div class=\"wide\" role=\"region\" aria-label=\"Ranking\" tabindex=\"0\"><table "
           "class=\"sortable\" id=\"ranked\">\n<thead><tr>",
           f);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        fid_html (f, "<th scope=\"col\" class=\"%s\" title=\"%s\"><span>%s</span></th>",
                  columns[i].upright ? "upright" : "across",
                  columns[i].word ? fid_word_meaning (columns[i].word) : columns[i].tip,
                  columns[i].name);
    for (int g = 0; g < FID_GROUP_N; g++)
        if (page->graded >> g & 1)
            fid_html (f, "<th scope=\"col\" class=\"upright\" title=\"%s\"><span>%s</span></th>",
                      fid_groups[g].words, fid_groups[g].name);
    fid_html (f,
              "<th scope=\"col\" class=\"upright\" title=\"serious findings: one run did what the "
              "other did not at all\"><span>serious</span></th></tr></thead>\n<tbody>\n");
    return put_rows (page);
}

void
fid_page_failures (const struct fid_page *page)
{
    const struct fid_results *all = &page->report->all;
    FILE *f = page->f;
    if (all->failure_n == 0)
        return;
    fputs ("<h2 id=\"failed\">Not compared</h2>\n<div class=\"wide\" role=\"region\" "
           "aria-label=\"Not compared\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">"
           "Real run or file</th><th scope=\"col\">Second run</th><th scope=\"col\">Why not"
           "</th></tr></thead>\n<tbody>\n",
           f);
    for (size_t i = 0; i < all->failure_n && i < ROWS_MAX; i++) {
        const struct fid_failure *fail = &all->failure[i];
        fid_html (f, "<tr><td>%s</td><td>%s</td><td>%s</td></tr>\n",
                  fail->real   ? fail->real
                  : fail->file ? fail->file
                               : "",
                  fail->emulation ? fail->emulation : "", fail->reason);
    }
    fputs ("</tbody></table></div>\n", f);
    if (all->failure_n > ROWS_MAX)
        fid_html (f,
                  "<p class=\"note\">%zu more are in <a href=\"index.json\">index.json</a>.</p>\n",
                  all->failure_n - ROWS_MAX);
}
