/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_table.c - see op_table.h */
#include "readers/chrome/op_table.h"

/* A busy time; as a part of the length of the trace; missing if there is no span. */
static void put_busy (const struct fid_op_stats *s, int role, enum fid_format format,
                      struct fid_cells *c)
{
    if (s->role[role].n)
        fid_cells_figure (c, s->role[role].busy_us / 1000, 4, format);
    else
        fid_cells_missing (c);
}

static void put_share (const struct fid_op_stats *s, int role, enum fid_format format,
                       struct fid_cells *c)
{
    if (s->role[role].n && s->length_us > 0)
        fid_cells_figure (c, 100 * s->role[role].busy_us / s->length_us, 1, format);
    else
        fid_cells_missing (c);
}

void fid_op_roles_cells (const struct fid_op_stats *a, const struct fid_op_stats *b,
                         enum fid_format format, struct fid_cells *c)
{
    const struct fid_op_stats *of[2] = {a, b};
    int n = b ? 2 : 1;
    fid_cells_begin (c, b ? "role|#busy_ms_1|#busy_ms_2|#relative|#busy_pct_1|#busy_pct_2|"
                            "#count_1|#count_2"
                          : "role|#count|#busy_ms|#busy_pct");
    for (int role = 0; role < FID_OP_ROLE_N; role++) {
        if (!a->role[role].n && !(b && b->role[role].n))
            continue;
        fid_cells_text (c, fid_op_role_name ((enum fid_op_role)role));
        if (!b)
            fid_cells_add (c, "%" PRIu64, a->role[role].n);
        for (int k = 0; k < n; k++)
            put_busy (of[k], role, format, c);
        if (b && a->role[role].busy_us > 0 && b->role[role].n)
            fid_cells_figure (c, b->role[role].busy_us / a->role[role].busy_us - 1, 4, format);
        else if (b)
            fid_cells_missing (c);
        for (int k = 0; k < n; k++)
            put_share (of[k], role, format, c);
        for (int k = 0; b && k < n; k++)
            fid_cells_add (c, "%" PRIu64, of[k]->role[role].n);
    }
}
