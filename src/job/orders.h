/* SPDX-License-Identifier: GPL-3.0-or-later */
/* orders.h - in which order files and records are used */
#pragma once

#include "job/io.h"

struct fid_order_found {
    size_t n;      /* files, or records, of the first epoch */
    double within; /* rank correlation of their use with the order of names and offsets */
    double again;  /* of the first epoch's order with the second's; 0: not comparable */
    bool epochs;   /* a second epoch uses as many */
};

/* Measures a side.  records: reads of more than half of block_n bytes; else first uses of
 * files. -1 without memory.  O(n log n). */
int fid_order_find (const struct fid_data_io *io, enum fid_side side, bool records,
                    double block_n, struct fid_order_found *out, struct fid_error *err);
