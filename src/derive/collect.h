/* collect.h - what derive needs of a run's file I/O: data files, how they were read,
 * checkpoints
 *
 * Reads of data and writes of checkpoints are kept one by one while the run is read: 40 bytes
 * each. */
#ifndef FID_DERIVE_COLLECT_H
#define FID_DERIVE_COLLECT_H

#include "run/watcher.h"

enum fid_side { FID_SIDE_TRAIN, FID_SIDE_EVAL, FID_SIDE_N };

/* A file of samples.  Files of one name in two folders differ if opens tell the folder. */
struct fid_data_file {
    char *name, *folder;                             /* owned; folder "": unknown */
    uint64_t end_byte;                               /* the largest end of a read; 0: unknown */
    uint64_t byte_n[FID_SIDE_N], read_n[FID_SIDE_N]; /* while training, evaluating */
    uint64_t open_n;
    enum fid_side side;
    bool index;     /* holds positions of samples of the file `of` */
    size_t of;      /* SIZE_MAX: that file is not there */
    bool used;      /* read, or its index is */
    int64_t part_n; /* "_of_80": 80; -1: none */
};

struct fid_data_read {
    int64_t start_ns, pid;
    uint64_t offset, byte_n; /* offset FID_NO_OFFSET: unknown */
    uint32_t file, use;
};

/* Reads of one file by one process between two opens, or, where opens are not traced, between
 * two returns to its start. */
struct fid_data_use {
    int64_t start_ns, end_ns, pid; /* start of the first and the last read */
    uint64_t byte_n, read_n;
    uint32_t file;
    enum fid_part part;
    int epoch; /* -1: unknown */
};

struct fid_saved {
    int64_t start_ns, pid;
    uint64_t byte_n;
    uint32_t file; /* number of its name */
};

struct fid_opened {
    int64_t start_ns, pid;
    uint32_t file;
};

struct fid_data_io {
    struct fid_data_file *file; /* owned */
    size_t file_n, file_cap;
    struct fid_data_read *read; /* owned; by start */
    size_t read_n, read_cap;
    struct fid_opened *open; /* owned; by start */
    size_t open_n, open_cap;
    struct fid_data_use *use; /* owned; by start */
    size_t use_n, use_cap;
    struct fid_saved *save; /* owned; by start */
    size_t save_n, save_cap;
    char **saved; /* owned; paths or names of checkpoint files */
    size_t saved_n, saved_cap;
    char **path; /* owned; of opened files that are not the system's */
    size_t path_n, path_cap;
    int64_t main_pid, main_ns;    /* of the first open; -1: unknown */
    bool torch, tensorflow, dlio; /* their files are opened */
    uint32_t *slot;               /* owned; hash table of files */
    size_t slot_n;
};

/* A watcher that fills *io, which must be empty. */
struct fid_watcher fid_collect_watcher (struct fid_data_io *io);

/* When all is read: sorts, joins reads to uses, finds index files and sides. */
int fid_collect_end (struct fid_data_io *io, const struct fid_run *run, struct fid_error *err);

void fid_collect_clear (struct fid_data_io *io);

#endif
