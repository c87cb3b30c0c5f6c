/* io.h - a run's file I/O as the job's model needs it: data files and how they were read,
 * batches that loader processes hand over, files of checkpoints */
#ifndef FID_JOB_IO_H
#define FID_JOB_IO_H

#include "base/index.h"
#include "run/run.h"

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
    int64_t start_ns, dur_ns, pid; /* dur_ns -1: unknown */
    uint64_t offset, byte_n;       /* offset FID_NO_OFFSET: unknown */
    uint64_t stored_n, late_n; /* bytes of the block requests that it made; of those that end
                                  after it */
    uint32_t file, use, call_n, request_n; /* request_n: how many those are */
    bool waits;                            /* for the storage */
};

/* Reads of one file by one process between two opens, or, where opens are not traced, between
 * two returns to its start. */
struct fid_data_use {
    int64_t start_ns, end_ns, pid; /* start of the first and the last read */
    uint64_t byte_n, read_n;
    uint32_t file;
    enum fid_part part;
    int epoch;   /* -1: unknown */
    bool opened; /* an open began it */
};

/* A call on a file of a checkpoint. */
struct fid_saved {
    int64_t start_ns, end_ns, pid;
    uint64_t byte_n;
    uint32_t file;  /* number of its name */
    enum fid_op op; /* OPEN, READ, WRITE, CLOSE */
};

/* A loader process hands a tensor over: PyTorch's unlinks the shared memory. */
struct fid_handed {
    int64_t start_ns, pid;
};

struct fid_requested {
    int64_t start_ns, end_ns, pid; /* end_ns INT64_MAX: no program saw it end */
    uint64_t byte_n, offset; /* on its disk; FID_NO_OFFSET */
    size_t read;             /* that asked for it; SIZE_MAX: none of data */
};

struct fid_opened {
    int64_t start_ns, pid;
    uint32_t file;
};

/* Calls on metadata besides opens, on files that a storage holds for the job. */
struct fid_asked {
    int64_t start_ns, pid;
    uint64_t call_n;
};

struct fid_opened_path {
    char *path; /* owned */
    int64_t start_ns, pid;
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
    size_t write_n;            /* writes among save */
    struct fid_handed *handed; /* owned; by start */
    size_t handed_n, handed_cap;
    struct fid_asked *asked; /* owned */
    size_t asked_n, asked_cap;
    struct fid_requested *request; /* owned; block reads, by start */
    size_t request_n, request_cap;
    int64_t first_ns, last_ns;    /* of all own calls; INT64_MAX, INT64_MIN: none */
    struct fid_opened_path *path; /* owned; of files that are not the system's */
    size_t path_n, path_cap;
    int64_t main_pid, main_ns;    /* of the first open; -1: unknown */
    int64_t *rank_pid;            /* owned; ascending: processes that are ranks, if known */
    size_t rank_n, rank_cap;
    bool torch, tensorflow, dlio; /* their files are opened */
    struct fid_index by_name;     /* of files */
};

/* Takes what the run's own events show.  Clear *io even after a failure. */
int fid_data_io_fill (struct fid_data_io *io, const struct fid_run *run, struct fid_error *err);

void fid_data_io_clear (struct fid_data_io *io);

/* Whether a read or use belongs to a side's samples. */
static inline bool
fid_is_of_side (const struct fid_data_io *io, uint32_t file, enum fid_side side)
{
    return !io->file[file].index && io->file[file].side == side;
}

#endif
