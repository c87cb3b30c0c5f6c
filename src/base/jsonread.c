/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jsonread.c - members of documents (see jsonread.h) */
#include "base/jsonread.h"

int fid_reading_fail (struct fid_reading *r, const char *fmt, ...)
{
    if (r->bad)
        return -1;
    r->bad = true;
    char text[sizeof r->err->text];
    va_list ap;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    return fid_errorf (r->err, FID_EINPUT, "%s: not a %s file: %s", r->path, r->what, text);
}

bool fid_reading_schema (struct fid_reading *r, const cJSON *doc, const char *schema)
{
    const cJSON *m = fid_get (doc, "schema");
    if (!cJSON_IsString (m))
        fid_reading_fail (r, "it has no schema");
    else if (strcmp (m->valuestring, schema) != 0)
        fid_reading_fail (r, "its schema is %.60s, this version reads %s", m->valuestring,
                          schema);
    return !r->bad;
}

bool fid_reading_sealed (struct fid_reading *r, const cJSON *doc, uint64_t *hash,
                         const char *then)
{
    const char *said = fid_get_string (doc, "hash");
    char is[FID_HASH_TEXT];
    if (!said)
        fid_reading_fail (r, "hash is missing or of the wrong kind");
    if (r->bad)
        return false;
    r->bad = fid_json_body_hash (doc, hash, r->err) != 0;
    if (!r->bad && strcmp (said, fid_hash_text (*hash, is)) != 0) {
        fid_errorf (
            r->err, FID_EINPUT,
            "%s: was changed after it was made: its contents hash to %s, it says %.40s%s",
            r->path, is, said, then);
        r->bad = true;
    }
    return !r->bad;
}

const cJSON *fid_get (const cJSON *o, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive (o, key);
}

const cJSON *fid_get_object (struct fid_reading *r, const cJSON *o, const char *key)
{
    const cJSON *m = fid_get (o, key);
    if (!cJSON_IsObject (m))
        fid_reading_fail (r, "'%s' is missing or not an object", key);
    return m;
}

const cJSON *fid_get_list (struct fid_reading *r, const cJSON *o, const char *key)
{
    const cJSON *m = fid_get (o, key);
    if (!cJSON_IsArray (m))
        fid_reading_fail (r, "'%s' is missing or not a list", key);
    else if (!m->child && fid_get_length (m))
        fid_reading_fail (r, "'%s' is a list of numbers", key);
    return m;
}

bool fid_has_control (const char *s)
{
    while ((unsigned char)*s >= 0x20 && *s != 0x7F)
        s++;
    return *s != '\0';
}

const char *fid_get_string (const cJSON *o, const char *key)
{
    const cJSON *m = fid_get (o, key);
    return cJSON_IsString (m) && !fid_has_control (m->valuestring) ? m->valuestring : NULL;
}

const char *fid_get_text (struct fid_reading *r, const cJSON *o, const char *key,
                          const char *where)
{
    const cJSON *m = fid_get (o, key);
    if (!cJSON_IsString (m)) {
        fid_reading_fail (r, "'%s' of %s is missing or not a text", key, where);
        return "";
    }
    if (fid_has_control (m->valuestring))
        fid_reading_fail (r, "'%s' of %s holds control characters", key, where);
    return m->valuestring;
}

int fid_get_id (struct fid_reading *w, const cJSON *o, const char *key,
                int (*find) (const char *))
{
    const char *name = fid_get_text (w, o, key, "the file");
    int id = find (name);
    if (id < 0)
        fid_reading_fail (w, "this version knows no %s '%s'", key, name);
    return id < 0 ? 0 : id;
}

bool fid_get_amount (const cJSON *o, const char *key, double max, double *x)
{
    const cJSON *m = fid_get (o, key);
    bool good = cJSON_IsNumber (m) && isfinite (m->valuedouble) && m->valuedouble >= 0 &&
                m->valuedouble <= max;
    *x = good ? m->valuedouble : -1;
    return good;
}
