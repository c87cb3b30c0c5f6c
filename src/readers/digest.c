/* SPDX-License-Identifier: GPL-3.0-or-later */
/* digest.c - see digest.h */
#include <zlib.h>
#include "base/outfile.h"
#include "base/plain.h"
#include "model/settings.h"
#include "readers/digest.h"
#include "run/run_fields.h"

#define MAGIC        "fidlio digest 1\n"
#define MAGIC_N      16
#define VERSION_N    16
#define FRONT_N      (MAGIC_N + VERSION_N + 3 * 8)
#define HEAD_MAX     ((uint64_t)1 << 20)
#define PIECE_MAX    ((uint64_t)1 << 30) /* more than grids of all streams take */
#define PIECE_ROWS   ((size_t)1 << 16)
#define PIECE_HEAD_N 16
#define LEVEL        3    /* of zlib: a tenth of the time of 9 for at most 5 % more bytes */
#define DEFLATE_MOST 1040 /* zlib makes no byte of more than 1032 */

static bool sane_head (const void *object)
{
    const struct fid_digest_head *h = object;
    return h->id && h->workload;
}

#define HEAD(F, A, T)                                                                          \
    F (T, OWNED, id), F (T, OWNED, workload), F (T, HASH, hash), F (T, COUNT, emulation),      \
        F (T, COUNT, processed), F (T, COUNT, all_processes), F (T, COUNT, day_first),         \
        F (T, COUNT, has_zone), F (T, INT, zone_ns), F (T, HASH, roles_hash),                  \
        F (T, HASH, mark), F (T, HASH, method),                                                \
        F (T, REALS, summary, FID_COUNTED (T, summary, summary_n)), F (T, COUNT, summary_n),   \
        F (T, COUNT, stored_n), F (T, HASH, stored_hash)
FID_WHOLE_RECORD (head_fields, struct fid_digest_head, HEAD, .sane = sane_head);

static uint64_t tables_hash (void)
{
    return fid_record_hash (&head_fields, fid_run_fields_hash ());
}

bool fid_digest_named (const char *path)
{
    return fid_span_ends (fid_span_of (path), FID_DIGEST_SUFFIX) &&
           strlen (path) > strlen (FID_DIGEST_SUFFIX);
}

/* --- writing */

/* Appends bytes as a piece: their number, that of the deflated ones, and these.  Empties them.
 */
static int put_piece (struct fid_bytes *raw, struct fid_bytes *out, struct fid_error *err)
{
    uLongf n = compressBound ((uLong)raw->n);
    FID_FREED unsigned char *packed = malloc (n);
    if (!packed || compress2 (packed, &n, raw->p, (uLong)raw->n, LEVEL) != Z_OK)
        return fid_error_nomem (err);
    FID_TRY (fid_bytes_put_word (out, raw->n, err));
    FID_TRY (fid_bytes_put_word (out, n, err));
    raw->n = 0;
    return fid_bytes_put (out, packed, n, err);
}

/* Appends what comes before the run. */
static int put_front (const struct fid_digest_head *head, struct fid_bytes *out,
                      struct fid_error *err)
{
    FID_SCOPED (fid_bytes_clear) struct fid_bytes h = {0};
    char version[VERSION_N] = "";
    uint64_t tables = tables_hash ();
    snprintf (version, sizeof version, "%s", fid_version ());
    FID_TRY (fid_record_pack (&head_fields, head, &h, err));
    FID_TRY (fid_bytes_put (out, MAGIC, MAGIC_N, err));
    FID_TRY (fid_bytes_put (out, version, VERSION_N, err));
    FID_TRY (fid_bytes_put_word (out, tables, err));
    FID_TRY (fid_bytes_put_word (out, h.n, err));
    FID_TRY (fid_bytes_put_word (out, fid_hash_bytes (h.p, h.n, tables), err));
    return fid_bytes_put (out, h.p, h.n, err);
}

int fid_digest_write (const char *path, const struct fid_digest_parts *parts,
                      struct fid_error *err)
{
    const struct fid_run *run = parts->run;
    FID_SCOPED (fid_bytes_clear) struct fid_bytes front = {0}, body = {0};
    struct fid_outfile o;
    /* Appends the pieces of a run: all but its events, their names, and rows. */
    const struct fid_events *e = &run->events;
    FID_SCOPED (fid_bytes_clear) struct fid_bytes raw = {0};
    FID_TRY (fid_record_pack (fid_run_record, run, &raw, err));
    FID_TRY (put_piece (&raw, &body, err));
    FID_TRY (fid_record_pack (fid_event_names_record, e, &raw, err));
    FID_TRY (put_piece (&raw, &body, err));
    for (size_t i = 0; i < e->row_n; i += PIECE_ROWS) {
        size_t n = e->row_n - i < PIECE_ROWS ? e->row_n - i : PIECE_ROWS;
        FID_TRY (fid_events_write_rows (e, i, n, &raw, err));
        FID_TRY (put_piece (&raw, &body, err));
        for (size_t k = i; parts->spent && k < i + n; k++)
            fid_columns_release (&parts->spent->events.rows, k);
    }
    const struct fid_digest_head head = {
        .id = run->id,
        .workload = (char *)(uintptr_t)run->workload, /* only read */
        .hash = run->hash,
        .emulation = run->emulation,
        .processed = run->processed,
        .all_processes = run->opts.all_processes,
        .day_first = run->opts.day_first,
        .has_zone = run->opts.has_zone,
        .zone_ns = run->opts.zone_ns,
        .roles_hash = run->opts.roles_hash,
        .mark = parts->mark,
        .method = parts->method,
        .summary = (double *)(uintptr_t)parts->summary,
        .summary_n = parts->summary_n,
        .stored_n = body.n,
        .stored_hash = fid_hash_bytes (body.p, body.n, 0),
    };
    FID_TRY (put_front (&head, &front, err));
    FID_TRY (fid_outfile_open (&o, path, parts->below, err));
    o.lazy = parts->lazy;
    fwrite (front.p, 1, front.n, o.f); /* commit tells of errors */
    fwrite (body.p, 1, body.n, o.f);
    return fid_outfile_commit (&o, err);
}

/* --- reading */

/* A digest being read. */
struct digest {
    const char *path; /* borrowed */
    int fd;
    struct stat opened;
    uint64_t at; /* where the run begins */
    struct fid_digest_head head;
};

static int damaged (const char *path, const char *how, struct fid_error *err)
{
    return fid_errorf (err, FID_EINPUT, "%s: damaged: %s", path, how);
}

/* Reads up to n bytes from `at` on; *got: how many there are. */
static int read_at (const struct digest *d, void *to, size_t n, uint64_t at, size_t *got,
                    struct fid_error *err)
{
    for (*got = 0; *got < n;) {
        ssize_t k = pread (d->fd, (char *)to + *got, n - *got, (off_t)(at + *got));
        if (k < 0 && errno == EINTR)
            continue;
        if (k < 0)
            return fid_error_file (err, d->path, errno);
        if (k == 0)
            break;
        *got += (size_t)k;
    }
    return 0;
}

static int read_all (const struct digest *d, void *to, size_t n, uint64_t at,
                     struct fid_error *err)
{
    size_t got;
    FID_TRY (read_at (d, to, n, at, &got, err));
    return got == n ? 0 : fid_errorf (err, FID_EINPUT, "%s: the digest is cut", d->path);
}

int fid_digest_is (const char *path, bool *is, struct fid_error *err)
{
    mode_t kind;
    struct digest d = {.path = path, .fd = -1};
    char magic[MAGIC_N];
    size_t got;
    *is = false;
    FID_TRY (fid_file_kind (path, &kind, err));
    if (kind != S_IFREG || (d.fd = open (path, O_RDONLY | O_CLOEXEC)) < 0)
        return 0; /* whoever reads it says why it cannot be read */
    int rc = read_at (&d, magic, sizeof magic, 0, &got, err);
    close (d.fd);
    *is = !rc && got == sizeof magic && memcmp (magic, MAGIC, MAGIC_N) == 0;
    return rc;
}

int fid_digest_refuse (const char *path, struct fid_error *err)
{
    bool is;
    FID_TRY (fid_digest_is (path, &is, err));
    return is ? fid_errorf (err, FID_EINPUT,
                            "%s: a digest has no traces, which this reads; name the run's "
                            "directory",
                            path)
              : 0;
}

static int open_digest (struct digest *d, const char *path, struct fid_error *err)
{
    unsigned char front[FRONT_N], *words = front + MAGIC_N + VERSION_N;
    char version[VERSION_N + 1] = "";
    d->path = path;
    d->fd = open (path, O_RDONLY | O_CLOEXEC);
    if (d->fd < 0 || fstat (d->fd, &d->opened))
        return fid_error_file (err, path, errno);
    FID_TRY (read_all (d, front, sizeof front, 0, err));
    uint64_t tables = fid_bytes_word (words), n = fid_bytes_word (words + 8);
    memcpy (version, front + MAGIC_N, VERSION_N);
    for (char *c = version; *c; c++)
        *c = *c > ' ' && *c <= '~' ? *c : '?';
    if (memcmp (front, MAGIC, MAGIC_N) != 0)
        return fid_errorf (err, FID_EINPUT, "%s: no digest of fidlio", path);
    if (tables != tables_hash ())
        return fid_errorf (err, FID_EINPUT,
                           "%s: a digest of fidlio %s, which fidlio %s cannot "
                           "read; make it again from the traces",
                           path, version, fid_version ());
    if (n > HEAD_MAX)
        return damaged (path, "its head is too long", err);
    FID_FREED unsigned char *p = malloc ((size_t)n + 1);
    FID_NEED (p, err);
    FID_TRY (read_all (d, p, (size_t)n, FRONT_N, err));
    if (fid_hash_bytes (p, (size_t)n, tables) != fid_bytes_word (words + 16))
        return damaged (path, "the checksum of its head is wrong", err);
    struct fid_packed_in in = {.path = path, .p = p, .end = p + n};
    FID_TRY (fid_record_unpack (&head_fields, &d->head, &in, err));
    d->at = FRONT_N + n;
    return (uint64_t)d->opened.st_size - d->at == d->head.stored_n
               ? 0
               : fid_errorf (err, FID_EINPUT, "%s: the digest is cut, or something follows it",
                             path);
}

/* Ends reading a digest: returns rc, or -1 if the file changed meanwhile.  That error replaces
 * an earlier one, because it is the cause. */
static int end_digest (const struct digest *d, int rc, struct fid_error *err)
{
    struct fid_error changed;
    if (d->fd < 0 || (rc && err->status != FID_EINPUT) ||
        !fid_file_unchanged (d->fd, d->path, &d->opened, &changed))
        return rc;
    *err = changed;
    return -1;
}

static void close_digest (struct digest *d)
{
    if (d->fd >= 0)
        close (d->fd);
    fid_digest_head_clear (&d->head);
}

int fid_digest_head_read (struct fid_digest_head *head, const char *path, struct fid_error *err)
{
    FID_SCOPED (close_digest) struct digest d = {.fd = -1};
    FID_TRY (end_digest (&d, open_digest (&d, path, err), err));
    *head = d.head;
    d.head = (struct fid_digest_head){0};
    return 0;
}

void fid_digest_head_clear (struct fid_digest_head *head)
{
    FID_FREE (head->id, head->workload, head->summary);
    *head = (struct fid_digest_head){0};
}

static const char *keep_word (void *ctx, const char *text, size_t n, struct fid_error *err)
{
    struct fid_run_words *words = ctx;
    for (size_t i = 0; i < words->n; i++)
        if (strlen (words->at[i]) == n && memcmp (words->at[i], text, n) == 0)
            return words->at[i];
    if (fid_array_grow (&words->at, &words->cap, words->n + 1, sizeof *words->at, err))
        return NULL;
    char *copy = fid_strndup (text, n, err);
    if (copy)
        words->at[words->n++] = copy;
    return copy;
}

/* The pieces of a run, as they are read. */
struct pieces {
    unsigned char *p;        /* owned; all of them, deflated */
    size_t n, at;            /* at: the next one */
    unsigned char *raw;      /* owned; the one read last, inflated */
    struct fid_packed_in in; /* its bytes */
};

static void clear_pieces (struct pieces *x)
{
    FID_FREE (x->p, x->raw);
}

/* Inflates the next piece; before that, the one before must have been read to its end. */
static int next_piece (struct pieces *x, struct fid_error *err)
{
    size_t left = x->n - x->at;
    const unsigned char *p = x->p + x->at;
    if (x->in.p != x->in.end)
        return damaged (x->in.path, "something follows a piece", err);
    uint64_t n = left < PIECE_HEAD_N ? 0 : fid_bytes_word (p);
    uint64_t stored_n = left < PIECE_HEAD_N ? 0 : fid_bytes_word (p + 8);
    if (left < PIECE_HEAD_N || stored_n > left - PIECE_HEAD_N || n > PIECE_MAX ||
        n / DEFLATE_MOST > stored_n)
        return damaged (x->in.path, "a piece is too long", err);
    uLongf got = (uLongf)n;
    free (x->raw);
    x->raw = malloc ((size_t)n + 1);
    int z = x->raw ? uncompress (x->raw, &got, p + PIECE_HEAD_N, (uLong)stored_n) : Z_MEM_ERROR;
    if (z == Z_MEM_ERROR)
        return fid_error_nomem (err);
    if (z != Z_OK || got != n)
        return damaged (x->in.path, "it cannot be inflated", err);
    x->at += PIECE_HEAD_N + (size_t)stored_n;
    x->in.p = x->raw;
    x->in.end = x->raw + n;
    return 0;
}

/* Reads into a run whose bytes are 0. */
static int read_run (const struct digest *d, struct fid_run *run, struct fid_error *err)
{
    FID_SCOPED (clear_pieces)
    struct pieces x = {
        .n = (size_t)d->head.stored_n,
        .in = {.path = d->path, .word = keep_word, .ctx = &run->words},
    };
    FID_NEED (x.p = malloc (x.n + 1), err);
    FID_TRY (read_all (d, x.p, x.n, d->at, err));
    if (fid_hash_bytes (x.p, x.n, 0) != d->head.stored_hash)
        return damaged (d->path, "its checksum is wrong", err);
    FID_TRY (next_piece (&x, err));
    FID_TRY (fid_record_unpack (fid_run_record, run, &x.in, err));
    FID_TRY (next_piece (&x, err));
    FID_TRY (fid_record_unpack (fid_event_names_record, &run->events, &x.in, err));
    while (x.at < x.n) {
        FID_TRY (next_piece (&x, err));
        FID_TRY (fid_events_read_rows (&run->events, &x.in, err));
    }
    return x.in.p == x.in.end ? 0 : damaged (d->path, "something follows the run", err);
}

/* Refuses a digest that was made with other options. */
static int check_options (const struct digest *d, const struct fid_run_opts *opts,
                          struct fid_error *err)
{
    const struct fid_digest_head *h = &d->head;
    bool zone = h->has_zone != opts->has_zone || (h->has_zone && h->zone_ns != opts->zone_ns);
    int other = zone                                      ? FID_SETTING_UTC_OFFSET
                : h->day_first != opts->day_first         ? FID_SETTING_DAY_FIRST
                : h->all_processes != opts->all_processes ? FID_SETTING_ALL_PROCESSES
                : h->roles_hash != opts->roles_hash       ? FID_SETTING_ROLES
                                                          : -1;
    return other < 0
               ? 0
               : fid_errorf (err, FID_EINPUT,
                             "%s: the digest was made with a different --%s; give the same "
                             "value, or make the digest again",
                             d->path, fid_settings[other].option);
}

static int load_digest (struct fid_run *run, const char *path, const struct fid_run_opts *opts,
                        struct fid_error *err)
{
    FID_SCOPED (close_digest) struct digest d = {.fd = -1};
    const char *slash = strrchr (path, '/'), *name = slash ? slash + 1 : path;
    int rc = FID_FAILED (open_digest (&d, path, err) || check_options (&d, opts, err) ||
                         read_run (&d, run, err));
    FID_TRY (end_digest (&d, rc, err));
    size_t n = strlen (name) - (fid_digest_named (name) ? strlen (FID_DIGEST_SUFFIX) : 0);
    FID_FREED char *part = fid_strndup (name, n, err);
    free (run->id);
    run->id = part ? fid_plain_name (part, err) : NULL;
    run->opts = *opts;
    run->digested = true;
    run->path = fid_strdup (path, err);
    run->dir = slash ? fid_strndup (path, (size_t)(slash - path) + (slash == path), err)
                     : fid_strdup (".", err);
    return run->id && run->path && run->dir ? 0 : -1;
}

struct fid_run *fid_digest_load (const char *path, const struct fid_run_opts *opts,
                                 struct fid_error *err)
{
    struct fid_run *run = calloc (1, sizeof *run);
    if (!run)
        return fid_null_nomem (err);
    if (!load_digest (run, path, opts, err))
        return run;
    fid_run_destroy (run);
    return NULL;
}
