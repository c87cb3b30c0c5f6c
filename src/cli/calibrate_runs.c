/* calibrate_runs.c - see calibrate_runs.h */
#include <stdlib.h>
#include <string.h>
#include "base/jsontext.h"
#include "base/outfile.h"
#include "cli/calibrate_runs.h"
#include "cli/signals.h"
#include "readers/load.h"

int
fid_calibration_option (const char *path, struct fid_calibration **out, struct fid_error *err)
{
    *out = NULL;
    return path ? fid_calibration_load (path, out, err) : 0;
}

/* Why a run cannot be used besides the n before it; NULL: it can. */
static const char *
unfit (struct fid_run *const *run, size_t n, const struct fid_run *one)
{
    if (!one->workload[0])
        return "its workload is not known (a meta.json can name it)";
    for (size_t i = 0; i < n; i++)
        if (run[i]->hash == one->hash)
            return "another run holds the same traces";
    return NULL;
}

/* Whether some workload has two runs. */
static bool
has_repeats (struct fid_run *const *run, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp (run[i]->workload, run[j]->workload) == 0)
                return true;
    return false;
}

int
fid_calibrate_dirs (char *const *dir, size_t dir_n, const struct fid_run_opts *run_opts,
                    const struct fid_compare_opts *opts, size_t thread_n,
                    const struct fid_common *common, struct fid_calibration **out,
                    const char **why, struct fid_error *err)
{
    struct fid_run **run = calloc (dir_n ? dir_n : 1, sizeof *run);
    size_t n = 0;
    int rc = run ? 0 : fid_error_nomem (err);
    *out = NULL;
    *why = "";
    for (size_t i = 0; !rc && i < dir_n; i++) {
        struct fid_error one;
        struct fid_run *loaded = fid_run_load (dir[i], run_opts, &one);
        const char *bad = loaded ? unfit (run, n, loaded) : NULL;
        if (!loaded)
            fid_say (common, "left out of the calibration: %s", one.text);
        else if (bad)
            fid_say (common, "left out of the calibration: %s: %s", loaded->id, bad);
        if (loaded && !bad)
            run[n++] = loaded;
        else
            fid_run_destroy (loaded);
    }
    if (!rc && !has_repeats (run, n))
        *why =
            "no workload has repeats of its real run: similarities only; record the same job "
            "again to get scores";
    else if (!rc)
        rc = fid_calibrate ((const struct fid_run *const *)run, n, run_opts, opts, thread_n,
                            out, err);
    for (size_t i = 0; i < n; i++)
        fid_run_destroy (run[i]);
    free (run);
    return rc;
}

int
fid_calibration_write (const struct fid_calibration *c, const char *path, struct fid_error *err)
{
    cJSON *doc = fid_calibration_json (c, err);
    char *text = doc ? fid_json_text (doc, err) : NULL;
    int rc = -1;
    if (text) {
        fid_writing_begin ();
        rc = fid_outfile_write (path, text, strlen (text), err);
        fid_writing_end ();
    }
    free (text);
    cJSON_Delete (doc);
    return rc;
}
