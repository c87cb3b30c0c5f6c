/* charts.c - the pictures of a pair in report.html
 *
 * All are SVG, drawn here.  Beside each series over time stand its numbers, with
 * which the page's script draws one that can be zoomed. */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/units.h"
#include "report/html/sections.h"
#include "charts/pair_charts.h"
#include "results/words.h"

/* The length of each step, and how many values are behind a point. */
static int
put_step_times (const struct fid_page *page, const struct fid_series *s)
{
    FILE *f = page->f;
    double every = fmax (s->steps[0].every, s->steps[1].every);
    if (!s->steps[0].time_s.n && !s->steps[1].time_s.n)
        return 0;
    fputs ("<h2>Step by step</h2>\n<figure>", f);
    if (fid_page_picture (page, s, FID_CHART_STEP_TIMES, 0, "length of each training step"))
        return -1;
    fputs ("<figcaption>How long each training step took, in their order; the axis is "
           "logarithmic where one step would hide the others.",
           f);
    if (every > 1)
        fid_html (f, " A point is the mean of %.0f steps.", every);
    fputs ("</figcaption></figure>\n", f);
    return 0;
}

/* What is seen at first: what a job asks of storage. */
static int
is_folded (enum fid_resource_id resource)
{
    return resource != FID_RESOURCE_DATA_READ && resource != FID_RESOURCE_CHECKPOINT_WRITE &&
           resource != FID_RESOURCE_BLOCK_READ;
}

/* Names what both runs recorded without doing any of it. */
static void
put_silent (FILE *f, const struct fid_series *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->time_n; i++)
        if (fid_pair_chart_shows (s, i) && !fid_pair_moves (&s->time[i])) {
            fputs (n++ ? ", " : "<p class=\"note\">Not drawn, as neither run has any: ", f);
            fid_html (f, "%s", fid_resources[s->time[i].resource].words);
        }
    fputs (n ? ".</p>\n" : "", f);
}

/* A resource over time, the nth resource shown. */
static int
put_time (const struct fid_page *page, const struct fid_series *s, size_t i, size_t nth)
{
    FILE *f = page->f;
    const struct fid_series_time *t = &s->time[i];
    char bin[FID_WORDS_N];
    bool silent = t->quantity == FID_QUANTITY_BYTES || t->quantity == FID_QUANTITY_OPS;
    fid_html (f, "<figure class=\"series\" data-k=\"%zu\" data-name=\"%s\" data-unit=\"%s\"%s>",
              nth, fid_resources[t->resource].words, fid_unit_name (t->unit),
              silent ? " data-silent" : "");
    if (fid_page_picture (page, s, FID_CHART_TIME, i, fid_resources[t->resource].words))
        return -1;
    fid_format_seconds (t->side[0].n ? t->side[0].dt_s : t->side[1].dt_s, bin, sizeof bin);
    fid_html (f, "<figcaption>%s in %s<span class=\"first\">, in bins of %s</span>.",
              t->quantity == FID_QUANTITY_BYTES  ? "Bytes"
              : t->quantity == FID_QUANTITY_OPS  ? "Operations"
              : t->quantity == FID_QUANTITY_BUSY ? "Busy time of the machine"
                                                 : "Level",
              fid_unit_name (t->unit), bin);
    fid_page_thinned (f, t);
    fputs ("</figcaption>", f);
    fid_page_numbers (f, t);
    fputs ("</figure>\n", f);
    return 0;
}

int
fid_page_times (const struct fid_page *page, const struct fid_series *s)
{
    FILE *f = page->f;
    if (put_step_times (page, s))
        return -1;
    fid_html (
        f,
        "<h2>Side by side over time</h2>\n<p class=\"legend\">0 is where the job of each run "
        "begins; "
        "neither is stretched or moved. Tinted between the curves, and by itself below "
        "them: the difference, second run minus real run. Stripes behind the curves are "
        "phases of the real run; what has none is training.</p>\n<ul class=\"keys\" "
        "aria-label=\"Key\"><li><i class=\"key-real\"></i><b class=\"real\">real run, blue, "
        "solid:</b> %s</li><li><i class=\"key-second\"></i><b class=\"emulation\">second run, "
        "vermillion, dashed:</b> %s</li><li><i class=\"key-more-real\"></i>the real run has "
        "more</li><li><i class=\"key-more-second\"></i>the second has more</li><li><i "
        "class=\"key-eval\"></i>evaluation</li><li><i class=\"key-checkpoint\"></i>checkpoint"
        "</li><li><i class=\"key-init\"></i>start-up</li></ul>\n",
        s->side[0].id, s->side[1].id);
    double job[2];
    fid_pair_job (s, job);
    fid_html (f, "<div class=\"times\" data-from=\"%.6f\" data-to=\"%.6f\">\n", job[0], job[1]);
    if (strcmp (s->side[0].id, s->side[0].run) != 0 ||
        strcmp (s->side[1].id, s->side[1].run) != 0)
        fid_html (f,
                  "<p class=\"note\">Drawn here and below is one pair of the runs, the one "
                  "nearest to the medians: <b>%s</b> and <b>%s</b>.</p>\n",
                  s->side[0].run, s->side[1].run);
    fid_page_stripes (f, s);
    if (fid_page_time_axes (page, s))
        return -1;
    for (int folded = 0; folded < 2; folded++) {
        size_t n = 0, k = 0;
        for (size_t i = 0; i < s->time_n; i++) {
            if (!fid_pair_chart_shows (s, i))
                continue;
            size_t nth = k++; /* levels of zooming are in the order of the file */
            if (is_folded (s->time[i].resource) != folded || !fid_pair_moves (&s->time[i]))
                continue;
            if (folded && !n++)
                fputs ("<details class=\"more\"><summary>The other resources over "
                       "time</summary>\n",
                       f);
            if (put_time (page, s, i, nth))
                return -1;
        }
        fputs (n ? "</details>\n" : "", f);
    }
    put_silent (f, s);
    fputs ("</div>\n", f);
    return 0;
}

static int
put_phases (const struct fid_page *page, const struct fid_series *s)
{
    FILE *f = page->f;
    size_t warp = 0;
    for (size_t i = 1; i < s->warp_n; i++)
        if (s->warp[i].resource == FID_RESOURCE_DATA_READ)
            warp = i;
    fputs ("<h2>Phases and where moments match</h2>\n<div class=\"many pair-of\">\n<figure>",
           f);
    if (fid_page_picture (page, s, FID_CHART_PHASES, warp, "phases of both runs"))
        return -1;
    fputs ("<figcaption>Phases of both runs on the same axis of time. ", f);
    if (s->warp_n)
        fid_html (
            f,
            "Grey links join the moments that the comparison of shapes takes for the same, "
            "here for %s; upright: at the same time.",
            fid_resources[s->warp[warp].resource].words);
    fputs ("</figcaption></figure>\n<figure>", f);
    if (fid_page_picture (page, s, FID_CHART_OFFSET, 0, "shift of the second run over time"))
        return -1;
    fputs (
        "<figcaption>How many seconds later (above 0) or earlier the second run does the same, "
        "for each stream, where both do something; the band is as far as the comparison looks."
        "</figcaption></figure>\n</div>\n",
        f);
    return 0;
}

/* What the streams of bytes have moved until then. */
static int
put_sums (const struct fid_page *page, const struct fid_series *s)
{
    FILE *f = page->f;
    fputs ("<details class=\"chapter\"><summary><h2>Bytes so far</h2></summary>\n<p>A constant "
           "slope is a constant rate; the end is the total.</p>\n<div class=\"many narrow\">\n",
           f);
    for (size_t i = 0; i < s->time_n; i++) {
        char title[160];
        if (s->time[i].quantity != FID_QUANTITY_BYTES || !fid_pair_chart_shows (s, i))
            continue;
        snprintf (title, sizeof title, "%s, so far", fid_resources[s->time[i].resource].words);
        fid_html (f, "<figure><figcaption>%s</figcaption>", title);
        if (fid_page_picture (page, s, FID_CHART_SUM, i, title))
            return -1;
        fputs ("</figure>\n", f);
    }
    fputs ("</div>\n</details>\n", f);
    return 0;
}

static void
put_amount (FILE *f, const char *before, double x)
{
    if (!isfinite (x))
        fid_html (f, "%s\xE2\x80\x93", before);
    else if (x > 0 && x < .005)
        fid_html (f, "%s&lt;0.01", before);
    else if (fabs (x) >= 100)
        fid_html (f, "%s%.0f", before, x);
    else
        fid_html (f, "%s%.2g", before, x);
}

/* What each phase moved: how near as shade, both amounts as the cell's tip. */
static void
put_cells (const struct fid_page *page, const struct fid_series *s)
{
    FILE *f = page->f;
    char text[2][FID_WORDS_N];
    if (!s->row_n)
        return;
    fputs (
        "<h2>Phase by phase</h2>\n<div class=\"wide\" role=\"region\" aria-label=\"Phases\" "
        "tabindex=\"0\"><table class=\"phases\"><caption>Length of each phase and what it "
        "moved: "
        "real run, second run. The stronger the shade, the more they differ; where both are 0 they agree.</caption><thead>"
        "<tr><th scope=\"col\">Phase</th><th scope=\"col\">length</th>",
        f);
    for (size_t k = 0; k < s->column_n; k++)
        fid_html (f, "<th scope=\"col\">%s<br><small>%s</small></th>",
                  fid_resources[s->column[k].resource].words,
                  s->column[k].unit == FID_IN_ONE ? "operations"
                                                  : fid_unit_name (s->column[k].unit));
    fputs ("</tr></thead>\n<tbody>\n", f);
    for (size_t i = 0; i < s->row_n; i++) {
        const struct fid_series_row *row = &s->row[i];
        for (int side = 0; side < 2; side++)
            if (isfinite (row->length_s[side]))
                fid_format_seconds (row->length_s[side], text[side], sizeof text[side]);
            else
                snprintf (text[side], sizeof text[side], "none");
        fid_html (f, "<tr><th scope=\"row\">%s", fid_part_name (row->kind));
        if (row->nth > 0)
            fid_html (f, " %d", row->nth);
        fid_html (f, "</th><td class=\"n\">%s, %s</td>", text[0], text[1]);
        for (size_t k = 0; k < s->column_n; k++) {
            const struct fid_series_column *c = &s->column[k];
            double a = c->side[0].x[i], b = c->side[1].x[i], x = c->similarity.x[i];
            if (!isfinite (a) && !isfinite (b)) {
                fputs ("<td class=\"none\">\xE2\x80\x93</td>", f);
                continue;
            }
            if (isfinite (x) && (a != 0 || b != 0))
                fid_html (f, "<td class=\"h h%d\">", fid_page_shade (x));
            else
                fputs ("<td class=\"h\">", f);
            for (int side = 0; side < 2; side++)
                put_amount (f, side ? ", " : "", side ? b : a);
            fputs ("</td>", f);
        }
        fputs ("</tr>\n", f);
    }
    fputs ("</tbody></table></div>\n", f);
}

/* Why the rhythm of a resource was not compared; NULL: it was. */
static const char *
no_rhythm (const struct fid_result_resource *o)
{
    const char *reason = NULL;
    for (size_t k = 0; k < o->measure_n; k++) {
        if (o->measure[k].facet != FID_FACET_RHYTHM)
            continue;
        if (o->measure[k].distance != FID_ABSENT)
            return NULL;
        reason = o->measure[k].reason;
    }
    return reason;
}

/* What has a rhythm that is not shown, and why. */
static void
put_hidden (FILE *f, const struct fid_result *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->resource_n; i++) {
        const char *reason = no_rhythm (&r->resource[i]);
        if (!reason)
            continue;
        fputs (n++ ? "; " : "<p>Neither compared nor drawn: ", f);
        fid_html (f, "%s, %s", fid_resources[r->resource[i].id].words, reason);
    }
    fputs (n ? ".</p>\n" : "", f);
}

static int
put_spectra (const struct fid_page *page, const struct fid_result *r,
             const struct fid_series *s)
{
    FILE *f = page->f;
    fputs (
        "<details class=\"chapter\"><summary><h2>Rhythm: how often it "
        "repeats</h2></summary>\n<p>How strongly training repeats itself at "
        "each "
        "frequency (power spectrum). A peak is something that repeats; where one stands "
        "out, the dotted line says every how many seconds, with the confidence of the dominant "
        "period (0 to 1); \"not certain\" marks the highest peak where no period is "
        "dominant.</p>\n",
        f);
    put_hidden (f, r);
    fputs ("<div class=\"many narrow\">\n", f);
    for (size_t i = 0; i < s->spectrum_n; i++) {
        char title[160];
        const struct fid_result_resource *o =
            fid_result_resource (r, (int)s->spectrum[i].resource);
        if (o && no_rhythm (o))
            continue;
        snprintf (title, sizeof title, "rhythm of %s",
                  fid_resources[s->spectrum[i].resource].words);
        fputs ("<figure>", f);
        if (fid_page_picture (page, s, FID_CHART_SPECTRUM, i, title))
            return -1;
        fputs ("</figure>\n", f);
    }
    fputs ("</div>\n</details>\n", f);
    return 0;
}

int
fid_page_pictures (const struct fid_page *page, const struct fid_result *r,
                   const struct fid_series *s)
{
    FILE *f = page->f;
    if (put_phases (page, s))
        return -1;
    put_cells (page, s);
    if (fid_page_roles (page, s) || fid_page_places (page, s) || put_sums (page, s) ||
        fid_page_spreads (page, s) || put_spectra (page, r, s))
        return -1;
    fputs (
        "<details class=\"chapter\"><summary><h2>What a training step is made of</h2></summary>"
        "\n<figure>",
        f);
    if (fid_page_picture (page, s, FID_CHART_STEPS, 0, "what a mean training step is made of"))
        return -1;
    fputs ("<figcaption>", f);
    for (int side = 0; side < 2; side++) {
        const struct fid_series_steps *t = &s->steps[side];
        char text[3][FID_WORDS_N];
        if (!(t->n > 0) || !isfinite (t->load_s) || !isfinite (t->compute_s))
            continue;
        fid_format_seconds (t->load_s, text[0], sizeof text[0]);
        fid_format_seconds (t->compute_s, text[1], sizeof text[1]);
        fid_format_seconds (t->step_s, text[2], sizeof text[2]);
        fid_html (f, "%s: %.0f steps, %s each: %s waiting for data, %s computing. ",
                  side ? "Second run" : "Real run", t->n, text[2], text[0], text[1]);
    }
    fputs ("</figcaption></figure>\n</details>\n", f);
    return 0;
}
