/* SPDX-License-Identifier: GPL-3.0-or-later */
/* operators.c - see operators.h */
#include "report/operators.h"

int fid_operators_write (const struct fid_result *r, enum fid_format format, FILE *f,
                         struct fid_error *err)
{
    struct fid_cells c;
    if (!r->role_n)
        return 0;
    fid_cells_begin (&c, "by operator traces|#real s|#emulation s|#real %|#emulation %");
    for (size_t i = 0; i < r->role_n; i++) {
        const struct fid_result_role_time *side = r->role[i].side;
        fid_cells_text (&c, r->role[i].role);
        for (int k = 0; k < 2; k++)
            fid_cells_number (&c, side[k].n ? side[k].busy_s : FID_ABSENT, 3);
        for (int k = 0; k < 2; k++) {
            bool known = side[k].n && side[k].share != FID_ABSENT;
            fid_cells_number (&c, known ? 100 * side[k].share : FID_ABSENT, 1);
        }
    }
    int rc = fid_cells_write (&c, format, f, err);
    fid_cells_clear (&c);
    if (format == FID_FORMAT_TABLE)
        fputc ('\n', f);
    return rc;
}
