/* SPDX-License-Identifier: GPL-3.0-or-later */
/* processed_tables.c - the tables of the trees that the earlier tools made
 *
 * Each row begins with a UTC stamp.  Percentages and throughput are those of the second that
 * ends at the stamp. */
#include "readers/tables/row_fields.h"

/* Defines reader_NAME of the table NAME_rows. */
#define TREE_READER(NAME, DOC, GIVES, RANK)                                                    \
    FID_ROW_READER (NAME, DOC, FID_CLOCK_UTC, .gives = GIVES, .rank = RANK, .processed = true)

#define TITLED(COLUMNS)                                                                        \
    {                                                                                          \
        .split = FID_SPLIT_COMMAS, .clock = FID_CLOCK_UTC, .column = COLUMNS, .score = 95,     \
        .first = true, .whole = true                                                           \
    }
#define UNTITLED(SPLIT, SCORE, COLUMNS, ...)                                                   \
    {                                                                                          \
        .split = SPLIT, .clock = FID_CLOCK_UTC, .column = COLUMNS, .score = SCORE,             \
        .untitled = true, .whole = true, __VA_ARGS__                                           \
    }

/* --- cpu_all.csv, and cpu.out without its titles: percent of all CPUs
 *
 *     timestamp,%usr,%nice,%sys,%iowait,%irq,%soft,%steal,%guest,%gnice,%idle
 *     2023-02-11T13:13:31,4.21,0.00,1.93,1.74,0.00,0.23,0.00,0.00,0.00,91.90 */

#define SHARES                                                                                 \
    FID_SHARE ("%usr|%user", USER, true), FID_SHARE ("%nice", USER, false),                    \
        FID_SHARE ("%sys|%system", SYS, true), FID_SHARE ("%iowait", IOWAIT, true),            \
        FID_SHARE ("%irq", SYS, false), FID_SHARE ("%soft", SYS, false),                       \
        FID_SHARE ("%steal", IDLE, false), FID_SHARE ("%guest", USER, false),                  \
        FID_SHARE ("%gnice", USER, false), FID_SHARE ("%idle", IDLE, true)

static const struct fid_row_column cpu_columns[] = {
    FID_NEEDED ("timestamp", STAMP),
    SHARES,
    {0},
};
static const struct fid_rows cpu_all_rows = TITLED (cpu_columns);
static const struct fid_rows processed_cpu_rows =
    UNTITLED (FID_SPLIT_WORDS, 90, cpu_columns, .exact = true);

/* The rank of cpu.out is below that of cpu_all.csv, which has the same rows. */
TREE_READER (cpu_all, "CPU shares of a processed tree (cpu_all.csv)", FID_GIVES_CPU, 5)
TREE_READER (processed_cpu, "CPU shares of a processed tree (cpu.out)", FID_GIVES_CPU, 4)

/* --- gpu_avg.csv: means over the GPUs
 *
 *     timestamp,sm,mem,fb
 *     2023-02-11T13:13:31,61.5,22,13086       <- %, %, MiB
 *
 * The means were taken over blocks of as many lines as there are GPUs, so a row may mix
 * two seconds.  Rows of the older tools that hold two stamps are rejected.  A title
 * line alone (a run without GPU) is no error. */

static const struct fid_row_column gpu_avg_columns[] = {
    FID_NEEDED ("timestamp", STAMP),
    FID_GAUGE ("sm", GPU_SM, 1, true),
    FID_GAUGE ("mem", GPU_MEM, 1, true),
    FID_GAUGE ("fb", GPU_FB, 1, true),
    {0},
};
static const struct fid_rows gpu_avg_rows = TITLED (gpu_avg_columns);

TREE_READER (gpu_avg, "GPU means of a processed tree (gpu_avg.csv)", FID_GIVES_GPU, 5)

/* --- gpu.out: processes on GPUs
 *
 *     2023-02-11T13:13:31 0 2720661 C 61 22 0 0 13086 python
 *     UTC                 gpu pid type sm% mem% enc% dec% fb(MiB) command
 *
 * Each '-' (no reading) was written as 0, which cannot be undone.  The tool that wrote
 * these files did not expect the extra columns of newer drivers (jpg, ofa); in such
 * files another column is read as fb. */

static const struct fid_row_column processed_gpu_columns[] = {
    FID_COLUMN ("", STAMP),
    FID_COLUMN ("", GPU),
    FID_COLUMN ("", PID),
    FID_COLUMN ("C|C*|G", ONE_OF),
    FID_GAUGE ("", GPU_SM, 1, false),
    FID_GAUGE ("", GPU_MEM, 1, false),
    FID_COLUMN ("", NOTHING),
    FID_COLUMN ("", NOTHING),
    FID_GAUGE ("", GPU_FB, 1, false),
    {0},
};
static const struct fid_rows processed_gpu_rows =
    UNTITLED (FID_SPLIT_WORDS, 90, processed_gpu_columns, .op = NULL);

/* The rank is above that of gpu_avg.csv, whose means mix seconds. */
TREE_READER (processed_gpu, "processes on GPUs of a processed tree (gpu.out)", FID_GIVES_GPU, 6)

/* --- timeline/pid/PARENT/NAME.log: events of which only the times were kept
 *
 *     2023-02-11T13:13:27.000808844,2023-02-11T13:13:27.001223344,BIOR
 *
 * start, end, operation; sizes, names, disks and, except in the older st_end_data_PID,
 * processes are lost.  The folders beside `all_combined` hold the same events again,
 * grouped by worker, and are not read. */

static const struct fid_row_column processed_pid_columns[] = {
    FID_COLUMN ("", STAMP),
    FID_COLUMN ("", END),
    FID_COLUMN ("", OP),
    {0},
};
static const struct fid_row_op processed_pid_ops[] = {
    {"BIOR", FID_OP_BLOCK_READ},
    {"BIOW", FID_OP_BLOCK_WRITE},
    {"READ", FID_OP_READ},
    {"WRITE", FID_OP_WRITE},
    {"OPENAT", FID_OP_OPEN},
    {"OPEN", FID_OP_OPEN},
    {0},
};
static const struct fid_rows processed_pid_rows =
    UNTITLED (FID_SPLIT_COMMAS, 95, processed_pid_columns, .op = processed_pid_ops,
              .exact = true, .of_process = "st_end_data_",
              .not_in = "each_parent|parents_combined_loaders_combined|"
                        "each_parent_and_their_loaders");

TREE_READER (processed_pid, "event times of a processed tree (timeline/pid/*/*.log)",
             FID_GIVES_READ | FID_GIVES_WRITE | FID_GIVES_OPEN | FID_GIVES_BLOCK, 3)

/* --- timeline.csv: the phases
 *
 *     2023-02-11T13:13:20.110,2023-02-11T13:13:29.874,INIT
 *
 * start, end, name; no title line; ordered by end.  The EPOCH rows of the older tools number
 * the epochs, in order of their starts, and the rows inside them. */

static const struct fid_row_column timeline_columns[] = {
    FID_COLUMN ("", STAMP),
    FID_COLUMN ("", END),
    FID_COLUMN ("", PHASE),
    {0},
};
static const struct fid_rows timeline_rows =
    UNTITLED (FID_SPLIT_COMMAS, 95, timeline_columns, .exact = true);

static int probe_processed_timeline (const struct fid_head *head)
{
    return fid_rows_probe (&timeline_rows, head);
}

/* The rows, which are passed on once all are known. */
struct timeline {
    FID_LIST (struct fid_phase, phase); /* owned; in order of the file */
    FID_LIST (struct fid_phase, epoch); /* owned; those that are epochs */
    const struct fid_sink *to;          /* borrowed */
};

static int keep_phase (void *self, const struct fid_phase *p, struct fid_error *err)
{
    struct timeline *t = self;
    if (p->name == FID_NAME_EPOCH)
        FID_TRY (FID_PUSH (t->epoch, err, *p));
    return FID_PUSH (t->phase, err, *p);
}

static void pass_reject (void *self, const struct fid_remark *r)
{
    const struct timeline *t = self;
    fid_put_reject (t->to, r->line, r->code);
}

static void clear_timeline (struct timeline *t)
{
    FID_FREE (t->phase, t->epoch);
}

FID_ORDER_BY (by_start, struct fid_phase, FID_RISING (start_ns))

static int read_processed_timeline (struct fid_input *in, struct fid_error *err)
{
    FID_SCOPED (clear_timeline) struct timeline t = {.to = in->sink};
    const struct fid_sink keep = {.self = &t, .phase = keep_phase, .reject = pass_reject};
    struct fid_input rows = *in;
    rows.sink = &keep;
    FID_TRY (fid_rows_read (&timeline_rows, &rows, err));
    FID_SORT (t.epoch, t.epoch_n, by_start);
    FID_EACH (struct fid_phase, p, t.phase) {
        /* the last of the epochs that start at or before it */
        size_t n =
            FID_FIRST_AFTER (t.epoch, t.epoch_n, struct fid_phase, start_ns, p->start_ns);
        if (n && p->end_ns <= t.epoch[n - 1].end_ns && p->name != FID_NAME_INIT &&
            p->name != FID_NAME_RUN)
            p->epoch = (int)n;
        FID_TRY (fid_put_phase (t.to, p, err));
    }
    return 0;
}

FID_READER_IS (processed_timeline, UTC, FID_GIVES_PHASES, 5,
               "phases of a processed tree (timeline.csv)", .processed = true)
