/* SPDX-License-Identifier: GPL-3.0-or-later */
/* findings.c - reasons and findings: codes with fields, and their words */
#include "base/units.h"
#include "compare/comparison.h"

static const char *side_words (const struct fid_reason *r)
{
    if (r->code == FID_REASON_ONE_SIDED)
        return r->sides == FID_SIDE_REAL ? "the real run" : "the emulated run";
    return r->sides == FID_SIDE_REAL        ? "the real run"
           : r->sides == FID_SIDE_EMULATION ? "the emulation"
                                            : "either run";
}

/* Used in reasons.def. */
#define SIDE      side_words (r)
#define NUMBER(i) r->number[i]
#define ANSWER    fid_answer_reason_words ((enum fid_answer_reason)r->number[0])

const char *fid_reason_text (const struct fid_reason *r, char buf[FID_REASON_MAX])
{
    buf[0] = '\0';
    switch (r->code) {
#define FID_REASON(code, ...)                                                                  \
    case FID_REASON_##code:                                                                    \
        snprintf (buf, FID_REASON_MAX, __VA_ARGS__);                                           \
        break;
#include "compare/reasons.def"
#undef FID_REASON
#undef NUMBER
#undef SIDE
    case FID_REASON_NONE:
        break;
    }
    size_t n = strlen (buf);
    if (r->others)
        snprintf (buf + n, FID_REASON_MAX - n, " (other pairs: other reasons)");
    return buf;
}

struct fid_reason fid_reason_of_answer (enum fid_answer_reason why)
{
    return (struct fid_reason){.code = FID_REASON_OF_ANSWER, .number = {why}};
}

bool fid_reason_same (const struct fid_reason *a, const struct fid_reason *b)
{
    return a->code == b->code && a->sides == b->sides && a->number[0] == b->number[0] &&
           a->number[1] == b->number[1];
}

static const char *name_of (unsigned side)
{
    return side == FID_SIDE_REAL ? "real run" : "emulation";
}

/* Used in found.def. */
#define REASON     fid_reason_text (&f->reason, why)
#define NUMBER(i)  f->number[i]
#define BYTES(i)   fid_format_bytes (f->number[i], size[i], sizeof size[0])
#define SIDE       name_of (f->side)
#define OTHER_SIDE name_of (FID_SIDE_BOTH & ~f->side)
#define WINDOW     fid_window_name (f->window)

const char *fid_found_text (const struct fid_found *f, char buf[FID_FOUND_MAX])
{
    char why[FID_REASON_MAX], size[4][FID_UNITS_TEXT], many[60];
    switch (f->code) {
#define FID_FOUND(code, ...)                                                                   \
    case FID_FOUND_##code:                                                                     \
        snprintf (buf, FID_FOUND_MAX, __VA_ARGS__);                                            \
        break;
#include "compare/found.def"
#undef FID_FOUND
    }
    if (!f->real)
        return buf;
    if (f->pair_n == f->pairs_n)
        snprintf (many, sizeof many, "alike in all %zu pairs", f->pairs_n);
    else
        snprintf (many, sizeof many, "in %zu of %zu pairs", f->pair_n, f->pairs_n);
    size_t n = strlen (buf);
    snprintf (buf + n, FID_FOUND_MAX - n, " (%.100s x %.100s; %s)", f->real->id, f->emu->id,
              many);
    return buf;
}

/* Adds a finding of a code, a severity and a resource; 0, or -1 without memory. */
#define FIND(what, how, which, ...)                                                            \
    FID_PUSH (c->finding, err,                                                                 \
              (struct fid_found){                                                              \
                  .code = FID_FOUND_##what, .severity = how, .resource = which, __VA_ARGS__})

static unsigned side_of (int k)
{
    return k ? FID_SIDE_EMULATION : FID_SIDE_REAL;
}

#define EPOCHS_MAX 4096

/* What a run did in its epochs, by number. */
struct epochs {
    struct {
        int64_t from_ns, to_ns;
        double op_n;
    } at[EPOCHS_MAX];
    int last; /* 0: none */
};

/* Spans of the epochs, and the operations of a stream (in whole bins) in each. */
static void count_epochs (const struct fid_run *run, enum fid_stream_id id, struct epochs *e)
{
    const struct fid_grid *g = &run->stream[id].grid;
    *e = (struct epochs){0};
    FID_EACH (const struct fid_segment, s, run->phases.segment) {
        if (s->epoch < 1 || s->epoch >= EPOCHS_MAX || s->part < FID_PART_TRAINING)
            continue;
        if (!(e->at[s->epoch].to_ns > e->at[s->epoch].from_ns)) {
            e->at[s->epoch].from_ns = s->start_ns;
            e->at[s->epoch].to_ns = s->end_ns;
        } else if (s->end_ns > e->at[s->epoch].to_ns) {
            e->at[s->epoch].to_ns = s->end_ns;
        }
        e->last = s->epoch > e->last ? s->epoch : e->last;
    }
    int now = 1; /* both bins and epochs ascend */
    for (size_t i = 0; i < g->n && e->last; i++) {
        int64_t t = run->phases.origin_ns + (g->first + (int64_t)i) * g->bin_ns;
        while (now < e->last && t >= e->at[now].to_ns)
            now++;
        if (t >= e->at[now].from_ns && t < e->at[now].to_ns)
            e->at[now].op_n += g->op_n[i];
    }
}

/* Whether reads of the disk are missing because the page cache served them: a run that read
 * its samples all the same. */
static bool is_cached (enum fid_resource_id r, double called_n)
{
    return (r == FID_RESOURCE_BLOCK_READ || r == FID_RESOURCE_DISK_READ) && called_n > 0;
}

/* How much it matters that only one run has a resource: other.io is a few stray files; how
 * much of its reads a run finds in the page cache is a matter of its machine. */
static enum fid_severity severity_of (enum fid_resource_id r, bool cached)
{
    return r == FID_RESOURCE_OTHER_IO ? FID_INFO : cached ? FID_WARNING : FID_SERIOUS;
}

/* A stream both runs have that one of them stops using from some epoch on. */
static int silent_epochs (struct fid_comparison *c, enum fid_resource_id r,
                          struct fid_error *err)
{
    enum fid_stream_id id = (enum fid_stream_id)fid_resources[r].index;
    FID_FREED struct epochs *e = malloc (3 * sizeof *e);
    FID_NEED (e, err);
    count_epochs (c->pair.real, id, &e[0]);
    count_epochs (c->pair.emu, id, &e[1]);
    int last = e[0].last < e[1].last ? e[0].last : e[1].last;
    for (int k = 0; k < 2; k++) {
        int from = last + 1; /* the first of the silent epochs at the end */
        double other_n = 0;
        while (from > 1 && !(e[k].at[from - 1].op_n > 0))
            other_n += e[1 - k].at[--from].op_n;
        if (!(from > 1 && from < last && other_n >= 10)) /* two epochs at least */
            continue;
        double called_n = 0; /* calls that read samples meanwhile */
        count_epochs (c->pair.run[k], FID_STREAM_DATA_READ, &e[2]);
        for (int i = from; i <= last; i++)
            called_n += e[2].at[i].op_n;
        bool cached = is_cached (r, called_n);
        FID_TRY (FIND (SILENT_EPOCHS, severity_of (r, cached), r, .side = side_of (k),
                       .number = {from, last, other_n, cached}));
    }
    return 0;
}

/* A run that ends before it should, or before the other one. */
static int cut_short (struct fid_comparison *c, struct fid_error *err)
{
    int last[2];
    for (int k = 0; k < 2; k++) {
        size_t open_n = c->pair.run[k]->phases.truncated_n;
        last[k] = fid_last_epoch (c->pair.run[k]);
        if (open_n)
            FID_TRY (FIND (CUT_SHORT, FID_SERIOUS, FID_RESOURCE_PHASES, .side = side_of (k),
                           .number = {(double)open_n}));
    }
    return last[0] > 0 && last[1] > 0 && last[0] != last[1]
               ? FIND (EPOCHS, FID_WARNING, FID_RESOURCE_PHASES, .number = {last[0], last[1]})
               : 0;
}

/* Resources that one run only has, or stops using. */
static int one_sided (struct fid_comparison *c, struct fid_error *err)
{
    for (enum fid_resource_id r = 0; r < FID_RESOURCE_N; r++) {
        const struct fid_resource_result *res = fid_comparison_headline (c, r);
        unsigned sides = res->reason.sides;
        if (res->status == FID_STATUS_COMPARED && res->one_sided) {
            const struct fid_run *idle = c->pair.run[sides == FID_SIDE_REAL];
            double called_n =
                fid_extract_sums (idle, FID_STREAM_DATA_READ, c->pair.window).op_n;
            FID_TRY (FIND (ONE_SIDED, severity_of (r, is_cached (r, called_n)), r,
                           .reason = res->reason));
        } else if (res->status == FID_STATUS_COMPARED && res->info->kind == FID_KIND_STREAM) {
            FID_TRY (silent_epochs (c, r, err));
        } else if (res->status == FID_STATUS_NOT_COMPARED) {
            bool one = sides == FID_SIDE_REAL || sides == FID_SIDE_EMULATION;
            FID_TRY (
                FIND (NOT_COMPARED, one ? FID_WARNING : FID_INFO, r, .reason = res->reason));
        }
    }
    return 0;
}

/* Phases one run has and the other never had; phases too short to sample. */
static int phase_findings (struct fid_comparison *c, struct fid_error *err)
{
    if (!fid_pair_has_phases (&c->pair))
        return 0;
    for (enum fid_window w = FID_WINDOW_INIT; w < FID_WINDOW_N; w++) {
        double a = c->length_s[w][0], b = c->length_s[w][1];
        const struct fid_resource_result *cpu = &c->result[w][FID_RESOURCE_CPU];
        if ((a > 0) != (b > 0))
            FID_TRY (FIND (PHASE_MISSING, FID_SERIOUS, FID_RESOURCE_PHASES, .window = w,
                           .side = side_of (!(a > 0)), .number = {a > 0 ? a : b}));
        if (c->done[w] && cpu->status == FID_STATUS_NOT_COMPARED &&
            cpu->reason.code == FID_REASON_SAMPLED_SLOWLY)
            FID_TRY (
                FIND (SHORT_WINDOW, FID_INFO, FID_RESOURCE_CPU, .window = w, .number = {a, b}));
    }
    double a = c->length_s[FID_WINDOW_JOB][0], b = c->length_s[FID_WINDOW_JOB][1];
    return a > 0 && b > 0 && fabs (log (a / b)) > log (1.25)
               ? FIND (DURATION, FID_WARNING, FID_RESOURCE_PHASES, .number = {a, b})
               : 0;
}

/* Calls of other sizes, and what could not be compared without sizes. */
static int size_findings (struct fid_comparison *c, struct fid_error *err)
{
    for (enum fid_resource_id r = 0; r < FID_RESOURCE_N; r++) {
        const struct fid_resource_result *res = fid_comparison_headline (c, r);
        double ops[2] = {0, 0}, bytes[2] = {0, 0};
        if (res->status != FID_STATUS_COMPARED)
            continue;
        FID_EACH (const struct fid_measure, m, res->measure) {
            double *to = m->quantity == FID_QUANTITY_OPS     ? ops
                         : m->quantity == FID_QUANTITY_BYTES ? bytes
                                                             : NULL;
            if (!to || m->facet != FID_FACET_VOLUME)
                continue;
            fid_measure_find_detail (m, "real", &to[0]);
            fid_measure_find_detail (m, "emulation", &to[1]);
        }
        if (ops[0] < 20 || ops[1] < 20 || !(bytes[0] > 0) || !(bytes[1] > 0))
            continue;
        double size[2] = {bytes[0] / ops[0], bytes[1] / ops[1]}, ratio = size[1] / size[0];
        if (ratio > 2 || ratio < 0.5)
            FID_TRY (
                FIND (CALL_SIZES, FID_INFO, r, .number = {ops[0], size[0], ops[1], size[1]}));
    }
    for (enum fid_resource_id r = 0; r < FID_RESOURCE_N; r++) {
        const struct fid_resource_result *res = fid_comparison_headline (c, r);
        FID_EACH (const struct fid_measure, m, res->measure)
            if (res->status == FID_STATUS_COMPARED && !m->valid && m->reason.code &&
                m->quantity == FID_QUANTITY_BYTES)
                FID_TRY (FIND (NO_SIZES, FID_WARNING, r, .reason = m->reason));
    }
    return 0;
}

int fid_comparison_findings (struct fid_comparison *c, struct fid_error *err)
{
    if (!c->noise_known)
        FID_TRY (FIND (NO_NOISE, FID_INFO, FID_RESOURCE_N, .side = 0));
    FID_TRY (one_sided (c, err));
    FID_TRY (cut_short (c, err));
    FID_TRY (phase_findings (c, err));
    enum fid_window w = c->pair.window;
    for (int k = 0; k < 2; k++) {
        const struct fid_run *run = c->pair.run[k];
        const struct fid_stream *block = &run->stream[FID_STREAM_BLOCK_READ];
        double called = fid_extract_sums (run, FID_STREAM_DATA_READ, w).byte_n;
        double read = fid_extract_sums (run, FID_STREAM_BLOCK_READ, w).byte_n;
        if (!run->stream[FID_STREAM_DATA_READ].traced || !block->traced || called <= 50e6 ||
            read >= 0.5 * called || (!block->sized && block->first_ns <= block->last_ns))
            continue;
        FID_TRY (FIND (PAGE_CACHE, FID_WARNING, FID_RESOURCE_BLOCK_READ, .side = side_of (k),
                       .number = {called, read}));
    }
    return size_findings (c, err);
}
