/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rwbs.h - the flags with which the block layer's tools name an operation
 *
 * "R", "WS", "FWFSM": F before the letter is a flush before the request, the letters behind it
 * are FUA (F), read-ahead (A), synchronous (S) and metadata (M). */
#pragma once

#include "readers/reader.h"

#define FID_SECTORS_MAX (UINT64_C (1) << 54) /* of 512 bytes; beyond any device */

/* The operation of the flags; *moves is false where no bytes pass: flushes alone (F), discards
 * (D, DE) and others (N).  False if s is no such flags. */
static inline bool fid_rwbs (struct fid_span s, enum fid_op *op, bool *moves)
{
    static const char letters[] = "RWDENFASMBVZ";
    size_t i = s.n > 1 && s.p[0] == 'F';
    for (size_t k = 0; k < s.n; k++)
        if (!memchr (letters, s.p[k], sizeof letters - 1))
            return false;
    if (i == s.n)
        return false;
    *moves = s.p[i] == 'R' || s.p[i] == 'W';
    *op = s.p[i] == 'W' ? FID_OP_BLOCK_WRITE : FID_OP_BLOCK_READ;
    return *moves || memchr ("DNFZ", s.p[i], 4) != NULL;
}
