/* prepare.c - see prepare.h */
#include "config.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/array.h"
#include "base/text.h"
#include "tools/prepare/state.h"
#include "readers/digest.h"
#include "readers/load.h"

static const char *const workload_names[FID_WORKLOAD_N] = {
    [FID_UNET3D] = "unet3d", [FID_BERT] = "bert", [FID_DLRM] = "dlrm", [FID_DLIO] = "dlio"};

const char *
fid_workload_name (enum fid_workload w)
{
    return workload_names[w];
}

int
fid_workload_by_name (const char *name)
{
    for (int i = 0; i < FID_WORKLOAD_N; i++)
        if (strcasecmp (name, workload_names[i]) == 0)
            return i;
    return -1;
}

int
fid_prepare_note (struct fid_prepare_state *p, struct fid_error *err, const char *fmt, ...)
{
    struct fid_prepare_report *r = p->report;
    va_list ap;
    if (fid_array_grow (&r->note, &r->note_cap, r->note_n + 1, sizeof *r->note, err))
        return -1;
    va_start (ap, fmt);
    vsnprintf (r->note[r->note_n++], sizeof *r->note, fmt, ap);
    va_end (ap);
    return 0;
}

void
fid_prepare_count_dropped (struct fid_prepare_file *file, const char *why)
{
    size_t max = sizeof file->dropped / sizeof *file->dropped;
    for (size_t i = 0; i < max; i++) {
        if (file->dropped[i].why && strcmp (file->dropped[i].why, why) != 0)
            continue;
        file->dropped[i].why = why;
        file->dropped[i].n++;
        return;
    }
}

struct fid_prepare_file *
fid_prepare_file_row (struct fid_prepare_state *p, const char *name)
{
    struct fid_prepare_report *r = p->report;
    for (size_t i = 0; i < r->file_n; i++)
        if (strcmp (r->file[i].name, name) == 0)
            return &r->file[i];
    struct fid_prepare_file *file = &r->file[r->file_n++];
    *file = (struct fid_prepare_file){.read_n = 0};
    snprintf (file->name, sizeof file->name, "%s", name);
    return file;
}

char *
fid_prepare_number (double v, char buf[FID_NUMBER_TEXT])
{
    if (v == floor (v) && fabs (v) < 1e15) {
        snprintf (buf, FID_NUMBER_TEXT, "%.0f", v);
        return buf;
    }
    for (int digits = 1; digits <= 17; digits++) {
        snprintf (buf, FID_NUMBER_TEXT, "%.*g", digits, v);
        if (strtod (buf, NULL) == v)
            break;
    }
    return buf;
}

int
fid_prepare_read (const char *path, const char *reader, bool day_first,
                  const struct fid_sink *sink, struct fid_error *err)
{
    struct fid_text text;
    const char *slash = strrchr (path, '/');
    struct fid_input in = {.text = &text, .day_first = day_first};
    for (size_t i = 0; fid_readers[i]; i++) {
        if (strcmp (fid_readers[i]->name, reader) != 0)
            continue;
        if (fid_text_open (&text, path, err))
            return -1;
        in.head.name = fid_span_of (slash ? slash + 1 : path);
        in.head.dir = fid_span_of ("");
        int rc = fid_readers[i]->read (&in, sink, err);
        fid_text_close (&text);
        return rc;
    }
    return fid_errorf (err, FID_EINTERNAL, "there is no reader '%s'", reader);
}

int
fid_prepare_read_source (const struct fid_prepare_state *p, const struct fid_source *s,
                         const struct fid_sink *sink, struct fid_error *err)
{
    char *path = fid_format (err, "%s/%s", p->run->dir, s->path);
    int rc = path ? fid_prepare_read (path, s->reader, p->opts->run.day_first, sink, err) : -1;
    free (path);
    return rc;
}

/* What the files of the tree are made of: readers by the start of their names. */
static const struct {
    unsigned gives;
    const char *reader, *file;
} raw_formats[] = {
    {FID_GIVES_BLOCK, "bpftrace_", "bio.out"},
    {FID_GIVES_READ, "bpftrace_", "read.out"},
    {FID_GIVES_WRITE, "bpftrace_", "write.out"},
    {FID_GIVES_OPEN, "bpftrace_", "openat.out"},
    {FID_GIVES_GPU, "pmon", "gpu.out"},
    {FID_GIVES_CPU, "mpstat", "cpu.out"},
    {FID_GIVES_DISK, "iostat_json", "iostat.csv"},
};

#define RAW_N (sizeof raw_formats / sizeof *raw_formats)

bool
fid_prepare_is_raw (const struct fid_source *s, unsigned gives)
{
    for (size_t i = 0; i < RAW_N; i++)
        if ((s->used & gives & raw_formats[i].gives) &&
            fid_span_starts (fid_span_of (s->reader), raw_formats[i].reader))
            return true;
    return false;
}

bool
fid_prepare_has (const struct fid_prepare_state *p, unsigned gives)
{
    for (size_t i = 0; i < p->run->source_n; i++)
        if (fid_prepare_is_raw (&p->run->source[i], gives))
            return true;
    return false;
}

/* Whether a source is a file of a processed tree with anything in it. */
static bool
is_processed (const struct fid_source *s)
{
    static const char *const names[] = {"cpu_all", "gpu_avg", "iostat_csv"};
    if (!s->used || !(s->event_n + s->sample_n + s->phase_n))
        return false;
    bool yes = fid_span_starts (fid_span_of (s->reader), "processed_");
    for (size_t i = 0; i < sizeof names / sizeof *names && !yes; i++)
        yes = strcmp (s->reader, names[i]) == 0;
    return yes;
}

/* Refuse a processed tree, and say which other files the tree cannot hold. */
static int
check_sources (struct fid_prepare_state *p, struct fid_error *err)
{
    const struct fid_source *processed = NULL;
    bool raw = false;
    for (size_t i = 0; i < p->run->source_n; i++) {
        const struct fid_source *s = &p->run->source[i];
        if (is_processed (s))
            processed = s;
        for (size_t k = 0; k < RAW_N; k++) {
            if (!(s->used & raw_formats[k].gives))
                continue;
            if (fid_prepare_is_raw (s, raw_formats[k].gives))
                raw = true;
            else if (s->event_n + s->sample_n && !is_processed (s) &&
                     fid_prepare_note (p, err, "%s: is %s, of which no %s is made", s->path,
                                       s->reader, raw_formats[k].file))
                return -1;
        }
    }
    if (processed && !raw)
        return fid_errorf (err, FID_EINPUT,
                           "%s: a processed tree already (%s); `inspect', `compare' and `plot' "
                           "read it as it is, and prepare needs the raw traces",
                           p->run->dir, processed->path);
    return 0;
}

/* Say what of the run is missing. */
static int
note_findings (struct fid_prepare_state *p, struct fid_error *err)
{
    char text[FID_RUN_FINDING_TEXT];
    for (size_t i = 0; i < p->run->findings.n; i++) {
        const struct fid_run_finding *f = &p->run->findings.at[i];
        bool missing = f->code == FID_RUN_READ_IN_PART || f->code == FID_RUN_TRACE_INCOMPLETE ||
                       f->code == FID_RUN_EVENTS_LOST;
        if (missing &&
            fid_prepare_note (p, err, "%s", fid_run_finding_text (f, text, sizeof text)))
            return -1;
    }
    return 0;
}

int
fid_prepare_each_text (struct fid_prepare_state *p, unsigned gives, const char *reader,
                       int (*read) (void *self, const struct fid_source *s,
                                    struct fid_input *in, struct fid_error *err),
                       void *self, struct fid_error *err)
{
    int rc = 0;
    for (size_t i = 0; i < p->run->source_n && !rc; i++) {
        const struct fid_source *s = &p->run->source[i];
        struct fid_text text;
        struct fid_input in = {.text = &text, .day_first = p->opts->run.day_first};
        if (!fid_prepare_is_raw (s, gives) || (reader && strcmp (s->reader, reader) != 0))
            continue;
        char *path = fid_format (err, "%s/%s", p->run->dir, s->path);
        rc = path ? fid_text_open (&text, path, err) : -1;
        if (!rc) {
            rc = read (self, s, &in, err);
            fid_text_close (&text);
        }
        free (path);
    }
    return rc;
}

/* The workload by the name of the application's log; -1 if that is unknown. */
static int
workload_of_log (const struct fid_run *run)
{
    static const struct {
        const char *log;
        enum fid_workload workload;
    } names[] = {{"unet3d.log", FID_UNET3D},
                 {"dlrm.log", FID_DLRM},
                 {"bert.log", FID_BERT},
                 {"dlrm_tera.log", FID_DLRM},
                 {"app.log", FID_BERT}};
    for (size_t i = 0; i < run->source_n; i++) {
        struct fid_span name = fid_span_last_part (fid_span_of (run->source[i].path));
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if ((run->source[i].used & FID_GIVES_PHASES) && fid_span_is (name, names[k].log))
                return (int)names[k].workload;
    }
    return -1;
}

/* Decide which workload's rules to follow. */
static int
choose_workload (struct fid_prepare_state *p, struct fid_error *err)
{
    int w = p->opts->workload;
    if (w < 0)
        w = p->run->emulation ? FID_DLIO : fid_workload_by_name (p->run->workload);
    if (w < 0)
        w = workload_of_log (p->run);
    if (w < 0)
        return fid_errorf (err, FID_EUSAGE,
                           "%s: the workload is unknown; name it with --workload=unet3d, "
                           "bert, dlrm or dlio",
                           p->run->dir);
    p->report->workload = p->workload = (enum fid_workload)w;
    return 0;
}

static int
run_steps (struct fid_prepare_state *p, struct fid_error *err)
{
    int skip_to = p->opts->skip_to;
    if (fid_prepare_ticks (p, err) ||
        (skip_to > FID_PREPARE_LOG ? fid_prepare_init_of_tree (p, err)
                                   : fid_prepare_log (p, err)))
        return -1;
    if (p->opts->log_only)
        return 0;
    if (skip_to > FID_PREPARE_FILTER
            ? fid_prepare_events_of_tree (p, err)
            : fid_prepare_events (p, err) || fid_prepare_histograms (p, err))
        return -1;
    if (fid_prepare_processes (p, err) ||
        (skip_to <= FID_PREPARE_PIDS && fid_prepare_process_logs (p, err)))
        return -1;
    if (skip_to > FID_PREPARE_MONITORS)
        return 0;
    return fid_prepare_gpus (p, err) || fid_prepare_cpus (p, err) ||
                   fid_prepare_disks (p, err) || fid_prepare_calls (p, err)
               ? -1
               : 0;
}

int
fid_prepare (const char *dir, const char *tree, const struct fid_prepare_opts *opts,
             struct fid_prepare_report *report, struct fid_error *err)
{
    struct fid_prepare_state p = {.opts = opts, .report = report};
    mode_t kind;
    int rc = -1;
    *report = (struct fid_prepare_report){.workload = FID_UNET3D};
    /* a run may be a file, which has no place for a tree */
    if (fid_digest_refuse (dir, err))
        return -1;
    if (fid_file_kind (dir, &kind, err))
        return -1;
    if (kind && !S_ISDIR (kind))
        return fid_errorf (err, FID_EINPUT, "%s: not a folder with the traces of a run", dir);
    p.run = fid_run_load (dir, &opts->run, err);
    p.sorter = p.run ? fid_sorter_create (err) : NULL;
    if (!p.sorter || check_sources (&p, err) || note_findings (&p, err) ||
        choose_workload (&p, err) || fid_prepare_need_utc (&p, err))
        goto done;
    report->tree = fid_strdup (tree, err);
    if (!report->tree || fid_tree_open (&p.tree, tree, err))
        goto done;
    rc = run_steps (&p, err);
    if (!rc)
        rc = fid_tree_commit (&p.tree, err);
done:
    fid_tree_clear (&p.tree);
    fid_sorter_destroy (p.sorter);
    fid_pidset_clear (&p.reading);
    for (int i = 0; i < FID_VALUES_N; i++)
        free (p.values[i].v);
    free (p.parents.pid);
    free (p.loaders.pid);
    free (p.ignored.pid);
    fid_run_destroy (p.run);
    return rc;
}

void
fid_prepare_report_clear (struct fid_prepare_report *report)
{
    free (report->tree);
    free (report->note);
    *report = (struct fid_prepare_report){.workload = FID_UNET3D};
}
