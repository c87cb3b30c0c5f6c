/* cmd_baseline.c - fidlio baseline save|list|show|rm|prior */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/jsonbuild.h"
#include "base/listing.h"
#include "check/gate_text.h"
#include "cli/cmd.h"
#include "cli/gate_modes.h"

struct args {
    struct fid_common common;
    const char *verb, *what, *output;
    struct fid_words all; /* all behind the verb; several for prior */
    bool force;
    enum fid_gate_by by;
};

static bool
is_verb (const struct args *args, const char *verb)
{
    return args->verb && strcmp (args->verb, verb) == 0;
}

static void
take_plain (struct argp_state *state, const char *arg, void *input)
{
    struct args *args = input;
    if (!args->verb) {
        args->verb = arg;
        return;
    }
    if (args->what && !is_verb (args, "prior"))
        argp_error (state, "one directory or file at a time");
    args->what = arg;
    fid_words_add (state, &args->all, arg);
}

static void
check_args (struct argp_state *state, void *input)
{
    const struct args *args = input;
    if (!is_verb (args, "save") && !is_verb (args, "list") && !is_verb (args, "show") &&
        !is_verb (args, "rm") && !is_verb (args, "prior"))
        argp_error (state, "save, list, show, rm or prior?");
    if (!args->what)
        argp_error (state, "%s what?", args->verb);
    if (is_verb (args, "save") && !args->output)
        argp_error (state, "-o FILE is needed: where the baseline goes");
}

static const struct fid_option options[] = {
    FID_OPTION_TEXT (struct args, output, "output", 'o', "FILE", "Where the baseline goes"),
    FID_OPTION_FLAG (struct args, force, "force", 0, "Replace a baseline that is there"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "save RESULTS -o FILE\nlist DIR\nshow FILE\nrm FILE\nprior RESULTS...",
    .about = "Keep what was accepted, for `fidlio check --baseline'.",
    .set = {{options, 0, 0},
            {fid_group_by_options, offsetof (struct args, by), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_CALL (take_plain),
    .check = check_args,
};

static int
save_baseline (const struct args *args, struct fid_error *err)
{
    struct fid_gate_input input;
    struct stat st;
    if (!args->force && lstat (args->output, &st) == 0)
        return fid_errorf (
            err, FID_EUSAGE,
            "%s is there already: what was accepted is replaced with --force only",
            args->output);
    if (fid_gate_load (args->what, args->by, &input, err))
        return -1;
    size_t config_n = 0, run_n = 0;
    for (size_t i = 0; i < input.config_n; i++)
        if (!input.config[i].real) {
            config_n++;
            run_n += input.config[i].run_n;
        }
    int rc = config_n ? 0
                      : fid_errorf (err, FID_EINPUT,
                                    "%s: repeats of real runs only: no emulation", args->what);
    cJSON *doc = rc ? NULL : fid_baseline_json (&input, err);
    rc = doc ? fid_json_save (doc, args->output, NULL, err) : -1;
    if (!rc)
        fid_say (&args->common, "%s: %zu runs of %zu configurations", args->output, run_n,
                 config_n);
    cJSON_Delete (doc);
    fid_gate_clear (&input);
    return rc;
}

static int
show_baseline (const struct args *args, struct fid_error *err)
{
    struct fid_gate_input input;
    struct fid_cells cells;
    if (fid_baseline_load (args->what, &input, err))
        return -1;
    fid_gate_cells (&input, &cells);
    fid_gate_clear (&input);
    return fid_cells_end (&cells, args->common.format, stdout, err);
}

static void
add_file (struct fid_cells *cells, const char *name, const struct fid_gate_input *input)
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
static int
list_baselines (const struct args *args, struct fid_error *err)
{
    struct fid_cells cells;
    struct fid_listing names = {0};
    int rc = fid_listing_read (&names, args->what, ".json", 0, err);
    fid_cells_begin (&cells, "file|#configurations|#runs|version|calibration");
    for (size_t i = 0; i < names.n; i++) {
        char *path = rc ? NULL : fid_format (err, "%s/%s", args->what, names.at[i]);
        struct fid_gate_input input;
        struct fid_error why;
        if (path && fid_baseline_load (path, &input, &why) == 0) {
            add_file (&cells, names.at[i], &input);
            fid_gate_clear (&input);
        } else if (path && why.status != FID_EINPUT) {
            *err = why;
            rc = -1;
        } else if (path && args->common.verbose) {
            fid_complain ("%s", why.text);
        }
        free (path);
    }
    fid_listing_clear (&names);
    rc = rc || fid_cells_write (&cells, args->common.format, stdout, err) ? -1 : 0;
    fid_cells_clear (&cells);
    return rc;
}

/* Remove a baseline; refuses any other file. */
static int
remove_baseline (const struct args *args, struct fid_error *err)
{
    struct fid_gate_input input;
    if (fid_baseline_load (args->what, &input, err))
        return -1;
    fid_gate_clear (&input);
    if (unlink (args->what))
        return fid_errorf (err, FID_EINTERNAL, "%s: %s", args->what, strerror (errno));
    return 0;
}

/* As a file that fidlio check --prior reads. */
static void
print_prior (const struct fid_cells *lines)
{
    puts ("# fidlio check --prior: how much -ln (grade) differs between runs");
    for (size_t i = 0; i < lines->cell_n; i += 4)
        printf ("%-12s %s %s # %s configurations\n", lines->cell[i], lines->cell[i + 1],
                lines->cell[i + 2], lines->cell[i + 3]);
}

/* Estimate how much runs differ from several results or baselines. */
static int
estimate_prior (const struct args *args, struct fid_error *err)
{
    struct fid_gate_input *input = calloc (args->all.n, sizeof *input);
    struct fid_cells lines;
    size_t n = 0;
    int rc = input ? 0 : fid_error_nomem (err);
    while (!rc && n < args->all.n)
        if (!(rc = fid_gate_load (args->all.word[n], args->by, &input[n], err)))
            n++;
    if (!rc && !(rc = fid_check_estimate (input, n, &lines, err))) {
        if (args->common.format == FID_FORMAT_TABLE)
            print_prior (&lines);
        else
            rc = fid_cells_write (&lines, args->common.format, stdout, err);
        fid_cells_clear (&lines);
    }
    while (n > 0)
        fid_gate_clear (&input[--n]);
    free (input);
    return rc;
}

static int
run_baseline (void *input, struct fid_error *err)
{
    const struct args *args = input;
    return is_verb (args, "save")   ? save_baseline (args, err)
           : is_verb (args, "list") ? list_baselines (args, err)
           : is_verb (args, "show") ? show_baseline (args, err)
           : is_verb (args, "rm")   ? remove_baseline (args, err)
                                    : estimate_prior (args, err);
}

const struct fid_cmd cmd_baseline = {"baseline",
                                     "save, list, show, remove what was accepted",
                                     &syntax, sizeof (struct args), NULL, run_baseline};

