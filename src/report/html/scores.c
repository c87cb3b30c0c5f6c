/* scores.c - the numbers of a pair: by resource, phase and measure */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/units.h"
#include "report/html/sections.h"
#include "results/words.h"

static const cJSON *
member (const cJSON *o, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive (o, key);
}

static void
put_interval (FILE *f, const cJSON *resource, const char *key)
{
    const cJSON *ci = member (resource, key);
    const cJSON *low = cJSON_GetArrayItem (ci, 0), *high = cJSON_GetArrayItem (ci, 1);
    if (cJSON_IsNumber (low) && cJSON_IsNumber (high))
        fid_html (f, "<td class=\"n\">%.2f\xE2\x80\x93%.2f</td>", low->valuedouble,
                  high->valuedouble);
    else
        fputs ("<td class=\"none\">\xE2\x80\x93</td>", f);
}

void
fid_page_breakdown (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    bool scored = r->head.score != FID_ABSENT, intervals = scored || r->head.similarity_ci_of;
    struct fid_facets used = fid_facets_of (r);
    fid_html (
        f,
        "<h2>What agrees and what does not</h2>\n<p>%s of each resource (row) from each "
        "side it was looked at (column): 1, in the strongest shade, is %s, 0 %s. A dash: not "
        "compared%s.</p>\n<div class=\"wide\" role=\"region\" aria-label=\"Breakdown\" "
        "tabindex=\"0\"><table class=\"breakdown\">\n<thead><tr><th "
        "scope=\"col\">Resource</th><th scope=\"col\">Group</th><th "
        "scope=\"col\">All</th>",
        scored ? "Score" : "Similarity", scored ? "as alike as a repeat" : "equal",
        scored ? "as an unrelated run" : "as different as can be",
        scored ? ", or it does not tell repeats from unrelated runs" : "");
    if (intervals)
        fputs ("<th scope=\"col\">95 % interval</th>", f);
    for (size_t i = 0; i < used.n; i++)
        fid_html (f, "<th scope=\"col\" title=\"%s\">%s<br><small>%s</small></th>",
                  fid_facets[used.id[i]].sentence, fid_facets[used.id[i]].name,
                  fid_facets[used.id[i]].words);
    fputs ("</tr></thead>\n<tbody>\n", f);
    for (size_t i = 0; i < r->resource_n; i++) {
        const struct fid_result_resource *o = &r->resource[i];
        fid_html (f, "<tr><th scope=\"row\">%s</th><td>%s</td>", fid_resources[o->id].words,
                  fid_groups[fid_resources[o->id].group].name);
        if (o->status != FID_STATUS_COMPARED) {
            fid_html (f, "<td colspan=\"%zu\" class=\"why\">%s%s%s</td></tr>\n",
                      used.n + 1 + (size_t)intervals,
                      o->status == FID_STATUS_IDLE ? "idle in both runs"
                                                   : fid_status_name (o->status),
                      o->reason ? ": " : "", o->reason ? o->reason : "");
            continue;
        }
        fid_page_heat (page, scored ? o->score : o->similarity, "no measure of it has a score");
        if (intervals)
            put_interval (f, o->object, scored ? "score_ci" : "similarity_ci");
        for (size_t k = 0; k < used.n; k++)
            fid_page_heat (page,
                           scored ? fid_facet_score (o, used.id[k])
                                  : fid_facet_similarity (o, used.id[k]),
                           scored ? "no score" : "not compared");
        fputs ("</tr>\n", f);
    }
    fputs ("</tbody></table></div>\n", f);
}

static void
put_durations (FILE *f, const cJSON *windows)
{
    const cJSON *w;
    char text[2][FID_WORDS_N];
    fputs ("<div class=\"wide\"><table><caption>How long each part lasts, all of its "
           "phases together</caption><thead><tr><th "
           "scope=\"col\">Part</th><th scope=\"col\" class=\"real\">real run</th><th "
           "scope=\"col\" class=\"emulation\">second run</th><th scope=\"col\">ratio</th>"
           "</tr></thead><tbody>\n",
           f);
    cJSON_ArrayForEach (w, windows)
    {
        double a = fid_html_number (w, "real_s", FID_ABSENT);
        double b = fid_html_number (w, "emulation_s", FID_ABSENT);
        const char *reason = fid_html_member (w, "reason");
        fid_format_seconds (a, text[0], sizeof text[0]);
        fid_format_seconds (b, text[1], sizeof text[1]);
        fid_html (f,
                  "<tr><th scope=\"row\">%s <small>%s</small></th><td class=\"n\">%s</td><td "
                  "class=\"n\">%s</td>",
                  fid_html_member (w, "window"),
                  fid_words_window (fid_html_member (w, "window")),
                  a == FID_ABSENT ? "none" : text[0], b == FID_ABSENT ? "none" : text[1]);
        if (a > 0 && b > 0)
            fid_html (f, "<td class=\"n\">\xC3\x97%.2f</td></tr>\n", b / a);
        else
            fid_html (f, "<td>%s</td></tr>\n", reason ? reason : "\xE2\x80\x93");
    }
    fputs ("</tbody></table></div>\n", f);
}

/* The id of a member that is a name; -1 if there is none or it is unknown. */
static int
id_of (const cJSON *o, const char *key, int (*find) (const char *))
{
    const char *name = fid_html_member (o, key);
    return name ? find (name) : -1;
}

/* Similarity in one window; that of the headline is the resource's own. */
static double
in_window (const cJSON *resource, int window, const char **reason)
{
    const cJSON *o = NULL, *w;
    if (id_of (resource, "window", fid_window_find) == window)
        o = resource;
    else
        cJSON_ArrayForEach (
            w, member (resource, "windows")) if (id_of (w, "window", fid_window_find) == window)
            o = w;
    *reason = o ? fid_html_member (o, "reason") : "not compared in this part";
    int status = id_of (o, "status", fid_status_find);
    if (status == FID_STATUS_IDLE)
        *reason = "idle in both runs";
    return status == FID_STATUS_COMPARED ? fid_html_number (o, "similarity", -1) : FID_ABSENT;
}

void
fid_page_windows (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    const cJSON *windows = member (r->doc, "windows"), *w;
    fputs ("<h2>Part by part</h2>\n", f);
    put_durations (f, windows);
    fputs (
        "<div class=\"wide\" role=\"region\" aria-label=\"Resources by part\" "
        "tabindex=\"0\"><table><caption>Similarity of each resource in each part (scores are "
        "made for the compared window only); a dash: idle in both, or not compared</caption>"
        "<thead><tr><th scope=\"col\">Resource</th>",
        f);
    cJSON_ArrayForEach (w, windows)
        fid_html (f, "<th scope=\"col\">%s%s</th>", fid_html_member (w, "window"),
                  cJSON_IsTrue (member (w, "headline")) ? " (compared)" : "");
    fputs ("</tr></thead>\n<tbody>\n", f);
    for (size_t i = 0; i < r->resource_n; i++) {
        const struct fid_result_resource *o = &r->resource[i];
        if (o->status == FID_STATUS_NOT_COMPARED)
            continue;
        fid_html (f, "<tr><th scope=\"row\">%s</th>", fid_resources[o->id].words);
        cJSON_ArrayForEach (w, windows)
        {
            const char *reason;
            double x = in_window (o->object, id_of (w, "window", fid_window_find), &reason);
            fid_page_heat (page, x, reason);
        }
        fputs ("</tr>\n", f);
    }
    fputs ("</tbody></table></div>\n", f);
}

/* One measure: the values of both sides, their distance, the distances of repeats and of
 * unrelated runs, and the score. */
static void
put_measure (const struct fid_page *page, const struct fid_result_facet *m, bool scored)
{
    FILE *f = page->f;
    const cJSON *o = m->object;
    char text[3][FID_WORDS_N], side[2][FID_WORDS_N];
    const char *quantity = m->quantity ? m->quantity : "";
    fid_words_distance (m, m->distance, text[0], sizeof text[0]);
    fid_words_distance (m, fid_html_number (o, "noise", FID_ABSENT), text[1], sizeof text[1]);
    fid_words_distance (m, fid_html_number (o, "chance", FID_ABSENT), text[2], sizeof text[2]);
    fid_words_side (m->quantity_id, member (o, "detail"), "real", side[0], sizeof side[0]);
    fid_words_side (m->quantity_id, member (o, "detail"), "emulation", side[1], sizeof side[1]);
    fid_html (f, "<tr><td title=\"%s\">%s</td><th scope=\"row\" title=\"%s, %s\">%s</th>",
              fid_facets[m->facet].sentence, fid_facets[m->facet].name, m->measure, quantity,
              fid_words_quantity (quantity));
    if (m->similarity == FID_ABSENT) {
        fid_html (f, "<td colspan=\"%d\" class=\"why\">not compared: %s</td></tr>\n",
                  scored ? 6 : 4, m->reason ? m->reason : "no reason given");
        return;
    }
    fid_html (f, "<td class=\"n\">%s</td><td class=\"n\">%s</td><td class=\"n\">%s</td>",
              side[0], side[1], text[0]);
    if (!scored) {
        fid_page_heat (page, m->similarity, NULL);
        fputs ("</tr>\n", f);
        return;
    }
    fid_html (f, "<td class=\"n\">%s</td><td class=\"n\">%s</td>", text[1], text[2]);
    fid_page_heat (page, m->score, m->reason ? m->reason : "no score");
    fputs ("</tr>\n", f);
}

void
fid_page_measures (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    bool scored = r->head.score != FID_ABSENT;
    fid_html (f,
              "<h2>Every measure</h2>\n<p>\xC3\x97 is a factor between the two runs (\xC3\x97"
              "1.00: equal), %% a share%s.</p>\n<div class=\"wide\" role=\"region\" "
              "aria-label=\"Measures\" tabindex=\"0\"><table class=\"measures\">\n",
              scored
                  ? ". Repeats of the real run are apart by the column \xE2\x80\x9Crepeats"
                    "\xE2\x80\x9D (the best that can be expected), unrelated runs by the "
                    "column \xE2\x80\x9Cunrelated\xE2\x80\x9D; a dash as score: this measure "
                    "does not tell the two apart here, and does not count"
                  : "");
    for (size_t i = 0; i < r->resource_n; i++) {
        const struct fid_result_resource *res = &r->resource[i];
        if (res->facet_n == 0)
            continue;
        fid_html (f,
                  "<tbody><tr class=\"head\"><th scope=\"rowgroup\" colspan=\"2\">%s</th><th "
                  "scope=\"col\">real run</th><th scope=\"col\">second run</th><th "
                  "scope=\"col\">apart</th>",
                  fid_resources[res->id].words);
        fputs (scored ? "<th scope=\"col\">repeats</th><th scope=\"col\">unrelated</th><th "
                        "scope=\"col\">score</th></tr>\n"
                      : "<th scope=\"col\">similarity</th></tr>\n",
               f);
        for (size_t k = 0; k < res->facet_n; k++)
            put_measure (page, &res->facet[k], scored);
        fputs ("</tbody>\n", f);
    }
    fputs ("</table></div>\n", f);
}
