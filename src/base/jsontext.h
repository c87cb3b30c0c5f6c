/* jsontext.h - a cJSON document as text that git diff can read
 *
 * Two spaces a level; an object or array that fits into one line of 100
 * columns stands in one.  Numbers have at most 12 significant digits and a
 * decimal point whatever the locale; bytes that are no UTF-8 (names of
 * directories may hold any) become U+FFFD.  Equal documents, equal bytes. */
#ifndef FID_JSONTEXT_H
#define FID_JSONTEXT_H

#include <stdint.h>
#include <cjson/cJSON.h>
#include "base/error.h"

#define FID_JSON_DIGITS 12

/* The text, ending in a newline; freed by the caller.  NULL with FID_EINTERNAL
 * if a number is not finite (the text names its key) or memory runs out. */
char *fid_json_text (const cJSON *doc, struct fid_error *err);

/* The same in one line, without the newline. */
char *fid_json_line (const cJSON *doc, struct fid_error *err);

/* As fid_json_text, but numbers of a list follow each other without blanks, as
 * many a line as fit: for documents that hold long series. */
char *fid_json_packed (const cJSON *doc, struct fid_error *err);

/* XXH3 of the text of a document without its member "hash": what documents that
 * name their own hash are checked by. */
int fid_json_body_hash (const cJSON *doc, uint64_t *hash, struct fid_error *err);

/* Put that hash, as 16 hex digits, into the member "hash" the document has. */
int fid_json_seal (cJSON *doc, struct fid_error *err);

/* Bytes of the UTF-8 sequence at s (RFC 3629: no surrogates, nothing above
 * U+10FFFF, nothing longer than needed); 0 if it is none.  s ends in '\0'. */
size_t fid_utf8_n (const char *s);

/* Parse a whole file, which may be gzip.  NULL with FID_EINPUT
 * "path:line: reason"; else deleted by the caller with cJSON_Delete.  Thread-safe. */
cJSON *fid_json_load (const char *path, struct fid_error *err);

#endif
