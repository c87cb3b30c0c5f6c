/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recorder.h - runs scripts/record, or another program that is called like it
 *
 * Only one recording of a user runs at a time on a machine: a file is locked, in
 * $XDG_RUNTIME_DIR if that is the user's own folder, else in /run/lock (or /tmp, without it), which
 * the recorder inherits, so that a recorder that outlives this program keeps the lock.  When
 * this program ends, the recorder gets SIGTERM. */
#pragma once

#include "program/common.h"

struct fid_recorder {
    const struct fid_common *common; /* borrowed */
    const char *program;             /* borrowed; NULL: found by fid_recorder_find */
    const char *command, *prepare;   /* borrowed; shell commands; prepare NULL: none */
    const char *options;             /* borrowed; more words for the recorder; NULL: none */
    size_t wait_min;                 /* minutes that another recording may take to end */
    char *found;                     /* owned */
};

/* Finds the recorder: the program that was given, else $FIDLIO_RECORDER, else scripts/record
 * beside this program or above it, else where it was installed.  -1: FID_EUSAGE. */
int fid_recorder_find (struct fid_recorder *r, struct fid_error *err);

/* Hooks of a tuning; self is a struct fid_recorder.  -1 with FID_EFAIL if the command fails:
 * what it printed is beside the configuration, in record.log or prepare.log. */
int fid_recorder_record (void *self, const char *config, const char *run,
                         struct fid_error *err);
int fid_recorder_prepare (void *self, const char *config, struct fid_error *err);
