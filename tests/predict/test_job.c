/* test_job.c - simulated jobs of DLIO: files, order, workers, checkpoints, evaluations */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "metrics/rng.h"
#include "predict/job.h"
#include "tests/tap.h"

static struct fid_error err;

/* A machine without measured costs: calls take no time. */
static struct fid_costs
free_costs (void)
{
    return (struct fid_costs){.ahead = 131072, .rng = fid_rng_create (1, 0)};
}

static struct fid_dlio_config
config_of (const char *const *set)
{
    struct fid_dlio_config c = {0};
    for (; *set; set++)
        if (fid_dlio_config_override (&c, *set, &err))
            exit (99);
    return c;
}

static struct fid_sim
job_of (const char *const *set)
{
    struct fid_dlio_config c = config_of (set);
    struct fid_costs costs = free_costs ();
    struct fid_sim job;
    if (fid_sim_simulate (&job, &c, &costs, &err)) {
        printf ("Bail out! %s\n", err.text);
        exit (99);
    }
    fid_costs_clear (&costs);
    fid_dlio_config_clear (&c);
    return job;
}

static size_t
count (const struct fid_sim *job, enum fid_op op)
{
    size_t n = 0;
    for (size_t i = 0; i < job->event_n; i++)
        n += job->event[i].op == op;
    return n;
}

static size_t
phases (const struct fid_sim *job, enum fid_phase_name name)
{
    size_t n = 0;
    for (size_t i = 0; i < job->phase_n; i++)
        n += job->phase[i].name == name;
    return n;
}

static uint64_t
size_of (const struct fid_sim *job, const char *name)
{
    for (size_t i = 0; i < job->file_n; i++)
        if (strstr (job->file[i].path, name))
            return job->file[i].byte_n;
    return 0;
}

/* The configuration of a recorded run, whose files and calls are known. */
static void
test_recorded (void)
{
    static const char *const set[] = {"framework=pytorch",
                                      "workflow.evaluation=True",
                                      "workflow.checkpoint=True",
                                      "dataset.format=npy",
                                      "dataset.num_files_train=80",
                                      "dataset.num_files_eval=10",
                                      "dataset.record_length_bytes=14893888",
                                      "dataset.record_length_bytes_stdev=7234738",
                                      "reader.data_loader=pytorch",
                                      "reader.batch_size=2",
                                      "reader.read_threads=2",
                                      "train.epochs=5",
                                      "train.computation_time=0.3",
                                      "checkpoint.checkpoint_after_epoch=2",
                                      "checkpoint.epochs_between_checkpoints=2",
                                      NULL};
    struct fid_sim job = job_of (set);
    ok_int (size_of (&job, "train/img_02_of_80.npy"), 14140272, "a file as DLIO made it");
    ok_int (size_of (&job, "train/img_59_of_80.npy"), 9631002, "another one");
    ok_int (size_of (&job, "valid/img_09_of_10.npy"), 17205694, "one of the evaluation");
    ok_int (count (&job, FID_OP_READ), 2250, "reads: five a file");
    ok_int (count (&job, FID_OP_OPEN), 452, "opens, of checkpoints, too");
    ok_int (count (&job, FID_OP_WRITE), 6, "writes: three a checkpoint");
    ok_int (job.step_n, 250, "steps of both kinds");
    ok_int (phases (&job, FID_NAME_CHECKPOINT), 2, "checkpoints after epochs 2 and 4");
    ok_int (phases (&job, FID_NAME_EVAL), 5, "an evaluation each epoch");
    fid_sim_clear (&job);
}

/* Batches go round the workers; at most as many as are prefetched are under way. */
static void
test_workers (void)
{
    static const char *const set[] = {"dataset.format=indexed_binary",
                                      "dataset.num_files_train=1",
                                      "dataset.num_samples_per_file=100",
                                      "reader.batch_size=5",
                                      "reader.read_threads=3",
                                      "reader.prefetch_size=6",
                                      "reader.read_type=memory",
                                      "train.computation_time=1",
                                      NULL};
    struct fid_sim job = job_of (set);
    size_t right = 0, read_n = 0, early = 0;
    for (size_t i = 0; i < job.event_n; i++) {
        const struct fid_sim_event *ev = &job.event[i];
        if (ev->op != FID_OP_READ || job.file[ev->file].byte_n != 65536 * 100)
            continue;
        size_t sample = ev->offset / 65536;
        right += ev->pid == 1001 + (sample / 5) % 3;
        early += ev->start_ns < INT64_C (1000000000);
        read_n++;
    }
    ok_int (read_n, 100, "each sample is read once");
    ok_int (right, 100, "batch k by worker k modulo 3");
    ok_int (early, 35, "six batches at once, and one for that which the first step takes");
    ok_int (job.step_n, 20, "steps");
    fid_sim_clear (&job);
}

static void
test_schedule (void)
{
    static const char *const set[] = {"dataset.num_files_train=10",
                                      "dataset.num_samples_per_file=10",
                                      "reader.read_threads=0",
                                      "workflow.checkpoint=True",
                                      "checkpoint.steps_between_checkpoints=20",
                                      "train.total_training_steps=50",
                                      "dataset.format=indexed_binary",
                                      NULL};
    struct fid_sim job = job_of (set);
    ok_int (job.step_n, 50, "no more than total_training_steps");
    ok_int (phases (&job, FID_NAME_CHECKPOINT), 2, "checkpoints after 20 and 40 steps");
    ok_int (phases (&job, FID_NAME_BLOCK), 3, "and blocks between them");
    size_t mine = 0;
    for (size_t i = 0; i < job.event_n; i++)
        mine += job.event[i].pid == 1000;
    ok_int (mine, job.event_n, "without threads the main process reads");
    fid_sim_clear (&job);
}

static void
test_refused (void)
{
    static const struct {
        const char *what, *set[5];
    } cases[] = {
        {"no files", {"dataset.num_files_train=0", NULL}},
        {"no training", {"workflow.train=False", NULL}},
        {"no epochs", {"train.epochs=0", NULL}},
        {"too many calls",
         {"dataset.num_files_train=100000000", "dataset.format=indexed_binary", NULL}},
        {"too many steps",
         {"dataset.num_files_train=1", "train.epochs=1000000000", "dataset.format=synthetic"}},
        {"no step", {"reader.batch_size=1000", NULL}},
        {"too many threads", {"reader.read_threads=100000", NULL}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_dlio_config c = config_of (cases[i].set);
        struct fid_costs costs = free_costs ();
        struct fid_sim job;
        int rc = fid_sim_simulate (&job, &c, &costs, &err);
        ok (rc == -1 && err.status == FID_EINPUT, "%s: %s", cases[i].what, err.text);
        fid_sim_clear (&job);
        fid_costs_clear (&costs);
        fid_dlio_config_clear (&c);
    }
}

int
main (void)
{
    test_recorded ();
    test_workers ();
    test_schedule ();
    test_refused ();
    return tap_done ();
}
