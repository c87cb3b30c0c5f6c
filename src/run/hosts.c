/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hosts.c - see hosts.h */
#include "run/hosts.h"

int fid_hosts_add (struct fid_hosts *h, struct fid_span name, size_t *number,
                   struct fid_error *err)
{
    if (name.n >= sizeof h->at->name)
        name.n = sizeof h->at->name - 1;
    for (size_t i = 0; i < h->n; i++)
        if (fid_span_is (name, h->at[i].name)) {
            *number = i;
            return 0;
        }
    FID_TRY (fid_array_grow (&h->at, &h->cap, h->n + 1, sizeof *h->at, err));
    struct fid_host *host = &h->at[h->n];
    *host = (struct fid_host){0};
    snprintf (host->name, sizeof host->name, "%.*s", FID_SPAN_ARG (name));
    *number = h->n++;
    return 0;
}

void fid_hosts_clear (struct fid_hosts *h)
{
    for (size_t i = 0; i < h->n; i++)
        free (h->at[i].folder);
    free (h->at);
    *h = (struct fid_hosts){0};
}
