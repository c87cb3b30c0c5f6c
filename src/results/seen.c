/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seen.c - see seen.h
 *
 * The file: a mark of the program; records, each behind its length; the length END and a hash of
 * all records. */
#include <sys/stat.h>
#include "base/outfile.h"
#include "results/seen.h"
#include "results/series.h"

#define BYTES_MAX ((size_t)256 << 20) /* of a cache: it is read and made in memory */
#define YOUNG_S   2                   /* the coarsest clock of a file system */
#define END       UINT64_MAX
#define UNKNOWN   UINT64_MAX /* of a file that cannot be looked at */

/* A record: without a part the head of a result follows. */
#define SEEN(F, A, T)                                                                          \
    F (T, TEXT, name), A (T, HASH, stamp), F (T, HASH, detail), F (T, TEXT, part)
FID_BYTES_RECORD (seen_result, struct fid_seen_result, SEEN);

static void stamp_file (const char *path, uint64_t of[6])
{
    struct stat st;
    int rc = stat (path, &st);
    const uint64_t now[] = {rc ? errno == ENOENT ? 0 : UNKNOWN : (uint64_t)st.st_size,
                            (uint64_t)st.st_ino,
                            (uint64_t)st.st_mtim.tv_sec,
                            (uint64_t)st.st_mtim.tv_nsec,
                            (uint64_t)st.st_ctim.tv_sec,
                            (uint64_t)st.st_ctim.tv_nsec};
    memcpy (of, now, rc ? sizeof now[0] : sizeof now);
}

static const char *name_of (const char *path)
{
    const char *slash = strrchr (path, '/');
    return slash ? slash + 1 : path;
}

static struct fid_seen_result *find_result (const struct fid_seen *seen, const char *name)
{
    size_t from = 0, to = seen->result_n;
    while (from < to) {
        size_t mid = from + (to - from) / 2;
        int c = strcmp (name, seen->result[mid].name);
        if (c == 0)
            return &seen->result[mid];
        *(c < 0 ? &to : &from) = c < 0 ? mid : mid + 1;
    }
    return NULL;
}

/* --- reading */

static bool take_word (struct fid_span *in, uint64_t *x)
{
    if (in->n < sizeof *x)
        return false;
    *x = fid_bytes_word ((const unsigned char *)in->p);
    *in = (struct fid_span){in->p + sizeof *x, in->n - sizeof *x};
    return true;
}

/* Adds what a record tells; results come before parts, by name. */
static int take_record (struct fid_seen *seen, struct fid_span in, struct fid_error *err)
{
    struct fid_seen_result r = {0}, *of;
    struct fid_packed_in from = {.path = seen->text.path,
                                 .p = (const unsigned char *)in.p,
                                 .end = (const unsigned char *)fid_span_end (in),
                                 .arena = &seen->arena};
    FID_TRY (fid_record_unpack (&seen_result, &r, &from, err));
    if (!r.name || (!r.part && seen->result_n &&
                    strcmp (seen->result[seen->result_n - 1].name, r.name) >= 0))
        return fid_errorf (err, FID_EINPUT, "damaged");
    r.head = (struct fid_span){(const char *)from.p, (size_t)(from.end - from.p)};
    if (!r.part)
        return FID_PUSH (seen->result, err, r);
    if ((of = find_result (seen, r.name)) && !strchr (r.part, '<')) { /* it is digits */
        of->detail = r.detail;
        of->part = r.part;
    }
    return 0;
}

static int take_records (struct fid_seen *seen, struct fid_span in, struct fid_error *err)
{
    uint64_t mark, n, hash = seen->mark;
    int rc = take_word (&in, &mark) && mark == seen->mark ? 0 : 1;
    while (!rc && take_word (&in, &n) && n <= in.n) {
        hash = fid_hash_bytes (in.p, n, hash);
        rc = take_record (seen, (struct fid_span){in.p, n}, err);
        in = (struct fid_span){in.p + n, in.n - n};
    }
    return !rc && n == END && take_word (&in, &mark) && mark == hash && !in.n ? 0 : -1;
}

static int read_seen (struct fid_seen *seen, const char *path, struct fid_error *err)
{
    struct fid_error unused;
    struct fid_span in;
    bool none = false;
    int rc = fid_file_missing (path, &none, err);
    if (rc || none)
        return rc;
    if (fid_text_open (&seen->text, path, &unused) ||
        fid_text_rest_within (&seen->text, BYTES_MAX, &in, &unused) ||
        take_records (seen, in, &unused))
        seen->result_n = 0;
    return 0;
}

int fid_seen_begin (struct fid_seen *seen, const char *dir, size_t n, struct fid_error *err)
{
    struct fid_stamp program = {0};
    stamp_file ("/proc/self/exe", program.of[0]);
    if (n < FID_SEEN_LEAST || !program.of[0][0] || program.of[0][0] == UNKNOWN)
        return 0;
    seen->mark = seen->hash = fid_hash_bytes (
        &program, sizeof program, fid_hash_bytes (PACKAGE_VERSION, sizeof PACKAGE_VERSION, 0));
    FID_FREED char *path = fid_format (err, "%s/" FID_SEEN_FILE, dir);
    FID_TRY (!path);
    FID_TRY (read_seen (seen, path, err));
    if (!seen->write)
        return 0;
    seen->dir = fid_strdup (dir, err);
    seen->now_s = (uint64_t)time (NULL);
    return seen->dir ? fid_bytes_put (&seen->next, &seen->mark, sizeof seen->mark, err) : -1;
}

bool fid_seen_head (struct fid_seen *seen, const char *path, struct fid_stamp *stamp,
                    struct fid_result_head *head)
{
    struct fid_error unused;
    *stamp = (struct fid_stamp){0};
    if (!seen->mark)
        return false;
    FID_FREED char *series = fid_series_path (path, &unused);
    stamp_file (path, stamp->of[0]);
    stamp_file (series ? series : path, stamp->of[1]);
    struct fid_seen_result *r = find_result (seen, name_of (path));
    if (r)
        r->same = memcmp (stamp, &r->stamp, sizeof *stamp) == 0 &&
                  fid_result_head_unpack (head, path, r->head, &unused) == 0;
    return r && r->same;
}

const struct fid_seen_result *fid_seen_part (const struct fid_seen *seen, const char *path,
                                             uint64_t detail)
{
    const struct fid_seen_result *r = find_result (seen, name_of (path));
    return r && r->same && r->part && r->detail == detail ? r : NULL;
}

/* --- writing */

/* Writes a record, of which what is behind the table's members is in `behind'. */
static int put_record (struct fid_seen *seen, const struct fid_seen_result *r,
                       struct fid_span behind, const struct fid_result_head *head,
                       struct fid_error *err)
{
    FID_SCOPED (fid_bytes_clear) struct fid_bytes b = {0};
    int rc = fid_record_pack (&seen_result, r, &b, err);
    rc = rc ? rc : fid_bytes_put (&b, behind.p, behind.n, err);
    if (head && !rc)
        rc = fid_result_head_pack (head, &b, err);
    FID_TRY (rc);
    if (b.n + seen->next.n > BYTES_MAX) {
        fid_bytes_clear (&seen->next);
        FID_FREE (seen->dir);
        return 0;
    }
    const uint64_t n = b.n;
    seen->hash = fid_hash_bytes (b.p, b.n, seen->hash);
    FID_TRY (fid_bytes_put (&seen->next, &n, sizeof n, err));
    return fid_bytes_put (&seen->next, b.p, b.n, err);
}

/* Whether a change after it was stamped shows in the times of a file. */
static bool is_settled (const struct fid_seen *seen, const uint64_t of[6])
{
    return of[0] != UNKNOWN && of[4] + YOUNG_S < seen->now_s;
}

int fid_seen_keep_head (struct fid_seen *seen, const struct fid_result_head *head,
                        const struct fid_stamp *stamp, struct fid_error *err)
{
    if (!seen->dir || !is_settled (seen, stamp->of[0]) || !is_settled (seen, stamp->of[1]))
        return 0;
    const struct fid_seen_result *was = find_result (seen, name_of (head->path)),
                                 r = {.name = name_of (head->path), .stamp = *stamp};
    return was && was->same ? put_record (seen, &r, was->head, NULL, err)
                            : put_record (seen, &r, (struct fid_span){0}, head, err);
}

int fid_seen_keep_part (struct fid_seen *seen, const char *path, uint64_t detail,
                        const char *part, struct fid_error *err)
{
    const struct fid_seen_result r = {.name = name_of (path), .detail = detail, .part = part};
    return seen->dir ? put_record (seen, &r, (struct fid_span){0}, NULL, err) : 0;
}

void fid_seen_end (struct fid_seen *seen)
{
    const uint64_t end[] = {END, seen->hash};
    struct fid_error unused;
    struct fid_outfile out;
    FID_FREED char *path =
        seen->dir ? fid_format (&unused, "%s/" FID_SEEN_FILE, seen->dir) : NULL;
    if (!path || fid_bytes_put (&seen->next, end, sizeof end, &unused) ||
        fid_outfile_open (&out, path, seen->dir, &unused))
        return;
    out.lazy = true;
    fwrite (seen->next.p, 1, seen->next.n, out.f); /* an error shows in commit */
    fid_outfile_commit (&out, &unused);
}

void fid_seen_clear (struct fid_seen *seen)
{
    fid_bytes_clear (&seen->next);
    fid_text_close (&seen->text);
    fid_arena_clear (&seen->arena);
    FID_FREE (seen->dir, seen->result);
    *seen = (struct fid_seen){0};
}
