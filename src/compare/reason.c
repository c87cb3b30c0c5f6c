/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reason.c - see reason.h */
#include "compare/reason.h"

static const char *side_words (const struct fid_reason *r)
{
    if (r->code == FID_REASON_ONE_SIDED)
        return r->sides == FID_SIDE_REAL ? "the real run" : "the emulated run";
    return r->sides == FID_SIDE_REAL        ? "the real run"
           : r->sides == FID_SIDE_EMULATION ? "the emulation"
                                            : "either run";
}

/* Used in reasons.def. */
#define SIDE      side_words (r)
#define NUMBER(i) r->number[i]
#define ANSWER    fid_answer_reason_words ((enum fid_answer_reason)r->number[0])

const char *fid_reason_text (const struct fid_reason *r, char buf[FID_REASON_MAX])
{
    buf[0] = '\0';
    switch (r->code) {
#define FID_REASON(code, ...)                                                                  \
    case FID_REASON_##code:                                                                    \
        snprintf (buf, FID_REASON_MAX, __VA_ARGS__);                                           \
        break;
#include "compare/reasons.def"
#undef FID_REASON
    case FID_REASON_NONE:
        break;
    }
    size_t n = strlen (buf);
    if (r->others)
        snprintf (buf + n, FID_REASON_MAX - n, " (other pairs: other reasons)");
    return buf;
}

struct fid_reason fid_reason_of_answer (enum fid_answer_reason why)
{
    return (struct fid_reason){.code = FID_REASON_OF_ANSWER, .number = {why}};
}

bool fid_reason_same (const struct fid_reason *a, const struct fid_reason *b)
{
    return a->code == b->code && a->sides == b->sides && a->number[0] == b->number[0] &&
           a->number[1] == b->number[1];
}
