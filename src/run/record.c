/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.c - see record.h */
#include "run/record.h"

unsigned fid_op_gives (enum fid_op op)
{
    static const unsigned gives[FID_OP_N] = {
        [FID_OP_BLOCK_READ] = FID_GIVES_BLOCK, [FID_OP_BLOCK_WRITE] = FID_GIVES_BLOCK,
        [FID_OP_READ] = FID_GIVES_READ,        [FID_OP_WRITE] = FID_GIVES_WRITE,
        [FID_OP_OPEN] = FID_GIVES_OPEN,        [FID_OP_CLOSE] = FID_GIVES_CLOSE,
        [FID_OP_META] = FID_GIVES_META,
    };
    return gives[op];
}

unsigned fid_channel_gives (enum fid_channel channel)
{
    static const unsigned gives[FID_CH_N] = {
        [FID_CH_CPU_USER] = FID_GIVES_CPU,    [FID_CH_CPU_SYS] = FID_GIVES_CPU,
        [FID_CH_CPU_IOWAIT] = FID_GIVES_CPU,  [FID_CH_CPU_IDLE] = FID_GIVES_CPU,
        [FID_CH_GPU_SM] = FID_GIVES_GPU,      [FID_CH_GPU_MEM] = FID_GIVES_GPU,
        [FID_CH_GPU_FB] = FID_GIVES_GPU,      [FID_CH_DISK_READ] = FID_GIVES_DISK,
        [FID_CH_DISK_WRITE] = FID_GIVES_DISK,
    };
    return gives[channel];
}

/* --- remarks */

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
