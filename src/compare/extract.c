/* SPDX-License-Identifier: GPL-3.0-or-later */
/* extract.c - see extract.h */
#include "base/floor_div.h"
#include "compare/extract.h"
#include "metrics/aggregate.h"

/* Returns the parts of a window, with what is written to the disk after the job. */
static unsigned parts_of (const struct fid_run *run, enum fid_stream_id id, enum fid_window w)
{
    bool drain = w == FID_WINDOW_JOB && id == FID_STREAM_BLOCK_WRITE;
    if (!run->phases.known)
        return w == FID_WINDOW_JOB || w == FID_WINDOW_WHOLE ? (1u << FID_PART_N) - 1 : 0;
    return fid_windows[w].parts | (drain ? FID_PART_BIT (AFTER) : 0);
}

struct fid_stream_sums fid_extract_sums (const struct fid_run *run, enum fid_stream_id id,
                                         enum fid_window w)
{
    struct fid_stream_sums s = {0};
    unsigned parts = parts_of (run, id, w);
    for (int p = 0; p < FID_PART_N; p++) {
        const struct fid_tally *t = &run->stream[id].part[p];
        if (!(parts >> p & 1))
            continue;
        s.op_n += (double)t->op_n;
        s.byte_n += (double)t->byte_n;
        s.busy_s += (double)t->busy_ns / 1e9;
        s.jump_n += (double)t->access.jump_n;
        s.sequential_n += (double)t->access.sequential_n;
    }
    return s;
}

/* Finds the first and last instant that is known of the run itself. */
static void find_extent (const struct fid_run *run, int64_t *first, int64_t *last)
{
    *first = INT64_MAX;
    *last = INT64_MIN;
    for (int i = 0; i < FID_STREAM_N; i++) {
        const struct fid_stream *s = &run->stream[i];
        *first = s->first_ns < *first ? s->first_ns : *first;
        *last = s->last_ns > *last ? s->last_ns : *last;
    }
    if (run->phases.known) {
        *first = run->phases.first_ns < *first ? run->phases.first_ns : *first;
        *last = run->phases.end_ns > *last ? run->phases.end_ns : *last;
    }
    for (int i = 0; *first > *last && i < FID_GAUGE_N; i++) { /* only gauges were recorded */
        const struct fid_gauge *g = &run->gauge[i];
        if (g->n) {
            *first = g->t_ns[0] - (int64_t)(g->period_s * 1e9);
            *last = g->t_ns[g->n - 1];
        }
    }
}

static int put_interval (struct fid_intervals *iv, size_t *cap, int64_t start, int64_t end,
                         struct fid_error *err)
{
    if (start >= end)
        return 0;
    if (iv->n && iv->at[iv->n - 1].end_ns == start) {
        iv->at[iv->n - 1].end_ns = end;
    } else {
        FID_TRY (fid_array_grow (&iv->at, cap, iv->n + 1, sizeof *iv->at, err));
        iv->at[iv->n++] = (struct fid_stretch){start, end};
    }
    iv->length_s += (double)(end - start) / 1e9;
    return 0;
}

int fid_window_cut (const struct fid_run *run, enum fid_window w, bool drain,
                    struct fid_intervals *out, struct fid_error *err)
{
    const struct fid_phases *p = &run->phases;
    size_t cap = 0;
    int64_t first, last;
    *out = (struct fid_intervals){0};
    find_extent (run, &first, &last);
    if (w == FID_WINDOW_WHOLE || (w == FID_WINDOW_JOB && !p->known))
        return put_interval (out, &cap, first, last, err);
    if (!p->known)
        return 0;
    if (w == FID_WINDOW_JOB)
        return put_interval (out, &cap, p->origin_ns,
                             drain && last > p->end_ns ? last : p->end_ns, err);
    if (w == FID_WINDOW_STARTUP)
        return put_interval (out, &cap, first, p->origin_ns, err);
    FID_EACH (const struct fid_segment, g, p->segment)
        if (fid_windows[w].parts >> g->part & 1 &&
            put_interval (out, &cap, g->start_ns, g->end_ns, err)) {
            fid_intervals_clear (out);
            return -1;
        }
    return 0;
}

double fid_window_length (const struct fid_run *run, enum fid_window w, struct fid_error *err)
{
    FID_SCOPED (fid_intervals_clear) struct fid_intervals iv = {.n = 0};
    FID_TRY (fid_window_cut (run, w, false, &iv, err));
    return iv.length_s;
}

/* The same up to an instant. */
static int cut_until (const struct fid_run *run, enum fid_window w, bool drain,
                      int64_t until_ns, struct fid_intervals *out, struct fid_error *err)
{
    FID_TRY (fid_window_cut (run, w, drain, out, err));
    while (out->n && out->at[out->n - 1].end_ns > until_ns) {
        struct fid_stretch *last = &out->at[out->n - 1];
        int64_t start_ns = last->start_ns, end_ns = last->end_ns;
        bool stays = start_ns < until_ns;
        out->length_s -= (double)(end_ns - (stays ? until_ns : start_ns)) / 1e9;
        last->end_ns = until_ns;
        if (stays)
            break;
        out->n--;
    }
    return 0;
}

void fid_intervals_clear (struct fid_intervals *iv)
{
    free (iv->at);
    *iv = (struct fid_intervals){0};
}

void fid_values_clear (struct fid_values *v)
{
    FID_FREE (v->x, v->w);
    *v = (struct fid_values){0};
}

static int make_values (struct fid_values *v, size_t n, struct fid_error *err)
{
    v->x = malloc ((n + 1) * sizeof *v->x);
    v->w = malloc ((n + 1) * sizeof *v->w);
    if (v->x && v->w)
        return 0;
    fid_values_clear (v);
    return fid_error_nomem (err);
}

int fid_extract_values (const struct fid_run *run, enum fid_stream_id id, enum fid_window w,
                        size_t member, struct fid_values *out, struct fid_error *err)
{
    FID_SCOPED (fid_sketch_clear) struct fid_sketch sum = {0};
    const struct fid_sketch *all = &sum, *of[FID_PART_N];
    unsigned parts = parts_of (run, id, w);
    int n = 0;
    *out = (struct fid_values){0};
    for (int p = 0; p < FID_PART_N; p++) {
        const char *tally = (const char *)&run->stream[id].part[p];
        of[n] = (const struct fid_sketch *)(tally + member);
        n += parts >> p & 1 && of[n]->n;
    }
    if (n == 1)
        all = of[0];
    for (int i = 0; i < n && n > 1; i++)
        FID_TRY (fid_sketch_merge (&sum, of[i], err));
    FID_TRY (make_values (out, all->n, err));
    out->n = fid_sketch_export (all, out->x, out->w);
    out->total = all->total;
    return 0;
}

int fid_extract_in_flight (const struct fid_run *run, enum fid_stream_id id, enum fid_window w,
                           struct fid_values *out, struct fid_error *err)
{
    const struct fid_grid *g = &run->stream[id].busy;
    int64_t origin_ns = run->phases.known ? run->phases.origin_ns : 0;
    FID_SCOPED (fid_intervals_clear) struct fid_intervals iv = {.n = 0};
    *out = (struct fid_values){0};
    FID_TRY (fid_window_cut (run, w, id == FID_STREAM_BLOCK_WRITE, &iv, err));
    FID_TRY (make_values (out, g->n, err));
    for (size_t e = 0, i = 0; e < g->n; e++) {
        int64_t from_ns = origin_ns + (g->first + (int64_t)e) * g->bin_ns;
        while (i < iv.n && iv.at[i].end_ns <= from_ns)
            i++;
        if (!g->byte_n[e] || i == iv.n || from_ns + g->bin_ns <= iv.at[i].start_ns)
            continue;
        out->w[out->n] = 1;
        out->x[out->n++] = (double)g->byte_n[e] / (double)g->bin_ns;
    }
    fid_sort (out->x, out->n);
    out->total = out->n;
    return 0;
}

#define DT_MAX_S 86400.

#define BINS_MAX (4 * (int64_t)FID_GRID_MAX)

int64_t fid_extract_widen (const struct fid_run *run, int64_t bin_ns)
{
    int64_t first, last;
    find_extent (run, &first, &last);
    while (first < last && (last - first) / bin_ns > BINS_MAX)
        bin_ns *= 2;
    return bin_ns;
}

/* Returns the bins of the coarser grid of a stream in want_s, and their width. */
static int64_t grid_bins (const struct fid_run *a, const struct fid_run *b,
                          enum fid_stream_id id, double want_s, int64_t *bin)
{
    *bin = FID_GRID_BIN_NS;
    if (a->stream[id].grid.bin_ns > *bin)
        *bin = a->stream[id].grid.bin_ns;
    if (b->stream[id].grid.bin_ns > *bin)
        *bin = b->stream[id].grid.bin_ns;
    *bin = fid_extract_widen (b, fid_extract_widen (a, *bin));
    int64_t k = fid_round_div ((int64_t)(fmin (want_s, DT_MAX_S) * 1e9), *bin);
    return k > 0 ? k : 1;
}

int64_t fid_extract_dt (const struct fid_run *a, const struct fid_run *b, enum fid_stream_id id,
                        double want_s)
{
    int64_t bin, k = grid_bins (a, b, id, want_s, &bin);
    return k * bin;
}

/* Places of a bin whose spectra are averaged. */
#define PLACES 4

struct fid_bins_extract fid_extract_bins_for (const struct fid_run *a, const struct fid_run *b,
                                              enum fid_stream_id id, double want_s)
{
    int64_t bin, k = grid_bins (a, b, id, want_s, &bin), places = k < PLACES ? k : PLACES;
    k = k / places * places; /* no wider than asked for */
    return (struct fid_bins_extract){.phase_n = (size_t)places,
                                     .dt_s = (double)(k * bin) / 1e9};
}

/* Sums k elements of a grid from bin b on. */
static double grid_ops (const struct fid_grid *g, int64_t b, int64_t k)
{
    double sum = 0;
    int64_t e = b - g->first, end = e + k < (int64_t)g->n ? e + k : (int64_t)g->n;
    for (e = e > 0 ? e : 0; e < end; e++)
        sum += g->op_n[e];
    return sum;
}

/* Bins left out at either end of an interval: half a step (fid_pair_init: a bin is an eighth). Loaders
 * start there all at once, and stop; a burst at the edge itself is inside or outside by the
 * rounding of the log. */
#define EDGE_BINS 4

int fid_extract_bins (const struct fid_run *run, enum fid_stream_id id, enum fid_window w,
                      int64_t until_ns, struct fid_bins_extract *out, struct fid_error *err)
{
    const struct fid_grid *g = &run->stream[id].grid;
    int64_t bin = g->bin_ns ? g->bin_ns : FID_GRID_BIN_NS;
    int64_t k = fid_round_div ((int64_t)(out->dt_s * 1e9 + 0.5), bin),
            places = (int64_t)out->phase_n;
    int64_t origin = run->phases.known ? run->phases.origin_ns : 0, all = 0;
    FID_SCOPED (fid_intervals_clear) struct fid_intervals iv = {.n = 0};
    FID_TRY (cut_until (run, w, false, until_ns, &iv, err));
    for (size_t i = 0; i < iv.n; i++)
        all += (iv.at[i].end_ns - iv.at[i].start_ns) / (k * bin) + 1;
    out->n = 0;
    out->op = malloc ((size_t)(all + 1) * out->phase_n * sizeof *out->op);
    FID_NEED (out->op, err);
    for (size_t i = 0; i < iv.n; i++) {
        int64_t from = -fid_floor_div (origin - iv.at[i].start_ns, bin) + EDGE_BINS * k;
        int64_t to = fid_floor_div (iv.at[i].end_ns - origin, bin) - EDGE_BINS * k;
        /* a place has the bins of the one before it, less those up to where it begins */
        double left[PLACES];
        for (int64_t c = 0; c < places; c++)
            left[c] =
                grid_ops (g, from + c * k / places, (c + 1) * k / places - c * k / places);
        for (int64_t b = from; b + k + k * (places - 1) / places <= to; b += k, out->n++) {
            double sum = 0;
            for (int64_t c = 0; c < places; c++)
                sum += left[c];
            for (int64_t c = 0; c < places; c++) {
                out->op[out->n * out->phase_n + (size_t)c] = sum;
                sum -= left[c];
                left[c] =
                    grid_ops (g, b + k + c * k / places, (c + 1) * k / places - c * k / places);
                sum += left[c];
            }
        }
    }
    return 0;
}

/* The bins from t on that begin in sample k. */
static int64_t bins_up_to (int64_t t, int64_t k, int64_t dt_ns, int64_t bin)
{
    return ((k + 1) * dt_ns - t + bin - 1) / bin;
}

/* Samples the grid over the joined intervals, dt_ns a sample.  A bin belongs to the sample that
 * contains its start. */
static int join_bins (const struct fid_grid *g, const struct fid_intervals *iv, int64_t origin,
                      int64_t dt_ns, struct fid_stream_extract *v, struct fid_error *err)
{
    int64_t bin = g->bin_ns ? g->bin_ns : FID_GRID_BIN_NS, total = 0, at = 0;
    int64_t whole = dt_ns % bin ? 0 : dt_ns / bin; /* bins of a sample; 0: they differ */
    for (size_t i = 0; i < iv->n; i++)
        total += fid_round_div (iv->at[i].end_ns - origin, bin) -
                 fid_round_div (iv->at[i].start_ns - origin, bin);
    v->n = total ? (size_t)((total - 1) * bin / dt_ns + 1) : 0;
    v->op = calloc (v->n ? v->n : 1, sizeof *v->op);
    v->byte = calloc (v->n ? v->n : 1, sizeof *v->byte);
    FID_NEED (v->op && v->byte, err);
    for (size_t i = 0; i < iv->n; i++) {
        int64_t from = fid_round_div (iv->at[i].start_ns - origin, bin);
        int64_t to = fid_round_div (iv->at[i].end_ns - origin, bin);
        int64_t end = to - g->first < (int64_t)g->n ? to - g->first : (int64_t)g->n;
        int64_t e = from > g->first ? from - g->first : 0;
        int64_t t = (at + g->first + e - from) * bin, k = t / dt_ns;
        for (int64_t next = e + bins_up_to (t, k, dt_ns, bin); e < end;
             next = e + (whole ? whole : bins_up_to (t, k, dt_ns, bin))) {
            uint64_t op_n = 0, byte_n = 0;
            next = next < end ? next : end;
            t += (next - e) * bin;
            for (; e < next; e++) {
                op_n += g->op_n[e];
                byte_n += g->byte_n[e];
            }
            v->op[k] += (double)op_n;
            v->byte[k] += (double)byte_n;
            k = whole ? k + 1 : t / dt_ns;
        }
        at += to - from;
    }
    return 0;
}

int fid_extract_stream (const struct fid_run *run, enum fid_stream_id id, enum fid_window w,
                        int64_t dt_ns, int64_t until_ns, struct fid_stream_extract *out,
                        struct fid_error *err)
{
    const struct fid_stream *s = &run->stream[id];
    FID_SCOPED (fid_intervals_clear) struct fid_intervals iv = {.n = 0};
    *out = (struct fid_stream_extract){.sum = fid_extract_sums (run, id, w),
                                       .dt_s = (double)dt_ns / 1e9,
                                       .sized = s->sized || s->first_ns > s->last_ns};
    FID_TRY (cut_until (run, w, id == FID_STREAM_BLOCK_WRITE, until_ns, &iv, err));
    int64_t origin = run->phases.known ? run->phases.origin_ns : 0;
    const struct {
        size_t member;
        struct fid_values *to;
    } sketch[] = {{offsetof (struct fid_tally, size), &out->size},
                  {offsetof (struct fid_tally, latency), &out->latency},
                  {offsetof (struct fid_tally, gap), &out->gap}};
    int rc = join_bins (&s->grid, &iv, origin, dt_ns, out, err);
    for (size_t i = 0; i < sizeof sketch / sizeof *sketch && !rc; i++)
        rc = fid_extract_values (run, id, w, sketch[i].member, sketch[i].to, err);
    if (rc)
        fid_stream_extract_clear (out);
    return rc;
}

void fid_stream_extract_clear (struct fid_stream_extract *v)
{
    fid_values_clear (&v->size);
    fid_values_clear (&v->latency);
    fid_values_clear (&v->gap);
    FID_FREE (v->op, v->byte);
    *v = (struct fid_stream_extract){0};
}

/* A sample is held for at most two periods on each side.  With more cells than that, most are
 * missing; they are not allocated, because their number may be absurd. */
#define CELLS_A_SAMPLE 8

int fid_extract_gauge (const struct fid_run *run, enum fid_gauge_id id, enum fid_window w,
                       int64_t until_ns, struct fid_gauge_extract *out, struct fid_error *err)
{
    const struct fid_gauge *g = &run->gauge[id];
    FID_SCOPED (fid_intervals_clear) struct fid_intervals iv = {.n = 0};
    *out = (struct fid_gauge_extract){.dim = g->dim, .dt_s = g->period_s};
    if (g->n < 2 || !(g->period_s > 0))
        return 0;
    FID_TRY (cut_until (run, w, id == FID_GAUGE_DISK_WRITE, until_ns, &iv, err));
    int64_t period = (int64_t)(g->period_s * 1e9);
    size_t cells = 0, at = 0, k = 0;
    for (size_t i = 0; i < iv.n; i++)
        cells += (size_t)fid_round_div (iv.at[i].end_ns - iv.at[i].start_ns, period);
    if (cells > CELLS_A_SAMPLE * g->n) { /* nearly all of it is missing */
        out->missing_n = cells;
        return 0;
    }
    FID_NEED (out->x = malloc ((cells ? cells : 1) * g->dim * sizeof *out->x), err);
    for (size_t i = 0; i < iv.n; i++) {
        size_t here = (size_t)fid_round_div (iv.at[i].end_ns - iv.at[i].start_ns, period);
        for (size_t c = 0; c < here; c++, at++) {
            int64_t middle = iv.at[i].start_ns + (int64_t)c * period + period / 2;
            while (k < g->n && g->t_ns[k] < middle) /* a stamp ends its interval */
                k++;
            /* the sample that covers the middle, else the one before it, held */
            size_t use = k < g->n && g->t_ns[k] - middle <= period ? k : k ? k - 1 : 0;
            int64_t off = g->t_ns[use] - middle;
            bool near = off <= 2 * period && off >= -2 * period;
            out->missing_n += !near;
            memcpy (out->x + at * g->dim, g->value + use * g->dim, g->dim * sizeof *out->x);
        }
    }
    out->n = at;
    return 0;
}

void fid_gauge_extract_clear (struct fid_gauge_extract *v)
{
    free (v->x);
    *v = (struct fid_gauge_extract){0};
}

void fid_gauge_busy (struct fid_gauge_extract *v)
{
    if (v->dim != FID_CPU_DIM)
        return;
    for (size_t i = 0; i < v->n; i++)
        v->x[i] = fid_gauge_level (v->x + i * v->dim, v->dim);
    v->dim = 1;
}
