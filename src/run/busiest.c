/* SPDX-License-Identifier: GPL-3.0-or-later */
/* busiest.c - see busiest.h */
#include "run/busiest.h"

/* A host, and what it uses; below 0: nothing was recorded of it. */
static void add_host (struct fid_busiest *b, size_t host, double use)
{
    if (use < 0)
        return;
    b->seen_n++;
    b->sum += use;
    if (use > b->most) {
        b->most = use;
        b->host = host;
    }
    b->times = b->sum > 0 ? b->most * (double)b->seen_n / b->sum : 0;
}

static bool is_told (const struct fid_busiest *b)
{
    return b->seen_n > 1 && b->sum > 0;
}

bool fid_busiest_of (const double *use, size_t host_n, struct fid_busiest *out)
{
    *out = (struct fid_busiest){0};
    for (size_t i = 0; i < host_n; i++)
        add_host (out, i, use[i]);
    return is_told (out);
}

bool fid_host_sees (const struct fid_run *run, size_t host, enum fid_stream_id id)
{
    unsigned gives = fid_stream_gives (id);
    for (size_t i = 0; i < run->source_n; i++)
        if (run->source[i].host == host && run->source[i].used & gives)
            return true;
    return false;
}

bool fid_busiest_of_stream (const struct fid_run *run, enum fid_stream_id id,
                            struct fid_busiest *out)
{
    size_t n = run->hosts.n;
    double byte_n = 0;
    *out = (struct fid_busiest){0};
    for (size_t i = 0; i < n; i++)
        byte_n += (double)run->hosts.at[i].use[id].byte_n;
    for (size_t i = 0; n > 1 && i < n; i++) {
        const struct fid_host_use *u = &run->hosts.at[i].use[id];
        add_host (out, i,
                  !fid_host_sees (run, i, id) ? -1
                  : byte_n > 0                ? (double)u->byte_n
                                              : (double)u->busy_ns);
    }
    return is_told (out);
}

int fid_busiest_say (struct fid_run *run, const char *resource, const struct fid_busiest *b,
                     struct fid_error *err)
{
    return FID_FIND (&run->findings, err, .code = FID_RUN_HOST_BUSIEST, .resource = resource,
                     .file = run->hosts.at[b->host].name, .number = {(int64_t)b->seen_n},
                     .value = b->times);
}
