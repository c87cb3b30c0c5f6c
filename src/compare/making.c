/* SPDX-License-Identifier: GPL-3.0-or-later */
/* making.c - what the parts of a result are made with; see result_make.h */
#include "compare/result_make.h"

const char *fid_making_text (struct fid_making *m, const char *s)
{
    if (m->failed || !s || !*s)
        return NULL;
    if (fid_has_control (s)) {
        fid_errorf (m->err, FID_EINPUT, "the result: a name or text holds control characters");
        m->failed = true;
        return NULL;
    }
    char *copy = fid_arena_text (&m->r->head.arena, s, m->err);
    m->failed = !copy;
    if (copy)
        fid_utf8_clean (copy);
    return copy;
}

void *fid_making_rows (struct fid_making *m, size_t n, size_t size)
{
    void *rows = m->failed ? NULL : fid_arena_take (&m->r->head.arena, n, size, m->err);
    m->failed = !rows;
    return rows;
}
