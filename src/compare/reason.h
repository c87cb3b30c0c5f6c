/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reason.h - why a resource or a measure was not compared
 *
 * Code decides by the reason's code and the sides it concerns; the words are made
 * where results are written. */
#pragma once

#include "base/base.h"
#include "storage/answer.h"

enum fid_reason_code {
    FID_REASON_NONE,
#define FID_REASON(code, ...) FID_REASON_##code,
#include "compare/reasons.def"
#undef FID_REASON
};

enum { FID_SIDE_REAL = 1, FID_SIDE_EMULATION = 2, FID_SIDE_BOTH = 3 };

struct fid_reason {
    enum fid_reason_code code;
    unsigned sides;   /* FID_SIDE_... */
    double number[2]; /* as the text of the code says (reasons.def) */
    bool others;      /* of several pairs: some have another reason */
};

/* That of an answer. */
struct fid_reason fid_reason_of_answer (enum fid_answer_reason why);

/* Whether two say the same. */
bool fid_reason_same (const struct fid_reason *a, const struct fid_reason *b);

#define FID_REASON_MAX 200

/* The reason in words, in buf; "" without one. */
const char *fid_reason_text (const struct fid_reason *r, char buf[FID_REASON_MAX]);
