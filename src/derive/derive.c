/* SPDX-License-Identifier: GPL-3.0-or-later */
/* derive.c - see derive.h */
#include "base/arena.h"
#include "derive/analysis.h"

#define STATES     "no trace shows it; its own configuration states it"
#define SOME_READS 2.0 /* from the disk, in checkpoints: more are of data that are mapped */

/* What is used of the job and the log. */
static void prepare_analysis (struct fid_analysis *a)
{
    const struct fid_run *run = a->run;
    const struct fid_job_rank *r = &a->job->rank[0];
    int last = -1;
    double batch = fid_run_fact_number (run, "global_batch_size");
    a->ranks = fmax (1, (double)a->job->rank_n);
    a->log_batch = batch / a->ranks;
    a->log_samples[FID_SIDE_TRAIN] = fid_run_fact_number (run, "train_samples");
    a->log_samples[FID_SIDE_EVAL] = fid_run_fact_number (run, "eval_samples");
    a->step_n = (double)fid_job_step_n (r, FID_JOB_TRAINING);
    a->eval_step_n = (double)fid_job_step_n (r, FID_JOB_EVALUATION);
    a->eval_n = a->job->evaluation_n;
    FID_EACH (const struct fid_job_segment, s, r->segment) {
        a->epoch_n += s->kind == FID_JOB_TRAINING && s->epoch > 0 && s->epoch != last;
        if (s->kind == FID_JOB_TRAINING)
            last = s->epoch;
    }
    for (size_t i = 0; i < run->source_n && run->steps.n; i++)
        if (run->source[i].used & FID_GIVES_STEPS && run->source[i].step_n)
            a->steps_from = run->source[i].reader;
    a->cut = run->phases.truncated_n > 0;
    a->reads_cut = run->stream[FID_STREAM_DATA_READ].incomplete;
    a->writes_cut = run->stream[FID_STREAM_CHECKPOINT_WRITE].incomplete;
}

/* Whether the run reads no data, and writes checkpoints: DLIO, too, only does that then. */
static bool only_saves (const struct fid_analysis *a)
{
    const struct fid_stream *blocks = &a->run->stream[FID_STREAM_BLOCK_READ];
    return fid_job_checkpoint_n (a->job, false) > 0 &&
           a->run->stream[FID_STREAM_DATA_READ].traced && !a->side[FID_SIDE_TRAIN].use_n &&
           !a->side[FID_SIDE_EVAL].use_n && blocks->traced &&
           (double)blocks->owner_byte_n[FID_OWNER_SELF] <
               SOME_READS * a->claims->of[FID_DLIO_MODEL_BYTES].number;
}

/* What DLIO takes with workflow.train off, in place of data and of steps. */
static void claim_saves (struct fid_analysis *a)
{
    struct fid_claims *c = a->claims;
    double saves = (double)fid_job_checkpoint_n (a->job, false), s = 0;
    size_t loads = fid_job_checkpoint_n (a->job, true);
    for (size_t i = 0; i < c->time[0].n; i++)
        s += c->time[0].x[i];
    for (int k = FID_DLIO_DATA_FOLDER; k < FID_DLIO_SAVES; k++)
        if (k != FID_DLIO_CHECKPOINT_FOLDER)
            c->of[k] = (struct fid_claim){0};
    fid_claim_number (c, FID_DLIO_DO_GENERATE, HIGH, 0, "no data are read");
    fid_claim_number (c, FID_DLIO_DO_TRAIN, HIGH, 0,
                      "no data are read: DLIO saves checkpoints and does no more");
    fid_claim_number (c, FID_DLIO_SAVES, HIGH, saves, "so many are written");
    if (loads)
        fid_claim_number (c, FID_DLIO_LOADS, HIGH, fmin ((double)loads, saves),
                          "so many are loaded");
    if (c->time[0].n)
        fid_claim_number (c, FID_DLIO_SAVE_PAUSE, c->time[0].confidence, s / saves,
                          "%zu steps compute for %.4g s before %.0f checkpoint%s", c->time[0].n,
                          s, saves, saves > 1 ? "s" : "");
    c->time[0].n = c->time[1].n = 0;
}

/* How many jobs the log has: one begins with initialisation, or with an earlier epoch, after
 * training. */
static size_t jobs_of (const struct fid_run *run)
{
    size_t n = 1;
    int epoch = -1;
    bool trained = false;
    FID_EACH (const struct fid_segment, s, run->phases.segment) {
        bool training = s->part == FID_PART_TRAINING;
        if (trained &&
            (s->part == FID_PART_INIT || (training && s->epoch >= 0 && s->epoch < epoch))) {
            n++;
            trained = false;
            epoch = -1;
        }
        trained |= training;
        if (training && s->epoch > epoch)
            epoch = s->epoch;
    }
    return n;
}

/* If a run has several jobs, no number can be attributed to one of them, and words are
 * uncertain. */
static void forget_numbers (struct fid_claims *c, size_t jobs)
{
    for (int k = 0; k < FID_DLIO_KEY_N; k++) {
        enum fid_dlio_type type = fid_dlio_keys[k].type;
        struct fid_claim *claim = &c->of[k];
        if (claim->confidence && (type == FID_DLIO_IS_COUNT || type == FID_DLIO_IS_NUMBER))
            fid_claim_unknown (c, (enum fid_dlio_key)k,
                               "the log has %zu jobs, whose reads and steps are mixed; give "
                               "each a run of its own",
                               jobs);
        else if (claim->confidence > LOW)
            claim->confidence = LOW;
    }
    c->of[FID_DLIO_MODEL_TYPE] = (struct fid_claim){0};
    fid_claim_unknown (c, FID_DLIO_COMPUTE, "the log has %zu jobs", jobs);
    c->time[0].n = c->time[1].n = 0;
    c->tensors.n = 0;
}

/* Of results without traces the configuration that lies beside them is what there is. */
static void claim_stated (struct fid_analysis *a)
{
    FID_SCOPED (fid_dlio_config_clear) struct fid_dlio_config c = {0};
    struct fid_error unused;
    FID_EACH (const struct fid_run_fact, f, a->run->fact) {
        int k = strncmp (f->key, "workload.", 9) == 0 ? fid_dlio_key_find (f->key) : -1;
        if (k < 0 || a->claims->of[k].confidence == HIGH ||
            fid_dlio_config_set (&c, f->key, f->value, &unused))
            continue;
        if (fid_dlio_keys[k].type == FID_DLIO_IS_TEXT)
            fid_claim_text (a->claims, (enum fid_dlio_key)k, HIGH, c.value[k].text, STATES);
        else
            fid_claim_number (a->claims, (enum fid_dlio_key)k, HIGH, c.value[k].number, STATES);
    }
}

static int claim_keys (struct fid_analysis *a, struct fid_error *err)
{
    for (enum fid_side side = 0; side < FID_SIDE_N; side++) {
        FID_TRY (fid_layout_files (a->io, side, a->unit, &a->side[side], err));
        FID_TRY (fid_layout_reads (a->io, side, a->unit, &a->side[side], err));
    }
    if (!a->side[FID_SIDE_TRAIN].file_n && !(a->step_n > 0) && !a->run->phases.known &&
        !a->stated)
        return fid_errorf (err, FID_EINPUT,
                           "%s: no file of samples is read, and no log has phases or steps: "
                           "nothing to derive from",
                           a->run->path);
    FID_TRY (fid_derive_reader (a, err));
    FID_TRY (fid_derive_dataset (a, err));
    FID_TRY (fid_derive_schedule (a, err));
    const char *name = a->run->workload; /* in lower case */
    CLAIM (a, DO_GENERATE, HIGH, 0,
           "data are made once, before: ++workload.workflow.generate_data=True");
    if (a->side[FID_SIDE_TRAIN].use_n || a->step_n > 0)
        CLAIM (a, DO_TRAIN, HIGH, 1,
               a->job->steps.from == FID_JOB_LOG ? "the log has steps" : "samples are read");
    if (*name)
        CLAIM_TEXT (a, MODEL_NAME, HIGH, name, "the run calls itself so");
    UNKNOWN (a, OUTPUT_FOLDER, "where DLIO writes its results is not a property of the run");
    if (only_saves (a))
        claim_saves (a);
    if (a->stated)
        claim_stated (a);
    a->claims->ranks = a->ranks;
    char unseen[240];
    if (*fid_books_text (&a->job->books, unseen, sizeof unseen))
        fid_claim_remark (a->claims, "%s", unseen);
    size_t jobs = jobs_of (a->run);
    if (jobs > 1)
        forget_numbers (a->claims, jobs);
    snprintf (a->claims->steps_from, sizeof a->claims->steps_from, "%s",
              a->steps_from   ? a->steps_from
              : a->step_n > 0 ? "the traces"
                              : "nothing: they are not known");
    return 0;
}

int fid_derive_claims (const struct fid_run *run, const enum fid_sample_unit *unit, size_t n,
                       struct fid_claims *claims, struct fid_error *err)
{
    FID_SCOPED (fid_job_clear) struct fid_job again = {0};
    FID_SCOPED (fid_job_evidence_clear) struct fid_job_evidence found = {.origin_ns = 0};
    if (run->nameless)
        return fid_errorf (err, FID_EINPUT,
                           "%s: the digest has no names of files, which a configuration needs; "
                           "make it with --names",
                           run->path);
    const struct fid_run_job *of = fid_job_of_run (run, err);
    FID_TRY (!of);
    if (!of->whole)
        FID_TRY (fid_job_find (&again, &found, run, err));
    const struct fid_job_evidence *ev = of->whole ? &of->evidence : &found;
    for (size_t i = 0; i < n; i++) {
        struct fid_analysis a = {.run = run,
                                 .job = &of->job,
                                 .io = &ev->io,
                                 .unit = unit[i],
                                 .stretch = 1,
                                 .claims = &claims[i],
                                 .stated = of->stated.rank_n > 0,
                                 .origin_ns = ev->origin_ns};
        prepare_analysis (&a);
        FID_TRY (claim_keys (&a, err));
    }
    return 0;
}

/* --- whether DLIO trains at all with a derived configuration
 *
 * From commit ad8ce8b (pull request 339, June 2026) on, DLIO takes the largest multiple of
 * num_samples_per_file * batch_size * ranks as the number of files, as if they were samples:
 * with several samples a file that may be 0, and DLIO ends without a step and without an error. */

static const struct {
    const char *name;
    enum fid_dlio_key files, batch;
} sides[FID_SIDE_N] = {{"training", FID_DLIO_FILES_TRAIN, FID_DLIO_BATCH},
                       {"evaluation", FID_DLIO_FILES_EVAL, FID_DLIO_BATCH_EVAL}};

/* The files of a side, and those of them that this DLIO takes. */
struct amount {
    double file_n, taken_n;
    double batch; /* samples of a step of all ranks; 0: the side is not known, or not used */
};

static struct amount amount_of (const struct fid_claims *c,
                                const struct fid_dlio_config *config, int side)
{
    struct amount a = {.file_n = fid_dlio_number (config, sides[side].files)};
    double multiple;
    if (!c->of[sides[side].files].confidence || !(a.file_n > 0) ||
        (side == FID_SIDE_TRAIN ? !c->of[FID_DLIO_BATCH].confidence
                                : fid_dlio_number (config, FID_DLIO_DO_EVAL) == 0))
        return a;
    a.batch = fid_dlio_number (config, sides[side].batch) * fmax (1, c->ranks);
    multiple = fid_dlio_number (config, FID_DLIO_SAMPLES) * a.batch;
    a.taken_n = floor (a.file_n / multiple) * multiple;
    return a;
}

/* Looks whether DLIO takes all files of the configuration.  If not: a remark or, if `fit', claims
 * of numbers of files that it takes. */
static void fit_files (struct fid_claims *c, const struct fid_dlio_config *config, bool fit)
{
    struct amount of[FID_SIDE_N];
    double samples = fid_dlio_number (config, FID_DLIO_SAMPLES), to = samples;
    char taken[FID_SIDE_N][80] = {"", ""};
    bool good = true;
    for (int side = 0; side < FID_SIDE_N; side++) {
        of[side] = amount_of (c, config, side);
        if (of[side].batch > 0 && of[side].file_n * samples < of[side].batch)
            fid_claim_remark (c,
                              "DLIO makes no step of %s: the files have %.0f samples, a batch "
                              "of all ranks %.0f.",
                              sides[side].name, of[side].file_n * samples, of[side].batch);
        /* whether this DLIO makes as many steps of them as others; a rest that is smaller than a
         * batch makes no step in any */
        else if (of[side].batch > 0 && floor (of[side].taken_n * samples / of[side].batch) !=
                                           floor (of[side].file_n * samples / of[side].batch)) {
            good = false;
            snprintf (taken[side], sizeof taken[side], "%s%.0f of %.0f files for %s",
                      *taken[0] ? ", " : "", of[side].taken_n, of[side].file_n,
                      sides[side].name);
        }
    }
    if (good)
        return;
    for (int side = 0; side < FID_SIDE_N; side++)
        if (of[side].batch > 0)
            to = fmax (1, fmin (to, floor (sqrt (of[side].file_n * samples / of[side].batch))));
    char wanted[FID_SIDE_N][64] = {"", ""};
    for (int side = 0; side < FID_SIDE_N; side++) {
        double multiple = to * of[side].batch;
        if (!(multiple > 0))
            continue;
        double n = fmax (1, round (of[side].file_n * samples / to / multiple)) * multiple;
        snprintf (wanted[side], sizeof wanted[side], "%s: %.0f, ",
                  fid_dlio_keys[sides[side].files].path, n);
        if (fit)
            fid_claim_number (c, sides[side].files, LOW, n,
                              "the run has %.0f files with %.0f samples each; DLIO from June "
                              "2026 on would take %.0f of them",
                              of[side].file_n, samples, of[side].taken_n);
    }
    if (fit)
        fid_claim_number (
            c, FID_DLIO_SAMPLES, LOW, to,
            "as many samples in more files; DLIO from June 2026 on takes all of them");
    else
        fid_claim_remark (c,
                          "DLIO from June 2026 on (pull request 339) takes %s%s: a multiple of "
                          "num_samples_per_file * batch_size * ranks, without an error if that "
                          "is 0. For it, %s%s%s: %.0f (--for dlio-2026 writes them).",
                          taken[0], taken[1], wanted[0], wanted[1],
                          fid_dlio_keys[FID_DLIO_SAMPLES].path, to);
}

/* --- of several runs */

/* The keys with which DLIO saves several tensors. */
static int fill_tensors (struct fid_derived *d, struct fid_error *err)
{
    const struct fid_tensors *t = &d->claims.tensors;
    FID_SCOPED (fid_arena_clear) struct fid_arena texts = {NULL};
    const char *list = "[";
    if (!t->n)
        return 0;
    for (size_t i = 0; i < t->n; i++)
        if (!(list = fid_arena_format (&texts, err, "%s%.0f%s", list, t->byte_n[i],
                                       i + 1 < t->n ? ", " : "]")))
            return -1;
    FID_TRY (fid_dlio_config_set (&d->config, "model.num_layers", "1", err));
    FID_TRY (fid_dlio_config_set (&d->config, "model.transformer.hidden_size", "0", err));
    return fid_dlio_config_set (&d->config, "model.layer_parameters", list, err);
}

static void fill_config (struct fid_derived *d)
{
    for (enum fid_dlio_key k = 0; k < FID_DLIO_KEY_N; k++) {
        const struct fid_claim *c = &d->claims.of[k];
        if (c->confidence && fid_dlio_keys[k].type == FID_DLIO_IS_TEXT)
            fid_dlio_set_text (&d->config, k, c->text);
        else if (c->confidence)
            fid_dlio_set_number (&d->config, k, c->number);
    }
}

int fid_derive (const struct fid_claims *of, char *const *path, size_t n,
                const struct fid_derive_opts *opts, struct fid_derived *out,
                struct fid_error *err)
{
    *out = (struct fid_derived){.run_n = 0};
    FID_NEED (out->run = calloc (n + 1, sizeof *out->run), err);
    for (size_t i = 0; i < n; i++) {
        if (!(out->run[i] = fid_strdup (path[i], err)))
            return -1;
        out->run_n++;
        memcpy (out->steps_from, of[i].steps_from, sizeof out->steps_from);
    }
    FID_TRY (fid_claims_join (of, n, &out->claims, err));
    fill_config (out);
    fit_files (&out->claims, &out->config, opts->fit);
    fill_config (out);
    FID_NEED (!out->claims.no_memory, err);
    return fill_tensors (out, err);
}

void fid_derived_clear (struct fid_derived *d)
{
    for (size_t i = 0; i < d->run_n; i++)
        free (d->run[i]);
    free (d->run);
    fid_claims_clear (&d->claims);
    fid_dlio_config_clear (&d->config);
    *d = (struct fid_derived){0};
}

/* --- as YAML with comments, and as JSON */

int fid_derived_write (const struct fid_derived *d, FILE *f, struct fid_error *err)
{
    FID_SCOPED (fid_arena_clear) struct fid_arena texts = {NULL};
    struct fid_dlio_notes notes = {.head = "DLIO workload, derived by fidlio from"};
    for (size_t i = 0; i < d->run_n; i++)
        if (!(notes.head = fid_arena_format (&texts, err, "%s%s %s", notes.head, i ? "," : "",
                                             d->run[i])))
            return -1;
    notes.head = fid_arena_format (&texts, err,
                                   "%s\nSteps are from: %s.\n"
                                   "Above each key: how certain it is, and why.\n",
                                   notes.head, d->steps_from);
    FID_TRY (!notes.head);
    for (int k = 0; k < FID_DLIO_KEY_N; k++) {
        const struct fid_claim *c = &d->claims.of[k];
        const char *sure = c->confidence ? fid_confidence_names[c->confidence] : "not known";
        if (*c->evidence &&
            !(notes.key[k] = fid_arena_format (&texts, err, "%s: %s", sure, c->evidence)))
            return -1;
    }
    for (size_t i = 0; i < d->claims.remark_n; i++)
        if (!(notes.tail = fid_arena_format (
                  &texts, err, "%s\n- %s",
                  i ? notes.tail : "\nWhat DLIO cannot express:", d->claims.remark[i])))
            return -1;
    return fid_dlio_config_write (&d->config, &notes, f, err);
}

cJSON *fid_derived_json (const struct fid_derived *d, struct fid_error *err)
{
    struct fid_doc doc;
    fid_doc_begin (&doc);
    cJSON *runs = fid_doc_list (&doc, doc.root, "runs");
    for (size_t i = 0; i < d->run_n; i++)
        fid_doc_text (&doc, runs, NULL, d->run[i]);
    fid_doc_text (&doc, doc.root, "steps_from", d->steps_from);
    cJSON *keys = fid_doc_object (&doc, doc.root, "keys");
    for (int k = 0; k < FID_DLIO_KEY_N; k++) {
        const struct fid_claim *c = &d->claims.of[k];
        enum fid_dlio_type type = fid_dlio_keys[k].type;
        if (!*c->evidence)
            continue;
        cJSON *key = fid_doc_object (&doc, keys, fid_dlio_keys[k].path);
        if (!c->confidence)
            fid_doc_null (&doc, key, "value");
        else if (type == FID_DLIO_IS_TEXT)
            fid_doc_text (&doc, key, "value", c->text);
        else if (type == FID_DLIO_IS_FLAG)
            fid_doc_bool (&doc, key, "value", c->number != 0);
        else
            fid_doc_number (&doc, key, "value", c->number);
        fid_doc_text (&doc, key, "confidence", fid_confidence_names[c->confidence]);
        fid_doc_text (&doc, key, "evidence", c->evidence);
    }
    cJSON *tensors = fid_doc_list (&doc, doc.root, "layer_parameters");
    for (size_t i = 0; i < d->claims.tensors.n; i++)
        fid_doc_number (&doc, tensors, NULL, d->claims.tensors.byte_n[i]);
    cJSON *remarks = fid_doc_list (&doc, doc.root, "not_expressed");
    for (size_t i = 0; i < d->claims.remark_n; i++)
        fid_doc_text (&doc, remarks, NULL, d->claims.remark[i]);
    return fid_doc_end (&doc, err);
}
