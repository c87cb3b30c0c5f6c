/* phases_steps.c - what concerns the run as a whole: phases and steps */
#include <math.h>
#include <stdlib.h>
#include "compare/within_run_ci.h"

/* The segments of the job (of the whole run: INIT too) as labelled spans;
 * neighbours of one label are joined. */
static struct fid_span_s *
spans_of (const struct fid_run *run, enum fid_window w, size_t *n, struct fid_error *err)
{
    const struct fid_phases *p = &run->phases;
    struct fid_span_s *s = malloc ((p->segment_n ? p->segment_n : 1) * sizeof *s);
    *n = 0;
    if (!s) {
        fid_error_nomem (err);
        return NULL;
    }
    int64_t origin = w == FID_WINDOW_WHOLE ? p->first_ns : p->origin_ns;
    for (size_t i = 0; i < p->segment_n; i++) {
        const struct fid_segment *g = &p->segment[i];
        double start = (double)(g->start_ns - origin) / 1e9;
        double end = (double)(g->end_ns - origin) / 1e9;
        bool phase = g->part != FID_PART_BETWEEN && g->part != FID_PART_BEFORE;
        if (!phase || (w != FID_WINDOW_WHOLE && g->part == FID_PART_INIT) || end <= 0)
            continue;
        s[(*n)++] = (struct fid_span_s){(int)g->part, start > 0 ? start : 0, end};
    }
    return s;
}

int
fid_card_phases (const struct fid_pair *pair, struct fid_card *card, struct fid_error *err)
{
    bool ka = pair->real->phases.known, kb = pair->emu->phases.known;
    struct fid_intervals ia = {0}, ib = {0};
    struct fid_span_s *a = NULL, *b = NULL;
    size_t an, bn;
    int rc = -1;
    if (!ka || !kb) {
        fid_card_refuse (card, "no log tells phases in %s",
                         ka   ? "the emulation"
                         : kb ? "the real run"
                              : "either run");
        return 0;
    }
    a = spans_of (pair->real, card->window, &an, err);
    b = spans_of (pair->emu, card->window, &bn, err);
    if (!a || !b || fid_window_cut (pair->real, card->window, false, &ia, err) ||
        fid_window_cut (pair->emu, card->window, false, &ib, err))
        goto done;
    if (!(ia.length_s > 0) || !(ib.length_s > 0)) {
        rc = 0;
        fid_card_refuse (card, "the log of %s tells no phase after INIT",
                         ib.length_s > 0   ? "the real run"
                         : ia.length_s > 0 ? "the emulation"
                                           : "either run");
        goto done;
    }
    struct fid_metric_opts opts = {.floor = 1e-3, .tolerance_s = pair->tolerance_s};
    struct fid_signal ta = {.x = &ia.length_s, .n = 1}, tb = {.x = &ib.length_s, .n = 1};
    struct fid_signal sa = {.span = a, .span_n = an}, sb = {.span = b, .span_n = bn};
    if (fid_card_add (card, "volume", "duration_s", "ratio", &ta, &tb, &opts, err) ||
        fid_card_add (card, "marginal", "duration_shares", "spans_share", &sa, &sb, &opts,
                      err) ||
        fid_card_add (card, "timing", "overlap", "spans_iou", &sa, &sb, &opts, err) ||
        fid_card_add (card, "shape", "sequence", "spans_edit", &sa, &sb, &opts, err))
        goto done;
    fid_card_close (card);
    rc = 0;
done:
    free (a);
    free (b);
    fid_intervals_clear (&ia);
    fid_intervals_clear (&ib);
    return rc;
}

/* The training steps of a run, by quantity. */
struct steps {
    double *load, *compute, *step; /* owned; positive values only */
    size_t load_n, compute_n, step_n, n;
    double load_s, compute_s, training_s;
};

static int
steps_of (const struct fid_run *run, struct steps *s, struct fid_error *err)
{
    size_t n = run->steps.n;
    struct fid_intervals iv;
    *s = (struct steps){0};
    s->load = malloc ((n + 1) * 3 * sizeof *s->load);
    if (!s->load)
        return fid_error_nomem (err);
    s->compute = s->load + n + 1;
    s->step = s->compute + n + 1;
    for (size_t i = 0; i < n; i++) {
        const struct fid_step *t = &run->steps.step[i];
        if (t->eval)
            continue;
        s->n++;
        if (t->load_s >= 0) {
            s->load_s += t->load_s;
            s->load[s->load_n++] = fmax (t->load_s, 1e-6); /* below a microsecond: no wait */
        }
        if (t->compute_s > 0) {
            s->compute_s += t->compute_s;
            s->compute[s->compute_n++] = t->compute_s;
        }
        if (t->step_s > 0)
            s->step[s->step_n++] = t->step_s;
    }
    if (fid_window_cut (run, FID_WINDOW_TRAINING, false, &iv, err))
        return -1;
    s->training_s = iv.length_s;
    fid_intervals_clear (&iv);
    return 0;
}

static int
add_steps (struct fid_card *card, const char *quantity, const double *a, size_t an,
           const double *b, size_t bn, struct fid_error *err)
{
    struct fid_metric_opts opts = {.scale = 1};
    struct fid_signal sa = {.x = a, .n = an}, sb = {.x = b, .n = bn};
    if (an < 2 || bn < 2) {
        fid_card_miss (card, "marginal", quantity, "w1_log10", "fewer than two values");
        return 0;
    }
    return fid_card_add (card, "marginal", quantity, "w1_log10", &sa, &sb, &opts, err) ||
                   fid_within_values (card, &sa, &sb, &opts, err)
               ? -1
               : 0;
}

static int
add_pair (struct fid_card *card, const char *facet, const char *quantity, const char *metric,
          double a, double b, struct fid_error *err)
{
    struct fid_metric_opts opts = {.floor = 1e-6};
    struct fid_signal sa = {.x = &a, .n = 1}, sb = {.x = &b, .n = 1};
    return fid_card_add (card, facet, quantity, metric, &sa, &sb, &opts, err);
}

int
fid_card_steps (const struct fid_pair *pair, struct fid_card *card, struct fid_error *err)
{
    struct steps a = {0}, b = {0};
    int rc = -1;
    if (steps_of (pair->real, &a, err) || steps_of (pair->emu, &b, err))
        goto done;
    rc = 0;
    if (!a.n || !b.n) {
        fid_card_refuse (card, "no steps are recorded in %s",
                         a.n   ? "the emulation"
                         : b.n ? "the real run"
                               : "either run");
        goto done;
    }
    rc = add_pair (card, "volume", "steps", "ratio", (double)a.n, (double)b.n, err);
    if (!rc && a.training_s > 0 && b.training_s > 0)
        rc = add_pair (card, "volume", "steps_per_s", "ratio", (double)a.n / a.training_s,
                       (double)b.n / b.training_s, err);
    if (!rc)
        rc = add_steps (card, "load_s", a.load, a.load_n, b.load, b.load_n, err);
    if (!rc)
        rc = add_steps (card, "compute_s", a.compute, a.compute_n, b.compute, b.compute_n, err);
    if (!rc)
        rc = add_steps (card, "step_s", a.step, a.step_n, b.step, b.step_n, err);
    double wait_a = a.load_s + a.compute_s, wait_b = b.load_s + b.compute_s;
    if (!rc && wait_a > 0 && wait_b > 0)
        rc = add_pair (card, "timing", "stall_share", "difference", a.load_s / wait_a,
                       b.load_s / wait_b, err);
    if (!rc && a.training_s > 0 && b.training_s > 0 && a.compute_n && b.compute_n)
        rc = add_pair (card, "timing", "accelerator_utilisation", "difference",
                       fmin (1, a.compute_s / a.training_s),
                       fmin (1, b.compute_s / b.training_s), err);
    if (!rc)
        fid_card_close (card);
done:
    free (a.load);
    free (b.load);
    return rc;
}
