/* calibrate.c - distances of repeats and of unrelated runs (see calibration.h) */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include "base/array.h"
#include "base/jsontext.h"
#include "base/parallel.h"
#include "compare/draws.h"
#include "compare/scales.h"
#include "metrics/rng.h"

#define SEED UINT64_C (20231122) /* of the surrogates */

/* One measure of one pair, before it is filed. */
struct found {
    uint8_t resource;
    const char *facet, *metric, *quantity, *null; /* static */
    double distance;
};

/* All distances of one ordered pair. */
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

static int
measure_pair (void *ctx, size_t i, struct fid_error *err)
{
    struct jobs *all = ctx;
    struct job *j = &all->job[i];
    struct fid_pair pair;
    if (fid_pair_resolve (&pair, j->a, j->b, all->opts, err))
        return -1;
    const struct fid_cal_set *set = &all->cal->set[j->set];
    fid_pair_freeze (&pair, &set->scales, all->opts);
    bool surrogate = set->surrogate && j->other >= set->run_n;
    struct fid_disturb disturb = {
        fid_rng_mix (SEED, j->ref * set->other_n + j->other - set->run_n), pair.step_s};
    for (size_t r = 0; r < fid_resource_count (); r++) {
        struct fid_card card = {.info = &fid_resources[r],
                                .window = pair.window,
                                .disturb = surrogate ? &disturb : NULL};
        if (fid_card_resource (&pair, r, &card, err))
            return -1;
        for (size_t f = 0; card.status == FID_CARD_COMPARED && f < card.facet_n; f++) {
            const struct fid_facet *v = &card.facet[f];
            /* one-sided pairs say "as far as can be", not how far */
            if (!v->valid || card.one_sided || (surrogate && !v->null))
                continue;
            if (fid_array_grow (&j->found, &j->found_cap, j->found_n + 1, sizeof *j->found,
                                err))
                return -1;
            j->found[j->found_n++] = (struct found){(uint8_t)r,
                                                    v->facet,
                                                    v->metric->name,
                                                    v->quantity,
                                                    surrogate ? v->null : "unrelated runs",
                                                    v->value.distance};
        }
    }
    return 0;
}

/* The measure of that name, made if it is new. */
static struct fid_cal_measure *
measure_of (struct fid_cal_set *set, const struct found *f, struct fid_error *err)
{
    const char *resource = fid_resources[f->resource].name;
    for (size_t m = 0; m < set->measure_n; m++) {
        struct fid_cal_measure *cm = &set->measure[m];
        if (strcmp (cm->resource, resource) == 0 && strcmp (cm->facet, f->facet) == 0 &&
            strcmp (cm->metric, f->metric) == 0 && strcmp (cm->quantity, f->quantity) == 0)
            return cm;
    }
    if (fid_array_grow (&set->measure, &set->measure_cap, set->measure_n + 1,
                        sizeof *set->measure, err))
        return NULL;
    struct fid_cal_measure *cm = &set->measure[set->measure_n];
    *cm = (struct fid_cal_measure){0};
    snprintf (cm->resource, sizeof cm->resource, "%s", resource);
    snprintf (cm->facet, sizeof cm->facet, "%s", f->facet);
    snprintf (cm->metric, sizeof cm->metric, "%s", f->metric);
    snprintf (cm->quantity, sizeof cm->quantity, "%s", f->quantity);
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

static double
median (double *x, size_t n)
{
    if (!n)
        return -1;
    gsl_sort (x, 1, n);
    return gsl_stats_median_from_sorted_data (x, 1, n);
}

void
fid_cal_levels (const struct fid_cal_set *set, const size_t *ref, const size_t *other,
                double *ceiling, double *floor)
{
    size_t n = set->run_n, m = set->other_n;
    double *x = malloc ((n * (n + m) + 1) * sizeof *x);
    for (size_t k = 0; k < set->measure_n; k++) {
        const struct fid_cal_measure *cm = &set->measure[k];
        size_t c = 0, f = 0;
        ceiling[k] = floor[k] = -1;
        if (!x)
            continue;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                size_t a = ref ? ref[i] : i, b = ref ? ref[j] : j;
                if (a != b && cm->repeat[a * n + b] >= 0)
                    x[c++] = cm->repeat[a * n + b];
            }
        ceiling[k] = median (x, c);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < m; j++) {
                size_t a = ref ? ref[i] : i, b = other ? other[j] : j;
                if (cm->unrelated[a * m + b] >= 0)
                    x[f++] = cm->unrelated[a * m + b];
            }
        floor[k] = median (x, f);
    }
    free (x);
}

/* P (d_repeat < d_unrelated), ties half (Mann-Whitney). */
static double
auc (const struct fid_cal_measure *cm, size_t nn, size_t nm)
{
    double wins = 0;
    size_t pairs = 0;
    for (size_t i = 0; i < nn; i++)
        for (size_t j = 0; cm->repeat[i] >= 0 && j < nm; j++) {
            if (cm->unrelated[j] < 0)
                continue;
            wins += cm->repeat[i] < cm->unrelated[j]    ? 1
                    : cm->repeat[i] == cm->unrelated[j] ? 0.5
                                                        : 0;
            pairs++;
        }
    return pairs ? wins / (double)pairs : -1;
}

/* Levels and the discriminability guard. */
static int
judge (struct fid_cal_set *set, struct fid_error *err)
{
    const char *null = set->surrogate ? "surrogates" : "unrelated runs";
    double *level = malloc ((2 * set->measure_n + 1) * sizeof *level);
    if (!level)
        return fid_error_nomem (err);
    fid_cal_levels (set, NULL, NULL, level, level + set->measure_n);
    for (size_t k = 0; k < set->measure_n; k++) {
        struct fid_cal_measure *cm = &set->measure[k];
        cm->ceiling = level[k];
        cm->floor = level[set->measure_n + k];
        cm->auc = auc (cm, set->run_n * set->run_n, set->run_n * set->other_n);
        cm->informative = false;
        if (cm->ceiling < 0)
            snprintf (cm->reason, sizeof cm->reason, "not defined between repeats");
        else if (cm->floor < 0)
            snprintf (cm->reason, sizeof cm->reason,
                      set->surrogate ? "no unrelated run to hold it against and no surrogate: "
                                       "record a run of another workload"
                                     : "no unrelated run to hold it against");
        else if (cm->auc < FID_CAL_MIN_AUC)
            snprintf (cm->reason, sizeof cm->reason,
                      "uninformative here: tells repeats from %s with AUC %.2f only", null,
                      cm->auc);
        else if (cm->floor < FID_CAL_MIN_RATIO * cm->ceiling)
            snprintf (cm->reason, sizeof cm->reason,
                      "uninformative here: %s are only %.2f times as far as repeats", null,
                      cm->floor / cm->ceiling);
        else
            cm->informative = true;
    }
    free (level);
    return 0;
}

static void
name_run (struct fid_cal_run *to, const struct fid_run *run)
{
    snprintf (to->id, sizeof to->id, "%.*s", (int)sizeof to->id - 1, run->id);
    snprintf (to->workload, sizeof to->workload, "%s", run->workload);
    to->hash = run->hash;
}

/* Make the sets: workloads in the order they come, repeats and the rest. */
static int
make_sets (struct fid_calibration *c, const struct fid_run *const *run, size_t run_n,
           struct jobs *jobs, enum fid_window w, size_t surrogate_n, struct fid_error *err)
{
    c->set = calloc (run_n ? run_n : 1, sizeof *c->set);
    const struct fid_run **mine = malloc ((run_n + 1) * sizeof *mine);
    int rc = c->set && mine ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < run_n && !rc; i++) {
        size_t n = 0, m = 0;
        if (fid_calibration_set (c, run[i]->workload))
            continue;
        struct fid_cal_set *set = &c->set[c->set_n];
        for (size_t j = 0; j < run_n; j++)
            if (strcmp (run[j]->workload, run[i]->workload) == 0)
                mine[n++] = run[j];
        if (n < 2)
            continue;
        snprintf (set->workload, sizeof set->workload, "%s", run[i]->workload);
        set->run = calloc (n, sizeof *set->run);
        set->surrogate = n == run_n;
        set->other = set->surrogate ? NULL : calloc (run_n - n, sizeof *set->other);
        c->set_n++;
        if (!set->run || (!set->other && !set->surrogate)) {
            rc = fid_error_nomem (err);
            break;
        }
        set->run_n = n;
        set->other_n = set->surrogate ? surrogate_n : run_n - n;
        rc = fid_scales_measure (mine, n, w, c->dt_s, &set->scales, err);
        for (size_t a = 0; a < n; a++)
            name_run (&set->run[a], mine[a]);
        for (size_t j = 0; j < run_n; j++)
            if (strcmp (run[j]->workload, run[i]->workload) != 0)
                name_run (&set->other[m++], run[j]);
        for (size_t a = 0; a < n && !rc; a++) {
            size_t repeat = 0, other = n;
            for (size_t j = 0; j < run_n && !rc; j++) {
                bool same = strcmp (run[j]->workload, run[i]->workload) == 0;
                size_t index = same ? repeat++ : other++;
                if (run[j] == mine[a])
                    continue;
                rc = fid_array_grow (&jobs->job, &jobs->cap, jobs->n + 1, sizeof *jobs->job,
                                     err);
                if (!rc)
                    jobs->job[jobs->n++] = (struct job){.set = c->set_n - 1,
                                                        .ref = a,
                                                        .other = index,
                                                        .a = mine[a],
                                                        .b = run[j]};
            }
            /* of the repeat that follows, so that a surrogate is no run against itself */
            for (size_t s = 0; s < surrogate_n && set->surrogate && !rc; s++) {
                rc = fid_array_grow (&jobs->job, &jobs->cap, jobs->n + 1, sizeof *jobs->job,
                                     err);
                if (!rc)
                    jobs->job[jobs->n++] = (struct job){.set = c->set_n - 1,
                                                        .ref = a,
                                                        .other = n + s,
                                                        .a = mine[a],
                                                        .b = mine[(a + 1) % n]};
            }
        }
    }
    free (mine);
    return rc;
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
                cm->repeat[j->ref * set->run_n + j->other] = j->found[k].distance;
            else {
                cm->unrelated[j->ref * set->other_n + j->other - set->run_n] =
                    j->found[k].distance;
                snprintf (cm->floor_null, sizeof cm->floor_null, "%s", j->found[k].null);
            }
        }
    }
    return 0;
}

/* A run is no repeat of itself, and one of an unknown workload may be either. */
static int
check_runs (const struct fid_run *const *run, size_t run_n, struct fid_error *err)
{
    for (size_t i = 0; i < run_n; i++) {
        if (!run[i]->workload[0])
            return fid_errorf (err, FID_EINPUT,
                               "%s: its workload is not known, so it is neither a repeat nor "
                               "unrelated; a meta.json can name it",
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

static int
by_name (const void *va, const void *vb)
{
    const struct fid_run *a = *(const struct fid_run *const *)va;
    const struct fid_run *b = *(const struct fid_run *const *)vb;
    int order = strcmp (a->workload, b->workload);
    if (!order)
        order = strcmp (a->id, b->id);
    return order ? order : (a->hash > b->hash) - (a->hash < b->hash);
}

/* c as its document reads, so that scores do not depend on whether it came from
 * a file; takes c. */
static int
settle (struct fid_calibration *c, struct fid_calibration **out, struct fid_error *err)
{
    cJSON *doc = fid_calibration_json (c, err);
    char *text = doc ? fid_json_line (doc, err) : NULL;
    cJSON *again = text ? cJSON_Parse (text) : NULL;
    int rc = again  ? fid_calibration_read (again, "the calibration", out, err)
             : text ? fid_error_nomem (err)
                    : -1;
    cJSON_Delete (again);
    cJSON_Delete (doc);
    free (text);
    fid_calibration_destroy (c);
    return rc;
}

int
fid_calibrate (const struct fid_run *const *run, size_t run_n,
               const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
               size_t thread_n, struct fid_calibration **out, struct fid_error *err)
{
    int w = opts->window ? fid_window_find (opts->window) : FID_WINDOW_JOB;
    struct fid_compare_opts plain = *opts;
    struct jobs jobs = {.opts = &plain};
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
    snprintf (c->window, sizeof c->window, "%s", fid_window_name ((enum fid_window)w));
    c->all_processes = run_opts->all_processes;
    c->dt_s = opts->dt_s > 0 ? opts->dt_s : 0;
    c->band_s = opts->band_s > 0 ? opts->band_s : 0;
    c->penalty = opts->penalty >= 0 ? opts->penalty : 0.05;
    c->tolerance_s = opts->tolerance_s >= 0 ? opts->tolerance_s : 1;
    jobs.cal = c;
    int rc = check_runs (sorted, run_n, err);
    if (!rc)
        rc = make_sets (c, sorted, run_n, &jobs, (enum fid_window)w,
                        opts->surrogate_n ? opts->surrogate_n : FID_CAL_SURROGATES, err);
    if (!rc && !c->set_n)
        rc = fid_errorf (err, FID_EINPUT,
                         "no workload has two real runs or more: a score needs repeats of the "
                         "real run (record the same job again) and, for the floor, runs of "
                         "another workload");
    if (!rc)
        rc = fid_parallel (jobs.n, thread_n, measure_pair, &jobs, err);
    if (!rc)
        rc = file_jobs (c, &jobs, err);
    for (size_t s = 0; !rc && s < c->set_n; s++)
        rc = judge (&c->set[s], err);
    for (size_t i = 0; i < jobs.n; i++)
        free (jobs.job[i].found);
    free (jobs.job);
    free (sorted);
    if (!rc)
        return settle (c, out, err);
    fid_calibration_destroy (c);
    return -1;
}

const struct fid_cal_set *
fid_calibration_set (const struct fid_calibration *c, const char *workload)
{
    for (size_t s = 0; s < c->set_n; s++)
        if (strcmp (c->set[s].workload, workload) == 0)
            return &c->set[s];
    return NULL;
}

void
fid_calibration_destroy (struct fid_calibration *c)
{
    if (!c)
        return;
    for (size_t s = 0; s < c->set_n; s++) {
        for (size_t m = 0; m < c->set[s].measure_n; m++) {
            free (c->set[s].measure[m].repeat);
            free (c->set[s].measure[m].unrelated);
        }
        free (c->set[s].measure);
        free (c->set[s].run);
        free (c->set[s].other);
        fid_cal_shared_destroy (c->set[s].shared);
    }
    free (c->set);
    free (c);
}
