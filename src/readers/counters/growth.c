/* SPDX-License-Identifier: GPL-3.0-or-later */
/* growth.c - see growth.h */
#include "readers/counters/growth.h"

struct fid_growth_device *fid_growth_device (struct fid_growth *g, struct fid_span name)
{
    if (!name.n || name.n >= sizeof g->device->name)
        return NULL;
    for (size_t i = 0; i < g->n; i++)
        if (fid_span_is (name, g->device[i].name))
            return &g->device[i];
    if (g->n == FID_GROWTH_DEVICES)
        return NULL;
    struct fid_growth_device *d = &g->device[g->n++];
    *d = (struct fid_growth_device){.name = ""};
    memcpy (d->name, name.p, name.n);
    return d;
}

int fid_growth_rate (const struct fid_growth_device *d, const struct fid_sink *sink,
                     bool written, int64_t t_ns, double mib_s, struct fid_error *err)
{
    if (!(mib_s >= 0 && mib_s <= FID_GAUGE_MAX))
        return FID_REMARK_THROUGHPUT_BAD;
    return fid_put_gauge (sink, t_ns, written ? FID_CH_DISK_WRITE : FID_CH_DISK_READ,
                          fid_span_of (d->name), mib_s, err);
}

int fid_growth_put (struct fid_growth_device *d, const struct fid_sink *sink, bool written,
                    int64_t t_ns, double bytes, struct fid_error *err)
{
    struct fid_growth_sum before = d->way[written];
    d->way[written] = (struct fid_growth_sum){true, t_ns, bytes};
    if (!before.any || t_ns <= before.t_ns || bytes < before.bytes)
        return 0;
    double s = (double)(t_ns - before.t_ns) / 1e9;
    return fid_growth_rate (d, sink, written, t_ns, (bytes - before.bytes) / 1048576 / s, err);
}
