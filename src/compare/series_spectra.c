/* series_spectra.c - power spectra of both sides, and their periods; see series.h */
#include <math.h>
#include <stdlib.h>
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

static struct bands
bands_of (size_t n)
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
static void
peaks_json (struct fid_doc *d, cJSON *list, const double *psd, size_t n, double step_hz)
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
    for (size_t i = 0; i < peak_n; i++) {
        cJSON *o = fid_doc_object (d, list, NULL);
        fid_series_value (d, o, "period_s", 1 / ((double)peak[i] * step_hz));
        fid_series_value (d, o, "psd", psd[peak[i]]);
    }
}

static int
side_json (struct fid_doc *d, cJSON *in, const char *key, const double *x, size_t n, size_t dim,
           double dt_s, size_t seg_n, const struct bands *bands, struct fid_error *err)
{
    struct fid_period period;
    double *psd = malloc ((seg_n / 2 + 1) * sizeof *psd);
    int rc = psd ? fid_welch (x, n, dim, dt_s, seg_n, psd) : GSL_ENOMEM;
    if (rc) {
        free (psd);
        return fid_errorf (err, FID_EINTERNAL, "spectrum: %s", gsl_strerror (rc));
    }
    cJSON *o = fid_doc_object (d, in, key);
    cJSON *list = fid_doc_list (d, o, "psd");
    for (size_t b = 0; b < bands->n; b++) {
        double sum = 0;
        for (size_t k = bands->edge[b]; k < bands->edge[b + 1]; k++)
            sum += psd[k] / (double)dim; /* those of the places are added */
        fid_series_value (d, list, NULL, sum / (double)(bands->edge[b + 1] - bands->edge[b]));
    }
    peaks_json (d, fid_doc_list (d, o, "peaks"), psd, seg_n / 2, 1 / ((double)seg_n * dt_s));
    free (psd);
    rc = fid_period (x, n, dim, dt_s, &period);
    if (rc == GSL_ENOMEM)
        return fid_error_nomem (err);
    if (rc == 0) {
        cJSON *p = fid_doc_object (d, o, "period");
        fid_series_value (d, p, "period_s", period.period_s);
        fid_series_value (d, p, "confidence", period.confidence);
    } else {
        fid_doc_null (d, o, "period"); /* no period is certain enough */
    }
    return 0;
}

static bool
varies (const double *x, size_t n, size_t dim)
{
    for (size_t i = dim; i < n * dim; i++)
        if (x[i] != x[i % dim])
            return true;
    return false;
}

/* Adds the spectra of two series on one grid, if both are long enough and vary. */
static int
put_spectra (struct fid_doc *d, cJSON *list, const char *resource, const char *quantity,
             const char *unit, const double *a, size_t an, const double *b, size_t bn,
             size_t dim, double dt_s, struct fid_error *err)
{
    size_t seg_n = fid_welch_segment (an, bn);
    if (!seg_n || !varies (a, an, dim) || !varies (b, bn, dim))
        return 0;
    struct bands bands = bands_of (seg_n / 2);
    double step_hz = 1 / ((double)seg_n * dt_s);
    cJSON *o = fid_doc_object (d, list, NULL);
    fid_doc_text (d, o, "resource", resource);
    fid_doc_text (d, o, "quantity", quantity);
    fid_doc_text (d, o, "unit", unit);
    fid_series_time (d, o, "dt_s", dt_s);
    fid_series_time (d, o, "segment_s", (double)seg_n * dt_s);
    cJSON *hz = fid_doc_list (d, o, "freq_hz");
    for (size_t i = 0; i < bands.n; i++)
        fid_series_value (d, hz, NULL,
                          sqrt ((double)bands.edge[i] * (double)(bands.edge[i + 1] - 1)) *
                              step_hz);
    if (side_json (d, o, "real", a, an, dim, dt_s, seg_n, &bands, err))
        return -1;
    return side_json (d, o, "emulation", b, bn, dim, dt_s, seg_n, &bands, err);
}

static int
gauge_spectra (struct fid_doc *d, cJSON *list, const struct fid_pair *pair,
               enum fid_gauge_id id, struct fid_error *err)
{
    enum fid_window w = fid_rhythm_window (pair);
    struct fid_gauge_extract a = {0}, b = {0};
    int rc = fid_extract_gauge (pair->real, id, w, &a, err);
    if (!rc)
        rc = fid_extract_gauge (pair->emu, id, w, &b, err);
    bool disk = id == FID_GAUGE_DISK_READ || id == FID_GAUGE_DISK_WRITE;
    if (!rc && a.n && b.n && fabs (a.dt_s - b.dt_s) <= 0.02 * a.dt_s &&
        fid_pair_sees_steps (pair, a.dt_s)) {
        fid_gauge_busy (&a);
        fid_gauge_busy (&b);
        rc = put_spectra (d, list, fid_gauge_name (id), id == FID_GAUGE_CPU ? "busy" : "level",
                          disk ? "(MiB/s)^2/Hz" : "%^2/Hz", a.x, a.n, b.x, b.n, 1, a.dt_s, err);
    }
    fid_gauge_extract_clear (&a);
    fid_gauge_extract_clear (&b);
    return rc;
}

int
fid_series_spectra (struct fid_doc *d, cJSON *list, const struct fid_pair *pair,
                    struct fid_error *err)
{
    for (int id = 0; id < FID_STREAM_N; id++) {
        struct fid_shape s = {0};
        if (fid_shape_rhythm (pair, (enum fid_stream_id)id, &s, err))
            return -1;
        int rc =
            !fid_pair_sees_steps (pair, s.dt_s)
                ? 0
                : put_spectra (d, list, fid_stream_name ((enum fid_stream_id)id), "spectrum",
                               "ops/Hz", s.a, s.an, s.b, s.bn, s.dim, s.dt_s, err);
        fid_shape_clear (&s);
        if (rc)
            return -1;
    }
    for (int id = 0; id < FID_GAUGE_N; id++)
        if (id != FID_GAUGE_GPU_FB && gauge_spectra (d, list, pair, (enum fid_gauge_id)id, err))
            return -1;
    return 0;
}
