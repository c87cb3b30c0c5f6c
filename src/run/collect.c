/* collect.c - what the files of a build say but their events, and writes into the log's file
 * (see build.h) */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/timeparse.h"
#include "run/build_priv.h"

/* --- collecting */

/* Widen the span of stamps of the source. */
static void
stamp (struct fid_collector *f, int64_t t_ns)
{
    struct fid_source *s = f->src;
    if (t_ns < s->first_ns)
        s->first_ns = t_ns;
    if (t_ns > s->last_ns)
        s->last_ns = t_ns;
}

/* While collecting, events only widen the span of their file. */
static int
on_event_time (void *self, const struct fid_event *ev, struct fid_error *err)
{
    struct fid_collector *f = self;
    (void)err;
    if (fid_build_sane (ev->start_ns) && (f->src->used & FID_GIVES_EVENTS))
        stamp (f, ev->start_ns);
    return 0;
}

static int
on_sample (void *self, const struct fid_sample *s, struct fid_error *err)
{
    struct fid_collector *f = self;
    struct fid_build *b = f->b;
    if (!fid_build_sane (s->t_ns))
        return 0;
    stamp (f, s->t_ns);
    if (!(f->src->used & fid_channel_gives (s->channel)))
        return 0;
    if (fid_array_grow (&b->sample, &b->sample_cap, b->sample_n + 1, sizeof *b->sample, err))
        return -1;
    f->src->sample_n++;
    f->src->fractions |= s->t_ns % FID_S != 0;
    b->sample[b->sample_n++] = (struct fid_kept_sample){
        .t_ns = s->t_ns,
        .value = s->value,
        .pid = s->pid,
        .index = s->index,
        .source = (uint32_t)f->source,
        .channel = (uint16_t)s->channel,
        .device = s->key.n ? (uint16_t)(fid_device (&b->owner.devices, s->key) + 1) : 0,
    };
    if (s->channel == FID_CH_GPU_SM && s->pid >= 0)
        return fid_pidset_add (&b->gpu_pids, s->pid, err);
    return 0;
}

static int
on_phase (void *self, const struct fid_phase *p, struct fid_error *err)
{
    struct fid_collector *f = self;
    struct fid_build *b = f->b;
    if (!fid_build_sane (p->start_ns) || !fid_build_sane (p->end_ns))
        return 0;
    stamp (f, p->start_ns);
    stamp (f, p->end_ns);
    if (!(f->src->used & FID_GIVES_PHASES))
        return 0;
    if (fid_array_grow (&b->phase, &b->phase_cap, b->phase_n + 1, sizeof *b->phase, err))
        return -1;
    f->src->phase_n++;
    b->phase_source = f->source;
    b->phase[b->phase_n++] = *p;
    return 0;
}

/* Longer than any step, so that a wrong log cannot make sums overflow. */
#define STEP_MAX_S 1e7

static double
valid_s (double s)
{
    return s >= 0 && s <= STEP_MAX_S ? s : FID_STEP_NONE;
}

static int
on_step (void *self, const struct fid_step *s, struct fid_error *err)
{
    struct fid_collector *f = self;
    struct fid_build *b = f->b;
    struct fid_steps *steps = &b->run->steps;
    int64_t end_ns = fid_build_sane (s->end_ns) ? s->end_ns : INT64_MIN;
    if (end_ns != INT64_MIN)
        stamp (f, end_ns);
    if (!(f->src->used & FID_GIVES_STEPS))
        return 0;
    if (fid_array_grow (&steps->step, &steps->cap, steps->n + 1, sizeof *steps->step, err))
        return -1;
    f->src->step_n++;
    b->step_source = f->source;
    steps->step[steps->n] = *s;
    steps->step[steps->n].end_ns = end_ns;
    steps->step[steps->n].load_s = valid_s (s->load_s);
    steps->step[steps->n].compute_s = valid_s (s->compute_s);
    steps->step[steps->n].step_s = valid_s (s->step_s);
    steps->n++;
    return 0;
}

static int
keep_anchor (struct fid_build *b, const struct fid_anchor *a, struct fid_error *err)
{
    if (fid_array_grow (&b->anchor, &b->anchor_cap, b->anchor_n + 1, sizeof *b->anchor, err))
        return -1;
    b->anchor[b->anchor_n++] = *a;
    return 0;
}

static int
on_anchor (void *self, const struct fid_anchor *a, struct fid_error *err)
{
    struct fid_collector *f = self;
    struct fid_build *b = f->b;
    if (!(f->src->used & FID_GIVES_CLOCK))
        return 0;
    if (!fid_build_sane (a->from_ns) || !fid_build_sane (a->to_min_ns) ||
        !fid_build_sane (a->to_max_ns))
        return 0;
    f->src->anchor_n++;
    return keep_anchor (b, a, err);
}

static int
on_logline (void *self, const struct fid_logline *l, struct fid_error *err)
{
    struct fid_collector *f = self;
    struct fid_build *b = f->b;
    if (l->t_ns != INT64_MIN)
        stamp (f, l->t_ns);
    if (!(f->src->used & FID_GIVES_CLOCK) || b->line_n == FID_LOGLINES_MAX)
        return 0;
    if (b->line_n && b->line_source != f->source)
        return 0; /* one log is enough */
    if (fid_array_grow (&b->line, &b->line_cap, b->line_n + 1, sizeof *b->line, err))
        return -1;
    b->line_source = f->source;
    b->line[b->line_n++] = *l;
    return 0;
}

static int
on_fact (void *self, const struct fid_fact *fact, struct fid_error *err)
{
    struct fid_collector *f = self;
    struct fid_build *b = f->b;
    struct fid_run *run = b->run;
    int64_t v;
    bool model = strcmp (fact->key, "workload.model") == 0 || /* of DLIO's configuration */
                 strcmp (fact->key, "workload.model.name") == 0;
    if (strcmp (fact->key, "workload") == 0 || (model && !run->workload[0])) {
        snprintf (run->workload, sizeof run->workload, "%.*s", FID_SPAN_ARG (fact->value));
        for (char *c = run->workload; *c; c++)
            *c = *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c;
    } else if (strcmp (fact->key, "workload_config") == 0 && !run->workload[0]) {
        snprintf (run->workload, sizeof run->workload, "%.*s", FID_SPAN_ARG (fact->value));
    } else if (strcmp (fact->key, "benchmark") == 0 && !fid_run_fact (run, "kind")) {
        run->emulation = true;
    } else if (strcmp (fact->key, "kind") == 0) {
        run->emulation = !fid_span_is (fact->value, "real");
    } else if (strcmp (fact->key, "pid") == 0 && fid_span_i64 (fact->value, &v)) {
        return fid_pidset_add (&b->listed_pids, v, err);
    } else if (strcmp (fact->key, "exit_code") == 0 && fid_span_i64 (fact->value, &v)) {
        b->exit_code = v;
    }
    const char *known = fid_run_fact (run, fact->key);
    if (run->fact_n == FID_RUN_FACTS_MAX || (known && fid_span_is (fact->value, known)))
        return 0; /* the files of several ranks say the same */
    if (fid_array_grow (&run->fact, &run->fact_cap, run->fact_n + 1, sizeof *run->fact, err))
        return -1;
    struct fid_run_fact *kept = &run->fact[run->fact_n++];
    snprintf (kept->key, sizeof kept->key, "%.*s", (int)sizeof kept->key - 1, fact->key);
    snprintf (
        kept->value, sizeof kept->value, "%.*s",
        (int)(fact->value.n < sizeof kept->value ? fact->value.n : sizeof kept->value - 1),
        fact->value.p);
    return 0;
}

/* --- writes into files of the run */

/* The files that are not traces. */
static void
list_written (struct fid_build *b)
{
    struct fid_written *w = &b->own;
    *w = (struct fid_written){0};
    for (size_t i = 0; i < b->run->source_n && w->n < FID_WRITTEN_MAX; i++) {
        const struct fid_source *s = &b->run->source[i];
        if (!s->reader || (s->gives & FID_GIVES_EVENTS) || s->clock == FID_CLOCK_BOOT)
            continue;
        w->name[w->n] = fid_file_name (s->path);
        w->source[w->n] = i;
        w->n++;
    }
}

static bool
span_is (struct fid_span a, struct fid_span b)
{
    return a.n == b.n && (!a.n || memcmp (a.p, b.p, a.n) == 0);
}

/* Notes how long such a file has become. */
static void
note_written (struct fid_build *b, struct fid_span name, const struct fid_event_row *r)
{
    const struct fid_written *w = &b->own;
    if (r->offset == FID_NO_OFFSET || (r->flags & (FID_EVENT_ERROR | FID_EVENT_NO_BYTES)))
        return;
    for (size_t i = 0; i < w->n; i++) {
        uint64_t *n = &b->run->source[w->source[i]].written_n;
        if (span_is (name, w->name[i]) && r->offset + r->byte_n > *n)
            *n = r->offset + r->byte_n;
    }
}

int
fid_build_writes (struct fid_build *b, size_t source, const struct fid_events *rows,
                  struct fid_error *err)
{
    struct fid_span log = fid_file_name (b->run->source[b->line_source].path);
    list_written (b);
    for (size_t i = 0; i < rows->row_n; i++) {
        if (rows->chunk[i / FID_EVENT_CHUNK]->op[i % FID_EVENT_CHUNK] != FID_OP_WRITE)
            continue;
        struct fid_event_row r = fid_events_row (rows, i);
        struct fid_span name = fid_events_name (rows, r.file);
        note_written (b, name, &r);
        if (b->write_n == FID_LOGLINES_MAX || !span_is (name, log))
            continue;
        if (fid_array_grow (&b->write, &b->write_cap, b->write_n + 1, sizeof *b->write, err))
            return -1;
        b->write[b->write_n++] = (struct fid_logwrite){r.start_ns, r.offset, r.byte_n};
        b->write_clock = b->run->source[source].clock;
    }
    return 0;
}

struct fid_sink
fid_build_collect (struct fid_build *b, size_t source, struct fid_collector *c)
{
    *c = (struct fid_collector){b, &b->run->source[source], source};
    return (struct fid_sink){.self = c,
                             .event = on_event_time,
                             .sample = on_sample,
                             .phase = on_phase,
                             .step = on_step,
                             .anchor = on_anchor,
                             .logline = on_logline,
                             .fact = on_fact};
}
