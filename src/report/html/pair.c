/* pair.c - one pair of report.html: verdict, causes of the difference, who is compared */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/order.h"
#include "base/units.h"
#include "report/html/sections.h"
#include "report/verdict_words.h"
#include "results/words.h"

#define CAUSES_SHOWN  5
#define CLAUSES_SHOWN 8
#define DEPTH_MAX     8 /* levels of a setting; deeper ones keep their dots */

/* One setting of the emulator: "train.computation_time", its value now, and the wanted one. */
struct setting {
    const char *key, *from, *to;
};

FID_ORDER_BY (by_key, struct setting, FID_RISING_TEXT (key))

/* Write a key as nested lines of YAML, without the levels it shares with the key before. */
static void
put_yaml (FILE *f, const struct setting *s, const char *before)
{
    char part[128], indent[2 * DEPTH_MAX + 1] = "";
    const char *at = s->key, *dot;
    for (int depth = 0; depth < DEPTH_MAX && (dot = strchr (at, '.')); depth++, at = dot + 1) {
        snprintf (part, sizeof part, "%.*s", (int)(dot - at), at);
        if (strncmp (s->key, before, (size_t)(dot + 1 - s->key)) != 0)
            fid_html (f, "%s%s:\n", indent, part);
        strcat (indent, "  ");
    }
    fid_html (f, "%s%s: %s  # was %s\n", indent, at, s->to, s->from ? s->from : "not set");
}

/* All settings of the causes, to be copied into a configuration. */
static int
put_settings (const struct fid_page *page, const struct fid_result *r)
{
    size_t n = 0, setting_n = r->head.cause_n;
    for (size_t i = 0; i < r->head.cause_n; i++)
        setting_n += r->head.cause[i].also_n;
    struct setting *s = malloc ((setting_n + 1) * sizeof *s);
    if (!s)
        return fid_error_nomem (page->err);
    for (size_t i = 0; i < r->head.cause_n; i++) {
        const struct fid_result_cause *c = &r->head.cause[i];
        if (c->key && c->to)
            s[n++] = (struct setting){c->key, c->from, c->to};
        for (size_t k = 0; k < c->also_n; k++)
            s[n++] = (struct setting){c->also[k].key, c->also[k].from, c->also[k].to};
    }
    if (n) {
        qsort (s, n, sizeof *s, by_key);
        fputs ("<details><summary>The changed settings as YAML</summary>\n<pre "
               "class=\"command\"><code>",
               page->f);
        for (size_t i = 0; i < n; i++)
            if (!i || strcmp (s[i].key, s[i - 1].key) != 0)
                put_yaml (page->f, &s[i], i ? s[i - 1].key : "");
        fputs ("</code></pre></details>\n", page->f);
    }
    free (s);
    return 0;
}

static void
put_setting (FILE *f, const char *key, const char *from, const char *to)
{
    fid_html (f,
              "<td><code>%s</code></td><td class=\"n\">%s</td><td class=\"n\"><b>%s</b></td>",
              key, from ? from : "?", to ? to : "?");
}

/* A row, and one for each setting that must change with the first one. */
static void
put_cause (FILE *f, const struct fid_result_cause *c, double score)
{
    char rows[32] = "";
    if (c->also_n)
        snprintf (rows, sizeof rows, " rowspan=\"%zu\"", 1 + c->also_n);
    fprintf (f, "<tr><th scope=\"row\"%s>", rows);
    fid_html (f, "%s</th>", c->text);
    if (c->key)
        put_setting (f, c->key, c->from, c->to);
    else
        fputs ("<td colspan=\"3\" class=\"why\">no setting known</td>", f);
    if (fid_cause_tells (c, score))
        fprintf (f, "<td class=\"n\"%s>%.2f <small>at best</small></td></tr>\n", rows,
                 c->score_after);
    else
        fprintf (f, "<td class=\"none\"%s title=\"not higher alone\">\xE2\x80\x93</td></tr>\n",
                 rows);
    for (size_t i = 0; i < c->also_n; i++) {
        fputs ("<tr>", f);
        put_setting (f, c->also[i].key, c->also[i].from, c->also[i].to);
        fputs ("</tr>\n", f);
    }
}

static void
put_causes (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    size_t n = 0;
    fid_html (f,
              "<h2>What to change</h2>\n<p>Compared with the real run, <b "
              "class=\"emulation\">%s</b>",
              r->head.emulation.id);
    fputs (r->head.cause_n ? "</p>\n<div class=\"wide\"><table class=\"causes\"><thead><tr><th "
                        "scope=\"col\">Cause</th><th scope=\"col\">Setting</th><th "
                        "scope=\"col\">is</th><th scope=\"col\">should be</th><th "
                        "scope=\"col\">score then</th></tr></thead><tbody>\n"
                      : " has no difference that the rules for causes can name.</p>\n",
           f);
    for (; n < r->head.cause_n && n < CAUSES_SHOWN; n++)
        put_cause (f, &r->head.cause[n], r->head.score);
    if (n)
        fputs ("</tbody></table></div>\n", f);
    if (r->head.cause_n > n)
        fid_html (f, "<p class=\"note\">And %zu more, in the JSON file.</p>\n", r->head.cause_n - n);
}

int
fid_page_change (const struct fid_page *page, const struct fid_result *r)
{
    put_causes (page, r);
    return put_settings (page, r);
}

/* The clauses that are not met, with what each costs as a bar. */
static void
put_clauses (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    if (!r->unmet_n)
        return;
    fid_html (f,
              "<h3>Clauses of %s that are not met</h3>\n<div class=\"wide\"><table "
              "class=\"shares\"><caption>The share is that of what keeps the score from 1; "
              "* marks key clauses</caption><tbody>\n",
              r->head.profile);
    for (size_t i = 0; i < r->unmet_n && i < CLAUSES_SHOWN; i++) {
        const struct fid_result_clause *c = &r->unmet[i];
        fid_html (
            f,
            "<tr><th scope=\"row\">%s%s <small>%s</small></th><td class=\"n\">%.0f %%</td>"
            "<td class=\"bar\"><i style=\"width:%.1f%%\"></i></td></tr>\n",
            c->name, c->key ? "*" : "", c->text, 100 * c->share, 100 * c->share);
    }
    fputs ("</tbody></table></div>\n", f);
    if (r->unmet_n > CLAUSES_SHOWN)
        fid_html (f, "<p class=\"note\">And %zu more, in the JSON file.</p>\n",
                  r->unmet_n - CLAUSES_SHOWN);
}

/* "disk, phases" of the groups whose grade is within [low, high). */
static size_t
put_groups (const struct fid_page *page, const struct fid_result_head *r, const char *before,
            double low, double high)
{
    size_t n = 0;
    for (size_t i = 0; i < FID_GROUP_N; i++) {
        double x = r->group[i].grade;
        if (x == FID_ABSENT || x < low || x >= high)
            continue;
        fid_html (page->f, "%s<b>%s</b> (%.2f)", n ? ", " : before, fid_groups[i].name, x);
        n++;
    }
    if (n)
        fputs (". ", page->f);
    return n;
}

/* The verdict for one profile, as a sign and words. */
static int
put_profile (const struct fid_page *page, const struct fid_result_profile *p)
{
    char *words = fid_profile_words (p, page->err);
    if (!words)
        return -1;
    fid_html (
        page->f,
        "<p class=\"verdict rated-%s\"><span class=\"sign\" aria-hidden=\"true\">%s</span> "
        "<b>%s</b></p>\n",
        fid_verdicts[p->verdict].class, fid_verdicts[p->verdict].sign, words);
    free (words);
    return 0;
}

static int
put_verdicts (const struct fid_page *page, const struct fid_result_head *r)
{
    FILE *f = page->f;
    const struct fid_result_profile *p;
    for (size_t k = 0; (p = fid_profile_at (r, k)); k++)
        if (put_profile (page, p))
            return -1;
    if (r->score == FID_ABSENT) {
        fid_html (f, "<p>No score: %s. ", r->score_reason);
    } else {
        fid_html (f, "<p>Score <b>%.3f</b>", r->score);
        if (r->score_low != FID_ABSENT) {
            fid_page_prose (f, " (95 % [interval]");
            fid_html (f, " %.2f to %.2f)", r->score_low, r->score_high);
        }
        fid_html (
            f,
            " for %s, where 1 is as near as a repeat of the real run and 0.5 about off by "
            "the tolerance. ",
            r->profile);
    }
    fid_html (f, "%d of %d ", r->compared_n, r->of_n);
    fid_page_prose (f, "[group|groups of resources] could be compared. [noise|Noise]");
    fid_html (f, ": %s.</p>\n<p>", fid_noise_words (r));
    if (put_groups (page, r, "Good in ", 0.5, 2))
        put_groups (page, r, "Not in ", -0.5, 0.5);
    else
        put_groups (page, r, "Bad in all that was compared: ", -0.5, 0.5);
    fputs ("</p>\n", f);
    return 0;
}

/* How many runs the numbers are from, and what the interval is of. */
static void
put_runs (const struct fid_page *page, const struct fid_result_head *r)
{
    FILE *f = page->f;
    bool several = r->real.run.n > 1 || r->emulation.run.n > 1;
    if (several || r->score_ci_of)
        fputs ("<p class=\"runs\">", f);
    if (several)
        fid_html (
            f,
            "Measured: <b>%zu real</b> and <b>%zu emulated</b> runs; distances are medians "
            "over their %zu pairs. ",
            r->real.run.n, r->emulation.run.n, r->real.run.n * r->emulation.run.n);
    if (r->score_ci_of)
        fid_html (f, "Interval of the score: %s.", r->score_ci_of);
    if (several || r->score_ci_of)
        fputs ("</p>\n", f);
}

static void
put_findings (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    bool any = false;
    for (size_t i = 0; i < r->finding_n; i++) {
        const struct fid_result_finding *o = &r->finding[i];
        const char *resource = o->resource < 0 ? NULL : fid_resources[o->resource].words;
        if (o->severity == FID_INFO)
            continue;
        fputs (any ? "" : "<ul class=\"findings\">\n", f);
        fid_html (f, "<li class=\"%s\"><b>%s</b> ", fid_severity_name (o->severity),
                  o->severity == FID_SERIOUS ? "! Serious:" : "Warning:");
        if (resource || o->phase)
            fid_html (f, "%s%s%s: ", resource ? resource : "", resource && o->phase ? ", " : "",
                      o->phase ? o->phase : "");
        fid_html (f, "%s</li>\n", o->text);
        any = true;
    }
    if (any)
        fputs ("</ul>\n", f);
}

int
fid_page_verdict (const struct fid_page *page, const struct fid_result *r)
{
    fid_html (page->f,
              "<h1><span class=\"real\">%s</span> <small>and</small> <span "
              "class=\"emulation\">%s</span></h1>\n",
              r->head.real.id, r->head.emulation.id);
    if (put_verdicts (page, &r->head))
        return -1;
    put_runs (page, &r->head);
    put_findings (page, r);
    put_clauses (page, r);
    return 0;
}

static void
put_inputs (FILE *f, const struct fid_result_side *side)
{
    char size[FID_WORDS_N], hash[FID_HASH_TEXT];
    fid_html (f,
              "<div class=\"wide\"><table><caption>Files of %s</caption><thead><tr><th "
              "scope=\"col\">File</th><th "
              "scope=\"col\">Read as</th><th scope=\"col\">Size</th><th scope=\"col\">Hash "
              "(XXH3)</th></tr></thead><tbody>\n",
              side->id);
    for (size_t i = 0; i < side->input_n; i++) {
        const struct fid_result_input *in = &side->input[i];
        fid_format_bytes ((double)in->byte_n, size, sizeof size);
        fid_html (f,
                  "<tr><td>%s</td><td>%s</td><td class=\"n\">%s</td><td><code>%s</code></td>"
                  "</tr>\n",
                  in->file, in->reader, size, fid_hash_text (in->hash, hash));
    }
    fputs ("</tbody></table></div>\n", f);
}

void
fid_page_sides (const struct fid_page *page, const struct fid_result *r)
{
    const struct fid_result_side *sides[] = {&r->head.real, &r->head.emulation};
    FILE *f = page->f;
    fputs ("<details class=\"chapter\"><summary><h2>Who is compared</h2></summary>\n<div "
           "class=\"wide\"><table "
           "class=\"sides\"><thead><tr><td></td><th "
           "scope=\"col\" class=\"real\">the real run <small>(blue, solid)</small></th><th "
           "scope=\"col\" class=\"emulation\">the second run <small>(vermillion, "
           "dashed)</small></th>"
           "</tr></thead><tbody>\n<tr><th scope=\"row\">run</th>",
           f);
    for (int i = 0; i < 2; i++)
        fid_html (f, "<td>%s</td>", sides[i]->id);
    fid_html (f, "</tr>\n<tr><th scope=\"row\">is</th><td>real</td><td>%s</td></tr>\n",
              fid_page_two_real (page, &r->head) ? "real, too" : "an emulation");
    fputs ("<tr><th scope=\"row\">workload</th>", f);
    for (int i = 0; i < 2; i++)
        fid_html (f, "<td>%s</td>", *sides[i]->workload ? sides[i]->workload : "not known");
    fputs ("</tr>\n<tr><th scope=\"row\">traces</th>", f);
    for (int i = 0; i < 2; i++) {
        uint64_t byte_n = 0;
        char size[FID_WORDS_N];
        for (size_t k = 0; k < sides[i]->input_n; k++)
            byte_n += sides[i]->input[k].byte_n;
        fid_format_bytes ((double)byte_n, size, sizeof size);
        fid_html (f, "<td>%zu files, %s</td>", sides[i]->input_n, size);
    }
    fputs ("</tr></tbody></table></div>\n", f);
    for (int i = 0; i < 2; i++)
        put_inputs (f, sides[i]);
    fputs ("</details>\n", f);
}
