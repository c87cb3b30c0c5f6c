/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_ols.c - straight lines through points */
#include "metrics/ols.h"
#include "tests/metrics/metric_test.h"

int main (void)
{
    double x[] = {1, 1, 1, 2, 2, 1, 2, 2}, y[4], c[3] = {-7, -7, -7}, r2 = -7;
    for (int i = 0; i < 4; i++)
        y[i] = .1 + .2 * x[2 * i] + .3 * x[2 * i + 1];
    ok_int (fid_ols (x, y, 4, 2, c, &r2), 0, "points of a plane");
    ok_close (c[0], .1, 1e-12, "its intercept");
    ok_close (c[1], .2, 1e-12, "its slope along the first");
    ok_close (c[2], .3, 1e-12, "and the second");
    ok_close (r2, 1, 1e-12, "nothing is left");

    /* sums of products by hand: slope 8 / 10, intercept 2.8 - 2.4, 2 * 3.2 of 8.8 */
    double t[] = {1, 2, 3, 4, 5}, v[] = {1, 3, 2, 3, 5};
    ok_int (fid_ols (t, v, 5, 1, c, &r2), 0, "points about a line");
    ok_close (c[1], .8, 1e-12, "slope");
    ok_close (c[0], .4, 1e-12, "intercept");
    ok_close (r2, 6.4 / 8.8, 1e-12, "R^2");

    /* scales far apart, as GPUs and batches of DLRM are */
    double wide[] = {1, 2048, 1, 8388608, 8, 2048, 8, 8388608}, w[4];
    for (int i = 0; i < 4; i++)
        w[i] = -.003567 + .0063185 * wide[2 * i] + 1.47436e-6 * wide[2 * i + 1];
    ok_int (fid_ols (wide, w, 4, 2, c, &r2), 0, "scales far apart");
    ok_close (c[1], .0063185, 1e-12, "the small one");
    ok_close (c[2], 1.47436e-6, 1e-15, "the large one");

    double flat[] = {5, 5, 5 + 1e-14, 5};
    ok_int (fid_ols (x, flat, 4, 2, c, &r2), 0, "a flat plane");
    ok (fabs (c[0] - 5) < 1e-12 && c[1] == 0 && c[2] == 0 && r2 == 1,
        "is met, whatever rounding makes of it");

    r2 = -7;
    double same[] = {8, 1, 8, 2, 8, 3, 8, 4}, line[] = {1, 2, 2, 4, 3, 6, 4, 8};
    ok_int (fid_ols (same, y, 4, 2, c, &r2), GSL_EDOM, "an x that does not vary");
    ok_int (fid_ols (line, y, 4, 2, c, &r2), GSL_EDOM, "two that vary together");
    ok_int (fid_ols (x, y, 2, 2, c, &r2), GSL_EBADLEN, "fewer points than unknowns");
    y[1] = NAN;
    ok_int (fid_ols (x, y, 4, 2, c, &r2), GSL_EINVAL, "NaN is refused");
    ok (r2 == -7, "nothing was written");
    return tap_done ();
}
