/* SPDX-License-Identifier: GPL-3.0-or-later */
/* breakdown.c - see breakdown.h */
#include "base/order.h"
#include "report/breakdown.h"

static int order_rows (const void *va, const void *vb)
{
    const struct fid_breakdown_row *a = va, *b = vb;
    int d = (a->similarity == FID_ABSENT) - (b->similarity == FID_ABSENT);
    d = d ? d : fid_order_doubles (&a->similarity, &b->similarity);
    return d ? d : a->resource - b->resource;
}

size_t fid_breakdown_sorted (const struct fid_result *r,
                             struct fid_breakdown_row row[FID_RESOURCE_N])
{
    size_t n = 0;
    FID_EACH (const struct fid_result_resource, o, r->resource)
        if (o->status == FID_STATUS_COMPARED && n < FID_RESOURCE_N)
            row[n++] = fid_breakdown_of (o);
    qsort (row, n, sizeof *row, order_rows);
    return n;
}

const char *fid_breakdown_text (const struct fid_breakdown_cell *cell,
                                char out[FID_BREAKDOWN_TEXT])
{
    static const char *const unit[FID_IN_N] = {
        [FID_IN_OCTAVES] = " oct", [FID_IN_DECADES] = " dec", [FID_IN_SECONDS] = " s"};
    const char *behind = cell->unit < 0 || !unit[cell->unit] ? "" : unit[cell->unit];
    if (!cell->quantity || cell->distance == FID_ABSENT)
        snprintf (out, FID_BREAKDOWN_TEXT, "%s", cell->quantity ? "-" : "");
    else if (cell->ratio >= 0)
        snprintf (out, FID_BREAKDOWN_TEXT, cell->ratio < 100 ? "x%.2f" : "x%.0f", cell->ratio);
    else
        snprintf (out, FID_BREAKDOWN_TEXT, "%.2f%s", cell->distance, behind);
    return out;
}

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
