/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series_spectra.c - power spectra of both sides, and their periods; see series.h */
#include <gsl/gsl_errno.h>
#include "compare/series.h"
#include "compare/shape.h"
#include "metrics/period.h"
#include "metrics/welch.h"

#define BAND_N 400 /* points of a spectrum */
#define PEAK_N 5
#define EQUAL  1e-9 /* of the highest line: less is rounding of the transform */

/* Lines k = 1 .. n of both spectra.  Band b has the lines from edge[b] to before edge[b + 1],
 * of equal width on a logarithmic axis as far as lines allow. */
struct bands {
    size_t edge[BAND_N + 1], n;
};

static struct bands bands_of (size_t n)
{
    struct bands b = {.edge = {1}};
    for (size_t i = 1; i <= BAND_N && b.edge[b.n] <= n; i++) {
        size_t to = (size_t)floor (exp2 (log2 ((double)n + 1) * (double)i / BAND_N) + 1e-9);
        if (to > b.edge[b.n] || i == BAND_N)
            b.edge[++b.n] = i == BAND_N ? n + 1 : to;
    }
    return b;
}

/* Finds the highest lines that exceed both neighbours, highest first. */
static int add_peaks (struct fid_series *s, struct fid_series_spectrum_side *out,
                      const double *psd, size_t n, double step_hz, struct fid_error *err)
{
    size_t peak[PEAK_N], peak_n = 0;
    double same = 0;
    for (size_t k = 1; k <= n; k++)
        same = fmax (same, EQUAL * psd[k]);
    for (size_t k = 1; k <= n; k++) {
        if ((k > 1 && psd[k] <= psd[k - 1] + same) || (k < n && psd[k] < psd[k + 1] - same) ||
            !(psd[k] > same))
            continue;
        size_t at = peak_n < PEAK_N ? peak_n++ : PEAK_N;
        while (at > 0 && psd[peak[at - 1]] < psd[k] - same) {
            if (at < PEAK_N)
                peak[at] = peak[at - 1];
            at--;
        }
        if (at < PEAK_N)
            peak[at] = k;
    }
    FID_TRY (!(out->peak = fid_arena_take (&s->arena, peak_n, sizeof *out->peak, err)));
    for (out->peak_n = 0; out->peak_n < peak_n; out->peak_n++) {
        size_t k = peak[out->peak_n];
        out->peak[out->peak_n] =
            (struct fid_series_peak){.period_s = 1 / ((double)k * step_hz), .psd = psd[k]};
    }
    return 0;
}

static int add_side (struct fid_series *s, struct fid_series_spectrum_side *out,
                     const double *x, size_t n, size_t dim, double dt_s, size_t seg_n,
                     const struct bands *bands, struct fid_error *err)
{
    struct fid_period period;
    double *psd = malloc ((seg_n / 2 + 1) * sizeof *psd);
    int gsl = psd ? fid_welch (x, n, dim, dt_s, seg_n, psd) : GSL_ENOMEM;
    int rc = gsl ? fid_errorf (err, FID_EINTERNAL, "spectrum: %s", gsl_strerror (gsl))
                 : fid_series_room (s, &out->psd, bands->n, err);
    for (size_t b = 0; !rc && b < bands->n; b++) {
        double sum = 0;
        for (size_t k = bands->edge[b]; k < bands->edge[b + 1]; k++)
            sum += psd[k] / (double)dim; /* those of the places are added */
        out->psd.x[b] = sum / (double)(bands->edge[b + 1] - bands->edge[b]);
    }
    if (!rc)
        rc = add_peaks (s, out, psd, seg_n / 2, 1 / ((double)seg_n * dt_s), err);
    free (psd);
    gsl = rc ? 0 : fid_period (x, n, dim, dt_s, &period);
    if (gsl == GSL_ENOMEM)
        return fid_error_nomem (err);
    bool sure = !rc && !gsl;
    out->period_s = sure ? period.period_s : FID_GAP;
    out->confidence = sure ? period.confidence : FID_GAP;
    return rc;
}

static bool signal_varies (const double *x, size_t n, size_t dim)
{
    for (size_t i = dim; i < n * dim; i++)
        if (x[i] != x[i % dim])
            return true;
    return false;
}

/* Adds the spectra of two series on one grid, if both are long enough and vary; `as' names
 * what they are of. */
static int add_spectra (struct fid_series *s, const struct fid_series_spectrum *as,
                        double *const x[2], const size_t n[2], size_t dim,
                        struct fid_error *err)
{
    size_t seg_n = fid_welch_segment (n[0], n[1]);
    if (!seg_n || !signal_varies (x[0], n[0], dim) || !signal_varies (x[1], n[1], dim))
        return 0;
    struct bands bands = bands_of (seg_n / 2);
    double dt_s = as->dt_s, step_hz = 1 / ((double)seg_n * dt_s);
    struct fid_series_spectrum *out = &s->spectrum[s->spectrum_n++];
    *out = *as;
    out->segment_s = (double)seg_n * dt_s;
    FID_TRY (fid_series_room (s, &out->freq_hz, bands.n, err));
    for (size_t i = 0; i < bands.n; i++)
        out->freq_hz.x[i] =
            sqrt ((double)bands.edge[i] * (double)(bands.edge[i + 1] - 1)) * step_hz;
    for (int k = 0; k < 2; k++)
        FID_TRY (add_side (s, &out->side[k], x[k], n[k], dim, dt_s, seg_n, &bands, err));
    return 0;
}

static int gauge_spectra (struct fid_series *s, const struct fid_pair *pair,
                          enum fid_gauge_id id, struct fid_error *err)
{
    struct fid_gauge_extract v[2] = {{.n = 0}, {.n = 0}};
    int rc = 0;
    for (int k = 0; k < 2 && !rc; k++) {
        rc = fid_extract_gauge (pair->run[k], id, fid_rhythm_window (pair), INT64_MAX, &v[k],
                                err);
        fid_gauge_busy (&v[k]);
    }
    bool disk = id == FID_GAUGE_DISK_READ || id == FID_GAUGE_DISK_WRITE;
    if (!rc && v[0].n && v[1].n && fabs (v[0].dt_s - v[1].dt_s) <= 0.02 * v[0].dt_s &&
        fid_pair_sees_steps (pair, v[0].dt_s)) {
        const struct fid_series_spectrum as = {
            .resource = fid_resource_of_gauge (id),
            .quantity = id == FID_GAUGE_CPU ? FID_QUANTITY_BUSY : FID_QUANTITY_LEVEL,
            .unit = disk ? FID_IN_MIB2_PER_S2_HZ : FID_IN_PERCENT2_PER_HZ,
            .dt_s = v[0].dt_s};
        rc = add_spectra (s, &as, (double *const[]){v[0].x, v[1].x},
                          (const size_t[]){v[0].n, v[1].n}, 1, err);
    }
    for (int k = 0; k < 2; k++)
        fid_gauge_extract_clear (&v[k]);
    return rc;
}

int fid_series_spectra (struct fid_series *s, const struct fid_pair *pair,
                        struct fid_error *err)
{
    FID_TRY (!(s->spectrum = fid_arena_take (&s->arena, FID_STREAM_N + FID_GAUGE_N,
                                             sizeof *s->spectrum, err)));
    for (int id = 0; id < FID_STREAM_N; id++) {
        struct fid_shape x = {0};
        FID_TRY (fid_shape_rhythm (pair, (enum fid_stream_id)id, &x, err));
        const struct fid_series_spectrum as = {
            .resource = fid_resource_of_stream ((enum fid_stream_id)id),
            .quantity = FID_QUANTITY_SPECTRUM,
            .unit = FID_IN_OPS_PER_HZ,
            .dt_s = x.dt_s};
        int rc =
            fid_pair_sees_steps (pair, x.dt_s) ? add_spectra (s, &as, x.x, x.n, x.dim, err) : 0;
        fid_shape_clear (&x);
        if (rc)
            return -1;
    }
    for (int id = 0; id < FID_GAUGE_N; id++)
        FID_TRY (id != FID_GAUGE_GPU_FB && gauge_spectra (s, pair, (enum fid_gauge_id)id, err));
    return 0;
}
