/* SPDX-License-Identifier: GPL-3.0-or-later */
/* named_files.h - run directories made of texts, each with the name of its file */
#ifndef FID_TESTS_NAMED_FILES_H
#define FID_TESTS_NAMED_FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/array.h"
#include "readers/load.h"
#include "tests/tap.h"

/* One block of training with n steps, and the line a copy on standard error has before it. */
static inline char *dlio_log (int n, const char *before)
{
    char *text = malloc (4096);
    size_t at =
        (size_t)sprintf (text,
                         "%s[OUTPUT] 2026-11-21T00:00:00.000000 Running DLIO [Training] with "
                         "1 process(es)\n"
                         "[OUTPUT] 2026-11-21T00:00:10.000000 Starting epoch 1: 5 steps\n"
                         "[OUTPUT] 2026-11-21T00:00:10.000000 Starting block 1\n",
                         before);
    for (int i = 1; i <= n; i++)
        at += (size_t)sprintf (
            text + at,
            "[INFO] 2026-11-21T00:00:%d.000000 Rank 0 step %d: loaded 4 samples in 0.25 s\n"
            "[INFO] 2026-11-21T00:00:%d.500000 Rank 0 step %d: processed 4 samples in 0.5 s\n",
            10 + i, i, 10 + i, i);
    sprintf (text + at,
             "[OUTPUT] 2026-11-21T00:00:%d.000000 Ending block 1 - %d steps\n"
             "[OUTPUT] 2026-11-21T00:00:%d.000000 Ending epoch 1 - %d steps\n",
             12 + n, n, 12 + n, n);
    return text;
}

/* The first line of a trace of reads. */
#define BPF_READ "TIMESTAMP PID OFFSET RET(B) LAT(ns) FILENAME\n"

struct named {
    const char *name;
    char *text; /* freed by load */
};

static inline void put (const char *dir, const char *name, const char *text)
{
    char *path = fid_format (NULL, "%s/%s", dir, name), *slash = strrchr (path, '/');
    *slash = '\0';
    mkdir (path, 0700);
    *slash = '/';
    FILE *f = fopen (path, "w");
    if (!f || fputs (text, f) < 0 || fclose (f))
        abort ();
    free (path);
}

/* Load a directory of the files, which ends with a NULL name; NULL: why tells. */
static inline struct fid_run *try_load (struct named *files, struct fid_error *err)
{
    char dir[] = "/tmp/fidlio-load.XXXXXX";
    struct fid_run_opts opts = {0};
    if (!mkdtemp (dir))
        abort ();
    for (struct named *f = files; f->name; f++)
        put (dir, f->name, f->text);
    struct fid_run *run = fid_run_load (dir, &opts, err);
    for (struct named *f = files; f->name; f++) {
        char *path = fid_format (NULL, "%s/%s", dir, f->name);
        unlink (path);
        *strrchr (path, '/') = '\0';
        rmdir (path); /* of a subdirectory that is empty now */
        free (path);
        free (f->text);
    }
    rmdir (dir);
    return run;
}

static inline struct fid_run *load (struct named *files)
{
    struct fid_error err = {0};
    struct fid_run *run = try_load (files, &err);
    if (!run)
        diag ("%s", err.text);
    return run;
}

static inline char *copy (const char *text)
{
    return fid_strdup (text, NULL);
}

#endif
