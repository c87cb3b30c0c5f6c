/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.h - streaming reader of JSON traces, which may be cut or slightly wrong
 *
 * Builds no tree.  Tolerates what real traces contain: NaN and Infinity, trailing
 * commas, missing commas between members or elements, and text that ends in the
 * middle (whatever is open counts as closed there).  Anything else that is not JSON
 * sets `bad` and ends the scan.
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
#pragma once

#include "base/base.h"

#define FID_JSON_NESTED 512 /* most containers inside each other */

struct fid_json {
    const char *p, *end;
    size_t depth;       /* containers entered and not left */
    bool bad;           /* not JSON; the scan has ended */
    const char *bad_at; /* where */
    bool cut;           /* the text ended inside a value */
    bool decimal_comma; /* a digit behind a comma is of the number; set after init */
};

void fid_json_init (struct fid_json *j, struct fid_span text);

/* Start in one line of an array that has one element a line: fid_json_element says
 * whether the line has one. */
void fid_json_init_line (struct fid_json *j, struct fid_span line);

/* The first character of the next value: '{' '[' '"' '0' (any number, NaN included)
 * 't' (true or false) 'n' (null), or 0 at the end. */
char fid_json_peek (struct fid_json *j);

/* Step into an object ('{') or array ('['); false, with nothing consumed, if the
 * next value is something else. */
bool fid_json_enter (struct fid_json *j, char open);

/* The same, but a next value that is something else is consumed. */
bool fid_json_into (struct fid_json *j, char open);

/* Go to the next member of the object entered last, or element of the array: the
 * value (and *key) come next.  Returns false, and leaves the container, at its end. */
bool fid_json_member (struct fid_json *j, struct fid_span *key);
bool fid_json_element (struct fid_json *j);

/* Consume the next value: any, or one of a type.  The typed functions return false,
 * with the value consumed, if it has another type or is cut (half a number is another
 * number).  i64 and f64 also read numbers in quotes; f64 refuses NaN and Infinity.
 * Strings are as written, with their escapes. */
void fid_json_skip (struct fid_json *j);
bool fid_json_i64 (struct fid_json *j, int64_t *out);
bool fid_json_f64 (struct fid_json *j, double *out);
bool fid_json_string (struct fid_json *j, struct fid_span *out);

/* A string as it is meant, freed by the caller: \n becomes a line end.  As written if its
 * escapes are wrong.  NULL with FID_EINTERNAL. */
char *fid_json_unescaped (struct fid_span written, struct fid_error *err);

/* Consume the next value and return its text, for another fid_json_init. */
struct fid_span fid_json_raw (struct fid_json *j);

/* The end of the object or array that begins at p, behind its bracket, and how many line ends are
 * in it; NULL if it is not within the text, brackets do not match, or it is nested more than 63
 * deep: the functions above then tell.  Only brackets and strings are looked at.  Several times
 * as fast as fid_json_skip. */
const char *fid_json_container_end (const char *p, const char *end, size_t *line_n);

/* The objects of one long array, one by one:
 *
 *     [{...}, {...}]                          the file is the array
 *     {"a": 1, "traceEvents": [{...}, ...]}   or an object with that member
 *
 * Only brackets and strings are looked at; fid_json checks each object.  Memory: a
 * block of the file and the largest object, even if the file is one line. */
struct fid_json_items {
    struct fid_text *text; /* borrowed */
    const char *member;    /* borrowed; name of the array in an object */
    struct fid_span block; /* the rest of the current block */
    FID_LIST (char, item); /* owned; the current object */
    size_t line_n;         /* current line */
    size_t item_at;        /* line where the last object starts */
    char open[FID_JSON_NESTED];
    size_t depth, array; /* array: depth of its elements; 0 outside it */
    char key[48];        /* "a", or "a.b" of an object beside the array */
    size_t key_n, outer_n;
    bool string, escaped, taking;
    const char *wanted[2]; /* borrowed; numbers beside the array, NULL: none; set after init */
    char number[2][32];    /* their texts */
    size_t number_n[2];
    bool found; /* the array exists */
    bool cut;   /* the text ended in the middle */
};

/* Start at the beginning of text. */
void fid_json_items_init (struct fid_json_items *it, struct fid_text *text, const char *member);

/* The next object: 1 (valid until the next call), 0 at the end, -1 with FID_EINPUT
 * "path:line: reason" if the text is not JSON or an element is not an object. */
int fid_json_items_next (struct fid_json_items *it, struct fid_span *object,
                         struct fid_error *err);

void fid_json_items_clear (struct fid_json_items *it);
