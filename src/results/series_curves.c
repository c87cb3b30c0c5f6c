/* series_curves.c - reads slowdown and demand of a series file; see series.h */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "results/series_read.h"

static const char *const side_name[2] = {"real", "emulation"};

/* Values that ascend from above 0. */
static struct fid_numbers
read_at (struct fid_reading *w, const cJSON *o)
{
    struct fid_numbers at =
        fid_series_numbers (w, o, "at", fid_get_length (fid_get (o, "at")), false);
    for (size_t i = 0; i < at.n; i++)
        if (!(at.x[i] > (i ? at.x[i - 1] : 0)))
            fid_reading_fail (w, "'at' does not ascend from above 0");
    return at;
}

static void
check_range (struct fid_reading *w, const struct fid_numbers *x, const char *key, double least,
             double most)
{
    for (size_t i = 0; i < x->n; i++)
        if (!(x->x[i] >= least && x->x[i] <= most))
            fid_reading_fail (w, "element %zu of '%s' is out of its range", i, key);
}

/* Pairs [at, ratio] of recordings on throttled storage. */
static void
read_measured (struct fid_reading *w, const cJSON *side, struct fid_numbers to[2])
{
    const cJSON *list = fid_get_list (w, side, "measured"), *pair;
    size_t n = fid_get_length (list);
    for (int k = 0; k < 2 && !w->bad; k++) {
        to[k].x = calloc (n + 1, sizeof *to[k].x);
        if (!to[k].x)
            fid_reading_nomem (w);
    }
    if (w->bad)
        return;
    cJSON_ArrayForEach (pair, list)
        for (int k = 0; k < 2; k++) {
            const cJSON *x = cJSON_GetArrayItem (pair, k);
            bool good = fid_get_length (pair) == 2 && cJSON_IsNumber (x) && x->valuedouble > 0;
            if (!good)
                fid_reading_fail (w, "'measured' is no list of pairs above 0");
            to[k].x[to[k].n++] = good ? x->valuedouble : 1;
        }
}

static void
read_slowdown (struct fid_reading *w, const cJSON *o, struct fid_series_slowdown *s)
{
    s->quantity = (enum fid_quantity_id)fid_get_id (w, o, "quantity", fid_quantity_find);
    s->unit = (enum fid_unit_id)fid_get_id (w, o, "unit", fid_unit_find);
    s->mean = fid_get_number_from (w, o, "mean", 0);
    s->at = read_at (w, o);
    for (int k = 0; k < 2; k++) {
        const cJSON *side = fid_get_object (w, o, side_name[k]);
        s->side[k].alone_s = fid_get_number_from (w, side, "alone_s", 0);
        s->side[k].overlap = fid_get_number_from (w, side, "overlap", 0);
        s->side[k].ratio = fid_series_numbers (w, side, "ratio", s->at.n, false);
        check_range (w, &s->side[k].ratio, "ratio", 1 - 1e-4, HUGE_VAL);
        read_measured (w, side, s->side[k].measured);
    }
}

void
fid_series_read_curves (struct fid_reading *w, struct fid_series *s)
{
    const cJSON *list = fid_get (s->doc, "slowdown"), *demand = fid_get (s->doc, "demand"), *o;
    size_t i = 0;
    if (!list) /* a file of an older version */
        return;
    list = fid_get_list (w, s->doc, "slowdown");
    s->slowdown = fid_get_rows (w, list, sizeof *s->slowdown, &s->slowdown_n);
    if (s->slowdown)
        cJSON_ArrayForEach (o, list) read_slowdown (w, o, &s->slowdown[i++]);
    if (cJSON_IsNull (demand))
        return;
    demand = fid_get_object (w, s->doc, "demand");
    s->demand.unit = (enum fid_unit_id)fid_get_id (w, demand, "unit", fid_unit_find);
    s->demand.at = read_at (w, demand);
    for (int k = 0; k < 2; k++) {
        const cJSON *side = fid_get_object (w, demand, side_name[k]);
        s->demand.side[k].window_s = fid_get_number_from (w, side, "window_s", 0);
        s->demand.side[k].mean = fid_get_number_from (w, side, "mean", 0);
        s->demand.side[k].share =
            fid_series_numbers (w, side, "share", s->demand.at.n, false);
        check_range (w, &s->demand.side[k].share, "share", 0, 1);
    }
}

void
fid_series_clear_curves (struct fid_series *s)
{
    for (size_t i = 0; i < s->slowdown_n; i++) {
        struct fid_series_slowdown *o = &s->slowdown[i];
        free (o->at.x);
        for (int k = 0; k < 2; k++) {
            free (o->side[k].ratio.x);
            free (o->side[k].measured[0].x);
            free (o->side[k].measured[1].x);
        }
    }
    free (s->slowdown);
    free (s->demand.at.x);
    for (int k = 0; k < 2; k++)
        free (s->demand.side[k].share.x);
}
