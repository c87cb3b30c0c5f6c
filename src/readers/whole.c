/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whole.c - see whole.h */
#include "readers/recording.h"
#include "readers/whole.h"

/* Names of files that fidlio reads. */
static const char *const known[] = {"trace_*.out",  "cpu.out",   "gpu.out",  "iostat*.json",
                                    "meta.json",    "pids*.out", "dlio.log", "unet3d.log",
                                    "dlrm*.log",    "bert.log",  "app.log",  "*_output.json",
                                    "summary.json", "*.pfw",     NULL};
#ifdef HAVE_YAML
static const char *const of_dlio[] = {"*per_epoch_stats.json", "config.yaml", "overrides.yaml",
                                      NULL};
#else
static const char *const of_dlio[] = {"*per_epoch_stats.json", NULL};
#endif

/* Logs that DLIO's profilers leave empty. */
static const char *const may_be_empty[] = {"dlp.log", "dft.log", "dftracer.log", NULL};

static const char changed[] = "changed while it was read";

/* What the bytes of a file tell, whatever its format. */
struct bytes {
    int64_t n;
    bool text;     /* no bytes that texts do not hold */
    bool document; /* JSON or gzip: has an end of its own */
    bool open_end; /* the last byte is not a newline */
    bool changed;  /* while it was looked at */
};

static void close_file (FILE **f)
{
    if (*f)
        fclose (*f);
}

static int look_at (const char *dir, const struct fid_source *s, struct bytes *b,
                    struct fid_error *err)
{
    unsigned char head[4096];
    struct stat opened;
    struct fid_error why;
    FID_FREED char *path = fid_format (err, "%s/%s", dir, s->path);
    *b = (struct bytes){.text = true};
    FID_TRY (!path);
    errno = 0;
    FID_SCOPED (close_file) FILE *f = fopen (path, "rb");
    if (!f) /* the source has the reason */
        return fid_is_system_error (errno) ? fid_error_file (err, path, errno) : 0;
    if (fstat (fileno (f), &opened))
        return fid_error_file (err, path, errno);
    size_t n = fread (head, 1, sizeof head, f), odd_n = 0;
    for (size_t i = 0; i < n; i++)
        odd_n += head[i] == 0 || (head[i] < 32 && !strchr ("\t\n\r\f\b\033", head[i]));
    bool gzip = n > 1 && head[0] == 0x1f && head[1] == 0x8b;
    b->text = gzip || odd_n * 100 <= n;
    b->document = gzip || (n && (head[0] == '{' || head[0] == '['));
    if (n && fseek (f, -1, SEEK_END) == 0) {
        b->n = ftell (f) + 1;
        b->open_end = fgetc (f) != '\n';
    }
    if (ferror (f))
        return fid_error_file (err, path, errno ? errno : EIO);
    b->changed = fid_file_unchanged (fileno (f), path, &opened, &why) != 0;
    return b->changed ? fid_error_unless_input (&why, err) : 0;
}

static bool is_named (const struct fid_source *s, const char *const *pattern)
{
    struct fid_span name = fid_file_name (s->path);
    char text[256];
    snprintf (text, sizeof text, "%.*s", FID_SPAN_ARG (name));
    return fid_matches_any (text, pattern);
}

/* Whether the list has a finding of that code about the file. */
static bool is_listed (const struct fid_run_findings *list, enum fid_run_finding_code code,
                       const char *path)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].code == code && list->at[i].file &&
            strcmp (list->at[i].file, path) == 0)
            return true;
    return false;
}

/* Adds a finding about a file, unless the list has one of that code. */
static int add_finding (struct fid_run_findings *list, enum fid_run_finding_code code,
                        const struct fid_source *s, const char *detail, struct fid_error *err)
{
    bool is_short = code == FID_RUN_FILE_SHORT;
    if (is_listed (list, code, s->path))
        return 0;
    return FID_FIND (
        list, err, .code = code, .file = s->path, .detail = (char *)detail, .name = s->reader,
        .number = {is_short ? (int64_t)s->text_n : 0, is_short ? (int64_t)s->written_n : 0});
}

static int check_file (struct fid_run *run, const struct fid_source *s, struct fid_error *err)
{
    struct bytes b;
    if (s->refused)
        return 0;
    if (s->text_n && s->text_n < s->written_n)
        return add_finding (&run->findings, FID_RUN_FILE_SHORT, s, NULL, err);
    if ((s->reader && s->byte_n) || !(is_named (s, known) || is_named (s, of_dlio)))
        return 0;
    FID_TRY (look_at (run->dir, s, &b, err));
    return b.changed   ? add_finding (&run->findings, FID_RUN_READ_IN_PART, s, changed, err)
           : !b.n      ? add_finding (&run->findings, FID_RUN_FILE_EMPTY, s, NULL, err)
           : s->reader ? 0
                       : add_finding (&run->findings, FID_RUN_FILE_UNKNOWN, s, NULL, err);
}

int fid_files_check (struct fid_run *run, struct fid_error *err)
{
    /* of those about lines of other processes, which every file of a process has, one is made */
    struct fid_remark *first = NULL;
    FID_EACH (struct fid_source, s, run->source)
        for (size_t k = s->note_n; k-- > 0;) {
            struct fid_remark *r = &s->note[k];
            if (r->code != FID_REMARK_OTHER_PROCESSES)
                continue;
            if (!first) {
                first = r;
                continue;
            }
            first->number += r->number;
            s->note_n--;
            memmove (r, r + 1, (s->note_n - k) * sizeof *r);
        }
    FID_EACH (const struct fid_source, s, run->source)
        FID_TRY (check_file (run, s, err));
    return 0;
}

/* --- strict */

static bool is_flaw (const struct fid_run *run, const struct fid_run_finding *f)
{
    static const enum fid_run_finding_code missing[] = {
        FID_RUN_TRACE_INCOMPLETE, FID_RUN_READ_IN_PART,  FID_RUN_MALFORMED,
        FID_RUN_NOT_READ,         FID_RUN_NOTHING_TAKEN, FID_RUN_FILE_EMPTY,
        FID_RUN_FILE_UNKNOWN,     FID_RUN_FILE_SHORT,    FID_RUN_EVENTS_UNPLACED,
        FID_RUN_CALLS_LOST,       FID_RUN_STEPS_LACK,    FID_RUN_EVENTS_LOST,
        FID_RUN_LINES_MISSING,    FID_RUN_SAME_EVENTS,   FID_RUN_SEVERAL_RUNS,
        FID_RUN_RESTARTED,        FID_RUN_READ_AGAIN,    FID_RUN_TRACER_ENDED,
        FID_RUN_MONITOR_ENDED,    FID_RUN_NOT_ATTACHED,  FID_RUN_DISTURBED,
        FID_RUN_TREE_IN_PART,     FID_RUN_BOOT_UNRELATED};
    const char *exit_code = fid_run_fact (run, "exit_code");
    if (f->code == FID_RUN_PHASES_OPEN) /* a run that failed did stop */
        return !exit_code || strcmp (exit_code, "0") == 0;
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (f->code == missing[i])
            return true;
    return false;
}

/* The remark that a file is cut; NULL without one. */
static const struct fid_remark *cut_remark (const struct fid_source *s)
{
    static const enum fid_remark_code cut[] = {
        FID_REMARK_LAST_LINE_CUT, FID_REMARK_LAST_LINE_KEPT,   FID_REMARK_JSON_CUT,
        FID_REMARK_NUMBER_OPEN,   FID_REMARK_CUT_AT_SAMPLE,    FID_REMARK_CUT_IN_MIDDLE,
        FID_REMARK_NOT_YAML,      FID_REMARK_JSON_BROKEN_AFTER};
    size_t reject_n = s->reject_n < FID_REMARKS_MAX ? s->reject_n : FID_REMARKS_MAX;
    for (size_t k = 0; k < sizeof cut / sizeof *cut; k++)
        for (size_t i = 0; i < reject_n + s->note_n; i++) {
            const struct fid_remark *r = i < reject_n ? &s->reject[i] : &s->note[i - reject_n];
            if (r->code == cut[k])
                return r;
        }
    return NULL;
}

/* Adds the first flaw of a file.  A file of which the run did not need anything is read for what
 * its reader remarks. */
static int add_flaw (const struct fid_run *run, struct fid_source *s,
                     struct fid_run_findings *list, struct fid_error *err)
{
    char text[FID_REMARK_TEXT];
    struct bytes b;
    bool unread = s->reader && !s->text_n;
    if (unread) {
        FID_SCOPED (fid_recording_clear) struct fid_recording rec;
        fid_recording_init (&rec, FID_MEMORY_LEAST);
        FID_TRY (fid_recording_read (&rec, run, s, err));
    }
    const struct fid_remark *cut = cut_remark (s);
    const char *detail = cut                      ? fid_remark_text (cut, text, sizeof text)
                         : unread && !s->complete ? "it could not be read to its end"
                                                  : NULL;
    if (detail)
        return add_finding (list, FID_RUN_FILE_CUT, s, detail, err);
    if (unread && s->text_n < s->written_n)
        return add_finding (list, FID_RUN_FILE_SHORT, s, NULL, err);
    FID_TRY (look_at (run->dir, s, &b, err));
    if (b.changed)
        return add_finding (list, FID_RUN_READ_IN_PART, s, changed, err);
    if (!b.n && !is_named (s, may_be_empty))
        return add_finding (list, FID_RUN_FILE_EMPTY, s, NULL, err);
    bool unknown = !s->reader && b.n;
    if (unknown && !b.text && !is_listed (list, FID_RUN_FILE_UNKNOWN, s->path))
        detail = "it is not a text";
    else if (s->open_end || (unknown && b.open_end && b.text && !b.document))
        detail = "the last line has no newline";
    else if (s->unended && !(s->gives & FID_GIVES_EVENTS))
        detail = "it lacks the end that its tracer writes";
    return detail ? add_finding (list, FID_RUN_FILE_CUT, s, detail, err) : 0;
}

int fid_run_flaws (const struct fid_run *run, struct fid_run_findings *list,
                   struct fid_error *err)
{
    for (size_t i = 0; i < run->findings.n; i++)
        if (is_flaw (run, &run->findings.at[i]))
            FID_TRY (fid_run_findings_add (list, &run->findings.at[i], err));
    for (size_t i = 0; i < run->source_n; i++) {
        struct fid_source s = run->source[i];
        FID_TRY (add_flaw (run, &s, list, err));
    }
    return 0;
}
