/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cause_rules.c - see cause_rules.h */
#include "compare/cause_rules.h"

#define SAME_VOLUME 0.2  /* of ln: other batches of the same data */
#define WORK_LEAST  0.05 /* of a step's computation, which a reader's work has to differ by */
#define OWN_WORK    1.5  /* a step takes so many times what is configured */

/* --- rules */

#define READ_BYTES                                                                             \
    "data.read.bytes data.read.ops block.read.bytes block.read.ops disk.read.MiB "             \
    "disk.read.level"
#define READ_TIMES  "data.read.when data.read.shape block.read.when block.read.shape"
#define EVALUATIONS "evaluation.* phases.sequence phases.duration_shares phases.overlap"
#define SAVES                                                                                  \
    "checkpoint.* block.write.* disk.write.* phases.kinds phases.checkpoints "                 \
    "phases.checkpoint_interval_s phases.sequence phases.duration_shares phases.overlap"
/* What follows the pace of training. */
#define PACE                                                                                   \
    "steps.step_s steps.compute_s steps.steps_per_s phases.duration_s phases.epoch_s "         \
    "phases.checkpoint_interval_s phases.duration_shares phases.overlap *.when *.gap_s "       \
    "*.period *.spectrum data.*.shape block.*.shape disk.*.shape disk.*.level "                \
    "checkpoint.*.shape evaluation.duration_s"

static bool reads_same_volume (const struct fid_jobs_apart *l)
{
    double steps = log (l->ratio[FID_TRAIT_STEPS]), each = log (l->ratio[FID_TRAIT_STEP_BYTES]);
    return fabs (steps + each) < SAME_VOLUME;
}

static bool configured_number (const struct fid_jobs_apart *l, const char *key, double *value);

static bool has_no_readers (const struct fid_jobs_apart *l)
{
    double n;
    return configured_number (l, "reader.read_threads", &n) && n == 0;
}

/* Whether what readers work makes a difference to a step. */
static bool works_notably (const struct fid_jobs_apart *l)
{
    double real = fid_job_trait (l->job[0], FID_TRAIT_WORK);
    double more = fabs (real - fid_job_trait (l->job[1], FID_TRAIT_WORK));
    double readers = fmax (1, fid_job_trait (l->job[0], FID_TRAIT_READERS));
    return more > WORK_LEAST * readers * fid_job_trait (l->job[0], FID_TRAIT_COMPUTATION);
}

#define BIT(trait) FID_TRAIT_BIT (FID_TRAIT_##trait)

/* Rules of two traits first: what they take is left to no other. */
const struct fid_cause_rule fid_cause_rules[] = {
    {.of = FID_TRAIT_STEP_BYTES,
     .also = BIT (STEPS),
     .applies = reads_same_volume,
     .total = true,
     .stream = FID_STREAM_DATA_READ,
     .explains = READ_BYTES " steps.steps",
     .way = {{{{"reader.batch_size", FID_KEY_COUNT}}}}},
    {.of = FID_TRAIT_DEPTH,
     .also = BIT (READERS),
     .applies = has_no_readers,
     .stream = FID_STREAM_DATA_READ,
     .explains = READ_TIMES " steps.load_s concurrency.readers",
     .way = {{{{"reader.read_threads", FID_KEY_READERS}}}}},
    {.of = FID_TRAIT_DEPTH,
     .applies = has_no_readers,
     .stream = FID_STREAM_DATA_READ,
     .explains = READ_TIMES " steps.load_s concurrency.readers",
     .way = {{{{"reader.read_threads", FID_KEY_READERS}}}}},
    {.of = FID_TRAIT_COMPUTATION,
     .stream = -1,
     .explains = PACE,
     /* a number, a mean, or a distribution's scale (gamma, exponential), as derive has it */
     .way = {{{{"train.computation_time", FID_KEY_SCALE}}},
             {{{"train.computation_time.mean", FID_KEY_SCALE}}},
             {{{"train.computation_time.scale", FID_KEY_SCALE}}}}},
    {.of = FID_TRAIT_STEP_BYTES,
     .stream = FID_STREAM_DATA_READ,
     .explains = READ_BYTES,
     .way = {{{{"dataset.record_length_bytes", FID_KEY_COUNT}}}}},
    {.of = FID_TRAIT_FIRST_BYTES,
     .stream = FID_STREAM_DATA_READ,
     .explains = READ_BYTES " " READ_TIMES},
    {.of = FID_TRAIT_STEPS,
     .total = true,
     .stream = -1,
     .explains =
         "steps.steps phases.duration_s phases.epoch_s phases.epochs data.*.bytes data.*.ops "
         "block.read.bytes disk.read.MiB phases.duration_shares",
     .way = {{{{"train.total_training_steps", FID_KEY_COUNT}}},
             {{{"reader.batch_size", FID_KEY_INVERSE}}}}},
    {.of = FID_TRAIT_EPOCHS,
     .total = true,
     .stream = -1,
     .explains = "phases.epochs phases.duration_s steps.steps",
     .way = {{{{"train.epochs", FID_KEY_COUNT}}}}},
    {.of = FID_TRAIT_DEPTH,
     .stream = FID_STREAM_DATA_READ,
     .explains = READ_TIMES " steps.load_s",
     .way = {{{{"reader.prefetch_size", FID_KEY_COUNT}}}}},
    {.of = FID_TRAIT_READERS,
     .stream = FID_STREAM_DATA_READ,
     .explains = "concurrency.readers",
     .way = {{{{"reader.read_threads", FID_KEY_COUNT}}},
             {{{"reader.read_threads", FID_KEY_READERS}}}}},
    {.of = FID_TRAIT_WORK,
     .applies = works_notably,
     .stream = FID_STREAM_DATA_READ,
     .explains = READ_TIMES " steps.load_s data.read.gap_s",
     .way = {{{{"reader.preprocess_time.mean", FID_KEY_SLEEP}}},
             {{{"reader.preprocess_time", FID_KEY_SLEEP}}}}},
    {.of = FID_TRAIT_STORED,
     .stream = FID_STREAM_DATA_READ,
     .explains = "block.read.* disk.read.*"},
    {.of = FID_TRAIT_WAITS, .stream = FID_STREAM_DATA_READ, .explains = "data.read.latency_s"},
    {.of = FID_TRAIT_FILES,
     .stream = FID_STREAM_DATA_READ,
     .explains = "data.open.* locality.*",
     /* the same data: more samples a file or, where a file is a sample, larger ones in smaller
        batches */
     .way = {{{{"dataset.num_files_train", FID_KEY_COUNT},
               {"dataset.num_samples_per_file", FID_KEY_INVERSE},
               {"dataset.num_files_eval", FID_KEY_COUNT}}},
             {{{"dataset.num_files_train", FID_KEY_COUNT},
               {"dataset.record_length_bytes", FID_KEY_INVERSE},
               {"dataset.num_files_eval", FID_KEY_COUNT},
               {"reader.batch_size", FID_KEY_COUNT},
               {"reader.batch_size_eval", FID_KEY_COUNT}}},
             {{{"dataset.num_files_train", FID_KEY_COUNT}}}}},
    {.of = FID_TRAIT_OPENS, .stream = FID_STREAM_DATA_OPEN, .explains = "data.open.*"},
    {.of = FID_TRAIT_SAME_ORDER, .stream = FID_STREAM_DATA_READ, .explains = ""},
    {.of = FID_TRAIT_SAVES,
     .total = true,
     .stream = -1,
     .explains = SAVES,
     .way = {{{{"workflow.checkpoint", FID_KEY_SWITCH}}},
             {{{"checkpoint.epochs_between_checkpoints", FID_KEY_INVERSE}}},
             {{{"checkpoint.steps_between_checkpoints", FID_KEY_INVERSE}}}}},
    {.of = FID_TRAIT_SAVE_BYTES,
     .stream = FID_STREAM_CHECKPOINT_WRITE,
     .explains = "checkpoint.write.bytes block.write.bytes disk.write.MiB disk.write.level",
     .way = {{{{"model.model_size_bytes", FID_KEY_COUNT}}}}},
    {.of = FID_TRAIT_SYNCED,
     .stream = -1,
     .explains = "block.write.* disk.write.*",
     .way = {{{{"checkpoint.fsync", FID_KEY_SWITCH}}}}},
    {.of = FID_TRAIT_EVALUATIONS,
     .total = true,
     .stream = -1,
     .explains = "phases.kinds " EVALUATIONS,
     .way = {{{{"workflow.evaluation", FID_KEY_SWITCH}}},
             {{{"evaluation.epochs_between_evals", FID_KEY_INVERSE}}}}},
    {.of = FID_TRAIT_EVAL_COMPUTATION,
     .stream = -1,
     .explains = "evaluation.duration_s phases.duration_shares phases.overlap",
     .way = {{{{"evaluation.eval_time", FID_KEY_SCALE}}},
             {{{"evaluation.eval_time.mean", FID_KEY_SCALE}}}}},
    {.of = FID_TRAIT_EVAL_BYTES,
     .total = true,
     .stream = FID_STREAM_DATA_READ,
     .explains = "evaluation.bytes evaluation.steps evaluation.duration_s",
     .way = {{{{"dataset.num_files_eval", FID_KEY_COUNT}}}}},
    {.of = FID_TRAIT_STARTED,
     .total = true,
     .stream = -1,
     .explains = "phases.duration_shares"},
};

const size_t fid_cause_rule_n = sizeof fid_cause_rules / sizeof *fid_cause_rules;

/* --- keys */

static const char *configured_text (const struct fid_jobs_apart *l, const char *key)
{
    char path[96];
    snprintf (path, sizeof path, "workload.%s", key);
    return fid_run_fact (l->run[1], path);
}

static bool configured_number (const struct fid_jobs_apart *l, const char *key, double *value)
{
    const char *text = configured_text (l, key);
    return text && fid_span_f64 (fid_span_of (text), value);
}

/* Counts whole, to be copied; the rest with four digits. */
static void put_number (char to[64], double x)
{
    snprintf (to, 64, x == floor (x) && fabs (x) < 1e15 ? "%.0f" : "%.4g", x);
}

/* How long DLIO's readers should sleep for a sample: as much more than now as the real job's
 * work more.  The mean of a distribution has to be configured. */
static bool wanted_sleep (const struct fid_jobs_apart *l, const char *key, double *now,
                          double *then)
{
    double batch = 1;
    bool mean = strstr (key, ".mean") != NULL;
    *now = 0;
    if (!configured_number (l, "reader.batch_size", &batch) || batch < 1 ||
        (!configured_number (l, key, now) && (mean || configured_text (l, key))))
        return false;
    *then = *now + (fid_job_trait (l->job[0], FID_TRAIT_WORK) -
                    fid_job_trait (l->job[1], FID_TRAIT_WORK)) /
                       batch;
    *then = *then > 0 ? *then : 0;
    return *then != *now;
}

/* The number that a key should have; false if it is no number, or would not change. */
static bool wanted_number (const struct fid_jobs_apart *l, const char *key,
                           enum fid_cause_how how, double ratio, double *now, double *then)
{
    if (how == FID_KEY_SLEEP)
        return wanted_sleep (l, key, now, then);
    if (!configured_number (l, key, now))
        return false;
    if (how == FID_KEY_READERS) {
        *then = fid_job_trait (l->job[0], FID_TRAIT_READERS);
        return *now == 0 && *then >= 1;
    }
    if (!(*now > 0) || !(ratio > 0) || isinf (ratio))
        return false;
    *then = how == FID_KEY_INVERSE ? *now * ratio : *now / ratio;
    if (how != FID_KEY_SCALE)
        *then = fmax (1, round (*then));
    return *then != *now;
}

/* Fills one change; false if the key is not configured, or cannot do it. */
static bool change_key (const struct fid_jobs_apart *l, const char *key, enum fid_cause_how how,
                        double ratio, struct fid_key_change *c)
{
    double now, then;
    snprintf (c->key, sizeof c->key, "workload.%s", key);
    if (how == FID_KEY_SWITCH) {
        const char *text = configured_text (l, key), *wanted = ratio > 0 ? "false" : "true";
        if (!text || (ratio > 0 && !isinf (ratio)) || strcasecmp (text, wanted) == 0)
            return false;
        snprintf (c->from, sizeof c->from, "%s", ratio > 0 ? "true" : "false");
        snprintf (c->to, sizeof c->to, "%s", wanted);
        return true;
    }
    if (!wanted_number (l, key, how, ratio, &now, &then))
        return false;
    put_number (c->from, now);
    put_number (c->to, then);
    return true;
}

/* The changes of a way; 0: it cannot be gone. */
static size_t go_way (const struct fid_jobs_apart *l, const struct fid_cause_way *way,
                      double ratio, struct fid_key_change change[FID_CAUSE_CHANGES])
{
    size_t n = 0;
    while (n < FID_CAUSE_CHANGES && way->key[n].key)
        if (!change_key (l, way->key[n].key, way->key[n].how, ratio, &change[n]))
            return 0;
        else
            n++;
    return n;
}

/* Whether a step takes much longer than is configured: the emulator itself works. */
static bool is_own_work (const struct fid_jobs_apart *l, const struct fid_cause_rule *rule)
{
    double now = 0;
    return rule->of == FID_TRAIT_COMPUTATION &&
           (configured_number (l, rule->way[0].key[0].key, &now) ||
            configured_number (l, rule->way[1].key[0].key, &now)) &&
           now > 0 && fid_job_trait (l->job[1], rule->of) > OWN_WORK * now;
}

void fid_cause_find_keys (const struct fid_jobs_apart *l, const struct fid_cause_rule *rule,
                          struct fid_cause *k)
{
    size_t ways = sizeof rule->way / sizeof *rule->way, used = strlen (k->text);
    double ratio = l->ratio[rule->of];
    const char *key = rule->way[0].key[0].key, *now = key ? configured_text (l, key) : NULL;
    if (is_own_work (l, rule)) {
        snprintf (k->text + used, sizeof k->text - used,
                  ", which is more than is configured: the emulator itself works (debugging "
                  "output, profiling?)");
        return;
    }
    for (size_t i = 0; i < ways && !k->change_n && l->whole; i++)
        k->change_n = go_way (l, &rule->way[i], ratio, k->change);
    if (!k->change_n && now && rule->way[0].key[0].how == FID_KEY_SWITCH &&
        !rule->way[1].key[0].key)
        snprintf (k->text + used, sizeof k->text - used,
                  ", although %s is %s: this emulator ignores it", key, now);
}
