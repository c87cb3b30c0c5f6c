/* pair_figure_curves.c - distributions and spectra of a pair (see pair_picture.h) */
#include <math.h>
#include <string.h>
#include "charts/pair_figure_parts.h"

/* "size_bytes" without its unit. */
static const char *
bare (struct fid_pair_figure *p, const char *quantity)
{
    static const char *const unit[] = {"_bytes", "_s"};
    size_t n = strlen (quantity);
    for (size_t i = 0; i < 2; i++)
        if (n > strlen (unit[i]) && strcmp (quantity + n - strlen (unit[i]), unit[i]) == 0)
            return fid_figure_text (p->fig, "%.*s", (int)(n - strlen (unit[i])), quantity);
    return quantity;
}

static enum fid_unit
unit_of (const char *unit)
{
    return strcmp (unit, "bytes") == 0 ? FID_UNIT_BYTES
           : strcmp (unit, "s") == 0   ? FID_UNIT_SECONDS
                                       : FID_UNIT_NUMBER;
}

/* The axis of the values: logarithmic where they are wide apart, and with room at
 * both ends, for curves that jump there. */
static struct fid_axis
value_axis (const struct fid_series_dist *d)
{
    struct fid_axis x = {.lo = INFINITY, .hi = 0, .unit = unit_of (d->unit)};
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < d->side[side].n; i++) {
            double v = d->side[side].x[i];
            if (v != FID_GAP && v > 0) {
                x.lo = fmin (x.lo, v);
                x.hi = fmax (x.hi, v);
            }
        }
    if (!(x.hi > 0))
        return (struct fid_axis){.unit = x.unit};
    x.log = x.hi > 5 * x.lo;
    double room = x.log ? pow (x.hi / x.lo, .03) : (x.hi > x.lo ? .03 : .5) * x.hi;
    x.lo = x.log ? x.lo / room : fmax (0, x.lo - room);
    x.hi = x.log ? x.hi * room : x.hi + room;
    return x;
}

static struct fid_lines *
add_half (struct fid_pair_figure *p, const char *title, struct fid_line **line)
{
    struct fid_plot *part = fid_figure_add (p->fig, FID_PLOT_LINES);
    part->beside = 2;
    part->height = 130;
    part->as.lines.panel.title = title;
    *line = fid_figure_room (p->fig, 2, sizeof **line);
    part->as.lines.line = *line;
    return &part->as.lines;
}

void
fid_pair_cdfs (struct fid_pair_figure *p)
{
    const struct fid_series *s = p->s;
    for (size_t i = 0; i < s->dist_n; i++) {
        const struct fid_series_dist *d = &s->dist[i];
        struct fid_line *line;
        if ((!d->side[0].n && !d->side[1].n) || !fid_pair_wants (p, d->resource))
            continue;
        struct fid_lines *l = add_half (
            p, fid_figure_text (p->fig, "%s: %s", d->resource, bare (p, d->quantity)), &line);
        l->panel.x = value_axis (d);
        l->panel.x.label = bare (p, d->quantity);
        l->panel.y = (struct fid_axis){.label = "share", .lo = 0, .hi = 1};
        for (int side = 0; line && side < 2; side++)
            if (d->side[side].n)
                line[l->line_n++] = (struct fid_line){
                    .label = fid_pair_side[side],
                    .x = fid_pair_numbers (p, d->side[side]),
                    .y = s->quantile.x,
                    .n = d->side[side].n < s->quantile.n ? d->side[side].n : s->quantile.n,
                    .pen = fid_pair_pen (side)};
    }
}

void
fid_pair_spectra (struct fid_pair_figure *p)
{
    const struct fid_series *s = p->s;
    for (size_t i = 0; i < s->spectrum_n; i++) {
        const struct fid_series_spectrum *f = &s->spectrum[i];
        struct fid_line *line;
        if ((!f->side[0].psd.n && !f->side[1].psd.n) || !fid_pair_wants (p, f->resource))
            continue;
        struct fid_lines *l = add_half (p, f->resource, &line);
        struct fid_rule *rule = fid_figure_room (p->fig, 2, sizeof *rule);
        l->panel.x = (struct fid_axis){.label = "frequency (Hz)", .log = true};
        l->panel.y = (struct fid_axis){.label = f->unit, .log = true};
        l->rule = rule;
        for (int side = 0; line && rule && side < 2; side++) {
            const struct fid_numbers *psd = &f->side[side].psd;
            double period = f->side[side].period_s;
            if (psd->n)
                line[l->line_n++] =
                    (struct fid_line){.label = fid_pair_side[side],
                                      .x = fid_pair_numbers (p, f->freq_hz),
                                      .y = fid_pair_numbers (p, *psd),
                                      .n = psd->n < f->freq_hz.n ? psd->n : f->freq_hz.n,
                                      .pen = fid_pair_pen (side)};
            if (psd->n && period != FID_GAP && period > 0)
                rule[l->rule_n++] = (struct fid_rule){.at = 1 / period, .vertical = true};
        }
    }
}
