/* storage.c - report.html: what a slower storage does to both jobs */
#include "config.h"
#include <math.h>
#include "base/units.h"
#include "charts/pair_charts.h"
#include "report/html/sections.h"
#include "results/words.h"

/* The ratio at `times` the mean, between the values stored; 0 if it is not within them. */
static double
ratio_at (const struct fid_series_slowdown *o, int side, double times)
{
    const struct fid_numbers *x = &o->at, *y = &o->side[side].ratio;
    double at = times * o->mean;
    for (size_t i = 1; i < x->n; i++)
        if (x->x[i - 1] <= at && at <= x->x[i]) {
            double share = log (at / x->x[i - 1]) / log (x->x[i] / x->x[i - 1]);
            return exp (log (y->x[i - 1]) * (1 - share) + log (y->x[i]) * share);
        }
    return 0;
}

static void
put_words (FILE *f, const struct fid_series_slowdown *o)
{
    bool bandwidth = o->quantity == FID_QUANTITY_SLOW_BANDWIDTH;
    char alone[2][FID_WORDS_N];
    for (int k = 0; k < 2; k++)
        fid_format_seconds (o->side[k].alone_s, alone[k], sizeof alone[k]);
    fid_html (f,
              "<figcaption>At %s the real run takes %.1f times as long, the second %.1f times; "
              "without limits their trainings take %s and %s.",
              bandwidth ? "half the bandwidth of the dotted line," : "twice the latency of the "
                                                                      "dotted line,",
              ratio_at (o, 0, bandwidth ? .5 : 2), ratio_at (o, 1, bandwidth ? .5 : 2),
              alone[0], alone[1]);
    if (o->side[0].measured[0].n || o->side[1].measured[0].n)
        fputs (" Marks: measured on throttled storage.", f);
    fputs ("</figcaption>", f);
}

int
fid_page_storage (const struct fid_page *page, const struct fid_series *s)
{
    FILE *f = page->f;
    if (!s->slowdown_n)
        return 0;
    fputs ("<h2>On slower storage</h2>\n<div class=\"many narrow\">\n", f);
    for (size_t i = 0; i < s->slowdown_n; i++) {
        fputs ("<figure>", f);
        if (fid_page_picture (page, s, FID_CHART_SLOWDOWN, i, "training time on slower storage"))
            return -1;
        put_words (f, &s->slowdown[i]);
        fputs ("</figure>\n", f);
    }
    fputs ("</div>\n", f);
    return 0;
}

int
fid_page_demand (const struct fid_page *page, const struct fid_series *s)
{
    FILE *f = page->f;
    char window[2][FID_WORDS_N];
    if (!s->demand.at.n)
        return 0;
    for (int k = 0; k < 2; k++)
        fid_format_seconds (s->demand.side[k].window_s, window[k], sizeof window[k]);
    fputs ("<details class=\"chapter\"><summary><h2>Demand against bandwidth</h2></summary>\n"
           "<figure>",
           f);
    if (fid_page_picture (page, s, FID_CHART_DEMAND, 0, "how often the job wants more bandwidth"))
        return -1;
    fid_html (f,
              "<figcaption>The share of the training in which the job wants more than a "
              "bandwidth: bytes over computing time, in windows of %s (real run) and %s (second "
              "run), which is how far the loaders read ahead. Mean demand: %.3g and %.3g "
              "MiB/s.</figcaption></figure>\n</details>\n",
              window[0], window[1], s->demand.side[0].mean, s->demand.side[1].mean);
    return 0;
}
