/* sink.h - where readers put what they read
 *
 * A reader calls these for every record in file order; the sink decides what
 * becomes of it.  They return 0, or -1 with err set, which the reader passes
 * up at once.  Spans inside records are borrowed during the call. */
#ifndef FID_SINK_H
#define FID_SINK_H

#include "base/error.h"
#include "timeline/record.h"

struct fid_sink {
    void *self; /* borrowed */
    int (*event) (void *self, const struct fid_event *ev, struct fid_error *err);
    int (*sample) (void *self, const struct fid_sample *s, struct fid_error *err);
    int (*phase) (void *self, const struct fid_phase *p, struct fid_error *err);
    int (*step) (void *self, const struct fid_step *s, struct fid_error *err);
    int (*anchor) (void *self, const struct fid_anchor *a, struct fid_error *err);
    int (*logline) (void *self, const struct fid_logline *l, struct fid_error *err);
    int (*fact) (void *self, const struct fid_fact *f, struct fid_error *err);
    /* A line that could not be read; reason is a short text ("PID is not a
     * number"), line the number in the file.  Never fails. */
    void (*reject) (void *self, size_t line, const char *reason);
    /* Something worth telling that is no malformed line ("Lost 117 events",
     * "last line is cut"); line 0: the whole file.  Never fails. */
    void (*note) (void *self, size_t line, const char *text);
};

/* Shorthands: fid_put_event (sink, &ev, err) ...; a missing function ignores. */
#define FID_PUT(what, type)                                                                    \
    static inline int fid_put_##what (const struct fid_sink *s, const type *r,                 \
                                      struct fid_error *err)                                   \
    {                                                                                          \
        return s->what ? s->what (s->self, r, err) : 0;                                        \
    }
FID_PUT (event, struct fid_event)
FID_PUT (sample, struct fid_sample)
FID_PUT (phase, struct fid_phase)
FID_PUT (step, struct fid_step)
FID_PUT (anchor, struct fid_anchor)
FID_PUT (logline, struct fid_logline)
FID_PUT (fact, struct fid_fact)
#undef FID_PUT

static inline void
fid_put_reject (const struct fid_sink *s, size_t line, const char *reason)
{
    if (s->reject)
        s->reject (s->self, line, reason);
}

static inline void
fid_put_note (const struct fid_sink *s, size_t line, const char *text)
{
    if (s->note)
        s->note (s->self, line, text);
}

#endif
