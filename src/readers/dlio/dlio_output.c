/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dlio_output.c - what one rank of DLIO measured, step by step
 *
 *     0_load_and_proc_times.json (old)
 *         {"1": {"load": {"block1": [s...], "eval": [s...]}, "proc": {...}}}
 *     0_output.json (new): each epoch also has "compute", "au", "throughput";
 *         beside the epochs are facts about the host
 *
 * load is the wait for the batch, proc counts from the start of that wait to
 * the end of the computation, compute is the computation alone.  All seconds.
 * Only keys made of digits are epochs. */
#include "readers/dlio/dlio_text.h"
#include "readers/reader.h"

/* The lists of one kind (load, proc, compute) in an epoch. */
struct lane {
    struct fid_span all;    /* the object of lists; n 0: none */
    struct fid_json next;   /* behind the list found last */
    struct fid_json values; /* in that list */
    bool there;             /* whether it has another value to give */
};

/* An object with an epoch that has "load" or "proc" in it. */
static int probe_dlio_output (const struct fid_head *head)
{
    struct fid_json j;
    struct fid_span key;
    int epoch;
    fid_json_init (&j, head->text);
    if (!fid_json_enter (&j, '{'))
        return 0;
    while (fid_json_member (&j, &key)) {
        if (!fid_dlio_int (key, &epoch) || !fid_json_enter (&j, '{')) {
            fid_json_skip (&j);
            continue;
        }
        while (fid_json_member (&j, &key)) {
            if (fid_span_is (key, "load") || fid_span_is (key, "proc"))
                return 90;
            fid_json_skip (&j);
        }
    }
    return 0;
}

static struct lane lane_of (struct fid_span all)
{
    struct lane l = {.all = all};
    fid_json_init (&l.next, all);
    fid_json_enter (&l.next, '{');
    return l;
}

/* Stand before the values of the list called name.  The kinds have their lists
 * in the same order, so the next one is tried before all are searched. */
static bool lane_find (struct lane *l, struct fid_span name)
{
    struct fid_span key;
    for (int round = 0; l->all.n && round < 2; round++) {
        while (fid_json_member (&l->next, &key)) {
            struct fid_span list = fid_json_raw (&l->next);
            if (key.n != name.n || memcmp (key.p, name.p, key.n) != 0)
                continue;
            fid_json_init (&l->values, list);
            return l->there = fid_json_enter (&l->values, '[');
        }
        *l = lane_of (l->all);
    }
    return l->there = false;
}

/* The next value; FID_ABSENT for NaN and null. */
static double lane_value (struct lane *l)
{
    double v;
    l->there = l->there && fid_json_element (&l->values);
    if (!l->there)
        return FID_ABSENT;
    bool good = fid_json_f64 (&l->values, &v) && v >= 0;
    if (l->values.cut) /* the file ends in this number */
        l->there = good = false;
    return good ? v : FID_ABSENT;
}

enum { LOAD, PROC, COMPUTE, LANE_N };

/* The steps of one block or evaluation; *uneven if the lists differ in length. */
static int put_steps (const struct fid_sink *sink, struct lane lane[LANE_N],
                      struct fid_step step, bool *uneven, struct fid_error *err)
{
    bool has[LANE_N], any, all;
    double v[LANE_N];
    for (int i = 0; i < LANE_N; i++)
        has[i] = lane[i].there;
    for (;;) {
        any = false;
        all = true;
        for (int i = 0; i < LANE_N; i++) {
            v[i] = lane_value (&lane[i]);
            any |= lane[i].there;
            all &= lane[i].there || !has[i];
        }
        if (!any)
            return 0;
        *uneven |= !all;
        if (has[COMPUTE])
            step.compute_s = v[COMPUTE];
        else /* proc counts from the start of the load */
            step.compute_s =
                v[LOAD] >= 0 && v[PROC] >= v[LOAD] ? v[PROC] - v[LOAD] : FID_ABSENT;
        step.load_s = v[LOAD];
        step.step_s = v[PROC];
        if (v[LOAD] >= 0 || v[PROC] >= 0 || v[COMPUTE] >= 0)
            FID_TRY (fid_put_step (sink, &step, err));
    }
}

static int read_epoch (const struct fid_sink *sink, struct fid_json *j, int epoch, bool *uneven,
                       struct fid_error *err)
{
    static const char *const kinds[] = {"load", "proc", "compute", NULL};
    struct lane lane[LANE_N] = {0};
    struct fid_span key, list[LANE_N];
    if (!fid_json_into (j, '{')) {
        fid_put_reject (sink, 0, FID_REMARK_EPOCH_NOT_OBJECT);
        return 0;
    }
    fid_members_take (j, kinds, list);
    for (int i = 0; i < LANE_N; i++)
        if (list[i].n)
            lane[i] = lane_of (list[i]);
    /* a block that was broken off has loads only */
    struct fid_json names;
    struct fid_span lead = lane[LOAD].all.n ? lane[LOAD].all : lane[PROC].all;
    if (!lead.n)
        return 0;
    fid_json_init (&names, lead);
    fid_json_enter (&names, '{');
    while (fid_json_member (&names, &key)) {
        struct fid_step step = {
            .end_ns = INT64_MIN, .epoch = epoch, .eval = fid_span_starts (key, "eval")};
        fid_json_skip (&names);
        for (int i = 0; i < LANE_N; i++)
            lane_find (&lane[i], key);
        FID_TRY (put_steps (sink, lane, step, uneven, err));
    }
    return 0;
}

static int read_dlio_output (struct fid_input *in, struct fid_error *err)
{
    struct fid_span key;
    struct fid_json j;
    bool uneven = false;
    int epoch;
    FID_TRY (fid_jsondoc_open (in, &j, err));
    while (fid_json_member (&j, &key)) {
        if (!fid_dlio_int (key, &epoch))
            fid_json_skip (&j);
        else if (read_epoch (in->sink, &j, epoch, &uneven, err))
            return -1;
    }
    FID_TRY (fid_jsondoc_end (in, &j, err));
    if (uneven)
        fid_put_note (in->sink, 0, FID_REMARK_STEP_LISTS_DIFFER);
    return 0;
}

/* better than the steps of dlio.log */
FID_READER_IS (dlio_output, APP, FID_GIVES_STEPS, 30,
               "step times of one DLIO rank (N_output.json, N_load_and_proc_times.json)",
               .of_benchmark = true)
