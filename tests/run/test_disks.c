/* SPDX-License-Identifier: GPL-3.0-or-later */
/* which devices are disks of their own */
#include "tests/tap.h"
#include "run/disks.h"

/* The devices of a list ("sda sda1") that are disks of their own, as a list.  Those with a '-'
 * before them moved nothing. */
static void ok_own (const char *list, const char *want, const char *what)
{
    struct fid_devices d = {0};
    bool there[FID_DEVICES_MAX] = {false}, own[FID_DEVICES_MAX] = {false};
    bool moved[FID_DEVICES_MAX] = {false};
    struct fid_span rest = fid_span_of (list), word;
    char got[256] = "";
    while (fid_span_word (&rest, &word)) {
        bool still = fid_span_starts (word, "-");
        word = (struct fid_span){word.p + still, word.n - still};
        there[fid_device (&d, word)] = true;
        moved[fid_device (&d, word)] = !still;
    }
    size_t out_n = fid_disks_own (&d, there, moved, own), own_n = 0;
    for (size_t i = 0; i < d.n; i++)
        if (own[i]) {
            snprintf (got + strlen (got), sizeof got - strlen (got), "%s%s", own_n ? " " : "",
                      d.name[i]);
            own_n++;
        }
    ok_str (got, want, what);
    ok_int ((long long)(own_n + out_n), (long long)d.n, "... and the others are counted");
}

int main (void)
{
    ok_own ("sda sdb nvme0n1", "sda sdb nvme0n1", "disks are added");
    ok_own ("sda dm-0 dm-12 md0 md127 loop3", "sda", "LVM, RAID and loop devices are not");
    ok_own ("sda sda1 sda15 sdaa sdaa1", "sda sdaa", "nor partitions, whose disk is there");
    ok_own ("nvme0n1 nvme0n1p1 nvme0n1p12 nvme0n10", "nvme0n1 nvme0n10",
            "nor those of disks that end in a digit");
    ok_own ("mmcblk0 mmcblk0p2 mmcblk0boot0", "mmcblk0 mmcblk0boot0", "only partitions");
    ok_own ("sda1 sda2", "sda1 sda2", "partitions whose disk is not there are");
    ok_own ("dm-0 dm-1", "dm-0 dm-1", "layers are, if no disk is there");
    ok_own ("vda vg0-root vg0-home sda3_crypt mpatha", "vda", "names of /dev/mapper");
    ok_own ("dev8-0 dev8-16 dev253-0 dev9-127 dev259-3", "dev8-0 dev8-16 dev259-3",
            "names of sar without -p");
    ok_own ("dev252-0", "dev252-0", "a virtual disk alone");
    ok_own ("md0 md0p1", "md0", "a partition of a RAID");
    ok_own ("nvme0n1 nvme0c0n1 nvme0c1n1", "nvme0n1", "paths are not added to their head");
    ok_own ("-nvme0n1 nvme0c0n1 nvme0c1n1", "nvme0n1 nvme0c0n1 nvme0c1n1",
            "they are where the head counts nothing");
    ok_own ("nvme0c0n1 nvme0c1n1", "nvme0c0n1 nvme0c1n1", "and where it is not there");
    ok_own ("nvme12n3 nvme12c10n3 nvme12c0n31 nvme1c0n3", "nvme12n3 nvme12c0n31 nvme1c0n3",
            "paths to another namespace or of another system are disks");
    ok_own ("2:nvme0n1 2:nvme0c0n1 1:nvme0c0n1", "2:nvme0n1 1:nvme0c0n1", "each host's own");
    ok_own ("nvme0n1 nvme", "nvme0n1 nvme", "a name that only begins so");
    ok_own ("", "", "none");
    return tap_done ();
}
