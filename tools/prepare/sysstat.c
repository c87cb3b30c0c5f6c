/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sysstat.c - tables of mpstat and iostat
 *
 *   timeline/cpu_all.csv, cpu.out  the ten percentages of all CPUs as mpstat printed them,
 *                         with a point; cpu.out has blanks between columns and no title
 *   timeline/iostat.csv   a row for each disk and sample: timestamp and the members of the
 *                         first disk of the first sample.  kB/s become MB/s by 1024; other
 *                         numbers stay as written.  Rows before INIT stay, as in the
 *                         earlier tools */
#include "readers/sysstat/sysstat.h"
#include "tools/prepare/state.h"

/* Note what the reader says of its JSON: a cut file, a broken one. */
static void on_remark (void *self, const struct fid_remark *remark)
{
    struct fid_prepare_state *p = self;
    char text[FID_REMARK_TEXT];
    fid_remark_text (remark, text, sizeof text);
    if (remark->line)
        fid_prepare_note (p, "%s:%zu: %s", p->reading_path, remark->line, text);
    else
        fid_prepare_note (p, "%s: %s", p->reading_path, text);
}

/* Read JSON of sysstat. */
static void read_json (struct fid_prepare_state *p, const struct fid_source *s,
                       struct fid_input *in,
                       int (*fn) (void *self, const struct fid_sysstat_sample *sample,
                                  struct fid_error *err),
                       void *self)
{
    const struct fid_sink sink = {.self = p, .note = on_remark, .reject = on_remark};
    p->reading_path = s->path;
    in->sink = &sink;
    fid_must (fid_sysstat_read (in, fn, self, &fid_why));
}

/* The next element of the list that is the member `name` of an object.  Start with *list
 * false and a copy of the object. */
static bool next_element (struct fid_json *j, const char *name, bool *list)
{
    struct fid_span key;
    if (*list && fid_json_element (j))
        return true;
    for (*list = false; fid_json_member (j, &key);) {
        if (fid_span_is (key, name) && fid_json_enter (j, '[')) {
            *list = true;
            if (fid_json_element (j))
                return true;
            *list = false;
        } else {
            fid_json_skip (j);
        }
    }
    return false;
}

/* --- CPUs */

#define CPU_COLUMNS 10

static const char *const cpu_columns[CPU_COLUMNS] = {
    "usr", "nice", "sys", "iowait", "irq", "soft", "steal", "guest", "gnice", "idle"};

struct cpus {
    struct fid_prepare_state *p;
    const struct fid_source *source;
    struct fid_prepare_file *file;
    FILE *csv, *out;
    struct fid_daytime daytime; /* of JSON */
    int64_t day;
};

static void put_cpu_row (struct cpus *c, int64_t t_ns, const struct fid_span value[CPU_COLUMNS])
{
    char stamp[FID_TIME_TEXT];
    double v;
    c->file->read_n++;
    for (int i = 0; i < CPU_COLUMNS; i++)
        if (!fid_span_f64 (value[i], &v)) {
            fid_prepare_count_dropped (c->file, "malformed lines");
            return;
        }
    if (!fid_prepare_place (c->p, c->source, c->file, &t_ns))
        return;
    c->file->kept_n++;
    fid_time_text (t_ns, 0, stamp);
    fputs (stamp, c->csv); /* errors are reported when the files are closed */
    fputs (stamp, c->out);
    for (int i = 0; i < CPU_COLUMNS; i++) {
        putc (',', c->csv);
        putc (' ', c->out);
        for (size_t k = 0; k < value[i].n; k++) {
            char ch = value[i].p[k];
            putc (ch == ',' ? '.' : ch, c->csv);
            putc (ch == ',' ? '.' : ch, c->out);
        }
    }
    putc ('\n', c->csv);
    putc ('\n', c->out);
}

static void read_mpstat (struct cpus *c, struct fid_input *in)
{
    struct fid_sysstat_table m = {.in = in};
    struct fid_sysstat_row row;
    struct fid_span line, value[CPU_COLUMNS];
    while (fid_must (fid_text_next (in->text, &line, &fid_why)) > 0) {
        if (fid_sysstat_line (&m, line, &row)) {
            fid_prepare_count_dropped (c->file, "malformed lines");
            continue;
        }
        if (row.view != FID_SYSSTAT_CPU || !fid_span_is (row.word[0], "all"))
            continue;
        for (int k = 0; k < CPU_COLUMNS; k++) {
            value[k] = fid_span_of ("0.00"); /* older versions lack gnice */
            for (size_t i = 1; i < m.column_n; i++)
                if (m.name[i][0] == '%' && strcmp (m.name[i] + 1, cpu_columns[k]) == 0)
                    value[k] = row.word[i];
        }
        put_cpu_row (c, row.t_ns, value);
    }
}

/* Read an element of cpu-load; true if it is the one of all CPUs. */
static bool read_cpu_load (struct fid_json *j, struct fid_span value[CPU_COLUMNS])
{
    struct fid_span key, cpu = {"", 0};
    for (int k = 0; k < CPU_COLUMNS; k++)
        value[k] = fid_span_of ("0.00");
    if (!fid_json_enter (j, '{')) {
        fid_json_skip (j);
        return false;
    }
    while (fid_json_member (j, &key)) {
        int k = 0;
        while (k < CPU_COLUMNS && !fid_span_is (key, cpu_columns[k]))
            k++;
        if (k < CPU_COLUMNS)
            value[k] = fid_json_raw (j);
        else if (fid_span_is (key, "cpu"))
            fid_json_string (j, &cpu);
        else
            fid_json_skip (j);
    }
    return fid_span_is (cpu, "all") || fid_span_is (cpu, "-1");
}

static int on_cpu_sample (void *self, const struct fid_sysstat_sample *s, struct fid_error *err)
{
    struct cpus *c = self;
    struct fid_json j = s->object;
    struct fid_span rest = s->timestamp, value[CPU_COLUMNS];
    int64_t tod, day;
    bool list = false;
    (void)err;
    if (!fid_host_time (&rest, &tod)) {
        fid_prepare_count_dropped (c->file, "malformed lines");
        return 0;
    }
    if (fid_host_date (s->date, c->p->opts->run.day_first, &day) && day != c->day) {
        c->day = day;
        c->daytime = (struct fid_daytime){.day = day};
    }
    int64_t t_ns = fid_daytime_next (&c->daytime, tod);
    fid_json_enter (&j, '{');
    while (next_element (&j, "cpu-load", &list))
        if (read_cpu_load (&j, value))
            put_cpu_row (c, t_ns, value);
    return 0;
}

static void read_cpu (void *self, const struct fid_source *s, struct fid_input *in)
{
    struct cpus *c = self;
    c->source = s;
    if (strcmp (s->reader, "mpstat_json") == 0)
        read_json (c->p, s, in, on_cpu_sample, c);
    else if (strcmp (s->reader, "mpstat") == 0)
        read_mpstat (c, in);
}

void fid_prepare_cpus (struct fid_prepare_state *p)
{
    static const char csv[] = "timeline/cpu_all.csv";
    struct cpus c = {.p = p,
                     .file = fid_prepare_file_row (p, "cpu.out"),
                     .csv = fid_tree_file (&p->tree, csv),
                     .out = fid_tree_file (&p->tree, "cpu.out")};
    fputs ("timestamp", c.csv);
    for (int k = 0; k < CPU_COLUMNS; k++)
        fprintf (c.csv, ",%%%s", cpu_columns[k]);
    putc ('\n', c.csv);
    fid_prepare_each_text (p, FID_GIVES_CPU, NULL, read_cpu, &c);
    fid_tree_close (&p->tree, c.csv, csv);
    fid_tree_close (&p->tree, c.out, "cpu.out");
}

/* --- disks */

#define DISK_COLUMNS_MAX 64

struct disks {
    struct fid_prepare_state *p;
    const struct fid_source *source;
    struct fid_prepare_file *file;
    FILE *f;
    char name[DISK_COLUMNS_MAX][24]; /* members of the first disk */
    size_t n;
};

/* "rkB/s" is a rate in kB. */
static bool is_kb_rate (const char *name)
{
    return name[0] && strchr ("rwd", name[0]) && strcmp (name + 1, "kB/s") == 0;
}

static void put_disk_columns (struct disks *d, struct fid_json j)
{
    struct fid_span key;
    fputs ("timestamp", d->f);
    fid_json_enter (&j, '{');
    while (fid_json_member (&j, &key)) {
        fid_json_skip (&j);
        if (d->n == DISK_COLUMNS_MAX || key.n >= sizeof d->name[0])
            continue;
        char *name = d->name[d->n++];
        memcpy (name, key.p, key.n);
        name[key.n] = '\0';
        if (is_kb_rate (name))
            fprintf (d->f, ",%cMB/s", name[0]);
        else
            fprintf (d->f, ",%s", name);
    }
    putc ('\n', d->f);
}

/* A value as Python prints it: a number with a point keeps one. */
static void put_disk_value (FILE *f, const char *name, struct fid_span raw)
{
    char text[FID_REPR_TEXT];
    double v;
    bool quoted = raw.n >= 2 && raw.p[0] == '"', rate = is_kb_rate (name);
    if (quoted || !fid_span_f64 (raw, &v)) {
        fprintf (f, "%.*s", (int)raw.n - 2 * quoted, raw.p + quoted);
        return;
    }
    if (rate || fid_span_find (raw, ".") >= 0)
        fputs (fid_repr (rate ? v / 1024 : v, text), f);
    else
        fputs (fid_prepare_number (v, text), f);
}

static void put_disk (struct disks *d, struct fid_json j, const char *stamp)
{
    struct fid_span value[DISK_COLUMNS_MAX] = {{NULL, 0}}, key;
    fid_json_enter (&j, '{');
    while (fid_json_member (&j, &key)) {
        size_t i = 0;
        while (i < d->n && !fid_span_is (key, d->name[i]))
            i++;
        struct fid_span raw = fid_json_raw (&j);
        if (i < d->n)
            value[i] = raw;
    }
    d->file->read_n++;
    d->file->kept_n++;
    fputs (stamp, d->f);
    for (size_t i = 0; i < d->n; i++) {
        putc (',', d->f);
        if (value[i].p)
            put_disk_value (d->f, d->name[i], value[i]);
    }
    putc ('\n', d->f);
}

/* The UTC instant of a sample; false if it has none. */
static bool disk_instant (const struct disks *d, struct fid_span stamp, int64_t *t_ns)
{
    int64_t zone_s;
    bool zoned;
    if (!stamp.n || !fid_host_stamp (stamp, d->p->opts->run.day_first, t_ns, &zone_s, &zoned))
        return false;
    if (!zoned)
        return fid_prepare_utc (d->p, d->source, t_ns);
    *t_ns -= zone_s * FID_S;
    return true;
}

static int on_disk_sample (void *self, const struct fid_sysstat_sample *s,
                           struct fid_error *err)
{
    struct disks *d = self;
    struct fid_json j = s->object;
    char stamp[FID_TIME_TEXT];
    int64_t t_ns;
    bool list = false;
    (void)err;
    if (!disk_instant (d, s->timestamp, &t_ns)) {
        fid_prepare_count_dropped (d->file, "time not known");
        return 0;
    }
    fid_time_text (t_ns, 0, stamp);
    fid_json_enter (&j, '{');
    while (next_element (&j, "disk", &list)) {
        struct fid_json disk = j;
        fid_json_skip (&j);
        if (fid_json_peek (&disk) != '{')
            continue;
        if (!d->n)
            put_disk_columns (d, disk);
        put_disk (d, disk, stamp);
    }
    return 0;
}

static void read_iostat (void *self, const struct fid_source *s, struct fid_input *in)
{
    struct disks *d = self;
    d->source = s;
    if (!d->f)
        d->f = fid_tree_file (&d->p->tree, "timeline/iostat.csv");
    d->file = fid_prepare_file_row (d->p, "iostat.csv");
    read_json (d->p, s, in, on_disk_sample, d);
}

void fid_prepare_disks (struct fid_prepare_state *p)
{
    struct disks d = {.p = p};
    fid_prepare_each_text (p, FID_GIVES_DISK, "iostat_json", read_iostat, &d);
    fid_tree_close (&p->tree, d.f, "timeline/iostat.csv");
}
