/* near.c - which time is the run's, where stamps lie days apart (see build_priv.h)
 *
 * The phases tell it, else the samples of monitors, else the files with events.  Without
 * phases, a stamp may be damaged or a file of another recording: the run is where most samples
 * or bytes are; what a gap parts from it that is longer than a day and than both, is not. */
#include <stdlib.h>
#include "base/array.h"
#include "base/timeparse.h"
#include "timeline/build_priv.h"

#define APART_NS FID_DAY

/* A time that samples or a file cover, on the axis. */
struct cover {
    int64_t from_ns, to_ns;
    uint64_t weight; /* samples, or bytes of text */
};

static int
by_from (const void *va, const void *vb)
{
    const struct cover *a = va, *b = vb;
    if (a->from_ns != b->from_ns)
        return a->from_ns < b->from_ns ? -1 : 1;
    return a->to_ns < b->to_ns ? -1 : a->to_ns > b->to_ns;
}

/* Joins what lies at most APART_NS apart, of a sorted list; returns how many are left. */
static size_t
join (struct cover *c, size_t n)
{
    size_t k = 0;
    for (size_t i = 1; i < n; i++) {
        if (c[i].from_ns - c[k].to_ns > APART_NS) {
            c[++k] = c[i];
            continue;
        }
        c[k].to_ns = c[i].to_ns > c[k].to_ns ? c[i].to_ns : c[k].to_ns;
        c[k].weight += c[i].weight;
    }
    return n ? k + 1 : 0;
}

/* Whether the gap between two that follow each other is shorter than one of them. */
static bool
belong (const struct cover *a, const struct cover *b)
{
    int64_t gap_ns = b->from_ns - a->to_ns;
    return gap_ns <= a->to_ns - a->from_ns || gap_ns <= b->to_ns - b->from_ns;
}

/* Takes the heaviest part of a list, and those beside it that are not too far, for the run;
 * limits the run where others are left.  Time O(n log n). */
static void
cut (struct fid_build *b, struct cover *c, size_t n)
{
    size_t best = 0;
    qsort (c, n, sizeof *c, by_from);
    n = join (c, n);
    if (n < 2)
        return;
    for (size_t i = 1; i < n; i++)
        best = c[i].weight > c[best].weight ? i : best;
    struct cover run = c[best];
    size_t from = best, to = best; /* they are the run */
    for (bool more = true; more;) {
        more = false;
        if (to + 1 < n && belong (&run, &c[to + 1])) {
            run.to_ns = c[++to].to_ns;
            more = true;
        }
        if (from > 0 && belong (&c[from - 1], &run)) {
            run.from_ns = c[--from].from_ns;
            more = true;
        }
    }
    if (from > 0)
        b->near_from_ns = run.from_ns - FID_NEAR_NS;
    if (to + 1 < n)
        b->near_to_ns = run.to_ns + FID_NEAR_NS;
}

/* Without phases and samples: the files with events, of clocks that are known by now. */
static int
near_of_files (struct fid_build *b, struct fid_error *err)
{
    const struct fid_run *run = b->run;
    struct cover *c = malloc ((run->source_n + 1) * sizeof *c);
    size_t n = 0;
    if (!c)
        return fid_error_nomem (err);
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        struct cover one = {s->first_ns, s->last_ns, s->text_n + s->byte_n};
        if ((s->used & FID_GIVES_EVENTS) && s->first_ns <= s->last_ns &&
            fid_build_map (b, i, &one.from_ns) && fid_build_map (b, i, &one.to_ns))
            c[n++] = one;
    }
    cut (b, c, n);
    free (c);
    return 0;
}

/* How far a stamp on the axis is before the run (below 0) or after it; 0: not too far. */
static int64_t
away (const struct fid_build *b, int64_t t_ns)
{
    return t_ns < b->near_from_ns ? t_ns - (b->near_from_ns + FID_NEAR_NS)
           : t_ns > b->near_to_ns ? t_ns - (b->near_to_ns - FID_NEAR_NS)
                                  : 0;
}

/* Leaves out samples that are not the run's; a finding names each file that has some. */
static int
drop_samples (struct fid_build *b, struct fid_error *err)
{
    struct fid_run_finding *found = calloc (b->run->source_n + 1, sizeof *found);
    size_t n = 0;
    int rc = found ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < b->sample_n && !rc; i++) {
        const struct fid_kept_sample s = b->sample[i];
        struct fid_run_finding *f = &found[s.source];
        int64_t off = away (b, s.t_ns);
        b->sample[n] = s;
        n += !off;
        f->number[0] += off != 0;
        f->shift_ns = llabs (off) > llabs (f->shift_ns) ? off : f->shift_ns;
    }
    if (!rc)
        b->sample_n = n;
    for (size_t i = 0; i < b->run->source_n && !rc; i++) {
        found[i].code = FID_RUN_SAMPLES_FAR;
        found[i].file = b->run->source[i].path;
        if (found[i].number[0])
            rc = fid_run_findings_add (&b->run->findings, &found[i], err);
    }
    free (found);
    return rc;
}

static int
near_of_samples (struct fid_build *b, struct fid_error *err)
{
    int64_t from_ns = INT64_MAX, to_ns = INT64_MIN;
    for (size_t i = 0; i < b->sample_n; i++) {
        from_ns = b->sample[i].t_ns < from_ns ? b->sample[i].t_ns : from_ns;
        to_ns = b->sample[i].t_ns > to_ns ? b->sample[i].t_ns : to_ns;
    }
    b->near_from_ns = from_ns - FID_NEAR_NS;
    b->near_to_ns = to_ns + FID_NEAR_NS;
    if (to_ns - from_ns <= APART_NS) /* nearly always */
        return 0;
    struct cover *c = malloc (b->sample_n * sizeof *c);
    if (!c)
        return fid_error_nomem (err);
    for (size_t i = 0; i < b->sample_n; i++)
        c[i] = (struct cover){b->sample[i].t_ns, b->sample[i].t_ns, 1};
    cut (b, c, b->sample_n);
    free (c);
    return drop_samples (b, err);
}

int
fid_build_near (struct fid_build *b, struct fid_error *err)
{
    const struct fid_phases *p = &b->run->phases;
    b->near_from_ns = p->known ? p->first_ns - FID_NEAR_NS : INT64_MIN;
    b->near_to_ns = p->known ? p->end_ns + FID_NEAR_NS : INT64_MAX;
    return p->known ? 0 : b->sample_n ? near_of_samples (b, err) : near_of_files (b, err);
}

int
fid_build_near_findings (struct fid_build *b, struct fid_error *err)
{
    for (size_t i = 0; i < b->run->source_n; i++) {
        const struct fid_source *s = &b->run->source[i];
        struct fid_run_finding f = {
            .code = FID_RUN_EVENTS_FAR, .file = s->path, .number = {(int64_t)s->far_n}};
        int64_t first_ns = s->first_ns, last_ns = s->last_ns;
        if (!s->far_n || !b->run->clocks.map[s->clock].known)
            continue; /* FID_RUN_EVENTS_UNPLACED */
        if (first_ns <= last_ns && fid_build_map (b, i, &first_ns) &&
            fid_build_map (b, i, &last_ns)) {
            int64_t before = away (b, first_ns), after = away (b, last_ns);
            f.shift_ns = llabs (before) > llabs (after) ? before : after;
        }
        if (fid_run_findings_add (&b->run->findings, &f, err))
            return -1;
    }
    return 0;
}

/* Counts the operations of all streams that are too far from the run, and how far they are. */
static void
count_far (const struct fid_build *b, struct fid_run_finding *f)
{
    for (int id = 0; id < FID_STREAM_N; id++) {
        const struct fid_grid *g = &b->run->stream[id].grid;
        for (size_t i = 0; i < g->n; i++) {
            int64_t off = g->op_n[i] ? away (b, (g->first + (int64_t)i) * g->bin_ns) : 0;
            f->number[0] += off ? g->op_n[i] : 0;
            f->shift_ns = llabs (off) > llabs (f->shift_ns) ? off : f->shift_ns;
        }
    }
}

int
fid_build_apart (struct fid_build *b, struct fid_error *err)
{
    struct cover *c = NULL;
    struct fid_run_finding f = {.code = FID_RUN_EVENTS_APART};
    int64_t first_ns = INT64_MAX, last_ns = INT64_MIN;
    size_t n = 0, cap = 0;
    for (int id = 0; id < FID_STREAM_N; id++) {
        const struct fid_stream *s = &b->run->stream[id];
        first_ns = s->first_ns < first_ns ? s->first_ns : first_ns;
        last_ns = s->last_ns > last_ns ? s->last_ns : last_ns;
    }
    if (b->run->phases.known || first_ns > last_ns || last_ns - first_ns <= APART_NS)
        return 0;
    for (int id = 0; id < FID_STREAM_N; id++) {
        const struct fid_grid *g = &b->run->stream[id].grid;
        for (size_t i = 0; i < g->n; i++) {
            int64_t from_ns = (g->first + (int64_t)i) * g->bin_ns;
            if (!g->op_n[i])
                continue;
            if (fid_array_grow (&c, &cap, n + 1, sizeof *c, err)) {
                free (c);
                return -1;
            }
            c[n++] = (struct cover){from_ns, from_ns + g->bin_ns, g->op_n[i]};
        }
    }
    b->near_from_ns = INT64_MIN;
    b->near_to_ns = INT64_MAX;
    cut (b, c, n);
    free (c);
    count_far (b, &f);
    return f.number[0] ? fid_run_findings_add (&b->run->findings, &f, err) : 0;
}
