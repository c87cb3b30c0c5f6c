/* fuzz_run.c - directories of a real run and of an emulation, compared (fuzz.h: files in one)
 *
 *     %% real/trace_read.out
 *     ...
 *     %% emulation/trace_read.out
 *     ...
 *
 * The result and the series can be read, and are the same bytes when the runs are read and
 * compared again. */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "base/jsonbuild.h"
#include "compare/compare.h"
#include "compare/series.h"
#include "readers/load.h"
#include "readers/whole.h"
#include "results/result.h"
#include "results/series.h"
#include "tests/fuzz/fuzz.h"

static const struct fid_compare_opts options = {.penalty = -1, .tolerance_s = -1};

static struct fid_run *
load (const char *side)
{
    static const struct fid_run_opts opts = {0};
    struct fid_error err = {0};
    struct fid_run_findings flaws = {0};
    char path[600];
    snprintf (path, sizeof path, "%s/%s", fuzz_dir (), side);
    struct fid_run *run = fid_run_load (path, &opts, &err);
    if (!run)
        fuzz_want_error (&err);
    else if (fid_run_flaws (run, &flaws, &err))
        fuzz_want_error (&err);
    fid_run_findings_clear (&flaws);
    return run;
}

/* The texts of the result and of the series, both NULL if the runs are not comparable. */
static void
compare (const struct fid_run *real, const struct fid_run *emulation, char *text[2])
{
    static const struct fid_series_size size = {50, 200};
    struct fid_error err = {0};
    struct fid_pair drawn;
    cJSON *doc =
        fid_compare_runs (&real, 1, &emulation, 1, &real->opts, &options, 1, &drawn, &err);
    text[0] = text[1] = NULL;
    if (!doc) {
        fuzz_want_error (&err);
        return;
    }
    cJSON *series = fid_compare_series (&drawn, &size, doc, &err);
    fuzz_want (series != NULL, "a pair has no series");
    text[0] = fid_json_text (doc, &err);
    text[1] = fid_json_packed (series, &err);
    fuzz_want (text[0] && text[1], "a result cannot be written");
    struct fid_result *r = fid_result_of (doc, "the result", &err);
    fuzz_want (r != NULL, "a result cannot be read");
    struct fid_series *s = fid_series_of (series, "the series", &err);
    fuzz_want (s != NULL, "a series cannot be read");
    fuzz_want_json (text[0], strlen (text[0]));
    fuzz_want_json (text[1], strlen (text[1]));
    fid_series_destroy (s);
    fid_result_destroy (r);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
    char *text[2][2] = {{NULL}};
    if (!fuzz_unpack ((struct fid_span){(const char *)data, n}))
        return 0;
    for (int i = 0; i < 2; i++) {
        struct fid_run *real = load ("real"), *emulation = real ? load ("emulation") : NULL;
        if (real && emulation)
            compare (real, emulation, text[i]);
        fid_run_destroy (real);
        fid_run_destroy (emulation);
        if (!text[0][0] || n % 4) /* not all again */
            break;
    }
    for (int k = 0; k < 2; k++) {
        fuzz_want (n % 4 || !text[0][k] || (text[1][k] && strcmp (text[0][k], text[1][k]) == 0),
                   "compared again, the result differs");
        free (text[0][k]);
        free (text[1][k]);
    }
    return 0;
}
