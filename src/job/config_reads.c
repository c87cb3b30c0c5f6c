/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config_reads.c - see config_reads.h */
#include "job/config_reads.h"

#define PAGE     4096
#define SAMPLE_S 35e-6 /* DLIO's own work for a sample, beside its calls: UNET3D_dlio_r2 */

/* Of what is read again: with so much from memory it has room for all. */
#define ALL_KEPT 0.9

static const struct fid_config_format formats[] = {
    {"npy", FID_CONFIG_WHOLE, 0},
    {"npz", FID_CONFIG_WHOLE, 0},
    {"csv", FID_CONFIG_WHOLE, 262144},
    {"jpeg", FID_CONFIG_WHOLE, 65536},
    {"png", FID_CONFIG_WHOLE, 65536},
    {"hdf5", FID_CONFIG_RECORDS, 0},
    {"hdf5_opt", FID_CONFIG_RECORDS, 0},
    {"indexed_binary", FID_CONFIG_RECORDS, 0},
    {"tfrecord", FID_CONFIG_STREAM, 262144},
    {"mmap_indexed_binary", FID_CONFIG_NOTHING, 0},
    {"synthetic", FID_CONFIG_NOTHING, 0},
};

void fid_config_files_init (struct fid_config_files *f, const struct fid_dlio_config *c,
                            const struct fid_job_machine *m)
{
    const char *format = fid_dlio_text (c, FID_DLIO_FORMAT);
    double transfer = fid_dlio_number (c, FID_DLIO_TRANSFER);
    *f = (struct fid_config_files){.m = m};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp (format, formats[i].name) == 0)
            f->format = formats[i];
    if (f->format.layout == FID_CONFIG_STREAM && transfer > 0)
        f->format.call_n = transfer;
    f->samples = (size_t)fmax (1, fid_dlio_number (c, FID_DLIO_SAMPLES));
    f->keeps_open = strcmp (fid_dlio_text (c, FID_DLIO_READ_TYPE), "memory") == 0 ||
                    f->format.layout == FID_CONFIG_STREAM;
}

void fid_config_side_clear (struct fid_config_side *s)
{
    FID_FREE (s->read, s->open, s->asked);
    s->read = NULL;
    s->open = NULL;
    s->asked = NULL;
}

int fid_config_side_begin (struct fid_config_side *s, enum fid_config_layout layout,
                           struct fid_error *err)
{
    bool parts = layout == FID_CONFIG_RECORDS || layout == FID_CONFIG_STREAM;
    fid_config_side_clear (s);
    s->pass = 0;
    s->read = calloc (s->file_n + 1, sizeof *s->read);
    s->open = calloc (s->file_n * s->reader_n + 1, sizeof *s->open);
    if (parts) /* much of it: 16 bytes of each file and reader */
        s->asked = calloc (s->file_n * s->reader_n + 1, sizeof *s->asked);
    return s->read && s->open && (s->asked || !parts) ? 0 : fid_error_nomem (err);
}

static int add_stretch (struct fid_job *job, struct fid_job_step *t,
                        const struct fid_job_read *read, struct fid_error *err)
{
    FID_TRY (
        fid_array_grow (&job->read, &job->read_cap, job->read_n + 1, sizeof *job->read, err));
    if (!t->read_n++)
        t->read_first = job->read_n;
    job->read[job->read_n++] = *read;
    return 0;
}

/* numpy.load reads the first page, the header in it and that page again (again_n); then whole
 * pages, and the rest. */
static double again_n (const struct fid_config_files *f)
{
    return strcmp (f->format.name, "npy") == 0 ? FID_NPY_HEADER + PAGE : 0;
}

static struct fid_job_read whole_file (const struct fid_config_files *f, size_t file)
{
    double byte_n = f->byte_n[file], call_n = f->format.call_n;
    struct fid_job_read read = {
        .file = (uint32_t)file, .call_n = 1, .sequential = true, .byte_n = (uint64_t)byte_n};
    if (strcmp (f->format.name, "npy") == 0) {
        double pages = fmax (0, floor ((byte_n - PAGE) / PAGE) * PAGE);
        read.call_n = 1 + (pages > 0) + (byte_n - PAGE - pages > 0);
        call_n = PAGE;
    } else if (call_n > 0)
        read.call_n = (uint32_t)fmax (1, ceil (byte_n / call_n));
    read.first_n = (uint64_t)(call_n > 0 ? fmin (call_n, byte_n) : byte_n);
    return read;
}

/* Sample k of a file: at its offset, or by the calls that end in it. */
static struct fid_job_read one_record (const struct fid_config_files *f, size_t file, size_t k)
{
    double byte_n = f->byte_n[file], record = floor (byte_n / (double)f->samples);
    double from = record * (double)k, to = from + record, call_n = f->format.call_n;
    if (f->format.layout == FID_CONFIG_STREAM) {
        from = fmin (byte_n, ceil (from / call_n) * call_n);
        to = fmin (byte_n, ceil (to / call_n) * call_n);
    } else
        call_n = record;
    return (struct fid_job_read){.file = (uint32_t)file,
                                 .call_n =
                                     (uint32_t)(to > from ? ceil ((to - from) / call_n) : 0),
                                 .offset = (uint64_t)from,
                                 .byte_n = (uint64_t)(to - from),
                                 .first_n = (uint64_t)fmin (call_n, to - from),
                                 .sequential = true};
}

/* The share of a file's bytes that the storage delivers in this pass over the files.  A memory
 * that drops what is oldest keeps nothing of files that are read in one order again and again,
 * unless it has room for all. */
static double stored_share (const struct fid_config_files *f, struct fid_config_side *s,
                            size_t file)
{
    size_t *read = &s->read[file - s->first];
    bool same = *read == s->pass + 1 && f->format.layout == FID_CONFIG_WHOLE, again = *read > 0;
    bool first = *read == s->pass + 1 ? s->pass == 0 : !again;
    *read = s->pass + 1;
    if (same)
        return 0;
    double kept = first ? f->m->kept_first : f->m->kept_again;
    if (!first && kept > 0 && kept < ALL_KEPT)
        kept = 0;
    return 1 - kept;
}

/* Bytes of a record that the storage is asked for, with those that the client reads ahead: a
 * window of them whenever the record enters the last one.  *late_n: those behind the record. */
static double ask_ahead (const struct fid_config_files *f, struct fid_config_asked *a,
                         const struct fid_job_read *read, double share, double *late_n)
{
    double from = (double)read->offset, end = from + (double)read->byte_n;
    double file_n = f->byte_n[read->file], window_n = f->m->read_ahead_n;
    if (!(a->ahead > 0) || from != a->next)
        a->ahead = from;
    a->next = end;
    double was = a->ahead, most = fmax (end, file_n);
    if (!f->m->cache_seen || !(window_n > (double)read->byte_n))
        a->ahead = fmax (a->ahead, end);
    else
        while (a->ahead < most && a->ahead - window_n < end)
            a->ahead = fmin (most, a->ahead + window_n);
    *late_n = share * fmax (0, a->ahead - end);
    return share * fmax (0, a->ahead - was);
}

int fid_config_read (struct fid_job *job, const struct fid_config_files *f,
                     struct fid_config_side *s, size_t reader, size_t sample,
                     struct fid_job_step *t, struct fid_error *err)
{
    size_t at = sample / f->samples, k = sample % f->samples, file = s->first + at;
    if (f->format.layout == FID_CONFIG_NOTHING || at >= s->file_n)
        return 0;
    bool *open = &s->open[reader * s->file_n + at];
    bool loaded = f->keeps_open && *open && !(f->format.layout == FID_CONFIG_STREAM && k == 0);
    *open = true;
    t->meta_n += !loaded;
    if (f->format.layout == FID_CONFIG_WHOLE && loaded)
        return 0;
    struct fid_job_read read =
        f->format.layout == FID_CONFIG_WHOLE ? whole_file (f, file) : one_record (f, file, k);
    if (!read.byte_n)
        return 0;
    double byte_n = (double)read.byte_n + again_n (f), share = stored_share (f, s, file);
    double stored_n = f->format.layout == FID_CONFIG_WHOLE
                          ? byte_n * share
                          : ask_ahead (f, &s->asked[reader * s->file_n + at], &read,
                                       fmin (1, share), &t->late_n);
    struct fid_job_read *last = t->read_n ? &job->read[job->read_n - 1] : NULL;
    t->byte_n += byte_n;
    t->stored_n += stored_n;
    t->wait_n += stored_n * f->m->wait_byte_n;
    t->request_n += stored_n * f->m->request_byte_n;
    t->busy_s += byte_n * f->m->busy_byte_s + SAMPLE_S;
    t->work_s += fid_dlio_decodes (f->format.name) ? byte_n * f->m->work_byte_s : 0;
    if (last && last->file == read.file && last->offset + last->byte_n == read.offset) {
        last->byte_n += read.byte_n;
        last->call_n += read.call_n;
        return 0;
    }
    return add_stretch (job, t, &read, err);
}
