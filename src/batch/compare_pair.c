/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_pair.c - see compare_pair.h */
#include "base/outfile.h"
#include "batch/compare_pair.h"
#include "readers/chrome/op_place.h"

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
    FID_TRY (look_for_trace (a, real, err));
    FID_TRY (look_for_trace (b, emulation, err));
    if (a->state == FID_OP_SIDE_NONE || b->state == FID_OP_SIDE_NONE)
        return 0;
    FID_TRY (read_side (a, real, err));
    FID_TRY (read_side (b, emulation, err));
    if (a->state != FID_OP_SIDE_READ || b->state != FID_OP_SIDE_READ)
        return 0;
    result->role = fid_arena_take (&result->arena, FID_OP_ROLE_N, sizeof *result->role, err);
    FID_TRY (!result->role);
    for (int k = 0; k < 2; k++)
        result->traces[k] = (struct fid_result_traces){both[k]->trace_n, both[k]->span_n,
                                                       both[k]->length_us / 1e6};
    for (int role = 0; role < FID_OP_ROLE_N; role++) {
        struct fid_result_role *to = &result->role[result->role_n];
        to->role = fid_op_role_names[role];
        for (int k = 0; k < 2; k++) {
            const struct fid_op_role_time *t = &both[k]->role[role];
            double share =
                both[k]->length_us > 0 ? t->busy_us / both[k]->length_us : FID_ABSENT;
            to->side[k] = (struct fid_result_role_time){t->n, t->busy_us / 1e6, share};
        }
        result->role_n += to->side[0].n || to->side[1].n;
    }
    return 0;
}

static int add_operators (const struct fid_comparing *how, struct fid_result *result,
                          struct fid_error *err)
{
    struct fid_op_side own[2] = {{0}};
    struct fid_op_side *side[2];
    if (!how->dir[0] || !how->dir[1])
        return 0;
    for (int k = 0; k < 2; k++)
        side[k] = how->operators[k] ? how->operators[k] : &own[k];
    if (how->lock)
        pthread_mutex_lock (how->lock);
    int rc = fid_op_pair_add (result, how->dir[0], side[0], how->dir[1], side[1], err);
    if (how->lock)
        pthread_mutex_unlock (how->lock);
    return rc;
}

int fid_compare_pair (const struct fid_comparing *how, const struct fid_run *const *real,
                      size_t real_n, const struct fid_run *const *emulation, size_t emulation_n,
                      struct fid_compared *out, struct fid_error *err)
{
    struct fid_pair drawn;
    *out = (struct fid_compared){0};
    out->result = fid_compare_runs (real, real_n, emulation, emulation_n, how->run,
                                    how->compare, how->compare->thread_n, &drawn, err);
    int rc = out->result ? add_operators (how, out->result, err) : -1;
    if (!rc && how->series)
        out->series = fid_compare_series (&drawn, how->series, out->result, err);
    if (!rc && (out->series || !how->series))
        return 0;
    fid_compared_clear (out);
    return -1;
}

void fid_compared_clear (struct fid_compared *c)
{
    fid_series_destroy (c->series);
    fid_result_destroy (c->result);
    *c = (struct fid_compared){0};
}

int fid_pair_files_write (const char *path, const char *below, const struct fid_result *result,
                          const struct fid_series *series, struct fid_error *err)
{
    FID_FREED char *beside = fid_series_path (path, err);
    FID_TRY (!beside);
    FID_TRY (fid_record_save (fid_result_record, result, path, below, err));
    return series ? fid_series_write (beside, below, series, err)
                  : fid_remove_file (beside, below, err);
}

void fid_pair_files_remove (const char *path, const char *below)
{
    struct fid_error unused;
    FID_FREED char *beside = fid_series_path (path, &unused);
    fid_remove_file (path, below, NULL);
    if (beside)
        fid_remove_file (beside, below, NULL);
}
