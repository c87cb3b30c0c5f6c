/* cmd_derive.c - fidlio derive RUN... */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/memstream.h"
#include "base/outfile.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/signals.h"
#include "derive/derive.h"

struct args {
    struct fid_common common;
    struct fid_derive_opts derive;
    char **dir; /* borrowed from argv */
    size_t dir_n;
    const char *out; /* borrowed; NULL: none */
};

enum { KEY_UNIT = FID_KEY_COMMAND };

static const struct argp_option options[] = {
    {"output", 'o', "FILE", 0, "Write the configuration to FILE (default: standard output)", 0},
    {"unit", KEY_UNIT, "UNIT", 0,
     "What one of DLIO's samples stands for: sample (of the application), read (what it reads "
     "at "
     "once: a file, a block, a batch), or auto (default: read, but a sample of runs of DLIO)",
     0},
    {0},
};

static const char *const units[] = {"auto", "sample", "read"};

static const char *
unit_name (int i)
{
    return units[i];
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->derive.run;
        state->child_inputs[1] = &args->common;
        return 0;
    case 'o':
        args->out = arg;
        return 0;
    case KEY_UNIT:
        args->derive.unit = (enum fid_sample_unit)fid_arg_choice (
            state, "unit", fid_span_of (arg), unit_name, sizeof units / sizeof *units);
        return 0;
    case ARGP_KEY_ARGS:
        args->dir = state->argv + state->next;
        args->dir_n = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error (state, "a run is missing");
        return 0;
    case ARGP_KEY_END:
        if (args->common.format > FID_FORMAT_JSON)
            argp_error (state, "derive prints YAML or json");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The YAML text; NULL without memory. */
static char *
yaml_text (const struct fid_derived *d, size_t *n, struct fid_error *err)
{
    char *text = NULL;
    FILE *f = fid_memstream_open (&text, n, err);
    int rc = f ? fid_derived_write (d, f, err) : -1;
    if (f)
        rc = fid_memstream_end (f, rc, err);
    if (!rc)
        return text;
    free (text);
    return NULL;
}

static int
write_all (const struct args *args, const struct fid_derived *d, struct fid_error *err)
{
    size_t n = 0;
    bool json = args->common.format == FID_FORMAT_JSON;
    char *yaml = yaml_text (d, &n, err);
    int rc = yaml ? 0 : -1;
    if (!rc && args->out) {
        fid_writing_begin ();
        rc = fid_outfile_write (args->out, yaml, n, err);
        fid_writing_end ();
    } else if (!rc && !json)
        fwrite (yaml, 1, n, stdout);
    if (!rc && json) {
        cJSON *doc = fid_derived_json (d, err);
        char *text = doc ? fid_json_text (doc, err) : NULL;
        if (text)
            fputs (text, stdout);
        rc = text ? 0 : -1;
        free (text);
        cJSON_Delete (doc);
    }
    free (yaml);
    return rc;
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_child children[] = {
        {&fid_run_argp, 0, NULL, 0}, {&fid_common_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "RUN...",
        .doc = "Derive a workload configuration of DLIO that emulates recorded runs: each key "
               "with its confidence and the evidence for it, and what DLIO cannot express.",
        .children = children,
    };
    struct args args = {.common = *given};
    struct fid_derived derived;
    struct fid_error err;
    fid_parse (&argp, argc, argv, &args);
    int rc = fid_derive (args.dir, args.dir_n, &args.derive, &derived, &err);
    if (!rc) {
        rc = write_all (&args, &derived, &err);
        fid_derived_clear (&derived);
    }
    if (rc)
        fid_say_error (&err);
    return rc ? (int)err.status : FID_OK;
}

const struct fid_cmd cmd_derive = {"derive",
                                   "a configuration of DLIO that emulates recorded runs", run};
