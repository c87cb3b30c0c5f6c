/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpack.c - see unpack.h */
#include <zlib.h>
#ifdef HAVE_ISAL
#include <isa-l/igzip_lib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif
#ifdef HAVE_LZMA
#include <lzma.h>
#endif
#include "base/read_ahead.h"
#include "base/unpack.h"

#define BLOCK       FID_AHEAD_BLOCK
#define MEMORY_MOST (UINT64_C (128) << 20) /* for a file's window; zstd's own limit, too */
#define TEXT_LEAST  (UINT64_C (256) << 20) /* more text than this has to be */
#define TIMES_MOST  1000                   /* at most so many times the packed bytes */

struct fid_unpack {
    enum fid_packing packing;
    int fd;
    const char *path; /* borrowed */
    fid_raw_read raw;
    void *ctx;
    bool inside; /* a member or frame is begun and not ended */
    bool eof, cut, done;
    z_stream z;
#ifdef HAVE_ISAL
    struct inflate_state *isal; /* owned; NULL: zlib inflates */
    unsigned char *held;        /* owned; a block that is good if the next one is */
    size_t held_n, given_n;
    off_t again; /* zlib reads from here, and gives nothing before skip_n bytes */
    size_t skip_n;
#endif
#ifdef HAVE_ZSTD
    ZSTD_DStream *zstd; /* owned */
#endif
#ifdef HAVE_LZMA
    lzma_stream lzma;
#endif
    size_t at, in_n;           /* of in[], zstd and xz: what is used, what is there */
    uint64_t packed_n, text_n; /* zstd and xz: bytes taken and given so far */
    bool large;                /* its window needs more memory than MEMORY_MOST */
    unsigned char in[BLOCK];
};

enum fid_packing fid_packing_of (const unsigned char *first, size_t n)
{
    static const struct {
        enum fid_packing packing;
        size_t n;
        unsigned char magic[6];
    } known[] = {{FID_GZIP, 2, {0x1f, 0x8b}},
                 {FID_ZSTD, 4, {0x28, 0xb5, 0x2f, 0xfd}},
                 {FID_XZ, 6, {0xfd, '7', 'z', 'X', 'Z', 0}}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (n >= known[i].n && memcmp (first, known[i].magic, known[i].n) == 0)
            return known[i].packing;
    return FID_PLAIN;
}

/* --- gzip */

/* More input, or eof; -1 on a read error. */
static int refill_input (struct fid_unpack *g, unsigned char **next, unsigned *avail,
                         struct fid_error *err)
{
    if (*avail || g->eof)
        return 0;
    ssize_t n = g->raw (g->ctx, g->in, sizeof g->in, err);
    FID_TRY (n < 0);
    g->eof = n == 0;
    *next = g->in;
    *avail = (unsigned)n;
    return 0;
}

/* What to do at the end of the input, or between members: true to go on. */
static bool in_member (struct fid_unpack *g, const unsigned char *next, unsigned avail)
{
    if (!avail) /* stored bytes are used up */
        g->cut = g->inside;
    else if (!g->inside && *next != 0x1f) /* padding after the last member */
        g->done = true;
    return !g->done && avail;
}

static ssize_t read_zlib (struct fid_unpack *g, void *dst, size_t max, struct fid_error *err)
{
    g->z.next_out = dst;
    g->z.avail_out = (uInt)max;
    while (g->z.avail_out && !g->done) {
        FID_TRY (refill_input (g, &g->z.next_in, &g->z.avail_in, err));
        if (!in_member (g, g->z.next_in, g->z.avail_in))
            break;
        if (!g->inside) {
            inflateReset (&g->z);
            g->inside = true;
        }
        int rc = inflate (&g->z, Z_NO_FLUSH);
        if (rc == Z_STREAM_END)
            g->inside = false;
        else if (rc != Z_OK && rc != Z_BUF_ERROR)
            g->cut = g->done = true;
    }
    return (ssize_t)(max - g->z.avail_out);
}

#ifdef HAVE_ISAL
/* Begin a member.  ISA-L takes headers whose reserved flags are set, zlib does
 * not: those are left to zlib. */
static int begin_member (struct fid_unpack *g, struct fid_error *err)
{
    struct inflate_state *s = g->isal;
    while (s->avail_in < 4 && !g->eof) {
        memmove (g->in, s->next_in, s->avail_in);
        s->next_in = g->in;
        ssize_t n = g->raw (g->ctx, g->in + s->avail_in, BLOCK - s->avail_in, err);
        FID_TRY (n < 0);
        g->eof = n == 0;
        s->avail_in += (uint32_t)n;
    }
    if (s->avail_in >= 4 && s->next_in[3] & 0xe0)
        g->cut = g->done = true;
    isal_inflate_reset (s); /* which leaves next and avail */
    s->crc_flag = ISAL_GZIP;
    g->inside = true;
    return 0;
}

/* Inflate as far as input and room go; false if that was nothing. */
static bool go_on (struct fid_unpack *g)
{
    struct inflate_state *s = g->isal;
    uint32_t in_n = s->avail_in, room_n = s->avail_out;
    int rc = isal_inflate (s);
    if (rc == ISAL_DECOMP_OK && s->block_state == ISAL_BLOCK_FINISH)
        g->inside = false;
    else if (rc != ISAL_DECOMP_OK && rc != ISAL_END_INPUT)
        g->cut = g->done = true;
    return s->avail_in != in_n || s->avail_out != room_n || !g->inside;
}

/* One block of text into dst by ISA-L; sets cut and done as zlib would. */
static ssize_t read_isal (struct fid_unpack *g, void *dst, struct fid_error *err)
{
    struct inflate_state *s = g->isal;
    s->next_out = dst;
    s->avail_out = (uint32_t)BLOCK;
    while (s->avail_out && !g->done) {
        FID_TRY (refill_input (g, &s->next_in, &s->avail_in, err));
        if (!s->avail_in && g->inside && go_on (g)) /* what it took in before */
            continue;
        if (!in_member (g, s->next_in, s->avail_in))
            break;
        if (!g->inside)
            FID_TRY (begin_member (g, err));
        if (!g->done)
            go_on (g);
    }
    return (ssize_t)(BLOCK - s->avail_out);
}

static ssize_t read_again (void *ctx, void *dst, size_t max, struct fid_error *err)
{
    struct fid_unpack *g = ctx;
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
static void give_up (struct fid_unpack *g)
{
    free (g->isal);
    g->isal = NULL;
    g->raw = read_again;
    g->ctx = g;
    g->inside = g->eof = g->cut = g->done = false;
    g->skip_n = g->given_n;
}

static ssize_t read_skipping (struct fid_unpack *g, void *dst, size_t max,
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

static ssize_t read_gzip (struct fid_unpack *g, void *dst, size_t max, struct fid_error *err)
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
        FID_TRY (n < 0);
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
#define read_gzip read_zlib
#endif

/* --- all */

/* Unpacks zstd or xz from in[] to dst; returns how many bytes of text that made. */
static size_t unpack_some (struct fid_unpack *u, unsigned char *dst, size_t max)
{
#ifdef HAVE_ZSTD
    if (u->packing == FID_ZSTD) {
        ZSTD_inBuffer in = {u->in, u->in_n, u->at};
        ZSTD_outBuffer out = {dst, max, 0};
        size_t left = ZSTD_decompressStream (u->zstd, &out, &in);
        u->at = in.pos;
        u->inside = left != 0;
        u->cut = u->done = ZSTD_isError (left);
        u->large = ZSTD_getErrorCode (left) == ZSTD_error_frameParameter_windowTooLarge;
        return out.pos;
    }
#endif
#ifdef HAVE_LZMA
    if (u->packing == FID_XZ) {
        u->lzma.next_in = u->in + u->at;
        u->lzma.avail_in = u->in_n - u->at;
        u->lzma.next_out = dst;
        u->lzma.avail_out = max;
        lzma_ret rc = lzma_code (&u->lzma, u->eof ? LZMA_FINISH : LZMA_RUN);
        u->at = u->in_n - u->lzma.avail_in;
        u->inside = rc != LZMA_STREAM_END;
        u->done = rc != LZMA_OK && rc != LZMA_BUF_ERROR;
        u->cut = u->done && rc != LZMA_STREAM_END;
        u->large = rc == LZMA_MEMLIMIT_ERROR;
        return max - u->lzma.avail_out;
    }
#endif
    (void)dst;
    (void)max;
    u->done = true;
    return 0;
}

ssize_t fid_unpack_read (struct fid_unpack *u, void *dst, size_t max, struct fid_error *err)
{
    size_t n = 0;
    if (u->packing == FID_GZIP)
        return read_gzip (u, dst, max, err);
    while (n < max && !u->done) {
        if (u->at == u->in_n && !u->eof) {
            ssize_t more = u->raw (u->ctx, u->in, sizeof u->in, err);
            FID_TRY (more < 0);
            u->eof = more == 0;
            u->at = 0;
            u->in_n = (size_t)more;
            u->packed_n += u->in_n;
        }
        size_t some = unpack_some (u, (unsigned char *)dst + n, max - n);
        n += some;
        u->text_n += some;
        if (u->large)
            return fid_errorf (err, FID_EINPUT,
                               "%s: unpacking it needs more than %u MiB of memory", u->path,
                               (unsigned)(MEMORY_MOST >> 20));
        if (u->text_n > TEXT_LEAST && u->text_n / TIMES_MOST > u->packed_n)
            return fid_errorf (err, FID_EINPUT,
                               "%s: it is over %d times as large when unpacked, as no trace is",
                               u->path, TIMES_MOST);
        if (u->eof && !some && !u->done) {
            u->cut = u->inside;
            u->done = true;
        }
    }
    return (ssize_t)n;
}

bool fid_unpack_cut (const struct fid_unpack *u)
{
    return u->cut;
}

/* The library's part; false if memory runs out.  *there: fidlio was built with it. */
static bool start_library (struct fid_unpack *u, off_t at, bool *there)
{
    *there = true;
    (void)at;
    if (u->packing == FID_GZIP) {
#ifdef HAVE_ISAL
        u->again = at;
        u->held = malloc (BLOCK);
        u->isal = malloc (sizeof *u->isal);
        if (!u->held || !u->isal)
            return false;
        isal_inflate_init (u->isal);
        u->isal->avail_in = 0;
#endif
        return inflateInit2 (&u->z, 15 + 16) == Z_OK;
    }
#ifdef HAVE_ZSTD
    if (u->packing == FID_ZSTD)
        return (u->zstd = ZSTD_createDStream ()) != NULL;
#endif
#ifdef HAVE_LZMA
    if (u->packing == FID_XZ) {
        u->lzma = (lzma_stream)LZMA_STREAM_INIT;
        return lzma_stream_decoder (&u->lzma, MEMORY_MOST, LZMA_CONCATENATED) == LZMA_OK;
    }
#endif
    *there = false;
    return true;
}

struct fid_unpack *fid_unpack_create (enum fid_packing packing, int fd, const char *path,
                                      off_t at, fid_raw_read raw, void *ctx,
                                      struct fid_error *err)
{
    const char *what = packing == FID_ZSTD ? "zstd" : "xz";
    struct fid_unpack *u = malloc (sizeof *u);
    bool there;
    if (!u)
        return fid_null_nomem (err);
    memset (u, 0, offsetof (struct fid_unpack, in));
    u->packing = packing;
    u->fd = fd;
    u->path = path;
    u->raw = raw;
    u->ctx = ctx;
    if (start_library (u, at, &there) && there)
        return u;
    if (there)
        fid_error_nomem (err);
    else
        fid_errorf (err, FID_EINPUT,
                    "%s: packed by %s, and fidlio was built without its library: unpack it "
                    "with %s -d",
                    path, what, what);
    fid_unpack_destroy (u);
    return NULL;
}

void fid_unpack_destroy (struct fid_unpack *u)
{
    if (!u)
        return;
    if (u->packing == FID_GZIP)
        inflateEnd (&u->z); /* harmless where it was not begun */
#ifdef HAVE_ISAL
    FID_FREE (u->held, u->isal);
#endif
#ifdef HAVE_ZSTD
    ZSTD_freeDStream (u->zstd);
#endif
#ifdef HAVE_LZMA
    if (u->packing == FID_XZ)
        lzma_end (&u->lzma);
#endif
    free (u);
}
