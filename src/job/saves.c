/* SPDX-License-Identifier: GPL-3.0-or-later */
/* saves.c - checkpoints: files that are written or loaded, by folder and time */
#include "job/find_priv.h"

#define NEAR_NS INT64_C (1000000000) /* shards of one checkpoint are written so close */
#define BEFORE_NS                                                                              \
    INT64_C (5000000000)        /* a log may name a checkpoint so long after its writes */
#define GIB         1073741824. /* what DLIO calls GB */
#define LEAST_BYTES 1e4         /* a file of less is no checkpoint by itself */
#define OWN_SHARE   0.5 /* of the bytes that reach the disk: who writes more waits for them */

/* Calls on files of one folder that follow each other. */
struct group {
    struct fid_span folder; /* borrowed */
    int64_t start_ns, end_ns, pid;
    double write_n, read_n;
    size_t file_n, writer_n;
};

struct groups {
    struct group *at; /* owned */
    size_t n, cap;
    FID_LIST (uint64_t, pair); /* owned; number of the group << 32 | file, or process */
    struct fid_index by_pair;
};

static struct fid_span folder_of_path (const char *path)
{
    const char *slash = strrchr (path, '/');
    return (struct fid_span){path, slash ? (size_t)(slash - path) : 0};
}

static bool is_same_span (struct fid_span a, struct fid_span b)
{
    return a.n == b.n && memcmp (a.p, b.p, a.n) == 0;
}

/* Adds a number to the set of a group; true if it is new there. */
static int add_pair (struct groups *g, uint64_t pair, bool *is_new, struct fid_error *err)
{
    *is_new = false;
    uint64_t hash = fid_hash_number (pair, 0);
    for (size_t at = 0, i; fid_index_next (&g->by_pair, hash, &at, &i);)
        if (g->pair[i] == pair)
            return 0;
    FID_TRY (fid_index_put (&g->by_pair, hash, g->pair_n, err) ||
             fid_array_grow (&g->pair, &g->pair_cap, g->pair_n + 1, sizeof *g->pair, err));
    g->pair[g->pair_n++] = pair;
    *is_new = true;
    return 0;
}

/* The group that a call continues; a new one; NULL without memory. */
static struct group *group_of (struct groups *g, const struct fid_data_io *io,
                               struct fid_call call, const struct fid_event_row *s,
                               struct fid_error *err)
{
    struct fid_span folder = folder_of_path (io->saved[call.of]);
    bool loads = s->op == FID_OP_READ;
    for (size_t i = g->n; i-- > 0;) {
        struct group *p = &g->at[i];
        int64_t length = p->end_ns - p->start_ns;
        if (is_same_span (p->folder, folder) &&
            s->start_ns - p->end_ns <= NEAR_NS + length / 2 &&
            (s->op == FID_OP_OPEN || s->op == FID_OP_CLOSE ||
             (p->read_n > p->write_n) == loads || !(p->read_n + p->write_n > 0)))
            return p;
    }
    if (fid_array_grow (&g->at, &g->cap, g->n + 1, sizeof *g->at, err))
        return NULL;
    g->at[g->n] = (struct group){.folder = folder,
                                 .start_ns = s->start_ns,
                                 .end_ns = s->start_ns + s->span_ns,
                                 .pid = io->events->process[s->process].pid};
    return &g->at[g->n++];
}

/* The folder above a folder; itself if there is none. */
static struct fid_span parent_of (struct fid_span folder)
{
    struct fid_span last = fid_span_last_part (folder);
    return folder.n > last.n ? (struct fid_span){folder.p, folder.n - last.n} : folder;
}

/* Shards of one checkpoint in folders side by side (rank0/, rank1/): groups that are written,
 * or loaded, at the same time become one. */
static void join_shards (struct groups *g)
{
    size_t n = 0;
    FID_EACH_OF (struct group, p, g->at, g->n) {
        size_t k = 0;
        while (k < n && !((g->at[k].read_n > g->at[k].write_n) == (p->read_n > p->write_n) &&
                          p->start_ns < g->at[k].end_ns && g->at[k].start_ns < p->end_ns &&
                          is_same_span (parent_of (g->at[k].folder), parent_of (p->folder))))
            k++;
        if (k == n) {
            g->at[n++] = *p;
            continue;
        }
        struct group *to = &g->at[k];
        to->start_ns = p->start_ns < to->start_ns ? p->start_ns : to->start_ns;
        to->end_ns = p->end_ns > to->end_ns ? p->end_ns : to->end_ns;
        to->write_n += p->write_n;
        to->read_n += p->read_n;
        to->file_n += p->file_n;
        to->writer_n = to->pid == p->pid
                           ? (p->writer_n > to->writer_n ? p->writer_n : to->writer_n)
                           : to->writer_n + p->writer_n;
    }
    g->n = n;
}

static int collect_groups (const struct fid_data_io *io, struct groups *g,
                           struct fid_error *err)
{
    const uint64_t process = UINT64_C (1) << 63;
    for (size_t i = 0; i < io->save_n; i++) {
        const struct fid_event_row s = fid_call_of (io, io->save[i]);
        int64_t end_ns = s.start_ns + s.span_ns;
        struct group *p = group_of (g, io, io->save[i], &s, err);
        bool is_new;
        if (!p)
            return -1;
        uint64_t number = (uint64_t)(p - g->at) << 32;
        p->end_ns = end_ns > p->end_ns ? end_ns : p->end_ns;
        if (s.op != FID_OP_WRITE && s.op != FID_OP_READ)
            continue;
        if (s.op == FID_OP_WRITE)
            p->write_n += (double)s.byte_n;
        else
            p->read_n += (double)s.byte_n;
        FID_TRY (add_pair (g, number | io->save[i].of, &is_new, err));
        p->file_n += is_new;
        FID_TRY (add_pair (g, process | number | (uint32_t)io->events->process[s.process].pid,
                           &is_new, err));
        p->writer_n += is_new;
    }
    join_shards (g);
    return 0;
}

static int add_checkpoint (struct fid_finder *f, struct fid_job_checkpoint c,
                           struct fid_error *err)
{
    struct fid_job *job = f->job;
    return FID_PUSH (job->checkpoint, err, c);
}

/* Whether loader processes hand over, or others read for training, several times meanwhile. */
static bool goes_on (const struct fid_data_io *io, int64_t pid, int64_t start_ns,
                     int64_t end_ns)
{
    size_t n = 0;
    for (size_t i = 0; i < io->use_n; i++)
        n += fid_pid_of (io, io->use[i].row) != pid &&
             fid_start_of (io, io->use[i].row) > start_ns &&
             fid_start_of (io, io->use[i].row) < end_ns &&
             fid_is_of_side (io, io->use[i].file, FID_SIDE_TRAIN);
    return n > 8;
}

static bool waits_for_disk (const struct fid_run *run)
{
    const uint64_t *of = run->stream[FID_STREAM_BLOCK_WRITE].owner_byte_n;
    double own = (double)of[FID_OWNER_SELF], later = (double)of[FID_OWNER_WRITEBACK];
    return own > OWN_SHARE * (own + later) && own > 1e6;
}

/* Adds up the groups of a checkpoint of the log.  Without traces its size is what the benchmark
 * says. */
static int take_named (struct fid_finder *f, struct fid_job_span *s, int64_t from_ns,
                       const struct groups *g, struct fid_error *err)
{
    struct fid_job_checkpoint c = {.load = s->kind == FID_JOB_LOAD,
                                   .start_s = fid_finder_seconds (f, s->start_ns),
                                   .end_s = fid_finder_seconds (f, s->end_ns),
                                   .waits = true,
                                   .known = {FID_JOB_LOG, 1}};
    FID_EACH_OF (const struct group, p, g->at, g->n) {
        if (p->start_ns < from_ns || p->start_ns >= s->end_ns)
            continue;
        c.byte_n += c.load ? p->read_n : p->write_n;
        c.file_n += p->file_n;
        c.writer_n = p->writer_n > c.writer_n ? p->writer_n : c.writer_n;
    }
    if (!f->run->stream[FID_STREAM_CHECKPOINT_WRITE].traced && !(c.byte_n > 0))
        c.byte_n = fmax (0, fid_run_fact_number (f->run, "checkpoint_size_GB") * GIB);
    c.synced = !c.load && waits_for_disk (f->run);
    s->save = f->job->checkpoint_n;
    return add_checkpoint (f, c, err);
}

static int take_groups (struct fid_finder *f, const struct groups *g, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    FID_EACH_OF (const struct group, p, g->at, g->n) {
        bool load = p->read_n > p->write_n;
        if (p->read_n + p->write_n < LEAST_BYTES)
            continue;
        bool waits = !goes_on (io, p->pid, p->start_ns, p->end_ns);
        struct fid_job_checkpoint c = {.load = load,
                                       .start_s = fid_finder_seconds (f, p->start_ns),
                                       .end_s = fid_finder_seconds (f, p->end_ns),
                                       .byte_n = load ? p->read_n : p->write_n,
                                       .file_n = p->file_n,
                                       .writer_n = p->writer_n,
                                       .synced = !load && waits_for_disk (f->run),
                                       .waits = waits,
                                       .known = {FID_JOB_TRACES, 0.9}};
        struct fid_job_span s = {.kind = load ? FID_JOB_LOAD : FID_JOB_SAVE,
                                 .start_ns = p->start_ns,
                                 .end_ns = p->end_ns,
                                 .epoch = -1,
                                 .save = f->job->checkpoint_n,
                                 .known = c.known};
        FID_TRY (add_checkpoint (f, c, err) || (waits && fid_spans_cut (f, s, err)));
    }
    return 0;
}

int fid_find_saves (struct fid_finder *f, struct fid_error *err)
{
    struct groups g = {0};
    bool named = false, traced = f->run->stream[FID_STREAM_CHECKPOINT_WRITE].traced;
    int rc = collect_groups (&f->ev->io, &g, err);
    int64_t from_ns = INT64_MIN;
    for (size_t i = 0; i < f->span_n; i++)
        named |= f->span[i].kind == FID_JOB_SAVE || f->span[i].kind == FID_JOB_LOAD;
    for (size_t i = 0; i < f->span_n && named && !rc; i++) {
        struct fid_job_span *s = &f->span[i];
        if (s->kind != FID_JOB_SAVE && s->kind != FID_JOB_LOAD)
            continue;
        if (from_ns < s->start_ns - BEFORE_NS)
            from_ns = s->start_ns - BEFORE_NS;
        rc = take_named (f, s, from_ns, &g, err);
        from_ns = s->end_ns;
    }
    if (!named && !rc)
        rc = take_groups (f, &g, err);
    f->job->checkpoints = named                  ? (struct fid_job_known){FID_JOB_LOG, 1}
                          : traced               ? (struct fid_job_known){FID_JOB_TRACES, 0.9}
                          : f->run->phases.known ? (struct fid_job_known){FID_JOB_LOG, 0.7}
                                                 : (struct fid_job_known){FID_JOB_UNKNOWN, 0};
    FID_FREE (g.at, g.pair);
    fid_index_clear (&g.by_pair);
    return rc;
}
