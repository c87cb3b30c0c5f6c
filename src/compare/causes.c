/* SPDX-License-Identifier: GPL-3.0-or-later */
/* causes.c - where in time a pair differs, and why: in what the jobs differ, as keys of the emulator
 *
 * Each rule that applies makes a cause; then the causes are held against what derive finds, told
 * what they do to the answer, given their shares of the loss, and put in order. */
#include <fnmatch.h>
#include "compare/causes.h"
#include "derive/derive.h"
#include "job/of_run.h"
#include "metrics/aggregate.h"

/* Finds the shortest stretch of cost[n] that holds half of its sum. */
static void half_span (const double *cost, size_t n, double total, size_t *from, size_t *to)
{
    double in = 0;
    size_t a = 0, best = n + 1;
    for (size_t b = 0; b < n; b++) {
        in += cost[b];
        while (in - cost[a] >= total / 2)
            in -= cost[a++];
        if (in >= total / 2 && b - a + 1 < best) {
            best = b - a + 1;
            *from = a;
            *to = b + 1;
        }
    }
}

bool fid_attribution_where (const struct fid_comparison *c, enum fid_stream_id id,
                            struct fid_result_where *out)
{
    const struct fid_resource_result *res =
        fid_comparison_headline (c, fid_resource_of_stream (id));
    const struct fid_phases *p = &c->pair.real->phases;
    FID_SCOPED (fid_shape_clear) struct fid_shape s = {0};
    FID_SCOPED (fid_dtw_path_clear) struct fid_dtw_path path = {0};
    double total = 0;
    size_t from = 0, to = 0;
    if (res->status != FID_STATUS_COMPARED || res->one_sided ||
        fid_shape_stream (&c->pair, id, res->window, c->pair.dt_s, &s, NULL))
        return false;
    FID_FREED double *cost = calloc (s.n[0] + 1, sizeof *cost);
    if (!cost || fid_shape_align (&s, &path))
        return false;
    for (size_t k = 0; k < path.n; k++) {
        double one = fabs (s.x[0][path.i[k]] - s.x[1][path.j[k]]);
        cost[path.i[k]] += one;
        total += one;
    }
    if (!(total > 0))
        return false;
    half_span (cost, s.n[0], total, &from, &to);
    *out = (struct fid_result_where){.resource = fid_resource_of_stream (id),
                                     .from_s = (double)from * s.dt_s,
                                     .to_s = (double)to * s.dt_s,
                                     .part = FID_PART_BETWEEN};
    if (p->known && c->pair.window == FID_WINDOW_JOB)
        out->part = fid_phases_part (p, p->origin_ns + (int64_t)(out->from_s * 1e9));
    return true;
}

/* Shares of the loss. */
#define LEFT_SHARE 0.05  /* a clause without a cause that costs it is shown as it is */
#define LEFT_N     3     /* at most so many */
#define IDLE_SHARE 0.002 /* less is not worth a word, unless the answer follows */
#define NEAR       0.1   /* numbers that agree */

/* --- rules: a trait, or two that one key sets, in which the jobs differ by more than is tolerated
 * (job/traits.h); the clauses that follow it; and the keys that change it.  To add a cause: a trait
 * there, a row here. */

/* The pair, and what is known of it. */
struct jobs_apart {
    const struct fid_run *run[2]; /* real, emulation */
    const struct fid_job *job[2];
    const struct fid_verdict *v;
    bool whole;                    /* both runs ended as they should */
    unsigned traits;               /* in which the jobs differ by more than is tolerated */
    double ratio[FID_JOB_TRAIT_N]; /* emulation over real; 0, HUGE_VAL: one has none */
};

/* How a key follows from the ratio of its trait, emulation over real. */
enum how {
    SCALE,   /* proportional */
    COUNT,   /* the same, whole, at least 1 */
    INVERSE, /* the other way round, whole, at least 1 */
    SLEEP,   /* of a sample: what the real job's readers work more; from nothing, too */
    READERS, /* 0 becomes the real job's number of readers */
    SWITCH   /* whether there is any */
};

#define WAYS 3

/* A difference of jobs, and what changes it. */
struct rule {
    enum fid_job_trait of; /* that it is named by */
    unsigned also;         /* traits that differ with it */
    unsigned along; /* traits that its keys change in the same ratio, where they differ by it */
    bool (*applies) (const struct jobs_apart *l); /* NULL: always */
    bool total;                                   /* of a whole run */
    int stream;           /* that has to be traced to its end; -1: none */
    const char *explains; /* clauses, as patterns */
    struct {
        const char *key; /* below "workload." */
        enum how how;
    } way[WAYS][FID_CAUSE_CHANGES]; /* the first whose keys all can change */
};

static const char *configured_text (const struct jobs_apart *l, const char *key)
{
    char path[96];
    snprintf (path, sizeof path, "workload.%s", key);
    return fid_run_fact (l->run[1], path);
}

static bool configured_number (const struct jobs_apart *l, const char *key, double *value)
{
    const char *text = configured_text (l, key);
    return text && fid_span_f64 (fid_span_of (text), value);
}

#define SAME_VOLUME 0.2  /* of ln: other batches of the same data */
#define WORK_LEAST  0.05 /* of a step's computation, which a reader's work has to differ by */
#define OWN_WORK    1.5  /* a step takes so many times what is configured */

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

static bool reads_same_volume (const struct jobs_apart *l)
{
    double steps = log (l->ratio[FID_TRAIT_STEPS]), each = log (l->ratio[FID_TRAIT_STEP_BYTES]);
    return fabs (steps + each) < SAME_VOLUME;
}

static bool has_no_readers (const struct jobs_apart *l)
{
    double n;
    return configured_number (l, "reader.read_threads", &n) && n == 0;
}

/* Whether what readers work makes a difference to a step. */
static bool works_notably (const struct jobs_apart *l)
{
    double real = fid_job_trait (l->job[0], FID_TRAIT_WORK);
    double more = fabs (real - fid_job_trait (l->job[1], FID_TRAIT_WORK));
    double readers = fmax (1, fid_job_trait (l->job[0], FID_TRAIT_READERS));
    return more > WORK_LEAST * readers * fid_job_trait (l->job[0], FID_TRAIT_COMPUTATION);
}

#define BIT(trait) FID_TRAIT_BIT (FID_TRAIT_##trait)

/* Rules of two traits first: what they take is left to no other. */
static const struct rule rules[] = {
    {.of = FID_TRAIT_STEP_BYTES,
     .also = BIT (STEPS),
     .applies = reads_same_volume,
     .total = true,
     .stream = FID_STREAM_DATA_READ,
     .explains = READ_BYTES " steps.steps",
     .way = {{{"reader.batch_size", COUNT}}}},
    {.of = FID_TRAIT_DEPTH,
     .also = BIT (READERS),
     .applies = has_no_readers,
     .stream = FID_STREAM_DATA_READ,
     .explains = READ_TIMES " steps.load_s concurrency.readers",
     .way = {{{"reader.read_threads", READERS}}}},
    {.of = FID_TRAIT_DEPTH,
     .applies = has_no_readers,
     .stream = FID_STREAM_DATA_READ,
     .explains = READ_TIMES " steps.load_s concurrency.readers",
     .way = {{{"reader.read_threads", READERS}}}},
    {.of = FID_TRAIT_COMPUTATION,
     .stream = -1,
     .explains = PACE,
     /* a number, a mean, or a distribution's scale (gamma, exponential), as derive has it */
     .way = {{{"train.computation_time", SCALE}},
             {{"train.computation_time.mean", SCALE}},
             {{"train.computation_time.scale", SCALE}}}},
    {.of = FID_TRAIT_STEP_BYTES,
     .along = BIT (EVAL_BYTES) | BIT (WORK) | BIT (WAITS),
     .stream = FID_STREAM_DATA_READ,
     .explains = READ_BYTES,
     .way = {{{"dataset.record_length_bytes", COUNT}}}},
    {.of = FID_TRAIT_FIRST_BYTES,
     .stream = FID_STREAM_DATA_READ,
     .explains = READ_BYTES " " READ_TIMES},
    {.of = FID_TRAIT_STEPS,
     .total = true,
     .stream = -1,
     .explains = "steps.steps phases.duration_s phases.epoch_s phases.epochs data.*.bytes "
                 "data.*.ops block.read.bytes disk.read.MiB phases.duration_shares",
     .way = {{{"train.total_training_steps", COUNT}}, {{"reader.batch_size", INVERSE}}}},
    {.of = FID_TRAIT_EPOCHS,
     .total = true,
     .stream = -1,
     .explains = "phases.epochs phases.duration_s steps.steps",
     .way = {{{"train.epochs", COUNT}}}},
    {.of = FID_TRAIT_DEPTH,
     .stream = FID_STREAM_DATA_READ,
     .explains = READ_TIMES " steps.load_s",
     .way = {{{"reader.prefetch_size", COUNT}}}},
    {.of = FID_TRAIT_READERS,
     .stream = FID_STREAM_DATA_READ,
     .explains = "concurrency.readers",
     .way = {{{"reader.read_threads", COUNT}}, {{"reader.read_threads", READERS}}}},
    {.of = FID_TRAIT_WORK,
     .applies = works_notably,
     .stream = FID_STREAM_DATA_READ,
     .explains = READ_TIMES " steps.load_s data.read.gap_s",
     .way = {{{"reader.preprocess_time.mean", SLEEP}}, {{"reader.preprocess_time", SLEEP}}}},
    {.of = FID_TRAIT_STORED,
     .stream = FID_STREAM_DATA_READ,
     .explains = "block.read.* disk.read.*"},
    {.of = FID_TRAIT_WAITS, .stream = FID_STREAM_DATA_READ, .explains = "data.read.latency_s"},
    {.of = FID_TRAIT_FILES,
     .stream = FID_STREAM_DATA_READ,
     .explains = "data.open.* locality.*",
     /* the same data: more samples a file or, where a file is a sample, larger ones in smaller
        batches */
     .way = {{{"dataset.num_files_train", COUNT},
              {"dataset.num_samples_per_file", INVERSE},
              {"dataset.num_files_eval", COUNT}},
             {{"dataset.num_files_train", COUNT},
              {"dataset.record_length_bytes", INVERSE},
              {"dataset.num_files_eval", COUNT},
              {"reader.batch_size", COUNT},
              {"reader.batch_size_eval", COUNT}},
             {{"dataset.num_files_train", COUNT}}}},
    {.of = FID_TRAIT_OPENS, .stream = FID_STREAM_DATA_OPEN, .explains = "data.open.*"},
    {.of = FID_TRAIT_SAME_ORDER, .stream = FID_STREAM_DATA_READ, .explains = ""},
    {.of = FID_TRAIT_SAVES,
     .total = true,
     .stream = -1,
     .explains = SAVES,
     .way = {{{"workflow.checkpoint", SWITCH}},
             {{"checkpoint.epochs_between_checkpoints", INVERSE}},
             {{"checkpoint.steps_between_checkpoints", INVERSE}}}},
    {.of = FID_TRAIT_SAVE_BYTES,
     .stream = FID_STREAM_CHECKPOINT_WRITE,
     .explains = "checkpoint.write.bytes block.write.bytes disk.write.MiB disk.write.level",
     .way = {{{"model.model_size_bytes", COUNT}}}},
    {.of = FID_TRAIT_SYNCED,
     .stream = -1,
     .explains = "block.write.* disk.write.*",
     .way = {{{"checkpoint.fsync", SWITCH}}}},
    {.of = FID_TRAIT_EVALUATIONS,
     .total = true,
     .stream = -1,
     .explains = "phases.kinds " EVALUATIONS,
     .way = {{{"workflow.evaluation", SWITCH}},
             {{"evaluation.epochs_between_evals", INVERSE}}}},
    {.of = FID_TRAIT_EVAL_COMPUTATION,
     .stream = -1,
     .explains = "evaluation.duration_s phases.duration_shares phases.overlap",
     .way = {{{"evaluation.eval_time", SCALE}}, {{"evaluation.eval_time.mean", SCALE}}}},
    {.of = FID_TRAIT_EVAL_BYTES,
     .total = true,
     .stream = FID_STREAM_DATA_READ,
     .explains = "evaluation.bytes evaluation.steps evaluation.duration_s",
     .way = {{{"dataset.num_files_eval", COUNT}}}},
    {.of = FID_TRAIT_STARTED,
     .total = true,
     .stream = -1,
     .explains = "phases.duration_shares"},
};

/* --- keys */

/* Counts whole, to be copied; the rest with four digits. */
static void put_number (char to[64], double x)
{
    snprintf (to, 64, x == floor (x) && fabs (x) < 1e15 ? "%.0f" : "%.4g", x);
}

/* How long DLIO's readers should sleep for a sample: as much more than now as the real job's
 * work more.  The mean of a distribution has to be configured. */
static bool wanted_sleep (const struct jobs_apart *l, const char *key, double *now,
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
static bool wanted_number (const struct jobs_apart *l, const char *key, enum how how,
                           double ratio, double *now, double *then)
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
static bool change_key (const struct jobs_apart *l, const char *key, enum how how, double ratio,
                        struct fid_key_change *c)
{
    double now, then;
    snprintf (c->key, sizeof c->key, "workload.%s", key);
    if (how == SWITCH) {
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

/* Names the keys of a cause, those of the first way that can change all of its keys, or why they
 * cannot do it. */
static void find_keys (const struct jobs_apart *l, const struct rule *rule, struct fid_cause *k)
{
    size_t used = strlen (k->text);
    double configured = 0;
    const char *key = rule->way[0][0].key, *now = key ? configured_text (l, key) : NULL;
    if (rule->of == FID_TRAIT_COMPUTATION &&
        (configured_number (l, key, &configured) ||
         configured_number (l, rule->way[1][0].key, &configured)) &&
        configured > 0 && fid_job_trait (l->job[1], rule->of) > OWN_WORK * configured) {
        snprintf (k->text + used, sizeof k->text - used,
                  ", which is more than is configured: the emulator itself works (debugging "
                  "output, profiling?)");
        return;
    }
    for (size_t i = 0; i < WAYS && !k->change_n && l->whole; i++)
        for (size_t n = 0; n < FID_CAUSE_CHANGES && rule->way[i][n].key; n++) {
            if (!change_key (l, rule->way[i][n].key, rule->way[i][n].how, l->ratio[rule->of],
                             &k->change[n])) {
                k->change_n = 0;
                break;
            }
            k->change_n++;
        }
    if (!k->change_n && now && rule->way[0][0].how == SWITCH && !rule->way[1][0].key)
        snprintf (k->text + used, sizeof k->text - used,
                  ", although %s is %s: this emulator ignores it", key, now);
}

/* --- keys held against what derive finds in the real run
 *
 * A cause scales a key by a ratio of the two runs; derive reads the key's value off the real run.
 * Where they differ, derive is right: it looks at samples, steps and checkpoints of their own. */

/* Whether a value of a key is the one claimed. */
static bool is_claimed (const struct fid_claim *c, enum fid_dlio_type type, const char *text)
{
    double v;
    if (type == FID_DLIO_IS_TEXT)
        return strcasecmp (c->text, text) == 0;
    if (type == FID_DLIO_IS_FLAG)
        return (strcasecmp (text, "true") == 0) == (c->number != 0);
    if (!fid_span_f64 (fid_span_of (text), &v))
        return false;
    /* bytes are never exact */
    bool small = type == FID_DLIO_IS_COUNT && fabs (c->number) < 1e4;
    return small ? v == c->number : fabs (v - c->number) <= NEAR * fabs (c->number);
}

static void write_claimed (const struct fid_claim *c, enum fid_dlio_type type, char *to,
                           size_t n)
{
    if (type == FID_DLIO_IS_TEXT)
        snprintf (to, n, "%.*s", (int)n - 1, c->text);
    else if (type == FID_DLIO_IS_FLAG)
        snprintf (to, n, "%s", c->number != 0 ? "true" : "false");
    else
        snprintf (to, n, "%.9g", c->number);
}

/* Mends the new value of a key; false if the key has the right one already. */
static bool mend_change (const struct fid_claims *claims, size_t claims_n,
                         struct fid_key_change *change)
{
    int k = fid_dlio_key_find (change->key);
    const struct fid_claim *sure = NULL;
    bool agrees = false, is_right = false, same = true;
    if (k == FID_DLIO_EVAL_TIME) /* waits are in what derive has */
        return true;
    for (size_t i = 0; k >= 0 && i < claims_n; i++) {
        const struct fid_claim *c = &claims[i].of[k];
        enum fid_dlio_type type = fid_dlio_keys[k].type;
        char now[64], first[64];
        if (c->confidence < FID_CONFIDENCE_MEDIUM)
            continue;
        agrees |= is_claimed (c, type, change->to);
        is_right |= is_claimed (c, type, change->from);
        write_claimed (c, type, now, sizeof now);
        if (sure) {
            write_claimed (sure, type, first, sizeof first);
            same &= strcmp (first, now) == 0;
        }
        sure = sure ? sure : c;
    }
    if (!sure || agrees)
        return true;
    if (is_right)
        return false;
    if (same) /* whatever a sample is */
        write_claimed (sure, fid_dlio_keys[k].type, change->to, sizeof change->to);
    return true;
}

/* A cause that would change a flag which is right is a misunderstanding, and is dropped; one
 * that would change a number which is right keeps its words. */
size_t fid_causes_agree (struct fid_cause *cause, size_t n, const struct fid_claims *claims,
                         size_t claims_n)
{
    size_t left = 0;
    FID_EACH_OF (struct fid_cause, c, cause, n) {
        size_t kept = 0;
        bool first = c->change_n > 0 && mend_change (claims, claims_n, &c->change[0]);
        int k = c->change_n ? fid_dlio_key_find (c->change[0].key) : -1;
        if (c->change_n && !first && k >= 0 && fid_dlio_keys[k].type == FID_DLIO_IS_FLAG)
            continue;
        for (size_t j = 0; first && j < c->change_n; j++)
            if (j == 0 || mend_change (claims, claims_n, &c->change[j]))
                c->change[kept++] = c->change[j];
        c->change_n = kept;
        cause[left++] = *c;
    }
    return left;
}

/* --- clauses */

/* Whether a clause is one of some patterns, separated by blanks. */
static bool is_one_of (const struct fid_clause *c, const char *patterns)
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
static void share_out (const struct fid_verdict *v, struct fid_cause *cause, size_t n)
{
    for (size_t i = 0; i < v->clause_n; i++) {
        const struct fid_clause *clause = &v->clause[i];
        size_t of_n = 0;
        for (size_t k = 0; k < n; k++)
            of_n += cause[k].explains[i];
        FID_EACH_OF (struct fid_cause, to, cause, n) {
            if (!to->explains[i])
                continue;
            to->share = fmin (1, to->share + clause->share / (double)of_n); /* rounding */
            if (!to->worst || clause->share > to->worst->share)
                to->worst = clause;
        }
    }
}

/* The clause that costs most, and much, and has no cause; clause_n if all have one. */
static size_t worst_left (const struct fid_verdict *v, const struct fid_cause *cause, size_t n)
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
static void tell_the_rest (const struct fid_verdict *v, struct fid_cause *cause, size_t *n)
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
static bool is_whole (const struct fid_run *run)
{
    const char *status = fid_run_fact (run, "exit_code");
    return !run->phases.truncated_n && (!status || strcmp (status, "0") == 0);
}

static bool is_traced (const struct fid_run *run, int stream)
{
    return stream < 0 || (run->stream[stream].traced && !run->stream[stream].incomplete);
}

/* The causes of all rules that apply, each trait by one. */
static size_t apply_rules (const struct jobs_apart *l, struct fid_cause cause[FID_CAUSES_MAX])
{
    unsigned left = l->traits;
    size_t n = 0;
    FID_EACH_OF (const struct rule, rule, rules, sizeof rules / sizeof *rules) {
        unsigned traits = FID_TRAIT_BIT (rule->of) | rule->also;
        for (enum fid_job_trait t = 0; t < FID_JOB_TRAIT_N; t++)
            if (left & rule->along & FID_TRAIT_BIT (t) &&
                fabs (log (l->ratio[t] / l->ratio[rule->of])) < SAME_VOLUME)
                traits |= FID_TRAIT_BIT (t);
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
static size_t drop_idle (struct fid_cause *cause, size_t n)
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
static int order_causes (const void *va, const void *vb)
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
static int find_errors (const struct fid_comparison *c, const struct fid_answer_sources *real,
                        const struct jobs_apart *l, const struct fid_answer_opts *opts,
                        struct fid_cause *cause, size_t n, struct fid_error *err)
{
    struct fid_change change[FID_CAUSES_MAX];
    struct fid_answer_opts of = *opts;
    int profile = l->v->profile->answer;
    double error = FID_ABSENT;
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
static int agree_with_derived (const struct fid_run *real, struct fid_cause *cause, size_t *n,
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
        *n = fid_causes_agree (cause, *n, of, 2);
    for (size_t i = 0; i < 2; i++)
        fid_claims_clear (&of[i]);
    if (!rc || why.status != FID_EINTERNAL)
        return 0;
    *err = why;
    return -1;
}

int fid_attribution_causes (const struct fid_comparison *c, const struct fid_verdict *v,
                            const struct fid_answer_opts *opts,
                            struct fid_cause cause[FID_CAUSES_MAX], size_t *n,
                            struct fid_error *err)
{
    FID_SCOPED (fid_answer_sources_clear) struct fid_answer_sources real = {0};
    const struct fid_repeats *r = c->repeats;
    struct jobs_apart l = {.run = {c->pair.real, c->pair.emu},
                           .v = v,
                           .whole = is_whole (c->pair.real) && is_whole (c->pair.emu)};
    size_t first;
    *n = 0;
    FID_TRY (
        fid_answer_sources_add (&real, r ? r->all : &c->pair.real, r ? r->all_real_n : 1, err));
    const struct fid_run_job *job = fid_job_of_run (c->pair.emu, err);
    FID_TRY (!job);
    FID_TRY (fid_answer_first (&first, real.run, real.n, err));
    l.job[0] = real.run[first].job;
    l.job[1] = &job->job;
    for (enum fid_job_trait t = 0; t < FID_JOB_TRAIT_N; t++) {
        struct fid_job_difference d;
        if (fid_job_differs (l.job[0], l.job[1], t, &d))
            l.traits |= FID_TRAIT_BIT (t);
        l.ratio[t] = d.real > 0 ? d.emulation / d.real : HUGE_VAL;
    }
    *n = apply_rules (&l, cause);
    FID_TRY (agree_with_derived (c->pair.real, cause, n, err));
    FID_TRY (find_errors (c, &real, &l, opts, cause, *n, err));
    tell_the_rest (v, cause, n);
    share_out (v, cause, *n);
    *n = drop_idle (cause, *n);
    for (size_t k = 0; k < *n; k++)
        cause[k].similarity_after =
            v->similarities.similarity >= 0
                ? fid_verdict_mended (v, cause[k].explains, c->pair.excluded)
                : FID_ABSENT;
    qsort (cause, *n, sizeof *cause, order_causes);
    return 0;
}
