/* whole.c - see whole.h */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/array.h"
#include "readers/discover.h"
#include "readers/load.h"
#include "readers/whole.h"

/* Names of files that fidlio reads. */
static const char *const known[] = {"trace_*.out",
                                    "cpu.out",
                                    "gpu.out",
                                    "iostat*.json",
                                    "meta.json",
                                    "pids*.out",
                                    "dlio.log",
                                    "unet3d.log",
                                    "dlrm*.log",
                                    "bert.log",
                                    "app.log",
                                    "*_output.json",
                                    "*per_epoch_stats.json",
                                    "summary.json",
                                    "*.pfw",
#ifdef HAVE_YAML
                                    "config.yaml",
                                    "overrides.yaml",
#endif
                                    NULL};

/* Logs that DLIO's profilers leave empty. */
static const char *const may_be_empty[] = {"dlp.log", "dft.log", "dftracer.log", NULL};

/* What the bytes of a file tell, whatever its format. */
struct bytes {
    int64_t n;
    bool text;     /* no bytes that texts do not hold */
    bool document; /* JSON or gzip: has an end of its own */
    bool open_end; /* the last byte is not a newline */
};

static void
look_at (const char *path, struct bytes *b)
{
    unsigned char head[4096];
    FILE *f = fopen (path, "rb");
    *b = (struct bytes){.text = true};
    if (!f)
        return; /* said where it was to be read */
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
    fclose (f);
}

/* The last part of a path, without ".gz". */
static const char *
name_of (const char *path, char *buf, size_t size)
{
    const char *slash = strrchr (path, '/');
    snprintf (buf, size, "%s", slash ? slash + 1 : path);
    size_t n = strlen (buf);
    if (n > 3 && strcmp (buf + n - 3, ".gz") == 0)
        buf[n - 3] = '\0';
    return buf;
}

static int
add (struct fid_run_findings *list, enum fid_run_finding_code code, const struct fid_source *s,
     const char *detail, struct fid_error *err)
{
    struct fid_run_finding f = {
        .code = code, .file = s->path, .detail = (char *)detail, .name = s->reader};
    if (code == FID_RUN_FILE_SHORT) {
        f.number[0] = (int64_t)s->text_n;
        f.number[1] = (int64_t)s->written_n;
    }
    return fid_run_findings_add (list, &f, err);
}

/* Whether the list has a finding of that code about the file. */
static bool
is_listed (const struct fid_run_findings *list, enum fid_run_finding_code code,
           const char *path)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].code == code && list->at[i].file &&
            strcmp (list->at[i].file, path) == 0)
            return true;
    return false;
}

static int
check_file (struct fid_run *run, const struct fid_source *s, struct fid_error *err)
{
    char name[256];
    struct bytes b;
    if (s->text_n && s->text_n < s->written_n)
        return add (&run->findings, FID_RUN_FILE_SHORT, s, NULL, err);
    if ((s->reader && s->byte_n) ||
        !fid_matches_any (name_of (s->path, name, sizeof name), known))
        return 0;
    char *path = fid_format (err, "%s/%s", run->dir, s->path);
    if (!path)
        return -1;
    look_at (path, &b);
    free (path);
    return !b.n        ? add (&run->findings, FID_RUN_FILE_EMPTY, s, NULL, err)
           : s->reader ? 0
                       : add (&run->findings, FID_RUN_FILE_UNKNOWN, s, NULL, err);
}

/* Makes one note of those about lines of other processes, which every file of a process has. */
static void
join_notes (struct fid_run *run)
{
    struct fid_remark *first = NULL;
    for (size_t i = 0; i < run->source_n; i++) {
        struct fid_source *s = &run->source[i];
        for (size_t k = s->note_n; k-- > 0;) {
            if (s->note[k].code != FID_REMARK_OTHER_PROCESSES)
                continue;
            if (!first) {
                first = &s->note[k];
                continue;
            }
            first->number += s->note[k].number;
            s->note_n--;
            memmove (&s->note[k], &s->note[k + 1], (s->note_n - k) * sizeof s->note[k]);
        }
    }
}

int
fid_files_check (struct fid_run *run, struct fid_error *err)
{
    join_notes (run);
    for (size_t i = 0; i < run->source_n; i++)
        if (check_file (run, &run->source[i], err))
            return -1;
    return 0;
}

/* --- strict */

/* Findings that something is missing. */
static bool
is_flaw (const struct fid_run *run, const struct fid_run_finding *f)
{
    const char *exit_code = fid_run_fact (run, "exit_code");
    switch (f->code) {
    case FID_RUN_TRACE_INCOMPLETE:
    case FID_RUN_READ_IN_PART:
    case FID_RUN_NOTHING_TAKEN:
    case FID_RUN_FILE_EMPTY:
    case FID_RUN_FILE_UNKNOWN:
    case FID_RUN_FILE_SHORT:
    case FID_RUN_EVENTS_UNPLACED:
    case FID_RUN_BOOT_UNRELATED:
        return true;
    case FID_RUN_PHASES_OPEN: /* a run that failed did stop */
        return !exit_code || strcmp (exit_code, "0") == 0;
    default:
        return false;
    }
}

/* The remark that a file is cut; NULL without one. */
static const struct fid_remark *
cut_remark (const struct fid_source *s)
{
    static const enum fid_remark_code cut[] = {
        FID_REMARK_LAST_LINE_CUT, FID_REMARK_LAST_LINE_KEPT,   FID_REMARK_JSON_CUT,
        FID_REMARK_NUMBER_OPEN,   FID_REMARK_CUT_AT_SAMPLE,    FID_REMARK_CUT_IN_MIDDLE,
        FID_REMARK_NOT_YAML,      FID_REMARK_JSON_BROKEN_AFTER};
    size_t reject_n = s->reject_n < FID_REMARKS_MAX ? s->reject_n : FID_REMARKS_MAX;
    for (size_t k = 0; k < sizeof cut / sizeof *cut; k++) {
        for (size_t i = 0; i < reject_n; i++)
            if (s->reject[i].code == cut[k])
                return &s->reject[i];
        for (size_t i = 0; i < s->note_n; i++)
            if (s->note[i].code == cut[k])
                return &s->note[i];
    }
    return NULL;
}

static void
see_reject (void *self, const struct fid_remark *r)
{
    struct fid_source *s = self;
    if (s->reject_n < FID_REMARKS_MAX)
        s->reject[s->reject_n++] = *r;
}

static void
see_note (void *self, const struct fid_remark *r)
{
    struct fid_source *s = self;
    if (s->note_n < FID_REMARKS_MAX)
        s->note[s->note_n++] = *r;
}

/* Reads a file of which the run did not need anything: what its reader says of it goes to *s.
 */
static int
look_through (const char *path, struct fid_source *s, struct fid_error *err)
{
    struct fid_text text;
    struct fid_input in = {.text = &text};
    const struct fid_sink sink = {.self = s, .reject = see_reject, .note = see_note};
    const struct fid_reader *reader;
    struct fid_error why;
    int rc = fid_reader_open (&text, path, &in.head, &reader, &why);
    if (rc == 0) {
        rc = reader ? fid_read_whole (&in, reader, &sink, s, &why) : 0;
        fid_text_close (&text);
    }
    if (rc && why.status != FID_EINPUT) {
        *err = why;
        return -1;
    }
    s->complete &= rc == 0;
    return 0;
}

/* The flaws of one file; path is where it is. */
static int
flaws_of (struct fid_source *s, const char *path, struct fid_run_findings *list,
          struct fid_error *err)
{
    char text[FID_REMARK_TEXT], name[256];
    struct bytes b;
    bool unread = s->reader && !s->text_n;
    if (unread && look_through (path, s, err))
        return -1;
    const struct fid_remark *cut = cut_remark (s);
    if (cut)
        return add (list, FID_RUN_FILE_CUT, s, fid_remark_text (cut, text, sizeof text), err);
    if (unread && !s->complete)
        return add (list, FID_RUN_FILE_CUT, s, "it could not be read to its end", err);
    if (unread && s->text_n < s->written_n)
        return add (list, FID_RUN_FILE_SHORT, s, NULL, err);
    look_at (path, &b);
    bool empty = !b.n && !fid_matches_any (name_of (s->path, name, sizeof name), may_be_empty);
    if (empty && !is_listed (list, FID_RUN_FILE_EMPTY, s->path))
        return add (list, FID_RUN_FILE_EMPTY, s, NULL, err);
    if (!s->reader && b.n && !b.text && !is_listed (list, FID_RUN_FILE_UNKNOWN, s->path))
        return add (list, FID_RUN_FILE_CUT, s, "it is no text", err);
    if (s->open_end || (!s->reader && b.n && b.open_end && b.text && !b.document))
        return add (list, FID_RUN_FILE_CUT, s, "the last line has no newline", err);
    if (s->unended && !(s->gives & FID_GIVES_EVENTS))
        return add (list, FID_RUN_FILE_CUT, s, "its tracer did not end it", err);
    return 0;
}

int
fid_run_flaws (const struct fid_run *run, struct fid_run_findings *list, struct fid_error *err)
{
    for (size_t i = 0; i < run->findings.n; i++)
        if (is_flaw (run, &run->findings.at[i]) &&
            fid_run_findings_add (list, &run->findings.at[i], err))
            return -1;
    for (size_t i = 0; i < run->source_n; i++) {
        struct fid_source s = run->source[i];
        char *path = fid_format (err, "%s/%s", run->dir, s.path);
        int rc = path ? flaws_of (&s, path, list, err) : -1;
        free (path);
        if (rc)
            return -1;
    }
    return 0;
}
