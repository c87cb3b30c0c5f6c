/* SPDX-License-Identifier: GPL-3.0-or-later */
/* measures.c - see measures.h */
#include "compare/measures.h"

bool fid_measuring_incomplete (struct fid_measuring *m, enum fid_stream_id id)
{
    return fid_resource_incomplete (m->res,
                                    FID_INCOMPLETE_FROM (m->run[0], &m->run[0]->stream[id]),
                                    FID_INCOMPLETE_FROM (m->run[1], &m->run[1]->stream[id]));
}

void fid_measuring_active (struct fid_measuring *m, bool real, bool emulation)
{
    if (!real && !emulation)
        m->res->status = FID_STATUS_IDLE;
    if (real == emulation)
        return;
    m->res->one_sided = true;
    m->res->reason =
        (struct fid_reason){.code = FID_REASON_ONE_SIDED, .sides = fid_sides (real, emulation)};
}
