/* document.h - reading a document with a fixed layout: the first thing wrong is kept
 *
 * A walk goes on after a mistake with harmless values, so that a reader is a
 * list of members; whether something was wrong is asked at the end. */
#ifndef FID_WALK_H
#define FID_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include "base/error.h"
#include "base/jsonbuild.h" /* FID_GAP */

struct fid_walk {
    const char *path, *what; /* "PATH: not a WHAT file: ..." */
    struct fid_error *err;
    bool bad;
};

/* Note what is wrong (FID_EINPUT), or that memory ran out (FID_EINTERNAL). */
void fid_walk_complain (struct fid_walk *w, const char *fmt, ...) FID_PRINTF (2, 3);
void fid_walk_nomem (struct fid_walk *w);

/* Whether the document is of that schema ("fidlio.pair/1"), else complain. */
bool fid_walk_schema (struct fid_walk *w, const cJSON *doc, const char *schema);

/* A member, whatever it is; an object or a list that has to be there. */
const cJSON *fid_walk_member (const cJSON *o, const char *key);
const cJSON *fid_walk_object (struct fid_walk *w, const cJSON *o, const char *key);
const cJSON *fid_walk_list (struct fid_walk *w, const cJSON *o, const char *key);

/* A text that has to be there ("" if not), or may be null (NULL).  Control
 * characters, which would reach terminals, are refused.  where: for messages. */
const char *fid_walk_text (struct fid_walk *w, const cJSON *o, const char *key,
                           const char *where);
const char *fid_walk_maybe_text (struct fid_walk *w, const cJSON *o, const char *key,
                                 const char *where);

/* A number, FID_GAP where it is null; one from least up; a count from least up, -1
 * for null where that may be. */
double fid_walk_maybe_number (struct fid_walk *w, const cJSON *o, const char *key);
double fid_walk_number_from (struct fid_walk *w, const cJSON *o, const char *key, double least);
int fid_walk_count_from (struct fid_walk *w, const cJSON *o, const char *key, int least,
                         bool nullable);

/* Room, zeroed, for what a list becomes, and how many that is; freed by the
 * caller.  NULL, *n 0, when something was wrong already. */
void *fid_walk_rows (struct fid_walk *w, const cJSON *list, size_t size, size_t *n);

/* Elements of a list; 0 for what is none. */
size_t fid_walk_length (const cJSON *list);

/* Whether s has control characters. */
bool fid_has_control (const char *s);

#endif
