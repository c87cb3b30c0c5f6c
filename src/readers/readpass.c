/* readpass.c - see readpass.h */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/parallel.h"
#include "readers/reader.h"
#include "readers/readpass.h"

struct work {
    struct fid_run *run;             /* borrowed */
    struct fid_build *b;             /* borrowed */
    const struct fid_run_opts *opts; /* borrowed */
    enum fid_pass pass;
    size_t *source; /* owned; the sources to read */
    size_t n;
    struct fid_turns turns; /* feeds end in the order of sources */
};

/* Whether more than half of a file could not be read.  JSON in one piece has no
 * lines: there its records are counted. */
static bool
mostly_malformed (const struct fid_source *s)
{
    uint64_t good = s->event_n + s->sample_n + s->phase_n + s->step_n + s->anchor_n;
    uint64_t all = s->line_n >= s->reject_n ? s->line_n : good + s->reject_n;
    return 2 * s->reject_n > all;
}

/* Read an open source; -1 with the reason why the rest cannot be trusted. */
static int
read_text (const struct work *w, size_t i, const struct fid_reader *reader,
           struct fid_input *in, struct fid_feed *feed, struct fid_error *why)
{
    struct fid_source *s = &w->run->source[i];
    struct fid_text *text = in->text;
    struct fid_sink sink = fid_feed_sink (feed);
    int rc = reader ? reader->read (in, &sink, why)
                    : fid_errorf (why, FID_EINPUT, "%s: changed while it was read", text->path);
    if (w->pass != FID_PASS_WRITES) {
        s->line_n = text->line_n;
        s->whole = rc == 0 && !text->cut_gzip && !text->cut_line;
        fid_text_finish (text, NULL);
        s->byte_n = text->byte_n;
        s->hash = fid_text_hash (text);
    }
    return rc;
}

/* Read source k of the work. */
static int
read_source (void *ctx, size_t k, struct fid_error *err)
{
    struct work *w = ctx;
    size_t i = w->source[k];
    struct fid_source *s = &w->run->source[i];
    struct fid_text text;
    struct fid_input in = {.text = &text, .day_first = w->opts->day_first};
    struct fid_error why, end;
    const struct fid_reader *reader;
    struct fid_feed *feed = fid_feed_create (w->b, i, w->pass, &why);
    char *path = feed ? fid_format (&why, "%s/%s", w->run->dir, s->path) : NULL;
    int rc = path ? fid_reader_open (&text, path, &in.head, &reader, &why) : -1;
    if (rc == 0) {
        rc = read_text (w, i, reader, &in, feed, &why);
        fid_text_close (&text);
    }
    free (path);
    fid_turns_wait (&w->turns, k);
    if (fid_feed_end (feed, &end)) {
        rc = -1;
        why = end;
    }
    fid_turns_next (&w->turns);
    if (rc && why.status == FID_EINPUT) { /* damaged: told, and the rest goes on */
        s->whole = false;
        snprintf (s->failure, sizeof s->failure, "%.*s", (int)sizeof s->failure - 1, why.text);
        return 0;
    }
    if (rc) {
        *err = why;
        return -1;
    }
    char reason[FID_REMARK_TEXT];
    if (w->pass != FID_PASS_WRITES && mostly_malformed (s))
        return fid_errorf (err, FID_EINPUT,
                           "%s/%s: more than half of its lines are malformed; line %zu: %s",
                           w->run->dir, s->path, s->reject[0].line,
                           fid_remark_text (&s->reject[0], reason, sizeof reason));
    return 0;
}

/* What is read before the clocks are known.  The boot clock's relation to the
 * others does not depend on what its traces cover; for other clocks that is
 * asked of pure traces too. */
static bool
is_collected (const struct fid_source *s)
{
    return (s->used & ~(unsigned)FID_GIVES_EVENTS) ||
           ((s->used & FID_GIVES_EVENTS) && s->clock != FID_CLOCK_BOOT);
}

int
fid_read_pass (struct fid_run *run, struct fid_build *b, unsigned gives, enum fid_pass pass,
               const struct fid_run_opts *opts, struct fid_error *err)
{
    struct work w = {.run = run, .b = b, .opts = opts, .pass = pass};
    w.source = malloc ((run->source_n + 1) * sizeof *w.source);
    if (!w.source)
        return fid_error_nomem (err);
    for (size_t i = 0; i < run->source_n; i++) {
        const struct fid_source *s = &run->source[i];
        if ((s->used & gives) && (pass != FID_PASS_COLLECT || is_collected (s)))
            w.source[w.n++] = i;
    }
    fid_turns_init (&w.turns);
    size_t thread_n = pass == FID_PASS_VFS && opts->thread_n ? opts->thread_n : 1;
    int rc = fid_parallel (w.n, thread_n, read_source, &w, err);
    fid_turns_clear (&w.turns);
    free (w.source);
    return rc;
}
