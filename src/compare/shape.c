/* shape.c - see shape.h */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <gsl/gsl_errno.h>
#include "compare/shape.h"
#include "metrics/dtw.h"

int
fid_shape_stream (const struct fid_pair *pair, enum fid_stream_id id, enum fid_window w,
                  double dt_s, struct fid_shape *out, struct fid_error *err)
{
    struct fid_stream_view a = {0}, b = {0};
    int64_t dt_ns = fid_view_dt (pair->real, pair->emu, id, dt_s);
    int rc = -1;
    *out = (struct fid_shape){.dim = 1, .dt_s = (double)dt_ns / 1e9};
    if (fid_view_stream (pair->real, id, w, dt_ns, &a, err) ||
        fid_view_stream (pair->emu, id, w, dt_ns, &b, err))
        goto done;
    for (size_t i = 0; i < a.n; i++)
        a.op[i] = sqrt (a.op[i]);
    for (size_t i = 0; i < b.n; i++)
        b.op[i] = sqrt (b.op[i]);
    double scale = pair->scales.stream[id];
    if (!(scale > 0))
        scale = fid_p99_nonzero (a.op, a.n, err);
    if (scale < 0)
        goto done;
    out->opts = (struct fid_metric_opts){.scale = scale,
                                         .band_s = fid_pair_band (pair, (double)a.n * a.dt_s),
                                         .penalty = pair->penalty};
    out->a = a.op;
    out->an = a.n;
    out->b = b.op;
    out->bn = b.n;
    a.op = b.op = NULL;
    rc = 0;
done:
    fid_stream_view_clear (&a);
    fid_stream_view_clear (&b);
    return rc;
}

void
fid_shape_clear (struct fid_shape *s)
{
    free (s->a);
    free (s->b);
    *s = (struct fid_shape){0};
}

static int
print_path (FILE *f, const char *resource, const struct fid_shape *s, struct fid_error *err)
{
    struct fid_dtw_opts opts = {.dim = 1,
                                .band_n = fid_dtw_band (s->opts.band_s, s->dt_s),
                                .penalty = s->opts.penalty * s->opts.scale};
    struct fid_dtw_path path;
    double d;
    if (s->an < 4 || s->bn < 4 || !(s->opts.scale > 0))
        return 0;
    int rc = fid_dtw_align (s->a, s->an, s->b, s->bn, &opts, &d, &path);
    if (rc)
        return fid_errorf (err, FID_EINTERNAL, "warp of %s: %s", resource, gsl_strerror (rc));
    for (size_t k = 0; k < path.n; k++)
        fprintf (f, "%s\t%.6g\t%.6g\t%.6g\t%.6g\n", resource, (double)path.i[k] * s->dt_s,
                 (double)path.j[k] * s->dt_s, s->a[path.i[k]] / s->opts.scale,
                 s->b[path.j[k]] / s->opts.scale);
    fid_dtw_path_clear (&path);
    return 0;
}

char *
fid_compare_warp (const struct fid_run *real, const struct fid_run *emu,
                  const struct fid_compare_opts *opts, struct fid_error *err)
{
    struct fid_pair pair;
    char *text = NULL;
    size_t n;
    if (fid_pair_resolve (&pair, real, emu, opts, err))
        return NULL;
    FILE *f = open_memstream (&text, &n);
    if (!f) {
        fid_error_nomem (err);
        return NULL;
    }
    fprintf (f, "resource\treal_s\temulation_s\treal\temulation\n");
    int rc = 0;
    for (int id = 0; id < FID_STREAM_N && !rc; id++) {
        struct fid_shape s;
        rc = fid_shape_stream (&pair, (enum fid_stream_id)id, pair.window, pair.dt_s, &s, err);
        if (!rc)
            rc = print_path (f, fid_stream_name ((enum fid_stream_id)id), &s, err);
        fid_shape_clear (&s);
    }
    if (fclose (f) && !rc)
        rc = fid_error_nomem (err);
    if (rc) {
        free (text);
        return NULL;
    }
    return text;
}
