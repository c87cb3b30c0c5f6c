/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.h - runs of different length: amounts by unit, courses over matched units
 *
 * An emulation of 5 epochs can stand for a job of 90.  Amounts, counts and durations are
 * divided by the units of their run; series stop after the first k units, k being the number
 * that both runs have.  What follows an epoch (evaluation, checkpoint) belongs to it. */
#pragma once

#include "compare/extract.h"
#include "model/per.h"

struct fid_pair;

struct fid_units {
    enum fid_per per;    /* never FID_PER_CHOSEN */
    double n[2];         /* real, emulation: by which amounts are divided; 1 for the job */
    int64_t until_ns[2]; /* where matched units end; INT64_MAX: with the run */
};

/* Chooses units of two runs.  FID_EINPUT if a run does not have the units that are wanted. */
int fid_units_init (struct fid_units *u, enum fid_per wanted, const struct fid_run *real,
                    const struct fid_run *emu, struct fid_error *err);

/* The epochs of a run's training, and the median of their training times; 0 where the log does
 * not number them.  -1 without memory. */
int fid_epochs (const struct fid_run *run, double *n, double *median_s, struct fid_error *err);

/* The phases of a part in a run's time.  What follows without a gap goes on. */
struct fid_part_sums {
    size_t n;
    double length_s;
};
struct fid_part_sums fid_part_sums (const struct fid_run *run, enum fid_part part);

/* The steps of training or of evaluation. */
struct fid_step_sums {
    size_t n;
    double compute_s, load_s;
};
struct fid_step_sums fid_step_sums (const struct fid_run *run, bool eval);

/* The highest number of an epoch in a run's log; 0: it numbers none. */
int fid_last_epoch (const struct fid_run *run);

/* fid_extract_stream and fid_extract_gauge of a side (0 real, 1 emulation), with series over
 * matched units only. Numbers and distributions of a stream are those of the whole window. */
int fid_pair_stream (const struct fid_pair *pair, int side, enum fid_stream_id id,
                     enum fid_window w, int64_t dt_ns, struct fid_stream_extract *out,
                     struct fid_error *err);
int fid_pair_gauge (const struct fid_pair *pair, int side, enum fid_gauge_id id,
                    enum fid_window w, struct fid_gauge_extract *out, struct fid_error *err);
