/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tune.c - see tune.h */
#include "base/outfile.h"
#include "batch/compare_pair.h"
#include "compare/calibration.h"
#include "derive/derive.h"
#include "readers/load.h"
#include "report/report.h"
#include "storage/answer.h"
#include "tune/moves.h"
#include "tune/tune.h"

/* A difference between jobs (job/traits.h) that is worth a run. */
#define LEAST_APART 0.1

struct tuning {
    const struct fid_tune_opts *opts;
    const struct fid_tune_hooks *hooks;
    struct fid_compare_opts compare;
    struct fid_run **real;               /* owned, and what it points to */
    struct fid_answer_sources in;        /* owned; of each */
    struct fid_calibration *calibration; /* owned */
    struct fid_dlio_config first;        /* owned */
    struct fid_derived derived;          /* owned */
    bool is_derived;
    uint64_t prepared; /* hash of the files of samples that are there; 0: none */
    struct fid_tuning history;
    char ended[200];
};

static void say_progress (const struct tuning *t, const char *fmt, ...) FID_PRINTF (2, 3);
static void say_progress (const struct tuning *t, const char *fmt, ...)
{
    char text[1024];
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    t->hooks->say (t->hooks->self, text);
}

/* A path in the folder of the tuning, kept by the history; NULL without memory. */
static const char *path_in (struct tuning *t, struct fid_error *err, const char *fmt, ...)
    FID_PRINTF (3, 4);
static const char *path_in (struct tuning *t, struct fid_error *err, const char *fmt, ...)
{
    va_list ap;
    va_start (ap, fmt);
    const char *below = fid_arena_vformat (&t->history.arena, err, fmt, ap);
    va_end (ap);
    return below ? fid_arena_format (&t->history.arena, err, "%s/%s", t->opts->dir, below)
                 : NULL;
}

/* --- choosing */

/* What is predicted for a configuration. */
struct outlook {
    double error; /* of the answer, as ln; 0 where it is not known */
    double apart; /* of the two jobs, in all traits */
};

static int predict_config (const struct tuning *t, const struct fid_dlio_config *c,
                           struct outlook *out, struct fid_error *err)
{
    const struct fid_answer_opts opts = {.tolerance = FID_ANSWER_TOLERANCE,
                                         .utilisation = FID_ANSWER_UTILISATION};
    FID_SCOPED (fid_predicted_clear) struct fid_predicted p = {.apart = 0};
    int rc = fid_predict_answer (&p, t->in.run, t->in.n, c, t->opts->config, &opts, err);
    *out = (struct outlook){fmax (0, p.answer.error), p.apart};
    return rc;
}

struct choice {
    struct fid_dlio_config config; /* owned */
    struct outlook now, then;
    double worth; /* 0: none was found */
    char why[FID_MOVE_WHY];
};

/* How much better an outlook is than the present one: by the error of the answer (above 1) or,
 * where that gains nothing, by what still differs between the jobs (up to 1); 0: it is not.  A
 * change that adds a difference is not better: two mistakes that make up for each other fit one
 * storage. */
static double worth_of (const struct tuning *t, const struct outlook *now,
                        const struct outlook *then)
{
    /* less of the answer's error than the models know is no gain */
    double least = t->opts->least_gain >= 0 ? t->opts->least_gain : FID_ANSWER_MODEL_ERROR;
    double gain = now->error - then->error;
    double nearer = now->apart - then->apart;
    if (nearer < -LEAST_APART)
        return 0;
    if (gain > least)
        return 1 + gain;
    return nearer > fmax (least, LEAST_APART) ? 1 - 1 / (1 + nearer) : 0;
}

/* Tries a move on paper; a configuration that makes no job is no choice. */
static int consider_move (const struct tuning *t, const struct fid_tune_step *best,
                          const struct fid_move *move, struct choice *c, struct fid_error *err)
{
    FID_SCOPED (fid_dlio_config_clear) struct fid_dlio_config config = {0};
    struct fid_error why;
    struct outlook then;
    FID_TRY (fid_dlio_config_copy (&config, &best->config, err));
    for (size_t i = 0; i < move->n; i++)
        config.value[move->key[i]] = move->to[i];
    if (fid_tuning_has (&t->history, fid_dlio_config_hash (&config)))
        return 0;
    if (predict_config (t, &config, &then, &why)) {
        if (why.status != FID_EINTERNAL)
            return 0;
        *err = why;
        return -1;
    }
    double worth = worth_of (t, &c->now, &then);
    if (worth <= c->worth)
        return 0;
    struct fid_dlio_config before = c->config; /* goes with this scope */
    c->config = config;
    config = before;
    c->then = then;
    c->worth = worth;
    snprintf (c->why, sizeof c->why, "%s", move->why);
    return 0;
}

/* The change with the best outlook, if one is better than what there is. */
static int choose_move (struct tuning *t, int best, struct choice *c, struct fid_error *err)
{
    const struct fid_tune_step *s = &t->history.step[best];
    FID_SCOPED (fid_moves_clear) struct fid_moves moves = {0};
    const char *path = path_in (t, err, "results/%s", s->result);
    struct fid_result *r = path ? fid_result_load (path, err) : NULL;
    FID_TRY (!r);
    const struct fid_dlio_config *derived = t->is_derived ? &t->derived.config : NULL;
    int rc = fid_moves_find (&moves, &s->config, derived, r, err);
    fid_result_destroy (r);
    FID_TRY (rc);
    FID_TRY (predict_config (t, &s->config, &c->now, err));
    FID_EACH_OF (const struct fid_move, move, moves.at, moves.n)
        FID_TRY (consider_move (t, s, move, c, err));
    return 0;
}

/* --- a step */

static int write_config (const struct fid_dlio_config *c, const char *path, const char *below,
                         struct fid_error *err)
{
    struct fid_outfile out;
    FID_TRY (fid_outfile_open (&out, path, below, err));
    return fid_outfile_end (&out, fid_dlio_config_write (c, NULL, out.f, err), err);
}

/* Compares what was recorded, and keeps the result in the step's folder. */
static int take_result (struct tuning *t, const char *dir, const char *run_dir,
                        struct fid_tune_step *s, struct fid_error *err)
{
    FID_SCOPED (fid_compared_clear) struct fid_compared c = {0};
    const struct fid_comparing how = {.run = &t->opts->run,
                                      .compare = &t->compare,
                                      .series = &t->opts->series,
                                      .dir = {t->opts->real[0], run_dir}};
    struct fid_run *run = fid_run_load (run_dir, &t->opts->run, err);
    const struct fid_run *emulation = run;
    FID_TRY (!run);
    int rc = fid_compare_pair (&how, (const struct fid_run *const *)t->real, t->opts->real_n,
                               &emulation, 1, &c, err);
    fid_run_destroy (run);
    FID_TRY (rc);
    const struct fid_result_head *h = &c.result->head;
    if (h->similarity == FID_ABSENT && !(h->answer.error >= 0))
        return fid_errorf (err, FID_EINPUT, "%s: has neither an answer nor a similarity: %s",
                           run_dir, h->similarity_reason);
    s->answer = h->answer.error >= 0 ? h->answer.error : -1;
    s->similarity = h->similarity;
    s->low = h->similarity_low != FID_ABSENT ? h->similarity_low : -1;
    s->high = h->similarity_high;
    FID_FREED char *name = fid_result_name (h->real.id, h->emulation.id, err);
    struct fid_arena *a = &t->history.arena;
    FID_TRY (!name);
    s->result = fid_arena_text (&s->arena, name, err);
    const char *path =
        s->result ? fid_arena_format (a, err, "%s/result/%s", dir, s->result) : NULL;
    const char *folder = path ? fid_arena_format (a, err, "%s/result", dir) : NULL;
    FID_TRY (!folder);
    FID_TRY (fid_make_dirs (folder, t->opts->dir, err));
    return fid_pair_files_write (path, t->opts->dir, c.result, c.series, err);
}

/* Gives the files of a step's result a second name in DIR/results. */
static int publish_steps (struct tuning *t, size_t n, struct fid_error *err)
{
    const char *name = t->history.step[n].result;
    int stem = (int)(strlen (name) - strlen (".json"));
    for (int k = 0; k < 2; k++) {
        const char *end = k ? FID_SERIES_SUFFIX : ".json";
        const char *from = path_in (t, err, "steps/%03zu/result/%.*s%s", n, stem, name, end);
        const char *to = from ? path_in (t, err, "results/%.*s%s", stem, name, end) : NULL;
        FID_TRY (!to);
        FID_TRY (fid_outfile_link (from, to, t->opts->dir, err));
    }
    return 0;
}

/* Records a configuration, which becomes the step's, and compares.  The history takes the step
 * over. */
static int make_step (struct tuning *t, struct fid_tune_step *s, struct fid_error *err)
{
    size_t n = t->history.n;
    struct fid_arena *a = &t->history.arena;
    char text[FID_TUNE_STEP_TEXT];
    const char *dir = fid_tuning_begin (&t->history, err);
    const char *path = dir ? fid_arena_format (a, err, "%s/workload.yaml", dir) : NULL;
    const char *run = path ? fid_arena_format (a, err, "%s/step-%03zu", dir, n) : NULL;
    FID_TRY (!run);
    FID_TRY (write_config (&s->config, path, t->opts->dir, err));
    /* a stopped tuning makes them again */
    static const enum fid_dlio_key keys[] = {FID_DLIO_FORMAT,       FID_DLIO_FILES_TRAIN,
                                             FID_DLIO_FILES_EVAL,   FID_DLIO_FOLDERS_TRAIN,
                                             FID_DLIO_FOLDERS_EVAL, FID_DLIO_SAMPLES,
                                             FID_DLIO_RECORD,       FID_DLIO_RECORD_STDEV,
                                             FID_DLIO_DATA_FOLDER,  FID_DLIO_FILE_PREFIX};
    struct fid_dlio_config only = {0};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        only.value[keys[i]] = s->config.value[keys[i]];
    uint64_t hash = fid_dlio_config_hash (&only);
    if (t->hooks->prepare && hash != t->prepared) {
        t->prepared = 0;
        say_progress (t, "making the files of samples");
        FID_TRY (t->hooks->prepare (t->hooks->self, path, err));
        t->prepared = hash;
    }
    say_progress (t, "step %zu: recording%s%s", n, *s->change ? " with " : "", s->change);
    FID_TRY (t->hooks->record (t->hooks->self, path, run, err));
    FID_TRY (take_result (t, dir, run, s, err));
    s->hash = fid_dlio_config_hash (&s->config);
    fid_tune_step_text (s, text);
    FID_TRY (fid_tuning_add (&t->history, s, err));
    FID_TRY (publish_steps (t, n, err));
    say_progress (t, "step %zu: %s", n, text);
    return 0;
}

static int first_step (struct tuning *t, struct fid_error *err)
{
    FID_SCOPED (fid_tune_step_clear)
    struct fid_tune_step s = {.base = -1, .low = -1, .predicted = -1, .change = "", .why = ""};
    FID_TRY (fid_dlio_config_copy (&s.config, &t->first, err));
    return make_step (t, &s, err);
}

/* *more is false when no change is worth a run. */
static int next_step (struct tuning *t, bool *more, struct fid_error *err)
{
    struct choice c = {0};
    int best = fid_tuning_best (&t->history, t->history.n);
    const struct fid_tune_step *from = &t->history.step[best];
    if (choose_move (t, best, &c, err)) {
        fid_dlio_config_clear (&c.config);
        return -1;
    }
    if (!(c.worth > 0)) {
        *more = false;
        snprintf (t->ended, sizeof t->ended,
                  "no change is expected to bring the answer, %.0f %% off, or the job nearer",
                  100 * expm1 (c.now.error));
        return 0;
    }
    FID_SCOPED (fid_tune_step_clear)
    struct fid_tune_step s = {
        .base = best, .low = -1, .predicted = c.then.error, .config = c.config};
    s.change = fid_config_changes (&s.arena, &from->config, &c.config, err);
    s.why = s.change ? fid_arena_text (&s.arena, c.why, err) : NULL;
    FID_TRY (!s.why);
    return make_step (t, &s, err);
}

/* --- all */

static int load_real (struct tuning *t, struct fid_error *err)
{
    const struct fid_tune_opts *o = t->opts;
    FID_NEED (t->real = calloc (o->real_n + 1, sizeof *t->real), err);
    for (size_t i = 0; i < o->real_n; i++) {
        t->real[i] = fid_run_load (o->real[i], &o->run, err);
        FID_TRY (!t->real[i]);
    }
    FID_TRY (fid_answer_sources_add (&t->in, (const struct fid_run *const *)t->real, o->real_n,
                                     err));
    if (o->real_n < 2)
        return 0;
    for (size_t i = 0; i < o->real_n; i++)
        if (!*t->real[i]->workload || strcmp (t->real[i]->workload, t->real[0]->workload) != 0)
            return fid_errorf (err, FID_EUSAGE, "%s and %s do not repeat one job", o->real[0],
                               o->real[i]);
    int rc = fid_calibrate ((const struct fid_run *const *)t->real, o->real_n, &o->run,
                            &o->compare, o->thread_n, &t->calibration, err);
    t->compare.calibration = t->calibration;
    return rc;
}

static int derive_real (struct tuning *t, struct fid_error *err)
{
    const struct fid_derive_opts how = {.unit = FID_UNIT_AUTO};
    size_t n = t->opts->real_n;
    FID_FREED struct fid_claims *of = calloc (n + 1, sizeof *of);
    int rc = of ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < n && !rc; i++)
        rc = fid_derive_claims (t->real[i], &how.unit, 1, &of[i], err);
    if (!rc)
        rc = fid_derive (of, t->opts->real, n, &how, &t->derived, err);
    for (size_t i = 0; i < n && of; i++)
        fid_claims_clear (&of[i]);
    return rc;
}

static int begin_tuning (struct tuning *t, struct fid_error *err)
{
    const struct fid_tune_opts *o = t->opts;
    struct fid_error why;
    FID_TRY (fid_dlio_config_read (&t->first, o->config, err));
    FID_TRY (load_real (t, err));
    t->is_derived = !derive_real (t, &why);
    if (!t->is_derived && why.status == FID_EINTERNAL) {
        *err = why;
        return -1;
    }
    const struct fid_profile *p = o->compare.profile;
    struct fid_tune_inputs in = {.config = fid_dlio_config_hash (&t->first),
                                 .profile = (p ? p : fid_profile_default (true))->name};
    for (size_t i = 0; i < o->real_n; i++)
        in.real = fid_hash_pair (in.real, t->real[i]->hash);
    FID_TRY (fid_tuning_open (&t->history, o->dir, &in, err));
    const char *results = path_in (t, err, "results");
    FID_TRY (!results);
    FID_TRY (fid_make_dirs (results, t->opts->dir, err));
    for (size_t i = 0; i < t->history.n; i++)
        FID_TRY (publish_steps (t, i, err));
    if (t->history.n)
        say_progress (t, "continuing after %zu step%s", t->history.n,
                      t->history.n == 1 ? "" : "s");
    return 0;
}

/* best.yaml, the page, and the report of all steps. */
static int finish_tuning (struct tuning *t, struct fid_error *err)
{
    struct fid_report report;
    char text[FID_TUNE_STEP_TEXT];
    int best = fid_tuning_best (&t->history, t->history.n);
    const char *yaml = path_in (t, err, "best.yaml");
    const char *page = yaml ? path_in (t, err, "tune.html") : NULL;
    const char *results = page ? path_in (t, err, "results") : NULL;
    FID_TRY (!results);
    FID_TRY (write_config (&t->history.step[best].config, yaml, t->opts->dir, err));
    int rc = FID_FAILED (fid_report_load (&report, results, t->opts->thread_n, true, err) ||
                         fid_report_write (&report, results, err));
    fid_report_clear (&report);
    FID_TRY (rc);
    FID_TRY (fid_tune_page (&t->history, t->real[0]->id, t->ended, page, err));
    say_progress (t, "%s", t->ended);
    say_progress (t, "best: step %d, %s; %s, %s", best,
                  fid_tune_step_text (&t->history.step[best], text), yaml, page);
    return 0;
}

static void clear_tuning (struct tuning *t)
{
    fid_tuning_close (&t->history);
    if (t->is_derived)
        fid_derived_clear (&t->derived);
    fid_dlio_config_clear (&t->first);
    fid_calibration_destroy (t->calibration);
    fid_answer_sources_clear (&t->in);
    for (size_t i = 0; i < t->opts->real_n && t->real; i++)
        fid_run_destroy (t->real[i]);
    free (t->real);
}

int fid_tune (const struct fid_tune_opts *opts, const struct fid_tune_hooks *hooks,
              struct fid_error *err)
{
    FID_SCOPED (clear_tuning)
    struct tuning t = {
        .opts = opts, .hooks = hooks, .compare = opts->compare, .history = {.lock = -1}};
    t.compare.thread_n = opts->thread_n;
    FID_TRY (begin_tuning (&t, err));
    bool more = true;
    while (more && t.history.n < opts->run_n)
        FID_TRY (t.history.n ? next_step (&t, &more, err) : first_step (&t, err));
    if (more)
        snprintf (t.ended, sizeof t.ended, "there were %zu runs, as many as were allowed",
                  t.history.n);
    return finish_tuning (&t, err);
}
