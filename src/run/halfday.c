/* SPDX-License-Identifier: GPL-3.0-or-later */
/* halfday.c - rows half days away from their neighbours (see build_priv.h)
 *
 * The earlier tools took 12:05 AM for 12:05 PM when they wrote cpu_all.csv in UTC, and did not
 * always change the date at midnight.  Rows of a monitor follow each other, so that a step of
 * 12 or 24 hours (and at most SLACK) between two of them is such an error: all rows are put
 * together again.  Where the whole belongs, the rest of the run shows; without it, where
 * most rows are. */
#include "run/build_priv.h"
#include "run/zone.h"

#define HALF_DAY (12 * FID_HOUR)
#define SLACK    (120 * FID_S)
#define TURN_MAX 4 /* half days that a row may be off */

/* The rows of one file. */
struct rows {
    size_t source;
    int64_t first_ns, last_ns; /* put together */
    int64_t raw_first_ns, raw_last_ns;
    uint64_t row_n[2 * TURN_MAX + 1]; /* by half days added to them */
    uint64_t all_n;
    bool jumps, back; /* any step of half days; any of them back in time */
    /* while going through them */
    int64_t now_ns;  /* the row */
    int turn;        /* half days added to it, so that it follows the one before */
    bool any, apart; /* there is a row; some cannot be put together */
};

/* Half days in a step from one row to the next; 0: it is just a step. */
static int half_days_between (int64_t step_ns)
{
    int64_t k = (step_ns + (step_ns < 0 ? -HALF_DAY : HALF_DAY) / 2) / HALF_DAY;
    return llabs (step_ns - k * HALF_DAY) <= SLACK && llabs (k) <= 2 ? (int)k : 0;
}

/* The next sample of the file; returns whether it is in another row than the one before. */
static bool step_row (struct rows *r, const struct fid_kept_sample *s, int *step)
{
    bool row = !r->any || s->t_ns != r->now_ns;
    *step = r->any ? half_days_between (s->t_ns - r->now_ns) : 0;
    r->turn -= *step;
    r->apart |= r->turn < -TURN_MAX || r->turn > TURN_MAX;
    r->now_ns = s->t_ns;
    r->any = true;
    return row;
}

/* Goes through the samples of the source.  False if they cannot be put together. */
static bool put_together (const struct fid_samples *samples, struct rows *r)
{
    FID_EACH_OF (const struct fid_kept_sample, s, samples->at, samples->n) {
        int step;
        if (s->source != r->source)
            continue;
        bool row = step_row (r, s, &step);
        if (r->apart)
            return false;
        int64_t t_ns = s->t_ns + r->turn * HALF_DAY;
        r->jumps |= step != 0;
        r->back |= step < 0;
        r->row_n[r->turn + TURN_MAX] += row;
        r->all_n += row;
        r->first_ns = t_ns < r->first_ns ? t_ns : r->first_ns;
        r->last_ns = t_ns > r->last_ns ? t_ns : r->last_ns;
        r->raw_first_ns = s->t_ns < r->raw_first_ns ? s->t_ns : r->raw_first_ns;
        r->raw_last_ns = s->t_ns > r->raw_last_ns ? s->t_ns : r->raw_last_ns;
    }
    return r->any;
}

/* Moves a sample of the source to where its row is put. */
static bool move_sample (void *self, const struct fid_kept_sample *s, int64_t *t_ns)
{
    struct rows *r = self;
    int step;
    if (s->source != r->source)
        return true;
    step_row (r, s, &step);
    *t_ns += r->turn * HALF_DAY;
    return true;
}

/* What the two have in common, ns; -1: nothing. */
static int64_t time_in_common (int64_t first_ns, int64_t last_ns, const struct fid_extent *ref)
{
    int64_t from = first_ns > ref->first_ns ? first_ns : ref->first_ns;
    int64_t to = last_ns < ref->last_ns ? last_ns : ref->last_ns;
    return from <= to ? to - from : -1;
}

/* How many half days to add to all rows: the number that gives the longest overlap with the
 * rest of the run; among equal ones, the one that moves the fewest rows. */
static int place_rows (const struct rows *r, const struct fid_extent *ref)
{
    int best = 0;
    int64_t most = -2;
    for (int k = -2; k <= 2; k++) {
        int64_t with_ns =
            ref ? time_in_common (r->first_ns + k * HALF_DAY, r->last_ns + k * HALF_DAY, ref)
                : 0;
        if (with_ns > most ||
            (with_ns == most && r->row_n[TURN_MAX - k] > r->row_n[TURN_MAX - best])) {
            best = k;
            most = with_ns;
        }
    }
    return best;
}

/* Whether a file is held to be in UTC and gives samples of monitors alone. */
static bool is_monitor (const struct fid_source *s)
{
    const unsigned gauges = FID_GIVES_CPU | FID_GIVES_GPU | FID_GIVES_DISK;
    return s->clock == FID_CLOCK_UTC && (s->used & gauges) &&
           !(s->used & (FID_GIVES_EVENTS | FID_GIVES_PHASES)) && s->sample_n;
}

/* What else of the run is in UTC: phases and events, else other monitors. */
static bool find_reference (const struct fid_run *run, size_t but, struct fid_extent *ref)
{
    bool any = false;
    for (int monitors = 0; monitors < 2 && !any; monitors++)
        for (size_t i = 0; i < run->source_n; i++) {
            const struct fid_source *s = &run->source[i];
            if (i == but || s->clock != FID_CLOCK_UTC || s->first_ns > s->last_ns ||
                is_monitor (s) != (monitors == 1))
                continue;
            struct fid_extent both[] = {{s->first_ns, s->last_ns, false}, *ref};
            *ref = any ? fid_extent_hull (both, 2) : both[0];
            any = true;
        }
    return any;
}

static int move_half_days (struct fid_run *run, struct fid_samples *samples, size_t source,
                           struct fid_error *err)
{
    struct fid_source *s = &run->source[source];
    struct fid_extent rest = {0}, *ref = find_reference (run, source, &rest) ? &rest : NULL;
    struct rows r = {.source = source,
                     .first_ns = INT64_MAX,
                     .last_ns = INT64_MIN,
                     .raw_first_ns = INT64_MAX,
                     .raw_last_ns = INT64_MIN};
    if (!put_together (samples, &r) || (!r.jumps && !ref))
        return 0;
    int64_t met_ns = ref ? time_in_common (r.raw_first_ns, r.raw_last_ns, ref) : -1;
    if (!r.jumps && met_ns >= 0)
        return 0;
    /* ignore a 12-hour jump if other files have events inside it */
    bool pause = !r.back && met_ns >= HALF_DAY - SLACK;
    int add = place_rows (&r, ref);
    uint64_t moved = r.all_n - r.row_n[TURN_MAX - add];
    if (pause || !moved)
        return 0;
    r.any = false;
    r.turn = add;
    fid_samples_place (samples, move_sample, &r);
    s->first_ns = r.first_ns + add * HALF_DAY;
    s->last_ns = r.last_ns + add * HALF_DAY;
    return FID_FIND (&run->findings, err, .code = FID_RUN_ROWS_HALF_DAYS, .file = s->path,
                     .number = {(int64_t)moved});
}

int fid_build_half_days (struct fid_run *run, struct fid_samples *samples,
                         struct fid_error *err)
{
    for (size_t i = 0; i < run->source_n; i++)
        if (is_monitor (&run->source[i]))
            FID_TRY (move_half_days (run, samples, i, err));
    return 0;
}
