/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scale.c - see scale.h */
#include "base/hash.h"
#include "job/job.h"
#include "plan/scale.h"

#define FOLLOWS_LEAST 0.9 /* of the units of a reader: more read behind the one before */

/* A batch of the plan, in its rank. */
struct place {
    uint32_t reader, batch;
};

/* One step of a rank of the plan, and the copy of the data that it reads. */
struct unit {
    uint32_t rank, step, copy;
};

/* A rank of the plan by its steps: the batches of step k are place[first[k]] to place[first[k + 1]]. */
struct by_step {
    FID_LIST (struct place, place);
    FID_LIST (struct place, idle); /* batches for no step, when a part begins */
    size_t *first;
};

struct scaling {
    const struct fid_plan *from;
    const struct fid_plan_scale *how;
    struct fid_plan *to;
    struct by_step *by_step; /* of each rank of the plan */
    bool *copied;            /* files that training reads: each copy of the data has its own */
    double share;            /* units of training over those of the plan */
    size_t copy_n, rank_n, epoch_n;
    size_t who_n, each_n; /* of the part that is made: ranks with steps, and steps of each */
    bool all;             /* all ranks have steps in it */
    bool in_turns;        /* its units are dealt out one by one */
    uint32_t *file;       /* number of file f of copy c in `to', from 1: [c * file_n + f] */
    bool *saved;          /* checkpoints that are in `to' */
    uint64_t drawn_n;
    FID_LIST (struct unit, unit); /* of the part that is made */
};

static void clear_scaling (struct scaling *s)
{
    for (size_t r = 0; s->by_step && r < s->from->rank_n; r++)
        FID_FREE (s->by_step[r].place, s->by_step[r].idle, s->by_step[r].first);
    FID_FREE (s->by_step, s->copied, s->file, s->saved, s->unit);
}

/* --- the plan by its steps */

static int index_rank (const struct fid_plan_rank *r, struct by_step *of, struct fid_error *err)
{
    FID_NEED (of->first = calloc (r->compute_n + 2, sizeof *of->first), err);
    size_t n = 0;
    FID_EACH (const struct fid_plan_reader, w, r->reader)
        FID_EACH (const struct fid_plan_batch, b, w->batch)
            if (b->step < r->compute_n) {
                of->first[b->step + 2]++;
                n++;
            }
    for (size_t k = 2; k < r->compute_n + 2; k++)
        of->first[k] += of->first[k - 1];
    FID_NEED (of->place = calloc (n + 1, sizeof *of->place), err);
    for (uint32_t i = 0; i < r->reader_n; i++)
        for (uint32_t k = 0; k < r->reader[i].batch_n; k++) {
            const struct fid_plan_batch *b = &r->reader[i].batch[k];
            if (b->step < r->compute_n)
                of->place[of->first[b->step + 1]++] = (struct place){i, k};
            else if (b->when.gate == FID_PLAN_PART)
                FID_TRY (FID_PUSH (of->idle, err, (struct place){i, k}));
        }
    of->place_n = n;
    return 0;
}

static const struct fid_plan_batch *batch_at (const struct scaling *s, size_t rank,
                                              struct place at)
{
    return &s->from->rank[rank].reader[at.reader].batch[at.batch];
}

/* Which files training reads, and how often it reads on behind the batch before of its reader. */
static bool follows (struct scaling *s, size_t part)
{
    const struct fid_plan_file *file = s->from->file;
    size_t n = 0, behind_n = 0;
    FID_EACH (const struct fid_plan_rank, r, s->from->rank) {
        const struct fid_plan_part *p = &r->part[part];
        FID_EACH (const struct fid_plan_reader, w, r->reader) {
            const struct fid_plan_read *last = NULL;
            FID_EACH (const struct fid_plan_batch, b, w->batch) {
                if (b->step < p->step_first || b->step - p->step_first >= p->step_n ||
                    !b->read_n)
                    continue;
                const struct fid_plan_read *at = &w->read[b->read_first];
                n += last != NULL;
                behind_n +=
                    last && (at->file == last->file
                                 ? at->offset > last->offset
                                 : strverscmp (file[last->file].name, file[at->file].name) < 0);
                last = at + b->read_n - 1;
            }
        }
    }
    return (double)behind_n >= FOLLOWS_LEAST * (double)n;
}

/* --- files */

static int file_of (struct scaling *s, uint32_t file, uint32_t copy, uint32_t *number,
                    struct fid_error *err)
{
    const struct fid_plan_file *f = &s->from->file[file];
    uint32_t *known = &s->file[(s->copied[file] ? copy : 0) * s->from->file_n + file];
    if (!*known) {
        const char *base = strrchr (f->name, '/');
        base = base ? base + 1 : f->name; /* traces may have that alone */
        char *name =
            copy && s->copied[file]
                ? fid_format (err, "%.*scopy%u-%s", (int)(base - f->name), f->name, copy, base)
                : fid_strdup (f->name, err);
        FID_TRY (!name);
        if (s->to->file_n >= FID_PLAN_FILES ||
            FID_PUSH (s->to->file, err, (struct fid_plan_file){name, f->byte_n, f->mapped})) {
            free (name);
            return s->to->file_n < FID_PLAN_FILES
                       ? -1
                       : fid_errorf (err, FID_EINPUT, "more than %u files", FID_PLAN_FILES);
        }
        *known = (uint32_t)s->to->file_n;
    }
    *number = *known - 1;
    return 0;
}

/* --- parts */

/* Whether a new rank has steps in the part: where only some evaluate, none is added to these. */
static bool takes_steps (const struct scaling *s, size_t rank, size_t part)
{
    return s->from->rank[rank % s->from->rank_n].part[part].step_n &&
           (s->all || rank < s->from->rank_n);
}

/* The units of a part, in the order in which ranks get them: dealt out one by one, or, where each
 * reads on behind the one before, one rank after another. */
static int deal (struct scaling *s, size_t part, struct fid_error *err)
{
    const struct fid_plan *from = s->from;
    bool training = from->rank[0].part[part].kind == FID_JOB_TRAINING;
    uint32_t most = 0;
    s->unit_n = s->who_n = 0;
    s->all = true;
    FID_EACH (const struct fid_plan_rank, r, from->rank) {
        most = r->part[part].step_n > most ? r->part[part].step_n : most;
        s->all = s->all && r->part[part].step_n;
    }
    if (!most)
        return 0;
    for (size_t r = 0; r < s->rank_n; r++)
        s->who_n += takes_steps (s, r, part);
    if (!s->who_n)
        return fid_errorf (err, FID_EINPUT, "%s: no rank below %zu has steps in part %zu",
                           from->run, s->rank_n, part);
    s->in_turns = !follows (s, part);
    size_t copy_n = training ? s->copy_n : 1, n = 0;
    for (uint32_t c = 0; c < copy_n; c++)
        for (size_t i = 0; i < (size_t)most * from->rank_n; i++) {
            uint32_t r = (uint32_t)(s->in_turns ? i % from->rank_n : i / most);
            uint32_t k = (uint32_t)(s->in_turns ? i / from->rank_n : i % most);
            const struct fid_plan_part *p = &from->rank[r].part[part];
            if (k < p->step_n)
                FID_TRY (FID_PUSH (s->unit, err, (struct unit){r, p->step_first + k, c}));
        }
    n = s->unit_n / copy_n;
    if (training)
        n = (size_t)fmax (1, round (s->share * (double)n));
    s->unit_n = n < s->unit_n ? n : s->unit_n;
    for (size_t i = s->unit_n; s->in_turns && i > 1; i--) {
        size_t j = fid_hash_number (s->drawn_n++, s->how->seed) % i;
        struct unit u = s->unit[i - 1];
        s->unit[i - 1] = s->unit[j];
        s->unit[j] = u;
    }
    s->each_n = (s->unit_n + s->who_n - 1) / s->who_n;
    if (training && s->unit_n / s->who_n)
        s->each_n = s->unit_n / s->who_n;
    return 0;
}

/* The step of the plan that step k of a part is like: the same one, behind them one of the last
 * round of the readers. */
static uint32_t like (uint32_t k, uint32_t step_n, size_t reader_n)
{
    if (k < step_n)
        return k;
    uint32_t round = reader_n && reader_n < step_n ? (uint32_t)reader_n : step_n;
    return step_n - round + (k - step_n) % round;
}

/* The step of the new rank that is like step k of the old one, in a part before: counted from the
 * end of that part. */
static uint32_t like_before (const struct fid_plan_rank *old, size_t old_part,
                             const struct fid_plan_rank *new, size_t new_part, uint32_t k)
{
    while (old_part && new_part && old->part[old_part].step_first > k) {
        old_part--;
        new_part--;
    }
    const struct fid_plan_part *was = &old->part[old_part], *is = &new->part[new_part];
    uint32_t back = was->step_first + was->step_n - k, end = is->step_first + is->step_n;
    return back < end ? end - back : 0;
}

/* When the batch of step k of the newest part may be read, from when that of step `at' of the old
 * part may. */
static struct fid_plan_when when_of (const struct fid_plan_rank *old, uint32_t old_part,
                                     uint32_t at, const struct fid_plan_rank *new, uint32_t k,
                                     struct fid_plan_when w)
{
    const struct fid_plan_part *was = &old->part[old_part];
    uint32_t new_part = (uint32_t) new->part_n - 1, back = old_part - w.of;
    uint32_t step = new->part[new_part].step_first + k, old_step = was->step_first + at;
    if (w.gate == FID_PLAN_PART && k != at) /* longer: as far ahead as the old part was long */
        return (struct fid_plan_when){FID_PLAN_START, step - was->step_n, 0};
    if (w.gate == FID_PLAN_PART)
        w.of = back < new_part ? new_part - back : 0;
    else if (w.of >= was->step_first || old_step - w.of <= k)
        w.of = step - (old_step - w.of);
    else
        w.of = like_before (old, old_part, new, new_part, w.of + (k - at));
    return w;
}

/* Adds a batch of the plan to a reader, which reads another copy of the data. */
static int add_batch (struct scaling *s, struct fid_plan_reader *to,
                      const struct fid_plan_reader *from, const struct fid_plan_batch *b,
                      struct fid_plan_when when, uint32_t step, uint32_t copy,
                      struct fid_error *err)
{
    struct fid_plan_batch new = *b;
    new.when = when;
    new.step = step;
    new.read_first = to->read_n;
    FID_TRY (FID_PUSH (to->batch, err, new));
    FID_EACH_OF (const struct fid_plan_read, r, from->read + b->read_first, b->read_n) {
        struct fid_plan_read read = *r;
        uint32_t file = 0;
        FID_TRY (file_of (s, r->file, copy, &file, err));
        read.file = file & (FID_PLAN_FILES - 1);
        FID_TRY (FID_PUSH (to->read, err, read));
    }
    return 0;
}

/* What the rank reads for no step: when its part begins. */
static int add_idle (struct scaling *s, size_t rank, uint32_t old_part, uint32_t new_part,
                     struct fid_error *err)
{
    size_t t = rank % s->from->rank_n;
    FID_EACH (const struct place, at, s->by_step[t].idle) {
        const struct fid_plan_batch *b = batch_at (s, t, *at);
        struct fid_plan_when when = b->when;
        when.of = new_part;
        if (b->when.of == old_part)
            FID_TRY (add_batch (s, &s->to->rank[rank].reader[at->reader],
                                &s->from->rank[t].reader[at->reader], b, when, FID_PLAN_NOBODY,
                                0, err));
    }
    return 0;
}

/* The steps of a rank in a part; who: how many ranks before it have some. */
static int add_steps (struct scaling *s, size_t rank, size_t who, uint32_t old_part,
                      struct fid_error *err)
{
    size_t t = rank % s->from->rank_n;
    const struct fid_plan_rank *tr = &s->from->rank[t];
    const struct fid_plan_part *old = &tr->part[old_part];
    struct fid_plan_rank *to = &s->to->rank[rank];
    struct fid_plan_part *new = &to->part[to->part_n - 1];
    new->step_n = (uint32_t)s->each_n;
    for (uint32_t k = 0; k < new->step_n; k++) {
        size_t n = s->in_turns ? k * s->who_n + who : who * s->each_n + k;
        struct unit u = s->unit[n % s->unit_n];
        uint32_t at = like (k, old->step_n, tr->reader_n);
        const size_t *first = s->by_step[t].first + old->step_first + at;
        const struct place *model = s->by_step[t].place + first[0];
        size_t model_n = first[1] - first[0];
        const size_t *own = s->by_step[u.rank].first + u.step;
        FID_TRY (FID_PUSH (to->compute, err,
                           s->how->computation * s->from->rank[u.rank].compute[u.step]));
        for (size_t i = 0; i < own[1] - own[0]; i++) {
            struct place is = s->by_step[u.rank].place[own[0] + i];
            struct place as = model_n ? model[i < model_n ? i : model_n - 1] : is;
            const struct fid_plan_batch *gate = batch_at (s, model_n ? t : u.rank, as);
            struct fid_plan_when when =
                model_n ? when_of (tr, old_part, at, to, k, gate->when)
                        : (struct fid_plan_when){FID_PLAN_ASK, new->step_first + k, 0};
            if (!to->reader_n) /* the rank that it is like reads nothing */
                FID_TRY (FID_PUSH (to->reader, err,
                                   (struct fid_plan_reader){
                                       .kind = s->from->rank[u.rank].reader[is.reader].kind}));
            FID_TRY (add_batch (s, &to->reader[as.reader % to->reader_n],
                                &s->from->rank[u.rank].reader[is.reader],
                                batch_at (s, u.rank, is), when, new->step_first + k, u.copy,
                                err));
        }
    }
    return 0;
}

/* The checkpoint of a part; again, under other names, in an epoch that the plan does not have. */
static int add_checkpoint (struct scaling *s, uint32_t c, struct fid_plan_when when,
                           uint32_t *number, struct fid_error *err)
{
    struct fid_plan_checkpoint k = s->from->checkpoint[c];
    size_t first = s->to->write_n, base = s->to->saved_n;
    FID_EACH_OF (const struct fid_plan_write, w, s->from->write + k.write_first, k.write_n) {
        const char *name = s->from->saved[w->file].name;
        char *again = s->saved[c] ? fid_format (err, "again%zu/%s", s->to->checkpoint_n, name)
                                  : fid_strdup (name, err);
        struct fid_plan_write new = *w;
        FID_TRY (!again);
        for (new.file = (uint32_t)base; new.file < s->to->saved_n; new.file++)
            if (strcmp (s->to->saved[new.file].name, again) == 0)
                break;
        if (new.file < s->to->saved_n)
            free (again);
        else if (FID_PUSH (s->to->saved, err, (struct fid_plan_file){.name = again})) {
            free (again);
            return -1;
        }
        FID_TRY (FID_PUSH (s->to->write, err, new));
    }
    s->saved[c] = true;
    k.when = when;
    k.write_first = first;
    k.write_n = s->to->write_n - first;
    *number = (uint32_t)s->to->checkpoint_n;
    return FID_PUSH (s->to->checkpoint, err, k);
}

/* Checkpoints of a part that the rank does not wait for. */
static int add_apart (struct scaling *s, uint32_t old_part, uint32_t new_part,
                      struct fid_error *err)
{
    const struct fid_plan_part *old = &s->from->rank[0].part[old_part];
    const struct fid_plan_part *new = &s->to->rank[0].part[new_part];
    for (uint32_t c = 0; c < s->from->checkpoint_n; c++) {
        const struct fid_plan_checkpoint *k = &s->from->checkpoint[c];
        struct fid_plan_when w = k->when;
        uint32_t number, at = w.of - old->step_first;
        bool here = w.gate == FID_PLAN_PART ? w.of == old_part : at < old->step_n;
        if (k->waits || !here)
            continue;
        if (w.gate == FID_PLAN_PART || !new->step_n)
            w = (struct fid_plan_when){FID_PLAN_PART, new_part,
                                       w.gate == FID_PLAN_PART ? w.after_s : 0};
        else
            w.of = new->step_first + (at < new->step_n ? at : new->step_n - 1);
        FID_TRY (add_checkpoint (s, c, w, &number, err));
    }
    return 0;
}

static int add_part (struct scaling *s, uint32_t old_part, int epoch, struct fid_error *err)
{
    const struct fid_plan_part *any = &s->from->rank[0].part[old_part];
    uint32_t checkpoint = UINT32_MAX;
    if (any->checkpoint != UINT32_MAX) {
        const struct fid_plan_checkpoint *k = &s->from->checkpoint[any->checkpoint];
        const struct fid_plan_when here = {FID_PLAN_PART, (uint32_t)s->to->rank[0].part_n, 0};
        FID_TRY (
            add_checkpoint (s, any->checkpoint, k->waits ? k->when : here, &checkpoint, err));
    }
    FID_TRY (deal (s, old_part, err));
    for (size_t r = 0, who = 0; r < s->rank_n; r++) {
        struct fid_plan_rank *to = &s->to->rank[r];
        struct fid_plan_part part = s->from->rank[r % s->from->rank_n].part[old_part];
        uint32_t new_part = (uint32_t)to->part_n;
        part.step_first = (uint32_t)to->compute_n;
        part.epoch = part.epoch < 0 ? part.epoch : epoch;
        part.checkpoint = checkpoint;
        part.step_n = 0;
        FID_TRY (FID_PUSH (to->part, err, part));
        FID_TRY (add_idle (s, r, old_part, new_part, err));
        if (s->unit_n && takes_steps (s, r, old_part))
            FID_TRY (add_steps (s, r, who++, old_part, err));
    }
    return add_apart (s, old_part, (uint32_t)s->to->rank[0].part_n - 1, err);
}

/* --- all of it */

/* Ranks have the same parts, so that one may be added that is like another. */
static int check_ranks (const struct fid_plan *p, struct fid_error *err)
{
    FID_EACH (const struct fid_plan_rank, r, p->rank) {
        bool same = r->part_n == p->rank[0].part_n;
        for (size_t i = 0; same && i < r->part_n; i++)
            same = r->part[i].kind == p->rank[0].part[i].kind;
        if (!same)
            return fid_errorf (err, FID_EINPUT,
                               "%s: ranks 0 and %d have other parts than each other, so that "
                               "none can be added",
                               p->run, r->number);
    }
    return 0;
}

/* Copies of the data, and the share of them that training reads. */
static int find_share (struct scaling *s, struct fid_error *err)
{
    double byte_n = 0;
    FID_EACH (const struct fid_plan_rank, r, s->from->rank)
        FID_EACH (const struct fid_plan_part, p, r->part)
            for (uint32_t k = p->step_first;
                 p->kind == FID_JOB_TRAINING && k < p->step_first + p->step_n; k++) {
                const struct by_step *of = &s->by_step[r - s->from->rank];
                for (size_t i = of->first[k]; i < of->first[k + 1]; i++) {
                    const struct fid_plan_reader *w = &r->reader[of->place[i].reader];
                    const struct fid_plan_batch *b = &w->batch[of->place[i].batch];
                    FID_EACH_OF (const struct fid_plan_read, d, w->read + b->read_first,
                                 b->read_n)
                        s->copied[d->file] = true;
                }
            }
    for (size_t f = 0; f < s->from->file_n; f++)
        byte_n += s->copied[f] ? (double)s->from->file[f].byte_n : 0;
    s->share = s->how->data_n > 0 && byte_n > 0 ? s->how->data_n / byte_n : 1;
    if (!(s->share < 1e6))
        return fid_errorf (err, FID_EUSAGE, "%.0f bytes are more than 10^6 times the plan's",
                           s->how->data_n);
    s->copy_n = (size_t)ceil (s->share);
    FID_NEED (s->file = calloc (s->copy_n * s->from->file_n + 1, sizeof *s->file), err);
    return 0;
}

/* The first part of epoch number e of the plan, from 0; part_n behind the last one. */
static size_t epoch_first (const struct fid_plan_rank *r, size_t e)
{
    size_t n = 0;
    int last = 0;
    for (size_t i = 0; i < r->part_n; i++)
        if (r->part[i].kind == FID_JOB_TRAINING && (!n || r->part[i].epoch != last)) {
            last = r->part[i].epoch;
            if (n++ == e)
                return i;
        }
    return r->part_n;
}

int fid_plan_scale (struct fid_plan *to, const struct fid_plan *from,
                    const struct fid_plan_scale *how, struct fid_error *err)
{
    FID_SCOPED (clear_scaling) struct scaling s = {.from = from, .how = how, .to = to};
    const struct fid_plan_rank *any = &from->rank[0];
    size_t own_n = 0;
    *to = (struct fid_plan){.meet = from->meet, .meet_after = from->meet_after};
    FID_TRY (check_ranks (from, err));
    FID_TRY (!(to->run = fid_strdup (from->run, err)));
    FID_NEED (s.by_step = calloc (from->rank_n + 1, sizeof *s.by_step), err);
    FID_NEED (s.copied = calloc (from->file_n + 1, sizeof *s.copied), err);
    FID_NEED (s.saved = calloc (from->checkpoint_n + 1, sizeof *s.saved), err);
    for (size_t r = 0; r < from->rank_n; r++)
        FID_TRY (index_rank (&from->rank[r], &s.by_step[r], err));
    FID_TRY (find_share (&s, err));
    while (epoch_first (any, own_n) < any->part_n)
        own_n++;
    s.rank_n = how->rank_n ? how->rank_n : from->rank_n;
    s.epoch_n = how->epoch_n ? how->epoch_n : own_n;
    if (s.rank_n > 1 && from->rank_n == 1)
        to->meet = to->meet_after = true;
    for (size_t r = 0; r < s.rank_n; r++) {
        const struct fid_plan_rank *t = &from->rank[r % from->rank_n];
        FID_TRY (FID_PUSH (to->rank, err, (struct fid_plan_rank){.number = (int)r}));
        FID_EACH (const struct fid_plan_reader, w, t->reader)
            FID_TRY (
                FID_PUSH (to->rank[r].reader, err, (struct fid_plan_reader){.kind = w->kind}));
    }
    for (size_t i = 0; i < epoch_first (any, 0); i++)
        FID_TRY (add_part (&s, (uint32_t)i, -1, err));
    for (size_t e = 0; own_n && e < s.epoch_n; e++)
        for (size_t i = epoch_first (any, e % own_n); i < epoch_first (any, e % own_n + 1); i++)
            FID_TRY (add_part (&s, (uint32_t)i, (int)e + 1, err));
    return 0;
}
