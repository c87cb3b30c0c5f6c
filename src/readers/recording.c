/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recording.c - see recording.h */
#include "base/parallel.h"
#include "readers/recording.h"

/* A record: its kind, then the struct, then its texts.  Of a sample: which words of the struct
 * differ from those of the sample before, then these. */
enum kind { SAMPLE, PHASE, STEP, ANCHOR, LOGLINE, FACT };

static int put_bytes (struct fid_recording *rec, const void *p, size_t n, struct fid_error *err)
{
    FID_TRY (fid_array_grow (&rec->byte, &rec->byte_cap, rec->byte_n + n, 1, err));
    if (n)
        memcpy (rec->byte + rec->byte_n, p, n);
    rec->byte_n += n;
    return 0;
}

static inline int put_record (struct fid_recording *rec, enum kind kind, const void *p,
                              size_t n, struct fid_error *err)
{
    size_t need = rec->byte_n + 1 + n;
    if (need > rec->byte_cap)
        FID_TRY (fid_array_grow (&rec->byte, &rec->byte_cap, need, 1, err));
    rec->record_n++;
    rec->byte[rec->byte_n++] = (char)kind;
    memcpy (rec->byte + rec->byte_n, p, n);
    rec->byte_n += n;
    return 0;
}

/* What a file says goes to the recording of the host that it is of. */
struct recorder {
    struct fid_recording *first, *now; /* borrowed */
    struct fid_source *source;         /* borrowed; gets the remarks */
};

static struct fid_recording *recording_now (void *self)
{
    return ((struct recorder *)self)->now;
}

/* The recording of a host, a new one at first: the first of all for the first host. */
static struct fid_recording *recording_of_host (struct recorder *r, uint64_t key,
                                                struct fid_error *err)
{
    struct fid_recording *rec = r->first, *last = rec;
    size_t host_n = 1;
    if (!key)
        return rec;
    if (!rec->host)
        rec->host = key;
    for (; rec; last = rec, rec = rec->next, host_n++)
        if (rec->host == key)
            return rec;
    if (!(rec = malloc (sizeof *rec)))
        return fid_null_nomem (err);
    /* together little more than the limit of the file: 1 + 1/2 + 1/3 ... */
    fid_recording_init (rec, r->first->events.limit_n / host_n);
    rec->read = true;
    rec->host = key;
    return last->next = rec;
}

static int on_host (void *self, uint64_t key, struct fid_error *err)
{
    struct recorder *r = self;
    if (r->now->host == key)
        return 0;
    struct fid_recording *rec = recording_of_host (r, key, err);
    r->now = rec ? rec : r->now;
    return rec ? 0 : -1;
}

static int on_host_name (void *self, uint64_t key, struct fid_span name, struct fid_error *err)
{
    struct fid_recording *rec = recording_of_host (self, key, err);
    if (rec && key)
        snprintf (rec->host_name, sizeof rec->host_name, "%.*s", FID_SPAN_ARG (name));
    return rec ? 0 : -1;
}

/* An error code that a tracer printed without its sign, in 32 bits: Linux moves at most 2 GiB at
 * once. */
static bool is_errno (const struct fid_event *ev)
{
    return (ev->op == FID_OP_READ || ev->op == FID_OP_WRITE) && ev->bytes <= UINT32_MAX &&
           ev->bytes > UINT32_MAX - 4095;
}

static int on_event (void *self, const struct fid_event *ev, struct fid_error *err)
{
    struct fid_recording *rec = recording_now (self);
    struct fid_event failed;
    if (is_errno (ev)) {
        failed = *ev;
        failed.bytes = 0;
        failed.flags |= FID_EVENT_ERROR;
        ev = &failed;
    }
    if (rec->op != ev->op || !rec->events.row_n) {
        rec->gives |= fid_op_gives (ev->op);
        rec->op = ev->op;
    }
    rec->first_ns = ev->start_ns < rec->first_ns ? ev->start_ns : rec->first_ns;
    rec->last_ns = ev->start_ns > rec->last_ns ? ev->start_ns : rec->last_ns;
    return fid_events_add (&rec->events, ev, err);
}

static int on_sample (void *self, const struct fid_sample *s, struct fid_error *err)
{
    struct fid_recording *rec = recording_now (self);
    union fid_sample_words now = {*s};
    uint64_t put[1 + sizeof now / 8];
    size_t n = 1;
    unsigned differ = 0;
    now.sample.key.p = NULL;
    for (size_t i = 0; i < sizeof now / 8; i++)
        if (now.word[i] != rec->last.word[i]) {
            differ |= 1u << i;
            put[n++] = now.word[i];
        }
    rec->last = now;
    ((unsigned char *)put)[7] = (unsigned char)differ;
    rec->gives |= fid_channel_gives (s->channel);
    FID_TRY (put_record (rec, SAMPLE, (char *)put + 7, 8 * n - 7, err));
    return put_bytes (rec, s->key.p, s->key.n, err);
}

static void widen_job (struct fid_recording *rec, int64_t from_ns, int64_t to_ns)
{
    rec->job_first_ns = from_ns < rec->job_first_ns ? from_ns : rec->job_first_ns;
    rec->job_last_ns = to_ns > rec->job_last_ns ? to_ns : rec->job_last_ns;
    rec->job_hash = fid_hash_number ((uint64_t)from_ns, rec->job_hash);
    rec->job_hash = fid_hash_number ((uint64_t)to_ns, rec->job_hash);
}

static int on_phase (void *self, const struct fid_phase *p, struct fid_error *err)
{
    struct fid_recording *rec = recording_now (self);
    rec->gives |= FID_GIVES_PHASES;
    rec->phase_n++;
    if (p->kind != FID_PHASE_INIT)
        widen_job (rec, p->start_ns, p->end_ns);
    return put_record (rec, PHASE, p, sizeof *p, err);
}

static int on_step (void *self, const struct fid_step *s, struct fid_error *err)
{
    struct fid_recording *rec = recording_now (self);
    rec->gives |= FID_GIVES_STEPS;
    rec->step_n += !s->other; /* as many as other files have of one */
    return put_record (rec, STEP, s, sizeof *s, err);
}

static int on_anchor (void *self, const struct fid_anchor *a, struct fid_error *err)
{
    return put_record (recording_now (self), ANCHOR, a, sizeof *a, err);
}

static int on_logline (void *self, const struct fid_logline *l, struct fid_error *err)
{
    struct fid_recording *rec = recording_now (self);
    rec->gives |= FID_GIVES_CLOCK;
    rec->timed_line_n += l->t_ns != INT64_MIN;
    return rec->logline_n++ < FID_LOGLINES_MAX ? put_record (rec, LOGLINE, l, sizeof *l, err)
                                               : 0;
}

static int on_fact (void *self, const struct fid_fact *f, struct fid_error *err)
{
    struct fid_recording *rec = recording_now (self);
    FID_TRY (put_record (rec, FACT, f, sizeof *f, err));
    FID_TRY (put_bytes (rec, f->key, strlen (f->key) + 1, err));
    return put_bytes (rec, f->value.p, f->value.n, err);
}

static void on_reject (void *self, const struct fid_remark *r)
{
    struct fid_source *s = ((struct recorder *)self)->source;
    if (s->reject_n < FID_REMARKS_MAX)
        s->reject[s->reject_n] = *r;
    s->reject_n++;
}

static void on_note (void *self, const struct fid_remark *r)
{
    struct fid_source *s = ((struct recorder *)self)->source;
    if (r->code == FID_REMARK_LOST_EVENTS)
        s->lost_n += r->number;
    if (s->note_n < FID_REMARKS_MAX)
        s->note[s->note_n++] = *r;
}

/* Of several hosts the one with the steps of rank 0 is the first; what a file gives, and when its
 * job was, is of all. */
static void join_hosts (struct fid_recording *rec)
{
    for (struct fid_recording *p = rec->next; p; p = p->next) {
        struct fid_recording first = *rec, other = *p;
        if (other.step_n <= first.step_n)
            continue;
        *rec = other;
        rec->next = first.next;
        *p = first;
        p->next = other.next;
    }
    for (struct fid_recording *p = rec; p; p = p->next) {
        rec->gives |= p->gives;
        if (p != rec && p->job_first_ns <= p->job_last_ns)
            widen_job (rec, p->job_first_ns, p->job_last_ns);
        if (p->events.event_n)
            widen_job (rec, p->first_ns, p->last_ns);
    }
}

int fid_recording_read (struct fid_recording *rec, const struct fid_run *run,
                        struct fid_source *s, struct fid_error *err)
{
    struct recorder r = {rec, rec, s};
    struct fid_sink sink = {.self = &r,
                            .event = on_event,
                            .sample = on_sample,
                            .phase = on_phase,
                            .step = on_step,
                            .anchor = on_anchor,
                            .logline = on_logline,
                            .fact = on_fact,
                            .host = on_host,
                            .host_name = on_host_name,
                            .reject = on_reject,
                            .note = on_note};
    struct fid_error why;
    if (rec->read)
        return 0;
    rec->read = true;
    int rc = fid_source_read (run->dir, s, &run->opts, &sink, &why)
                 ? fid_source_fail (s, &why, run->opts.keep_going, err)
                 : 0;
    join_hosts (rec);
    if (rec->brief) {
        fid_recording_forget (rec);
        fid_events_clear (&rec->events);
    }
    return rc;
}

struct reading {
    struct fid_run *run;
    struct fid_recording *rec;
    const size_t *which;
};

static int read_one (void *ctx, size_t k, struct fid_error *err)
{
    const struct reading *r = ctx;
    size_t i = r->which[k];
    return fid_recording_read (&r->rec[i], r->run, &r->run->source[i], err);
}

int fid_recordings_read (struct fid_run *run, struct fid_recording *rec, const size_t *which,
                         size_t n, struct fid_error *err)
{
    struct reading r = {run, rec, which};
    return fid_parallel (n, run->opts.thread_n ? run->opts.thread_n : 1, read_one, &r, err);
}

void fid_recording_init (struct fid_recording *rec, size_t memory_n)
{
    *rec = (struct fid_recording){.first_ns = INT64_MAX,
                                  .last_ns = INT64_MIN,
                                  .job_first_ns = INT64_MAX,
                                  .job_last_ns = INT64_MIN,
                                  .events.limit_n = memory_n};
}

struct fid_recording *fid_recordings_create (const struct fid_run *run, bool brief,
                                             struct fid_error *err)
{
    double all = 1,
           memory_n = run->opts.memory_n ? (double)run->opts.memory_n : FID_MEMORY_DEFAULT;
    struct fid_recording *rec = malloc ((run->source_n + 1) * sizeof *rec);
    if (!rec)
        return fid_null_nomem (err);
    FID_EACH (const struct fid_source, s, run->source)
        all += (double)s->stored_n;
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        double share = ((double)s->stored_n + 1) / all;
        fid_recording_init (&rec[i], (size_t)(memory_n * share) + FID_MEMORY_LEAST);
        rec[i].brief = brief && (s->gives & (FID_GIVES_EVENTS | FID_GIVES_PHASES));
    }
    return rec;
}

void fid_recordings_destroy (struct fid_recording *rec, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fid_recording_clear (&rec[i]);
    free (rec);
}

static int play_record (const char **p, struct fid_sample *sample, const struct fid_sink *sink,
                        struct fid_error *err)
{
    union {
        struct fid_phase phase;
        struct fid_step step;
        struct fid_anchor anchor;
        struct fid_logline line;
        struct fid_fact fact;
    } r;
    static const size_t size[] = {
        0, sizeof r.phase, sizeof r.step, sizeof r.anchor, sizeof r.line, sizeof r.fact};
    enum kind kind = (enum kind) * (const unsigned char *)(*p)++;
    memcpy (&r, *p, size[kind]);
    *p += size[kind];
    switch (kind) {
    case SAMPLE:
        for (unsigned i = 0, words = (unsigned char)*(*p)++; words >> i; i++)
            if (words >> i & 1) {
                memcpy ((char *)sample + 8 * i, *p, 8);
                *p += 8;
            }
        sample->key.p = *p;
        *p += sample->key.n;
        return fid_put_sample (sink, sample, err);
    case PHASE:
        return fid_put_phase (sink, &r.phase, err);
    case STEP:
        return fid_put_step (sink, &r.step, err);
    case ANCHOR:
        return fid_put_anchor (sink, &r.anchor, err);
    case LOGLINE:
        return fid_put_logline (sink, &r.line, err);
    case FACT:
        r.fact.key = *p;
        *p += strlen (r.fact.key) + 1;
        r.fact.value.p = *p;
        *p += r.fact.value.n;
    }
    return fid_put_fact (sink, &r.fact, err);
}

int fid_recording_play (const struct fid_recording *rec, const struct fid_sink *sink,
                        struct fid_error *err)
{
    struct fid_event ev = {.start_ns = rec->first_ns, .op = rec->op, .pid = -1};
    const char *p = rec->byte, *end = rec->byte_n ? p + rec->byte_n : p;
    struct fid_sample sample = {0};
    if (rec->first_ns <= rec->last_ns) {
        FID_TRY (fid_put_event (sink, &ev, err));
        ev.start_ns = rec->last_ns;
        FID_TRY (fid_put_event (sink, &ev, err));
    }
    while (p < end)
        FID_TRY (play_record (&p, &sample, sink, err));
    return 0;
}

void fid_recording_forget (struct fid_recording *rec)
{
    free (rec->byte);
    rec->byte = NULL;
    rec->byte_n = rec->byte_cap = 0;
}

void fid_recording_leave_out (struct fid_recording *rec, struct fid_source *s)
{
    fid_recording_clear (rec);
    fid_recording_init (rec, FID_MEMORY_LEAST);
    rec->read = true;
    s->used = 0;
}

void fid_recording_clear (struct fid_recording *rec)
{
    free (rec->byte);
    fid_events_clear (&rec->events);
    if (rec->next)
        fid_recording_clear (rec->next);
    free (rec->next);
    *rec = (struct fid_recording){0};
}

void fid_recording_judge (struct fid_recording *rec, struct fid_source *s)
{
    char reason[FID_REMARK_TEXT];
    uint64_t all_n = s->line_n;
    if (all_n < s->reject_n) /* JSON in one piece has no lines: there its records are counted */
        all_n = rec->events.event_n + rec->record_n + s->reject_n;
    if (*s->failure || 2 * s->reject_n <= all_n)
        return;
    snprintf (s->failure, sizeof s->failure,
              "more than half of its lines are malformed; line %zu: %s", s->reject[0].line,
              fid_remark_text (&s->reject[0], reason, sizeof reason));
    s->complete = false;
    s->malformed = true;
    s->gives = 0;
    fid_recording_leave_out (rec, s);
}
