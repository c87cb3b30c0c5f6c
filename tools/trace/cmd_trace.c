/* cmd_trace.c - fidlio trace VERB: finds the verb and runs it */
#include "config.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memstream.h"
#include "base/outfile.h"
#include "cli/program.h"
#include "tools/trace/trace.h"

#define FID_VERB(name) extern const struct fid_trace_verb trace_##name;
#include "tools/trace/trace_verbs.def"
#undef FID_VERB

#define FID_VERB(name) &trace_##name,
static const struct fid_trace_verb *const verbs[] = {
#include "tools/trace/trace_verbs.def"
};
#undef FID_VERB
#define VERB_N (sizeof verbs / sizeof *verbs)

struct args {
    struct fid_trace_output out;
    int verb;   /* index in argv */
    bool early; /* an option of a verb stands in front of it */
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->out;
        for (size_t i = 0; i < VERB_N; i++)
            state->child_inputs[i + 1] = &args->early;
        return 0;
    case ARGP_KEY_END:
        if (args->early)
            argp_error (state, "options of a verb come behind it");
        return 0;
    case ARGP_KEY_ARG:
        args->verb = state->next - 1;
        state->next = state->argc; /* the rest is the verb's */
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error (state, "which verb?");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Options of a verb, in front of it; the keys of argp itself are other ones. */
static error_t
parse_early (int key, char *arg, struct argp_state *state)
{
    bool *early = state->input;
    (void)arg;
    if (key <= 0 || key >= ARGP_KEY_END)
        return ARGP_ERR_UNKNOWN;
    *early = true;
    return 0;
}

/* What help shows of all verbs: their arguments, and their options in groups. */
struct help {
    char *args_doc; /* owned */
    struct argp own[VERB_N];
    char header[VERB_N][80];
    struct argp_child child[VERB_N + 2];
};

static int
make_help (struct help *h, struct fid_error *err)
{
    size_t n;
    FILE *f = fid_memstream_open (&h->args_doc, &n, err);
    if (!f)
        return -1;
    h->child[0] = (struct argp_child){&fid_trace_output_argp, 0, NULL, 0};
    for (size_t i = 0; i < VERB_N; i++) {
        const struct fid_trace_verb *v = verbs[i];
        fprintf (f, "%s%s %s", i ? "\n" : "", v->name, v->argp->args_doc);
        snprintf (h->header[i], sizeof h->header[i], "%s, %s:", v->name, v->summary);
        h->own[i] = (struct argp){.options = v->argp->options, .parser = parse_early};
        h->child[i + 1] = (struct argp_child){&h->own[i], 0, h->header[i], (int)i + 1};
    }
    h->child[VERB_N + 1] = (struct argp_child){.argp = NULL};
    return fid_memstream_end (f, 0, err);
}

static int
run_verb (const struct args *args, char **argv, int argc)
{
    char name[64];
    for (size_t i = 0; i < VERB_N; i++)
        if (strcmp (argv[args->verb], verbs[i]->name) == 0) {
            snprintf (name, sizeof name, "%s %s", argv[0], verbs[i]->name);
            argv[args->verb] = name;
            return verbs[i]->run (argc - args->verb, argv + args->verb, &args->out);
        }
    fid_complain ("'%s' is no verb of trace; `fidlio trace --help' lists them",
                  argv[args->verb]);
    return FID_EUSAGE;
}

static int
run (int argc, char **argv)
{
    struct args args = {.out = {.early = true}};
    struct fid_error err = {.status = FID_OK};
    struct help h;
    if (make_help (&h, &err)) {
        fid_say_error (&err);
        return (int)err.status;
    }
    const struct argp argp = {
        .parser = parse,
        .args_doc = h.args_doc,
        .doc =
            "Operators in the traces that profilers of training programs write: Chrome trace "
            "events (JSON, .gz or not) of PyTorch, TensorFlow, MXNet, BytePS, Horovod and "
            "DFTracer.",
        .children = h.child,
    };
    int status = fid_parse_some (&argp, argc, argv, &args);
    free (h.args_doc);
    args.out.early = false;
    return status ? status : run_verb (&args, argv, argc);
}

int
main (int argc, char **argv)
{
    return fid_tool_run ("trace", run, argc, argv);
}
