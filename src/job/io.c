/* SPDX-License-Identifier: GPL-3.0-or-later */
/* io.c - see io.h: takes the calls of a run */
#include "job/io_priv.h"

#define PATHS_MAX                                                                              \
    65536 /* opens, of files that are neither data nor the system's, that are kept */
#define RANKS_READ 0.9 /* of the bytes of data: processes that read so much are all ranks */

/* What an event's file is to the job. */
struct file_use {
    int64_t data;  /* number of the data file; -1: not asked yet */
    int64_t saved; /* number of the checkpoint's file; -1 */
    bool tensor;
    bool opened, of_rank; /* its path was looked at; ranks open it */
};

struct taking {
    struct fid_data_io *io;
    const struct fid_events *events;
    struct file_use *use;                /* owned; of each event file */
    struct fid_index handed;             /* owned; tensors, by the hash of their name */
    uint32_t row;                        /* the one that is taken */
    FID_LIST (struct fid_call, request); /* owned; block reads */
};

/* The folder of a path; "" if there is no path, or one that is cut before its last part. */
static struct fid_span folder_of (struct fid_span path, struct fid_span name)
{
    struct fid_span last = fid_span_last_part (path), none = {"", 0};
    if (!path.n || !name.n || last.n > name.n || memcmp (last.p, name.p, last.n) != 0)
        return none;
    size_t n = (size_t)(last.p - path.p);
    return (struct fid_span){path.p, n > 1 ? n - 1 : n};
}

/* --- rows */

static int take_open (struct taking *t, const struct fid_event_row *row, int64_t pid,
                      struct fid_error *err)
{
    static const char *const system[] = {"/usr/", "/lib", "/etc/", "/proc/", "/sys/", "/dev/"};
    struct fid_data_io *io = t->io;
    struct fid_span path = fid_events_path (t->events, row->file);
    struct file_use *use = &t->use[row->file];
    if (row->start_ns < io->main_ns) {
        io->main_ns = row->start_ns;
        io->main_pid = pid;
    }
    if (!use->opened) {
        use->of_rank =
            fid_span_find (path, "/libmpi.") >= 0 || fid_span_find (path, "/nccl-") >= 0;
        io->torch |= fid_span_find (path, "/torch/") >= 0;
        io->tensorflow |= fid_span_find (path, "/tensorflow/") >= 0;
        use->opened = true;
    }
    if (use->of_rank && FID_PUSH_TO (io->rank_pid, io->rank_n, io->rank_cap, err, pid))
        return -1;
    if (!path.n || io->path_n == PATHS_MAX ||
        t->events->file[row->file].role == FID_ROLE_DATA || fid_span_ends (path, ".py") ||
        fid_span_ends (path, ".pyc"))
        return 0;
    for (size_t i = 0; i < sizeof system / sizeof *system; i++)
        if (fid_span_starts (path, system[i]))
            return 0;
    FID_TRY (fid_array_grow (&io->path, &io->path_cap, io->path_n + 1, sizeof *io->path, err));
    char *copy = fid_strndup (path.p, path.n, err);
    FID_TRY (!copy);
    io->path[io->path_n++] = (struct fid_opened_path){copy, row->start_ns, pid};
    return 0;
}

/* A call on a file of a checkpoint. */
static int take_saved (struct taking *t, const struct fid_event_row *row, struct fid_error *err)
{
    struct fid_data_io *io = t->io;
    struct file_use *use = &t->use[row->file];
    if (use->saved < 0) {
        struct fid_span name = fid_events_path (t->events, row->file);
        name = name.n ? name : fid_events_name (t->events, row->file);
        FID_TRY (fid_array_grow (&io->saved, &io->saved_cap, io->saved_n + 1, sizeof *io->saved,
                                 err) ||
                 !(io->saved[io->saved_n] = fid_strndup (name.p, name.n, err)));
        use->saved = (int64_t)io->saved_n++;
    }
    io->write_n += row->op == FID_OP_WRITE ? row->event_n : 0;
    return FID_PUSH (io->save, err, (struct fid_call){t->row, (uint32_t)use->saved});
}

static int take_data (struct taking *t, const struct fid_event_row *row, struct fid_error *err)
{
    struct fid_data_io *io = t->io;
    struct file_use *use = &t->use[row->file];
    struct fid_span name = fid_events_name (t->events, row->file);
    if (!name.n)
        return 0;
    if (use->data < 0) {
        struct fid_span folder = folder_of (fid_events_path (t->events, row->file), name);
        use->data = fid_data_file_number (io, name, folder, err);
        if (use->data < 0)
            return -1;
    }
    struct fid_call call = {t->row, (uint32_t)use->data};
    return row->op == FID_OP_OPEN ? FID_PUSH (io->open, err, call)
                                  : FID_PUSH (io->read, err, call);
}

/* A tensor is handed over once, where it is unlinked.  Its maker looks at it just before, and
 * both processes do later, which some tracers see as well, with its folder or without: the
 * first call counts. */
static int take_handed (struct taking *t, const struct fid_event_row *row,
                        struct fid_error *err)
{
    struct fid_data_io *io = t->io;
    struct fid_span name = fid_events_name (t->events, row->file);
    uint64_t hash = fid_hash_bytes (name.p, name.n, 0);
    size_t at = 0, any;
    if (fid_index_next (&t->handed, hash, &at, &any))
        return 0;
    return fid_index_put (&t->handed, hash, 0, err)
               ? -1
               : FID_PUSH (io->handed, err, (struct fid_call){t->row, 0});
}

/* Files of the system, the application's own and temporary ones are not on the data's storage.
 */
static int take_asked (struct taking *t, const struct fid_event_row *row, enum fid_role_id role,
                       struct fid_error *err)
{
    struct fid_data_io *io = t->io;
    struct fid_span path = fid_events_path (t->events, row->file);
    bool other = role == FID_ROLE_OTHER && path.n && !fid_span_starts (path, "/tmp/");
    if (role != FID_ROLE_DATA && role != FID_ROLE_CHECKPOINT && !other)
        return 0;
    return FID_PUSH (io->asked, err, (struct fid_call){t->row, 0});
}

static int take_row (struct taking *t, const struct fid_event_row *row, struct fid_error *err)
{
    struct fid_data_io *io = t->io;
    int64_t pid = t->events->process[row->process].pid, end_ns = row->start_ns + row->span_ns;
    enum fid_role_id role = t->events->file[row->file].role;
    if (row->op == FID_OP_BLOCK_READ)
        return FID_PUSH (t->request, err, (struct fid_call){t->row, NO_READ});
    if (row->op == FID_OP_BLOCK_WRITE)
        return 0;
    io->first_ns = row->start_ns < io->first_ns ? row->start_ns : io->first_ns;
    io->last_ns = end_ns > io->last_ns ? end_ns : io->last_ns;
    FID_TRY (row->op == FID_OP_OPEN && take_open (t, row, pid, err));
    if (row->op == FID_OP_META && !t->use[row->file].tensor)
        return take_asked (t, row, role, err);
    if (row->flags & FID_EVENT_ERROR)
        return 0;
    if (row->op == FID_OP_META)
        return take_handed (t, row, err);
    if (role == FID_ROLE_CHECKPOINT)
        return take_saved (t, row, err);
    if (role == FID_ROLE_DATA && (row->op == FID_OP_READ || row->op == FID_OP_OPEN))
        return take_data (t, row, err);
    return 0;
}

/* "torch_15974_1651855744_21", in /dev/shm: its first number is the process that made it. */
static bool is_tensor (struct fid_span name)
{
    return fid_span_starts (name, "torch_") && name.n > 6 && name.p[6] >= '0' &&
           name.p[6] <= '9';
}

/* Processes that load MPI or share NCCL's memory are ranks, if it is they who read the data,
 * each about its share; else how many there are is not known. */
static int keep_ranks (struct fid_data_io *io, struct fid_error *err)
{
    size_t n = 0;
    FID_SORT (io->rank_pid, io->rank_n, fid_order_u64s);
    for (size_t i = 0; i < io->rank_n; i++)
        if (!n || io->rank_pid[n - 1] != io->rank_pid[i])
            io->rank_pid[n++] = io->rank_pid[i];
    io->rank_n = 0;
    double all = 0, least = HUGE_VAL, own = 0, *byte_n = calloc (n + 1, sizeof *byte_n);
    FID_NEED (byte_n, err);
    for (size_t i = 0; i < io->read_n && n; i++) {
        struct fid_data_read r = fid_read_of (io, i);
        const int64_t *at =
            bsearch (&r.pid, io->rank_pid, n, sizeof *io->rank_pid, fid_order_u64s);
        all += (double)r.byte_n;
        byte_n[at ? (size_t)(at - io->rank_pid) : n] += (double)r.byte_n;
    }
    for (size_t i = 0; i < n; i++) {
        own += byte_n[i];
        least = fmin (least, byte_n[i]);
    }
    free (byte_n);
    if (n > 1 && own >= RANKS_READ * all && least >= all / (double)n / 2)
        io->rank_n = n;
    return 0;
}

int fid_data_io_fill (struct fid_data_io *io, const struct fid_run *run, struct fid_error *err)
{
    const struct fid_events *e = &run->events;
    if (e->row_n >= UINT32_MAX)
        return fid_errorf (err, FID_EINPUT, "%zu rows of events are too many; use --memory",
                           e->row_n);
    struct taking t = {.io = io, .events = e, .use = malloc ((e->file_n + 1) * sizeof *t.use)};
    int rc = t.use ? 0 : fid_error_nomem (err);
    *io = (struct fid_data_io){.events = e, .main_pid = -1, .main_ns = INT64_MAX};
    io->first_ns = INT64_MAX;
    io->last_ns = INT64_MIN;
    for (size_t i = 0; i < e->file_n && !rc; i++)
        t.use[i] = (struct file_use){
            .data = -1, .saved = -1, .tensor = is_tensor (fid_events_name (e, (uint32_t)i))};
    for (size_t i = 0; i < e->row_n && !rc; i++) {
        struct fid_event_row row = fid_events_row (e, i);
        t.row = (uint32_t)i;
        rc = take_row (&t, &row, err);
    }
    free (t.use);
    fid_index_clear (&t.handed);
    rc = rc ? rc : fid_data_io_join (io, run, t.request, t.request_n, err);
    free (t.request);
    return rc ? rc : keep_ranks (io, err);
}

size_t fid_reads_before (const struct fid_data_io *io, int64_t t_ns)
{
    size_t low = 0, high = io->read_n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (fid_start_of (io, io->read[middle].row) < t_ns)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void fid_data_io_clear (struct fid_data_io *io)
{
    for (size_t i = 0; i < io->file_n; i++) {
        FID_FREE (io->file[i].name, io->file[i].folder);
    }
    for (size_t i = 0; i < io->saved_n; i++)
        free (io->saved[i]);
    for (size_t i = 0; i < io->path_n; i++)
        free (io->path[i].path);
    FID_FREE (io->rank_pid, io->asked, io->handed, io->joined_of, io->joined, io->path,
              io->file, io->read, io->open, io->use, io->save, io->saved);
    fid_index_clear (&io->by_name);
    *io = (struct fid_data_io){0};
}
