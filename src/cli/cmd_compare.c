/* cmd_compare.c - fidlio compare REAL EMULATION */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/array.h"
#include "base/outfile.h"
#include "cli/calibrating.h"
#include "cli/cmd.h"
#include "cli/companion.h"
#include "cli/options.h"
#include "cli/signals.h"
#include "readers/load.h"
#include "report/table.h"

enum { KEY_REAL = FID_KEY_COMMAND, KEY_EMULATION, KEY_CALIBRATION, KEY_WARP };

struct args {
    struct fid_common common;
    struct fid_run_opts run;
    struct fid_compare_opts compare;
    struct fid_companion series;
    const char *real, *emulation, *results, *calibration, *warp;
};

static void
take (struct argp_state *state, const char **dir, const char *arg, const char *what)
{
    if (*dir)
        argp_error (state,
                    "more than one %s: repeats are not pooled yet; compare each, or use "
                    "`fidlio matrix'",
                    what);
    *dir = arg;
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->run;
        state->child_inputs[1] = &args->compare;
        state->child_inputs[2] = &args->series;
        state->child_inputs[3] = &args->common;
        return 0;
    case 'o':
        args->results = arg;
        return 0;
    case KEY_WARP:
        args->warp = arg;
        return 0;
    case KEY_CALIBRATION:
        args->calibration = arg;
        return 0;
    case KEY_REAL:
        take (state, &args->real, arg, "real run");
        return 0;
    case KEY_EMULATION:
        take (state, &args->emulation, arg, "emulation");
        return 0;
    case ARGP_KEY_ARG:
        if (!args->real)
            args->real = arg;
        else
            take (state, &args->emulation, arg, "emulation");
        return 0;
    case ARGP_KEY_END:
        if (!args->real || !args->emulation)
            argp_error (state, "a real run and an emulation are needed");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Write RESULTS/<real>__<emulation>.json, and the series beside it. */
static int
write_result (const struct args *args, const struct fid_result *r, const cJSON *series,
              struct fid_error *err)
{
    char *name = fid_result_name (r->real.id, r->emulation.id, err);
    char *path = name ? fid_format (err, "%s/%s", args->results, name) : NULL;
    int rc = path ? fid_make_dirs (args->results, err) : -1;
    struct fid_error unused;
    struct fid_result *old =
        rc == 0 && access (path, F_OK) == 0 ? fid_result_load (path, &unused) : NULL;
    if (old && (strcmp (old->real.hash, r->real.hash) != 0 ||
                strcmp (old->emulation.hash, r->emulation.hash) != 0))
        fid_say (&args->common, "%s: replaces a result of the same names from other traces",
                 path);
    fid_result_destroy (old);
    if (rc == 0) {
        fid_writing_begin ();
        rc = fid_result_write (path, r->doc, err);
        if (rc == 0)
            rc = fid_companion_write (&args->series, path, series, err);
        fid_writing_end ();
    }
    if (rc == 0 && args->common.verbose)
        fid_say (&args->common, "wrote %s", path);
    free (path);
    free (name);
    return rc;
}

/* The warping paths of the pair, as a file. */
static int
write_warp (const struct args *args, const struct fid_run *real,
            const struct fid_run *emulation, const struct fid_compare_opts *opts,
            struct fid_error *err)
{
    char *text = fid_compare_warp (real, emulation, opts, err);
    if (!text)
        return -1;
    fid_writing_begin ();
    int rc = fid_outfile_write (args->warp, text, strlen (text), err);
    fid_writing_end ();
    free (text);
    return rc;
}

static int
compare (const struct args *args, struct fid_error *err)
{
    struct fid_result *r = NULL;
    struct fid_calibration *calibration;
    struct fid_compare_opts opts = args->compare;
    if (fid_calibration_option (args->calibration, &calibration, err))
        return -1;
    opts.calibration = calibration;
    struct fid_run *real = fid_run_load (args->real, &args->run, err);
    struct fid_run *emulation = real ? fid_run_load (args->emulation, &args->run, err) : NULL;
    cJSON *doc = emulation ? fid_compare (real, emulation, &args->run, &opts, err) : NULL;
    cJSON *series = NULL;
    if (doc && args->results && !args->series.none &&
        !(series =
              fid_compare_series (real, emulation, &opts, args->series.point_n, doc, err))) {
        cJSON_Delete (doc);
        doc = NULL;
    }
    if (doc && args->warp && write_warp (args, real, emulation, &opts, err)) {
        cJSON_Delete (doc);
        doc = NULL;
    }
    fid_run_destroy (real);
    fid_run_destroy (emulation);
    fid_calibration_destroy (calibration);
    if (doc)
        r = fid_result_of (doc, "the result", err);
    int rc = r ? 0 : -1;
    if (rc == 0 && args->results)
        rc = write_result (args, r, series, err);
    if (rc == 0)
        rc = fid_table_write (r, args->common.format, fid_use_colour (&args->common), stdout,
                              err);
    fid_result_destroy (r);
    cJSON_Delete (series);
    return rc;
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_option options[] = {
        {"output", 'o', "RESULTS", 0, "Write RESULTS/<real>__<emulation>.json", 0},
        {"results", 0, NULL, OPTION_ALIAS, NULL, 0},
        {"calibration", KEY_CALIBRATION, "FILE", 0, "Score against it (see `fidlio calibrate')",
         0},
        {"warp", KEY_WARP, "FILE", 0, "Write the warping paths of the event streams", 0},
        {"real", KEY_REAL, "DIR", 0, "The real run, if not the first argument", 0},
        {"emulation", KEY_EMULATION, "DIR", 0, "The emulation, if not the second", 0},
        {0},
    };
    static const struct argp_child children[] = {
        {&fid_run_argp, 0, NULL, 0},
        {&fid_compare_argp, 0, NULL, 0},
        {&fid_companion_argp, 0, NULL, 0},
        {&fid_common_argp, 0, NULL, 0},
        {0},
    };
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "REAL EMULATION",
        .doc = "Compare one emulation with one real run and print how similar they are, "
               "resource by resource.",
        .children = children,
    };
    struct args args = {
        .common = *given, .compare = FID_COMPARE_DEFAULTS, .series = FID_COMPANION_DEFAULTS};
    struct fid_error err;
    fid_parse (&argp, argc, argv, &args);
    if (compare (&args, &err) == 0)
        return FID_OK;
    fid_say_error (&err);
    return (int)err.status;
}

const struct fid_cmd cmd_compare = {"compare", "one emulation with one real run", run};
