/* SPDX-License-Identifier: GPL-3.0-or-later */
/* anchorfit.c - see anchorfit.h */
#include "run/anchorfit.h"
#include "run/loganchor.h"

#define WINDOW_N    16
#define DRIFT_MAX   500e-6       /* a quartz off by more than this is broken */
#define DRIFT_SPAN  (20 * FID_S) /* over shorter spans only the offset is fitted */
#define DRIFT_MIN_N 16           /* anchors */
#define JUMP_MIN    50e6         /* ns; smaller steps end in the uncertainty */
#define UNSURE_MIN  (FID_MS / 2) /* delays and wander of the clock that no fit shows */

/* An anchor on the side where it is tight: the envelope lies in [v, v + w]. */
struct anchor_point {
    double x;    /* from, ns since the first anchor */
    double v, w; /* ns, relative to the first anchor's */
};

struct anchor_window {
    double x, v, w; /* the highest point */
    size_t first, n;
};

/* Instants are counts near 2e18 at most; anything wilder is clipped, and votes against. */
static int64_t clipped_difference (int64_t a, int64_t b)
{
    int64_t d;
    if (__builtin_sub_overflow (a, b, &d))
        return a < b ? INT64_MIN / 4 : INT64_MAX / 4;
    return d < INT64_MIN / 4 ? INT64_MIN / 4 : d > INT64_MAX / 4 ? INT64_MAX / 4 : d;
}

FID_ORDER_BY (by_x, struct anchor_point, FID_RISING (x) FID_RISING (v))

static double median_of (double *v, size_t n)
{
    qsort (v, n, sizeof *v, fid_order_doubles);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

static size_t make_windows (const struct anchor_point *p, size_t n, struct anchor_window *win)
{
    size_t m = n / 4 < WINDOW_N ? n / 4 : WINDOW_N;
    for (size_t k = 0; k < m; k++) {
        size_t a = k * n / m, b = (k + 1) * n / m, top = a;
        for (size_t i = a; i < b; i++)
            if (p[i].v > p[top].v)
                top = i;
        win[k] = (struct anchor_window){p[top].x, p[top].v, p[top].w, a, b - a};
    }
    return m;
}

/* Sum of distances of win[a..b) from their median. */
static double spread_of (const struct anchor_window *win, size_t a, size_t b, double *mid)
{
    double v[WINDOW_N], sum = 0;
    for (size_t k = a; k < b; k++)
        v[k - a] = win[k].v;
    *mid = median_of (v, b - a);
    for (size_t k = a; k < b; k++)
        sum += fabs (win[k].v - *mid);
    return sum;
}

/* The window at which the level changes for good, or 0.  The drift is removed
 * first, as the median slope between neighbours, of which a jump spoils one. */
static size_t find_jump (const struct anchor_window *win, size_t m, double *jump)
{
    double mid, left, right, best = INFINITY, slope[WINDOW_N];
    struct anchor_window flat[WINDOW_N];
    size_t at = 0;
    if (m < 4)
        return 0;
    for (size_t k = 0; k + 1 < m; k++) {
        double dx = win[k + 1].x - win[k].x;
        slope[k] = dx > 0 ? (win[k + 1].v - win[k].v) / dx : 0;
    }
    double drift = fmax (-DRIFT_MAX, fmin (median_of (slope, m - 1), DRIFT_MAX));
    for (size_t k = 0; k < m; k++) {
        flat[k] = win[k];
        flat[k].v -= drift * (win[k].x - win[0].x);
    }
    double whole = spread_of (flat, 0, m, &mid);
    for (size_t k = 2; k + 2 <= m; k++) {
        double s = spread_of (flat, 0, k, &left) + spread_of (flat, k, m, &right);
        if (s < best) {
            best = s;
            at = k;
            *jump = right - left;
        }
    }
    return fabs (*jump) > JUMP_MIN && best < whole / 4 ? at : 0;
}

/* Drift of the envelope, ns per ns; 0 unless plausible and more than chance
 * could do: a window's maximum may lie anywhere in its point's interval. */
static double fit_drift (const struct anchor_window *win, size_t m, bool late, double *mem)
{
    size_t k = 0;
    double span = m ? win[m - 1].x - win[0].x : 0;
    if (m < 4 || span < (double)DRIFT_SPAN)
        return 0;
    for (size_t i = 0; i < m; i++)
        for (size_t j = i + 1; j < m; j++)
            if (win[j].x - win[i].x > span / 8)
                mem[k++] = (win[j].v - win[i].v) / (win[j].x - win[i].x);
    double slope = median_of (mem, k), level, scatter;
    for (size_t i = 0; i < m; i++)
        mem[i] = win[i].v - slope * win[i].x;
    level = median_of (mem, m);
    for (size_t i = 0; i < m; i++)
        mem[i] = fabs (win[i].v - slope * win[i].x - level);
    scatter = 1.4826 * median_of (mem, m);
    for (size_t i = 0; i < m; i++)
        mem[i] = win[i].w;
    double noise_ns = late ? median_of (mem, m) : 0.5e6;
    return fabs (slope) < DRIFT_MAX && fabs (slope) * span > 4 * scatter + noise_ns ? slope : 0;
}

struct interval_edge {
    double at;
    int step; /* +1 an interval begins, -1 one ends */
};

FID_ORDER_BY (by_edge, struct interval_edge,
              FID_RISING (at) FID_FALLING (step) /* touching intervals share the point */)

/* Where most intervals overlap: the lower end of the (first) best stretch. */
static double vote_offset (const struct anchor_point *p, size_t n, struct interval_edge *e)
{
    int depth = 0, most = 0;
    double at = 0;
    for (size_t i = 0; i < n; i++) {
        e[2 * i] = (struct interval_edge){p[i].v, 1};
        e[2 * i + 1] = (struct interval_edge){p[i].v + p[i].w, -1};
    }
    qsort (e, 2 * n, sizeof *e, by_edge);
    for (size_t i = 0; i < 2 * n; i++) {
        depth += e[i].step;
        if (depth > most) {
            most = depth;
            at = e[i].at;
        }
    }
    return at;
}

/* The offset at ref from detrended points; v, w of the agreeing ones go to mem. */
static void settle_fit (const struct anchor_point *p, size_t n, double at, bool late,
                        double *mem, struct fid_anchorfit *f, double *estimate)
{
    size_t k = 0;
    double unsure, residual = 0;
    for (size_t i = 0; i < n; i++)
        if (p[i].v <= at && p[i].v + p[i].w >= at)
            mem[k++] = p[i].v;
    double mid = median_of (mem, k), top = mem[k - 1 - k / 64], low = mem[k / 64];
    f->used_n = k;
    k = 0;
    double inner = INFINITY; /* nearest other end */
    for (size_t i = 0; i < n; i++)
        if (p[i].v <= at && p[i].v + p[i].w >= at) {
            mem[k++] = p[i].w;
            inner = fmin (inner, p[i].v + p[i].w);
        }
    if (late) {
        /* the printed clock lags by 0 to a tick; v + w has the tick in it */
        double tick = (double)FID_TICK_LATE_NS, width = fmax (inner - tick, top) - top + tick;
        *estimate = top - tick + width / 2;
        unsure = width / 2 + (double)FID_MS / 2;
    } else {
        /* stamps cut to a quantum show where it ends only if they are spread
         * over it; steps of whole milliseconds would not be */
        double width = median_of (mem, k), gap = width / (double)(2 * k);
        double blind = fmax (width - (double)FID_LOG_DELAY_NS - (top - low), 0) / 2;
        *estimate = top + fmax (gap, blind);
        unsure = fmax (fmax (top - mid, gap), blind > 0 ? blind + (double)UNSURE_MIN : 0);
    }
    for (size_t i = 0; i < n; i++)
        if (p[i].v <= at && p[i].v + p[i].w >= at)
            residual = fmax (residual, fmax (p[i].v - *estimate, *estimate - p[i].v - p[i].w));
    f->residual_ns = llround (residual);
    f->uncertainty_ns = llround (fmax (unsure, (double)UNSURE_MIN));
}

static int fit_points (struct anchor_point *p, size_t n, bool late, struct fid_anchorfit *f,
                       double *estimate, struct fid_error *err)
{
    struct anchor_window win[WINDOW_N];
    double pairs[WINDOW_N * WINDOW_N], jump = 0;
    size_t m = make_windows (p, n, win), split = find_jump (win, m, &jump);
    double jump_at = 0;

    if (split) {
        size_t at = win[split].first;
        jump_at = p[at].x;
        if (at >= n - at)
            n = at;
        else {
            p += at;
            n -= at;
        }
        m = make_windows (p, n, win);
    }
    double ref = (p[0].x + p[n - 1].x) / 2;
    f->drift = n < DRIFT_MIN_N ? 0 : fit_drift (win, m, late, pairs);
    for (size_t i = 0; i < n; i++)
        p[i].v -= f->drift * (p[i].x - ref);

    FID_FREED struct interval_edge *e = malloc (2 * n * sizeof *e);
    FID_NEED (e, err);
    double at = vote_offset (p, n, e);
    settle_fit (p, n, at, late, (double *)e, f, estimate);

    /* how far the windows stray from the fit */
    double stray = 0;
    for (size_t k = 0; k < m; k++) {
        double v = win[k].v - f->drift * (win[k].x - ref);
        if (!late && v <= at && win[k].n >= 8)
            stray = fmax (stray, fmin (at - v, 5e6));
    }
    if (stray > (double)f->uncertainty_ns)
        f->uncertainty_ns = llround (stray);
    f->ref_ns = llround (ref);
    if (split) {
        f->jump_ns = llround (late ? -jump : jump);
        f->jump_at_ns = llround (jump_at);
        f->uncertainty_ns += llabs (f->jump_ns);
    }
    return 0;
}

int fid_anchor_fit (const struct fid_anchor *a, size_t n, bool late, struct fid_anchorfit *f,
                    struct fid_error *err)
{
    FID_FREED struct anchor_point *p = malloc (n * sizeof *p);
    FID_NEED (p, err);
    *f = (struct fid_anchorfit){.n = n};

    /* Seconds since 1970 in ns do not fit a double: only differences do. */
    int64_t x0 = a[0].from_ns;
    int64_t o0 = clipped_difference (late ? a[0].to_max_ns : a[0].to_min_ns, x0);
    for (size_t i = 0; i < n; i++) {
        int64_t lo = clipped_difference (clipped_difference (a[i].to_min_ns, a[i].from_ns), o0);
        int64_t hi = clipped_difference (clipped_difference (a[i].to_max_ns, a[i].from_ns), o0);
        p[i].x = (double)clipped_difference (a[i].from_ns, x0);
        p[i].v = (double)(late ? -hi : lo);
        p[i].w = (double)clipped_difference (hi, lo) + (late ? (double)FID_TICK_LATE_NS : 0);
    }
    qsort (p, n, sizeof *p, by_x);

    double estimate = 0;
    int rc = fit_points (p, n, late, f, &estimate, err);
    if (rc == 0) {
        f->offset_ns = o0 + llround (late ? -estimate : estimate);
        f->drift = late && f->drift != 0 ? -f->drift : f->drift;
        f->ref_ns += x0;
        f->jump_at_ns += x0;
    }
    return rc;
}
