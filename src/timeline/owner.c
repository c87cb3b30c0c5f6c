/* owner.c - see owner.h */
#include <string.h>
#include "timeline/owner.h"

size_t
fid_device (struct fid_devices *d, struct fid_span name)
{
    size_t n = name.n < sizeof d->name[0] ? name.n : sizeof d->name[0] - 1;
    for (size_t i = 0; i < d->n; i++)
        if (strlen (d->name[i]) == n && (!n || memcmp (d->name[i], name.p, n) == 0))
            return i;
    if (d->n == FID_DEVICES_MAX)
        return FID_DEVICES_MAX - 1;
    if (n)
        memcpy (d->name[d->n], name.p, n);
    d->name[d->n][n] = '\0';
    return d->n++;
}

bool
fid_is_kernel_worker (struct fid_span comm)
{
    static const char *const prefix[] = {"kworker",       "jbd2",     "flush-",
                                         "kswapd",        "xfsaild",  "btrfs-",
                                         "dmcrypt_write", "txg_sync", "pdflush"};
    for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
        if (fid_span_starts (comm, prefix[i]))
            return true;
    return false;
}

/* Bytes the run wrote before t_ns; t never goes back by much, so bins are
 * summed once. */
static uint64_t
written_before (struct fid_ownership *o, int64_t t_ns)
{
    const struct fid_grid *g = o->written;
    while (o->written_at < g->n && (g->first + (int64_t)o->written_at) * g->bin_ns < t_ns)
        o->written_n += g->byte_n[o->written_at++];
    return o->written_n;
}

enum fid_owner
fid_owner_of (struct fid_ownership *o, const struct fid_event *ev, int64_t start_ns)
{
    size_t device = fid_device (&o->devices, ev->device);
    bool kernel = fid_is_kernel_worker (ev->comm);
    if (!kernel && (!o->pids.n || fid_pidset_has (&o->pids, ev->pid))) {
        o->devices.own[device] = true;
        if (ev->op == FID_OP_BLOCK_WRITE)
            o->settled_n += ev->bytes; /* written by the run itself (fsync, direct I/O) */
        return FID_OWNER_SELF;
    }
    if (kernel && ev->op == FID_OP_BLOCK_WRITE &&
        (o->devices.own[device] || !o->devices.foreign[device]) &&
        written_before (o, start_ns) > o->settled_n) {
        o->settled_n += ev->bytes;
        return FID_OWNER_WRITEBACK;
    }
    if (!kernel)
        o->devices.foreign[device] = true;
    else if (ev->op == FID_OP_BLOCK_WRITE)
        o->unclaimed_n += ev->bytes;
    return FID_OWNER_FOREIGN;
}

void
fid_ownership_clear (struct fid_ownership *o)
{
    fid_pidset_clear (&o->pids);
}
