/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sparkline.c - see breakdown.h */
#include "base/plain.h"
#include "report/breakdown.h"

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
