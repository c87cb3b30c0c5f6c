/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pmon.h - rows of nvidia-smi pmon and dmon, for their readers and for fidlio prepare
 *
 * Columns are found by the first header line, since drivers add some (jpg,
 * ofa, ccpm); rows of pmon without any header by their number.  The command
 * comes last and may hold blanks.  dmon has rows of GPUs, without a process. */
#pragma once

#include "readers/gpu/gpu_use.h"
#include "readers/hosttime.h"
#include "readers/reader.h"

#define FID_PMON_COLUMNS 32

/* What a column is: the gauges first. */
enum {
    FID_PMON_SM = FID_GPU_SM,
    FID_PMON_MEM = FID_GPU_MEM,
    FID_PMON_FB = FID_GPU_FB,
    FID_PMON_DATE = FID_GPU_GAUGES_N,
    FID_PMON_TIME,
    FID_PMON_GPU,
    FID_PMON_PID,
    FID_PMON_TYPE,
    FID_PMON_ENC,
    FID_PMON_DEC,
    FID_PMON_N
};

struct fid_pmon {
    struct fid_daytime daytime;
    int at[FID_PMON_N]; /* the column's place, -1: not there */
    size_t column_n;    /* 0: no header yet; the command not counted */
    uint64_t missing_n; /* readings that are '-'; not those of idle GPUs */
    bool no_date_noted;
    bool commas;                /* --format csv */
    bool gpus;                  /* rows of GPUs: no column pid */
    bool guessed;               /* there was no header */
    struct fid_gpu_round round; /* of dmon */
};

struct fid_pmon_row {
    struct fid_gpu_use use;                 /* pid -1: idle */
    struct fid_span word[FID_PMON_COLUMNS]; /* of the line */
    struct fid_span command;                /* n 0: none */
};

/* A line that starts with '#': names, or the units below them.  -1 (FID_EINPUT)
 * where there is no column Time. */
int fid_pmon_header (struct fid_pmon *st, struct fid_span line, const struct fid_input *in,
                     struct fid_error *err);

/* Parses a data row.  Returns FID_REMARK_NONE, or why it is malformed. */
enum fid_remark_code fid_pmon_row (struct fid_pmon *st, struct fid_span line, bool day_first,
                                   struct fid_pmon_row *row);
