/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jsonbuild.h - JSON documents: building them, and their text
 *
 * Adding to a document fails only if memory runs out.  The builder remembers that,
 * and fid_doc_end reports it, so that no step in between needs a check. */
#pragma once

#include "base/base.h"
#include <cjson/cJSON.h>

struct fid_doc {
    cJSON *root; /* owned */
    bool pack;   /* set after _begin: long lists of numbers are blocks (fid_packed_list) */
    bool failed;
};

/* Start with an empty object (or list): d->root. */
void fid_doc_begin (struct fid_doc *d);
void fid_doc_begin_list (struct fid_doc *d);

/* Add to `in`: the member `key` of an object or, if key is NULL, the next element
 * of a list. */
cJSON *fid_doc_object (struct fid_doc *d, cJSON *in, const char *key);
cJSON *fid_doc_list (struct fid_doc *d, cJSON *in, const char *key);
void fid_doc_number (struct fid_doc *d, cJSON *in, const char *key, double v);
void fid_doc_bool (struct fid_doc *d, cJSON *in, const char *key, bool v);
void fid_doc_null (struct fid_doc *d, cJSON *in, const char *key);

/* A list of x[n]; null for FID_GAP and NaN. */
void fid_doc_numbers (struct fid_doc *d, cJSON *in, const char *key, const double *x, size_t n);

/* v, or null if it is not known. */
void fid_doc_maybe (struct fid_doc *d, cJSON *in, const char *key, bool have, double v);

/* A copy of s; null for NULL and "". */
void fid_doc_text (struct fid_doc *d, cJSON *in, const char *key, const char *s);

/* 16 hexadecimal digits. */
void fid_doc_hash (struct fid_doc *d, cJSON *in, const char *key, uint64_t hash);

/* Take ownership of an item made elsewhere (NULL: memory ran out making it). */
void fid_doc_take (struct fid_doc *d, cJSON *in, const char *key, cJSON *item);

/* Several members at once: a key and a conversion for each.
 *
 *     cJSON *o = fid_doc_row (&d, list, NULL, "file %s bytes %ju whole %hhd", path, n, whole);
 *
 * %s a text, null for NULL and ""; %hhd a bool; %d, %zu, %ju (of a uint64_t) and %g numbers, %f
 * one that is null below 0.  FID_GAP is null. */
/* Adds an object with these members (as fid_doc_object), which it returns; adds the members to
 * one that is there. */
cJSON *fid_doc_row (struct fid_doc *d, cJSON *in, const char *key, const char *members, ...)
    FID_PRINTF (4, 5);
void fid_doc_members (struct fid_doc *d, cJSON *in, const char *members, ...) FID_PRINTF (3, 4);

/* Lists of more than FID_PACK_FROM numbers as a block: the item is a list without elements, whose
 * valuestring is the numbers (FID_GAP: null) and valuedouble how many.  fid_packed_list takes
 * ownership of x, from cJSON_malloc; it is freed if NULL is returned. */
#define FID_PACK_FROM 4
cJSON *fid_packed_list (double *x, size_t n);
static inline bool fid_is_packed (const cJSON *list)
{
    return cJSON_IsArray (list) && list->valuestring;
}

/* The document, freed by the caller with cJSON_Delete; bytes in its texts that are
 * not UTF-8 become '?'.  Returns NULL with FID_EINTERNAL if memory ran out. */
cJSON *fid_doc_end (struct fid_doc *d, struct fid_error *err);

/* ---- text: equal documents give equal bytes
 *
 * Two spaces a level; an object or list that fits into a line of 100 columns is one
 * line.  Numbers have at most 12 significant digits and a decimal point in every
 * locale.  Bytes that are not UTF-8 become U+FFFD.  Each function returns a text
 * freed by the caller, or NULL with FID_EINTERNAL if a number is not finite (the
 * message names its key) or memory runs out. */
#define FID_JSON_DIGITS 12

/* With a newline at its end. */
char *fid_json_text (const cJSON *doc, struct fid_error *err);

/* Writes that text to a file, whole or not at all (outfile.h; below, too).  -1 with
 * FID_EINTERNAL. */
int fid_json_save (const cJSON *doc, const char *path, const char *below,
                   struct fid_error *err);

/* For FID_SCOPED. */
static inline void fid_json_freed (cJSON **doc)
{
    cJSON_Delete (*doc);
}

/* Write the text of a document to f and free the document.  Returns -1 with FID_EINTERNAL; -1
 * without a change of err if doc is NULL. */
int fid_json_print (cJSON *doc, FILE *f, struct fid_error *err);

/* In one line, without the newline. */
char *fid_json_line (const cJSON *doc, struct fid_error *err);

/* A value as it is inside such a text: `depth' levels deep, behind `used' columns of its line.
 */
char *fid_json_piece (const cJSON *item, size_t depth, size_t used, struct fid_error *err);

/* As fid_json_text, but with as many numbers of a list in a line as fit: for long
 * series, whose documents may have blocks. */
char *fid_json_packed (const cJSON *doc, struct fid_error *err);

/* Compute the XXH3 of the text of a document without its member "hash".  _seal:
 * write it to that member, which the document must have. */
int fid_json_body_hash (const cJSON *doc, uint64_t *hash, struct fid_error *err);
int fid_json_seal (cJSON *doc, struct fid_error *err);

/* The bytes at the start of s that stand in a text of JSON as they are, in ASCII. */
size_t fid_json_plain_n (const char *s);

/* Bytes of the UTF-8 character at s (RFC 3629: no surrogates, nothing above
 * U+10FFFF, no overlong forms); 0 if the bytes are not UTF-8.  s ends in '\0'. */
size_t fid_utf8_n (const char *s);

/* The same, or 1 if the bytes are not UTF-8: the way to the next character. */
static inline size_t fid_utf8_step (const char *s)
{
    size_t n = fid_utf8_n (s);
    return n ? n : 1;
}

/* Replaces the bytes of a text that are not UTF-8 by '?'. */
void fid_utf8_clean (char *s);
