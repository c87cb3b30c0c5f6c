/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build_calls.c - calls that are missing here and there, as those beside them show (build_priv.h)
 *
 * A process that goes through a file leaves no call's length out.  It closes the files of data and
 * checkpoints that it opened.  A tensor in shared memory is opened by its maker, and unlinked once.
 * Where more than a few in a hundred of these do not hold, rows of a trace were lost, or all of a
 * process. */
#include "base/hash.h"
#include "run/build_priv.h"
#include "run/role_rules.h"

#define LOST_SHARE 25 /* one in so many; at most one in 41 in 99 recordings */
#define LOST_LEAST 3

/* The calls of one process on the files of one name; those of all have process UINT32_MAX. */
struct use {
    uint64_t name; /* its hash */
    struct run_of {
        uint64_t end, byte_n;   /* of the last call; byte_n 0: none */
        int64_t next_n;         /* calls that go on where the one before ended */
        int64_t gap_n[2];       /* that leave out the length of one call, of two */
        int64_t skip_n, back_n; /* that leave out anything, that go back */
    } read, write;
    int64_t open_n, close_n, meta_n;
};

struct uses {
    FID_LIST (struct use, use); /* owned */
    struct fid_index by_hash;
};

static void clear_uses (struct uses *u)
{
    fid_index_clear (&u->by_hash);
    free (u->use);
}

static struct use *use_of (struct uses *u, uint32_t process, uint64_t name,
                           struct fid_error *err)
{
    uint64_t hash = fid_hash_number (process, name);
    size_t at = 0, i;
    if (fid_index_next (&u->by_hash, hash, &at, &i))
        return &u->use[i];
    struct use one = {.name = name};
    if (fid_index_put (&u->by_hash, hash, u->use_n, err) || FID_PUSH (u->use, err, one))
        return NULL;
    return &u->use[u->use_n - 1];
}

static void go_on (struct run_of *r, const struct fid_event_row *row)
{
    uint64_t longest = r->byte_n > row->byte_n ? r->byte_n : row->byte_n;
    if (row->offset == FID_NO_OFFSET || !row->byte_n)
        return;
    if (r->byte_n && row->offset < r->end)
        r->back_n++;
    else if (r->byte_n) {
        uint64_t gap = row->offset - r->end;
        r->next_n += !gap;
        r->skip_n += gap > 0;
        r->gap_n[0] += gap == longest;
        r->gap_n[1] += gap == 2 * longest;
    }
    r->end = row->offset + row->byte_n;
    r->byte_n = row->byte_n;
}

static void add_call (struct use *u, const struct fid_event_row *row)
{
    u->open_n += row->op == FID_OP_OPEN;
    u->close_n += row->op == FID_OP_CLOSE;
    u->meta_n += row->op == FID_OP_META;
    if (row->op == FID_OP_READ || row->op == FID_OP_WRITE)
        go_on (row->op == FID_OP_READ ? &u->read : &u->write, row);
}

static int take_calls (struct uses *of_process, struct uses *of_all, const struct fid_run *run,
                       struct fid_error *err)
{
    const struct fid_events *e = &run->events;
    FID_FREED uint32_t *first = fid_first_processes (e, err);
    FID_TRY (!first);
    struct use *u = NULL; /* that of the call before */
    uint32_t process = 0, file = 0;
    for (size_t i = 0; i < e->row_n; i++) {
        const struct fid_event_row row = fid_events_row (e, i);
        if (row.op == FID_OP_BLOCK_READ || row.op == FID_OP_BLOCK_WRITE || row.event_n != 1 ||
            (row.flags & (FID_EVENT_ERROR | FID_EVENT_FOREIGN)))
            continue;
        if (u && row.process == process && row.file == file) {
            add_call (u, &row);
            continue;
        }
        enum fid_role_id role = e->file[row.file].role;
        struct fid_span name = fid_events_name (e, row.file);
        bool tensor = fid_is_tensor (name);
        if (!tensor && role != FID_ROLE_DATA && role != FID_ROLE_CHECKPOINT)
            continue;
        uint64_t hash = fid_hash_bytes (name.p, name.n, 0);
        u = tensor ? use_of (of_all, UINT32_MAX, hash, err)
                   : use_of (of_process, first[row.process], hash, err);
        FID_TRY (!u);
        process = row.process;
        file = row.file;
        add_call (u, &row);
    }
    return 0;
}

/* What is missing of how many. */
struct lost {
    int64_t n, of_n;
};

/* Programs that skip records leave out more than a call, or less, or always as many calls: of calls
 * that were lost by chance, one is lost more often than two that follow each other. */
static void add_reads (struct lost *l, const struct run_of *r)
{
    int64_t one_n = r->gap_n[0], two_n = r->gap_n[1], n = one_n + two_n;
    bool chance = 2 * n < r->next_n || (one_n > two_n && 4 * two_n > one_n);
    l->n += chance ? n : 0;
    l->of_n += r->next_n + (chance ? n : 0);
}

/* What is skipped may be written later, or by another process that writes the file, too. */
static void add_writes (struct lost *l, const struct run_of *r, bool shared)
{
    int64_t n = r->skip_n > r->back_n && !shared ? r->skip_n - r->back_n : 0;
    l->n += n;
    l->of_n += r->next_n + n;
}

static int find_lost (struct fid_run *run, const struct lost *l, unsigned gives,
                      const char *what, struct fid_error *err)
{
    const struct fid_source *of = NULL;
    if (l->n < LOST_LEAST || l->n * LOST_SHARE < l->of_n)
        return 0;
    FID_EACH (const struct fid_source, s, run->source)
        of = (s->used & gives) && !of ? s : of;
    fid_build_open_streams (run, gives, run->phases.known ? run->phases.origin_ns : 0);
    return FID_FIND (&run->findings, err, .code = FID_RUN_CALLS_LOST,
                     .file = of ? of->path : NULL, .detail = (char *)what,
                     .number = {l->n, l->of_n});
}

int fid_build_calls (struct fid_run *run, struct fid_error *err)
{
    FID_SCOPED (clear_uses) struct uses of_process = {0}, of_all = {0};
    FID_SCOPED (fid_index_clear) struct fid_index writers = {0};
    struct lost read = {0}, write = {0}, open = {0}, make = {0}, unlink = {0};
    const bool opens = fid_run_saw (run, FID_GIVES_OPEN),
               metas = fid_run_saw (run, FID_GIVES_META);
    FID_TRY (take_calls (&of_process, &of_all, run, err));
    FID_EACH (const struct use, u, of_process.use)
        if (u->write.byte_n)
            FID_TRY (fid_index_put (&writers, u->name, 0, err));
    FID_EACH (const struct use, u, of_process.use) {
        size_t at = 0, i;
        add_reads (&read, &u->read);
        add_writes (&write, &u->write,
                    fid_index_next (&writers, u->name, &at, &i) &&
                        fid_index_next (&writers, u->name, &at, &i));
        open.n +=
            opens && u->close_n && !u->open_n; /* of a copy, too, a descriptor is closed */
        open.of_n += u->close_n > 0;
    }
    FID_EACH (const struct use, u, of_all.use) {
        make.n += opens && !u->open_n;
        unlink.n += metas && !u->meta_n;
        make.of_n++;
        unlink.of_n++;
    }
    /* a tracer that shows none of either does not know of them */
    make.n = make.n < make.of_n ? make.n : 0;
    unlink.n = unlink.n < unlink.of_n ? unlink.n : 0;
    FID_TRY (
        find_lost (run, &read, FID_GIVES_READ, "reads of data leave a call's length out", err));
    FID_TRY (
        find_lost (run, &write, FID_GIVES_WRITE, "writes of checkpoints leave bytes out", err));
    FID_TRY (find_lost (run, &open, FID_GIVES_OPEN, "files of data were closed, and not opened",
                        err));
    FID_TRY (find_lost (run, &make, FID_GIVES_OPEN,
                        "tensors were handed over that no traced process made", err));
    return find_lost (run, &unlink, FID_GIVES_META, "tensors were never unlinked", err);
}
