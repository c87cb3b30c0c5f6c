/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complete.c - phases and steps of a run that its log does not name (of_run.h) */
#include "job/of_run.h"
#include "run/steps.h"

/* The training phase of a step: the last one that began before its middle; NULL: none. */
static struct fid_phase *phase_of_step (const struct fid_phases *p, const struct fid_step *s)
{
    int64_t t_ns = s->end_ns - (int64_t)(s->step_s > 0 ? s->step_s * 5e8 : 0);
    size_t from = FID_FIRST_AFTER (p->phase, p->phase_n, struct fid_phase, start_ns, t_ns);
    while (from > 0 && p->phase[from - 1].kind != FID_PHASE_TRAINING)
        from--;
    return from ? &p->phase[from - 1] : NULL;
}

/* Lets phases of training last until the last rank has ended its steps, or the next begins. */
static int wait_for_ranks (struct fid_run *run, struct fid_error *err)
{
    struct fid_phases *p = &run->phases, old = *p;
    bool longer = false;
    FID_EACH (const struct fid_step, s, run->steps.other) {
        struct fid_phase *at = s->eval || s->end_ns == INT64_MIN ? NULL : phase_of_step (p, s);
        if (!at || s->end_ns <= at->end_ns)
            continue;
        int64_t next_ns = INT64_MAX;
        for (const struct fid_phase *q = at + 1; q < p->phase + p->phase_n; q++)
            if (q->start_ns >= at->end_ns) {
                next_ns = q->start_ns;
                break;
            }
        at->end_ns = s->end_ns < next_ns ? s->end_ns : next_ns;
        longer = true;
    }
    if (!longer)
        return 0;
    if (fid_phases_build (p, old.phase, old.phase_n, err)) {
        *p = old;
        return -1;
    }
    p->truncated_n = old.truncated_n;
    fid_phases_clear (&old);
    return 0;
}

static bool names_phase (const struct fid_run *run, enum fid_phase_kind kind)
{
    for (size_t i = 0; i < run->phases.phase_n; i++)
        if (run->phases.phase[i].kind == kind)
            return true;
    return false;
}

static int64_t instant_of (const struct fid_job_evidence *ev, double s)
{
    return ev->origin_ns + (int64_t)(s * 1e9 + 0.5);
}

/* The phase of a segment that the traces show between start and end of the logged job. */
static bool phase_of_segment (const struct fid_run *run, const struct fid_job_evidence *ev,
                              const struct fid_job_segment *g, struct fid_phase *out)
{
    bool evaluates = g->kind == FID_JOB_EVALUATION;
    *out = (struct fid_phase){.kind = evaluates ? FID_PHASE_EVAL : FID_PHASE_CHECKPOINT,
                              .name = evaluates                 ? FID_NAME_EVAL
                                      : g->kind == FID_JOB_LOAD ? FID_NAME_CHECKPOINT_LOAD
                                                                : FID_NAME_CHECKPOINT,
                              .start_ns = instant_of (ev, g->start_s),
                              .end_ns = instant_of (ev, g->end_s),
                              .epoch = g->epoch,
                              .block = -1,
                              .flags = FID_PHASE_FOUND};
    return (evaluates || g->kind == FID_JOB_SAVE || g->kind == FID_JOB_LOAD) &&
           g->known.from == FID_JOB_TRACES && g->known.sure >= FID_JOB_SURE &&
           !names_phase (run, out->kind) && out->start_ns >= run->phases.origin_ns &&
           out->start_ns < run->phases.end_ns;
}

static int tell_phases (struct fid_run *run, const char *what, int64_t n, double sure,
                        struct fid_error *err)
{
    return n ? FID_FIND (&run->findings, err, .code = FID_RUN_PHASES_FOUND,
                         .resource = "phases", .detail = (char *)what, .number = {n},
                         .value = sure)
             : 0;
}

static int add_phases (struct fid_run *run, const struct fid_job *job,
                       const struct fid_job_evidence *ev, struct fid_error *err)
{
    const struct fid_job_rank *r = &job->rank[0];
    struct fid_phases old = run->phases;
    FID_FREED struct fid_phase *all = malloc ((old.phase_n + r->segment_n + 1) * sizeof *all);
    int64_t found[FID_PHASE_N] = {0};
    double sure[FID_PHASE_N] = {1, 1, 1, 1};
    size_t n = 0;
    FID_NEED (all, err);
    for (size_t i = 0; i < old.phase_n; i++)
        all[n++] = old.phase[i];
    FID_EACH (const struct fid_job_segment, g, r->segment)
        if (phase_of_segment (run, ev, g, &all[n])) {
            enum fid_phase_kind kind = all[n++].kind;
            found[kind]++;
            sure[kind] = g->known.sure < sure[kind] ? g->known.sure : sure[kind];
        }
    if (n == old.phase_n)
        return 0;
    if (fid_phases_build (&run->phases, all, n, err)) {
        run->phases = old;
        return -1;
    }
    run->phases.truncated_n = old.truncated_n;
    fid_phases_clear (&old);
    FID_TRY (tell_phases (run, "checkpoints", found[FID_PHASE_CHECKPOINT],
                          sure[FID_PHASE_CHECKPOINT], err));
    return tell_phases (run, "evaluations", found[FID_PHASE_EVAL], sure[FID_PHASE_EVAL], err);
}

static int add_steps (struct fid_run *run, const struct fid_job *job,
                      const struct fid_job_evidence *ev, struct fid_error *err)
{
    const struct fid_job_rank *r = &job->rank[0];
    struct fid_steps *to = &run->steps;
    bool evaluations = r->eval_loader.known.sure >= FID_JOB_SURE;
    FID_EACH (const struct fid_job_segment, g, r->segment) {
        bool eval = g->kind == FID_JOB_EVALUATION;
        if (g->kind != FID_JOB_TRAINING && !(eval && evaluations))
            continue;
        FID_TRY (
            fid_array_grow (&to->step, &to->cap, to->n + g->step_n, sizeof *to->step, err));
        FID_EACH_OF (const struct fid_job_step, s, r->step + g->step_first, g->step_n) {
            double length_s = s->end_s - s->start_s;
            double compute_s = s->compute_s < length_s ? s->compute_s : length_s;
            to->step[to->n++] = (struct fid_step){.end_ns = instant_of (ev, s->end_s),
                                                  .load_s = length_s - compute_s,
                                                  .compute_s = compute_s,
                                                  .step_s = length_s,
                                                  .epoch = g->epoch,
                                                  .eval = eval};
        }
    }
    struct fid_run_finding f = {.code = FID_RUN_STEPS_FOUND,
                                .resource = "steps",
                                .number = {(int64_t)fid_job_step_n (r, FID_JOB_TRAINING)},
                                .value = job->steps.sure};
    run->steps.found = true;
    FID_TRY (fid_run_findings_add (&run->findings, &f, err));
    return fid_steps_settle (run, err);
}

int fid_job_complete (struct fid_run *run, struct fid_error *err)
{
    FID_SCOPED (fid_job_clear) struct fid_job job = {.rank = NULL};
    FID_SCOPED (fid_job_evidence_clear) struct fid_job_evidence ev = {.origin_ns = 0};
    bool steps = !run->steps.n && !run->steps.other_n;
    bool phases =
        !names_phase (run, FID_PHASE_CHECKPOINT) || !names_phase (run, FID_PHASE_EVAL);
    if (!run->phases.known)
        return 0;
    FID_TRY (wait_for_ranks (run, err));
    if (!steps && (!phases || !run->events.row_n))
        return 0; /* phases are found in calls */
    FID_TRY (fid_job_find (&job, &ev, run, err));
    FID_TRY (add_phases (run, &job, &ev, err));
    bool found = fid_job_step_n (&job.rank[0], FID_JOB_TRAINING) > 0;
    return steps && job.steps.sure >= FID_JOB_SURE && found ? add_steps (run, &job, &ev, err)
                                                            : 0;
}
