/* fidlio-baselines.c - plain distances of the series of runs, to hold fidlio's measures against
 *
 * fidlio-baselines [--dt S] RUN RUN...
 *
 * One line for each two runs and each resource recorded in both: names, and of
 * the series of the job (bytes, or operations, a bin; readings of gauges; CPU as
 * its busy share) three distances as one would take them without a second thought:
 *
 *   euclid   square root of the sum of squared differences, the shorter series
 *            continued with 0; the series' unit
 *   z_dtw    the same after each series is z-normalised and warped without a
 *            band (fid_dtw_classic); a series without variation is zeros
 *   pearson  correlation, the shorter series continued with 0; "-" where one
 *            does not vary
 *
 * All are symmetric.  Built by `make check`, not installed; scripts/validate
 * --only retrieval runs it. */
#include "config.h"
#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_errno.h>
#include "base/span.h"
#include "compare/extract.h"
#include "metrics/dtw.h"
#include "readers/load.h"
#include "tests/validate/ucr.h"

struct args {
    double dt_s;
    char **path;
    size_t path_n;
};

static const struct argp_option options[] = {
    {"dt", 'd', "S", 0, "bin of event series, seconds: 0.1", 0}, {0}};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    switch (key) {
    case 'd':
        if (!fid_span_f64 (fid_span_of (arg), &args->dt_s) ||
            !(args->dt_s >= 1e-3 && args->dt_s <= 3600))
            argp_error (state, "'%s' is no bin from 0.001 to 3600 s", arg);
        return 0;
    case ARGP_KEY_ARGS:
        args->path = state->argv + state->next;
        args->path_n = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_END:
        if (args->path_n < 2)
            argp_error (state, "two runs at least");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct series {
    double *x; /* owned */
    size_t n;  /* 0: not recorded */
};

static int
stream_series (const struct fid_run *run, enum fid_stream_id id, int64_t dt_ns,
               struct series *out, struct fid_error *err)
{
    struct fid_stream_extract v;
    *out = (struct series){0};
    if (!run->stream[id].traced)
        return 0;
    if (fid_extract_stream (run, id, FID_WINDOW_JOB, dt_ns, &v, err))
        return -1;
    double **kept = v.sized && id != FID_STREAM_DATA_OPEN ? &v.byte : &v.op;
    *out = (struct series){*kept, v.n};
    *kept = NULL;
    fid_stream_extract_clear (&v);
    return 0;
}

static int
gauge_series (const struct fid_run *run, enum fid_gauge_id id, struct series *out,
              struct fid_error *err)
{
    struct fid_gauge_extract v;
    if (fid_extract_gauge (run, id, FID_WINDOW_JOB, &v, err))
        return -1;
    if (v.dim == FID_CPU_DIM)
        for (size_t i = 0; i < v.n; i++) /* in place: i is never ahead of what is read */
            v.x[i] = 100 - v.x[i * v.dim + 3];
    *out = (struct series){v.x, v.n};
    return 0;
}

static double
at (const struct series *s, size_t i)
{
    return i < s->n ? s->x[i] : 0;
}

static double
euclid (const struct series *a, const struct series *b)
{
    double sum = 0;
    for (size_t i = 0; i < a->n || i < b->n; i++)
        sum += (at (a, i) - at (b, i)) * (at (a, i) - at (b, i));
    return sqrt (sum);
}

/* Returns false where a side does not vary. */
static bool
pearson (const struct series *a, const struct series *b, double *r)
{
    size_t n = a->n > b->n ? a->n : b->n;
    double ma = 0, mb = 0, aa = 0, bb = 0, ab = 0;
    for (size_t i = 0; i < n; i++) {
        ma += at (a, i) / (double)n;
        mb += at (b, i) / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        aa += (at (a, i) - ma) * (at (a, i) - ma);
        bb += (at (b, i) - mb) * (at (b, i) - mb);
        ab += (at (a, i) - ma) * (at (b, i) - mb);
    }
    *r = ab / sqrt (aa * bb);
    return aa > 0 && bb > 0 && isfinite (*r);
}

static int
z_dtw (const struct series *a, const struct series *b, double *d, struct fid_error *err)
{
    double *x = malloc ((a->n + b->n) * sizeof *x);
    if (!x)
        return fid_error_nomem (err);
    ucr_znorm (a->x, a->n, x);
    ucr_znorm (b->x, b->n, x + a->n);
    int rc = fid_dtw_classic (x, a->n, x + a->n, b->n, FID_DTW_NO_BAND, d);
    free (x);
    if (rc)
        return fid_errorf (err, FID_EINTERNAL, "dtw: %s", gsl_strerror (rc));
    *d = sqrt (*d);
    return 0;
}

static int
print (const struct fid_run *a, const struct fid_run *b, const char *resource,
       const struct series *x, const struct series *y, struct fid_error *err)
{
    double d, r;
    if (x->n < 2 || y->n < 2)
        return 0;
    if (z_dtw (x, y, &d, err))
        return -1;
    printf ("%s\t%s\t%s\t%.9g\t%.9g\t", a->id, b->id, resource, euclid (x, y), d);
    if (pearson (x, y, &r))
        printf ("%.9g\n", r);
    else
        printf ("-\n");
    return 0;
}

static int
print_pair (const struct fid_run *a, const struct fid_run *b, double dt_s,
            struct fid_error *err)
{
    int rc = 0;
    for (int k = 0; k < FID_STREAM_N + FID_GAUGE_N && !rc; k++) {
        struct series x = {0}, y = {0};
        bool stream = k < FID_STREAM_N;
        enum fid_stream_id s = stream ? (enum fid_stream_id)k : 0;
        enum fid_gauge_id g = stream ? 0 : (enum fid_gauge_id) (k - FID_STREAM_N);
        if (stream) {
            int64_t dt_ns = fid_extract_dt (a, b, s, dt_s);
            rc = stream_series (a, s, dt_ns, &x, err) || stream_series (b, s, dt_ns, &y, err);
        } else if (fabs (a->gauge[g].period_s - b->gauge[g].period_s) <=
                   0.02 * a->gauge[g].period_s) {
            rc = gauge_series (a, g, &x, err) || gauge_series (b, g, &y, err);
        }
        if (!rc)
            rc = print (a, b, stream ? fid_stream_name (s) : fid_gauge_name (g), &x, &y, err);
        free (x.x);
        free (y.x);
    }
    return rc ? -1 : 0;
}

int
main (int argc, char **argv)
{
    static const struct argp argp = {
        options, parse, "RUN RUN...", "Plain distances of the series of runs.",
        NULL,    NULL,  NULL};
    struct args args = {.dt_s = 0.1};
    struct fid_run_opts opts = {0};
    struct fid_error err = {0};
    argp_err_exit_status = FID_EUSAGE;
    argp_parse (&argp, argc, argv, 0, NULL, &args);
    gsl_set_error_handler_off ();
    struct fid_run **run = calloc (args.path_n, sizeof (struct fid_run *));
    int rc = run ? 0 : fid_error_nomem (&err);
    for (size_t i = 0; i < args.path_n && !rc; i++)
        rc = (run[i] = fid_run_load (args.path[i], &opts, &err)) ? 0 : -1;
    if (!rc)
        printf ("run\tother\tresource\teuclid\tz_dtw\tpearson\n");
    for (size_t i = 0; i < args.path_n && !rc; i++)
        for (size_t j = i + 1; j < args.path_n && !rc; j++)
            rc = print_pair (run[i], run[j], args.dt_s, &err);
    for (size_t i = 0; run && i < args.path_n; i++)
        fid_run_destroy (run[i]);
    free (run);
    if (rc)
        fprintf (stderr, "fidlio-baselines: %s\n", err.text);
    if (fflush (stdout) || ferror (stdout)) {
        fprintf (stderr, "fidlio-baselines: cannot write: %s\n", strerror (errno));
        return FID_EINTERNAL;
    }
    return rc ? (int)err.status : 0;
}
