/* table_runs.c - see table_runs.h */
#include "config.h"
#include <stdlib.h>
#include "base/array.h"
#include "report/table_runs.h"
#include "report/wrap.h"

char *
fid_side_words (const char *what, const struct fid_result_side *side, struct fid_error *err)
{
    char runs[40] = "";
    if (side->run_n > 1)
        snprintf (runs, sizeof runs, ", %zu runs", side->run_n);
    return fid_format (err, "%s (%s%s%s%s)", side->id, what, *side->workload ? ", " : "",
                       side->workload, runs);
}

static double
number_in (const cJSON *o, const char *key)
{
    const cJSON *m = cJSON_GetObjectItemCaseSensitive (o, key);
    return cJSON_IsNumber (m) ? m->valuedouble : FID_ABSENT;
}

/* The energy test in a sentence. */
static char *
energy_words (const struct fid_result *r, struct fid_error *err)
{
    const cJSON *repeats = cJSON_GetObjectItemCaseSensitive (r->doc, "repeats");
    const cJSON *e = cJSON_GetObjectItemCaseSensitive (repeats, "energy");
    double p = number_in (e, "p"), labelings = number_in (e, "labelings");
    double between = number_in (e, "between"), multiple = number_in (e, "noise_multiple");
    /* exchanging the labels of sides of equal size changes nothing */
    double least = r->real.run_n == r->emulation.run_n ? 2 : 1;
    char times[60] = "";
    if (!cJSON_IsObject (e))
        return fid_strdup (cJSON_IsObject (repeats)
                               ? "none: no resource could be compared in all pairs of runs"
                               : "",
                           err);
    if (multiple != FID_ABSENT)
        snprintf (times, sizeof times, ", %.3g times as far as the real runs are apart",
                  multiple);
    return fid_format (
        err,
        "the two sides are %.3g apart (-ln similarity)%s; p = %.2g over %.0f labelings of the "
        "runs (never below %.2g)",
        between, times, p, labelings, least / labelings);
}

int
fid_table_runs (const struct fid_result *r, FILE *f, size_t width, struct fid_error *err)
{
    int rc = 0;
    if (r->similarity_ci_of)
        rc = fid_wrap (f, "interval of similarity: ", r->similarity_ci_of, width, err);
    char *energy = rc ? NULL : energy_words (r, err);
    if (!energy)
        return -1;
    if (*energy)
        rc = fid_wrap (f, "energy test: ", energy, width, err);
    free (energy);
    return rc;
}
