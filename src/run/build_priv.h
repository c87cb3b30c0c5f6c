/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build_priv.h - the steps of a build that keep nothing but findings, and clocks on the axis */
#pragma once

#include "run/count.h"
#include "run/near.h"

/* halfday.c: in files of monitors that are held to be in UTC, move rows that are half days away
 * from those beside them, or from the rest of the run; each such file becomes a finding. */
int fid_build_half_days (struct fid_run *run, struct fid_samples *samples,
                         struct fid_error *err);

/* host_clocks.c: relate the clocks of all hosts to the axis. */
int fid_build_clocks (struct fid_run *run, const struct fid_collected *collected,
                      struct fid_error *err);

/* build_lags.c: how much later than their stamps the monitors took their readings; moves the
 * samples where that is certain. */
int fid_build_readlags (struct fid_run *run, const struct fid_taken *taken,
                        const struct fid_ownership *owner, struct fid_samples *samples,
                        struct fid_error *err);

/* recorder.c: add what the recorder noted of itself to the sources and the findings. */
int fid_build_recorder (struct fid_run *run, struct fid_error *err);

/* recorder.c: whether a fact of that key is about a file of the host that says it. */
bool fid_build_about_file (const char *key);

/* incomplete.c: find the traces that do not cover the job, mark their streams and add
 * findings. */
int fid_build_incomplete (struct fid_run *run, const struct fid_collected *collected,
                          const struct fid_taken *taken, const struct fid_counted *counted,
                          struct fid_error *err);

/* incomplete.c: marks the streams that such traces give as incomplete from an instant on. */
void fid_build_open_streams (struct fid_run *run, unsigned gives, int64_t from_ns);

/* restart.c: a finding where the events are those of two runs, one after the other. */
int fid_build_restart (struct fid_run *run, const struct fid_taken *taken,
                       struct fid_error *err);

/* build_findings.c: what is wrong with the files of the run, with the run, and with whose
 * traffic it has. */
int fid_build_source_findings (struct fid_run *run, struct fid_error *err);
int fid_build_run_findings (struct fid_run *run, const struct fid_ownership *owner,
                            int64_t exit_code, uint64_t unmapped_n, struct fid_error *err);
int fid_build_traffic_findings (struct fid_run *run, const struct fid_ownership *owner,
                                struct fid_error *err);

/* build_books.c: where figures of one thing that come from different places contradict each other.
 */
int fid_build_books (struct fid_run *run, struct fid_error *err);
