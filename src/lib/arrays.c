/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrays.c - columns of events and curves of series, of the installed interface (fidlio.h)
 *
 * A run keeps rows packed, in chunks: what does not fit is in a table beside them (run/events.h).
 * Columns are unpacked once, when they are asked for. */
#include "compare/series.h"
#include "lib/border.h"

/* What the columns lend. */
struct events {
    struct fid_event_columns shown; /* first: what callers have a pointer to */
    struct fid_arena arena;
    int64_t *start_ns, *duration_ns, *offset, *pid, *rank;
    uint64_t *bytes, *count;
    uint32_t *file, *process, *host;
    uint8_t *kind, *failed;
    const char **path, **role, **command;
};

/* Room for each column, which is shown. */
static int make_room (struct events *t, const struct fid_events *e, struct fid_error *err)
{
#define ROOM(column, rows)                                                                     \
    t->shown.column = t->column = fid_arena_take (&t->arena, rows, sizeof *t->column, err);    \
    FID_TRY (!t->column)
    t->shown.n = e->row_n;
    t->shown.file_n = e->file_n;
    t->shown.process_n = e->process_n;
    ROOM (start_ns, e->row_n);
    ROOM (duration_ns, e->row_n);
    ROOM (offset, e->row_n);
    ROOM (bytes, e->row_n);
    ROOM (count, e->row_n);
    ROOM (file, e->row_n);
    ROOM (process, e->row_n);
    ROOM (kind, e->row_n);
    ROOM (failed, e->row_n);
    ROOM (path, e->file_n);
    ROOM (role, e->file_n);
    ROOM (command, e->process_n);
    ROOM (pid, e->process_n);
    ROOM (rank, e->process_n);
    ROOM (host, e->process_n);
    return 0;
#undef ROOM
}

static int copy_names (struct events *t, const struct fid_events *e, struct fid_error *err)
{
    for (size_t i = 0; i < e->file_n; i++) {
        struct fid_span s = fid_events_path (e, (uint32_t)i);
        s = s.n ? s : fid_events_name (e, (uint32_t)i);
        t->path[i] = fid_arena_format (&t->arena, err, "%.*s", FID_SPAN_ARG (s));
        FID_TRY (!t->path[i]);
        t->role[i] = fid_roles[e->file[i].role].name;
    }
    for (size_t i = 0; i < e->process_n; i++) {
        const struct fid_event_process *p = &e->process[i];
        int64_t number = p->pid < 0 ? -1 : p->pid & (FID_PID_HOSTS - 1);
        bool by_rank = number >= FID_PID_RANKS;
        t->pid[i] = by_rank ? -1 : number;
        t->rank[i] = by_rank ? number - FID_PID_RANKS : -1;
        t->host[i] = p->host;
        t->command[i] = fid_arena_format (&t->arena, err, "%.*s", p->comm_n, p->comm);
        FID_TRY (!t->command[i]);
    }
    return 0;
}

const struct fid_event_columns *fid_event_columns_create (const struct fid_run *run,
                                                          struct fid_error *err)
{
    if (FID_GIVEN (run))
        return NULL;
    struct events *t = calloc (1, sizeof *t);
    if (!t)
        return fid_null_nomem (err);
    if (make_room (t, &run->events, err) || copy_names (t, &run->events, err)) {
        fid_event_columns_destroy (&t->shown);
        return NULL;
    }
    for (size_t i = 0; i < run->events.row_n; i++) {
        struct fid_event_row r = fid_events_row (&run->events, i);
        t->start_ns[i] = r.start_ns;
        t->duration_ns[i] = r.dur_ns;
        t->offset[i] = r.offset == FID_NO_OFFSET ? -1 : (int64_t)r.offset;
        t->bytes[i] = r.byte_n;
        t->count[i] = r.event_n;
        t->file[i] = r.file;
        t->process[i] = r.process;
        t->kind[i] = (uint8_t)r.op;
        t->failed[i] = (r.flags & FID_EVENT_ERROR) != 0;
    }
    return &t->shown;
}

void fid_event_columns_destroy (const struct fid_event_columns *columns)
{
    struct events *t = (struct events *)columns;
    if (t)
        fid_arena_clear (&t->arena);
    free (t);
}

size_t fid_series_count (const struct fid_series *series)
{
    return series ? series->time_n : 0;
}

static struct fid_curve_side curve_of (const struct fid_series_track *t)
{
    return (struct fid_curve_side){
        .t0_s = t->t0_s,
        .dt_s = t->dt_s,
        .n = t->value.x ? t->value.n : 0,
        .mean = t->value.x,
        .low = t->min.x ? t->min.x : t->value.x,
        .high = t->max.x ? t->max.x : t->value.x,
    };
}

int fid_series_get (const struct fid_series *series, size_t i, struct fid_curve *curve,
                    struct fid_error *err)
{
    FID_TRY (FID_GIVEN (series));
    FID_TRY (FID_GIVEN (curve));
    if (i >= series->time_n)
        return fid_errorf (err, FID_EUSAGE, "curve %zu does not exist: %zu in all, from 0", i,
                           series->time_n);
    const struct fid_series_time *t = &series->time[i];
    *curve = (struct fid_curve){
        .resource = fid_resources[t->resource].name,
        .quantity = fid_quantities[t->quantity].name,
        .unit = fid_unit_name (t->unit),
        .real = curve_of (&t->side[FID_REAL]),
        .emulation = curve_of (&t->side[FID_EMULATION]),
    };
    return 0;
}
