/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hooks.h - calls the hooks of a batch that are set */
#pragma once

#include "batch/batch.h"

static inline bool fid_batch_cancelled (const struct fid_batch_hooks *h)
{
    return h->cancelled && h->cancelled (h->ctx);
}

void fid_batch_message (const struct fid_batch_hooks *h, const char *fmt, ...)
    FID_PRINTF (2, 3);
