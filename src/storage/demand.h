/* SPDX-License-Identifier: GPL-3.0-or-later */
/* demand.h - what a job asks of a storage, step by step, as the models of time need it
 *
 * The job's ranks, each as a list of stints (a part of its time: steps, a checkpoint, anything
 * else) and columns of steps.  What a step asks for depends on the client: how far it reads
 * ahead and how much its memory keeps. */
#pragma once

#include "job/job.h"
#include "storage/storage.h"

/* --- windows: how many reads wait and how many requests they make, if a client reads ahead
 *
 * As Linux does it (mm/readahead.c): the first call on a file opens a window of up to four
 * times its size; each further window is two to four times the one before, up to the read-ahead
 * of the client; a call that is larger is read in pieces of at most a request.  A mark in the
 * first window, behind the first call or in the window's middle, and at the begin of each later
 * one asks for the next window when the reader comes there, so that a reader that is faster
 * than the storage waits once for two windows.  What was asked for in an earlier step is there.
 * A call that does not go on where the one before ended gets no window.  A batch's header and
 * directory, at the ends of a file, are stretches beside what lies between.  (Measured: 16 MiB
 * in windows of 128 KiB wait 66 to 67 times, by one call or by many; doc/answer.md.) */

struct fid_client {
    double read_ahead_n; /* bytes; 0: nothing is read ahead */
    double request_n;    /* largest request, bytes; 0: no limit */
};

/* What is known of one file from one read to the next; starts as {0}, but for its size. */
struct fid_file_window {
    double next;   /* where the last read ended */
    double ahead;  /* up to where it was asked for */
    double size;   /* of the last window; 0: none */
    double mark;   /* who reads beyond asks for the next window */
    double file_n; /* bytes of the file; 0: unknown */
};

/* Adds the waits and the requests of a stretch to *wait_n and *request_n. */
void fid_window_read (struct fid_file_window *w, const struct fid_job_read *read,
                      const struct fid_client *client, double *wait_n, double *request_n);

/* --- demand */

/* One part of a rank's time. */
struct fid_stint {
    enum fid_job_segment_kind kind;
    double recorded_s; /* SAVE, LOAD: as recorded; parts without steps: how long they take */
    double lead_s;     /* before its loader asks for the first batch */
    double tail_s;     /* after its last step, and up to the next part */
    size_t first, n;   /* steps */
    bool opens;        /* its loader begins anew */
    bool epoch;        /* it is the first training of an epoch */
    double byte_n, file_n;                    /* SAVE, LOAD; and: */
    double request_n, wait_n, meta_n, busy_s; /* of what is read without steps, as columns */
    double share_n, reader_n;                 /* ranks that the storage serves; readers */
    bool synced;                              /* SAVE: goes past the cache */
};

/* A loader: readers side by side, batches that it reads ahead of a step.  Readers of a loader
 * that is ahead have a batch each, others read one batch together. */
struct fid_stint_loader {
    size_t batch_n;  /* batches that are read at the same time; at least 1 */
    double reader_n; /* readers of one batch */
    double
        overlap;   /* share of reading that computing can hide: 0 where nothing is read ahead */
    size_t window; /* steps within which reading and computing overlap; at least 1 */
    bool
        ahead; /* it reads ahead: batches are asked for when a step starts, not when one ends */
};

struct fid_rank_demand {
    /* columns of steps, owned: the first points to one block.  Bytes and requests that reach
     * the storage, of them bytes read ahead that the step does not wait for, calls that wait,
     * metadata calls, time of the calls as recorded, of readers outside of them, computation.
     */
    double *byte_n, *late_n, *request_n, *wait_n, *meta_n, *busy_s, *work_s, *compute_s;
    uint32_t *back; /* owned; how many steps before its own a batch is asked for */
    bool works;     /* some work_s is above 0 */
    bool late;      /* some late_n is above 0 */
    bool alike;     /* columns, back and stint are the first rank's (job.h) */
    size_t step_n;
    struct fid_stint *stint; /* owned */
    size_t stint_n;
    struct fid_stint_loader train, eval;
    uint32_t host;
    double share_n;          /* ranks that the storage serves, itself among them */
    double training_share_n; /* the same while training: 1 where ranks meet at each step, since
                                they are then served in turns, or as one */
};

struct fid_demand {
    struct fid_rank_demand *rank; /* owned */
    size_t rank_n, host_n;
    uint32_t back_most, batch_most; /* the largest of rank->back and of loaders' batch_n */
    enum fid_job_meeting meeting;
    double memory_n;  /* of the run; 0: unknown */
    double compute_s; /* of training, mean over ranks */
    bool own;         /* each host has a storage of its own */
};

/* Fills *d for a job on storages whose client is that of `s': its read-ahead, largest request,
 * memory, and whether hosts share it.  Clear it even after a failure.  -1 without memory.
 * O(steps + stretches). */
int fid_demand_init (struct fid_demand *d, const struct fid_job *job,
                     const struct fid_storage *s, struct fid_error *err);
void fid_demand_clear (struct fid_demand *d);

/* Whether both storages have the same client, so that one demand is that of both. */
bool fid_same_client (const struct fid_storage *a, const struct fid_storage *b);

/* Ranks that meet at each step as one rank: the slowest computation, the sum of their bytes. */
int fid_demand_merge (struct fid_demand *one, const struct fid_demand *d,
                      struct fid_error *err);
