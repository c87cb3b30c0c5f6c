/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.c - see series.h */
#include "base/json.h"
#include "base/outfile.h"
#include "results/result.h"
#include "results/series.h"

struct fid_series *fid_series_of (const cJSON *doc, const char *name, struct fid_error *err)
{
    struct fid_reading r = {.path = name, .what = "series", .err = err};
    struct fid_series *s = calloc (1, sizeof *s);
    if (!s)
        return fid_null_nomem (err);
    if (fid_record_read (&r, doc, fid_series_record, &s->arena, s) == 0)
        return s;
    fid_series_destroy (s);
    return NULL;
}

struct fid_series *fid_series_load (const char *path, struct fid_error *err)
{
    FID_SCOPED (fid_json_freed) cJSON *doc = fid_json_load_packed (path, err);
    return doc ? fid_series_of (doc, path, err) : NULL;
}

/* Returns -1 if the series belong to another result. */
static int are_of (const struct fid_series *s, const struct fid_result_head *r,
                   const char *path, struct fid_error *err)
{
    if (strcmp (s->key, r->key) != 0)
        return fid_errorf (err, FID_EINPUT,
                           "%s: the series and the result were made with different options or "
                           "versions (the result's key is %s, the series' %s)",
                           path, r->key, s->key);
    for (int k = 0; k < 2; k++) {
        const struct fid_result_side *side = k ? &r->emulation : &r->real;
        if (strcmp (s->side[k].hash, side->hash) != 0)
            return fid_errorf (err, FID_EINPUT,
                               "%s: the series are from other traces of %s than the result",
                               path, side->id);
    }
    return 0;
}

int fid_series_beside (const struct fid_result_head *r, struct fid_series **out,
                       struct fid_error *err)
{
    FID_FREED char *path = fid_series_path (r->path, err);
    bool none = false;
    int rc = path ? fid_file_missing (path, &none, err) : -1;
    *out = NULL;
    if (!rc && !none) {
        *out = fid_series_load (path, err);
        rc = *out ? are_of (*out, r, path, err) : -1;
    }
    if (rc) {
        fid_series_destroy (*out);
        *out = NULL;
    }
    return rc;
}

struct fid_series *fid_series_of_result (const struct fid_result_head *r, struct fid_error *err)
{
    struct fid_series *s;
    if (fid_series_beside (r, &s, err))
        return NULL;
    if (!s) {
        FID_FREED char *path = fid_series_path (r->path, err);
        if (path)
            fid_errorf (err, FID_EINPUT, "%s: no such file", path);
    }
    return s;
}

void fid_series_destroy (struct fid_series *s)
{
    if (s)
        fid_arena_clear (&s->arena);
    free (s);
}

char *fid_series_path (const char *result_path, struct fid_error *err)
{
    struct fid_span s = fid_span_of (result_path);
    if (fid_span_ends (s, ".json"))
        s.n -= strlen (".json");
    FID_FREED char *stem = fid_strndup (s.p, s.n, err);
    return stem ? fid_format (err, "%s%s", stem, FID_SERIES_SUFFIX) : NULL;
}

/* Read the next value, a text, into buf. */
static void take_text (struct fid_json *j, char *buf, size_t n)
{
    struct fid_span s;
    if (fid_json_string (j, &s) && s.n < n) {
        memcpy (buf, s.p, s.n);
        buf[s.n] = '\0';
    }
}

/* Read "hash" of the next value, a side, into buf. */
static void take_hash (struct fid_json *j, char *buf, size_t n)
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

#define HEAD_N 65536 /* holds the first members, with a window of many spans */

bool fid_series_fits (const char *path, const char *key, const char *real_hash,
                      const char *emulation_hash, size_t point_n, size_t fine_n)
{
    struct fid_error unused;
    struct fid_text text;
    struct fid_span head, name;
    struct fid_json j;
    char is[3][40] = {"", "", ""};
    int64_t points = -1, fine = 0;
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
            else if (fid_span_is (name, "fine_points"))
                fid_json_i64 (&j, &fine);
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
           strcmp (is[2], emulation_hash) == 0 && points == (int64_t)point_n &&
           fine == (int64_t)fine_n;
}

char *fid_series_json (const struct fid_series *s, struct fid_error *err)
{
    return fid_record_packed (fid_series_record, s, err);
}

int fid_series_write (const char *path, const char *below, const struct fid_series *s,
                      struct fid_error *err)
{
    FID_FREED char *text = fid_series_json (s, err);
    return text ? fid_outfile_write (path, below, text, strlen (text), err) : -1;
}

const struct fid_series_time *fid_series_find (const struct fid_series *s,
                                               enum fid_resource_id resource,
                                               enum fid_quantity_id quantity)
{
    for (size_t i = 0; i < s->time_n; i++)
        if (s->time[i].resource == resource &&
            (quantity == FID_QUANTITY_N || s->time[i].quantity == quantity))
            return &s->time[i];
    return NULL;
}
