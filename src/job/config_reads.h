/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config_reads.h - what the batches of a job read that is made from a configuration
 *
 * For each sample of a batch: the calls on its file, the bytes that the storage delivers, and
 * those that are read ahead.  Of of_config.c alone. */
#pragma once

#include "job/of_config.h"

#define FID_NPY_HEADER 128

enum fid_config_layout {
    FID_CONFIG_WHOLE,   /* a file is read to its end for each sample */
    FID_CONFIG_RECORDS, /* a sample by one call at its offset */
    FID_CONFIG_STREAM,  /* by calls of one size from the start on */
    FID_CONFIG_NOTHING  /* no calls */
};

struct fid_config_format {
    const char *name;
    enum fid_config_layout layout;
    double call_n; /* bytes of a call; 0: all at once */
};

/* How the files are read. */
struct fid_config_files {
    const struct fid_job_machine *m; /* borrowed */
    struct fid_config_format format;
    size_t samples; /* of a file */
    bool keeps_open;
    double *byte_n; /* owned; of all files */
};

/* How far a file that is read record by record was asked for. */
struct fid_config_asked {
    double next, ahead; /* where the last record ended; up to where it was asked for */
};

/* Training, or evaluation. */
struct fid_config_side {
    size_t file_n, first; /* files; number of the first */
    size_t batch, step_n; /* samples of a step of one rank; steps of it in an epoch */
    size_t reader_n, depth;
    size_t pass; /* over its files, from 0 */
    size_t
        *read; /* owned; of each file: the pass in which it was read last, from 1; 0: not yet */
    bool *open; /* owned; of each reader: files that it has loaded, or has open */
    struct fid_config_asked
        *asked; /* owned; of each reader and file; NULL: files are read whole */
};

/* Fills in how the files of this configuration are read, but for byte_n. */
void fid_config_files_init (struct fid_config_files *f, const struct fid_dlio_config *c,
                            const struct fid_job_machine *m);

/* Begins a rank: none of its files was read.  The side has file_n and reader_n.  Returns 0, or
 * -1 without memory; in both cases what it had before is freed. */
int fid_config_side_begin (struct fid_config_side *s, enum fid_config_layout layout,
                           struct fid_error *err);

void fid_config_side_clear (struct fid_config_side *s);

/* Adds the reads of a sample by one of the readers to a step of the job.  Returns 0, or -1
 * without memory. */
int fid_config_read (struct fid_job *job, const struct fid_config_files *f,
                     struct fid_config_side *s, size_t reader, size_t sample,
                     struct fid_job_step *t, struct fid_error *err);
