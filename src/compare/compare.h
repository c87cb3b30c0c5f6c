/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.h - compares a real run and an emulation */
#pragma once

#include "compare/pair.h"
#include "results/result.h"

/* Compares and makes the result, whose options record opts and run_opts.  NULL with FID_EINPUT if
 * nothing is comparable; the message names what each side lacks. */
struct fid_result *fid_compare (const struct fid_run *real, const struct fid_run *emu,
                                const struct fid_run_opts *run_opts,
                                const struct fid_compare_opts *opts, struct fid_error *err);

/* Compares several runs on a side (repeats.h): each distance is the median over the pairs, with
 * intervals over runs, on thread_n threads.  The result does not depend on the order of runs or
 * on threads; for one run each it is that of fid_compare.  drawn (unless NULL) gets the pair of
 * runs nearest to the medians, for charts.  FID_EINPUT also if two runs hold the same traces.
 * */
struct fid_result *fid_compare_runs (const struct fid_run *const *real, size_t real_n,
                                     const struct fid_run *const *emu, size_t emu_n,
                                     const struct fid_run_opts *run_opts,
                                     const struct fid_compare_opts *opts, size_t thread_n,
                                     struct fid_pair *drawn, struct fid_error *err);

/* Returns the warping paths of every event stream in the headline window, tab-separated with a
 * title line: resource, real_s, emulation_s, real, emulation.  The caller frees the text. */
char *fid_compare_warp (const struct fid_run *real, const struct fid_run *emu,
                        const struct fid_compare_opts *opts, struct fid_error *err);

/* Resolves options for a pair, with the scales of opts->calibration if it has the real run's
 * workload.  -1 with FID_EUSAGE for an unknown window. */
int fid_pair_resolve (struct fid_pair *pair, const struct fid_run *real,
                      const struct fid_run *emu, const struct fid_compare_opts *opts,
                      struct fid_error *err);
