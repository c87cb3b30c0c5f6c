/* io_priv.h - what the files of io.h share */
#ifndef FID_JOB_IO_PRIV_H
#define FID_JOB_IO_PRIV_H

#include "base/span.h"
#include "job/io.h"

/* The number of a file; -1: it is not there. */
int64_t fid_data_file_find (const struct fid_data_io *io, struct fid_span name,
                            struct fid_span folder);

/* The same, added at first; -1 without memory. */
int64_t fid_data_file_number (struct fid_data_io *io, struct fid_span name,
                              struct fid_span folder, struct fid_error *err);

/* uses.c: sorts, joins reads to uses and to block requests, finds index files and sides. */
int fid_data_io_join (struct fid_data_io *io, const struct fid_run *run, struct fid_error *err);

#endif
