/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tools.c - see tools.h */
#include "cli/tools.h"
#include "program/common.h"
#include "src/cli/installed.inc"

const struct fid_tool fid_tools[] = {
    {"emulate", "from a training to a configuration of DLIO, with a certificate", true},
    {"paper", "pictures and tables of all runs of a folder, and of all pairs", true},
    {"prepare", "the processed trees of the earlier tools", false},
    {"logs", "step and epoch times of training logs", false},
    {"trace", "operators in traces of profilers", false},
    {"steps", "statistics of the steps of instrumented runs", false},
    {"whatif", "time that aligned fetches of batches would save", false},
    {NULL, NULL, false},
};

void fid_own_folder (char folder[PATH_MAX])
{
    ssize_t n = readlink ("/proc/self/exe", folder, PATH_MAX - 1);
    folder[n > 0 ? n : 0] = '\0';
    char *slash = strrchr (folder, '/');
    folder[slash ? slash + 1 - folder : 0] = '\0';
}

/* The reason why no program of that name runs. */
static int complain_of_program (const char *name, const char *program)
{
    if (errno != ENOENT) {
        fid_complain ("%s: %s", program, strerror (errno));
        return FID_EINTERNAL;
    }
    const struct fid_tool *t = fid_tools;
    while (t->name && strcmp (t->name, name) != 0)
        t++;
    if (t->name)
        fid_complain ("%s is not installed: it comes with the package %s", program,
                      t->script ? "fidlio" : "fidlio-tools");
    else
        fid_complain ("unknown command '%s'; `fidlio --help' lists all", name);
    return FID_EUSAGE;
}

int fid_tool_start (char **argv, int at)
{
    char folder[PATH_MAX], path[PATH_MAX + 256], program[256];
    const char *name = argv[at];
    if (strchr (name, '/') ||
        (size_t)snprintf (program, sizeof program, "fidlio-%s", name) >= sizeof program) {
        errno = ENOENT;
        return complain_of_program (name, program);
    }
    /* options in front of the command become the tool's; a "--" there was ours */
    int given_n = at - 1 - (at > 1 && strcmp (argv[at - 1], "--") == 0);
    memmove (argv + at + 1 - given_n, argv + 1, (size_t)given_n * sizeof *argv);
    argv += at - given_n;
    argv[0] = program;
    fid_own_folder (folder);
    /* a tool that is a script starts this program again */
    if ((size_t)snprintf (path, sizeof path, "%sfidlio", folder) >= sizeof path ||
        (access (path, X_OK) == 0 && setenv ("FIDLIO", path, 0))) {
        errno = ENOMEM;
        return complain_of_program (name, program);
    }
    const char *const folders[] = {folder, FID_LIBEXEC_DIR "/"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf (path, sizeof path, "%s%s", folders[i], program);
        if (*folders[i] && (execv (path, argv), errno != ENOENT))
            return complain_of_program (name, path);
    }
    execvp (program, argv);
    return complain_of_program (name, program);
}
