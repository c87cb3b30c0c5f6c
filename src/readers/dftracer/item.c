/* SPDX-License-Identifier: GPL-3.0-or-later */
/* item.c - see item.h */
#include "readers/dftracer/item.h"

/* The text of a number or a string. */
static struct fid_span any_text (struct fid_json *j)
{
    struct fid_span s = {NULL, 0};
    if (fid_json_peek (j) == '"')
        fid_json_string (j, &s);
    else
        s = fid_json_raw (j);
    return s;
}

/* The result of a call; sizes from 2^63 on are errors printed without sign. */
static bool read_ret (struct fid_json *j, int64_t *ret)
{
    struct fid_span text = any_text (j);
    uint64_t u;
    if (fid_span_i64 (text, ret))
        return true;
    if (!fid_span_u64 (text, &u))
        return false;
    *ret = -1;
    return true;
}

static bool read_us (struct fid_json *j, int64_t *us)
{
    return fid_json_i64 (j, us) && *us >= 0 && *us < FID_TIME_MAX / FID_US / 2;
}

static void read_args (struct fid_json *j, struct fid_dft_item *it)
{
    struct fid_span key;
    if (!fid_json_into (j, '{'))
        return;
    while (fid_json_member (j, &key)) {
        if (fid_span_is (key, "ret"))
            it->has_ret = read_ret (j, &it->ret);
        else if (fid_span_is (key, "fhash"))
            it->fhash = any_text (j);
        else if (fid_span_is (key, "hhash"))
            it->hhash = any_text (j);
        else if (fid_span_is (key, "fname"))
            fid_json_string (j, &it->fname);
        else if (fid_span_is (key, "size"))
            it->has_size = fid_json_i64 (j, &it->size) && it->size > 0;
        else if (fid_span_is (key, "offset"))
            it->has_offset = fid_json_i64 (j, &it->offset) && it->offset >= 0;
        else if (fid_span_is (key, "epoch"))
            fid_json_i64 (j, &it->epoch);
        else if (fid_span_is (key, "step"))
            fid_json_i64 (j, &it->step);
        else if (fid_span_is (key, "count"))
            fid_json_i64 (j, &it->count);
        else if (fid_span_is (key, "dur_sum"))
            it->aggregated = fid_json_i64 (j, &it->dur_sum) && it->dur_sum >= 0;
        else if (fid_span_is (key, "ret_sum"))
            it->has_ret = fid_json_i64 (j, &it->ret);
        else if (fid_span_is (key, "bytes_sum"))
            it->has_size = fid_json_i64 (j, &it->size) && it->size >= 0;
        else if (fid_span_is (key, "name"))
            it->meta_name = any_text (j);
        else if (fid_span_is (key, "value"))
            it->meta_value = any_text (j);
        else
            fid_json_skip (j);
    }
}

bool fid_dft_item_read (struct fid_json *j, struct fid_dft_item *it)
{
    struct fid_span key;
    *it = (struct fid_dft_item){.pid = -1, .epoch = -1, .step = -1, .count = -1};
    if (!fid_json_into (j, '{'))
        return false;
    while (fid_json_member (j, &key)) {
        if (fid_span_is (key, "name"))
            fid_json_string (j, &it->name);
        else if (fid_span_is (key, "cat"))
            fid_json_string (j, &it->cat);
        else if (fid_span_is (key, "ph"))
            fid_json_string (j, &it->ph);
        else if (fid_span_is (key, "pid"))
            it->pid = fid_json_i64 (j, &it->pid) && it->pid >= 0 ? it->pid : -1;
        else if (fid_span_is (key, "ts"))
            it->timed = read_us (j, &it->ts_us);
        else if (fid_span_is (key, "dur"))
            it->timed_dur = read_us (j, &it->dur_us);
        else if (fid_span_is (key, "args"))
            read_args (j, it);
        else
            fid_json_skip (j);
    }
    return !j->bad && !j->cut;
}
