/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disks.c - see disks.h */
#include "run/disks.h"

static bool is_digits (const char *s)
{
    size_t n = strspn (s, "0123456789");
    return n && !s[n];
}

/* "0", or "0p1" of a partition. */
static bool numbered_part (const char *s)
{
    size_t n = strspn (s, "0123456789");
    return n && (!s[n] || (s[n] == 'p' && is_digits (s + n + 1)));
}

/* "dev253-0", as sar writes without -p: the major number; -1 for other names. */
static int major_of (const char *name)
{
    int major = 0, k = 3;
    if (strncmp (name, "dev", 3) != 0)
        return -1;
    for (; (unsigned)(name[k] - '0') <= 9 && k < 8; k++)
        major = major * 10 + (name[k] - '0');
    return k > 3 && name[k] == '-' && is_digits (name + k + 1) ? major : -1;
}

/* Whether the name is that of a device made of others: by the kernel's names, or by those
 * under /dev/mapper (iostat -N), such as "vg0-root", "mpatha", "sda3_crypt". */
static bool is_layer (const char *name)
{
    static const char *const numbered[] = {"dm-",    "md",   "loop", "zd",
                                           "bcache", "drbd", "zram", "ram"};
    static const char *const mapped[] = {"mpath", "crypt", "md_d"};
    size_t host_n = strspn (name, "0123456789"); /* "1:sda": of another host (prometheus.c) */
    name += host_n && name[host_n] == ':' ? host_n + 1 : 0;
    int major = major_of (name);
    if (major >= 0) /* ram, loop, md, zram and dm (240 to 254) */
        return major == 1 || major == 7 || major == 9 || (major >= 240 && major <= 254);
    for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++) {
        size_t n = strlen (numbered[i]);
        if (strncmp (name, numbered[i], n) == 0 && numbered_part (name + n))
            return true;
    }
    for (size_t i = 0; i < sizeof mapped / sizeof *mapped; i++)
        if (strncmp (name, mapped[i], strlen (mapped[i])) == 0)
            return true;
    return strchr (name, '-') || strstr (name, "_crypt");
}

/* Whether part is a partition of disk: "sda1" of "sda", "nvme0n1p2" of "nvme0n1". */
static bool is_partition (const char *part, const char *disk)
{
    size_t n = strlen (disk);
    if (!n || strncmp (part, disk, n) != 0)
        return false;
    bool numbered = (unsigned)(disk[n - 1] - '0') <= 9;
    return numbered ? part[n] == 'p' && is_digits (part + n + 1) : is_digits (part + n);
}

/* Whether path is a way to the namespace head: "nvme0c1n1" to "nvme0n1" (NVMe multipath). */
static bool is_nvme_path (const char *path, const char *head)
{
    const char *controller = strstr (path, "nvme");
    if (!controller)
        return false;
    controller += 4 + strspn (controller + 4, "0123456789");
    size_t n = (size_t)(controller - path);
    const char *rest =
        controller + 1 + (*controller ? strspn (controller + 1, "0123456789") : 0);
    return *controller == 'c' && strncmp (path, head, n) == 0 && strcmp (rest, head + n) == 0;
}

size_t fid_disks_own (const struct fid_devices *d, const bool *there, const bool *moved,
                      bool *own)
{
    size_t out_n = 0;
    bool disk = false;
    for (size_t i = 0; i < d->n; i++)
        disk |= there[i] && !is_layer (d->name[i]);
    for (size_t i = 0; i < d->n; i++) {
        bool part = there[i] && disk && is_layer (d->name[i]);
        for (size_t k = 0; there[i] && k < d->n; k++)
            part |= k != i && there[k] &&
                    (is_partition (d->name[i], d->name[k]) ||
                     (moved[k] && is_nvme_path (d->name[i], d->name[k])));
        own[i] = there[i] && !part;
        out_n += there[i] && part;
    }
    return out_n;
}
