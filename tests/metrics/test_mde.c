/* test_mde.c - minimal detectable effect */
#include <gsl/gsl_randist.h>
#include "metrics/mde.h"
#include "metrics/rng.h"
#include "tests/metrics/metric_test.h"

int
main (void)
{
    double got = 0, more;
    size_t k = 0;
    ok_int (fid_mde (1, 1, 1, 0.05, 0.8, &got), 0, "one against one");
    ok_close (got / sqrt (2), 1.6448536 + 0.8416212, 1e-6, "z by the table: 2.49 at 5 %, 80 %");
    fid_mde (0.03, 5, 5, 0.05, 0.8, &got);
    ok_close (got, 0.047, 0.0005, "sigma 0.03, 5 and 5 runs: 0.047");
    fid_mde (1, 10, 40, 0.025, 0.9, &got);
    ok_close (got, (1.959964 + 1.281552) * sqrt (0.125), 1e-5, "2.5 % and 90 %");
    fid_mde (1, 10, 41, 0.025, 0.9, &more);
    ok (more < got, "more runs see less");
    ok (fid_mde (0, 3, 3, 0.05, 0.8, &got) == 0 && got == 0, "no noise: everything is seen");

    /* by trial: how often a z test of 8 against 12 finds an effect of that size */
    size_t found = 0;
    fid_mde (1, 8, 12, 0.05, 0.8, &got);
    double se = sqrt (1 / 8.0 + 1 / 12.0);
    gsl_rng *r = fid_rng_create (1, 0);
    for (size_t trial = 0; trial < 4000; trial++)
        found += got + gsl_ran_gaussian_ziggurat (r, se) > 1.6448536 * se;
    gsl_rng_free (r);
    ok_close ((double)found / 4000, 0.8, 0.026, "is found in 80 % of trials");

    ok_int (fid_runs_needed (0.03, 0.05, 0.05, 0.8, &k), 0, "runs needed");
    ok_int ((long long)k, 5, "for 0.05 at sigma 0.03: 5 each (4.45)");
    fid_mde (0.03, k, k, 0.05, 0.8, &got);
    fid_mde (0.03, k - 1, k - 1, 0.05, 0.8, &more);
    ok (got <= 0.05 && more > 0.05, "which is enough, and one less is not");
    fid_runs_needed (0, 0.05, 0.05, 0.8, &k);
    ok_int ((long long)k, 3, "no noise: 3, or no permutation gets to 5 %");
    fid_runs_needed (0, 0.05, 0.01, 0.8, &k);
    ok_int ((long long)k, 5, "5 for 1 %: 1 / 252");

    got = 9;
    ok_int (fid_mde (1, 0, 3, 0.05, 0.8, &got), GSL_EBADLEN, "no runs");
    ok_int (fid_mde (-1, 3, 3, 0.05, 0.8, &got), GSL_EINVAL, "negative noise");
    ok_int (fid_mde (NAN, 3, 3, 0.05, 0.8, &got), GSL_EINVAL, "noise unknown");
    ok_int (fid_mde (1, 3, 3, 0.5, 0.8, &got), GSL_EINVAL, "alpha of one half");
    ok_int (fid_mde (1, 3, 3, 0.05, 1, &got), GSL_EINVAL, "power 1");
    ok_int (fid_runs_needed (1, 0, 0.05, 0.8, &k), GSL_EINVAL, "no effect");
    ok_int (fid_runs_needed (1, 1e-9, 0.05, 0.8, &k), GSL_EDOM, "more runs than there are");
    ok (got == 9 && k == 5, "nothing was written");
    return tap_done ();
}
