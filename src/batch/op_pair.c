/* SPDX-License-Identifier: GPL-3.0-or-later */
/* op_pair.c - see op_pair.h */
#include "batch/op_pair.h"
#include "readers/chrome/op_place.h"

static int keep_both (struct fid_result *result, const struct fid_op_side *const s[2],
                      struct fid_error *err)
{
    result->role = fid_arena_take (&result->arena, FID_OP_ROLE_N, sizeof *result->role, err);
    FID_TRY (!result->role);
    for (int k = 0; k < 2; k++)
        result->traces[k] =
            (struct fid_result_traces){s[k]->trace_n, s[k]->span_n, s[k]->length_us / 1e6};
    for (int role = 0; role < FID_OP_ROLE_N; role++) {
        struct fid_result_role *to = &result->role[result->role_n];
        to->role = fid_op_role_name ((enum fid_op_role)role);
        for (int k = 0; k < 2; k++) {
            const struct fid_op_role_time *t = &s[k]->role[role];
            double share = s[k]->length_us > 0 ? t->busy_us / s[k]->length_us : FID_ABSENT;
            to->side[k] = (struct fid_result_role_time){t->n, t->busy_us / 1e6, share};
        }
        result->role_n += to->side[0].n || to->side[1].n;
    }
    return 0;
}

/* Finds out whether there is a trace. */
static int look_for_trace (struct fid_op_side *s, const char *dir, struct fid_error *err)
{
    struct fid_op_place place;
    if (s->state != FID_OP_SIDE_NEW)
        return 0;
    int rc = fid_op_place_find (&place, dir, err);
    fid_op_place_clear (&place);
    if (rc && err->status != FID_EINPUT)
        return -1;
    s->state = rc ? FID_OP_SIDE_NONE : FID_OP_SIDE_FOUND;
    return 0;
}

static int read_side (struct fid_op_side *s, const char *dir, struct fid_error *err)
{
    static const struct fid_op_stats_opts opts = {.no_partitions = false};
    FID_SCOPED (fid_op_stats_clear) struct fid_op_stats stats = {.n = 0};
    if (s->state != FID_OP_SIDE_FOUND)
        return 0;
    int rc = fid_op_stats_read (&stats, dir, &opts, err);
    bool unusable = rc && err->status == FID_EINPUT;
    if (!rc) {
        s->trace_n = stats.source_n;
        s->span_n = stats.span_n;
        s->length_us = stats.length_us;
        memcpy (s->role, stats.role, sizeof s->role);
    }
    if (!rc || unusable)
        s->state = rc ? FID_OP_SIDE_NONE : FID_OP_SIDE_READ;
    return unusable ? 0 : rc;
}

int fid_op_pair_add (struct fid_result *result, const char *real, struct fid_op_side *a,
                     const char *emulation, struct fid_op_side *b, struct fid_error *err)
{
    const struct fid_op_side *const both[2] = {a, b};
    FID_TRY (look_for_trace (a, real, err) || look_for_trace (b, emulation, err));
    if (a->state == FID_OP_SIDE_NONE || b->state == FID_OP_SIDE_NONE)
        return 0;
    FID_TRY (read_side (a, real, err) || read_side (b, emulation, err));
    if (a->state != FID_OP_SIDE_READ || b->state != FID_OP_SIDE_READ)
        return 0;
    return keep_both (result, both, err);
}
