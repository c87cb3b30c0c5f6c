/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tune.h - records, compares, changes a configuration, and again
 *
 * Each step takes the configuration that came nearest so far (by the similarity of its
 * recorded run, then by its answer: fid_tuning_best) and makes the change (moves.h) after which its answer is predicted to be least off
 * (storage/predicted.h) or, where that hardly differs, the job nearest to the real one's, until
 * no change is expected to gain more than the models know, or there have been enough runs. */
#pragma once

#include "compare/series.h"
#include "tune/history.h"

/* What only the caller can do. */
struct fid_tune_hooks {
    void *self; /* borrowed */
    /* Make the files of samples of a configuration; NULL: not wanted. */
    int (*prepare) (void *self, const char *config, struct fid_error *err);
    /* Record a run of a configuration into the folder run, which is not there yet. */
    int (*record) (void *self, const char *config, const char *run, struct fid_error *err);
    void (*say) (void *self, const char *text);
};

struct fid_tune_opts {
    char *const *real; /* borrowed; runs of one job */
    size_t real_n;
    const char *config, *dir; /* borrowed */
    size_t run_n;             /* recordings at most, those of earlier calls among them */
    double least_gain;        /* of the answer, as ln; < 0: the error of the models */
    struct fid_run_opts run;
    struct fid_compare_opts compare;
    struct fid_series_size series;
    size_t thread_n;
};

/* Tunes, or continues to; writes DIR/best.yaml, DIR/tune.html and, in DIR/results, the results
 * of all steps and their report.  -1 as soon as something fails; what is complete stays. */
int fid_tune (const struct fid_tune_opts *opts, const struct fid_tune_hooks *hooks,
              struct fid_error *err);

/* page.c: the page that shows the way; ended: why it went no further. */
int fid_tune_page (const struct fid_tuning *h, const char *real, const char *ended,
                   const char *path, struct fid_error *err);
