/* multiples.h - the same small charts of several emulations of one job, with the same axes
 *
 * The real run is blue and solid, inside the band of its repeats; the emulation vermillion and
 * dashed.  Each is thinned to what a small chart can show. */
#ifndef FID_MULTIPLES_H
#define FID_MULTIPLES_H

#include "plot/canvas.h"
#include "results/series.h"

enum fid_multiple {
    FID_MULTIPLE_STEPS,    /* the length of each training step, in their order */
    FID_MULTIPLE_RATE,     /* reading over time */
    FID_MULTIPLE_READ,     /* bytes read until then */
    FID_MULTIPLE_WRITTEN,  /* bytes written to checkpoints until then */
    FID_MULTIPLE_N
};

#define FID_MULTIPLE_POINTS 120 /* of a line */

/* One line; x ascends. */
struct fid_multiple_line {
    double x[FID_MULTIPLE_POINTS], y[FID_MULTIPLE_POINTS];
    size_t n;
};

struct fid_multiple_side {
    struct fid_multiple_line line[FID_MULTIPLE_N];
};

struct fid_multiples {
    struct fid_multiple_side real;                   /* of the first real run that was added */
    double low[FID_MULTIPLE_N][FID_MULTIPLE_POINTS]; /* over all real runs, at its x */
    double high[FID_MULTIPLE_N][FID_MULTIPLE_POINTS];
    size_t real_n;
    struct fid_multiple_side *emulation; /* owned */
    size_t emulation_n, emulation_cap;
};

/* Add the real run of a pair, or its emulation.  -1 with FID_EINTERNAL. */
void fid_multiples_add_real (struct fid_multiples *m, const struct fid_series *s);
int fid_multiples_add (struct fid_multiples *m, const struct fid_series *s,
                       struct fid_error *err);

/* Whether any emulation or the real run has a line for the chart. */
bool fid_multiples_has (const struct fid_multiples *m, enum fid_multiple what);

/* Draw the chart of the i-th emulation.  Out of memory makes the canvas fail. */
void fid_multiples_draw (const struct fid_multiples *m, enum fid_multiple what, size_t i,
                         struct fid_canvas *c, double width, double height);

void fid_multiples_clear (struct fid_multiples *m);

#endif
