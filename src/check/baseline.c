/* baseline.c - a book as a file, and back (see book.h) */
#include "config.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/hash.h"
#include "base/jsonbuild.h"
#include "base/jsonread.h"
#include "base/jsontext.h"
#include "check/gate_input.h"

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

/* A text as it is: a workload that is not known is "". */
static void
put_name (struct fid_doc *d, cJSON *o, const char *key, const char *s)
{
    fid_doc_take (d, o, key, cJSON_CreateString (s));
}

static void
put_run (struct fid_doc *d, cJSON *runs, const struct fid_book_run *run)
{
    cJSON *o = fid_doc_object (d, runs, NULL);
    put_name (d, o, "id", run->id);
    put_name (d, o, "hash", run->hash);
    for (int l = 0; l < LIST_N; l++) {
        cJSON *list = fid_doc_list (d, o, lists[l].list);
        for (size_t i = 0; i < run->entry_n; i++) {
            const struct fid_book_entry *e = &run->entry[i];
            if (e->kind != lists[l].kind)
                continue;
            cJSON *item = fid_doc_object (d, list, NULL);
            put_name (d, item, lists[l].name, e->name);
            if (lists[l].scored) {
                fid_doc_maybe (d, item, "score", e->score != FID_ABSENT, e->score);
                fid_doc_maybe (d, item, "similarity", e->similarity != FID_ABSENT,
                               e->similarity);
            } else if (!lists[l].bare) {
                fid_doc_maybe (d, item, "amount", e->amount != FID_ABSENT, e->amount);
            }
        }
    }
}

cJSON *
fid_baseline_json (const struct fid_book *book, struct fid_error *err)
{
    struct fid_doc out, *d = &out;
    fid_doc_begin (d);
    cJSON *doc = d->root;
    fid_doc_text (d, doc, "schema", FID_SCHEMA_BASELINE);
    fid_doc_hash (d, doc, "hash", 0); /* sealed below */
    cJSON *tool = fid_doc_object (d, doc, "tool");
    fid_doc_text (d, tool, "name", "fidlio");
    put_name (d, tool, "version", book->version);
    put_name (d, tool, "key", book->key);
    fid_doc_take (d, tool, "options", cJSON_Duplicate (book->options, 1));
    cJSON *references = fid_doc_list (d, doc, "references");
    for (size_t i = 0; i < book->reference_n; i++) {
        cJSON *o = fid_doc_object (d, references, NULL);
        put_name (d, o, "workload", book->reference[i].workload);
        put_name (d, o, "id", book->reference[i].id);
        put_name (d, o, "hash", book->reference[i].hash);
    }
    cJSON *configs = fid_doc_list (d, doc, "configurations");
    for (size_t i = 0; i < book->config_n; i++) {
        const struct fid_book_config *c = &book->config[i];
        if (c->real)
            continue;
        cJSON *o = fid_doc_object (d, configs, NULL);
        put_name (d, o, "workload", c->workload);
        put_name (d, o, "configuration", c->name);
        cJSON *runs = fid_doc_list (d, o, "runs");
        for (size_t j = 0; j < c->run_n; j++)
            put_run (d, runs, &c->run[j]);
    }
    doc = fid_doc_end (d, err);
    if (doc && fid_json_seal (doc, err)) {
        cJSON_Delete (doc);
        return NULL;
    }
    return doc;
}

/* ---- reading: the hash says that it is as it was written, but anybody can hash */

static int
read_run (const struct fid_reading *r, const cJSON *o, struct fid_book_config *c)
{
    const char *id = fid_cjson_string (o, "id"), *hash = fid_cjson_string (o, "hash");
    const cJSON *item;
    if (!id || !hash)
        return fid_cjson_lacks (r, "id or hash of a run");
    struct fid_book_run *run = fid_book_run_of (c, id, hash, r->err);
    if (!run)
        return -1;
    for (int l = 0; l < LIST_N; l++) {
        if (!cJSON_IsArray (fid_cjson_member (o, lists[l].list)))
            return fid_cjson_lacks (r, lists[l].list);
        cJSON_ArrayForEach (item, fid_cjson_member (o, lists[l].list))
        {
            double score = FID_ABSENT, similarity = FID_ABSENT, amount = FID_ABSENT;
            const char *name = fid_cjson_string (item, lists[l].name);
            if (!name ||
                (lists[l].scored &&
                 (!fid_cjson_maybe_amount (item, "score", 1, &score) ||
                  !fid_cjson_maybe_amount (item, "similarity", 1, &similarity))) ||
                (!lists[l].scored && !lists[l].bare &&
                 !fid_cjson_maybe_amount (item, "amount", 1e300, &amount)))
                return fid_cjson_lacks (r, lists[l].name);
            if (fid_book_add (run, lists[l].kind, name, score, similarity, amount, r->err))
                return -1;
        }
    }
    return 0;
}

static int
read_lists (const struct fid_reading *r, const cJSON *doc, struct fid_book *book)
{
    const cJSON *o, *run;
    cJSON_ArrayForEach (o, fid_cjson_member (doc, "references"))
    {
        const char *workload = fid_cjson_string (o, "workload"),
                   *id = fid_cjson_string (o, "id"), *hash = fid_cjson_string (o, "hash");
        if (!workload || !id || !hash)
            return fid_cjson_lacks (r, "a reference");
        if (fid_book_refer (book, workload, id, hash, r->err))
            return -1;
    }
    cJSON_ArrayForEach (o, fid_cjson_member (doc, "configurations"))
    {
        const char *workload = fid_cjson_string (o, "workload"),
                   *name = fid_cjson_string (o, "configuration");
        if (!workload || !name || cJSON_GetArraySize (fid_cjson_member (o, "runs")) < 1)
            return fid_cjson_lacks (r, "a configuration or its runs");
        struct fid_book_config *c = fid_book_config_of (book, workload, name, false, r->err);
        if (!c)
            return -1;
        cJSON_ArrayForEach (run,
                            fid_cjson_member (o, "runs")) if (read_run (r, run, c)) return -1;
    }
    return fid_book_settle (book, r->err);
}

static int
read_doc (const struct fid_reading *r, const cJSON *doc, struct fid_book *book)
{
    const cJSON *tool = fid_cjson_member (doc, "tool");
    const char *schema = fid_cjson_string (doc, "schema"),
               *hash = fid_cjson_string (doc, "hash");
    const char *version = fid_cjson_string (tool, "version"),
               *key = fid_cjson_string (tool, "key");
    uint64_t contents;
    char hex[FID_HASH_TEXT];
    if (!schema || strcmp (schema, FID_SCHEMA_BASELINE) != 0)
        return fid_errorf (r->err, FID_EINPUT, "%s: no baseline: its schema is %.60s, not %s",
                           r->path, schema ? schema : "not told", FID_SCHEMA_BASELINE);
    if (!hash || !version || !key || !cJSON_IsObject (fid_cjson_member (tool, "options")))
        return fid_cjson_lacks (r, "hash, version, key or options");
    if (!cJSON_GetArraySize (fid_cjson_member (doc, "configurations")))
        return fid_cjson_lacks (r, "the list of configurations");
    if (fid_json_body_hash (doc, &contents, r->err))
        return -1;
    fid_hash_text (contents, hex);
    if (strcmp (hex, hash) != 0)
        return fid_errorf (r->err, FID_EINPUT,
                           "%s: was changed after it was saved: its contents hash to %s, it "
                           "says %.40s",
                           r->path, hex, hash);
    book->path = fid_strdup (r->path, r->err);
    book->version = book->path ? fid_strdup (version, r->err) : NULL;
    book->key = book->version ? fid_strdup (key, r->err) : NULL;
    book->options = book->key ? cJSON_Duplicate (fid_cjson_member (tool, "options"), 1) : NULL;
    if (!book->options)
        return book->key ? fid_error_nomem (r->err) : -1;
    return read_lists (r, doc, book);
}

int
fid_baseline_read (const cJSON *doc, const char *path, struct fid_book *book,
                   struct fid_error *err)
{
    struct fid_reading r = {path, "baseline", err};
    struct fid_book b = {0};
    if (read_doc (&r, doc, &b)) {
        fid_book_clear (&b);
        return -1;
    }
    *book = b;
    return 0;
}
