/* jsonbuild.c - see jsonbuild.h */
#include <stdio.h>
#include "base/error.h"
#include "base/hash.h"
#include "base/jsonbuild.h"

void
fid_doc_begin (struct fid_doc *d)
{
    d->root = cJSON_CreateObject ();
    d->failed = !d->root;
}

void
fid_doc_begin_list (struct fid_doc *d)
{
    d->root = cJSON_CreateArray ();
    d->failed = !d->root;
}

/* Every addition ends here.  The item, or NULL if that failed. */
static cJSON *
attach (struct fid_doc *d, cJSON *in, const char *key, cJSON *item)
{
    bool added =
        in && item &&
        (key ? cJSON_AddItemToObject (in, key, item) : cJSON_AddItemToArray (in, item));
    if (added)
        return item;
    cJSON_Delete (item);
    d->failed = true;
    return NULL;
}

cJSON *
fid_doc_object (struct fid_doc *d, cJSON *in, const char *key)
{
    return attach (d, in, key, cJSON_CreateObject ());
}

cJSON *
fid_doc_list (struct fid_doc *d, cJSON *in, const char *key)
{
    return attach (d, in, key, cJSON_CreateArray ());
}

void
fid_doc_number (struct fid_doc *d, cJSON *in, const char *key, double v)
{
    attach (d, in, key, cJSON_CreateNumber (v));
}

void
fid_doc_bool (struct fid_doc *d, cJSON *in, const char *key, bool v)
{
    attach (d, in, key, cJSON_CreateBool (v));
}

void
fid_doc_null (struct fid_doc *d, cJSON *in, const char *key)
{
    attach (d, in, key, cJSON_CreateNull ());
}

void
fid_doc_maybe (struct fid_doc *d, cJSON *in, const char *key, bool have, double v)
{
    attach (d, in, key, have ? cJSON_CreateNumber (v) : cJSON_CreateNull ());
}

void
fid_doc_text (struct fid_doc *d, cJSON *in, const char *key, const char *s)
{
    attach (d, in, key, s && s[0] ? cJSON_CreateString (s) : cJSON_CreateNull ());
}

void
fid_doc_hash (struct fid_doc *d, cJSON *in, const char *key, uint64_t hash)
{
    char hex[FID_HASH_TEXT];
    fid_doc_text (d, in, key, fid_hash_text (hash, hex));
}

void
fid_doc_take (struct fid_doc *d, cJSON *in, const char *key, cJSON *item)
{
    attach (d, in, key, item);
}

/* The length of the UTF-8 character at s, 0 if there is none. */
static size_t
utf8_len (const unsigned char *s)
{
    size_t n = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (s[0] > 0xf4 || (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

/* Names and reasons come from files, which may hold anything; JSON is UTF-8. */
static void
clean_text (cJSON *o)
{
    for (; o; o = o->next) {
        unsigned char *s = (unsigned char *)cJSON_GetStringValue (o);
        while (s && *s) {
            size_t n = utf8_len (s);
            if (!n)
                *s = '?';
            s += n ? n : 1;
        }
        clean_text (o->child);
    }
}

cJSON *
fid_doc_end (struct fid_doc *d, struct fid_error *err)
{
    if (d->failed) {
        cJSON_Delete (d->root);
        d->root = NULL;
        fid_error_nomem (err);
        return NULL;
    }
    clean_text (d->root);
    return d->root;
}
