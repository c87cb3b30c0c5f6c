/* SPDX-License-Identifier: GPL-3.0-or-later */
/* results of several pairs as one, worked by hand */
#include <math.h>
#include <string.h>
#include "compare/comparison.h"
#include "tests/tap.h"

#define PAIRS 4

static struct fid_resource_result result_of (enum fid_resource_status status)
{
    return (struct fid_resource_result){
        .info = &fid_resources[0], .window = FID_WINDOW_JOB, .status = status};
}

/* A measure of distance d, or one that is not defined for d < 0. */
static void add (struct fid_resource_result *res, enum fid_facet_id facet,
                 enum fid_quantity_id quantity, double d)
{
    const struct fid_measure what = {
        .facet = facet, .quantity = quantity, .metric = fid_metric_find ("ratio")};
    if (d < 0) {
        fid_measure_miss (res, &what, &(struct fid_reason){.code = FID_REASON_FEW_VALUES});
        return;
    }
    struct fid_measure *f = &res->measure[res->measure_n++];
    *f = (struct fid_measure){.facet = facet,
                              .quantity = quantity,
                              .metric = fid_metric_find ("ratio"),
                              .valid = true};
    fid_value_set (&f->value, d);
    fid_value_detail (&f->value, "real", 10 * d);
}

static struct fid_resource_result pooled (const struct fid_resource_result *res, size_t n)
{
    const struct fid_resource_result *all[PAIRS];
    struct fid_error err;
    struct fid_resource_result out = {0};
    for (size_t k = 0; k < n; k++)
        all[k] = &res[k];
    if (fid_repeats_pool (all, n, &out, &err))
        out = (struct fid_resource_result){0};
    return out;
}

/* Distances of one measure, what comes out. */
static void medians (void)
{
    static const struct {
        const char *what;
        size_t n;
        double d[PAIRS], want; /* want < 0: not defined */
    } cases[] = {
        {"one pair", 1, {0.3}, 0.3},
        {"three pairs: the middle one", 3, {0.9, 0.1, 0.2}, 0.2},
        {"four pairs: between the two middle ones", 4, {0.4, 0.1, 0.2, 0.9}, 0.3},
        {"half of the pairs define it", 4, {-1, 0.2, 0.4, -1}, 0.3},
        {"fewer do", 4, {-1, 0.2, -1, -1}, -1},
        {"none does", 2, {-1, -1}, -1},
        {"equal distances", 4, {0.2, 0.2, 0.2, 0.2}, 0.2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_resource_result res[PAIRS];
        for (size_t k = 0; k < cases[i].n; k++) {
            res[k] = result_of (FID_STATUS_COMPARED);
            add (&res[k], FID_FACET_TIMING, FID_QUANTITY_BYTES, 1);
            add (&res[k], FID_FACET_VOLUME, FID_QUANTITY_BYTES, cases[i].d[k]);
        }
        struct fid_resource_result out = pooled (res, cases[i].n);
        const struct fid_measure *f = &out.measure[1];
        ok (out.measure_n == 2 && f->valid == (cases[i].want >= 0), "%s: defined or not",
            cases[i].what);
        if (cases[i].want >= 0)
            ok_close (f->value.distance, cases[i].want, 1e-15, cases[i].what);
        else
            ok (f->reason.code, "%s: says why", cases[i].what);
    }
}

static void details (void)
{
    static const double d[PAIRS] = {0.4, 0.1, 0.2, 0.9};
    struct fid_resource_result res[PAIRS];
    for (size_t k = 0; k < PAIRS; k++) {
        res[k] = result_of (FID_STATUS_COMPARED);
        add (&res[k], FID_FACET_VOLUME, FID_QUANTITY_BYTES, d[k]);
    }
    struct fid_resource_result out = pooled (res, PAIRS);
    const struct fid_metric_value *v = &out.measure[0].value;
    static const struct {
        const char *name;
        double value;
    } want[] = {{"pairs", 4}, {"distance_min", 0.1}, {"distance_max", 0.9}, {"real", 3}};
    ok (v->detail_n == 4, "four details");
    for (size_t i = 0; i < 4 && v->detail_n == 4; i++)
        ok (strcmp (v->detail[i].name, want[i].name) == 0 &&
                fabs (v->detail[i].value - want[i].value) < 1e-12,
            "%s", want[i].name);
}

/* Pairs at equal distances keep their order, and why others are not compared is told of all. */
static void ties (void)
{
    struct fid_resource_result res[PAIRS];
    for (size_t k = 0; k < PAIRS; k++) {
        res[k] = result_of (k ? FID_STATUS_COMPARED : FID_STATUS_NOT_COMPARED);
        res[k].reason.code = FID_REASON_NOT_TRACED;
        add (&res[k], FID_FACET_VOLUME, FID_QUANTITY_BYTES, 0.2);
        res[k].measure[0].value.confidence = 1 / (double)(k + 1);
    }
    struct fid_resource_result out = pooled (res, PAIRS);
    double pairs = 0;
    ok_close (out.measure[0].value.confidence, 1. / 3, 1e-15,
              "the middle one of equal distances");
    ok (fid_measure_find_detail (&out.measure[0], "pairs", &pairs) && pairs == 3,
        "pairs that are not compared do not count, whatever they measured");
    for (size_t k = 0; k < PAIRS; k++) {
        res[k].status = FID_STATUS_NOT_COMPARED;
        res[k].reason.code = k < 2 ? FID_REASON_NOT_TRACED : FID_REASON_NO_PHASES;
    }
    out = pooled (res, PAIRS);
    ok (out.reason.code == FID_REASON_NOT_TRACED && out.reason.others && !out.measure_n,
        "the first reason, and that there are others");
    ok (!pooled (res, 2).reason.others, "unless all have the same");
}

static void statuses (void)
{
    static const struct {
        const char *what;
        enum fid_resource_status status[PAIRS];
        bool one_sided[PAIRS];
        enum fid_resource_status want;
        bool want_one_sided;
        double distance; /* where compared */
    } cases[] = {
        {"all compared", {0, 0, 0, 0}, {0}, FID_STATUS_COMPARED, false, 0.25},
        {"idle in two of four: compared", {1, 0, 0, 1}, {0}, FID_STATUS_COMPARED, false, 0.25},
        {"idle in most", {1, 0, 1, 1}, {0}, FID_STATUS_IDLE, false, 0},
        {"idle in one, the others tell nothing", {2, 1, 2, 2}, {0}, FID_STATUS_IDLE, false, 0},
        {"nobody tells", {2, 2, 2, 2}, {0}, FID_STATUS_NOT_COMPARED, false, 0},
        {"one tells", {2, 2, 0, 2}, {0}, FID_STATUS_COMPARED, false, 0.3},
        {"one-sided in one of four", {0, 0, 0, 0}, {true}, FID_STATUS_COMPARED, false, 0.25},
        {"in half of them: those decide",
         {0, 0, 0, 0},
         {true, true, false, false},
         FID_STATUS_COMPARED,
         true,
         0.15},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_resource_result res[PAIRS];
        for (size_t k = 0; k < PAIRS; k++) {
            res[k] = result_of (cases[i].status[k]);
            res[k].one_sided = cases[i].one_sided[k];
            res[k].reason.code = FID_REASON_NOT_TRACED;
            if (cases[i].status[k] == FID_STATUS_COMPARED)
                add (&res[k], FID_FACET_VOLUME, FID_QUANTITY_BYTES, 0.1 * (double)(k + 1));
        }
        struct fid_resource_result out = pooled (res, PAIRS);
        ok (out.status == cases[i].want && out.one_sided == cases[i].want_one_sided, "%s",
            cases[i].what);
        if (out.status == FID_STATUS_COMPARED)
            ok_close (out.measure[0].value.distance, cases[i].distance, 1e-12, cases[i].what);
        else
            ok (out.reason.code == FID_REASON_NOT_TRACED && !out.reason.others, "%s: says why",
                cases[i].what);
    }
}

/* A measure only some pairs have at all. */
static void unions (void)
{
    struct fid_resource_result res[3] = {result_of (0), result_of (0), result_of (0)};
    add (&res[0], FID_FACET_VOLUME, FID_QUANTITY_OPS, 0.1);
    add (&res[1], FID_FACET_VOLUME, FID_QUANTITY_OPS, 0.2);
    add (&res[1], FID_FACET_VOLUME, FID_QUANTITY_BYTES, 0.5);
    add (&res[2], FID_FACET_VOLUME, FID_QUANTITY_BYTES, 0.7);
    struct fid_resource_result out = pooled (res, 3);
    ok (out.measure_n == 2, "both are there");
    ok_close (out.measure[0].value.distance, 0.15, 1e-15, "ops of two pairs");
    ok_close (out.measure[1].value.distance, 0.6, 1e-15, "bytes of two others");
}

/* What a resource weighs by: the mean of the pairs that compare it. */
static void amounts (void)
{
    struct fid_resource_result res[PAIRS];
    for (size_t k = 0; k < PAIRS; k++) {
        res[k] = result_of (k == 3 ? FID_STATUS_IDLE : FID_STATUS_COMPARED);
        add (&res[k], FID_FACET_VOLUME, FID_QUANTITY_BYTES, 0.1);
        res[k].bytes[0] = 100 * (double)(k + 1);
        res[k].busy_s[1] = (double)(k + 1);
    }
    struct fid_resource_result out = pooled (res, PAIRS);
    ok_close (out.bytes[0], 200, 1e-12, "bytes of the real run");
    ok_close (out.bytes[1], 0, 0, "of the emulation");
    ok_close (out.busy_s[1], 2, 1e-15, "its busy time");
    ok (out.grade_low == -1 && out.grade_high == -1, "no interval yet");
}

int main (void)
{
    medians ();
    amounts ();
    details ();
    ties ();
    statuses ();
    unions ();
    return tap_done ();
}
