/* test_describe.c - mean, standard deviations, quantiles */
#include "metrics/describe.h"
#include "tests/metrics/metric_test.h"

/* The rule as it is told: positions from 1, the line through two neighbours. */
static double
slow_exclusive (const double *sorted, int n, double p)
{
    double at = p * (n + 1);
    int j = 1;
    while (j < n - 1 && j + 1 <= at)
        j++;
    return sorted[j - 1] + (at - j) * (sorted[j] - sorted[j - 1]);
}

int
main (void)
{
    double six[] = {4, 1, 6, 3, 5, 2}, two[] = {2, 1}, one[] = {7}, many[200];
    struct fid_described d = {.std = -1};

    ok_int (fid_describe (six, 6, &d), 0, "1 to 6 in any order");
    ok_close (d.mean, 3.5, 0, "mean");
    ok_close (d.std, 1.870829, 5e-7, "standard deviation, n - 1");
    ok_close (fid_std (six, 6, 3.5, 6), 1.707825, 5e-7, "and n");
    ok (d.q1 == 1.75 && d.median == 3.5 && d.q3 == 5.25, "quartiles, exclusive");
    ok (fid_quantile_inclusive (six, 6, .25) == 2.25 &&
            fid_quantile_inclusive (six, 6, .5) == 3.5 &&
            fid_quantile_inclusive (six, 6, .75) == 4.75,
        "and inclusive");
    ok_int (fid_describe (two, 2, &d), 0, "two values");
    ok (d.q1 == .75 && d.median == 1.5 && d.q3 == 2.25, "have quartiles beyond them");

    d = (struct fid_described){.std = -1, .q1 = -2, .q3 = -3};
    ok_int (fid_describe (one, 1, &d), 0, "one value");
    ok (d.n == 1 && d.mean == 7 && d.median == 7, "is its mean and median");
    ok (d.std == -1 && d.q1 == -2 && d.q3 == -3, "and has no width");
    ok_close (fid_quantile_inclusive (one, 1, .99), 7, 0, "every quantile of it is it");

    for (int i = 0; i < 200; i++)
        many[i] = i + 1;
    ok_close (fid_quantile_exclusive (many, 200, .99), 198.99, 1e-12, "p99 of 1 to 200");
    ok_close (fid_quantile_inclusive (many, 200, 0), 1, 0, "the least");
    ok_close (fid_quantile_inclusive (many, 200, 1), 200, 0, "the greatest");
    for (int n = 2; n < 40; n++) {
        double worst = 0;
        for (int i = 0; i < n; i++)
            many[i] = (i * 37 + n) % 101;
        fid_sort (many, (size_t)n);
        for (int p = 0; p <= 20; p++)
            worst = fmax (worst, fabs (fid_quantile_exclusive (many, (size_t)n, p / 20.) -
                                       slow_exclusive (many, n, p / 20.)));
        if (worst > 1e-10)
            ok (0, "exclusive quantiles of %d values: %g off", n, worst);
    }
    ok (1, "exclusive quantiles are what the rule says");

    double cancel[] = {1e16, 1, -1e16}, bad[] = {1, NAN};
    ok_close (fid_mean (cancel, 3), 1. / 3, 1e-16, "nothing is lost in a sum");
    ok_int (fid_describe (bad, 0, &d), GSL_EBADLEN, "nothing is refused");
    ok_int (fid_describe (bad, 2, &d), GSL_EINVAL, "so is NaN");
    return tap_done ();
}
