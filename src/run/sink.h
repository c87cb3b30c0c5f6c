/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink.h - where readers put what they read
 *
 * A reader calls these for every record, in file order; the sink decides what to do
 * with it.  Each returns 0, or -1 with err set, which the reader passes up at once.
 * Spans inside records are borrowed during the call. */
#pragma once

#include "run/record.h"

struct fid_sink {
    void *self; /* borrowed */
    int (*event) (void *self, const struct fid_event *ev, struct fid_error *err);
    int (*sample) (void *self, const struct fid_sample *s, struct fid_error *err);
    int (*row) (void *self, const struct fid_row *r, struct fid_error *err); /* rarely wanted */
    int (*phase) (void *self, const struct fid_phase *p, struct fid_error *err);
    int (*step) (void *self, const struct fid_step *s, struct fid_error *err);
    int (*anchor) (void *self, const struct fid_anchor *a, struct fid_error *err);
    int (*logline) (void *self, const struct fid_logline *l, struct fid_error *err);
    int (*fact) (void *self, const struct fid_fact *f, struct fid_error *err);
    /* What follows is of the host of that key; 0: of the file's own. */
    int (*host) (void *self, uint64_t key, struct fid_error *err);
    /* The name of the host of a key, before or after. */
    int (*host_name) (void *self, uint64_t key, struct fid_span name, struct fid_error *err);
    /* A malformed line that is skipped.  Never fails. */
    void (*reject) (void *self, const struct fid_remark *r);
    /* Anything else worth knowing, such as lost events.  Never fails. */
    void (*note) (void *self, const struct fid_remark *r);
};

/* fid_put_event (sink, &ev, err) and so on; a NULL function ignores the record. */
#define FID_PUT(what, type)                                                                    \
    static inline int fid_put_##what (const struct fid_sink *s, const type *r,                 \
                                      struct fid_error *err)                                   \
    {                                                                                          \
        return s->what ? s->what (s->self, r, err) : 0;                                        \
    }
FID_PUT (event, struct fid_event)
FID_PUT (sample, struct fid_sample)
FID_PUT (row, struct fid_row)
FID_PUT (phase, struct fid_phase)
FID_PUT (step, struct fid_step)
FID_PUT (anchor, struct fid_anchor)
FID_PUT (logline, struct fid_logline)
FID_PUT (fact, struct fid_fact)
#undef FID_PUT

static inline int fid_put_host (const struct fid_sink *s, uint64_t key, struct fid_error *err)
{
    return s->host ? s->host (s->self, key, err) : 0;
}

static inline int fid_put_host_name (const struct fid_sink *s, uint64_t key,
                                     struct fid_span name, struct fid_error *err)
{
    return s->host_name ? s->host_name (s->self, key, name, err) : 0;
}

static inline void fid_put_reject (const struct fid_sink *s, size_t line,
                                   enum fid_remark_code code)
{
    struct fid_remark r = {.code = code, .line = line};
    if (s->reject)
        s->reject (s->self, &r);
}

/* line 0: the note is about the whole file. */
static inline void fid_put_note (const struct fid_sink *s, size_t line,
                                 enum fid_remark_code code)
{
    struct fid_remark r = {.code = code, .line = line};
    if (s->note)
        s->note (s->self, &r);
}

/* A note about the whole file that counts something; none if the count is 0. */
static inline void fid_put_count (const struct fid_sink *s, enum fid_remark_code code,
                                  uint64_t number)
{
    struct fid_remark r = {.code = code, .number = number};
    if (number && s->note)
        s->note (s->self, &r);
}
