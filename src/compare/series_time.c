/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series_time.c - series of resources against time; see series.h
 *
 * Each series is stored twice: thinned to what a chart shows at once, in the bins that are
 * compared, and packed for zooming, in the bins that were recorded. */
#include "compare/series.h"

/* One quantity in both runs. */
struct curve {
    enum fid_resource_id resource;
    enum fid_quantity_id quantity;
    enum fid_unit_id unit;
    double quantum; /* values are whole multiples of it, or it is small compared with them */
    struct fid_track coarse[2], fine[2];
};

static void curve_clear (struct curve *c)
{
    for (int k = 0; k < 2; k++) {
        fid_track_clear (&c->coarse[k]);
        fid_track_clear (&c->fine[k]);
    }
}

static int keep_track (struct fid_series *s, struct fid_series_track *out,
                       const struct fid_track *t, struct fid_error *err)
{
    out->t0_s = (double)t->first * t->dt_s;
    out->dt_s = t->dt_s;
    out->n = t->n;
    out->thinned_n = t->low ? t->from_n : 0;
    out->from_n = t->low ? t->from_n : t->n;
    return FID_FAILED (fid_series_copy (s, &out->value, t->mean, t->n, err) ||
                       (t->low && (fid_series_copy (s, &out->min, t->low, t->n, err) ||
                                   fid_series_copy (s, &out->max, t->high, t->n, err))));
}

/* --- packed */

static struct fid_quanta ruler_of (const struct fid_track *t, double quantum)
{
    const double *low = t->low ? t->low : t->mean, *high = t->high ? t->high : t->mean;
    double least = 0, most = 0;
    for (size_t i = 0; i < t->n; i++)
        if (low[i] != FID_GAP) {
            least = fmin (least, low[i]);
            most = fmax (most, high[i]);
        }
    return fid_quanta_ruler (least, most, quantum);
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
    *out = (struct fid_series_fine){.t0_s = (double)t->first * t->dt_s,
                                    .dt_s = t->dt_s,
                                    .native_dt_s = native_dt_s,
                                    .n = t->n,
                                    .from_n = t->from_n,
                                    .ruler = ruler_of (t, quantum)};
    return FID_FAILED (pack_values (s, &out->value, &out->ruler, t->mean, t->n, 0, err) ||
                       pack_values (s, &out->min, &out->ruler, t->low, t->n, -1, err) ||
                       pack_values (s, &out->max, &out->ruler, t->high, t->n, 1, err));
}

/* --- a curve */

/* Thins both series of a kind alike. */
static int thin_tracks (struct fid_track t[2], size_t point_n, struct fid_error *err)
{
    size_t factor = fid_track_factor (&t[0], &t[1], point_n);
    return fid_track_thin (&t[0], factor, err) || fid_track_thin (&t[1], factor, err) ? -1 : 0;
}

/* Adds the curve and clears it. */
static int put_curve (struct fid_series *s, struct curve *c, const struct fid_series_size *size,
                      struct fid_error *err)
{
    double native_s[2] = {c->fine[0].dt_s, c->fine[1].dt_s};
    int rc = 0;
    if (!c->coarse[0].n && !c->coarse[1].n)
        goto done;
    rc = thin_tracks (c->coarse, size->point_n, err);
    if (!rc && size->fine_n)
        rc = thin_tracks (c->fine, size->fine_n, err);
    struct fid_series_time *out = &s->time[s->time_n++];
    out->resource = c->resource;
    out->quantity = c->quantity;
    out->unit = c->unit;
    for (int k = 0; k < 2 && !rc; k++) {
        const struct fid_track *coarse = &c->coarse[k], *fine = &c->fine[k];
        if (!coarse->n)
            continue;
        rc = keep_track (s, &out->side[k], coarse, err);
        if (!rc && size->fine_n && fine->n && !(fine->dt_s > .75 * coarse->dt_s))
            rc = keep_fine (s, &out->side[k].fine, fine, native_s[k], c->quantum, err);
    }
done:
    curve_clear (c);
    return rc;
}

static int stream_series (struct fid_series *s, const struct fid_pair *pair,
                          enum fid_stream_id id, bool bytes, const struct fid_series_size *size,
                          struct fid_error *err)
{
    int64_t dt_ns = fid_extract_dt (pair->real, pair->emu, id, pair->dt_s);
    struct fid_extent x[2];
    FID_TRY (fid_track_extent (pair->run[0], &x[0], err) ||
             fid_track_extent (pair->run[1], &x[1], err));
    /* a minute of events in a pair->run of days: not in bins of 10 ms */
    int64_t bin_ns =
        fid_track_bin (x, fid_extract_dt (pair->real, pair->emu, id, 0), 2 * FID_SERIES_FINE);
    struct curve c = {.resource = fid_resource_of_stream (id),
                      .quantity = bytes ? FID_QUANTITY_BYTES : FID_QUANTITY_OPS,
                      .unit = bytes ? FID_IN_MIB_PER_S : FID_IN_PER_SECOND,
                      /* one operation, one byte */
                      .quantum = 1 / ((double)bin_ns / 1e9) / (bytes ? 1048576 : 1)};
    for (int k = 0; k < 2; k++)
        if ((!bytes || pair->run[k]->stream[id].sized) &&
            (fid_track_stream (pair->run[k], id, dt_ns, bytes, &c.coarse[k], err) ||
             (size->fine_n &&
              fid_track_stream (pair->run[k], id, bin_ns, bytes, &c.fine[k], err)))) {
            curve_clear (&c);
            return -1;
        }
    return put_curve (s, &c, size, err);
}

/* How many operations are in flight; without finer values, which were not recorded. */
static int in_flight_series (struct fid_series *s, const struct fid_pair *pair,
                             enum fid_stream_id id, const struct fid_series_size *size,
                             struct fid_error *err)
{
    struct fid_series_size coarse = {.point_n = size->point_n};
    struct curve c = {.resource = fid_resource_of_stream (id),
                      .quantity = FID_QUANTITY_OUTSTANDING,
                      .unit = FID_IN_ONE};
    int64_t dt_ns = FID_BUSY_BIN_NS;
    for (int k = 0; k < 2; k++)
        dt_ns = pair->run[k]->stream[id].busy.bin_ns > dt_ns
                    ? pair->run[k]->stream[id].busy.bin_ns
                    : dt_ns;
    dt_ns = fid_extract_widen (pair->run[1], fid_extract_widen (pair->run[0], dt_ns));
    for (int k = 0; k < 2; k++)
        if (fid_track_in_flight (pair->run[k], id, dt_ns, &c.coarse[k], err)) {
            curve_clear (&c);
            return -1;
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
        if (fid_track_gauge (pair->run[k], id, level, dt_s, &c.coarse[k], err) ||
            (size->fine_n &&
             fid_track_gauge (pair->run[k], id, level, dt_s, &c.fine[k], err))) {
            curve_clear (&c);
            return -1;
        }
    }
    return put_curve (s, &c, size, err);
}

int fid_series_resources (struct fid_series *s, const struct fid_pair *pair,
                          const struct fid_series_size *size, struct fid_error *err)
{
    /* of a stream bytes, operations and how many at a time; of a gauge its levels */
    FID_TRY (
        !(s->time = fid_arena_take (&s->arena, 3 * FID_STREAM_N + FID_GAUGE_N + FID_CPU_DIM,
                                    sizeof *s->time, err)));
    for (int id = 0; id < FID_STREAM_N; id++) {
        FID_TRY (id != FID_STREAM_DATA_OPEN &&
                 stream_series (s, pair, (enum fid_stream_id)id, true, size, err));
        FID_TRY (stream_series (s, pair, (enum fid_stream_id)id, false, size, err));
        FID_TRY ((id == FID_STREAM_DATA_READ || id == FID_STREAM_BLOCK_READ) &&
                 in_flight_series (s, pair, (enum fid_stream_id)id, size, err));
    }
    for (int id = 0; id < FID_GAUGE_N; id++)
        for (int level = 0; level < (id == FID_GAUGE_CPU ? FID_CPU_DIM : 1); level++)
            FID_TRY (gauge_series (s, pair, (enum fid_gauge_id)id, (enum fid_level)level, size,
                                   err));
    return 0;
}
