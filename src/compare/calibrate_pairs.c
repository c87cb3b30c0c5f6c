/* calibrate_pairs.c - the pairs a calibration is made of, and their distances */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/parallel.h"
#include "compare/calibrate.h"
#include "compare/plan.h"
#include "metrics/rng.h"

#define SEED UINT64_C (20231122) /* of the surrogates */

/* One measure of one pair, before it is added to a set. */
struct found {
    enum fid_resource_id resource;
    struct fid_measure measure; /* its identity and distance */
    const char *null;           /* static */
};

/* Computes all distances of one ordered pair. */
struct job {
    size_t set, ref, other; /* other: index into run (below run_n) or run_n + unrelated */
    const struct fid_run *a, *b;
    struct found *found; /* owned */
    size_t found_n, found_cap;
};

struct jobs {
    struct job *job; /* owned */
    size_t n, cap;
    const struct fid_calibration *cal;
    const struct fid_compare_opts *opts;
};

static void
name_run (struct fid_cal_run *to, const struct fid_run *run)
{
    snprintf (to->id, sizeof to->id, "%.*s", (int)sizeof to->id - 1, run->id);
    snprintf (to->workload, sizeof to->workload, "%s", run->workload);
    to->hash = run->hash;
}

static int
add_job (struct jobs *jobs, struct job job, struct fid_error *err)
{
    if (fid_array_grow (&jobs->job, &jobs->cap, jobs->n + 1, sizeof *jobs->job, err))
        return -1;
    jobs->job[jobs->n++] = job;
    return 0;
}

/* Measures the pairs of one real run: with its repeats, then with the others. */
static int
add_jobs (const struct fid_calibration *c, size_t set_at, size_t ref,
          const struct fid_run *const *mine, const struct fid_run *const *run, size_t run_n,
          struct jobs *jobs, struct fid_error *err)
{
    const struct fid_cal_set *set = &c->set[set_at];
    size_t repeat = 0, other = set->run_n;
    for (size_t j = 0; j < run_n; j++) {
        bool same = strcmp (run[j]->workload, set->workload) == 0;
        struct job job = {
            .set = set_at, .ref = ref, .other = same ? repeat++ : other++, .a = mine[ref]};
        job.b = run[j];
        if (job.b != job.a && add_job (jobs, job, err))
            return -1;
    }
    /* of the next repeat, so that no run is compared with its own surrogate */
    for (size_t s = 0; set->surrogate && s < set->other_n; s++) {
        struct job job = {.set = set_at, .ref = ref, .other = set->run_n + s, .a = mine[ref]};
        job.b = mine[(ref + 1) % set->run_n];
        if (add_job (jobs, job, err))
            return -1;
    }
    return 0;
}

/* Makes the set of one workload from its n runs (`mine`), and measures its pairs. */
static int
make_set (struct fid_calibration *c, const struct fid_run *const *mine, size_t n,
          const struct fid_run *const *run, size_t run_n, enum fid_window w, size_t surrogate_n,
          struct jobs *jobs, struct fid_error *err)
{
    struct fid_cal_set *set = &c->set[c->set_n];
    size_t m = 0;
    snprintf (set->workload, sizeof set->workload, "%s", mine[0]->workload);
    set->surrogate = n == run_n;
    set->run = calloc (n, sizeof *set->run);
    set->other = set->surrogate ? NULL : calloc (run_n - n, sizeof *set->other);
    c->set_n++;
    if (!set->run || (!set->other && !set->surrogate))
        return fid_error_nomem (err);
    set->run_n = n;
    set->other_n = set->surrogate ? surrogate_n : run_n - n;
    for (size_t a = 0; a < n; a++)
        name_run (&set->run[a], mine[a]);
    for (size_t j = 0; j < run_n; j++)
        if (strcmp (run[j]->workload, set->workload) != 0)
            name_run (&set->other[m++], run[j]);
    if (fid_scales_measure (mine, n, w, c->dt_s, &set->scales, err))
        return -1;
    for (size_t a = 0; a < n; a++)
        if (add_jobs (c, c->set_n - 1, a, mine, run, run_n, jobs, err))
            return -1;
    return 0;
}

/* Makes the sets, by workload in order of appearance: repeats and the rest. */
static int
make_sets (struct fid_calibration *c, const struct fid_run *const *run, size_t run_n,
           enum fid_window w, size_t surrogate_n, struct jobs *jobs, struct fid_error *err)
{
    c->set = calloc (run_n ? run_n : 1, sizeof *c->set);
    const struct fid_run **mine = malloc ((run_n + 1) * sizeof *mine);
    int rc = c->set && mine ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < run_n && !rc; i++) {
        size_t n = 0;
        if (fid_calibration_set (c, run[i]->workload))
            continue;
        for (size_t j = 0; j < run_n; j++)
            if (strcmp (run[j]->workload, run[i]->workload) == 0)
                mine[n++] = run[j];
        if (n >= 2)
            rc = make_set (c, mine, n, run, run_n, w, surrogate_n, jobs, err);
    }
    free (mine);
    return rc;
}

static int
measure_pair (void *ctx, size_t i, struct fid_error *err)
{
    struct jobs *all = ctx;
    struct job *j = &all->job[i];
    struct fid_pair pair;
    if (fid_pair_init (&pair, j->a, j->b, all->opts, err))
        return -1;
    const struct fid_cal_set *set = &all->cal->set[j->set];
    fid_pair_freeze (&pair, &set->scales, all->opts);
    bool surrogate = set->surrogate && j->other >= set->run_n;
    struct fid_disturb disturb = {
        fid_rng_mix (SEED, j->ref * set->other_n + j->other - set->run_n), pair.step_s};
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        struct fid_resource_result res = {.info = &fid_resources[r],
                                          .window = pair.window,
                                          .disturb = surrogate ? &disturb : NULL};
        if (fid_resource_compare (&pair, &res, err))
            return -1;
        for (size_t k = 0; res.status == FID_STATUS_COMPARED && k < res.measure_n; k++) {
            const struct fid_measure *v = &res.measure[k];
            /* one-sided pairs do not define how far apart they are */
            if (!v->valid || res.one_sided || (surrogate && !v->null))
                continue;
            if (fid_array_grow (&j->found, &j->found_cap, j->found_n + 1, sizeof *j->found,
                                err))
                return -1;
            j->found[j->found_n++] = (struct found){(enum fid_resource_id)r, *v,
                                                    surrogate ? v->null : "unrelated runs"};
        }
    }
    return 0;
}

/* Returns the entry of a measure and makes it if it is new. */
static struct fid_cal_measure *
measure_of (struct fid_cal_set *set, const struct found *f, struct fid_error *err)
{
    const struct fid_measure *is = &f->measure;
    for (size_t m = 0; m < set->measure_n; m++) {
        struct fid_cal_measure *cm = &set->measure[m];
        if (cm->resource == f->resource && cm->facet == is->facet && cm->metric == is->metric &&
            cm->quantity == is->quantity)
            return cm;
    }
    if (fid_array_grow (&set->measure, &set->measure_cap, set->measure_n + 1,
                        sizeof *set->measure, err))
        return NULL;
    struct fid_cal_measure *cm = &set->measure[set->measure_n];
    *cm = (struct fid_cal_measure){.resource = f->resource,
                                   .facet = is->facet,
                                   .quantity = is->quantity,
                                   .metric = is->metric};
    size_t nn = set->run_n * set->run_n, nm = set->run_n * set->other_n;
    cm->repeat = malloc ((nn + 1) * sizeof *cm->repeat);
    cm->unrelated = malloc ((nm + 1) * sizeof *cm->unrelated);
    if (!cm->repeat || !cm->unrelated) {
        free (cm->repeat);
        free (cm->unrelated);
        fid_error_nomem (err);
        return NULL;
    }
    for (size_t i = 0; i < nn; i++)
        cm->repeat[i] = -1;
    for (size_t i = 0; i < nm; i++)
        cm->unrelated[i] = -1;
    set->measure_n++;
    return cm;
}

static int
file_jobs (struct fid_calibration *c, const struct jobs *jobs, struct fid_error *err)
{
    for (size_t i = 0; i < jobs->n; i++) {
        const struct job *j = &jobs->job[i];
        struct fid_cal_set *set = &c->set[j->set];
        for (size_t k = 0; k < j->found_n; k++) {
            struct fid_cal_measure *cm = measure_of (set, &j->found[k], err);
            if (!cm)
                return -1;
            if (j->other < set->run_n)
                cm->repeat[j->ref * set->run_n + j->other] = j->found[k].measure.value.distance;
            else {
                cm->unrelated[j->ref * set->other_n + j->other - set->run_n] =
                    j->found[k].measure.value.distance;
                snprintf (cm->chance_of, sizeof cm->chance_of, "%s", j->found[k].null);
            }
        }
    }
    return 0;
}

int
fid_cal_measure_pairs (struct fid_calibration *c, const struct fid_run *const *run,
                       size_t run_n, enum fid_window w, const struct fid_compare_opts *opts,
                       size_t thread_n, struct fid_error *err)
{
    struct jobs jobs = {.cal = c, .opts = opts};
    int rc = make_sets (c, run, run_n, w,
                        opts->surrogate_n ? opts->surrogate_n : FID_CAL_SURROGATES, &jobs, err);
    if (!rc && !c->set_n)
        rc = fid_errorf (err, FID_EINPUT,
                         "no workload has two real runs or more: a score needs repeats of the "
                         "real run (record the same job again) and, for the chance, runs of "
                         "another workload");
    if (!rc)
        rc = fid_parallel (jobs.n, thread_n, measure_pair, &jobs, err);
    if (!rc)
        rc = file_jobs (c, &jobs, err);
    for (size_t i = 0; i < jobs.n; i++)
        free (jobs.job[i].found);
    free (jobs.job);
    return rc;
}
