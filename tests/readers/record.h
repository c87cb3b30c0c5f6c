/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.h - a sink that keeps everything, for reader tests
 *
 *     struct rec r;
 *     rec_read (&r, "tests/data/mpstat/good.out");   // or rec_text (&r, name, text)
 *     ok_int (r.sample_n, 4, "...");  r.sample[0].value ...
 *     rec_clear (&r);
 *
 * Spans of kept records point into memory the recorder owns. */
#ifndef FID_TEST_RECORD_H
#define FID_TEST_RECORD_H

#include "readers/reader.h"

struct rec_line {
    size_t line;
    char text[160];
};

struct rec {
    const struct fid_reader *reader; /* what the probe chose; NULL: none */
    int rc;                          /* of read */
    struct fid_error err;
    struct fid_event *event;
    struct fid_sample *sample;
    struct fid_phase *phase;
    struct fid_step *step;
    struct fid_anchor *anchor;
    struct fid_logline *logline;
    struct fid_fact *fact; /* keys owned, too */
    struct rec_line *reject, *note;
    size_t event_n, sample_n, phase_n, step_n, anchor_n, logline_n, fact_n, reject_n, note_n;
    size_t event_cap, sample_cap, phase_cap, step_cap, anchor_cap, logline_cap, fact_cap,
        reject_cap, note_cap;
    char **text; /* owned copies behind the spans */
    size_t text_n, text_cap;
};

/* A sink that keeps its records in *r, which must stay where it is; start with zeros. */
struct fid_sink rec_sink (struct rec *r);
/* Read a file of the tree (path below $srcdir); probes like the program. */
int rec_read (struct rec *r, const char *path);
/* Read a text as if it were a file of that name ("dir/name" allowed). */
int rec_text (struct rec *r, const char *name, const char *text);
/* The same with an explicit length, gzip-compressed when gz. */
int rec_bytes (struct rec *r, const char *name, const void *data, size_t n, int gz);
/* The bytes of a file of the tree; free them.  NULL and 0 if it cannot be read. */
char *rec_file (const char *path, size_t *n);
/* Whether two readings gave the same: reader, status, records, rejects, notes. */
bool rec_same (const struct rec *a, const struct rec *b);
void rec_clear (struct rec *r);
/* The value of a fact, or NULL. */
const char *rec_fact (const struct rec *r, const char *key);

#endif
