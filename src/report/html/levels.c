/* levels.c - the finer values of a pair, for the script that zooms
 *
 * As many as there is room for: each series as it is in the series file, or with
 * every 4, 16 ... of its values joined to their mean, lowest and highest. */
#include "config.h"
#include "base/floor_div.h"
#include "base/memstream.h"
#include "base/outfile.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/units.h"
#include "report/html/sections.h"
#include "charts/pair_charts.h"
#include "results/words.h"

#define JOIN 4 /* a level to the next */

/* The finer values of one series. */
struct fine {
    const struct fid_series_time *t;
    size_t each; /* values joined to one; 0: left out */
    char *text;  /* owned; JSON */
    size_t n;    /* bytes of it */
};

/* The lists of f with `each` values joined, buckets at multiples of their width. */
struct lists {
    int64_t first;
    size_t n;
    uint16_t *q[3]; /* owned; mean, lowest, highest; 0 for a gap */
};

static void
lists_clear (struct lists *l)
{
    for (int i = 0; i < 3; i++)
        free (l->q[i]);
}

static int
join_bins (const struct fid_series_fine *f, size_t each, struct lists *out,
           struct fid_error *err)
{
    const uint16_t *low = f->min ? f->min : f->value, *high = f->max ? f->max : f->value;
    int64_t first = llround (f->t0_s / f->dt_s), last = first + (int64_t)f->n - 1;
    *out = (struct lists){.first = fid_floor_div (first, (int64_t)each)};
    out->n = (size_t)(fid_floor_div (last, (int64_t)each) - out->first + 1);
    for (int i = 0; i < 3; i++)
        if (!(out->q[i] = calloc (out->n, sizeof *out->q[i]))) {
            lists_clear (out);
            return fid_error_nomem (err);
        }
    uint64_t sum = 0, m = 0;
    for (size_t i = 0, k = 0; i < f->n; i++) {
        if (f->value[i]) {
            out->q[1][k] = m && out->q[1][k] < low[i] ? out->q[1][k] : low[i];
            out->q[2][k] = out->q[2][k] > high[i] ? out->q[2][k] : high[i];
            sum += f->value[i];
            m++;
        }
        if (i + 1 < f->n &&
            fid_floor_div (first + (int64_t)i + 1, (int64_t)each) - out->first == (int64_t)k)
            continue;
        out->q[0][k++] = (uint16_t)(m ? (sum + m / 2) / m : 0);
        sum = m = 0;
    }
    return 0;
}

static int
put_side (FILE *f, const struct fid_series_fine *fine, size_t each, struct fid_error *err)
{
    static const char *const keys[] = {"y", "low", "high"};
    const uint16_t *as_is[3] = {fine->value, fine->min, fine->max};
    struct lists l = {.first = llround (fine->t0_s / fine->dt_s), .n = fine->n};
    if (each > 1 && join_bins (fine, each, &l, err))
        return -1;
    double dt_s = fine->dt_s * (double)each;
    fid_html (f, "{\"t0\":%.9g,\"dt\":%.9g,\"native\":%.9g,\"n\":%zu,\"from\":%zu,",
              (double)l.first * dt_s, dt_s, fine->native_dt_s, l.n, fine->from_n);
    fid_html (f, "\"offset\":%.17g,\"step\":%.17g", fine->ruler.offset, fine->ruler.step);
    int rc = 0;
    for (int i = 0; i < 3 && !rc; i++) {
        const uint16_t *q = each > 1 ? l.q[i] : as_is[i];
        char *text = q ? fid_quanta_text (q, l.n, err) : NULL;
        rc = q && !text ? -1 : 0;
        if (text)
            fid_html (f, ",\"%s\":\"%s\"", keys[i], text);
        free (text);
    }
    fputc ('}', f);
    lists_clear (&l);
    return rc;
}

/* The text of a series as its `each` says. */
static int
write_fine (struct fine *x, struct fid_error *err)
{
    free (x->text);
    x->text = NULL;
    x->n = 0;
    FILE *f = fid_memstream_open (&x->text, &x->n, err);
    if (!f)
        return -1;
    int rc = 0;
    fputc ('[', f);
    for (int k = 0; k < 2 && !rc; k++) {
        fputs (k ? "," : "", f);
        if (x->each && x->t->side[k].fine.n)
            rc = put_side (f, &x->t->side[k].fine, x->each, err);
        else
            fputs ("null", f);
    }
    fputc (']', f);
    return fid_memstream_end (f, rc, err);
}

/* Joins more of the recorded bins into one; sets each to 0 (no level) if the result would not
 * be finer than the plot. */
static void
coarsen_bins (struct fine *x)
{
    x->each *= JOIN;
    for (int k = 0; k < 2; k++) {
        const struct fid_series_track *side = &x->t->side[k];
        if (side->fine.n && side->fine.dt_s * (double)x->each > .5 * side->dt_s)
            x->each = 0;
    }
}

/* Shorten the longest until all fit. */
static int
fit_levels (struct fine *x, size_t n, size_t room, struct fid_error *err)
{
    size_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (write_fine (&x[i], err))
            return -1;
        sum += x[i].n;
    }
    while (sum > room) {
        struct fine *longest = NULL;
        for (size_t i = 0; i < n; i++)
            if (x[i].each && (!longest || x[i].n > longest->n))
                longest = &x[i];
        if (!longest)
            return 0;
        sum -= longest->n;
        coarsen_bins (longest);
        if (write_fine (longest, err))
            return -1;
        sum += longest->n;
    }
    return 0;
}

/* What was left out, in words. */
static void
put_left_out (FILE *f, const struct fine *x, size_t n)
{
    size_t said = 0;
    for (size_t i = 0; i < n; i++) {
        const struct fid_series_track *side = &x[i].t->side[!x[i].t->side[0].fine.n];
        char text[FID_WORDS_N];
        if (x[i].each == 1)
            continue;
        fputs (said++ ? "; " : "<p class=\"note\">To keep this page small, zooming ends at ",
               f);
        fid_format_seconds (side->fine.dt_s * (double)x[i].each, text, sizeof text);
        if (x[i].each)
            fid_html (f, "means of %s for %s", text, fid_resources[x[i].t->resource].words);
        else
            fid_html (f, "what is drawn first for %s", fid_resources[x[i].t->resource].words);
    }
    fputs (said ? ". The series file has finer ones.</p>\n" : "", f);
}

int
fid_page_levels (const struct fid_page *page, const struct fid_series *s, size_t room)
{
    struct fine *x = calloc (s->time_n + 1, sizeof *x);
    size_t n = 0;
    if (!x)
        return fid_error_nomem (page->err);
    for (size_t i = 0; i < s->time_n; i++)
        if (fid_pair_chart_shows (s, i) &&
            (s->time[i].side[0].fine.n || s->time[i].side[1].fine.n))
            x[n++] = (struct fine){.t = &s->time[i], .each = 1};
    int rc = n ? fit_levels (x, n, room, page->err) : 0;
    if (n && !rc) {
        put_left_out (page->f, x, n);
        fputs ("<script type=\"application/json\" class=\"fine\">[", page->f);
        for (size_t i = 0, k = 0, shown = 0; i < s->time_n; i++) {
            if (!fid_pair_chart_shows (s, i))
                continue;
            bool has = k < n && x[k].t == &s->time[i];
            fprintf (page->f, "%s%s", shown++ ? "," : "",
                     has && x[k].each ? x[k].text : "null");
            k += has;
        }
        fputs ("]</script>\n", page->f);
    }
    for (size_t i = 0; i < n; i++)
        free (x[i].text);
    free (x);
    return rc;
}
