/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibration.c - see calibration.h */
#include "base/parallel.h"
#include "compare/calibration.h"
#include "compare/resource_result.h"
#include "job/of_run.h"
#include "metrics/aggregate.h"
#include "model/names.h"

/* One measure of one pair, before it is added to a set. */
struct found {
    enum fid_resource_id resource;
    struct fid_measure measure; /* its identity and distance */
};

/* Computes all distances of one ordered pair of repeats. */
struct job {
    size_t set, ref, other; /* indices of the repeats */
    const struct fid_run *a, *b;
    FID_LIST (struct found, found); /* owned */
};

struct jobs {
    FID_LIST (struct job, job); /* owned */
    const struct fid_calibration *cal;
    const struct fid_compare_opts *opts;
};

static void clear_jobs (struct jobs *jobs)
{
    for (size_t i = 0; i < jobs->job_n; i++)
        free (jobs->job[i].found);
    free (jobs->job);
}

/* Makes the set of one workload from its n runs (`mine`), and its pairs. */
static int make_set (struct fid_calibration *c, const struct fid_run *const *mine, size_t n,
                     struct jobs *jobs, struct fid_error *err)
{
    struct fid_cal_set *set = &c->set[c->set_n++];
    snprintf (set->workload, sizeof set->workload, "%s", mine[0]->workload);
    set->run = fid_arena_take (&c->arena, n, sizeof *set->run, err);
    FID_TRY (!set->run);
    set->run_n = n;
    for (size_t a = 0; a < n; a++) {
        struct fid_cal_run *to = &set->run[a];
        snprintf (to->id, sizeof to->id, "%.*s", (int)sizeof to->id - 1, mine[a]->id);
        snprintf (to->workload, sizeof to->workload, "%s", mine[a]->workload);
        to->hash = mine[a]->hash;
    }
    FID_TRY (fid_scales_measure (mine, n, c->window, c->dt_s, &set->scales, err));
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++) {
            struct job job = {
                .set = c->set_n - 1, .ref = a, .other = b, .a = mine[a], .b = mine[b]};
            if (a != b)
                FID_TRY (FID_PUSH (jobs->job, err, job));
        }
    return 0;
}

/* Makes the sets, by workload in order of appearance. */
static int make_sets (struct fid_calibration *c, const struct fid_run *const *run, size_t run_n,
                      struct jobs *jobs, struct fid_error *err)
{
    FID_FREED const struct fid_run **mine = malloc ((run_n + 1) * sizeof *mine);
    FID_NEED (mine, err);
    if (!(c->set = fid_arena_take (&c->arena, run_n, sizeof *c->set, err)))
        return -1;
    for (size_t i = 0; i < run_n; i++) {
        size_t n = 0;
        if (fid_calibration_set (c, run[i]->workload))
            continue;
        for (size_t j = 0; j < run_n; j++)
            if (strcmp (run[j]->workload, run[i]->workload) == 0)
                mine[n++] = run[j];
        if (n >= 2) {
            /* -1 with FID_EINPUT if the others differ: how far apart they are is no noise */
            FID_SCOPED (fid_agreement_clear) struct fid_agreement a = {.odd = NULL};
            char text[300];
            FID_TRY (fid_runs_agree (&a, mine, n, err));
            if (a.differ)
                return fid_errorf (
                    err, FID_EINPUT, "the real runs of %s differ by more than noise: %s",
                    mine[0]->workload,
                    fid_odd_repeat_text (&a.by, mine[a.by.run]->id,
                                         a.by.other < n ? mine[a.by.other]->id : NULL, text,
                                         sizeof text));
            n = fid_agreement_filter (&a, mine, n, sizeof *mine);
        }
        if (n >= 2)
            FID_TRY (make_set (c, mine, n, jobs, err));
    }
    if (!c->set_n)
        return fid_errorf (err, FID_EINPUT,
                           "no workload has two real runs or more: noise is how far repeats of "
                           "the real run are apart (record the same job again)");
    return 0;
}

static int measure_pair (void *ctx, size_t i, struct fid_error *err)
{
    struct jobs *all = ctx;
    struct job *j = &all->job[i];
    struct fid_pair pair;
    FID_TRY (fid_pair_init (&pair, j->a, j->b, all->opts, err));
    fid_pair_freeze (&pair, &all->cal->set[j->set].scales, all->opts);
    for (enum fid_resource_id r = 0; r < FID_RESOURCE_N; r++) {
        struct fid_resource_result res = {.info = &fid_resources[r],
                                          .window = fid_pair_home (&pair, r)};
        FID_TRY (fid_resource_compare (&pair, &res, err));
        if (res.status != FID_STATUS_COMPARED || res.one_sided)
            continue; /* one-sided pairs have no distance */
        FID_EACH (const struct fid_measure, m, res.measure)
            if (m->valid)
                FID_TRY (FID_PUSH (j->found, err, (struct found){r, *m}));
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
    size_t n = set->run_n * set->run_n;
    struct fid_cal_measure *cm = &set->measure[set->measure_n];
    *cm = (struct fid_cal_measure){
        .resource = f->resource,
        .facet = is->facet,
        .quantity = is->quantity,
        .metric = is->metric,
        .measure = is->metric->name,
        .repeat = {fid_arena_take (&c->arena, n, sizeof *cm->repeat.x, err), n}};
    if (!cm->repeat.x)
        return NULL;
    for (size_t i = 0; i < n; i++)
        cm->repeat.x[i] = -1;
    set->measure_n++;
    return cm;
}

/* A run is no repeat of itself, and a run of an unknown workload could be anybody's. */
static int check_runs (const struct fid_run *const *run, size_t run_n, struct fid_error *err)
{
    for (size_t i = 0; i < run_n; i++) {
        if (!run[i]->workload[0])
            return fid_errorf (err, FID_EINPUT,
                               "%s: its workload is not known, so nobody can say whose repeat "
                               "it is; a meta.json can name it",
                               run[i]->id);
        for (size_t j = 0; j < i; j++)
            if (run[j]->hash == run[i]->hash)
                return fid_errorf (
                    err, FID_EINPUT,
                    "%s and %s hold the same traces: a run does not repeat itself", run[j]->id,
                    run[i]->id);
    }
    return 0;
}

FID_ORDER_AT (by_name, struct fid_run,
              FID_RISING_TEXT (workload) FID_RISING_TEXT (id) FID_RISING (hash))

static int find_noise (struct fid_cal_set *set, struct fid_error *err)
{
    size_t n = set->run_n * set->run_n;
    FID_FREED double *x = malloc (n * sizeof *x);
    FID_NEED (x, err);
    FID_EACH (struct fid_cal_measure, m, set->measure) {
        size_t known = 0;
        for (size_t i = 0; i < n; i++)
            if (m->repeat.x[i] >= 0)
                x[known++] = m->repeat.x[i];
        m->noise = known ? fid_median_select (x, known) : -1;
    }
    return 0;
}

static int fill_calibration (struct fid_calibration *c, const struct fid_run *const *run,
                             size_t run_n, const struct fid_compare_opts *opts, size_t thread_n,
                             struct fid_error *err)
{
    struct fid_compare_opts plain = *opts;
    plain.calibration = NULL;
    /* the same whatever order the runs come in */
    FID_FREED const struct fid_run **sorted = malloc ((run_n + 1) * sizeof *sorted);
    FID_NEED (sorted, err);
    memcpy (sorted, run, run_n * sizeof *sorted);
    qsort (sorted, run_n, sizeof *sorted, by_name);
    FID_TRY (check_runs (sorted, run_n, err));
    /* -1 with FID_EINPUT if no workload has repeats */
    FID_SCOPED (clear_jobs) struct jobs jobs = {.cal = c, .opts = &plain};
    FID_TRY (make_sets (c, sorted, run_n, &jobs, err));
    FID_TRY (fid_parallel (jobs.job_n, thread_n, measure_pair, &jobs, err));
    FID_EACH (const struct job, j, jobs.job) {
        struct fid_cal_set *set = &c->set[j->set];
        FID_EACH (const struct found, f, j->found) {
            struct fid_cal_measure *cm = measure_of (c, set, f, err);
            FID_TRY (!cm);
            cm->repeat.x[j->ref * set->run_n + j->other] = f->measure.value.distance;
        }
    }
    for (size_t i = 0; i < c->set_n; i++)
        FID_TRY (find_noise (&c->set[i], err));
    /* what its document reads, with the document's hash */
    fid_record_round (fid_calibration_record, c);
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_calibration_json (c, err);
    return doc && fid_hash_read (fid_get_string (doc, "hash"), &c->hash) ? 0 : -1;
}

int fid_calibrate (const struct fid_run *const *run, size_t run_n,
                   const struct fid_run_opts *run_opts, const struct fid_compare_opts *opts,
                   size_t thread_n, struct fid_calibration **out, struct fid_error *err)
{
    int w = opts->window ? fid_window_find (opts->window) : FID_WINDOW_JOB;
    if (w < 0)
        return fid_errorf (err, FID_EUSAGE, "no window is called '%s'", opts->window);
    struct fid_calibration *c = calloc (1, sizeof *c);
    FID_NEED (c, err);
    *c = (struct fid_calibration){
        .window = (enum fid_window)w,
        .all_processes = run_opts->all_processes,
        .roles_hash = run_opts->roles_hash,
        .per = opts->per,
        .dt_s = fid_setting_number (FID_SETTING_DT, opts->dt_s),
        .band_s = fid_setting_number (FID_SETTING_BAND, opts->band_s),
        .penalty = fid_setting_number (FID_SETTING_PENALTY, opts->penalty),
        .tolerance_s = fid_setting_number (FID_SETTING_TOLERANCE, opts->tolerance_s)};
    snprintf (c->version, sizeof c->version, "%s", fid_version ());
    if (fill_calibration (c, run, run_n, opts, thread_n, err)) {
        fid_calibration_destroy (c);
        return -1;
    }
    *out = c;
    return 0;
}

/* --- the document */

#define CAL_RUN(F, T)                                                                          \
    F (T, CHARS, "id", id)                                                                     \
    F (T, CHARS, "workload", workload)                                                         \
    F (T, HASH, "hash", hash)
FID_RECORD (cal_run, struct fid_cal_run, CAL_RUN);

/* Numbers are kept as the file has them, so that similarities do not depend on whether the
 * calibration came from one. */
#define KEPT .digits = FID_JSON_DIGITS

#define SCALES(F, T)                                                                           \
    F (T, NUMBER, "step_s", step_s, KEPT)                                                      \
    F (T, NAMED, NULL, stream, FID_IDS (stream), KEPT)                                         \
    F (T, NAMED, NULL, gauge, FID_IDS (gauge), KEPT)                                           \
    F (T, NUMBER, "read_bytes_per_s", read_bytes, KEPT)
FID_RECORD (scales, struct fid_scales, SCALES);

static void check_measure (struct fid_reading *r, void *object)
{
    struct fid_cal_measure *m = object;
    if (!(m->metric = fid_metric_find (m->measure)))
        fid_reading_fail (r, "this version knows no measure '%s'", m->measure);
}

#define MEASURE(F, T)                                                                          \
    F (T, ID, "resource", resource, FID_IDS (resource))                                        \
    F (T, ID, "facet", facet, FID_IDS (facet))                                                 \
    F (T, TEXT, "measure", measure)                                                            \
    F (T, ID, "quantity", quantity, FID_IDS (quantity))                                        \
    F (T, NUMBER, "noise", noise, KEPT, .need = FID_OR_NULL)                                   \
    F (T, SQUARE, "repeats", repeat, KEPT)
FID_RECORD (measure, struct fid_cal_measure, MEASURE, .check = check_measure);

static void check_set (struct fid_reading *r, void *object)
{
    const struct fid_cal_set *set = object;
    for (size_t i = 0; i < set->measure_n; i++)
        if (set->measure[i].repeat.n != set->run_n * set->run_n)
            fid_reading_fail (r, "'repeats' has not a row for each of %zu runs", set->run_n);
}

#define SET(F, T)                                                                              \
    F (T, CHARS, "workload", workload)                                                         \
    F (T, LIST, "runs", run, FID_ROWS (T, run, run_n, cal_run), .least = 2)                    \
    F (T, OBJECT, "scales", scales, .of = &scales)                                             \
    F (T, LIST, "measures", measure, FID_ROWS (T, measure, measure_n, measure))
FID_RECORD (set, struct fid_cal_set, SET, .check = check_set);

static void check_version (struct fid_reading *r, void *object)
{
    const struct fid_calibration *c = object;
    if (strcmp (c->version, fid_version ()) == 0)
        return;
    fid_errorf (r->err, FID_EINPUT,
                "%s: made by fidlio %s, this is %s: distances may differ; calibrate again",
                r->path, c->version, fid_version ());
    r->bad = true;
}

#define TOOL(F, T)                                                                             \
    F (T, CONST, "name", version, .text = "fidlio")                                            \
    F (T, CHARS, "version", version)
FID_RECORD (tool, struct fid_calibration, TOOL, .check = check_version);

#define OPTIONS(F, T)                                                                          \
    F (T, ID, "window", window, FID_IDS (window))                                              \
    F (T, BOOL, "all_processes", all_processes)                                                \
    F (T, HASH, "roles", roles_hash, .need = FID_LEFT_OUT)                                     \
    F (T, ID, "per", per, FID_IDS (per), .need = FID_LEFT_OUT)                                 \
    F (T, NUMBER, "dt_s", dt_s, KEPT)                                                          \
    F (T, NUMBER, "band_s", band_s, KEPT)                                                      \
    F (T, NUMBER, "penalty", penalty, KEPT)                                                    \
    F (T, NUMBER, "tolerance_s", tolerance_s, KEPT)
FID_RECORD (options, struct fid_calibration, OPTIONS);

#define CALIBRATION(F, T)                                                                      \
    F (T, CONST, "schema", version, .text = FID_SCHEMA_CALIBRATION)                            \
    F (T, HASH, "hash", hash)                                                                  \
    F (T, OBJECT, "tool", version, .of = &tool, .flat = true)                                  \
    F (T, OBJECT, "options", version, .of = &options, .flat = true)                            \
    F (T, LIST, "sets", set, FID_ROWS (T, set, set_n, set), .least = 1)
FID_RECORD (calibration, struct fid_calibration, CALIBRATION);

const struct fid_record *const fid_calibration_record = &calibration;

cJSON *fid_calibration_json (const struct fid_calibration *c, struct fid_error *err)
{
    return fid_record_doc (&calibration, c, err);
}

/* The version is looked at first: it says why a hash may differ.  The hash says that the
 * document is as it was written, but anybody can hash. */
int fid_calibration_read (const cJSON *doc, const char *path, struct fid_calibration **out,
                          struct fid_error *err)
{
    struct fid_reading r = {.path = path, .what = "calibration", .err = err};
    struct fid_calibration *c = calloc (1, sizeof *c);
    uint64_t hash;
    FID_NEED (c, err);
    if (!fid_reading_schema (&r, doc, FID_SCHEMA_CALIBRATION) ||
        fid_record_read (&r, fid_get_object (&r, doc, "tool"), &tool, &c->arena, c) ||
        !fid_reading_sealed (&r, doc, &hash, "; calibrate again") ||
        fid_record_read (&r, doc, &calibration, &c->arena, c)) {
        fid_calibration_destroy (c);
        return -1;
    }
    *out = c;
    return 0;
}

int fid_calibration_load (const char *path, struct fid_calibration **out, struct fid_error *err)
{
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_json_load (path, err);
    return doc ? fid_calibration_read (doc, path, out, err) : -1;
}

/* --- what it is for */

int fid_calibration_fits (const struct fid_calibration *c, const struct fid_run_opts *run_opts,
                          const struct fid_compare_opts *opts, struct fid_error *err)
{
    const char *made_of = fid_window_name (c->window), *window = opts->window;
    if (strcmp (made_of, window ? window : fid_window_name (FID_WINDOW_JOB)) != 0)
        return fid_errorf (err, FID_EUSAGE,
                           "the calibration is for the window %s, asked for is %s", made_of,
                           window ? window : fid_window_name (FID_WINDOW_JOB));
    if (c->all_processes != run_opts->all_processes)
        return fid_errorf (err, FID_EUSAGE, "the calibration was made %s --all-processes",
                           c->all_processes ? "with" : "without");
    if (c->roles_hash != run_opts->roles_hash)
        return fid_errorf (err, FID_EUSAGE, "the calibration was made %s --roles",
                           !c->roles_hash         ? "without"
                           : run_opts->roles_hash ? "with other"
                                                  : "with");
    if (c->per != opts->per) {
        const char *made = fid_per_name (c->per), *asked = fid_per_name (opts->per);
        return fid_errorf (err, FID_EUSAGE,
                           "the calibration was made with --per %s, asked for is %s",
                           made ? made : "the default", asked ? asked : "the default");
    }
    const struct {
        enum fid_setting_id id;
        double made, asked;
    } o[] = {{FID_SETTING_DT, c->dt_s, opts->dt_s},
             {FID_SETTING_BAND, c->band_s, opts->band_s},
             {FID_SETTING_PENALTY, c->penalty, opts->penalty},
             {FID_SETTING_TOLERANCE, c->tolerance_s, opts->tolerance_s}};
    for (size_t i = 0; i < sizeof o / sizeof *o; i++) {
        const struct fid_setting *setting = &fid_settings[o[i].id];
        double x[2] = {o[i].made, fid_setting_number (o[i].id, o[i].asked)};
        char text[2][40];
        if (fabs (x[0] - x[1]) <= 1e-9 * fmax (1, fabs (x[0]))) /* as written to 12 digits */
            continue;
        for (int k = 0; k < 2; k++)
            if (x[k] > 0 || setting->low <= 0)
                snprintf (text[k], sizeof text[k], "%g", x[k]);
            else
                snprintf (text[k], sizeof text[k], "the default"); /* from the data */
        return fid_errorf (err, FID_EUSAGE,
                           "the calibration was made with --%s %s, asked for is %s",
                           setting->option, text[0], text[1]);
    }
    return 0;
}

const struct fid_cal_set *fid_calibration_set (const struct fid_calibration *c,
                                               const char *workload)
{
    for (size_t s = 0; c && s < c->set_n; s++)
        if (strcmp (c->set[s].workload, workload) == 0)
            return &c->set[s];
    return NULL;
}

void fid_calibration_destroy (struct fid_calibration *c)
{
    if (c)
        fid_arena_clear (&c->arena);
    free (c);
}
