/* SPDX-License-Identifier: GPL-3.0-or-later */
/* figure_output.h - writing figures to files: format and size */
#pragma once

#include "plot/figure.h"
#include "program/option.h"

enum fid_figure_output_format { FID_FIGURE_SVG, FID_FIGURE_PNG, FID_FIGURE_PDF };

/* A width or height; value 0: not given. */
struct fid_length {
    double value;
    bool pixels; /* else cm */
};

struct fid_figure_output {
    const char *path;  /* borrowed; NULL: SVG on standard output */
    const char *below; /* borrowed; for fid_outfile_open */
    enum fid_figure_output_format format;
    struct fid_length width, height;
    double dpi;     /* of PNG */
    size_t columns; /* charts side by side at most; 0: as they are */
    bool paper;     /* for a paper: without a title of its own */
};

#define FID_FIGURE_OUTPUT_DEFAULTS                                                             \
    {                                                                                          \
        .width = {17, false}, .dpi = 192                                                       \
    }

/* --preset, --width, --height and --dpi, of a struct fid_figure_output. */
extern const struct fid_option fid_figure_output_options[];

/* The format of a file by the end of its name; false if it is unknown. */
bool fid_figure_output_format_of (const char *path, enum fid_figure_output_format *out);

/* ".svg" */
const char *fid_figure_output_ending (enum fid_figure_output_format format);

/* "plot.svg" and "init" give "plot-init.svg", "plots/.svg" gives "plots/init.svg".  Freed by the caller; NULL with
 * FID_EINTERNAL. */
char *fid_figure_output_name (const char *path, const char *name, struct fid_error *err);

/* The width in px.  Returns -1 with FID_EUSAGE if it is too small or too large. */
int fid_figure_output_width (const struct fid_figure_output *output, double *px,
                             struct fid_error *err);

/* Write the figure to path; with a name, to "plot-NAME.svg" for a path "plot.svg".  Returns -1
 * with FID_EUSAGE if the size is too small or too large, FID_EINTERNAL if writing fails. */
int fid_figure_output_write (const struct fid_figure_output *output, struct fid_figure *fig,
                             const char *name, struct fid_error *err);
