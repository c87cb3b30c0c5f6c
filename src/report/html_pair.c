/* html_pair.c - one pair of report.html: verdict, main causes, who is compared */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "report/html_parts.h"
#include "report/rating.h"
#include "report/table_runs.h"
#include "report/words.h"

#define CAUSES_SHOWN 3
#define SHARES_SHOWN 6

/* "storage, phases" of the groups whose number is within [low, high). */
static size_t
put_groups (const struct fid_page *page, const struct fid_result *r, const char *before,
            double low, double high)
{
    size_t n = 0;
    for (size_t i = 0; i < r->group_n; i++) {
        double x = r->score == FID_ABSENT ? r->group[i].similarity : r->group[i].score;
        if (x == FID_ABSENT || x < low || x >= high)
            continue;
        fid_html (page->f, "%s<b>%s</b> (%.2f)", n ? ", " : before, r->group[i].group, x);
        n++;
    }
    if (n)
        fputs (". ", page->f);
    return n;
}

static void
put_similarity_interval (FILE *f, const struct fid_result *r)
{
    if (r->similarity_low != FID_ABSENT)
        fid_html (f, " (95 %% interval %.2f to %.2f)", r->similarity_low, r->similarity_high);
}

static void
put_verdict_line (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    enum fid_rating rating = fid_rating_of (r->score);
    fid_html (
        f,
        "<p class=\"verdict rated-%s\"><span class=\"sign\" aria-hidden=\"true\">%s</span> "
        "<b>%s</b> <span>",
        fid_rating_class (rating), fid_rating_sign (rating), fid_rating_word (rating));
    if (r->score == FID_ABSENT) {
        fid_html (f, "similarity %.3f", r->similarity);
        put_similarity_interval (f, r);
        fputs (", where 1 is equal; there is no calibration to score it by", f);
    } else {
        fid_html (f, "score %.3f", r->score);
        if (r->score_low != FID_ABSENT)
            fid_html (f, " (95 %% interval %.2f to %.2f)", r->score_low, r->score_high);
        fputs (", where 1 is as alike as a repeat of the real run and 0 as an unrelated run",
               f);
    }
    fputs ("</span></p>\n<p>", f);
    double bound = r->score == FID_ABSENT ? 0.8 : 0.5;
    if (put_groups (page, r, "Alike in ", bound, 2))
        put_groups (page, r, "Different in ", -0.5, bound);
    else
        put_groups (page, r, "Different in all that was compared: ", -0.5, bound);
    fid_html (f, "%d of %d groups of resources could be compared", r->compared_n, r->of_n);
    if (r->score != FID_ABSENT) {
        fid_html (f, "; similarity, not calibrated: %.3f", r->similarity);
        put_similarity_interval (f, r);
    }
    fputs (".</p>\n", f);
}

/* How many runs stand behind the numbers, and whether the sides can be told apart. */
static int
put_runs (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    char *energy = fid_energy_words (r, page->err);
    if (!energy)
        return -1;
    if (r->real.run_n > 1 || r->emulation.run_n > 1)
        fid_html (f,
                  "<p class=\"runs\">Behind it: <b>%zu real</b> and <b>%zu emulated</b> runs; "
                  "numbers are medians over their %zu pairs. ",
                  r->real.run_n, r->emulation.run_n, r->real.run_n * r->emulation.run_n);
    else if (r->similarity_ci_of)
        fputs ("<p class=\"runs\">", f);
    if (r->similarity_ci_of)
        fid_html (f, "Interval of the similarity: %s. ", r->similarity_ci_of);
    if (*energy)
        fid_html (f, "Can the sides be told apart (energy test): %s.", energy);
    if (r->similarity_ci_of || r->real.run_n > 1 || r->emulation.run_n > 1)
        fputs ("</p>\n", f);
    free (energy);
    return 0;
}

static void
put_findings (const struct fid_page *page, const struct fid_result *r)
{
    const cJSON *o;
    FILE *f = page->f;
    bool any = false;
    cJSON_ArrayForEach (o, r->finding)
    {
        const char *severity = fid_html_member (o, "severity");
        const char *phase = fid_html_member (o, "phase");
        const char *resource = fid_html_member (o, "resource");
        if (strcmp (severity, "info") == 0)
            continue;
        fputs (any ? "" : "<ul class=\"findings\">\n", f);
        fid_html (f, "<li class=\"%s\"><b>%s</b> ", severity,
                  strcmp (severity, "serious") == 0 ? "! Serious:" : "Warning:");
        if (resource || phase)
            fid_html (f, "%s%s%s: ", resource ? fid_words_resource (resource) : "",
                      resource && phase ? ", " : "", phase ? phase : "");
        fid_html (f, "%s</li>\n", fid_html_member (o, "text"));
        any = true;
    }
    if (any)
        fputs ("</ul>\n", f);
}

static void
put_causes (const struct fid_page *page, const struct fid_result *r)
{
    const cJSON *attribution = cJSON_GetObjectItemCaseSensitive (r->doc, "attribution"), *o;
    const cJSON *causes = cJSON_GetObjectItemCaseSensitive (attribution, "causes");
    FILE *f = page->f;
    int n = 0;
    fputs ("<h2>Main causes of the difference</h2>\n", f);
    cJSON_ArrayForEach (o, causes)
    {
        const char *text = fid_html_member (o, "text"), *key = fid_html_member (o, "key");
        const char *from = fid_html_member (o, "from"), *to = fid_html_member (o, "to");
        const char *resource = fid_html_member (o, "resource");
        if (!text || n == CAUSES_SHOWN)
            break;
        fputs (n ? "<li>" : "<ol class=\"causes\">\n<li>", f);
        fid_html (f, "In %s, %s.", fid_words_resource (resource ? resource : "all"), text);
        if (key)
            fid_html (
                f,
                "<br><small>To close this gap set <code>%s</code> from <code>%s</code> to "
                "<code>%s</code> in the emulation's configuration.</small>",
                key, from ? from : "?", to ? to : "?");
        fputs ("</li>\n", f);
        n++;
    }
    fputs (n ? "</ol>\n"
             : "<p>No rule names a cause; the shares below say where the difference is.</p>\n",
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
        if (n == 0)
            fputs ("<h3>Where the difference comes from</h3>\n<div class=\"wide\"><table "
                   "class=\"shares\"><caption>"
                   "Share of each part in what the overall number lacks to 1"
                   "</caption><tbody>\n",
                   f);
        fid_html (f,
                  "<tr><th scope=\"row\">%s, %s</th><td class=\"n\">%.0f %%</td><td "
                  "class=\"bar\"><i style=\"width:%.1f%%\"></i></td></tr>\n",
                  fid_words_resource (resource), fid_words_facet (facet), 100 * share,
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

int
fid_page_verdict (const struct fid_page *page, const struct fid_result *r)
{
    fid_html (page->f,
              "<h1><span class=\"real\">%s</span> <small>and</small> <span "
              "class=\"emulation\">%s</span></h1>\n",
              r->real.id, r->emulation.id);
    put_verdict_line (page, r);
    if (put_runs (page, r))
        return -1;
    put_findings (page, r);
    put_causes (page, r);
    put_shares (page, r);
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
        fid_words_bytes (fid_html_number (o, "bytes", 0), size, sizeof size);
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
    const struct fid_result_side *sides[] = {&r->real, &r->emulation};
    FILE *f = page->f;
    fputs ("<h2>Who is compared</h2>\n<div class=\"wide\"><table "
           "class=\"sides\"><thead><tr><td></td><th "
           "scope=\"col\" class=\"real\">the real run <small>(blue, solid)</small></th><th "
           "scope=\"col\" class=\"emulation\">held against it <small>(vermillion, "
           "dashed)</small></th>"
           "</tr></thead><tbody>\n<tr><th scope=\"row\">run</th>",
           f);
    for (int i = 0; i < 2; i++)
        fid_html (f, "<td>%s</td>", sides[i]->id);
    fid_html (f, "</tr>\n<tr><th scope=\"row\">is</th><td>real</td><td>%s</td></tr>\n",
              fid_page_two_real (page, r) ? "real, too" : "an emulation");
    fputs ("<tr><th scope=\"row\">workload</th>", f);
    for (int i = 0; i < 2; i++)
        fid_html (f, "<td>%s</td>", *sides[i]->workload ? sides[i]->workload : "not known");
    fputs ("</tr>\n<tr><th scope=\"row\">traces</th>", f);
    for (int i = 0; i < 2; i++) {
        size_t n;
        char size[FID_WORDS_N];
        fid_words_bytes (bytes_of (cJSON_GetObjectItemCaseSensitive (r->doc, keys[i]), &n),
                         size, sizeof size);
        fid_html (f, "<td>%zu files, %s</td>", n, size);
    }
    fputs ("</tr></tbody></table></div>\n<details><summary>Files that were read</summary>\n",
           f);
    for (int i = 0; i < 2; i++)
        put_inputs (f, cJSON_GetObjectItemCaseSensitive (r->doc, keys[i]), sides[i]->id);
    fputs ("</details>\n", f);
}
