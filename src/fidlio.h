/* fidlio.h - how faithful is an emulation: the installed interface
 *
 * Part of libfidlio.  Functions that can fail return 0 or -1 (a pointer: NULL)
 * and write the reason to the struct fid_error given last. */
#ifndef FIDLIO_H
#define FIDLIO_H

#ifdef __cplusplus
extern "C" {
#endif

/* Also the exit statuses of the program. */
enum fid_status {
    FID_OK = 0,
    FID_EFAIL = 1,    /* a check failed */
    FID_EUSAGE = 2,   /* usage or configuration */
    FID_EINPUT = 3,   /* unreadable, malformed or nothing comparable */
    FID_EPARTIAL = 4, /* some pairs failed, the rest is written */
    FID_EINTERNAL = 5 /* internal error or output not written */
};

struct fid_error {
    enum fid_status status;
    char text[1024];
};

/* "0.1.0" */
const char *fid_version (void);

/* A run: one execution of a training job or of its emulation, and all that was
 * traced of it. */
struct fid_run;

/* How runs are read and compared; start with fid_options_default. */
struct fid_options {
    int all_processes;   /* 1: other processes' I/O counts as the run's */
    int day_first;       /* 1: dates are DD/MM */
    int has_utc_offset;  /* 1: the next one counts */
    double utc_offset_s; /* local time of the traces minus UTC */
    const char *window;  /* what the headline is from; NULL: "job" */
    double dt_s, band_s; /* 0: chosen from the data */
    double penalty;      /* < 0: 0.05 */
    double tolerance_s;  /* < 0: 1 */
};

void fid_options_default (struct fid_options *options);

/* Read the run in a directory; options may be NULL (defaults).  NULL with
 * FID_EINPUT if nothing in it is of a known format. */
struct fid_run *fid_run_open (const char *dir, const struct fid_options *options,
                              struct fid_error *err);

/* Frees everything; NULL is harmless. */
void fid_run_destroy (struct fid_run *run);

/* Name of the run's directory; valid as long as the run. */
const char *fid_run_name (const struct fid_run *run);

/* Hold the emulation against the real run.  Returns the text of the result file
 * (JSON, schema fidlio.pair/1, see doc/result.md), which the caller frees with
 * free; NULL with FID_EINPUT if nothing is comparable, FID_EUSAGE for an unknown
 * window.  Runs may be used by several threads at once. */
char *fid_compare_text (const struct fid_run *real, const struct fid_run *emulation,
                        const struct fid_options *options, struct fid_error *err);

#ifdef __cplusplus
}
#endif
#endif
