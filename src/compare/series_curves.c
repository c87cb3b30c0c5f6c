/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series_curves.c - series against time, thinned for drawing, and how warping bends time */
#include <gsl/gsl_errno.h>
#include "base/floor_div.h"
#include "compare/series.h"

void fid_track_clear (struct fid_track *t)
{
    FID_FREE (t->mean, t->low, t->high);
    *t = (struct fid_track){0};
}

int fid_track_extent (const struct fid_run *run, struct fid_extent *out, struct fid_error *err)
{
    FID_SCOPED (fid_intervals_clear) struct fid_intervals iv = {.n = 0};
    FID_TRY (fid_window_cut (run, FID_WINDOW_WHOLE, false, &iv, err));
    *out = (struct fid_extent){0};
    if (iv.n) {
        out->first_ns = iv.at[0].start_ns;
        out->end_ns = iv.at[iv.n - 1].end_ns;
        out->zero_ns = run->phases.known ? run->phases.origin_ns : out->first_ns;
    }
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
        const double *v = g->value + k * g->dim;
        out->mean[i] = !covers                   ? FID_GAP
                       : g->dim != FID_CPU_DIM   ? v[0]
                       : level == FID_LEVEL_BUSY ? fmax (0, 100 - v[3])
                                                 : v[level - 1];
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

/* --- series of resources against time
 *
 * Each is stored twice: thinned to what a chart shows at once, in the bins that are compared, and
 * packed for zooming, in the bins that were recorded. */

/* One quantity in both runs. */
struct curve {
    enum fid_resource_id resource;
    enum fid_quantity_id quantity;
    enum fid_unit_id unit;
    double quantum; /* values are whole multiples of it, or it is small compared with them */
    struct fid_track coarse[2], fine[2];
};

static void clear_curve (struct curve *c)
{
    for (int k = 0; k < 2; k++) {
        fid_track_clear (&c->coarse[k]);
        fid_track_clear (&c->fine[k]);
    }
}

/* Packs x[n]; NULL stays NULL. */
static int pack_values (struct fid_series *s, uint16_t **to, const struct fid_quanta *ruler,
                        const double *x, size_t n, int side, struct fid_error *err)
{
    if (!x)
        return 0;
    uint16_t *q = *to = fid_arena_take (&s->arena, n, sizeof *q, err);
    for (size_t i = 0; q && i < n; i++)
        q[i] = fid_quanta_of (ruler, x[i], side);
    return q ? 0 : -1;
}

static int keep_fine (struct fid_series *s, struct fid_series_fine *out,
                      const struct fid_track *t, double native_dt_s, double quantum,
                      struct fid_error *err)
{
    const double *low = t->low ? t->low : t->mean, *high = t->high ? t->high : t->mean;
    double least = 0, most = 0;
    for (size_t i = 0; i < t->n; i++)
        if (low[i] != FID_GAP) {
            least = fmin (least, low[i]);
            most = fmax (most, high[i]);
        }
    *out = (struct fid_series_fine){.t0_s = (double)t->first * t->dt_s,
                                    .dt_s = t->dt_s,
                                    .native_dt_s = native_dt_s,
                                    .n = t->n,
                                    .from_n = t->from_n,
                                    .ruler = fid_quanta_ruler (least, most, quantum)};
    FID_TRY (pack_values (s, &out->value, &out->ruler, t->mean, t->n, 0, err));
    FID_TRY (pack_values (s, &out->min, &out->ruler, t->low, t->n, -1, err));
    return pack_values (s, &out->max, &out->ruler, t->high, t->n, 1, err);
}

/* Thins both series of a kind alike. */
static int thin_tracks (struct fid_track t[2], size_t point_n, struct fid_error *err)
{
    size_t factor = fid_track_factor (&t[0], &t[1], point_n);
    FID_TRY (fid_track_thin (&t[0], factor, err));
    return fid_track_thin (&t[1], factor, err);
}

static int put_curve (struct fid_series *s, struct curve *c, const struct fid_series_size *size,
                      struct fid_error *err)
{
    double native_s[2] = {c->fine[0].dt_s, c->fine[1].dt_s};
    if (!c->coarse[0].n && !c->coarse[1].n)
        return 0;
    FID_TRY (thin_tracks (c->coarse, size->point_n, err));
    if (size->fine_n)
        FID_TRY (thin_tracks (c->fine, size->fine_n, err));
    struct fid_series_time *out = &s->time[s->time_n++];
    out->resource = c->resource;
    out->quantity = c->quantity;
    out->unit = c->unit;
    for (int k = 0; k < 2; k++) {
        const struct fid_track *coarse = &c->coarse[k], *fine = &c->fine[k];
        struct fid_series_track *side = &out->side[k];
        if (!coarse->n)
            continue;
        side->t0_s = (double)coarse->first * coarse->dt_s;
        side->dt_s = coarse->dt_s;
        side->n = coarse->n;
        side->thinned_n = coarse->low ? coarse->from_n : 0;
        side->from_n = coarse->low ? coarse->from_n : coarse->n;
        FID_TRY (fid_series_copy (s, &side->value, coarse->mean, coarse->n, err));
        if (coarse->low) {
            FID_TRY (fid_series_copy (s, &side->min, coarse->low, coarse->n, err));
            FID_TRY (fid_series_copy (s, &side->max, coarse->high, coarse->n, err));
        }
        if (size->fine_n && fine->n && !(fine->dt_s > .75 * coarse->dt_s))
            FID_TRY (keep_fine (s, &side->fine, fine, native_s[k], c->quantum, err));
    }
    return 0;
}

static int stream_series (struct fid_series *s, const struct fid_pair *pair,
                          enum fid_stream_id id, bool bytes, const struct fid_series_size *size,
                          struct fid_error *err)
{
    int64_t dt_ns = fid_extract_dt (pair->real, pair->emu, id, pair->dt_s);
    struct fid_extent x[2];
    for (int k = 0; k < 2; k++)
        FID_TRY (fid_track_extent (pair->run[k], &x[k], err));
    /* a minute of events in a run of days: not in bins of 10 ms */
    int64_t bin_ns =
        fid_track_bin (x, fid_extract_dt (pair->real, pair->emu, id, 0), 2 * FID_SERIES_FINE);
    FID_SCOPED (clear_curve)
    struct curve c = {.resource = fid_resource_of_stream (id),
                      .quantity = bytes ? FID_QUANTITY_BYTES : FID_QUANTITY_OPS,
                      .unit = bytes ? FID_IN_MIB_PER_S : FID_IN_PER_SECOND,
                      /* one operation, one byte */
                      .quantum = 1 / ((double)bin_ns / 1e9) / (bytes ? 1048576 : 1)};
    for (int k = 0; k < 2; k++) {
        if (bytes && !pair->run[k]->stream[id].sized)
            continue;
        FID_TRY (fid_track_stream (pair->run[k], id, dt_ns, bytes, &c.coarse[k], err));
        if (size->fine_n)
            FID_TRY (fid_track_stream (pair->run[k], id, bin_ns, bytes, &c.fine[k], err));
    }
    return put_curve (s, &c, size, err);
}

/* How many operations are in flight; without finer values, which were not recorded. */
static int in_flight_series (struct fid_series *s, const struct fid_pair *pair,
                             enum fid_stream_id id, const struct fid_series_size *size,
                             struct fid_error *err)
{
    struct fid_series_size coarse = {.point_n = size->point_n};
    FID_SCOPED (clear_curve)
    struct curve c = {.resource = fid_resource_of_stream (id),
                      .quantity = FID_QUANTITY_OUTSTANDING,
                      .unit = FID_IN_ONE};
    int64_t dt_ns = FID_BUSY_BIN_NS;
    for (int k = 0; k < 2; k++)
        if (pair->run[k]->stream[id].busy.bin_ns > dt_ns)
            dt_ns = pair->run[k]->stream[id].busy.bin_ns;
    dt_ns = fid_extract_widen (pair->run[1], fid_extract_widen (pair->run[0], dt_ns));
    for (int k = 0; k < 2; k++) {
        const struct fid_stream *of = &pair->run[k]->stream[id];
        if (of->timed)
            FID_TRY (track_grid (pair->run[k], &of->busy, dt_ns, 1e9, &c.coarse[k], err));
    }
    return put_curve (s, &c, &coarse, err);
}

static int gauge_series (struct fid_series *s, const struct fid_pair *pair,
                         enum fid_gauge_id id, enum fid_level level,
                         const struct fid_series_size *size, struct fid_error *err)
{
    static const enum fid_quantity_id of_level[] = {FID_QUANTITY_BUSY, FID_QUANTITY_USER,
                                                    FID_QUANTITY_SYS, FID_QUANTITY_IOWAIT};
    const struct fid_gauge *g[2] = {&pair->real->gauge[id], &pair->emu->gauge[id]};
    bool disk = id == FID_GAUGE_DISK_READ || id == FID_GAUGE_DISK_WRITE;
    FID_SCOPED (clear_curve)
    struct curve c = {.resource = fid_resource_of_gauge (id),
                      .quantity = id == FID_GAUGE_CPU ? of_level[level] : FID_QUANTITY_LEVEL,
                      .unit = disk                     ? FID_IN_MIB_PER_S
                              : id == FID_GAUGE_GPU_FB ? FID_IN_MIB
                                                       : FID_IN_PERCENT,
                      .quantum = ldexp (1, -20)};
    /* stamps jitter: periods within 2 % are one grid, as for shapes */
    bool alike = fabs (g[0]->period_s - g[1]->period_s) <= 0.02 * g[0]->period_s;
    for (int k = 0; k < 2; k++) {
        double dt_s = alike ? g[0]->period_s : g[k]->period_s;
        FID_TRY (fid_track_gauge (pair->run[k], id, level, dt_s, &c.coarse[k], err));
        if (size->fine_n)
            FID_TRY (fid_track_gauge (pair->run[k], id, level, dt_s, &c.fine[k], err));
    }
    return put_curve (s, &c, size, err);
}

int fid_series_resources (struct fid_series *s, const struct fid_pair *pair,
                          const struct fid_series_size *size, struct fid_error *err)
{
    /* of a stream bytes, operations and how many at a time; of a gauge its levels */
    s->time = fid_arena_take (&s->arena, 3 * FID_STREAM_N + FID_GAUGE_N + FID_CPU_DIM,
                              sizeof *s->time, err);
    FID_TRY (!s->time);
    for (enum fid_stream_id id = 0; id < FID_STREAM_N; id++) {
        if (id != FID_STREAM_DATA_OPEN)
            FID_TRY (stream_series (s, pair, id, true, size, err));
        FID_TRY (stream_series (s, pair, id, false, size, err));
        if (id == FID_STREAM_DATA_READ || id == FID_STREAM_BLOCK_READ)
            FID_TRY (in_flight_series (s, pair, id, size, err));
    }
    for (enum fid_gauge_id id = 0; id < FID_GAUGE_N; id++)
        for (enum fid_level level = 0; level < (id == FID_GAUGE_CPU ? FID_CPU_DIM : 1); level++)
            FID_TRY (gauge_series (s, pair, id, level, size, err));
    return 0;
}

/* --- how the warping of a stream bends time */

#define LINK_N  100 /* links between the two curves */
#define CURVE_N 400 /* points of the offset curve */

/* A warping path, the times of its samples on the aligned axis, and whether either side is active
 * near them. */
struct warp {
    struct fid_shape shape;   /* owned */
    struct fid_dtw_path path; /* owned */
    size_t band_n;
    double *t[2];  /* owned */
    bool *near[2]; /* owned */
};

static void clear_warp (struct warp *w)
{
    FID_FREE (w->t[0], w->t[1], w->near[0], w->near[1]);
    fid_dtw_path_clear (&w->path);
    fid_shape_clear (&w->shape);
}

/* The times of n samples, dt_s apart, of a window that was joined from intervals. */
static double *times_of (const struct fid_run *run, enum fid_window window, size_t n,
                         double dt_s, struct fid_error *err)
{
    FID_SCOPED (fid_intervals_clear) struct fid_intervals iv = {.n = 0};
    struct fid_extent x;
    if (fid_track_extent (run, &x, err) || fid_window_cut (run, window, true, &iv, err))
        return NULL;
    double *t = malloc ((n + 1) * sizeof *t), before_s = 0;
    if (!t)
        return fid_null_nomem (err);
    for (size_t i = 0, at = 0; i < n; i++) {
        double s = (double)i * dt_s, length;
        while (length = (double)(iv.at[at].end_ns - iv.at[at].start_ns) / 1e9,
               at + 1 < iv.n && s >= before_s + length) {
            before_s += length;
            at++;
        }
        t[i] = (double)(iv.at[at].start_ns - x.zero_ns) / 1e9 + s - before_s;
    }
    return t;
}

/* Marks the samples with something happening within their band; elsewhere warping means nothing. */
static bool *near_of (const double *x, size_t n, size_t band_n, struct fid_error *err)
{
    bool *near = calloc (n + 1, sizeof *near);
    size_t to = 0; /* samples before it are marked, or silent */
    if (!near)
        fid_error_nomem (err);
    for (size_t i = 0; near && i < n; i++) {
        if (!(x[i] > 0))
            continue;
        size_t from = i > band_n ? i - band_n : 0, end = i + band_n < n ? i + band_n + 1 : n;
        for (size_t k = from > to ? from : to; k < end; k++)
            near[k] = true;
        to = end;
    }
    return near;
}

static bool means_something (const struct warp *w, size_t k)
{
    return w->near[0][w->path.i[k]] && w->near[1][w->path.j[k]];
}

static int add_links (struct fid_series *s, struct fid_series_warp *out, const struct warp *w,
                      struct fid_error *err)
{
    const struct fid_dtw_path *path = &w->path;
    size_t n = path->n < LINK_N ? path->n : LINK_N, kept = 0;
    FID_TRY (fid_series_room (s, &out->link[0], n, err));
    FID_TRY (fid_series_room (s, &out->link[1], n, err));
    for (size_t l = 0; l < n; l++) {
        size_t k = n > 1 ? l * (path->n - 1) / (n - 1) : 0;
        if (!means_something (w, k))
            continue;
        out->link[0].x[kept] = w->t[0][path->i[k]];
        out->link[1].x[kept++] = w->t[1][path->j[k]];
    }
    out->link[0].n = out->link[1].n = kept;
    return 0;
}

/* Adds emulation minus real time along the path, in at most CURVE_N pieces. */
static int add_offset (struct fid_series *s, struct fid_series_warp *out, const struct warp *w,
                       struct fid_error *err)
{
    const struct fid_dtw_path *path = &w->path;
    const size_t *n_of = w->shape.n;
    size_t piece = (path->n - 1) / CURVE_N + 1, piece_n = (path->n + piece - 1) / piece;
    struct fid_numbers *const lists[] = {&out->at_s, &out->centre_s, &out->mean_s, &out->min_s,
                                         &out->max_s};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        FID_TRY (fid_series_room (s, lists[i], piece_n, err));
    for (size_t p = 0; p < piece_n; p++) {
        size_t from = p * piece, to = from + piece < path->n ? from + piece : path->n, n = 0;
        double sum = 0, least = HUGE_VAL, most = -HUGE_VAL;
        for (size_t k = from; k < to; k++) {
            if (!means_something (w, k))
                continue;
            double off = w->t[1][path->j[k]] - w->t[0][path->i[k]];
            sum += off;
            least = fmin (least, off);
            most = fmax (most, off);
            n++;
        }
        size_t i = path->i[from + (to - from) / 2];
        out->at_s.x[p] = w->t[0][i];
        /* the sample of the emulation at which the centre of the band is */
        double j = n_of[0] > 1 ? (double)i * (double)(n_of[1] - 1) / (double)(n_of[0] - 1) : 0;
        out->centre_s.x[p] = w->t[1][(size_t)llround (j)] - w->t[0][i];
        out->mean_s.x[p] = n ? sum / (double)n : FID_GAP;
        out->min_s.x[p] = n ? least : FID_GAP;
        out->max_s.x[p] = n ? most : FID_GAP;
    }
    return 0;
}

static bool is_active (const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (x[i] > 0)
            return true;
    return false;
}

static int add_warp (struct fid_series *series, const struct fid_pair *pair,
                     enum fid_stream_id id, struct fid_error *err)
{
    FID_SCOPED (clear_warp) struct warp w = {.band_n = 0};
    struct fid_shape *s = &w.shape;
    FID_TRY (fid_shape_stream (pair, id, pair->window, pair->dt_s, s, err));
    if (s->n[0] < 4 || s->n[1] < 4 || !(s->opts.scale > 0) || !is_active (s->x[0], s->n[0]) ||
        !is_active (s->x[1], s->n[1])) /* as for comparing shapes */
        return 0;
    int gsl = fid_shape_align (s, &w.path);
    if (gsl)
        return fid_errorf (err, FID_EINTERNAL, "warp of %s: %s", fid_stream_name (id),
                           gsl_strerror (gsl));
    w.band_n = fid_dtw_band (s->opts.band_s, s->dt_s);
    for (int k = 0; k < 2; k++) {
        w.t[k] = times_of (pair->run[k], pair->window, s->n[k], s->dt_s, err);
        w.near[k] = w.t[k] ? near_of (s->x[k], s->n[k], w.band_n, err) : NULL;
        if (!w.near[k])
            return -1;
    }
    struct fid_series_warp *out = &series->warp[series->warp_n++];
    out->resource = fid_resource_of_stream (id);
    out->quantity = FID_QUANTITY_SHAPE;
    out->dt_s = s->dt_s;
    out->band_s = (double)w.band_n * s->dt_s;
    FID_TRY (add_links (series, out, &w, err));
    return add_offset (series, out, &w, err);
}

int fid_series_warps (struct fid_series *s, const struct fid_pair *pair, struct fid_error *err)
{
    if (!(s->warp = fid_arena_take (&s->arena, FID_STREAM_N, sizeof *s->warp, err)))
        return -1;
    for (enum fid_stream_id id = 0; id < FID_STREAM_N; id++) {
        const struct fid_stream *a = &pair->real->stream[id], *b = &pair->emu->stream[id];
        if (a->traced && b->traced && a->first_ns <= a->last_ns && b->first_ns <= b->last_ns)
            FID_TRY (add_warp (s, pair, id, err));
    }
    return 0;
}
