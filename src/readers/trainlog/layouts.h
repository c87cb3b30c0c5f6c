/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layouts.h - the lines of training logs that are known, by the program that writes them */
#pragma once

#include "readers/trainlog/pattern.h"

enum fid_log_kind {
    FID_LOG_STEP,      /* of the training: the number of a step, its time */
    FID_LOG_EVAL_STEP, /* of an evaluation */
    FID_LOG_BAR,   /* a progress bar: of the training if it counts to the total of the first */
    FID_LOG_EPOCH, /* one begins */
    FID_LOG_EPOCH_END, /* one ended, or all did; after so long */
    FID_LOG_EVAL,      /* begins */
    FID_LOG_EVAL_END,  /* ended; after so long */
    FID_LOG_SAVE,      /* a checkpoint begins */
    FID_LOG_SAVED,     /* ended; after so long */
    FID_LOG_GROUP,     /* steps up to this one, and what they took together */
    FID_LOG_OTHER,     /* values that are of no step */
    FID_LOG_SAMPLES,   /* rows count samples, not steps */
    FID_LOG_PROOF      /* says that bars are those of a training */
};

struct fid_log_line {
    const char *layout; /* rows of one follow each other */
    enum fid_log_kind kind;
    const char *pattern;
};

/* The last of each: NULL. */
extern const struct fid_log_line fid_log_lines[];

/* Words in any line of any layout, in small letters. */
extern const struct fid_log_words {
    enum fid_log_kind kind;
    const char *words;
} fid_log_words[];
