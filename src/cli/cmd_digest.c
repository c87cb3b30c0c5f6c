/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_digest.c - fidlio digest RUN... */
#include "base/outfile.h"
#include "digests/summary.h"
#include "program/cmd.h"
#include "program/run_options.h"

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
    .about =
        "Write a run into one small file, which can be kept or shared without its traces.  "
        "Commands that read runs take digests in place of directories, with the same "
        "results.",
    .set = {{options, 0, 0},
            {fid_run_options, offsetof (struct args, run), 0},
            {fid_common_options, offsetof (struct args, common), 0}},
    .plain = FID_PLAIN_WORDS (struct args, dir),
    .missing = "RUN is missing",
};

/* The folder that digests go to, which is made; NULL: -o names the file of one. */
static const char *make_folder (const struct args *args)
{
    if (!args->output)
        return ".";
    size_t n = strlen (args->output);
    bool is = args->dir.n > 1 || (n && args->output[n - 1] == '/');
    if (!is)
        fid_must (fid_file_is_folder (args->output, &is, &fid_why));
    if (is)
        fid_must (fid_make_dirs (args->output, NULL, &fid_why));
    return is ? args->output : NULL;
}

static int run_digest (void *input)
{
    const struct args *args = input;
    const char *folder = make_folder (args);
    for (size_t i = 0; i < args->dir.n; i++) {
        const char *dir = args->dir.word[i],
                   *path = folder ? fid_keep (fid_digest_path (folder, dir, &fid_why))
                                  : args->output;
        fid_must (fid_digest_make (dir, path, folder, &args->run, args->names, &fid_why));
        fid_say (&args->common, "%s written", path);
    }
    return FID_OK;
}

const struct fid_cmd cmd_digest = {"digest", "writes a run into one file, without its traces",
                                   &syntax,  sizeof (struct args),
                                   NULL,     run_digest};
