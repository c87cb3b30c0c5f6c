/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series_access.c - what files are used for, and where and how they are read; see series.h
 *
 * Bounds: ROLE_BINS bins for each role, FID_PLACES places for each run, and the bins of size
 * and latency that occur, two an octave.  The distributions that belong to it are in
 * series_dist.c, operations in flight in series_time.c. */
#include "base/floor_div.h"
#include "compare/series.h"

#define ROLE_BINS 600

/* What is drawn over time, the same for both runs. */
struct clock {
    struct fid_extent x[2];
    int64_t dt_ns, first; /* of a bin */
    size_t n;
};

/* The grids that a role is made of; returns how many. */
static size_t grids_of (const struct fid_run *run, enum fid_role_id role,
                        const struct fid_grid *out[2])
{
    const struct fid_stream *s = run->stream;
    switch (role) {
    case FID_ROLE_DATA:
        out[0] = &s[FID_STREAM_DATA_READ].grid;
        return 1;
    case FID_ROLE_CHECKPOINT:
        out[0] = &s[FID_STREAM_CHECKPOINT_READ].grid;
        out[1] = &s[FID_STREAM_CHECKPOINT_WRITE].grid;
        return 2;
    case FID_ROLE_LOG:
        out[0] = &run->log_grid;
        return 1;
    case FID_ROLE_CODE:
        out[0] = &run->code_grid;
        return 1;
    case FID_ROLE_OTHER:
        out[0] = &s[FID_STREAM_OTHER_IO].grid;
        return 1;
    default:
        return 0;
    }
}

/* Bins as wide as a whole number of the widest bins of any grid, over what was traced of either
 * run. */
static int clock_of (const struct fid_pair *pair, struct clock *c, struct fid_error *err)
{
    int64_t bin_ns = FID_GRID_BIN_NS, from_ns = INT64_MAX, to_ns = INT64_MIN;
    for (int k = 0; k < 2; k++) {
        FID_TRY (fid_track_extent (pair->run[k], &c->x[k], err));
        for (int role = 0; role < FID_ROLE_N; role++) {
            const struct fid_grid *g[2];
            for (size_t i = grids_of (pair->run[k], (enum fid_role_id)role, g); i--;)
                bin_ns = g[i]->bin_ns > bin_ns ? g[i]->bin_ns : bin_ns;
        }
        int64_t first_ns = c->x[k].first_ns - c->x[k].zero_ns;
        int64_t end_ns = c->x[k].end_ns - c->x[k].zero_ns;
        if (c->x[k].first_ns >= c->x[k].end_ns)
            continue;
        from_ns = first_ns < from_ns ? first_ns : from_ns;
        to_ns = end_ns > to_ns ? end_ns : to_ns;
    }
    c->n = 0;
    if (from_ns >= to_ns)
        return 0;
    from_ns -= bin_ns; /* the bin in which the first operation is may begin before it */
    int64_t each = (to_ns - from_ns) / (ROLE_BINS - 1) / bin_ns + 1;
    c->dt_ns = each * bin_ns;
    c->first = fid_floor_div (from_ns, c->dt_ns);
    c->n = (size_t)(fid_floor_div (to_ns - 1, c->dt_ns) - c->first + 1);
    return 0;
}

/* Adds the bytes of a grid, in MiB/s; what lies before or after is left out. */
static void add_grid (const struct fid_run *run, const struct clock *c, int side,
                      const struct fid_grid *g, double *rate)
{
    int64_t shift_ns = run->phases.known ? 0 : c->x[side].zero_ns;
    double unit = 1048576 * (double)c->dt_ns / 1e9;
    for (size_t e = 0; e < g->n; e++) {
        int64_t middle_ns = (g->first + (int64_t)e) * g->bin_ns + g->bin_ns / 2 - shift_ns;
        int64_t k = fid_floor_div (middle_ns, c->dt_ns) - c->first;
        if (k >= 0 && k < (int64_t)c->n)
            rate[k] += (double)g->byte_n[e] / unit;
    }
}

/* What a run moved for a role, in the files and on its disks, in all and over time. */
static int add_role (struct fid_series *s, struct fid_series_role_side *out,
                     const struct fid_run *run, const struct clock *c, int side, int role,
                     struct fid_error *err)
{
    const struct fid_grid *grid[2];
    size_t grid_n = role < FID_ROLE_N ? grids_of (run, (enum fid_role_id)role, grid) : 0;
    for (int rule = 0; role < FID_ROLE_N && rule < FID_ROLE_RULE_N; rule++) {
        const struct fid_role_use *u = &run->role[role][rule];
        out->file_n += (double)u->file_n;
        out->read_n += (double)u->read_byte_n;
        out->write_n += (double)u->write_byte_n;
    }
    out->disk_read_n = (double)run->block_byte_n[0][role];
    out->disk_write_n = (double)run->block_byte_n[1][role];
    struct fid_numbers rate;
    FID_TRY (fid_series_room (s, &rate, c->n, err));
    bool any = false;
    for (size_t i = 0; i < grid_n; i++)
        add_grid (run, c, side, grid[i], rate.x);
    for (size_t i = 0; i < c->n; i++)
        any |= rate.x[i] > 0;
    if (any)
        out->rate = rate;
    return 0;
}

static int add_roles (struct fid_series *s, const struct fid_pair *pair, struct fid_error *err)
{
    /* pipes and devices are no storage */
    static const int roles[] = {FID_ROLE_DATA, FID_ROLE_CHECKPOINT, FID_ROLE_LOG,
                                FID_ROLE_CODE, FID_ROLE_OTHER,      FID_ROLE_N};
    const size_t n = sizeof roles / sizeof *roles;
    struct fid_series_access *a = &s->access;
    struct clock c = {.dt_ns = FID_GRID_BIN_NS};
    FID_TRY (clock_of (pair, &c, err) ||
             !(a->role = fid_arena_take (&s->arena, n, sizeof *a->role, err)));
    a->t0_s = (double)(c.first * c.dt_ns) / 1e9;
    a->dt_s = (double)c.dt_ns / 1e9;
    a->bin_n = c.n;
    for (a->role_n = 0; a->role_n < n; a->role_n++) {
        struct fid_series_role *r = &a->role[a->role_n];
        r->role = (enum fid_role_id)roles[a->role_n];
        for (int side = 0; side < 2; side++)
            FID_TRY (
                add_role (s, &r->side[side], pair->run[side], &c, side, (int)r->role, err));
    }
    return 0;
}

/* A sample of the reads of data, in the space of all files. */
static int add_places (struct fid_series *s, struct fid_series_places *out,
                       const struct fid_run *run, struct fid_error *err)
{
    const struct fid_places *p = &run->stream[FID_STREAM_DATA_READ].places;
    struct fid_extent x;
    FID_TRY (fid_track_extent (run, &x, err));
    if (!p->n)
        return 0;
    out->n = (double)p->total;
    out->file_n = (double)run->space_file_n;
    out->space_n = (double)run->space_n;
    FID_TRY (fid_series_room (s, &out->t_s, p->n, err) ||
             fid_series_room (s, &out->at, p->n, err));
    for (size_t i = 0; i < p->n; i++) {
        out->t_s.x[i] = (double)(p->at[i].t_ns - x.zero_ns) / 1e9;
        out->at.x[i] = (double)p->at[i].offset;
    }
    return 0;
}

static void add_jumps (struct fid_series_access *a, const struct fid_pair *pair,
                       enum fid_stream_id id)
{
    struct fid_stream_sums sum[2] = {fid_extract_sums (pair->real, id, pair->window),
                                     fid_extract_sums (pair->emu, id, pair->window)};
    if (!(sum[0].jump_n > 0) && !(sum[1].jump_n > 0))
        return;
    struct fid_series_jumps *j = &a->jumps[a->jump_n++];
    j->resource = fid_resource_of_stream (id);
    for (int k = 0; k < 2; k++)
        if (sum[k].jump_n > 0) {
            j->n[k] = sum[k].jump_n;
            j->sequential[k] = sum[k].sequential_n;
        }
}

/* The edges of bins that either has on axis k; *lo is the first bin. */
static int add_edges (struct fid_series *out, struct fid_numbers *edges,
                      const struct fid_sketch2 s[2], int k, int *lo, struct fid_error *err)
{
    int hi = 0;
    bool any = false;
    for (int side = 0; side < 2; side++)
        if (s[side].total) {
            int end = s[side].first[k] + (int)s[side].n[k];
            *lo = any && *lo < s[side].first[k] ? *lo : s[side].first[k];
            hi = any && hi > end ? hi : end;
            any = true;
        }
    FID_TRY (fid_series_room (out, edges, (size_t)(hi - *lo + 1), err));
    for (size_t i = 0; i < edges->n; i++)
        edges->x[i] = fid_sketch2_edge (*lo + (int)i);
    return 0;
}

static int add_size_latency (struct fid_series *out, enum fid_stream_id id,
                             const struct fid_sketch2 s[2], struct fid_error *err)
{
    int lo[2] = {0, 0};
    if (!s[0].total && !s[1].total)
        return 0;
    struct fid_series_grid *g = &out->access.grid[out->access.grid_n++];
    g->resource = fid_resource_of_stream (id);
    FID_TRY (add_edges (out, &g->size, s, 0, &lo[0], err) ||
             add_edges (out, &g->latency, s, 1, &lo[1], err));
    size_t rows = g->size.n - 1, columns = g->latency.n - 1;
    for (int k = 0; k < 2; k++) {
        if (!s[k].total)
            continue;
        g->total[k] = (double)s[k].total;
        FID_TRY (fid_series_room (out, &g->count[k], rows * columns, err));
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < columns; j++)
                g->count[k].x[i * columns + j] =
                    (double)fid_sketch2_count (&s[k], lo[0] + (int)i, lo[1] + (int)j);
    }
    return 0;
}

int fid_series_access_add (struct fid_series *out, const struct fid_pair *pair,
                           struct fid_error *err)
{
    struct fid_series_access *a = &out->access;
    a->known = true;
    FID_TRY (add_roles (out, pair, err) || add_places (out, &a->places[0], pair->run[0], err) ||
             add_places (out, &a->places[1], pair->run[1], err) ||
             !(a->jumps = fid_arena_take (&out->arena, 2, sizeof *a->jumps, err)) ||
             !(a->grid = fid_arena_take (&out->arena, FID_STREAM_N, sizeof *a->grid, err)));
    add_jumps (a, pair, FID_STREAM_DATA_READ);
    add_jumps (a, pair, FID_STREAM_BLOCK_READ);
    int rc = 0;
    for (int id = 0; id < FID_STREAM_N && !rc; id++) {
        struct fid_sketch2 s[2] = {{0}, {0}};
        for (int k = 0; k < 2 && !rc; k++)
            rc = fid_extract_size_latency (pair->run[k], (enum fid_stream_id)id, pair->window,
                                           &s[k], err);
        if (!rc)
            rc = add_size_latency (out, (enum fid_stream_id)id, s, err);
        for (int k = 0; k < 2; k++)
            fid_sketch2_clear (&s[k]);
    }
    return rc;
}
