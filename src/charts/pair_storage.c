/* pair_storage.c - both jobs on a slower storage, and what they want of a fast one (see
 * pair_parts.h) */
#include "config.h"
#include <math.h>
#include "base/units.h"
#include "charts/pair_parts.h"

#define RATIO_LEAST 2. /* the axis of slowdowns reaches so far at least */

/* Append recordings on throttled storage as marks without a line between them. */
static void
add_measured (struct fid_figure *fig, struct fid_lines *l, struct fid_line *line,
              const struct fid_numbers measured[2], int side)
{
    static const char *const label[2] = {"measured, real run", "measured, second run"};
    size_t n = measured[0].n;
    double *x = fid_figure_numbers (fig, 2 * n), *y = fid_figure_numbers (fig, 2 * n);
    if (!n || !x || !y)
        return;
    for (size_t i = 0; i < n; i++) {
        x[2 * i] = measured[0].x[i];
        y[2 * i] = measured[1].x[i];
        x[2 * i + 1] = y[2 * i + 1] = FID_GAP;
    }
    line[l->line_n++] = (struct fid_line){.label = label[side],
                                          .x = x,
                                          .y = y,
                                          .n = 2 * n,
                                          .pen = fid_side_pen (side),
                                          .mark = side ? FID_MARK_SQUARE : FID_MARK_DISC};
}

void
fid_pair_slowdown (struct fid_figure *fig, const struct fid_series *s, size_t i,
                   struct fid_lines *l)
{
    const struct fid_series_slowdown *o = &s->slowdown[i];
    bool bandwidth = o->quantity == FID_QUANTITY_SLOW_BANDWIDTH;
    struct fid_line *line = fid_figure_room (fig, 4, sizeof *line);
    struct fid_rule *rule = fid_figure_room (fig, 1, sizeof *rule);
    double most = RATIO_LEAST;
    l->panel.title = bandwidth ? "training time at less bandwidth" : "training time at more latency";
    l->panel.x = (struct fid_axis){.label = bandwidth ? "bandwidth of the storage, MiB/s"
                                                      : "latency of an operation",
                                   .unit = bandwidth ? FID_UNIT_NUMBER : FID_UNIT_SECONDS,
                                   .log = true,
                                   .lo = o->at.n ? o->at.x[0] : 0,
                                   .hi = o->at.n ? o->at.x[o->at.n - 1] : 0};
    l->line = line;
    l->rule = rule;
    if (!line || !rule)
        return;
    for (int side = 0; side < 2; side++) {
        const struct fid_numbers *y = &o->side[side].ratio;
        line[l->line_n++] = (struct fid_line){.label = fid_side_name[side],
                                              .x = o->at.x,
                                              .y = y->x,
                                              .n = y->n,
                                              .pen = fid_side_pen (side)};
        for (size_t k = 0; k < y->n; k++)
            most = fmax (most, y->x[k]);
        for (size_t k = 0; k < o->side[side].measured[1].n; k++)
            most = fmax (most, o->side[side].measured[1].x[k]);
    }
    for (int side = 0; side < 2; side++)
        add_measured (fig, l, line, o->side[side].measured, side);
    l->panel.y = (struct fid_axis){
        .label = "times as long", .log = true, .lo = 0.9, .hi = 1.15 * most};
    rule[l->rule_n++] = (struct fid_rule){.at = o->mean,
                                          .vertical = true,
                                          .label = bandwidth ? "mean demand of the real run"
                                                             : "as long as all of the training"};
}

void
fid_pair_demand (struct fid_figure *fig, const struct fid_series *s, struct fid_lines *l)
{
    const struct fid_series_demand *o = &s->demand;
    struct fid_line *line = fid_figure_room (fig, 2, sizeof *line);
    l->panel.title = "how often the job wants more than a bandwidth";
    l->panel.x = (struct fid_axis){.label = "bandwidth, MiB/s",
                                   .log = true,
                                   .lo = o->at.n ? o->at.x[0] : 0,
                                   .hi = o->at.n ? o->at.x[o->at.n - 1] : 0};
    l->panel.y = (struct fid_axis){.label = "share of windows", .lo = 0, .hi = 1};
    l->line = line;
    l->empty = "not known";
    for (int side = 0; line && side < 2 && o->at.n; side++)
        line[l->line_n++] = (struct fid_line){.label = fid_side_name[side],
                                              .x = o->at.x,
                                              .y = o->side[side].share.x,
                                              .n = o->side[side].share.n,
                                              .pen = fid_side_pen (side)};
}
