/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series_warp.c - how the warping of a stream bends time; see series.h */
#include <gsl/gsl_errno.h>
#include "compare/series.h"
#include "compare/shape.h"

#define LINK_N  100 /* links between the two curves */
#define CURVE_N 400 /* points of the offset curve */

/* Maps a window joined from intervals back to the aligned axis. */
struct joined {
    struct fid_intervals iv;
    int64_t zero_ns;
};

static int join_window (const struct fid_run *run, enum fid_window w, struct joined *out,
                        struct fid_error *err)
{
    struct fid_extent x;
    FID_TRY (fid_track_extent (run, &x, err));
    out->zero_ns = x.zero_ns;
    return fid_window_cut (run, w, true, &out->iv, err);
}

/* Converts seconds into the joined window to seconds on the aligned axis.  *at is a cursor: the
 * current interval and the length of those before it; s must ascend. */
static double axis_s (const struct joined *j, double s, size_t *at, double *before_s)
{
    const struct fid_intervals *iv = &j->iv;
    double length;
    while (length = (double)(iv->at[*at].end_ns - iv->at[*at].start_ns) / 1e9,
           *at + 1 < iv->n && s >= *before_s + length) {
        *before_s += length;
        ++*at;
    }
    return (double)(iv->at[*at].start_ns - j->zero_ns) / 1e9 + s - *before_s;
}

/* Computes the axis time of each sample, dt_s apart. */
static double *times_of (const struct joined *j, size_t n, double dt_s, struct fid_error *err)
{
    double *t = malloc ((n ? n : 1) * sizeof *t), before_s = 0;
    size_t at = 0;
    if (!t)
        return fid_null_nomem (err);
    for (size_t i = 0; i < n; i++)
        t[i] = axis_s (j, (double)i * dt_s, &at, &before_s);
    return t;
}

/* Marks the samples within the band of which something happens; elsewhere warping means
 * nothing. */
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

/* A warping path, the times of its samples, and whether either side is active near them. */
struct warp {
    const struct fid_dtw_path *path;
    size_t n[2];
    double *t[2];  /* owned */
    bool *near[2]; /* owned */
};

static bool means_something (const struct warp *w, size_t k)
{
    return w->near[0][w->path->i[k]] && w->near[1][w->path->j[k]];
}

static int add_links (struct fid_series *s, struct fid_series_warp *out, const struct warp *w,
                      struct fid_error *err)
{
    const struct fid_dtw_path *path = w->path;
    size_t n = path->n < LINK_N ? path->n : LINK_N, kept = 0;
    FID_TRY (fid_series_room (s, &out->link[0], n, err) ||
             fid_series_room (s, &out->link[1], n, err));
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

/* The sample of the emulation at which the centre of the band is. */
static size_t centre_of (const struct warp *w, size_t i)
{
    double j = w->n[0] > 1 ? (double)i * (double)(w->n[1] - 1) / (double)(w->n[0] - 1) : 0;
    return (size_t)llround (j);
}

/* Adds emulation minus real time along the path, in at most CURVE_N pieces. */
static int add_offset (struct fid_series *s, struct fid_series_warp *out, const struct warp *w,
                       struct fid_error *err)
{
    const struct fid_dtw_path *path = w->path;
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
        out->centre_s.x[p] = w->t[1][centre_of (w, i)] - w->t[0][i];
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
    struct fid_shape s = {0};
    FID_SCOPED (fid_dtw_path_clear) struct fid_dtw_path path = {0};
    struct joined j[2] = {{{0}, 0}, {{0}, 0}};
    struct warp w = {.path = &path};
    size_t band_n = 0;
    int rc = fid_shape_stream (pair, id, pair->window, pair->dt_s, &s, err);
    if (rc || s.n[0] < 4 || s.n[1] < 4 || !(s.opts.scale > 0) || !is_active (s.x[0], s.n[0]) ||
        !is_active (s.x[1], s.n[1])) /* as for comparing shapes */
        goto done;
    int gsl = fid_shape_align (&s, &path);
    if (gsl)
        rc = fid_errorf (err, FID_EINTERNAL, "warp of %s: %s", fid_stream_name (id),
                         gsl_strerror (gsl));
    band_n = fid_dtw_band (s.opts.band_s, s.dt_s);
    for (int k = 0; k < 2 && !rc; k++) {
        w.n[k] = s.n[k];
        rc = join_window (pair->run[k], pair->window, &j[k], err);
        w.t[k] = rc ? NULL : times_of (&j[k], s.n[k], s.dt_s, err);
        w.near[k] = w.t[k] ? near_of (s.x[k], s.n[k], band_n, err) : NULL;
        rc = w.near[k] ? 0 : -1;
    }
    if (rc)
        goto done;
    struct fid_series_warp *out = &series->warp[series->warp_n++];
    out->resource = fid_resource_of_stream (id);
    out->quantity = FID_QUANTITY_SHAPE;
    out->dt_s = s.dt_s;
    out->band_s = (double)band_n * s.dt_s;
    rc = add_links (series, out, &w, err) || add_offset (series, out, &w, err) ? -1 : 0;
done:
    for (int k = 0; k < 2; k++) {
        FID_FREE (w.t[k], w.near[k]);
        fid_intervals_clear (&j[k].iv);
    }
    fid_shape_clear (&s);
    return rc;
}

int fid_series_warps (struct fid_series *s, const struct fid_pair *pair, struct fid_error *err)
{
    FID_TRY (!(s->warp = fid_arena_take (&s->arena, FID_STREAM_N, sizeof *s->warp, err)));
    for (int id = 0; id < FID_STREAM_N; id++) {
        const struct fid_stream *a = &pair->real->stream[id], *b = &pair->emu->stream[id];
        bool both =
            a->traced && b->traced && a->first_ns <= a->last_ns && b->first_ns <= b->last_ns;
        FID_TRY (both && add_warp (s, pair, (enum fid_stream_id)id, err));
    }
    return 0;
}
