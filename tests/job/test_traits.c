/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_traits.c - traits of jobs, and jobs with a trait of another one */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "job/of_config.h"
#include "job/traits.h"
#include "tests/tap.h"

static struct fid_error err;

static struct fid_job job_of (const char *const *set)
{
    static const char *const common[] = {"dataset.format=indexed_binary",
                                         "dataset.num_files_train=10",
                                         "dataset.num_files_eval=2",
                                         "dataset.num_samples_per_file=12",
                                         "dataset.record_length_bytes=10000",
                                         "reader.batch_size=2",
                                         "train.epochs=3",
                                         "train.computation_time=0.5",
                                         "evaluation.eval_time=0.25",
                                         "workflow.evaluation=True",
                                         "workflow.checkpoint=True",
                                         "model.model_size_bytes=100000",
                                         NULL};
    struct fid_job_machine m = {
        .rank_n = 1, .busy_byte_s = 1e-6, .wait_byte_n = 1e-4, .cache_seen = true};
    struct fid_dlio_config c = {0};
    struct fid_job job = {0};
    for (const char *const *s = common; *s; s++)
        if (fid_dlio_config_override (&c, *s, &err))
            exit (99);
    for (; *set; set++)
        if (fid_dlio_config_override (&c, *set, &err))
            exit (99);
    if (fid_job_of_config (&job, &c, &m, &err))
        exit (99);
    fid_dlio_config_clear (&c);
    return job;
}

/* Whether the parts of all ranks follow each other, with their steps in them. */
static bool is_in_order (const struct fid_job *job)
{
    for (size_t i = 0; i < job->rank_n; i++) {
        double at = 0;
        for (size_t g = 0; g < job->rank[i].segment_n; g++) {
            const struct fid_job_segment *s = &job->rank[i].segment[g];
            if (s->start_s < at - 1e-9 || s->end_s < s->start_s)
                return false;
            at = s->start_s;
            for (size_t k = 0; k < s->step_n; k++) {
                const struct fid_job_step *t = &job->rank[i].step[s->step_first + k];
                if (t->start_s < at - 1e-9 || t->end_s < t->start_s + t->compute_s - 1e-9)
                    return false;
                at = t->end_s;
            }
            if (s->end_s < at - 1e-9)
                return false;
            at = s->end_s;
        }
    }
    return true;
}

/* One key changed is a difference in its trait; mended, there is none, and nothing else differs
 * that did not before. */
static void test_keys (void)
{
    static const struct {
        const char *set[4];
        enum fid_job_trait trait;
    } cases[] = {
        {{"train.computation_time=1"}, FID_TRAIT_COMPUTATION},
        {{"train.computation_time=0.1"}, FID_TRAIT_COMPUTATION},
        {{"dataset.record_length_bytes=40000"}, FID_TRAIT_STEP_BYTES},
        {{"train.total_training_steps=20"}, FID_TRAIT_STEPS},
        {{"train.epochs=2"}, FID_TRAIT_EPOCHS},
        {{"train.epochs=7"}, FID_TRAIT_EPOCHS},
        {{"reader.prefetch_size=8"}, FID_TRAIT_DEPTH},
        {{"reader.read_threads=0"}, FID_TRAIT_DEPTH},
        {{"reader.read_threads=4"}, FID_TRAIT_READERS},
        {{"reader.preprocess_time=0.02"}, FID_TRAIT_WORK},
        {{"reader.preprocess_time=0.02", "reader.read_threads=0"}, FID_TRAIT_WORK},
        {{"workflow.checkpoint=False"}, FID_TRAIT_SAVES},
        {{"checkpoint.epochs_between_checkpoints=2"}, FID_TRAIT_SAVES},
        {{"checkpoint.steps_between_checkpoints=10"}, FID_TRAIT_SAVES},
        {{"model.model_size_bytes=300000"}, FID_TRAIT_SAVE_BYTES},
        {{"workflow.evaluation=False"}, FID_TRAIT_EVALUATIONS},
        {{"evaluation.epochs_between_evals=2"}, FID_TRAIT_EVALUATIONS},
        {{"evaluation.eval_time=0.05"}, FID_TRAIT_EVAL_COMPUTATION},
        {{"dataset.num_files_eval=4"}, FID_TRAIT_EVAL_BYTES},
    };
    static const char *const none[] = {NULL};
    struct fid_job real = job_of (none);
    struct fid_job_difference d[FID_JOB_TRAIT_N], after;
    ok_int ((long long)fid_job_differences (&real, &real, d), 0, "a job is like itself");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_job wrong = job_of (cases[i].set), mended = {0};
        bool differs = fid_job_differs (&real, &wrong, cases[i].trait, &after);
        size_t before_n = fid_job_differences (&real, &wrong, d);
        int rc = fid_job_mend (&mended, &wrong, &real, FID_TRAIT_BIT (cases[i].trait), &err);
        bool mends = !fid_job_differs (&real, &mended, cases[i].trait, &after) &&
                     fabs (after.real - after.emulation) <= 0.02 * after.real;
        size_t after_n = fid_job_differences (&real, &mended, d);
        ok (differs && !rc && mends && after_n < before_n && is_in_order (&mended),
            "%s: %s is mended (%zu, then %zu)", cases[i].set[0],
            fid_job_traits[cases[i].trait].name, before_n, after_n);
        fid_job_clear (&mended);
        fid_job_clear (&wrong);
    }
    fid_job_clear (&real);
}

/* A job that starts up for 30 s, before second 0 as in a run, is a tenth to a third longer. */
static void test_start (void)
{
    static const char *const none[] = {NULL};
    struct fid_job real = job_of (none), wrong = job_of (none), mended = {0};
    struct fid_job_difference d, after;
    struct fid_job_segment *start = real.rank[0].segment;
    start->start_s = start->end_s - 30;
    double rest = real.rank[0].segment[real.rank[0].segment_n - 1].end_s - start->end_s;
    ok (fid_job_differs (&real, &wrong, FID_TRAIT_STARTED, &d),
        "a long start-up is a difference");
    ok_close (d.real, rest / (rest + 30), 1e-12, "the share of the time after it");
    ok (!fid_job_mend (&mended, &wrong, &real, FID_TRAIT_BIT (FID_TRAIT_STARTED), &err) &&
            !fid_job_differs (&real, &mended, FID_TRAIT_STARTED, &after) &&
            fid_job_differences (&real, &mended,
                                 (struct fid_job_difference[FID_JOB_TRAIT_N]){{0}}) == 0,
        "mended, the jobs are alike");
    const struct fid_job_segment *s = mended.rank[0].segment;
    ok_close (s->end_s - s->start_s, 30, 1e-6, "with a start-up as long");
    ok_close (s[1].start_s, wrong.rank[0].segment[1].start_s, 1e-9, "before the same second 0");
    fid_job_clear (&real);
    fid_job_clear (&wrong);
    fid_job_clear (&mended);
}

/* What nobody can tell is no difference; nothing beside something is the largest. */
static void test_unknown (void)
{
    static const char *const none[] = {NULL}, *const no_saves[] = {"workflow.checkpoint=False",
                                                                   NULL};
    struct fid_job real = job_of (none), wrong = job_of (no_saves);
    struct fid_job_difference d;
    ok (fid_job_differs (&real, &wrong, FID_TRAIT_SAVES, &d),
        "no checkpoints are a difference");
    ok_close (d.apart, FID_TRAIT_APART_MOST, 0, "the largest there is");
    wrong.checkpoints.from = FID_JOB_UNKNOWN;
    ok (!fid_job_differs (&real, &wrong, FID_TRAIT_SAVES, &d), "unless nobody can tell");
    ok (!fid_job_differs (&real, &wrong, FID_TRAIT_SAVE_BYTES, &d),
        "what there is none of has no size");
    fid_job_clear (&real);
    fid_job_clear (&wrong);
}

int main (void)
{
    test_keys ();
    test_start ();
    test_unknown ();
    return tap_done ();
}
