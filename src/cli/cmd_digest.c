/* cmd_digest.c - fidlio digest RUN... */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/outfile.h"
#include "base/text.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "digests/make.h"

struct args {
    struct fid_common common;
    struct fid_run_opts run;
    struct fid_digest_opts digest;
    char **dir; /* borrowed from argv */
    size_t dir_n;
    const char *output;
};

enum { KEY_NAMES = FID_KEY_COMMAND, KEY_RAW_ONLY };

static error_t
parse (int key, char *arg, struct argp_state *state)
{
    struct args *args = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &args->run;
        state->child_inputs[1] = &args->common;
        return 0;
    case 'o':
        args->output = arg;
        return 0;
    case KEY_NAMES:
        args->digest.names = true;
        return 0;
    case KEY_RAW_ONLY:
        args->digest.raw_only = true;
        return 0;
    case ARGP_KEY_ARGS:
        args->dir = state->argv + state->next;
        args->dir_n = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error (state, "which run?");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The folder that digests go to, which is made; NULL: -o names the file of one. */
static int
make_folder (const struct args *args, const char **folder, struct fid_error *err)
{
    *folder = args->output ? NULL : ".";
    if (*folder)
        return 0;
    size_t n = strlen (args->output);
    bool is = args->dir_n > 1 || (n && args->output[n - 1] == '/');
    if (!is && fid_file_is_folder (args->output, &is, err))
        return -1;
    *folder = is ? args->output : NULL;
    return is ? fid_make_dirs (*folder, err) : 0;
}

static int
make (const struct args *args, const char *folder, const char *dir, struct fid_error *err)
{
    char *path = folder ? fid_digest_path (folder, dir, err) : fid_strdup (args->output, err);
    int rc = path ? fid_digest_make (dir, path, &args->run, &args->digest, err) : -1;
    if (!rc)
        fid_say (&args->common, "%s written", path);
    free (path);
    return rc;
}

static int
run (int argc, char **argv, const struct fid_common *given)
{
    static const struct argp_option options[] = {
        {"output", 'o', "FILE|FOLDER", 0,
         "The file of the digest, or the folder for RUN.fidlio of each run (default: here)", 0},
        {"names", KEY_NAMES, NULL, 0, "Keep names of files; without it they become hashes", 0},
        {"raw-only", KEY_RAW_ONLY, NULL, 0,
         "Leave out what comparisons with processed trees need: a third of the size", 0},
        {0},
    };
    static const struct argp_child children[] = {
        {&fid_run_argp, 0, NULL, 0}, {&fid_common_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = "RUN...",
        .doc = "Write a run into one small file with all that comparisons need, to be kept or "
               "shared without its traces.  Commands that read runs take digests in place of "
               "directories, with the same results, unless they need single events.",
        .children = children,
    };
    struct args args = {.common = *given};
    struct fid_error err;
    fid_parse (&argp, argc, argv, &args);
    const char *folder;
    int rc = make_folder (&args, &folder, &err);
    for (size_t i = 0; i < args.dir_n && !rc; i++)
        rc = make (&args, folder, args.dir[i], &err);
    if (rc)
        fid_say_error (&err);
    return rc ? (int)err.status : FID_OK;
}

const struct fid_cmd cmd_digest = {"digest", "writes a run into one file, without its traces",
                                   run};
