/* SPDX-License-Identifier: GPL-3.0-or-later */
/* events.c - bio.out, openat.out, read.out and write.out
 *
 * A line has the time of completion in UTC and the other columns of the raw trace,
 * separated by single blanks, in the order of the raw trace.  Events that completed before
 * INIT go to left_out/, and so does what does not look like the workload's own I/O, and the
 * traces that the earlier tools did not know: with these a tree shows what the raw run does. */
#include "tools/prepare/prepare.h"

/* The kinds of event traces. */
static const struct trace {
    const char *name;   /* "read.out" */
    const char *reader; /* of the processed file */
    unsigned gives;
    const char *raw; /* reader of the raw trace, if it is left out as a whole */
} traces[] = {
    {"bio.out", "processed_bio", FID_GIVES_BLOCK, NULL},
    {"openat.out", "processed_openat", FID_GIVES_OPEN, NULL},
    {"read.out", "processed_read", FID_GIVES_READ, NULL},
    {"write.out", "processed_write", FID_GIVES_WRITE, NULL},
    {"close.out", "processed_close", FID_GIVES_CLOSE, "bpftrace_close"},
    {"create_del.out", "processed_create_del", FID_GIVES_META, "bpftrace_create_del"},
    {"stat.out", "processed_stat", FID_GIVES_META, "bpftrace_stat"},
};

#define TRACE_N (sizeof traces / sizeof *traces)

/* What is to be known of block requests before they are filtered. */
struct first_look {
    struct fid_values latencies;
    FID_LIST (struct written_disk, disk);
};

struct written_disk {
    const char *name;
    uint64_t byte_n; /* by kernel workers */
};

/* One way through the events of a trace. */
struct pass {
    struct fid_prepare_state *p;
    const struct trace *trace;
    const struct fid_source *source; /* NULL: a file of a tree, in UTC */
    bool filter;
    bool early_only;    /* the others were read from another file */
    int64_t slowest_ns; /* drop slower block requests; INT64_MAX: none */
    struct fid_prepare_file *file;
    FILE *all, *kept, *left;  /* NULL: not written */
    struct first_look *first; /* only look at requests; NULL: write */
};

bool fid_prepare_is_trace (const char *name)
{
    for (size_t i = 0; i < TRACE_N; i++)
        if (strcmp (traces[i].name, name) == 0)
            return true;
    return false;
}

/* --- filters: the reason to drop an event, a static text; NULL: keep it */

/* Whether the earlier tools could match the name of a file. */
static bool is_plain_name (struct fid_span name)
{
    for (size_t i = 0; i < name.n; i++)
        if (!name.p[i] || !(isalnum ((unsigned char)name.p[i]) || strchr ("_[].-", name.p[i])))
            return false;
    return true;
}

static const char *filter_write (const struct pass *pass, struct fid_span name)
{
    bool drop = fid_span_is (name, "0") || fid_span_is (name, "1") || fid_span_is (name, "2") ||
                fid_span_is (name, "ptmx") || fid_span_starts (name, "tty") ||
                fid_span_ends (name, ".log");
    if (pass->p->opts->compat) {
        if (!is_plain_name (name))
            return "names with odd characters";
        drop = fid_span_starts (name, "0") || fid_span_find (name, ".log") >= 0;
    }
    return drop ? "logs and terminals" : NULL;
}

static bool is_program (enum fid_workload workload, struct fid_span comm)
{
    static const char *const names[FID_WORKLOAD_N][4] = {
        [FID_UNET3D] = {"python"},
        [FID_DLRM] = {"python"},
        [FID_BERT] = {"python", "horovodrun", "run_pretraining"},
        [FID_DLIO] = {"python3", "mpirun", "horovodrun"},
    };
    for (int i = 0; i < 4 && names[workload][i]; i++)
        if (fid_span_find (comm, names[workload][i]) >= 0)
            return true;
    return false;
}

/* Whether a kernel worker writes back to the checkpoint disk. */
static bool is_writeback (const struct pass *pass, const struct fid_event *ev)
{
    return fid_span_find (ev->comm, "kworker") >= 0 && ev->op == FID_OP_BLOCK_WRITE &&
           fid_span_is (ev->device, pass->p->checkpoint_disk);
}

static const char *filter_bio (const struct pass *pass, const struct fid_event *ev)
{
    if (pass->p->opts->compat) {
        bool three = ev->device.n == 3;
        for (size_t i = 0; i < ev->device.n; i++)
            three &= ev->device.p[i] >= 'a' && ev->device.p[i] <= 'z';
        if (!three)
            return "disks not of three letters";
    }
    if (fid_span_find (ev->comm, "kworker") >= 0)
        return is_writeback (pass, ev) ? NULL
                                       : "kernel workers, but writes to the checkpoint disk";
    return is_program (pass->p->workload, ev->comm) ? NULL : "other programs";
}

static const char *filter_event (const struct pass *pass, const struct fid_event *ev)
{
    bool block = ev->op == FID_OP_BLOCK_READ || ev->op == FID_OP_BLOCK_WRITE;
    if (block && !(ev->flags & FID_EVENT_NO_DUR) && ev->dur_ns > pass->slowest_ns)
        return "slower than the 99th percentile";
    if (pass->filter && ev->op == FID_OP_READ && ev->flags & FID_EVENT_ERROR)
        return "failed calls";
    return pass->filter && ev->op == FID_OP_WRITE ? filter_write (pass, ev->file)
           : pass->filter && block                ? filter_bio (pass, ev)
                                                  : NULL;
}

/* --- one event */

/* What is kept of an event beside its line: values for histograms (-1: none), and its place in
 * the logs by process. */
static const struct {
    int size, latency;
    enum fid_lane lane;
} kept_of[FID_OP_N] = {[FID_OP_BLOCK_READ] = {-1, FID_BIO_LATENCIES, FID_BIOR},
                       [FID_OP_BLOCK_WRITE] = {-1, FID_BIO_LATENCIES, FID_BIOW},
                       [FID_OP_READ] = {FID_READ_SIZES, -1, FID_READ},
                       [FID_OP_WRITE] = {FID_WRITE_SIZES, FID_WRITE_LATENCIES, FID_WRITE},
                       [FID_OP_OPEN] = {-1, -1, FID_OPENAT}};

/* Writes a line; that of io_uring without its column T, as the other traces have none. */
static void put_line (FILE *f, const struct pass *pass, int64_t utc_ns, struct fid_span line)
{
    bool uring = pass->source && strcmp (pass->source->reader, "bpftrace_uring") == 0;
    char stamp[FID_TIME_TEXT];
    struct fid_span word;
    if (!f)
        return;
    fputs (fid_time_text (utc_ns, 9, stamp), f); /* errors are reported when f is closed */
    fid_span_word (&line, &word);
    for (size_t i = 0; fid_span_word (&line, &word); i++) {
        if (uring && i == 1)
            continue;
        putc (' ', f);
        fwrite (word.p, 1, word.n, f);
    }
    putc ('\n', f);
}

/* Notes a request before any is written. */
static void look_at (struct first_look *first, const struct fid_event *ev)
{
    struct written_disk *disk = NULL;
    if (!(ev->flags & FID_EVENT_NO_DUR))
        FID_APPEND (first->latencies.v, ev->dur_ns);
    if (ev->op != FID_OP_BLOCK_WRITE || fid_span_find (ev->comm, "kworker") < 0)
        return;
    FID_EACH (struct written_disk, d, first->disk)
        disk = fid_span_is (ev->device, d->name) ? d : disk;
    if (disk)
        disk->byte_n += ev->bytes;
    else
        FID_APPEND (first->disk, (struct written_disk){fid_copy (ev->device), ev->bytes});
}

static int on_event (void *self, const struct fid_event *ev, struct fid_error *err)
{
    struct pass *pass = self;
    struct fid_prepare_state *p = pass->p;
    struct fid_prepare_file *file = pass->file;
    int64_t end_ns = ev->start_ns + ev->dur_ns;
    uint64_t early_n = file->early_n,
             byte_n = ev->flags & (FID_EVENT_NO_BYTES | FID_EVENT_ERROR) ? 0 : ev->bytes;
    (void)err;
    if (!(fid_op_gives (ev->op) & pass->trace->gives))
        return 0;
    bool late = fid_prepare_place (p, pass->source, file, &end_ns);
    if (pass->early_only && late)
        return 0;
    file->read_n++;
    file->byte_n += byte_n;
    if (!late) {
        if (file->early_n > early_n) {
            file->early_byte_n += byte_n;
            put_line (pass->left, pass, end_ns, ev->line);
        }
        return 0;
    }
    if (pass->first) {
        look_at (pass->first, ev);
        return 0;
    }
    put_line (pass->all, pass, end_ns, ev->line);
    if (ev->op == FID_OP_BLOCK_WRITE && fid_span_find (ev->comm, "kworker") >= 0)
        p->kernel_write_n += byte_n;
    const char *why = pass->trace->raw ? "to left_out" : filter_event (pass, ev);
    if (why) {
        fid_prepare_count_dropped (file, why);
        put_line (pass->left, pass, end_ns, ev->line);
        return 0;
    }
    file->kept_byte_n += byte_n;
    file->kept_n++;
    put_line (pass->kept, pass, end_ns, ev->line);
    int size = kept_of[ev->op].size, latency = kept_of[ev->op].latency;
    if (pass->kept && size >= 0 && !(ev->flags & (FID_EVENT_NO_BYTES | FID_EVENT_ERROR)))
        FID_APPEND (p->values[size].v, (int64_t)ev->bytes);
    if (pass->kept && latency >= 0 && !(ev->flags & FID_EVENT_NO_DUR))
        FID_APPEND (p->values[latency].v, ev->dur_ns);
    if (ev->op == FID_OP_READ)
        fid_must (fid_pidset_add (&p->reading, ev->pid, &fid_why));
    struct fid_lane_event lane = {end_ns - ev->dur_ns, end_ns, ev->pid, kept_of[ev->op].lane,
                                  is_writeback (pass, ev)};
    fwrite (&lane, sizeof lane, 1, p->lanes); /* errors show when all are written */
    return 0;
}

static void on_reject (void *self, const struct fid_remark *r)
{
    struct pass *pass = self;
    (void)r;
    fid_prepare_count_dropped (pass->file, "malformed lines");
}

/* --- a trace */

/* Whether a source of the run has events of a trace. */
static bool is_of_trace (const struct fid_source *s, const struct trace *trace)
{
    return trace->raw ? (s->used & trace->gives) && strcmp (s->reader, trace->raw) == 0
                      : fid_prepare_is_raw (s, trace->gives);
}

/* Read all files of the run with such events; or path, a file of a tree. */
static void read_all (struct pass *pass, const char *path)
{
    const struct fid_sink sink = {.self = pass, .event = on_event, .reject = on_reject};
    if (path) {
        fid_prepare_read (pass->p, path, pass->trace->reader, &sink);
        return;
    }
    FID_EACH (const struct fid_source, s, pass->p->run->source) {
        pass->source = s;
        if (is_of_trace (s, pass->trace))
            fid_prepare_read_source (pass->p, s, &sink);
    }
}

/* The 99th percentile of latencies at position 0.99 (n + 1), counted from 1, in whole ns; INT64_MAX
 * for fewer than two. */
static int64_t find_slowest (struct fid_values *values)
{
    if (values->v_n < 2)
        return INT64_MAX;
    FID_SORT (values->v, values->v_n, fid_by_number);
    uint64_t at = 99 * ((uint64_t)values->v_n + 1), whole = at / 100;
    whole =
        whole > values->v_n - 1 ? values->v_n - 1 : whole; /* extrapolates from the last two */
    whole = whole < 1 ? 1 : whole;
    double part = (double)(at - 100 * whole) / 100;
    double low = (double)values->v[whole - 1], high = (double)values->v[whole];
    return (int64_t)(low + (high - low) * part);
}

/* Finds the disk that kernel workers wrote most to, unless it is told, and the slowest request
 * to keep. */
static void look_first (struct pass *pass, const char *path)
{
    struct fid_prepare_state *p = pass->p;
    struct first_look first = {.disk = NULL};
    struct fid_prepare_file uncounted = {.read_n = 0};
    struct pass look = *pass;
    uint64_t most_n = 0;
    look.file = &uncounted;
    look.first = &first;
    read_all (&look, path);
    FID_EACH (const struct written_disk, d, first.disk)
        if (!p->opts->checkpoint_disk && !p->opts->compat && d->byte_n > most_n) {
            p->checkpoint_disk = d->name;
            most_n = d->byte_n;
        }
    if (p->opts->p99)
        pass->slowest_ns = find_slowest (&first.latencies);
}

static struct pass pass_of (struct fid_prepare_state *p, const struct trace *trace)
{
    return (struct pass){.p = p,
                         .trace = trace,
                         .filter = !p->opts->no_filter,
                         .slowest_ns = INT64_MAX,
                         .file = fid_prepare_file_row (p, trace->name)};
}

static void prepare_trace (struct fid_prepare_state *p, const struct trace *trace)
{
    bool block = trace->gives == FID_GIVES_BLOCK;
    bool copy = (block && p->opts->p99) || trace->gives & (FID_GIVES_READ | FID_GIVES_WRITE),
         any = false;
    bool again = p->opts->skip_to > FID_PREPARE_ALIGN; /* from the files of a tree */
    const char *bk = fid_textf ("%s.bk", trace->name), *path = NULL, *early = NULL;
    const char *left = fid_textf ("left_out/%s", trace->name);
    FID_EACH (const struct fid_source, s, p->run->source)
        any |= is_of_trace (s, trace);
    if (again) {
        early = fid_tree_find (&p->tree, left);
        path = fid_tree_find (&p->tree, bk);
        copy &= !path; /* the copy stays */
        path = path ? path : fid_tree_find (&p->tree, trace->name);
    }
    if (trace->raw && (again || !any))
        return;
    struct pass pass = pass_of (p, trace);
    if (again ? !path : !any) {
        FID_PREPARE_NOTE (p, "no trace for %s", trace->name);
        return;
    }
    if (block)
        look_first (&pass, path);
    if (copy)
        pass.all = fid_tree_file (&p->tree, bk);
    if (!trace->raw)
        pass.kept = fid_tree_file (&p->tree, trace->name);
    pass.left = fid_tree_file (&p->tree, left);
    pass.early_only = path && fid_span_ends (fid_span_of (path), ".bk");
    if (early)
        read_all (&pass, early);
    pass.early_only = false;
    read_all (&pass, path);
    fid_tree_close (&p->tree, pass.left, left);
    fid_tree_close (&p->tree, pass.kept, trace->name);
    fid_tree_close (&p->tree, pass.all, bk);
}

void fid_prepare_events (struct fid_prepare_state *p)
{
    for (size_t i = 0; i < TRACE_N; i++)
        prepare_trace (p, &traces[i]);
}

void fid_prepare_events_of_tree (struct fid_prepare_state *p)
{
    for (size_t i = 0; i < TRACE_N && !traces[i].raw; i++) {
        struct pass pass = pass_of (p, &traces[i]);
        pass.filter = false;
        const char *path = fid_tree_find (&p->tree, traces[i].name);
        if (path && traces[i].gives == FID_GIVES_BLOCK)
            look_first (&pass, path);
        pass.slowest_ns = INT64_MAX;
        if (path)
            read_all (&pass, path);
    }
}

/* --- histograms: sizes and latencies in 500 bins
 *
 *     # N values, median M
 *     from,to,count
 *
 * The bins have equal widths from the least value to the greatest, which is in the last
 * one; the counts add up to N. */

#define BINS 500

static void write_histogram (struct fid_prepare_state *p, const char *name,
                             struct fid_values *values)
{
    char path[64], low[FID_REPR_TEXT], high[FID_REPR_TEXT];
    size_t n = values->v_n, half = n / 2, at = 0;
    int64_t *v = values->v;
    if (!n)
        return;
    FID_SORT (v, n, fid_by_number);
    double median =
        n % 2 ? (double)v[half] : (double)v[half - 1] + (double)(v[half] - v[half - 1]) / 2;
    double from = (double)v[0], to = (double)v[n - 1], width = (to - from) / BINS;
    int bins = width > 0 ? BINS : 1;
    p->report->histogram[p->report->histogram_n].name = name;
    p->report->histogram[p->report->histogram_n].n = n;
    p->report->histogram[p->report->histogram_n++].median = median;
    snprintf (path, sizeof path, "histograms/%s.csv", name);
    FILE *f = fid_tree_file (&p->tree, path);
    fprintf (f, "# %zu values, median %s\nfrom,to,count\n", n,
             fid_prepare_number (median, low));
    for (int i = 0; i < bins; i++) {
        bool last = i == bins - 1;
        double end = from + width * (i + 1);
        size_t first = at;
        while (at < n && (last || (double)v[at] < end))
            at++;
        fprintf (f, "%s,%s,%zu\n", fid_prepare_number (from + width * i, low),
                 fid_prepare_number (last ? to : end, high), at - first);
    }
    fid_tree_close (&p->tree, f, path);
}

void fid_prepare_histograms (struct fid_prepare_state *p)
{
    static const char *const names[FID_VALUES_N] = {"read_sizes", "write_sizes",
                                                    "write_latencies", "bio_latencies"};
    for (int i = 0; i < FID_VALUES_N; i++)
        write_histogram (p, names[i], &p->values[i]);
}
