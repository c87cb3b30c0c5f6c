/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unpack.c - see unpack.h */
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif
#ifdef HAVE_LZMA
#include <lzma.h>
#endif
#include "base/read_ahead.h"
#include "base/unpack.h"

struct fid_unpack {
    enum fid_packing packing;
    fid_raw_read raw;
    void *ctx;
    bool eof, cut, done;
    bool inside; /* a frame is begun and not ended */
#ifdef HAVE_ZSTD
    ZSTD_DStream *zstd; /* owned */
#endif
#ifdef HAVE_LZMA
    lzma_stream lzma;
#endif
    size_t at, in_n; /* of in[]: what is used, what is there */
    unsigned char in[FID_AHEAD_BLOCK];
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

/* Unpacks from in[] to dst; returns how many bytes of text that made. */
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
    while (n < max && !u->done) {
        if (u->at == u->in_n && !u->eof) {
            ssize_t more = u->raw (u->ctx, u->in, sizeof u->in, err);
            if (more < 0)
                return -1;
            u->eof = more == 0;
            u->at = 0;
            u->in_n = (size_t)more;
        }
        size_t some = unpack_some (u, (unsigned char *)dst + n, max - n);
        n += some;
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
static bool start_library (struct fid_unpack *u, bool *there)
{
    *there = false;
#ifdef HAVE_ZSTD
    if (u->packing == FID_ZSTD) {
        *there = true;
        u->zstd = ZSTD_createDStream ();
        return u->zstd != NULL;
    }
#endif
#ifdef HAVE_LZMA
    if (u->packing == FID_XZ) {
        *there = true;
        u->lzma = (lzma_stream)LZMA_STREAM_INIT;
        return lzma_stream_decoder (&u->lzma, UINT64_MAX, LZMA_CONCATENATED) == LZMA_OK;
    }
#endif
    return true;
}

struct fid_unpack *fid_unpack_create (enum fid_packing packing, const char *path,
                                      fid_raw_read raw, void *ctx, struct fid_error *err)
{
    struct fid_unpack *u = malloc (sizeof *u);
    bool there = true;
    if (u) {
        memset (u, 0, offsetof (struct fid_unpack, in));
        u->packing = packing;
        u->raw = raw;
        u->ctx = ctx;
    }
    if (!u || !start_library (u, &there) || !there) {
        const char *what = packing == FID_ZSTD ? "zstd" : "xz";
        if (!there)
            fid_errorf (err, FID_EINPUT,
                        "%s: packed by %s, and fidlio was built without its library: unpack it "
                        "with %s -d",
                        path, what, what);
        else
            fid_error_nomem (err);
        fid_unpack_destroy (u);
        return NULL;
    }
    return u;
}

void fid_unpack_destroy (struct fid_unpack *u)
{
    if (!u)
        return;
#ifdef HAVE_ZSTD
    ZSTD_freeDStream (u->zstd);
#endif
#ifdef HAVE_LZMA
    if (u->packing == FID_XZ)
        lzma_end (&u->lzma);
#endif
    free (u);
}
