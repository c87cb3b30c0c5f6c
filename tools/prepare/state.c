/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state.c - what the parts of fid_prepare share (see state.h) */
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

void fid_prepare_note (struct fid_prepare_state *p, const char *fmt, ...)
{
    char text[FID_PREPARE_NOTE];
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    FID_APPEND (p->report->note, fid_textf ("%s", text));
}

void fid_prepare_count_dropped (struct fid_prepare_file *file, const char *why)
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

struct fid_prepare_file *fid_prepare_file_row (struct fid_prepare_state *p, const char *name)
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

char *fid_prepare_number (double v, char buf[FID_REPR_TEXT])
{
    char *point = strstr (fid_repr (v, buf), ".0");
    if (point && !point[2])
        *point = '\0';
    return buf;
}

void fid_prepare_read (const char *path, const char *reader, bool day_first,
                       const struct fid_sink *sink)
{
    struct fid_text text;
    struct fid_input in = {.text = &text, .sink = sink, .day_first = day_first};
    fid_must (fid_text_open (&text, path, &fid_why));
    in.head.name = fid_span_last_part (fid_span_of (path));
    in.head.dir = fid_span_of ("");
    fid_must (fid_reader_by_name (reader)->read (&in, &fid_why));
    fid_text_close (&text);
}

void fid_prepare_read_source (const struct fid_prepare_state *p, const struct fid_source *s,
                              const struct fid_sink *sink)
{
    fid_prepare_read (fid_textf ("%s/%s", p->run->dir, s->path), s->reader,
                      p->opts->run.day_first, sink);
}

bool fid_prepare_is_raw (const struct fid_source *s, unsigned gives)
{
    for (size_t i = 0; i < FID_PREPARE_RAW_N; i++)
        if ((s->used & gives & fid_prepare_raw[i].gives) &&
            fid_span_starts (fid_span_of (s->reader), fid_prepare_raw[i].reader))
            return true;
    return false;
}

bool fid_prepare_has (const struct fid_prepare_state *p, unsigned gives)
{
    for (size_t i = 0; i < p->run->source_n; i++)
        if (fid_prepare_is_raw (&p->run->source[i], gives))
            return true;
    return false;
}

void fid_prepare_each_text (struct fid_prepare_state *p, unsigned gives, const char *reader,
                            void (*read) (void *self, const struct fid_source *s,
                                          struct fid_input *in),
                            void *self)
{
    FID_EACH (const struct fid_source, s, p->run->source) {
        struct fid_text text;
        struct fid_input in = {
            .text = &text, .sink = &(struct fid_sink){0}, .day_first = p->opts->run.day_first};
        if (!fid_prepare_is_raw (s, gives) || (reader && strcmp (s->reader, reader) != 0))
            continue;
        fid_must (fid_text_open (&text, fid_textf ("%s/%s", p->run->dir, s->path), &fid_why));
        read (self, s, &in);
        fid_text_close (&text);
    }
}
