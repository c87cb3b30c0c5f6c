/* breakdown_runs.c - see breakdown_runs.h */
#include "config.h"
#include <stdlib.h>
#include "base/array.h"
#include "base/table.h"
#include "report/breakdown_runs.h"
#include "base/wrap.h"

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

char *
fid_energy_words (const struct fid_result *r, struct fid_error *err)
{
    const cJSON *repeats = cJSON_GetObjectItemCaseSensitive (r->doc, "repeats");
    const cJSON *e = cJSON_GetObjectItemCaseSensitive (repeats, "energy");
    double p = r->head.energy_p, multiple = r->head.energy_multiple;
    double between = number_in (e, "between"), labelings = number_in (e, "labelings");
    /* exchanging the labels of sides of equal size changes nothing */
    double least = r->head.real.run_n == r->head.emulation.run_n ? 2 : 1;
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

void
fid_energy_short (const struct fid_result_head *r, char *buf, size_t n)
{
    if (r->energy_p == FID_ABSENT)
        buf[0] = '\0';
    else if (r->energy_multiple == FID_ABSENT)
        snprintf (buf, n, "p %.2g", r->energy_p);
    else
        snprintf (buf, n, "%.3g x repeats, p %.2g", r->energy_multiple, r->energy_p);
}

int
fid_table_runs (const struct fid_result *r, FILE *f, size_t width, struct fid_error *err)
{
    int rc = 0;
    if (r->head.similarity_ci_of)
        rc = fid_wrap (f, "interval of similarity: ", r->head.similarity_ci_of, width, err);
    char *energy = rc ? NULL : fid_energy_words (r, err);
    if (!energy)
        return -1;
    if (*energy)
        rc = fid_wrap (f, "energy test: ", energy, width, err);
    free (energy);
    return rc;
}

int
fid_md_runs (const struct fid_results *all, FILE *f, struct fid_error *err)
{
    static const struct fid_column columns[] = {
        {"real", false}, {"emulation", false},     {"runs", true},         {"similarity", true},
        {"95 %", true},  {"interval over", false}, {"sides apart", false},
    };
    struct fid_cells c;
    size_t n = 0;
    fid_cells_init (&c, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < all->result_n; i++) {
        const struct fid_result_head *r = &all->result[i];
        char apart[FID_ENERGY_N];
        if (!r->similarity_ci_of && r->real.run_n * r->emulation.run_n < 2)
            continue;
        fid_energy_short (r, apart, sizeof apart);
        fid_cells_add (&c, "%s", r->real.id);
        fid_cells_add (&c, "%s", r->emulation.id);
        fid_cells_add (&c, "%zu x %zu", r->real.run_n, r->emulation.run_n);
        fid_cells_number (&c, r->similarity, 3);
        fid_cells_range (&c, r->similarity_low, r->similarity_high, 2);
        fid_cells_add (&c, "%s", r->similarity_ci_of ? r->similarity_ci_of : "-");
        fid_cells_add (&c, "%s", *apart ? apart : "-");
        n++;
    }
    if (n)
        fputs ("\n## Several runs, and intervals\n\n", f);
    int rc = n ? fid_cells_write (&c, FID_FORMAT_MD, f, err) : 0;
    fid_cells_clear (&c);
    return rc;
}
