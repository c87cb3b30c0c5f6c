/* SPDX-License-Identifier: GPL-3.0-or-later */
/* promises.c - see promises.h */
#include <math.h>
#include "base/hash.h"
#include "base/timeparse.h"
#include "tests/readers/promises.h"

static void want (struct promises *c, bool good, const char *what)
{
    if (!good && !c->wrong)
        c->wrong = what;
}

static void touch (struct promises *c, struct fid_span s)
{
    want (c, s.p || s.n == 0, "a span is nowhere");
    c->hash = s.n ? fid_hash_bytes (s.p, s.n, c->hash) : fid_hash_number (0, c->hash);
}

static void number (struct promises *c, int64_t x)
{
    c->hash = fid_hash_number ((uint64_t)x, c->hash);
}

static void real (struct promises *c, double x)
{
    uint64_t bits;
    memcpy (&bits, &x, sizeof bits);
    c->hash = fid_hash_number (bits, c->hash);
}

static bool sane (int64_t t_ns)
{
    return t_ns >= -FID_TIME_MAX && t_ns <= FID_TIME_MAX;
}

static int on_event (void *self, const struct fid_event *ev, struct fid_error *err)
{
    struct promises *c = self;
    (void)err;
    c->record_n++;
    want (c, (unsigned)ev->op < FID_OP_N, "an operation that is none");
    want (c, ev->dur_ns >= 0, "a negative duration");
    want (c, sane (ev->start_ns) && sane (ev->dur_ns), "an event beyond all clocks");
    want (c, !(ev->flags & (FID_EVENT_ERROR | FID_EVENT_NO_BYTES)) || ev->bytes == 0,
          "bytes of a call that failed or told none");
    want (c, !(ev->flags & FID_EVENT_NO_DUR) || ev->dur_ns == 0, "a duration not told");
    want (c, ev->bytes <= FID_BYTES_MAX, "bytes beyond all sizes");
    want (c, ev->pid >= -1, "a negative process");
    number (c, ev->start_ns);
    number (c, ev->dur_ns);
    number (c, (int64_t)ev->bytes);
    number (c, ev->op);
    touch (c, ev->comm);
    touch (c, ev->file);
    touch (c, ev->device);
    return 0;
}

static int on_sample (void *self, const struct fid_sample *s, struct fid_error *err)
{
    struct promises *c = self;
    (void)err;
    c->record_n++;
    want (c, (unsigned)s->channel < FID_CH_N, "a channel that is none");
    want (c, s->value >= 0 && s->value <= FID_GAUGE_MAX, "a gauge that is negative or absurd");
    want (c, sane (s->t_ns), "a sample beyond all clocks");
    want (c, s->index >= -1 && s->pid >= -1, "a negative index or process");
    number (c, s->t_ns);
    real (c, s->value);
    number (c, s->channel);
    touch (c, s->key);
    return 0;
}

static int on_phase (void *self, const struct fid_phase *p, struct fid_error *err)
{
    struct promises *c = self;
    (void)err;
    c->record_n++;
    want (c, (unsigned)p->kind < FID_PHASE_N && (unsigned)p->name < FID_NAME_N,
          "a phase that is none");
    want (c, p->end_ns >= p->start_ns, "a phase that ends before it starts");
    want (c, sane (p->start_ns) && sane (p->end_ns), "a phase beyond all clocks");
    want (c, p->epoch >= -1 && p->block >= -1, "a negative epoch or block");
    number (c, p->start_ns);
    number (c, p->end_ns);
    number (c, p->kind);
    return 0;
}

static bool is_part (double s)
{
    return isfinite (s) && (s >= 0 || s == FID_ABSENT);
}

static int on_step (void *self, const struct fid_step *s, struct fid_error *err)
{
    struct promises *c = self;
    (void)err;
    c->record_n++;
    want (c, is_part (s->load_s) && is_part (s->compute_s) && is_part (s->step_s),
          "a part of a step that is negative or not finite");
    want (c, s->end_ns == INT64_MIN || sane (s->end_ns), "a step beyond all clocks");
    want (c, s->epoch >= -1, "a negative epoch");
    real (c, s->load_s);
    real (c, s->compute_s);
    real (c, s->step_s);
    return 0;
}

static int on_anchor (void *self, const struct fid_anchor *a, struct fid_error *err)
{
    struct promises *c = self;
    (void)err;
    c->record_n++;
    want (c, (unsigned)a->from < FID_CLOCK_N && (unsigned)a->to < FID_CLOCK_N,
          "a clock that is none");
    want (c, a->to_min_ns <= a->to_max_ns, "an anchor inside out");
    want (c, sane (a->from_ns) && sane (a->to_min_ns) && sane (a->to_max_ns),
          "an anchor beyond all clocks");
    number (c, a->from_ns);
    number (c, a->to_min_ns);
    number (c, a->to_max_ns);
    return 0;
}

static int on_logline (void *self, const struct fid_logline *l, struct fid_error *err)
{
    struct promises *c = self;
    (void)err;
    c->record_n++;
    want (c, l->t_ns == INT64_MIN || sane (l->t_ns), "a line beyond all clocks");
    want (c, l->offset >= c->log_end, "lines of a log that overlap");
    want (c, l->quantum_ns >= 0, "a negative resolution");
    c->log_end = l->offset + l->len_n;
    number (c, l->t_ns);
    return 0;
}

static int on_fact (void *self, const struct fid_fact *f, struct fid_error *err)
{
    struct promises *c = self;
    (void)err;
    want (c, f->key && f->key[0], "a fact without a name");
    touch (c, fid_span_of (f->key));
    touch (c, f->value);
    return 0;
}

static void on_remark (void *self, const struct fid_remark *r)
{
    struct promises *c = self;
    char text[FID_REMARK_TEXT];
    want (c, r->code > FID_REMARK_NONE && r->code < FID_REMARK_N, "a remark without a code");
    fid_remark_text (r, text, sizeof text);
    want (c, text[0], "a remark without words");
    touch (c, fid_span_of (text));
}

struct fid_sink promises_sink (struct promises *p)
{
    return (struct fid_sink){.self = p,
                             .event = on_event,
                             .sample = on_sample,
                             .phase = on_phase,
                             .step = on_step,
                             .anchor = on_anchor,
                             .logline = on_logline,
                             .fact = on_fact,
                             .reject = on_remark,
                             .note = on_remark};
}
