/* validity.c - how far the numbers of a pair can be trusted */
#include "config.h"
#include <math.h>
#include <string.h>
#include "base/units.h"
#include "report/html/sections.h"
#include "results/words.h"

/* FID_ABSENT: not known. */
static void
put_seconds (FILE *f, double x)
{
    char text[FID_WORDS_N] = "not known";
    if (x != FID_ABSENT)
        fid_format_seconds (x, text, sizeof text);
    fid_html (f, "<td>%s</td>", text);
}

static void
put_clocks (FILE *f, const struct fid_result_alignment *a)
{
    fputs (
        "<div class=\"wide\"><table><caption>Clocks: each tracer stamps with its own. An event "
        "may "
        "be misplaced among the traces of its run by the uncertainty; the residual is how far "
        "the observations that relate the clocks disagree."
        "</caption><thead><tr><td></td><th scope=\"col\">Clock</th><th scope=\"col\">Related "
        "by</th><th scope=\"col\">Uncertainty</th><th scope=\"col\">Residual</th><th "
        "scope=\"col\">Drift</th></tr></thead><tbody>\n",
        f);
    for (int i = 0; i < 2; i++) {
        const struct fid_result_clock *o = &a->clock[i];
        fid_html (f, "<tr><th scope=\"row\" class=\"%s\">%s</th><td>%s</td><td>%s</td>",
                  i ? "emulation" : "real", i ? "second run" : "real run", o->axis,
                  o->how ? o->how : "not related");
        put_seconds (f, o->uncertainty_s);
        put_seconds (f, o->residual_s);
        if (o->drift_ppm != FID_GAP)
            fid_html (f, "<td>%.3g ppm</td></tr>\n", o->drift_ppm);
        else
            fputs ("<td>not known</td></tr>\n", f);
    }
    fputs ("</tbody></table></div>\n", f);
}

/* How the two runs were aligned. */
static void
put_alignment (FILE *f, const struct fid_result_alignment *a)
{
    const struct {
        double x;
        const char *words;
    } rows[] = {
        {a->uncertainty_s, "uncertainty of the two clocks together"},
        {a->warp_mean_s, "how far moments that match lie apart, on average"},
        {a->warp_max_s, "how far at most"},
    };
    fputs ("<div class=\"wide\"><table><caption>Alignment: both runs are laid over each other "
           "where the compared part begins, and neither is stretched"
           "</caption><tbody>\n",
           f);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fid_html (f, "<tr><th scope=\"row\">%s</th>", rows[i].words);
        put_seconds (f, rows[i].x);
        fputs ("</tr>\n", f);
    }
    if (a->lag_s != FID_GAP) {
        double peak = a->lag_peak != FID_GAP ? a->lag_peak : 0;
        char text[FID_WORDS_N];
        fid_format_seconds (fabs (a->lag_s), text, sizeof text);
        fid_html (f,
                  "<tr><th scope=\"row\">lag of the second run, by its %s</th><td>%s%s "
                  "(correlation %.2f: %s)</td></tr>\n",
                  a->lag_of ? fid_words_resource (a->lag_of) : "series",
                  a->lag_s < 0 ? "early by " : "late by ", text, peak,
                  a->lag_ambiguous ? "several lags fit alike, take it for none"
                  : peak < 0.3     ? "weak, take it for none"
                                   : "reported, not removed");
    }
    fputs ("</tbody></table></div>\n", f);
}

/* Groups and resources without a number, and why. */
static void
put_missing (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    fid_html (f, "<p>Coverage: %d of %d groups of resources were compared", r->head.compared_n,
              r->head.of_n);
    size_t n = 0;
    for (size_t i = 0; i < r->resource_n; i++) {
        const struct fid_result_resource *o = &r->resource[i];
        if (o->status == FID_STATUS_NOT_COMPARED)
            fid_html (f, "%s%s (%s)", n++ ? ", " : ". Left out, not counted as different: ",
                      fid_resources[o->id].words, o->reason ? o->reason : "no reason given");
    }
    fputs (".", f);
    n = 0;
    for (size_t i = 0; i < r->resource_n; i++)
        if (r->resource[i].status == FID_STATUS_IDLE)
            fid_html (f, "%s%s", n++ ? ", " : " Idle in both runs, which agrees: ",
                      fid_resources[r->resource[i].id].words);
    fputs (n ? ".</p>\n" : "</p>\n", f);
}

static bool
is_of_missing (const struct fid_result *r, int resource)
{
    const struct fid_result_resource *o = fid_result_resource (r, resource);
    return o && o->status == FID_STATUS_NOT_COMPARED;
}

void
fid_page_validity (const struct fid_page *page, const struct fid_result *r)
{
    FILE *f = page->f;
    const char *reason = r->head.score_reason, *of = r->head.score_ci_of;
    fputs ("<details class=\"chapter\"><summary><h2>Can the numbers be trusted?</h2></summary>\n", f);
    put_missing (page, r);
    if (r->head.score == FID_ABSENT && reason)
        fid_html (f, "<p>No score: %s.</p>\n", reason);
    if (of)
        fid_html (f, "<p>The interval of the score is from %s.</p>\n", of);
    put_clocks (f, &r->alignment);
    put_alignment (f, &r->alignment);
    fputs ("<h3>Warnings and remarks</h3>\n<ul>\n", f);
    size_t n = r->warning.n;
    for (size_t i = 0; i < n; i++)
        fid_html (f, "<li><b>Warning:</b> %s</li>\n", r->warning.text[i]);
    for (size_t i = 0; i < r->finding_n; i++) {
        const struct fid_result_finding *found = &r->finding[i];
        if (found->severity != FID_INFO || is_of_missing (r, found->resource))
            continue;
        fid_html (f, "<li>%s%s%s</li>\n",
                  found->resource >= 0 ? fid_resources[found->resource].words : "",
                  found->resource >= 0 ? ": " : "", found->text);
        n++;
    }
    fputs (n ? "</ul>\n</details>\n" : "<li>none</li></ul>\n</details>\n", f);
}
