/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clocksolve.c - see clocksolve.h */
#include "run/clocksolve.h"

size_t fid_clock_stretches (const struct fid_clock_solver *s, enum fid_clock clock,
                            struct fid_extent *st)
{
    size_t n = 0;
    for (int phases = 1; phases >= 0 && n == 0; phases--)
        FID_EACH (const struct fid_clock_source, src, s->in->source)
            if (src->clock == clock && (!phases || src->phases) &&
                fid_source_stretch (src, &st[n]))
                n++;
    return n;
}

void fid_clock_put (struct fid_clock_solver *s, enum fid_clock clock, int64_t offset,
                    int64_t unsure, const char *how)
{
    struct fid_clock_map *m = &s->c->map[clock];
    m->known = true;
    m->offset_ns = offset;
    m->uncertainty_ns = unsure;
    snprintf (m->how, sizeof m->how, "%s", how);
}
