/* series_stats.c - distributions, spectra, steps and cells of a series file; see
 * series_read.h */
#include "results/series_read.h"

static void
read_dists (struct fid_walk *w, const cJSON *in, struct fid_series *s)
{
    const cJSON *list = fid_walk_list (w, in, "of"), *o;
    size_t i = 0;
    s->quantile = fid_series_numbers (
        w, in, "quantile", fid_walk_length (fid_walk_member (in, "quantile")), false);
    for (size_t q = 0; q < s->quantile.n; q++)
        if (!(s->quantile.x[q] >= (q ? s->quantile.x[q - 1] : 0) && s->quantile.x[q] <= 1))
            fid_walk_complain (w, "'quantile' does not ascend from 0 to 1");
    s->dist = fid_walk_rows (w, list, sizeof *s->dist, &s->dist_n);
    if (!s->dist)
        return;
    cJSON_ArrayForEach (o, list)
    {
        struct fid_series_dist *d = &s->dist[i++];
        d->resource = fid_walk_text (w, o, "resource", "a distribution");
        d->quantity = fid_walk_text (w, o, "quantity", "a distribution");
        d->unit = fid_walk_text (w, o, "unit", "a distribution");
        for (int k = 0; k < 2; k++) {
            if (cJSON_IsNull (fid_walk_member (o, fid_series_side_name[k])))
                continue;
            const cJSON *side = fid_walk_object (w, o, fid_series_side_name[k]);
            d->count[k] = fid_walk_number_from (w, side, "n", 1);
            d->side[k] = fid_series_numbers (w, side, "x", s->quantile.n, false);
            for (size_t q = 1; q < d->side[k].n; q++)
                if (d->side[k].x[q] < d->side[k].x[q - 1])
                    fid_walk_complain (w, "quantiles of %s do not ascend", d->resource);
        }
    }
}

static void
read_spectrum (struct fid_walk *w, const cJSON *o, struct fid_series_spectrum *p)
{
    p->resource = fid_walk_text (w, o, "resource", "a spectrum");
    p->quantity = fid_walk_text (w, o, "quantity", "a spectrum");
    p->unit = fid_walk_text (w, o, "unit", "a spectrum");
    p->dt_s = fid_walk_number_from (w, o, "dt_s", 0);
    p->segment_s = fid_walk_number_from (w, o, "segment_s", 0);
    p->freq_hz = fid_series_numbers (w, o, "freq_hz",
                                     fid_walk_length (fid_walk_member (o, "freq_hz")), false);
    for (size_t i = 0; i < p->freq_hz.n; i++)
        if (!(p->freq_hz.x[i] > (i ? p->freq_hz.x[i - 1] : 0)))
            fid_walk_complain (w, "'freq_hz' of %s does not ascend from above 0", p->resource);
    for (int k = 0; k < 2; k++) {
        const cJSON *side = fid_walk_object (w, o, fid_series_side_name[k]), *peak;
        p->side[k].psd = fid_series_numbers (w, side, "psd", p->freq_hz.n, false);
        const cJSON *list = fid_walk_list (w, side, "peaks");
        size_t i = 0;
        p->side[k].peak =
            fid_walk_rows (w, list, sizeof (struct fid_series_peak), &p->side[k].peak_n);
        if (p->side[k].peak)
            cJSON_ArrayForEach (peak, list)
            {
                p->side[k].peak[i].period_s = fid_walk_number_from (w, peak, "period_s", 0);
                p->side[k].peak[i++].psd = fid_walk_number_from (w, peak, "psd", 0);
            }
        p->side[k].period_s = p->side[k].confidence = FID_GAP;
        if (cJSON_IsNull (fid_walk_member (side, "period")))
            continue;
        const cJSON *period = fid_walk_object (w, side, "period");
        p->side[k].period_s = fid_walk_number_from (w, period, "period_s", 0);
        p->side[k].confidence = fid_walk_number_from (w, period, "confidence", 0);
    }
}

static void
read_steps (struct fid_walk *w, const cJSON *in, struct fid_series *s)
{
    for (int k = 0; k < 2; k++) {
        struct fid_series_steps *t = &s->steps[k];
        t->load_s = t->compute_s = t->other_s = t->step_s = FID_GAP;
        if (cJSON_IsNull (fid_walk_member (in, fid_series_side_name[k])))
            continue;
        const cJSON *o = fid_walk_object (w, in, fid_series_side_name[k]);
        t->n = fid_walk_number_from (w, o, "n", 1);
        t->load_s = fid_walk_maybe_number (w, o, "load_s");
        t->compute_s = fid_walk_maybe_number (w, o, "compute_s");
        t->other_s = fid_walk_maybe_number (w, o, "other_s");
        t->step_s = fid_walk_maybe_number (w, o, "step_s");
    }
}

static void
read_cells (struct fid_walk *w, const cJSON *in, struct fid_series *s)
{
    const cJSON *rows = fid_walk_list (w, in, "rows"),
                *columns = fid_walk_list (w, in, "columns"), *o;
    size_t i = 0;
    s->row = fid_walk_rows (w, rows, sizeof *s->row, &s->row_n);
    s->column = fid_walk_rows (w, columns, sizeof *s->column, &s->column_n);
    if (!s->row || !s->column)
        return;
    cJSON_ArrayForEach (o, rows)
    {
        struct fid_series_row *r = &s->row[i++];
        r->kind = fid_walk_text (w, o, "kind", "a row");
        r->nth = fid_walk_count_from (w, o, "nth", 1, true);
        r->nth = r->nth < 0 ? 0 : r->nth;
        r->length_s[FID_REAL] = fid_walk_maybe_number (w, o, "real_s");
        r->length_s[FID_EMULATION] = fid_walk_maybe_number (w, o, "emulation_s");
    }
    i = 0;
    cJSON_ArrayForEach (o, columns)
    {
        struct fid_series_column *c = &s->column[i++];
        c->resource = fid_walk_text (w, o, "resource", "a column");
        c->quantity = fid_walk_text (w, o, "quantity", "a column");
        c->unit = fid_walk_text (w, o, "unit", "a column");
        for (int k = 0; k < 2; k++)
            c->side[k] = fid_series_numbers (w, o, fid_series_side_name[k], s->row_n, true);
        c->similarity = fid_series_numbers (w, o, "similarity", s->row_n, true);
        for (size_t r = 0; r < c->similarity.n; r++)
            if (c->similarity.x[r] != FID_GAP &&
                !(c->similarity.x[r] >= 0 && c->similarity.x[r] <= 1))
                fid_walk_complain (w, "a similarity of %s is not in 0 to 1", c->resource);
    }
}

void
fid_series_read_stats (struct fid_walk *w, struct fid_series *s)
{
    const cJSON *doc = s->doc, *o;
    size_t i = 0;
    read_dists (w, fid_walk_object (w, doc, "distributions"), s);
    const cJSON *spectra = fid_walk_list (w, doc, "spectra");
    s->spectrum = fid_walk_rows (w, spectra, sizeof *s->spectrum, &s->spectrum_n);
    if (s->spectrum)
        cJSON_ArrayForEach (o, spectra) read_spectrum (w, o, &s->spectrum[i++]);
    read_steps (w, fid_walk_object (w, doc, "steps"), s);
    read_cells (w, fid_walk_object (w, doc, "cells"), s);
}
