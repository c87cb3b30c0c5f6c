/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build_calls.c - calls that are missing here and there, as those beside them show
 *
 * A process that goes through a file leaves no call's length out.  It closes the files of data and
 * checkpoints that it opened.  A tensor in shared memory is opened by its maker, and unlinked once.
 * Where more than a few in a hundred of these do not hold, rows of a trace were lost, or all of a
 * process. */
#include "run/build_priv.h"
#include "run/role_rules.h"

#define LOST_SHARE 25 /* one in so many; at most one in 41 in 99 recordings */
#define LOST_LEAST 3
#define UNSIZED    100 /* one in so many reads without a size is worth a finding */

static int find_use (struct fid_calls *c, const struct fid_events *e,
                     const struct fid_event_row *row, bool tensor, struct fid_error *err)
{
    struct fid_span name = fid_events_name (e, row->file);
    struct fid_calls_use new_use = {.name = fid_hash_bytes (name.p, name.n, 0),
                                    .tensor = tensor};
    if (!c->first)
        FID_TRY (!(c->first = fid_first_processes (e, err)));
    uint64_t hash =
        fid_hash_number (tensor ? UINT32_MAX : c->first[row->process], new_use.name);
    size_t at = 0;
    c->last_process = row->process;
    c->last_file = row->file;
    if (fid_index_next (&c->by_hash, hash, &at, &c->last))
        return 0;
    c->last = c->use_n;
    FID_TRY (fid_index_put (&c->by_hash, hash, c->use_n, err));
    return FID_PUSH (c->use, err, new_use);
}

static void go_on (struct fid_calls_run *r, const struct fid_event_row *row)
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

int fid_calls_add (struct fid_calls *c, const struct fid_events *e,
                   const struct fid_event_row *row, struct fid_error *err)
{
    if (row->op == FID_OP_READ) {
        c->read_n += row->event_n;
        c->unsized_n += row->flags & FID_EVENT_NO_BYTES ? row->event_n : 0;
    }
    if (row->event_n != 1 || (row->flags & (FID_EVENT_ERROR | FID_EVENT_FOREIGN)))
        return 0;
    if (!c->use_n || row->process != c->last_process || row->file != c->last_file) {
        enum fid_role_id role = e->file[row->file].role;
        bool tensor = fid_is_tensor (fid_events_name (e, row->file));
        if (!tensor && role != FID_ROLE_DATA && role != FID_ROLE_CHECKPOINT)
            return 0;
        FID_TRY (find_use (c, e, row, tensor, err));
    }
    struct fid_calls_use *u = &c->use[c->last];
    u->ops |= 1u << row->op;
    if (row->op == FID_OP_READ || row->op == FID_OP_WRITE)
        go_on (row->op == FID_OP_READ ? &u->read : &u->write, row);
    return 0;
}

/* What is missing of how many. */
struct lost {
    int64_t n, of_n;
    unsigned gives;
    const char *what;
};

static void add_lost (struct lost *l, int64_t n, int64_t of_n)
{
    l->n += n;
    l->of_n += of_n;
}

/* Programs that skip records leave out more than a call, or less, or always as many calls: of calls
 * that were lost by chance, one is lost more often than two that follow each other. */
static void add_reads (struct lost *l, const struct fid_calls_run *r)
{
    int64_t one_n = r->gap_n[0], two_n = r->gap_n[1], n = one_n + two_n;
    bool chance = 2 * n < r->next_n || (one_n > two_n && 4 * two_n > one_n);
    add_lost (l, chance ? n : 0, r->next_n + (chance ? n : 0));
}

int fid_calls_find (const struct fid_calls *c, struct fid_run *run, struct fid_error *err)
{
    FID_SCOPED (fid_index_clear) struct fid_index writers = {0}; /* names, by process */
    bool dftracer = false;
    const bool opens = fid_run_saw (run, FID_GIVES_OPEN),
               metas = fid_run_saw (run, FID_GIVES_META);
    enum { READ, WRITE, OPEN, MAKE, UNLINK, LOST_N };
    struct lost lost[LOST_N] = {
        {0, 0, FID_GIVES_READ, "reads of data leave a call's length out"},
        {0, 0, FID_GIVES_WRITE, "writes of checkpoints leave bytes out"},
        {0, 0, FID_GIVES_OPEN, "files of data were closed, and not opened"},
        {0, 0, FID_GIVES_OPEN, "tensors were handed over that no traced process made"},
        {0, 0, FID_GIVES_META, "tensors were never unlinked"}};
    FID_EACH (const struct fid_calls_use, u, c->use)
        if (u->write.byte_n && !u->tensor)
            FID_TRY (fid_index_put (&writers, u->name, 0, err));
    FID_EACH (const struct fid_calls_use, u, c->use) {
        const bool opened = u->ops & 1u << FID_OP_OPEN, closed = u->ops & 1u << FID_OP_CLOSE;
        size_t at = 0, i;
        if (u->tensor) {
            add_lost (&lost[MAKE], opens && !opened, 1);
            add_lost (&lost[UNLINK], metas && !(u->ops & 1u << FID_OP_META), 1);
            continue;
        }
        add_reads (&lost[READ], &u->read);
        /* of a copy, too, a descriptor is closed */
        add_lost (&lost[OPEN], opens && closed && !opened, closed);
        /* what is skipped may be written later, or by another process that writes the file, too */
        bool shared = fid_index_next (&writers, u->name, &at, &i) &&
                      fid_index_next (&writers, u->name, &at, &i);
        int64_t skip_n = shared ? 0 : u->write.skip_n - u->write.back_n;
        skip_n = skip_n > 0 ? skip_n : 0;
        add_lost (&lost[WRITE], skip_n, u->write.next_n + skip_n);
    }
    for (const struct lost *l = lost; l < lost + LOST_N; l++) {
        const struct fid_source *of = NULL;
        /* a tracer that shows no tensor made, or none unlinked, does not know of them */
        if (l->n < LOST_LEAST || l->n * LOST_SHARE < l->of_n ||
            (l >= lost + MAKE && l->n == l->of_n))
            continue;
        FID_EACH (const struct fid_source, s, run->source)
            of = (s->used & l->gives) && !of ? s : of;
        fid_build_open_streams (run, l->gives, run->phases.known ? run->phases.origin_ns : 0);
        FID_TRY (FID_FIND (&run->findings, err, .code = FID_RUN_CALLS_LOST,
                           .file = of ? of->path : NULL, .detail = (char *)l->what,
                           .number = {l->n, l->of_n}));
    }
    FID_EACH (const struct fid_source, s, run->source)
        dftracer |= s->event_n && strcmp (s->reader, "dftracer") == 0;
    return c->unsized_n * UNSIZED > c->read_n
               ? FID_FIND (&run->findings, err, .code = FID_RUN_READS_UNSIZED,
                           .resource = "data.read", .number = {c->unsized_n, c->read_n},
                           .value = dftracer)
               : 0;
}

void fid_calls_clear (struct fid_calls *c)
{
    fid_index_clear (&c->by_hash);
    FID_FREE (c->use, c->first);
}
