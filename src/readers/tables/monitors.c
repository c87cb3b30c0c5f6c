/* SPDX-License-Identifier: GPL-3.0-or-later */
/* monitors.c - monitors of hosts and GPUs that write one row for each reading
 *
 *     r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st     UTC
 *     6  0      0 216572  47472 649448    0    0 45632  5880 2271 4399 81 19  0  0  0
 *         2026-11-26 22:18:44                                                     vmstat -t
 *
 *     timestamp,gpu,gfx_activity,umc_activity,...,total_vram,used_vram,...       amd-smi metric
 *     1789515524,0,95,80,...,196288,283,...
 *     timestamp,gpu,power_usage,...,gfx,mem,...,vram_used,vram_total     amd-smi monitor
 *
 *     "system","total cpu usage",,,,,"dsk/total",                                         dstat
 *     "time","usr","sys","idl","wai","stl","read","writ"
 *     26-11 22:19:33,4.1,1.0,94.9,0,0,45632.0,5880.0 */
#include "readers/tables/row_fields.h"

#define MIB (1.0 / 1048576)

/* --- vmstat -t: local time, KiB/s of all disks, % of all CPUs.  Its first row is the mean
 * since the host was started, unless -y */

static const struct fid_row_column vmstat_columns[] = {
    FID_GAUGE ("bi", DISK_READ, 1.0 / 1024, true),
    FID_GAUGE ("bo", DISK_WRITE, 1.0 / 1024, true),
    FID_SHARE ("us", USER, true),
    FID_SHARE ("gu", USER, false),
    FID_SHARE ("sy", SYS, true),
    FID_SHARE ("wa", IOWAIT, true),
    FID_SHARE ("id", IDLE, true),
    FID_SHARE ("st", IDLE, false),
    FID_COLUMN ("r|b|swpd|free|buff|cache|inact|active|si|so|in|cs", NOTHING),
    FID_COLUMN ("$", STAMP),
    {0},
};
FID_TABLE (vmstat, "use of CPUs and disks, as vmstat -t prints it", LOCAL,
           (.split = FID_SPLIT_WORDS, .hint = "with vmstat -t", .score = 90),
           .gives = FID_GIVES_CPU | FID_GIVES_DISK, .rank = 14, .best = 90)

/* --- dstat --output FILE: bytes/s of each disk or of all, % of all CPUs; local time without a
 * year, which the head of the file has, or seconds since 1970 (-T) */

#define DSTAT                                                                                  \
    FID_SHARE ("total cpu usage:usr|total usage:usr", USER, false),                            \
        FID_SHARE ("total cpu usage:sys|total usage:sys", SYS, false),                         \
        FID_SHARE ("total cpu usage:hiq|total usage:hiq", SYS, false),                         \
        FID_SHARE ("total cpu usage:siq|total usage:siq", SYS, false),                         \
        FID_SHARE ("total cpu usage:wai|total usage:wai", IOWAIT, false),                      \
        FID_SHARE ("total cpu usage:idl|total usage:idl", IDLE, false),                        \
        FID_SHARE ("total cpu usage:stl|total usage:stl", IDLE, false),                        \
        FID_GAUGE ("dsk/*:read", DISK_READ, MIB, false),                                       \
        FID_GAUGE ("dsk/*:writ", DISK_WRITE, MIB, false)

static const struct fid_row_column dstat_columns[] = {
    FID_COLUMN ("system:time", STAMP), DSTAT, {0}};
static const struct fid_row_column dstat_epoch_columns[] = {
    FID_NEEDED ("epoch:epoch", STAMP), DSTAT, {0}};

FID_TABLE (dstat, "use of CPUs and disks, as dstat --output writes it", LOCAL,
           (.split = FID_SPLIT_COMMAS, .hint = "with dstat -T or -t", .score = 88,
            .grouped = true),
           .gives = FID_GIVES_CPU | FID_GIVES_DISK, .rank = 14, .best = 88)
FID_TABLE (dstat_epoch, "use of CPUs and disks, as dstat -T --output writes it", UTC,
           (.split = FID_SPLIT_COMMAS, .score = 90, .grouped = true),
           .gives = FID_GIVES_CPU | FID_GIVES_DISK, .rank = 14, .best = 90)

/* --- amd-smi --csv: seconds since 1970, % and MB (MiB) of each GPU.  In the table of `metric`
 * mem is a temperature */

static const struct fid_row_column amd_smi_metric_columns[] = {
    FID_COLUMN ("timestamp", STAMP),
    FID_NEEDED ("gpu", GPU),
    FID_GAUGE ("gfx_activity", GPU_SM, 1, true),
    FID_GAUGE ("umc_activity", GPU_MEM, 1, false),
    FID_GAUGE ("used_vram", GPU_FB, 1, false),
    {0},
};
static const struct fid_row_column amd_smi_monitor_columns[] = {
    FID_COLUMN ("timestamp", STAMP),
    FID_NEEDED ("gpu", GPU),
    FID_GAUGE ("gfx|gfx_util", GPU_SM, 1, true),
    FID_GAUGE ("mem|mem_util", GPU_MEM, 1, false),
    FID_GAUGE ("vram_used", GPU_FB, 1, false),
    {0},
};

#define AMD_SMI                                                                                \
    (.split = FID_SPLIT_COMMAS, .hint = "with amd-smi ... --csv --watch 1", .score = 90)
FID_TABLE (amd_smi_metric, "GPU use, as amd-smi metric --csv prints it", UTC, AMD_SMI,
           .gives = FID_GIVES_GPU, .rank = 18)
FID_TABLE (amd_smi_monitor, "GPU use, as amd-smi monitor --csv prints it", UTC, AMD_SMI,
           .gives = FID_GIVES_GPU, .rank = 18)

/* --- nvidia-smi --query-gpu=... --format=csv -l 1
 *
 *     timestamp, index, utilization.gpu [%], utilization.memory [%], memory.used [MiB]
 *     2023/02/11 08:11:19.123, 0, 61 %, 22 %, 13086 MiB
 *
 * Local time to the millisecond, a row for each GPU.  The GPUs of a round are read a few ms
 * after each other.  Columns may come in any order, with units or without (nounits). */

static const struct fid_row_column smi_query_columns[] = {
    FID_COLUMN ("timestamp", STAMP),
    FID_COLUMN ("index", GPU),
    FID_COLUMN ("uuid|gpu_uuid|pci.bus_id|gpu_bus_id", GPU_NAME),
    FID_GAUGE ("utilization.gpu|utilization.gpu [%]", GPU_SM, 1, false),
    FID_GAUGE ("utilization.memory|utilization.memory [%]", GPU_MEM, 1, false),
    FID_GAUGE ("memory.used|memory.used [MiB]", GPU_FB, 1, false),
    {0},
};
static const struct fid_rows smi_query_rows = {
    .split = FID_SPLIT_COMMAS,
    .clock = FID_CLOCK_LOCAL,
    .column = smi_query_columns,
    .hint = "with --query-gpu=timestamp,index,... --format=csv, without noheader",
    .score = 95,
    .in_turn = true};

static int probe_smi_query (const struct fid_head *head)
{
    struct fid_span text = head->text, field;
    int64_t t_ns;
    int score = fid_rows_probe (&smi_query_rows, head);
    /* noheader: known, to say what is missing */
    return score ? score
           : fid_span_field (&text, ',', &field) && text.p && field.n > 19 &&
                   field.p[4] == '/' && fid_row_stamp (field, FID_CLOCK_LOCAL, false, 0, &t_ns)
               ? 30
               : 0;
}

static int read_smi_query (struct fid_input *in, struct fid_error *err)
{
    return fid_rows_read (&smi_query_rows, in, err);
}

FID_READER_IS (smi_query, LOCAL, FID_GIVES_GPU, 19,
               "GPU use, as nvidia-smi --query-gpu prints it")

/* --- dcgmi dmon -e 203,204,252, behind time stamps
 *
 *                                  #Entity   GPUTL   MCUTL   FBUSD
 *                                  ID
 *     2023-02-11 08:11:19          GPU 0     61      22      13086
 *
 * Host local time.  GPUTL and MCUTL are %, FBUSD is MiB.  The profiling fields (GRACT, SMACT,
 * DRAMA) measure something else and are not used; neither are entities other than GPUs. */

static const struct fid_row_column dcgmi_dmon_columns[] = {
    FID_NEEDED ("Entity", GPU),
    FID_GAUGE ("GPUTL", GPU_SM, 1, false),
    FID_GAUGE ("MCUTL", GPU_MEM, 1, false),
    FID_GAUGE ("FBUSD", GPU_FB, 1, false),
    {0},
};
FID_TABLE (dcgmi_dmon, "GPU use, as dcgmi dmon prints it behind time stamps", LOCAL,
           (.split = FID_SPLIT_WORDS, .hint = "with dcgmi dmon ... | ts '%Y-%m-%d %H:%M:%.S'",
            .score = 90, .stamped = "dcgmi", .begin = "GPU "),
           .gives = FID_GIVES_GPU, .rank = 17)
