/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch.c - many pairs at once, of the installed interface (fidlio.h) */
#include "batch/batch.h"
#include "lib/border.h"

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

static int take_batch_options (const struct fid_batch_options *from,
                               struct fid_batch_options *o, struct fid_batch_opts *to,
                               struct fid_error *err)
{
    FID_TRY (fid_border_options (o, from, sizeof *o, "fid_batch_options", err));
    *to = (struct fid_batch_opts)FID_BATCH_DEFAULTS;
    FID_TRY (fid_border_open (o->open, &to->run, err) ||
             fid_border_compare (o->compare, &to->compare, err));
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
        .ctx = o,
        .progress = o->progress ? pass_progress : NULL,
        .cancelled = o->cancelled ? ask_cancelled : NULL,
        .message = o->message ? pass_message : NULL,
    };
    return 0;
}

int fid_batch_compare (struct fid_batch *batch, const char *results,
                       const struct fid_batch_options *options, struct fid_batch_totals *totals,
                       struct fid_error *err)
{
    FID_TRY (fid_border_given (batch, "batch", err) ||
             fid_border_given (results, "results", err));
    struct fid_batch_options o;
    struct fid_batch_opts opts;
    struct fid_batch_summary s = {0};
    struct fid_batch_totals t = {.size = sizeof t};
    FID_TRY (take_batch_options (options, &o, &opts, err) ||
             (totals && fid_border_row (totals, &t, sizeof t, "fid_batch_totals", err)));
    opts.results = results;
    FID_IN_C_LOCALE;
    int rc = fid_batch_run (batch, &opts, &s, err);
    t = (struct fid_batch_totals){
        .size = sizeof t,
        .pair_n = s.pair_n,
        .compared_n = s.compared_n,
        .kept_n = s.kept_n,
        .failed_n = s.failed_n,
        .calibrated = s.calibrated,
        .skipped_n = s.skipped_n,
    };
    if (totals)
        *totals = t;
    return rc;
}

size_t fid_batch_count (const struct fid_batch *batch)
{
    return batch ? fid_batch_pair_n (batch) : 0;
}

int fid_batch_get (const struct fid_batch *batch, size_t i, struct fid_batch_row *row,
                   struct fid_error *err)
{
    FID_TRY (fid_border_given (batch, "batch", err) ||
             fid_border_index (i, fid_batch_pair_n (batch), "pair", err));
    struct fid_batch_pair p = fid_batch_pair (batch, i);
    struct fid_batch_row r = {
        .real = p.real,
        .emulation = p.emulation,
        .file = p.file,
        .state = p.state == FID_BATCH_KEPT       ? FID_PAIR_KEPT
                 : p.state == FID_BATCH_COMPARED ? FID_PAIR_COMPARED
                 : p.state == FID_BATCH_FAILED   ? FID_PAIR_FAILED
                 : p.state == FID_BATCH_SKIPPED  ? FID_PAIR_SKIPPED
                                                 : FID_PAIR_OPEN,
        .error = p.err,
    };
    return fid_border_row (row, &r, sizeof r, "fid_batch_row", err);
}
