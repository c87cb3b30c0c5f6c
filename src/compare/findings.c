/* SPDX-License-Identifier: GPL-3.0-or-later */
/* findings.c - see findings.h, and comparison.h for fid_comparison_findings */
#include "base/units.h"
#include "compare/comparison.h"

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

/* Without what concerns several pairs. */
static void put_text (const struct fid_found *f, char *buf, size_t n)
{
    char why[FID_REASON_MAX], size[4][FID_UNITS_TEXT];
    switch (f->code) {
#define FID_FOUND(code, ...)                                                                   \
    case FID_FOUND_##code:                                                                     \
        snprintf (buf, n, __VA_ARGS__);                                                        \
        break;
#include "compare/found.def"
#undef FID_FOUND
    }
}

const char *fid_found_text (const struct fid_found *f, char buf[FID_FOUND_MAX])
{
    char many[60];
    put_text (f, buf, FID_FOUND_MAX);
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

int fid_comparison_find (struct fid_comparison *c, const struct fid_found *f,
                         struct fid_error *err)
{
    return FID_PUSH (c->finding, err, *f);
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

/* Calls of a run that read samples, in its epochs from one to another. */
static double calls_between (const struct fid_run *run, int from, int to,
                             struct epochs *scratch)
{
    double n = 0;
    count_epochs (run, FID_STREAM_DATA_READ, scratch);
    for (int i = from; i <= to; i++)
        n += scratch->at[i].op_n;
    return n;
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
        bool cached =
            is_cached (r, calls_between (k ? c->pair.emu : c->pair.real, from, last, &e[2]));
        struct fid_found f = {.code = FID_FOUND_SILENT_EPOCHS,
                              .severity = severity_of (r, cached),
                              .resource = r,
                              .side = k ? FID_SIDE_EMULATION : FID_SIDE_REAL,
                              .number = {from, last, other_n, cached}};
        FID_TRY (fid_comparison_find (c, &f, err));
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
        struct fid_found f = {.code = FID_FOUND_CUT_SHORT,
                              .severity = FID_SERIOUS,
                              .resource = FID_RESOURCE_PHASES,
                              .side = k ? FID_SIDE_EMULATION : FID_SIDE_REAL,
                              .number = {(double)open_n}};
        FID_TRY (open_n && fid_comparison_find (c, &f, err));
    }
    struct fid_found f = {.code = FID_FOUND_EPOCHS,
                          .severity = FID_WARNING,
                          .resource = FID_RESOURCE_PHASES,
                          .number = {last[0], last[1]}};
    return last[0] > 0 && last[1] > 0 && last[0] != last[1] ? fid_comparison_find (c, &f, err)
                                                            : 0;
}

/* Resources that one run only has, or stops using. */
static int one_sided (struct fid_comparison *c, struct fid_error *err)
{
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        const struct fid_resource_result *res =
            fid_comparison_headline (c, (enum fid_resource_id)r);
        struct fid_found f = {.resource = (enum fid_resource_id)r, .reason = res->reason};
        int rc = 0;
        if (res->status == FID_STATUS_COMPARED && res->one_sided) {
            const struct fid_run *idle =
                res->reason.sides == FID_SIDE_REAL ? c->pair.emu : c->pair.real;
            double called_n =
                fid_extract_sums (idle, FID_STREAM_DATA_READ, c->pair.window).op_n;
            f.code = FID_FOUND_ONE_SIDED;
            f.severity =
                severity_of ((enum fid_resource_id)r, is_cached (f.resource, called_n));
            rc = fid_comparison_find (c, &f, err);
        } else if (res->status == FID_STATUS_COMPARED && res->info->kind == FID_KIND_STREAM) {
            rc = silent_epochs (c, (enum fid_resource_id)r, err);
        } else if (res->status == FID_STATUS_NOT_COMPARED) {
            bool one =
                res->reason.sides == FID_SIDE_REAL || res->reason.sides == FID_SIDE_EMULATION;
            f.code = FID_FOUND_NOT_COMPARED;
            f.severity = one ? FID_WARNING : FID_INFO;
            rc = fid_comparison_find (c, &f, err);
        }
        if (rc)
            return -1;
    }
    return 0;
}

/* Phases one run has and the other never had; phases too short to sample. */
static int phase_findings (struct fid_comparison *c, struct fid_error *err)
{
    struct fid_found f = {.resource = FID_RESOURCE_PHASES};
    if (!fid_pair_has_phases (&c->pair))
        return 0;
    for (int w = FID_WINDOW_INIT; w < FID_WINDOW_N; w++) {
        double a = c->length_s[w][0], b = c->length_s[w][1];
        f.window = (enum fid_window)w;
        if ((a > 0) != (b > 0)) {
            f.code = FID_FOUND_PHASE_MISSING;
            f.severity = FID_SERIOUS;
            f.resource = FID_RESOURCE_PHASES;
            f.side = a > 0 ? FID_SIDE_REAL : FID_SIDE_EMULATION;
            f.number[0] = a > 0 ? a : b;
            FID_TRY (fid_comparison_find (c, &f, err));
        }
        if (!c->done[w])
            continue;
        const struct fid_resource_result *cpu =
            fid_comparison_resource (c, f.window, FID_RESOURCE_CPU);
        if (cpu->status == FID_STATUS_NOT_COMPARED &&
            cpu->reason.code == FID_REASON_SAMPLED_SLOWLY) {
            f.code = FID_FOUND_SHORT_WINDOW;
            f.severity = FID_INFO;
            f.resource = FID_RESOURCE_CPU;
            f.number[0] = a;
            f.number[1] = b;
            FID_TRY (fid_comparison_find (c, &f, err));
        }
    }
    double a = c->length_s[FID_WINDOW_JOB][0], b = c->length_s[FID_WINDOW_JOB][1];
    f = (struct fid_found){.code = FID_FOUND_DURATION,
                           .severity = FID_WARNING,
                           .resource = FID_RESOURCE_PHASES,
                           .number = {a, b}};
    return a > 0 && b > 0 && fabs (log (a / b)) > log (1.25) ? fid_comparison_find (c, &f, err)
                                                             : 0;
}

/* Reads served by the page cache do not reach the disk. */
static int cache_findings (struct fid_comparison *c, struct fid_error *err)
{
    for (int k = 0; k < 2; k++) {
        const struct fid_stream *vfs = &c->pair.run[k]->stream[FID_STREAM_DATA_READ],
                                *block = &c->pair.run[k]->stream[FID_STREAM_BLOCK_READ];
        double
            called =
                fid_extract_sums (c->pair.run[k], FID_STREAM_DATA_READ, c->pair.window).byte_n,
            read =
                fid_extract_sums (c->pair.run[k], FID_STREAM_BLOCK_READ, c->pair.window).byte_n;
        if (!vfs->traced || !block->traced || called <= 50e6 || read >= 0.5 * called ||
            (!block->sized && block->first_ns <= block->last_ns))
            continue;
        struct fid_found f = {.code = FID_FOUND_PAGE_CACHE,
                              .severity = FID_WARNING,
                              .resource = FID_RESOURCE_BLOCK_READ,
                              .side = k ? FID_SIDE_EMULATION : FID_SIDE_REAL,
                              .number = {called, read}};
        FID_TRY (fid_comparison_find (c, &f, err));
    }
    return 0;
}

/* Numbers behind the lowest facets, in words a benchmark author uses. */
static int size_findings (struct fid_comparison *c, struct fid_error *err)
{
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        const struct fid_resource_result *res =
            fid_comparison_headline (c, (enum fid_resource_id)r);
        double ops[2] = {0, 0}, bytes[2] = {0, 0};
        for (size_t i = 0; res->status == FID_STATUS_COMPARED && i < res->measure_n; i++) {
            const struct fid_measure *m = &res->measure[i];
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
        struct fid_found f = {.code = FID_FOUND_CALL_SIZES,
                              .severity = FID_INFO,
                              .resource = (enum fid_resource_id)r,
                              .number = {ops[0], size[0], ops[1], size[1]}};
        FID_TRY ((ratio > 2 || ratio < 0.5) && fid_comparison_find (c, &f, err));
    }
    return 0;
}

/* What could not be compared without sizes. */
static int unsized_findings (struct fid_comparison *c, struct fid_error *err)
{
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        const struct fid_resource_result *res =
            fid_comparison_headline (c, (enum fid_resource_id)r);
        for (size_t i = 0; res->status == FID_STATUS_COMPARED && i < res->measure_n; i++) {
            const struct fid_measure *m = &res->measure[i];
            struct fid_found f = {.code = FID_FOUND_NO_SIZES,
                                  .severity = FID_WARNING,
                                  .resource = (enum fid_resource_id)r,
                                  .reason = m->reason};
            FID_TRY (!m->valid && m->reason.code && m->quantity == FID_QUANTITY_BYTES &&
                     fid_comparison_find (c, &f, err));
        }
    }
    return 0;
}

static int noise_findings (struct fid_comparison *c, struct fid_error *err)
{
    struct fid_found f = {
        .code = FID_FOUND_NO_NOISE, .severity = FID_INFO, .resource = FID_RESOURCE_N};
    return c->noise_known ? 0 : fid_comparison_find (c, &f, err);
}

int fid_comparison_findings (struct fid_comparison *c, struct fid_error *err)
{
    return FID_FAILED (noise_findings (c, err) || one_sided (c, err) || cut_short (c, err) ||
                       phase_findings (c, err) || cache_findings (c, err) ||
                       size_findings (c, err) || unsized_findings (c, err));
}
