/* series_access.c - the member "access" of a series file; see series.h */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "results/series_read.h"

static const char *const side_name[2] = {"real", "emulation"};

/* The role of that name; block requests may have none. */
static int
find_role (const char *name)
{
    return strcmp (name, "unknown") == 0 ? FID_ROLE_N : fid_role_find (name);
}

static void
read_roles (struct fid_reading *w, const cJSON *in, struct fid_series_access *a)
{
    const cJSON *list = fid_get_list (w, in, "of"), *o;
    size_t i = 0;
    a->t0_s = fid_get_number_from (w, in, "t0_s", -HUGE_VAL);
    a->dt_s = fid_get_number_from (w, in, "dt_s", 0);
    int n = fid_get_count_from (w, in, "n", 0, false);
    if (!(a->dt_s > 0))
        fid_reading_fail (w, "bins of roles have no length");
    a->bin_n = n > 0 ? (size_t)n : 0;
    a->role = fid_get_rows (w, list, sizeof *a->role, &a->role_n);
    if (!a->role)
        return;
    cJSON_ArrayForEach (o, list)
    {
        struct fid_series_role *r = &a->role[i++];
        r->role = (enum fid_role_id)fid_get_id (w, o, "role", find_role);
        for (int k = 0; k < 2; k++) {
            const cJSON *side = fid_get_object (w, o, side_name[k]);
            r->side[k].file_n = fid_get_number_from (w, side, "files", 0);
            r->side[k].read_n = fid_get_number_from (w, side, "read_bytes", 0);
            r->side[k].write_n = fid_get_number_from (w, side, "write_bytes", 0);
            r->side[k].disk_read_n = fid_get_number_from (w, side, "disk_read_bytes", 0);
            r->side[k].disk_write_n = fid_get_number_from (w, side, "disk_write_bytes", 0);
            if (!cJSON_IsNull (fid_get (side, "MiB_per_s")))
                r->side[k].rate = fid_series_numbers (w, side, "MiB_per_s", a->bin_n, false);
        }
    }
}

static void
read_places (struct fid_reading *w, const cJSON *in, struct fid_series_access *a)
{
    for (int k = 0; k < 2; k++) {
        if (cJSON_IsNull (fid_get (in, side_name[k])))
            continue;
        const cJSON *o = fid_get_object (w, in, side_name[k]);
        size_t n = fid_get_length (fid_get (o, "t_s"));
        a->places[k].n = fid_get_number_from (w, o, "n", 1);
        a->places[k].file_n = fid_get_number_from (w, o, "files", 1);
        a->places[k].space_n = fid_get_number_from (w, o, "bytes", 1);
        a->places[k].t_s = fid_series_numbers (w, o, "t_s", n, false);
        a->places[k].at = fid_series_numbers (w, o, "at_bytes", n, false);
        if ((double)n > a->places[k].n)
            fid_reading_fail (w, "a sample of more reads than there are");
    }
}

static void
read_jumps (struct fid_reading *w, const cJSON *list, struct fid_series_access *a)
{
    const cJSON *o;
    size_t i = 0;
    a->jumps = fid_get_rows (w, list, sizeof *a->jumps, &a->jump_n);
    if (!a->jumps)
        return;
    cJSON_ArrayForEach (o, list)
    {
        struct fid_series_jumps *j = &a->jumps[i++];
        j->resource = (enum fid_resource_id)fid_get_id (w, o, "resource", fid_resource_find);
        for (int k = 0; k < 2; k++) {
            if (cJSON_IsNull (fid_get (o, side_name[k])))
                continue;
            const cJSON *side = fid_get_object (w, o, side_name[k]);
            j->n[k] = fid_get_number_from (w, side, "n", 1);
            j->sequential[k] = fid_get_number_from (w, side, "sequential", 0);
            if (j->sequential[k] > j->n[k])
                fid_reading_fail (w, "more operations are sequential than there are");
        }
    }
}

/* Edges of bins: at least two, ascending, above 0. */
static struct fid_numbers
read_edges (struct fid_reading *w, const cJSON *o, const char *key)
{
    struct fid_numbers out =
        fid_series_numbers (w, o, key, fid_get_length (fid_get (o, key)), false);
    bool good = out.n > 1;
    for (size_t i = 0; i < out.n; i++)
        good &= out.x[i] > (i ? out.x[i - 1] : 0);
    if (!good)
        fid_reading_fail (w, "'%s' does not ascend from above 0", key);
    return out;
}

static void
read_grids (struct fid_reading *w, const cJSON *list, struct fid_series_access *a)
{
    const cJSON *o;
    size_t i = 0;
    a->grid = fid_get_rows (w, list, sizeof *a->grid, &a->grid_n);
    if (!a->grid)
        return;
    cJSON_ArrayForEach (o, list)
    {
        struct fid_series_grid *g = &a->grid[i++];
        g->resource = (enum fid_resource_id)fid_get_id (w, o, "resource", fid_resource_find);
        g->size = read_edges (w, o, "size_bytes");
        g->latency = read_edges (w, o, "latency_s");
        for (int k = 0; k < 2 && !w->bad; k++) {
            if (cJSON_IsNull (fid_get (o, side_name[k])))
                continue;
            const cJSON *side = fid_get_object (w, o, side_name[k]);
            size_t n = (g->size.n - 1) * (g->latency.n - 1);
            double sum = 0;
            g->total[k] = fid_get_number_from (w, side, "n", 1);
            g->count[k] = fid_series_numbers (w, side, "count", n, false);
            for (size_t j = 0; j < g->count[k].n; j++) {
                if (g->count[k].x[j] < 0)
                    fid_reading_fail (w, "a count is below 0");
                sum += g->count[k].x[j];
            }
            if (!w->bad && fabs (sum - g->total[k]) > 0)
                fid_reading_fail (w, "counts of sizes and latencies do not add up");
        }
    }
}

void
fid_series_read_access (struct fid_reading *w, const cJSON *doc, struct fid_series_access *a)
{
    const cJSON *o = fid_get (doc, "access");
    if (!o) /* an older file */
        return;
    o = fid_get_object (w, doc, "access");
    a->known = true;
    read_roles (w, fid_get_object (w, o, "roles"), a);
    read_places (w, fid_get_object (w, o, "places"), a);
    read_jumps (w, fid_get_list (w, o, "jumps"), a);
    read_grids (w, fid_get_list (w, o, "size_latency"), a);
}

void
fid_series_access_clear (struct fid_series_access *a)
{
    for (int k = 0; k < 2; k++) {
        free (a->places[k].t_s.x);
        free (a->places[k].at.x);
        for (size_t i = 0; i < a->role_n; i++)
            free (a->role[i].side[k].rate.x);
        for (size_t i = 0; i < a->grid_n; i++)
            free (a->grid[i].count[k].x);
    }
    for (size_t i = 0; i < a->grid_n; i++) {
        free (a->grid[i].size.x);
        free (a->grid[i].latency.x);
    }
    free (a->role);
    free (a->jumps);
    free (a->grid);
    *a = (struct fid_series_access){0};
}
