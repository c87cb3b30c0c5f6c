/* text.c - see text.h */
#include "config.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zlib.h>
#include "base/array.h"
#include "base/text.h"

#define BLOCK    ((size_t)1 << 18)
#define REST_MAX ((size_t)1 << 30)

struct fid_text_source {
    int fd;
    bool gzip, inflating, eof;
    z_stream z;
    XXH3_state_t *hash; /* owned */
    unsigned char in[BLOCK];
};

/* One block of the file as stored into dst; the bytes read, or -1. */
static ssize_t
read_raw (struct fid_text *t, void *dst, size_t max, struct fid_error *err)
{
    ssize_t n;
    do
        n = read (t->source->fd, dst, max);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return fid_errorf (err, FID_EINPUT, "%s: %s", t->path, strerror (errno));
    XXH3_64bits_update (t->source->hash, dst, (size_t)n);
    t->byte_n += (uint64_t)n;
    return n;
}

/* Inflate into dst; the bytes made, 0 at the end, -1 on a read error. */
static ssize_t
read_gzip (struct fid_text *t, void *dst, size_t max, struct fid_error *err)
{
    struct fid_text_source *s = t->source;
    s->z.next_out = dst;
    s->z.avail_out = (uInt)max;
    while (s->z.avail_out && !t->cut_gzip) {
        if (!s->z.avail_in && !s->eof) {
            ssize_t n = read_raw (t, s->in, sizeof s->in, err);
            if (n < 0)
                return -1;
            s->eof = n == 0;
            s->z.next_in = s->in;
            s->z.avail_in = (uInt)n;
        }
        if (!s->z.avail_in) { /* stored bytes are used up */
            t->cut_gzip = s->inflating;
            break;
        }
        if (!s->inflating) { /* another member, or padding after the last */
            if (s->z.next_in[0] != 0x1f)
                break;
            inflateReset (&s->z);
            s->inflating = true;
        }
        int rc = inflate (&s->z, Z_NO_FLUSH);
        if (rc == Z_STREAM_END)
            s->inflating = false;
        else if (rc != Z_OK && rc != Z_BUF_ERROR)
            t->cut_gzip = true;
    }
    return (ssize_t)(max - s->z.avail_out);
}

/* Append a block to buf; t->end at the end of the text. */
static int
fill (struct fid_text *t, struct fid_error *err)
{
    if (t->from) {
        memmove (t->buf, t->buf + t->from, t->to - t->from);
        t->base += t->from;
        t->to -= t->from;
        t->from = 0;
    }
    size_t cap = t->buf_cap;
    if (fid_array_grow (&t->buf, &t->buf_cap, t->to + BLOCK + FID_TEXT_PAD, 1, err))
        return -1;
    if (t->buf_cap != cap) /* what lies behind the text is read, though never used */
        memset (t->buf + cap, 0, t->buf_cap - cap);
    ssize_t n = t->source->gzip ? read_gzip (t, t->buf + t->to, BLOCK, err)
                                : read_raw (t, t->buf + t->to, BLOCK, err);
    if (n < 0)
        return -1;
    t->end = n == 0;
    t->to += (size_t)n;
    return 0;
}

int
fid_text_open (struct fid_text *t, const char *path, struct fid_error *err)
{
    struct stat st;
    *t = (struct fid_text){0};
    int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return fid_errorf (err, FID_EINPUT, "%s: %s", path, strerror (errno));
    t->path = fid_strdup (path, err);
    t->source = malloc (sizeof *t->source);
    if (t->source) {
        memset (t->source, 0, offsetof (struct fid_text_source, in));
        t->source->fd = fd;
        t->source->hash = XXH3_createState ();
    } else {
        close (fd);
    }
    if (!t->path || !t->source || !t->source->hash) {
        fid_text_close (t);
        return fid_error_nomem (err);
    }
    XXH3_64bits_reset (t->source->hash);
    if (fstat (fd, &st) || !S_ISREG (st.st_mode)) {
        fid_errorf (err, FID_EINPUT, "%s: not a regular file", path);
        fid_text_close (t);
        return -1;
    }
    unsigned char magic[2];
    t->source->gzip = pread (fd, magic, 2, 0) == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
    if (t->source->gzip && inflateInit2 (&t->source->z, 15 + 16) != Z_OK) {
        t->source->gzip = false;
        fid_text_close (t);
        return fid_error_nomem (err);
    }
    if (fill (t, err)) {
        fid_text_close (t);
        return -1;
    }
    if (t->to >= 3 && memcmp (t->buf, "\xef\xbb\xbf", 3) == 0)
        t->from = 3;
    return 0;
}

int
fid_text_next (struct fid_text *t, struct fid_span *line, struct fid_error *err)
{
    size_t seen = 0;
    for (;;) {
        size_t have = t->to - t->from;
        char *start = t->buf + t->from;
        char *nl = have > seen ? memchr (start + seen, '\n', have - seen) : NULL;
        if (!nl && !t->end && have < FID_LINE_MAX) {
            seen = have;
            if (fill (t, err))
                return -1;
            continue;
        }
        if (!have)
            return 0;
        size_t n = nl ? (size_t)(nl - start) : have;
        t->line_ended = nl != NULL;
        t->cut_line |= !nl && !t->end;
        t->line_n++;
        t->at = t->base + t->from;
        t->from += n + (nl != NULL);
        while (n && start[n - 1] == '\r')
            n--;
        *line = (struct fid_span){start, n};
        return 1;
    }
}

int
fid_text_peek (struct fid_text *t, size_t max, struct fid_span *head, struct fid_error *err)
{
    while (t->to - t->from < max && !t->end)
        if (fill (t, err))
            return -1;
    size_t n = t->to - t->from;
    *head = (struct fid_span){t->buf + t->from, n < max ? n : max};
    return 0;
}

int
fid_text_rest (struct fid_text *t, struct fid_span *all, struct fid_error *err)
{
    while (!t->end) {
        if (t->to - t->from > REST_MAX)
            return fid_errorf (err, FID_EINPUT,
                               "%s: larger than 1 GiB, which is more than this "
                               "format is read in one piece",
                               t->path);
        if (fill (t, err))
            return -1;
    }
    *all = (struct fid_span){t->buf + t->from, t->to - t->from};
    t->from = t->to;
    return 0;
}

uint64_t
fid_text_hash (const struct fid_text *t)
{
    return XXH3_64bits_digest (t->source->hash);
}

int
fid_text_finish (struct fid_text *t, struct fid_error *err)
{
    ssize_t n;
    t->from = t->to = 0;
    t->end = true;
    do
        n = read_raw (t, t->source->in, sizeof t->source->in, err);
    while (n > 0);
    return n < 0 ? -1 : 0;
}

void
fid_text_close (struct fid_text *t)
{
    if (t->source) {
        if (t->source->gzip)
            inflateEnd (&t->source->z);
        XXH3_freeState (t->source->hash);
        close (t->source->fd);
        free (t->source);
    }
    free (t->buf);
    free (t->path);
    *t = (struct fid_text){0};
}

int
fid_file_hash (const char *path, uint64_t *hash, uint64_t *bytes, struct fid_error *err)
{
    struct fid_text t;
    if (fid_text_open (&t, path, err))
        return -1;
    int rc = fid_text_finish (&t, err);
    *hash = fid_text_hash (&t);
    *bytes = t.byte_n;
    fid_text_close (&t);
    return rc;
}
