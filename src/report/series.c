/* series.c - see series.h */
#include "config.h"
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/json.h"
#include "base/jsontext.h"
#include "base/outfile.h"
#include "base/text.h"
#include "report/series.h"

/* Walks the document; the first thing that is wrong is kept. */
struct walk {
    const char *path;
    struct fid_error *err;
    bool bad;
};

static void FID_PRINTF (2, 3) complain (struct walk *w, const char *fmt, ...)
{
    if (w->bad)
        return;
    w->bad = true;
    char text[400];
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    fid_errorf (w->err, FID_EINPUT, "%s: not a series file: %s", w->path, text);
}

static void
no_memory (struct walk *w)
{
    if (!w->bad)
        fid_error_nomem (w->err);
    w->bad = true;
}

static const cJSON *
member (const cJSON *o, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive (o, key);
}

static const cJSON *
object_of (struct walk *w, const cJSON *o, const char *key)
{
    const cJSON *m = member (o, key);
    if (!cJSON_IsObject (m))
        complain (w, "'%s' is missing or no object", key);
    return m;
}

static const cJSON *
list_of (struct walk *w, const cJSON *o, const char *key)
{
    const cJSON *m = member (o, key);
    if (!cJSON_IsArray (m))
        complain (w, "'%s' is missing or no list", key);
    return m;
}

/* A list of objects: room for them, zeroed, and how many. */
static void *
rows_of (struct walk *w, const cJSON *list, size_t size, size_t *n)
{
    const cJSON *o;
    *n = 0;
    if (w->bad)
        return NULL;
    void *rows = calloc ((size_t)cJSON_GetArraySize (list) + 1, size);
    if (!rows) {
        no_memory (w);
        return NULL;
    }
    cJSON_ArrayForEach (o, list)++ *n;
    return rows;
}

/* Text without control characters, which would reach terminals. */
static const char *
text_of (struct walk *w, const cJSON *o, const char *key)
{
    const cJSON *m = member (o, key);
    if (!cJSON_IsString (m)) {
        complain (w, "'%s' is missing or no text", key);
        return "";
    }
    for (const unsigned char *s = (const unsigned char *)m->valuestring; *s; s++)
        if (*s < 0x20 || *s == 0x7F) {
            complain (w, "'%s' holds control characters", key);
            return "";
        }
    return m->valuestring;
}

/* A number; FID_GAP for null. */
static double
maybe_of (struct walk *w, const cJSON *o, const char *key)
{
    const cJSON *m = member (o, key);
    if (cJSON_IsNull (m))
        return FID_GAP;
    if (!cJSON_IsNumber (m) || !isfinite (m->valuedouble)) {
        complain (w, "'%s' is missing or no number", key);
        return FID_GAP;
    }
    return m->valuedouble;
}

static double
number_of (struct walk *w, const cJSON *o, const char *key, double least)
{
    double x = maybe_of (w, o, key);
    if (!(x >= least) || x == FID_GAP) {
        complain (w, "'%s' is no number from %g up", key, least);
        return least > 0 ? least : 0;
    }
    return x;
}

/* A count from least up; -1 for null, where null may be. */
static int
count_of (struct walk *w, const cJSON *o, const char *key, int least, bool nullable)
{
    double x = maybe_of (w, o, key);
    if (x == FID_GAP && nullable)
        return -1;
    if (!(x >= least && x <= INT_MAX) || x != floor (x)) {
        complain (w, "'%s' is no count", key);
        return least;
    }
    return (int)x;
}

/* Numbers, gaps among them if they may be; nothing for null. */
static struct fid_numbers
numbers_of (struct walk *w, const cJSON *o, const char *key, bool gaps)
{
    struct fid_numbers out = {0};
    const cJSON *list = member (o, key), *item;
    if (cJSON_IsNull (list) || w->bad)
        return out;
    list = list_of (w, o, key);
    out.x = rows_of (w, list, sizeof *out.x, &out.n);
    size_t i = 0;
    if (out.x)
        cJSON_ArrayForEach (item, list)
        {
            bool number = cJSON_IsNumber (item) && isfinite (item->valuedouble);
            if (!number && !(gaps && cJSON_IsNull (item)))
                complain (w, "element %zu of '%s' is no number", i, key);
            out.x[i++] = number ? item->valuedouble : FID_GAP;
        }
    return out;
}

/* The same where the list has to be there, with so many elements. */
static struct fid_numbers
all_numbers (struct walk *w, const cJSON *o, const char *key, size_t n, bool gaps)
{
    struct fid_numbers out = numbers_of (w, o, key, gaps);
    if (!out.x)
        complain (w, "'%s' is missing or no list", key);
    else if (out.n != n)
        complain (w, "'%s' has %zu elements, not %zu", key, out.n, n);
    return out;
}

static size_t
length_of (const cJSON *list)
{
    return cJSON_IsArray (list) ? (size_t)cJSON_GetArraySize (list) : 0;
}

static const char *const side_name[2] = {"real", "emulation"};

/* --- parts */

static void
read_phases (struct walk *w, const cJSON *list, struct fid_series *s, int k)
{
    const cJSON *o;
    size_t n, i = 0;
    struct fid_series_phase *p = rows_of (w, list, sizeof *p, &n);
    s->side[k].phase = p;
    if (!p)
        return;
    cJSON_ArrayForEach (o, list)
    {
        p[i].kind = text_of (w, o, "kind");
        p[i].epoch = count_of (w, o, "epoch", 0, true);
        p[i].block = count_of (w, o, "block", 0, true);
        p[i].start_s = number_of (w, o, "start_s", -HUGE_VAL);
        p[i].end_s = number_of (w, o, "end_s", p[i].start_s);
        if (i && p[i].start_s < p[i - 1].end_s)
            complain (w, "phase %zu of the %s side overlaps the one before", i, side_name[k]);
        i++;
    }
    s->side[k].phase_n = n;
}

static void
read_side (struct walk *w, const cJSON *doc, struct fid_series *s, int k)
{
    const cJSON *o = object_of (w, doc, side_name[k]), *span;
    s->side[k].id = text_of (w, o, "id");
    s->side[k].hash = text_of (w, o, "hash");
    s->side[k].run = text_of (w, o, "run");
    s->side[k].from_s = number_of (w, o, "from_s", -HUGE_VAL);
    s->side[k].to_s = number_of (w, o, "to_s", s->side[k].from_s);
    const cJSON *list = list_of (w, o, "window");
    struct fid_numbers *out = &s->side[k].window;
    if (w->bad)
        return;
    out->x = calloc (2 * length_of (list) + 1, sizeof *out->x);
    if (!out->x) {
        no_memory (w);
        return;
    }
    cJSON_ArrayForEach (span, list)
    {
        const cJSON *from = cJSON_GetArrayItem (span, 0), *to = cJSON_GetArrayItem (span, 1);
        if (length_of (span) != 2 || !cJSON_IsNumber (from) || !cJSON_IsNumber (to) ||
            !(from->valuedouble <= to->valuedouble)) {
            complain (w, "'window' of the %s side is no list of spans", side_name[k]);
            return;
        }
        out->x[out->n++] = from->valuedouble;
        out->x[out->n++] = to->valuedouble;
    }
}

static void
read_track (struct walk *w, const cJSON *in, const char *key, struct fid_series_track *t)
{
    const cJSON *o = member (in, key);
    if (cJSON_IsNull (o))
        return;
    o = object_of (w, in, key);
    t->t0_s = number_of (w, o, "t0_s", -HUGE_VAL);
    t->dt_s = number_of (w, o, "dt_s", 0);
    t->n = length_of (list_of (w, o, "values"));
    if (!(t->dt_s > 0) || !t->n)
        complain (w, "a series of no length");
    t->value = all_numbers (w, o, "values", t->n, true);
    double from = maybe_of (w, o, "decimated_from");
    t->from_n = from == FID_GAP ? t->n : from >= (double)t->n && from < 1e15 ? (size_t)from : 0;
    if (!t->from_n)
        complain (w, "'decimated_from' is less than what is left");
    if (from == FID_GAP)
        return;
    t->min = all_numbers (w, o, "min", t->n, true);
    t->max = all_numbers (w, o, "max", t->n, true);
    for (size_t i = 0; !w->bad && i < t->n; i++)
        if (!(t->min.x[i] <= t->value.x[i] && t->value.x[i] <= t->max.x[i]))
            complain (w, "element %zu of 'values' is not between 'min' and 'max'", i);
}

static void
read_times (struct walk *w, const cJSON *list, struct fid_series *s)
{
    const cJSON *o;
    size_t i = 0;
    s->time = rows_of (w, list, sizeof *s->time, &s->time_n);
    if (!s->time)
        return;
    cJSON_ArrayForEach (o, list)
    {
        struct fid_series_time *t = &s->time[i++];
        t->resource = text_of (w, o, "resource");
        t->quantity = text_of (w, o, "quantity");
        t->unit = text_of (w, o, "unit");
        for (int k = 0; k < 2; k++)
            read_track (w, o, side_name[k], &t->side[k]);
    }
}

static void
read_links (struct walk *w, const cJSON *o, struct fid_series_warp *warp)
{
    const cJSON *list = list_of (w, o, "links"), *link;
    for (int k = 0; k < 2 && !w->bad; k++) {
        size_t i = 0;
        warp->link[k].x = rows_of (w, list, sizeof (double), &warp->link[k].n);
        if (!warp->link[k].x)
            return;
        cJSON_ArrayForEach (link, list)
        {
            const cJSON *x = cJSON_GetArrayItem (link, k);
            if (length_of (link) != 2 || !cJSON_IsNumber (x))
                complain (w, "link %zu is no pair of numbers", i);
            warp->link[k].x[i++] = cJSON_IsNumber (x) ? x->valuedouble : 0;
        }
    }
}

static void
read_warps (struct walk *w, const cJSON *list, struct fid_series *s)
{
    const cJSON *o;
    size_t i = 0;
    s->warp = rows_of (w, list, sizeof *s->warp, &s->warp_n);
    if (!s->warp)
        return;
    cJSON_ArrayForEach (o, list)
    {
        struct fid_series_warp *warp = &s->warp[i++];
        warp->resource = text_of (w, o, "resource");
        warp->quantity = text_of (w, o, "quantity");
        warp->dt_s = number_of (w, o, "dt_s", 0);
        warp->band_s = number_of (w, o, "band_s", 0);
        read_links (w, o, warp);
        const cJSON *offset = object_of (w, o, "offset");
        size_t n = length_of (member (offset, "real_s"));
        warp->at_s = all_numbers (w, offset, "real_s", n, false);
        warp->mean_s = all_numbers (w, offset, "mean_s", n, false);
        warp->min_s = all_numbers (w, offset, "min_s", n, false);
        warp->max_s = all_numbers (w, offset, "max_s", n, false);
    }
}

static void
read_dists (struct walk *w, const cJSON *in, struct fid_series *s)
{
    const cJSON *list = list_of (w, in, "of"), *o;
    size_t i = 0;
    s->quantile = all_numbers (w, in, "quantile", length_of (member (in, "quantile")), false);
    for (size_t q = 0; q < s->quantile.n; q++)
        if (!(s->quantile.x[q] >= (q ? s->quantile.x[q - 1] : 0) && s->quantile.x[q] <= 1))
            complain (w, "'quantile' does not ascend from 0 to 1");
    s->dist = rows_of (w, list, sizeof *s->dist, &s->dist_n);
    if (!s->dist)
        return;
    cJSON_ArrayForEach (o, list)
    {
        struct fid_series_dist *d = &s->dist[i++];
        d->resource = text_of (w, o, "resource");
        d->quantity = text_of (w, o, "quantity");
        d->unit = text_of (w, o, "unit");
        for (int k = 0; k < 2; k++) {
            if (cJSON_IsNull (member (o, side_name[k])))
                continue;
            const cJSON *side = object_of (w, o, side_name[k]);
            d->count[k] = number_of (w, side, "n", 1);
            d->side[k] = all_numbers (w, side, "x", s->quantile.n, false);
            for (size_t q = 1; q < d->side[k].n; q++)
                if (d->side[k].x[q] < d->side[k].x[q - 1])
                    complain (w, "quantiles of %s do not ascend", d->resource);
        }
    }
}

static void
read_spectrum (struct walk *w, const cJSON *o, struct fid_series_spectrum *p)
{
    p->resource = text_of (w, o, "resource");
    p->quantity = text_of (w, o, "quantity");
    p->unit = text_of (w, o, "unit");
    p->dt_s = number_of (w, o, "dt_s", 0);
    p->segment_s = number_of (w, o, "segment_s", 0);
    p->freq_hz = all_numbers (w, o, "freq_hz", length_of (member (o, "freq_hz")), false);
    for (size_t i = 0; i < p->freq_hz.n; i++)
        if (!(p->freq_hz.x[i] > (i ? p->freq_hz.x[i - 1] : 0)))
            complain (w, "'freq_hz' of %s does not ascend from above 0", p->resource);
    for (int k = 0; k < 2; k++) {
        const cJSON *side = object_of (w, o, side_name[k]), *peak;
        p->side[k].psd = all_numbers (w, side, "psd", p->freq_hz.n, false);
        const cJSON *list = list_of (w, side, "peaks");
        size_t i = 0;
        p->side[k].peak =
            rows_of (w, list, sizeof (struct fid_series_peak), &p->side[k].peak_n);
        if (p->side[k].peak)
            cJSON_ArrayForEach (peak, list)
            {
                p->side[k].peak[i].period_s = number_of (w, peak, "period_s", 0);
                p->side[k].peak[i++].psd = number_of (w, peak, "psd", 0);
            }
        p->side[k].period_s = p->side[k].confidence = FID_GAP;
        if (cJSON_IsNull (member (side, "period")))
            continue;
        const cJSON *period = object_of (w, side, "period");
        p->side[k].period_s = number_of (w, period, "period_s", 0);
        p->side[k].confidence = number_of (w, period, "confidence", 0);
    }
}

static void
read_steps (struct walk *w, const cJSON *in, struct fid_series *s)
{
    for (int k = 0; k < 2; k++) {
        struct fid_series_steps *t = &s->steps[k];
        t->load_s = t->compute_s = t->other_s = t->step_s = FID_GAP;
        if (cJSON_IsNull (member (in, side_name[k])))
            continue;
        const cJSON *o = object_of (w, in, side_name[k]);
        t->n = number_of (w, o, "n", 1);
        t->load_s = maybe_of (w, o, "load_s");
        t->compute_s = maybe_of (w, o, "compute_s");
        t->other_s = maybe_of (w, o, "other_s");
        t->step_s = maybe_of (w, o, "step_s");
    }
}

static void
read_cells (struct walk *w, const cJSON *in, struct fid_series *s)
{
    const cJSON *rows = list_of (w, in, "rows"), *columns = list_of (w, in, "columns"), *o;
    size_t i = 0;
    s->row = rows_of (w, rows, sizeof *s->row, &s->row_n);
    s->column = rows_of (w, columns, sizeof *s->column, &s->column_n);
    if (!s->row || !s->column)
        return;
    cJSON_ArrayForEach (o, rows)
    {
        struct fid_series_row *r = &s->row[i++];
        r->kind = text_of (w, o, "kind");
        r->nth = count_of (w, o, "nth", 1, true);
        r->nth = r->nth < 0 ? 0 : r->nth;
        r->length_s[FID_REAL] = maybe_of (w, o, "real_s");
        r->length_s[FID_EMULATION] = maybe_of (w, o, "emulation_s");
    }
    i = 0;
    cJSON_ArrayForEach (o, columns)
    {
        struct fid_series_column *c = &s->column[i++];
        c->resource = text_of (w, o, "resource");
        c->quantity = text_of (w, o, "quantity");
        c->unit = text_of (w, o, "unit");
        for (int k = 0; k < 2; k++)
            c->side[k] = all_numbers (w, o, side_name[k], s->row_n, true);
        c->similarity = all_numbers (w, o, "similarity", s->row_n, true);
        for (size_t r = 0; r < c->similarity.n; r++)
            if (c->similarity.x[r] != FID_GAP &&
                !(c->similarity.x[r] >= 0 && c->similarity.x[r] <= 1))
                complain (w, "a similarity of %s is not in 0 to 1", c->resource);
    }
}

/* --- the file */

static void
read_all (struct walk *w, struct fid_series *s)
{
    const cJSON *doc = s->doc, *o;
    size_t i = 0;
    s->key = text_of (w, doc, "key");
    s->point_n = count_of (w, doc, "points", 1, false);
    for (int k = 0; k < 2; k++)
        read_side (w, doc, s, k);
    s->window = text_of (w, doc, "window");
    const cJSON *axis = object_of (w, doc, "axis");
    s->lag_of = cJSON_IsNull (member (axis, "lag_of")) ? NULL : text_of (w, axis, "lag_of");
    s->lag_s = maybe_of (w, axis, "lag_s");
    s->warp_mean_s = maybe_of (w, axis, "warp_mean_s");
    s->warp_max_s = maybe_of (w, axis, "warp_max_s");
    const cJSON *phases = object_of (w, doc, "phases");
    for (int k = 0; k < 2; k++)
        read_phases (w, list_of (w, phases, side_name[k]), s, k);
    read_times (w, list_of (w, doc, "series"), s);
    read_warps (w, list_of (w, doc, "warps"), s);
    read_dists (w, object_of (w, doc, "distributions"), s);
    const cJSON *spectra = list_of (w, doc, "spectra");
    s->spectrum = rows_of (w, spectra, sizeof *s->spectrum, &s->spectrum_n);
    if (s->spectrum)
        cJSON_ArrayForEach (o, spectra) read_spectrum (w, o, &s->spectrum[i++]);
    read_steps (w, object_of (w, doc, "steps"), s);
    read_cells (w, object_of (w, doc, "cells"), s);
}

struct fid_series *
fid_series_of (cJSON *doc, const char *name, struct fid_error *err)
{
    struct walk w = {.path = name, .err = err};
    struct fid_series *s = calloc (1, sizeof *s);
    if (!s) {
        cJSON_Delete (doc);
        fid_error_nomem (err);
        return NULL;
    }
    s->doc = doc;
    const cJSON *schema = member (doc, "schema");
    if (!cJSON_IsString (schema))
        complain (&w, "it names no schema");
    else if (strcmp (schema->valuestring, FID_SCHEMA_SERIES) != 0)
        complain (&w, "its schema is %.60s, this version reads %s", schema->valuestring,
                  FID_SCHEMA_SERIES);
    else
        read_all (&w, s);
    if (!w.bad)
        return s;
    fid_series_destroy (s);
    return NULL;
}

struct fid_series *
fid_series_load (const char *path, struct fid_error *err)
{
    cJSON *doc = fid_json_load (path, err);
    return doc ? fid_series_of (doc, path, err) : NULL;
}

static void
track_clear (struct fid_series_track *t)
{
    free (t->value.x);
    free (t->min.x);
    free (t->max.x);
}

static void
lists_clear (struct fid_series *s)
{
    for (size_t i = 0; i < s->time_n; i++)
        for (int k = 0; k < 2; k++)
            track_clear (&s->time[i].side[k]);
    for (size_t i = 0; i < s->warp_n; i++) {
        struct fid_series_warp *w = &s->warp[i];
        double *const x[] = {w->link[0].x, w->link[1].x, w->at_s.x,
                             w->mean_s.x,  w->min_s.x,   w->max_s.x};
        for (size_t j = 0; j < sizeof x / sizeof *x; j++)
            free (x[j]);
    }
    for (size_t i = 0; i < s->dist_n; i++)
        for (int k = 0; k < 2; k++)
            free (s->dist[i].side[k].x);
    for (size_t i = 0; i < s->spectrum_n; i++) {
        free (s->spectrum[i].freq_hz.x);
        for (int k = 0; k < 2; k++) {
            free (s->spectrum[i].side[k].psd.x);
            free (s->spectrum[i].side[k].peak);
        }
    }
    for (size_t i = 0; i < s->column_n; i++) {
        for (int k = 0; k < 2; k++)
            free (s->column[i].side[k].x);
        free (s->column[i].similarity.x);
    }
}

void
fid_series_destroy (struct fid_series *s)
{
    if (!s)
        return;
    lists_clear (s);
    for (int k = 0; k < 2; k++) {
        free (s->side[k].window.x);
        free (s->side[k].phase);
    }
    free (s->time);
    free (s->warp);
    free (s->quantile.x);
    free (s->dist);
    free (s->spectrum);
    free (s->row);
    free (s->column);
    cJSON_Delete (s->doc);
    free (s);
}

char *
fid_series_path (const char *result_path, struct fid_error *err)
{
    struct fid_span s = fid_span_of (result_path);
    if (fid_span_ends (s, ".json"))
        s.n -= strlen (".json");
    char *stem = fid_strndup (s.p, s.n, err);
    char *path = stem ? fid_format (err, "%s%s", stem, FID_SERIES_SUFFIX) : NULL;
    free (stem);
    return path;
}

/* The text member of the object entered last that is next, into buf. */
static void
take_text (struct fid_json *j, char *buf, size_t n)
{
    struct fid_span s;
    if (fid_json_string (j, &s) && s.n < n) {
        memcpy (buf, s.p, s.n);
        buf[s.n] = '\0';
    }
}

/* "hash" of the side that is next. */
static void
take_hash (struct fid_json *j, char *buf, size_t n)
{
    struct fid_span key;
    if (!fid_json_enter (j, '{')) {
        fid_json_skip (j);
        return;
    }
    while (fid_json_member (j, &key))
        if (fid_span_is (key, "hash"))
            take_text (j, buf, n);
        else
            fid_json_skip (j);
}

#define HEAD_N 65536 /* the first members; a window of many spans is among them */

bool
fid_series_fits (const char *path, const char *key, const char *real_hash,
                 const char *emulation_hash, size_t point_n)
{
    struct fid_error unused;
    struct fid_text text;
    struct fid_span head, name;
    struct fid_json j;
    char is[3][40] = {"", "", ""};
    int64_t points = -1;
    if (fid_text_open (&text, path, &unused))
        return false;
    if (fid_text_peek (&text, HEAD_N, &head, &unused) == 0) {
        fid_json_init (&j, head);
        bool open = fid_json_enter (&j, '{');
        while (open && !(is[0][0] && is[1][0] && is[2][0]) && fid_json_member (&j, &name)) {
            if (fid_span_is (name, "key"))
                take_text (&j, is[0], sizeof is[0]);
            else if (fid_span_is (name, "points"))
                fid_json_i64 (&j, &points);
            else if (fid_span_is (name, "real"))
                take_hash (&j, is[1], sizeof is[1]);
            else if (fid_span_is (name, "emulation"))
                take_hash (&j, is[2], sizeof is[2]);
            else
                fid_json_skip (&j);
        }
    }
    fid_text_close (&text);
    return strcmp (is[0], key) == 0 && strcmp (is[1], real_hash) == 0 &&
           strcmp (is[2], emulation_hash) == 0 && points == (int64_t)point_n;
}

int
fid_series_write (const char *path, const cJSON *doc, struct fid_error *err)
{
    char *text = fid_json_packed (doc, err);
    if (!text)
        return -1;
    int rc = fid_outfile_write (path, text, strlen (text), err);
    free (text);
    return rc;
}

const struct fid_series_time *
fid_series_find (const struct fid_series *s, const char *resource, const char *quantity)
{
    for (size_t i = 0; i < s->time_n; i++)
        if (strcmp (s->time[i].resource, resource) == 0 &&
            (!quantity || strcmp (s->time[i].quantity, quantity) == 0))
            return &s->time[i];
    return NULL;
}
