/* priv.h - what the parts of fid_steps_read share; for src/steps only */
#ifndef FID_STEPS_PRIV_H
#define FID_STEPS_PRIV_H

#include "base/span.h"
#include "tools/steps/steps.h"

/* Files of one configuration that belong together. */
struct fid_steps_recording {
    char *path; /* owned; what tells the configuration, for messages */
    int64_t gpus, batch;
    enum fid_steps_source source;
    char **file; /* owned; paths, in the order to read them */
    size_t file_n, file_cap;
};

struct fid_steps_recordings {
    struct fid_steps_recording *r; /* owned; in the order of folders, then paths */
    size_t n, cap;
};

/* All recordings of a folder; files of no known configuration are told. */
int fid_steps_find (const char *dir, struct fid_steps_recordings *found,
                    struct fid_step_stats *steps, struct fid_error *err);
void fid_steps_recordings_clear (struct fid_steps_recordings *found);

/* The recording of that path and kind behind `from`, perhaps a new one. */
struct fid_steps_recording *fid_steps_recording_of (struct fid_steps_recordings *found,
                                                    size_t from, struct fid_span name,
                                                    enum fid_steps_source source,
                                                    struct fid_error *err);

/* Leave out what there is an array of in raw_data, behind `from`: logs, and packed
 * arrays beside unpacked ones. */
int fid_steps_drop_copies (struct fid_steps_recordings *found, size_t from,
                           struct fid_step_stats *steps, struct fid_error *err);

/* The workload that recordings are of: by what they measure, else by their
 * paths; -1 if it cannot be told. */
int fid_steps_guess (const struct fid_steps_recordings *found, enum fid_steps_source source);

/* A recording being read. */
struct fid_steps_pass {
    const struct fid_steps_opts *opts; /* borrowed */
    struct fid_step_stats *steps;      /* borrowed; for sentences */
    struct fid_steps_values *into;     /* borrowed; of each metric */
    unsigned wanted;                   /* bits of the metrics of the workload */
    /* warm-up: values after a reset do not count until `need` metrics were seen */
    unsigned seen;
    int seen_n, need;
    bool over;
    bool skip_first; /* nothing of epoch 1 counts */
    int64_t epoch;   /* 0: not told */
    bool array;      /* the file was a JSON array */
};

/* An epoch or a training begins. */
void fid_steps_reset (struct fid_steps_pass *pass);

/* A duration of the metric, s; kept if it counts. */
int fid_steps_take (struct fid_steps_pass *pass, enum fid_steps_metric m, double seconds,
                    struct fid_error *err);

/* The metric of that name, if it is one of the workload; -1. */
int fid_steps_metric_of (const struct fid_steps_pass *pass, struct fid_span name);

/* Read a recording's values.  -1 with FID_EINPUT if it is of no use. */
int fid_steps_read_mllog (struct fid_steps_pass *pass, const struct fid_steps_recording *r,
                          struct fid_error *err);
int fid_steps_read_dlio (struct fid_steps_pass *pass, const struct fid_steps_recording *r,
                         struct fid_error *err);
int fid_steps_read_timeline (struct fid_steps_pass *pass, const struct fid_steps_recording *r,
                             struct fid_error *err);

int fid_steps_add (struct fid_steps_values *values, double v, struct fid_error *err);

/* Throughputs, statistics and the trimmed mean and deviation. */
int fid_steps_derive (struct fid_step_stats *steps, struct fid_error *err);
int fid_steps_trim (struct fid_steps_config *c, size_t from, struct fid_error *err);

int fid_steps_say (struct fid_step_stats *steps, bool failed, struct fid_error *err,
                   const char *fmt, ...) FID_PRINTF (4, 5);

#endif
