/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.h - what a user can choose about reading and comparing runs
 *
 * The one list: options of the program, their ranges and defaults, the names in result
 * files, the key of a result and what a gate requires to agree come from it.  To add a
 * setting: one line here, its field in struct fid_run_opts (run/run.h) or struct
 * fid_compare_opts (compare/pair.h), and the code that uses it. */
#pragma once

#include "base/base.h"

/* S (ID, field, type, name in files, option, value, low, high, fallback, agree, help)
 *
 * type      FLAG; NUMBER; WINDOW and GROUPS, names of model/windows.h and resources.h; ZONE;
 *           PROFILE; PER, of model/per.h; ROLES, a file
 * low, high  range of a NUMBER; fallback: what a value below 0, or 0 where low is above 0,
 *           stands for (0: chosen from the data)
 * agree     results that a gate compares must have the same value */
#define FID_RUN_SETTINGS(S)                                                                    \
    S (UTC_OFFSET, zone_ns, ZONE, "utc_offset_s", "utc-offset", "+HH[:MM]", 0, 0, 0, true,     \
       "Local time of the traces minus UTC, if the data do not show it")                       \
    S (DAY_FIRST, day_first, FLAG, "day_first", "day-first", NULL, 0, 0, 0, true,              \
       "Dates are DD/MM, not MM/DD")                                                           \
    S (ALL_PROCESSES, all_processes, FLAG, "all_processes", "all-processes", NULL, 0, 0, 0,    \
       true, "Count other processes' I/O as the run's")                                        \
    S (ROLES, roles, ROLES, "roles", "roles", "FILE", 0, 0, 0, true,                           \
       "Roles of files: a pattern and a role (data, checkpoint, log, code, device, "           \
       "other) a line")

#define FID_COMPARE_SETTINGS(S)                                                                \
    S (PROFILE, profile, PROFILE, "profile", "profile", "NAME|FILE", 0, 0, 0, true,            \
       "Purpose that decides grades and verdict: storage (default for emulations), read, "     \
       "checkpoint, metadata, system (default between real runs), or a file")                  \
    S (WINDOW, window, WINDOW, "window", "window", "WINDOW", 0, 0, 0, true,                    \
       "Part for the headline numbers: job (default), whole, startup, INIT, TRAINING, EVAL, "  \
       "or CHECKPOINT")                                                                        \
    S (PER, per, PER, "per", "per", "UNIT", 0, 0, 0, true,                                     \
       "Compare amounts by job, epoch, step or second (default: by epoch where both runs "     \
       "have epochs and their number differs, else by job)")                                   \
    S (DT, dt_s, NUMBER, "dt_s", "dt", "SECONDS", 1e-3, 3600, 0, false, "Bin of event series") \
    S (BAND, band_s, NUMBER, "band_s", "band", "SECONDS", 1e-3, 1e6, 0, false,                 \
       "Half-width of the band of time warping")                                               \
    S (PENALTY, penalty, NUMBER, "penalty", "penalty", "X", 0, 100, 0.05, true,                \
       "Price of a step of time warping (default 0.05)")                                       \
    S (TOLERANCE, tolerance_s, NUMBER, "tolerance_s", "tolerance", "SECONDS", 0, 1e6, 1, true, \
       "Slack at the bounds of phases (default 1)")                                            \
    S (EXCLUDE_GROUPS, excluded, GROUPS, "exclude_groups", "exclude-group", "GROUP", 0, 0, 0,  \
       true,                                                                                   \
       "Declare a group (fidlio list resources) out of scope: compared, but not in the "       \
       "similarity "                                                                           \
       "(repeatable)")

#define FID_ENUM_SETTING(id, ...) FID_SETTING_##id,
enum fid_setting_id {
    FID_RUN_SETTINGS (FID_ENUM_SETTING) FID_COMPARE_SETTINGS (FID_ENUM_SETTING) FID_SETTING_N
};

struct fid_setting {
    const char *name, *option;
    double low, high, fallback;
    bool agree;
};
extern const struct fid_setting fid_settings[FID_SETTING_N];

/* The value of a NUMBER in use: x, or the fallback if x stands for it. */
double fid_setting_number (enum fid_setting_id id, double x);
