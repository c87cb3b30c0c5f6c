/* SPDX-License-Identifier: GPL-3.0-or-later */
/* time_range.c - see run_figure.h */
#include "charts/run_figure.h"

#define SECOND INT64_C (1000000000)
#define AROUND (5 * SECOND)

const char *const fid_zooms[] = {"overview",    "init",       "first_5min", "first_training",
                                 "first_epoch", "first_eval", "first_ckpt", "last_2min",
                                 "last_5s",     NULL};

static bool first_part (const struct fid_phases *p, enum fid_part part,
                        struct fid_stretch_ns *out)
{
    for (size_t i = 0; i < p->segment_n; i++)
        if (p->segment[i].part == part) {
            *out = (struct fid_stretch_ns){p->segment[i].start_ns, p->segment[i].end_ns};
            return true;
        }
    return false;
}

/* From the start to the end of the first epoch, with the evaluations and checkpoints in it. */
static bool first_epoch (const struct fid_phases *p, struct fid_stretch_ns *out)
{
    int epoch = -1;
    FID_EACH (const struct fid_segment, s, p->segment) {
        if (s->epoch < 0)
            continue;
        if (epoch < 0) {
            epoch = s->epoch;
            *out = (struct fid_stretch_ns){s->start_ns, s->end_ns};
        }
        if (s->epoch == epoch)
            out->to_ns = s->end_ns;
    }
    return epoch >= 0;
}

bool fid_zoom_find (const struct fid_run *run, const char *name, struct fid_stretch_ns *out)
{
    const struct fid_phases *p = &run->phases;
    bool there = false, around = true;
    if (strcmp (name, "overview") == 0) {
        *out = (struct fid_stretch_ns){INT64_MIN, INT64_MAX};
        return true;
    }
    if (!p->known)
        return false;
    if (strcmp (name, "init") == 0 || strcmp (name, "first_5min") == 0) {
        there = first_part (p, FID_PART_INIT, out);
        if (there && name[0] == 'f')
            out->to_ns = out->from_ns + 300 * SECOND - AROUND;
    } else if (strcmp (name, "first_training") == 0)
        there = first_part (p, FID_PART_TRAINING, out);
    else if (strcmp (name, "first_epoch") == 0)
        there = first_epoch (p, out);
    else if (strcmp (name, "first_eval") == 0)
        there = first_part (p, FID_PART_EVAL, out);
    else if (strcmp (name, "first_ckpt") == 0)
        there = first_part (p, FID_PART_CHECKPOINT, out);
    else if (strcmp (name, "last_2min") == 0 || strcmp (name, "last_5s") == 0) {
        int64_t length = name[5] == '2' ? 120 * SECOND : 5 * SECOND;
        *out = (struct fid_stretch_ns){p->end_ns - length, p->end_ns};
        there = true;
        around = false;
    }
    if (there && around) {
        out->from_ns -= AROUND;
        out->to_ns += AROUND;
    }
    return there;
}

static void widen_stretch (struct fid_stretch_ns *s, int64_t from_ns, int64_t to_ns)
{
    if (from_ns < s->from_ns)
        s->from_ns = from_ns;
    if (to_ns > s->to_ns)
        s->to_ns = to_ns;
}

bool fid_zoom_extent (const struct fid_run *run, struct fid_stretch_ns *out)
{
    struct fid_stretch_ns all = {INT64_MAX, INT64_MIN};
    if (run->phases.known)
        widen_stretch (&all, run->phases.first_ns, run->phases.end_ns);
    for (int i = 0; i < FID_GAUGE_N; i++) {
        const struct fid_gauge *g = &run->gauge[i];
        if (g->n)
            widen_stretch (&all, g->t_ns[0] - (int64_t)(g->period_s * 1e9), g->t_ns[g->n - 1]);
    }
    for (int i = 0; i < FID_STREAM_N; i++)
        if (run->stream[i].first_ns <= run->stream[i].last_ns)
            widen_stretch (&all, run->stream[i].first_ns, run->stream[i].last_ns);
    if (all.from_ns >= all.to_ns)
        return false;
    *out = all;
    return true;
}

int64_t fid_zoom_zero (const struct fid_run *run)
{
    struct fid_stretch_ns all;
    if (run->phases.known)
        return run->phases.origin_ns;
    return fid_zoom_extent (run, &all) ? all.from_ns : 0;
}
