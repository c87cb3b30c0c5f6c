/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the job that a configuration and results state, where no trace shows its reads */
#include "job/finder.h"
#include "tests/tap.h"

struct stated {
    const char *key, *value;
};

/* Accelerators times batch, over computation and 100 % of the time: 40 samples a second. */
static const struct stated summary[] = {{"num_accelerators", "2"},
                                        {"train_au_mean_percentage", "100"},
                                        {"train_throughput_mean_samples_per_second", "40"},
                                        {"train_io_mean_MB_per_second", "80"},
                                        {"workload.reader.batch_size", "4"},
                                        {"num_files_train", "800"}};

/* Steps of a rank; 0: no job.  One more fact; what the traces say. */
static size_t steps (const char *key, const char *value, struct fid_books books, bool emulation,
                     struct fid_job_step *first)
{
    struct fid_run_fact fact[8] = {{.host = 0}};
    struct fid_run run = {.fact = fact, .emulation = emulation};
    struct fid_job found = {.books = books}, job = {.rank_n = 0};
    struct fid_error err;
    size_t n = 0;
    for (; run.fact_n < sizeof summary / sizeof *summary; run.fact_n++) {
        snprintf (fact[run.fact_n].key, sizeof fact->key, "%s", summary[run.fact_n].key);
        snprintf (fact[run.fact_n].value, sizeof fact->value, "%s", summary[run.fact_n].value);
    }
    if (key) {
        snprintf (fact[run.fact_n].key, sizeof fact->key, "%s", key);
        snprintf (fact[run.fact_n++].value, sizeof fact->value, "%s", value);
    }
    *first = (struct fid_job_step){.start_s = 0};
    if (fid_job_stated (&job, &found, &run, &err))
        diag ("%s", err.text);
    if (job.rank_n) {
        n = (size_t)round (fid_job_times (&job) *
                           (double)fid_job_step_n (&job.rank[0], FID_JOB_TRAINING));
        *first = job.rank[0].step[0];
        ok (job.stated, "the job is called stated");
    }
    fid_job_clear (&job);
    return n;
}

int main (void)
{
    const struct fid_books unread = {.gap = FID_BOOKS_NO_READS};
    struct fid_job_step s;
    ok (steps (NULL, NULL, unread, true, &s) == 100,
        "800 files, 2 ranks, 4 a batch: 100 steps");
    ok_close (s.compute_s, .2, 1e-3, "2 x 4 samples in 0.2 s");
    ok_close (s.byte_n, 4 * 2 * 1048576., 1000, "4 samples of 80 / 40 MiB");
    ok (steps ("workload.dataset.record_length_bytes", "2097152", unread, true, &s) == 100,
        "a configuration that says the same");
    ok (steps ("workload.dataset.record_length_bytes", "4194304", unread, true, &s) == 0,
        "nothing is stated by a record length that contradicts the rates");
    ok (steps ("workload.train.computation_time", "0.5", unread, true, &s) == 0,
        "nor by another time of computation");
    ok (steps (NULL, NULL, unread, false, &s) == 0, "nor of a real job");
    ok (steps (NULL, NULL, (struct fid_books){.gap = FID_BOOKS_BALANCED}, true, &s) == 0,
        "nor where the traces show the reads");
    ok (steps (NULL, NULL, (struct fid_books){.gap = FID_BOOKS_NO_READS, .none = true}, true,
               &s) == 0,
        "nor where they show that there are none");
    return tap_done ();
}
