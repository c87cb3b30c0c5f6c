/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_grade.h - results made up, measure by measure, and their verdict */
#ifndef FID_TEST_MADE_GRADE_H
#define FID_TEST_MADE_GRADE_H

#include "compare/grade.h"
#include "tests/tap.h"

/* The pair in hand; begin() empties it. */
static struct fid_resource_result result[FID_RESOURCE_N];
static struct fid_profile profile;
static struct fid_error err;

static void begin (void)
{
    memset (result, 0, sizeof result);
    profile = (struct fid_profile){.name = "made up"};
    for (int r = 0; r < FID_RESOURCE_N; r++)
        result[r] = (struct fid_resource_result){
            .info = &fid_resources[r], .status = FID_STATUS_IDLE, .grade_low = -1};
}

/* A measure of distance d that the profile grades with tolerance 0.1. */
static struct fid_measure *add (enum fid_resource_id r, enum fid_facet_id facet,
                                enum fid_quantity_id q, double d)
{
    struct fid_resource_result *res = &result[r];
    struct fid_measure *m = &res->measure[res->measure_n++];
    *m = (struct fid_measure){.facet = facet,
                              .quantity = q,
                              .metric = fid_metric_find ("ratio"),
                              .valid = true,
                              .value = {.distance = d, .confidence = 1},
                              .noise = -1,
                              .low = -1,
                              .high = -1};
    res->status = FID_STATUS_COMPARED;
    profile.clause[r][q] = (struct fid_profile_clause){.graded = true, .tolerance = 0.1};
    return m;
}

__attribute__ ((unused)) static struct fid_measure *add_key (enum fid_resource_id r,
                                                             enum fid_facet_id facet,
                                                             enum fid_quantity_id q, double d)
{
    struct fid_measure *m = add (r, facet, q, d);
    profile.clause[r][q].key = true;
    return m;
}

#define ADD(r, facet, q, d) add (FID_RESOURCE_##r, FID_FACET_##facet, FID_QUANTITY_##q, d)
#define ADD_KEY(r, facet, q, d)                                                                \
    add_key (FID_RESOURCE_##r, FID_FACET_##facet, FID_QUANTITY_##q, d)

static struct fid_verdict verdict (unsigned excluded)
{
    struct fid_verdict v;
    if (fid_verdict_make (&v, &profile, result, excluded, &err))
        exit (99);
    return v;
}

__attribute__ ((unused)) static double similarity_now (unsigned excluded)
{
    struct fid_verdict v = verdict (excluded);
    double similarity = v.similarities.similarity;
    fid_verdict_clear (&v);
    return similarity;
}

__attribute__ ((unused)) static void moved (enum fid_resource_id r, double real_bytes,
                                            double emu_bytes, double real_s, double emu_s)
{
    result[r].bytes[0] = real_bytes;
    result[r].bytes[1] = emu_bytes;
    result[r].busy_s[0] = real_s;
    result[r].busy_s[1] = emu_s;
}

#endif
