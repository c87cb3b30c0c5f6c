/* cmd_derive.c - fidlio derive RUN... */
#include <stdlib.h>
#include <string.h>
#include "base/memstream.h"
#include "base/outfile.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "derive/derive.h"
#include "derive/replay.h"
#include "readers/load.h"

struct args {
    struct fid_common common;
    struct fid_run_opts run;
    struct fid_derive_opts derive;
    struct fid_words dir;
    const char *out; /* borrowed; NULL: none */
    int target;
};

enum { FOR_DLIO, FOR_DLIO_2026, FOR_FIO, FOR_ELBENCHO };
static const char *const targets[] = {"dlio", "dlio-2026", "fio", "elbencho", NULL};
static const char *const units[] = {"auto", "sample", "read", NULL};

static void
check_args (struct argp_state *state, void *input)
{
    struct args *args = input;
    args->derive.fit = args->target == FOR_DLIO_2026;
    if (args->common.format > FID_FORMAT_JSON)
        argp_error (state, "derive prints YAML or json");
    if (args->target < FOR_FIO)
        return;
    if (args->dir.n > 1)
        argp_error (state, "--for %s takes one run", targets[args->target]);
    if (args->target == FOR_FIO && !args->out)
        argp_error (state, "--for fio writes into a folder: give it with -o");
}

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, out, "output", 'o', "FILE",
                     "Write the configuration to FILE (default: standard output)"),
    FID_OPTION_CHOICE (
        struct args, derive.unit, "unit", 0, "UNIT", units,
        "What one of DLIO's samples stands for: sample (of the application), read "
        "(what it reads at once: a file, a block, a batch), or auto (default: read, "
        "but a sample of runs of DLIO)"),
    FID_OPTION_CHOICE (
        struct args, target, "for", 0, "BENCHMARK", targets,
        "What to write: a configuration of dlio (default); of dlio-2026, DLIO from June 2026 "
        "on, which does not take all numbers of files; jobs of fio, into the folder -o; "
        "command lines of elbencho"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "RUN...",
    .about = "Derive a workload configuration of DLIO that emulates recorded runs: each key "
             "with its confidence and the evidence for it, and what DLIO cannot express.",
    .set = {{options, 0, 0},
            {fid_run_options, offsetof (struct args, run), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, dir),
    .missing = "a run is missing",
    .check = check_args,
};

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
    if (!rc && args->out)
        rc = fid_outfile_write (args->out, NULL, yaml, n, err);
    else if (!rc && !json)
        fwrite (yaml, 1, n, stdout);
    if (!rc && json)
        rc = fid_print_document (fid_derived_json (d, err), err);
    free (yaml);
    return rc;
}

/* Runs are read one after another: each is as large as --memory allows. */
static int
derive_all (const struct args *args, struct fid_derived *out, struct fid_error *err)
{
    size_t n = args->dir.n;
    struct fid_claims *of = calloc (n + 1, sizeof *of);
    int rc = of ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < n && !rc; i++) {
        struct fid_run *run = fid_run_load (args->dir.word[i], &args->run, err);
        rc = run ? fid_derive_claims (run, &args->derive.unit, 1, &of[i], err) : -1;
        fid_run_destroy (run);
    }
    if (!rc)
        rc = fid_derive (of, args->dir.word, n, &args->derive, out, err);
    for (size_t i = 0; i < n && of; i++)
        fid_claims_clear (&of[i]);
    free (of);
    return rc;
}

static int
write_replay (const struct args *args, struct fid_error *err)
{
    struct fid_run *run = fid_run_load (args->dir.word[0], &args->run, err);
    char *text = NULL;
    size_t n;
    int rc = run ? 0 : -1;
    if (!rc && args->target == FOR_FIO)
        rc = fid_derive_fio (run, args->out, err);
    else if (!rc) {
        FILE *f = fid_memstream_open (&text, &n, err);
        rc = f ? fid_memstream_end (f, fid_derive_elbencho (run, f, err), err) : -1;
        if (!rc && args->out)
            rc = fid_outfile_write (args->out, NULL, text, n, err);
        else if (!rc)
            fwrite (text, 1, n, stdout);
    }
    free (text);
    fid_run_destroy (run);
    return rc;
}

static int
run_derive (void *input, struct fid_error *err)
{
    const struct args *args = input;
    struct fid_derived derived;
    if (args->target >= FOR_FIO)
        return write_replay (args, err);
    if (derive_all (args, &derived, err))
        return -1;
    int rc = write_all (args, &derived, err);
    fid_derived_clear (&derived);
    return rc;
}

const struct fid_cmd cmd_derive = {"derive",
                                   "a configuration of DLIO that emulates recorded runs",
                                   &syntax, sizeof (struct args), NULL, run_derive};
