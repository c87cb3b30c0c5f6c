/* series_access.c - what files are used for, and where and how they are read; see series.h
 *
 * Bounds: ROLE_BINS bins for each role, FID_PLACES places for each run, and the bins of size and
 * latency that occur, two an octave.  The distributions that belong to it are in series_dist.c,
 * operations in flight in series_time.c. */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "compare/series.h"

#define ROLE_BINS 600

/* What is drawn over time, the same for both runs. */
struct clock {
    struct fid_extent x[2];
    int64_t dt_ns, first; /* of a bin */
    size_t n;
};

static int64_t
floor_div (int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* The grids that a role is made of; returns how many. */
static size_t
grids_of (const struct fid_run *run, enum fid_role_id role, const struct fid_grid *out[2])
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
static int
clock_of (const struct fid_pair *pair, struct clock *c, struct fid_error *err)
{
    const struct fid_run *run[2] = {pair->real, pair->emu};
    int64_t bin_ns = FID_GRID_BIN_NS, from_ns = INT64_MAX, to_ns = INT64_MIN;
    for (int k = 0; k < 2; k++) {
        if (fid_track_extent (run[k], &c->x[k], err))
            return -1;
        for (int role = 0; role < FID_ROLE_N; role++) {
            const struct fid_grid *g[2];
            for (size_t i = grids_of (run[k], (enum fid_role_id)role, g); i--;)
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
    c->first = floor_div (from_ns, c->dt_ns);
    c->n = (size_t)(floor_div (to_ns - 1, c->dt_ns) - c->first + 1);
    return 0;
}

/* Adds the bytes of a grid, in MiB/s; what lies before or after is left out. */
static void
add_grid (const struct fid_run *run, const struct clock *c, int side, const struct fid_grid *g,
          double *rate)
{
    int64_t shift_ns = run->phases.known ? 0 : c->x[side].zero_ns;
    double unit = 1048576 * (double)c->dt_ns / 1e9;
    for (size_t e = 0; e < g->n; e++) {
        int64_t middle_ns = (g->first + (int64_t)e) * g->bin_ns + g->bin_ns / 2 - shift_ns;
        int64_t k = floor_div (middle_ns, c->dt_ns) - c->first;
        if (k >= 0 && k < (int64_t)c->n)
            rate[k] += (double)g->byte_n[e] / unit;
    }
}

/* What a run moved for a role, in the files and on its disks, in all and over time. */
static int
role_json (struct fid_doc *d, cJSON *in, const struct fid_pair *pair, const struct clock *c,
           int side, int role, struct fid_error *err)
{
    const struct fid_run *run = side ? pair->emu : pair->real;
    const struct fid_grid *grid[2];
    size_t grid_n = role < FID_ROLE_N ? grids_of (run, (enum fid_role_id)role, grid) : 0;
    double file_n = 0, read_n = 0, write_n = 0;
    for (int rule = 0; role < FID_ROLE_N && rule < FID_ROLE_RULE_N; rule++) {
        const struct fid_role_use *u = &run->role[role][rule];
        file_n += (double)u->file_n;
        read_n += (double)u->read_byte_n;
        write_n += (double)u->write_byte_n;
    }
    double *rate = calloc (c->n + 1, sizeof *rate);
    if (!rate)
        return fid_error_nomem (err);
    bool any = false;
    for (size_t i = 0; i < grid_n; i++)
        add_grid (run, c, side, grid[i], rate);
    for (size_t i = 0; i < c->n; i++)
        any |= rate[i] > 0;
    cJSON *o = fid_doc_object (d, in, fid_series_side[side]);
    fid_doc_number (d, o, "files", file_n);
    fid_doc_number (d, o, "read_bytes", read_n);
    fid_doc_number (d, o, "write_bytes", write_n);
    fid_doc_number (d, o, "disk_read_bytes", (double)run->block_byte_n[0][role]);
    fid_doc_number (d, o, "disk_write_bytes", (double)run->block_byte_n[1][role]);
    if (any)
        fid_series_values (d, o, "MiB_per_s", rate, c->n);
    else
        fid_doc_null (d, o, "MiB_per_s");
    free (rate);
    return 0;
}

static int
roles_json (struct fid_doc *d, cJSON *o, const struct fid_pair *pair, struct fid_error *err)
{
    /* pipes and devices are no storage */
    static const int roles[] = {FID_ROLE_DATA, FID_ROLE_CHECKPOINT, FID_ROLE_LOG,
                                FID_ROLE_CODE, FID_ROLE_OTHER,      FID_ROLE_N};
    struct clock c = {.dt_ns = FID_GRID_BIN_NS};
    if (clock_of (pair, &c, err))
        return -1;
    fid_series_time (d, o, "t0_s", (double)(c.first * c.dt_ns) / 1e9);
    fid_series_time (d, o, "dt_s", (double)c.dt_ns / 1e9);
    fid_doc_number (d, o, "n", (double)c.n);
    cJSON *list = fid_doc_list (d, o, "of");
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        cJSON *one = fid_doc_object (d, list, NULL);
        fid_doc_text (d, one, "role",
                      roles[i] < FID_ROLE_N ? fid_roles[roles[i]].name : "unknown");
        for (int side = 0; side < 2; side++)
            if (role_json (d, one, pair, &c, side, roles[i], err))
                return -1;
    }
    return 0;
}

/* A sample of the reads of data, in the space of all files. */
static int
places_json (struct fid_doc *d, cJSON *in, int side, const struct fid_run *run,
             struct fid_error *err)
{
    const struct fid_places *p = &run->stream[FID_STREAM_DATA_READ].places;
    struct fid_extent x;
    if (fid_track_extent (run, &x, err))
        return -1;
    if (!p->n) {
        fid_doc_null (d, in, fid_series_side[side]);
        return 0;
    }
    cJSON *o = fid_doc_object (d, in, fid_series_side[side]);
    fid_doc_number (d, o, "n", (double)p->total);
    fid_doc_number (d, o, "files", (double)run->space_file_n);
    fid_doc_number (d, o, "bytes", (double)run->space_n);
    cJSON *t = fid_doc_list (d, o, "t_s");
    for (size_t i = 0; i < p->n; i++)
        fid_series_value (d, t, NULL, (double)(p->at[i].t_ns - x.zero_ns) / 1e9);
    cJSON *at = fid_doc_list (d, o, "at_bytes");
    for (size_t i = 0; i < p->n; i++)
        fid_series_value (d, at, NULL, (double)p->at[i].offset);
    return 0;
}

static void
jumps_json (struct fid_doc *d, cJSON *list, const struct fid_pair *pair, enum fid_stream_id id)
{
    struct fid_stream_sums sum[2] = {fid_extract_sums (pair->real, id, pair->window),
                                     fid_extract_sums (pair->emu, id, pair->window)};
    if (!(sum[0].jump_n > 0) && !(sum[1].jump_n > 0))
        return;
    cJSON *o = fid_doc_object (d, list, NULL);
    fid_doc_text (d, o, "resource", fid_stream_name (id));
    for (int k = 0; k < 2; k++) {
        if (!(sum[k].jump_n > 0)) {
            fid_doc_null (d, o, fid_series_side[k]);
            continue;
        }
        cJSON *side = fid_doc_object (d, o, fid_series_side[k]);
        fid_doc_number (d, side, "n", sum[k].jump_n);
        fid_doc_number (d, side, "sequential", sum[k].sequential_n);
    }
}

/* The edges of bins that either has on axis k; *lo is the first bin. */
static size_t
edges_json (struct fid_doc *d, cJSON *o, const char *key, const struct fid_sketch2 s[2], int k,
            int *lo)
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
    cJSON *list = fid_doc_list (d, o, key);
    for (int bin = *lo; bin <= hi; bin++)
        fid_doc_number (d, list, NULL, fid_sketch2_edge (bin));
    return (size_t)(hi - *lo);
}

static void
size_latency_json (struct fid_doc *d, cJSON *list, enum fid_stream_id id,
                   const struct fid_sketch2 s[2])
{
    int lo[2] = {0, 0};
    if (!s[0].total && !s[1].total)
        return;
    cJSON *o = fid_doc_object (d, list, NULL);
    fid_doc_text (d, o, "resource", fid_stream_name (id));
    size_t n[2] = {edges_json (d, o, "size_bytes", s, 0, &lo[0]),
                   edges_json (d, o, "latency_s", s, 1, &lo[1])};
    for (int k = 0; k < 2; k++) {
        if (!s[k].total) {
            fid_doc_null (d, o, fid_series_side[k]);
            continue;
        }
        cJSON *side = fid_doc_object (d, o, fid_series_side[k]);
        fid_doc_number (d, side, "n", (double)s[k].total);
        cJSON *count = fid_doc_list (d, side, "count");
        for (size_t i = 0; i < n[0]; i++)
            for (size_t j = 0; j < n[1]; j++)
                fid_doc_number (d, count, NULL,
                                (double)fid_sketch2_count (&s[k], lo[0] + (int)i,
                                                           lo[1] + (int)j));
    }
}

int
fid_series_access (struct fid_doc *d, cJSON *o, const struct fid_pair *pair,
                   struct fid_error *err)
{
    const struct fid_run *run[2] = {pair->real, pair->emu};
    if (roles_json (d, fid_doc_object (d, o, "roles"), pair, err))
        return -1;
    cJSON *places = fid_doc_object (d, o, "places");
    for (int k = 0; k < 2; k++)
        if (places_json (d, places, k, run[k], err))
            return -1;
    cJSON *jumps = fid_doc_list (d, o, "jumps");
    jumps_json (d, jumps, pair, FID_STREAM_DATA_READ);
    jumps_json (d, jumps, pair, FID_STREAM_BLOCK_READ);
    cJSON *list = fid_doc_list (d, o, "size_latency");
    int rc = 0;
    for (int id = 0; id < FID_STREAM_N && !rc; id++) {
        struct fid_sketch2 s[2] = {{0}, {0}};
        for (int k = 0; k < 2 && !rc; k++)
            rc = fid_extract_size_latency (run[k], (enum fid_stream_id)id, pair->window, &s[k],
                                           err);
        if (!rc)
            size_latency_json (d, list, (enum fid_stream_id)id, s);
        for (int k = 0; k < 2; k++)
            fid_sketch2_clear (&s[k]);
    }
    return rc;
}
