/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h - options of the commands that compare runs */
#pragma once

#include "batch/compare_pair.h"
#include "compare/compare.h"
#include "model/names.h"
#include "program/common.h"
#include "program/run_options.h"
#include "report/screen.h"

/* Of a struct fid_compare_opts (start with FID_COMPARE_DEFAULTS). */
extern const struct fid_option fid_compare_options[];

/* Of a struct fid_answer_opts; its storages are static. */
extern const struct fid_option fid_answer_options[];

/* The value of a name, case ignored.  Else an error of argp that lists them: "there is no window
 * 'foo'; choose of job, whole, ...". */
int fid_arg_choice (struct argp_state *state, const char *what, struct fid_span arg,
                    const struct fid_names *names);

/* The same for groups and resources. */
enum fid_group_id fid_arg_group (struct argp_state *state, struct fid_span arg);
enum fid_resource_id fid_arg_resource (struct argp_state *state, struct fid_span arg);

/* A percentage from low to high, "10" or "10%", as a share; else an error of argp. */
double fid_arg_share (struct argp_state *state, const char *arg, double low, double high);

/* Appends plain arguments, REAL EMULATION..., to the sides that --real and --emulation name;
 * both at once are an error. */
void fid_arg_sides (struct argp_state *state, const struct fid_words *plain,
                    struct fid_words *real, struct fid_words *emulation);

/* Of a struct fid_series_opts. */
extern const struct fid_option fid_series_options[];

/* --group-by, of an enum fid_gate_by. */
extern const struct fid_option fid_group_by_options[];

#define FID_COMPARE_DEFAULTS                                                                   \
    {                                                                                          \
        .penalty = -1, .tolerance_s = -1                                                       \
    }

/* What a terminal shows, as the options want it; on standard output. */
struct fid_screen fid_screen_of (const struct fid_common *common);
