/* jsonread.h - members of a JSON document that somebody else wrote
 *
 * Nothing is believed: what is there, of the right kind and inside its bounds is
 * given, all else is not.  Sentences on what is wrong name the file. */
#ifndef FID_JSONREAD_H
#define FID_JSONREAD_H

#include <stdbool.h>
#include <cjson/cJSON.h>
#include "base/error.h"

/* What is being read, for the sentences. */
struct fid_reading {
    const char *path;
    const char *what; /* "calibration": what the file is to be */
    struct fid_error *err;
};

/* -1, FID_EINPUT and "PATH: no WHAT: `member` is missing or of the wrong kind". */
int fid_cjson_lacks (const struct fid_reading *r, const char *member);

/* The member of an object; NULL where there is none, or no object. */
const cJSON *fid_cjson_member (const cJSON *o, const char *key);

/* A text without control characters (it may reach a terminal), or NULL; lent. */
const char *fid_cjson_string (const cJSON *o, const char *key);

/* Whether the member is a number from 0 to max (finite whatever max), which goes
 * to *x; -1 goes there if not.  maybe: null is right too, and reads as -1. */
bool fid_cjson_amount (const cJSON *o, const char *key, double max, double *x);
bool fid_cjson_maybe_amount (const cJSON *o, const char *key, double max, double *x);

#endif
