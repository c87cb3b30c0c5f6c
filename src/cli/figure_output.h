/* figure_output.h - writing figures to files: format and size */
#ifndef FID_FIGURE_OUTPUT_H
#define FID_FIGURE_OUTPUT_H

#include <argp.h>
#include <stdbool.h>
#include "plot/figure.h"

enum fid_paper_format { FID_PAPER_SVG, FID_PAPER_PNG, FID_PAPER_PDF };

/* A width or height; value 0: not given. */
struct fid_length {
    double value;
    bool pixels; /* else cm */
};

struct fid_paper {
    const char *path; /* borrowed; NULL: SVG on standard output */
    enum fid_paper_format format;
    struct fid_length width, height;
    double dpi;   /* of PNG */
    bool gnuplot; /* write data and a script instead of a picture */
};

#define FID_PAPER_DEFAULTS                                                                     \
    {                                                                                          \
        .width = {17, false}, .dpi = 192                                                       \
    }

/* Child parser of --width, --height and --dpi; its input is a struct fid_paper. */
extern const struct argp fid_paper_argp;

/* The format of a file by the end of its name; false if it is unknown. */
bool fid_paper_format_of (const char *path, enum fid_paper_format *out);

/* ".svg" */
const char *fid_paper_ending (enum fid_paper_format format);

/* The width in px.  Returns -1 with FID_EUSAGE if it is too small or too large. */
int fid_paper_width (const struct fid_paper *paper, double *px, struct fid_error *err);

/* Write the figure to path; with a name, to "plot-NAME.svg" for a path "plot.svg".  Returns -1
 * with FID_EUSAGE if the size is too small or too large, FID_EINTERNAL if writing fails. */
int fid_paper_write (const struct fid_paper *paper, struct fid_figure *fig, const char *name,
                     struct fid_error *err);

#endif
