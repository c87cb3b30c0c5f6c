/* SPDX-License-Identifier: GPL-3.0-or-later */
/* timing.c - see timing.h */
#include "storage/timing.h"

void fid_timing_init (struct fid_timing *t, const struct fid_job *job)
{
    *t = (struct fid_timing){.job = job};
}

void fid_timing_rest (struct fid_timing *t)
{
    fid_demand_clear (&t->demand);
    t->demanded = false;
}

void fid_timing_clear (struct fid_timing *t)
{
    fid_timing_rest (t);
    FID_FREE (t->timed, t->found);
    *t = (struct fid_timing){.job = NULL};
}

const struct fid_demand *fid_timing_demand (struct fid_timing *t, const struct fid_storage *s,
                                            struct fid_error *err)
{
    if (t->demanded && fid_same_client (&t->client, s))
        return &t->demand;
    fid_timing_rest (t);
    if (fid_demand_init (&t->demand, t->job, s, err))
        return NULL;
    t->demanded = true;
    t->client = *s;
    return &t->demand;
}

/* Whether both state the same, to the last bit. */
static bool states_equal (const struct fid_storage *a, const struct fid_storage *b)
{
#define EQUAL_MEMBER(id, member, ...) &&a->member == b->member
    return a->own == b->own FID_STORAGE_KEYS (EQUAL_MEMBER);
}

const struct fid_times *fid_timing_on (const struct fid_timing *t, const struct fid_storage *s)
{
    for (size_t i = 0; i < t->timed_n; i++)
        if (states_equal (&t->timed[i].storage, s))
            return t->timed[i].t;
    return NULL;
}

/* Times those storages that follow the first `from' and have the client of the first of them.
 */
static int time_client (struct fid_timing *t, size_t from, struct fid_error *err)
{
    size_t n = t->timed_n - from, m = 0;
    struct fid_timed *timed = t->timed + from;
    FID_FREED struct fid_storage *s = malloc ((n + 1) * sizeof *s);
    FID_FREED struct fid_times *out = malloc ((n + 1) * sizeof *out);
    const struct fid_demand *d = fid_timing_demand (t, &timed->storage, err);
    int rc = !d ? -1 : s && out ? 0 : fid_error_nomem (err);
    for (size_t i = 0; i < n && rc == 0; i++)
        if (fid_same_client (&t->client, &timed[i].storage))
            s[m++] = timed[i].storage;
    for (int k = 0; k < FID_MODEL_N && rc == 0; k++) {
        rc = fid_times (d, (enum fid_model)k, s, m, out, err);
        for (size_t i = 0, j = 0; i < n && rc == 0; i++)
            if (fid_same_client (&t->client, &timed[i].storage))
                timed[i].t[k] = out[j++];
    }
    return rc;
}

int fid_timing_add (struct fid_timing *t, const struct fid_storage *s, size_t n,
                    struct fid_error *err)
{
    size_t from = t->timed_n;
    for (size_t i = 0; i < n; i++)
        FID_TRY (!fid_timing_on (t, &s[i]) &&
                 FID_PUSH (t->timed, err, (struct fid_timed){.storage = s[i]}));
    for (size_t i = from; i < t->timed_n; i++) {
        size_t j = from;
        while (!fid_same_client (&t->timed[j].storage, &t->timed[i].storage))
            j++;
        if (j == i && time_client (t, i, err)) {
            t->timed_n = from;
            return -1;
        }
    }
    return 0;
}
