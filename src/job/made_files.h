/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_files.h - the sizes of files that DLIO's generator makes of a configuration */
#pragma once

#include "base/base.h"

/* What DLIO's generator of a format writes: record_length_bytes is the number of elements of a
 * sample, of a byte each in memory; a file differs from that. */
struct fid_made_format {
    const char *name;          /* static; as dataset.format has it */
    double per_byte, per_file; /* bytes of a file for each element, and besides */
    double block; /* images are made of squares of so many pixels: 8; 1: of single elements */
};

/* The format of that name; one that writes the elements as they are, if it is not known. */
const struct fid_made_format *fid_made_format_find (const char *name);

/* record_length_bytes and record_length_bytes_stdev, in bytes. */
struct fid_made_files {
    double length, stdev;
    bool narrow; /* sizes can vary less than they should: a dimension would reach 0 */
};

/* The keys with which n > 1 files of one sample have this mean and standard deviation, in
 * bytes.  DLIO makes a sample of d1 * d2 elements, both drawn from a normal distribution of
 * mean sqrt (length) and deviation stdev / 2 / sqrt (length) by numpy's generator of old,
 * always from seed 10: so the sizes can be known beforehand.  -1 without memory.  O (n). */
int fid_made_files_keys (const struct fid_made_format *format, size_t n, double mean, double sd,
                         struct fid_made_files *out, struct fid_error *err);

/* record_length_bytes with which a file of this many samples, all of one size, has byte_n
 * bytes: of images a square of whole blocks. */
double fid_made_files_length (const struct fid_made_format *format, double samples,
                              double byte_n);

/* Bytes of each of n files that DLIO makes with these keys one after another. */
int fid_made_files_bytes (const struct fid_made_format *format, double samples, double length,
                          double stdev, double *byte_n, size_t n, struct fid_error *err);
