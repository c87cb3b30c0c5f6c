/* SPDX-License-Identifier: GPL-3.0-or-later */
/* breakdown.c - see breakdown.h */
#include "report/breakdown.h"

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
