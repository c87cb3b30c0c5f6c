/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state.c - what the steps of making a tree share: the report, and the sources of a run */
#include "tools/prepare/prepare.h"

const char *const fid_workload_names[FID_WORKLOAD_N + 1] = {
    [FID_UNET3D] = "unet3d", [FID_BERT] = "bert", [FID_DLRM] = "dlrm", [FID_DLIO] = "dlio"};

/* --- the report */

void fid_prepare_remark (struct fid_prepare_state *p, const char *path,
                         const struct fid_remark *remark)
{
    char buf[FID_REMARK_TEXT];
    const char *text = fid_remark_text (remark, buf, sizeof buf);
    if (remark->line)
        FID_PREPARE_NOTE (p, "%s:%zu: %s", path, remark->line, text);
    else
        FID_PREPARE_NOTE (p, "%s: %s", path, text);
}

void fid_prepare_count_dropped (struct fid_prepare_file *file, const char *why)
{
    size_t i = 0, max = sizeof file->dropped / sizeof *file->dropped;
    while (i < max && file->dropped[i].why && strcmp (file->dropped[i].why, why) != 0)
        i++;
    if (i == max)
        return;
    file->dropped[i].why = why;
    file->dropped[i].n++;
}

struct fid_prepare_file *fid_prepare_file_row (struct fid_prepare_state *p, const char *name)
{
    struct fid_prepare_report *r = p->report;
    FID_EACH (struct fid_prepare_file, file, r->file)
        if (strcmp (file->name, name) == 0)
            return file;
    r->file[r->file_n] = (struct fid_prepare_file){.name = name};
    return &r->file[r->file_n++];
}

char *fid_prepare_number (double v, char buf[FID_REPR_TEXT])
{
    char *point = strstr (fid_repr (v, buf), ".0");
    if (point && !point[2])
        *point = '\0';
    return buf;
}

/* --- sources */

const struct fid_prepare_raw fid_prepare_raw[FID_PREPARE_RAW_N] = {
    {FID_GIVES_BLOCK, "bpftrace_", "bio.out"},
    {FID_GIVES_READ, "bpftrace_", "read.out"},
    {FID_GIVES_WRITE, "bpftrace_", "write.out"},
    {FID_GIVES_OPEN, "bpftrace_", "openat.out"},
    {FID_GIVES_GPU, "pmon", "gpu.out"},
    {FID_GIVES_CPU, "mpstat", "cpu.out"},
    {FID_GIVES_DISK, "iostat_json", "iostat.csv"},
};

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
    FID_EACH (const struct fid_source, s, p->run->source)
        if (fid_prepare_is_raw (s, gives))
            return true;
    return false;
}

void fid_prepare_read (const struct fid_prepare_state *p, const char *path, const char *reader,
                       const struct fid_sink *sink)
{
    FID_SCOPED (fid_text_close) struct fid_text text = {0};
    struct fid_input in = {.text = &text,
                           .sink = sink,
                           .day_first = p->opts->run.day_first,
                           .head.patterns = p->opts->run.patterns};
    fid_must (fid_reader_reopen (&text, path, &in.head, &fid_why));
    fid_must (fid_reader_by_name (reader)->read (&in, &fid_why));
}

void fid_prepare_read_source (const struct fid_prepare_state *p, const struct fid_source *s,
                              const struct fid_sink *sink)
{
    fid_prepare_read (p, fid_textf ("%s/%s", p->run->dir, s->path), s->reader, sink);
}
