/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thinned.c - see thinned.h */
#include "base/floor_div.h"
#include "compare/thinned.h"

void fid_track_clear (struct fid_track *t)
{
    FID_FREE (t->mean, t->low, t->high);
    *t = (struct fid_track){0};
}

int fid_track_extent (const struct fid_run *run, struct fid_extent *out, struct fid_error *err)
{
    struct fid_intervals iv;
    FID_TRY (fid_window_cut (run, FID_WINDOW_WHOLE, false, &iv, err));
    *out = (struct fid_extent){0};
    if (iv.n) {
        out->first_ns = iv.at[0].start_ns;
        out->end_ns = iv.at[iv.n - 1].end_ns;
        out->zero_ns = run->phases.known ? run->phases.origin_ns : out->first_ns;
    }
    fid_intervals_clear (&iv);
    return 0;
}

int64_t fid_track_bin (const struct fid_extent x[2], int64_t bin_ns, size_t bin_n)
{
    for (int k = 0; k < 2; k++)
        while ((x[k].end_ns - x[k].first_ns) / bin_ns >= (int64_t)bin_n)
            bin_ns *= 2;
    return bin_ns;
}

/* Allocates buckets [lo, hi], all 0. */
static int begin_track (struct fid_track *t, int64_t lo, int64_t hi, double dt_s,
                        struct fid_error *err)
{
    *t = (struct fid_track){.first = lo, .n = (size_t)(hi - lo + 1), .dt_s = dt_s};
    t->from_n = t->n;
    t->mean = calloc (t->n, sizeof *t->mean);
    return t->mean ? 0 : fid_error_nomem (err);
}

/* Returns the middle of a bin on the grid's axis. */
static int64_t middle_ns (const struct fid_grid *g, size_t e)
{
    return (g->first + (int64_t)e) * g->bin_ns + g->bin_ns / 2;
}

/* Makes the track of a grid: amounts of so many `unit' a second; unit 0: operations. */
static int track_grid (const struct fid_run *run, const struct fid_grid *g, int64_t dt_ns,
                       double unit, struct fid_track *out, struct fid_error *err)
{
    struct fid_extent x;
    bool bytes = unit > 0;
    FID_TRY (fid_track_extent (run, &x, err));
    if (x.first_ns >= x.end_ns)
        return 0;
    /* bins count from the start of the job, or of the axis if it is unknown */
    int64_t shift = run->phases.known ? 0 : x.zero_ns;
    int64_t lo = fid_floor_div (x.first_ns - x.zero_ns, dt_ns);
    int64_t hi = fid_floor_div (x.end_ns - 1 - x.zero_ns, dt_ns);
    for (size_t e = 0; e < g->n; e++) {
        int64_t k = fid_floor_div (middle_ns (g, e) - shift, dt_ns);
        if (g->op_n[e]) {
            lo = k < lo ? k : lo;
            hi = k > hi ? k : hi;
        }
    }
    FID_TRY (begin_track (out, lo, hi, (double)dt_ns / 1e9, err));
    unit = out->dt_s * (bytes ? unit : 1);
    for (size_t e = 0; e < g->n; e++) {
        int64_t k = fid_floor_div (middle_ns (g, e) - shift, dt_ns);
        if (g->op_n[e])
            out->mean[k - lo] += (bytes ? (double)g->byte_n[e] : g->op_n[e]) / unit;
    }
    return 0;
}

int fid_track_stream (const struct fid_run *run, enum fid_stream_id id, int64_t dt_ns,
                      bool bytes, struct fid_track *out, struct fid_error *err)
{
    const struct fid_stream *s = &run->stream[id];
    *out = (struct fid_track){0};
    return s->traced ? track_grid (run, &s->grid, dt_ns, bytes ? 1048576 : 0, out, err) : 0;
}

int fid_track_in_flight (const struct fid_run *run, enum fid_stream_id id, int64_t dt_ns,
                         struct fid_track *out, struct fid_error *err)
{
    const struct fid_stream *s = &run->stream[id];
    *out = (struct fid_track){0};
    return s->timed ? track_grid (run, &s->busy, dt_ns, 1e9, out, err) : 0;
}

static double level_of (const double *v, size_t dim, enum fid_level level)
{
    if (dim != FID_CPU_DIM)
        return v[0];
    return level == FID_LEVEL_BUSY ? fmax (0, 100 - v[3]) : v[level - 1];
}

/* As for fid_extract_gauge: with more, nearly all are gaps. */
#define CELLS_A_SAMPLE 8

int fid_track_gauge (const struct fid_run *run, enum fid_gauge_id id, enum fid_level level,
                     double dt_s, struct fid_track *out, struct fid_error *err)
{
    const struct fid_gauge *g = &run->gauge[id];
    struct fid_extent x;
    *out = (struct fid_track){0};
    if (g->n < 2 || !(g->period_s > 0))
        return 0;
    FID_TRY (fid_track_extent (run, &x, err));
    int64_t dt_ns = (int64_t)(dt_s * 1e9), period = (int64_t)(g->period_s * 1e9);
    int64_t from = g->t_ns[0] - period, to = g->t_ns[g->n - 1];
    from = from > x.first_ns ? from : x.first_ns; /* monitors outlive the job */
    to = to < x.end_ns ? to : x.end_ns;
    if (from >= to || dt_ns <= 0)
        return 0;
    int64_t lo = fid_floor_div (from - x.zero_ns, dt_ns);
    int64_t hi = fid_floor_div (to - 1 - x.zero_ns, dt_ns);
    if ((uint64_t)(hi - lo + 1) > CELLS_A_SAMPLE * (uint64_t)g->n)
        return 0;
    FID_TRY (begin_track (out, lo, hi, dt_s, err));
    size_t k = 0;
    for (size_t i = 0; i < out->n; i++) {
        int64_t middle = x.zero_ns + (lo + (int64_t)i) * dt_ns + dt_ns / 2;
        while (k < g->n && g->t_ns[k] < middle) /* a stamp ends its interval */
            k++;
        bool covers = k < g->n && g->t_ns[k] - middle <= period + period / 2;
        out->mean[i] = covers ? level_of (g->value + k * g->dim, g->dim, level) : FID_GAP;
    }
    return 0;
}

/* Returns the number of elements after joining `factor` of them. */
static size_t thinned_n (const struct fid_track *t, size_t factor)
{
    int64_t f = (int64_t)factor;
    return t->n ? (size_t)(fid_floor_div (t->first + (int64_t)t->n - 1, f) -
                           fid_floor_div (t->first, f) + 1)
                : 0;
}

size_t fid_track_factor (const struct fid_track *a, const struct fid_track *b, size_t point_n)
{
    size_t most = a->n > b->n ? a->n : b->n;
    size_t factor = most > point_n ? (most - 1) / point_n + 1 : 1;
    if (point_n < 2 && most > 1) /* joined buckets do not cross zero: two may have to stay */
        point_n = 2;
    while (factor > 1 && (thinned_n (a, factor) > point_n || thinned_n (b, factor) > point_n))
        factor++;
    return factor;
}

int fid_track_thin (struct fid_track *t, size_t factor, struct fid_error *err)
{
    if (factor <= 1 || !t->n)
        return 0;
    size_t n = thinned_n (t, factor), count = 0, to = 0;
    int64_t first = fid_floor_div (t->first, (int64_t)factor);
    double *low = malloc (n * sizeof *low), *high = malloc (n * sizeof *high);
    if (!low || !high) {
        FID_FREE (low, high);
        return fid_error_nomem (err);
    }
    double sum = 0;
    for (size_t i = 0; i < t->n; i++) {
        double v = t->mean[i];
        if (v != FID_GAP) {
            low[to] = count ? fmin (low[to], v) : v;
            high[to] = count ? fmax (high[to], v) : v;
            sum += v;
            count++;
        }
        bool last =
            i + 1 == t->n ||
            fid_floor_div (t->first + (int64_t)i + 1, (int64_t)factor) - first != (int64_t)to;
        if (!last)
            continue;
        if (!count)
            low[to] = high[to] = FID_GAP;
        /* a mean of equal values may be off by a rounding */
        t->mean[to] = count ? fmax (low[to], fmin (high[to], sum / (double)count)) : FID_GAP;
        to++;
        sum = 0;
        count = 0;
    }
    t->low = low;
    t->high = high;
    t->n = n;
    t->first = first;
    t->dt_s *= (double)factor;
    return 0;
}
