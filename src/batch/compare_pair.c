/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_pair.c - see compare_pair.h */
#include "batch/compare_pair.h"

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
