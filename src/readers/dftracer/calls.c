/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calls.c - see calls.h */
#include "readers/dftracer/parts.h"

#define COUNT_MAX (1 << 24) /* calls in one line */

struct fid_dft_waiting {
    int64_t start_ns, dur_ns, pid, tid;
    uint64_t bytes, offset, key, host;
    size_t line;
    enum fid_op op;
    unsigned flags;
};

/* The operation of a call; FID_OP_N: none. */
static enum fid_op op_of (struct fid_span name)
{
#define CALL(text, op)                                                                         \
    {                                                                                          \
        text, sizeof text - 1, FID_OP_##op                                                     \
    }
    static const struct {
        const char *name;
        size_t n;
        enum fid_op op;
    } calls[] = {
        CALL ("read", READ),       CALL ("pread", READ),      CALL ("write", WRITE),
        CALL ("open", OPEN),       CALL ("close", CLOSE),     CALL ("pread64", READ),
        CALL ("open64", OPEN),     CALL ("fread", READ),      CALL ("pwrite", WRITE),
        CALL ("fwrite", WRITE),    CALL ("fopen", OPEN),      CALL ("fclose", CLOSE),
        CALL ("readv", READ),      CALL ("preadv", READ),     CALL ("preadv64", READ),
        CALL ("pwrite64", WRITE),  CALL ("writev", WRITE),    CALL ("pwritev", WRITE),
        CALL ("pwritev64", WRITE), CALL ("openat", OPEN),     CALL ("openat64", OPEN),
        CALL ("creat", OPEN),      CALL ("creat64", OPEN),    CALL ("fopen64", OPEN),
        CALL ("mkdir", META),      CALL ("rmdir", META),      CALL ("unlink", META),
        CALL ("remove", META),     CALL ("stat", META),       CALL ("stat64", META),
        CALL ("lstat", META),      CALL ("lstat64", META),    CALL ("fstat", META),
        CALL ("fstat64", META),    CALL ("statx", META),      CALL ("fstatat", META),
        CALL ("fstatat64", META),  CALL ("access", META),     CALL ("faccessat", META),
        CALL ("opendir", META),    CALL ("readdir", META),    CALL ("scandir", META),
        CALL ("readlink", META),   CALL ("rename", META),     CALL ("renameat", META),
        CALL ("link", META),       CALL ("symlink", META),    CALL ("truncate", META),
        CALL ("ftruncate", META),  CALL ("unlinkat", META),   CALL ("mkdirat", META),
        CALL ("xstat", META),      CALL ("xstat64", META),    CALL ("lxstat", META),
        CALL ("lxstat64", META),   CALL ("fxstat", META),     CALL ("fxstat64", META),
        CALL ("fxstatat", META),   CALL ("fxstatat64", META),
    };
#undef CALL
    while (name.n && name.p[0] == '_') { /* "__xstat64" of older C libraries */
        name.p++;
        name.n--;
    }
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (name.n == calls[i].n && memcmp (name.p, calls[i].name, name.n) == 0)
            return calls[i].op;
    return FID_OP_N;
}

static int put_call (struct fid_dft_calls *c, struct fid_event *ev, uint64_t host,
                     struct fid_span path, struct fid_error *err)
{
    FID_TRY (fid_put_host (c->sink, host, err));
    while (path.n > 1 && path.p[path.n - 1] == '/') /* folders are named with it or without */
        path.n--;
    ev->path = path;
    ev->file = fid_span_last_part (ev->path);
    return fid_put_event (c->sink, ev, err);
}

int fid_dft_calls_finish (struct fid_dft_calls *c, struct fid_error *err)
{
    for (size_t i = 0; i < c->waiting_n; i++) {
        const struct fid_dft_waiting *w = &c->waiting[i];
        struct fid_span path = {"", 0};
        struct fid_event ev = {.start_ns = w->start_ns,
                               .dur_ns = w->dur_ns,
                               .bytes = w->bytes,
                               .offset = w->offset,
                               .pid = w->pid,
                               .tid = w->tid,
                               .op = w->op,
                               .flags = w->flags};
        if (!fid_names_get (&c->files, w->key, &path) && !c->nameless_noted) {
            fid_put_note (c->sink, w->line, FID_REMARK_FILE_NAMELESS);
            c->nameless_noted = true;
        }
        FID_TRY (put_call (c, &ev, w->host, path, err));
    }
    c->waiting_n = 0;
    return 0;
}

static int64_t thread_of (const struct fid_dft_item *it)
{
    return it->tid > 0 && it->tid != it->pid ? it->tid : 0;
}

/* Sets what the call moved; false if that is absurd. */
static bool set_bytes (struct fid_event *ev, const struct fid_dft_item *it)
{
    bool moves = ev->op == FID_OP_READ || ev->op == FID_OP_WRITE;
    if (it->has_ret && it->ret < 0) {
        ev->flags = FID_EVENT_ERROR;
    } else if (moves && !it->has_ret) {
        ev->flags = FID_EVENT_NO_BYTES;
    } else if (moves) {
        /* fread and fwrite return how many items of that size */
        bool items = it->name.p[0] == 'f' && it->has_size;
        uint64_t one = items ? (uint64_t)it->size : 1;
        if ((uint64_t)it->ret > FID_BYTES_MAX / one)
            return false;
        ev->bytes = (uint64_t)it->ret * one;
    }
    return true;
}

/* Hands on a call, or keeps it until its file has a name. */
static int take_call (struct fid_dft_calls *c, struct fid_event *ev,
                      const struct fid_dft_item *it, size_t line, struct fid_error *err)
{
    uint64_t host = fid_dft_host (it), key = fid_names_key (it->fhash);
    struct fid_span path;
    if (it->fname.n || !it->fhash.n)
        return put_call (c, ev, host, it->fname.n ? it->fname : (struct fid_span){"", 0}, err);
    if (fid_names_get (&c->files, key, &path))
        return put_call (c, ev, host, path, err);
    if (c->waiting_n == FID_DFT_WAIT_MAX)
        FID_TRY (fid_dft_calls_finish (c, err));
    return FID_PUSH (c->waiting, err,
                     (struct fid_dft_waiting){.start_ns = ev->start_ns,
                                              .dur_ns = ev->dur_ns,
                                              .bytes = ev->bytes,
                                              .offset = ev->offset,
                                              .pid = ev->pid,
                                              .tid = ev->tid,
                                              .key = key,
                                              .host = host,
                                              .line = line,
                                              .op = ev->op,
                                              .flags = ev->flags});
}

int fid_dft_calls_add_many (struct fid_dft_calls *c, const struct fid_dft_item *it, size_t line,
                            struct fid_error *err)
{
    enum fid_op op = op_of (it->name);
    bool moves = op == FID_OP_READ || op == FID_OP_WRITE;
    bool items = it->name.p[0] == 'f' && !it->has_size; /* what fread returns are no bytes */
    int64_t all = it->has_size ? it->size : it->has_ret ? it->ret : -1, n = it->count;
    if (op == FID_OP_N || !it->aggregated || !it->timed || n < 1)
        return 0;
    if (n > COUNT_MAX || all > (int64_t)FID_BYTES_MAX ||
        it->dur_sum > FID_TIME_MAX / FID_US / 2) {
        fid_put_reject (c->sink, line, FID_REMARK_RET_TOO_LARGE);
        return 0;
    }
    int64_t dur_ns = it->dur_sum * FID_US / n;
    int64_t apart_ns = it->timed_dur && it->dur_us ? it->dur_us * FID_US / n : dur_ns;
    for (int64_t i = 0; i < n; i++) {
        struct fid_event ev = {.start_ns = it->ts_us * FID_US + i * apart_ns,
                               .dur_ns = dur_ns,
                               .offset = FID_NO_OFFSET,
                               .pid = it->pid,
                               .tid = thread_of (it),
                               .op = op};
        if (moves && (all < 0 || items))
            ev.flags = FID_EVENT_NO_BYTES;
        else if (moves)
            ev.bytes = (uint64_t)(all / n + (i < all % n));
        FID_TRY (take_call (c, &ev, it, line, err));
    }
    return 0;
}

int fid_dft_calls_add (struct fid_dft_calls *c, const struct fid_dft_item *it, size_t line,
                       struct fid_error *err)
{
    enum fid_op op = op_of (it->name);
    if (op == FID_OP_N)
        return 0;
    struct fid_event ev = {.start_ns = it->ts_us * FID_US,
                           .dur_ns = it->dur_us * FID_US,
                           .offset = it->has_offset ? (uint64_t)it->offset : FID_NO_OFFSET,
                           .pid = it->pid,
                           .tid = thread_of (it),
                           .op = op};
    if (!set_bytes (&ev, it)) {
        fid_put_reject (c->sink, line, FID_REMARK_RET_TOO_LARGE);
        return 0;
    }
    return take_call (c, &ev, it, line, err);
}

void fid_dft_calls_clear (struct fid_dft_calls *c)
{
    fid_names_clear (&c->files);
    free (c->waiting);
    c->waiting = NULL;
    c->waiting_n = c->waiting_cap = 0;
}
