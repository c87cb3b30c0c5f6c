/* jsonstream.h - a JSON document that is written while it is made
 *
 * The text is that of fid_json_text.  Memory: the values held until it is known that their
 * container does not fit into a line, and the largest value put.
 *
 *     struct fid_stream s;
 *     fid_stream_begin (&s, f, err);             {
 *     fid_stream_put (&s, "n", item);              "n": 2,
 *     fid_stream_open (&s, "list", true);          "list": [
 *     fid_stream_put (&s, NULL, item);               {...}
 *     fid_stream_close (&s);                       ]
 *     return fid_stream_end (&s);                }
 *
 * Calls after a failure do nothing; fid_stream_end reports it. */
#pragma once

#include "base/jsonbuild.h"

#define FID_STREAM_NESTED 8 /* containers open at a time */

/* A container that is open. */
struct fid_stream_level {
    const char *key; /* borrowed; NULL: element of a list */
    cJSON *held;     /* owned; its values so far; NULL: some are written */
    bool list;
    size_t used; /* columns before its bracket */
};

struct fid_stream {
    FILE *f; /* borrowed */
    struct fid_error *err;
    struct fid_stream_level level[FID_STREAM_NESTED];
    size_t n;
    bool failed;
};

/* Begin with an object, the document.  Its caller calls fid_stream_end in any case. */
void fid_stream_begin (struct fid_stream *s, FILE *f, struct fid_error *err);

/* Add a container to the one opened last, or end that one.  key lives as long as it is open. */
void fid_stream_open (struct fid_stream *s, const char *key, bool list);
void fid_stream_close (struct fid_stream *s);

/* Add a value, which is freed here (NULL: memory ran out making it). */
void fid_stream_put (struct fid_stream *s, const char *key, cJSON *item);

/* Close what is open and write the rest.  Returns -1 with FID_EINTERNAL after a failure.  The
 * caller checks ferror (f). */
int fid_stream_end (struct fid_stream *s);
