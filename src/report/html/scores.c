/* scores.c - the numbers of a pair: by resource, phase and measure */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/units.h"
#include "report/html/sections.h"
#include "results/words.h"

static void
put_interval (FILE *f, const struct fid_result_resource *o)
{
    if (o->low != FID_ABSENT)
        fid_html (f, "<td class=\"n\">%.2f\xE2\x80\x93%.2f</td>", o->low, o->high);
    else
        fputs ("<td class=\"none\">\xE2\x80\x93</td>", f);
}

void
fid_page_breakdown (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    bool intervals = false;
    for (size_t i = 0; i < r->resource_n; i++)
        intervals |= r->resource[i].low != FID_ABSENT;
    struct fid_facets used = fid_facets_of (r);
    fid_html (f,
              "<details class=\"chapter\"><summary><h2>What agrees and what does not</h2></summary>\n<p>Grade of each resource (row) from each "
              "side it was looked at (column): 1 is as near as a repeat of the real run, 0.5 off by "
              "the tolerance; the stronger the shade, the worse. A dash: not compared, or not graded by "
              "%s.</p>\n<div class=\"wide\" role=\"region\" aria-label=\"Breakdown\" "
              "tabindex=\"0\"><table class=\"breakdown\">\n<thead><tr>",
              r->head.profile);
    fid_page_prose (f, "<th scope=\"col\">[resource|Resource]</th><th scope=\"col\">[group|Group]"
                       "</th><th scope=\"col\">[grade|All]</th>");
    if (intervals)
        fid_page_prose (f, "<th scope=\"col\">[interval|95 % interval]</th>");
    for (size_t i = 0; i < used.n; i++) {
        const struct fid_facet_info *facet = &fid_facets[used.id[i]];
        fputs ("<th scope=\"col\">", f);
        fid_page_tip (f, "facet", facet->sentence, facet->name);
        fid_html (f, "<br><small>%s</small></th>", facet->words);
    }
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
        fid_page_heat (page, o->grade, "not graded");
        if (intervals)
            put_interval (f, o);
        for (size_t k = 0; k < used.n; k++)
            fid_page_heat (page, fid_facet_grade (o, used.id[k]), "not graded");
        fputs ("</tr>\n", f);
    }
    fputs ("</tbody></table></div>\n</details>\n", f);
}

static void
put_durations (FILE *f, const struct fid_result *r)
{
    char text[2][FID_WORDS_N];
    fputs ("<div class=\"wide\"><table><caption>How long each part lasts, all of its "
           "phases together</caption><thead><tr><th "
           "scope=\"col\">Part</th><th scope=\"col\" class=\"real\">real run</th><th "
           "scope=\"col\" class=\"emulation\">second run</th><th scope=\"col\">ratio</th>"
           "</tr></thead><tbody>\n",
           f);
    for (size_t i = 0; i < r->window_n; i++) {
        const struct fid_result_window *w = &r->window[i];
        double a = w->length_s[0], b = w->length_s[1];
        fid_format_seconds (a, text[0], sizeof text[0]);
        fid_format_seconds (b, text[1], sizeof text[1]);
        fid_html (f,
                  "<tr><th scope=\"row\">%s <small>%s</small></th><td class=\"n\">%s</td><td "
                  "class=\"n\">%s</td>",
                  fid_windows[w->window].name, fid_windows[w->window].words,
                  a == FID_ABSENT ? "none" : text[0], b == FID_ABSENT ? "none" : text[1]);
        if (a > 0 && b > 0)
            fid_html (f, "<td class=\"n\">\xC3\x97%.2f</td></tr>\n", b / a);
        else
            fid_html (f, "<td>%s</td></tr>\n", w->reason ? w->reason : "\xE2\x80\x93");
    }
    fputs ("</tbody></table></div>\n", f);
}

/* What a window lists of a resource; the home window's is the resource's own.  NULL: not
 * compared in it. */
static const struct fid_result_resource *
in_window (const struct fid_result_resource *o, int window)
{
    if (o->window == window)
        return o;
    for (size_t i = 0; i < o->other_n; i++)
        if (o->other[i].window == window)
            return &o->other[i];
    return NULL;
}

/* The lowest grade of its measures there, of those with one; FID_ABSENT and why not. */
static double
worst_grade (const struct fid_result_resource *o, const char **reason)
{
    double worst = FID_ABSENT;
    *reason = !o                             ? "not compared in this part"
              : o->status == FID_STATUS_IDLE ? "idle in both runs"
                                             : o->reason;
    for (size_t i = 0; o && i < o->measure_n; i++) {
        double grade = o->measure[i].grade;
        if (grade != FID_ABSENT && (worst == FID_ABSENT || grade < worst))
            worst = grade;
    }
    return o && o->status == FID_STATUS_COMPARED ? worst : FID_ABSENT;
}

void
fid_page_windows (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    fputs ("<details class=\"chapter\"><summary><h2>Part by part</h2></summary>\n", f);
    put_durations (f, r);
    fputs ("<div class=\"wide\" role=\"region\" aria-label=\"Resources by part\" "
           "tabindex=\"0\"><table><caption>The lowest grade of each resource's measures in each "
           "part; a frame: the part that counts for the score; a dash: idle in both, or not "
           "compared</caption><thead><tr><th scope=\"col\">Resource</th>",
           f);
    for (size_t k = 0; k < r->window_n; k++)
        fid_html (f, "<th scope=\"col\">%s</th>", fid_windows[r->window[k].window].name);
    fputs ("</tr></thead>\n<tbody>\n", f);
    for (size_t i = 0; i < r->resource_n; i++) {
        const struct fid_result_resource *o = &r->resource[i];
        if (o->status == FID_STATUS_NOT_COMPARED)
            continue;
        fid_html (f, "<tr><th scope=\"row\">%s</th>", fid_resources[o->id].words);
        for (size_t k = 0; k < r->window_n; k++) {
            const char *reason;
            const struct fid_result_resource *in = in_window (o, r->window[k].window);
            double x = worst_grade (in, &reason);
            if (x != FID_ABSENT && in == o)
                fid_html (f, "<td class=\"h h%d two-real\" data-v=\"%.4f\">%.2f</td>",
                          fid_page_shade (x), x, x);
            else
                fid_page_heat (page, x, reason);
        }
        fputs ("</tr>\n", f);
    }
    fputs ("</tbody></table></div>\n</details>\n", f);
}

/* One measure: the values of both sides, how far they are apart, how far repeats are, what is
 * allowed, the grade and the answer of its clause. */
static void
put_measure (const struct fid_page *page, const struct fid_result_measure *m)
{
    FILE *f = page->f;
    char text[3][FID_WORDS_N], side[2][FID_WORDS_N];
    fid_words_distance (m, m->distance, text[0], sizeof text[0]);
    fid_words_distance (m, m->noise, text[1], sizeof text[1]);
    fid_words_distance (m, m->tolerance, text[2], sizeof text[2]);
    fid_words_side (m, "real", side[0], sizeof side[0]);
    fid_words_side (m, "emulation", side[1], sizeof side[1]);
    fid_html (f, "<tr><td title=\"%s\">%s</td><th scope=\"row\" title=\"%s, %s\">%s%s</th>",
              fid_facets[m->facet].sentence, fid_facets[m->facet].name, m->metric, m->quantity,
              fid_words_quantity (m->quantity), m->key ? "*" : "");
    if (m->distance == FID_ABSENT) {
        fid_html (f, "<td colspan=\"7\" class=\"why\">not compared: %s</td></tr>\n",
                  m->reason ? m->reason : "no reason given");
        return;
    }
    fid_html (f,
              "<td class=\"n\">%s</td><td class=\"n\">%s</td><td class=\"n\">%s</td><td "
              "class=\"n\">%s</td><td class=\"n\">%s</td>",
              side[0], side[1], text[0], text[1], text[2]);
    fid_page_heat (page, m->grade, m->reason ? m->reason : "not graded");
    fid_html (f, "<td>%s</td></tr>\n",
              m->clause < 0 ? "\xE2\x80\x93" : fid_clause_name ((enum fid_clause_status)m->clause));
}

void
fid_page_measures (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    fid_page_prose (
        f,
        "<details class=\"chapter\"><summary><h2>Every measure</h2></summary>\n<p>\xC3\x97 is a "
        "factor between the two runs (\xC3\x97"
        "1.00: equal), % a share. \xE2\x80\x9CRepeats\xE2\x80\x9D: the [noise]; \xE2\x80\x9C"
        "allowed\xE2\x80\x9D: the [tolerance] beyond that. The [grade] is 1 within the noise and "
        "0.5 when off by the tolerance. A [clause]");
    fid_html (f,
              " is what %s asks for; * marks key clauses; a dash: the profile does not ask for "
              "it.</p>\n<div class=\"wide\" role=\"region\" aria-label=\"Measures\" tabindex=\"0\">"
              "<table class=\"measures\">\n",
              r->head.profile);
    for (size_t i = 0; i < r->resource_n; i++) {
        const struct fid_result_resource *res = &r->resource[i];
        if (res->measure_n == 0)
            continue;
        fid_html (f,
                  "<tbody><tr class=\"head\"><th scope=\"rowgroup\" colspan=\"2\">%s</th><th "
                  "scope=\"col\">real run</th><th scope=\"col\">second run</th><th "
                  "scope=\"col\">apart</th><th scope=\"col\">repeats</th><th "
                  "scope=\"col\">allowed</th><th scope=\"col\">grade</th><th "
                  "scope=\"col\">clause</th></tr>\n",
                  fid_resources[res->id].words);
        for (size_t k = 0; k < res->measure_n; k++)
            put_measure (page, &res->measure[k]);
        fputs ("</tbody>\n", f);
    }
    fputs ("</table></div>\n</details>\n", f);
}
