/* test_slowdown.c - slowdown curves: closed forms, laws, a simulation in small steps */
#include "metrics/slowdown.h"
#include "tests/metrics/metric_test.h"

#define N 6

static const double even[N] = {2, 2, 2, 2, 2, 2}, ten[N] = {10, 10, 10, 10, 10, 10};
static const double none[N] = {0}, burst[N] = {60, 0, 0, 0, 0, 0};

/* Ratio of the times at a cost and at none. */
static double
ratio (const double *compute_s, const double *demand, double overlap, double cost)
{
    struct fid_slowdown_job job = {compute_s, demand, N, overlap};
    double ln = NAN;
    return fid_slowdown_curve (&job, &cost, 1, &ln) ? NAN : exp (ln);
}

static void
test_forms (void)
{
    ok_close (ratio (even, ten, 1, 0.1), 1, 1e-15, "overlapped, faster than needed: no loss");
    ok_close (ratio (even, ten, 1, 0.2), 1, 1e-15, "just fast enough");
    ok_close (ratio (even, ten, 1, 0.4), 2, 1e-15, "half as fast as needed: twice as long");
    ok_close (ratio (even, ten, 0, 0.2), 2, 1e-15, "one after the other: always adds");
    ok_close (ratio (even, ten, 0.5, 0.4), 0.5 * 2 + 0.5 * 3, 1e-15, "half of either");
    ok_close (ratio (even, none, 0.3, 9), 1, 1e-15, "a job that does not read is never slower");
    ok_close (ratio (even, burst, 1, 0.1), (6 + 5 * 2) / 12., 1e-15,
              "all bytes in one window: 6 s of it, the rest as it was");
    double cost[FID_SLOWDOWN_N];
    fid_slowdown_costs (0.5, cost);
    ok_close (cost[0], 0.5 / 8, 1e-15, "costs from an eighth");
    ok_close (cost[FID_SLOWDOWN_N - 1], 4, 1e-14, "to eight times the mean");
    ok_close (cost[1] / cost[0], exp2 (6. / 23), 1e-14, "in equal octaves");
}

/* One window in steps of dt: the device delivers the overlapped part while the processor
 * computes; the window ends when both are done; the rest is read before. */
static double
simulate (const struct fid_slowdown_job *job, double cost, double dt)
{
    double t = 0;
    for (size_t i = 0; i < job->n; i++) {
        /* share o of windows overlap, the others do not; time is the mean of both */
        double begin = t, computed = 0, left = job->demand[i];
        double both = 0, alone = 0;
        while (computed < job->compute_s[i] - dt / 2 || left * cost > dt / 2) {
            computed += dt;
            left = fmax (0, left - dt / cost);
            both += dt;
        }
        for (left = job->demand[i]; left * cost > dt / 2; left -= dt / cost)
            alone += dt;
        for (computed = 0; computed < job->compute_s[i] - dt / 2; computed += dt)
            alone += dt;
        t = begin + job->overlap * both + (1 - job->overlap) * alone;
    }
    return t;
}

static void
test_simulation (void)
{
    uint64_t seed = 9;
    double worst = 0;
    for (size_t round = 0; round < 30; round++) {
        double c[N], q[N];
        for (size_t i = 0; i < N; i++) {
            c[i] = rnd (&seed);
            q[i] = 10 * rnd (&seed);
        }
        struct fid_slowdown_job job = {c, q, N, (double)(round % 3) / 2};
        double cost = 0.01 + 0.3 * rnd (&seed), t = fid_slowdown_time (&job, cost);
        worst = fmax (worst, fabs (t - simulate (&job, cost, 1e-4)));
    }
    ok (worst < N * 2e-4, "agrees with a simulation in steps of 0.1 ms (%g s)", worst);
}

static void
test_laws (void)
{
    uint64_t seed = 10;
    size_t falls = 0, below = 0, order = 0, more = 0;
    for (size_t round = 0; round < 200; round++) {
        double c[N], q[N], twice[N], cost[FID_SLOWDOWN_N], a[FID_SLOWDOWN_N], b[FID_SLOWDOWN_N],
            no[FID_SLOWDOWN_N];
        for (size_t i = 0; i < N; i++) {
            c[i] = rnd (&seed);
            q[i] = rnd (&seed);
            twice[i] = 2 * q[i];
        }
        struct fid_slowdown_job job = {c, q, N, rnd (&seed)}, dense = job, serial = job;
        dense.demand = twice;
        serial.overlap = 0;
        fid_slowdown_costs (1, cost);
        if (fid_slowdown_curve (&job, cost, FID_SLOWDOWN_N, a) ||
            fid_slowdown_curve (&dense, cost, FID_SLOWDOWN_N, b) ||
            fid_slowdown_curve (&serial, cost, FID_SLOWDOWN_N, no))
            abort ();
        for (size_t k = 0; k < FID_SLOWDOWN_N; k++) {
            falls += k && a[k] < a[k - 1];
            below += a[k] < 0;
            more += b[k] < a[k];
            order += no[k] < a[k];
        }
    }
    ok (falls == 0 && below == 0, "slower storage never makes a job faster");
    ok (more == 0, "twice the demand never makes it faster");
    ok (order == 0, "nor does reading without overlap");
}

static void
test_metric (void)
{
    const struct fid_metric *m = fid_metric_find ("slowdown");
    struct fid_metric_opts opts = {0};
    double cost[FID_SLOWDOWN_N], full[FID_SLOWDOWN_N], half[FID_SLOWDOWN_N];
    static const double five[N] = {5, 5, 5, 5, 5, 5};
    fid_slowdown_costs (0.2, cost);
    struct fid_slowdown_job job = {even, ten, N, 0}, less = {even, five, N, 0};
    if (fid_slowdown_curve (&job, cost, FID_SLOWDOWN_N, full) ||
        fid_slowdown_curve (&less, cost, FID_SLOWDOWN_N, half))
        abort ();
    struct fid_signal a = series (full, FID_SLOWDOWN_N, 1, 1),
                      b = series (half, FID_SLOWDOWN_N, 1, 1);
    double want = 0;
    for (size_t k = 0; k < FID_SLOWDOWN_N; k++)
        want += log ((2 + 10 * cost[k]) / (2 + 5 * cost[k])) / FID_SLOWDOWN_N;
    ok_value (m, a, b, &opts, want, 1e-14, "half of the data, read in sequence");
    ok (want > 0.3, "is far off: %.2f", want);
    ok_laws (m, a, b, &opts);
    ok_finite_only (m, a, &opts);
    ok_refused (m, a, series (half, 3, 1, 1), &opts, GSL_EBADLEN, "curves of two lengths");
    double bad = 2, c1[1] = {1}, q1[1] = {-1}, out = 7;
    struct fid_slowdown_job idle = {none, ten, N, 1}, wrong = {even, ten, N, bad},
                            negative = {c1, q1, 1, 1};
    ok (fid_slowdown_curve (&idle, &bad, 1, &out) == GSL_EDOM && out == 7,
        "no computation: not defined");
    ok (fid_slowdown_curve (&wrong, &bad, 1, &out) == GSL_EINVAL, "overlap above 1");
    ok (fid_slowdown_curve (&negative, &bad, 1, &out) == GSL_EINVAL, "negative demand");
}

int
main (void)
{
    test_forms ();
    test_simulation ();
    test_laws ();
    test_metric ();
    return tap_done ();
}
