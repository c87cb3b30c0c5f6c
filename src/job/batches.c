/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batches.c - what each step takes from the loader
 *
 * A loader process of PyTorch unlinks the shared memory of the tensors of a batch when it hands
 * it over: its reads since the batch before are those of this one.  Other processes read a
 * batch at once, as files, records or groups of them; between batches they wait. */
#include "job/ranks.h"

#define NO_BATCH    UINT32_MAX
#define BURST       5        /* gaps between batches are so many times those inside */
#define TENSOR_NS   20000000 /* tensors of one batch follow each other within */
#define GROUPS_MIN  5        /* hand-overs that tell how many tensors a batch has, and */
#define GROUPS_MAX  512      /* so many are looked at */
#define TENSORS_MAX 32       /* more than a batch has */
#define JUMPS_MAX   100      /* a batch has fewer page faults */
#define LOST        0.1      /* tensors of a batch that a tracer may miss */
#define APART       2 /* single items are batches if gaps are so many times their length */

/* --- processes */

#define RECENT 256

struct process {
    int64_t pid;
    bool hands;        /* it hands over tensors */
    bool over;         /* it has, since its last read */
    bool single;       /* each tensor is a batch: the log has as many steps */
    size_t handed_n;   /* tensors, of all its batches */
    size_t each_n;     /* items of each of its batches, if it is known by their number; 0 */
    size_t first;      /* then, of its batches */
    bool reads, mixed; /* it reads; for both sides */
    size_t tensor_n;   /* of its current batch, so far */
    size_t
        owed_n; /* tensors of the batch before, which a thread hands over while it reads on */
    size_t current; /* number of its batch; SIZE_MAX: none */
    size_t item_n;  /* in the current batch; by reads */
    int64_t end_ns; /* of its last item */
    enum fid_side side;
};

struct processes {
    struct process *at; /* owned */
    size_t n, cap;
    struct fid_index by_pid;
    uint32_t recent[RECENT]; /* found last, by a part of their numbers */
};

static struct process *process_of (struct processes *p, int64_t pid, struct fid_error *err)
{
    uint32_t *recent = &p->recent[pid & (RECENT - 1)];
    if (*recent < p->n && p->at[*recent].pid == pid)
        return &p->at[*recent];
    uint64_t hash = fid_hash_number ((uint64_t)pid, 0);
    for (size_t at = 0, i; fid_index_next (&p->by_pid, hash, &at, &i);)
        if (p->at[i].pid == pid) {
            *recent = (uint32_t)i;
            return &p->at[i];
        }
    if (fid_array_grow (&p->at, &p->cap, p->n + 1, sizeof *p->at, err) ||
        fid_index_put (&p->by_pid, hash, p->n, err))
        return NULL;
    p->at[p->n] = (struct process){.pid = pid, .current = SIZE_MAX, .end_ns = INT64_MIN};
    return &p->at[p->n++];
}

static void processes_clear (struct processes *p)
{
    free (p->at);
    fid_index_clear (&p->by_pid);
    *p = (struct processes){0};
}

static int add_batch (struct fid_finder *f, enum fid_side side, int64_t pid, int64_t start_ns,
                      struct fid_error *err)
{
    struct fid_batch b = {.first_ns = start_ns, .done_ns = start_ns, .pid = pid, .side = side};
    return FID_PUSH_TO (f->batch[side], f->batch_n[side], f->batch_cap[side], err, b);
}

static int64_t end_of (const struct fid_data_read *r)
{
    return r->start_ns + (r->dur_ns > 0 ? r->dur_ns : 0);
}

/* --- batches that are handed over */

static int take_handed (struct fid_finder *f, struct process *p, int64_t start_ns,
                        size_t usual_n, struct fid_error *err)
{
    if (p->owed_n) {
        p->owed_n--;
        return 0;
    }
    if (p->current == SIZE_MAX ||
        (p->over && p->tensor_n >= usual_n &&
         (p->single || start_ns - f->batch[p->side][p->current].done_ns > TENSOR_NS))) {
        /* a batch of what the process has in memory */
        FID_TRY (add_batch (f, p->side, p->pid, start_ns, err));
        p->current = f->batch_n[p->side] - 1;
        p->tensor_n = 0;
    }
    p->tensor_n++;
    struct fid_batch *b = &f->batch[p->side][p->current];
    b->done_ns = start_ns;
    b->handed = p->over = true;
    return 0;
}

static int take_worker_read (struct fid_finder *f, struct process *p, size_t read,
                             size_t usual_n, struct fid_error *err)
{
    const struct fid_data_read r = fid_read_of (&f->ev->io, read);
    enum fid_side side = f->ev->io.file[r.file].side;
    if (p->current == SIZE_MAX || p->over || p->side != side) {
        FID_TRY (add_batch (f, side, r.pid, r.start_ns, err));
        p->current = f->batch_n[side] - 1;
        p->side = side;
        p->owed_n = p->over && p->tensor_n < usual_n ? usual_n - p->tensor_n : 0;
        p->over = false;
        p->tensor_n = 0;
    }
    f->batch_of[read] = (uint32_t)p->current;
    f->batch[side][p->current].done_ns = end_of (&r);
    return 0;
}

/* Steps of a side that the log has, or counts. */
static double logged_steps (const struct fid_finder *f, enum fid_side side)
{
    const struct fid_step *step;
    size_t step_n;
    int64_t number;
    double n = 0;
    fid_logged_steps (f, &step, &step_n, &number);
    for (size_t i = 0; i < step_n; i++)
        n += step[i].eval == (side == FID_SIDE_EVAL) && (number < 0 || step[i].rank == number);
    return n > 0 ? n
                 : fid_counted_steps (f, side == FID_SIDE_EVAL ? FID_JOB_EVALUATION
                                                               : FID_JOB_TRAINING);
}

/* Processes whose tensors are whole batches of that many, less those where they are not. */
static long whole_batches (const struct processes *ps, size_t n)
{
    long sum = 0;
    for (size_t i = 0; i < ps->n; i++)
        if (ps->at[i].handed_n)
            sum += ps->at[i].handed_n % n ? -1 : 1;
    return sum;
}

/* Tensors of a batch: the largest number that stands between two reads of a process a tenth of
 * the first times at least, and divides what most processes hand over; each step that the log
 * has takes a batch.  Not the usual number: where a process reads on while a thread hands over,
 * most are less, and where several batches come from one read, most are more.  1: not known. */
static int usual_tensors (const struct fid_finder *f, struct processes *ps, size_t *out,
                          struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    double steps = logged_steps (f, FID_SIDE_TRAIN) + logged_steps (f, FID_SIDE_EVAL);
    double most = steps > 0 ? (double)io->handed_n / steps + LOST : TENSORS_MAX;
    size_t times[TENSORS_MAX + 1] = {0}, n = 0, h = 0;
    for (size_t i = 0; i < io->read_n && n < GROUPS_MAX; i++) {
        for (; h < io->handed_n &&
               fid_start_of (io, io->handed[h].row) < fid_start_of (io, io->read[i].row);
             h++) {
            struct process *p = process_of (ps, fid_pid_of (io, io->handed[h].row), err);
            FID_TRY (!p);
            p->tensor_n++;
        }
        struct process *p = process_of (ps, fid_pid_of (io, io->read[i].row), err);
        FID_TRY (!p);
        n += p->tensor_n > 0;
        times[p->tensor_n <= TENSORS_MAX ? p->tensor_n : 0] += p->tensor_n > 0;
        p->tensor_n = 0;
    }
    for (size_t i = 0; i < ps->n; i++) {
        ps->at[i].tensor_n = 0;
        ps->at[i].single = most < 2;
    }
    *out = 1;
    for (size_t k = 2; k <= TENSORS_MAX && (double)k <= most && n >= GROUPS_MIN; k++)
        if (10 * times[k] >= n && whole_batches (ps, k) > 0)
            *out = k;
    return 0;
}

/* Whether read i begins an item of its side: a use of a file, or a record. */
static bool begins_item (const struct fid_finder *f, size_t i, enum fid_side side)
{
    const struct fid_data_io *io = &f->ev->io;
    const struct fid_side_facts *s = &f->ev->side[side];
    if (s->layout == FID_LAYOUT_RECORDS || s->jumps)
        return (double)fid_bytes_of (io, io->read[i].row) > s->block / 2;
    return fid_start_of (io, io->use[io->read[i].of].row) == fid_start_of (io, io->read[i].row);
}

/* What a loader process does, in the order of time: calls with the next read of data, or the
 * next tensor, of any process. */
typedef int step_fn (struct fid_finder *f, struct process *p, size_t read,
                     const struct fid_call *h, size_t usual_n, struct fid_error *err);

static int walk_loaders (struct fid_finder *f, struct processes *ps, step_fn *step,
                         size_t usual_n, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    for (size_t i = 0, h = 0; i <= io->read_n; i++) {
        int64_t until = i < io->read_n ? fid_start_of (io, io->read[i].row) : INT64_MAX;
        for (; h < io->handed_n && fid_start_of (io, io->handed[h].row) < until; h++) {
            struct process *p = process_of (ps, fid_pid_of (io, io->handed[h].row), err);
            FID_TRY (!p || step (f, p, i, &io->handed[h], usual_n, err));
        }
        if (i == io->read_n || io->file[fid_file_of_read (io, i)].index ||
            !fid_bytes_of (io, io->read[i].row))
            continue;
        struct process *p = process_of (ps, fid_pid_of (io, io->read[i].row), err);
        FID_TRY (!p || (p->hands && step (f, p, i, NULL, usual_n, err)));
    }
    return 0;
}

static int count_items (struct fid_finder *f, struct process *p, size_t read,
                        const struct fid_call *h, size_t usual_n, struct fid_error *err)
{
    (void)usual_n, (void)err;
    if (h)
        return 0;
    enum fid_side side = f->ev->io.file[fid_file_of_read (&f->ev->io, read)].side;
    p->mixed = p->mixed || (p->reads && p->side != side);
    p->reads = true;
    p->side = side;
    p->item_n += begins_item (f, read, side);
    return 0;
}

/* A batch is handed over when its items are read: else they do not have the same number. */
static int check_items (struct fid_finder *f, struct process *p, size_t read,
                        const struct fid_call *h, size_t usual_n, struct fid_error *err)
{
    (void)err;
    if (!h)
        p->item_n += begins_item (f, read, p->side);
    else if (p->item_n < (p->tensor_n++ / usual_n + 1) * p->each_n)
        p->each_n = 0;
    return 0;
}

/* Loader processes whose batches all have one number of items: each batch is known by it,
 * however late a thread hands it over. */
static int find_counted (struct fid_finder *f, struct processes *ps, size_t usual_n,
                         struct fid_error *err)
{
    FID_TRY (walk_loaders (f, ps, count_items, usual_n, err));
    FID_EACH_OF (struct process, p, ps->at, ps->n) {
        size_t batch_n = p->handed_n / usual_n;
        bool whole = batch_n && !p->mixed && p->handed_n % usual_n == 0;
        p->each_n = whole && p->item_n % batch_n == 0 ? p->item_n / batch_n : 0;
        p->item_n = 0;
    }
    FID_TRY (walk_loaders (f, ps, check_items, usual_n, err));
    FID_EACH_OF (struct process, p, ps->at, ps->n) {
        p->item_n = p->tensor_n = 0;
        p->first = f->batch_n[p->side];
        for (size_t k = 0; p->each_n && k < p->handed_n / usual_n; k++)
            FID_TRY (add_batch (f, p->side, p->pid, INT64_MAX, err));
    }
    return 0;
}

static int take_loader_step (struct fid_finder *f, struct process *p, size_t read,
                             const struct fid_call *h, size_t usual_n, struct fid_error *err)
{
    if (!p->each_n)
        return h ? take_handed (f, p, fid_start_of (&f->ev->io, h->row), usual_n, err)
                 : take_worker_read (f, p, read, usual_n, err);
    const struct fid_data_read r =
        h ? (struct fid_data_read){0} : fid_read_of (&f->ev->io, read);
    p->item_n += !h && begins_item (f, read, p->side);
    size_t k = h ? p->tensor_n++ / usual_n : p->item_n ? (p->item_n - 1) / p->each_n : 0;
    struct fid_batch *b = &f->batch[p->side][p->first + k];
    b->handed = b->handed || h;
    b->done_ns = h ? fid_start_of (&f->ev->io, h->row) : end_of (&r);
    if (!h) {
        b->first_ns = b->first_ns < r.start_ns ? b->first_ns : r.start_ns;
        f->batch_of[read] = (uint32_t)(p->first + k);
    }
    return 0;
}

static int find_handed (struct fid_finder *f, struct processes *ps, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    size_t usual_n = 1;
    for (size_t i = 0; i < io->handed_n; i++) {
        struct process *p = process_of (ps, fid_pid_of (io, io->handed[i].row), err);
        FID_TRY (!p);
        p->hands = true;
        p->handed_n++;
    }
    if (!io->handed_n)
        return 0;
    return FID_FAILED (usual_tensors (f, ps, &usual_n, err) ||
                       find_counted (f, ps, usual_n, err) ||
                       walk_loaders (f, ps, take_loader_step, usual_n, err));
}

/* --- batches by what is read at once */

/* Gaps between items of one process above which a new batch begins; 0: none.  Of the gaps at
 * least one in `most_n' is between batches. */
static double burst_limit (double *gap, size_t n, double item_ns, size_t most_n)
{
    double limit = 0, jump = BURST;
    qsort (gap, n, sizeof *gap, fid_order_doubles);
    for (size_t i = n / 10; n >= 6 && i + 1 < n - n / most_n; i++)
        if (gap[i + 1] / gap[i] > jump) {
            jump = gap[i + 1] / gap[i];
            limit = sqrt (gap[i + 1] * gap[i]);
        }
    if (!(limit > 0) && n >= 4 && gap[n / 2] > APART * item_ns)
        limit = gap[n / 2] / APART;
    return limit;
}

/* Measures the items of a side that no process hands over. */
struct items {
    double *gap; /* owned; between those of one process in one part of the job */
    size_t gap_n, n;
    double length_ns; /* the sum */
};

static int measure_items (struct fid_finder *f, enum fid_side side, struct processes *ps,
                          struct items *m, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    size_t span = 0;
    for (size_t i = 0; i < ps->n; i++)
        ps->at[i].end_ns = INT64_MIN;
    for (size_t i = 0; i < io->read_n; i++) {
        if (f->batch_of[i] != NO_BATCH || !fid_is_of_side (io, fid_file_of_read (io, i), side))
            continue;
        const struct fid_data_read r = fid_read_of (io, i);
        if (!r.byte_n)
            continue;
        struct process *p = process_of (ps, r.pid, err);
        FID_TRY (!p);
        while (span + 1 < f->span_n && f->span[span].end_ns <= r.start_ns)
            span++;
        bool inside = f->span_n && p->end_ns >= f->span[span].start_ns;
        if (begins_item (f, i, side)) {
            if (p->end_ns != INT64_MIN && inside)
                m->gap[m->gap_n++] = fmax ((double)(r.start_ns - p->end_ns), 1);
            m->n++;
        }
        m->length_ns += (double)(end_of (&r) - r.start_ns);
        p->end_ns = end_of (&r);
    }
    return 0;
}

/* Puts reads into batches of `size` items of one process; `limit`: a longer gap begins one. */
static int fill_batches (struct fid_finder *f, enum fid_side side, struct processes *ps,
                         size_t size, double limit, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    for (size_t i = 0; i < ps->n; i++) {
        ps->at[i].current = ps->at[i].hands ? ps->at[i].current : SIZE_MAX;
        ps->at[i].end_ns = INT64_MIN;
    }
    for (size_t i = 0; i < io->read_n; i++) {
        if (f->batch_of[i] != NO_BATCH || !fid_is_of_side (io, fid_file_of_read (io, i), side))
            continue;
        const struct fid_data_read r = fid_read_of (io, i);
        if (!r.byte_n)
            continue;
        struct process *p = process_of (ps, r.pid, err);
        FID_TRY (!p);
        bool item = begins_item (f, i, side);
        bool full = p->item_n >= size, far = limit > 0 && p->end_ns != INT64_MIN &&
                                             (double)(r.start_ns - p->end_ns) > limit;
        if (p->current == SIZE_MAX || (item && (full || far))) {
            FID_TRY (add_batch (f, side, r.pid, r.start_ns, err));
            p->current = f->batch_n[side] - 1;
            p->item_n = 0;
        }
        p->item_n += item;
        f->batch_of[i] = (uint32_t)p->current;
        f->batch[side][p->current].done_ns = end_of (&r);
        p->end_ns = end_of (&r);
    }
    return 0;
}

/* The median number of items between gaps above the limit. */
static int usual_burst (struct fid_finder *f, enum fid_side side, struct processes *ps,
                        double limit, size_t *out, struct fid_error *err)
{
    struct fid_batch *kept = f->batch[side];
    size_t kept_n = f->batch_n[side], kept_cap = f->batch_cap[side], n = 0;
    const struct fid_data_io *io = &f->ev->io;
    f->batch[side] = NULL;
    f->batch_n[side] = f->batch_cap[side] = 0;
    int rc = fill_batches (f, side, ps, SIZE_MAX, limit, err);
    FID_FREED double *count = rc ? NULL : calloc (f->batch_n[side] + 1, sizeof *count);
    if (!count && !rc)
        rc = fid_error_nomem (err);
    for (size_t i = 0; i < io->read_n; i++) {
        if (f->batch_of[i] == NO_BATCH || !fid_is_of_side (io, fid_file_of_read (io, i), side))
            continue;
        struct process *p = process_of (ps, fid_pid_of (io, io->read[i].row), err);
        if (!p || p->hands)
            continue;
        if (count && begins_item (f, i, side))
            count[f->batch_of[i]]++;
        f->batch_of[i] = NO_BATCH;
    }
    n = f->batch_n[side];
    if (count && n)
        qsort (count, n, sizeof *count, fid_order_doubles);
    *out = count && n ? (size_t)fmax (1, count[n / 2]) : 0;
    free (f->batch[side]);
    f->batch[side] = kept;
    f->batch_n[side] = kept_n;
    f->batch_cap[side] = kept_cap;
    return rc;
}

static int find_read (struct fid_finder *f, enum fid_side side, struct processes *ps,
                      struct fid_error *err)
{
    const struct fid_side_facts *s = &f->ev->side[side];
    struct items m = {.gap = malloc ((f->ev->io.read_n + 1) * sizeof *m.gap)};
    double steps = logged_steps (f, side), limit = 0;
    size_t size = 0;
    int rc = m.gap ? measure_items (f, side, ps, &m, err) : fid_error_nomem (err);
    /* where batches are of as many jumps as there happen to be, the log's steps tell more */
    bool stream = s->layout == FID_LAYOUT_STREAM && (!s->jumps || steps > 0);
    if (rc || !m.n || stream || s->layout == FID_LAYOUT_NONE)
        goto done;
    if (2 * (double)m.n < steps) /* several steps read parts of one item */
        goto done;
    limit = burst_limit (m.gap, m.gap_n, m.length_ns / (double)m.n, s->jumps ? JUMPS_MAX : 10);
    if (steps > 0)
        size = (size_t)fmax (1, round ((double)m.n / steps / f->rank_n));
    else if (limit > 0 && s->jumps)
        size = SIZE_MAX;
    else if (limit > 0)
        rc = usual_burst (f, side, ps, limit, &size, err);
    else if (f->log_batch > 0 && side == FID_SIDE_TRAIN)
        size = (size_t)fmax (1, f->log_batch * (double)s->group_n);
    if (!rc && size) {
        rc = fill_batches (f, side, ps, size, steps > 0 ? 0 : limit, err);
        if (f->batch_from[side] == FID_BATCH_UNKNOWN)
            f->batch_from[side] = FID_BATCH_READ;
    }
done:
    free (m.gap);
    return rc;
}

/* --- order and demand */

struct placed {
    int64_t done_ns;
    uint32_t at;
};

FID_ORDER_BY (by_done, struct placed, FID_RISING (done_ns) FID_RISING (at))

/* Puts the batches of a side in the order in which they are done. */
static int order_batches (struct fid_finder *f, enum fid_side side, struct fid_error *err)
{
    size_t n = f->batch_n[side];
    FID_FREED struct placed *p = malloc ((n + 1) * sizeof *p);
    FID_FREED struct fid_batch *sorted = malloc ((n + 1) * sizeof *sorted);
    FID_FREED uint32_t *to = malloc ((n + 1) * sizeof *to);
    FID_NEED (p && sorted && to, err);
    for (size_t i = 0; i < n; i++)
        p[i] = (struct placed){f->batch[side][i].done_ns, (uint32_t)i};
    if (!n)
        return 0;
    qsort (p, n, sizeof *p, by_done);
    for (size_t i = 0; i < n; i++) {
        sorted[i] = f->batch[side][p[i].at];
        to[p[i].at] = (uint32_t)i;
    }
    memcpy (f->batch[side], sorted, n * sizeof *sorted);
    for (size_t i = 0; i < f->ev->io.read_n; i++)
        if (f->batch_of[i] != NO_BATCH &&
            f->ev->io.file[fid_file_of_read (&f->ev->io, i)].side == side)
            f->batch_of[i] = to[f->batch_of[i]];
    return 0;
}

int fid_find_batches (struct fid_finder *f, struct fid_error *err)
{
    struct processes ps = {0};
    size_t n = f->ev->io.read_n;
    f->batch_of = malloc ((n + 1) * sizeof *f->batch_of);
    int rc = f->batch_of ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < n && !rc; i++)
        f->batch_of[i] = NO_BATCH;
    if (!rc)
        rc = find_handed (f, &ps, err);
    for (int side = 0; side < FID_SIDE_N && !rc; side++) {
        if (f->batch_n[side])
            f->batch_from[side] = FID_BATCH_HANDED;
        rc = find_read (f, (enum fid_side)side, &ps, err);
        if (!rc)
            rc = order_batches (f, (enum fid_side)side, err);
    }
    processes_clear (&ps);
    return rc;
}
