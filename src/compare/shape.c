/* shape.c - see shape.h */
#include <math.h>
#include <stdlib.h>
#include "compare/extract.h"
#include "compare/shape.h"
#include "metrics/dtw.h"

bool
fid_shape_of_bytes (const struct fid_stream_extract *v)
{
    return v->sized && (v->sum.byte_n > 0 || !(v->sum.op_n > 0));
}

/* The size of the table when k samples are one. */
static double
table_size (size_t n, size_t m, size_t dim, double band_s, double dt_s, size_t k)
{
    size_t band_n = fid_dtw_band (band_s, (double)k * dt_s);
    return (double)fid_dtw_cells ((n - 1) / k + 1, (m - 1) / k + 1, band_n) * (double)dim;
}

size_t
fid_shape_wider (size_t n, size_t m, size_t dim, double band_s, double dt_s)
{
    const double most = (double)FID_SHAPE_CELLS_MAX;
    size_t k = 1;
    double size;
    while (n && m && (size = table_size (n, m, dim, band_s, dt_s, k)) > most)
        k = (size_t)ceil ((double)k * fmax (sqrt (size / most), 1 + 1 / (double)k));
    return k;
}

void
fid_shape_join (double *x, size_t *n, size_t dim, size_t k, bool mean)
{
    size_t to = 0;
    for (size_t i = 0; i < *n; i += k, to++) {
        size_t some = *n - i < k ? *n - i : k;
        for (size_t c = 0; c < dim; c++) {
            double sum = 0;
            for (size_t j = i; j < i + some; j++)
                sum += x[j * dim + c];
            x[to * dim + c] = mean ? sum / (double)some : sum;
        }
    }
    *n = to;
}

int
fid_shape_stream (const struct fid_pair *pair, enum fid_stream_id id, enum fid_window w,
                  double dt_s, struct fid_shape *out, struct fid_error *err)
{
    struct fid_stream_extract a = {0}, b = {0};
    int64_t dt_ns = fid_extract_dt (pair->real, pair->emu, id, dt_s);
    int rc = -1;
    *out = (struct fid_shape){.dim = 1};
    if (fid_pair_stream (pair, 0, id, w, dt_ns, &a, err) ||
        fid_pair_stream (pair, 1, id, w, dt_ns, &b, err))
        goto done;
    bool bytes = fid_shape_of_bytes (&a) && fid_shape_of_bytes (&b);
    double **x = bytes ? &a.byte : &a.op, **y = bytes ? &b.byte : &b.op;
    double band_s = fid_pair_band (pair, (double)a.n * a.dt_s);
    size_t wider = fid_shape_wider (a.n, b.n, 1, band_s, a.dt_s);
    if (wider > 1) {
        fid_shape_join (*x, &a.n, 1, wider, false);
        fid_shape_join (*y, &b.n, 1, wider, false);
    }
    for (size_t i = 0; i < a.n; i++)
        (*x)[i] = sqrt ((*x)[i]);
    for (size_t i = 0; i < b.n; i++)
        (*y)[i] = sqrt ((*y)[i]);
    /* the scale that is known is that of the pair's bins */
    bool known = wider == 1 && bytes == fid_shape_of_bytes (&a);
    double scale = known ? pair->scales.stream[id] : 0;
    if (!(scale > 0))
        scale = fid_p99_nonzero (*x, a.n, err);
    if (scale < 0)
        goto done;
    out->dt_s = (double)dt_ns / 1e9 * (double)wider;
    out->opts =
        (struct fid_metric_opts){.scale = scale, .band_s = band_s, .penalty = pair->penalty};
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
