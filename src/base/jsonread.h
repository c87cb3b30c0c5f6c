/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jsonread.h - reading JSON documents: strict parsing, then members by name
 *
 * Parsing takes RFC 8259 and nothing else, keeps no state between calls, and does
 * not depend on the locale: it may run in several threads at once.
 *
 * Documents come from others, so every member is checked.  A struct fid_reading
 * keeps the first mistake; the fid_get_ functions that take one return a harmless
 * value after it, so that a reader is a plain list of members which asks once, at
 * its end, whether `bad` is set. */
#pragma once

#include "base/jsonbuild.h"

/* Parse a file, which may be gzip, or text[n]; path is for messages.  Freed by the
 * caller with cJSON_Delete.  Returns NULL with FID_EINPUT "path:line: reason", also for a file of
 * more than 256 MiB or a document of more than 8 * 2^20 values, which would take gigabytes. */
cJSON *fid_json_load (const char *path, struct fid_error *err);
cJSON *fid_json_parse (const char *text, size_t n, const char *path, struct fid_error *err);

/* The same with the members of these names emptied (the list ends with NULL), except those of
 * the document itself: {}, [] or null is left of their values, which are checked. */
cJSON *fid_json_load_without (const char *path, const char *const *names,
                              struct fid_error *err);

/* The same, where long lists of numbers and nulls take 8 bytes an element and no time to free.
 * Their elements are read with fid_get_length and fid_get_numbers only, and such a document is
 * not written again. */
cJSON *fid_json_load_packed (const char *path, struct fid_error *err);

struct fid_reading {
    const char *path, *what; /* for messages: "PATH: not a WHAT file: ..." */
    struct fid_error *err;
    bool bad; /* err is set */
};

/* Record a mistake (FID_EINPUT) unless there is one already; returns -1. */
int fid_reading_fail (struct fid_reading *r, const char *fmt, ...) FID_PRINTF (2, 3);

/* Whether the document's schema is this one ("fidlio.pair/1"); else a mistake. */
bool fid_reading_schema (struct fid_reading *r, const cJSON *doc, const char *schema);

/* Whether the document's "hash" is that of its contents (fid_json_seal), which *hash gets; else
 * a mistake that ends with `then', what to do. */
bool fid_reading_sealed (struct fid_reading *r, const cJSON *doc, uint64_t *hash,
                         const char *then);

/* The member `key` of an object: anything (NULL if there is none, or o is no
 * object), or an object or list that must be there. */
const cJSON *fid_get (const cJSON *o, const char *key);
const cJSON *fid_get_object (struct fid_reading *r, const cJSON *o, const char *key);
const cJSON *fid_get_list (struct fid_reading *r, const cJSON *o, const char *key);

/* A text without control characters (it may reach a terminal), borrowed.  _string:
 * NULL if it is missing or wrong; _text: must be there ("" if not).  where: for
 * messages. */
const char *fid_get_string (const cJSON *o, const char *key);
const char *fid_get_text (struct fid_reading *r, const cJSON *o, const char *key,
                          const char *where);

/* Whether the member is a finite number from 0 to max, written to *x (else -1). */
bool fid_get_amount (const cJSON *o, const char *key, double max, double *x);

/* Elements of a list; 0 if it is no list. */
size_t fid_get_length (const cJSON *list);

/* The elements of a list of numbers, FID_GAP for null; out has room for all.  Returns how many come
 * before the first that is neither a number nor, with gaps, null. */
size_t fid_get_numbers (const cJSON *list, bool gaps, double *out);

/* Whether s has control characters. */
bool fid_has_control (const char *s);
