/* SPDX-License-Identifier: GPL-3.0-or-later */
/* growth.h - throughput of devices, by sums that only grow */
#pragma once

#include "readers/reader.h"

#define FID_GROWTH_DEVICES 256

struct fid_growth_device {
    char name[96];
    struct fid_growth_sum {
        bool any; /* it was read before */
        int64_t t_ns;
        double bytes;
    } way[2]; /* read, written */
};

struct fid_growth {
    struct fid_growth_device device[FID_GROWTH_DEVICES];
    size_t n;
};

/* The device of that name; NULL if there are too many, or its name is too long. */
struct fid_growth_device *fid_growth_device (struct fid_growth *g, struct fid_span name);

/* Puts a rate in MiB/s; returns 0, -1, or why there is no rate. */
int fid_growth_rate (const struct fid_growth_device *d, const struct fid_sink *sink,
                     bool written, int64_t t_ns, double mib_s, struct fid_error *err);

/* Puts the rate from the sum before to this one: none of the first one, or if it began anew. */
int fid_growth_put (struct fid_growth_device *d, const struct fid_sink *sink, bool written,
                    int64_t t_ns, double bytes, struct fid_error *err);
