/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv.c - tables for anything that has no reader of its own
 *
 * The first line names the columns; the first column is time.  Its name says which
 * clock: seconds from some zero (reader csv), or UTC (reader csv_utc).  The other names
 * say what the table holds: gauges, events or phases (doc/formats.md lists them). */
#include "readers/tables/rows.h"

#define GIVES                                                                                  \
    (FID_GIVES_EVENTS | FID_GIVES_CPU | FID_GIVES_GPU | FID_GIVES_DISK | FID_GIVES_PHASES)

/* "disk.read:sda" or "gpu.sm:3". */
#define COLUMNS(TIME, ENDS)                                                                    \
    FID_NEEDED (TIME, STAMP), FID_GAUGE ("cpu.user", CPU_USER, 1, false),                      \
        FID_GAUGE ("cpu.sys", CPU_SYS, 1, false),                                              \
        FID_GAUGE ("cpu.iowait", CPU_IOWAIT, 1, false),                                        \
        FID_GAUGE ("cpu.idle", CPU_IDLE, 1, false),                                            \
        FID_GAUGE ("gpu.sm|gpu.sm:*", GPU_SM, 1, false),                                       \
        FID_GAUGE ("gpu.mem|gpu.mem:*", GPU_MEM, 1, false),                                    \
        FID_GAUGE ("gpu.fb|gpu.fb:*", GPU_FB, 1, false),                                       \
        FID_GAUGE ("disk.read|disk.read:*", DISK_READ, 1, false),                              \
        FID_GAUGE ("disk.write|disk.write:*", DISK_WRITE, 1, false), FID_COLUMN ("op", OP),    \
        FID_COLUMN ("bytes", BYTES), FID_LENGTH ("latency_s", 1e9), FID_COLUMN ("file", PATH), \
        FID_COLUMN ("pid", PID), FID_COLUMN ("device", DEVICE), FID_COLUMN ("phase", PHASE),   \
        FID_COLUMN ("epoch", EPOCH), FID_COLUMN (ENDS, END)

static const struct fid_row_column csv_columns[] = {
    COLUMNS ("time_s|seconds|t|start_s", "end_s"), {0}};
static const struct fid_row_column csv_utc_columns[] = {
    COLUMNS ("timestamp|time|utc|start_utc", "end_utc"), {0}};

static const struct fid_row_op ops[] = {
    {"block_read", FID_OP_BLOCK_READ},
    {"block_write", FID_OP_BLOCK_WRITE},
    {"read", FID_OP_READ},
    {"write", FID_OP_WRITE},
    {"open", FID_OP_OPEN},
    {"close", FID_OP_CLOSE},
    {"meta", FID_OP_META},
    {0},
};

#define ROWS (.split = FID_SPLIT_COMMAS, .op = ops, .score = 60, .first = true)
FID_TABLE (csv, "a table of gauges, events or phases, in seconds", RELATIVE, ROWS,
           .gives = GIVES, .rank = 1)
FID_TABLE (csv_utc, "a table of gauges, events or phases, in UTC", UTC, ROWS, .gives = GIVES,
           .rank = 1)
