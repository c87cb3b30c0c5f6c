/* gauge.c - sampled gauges compared: CPU, GPU, disk throughput */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "compare/within_run_ci.h"

#define MISSING_MAX 0.05 /* share of samples beyond which a gauge is not scored */

/* What the gauge's levels add up to: CPU busy seconds of one CPU, else value
 * times seconds; owned by the caller. */
static double *
activity (const struct fid_gauge_view *v, struct fid_error *err)
{
    double *x = malloc ((v->n ? v->n : 1) * sizeof *x);
    if (!x) {
        fid_error_nomem (err);
        return NULL;
    }
    for (size_t i = 0; i < v->n; i++)
        x[i] = v->dim == FID_CPU_DIM ? fmax (0, 100 - v->x[i * v->dim + 3]) : v->x[i];
    return x;
}

static double
sum (const double *x, size_t n)
{
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += x[i];
    return s;
}

struct sides {
    struct fid_gauge_view a, b;
    double *act_a, *act_b; /* owned */
};

static int
view_sides (const struct fid_pair *pair, enum fid_gauge_id id, enum fid_window w,
            struct sides *s, struct fid_error *err)
{
    *s = (struct sides){0};
    if (fid_view_gauge (pair->real, id, w, &s->a, err) ||
        fid_view_gauge (pair->emu, id, w, &s->b, err))
        return -1;
    s->act_a = activity (&s->a, err);
    s->act_b = activity (&s->b, err);
    return s->act_a && s->act_b ? 0 : -1;
}

static void
sides_clear (struct sides *s)
{
    fid_gauge_view_clear (&s->a);
    fid_gauge_view_clear (&s->b);
    free (s->act_a);
    free (s->act_b);
}

/* Full scale of the gauge: 100 %, else what the reference reaches. */
static double
full_scale (const struct fid_pair *pair, enum fid_gauge_id id, const struct sides *s,
            struct fid_error *err)
{
    if (id == FID_GAUGE_CPU || id == FID_GAUGE_GPU_SM || id == FID_GAUGE_GPU_MEM)
        return 100;
    if (pair->scales.gauge[id] > 0)
        return pair->scales.gauge[id];
    double p99 = fid_p99_nonzero (s->act_a, s->a.n, err);
    if (p99 == 0)
        p99 = fid_p99_nonzero (s->act_b, s->b.n, err);
    /* a reference that hardly moves must not make a megabyte look like a storm */
    return p99 < 0 ? p99 : fmax (p99, FID_DISK_IDLE_MIB);
}

static int
add_rhythm (const struct fid_pair *pair, enum fid_gauge_id id, struct fid_card *card,
            struct fid_error *err)
{
    struct sides s;
    struct fid_metric_opts opts = {0};
    bool known = pair->real->phases.known && pair->emu->phases.known;
    int rc = view_sides (pair, id, known ? FID_WINDOW_TRAINING : FID_WINDOW_JOB, &s, err);
    if (!rc) {
        struct fid_signal a = {.x = s.act_a, .n = s.a.n, .dt_s = s.a.dt_s},
                          b = {.x = s.act_b, .n = s.b.n, .dt_s = s.b.dt_s};
        const char *what = known ? "level_of_TRAINING" : "level";
        if (!fid_pair_sees_steps (pair, fmax (a.dt_s, b.dt_s))) {
            static const char reason[] = "sampled less than twice a step";
            fid_card_miss (card, "rhythm", what, "spectral_w1", reason);
            fid_card_miss (card, "rhythm", what, "period", reason);
        } else {
            rc = fid_card_add (card, "rhythm", what, "spectral_w1", &a, &b, &opts, err);
            if (!rc)
                rc = fid_card_add (card, "rhythm", what, "period", &a, &b, &opts, err);
        }
    }
    sides_clear (&s);
    return rc;
}

static int
compare_sides (const struct fid_pair *pair, enum fid_gauge_id id, struct fid_card *card,
               const struct sides *s, double scale, struct fid_error *err)
{
    bool cpu = id == FID_GAUGE_CPU, slow = id == FID_GAUGE_GPU_FB;
    bool disk = id == FID_GAUGE_DISK_READ || id == FID_GAUGE_DISK_WRITE;
    double total_a = sum (s->act_a, s->a.n) * s->a.dt_s,
           total_b = sum (s->act_b, s->b.n) * s->b.dt_s;
    struct fid_metric_opts ratio = {.floor = disk ? 1. / 2048 : 0.01},
                           level = {.scale = cpu ? 100 : scale};
    struct fid_metric_opts shape = {.scale = cpu ? 200 : scale, /* half the L1 of shares */
                                    .band_s = fid_pair_band (pair, (double)s->a.n * s->a.dt_s),
                                    .penalty = pair->penalty};
    struct fid_signal ta = {.x = &total_a, .n = 1}, tb = {.x = &total_b, .n = 1};
    struct fid_signal va = {.x = s->a.x, .n = s->a.n, .dim = s->a.dim, .dt_s = s->a.dt_s},
                      vb = {.x = s->b.x, .n = s->b.n, .dim = s->b.dim, .dt_s = s->b.dt_s};
    struct fid_signal la = {.x = s->act_a, .n = s->a.n, .dt_s = s->a.dt_s},
                      lb = {.x = s->act_b, .n = s->b.n, .dt_s = s->b.dt_s};
    const char *total = cpu ? "busy_pct_s" : disk ? "MiB" : slow ? "MiB_s" : "pct_s";
    if (fid_card_add (card, "volume", total, "ratio", &ta, &tb, &ratio, err))
        return -1;
    if (!(total_a > 0 && total_b > 0)) { /* one is idle: full disagreement */
        card->one_sided = true;
        snprintf (card->reason, sizeof card->reason, "active in the %s run only",
                  total_a > 0 ? "real" : "emulated");
        return fid_card_add (card, "timing", "level", "temporal_w1", &la, &lb, &ratio, err);
    }
    if (!slow && (fid_card_add (card, "marginal", "level", cpu ? "w1_tv" : "w1", &va, &vb,
                                &level, err) ||
                  fid_within_values (card, &va, &vb, &level, err)))
        return -1;
    if (!slow && fid_card_add (card, "timing", "level", "temporal_w1", &la, &lb, &ratio, err))
        return -1;
    if (fabs (s->a.dt_s - s->b.dt_s) > 0.02 * s->a.dt_s) {
        fid_card_miss (card, "shape", "level", "dtw", "sampled at different intervals");
        return 0;
    }
    vb.dt_s = lb.dt_s = va.dt_s; /* one grid; the stamps' own jitter is below 2 % */
    if (s->a.n < 4 || s->b.n < 4) {
        fid_card_miss (card, "shape", "level", "dtw", "fewer than four samples");
        return 0;
    }
    if (fid_card_add (card, "shape", "level", "dtw", &va, &vb, &shape, err) ||
        fid_within_path (card, &va, &vb, &shape, err))
        return -1;
    fid_card_detail (card, "scale", shape.scale);
    fid_card_detail (card, "dt_s", va.dt_s);
    bool whole = card->window == FID_WINDOW_JOB || card->window == FID_WINDOW_WHOLE ||
                 card->window == FID_WINDOW_TRAINING;
    return whole && !slow ? add_rhythm (pair, id, card, err) : 0;
}

int
fid_card_gauge (const struct fid_pair *pair, enum fid_gauge_id id, struct fid_card *card,
                struct fid_error *err)
{
    const struct fid_gauge *ga = &pair->real->gauge[id], *gb = &pair->emu->gauge[id];
    struct sides s = {0};
    int rc = -1;
    if (ga->n < 2 || gb->n < 2) {
        fid_card_refuse (card, "not recorded in %s",
                         ga->n >= 2   ? "the emulation"
                         : gb->n >= 2 ? "the real run"
                                      : "either run");
        return 0;
    }
    if (view_sides (pair, id, card->window, &s, err))
        goto done;
    rc = 0;
    if ((double)s.a.missing_n > MISSING_MAX * (double)s.a.n ||
        (double)s.b.missing_n > MISSING_MAX * (double)s.b.n) {
        fid_card_refuse (card, "samples are missing: %zu (real run), %zu (emulation)",
                         s.a.missing_n, s.b.missing_n);
        goto done;
    }
    if (s.a.n < 2 || s.b.n < 2) {
        fid_card_refuse (card, "sampled every %.3g s: too slow for this window",
                         s.a.n < 2 ? ga->period_s : gb->period_s);
        goto done;
    }
    double total_a = sum (s.act_a, s.a.n), total_b = sum (s.act_b, s.b.n);
    double least =
        id == FID_GAUGE_DISK_READ || id == FID_GAUGE_DISK_WRITE ? FID_DISK_IDLE_MIB : 0;
    if (total_a * s.a.dt_s <= least && total_b * s.b.dt_s <= least) {
        card->status = FID_CARD_IDLE;
        card->similarity = 1;
        goto done;
    }
    double scale = full_scale (pair, id, &s, err);
    rc = scale > 0 ? compare_sides (pair, id, card, &s, scale, err) : -1;
    if (!rc)
        fid_card_close (card);
done:
    sides_clear (&s);
    return rc;
}
