/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gunzip.c - see gunzip.h */
#include <zlib.h>
#ifdef HAVE_ISAL
#include <isa-l/igzip_lib.h>
#endif
#include "base/gunzip.h"
#include "base/read_ahead.h"

#define BLOCK FID_AHEAD_BLOCK

struct fid_gunzip {
    int fd;
    const char *path; /* borrowed */
    fid_raw_read raw;
    void *ctx;
    bool inflating; /* inside a member */
    bool eof, cut, done;
    z_stream z;
    unsigned char in[BLOCK];
#ifdef HAVE_ISAL
    struct inflate_state *isal; /* owned; NULL: zlib inflates */
    unsigned char *held;        /* owned; a block that is good if the next one is */
    size_t held_n, given_n;
    off_t again; /* zlib reads from here, and gives nothing before skip_n bytes */
    size_t skip_n;
#endif
};

/* More input, or eof; -1 on a read error. */
static int refill_input (struct fid_gunzip *g, unsigned char **next, unsigned *avail,
                         struct fid_error *err)
{
    if (*avail || g->eof)
        return 0;
    ssize_t n = g->raw (g->ctx, g->in, sizeof g->in, err);
    if (n < 0)
        return -1;
    g->eof = n == 0;
    *next = g->in;
    *avail = (unsigned)n;
    return 0;
}

/* What to do at the end of the input, or between members: true to go on. */
static bool in_member (struct fid_gunzip *g, const unsigned char *next, unsigned avail)
{
    if (!avail) /* stored bytes are used up */
        g->cut = g->inflating;
    else if (!g->inflating && *next != 0x1f) /* padding after the last member */
        g->done = true;
    return !g->done && avail;
}

static ssize_t read_zlib (struct fid_gunzip *g, void *dst, size_t max, struct fid_error *err)
{
    g->z.next_out = dst;
    g->z.avail_out = (uInt)max;
    while (g->z.avail_out && !g->done) {
        FID_TRY (refill_input (g, &g->z.next_in, &g->z.avail_in, err));
        if (!in_member (g, g->z.next_in, g->z.avail_in))
            break;
        if (!g->inflating) {
            inflateReset (&g->z);
            g->inflating = true;
        }
        int rc = inflate (&g->z, Z_NO_FLUSH);
        if (rc == Z_STREAM_END)
            g->inflating = false;
        else if (rc != Z_OK && rc != Z_BUF_ERROR)
            g->cut = g->done = true;
    }
    return (ssize_t)(max - g->z.avail_out);
}

#ifdef HAVE_ISAL
/* Begin a member.  ISA-L takes headers whose reserved flags are set, zlib does
 * not: those are left to zlib. */
static int begin_member (struct fid_gunzip *g, struct fid_error *err)
{
    struct inflate_state *s = g->isal;
    while (s->avail_in < 4 && !g->eof) {
        memmove (g->in, s->next_in, s->avail_in);
        s->next_in = g->in;
        ssize_t n = g->raw (g->ctx, g->in + s->avail_in, BLOCK - s->avail_in, err);
        if (n < 0)
            return -1;
        g->eof = n == 0;
        s->avail_in += (uint32_t)n;
    }
    if (s->avail_in >= 4 && s->next_in[3] & 0xe0)
        g->cut = g->done = true;
    isal_inflate_reset (s); /* which leaves next and avail */
    s->crc_flag = ISAL_GZIP;
    g->inflating = true;
    return 0;
}

/* Inflate as far as input and room go; false if that was nothing. */
static bool go_on (struct fid_gunzip *g)
{
    struct inflate_state *s = g->isal;
    uint32_t in_n = s->avail_in, room_n = s->avail_out;
    int rc = isal_inflate (s);
    if (rc == ISAL_DECOMP_OK && s->block_state == ISAL_BLOCK_FINISH)
        g->inflating = false;
    else if (rc != ISAL_DECOMP_OK && rc != ISAL_END_INPUT)
        g->cut = g->done = true;
    return s->avail_in != in_n || s->avail_out != room_n || !g->inflating;
}

/* One block of text into dst by ISA-L; sets cut and done as zlib would. */
static ssize_t read_isal (struct fid_gunzip *g, void *dst, struct fid_error *err)
{
    struct inflate_state *s = g->isal;
    s->next_out = dst;
    s->avail_out = (uint32_t)BLOCK;
    while (s->avail_out && !g->done) {
        FID_TRY (refill_input (g, &s->next_in, &s->avail_in, err));
        if (!s->avail_in && g->inflating && go_on (g)) /* what it took in before */
            continue;
        if (!in_member (g, s->next_in, s->avail_in))
            break;
        FID_TRY (!g->inflating && begin_member (g, err));
        if (!g->done)
            go_on (g);
    }
    return (ssize_t)(BLOCK - s->avail_out);
}

static ssize_t read_again (void *ctx, void *dst, size_t max, struct fid_error *err)
{
    struct fid_gunzip *g = ctx;
    ssize_t n;
    do
        n = pread (g->fd, dst, max, g->again);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return fid_error_file (err, g->path, errno);
    g->again += n;
    return n;
}

/* Leave the rest to zlib, which starts again and skips what was given. */
static void give_up (struct fid_gunzip *g)
{
    free (g->isal);
    g->isal = NULL;
    g->raw = read_again;
    g->ctx = g;
    g->inflating = g->eof = g->cut = g->done = false;
    g->skip_n = g->given_n;
}

static ssize_t read_skipping (struct fid_gunzip *g, void *dst, size_t max,
                              struct fid_error *err)
{
    while (g->skip_n) {
        size_t want = g->skip_n < BLOCK ? g->skip_n : BLOCK;
        ssize_t n = read_zlib (g, g->held, want, err);
        if (n <= 0)
            return n;
        g->skip_n -= (size_t)n;
    }
    return read_zlib (g, dst, max, err);
}

ssize_t fid_gunzip_read (struct fid_gunzip *g, void *dst, size_t max, struct fid_error *err)
{
    unsigned char *block = dst;
    if (!g->isal || max < BLOCK) {
        if (g->isal) /* not in blocks */
            give_up (g);
        return read_skipping (g, dst, max, err);
    }
    for (;;) {
        size_t ready_n = g->held_n;
        memcpy (block, g->held, ready_n);
        ssize_t n = g->done ? 0 : read_isal (g, g->held, err);
        if (n < 0)
            return -1;
        if (g->cut) {
            give_up (g);
            return read_skipping (g, dst, max, err);
        }
        g->held_n = (size_t)n;
        g->given_n += ready_n;
        if (ready_n || !n)
            return (ssize_t)ready_n;
    }
}
#else
ssize_t fid_gunzip_read (struct fid_gunzip *g, void *dst, size_t max, struct fid_error *err)
{
    return read_zlib (g, dst, max, err);
}
#endif

bool fid_gunzip_cut (const struct fid_gunzip *g)
{
    return g->cut;
}

struct fid_gunzip *fid_gunzip_create (int fd, const char *path, fid_raw_read raw, void *ctx,
                                      struct fid_error *err)
{
    return fid_gunzip_create_at (fd, path, 0, raw, ctx, err);
}

struct fid_gunzip *fid_gunzip_create_at (int fd, const char *path, off_t at, fid_raw_read raw,
                                         void *ctx, struct fid_error *err)
{
    struct fid_gunzip *g = malloc (sizeof *g);
    if (!g)
        return fid_null_nomem (err);
    memset (g, 0, offsetof (struct fid_gunzip, in));
    g->fd = fd;
    g->path = path;
    g->raw = raw;
    g->ctx = ctx;
    (void)at;
#ifdef HAVE_ISAL
    g->held_n = g->given_n = g->skip_n = 0;
    g->again = at;
    g->held = malloc (BLOCK);
    g->isal = malloc (sizeof *g->isal);
    if (g->isal)
        isal_inflate_init (g->isal);
    if (!g->held || !g->isal) {
        FID_FREE (g->held, g->isal, g);
        fid_error_nomem (err);
        return NULL;
    }
    g->isal->avail_in = 0;
#endif
    if (inflateInit2 (&g->z, 15 + 16) != Z_OK) {
        fid_gunzip_destroy (g);
        fid_error_nomem (err);
        return NULL;
    }
    return g;
}

void fid_gunzip_destroy (struct fid_gunzip *g)
{
    if (!g)
        return;
    inflateEnd (&g->z);
#ifdef HAVE_ISAL
    FID_FREE (g->held, g->isal);
#endif
    free (g);
}
