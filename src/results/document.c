/* document.c - see document.h */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "results/document.h"

void
fid_walk_complain (struct fid_walk *w, const char *fmt, ...)
{
    if (w->bad)
        return;
    w->bad = true;
    char text[400];
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    fid_errorf (w->err, FID_EINPUT, "%s: not a %s file: %s", w->path, w->what, text);
}

void
fid_walk_nomem (struct fid_walk *w)
{
    if (!w->bad)
        fid_error_nomem (w->err);
    w->bad = true;
}

bool
fid_walk_schema (struct fid_walk *w, const cJSON *doc, const char *schema)
{
    const cJSON *m = fid_walk_member (doc, "schema");
    if (!cJSON_IsString (m))
        fid_walk_complain (w, "it names no schema");
    else if (strcmp (m->valuestring, schema) != 0)
        fid_walk_complain (w, "its schema is %.60s, this version reads %s", m->valuestring,
                           schema);
    return !w->bad;
}

const cJSON *
fid_walk_member (const cJSON *o, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive (o, key);
}

const cJSON *
fid_walk_object (struct fid_walk *w, const cJSON *o, const char *key)
{
    const cJSON *m = fid_walk_member (o, key);
    if (!cJSON_IsObject (m))
        fid_walk_complain (w, "'%s' is missing or no object", key);
    return m;
}

const cJSON *
fid_walk_list (struct fid_walk *w, const cJSON *o, const char *key)
{
    const cJSON *m = fid_walk_member (o, key);
    if (!cJSON_IsArray (m))
        fid_walk_complain (w, "'%s' is missing or no list", key);
    return m;
}

bool
fid_has_control (const char *s)
{
    while ((unsigned char)*s >= 0x20 && *s != 0x7F)
        s++;
    return *s != '\0';
}

const char *
fid_walk_text (struct fid_walk *w, const cJSON *o, const char *key, const char *where)
{
    const cJSON *m = fid_walk_member (o, key);
    if (!cJSON_IsString (m)) {
        fid_walk_complain (w, "'%s' of %s is missing or no text", key, where);
        return "";
    }
    if (fid_has_control (m->valuestring))
        fid_walk_complain (w, "'%s' of %s holds control characters", key, where);
    return m->valuestring;
}

const char *
fid_walk_maybe_text (struct fid_walk *w, const cJSON *o, const char *key, const char *where)
{
    const cJSON *m = fid_walk_member (o, key);
    if (!m || cJSON_IsNull (m))
        return NULL;
    return fid_walk_text (w, o, key, where);
}

void *
fid_walk_rows (struct fid_walk *w, const cJSON *list, size_t size, size_t *n)
{
    const cJSON *o;
    *n = 0;
    if (w->bad)
        return NULL;
    void *rows = calloc ((size_t)cJSON_GetArraySize (list) + 1, size);
    if (!rows) {
        fid_walk_nomem (w);
        return NULL;
    }
    cJSON_ArrayForEach (o, list)++ *n;
    return rows;
}

double
fid_walk_maybe_number (struct fid_walk *w, const cJSON *o, const char *key)
{
    const cJSON *m = fid_walk_member (o, key);
    if (cJSON_IsNull (m))
        return FID_GAP;
    if (!cJSON_IsNumber (m) || !isfinite (m->valuedouble)) {
        fid_walk_complain (w, "'%s' is missing or no number", key);
        return FID_GAP;
    }
    return m->valuedouble;
}

double
fid_walk_number_from (struct fid_walk *w, const cJSON *o, const char *key, double least)
{
    double x = fid_walk_maybe_number (w, o, key);
    if (!(x >= least) || x == FID_GAP) {
        fid_walk_complain (w, "'%s' is no number from %g up", key, least);
        return least > 0 ? least : 0;
    }
    return x;
}

int
fid_walk_count_from (struct fid_walk *w, const cJSON *o, const char *key, int least,
                     bool nullable)
{
    double x = fid_walk_maybe_number (w, o, key);
    if (x == FID_GAP && nullable)
        return -1;
    if (!(x >= least && x <= INT_MAX) || x != floor (x)) {
        fid_walk_complain (w, "'%s' is no count", key);
        return least;
    }
    return (int)x;
}

size_t
fid_walk_length (const cJSON *list)
{
    return cJSON_IsArray (list) ? (size_t)cJSON_GetArraySize (list) : 0;
}
