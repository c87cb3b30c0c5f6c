/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.c - see text.h */
#include <xxhash.h>
#include "base/read_ahead.h"
#include "base/gzip_members.h"
#include "base/parallel.h"
#include "base/unpack.h"

#define BLOCK       FID_AHEAD_BLOCK
#define FIRST_BLOCK (BLOCK / 8)  /* some files are only probed */
#define LAST_BLOCK  (BLOCK / 64) /* to see the end, or that the file grew */
#define REST_MAX    ((size_t)1 << 30)

/* Gzip files of more bytes than this are inflated by threads of their own. */
#define AHEAD_MIN ((off_t)(4 * BLOCK))

struct fid_text_source {
    int fd;
    const char *path; /* borrowed */
    off_t size;
    struct stat opened;        /* what fstat said then */
    uint64_t byte_n;           /* read as stored */
    XXH3_state_t *hash;        /* owned */
    struct fid_unpack *unpack; /* owned; NULL: it is plain */
    bool gzip;
    struct fid_ahead *ahead;     /* owned; NULL: none, or not yet */
    struct fid_members *members; /* owned; NULL: none, or not yet */
    size_t fill_n;
    size_t skip_n; /* of what unpack gives next: it was given before */
    bool steady;   /* a regular file that nobody may write to meanwhile */
};

/* One block of the file as stored into dst; the bytes read, or -1. */
static ssize_t read_raw (void *ctx, void *dst, size_t max, struct fid_error *err)
{
    struct fid_text_source *s = ctx;
    ssize_t n;
    do
        n = read (s->fd, dst, max);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return fid_error_file (err, s->path, errno);
    XXH3_64bits_update (s->hash, dst, (size_t)n);
    s->byte_n += (uint64_t)n;
    return n;
}

static ssize_t inflate_block (void *ctx, void *dst, size_t max, struct fid_error *err)
{
    struct fid_text_source *s = ctx;
    for (;;) {
        ssize_t n = fid_unpack_read (s->unpack, dst, max, err);
        if (n <= 0 || !s->skip_n)
            return n;
        size_t skip_n = (size_t)n < s->skip_n ? (size_t)n : s->skip_n;
        s->skip_n -= skip_n;
        memmove (dst, (char *)dst + skip_n, (size_t)n - skip_n);
        if ((size_t)n > skip_n)
            return n - (ssize_t)skip_n;
    }
}

/* How much to read next. */
static size_t block_size (const struct fid_text_source *s)
{
    if (!s->fill_n)
        return FIRST_BLOCK;
    if (s->unpack || !s->size)
        return BLOCK;
    size_t left = s->size > (off_t)s->byte_n ? (size_t)(s->size - (off_t)s->byte_n) : 0;
    return left < LAST_BLOCK ? LAST_BLOCK : left < BLOCK ? left : BLOCK;
}

/* Room for the whole of a small file, or for a block behind the rest of another; memory that is
 * never touched costs nothing. */
static int first_room (struct fid_text *t, struct fid_error *err)
{
    const struct fid_text_source *s = t->source;
    size_t whole =
        !s->unpack && s->size && s->size < (off_t)BLOCK ? (size_t)s->size : 2 * BLOCK;
    t->buf_cap = whole + FIRST_BLOCK + LAST_BLOCK + FID_TEXT_PAD;
    t->buf = malloc (t->buf_cap);
    return t->buf ? 0 : fid_error_nomem (err);
}

/* Whether the file is read from the start again. */
static bool was_rewound (struct fid_text_source *s)
{
    if (lseek (s->fd, 0, SEEK_SET))
        return false;
    s->byte_n = 0;
    XXH3_64bits_reset (s->hash);
    return true;
}

/* The first block was inflated by itself, which fid_unpack_read leaves to zlib.  Inflate in
 * whole blocks, from the start again. */
static int start_blocks (struct fid_text *t, struct fid_error *err)
{
    struct fid_text_source *s = t->source;
    struct fid_unpack *u = fid_unpack_create (FID_GZIP, s->fd, s->path, 0, read_raw, s, err);
    FID_TRY (!u);
    if (!was_rewound (s)) {
        fid_unpack_destroy (u);
        return 0;
    }
    fid_unpack_destroy (s->unpack);
    s->unpack = u;
    s->skip_n = t->base + t->to;
    return 0;
}

/* Inflate the members at the same time, from the start again; what was given is skipped, in
 * dst. */
static int start_members (struct fid_text *t, void *dst, struct fid_error *err)
{
    struct fid_text_source *s = t->source;
    struct fid_members *m = fid_members_start (s->fd, s->path, read_raw, s, fid_cpu_n ());
    uint64_t skip_n = t->base + t->to;
    if (!m || !was_rewound (s)) {
        fid_members_stop (m);
        return 0;
    }
    s->members = m;
    while (skip_n) {
        ssize_t n = fid_members_read (m, dst, skip_n < BLOCK ? (size_t)skip_n : BLOCK, err);
        if (n <= 0)
            return (int)n; /* 0: the file has changed */
        skip_n -= (uint64_t)n;
    }
    return 0;
}

/* The next block of text, of at most n bytes. */
static ssize_t read_text (struct fid_text *t, void *dst, size_t n_max, struct fid_error *err)
{
    struct fid_text_source *s = t->source;
    s->fill_n++;
    if (!s->unpack)
        return read_raw (s, dst, n_max, err);
    /* not for the first block, which may be all that is looked at */
    if (s->gzip && s->fill_n == 2 && s->size > AHEAD_MIN && fid_members_likely (s->fd))
        FID_TRY (start_members (t, dst, err));
    if (s->gzip && s->fill_n == 2 && s->size > (off_t)FIRST_BLOCK && !s->members) {
        FID_TRY (start_blocks (t, err));
        if (s->size > AHEAD_MIN)
            s->ahead = fid_ahead_start (inflate_block, s);
    }
    if (s->members) {
        ssize_t n = fid_members_read (s->members, dst, BLOCK, err);
        t->cut_gzip = fid_members_cut (s->members);
        return n;
    }
    if (s->ahead) {
        ssize_t n = fid_ahead_take (s->ahead, dst, err);
        if (n == 0)
            t->cut_gzip = fid_unpack_cut (s->unpack); /* the thread has ended */
        return n;
    }
    ssize_t n = inflate_block (s, dst, n_max, err);
    t->cut_gzip = fid_unpack_cut (s->unpack);
    return n;
}

int fid_file_unchanged (int fd, const char *path, const struct stat *opened,
                        struct fid_error *err)
{
    struct stat now;
    if (fstat (fd, &now))
        return fid_error_file (err, path, errno);
    if (now.st_size == opened->st_size && now.st_mtim.tv_sec == opened->st_mtim.tv_sec &&
        now.st_mtim.tv_nsec == opened->st_mtim.tv_nsec)
        return 0;
    return fid_errorf (err, FID_EINPUT, "%s: changed while it was read", path);
}

/* Fails if the file was written to while it was read: what was read is then no state that the
 * file ever had. */
static int check_steady (const struct fid_text_source *s, struct fid_error *err)
{
    return s && s->steady ? fid_file_unchanged (s->fd, s->path, &s->opened, err) : 0;
}

/* Append a block to buf; t->end at the end of the text. */
static int fill_buffer (struct fid_text *t, struct fid_error *err)
{
    if (t->from) {
        memmove (t->buf, t->buf + t->from, t->to - t->from);
        t->base += t->from;
        t->to -= t->from;
        t->from = 0;
    }
    size_t n_max = block_size (t->source);
    if (!t->buf)
        FID_TRY (first_room (t, err));
    FID_TRY (fid_array_grow (&t->buf, &t->buf_cap, t->to + n_max + FID_TEXT_PAD, 1, err));
    ssize_t n = read_text (t, t->buf + t->to, n_max, err);
    FID_TRY (n < 0);
    t->end = n == 0;
    if (!t->base && !t->to) {
        size_t k = (size_t)n < sizeof t->first ? (size_t)n : sizeof t->first;
        memcpy (t->first, t->buf, k);
    }
    t->to += (size_t)n;
    if (n > 0) {
        t->last[0] = n > 1 ? t->buf[t->to - 2] : t->last[1];
        t->last[1] = t->buf[t->to - 1];
    }
    /* what lies behind the text is read, though never used */
    memset (t->buf + t->to, 0, FID_TEXT_PAD);
    if (!t->source->ahead)
        t->byte_n = t->source->byte_n;
    return 0;
}

/* How a file that is to be read from its start is packed. */
static int see_packing (int fd, const char *path, enum fid_packing *packing,
                        struct fid_error *err)
{
    unsigned char first[8];
    ssize_t n = 0;
    if (lseek (fd, 0, SEEK_CUR) == 0)
        do
            n = pread (fd, first, sizeof first, 0);
        while (n < 0 && errno == EINTR);
    *packing = fid_packing_of (first, n > 0 ? (size_t)n : 0);
    return n < 0 ? fid_error_file (err, path, errno) : 0;
}

/* Read fd, which is the text's from now on. */
static int start_source (struct fid_text *t, int fd, const char *path, bool any_kind,
                         struct fid_error *err)
{
    struct stat st;
    *t = (struct fid_text){0};
    t->path = fid_strdup (path, err);
    t->source = calloc (1, sizeof *t->source);
    if (t->source) {
        t->source->fd = fd;
        t->source->path = t->path;
        t->source->hash = XXH3_createState ();
    } else {
        close (fd);
    }
    if (!t->path || !t->source || !t->source->hash) {
        fid_text_close (t);
        return fid_error_nomem (err);
    }
    XXH3_64bits_reset (t->source->hash);
    int rc = fstat (fd, &st) ? fid_error_file (err, path, errno) : 0;
    bool regular = !rc && S_ISREG (st.st_mode);
    enum fid_packing packing = FID_PLAIN;
    if (!rc && !regular && !any_kind)
        rc = fid_errorf (err, FID_EINPUT, "%s: not a regular file", path);
    if (!rc && regular)
        rc = see_packing (fd, path, &packing, err);
    if (rc) {
        fid_text_close (t);
        return -1;
    }
    t->source->size = regular ? st.st_size : 0;
    t->source->opened = st;
    t->source->steady = regular;
    t->source->gzip = packing == FID_GZIP;
    if (packing != FID_PLAIN)
        t->source->unpack =
            fid_unpack_create (packing, fd, t->path, 0, read_raw, t->source, err);
    if ((packing != FID_PLAIN && !t->source->unpack) || fill_buffer (t, err)) {
        fid_text_close (t);
        return -1;
    }
    if (t->to >= 3 && memcmp (t->buf, "\xef\xbb\xbf", 3) == 0)
        t->from = 3;
    return 0;
}

int fid_text_open (struct fid_text *t, const char *path, struct fid_error *err)
{
    *t = (struct fid_text){0};
    int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return fid_error_file (err, path, errno);
    return start_source (t, fd, path, false, err);
}

int fid_file_missing (const char *path, bool *missing, struct fid_error *err)
{
    *missing = access (path, F_OK) != 0;
    return *missing && fid_is_system_error (errno) ? fid_error_file (err, path, errno) : 0;
}

int fid_file_kind (const char *path, mode_t *kind, struct fid_error *err)
{
    struct stat st;
    bool known = stat (path, &st) == 0;
    *kind = known ? st.st_mode & S_IFMT : 0;
    return !known && fid_is_system_error (errno) ? fid_error_file (err, path, errno) : 0;
}

int fid_file_is_folder (const char *path, bool *is, struct fid_error *err)
{
    mode_t kind;
    int rc = fid_file_kind (path, &kind, err);
    *is = !rc && S_ISDIR (kind);
    return rc;
}

int fid_files_same (const char *a, const char *b, bool *same, struct fid_error *err)
{
    const char *const path[] = {a, b};
    struct stat st[2];
    *same = false;
    for (int i = 0; i < 2; i++)
        if (stat (path[i], &st[i]))
            return fid_is_system_error (errno) ? fid_error_file (err, path[i], errno) : 0;
    *same = st[0].st_dev == st[1].st_dev && st[0].st_ino == st[1].st_ino;
    return 0;
}

int fid_text_stdin (struct fid_text *t, struct fid_error *err)
{
    static const char name[] = "standard input";
    *t = (struct fid_text){0};
    int fd = fcntl (STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    if (fd < 0)
        return fid_error_file (err, name, errno);
    return start_source (t, fd, name, true, err);
}

void fid_text_may_grow (struct fid_text *t)
{
    t->source->steady = false;
}

struct fid_text fid_text_of (const char *name, const char *text)
{
    return (struct fid_text){
        .path = (char *)name, .buf = (char *)text, .to = strlen (text), .end = true};
}

int fid_text_next (struct fid_text *t, struct fid_span *line, struct fid_error *err)
{
    size_t seen = 0;
    for (;;) {
        size_t have = t->to - t->from;
        char *start = t->buf + t->from;
        char *nl = have > seen ? memchr (start + seen, '\n', have - seen) : NULL;
        if (!nl && !t->end && have < FID_LINE_MAX) {
            seen = have;
            FID_TRY (fill_buffer (t, err));
            continue;
        }
        if (!have)
            return check_steady (t->source, err);
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

int fid_text_block (struct fid_text *t, struct fid_span *block, struct fid_error *err)
{
    if (t->from == t->to && !t->end)
        FID_TRY (fill_buffer (t, err));
    *block = fid_text_ahead (t);
    t->from = t->to;
    return block->n ? 1 : check_steady (t->source, err);
}

int fid_text_peek (struct fid_text *t, size_t max, struct fid_span *head, struct fid_error *err)
{
    while (t->to - t->from < max && !t->end)
        FID_TRY (fill_buffer (t, err));
    size_t n = t->to - t->from;
    *head = (struct fid_span){t->buf + t->from, n < max ? n : max};
    return 0;
}

int fid_text_rest_within (struct fid_text *t, size_t max, struct fid_span *all,
                          struct fid_error *err)
{
    const struct fid_text_source *s = t->source;
    off_t left = s->unpack ? 0 : s->size - (off_t)s->byte_n;
    bool large = left > 0 && (uint64_t)left > max;
    /* room for all of it at once */
    if (!large && left > 0)
        FID_TRY (fid_array_grow (&t->buf, &t->buf_cap,
                                 t->to + (size_t)left + LAST_BLOCK + FID_TEXT_PAD, 1, err));
    while (!large && !t->end) {
        FID_TRY (fill_buffer (t, err));
        large = t->to - t->from > max;
    }
    if (large)
        return fid_errorf (
            err, FID_EINPUT,
            "%s: larger than %zu MiB, which is the most of a file of this format "
            "that is read",
            t->path, max >> 20);
    FID_TRY (check_steady (s, err));
    *all = (struct fid_span){t->buf + t->from, t->to - t->from};
    t->from = t->to;
    return 0;
}

int fid_text_rest (struct fid_text *t, struct fid_span *all, struct fid_error *err)
{
    return fid_text_rest_within (t, REST_MAX, all, err);
}

uint64_t fid_text_hash (const struct fid_text *t)
{
    return XXH3_64bits_digest (t->source->hash);
}

int fid_text_finish (struct fid_text *t, struct fid_error *err)
{
    struct fid_text_source *s = t->source;
    ssize_t n;
    fid_ahead_stop (s->ahead);
    fid_members_stop (s->members);
    s->ahead = NULL;
    s->members = NULL;
    t->from = t->to = 0;
    t->end = true;
    do
        n = read_raw (s, t->buf, t->buf_cap, err);
    while (n > 0);
    t->byte_n = s->byte_n;
    return n < 0 ? -1 : check_steady (s, err);
}

void fid_text_close (struct fid_text *t)
{
    if (t->source) {
        fid_ahead_stop (t->source->ahead);
        fid_members_stop (t->source->members);
        fid_unpack_destroy (t->source->unpack);
        XXH3_freeState (t->source->hash);
        close (t->source->fd);
        free (t->source);
    }
    FID_FREE (t->buf, t->path);
    *t = (struct fid_text){0};
}

int fid_file_hash (const char *path, uint64_t *hash, uint64_t *bytes, struct fid_error *err)
{
    FID_SCOPED (fid_text_close) struct fid_text t = {0};
    FID_TRY (fid_text_open (&t, path, err));
    int rc = fid_text_finish (&t, err);
    *hash = fid_text_hash (&t);
    *bytes = t.byte_n;
    return rc;
}
