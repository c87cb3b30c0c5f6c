/* series_read.c - reads the parts of a series file; see series.h */
#include <math.h>
#include <stdlib.h>
#include "results/series_read.h"

#define FINE_MAX ((size_t)1 << 24) /* 16 times the most that is written */

static const char *const side_name[2] = {"real", "emulation"};

/* Of what an element is; unit NULL: it has none. */
static void
read_what (struct fid_reading *w, const cJSON *o, enum fid_resource_id *resource,
           enum fid_quantity_id *quantity, enum fid_unit_id *unit)
{
    *resource = (enum fid_resource_id)fid_get_id (w, o, "resource", fid_resource_find);
    *quantity = (enum fid_quantity_id)fid_get_id (w, o, "quantity", fid_quantity_find);
    if (unit)
        *unit = (enum fid_unit_id)fid_get_id (w, o, "unit", fid_unit_find);
}

static void
read_phases (struct fid_reading *w, const cJSON *list, struct fid_series *s, int k)
{
    const cJSON *o;
    size_t n, i = 0;
    struct fid_series_phase *p = fid_get_rows (w, list, sizeof *p, &n);
    s->side[k].phase = p;
    if (!p)
        return;
    cJSON_ArrayForEach (o, list)
    {
        p[i].kind = (enum fid_part)fid_get_id (w, o, "kind", fid_part_find);
        p[i].epoch = fid_get_count_from (w, o, "epoch", 0, true);
        p[i].block = fid_get_count_from (w, o, "block", 0, true);
        p[i].start_s = fid_get_number_from (w, o, "start_s", -HUGE_VAL);
        p[i].end_s = fid_get_number_from (w, o, "end_s", p[i].start_s);
        if (i && p[i].start_s < p[i - 1].end_s)
            fid_reading_fail (w, "phase %zu of the %s side overlaps the one before", i,
                              side_name[k]);
        i++;
    }
    s->side[k].phase_n = n;
}

static void
read_side (struct fid_reading *w, const cJSON *doc, struct fid_series *s, int k)
{
    const cJSON *o = fid_get_object (w, doc, side_name[k]), *span;
    s->side[k].id = fid_get_text (w, o, "id", "a side");
    s->side[k].hash = fid_get_text (w, o, "hash", "a side");
    s->side[k].run = fid_get_text (w, o, "run", "a side");
    s->side[k].from_s = fid_get_number_from (w, o, "from_s", -HUGE_VAL);
    s->side[k].to_s = fid_get_number_from (w, o, "to_s", s->side[k].from_s);
    const cJSON *list = fid_get_list (w, o, "window");
    struct fid_numbers *out = &s->side[k].window;
    if (w->bad)
        return;
    out->x = calloc (2 * fid_get_length (list) + 1, sizeof *out->x);
    if (!out->x) {
        fid_reading_nomem (w);
        return;
    }
    cJSON_ArrayForEach (span, list)
    {
        const cJSON *from = cJSON_GetArrayItem (span, 0), *to = cJSON_GetArrayItem (span, 1);
        if (fid_get_length (span) != 2 || !cJSON_IsNumber (from) || !cJSON_IsNumber (to) ||
            !(from->valuedouble <= to->valuedouble)) {
            fid_reading_fail (w, "'window' of the %s side is no list of spans", side_name[k]);
            return;
        }
        out->x[out->n++] = from->valuedouble;
        out->x[out->n++] = to->valuedouble;
    }
}

/* A packed list of n; NULL if there is none or after a complaint. */
static uint16_t *
read_packed (struct fid_reading *w, const cJSON *o, const char *key, size_t n)
{
    const char *text = fid_get_maybe_text (w, o, key, "finer values");
    if (!text || w->bad)
        return NULL;
    uint16_t *q = malloc (n * sizeof *q);
    if (!q)
        fid_reading_nomem (w);
    else if (fid_quanta_read (text, q, n))
        fid_reading_fail (w, "'%s' of finer values is not %zu packed numbers", key, n);
    return q;
}

/* The finer values behind a series, if it has some. */
static void
read_fine (struct fid_reading *w, const cJSON *track, struct fid_series_fine *f)
{
    const cJSON *o = fid_get (track, "fine");
    if (!o || cJSON_IsNull (o)) /* older files have none */
        return;
    o = fid_get_object (w, track, "fine");
    f->t0_s = fid_get_number_from (w, o, "t0_s", -HUGE_VAL);
    f->dt_s = fid_get_number_from (w, o, "dt_s", 0);
    f->native_dt_s = fid_get_number_from (w, o, "native_dt_s", 0);
    int n = fid_get_count_from (w, o, "n", 1, false);
    int from = fid_get_count_from (w, o, "from_n", n, false);
    f->ruler.offset = fid_get_number_from (w, o, "offset", -HUGE_VAL);
    f->ruler.step = fid_get_number_from (w, o, "step", 0);
    if (!(f->native_dt_s > 0 && f->dt_s >= f->native_dt_s && f->ruler.step > 0))
        fid_reading_fail (w, "finer values of no length or step");
    if ((size_t)n > FINE_MAX)
        fid_reading_fail (w, "%d finer values are too many", n);
    f->value = read_packed (w, o, "values", (size_t)n);
    f->min = read_packed (w, o, "min", (size_t)n);
    f->max = read_packed (w, o, "max", (size_t)n);
    if (!w->bad && (!f->value || !f->min != !f->max))
        fid_reading_fail (w, "finer values are not whole");
    for (int i = 0; !w->bad && f->min && i < n; i++)
        if (f->min[i] > f->value[i] || f->value[i] > f->max[i] || !f->min[i] != !f->max[i])
            fid_reading_fail (w, "finer value %d is not between 'min' and 'max'", i);
    if (w->bad)
        return;
    f->n = (size_t)n;
    f->from_n = (size_t)from;
}

static void
read_track (struct fid_reading *w, const cJSON *in, const char *key, struct fid_series_track *t)
{
    const cJSON *o = fid_get (in, key);
    if (cJSON_IsNull (o))
        return;
    o = fid_get_object (w, in, key);
    t->t0_s = fid_get_number_from (w, o, "t0_s", -HUGE_VAL);
    t->dt_s = fid_get_number_from (w, o, "dt_s", 0);
    t->n = fid_get_length (fid_get (o, "values"));
    t->value = fid_series_numbers (w, o, "values", t->n, true);
    if (!(t->dt_s > 0) || !t->n)
        fid_reading_fail (w, "a series of no length");
    read_fine (w, o, &t->fine);
    double from = fid_get_maybe_number (w, o, "decimated_from");
    t->from_n = from == FID_GAP ? t->n : from >= (double)t->n && from < 1e15 ? (size_t)from : 0;
    if (!t->from_n)
        fid_reading_fail (w, "'decimated_from' is less than what is left");
    if (from == FID_GAP)
        return;
    t->min = fid_series_numbers (w, o, "min", t->n, true);
    t->max = fid_series_numbers (w, o, "max", t->n, true);
    for (size_t i = 0; !w->bad && i < t->n; i++)
        if (!(t->min.x[i] <= t->value.x[i] && t->value.x[i] <= t->max.x[i]))
            fid_reading_fail (w, "element %zu of 'values' is not between 'min' and 'max'", i);
}

static void
read_times (struct fid_reading *w, const cJSON *list, struct fid_series *s)
{
    const cJSON *o;
    size_t i = 0;
    s->time = fid_get_rows (w, list, sizeof *s->time, &s->time_n);
    if (!s->time)
        return;
    cJSON_ArrayForEach (o, list)
    {
        struct fid_series_time *t = &s->time[i++];
        read_what (w, o, &t->resource, &t->quantity, &t->unit);
        for (int k = 0; k < 2; k++)
            read_track (w, o, side_name[k], &t->side[k]);
    }
}

static void
read_links (struct fid_reading *w, const cJSON *o, struct fid_series_warp *warp)
{
    const cJSON *list = fid_get_list (w, o, "links"), *link;
    for (int k = 0; k < 2 && !w->bad; k++) {
        size_t i = 0;
        warp->link[k].x = fid_get_rows (w, list, sizeof (double), &warp->link[k].n);
        if (!warp->link[k].x)
            return;
        cJSON_ArrayForEach (link, list)
        {
            const cJSON *x = cJSON_GetArrayItem (link, k);
            if (fid_get_length (link) != 2 || !cJSON_IsNumber (x))
                fid_reading_fail (w, "link %zu is no pair of numbers", i);
            warp->link[k].x[i++] = cJSON_IsNumber (x) ? x->valuedouble : 0;
        }
    }
}

static void
read_warps (struct fid_reading *w, const cJSON *list, struct fid_series *s)
{
    const cJSON *o;
    size_t i = 0;
    s->warp = fid_get_rows (w, list, sizeof *s->warp, &s->warp_n);
    if (!s->warp)
        return;
    cJSON_ArrayForEach (o, list)
    {
        struct fid_series_warp *warp = &s->warp[i++];
        read_what (w, o, &warp->resource, &warp->quantity, NULL);
        warp->dt_s = fid_get_number_from (w, o, "dt_s", 0);
        warp->band_s = fid_get_number_from (w, o, "band_s", 0);
        read_links (w, o, warp);
        const cJSON *offset = fid_get_object (w, o, "offset");
        size_t n = fid_get_length (fid_get (offset, "real_s"));
        warp->at_s = fid_series_numbers (w, offset, "real_s", n, false);
        if (fid_get (offset, "centre_s")) /* files of version 0.2 have none */
            warp->centre_s = fid_series_numbers (w, offset, "centre_s", n, false);
        warp->mean_s = fid_series_numbers (w, offset, "mean_s", n, true);
        warp->min_s = fid_series_numbers (w, offset, "min_s", n, true);
        warp->max_s = fid_series_numbers (w, offset, "max_s", n, true);
    }
}

static void
read_dists (struct fid_reading *w, const cJSON *in, struct fid_series *s)
{
    const cJSON *list = fid_get_list (w, in, "of"), *o;
    size_t i = 0;
    s->quantile = fid_series_numbers (w, in, "quantile",
                                      fid_get_length (fid_get (in, "quantile")), false);
    for (size_t q = 0; q < s->quantile.n; q++)
        if (!(s->quantile.x[q] >= (q ? s->quantile.x[q - 1] : 0) && s->quantile.x[q] <= 1))
            fid_reading_fail (w, "'quantile' does not ascend from 0 to 1");
    s->dist = fid_get_rows (w, list, sizeof *s->dist, &s->dist_n);
    if (!s->dist)
        return;
    cJSON_ArrayForEach (o, list)
    {
        struct fid_series_dist *d = &s->dist[i++];
        read_what (w, o, &d->resource, &d->quantity, &d->unit);
        for (int k = 0; k < 2; k++) {
            if (cJSON_IsNull (fid_get (o, side_name[k])))
                continue;
            const cJSON *side = fid_get_object (w, o, side_name[k]);
            d->count[k] = fid_get_number_from (w, side, "n", 1);
            d->side[k] = fid_series_numbers (w, side, "x", s->quantile.n, false);
            if (fid_get (side, "x_by_bytes"))
                d->by_bytes[k] =
                    fid_series_numbers (w, side, "x_by_bytes", s->quantile.n, false);
            for (size_t q = 1; q < d->side[k].n; q++)
                if (d->side[k].x[q] < d->side[k].x[q - 1] ||
                    (d->by_bytes[k].n && d->by_bytes[k].x[q] < d->by_bytes[k].x[q - 1]))
                    fid_reading_fail (w, "quantiles of %s do not ascend",
                                      fid_resources[d->resource].name);
        }
    }
}

static void
read_spectrum (struct fid_reading *w, const cJSON *o, struct fid_series_spectrum *p)
{
    read_what (w, o, &p->resource, &p->quantity, &p->unit);
    p->dt_s = fid_get_number_from (w, o, "dt_s", 0);
    p->segment_s = fid_get_number_from (w, o, "segment_s", 0);
    p->freq_hz =
        fid_series_numbers (w, o, "freq_hz", fid_get_length (fid_get (o, "freq_hz")), false);
    for (size_t i = 0; i < p->freq_hz.n; i++)
        if (!(p->freq_hz.x[i] > (i ? p->freq_hz.x[i - 1] : 0)))
            fid_reading_fail (w, "'freq_hz' of %s does not ascend from above 0",
                              fid_resources[p->resource].name);
    for (int k = 0; k < 2; k++) {
        const cJSON *side = fid_get_object (w, o, side_name[k]), *peak;
        p->side[k].psd = fid_series_numbers (w, side, "psd", p->freq_hz.n, false);
        const cJSON *list = fid_get_list (w, side, "peaks");
        size_t i = 0;
        p->side[k].peak =
            fid_get_rows (w, list, sizeof (struct fid_series_peak), &p->side[k].peak_n);
        if (p->side[k].peak)
            cJSON_ArrayForEach (peak, list)
            {
                p->side[k].peak[i].period_s = fid_get_number_from (w, peak, "period_s", 0);
                p->side[k].peak[i++].psd = fid_get_number_from (w, peak, "psd", 0);
            }
        p->side[k].period_s = p->side[k].confidence = FID_GAP;
        if (cJSON_IsNull (fid_get (side, "period")))
            continue;
        const cJSON *period = fid_get_object (w, side, "period");
        p->side[k].period_s = fid_get_number_from (w, period, "period_s", 0);
        p->side[k].confidence = fid_get_number_from (w, period, "confidence", 0);
    }
}

static void
read_steps (struct fid_reading *w, const cJSON *in, struct fid_series *s)
{
    for (int k = 0; k < 2; k++) {
        struct fid_series_steps *t = &s->steps[k];
        t->load_s = t->compute_s = t->other_s = t->step_s = FID_GAP;
        if (cJSON_IsNull (fid_get (in, side_name[k])))
            continue;
        const cJSON *o = fid_get_object (w, in, side_name[k]);
        t->n = fid_get_number_from (w, o, "n", 1);
        t->load_s = fid_get_maybe_number (w, o, "load_s");
        t->compute_s = fid_get_maybe_number (w, o, "compute_s");
        t->other_s = fid_get_maybe_number (w, o, "other_s");
        t->step_s = fid_get_maybe_number (w, o, "step_s");
        if (!fid_get (o, "step_times_s"))
            continue; /* a file of fidlio 0.1 */
        t->every = fid_get_number_from (w, o, "step_times_every", 1);
        t->time_s = fid_series_numbers (w, o, "step_times_s",
                                        fid_get_length (fid_get (o, "step_times_s")), true);
    }
}

static void
read_cells (struct fid_reading *w, const cJSON *in, struct fid_series *s)
{
    const cJSON *rows = fid_get_list (w, in, "rows"),
                *columns = fid_get_list (w, in, "columns"), *o;
    size_t i = 0;
    s->row = fid_get_rows (w, rows, sizeof *s->row, &s->row_n);
    s->column = fid_get_rows (w, columns, sizeof *s->column, &s->column_n);
    if (!s->row || !s->column)
        return;
    cJSON_ArrayForEach (o, rows)
    {
        struct fid_series_row *r = &s->row[i++];
        r->kind = (enum fid_part)fid_get_id (w, o, "kind", fid_part_find);
        r->nth = fid_get_count_from (w, o, "nth", 1, true);
        r->nth = r->nth < 0 ? 0 : r->nth;
        r->length_s[FID_REAL] = fid_get_maybe_number (w, o, "real_s");
        r->length_s[FID_EMULATION] = fid_get_maybe_number (w, o, "emulation_s");
    }
    i = 0;
    cJSON_ArrayForEach (o, columns)
    {
        struct fid_series_column *c = &s->column[i++];
        read_what (w, o, &c->resource, &c->quantity, &c->unit);
        for (int k = 0; k < 2; k++)
            c->side[k] = fid_series_numbers (w, o, side_name[k], s->row_n, true);
        c->similarity = fid_series_numbers (w, o, "similarity", s->row_n, true);
        for (size_t r = 0; r < c->similarity.n; r++)
            if (c->similarity.x[r] != FID_GAP &&
                !(c->similarity.x[r] >= 0 && c->similarity.x[r] <= 1))
                fid_reading_fail (w, "a similarity of %s is not in 0 to 1",
                                  fid_resources[c->resource].name);
    }
}

static void
read_stats (struct fid_reading *w, struct fid_series *s)
{
    const cJSON *doc = s->doc, *o;
    size_t i = 0;
    read_dists (w, fid_get_object (w, doc, "distributions"), s);
    const cJSON *spectra = fid_get_list (w, doc, "spectra");
    s->spectrum = fid_get_rows (w, spectra, sizeof *s->spectrum, &s->spectrum_n);
    if (s->spectrum)
        cJSON_ArrayForEach (o, spectra) read_spectrum (w, o, &s->spectrum[i++]);
    read_steps (w, fid_get_object (w, doc, "steps"), s);
    read_cells (w, fid_get_object (w, doc, "cells"), s);
    fid_series_read_access (w, doc, &s->access);
}

void
fid_series_read (struct fid_reading *w, struct fid_series *s)
{
    const cJSON *doc = s->doc;
    s->key = fid_get_text (w, doc, "key", "the file");
    s->point_n = fid_get_count_from (w, doc, "points", 1, false);
    for (int k = 0; k < 2; k++)
        read_side (w, doc, s, k);
    s->window = fid_get_text (w, doc, "window", "the file");
    const cJSON *axis = fid_get_object (w, doc, "axis");
    s->lag_of = cJSON_IsNull (fid_get (axis, "lag_of"))
                    ? NULL
                    : fid_get_text (w, axis, "lag_of", "axis");
    s->lag_s = fid_get_maybe_number (w, axis, "lag_s");
    s->warp_mean_s = fid_get_maybe_number (w, axis, "warp_mean_s");
    s->warp_max_s = fid_get_maybe_number (w, axis, "warp_max_s");
    const cJSON *phases = fid_get_object (w, doc, "phases");
    for (int k = 0; k < 2; k++)
        read_phases (w, fid_get_list (w, phases, side_name[k]), s, k);
    read_times (w, fid_get_list (w, doc, "series"), s);
    read_warps (w, fid_get_list (w, doc, "warps"), s);
    read_stats (w, s);
    fid_series_read_curves (w, s);
}
