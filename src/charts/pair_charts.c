/* pair_charts.c - distributions, spectra and steps (picture.h) */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/units.h"
#include "charts/pair_charts_parts.h"
#include "results/words.h"

static enum fid_unit
unit_of (const char *unit)
{
    return strcmp (unit, "bytes") == 0 ? FID_UNIT_BYTES
           : strcmp (unit, "s") == 0   ? FID_UNIT_SECONDS
                                       : FID_UNIT_NUMBER;
}

/* The least and greatest value above 0 of both sides: what a log axis shows. */
static bool
ends_of (const struct fid_series_dist *d, double *lo, double *hi)
{
    *lo = HUGE_VAL;
    *hi = 0;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < d->side[side].n; i++) {
            double x = d->side[side].x[i];
            if (isfinite (x) && x > 0) {
                *lo = fmin (*lo, x);
                *hi = fmax (*hi, x);
            }
        }
    if (!(*hi > 0))
        return false;
    fid_ticks_round (lo, hi, true, unit_of (d->unit), 5);
    *lo /= 1.5; /* a curve that ends in a frame's line is not seen to end */
    *hi *= 1.5;
    return true;
}

void
fid_picture_spread (const struct fid_series *s, size_t i, struct fid_canvas *c,
                    struct fid_box box)
{
    const struct fid_series_dist *d = &s->dist[i];
    enum fid_unit unit = unit_of (d->unit);
    struct fid_line line[2], both[2];
    size_t line_n = 0;
    double lo = 0, hi = 1, ends[2], wide = box.w * .58;
    bool any = ends_of (d, &lo, &hi);
    char title[160];
    const char *resource = fid_words_resource (d->resource), *end = strstr (resource, " (");
    snprintf (title, sizeof title, "%.*s: %s", end ? (int)(end - resource) : 80, resource,
              fid_words_quantity (d->quantity));
    for (int side = 0; side < 2; side++)
        if (d->side[side].x)
            line[line_n++] = (struct fid_line){.label = side ? "second run" : "real run",
                                               .x = d->side[side].x,
                                               .y = s->quantile.x,
                                               .n = d->side[side].n,
                                               .pen = fid_picture_pen (side)};
    struct fid_axis axis = {.label = fid_words_quantity (d->quantity),
                            .lo = lo,
                            .hi = hi,
                            .log = any,
                            .unit = unit};
    struct fid_lines cdf = {.panel = {.box = {box.x, box.y, wide, box.h},
                                      .title = title,
                                      .x = axis,
                                      .y = {.label = "share up to it", .lo = 0, .hi = 1}},
                            .line = line,
                            .line_n = any ? line_n : 0,
                            .empty = "no value above 0"};
    fid_lines_draw (&cdf, c);
    ends[0] = lo;
    ends[1] = hi;
    both[0] =
        (struct fid_line){.x = ends,
                          .y = ends,
                          .n = 2,
                          .pen = {.colour = FID_INK_SOFT, .dash = FID_DOTTED, .width = 1}};
    both[1] = (struct fid_line){.x = d->side[0].x,
                                .y = d->side[1].x,
                                .n = d->side[0].n,
                                .pen = {.colour = FID_INK, .width = 1.6}};
    struct fid_lines qq = {
        .panel = {.box = {box.x + wide, box.y, box.w - wide, box.h}, .title = "value by value"},
        .line = both,
        .line_n = any && line_n == 2 ? 2 : 0,
        .empty = "one run only"};
    qq.panel.x = qq.panel.y = axis;
    qq.panel.x.label = "real run";
    qq.panel.y.label = "second run";
    fid_lines_draw (&qq, c);
}

/* The period a side stands for: the dominant one, else a peak that stands out
 * (ten times the middle of the curve); 0: none. */
static double
period_of (const struct fid_series_spectrum *p, int side)
{
    const struct fid_numbers *psd = &p->side[side].psd;
    if (isfinite (p->side[side].period_s))
        return p->side[side].period_s;
    if (!p->side[side].peak_n || !psd->x)
        return 0;
    size_t below = 0; /* values a tenth of the peak, or less */
    for (size_t i = 0; i < psd->n; i++)
        below += psd->x[i] * 10 <= p->side[side].peak[0].psd;
    return 2 * below > psd->n ? p->side[side].peak[0].period_s : 0;
}

/* From the least to the greatest power, with room for the labels above. */
static void
power_ends (const struct fid_series_spectrum *p, double *lo, double *hi)
{
    *lo = HUGE_VAL;
    *hi = 0;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < p->side[side].psd.n; i++) {
            double y = p->side[side].psd.x[i];
            if (isfinite (y) && y > 0) {
                *lo = fmin (*lo, y);
                *hi = fmax (*hi, y);
            }
        }
    if (!(*hi > 0)) {
        *lo = *hi = 0; /* the panel's own choice */
        return;
    }
    fid_ticks_round (lo, hi, true, FID_UNIT_NUMBER, 5);
    *hi *= pow (*hi / *lo, .2);
}

void
fid_picture_spectrum (const struct fid_series *s, size_t i, struct fid_canvas *c,
                      struct fid_box box)
{
    static const char *const who[] = {"real", "second"};
    const struct fid_series_spectrum *p = &s->spectrum[i];
    struct fid_line line[2];
    struct fid_rule rule[2];
    char label[2][160], text[2][FID_WORDS_N], unit[80];
    size_t line_n = 0, rule_n = 0;
    double period[2] = {period_of (p, 0), period_of (p, 1)};
    for (int side = 0; side < 2; side++) {
        if (p->side[side].psd.x)
            line[line_n++] = (struct fid_line){.label = side ? "second run" : "real run",
                                               .x = p->freq_hz.x,
                                               .y = p->side[side].psd.x,
                                               .n = p->freq_hz.n,
                                               .pen = fid_picture_pen (side)};
        fid_format_seconds (period[side], text[side], sizeof text[side]);
    }
    for (int side = 0; side < 2; side++)
        if (period[side] > 0) {
            snprintf (label[side], sizeof label[side], "%s: every %s", who[side], text[side]);
            rule[rule_n++] =
                (struct fid_rule){1 / period[side], true, label[side], .line = side};
        }
    snprintf (unit, sizeof unit, "power, %s", p->unit);
    struct fid_lines plot = {.panel = {.box = box,
                                       .title = fid_words_resource (p->resource),
                                       .x = {.label = "how often, times a second", .log = true},
                                       .y = {.label = unit, .log = true}},
                             .line = line,
                             .line_n = line_n,
                             .rule = rule,
                             .rule_n = rule_n};
    power_ends (p, &plot.panel.y.lo, &plot.panel.y.hi);
    fid_lines_draw (&plot, c);
}

void
fid_picture_steps (const struct fid_series *s, struct fid_canvas *c, struct fid_box box)
{
    static const char *const name[] = {"real run", "second run"};
    static const struct {
        const char *label;
        enum fid_colour colour;
    } parts[] = {{"waits for data", FID_ORANGE}, {"computes", FID_GREEN}, {"other", FID_GREY}};
    struct fid_spell stretch[6];
    size_t n = 0;
    double end = 0;
    for (size_t side = 0; side < 2; side++) {
        const struct fid_series_steps *t = &s->steps[side];
        const double part[] = {t->load_s, t->compute_s, t->other_s};
        double at = 0;
        for (int k = 0; t->n > 0 && k < 3; k++) {
            if (!isfinite (part[k]) || part[k] <= 0)
                continue;
            stretch[n++] =
                (struct fid_spell){at, at + part[k], side, parts[k].label, parts[k].colour};
            at += part[k];
        }
        end = fmax (end, at);
    }
    struct fid_spans plot = {.panel = {.box = box,
                                       .x = {.label = "length of a mean training step",
                                             .lo = 0,
                                             .hi = end > 0 ? end * 1.02 : 1,
                                             .unit = FID_UNIT_SECONDS},
                                       .y = {.name = name, .name_n = 2},
                                       .key_n = 3},
                             .spell = stretch,
                             .spell_n = n,
                             .empty = "no run tells its steps"};
    for (int k = 0; k < 3; k++)
        plot.panel.key[k] = (struct fid_key){
            .label = parts[k].label, .pen = {.colour = parts[k].colour}, .filled = true};
    fid_spans_draw (&plot, c);
}

void
fid_picture_size (enum fid_picture what, double *width, double *height)
{
    static const struct {
        double width, height;
    } sizes[] = {{840, 280}, {840, 150}, {840, 190}, {556, 205}, {362, 210}, {600, 110}};
    *width = sizes[what].width;
    *height = sizes[what].height;
}

void
fid_picture_draw (const struct fid_series *s, enum fid_picture what, size_t i,
                  struct fid_canvas *c)
{
    struct fid_box box = {0};
    fid_picture_size (what, &box.w, &box.h);
    switch (what) {
    case FID_PICTURE_TIME:
        fid_picture_time (s, i, c, box);
        break;
    case FID_PICTURE_PHASES:
        fid_picture_phases (s, i, c, box);
        break;
    case FID_PICTURE_OFFSET:
        fid_picture_offset (s, c, box);
        break;
    case FID_PICTURE_SPREAD:
        fid_picture_spread (s, i, c, box);
        break;
    case FID_PICTURE_SPECTRUM:
        fid_picture_spectrum (s, i, c, box);
        break;
    case FID_PICTURE_STEPS:
        fid_picture_steps (s, c, box);
        break;
    }
}
