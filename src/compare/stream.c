/* stream.c - event streams compared: block and VFS reads, writes, opens */
#include <stdio.h>
#include <stdlib.h>
#include "compare/shape.h"
#include "compare/within_run_ci.h"

/* A period of which there are four is the least that `period` believes, too. */
#define RHYTHM_ACTIVE_MIN 4

/* Too little to tell anything of: fewer operations have no distribution, and a
 * stray open or a few log lines must not stand for a whole resource. */
#define IDLE_OPS   10
#define IDLE_BYTES 1048576

static bool
is_idle (const struct fid_stream_view *v)
{
    return v->op_n < IDLE_OPS && v->byte_n < IDLE_BYTES;
}

/* Whether a trace has events, but none with a place on the axis. */
static bool
is_unplaced (const struct fid_stream *s)
{
    return s->unplaced_n && s->first_ns > s->last_ns;
}

/* A total each. */
static int
add_ratio (struct fid_card *card, const char *quantity, double a, double b, double floor,
           struct fid_error *err)
{
    struct fid_metric_opts opts = {.floor = floor};
    struct fid_signal sa = {.x = &a, .n = 1}, sb = {.x = &b, .n = 1};
    return fid_card_add (card, "volume", quantity, "ratio", &sa, &sb, &opts, err);
}

/* A distribution each. */
static int
add_marginal (struct fid_card *card, const char *quantity, const char *metric,
              const struct fid_values *a, const struct fid_values *b, struct fid_error *err)
{
    struct fid_metric_opts opts = {.scale = 1};
    struct fid_signal sa = {.x = a->x, .w = a->w, .n = a->n},
                      sb = {.x = b->x, .w = b->w, .n = b->n};
    if (a->total < 2 || b->total < 2) {
        fid_card_miss (card, "marginal", quantity, metric, "fewer than two values");
        return 0;
    }
    return fid_card_add (card, "marginal", quantity, metric, &sa, &sb, &opts, err);
}

/* What a trace without sizes leaves open: absent is not zero. */
static void
miss_bytes (const struct fid_stream_view *a, struct fid_card *card)
{
    const char *why = a->sized ? "no sizes in the trace of the emulation"
                               : "no sizes in the trace of the real run";
    fid_card_miss (card, "volume", "bytes", "ratio", why);
    fid_card_miss (card, "marginal", "size_bytes", "w1_log2", why);
}

static int
add_shape (const struct fid_pair *pair, enum fid_stream_id id, struct fid_card *card,
           struct fid_error *err)
{
    struct fid_shape s;
    int rc = fid_shape_stream (pair, id, card->window, pair->dt_s, &s, err);
    struct fid_signal a = {.x = s.a, .n = s.an, .dt_s = s.dt_s},
                      b = {.x = s.b, .n = s.bn, .dt_s = s.dt_s};
    if (!rc && (s.an < 4 || s.bn < 4 || !(s.opts.scale > 0))) {
        fid_card_miss (card, "shape", "sqrt_ops", "dtw", "shorter than four bins");
    } else if (!rc) {
        rc = fid_card_add (card, "shape", "sqrt_ops", "dtw", &a, &b, &s.opts, err) ||
                     fid_within_path (card, &a, &b, &s.opts, err)
                 ? -1
                 : 0;
        fid_card_detail (card, "scale", s.opts.scale);
        fid_card_detail (card, "dt_s", s.dt_s);
    }
    fid_shape_clear (&s);
    return rc;
}

/* Bins in which something happens. */
static size_t
active_n (const double *x, size_t n)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        k += x[i] > 0;
    return k;
}

/* Rhythm is that of the training: other phases would leak into every line of
 * the spectrum.  It takes RHYTHM_ACTIVE_MIN moments on both sides: of a single
 * burst the spectrum is whatever the window function leaves of it (repeats of a
 * run that opens its files once were 5.8 octaves apart). */
static int
add_rhythm (const struct fid_pair *pair, enum fid_stream_id id, struct fid_card *card,
            struct fid_error *err)
{
    struct fid_shape s;
    struct fid_metric_opts opts = {0};
    bool known = pair->real->phases.known && pair->emu->phases.known;
    const char *what = known ? "sqrt_ops_of_TRAINING" : "sqrt_ops";
    int rc = fid_shape_stream (pair, id, known ? FID_WINDOW_TRAINING : FID_WINDOW_JOB,
                               pair->rhythm_dt_s, &s, err);
    struct fid_signal a = {.x = s.a, .n = s.an, .dt_s = s.dt_s},
                      b = {.x = s.b, .n = s.bn, .dt_s = s.dt_s};
    bool slow = !rc && !fid_pair_sees_steps (pair, s.dt_s);
    if (!rc && (slow || active_n (s.a, s.an) < RHYTHM_ACTIVE_MIN ||
                active_n (s.b, s.bn) < RHYTHM_ACTIVE_MIN)) {
        const char *reason = slow ? "bins are longer than half a step"
                                  : "too few moments of activity in one of the runs";
        fid_card_miss (card, "rhythm", what, "spectral_w1", reason);
        fid_card_miss (card, "rhythm", what, "period", reason);
        fid_shape_clear (&s);
        return 0;
    }
    if (!rc)
        rc = fid_card_add (card, "rhythm", what, "spectral_w1", &a, &b, &opts, err);
    if (!rc)
        rc = fid_card_add (card, "rhythm", what, "period", &a, &b, &opts, err);
    fid_shape_clear (&s);
    return rc;
}

static int
compare_views (const struct fid_pair *pair, enum fid_stream_id id, struct fid_card *card,
               struct fid_stream_view *a, struct fid_stream_view *b, struct fid_error *err)
{
    const struct fid_stream *ra = &pair->real->stream[id], *rb = &pair->emu->stream[id];
    struct fid_metric_opts none = {0};
    struct fid_signal mass_a = {.n = a->n, .dt_s = a->dt_s},
                      mass_b = {.n = b->n, .dt_s = b->dt_s};
    bool some_sized = id != FID_STREAM_VFS_OPEN && (ra->sized || rb->sized);
    bool sized = some_sized && a->sized && b->sized;
    bool whole = card->window == FID_WINDOW_JOB || card->window == FID_WINDOW_WHOLE ||
                 card->window == FID_WINDOW_TRAINING;
    if (add_ratio (card, "ops", a->op_n, b->op_n, 1, err))
        return -1;
    if (sized && add_ratio (card, "bytes", a->byte_n, b->byte_n, 512, err))
        return -1;
    if (some_sized && !sized)
        miss_bytes (a, card);
    mass_a.x = sized ? a->byte : a->op;
    mass_b.x = sized ? b->byte : b->op;
    if (!(a->op_n > 0 && b->op_n > 0)) {
        card->one_sided = true;
        snprintf (card->reason, sizeof card->reason, "active in the %s run only",
                  a->op_n > 0 ? "real" : "emulated");
        return fid_card_add (card, "timing", sized ? "bytes" : "ops", "temporal_w1", &mass_a,
                             &mass_b, &none, err);
    }
    if (sized && add_marginal (card, "size_bytes", "w1_log2", &a->size, &b->size, err))
        return -1;
    if (ra->timed && rb->timed &&
        add_marginal (card, "latency_s", "w1_log10", &a->latency, &b->latency, err))
        return -1;
    if (add_marginal (card, "gap_s", "w1_log10", &a->gap, &b->gap, err) ||
        fid_card_add (card, "timing", sized ? "bytes" : "ops", "temporal_w1", &mass_a, &mass_b,
                      &none, err))
        return -1;
    if (add_shape (pair, id, card, err))
        return -1;
    return whole ? add_rhythm (pair, id, card, err) : 0;
}

int
fid_card_stream (const struct fid_pair *pair, enum fid_stream_id id, struct fid_card *card,
                 struct fid_error *err)
{
    struct fid_stream_view a = {0}, b = {0};
    bool ta = pair->real->stream[id].traced, tb = pair->emu->stream[id].traced;
    if (!ta || !tb) {
        fid_card_refuse (card, "not traced in %s",
                         ta   ? "the emulation"
                         : tb ? "the real run"
                              : "either run");
        return 0;
    }
    if (is_unplaced (&pair->real->stream[id]) || is_unplaced (&pair->emu->stream[id])) {
        fid_card_refuse (card, "no event of %s could be placed in time",
                         is_unplaced (&pair->real->stream[id]) ? "the real run"
                                                               : "the emulation");
        return 0;
    }
    int64_t dt_ns = fid_view_dt (pair->real, pair->emu, id, 0); /* timing: as fine as it is */
    int rc = -1;
    if (fid_view_stream (pair->real, id, card->window, dt_ns, &a, err) ||
        fid_view_stream (pair->emu, id, card->window, dt_ns, &b, err))
        goto done;
    rc = 0;
    if (is_idle (&a) && is_idle (&b)) {
        card->status = FID_CARD_IDLE;
        card->similarity = 1;
        if (a.op_n > 0 || b.op_n > 0)
            snprintf (
                card->reason, sizeof card->reason,
                "%.0f and %.0f operations: fewer than %d and less than 1 MiB count as idle",
                a.op_n, b.op_n, IDLE_OPS);
    } else {
        rc = compare_views (pair, id, card, &a, &b, err);
        if (!rc)
            fid_card_close (card);
    }
done:
    fid_stream_view_clear (&a);
    fid_stream_view_clear (&b);
    return rc;
}
