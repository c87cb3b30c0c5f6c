/* cmd_digest.c - fidlio digest RUN... */
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
    bool names;
    struct fid_words dir;
    const char *output;
};

static const struct fid_option options[] = {
    FID_OPTION_TEXT (
        struct args, output, "output", 'o', "FILE|FOLDER",
        "The file of the digest, or the folder for RUN.fidlio of each run (default: "
        "here)"),
    FID_OPTION_FLAG (struct args, names, "names", 0,
                     "Keep names of files; without it they become hashes"),
    {0},
};

static const struct fid_syntax syntax = {
    .usage = "RUN...",
    .about = "Write a run into one small file, to be kept or shared without its traces.  "
             "Commands that read runs take digests in place of directories, with the same "
             "results.",
    .set = {{options, 0, 0},
            {fid_run_options, offsetof (struct args, run), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, dir),
    .missing = "which run?",
};

/* The folder that digests go to, which is made; NULL: -o names the file of one. */
static int
make_folder (const struct args *args, const char **folder, struct fid_error *err)
{
    *folder = args->output ? NULL : ".";
    if (*folder)
        return 0;
    size_t n = strlen (args->output);
    bool is = args->dir.n > 1 || (n && args->output[n - 1] == '/');
    if (!is && fid_file_is_folder (args->output, &is, err))
        return -1;
    *folder = is ? args->output : NULL;
    return is ? fid_make_dirs (*folder, NULL, err) : 0;
}

static int
make_digest (const struct args *args, const char *folder, const char *dir,
             struct fid_error *err)
{
    char *path = folder ? fid_digest_path (folder, dir, err) : fid_strdup (args->output, err);
    int rc = path ? fid_digest_make (dir, path, folder, &args->run, args->names, err) : -1;
    if (!rc)
        fid_say (&args->common, "%s written", path);
    free (path);
    return rc;
}

static int
run_digest (void *input, struct fid_error *err)
{
    const struct args *args = input;
    const char *folder;
    int rc = make_folder (args, &folder, err);
    for (size_t i = 0; i < args->dir.n && !rc; i++)
        rc = make_digest (args, folder, args->dir.word[i], err);
    return rc;
}

const struct fid_cmd cmd_digest = {"digest", "writes a run into one file, without its traces",
                                   &syntax,  sizeof (struct args), NULL, run_digest};
