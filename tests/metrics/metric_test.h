/* SPDX-License-Identifier: GPL-3.0-or-later */
/* metric_test.h - what the tests of metrics share: short ways to build signals,
 * fixed pseudo-random numbers, and the laws every metric keeps */
#ifndef FID_METRIC_TEST_H
#define FID_METRIC_TEST_H

#include <stdint.h>
#include <gsl/gsl_errno.h>
#include "tests/tap.h"
#include "metrics/metric.h"

#define UNUSED __attribute__ ((unused))
#define LEN(a) (sizeof (a) / sizeof *(a))

/* Uniform in [0, 1), the same on every machine (a 64-bit LCG, high bits). */
UNUSED static double rnd (uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

UNUSED static struct fid_signal samples (const double *x, size_t n)
{
    return (struct fid_signal){.x = x, .n = n, .dim = 1};
}

UNUSED static struct fid_signal series (const double *x, size_t n, size_t dim, double dt_s)
{
    return (struct fid_signal){.x = x, .n = n, .dim = dim, .dt_s = dt_s};
}

UNUSED static struct fid_signal spans (const struct fid_span_s *s, size_t n)
{
    return (struct fid_signal){.span = s, .span_n = n};
}

/* The detail of that name, or NaN (which ok_close refuses). */
UNUSED static double detail (const struct fid_metric_value *v, const char *name)
{
    for (size_t i = 0; i < v->detail_n; i++)
        if (strcmp (v->detail[i].name, name) == 0)
            return v->detail[i].value;
    return NAN;
}

/* The metric refuses (a, b) with that code and leaves its output alone. */
UNUSED static void ok_refused (const struct fid_metric *m, struct fid_signal a,
                               struct fid_signal b, const struct fid_metric_opts *opts,
                               int want, const char *what)
{
    struct fid_metric_value v = {.distance = 42, .detail_n = 3};
    int rc = m->eval (&a, &b, opts, &v);
    int pass = ok (rc == want && v.distance == 42 && v.detail_n == 3, "%s", what);
    if (!pass)
        diag ("got %d, want %d", rc, want);
}

/* The metric gives this distance, and finite details. */
UNUSED static struct fid_metric_value ok_value (const struct fid_metric *m, struct fid_signal a,
                                                struct fid_signal b,
                                                const struct fid_metric_opts *opts, double d,
                                                double tol, const char *what)
{
    struct fid_metric_value v = {0};
    int rc = m->eval (&a, &b, opts, &v), fine = rc == 0;
    fine = fine && fabs (v.distance - d) <= tol;
    for (size_t i = 0; fine && i < v.detail_n; i++)
        fine = isfinite (v.detail[i].value) && v.detail[i].name;
    if (!ok (fine, "%s", what))
        diag ("rc %d, got %.17g, want %.17g within %g", rc, v.distance, d, tol);
    return v;
}

/* Distance 0 to itself; the same in both directions. */
UNUSED static void ok_laws (const struct fid_metric *m, struct fid_signal a,
                            struct fid_signal b, const struct fid_metric_opts *opts)
{
    struct fid_metric_value ab = {0}, ba = {0};
    ok_value (m, a, a, opts, 0, 0, "a signal is at 0 from itself");
    int rc = m->eval (&a, &b, opts, &ab) | m->eval (&b, &a, opts, &ba);
    ok (rc == 0 && ab.distance > 0 && isfinite (ab.distance), "two different ones are apart");
    ok (rc == 0 && ab.distance == ba.distance, "exchanging the sides changes nothing");
}

/* Sides that are empty or all zero: equal to each other, `full` from x. */
UNUSED static void ok_idle (const struct fid_metric *m, struct fid_signal x,
                            struct fid_signal zero, const struct fid_metric_opts *opts,
                            double full)
{
    struct fid_signal empty = {.dim = x.dim, .dt_s = x.dt_s};
    ok_value (m, empty, empty, opts, 0, 0, "both empty: equal");
    ok_value (m, x, empty, opts, full, 0, "emulation empty: nothing in common");
    ok_value (m, empty, x, opts, full, 0, "real empty: nothing in common");
    if (!zero.n)
        return;
    ok_value (m, zero, zero, opts, 0, 0, "both all zero: equal");
    ok_value (m, x, zero, opts, full, 0, "emulation all zero: nothing in common");
    ok_value (m, zero, x, opts, full, 0, "real all zero: nothing in common");
}

/* NaN and infinities on either side are refused. */
UNUSED static void ok_finite_only (const struct fid_metric *m, struct fid_signal good,
                                   const struct fid_metric_opts *opts)
{
    static const double bads[] = {NAN, INFINITY, -INFINITY};
    size_t k = good.n * (good.dim ? good.dim : 1);
    double *x = malloc (k * sizeof *x);
    for (size_t b = 0; b < LEN (bads); b++) {
        struct fid_signal bad = good;
        memcpy (x, good.x, k * sizeof *x);
        x[k - 1] = bads[b];
        bad.x = x;
        ok_refused (m, bad, good, opts, GSL_EINVAL, "real not finite: refused");
        ok_refused (m, good, bad, opts, GSL_EINVAL, "emulation not finite: refused");
    }
    free (x);
}

#endif
