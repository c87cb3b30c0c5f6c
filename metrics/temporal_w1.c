/* SPDX-License-Identifier: GPL-3.0-or-later */
/* temporal_w1.c - when does the work happen: cumulative shares over time
 *
 *   d = 1/T integral from 0 to T of |A(t) - B(t)| dt
 *
 * A and B are the shares of each side's own total (bytes, operations, level
 * times time) done up to t; T is the longer duration.  Mass is spread evenly
 * inside a bin, so A and B are broken lines and the integral is exact for
 * them.  Range [0, 1], symmetric.  It is W1 between the two distributions of
 * "when": a lag of s without loss at the end costs s/T.  Blind to the total
 * (volume's business) and to structure finer than a bin.
 *
 * Cost O(n + m).  Source: Vallender 1974, doi:10.1137/1118101 (W1 as the area
 * between distribution functions); its use on cumulated I/O is ours. */
#include <math.h>
#include <gsl/gsl_errno.h>
#include "metrics/metric.h"
#include "metrics/signal.h"

/* One side's broken line, walked bin by bin. */
struct line {
    const double *x;
    size_t n, i;
    double dt_s, total, sum; /* mass in all; mass of the bins before bin i */
    double end_s;            /* of bin i; INFINITY behind the last */
};

static struct line start_line (const struct fid_signal *s, double total)
{
    return (struct line){.x = s->x,
                         .n = s->n,
                         .dt_s = s->dt_s,
                         .total = total,
                         .end_s = s->n ? s->dt_s : INFINITY};
}

/* Share done up to t, which lies in bin i or after the last. */
static inline double share_at (const struct line *l, double t)
{
    if (l->i == l->n)
        return 1;
    double part = t / l->dt_s - (double)l->i;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return (l->sum + l->x[l->i] * part) / l->total;
}

static inline void step_line (struct line *l, double t)
{
    while (l->end_s <= t) {
        l->sum += l->x[l->i++];
        l->end_s = l->i < l->n ? (double)(l->i + 1) * l->dt_s : INFINITY;
    }
}

/* Area under |line from a to b| over a length 1. */
static double area_between (double a, double b)
{
    if ((a >= 0) == (b >= 0) || a == 0 || b == 0)
        return (fabs (a) + fabs (b)) / 2;
    return (a * a + b * b) / (2 * (fabs (a) + fabs (b)));
}

static double distance_of_lines (struct line a, struct line b, double *sup)
{
    double t = 0, gap = 0, sum = 0;
    *sup = 0;
    for (;;) {
        double next = a.end_s < b.end_s ? a.end_s : b.end_s;
        if (isinf (next))
            break;
        double before = gap;
        gap = share_at (&a, next) - share_at (&b, next);
        sum += area_between (before, gap) * (next - t);
        *sup = fabs (gap) > *sup ? fabs (gap) : *sup;
        t = next;
        step_line (&a, t);
        step_line (&b, t);
    }
    return t > 0 ? sum / t : 0;
}

/* Total mass and its centre in time; GSL_EINVAL if a mass is negative. */
static int mass_totals (const struct fid_signal *s, double *total, double *center_s)
{
    double sum = 0, moment = 0;
    for (size_t i = 0; i < s->n; i++) {
        if (s->x[i] < 0)
            return GSL_EINVAL;
        sum += s->x[i];
        moment += s->x[i] * ((double)i + 0.5);
    }
    if (!isfinite (sum) || !isfinite (moment))
        return GSL_EINVAL;
    *total = sum;
    *center_s = moment / sum * s->dt_s; /* not finite without mass: no detail */
    return GSL_SUCCESS;
}

static int check_masses (const struct fid_signal *s)
{
    if (fid_signal_dim (s) != 1)
        return GSL_EBADLEN;
    return s->n && !(isfinite (s->dt_s) && s->dt_s > 0) ? GSL_EINVAL : fid_signal_check (s);
}

static int eval_temporal_w1 (const struct fid_signal *real, const struct fid_signal *emu,
                             const struct fid_metric_opts *opts, struct fid_metric_value *out)
{
    (void)opts;
    double real_n, emulation_n, real_center_s, emulation_center_s, sup = 0;
    FID_TRY_CODE (check_masses (real));
    FID_TRY_CODE (check_masses (emu));
    FID_TRY_CODE (mass_totals (real, &real_n, &real_center_s));
    FID_TRY_CODE (mass_totals (emu, &emulation_n, &emulation_center_s));
    if (!fid_signal_idle_value (real_n == 0, emulation_n == 0, 1, out)) {
        double d =
            distance_of_lines (start_line (real, real_n), start_line (emu, emulation_n), &sup);
        fid_value_set (out, d);
        fid_value_detail (out, "sup_gap", sup);
    }
    fid_value_detail (out, "real_center_s", real_center_s);
    fid_value_detail (out, "emulation_center_s", emulation_center_s);
    return GSL_SUCCESS;
}

const struct fid_metric metric_temporal_w1 = {
    .name = "temporal_w1",
    .doc = "area between the cumulative shares of work over time",
    .unit = "1",
    .source = "Vallender 1974, doi:10.1137/1118101",
    .input = FID_INPUT_SERIES,
    .eval = eval_temporal_w1,
};
