/* baseline.c - a book as a file, and back (see book.h) */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/jsontext.h"
#include "check/book.h"

/* The lists of a run: one for each kind that a baseline keeps. */
static const struct {
    const char *list, *name;
    enum fid_book_kind kind;
    bool scored; /* score and similarity, else an amount */
    bool bare;   /* a name only */
} lists[] = {
    {"groups", "group", FID_BOOK_GROUP, true, false},
    {"resources", "resource", FID_BOOK_RESOURCE, true, false},
    {"volumes", "volume", FID_BOOK_VOLUME, false, false},
    {"shares", "share", FID_BOOK_SHARE, false, false},
    {"phases", "phase", FID_BOOK_PHASE, false, true},
};

enum { LIST_N = sizeof lists / sizeof *lists };

static void
put_number (cJSON *o, const char *key, double x)
{
    if (x == FID_ABSENT)
        cJSON_AddNullToObject (o, key);
    else
        cJSON_AddNumberToObject (o, key, x);
}

static cJSON *
run_json (const struct fid_book_run *run)
{
    cJSON *o = cJSON_CreateObject ();
    cJSON_AddStringToObject (o, "id", run->id);
    cJSON_AddStringToObject (o, "hash", run->hash);
    for (int l = 0; l < LIST_N; l++) {
        cJSON *list = cJSON_AddArrayToObject (o, lists[l].list);
        for (size_t i = 0; i < run->entry_n; i++) {
            const struct fid_book_entry *e = &run->entry[i];
            if (e->kind != lists[l].kind)
                continue;
            cJSON *item = cJSON_CreateObject ();
            cJSON_AddStringToObject (item, lists[l].name, e->name);
            if (lists[l].scored) {
                put_number (item, "score", e->score);
                put_number (item, "similarity", e->similarity);
            } else if (!lists[l].bare) {
                put_number (item, "amount", e->amount);
            }
            cJSON_AddItemToArray (list, item);
        }
    }
    return o;
}

cJSON *
fid_baseline_json (const struct fid_book *book, struct fid_error *err)
{
    cJSON *doc = cJSON_CreateObject ();
    cJSON_AddStringToObject (doc, "schema", FID_SCHEMA_BASELINE);
    cJSON_AddStringToObject (doc, "hash", "");
    cJSON *tool = cJSON_AddObjectToObject (doc, "tool");
    cJSON_AddStringToObject (tool, "name", "fidlio");
    cJSON_AddStringToObject (tool, "version", book->version);
    cJSON_AddStringToObject (tool, "key", book->key);
    cJSON_AddItemToObject (tool, "options", cJSON_Duplicate (book->options, 1));
    cJSON *references = cJSON_AddArrayToObject (doc, "references");
    for (size_t i = 0; i < book->reference_n; i++) {
        cJSON *o = cJSON_CreateObject ();
        cJSON_AddStringToObject (o, "workload", book->reference[i].workload);
        cJSON_AddStringToObject (o, "id", book->reference[i].id);
        cJSON_AddStringToObject (o, "hash", book->reference[i].hash);
        cJSON_AddItemToArray (references, o);
    }
    cJSON *configs = cJSON_AddArrayToObject (doc, "configurations");
    for (size_t i = 0; i < book->config_n; i++) {
        const struct fid_book_config *c = &book->config[i];
        if (c->real)
            continue;
        cJSON *o = cJSON_CreateObject ();
        cJSON_AddStringToObject (o, "workload", c->workload);
        cJSON_AddStringToObject (o, "configuration", c->name);
        cJSON *runs = cJSON_AddArrayToObject (o, "runs");
        for (size_t j = 0; j < c->run_n; j++)
            cJSON_AddItemToArray (runs, run_json (&c->run[j]));
        cJSON_AddItemToArray (configs, o);
    }
    if (fid_json_seal (doc, err)) {
        cJSON_Delete (doc);
        return NULL;
    }
    return doc;
}

/* ---- reading: the hash says that it is as it was written, but anybody can hash */

struct reading {
    const char *path;
    struct fid_error *err;
};

static int
lacks (const struct reading *r, const char *what)
{
    return fid_errorf (r->err, FID_EINPUT,
                       "%s: no baseline: %s is missing or of the wrong kind", r->path, what);
}

static const cJSON *
member (const cJSON *o, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive (o, key);
}

/* A text without control characters, or NULL. */
static const char *
text_of (const cJSON *o, const char *key)
{
    const cJSON *m = member (o, key);
    if (!cJSON_IsString (m))
        return NULL;
    for (const char *s = m->valuestring; *s; s++)
        if ((unsigned char)*s < 0x20 || *s == 0x7F)
            return NULL;
    return m->valuestring;
}

/* A number from 0 to max into *x; null is FID_ABSENT; false if it is neither. */
static bool
number_of (const cJSON *o, const char *key, double max, double *x)
{
    const cJSON *m = member (o, key);
    *x = FID_ABSENT;
    if (cJSON_IsNull (m))
        return true;
    if (!cJSON_IsNumber (m) || !(m->valuedouble >= 0 && m->valuedouble <= max))
        return false;
    *x = m->valuedouble;
    return true;
}

static int
read_run (const struct reading *r, const cJSON *o, struct fid_book_config *c)
{
    const char *id = text_of (o, "id"), *hash = text_of (o, "hash");
    const cJSON *item;
    if (!id || !hash)
        return lacks (r, "id or hash of a run");
    struct fid_book_run *run = fid_book_run_of (c, id, hash, r->err);
    if (!run)
        return -1;
    for (int l = 0; l < LIST_N; l++) {
        if (!cJSON_IsArray (member (o, lists[l].list)))
            return lacks (r, lists[l].list);
        cJSON_ArrayForEach (item, member (o, lists[l].list))
        {
            double score = FID_ABSENT, similarity = FID_ABSENT, amount = FID_ABSENT;
            const char *name = text_of (item, lists[l].name);
            if (!name ||
                (lists[l].scored && (!number_of (item, "score", 1, &score) ||
                                     !number_of (item, "similarity", 1, &similarity))) ||
                (!lists[l].scored && !lists[l].bare &&
                 !number_of (item, "amount", 1e300, &amount)))
                return lacks (r, lists[l].name);
            if (fid_book_add (run, lists[l].kind, name, score, similarity, amount, r->err))
                return -1;
        }
    }
    return 0;
}

static int
read_lists (const struct reading *r, const cJSON *doc, struct fid_book *book)
{
    const cJSON *o, *run;
    cJSON_ArrayForEach (o, member (doc, "references"))
    {
        const char *workload = text_of (o, "workload"), *id = text_of (o, "id"),
                   *hash = text_of (o, "hash");
        if (!workload || !id || !hash)
            return lacks (r, "a reference");
        if (fid_book_refer (book, workload, id, hash, r->err))
            return -1;
    }
    cJSON_ArrayForEach (o, member (doc, "configurations"))
    {
        const char *workload = text_of (o, "workload"), *name = text_of (o, "configuration");
        if (!workload || !name || cJSON_GetArraySize (member (o, "runs")) < 1)
            return lacks (r, "a configuration or its runs");
        struct fid_book_config *c = fid_book_config_of (book, workload, name, false, r->err);
        if (!c)
            return -1;
        cJSON_ArrayForEach (run, member (o, "runs")) if (read_run (r, run, c)) return -1;
    }
    return fid_book_settle (book, r->err);
}

static int
read_doc (const struct reading *r, const cJSON *doc, struct fid_book *book)
{
    const cJSON *tool = member (doc, "tool");
    const char *schema = text_of (doc, "schema"), *hash = text_of (doc, "hash");
    const char *version = text_of (tool, "version"), *key = text_of (tool, "key");
    uint64_t contents;
    char hex[17];
    if (!schema || strcmp (schema, FID_SCHEMA_BASELINE) != 0)
        return fid_errorf (r->err, FID_EINPUT, "%s: no baseline: its schema is %.60s, not %s",
                           r->path, schema ? schema : "not told", FID_SCHEMA_BASELINE);
    if (!hash || !version || !key || !cJSON_IsObject (member (tool, "options")))
        return lacks (r, "hash, version, key or options");
    if (!cJSON_GetArraySize (member (doc, "configurations")))
        return lacks (r, "the list of configurations");
    if (fid_json_body_hash (doc, &contents, r->err))
        return -1;
    snprintf (hex, sizeof hex, "%016llx", (unsigned long long)contents);
    if (strcmp (hex, hash) != 0)
        return fid_errorf (r->err, FID_EINPUT,
                           "%s: was changed after it was saved: its contents hash to %s, it "
                           "says %.40s",
                           r->path, hex, hash);
    book->path = fid_strdup (r->path, r->err);
    book->version = book->path ? fid_strdup (version, r->err) : NULL;
    book->key = book->version ? fid_strdup (key, r->err) : NULL;
    book->options = book->key ? cJSON_Duplicate (member (tool, "options"), 1) : NULL;
    if (!book->options)
        return book->key ? fid_error_nomem (r->err) : -1;
    return read_lists (r, doc, book);
}

int
fid_baseline_read (const cJSON *doc, const char *path, struct fid_book *book,
                   struct fid_error *err)
{
    struct reading r = {path, err};
    struct fid_book b = {0};
    if (read_doc (&r, doc, &b)) {
        fid_book_clear (&b);
        return -1;
    }
    *book = b;
    return 0;
}
