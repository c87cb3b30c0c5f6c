/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair_parts.c - what the charts of a pair share: names and pens of its sides, parts, the axis
 * of time (see pair_parts.h) */
#include "charts/pair_parts.h"

const char *const fid_side_name[2] = {"real run", "second run"};

struct fid_pen fid_side_pen (int side)
{
    return (struct fid_pen){.colour = side ? FID_COLOUR_EMULATION : FID_COLOUR_REAL,
                            .dash = side ? FID_DASHED : FID_SOLID,
                            .width = 1.3};
}

bool fid_pair_wants (const struct fid_pair_opts *opts, enum fid_resource_id resource)
{
    return !opts->resources || opts->resources >> resource & 1;
}

struct fid_lines *fid_pair_beside (struct fid_figure *fig, double height)
{
    struct fid_plot *part = fid_figure_add (fig, FID_PLOT_LINES);
    part->beside = 2;
    part->height = height;
    return &part->as.lines;
}

struct fid_axis fid_pair_seconds (const struct fid_series *s, const struct fid_pair_opts *opts)
{
    double lo = fmin (s->side[0].from_s, s->side[1].from_s);
    double hi = fmax (s->side[0].to_s, s->side[1].to_s);
    if (opts->from_s > -1e8)
        lo = opts->from_s;
    if (opts->to_s < 1e8)
        hi = opts->to_s;
    return (struct fid_axis){.label = "time from the start of the job",
                             .lo = lo,
                             .hi = hi > lo ? hi : lo + 1,
                             .unit = FID_UNIT_SECONDS};
}

/* The axis of shares, or of the real run's time, for these maps. */
static struct fid_axis moved_axis (const struct fid_series *s, const struct fid_pair_opts *opts,
                                   const struct fid_time_map map[2])
{
    struct fid_axis x = {.label = "share of each job, %", .lo = 0, .hi = 100};
    if (opts->axis == FID_TIME_PHASES) {
        x = fid_pair_seconds (s, opts);
        x.label = "time of the real run, phases aligned";
        x.lo = fmin (fid_time_place (&map[0], s->side[0].from_s),
                     fid_time_place (&map[1], s->side[1].from_s));
        x.hi = fmax (fid_time_place (&map[0], s->side[0].to_s),
                     fid_time_place (&map[1], s->side[1].to_s));
    }
    x.lo = opts->from_s > -1e8 ? opts->from_s : x.lo;
    x.hi = opts->to_s < 1e8 ? opts->to_s : x.hi;
    x.hi = x.hi > x.lo ? x.hi : x.lo + 1;
    return x;
}

int fid_pair_axis_of (struct fid_figure *fig, const struct fid_series *s,
                      const struct fid_pair_opts *opts, struct fid_pair_axis *out)
{
    struct fid_error err;
    enum fid_time_axis axis = opts->axis;
    int rc = fid_time_maps (s, axis, out->map, &err);
    out->moved = !rc && axis != FID_TIME_SECONDS && out->map[0].n && out->map[1].n;
    if (!rc && axis != FID_TIME_SECONDS && !out->moved) {
        fid_time_maps_clear (out->map);
        rc = fid_time_maps (s, FID_TIME_SECONDS, out->map, &err);
    }
    if (rc) {
        fig->failed = true;
        fid_time_maps_clear (out->map);
        return -1;
    }
    out->x = out->moved ? moved_axis (s, opts, out->map) : fid_pair_seconds (s, opts);
    return 0;
}

void fid_pair_axis_clear (struct fid_pair_axis *axis)
{
    fid_time_maps_clear (axis->map);
}
