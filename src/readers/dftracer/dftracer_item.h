/* dftracer_item.h - one object of a DFTracer trace, both layouts
 *
 * Old traces have texts of digits where new ones have numbers. */
#ifndef FID_DFTRACER_ITEM_H
#define FID_DFTRACER_ITEM_H

#include "base/json.h"

struct fid_dft_item {
    struct fid_span name, cat, ph;
    int64_t pid, ts_us, dur_us;
    bool timed, timed_dur;
    /* of args */
    struct fid_span fname, fhash, meta_name, meta_value;
    int64_t ret, size, offset, epoch, step;
    bool has_ret, has_size, has_offset;
};

/* Read the object that comes next; texts are lent by *j.  False if it is none,
 * or malformed or cut (j->bad, j->cut). */
bool fid_dft_item_read (struct fid_json *j, struct fid_dft_item *it);

#endif
