/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phases.h - the application's phases, and the parts of a run
 *
 * The phases of a log may nest (a checkpoint inside a block) and repeat each other
 * (epoch and block).  The time of a run is cut into segments that do not overlap, each
 * of one part. */
#pragma once

#include "model/windows.h"
#include "run/record.h"

struct fid_segment {
    enum fid_part part;
    int64_t start_ns, end_ns;
    int epoch; /* -1: unknown */
};

struct fid_phases {
    bool known;
    FID_LIST (struct fid_phase, phase); /* owned; as chosen, by start, on the axis */
    struct fid_segment *segment;        /* owned; by start, from the first phase to the last,
                                    gaps filled with BETWEEN (BEFORE before the job) */
    size_t segment_n, segment_cap;
    int64_t origin_ns;  /* start of the job: the first phase that is not INIT */
    int64_t first_ns;   /* start of the first phase */
    int64_t end_ns;     /* end of the last phase */
    size_t truncated_n; /* of the phases chosen, and of the run as a whole */
};

/* Of spans (or their beginnings) of each name: the name that means training and has the most, since
 * a block holds epochs, or an epoch blocks; of as many the one that is usually inside (block,
 * training, epoch, run).  FID_NAME_N: no name means training. */
enum fid_phase_name fid_finest_training (const size_t span_n[FID_NAME_N]);

/* Choose among the names that mean TRAINING and cut time into segments: CHECKPOINT before EVAL
 * before INIT before TRAINING where phases overlap.  phase is copied. */
int fid_phases_build (struct fid_phases *p, const struct fid_phase *phase, size_t n,
                      struct fid_error *err);

/* The part t_ns belongs to.  O(log segments). */
enum fid_part fid_phases_part (const struct fid_phases *p, int64_t t_ns);

/* The same, and the time around t_ns that belongs to it: [*from_ns, *to_ns). */
enum fid_part fid_phases_part_span (const struct fid_phases *p, int64_t t_ns, int64_t *from_ns,
                                    int64_t *to_ns);

/* The part of the run found last, and the time it covers.  Starts with {0}. */
struct fid_part_span {
    int64_t from_ns;
    uint64_t length_ns; /* 0: none yet */
    enum fid_part part;
    int epoch;        /* -1: unknown */
    size_t segment;   /* its number; 0 outside of the phases */
    int64_t saves_ns; /* from when on large writes are those of a checkpoint */
};

/* The part of another time, of which *at becomes the span. */
enum fid_part fid_part_move (const struct fid_phases *p, struct fid_part_span *at,
                             int64_t t_ns);

/* The part of the run t_ns lies in; nearly always that of the event before. */
static inline enum fid_part fid_part_at (const struct fid_phases *p, struct fid_part_span *at,
                                         int64_t t_ns)
{
    return (uint64_t)t_ns - (uint64_t)at->from_ns < at->length_ns ? at->part
                                                                  : fid_part_move (p, at, t_ns);
}

/* Whether what is read in that part is read for training or evaluation. */
static inline bool fid_part_trains (const struct fid_phases *p, enum fid_part part)
{
    return !p->known || part == FID_PART_TRAINING || part == FID_PART_EVAL;
}

/* The segment around t_ns; NULL outside of the phases. */
const struct fid_segment *fid_phases_segment (const struct fid_phases *p, int64_t t_ns);

enum fid_part fid_part_of_kind (enum fid_phase_kind kind);

void fid_phases_clear (struct fid_phases *p);

/* How many segments are of a part, and their seconds together. */
size_t fid_phases_sum (const struct fid_phases *phases, enum fid_part part, double *sum_s);
