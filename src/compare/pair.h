/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair.h - the pair being compared, with its options resolved */
#pragma once

#include "compare/options.h"
#include "compare/units.h"

/* A disk that moves less (MiB in all, or MiB/s) is idle. */
#define FID_DISK_IDLE_MIB 1.

struct fid_pair {
    union {
        struct {
            const struct fid_run *real, *emu; /* borrowed */
        };
        const struct fid_run *run[2]; /* both */
    };
    enum fid_window window;   /* headline */
    struct fid_scales scales; /* frozen ones, or all 0 */
    double step_s;            /* of the reference; 0: not known */
    double dt_s;              /* wanted bin of event series for shapes */
    double rhythm_dt_s;       /* for spectra: the same when sides are swapped */
    double band_s;            /* 0: from step and duration */
    double penalty, tolerance_s;
    struct fid_units units;         /* by which amounts are taken */
    unsigned excluded;              /* groups out of scope, as in struct fid_compare_opts */
    const struct fid_profile *only; /* borrowed; only the headline, and of it what this profile
                                       grades; NULL: everything */
};

/* Refuses raw traces beside a processed tree, which lacks part of such traces: -1 with FID_EINPUT
 * and the command that makes a tree of the raw run, too. */
int fid_pair_check_trees (const struct fid_run *a, const struct fid_run *b,
                          struct fid_error *err);

/* Resolves options against the real run; ignores opts->calibration (see fid_pair_freeze).  -1
 * with FID_EUSAGE for an unknown window, and as fid_pair_check_trees. */
int fid_pair_init (struct fid_pair *pair, const struct fid_run *real, const struct fid_run *emu,
                   const struct fid_compare_opts *opts, struct fid_error *err);

/* Uses scales and step of reference runs instead of the pair's real run. */
void fid_pair_freeze (struct fid_pair *pair, const struct fid_scales *scales,
                      const struct fid_compare_opts *opts);

/* Returns the half-width of the DTW band for a window of that length, seconds. */
double fid_pair_band (const struct fid_pair *pair, double length_s);

/* Returns whether samples dt_s apart can show the rhythm of the steps: two samples in the
 * shorter step (Shannon 1949, doi:10.1109/JRPROC.1949.232969).  Faster steps would fold back
 * into a slower rhythm.  True if no step is known. */
bool fid_pair_sees_steps (const struct fid_pair *pair, double dt_s);

/* Returns the window in which the headline compares a resource: where the headline is the job
 * and both logs name phases, the resource's home (model/resources.h). */
enum fid_window fid_pair_home (const struct fid_pair *pair, enum fid_resource_id r);

/* Returns whether the logs of both runs name phases. */
bool fid_pair_has_phases (const struct fid_pair *pair);

/* Returns the 99th percentile of the non-zero values; 0 if there are none, -1 with an error if
 * there is no memory.  O(n). */
double fid_p99_nonzero (const double *x, size_t n, struct fid_error *err);
