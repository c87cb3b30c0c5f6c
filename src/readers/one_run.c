/* SPDX-License-Identifier: GPL-3.0-or-later */
/* one_run.c - see one_run.h */
#include "readers/choose.h"
#include "readers/one_run.h"

bool fid_reader_marks_runs (const struct fid_reader *r)
{
    return r && (r->once || ((r->gives & FID_GIVES_PHASES) && r->rank > 1));
}

/* A hash of a path that alike paths (fid_path_alike) have in common. */
static uint64_t alike_hash (const char *path)
{
    uint64_t hash = 0;
    for (const char *c = path; *c;) {
        size_t digit_n = strspn (c, "0123456789"), n = digit_n ? 1 : strcspn (c, "0123456789");
        hash = fid_hash_bytes (digit_n ? "0" : c, n, hash);
        c += digit_n ? digit_n : n;
    }
    return hash;
}

/* Marks the files that could contradict another one, whatever they hold: those in folders, and
 * those of the directory itself that are named alike. */
static int mark_doubtful (const struct fid_files *files, bool *doubtful, struct fid_error *err)
{
    FID_SCOPED (fid_index_clear) struct fid_index alike = {0};
    int rc = 0;
    for (size_t i = 0; !rc && i < files->n; i++) {
        size_t at = 0, other;
        uint64_t hash = alike_hash (files->path[i]);
        doubtful[i] = strchr (files->path[i], '/') != NULL;
        if (fid_index_next (&alike, hash, &at, &other))
            doubtful[i] = doubtful[other] = true;
        rc = fid_index_put (&alike, hash, i, err);
    }
    return rc;
}

/* Adds a file to run->source; *mark: whether it can show that there are several runs. */
static int probe_file (struct fid_run *run, const char *path, bool *mark, struct fid_error *err)
{
    FID_TRY (fid_sources_list (run, path, err));
    *mark = fid_reader_marks_runs (fid_reader_by_name (run->source[run->source_n - 1].reader));
    return 0;
}

int fid_runs_surely_one (struct fid_run *run, const struct fid_files *files, bool *sure,
                         struct fid_error *err)
{
    bool *done = calloc (files->n + 1, sizeof *done), mark = false, alone;
    int rc = done ? mark_doubtful (files, done, err) : fid_error_nomem (err);
    for (size_t i = 0; i < files->n && !rc && !mark; i++)
        if (done[i])
            rc = probe_file (run, files->path[i], &mark, err);
    while (!rc && !mark && !fid_sources_raw (run)) {
        size_t next = files->n; /* of those that are alone of their kind */
        for (size_t i = 0; i < files->n; i++)
            if (!done[i] && (next == files->n || files->byte_n[i] > files->byte_n[next]))
                next = i;
        if (next == files->n)
            break;
        done[next] = true;
        rc = probe_file (run, files->path[next], &alone, err);
    }
    *sure = !rc && !mark && fid_sources_raw (run);
    free (done);
    return rc;
}
