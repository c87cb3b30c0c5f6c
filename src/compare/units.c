/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.c - see units.h */
#include "compare/pair.h"
#include "compare/units.h"
#include "metrics/aggregate.h"

int fid_epochs (const struct fid_run *run, double *n, double *median_s, struct fid_error *err)
{
    const struct fid_phases *p = &run->phases;
    FID_FREED double *length_s = calloc (p->segment_n + 1, sizeof *length_s);
    size_t k = 0;
    int last = -1;
    FID_NEED (length_s, err);
    FID_EACH (const struct fid_segment, g, p->segment) {
        if (g->part != FID_PART_TRAINING)
            continue;
        if (g->epoch < 0) {
            k = 0;
            break;
        }
        k += !k || last != g->epoch;
        last = g->epoch;
        length_s[k - 1] += (double)(g->end_ns - g->start_ns) / 1e9;
    }
    *n = (double)k;
    *median_s = k ? fid_quantile_select (length_s, k, 0.5) : 0;
    return 0;
}

struct fid_part_sums fid_part_sums (const struct fid_run *run, enum fid_part part)
{
    struct fid_part_sums s = {0};
    int64_t end_ns = INT64_MIN;
    FID_EACH (const struct fid_segment, g, run->phases.segment) {
        if (g->part == part) {
            s.n += g->start_ns != end_ns;
            s.length_s += (double)(g->end_ns - g->start_ns) / 1e9;
            end_ns = g->end_ns;
        }
    }
    return s;
}

struct fid_step_sums fid_step_sums (const struct fid_run *run, bool eval)
{
    struct fid_step_sums s = {0};
    FID_EACH_OF (const struct fid_step, t, run->steps.step, run->steps.n) {
        if (t->eval != eval)
            continue;
        s.n++;
        s.compute_s += fmax (0, t->compute_s);
        s.load_s += fmax (0, t->load_s);
    }
    return s;
}

int fid_last_epoch (const struct fid_run *run)
{
    int last = 0;
    for (size_t i = 0; i < run->phases.segment_n; i++)
        last = run->phases.segment[i].epoch > last ? run->phases.segment[i].epoch : last;
    return last;
}

/* Where training turns to epoch number k, from 0; INT64_MAX if it never does. */
static int64_t epoch_start (const struct fid_run *run, double k)
{
    const struct fid_phases *p = &run->phases;
    double n = 0;
    int last = -1;
    FID_EACH (const struct fid_segment, g, p->segment) {
        if (g->part != FID_PART_TRAINING || (n > 0 && g->epoch == last))
            continue;
        if (n == k)
            return g->start_ns;
        last = g->epoch;
        n++;
    }
    return INT64_MAX;
}

static double step_length (const struct fid_step *t)
{
    return t->eval            ? 0
           : t->step_s > 0    ? t->step_s
           : t->compute_s > 0 ? t->compute_s + fmax (0, t->load_s)
                              : fmax (0, t->load_s);
}

/* Where the first k training steps end, if all of them, end to end, fill the training. */
static int64_t steps_end (const struct fid_run *run, double k)
{
    const struct fid_phases *p = &run->phases;
    double upto = 0, all = 0, n = 0, left;
    int64_t training_ns = 0;
    for (size_t i = 0; i < run->steps.n; i++) {
        double length = step_length (&run->steps.step[i]);
        upto += n < k ? length : 0;
        all += length;
        n += !run->steps.step[i].eval;
    }
    if (n <= k || !(all > 0))
        return INT64_MAX;
    for (size_t i = 0; i < p->segment_n; i++)
        if (p->segment[i].part == FID_PART_TRAINING)
            training_ns += p->segment[i].end_ns - p->segment[i].start_ns;
    left = upto / all * (double)training_ns;
    FID_EACH (const struct fid_segment, g, p->segment) {
        double length = (double)(g->end_ns - g->start_ns);
        if (g->part != FID_PART_TRAINING)
            continue;
        if (left <= length)
            return g->start_ns + (int64_t)left;
        left -= length;
    }
    return INT64_MAX;
}

/* Length of the job, and where it starts. */
static int job_of (const struct fid_run *run, double *length_s, int64_t *start_ns,
                   struct fid_error *err)
{
    struct fid_intervals iv;
    FID_TRY (fid_window_cut (run, FID_WINDOW_JOB, false, &iv, err));
    *length_s = iv.length_s;
    *start_ns = iv.n ? iv.at[0].start_ns : 0;
    fid_intervals_clear (&iv);
    return 0;
}

static int by_epoch (struct fid_units *u, const struct fid_run *const run[2],
                     struct fid_error *err)
{
    double median_s;
    for (int k = 0; k < 2; k++)
        FID_TRY (fid_epochs (run[k], &u->n[k], &median_s, err));
    for (int k = 0; k < 2; k++)
        u->until_ns[k] = epoch_start (run[k], fmin (u->n[0], u->n[1]));
    return 0;
}

static int by_second (struct fid_units *u, const struct fid_run *const run[2],
                      struct fid_error *err)
{
    int64_t start_ns[2];
    for (int k = 0; k < 2; k++)
        FID_TRY (job_of (run[k], &u->n[k], &start_ns[k], err));
    for (int k = 0; k < 2; k++)
        if (u->n[k] > fmin (u->n[0], u->n[1]))
            u->until_ns[k] = start_ns[k] + (int64_t)(fmin (u->n[0], u->n[1]) * 1e9);
    return 0;
}

static void by_step (struct fid_units *u, const struct fid_run *const run[2])
{
    for (int k = 0; k < 2; k++)
        u->n[k] = (double)fid_step_sums (run[k], false).n;
    for (int k = 0; k < 2; k++)
        u->until_ns[k] = steps_end (run[k], fmin (u->n[0], u->n[1]));
}

int fid_units_init (struct fid_units *u, enum fid_per wanted, const struct fid_run *real,
                    const struct fid_run *emu, struct fid_error *err)
{
    static const char *const lacks[FID_PER_N] = {[FID_PER_EPOCH] = "its log numbers no epochs",
                                                 [FID_PER_STEP] = "no steps are recorded",
                                                 [FID_PER_SECOND] = "it has no length"};
    const struct fid_run *const run[2] = {real, emu};
    const struct fid_units job = {FID_PER_JOB, {1, 1}, {INT64_MAX, INT64_MAX}};
    *u = job;
    if (wanted == FID_PER_JOB)
        return 0;
    u->per = wanted == FID_PER_CHOSEN ? FID_PER_EPOCH : wanted;
    if (u->per == FID_PER_STEP)
        by_step (u, run);
    else if (u->per == FID_PER_SECOND ? by_second (u, run, err) : by_epoch (u, run, err))
        return -1;
    bool known = u->n[0] > 0 && u->n[1] > 0;
    if (wanted == FID_PER_CHOSEN) {
        if (!known || u->n[0] == u->n[1])
            *u = job;
        return 0;
    }
    return known ? 0
                 : fid_errorf (err, FID_EINPUT, "%s cannot be compared by %s: %s",
                               u->n[0] > 0 ? emu->id : real->id, fid_per_name (u->per),
                               lacks[u->per]);
}

int fid_pair_stream (const struct fid_pair *pair, int side, enum fid_stream_id id,
                     enum fid_window w, int64_t dt_ns, struct fid_stream_extract *out,
                     struct fid_error *err)
{
    return fid_extract_stream (pair->run[side], id, w, dt_ns, pair->units.until_ns[side], out,
                               err);
}

int fid_pair_gauge (const struct fid_pair *pair, int side, enum fid_gauge_id id,
                    enum fid_window w, struct fid_gauge_extract *out, struct fid_error *err)
{
    return fid_extract_gauge (pair->run[side], id, w, pair->units.until_ns[side], out, err);
}
