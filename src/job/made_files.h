/* made_files.h - the sizes of files that DLIO's generator makes of a configuration */
#ifndef FID_JOB_MADE_FILES_H
#define FID_JOB_MADE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include "base/error.h"

/* record_length_bytes and record_length_bytes_stdev, in bytes. */
struct fid_made_files {
    double length, stdev;
    bool narrow; /* sizes can vary less than they should: a dimension would reach 0 */
};

/* The keys with which n > 1 files of one sample have this mean and standard deviation, in
 * bytes.  DLIO makes a sample of d1 * d2 bytes, both drawn from a normal distribution of mean
 * sqrt (length) and deviation stdev / 2 / sqrt (length) by numpy's generator of old, always
 * from seed 10: so the sizes can be known beforehand.  -1 without memory.  O (n). */
int fid_made_files_keys (size_t n, double mean, double sd, struct fid_made_files *out,
                         struct fid_error *err);

/* Bytes of a sample in each of n files that DLIO makes with these keys one after another. */
int fid_made_files_bytes (double length, double stdev, double *byte_n, size_t n,
                          struct fid_error *err);

#endif
