/* gnuplot.h - shared by the parts of fid_figure_gnuplot only */
#ifndef FID_GNUPLOT_H
#define FID_GNUPLOT_H

#include "plot/figure.h"

struct fid_gnuplot {
    FILE *script, *data;
    const char *data_name;
    double width, height;
    size_t block_n;                 /* of data, written so far */
    const struct fid_panel *legend; /* borrowed; the figure's */
    size_t panel_n;
    bool first; /* the next curve is the first of its panel */
};

/* A text between single quotes. */
void fid_gnuplot_quoted (FILE *f, const char *text);

/* The data of a plot, and the curves of its panel, which has begun. */
void fid_gnuplot_draw (struct fid_gnuplot *o, struct fid_plot *p);

#endif
