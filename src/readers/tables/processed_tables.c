/* processed_tables.c - the tables of the trees that the earlier tools made
 *
 * Each row begins with a UTC stamp (utc_rows.h).  Percentages and throughput are those
 * of the second that ends at the stamp. */
#include <stdio.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/order.h"
#include "readers/gpu/gpu_use.h"
#include "readers/phase_log.h"
#include "readers/sysstat/cpushare.h"
#include "readers/sysstat/iostat.h"
#include "readers/tables/utc_rows.h"

/* Defines reader_NAME for a table with a title line: TITLE checks its names, TAKE
 * takes a row, and both share a STATE. */
#define TITLED_READER(NAME, DOC, GIVES, STATE, TITLE, TAKE)                                    \
    static int probe_##NAME (const struct fid_head *head)                                      \
    {                                                                                          \
        STATE state;                                                                           \
        return fid_utc_titled (head->text, TITLE, &state) ? 95 : 0;                            \
    }                                                                                          \
    static int read_##NAME (struct fid_input *in, const struct fid_sink *sink,                 \
                            struct fid_error *err)                                             \
    {                                                                                          \
        static const struct fid_utc_format format = {.sep = ',', .title = TITLE, .row = TAKE}; \
        STATE state;                                                                           \
        return fid_utc_rows (&format, &state, in, sink, err);                                  \
    }                                                                                          \
    UTC_READER (NAME, DOC, GIVES, 5)

/* Defines reader_NAME of probe_NAME and read_NAME. */
#define UTC_READER(NAME, DOC, GIVES, RANK)                                                     \
    FID_READER_IS (NAME, UTC, GIVES, RANK, DOC, .processed = true)

/* --- iostat.csv
 *
 *     timestamp,disk_device,r/s,w/s,d/s,rMB/s,wMB/s,...
 *     2023-02-11T13:13:31,sda,812.0,3.0,0.0,101.5,0.02,...
 *
 * One row for each second and disk; MB are MiB, kB are KiB.  A disk with more members
 * than the first one has a longer row, whose columns are unknown: rejected. */

static bool
disk_title (void *self, const struct fid_utc_row *names)
{
    struct fid_disk_columns *c = self;
    return names->n && fid_span_is (names->field[0], "timestamp") &&
           fid_disk_columns (c, names->field, names->n, "disk_device") && c->rate[0] >= 0 &&
           c->rate[1] >= 0;
}

static enum fid_remark_code
take_disk (void *self, const struct fid_utc_row *row, const struct fid_sink *sink,
           struct fid_error *err, int *rc)
{
    const struct fid_disk_columns *c = self;
    if (row->n == c->n && !row->field[c->device].n)
        return FID_REMARK_DISK_DEVICE_MISSING;
    return fid_disk_row (c, row->field, row->n, row->t_ns, sink, err, rc);
}

TITLED_READER (iostat_csv, "disk throughput of a processed tree (iostat.csv)", FID_GIVES_DISK,
               struct fid_disk_columns, disk_title, take_disk)

/* --- cpu_all.csv, and cpu.out without its titles
 *
 *     timestamp,%usr,%nice,%sys,%iowait,%irq,%soft,%steal,%guest,%gnice,%idle
 *     2023-02-11T13:13:31,4.21,0.00,1.93,1.74,0.00,0.23,0.00,0.00,0.00,91.90
 *
 * Percent of all CPUs. */

struct cpu_columns {
    char name[FID_UTC_FIELDS][FID_CPU_NAME];
    size_t n; /* columns, the stamp included */
};

/* False if the titles are not a stamp and mpstat's columns. */
static bool
cpu_title (void *self, const struct fid_utc_row *names)
{
    struct cpu_columns *c = self;
    unsigned shares = 0;
    if (!names->n || !fid_span_is (names->field[0], "timestamp"))
        return false;
    c->n = names->n;
    for (size_t i = 0; i < names->n; i++) {
        int share = fid_cpu_column (names->field[i]);
        snprintf (c->name[i], FID_CPU_NAME, "%.*s", FID_SPAN_ARG (names->field[i]));
        shares |= share >= 0 ? 1u << share : 0;
    }
    return shares == (1u << FID_CPU_SHARES) - 1;
}

/* Numbers with a decimal comma split each value into two fields: they are joined. */
static enum fid_remark_code
take_cpu (void *self, const struct fid_utc_row *row, const struct fid_sink *sink,
          struct fid_error *err, int *rc)
{
    const struct cpu_columns *c = self;
    struct fid_span word[FID_UTC_FIELDS];
    double value[FID_CPU_SHARES];
    bool torn = row->n == 2 * c->n - 1;
    if (!torn && row->n != c->n)
        return FID_REMARK_FIELDS_NOT_TITLES;
    for (size_t i = 1; i < c->n; i++) {
        word[i] = row->field[torn ? 2 * i - 1 : i];
        if (torn)
            word[i].n = (size_t)(fid_span_end (row->field[2 * i]) - word[i].p);
    }
    enum fid_remark_code why = fid_cpu_shares (c->name, word, c->n, value);
    if (!why)
        *rc = fid_cpu_put (sink, row->t_ns, value, err);
    return why;
}

TITLED_READER (cpu_all, "CPU shares of a processed tree (cpu_all.csv)", FID_GIVES_CPU,
               struct cpu_columns, cpu_title, take_cpu)

/* mpstat's columns in the order the file has them. */
static void
fixed_columns (struct cpu_columns *c)
{
    struct fid_utc_row names;
    fid_utc_split (
        fid_span_of ("timestamp usr nice sys iowait irq soft steal guest gnice idle"), ' ',
        &names);
    cpu_title (c, &names);
}

static int
probe_processed_cpu (const struct fid_head *head)
{
    struct fid_utc_row row;
    struct cpu_columns c;
    double v;
    fixed_columns (&c);
    if (!fid_utc_first (head->text, ' ', &row) || row.n != c.n)
        return 0;
    for (size_t i = 1; i < row.n; i++)
        if (!fid_span_f64 (row.field[i], &v) || v < 0 || v > 101)
            return 0;
    return 90;
}

static int
read_processed_cpu (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    static const struct fid_utc_format format = {.sep = ' ', .row = take_cpu};
    struct cpu_columns c;
    fixed_columns (&c);
    return fid_utc_rows (&format, &c, in, sink, err);
}

/* The rank is below that of cpu_all.csv, which has the same rows. */
UTC_READER (processed_cpu, "CPU shares of a processed tree (cpu.out)", FID_GIVES_CPU, 4)

/* --- gpu_avg.csv: means over the GPUs
 *
 *     timestamp,sm,mem,fb
 *     2023-02-11T13:13:31,61.5,22,13086       <- %, %, MiB
 *
 * The means were taken over blocks of as many lines as there are GPUs, so a row may mix
 * two seconds.  Rows of the older tools that hold two stamps are rejected.  A title
 * line alone (a run without GPU) is no error. */

#define FB_MAX_MIB 1e7

static bool
gpu_title (void *self, const struct fid_utc_row *names)
{
    static const char *const want[] = {"timestamp", "sm", "mem", "fb"};
    (void)self;
    if (names->n != 4)
        return false;
    for (size_t i = 0; i < 4; i++)
        if (!fid_span_is (names->field[i], want[i]))
            return false;
    return true;
}

static enum fid_remark_code
take_gpu_avg (void *self, const struct fid_utc_row *row, const struct fid_sink *sink,
              struct fid_error *err, int *rc)
{
    struct fid_gpu_use use = {.t_ns = row->t_ns, .pid = -1, .there = {true, true, true}};
    (void)self;
    if (row->n != 4)
        return FID_REMARK_FIELDS_NOT_FOUR;
    for (size_t i = 0; i < 3; i++)
        if (!fid_span_f64 (row->field[i + 1], &use.value[i]))
            return FID_REMARK_VALUE_NOT_NUMBER;
        else if (use.value[i] < 0 || use.value[i] > (i < 2 ? 100 : FB_MAX_MIB))
            return FID_REMARK_VALUE_OUT_OF_RANGE;
    *rc = fid_gpu_put (sink, &use, err);
    return FID_REMARK_NONE;
}

TITLED_READER (gpu_avg, "GPU means of a processed tree (gpu_avg.csv)", FID_GIVES_GPU, char,
               gpu_title, take_gpu_avg)

/* --- gpu.out: processes on GPUs
 *
 *     2023-02-11T13:13:31 0 2720661 C 61 22 0 0 13086 python
 *     UTC                 gpu pid type sm% mem% enc% dec% fb(MiB) command
 *
 * Each '-' (no reading) was written as 0, which cannot be undone.  The tool that wrote
 * these files did not expect the extra columns of newer drivers (jpg, ofa); in such
 * files another column is read as fb. */

static enum fid_remark_code
parse_gpu (const struct fid_utc_row *row, struct fid_gpu_use *use)
{
    static const size_t at[] = {4, 5, 8};
    int64_t gpu;
    *use = (struct fid_gpu_use){.t_ns = row->t_ns, .there = {true, true, true}};
    if (row->n < 9)
        return FID_REMARK_FIELDS_BELOW_NINE;
    if (!fid_span_i64 (row->field[1], &gpu) || gpu < 0 || gpu > 1023)
        return FID_REMARK_GPU_NOT_NUMBER;
    if (!fid_span_i64 (row->field[2], &use->pid) || use->pid < 0 || use->pid > 1 << 22)
        return FID_REMARK_GPU_PID_NOT_NUMBER;
    if (!fid_span_starts (row->field[3], "C") && !fid_span_is (row->field[3], "G"))
        return FID_REMARK_GPU_TYPE_UNKNOWN;
    for (size_t i = 0; i < 3; i++)
        if (!fid_span_f64 (row->field[at[i]], &use->value[i]) || use->value[i] < 0 ||
            use->value[i] > (i < 2 ? 100 : FID_GAUGE_MAX))
            return FID_REMARK_GPU_VALUE_BAD;
    use->gpu = (int)gpu;
    return FID_REMARK_NONE;
}

static int
probe_processed_gpu (const struct fid_head *head)
{
    struct fid_utc_row row;
    struct fid_gpu_use use;
    return fid_utc_first (head->text, ' ', &row) && !parse_gpu (&row, &use) ? 90 : 0;
}

static enum fid_remark_code
take_gpu (void *self, const struct fid_utc_row *row, const struct fid_sink *sink,
          struct fid_error *err, int *rc)
{
    struct fid_gpu_use use;
    enum fid_remark_code why = parse_gpu (row, &use);
    (void)self;
    if (!why)
        *rc = fid_gpu_put (sink, &use, err);
    return why;
}

static int
read_processed_gpu (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    static const struct fid_utc_format format = {.sep = ' ', .row = take_gpu};
    return fid_utc_rows (&format, NULL, in, sink, err);
}

/* The rank is above that of gpu_avg.csv, whose means mix seconds. */
UTC_READER (processed_gpu, "processes on GPUs of a processed tree (gpu.out)", FID_GIVES_GPU, 6)

/* --- timeline.csv: the phases
 *
 *     2023-02-11T13:13:20.110,2023-02-11T13:13:29.874,INIT
 *
 * start, end, name; no title line; ordered by end.  The EPOCH rows of the older tools number
 * the epochs, in order of their starts, and the rows inside them. */

static int
probe_processed_timeline (const struct fid_head *head)
{
    struct fid_utc_row row;
    enum fid_phase_name name;
    int64_t end_ns;
    if (!fid_utc_first (head->text, ',', &row) || row.n != 3)
        return 0;
    return fid_utc_time (row.field[1], &end_ns) && fid_phase_by_text (row.field[2], true, &name)
               ? 95
               : 0;
}

/* The rows, which are passed on once all are known. */
struct timeline {
    struct fid_phase *phase; /* owned; in order of the file */
    size_t n, cap;
};

static enum fid_remark_code
take_phase (void *self, const struct fid_utc_row *row, const struct fid_sink *sink,
            struct fid_error *err, int *rc)
{
    struct timeline *t = self;
    struct fid_phase p = {.start_ns = row->t_ns, .epoch = -1, .block = -1};
    (void)sink;
    if (row->n != 3)
        return FID_REMARK_FIELDS_NOT_THREE;
    if (!fid_utc_time (row->field[1], &p.end_ns))
        return FID_REMARK_END_NOT_UTC;
    if (!fid_phase_by_text (row->field[2], true, &p.name))
        return FID_REMARK_PHASE_NAME_UNKNOWN;
    if (p.end_ns < p.start_ns)
        return FID_REMARK_PHASE_BACKWARD;
    p.kind = fid_phase_kind_of (p.name);
    *rc = FID_PUSH_TO (t->phase, t->n, t->cap, err, p);
    return FID_REMARK_NONE;
}

FID_ORDER_BY (by_start, struct fid_phase, FID_RISING (start_ns))

/* The last of the epochs that start at or before t_ns; NULL. */
static const struct fid_phase *
epoch_at (const struct fid_phase *epoch, size_t n, int64_t t_ns)
{
    size_t lo = 0;
    while (n > lo) {
        size_t mid = lo + (n - lo) / 2;
        if (epoch[mid].start_ns <= t_ns)
            lo = mid + 1;
        else
            n = mid;
    }
    return lo ? &epoch[lo - 1] : NULL;
}

/* Number EPOCH rows from 1, and give the rows inside one its number. */
static int
number_epochs (struct timeline *t, struct fid_error *err)
{
    size_t n = 0;
    struct fid_phase *epoch = malloc ((t->n + 1) * sizeof *epoch);
    if (!epoch)
        return fid_error_nomem (err);
    for (size_t i = 0; i < t->n; i++)
        if (t->phase[i].name == FID_NAME_EPOCH)
            epoch[n++] = t->phase[i];
    qsort (epoch, n, sizeof *epoch, by_start);
    for (size_t i = 0; i < t->n; i++) {
        struct fid_phase *p = &t->phase[i];
        const struct fid_phase *e = epoch_at (epoch, n, p->start_ns);
        if (e && p->end_ns <= e->end_ns && p->name != FID_NAME_INIT && p->name != FID_NAME_RUN)
            p->epoch = (int)(e - epoch) + 1;
    }
    free (epoch);
    return 0;
}

static int
read_processed_timeline (struct fid_input *in, const struct fid_sink *sink,
                         struct fid_error *err)
{
    static const struct fid_utc_format format = {.sep = ',', .row = take_phase};
    struct timeline t = {0};
    int rc = fid_utc_rows (&format, &t, in, sink, err);
    if (!rc)
        rc = number_epochs (&t, err);
    for (size_t i = 0; i < t.n && !rc; i++)
        rc = fid_put_phase (sink, &t.phase[i], err);
    free (t.phase);
    return rc;
}

UTC_READER (processed_timeline, "phases of a processed tree (timeline.csv)", FID_GIVES_PHASES,
            5)

/* --- timeline/pid/PARENT/NAME.log: events of which only the times were kept
 *
 *     2023-02-11T13:13:27.000808844,2023-02-11T13:13:27.001223344,BIOR
 *
 * start, end, operation; sizes, names, disks and, except in the older st_end_data_PID,
 * processes are lost.  The folders beside `all_combined` hold the same events again,
 * grouped by worker, and are not read. */

/* The operation of that name, or -1. */
static int
op_of (struct fid_span s)
{
    static const struct {
        const char *text;
        enum fid_op op;
    } ops[] = {
        {"BIOR", FID_OP_BLOCK_READ}, {"BIOW", FID_OP_BLOCK_WRITE}, {"READ", FID_OP_READ},
        {"WRITE", FID_OP_WRITE},     {"OPENAT", FID_OP_OPEN},      {"OPEN", FID_OP_OPEN},
    };
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (fid_span_is (s, ops[i].text))
            return (int)ops[i].op;
    return -1;
}

static int
probe_processed_pid (const struct fid_head *head)
{
    static const char *const again[] = {"each_parent", "parents_combined_loaders_combined",
                                        "each_parent_and_their_loaders"};
    struct fid_utc_row row;
    int64_t end_ns;
    for (size_t i = 0; i < sizeof again / sizeof *again; i++)
        if (fid_span_is (head->dir, again[i]))
            return 0;
    if (!fid_utc_first (head->text, ',', &row) || row.n != 3)
        return 0;
    return fid_utc_time (row.field[1], &end_ns) && op_of (row.field[2]) >= 0 ? 95 : 0;
}

static enum fid_remark_code
take_times (void *self, const struct fid_utc_row *row, const struct fid_sink *sink,
            struct fid_error *err, int *rc)
{
    const int64_t *pid = self;
    int64_t end_ns;
    if (row->n != 3)
        return FID_REMARK_FIELDS_NOT_THREE;
    if (!fid_utc_time (row->field[1], &end_ns))
        return FID_REMARK_END_NOT_UTC;
    int op = op_of (row->field[2]);
    if (op < 0)
        return FID_REMARK_OPERATION_UNKNOWN;
    if (end_ns < row->t_ns)
        return FID_REMARK_EVENT_BACKWARD;
    struct fid_event ev = {.start_ns = row->t_ns,
                           .dur_ns = end_ns - row->t_ns,
                           .offset = FID_NO_OFFSET,
                           .pid = *pid,
                           .op = (enum fid_op)op,
                           .flags = FID_EVENT_NO_BYTES};
    *rc = fid_put_event (sink, &ev, err);
    return FID_REMARK_NONE;
}

static int
read_processed_pid (struct fid_input *in, const struct fid_sink *sink, struct fid_error *err)
{
    static const struct fid_utc_format format = {.sep = ',', .row = take_times};
    /* combined.log, parent_0.log: only the older files are named by process */
    int64_t pid =
        fid_span_starts (in->head.name, "st_end_data_") ? fid_name_pid (in->head.name) : -1;
    return fid_utc_rows (&format, &pid, in, sink, err);
}

UTC_READER (processed_pid, "event times of a processed tree (timeline/pid/*/*.log)",
            FID_GIVES_READ | FID_GIVES_WRITE | FID_GIVES_OPEN | FID_GIVES_BLOCK, 3)
