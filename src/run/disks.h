/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disks.h - which of the devices that a monitor lists are disks of their own
 *
 * Monitors list partitions, and devices that the kernel makes of others (LVM, multipath and
 * encryption: dm; RAID: md; files: loop), beside the disks below them.  What is read
 * through such a device is read from its disks, too, so that their sum counts it twice. */
#pragma once

#include "run/owner.h"

/* Sets own[i] for each device i of `there` that is neither a part nor a layer of another one
 * of `there`, nor a path to one that moved something (older kernels count NVMe multipath in the
 * paths alone); layers stay if no disk is there at all.  Returns how many were left out. */
size_t fid_disks_own (const struct fid_devices *d, const bool *there, const bool *moved,
                      bool *own);
