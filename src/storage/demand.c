/* SPDX-License-Identifier: GPL-3.0-or-later */
/* demand.c - see demand.h */
#include "storage/demand.h"

#define PAGE 4096.

static double pieces_of (double byte_n, double most)
{
    return most > 0 ? fmax (1, ceil (byte_n / most)) : 1;
}

/* Asks for the next window.  The first is up to four times the call in whole pages, each
 * further one two to four times the one before; a call that is larger than the read-ahead makes
 * it as large as a request.  What lies behind the end of the file is not asked for. */
static void ask_window (struct fid_file_window *w, double call_n,
                        const struct fid_client *client, double *request_n)
{
    double most = fmax (client->read_ahead_n, fmin (call_n, client->request_n));
    if (w->size > 0)
        w->size = w->size < most / 16 ? 4 * w->size : w->size <= most / 2 ? 2 * w->size : most;
    else {
        double size = exp2 (ceil (log2 (fmax (call_n, PAGE) / PAGE))) * PAGE;
        w->size = size <= most / 32 ? 4 * size : size <= most / 4 ? 2 * size : most;
    }
    double left = w->file_n > 0 ? w->file_n - w->ahead : w->size;
    w->ahead += w->size;
    *request_n += left > 0 ? pieces_of (fmin (w->size, left), client->request_n) : 0;
}

/* Adds the calls of a stretch that no window serves: each waits, large ones once for each
 * piece. A call that is larger than the read-ahead opens a window wherever it begins, and reads
 * on in windows as a sequential reader does. */
static void read_alone (const struct fid_job_read *read, const struct fid_client *client,
                        double *wait_n, double *request_n)
{
    double call_n = read->call_n ? read->call_n : 1, each = (double)read->byte_n / call_n;
    double piece = fmax (client->read_ahead_n, client->request_n);
    if (client->read_ahead_n > 0 && each > piece) {
        uint64_t byte_n = read->byte_n / (uint64_t)call_n;
        struct fid_job_read one = {
            .call_n = 1, .byte_n = byte_n, .first_n = byte_n, .sequential = true};
        struct fid_file_window w = {0};
        double waits = 0, requests = 0;
        fid_window_read (&w, &one, client, &waits, &requests);
        *wait_n += call_n * waits;
        *request_n += call_n * requests;
        return;
    }
    *wait_n += call_n * (client->request_n > 0 ? pieces_of (each, piece) : 1);
    *request_n += call_n * pieces_of (each, client->request_n);
}

void fid_window_read (struct fid_file_window *w, const struct fid_job_read *read,
                      const struct fid_client *client, double *wait_n, double *request_n)
{
    double from = (double)read->offset, end = from + (double)read->byte_n;
    double first = (double)read->first_n;
    double call = read->call_n > 1 ? (end - from - first) / (read->call_n - 1.) : first;
    bool goes_on = w->size > 0 && from == w->next, jumps = from > 0 && read->call_n < 2;
    w->next = end;
    if (!(client->read_ahead_n > 0) || !read->sequential || (jumps && !goes_on)) {
        w->size = 0;
        read_alone (read, client, wait_n, request_n);
        return;
    }
    if (!goes_on) {
        *w = (struct fid_file_window){.next = end, .ahead = from, .file_n = w->file_n};
        ask_window (w, first, client, request_n);
        *wait_n += 1;
        w->mark = from + (w->size > first ? first : w->size / 2);
    }
    /* what was asked for before this stretch has come meanwhile */
    for (double here = w->ahead; w->mark < end;) {
        bool missing = w->mark >= here;
        w->mark = w->ahead;
        ask_window (w, call, client, request_n);
        if (missing) {
            *wait_n += 1;
            here = w->ahead;
        }
    }
}

#define COLUMNS 8

/* Batches that a loader reads ahead, and readers, at most; more make no difference but to
 * memory. */
#define AHEAD_MAX   4096.
#define READERS_MAX 1024.

bool fid_same_client (const struct fid_storage *a, const struct fid_storage *b)
{
    return a->read_ahead_n == b->read_ahead_n && a->request_n == b->request_n &&
           a->cache_n == b->cache_n && a->own == b->own;
}

static int alloc_steps (struct fid_rank_demand *r, size_t n, struct fid_error *err)
{
    r->step_n = n;
    r->byte_n = calloc (COLUMNS * n + 1, sizeof *r->byte_n);
    r->back = calloc (n + 1, sizeof *r->back);
    FID_NEED (r->byte_n && r->back, err);
    r->late_n = r->byte_n + n;
    r->request_n = r->late_n + n;
    r->wait_n = r->request_n + n;
    r->meta_n = r->wait_n + n;
    r->busy_s = r->meta_n + n;
    r->work_s = r->busy_s + n;
    r->compute_s = r->work_s + n;
    return 0;
}

/* --- what a step asks for */

/* What the demand of the steps of a job is made with. */
struct asking {
    const struct fid_job *job;   /* borrowed */
    const struct fid_storage *s; /* borrowed */
    double kept;                 /* share of what memory served that it still serves */
    struct fid_file_window
        *window; /* owned; of each file, if the storage says what is read ahead */
    size_t file_n;
};

static double stored_bytes (const struct asking *a, const struct fid_job_step *t)
{
    if (!a->job->cache_seen)
        return t->byte_n;
    double cached = fmax (0, t->byte_n - t->stored_n);
    return t->stored_n + cached * (1 - a->kept);
}

/* Sets what a step asks for; share: of its bytes, reaches a storage with a read-ahead of its
 * own. */
static void put_step (const struct asking *a, struct fid_rank_demand *r, size_t k,
                      const struct fid_job_step *t, double share)
{
    double byte_n = stored_bytes (a, t), wait_n = 0, request_n = 0;
    if (a->s->read_ahead_n >= 0 && t->read_n) {
        struct fid_client client = {a->s->read_ahead_n, fmax (0, a->s->request_n)};
        FID_EACH_OF (const struct fid_job_read, read, a->job->read + t->read_first, t->read_n)
            fid_window_read (&a->window[read->file], read, &client, &wait_n, &request_n);
        byte_n = share * t->byte_n;
        wait_n *= share;
        request_n *= share;
    } else {
        bool more = t->stored_n > 0 && byte_n > t->stored_n && a->job->cache_seen;
        wait_n = t->wait_n * (more ? byte_n / t->stored_n : 1);
        request_n = t->request_n * (more ? byte_n / t->stored_n : 1);
        if (a->s->request_n > 0)
            request_n = fmax (request_n, ceil (byte_n / a->s->request_n));
    }
    r->byte_n[k] = byte_n;
    r->late_n[k] = a->s->read_ahead_n >= 0 || !a->job->cache_seen ? 0 : t->late_n;
    r->late = r->late || r->late_n[k] > 0;
    r->request_n[k] = request_n;
    r->wait_n[k] = wait_n;
    r->meta_n[k] = t->meta_n;
    r->busy_s[k] = t->busy_s;
    r->work_s[k] = t->work_s;
    r->works = r->works || t->work_s > 0;
    r->compute_s[k] = t->take_s + t->compute_s; /* both after its batch is there */
}

/* --- when its batch is asked for */

/* Whether the batch of a step goes on in the file of the one before it. */
static bool goes_on (const struct fid_job *job, const struct fid_job_step *t)
{
    const struct fid_job_step *before = t - 1;
    if (!t->read_n || !before->read_n)
        return job->train.file_byte_n > 2 * t->byte_n && !t->read_n;
    const struct fid_job_read *now = &job->read[t->read_first];
    for (size_t i = 0; i < before->read_n; i++) {
        const struct fid_job_read *was = &job->read[before->read_first + i];
        if (was->file == now->file && was->offset + was->byte_n == now->offset)
            return true;
    }
    return false;
}

/* Batches that the client reads ahead of the one asked for, in one file. */
static size_t batches_ahead (const struct asking *a, const struct fid_job_loader *loader,
                             const struct fid_rank_demand *r, size_t first, size_t n)
{
    double byte_n = 0, ahead = loader->ahead_n;
    for (size_t k = first; k < first + n; k++)
        byte_n += r->byte_n[k];
    double client_n = a->s->read_ahead_n >= 0 ? a->s->read_ahead_n : a->job->read_ahead_n;
    if (a->s->read_ahead_n >= 0 || !(ahead > 0)) /* as the storage, or the recording, has it */
        ahead = byte_n > 0 ? client_n * (double)n / byte_n : 0;
    return (size_t)fmin (AHEAD_MAX, fmax (0, floor (ahead)));
}

/* How far a loader has come. */
struct progress {
    size_t since; /* batches since it began */
    size_t same;  /* batches before the next one that go on in the same file */
};

/* Sets when batches are asked for.  Returns how many batches the client has read ahead of a step,
 * as a mean: none where reads jump. */
static double put_back (const struct asking *a, struct fid_rank_demand *r,
                        const struct fid_job_rank *rank, const struct fid_stint *stint,
                        size_t ahead, size_t depth, struct progress *p, uint32_t *most)
{
    double early_n = 0;
    for (size_t k = stint->first; k < stint->first + stint->n; k++, p->since++) {
        p->same = p->since && k && goes_on (a->job, &rank->step[k]) ? p->same + 1 : 0;
        size_t early = p->same < ahead ? p->same : ahead;
        early_n += (double)early / (double)stint->n;
        /* where what is read ahead is known of each step, it is asked for with its step */
        size_t back = depth + (r->late ? 0 : early);
        size_t most_back = depth ? p->since + 1 : p->since;
        if (!depth && !p->since)
            back = most_back = 1; /* when the loader begins */
        r->back[k] = (uint32_t)(back < most_back ? back : most_back);
        *most = r->back[k] > *most ? r->back[k] : *most;
    }
    return early_n;
}

static size_t depth_of (const struct fid_job_loader *loader)
{
    return (size_t)fmin (AHEAD_MAX, fmax (0, round (loader->depth)));
}

static void put_loader (struct fid_stint_loader *out, const struct fid_job_loader *loader,
                        double early_n)
{
    double depth = fmax (0, loader->depth),
           readers = fmin (READERS_MAX, fmax (1, loader->readers));
    out->ahead = depth_of (loader) > 0;
    out->batch_n = out->ahead ? (size_t)round (readers) : 1;
    out->reader_n = readers / (double)out->batch_n;
    /* the other model reads after the steps then: the truth is between */
    out->overlap = fid_loader_guessed (loader) ? 1 : fmin (1, depth + early_n);
    out->window = depth_of (loader) > 1 ? depth_of (loader) : 1;
}

/* --- parts of a rank's time */

static void put_stint (const struct asking *a, const struct fid_job_rank *rank, size_t i,
                       int epoch, struct fid_stint *out)
{
    const struct fid_job *job = a->job;
    const struct fid_job_segment *g = &rank->segment[i];
    double until = i + 1 < rank->segment_n ? g[1].start_s : g->end_s, last = g->end_s;
    bool steps = (g->kind == FID_JOB_TRAINING || g->kind == FID_JOB_EVALUATION) && g->step_n;
    *out = (struct fid_stint){.kind = g->kind};
    out->recorded_s = steps ? 0 : g->end_s - g->start_s;
    if (steps) {
        bool train = g->kind == FID_JOB_TRAINING;
        out->first = g->step_first;
        out->n = g->step_n;
        out->opens = !train || g->epoch != epoch;
        out->epoch = train && out->opens;
        if (out->opens) {
            /* Time between the start of a part and its loader's first request: what the
             * first step waited for longer than its batch took to read. */
            const struct fid_job_step *t = &rank->step[g->step_first];
            double waited = t->end_s - t->compute_s - t->take_s - g->start_s;
            struct fid_stint_loader l;
            put_loader (&l, train ? &rank->loader : &rank->eval_loader, 0);
            out->lead_s = fmax (0, waited - (t->busy_s + t->work_s) / l.reader_n);
        }
        last = rank->step[g->step_first + g->step_n - 1].end_s;
    } else {
        bool eval = g->kind == FID_JOB_EVALUATION;
        out->byte_n = stored_bytes (a, &g->sum);
        out->request_n = g->sum.request_n;
        out->wait_n = g->sum.wait_n;
        out->meta_n = g->sum.meta_n;
        out->busy_s = g->sum.busy_s;
        out->reader_n = fmax (1, eval ? rank->eval_loader.readers : rank->loader.readers);
    }
    out->tail_s = fmax (0, until - last);
    if ((g->kind == FID_JOB_SAVE || g->kind == FID_JOB_LOAD) && g->save < job->checkpoint_n) {
        const struct fid_job_checkpoint *c = &job->checkpoint[g->save];
        out->byte_n = c->byte_n;
        out->file_n = (double)c->file_n;
        out->synced = c->synced == true;
    }
}

/* The next segment that is read in one go with this one: training of the same epoch; NULL. */
static const struct fid_job_segment *next_of_pass (const struct fid_job_rank *rank,
                                                   const struct fid_job_segment *s)
{
    const struct fid_job_segment *end = rank->segment + rank->segment_n, *next = s + 1;
    if (s->kind != FID_JOB_TRAINING)
        return NULL;
    while (next < end && (next->kind != s->kind || !next->step_n))
        next++;
    return next < end && next->epoch == s->epoch ? next : NULL;
}

/* Sets the steps of what a loader reads in one go, from its first segment on.  The share of the
 * bytes that reaches a storage with a read-ahead of its own is that of the whole pass: in the
 * recording, the batch that made the client read ahead has the bytes of those behind it. */
static void put_pass (const struct asking *a, struct fid_rank_demand *r,
                      const struct fid_job_rank *rank, const struct fid_job_segment *first)
{
    struct fid_job_step sum = {0};
    for (const struct fid_job_segment *s = first; s; s = next_of_pass (rank, s))
        FID_EACH_OF (const struct fid_job_step, t, rank->step + s->step_first, s->step_n) {
            sum.byte_n += t->byte_n;
            sum.stored_n += t->stored_n;
        }
    double share = sum.byte_n > 0 ? fmin (1, stored_bytes (a, &sum) / sum.byte_n) : 1;
    for (const struct fid_job_segment *s = first; s; s = next_of_pass (rank, s))
        for (size_t k = s->step_first; k < s->step_first + s->step_n; k++)
            put_step (a, r, k, &rank->step[k], share);
}

static int fill_rank (struct fid_demand *d, const struct asking *a, size_t i,
                      struct fid_error *err)
{
    const struct fid_job_rank *rank = &a->job->rank[i];
    struct fid_rank_demand *r = &d->rank[i];
    int epoch = -2; /* none yet */
    struct progress training = {0};
    if (rank->alike) {
        *r = d->rank[0];
        r->alike = true;
        return 0;
    }
    r->host = rank->host;
    FID_NEED (r->stint = calloc (rank->segment_n + 1, sizeof *r->stint), err);
    FID_TRY (alloc_steps (r, rank->step_n, err));
    for (size_t k = 0; k < a->file_n; k++) /* the rank has read no file yet */
        a->window[k] = (struct fid_file_window){.file_n = a->window[k].file_n};
    put_loader (&r->train, &rank->loader, 0);
    put_loader (&r->eval, &rank->eval_loader, 0);
    for (size_t g = 0; g < rank->segment_n; g++) {
        struct fid_stint *s = &r->stint[r->stint_n++];
        put_stint (a, rank, g, epoch, s);
        if (!s->n)
            continue;
        bool train = s->kind == FID_JOB_TRAINING;
        if (s->opens)
            put_pass (a, r, rank, &rank->segment[g]);
        const struct fid_job_loader *loader = train ? &rank->loader : &rank->eval_loader;
        size_t ahead = batches_ahead (a, loader, r, s->first, s->n);
        struct progress p = s->opens ? (struct progress){0} : training;
        double early_n = put_back (a, r, rank, s, ahead, depth_of (loader), &p, &d->back_most);
        struct fid_stint_loader *l = train ? &r->train : &r->eval;
        put_loader (l, loader, early_n);
        d->batch_most = l->batch_n > d->batch_most ? (uint32_t)l->batch_n : d->batch_most;
        if (train) {
            epoch = rank->segment[g].epoch;
            training = p;
        }
    }
    return 0;
}

/* Makes windows for a client that reads ahead; each file is as long as any step reads it. */
static int alloc_windows (struct asking *a, struct fid_error *err)
{
    const struct fid_job *job = a->job;
    if (a->s->read_ahead_n < 0)
        return 0;
    FID_EACH (const struct fid_job_read, read, job->read)
        a->file_n = read->file >= a->file_n ? (size_t)read->file + 1 : a->file_n;
    FID_NEED (a->window = calloc (a->file_n + 1, sizeof *a->window), err);
    FID_EACH (const struct fid_job_read, read, job->read) {
        struct fid_file_window *w = &a->window[read->file];
        w->file_n = fmax (w->file_n, (double)(read->offset + read->byte_n));
    }
    return 0;
}

/* Counts how many ranks the storage of each serves, and sums the computation of training. */
static void sum_ranks (struct fid_demand *d)
{
    double compute_s = 0;
    FID_EACH (struct fid_rank_demand, r, d->rank) {
        r->share_n = 0;
        for (size_t j = 0; j < d->rank_n; j++)
            r->share_n += !d->own || d->rank[j].host == r->host;
        r->training_share_n = d->meeting == FID_JOB_EACH_STEP ? 1 : r->share_n;
        d->host_n = r->host >= d->host_n ? (size_t)r->host + 1 : d->host_n;
        FID_EACH (struct fid_stint, s, r->stint) {
            s->share_n = r->share_n;
            for (size_t k = s->first; s->kind == FID_JOB_TRAINING && k < s->first + s->n; k++)
                compute_s += r->compute_s[k];
        }
    }
    d->compute_s = d->rank_n ? compute_s / (double)d->rank_n : 0;
}

static void clear_asking (struct asking *a)
{
    free (a->window);
}

int fid_demand_init (struct fid_demand *d, const struct fid_job *job,
                     const struct fid_storage *s, struct fid_error *err)
{
    FID_SCOPED (clear_asking) struct asking a = {.job = job, .s = s, .kept = 1};
    *d = (struct fid_demand){.meeting = job->meeting, .memory_n = job->memory_n, .own = s->own};
    double data_n = (double)job->train.file_n * job->train.file_byte_n +
                    (double)job->eval.file_n * job->eval.file_byte_n;
    if (s->cache_n >= 0) /* a smaller memory keeps that part of the data set which fits */
        a.kept = data_n > 0 ? fmin (1, s->cache_n / data_n) : s->cache_n > 0;
    FID_TRY (alloc_windows (&a, err));
    FID_NEED (d->rank = calloc (job->rank_n + 1, sizeof *d->rank), err);
    for (size_t i = 0; i < job->rank_n; i++) {
        d->rank_n++;
        FID_TRY (fill_rank (d, &a, i, err));
    }
    sum_ranks (d);
    return 0;
}

void fid_demand_clear (struct fid_demand *d)
{
    FID_EACH (struct fid_rank_demand, r, d->rank)
        if (!r->alike)
            FID_FREE (r->byte_n, r->back, r->stint);
    free (d->rank);
    *d = (struct fid_demand){0};
}

/* --- ranks as one */

/* The step of a rank after *k that is of training; *stint is the one that it is in. */
static bool next_training (const struct fid_rank_demand *r, size_t *stint, size_t *k)
{
    for (; *stint < r->stint_n; (*stint)++, *k = SIZE_MAX) {
        const struct fid_stint *s = &r->stint[*stint];
        if (s->kind != FID_JOB_TRAINING || !s->n)
            continue;
        size_t next = *k == SIZE_MAX ? s->first : *k + 1;
        if (next < s->first + s->n) {
            *k = next;
            return true;
        }
    }
    return false;
}

/* Adds the k-th step of training of one rank to that of the one that stands for all. */
static void merge_rank (struct fid_rank_demand *to, const struct fid_rank_demand *from)
{
    size_t a = 0, b = 0, at = SIZE_MAX, k = SIZE_MAX;
    while (next_training (to, &a, &at) && next_training (from, &b, &k)) {
        to->byte_n[at] += from->byte_n[k];
        to->late_n[at] += from->late_n[k];
        to->request_n[at] += from->request_n[k];
        to->wait_n[at] = fmax (to->wait_n[at], from->wait_n[k]);
        to->meta_n[at] = fmax (to->meta_n[at], from->meta_n[k]);
        to->busy_s[at] = fmax (to->busy_s[at], from->busy_s[k]);
        to->work_s[at] = fmax (to->work_s[at], from->work_s[k]);
        to->compute_s[at] = fmax (to->compute_s[at], from->compute_s[k]);
    }
}

int fid_demand_merge (struct fid_demand *one, const struct fid_demand *d, struct fid_error *err)
{
    *one = *d;
    one->rank_n = 0;
    FID_NEED (one->rank = calloc (1, sizeof *one->rank), err);
    if (!d->rank_n)
        return 0;
    struct fid_rank_demand *to = one->rank;
    const struct fid_rank_demand *from = d->rank;
    *to = *from;
    to->back = NULL;
    to->stint = calloc (from->stint_n + 1, sizeof *to->stint);
    to->byte_n = NULL;
    one->rank_n = 1;
    FID_NEED (to->stint, err);
    memcpy (to->stint, from->stint, from->stint_n * sizeof *to->stint);
    FID_TRY (alloc_steps (to, from->step_n, err));
    memcpy (to->byte_n, from->byte_n, COLUMNS * from->step_n * sizeof *to->byte_n);
    for (size_t i = 1; i < d->rank_n; i++)
        merge_rank (to, &d->rank[i]);
    if (d->own) /* each storage serves its part of them */
        for (size_t k = 0; k < to->step_n; k++) {
            to->byte_n[k] /= (double)d->host_n;
            to->late_n[k] /= (double)d->host_n;
            to->request_n[k] /= (double)d->host_n;
        }
    return 0;
}
