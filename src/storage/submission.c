/* SPDX-License-Identifier: GPL-3.0-or-later */
/* submission.c - see submission.h */
#include "job/epochs.h"
#include "job/of_run.h"
#include "storage/submission.h"
#include "storage/times.h"

/* Least utilisation of a workload, whose name begins so. */
static const struct {
    const char *workload;
    double busy;
    const char *versions;
} utilisations[] = {
    {"unet3d", .90, "v0.5 to v3.0"},   {"bert", .90, "v0.5"},
    {"resnet50", .90, "v1.0 to v2.0"}, {"cosmoflow", .70, "v1.0 to v2.0"},
    {"retinanet", .85, "v3.0"},
};

/* What else is asked; all: v0.5 to v3.0, checkpoints: v2.0 and v3.0. */
#define RUNS   5
#define MEMORY 5.  /* times the memory of all hosts */
#define STEPS  500 /* of an epoch */
#define SAVES  10  /* and as many loads */

#define ROUNDED .995 /* the benchmark takes whole files, and gigabytes of memory */

#define FAST    1e15 /* bytes a second, of a storage that nobody waits for */
#define NO_LOSS 0.005

/* --- the ceiling */

/* Seconds that the training of all ranks computes, waits for other ranks, and waits for data. */
struct spent {
    double compute_s, meet_s, wait_s, all_s, decode_s;
};

/* The share of computation, by the model on a storage that answers at once. */
static int on_fast_storage (const struct fid_job *job, double *loss_s, struct fid_error *err)
{
    FID_SCOPED (fid_timing_clear) struct fid_timing t;
    struct fid_storage fast;
    fid_timing_init (&t, job);
    fid_storage_init (&fast, "fast");
    fast.read_byte_s = FAST;
    fast.read_s = fast.meta_s = 0;
    FID_TRY (fid_timing_add (&t, &fast, 1, err));
    const struct fid_times *on = &fid_timing_on (&t, &fast)[FID_MODEL_BUFFER];
    *loss_s = (on->part_s[FID_JOB_TRAINING] - on->compute_s) * (double)job->rank_n;
    return 0;
}

static int find_ceiling (struct fid_submitted *s, const struct fid_run_job *found,
                         struct fid_error *err)
{
    const struct fid_job *job = found->stated.rank_n ? &found->stated : &found->job;
    bool logged = found->job.rank_n && fid_job_step_n (found->job.rank, FID_JOB_TRAINING) > 0;
    struct spent at = {0};
    double loss_s;
    if (!job->stated || logged)
        job = &found->job;
    FID_EACH (const struct fid_job_rank, r, job->rank)
        FID_STEPS_OF (t, r, FID_JOB_TRAINING) {
            at.compute_s += t->compute_s;
            at.meet_s += t->meet_s;
            at.all_s += t->end_s - t->start_s + (job->meet_after ? t->meet_s : 0);
            at.wait_s += fmax (0, t->load_s - t->take_s);
            if (job->data_seen && r->loader.readers > 0)
                at.decode_s += fmax (0, t->work_s / r->loader.readers - t->compute_s);
        }
    if (!(at.compute_s > 0) || !(at.all_s > 0))
        return 0;
    s->from = job->stated      ? FID_CEILING_FROM_CONFIGURATION
              : job->data_seen ? FID_CEILING_FROM_TRACE
                               : FID_CEILING_FROM_STEPS;
    if (s->from == FID_CEILING_FROM_STEPS)
        loss_s = at.all_s - at.compute_s - at.wait_s;
    else {
        FID_TRY (on_fast_storage (job, &loss_s, err));
        loss_s += job->stated ? at.meet_s : 0; /* one rank stands for all */
    }
    loss_s = fmax (0, loss_s);
    double rest_s = loss_s - at.meet_s - at.decode_s;
    s->ceiling = at.compute_s / (at.compute_s + loss_s);
    s->owner = 1 - s->ceiling < NO_LOSS                          ? FID_CEILING_OF_NOBODY
               : at.meet_s >= at.decode_s && at.meet_s >= rest_s ? FID_CEILING_OF_BARRIER
               : at.decode_s >= rest_s                           ? FID_CEILING_OF_DECODING
                                                                 : FID_CEILING_OF_CLIENT;
    return 0;
}

/* --- one run */

static double known (const struct fid_run *run, const char *key, double scale)
{
    double x = fid_run_fact_number (run, key);
    return x >= 0 && fid_run_fact (run, key) ? x * scale : FID_ABSENT;
}

/* Bytes of memory of all hosts: as the results have it, or that of one ("97104348 kB") for each. */
static double memory_of (const struct fid_run *run)
{
    const char *one = fid_run_fact (run, "host_memory");
    struct fid_span rest = fid_span_of (one ? one : ""), number;
    double all = known (run, "total_memory_bytes", 1), n = known (run, "num_hosts", 1), kib;
    if (all > 0 || !(n > 0) || !fid_span_word (&rest, &number) ||
        !fid_span_decimal (number, &kib) || !fid_span_is (fid_span_trim (rest), "kB"))
        return all;
    return kib * 1024 * n;
}

int fid_submitted_of (struct fid_submitted *s, const struct fid_run *run, struct fid_error *err)
{
    const char *command = fid_run_fact (run, "benchmark_command");
    const struct fid_run_job *found = fid_job_of_run (run, err);
    FID_SCOPED (fid_job_epochs_clear) struct fid_job_epochs epochs = {.from = 0};
    *s = (struct fid_submitted){.run_n = 1,
                                .accelerator_n = known (run, "num_accelerators", 1),
                                .samples_s =
                                    known (run, "train_throughput_mean_samples_per_second", 1),
                                .busy = known (run, "train_au_mean_percentage", .01),
                                .asked = known (run, "workload.metric.au", 1),
                                .data_n = FID_ABSENT,
                                .memory_n = memory_of (run),
                                .step_n = FID_ABSENT,
                                .ceiling = FID_ABSENT};
    FID_TRY (!found);
    snprintf (s->workload, sizeof s->workload, "%s", run->workload);
    FID_EACH (const struct fid_phase, p, run->phases.phase) {
        s->save_n += p->name == FID_NAME_CHECKPOINT;
        s->load_n += p->name == FID_NAME_CHECKPOINT_LOAD;
    }
    for (size_t i = 0; i < run->findings.n; i++)
        s->apart |= run->findings.at[i].code == FID_RUN_FIGURES_APART;
    s->trains = s->busy >= 0;
    s->saves = !s->trains && s->save_n + s->load_n > 0;
    if ((command && strcmp (command, "run") != 0) || (!s->trains && !s->saves))
        return 0;
    double batch = known (run, "workload.reader.batch_size", 1);
    double record_n = known (run, "workload.dataset.record_length_bytes", 1);
    double sample_n =
        known (run, "num_files_train", 1) * fmax (1, known (run, "num_samples_per_file", 1));
    if (sample_n > 0 && record_n > 0)
        s->data_n = sample_n * record_n;
    if (sample_n > 0 && batch > 0 && s->accelerator_n > 0)
        s->step_n = floor (sample_n / batch / s->accelerator_n);
    FID_TRY (fid_job_epochs (&epochs, run, err));
    s->from_epoch = epochs.from;
    FID_TRY (s->trains && find_ceiling (s, found, err));
    return 1;
}

/* The lower of two, of which one may not be known: then neither is what both have. */
static double least (double a, double b)
{
    return a < 0 || b < 0 ? FID_ABSENT : fmin (a, b);
}

void fid_submitted_add (struct fid_submitted *to, const struct fid_submitted *s)
{
    double n = (double)to->run_n;
    to->samples_s = to->samples_s < 0 || s->samples_s < 0
                        ? FID_ABSENT
                        : (n * to->samples_s + s->samples_s) / (n + 1);
    to->run_n++;
    to->apart |= s->apart;
    to->busy = least (to->busy, s->busy);
    to->data_n = least (to->data_n, s->data_n);
    to->step_n = least (to->step_n, s->step_n);
    to->memory_n =
        to->memory_n < 0 || s->memory_n < 0 ? FID_ABSENT : fmax (to->memory_n, s->memory_n);
    to->save_n += s->save_n;
    to->load_n += s->load_n;
    if (s->from_epoch && (!to->from_epoch || s->from_epoch < to->from_epoch))
        to->from_epoch = s->from_epoch;
    if (s->ceiling >= 0 && (to->ceiling < 0 || s->ceiling < to->ceiling)) {
        to->ceiling = s->ceiling;
        to->owner = s->owner;
        to->from = s->from;
    }
}

/* --- the rules */

double fid_submitted_limit (const struct fid_submitted *s, const char **rules)
{
    for (size_t i = 0; i < sizeof utilisations / sizeof *utilisations; i++)
        if (strncmp (s->workload, utilisations[i].workload,
                     strlen (utilisations[i].workload)) == 0) {
            *rules = utilisations[i].versions;
            return utilisations[i].busy;
        }
    *rules = "configuration";
    return s->asked > 0 ? s->asked : FID_ABSENT;
}

struct verdict {
    char broken[300], open[300];
};

/* Holds a figure against what is asked at least (slack: a share of it will do); below 0, one of
 * them is not known. */
static void hold (struct verdict *v, const char *what, double is, double asked, double slack,
                  const char *unit)
{
    bool open = is < 0 || asked < 0;
    char *to = open ? v->open : v->broken;
    size_t n = strlen (to);
    if (open)
        snprintf (to + n, sizeof v->open - n, "%s%s", n ? ", " : "", what);
    else if (is < asked * slack)
        snprintf (to + n, sizeof v->broken - n, "%s%s %.3g%s (%.3g%s are asked for)",
                  n ? ", " : "", what, is, unit, asked, unit);
}

int fid_submitted_text (const struct fid_submitted *s, char out[FID_SUBMITTED_TEXT])
{
    struct verdict v = {"", ""};
    const char *rules;
    double limit = fid_submitted_limit (s, &rules);
    double ratio = s->data_n >= 0 && s->memory_n > 0 ? s->data_n / s->memory_n : FID_ABSENT;
    if (s->trains) {
        hold (&v, s->apart ? "utilisation (figures contradict each other)" : "utilisation",
              s->busy < 0 || s->apart ? FID_ABSENT : 100 * s->busy,
              limit < 0 ? limit : 100 * limit, 1, " %");
        hold (&v, "runs", (double)s->run_n, RUNS, 1, "");
        hold (&v, "data by memory", ratio, MEMORY, ROUNDED, " times");
        hold (&v, "steps an epoch", s->step_n, STEPS, ROUNDED, "");
    } else {
        hold (&v, "saves", s->save_n, SAVES, 1, "");
        hold (&v, "loads", s->load_n, SAVES, 1, "");
    }
    snprintf (out, FID_SUBMITTED_TEXT, "%s%s%s%s", *v.broken ? "fails: " : "", v.broken,
              *v.open ? *v.broken ? "; not known: " : "not known: " : "",
              *v.open     ? v.open
              : *v.broken ? ""
                          : "passes");
    return *v.broken ? 1 : *v.open ? -1 : 0;
}

#define OWNER_NAME(id, name) name,
const char *const fid_ceiling_owner_names[] = {FID_CEILING_OWNERS (OWNER_NAME)};

const char *const fid_ceiling_from_names[] = {FID_CEILING_FROM (OWNER_NAME)};
