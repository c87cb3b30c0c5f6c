/* loader.h - what the loader of a job asks of storage, in windows of its training
 *
 * The training's time, its phases joined, is cut into windows of the loader's prefetch depth
 * times the median step: within a window reading and computing overlap.  The demand of a window
 * is what data.read counts in it; its computation is that of the steps in it, laid end to
 * end. */
#ifndef FID_LOADER_H
#define FID_LOADER_H

#include "run/run.h"

struct fid_loader {
    double *compute_s; /* owned, one block with byte and op; n windows each */
    double *byte;      /* bytes read */
    double *op;        /* operations, by readers at work */
    size_t n;
    double length_s, window_s; /* of the training; of a window */
    double overlap;            /* share of the reading in which no step waits for data */
    double readers;            /* processes that read, on average */
    bool sized;                /* byte is known */
};

/* Fills side[0] from the real run, side[1] from the emulation; both must have data reads
 * traced, phases and step times.  -1 on internal errors only; call fid_loaders_clear even
 * then.  O(bins of the training + steps). */
int fid_loaders_init (struct fid_loader side[2], const struct fid_run *real,
                      const struct fid_run *emulation, struct fid_error *err);
void fid_loaders_clear (struct fid_loader side[2]);

#endif
