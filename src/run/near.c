/* SPDX-License-Identifier: GPL-3.0-or-later */
/* near.c - see near.h */
#include "run/near.h"
#include "run/zone.h"

/* From the phases; so that a damaged stamp cannot stretch the grids. */
#define NEAR_NS  FID_HOUR
#define FAR_NS   (30 * FID_DAY)
#define APART_NS FID_DAY

/* A time that samples or events cover, on the axis. */
struct cover {
    int64_t from_ns, to_ns;
    uint64_t event_n, sample_n; /* events: or bytes of their text */
};

struct covers {
    struct cover *at; /* owned */
    size_t n, cap;
    int64_t gap_ns; /* what is at most so far apart is one */
};

FID_ORDER_BY (by_from, struct cover, FID_RISING (from_ns) FID_RISING (to_ns))

/* Joins the two if they are at most gap_ns apart; returns whether. */
static bool join_covers (struct cover *c, const struct cover *with, int64_t gap_ns)
{
    if (with->from_ns - c->to_ns > gap_ns || c->from_ns - with->to_ns > gap_ns)
        return false;
    c->from_ns = with->from_ns < c->from_ns ? with->from_ns : c->from_ns;
    c->to_ns = with->to_ns > c->to_ns ? with->to_ns : c->to_ns;
    c->event_n += with->event_n;
    c->sample_n += with->sample_n;
    return true;
}

/* Adds one; those that follow each other closely take the room of one. */
static int add_cover (struct covers *l, struct cover one, struct fid_error *err)
{
    if (l->n && join_covers (&l->at[l->n - 1], &one, l->gap_ns))
        return 0;
    return FID_PUSH_TO (l->at, l->n, l->cap, err, one);
}

/* Whether the gap between two that follow each other is shorter than one of them. */
static bool belong_together (const struct cover *a, const struct cover *b)
{
    int64_t gap_ns = b->from_ns - a->to_ns;
    return gap_ns <= a->to_ns - a->from_ns || gap_ns <= b->to_ns - b->from_ns;
}

/* Whether a is the run rather than b. */
static bool is_heavier (const struct cover *a, const struct cover *b)
{
    bool both[2] = {a->event_n && a->sample_n, b->event_n && b->sample_n};
    if (both[0] != both[1])
        return both[0];
    return a->event_n != b->event_n ? a->event_n > b->event_n : a->sample_n > b->sample_n;
}

/* Limits the run to the heaviest part of a list, with those beside it that belong to it, and
 * slack_ns before and after; returns whether others are left.  Time O(n log n). */
static bool cut_to_run (struct fid_near_time *near, struct covers *l, int64_t slack_ns)
{
    struct cover *c = l->at;
    size_t best = 0, n = 0;
    near->from_ns = INT64_MIN;
    near->to_ns = INT64_MAX;
    if (!l->n)
        return false;
    qsort (c, l->n, sizeof *c, by_from);
    for (size_t i = 1; i < l->n; i++)
        if (!join_covers (&c[n], &c[i], l->gap_ns))
            c[++n] = c[i];
    l->n = ++n;
    for (size_t i = 1; i < n; i++)
        best = is_heavier (&c[i], &c[best]) ? i : best;
    struct cover run = c[best];
    size_t from = best, to = best; /* they are the run */
    for (bool more = true; more;) {
        more = false;
        if (to + 1 < n && belong_together (&run, &c[to + 1])) {
            run.to_ns = c[++to].to_ns;
            more = true;
        }
        if (from > 0 && belong_together (&c[from - 1], &run)) {
            run.from_ns = c[--from].from_ns;
            more = true;
        }
    }
    near->slack_ns = slack_ns;
    near->from_ns = run.from_ns - slack_ns;
    near->to_ns = run.to_ns + slack_ns;
    return from > 0 || to + 1 < n;
}

static int cover_samples (const struct fid_samples *samples, struct covers *l,
                          struct fid_error *err)
{
    FID_EACH_OF (const struct fid_kept_sample, s, samples->at, samples->n)
        FID_TRY (add_cover (l, (struct cover){s->t_ns, s->t_ns, 0, 1}, err));
    return 0;
}

/* The files with events, of clocks that are known and files that are read by now. */
static int cover_files (const struct fid_run *run, struct covers *l, struct fid_error *err)
{
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        struct cover one = {s->first_ns, s->last_ns, s->text_n + s->byte_n, 0};
        if ((s->used & FID_GIVES_EVENTS) && s->first_ns <= s->last_ns &&
            fid_run_map (run, i, &one.from_ns) && fid_run_map (run, i, &one.to_ns))
            FID_TRY (add_cover (l, one, err));
    }
    return 0;
}

/* How far a stamp on the axis is before the run (below 0) or after it; 0: not too far. */
static int64_t distance_from_run (const struct fid_near_time *near, int64_t t_ns)
{
    return t_ns < near->from_ns ? t_ns - (near->from_ns + near->slack_ns)
           : t_ns > near->to_ns ? t_ns - (near->to_ns - near->slack_ns)
                                : 0;
}

/* The samples that are too far from the run, by source. */
struct dropping {
    const struct fid_near_time *near;
    struct fid_run_finding *found;
};

static bool is_near (void *self, const struct fid_kept_sample *s, int64_t *t_ns)
{
    const struct dropping *d = self;
    struct fid_run_finding *f = &d->found[s->source];
    int64_t off = distance_from_run (d->near, *t_ns);
    f->number[0] += off != 0;
    f->shift_ns = llabs (off) > llabs (f->shift_ns) ? off : f->shift_ns;
    return !off;
}

/* Leaves out samples that are not the run's; a finding names each file that has some. */
static int drop_samples (const struct fid_near_time *near, struct fid_run *run,
                         struct fid_samples *samples, struct fid_error *err)
{
    FID_FREED struct fid_run_finding *found = calloc (run->source_n + 1, sizeof *found);
    FID_NEED (found, err);
    fid_samples_place (samples, is_near, &(struct dropping){near, found});
    for (size_t i = 0; i < run->source_n; i++) {
        found[i].code = FID_RUN_SAMPLES_FAR;
        found[i].file = run->source[i].path;
        if (found[i].number[0])
            FID_TRY (fid_run_findings_add (&run->findings, &found[i], err));
    }
    return 0;
}

/* Limits the run to the time of its samples as well: a file of events with one damaged stamp
 * would seem to last for years. */
static void bound_by_samples (struct fid_near_time *near, const struct fid_samples *samples)
{
    int64_t first_ns = INT64_MAX, last_ns = INT64_MIN;
    FID_EACH_OF (const struct fid_kept_sample, s, samples->at, samples->n) {
        first_ns = s->t_ns < first_ns ? s->t_ns : first_ns;
        last_ns = s->t_ns > last_ns ? s->t_ns : last_ns;
    }
    if (first_ns > last_ns)
        return;
    if (near->from_ns < first_ns - FAR_NS)
        near->from_ns = first_ns - FAR_NS;
    if (near->to_ns > last_ns + FAR_NS)
        near->to_ns = last_ns + FAR_NS;
}

int fid_near_find (struct fid_near_time *near, struct fid_run *run, struct fid_samples *samples,
                   struct fid_error *err)
{
    const struct fid_phases *p = &run->phases;
    struct covers l = {.gap_ns = FAR_NS};
    if (p->known) {
        *near = (struct fid_near_time){p->first_ns - NEAR_NS, p->end_ns + NEAR_NS, NEAR_NS};
        return 0;
    }
    int rc = cover_samples (samples, &l, err) || cover_files (run, &l, err) ? -1 : 0;
    if (!rc && cut_to_run (near, &l, FAR_NS))
        rc = drop_samples (near, run, samples, err);
    bound_by_samples (near, samples);
    free (l.at);
    return rc;
}

#define AGAIN_LEAST 0.5 /* of what a run reads is read again far from it, by another run */

int fid_near_findings (const struct fid_near_time *near, const struct fid_taken *taken,
                       struct fid_run *run, struct fid_error *err)
{
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        struct fid_run_finding f = {
            .code = FID_RUN_EVENTS_FAR, .file = s->path, .number = {(int64_t)s->far_n}};
        int64_t first_ns = s->first_ns, last_ns = s->last_ns;
        if (!s->far_n || !run->hosts.at[s->host].map[s->clock].known)
            continue; /* FID_RUN_EVENTS_UNPLACED */
        if (first_ns <= last_ns && fid_run_map (run, i, &first_ns) &&
            fid_run_map (run, i, &last_ns)) {
            int64_t before = distance_from_run (near, first_ns),
                    after = distance_from_run (near, last_ns);
            f.shift_ns = llabs (before) > llabs (after) ? before : after;
        }
        const struct fid_source_taken *read = &taken->source[i];
        if (read->near_byte_n &&
            (double)read->again_byte_n >= AGAIN_LEAST * (double)read->near_byte_n)
            f.code = FID_RUN_READ_AGAIN;
        FID_TRY (fid_run_findings_add (&run->findings, &f, err));
    }
    return 0;
}

int fid_near_apart (const struct fid_samples *samples, struct fid_run *run,
                    struct fid_error *err)
{
    struct fid_near_time near;
    struct covers l = {.gap_ns = APART_NS};
    struct fid_run_finding f = {.code = FID_RUN_EVENTS_APART};
    int64_t first_ns = INT64_MAX, last_ns = INT64_MIN;
    for (int id = 0; id < FID_STREAM_N; id++) {
        const struct fid_stream *s = &run->stream[id];
        first_ns = s->first_ns < first_ns ? s->first_ns : first_ns;
        last_ns = s->last_ns > last_ns ? s->last_ns : last_ns;
    }
    if (run->phases.known || first_ns > last_ns || last_ns - first_ns <= APART_NS)
        return 0;
    int rc = cover_samples (samples, &l, err);
    for (int id = 0; id < FID_STREAM_N; id++) {
        const struct fid_grid *g = &run->stream[id].grid;
        for (size_t i = 0; i < g->n && !rc; i++) {
            int64_t from_ns = (g->first + (int64_t)i) * g->bin_ns;
            struct cover one = {from_ns, from_ns + g->bin_ns, g->op_n[i], 0};
            rc = g->op_n[i] ? add_cover (&l, one, err) : 0;
        }
    }
    if (!rc && cut_to_run (&near, &l, 0)) {
        for (int id = 0; id < FID_STREAM_N; id++) {
            const struct fid_grid *g = &run->stream[id].grid;
            for (size_t i = 0; i < g->n; i++) {
                int64_t off =
                    g->op_n[i] ? distance_from_run (&near, (g->first + (int64_t)i) * g->bin_ns)
                               : 0;
                f.number[0] += off ? g->op_n[i] : 0;
                f.shift_ns = llabs (off) > llabs (f.shift_ns) ? off : f.shift_ns;
            }
        }
    }
    free (l.at);
    return !rc && f.number[0] ? fid_run_findings_add (&run->findings, &f, err) : rc;
}
