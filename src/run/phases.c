/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phases.c - see phases.h */
#include "run/phases.h"

#define SAVES_NS (5 * FID_S) /* so long before a checkpoint */

/* Names that mean training: the later one is usually inside. */
static const enum fid_phase_name training_names[] = {FID_NAME_RUN, FID_NAME_EPOCH,
                                                     FID_NAME_TRAINING, FID_NAME_BLOCK};
#define TRAINING_NAMES_N (sizeof training_names / sizeof *training_names)

static bool means_training (enum fid_phase_name name)
{
    for (size_t i = 0; i < TRAINING_NAMES_N; i++)
        if (training_names[i] == name)
            return true;
    return false;
}

enum fid_phase_name fid_finest_training (const size_t span_n[FID_NAME_N])
{
    enum fid_phase_name finest = FID_NAME_N;
    for (size_t i = 0; i < TRAINING_NAMES_N; i++)
        if (span_n[training_names[i]] &&
            (finest == FID_NAME_N || span_n[training_names[i]] >= span_n[finest]))
            finest = training_names[i];
    return finest;
}

FID_ORDER_BY (by_start, struct fid_phase,
              FID_RISING (start_ns) FID_RISING (end_ns) FID_RISING (kind))

enum fid_part fid_part_of_kind (enum fid_phase_kind kind)
{
    static const enum fid_part part[] = {[FID_PHASE_INIT] = FID_PART_INIT,
                                         [FID_PHASE_TRAINING] = FID_PART_TRAINING,
                                         [FID_PHASE_EVAL] = FID_PART_EVAL,
                                         [FID_PHASE_CHECKPOINT] = FID_PART_CHECKPOINT};
    return part[kind];
}

static int add_segment (struct fid_phases *p, enum fid_part part, int64_t start, int64_t end,
                        int epoch, struct fid_error *err)
{
    struct fid_segment *last = p->segment_n ? &p->segment[p->segment_n - 1] : NULL;
    if (start >= end)
        return 0;
    if (last && last->part == part && last->epoch == epoch && last->end_ns == start) {
        last->end_ns = end;
        return 0;
    }
    return FID_PUSH (p->segment, err, (struct fid_segment){part, start, end, epoch});
}

/* The phase that names the time from `edge` to the next boundary; NULL: none.
 * Of phases of one kind the one that began first does.  at[kind] is the first
 * of the kind that has not ended; edges ascend. */
static const struct fid_phase *standing_phase (const struct fid_phases *p, int64_t edge,
                                               size_t at[FID_PHASE_N])
{
    static const enum fid_phase_kind order[] = {FID_PHASE_CHECKPOINT, FID_PHASE_EVAL,
                                                FID_PHASE_INIT, FID_PHASE_TRAINING};
    const struct fid_phase *best = NULL;
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        size_t k = at[order[i]];
        while (k < p->phase_n && (p->phase[k].kind != order[i] || p->phase[k].end_ns <= edge))
            k++;
        at[order[i]] = k;
        if (!best && k < p->phase_n && p->phase[k].start_ns <= edge)
            best = &p->phase[k];
    }
    return best;
}

/* Between two successive boundaries nothing begins or ends. */
static int make_segments (struct fid_phases *p, const int64_t *edge, size_t edge_n,
                          struct fid_error *err)
{
    size_t at[FID_PHASE_N] = {0};
    for (size_t i = 0; i + 1 < edge_n; i++) {
        const struct fid_phase *best = standing_phase (p, edge[i], at);
        enum fid_part part = best                     ? fid_part_of_kind (best->kind)
                             : edge[i] < p->origin_ns ? FID_PART_BEFORE
                                                      : FID_PART_BETWEEN;
        FID_TRY (add_segment (p, part, edge[i], edge[i + 1], best ? best->epoch : -1, err));
    }
    return 0;
}

int fid_phases_build (struct fid_phases *p, const struct fid_phase *phase, size_t n,
                      struct fid_error *err)
{
    size_t span_n[FID_NAME_N] = {0};
    FID_FREED int64_t *edge = NULL;
    int rc = -1;
    *p = (struct fid_phases){0};
    for (size_t i = 0; i < n; i++)
        span_n[phase[i].name] += phase[i].end_ns > phase[i].start_ns;
    enum fid_phase_name finest = fid_finest_training (span_n);
    for (size_t i = 0; i < n; i++) {
        bool open = (phase[i].flags & FID_PHASE_TRUNCATED) != 0;
        if (finest != FID_NAME_N && phase[i].name != finest && means_training (phase[i].name)) {
            p->truncated_n += open && phase[i].name == FID_NAME_RUN;
            continue;
        }
        p->truncated_n += open;
        if (phase[i].end_ns <= phase[i].start_ns)
            continue; /* an instant is no part of a run */
        if (FID_PUSH (p->phase, err, phase[i]))
            goto done;
    }
    if (!p->phase_n)
        return 0;
    qsort (p->phase, p->phase_n, sizeof *p->phase, by_start);
    p->known = true;
    p->first_ns = p->phase[0].start_ns;
    p->origin_ns = p->end_ns = INT64_MIN;
    for (size_t i = 0; i < p->phase_n; i++) {
        if (p->phase[i].kind != FID_PHASE_INIT && p->origin_ns == INT64_MIN)
            p->origin_ns = p->phase[i].start_ns;
        if (p->phase[i].end_ns > p->end_ns)
            p->end_ns = p->phase[i].end_ns;
    }
    if (p->origin_ns == INT64_MIN) /* nothing but INIT */
        p->origin_ns = p->end_ns;
    edge = malloc (2 * p->phase_n * sizeof *edge);
    if (!edge) {
        fid_error_nomem (err);
        goto done;
    }
    for (size_t i = 0; i < p->phase_n; i++) {
        edge[2 * i] = p->phase[i].start_ns;
        edge[2 * i + 1] = p->phase[i].end_ns;
    }
    qsort (edge, 2 * p->phase_n, sizeof *edge, fid_by_number);
    rc = make_segments (p, edge, 2 * p->phase_n, err);
done:
    if (rc && p->phase_n)
        fid_phases_clear (p);
    return rc;
}

const struct fid_segment *fid_phases_segment (const struct fid_phases *p, int64_t t_ns)
{
    if (!p->known || !p->segment_n || t_ns < p->first_ns || t_ns >= p->end_ns)
        return NULL;
    size_t n = FID_FIRST_AFTER (p->segment, p->segment_n, struct fid_segment, start_ns, t_ns);
    return &p->segment[n ? n - 1 : 0];
}

enum fid_part fid_phases_part_span (const struct fid_phases *p, int64_t t_ns, int64_t *from_ns,
                                    int64_t *to_ns)
{
    const struct fid_segment *s = fid_phases_segment (p, t_ns);
    *from_ns = INT64_MIN;
    *to_ns = INT64_MAX;
    if (!p->known)
        return FID_PART_BETWEEN;
    if (!s && t_ns < p->first_ns) {
        *to_ns = p->first_ns;
        return FID_PART_BEFORE;
    }
    if (!s) {
        *from_ns = p->end_ns;
        return FID_PART_AFTER;
    }
    *from_ns = s > p->segment ? s->start_ns : p->first_ns;
    *to_ns = s + 1 < p->segment + p->segment_n ? s[1].start_ns : p->end_ns;
    return s->part;
}

enum fid_part fid_phases_part (const struct fid_phases *p, int64_t t_ns)
{
    int64_t from_ns, to_ns;
    return fid_phases_part_span (p, t_ns, &from_ns, &to_ns);
}

enum fid_part fid_part_move (const struct fid_phases *p, struct fid_part_span *at, int64_t t_ns)
{
    const struct fid_segment *s = fid_phases_segment (p, t_ns);
    int64_t to_ns;
    at->part = fid_phases_part_span (p, t_ns, &at->from_ns, &to_ns);
    at->length_ns = (uint64_t)to_ns - (uint64_t)at->from_ns;
    at->epoch = s ? s->epoch : -1;
    at->segment = s ? (size_t)(s - p->segment) : 0;
    bool before = s && s + 1 < p->segment + p->segment_n && s[1].part == FID_PART_CHECKPOINT;
    at->saves_ns = at->part == FID_PART_CHECKPOINT ? INT64_MIN
                   : before                        ? to_ns - SAVES_NS
                                                   : INT64_MAX;
    return at->part;
}

void fid_phases_clear (struct fid_phases *p)
{
    FID_FREE (p->phase, p->segment);
    *p = (struct fid_phases){0};
}

size_t fid_phases_sum (const struct fid_phases *phases, enum fid_part part, double *sum_s)
{
    size_t n = 0;
    *sum_s = 0;
    for (size_t i = 0; i < phases->segment_n; i++)
        if (phases->segment[i].part == part) {
            n++;
            *sum_s += (double)(phases->segment[i].end_ns - phases->segment[i].start_ns) / 1e9;
        }
    return n;
}
