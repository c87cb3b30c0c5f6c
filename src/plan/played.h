/* SPDX-License-Identifier: GPL-3.0-or-later */
/* played.h - what the processes of a played job record of themselves
 *
 * Calls as DFTracer would write them; steps and parts as DLIO logs them.  A batch that a process
 * hands over is recorded as in PyTorch, a tensor in shared memory that is unlinked; a rank as
 * with NCCL, a file in shared memory that it opens.
 * Times are of CLOCK_MONOTONIC, in seconds. */
#pragma once

#include "plan/play.h"

/* HAND: a batch is handed over; RANK: a rank begins. */
enum fid_played_call {
    FID_PLAYED_OPEN,
    FID_PLAYED_READ,
    FID_PLAYED_WRITE,
    FID_PLAYED_CLOSE,
    FID_PLAYED_STAT,
    FID_PLAYED_HAND,
    FID_PLAYED_RANK
};

#define FID_PLAYED_ON UINT64_MAX /* offset: where the call before ended */

struct fid_played_event {
    double from_s, to_s;
    uint64_t offset;
    uint32_t file, byte_n;
    enum fid_played_call call;
};

struct fid_played_calls {
    bool keep;  /* the events, which are counted in any case */
    bool saved; /* files are those of checkpoints */
    bool lost;  /* memory ran out: some events are missing */
    double read_n, byte_n, busy_s;
    FID_LIST (struct fid_played_event, event); /* owned */
};

struct fid_played_step {
    double ask_s, got_s, end_s;
};

struct fid_played_part {
    double start_s, end_s;
};

/* What became of the steps and parts of a rank. */
struct fid_played_rank {
    const struct fid_played_step *step; /* borrowed */
    const struct fid_played_part *part; /* borrowed */
};

/* Before processes start: what to add to an instant to get seconds since 1970.  Begins
 * OUT/trace.pfw, unless out is NULL. */
int fid_played_begin (double to_wall_s, const char *out, struct fid_error *err);

void fid_record (struct fid_played_calls *r, enum fid_played_call call, uint32_t file,
                 uint64_t offset, uint32_t byte_n, double from_s, double to_s);

/* Appends the events of this thread to OUT/trace.pfw. */
int fid_played_write (const struct fid_played_calls *r, const struct fid_plan *plan,
                      const struct fid_play_opts *opts, struct fid_error *err);
void fid_played_clear (struct fid_played_calls *r);

/* Writes OUT/dlio.log and OUT/meta.json.  As DLIO's log, it has the steps of the first rank. */
int fid_played_log (const struct fid_plan *plan, const struct fid_played_rank *first,
                    const struct fid_play_opts *opts, struct fid_error *err);

/* Fills n bytes with numbers that do not compress; equal seeds give equal bytes. */
void fid_fill_by_chance (void *to, size_t n, uint64_t seed);
