/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.h - a job as a list of what it reads, and of when it may read on
 *
 * A plan has what a storage sees of a job, and nothing else: the reads of each reader in order,
 * the step that waits for each batch of them and the step whose start frees its place in the
 * loader, how long steps compute, where ranks meet, and what checkpoints write.  Whoever plays
 * it (play.h) on a faster or slower storage waits where the job would wait, since nothing but
 * the start of the first read has a time: the loop is closed, as in a queueing network with a
 * bounded buffer.
 *
 * Times are seconds, sizes bytes. */
#pragma once

#include "base/base.h"

#define FID_PLAN_SCHEMA "fidlio.plan/1"

#define FID_PLAN_FILES (1u << 30) /* fewer */

/* A call that reads.  open, close: the file is opened before it, closed behind it. */
struct fid_plan_read {
    uint64_t offset;
    uint32_t byte_n;
    unsigned file : 30, open : 1, close : 1;
};

/* When a batch may be read, and a checkpoint begins. */
enum fid_plan_gate {
    FID_PLAN_PART,  /* when part `of' of its rank has begun, and `after_s' later */
    FID_PLAN_START, /* when step `of' of its rank has its batch */
    FID_PLAN_ASK    /* when step `of' asks for its batch */
};

struct fid_plan_when {
    enum fid_plan_gate gate;
    uint32_t of;
    double after_s; /* PART */
};

#define FID_PLAN_NOBODY UINT32_MAX /* no step waits for the batch */

/* Reads of one reader for one step. */
struct fid_plan_batch {
    struct fid_plan_when when;
    uint32_t step;  /* that waits for it; FID_PLAN_NOBODY */
    uint32_t stats; /* metadata calls besides opens */
    double work_s;  /* of the reader, besides its reads */
    size_t read_first, read_n;
};

/* What a reader is: the rank's own process, a thread of it, or a process beside it. */
#define FID_PLAN_READERS(R)       R (MAIN, "main") R (THREAD, "thread") R (PROCESS, "process")
#define FID_PLAN_READER(id, name) FID_PLAN_##id,
enum fid_plan_kind { FID_PLAN_READERS (FID_PLAN_READER) FID_PLAN_KIND_N };

struct fid_plan_reader {
    enum fid_plan_kind kind;
    FID_LIST (struct fid_plan_batch, batch); /* owned; in its order */
    FID_LIST (struct fid_plan_read, read);   /* owned */
};

/* A part of a rank's time: steps, or something else that takes a while. */
struct fid_plan_part {
    int kind;  /* enum fid_job_segment_kind (job/job.h) */
    int epoch; /* from 1; -1: unknown */
    uint32_t step_first, step_n;
    double pause_s;      /* of a part without steps: how long it takes */
    double behind_s;     /* behind its last step, up to the next part */
    uint32_t checkpoint; /* SAVE, LOAD; UINT32_MAX: none */
};

struct fid_plan_rank {
    int number;
    FID_LIST (struct fid_plan_part, part);     /* owned */
    FID_LIST (double, compute);                /* owned; seconds, of each step */
    FID_LIST (struct fid_plan_reader, reader); /* owned */
};

struct fid_plan_file {
    char *name;      /* owned; below the folder of data, or of checkpoints */
    uint64_t byte_n; /* at least; data */
    bool mapped;     /* it is read by page faults; data */
};

/* Calls of a size that follow each other, on one file of a checkpoint. */
struct fid_plan_write {
    uint32_t file; /* of plan->saved */
    uint32_t call_n;
    uint64_t byte_n; /* of each call */
    uint32_t writer; /* processes of the job that wrote, from 0 */
};

struct fid_plan_checkpoint {
    bool load, synced;         /* synced: until it is on the disk */
    bool waits;                /* the job stands still for it */
    struct fid_plan_when when; /* of rank 0; not waits */
    double work_s;             /* of the writers, besides their calls */
    size_t write_first, write_n;
};

struct fid_plan {
    char *run;             /* owned; where it comes from, for people */
    bool meet, meet_after; /* ranks wait for each other at each step of training; behind it */
    FID_LIST (struct fid_plan_file, file);             /* owned; of data */
    FID_LIST (struct fid_plan_file, saved);            /* owned; of checkpoints */
    FID_LIST (struct fid_plan_write, write);           /* owned */
    FID_LIST (struct fid_plan_checkpoint, checkpoint); /* owned */
    FID_LIST (struct fid_plan_rank, rank);             /* owned */
};

void fid_plan_clear (struct fid_plan *p);

/* Reads and bytes of all readers. */
void fid_plan_sum (const struct fid_plan *p, size_t *read_n, double *byte_n);

/* Writes a text of JSON with its quotes; bytes that are not UTF-8 stay, as in names of files. */
void fid_plan_put_text (FILE *f, const char *text);

/* Writes the plan as JSON lines (doc/plan.md). */
void fid_plan_print (const struct fid_plan *p, FILE *f);

/* Reads a plan.  Clear *p even after a failure.  -1 with FID_EINPUT "path:line: reason".
 * Memory: 16 bytes a read. */
int fid_plan_load (struct fid_plan *p, const char *path, struct fid_error *err);
