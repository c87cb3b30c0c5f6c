/* SPDX-License-Identifier: GPL-3.0-or-later */
/* breakdown.c - see breakdown.h */
#include "report/breakdown.h"
#include "base/plain.h"

void fid_breakdown_columns (struct fid_cells *c)
{
    fid_cells_begin (c, "real|emulation|resource|group|window|status|facet|metric|quantity|"
                        "#distance|unit|#noise|#tolerance|#grade|clause|key|reason|#real_value|"
                        "#emulation_value|#sign");
}

/* A row for a measure; m: NULL if the resource has none. */
static void add_row (const struct fid_result_head *h, const struct fid_result_resource *res,
                     const struct fid_result_measure *m, struct fid_cells *c)
{
    static const char *const side[] = {"real", "emulation"};
    const bool clause = m && m->clause >= 0;
    fid_cells_row (c, "%s %s %s %s %s %s %s %s %s", h->real.shown, h->emulation.shown,
                   res->resource, fid_groups[fid_resources[res->id].group].name,
                   fid_window_name ((enum fid_window)res->window),
                   fid_status_name (res->status), m ? fid_facets[m->facet].name : "",
                   m ? m->metric : "", m ? m->quantity : "");
    fid_cells_row (c, "%.6f %s %.6f %.6f %.6f %s %s %s", m ? m->distance : FID_ABSENT,
                   m && m->unit >= 0 ? fid_unit_name ((enum fid_unit_id)m->unit) : "",
                   m ? m->noise : FID_ABSENT, m ? m->tolerance : FID_ABSENT,
                   m ? m->grade : res->grade,
                   clause ? fid_clause_name ((enum fid_clause_status)m->clause) : "",
                   !clause  ? ""
                   : m->key ? "yes"
                            : "no",
                   m ? m->reason : res->reason);
    for (int k = 0; k < 2; k++) {
        double x;
        if (m && fid_measure_amount (m, side[k], &x))
            fid_cells_add (c, "%.12g", x);
        else
            fid_cells_missing (c);
    }
    fid_cells_text (c, m ? fid_measure_sign (m) : NULL);
}

void fid_breakdown_rows (const struct fid_result *r, struct fid_cells *c)
{
    FID_EACH (const struct fid_result_resource, res, r->resource) {
        if (res->measure_n == 0)
            add_row (&r->head, res, NULL, c);
        for (size_t j = 0; j < res->measure_n; j++)
            add_row (&r->head, res, &res->measure[j], c);
    }
}

int fid_measures_write (const struct fid_result *const *r, size_t n, enum fid_format format,
                        FILE *f, struct fid_error *err)
{
    struct fid_cells c;
    fid_breakdown_columns (&c);
    for (size_t i = 0; i < n; i++)
        fid_breakdown_rows (r[i], &c);
    return fid_cells_end (&c, format, f, err);
}

/* --- series as lines of block characters */

#define NAME_N 18 /* as in the table above them */
#define CELL_N 30 /* NAME_N + 2 CELL_N + 2 is 80 */

void fid_sparkline (FILE *f, const double *x, size_t n, double full)
{
    static const char *const block[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    for (size_t i = 0; i < n; i++) {
        double part = full > 0 ? ceil (x[i] / full * 8) - 1 : 0;
        fputs (x[i] == FID_GAP ? " " : block[part <= 0 ? 0 : part >= 7 ? 7 : (int)part], f);
    }
}

void fid_sparkline_resample (const struct fid_series_track *t, double from_s, double to_s,
                             double *out, size_t n)
{
    double step = (to_s - from_s) / (double)n;
    for (size_t i = 0; i < n; i++) {
        double lo = from_s + (double)i * step, hi = lo + step, sum = 0, weight = 0;
        double first = floor ((lo - t->t0_s) / t->dt_s);
        size_t k = first > 0 ? first < (double)t->n ? (size_t)first : t->n : 0;
        for (; k < t->n && t->t0_s + (double)k * t->dt_s < hi; k++) {
            double a = t->t0_s + (double)k * t->dt_s, b = a + t->dt_s;
            double inside = fmin (b, hi) - fmax (a, lo);
            if (inside <= 0 || t->value.x[k] == FID_GAP)
                continue;
            sum += inside * t->value.x[k];
            weight += inside;
        }
        out[i] = weight > 0 ? sum / weight : FID_GAP;
    }
}

int fid_sparklines_write (const struct fid_series *s, FILE *f, struct fid_error *err)
{
    double from = fmin (s->side[0].from_s, s->side[1].from_s);
    double to = fmax (s->side[0].to_s, s->side[1].to_s);
    if (!(from < to) || !s->time_n)
        return 0;
    char *id[2] = {fid_cell_plain (s->side[0].run, err), NULL};
    id[1] = id[0] ? fid_cell_plain (s->side[1].run, err) : NULL;
    if (id[1]) {
        fprintf (f, "%-*s", NAME_N, "series");
        size_t n = fid_put_clipped (f, id[0], CELL_N);
        fprintf (f, "%*s", (int)(CELL_N - n) + 2, "");
        fid_put_clipped (f, id[1], CELL_N);
        fputc ('\n', f);
    }
    for (size_t i = 0; id[1] && i < s->time_n; i++) {
        const struct fid_series_time *t = &s->time[i];
        double x[2][CELL_N], full = 0;
        if (t != fid_series_find (s, t->resource, FID_QUANTITY_N)) /* the first says enough */
            continue;
        for (int k = 0; k < 2; k++) {
            for (size_t c = 0; c < CELL_N; c++)
                x[k][c] = FID_GAP;
            if (t->side[k].n)
                fid_sparkline_resample (&t->side[k], from, to, x[k], CELL_N);
            for (size_t c = 0; c < CELL_N; c++)
                full = fmax (full, x[k][c]);
        }
        fprintf (f, "%-*s", NAME_N, fid_resources[t->resource].name);
        fid_sparkline (f, x[0], CELL_N, full);
        fputs ("  ", f);
        size_t n = CELL_N;
        while (n && x[1][n - 1] == FID_GAP)
            n--;
        fid_sparkline (f, x[1], n, full);
        fputc ('\n', f);
    }
    int rc = id[1] ? 0 : -1;
    fputc ('\n', f);
    FID_FREE (id[0], id[1]);
    return rc;
}
