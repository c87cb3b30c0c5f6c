/* pair.h - the pair in hand, options resolved */
#ifndef FID_PAIR_H
#define FID_PAIR_H

#include "compare/options.h"
#include "model/windows.h"
#include "timeline/run.h"

/* A disk that moves less, in all or in a second, is idle. */
#define FID_DISK_IDLE_MIB 1.

struct fid_pair {
    const struct fid_run *real, *emu; /* borrowed */
    enum fid_window window;           /* headline */
    struct fid_scales scales;         /* frozen ones, or all 0 */
    double step_s;                    /* of the reference; 0: not known */
    double dt_s;                      /* wanted bin of event series for shapes */
    double rhythm_dt_s;               /* for spectra: the same when sides are swapped */
    double band_s;                    /* 0: from step and duration */
    double penalty, tolerance_s;
    unsigned excluded; /* groups out of scope, as in struct fid_compare_opts */
};

/* Resolve options against the real run; opts->calibration is not looked at (see
 * fid_pair_freeze).  -1, FID_EUSAGE for an unknown window. */
int fid_pair_init (struct fid_pair *pair, const struct fid_run *real, const struct fid_run *emu,
                   const struct fid_compare_opts *opts, struct fid_error *err);

/* Take scales and step from reference runs instead of the pair's real run. */
void fid_pair_freeze (struct fid_pair *pair, const struct fid_scales *scales,
                      const struct fid_compare_opts *opts);

/* Half-width of the DTW band for a window that lasts so long, seconds. */
double fid_pair_band (const struct fid_pair *pair, double length_s);

/* Whether samples dt_s apart can show the rhythm of the steps: two in the
 * shorter one (Shannon 1949, doi:10.1109/JRPROC.1949.232969); faster steps would
 * fold back into a slower rhythm.  True where no step is known. */
bool fid_pair_sees_steps (const struct fid_pair *pair, double dt_s);

/* Whether the logs of both runs name phases. */
bool fid_pair_has_phases (const struct fid_pair *pair);

/* The 99th percentile of the values that are not 0; 0 if there are none, -1 with
 * an error without memory.  O(n log n). */
double fid_p99_nonzero (const double *x, size_t n, struct fid_error *err);

#endif
