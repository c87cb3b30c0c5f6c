/* json.h - pull scanner for JSON text that may be cut or slightly wrong
 *
 * No tree is built.  Tolerated, because real traces contain them: NaN and
 * Infinity, trailing commas, missing commas between members or elements, text
 * that ends in the middle (the scanner then closes what is open).  Anything
 * else that is not JSON sets `bad` and ends the walk.
 *
 *     struct fid_json j;
 *     fid_json_init (&j, text);
 *     if (fid_json_enter (&j, '{'))
 *         while (fid_json_member (&j, &key))
 *             if (fid_span_is (key, "dur"))
 *                 fid_json_i64 (&j, &dur);
 *             else
 *                 fid_json_skip (&j);
 */
#ifndef FID_JSON_H
#define FID_JSON_H

#include "base/span.h"

struct fid_json {
    const char *p, *end;
    size_t depth;       /* containers entered and not left */
    bool bad;           /* not JSON; the walk ends */
    const char *bad_at; /* there */
    bool cut;           /* the text ended inside a value */
};

void fid_json_init (struct fid_json *j, struct fid_span text);

/* What the next value starts with: '{' '[' '"' '0' (any number, NaN included)
 * 't' (true or false) 'n' (null), or 0 at the end. */
char fid_json_peek (struct fid_json *j);

/* Step into an object ('{') or array ('['); false, nothing consumed, if the
 * next value is something else. */
bool fid_json_enter (struct fid_json *j, char open);

/* The next member of the object entered last: its key, the scanner stands
 * before its value.  False, object left, when there is none. */
bool fid_json_member (struct fid_json *j, struct fid_span *key);

/* Whether the array entered last has another element (the scanner stands
 * before it).  False, array left, when not. */
bool fid_json_element (struct fid_json *j);

/* Consume the next value whatever it is, or the one asked for.  The typed ones
 * return false, value consumed, if it has another type or its text is cut (half
 * a number is another number).  i64 and f64 also take numbers in quotes; f64
 * refuses NaN and Infinity.  The text of a string is as
 * written, escapes unresolved. */
void fid_json_skip (struct fid_json *j);
bool fid_json_i64 (struct fid_json *j, int64_t *out);
bool fid_json_f64 (struct fid_json *j, double *out);
bool fid_json_string (struct fid_json *j, struct fid_span *out);

/* The raw text of the next value, consumed; a later fid_json_init can walk it. */
struct fid_span fid_json_raw (struct fid_json *j);

#endif
