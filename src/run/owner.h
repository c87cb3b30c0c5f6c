/* SPDX-License-Identifier: GPL-3.0-or-later */
/* owner.h - which block events are the run's
 *
 * Tracers of the block layer see every process.  A request is the run's own if
 * its process also appears in the run's VFS or GPU traces.  A write by a kernel
 * worker is write-back of the run as long as the run has written bytes that have not
 * reached a disk yet ("credit"), unless only foreign processes use the device.
 * Everything else is foreign. */
#pragma once

#include "run/pidset.h"
#include "run/run.h"

#define FID_DEVICES_MAX 256

struct fid_devices {
    char name[FID_DEVICES_MAX][32];
    uint8_t len_n[FID_DEVICES_MAX];
    bool own[FID_DEVICES_MAX], foreign[FID_DEVICES_MAX]; /* used by such processes */
    size_t n, last;                                      /* last: the one asked for last */
};

/* The number of a device (0 .. FID_DEVICES_MAX - 1; what does not fit shares
 * the last). */
size_t fid_device (struct fid_devices *d, struct fid_span name);

struct fid_ownership {
    struct fid_pidset pids; /* of the run */
    struct fid_devices devices;
    size_t written_at;    /* bins of its own VFS writes summed so far */
    uint64_t written_n;   /* bytes in them */
    uint64_t settled_n;   /* bytes that reached a disk and are accounted for */
    uint64_t unclaimed_n; /* bytes of kernel workers' writes without credit */
};

/* Notes a process that calls for files; *who: 1 + whether it is the run's (enum fid_owner).
 * VFS tracers filter by the name of the process, so others of that name slip in; only a list of
 * the run's processes can tell them apart. */
int fid_owner_note (struct fid_ownership *o, const struct fid_pidset *listed, int64_t pid,
                    uint8_t *who, struct fid_error *err);

/* When all calls are noted: the processes listed are the run's, too; those on the GPUs, if no
 * other is known. */
int fid_owner_note_end (struct fid_ownership *o, const struct fid_pidset *listed,
                        const struct fid_pidset *gpu, struct fid_error *err);

/* A block request, and the process that made it. */
struct fid_request {
    int64_t start_ns, pid; /* start_ns on the axis */
    struct fid_span comm;
    size_t device;
    uint64_t byte_n;
    enum fid_op op;
};

/* Requests come in nearly time order; written: the run's own VFS writes.  With no pids known,
 * every process is the run's own. */
enum fid_owner fid_owner_of (struct fid_ownership *o, const struct fid_grid *written,
                             const struct fid_request *r);

void fid_ownership_clear (struct fid_ownership *o);
