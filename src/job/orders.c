/* SPDX-License-Identifier: GPL-3.0-or-later */
/* orders.c - see orders.h */
#include "job/orders.h"

struct place {
    uint32_t file, at; /* at: when it was used first */
    uint64_t offset;
    const char *name; /* borrowed */
};

FID_ORDER_BY (by_name, struct place, FID_RISING_TEXT (name) FID_RISING (offset))

static enum fid_part part_of_side (enum fid_side side)
{
    return side == FID_SIDE_EVAL ? FID_PART_EVAL : FID_PART_TRAINING;
}

/* The uses (records: reads) of an epoch, one for each file (record), by name and offset; `at`
 * is the place in time. */
static size_t order_of_epoch (const struct fid_data_io *io, enum fid_side side, int epoch,
                              bool records, double block_n, struct place *p)
{
    size_t n = 0, all = records ? io->read_n : io->use_n;
    for (size_t i = 0; i < all; i++) {
        const struct fid_data_use *u = records ? &io->use[io->read[i].of] : &io->use[i];
        if (!fid_is_of_side (io, u->file, side) || u->part != part_of_side (side) ||
            (epoch >= 0 && u->epoch != epoch) ||
            (records && (double)fid_read_of (io, i).byte_n < block_n / 2))
            continue;
        p[n] = (struct place){.file = u->file, .name = io->file[u->file].name};
        p[n].offset = records ? fid_read_of (io, i).offset : 0;
        p[n].at = (uint32_t)n;
        n++;
    }
    FID_SORT (p, n, by_name);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!kept || by_name (&p[kept - 1], &p[i]) != 0)
            p[kept++] = p[i];
        else if (p[i].at < p[kept - 1].at)
            p[kept - 1].at = p[i].at;
    return kept;
}

/* Rank correlation of the times of use with the places in the list, or in q's order. */
static double order_correlation (const struct place *p, const struct place *q, size_t n)
{
    double sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0, m = (double)n;
    for (size_t i = 0; i < n; i++) {
        double x = q ? q[i].at : (double)i, y = p[i].at;
        sx += x;
        sy += y;
        sxx += x * x;
        syy += y * y;
        sxy += x * y;
    }
    double vx = sxx - sx * sx / m, vy = syy - sy * sy / m;
    return vx > 0 && vy > 0 ? (sxy - sx * sy / m) / sqrt (vx * vy) : 1;
}

int fid_order_find (const struct fid_data_io *io, enum fid_side side, bool records,
                    double block_n, struct fid_order_found *out, struct fid_error *err)
{
    size_t max = records ? io->read_n : io->use_n;
    FID_FREED struct place *p = malloc ((max + 1) * sizeof *p),
                           *q = malloc ((max + 1) * sizeof *q);
    int first = -1, second = -1, rc = p && q ? 0 : fid_error_nomem (err);
    *out = (struct fid_order_found){0};
    for (size_t i = 0; i < io->use_n; i++) {
        int e = io->use[i].part == part_of_side (side) ? io->use[i].epoch : -1;
        if (e >= 0 && first < 0)
            first = e;
        else if (e > first && second < 0)
            second = e;
    }
    if (!rc) {
        size_t m;
        out->n = order_of_epoch (io, side, first, records, block_n, p);
        m = second >= 0 ? order_of_epoch (io, side, second, records, block_n, q) : 0;
        out->epochs = second >= 0 && m == out->n;
        out->within = out->n ? order_correlation (p, NULL, out->n) : 0;
        out->again = m == out->n && m ? order_correlation (p, q, m) : 0;
    }
    return rc;
}
