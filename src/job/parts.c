/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.c - the parts of a job in time: from the log, and evaluations and checkpoints from the
 * traces (finder.h) */
#include "job/finder.h"

#define SOON_NS    INT64_C (500000000) /* reads that follow so soon belong together */
#define EVAL_GAPS  5   /* gaps between evaluations are so many times those inside */
#define MOST_OF    0.9 /* a segment with this share of a phase is all of it */
#define SURE_NAMES 0.7 /* that a folder called "valid" is one of evaluation */

/* --- spans */

static int add_span (struct fid_finder *f, struct fid_job_span s, struct fid_error *err)
{
    return s.end_ns > s.start_ns ? FID_PUSH (f->span, err, s) : 0;
}

FID_ORDER_BY (by_span_start, struct fid_job_span, FID_RISING (start_ns))

/* Cuts the time of a new span out of the others, and adds it. */
static int cut_span (struct fid_finder *f, struct fid_job_span new_span, struct fid_error *err)
{
    size_t n = f->span_n, kept = 0;
    for (size_t i = 0; i < n; i++) {
        struct fid_job_span *s = &f->span[i], tail = *s;
        if (s->end_ns <= new_span.start_ns || s->start_ns >= new_span.end_ns)
            continue;
        if (new_span.epoch < 0)
            new_span.epoch = s->epoch;
        double before = (double)(s->end_ns - s->start_ns);
        if (s->end_ns > new_span.end_ns && s->start_ns < new_span.start_ns) {
            tail.step_n = s->step_n = 0; /* how many are in which part is not known */
            if (tail.kind == FID_JOB_EVALUATION && tail.known.from == FID_JOB_TRACES)
                tail.kind = FID_JOB_REST; /* its end was a guess */
            tail.start_ns = new_span.end_ns;
            s->end_ns = new_span.start_ns;
            FID_TRY (add_span (f, tail, err));
            s = &f->span[i]; /* the list may have moved */
        } else if (s->start_ns < new_span.start_ns)
            s->end_ns = new_span.start_ns;
        else if (s->end_ns > new_span.end_ns)
            s->start_ns = new_span.end_ns;
        else
            s->end_ns = s->start_ns; /* covered: removed below */
        if ((double)(s->end_ns - s->start_ns) < MOST_OF * before)
            s->step_n = 0;
    }
    for (size_t i = 0; i < f->span_n; i++)
        if (f->span[i].end_ns > f->span[i].start_ns)
            f->span[kept++] = f->span[i];
    f->span_n = kept;
    FID_TRY (add_span (f, new_span, err));
    qsort (f->span, f->span_n, sizeof *f->span, by_span_start);
    return 0;
}

size_t fid_span_at (const struct fid_finder *f, enum fid_job_segment_kind kind, int64_t t_ns)
{
    size_t next = FID_FIRST_AFTER (f->span, f->span_n, struct fid_job_span, start_ns, t_ns);
    for (size_t i = next; i-- > 0;)
        if (f->span[i].kind == kind)
            return i;
    while (next < f->span_n && f->span[next].kind != kind)
        next++;
    return next < f->span_n ? next : SIZE_MAX;
}

double fid_counted_steps (const struct fid_finder *f, enum fid_job_segment_kind kind)
{
    double n = 0, counted_ns = 0, other_ns = 0;
    FID_EACH (const struct fid_job_span, p, f->span) {
        if (p->kind != kind)
            continue;
        n += p->step_n;
        *(p->step_n > 0 ? &counted_ns : &other_ns) += (double)(p->end_ns - p->start_ns);
    }
    return n > 0 && other_ns < counted_ns / n ? n : 0;
}

/* --- the log */

/* Steps of a segment of training or evaluation as the log counts them for its phase; 0: unknown.
 * *from: phases before it have ended. */
static double steps_of_segment (const struct fid_phases *p, const struct fid_segment *g,
                                size_t *from)
{
    enum fid_phase_kind kind = g->part == FID_PART_EVAL ? FID_PHASE_EVAL : FID_PHASE_TRAINING;
    while (*from < p->phase_n && p->phase[*from].end_ns <= g->start_ns)
        ++*from;
    FID_EACH_OF (const struct fid_phase, q, p->phase + *from, p->phase_n - *from)
        if (q->kind == kind && q->step_n && q->start_ns <= g->start_ns &&
            q->end_ns >= g->end_ns &&
            (double)(g->end_ns - g->start_ns) > MOST_OF * (double)(q->end_ns - q->start_ns))
            return (double)q->step_n;
    return 0;
}

static int take_log (struct fid_finder *f, struct fid_error *err)
{
    static const enum fid_job_segment_kind kinds[FID_PART_N] = {
        [FID_PART_BEFORE] = FID_JOB_START,      [FID_PART_INIT] = FID_JOB_START,
        [FID_PART_TRAINING] = FID_JOB_TRAINING, [FID_PART_EVAL] = FID_JOB_EVALUATION,
        [FID_PART_CHECKPOINT] = FID_JOB_SAVE,   [FID_PART_BETWEEN] = FID_JOB_REST,
        [FID_PART_AFTER] = FID_JOB_REST};
    const struct fid_phases *p = &f->run->phases;
    size_t from = 0;
    FID_EACH (const struct fid_segment, g, p->segment) {
        struct fid_job_span s = {.kind = kinds[g->part],
                                 .start_ns = g->start_ns,
                                 .end_ns = g->end_ns,
                                 .epoch = g->epoch,
                                 .save = SIZE_MAX,
                                 .known = fid_known (FID_JOB_LOG, 1)};
        if (s.kind == FID_JOB_TRAINING || s.kind == FID_JOB_EVALUATION)
            s.step_n = steps_of_segment (p, g, &from);
        for (size_t i = 0; i < p->phase_n && s.kind == FID_JOB_SAVE; i++)
            if (p->phase[i].name == FID_NAME_CHECKPOINT_LOAD &&
                p->phase[i].start_ns <= g->start_ns && p->phase[i].end_ns > g->start_ns)
                s.kind = FID_JOB_LOAD;
        FID_TRY (add_span (f, s, err));
    }
    return 0;
}

/* --- the traces */

/* Without a log: a start until the first call that gets samples for training, and a training
 * until the last call. */
static int take_traces (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    int64_t train_ns = io->handed_n ? fid_start_of (io, io->handed[0].row) : INT64_MAX;
    for (size_t i = 0; i < io->open_n && fid_start_of (io, io->open[i].row) < train_ns; i++)
        if (io->file[io->open[i].of].side == FID_SIDE_TRAIN)
            train_ns = fid_start_of (io, io->open[i].row);
    for (size_t i = 0; i < io->read_n && fid_start_of (io, io->read[i].row) < train_ns; i++)
        if (io->file[fid_file_of_read (io, i)].side == FID_SIDE_TRAIN)
            train_ns = fid_start_of (io, io->read[i].row);
    if (io->last_ns <= io->first_ns)
        return 0;
    struct fid_job_span s = {.kind = train_ns < INT64_MAX ? FID_JOB_START : FID_JOB_REST,
                             .start_ns = io->first_ns,
                             .end_ns = train_ns < INT64_MAX ? train_ns : io->last_ns,
                             .epoch = -1,
                             .save = SIZE_MAX,
                             .known = fid_known (FID_JOB_TRACES, 0.8)};
    FID_TRY (add_span (f, s, err));
    s.kind = FID_JOB_TRAINING;
    s.start_ns = s.end_ns;
    s.end_ns = io->last_ns;
    return add_span (f, s, err);
}

/* Gaps between the starts of the reads of evaluations: the third quartile and the median. */
static int measure_eval_gaps (const struct fid_data_io *io, int64_t *usual_ns,
                              int64_t *inside_ns, struct fid_error *err)
{
    FID_FREED int64_t *gap = malloc ((io->read_n + 1) * sizeof *gap);
    size_t n = 0;
    int64_t last_ns = INT64_MIN;
    FID_NEED (gap, err);
    for (size_t i = 0; i < io->read_n; i++) {
        const struct fid_data_read r = fid_read_of (io, i);
        if (!fid_is_of_side (io, r.file, FID_SIDE_EVAL))
            continue;
        if (last_ns != INT64_MIN)
            gap[n++] = r.start_ns - last_ns;
        last_ns = r.start_ns;
    }
    FID_SORT (gap, n, fid_by_number);
    *usual_ns = n ? gap[n * 3 / 4] : 0;
    *inside_ns = n ? gap[n / 2] : 0;
    return 0;
}

/* Reads of files of evaluation that follow each other make an evaluation; reads for training
 * behind a long pause end it. */
static int add_evaluations (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    size_t train = 0; /* reads before this one are not after the evaluation */
    size_t use_n = 0; /* of it so far */
    int64_t usual_ns, inside_ns;
    struct fid_job_span s = {.kind = FID_JOB_EVALUATION,
                             .start_ns = INT64_MIN,
                             .epoch = -1,
                             .save = SIZE_MAX,
                             .known = fid_known (FID_JOB_TRACES, SURE_NAMES)};
    FID_TRY (measure_eval_gaps (io, &usual_ns, &inside_ns, err));
    for (size_t i = 0; i <= io->read_n; i++) {
        bool over = i == io->read_n;
        const struct fid_data_read r = over ? (struct fid_data_read){0} : fid_read_of (io, i);
        if (!over && !fid_is_of_side (io, r.file, FID_SIDE_EVAL))
            continue;
        if (s.start_ns != INT64_MIN) {
            int64_t next_ns = INT64_MAX, pause_ns = r.start_ns - s.end_ns;
            for (; train < io->read_n && next_ns == INT64_MAX; train++)
                if (fid_start_of (io, io->read[train].row) > s.end_ns &&
                    fid_is_of_side (io, fid_file_of_read (io, train), FID_SIDE_TRAIN))
                    next_ns = fid_start_of (io, io->read[train].row);
            bool all = use_n >= f->ev->side[FID_SIDE_EVAL].read_file_n;
            if (over || (pause_ns > EVAL_GAPS * inside_ns && (all || pause_ns > SOON_NS) &&
                         next_ns < r.start_ns)) {
                use_n = 0;
                /* its last samples are computed after they are read */
                int64_t until_ns = next_ns < io->last_ns ? next_ns : io->last_ns;
                bool soon = until_ns < s.end_ns + SOON_NS + 3 * usual_ns;
                s.end_ns = soon ? until_ns : s.end_ns + usual_ns;
                FID_TRY (cut_span (f, s, err));
                s.start_ns = INT64_MIN;
            }
        }
        if (s.start_ns == INT64_MIN)
            s.start_ns = r.start_ns;
        use_n += fid_start_of (io, io->use[r.use].row) == r.start_ns;
        s.end_ns = r.start_ns + (r.dur_ns > 0 ? r.dur_ns : 1);
        train = i;
    }
    return 0;
}

int fid_find_spans (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    bool log = f->run->phases.known, named = false, eval_read = false;
    FID_TRY (log ? take_log (f, err) : take_traces (f, err));
    FID_EACH (const struct fid_job_span, p, f->span)
        named |= p->kind == FID_JOB_EVALUATION;
    for (size_t i = 0; i < io->use_n && !named && !eval_read; i++)
        eval_read = fid_is_of_side (io, io->use[i].file, FID_SIDE_EVAL);
    if (eval_read)
        FID_TRY (add_evaluations (f, err));
    f->job->evaluations =
        fid_known (log && named ? FID_JOB_LOG : FID_JOB_TRACES, log && named ? 1
                                                                : eval_read  ? SURE_NAMES
                                                                : log        ? 0.8
                                                                             : 0.3);
    if (!named && !eval_read && fid_run_fact (f->run, "log_layout"))
        f->job->evaluations = fid_known (FID_JOB_UNKNOWN, 0);
    return 0;
}

/* --- checkpoints: files that are written or loaded, by folder and time */

#define NEAR_NS INT64_C (1000000000) /* shards of one checkpoint are written within this time */
#define BEFORE_NS                                                                              \
    INT64_C (5000000000)        /* a log may name a checkpoint this long after its writes */
#define GIB         1073741824. /* what DLIO calls GB */
#define LEAST_BYTES 1e4         /* a smaller file is no checkpoint by itself */
#define OWN_SHARE   0.5 /* of the bytes on disk: who writes more itself waits for them */
#define GOES_ON     8   /* uses of training files: with more the job did not stand still */

/* Calls on files of one folder that follow each other. */
struct group {
    struct fid_span folder; /* borrowed */
    int64_t start_ns, end_ns, pid;
    double write_n, read_n;
    size_t file_n, writer_n;
    bool unsure; /* it may be several checkpoints */
};

/* A file of a group, from one open to the next. */
struct saved_file {
    size_t group; /* its place in struct groups.at */
    uint32_t name;
    int64_t start_ns, end_ns;
    double write_n;
};

struct groups {
    struct group *at; /* owned */
    size_t n, cap;
    struct fid_index pair;              /* number of the group << 32 | file, or process */
    FID_LIST (struct saved_file, file); /* owned; by start */
};

static void clear_groups (struct groups *g)
{
    FID_FREE (g->at, g->file);
    fid_index_clear (&g->pair);
}

static bool is_same_span (struct fid_span a, struct fid_span b)
{
    return a.n == b.n && memcmp (a.p, b.p, a.n) == 0;
}

static bool loads (const struct group *g)
{
    return g->read_n > g->write_n;
}

/* Adds a pair to the set of pairs, and 1 to *n if it is new there. */
static int count_pair (struct groups *g, uint64_t pair, size_t *n, struct fid_error *err)
{
    uint64_t hash = fid_hash_number (pair, 0);
    size_t at = 0, any;
    if (fid_index_next (&g->pair, hash, &at, &any))
        return 0;
    ++*n;
    return fid_index_put (&g->pair, hash, 0, err);
}

/* The group that a call continues, or a new one; NULL without memory. */
static struct group *group_of (struct groups *g, const struct fid_data_io *io,
                               struct fid_call call, const struct fid_event_row *s,
                               struct fid_error *err)
{
    const char *path = io->saved[call.of], *slash = strrchr (path, '/');
    struct fid_span folder = {path, slash ? (size_t)(slash - path) : 0};
    bool sizeless = s->op == FID_OP_OPEN || s->op == FID_OP_CLOSE;
    for (size_t i = g->n; i-- > 0;) {
        struct group *p = &g->at[i];
        if (is_same_span (p->folder, folder) &&
            s->start_ns - p->end_ns <= NEAR_NS + (p->end_ns - p->start_ns) / 2 &&
            (sizeless || loads (p) == (s->op == FID_OP_READ) || !(p->read_n + p->write_n > 0)))
            return p;
    }
    struct group new_group = {.folder = folder,
                              .start_ns = s->start_ns,
                              .end_ns = s->start_ns + s->span_ns,
                              .pid = io->events->process[s->process].pid};
    return FID_PUSH_TO (g->at, g->n, g->cap, err, new_group) ? NULL : &g->at[g->n - 1];
}

#define SAVES_LEAST 3    /* checkpoints that are alike, to believe in them: */
#define SAVES_APART 5    /* pauses between are so many times as long as they, */
#define SAVES_ALIKE 0.05 /* and they differ by this share of their bytes */

static bool trains_between (const struct fid_data_io *io, int64_t from_ns, int64_t to_ns)
{
    for (size_t i = fid_reads_before (io, from_ns); i < io->read_n; i++)
        if (fid_is_of_side (io, fid_file_of_read (io, i), FID_SIDE_TRAIN))
            return fid_start_of (io, io->read[i].row) < to_ns;
    return false;
}

/* Whether each `each` of n files are a checkpoint: they have as many bytes, and the job trains
 * between them, for longer than they take. */
static bool are_saves (const struct fid_data_io *io, const struct saved_file *f, size_t n,
                       size_t each)
{
    double first_n = 0;
    int64_t longest_ns = 1, shortest_ns = INT64_MAX, end_ns = 0;
    for (size_t i = 0; i < n; i += each) {
        double byte_n = 0;
        int64_t pause_ns = f[i].start_ns - end_ns;
        if (i && (pause_ns <= 0 || !trains_between (io, end_ns, f[i].start_ns)))
            return false;
        shortest_ns = i && pause_ns < shortest_ns ? pause_ns : shortest_ns;
        for (size_t k = i; k < i + each; k++) {
            byte_n += f[k].write_n;
            end_ns = f[k].end_ns > end_ns ? f[k].end_ns : end_ns;
        }
        first_n = i ? first_n : byte_n;
        if (fabs (byte_n - first_n) > SAVES_ALIKE * first_n)
            return false;
        longest_ns = end_ns - f[i].start_ns > longest_ns ? end_ns - f[i].start_ns : longest_ns;
    }
    return shortest_ns > SAVES_APART * longest_ns;
}

FID_ORDER_BY (by_group, struct saved_file, FID_RISING (group) FID_RISING (start_ns))
FID_ORDER_BY (by_group_start, struct group, FID_RISING (start_ns))

/* Cuts groups whose files show that they are several checkpoints, soon after each other. */
static int split_groups (const struct fid_data_io *io, struct groups *g, struct fid_error *err)
{
    size_t written_n = 0;
    FID_EACH (const struct saved_file, f, g->file)
        if (f->write_n > 0)
            g->file[written_n++] = *f;
    g->file_n = written_n;
    FID_SORT (g->file, g->file_n, by_group);
    for (size_t i = 0, n, each; i < g->file_n; i += n) {
        const struct saved_file *f = &g->file[i];
        struct group whole = g->at[f->group], *p = &g->at[f->group];
        for (n = 1; i + n < g->file_n && f[n].group == f->group;)
            n++;
        for (size_t k = 1; k < n && !loads (p); k++)
            p->unsure |= f[k].start_ns - f[k - 1].end_ns >
                             SAVES_APART * (f[k - 1].end_ns - f[k - 1].start_ns) &&
                         (!io->read_n || trains_between (io, f[k - 1].end_ns, f[k].start_ns));
        for (each = 1; each * SAVES_LEAST <= n; each++)
            if (n % each == 0 && are_saves (io, f, n, each))
                break;
        if (!p->unsure || each * SAVES_LEAST > n)
            continue;
        whole.unsure = false;
        whole.file_n = each;
        for (size_t k = 0; k < n; k++) {
            if (k % each == 0) {
                whole.start_ns = f[k].start_ns;
                whole.write_n = 0;
            }
            whole.end_ns = k % each && f[k].end_ns < whole.end_ns ? whole.end_ns : f[k].end_ns;
            whole.write_n += f[k].write_n;
            if ((k + 1) % each == 0 && k + 1 > each)
                FID_TRY (FID_PUSH_TO (g->at, g->n, g->cap, err, whole));
            else if (k + 1 == each)
                g->at[f->group] = whole;
        }
    }
    FID_SORT (g->at, g->n, by_group_start);
    return 0;
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
        struct group *to = g->at;
        while (to < g->at + n &&
               !(loads (to) == loads (p) && p->start_ns < to->end_ns &&
                 to->start_ns < p->end_ns &&
                 is_same_span (parent_of (to->folder), parent_of (p->folder))))
            to++;
        if (to == g->at + n) {
            g->at[n++] = *p;
            continue;
        }
        to->start_ns = p->start_ns < to->start_ns ? p->start_ns : to->start_ns;
        to->end_ns = p->end_ns > to->end_ns ? p->end_ns : to->end_ns;
        to->write_n += p->write_n;
        to->read_n += p->read_n;
        to->file_n += p->file_n;
        if (to->pid != p->pid)
            to->writer_n += p->writer_n;
        else if (p->writer_n > to->writer_n)
            to->writer_n = p->writer_n;
    }
    g->n = n;
}

static int collect_groups (const struct fid_data_io *io, struct groups *g,
                           struct fid_error *err)
{
    const uint64_t process = UINT64_C (1) << 63;
    FID_EACH (const struct fid_call, c, io->save) {
        const struct fid_event_row s = fid_call_of (io, *c);
        int64_t end_ns = s.start_ns + s.span_ns;
        struct group *p = group_of (g, io, *c, &s, err);
        FID_TRY (!p);
        uint64_t number = (uint64_t)(p - g->at) << 32;
        p->end_ns = end_ns > p->end_ns ? end_ns : p->end_ns;
        struct saved_file *f = NULL;
        for (size_t i = g->file_n; i-- > 0 && !f && s.op != FID_OP_OPEN;)
            if (g->file[i].group == (size_t)(p - g->at) && g->file[i].name == c->of)
                f = &g->file[i];
        if (!f) {
            FID_TRY (FID_PUSH (g->file, err,
                               (struct saved_file){.group = (size_t)(p - g->at),
                                                   .name = c->of,
                                                   .start_ns = s.start_ns,
                                                   .end_ns = end_ns}));
            f = &g->file[g->file_n - 1];
        }
        f->end_ns = end_ns > f->end_ns ? end_ns : f->end_ns;
        f->write_n += s.op == FID_OP_WRITE ? (double)s.byte_n : 0;
        if (s.op != FID_OP_WRITE && s.op != FID_OP_READ)
            continue;
        *(s.op == FID_OP_WRITE ? &p->write_n : &p->read_n) += (double)s.byte_n;
        FID_TRY (count_pair (g, number | c->of, &p->file_n, err));
        uint32_t pid = (uint32_t)io->events->process[s.process].pid;
        FID_TRY (count_pair (g, process | number | pid, &p->writer_n, err));
    }
    FID_TRY (split_groups (io, g, err));
    join_shards (g);
    return 0;
}

/* Whether saves wait until they are on the disk; FID_NOT_TOLD without block requests. */
static unsigned char waits_for_disk (const struct fid_run *run)
{
    const uint64_t *of = run->stream[FID_STREAM_BLOCK_WRITE].owner_byte_n;
    double own = (double)of[FID_OWNER_SELF], later = (double)of[FID_OWNER_WRITEBACK];
    return !fid_run_saw (run, FID_GIVES_BLOCK) ? FID_NOT_TOLD
                                               : own > OWN_SHARE * (own + later) && own > 1e6;
}

/* What the benchmark says of the size of a checkpoint in a span; 0: nothing. */
static double stated_bytes (const struct fid_run *run, const struct fid_job_span *s)
{
    FID_EACH (const struct fid_phase, p, run->phases.phase)
        if (p->byte_n > 0 && p->start_ns <= s->start_ns && p->end_ns >= s->end_ns)
            return p->byte_n;
    double gib = fid_run_fact_number (run, "checkpoint_size_GB");
    return fmax (0, gib > 0 ? gib : fid_run_fact_number (run, "checkpoint_gib")) * GIB;
}

/* Adds up the groups of a checkpoint of the log.  Without traces its size is what the benchmark
 * says, and its rate that of the storage. */
static int take_named (struct fid_finder *f, struct fid_job_span *s, int64_t from_ns,
                       const struct groups *g, struct fid_error *err)
{
    struct fid_job_checkpoint c = {.load = s->kind == FID_JOB_LOAD,
                                   .start_s = fid_finder_seconds (f, s->start_ns),
                                   .end_s = fid_finder_seconds (f, s->end_ns),
                                   .waits = true,
                                   .known = fid_known (FID_JOB_LOG, 1)};
    FID_EACH_OF (const struct group, p, g->at, g->n) {
        if (p->start_ns < from_ns || p->start_ns >= s->end_ns)
            continue;
        c.byte_n += c.load ? p->read_n : p->write_n;
        c.file_n += p->file_n;
        c.writer_n = p->writer_n > c.writer_n ? p->writer_n : c.writer_n;
    }
    c.stated = !f->run->stream[FID_STREAM_CHECKPOINT_WRITE].traced && !(c.byte_n > 0);
    if (c.stated)
        c.byte_n = stated_bytes (f->run, s);
    c.synced = c.load ? false : c.stated ? true : waits_for_disk (f->run);
    s->save = f->job->checkpoint_n;
    return FID_PUSH (f->job->checkpoint, err, c);
}

/* Makes each group that is large enough a checkpoint, unless the log names saves (named[0]) or
 * loads (named[1]) itself. */
static int take_groups (struct fid_finder *f, const struct groups *g, const bool named[2],
                        struct fid_error *err)
{
    FID_EACH_OF (const struct group, p, g->at, g->n) {
        const struct fid_data_io *io = &f->ev->io;
        bool load = loads (p), within = false;
        size_t others_n = 0; /* uses by other processes that go on reading for training */
        for (size_t i = 0; i < f->span_n && (named[0] || named[1]); i++)
            within |= (f->span[i].kind == FID_JOB_SAVE || f->span[i].kind == FID_JOB_LOAD) &&
                      f->span[i].start_ns <= p->start_ns && f->span[i].end_ns > p->start_ns;
        if (p->read_n + p->write_n < LEAST_BYTES || named[load] || within)
            continue;
        FID_EACH (const struct fid_data_use, u, io->use)
            others_n += fid_pid_of (io, u->row) != p->pid &&
                        fid_start_of (io, u->row) > p->start_ns &&
                        fid_start_of (io, u->row) < p->end_ns &&
                        fid_is_of_side (io, u->file, FID_SIDE_TRAIN);
        struct fid_job_checkpoint c = {.load = load,
                                       .start_s = fid_finder_seconds (f, p->start_ns),
                                       .end_s = fid_finder_seconds (f, p->end_ns),
                                       .byte_n = load ? p->read_n : p->write_n,
                                       .file_n = p->file_n,
                                       .writer_n = p->writer_n,
                                       .synced = load ? false : waits_for_disk (f->run),
                                       .waits = others_n <= GOES_ON,
                                       .known =
                                           fid_known (FID_JOB_TRACES, p->unsure ? 0.5 : 0.9)};
        if (p->unsure)
            f->job->checkpoints.sure = c.known.sure;
        struct fid_job_span s = {.kind = load ? FID_JOB_LOAD : FID_JOB_SAVE,
                                 .start_ns = p->start_ns,
                                 .end_ns = p->end_ns,
                                 .epoch = -1,
                                 .save = f->job->checkpoint_n,
                                 .known = c.known};
        FID_TRY (FID_PUSH (f->job->checkpoint, err, c));
        if (c.waits)
            FID_TRY (cut_span (f, s, err));
    }
    return 0;
}

int fid_find_saves (struct fid_finder *f, struct fid_error *err)
{
    FID_SCOPED (clear_groups) struct groups g = {0};
    bool named[] = {false, false};
    bool traced = f->run->stream[FID_STREAM_CHECKPOINT_WRITE].traced;
    int64_t from_ns = INT64_MIN;
    FID_TRY (collect_groups (&f->ev->io, &g, err));
    FID_EACH (struct fid_job_span, s, f->span) {
        if (s->kind != FID_JOB_SAVE && s->kind != FID_JOB_LOAD)
            continue;
        named[s->kind == FID_JOB_LOAD] = true;
        if (from_ns < s->start_ns - BEFORE_NS)
            from_ns = s->start_ns - BEFORE_NS;
        FID_TRY (take_named (f, s, from_ns, &g, err));
        from_ns = s->end_ns;
    }
    f->job->checkpoints = named[0] ? fid_known (FID_JOB_LOG, 1)
                          : traced ? fid_known (FID_JOB_TRACES, 0.9)
                          : f->run->phases.known && !fid_run_fact (f->run, "log_layout")
                              ? fid_known (FID_JOB_LOG, 0.7)
                              : fid_known (FID_JOB_UNKNOWN, 0);
    return take_groups (f, &g, named, err);
}
