/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_nomem.c - every allocation that fails is reported as GSL_ENOMEM, nothing leaks,
 * and GSL's error handler (which ends the program by default) is never called
 *
 * malloc is replaced in this program: the k-th allocation fails, for k = 1, 2, ...
 * until a call succeeds because it makes fewer. */
#include <errno.h>
#include <malloc.h>
#include "metrics/aggregate.h"
#include "metrics/changepoint.h"
#include "metrics/dist.h"
#include "metrics/dtw.h"
#include "metrics/dtw_bounds.h"
#include "metrics/fft.h"
#include "metrics/lag.h"
#include "metrics/ols.h"
#include "metrics/period.h"
#include "metrics/holm.h"
#include "metrics/welch.h"
#include "tests/metrics/metric_test.h"

#define N 64

static double x[N], y[N], z[4 * N];
static struct fid_span_s span[] = {{1, 0, 2}, {2, 2, 5}, {1, 5, 6}},
                         other[] = {{1, 0, 3}, {2, 3, 6}};

#if defined __GLIBC__ && !defined __SANITIZE_ADDRESS__
#define CAN_FAIL 1
static long left;    /* allocations until one fails; 0: none fails */
static long held;    /* blocks that are not freed */
static bool counted; /* between the two ends of a call under test */
static bool failed;

extern void *__libc_malloc (size_t n);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_memalign (size_t align, size_t n);
extern void __libc_free (void *p);

#pragma GCC visibility push(default) /* GSL and FFTW must use them, too */

static bool refuse (void)
{
    bool now = left && !--left;
    failed |= now;
    return now;
}

void *malloc (size_t n)
{
    if (refuse ())
        return NULL;
    held += counted;
    return __libc_malloc (n);
}

void *calloc (size_t n, size_t size)
{
    if (refuse ())
        return NULL;
    held += counted;
    return __libc_calloc (n, size);
}

/* aligned_alloc and posix_memalign serve metrics/, memalign FFTW */
void *memalign (size_t align, size_t n)
{
    if (refuse ())
        return NULL;
    held += counted;
    return __libc_memalign (align, n);
}

void *aligned_alloc (size_t align, size_t n)
{
    return memalign (align, n);
}

int posix_memalign (void **p, size_t align, size_t n)
{
    *p = memalign (align, n);
    return *p ? 0 : ENOMEM;
}

void free (void *p)
{
    held -= counted && p;
    __libc_free (p);
}
#pragma GCC visibility pop
#else
#define CAN_FAIL 0
static long left, held;
static bool counted, failed;
#endif

static int handled;

static void handler (const char *reason, const char *file, int line, int code)
{
    (void)file, (void)line, (void)code;
    handled++;
    diag ("GSL's error handler was called: %s", reason);
}

static int dist (void)
{
    struct fid_dist d;
    int rc = fid_dist_init (&d, x, 1, N, y);
    if (!rc)
        fid_dist_clear (&d);
    return rc;
}

static int median (void)
{
    double m;
    return fid_median (x, N, &m);
}

static int ols (void)
{
    double coef[3], r2;
    return fid_ols (z, y, N, 2, coef, &r2);
}

static int align (void)
{
    struct fid_dtw_opts opts = {.dim = 1, .band_n = 8};
    struct fid_dtw_path path;
    double d;
    int rc = fid_dtw_align (x, N, y, N, &opts, &d, &path);
    if (!rc)
        fid_dtw_path_clear (&path);
    return rc;
}

static int classic (void)
{
    double d;
    return fid_dtw_amerced (x, N, y, N, 8, 0, INFINITY, &d);
}

static int nearest (void)
{
    struct fid_dtw_opts opts = {.dim = 1, .band_n = 8};
    struct fid_dtw_series among[] = {{y, N}, {z, N}, {x + 1, N - 1}};
    size_t which;
    double d;
    return fid_dtw_nearest (x, N, among, 3, &opts, &which, &d);
}

static int ranks (void)
{
    double p[3] = {0.01, 0.2, 0.03};
    return fid_holm (p, 3, p);
}

static int changes (void)
{
    struct fid_changepoint_opts opts = {.min_segment_n = 4, .level = 0.05, .draws_n = 20};
    struct fid_changepoint found[N / 4];
    size_t n;
    return fid_changepoints (x, N, &opts, found, &n);
}

static int welch (void)
{
    double psd[17];
    return fid_welch (x, N, 1, 1, 32, psd);
}

static int period (void)
{
    struct fid_period p;
    return fid_period (z, N, 1, 1, &p);
}

static int lag (void)
{
    struct fid_lag l;
    return fid_lag (x, N, y, N, 1, 0, &l);
}

/* The call reports each allocation that fails, and then works. */
static void exhaust (const char *what, int (*call) (void), const struct fid_metric *m)
{
    static struct fid_metric_opts opts = {.band_s = 4, .floor = 0.1, .tolerance_s = 1};
    struct fid_signal a = {.x = x, .n = N, .dim = 1, .dt_s = 1}, b = a;
    struct fid_metric_value value;
    int rc = GSL_ENOMEM;
    long k = 0, leaked = 0, silent = 0;
    b.x = y;
    if (m && strcmp (m->name, "coupling") == 0) {
        a.dim = b.dim = 2;
        a.n = b.n = N / 2;
    } else if (m && strcmp (m->name, "period") == 0) {
        a.x = z;
        b.x = z;
    } else if (m && m->input == FID_INPUT_SPANS) {
        a = spans (span, LEN (span));
        b = spans (other, LEN (other));
    } else if (m && m->input == FID_INPUT_TOTAL)
        a.n = b.n = 1;
    for (failed = true; failed;) {
        failed = false;
        held = 0;
        counted = true;
        left = CAN_FAIL ? ++k : 0;
        rc = m ? m->eval (&a, &b, &opts, &value) : call ();
        left = 0;
        counted = false;
        silent += failed && rc != GSL_ENOMEM;
        leaked += held != 0;
    }
    ok (rc == 0 && !silent && !leaked, "%s: %ld allocations", what, k - 1);
    if (rc || silent || leaked)
        diag ("rc %d at last, %ld failures without an error, %ld leaks", rc, silent, leaked);
}

int main (void)
{
    static const struct {
        const char *what;
        int (*call) (void);
    } calls[] = {
        {"fid_dist_init", dist},
        {"fid_median", median},
        {"fid_ols", ols},
        {"fid_dtw_align", align},
        {"fid_dtw_amerced", classic},
        {"fid_dtw_nearest", nearest},
        {"fid_auc, fid_hodges_lehmann, fid_holm", ranks},
        {"fid_changepoints", changes},
        {"fid_welch", welch},
        {"fid_period", period},
        {"fid_lag", lag},
    };
    uint64_t seed = 5;
    for (int i = 0; i < N; i++) {
        x[i] = rnd (&seed);
        y[i] = 0.1 + rnd (&seed);
    }
    for (int i = 0; i < 4 * N; i++)
        z[i] = i % 7 < 3 ? 1 : 0.25 * rnd (&seed);
    gsl_set_error_handler (handler);
    /* FFTW plans a length once, with allocations of its own that cannot fail: do that now */
    welch ();
    period ();
    lag ();
    for (size_t i = 0; fid_metrics[i]; i++) {
        struct fid_signal a = {.x = x, .n = N, .dim = 1, .dt_s = 1},
                          b = {.x = z, .n = N, .dim = 1, .dt_s = 1};
        struct fid_metric_value value;
        if (fid_metrics[i]->input == FID_INPUT_SERIES)
            fid_metrics[i]->eval (&a, &b, &(struct fid_metric_opts){.band_s = 4}, &value);
    }
    for (size_t k = 0; k < LEN (calls); k++)
        exhaust (calls[k].what, calls[k].call, NULL);
    for (size_t i = 0; fid_metrics[i]; i++)
        exhaust (fid_metrics[i]->name, NULL, fid_metrics[i]);
    ok_int (handled, 0, "GSL's error handler was never called");
    return tap_done ();
}
