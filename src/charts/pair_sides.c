/* pair_sides.c - what the charts of a pair share: names and pens of its sides, and parts (see
 * pair_parts.h) */
#include "charts/pair_parts.h"

const char *const fid_side_name[2] = {"real run", "second run"};

struct fid_pen
fid_side_pen (int side)
{
    return (struct fid_pen){.colour = side ? FID_COLOUR_EMULATION : FID_COLOUR_REAL,
                            .dash = side ? FID_DASHED : FID_SOLID,
                            .width = 1.3};
}

bool
fid_pair_wants (const struct fid_pair_opts *opts, enum fid_resource_id resource)
{
    return !opts->resources || opts->resources >> resource & 1;
}

struct fid_lines *
fid_pair_beside (struct fid_figure *fig, double height)
{
    struct fid_plot *part = fid_figure_add (fig, FID_PLOT_LINES);
    part->beside = 2;
    part->height = height;
    return &part->as.lines;
}
