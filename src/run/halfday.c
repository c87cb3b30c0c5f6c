/* halfday.c - rows half days away from their neighbours (see build_priv.h)
 *
 * The earlier tools took 12:05 AM for 12:05 PM when they wrote cpu_all.csv in UTC, and did not
 * always change the date at midnight.  Rows of a monitor follow each other, so that a step of
 * 12 or 24 hours (and at most SLACK) between two of them is such an error: all rows are put
 * together again.  Where the whole belongs, the rest of the run shows; without it, where
 * most rows are. */
#include "run/build_priv.h"

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
};

/* Half days in a step from one row to the next; 0: it is just a step. */
static int
half_days_between (int64_t step_ns)
{
    int64_t k = (step_ns + (step_ns < 0 ? -HALF_DAY : HALF_DAY) / 2) / HALF_DAY;
    return llabs (step_ns - k * HALF_DAY) <= SLACK && llabs (k) <= 2 ? (int)k : 0;
}

/* Goes through the samples of the source; `add`, unless NULL, is added to the half days that
 * put its rows together, and the samples are moved.  False if they cannot be put together. */
static bool
go_through (struct fid_build *b, struct rows *r, const int *add)
{
    int64_t last_ns = 0;
    int turn = 0;
    bool any = false;
    FID_EACH (struct fid_kept_sample, s, b->sample) {
        if (s->source != r->source)
            continue;
        int64_t raw_ns = s->t_ns;
        int step = any ? half_days_between (raw_ns - last_ns) : 0;
        turn -= step;
        if (turn < -TURN_MAX || turn > TURN_MAX)
            return false;
        bool row = !any || raw_ns != last_ns;
        last_ns = raw_ns;
        any = true;
        if (add) {
            s->t_ns += (turn + *add) * HALF_DAY;
            continue;
        }
        int64_t t_ns = raw_ns + turn * HALF_DAY;
        r->jumps |= step != 0;
        r->back |= step < 0;
        r->row_n[turn + TURN_MAX] += row;
        r->all_n += row;
        r->first_ns = t_ns < r->first_ns ? t_ns : r->first_ns;
        r->last_ns = t_ns > r->last_ns ? t_ns : r->last_ns;
        r->raw_first_ns = raw_ns < r->raw_first_ns ? raw_ns : r->raw_first_ns;
        r->raw_last_ns = raw_ns > r->raw_last_ns ? raw_ns : r->raw_last_ns;
    }
    return any;
}

/* What the two have in common, ns; -1: nothing. */
static int64_t
time_in_common (int64_t first_ns, int64_t last_ns, const struct fid_extent *ref)
{
    int64_t from = first_ns > ref->first_ns ? first_ns : ref->first_ns;
    int64_t to = last_ns < ref->last_ns ? last_ns : ref->last_ns;
    return from <= to ? to - from : -1;
}

/* How many half days to add to all rows: the number that gives the longest overlap with the
 * rest of the run; among equal ones, the one that moves the fewest rows. */
static int
place_rows (const struct rows *r, const struct fid_extent *ref)
{
    int best = 0;
    int64_t most = -2;
    uint64_t least = UINT64_MAX;
    for (int k = -2; k <= 2; k++) {
        int64_t with =
            ref ? time_in_common (r->first_ns + k * HALF_DAY, r->last_ns + k * HALF_DAY, ref)
                : 0;
        uint64_t moved = r->all_n - r->row_n[TURN_MAX - k];
        if (with > most || (with == most && moved < least)) {
            best = k;
            most = with;
            least = moved;
        }
    }
    return best;
}

/* Whether a file is held to be in UTC and gives samples of monitors alone. */
static bool
is_monitor (const struct fid_source *s)
{
    const unsigned gauges = FID_GIVES_CPU | FID_GIVES_GPU | FID_GIVES_DISK;
    return s->clock == FID_CLOCK_UTC && (s->used & gauges) &&
           !(s->used & (FID_GIVES_EVENTS | FID_GIVES_PHASES)) && s->sample_n;
}

/* What else of the run is in UTC: phases and events, else other monitors. */
static bool
find_reference (const struct fid_build *b, size_t but, struct fid_extent *ref)
{
    bool any = false;
    for (int monitors = 0; monitors < 2 && !any; monitors++)
        for (size_t i = 0; i < b->run->source_n; i++) {
            const struct fid_source *s = &b->run->source[i];
            if (i == but || s->clock != FID_CLOCK_UTC || s->first_ns > s->last_ns ||
                is_monitor (s) != (monitors == 1))
                continue;
            struct fid_extent both[] = {{s->first_ns, s->last_ns, false}, *ref};
            *ref = any ? fid_extent_hull (both, 2) : both[0];
            any = true;
        }
    return any;
}

static int
move_half_days (struct fid_build *b, size_t source, struct fid_error *err)
{
    struct fid_source *s = &b->run->source[source];
    struct fid_extent rest = {0}, *ref = find_reference (b, source, &rest) ? &rest : NULL;
    struct rows r = {.source = source,
                     .first_ns = INT64_MAX,
                     .last_ns = INT64_MIN,
                     .raw_first_ns = INT64_MAX,
                     .raw_last_ns = INT64_MIN};
    if (!go_through (b, &r, NULL) || (!r.jumps && !ref))
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
    go_through (b, &r, &add);
    s->first_ns = r.first_ns + add * HALF_DAY;
    s->last_ns = r.last_ns + add * HALF_DAY;
    struct fid_run_finding f = {
        .code = FID_RUN_ROWS_HALF_DAYS, .file = s->path, .number = {(int64_t)moved}};
    return fid_run_findings_add (&b->run->findings, &f, err);
}

int
fid_build_half_days (struct fid_build *b, struct fid_error *err)
{
    for (size_t i = 0; i < b->run->source_n; i++)
        FID_TRY (is_monitor (&b->run->source[i]) && move_half_days (b, i, err));
    return 0;
}
