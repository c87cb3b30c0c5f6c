/* SPDX-License-Identifier: GPL-3.0-or-later */
/* readlag.c - see readlag.h */
#include "run/readlag.h"

#define READINGS_MIN 20
#define HALF_MIN     10    /* readings of a half that is looked at alone */
#define LARGEST_N    5     /* readings that are left out one by one, */
#define NEAR_N       2     /* with so many before and after each */
#define LARGEST_OF   20000 /* of so many at most: among more, one does not decide */

/* A stamp without its fraction is up to a second early; more shows how sharp the best is. */
#define LAG_MIN_NS  (-250 * FID_MS)
#define LAG_MAX_NS  (1250 * FID_MS)
#define LAG_STEP_NS (10 * FID_MS)
#define LAG_N       ((LAG_MAX_NS - LAG_MIN_NS) / LAG_STEP_NS + 1)

#define EXPLAINED_MIN      0.7
#define EXACT              0.98 /* explained so well, a few readings tell */
#define TELLING_MIN        15.0
#define UNCERTAINTY_MAX_NS (100 * FID_MS)

/* Lags whose residuals are within three standard deviations of the best one's. */
#define CHI2 9.0

/* The amounts of events up to each bin. */
struct amounts {
    double *sum; /* owned; n + 1 */
    size_t n;
    int64_t first_ns, bin_ns;
};

/* The amounts until t_ns moved by each lag; within a bin they grow evenly. */
static void amounts_until (const struct amounts *a, int64_t t_ns, double out[LAG_N])
{
    int i = 0;
    t_ns += LAG_MIN_NS;
    for (; i < LAG_N && t_ns <= a->first_ns; i++, t_ns += LAG_STEP_NS)
        out[i] = 0;
    uint64_t bin_ns = (uint64_t)a->bin_ns, at = (uint64_t)t_ns - (uint64_t)a->first_ns;
    uint64_t k = at / bin_ns, rest = at % bin_ns;
    for (; i < LAG_N && k < a->n; i++) {
        out[i] = a->sum[k] + (double)rest / (double)bin_ns * (a->sum[k + 1] - a->sum[k]);
        for (rest += LAG_STEP_NS; rest >= bin_ns; rest -= bin_ns)
            k++;
    }
    for (; i < LAG_N; i++)
        out[i] = a->sum[a->n];
}

/* Whether reading i follows the one before at the usual distance, and is not left out. */
static inline bool reading_counts (const struct fid_lag_reading *r, size_t i, size_t without,
                                   int64_t period_ns)
{
    return r[i].t_ns - r[i - 1].t_ns == period_ns &&
           (without == SIZE_MAX || i + NEAR_N < without || i > without + NEAR_N);
}

/* The squared correlation of values and amounts at each lag, to r2; 0 if they run against each
 * other or do not change.  Left out are readings after a gap, and those around number `without`
 * (SIZE_MAX: none).  Returns how many are left. */
static size_t explain_by_lags (const struct fid_lag_reading *r, size_t n, size_t without,
                               const struct amounts *a, int64_t period_ns, double r2[LAG_N])
{
    double until[2][LAG_N], x0[LAG_N], sx[LAG_N] = {0}, sxx[LAG_N] = {0}, sxy[LAG_N] = {0};
    double y0 = r[0].value, sy = 0, syy = 0; /* sums of differences: no cancellation */
    size_t used_n = 0, last = 0;
    for (size_t i = 1; i < n; i++) {
        if (!reading_counts (r, i, without, period_ns))
            continue;
        double *from = until[(i - 1) % 2], *end = until[i % 2], y = r[i].value - y0;
        if (!last || last + 1 != i)
            amounts_until (a, r[i].t_ns - period_ns, from);
        amounts_until (a, r[i].t_ns, end);
        last = i;
        for (int k = 0; k < LAG_N && !used_n; k++)
            x0[k] = end[k] - from[k];
        for (int k = 0; k < LAG_N; k++) {
            double x = end[k] - from[k] - x0[k];
            sx[k] += x;
            sxx[k] += x * x;
            sxy[k] += x * y;
        }
        sy += y;
        syy += y * y;
        used_n++;
    }
    double m = (double)used_n, cyy = syy - sy * sy / m;
    for (int k = 0; k < LAG_N; k++) {
        double cxx = sxx[k] - sx[k] * sx[k] / m, cxy = sxy[k] - sx[k] * sy / m;
        r2[k] = used_n < 2 || cxy <= 0 || cxx <= 0 || cyy <= 0
                    ? 0
                    : fmin (1, cxy * cxy / (cxx * cyy));
    }
    return used_n;
}

/* Over how many readings the variation is spread: n if all differ from the mean alike, 1 if
 * one does. */
static double count_telling (const struct fid_lag_reading *r, size_t n, int64_t period_ns)
{
    double mean = 0, one = 0, two = 0;
    size_t k = 0;
    for (size_t i = 1; i < n; i++)
        if (reading_counts (r, i, SIZE_MAX, period_ns))
            mean += (r[i].value - mean) / (double)++k;
    for (size_t i = 1; i < n; i++)
        if (reading_counts (r, i, SIZE_MAX, period_ns)) {
            one += fabs (r[i].value - mean);
            two += (r[i].value - mean) * (r[i].value - mean);
        }
    return two > 0 ? one * one / two : 0;
}

/* The best lag, without the readings around one of them, and how far from it others do as
 * well. */
static struct fid_readlag best_lag (const struct fid_lag_reading *r, size_t n, size_t without,
                                    const struct amounts *a, int64_t period_ns)
{
    struct fid_readlag lag = {0};
    double r2[LAG_N];
    lag.reading_n = explain_by_lags (r, n, without, a, period_ns, r2);
    for (int i = 0; i < LAG_N; i++)
        if (r2[i] > lag.explained) {
            lag.explained = r2[i];
            lag.lag_ns = LAG_MIN_NS + i * LAG_STEP_NS;
        }
    if (lag.reading_n < HALF_MIN || lag.explained <= 0)
        return lag;
    lag.known = true;
    /* what the bins and the rounding of the values leave open is never 0 */
    double least = 1 - lag.explained + 1e-6;
    double limit = least * (1 + CHI2 / ((double)lag.reading_n - 3));
    for (int i = 0; i < LAG_N; i++) {
        int64_t off_ns = llabs (LAG_MIN_NS + i * LAG_STEP_NS - lag.lag_ns);
        if (1 - r2[i] <= limit && off_ns > lag.uncertainty_ns)
            lag.uncertainty_ns = off_ns;
    }
    lag.uncertainty_ns += LAG_STEP_NS / 2 + a->bin_ns / 2;
    return lag;
}

/* A few large readings may decide alone, though the values do not follow the events exactly
 * there: without each of them, and those beside it, the lag must stay. */
static void leave_out (const struct fid_lag_reading *r, size_t n, const struct amounts *a,
                       int64_t period_ns, struct fid_readlag *lag)
{
    size_t largest[LARGEST_N], k = 0;
    if (n > LARGEST_OF)
        return;
    for (size_t i = 1; i < n; i++) { /* kept in descending order */
        size_t at = k < LARGEST_N ? k : LARGEST_N - 1;
        if (k == LARGEST_N && r[i].value <= r[largest[at]].value)
            continue;
        k += k < LARGEST_N;
        for (; at && r[largest[at - 1]].value < r[i].value; at--)
            largest[at] = largest[at - 1];
        largest[at] = i;
    }
    for (size_t i = 0; i < k; i++) {
        struct fid_readlag without = best_lag (r, n, largest[i], a, period_ns);
        int64_t off_ns = llabs (without.lag_ns - lag->lag_ns);
        if (off_ns > lag->uncertainty_ns)
            lag->uncertainty_ns = off_ns;
    }
}

int fid_readlag_estimate (const struct fid_lag_reading *reading, size_t n,
                          const struct fid_grid *events, int64_t origin_ns,
                          struct fid_readlag *lag, struct fid_error *err)
{
    struct amounts a;
    *lag = (struct fid_readlag){0};
    if (n < READINGS_MIN || !events->n)
        return 0;
    int64_t period_ns;
    FID_FREED int64_t *gap = malloc (n * sizeof *gap);
    FID_NEED (gap, err);
    for (size_t i = 0; i + 1 < n; i++)
        gap[i] = reading[i + 1].t_ns - reading[i].t_ns;
    qsort (gap, n - 1, sizeof *gap, fid_by_number);
    period_ns = gap[(n - 2) / 2];
    if (period_ns <= 0)
        return 0;
    a = (struct amounts){.n = events->n, .bin_ns = events->bin_ns};
    FID_NEED (a.sum = malloc ((events->n + 1) * sizeof *a.sum), err);
    a.first_ns = origin_ns + events->first * events->bin_ns;
    a.sum[0] = 0;
    for (size_t i = 0; i < events->n; i++)
        a.sum[i + 1] = a.sum[i] + (double)events->byte_n[i];
    *lag = best_lag (reading, n, SIZE_MAX, &a, period_ns);
    lag->known &= lag->reading_n >= READINGS_MIN - 1;
    if (lag->known) {
        /* a monitor that slowly falls behind has another lag at the end than at the start */
        const size_t from[] = {0, n / 2}, to[] = {n / 2, n};
        for (int k = 0; k < 2; k++) {
            struct fid_readlag half =
                best_lag (reading + from[k], to[k] - from[k], SIZE_MAX, &a, period_ns);
            int64_t off_ns = llabs (half.lag_ns - lag->lag_ns);
            /* only if the half can tell */
            if (half.known && half.explained >= EXPLAINED_MIN &&
                half.uncertainty_ns <= UNCERTAINTY_MAX_NS && off_ns > lag->uncertainty_ns)
                lag->uncertainty_ns = off_ns;
        }
        leave_out (reading, n, &a, period_ns, lag);
    }
    bool enough = lag->known && (lag->explained >= EXACT ||
                                 count_telling (reading, n, period_ns) >= TELLING_MIN);
    lag->certain = enough && lag->explained >= EXPLAINED_MIN &&
                   lag->uncertainty_ns <= UNCERTAINTY_MAX_NS &&
                   lag->lag_ns >= -lag->uncertainty_ns &&
                   lag->lag_ns <= FID_S + lag->uncertainty_ns;
    free (a.sum);
    return 0;
}
