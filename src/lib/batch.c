/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch.c - many pairs at once, of the installed interface (fidlio.h) */
#include "base/jsonbuild.h"
#include "batch/batch.h"
#include "lib/border.h"
#include "readers/trainlog/own.h"

static void pass_progress (void *ctx, const struct fid_batch_progress *p)
{
    const struct fid_batch_options *o = ctx;
    o->progress (o->ctx, p->done_n, p->total_n);
}

static bool ask_cancelled (void *ctx)
{
    const struct fid_batch_options *o = ctx;
    return o->cancelled (o->ctx) != 0;
}

static void pass_message (void *ctx, const char *text)
{
    const struct fid_batch_options *o = ctx;
    o->message (o->ctx, text);
}

/* What the options of a batch refer to. */
struct given {
    struct fid_batch_options o;
    struct fid_border_compare compare;
};

static int take_batch_options (struct given *g, struct fid_batch_opts *to,
                               struct fid_error *err)
{
    const struct fid_batch_options *o = &g->o;
    *to = (struct fid_batch_opts)FID_BATCH_DEFAULTS;
    FID_TRY (fid_border_open (o->open, &to->run, err));
    FID_TRY (fid_border_compare (o->compare, &g->compare, err));
    to->compare = g->compare.opts;
    if (to->compare.calibration)
        return fid_errorf (
            err, FID_EUSAGE,
            "a batch takes its calibration from a file (calibration) or from its "
            "real runs, not from the options of the comparison");
    if (o->calibration && o->no_calibration)
        return fid_errorf (err, FID_EUSAGE,
                           "calibration and no_calibration exclude each other");
    to->calibration = o->calibration;
    to->no_calibration = o->no_calibration;
    to->series.none = o->no_series;
    to->force = o->force;
    to->all_workloads = o->all_workloads;
    to->thread_n = o->thread_n;
    to->hooks = (struct fid_batch_hooks){
        .ctx = &g->o,
        .progress = o->progress ? pass_progress : NULL,
        .cancelled = o->cancelled ? ask_cancelled : NULL,
        .message = o->message ? pass_message : NULL,
    };
    return 0;
}

/* {"totals", "pairs"}; NULL without memory. */
static char *batch_text (const struct fid_batch *batch, const struct fid_batch_summary *s,
                         struct fid_error *err)
{
    static const char *const states[] = {
        [FID_BATCH_TODO] = "open",         [FID_BATCH_KEPT] = "kept",
        [FID_BATCH_COMPARED] = "compared", [FID_BATCH_FAILED] = "failed",
        [FID_BATCH_SKIPPED] = "skipped",   [FID_BATCH_ELSEWHERE] = "open"};
    struct fid_doc d;
    fid_doc_begin (&d);
    fid_doc_row (
        &d, d.root, "totals",
        "pair_n %zu compared_n %zu kept_n %zu failed_n %zu calibrated %hhd skipped_n %zu",
        s->pair_n, s->compared_n, s->kept_n, s->failed_n, s->calibrated, s->skipped_n);
    cJSON *pairs = fid_doc_list (&d, d.root, "pairs");
    for (size_t i = 0; i < fid_batch_pair_n (batch); i++) {
        struct fid_batch_pair p = fid_batch_pair (batch, i);
        bool failed = p.state == FID_BATCH_FAILED;
        fid_doc_row (&d, pairs, NULL,
                     "real %s emulation %s file %s state %s status %f error %s", p.real,
                     p.emulation, p.file, states[p.state], failed ? (double)p.err.status : -1,
                     failed ? p.err.text : NULL);
    }
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_doc_end (&d, err);
    return doc ? fid_json_text (doc, err) : NULL;
}

int fid_batch_compare (struct fid_batch *batch, const char *results,
                       const struct fid_batch_options *options, char **text,
                       struct fid_error *err)
{
    struct given given = {0};
    struct fid_batch_opts opts;
    struct fid_batch_summary s = {0};
    struct fid_error why = {.status = FID_OK};
    FID_TRY (FID_GIVEN (batch));
    FID_TRY (FID_GIVEN (results));
    FID_IN_C_LOCALE;
    if (options)
        given.o = *options;
    if (take_batch_options (&given, &opts, err)) {
        fid_log_own_destroy (opts.run.patterns);
        return -1;
    }
    opts.results = results;
    int rc = fid_batch_run (batch, &opts, &s, &why);
    fid_log_own_destroy (opts.run.patterns);
    if (rc && err)
        *err = why;
    if (!text || (rc && why.status != FID_EPARTIAL))
        return rc;
    char *made = batch_text (batch, &s, err);
    *text = made ? made : *text;
    return made ? rc : -1;
}
