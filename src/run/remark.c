/* SPDX-License-Identifier: GPL-3.0-or-later */
/* remark.c - see remark.h */
#include "run/remark.h"

const char *fid_remark_name (enum fid_remark_code code)
{
    static const char *const name[FID_REMARK_N] = {
        [FID_REMARK_NONE] = "none",
#define FID_REMARK(code, name, ...) [FID_REMARK_##code] = name,
#include "run/remarks.def"
#undef FID_REMARK
    };
    return name[code];
}

const char *fid_remark_text (const struct fid_remark *r, char *buf, size_t size)
{
    switch (r->code) {
#define FID_REMARK(code, name, ...)                                                            \
    case FID_REMARK_##code:                                                                    \
        snprintf (buf, size, __VA_ARGS__);                                                     \
        break;
#include "run/remarks.def"
#undef FID_REMARK
    default:
        snprintf (buf, size, "%s", fid_remark_name (r->code));
    }
    return buf;
}
