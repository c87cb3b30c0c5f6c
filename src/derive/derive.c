/* SPDX-License-Identifier: GPL-3.0-or-later */
/* derive.c - see derive.h */
#include "derive/analysis.h"
#include "job/of_run.h"

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

static void claim_workflow (struct fid_analysis *a)
{
    const char *name = a->run->workload; /* in lower case */
    fid_claim_number (a->claims, FID_DLIO_DO_GENERATE, FID_CONFIDENCE_HIGH, 0,
                      "data are made once, before: ++workload.workflow.generate_data=True");
    if (a->side[FID_SIDE_TRAIN].use_n || a->step_n > 0)
        fid_claim_number (a->claims, FID_DLIO_DO_TRAIN, FID_CONFIDENCE_HIGH, 1,
                          a->job->steps.from == FID_JOB_LOG ? "the log has steps"
                                                            : "samples are read");
    if (*name)
        fid_claim_text (a->claims, FID_DLIO_MODEL_NAME, FID_CONFIDENCE_HIGH, name,
                        "the run calls itself so");
    fid_claim_unknown (a->claims, FID_DLIO_OUTPUT_FOLDER,
                       "where DLIO writes its results is not a property of the run");
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
    fid_claim_number (c, FID_DLIO_DO_GENERATE, FID_CONFIDENCE_HIGH, 0, "no data are read");
    fid_claim_number (c, FID_DLIO_DO_TRAIN, FID_CONFIDENCE_HIGH, 0,
                      "no data are read: DLIO saves checkpoints and does no more");
    fid_claim_number (c, FID_DLIO_SAVES, FID_CONFIDENCE_HIGH, saves, "so many are written");
    if (loads)
        fid_claim_number (c, FID_DLIO_LOADS, FID_CONFIDENCE_HIGH, fmin ((double)loads, saves),
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
            fid_claim_unknown (
                c, (enum fid_dlio_key)k,
                "the log has %zu jobs, whose reads and steps are mixed; give each "
                "a run of its own",
                jobs);
        else if (claim->confidence > FID_CONFIDENCE_LOW)
            claim->confidence = FID_CONFIDENCE_LOW;
    }
    c->of[FID_DLIO_MODEL_TYPE] = (struct fid_claim){0};
    fid_claim_unknown (c, FID_DLIO_COMPUTE, "the log has %zu jobs", jobs);
    c->time[0].n = c->time[1].n = 0;
    c->tensors.n = 0;
}

static int claim_keys (struct fid_analysis *a, struct fid_error *err)
{
    for (int side = 0; side < FID_SIDE_N; side++)
        FID_TRY (fid_layout_find (a->io, (enum fid_side)side, a->unit, &a->side[side], err));
    if (!a->side[FID_SIDE_TRAIN].file_n && !(a->step_n > 0) && !a->run->phases.known)
        return fid_errorf (err, FID_EINPUT,
                           "%s: no file of samples is read, and no log has phases or steps: "
                           "nothing to derive from",
                           a->run->path);
    FID_TRY (fid_derive_reader (a, err) || fid_derive_dataset (a, err) ||
             fid_derive_schedule (a, err));
    claim_workflow (a);
    if (only_saves (a))
        claim_saves (a);
    a->claims->ranks = a->ranks;
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
    int rc = !of ? -1 : of->whole ? 0 : fid_job_find (&again, &found, run, err);
    const struct fid_job_evidence *ev = of && of->whole ? &of->evidence : &found;
    for (size_t i = 0; i < n && !rc; i++) {
        struct fid_analysis a = {.run = run,
                                 .job = &of->job,
                                 .io = &ev->io,
                                 .unit = unit[i],
                                 .stretch = 1,
                                 .claims = &claims[i],
                                 .origin_ns = ev->origin_ns};
        prepare_analysis (&a);
        rc = claim_keys (&a, err);
    }
    return rc;
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

/* Whether this DLIO makes as many steps of them as others; a rest that is smaller than a batch
 * makes no step in any. */
static bool makes_all_steps (const struct amount *a, double samples)
{
    return !(a->batch > 0) ||
           floor (a->taken_n * samples / a->batch) == floor (a->file_n * samples / a->batch);
}

void fid_derive_fit (struct fid_claims *c, const struct fid_dlio_config *config, bool fit)
{
    struct amount of[FID_SIDE_N];
    double samples = fid_dlio_number (config, FID_DLIO_SAMPLES), to = samples;
    char taken[FID_SIDE_N][80] = {"", ""};
    bool good = true;
    for (int side = 0; side < FID_SIDE_N; side++) {
        of[side] = amount_of (c, config, side);
        if (of[side].batch > 0 && of[side].file_n * samples < of[side].batch)
            fid_claim_remark (
                c,
                "DLIO makes no step of %s: the files have %.0f samples, a batch of "
                "all ranks %.0f.",
                sides[side].name, of[side].file_n * samples, of[side].batch);
        else if (!makes_all_steps (&of[side], samples)) {
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
            fid_claim_number (
                c, sides[side].files, FID_CONFIDENCE_LOW, n,
                "the run has %.0f files with %.0f samples each; DLIO from June 2026 "
                "on would take %.0f of them",
                of[side].file_n, samples, of[side].taken_n);
    }
    if (fit)
        fid_claim_number (
            c, FID_DLIO_SAMPLES, FID_CONFIDENCE_LOW, to,
            "as many samples in more files, of which DLIO from June 2026 on takes "
            "all");
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
    char *list = fid_strdup ("[", err);
    for (size_t i = 0; i < t->n && list; i++) {
        char *more =
            fid_format (err, "%s%.0f%s", list, t->byte_n[i], i + 1 < t->n ? ", " : "]");
        free (list);
        list = more;
    }
    int rc = list ? 0 : -1;
    if (!rc && t->n)
        rc = FID_FAILED (
            fid_dlio_config_set (&d->config, "model.num_layers", "1", err) ||
            fid_dlio_config_set (&d->config, "model.transformer.hidden_size", "0", err) ||
            fid_dlio_config_set (&d->config, "model.layer_parameters", list, err));
    free (list);
    return rc;
}

static void fill_config (struct fid_derived *d)
{
    for (int k = 0; k < FID_DLIO_KEY_N; k++) {
        const struct fid_claim *c = &d->claims.of[k];
        if (!c->confidence)
            continue;
        if (fid_dlio_keys[k].type == FID_DLIO_IS_TEXT)
            fid_dlio_set_text (&d->config, (enum fid_dlio_key)k, c->text);
        else
            fid_dlio_set_number (&d->config, (enum fid_dlio_key)k, c->number);
    }
}

int fid_derive (const struct fid_claims *of, char *const *path, size_t n,
                const struct fid_derive_opts *opts, struct fid_derived *out,
                struct fid_error *err)
{
    *out = (struct fid_derived){.run = calloc (n + 1, sizeof *out->run)};
    int rc = out->run ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < n && !rc; i++) {
        rc = (out->run[i] = fid_strdup (path[i], err)) ? 0 : -1;
        out->run_n += !rc;
        memcpy (out->steps_from, of[i].steps_from, sizeof out->steps_from);
    }
    if (!rc)
        rc = fid_claims_join (of, n, &out->claims, err);
    if (!rc) {
        fill_config (out);
        fid_derive_fit (&out->claims, &out->config, opts->fit);
        fill_config (out);
        rc = out->claims.no_memory ? fid_error_nomem (err) : fill_tensors (out, err);
    }
    if (rc)
        fid_derived_clear (out);
    return rc;
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

/* "high: 80 files ...", or "not known: ..."; NULL without memory. */
static char *note_of (const struct fid_claim *c, struct fid_error *err)
{
    return fid_format (err, "%s: %s",
                       c->confidence ? fid_confidence_name (c->confidence) : "not known",
                       c->evidence);
}

static char *head_of (const struct fid_derived *d, struct fid_error *err)
{
    char *text = fid_strdup ("DLIO workload, derived by fidlio from", err);
    for (size_t i = 0; i < d->run_n && text; i++) {
        char *more = fid_format (err, "%s%s %s", text, i ? "," : "", d->run[i]);
        free (text);
        text = more;
    }
    char *all = text ? fid_format (err,
                                   "%s\nSteps are from: %s.\n"
                                   "Above each key: how certain it is, and why.\n",
                                   text, d->steps_from)
                     : NULL;
    free (text);
    return all;
}

static char *tail_of (const struct fid_derived *d, struct fid_error *err)
{
    char *text = fid_strdup (d->claims.remark_n ? "\nWhat DLIO cannot express:" : "", err);
    for (size_t i = 0; i < d->claims.remark_n && text; i++) {
        char *more = fid_format (err, "%s\n- %s", text, d->claims.remark[i]);
        free (text);
        text = more;
    }
    return text;
}

int fid_derived_write (const struct fid_derived *d, FILE *f, struct fid_error *err)
{
    struct fid_dlio_notes notes = {0};
    char *note[FID_DLIO_KEY_N] = {NULL};
    char *head = head_of (d, err), *tail = tail_of (d, err);
    int rc = head && tail ? 0 : -1;
    for (int k = 0; k < FID_DLIO_KEY_N && !rc; k++)
        if (*d->claims.of[k].evidence) {
            notes.key[k] = note[k] = note_of (&d->claims.of[k], err);
            rc = note[k] ? 0 : -1;
        }
    notes.head = head;
    notes.tail = tail && *tail ? tail : NULL;
    if (!rc)
        rc = fid_dlio_config_write (&d->config, &notes, f, err);
    for (int k = 0; k < FID_DLIO_KEY_N; k++)
        free (note[k]);
    FID_FREE (head, tail);
    return rc;
}

static void put_value (struct fid_doc *doc, cJSON *in, const struct fid_claim *c,
                       enum fid_dlio_type type)
{
    if (!c->confidence)
        fid_doc_null (doc, in, "value");
    else if (type == FID_DLIO_IS_TEXT)
        fid_doc_text (doc, in, "value", c->text);
    else if (type == FID_DLIO_IS_FLAG)
        fid_doc_bool (doc, in, "value", c->number != 0);
    else
        fid_doc_number (doc, in, "value", c->number);
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
        if (!*c->evidence)
            continue;
        cJSON *key = fid_doc_object (&doc, keys, fid_dlio_keys[k].path);
        put_value (&doc, key, c, fid_dlio_keys[k].type);
        fid_doc_text (&doc, key, "confidence", fid_confidence_name (c->confidence));
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
