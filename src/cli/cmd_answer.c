/* cmd_answer.c - fidlio answer RUN..., and fidlio predict REAL... CONFIG: of a configuration
 * that was never run */
#include <stdlib.h>
#include <string.h>
#include "base/jsonbuild.h"
#include "base/wrap.h"
#include "cli/answering.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "job/of_config.h"
#include "job/show.h"
#include "readers/load.h"
#include "results/answer_words.h"
#include "storage/answered.h"
#include "storage/mended.h"
#include "storage/predicted.h"

static void
read_profile (struct argp_state *state, const char *arg, void *member)
{
    struct fid_error err;
    if (fid_answer_profile_find (arg, member, &err))
        argp_failure (state, (int)err.status, 0, "%s", err.text);
}

/* REAL EMULATION... become the sides. */
static void
settle_sides (struct argp_state *state, void *input)
{
    struct fid_answering *args = input;
    if (args->plain.n && (args->real.dir.n || args->emulation.dir.n))
        argp_error (state,
                    "%s: name runs either by --real and --emulation or as REAL "
                    "[EMULATION...], not by both",
                    args->plain.word[0]);
    for (size_t i = 0; i < args->plain.n; i++)
        fid_words_add (state, i ? &args->emulation.dir : &args->real.dir, args->plain.word[i]);
    if (!args->real.dir.n)
        argp_error (state, "a run of the real job is needed");
}

/* REAL... CONFIG: the last word is the configuration. */
static void
settle_config (struct argp_state *state, void *input)
{
    struct fid_answering *args = input;
    if (args->plain.n < 2)
        argp_error (state, "a real run and a configuration are needed");
    for (size_t i = 0; i + 1 < args->plain.n; i++)
        fid_words_add (state, &args->real.dir, args->plain.word[i]);
    args->config = args->plain.word[args->plain.n - 1];
    const char *slash = strrchr (args->config, '/');
    args->name = slash ? slash + 1 : args->config;
}

/* Keeps a change for later, if it is one. */
static void
read_change (struct argp_state *state, const char *arg, void *member)
{
    struct fid_dlio_config unused = {0};
    struct fid_error err;
    if (fid_dlio_config_override (&unused, arg, &err))
        argp_error (state, "--set: %s", err.text);
    fid_dlio_config_clear (&unused);
    fid_words_add (state, member, arg);
}

static const struct fid_option side_options[] = {
    FID_OPTION_WORDS (struct fid_answering, real.dir, "real", 0, "RUN",
                      "A run of the real job (repeatable)"),
    FID_OPTION_WORDS (struct fid_answering, emulation.dir, "emulation", 0, "RUN",
                      "A run of the emulation (repeatable)"),
    {0},
};

static const struct fid_option config_options[] = {
    FID_OPTION_CALL (struct fid_answering, change, "set", 0, "KEY=VALUE", read_change,
                     "Predict for another value of a key, such as reader.read_threads=4 "
                     "(repeatable)"),
    {0},
};

static const struct fid_option options[] = {
    FID_OPTION_CALL (
        struct fid_answering, answer.profile, "profile", 0, "NAME", read_profile,
        "What the answer is for: storage (the whole job over read bandwidths; the "
        "default), read (training and evaluations), checkpoint (saving over write, "
        "loading over read bandwidths), or metadata (over ms a metadata call)"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "REAL [EMULATION...]\n--real RUN... [--emulation RUN...]",
    .about = "Say how long the job of a run takes on other storage and how many of its "
             "accelerators 1 GB/s feeds; with a benchmark's emulation of it, how far the "
             "benchmark's answer to that is off.",
    .set = {{side_options, 0, 0},
            {options, 0, 0},
            {fid_answer_options, offsetof (struct fid_answering, answer), 0},
            {fid_run_options, offsetof (struct fid_answering, run), 0},
            {fid_common_options, offsetof (struct fid_answering, common), 0}},
    .plain = FID_PLAIN_WORDS (struct fid_answering, plain),
    .check = settle_sides,
};

const struct fid_syntax fid_predict_syntax = {
    .usage = "REAL... CONFIG",
    .about = "Predict the answer that a workload configuration of DLIO would give, without "
             "running it: the job that it makes, on the machine of the first real run, is held "
             "against the real job on the same storages.  Several real runs are repeats of one "
             "job.",
    .set = {{config_options, 0, 0},
            {options, 0, 0},
            {fid_answer_options, offsetof (struct fid_answering, answer), 0},
            {fid_run_options, offsetof (struct fid_answering, run), 0},
            {fid_common_options, offsetof (struct fid_answering, common), 0}},
    .plain = FID_PLAIN_WORDS (struct fid_answering, plain),
    .check = settle_config,
};

static int
load_side (const struct fid_answering *args, struct fid_answering_side *side, struct fid_error *err)
{
    side->run = calloc (side->dir.n + 1, sizeof *side->run);
    if (!side->run)
        return fid_error_nomem (err);
    for (size_t i = 0; i < side->dir.n; i++)
        if (!(side->run[i] = fid_run_load (side->dir.word[i], &args->run, err)))
            return -1;
    return fid_answer_sources_add (&side->in, (const struct fid_run *const *)side->run,
                                   side->dir.n, err);
}

static void
clear_side (struct fid_answering_side *side)
{
    fid_answer_sources_clear (&side->in);
    for (size_t i = 0; i < side->dir.n && side->run; i++)
        fid_run_destroy (side->run[i]);
    free (side->run);
}

/* What is printed: the answer, what differs and, of a configuration, its job. */
struct answered {
    struct fid_answered of;         /* owned */
    struct fid_predicted predicted; /* owned */
    const char *caveat;             /* static; NULL: none */
};

static void
put_prediction (struct fid_doc *d, const struct fid_answering *args, const struct answered *a,
                struct fid_error *err)
{
    const struct fid_predicted *p = &a->predicted;
    fid_doc_text (d, d->root, "configuration", args->name);
    fid_doc_text (d, d->root, "caveat", a->caveat);
    fid_doc_take (d, d->root, "job", fid_job_json (&p->job, args->name, false, err));
}

/* What fid_answered_put adds and, of a configuration, its name, what of it is done otherwise, and
 * its job. */
static int
print_json (const struct fid_answering *args, const struct answered *a, struct fid_error *err)
{
    struct fid_doc d;
    fid_doc_begin (&d);
    fid_answered_put (&d, args->config ? "fidlio.predict/1" : "fidlio.answer/1", &a->of,
                      &args->real.in, &args->emulation.in);
    if (args->config)
        put_prediction (&d, args, a, err);
    return fid_print_document (fid_doc_end (&d, err), err);
}

/* How the emulation's job differs, or that of the configuration. */
static int
print_differences (const struct fid_answering *args, const struct answered *a, struct fid_error *err)
{
    if (a->caveat && fid_wrap (stdout, "warning: ", a->caveat, 80, err))
        return -1;
    if (!a->of.change_n) {
        puts ("\nthe two jobs do not differ");
        return 0;
    }
    printf ("\nhow %s differs from %s, and how far the answer would be off without that\n",
            args->config ? args->name : args->emulation.run[0]->id, args->real.run[0]->id);
    fid_changes_print (a->of.change, a->of.change_n, stdout);
    return 0;
}

static int
print_text (const struct fid_answering *args, const struct answered *a, struct fid_error *err)
{
    char text[FID_ANSWER_SIDE_N][200];
    const char *name[FID_ANSWER_SIDE_N] = {text[0], text[1]};
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        const struct fid_answering_side *s = k ? &args->emulation : &args->real;
        if (s->dir.n > 1)
            snprintf (text[k], sizeof text[k], "%s and %zu more", s->run[0]->id, s->dir.n - 1);
        else
            snprintf (text[k], sizeof text[k], "%s",
                      s->dir.n       ? s->run[0]->id
                      : args->config ? args->name
                                     : "");
    }
    if (fid_answer_print (&a->of.doc, name, stdout, err))
        return -1;
    return args->config || args->emulation.dir.n ? print_differences (args, a, err) : 0;
}

/* Warns where real runs look like emulations.  A run without traces of DLIO may be an
 * emulation, so the other side is not checked. */
static void
warn_swapped (const struct fid_answering *args)
{
    for (size_t i = 0; i < args->real.dir.n; i++)
        if (args->real.run[i]->emulation)
            fid_say (&args->common, "%s is given as a real run, but looks like an emulation",
                     args->real.run[i]->id);
}

/* The configuration of the file with the changes that were asked for. */
static int
read_config (const struct fid_answering *args, struct fid_dlio_config *c, struct fid_error *err)
{
    if (fid_dlio_config_read (c, args->config, err))
        return -1;
    for (size_t i = 0; i < args->change.n; i++)
        if (fid_dlio_config_override (c, args->change.word[i], err))
            return -1;
    return 0;
}

static int
answer_config (const struct fid_answering *args, const struct fid_answer_opts *opts, struct answered *a,
               struct fid_error *err)
{
    struct fid_dlio_config c = {0};
    int rc = read_config (args, &c, err);
    if (!rc)
        rc = fid_predict_answer (&a->predicted, args->real.in.run, args->real.in.n, &c,
                                 args->config, opts, err);
    if (!rc)
        rc = fid_answer_doc (&a->predicted.answer, &a->of.arena, &a->of.doc, err);
    if (!rc)
        rc = fid_changes_find (a->of.change, &a->of.change_n, a->predicted.answer.error,
                               args->real.in.run, args->real.in.n, &a->predicted.job, opts,
                               err);
    a->caveat = fid_job_config_caveat (&c);
    fid_dlio_config_clear (&c);
    return rc;
}

static int
answer_runs (const struct fid_answering *args, const struct fid_answer_opts *opts, struct answered *a,
             struct fid_error *err)
{
    if (args->emulation.dir.n)
        warn_swapped (args);
    return fid_answered_make (&a->of, &args->real.in, &args->emulation.in, opts, err);
}

int
fid_answer_for (void *input, struct fid_error *err)
{
    struct fid_answering *args = input;
    struct answered a = {.caveat = NULL};
    int rc = load_side (args, &args->real, err) || load_side (args, &args->emulation, err) ? -1
             : args->config ? answer_config (args, &args->answer, &a, err)
                            : answer_runs (args, &args->answer, &a, err);
    if (!rc)
        rc = args->common.format == FID_FORMAT_JSON    ? print_json (args, &a, err)
             : args->common.format == FID_FORMAT_TABLE ? print_text (args, &a, err)
                                                       : fid_answer_scenarios_write (&a.of.doc,
                                                                 args->common.format, stdout, err);
    fid_answered_clear (&a.of);
    fid_predicted_clear (&a.predicted);
    clear_side (&args->real);
    clear_side (&args->emulation);
    return rc;
}

const struct fid_cmd cmd_answer = {
    "answer", "how long a job takes on other storage, and how far a benchmark is off",
    &syntax,  sizeof (struct fid_answering), NULL, fid_answer_for};
