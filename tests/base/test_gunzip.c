/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_gunzip.c - text of gzip files, whole and damaged, against zlib alone */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include "base/gzip_members.h"
#include "tests/tap.h"

#define BLOCK    ((size_t)1 << 18) /* ISA-L's text is given in such */
#define TEXT_MAX (4 * BLOCK)

static uint64_t state = 3;

static unsigned draw (unsigned n)
{
    state = state * UINT64_C (6364136223846793005) + 1442695040888963407;
    return (unsigned)(state >> 33) % n;
}

struct bytes {
    unsigned char *p; /* owned */
    size_t n;
};

/* Append text as one gzip member. */
static void pack (struct bytes *b, const void *text, size_t n, int level)
{
    z_stream z = {0};
    deflateInit2 (&z, level, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
    size_t room = deflateBound (&z, n) + 64;
    b->p = realloc (b->p, b->n + room);
    z.next_in = (unsigned char *)(uintptr_t)text;
    z.avail_in = (uInt)n;
    z.next_out = b->p + b->n;
    z.avail_out = (uInt)room;
    if (!b->p || deflate (&z, Z_FINISH) != Z_STREAM_END)
        abort ();
    b->n += room - z.avail_out;
    deflateEnd (&z);
}

/* What zlib makes of it, all at once. */
static size_t plain (const struct bytes *b, unsigned char *out, size_t max, bool *cut)
{
    z_stream z = {0};
    bool inside = false;
    inflateInit2 (&z, 15 + 16);
    z.next_in = b->p;
    z.avail_in = (uInt)b->n;
    z.next_out = out;
    z.avail_out = (uInt)max;
    *cut = false;
    while (z.avail_in && !*cut && (inside || *z.next_in == 0x1f)) {
        if (!inside)
            inflateReset (&z);
        int rc = inflate (&z, Z_NO_FLUSH);
        inside = rc != Z_STREAM_END;
        *cut = rc != Z_OK && rc != Z_STREAM_END;
    }
    *cut |= inside && !z.avail_in;
    inflateEnd (&z);
    return max - z.avail_out;
}

static ssize_t read_fd (void *ctx, void *dst, size_t max, struct fid_error *err)
{
    const int *fd = ctx;
    (void)err;
    return read (*fd, dst, max);
}

static void write_file (int fd, const struct bytes *b)
{
    if (ftruncate (fd, 0) || pwrite (fd, b->p, b->n, 0) != (ssize_t)b->n)
        abort ();
    lseek (fd, 0, SEEK_SET);
}

/* Whether n bytes at got are what zlib makes of b. */
static bool is_text_of (const struct bytes *b, const unsigned char *got, size_t n, bool got_cut)
{
    static unsigned char want[TEXT_MAX + BLOCK];
    bool cut;
    size_t want_n = plain (b, want, sizeof want, &cut);
    bool good = n == want_n && memcmp (got, want, n) == 0 && got_cut == cut;
    if (!good)
        diag ("%zu bytes instead of %zu, cut %d instead of %d", n, want_n, got_cut, cut);
    return good;
}

static unsigned char got[TEXT_MAX + BLOCK];

/* Whether fid_unpack gives the same; `at_a_time` bytes at most. */
static bool same (int fd, const struct bytes *b, size_t at_a_time)
{
    struct fid_error err = {0};
    size_t n = 0;
    ssize_t k = 0;
    write_file (fd, b);
    struct fid_unpack *g = fid_unpack_create (FID_GZIP, fd, "file", 0, read_fd, &fd, &err);
    while (n + at_a_time <= sizeof got &&
           (k = fid_unpack_read (g, got + n, at_a_time, &err)) > 0)
        n += (size_t)k;
    bool good = k == 0 && is_text_of (b, got, n, fid_unpack_cut (g));
    fid_unpack_destroy (g);
    return good;
}

/* The same of fid_members. */
static bool same_members (int fd, const struct bytes *b, size_t thread_n)
{
    struct fid_error err = {0};
    size_t n = 0;
    ssize_t k = 0;
    write_file (fd, b);
    struct fid_members *m = fid_members_start (fd, "file", read_fd, &fd, thread_n);
    while (n + BLOCK <= sizeof got && (k = fid_members_read (m, got + n, BLOCK, &err)) > 0)
        n += (size_t)k;
    bool good = k == 0 && is_text_of (b, got, n, fid_members_cut (m));
    fid_members_stop (m);
    return good;
}

/* A text of n bytes much like a trace. */
static char *trace (size_t n)
{
    char *text = malloc (n + 100);
    size_t at = 0;
    while (text && at < n)
        at += (size_t)snprintf (text + at, 100, "36992354%05u     239%02u    0   %u\n",
                                draw (100000), draw (100), draw (1u << 20));
    return text;
}

/* Many members, on several threads: whole, cut, damaged. */
static void test_members (int fd, const char *text)
{
    static const size_t sizes[] = {200, 4000, 30000, 2 * BLOCK};
    size_t wrong_n = 0, n = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct bytes b = {0};
        for (size_t at = 0; at + sizes[i] <= TEXT_MAX; at += sizes[i])
            pack (&b, text + at, at % 7 ? sizes[i] : 0, (int)(at / sizes[i] % 3) * 3);
        write_file (fd, &b);
        ok (sizes[i] > BLOCK || fid_members_likely (fd), "%zu: looks like members", sizes[i]);
        for (size_t thread_n = 1; thread_n <= 4; thread_n++)
            ok (same_members (fd, &b, thread_n), "%zu bytes each, %zu threads", sizes[i],
                thread_n);
        for (int k = 0; k < 25; k++, n += 2) {
            size_t at = draw ((unsigned)b.n);
            wrong_n += !same_members (fd, &(struct bytes){b.p, at}, 2);
            unsigned char was = b.p[at];
            b.p[at] ^= (unsigned char)(1u << draw (8));
            wrong_n += !same_members (fd, &b, 2);
            b.p[at] = was;
        }
        free (b.p);
    }
    ok_int ((long long)wrong_n, 0, "cut or with a wrong bit: what zlib gives");

    /* stored members whose text looks like the begin of a member, again and again */
    struct bytes b = {0};
    char *odd = malloc (BLOCK);
    for (size_t i = 0; i < BLOCK; i++)
        odd[i] = "\x1f\x8b\x08\0\0\0\0\0\0\3x"[i % 11];
    for (int i = 0; i < 3; i++)
        pack (&b, odd, BLOCK, 0);
    ok (same_members (fd, &b, 2), "text that looks like members");
    free (odd);
    free (b.p);
    b = (struct bytes){0};
    pack (&b, text, 3 * BLOCK, 6);
    write_file (fd, &b);
    ok (!fid_members_likely (fd), "one member does not look like many");
    ok (same_members (fd, &b, 2) && same_members (fd, &(struct bytes){b.p, 0}, 2),
        "but is read; so is an empty file");
    struct fid_members *m = fid_members_start (fd, "file", read_fd, &fd, 3);
    fid_members_stop (m);
    fid_members_stop (NULL);
    free (b.p);
}

int main (void)
{
    char name[] = "/tmp/fidlio-test-gunzip.XXXXXX";
    int fd = mkstemp (name);
    if (fd < 0)
        abort ();
    unlink (name);
    char *text = trace (TEXT_MAX);
    static const size_t sizes[] = {0,     1,         1000,      BLOCK - 1,
                                   BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 77};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct bytes b = {0};
        pack (&b, text, sizes[i], 6);
        ok (same (fd, &b, BLOCK) && same (fd, &b, 1000), "%zu bytes", sizes[i]);
        pack (&b, text + 5, 3000, 1);
        pack (&b, text, 0, 9);
        pack (&b, text + 5, 7000, 0);
        ok (same (fd, &b, BLOCK), "and more members behind them");
        b.p = realloc (b.p, b.n + 5);
        memcpy (b.p + b.n, "\0\0\0", 4);
        b.n += 4;
        ok (same (fd, &b, BLOCK), "zeros at the end");
        memcpy (b.p + b.n - 4, "\x1f\x8b\x08x", 4);
        ok (same (fd, &b, BLOCK), "garbage that looks like another member");
        free (b.p);
    }

    size_t wrong_n = 0, n = 0;
    for (int big = 0; big < 2; big++) {
        struct bytes b = {0};
        pack (&b, text, big ? 3 * BLOCK : 3000, 6);
        pack (&b, text + 9, 500, 6);
        size_t step = big ? b.n / 40 : 1;
        for (size_t len = 0; len < b.n; len += step, n++)
            wrong_n += !same (fd, &(struct bytes){b.p, len}, BLOCK);
        for (int i = 0; i < (big ? 60 : 1500); i++, n++) {
            size_t at = i < 240 && !big ? (size_t)i / 8 : draw ((unsigned)b.n);
            unsigned char was = b.p[at];
            b.p[at] ^= (unsigned char)(1u << (i < 240 ? (unsigned)i % 8 : draw (8)));
            wrong_n += !same (fd, &b, BLOCK);
            b.p[at] = was;
        }
        free (b.p);
    }
    ok (wrong_n == 0 && n > 2000, "%zu files cut or with a wrong bit: what zlib gives", n);
    fid_unpack_destroy (NULL);
    test_members (fd, text);
    free (text);
    close (fd);
    return tap_done ();
}
