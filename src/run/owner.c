/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner.c - see owner.h */
#include "run/owner.h"

/* Names are so short that a call takes longer than the comparison. */
static inline bool is_device (const struct fid_devices *d, size_t i, struct fid_span name)
{
    size_t k = 0;
    if (d->len_n[i] != name.n)
        return false;
    while (k < name.n && d->name[i][k] == name.p[k])
        k++;
    return k == name.n;
}

size_t fid_device (struct fid_devices *d, struct fid_span name)
{
    if (name.n >= sizeof d->name[0])
        name.n = sizeof d->name[0] - 1;
    if (d->last < d->n && is_device (d, d->last, name))
        return d->last;
    for (size_t i = 0; i < d->n; i++)
        if (is_device (d, i, name))
            return d->last = i;
    if (d->n == FID_DEVICES_MAX)
        return FID_DEVICES_MAX - 1;
    if (name.n)
        memcpy (d->name[d->n], name.p, name.n);
    d->name[d->n][name.n] = '\0';
    d->len_n[d->n] = (uint8_t)name.n;
    return d->last = d->n++;
}

/* Whether comm is a kernel worker that writes on behalf of others. */
static bool is_kernel_worker (struct fid_span comm)
{
    switch (comm.n ? comm.p[0] : '\0') {
    case 'k':
        return fid_span_starts (comm, "kworker") || fid_span_starts (comm, "kswapd");
    case 'j':
        return fid_span_starts (comm, "jbd2");
    case 'f':
        return fid_span_starts (comm, "flush-");
    case 'x':
        return fid_span_starts (comm, "xfsaild");
    case 'b':
        return fid_span_starts (comm, "btrfs-");
    case 'd':
        return fid_span_starts (comm, "dmcrypt_write");
    case 't':
        return fid_span_starts (comm, "txg_sync");
    case 'p':
        return fid_span_starts (comm, "pdflush");
    default:
        return false;
    }
}

/* Bytes the run wrote before t_ns; t never goes back by much, so bins are
 * summed once. */
static uint64_t written_before (struct fid_ownership *o, const struct fid_grid *g, int64_t t_ns)
{
    while (o->written_at < g->n && (g->first + (int64_t)o->written_at) * g->bin_ns < t_ns)
        o->written_n += g->byte_n[o->written_at++];
    return o->written_n;
}

/* Whether it is the number of a process, not of a rank or unknown. */
static bool is_pid (int64_t pid)
{
    return pid >= 0 && (pid & (FID_PID_HOSTS - 1)) < FID_PID_RANKS;
}

int fid_owner_note (struct fid_ownership *o, const struct fid_pidset *listed, int64_t pid,
                    uint8_t *who, struct fid_error *err)
{
    bool own = !listed->n || !is_pid (pid) || fid_pidset_has (listed, pid);
    if (own && is_pid (pid))
        FID_TRY (fid_pidset_add (&o->pids, pid, err));
    *who = 1 + (own ? FID_OWNER_SELF : FID_OWNER_FOREIGN);
    return 0;
}

int fid_owner_note_end (struct fid_ownership *o, const struct fid_pidset *listed,
                        const struct fid_pidset *gpu, struct fid_error *err)
{
    FID_TRY (fid_pidset_merge (&o->pids, listed, err));
    return o->pids.n ? 0 : fid_pidset_merge (&o->pids, gpu, err);
}

enum fid_owner fid_owner_of (struct fid_ownership *o, const struct fid_grid *written,
                             const struct fid_request *r)
{
    bool kernel = is_kernel_worker (r->comm);
    if (!kernel && (!o->pids.n || fid_pidset_has (&o->pids, r->pid))) {
        o->devices.own[r->device] = true;
        if (r->op == FID_OP_BLOCK_WRITE)
            o->settled_n += r->byte_n; /* written by the run itself (fsync, direct I/O) */
        return FID_OWNER_SELF;
    }
    if (kernel && r->op == FID_OP_BLOCK_WRITE &&
        (o->devices.own[r->device] || !o->devices.foreign[r->device]) &&
        written_before (o, written, r->start_ns) > o->settled_n) {
        o->settled_n += r->byte_n;
        return FID_OWNER_WRITEBACK;
    }
    if (!kernel)
        o->devices.foreign[r->device] = true;
    else if (r->op == FID_OP_BLOCK_WRITE)
        o->unclaimed_n += r->byte_n;
    return FID_OWNER_FOREIGN;
}

void fid_ownership_clear (struct fid_ownership *o)
{
    fid_pidset_clear (&o->pids);
}
