/* recording.c - see recording.h */
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "readers/recording.h"

/* A record: its kind, then the struct, then the texts of its spans. */
enum kind { SAMPLE, PHASE, STEP, ANCHOR, LOGLINE, FACT };

static int
put_bytes (struct fid_recording *rec, const void *p, size_t n, struct fid_error *err)
{
    if (fid_array_grow (&rec->byte, &rec->byte_cap, rec->byte_n + n, 1, err))
        return -1;
    if (n)
        memcpy (rec->byte + rec->byte_n, p, n);
    rec->byte_n += n;
    return 0;
}

static int
put_record (struct fid_recording *rec, enum kind kind, const void *p, size_t n,
            struct fid_error *err)
{
    unsigned char k = (unsigned char)kind;
    rec->record_n++;
    return put_bytes (rec, &k, 1, err) || put_bytes (rec, p, n, err) ? -1 : 0;
}

static int
on_event (void *self, const struct fid_event *ev, struct fid_error *err)
{
    struct fid_recording *rec = self;
    rec->gives |= fid_op_gives (ev->op);
    rec->op = ev->op;
    rec->first_ns = ev->start_ns < rec->first_ns ? ev->start_ns : rec->first_ns;
    rec->last_ns = ev->start_ns > rec->last_ns ? ev->start_ns : rec->last_ns;
    return fid_events_add (&rec->events, ev, err);
}

static int
on_sample (void *self, const struct fid_sample *s, struct fid_error *err)
{
    struct fid_recording *rec = self;
    rec->gives |= fid_channel_gives (s->channel);
    return put_record (rec, SAMPLE, s, sizeof *s, err) ||
           put_bytes (rec, s->key.p, s->key.n, err);
}

static int
on_phase (void *self, const struct fid_phase *p, struct fid_error *err)
{
    struct fid_recording *rec = self;
    rec->gives |= FID_GIVES_PHASES;
    rec->phase_n++;
    return put_record (rec, PHASE, p, sizeof *p, err);
}

static int
on_step (void *self, const struct fid_step *s, struct fid_error *err)
{
    struct fid_recording *rec = self;
    rec->gives |= FID_GIVES_STEPS;
    rec->step_n += !s->rank; /* as many as other files have of one */
    return put_record (rec, STEP, s, sizeof *s, err);
}

static int
on_anchor (void *self, const struct fid_anchor *a, struct fid_error *err)
{
    return put_record (self, ANCHOR, a, sizeof *a, err);
}

static int
on_logline (void *self, const struct fid_logline *l, struct fid_error *err)
{
    struct fid_recording *rec = self;
    rec->gives |= FID_GIVES_CLOCK;
    rec->timed_line_n += l->t_ns != INT64_MIN;
    if (rec->logline_n++ >= FID_LOGLINES_MAX)
        return 0;
    return put_record (rec, LOGLINE, l, sizeof *l, err);
}

static int
on_fact (void *self, const struct fid_fact *f, struct fid_error *err)
{
    struct fid_recording *rec = self;
    return put_record (rec, FACT, f, sizeof *f, err) ||
           put_bytes (rec, f->key, strlen (f->key) + 1, err) ||
           put_bytes (rec, f->value.p, f->value.n, err);
}

static void
on_reject (void *self, const struct fid_remark *r)
{
    struct fid_recording *rec = self;
    if (rec->reject_n < FID_REMARKS_MAX)
        rec->reject[rec->reject_n] = *r;
    rec->reject_n++;
}

static void
on_note (void *self, const struct fid_remark *r)
{
    struct fid_recording *rec = self;
    if (r->code == FID_REMARK_LOST_EVENTS)
        rec->lost_n += r->number;
    if (rec->note_n < FID_REMARKS_MAX)
        rec->note[rec->note_n++] = *r;
}

int
fid_recording_read (struct fid_recording *rec, const char *dir, struct fid_source *s,
                    const struct fid_run_opts *opts, struct fid_error *err)
{
    struct fid_sink sink = {rec,       on_event,   on_sample, on_phase,  on_step,
                            on_anchor, on_logline, on_fact,   on_reject, on_note};
    struct fid_error why;
    rec->read = true;
    return fid_source_read (dir, s, opts->day_first, &sink, &rec->shape, &why)
               ? fid_source_fail (s, &why, opts->keep_going, err)
               : 0;
}

void
fid_recording_describe (const struct fid_recording *rec, struct fid_source *s)
{
    bool complete = s->complete;
    fid_source_set_shape (s, &rec->shape);
    s->complete &= complete; /* not so where it failed */
    s->reject_n = rec->reject_n;
    s->lost_n = rec->lost_n;
    s->note_n = rec->note_n;
    memcpy (s->reject, rec->reject, sizeof s->reject);
    memcpy (s->note, rec->note, sizeof s->note);
}

void
fid_recording_init (struct fid_recording *rec, size_t memory_n)
{
    *rec = (struct fid_recording){
        .first_ns = INT64_MAX, .last_ns = INT64_MIN, .events.limit_n = memory_n};
}

/* Take a struct of n bytes off *p. */
static void
take_bytes (const char **p, void *to, size_t n)
{
    memcpy (to, *p, n);
    *p += n;
}

#define TAKE(type, var)                                                                        \
    type var;                                                                                  \
    take_bytes (p, &(var), sizeof (var))

static int
play_sample (const char **p, const struct fid_sink *sink, struct fid_error *err)
{
    TAKE (struct fid_sample, s);
    s.key.p = *p;
    *p += s.key.n;
    return fid_put_sample (sink, &s, err);
}

static int
play_fact (const char **p, const struct fid_sink *sink, struct fid_error *err)
{
    TAKE (struct fid_fact, f);
    f.key = *p;
    *p += strlen (f.key) + 1;
    f.value.p = *p;
    *p += f.value.n;
    return fid_put_fact (sink, &f, err);
}

static int
play_one (const char **p, const struct fid_sink *sink, struct fid_error *err)
{
    enum kind kind = (enum kind) * (const unsigned char *)(*p)++;
    if (kind == SAMPLE)
        return play_sample (p, sink, err);
    if (kind == FACT)
        return play_fact (p, sink, err);
    if (kind == PHASE) {
        TAKE (struct fid_phase, phase);
        return fid_put_phase (sink, &phase, err);
    }
    if (kind == STEP) {
        TAKE (struct fid_step, step);
        return fid_put_step (sink, &step, err);
    }
    if (kind == ANCHOR) {
        TAKE (struct fid_anchor, anchor);
        return fid_put_anchor (sink, &anchor, err);
    }
    TAKE (struct fid_logline, line);
    return fid_put_logline (sink, &line, err);
}

int
fid_recording_play (const struct fid_recording *rec, const struct fid_sink *sink,
                    struct fid_error *err)
{
    struct fid_event ev = {.start_ns = rec->first_ns, .op = rec->op, .pid = -1};
    const char *p = rec->byte, *end = rec->byte_n ? p + rec->byte_n : p;
    if (rec->first_ns <= rec->last_ns) {
        if (fid_put_event (sink, &ev, err))
            return -1;
        ev.start_ns = rec->last_ns;
        if (fid_put_event (sink, &ev, err))
            return -1;
    }
    while (p < end)
        if (play_one (&p, sink, err))
            return -1;
    return 0;
}

void
fid_recording_clear (struct fid_recording *rec)
{
    free (rec->byte);
    fid_events_clear (&rec->events);
    *rec = (struct fid_recording){0};
}
