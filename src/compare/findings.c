/* findings.c - sentences that keep numbers from giving false comfort */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "compare/causes.h"

int
fid_comparison_tell (struct fid_comparison *c, enum fid_severity severity, const char *resource,
                     const char *kind, char *text, struct fid_error *err)
{
    if (fid_array_grow (&c->finding, &c->finding_cap, c->finding_n + 1, sizeof *c->finding,
                        err)) {
        free (text);
        return -1;
    }
    c->finding[c->finding_n++] = (struct fid_told){
        .severity = severity, .resource = resource, .kind = kind, .text = text};
    return 0;
}

static int find (struct fid_comparison *c, enum fid_severity severity, const char *resource,
                 struct fid_error *err, const char *fmt, ...) FID_PRINTF (5, 6);

static int
find (struct fid_comparison *c, enum fid_severity severity, const char *resource,
      struct fid_error *err, const char *fmt, ...)
{
    char text[512];
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    char *copy = fid_strdup (text, err);
    return copy ? fid_comparison_tell (c, severity, resource, fmt, copy, err) : -1;
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
static void
count_epochs (const struct fid_run *run, enum fid_stream_id id, struct epochs *e)
{
    const struct fid_grid *g = &run->stream[id].grid;
    *e = (struct epochs){0};
    for (size_t i = 0; i < run->phases.segment_n; i++) {
        const struct fid_segment *s = &run->phases.segment[i];
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

/* A stream both runs have that one of them stops using from some epoch on. */
static int
silent_epochs (struct fid_comparison *c, size_t r, struct fid_error *err)
{
    static const char *const name[2] = {"real run", "emulation"};
    struct epochs *e = malloc (2 * sizeof *e);
    int rc = 0;
    if (!e)
        return fid_error_nomem (err);
    count_epochs (c->pair.real, (enum fid_stream_id)r, &e[0]);
    count_epochs (c->pair.emu, (enum fid_stream_id)r, &e[1]);
    int last = e[0].last < e[1].last ? e[0].last : e[1].last;
    for (int k = 0; k < 2 && !rc; k++) {
        int from = last + 1; /* the first of the silent epochs at the end */
        double other_n = 0;
        while (from > 1 && !(e[k].at[from - 1].op_n > 0))
            other_n += e[1 - k].at[--from].op_n;
        if (from > 1 && from < last && other_n >= 10) /* two epochs at least */
            rc = find (c, FID_SERIOUS, fid_resources[r].name, err,
                       "silent in the %s from epoch %d of %d on, where the %s has %.0f "
                       "operations",
                       name[k], from, last, name[1 - k], other_n);
    }
    free (e);
    return rc;
}

/* A run that ends before it should, or before the other one. */
static int
cut_short (struct fid_comparison *c, struct fid_error *err)
{
    const struct fid_run *side[2] = {c->pair.real, c->pair.emu};
    static const char *const name[2] = {"real run", "emulation"};
    int last[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        size_t open_n = side[k]->phases.truncated_n;
        for (size_t i = 0; i < side[k]->phases.segment_n; i++)
            if (side[k]->phases.segment[i].epoch > last[k])
                last[k] = side[k]->phases.segment[i].epoch;
        if (open_n && find (c, FID_SERIOUS, "phases", err,
                            "the %s was cut short: %zu of its phases never end in its log",
                            name[k], open_n))
            return -1;
    }
    if (last[0] > 0 && last[1] > 0 && last[0] != last[1] &&
        find (c, FID_WARNING, "phases", err, "the real run has %d epochs, the emulation %d",
              last[0], last[1]))
        return -1;
    return 0;
}

static int
one_sided (struct fid_comparison *c, struct fid_error *err)
{
    for (size_t r = 0; r < c->resource_n; r++) {
        const struct fid_card *card = fid_comparison_card (c, c->pair.window, r);
        if (card->status == FID_CARD_COMPARED && card->reason[0]) {
            if (find (c, FID_SERIOUS, card->info->name, err, "%s", card->reason))
                return -1;
        } else if (card->status == FID_CARD_COMPARED && r < FID_STREAM_N) {
            if (silent_epochs (c, r, err))
                return -1;
        } else if (card->status == FID_CARD_NOT_COMPARED) {
            bool one =
                strstr (card->reason, "the emulation") || strstr (card->reason, "the real");
            if (find (c, one ? FID_WARNING : FID_INFO, card->info->name, err,
                      "not compared: %s", card->reason))
                return -1;
        }
    }
    return 0;
}

/* Phases one run has and the other never had; phases too short to sample. */
static int
phase_findings (struct fid_comparison *c, struct fid_error *err)
{
    if (!c->pair.real->phases.known || !c->pair.emu->phases.known)
        return 0;
    for (int w = FID_WINDOW_INIT; w < FID_WINDOW_N; w++) {
        double a = c->length_s[w][0], b = c->length_s[w][1];
        if ((a > 0) != (b > 0) &&
            find (c, FID_SERIOUS, "phases", err, "%s: %.3g s in the %s, never in the %s",
                  fid_window_name ((enum fid_window)w), a > 0 ? a : b,
                  a > 0 ? "real run" : "emulation", a > 0 ? "emulation" : "real run"))
            return -1;
        if (!c->done[w])
            continue;
        const struct fid_card *cpu = fid_comparison_card (c, (enum fid_window)w, 5);
        if (cpu->status == FID_CARD_NOT_COMPARED && strstr (cpu->reason, "too slow") &&
            find (c, FID_INFO, "cpu", err,
                  "%s is too short for samples to be compared: %.3g s (real), %.3g s "
                  "(emulation)",
                  fid_window_name ((enum fid_window)w), a, b))
            return -1;
    }
    double a = c->length_s[FID_WINDOW_JOB][0], b = c->length_s[FID_WINDOW_JOB][1];
    if (a > 0 && b > 0 && fabs (log (a / b)) > log (1.25) &&
        find (c, FID_WARNING, "phases", err,
              "the job lasts %.1f s in the real run, %.1f s in the "
              "emulation (%.2fx)",
              a, b, b / a))
        return -1;
    return 0;
}

/* Reads served by the page cache do not reach the disk. */
static int
cache_findings (struct fid_comparison *c, struct fid_error *err)
{
    const struct fid_run *side[2] = {c->pair.real, c->pair.emu};
    static const char *const name[2] = {"real run", "emulation"};
    for (int k = 0; k < 2; k++) {
        struct fid_stream_view vfs = {0}, block = {0};
        int rc = 0;
        if (!side[k]->stream[FID_STREAM_VFS_READ].traced ||
            !side[k]->stream[FID_STREAM_BLOCK_READ].traced)
            continue;
        if (fid_view_stream (side[k], FID_STREAM_VFS_READ, c->pair.window, INT64_C (1) << 40,
                             &vfs, err) ||
            fid_view_stream (side[k], FID_STREAM_BLOCK_READ, c->pair.window, INT64_C (1) << 40,
                             &block, err))
            rc = -1;
        else if (block.sized && vfs.byte_n > 50e6 && block.byte_n < 0.5 * vfs.byte_n)
            rc =
                find (c, FID_WARNING, "block.read", err,
                      "%s: %.0f MB were read by calls but only %.0f MB from the disk: the page "
                      "cache served the rest",
                      name[k], vfs.byte_n / 1e6, block.byte_n / 1e6);
        fid_stream_view_clear (&vfs);
        fid_stream_view_clear (&block);
        if (rc)
            return -1;
    }
    return 0;
}

/* Numbers behind the lowest facets, in words a benchmark author uses. */
static int
size_findings (struct fid_comparison *c, struct fid_error *err)
{
    for (size_t r = 0; r < FID_STREAM_N; r++) {
        const struct fid_card *card = fid_comparison_card (c, c->pair.window, r);
        double ops[2] = {0, 0}, bytes[2] = {0, 0};
        for (size_t f = 0; card->status == FID_CARD_COMPARED && f < card->facet_n; f++) {
            const struct fid_facet *v = &card->facet[f];
            double *to = strcmp (v->quantity, "ops") == 0     ? ops
                         : strcmp (v->quantity, "bytes") == 0 ? bytes
                                                              : NULL;
            if (!to || !v->valid || strcmp (v->facet, "volume") != 0)
                continue;
            for (size_t d = 0; d < v->value.detail_n; d++) {
                if (strcmp (v->value.detail[d].name, "real") == 0)
                    to[0] = v->value.detail[d].value;
                if (strcmp (v->value.detail[d].name, "emulation") == 0)
                    to[1] = v->value.detail[d].value;
            }
        }
        if (ops[0] < 20 || ops[1] < 20 || !(bytes[0] > 0) || !(bytes[1] > 0))
            continue;
        double ratio = (bytes[1] / ops[1]) / (bytes[0] / ops[0]);
        char size[2][FID_CAUSES_WORDS];
        if ((ratio > 2 || ratio < 0.5) &&
            find (c, FID_INFO, card->info->name, err,
                  "%.0f operations of %s on average in the real run, %.0f of %s in the "
                  "emulation",
                  ops[0], fid_causes_size (bytes[0] / ops[0], size[0]), ops[1],
                  fid_causes_size (bytes[1] / ops[1], size[1])))
            return -1;
    }
    return 0;
}

/* What could not be told without sizes. */
static int
unsized_findings (struct fid_comparison *c, struct fid_error *err)
{
    for (size_t r = 0; r < FID_STREAM_N; r++) {
        const struct fid_card *card = fid_comparison_card (c, c->pair.window, r);
        for (size_t f = 0; card->status == FID_CARD_COMPARED && f < card->facet_n; f++) {
            const struct fid_facet *v = &card->facet[f];
            if (!v->valid && v->reason && strcmp (v->quantity, "bytes") == 0 &&
                find (c, FID_WARNING, card->info->name, err, "%s: compared by operations",
                      v->reason))
                return -1;
        }
    }
    return 0;
}

/* A score without volume and marginal is high for the wrong reasons. */
static int
calibration_findings (struct fid_comparison *c, struct fid_error *err)
{
    return c->surrogate_floors
               ? find (c, FID_WARNING, "", err,
                       "the calibration has no run of another workload: floors are from "
                       "surrogates of the repeats, and volume, marginal, phases and steps have "
                       "no part in the score, which is not to be held against scores with "
                       "other floors; record a run of another workload")
               : 0;
}

int
fid_comparison_findings (struct fid_comparison *c, struct fid_error *err)
{
    return calibration_findings (c, err) || one_sided (c, err) || cut_short (c, err) ||
                   phase_findings (c, err) || cache_findings (c, err) ||
                   size_findings (c, err) || unsized_findings (c, err)
               ? -1
               : 0;
}
