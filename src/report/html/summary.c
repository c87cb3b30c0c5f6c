/* summary.c - the head of report.html: what each configuration is good for, and what to change
 *
 * One row for each workload and configuration (repeats together): the verdict for each profile,
 * the score, the first causes.  Numbers are those of the pair in the middle of the repeats. */
#include "config.h"
#include <stdio.h>
#include <string.h>
#include "report/html/sections.h"
#include "report/verdict_words.h"

#define ROWS_MAX 2000 /* of more configurations, the first places of each workload */
#define PROFILES_MAX 12

/* The profiles that some result has a verdict for, in the order of the first result. */
struct profiles {
    const char *name[PROFILES_MAX];
    size_t n;
};

static void
add_profiles (struct profiles *p, const struct fid_result_head *r)
{
    for (size_t i = 0; i < r->profile_n && p->n < PROFILES_MAX; i++) {
        size_t k = 0;
        while (k < p->n && strcmp (p->name[k], r->profile_of[i].name) != 0)
            k++;
        if (k == p->n)
            p->name[p->n++] = r->profile_of[i].name;
    }
}

/* Those of all emulations. */
static struct profiles
profiles_of (const struct fid_page *page)
{
    struct profiles p = {.n = 0};
    const struct fid_ranking *by = &page->report->workload;
    for (size_t i = 0; i < by->list_n; i++)
        for (size_t j = 0; j < by->list[i].entry_n; j++)
            if (fid_page_shows (page, &by->list[i], &by->list[i].entry[j]))
                add_profiles (&p, by->list[i].entry[j].result);
    return p;
}

void
fid_page_answer (const struct fid_page *page)
{
    const struct fid_ranking *by = &page->report->workload;
    FILE *f = page->f;
    size_t n = 0, valid_n = 0, workload_n = 0;
    const char *last = NULL;
    for (size_t i = 0; i < by->list_n; i++)
        for (size_t j = 0; j < by->list[i].entry_n; j++) {
            const struct fid_result_head *r = by->list[i].entry[j].result;
            if (!fid_page_shows (page, &by->list[i], &by->list[i].entry[j]))
                continue;
            bool valid = false;
            for (size_t k = 0; k < r->profile_n; k++)
                valid |= r->profile_of[k].verdict == FID_VALID;
            n++;
            valid_n += valid;
            workload_n += !last || strcmp (last, by->list[i].name) != 0;
            last = by->list[i].name;
        }
    if (n)
        fid_html (f,
                  "<p class=\"lead\"><b>%zu of %zu configurations of the emulator %s valid for "
                  "something</b>, held against the real runs of %zu workload%s.</p>\n",
                  valid_n, n, valid_n == 1 ? "is" : "are", workload_n,
                  workload_n == 1 ? "" : "s");
}

/* That of the pair in the middle; * where others have another. */
static void
put_verdict (FILE *f, const struct fid_entry *e, const char *profile)
{
    const struct fid_result_profile *p = fid_profile_named (e->result, profile);
    if (!p) {
        fputs ("<td class=\"none\" title=\"no verdict\">\xE2\x80\x93</td>", f);
        return;
    }
    const struct fid_verdict_info *v = &fid_verdicts[p->verdict];
    fid_html (f,
              "<td class=\"rated-%s\" title=\"%s\"><span class=\"sign\" aria-hidden=\"true\">%s"
              "</span>%s <small>%d/%d<br>%s</small></td>",
              v->class, p->text, v->sign, fid_entry_differs (e, profile) ? "*" : "", p->met_n,
              p->of_n, v->word);
}

static void
put_score (FILE *f, const struct fid_entry *e)
{
    fid_html (f, "<td class=\"score\" data-v=\"%.6f\"><b>", e->value);
    fid_page_number (f, e->value, 2);
    fputs ("</b>", f);
    if (e->low != FID_ABSENT)
        fid_html (f, " <small>%.2f\xE2\x80\x93%.2f</small>", e->low, e->high);
    fid_html (f, "<br><small>for %s</small></td>", e->result->profile);
}

/* The first causes, with key and gain; all of the text as a tip. */
static void
put_causes (FILE *f, const struct fid_result_head *r)
{
    fputs ("<td class=\"change\">", f);
    for (size_t i = 0; i < r->cause_n && i < FID_RESULT_CAUSES; i++) {
        const struct fid_result_cause *c = &r->cause[i];
        char text[FID_HEADLINE], after[FID_CAUSE_AFTER];
        fid_html (f, "<div title=\"%s\">%s", c->text, fid_cause_headline (c->text, text));
        if (c->key)
            fid_html (f, "; <code>%s</code>: %s \xE2\x86\x92 <b>%s</b>", c->key,
                      c->from ? c->from : "?", c->to ? c->to : "?");
        if (*fid_cause_after (c, r->score, after))
            fid_html (f, "; <span class=\"gain\">%s</span>", after);
        fputs ("</div>", f);
    }
    if (!r->cause_n)
        fputs (r->score == FID_ABSENT ? "no score" : "nothing that a rule can name", f);
    fputs ("</td>", f);
}

static int
put_row (const struct fid_page *page, const struct fid_entry *e, const struct profiles *p)
{
    FILE *f = page->f;
    fputs ("<tr><th scope=\"row\">", f);
    fid_page_begin_link (page, e->result);
    fid_html_name (f, fid_entry_name (e));
    fputs ("</a>", f);
    if (e->emulation_n > 1)
        fid_html (f, "<br><small>%zu runs</small>", e->emulation_n);
    fputs ("</th>", f);
    for (size_t k = 0; k < p->n; k++)
        put_verdict (f, e, p->name[k]);
    put_score (f, e);
    if (page->report->history && fid_page_trend (page, e))
        return -1;
    put_causes (f, e->result);
    fputs ("</tr>\n", f);
    return 0;
}

/* The head of a workload: its real runs, and how near they are to each other. */
static void
put_workload (const struct fid_page *page, const struct fid_list *list, size_t list_n,
              size_t width)
{
    FILE *f = page->f;
    const struct fid_ranking *real = &page->report->real;
    size_t n = 0;
    for (size_t i = 0; i < real->run_n; i++)
        n += strcmp (real->run[i]->workload, list->name) == 0 ||
             strcmp (real->run[i]->id, list->name) == 0;
    fid_html (f, "<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"%zu\">%s <small>", width,
              list->name);
    fid_html (f, "%zu real run%s", n, n == 1 ? "" : "s");
    for (size_t i = 0; i < list_n; i++)
        for (size_t j = 0; j < list[i].entry_n; j++) {
            const struct fid_entry *e = &list[i].entry[j];
            if (list[i].other || !fid_page_two_real (page, e->result) || e->value == FID_ABSENT)
                continue;
            fputs ("; held against each other: ", f);
            fid_page_begin_link (page, e->result);
            fid_html (f, "%.2f</a> for %s", e->value, e->result->profile);
        }
    fputs ("</small>", f);
    for (size_t i = 0; i < list_n; i++)
        if (fid_page_has_workload (page, &list[i]))
            fid_html (f, " <a href=\"#workload-%zu\">side by side</a>",
                      (size_t)(list + i - page->report->workload.list) + 1);
    fputs ("</th></tr>\n", f);
}

static void
put_heads (const struct fid_page *page, const struct profiles *p)
{
    FILE *f = page->f;
    fid_page_prose (f, "<thead><tr><th scope=\"col\">[configuration|Configuration]");
    for (size_t k = 0; k < p->n; k++) {
        fputs ("</th><th scope=\"col\"><small>", f);
        fid_page_prose (f, k ? "valid for" : "[verdict|valid for]");
        fid_html (f, "</small><br>%s", p->name[k]);
    }
    fid_page_prose (f, "</th><th scope=\"col\">[score|Score] <small>[interval]</small></th>");
    if (page->report->history)
        fid_page_prose (f, "<th scope=\"col\">[trend|Trend]</th>");
    fid_page_prose (f, "<th scope=\"col\">[cause|What to change first]</th></tr></thead>\n");
}

/* The configurations of a list, at most `most' of them. */
static int
put_rows (const struct fid_page *page, const struct fid_list *list, const struct profiles *p,
          size_t most)
{
    size_t n = 0;
    for (size_t j = 0; j < list->entry_n; j++)
        if (fid_page_shows (page, list, &list->entry[j]) && n++ < most &&
            put_row (page, &list->entry[j], p))
            return -1;
    if (n > most)
        fid_html (page->f,
                  "<tr><td colspan=\"%zu\">%zu more of profile %s, in other places: <a "
                  "href=\"ranking.tsv\">ranking.tsv</a></td></tr>\n",
                  p->n + 3 + (page->report->history != NULL), n - most, list->profile);
    return 0;
}

/* How many rows a list may have. */
static size_t
rows_of (const struct fid_page *page)
{
    const struct fid_ranking *by = &page->report->workload;
    size_t n = 0, list_n = 0;
    for (size_t i = 0; i < by->list_n; i++) {
        list_n += !by->list[i].other;
        for (size_t j = 0; j < by->list[i].entry_n; j++)
            n += fid_page_shows (page, &by->list[i], &by->list[i].entry[j]);
    }
    return n <= ROWS_MAX ? n : 1 + ROWS_MAX / list_n;
}

int
fid_page_summary (const struct fid_page *page)
{
    FILE *f = page->f;
    const struct fid_ranking *by = &page->report->workload;
    struct profiles p = profiles_of (page);
    size_t most = rows_of (page);
    if (!p.n)
        return 0;
    fputs ("<div class=\"wide\" role=\"region\" aria-label=\"Configurations\" tabindex=\"0\">"
           "<table id=\"configurations\">\n",
           f);
    put_heads (page, &p);
    for (size_t i = 0, n; i < by->list_n; i += n) {
        for (n = 1; i + n < by->list_n && strcmp (by->list[i].name, by->list[i + n].name) == 0;)
            n++;
        fputs ("<tbody>\n", f);
        put_workload (page, &by->list[i], n, p.n + 3 + (page->report->history != NULL));
        for (size_t k = i; k < i + n; k++)
            if (put_rows (page, &by->list[k], &p, most))
                return -1;
        fputs ("</tbody>\n", f);
    }
    fputs ("</table></div>\n<p class=\"legend\">", f);
    for (int v = 0; v < FID_VALIDITY_N; v++)
        fid_html (
            f,
            "%s<span class=\"rated-%s\"><span class=\"sign\" aria-hidden=\"true\">%s</span>"
            " %s</span>: %s",
            v ? "; " : "", fid_verdicts[v].class, fid_verdicts[v].sign, fid_verdicts[v].word,
            fid_word_meaning (fid_verdicts[v].word));
    fid_page_prose (f, ". 5/9: five of nine [clause|clauses] are met; *: not the same with all real "
                       "runs, or all repeats; shown is the pair in the middle.</p>\n");
    return 0;
}
