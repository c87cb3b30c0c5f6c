/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_baseline.c - fidlio baseline save|list|show|rm|prior */
#include "base/listing.h"
#include "check/gate_text.h"
#include "check/check.h"
#include "cli/options.h"
#include "program/cmd.h"

struct args {
    struct fid_common common;
    const struct verb *verb;
    const char *what, *output; /* what: the last of all */
    struct fid_words all;      /* all behind the verb; several for prior */
    bool force;
    enum fid_gate_by by;
};

static void save_baseline (const struct args *args)
{
    struct fid_gate_input *input = fid_take (1, sizeof *input);
    struct stat st;
    if (!args->force && lstat (args->output, &st) == 0)
        fid_fail (FID_EUSAGE, "%s exists: only --force replaces an accepted baseline",
                  args->output);
    fid_must (fid_gate_load (args->what, args->by, input, &fid_why));
    size_t config_n = 0, run_n = 0;
    for (size_t i = 0; i < input->config_n; i++)
        if (!input->config[i].real) {
            config_n++;
            run_n += input->config[i].run_n;
        }
    if (!config_n)
        fid_fail (FID_EINPUT, "%s: has repeats of real runs only, no emulation", args->what);
    cJSON *doc = fid_have (fid_baseline_json (input, &fid_why));
    fid_must (fid_json_save (doc, args->output, NULL, &fid_why));
    cJSON_Delete (doc);
    fid_say (&args->common, "%s: %zu runs of %zu configurations", args->output, run_n,
             config_n);
}

static void show_baseline (const struct args *args)
{
    struct fid_gate_input *input = fid_take (1, sizeof *input);
    struct fid_cells cells;
    fid_must (fid_baseline_load (args->what, input, &fid_why));
    fid_gate_cells (input, &cells);
    fid_print_table (&cells, &args->common);
}

static void add_file (struct fid_cells *cells, const char *name,
                      const struct fid_gate_input *input)
{
    char hash[FID_HASH_TEXT];
    size_t run_n = 0;
    for (size_t i = 0; i < input->config_n; i++)
        run_n += input->config[i].run_n;
    fid_cells_row (cells, "%s %zu %zu %s %s", name, input->config_n, run_n, input->version,
                   input->options.calibration ? fid_hash_text (input->options.calibration, hash)
                                              : "");
}

/* The baselines of a directory; other files are passed over. */
static void list_baselines (const struct args *args)
{
    struct fid_cells cells;
    struct fid_listing *names = fid_take (1, sizeof *names);
    fid_must (fid_listing_read (names, args->what, ".json", 0, &fid_why));
    fid_cells_begin (&cells, "file|#configurations|#runs|version|calibration");
    for (size_t i = 0; i < names->n; i++) {
        struct fid_gate_input input;
        const char *path = fid_textf ("%s/%s", args->what, names->at[i]);
        if (!fid_bad_input (fid_baseline_load (path, &input, &fid_why))) {
            add_file (&cells, names->at[i], &input);
            fid_gate_clear (&input);
        } else if (args->common.verbose) {
            fid_say_error (&fid_why);
        }
    }
    fid_print_table (&cells, &args->common);
}

/* Remove a baseline; refuses any other file. */
static void remove_baseline (const struct args *args)
{
    struct fid_gate_input input;
    fid_must (fid_baseline_load (args->what, &input, &fid_why));
    fid_gate_clear (&input);
    if (unlink (args->what))
        fid_fail (FID_EINTERNAL, "%s: %s", args->what, strerror (errno));
}

/* Estimate how much runs differ from several results or baselines. */
static void estimate_prior (const struct args *args)
{
    struct fid_gate_input *input = fid_take (args->all.n, sizeof *input);
    struct fid_cells lines;
    for (size_t i = 0; i < args->all.n; i++)
        fid_must (fid_gate_load (args->all.word[i], args->by, &input[i], &fid_why));
    fid_must (fid_check_estimate (input, args->all.n, &lines, &fid_why));
    if (args->common.format != FID_FORMAT_TABLE) {
        fid_print_table (&lines, &args->common);
        return;
    }
    puts ("# fidlio check --prior: how much -ln (grade) differs between runs");
    for (size_t i = 0; i < lines.cell_n; i += 4)
        printf ("%-12s %s %s # %s configurations\n", lines.cell[i], lines.cell[i + 1],
                lines.cell[i + 2], lines.cell[i + 3]);
    fid_cells_clear (&lines);
}

static const struct verb {
    const char *name;
    void (*run) (const struct args *args);
} verbs[] = {{"save", save_baseline},
             {"list", list_baselines},
             {"show", show_baseline},
             {"rm", remove_baseline},
             {"prior", estimate_prior}};

static void take_plain (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    if (!args->verb) {
        for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
            if (strcmp (arg, verbs[i].name) == 0)
                args->verb = &verbs[i];
        if (!args->verb)
            argp_error (state, "give save, list, show, rm or prior");
        return;
    }
    if (args->what && args->verb->run != estimate_prior)
        argp_error (state, "one directory or file at a time");
    args->what = arg;
    fid_words_add (&args->all, arg);
}

static void check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    if (!args->what)
        argp_error (state, "%s: its argument is missing", args->verb->name);
    if (args->verb->run == save_baseline && !args->output)
        argp_error (state, "-o FILE is missing: the file for the baseline");
}

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, output, "output", 'o', "FILE", "Write the baseline to FILE"),
    FID_OPTION_FLAG (struct args, force, "force", 0, "Replace an existing baseline"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "save RESULTS -o FILE\nlist DIR\nshow FILE\nrm FILE\nprior RESULTS...",
    .about = "Keep accepted results, for `fidlio check --baseline'.",
    .set = {{options, 0, 0},
            {fid_group_by_options, offsetof (struct args, by), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_CALL (take_plain),
    .missing = "give save, list, show, rm or prior",
    .check = check_args,
};

static int run_baseline (void *input)
{
    const struct args *args = input;
    args->verb->run (args);
    return FID_OK;
}

const struct fid_cmd cmd_baseline = {"baseline", "save, list, show, remove accepted results",
                                     &syntax,    sizeof (struct args),
                                     NULL,       run_baseline};
