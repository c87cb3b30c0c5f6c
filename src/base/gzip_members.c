/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gzip_members.c - see gzip_members.h */
#include <zlib.h>
#ifdef HAVE_ISAL
#include <isa-l/igzip_lib.h>
#endif
#include "base/gzip_members.h"
#include "base/read_ahead.h"

#define RAW_BLOCK   FID_AHEAD_BLOCK
#define PIECE_MAX   (16 * RAW_BLOCK) /* stored bytes; longer ones are left to fid_unpack */
#define LIKELY_N    (8 * RAW_BLOCK)
#define MEMBER_MIN  18 /* bytes of an empty member */
#define THREADS_MAX 16
#define PIECES_MAX  (2 * THREADS_MAX)

enum state { FREE, WAITING, AT_WORK, GOOD, BAD };

struct piece {
    enum state state;
    off_t at;                     /* in the file */
    unsigned char *stored, *text; /* owned */
    size_t stored_n, stored_cap, text_n, text_cap;
};

struct fid_members {
    int fd;
    const char *path; /* borrowed */
    fid_raw_read raw;
    void *ctx;
    pthread_t thread[THREADS_MAX];
    size_t thread_n;
    pthread_mutex_t lock;
    pthread_cond_t moved;
    bool stop;
    /* a ring: pieces taken_n .. made_n - 1 are in it, in the order of the file */
    struct piece piece[PIECES_MAX];
    size_t piece_n, made_n, taken_n, given_n; /* given_n: of the text of the first one */
    /* what is read and in no piece yet */
    unsigned char *rest; /* owned */
    size_t rest_n, rest_cap, looked_n;
    off_t rest_at;
    bool eof;
    struct fid_unpack *unpack; /* owned; NULL: pieces are inflated */
};

/* Whether a member may begin at p[10]: what gzip programs write, which is rare elsewhere. */
static bool may_begin (const unsigned char *p)
{
    return p[0] == 0x1f && p[1] == 0x8b && p[2] == 8 && !(p[3] & 0xe0) &&
           (p[8] == 0 || p[8] == 2 || p[8] == 4) && (p[9] <= 13 || p[9] == 255);
}

/* The first place from `from` on where a member may begin; n: none. */
static size_t next_begin (const unsigned char *p, size_t n, size_t from)
{
    while (from + 10 <= n) {
        const unsigned char *q = memchr (p + from, 0x1f, n - from - 9);
        if (!q)
            return n;
        from = (size_t)(q - p);
        if (may_begin (q))
            return from;
        from++;
    }
    return n;
}

bool fid_members_likely (int fd)
{
    FID_FREED unsigned char *p = malloc (LIKELY_N);
    ssize_t n = p ? pread (fd, p, LIKELY_N, 0) : 0;
    return n > MEMBER_MIN && next_begin (p, (size_t)n, MEMBER_MIN) < (size_t)n;
}

/* --- threads: inflating a piece */

/* Room for more text; false if the piece is too large. */
static bool has_room (struct piece *p)
{
    size_t want = p->text_n + RAW_BLOCK;
    return want <= p->text_cap || (p->text_n < FID_MEMBERS_TEXT &&
                                   !fid_array_grow (&p->text, &p->text_cap, 2 * want, 1, NULL));
}

#ifdef HAVE_ISAL
static bool inflate_members (struct piece *p)
{
    struct inflate_state s;
    isal_inflate_init (&s);
    s.next_in = p->stored;
    s.avail_in = (uint32_t)p->stored_n;
    while (s.avail_in) {
        if (s.avail_in < 4 || s.next_in[0] != 0x1f || s.next_in[3] & 0xe0)
            return false;
        isal_inflate_reset (&s);
        s.crc_flag = ISAL_GZIP;
        do {
            if (!has_room (p))
                return false;
            s.next_out = p->text + p->text_n;
            s.avail_out = (uint32_t)(p->text_cap - p->text_n);
            uint32_t room_n = s.avail_out, in_n = s.avail_in;
            if (isal_inflate (&s) != ISAL_DECOMP_OK)
                return false;
            p->text_n += room_n - s.avail_out;
            if (s.block_state != ISAL_BLOCK_FINISH && room_n == s.avail_out &&
                in_n == s.avail_in)
                return false; /* cut */
        } while (s.block_state != ISAL_BLOCK_FINISH);
    }
    return true;
}
#else
static bool inflate_members (struct piece *p)
{
    z_stream z = {.next_in = p->stored, .avail_in = (uInt)p->stored_n};
    int rc = inflateInit2 (&z, 15 + 16);
    while (rc == Z_OK && z.avail_in) {
        if (*z.next_in != 0x1f) {
            rc = Z_DATA_ERROR;
            break;
        }
        inflateReset (&z);
        while (rc == Z_OK) {
            if (!has_room (p)) {
                rc = Z_MEM_ERROR;
                break;
            }
            z.next_out = p->text + p->text_n;
            z.avail_out = (uInt)(p->text_cap - p->text_n);
            rc = inflate (&z, Z_NO_FLUSH); /* Z_BUF_ERROR: cut */
            p->text_n = p->text_cap - z.avail_out;
        }
        rc = rc == Z_STREAM_END ? Z_OK : rc;
    }
    inflateEnd (&z);
    return rc == Z_OK;
}
#endif

static struct piece *waiting_piece (struct fid_members *m)
{
    for (size_t i = m->taken_n; i < m->made_n; i++)
        if (m->piece[i % m->piece_n].state == WAITING)
            return &m->piece[i % m->piece_n];
    return NULL;
}

static void *work_on_members (void *arg)
{
    struct fid_members *m = arg;
    struct piece *p;
    pthread_mutex_lock (&m->lock);
    for (;;) {
        while (!m->stop && !(p = waiting_piece (m)))
            pthread_cond_wait (&m->moved, &m->lock);
        if (m->stop)
            break;
        p->state = AT_WORK;
        pthread_mutex_unlock (&m->lock);
        p->text_n = 0;
        bool good = inflate_members (p);
        pthread_mutex_lock (&m->lock);
        p->state = good ? GOOD : BAD;
        pthread_cond_broadcast (&m->moved);
    }
    pthread_mutex_unlock (&m->lock);
    return NULL;
}

/* --- the reader: pieces in order */

/* The end of the next piece in rest: where the next one may begin, or the end of the file.
 * 0: there is none (the file has ended, or the piece is too long), -1. */
static ssize_t piece_end (struct fid_members *m, struct fid_error *err)
{
    for (;;) {
        size_t from = m->looked_n > FID_MEMBERS_PIECE ? m->looked_n : FID_MEMBERS_PIECE;
        size_t end = next_begin (m->rest, m->rest_n, from);
        if (end < m->rest_n || m->eof)
            return (ssize_t)(m->rest_n > PIECE_MAX && end == m->rest_n ? 0 : end);
        m->looked_n = m->rest_n > 10 ? m->rest_n - 10 : 0;
        if (m->rest_n > PIECE_MAX)
            return 0;
        FID_TRY (fid_array_grow (&m->rest, &m->rest_cap, m->rest_n + RAW_BLOCK, 1, err));
        ssize_t n = m->raw (m->ctx, m->rest + m->rest_n, RAW_BLOCK, err);
        FID_TRY (n < 0);
        m->eof = n == 0;
        m->rest_n += (size_t)n;
    }
}

/* Fill the ring. */
static int make_pieces (struct fid_members *m, struct fid_error *err)
{
    while (m->made_n - m->taken_n < m->piece_n) {
        struct piece *p = &m->piece[m->made_n % m->piece_n];
        ssize_t n = piece_end (m, err);
        if (n <= 0)
            return (int)n;
        FID_TRY (fid_array_grow (&p->stored, &p->stored_cap, (size_t)n, 1, err));
        memcpy (p->stored, m->rest, (size_t)n);
        p->stored_n = (size_t)n;
        p->at = m->rest_at;
        m->rest_at += n;
        m->rest_n -= (size_t)n;
        memmove (m->rest, m->rest + n, m->rest_n);
        m->looked_n = 0;
        pthread_mutex_lock (&m->lock);
        p->state = WAITING;
        m->made_n++;
        pthread_cond_broadcast (&m->moved);
        pthread_mutex_unlock (&m->lock);
    }
    return 0;
}

/* The bytes of all pieces and the rest, for fid_unpack; then those of the file. */
static ssize_t read_on (void *ctx, void *dst, size_t max, struct fid_error *err)
{
    struct fid_members *m = ctx;
    size_t n = m->rest_n < max ? m->rest_n : max;
    if (!n)
        return m->eof ? 0 : m->raw (m->ctx, dst, max, err);
    memcpy (dst, m->rest, n);
    m->rest_n -= n;
    memmove (m->rest, m->rest + n, m->rest_n);
    return (ssize_t)n;
}

/* Let fid_unpack go on with the first piece in the ring. */
static int give_up (struct fid_members *m, struct fid_error *err)
{
    size_t n = m->rest_n;
    off_t at = m->taken_n < m->made_n ? m->piece[m->taken_n % m->piece_n].at : m->rest_at;
    pthread_mutex_lock (&m->lock);
    m->stop = true;
    pthread_cond_broadcast (&m->moved);
    pthread_mutex_unlock (&m->lock);
    for (size_t i = 0; i < m->thread_n; i++)
        pthread_join (m->thread[i], NULL);
    m->thread_n = 0;
    for (size_t i = m->taken_n; i < m->made_n; i++)
        n += m->piece[i % m->piece_n].stored_n;
    unsigned char *all = malloc (n + 1), *to = all;
    FID_NEED (all, err);
    for (; m->taken_n < m->made_n; m->taken_n++) {
        const struct piece *p = &m->piece[m->taken_n % m->piece_n];
        memcpy (to, p->stored, p->stored_n);
        to += p->stored_n;
    }
    if (m->rest_n)
        memcpy (to, m->rest, m->rest_n);
    free (m->rest);
    m->rest = all;
    m->rest_n = m->rest_cap = n;
    m->unpack = fid_unpack_create (FID_GZIP, m->fd, m->path, at, read_on, m, err);
    return m->unpack ? 0 : -1;
}

static enum state wait_for (struct fid_members *m, const struct piece *p)
{
    pthread_mutex_lock (&m->lock);
    while (p->state != GOOD && p->state != BAD)
        pthread_cond_wait (&m->moved, &m->lock);
    pthread_mutex_unlock (&m->lock);
    return p->state;
}

ssize_t fid_members_read (struct fid_members *m, void *dst, size_t max, struct fid_error *err)
{
    while (!m->unpack) {
        FID_TRY (make_pieces (m, err));
        struct piece *p = &m->piece[m->taken_n % m->piece_n];
        if (m->taken_n == m->made_n && m->eof && !m->rest_n)
            return 0;
        if (m->taken_n == m->made_n || wait_for (m, p) == BAD) {
            FID_TRY (give_up (m, err));
            break;
        }
        size_t left = p->text_n - m->given_n, n = left < max ? left : max;
        if (n)
            memcpy (dst, p->text + m->given_n, n);
        m->given_n += n;
        if (m->given_n == p->text_n) {
            m->given_n = 0;
            pthread_mutex_lock (&m->lock);
            m->taken_n++;
            pthread_mutex_unlock (&m->lock);
        }
        if (n)
            return (ssize_t)n;
    }
    return fid_unpack_read (m->unpack, dst, max, err);
}

bool fid_members_cut (const struct fid_members *m)
{
    return m->unpack && fid_unpack_cut (m->unpack);
}

struct fid_members *fid_members_start (int fd, const char *path, fid_raw_read raw, void *ctx,
                                       size_t thread_n)
{
    struct fid_members *m = calloc (1, sizeof *m);
    if (!m)
        return NULL;
    m->fd = fd;
    m->path = path;
    m->raw = raw;
    m->ctx = ctx;
    thread_n = thread_n < 1 ? 1 : thread_n > THREADS_MAX ? THREADS_MAX : thread_n;
    m->piece_n = 2 * thread_n;
    pthread_mutex_init (&m->lock, NULL);
    pthread_cond_init (&m->moved, NULL);
    while (m->thread_n < thread_n &&
           !pthread_create (&m->thread[m->thread_n], NULL, work_on_members, m))
        m->thread_n++;
    if (!m->thread_n) {
        fid_members_stop (m);
        return NULL;
    }
    return m;
}

void fid_members_stop (struct fid_members *m)
{
    if (!m)
        return;
    pthread_mutex_lock (&m->lock);
    m->stop = true;
    pthread_cond_broadcast (&m->moved);
    pthread_mutex_unlock (&m->lock);
    for (size_t i = 0; i < m->thread_n; i++)
        pthread_join (m->thread[i], NULL);
    for (size_t i = 0; i < PIECES_MAX; i++) {
        FID_FREE (m->piece[i].stored, m->piece[i].text);
    }
    pthread_cond_destroy (&m->moved);
    pthread_mutex_destroy (&m->lock);
    fid_unpack_destroy (m->unpack);
    FID_FREE (m->rest, m);
}
