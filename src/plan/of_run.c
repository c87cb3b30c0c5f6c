/* SPDX-License-Identifier: GPL-3.0-or-later */
/* of_run.c - the plan of a recorded run (of_run.h) */
#include "job/lanes.h"
#include "plan/of_run.h"
#include "storage/demand.h"

#define FID_NO_FILE UINT32_MAX
#define AHEAD       0.5     /* batches: a loader with fewer reads between steps */
#define BURST_S     0.05    /* reads that no step takes: a longer pause parts them */
#define THINK_S     0.002   /* a reader without steps computes in longer pauses */
#define UNIT_N      1048576 /* bytes of a write, where only the log knows of it */

struct planning {
    struct fid_job job;
    struct fid_job_evidence ev;
    struct fid_read_place *place; /* owned; of each read */
    struct fid_demand demand;
    struct fid_plan *plan;       /* borrowed */
    double scale;                /* of what computes, so that the job takes as long as asked */
    struct fid_plan_when **when; /* owned, each as well; of each step of each rank */
    struct fid_lanes lanes;
    uint32_t *slot;           /* owned; of each lane: its place among the readers of its rank */
    int64_t *last_ns;         /* owned; when the last read of each lane ended */
    size_t *left;             /* owned; reads of each use to come */
    uint64_t *next;           /* owned; where the last read of each use ended */
    uint32_t *number, *saved; /* owned; of files (struct numbers), of checkpoints */
};

static void clear_planning (struct planning *p)
{
    for (size_t r = 0; r < p->job.rank_n && p->when; r++)
        free (p->when[r]);
    FID_FREE (p->place, p->when, p->slot, p->last_ns, p->left, p->next, p->number, p->saved);
    fid_lanes_clear (&p->lanes);
    fid_demand_clear (&p->demand);
    fid_job_clear (&p->job);
    fid_job_evidence_clear (&p->ev);
}

/* --- names */

/* Takes the folders off the names of n files that all of them begin with. */
static void strip_folder (struct fid_plan_file *f, size_t n)
{
    size_t same = n ? strlen (f->name) : 0;
    for (size_t i = 1; i < n; i++) {
        size_t k = 0;
        while (k < same && f[i].name[k] == f->name[k])
            k++;
        same = k;
    }
    while (same && f->name[same - 1] != '/')
        same--;
    for (size_t i = 0; i < n; i++) {
        char *rest = f[i].name + same;
        while (*rest == '/')
            rest++;
        memmove (f[i].name, rest, strlen (rest) + 1);
    }
}

/* A list of the plan's files, and 1 + the number there of each of the run's; 0: it has none. */
struct numbers {
    struct fid_plan_file **file;
    size_t *n, *cap;
    uint32_t *of;
};

/* The number of file i of the run, which gets one; FID_NO_FILE without memory. */
static uint32_t number_of (const struct numbers *l, size_t i, const char *folder,
                           const char *name, uint64_t byte_n, struct fid_error *err)
{
    if (l->of[i])
        return l->of[i] - 1;
    char *path = fid_format (err, "%s%s%s", folder, *folder ? "/" : "", name);
    if (!path)
        return FID_NO_FILE;
    if (FID_PUSH_TO (*l->file, *l->n, *l->cap, err,
                     (struct fid_plan_file){.name = path, .byte_n = byte_n})) {
        free (path);
        return FID_NO_FILE;
    }
    l->of[i] = (uint32_t)*l->n;
    return l->of[i] - 1;
}

/* --- parts, and when batches may be read */

/* A loader that is h batches ahead asks for the next one when the h-th step before its own has
 * its batch; for the first ones when it begins. */
static int find_whens (struct planning *p, size_t rank, struct fid_error *err)
{
    const struct fid_job_rank *r = &p->job.rank[rank];
    const struct fid_rank_demand *d = &p->demand.rank[rank];
    struct pass {
        uint32_t part; /* in which its loader began */
        double lead_s;
        size_t n; /* steps since then */
    } pass[FID_SIDE_N] = {{0}};
    FID_FREED uint32_t *step = malloc ((r->step_n + 1) * sizeof *step); /* of training */
    FID_NEED (step && (p->when[rank] = calloc (r->step_n + 1, sizeof **p->when)), err);
    for (size_t i = 0; i < r->segment_n; i++) {
        const struct fid_job_segment *g = &r->segment[i];
        const struct fid_job_loader *l =
            g->kind == FID_JOB_EVALUATION ? &r->eval_loader : &r->loader;
        size_t depth = l->depth < AHEAD ? 0 : (size_t)round (l->depth);
        struct pass *at = &pass[g->kind == FID_JOB_EVALUATION];
        if (d->stint[i].opens)
            *at = (struct pass){(uint32_t)i, d->stint[i].lead_s, 0};
        for (size_t k = g->step_first; k < g->step_first + g->step_n; k++, at->n++) {
            struct fid_plan_when *w = &p->when[rank][k];
            if (at == &pass[FID_SIDE_TRAIN])
                step[at->n] = (uint32_t)k;
            if (!at->n || at->n < depth)
                *w = (struct fid_plan_when){FID_PLAN_PART, at->part, at->lead_s};
            else if (!depth)
                *w = (struct fid_plan_when){FID_PLAN_ASK, (uint32_t)k, 0};
            else
                *w = (struct fid_plan_when){FID_PLAN_START,
                                            at == &pass[FID_SIDE_TRAIN] ? step[at->n - depth]
                                                                        : (uint32_t)(k - depth),
                                            0};
        }
    }
    return 0;
}

static int add_rank (struct planning *p, size_t rank, struct fid_error *err)
{
    const struct fid_job_rank *r = &p->job.rank[rank];
    const struct fid_rank_demand *d = &p->demand.rank[rank];
    FID_TRY (FID_PUSH (p->plan->rank, err, (struct fid_plan_rank){.number = r->number}));
    struct fid_plan_rank *to = &p->plan->rank[rank];
    FID_EACH (const struct fid_job_step, s, r->step)
        FID_TRY (FID_PUSH (to->compute, err, s->take_s + s->compute_s));
    for (size_t i = 0; i < r->segment_n; i++) {
        const struct fid_job_segment *g = &r->segment[i];
        bool saves = g->save < p->job.checkpoint_n && p->job.checkpoint[g->save].waits;
        struct fid_plan_part part = {.kind = g->kind,
                                     .epoch = g->epoch,
                                     .step_first = (uint32_t)g->step_first,
                                     .step_n = (uint32_t)g->step_n,
                                     .pause_s = saves ? 0 : d->stint[i].recorded_s * p->scale,
                                     .behind_s = d->stint[i].tail_s,
                                     .checkpoint = saves ? (uint32_t)g->save : UINT32_MAX};
        FID_TRY (FID_PUSH (to->part, err, part));
    }
    return find_whens (p, rank, err);
}

/* The last step of a rank that has its batch at a time, in the part of that time, or the part.
 */
static struct fid_plan_when when_at (const struct planning *p, size_t rank, double t_s)
{
    const struct fid_job_rank *r = &p->job.rank[rank];
    size_t part = 0, low, high = r->segment_n;
    while (part + 1 < high) {
        size_t middle = part + (high - part) / 2;
        *(r->segment[middle].start_s <= t_s ? &part : &high) = middle;
    }
    if (!r->segment_n)
        return (struct fid_plan_when){FID_PLAN_PART, 0, 0};
    const struct fid_job_segment *g = &r->segment[part];
    for (low = 0, high = g->step_n; low < high;) {
        size_t middle = low + (high - low) / 2;
        const struct fid_job_step *s = &r->step[g->step_first + middle];
        if (s->end_s - s->compute_s <= t_s)
            low = middle + 1;
        else
            high = middle;
    }
    if (low)
        return (struct fid_plan_when){FID_PLAN_START, (uint32_t)(g->step_first + low - 1), 0};
    return (struct fid_plan_when){FID_PLAN_PART, (uint32_t)part, fmax (0, t_s - g->start_s)};
}

/* --- reads */

static int add_calls (struct planning *p, struct fid_plan_reader *r,
                      const struct fid_data_read *d, struct fid_error *err)
{
    const struct fid_data_use *use = &p->ev.io.use[d->use];
    uint64_t n = d->call_n ? d->call_n : 1;
    uint64_t at = d->offset != FID_NO_OFFSET ? d->offset : p->next[d->use];
    const struct fid_data_file *f = &p->ev.io.file[d->file];
    struct numbers files = {&p->plan->file, &p->plan->file_n, &p->plan->file_cap, p->number};
    uint32_t file = number_of (&files, d->file, f->folder, f->name, f->end_byte, err);
    FID_TRY (file == FID_NO_FILE);
    bool first = p->left[d->use] == p->lanes.use_n[d->use], last = !--p->left[d->use];
    for (uint64_t i = 0; i < n; i++) {
        uint64_t from = d->byte_n * i / n, to = d->byte_n * (i + 1) / n;
        if (to - from > UINT32_MAX)
            return fid_errorf (err, FID_EINPUT, "a read of %" PRIu64 " bytes", to - from);
        struct fid_plan_read read = {.offset = at + from,
                                     .byte_n = (uint32_t)(to - from),
                                     .file = file & (FID_PLAN_FILES - 1),
                                     .open = use->opened && first && !i,
                                     .close = use->opened && last && i + 1 == n};
        FID_TRY (FID_PUSH (r->read, err, read));
        r->batch[r->batch_n - 1].read_n++;
    }
    p->next[d->use] = at + d->byte_n;
    return 0;
}

/* Without steps a reader computes, or waits, between its reads: each goes on so long after the
 * one before it. */
static int add_pause (struct fid_plan_reader *r, double pause_s, struct fid_error *err)
{
    struct fid_plan_batch *last = &r->batch[r->batch_n - 1];
    if (pause_s < THINK_S || last->read_n < 2) {
        last->work_s += pause_s;
        return 0;
    }
    struct fid_plan_batch own = *last; /* of the read that is computed on */
    last->read_n--;
    own.when.after_s = 0;
    own.read_first = r->read_n - 1;
    own.read_n = 1;
    own.work_s = pause_s;
    return FID_PUSH (r->batch, err, own);
}

static int add_read (struct planning *p, size_t i, struct fid_error *err)
{
    const struct fid_data_read d = fid_read_of (&p->ev.io, i);
    uint32_t rank = p->place[i].rank, step = p->place[i].step, lane = p->lanes.of[i];
    struct fid_plan_reader *r = &p->plan->rank[rank].reader[p->slot[lane]];
    struct fid_plan_batch *last = r->batch_n ? &r->batch[r->batch_n - 1] : NULL;
    struct fid_plan_batch b = {.step = step == FID_NO_TAKER ? FID_PLAN_NOBODY : step,
                               .read_first = r->read_n};
    b.when = step == FID_NO_TAKER
                 ? when_at (p, rank, (double)(d.start_ns - p->ev.origin_ns) / 1e9)
                 : p->when[rank][step];
    bool stepless = !p->job.rank[rank].step_n, same = last && last->step == b.step;
    double pause_s = last ? fmax (0, (double)(d.start_ns - p->last_ns[lane]) / 1e9) : 0;
    if (stepless && last) {
        b.when.after_s = 0;
        same = same && last->when.of == b.when.of && pause_s < THINK_S;
        FID_TRY (add_pause (r, pause_s * p->scale, err));
    } else
        same = same && last->when.gate == b.when.gate && last->when.of == b.when.of &&
               (b.step != FID_PLAN_NOBODY || pause_s < BURST_S);
    if (!same)
        FID_TRY (FID_PUSH (r->batch, err, b));
    p->last_ns[lane] = d.start_ns + (d.dur_ns > 0 ? d.dur_ns : 0);
    FID_TRY (add_calls (p, r, &d, err));
    if (fid_call_of (&p->ev.io, p->ev.io.read[i]).flags & FID_EVENT_MAPPED)
        p->plan->file[p->number[d.file] - 1].mapped = true;
    return 0;
}

static int add_reads (struct planning *p, struct fid_error *err)
{
    const struct fid_data_io *io = &p->ev.io;
    FID_TRY (fid_lanes_find (&p->lanes, io, p->place, true, err));
    size_t n = p->lanes.lane_n;
    p->slot = calloc (n + 1, sizeof *p->slot);
    p->last_ns = calloc (n + 1, sizeof *p->last_ns);
    p->left = fid_array_copy (p->lanes.use_n, io->use_n, sizeof *p->left, err);
    p->next = calloc (io->use_n + 1, sizeof *p->next);
    p->number = calloc (io->file_n + 1, sizeof *p->number);
    FID_NEED (p->slot && p->last_ns && p->left && p->next && p->number, err);
    if (io->file_n >= FID_PLAN_FILES)
        return fid_errorf (err, FID_EINPUT, "more than %u files of data", FID_PLAN_FILES);
    FID_EACH (const struct fid_lane, l, p->lanes.lane) {
        struct fid_plan_rank *to = &p->plan->rank[l->rank];
        p->slot[l - p->lanes.lane] = (uint32_t)to->reader_n;
        FID_TRY (FID_PUSH (
            to->reader, err,
            (struct fid_plan_reader){.kind = l->apart ? FID_PLAN_PROCESS : FID_PLAN_THREAD}));
    }
    for (size_t i = 0; i < io->read_n; i++)
        if (p->lanes.of[i] != FID_NO_LANE)
            FID_TRY (add_read (p, i, err));
    return 0;
}

/* Shares out what the readers of each step do besides reading.  The rank itself reads if all is
 * asked for by its steps. */
static int share_work (struct planning *p, size_t rank, struct fid_error *err)
{
    const struct fid_job_rank *r = &p->job.rank[rank];
    struct fid_plan_rank *to = &p->plan->rank[rank];
    FID_FREED uint32_t *part_n = calloc (r->step_n + 1, sizeof *part_n);
    FID_FREED double *left = calloc (r->step_n + 1, sizeof *left); /* metadata calls */
    bool itself = false;
    FID_NEED (part_n && left, err);
    for (size_t k = 0; k < r->step_n; k++)
        left[k] = r->step[k].meta_n;
    FID_EACH (struct fid_plan_reader, w, to->reader) {
        bool ahead = itself; /* one is the rank itself */
        FID_EACH (struct fid_plan_batch, b, w->batch) {
            if (b->step == FID_PLAN_NOBODY)
                continue;
            part_n[b->step]++;
            ahead |= b->when.gate == FID_PLAN_START;
            FID_EACH_OF (const struct fid_plan_read, read, w->read + b->read_first, b->read_n)
                left[b->step] -= read->open;
        }
        if (!ahead && w->kind == FID_PLAN_THREAD && r->step_n) {
            w->kind = FID_PLAN_MAIN;
            itself = true;
        }
    }
    FID_EACH (struct fid_plan_reader, w, to->reader)
        FID_EACH (struct fid_plan_batch, b, w->batch) {
            if (b->step == FID_PLAN_NOBODY)
                continue;
            b->work_s = r->step[b->step].work_s / part_n[b->step];
            b->stats = (uint32_t)fmin (1e6, fmax (0, round (left[b->step] / part_n[b->step])));
        }
    return 0;
}

/* --- checkpoints */

/* Adds a call, to the one before it if both are alike. */
static int add_write (struct fid_plan *plan, size_t first, struct fid_plan_write w,
                      struct fid_error *err)
{
    struct fid_plan_write *last =
        plan->write_n > first ? &plan->write[plan->write_n - 1] : NULL;
    if (last && last->file == w.file && last->byte_n == w.byte_n && last->writer == w.writer) {
        last->call_n += w.call_n;
        return 0;
    }
    return FID_PUSH (plan->write, err, w);
}

/* Of a checkpoint that was not traced, only the size is known. */
static int add_untraced (struct fid_plan *plan, const struct fid_job_checkpoint *c,
                         size_t first, struct fid_error *err)
{
    char *name = fid_format (err, "checkpoint-%zu", plan->checkpoint_n + 1);
    FID_TRY (!name);
    if (FID_PUSH (plan->saved, err, (struct fid_plan_file){.name = name})) {
        free (name);
        return -1;
    }
    uint32_t file = (uint32_t)plan->saved_n - 1, n = (uint32_t)(c->byte_n / UNIT_N);
    if (n)
        FID_TRY (add_write (plan, first, (struct fid_plan_write){file, n, UNIT_N, 0}, err));
    uint64_t rest = (uint64_t)c->byte_n % UNIT_N;
    return rest ? add_write (plan, first, (struct fid_plan_write){file, 1, rest, 0}, err) : 0;
}

static int add_checkpoint (struct planning *p, const struct fid_job_checkpoint *c,
                           struct fid_error *err)
{
    const struct fid_data_io *io = &p->ev.io;
    struct fid_plan *plan = p->plan;
    FID_FREED uint64_t *writer = NULL; /* processes, and threads where they are told apart */
    size_t writer_n = 0, cap = 0, first = plan->write_n;
    double busy_s = 0, last_s = c->start_s;
    struct numbers files = {&plan->saved, &plan->saved_n, &plan->saved_cap, p->saved};
    FID_EACH (const struct fid_call, call, io->save) {
        const struct fid_event_row row = fid_call_of (io, *call);
        double at_s = (double)(row.start_ns - p->ev.origin_ns) / 1e9;
        double end_s = at_s + (double)(row.dur_ns > 0 ? row.dur_ns : 0) / 1e9;
        if (at_s < c->start_s || at_s > c->end_s)
            continue;
        busy_s += end_s - at_s;
        if (row.op != (c->load ? FID_OP_READ : FID_OP_WRITE) || !row.byte_n)
            continue;
        const struct fid_event_process *by = &io->events->process[row.process];
        uint64_t who = fid_hash_number ((uint64_t)by->tid, (uint64_t)by->pid);
        size_t k = 0;
        while (k < writer_n && writer[k] != who)
            k++;
        if (k == writer_n)
            FID_TRY (FID_PUSH_TO (writer, writer_n, cap, err, who));
        uint32_t n = row.event_n ? (uint32_t)row.event_n : 1;
        uint32_t file = number_of (&files, call->of, "", io->saved[call->of], 0, err);
        FID_TRY (file == FID_NO_FILE);
        struct fid_plan_write w = {file, n, row.byte_n / n, (uint32_t)k};
        FID_TRY (add_write (plan, first, w, err));
        if (row.byte_n % n)
            FID_TRY (add_write (plan, first,
                                (struct fid_plan_write){w.file, 1, row.byte_n % n, w.writer},
                                err));
        last_s = fmax (last_s, end_s);
    }
    if (plan->write_n == first && c->byte_n > 0)
        FID_TRY (add_untraced (plan, c, first, err));
    /* behind the last write a synced checkpoint waits for the disk */
    double all_s = (c->synced && last_s > c->start_s ? last_s : c->end_s) - c->start_s;
    struct fid_plan_checkpoint out = {.load = c->load,
                                      .synced = c->synced,
                                      .waits = c->waits,
                                      .when = when_at (p, 0, c->start_s),
                                      .work_s =
                                          fmax (0, all_s - busy_s / fmax (1, (double)writer_n)),
                                      .write_first = first,
                                      .write_n = plan->write_n - first};
    return FID_PUSH (plan->checkpoint, err, out);
}

/* --- all of it */

#define LEAST_SCALE 0.5 /* of computation; and its inverse: another job */

/* Scales what computes so that the first rank takes length_s; without steps, all pauses. */
static int scale_computation (struct planning *p, double length_s, struct fid_error *err)
{
    double compute_s = p->job.rank->step_n ? 0 : p->job.duration_s, of = p->job.duration_s;
    FID_EACH (const struct fid_job_step, s, p->job.rank->step)
        compute_s += s->take_s + s->compute_s;
    double scale = p->scale = 1 + (length_s - of) / compute_s;
    if (!(scale >= LEAST_SCALE && scale <= 1 / LEAST_SCALE))
        return fid_errorf (err, FID_EINPUT,
                           "steps that compute %.3g s of %.3g s cannot make that %.3g s",
                           compute_s, of, length_s);
    FID_EACH_OF (struct fid_job_rank, r, p->job.rank, p->job.rank_n)
        FID_EACH (struct fid_job_step, s, r->step) {
            s->take_s *= scale;
            s->compute_s *= scale;
            s->work_s *= scale;
        }
    return 0;
}

int fid_plan_of_run (struct fid_plan *plan, const struct fid_run *run, double length_s,
                     struct fid_error *err)
{
    FID_SCOPED (clear_planning) struct planning p = {.plan = plan, .scale = 1};
    struct fid_storage any;
    *plan = (struct fid_plan){.run = NULL};
    if (run->nameless)
        return fid_errorf (err, FID_EINPUT, "%s: the digest has no names of files", run->path);
    FID_TRY (!(plan->run = fid_strdup (run->id, err)));
    FID_TRY (fid_job_find_places (&p.job, &p.ev, &p.place, run, err));
    if (length_s > 0)
        FID_TRY (scale_computation (&p, length_s, err));
    fid_storage_init (&any, "");
    FID_TRY (fid_demand_init (&p.demand, &p.job, &any, err));
    FID_NEED (p.when = calloc (p.job.rank_n + 1, sizeof *p.when), err);
    plan->meet = p.job.meeting == FID_JOB_EACH_STEP;
    plan->meet_after = p.job.meet_after;
    FID_NEED (p.saved = calloc (p.ev.io.saved_n + 1, sizeof *p.saved), err);
    for (size_t r = 0; r < p.job.rank_n; r++)
        FID_TRY (add_rank (&p, r, err));
    FID_TRY (add_reads (&p, err));
    for (size_t r = 0; r < p.job.rank_n; r++)
        FID_TRY (share_work (&p, r, err));
    FID_EACH (const struct fid_job_checkpoint, c, p.job.checkpoint)
        FID_TRY (add_checkpoint (&p, c, err));
    strip_folder (plan->file, plan->file_n);
    strip_folder (plan->saved, plan->saved_n);
    size_t read_n;
    double byte_n;
    fid_plan_sum (plan, &read_n, &byte_n);
    return read_n || plan->write_n ? 0
                                   : fid_errorf (err, FID_EINPUT,
                                                 "%s: no read of data and no checkpoint was "
                                                 "traced",
                                                 run->path);
}
