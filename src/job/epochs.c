/* SPDX-License-Identifier: GPL-3.0-or-later */
/* epochs.c - see epochs.h */
#include "job/epochs.h"
#include "job/of_run.h"

#define MEASURED_LEAST 0.05 /* share of the bytes read; less is no measurement of the storage */

FID_ORDER_BY (by_number, struct fid_job_epoch, FID_RISING (number))

static struct fid_job_epoch *find_epoch (const struct fid_job_epochs *e, int number)
{
    struct fid_job_epoch key = {.number = number};
    return e->n ? bsearch (&key, e->at, e->n, sizeof *e->at, by_number) : NULL;
}

static struct fid_job_epoch *epoch_at (const struct fid_job_epochs *e,
                                       const struct fid_run *run, int64_t t_ns)
{
    const struct fid_segment *s = fid_phases_segment (&run->phases, t_ns);
    return s ? find_epoch (e, s->epoch) : NULL;
}

/* The epochs that the log names, and how long they are. */
static int list_epochs (struct fid_job_epochs *e, const struct fid_phases *p,
                        struct fid_error *err)
{
    e->at = p->segment_n ? calloc (p->segment_n, sizeof *e->at) : NULL;
    if (p->segment_n && !e->at)
        return fid_error_nomem (err);
    FID_EACH (const struct fid_segment, s, p->segment) {
        if (s->epoch < 0 || (s->part != FID_PART_TRAINING && s->part != FID_PART_EVAL))
            continue;
        e->at[e->n++] =
            (struct fid_job_epoch){.number = s->epoch,
                                   .span_s = (double)(s->end_ns - s->start_ns) / 1e9,
                                   .busy = -1,
                                   .read_n = -1,
                                   .stored_n = -1};
    }
    FID_SORT (e->at, e->n, by_number);
    size_t n = 0;
    for (size_t i = 0; i < e->n; i++)
        if (n && e->at[n - 1].number == e->at[i].number)
            e->at[n - 1].span_s += e->at[i].span_s;
        else
            e->at[n++] = e->at[i];
    e->n = n;
    return 0;
}

static void add_to (double *sum, double n)
{
    *sum = fmax (0, *sum) + n;
}

static void add_calls (const struct fid_job_epochs *e, const struct fid_run *run)
{
    const struct fid_events *ev = &run->events;
    const enum fid_op ops[] = {FID_OP_READ, FID_OP_BLOCK_READ};
    struct fid_job_epoch *to = NULL;
    int64_t from_ns = 0, to_ns = 0; /* between these is *to */
    struct fid_event_row r;
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; fid_events_next_of (ev, ops[k], &i, &r);) {
            bool data = k || ev->file[r.file].role == FID_ROLE_DATA;
            if (!data || r.flags & (FID_EVENT_FOREIGN | FID_EVENT_ERROR))
                continue;
            if (r.start_ns < from_ns || r.start_ns >= to_ns) {
                fid_phases_part_span (&run->phases, r.start_ns, &from_ns, &to_ns);
                to = epoch_at (e, run, r.start_ns);
            }
            if (to)
                add_to (k ? &to->stored_n : &to->read_n, (double)r.byte_n);
        }
}

/* Adds the share of steps that is computation and, if no calls were traced, the bytes of all ranks' steps. */
static int add_steps (const struct fid_job_epochs *e, const struct fid_run *run,
                      double step_byte_n, struct fid_error *err)
{
    const struct fid_steps *s = &run->steps;
    FID_FREED double *all_s = calloc (e->n + 1, sizeof *all_s);
    FID_NEED (all_s, err);
    for (size_t i = 0; i < s->n + s->other_n; i++) {
        bool first = i < s->n;
        const struct fid_step *step = first ? &s->step[i] : &s->other[i - s->n];
        struct fid_job_epoch *to = step->eval ? NULL : find_epoch (e, step->epoch);
        if (to && step_byte_n > 0)
            add_to (&to->read_n, step_byte_n);
        to = first ? to : NULL;
        if (to)
            to->step_n++;
        if (to && step->load_s >= 0 && step->compute_s >= 0) { /* sums until all are added */
            add_to (&to->busy, step->compute_s);
            all_s[to - e->at] += step->load_s + step->compute_s;
        }
    }
    for (size_t k = 0; k < e->n; k++)
        e->at[k].busy = all_s[k] > 0 ? e->at[k].busy / all_s[k] : -1;
    return 0;
}

/* Finds the first epoch after the very first from which on hardly anything comes from the
 * storage. */
static void find_unmeasured (struct fid_job_epochs *e)
{
    double read_n = 0, stored_n = 0;
    for (size_t i = e->n; i-- > 1;) {
        const struct fid_job_epoch *at = &e->at[i];
        if (!(at->read_n > 0) || at->stored_n < 0 ||
            at->stored_n >= MEASURED_LEAST * at->read_n)
            return;
        read_n += at->read_n;
        stored_n += at->stored_n;
        e->from = at->number;
        e->share = stored_n / read_n;
    }
}

int fid_job_epochs (struct fid_job_epochs *e, const struct fid_run *run, struct fid_error *err)
{
    const struct fid_gauge *disk = &run->gauge[FID_GAUGE_DISK_READ];
    *e = (struct fid_job_epochs){0};
    FID_TRY (list_epochs (e, &run->phases, err));
    if (!e->n)
        return 0;
    const struct fid_run_job *found = fid_job_of_run (run, err);
    FID_TRY (!found);
    const struct fid_books *b = &found->job.books;
    bool calls = b->data_n > 0, block = fid_run_saw (run, FID_GIVES_BLOCK);
    double step_byte_n = b->step_n > 0 && b->sample_byte_n > 0
                             ? b->consumed_n / b->step_n * b->sample_byte_n
                             : -1;
    e->by_steps = !calls;
    e->by_rate = !block;
    for (size_t i = 0; i < e->n; i++) {
        e->at[i].read_n = calls ? 0 : e->at[i].read_n;
        e->at[i].stored_n = block ? 0 : e->at[i].stored_n;
    }
    add_calls (e, run);
    for (size_t i = 0; i < disk->n && !block;
         i++) { /* what a monitor of the disk saw instead */
        int64_t middle_ns = disk->t_ns[i] - (int64_t)(disk->period_s * 1e9 / 2);
        struct fid_job_epoch *to = epoch_at (e, run, middle_ns);
        if (to)
            add_to (&to->stored_n, disk->value[i * disk->dim] * disk->period_s * 1048576);
    }
    FID_TRY (add_steps (e, run, calls ? -1 : step_byte_n, err));
    find_unmeasured (e);
    return 0;
}

void fid_job_epochs_clear (struct fid_job_epochs *e)
{
    free (e->at);
    *e = (struct fid_job_epochs){0};
}
