/* state.c - what the parts of fid_prepare share (see state.h) */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/text.h"
#include "tools/prepare/state.h"

const char *const fid_workload_names[FID_WORKLOAD_N + 1] = {
    [FID_UNET3D] = "unet3d", [FID_BERT] = "bert", [FID_DLRM] = "dlrm", [FID_DLIO] = "dlio"};

/* What the files of the tree are made of: readers by the start of their names. */
const struct fid_prepare_raw fid_prepare_raw[FID_PREPARE_RAW_N] = {
    {FID_GIVES_BLOCK, "bpftrace_", "bio.out"},
    {FID_GIVES_READ, "bpftrace_", "read.out"},
    {FID_GIVES_WRITE, "bpftrace_", "write.out"},
    {FID_GIVES_OPEN, "bpftrace_", "openat.out"},
    {FID_GIVES_GPU, "pmon", "gpu.out"},
    {FID_GIVES_CPU, "mpstat", "cpu.out"},
    {FID_GIVES_DISK, "iostat_json", "iostat.csv"},
};

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
fid_prepare_number (double v, char buf[FID_REPR_TEXT])
{
    char *point = strstr (fid_repr (v, buf), ".0");
    if (point && !point[2])
        *point = '\0';
    return buf;
}

int
fid_prepare_read (const char *path, const char *reader, bool day_first,
                  const struct fid_sink *sink, struct fid_error *err)
{
    struct fid_text text;
    struct fid_input in = {.text = &text, .day_first = day_first};
    if (fid_text_open (&text, path, err))
        return -1;
    in.head.name = fid_span_last_part (fid_span_of (path));
    in.head.dir = fid_span_of ("");
    int rc = fid_reader_by_name (reader)->read (&in, sink, err);
    fid_text_close (&text);
    return rc;
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

bool
fid_prepare_is_raw (const struct fid_source *s, unsigned gives)
{
    for (size_t i = 0; i < FID_PREPARE_RAW_N; i++)
        if ((s->used & gives & fid_prepare_raw[i].gives) &&
            fid_span_starts (fid_span_of (s->reader), fid_prepare_raw[i].reader))
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
