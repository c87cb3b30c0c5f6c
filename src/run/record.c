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
