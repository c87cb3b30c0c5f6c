/* events.c - bio.out, openat.out, read.out and write.out
 *
 * A line is the time of completion in UTC and the raw trace's other columns,
 * one blank between them, in the raw order.  What completed before INIT began
 * is left out. */
#include "config.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/timeparse.h"
#include "tools/prepare/priv.h"

const struct fid_prepare_trace fid_prepare_traces[FID_TRACE_N] = {
    {"bio.out", "processed_bio", FID_GIVES_BLOCK},
    {"openat.out", "processed_openat", FID_GIVES_OPEN},
    {"read.out", "processed_read", FID_GIVES_READ},
    {"write.out", "processed_write", FID_GIVES_WRITE},
};

struct pass {
    struct fid_prepare *p;
    const struct fid_source *source; /* NULL: a file of a tree, in UTC */
    unsigned gives;
    struct fid_filters filters;
    struct fid_prepare_file *file;
    FILE *all, *kept;            /* NULL: not written */
    struct fid_values *slowness; /* instead of writing */
};

static int
keep (struct fid_values *v, int64_t value, struct fid_error *err)
{
    if (fid_array_grow (&v->v, &v->cap, v->n + 1, sizeof *v->v, err))
        return -1;
    v->v[v->n++] = value;
    return 0;
}

static const char *
judge (const struct pass *pass, const struct fid_event *ev)
{
    switch (ev->op) {
    case FID_OP_BLOCK_READ:
    case FID_OP_BLOCK_WRITE:
        return fid_filter_bio (&pass->filters, ev);
    case FID_OP_READ:
        return fid_filter_read (&pass->filters, ev);
    case FID_OP_WRITE:
        return fid_filter_write (&pass->filters, ev);
    default:
        return NULL;
    }
}

static int
keep_values (struct fid_prepare *p, const struct fid_event *ev, struct fid_error *err)
{
    static const int size_of[FID_OP_N] = {
        [FID_OP_READ] = FID_READ_SIZES + 1, [FID_OP_WRITE] = FID_WRITE_SIZES + 1};
    static const int latency_of[FID_OP_N] = {[FID_OP_WRITE] = FID_WRITE_LATENCIES + 1,
                                             [FID_OP_BLOCK_READ] = FID_BIO_LATENCIES + 1,
                                             [FID_OP_BLOCK_WRITE] = FID_BIO_LATENCIES + 1};
    int size = size_of[ev->op], latency = latency_of[ev->op];
    if (size && !(ev->flags & (FID_EVENT_NO_BYTES | FID_EVENT_ERROR)) &&
        keep (&p->values[size - 1], (int64_t)ev->bytes, err))
        return -1;
    return latency && !(ev->flags & FID_EVENT_NO_DUR)
               ? keep (&p->values[latency - 1], ev->dur_ns, err)
               : 0;
}

/* A filtered event for the logs by process. */
static int
keep_lane (const struct pass *pass, const struct fid_event *ev, int64_t end_ns,
           struct fid_error *err)
{
    static const enum fid_lane lanes[FID_OP_N] = {[FID_OP_BLOCK_READ] = FID_BIOR,
                                                  [FID_OP_BLOCK_WRITE] = FID_BIOW,
                                                  [FID_OP_READ] = FID_READ,
                                                  [FID_OP_WRITE] = FID_WRITE,
                                                  [FID_OP_OPEN] = FID_OPENAT};
    struct fid_lane_event lane = {end_ns - ev->dur_ns, end_ns, ev->pid, lanes[ev->op],
                                  fid_filter_writeback (&pass->filters, ev)};
    if (ev->op == FID_OP_READ && fid_pidset_add (&pass->p->reading, ev->pid, err))
        return -1;
    return fid_sorter_add (pass->p->sorter, &lane, err);
}

static void
write_line (FILE *f, int64_t utc_ns, struct fid_span line)
{
    char stamp[FID_TIME_TEXT];
    struct fid_span word;
    if (!f)
        return;
    fputs (fid_time_text (utc_ns, 9, stamp), f); /* an error shows when it is closed */
    fid_span_word (&line, &word);
    while (fid_span_word (&line, &word)) {
        putc (' ', f);
        fwrite (word.p, 1, word.n, f);
    }
    putc ('\n', f);
}

static int
on_event (void *self, const struct fid_event *ev, struct fid_error *err)
{
    struct pass *pass = self;
    struct fid_prepare *p = pass->p;
    int64_t end_ns = ev->start_ns + ev->dur_ns;
    if (!(fid_op_gives (ev->op) & pass->gives))
        return 0;
    pass->file->read_n += !pass->slowness;
    if (pass->source && !fid_prepare_utc (p, pass->source, &end_ns)) {
        fid_prepare_drop (pass->file, "time not known");
        return 0;
    }
    if (p->has_init && end_ns < p->init_ns) {
        pass->file->early_n += !pass->slowness;
        return 0;
    }
    if (pass->slowness)
        return ev->flags & FID_EVENT_NO_DUR ? 0 : keep (pass->slowness, ev->dur_ns, err);
    write_line (pass->all, end_ns, ev->line);
    const char *why = judge (pass, ev);
    if (why) {
        fid_prepare_drop (pass->file, why);
        return 0;
    }
    pass->file->kept_n++;
    write_line (pass->kept, end_ns, ev->line);
    if (pass->kept && keep_values (p, ev, err))
        return -1;
    return keep_lane (pass, ev, end_ns, err);
}

static void
on_reject (void *self, const struct fid_remark *r)
{
    struct pass *pass = self;
    (void)r;
    if (!pass->slowness)
        fid_prepare_drop (pass->file, "malformed lines");
}

/* All files of the run that hold such events; or the one of a tree. */
static int
read_all (struct pass *pass, const struct fid_prepare_trace *trace, const char *of_tree,
          struct fid_error *err)
{
    struct fid_prepare *p = pass->p;
    struct fid_sink sink = {.self = pass, .event = on_event, .reject = on_reject};
    if (of_tree)
        return fid_prepare_read (of_tree, trace->reader, false, &sink, err);
    for (size_t i = 0; i < p->run->source_n; i++) {
        pass->source = &p->run->source[i];
        if ((pass->source->used & trace->gives) &&
            fid_prepare_read_source (p, pass->source, &sink, err))
            return -1;
    }
    return 0;
}

/* The 99th percentile, at position 0.99 (n + 1) counted from 1, as a whole
 * number of ns; INT64_MAX of fewer than two. */
static int64_t
p99 (struct fid_values *v)
{
    if (v->n < 2)
        return INT64_MAX;
    qsort (v->v, v->n, sizeof *v->v, fid_by_number);
    uint64_t at = 99 * ((uint64_t)v->n + 1), whole = at / 100;
    whole = whole > v->n - 1 ? v->n - 1 : whole; /* extrapolates from the last two */
    whole = whole < 1 ? 1 : whole;
    double part = (double)(at - 100 * whole) / 100;
    double low = (double)v->v[whole - 1], high = (double)v->v[whole];
    return (int64_t)(low + (high - low) * part);
}

static int
find_slowest (struct pass *pass, const struct fid_prepare_trace *trace, const char *of_tree,
              struct fid_error *err)
{
    struct fid_values slowness = {0};
    pass->slowness = &slowness;
    int rc = read_all (pass, trace, of_tree, err);
    pass->slowness = NULL;
    if (!rc)
        pass->filters.slowest_ns = p99 (&slowness);
    free (slowness.v);
    return rc;
}

static struct pass
pass_of (struct fid_prepare *p, const struct fid_prepare_trace *trace)
{
    return (struct pass){
        .p = p,
        .gives = trace->gives,
        .filters = {.workload = p->workload,
                    .off = p->opts->no_filter,
                    .compat = p->opts->compat,
                    .checkpoint_disk =
                        p->opts->checkpoint_disk ? p->opts->checkpoint_disk : "sdb",
                    .slowest_ns = INT64_MAX},
        .file = fid_prepare_file_row (p, trace->name),
    };
}

/* Whether something of the kind can be read. */
static bool
is_traced (const struct fid_prepare *p, unsigned gives)
{
    for (size_t i = 0; i < p->run->source_n; i++)
        if (p->run->source[i].used & gives)
            return true;
    return false;
}

static int
one_trace (struct fid_prepare *p, const struct fid_prepare_trace *trace, struct fid_error *err)
{
    bool block = trace->gives == FID_GIVES_BLOCK, p99_wanted = block && p->opts->p99;
    bool copy = p99_wanted || trace->gives & (FID_GIVES_READ | FID_GIVES_WRITE);
    bool again = p->opts->skip_to > FID_PREPARE_ALIGN;
    struct pass pass = pass_of (p, trace);
    char *bk = fid_format (err, "%s.bk", trace->name), *of_tree = NULL;
    int rc = -1;
    if (!bk)
        return -1;
    if (again && (of_tree = fid_tree_find (&p->tree, bk)))
        copy = false; /* it stays */
    else if (again)
        of_tree = fid_tree_find (&p->tree, trace->name);
    if (again ? !of_tree : !is_traced (p, trace->gives)) {
        rc = fid_prepare_note (p, err, "no trace for %s", trace->name);
        goto done;
    }
    if (p99_wanted && find_slowest (&pass, trace, of_tree, err))
        goto done;
    if (copy && !(pass.all = fid_tree_file (&p->tree, bk, err)))
        goto done;
    pass.kept = fid_tree_file (&p->tree, trace->name, err);
    rc = pass.kept ? read_all (&pass, trace, of_tree, err) : -1;
    if (pass.kept && fid_tree_close (&p->tree, pass.kept, trace->name, rc ? NULL : err))
        rc = -1;
    if (pass.all && fid_tree_close (&p->tree, pass.all, bk, rc ? NULL : err))
        rc = -1;
done:
    free (of_tree);
    free (bk);
    return rc;
}

int
fid_prepare_events (struct fid_prepare *p, struct fid_error *err)
{
    for (int i = 0; i < FID_TRACE_N; i++)
        if (one_trace (p, &fid_prepare_traces[i], err))
            return -1;
    return 0;
}

/* With the filters left out: the events of the tree that is there. */
int
fid_prepare_events_of_tree (struct fid_prepare *p, struct fid_error *err)
{
    for (int i = 0; i < FID_TRACE_N; i++) {
        struct pass pass = pass_of (p, &fid_prepare_traces[i]);
        pass.filters.off = true;
        char *path = fid_tree_find (&p->tree, fid_prepare_traces[i].name);
        int rc = path ? read_all (&pass, &fid_prepare_traces[i], path, err) : 0;
        free (path);
        if (rc)
            return -1;
    }
    return 0;
}
