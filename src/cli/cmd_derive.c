/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_derive.c - fidlio derive RUN... */
#include "base/memstream.h"
#include "base/outfile.h"
#include "derive/derive.h"
#include "plan/of_run.h"
#include "program/cmd.h"
#include "program/run_options.h"
#include "readers/load.h"
#include "storage/answer.h"

struct args {
    struct fid_common common;
    struct fid_run_opts run;
    struct fid_derive_opts derive;
    struct fid_words dir;
    const char *out; /* borrowed; NULL: none */
    double length_s; /* 0: as recorded */
    int target;
};

enum { FOR_DLIO, FOR_DLIO_2026, FOR_FIO, FOR_ELBENCHO, FOR_PLAN };
static const char *const targets[] = {"dlio", "dlio-2026", "fio", "elbencho", "plan", NULL};
static const char *const units[] = {"auto", "sample", "read", NULL};

static void check_args (struct argp_state *state, void *input)
{
    struct args *args = input;
    args->derive.fit = args->target == FOR_DLIO_2026;
    if (args->common.format > FID_FORMAT_JSON)
        argp_error (state, "derive prints YAML or json");
    if (args->length_s > 0 && args->target != FOR_PLAN)
        argp_error (state, "--length needs --for plan");
    if (args->target < FOR_FIO)
        return;
    if (args->dir.n > 1)
        argp_error (state, "--for %s takes one run", targets[args->target]);
    if (args->target == FOR_FIO && !args->out)
        argp_error (state, "--for fio needs -o FOLDER");
}

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, out, "output", 'o', "FILE",
                     "Write the configuration to FILE (default: standard output)"),
    FID_OPTION_CHOICE (
        struct args, derive.unit, "unit", 0, "UNIT", units,
        "Meaning of a sample of DLIO: sample (of the application), read (read at "
        "once: a file, a block, a batch), or auto (default: read; sample for runs of DLIO)"),
    FID_OPTION_CHOICE (
        struct args, target, "for", 0, "BENCHMARK", targets,
        "Output: a configuration for dlio (default) or dlio-2026 (DLIO from June 2026 on, "
        "which does not take all numbers of files); jobs for fio, in the folder -o; command "
        "lines of elbencho; or the plan of its reads for `fidlio play'"),
    FID_OPTION_NUMBER (struct args, length_s, "length", 0, "SECONDS", 1e-3, 1e7,
                       "Length of the job without tracers, which slow its computation: "
                       "--for plan scales it (default: as recorded)"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "RUN...",
    .about = "Derive a workload configuration of DLIO that emulates recorded runs.  Each key "
             "has its "
             "confidence and evidence; properties that DLIO cannot express stand at the end.",
    .set = {{options, 0, 0},
            {fid_run_options, offsetof (struct args, run), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, dir),
    .missing = "a run is missing",
    .check = check_args,
};

/* A text goes to the file that was named, or to standard output. */
static void write_text (const struct args *args, const char *text, size_t n)
{
    if (args->out)
        fid_must (fid_outfile_write (args->out, NULL, text, n, &fid_why));
    else
        fwrite (text, 1, n, stdout);
}

static void write_derived (const struct args *args, const struct fid_derived *d)
{
    bool json = args->common.format == FID_FORMAT_JSON;
    char *yaml;
    size_t n;
    FILE *f = fid_have (fid_memstream_open (&yaml, &n, &fid_why));
    fid_must (fid_memstream_end (f, fid_derived_write (d, f, &fid_why), &fid_why));
    if (args->out || !json)
        write_text (args, yaml, n);
    if (json)
        fid_print_document (fid_derived_json (d, &fid_why));
    free (yaml);
}

/* Where the models do not give back the recorded time, something of the job is not understood. */
static void check_model (const struct fid_run *run, struct fid_claims *claims)
{
    struct fid_answer_sources in = {.n = 0};
    struct fid_answer a;
    struct fid_answer_opts opts = {.error_only = true};
    fid_must (fid_answer_sources_add (&in, &run, 1, &fid_why));
    fid_must (fid_answer (&a, in.run, in.n, NULL, 0, &opts, &fid_why));
    const struct fid_answer_side *side = &a.side[FID_ANSWER_REAL];
    if (a.reason == FID_ANSWER_REASON_SELF_REAL)
        fid_claim_remark (
            claims,
            "The model makes %.3g s of the %.3g s that were recorded: something of "
            "the job is not understood, and these keys may be wrong.",
            side->times.total_s, side->recorded_s);
    fid_answer_clear (&a);
    fid_answer_sources_clear (&in);
}

static int write_plan (const struct args *args, const struct fid_run *run, FILE *f)
{
    struct fid_plan plan;
    int rc = fid_plan_of_run (&plan, run, args->length_s, &fid_why);
    if (!rc)
        fid_plan_print (&plan, f);
    fid_plan_clear (&plan);
    return rc;
}

static void write_replay (const struct args *args)
{
    struct fid_run *run = fid_have (fid_run_load (args->dir.word[0], &args->run, &fid_why));
    if (args->target == FOR_FIO) {
        fid_must (fid_derive_fio (run, args->out, &fid_why));
    } else {
        char *text;
        size_t n;
        FILE *f = fid_have (fid_memstream_open (&text, &n, &fid_why));
        fid_must (fid_memstream_end (f,
                                     args->target == FOR_PLAN
                                         ? write_plan (args, run, f)
                                         : fid_derive_elbencho (run, f, &fid_why),
                                     &fid_why));
        write_text (args, text, n);
        free (text);
    }
    fid_run_destroy (run);
}

static int run_derive (void *input)
{
    const struct args *args = input;
    struct fid_derived *derived = fid_take (1, sizeof *derived);
    if (args->target >= FOR_FIO) {
        write_replay (args);
    } else {
        /* runs are read one after another: each is as large as --memory allows */
        size_t n = args->dir.n;
        struct fid_claims *of = fid_take (n, sizeof *of);
        for (size_t i = 0; i < n; i++) {
            struct fid_run *run =
                fid_have (fid_run_load (args->dir.word[i], &args->run, &fid_why));
            fid_must (fid_derive_claims (run, &args->derive.unit, 1, &of[i], &fid_why));
            check_model (run, &of[i]);
            fid_run_destroy (run);
        }
        fid_must (fid_derive (of, args->dir.word, n, &args->derive, derived, &fid_why));
        write_derived (args, derived);
        const struct fid_claim *key = derived->claims.of;
        if (!key[FID_DLIO_RECORD].confidence && !key[FID_DLIO_SAVES].confidence)
            fid_fail (FID_EINPUT, "the configuration lacks the job's reads, which are unknown");
    }
    return FID_OK;
}

const struct fid_cmd cmd_derive = {
    "derive", "a configuration of DLIO that emulates recorded runs",
    &syntax,  sizeof (struct args),
    NULL,     run_derive};
