/* SPDX-License-Identifier: GPL-3.0-or-later */
/* events.c - the events of a run as columns, of the installed interface (fidlio.h)
 *
 * A run keeps rows packed, in chunks: what does not fit is in a table beside them (run/events.h).
 * Columns are unpacked once, when they are asked for. */
#include "lib/border.h"

struct fid_event_table {
    struct fid_arena arena; /* of all columns and texts */
    size_t n, file_n, process_n;
    int64_t *start_ns, *duration_ns, *offset;
    uint64_t *byte_n, *event_n;
    uint32_t *file, *process;
    uint8_t *kind, *failed;
    char **path;         /* of each file */
    const char **role;   /* of each file; static */
    int64_t *pid, *rank; /* of each process; -1: not known */
    uint32_t *host;
    char (*comm)[17];
};

/* Room for each column. */
static int make_room (struct fid_event_table *t, struct fid_error *err)
{
#define ROOM(column, rows)                                                                     \
    (t->column = fid_arena_take (&t->arena, rows, sizeof *t->column, err))
    return ROOM (start_ns, t->n) && ROOM (duration_ns, t->n) && ROOM (offset, t->n) &&
                   ROOM (byte_n, t->n) && ROOM (event_n, t->n) && ROOM (file, t->n) &&
                   ROOM (process, t->n) && ROOM (kind, t->n) && ROOM (failed, t->n) &&
                   ROOM (path, t->file_n) && ROOM (role, t->file_n) &&
                   ROOM (pid, t->process_n) && ROOM (rank, t->process_n) &&
                   ROOM (host, t->process_n) && ROOM (comm, t->process_n)
               ? 0
               : -1;
#undef ROOM
}

static int copy_names (struct fid_event_table *t, const struct fid_events *e,
                       struct fid_error *err)
{
    for (size_t i = 0; i < t->file_n; i++) {
        struct fid_span s = fid_events_path (e, (uint32_t)i);
        s = s.n ? s : fid_events_name (e, (uint32_t)i);
        FID_TRY (!(t->path[i] = fid_arena_take (&t->arena, s.n + 1, 1, err)));
        memcpy (t->path[i], s.n ? s.p : "", s.n);
        t->role[i] = fid_roles[e->file[i].role].name;
    }
    for (size_t i = 0; i < t->process_n; i++) {
        const struct fid_event_process *p = &e->process[i];
        int64_t number = p->pid < 0 ? -1 : p->pid & (FID_PID_HOSTS - 1);
        bool by_rank = number >= FID_PID_RANKS;
        t->pid[i] = by_rank ? -1 : number;
        t->rank[i] = by_rank ? number - FID_PID_RANKS : -1;
        t->host[i] = p->host;
        memcpy (t->comm[i], p->comm, p->comm_n);
    }
    return 0;
}

static void copy_rows (struct fid_event_table *t, const struct fid_events *e)
{
    for (size_t i = 0; i < t->n; i++) {
        struct fid_event_row r = fid_events_row (e, i);
        t->start_ns[i] = r.start_ns;
        t->duration_ns[i] = r.dur_ns;
        t->offset[i] = r.offset == FID_NO_OFFSET ? -1 : (int64_t)r.offset;
        t->byte_n[i] = r.byte_n;
        t->event_n[i] = r.event_n;
        t->file[i] = r.file;
        t->process[i] = r.process;
        t->kind[i] = (uint8_t)r.op;
        t->failed[i] = (r.flags & FID_EVENT_ERROR) != 0;
    }
}

struct fid_event_table *fid_event_table_create (const struct fid_run *run,
                                                struct fid_error *err)
{
    if (fid_border_given (run, "run", err))
        return NULL;
    const struct fid_events *e = &run->events;
    struct fid_event_table *t = calloc (1, sizeof *t);
    if (!t)
        return fid_null_nomem (err);
    t->n = e->row_n;
    t->file_n = e->file_n;
    t->process_n = e->process_n;
    if (make_room (t, err) || copy_names (t, e, err)) {
        fid_event_table_destroy (t);
        return NULL;
    }
    copy_rows (t, e);
    return t;
}

void fid_event_table_destroy (struct fid_event_table *t)
{
    if (!t)
        return;
    fid_arena_clear (&t->arena);
    free (t);
}

int fid_event_table_get (const struct fid_event_table *t, struct fid_event_columns *row,
                         struct fid_error *err)
{
    FID_TRY (fid_border_given (t, "table", err));
    struct fid_event_columns r = {.n = t->n,
                                  .file_n = t->file_n,
                                  .process_n = t->process_n,
                                  .start_ns = t->start_ns,
                                  .duration_ns = t->duration_ns,
                                  .offset = t->offset,
                                  .bytes = t->byte_n,
                                  .count = t->event_n,
                                  .file = t->file,
                                  .process = t->process,
                                  .kind = t->kind,
                                  .failed = t->failed};
    return fid_border_row (row, &r, sizeof r, "fid_event_columns", err);
}

int fid_event_table_file (const struct fid_event_table *t, size_t i,
                          struct fid_event_file_row *row, struct fid_error *err)
{
    FID_TRY (fid_border_given (t, "table", err) ||
             fid_border_index (i, t->file_n, "file", err));
    struct fid_event_file_row r = {.path = t->path[i], .role = t->role[i]};
    return fid_border_row (row, &r, sizeof r, "fid_event_file_row", err);
}

int fid_event_table_process (const struct fid_event_table *t, size_t i,
                             struct fid_event_process_row *row, struct fid_error *err)
{
    FID_TRY (fid_border_given (t, "table", err) ||
             fid_border_index (i, t->process_n, "process", err));
    struct fid_event_process_row r = {
        .command = t->comm[i], .pid = t->pid[i], .rank = t->rank[i], .host = t->host[i]};
    return fid_border_row (row, &r, sizeof r, "fid_event_process_row", err);
}
