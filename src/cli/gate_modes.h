/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gate_modes.h - fidlio check against a baseline, limits, thresholds, itself or its history */
#pragma once

#include "check/history.h"
#include "check/limits.h"
#include "program/common.h"

struct fid_gating {
    const char *baseline, *thresholds, *junit,
        *history; /* files and a directory; NULL: not asked for */
    bool annotations, self_test;
    enum fid_gate_by by;
    struct fid_check_opts opts; /* start with FID_CHECK_DEFAULTS */
    struct fid_limits limits;
    size_t seed; /* of --history */
};

#define FID_GATING_DEFAULTS                                                                    \
    {                                                                                          \
        .opts = FID_CHECK_DEFAULTS, .seed = FID_HISTORY_SEED, .limits = {                      \
            .least = FID_ABSENT,                                                               \
            .most = FID_ABSENT                                                                 \
        }                                                                                      \
    }

/* All of the options above, of a struct fid_gating. */
extern const struct fid_option fid_gating_options[];

/* --group-by alone, of an enum fid_gate_by. */
extern const struct fid_option fid_group_by_options[];

/* Whether any of them asks for a check, or for one of results beside their history. */
bool fid_gating_wanted (const struct fid_gating *g);
bool fid_gating_of_results (const struct fid_gating *g);

/* Judge the results of dir (NULL with history) and print.  Returns an exit status. */
int fid_gating_run (const struct fid_gating *g, const char *dir,
                    const struct fid_common *common);

/* Print the changes of a history, and say how many there are; only say it. */
void fid_history_print (const struct fid_history *h, const struct fid_common *common);
void fid_history_say (const struct fid_history *h, const struct fid_common *common);
