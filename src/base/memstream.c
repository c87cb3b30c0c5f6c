/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memstream.c - fopencookie over a growing text */
#include "base/memstream.h"

#ifdef __GLIBC__
typedef off64_t place;
#else
typedef off_t place;
#endif

struct cookie {
    char **text;
    size_t *n, cap; /* cap: bytes of *text */
    bool lost;
};

/* All or nothing, and nothing more once anything was lost. */
static ssize_t cookie_write (void *self, const char *p, size_t n)
{
    struct cookie *c = self;
    if (!c->lost && n >= c->cap - *c->n) {
        size_t cap = (*c->n + n) / 2 * 3 + 1024;
        char *grown = realloc (*c->text, cap);
        c->lost = !grown;
        if (grown) {
            *c->text = grown;
            c->cap = cap;
        }
    }
    if (c->lost) {
        errno = ENOMEM;
        return 0;
    }
    memcpy (*c->text + *c->n, p, n);
    *c->n += n;
    (*c->text)[*c->n] = '\0';
    return (ssize_t)n;
}

/* For ftell: there is no other place than the end. */
static int cookie_seek (void *self, place *offset, int whence)
{
    struct cookie *c = self;
    if (*offset != (whence == SEEK_SET ? (place)*c->n : 0))
        return -1;
    *offset = (place)*c->n;
    return 0;
}

/* musl does not set the error of a stream whose writer wrote nothing, but tells this. */
static int cookie_close (void *self)
{
    FID_FREED struct cookie *c = self;
    bool lost = c->lost;
    return lost ? -1 : 0;
}

FILE *fid_memstream_open (char **text, size_t *n, struct fid_error *err)
{
    struct cookie *c = calloc (1, sizeof *c);
    FILE *f = NULL;
    *n = 0;
    *text = calloc (1, 1);
    if (c && *text) {
        *c = (struct cookie){text, n, 1, false};
        f = fopencookie (c, "w",
                         (cookie_io_functions_t){.write = cookie_write,
                                                 .seek = cookie_seek,
                                                 .close = cookie_close});
    }
    if (!f) {
        FID_FREE (c, *text);
        *text = NULL;
        fid_error_nomem (err);
    }
    return f;
}

int fid_memstream_end (FILE *f, int rc, struct fid_error *err)
{
    bool lost = fflush (f) || ferror (f);
    lost |= fclose (f) != 0;
    return lost && !rc ? fid_error_nomem (err) : rc;
}
