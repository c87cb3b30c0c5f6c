/* costs.h - what reads, writes and opens cost on the machine of a real run
 *
 * Measured latencies by size are drawn from, with a seed, so that the same run gives the same
 * costs. */
#ifndef FID_PREDICT_COSTS_H
#define FID_PREDICT_COSTS_H

#include <gsl/gsl_rng.h>
#include "run/run.h"

/* Latencies of one kind of operation, by size. */
struct fid_cost {
    struct fid_sketch2 latency; /* bytes, seconds; may be empty */
    double *size_n;             /* owned; operations of each of its sizes */
};

struct fid_costs {
    struct fid_cost read, save, block; /* reads of data, writes of checkpoints, block reads */
    double *request, *request_n;       /* owned; sizes of block reads, bytes, and how many */
    size_t size_n;
    double requests;      /* sum of request_n */
    double ahead;         /* bytes that the kernel reads at most at once */
    double open_s;        /* of a file of samples, median */
    bool in_memory;       /* data was in memory before the job: no block reads of it */
    bool stays_in_memory; /* what was read once is read from memory again */
    gsl_rng *rng;         /* owned */
};

/* Measures a run.  -1 without memory; clear it even then. */
int fid_costs_init (struct fid_costs *c, const struct fid_run *real, struct fid_error *err);
void fid_costs_clear (struct fid_costs *c);

/* Draws how many seconds an operation of so many bytes takes; 0 if none was measured.
 * O(bins). */
double fid_costs_draw (const struct fid_costs *c, const struct fid_cost *of, double byte_n);

/* Draws the size of a block read, in bytes, at most byte_n; byte_n if none was measured. */
double fid_costs_request (const struct fid_costs *c, double byte_n);

#endif
