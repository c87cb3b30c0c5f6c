/* series.c - series as numbers for the script of report.html */
#include "config.h"
#include <math.h>
#include "report/html/sections.h"
#include "charts/merge_bins.h"

#define POINTS 4000 /* of a series on the page: more than any screen is wide */

static void
put_list (FILE *f, const char *key, const struct fid_numbers *x, size_t each,
          enum fid_merge how)
{
    fid_html (f, ",\"%s\":[", key);
    for (size_t i = 0; i < x->n; i += each) {
        double y = fid_merge (x->x + i, x->n - i < each ? x->n - i : each, how);
        if (i)
            fputc (',', f);
        if (isfinite (y))
            fid_html (f, "%.4g", y);
        else
            fputs ("null", f);
    }
    fputc (']', f);
}

/* How many values one point stands for, as stored and as thinned here. */
static size_t
each_of (const struct fid_series_track *t)
{
    return t->n > POINTS ? (t->n + POINTS - 1) / POINTS : 1;
}

void
fid_page_numbers (FILE *f, const struct fid_series_time *t)
{
    fputs ("<script type=\"application/json\">[", f);
    for (int side = 0; side < 2; side++) {
        const struct fid_series_track *k = &t->side[side];
        size_t each = each_of (k);
        fid_html (f, "%s{\"t0\":%.9g,\"dt\":%.9g,\"from\":%zu", side ? "," : "",
                  k->n ? k->t0_s + k->dt_s / 2 * (double)each : 0,
                  k->n ? k->dt_s * (double)each : 1, k->from_n);
        put_list (f, "y", &k->value, each, FID_MERGE_MEAN);
        if (k->n && (k->min.x || each > 1)) {
            put_list (f, "low", k->min.x ? &k->min : &k->value, each, FID_MERGE_LOW);
            put_list (f, "high", k->max.x ? &k->max : &k->value, each, FID_MERGE_HIGH);
        }
        fputc ('}', f);
    }
    fputs ("]</script>", f);
}

void
fid_page_thinned (FILE *f, const struct fid_series_time *t)
{
    static const char *const who[] = {"real run", "second run"};
    for (int side = 0; side < 2; side++) {
        const struct fid_series_track *k = &t->side[side];
        size_t shown = k->n ? (k->n + each_of (k) - 1) / each_of (k) : 0;
        if (shown && k->from_n > shown)
            fid_html (
                f,
                "<span class=\"first\"> %s: thinned from %zu to %zu points, each the mean of "
                "its neighbours; thin lines are the lowest and highest value.</span>",
                who[side], k->from_n, shown);
        if (!k->n)
            fid_html (f, " %s: not recorded.", who[side]);
    }
}

void
fid_page_stripes (FILE *f, const struct fid_series *s)
{
    size_t n = 0;
    fputs ("<script type=\"application/json\" class=\"phases\">[", f);
    for (size_t k = 0; k < s->side[0].phase_n; k++) {
        const struct fid_series_phase *p = &s->side[0].phase[k];
        /* the script knows three kinds */
        bool known = p->kind == FID_PART_EVAL || p->kind == FID_PART_CHECKPOINT;
        if (p->kind != FID_PART_TRAINING)
            fid_html (f, "%s[%.9g,%.9g,\"%s\"]", n++ ? "," : "", p->start_s, p->end_s,
                      fid_part_name (known ? p->kind : FID_PART_INIT));
    }
    fputs ("]</script>\n", f);
}
