/* measures_slowdown.c - what a slower storage would do to the job (metrics/slowdown.h), by
 * bandwidth and by latency; the windows of both jobs are those of loader.h */
#include "config.h"
#include <math.h>
#include "compare/loader.h"
#include "compare/measures.h"
#include "metrics/aggregate.h"
#include "metrics/slowdown.h"

struct slowdown {
    struct fid_loader side[2];
    double curve[2][FID_SLOWDOWN_N]; /* of one measure at a time */
};

static int
open_slowdown (struct fid_measuring *m)
{
    struct slowdown *in = m->in;
    if (fid_loaders_init (in->side, m->run[0], m->run[1], m->err))
        return -1;
    if (!(fid_sum (in->side[0].op, in->side[0].n) > 0) &&
        !(fid_sum (in->side[1].op, in->side[1].n) > 0))
        m->res->status = FID_STATUS_IDLE;
    return 0;
}

static void
close_slowdown (void *data)
{
    struct slowdown *in = data;
    fid_loaders_clear (in->side);
}

/* How much longer the job takes at a cost. */
static double
ratio (const struct fid_slowdown_job *job, double cost)
{
    double alone = fid_slowdown_time (job, 0);
    return alone > 0 ? fid_slowdown_time (job, cost) / alone : 1;
}

static int
curves (struct fid_measuring *m, struct fid_signals *s)
{
    struct slowdown *in = m->in;
    bool bytes = m->what->quantity == FID_QUANTITY_SLOW_BANDWIDTH;
    struct fid_slowdown_job job[2];
    double cost[FID_SLOWDOWN_N];
    for (int k = 0; k < 2; k++) {
        const struct fid_loader *j = &in->side[k];
        job[k] =
            (struct fid_slowdown_job){j->compute_s, bytes ? j->byte : j->op, j->n, j->overlap};
        if (bytes && !j->sized)
            s->miss = (struct fid_reason){.code = FID_REASON_NO_SIZES,
                                          .sides = s->miss.sides | (unsigned)(k + 1)};
    }
    double demand = fid_sum (job[0].demand, job[0].n) / in->side[0].length_s;
    if (!s->miss.code && !(demand > 0 && isfinite (demand)))
        s->miss.code = FID_REASON_NOT_DEFINED;
    if (s->miss.code)
        return 0;
    fid_slowdown_costs (1 / demand, cost);
    for (int k = 0; k < 2; k++) {
        s->side[k] = (struct fid_signal){.x = in->curve[k], .n = FID_SLOWDOWN_N, .dt_s = 1};
        if (fid_slowdown_curve (&job[k], cost, FID_SLOWDOWN_N, in->curve[k])) {
            s->miss.code = FID_REASON_NOT_DEFINED;
            return 0;
        }
    }
    fid_signals_detail (s, "real_half", ratio (&job[0], 2 / demand));
    fid_signals_detail (s, "emulation_half", ratio (&job[1], 2 / demand));
    fid_signals_detail (s, "real_quarter", ratio (&job[0], 4 / demand));
    fid_signals_detail (s, "emulation_quarter", ratio (&job[1], 4 / demand));
    fid_signals_detail (s, bytes ? "mean_bytes_s" : "mean_ops_s", demand);
    fid_signals_detail (s, "real_overlap", job[0].overlap);
    fid_signals_detail (s, "emulation_overlap", job[1].overlap);
    fid_signals_detail (s, "real_window_s", in->side[0].window_s);
    fid_signals_detail (s, "emulation_window_s", in->side[1].window_s);
    if (!bytes) {
        fid_signals_detail (s, "real_readers", in->side[0].readers);
        fid_signals_detail (s, "emulation_readers", in->side[1].readers);
    }
    return 0;
}

static const struct fid_planned slowdown_measures[] = {
    FID_PLANNED (VOLUME, slowdown, SLOW_BANDWIDTH, curves),
    FID_PLANNED (VOLUME, slowdown, SLOW_LATENCY, curves),
};

const struct fid_plan fid_plan_SLOWDOWN = {
    .open = open_slowdown,
    .close = close_slowdown,
    .in_size = sizeof (struct slowdown),
    .needs = FID_NEEDS_DATA | FID_NEEDS_PHASES | FID_NEEDS_STEPS | FID_NEEDS_WHOLE_DATA,
    .windows = 1u << FID_WINDOW_TRAINING,
    .measure = slowdown_measures,
    .measure_n = sizeof slowdown_measures / sizeof *slowdown_measures,
};
