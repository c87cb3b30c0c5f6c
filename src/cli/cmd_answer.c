/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_answer.c - fidlio answer RUN..., and fidlio predict REAL... CONFIG: of a configuration
 * that was never run */
#include "base/wrap.h"
#include "cli/answering.h"
#include "cli/options.h"
#include "job/of_config.h"
#include "job/show.h"
#include "readers/load.h"
#include "results/answer_words.h"
#include "storage/changes.h"

static void read_profile (struct argp_state *state, const char *arg, void *member)
{
    fid_arg_must (state, fid_answer_profile_find (arg, member, &fid_why));
}

static void settle_sides (struct argp_state *state, void *input)
{
    struct fid_answering *args = input;
    fid_arg_sides (state, &args->plain, &args->real.dir, &args->emulation.dir);
    if (!args->real.dir.n)
        argp_error (state, "a run of the real job is missing");
}

/* REAL... CONFIG: the last word is the configuration. */
static void settle_config (struct argp_state *state, void *input)
{
    struct fid_answering *args = input;
    if (args->plain.n < 2)
        argp_error (state, "a real run and a configuration are needed");
    for (size_t i = 0; i + 1 < args->plain.n; i++)
        fid_words_add (&args->real.dir, args->plain.word[i]);
    args->config = args->plain.word[args->plain.n - 1];
    const char *slash = strrchr (args->config, '/');
    args->name = slash ? slash + 1 : args->config;
}

/* Keeps a change for later, if it is one. */
static void read_change (struct argp_state *state, const char *arg, void *member)
{
    struct fid_dlio_config unused = {0};
    if (fid_dlio_config_override (&unused, arg, &fid_why))
        argp_error (state, "--set: %s", fid_why.text);
    fid_dlio_config_clear (&unused);
    fid_words_add (member, arg);
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
                     "Change a key before predicting, such as reader.read_threads=4 "
                     "(repeatable)"),
    {0},
};

static const struct fid_option options[] = {
    FID_OPTION_CALL (
        struct fid_answering, answer.profile, "profile", 0, "NAME", read_profile,
        "Purpose of the answer: storage (the whole job over read bandwidths; the "
        "default), read (training and evaluations), checkpoint (saving over write, "
        "loading over read bandwidths), or metadata (over ms a metadata call)"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "REAL [EMULATION...]\n--real RUN... [--emulation RUN...]",
    .about =
        "Compute how long the job of a run takes on other storage, and how many of its "
        "accelerators 1 GB/s feeds.  Given a benchmark's emulation of the job, compute how "
        "far the benchmark's answer is off.",
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
    .about =
        "Predict the answer of a workload configuration of DLIO without running it.  Its job, "
        "on the machine of the first real run, is compared with the real job on the same "
        "storages.  Several real runs are repeats of one job.",
    .set = {{config_options, 0, 0},
            {options, 0, 0},
            {fid_answer_options, offsetof (struct fid_answering, answer), 0},
            {fid_run_options, offsetof (struct fid_answering, run), 0},
            {fid_common_options, offsetof (struct fid_answering, common), 0}},
    .plain = FID_PLAIN_WORDS (struct fid_answering, plain),
    .check = settle_config,
};

static void load_side (const struct fid_answering *args, struct fid_answering_side *side)
{
    side->run = fid_take (side->dir.n, sizeof *side->run);
    for (size_t i = 0; i < side->dir.n; i++)
        side->run[i] = fid_have (fid_run_load (side->dir.word[i], &args->run, &fid_why));
    fid_must (fid_answer_sources_add (&side->in, (const struct fid_run *const *)side->run,
                                      side->dir.n, &fid_why));
}

/* What is printed: the answer, what differs and, of a configuration, its job. */
struct answered {
    struct fid_answered of;
    struct fid_predicted predicted;
    const char *caveat; /* static; NULL: none */
};

/* How the emulation's job differs, or that of the configuration. */
static void print_differences (const struct fid_answering *args, const struct answered *a)
{
    if (a->caveat)
        fid_must (fid_wrap (stdout, "warning: ", a->caveat, 80, &fid_why));
    if (!a->of.change_n) {
        puts ("\nthe two jobs do not differ");
        return;
    }
    char *head = fid_textf ("how %s differs from %s",
                            args->config ? args->name : args->emulation.run[0]->id,
                            args->real.run[0]->id);
    putchar ('\n');
    fid_must (fid_wrap (stdout, "", head, 80, &fid_why));
    fid_must (
        fid_changes_print (a->of.change, a->of.change_n, a->of.doc.error, stdout, &fid_why));
}

static void print_text (const struct fid_answering *args, const struct answered *a)
{
    const char *name[FID_ANSWER_SIDE_N];
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++) {
        const struct fid_answering_side *s = k ? &args->emulation : &args->real;
        name[k] = s->dir.n > 1   ? fid_textf ("%s and %zu more", s->run[0]->id, s->dir.n - 1)
                  : s->dir.n     ? s->run[0]->id
                  : args->config ? args->name
                                 : "";
    }
    fid_must (fid_answer_print (&a->of.doc, name, FID_FORMAT_TABLE, stdout, &fid_why));
    if (args->config || args->emulation.dir.n)
        print_differences (args, a);
}

/* Of the configuration of the file, with the changes that were asked for. */
static void answer_config (const struct fid_answering *args, struct answered *a)
{
    const struct fid_answer_sources *real = &args->real.in;
    struct fid_predicted *p = &a->predicted;
    struct fid_dlio_config *c = fid_take (1, sizeof *c);
    fid_must (fid_dlio_config_read (c, args->config, &fid_why));
    for (size_t i = 0; i < args->change.n; i++)
        fid_must (fid_dlio_config_override (c, args->change.word[i], &fid_why));
    fid_must (
        fid_predict_answer (p, real->run, real->n, c, args->config, &args->answer, &fid_why));
    fid_must (fid_answer_doc (&p->answer, &a->of.arena, &a->of.doc, &fid_why));
    fid_must (fid_changes_find (a->of.change, &a->of.change_n, p->answer.error, real->run,
                                real->n, &p->job, &args->answer, &fid_why));
    a->caveat = fid_job_config_caveat (c);
}

int fid_answer_for (void *input)
{
    struct fid_answering *args = input;
    enum fid_format format = args->common.format;
    struct answered *a = fid_take (1, sizeof *a);
    load_side (args, &args->real);
    load_side (args, &args->emulation);
    if (args->emulation.dir.n) {
        /* a run without traces of DLIO may be an emulation, so the other side is not checked */
        for (size_t i = 0; i < args->real.dir.n; i++)
            if (args->real.run[i]->emulation)
                fid_say (&args->common,
                         "%s is given as a real run, but looks like an emulation",
                         args->real.run[i]->id);
    }
    if (args->config)
        answer_config (args, a);
    else
        fid_must (fid_answered_make (&a->of, &args->real.in, &args->emulation.in, &args->answer,
                                     &fid_why));
    if (format == FID_FORMAT_JSON) {
        /* what fid_answered_put adds and, of a configuration, its name, what of it is done
         * otherwise, and its job */
        struct fid_doc d;
        fid_doc_begin (&d);
        fid_answered_put (&d, args->config ? "fidlio.predict/1" : "fidlio.answer/1", &a->of,
                          &args->real.in, &args->emulation.in);
        if (args->config) {
            fid_doc_text (&d, d.root, "configuration", args->name);
            fid_doc_text (&d, d.root, "caveat", a->caveat);
            fid_doc_take (&d, d.root, "job",
                          fid_job_json (&a->predicted.job, args->name, false, &fid_why));
        }
        fid_print_document (fid_doc_end (&d, &fid_why));
    } else if (format == FID_FORMAT_TABLE)
        print_text (args, a);
    else
        fid_must (fid_answer_scenarios_write (&a->of.doc, format, stdout, &fid_why));
    const struct fid_result_answer *of = &a->of.doc;
    const bool open = of->verdict == FID_CANNOT_TELL && of->error == FID_ABSENT;
    return (of->bound == FID_NOT_TOLD || open) && !of->stated ? FID_EINPUT : FID_OK;
}

const struct fid_cmd cmd_answer = {
    "answer", "how long a job takes on other storage, and how far a benchmark is off",
    &syntax,  sizeof (struct fid_answering),
    NULL,     fid_answer_for};
