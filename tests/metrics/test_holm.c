/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Holm's adjustment */
#include <gsl/gsl_errno.h>
#include "metrics/holm.h"
#include "tests/tap.h"

static void holm (void)
{
    /* 0.01 * 4, max (0.04, 0.02 * 3), 0.03 * 2, 0.5 */
    double p[] = {0.5, 0.02, 0.01, 0.03}, q[4];
    ok_int (fid_holm (p, 4, q), 0, "Holm");
    ok_close (q[2], 0.04, 1e-15, "the smallest times 4");
    ok_close (q[1], 0.06, 1e-15, "the next times 3");
    ok_close (q[3], 0.06, 1e-15, "times 2, not below the one before");
    ok_close (q[0], 0.5, 1e-15, "the last as it is");
    fid_holm (p, 4, p);
    ok (memcmp (p, q, sizeof p) == 0, "in place gives the same");
    double two[] = {0.6, 0.7}, bad[] = {0.5, 1.5}, nan = NAN;
    fid_holm (two, 2, q);
    ok (q[0] == 1 && q[1] == 1, "never above 1");
    ok_int (fid_holm (two, 0, q), 0, "none at all");
    ok_int (fid_holm (bad, 2, q), GSL_EINVAL, "1.5 is no p");
    ok_int (fid_holm (&nan, 1, q), GSL_EINVAL, "nor is NaN");
}

int main (void)
{
    holm ();
    return tap_done ();
}
