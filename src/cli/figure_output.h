/* figure_output.h - figures into files: which format, how large */
#ifndef FID_PAPER_H
#define FID_PAPER_H

#include <argp.h>
#include <stdbool.h>
#include "plot/figure.h"

enum fid_paper_format { FID_PAPER_SVG, FID_PAPER_PNG, FID_PAPER_PDF };

/* A width or height as it was given; value 0: not given. */
struct fid_length {
    double value;
    bool pixels; /* else cm */
};

struct fid_paper {
    const char *path; /* borrowed; NULL: SVG on standard output */
    enum fid_paper_format format;
    struct fid_length width, height;
    double dpi;   /* of PNG */
    bool gnuplot; /* data and a script beside each other, not a picture */
};

#define FID_PAPER_DEFAULTS                                                                     \
    {                                                                                          \
        .width = {17, false}, .dpi = 192                                                       \
    }

/* Child parser of --width, --height and --dpi; its input is a struct fid_paper. */
extern const struct argp fid_paper_argp;

/* "17cm", "170mm", "6.7in", "1200px" or "1200" (pixels).  False: it is none. */
bool fid_length_of (const char *arg, struct fid_length *out);

/* The format of path by its end; false: it has none that is known. */
bool fid_paper_format_of (const char *path, enum fid_paper_format *out);

/* ".svg" */
const char *fid_paper_ending (enum fid_paper_format format);

/* The width in px; -1 with FID_EUSAGE if no picture can have it. */
int fid_paper_width (const struct fid_paper *paper, double *px, struct fid_error *err);

/* Write the figure; with a name, to NAME_of_file-NAME.ext.  Pixels are those of
 * a PNG, elsewhere 1/96 inch.  -1 with FID_EUSAGE for a size no picture can
 * have, FID_EINTERNAL if it cannot be written. */
int fid_paper_write (const struct fid_paper *paper, struct fid_figure *fig, const char *name,
                     struct fid_error *err);

#endif
