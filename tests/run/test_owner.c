/* SPDX-License-Identifier: GPL-3.0-or-later */
/* whose a block event is, step by step */
#include "tests/tap.h"
#include "run/owner.h"

#define MS INT64_C (1000000)

static struct fid_grid written;

static void wrote (int64_t t_ns, uint64_t bytes)
{
    struct fid_error err;
    if (fid_grid_add (&written, t_ns, bytes, &err))
        abort ();
}

static enum fid_owner who (struct fid_ownership *o, const char *comm, int64_t pid,
                           enum fid_op op, uint64_t bytes, const char *device, int64_t t_ns)
{
    struct fid_request r = {.start_ns = t_ns,
                            .byte_n = bytes,
                            .pid = pid,
                            .op = op,
                            .comm = fid_span_of (comm),
                            .device = fid_device (&o->devices, fid_span_of (device))};
    return fid_owner_of (o, &written, &r);
}

static void start (struct fid_ownership *o, bool pids)
{
    struct fid_error err;
    fid_grid_clear (&written);
    *o = (struct fid_ownership){0};
    if (pids && (fid_pidset_add (&o->pids, 10, &err) || fid_pidset_add (&o->pids, 11, &err)))
        abort ();
}

static void test_processes (void)
{
    struct fid_ownership o;
    start (&o, true);
    ok (who (&o, "python3", 10, FID_OP_BLOCK_READ, 4096, "vda", 0) == FID_OWNER_SELF,
        "a read by a process of the run is its own");
    ok (who (&o, "updatedb", 99, FID_OP_BLOCK_READ, 4096, "vdb", 0) == FID_OWNER_FOREIGN,
        "a read by another process is foreign");
    ok (who (&o, "kworker/0:1", 10, FID_OP_BLOCK_READ, 4096, "vda", 0) == FID_OWNER_FOREIGN,
        "a kernel worker's read is nobody's, whatever its number");
    ok (o.devices.n == 2 && o.devices.own[0] && !o.devices.own[1] && !o.devices.foreign[0] &&
            o.devices.foreign[1],
        "the devices each of them used");
    fid_ownership_clear (&o);
    start (&o, false);
    ok (who (&o, "anything", 99, FID_OP_BLOCK_READ, 1, "vda", 0) == FID_OWNER_SELF,
        "with no process known every process is the run's");
    fid_ownership_clear (&o);
}

/* 1000 bytes written at 0 ms, 500 at 100 ms. */
static void test_credit (void)
{
    struct fid_ownership o;
    start (&o, true);
    wrote (0, 1000);
    wrote (100 * MS, 500);
    ok (who (&o, "kworker/u4:2", 5, FID_OP_BLOCK_WRITE, 600, "vda", -50 * MS) ==
            FID_OWNER_FOREIGN,
        "nothing is written back before it was written");
    ok (o.unclaimed_n == 600, "and those bytes are nobody's");
    ok (who (&o, "kworker/u4:2", 5, FID_OP_BLOCK_WRITE, 600, "vda", 50 * MS) ==
            FID_OWNER_WRITEBACK,
        "600 of 1000 bytes");
    ok (who (&o, "jbd2/vda1-8", 6, FID_OP_BLOCK_WRITE, 600, "vda", 60 * MS) ==
            FID_OWNER_WRITEBACK,
        "the journal's write uses up the rest, though it is larger");
    ok (who (&o, "kworker/u4:2", 5, FID_OP_BLOCK_WRITE, 100, "vda", 70 * MS) ==
            FID_OWNER_FOREIGN,
        "then there is no credit");
    ok (who (&o, "kworker/u4:2", 5, FID_OP_BLOCK_WRITE, 100, "vda", 150 * MS) ==
            FID_OWNER_WRITEBACK,
        "until the run writes again: 1500 against 1200");
    ok (who (&o, "python3", 10, FID_OP_BLOCK_WRITE, 300, "vda", 160 * MS) == FID_OWNER_SELF,
        "fsync by the run itself is its own");
    ok (who (&o, "kworker/u4:2", 5, FID_OP_BLOCK_WRITE, 100, "vda", 170 * MS) ==
            FID_OWNER_FOREIGN,
        "and settles what it wrote: 1500 against 1600");
    ok_int ((long long)o.unclaimed_n, 800, "600 + 100 + 100 bytes without credit");
    fid_ownership_clear (&o);
}

static void test_devices (void)
{
    struct fid_ownership o;
    struct fid_devices d = {.n = 0};
    char name[16];
    start (&o, true);
    wrote (0, 1000000);
    who (&o, "rsync", 99, FID_OP_BLOCK_READ, 1, "vdb", 0);
    ok (who (&o, "kworker/u4:2", 5, FID_OP_BLOCK_WRITE, 1, "vdb", 50 * MS) == FID_OWNER_FOREIGN,
        "write-back to a device only others use is theirs");
    ok (who (&o, "kworker/u4:2", 5, FID_OP_BLOCK_WRITE, 1, "vdc", 50 * MS) ==
            FID_OWNER_WRITEBACK,
        "to one nobody else uses the run's");
    who (&o, "python3", 10, FID_OP_BLOCK_READ, 1, "vdb", 60 * MS);
    ok (who (&o, "kworker/u4:2", 5, FID_OP_BLOCK_WRITE, 1, "vdb", 70 * MS) ==
            FID_OWNER_WRITEBACK,
        "to one both use the run's, within its credit");
    fid_ownership_clear (&o);
    for (int i = 0; i < FID_DEVICES_MAX + 36; i++) {
        snprintf (name, sizeof name, "nvme%dn1", i);
        size_t k = fid_device (&d, fid_span_of (name));
        if (k != (size_t)(i < FID_DEVICES_MAX ? i : FID_DEVICES_MAX - 1))
            ok (0, "device %d has number %zu", i, k);
    }
    ok (d.n == FID_DEVICES_MAX && fid_device (&d, fid_span_of ("nvme3n1")) == 3,
        "devices keep their numbers; what does not fit shares the last");
    size_t a = fid_device (&d, fid_span_of ("a-name-that-is-longer-than-thirty-one-bytes-1"));
    ok (a == FID_DEVICES_MAX - 1, "long names are cut, not overrun");
}

int main (void)
{
    test_processes ();
    test_credit ();
    test_devices ();
    fid_grid_clear (&written);
    return tap_done ();
}
