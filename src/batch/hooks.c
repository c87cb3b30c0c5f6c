/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hooks.c - see hooks.h */
#include "batch/hooks.h"

void fid_batch_message (const struct fid_batch_hooks *h, const char *fmt, ...)
{
    char text[2048];
    va_list ap;
    if (!h->message)
        return;
    va_start (ap, fmt);
    vsnprintf (text, sizeof text, fmt, ap);
    va_end (ap);
    h->message (h->ctx, text);
}
