/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.h - how the files of samples are read, and in which order */
#pragma once

#include "job/io.h"

/* What counts as a sample: a sample of the application; what it reads at once, a file or a
 * block; AUTO is what it reads at once, but of runs of DLIO a sample. */
enum fid_sample_unit { FID_UNIT_AUTO, FID_UNIT_SAMPLE, FID_UNIT_READ };

/* How files of samples are read.
 *
 *   whole    a file from its start to its end, at each use: one sample, or a few files that
 *            make one
 *   records  by one read for each sample, somewhere in the file
 *   stream   by a buffer of fixed size from the start on: reads do not show samples */
enum fid_layout { FID_LAYOUT_NONE, FID_LAYOUT_WHOLE, FID_LAYOUT_RECORDS, FID_LAYOUT_STREAM };

/* The files of training, or of evaluation. */
struct fid_side_facts {
    enum fid_layout layout;
    size_t file_n;      /* data files, also if only their index is read */
    size_t read_file_n; /* those that are read */
    size_t use_n;       /* uses while training, or evaluating */
    double byte_n;
    size_t group_n;                /* files that make one sample of the application; 1 */
    size_t companion_n;            /* files that make one sample in the unit asked for; 1 */
    bool by_read;                  /* that sample is a file, or a block, that is read */
    double item_n;                 /* samples that were read, by the reads; 0: not known */
    double item_byte_n;            /* mean bytes of a sample; 0: not known */
    double item_sd;                /* their standard deviation, over files */
    double min_byte_n, max_byte_n; /* of a sample */
    double block;        /* bytes of a read: records, stream; typical of whole files */
    double file_item_n;  /* samples of a file; 0: not known */
    bool by_index;       /* file_item_n is from an index file */
    bool arrays;         /* most files are named like arrays or images, which are read whole,
                            also when that is done in parts of equal size */
    bool whole_files;    /* all of every file was read */
    bool jumps;          /* reads seldom go on where the one before ended */
    bool in_order;       /* nearly all of them do */
    double place_n;      /* places at which reads begin: records; 0: unknown */
    double whole_pass_n; /* how often nearly all bytes of the files are read, if equally often;
                            else 0 */
    int64_t part_n;      /* of names like "_of_80"; -1 */
};

/* Finds what the files of a side alone tell; *s must be zero.  -1 without memory. */
int fid_layout_files (const struct fid_data_io *io, enum fid_side side,
                      enum fid_sample_unit unit, struct fid_side_facts *s,
                      struct fid_error *err);

/* Adds how they are read.  -1 without memory. */
int fid_layout_reads (const struct fid_data_io *io, enum fid_side side,
                      enum fid_sample_unit unit, struct fid_side_facts *s,
                      struct fid_error *err);

/* --- in which order files and records are used */

struct fid_order_found {
    size_t n;      /* files, or records, of the first epoch */
    double within; /* rank correlation of their use with the order of names and offsets */
    double again;  /* of the first epoch's order with the second's; 0: not comparable */
    bool epochs;   /* a second epoch uses as many */
};

/* Measures a side: records, which are reads of more than half of block_n bytes, or else the
 * first uses of files.  -1 without memory.  O(n log n). */
int fid_order_find (const struct fid_data_io *io, enum fid_side side, bool records,
                    double block_n, struct fid_order_found *out, struct fid_error *err);
