/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_combine.c - fidlio trace combine TRACE|DIR...: the traces of several workers on one axis
 *
 * Each path is a worker: a folder of ranks, or a file.  Spans become "rank0.NAME" of process
 * "wk0.rank0.PID"; pairs become complete events; instants, flows and names of processes come
 * along. Clocks of the other paths are moved onto that of the first, so that one event of both
 * ends at the same time:
 *
 *   pull    the first PULL (BytePS), which ends on all workers when the parameters are there
 *   comm    the first operation of a collective that both have: Comm..., NCCL and other names of it
 *   start   the first span of each, which starts, not ends, at the same time
 *
 * A worker's clock is taken for one: it has no drift.  The result names the bias, and the
 * median and the range of the biases of all events that match by name and number.  Memory: 32 bytes
 * an event; the texts wait in a temporary file.  Two passes over each file. */
#include <sys/mman.h>
#include "readers/chrome/op_place.h"
#include "tools/trace/trace.h"

/* auto: pull, else comm; none if there is one path */
enum align { ALIGN_AUTO, ALIGN_PULL, ALIGN_COMM, ALIGN_START, ALIGN_NONE };

static const char *const align_names[] = {"auto", "pull", "comm", "start", "none", NULL};

struct args {
    struct fid_trace_output out;
    enum align align;
    struct fid_words path;
    const char *
        *keep; /* tensors (args.name) whose Comm events stay, ended with NULL; NULL: all */
};

/* An event that several workers have in common. */
struct sync {
    const char *name; /* with the rank in front */
    int64_t ts_ns, end_ns;
    size_t order; /* in the path's files */
};

/* One path: its files, the events by which its clock can be related, and how it is. */
struct worker {
    struct fid_op_place place;
    struct syncs {
        FID_LIST (struct sync, at); /* by time */
    } list[2];                      /* [1]: whose names contain PULL */
    int64_t first_ns;               /* start of the first span; valid if started */
    bool started;
    int64_t bias_ns;                   /* taken off the times of the path; 0 of the first */
    const char *event;                 /* by which; NULL: none */
    size_t match_n;                    /* events that match */
    int64_t median_ns, min_ns, max_ns; /* of their biases; valid if match_n > 0 */
    uint64_t written_n;                /* events of the path in the result */
};

/* --- clocks */

FID_ORDER_BY (by_time, struct sync, FID_RISING (ts_ns) FID_RISING (order))

static void gather_syncs (struct worker *w)
{
    for (size_t k = 0; k < w->place.n; k++) {
        struct fid_trace t;
        struct fid_trace_event ev;
        fid_must (fid_trace_open (&t, w->place.file[k].path, FID_TRACE_SPAN, NULL, &fid_why));
        while (fid_must (fid_trace_next (&t, &ev, &fid_why)) > 0) {
            bool pull = fid_span_find (ev.name, "PULL") >= 0;
            struct syncs *l = &w->list[pull];
            w->first_ns = w->started && w->first_ns < ev.ts_ns ? w->first_ns : ev.ts_ns;
            w->started = true;
            if (pull || fid_op_role (&ev) == FID_OP_ROLE_COMM)
                FID_APPEND (l->at,
                            (struct sync){fid_textf ("rank%d.%.*s", w->place.file[k].rank,
                                                     (int)ev.name.n, ev.name.p),
                                          ev.ts_ns, ev.ts_ns + ev.dur_ns, l->at_n});
        }
        fid_trace_close (&t);
    }
    for (int k = 0; k < 2; k++)
        FID_SORT (w->list[k].at, w->list[k].at_n, by_time);
}

static uint64_t key_of (const struct sync *s)
{
    return fid_hash_bytes (s->name, strlen (s->name), 0);
}

/* Finds the biases of all events of b that match one of a, the k-th of a name with the k-th, in
 * the order of a; sets the bias of b's path w, if there are some. */
static void set_bias (struct worker *w, const struct syncs *a, const struct syncs *b)
{
    struct fid_index index = {0};
    bool *taken = fid_take (b->at_n, sizeof *taken);
    int64_t *bias = fid_take (a->at_n, sizeof *bias);
    for (size_t j = 0; j < b->at_n; j++)
        fid_must (fid_index_put (&index, key_of (&b->at[j]), j, &fid_why));
    for (size_t i = 0; i < a->at_n; i++) {
        size_t at = 0, j;
        while (fid_index_next (&index, key_of (&a->at[i]), &at, &j))
            if (!taken[j] && strcmp (a->at[i].name, b->at[j].name) == 0) {
                taken[j] = true;
                w->event = w->event ? w->event : a->at[i].name;
                bias[w->match_n++] = b->at[j].end_ns - a->at[i].end_ns;
                break;
            }
    }
    fid_index_clear (&index);
    if (!w->match_n)
        return;
    w->bias_ns = bias[0];
    qsort (bias, w->match_n, sizeof *bias, fid_by_number);
    w->min_ns = bias[0];
    w->max_ns = bias[w->match_n - 1];
    w->median_ns = bias[(w->match_n - 1) / 2];
}

/* Sets the bias of each path against the first; returns the way that was taken. */
static enum align align_clocks (const struct args *args, struct worker *w)
{
    size_t n = args->path.n;
    enum align align = args->align;
    for (size_t i = 0; i < n && n > 1 && align != ALIGN_NONE; i++)
        gather_syncs (&w[i]);
    if (align == ALIGN_AUTO)
        align = n == 1 ? ALIGN_NONE : w[0].list[1].at_n ? ALIGN_PULL : ALIGN_COMM;
    bool pull = align == ALIGN_PULL;
    for (size_t i = 1; i < n && align != ALIGN_NONE; i++) {
        if (align == ALIGN_START) {
            w[i].bias_ns = w[0].started && w[i].started ? w[i].first_ns - w[0].first_ns : 0;
            continue;
        }
        set_bias (&w[i], &w[0].list[pull], &w[i].list[pull]);
        if (!w[i].match_n)
            fid_fail (FID_EINPUT,
                      "%s: no %s event that %s has, too: their clocks cannot be aligned (see "
                      "--align)",
                      args->path.word[i], pull ? "PULL" : "communication", args->path.word[0]);
    }
    return align;
}

/* --- events */

/* An event that waits in the temporary file: all of it but its time. */
struct waiting {
    int64_t ts_ns; /* INT64_MIN: it has none */
    uint64_t at;
    uint32_t n;
};

struct writer {
    FILE *f, *temp;
    FID_LIST (struct waiting, at); /* owned; of one path */
    uint64_t end;                  /* of temp */
    bool begun;                    /* something is in f */
};

/* Everything of the event but its time: `"ph": "X", ...}`. */
static void put_rest (FILE *f, const struct fid_trace_event *ev, size_t worker, int rank)
{
    bool span = ev->kind == FID_TRACE_SPAN;
    fprintf (f, "\"ph\": \"%c\", \"name\": \"", span ? 'X' : ev->ph);
    if (span)
        fprintf (f, "rank%d.", rank);
    fid_op_put_written (f, ev->name);
    fprintf (f, "\", \"pid\": \"wk%zu.rank%d.", worker, rank);
    fid_op_put_written (f, ev->pid);
    putc ('"', f);
    (ev->tid_text ? fid_op_put_string : fid_op_put_raw) (f, "tid", ev->tid);
    fid_op_put_string (f, "cat", ev->cat);
    if (span) {
        fputs (", \"dur\": ", f);
        fid_op_put_us (f, ev->dur_ns);
    }
    if (ev->kind == FID_TRACE_FLOW) { /* arrows end at the span around them, as PyTorch's do */
        fprintf (f, ", \"id\": \"wk%zu.rank%d.", worker, rank);
        fid_op_put_written (f, ev->id);
        fputs (ev->ph == 'f' ? "\", \"bp\": \"e\"" : "\"", f);
    }
    fid_op_put_raw (f, "args", ev->args);
    putc ('}', f);
}

static bool is_kept (const char *const *keep, const struct fid_trace_event *ev)
{
    bool comm = fid_span_is (ev->cat, "Comm") || fid_span_starts (ev->name, "Comm.");
    if (!keep || !comm || ev->kind != FID_TRACE_SPAN)
        return true;
    for (; *keep; keep++)
        if (fid_span_is (ev->arg[0], *keep))
            return true;
    return false;
}

_Noreturn static void fail_temporary (void)
{
    fid_fail (FID_EINTERNAL, "temporary file: %s", strerror (errno));
}

FID_ORDER_BY (by_place, struct waiting, FID_RISING (ts_ns) FID_RISING (at))

/* The events that wait, in order, and the temporary file empty again. */
static void flush_waiting (struct writer *w, int64_t bias_ns)
{
    FID_SORT (w->at, w->at_n, by_place);
    if (fflush (w->temp))
        fail_temporary ();
    char *text =
        w->end ? mmap (NULL, w->end, PROT_READ, MAP_SHARED, fileno (w->temp), 0) : NULL;
    if (text == MAP_FAILED)
        fail_temporary ();
    FID_EACH (const struct waiting, at, w->at) {
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
        munmap (text, w->end);
    rewind (w->temp);
    if (ftruncate (fileno (w->temp), 0))
        fail_temporary ();
    w->at_n = 0;
    w->end = 0;
}

static void copy_file (const struct args *args, struct writer *w,
                       const struct fid_op_file *file, size_t worker)
{
    static const char *const wanted[] = {"name", NULL};
    struct fid_trace t;
    struct fid_trace_event ev;
    unsigned kinds = FID_TRACE_SPAN | FID_TRACE_FLOW | FID_TRACE_INSTANT | FID_TRACE_NAME;
    fid_must (fid_trace_open (&t, file->path, kinds, args->keep ? wanted : NULL, &fid_why));
    while (fid_must (fid_trace_next (&t, &ev, &fid_why)) > 0) {
        bool placed = ev.timed || ev.kind == FID_TRACE_NAME;
        if (placed && is_kept (args->keep, &ev)) {
            put_rest (w->temp, &ev, worker, file->rank);
            off_t end = ftello (w->temp);
            if (end < 0 || ferror (w->temp))
                fail_temporary ();
            fid_must (FID_PUSH (w->at, &fid_why,
                                (struct waiting){ev.timed ? ev.ts_ns : INT64_MIN, w->end,
                                                 (uint32_t)((uint64_t)end - w->end)}));
            w->end = (uint64_t)end;
        }
    }
    fid_say_trace (&args->out.common, file->path, &t.found);
    fid_trace_close (&t);
}

static void copy_all (const struct args *args, struct worker *worker, FILE *f)
{
    struct writer w = {.f = f, .temp = tmpfile ()};
    if (!w.temp)
        fail_temporary ();
    fputs ("{\"traceEvents\": [\n", f);
    for (size_t i = 0; i < args->path.n; i++) {
        for (size_t k = 0; k < worker[i].place.n; k++)
            copy_file (args, &w, &worker[i].place.file[k], i);
        worker[i].written_n = w.at_n;
        flush_waiting (&w, worker[i].bias_ns);
    }
    fputs ("\n], \"displayTimeUnit\": \"ms\"}\n", f);
    free (w.at);
    fclose (w.temp);
}

/* --- the verb */

/* "a,b" as a list of names. */
static void read_filter (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    (void)state;
    size_t n = 2;
    for (const char *p = arg; *p; p++)
        n += *p == ',';
    args->keep = fid_take (n, sizeof *args->keep);
    n = 0;
    char *rest = fid_textf ("%s", arg), *name;
    while ((name = strsep (&rest, ",")))
        args->keep[n++] = name;
}

/* combined.json in the folder, or beside the file, that is named first. */
static const char *output_path (const struct args *args)
{
    const char *first = args->path.word[0], *slash = strrchr (first, '/');
    bool folder;
    if (args->out.path)
        return args->out.path;
    fid_must (fid_file_is_folder (first, &folder, &fid_why));
    return folder  ? fid_textf ("%s/combined.json", first)
           : slash ? fid_textf ("%.*s/combined.json", (int)(slash - first), first)
                   : "combined.json";
}

static void check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    if (args->out.common.format == FID_FORMAT_XLSX)
        argp_error (state, "-o FILE is the trace: it cannot be a workbook");
}

static const struct fid_option options[] = {
    FID_OPTION_CHOICE (
        struct args, align, "align", 0, "HOW", align_names,
        "Align clocks by pull, comm or start events, or none (default: auto, pull "
        "or comm)"),
    FID_OPTION_CALL_ALL ("filter", 0, "NAME,...", read_filter,
                         "Of communication keep only these tensors (args.name)"),
    {0},
};

static void run_combine (void *input, struct fid_sheet *sheet)
{
    struct args *args = input;
    struct worker *w = fid_take (args->path.n, sizeof *w);
    FILE *f = fid_file_begin (output_path (args), NULL);
    for (size_t i = 0; i < args->path.n; i++)
        fid_must (fid_op_place_find (&w[i].place, args->path.word[i], &fid_why));
    enum align align = align_clocks (args, w);
    copy_all (args, w, f);
    fid_file_end (f);
    for (size_t i = 0; i < args->path.n; i++, w++)
        fid_trace_row (&sheet->cells, args->out.common.format, "sumsnmm", args->path.word[i],
                       w->written_n, (double)w->bias_ns / 1000,
                       w->event ? w->event
                       : !i     ? NULL
                                : align_names[align],
                       w->match_n, w->match_n ? (double)w->median_ns / 1000 : NAN,
                       w->match_n ? (double)(w->max_ns - w->min_ns) / 1000 : NAN);
    args->out.path = NULL; /* the trace, not the table */
    args->out.done = args->out.common.quiet;
}

const struct fid_trace_verb trace_combine = {
    .name = "combine",
    .summary = "several workers on one time axis",
    .usage = "TRACE|DIR...",
    .about =
        "One trace of several workers on one time axis, and by how much their clocks differ.  "
        "It goes to -o FILE (default: combined.json in the folder, or beside the file, named "
        "first).",
    .options = options,
    .plain = FID_PLAIN_WORDS (struct args, path),
    .missing = "a trace is missing",
    .check = check_args,
    .size = sizeof (struct args),
    .table = {{"clocks", NULL, "path|#events|#bias_ms|by|#matches|#median_ms|#range_ms"}},
    .run = run_combine,
};
