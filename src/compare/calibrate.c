/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrate.c - the pairs a calibration is made of, and their distances (see calibration.h) */
#include "base/parallel.h"
#include "compare/calibration.h"
#include "compare/plan.h"
#include "compare/scales.h"
#include "job/of_run.h"
#include "metrics/aggregate.h"

/* One measure of one pair, before it is added to a set. */
struct found {
    enum fid_resource_id resource;
    struct fid_measure measure; /* its identity and distance */
};

/* Computes all distances of one ordered pair. */
struct job {
    size_t set, ref, other; /* indices of the repeats */
    const struct fid_run *a, *b;
    FID_LIST (struct found, found); /* owned */
};

struct jobs {
    struct job *job; /* owned */
    size_t n, cap;
    const struct fid_calibration *cal;
    const struct fid_compare_opts *opts;
};

static void name_run (struct fid_cal_run *to, const struct fid_run *run)
{
    snprintf (to->id, sizeof to->id, "%.*s", (int)sizeof to->id - 1, run->id);
    snprintf (to->workload, sizeof to->workload, "%s", run->workload);
    to->hash = run->hash;
}

static int add_job (struct jobs *jobs, struct job job, struct fid_error *err)
{
    return FID_PUSH_TO (jobs->job, jobs->n, jobs->cap, err, job);
}

/* Makes the set of one workload from its n runs (`mine`), and its pairs. */
static int make_set (struct fid_calibration *c, const struct fid_run *const *mine, size_t n,
                     enum fid_window w, struct jobs *jobs, struct fid_error *err)
{
    struct fid_cal_set *set = &c->set[c->set_n];
    snprintf (set->workload, sizeof set->workload, "%s", mine[0]->workload);
    set->run = fid_arena_take (&c->arena, n, sizeof *set->run, err);
    c->set_n++;
    if (!set->run)
        return -1;
    set->run_n = n;
    for (size_t a = 0; a < n; a++)
        name_run (&set->run[a], mine[a]);
    FID_TRY (fid_scales_measure (mine, n, w, c->dt_s, &set->scales, err));
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++) {
            struct job job = {.set = c->set_n - 1, .ref = a, .other = b};
            job.a = mine[a];
            job.b = mine[b];
            FID_TRY (a != b && add_job (jobs, job, err));
        }
    return 0;
}

/* Leaves out outliers among the n runs of one workload (model/agree.h).  -1 with FID_EINPUT if the
 * others differ: how far apart they are is no noise. */
static int hold_repeats (const struct fid_run **mine, size_t *n, struct fid_error *err)
{
    struct fid_agreement a;
    char text[300];
    int rc = fid_runs_agree (&a, mine, *n, err);
    if (!rc && a.differ)
        rc = fid_errorf (
            err, FID_EINPUT,
            "the real runs of %s differ, and how far they are apart is no noise: %s",
            mine[0]->workload,
            fid_odd_repeat_text (&a.by, mine[a.by.run]->id,
                                 a.by.other < *n ? mine[a.by.other]->id : NULL, text,
                                 sizeof text));
    if (!rc)
        *n = fid_agreement_filter (&a, mine, *n, sizeof *mine);
    fid_agreement_clear (&a);
    return rc;
}

/* Makes the sets, by workload in order of appearance. */
static int make_sets (struct fid_calibration *c, const struct fid_run *const *run, size_t run_n,
                      enum fid_window w, struct jobs *jobs, struct fid_error *err)
{
    const struct fid_run **mine = malloc ((run_n + 1) * sizeof *mine);
    int rc = mine ? 0 : fid_error_nomem (err);
    if (!rc && !(c->set = fid_arena_take (&c->arena, run_n, sizeof *c->set, err)))
        rc = -1;
    for (size_t i = 0; i < run_n && !rc; i++) {
        size_t n = 0;
        if (fid_calibration_set (c, run[i]->workload))
            continue;
        for (size_t j = 0; j < run_n; j++)
            if (strcmp (run[j]->workload, run[i]->workload) == 0)
                mine[n++] = run[j];
        if (n >= 2)
            rc = hold_repeats (mine, &n, err);
        if (n >= 2 && !rc)
            rc = make_set (c, mine, n, w, jobs, err);
    }
    free (mine);
    return rc;
}

static int measure_pair (void *ctx, size_t i, struct fid_error *err)
{
    struct jobs *all = ctx;
    struct job *j = &all->job[i];
    struct fid_pair pair;
    FID_TRY (fid_pair_init (&pair, j->a, j->b, all->opts, err));
    const struct fid_cal_set *set = &all->cal->set[j->set];
    fid_pair_freeze (&pair, &set->scales, all->opts);
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        struct fid_resource_result res = {.info = &fid_resources[r],
                                          .window =
                                              fid_pair_home (&pair, (enum fid_resource_id)r)};
        FID_TRY (fid_resource_compare (&pair, &res, err));
        for (size_t k = 0; res.status == FID_STATUS_COMPARED && k < res.measure_n; k++) {
            const struct fid_measure *v = &res.measure[k];
            if (!v->valid || res.one_sided) /* one-sided pairs have no distance */
                continue;
            FID_TRY (FID_PUSH (j->found, err, (struct found){(enum fid_resource_id)r, *v}));
        }
    }
    return 0;
}

/* Returns the entry of a measure and makes it if it is new. */
static struct fid_cal_measure *measure_of (struct fid_calibration *c, struct fid_cal_set *set,
                                           const struct found *f, struct fid_error *err)
{
    const struct fid_measure *is = &f->measure;
    FID_EACH (struct fid_cal_measure, cm, set->measure)
        if (cm->resource == f->resource && cm->facet == is->facet && cm->metric == is->metric &&
            cm->quantity == is->quantity)
            return cm;
    if (fid_arena_grow (&c->arena, &set->measure, &set->measure_cap, set->measure_n + 1,
                        sizeof *set->measure, err))
        return NULL;
    struct fid_cal_measure *cm = &set->measure[set->measure_n];
    *cm = (struct fid_cal_measure){.resource = f->resource,
                                   .facet = is->facet,
                                   .quantity = is->quantity,
                                   .metric = is->metric,
                                   .measure = is->metric->name};
    size_t n = set->run_n * set->run_n;
    cm->repeat =
        (struct fid_numbers){fid_arena_take (&c->arena, n, sizeof *cm->repeat.x, err), n};
    if (!cm->repeat.x)
        return NULL;
    for (size_t i = 0; i < n; i++)
        cm->repeat.x[i] = -1;
    set->measure_n++;
    return cm;
}

static int file_jobs (struct fid_calibration *c, const struct jobs *jobs, struct fid_error *err)
{
    FID_EACH_OF (const struct job, j, jobs->job, jobs->n) {
        struct fid_cal_set *set = &c->set[j->set];
        for (size_t k = 0; k < j->found_n; k++) {
            struct fid_cal_measure *cm = measure_of (c, set, &j->found[k], err);
            FID_TRY (!cm);
            cm->repeat.x[j->ref * set->run_n + j->other] = j->found[k].measure.value.distance;
        }
    }
    return 0;
}

/* Makes the sets of c from the runs, which must be sorted: for each workload with repeats its
 * scales and, on thread_n threads, the distances of all ordered pairs of repeats.  -1 with
 * FID_EINPUT if no workload has repeats. */
static int measure_pairs (struct fid_calibration *c, const struct fid_run *const *run,
                          size_t run_n, enum fid_window w, const struct fid_compare_opts *opts,
                          size_t thread_n, struct fid_error *err)
{
    struct jobs jobs = {.cal = c, .opts = opts};
    int rc = make_sets (c, run, run_n, w, &jobs, err);
    if (!rc && !c->set_n)
        rc = fid_errorf (err, FID_EINPUT,
                         "no workload has two real runs or more: noise is how far repeats of "
                         "the real run are apart (record the same job again)");
    if (!rc)
        rc = fid_parallel (jobs.n, thread_n, measure_pair, &jobs, err);
    if (!rc)
        rc = file_jobs (c, &jobs, err);
    for (size_t i = 0; i < jobs.n; i++)
        free (jobs.job[i].found);
    free (jobs.job);
    return rc;
}

/* A run is no repeat of itself, and a run of an unknown workload could be anybody's. */
static int check_runs (const struct fid_run *const *run, size_t run_n, struct fid_error *err)
{
    for (size_t i = 0; i < run_n; i++) {
        if (!run[i]->workload[0])
            return fid_errorf (
                err, FID_EINPUT,
                "%s: its workload is not known, so nobody can say whose repeat it "
                "is; a meta.json can name it",
                run[i]->id);
        for (size_t j = 0; j < i; j++)
            if (run[j]->hash == run[i]->hash)
                return fid_errorf (
                    err, FID_EINPUT,
                    "%s and %s hold the same traces: a run is no repeat of itself", run[j]->id,
                    run[i]->id);
    }
    return 0;
}

static int by_name (const void *va, const void *vb)
{
    const struct fid_run *a = *(const struct fid_run *const *)va;
    const struct fid_run *b = *(const struct fid_run *const *)vb;
    int order = strcmp (a->workload, b->workload);
    if (!order)
        order = strcmp (a->id, b->id);
    return order ? order : (a->hash > b->hash) - (a->hash < b->hash);
}

/* Makes c what its document reads, with the document's hash. */
static int settle_calibration (struct fid_calibration *c, struct fid_error *err)
{
    fid_record_round (fid_calibration_record, c);
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_calibration_json (c, err);
    bool hashed = doc && fid_hash_read (fid_get_string (doc, "hash"), &c->hash);
    return hashed ? 0 : -1;
}

static int find_noise (struct fid_cal_set *set, struct fid_error *err)
{
    size_t n = set->run_n * set->run_n;
    FID_FREED double *x = malloc (n * sizeof *x);
    FID_NEED (x, err);
    for (size_t k = 0; k < set->measure_n; k++) {
        size_t known = 0;
        for (size_t i = 0; i < n; i++)
            if (set->measure[k].repeat.x[i] >= 0)
                x[known++] = set->measure[k].repeat.x[i];
        set->measure[k].noise = known ? fid_median_select (x, known) : -1;
    }
    return 0;
}

int fid_calibrate (const struct fid_run *const *run, size_t run_n,
                   const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
                   size_t thread_n, struct fid_calibration **out, struct fid_error *err)
{
    int w = opts->window ? fid_window_find (opts->window) : FID_WINDOW_JOB;
    struct fid_compare_opts plain = *opts;
    plain.calibration = NULL;
    if (w < 0)
        return fid_errorf (err, FID_EUSAGE, "no window is called '%s'", opts->window);
    /* the same whatever order the runs come in */
    const struct fid_run **sorted = malloc ((run_n + 1) * sizeof *sorted);
    struct fid_calibration *c = sorted ? calloc (1, sizeof *c) : NULL;
    if (!c) {
        free (sorted);
        return fid_error_nomem (err);
    }
    memcpy (sorted, run, run_n * sizeof *sorted);
    qsort (sorted, run_n, sizeof *sorted, by_name);
    snprintf (c->version, sizeof c->version, "%s", fid_version ());
    c->window = (enum fid_window)w;
    c->all_processes = run_opts->all_processes;
    c->roles_hash = run_opts->roles_hash;
    c->per = opts->per;
    c->dt_s = fid_setting_number (FID_SETTING_DT, opts->dt_s);
    c->band_s = fid_setting_number (FID_SETTING_BAND, opts->band_s);
    c->penalty = fid_setting_number (FID_SETTING_PENALTY, opts->penalty);
    c->tolerance_s = fid_setting_number (FID_SETTING_TOLERANCE, opts->tolerance_s);
    int rc = check_runs (sorted, run_n, err);
    if (!rc)
        rc = measure_pairs (c, sorted, run_n, (enum fid_window)w, &plain, thread_n, err);
    for (size_t i = 0; !rc && i < c->set_n; i++)
        rc = find_noise (&c->set[i], err);
    free (sorted);
    if (!rc)
        rc = settle_calibration (c, err);
    if (!rc)
        *out = c;
    else
        fid_calibration_destroy (c);
    return rc;
}
