/* series_read.c - phases, series and warps of a series file; see series_read.h */
#include <math.h>
#include <stdlib.h>
#include "results/series_read.h"

const char *const fid_series_side_name[2] = {"real", "emulation"};

struct fid_numbers
fid_series_numbers (struct fid_walk *w, const cJSON *o, const char *key, size_t n, bool gaps)
{
    struct fid_numbers out = {0};
    const cJSON *list = fid_walk_list (w, o, key), *item;
    out.x = fid_walk_rows (w, list, sizeof *out.x, &out.n);
    if (!out.x)
        return out;
    size_t i = 0;
    cJSON_ArrayForEach (item, list)
    {
        bool number = cJSON_IsNumber (item) && isfinite (item->valuedouble);
        if (!number && !(gaps && cJSON_IsNull (item)))
            fid_walk_complain (w, "element %zu of '%s' is no number", i, key);
        out.x[i++] = number ? item->valuedouble : FID_GAP;
    }
    if (out.n != n)
        fid_walk_complain (w, "'%s' has %zu elements, not %zu", key, out.n, n);
    return out;
}

static void
read_phases (struct fid_walk *w, const cJSON *list, struct fid_series *s, int k)
{
    const cJSON *o;
    size_t n, i = 0;
    struct fid_series_phase *p = fid_walk_rows (w, list, sizeof *p, &n);
    s->side[k].phase = p;
    if (!p)
        return;
    cJSON_ArrayForEach (o, list)
    {
        p[i].kind = fid_walk_text (w, o, "kind", "a phase");
        p[i].epoch = fid_walk_count_from (w, o, "epoch", 0, true);
        p[i].block = fid_walk_count_from (w, o, "block", 0, true);
        p[i].start_s = fid_walk_number_from (w, o, "start_s", -HUGE_VAL);
        p[i].end_s = fid_walk_number_from (w, o, "end_s", p[i].start_s);
        if (i && p[i].start_s < p[i - 1].end_s)
            fid_walk_complain (w, "phase %zu of the %s side overlaps the one before", i,
                               fid_series_side_name[k]);
        i++;
    }
    s->side[k].phase_n = n;
}

static void
read_side (struct fid_walk *w, const cJSON *doc, struct fid_series *s, int k)
{
    const cJSON *o = fid_walk_object (w, doc, fid_series_side_name[k]), *span;
    s->side[k].id = fid_walk_text (w, o, "id", "a side");
    s->side[k].hash = fid_walk_text (w, o, "hash", "a side");
    s->side[k].run = fid_walk_text (w, o, "run", "a side");
    s->side[k].from_s = fid_walk_number_from (w, o, "from_s", -HUGE_VAL);
    s->side[k].to_s = fid_walk_number_from (w, o, "to_s", s->side[k].from_s);
    const cJSON *list = fid_walk_list (w, o, "window");
    struct fid_numbers *out = &s->side[k].window;
    if (w->bad)
        return;
    out->x = calloc (2 * fid_walk_length (list) + 1, sizeof *out->x);
    if (!out->x) {
        fid_walk_nomem (w);
        return;
    }
    cJSON_ArrayForEach (span, list)
    {
        const cJSON *from = cJSON_GetArrayItem (span, 0), *to = cJSON_GetArrayItem (span, 1);
        if (fid_walk_length (span) != 2 || !cJSON_IsNumber (from) || !cJSON_IsNumber (to) ||
            !(from->valuedouble <= to->valuedouble)) {
            fid_walk_complain (w, "'window' of the %s side is no list of spans",
                               fid_series_side_name[k]);
            return;
        }
        out->x[out->n++] = from->valuedouble;
        out->x[out->n++] = to->valuedouble;
    }
}

static void
read_track (struct fid_walk *w, const cJSON *in, const char *key, struct fid_series_track *t)
{
    const cJSON *o = fid_walk_member (in, key);
    if (cJSON_IsNull (o))
        return;
    o = fid_walk_object (w, in, key);
    t->t0_s = fid_walk_number_from (w, o, "t0_s", -HUGE_VAL);
    t->dt_s = fid_walk_number_from (w, o, "dt_s", 0);
    t->n = fid_walk_length (fid_walk_list (w, o, "values"));
    if (!(t->dt_s > 0) || !t->n)
        fid_walk_complain (w, "a series of no length");
    t->value = fid_series_numbers (w, o, "values", t->n, true);
    fid_series_read_fine (w, o, &t->fine);
    double from = fid_walk_maybe_number (w, o, "decimated_from");
    t->from_n = from == FID_GAP ? t->n : from >= (double)t->n && from < 1e15 ? (size_t)from : 0;
    if (!t->from_n)
        fid_walk_complain (w, "'decimated_from' is less than what is left");
    if (from == FID_GAP)
        return;
    t->min = fid_series_numbers (w, o, "min", t->n, true);
    t->max = fid_series_numbers (w, o, "max", t->n, true);
    for (size_t i = 0; !w->bad && i < t->n; i++)
        if (!(t->min.x[i] <= t->value.x[i] && t->value.x[i] <= t->max.x[i]))
            fid_walk_complain (w, "element %zu of 'values' is not between 'min' and 'max'", i);
}

static void
read_times (struct fid_walk *w, const cJSON *list, struct fid_series *s)
{
    const cJSON *o;
    size_t i = 0;
    s->time = fid_walk_rows (w, list, sizeof *s->time, &s->time_n);
    if (!s->time)
        return;
    cJSON_ArrayForEach (o, list)
    {
        struct fid_series_time *t = &s->time[i++];
        t->resource = fid_walk_text (w, o, "resource", "a series");
        t->quantity = fid_walk_text (w, o, "quantity", "a series");
        t->unit = fid_walk_text (w, o, "unit", "a series");
        for (int k = 0; k < 2; k++)
            read_track (w, o, fid_series_side_name[k], &t->side[k]);
    }
}

static void
read_links (struct fid_walk *w, const cJSON *o, struct fid_series_warp *warp)
{
    const cJSON *list = fid_walk_list (w, o, "links"), *link;
    for (int k = 0; k < 2 && !w->bad; k++) {
        size_t i = 0;
        warp->link[k].x = fid_walk_rows (w, list, sizeof (double), &warp->link[k].n);
        if (!warp->link[k].x)
            return;
        cJSON_ArrayForEach (link, list)
        {
            const cJSON *x = cJSON_GetArrayItem (link, k);
            if (fid_walk_length (link) != 2 || !cJSON_IsNumber (x))
                fid_walk_complain (w, "link %zu is no pair of numbers", i);
            warp->link[k].x[i++] = cJSON_IsNumber (x) ? x->valuedouble : 0;
        }
    }
}

static void
read_warps (struct fid_walk *w, const cJSON *list, struct fid_series *s)
{
    const cJSON *o;
    size_t i = 0;
    s->warp = fid_walk_rows (w, list, sizeof *s->warp, &s->warp_n);
    if (!s->warp)
        return;
    cJSON_ArrayForEach (o, list)
    {
        struct fid_series_warp *warp = &s->warp[i++];
        warp->resource = fid_walk_text (w, o, "resource", "a warp");
        warp->quantity = fid_walk_text (w, o, "quantity", "a warp");
        warp->dt_s = fid_walk_number_from (w, o, "dt_s", 0);
        warp->band_s = fid_walk_number_from (w, o, "band_s", 0);
        read_links (w, o, warp);
        const cJSON *offset = fid_walk_object (w, o, "offset");
        size_t n = fid_walk_length (fid_walk_member (offset, "real_s"));
        warp->at_s = fid_series_numbers (w, offset, "real_s", n, false);
        warp->mean_s = fid_series_numbers (w, offset, "mean_s", n, false);
        warp->min_s = fid_series_numbers (w, offset, "min_s", n, false);
        warp->max_s = fid_series_numbers (w, offset, "max_s", n, false);
    }
}

void
fid_series_read (struct fid_walk *w, struct fid_series *s)
{
    const cJSON *doc = s->doc;
    s->key = fid_walk_text (w, doc, "key", "the file");
    s->point_n = fid_walk_count_from (w, doc, "points", 1, false);
    for (int k = 0; k < 2; k++)
        read_side (w, doc, s, k);
    s->window = fid_walk_text (w, doc, "window", "the file");
    const cJSON *axis = fid_walk_object (w, doc, "axis");
    s->lag_of = cJSON_IsNull (fid_walk_member (axis, "lag_of"))
                    ? NULL
                    : fid_walk_text (w, axis, "lag_of", "axis");
    s->lag_s = fid_walk_maybe_number (w, axis, "lag_s");
    s->warp_mean_s = fid_walk_maybe_number (w, axis, "warp_mean_s");
    s->warp_max_s = fid_walk_maybe_number (w, axis, "warp_max_s");
    const cJSON *phases = fid_walk_object (w, doc, "phases");
    for (int k = 0; k < 2; k++)
        read_phases (w, fid_walk_list (w, phases, fid_series_side_name[k]), s, k);
    read_times (w, fid_walk_list (w, doc, "series"), s);
    read_warps (w, fid_walk_list (w, doc, "warps"), s);
    fid_series_read_stats (w, s);
}
