/* overview.c - the answer of report.html, and how many pairs earned which word */
#include "config.h"
#include <string.h>
#include "report/html/sections.h"
#include "report/rating.h"

void
fid_page_answer (const struct fid_page *page)
{
    const struct fid_ranking *ranking = &page->report->emulation;
    const struct fid_result_head *best = NULL;
    size_t n = 0, near_n = 0, known_n = 0, own_n = 0;
    FILE *f = page->f;
    for (size_t i = 0; i < ranking->list_n; i++) {
        const struct fid_list *list = &ranking->list[i];
        const struct fid_result_head *r = list->entry_n ? list->entry[0].result : NULL;
        if (!r || fid_page_two_real (page, r))
            continue;
        n++;
        near_n += fid_rating_of (r->score) <= FID_RATED_CLOSE;
        if (*list->run->workload && *r->real.workload) {
            known_n++;
            own_n += strcmp (list->run->workload, r->real.workload) == 0;
        }
        if (!best || fid_page_value (page, r) > fid_page_value (page, best))
            best = r;
    }
    if (!best)
        return;
    fputs ("<p class=\"lead\"><b>", f);
    if (!page->scored)
        fid_html (
            f,
            "Of %zu %s it cannot be said how near is near enough: that needs repeats of a "
            "real run.",
            n, n == 1 ? "emulation" : "emulations");
    else if (near_n)
        fid_html (f, "%zu of %zu emulations %s close to a real run.", near_n, n,
                  near_n == 1 ? "is" : "are");
    else
        fid_html (f, "Of %zu %s none is close to a real run.", n,
                  n == 1 ? "emulation" : "emulations");
    fid_html (
        f, "</b> The nearest is <a href=\"#pair-%zu\">%s to %s</a>, with a %s of <b>%.2f</b>",
        fid_page_pair (page, best), best->emulation.id, best->real.id,
        page->scored ? "score" : "similarity", fid_page_value (page, best));
    if (known_n)
        fid_html (f, "; %zu of %zu are nearest to a run of the workload they emulate", own_n,
                  known_n);
    fputs (".</p>\n", f);
}

/* How many pairs earned which word. */
void
fid_page_counts (const struct fid_page *page)
{
    const struct fid_results *all = &page->report->all;
    size_t n[FID_RATING_N] = {0}, two_real_n[FID_RATING_N] = {0};
    for (size_t i = 0; i < all->result_n; i++) {
        enum fid_rating r = fid_rating_of (all->result[i].score);
        n[r]++;
        two_real_n[r] += fid_page_two_real (page, &all->result[i]);
    }
    fputs ("<h2 class=\"aside\">Verdicts</h2>\n<ul class=\"counts\">\n", page->f);
    for (int k = 0; k < FID_RATING_N; k++) {
        enum fid_rating r = (enum fid_rating)k;
        if (n[k] == 0 && (r == FID_RATED_NOT || !page->scored))
            continue;
        fid_html (page->f,
                  "<li class=\"rated-%s\"><b>%zu</b> <span class=\"word\"><span class=\"sign\" "
                  "aria-hidden=\"true\">%s</span> %s</span> <small>%s: %s</small>",
                  fid_rating_class (r), n[k], fid_rating_sign (r), fid_rating_word (r),
                  fid_rating_range (r), fid_rating_meaning (r));
        if (two_real_n[k])
            fid_html (page->f, " <small>%s real runs held against real runs</small>",
                      two_real_n[k] == n[k] ? "all of them" : "some of them");
        fputs ("</li>\n", page->f);
    }
    if (all->failure_n)
        fid_html (
            page->f,
            "<li class=\"rated-not\"><b>%zu</b> <span class=\"word\"><span class=\"sign\" "
            "aria-hidden=\"true\">\xE2\x80\x93</span> not compared</span> <small><a "
            "href=\"#failed\">why</a></small></li>\n",
            all->failure_n);
    fputs ("</ul>\n", page->f);
}
