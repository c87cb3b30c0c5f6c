/* feed.c - one source of a build while it is read (see build.h) */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "timeline/build_priv.h"

struct fid_feed *
fid_feed_create (struct fid_build *b, size_t source, enum fid_pass pass, struct fid_error *err)
{
    struct fid_feed *f = calloc (1, sizeof *f);
    if (!f) {
        fid_error_nomem (err);
        return NULL;
    }
    f->b = b;
    f->src = &b->run->source[source];
    f->source = source;
    f->pass = pass;
    if (pass >= FID_PASS_VFS)
        fid_feed_events_begin (f);
    return f;
}

/* Whether what is told of lines is told elsewhere: of a file that is read again
 * later, or was before. */
static bool
is_retold (const struct fid_feed *f)
{
    return f->pass == FID_PASS_WRITES || f->src->told;
}

static void
on_reject (void *self, size_t line, const char *reason)
{
    struct fid_feed *f = self;
    struct fid_source *s = f->src;
    size_t room = sizeof s->reject / sizeof *s->reject;
    if (is_retold (f))
        return;
    if (s->reject_n < room) {
        s->reject[s->reject_n].line = line;
        strncpy (s->reject[s->reject_n].reason, reason, sizeof s->reject[0].reason - 1);
    }
    s->reject_n++;
}

static void
on_note (void *self, size_t line, const char *text)
{
    struct fid_feed *f = self;
    struct fid_source *s = f->src;
    unsigned long long lost;
    if (is_retold (f))
        return;
    if (sscanf (text, "Lost %llu event", &lost) == 1)
        f->lost_n += lost;
    size_t at = strlen (s->note);
    if (line)
        snprintf (s->note + at, sizeof s->note - at, "%sline %zu: %s", at ? "; " : "", line,
                  text);
    else
        snprintf (s->note + at, sizeof s->note - at, "%s%s", at ? "; " : "", text);
}

struct fid_sink
fid_feed_sink (struct fid_feed *f)
{
    struct fid_sink sink = f->pass == FID_PASS_COLLECT  ? fid_feed_collects (f)
                           : f->pass == FID_PASS_WRITES ? fid_feed_finds_writes (f)
                                                        : (struct fid_sink){.self = f};
    if (f->pass >= FID_PASS_VFS)
        sink.event = fid_feed_event;
    sink.reject = on_reject;
    sink.note = on_note;
    return sink;
}

/* What the events told, into the run. */
static int
merge (struct fid_feed *f, struct fid_error *err)
{
    struct fid_build *b = f->b;
    if (fid_feed_events_end (f, err) || fid_pidset_merge (&b->owner.pids, &f->pids, err))
        return -1;
    for (int id = 0; id < FID_STREAM_N; id++)
        if (fid_stream_merge (&b->run->stream[id], &f->stream[id], err))
            return -1;
    b->unmapped_n += f->unmapped_n;
    b->far_n += f->far_n;
    return 0;
}

int
fid_feed_end (struct fid_feed *f, struct fid_error *err)
{
    if (!f)
        return 0;
    f->b->run->lost_n += f->lost_n;
    if (f->pass != FID_PASS_WRITES)
        f->src->told = true;
    int rc = f->pass >= FID_PASS_VFS ? merge (f, err) : 0;
    for (int id = 0; id < FID_STREAM_N; id++)
        fid_stream_clear (&f->stream[id]);
    fid_pidset_clear (&f->pids);
    free (f);
    return rc;
}
