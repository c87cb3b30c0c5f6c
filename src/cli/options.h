/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h - options of the commands that read runs and compare them */
#pragma once

#include "batch/pair_files.h"
#include "cli/option.h"
#include "compare/compare.h"

/* Of a struct fid_run_opts (start with {0}) and a struct fid_compare_opts (start with
 * FID_COMPARE_DEFAULTS). */
extern const struct fid_option fid_run_options[];
extern const struct fid_option fid_compare_options[];

/* Of a struct fid_answer_opts; its storages are static. */
extern const struct fid_option fid_answer_options[];

/* Appends plain arguments, REAL EMULATION..., to the sides that --real and --emulation name;
 * both at once are an error. */
void fid_arg_sides (struct argp_state *state, const struct fid_words *plain,
                    struct fid_words *real, struct fid_words *emulation);

/* Of a struct fid_series_opts. */
extern const struct fid_option fid_series_options[];

#define FID_COMPARE_DEFAULTS                                                                   \
    {                                                                                          \
        .penalty = -1, .tolerance_s = -1                                                       \
    }
