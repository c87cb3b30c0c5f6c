/* job.h - a job of DLIO, simulated from its configuration
 *
 * One process of DLIO 2.0 with its PyTorch loader: worker k reads batches k, k + threads, ...;
 * as many batches as are prefetched are under way; samples come in the order of names.  An
 * event is a call or a block request as a tracer would see it. */
#ifndef FID_PREDICT_JOB_H
#define FID_PREDICT_JOB_H

#include "model/dlio_config.h"
#include "predict/costs.h"
#include "run/record.h"

/* Calls that are simulated at most. */
#define FID_SIM_EVENTS_MAX ((size_t)8 << 20)

/* Files that it may have, and samples that it may read, those without a call among them. */
#define FID_SIM_FILES_MAX   1e6
#define FID_SIM_SAMPLES_MAX ((size_t)1 << 26)

struct fid_sim_event {
    int64_t start_ns, dur_ns;
    uint64_t offset, byte_n; /* of a block read: on the device */
    uint32_t file, pid;
    enum fid_op op;
};

struct fid_sim_file {
    char *path;               /* owned */
    uint64_t byte_n, base;    /* base: where it lies on the device */
    uint64_t fetched, window; /* from the device so far; last read ahead */
    size_t pass;              /* of the loader that read it last */
};

struct fid_sim {
    struct fid_sim_event *event; /* owned; by start when simulated */
    size_t event_n, event_cap;
    struct fid_sim_file *file; /* owned */
    size_t file_n, file_cap;
    struct fid_phase *phase; /* owned */
    size_t phase_n, phase_cap;
    struct fid_step *step; /* owned */
    size_t step_n, step_cap;
    size_t sample_n; /* read so far */
    int64_t end_ns;
};

/* What of DLIO is not simulated as it is recorded; NULL: nothing.  Static. */
const char *fid_sim_caveat (const struct fid_dlio_config *c);

/* Simulates a job from time 0 on.  -1: FID_EINPUT if the configuration trains on nothing, or
 * is too much to simulate (FID_SIM_..._MAX).  Clear it even then.  O(n log n) in events. */
int fid_sim_simulate (struct fid_sim *job, const struct fid_dlio_config *c,
                      const struct fid_costs *costs, struct fid_error *err);
void fid_sim_clear (struct fid_sim *job);

/* job_data.c: the files of samples, and how DLIO's readers read one. */
enum fid_sim_side { FID_SIM_TRAIN, FID_SIM_EVAL, FID_SIM_SIDE_N };
enum fid_sim_layout {
    FID_SIM_WHOLE,   /* a file is read to its end for each sample */
    FID_SIM_RECORDS, /* a sample by one call at its offset */
    FID_SIM_STREAM,  /* by calls of one size from the start on */
    FID_SIM_NOTHING  /* no calls */
};

struct fid_sim_data {
    const struct fid_dlio_config *config; /* borrowed */
    const struct fid_costs *costs;        /* borrowed */
    struct fid_sim *job;                  /* borrowed */
    enum fid_sim_layout layout;
    bool npy, indexed, keeps_open;
    double call_n;                /* bytes of a call, of files read to their end */
    size_t samples;               /* of a file */
    size_t first[FID_SIM_SIDE_N]; /* number of the first file of a side */
    size_t file_n[FID_SIM_SIDE_N];
    size_t pass; /* counts passes over the data */
};

/* A process that reads. */
struct fid_sim_reader {
    uint32_t pid;
    int64_t free_ns;   /* when it has read what it was given */
    bool *open;        /* owned; files it has open, of its side */
    uint64_t streamed; /* bytes read of the last file, where calls are of one size */
    size_t file;       /* the last one; SIZE_MAX: none */
    bool begun;
};

int fid_sim_data_init (struct fid_sim_data *d, struct fid_sim *job,
                       const struct fid_dlio_config *c, const struct fid_costs *costs,
                       struct fid_error *err);

/* What a reader does when it starts: reads the indexes of its side. */
int fid_sim_reader_begin (struct fid_sim_data *d, struct fid_sim_reader *r,
                          enum fid_sim_side side, struct fid_error *err);

/* Reads one sample from r->free_ns on. */
int fid_sim_read_sample (struct fid_sim_data *d, struct fid_sim_reader *r,
                         enum fid_sim_side side, size_t sample, struct fid_error *err);

/* Adds a file to the job; returns its number, or -1. */
int64_t fid_sim_file_add (struct fid_sim *job, char *path, double byte_n,
                          struct fid_error *err);
int fid_sim_too_long (struct fid_error *err); /* -1 */
int fid_sim_event_add (struct fid_sim *job, const struct fid_sim_event *ev,
                       struct fid_error *err);

#endif
