/* pair.c - one pair of report.html: verdict, causes of the difference, who is compared */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/units.h"
#include "report/breakdown.h"
#include "report/html/sections.h"
#include "report/rating.h"
#include "results/words.h"

#define CAUSES_SHOWN 3
#define SHARES_SHOWN 6

static void
put_causes (const struct fid_page *page, const struct fid_result *r)
{
    const cJSON *attribution = cJSON_GetObjectItemCaseSensitive (r->doc, "attribution"), *o;
    const cJSON *causes = cJSON_GetObjectItemCaseSensitive (attribution, "causes");
    FILE *f = page->f;
    int n = 0;
    fid_html (f,
              "<h2>Main causes of the difference</h2>\n<p>Compared with the real run, <b "
              "class=\"emulation\">%s</b>",
              r->head.emulation.id);
    cJSON_ArrayForEach (o, causes)
    {
        const char *text = fid_html_member (o, "text"), *key = fid_html_member (o, "key");
        const char *from = fid_html_member (o, "from"), *to = fid_html_member (o, "to");
        if (!text || n == CAUSES_SHOWN)
            break;
        fid_html (f, n ? "<li>%s." : "</p>\n<ol class=\"causes\">\n<li>%s.", text);
        if (key)
            fid_html (
                f,
                "<br><small>DLIO's setting for this is <code>%s</code>: change <code>%s</code> "
                "to <code>%s</code>.</small>",
                key, from ? from : "?", to ? to : "?");
        fputs ("</li>\n", f);
        n++;
    }
    fputs (n ? "</ol>\n"
             : " has no difference above a tenth that the rules for causes can name.</p>\n",
           f);
}

/* The largest shares as bars of text and colour. */
static void
put_shares (const struct fid_page *page, const struct fid_result *r)
{
    const cJSON *attribution = cJSON_GetObjectItemCaseSensitive (r->doc, "attribution"), *o;
    const cJSON *shares = cJSON_GetObjectItemCaseSensitive (attribution, "shares");
    FILE *f = page->f;
    int n = 0;
    double rest = 1;
    cJSON_ArrayForEach (o, shares)
    {
        double share = fid_html_number (o, "share", 0);
        const char *resource = fid_html_member (o, "resource");
        const char *facet = fid_html_member (o, "facet");
        if (!resource || !facet || share < 0.005 || n == SHARES_SHOWN)
            break;
        int r_id = fid_resource_find (resource), f_id = fid_facet_find (facet);
        if (r_id < 0 || f_id < 0)
            continue;
        const char *words =
            fid_facet_words ((enum fid_resource_id)r_id, (enum fid_facet_id)f_id);
        if (n == 0)
            fputs ("<h3>Where the difference comes from</h3>\n<div class=\"wide\"><table "
                   "class=\"shares\"><caption>"
                   "What keeps the overall number from 1; all parts together are 100 %"
                   "</caption><tbody>\n",
                   f);
        fid_html (f,
                  "<tr><th scope=\"row\">%s%s%s%s%s%s</th><td class=\"n\">%.0f %%</td><td "
                  "class=\"bar\"><i style=\"width:%.1f%%\"></i></td></tr>\n",
                  fid_resources[r_id].words, words ? ": " : "", words ? facet : "",
                  words ? " (" : "", words ? words : "", words ? ")" : "", 100 * share,
                  100 * share);
        rest -= share;
        n++;
    }
    if (n && rest >= 0.005)
        fid_html (f,
                  "<tr><th scope=\"row\">all others</th><td class=\"n\">%.0f %%</td><td "
                  "class=\"bar\"><i style=\"width:%.1f%%\"></i></td></tr>\n",
                  100 * rest, 100 * rest);
    if (n)
        fputs ("</tbody></table></div>\n", f);
}

static void
put_all_causes (const struct fid_page *page, const struct fid_result *r)
{
    put_causes (page, r);
    put_shares (page, r);
}

/* "storage, phases" of the groups whose number is within [low, high). */
static size_t
put_groups (const struct fid_page *page, const struct fid_result_head *r, const char *before,
            double low, double high)
{
    size_t n = 0;
    for (size_t i = 0; i < FID_GROUP_N; i++) {
        double x = r->score == FID_ABSENT ? r->group[i].similarity : r->group[i].score;
        if (x == FID_ABSENT || x < low || x >= high)
            continue;
        fid_html (page->f, "%s<b>%s</b> (%.2f)", n ? ", " : before, fid_groups[i].name, x);
        n++;
    }
    if (n)
        fputs (". ", page->f);
    return n;
}

/* The score on a scale from an unrelated run to a repeat. */
static void
put_scale (FILE *f, const struct fid_result_head *r)
{
    const double x0 = 10, w = 720;
    fid_html (
        f,
        "<div class=\"wide\"><svg class=\"score\" width=\"740\" height=\"58\" viewBox=\"0 "
        "0 740 58\" role=\"img\"><title>score %.2f, between 0, an unrelated run, and 1, a "
        "repeat</title>",
        r->score);
    double end = 1;
    for (int k = FID_RATED_REPEAT; k < FID_RATED_NOT; k++) {
        double least = fid_ratings[k].at_least;
        fid_html (f,
                  "<rect class=\"rated-%s\" x=\"%.1f\" y=\"16\" width=\"%.1f\" height=\"20\"/>"
                  "<text x=\"%.1f\" y=\"30\" text-anchor=\"middle\">%s</text><text x=\"%.1f\" "
                  "y=\"50\" text-anchor=\"middle\">%g</text>",
                  fid_ratings[k].class, x0 + w * least, w * (end - least),
                  x0 + w * (least + end) / 2, fid_ratings[k].word, x0 + w * end, end);
        end = least;
    }
    fid_html (f, "<text x=\"%.1f\" y=\"50\" text-anchor=\"middle\">0</text>", x0);
    if (r->score_low != FID_ABSENT)
        fid_html (f, "<path class=\"interval\" d=\"M%.1f 7H%.1fM%.1f 3v8M%.1f 3v8\"/>",
                  x0 + w * r->score_low, x0 + w * r->score_high, x0 + w * r->score_low,
                  x0 + w * r->score_high);
    fid_html (f, "<path class=\"mark\" d=\"M%.1f 16l-6-10h12z\"/></svg></div>\n",
              x0 + w * r->score);
}

static void
put_similarity_interval (FILE *f, const struct fid_result_head *r)
{
    if (r->similarity_low != FID_ABSENT)
        fid_html (f, " (95 %% interval %.2f to %.2f)", r->similarity_low, r->similarity_high);
}

static void
put_verdict_line (const struct fid_page *page, const struct fid_result_head *r)
{
    FILE *f = page->f;
    enum fid_rating rating = fid_rating_of (r->score);
    fid_html (
        f,
        "<p class=\"verdict rated-%s\"><span class=\"sign\" aria-hidden=\"true\">%s</span> "
        "<b>%s:</b> <span>%s.</span></p>\n<p>",
        fid_ratings[rating].class, fid_ratings[rating].sign, fid_ratings[rating].word,
        fid_ratings[rating].meaning);
    if (r->score == FID_ABSENT) {
        fid_html (f, "Similarity <b>%.3f</b>", r->similarity);
        put_similarity_interval (f, r);
        fputs (", where 1 is equal. ", f);
    } else {
        fid_html (f, "Score <b>%.3f</b>", r->score);
        if (r->score_low != FID_ABSENT)
            fid_html (f, " (95 %% interval %.2f to %.2f)", r->score_low, r->score_high);
        fputs (", where 1 is as alike as a repeat of the real run and 0 as an unrelated run. ",
               f);
    }
    fid_html (f, "%d of %d groups of resources could be compared", r->compared_n, r->of_n);
    if (r->score != FID_ABSENT) {
        fid_html (f, "; similarity, not calibrated: %.3f", r->similarity);
        put_similarity_interval (f, r);
    }
    fputs (".</p>\n", f);
    if (r->score != FID_ABSENT)
        put_scale (f, r);
    fputs ("<p>", f);
    double bound = r->score == FID_ABSENT ? 0.8 : 0.5;
    if (put_groups (page, r, "Alike in ", bound, 2))
        put_groups (page, r, "Different in ", -0.5, bound);
    else
        put_groups (page, r, "Different in all that was compared: ", -0.5, bound);
    fputs ("</p>\n", f);
}

/* How many runs the numbers are from, and whether the two sides differ. */
static int
put_runs (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    char *energy = fid_energy_words (r, page->err);
    if (!energy)
        return -1;
    if (r->head.real.run_n > 1 || r->head.emulation.run_n > 1)
        fid_html (f,
                  "<p class=\"runs\">Measured: <b>%zu real</b> and <b>%zu emulated</b> runs; "
                  "numbers are medians over their %zu pairs. ",
                  r->head.real.run_n, r->head.emulation.run_n,
                  r->head.real.run_n * r->head.emulation.run_n);
    else if (r->head.similarity_ci_of)
        fputs ("<p class=\"runs\">", f);
    if (r->head.similarity_ci_of)
        fid_html (f, "Interval of the similarity: %s. ", r->head.similarity_ci_of);
    if (*energy)
        fid_html (f, "Do the two sides differ (energy test): %s.", energy);
    if (r->head.similarity_ci_of || r->head.real.run_n > 1 || r->head.emulation.run_n > 1)
        fputs ("</p>\n", f);
    free (energy);
    return 0;
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
    put_verdict_line (page, &r->head);
    if (put_runs (page, r))
        return -1;
    put_findings (page, r);
    put_all_causes (page, r);
    return 0;
}

static double
bytes_of (const cJSON *side, size_t *file_n)
{
    const cJSON *o;
    double sum = 0;
    *file_n = 0;
    cJSON_ArrayForEach (o, cJSON_GetObjectItemCaseSensitive (side, "inputs"))
    {
        sum += fid_html_number (o, "bytes", 0);
        ++*file_n;
    }
    return sum;
}

static void
put_inputs (FILE *f, const cJSON *side, const char *title)
{
    const cJSON *o;
    char size[FID_WORDS_N];
    fid_html (f,
              "<div class=\"wide\"><table><caption>Files of %s</caption><thead><tr><th "
              "scope=\"col\">File</th><th "
              "scope=\"col\">Read as</th><th scope=\"col\">Size</th><th scope=\"col\">Hash "
              "(XXH3)</th></tr></thead><tbody>\n",
              title);
    cJSON_ArrayForEach (o, cJSON_GetObjectItemCaseSensitive (side, "inputs"))
    {
        fid_format_bytes (fid_html_number (o, "bytes", 0), size, sizeof size);
        fid_html (f,
                  "<tr><td>%s</td><td>%s</td><td class=\"n\">%s</td><td><code>%s</code></td>"
                  "</tr>\n",
                  fid_html_member (o, "file"), fid_html_member (o, "reader"), size,
                  fid_html_member (o, "hash"));
    }
    fputs ("</tbody></table></div>\n", f);
}

void
fid_page_sides (const struct fid_page *page, const struct fid_result *r)
{
    static const char *const keys[] = {"real", "emulation"};
    const struct fid_result_side *sides[] = {&r->head.real, &r->head.emulation};
    FILE *f = page->f;
    fputs ("<h2>Who is compared</h2>\n<div class=\"wide\"><table "
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
        size_t n;
        char size[FID_WORDS_N];
        fid_format_bytes (bytes_of (cJSON_GetObjectItemCaseSensitive (r->doc, keys[i]), &n),
                          size, sizeof size);
        fid_html (f, "<td>%zu files, %s</td>", n, size);
    }
    fputs ("</tr></tbody></table></div>\n<details><summary>Files that were read</summary>\n",
           f);
    for (int i = 0; i < 2; i++)
        put_inputs (f, cJSON_GetObjectItemCaseSensitive (r->doc, keys[i]), sides[i]->id);
    fputs ("</details>\n", f);
}
