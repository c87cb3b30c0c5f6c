/* SPDX-License-Identifier: GPL-3.0-or-later */
/* monitors.c - tables of nvidia-smi pmon, mpstat, iostat, and the calls of strace
 *
 *   gpu.out               TIME gpu pid type sm mem enc dec fb command; '-' becomes 0
 *   timeline/gpu_avg.csv  timestamp,sm,mem,fb: for each second the sum over the processes on a
 *                         GPU (at most 100 %), averaged over the GPUs in use
 *   timeline/cpu_all.csv, cpu.out  the ten percentages of all CPUs as mpstat printed them,
 *                         with a point; cpu.out has blanks between columns and no title
 *   timeline/iostat.csv   a row for each disk and sample: timestamp and the members of the
 *                         first disk of the first sample.  kB/s become MB/s by 1024; other
 *                         numbers stay as written
 *   strace.out            with UTC in its second column; lines without a time as they are
 *
 * Rows of foreign processes and from before INIT are left out, but those of disks stay, as in
 * the earlier tools. */
#include "readers/hosttime.h"
#include "readers/strace/strace.h"
#include "tools/prepare/prepare.h"

enum { SM, MEM, FB, GAUGES }; /* in the order of the FID_CH_GPU_ channels */

/* What a process used of a GPU. */
struct use {
    int64_t t_ns;
    int gpu;
    double value[GAUGES];
    bool there[GAUGES];
};

/* A monitor's files. */
struct monitor {
    struct fid_prepare_state *p;
    const struct fid_source *source;
    struct fid_prepare_file *file;
    FILE *out, *csv;
    FID_LIST (struct use, use);
    bool kept; /* samples belong to the last use */
    int gpu_max;
    FID_LIST (const char *, column); /* of disks */
};

/* A cell by the name of its column; missing if there is none. */
static struct fid_span cell_of (const struct fid_row *row, const char *name,
                                const char *missing)
{
    for (size_t i = 0; i < row->n; i++)
        if (fid_span_is (row->name[i], name))
            return row->value[i];
    return fid_span_of (missing);
}

/* Malformed rows are counted; what is wrong with a whole file of JSON is said. */
static void on_reject (void *self, const struct fid_remark *r)
{
    struct monitor *m = self;
    if (r->code == FID_REMARK_SAMPLE_NOT_OBJECT || r->code == FID_REMARK_JSON_BROKEN_AFTER)
        fid_prepare_remark (m->p, m->source->path, r);
    else
        fid_prepare_count_dropped (m->file, "malformed lines");
}

static void on_note (void *self, const struct fid_remark *r)
{
    struct monitor *m = self;
    if (r->code == FID_REMARK_CUT_AT_SAMPLE)
        fid_prepare_remark (m->p, m->source->path, r);
}

/* Read all raw sources of the run with such records. */
static void read_monitor (struct monitor *m, unsigned gives,
                          int (*row) (void *, const struct fid_row *, struct fid_error *),
                          int (*sample) (void *, const struct fid_sample *, struct fid_error *))
{
    const struct fid_sink sink = {
        .self = m, .row = row, .sample = sample, .reject = on_reject, .note = on_note};
    FID_EACH (const struct fid_source, s, m->p->run->source) {
        m->source = s;
        if (fid_prepare_is_raw (s, gives))
            fid_prepare_read_source (m->p, s, &sink);
    }
}

/* --- GPUs */

static int on_gpu_row (void *self, const struct fid_row *row, struct fid_error *err)
{
    static const char *const columns[] = {"type", "sm", "mem", "enc", "dec", "fb"};
    struct monitor *m = self;
    const struct fid_pid_list *ignored = &m->p->ignored;
    struct fid_span gpu = cell_of (row, "gpu", "0"), command = cell_of (row, "command", "");
    char stamp[FID_TIME_TEXT];
    int64_t pid = -1, number = 0, t_ns = row->t_ns;
    bool foreign = false;
    (void)err;
    m->file->read_n++;
    m->kept = false;
    fid_span_i64 (gpu, &number);
    bool idle = !fid_span_i64 (cell_of (row, "pid", "-"), &pid);
    for (size_t i = 0; i < ignored->pid_n; i++)
        foreign |= ignored->pid[i] == pid;
    if (idle || foreign) {
        fid_prepare_count_dropped (m->file, idle ? "idle GPUs" : "foreign processes");
        return 0;
    }
    if (!fid_prepare_place (m->p, m->source, m->file, &t_ns))
        return 0;
    m->kept = true;
    m->gpu_max = number > m->gpu_max ? (int)number : m->gpu_max;
    m->file->kept_n++;
    FID_APPEND (m->use, (struct use){.t_ns = t_ns, .gpu = (int)number});
    fprintf (m->out, "%s %" PRId64 " %" PRId64, fid_time_text (t_ns, 0, stamp), number, pid);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        struct fid_span w = cell_of (row, columns[i], "0");
        if (fid_span_is (w, "-") || fid_span_is (w, "N/A"))
            w = fid_span_of ("0");
        fprintf (m->out, " %.*s", (int)w.n, w.p);
    }
    fprintf (m->out, " %.*s\n", (int)command.n, command.p);
    return 0;
}

static int on_gpu_sample (void *self, const struct fid_sample *s, struct fid_error *err)
{
    struct monitor *m = self;
    int k = (int)s->channel - FID_CH_GPU_SM;
    (void)err;
    if (m->kept && k >= 0 && k < GAUGES) {
        m->use[m->use_n - 1].value[k] = s->value;
        m->use[m->use_n - 1].there[k] = true;
    }
    return 0;
}

static void put_average (FILE *f, int64_t t_ns, const double value[GAUGES])
{
    char stamp[FID_TIME_TEXT], text[FID_REPR_TEXT];
    fputs (fid_time_text (t_ns, 0, stamp), f);
    for (int k = 0; k < GAUGES; k++)
        fprintf (f, ",%s", fid_prepare_number (value[k], text));
    putc ('\n', f);
}

/* A row for each second: the sum for each GPU, averaged over GPUs; none where a gauge has no
 * reading. */
static void put_seconds (const struct monitor *m)
{
    for (size_t from = 0, to; from < m->use_n; from = to) {
        double mean[GAUGES];
        bool complete = true;
        for (to = from + 1; to < m->use_n && m->use[to].t_ns == m->use[from].t_ns;)
            to++;
        for (int k = 0; k < GAUGES; k++) {
            double sum = 0;
            int gpu_n = 0;
            for (int gpu = 0; gpu <= m->gpu_max; gpu++) {
                double one = 0;
                bool any = false;
                for (size_t i = from; i < to; i++)
                    if (m->use[i].gpu == gpu && m->use[i].there[k]) {
                        one += m->use[i].value[k];
                        any = true;
                    }
                sum += k != FB && one > 100 ? 100 : one;
                gpu_n += any;
            }
            mean[k] = gpu_n ? sum / gpu_n : 0;
            complete &= gpu_n > 0;
        }
        if (complete)
            put_average (m->csv, m->use[from].t_ns, mean);
    }
}

/* As the earlier tools: blocks of as many rows as there are GPUs, whatever their second,
 * with the time of the first row of GPU 0 in the block. */
static void put_blocks (const struct monitor *m)
{
    size_t block = (size_t)m->gpu_max + 1;
    for (size_t from = 0; from < m->use_n; from += block) {
        size_t to = from + block < m->use_n ? from + block : m->use_n, first = to;
        double mean[GAUGES] = {0};
        for (size_t i = to; i-- > from;) {
            for (int k = 0; k < GAUGES; k++)
                mean[k] += m->use[i].value[k];
            if (m->use[i].gpu == 0)
                first = i;
        }
        for (int k = 0; k < GAUGES; k++)
            mean[k] /= (double)(to - from);
        if (first < to)
            put_average (m->csv, m->use[first].t_ns, mean);
    }
}

void fid_prepare_gpus (struct fid_prepare_state *p)
{
    static const char avg[] = "timeline/gpu_avg.csv";
    struct monitor m = {.p = p, .file = fid_prepare_file_row (p, "gpu.out")};
    if (fid_prepare_has (p, FID_GIVES_GPU)) {
        m.out = fid_tree_file (&p->tree, "gpu.out");
        read_monitor (&m, FID_GIVES_GPU, on_gpu_row, on_gpu_sample);
        fid_tree_close (&p->tree, m.out, "gpu.out");
    }
    m.csv = fid_tree_file (&p->tree, avg);
    fputs ("timestamp,sm,mem,fb\n", m.csv);
    (p->opts->compat ? put_blocks : put_seconds) (&m);
    fid_tree_close (&p->tree, m.csv, avg);
}

/* --- CPUs: of text the columns are "%usr", of JSON members "usr" */

static const char *const cpu_columns[] = {"%usr",  "%nice",  "%sys",   "%iowait", "%irq",
                                          "%soft", "%steal", "%guest", "%gnice",  "%idle"};
#define CPU_COLUMNS (sizeof cpu_columns / sizeof *cpu_columns)

static int on_cpu_row (void *self, const struct fid_row *row, struct fid_error *err)
{
    struct monitor *m = self;
    FILE *const files[] = {m->csv, m->out};
    int64_t t_ns = row->t_ns;
    char stamp[FID_TIME_TEXT];
    (void)err;
    struct fid_span cpu = cell_of (row, "cpu", "\"-\"");
    bool all = row->n && (fid_span_is (row->value[0], "all") || fid_span_is (cpu, "\"all\"") ||
                          fid_span_is (cpu, "\"-1\""));
    if (!all)
        return 0;
    m->file->read_n++;
    if (!fid_prepare_place (m->p, m->source, m->file, &t_ns))
        return 0;
    m->file->kept_n++;
    fid_time_text (t_ns, 0, stamp);
    for (int k = 0; k < 2; k++) { /* errors are reported when the files are closed */
        fputs (stamp, files[k]);
        for (size_t i = 0; i < CPU_COLUMNS; i++) { /* older versions lack gnice */
            struct fid_span v = cell_of (row, cpu_columns[i], "");
            v = v.n ? v : cell_of (row, cpu_columns[i] + 1, "0.00");
            putc (k ? ' ' : ',', files[k]);
            for (const char *c = v.p; c < v.p + v.n; c++)
                putc (*c == ',' ? '.' : *c, files[k]);
        }
        putc ('\n', files[k]);
    }
    return 0;
}

void fid_prepare_cpus (struct fid_prepare_state *p)
{
    static const char csv[] = "timeline/cpu_all.csv";
    struct monitor m = {.p = p,
                        .file = fid_prepare_file_row (p, "cpu.out"),
                        .csv = fid_tree_file (&p->tree, csv),
                        .out = fid_tree_file (&p->tree, "cpu.out")};
    fputs ("timestamp", m.csv);
    for (size_t k = 0; k < CPU_COLUMNS; k++)
        fprintf (m.csv, ",%s", cpu_columns[k]);
    putc ('\n', m.csv);
    read_monitor (&m, FID_GIVES_CPU, on_cpu_row, NULL);
    fid_tree_close (&p->tree, m.csv, csv);
    fid_tree_close (&p->tree, m.out, "cpu.out");
}

/* --- disks */

/* "rkB/s" is a rate in kB. */
static bool is_kb_rate (const char *name)
{
    return name[0] && strchr ("rwd", name[0]) && strcmp (name + 1, "kB/s") == 0;
}

static int on_disk_row (void *self, const struct fid_row *row, struct fid_error *err)
{
    struct monitor *m = self;
    int64_t t_ns = row->t_ns;
    char stamp[FID_TIME_TEXT];
    (void)err;
    if (!fid_prepare_utc (m->p, m->source, &t_ns)) {
        fid_prepare_count_dropped (m->file, "time not known");
        return 0;
    }
    if (!m->column_n) {
        fputs ("timestamp", m->csv);
        for (size_t i = 0; i < row->n; i++) {
            const char *name = fid_copy (row->name[i]);
            FID_APPEND (m->column, name);
            if (is_kb_rate (name))
                fprintf (m->csv, ",%cMB/s", name[0]);
            else
                fprintf (m->csv, ",%s", name);
        }
        putc ('\n', m->csv);
    }
    m->file->read_n++;
    m->file->kept_n++;
    fputs (fid_time_text (t_ns, 0, stamp), m->csv);
    FID_EACH (const char *const, name, m->column) {
        struct fid_span value = cell_of (row, *name, "");
        putc (',', m->csv);
        if (value.n) {
            /* A value as Python prints it: a number with a point keeps one. */
            char text[FID_REPR_TEXT];
            double v;
            bool quoted = value.n >= 2 && value.p[0] == '"', rate = is_kb_rate (*name);
            if (quoted || !fid_span_f64 (value, &v))
                fprintf (m->csv, "%.*s", (int)value.n - 2 * quoted, value.p + quoted);
            else if (rate || fid_span_find (value, ".") >= 0)
                fputs (fid_repr (rate ? v / 1024 : v, text), m->csv);
            else
                fputs (fid_prepare_number (v, text), m->csv);
        }
    }
    putc ('\n', m->csv);
    return 0;
}

void fid_prepare_disks (struct fid_prepare_state *p)
{
    static const char csv[] = "timeline/iostat.csv";
    struct monitor m = {.p = p};
    if (!fid_prepare_has (p, FID_GIVES_DISK))
        return;
    m.file = fid_prepare_file_row (p, "iostat.csv");
    m.csv = fid_tree_file (&p->tree, csv);
    read_monitor (&m, FID_GIVES_DISK, on_disk_row, NULL);
    fid_tree_close (&p->tree, m.csv, csv);
}

/* --- calls: strace -f -tt has host local times of day, -ttt seconds of UTC */

void fid_prepare_calls (struct fid_prepare_state *p)
{
    static const char *const names[] = {"strace.out", "strace.out.gz"};
    const struct fid_run *run = p->run;
    int64_t zone_ns = run->clocks.zone_known ? run->clocks.zone_ns : 0;
    int64_t near_ns = (p->has_init ? p->init_ns : run->phases.origin_ns) + zone_ns;
    struct fid_daytime daytime = {0};
    bool dated = false, missing = true;
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_span line;
    const char *path = NULL;
    for (int i = 0; i < 2 && missing; i++) {
        path = fid_textf ("%s/%s", run->dir, names[i]);
        fid_must (fid_file_missing (path, &missing, &fid_why));
    }
    if (missing)
        return;
    fid_must (fid_text_open (&text, path, &fid_why));
    FILE *f = fid_tree_file (&p->tree, "strace.out");
    struct fid_prepare_file *file = fid_prepare_file_row (p, "strace.out");
    while (fid_must (fid_text_next (&text, &line, &fid_why)) > 0) {
        struct fid_strace_line l;
        char stamp[FID_TIME_TEXT];
        fid_strace_line (line, &l);
        file->read_n++;
        if (l.pid < 0 || l.stamp <= FID_STRACE_SINCE) {
            fid_prepare_count_dropped (file, "lines without a time (copied)");
            fprintf (f, "%.*s\n", (int)line.n, line.p);
            continue;
        }
        if (l.stamp == FID_STRACE_DAY && !dated) { /* on the day nearest to the job's start */
            daytime.day = (near_ns - l.t_ns + FID_DAY / 2) / FID_DAY;
            dated = true;
        }
        if (l.stamp == FID_STRACE_DAY)
            l.t_ns = fid_daytime_next (&daytime, l.t_ns) - zone_ns;
        file->kept_n++;
        l.rest = fid_span_trim (l.rest);
        fprintf (f, "%" PRId64 " %s %.*s\n", l.pid, fid_time_text (l.t_ns, 6, stamp),
                 (int)l.rest.n, l.rest.p);
    }
    fid_tree_close (&p->tree, f, "strace.out");
}
