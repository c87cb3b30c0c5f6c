/* progress.h - a bar on standard error with rate and time left */
#ifndef FID_PROGRESS_H
#define FID_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct fid_progress {
    bool on;
    size_t total_n;
    double start_s, drawn_s;
};

/* Start a bar for total_n steps; it shows only on a terminal, or if forced. */
void fid_progress_start (struct fid_progress *p, size_t total_n, bool force);

/* done_n steps are done; draws at most ten times a second.  Not from two
 * threads at once. */
void fid_progress_step (struct fid_progress *p, size_t done_n);

/* Clear the bar off the line. */
void fid_progress_end (struct fid_progress *p);

#endif
