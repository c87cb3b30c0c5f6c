/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answer_scenarios.c - what each profile varies, and which part of the job's time counts there
 */
#include "storage/answer_priv.h"
#include "storage/capacity.h"

#define READING (FID_TIME_OF (FID_JOB_TRAINING) | FID_TIME_OF (FID_JOB_EVALUATION))
#define SAVING  FID_TIME_OF (FID_JOB_SAVE)
#define LOADING FID_TIME_OF (FID_JOB_LOAD)

#define SCENARIOS_OF_AXIS 5

/* What is varied: shares of the rate that the real job asks for (capacity.h). */
static const struct axis {
    enum fid_answer_profile profile;
    enum fid_storage_key key;
    unsigned parts;
    const char *rate_of; /* in names */
    double share[SCENARIOS_OF_AXIS];
} axes[] = {
    {FID_ANSWER_FOR_STORAGE, FID_STORAGE_READ, FID_TIME_WHOLE, "demand", {1, .7, .5, .35, .25}},
    {FID_ANSWER_FOR_READ, FID_STORAGE_READ, READING, "demand", {1, .7, .5, .35, .25}},
    {FID_ANSWER_FOR_CHECKPOINT, FID_STORAGE_WRITE, SAVING, "saving", {1, .7, .5, .35, .25}},
    {FID_ANSWER_FOR_CHECKPOINT, FID_STORAGE_READ, LOADING, "loading", {1, .7, .5, .35, .25}},
    {FID_ANSWER_FOR_METADATA, FID_STORAGE_META_WAIT, FID_TIME_WHOLE, "", {1, .5, .2, .1, .05}}};
#define AXIS_N (sizeof axes / sizeof *axes)

/* The parts that count on storages that were given. */
static unsigned parts_of_profile (enum fid_answer_profile profile)
{
    unsigned parts = 0;
    for (size_t i = 0; i < AXIS_N; i++)
        parts |= axes[i].profile == profile ? axes[i].parts : 0;
    return parts;
}

static int add_point (struct answering *w, const struct fid_storage *s, unsigned parts)
{
    struct fid_answer *a = w->a;
    FID_TRY (
        fid_array_grow (&a->point, &a->point_cap, a->point_n + 1, sizeof *a->point, w->err));
    struct fid_answer_point *p = &a->point[a->point_n++];
    *p = (struct fid_answer_point){.storage = *s, .parts = parts};
    p->side[0].measured = p->side[1].measured = FID_ANSWER_ABSENT;
    return 0;
}

/* The real job's mean rate, over its runs. */
static double rate_of_axis (const struct answering *w, const struct axis *axis)
{
    const struct answering_side *real = &w->side[FID_ANSWER_REAL];
    double sum = 0;
    for (size_t i = 0; i < real->n; i++)
        sum += fid_mean_rate (real->run[i].job, axis->key, axis->parts);
    return real->n ? sum / (double)real->n : 0;
}

static int add_axis (struct answering *w, const struct axis *axis)
{
    double rate = rate_of_axis (w, axis);
    for (size_t i = 0; i < SCENARIOS_OF_AXIS && rate > 0; i++) {
        struct fid_storage s;
        double share = axis->share[i];
        fid_storage_init (&s, "");
        fid_storage_limit (&s, axis->key, share * rate);
        if (axis->key == FID_STORAGE_META_WAIT)
            snprintf (s.name, sizeof s.name, "%g ms a call", s.meta_s * 1e3);
        else
            snprintf (s.name, sizeof s.name, "%g x %s", share, axis->rate_of);
        if (add_point (w, &s, axis->parts))
            return -1;
    }
    return 0;
}

/* Whether a storage that was measured says something for a profile that counts the whole time. */
static bool is_of_profile (const struct fid_storage *s, enum fid_answer_profile profile)
{
    struct fid_storage rest = *s;
    rest.meta_s = FID_STORAGE_UNSTATED;
    for (int k = 0; k < FID_STORAGE_KEY_N && profile == FID_ANSWER_FOR_METADATA; k++)
        if (fid_storage_value (&rest, (enum fid_storage_key)k) != FID_STORAGE_UNSTATED)
            return false;
    return profile == FID_ANSWER_FOR_STORAGE ||
           (profile == FID_ANSWER_FOR_METADATA && s->meta_s >= 0);
}

/* The storages on which some run was measured, each once. */
static int add_measured (struct answering *w)
{
    size_t from = w->a->point_n;
    for (int k = 0; k < FID_ANSWER_SIDE_N; k++)
        for (size_t i = 0; i < w->side[k].n; i++)
            for (size_t m = 0; m < w->side[k].run[i].measured_n; m++) {
                const struct fid_measured_time *t = &w->side[k].run[i].measured[m];
                const struct fid_storage *s = &t->storage;
                size_t p = from;
                while (p < w->a->point_n && !fid_storage_same (&w->a->point[p].storage, s))
                    p++;
                if (!t->limited || p < w->a->point_n || !is_of_profile (s, w->opts->profile))
                    continue;
                if (add_point (w, s, FID_TIME_WHOLE))
                    return -1;
            }
    return 0;
}

int fid_answer_add_scenarios (struct answering *w)
{
    enum fid_answer_profile profile = w->opts->profile;
    for (size_t i = 0; i < w->opts->storage_n; i++)
        if (add_point (w, &w->opts->storage[i], parts_of_profile (profile)))
            return -1;
    if (w->opts->storage_n)
        return 0;
    for (size_t i = 0; i < AXIS_N; i++)
        if (axes[i].profile == profile && add_axis (w, &axes[i]))
            return -1;
    return add_measured (w);
}

static const struct axis *axis_of_bound (const struct answering *w)
{
    const struct axis *axis = axes;
    while (axis->profile != w->a->profile)
        axis++;
    return axis;
}

int fid_answer_bound_rate (const struct answering *w, const struct fid_answer_run *run,
                           double *rate)
{
    const struct axis *axis = axis_of_bound (w);
    *rate = -1;
    return axis->key == FID_STORAGE_WRITE
               ? 0
               : fid_rate_for_time (run->timing, axis->key, axis->parts, FID_ANSWER_BOUND, rate,
                                    w->err);
}

int fid_answer_find_bound (struct answering *w)
{
    struct fid_answer *a = w->a;
    const struct answering_side *real = &w->side[FID_ANSWER_REAL];
    double rate, sum = 0;
    for (size_t p = 0; p < a->point_n; p++)
        a->bound = a->bound || a->point[p].side[0].ratio >= 1 + FID_ANSWER_BOUND;
    for (size_t i = 0; i < real->n; i++) {
        if (fid_answer_bound_rate (w, &real->run[i], &rate))
            return -1;
        if (!(rate > 0))
            return 0;
        sum += rate / (double)real->n;
    }
    if (axis_of_bound (w)->key == FID_STORAGE_META_WAIT)
        a->bound_meta_s = 1 / sum;
    else
        a->bound_byte_s = sum;
    return 0;
}
