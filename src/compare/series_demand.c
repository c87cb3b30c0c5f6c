/* series_demand.c - what a slower storage would do to both jobs, and what they ask of a fast
 * one; see series.h
 *
 * Slowdown: T(B) / T(infinite B) of the fluid model of metrics/slowdown.h, as the clauses
 * slowdown.bandwidth and slowdown.latency compare it.  Demand: a window of the training wants
 * bytes / computing time of bandwidth: with less, the job waits there.  Measured: how much
 * longer the same job took on storage throttled to a bandwidth (facts "throttled.RATE" =
 * seconds, of readers/tables/throttle.c). */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compare/loader.h"
#include "compare/series.h"
#include "metrics/aggregate.h"
#include "metrics/slowdown.h"

#define MIB        1048576.
#define DEMAND_N   97  /* bandwidths at which demand is counted */
#define DEMAND_TO  16. /* from 1/16 to 16 times the real run's mean demand */
#define THROTTLED  "throttled."
#define MEASURED_N 64 /* points of a run */

/* Whether the result has a distance of that measure of slowdown. */
static bool
is_compared (const struct fid_result *result, enum fid_quantity_id quantity)
{
    const struct fid_result_resource *r = fid_result_resource (result, FID_RESOURCE_SLOWDOWN);
    for (size_t i = 0; r && i < r->measure_n; i++)
        if (r->measure[i].quantity_id == (int)quantity)
            return r->measure[i].distance != FID_ABSENT;
    return false;
}

/* --- throttled recordings */

/* The rate in a fact's key, bytes a second; 0 if it is another fact, HUGE_VAL for no limit. */
static double
rate_of (const struct fid_run_fact *f)
{
    if (strncmp (f->key, THROTTLED, strlen (THROTTLED)) != 0)
        return 0;
    const char *rate = f->key + strlen (THROTTLED);
    return strcmp (rate, "max") == 0 ? HUGE_VAL : strtod (rate, NULL);
}

/* Adds [MiB/s, times as long as without a limit] of each throttled recording. */
static int
add_measured (struct fid_series *s, struct fid_series_slowdown_side *out,
              const struct fid_run *run, struct fid_error *err)
{
    double alone_s = 0, alone_n = 0;
    size_t n = 0;
    for (size_t i = 0; i < run->fact_n; i++)
        if (rate_of (&run->fact[i]) == HUGE_VAL) {
            alone_s += strtod (run->fact[i].value, NULL);
            alone_n++;
        }
    for (int k = 0; k < 2; k++)
        if (fid_series_room (s, &out->measured[k], MEASURED_N, err))
            return -1;
    for (size_t i = 0; alone_s > 0 && i < run->fact_n && n < MEASURED_N; i++) {
        double rate = rate_of (&run->fact[i]);
        if (!(rate > 0) || rate == HUGE_VAL)
            continue;
        out->measured[0].x[n] = rate / MIB;
        out->measured[1].x[n++] = strtod (run->fact[i].value, NULL) * alone_n / alone_s;
    }
    out->measured[0].n = out->measured[1].n = n;
    return 0;
}

/* --- slowdown */

static int
add_slowdown (struct fid_series *s, const struct fid_pair *pair,
              const struct fid_loader side[2], bool bytes, struct fid_error *err)
{
    const struct fid_run *run[2] = {pair->real, pair->emu};
    double cost[FID_SLOWDOWN_N], curve[2][FID_SLOWDOWN_N];
    struct fid_slowdown_job job[2];
    for (int k = 0; k < 2; k++)
        job[k] = (struct fid_slowdown_job){side[k].compute_s, bytes ? side[k].byte : side[k].op,
                                           side[k].n, side[k].overlap};
    double mean = fid_sum (job[0].demand, job[0].n) / side[0].length_s;
    if (!(mean > 0) || !isfinite (mean))
        return 0;
    fid_slowdown_costs (1 / mean, cost);
    for (int k = 0; k < 2; k++)
        if (fid_slowdown_curve (&job[k], cost, FID_SLOWDOWN_N, curve[k]))
            return fid_errorf (err, FID_EINTERNAL, "slowdown curve");
    struct fid_series_slowdown *out = &s->slowdown[s->slowdown_n++];
    out->quantity = bytes ? FID_QUANTITY_SLOW_BANDWIDTH : FID_QUANTITY_SLOW_LATENCY;
    out->unit = bytes ? FID_IN_MIB_PER_S : FID_IN_SECONDS;
    out->mean = bytes ? mean / MIB : 1 / mean;
    if (fid_series_room (s, &out->at, FID_SLOWDOWN_N, err))
        return -1;
    /* against bandwidth the most expensive comes first */
    for (size_t i = 0; i < FID_SLOWDOWN_N; i++)
        out->at.x[i] = bytes ? 1 / cost[FID_SLOWDOWN_N - 1 - i] / MIB : cost[i];
    for (int k = 0; k < 2; k++) {
        struct fid_series_slowdown_side *o = &out->side[k];
        o->alone_s = fid_slowdown_time (&job[k], 0);
        o->overlap = job[k].overlap;
        if (fid_series_room (s, &o->ratio, FID_SLOWDOWN_N, err) ||
            (bytes ? add_measured (s, o, run[k], err)
                   : fid_series_room (s, &o->measured[0], 0, err)))
            return -1;
        for (size_t i = 0; i < FID_SLOWDOWN_N; i++)
            o->ratio.x[i] = exp (curve[k][bytes ? FID_SLOWDOWN_N - 1 - i : i]);
    }
    return 0;
}

/* --- demand */

/* The share of the windows that want more than a bandwidth, bytes a second. */
static double
share_above (const struct fid_loader *side, double bandwidth)
{
    size_t n = 0;
    for (size_t i = 0; i < side->n; i++)
        n += side->byte[i] > bandwidth * side->compute_s[i];
    return (double)n / (double)side->n;
}

static int
add_demand (struct fid_series *s, const struct fid_loader side[2], struct fid_error *err)
{
    double mean = fid_sum (side[0].byte, side[0].n) / side[0].length_s;
    struct fid_series_demand *o = &s->demand;
    o->unit = FID_IN_MIB_PER_S;
    if (fid_series_room (s, &o->at, DEMAND_N, err))
        return -1;
    for (size_t i = 0; i < DEMAND_N; i++)
        o->at.x[i] = mean * pow (DEMAND_TO, 2. * (double)i / (DEMAND_N - 1) - 1) / MIB;
    for (int k = 0; k < 2; k++) {
        o->side[k].window_s = side[k].window_s;
        o->side[k].mean = fid_sum (side[k].byte, side[k].n) / side[k].length_s / MIB;
        if (fid_series_room (s, &o->side[k].share, DEMAND_N, err))
            return -1;
        for (size_t i = 0; i < DEMAND_N; i++)
            o->side[k].share.x[i] = share_above (&side[k], o->at.x[i] * MIB);
    }
    return 0;
}

int
fid_series_curves (struct fid_series *s, const struct fid_pair *pair,
                   const struct fid_result *result, struct fid_error *err)
{
    bool bytes = is_compared (result, FID_QUANTITY_SLOW_BANDWIDTH);
    bool ops = is_compared (result, FID_QUANTITY_SLOW_LATENCY);
    struct fid_loader side[2] = {{0}, {0}};
    if (!(s->slowdown = fid_arena_take (&s->arena, 2, sizeof *s->slowdown, err)))
        return -1;
    if (!bytes && !ops)
        return 0;
    int rc = fid_loaders_init (side, pair->real, pair->emu, err);
    bytes = bytes && !rc && side[0].sized && side[1].sized && side[0].n && side[1].n &&
            fid_sum (side[0].byte, side[0].n) > 0;
    if (!rc && bytes)
        rc = add_slowdown (s, pair, side, true, err);
    if (!rc && ops)
        rc = add_slowdown (s, pair, side, false, err);
    if (!rc && bytes)
        rc = add_demand (s, side, err);
    fid_loaders_clear (side);
    return rc;
}
