/* histograms.c - sizes and latencies in 500 bins
 *
 *     # N values, median M
 *     from,to,count
 *
 * The bins have equal widths from the least value to the greatest, which is in the last
 * one; the counts add up to N. */
#include <stdio.h>
#include <stdlib.h>
#include "base/array.h"
#include "tools/prepare/state.h"

#define BINS 500

static double
median_of (const struct fid_values *v)
{
    size_t half = v->v_n / 2;
    return v->v_n % 2 ? (double)v->v[half]
                    : (double)v->v[half - 1] + (double)(v->v[half] - v->v[half - 1]) / 2;
}

/* v is sorted. */
static void
write_bins (FILE *f, const struct fid_values *v)
{
    char low[FID_REPR_TEXT], high[FID_REPR_TEXT];
    double from = (double)v->v[0], width = ((double)v->v[v->v_n - 1] - from) / BINS;
    int bins = width > 0 ? BINS : 1;
    size_t at = 0;
    for (int i = 0; i < bins; i++) {
        double end = from + width * (i + 1);
        size_t first = at;
        while (at < v->v_n && (i == bins - 1 || (double)v->v[at] < end))
            at++;
        fprintf (f, "%s,%s,%zu\n", fid_prepare_number (from + width * i, low),
                 fid_prepare_number (i == bins - 1 ? (double)v->v[v->v_n - 1] : end, high),
                 at - first);
    }
}

static void
write_one (struct fid_prepare_state *p, const char *name, struct fid_values *v)
{
    char path[64], text[FID_REPR_TEXT];
    struct fid_prepare_report *r = p->report;
    if (!v->v_n)
        return;
    qsort (v->v, v->v_n, sizeof *v->v, fid_by_number);
    snprintf (path, sizeof path, "histograms/%s.csv", name);
    FILE *f = fid_tree_file (&p->tree, path);
    snprintf (r->histogram[r->histogram_n].name, sizeof r->histogram[0].name, "%s", name);
    r->histogram[r->histogram_n].n = v->v_n;
    r->histogram[r->histogram_n].median = median_of (v);
    fprintf (f, "# %zu values, median %s\nfrom,to,count\n", v->v_n,
             fid_prepare_number (r->histogram[r->histogram_n].median, text));
    r->histogram_n++;
    write_bins (f, v);
    fid_tree_close (&p->tree, f, path);
}

void
fid_prepare_histograms (struct fid_prepare_state *p)
{
    static const char *const names[FID_VALUES_N] = {"read_sizes", "write_sizes",
                                                    "write_latencies", "bio_latencies"};
    for (int i = 0; i < FID_VALUES_N; i++)
        write_one (p, names[i], &p->values[i]);
}
