/* near.c - which time is the run's, where stamps lie far apart (see build_priv.h)
 *
 * The phases tell it.  Without them, a stamp may be damaged or a file of another recording:
 * samples and files with events that are more than FAR_NS from all others are another part.
 * The run is the part that has both, else the one with most bytes of events, else most samples;
 * a part beside it belongs to it if the gap is shorter than one of the two.  All events and
 * samples at most FAR_NS from the run count: a job may be resumed after days. */
#include "run/build_priv.h"

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
static bool
join_covers (struct cover *c, const struct cover *with, int64_t gap_ns)
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
static int
add_cover (struct covers *l, struct cover one, struct fid_error *err)
{
    if (l->n && join_covers (&l->at[l->n - 1], &one, l->gap_ns))
        return 0;
    return FID_PUSH_TO (l->at, l->n, l->cap, err, one);
}

/* Whether the gap between two that follow each other is shorter than one of them. */
static bool
belong_together (const struct cover *a, const struct cover *b)
{
    int64_t gap_ns = b->from_ns - a->to_ns;
    return gap_ns <= a->to_ns - a->from_ns || gap_ns <= b->to_ns - b->from_ns;
}

/* Whether a is the run rather than b. */
static bool
is_heavier (const struct cover *a, const struct cover *b)
{
    bool both[2] = {a->event_n && a->sample_n, b->event_n && b->sample_n};
    if (both[0] != both[1])
        return both[0];
    return a->event_n != b->event_n ? a->event_n > b->event_n : a->sample_n > b->sample_n;
}

/* Limits the run to the heaviest part of a list, with those beside it that belong to it, and
 * slack_ns before and after; returns whether others are left.  Time O(n log n). */
static bool
cut_to_run (struct fid_build *b, struct covers *l, int64_t slack_ns)
{
    struct cover *c = l->at;
    size_t best = 0, n = 0;
    b->near_from_ns = INT64_MIN;
    b->near_to_ns = INT64_MAX;
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
    b->near_slack_ns = slack_ns;
    b->near_from_ns = run.from_ns - slack_ns;
    b->near_to_ns = run.to_ns + slack_ns;
    return from > 0 || to + 1 < n;
}

/* The times of all samples. */
static int
cover_samples (const struct fid_build *b, struct covers *l, struct fid_error *err)
{
    for (size_t i = 0; i < b->sample_n; i++) {
        int64_t t_ns = b->sample[i].t_ns;
        FID_TRY (add_cover (l, (struct cover){t_ns, t_ns, 0, 1}, err));
    }
    return 0;
}

/* The files with events, of clocks that are known and files that are read by now. */
static int
cover_files (const struct fid_build *b, struct covers *l, struct fid_error *err)
{
    const struct fid_run *run = b->run;
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        struct cover one = {s->first_ns, s->last_ns, s->text_n + s->byte_n, 0};
        FID_TRY ((s->used & FID_GIVES_EVENTS) && s->first_ns <= s->last_ns &&
                 fid_build_map (b, i, &one.from_ns) && fid_build_map (b, i, &one.to_ns) &&
                 add_cover (l, one, err));
    }
    return 0;
}

/* How far a stamp on the axis is before the run (below 0) or after it; 0: not too far. */
static int64_t
distance_from_run (const struct fid_build *b, int64_t t_ns)
{
    return t_ns < b->near_from_ns ? t_ns - (b->near_from_ns + b->near_slack_ns)
           : t_ns > b->near_to_ns ? t_ns - (b->near_to_ns - b->near_slack_ns)
                                  : 0;
}

/* Leaves out samples that are not the run's; a finding names each file that has some. */
static int
drop_samples (struct fid_build *b, struct fid_error *err)
{
    FID_FREED struct fid_run_finding *found = calloc (b->run->source_n + 1, sizeof *found);
    size_t n = 0;
    int rc = found ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < b->sample_n && !rc; i++) {
        const struct fid_kept_sample s = b->sample[i];
        struct fid_run_finding *f = &found[s.source];
        int64_t off = distance_from_run (b, s.t_ns);
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
    return rc;
}

/* Limits the run to the time of its samples as well: a file of events with one damaged stamp
 * would seem to last for years. */
static void
bound_by_samples (struct fid_build *b)
{
    int64_t first_ns = INT64_MAX, last_ns = INT64_MIN;
    for (size_t i = 0; i < b->sample_n; i++) {
        int64_t t_ns = b->sample[i].t_ns;
        first_ns = t_ns < first_ns ? t_ns : first_ns;
        last_ns = t_ns > last_ns ? t_ns : last_ns;
    }
    if (first_ns > last_ns)
        return;
    if (b->near_from_ns < first_ns - FAR_NS)
        b->near_from_ns = first_ns - FAR_NS;
    if (b->near_to_ns > last_ns + FAR_NS)
        b->near_to_ns = last_ns + FAR_NS;
}

int
fid_build_near (struct fid_build *b, struct fid_error *err)
{
    const struct fid_phases *p = &b->run->phases;
    struct covers l = {.gap_ns = FAR_NS};
    if (p->known) {
        b->near_slack_ns = FID_NEAR_NS;
        b->near_from_ns = p->first_ns - FID_NEAR_NS;
        b->near_to_ns = p->end_ns + FID_NEAR_NS;
        return 0;
    }
    int rc = cover_samples (b, &l, err) || cover_files (b, &l, err) ? -1 : 0;
    if (!rc && cut_to_run (b, &l, FAR_NS))
        rc = drop_samples (b, err);
    bound_by_samples (b);
    free (l.at);
    return rc;
}

#define AGAIN_LEAST 0.5 /* of what a run reads is read again far from it, by another run */

int
fid_build_near_findings (struct fid_build *b, struct fid_error *err)
{
    for (size_t i = 0; i < b->run->source_n; i++) {
        const struct fid_source *s = &b->run->source[i];
        struct fid_run_finding f = {
            .code = FID_RUN_EVENTS_FAR, .file = s->path, .number = {(int64_t)s->far_n}};
        int64_t first_ns = s->first_ns, last_ns = s->last_ns;
        if (!s->far_n || !b->run->hosts.at[s->host].map[s->clock].known)
            continue; /* FID_RUN_EVENTS_UNPLACED */
        if (first_ns <= last_ns && fid_build_map (b, i, &first_ns) &&
            fid_build_map (b, i, &last_ns)) {
            int64_t before = distance_from_run (b, first_ns),
                    after = distance_from_run (b, last_ns);
            f.shift_ns = llabs (before) > llabs (after) ? before : after;
        }
        if (b->clock[i].near_byte_n &&
            (double)b->clock[i].again_byte_n >= AGAIN_LEAST * (double)b->clock[i].near_byte_n)
            f.code = FID_RUN_READ_AGAIN;
        FID_TRY (fid_run_findings_add (&b->run->findings, &f, err));
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
            int64_t off =
                g->op_n[i] ? distance_from_run (b, (g->first + (int64_t)i) * g->bin_ns) : 0;
            f->number[0] += off ? g->op_n[i] : 0;
            f->shift_ns = llabs (off) > llabs (f->shift_ns) ? off : f->shift_ns;
        }
    }
}

/* The times with operations of a stream. */
static int
cover_grid (const struct fid_grid *g, struct covers *l, struct fid_error *err)
{
    for (size_t i = 0; i < g->n; i++) {
        int64_t from_ns = (g->first + (int64_t)i) * g->bin_ns;
        FID_TRY (
            g->op_n[i] &&
            add_cover (l, (struct cover){from_ns, from_ns + g->bin_ns, g->op_n[i], 0}, err));
    }
    return 0;
}

int
fid_build_apart (struct fid_build *b, struct fid_error *err)
{
    struct covers l = {.gap_ns = APART_NS};
    struct fid_run_finding f = {.code = FID_RUN_EVENTS_APART};
    int64_t first_ns = INT64_MAX, last_ns = INT64_MIN;
    for (int id = 0; id < FID_STREAM_N; id++) {
        const struct fid_stream *s = &b->run->stream[id];
        first_ns = s->first_ns < first_ns ? s->first_ns : first_ns;
        last_ns = s->last_ns > last_ns ? s->last_ns : last_ns;
    }
    if (b->run->phases.known || first_ns > last_ns || last_ns - first_ns <= APART_NS)
        return 0;
    int rc = cover_samples (b, &l, err);
    for (int id = 0; id < FID_STREAM_N && !rc; id++)
        rc = cover_grid (&b->run->stream[id].grid, &l, err);
    if (!rc && cut_to_run (b, &l, 0))
        count_far (b, &f);
    free (l.at);
    return !rc && f.number[0] ? fid_run_findings_add (&b->run->findings, &f, err) : rc;
}
