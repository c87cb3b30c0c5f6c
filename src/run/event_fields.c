/* SPDX-License-Identifier: GPL-3.0-or-later */
/* event_fields.c - see event_fields.h */
#include "run/event_fields.h"
#include "run/zone.h"

#define EVENT_FILE(F, T)                                                                       \
    F (T, NUMBER, path_at)                                                                     \
    F (T, NUMBER, name_at)                                                                     \
    F (T, NUMBER, path_n)                                                                      \
    F (T, NUMBER, name_n)                                                                      \
    F (T, NUMBER, kind, FID_BELOW (FID_FILE_UNNAMED_READ + 1))                                 \
    F (T, NUMBER, role, FID_BELOW (FID_ROLE_N))
FID_FIELDS (event_file, struct fid_event_file, EVENT_FILE);

#define EVENT_PROCESS(F, T)                                                                    \
    F (T, SIGNED, pid)                                                                         \
    F (T, NUMBER, host)                                                                        \
    F (T, NUMBER_N, comm, .element = 1, FID_BELOW (256))                                       \
    F (T, NUMBER, comm_n, FID_BELOW (17))
FID_FIELDS (event_process, struct fid_event_process, EVENT_PROCESS);

struct event_names {
    struct fid_event_file *file;
    struct fid_event_process *process;
    char *text;
    size_t file_n, process_n, text_n;
    int64_t merged_ns;
    enum fid_event_merge merged;
};

static bool sane_names (const void *object)
{
    const struct event_names *e = object;
    FID_EACH (const struct fid_event_file, f, e->file)
        if (f->path_n > e->text_n || f->path_at > e->text_n - f->path_n ||
            f->name_n > e->text_n || f->name_at > e->text_n - f->name_n)
            return false;
    return e->merged_ns >= 0;
}

#define EVENT_NAMES(F, T)                                                                      \
    F (T, LIST, file, FID_OF (event_file), FID_LENGTH (T, file_n))                             \
    F (T, LIST, process, FID_OF (event_process), FID_LENGTH (T, process_n))                    \
    F (T, NUMBERS, text, FID_LENGTH (T, text_n), FID_POINTS_TO (T, text), FID_BELOW (256))     \
    F (T, NUMBER, file_n)                                                                      \
    F (T, NUMBER, process_n)                                                                   \
    F (T, NUMBER, text_n)                                                                      \
    F (T, SIGNED, merged_ns)                                                                   \
    F (T, NUMBER, merged, FID_BELOW (FID_MERGE_FILES + 1))
FID_FIELDS (event_names, struct event_names, EVENT_NAMES, .sane = sane_names);

FID_FIELDS (event_row, struct fid_event_row, FID_EVENT_ROW);

struct event_rows {
    struct fid_event_row *row;
    size_t n;
};

#define EVENT_ROWS(F, T)                                                                       \
    F (T, LIST, row, FID_OF (event_row), FID_LENGTH (T, n))                                    \
    F (T, NUMBER, n)
FID_FIELDS (event_rows, struct event_rows, EVENT_ROWS);

int fid_events_write_names (const struct fid_events *e, struct fid_bytes *out,
                            struct fid_error *err)
{
    const struct event_names names = {.file = e->file,
                                      .process = e->process,
                                      .text = e->text,
                                      .file_n = e->file_n,
                                      .process_n = e->process_n,
                                      .text_n = e->text_n,
                                      .merged_ns = e->merged_ns,
                                      .merged = e->merged};
    return fid_fields_write (&event_names, &names, out, err);
}

int fid_events_read_names (struct fid_events *e, struct fid_fields_in *in,
                           struct fid_error *err)
{
    struct event_names names = {0};
    int rc = fid_fields_read (&event_names, &names, in, err);
    *e = (struct fid_events){.file = names.file,
                             .file_n = names.file_n,
                             .file_cap = names.file_n,
                             .process = names.process,
                             .process_n = names.process_n,
                             .process_cap = names.process_n,
                             .text = names.text,
                             .text_n = names.text_n,
                             .text_cap = names.text_n,
                             .merged_ns = names.merged_ns,
                             .merged = names.merged};
    return rc;
}

int fid_events_write_rows (const struct fid_events *e, size_t from, size_t n,
                           struct fid_bytes *out, struct fid_error *err)
{
    struct event_rows rows = {.row = malloc ((n + 1) * sizeof *rows.row), .n = n};
    FID_NEED (rows.row, err);
    for (size_t i = 0; i < n; i++) {
        rows.row[i] = fid_events_row (e, from + i);
        rows.row[i].span_ns -= rows.row[i].dur_ns; /* 0 of single events */
    }
    int rc = fid_fields_write (&event_rows, &rows, out, err);
    free (rows.row);
    return rc;
}

#define AMOUNT_MAX (INT64_C (1) << 61)

/* Whether sums and differences of a row's numbers stay in range, and its names are there. */
static bool sane_row (const struct fid_events *e, const struct fid_event_row *r)
{
    return r->start_ns > -FID_EXTENT_MAX && r->start_ns < FID_EXTENT_MAX && r->dur_ns >= 0 &&
           r->dur_ns < AMOUNT_MAX && r->span_ns >= 0 && r->span_ns < FID_EXTENT_MAX &&
           r->byte_n < AMOUNT_MAX && r->event_n > 0 && r->event_n < AMOUNT_MAX &&
           r->file < e->file_n && r->process < e->process_n;
}

int fid_events_read_rows (struct fid_events *e, struct fid_fields_in *in, struct fid_error *err)
{
    struct event_rows rows = {0};
    int rc = fid_fields_read (&event_rows, &rows, in, err);
    for (size_t i = 0; i < rows.n && !rc; i++) {
        struct fid_event_row *r = &rows.row[i];
        if (__builtin_add_overflow (r->span_ns, r->dur_ns, &r->span_ns) || !sane_row (e, r))
            rc = fid_errorf (err, FID_EINPUT, "%s: damaged: row %zu of its events", in->path,
                             e->row_n);
        rc = rc ? rc : fid_events_add_row (e, r, err);
    }
    free (rows.row);
    return rc;
}

uint64_t fid_event_fields_hash (uint64_t seed)
{
    return fid_fields_hash (&event_rows, fid_fields_hash (&event_names, seed));
}
