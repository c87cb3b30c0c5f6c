/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_trace.c - fidlio trace VERB: finds the verb and runs it */
#include "base/memstream.h"
#include "program/program.h"
#include "tools/trace/trace.h"

#define FID_VERB(name) extern const struct fid_trace_verb trace_##name;
#include "tools/trace/trace_verbs.def"
#undef FID_VERB

#define FID_VERB(name) &trace_##name,
static const struct fid_trace_verb *const verbs[] = {
#include "tools/trace/trace_verbs.def"
};
#undef FID_VERB
#define VERB_N     (sizeof verbs / sizeof *verbs)
#define OPTION_MAX 64 /* of all verbs, with a heading each */

struct args {
    struct fid_trace_output out;
    int argc; /* of the verb */
    char **argv;
    bool early; /* an option of a verb stands in front of it */
};

static void take_verb (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    (void)arg;
    args->argc = state->argc - state->next + 1;
    args->argv = state->argv + state->next - 1;
    state->next = state->argc; /* the rest is the verb's */
}

/* An option of a verb, in front of it. */
static void note_early (struct argp_state *state, const char *arg, void *input)
{
    (void)state, (void)arg;
    ((struct args *)input)->early = true;
}

static void check_args (struct argp_state *state, void *input)
{
    if (((const struct args *)input)->early)
        argp_error (state, "options of a verb come behind it");
}

/* What help shows of all verbs: their arguments, and their options in groups. */
struct help {
    char *usage; /* owned */
    struct fid_option option[OPTION_MAX];
    char heading[VERB_N][80];
};

static int run_verb (void *input)
{
    const struct args *args = input;
    char name[64];
    for (size_t i = 0; i < VERB_N; i++)
        if (strcmp (args->argv[0], verbs[i]->name) == 0) {
            snprintf (name, sizeof name, "fidlio trace %s", verbs[i]->name);
            args->argv[0] = name;
            return fid_trace_run (verbs[i], args->argc, args->argv, &args->out);
        }
    fid_fail (FID_EUSAGE, "unknown verb '%s'; `fidlio trace --help' lists all", args->argv[0]);
}

int main (int argc, char **argv)
{
    static struct help h;
    static const struct args defaults = {.out = {.common = {.book = FID_FORMAT_XLSX}}};
    size_t text_n, n = 0;
    FILE *f = fid_have (fid_memstream_open (&h.usage, &text_n, &fid_why));
    for (size_t i = 0; i < VERB_N; i++) {
        const struct fid_trace_verb *v = verbs[i];
        fprintf (f, "%s%s %s", i ? "\n" : "", v->name, v->usage);
        snprintf (h.heading[i], sizeof h.heading[i], "%s, %s:", v->name, v->summary);
        if (v->options)
            h.option[n++] = (struct fid_option)FID_OPTION_HEADING (h.heading[i], (int)i + 1);
        for (const struct fid_option *o = v->options; o && o->kind; o++) {
            h.option[n] = *o;
            h.option[n].at = 0;
            h.option[n].kind = FID_TAKES_CALL;
            h.option[n++].take = note_early;
        }
    }
    fid_must (fid_memstream_end (f, 0, &fid_why));
    const struct fid_syntax syntax = {
        .usage = h.usage,
        .about =
            "Operators in the traces that profilers of training programs write: Chrome trace "
            "events (JSON, .gz or not) of PyTorch, TensorFlow, MXNet, BytePS, Horovod and "
            "DFTracer.",
        .set = {{fid_trace_options, 0, 0},
                {h.option, 0, 0},
                {fid_common_options, offsetof (struct args, out.common), 0}},
        .plain = FID_PLAIN_CALL (take_verb),
        .missing = "a verb is missing",
        .in_order = true,
        .check = check_args,
    };
    const struct fid_cmd cmd = {"trace",   NULL,    &syntax, sizeof (struct args),
                                &defaults, run_verb};
    return fid_tool_run (&cmd, argc, argv);
}
