/* access.c - report.html: what files are used for, and where and how they are read */
#include "config.h"
#include <stdio.h>
#include "base/units.h"
#include "charts/pair_charts.h"
#include "report/html/sections.h"
#include "results/words.h"

int
fid_page_roles (const struct fid_page *page, const struct fid_series *s)
{
    FILE *f = page->f;
    if (!fid_pair_chart_known (s, FID_CHART_ROLES))
        return 0;
    fputs ("<h2>What the I/O is for, and where it is</h2>\n<div class=\"many\">\n<figure>", f);
    if (fid_page_picture (page, s, FID_CHART_ROLES, 0, "I/O over time by role"))
        return -1;
    fputs ("<figcaption>MiB/s of calls on a logarithmic axis, by the role of the file, in the "
           "job; "
           "both runs on the same axes.</figcaption></figure>\n<figure>",
           f);
    if (fid_page_picture (page, s, FID_CHART_ROLE_BYTES, 0, "bytes by role"))
        return -1;
    fputs ("<figcaption>By calls, and by block requests (from and to disk) that are for such "
           "files; start-up counts, too.</figcaption></figure>\n</div>\n",
           f);
    return 0;
}

int
fid_page_places (const struct fid_page *page, const struct fid_series *s)
{
    FILE *f = page->f;
    if (!fid_pair_chart_known (s, FID_CHART_PLACES))
        return 0;
    fputs ("<figure>", f);
    if (fid_page_picture (page, s, FID_CHART_PLACES, 0, "where data is read, over time"))
        return -1;
    fputs (
        "<figcaption>Each dot is a read of training data, where all data files lie one above "
        "the other in the order in which they are first read: an even rise is sequential, a "
        "cloud is shuffled.",
        f);
    for (int side = 0; side < 2; side++) {
        size_t each = fid_pair_each_place (s, side, true);
        size_t n = (s->access.places[side].t_s.n + each - 1) / each;
        if ((double)n < s->access.places[side].n)
            fid_html (f, " Of %.0f reads of the %s run %zu are drawn, by chance.",
                      s->access.places[side].n, side ? "second" : "real", n);
    }
    fputs ("</figcaption></figure>\n", f);
    return 0;
}

/* --- distributions */

/* Chapters, each of some quantities. */
enum chapter { SIZES, LOCALITY, CONCURRENCY, CHAPTER_N };

static enum chapter
chapter_of (enum fid_quantity_id q)
{
    switch (q) {
    case FID_QUANTITY_JUMP:
    case FID_QUANTITY_BLOCK_JUMP:
    case FID_QUANTITY_REUSE:
    case FID_QUANTITY_FILE_BYTES:
    case FID_QUANTITY_FILE_READS:
    case FID_QUANTITY_FOLDER_FILES:
        return LOCALITY;
    case FID_QUANTITY_READERS:
    case FID_QUANTITY_OPEN_FILES:
    case FID_QUANTITY_OUTSTANDING:
        return CONCURRENCY;
    default:
        return SIZES;
    }
}

static bool
has_weights (const struct fid_series_dist *d)
{
    return d->by_bytes[0].n || d->by_bytes[1].n;
}

static int
put_spread (const struct fid_page *page, const struct fid_series *s, size_t i)
{
    FILE *f = page->f;
    const struct fid_series_dist *d = &s->dist[i];
    char title[160];
    snprintf (title, sizeof title, "%s, %s", fid_resources[d->resource].words,
              fid_quantities[d->quantity].words);
    fputs ("<figure>", f);
    if (has_weights (d)) {
        fputs ("<div class=\"by-bytes\">", f);
        if (fid_page_picture (page, s, FID_CHART_SPREAD_BYTES, i, title))
            return -1;
        fputs ("</div><div class=\"by-operations\">", f);
    }
    if (fid_page_picture (page, s, FID_CHART_SPREAD, i, title))
        return -1;
    fputs (has_weights (d) ? "</div></figure>\n" : "</figure>\n", f);
    return 0;
}

/* Radio buttons that select what an operation counts as (itself, its bytes, its time); the
 * style sheet shows the matching chart.  The buttons of a pair are named after the pair's
 * content, so that those of two pairs differ. */
static void
put_weights (FILE *f, const struct fid_series *s)
{
    static const char *const value[2] = {"bytes", "operations"};
    static const char *const words[2] = {"by what it moves", "as one"};
    bool any = false;
    for (size_t i = 0; i < s->dist_n; i++)
        any |= has_weights (&s->dist[i]);
    if (!any)
        return;
    fputs ("<p class=\"choice\">An operation counts in the share of sizes", f);
    for (int k = 0; k < 2; k++)
        fid_html (
            f, " <label><input type=\"radio\" name=\"weight-%s-%s\" value=\"%s\"%s> %s</label>",
            s->side[0].hash, s->side[1].hash, value[k], k ? "" : " checked", words[k]);
    fputs ("</p>\n", f);
}

static int
put_sizes_by_latency (const struct fid_page *page, const struct fid_series *s)
{
    FILE *f = page->f;
    for (size_t i = 0; i < s->access.grid_n; i++) {
        char title[160];
        snprintf (title, sizeof title, "%s by size and latency",
                  fid_resources[s->access.grid[i].resource].words);
        fputs ("<figure>", f);
        if (fid_page_picture (page, s, FID_CHART_SIZE_LATENCY, i, title))
            return -1;
        fputs ("</figure>\n", f);
    }
    return 0;
}

static int
put_chapter (const struct fid_page *page, const struct fid_series *s, enum chapter chapter)
{
    static const char *const heads[CHAPTER_N][2] = {
        {"Which sizes and times occur", "First how many operations have which size and take "
                                        "how long: the stronger the colour, "
                                        "the more (the scale is logarithmic). Then the share "
                                        "of all operations (or steps) up to "
                                        "a value"},
        {"Locality: jumps, reuse, files",
         "How far the next read of a file (of a disk) is from where the last one ended, how "
         "many "
         "other files are used before one is used again, and how much is read of each"},
        {"Concurrency: how many at once", "Processes that read in a second, files open, and "
                                          "operations in flight while there are "
                                          "any"}};
    FILE *f = page->f;
    size_t n = 0;
    for (size_t i = 0; i < s->dist_n; i++)
        n += chapter_of (s->dist[i].quantity) == chapter;
    if (!n)
        return 0;
    fid_html (f,
              "<details class=\"chapter\"><summary><h2>%s</h2></summary>\n<p>%s; the further "
              "apart the curves, the more the runs differ.</p>\n<ul class=\"keys\" "
              "aria-label=\"Key\"><li><i class=\"key-real\"></i>real run</li><li><i "
              "class=\"key-second\"></i>second run</li></ul>\n",
              heads[chapter][0], heads[chapter][1]);
    if (chapter == SIZES)
        put_weights (f, s);
    fputs ("<div class=\"many\">\n", f);
    if (chapter == SIZES && put_sizes_by_latency (page, s))
        return -1;
    for (size_t i = 0; i < s->dist_n; i++)
        if (chapter_of (s->dist[i].quantity) == chapter && put_spread (page, s, i))
            return -1;
    fputs ("</div>\n</details>\n", f);
    return 0;
}

int
fid_page_spreads (const struct fid_page *page, const struct fid_series *s)
{
    for (int chapter = 0; chapter < CHAPTER_N; chapter++)
        if (put_chapter (page, s, (enum chapter)chapter))
            return -1;
    return 0;
}
