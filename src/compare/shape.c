/* shape.c - see shape.h */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "compare/extract.h"
#include "compare/shape.h"

bool
fid_shape_of_bytes (const struct fid_stream_extract *v)
{
    return v->sized && (v->sum.byte_n > 0 || !(v->sum.op_n > 0));
}

int
fid_shape_stream (const struct fid_pair *pair, enum fid_stream_id id, enum fid_window w,
                  double dt_s, struct fid_shape *out, struct fid_error *err)
{
    struct fid_stream_extract a = {0}, b = {0};
    int64_t dt_ns = fid_extract_dt (pair->real, pair->emu, id, dt_s);
    int rc = -1;
    *out = (struct fid_shape){.dim = 1, .dt_s = (double)dt_ns / 1e9};
    if (fid_pair_stream (pair, 0, id, w, dt_ns, &a, err) ||
        fid_pair_stream (pair, 1, id, w, dt_ns, &b, err))
        goto done;
    bool bytes = fid_shape_of_bytes (&a) && fid_shape_of_bytes (&b);
    double **x = bytes ? &a.byte : &a.op, **y = bytes ? &b.byte : &b.op;
    for (size_t i = 0; i < a.n; i++)
        (*x)[i] = sqrt ((*x)[i]);
    for (size_t i = 0; i < b.n; i++)
        (*y)[i] = sqrt ((*y)[i]);
    double scale = bytes == fid_shape_of_bytes (&a) ? pair->scales.stream[id] : 0;
    if (!(scale > 0))
        scale = fid_p99_nonzero (*x, a.n, err);
    if (scale < 0)
        goto done;
    out->opts = (struct fid_metric_opts){.scale = scale,
                                         .band_s = fid_pair_band (pair, (double)a.n * a.dt_s),
                                         .penalty = pair->penalty};
    out->a = *x;
    out->an = a.n;
    out->b = *y;
    out->bn = b.n;
    *x = *y = NULL;
    rc = 0;
done:
    fid_stream_extract_clear (&a);
    fid_stream_extract_clear (&b);
    return rc;
}

enum fid_window
fid_rhythm_window (const struct fid_pair *pair)
{
    return fid_pair_has_phases (pair) ? FID_WINDOW_TRAINING : FID_WINDOW_JOB;
}

int
fid_shape_rhythm (const struct fid_pair *pair, enum fid_stream_id id, struct fid_shape *out,
                  struct fid_error *err)
{
    enum fid_window w = fid_rhythm_window (pair);
    struct fid_bins_extract a =
        fid_extract_bins_for (pair->real, pair->emu, id, pair->rhythm_dt_s);
    struct fid_bins_extract b = a;
    *out = (struct fid_shape){.dim = a.phase_n, .dt_s = a.dt_s};
    if (fid_extract_bins (pair->real, id, w, pair->units.until_ns[0], &a, err))
        return -1;
    out->a = a.op;
    out->an = a.n;
    if (fid_extract_bins (pair->emu, id, w, pair->units.until_ns[1], &b, err))
        return -1;
    out->b = b.op;
    out->bn = b.n;
    for (size_t i = 0; i < a.n * a.phase_n; i++)
        a.op[i] = sqrt (a.op[i]);
    for (size_t i = 0; i < b.n * b.phase_n; i++)
        b.op[i] = sqrt (b.op[i]);
    return 0;
}

void
fid_shape_clear (struct fid_shape *s)
{
    free (s->a);
    free (s->b);
    *s = (struct fid_shape){0};
}
