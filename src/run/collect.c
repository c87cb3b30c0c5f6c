/* SPDX-License-Identifier: GPL-3.0-or-later */
/* collect.c - see collect.h */
#include "run/collect.h"
#include "base/listing.h"
#include "run/build_priv.h"
#include "run/zone.h"

#define INNER "inner_pids." /* what such facts begin with */

/* --- collecting */

/* Widen the span of stamps of the source. */
static void note_stamp (struct fid_collector *f, int64_t t_ns)
{
    struct fid_source *s = f->src;
    if (t_ns < s->first_ns)
        s->first_ns = t_ns;
    if (t_ns > s->last_ns)
        s->last_ns = t_ns;
}

/* While collecting, events only widen the span of their file. */
static int on_event_time (void *self, const struct fid_event *ev, struct fid_error *err)
{
    struct fid_collector *f = self;
    (void)err;
    if (fid_stamp_is_sane (ev->start_ns) && (f->src->used & FID_GIVES_EVENTS))
        note_stamp (f, ev->start_ns);
    return 0;
}

static int on_sample (void *self, const struct fid_sample *s, struct fid_error *err)
{
    struct fid_collector *f = self;
    if (!fid_stamp_is_sane (s->t_ns))
        return 0;
    note_stamp (f, s->t_ns);
    if (!(f->src->used & fid_channel_gives (s->channel)))
        return 0;
    int64_t pid = FID_PID_ON_HOST (s->pid, f->src->host);
    f->src->sample_n++;
    f->src->fractions |= s->t_ns % FID_S != 0;
    struct fid_kept_sample kept = {
        .t_ns = s->t_ns,
        .value = s->value,
        .pid = pid,
        .source = (uint32_t)f->source,
        .part =
            (int16_t)(s->key.n ? (int)fid_device (&f->owner->devices, s->key) + 1 : s->index),
        .channel = (uint16_t)s->channel,
    };
    FID_TRY (FID_PUSH_TO (f->samples->at, f->samples->n, f->samples->cap, err, kept));
    if (s->channel == FID_CH_GPU_SM && s->pid >= 0)
        return fid_pidset_add (&f->to->host[f->src->host].gpu_pids, pid, err);
    return 0;
}

static int on_phase (void *self, const struct fid_phase *p, struct fid_error *err)
{
    struct fid_collector *f = self;
    if (!fid_stamp_is_sane (p->start_ns) || !fid_stamp_is_sane (p->end_ns))
        return 0;
    note_stamp (f, p->start_ns);
    note_stamp (f, p->end_ns);
    if (!(f->src->used & FID_GIVES_PHASES))
        return 0;
    f->src->phase_n++;
    return FID_PUSH (f->to->phase, err, (struct fid_kept_phase){*p, f->source});
}

/* Longer than any step, so that a wrong log cannot make sums overflow. */
#define STEP_MAX_S 1e7

static double valid_s (double s)
{
    return s >= 0 && s <= STEP_MAX_S ? s : FID_ABSENT;
}

/* The rank of a file of steps: the number before "_output.json", else its place among such
 * files. */
static int64_t rank_of_file (const struct fid_collector *f)
{
    const struct fid_run *run = f->run;
    struct fid_span name = fid_file_name (f->src->path), digits = name;
    int64_t rank = 0;
    for (digits.n = 0; digits.n < name.n && name.p[digits.n] >= '0' && name.p[digits.n] <= '9';)
        digits.n++;
    if (digits.n < name.n && name.p[digits.n] == '_' && fid_span_i64 (digits, &rank))
        return rank;
    rank = 0;
    for (size_t i = 0; i < run->source_n; i++)
        rank += (run->source[i].used & FID_GIVES_STEPS) &&
                fid_path_order (run->source[i].path, f->src->path) < 0;
    return rank;
}

static int on_step (void *self, const struct fid_step *s, struct fid_error *err)
{
    struct fid_collector *f = self;
    struct fid_steps *steps = &f->run->steps;
    int64_t end_ns = fid_stamp_is_sane (s->end_ns) ? s->end_ns : INT64_MIN;
    if (end_ns != INT64_MIN)
        note_stamp (f, end_ns);
    if (!(f->src->used & FID_GIVES_STEPS))
        return 0;
    bool follows = f->src->follows & FID_GIVES_STEPS, other = follows || s->other;
    struct fid_step **list = other ? &steps->other : &steps->step, *step;
    size_t *n = other ? &steps->other_n : &steps->n;
    FID_TRY (fid_array_grow (list, other ? &steps->other_cap : &steps->cap, *n + 1,
                             sizeof **list, err));
    f->src->step_n++;
    step = &(*list)[(*n)++];
    *step = *s;
    step->source = (uint32_t)f->source;
    bool by_file = follows && !f->src->part && !s->ranked;
    if (by_file && !f->rank_p1)
        f->rank_p1 = 1 + rank_of_file (f);
    step->rank = s->rank + (by_file ? f->rank_p1 - 1 : 0);
    step->pid = s->pid > 0 ? FID_PID_ON_HOST (s->pid, f->src->host) : 0;
    step->end_ns = end_ns;
    step->load_s = valid_s (s->load_s);
    step->compute_s = valid_s (s->compute_s);
    step->step_s = valid_s (s->step_s);
    return 0;
}

static int on_anchor (void *self, const struct fid_anchor *a, struct fid_error *err)
{
    struct fid_collector *f = self;
    if (!(f->src->used & FID_GIVES_CLOCK))
        return 0;
    if (!fid_stamp_is_sane (a->from_ns) || !fid_stamp_is_sane (a->to_min_ns) ||
        !fid_stamp_is_sane (a->to_max_ns))
        return 0;
    f->src->anchor_n++;
    struct fid_host_collected *h = &f->to->host[f->src->host];
    return FID_PUSH (h->anchor, err, *a);
}

static int on_logline (void *self, const struct fid_logline *l, struct fid_error *err)
{
    struct fid_collector *f = self;
    if (l->t_ns != INT64_MIN)
        note_stamp (f, l->t_ns);
    struct fid_host_collected *h = &f->to->host[f->src->host];
    if (!(f->src->used & FID_GIVES_CLOCK) || h->line_n == FID_LOGLINES_MAX)
        return 0;
    if (h->line_n && h->line_source != f->source)
        return 0; /* one log of a host is enough */
    h->line_source = f->source;
    return FID_PUSH (h->line, err, *l);
}

/* A process of the run; where nothing says on which host, on any. */
static int list_pid (struct fid_collector *f, int64_t pid, struct fid_error *err)
{
    for (size_t i = 0; i < f->run->hosts.n; i++)
        if (f->src->shared || i == f->src->host)
            FID_TRY (
                fid_pidset_add (&f->to->host[i].listed_pids, FID_PID_ON_HOST (pid, i), err));
    return 0;
}

/* "inner_pids.4711": 12, the number inside a pid namespace of the process that is 4711 on the
 * host. */
static int note_inner (struct fid_collector *f, const struct fid_fact *fact,
                       struct fid_error *err)
{
    struct fid_host_collected *h = &f->to->host[f->src->host];
    struct fid_inner_pid p;
    if (!fid_span_i64 (fid_span_of (fact->key + strlen (INNER)), &p.pid) ||
        !fid_span_i64 (fact->value, &p.inner))
        return 0;
    return FID_PUSH (h->inner, err, p);
}

/* Whether it says what was said last: the files of several ranks say the same. */
static bool is_known (const struct fid_run *run, const struct fid_fact *fact, unsigned host)
{
    bool of_host = fid_build_about_file (fact->key);
    for (size_t i = run->fact_n; i-- > 0;) {
        const struct fid_run_fact *known = &run->fact[i];
        if (strcmp (known->key, fact->key) == 0 && (!of_host || known->host == host))
            return fid_span_is (fact->value, known->value);
    }
    return false;
}

static int on_fact (void *self, const struct fid_fact *fact, struct fid_error *err)
{
    struct fid_collector *f = self;
    struct fid_collected *to = f->to;
    struct fid_run *run = f->run;
    int64_t v;
    bool model = strcmp (fact->key, "workload.model.name") == 0;
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
        return list_pid (f, v, err);
    } else if (strncmp (fact->key, INNER, strlen (INNER)) == 0) {
        return note_inner (f, fact, err);
    } else if (strcmp (fact->key, "host_cpus") == 0 && fid_span_i64 (fact->value, &v)) {
        run->hosts.at[f->src->host].cpu_n = v > 0 ? (uint64_t)v : 0;
        return 0;
    } else if (strcmp (fact->key, "exit_code") == 0 && fid_span_i64 (fact->value, &v)) {
        to->exit_code = v;
    }
    if (to->facts_full || is_known (run, fact, f->src->host))
        return 0;
    if (run->fact_n == FID_RUN_FACTS_MAX) {
        to->facts_full = true;
        return FID_FIND (&run->findings, err, .code = FID_RUN_FACTS_FULL, .file = f->src->path,
                         .number = {FID_RUN_FACTS_MAX}, .detail = (char *)fact->key);
    }
    FID_TRY (
        fid_array_grow (&run->fact, &run->fact_cap, run->fact_n + 1, sizeof *run->fact, err));
    struct fid_run_fact *kept = &run->fact[run->fact_n++];
    snprintf (kept->key, sizeof kept->key, "%.*s", (int)sizeof kept->key - 1, fact->key);
    snprintf (
        kept->value, sizeof kept->value, "%.*s",
        (int)(fact->value.n < sizeof kept->value ? fact->value.n : sizeof kept->value - 1),
        fact->value.p);
    kept->host = f->src->host;
    return 0;
}

/* --- writes into files of the run */

#define WRITTEN_MAX 32

/* Files of the run that the run itself may have written, by name. */
struct written {
    struct fid_span name[WRITTEN_MAX];
    size_t source[WRITTEN_MAX], n;
};

static bool span_is (struct fid_span a, struct fid_span b)
{
    return a.n == b.n && (!a.n || memcmp (a.p, b.p, a.n) == 0);
}

/* Notes how long such a file has become. */
static void note_written (struct fid_run *run, const struct written *w, struct fid_span name,
                          const struct fid_event_row *r)
{
    if (r->offset == FID_NO_OFFSET || (r->flags & (FID_EVENT_ERROR | FID_EVENT_NO_BYTES)))
        return;
    for (size_t i = 0; i < w->n; i++) {
        uint64_t *n = &run->source[w->source[i]].written_n;
        if (span_is (name, w->name[i]) && r->offset + r->byte_n > *n)
            *n = r->offset + r->byte_n;
    }
}

const struct fid_host_collected *fid_collected_log (const struct fid_collected *c,
                                                    const struct fid_run *run, size_t host)
{
    const struct fid_host_collected *own = &c->host[host], *shared = &c->host[0];
    return own->line_n || !shared->line_n || !run->source[shared->line_source].shared ? own
                                                                                      : shared;
}

int fid_collect_writes (struct fid_collected *c, struct fid_run *run, size_t source,
                        const struct fid_events *rows, struct fid_error *err)
{
    size_t host = run->source[source].host;
    struct fid_host_collected *h = &c->host[host];
    const struct fid_host_collected *of = fid_collected_log (c, run, host);
    struct written own;
    bool any = false;
    for (size_t i = 0; i < run->hosts.n; i++)
        any |= c->host[i].line_n > 0;
    if (!any)
        return 0;
    struct fid_span log = {NULL, 0};
    if (of->line_n)
        log = fid_file_name (run->source[of->line_source].path);
    /* the files that are not traces */
    own.n = 0;
    for (size_t i = 0; i < run->source_n && own.n < WRITTEN_MAX; i++) {
        const struct fid_source *s = &run->source[i];
        if (!s->reader || (s->gives & FID_GIVES_EVENTS) || s->clock == FID_CLOCK_BOOT)
            continue;
        own.name[own.n] = fid_file_name (s->path);
        own.source[own.n] = i;
        own.n++;
    }
    for (size_t i = 0; i < rows->row_n; i++) {
        if (fid_events_op (rows, i) != FID_OP_WRITE)
            continue;
        struct fid_event_row r = fid_events_row (rows, i);
        struct fid_span name = fid_events_name (rows, r.file);
        note_written (run, &own, name, &r);
        if (h->write_n == FID_LOGLINES_MAX || !log.n || !span_is (name, log))
            continue;
        FID_TRY (
            FID_PUSH (h->write, err, (struct fid_logwrite){r.start_ns, r.offset, r.byte_n}));
        h->write_clock = run->source[source].clock;
    }
    return 0;
}

struct fid_sink fid_collect_sink (struct fid_collector *c)
{
    return (struct fid_sink){.self = c,
                             .event = on_event_time,
                             .sample = on_sample,
                             .phase = on_phase,
                             .step = on_step,
                             .anchor = on_anchor,
                             .logline = on_logline,
                             .fact = on_fact};
}

int fid_collect_begin (struct fid_collected *c, size_t host_n, struct fid_error *err)
{
    *c = (struct fid_collected){.host = calloc (host_n, sizeof *c->host)};
    FID_NEED (c->host, err);
    return 0;
}

int fid_collect_end (struct fid_collected *c, size_t host_n, struct fid_error *err)
{
    for (size_t i = 0; i < host_n; i++)
        FID_EACH (const struct fid_inner_pid, p, c->host[i].inner) {
            struct fid_pidset *listed = &c->host[i].listed_pids;
            if (fid_pidset_has (listed, FID_PID_ON_HOST (p->inner, i)))
                FID_TRY (fid_pidset_add (listed, FID_PID_ON_HOST (p->pid, i), err));
        }
    return 0;
}

void fid_collected_clear (struct fid_collected *c, size_t host_n)
{
    for (size_t i = 0; c->host && i < host_n; i++) {
        struct fid_host_collected *h = &c->host[i];
        fid_pidset_clear (&h->gpu_pids);
        fid_pidset_clear (&h->listed_pids);
        FID_FREE (h->inner, h->anchor, h->line, h->write);
    }
    FID_FREE (c->host, c->phase);
}
