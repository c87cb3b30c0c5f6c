/* causes.c - causes: in what the jobs differ, as keys of the emulator (attribution.h)
 *
 * The one table of rules: a trait, or two that one key sets, in which the jobs differ by more
 * than is tolerated (job/traits.h); the clauses that follow it; and the keys that change it.  To
 * add a cause: a trait there, a row here. */
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/span.h"
#include "compare/attribution.h"
#include "derive/derive.h"
#include "compare/repeats.h"
#include "job/of_run.h"
#include "metrics/aggregate.h"
#include "storage/source.h"

/* Shares of the loss. */
#define LEFT_SHARE 0.05  /* a clause without a cause that costs it is shown as it is */
#define LEFT_N     3     /* at most so many */
#define IDLE_SHARE 0.002 /* less is not worth a word, unless the answer follows */

#define SAME_VOLUME 0.2 /* of ln: other batches of the same data */
#define WORK_LEAST  0.05 /* of a step's computation, which a reader's work has to differ by */
#define OWN_WORK    1.5 /* a step takes so many times what is configured */

/* The pair, and what is known of it. */
struct causes {
    const struct fid_run *run[2]; /* real, emulation */
    const struct fid_job *job[2];
    const struct fid_verdict *v;
    bool whole;          /* both runs ended as they should */
    unsigned traits;     /* in which the jobs differ by more than is tolerated */
    double ratio[FID_JOB_TRAIT_N]; /* emulation over real; 0, HUGE_VAL: one has none */
};

/* --- rules */

/* How a key follows from the ratio of its trait, emulation over real. */
enum how {
    SCALE,   /* proportional */
    COUNT,   /* the same, whole, at least 1 */
    INVERSE, /* the other way round, whole, at least 1 */
    SLEEP,   /* of a sample: what the real job's readers work more; from nothing, too */
    READERS, /* 0 becomes the real job's number of readers */
    SWITCH   /* whether there is any */
};

struct way {
    struct {
        const char *key; /* below "workload." */
        enum how how;
    } key[FID_CAUSE_CHANGES]; /* have to change together */
};

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

static bool
reads_same_volume (const struct causes *l)
{
    double steps = log (l->ratio[FID_TRAIT_STEPS]), each = log (l->ratio[FID_TRAIT_STEP_BYTES]);
    return fabs (steps + each) < SAME_VOLUME;
}

static bool configured_number (const struct causes *l, const char *key, double *value);

static bool
has_no_readers (const struct causes *l)
{
    double n;
    return configured_number (l, "reader.read_threads", &n) && n == 0;
}

/* Whether what readers work makes a difference to a step. */
static bool
works_notably (const struct causes *l)
{
    double real = fid_job_trait (l->job[0], FID_TRAIT_WORK);
    double more = fabs (real - fid_job_trait (l->job[1], FID_TRAIT_WORK));
    double readers = fmax (1, fid_job_trait (l->job[0], FID_TRAIT_READERS));
    return more > WORK_LEAST * readers * fid_job_trait (l->job[0], FID_TRAIT_COMPUTATION);
}

#define BIT(trait) FID_TRAIT_BIT (FID_TRAIT_##trait)

/* Rules of two traits first: what they take is left to no other. */
static const struct rule {
    enum fid_job_trait of; /* that it is named by */
    unsigned also;         /* traits that differ with it */
    bool (*applies) (const struct causes *l); /* NULL: always */
    bool total;            /* of a whole run */
    int stream;            /* that has to be traced to its end; -1: none */
    const char *explains;  /* clauses, as patterns */
    struct way way[3];     /* the first that can be gone */
} rules[] = {
    {FID_TRAIT_STEP_BYTES,
     BIT (STEPS),
     reads_same_volume,
     true,
     FID_STREAM_DATA_READ,
     READ_BYTES " steps.steps",
     {{{{"reader.batch_size", COUNT}}}}},
    {FID_TRAIT_DEPTH,
     BIT (READERS),
     has_no_readers,
     false,
     FID_STREAM_DATA_READ,
     READ_TIMES " steps.load_s concurrency.readers",
     {{{{"reader.read_threads", READERS}}}}},
    {FID_TRAIT_DEPTH,
     0,
     has_no_readers,
     false,
     FID_STREAM_DATA_READ,
     READ_TIMES " steps.load_s concurrency.readers",
     {{{{"reader.read_threads", READERS}}}}},
    {FID_TRAIT_COMPUTATION,
     0,
     NULL,
     false,
     -1,
     PACE,
     /* a number, a mean, or the scale of a distribution (gamma, exponential), as derive has it
      */
     {{{{"train.computation_time", SCALE}}},
      {{{"train.computation_time.mean", SCALE}}},
      {{{"train.computation_time.scale", SCALE}}}}},
    {FID_TRAIT_STEP_BYTES,
     0,
     NULL,
     false,
     FID_STREAM_DATA_READ,
     READ_BYTES,
     {{{{"dataset.record_length_bytes", COUNT}}}}},
    {FID_TRAIT_FIRST_BYTES,
     0,
     NULL,
     false,
     FID_STREAM_DATA_READ,
     READ_BYTES " " READ_TIMES,
     {{{{NULL, SCALE}}}}},
    {FID_TRAIT_STEPS,
     0,
     NULL,
     true,
     -1,
     "steps.steps phases.duration_s phases.epoch_s phases.epochs data.*.bytes data.*.ops "
     "block.read.bytes disk.read.MiB phases.duration_shares",
     {{{{"train.total_training_steps", COUNT}}}, {{{"reader.batch_size", INVERSE}}}}},
    {FID_TRAIT_EPOCHS,
     0,
     NULL,
     true,
     -1,
     "phases.epochs phases.duration_s steps.steps",
     {{{{"train.epochs", COUNT}}}}},
    {FID_TRAIT_DEPTH,
     0,
     NULL,
     false,
     FID_STREAM_DATA_READ,
     READ_TIMES " steps.load_s",
     {{{{"reader.prefetch_size", COUNT}}}}},
    {FID_TRAIT_READERS,
     0,
     NULL,
     false,
     FID_STREAM_DATA_READ,
     "concurrency.readers",
     {{{{"reader.read_threads", COUNT}}}, {{{"reader.read_threads", READERS}}}}},
    {FID_TRAIT_WORK,
     0,
     works_notably,
     false,
     FID_STREAM_DATA_READ,
     READ_TIMES " steps.load_s data.read.gap_s",
     {{{{"reader.preprocess_time.mean", SLEEP}}}, {{{"reader.preprocess_time", SLEEP}}}}},
    {FID_TRAIT_STORED,
     0,
     NULL,
     false,
     FID_STREAM_DATA_READ,
     "block.read.* disk.read.*",
     {{{{NULL, SCALE}}}}},
    {FID_TRAIT_WAITS,
     0,
     NULL,
     false,
     FID_STREAM_DATA_READ,
     "data.read.latency_s",
     {{{{NULL, SCALE}}}}},
    {FID_TRAIT_FILES,
     0,
     NULL,
     false,
     FID_STREAM_DATA_READ,
     "data.open.* locality.*",
     /* the same data: more samples a file or, where a file is a sample, larger ones in smaller
        batches */
     {{{{"dataset.num_files_train", COUNT},
        {"dataset.num_samples_per_file", INVERSE},
        {"dataset.num_files_eval", COUNT}}},
      {{{"dataset.num_files_train", COUNT},
        {"dataset.record_length_bytes", INVERSE},
        {"dataset.num_files_eval", COUNT},
        {"reader.batch_size", COUNT},
        {"reader.batch_size_eval", COUNT}}},
      {{{"dataset.num_files_train", COUNT}}}}},
    {FID_TRAIT_OPENS, 0, NULL, false, FID_STREAM_DATA_OPEN, "data.open.*", {{{{NULL, SCALE}}}}},
    {FID_TRAIT_SAME_ORDER, 0, NULL, false, FID_STREAM_DATA_READ, "", {{{{NULL, SCALE}}}}},
    {FID_TRAIT_SAVES,
     0,
     NULL,
     true,
     -1,
     SAVES,
     {{{{"workflow.checkpoint", SWITCH}}},
      {{{"checkpoint.epochs_between_checkpoints", INVERSE}}},
      {{{"checkpoint.steps_between_checkpoints", INVERSE}}}}},
    {FID_TRAIT_SAVE_BYTES,
     0,
     NULL,
     false,
     FID_STREAM_CHECKPOINT_WRITE,
     "checkpoint.write.bytes block.write.bytes disk.write.MiB disk.write.level",
     {{{{"model.model_size_bytes", COUNT}}}}},
    {FID_TRAIT_SYNCED,
     0,
     NULL,
     false,
     -1,
     "block.write.* disk.write.*",
     {{{{"checkpoint.fsync", SWITCH}}}}},
    {FID_TRAIT_EVALUATIONS,
     0,
     NULL,
     true,
     -1,
     "phases.kinds " EVALUATIONS,
     {{{{"workflow.evaluation", SWITCH}}}, {{{"evaluation.epochs_between_evals", INVERSE}}}}},
    {FID_TRAIT_EVAL_COMPUTATION,
     0,
     NULL,
     false,
     -1,
     "evaluation.duration_s phases.duration_shares phases.overlap",
     {{{{"evaluation.eval_time", SCALE}}}, {{{"evaluation.eval_time.mean", SCALE}}}}},
    {FID_TRAIT_EVAL_BYTES,
     0,
     NULL,
     true,
     FID_STREAM_DATA_READ,
     "evaluation.bytes evaluation.steps evaluation.duration_s",
     {{{{"dataset.num_files_eval", COUNT}}}}},
    {FID_TRAIT_STARTED, 0, NULL, true, -1, "phases.duration_shares", {{{{NULL, SCALE}}}}},
};

/* --- keys */

static const char *
configured (const struct causes *l, const char *key)
{
    char path[96];
    snprintf (path, sizeof path, "workload.%s", key);
    return fid_run_fact (l->run[1], path);
}

static bool
configured_number (const struct causes *l, const char *key, double *value)
{
    const char *text = configured (l, key);
    return text && fid_span_f64 (fid_span_of (text), value);
}

/* Counts whole, to be copied; the rest with four digits. */
static void
put_number (char to[64], double x)
{
    snprintf (to, 64, x == floor (x) && fabs (x) < 1e15 ? "%.0f" : "%.4g", x);
}

/* How long DLIO's readers should sleep for a sample: as much more than now as the real job's
 * work more.  The mean of a distribution has to be configured. */
static bool
wanted_sleep (const struct causes *l, const char *key, double *now, double *then)
{
    double batch = 1;
    bool mean = strstr (key, ".mean") != NULL;
    *now = 0;
    if (!configured_number (l, "reader.batch_size", &batch) || batch < 1 ||
        (!configured_number (l, key, now) && (mean || configured (l, key))))
        return false;
    *then = *now + (fid_job_trait (l->job[0], FID_TRAIT_WORK) -
                    fid_job_trait (l->job[1], FID_TRAIT_WORK)) /
                       batch;
    *then = *then > 0 ? *then : 0;
    return *then != *now;
}

/* The number that a key should have; false if it is no number, or would not change. */
static bool
wanted_number (const struct causes *l, const char *key, enum how how, double ratio, double *now,
               double *then)
{
    if (how == SLEEP)
        return wanted_sleep (l, key, now, then);
    if (!configured_number (l, key, now))
        return false;
    if (how == READERS) {
        *then = fid_job_trait (l->job[0], FID_TRAIT_READERS);
        return *now == 0 && *then >= 1;
    }
    if (!(*now > 0) || !(ratio > 0) || isinf (ratio))
        return false;
    *then = how == INVERSE ? *now * ratio : *now / ratio;
    if (how != SCALE)
        *then = fmax (1, round (*then));
    return *then != *now;
}

/* Fills one change; false if the key is not configured, or cannot do it. */
static bool
change_key (const struct causes *l, const char *key, enum how how, double ratio,
            struct fid_key_change *c)
{
    double now, then;
    snprintf (c->key, sizeof c->key, "workload.%s", key);
    if (how == SWITCH) {
        const char *text = configured (l, key), *wanted = ratio > 0 ? "false" : "true";
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
static size_t
go_way (const struct causes *l, const struct way *way, double ratio,
        struct fid_key_change change[FID_CAUSE_CHANGES])
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
static bool
is_own_work (const struct causes *l, const struct rule *rule)
{
    double now = 0;
    return rule->of == FID_TRAIT_COMPUTATION &&
           (configured_number (l, rule->way[0].key[0].key, &now) ||
            configured_number (l, rule->way[1].key[0].key, &now)) &&
           now > 0 && fid_job_trait (l->job[1], rule->of) > OWN_WORK * now;
}

/* Names the keys of a cause or, where they cannot do it, why. */
static void
find_keys (const struct causes *l, const struct rule *rule, struct fid_cause *k)
{
    size_t ways = sizeof rule->way / sizeof *rule->way, used = strlen (k->text);
    double ratio = l->ratio[rule->of];
    const char *key = rule->way[0].key[0].key, *now = key ? configured (l, key) : NULL;
    if (is_own_work (l, rule)) {
        snprintf (k->text + used, sizeof k->text - used,
                  ", which is more than is configured: the emulator itself works (debugging "
                  "output, profiling?)");
        return;
    }
    for (size_t i = 0; i < ways && !k->change_n && l->whole; i++)
        k->change_n = go_way (l, &rule->way[i], ratio, k->change);
    if (!k->change_n && now && rule->way[0].key[0].how == SWITCH && !rule->way[1].key[0].key)
        snprintf (k->text + used, sizeof k->text - used,
                  ", although %s is %s: this emulator ignores it", key, now);
}

/* --- clauses */

/* Whether a clause is one of some patterns, separated by blanks. */
static bool
is_one_of (const struct fid_clause *c, const char *patterns)
{
    char name[96], pattern[64];
    snprintf (name, sizeof name, "%s.%s", fid_resources[c->resource].name,
              fid_quantities[c->measure->quantity].name);
    while (*patterns) {
        size_t n = strcspn (patterns, " ");
        snprintf (pattern, sizeof pattern, "%.*s", (int)n, patterns);
        if (fnmatch (pattern, name, 0) == 0)
            return true;
        patterns += n + strspn (patterns + n, " ");
    }
    return false;
}

/* Splits the share of each clause evenly among its causes. */
static void
share_out (const struct fid_verdict *v, struct fid_cause *cause, size_t n)
{
    for (size_t i = 0; i < v->clause_n; i++) {
        const struct fid_clause *clause = &v->clause[i];
        size_t of_n = 0;
        for (size_t k = 0; k < n; k++)
            of_n += cause[k].explains[i];
        for (size_t k = 0; k < n; k++) {
            struct fid_cause *to = &cause[k];
            if (!to->explains[i])
                continue;
            to->share = fmin (1, to->share + clause->share / (double)of_n); /* rounding */
            if (!to->worst || clause->share > to->worst->share)
                to->worst = clause;
        }
    }
}

/* The clause that costs most, and much, and has no cause; clause_n if all have one. */
static size_t
worst_left (const struct fid_verdict *v, const struct fid_cause *cause, size_t n)
{
    size_t worst = v->clause_n;
    for (size_t i = 0; i < v->clause_n; i++) {
        bool told = false;
        for (size_t k = 0; k < n; k++)
            told |= cause[k].explains[i];
        if (!told && v->clause[i].share >= LEFT_SHARE &&
            (worst == v->clause_n || v->clause[i].share > v->clause[worst].share))
            worst = i;
    }
    return worst;
}

/* Clauses that cost much and have no cause: told as they are. */
static void
tell_the_rest (const struct fid_verdict *v, struct fid_cause *cause, size_t *n)
{
    for (int k = 0; k < LEFT_N && *n < FID_CAUSES_MAX; k++) {
        size_t i = worst_left (v, cause, *n);
        char text[FID_CLAUSE_TEXT];
        if (i == v->clause_n)
            return;
        const struct fid_clause *c = &v->clause[i];
        struct fid_cause *to = &cause[(*n)++];
        *to = (struct fid_cause){.code = "unexplained"};
        to->mended = fid_change_unknown;
        snprintf (to->what, sizeof to->what, "%s: %s", fid_resources[c->resource].words,
                  fid_quantities[c->measure->quantity].words);
        snprintf (to->text, sizeof to->text, "%s", fid_clause_text (c, text));
        to->explains[i] = true;
    }
}

/* --- all of it */

/* Whether a run ended as it should: with status 0, and all its phases. */
static bool
is_whole (const struct fid_run *run)
{
    const char *status = fid_run_fact (run, "exit_code");
    return !run->phases.truncated_n && (!status || strcmp (status, "0") == 0);
}

static bool
is_traced (const struct fid_run *run, int stream)
{
    return stream < 0 || (run->stream[stream].traced && !run->stream[stream].incomplete);
}

/* The causes of all rules that apply, each trait by one. */
static size_t
apply_rules (const struct causes *l, struct fid_cause cause[FID_CAUSES_MAX])
{
    unsigned left = l->traits;
    size_t n = 0;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const struct rule *rule = &rules[i];
        unsigned traits = FID_TRAIT_BIT (rule->of) | rule->also;
        if ((left & traits) != traits || (rule->total && !l->whole) ||
            !is_traced (l->run[0], rule->stream) || !is_traced (l->run[1], rule->stream) ||
            (rule->applies && !rule->applies (l)))
            continue;
        struct fid_cause *k = &cause[n++];
        *k = (struct fid_cause){.code = fid_job_traits[rule->of].name};
        left &= ~traits;
        k->mended.traits = traits;
        fid_job_differs (l->job[0], l->job[1], rule->of, &k->mended.of);
        fid_job_difference_text (&k->mended.of, k->text);
        snprintf (k->what, sizeof k->what, "%s", fid_job_traits[rule->of].words);
        find_keys (l, rule, k);
        for (size_t c = 0; c < l->v->clause_n; c++)
            k->explains[c] = is_one_of (&l->v->clause[c], rule->explains);
    }
    return n;
}

/* Drops causes that cost next to nothing: a key that gains nothing is no advice. */
static size_t
drop_idle (struct fid_cause *cause, size_t n)
{
    size_t kept = 0;
    for (size_t k = 0; k < n; k++)
        if (cause[k].share >= IDLE_SHARE || cause[k].mended.does != FID_CHANGE_LITTLE ||
            cause[k].mended.of.trait == FID_TRAIT_SAME_ORDER)
            cause[kept++] = cause[k];
    return kept;
}

/* First what makes the answer better, by the answer then; then what does little to it, with a
 * key first, by the similarity then; last what makes it worse. */
static int
order_causes (const void *va, const void *vb)
{
    const struct fid_cause *a = va, *b = vb;
    enum fid_change_does does = a->mended.does;
    int d = (int)does - (int)b->mended.does;
    if (!d && does != FID_CHANGE_LITTLE)
        d = fid_changes_order (&a->mended, &b->mended);
    d = d ? d : !a->change_n - !b->change_n;
    d = d ? d : fid_order (b->similarity_after, a->similarity_after);
    d = d ? d : fid_order (b->share, a->share);
    return d ? d : strcmp (a->text, b->text);
}

/* What each cause does to the answer of the profile, if it is judged by one. */
static int
find_errors (const struct fid_comparison *c, const struct fid_answer_sources *real,
             const struct causes *l, const struct fid_answer_opts *opts,
             struct fid_cause *cause, size_t n, struct fid_error *err)
{
    struct fid_change change[FID_CAUSES_MAX];
    struct fid_answer_opts of = *opts;
    int profile = l->v->profile->answer;
    double error = FID_TRAIT_UNKNOWN;
    if (profile >= 0 && c->answers.known) {
        of.profile = (enum fid_answer_profile)profile;
        error = c->answers.of[profile].error;
    }
    for (size_t i = 0; i < n; i++)
        change[i] = cause[i].mended;
    int rc = fid_changes_answer (change, n, error, real->run, real->n, l->job[1], &of, err);
    for (size_t i = 0; i < n; i++)
        cause[i].mended = change[i];
    return rc;
}

/* Holds the keys against what derive says of the real run, samples counted as DLIO's and as the
 * application's; where it has nothing to say they stay. */
static int
agree_with_derived (const struct fid_run *real, struct fid_cause *cause, size_t *n,
                    struct fid_error *err)
{
    static const enum fid_sample_unit unit[] = {FID_UNIT_AUTO, FID_UNIT_SAMPLE};
    struct fid_claims of[2] = {{.ranks = 0}, {.ranks = 0}};
    struct fid_error why;
    bool keys = false;
    for (size_t i = 0; i < *n; i++)
        keys |= cause[i].change_n > 0;
    if (!keys || real->nameless)
        return 0;
    int rc = fid_derive_claims (real, unit, 2, of, &why);
    if (!rc)
        *n = fid_causes_agree (cause, *n, &(struct fid_causes_derived){of, 2});
    else if (why.status == FID_EINTERNAL)
        *err = why;
    else
        rc = 0;
    for (size_t i = 0; i < 2; i++)
        fid_claims_clear (&of[i]);
    return rc;
}

static int
find_causes (const struct fid_comparison *c, const struct fid_verdict *v,
             const struct fid_answer_sources *real, const struct fid_answer_opts *opts,
             struct fid_cause cause[FID_CAUSES_MAX], size_t *n, struct fid_error *err)
{
    struct causes l = {.run = {c->pair.real, c->pair.emu},
                       .v = v,
                       .whole = is_whole (c->pair.real) && is_whole (c->pair.emu)};
    const struct fid_run_job *job = fid_job_of_run (c->pair.emu, err);
    size_t first;
    if (!job || fid_answer_first (&first, real->run, real->n, err))
        return -1;
    l.job[0] = real->run[first].job;
    l.job[1] = &job->job;
    for (int t = 0; t < FID_JOB_TRAIT_N; t++) {
        struct fid_job_difference d;
        if (fid_job_differs (l.job[0], l.job[1], (enum fid_job_trait)t, &d))
            l.traits |= FID_TRAIT_BIT (t);
        l.ratio[t] = d.real > 0 ? d.emulation / d.real : HUGE_VAL;
    }
    *n = apply_rules (&l, cause);
    if (agree_with_derived (c->pair.real, cause, n, err) ||
        find_errors (c, real, &l, opts, cause, *n, err))
        return -1;
    tell_the_rest (v, cause, n);
    share_out (v, cause, *n);
    *n = drop_idle (cause, *n);
    for (size_t k = 0; k < *n; k++)
        cause[k].similarity_after =
            v->similarities.similarity >= 0
                ? fid_verdict_mended (v, cause[k].explains, c->pair.excluded)
                : FID_GRADE_NONE;
    qsort (cause, *n, sizeof *cause, order_causes);
    return 0;
}

int
fid_attribution_causes (const struct fid_comparison *c, const struct fid_verdict *v,
                        const struct fid_answer_opts *opts,
                        struct fid_cause cause[FID_CAUSES_MAX], size_t *n,
                        struct fid_error *err)
{
    const struct fid_repeats *r = c->repeats;
    struct fid_answer_sources real = {0};
    *n = 0;
    int rc = r ? fid_answer_sources_add (&real, r->all, r->all_real_n, err)
               : fid_answer_sources_add (&real, &c->pair.real, 1, err);
    if (!rc)
        rc = find_causes (c, v, &real, opts, cause, n, err);
    fid_answer_sources_clear (&real);
    return rc;
}
