/* jsonbuild.h - a JSON document put together without a check at every step
 *
 * Adding to a document fails only for want of memory.  That is remembered and
 * asked once, at the end; until then every step takes what a failed one gave. */
#ifndef FID_JSONBUILD_H
#define FID_JSONBUILD_H

#include <cjson/cJSON.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include "fidlio.h"

/* In lists of numbers: nothing is known here.  null in documents. */
#define FID_GAP (-HUGE_VAL)

struct fid_doc {
    cJSON *root; /* owned */
    bool failed;
};

/* Begin with an empty object (or list): d->root. */
void fid_doc_begin (struct fid_doc *d);
void fid_doc_begin_list (struct fid_doc *d);

/* Add to `in`: the member `key` of an object, or with NULL for a key the next
 * element of a list. */
cJSON *fid_doc_object (struct fid_doc *d, cJSON *in, const char *key);
cJSON *fid_doc_list (struct fid_doc *d, cJSON *in, const char *key);
void fid_doc_number (struct fid_doc *d, cJSON *in, const char *key, double v);
void fid_doc_bool (struct fid_doc *d, cJSON *in, const char *key, bool v);
void fid_doc_null (struct fid_doc *d, cJSON *in, const char *key);

/* v, or null where it is not known. */
void fid_doc_maybe (struct fid_doc *d, cJSON *in, const char *key, bool have, double v);

/* A copy of s; null for NULL and "". */
void fid_doc_text (struct fid_doc *d, cJSON *in, const char *key, const char *s);

/* 16 hexadecimal digits. */
void fid_doc_hash (struct fid_doc *d, cJSON *in, const char *key, uint64_t hash);

/* Take an item made elsewhere (NULL: it could not be made). */
void fid_doc_take (struct fid_doc *d, cJSON *in, const char *key, cJSON *item);

/* The document, its texts made UTF-8 (what is none becomes '?'), to be freed by
 * cJSON_Delete; NULL and FID_EINTERNAL if memory ran out on the way. */
cJSON *fid_doc_end (struct fid_doc *d, struct fid_error *err);

#endif
