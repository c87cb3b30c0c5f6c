/* op_combine.c - see op_combine.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/array.h"
#include "base/order.h"
#include "tools/trace/op_clocks.h"
#include "readers/chrome/op_place.h"
#include "tools/trace/op_write.h"

/* An event that waits in the temporary file: all of it but its time. */
struct waiting {
    int64_t ts_ns; /* INT64_MIN: it has none */
    uint64_t at;
    uint32_t n;
};

struct writer {
    const struct fid_op_combine_opts *opts;
    FILE *f, *temp;
    struct waiting *waiting; /* owned; of one path */
    size_t n, cap;
    uint64_t at; /* in temp */
    bool begun;  /* something is in f */
};

/* Everything of the event but its time: `"ph": "X", ...}`. */
static void
put_rest (FILE *f, const struct fid_trace_event *ev, size_t worker, int rank)
{
    bool span = ev->kind == FID_TRACE_SPAN;
    fprintf (f, "\"ph\": \"%c\", \"name\": \"", span ? 'X' : ev->ph);
    if (span)
        fprintf (f, "rank%d.", rank);
    fid_op_put_written (f, ev->name);
    fprintf (f, "\", \"pid\": \"wk%zu.rank%d.", worker, rank);
    fid_op_put_written (f, ev->pid);
    putc ('"', f);
    if (ev->tid.n) {
        const char *quote = ev->tid_text ? "\"" : "";
        fprintf (f, ", \"tid\": %s", quote);
        fid_op_put_written (f, ev->tid);
        fputs (quote, f);
    }
    if (ev->cat.n) {
        fputs (", \"cat\": \"", f);
        fid_op_put_written (f, ev->cat);
        putc ('"', f);
    }
    if (span) {
        fputs (", \"dur\": ", f);
        fid_op_put_us (f, ev->dur_ns);
    }
    if (ev->kind == FID_TRACE_FLOW) { /* arrows end at the span around them, as PyTorch's do */
        fprintf (f, ", \"id\": \"wk%zu.rank%d.", worker, rank);
        fid_op_put_written (f, ev->id);
        fputs (ev->ph == 'f' ? "\", \"bp\": \"e\"" : "\"", f);
    }
    if (ev->args.n) {
        fputs (", \"args\": ", f);
        fid_op_put_written (f, ev->args);
    }
    putc ('}', f);
}

/* --- events */

static bool
is_kept (const struct fid_op_combine_opts *opts, const struct fid_trace_event *ev)
{
    bool comm = fid_span_is (ev->cat, "Comm") || fid_span_starts (ev->name, "Comm.");
    if (!opts->keep || !comm || ev->kind != FID_TRACE_SPAN)
        return true;
    for (const char *const *k = opts->keep; *k; k++)
        if (fid_span_is (ev->arg[0], *k))
            return true;
    return false;
}

static int
keep_waiting (struct writer *w, const struct fid_trace_event *ev, size_t worker, int rank,
              struct fid_error *err)
{
    if (fid_array_grow (&w->waiting, &w->cap, w->n + 1, sizeof *w->waiting, err))
        return -1;
    put_rest (w->temp, ev, worker, rank);
    off_t at = ftello (w->temp);
    if (at < 0 || ferror (w->temp))
        return fid_errorf (err, FID_EINTERNAL, "temporary file: %s", strerror (errno));
    w->waiting[w->n++] = (struct waiting){ev->timed ? ev->ts_ns : INT64_MIN, w->at,
                                          (uint32_t)((uint64_t)at - w->at)};
    w->at = (uint64_t)at;
    return 0;
}

FID_ORDER_BY (by_time, struct waiting, FID_RISING (ts_ns) FID_RISING (at))

/* The events that wait, in order, and the temporary file empty again. */
static int
flush_waiting (struct writer *w, int64_t bias_ns, struct fid_error *err)
{
    if (w->n > 1)
        qsort (w->waiting, w->n, sizeof *w->waiting, by_time);
    if (fflush (w->temp))
        return fid_errorf (err, FID_EINTERNAL, "temporary file: %s", strerror (errno));
    char *text = w->at ? mmap (NULL, w->at, PROT_READ, MAP_SHARED, fileno (w->temp), 0) : NULL;
    if (text == MAP_FAILED)
        return fid_errorf (err, FID_EINTERNAL, "temporary file: %s", strerror (errno));
    for (size_t i = 0; i < w->n; i++) {
        const struct waiting *at = &w->waiting[i];
        fputs (w->begun ? ",\n{" : "{", w->f);
        w->begun = true;
        if (at->ts_ns != INT64_MIN) {
            fputs ("\"ts\": ", w->f);
            fid_op_put_us (w->f, at->ts_ns - bias_ns);
            fputs (", ", w->f);
        }
        fwrite (text + at->at, 1, at->n, w->f);
    }
    if (text)
        munmap (text, w->at);
    rewind (w->temp);
    if (ftruncate (fileno (w->temp), 0))
        return fid_errorf (err, FID_EINTERNAL, "temporary file: %s", strerror (errno));
    w->n = 0;
    w->at = 0;
    return 0;
}

/* --- files */

/* Where the files of each path are. */
struct places {
    struct fid_op_place *at; /* owned */
    size_t n;
};

static int
gather_syncs (const struct fid_op_file *file, struct fid_op_syncs *syncs, struct fid_error *err)
{
    struct fid_trace t;
    struct fid_trace_event ev;
    int rc;
    if (fid_trace_open (&t, file->path, FID_TRACE_SPAN, NULL, err))
        return -1;
    while ((rc = fid_trace_next (&t, &ev, err)) > 0)
        if ((rc = fid_op_syncs_add (syncs, &ev, file->rank, err)))
            break;
    fid_trace_close (&t);
    return rc;
}

static int
copy_file (struct writer *w, const struct fid_op_file *file, size_t worker,
           struct fid_trace_findings *found, struct fid_error *err)
{
    static const char *const wanted[] = {"name", NULL};
    struct fid_trace t;
    struct fid_trace_event ev;
    unsigned kinds = FID_TRACE_SPAN | FID_TRACE_FLOW | FID_TRACE_INSTANT | FID_TRACE_NAME;
    int rc;
    if (fid_trace_open (&t, file->path, kinds, w->opts->keep ? wanted : NULL, err))
        return -1;
    while ((rc = fid_trace_next (&t, &ev, err)) > 0) {
        bool placed = ev.timed || ev.kind == FID_TRACE_NAME;
        if (placed && is_kept (w->opts, &ev) &&
            (rc = keep_waiting (w, &ev, worker, file->rank, err)) < 0)
            break;
    }
    *found = t.found;
    fid_trace_close (&t);
    return rc;
}

static int
find_places (struct places *p, char *const *path, size_t n, struct fid_error *err)
{
    int rc = 0;
    if (!(p->at = calloc (n, sizeof *p->at)))
        return fid_error_nomem (err);
    for (; p->n < n && !rc; p->n++)
        rc = fid_op_place_find (&p->at[p->n], path[p->n], err);
    return rc;
}

static int
align_clocks (struct fid_op_combined *c, const struct places *p, char *const *path,
              const struct fid_op_combine_opts *opts, struct fid_error *err)
{
    struct fid_op_syncs *syncs = calloc (c->n, sizeof *syncs);
    int rc = syncs ? 0 : fid_error_nomem (err);
    bool needed = c->n > 1 && opts->align != FID_OP_ALIGN_NONE;
    for (size_t i = 0; i < c->n && needed && !rc; i++) {
        for (size_t k = 0; k < p->at[i].n && !rc; k++)
            rc = gather_syncs (&p->at[i].file[k], &syncs[i], err);
        fid_op_syncs_sort (&syncs[i]);
    }
    if (!rc)
        rc = fid_op_clocks (c, syncs, path, opts->align, err);
    for (size_t i = 0; syncs && i < c->n; i++)
        fid_op_syncs_clear (&syncs[i]);
    free (syncs);
    return rc;
}

int
fid_op_combine (struct fid_op_combined *c, char *const *path, size_t n,
                const struct fid_op_combine_opts *opts,
                void (*found) (void *self, const char *path,
                               const struct fid_trace_findings *f),
                void *self, FILE *f, struct fid_error *err)
{
    struct places p = {.n = 0};
    struct writer w = {.opts = opts, .f = f, .temp = tmpfile ()};
    *c = (struct fid_op_combined){.path = calloc (n, sizeof *c->path), .n = n};
    int rc = !c->path  ? fid_error_nomem (err)
             : !w.temp ? fid_errorf (err, FID_EINTERNAL, "temporary file: %s", strerror (errno))
                       : find_places (&p, path, n, err);
    if (!rc)
        rc = align_clocks (c, &p, path, opts, err);
    if (!rc)
        fputs ("{\"traceEvents\": [\n", f);
    for (size_t i = 0; i < n && !rc; i++) {
        for (size_t k = 0; k < p.at[i].n && !rc; k++) {
            struct fid_trace_findings what;
            rc = copy_file (&w, &p.at[i].file[k], i, &what, err);
            if (!rc)
                found (self, p.at[i].file[k].path, &what);
        }
        c->path[i].written_n = w.n;
        if (!rc)
            rc = flush_waiting (&w, c->path[i].bias_ns, err);
    }
    if (!rc)
        fputs ("\n], \"displayTimeUnit\": \"ms\"}\n", f);
    for (size_t i = 0; i < p.n; i++)
        fid_op_place_clear (&p.at[i]);
    free (p.at);
    free (w.waiting);
    if (w.temp)
        fclose (w.temp);
    return rc;
}

void
fid_op_combined_clear (struct fid_op_combined *c)
{
    for (size_t i = 0; c->path && i < c->n; i++)
        free (c->path[i].event);
    free (c->path);
    *c = (struct fid_op_combined){.n = 0};
}
