/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spans_iou.c - do the phases happen at the same times
 *
 *   IoU(l) = |A_l and B_l| / |A_l or B_l|,  d = 1 - mean over labels of IoU(l)
 *
 * A_l is the time that label l covers in the real run, B_l in the emulation,
 * each as shares of its side's extent (first start to last end): a run that is
 * slower by a few percent has its late phases elsewhere in seconds and at the
 * same place of the run.  The mean is over labels that cover time in either,
 * each weighing the same (macro average).  Range [0, 1], symmetric.
 *
 * Beside it: iou_s, the same of times in seconds; iou_tolerance, in seconds
 * too, where time that only one side covers is forgiven if both cover something
 * within tolerance_s of it (so boundaries may be off by that much, and a short
 * phase may be shifted by it); never below iou_s.
 *
 * Blind to the extent, and to how far apart intervals are once they do not
 * meet.  Time
 * O(labels n + n log n).  Source: Jaccard 1912,
 * doi:10.1111/j.1469-8137.1912.tb05611.x (the index); tolerance ours. */
#include <math.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "metrics/signal.h"
#include "metrics/spans.h"

/* Sets of time that a sweep keeps apart. */
enum { REAL, EMU, WIDE_REAL, WIDE_EMU, SETS_N };

struct edge {
    double t;
    int set, step; /* +1 begins, -1 ends */
};

struct view { /* t -> (t - origin) / unit of each side */
    double origin[2], unit[2], tolerance;
};

struct overlap {
    double both, any, tolerant;
};

static int by_time (const void *a, const void *b)
{
    double x = ((const struct edge *)a)->t, y = ((const struct edge *)b)->t;
    return (x > y) - (x < y);
}

/* Edges of one side's intervals of the label, as they are and widened. */
static size_t add_edges (const struct fid_signal *s, int side, int label, const struct view *v,
                         struct edge *edge)
{
    size_t n = 0;
    for (size_t i = 0; i < s->span_n; i++) {
        if (s->span[i].label != label)
            continue;
        double from = (s->span[i].start_s - v->origin[side]) / v->unit[side];
        double to = (s->span[i].end_s - v->origin[side]) / v->unit[side];
        if (!(to > from))
            continue; /* covers no time, so widening must not make it cover some */
        edge[n++] = (struct edge){from, REAL + side, 1};
        edge[n++] = (struct edge){to, REAL + side, -1};
        edge[n++] = (struct edge){from - v->tolerance, WIDE_REAL + side, 1};
        edge[n++] = (struct edge){to + v->tolerance, WIDE_REAL + side, -1};
    }
    return n;
}

static struct overlap sweep_edges (struct edge *edge, size_t n)
{
    struct overlap o = {0};
    int depth[SETS_N] = {0};
    qsort (edge, n, sizeof *edge, by_time);
    for (size_t k = 0; k < n; k++) {
        double length = k ? edge[k].t - edge[k - 1].t : 0;
        if (depth[REAL] || depth[EMU]) {
            o.any += length;
            o.both += depth[REAL] && depth[EMU] ? length : 0;
            o.tolerant += depth[WIDE_REAL] && depth[WIDE_EMU] ? length : 0;
        }
        depth[edge[k].set] += edge[k].step;
    }
    return o;
}

struct result {
    double iou, tolerant;
    size_t labels_n; /* that cover time */
};

static struct result mean_over_labels (const struct fid_signal *real,
                                       const struct fid_signal *emu, const struct view *v,
                                       const int *label, size_t label_n, struct edge *edge)
{
    struct result r = {0};
    for (size_t k = 0; k < label_n; k++) {
        size_t n = add_edges (real, 0, label[k], v, edge);
        n += add_edges (emu, 1, label[k], v, edge + n);
        struct overlap o = sweep_edges (edge, n);
        if (!(o.any > 0))
            continue;
        r.iou += o.both / o.any;
        r.tolerant += o.tolerant / o.any;
        r.labels_n++;
    }
    if (r.labels_n) {
        r.iou /= (double)r.labels_n;
        r.tolerant /= (double)r.labels_n;
    }
    return r;
}

/* The view of a side that maps its extent to [0, 1]. */
static void view_extent (const struct fid_signal *s, double *origin, double *unit)
{
    double from = INFINITY, to = -INFINITY;
    for (size_t i = 0; i < s->span_n; i++) {
        from = s->span[i].start_s < from ? s->span[i].start_s : from;
        to = s->span[i].end_s > to ? s->span[i].end_s : to;
    }
    *origin = from;
    *unit = to - from;
}

static int eval_spans_iou (const struct fid_signal *real, const struct fid_signal *emu,
                           const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    double tolerance_s = opts->tolerance_s, real_s, emu_s;
    int *label = NULL;
    struct edge *edge = NULL;
    size_t n = 0;
    FID_TRY_CODE (fid_spans_check (real, emu));
    if (!(isfinite (tolerance_s) && tolerance_s >= 0))
        return GSL_EINVAL;
    real_s = fid_spans_total_s (real);
    emu_s = fid_spans_total_s (emu);
    if (!isfinite (real_s) || !isfinite (emu_s))
        return GSL_EINVAL;
    if (fid_signal_idle_value (!(real_s > 0), !(emu_s > 0), 1, out))
        return GSL_SUCCESS;
    int rc = fid_spans_labels (real, emu, &label, &n);
    edge = rc ? NULL : malloc (4 * (real->span_n + emu->span_n) * sizeof *edge);
    if (!edge) {
        rc = GSL_ENOMEM;
        goto done;
    }
    struct view seconds = {{0, 0}, {1, 1}, tolerance_s}, own = {.tolerance = 0};
    view_extent (real, &own.origin[0], &own.unit[0]);
    view_extent (emu, &own.origin[1], &own.unit[1]);
    struct result shares = mean_over_labels (real, emu, &own, label, n, edge),
                  plain = mean_over_labels (real, emu, &seconds, label, n, edge);
    fid_value_set (out, 1 - shares.iou);
    fid_value_detail (out, "iou_s", plain.iou);
    fid_value_detail (out, "iou_tolerance", plain.tolerant);
    fid_value_detail (out, "tolerance_s", tolerance_s);
    fid_value_detail (out, "labels_n", (double)shares.labels_n);
done:
    free (label);
    free (edge);
    return rc;
}

const struct fid_metric metric_spans_iou = {
    .name = "spans_iou",
    .doc = "overlap of phases as shares of the run, mean over labels",
    .unit = "1",
    .source = "Jaccard 1912, doi:10.1111/j.1469-8137.1912.tb05611.x",
    .input = FID_INPUT_SPANS,
    .eval = eval_spans_iou,
};
