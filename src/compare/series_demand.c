/* series_demand.c - what a slower storage would do to both jobs, and what they ask of a fast one;
 * see series.h
 *
 * Slowdown: T(B) / T(infinite B) of the fluid model of metrics/slowdown.h, as the clauses
 * slowdown.bandwidth and slowdown.latency compare it.  Demand: a window of the training wants
 * bytes / computing time of bandwidth: with less, the job waits there.  Measured: how much longer
 * the same job took on storage throttled to a bandwidth (facts "throttled.RATE" = seconds, of
 * readers/tables/throttle.c). */
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
is_compared (const cJSON *result, const char *name)
{
    const cJSON *resource, *measure;
    cJSON_ArrayForEach (resource, cJSON_GetObjectItemCaseSensitive (result, "resources"))
        cJSON_ArrayForEach (measure, cJSON_GetObjectItemCaseSensitive (resource, "measures"))
        {
            const char *is = cJSON_GetStringValue (
                cJSON_GetObjectItemCaseSensitive (measure, "name"));
            if (is && strcmp (is, name) == 0)
                return cJSON_IsNumber (cJSON_GetObjectItemCaseSensitive (measure, "distance"));
        }
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
static void
measured_json (struct fid_doc *d, cJSON *list, const struct fid_run *run)
{
    double alone_s = 0, alone_n = 0;
    for (size_t i = 0; i < run->fact_n; i++)
        if (rate_of (&run->fact[i]) == HUGE_VAL) {
            alone_s += strtod (run->fact[i].value, NULL);
            alone_n++;
        }
    if (!(alone_s > 0))
        return;
    for (size_t i = 0, n = 0; i < run->fact_n && n < MEASURED_N; i++) {
        double rate = rate_of (&run->fact[i]);
        if (!(rate > 0) || rate == HUGE_VAL)
            continue;
        cJSON *point = fid_doc_list (d, list, NULL);
        fid_series_value (d, point, NULL, rate / MIB);
        fid_series_value (d, point, NULL, strtod (run->fact[i].value, NULL) * alone_n / alone_s);
        n++;
    }
}

/* --- slowdown */

static int
slowdown_json (struct fid_doc *d, cJSON *list, const struct fid_pair *pair,
               const struct fid_loader side[2], bool bytes, struct fid_error *err)
{
    const struct fid_run *run[2] = {pair->real, pair->emu};
    double cost[FID_SLOWDOWN_N], curve[2][FID_SLOWDOWN_N], at[FID_SLOWDOWN_N];
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
    /* against bandwidth the most expensive comes first */
    for (size_t i = 0; i < FID_SLOWDOWN_N; i++)
        at[i] = bytes ? 1 / cost[FID_SLOWDOWN_N - 1 - i] / MIB : cost[i];
    cJSON *o = fid_doc_object (d, list, NULL);
    fid_doc_text (d, o, "quantity", bytes ? "bandwidth" : "latency");
    fid_doc_text (d, o, "unit", bytes ? "MiB/s" : "s");
    fid_series_value (d, o, "mean", bytes ? mean / MIB : 1 / mean);
    fid_series_values (d, o, "at", at, FID_SLOWDOWN_N);
    for (int k = 0; k < 2; k++) {
        cJSON *s = fid_doc_object (d, o, fid_series_side[k]);
        fid_series_time (d, s, "alone_s", fid_slowdown_time (&job[k], 0));
        fid_series_value (d, s, "overlap", job[k].overlap);
        cJSON *ratio = fid_doc_list (d, s, "ratio");
        for (size_t i = 0; i < FID_SLOWDOWN_N; i++)
            fid_series_value (d, ratio, NULL, exp (curve[k][bytes ? FID_SLOWDOWN_N - 1 - i : i]));
        cJSON *measured = fid_doc_list (d, s, "measured");
        if (bytes)
            measured_json (d, measured, run[k]);
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

static void
demand_json (struct fid_doc *d, cJSON *o, const struct fid_loader side[2])
{
    double mean = fid_sum (side[0].byte, side[0].n) / side[0].length_s, at[DEMAND_N];
    for (size_t i = 0; i < DEMAND_N; i++)
        at[i] = mean * pow (DEMAND_TO, 2. * (double)i / (DEMAND_N - 1) - 1) / MIB;
    fid_doc_text (d, o, "unit", "MiB/s");
    fid_series_values (d, o, "at", at, DEMAND_N);
    for (int k = 0; k < 2; k++) {
        cJSON *s = fid_doc_object (d, o, fid_series_side[k]);
        fid_series_time (d, s, "window_s", side[k].window_s);
        fid_series_value (d, s, "mean",
                          fid_sum (side[k].byte, side[k].n) / side[k].length_s / MIB);
        cJSON *share = fid_doc_list (d, s, "share");
        for (size_t i = 0; i < DEMAND_N; i++)
            fid_series_value (d, share, NULL, share_above (&side[k], at[i] * MIB));
    }
}

int
fid_series_demand (struct fid_doc *d, cJSON *doc, const struct fid_pair *pair,
                   const cJSON *result, struct fid_error *err)
{
    bool bytes = is_compared (result, "slowdown.bandwidth");
    bool ops = is_compared (result, "slowdown.latency");
    struct fid_loader side[2] = {{0}, {0}};
    cJSON *list = fid_doc_list (d, doc, "slowdown");
    int rc = 0;
    if (!bytes && !ops) {
        fid_doc_null (d, doc, "demand");
        return 0;
    }
    rc = fid_loaders_init (side, pair->real, pair->emu, err);
    bytes = bytes && !rc && side[0].sized && side[1].sized && side[0].n && side[1].n &&
            fid_sum (side[0].byte, side[0].n) > 0;
    if (!rc && bytes)
        rc = slowdown_json (d, list, pair, side, true, err);
    if (!rc && ops)
        rc = slowdown_json (d, list, pair, side, false, err);
    if (!rc && bytes)
        demand_json (d, fid_doc_object (d, doc, "demand"), side);
    else
        fid_doc_null (d, doc, "demand");
    fid_loaders_clear (side);
    return rc;
}
