/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batches.c - what each step takes from the loader (finder.h)
 *
 * A loader process of PyTorch unlinks the shared memory of the tensors of a batch when it hands
 * it over: its reads since the batch before are those of this one.  Other processes read a
 * batch at once, as files, records or groups of them; between batches they wait. */
#include "job/finder.h"
#include "metrics/aggregate.h"

#define NO_BATCH    UINT32_MAX
#define BURST       5   /* gaps between batches are this many times as long as those inside, */
#define BURST_LEAST 6   /* which this many gaps show */
#define SPREAD      4   /* times: equal pauses differ by less */
#define APART       2   /* an item is a batch if gaps are this many times as long as items, */
#define APART_LEAST 4   /* which this many gaps show */
#define JUMPS_MAX   100 /* a batch has fewer page faults */
#define TENSOR_NS   20000000 /* tensors of one batch follow each other within this time */
#define TENSORS_MAX 32       /* more than a batch has */
#define GROUPS_MIN  5        /* hand-overs that tell how many tensors a batch has; */
#define GROUPS_MAX  512      /* so many are looked at */
#define LOST        0.1      /* share of a batch's tensors that a tracer may miss */

/* --- processes */

#define RECENT 256

struct process {
    int64_t pid;
    bool hands;         /* it hands over tensors */
    bool over;          /* it has, since its last read */
    bool single;        /* each tensor is a batch: the log has as many steps */
    bool reads, mixed;  /* it reads; for both sides */
    size_t handed_n;    /* tensors, of all its batches */
    size_t each_n;      /* items of each of its batches, if they tell batches apart; 0 */
    size_t first;       /* then, of its batches */
    size_t tensor_n;    /* of its current batch, so far */
    size_t owed_n;      /* of the batch before, which a thread hands over while it reads on */
    size_t current;     /* number of its batch; SIZE_MAX: none */
    size_t item_n;      /* in the current batch; by reads */
    size_t place, pass; /* of its next item */
    int64_t end_ns;     /* of its last item */
    enum fid_side side;
};

struct loaders {
    struct fid_finder *f;  /* borrowed */
    struct fid_error *err; /* borrowed */
    struct process *at;    /* owned */
    size_t n, cap;
    struct fid_index by_pid;
    uint32_t recent[RECENT]; /* found last, by a part of their numbers */
    size_t usual_n;          /* tensors of a batch */
    bool by_reader;          /* threads of a process count alone */
};

static void clear_loaders (struct loaders *l)
{
    free (l->at);
    fid_index_clear (&l->by_pid);
}

/* The process of a row; NULL without memory. */
static struct process *process_of (struct loaders *l, uint32_t row)
{
    const struct fid_data_io *io = &l->f->ev->io;
    int64_t pid = l->by_reader ? fid_reader_of (io, row) : fid_pid_of (io, row);
    uint32_t *recent = &l->recent[pid & (RECENT - 1)];
    if (*recent < l->n && l->at[*recent].pid == pid)
        return &l->at[*recent];
    uint64_t hash = fid_hash_number ((uint64_t)pid, 0);
    for (size_t at = 0, i; fid_index_next (&l->by_pid, hash, &at, &i);)
        if (l->at[i].pid == pid) {
            *recent = (uint32_t)i;
            return &l->at[i];
        }
    struct process p = {.pid = pid, .current = SIZE_MAX, .end_ns = INT64_MIN};
    if (fid_index_put (&l->by_pid, hash, l->n, l->err) ||
        FID_PUSH_TO (l->at, l->n, l->cap, l->err, p))
        return NULL;
    return &l->at[l->n - 1];
}

static int add_batch (struct loaders *l, enum fid_side side, int64_t pid, int64_t start_ns)
{
    struct fid_finder *f = l->f;
    struct fid_batch b = {.first_ns = start_ns,
                          .done_ns = start_ns,
                          .pid = pid,
                          .side = side,
                          .step = FID_NO_TAKER};
    return FID_PUSH_TO (f->batch[side], f->batch_n[side], f->batch_cap[side], l->err, b);
}

static int64_t end_of (const struct fid_data_read *r)
{
    return r->start_ns + (r->dur_ns > 0 ? r->dur_ns : 0);
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

/* How many steps of a side the log names or counts; 0: unknown. */
static double logged_steps (const struct fid_finder *f, enum fid_side side)
{
    const struct fid_step *s;
    double n = 0;
    for (size_t i = 0; (s = fid_logged_step (f, f->rank, i)); i++)
        n += s->eval == (side == FID_SIDE_EVAL);
    return n > 0 ? n : fid_counted_steps (f, fid_kind_of_side (side));
}

/* --- batches that are handed over */

/* Is called for what loader processes do, in the order of time: a read, or a hand-over; then
 * `read' is the next read of any process. */
typedef int step_fn (struct loaders *l, struct process *p, size_t read,
                     const struct fid_call *handed);

static int walk_loaders (struct loaders *l, step_fn *step)
{
    const struct fid_data_io *io = &l->f->ev->io;
    for (size_t i = 0, h = 0; i <= io->read_n; i++) {
        int64_t until = i < io->read_n ? fid_start_of (io, io->read[i].row) : INT64_MAX;
        for (; h < io->handed_n && fid_start_of (io, io->handed[h].row) < until; h++) {
            struct process *p = process_of (l, io->handed[h].row);
            FID_TRY (!p);
            FID_TRY (step (l, p, i, &io->handed[h]));
        }
        if (i == io->read_n || io->file[fid_file_of_read (io, i)].index ||
            !fid_bytes_of (io, io->read[i].row))
            continue;
        struct process *p = process_of (l, io->read[i].row);
        FID_TRY (!p);
        if (p->hands)
            FID_TRY (step (l, p, i, NULL));
    }
    return 0;
}

/* Finds how many tensors a batch has: the most that a process hands over between two of its
 * reads in a tenth of the cases, if most processes hand over whole batches of so many, and no
 * more than the log's steps leave for each.  Not the usual number: where a process reads on
 * while a thread hands over, most are less, and where several batches come from one read, most
 * are more.  1: unknown. */
static int find_tensors (struct loaders *l)
{
    const struct fid_data_io *io = &l->f->ev->io;
    double steps = logged_steps (l->f, FID_SIDE_TRAIN) + logged_steps (l->f, FID_SIDE_EVAL);
    double most = steps > 0 ? (double)io->handed_n / steps + LOST : TENSORS_MAX;
    size_t times[TENSORS_MAX + 1] = {0}, n = 0;
    for (size_t i = 0, h = 0; i < io->read_n && n < GROUPS_MAX; i++) {
        uint32_t row = io->read[i].row;
        for (;
             h < io->handed_n && fid_start_of (io, io->handed[h].row) < fid_start_of (io, row);
             h++) {
            struct process *p = process_of (l, io->handed[h].row);
            FID_TRY (!p);
            p->tensor_n++;
        }
        struct process *p = process_of (l, row);
        FID_TRY (!p);
        n += p->tensor_n > 0;
        times[p->tensor_n <= TENSORS_MAX ? p->tensor_n : 0] += p->tensor_n > 0;
        p->tensor_n = 0;
    }
    FID_EACH_OF (struct process, p, l->at, l->n) {
        p->tensor_n = 0;
        p->single = most < 2;
    }
    l->usual_n = 1;
    for (size_t k = 2; k <= TENSORS_MAX && (double)k <= most && n >= GROUPS_MIN; k++) {
        long whole = 0; /* processes that hand over whole batches, less those that do not */
        FID_EACH_OF (const struct process, p, l->at, l->n)
            whole += !p->handed_n ? 0 : p->handed_n % k ? -1 : 1;
        if (10 * times[k] >= n && whole > 0)
            l->usual_n = k;
    }
    return 0;
}

static int count_items (struct loaders *l, struct process *p, size_t read,
                        const struct fid_call *handed)
{
    const struct fid_data_io *io = &l->f->ev->io;
    if (handed)
        return 0;
    enum fid_side side = io->file[fid_file_of_read (io, read)].side;
    p->mixed = p->mixed || (p->reads && p->side != side);
    p->reads = true;
    p->side = side;
    p->item_n += begins_item (l->f, read, side);
    return 0;
}

/* Clears each_n of a process that hands a batch over before each_n items of it are read. */
static int check_items (struct loaders *l, struct process *p, size_t read,
                        const struct fid_call *handed)
{
    if (!handed)
        p->item_n += begins_item (l->f, read, p->side);
    else if (p->item_n < (p->tensor_n++ / l->usual_n + 1) * p->each_n)
        p->each_n = 0;
    return 0;
}

/* Finds loader processes whose batches all have one number of items: each batch is known by it,
 * however late a thread hands it over. */
static int find_counted (struct loaders *l)
{
    FID_TRY (walk_loaders (l, count_items));
    FID_EACH_OF (struct process, p, l->at, l->n) {
        size_t batch_n = p->handed_n / l->usual_n;
        bool whole = batch_n && !p->mixed && p->handed_n % l->usual_n == 0;
        p->each_n = whole && p->item_n % batch_n == 0 ? p->item_n / batch_n : 0;
        p->item_n = 0;
    }
    FID_TRY (walk_loaders (l, check_items));
    FID_EACH_OF (struct process, p, l->at, l->n) {
        p->item_n = p->tensor_n = 0;
        p->first = l->f->batch_n[p->side];
        for (size_t k = 0; p->each_n && k < p->handed_n / l->usual_n; k++)
            FID_TRY (add_batch (l, p->side, p->pid, INT64_MAX));
    }
    return 0;
}

/* Takes a tensor of a process whose batches are told apart by hand-overs alone. */
static int take_tensor (struct loaders *l, struct process *p, int64_t start_ns)
{
    struct fid_finder *f = l->f;
    if (p->owed_n) {
        p->owed_n--;
        return 0;
    }
    if (p->current == SIZE_MAX ||
        (p->over && p->tensor_n >= l->usual_n &&
         (p->single || start_ns - f->batch[p->side][p->current].done_ns > TENSOR_NS))) {
        /* the process makes a batch of what it has in memory */
        FID_TRY (add_batch (l, p->side, p->pid, start_ns));
        p->current = f->batch_n[p->side] - 1;
        p->tensor_n = 0;
    }
    p->tensor_n++;
    struct fid_batch *b = &f->batch[p->side][p->current];
    b->done_ns = start_ns;
    b->handed = p->over = true;
    return 0;
}

/* Takes a read of such a process, which is for its current batch or begins the next one. */
static int take_read (struct loaders *l, struct process *p, size_t read)
{
    struct fid_finder *f = l->f;
    const struct fid_data_read r = fid_read_of (&f->ev->io, read);
    enum fid_side side = f->ev->io.file[r.file].side;
    if (p->current == SIZE_MAX || p->over || p->side != side) {
        FID_TRY (add_batch (l, side, r.pid, r.start_ns));
        p->current = f->batch_n[side] - 1;
        p->side = side;
        p->owed_n = p->over && p->tensor_n < l->usual_n ? l->usual_n - p->tensor_n : 0;
        p->over = false;
        p->tensor_n = 0;
    }
    f->batch_of[read] = (uint32_t)p->current;
    f->batch[side][p->current].done_ns = end_of (&r);
    return 0;
}

static int take_step (struct loaders *l, struct process *p, size_t read,
                      const struct fid_call *handed)
{
    struct fid_finder *f = l->f;
    int64_t handed_ns = handed ? fid_start_of (&f->ev->io, handed->row) : 0;
    if (!p->each_n)
        return handed ? take_tensor (l, p, handed_ns) : take_read (l, p, read);
    if (handed) {
        struct fid_batch *b = &f->batch[p->side][p->first + p->tensor_n++ / l->usual_n];
        b->handed = true;
        b->done_ns = handed_ns;
        return 0;
    }
    const struct fid_data_read r = fid_read_of (&f->ev->io, read);
    p->item_n += begins_item (f, read, p->side);
    size_t k = p->first + (p->item_n ? (p->item_n - 1) / p->each_n : 0);
    struct fid_batch *b = &f->batch[p->side][k];
    b->done_ns = end_of (&r);
    b->first_ns = b->first_ns < r.start_ns ? b->first_ns : r.start_ns;
    f->batch_of[read] = (uint32_t)k;
    return 0;
}

static int find_handed (struct loaders *l)
{
    const struct fid_data_io *io = &l->f->ev->io;
    for (size_t i = 0; i < io->handed_n; i++) {
        struct process *p = process_of (l, io->handed[i].row);
        FID_TRY (!p);
        p->hands = true;
        p->handed_n++;
    }
    if (!io->handed_n)
        return 0;
    FID_TRY (find_tensors (l));
    FID_TRY (find_counted (l));
    return walk_loaders (l, take_step);
}

/* --- batches by what is read at once
 *
 * Loose reads are those of processes that hand nothing over.  Their items are cut into batches by
 * number or at long gaps. */

/* An item, in the order of time. */
struct item {
    size_t place;  /* how many items its process has read before it in this pass */
    double gap_ns; /* since the end of the one before; HUGE_VAL: of another part of the job */
};

struct sizing {
    struct loaders *l;
    enum fid_side side;
    struct item *item; /* owned */
    size_t *pass;      /* owned; of each file: how often it was used */
    double *gap;       /* owned; ns between items of a process in a part of the job */
    size_t gap_n, item_n;
    double length_ns; /* of all items */
    double limit_ns;  /* a longer gap begins a batch; 0: none does */
    size_t size;      /* items of a batch; 0: unknown, SIZE_MAX: gaps alone tell */
    bool alike;       /* all batches have so many */
};

/* Goes to the next loose read from *i on: 1 and the read with its process; 0 at the end; -1. */
static int next_loose (struct sizing *z, size_t *i, struct fid_data_read *r, struct process **p)
{
    const struct fid_data_io *io = &z->l->f->ev->io;
    for (; *i < io->read_n; ++*i) {
        if (z->l->f->batch_of[*i] != NO_BATCH ||
            !fid_is_of_side (io, fid_file_of_read (io, *i), z->side))
            continue;
        *r = fid_read_of (io, *i);
        if (!r->byte_n)
            continue;
        *p = process_of (z->l, io->read[*i].row);
        return *p ? 1 : -1;
    }
    return 0;
}

static void begin_loose (struct sizing *z)
{
    FID_EACH_OF (struct process, p, z->l->at, z->l->n) {
        p->current = SIZE_MAX;
        p->end_ns = INT64_MIN;
        p->place = p->pass = 0;
    }
    memset (z->pass, 0, (z->l->f->ev->io.file_n + 1) * sizeof *z->pass);
}

/* The place of an item of a process: anew from 0 where files are read again. */
static size_t next_place (struct sizing *z, struct process *p, uint32_t file)
{
    bool whole = z->l->f->ev->side[z->side].layout == FID_LAYOUT_WHOLE;
    size_t pass = whole ? z->pass[file]++ : 0;
    if (pass > p->pass) {
        p->pass = pass;
        p->place = 0;
    }
    return p->place++;
}

/* Measures the items and the gaps between them. */
static int measure_items (struct sizing *z)
{
    const struct fid_finder *f = z->l->f;
    struct fid_data_read r;
    struct process *p;
    size_t i = 0, span = 0;
    int more;
    begin_loose (z);
    z->gap_n = z->item_n = 0;
    z->length_ns = 0;
    for (; (more = next_loose (z, &i, &r, &p)) > 0; i++) {
        while (span + 1 < f->span_n && f->span[span].end_ns <= r.start_ns)
            span++;
        bool inside = f->span_n && p->end_ns >= f->span[span].start_ns;
        if (begins_item (f, i, z->side)) {
            double gap_ns = fmax ((double)(r.start_ns - p->end_ns), 1);
            bool after = p->end_ns != INT64_MIN && inside;
            z->item[z->item_n++] =
                (struct item){next_place (z, p, r.file), after ? gap_ns : HUGE_VAL};
            if (after)
                z->gap[z->gap_n++] = gap_ns;
        }
        z->length_ns += (double)(end_of (&r) - r.start_ns);
        p->end_ns = end_of (&r);
    }
    return more;
}

/* The gap above which a page fault begins a new batch: where the sorted gaps grow most, with at
 * least one gap in JUMPS_MAX above.  0: no gap tells. */
static double burst_limit (const struct sizing *z)
{
    double limit = 0, jump = BURST, *gap = z->gap;
    size_t n = z->gap_n;
    qsort (gap, n, sizeof *gap, fid_order_doubles);
    for (size_t i = n / 10; n >= BURST_LEAST && i + 1 < n - n / JUMPS_MAX; i++)
        if (gap[i + 1] / gap[i] > jump) {
            jump = gap[i + 1] / gap[i];
            limit = sqrt (gap[i + 1] * gap[i]);
        }
    double item_ns = z->length_ns / (double)z->item_n;
    if (!(limit > 0) && n >= APART_LEAST && gap[n / 2] > APART * item_ns)
        limit = gap[n / 2] / APART;
    return limit;
}

#define ALIKE_LEAST 6     /* batches, to believe in them; */
#define ALIKE_MOST  64    /* items of a batch at most; */
#define ALIKE_LOOK  16384 /* items that are looked at */
#define CONTRAST    2     /* times: pauses between batches over pauses inside, by quantiles: */
#define BETWEEN     0.25  /* low, since a loader that fills its queue does not pause; */
#define INSIDE      0.65  /* above the median, since some pauses inside are zero then */

/* Finds the number of items after which a process pauses longest: the size of its batches.
 * Quantiles of all pauses decide, since on a busy machine any single one may be long.  True if the
 * contrast is more than *contrast: then sets that and z->size.  Overwrites z->gap. */
static bool find_alike (struct sizing *z, double *contrast)
{
    size_t n = z->item_n < ALIKE_LOOK ? z->item_n : ALIKE_LOOK;
    double *pause = z->gap;
    bool found = false;
    for (size_t size = 2; size <= ALIKE_MOST && ALIKE_LEAST * size <= n; size++) {
        double between = 0, inside = 0;
        for (size_t k = 0; k < size && between >= *contrast * inside; k++) {
            size_t pause_n = 0;
            for (size_t i = 0; i < n; i++)
                if (z->item[i].place % size == k && z->item[i].gap_ns < HUGE_VAL)
                    pause[pause_n++] = z->item[i].gap_ns;
            if (pause_n < ALIKE_LEAST - !k)
                between = 0;
            else if (!k)
                between = fid_quantile_select (pause, pause_n, BETWEEN);
            else
                inside = fmax (inside, fid_quantile_select (pause, pause_n, INSIDE));
        }
        if (between <= *contrast * inside)
            continue;
        *contrast = between / inside;
        found = true;
        z->size = size;
    }
    return found;
}

/* Cuts the loose reads into batches of z->size items of one process, or at gaps above the
 * limit. */
static int cut_batches (struct sizing *z)
{
    struct fid_finder *f = z->l->f;
    struct fid_data_read r;
    struct process *p;
    size_t i = 0;
    int more;
    begin_loose (z);
    for (; (more = next_loose (z, &i, &r, &p)) > 0; i++) {
        bool item = begins_item (f, i, z->side), full = p->item_n >= z->size;
        if (item && z->alike) /* what an epoch leaves is a batch, too */
            full = next_place (z, p, r.file) % z->size == 0 && p->item_n;
        bool far = z->limit_ns > 0 && p->end_ns != INT64_MIN &&
                   (double)(r.start_ns - p->end_ns) > z->limit_ns;
        if (p->current == SIZE_MAX || (item && (full || far))) {
            p->current = f->batch_n[z->side];
            p->item_n = 0;
            FID_TRY (add_batch (z->l, z->side, r.pid, r.start_ns));
        }
        p->item_n += item;
        p->end_ns = end_of (&r);
        f->batch_of[i] = (uint32_t)p->current;
        f->batch[z->side][p->current].done_ns = end_of (&r);
    }
    return more;
}

/* Finds batches that are alike, of processes or of their threads, whichever shows them better. */
static int find_batch_size (struct sizing *z)
{
    double contrast = CONTRAST;
    bool of_process = find_alike (z, &contrast);
    z->l->by_reader = true;
    FID_TRY (measure_items (z));
    bool of_reader = find_alike (z, &contrast);
    z->l->by_reader = of_reader;
    z->alike = of_process || of_reader;
    if (of_reader)
        return 0;
    FID_TRY (measure_items (z));
    if (z->alike || z->gap_n < ALIKE_LEAST)
        return 0;
    /* each item is a batch if equal pauses follow most items: in batches of two half of the pauses
     * would be short, in larger ones most.  Few may be longer, for less than half of the time. */
    double usual = fid_median_select (z->gap, z->gap_n), all = 0, longer = 0;
    bool each = usual > APART * z->length_ns / (double)z->item_n &&
                fid_quantile_select (z->gap, z->gap_n, 0.4) * SPREAD > usual &&
                fid_quantile_select (z->gap, z->gap_n, 0.95) < usual * SPREAD;
    for (size_t i = 0; i < z->gap_n; i++) {
        all += z->gap[i];
        longer += z->gap[i] > usual * SPREAD ? z->gap[i] : 0;
    }
    z->size = each && longer < all / 2 ? 1 : 0;
    return 0;
}

static int find_read (struct loaders *l, enum fid_side side)
{
    struct fid_finder *f = l->f;
    const struct fid_side_facts *s = &f->ev->side[side];
    FID_FREED double *gap = malloc ((f->ev->io.read_n + 1) * sizeof *gap);
    FID_FREED struct item *item = malloc ((f->ev->io.read_n + 1) * sizeof *item);
    FID_FREED size_t *pass = malloc ((f->ev->io.file_n + 1) * sizeof *pass);
    struct sizing z = {.l = l, .side = side, .gap = gap, .item = item, .pass = pass};
    double steps = logged_steps (f, side), configured = side ? 0 : f->log_batch;
    FID_NEED (gap && item && pass, l->err);
    FID_TRY (measure_items (&z));
    /* the number of page faults in a batch varies: the log's steps tell more */
    bool stream = s->layout == FID_LAYOUT_STREAM && (!s->jumps || steps > 0);
    bool parts = 2 * (double)z.item_n < steps; /* several steps read parts of one item */
    if (!z.item_n || stream || parts || s->layout == FID_LAYOUT_NONE)
        return 0;
    if (steps > 0) {
        z.size = (size_t)fmax (1, round ((double)z.item_n / steps / f->rank_n));
    } else if (s->jumps && (z.limit_ns = burst_limit (&z)) > 0) {
        z.size = SIZE_MAX;
    } else if (!s->jumps) {
        FID_TRY (find_batch_size (&z));
    }
    if (!z.size && configured > 0)
        z.size = (size_t)fmax (1, configured * (double)s->group_n);
    if (!z.size)
        return 0;
    FID_TRY (cut_batches (&z));
    l->by_reader = false;
    if (f->batch_from[side] == FID_BATCH_UNKNOWN)
        f->batch_from[side] = FID_BATCH_READ;
    return 0;
}

/* --- order */

struct placed {
    int64_t done_ns;
    uint32_t at;
};

FID_ORDER_BY (by_done, struct placed, FID_RISING (done_ns) FID_RISING (at))

/* Sorts the batches of a side by the time at which they are complete. */
static int order_batches (struct fid_finder *f, enum fid_side side, struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    size_t n = f->batch_n[side];
    FID_FREED struct placed *p = malloc ((n + 1) * sizeof *p);
    FID_FREED struct fid_batch *sorted = malloc ((n + 1) * sizeof *sorted);
    FID_FREED uint32_t *to = malloc ((n + 1) * sizeof *to);
    FID_NEED (p && sorted && to, err);
    if (!n)
        return 0;
    for (size_t i = 0; i < n; i++)
        p[i] = (struct placed){f->batch[side][i].done_ns, (uint32_t)i};
    qsort (p, n, sizeof *p, by_done);
    for (size_t i = 0; i < n; i++) {
        sorted[i] = f->batch[side][p[i].at];
        to[p[i].at] = (uint32_t)i;
    }
    memcpy (f->batch[side], sorted, n * sizeof *sorted);
    for (size_t i = 0; i < io->read_n; i++)
        if (f->batch_of[i] != NO_BATCH && io->file[fid_file_of_read (io, i)].side == side)
            f->batch_of[i] = to[f->batch_of[i]];
    return 0;
}

int fid_find_batches (struct fid_finder *f, struct fid_error *err)
{
    FID_SCOPED (clear_loaders) struct loaders l = {.f = f, .err = err};
    size_t n = f->ev->io.read_n;
    FID_NEED (f->batch_of = malloc ((n + 1) * sizeof *f->batch_of), err);
    for (size_t i = 0; i < n; i++)
        f->batch_of[i] = NO_BATCH;
    FID_TRY (find_handed (&l));
    for (enum fid_side side = 0; side < FID_SIDE_N; side++) {
        if (f->batch_n[side])
            f->batch_from[side] = FID_BATCH_HANDED;
        FID_TRY (find_read (&l, side));
        FID_TRY (order_batches (f, side, err));
    }
    return 0;
}

/* --- bytes and calls of each batch, and the stretches of files that it reads */

#define PAGE           4096
#define STRETCHES_MOST 4 /* of a file in a batch: a header, a directory at its end, the rest */

/* Adds a read to that of the last n stretches, all of its file, which it goes on with, as the
 * client's read-ahead sees it: what a stretch has already, or a page that it has begun, is read
 * from memory, and a call goes on where the one before ended, or in the page after it.  A
 * header that is read again, or a directory at the end of the file, does not make the calls
 * jump. False: it begins a stretch of its own. */
static bool goes_on_with (struct fid_job_read *stretch, size_t n, uint64_t offset,
                          uint64_t byte_n)
{
    for (struct fid_job_read *s = stretch + n; s-- > stretch;) {
        uint64_t end = s->offset + s->byte_n, to = offset + byte_n;
        if (!s->sequential || offset / PAGE < s->offset / PAGE ||
            offset / PAGE > (end - (s->byte_n > 0)) / PAGE + 1)
            continue;
        s->call_n += to > end;
        s->offset = offset < s->offset ? offset : s->offset;
        s->byte_n = (to > end ? to : end) - s->offset;
        return true;
    }
    return false;
}

/* Adds a read to a batch, and to the stretch that it continues or to a new one. */
static int add_read (struct fid_finder *f, struct fid_batch *b, const struct fid_data_read *r,
                     struct fid_error *err)
{
    const struct fid_data_use *use = &f->ev->io.use[r->use];
    struct fid_job *job = f->job;
    struct fid_job_read *last = b->read_n ? &job->read[b->read_first + b->read_n - 1] : NULL;
    b->byte_n += (double)r->byte_n;
    b->stored_n += (double)r->stored_n;
    b->wait_n += r->waits;
    b->request_n += r->request_n;
    b->busy_ns += r->dur_ns > 0 ? (double)r->dur_ns : 0;
    b->meta_n += use->opened && fid_start_of (&f->ev->io, use->row) == r->start_ns;
    uint64_t offset = r->offset != FID_NO_OFFSET ? r->offset
                      : last                     ? last->offset + last->byte_n
                                                 : 0;
    size_t n = 0;
    while (n < b->read_n && n < STRETCHES_MOST && last[-(ptrdiff_t)n].file == r->file)
        n++;
    struct fid_job_read *first = n ? last - (n - 1) : NULL;
    if (n && goes_on_with (first, n, offset, r->byte_n))
        return 0;
    if (n && (!last->sequential || n == STRETCHES_MOST)) {
        /* after so many jumps it is not known which bytes were read: one stretch has all */
        for (struct fid_job_read *s = first + 1; s <= last; s++) {
            first->call_n += s->call_n;
            first->offset = s->offset < first->offset ? s->offset : first->offset;
            first->byte_n += s->byte_n;
        }
        first->sequential = false;
        first->call_n++;
        first->offset = offset < first->offset ? offset : first->offset;
        first->byte_n += r->byte_n;
        b->read_n -= n - 1;
        job->read_n -= n - 1;
        return 0;
    }
    if (!b->read_n++)
        b->read_first = job->read_n;
    return FID_PUSH (job->read, err,
                     (struct fid_job_read){.file = r->file,
                                           .call_n = 1,
                                           .offset = offset,
                                           .byte_n = r->byte_n,
                                           .first_n = r->byte_n,
                                           .sequential = true});
}

/* --- what readers do besides */

#define READERS_MOST 4096 /* batches that are searched for the last one of a process */
#define MOST_WORK    2    /* largest work for a byte, over its lower quartile */

static int64_t start_of_batch (const struct fid_batch *b)
{
    return b->first_ns < b->done_ns ? b->first_ns : b->done_ns;
}

/* The shortest pause of a process between two of its batches, and the shortest time from the
 * end of one to the end of the next that it was not in calls; false if none has two. */
static bool shortest_pause (const struct fid_batch *b, size_t n, double *gap_ns,
                            double *cycle_ns)
{
    bool any = false;
    *gap_ns = *cycle_ns = HUGE_VAL;
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k-- > 0 && i - k < READERS_MOST;)
            if (b[k].pid == b[i].pid) {
                *gap_ns = fmin (*gap_ns, (double)(start_of_batch (&b[i]) - b[k].done_ns));
                *cycle_ns =
                    fmin (*cycle_ns, (double)(b[i].done_ns - b[k].done_ns) - b[i].busy_ns);
                any = true;
                break;
            }
    *gap_ns = fmax (0, *gap_ns);
    return any;
}

/* Finds the time that the reader of each batch needs besides reading.  A reader that has to
 * wait until it is asked does so between two batches: what it needs there is what the shortest
 * pause of any has.  Some wait amid a batch, with its first files read: a batch takes at most
 * MOST_WORK times as long for a byte as the lower quartile. */
static int find_work (struct fid_finder *f, enum fid_side side, struct fid_error *err)
{
    struct fid_batch *b = f->batch[side];
    size_t n = f->batch_n[side], m = 0;
    FID_FREED double *rate = malloc ((n + 1) * sizeof *rate);
    double gap_ns, cycle_ns;
    FID_NEED (rate, err);
    for (size_t i = 0; i < n; i++) {
        b[i].work_ns = fmax (0, (double)(b[i].done_ns - start_of_batch (&b[i])) - b[i].busy_ns);
        if (b[i].byte_n > 0)
            rate[m++] = b[i].work_ns / b[i].byte_n;
    }
    FID_SORT (rate, m, fid_order_doubles);
    for (size_t i = 0; i < n && m; i++)
        b[i].work_ns = fmin (b[i].work_ns, MOST_WORK * rate[m / 4] * b[i].byte_n);
    bool again = shortest_pause (b, n, &gap_ns, &cycle_ns);
    for (size_t k = 0; k < n && again; k++)
        b[k].work_ns = fmax (b[k].work_ns + gap_ns, cycle_ns);
    return 0;
}

/* The same for batches that are told apart by time alone: a reader works in its pauses amid a
 * batch, and waits in those that are BURST times as long as the median. */
static int sum_pauses (struct fid_finder *f, enum fid_side side, const struct fid_groups *reads,
                       struct fid_error *err)
{
    const struct fid_data_io *io = &f->ev->io;
    size_t n = 0;
    FID_FREED double *pause = calloc (2 * io->read_n + 1, sizeof *pause);
    FID_FREED size_t *last =
        calloc (io->events->process_n + 1, sizeof *last); /* its read + 1 */
    FID_NEED (pause && last, err);
    double *amid = pause + io->read_n;
    for (size_t i = 0; i < io->read_n; i++) {
        uint32_t by = fid_process_of (io, io->read[i].row);
        if (f->batch_of[i] == NO_BATCH || io->file[fid_file_of_read (io, i)].side != side)
            continue;
        if (last[by] && f->batch_of[last[by] - 1] == f->batch_of[i]) {
            const struct fid_data_read before = fid_read_of (io, last[by] - 1);
            pause[i] =
                fmax (0, (double)(fid_start_of (io, io->read[i].row) - end_of (&before)));
            amid[n++] = pause[i];
        }
        last[by] = i + 1;
    }
    double most = n ? BURST * fid_median_select (amid, n) : 0;
    for (size_t k = 0; k < f->batch_n[side]; k++)
        for (size_t i = reads->from[k]; i < reads->from[k + 1]; i++)
            f->batch[side][k].work_ns += pause[reads->at[i]] <= most ? pause[reads->at[i]] : 0;
    return 0;
}

int fid_sum_batches (struct fid_finder *f, struct fid_error *err)
{
    const struct fid_job_rank *rank = &f->job->rank[f->rank];
    for (enum fid_side side = 0; side < FID_SIDE_N; side++) {
        FID_SCOPED (fid_groups_clear) struct fid_groups reads = {0};
        double late_n = 0;
        /* Groups the reads of a side by their batches. */
        const struct fid_data_io *io = &f->ev->io;
        FID_FREED uint32_t *of = malloc ((io->read_n + 1) * sizeof *of);
        FID_NEED (of, err);
        for (size_t i = 0; i < io->read_n; i++)
            of[i] = io->file[fid_file_of_read (io, i)].side == side ? f->batch_of[i] : NO_BATCH;
        FID_TRY (fid_groups_make (&reads, of, io->read_n, f->batch_n[side], err));
        for (size_t k = 0; k < f->batch_n[side]; k++) {
            struct fid_batch *b = &f->batch[side][k];
            for (size_t i = reads.from[k]; i < reads.from[k + 1]; i++) {
                const struct fid_data_read r = fid_read_of (&f->ev->io, reads.at[i]);
                FID_TRY (add_read (f, b, &r, err));
                /* storage serves in order: a call that waits has all that was asked for before
                 * it; another takes its bytes of what is read ahead */
                late_n = r.waits ? 0 : fmax (0, late_n - (double)r.byte_n);
                late_n += (double)r.late_n;
            }
            b->late_n = late_n; /* also of a batch that reads nothing */
        }
        double depth = side == FID_SIDE_EVAL ? rank->eval_loader.depth : rank->loader.depth;
        if (depth >= 0.5)
            FID_TRY (f->batch_from[side] != FID_BATCH_TIME ? find_work (f, side, err)
                                                           : sum_pauses (f, side, &reads, err));
    }
    return 0;
}

/* --- what no step takes */

/* When a call begins, in seconds of the job. */
static double row_seconds (const struct fid_finder *f, uint32_t row)
{
    return fid_finder_seconds (f, fid_start_of (&f->ev->io, row));
}

/* Sums the reads of data of all ranks that begin in a part of the job, divided by the ranks. */
static struct fid_job_step sum_of_reads (const struct fid_finder *f,
                                         const struct fid_job_segment *g)
{
    const struct fid_data_io *io = &f->ev->io;
    enum fid_side side = g->kind == FID_JOB_EVALUATION ? FID_SIDE_EVAL : FID_SIDE_TRAIN;
    struct fid_job_step sum = {0};
    size_t i = fid_reads_before (io, f->origin_ns + (int64_t)(g->start_s * 1e9) - 1000);
    for (; i < io->read_n && row_seconds (f, io->read[i].row) < g->end_s; i++) {
        if (row_seconds (f, io->read[i].row) < g->start_s ||
            !fid_is_of_side (io, fid_file_of_read (io, i), side))
            continue;
        const struct fid_data_read r = fid_read_of (io, i);
        sum.byte_n += (double)r.byte_n / f->rank_n;
        sum.stored_n += (double)r.stored_n / f->rank_n;
        sum.wait_n += r.waits / f->rank_n;
        sum.request_n += r.request_n / f->rank_n;
        sum.busy_s += (double)(r.dur_ns > 0 ? r.dur_ns : 0) / 1e9 / f->rank_n;
    }
    FID_EACH (const struct fid_call, c, io->open) {
        double at_s = row_seconds (f, c->row);
        if (at_s >= g->start_s && at_s < g->end_s && fid_is_of_side (io, c->of, side))
            sum.meta_n += 1 / f->rank_n;
    }
    return sum;
}

void fid_sum_stepless (struct fid_finder *f)
{
    struct fid_job_rank *r = &f->job->rank[0];
    for (enum fid_side side = 0; side < FID_SIDE_N; side++)
        for (size_t i = 0; i < r->segment_n && !fid_job_step_n (r, fid_kind_of_side (side));
             i++)
            if (r->segment[i].kind == fid_kind_of_side (side))
                r->segment[i].sum = sum_of_reads (f, &r->segment[i]);
}

void fid_add_asked (struct fid_finder *f)
{
    const struct fid_data_io *io = &f->ev->io;
    FID_EACH (const struct fid_call, c, io->asked)
        f->job->asked_n += (double)fid_call_of (io, *c).event_n;
    FID_EACH_OF (struct fid_job_rank, r, f->job->rank, f->logged_n) {
        for (size_t i = 0; i < io->asked_n && r->segment_n; i++) {
            const struct fid_event_row call = fid_call_of (io, io->asked[i]);
            double at_s = fid_finder_seconds (f, call.start_ns);
            struct fid_job_segment *g = r->segment; /* the last that began, or the first */
            while (g + 1 < r->segment + r->segment_n && g[1].start_s <= at_s)
                g++;
            size_t from = g->step_first, to = from + g->step_n - 1;
            while (g->step_n && from < to) { /* the first that ends after it, or the last */
                size_t middle = from + (to - from) / 2;
                if (r->step[middle].end_s > at_s)
                    to = middle;
                else
                    from = middle + 1;
            }
            (g->step_n ? &r->step[from] : &g->sum)->meta_n += (double)call.event_n / f->rank_n;
        }
    }
}
