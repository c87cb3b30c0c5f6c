/* intervals from within one run, held against what is known of means */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_randist.h>
#include "compare/within_run_ci.h"
#include "metrics/rng.h"
#include "tests/tap.h"

#define N  400
#define AT FID_RESOURCE_DISK_READ

static struct fid_run real_run, emu_run; /* without a step */

/* A comparison of one measure of one resource, over n seconds. */
struct bench {
    struct fid_comparison c;
    struct fid_within w;
    struct fid_resource_result *result;
};

static void
bench_begin (struct bench *b, double length_s)
{
    struct fid_error err;
    struct fid_compare_opts opts = {.penalty = -1, .tolerance_s = -1};
    *b = (struct bench){.w.dt_s = 1};
    if (fid_pair_init (&b->c.pair, &real_run, &emu_run, &opts, &err))
        abort ();
    b->c.result = calloc (FID_WINDOW_N, sizeof *b->c.result);
    if (!b->c.result)
        abort ();
    b->c.done[FID_WINDOW_JOB] = true;
    b->c.length_s[FID_WINDOW_JOB][0] = b->c.length_s[FID_WINDOW_JOB][1] = length_s;
    for (size_t r = 0; r < FID_RESOURCE_N; r++)
        b->c.result[FID_WINDOW_JOB][r] = (struct fid_resource_result){
            .info = &fid_resources[r],
            .status = r == AT ? FID_STATUS_COMPARED : FID_STATUS_NOT_COMPARED};
    b->result = &b->c.result[FID_WINDOW_JOB][AT];
    b->result->within = &b->w;
}

static void
bench_end (struct bench *b)
{
    fid_within_clear (&b->w);
    free (b->c.result);
}

static int
add (struct fid_resource_result *res, enum fid_facet_id facet, enum fid_quantity_id quantity,
     const char *metric, const struct fid_signal *a, const struct fid_signal *b,
     const struct fid_metric_opts *opts, struct fid_error *err)
{
    const struct fid_measure what = {
        .facet = facet, .quantity = quantity, .metric = fid_metric_find (metric)};
    return fid_measure_add (res, &what, a, b, opts, err);
}

static double
detail (const struct bench *b, const char *name)
{
    const struct fid_metric_value *v = &b->result->measure[0].value;
    for (size_t i = 0; i < v->detail_n; i++)
        if (strcmp (v->detail[i].name, name) == 0)
            return v->detail[i].value;
    return NAN;
}

/* W1 to a run that lies below all of x is the difference of their means. */
static void
marginal (struct bench *b, const double *x, size_t n, const double *y, size_t m)
{
    struct fid_error err;
    struct fid_metric_opts opts = {.scale = 1};
    struct fid_signal sa = {.x = x, .n = n, .dt_s = 1}, sb = {.x = y, .n = m, .dt_s = 1};
    if (add (b->result, FID_FACET_MARGINAL, FID_QUANTITY_LEVEL, "w1", &sa, &sb, &opts, &err) ||
        fid_within_values (b->result, &sa, &sb, &opts, &err))
        abort ();
    fid_resource_close (b->result);
    if (fid_within_intervals (&b->c, &b->w, &err))
        abort ();
}

/* 0.5 and noise of standard deviation sd that remembers phi of itself. */
static void
noise (double *x, size_t n, double sd, double phi)
{
    gsl_rng *rng = fid_rng_create (3, 0);
    double state = 0;
    for (size_t i = 0; i < n; i++) {
        state = phi * state + sqrt (1 - phi * phi) * gsl_ran_gaussian (rng, sd);
        x[i] = 0.5 + state;
    }
    gsl_rng_free (rng);
}

static double
width_of (double phi)
{
    static double x[N], y[N];
    struct bench b;
    noise (x, N, 0.05, phi);
    for (size_t i = 0; i < N; i++)
        y[i] = 1e-9; /* below all of x: the distance is the mean of x */
    bench_begin (&b, N);
    marginal (&b, x, N, y, N);
    double low = detail (&b, "within_run_low"), high = detail (&b, "within_run_high");
    double d = b.result->measure[0].value.distance;
    ok (low < d && d < high, "phi %g: the distance %.4f lies in %.4f to %.4f", phi, d, low,
        high);
    ok_close (b.c.similarity_low, 1 - high, 1e-12, "similarity is that of the distance");
    ok_close (b.result->similarity_high, b.c.similarity_high, 1e-12, "the resource is all");
    ok (b.c.has_ci && strstr (b.c.within, "within-run only"), "it is called what it is");
    bench_end (&b);
    return high - low;
}

static void
means (void)
{
    /* the mean of N independent values: +- 1.96 sd / sqrt (N) */
    double plain = width_of (0), theory = 2 * 1.96 * 0.05 / sqrt (N);
    ok (plain > 0.8 * theory && plain < 1.2 * theory, "independent samples: %.4f, theory %.4f",
        plain, theory);
    /* AR(1): wider by sqrt ((1 + phi) / (1 - phi)) = 3 */
    double slow = width_of (0.8);
    ok (slow > 1.7 * theory && slow < 4 * theory, "samples that depend: %.4f, theory %.4f",
        slow, 3 * theory);
}

static void
nothing_varies (void)
{
    static double x[N], y[N];
    struct bench b;
    for (size_t i = 0; i < N; i++) {
        x[i] = 0.75;
        y[i] = 0.25;
    }
    bench_begin (&b, N);
    marginal (&b, x, N, y, N);
    ok_close (b.c.similarity_low, 0.5, 1e-12, "constants do not vary: low");
    ok_close (b.c.similarity_high, 0.5, 1e-12, "and high");
    bench_end (&b);
}

static void
shape (struct bench *b, const double *x, const double *y, size_t n)
{
    struct fid_error err;
    struct fid_metric_opts opts = {.scale = 1, .band_s = 3, .penalty = 0.05};
    struct fid_signal sa = {.x = x, .n = n, .dt_s = 1}, sb = {.x = y, .n = n, .dt_s = 1};
    bench_begin (b, (double)n);
    if (add (b->result, FID_FACET_SHAPE, FID_QUANTITY_LEVEL, "dtw", &sa, &sb, &opts, &err) ||
        fid_within_path (b->result, &sa, &sb, &opts, &err))
        abort ();
    fid_resource_close (b->result);
    if (fid_within_intervals (&b->c, &b->w, &err))
        abort ();
}

static void
paths (void)
{
    static double x[N], y[N];
    struct bench b, again;
    for (size_t i = 0; i < N; i++)
        x[i] = y[i] = (double)(i % 7 < 3);
    for (size_t i = 0; i < N; i++)
        y[i] = 0.8 * y[i] + 0.1;
    shape (&b, x, y, N); /* 0.1 apart everywhere, the diagonal is best */
    ok_close (b.result->measure[0].value.distance, 0.1, 1e-9, "0.1 apart everywhere");
    ok_close (detail (&b, "within_run_low"), 0.1, 1e-9, "so are all blocks: low");
    ok_close (detail (&b, "within_run_high"), 0.1, 1e-9, "high");
    bench_end (&b);
    for (size_t i = 0; i < N; i++)
        y[i] = i < N / 2 ? x[i] : x[i] + 0.2; /* 0 in one half, 0.2 in the other */
    shape (&b, x, y, N);
    shape (&again, x, y, N);
    double low = detail (&b, "within_run_low"), high = detail (&b, "within_run_high");
    double d = b.result->measure[0].value.distance;
    ok (low < d - 0.01 && high > d + 0.01, "halves that differ: %.3f lies in %.3f to %.3f", d,
        low, high);
    ok (low >= 0 && high <= 0.2 + 1e-9, "no further than the worse half");
    ok (low == detail (&again, "within_run_low") && high == detail (&again, "within_run_high"),
        "the same again");
    bench_end (&b);
    bench_end (&again);
    for (size_t i = 0; i < N; i++)
        y[i] = 0;
    shape (&b, x, y, N);
    ok (b.result->measure[0].value.distance == 1 && isnan (detail (&b, "within_run_low")) &&
            !b.c.has_ci,
        "against nothing the distance is by rule: no interval");
    bench_end (&b);
}

static void
too_short (void)
{
    static const double x[8] = {1, 2, 3, 4, 5, 6, 7, 8}, y[8] = {2, 3, 4, 5, 6, 7, 8, 9};
    struct bench b;
    bench_begin (&b, 8);
    marginal (&b, x, 8, y, 8);
    ok (!b.c.has_ci && strstr (b.c.within, "none: the window"), "eight bins: none, and why");
    bench_end (&b);
    struct fid_error err;
    bench_begin (&b, N);
    ok (fid_within_intervals (&b.c, &b.w, &err) == 0 && !b.c.has_ci &&
            strstr (b.c.within, "none: nothing"),
        "nothing to resample: none, and why");
    bench_end (&b);
}

int
main (void)
{
    means ();
    nothing_varies ();
    paths ();
    too_short ();
    return tap_done ();
}
