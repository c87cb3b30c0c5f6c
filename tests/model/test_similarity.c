/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_similarity.c - from grades of resources to the similarity: closed forms and laws */
#include <stdint.h>
#include "metrics/aggregate.h"
#include "model/similarity.h"
#include "tests/tap.h"

#define LEN(a) (sizeof (a) / sizeof *(a))
#define NONE   FID_ABSENT
#define BIT(r) (1u << FID_RESOURCE_##r)
#define ALL    (~0u)

static void clear (struct fid_graded g[FID_RESOURCE_N])
{
    for (int r = 0; r < FID_RESOURCE_N; r++)
        g[r] = (struct fid_graded){NONE, 1};
}

/* --- closed forms: up to four resources, the rest is not graded */

struct entry {
    enum fid_resource_id resource;
    struct fid_graded is;
};

static const struct {
    const char *what;
    struct entry of[4];
    size_t n;
    unsigned resources, excluded;
    double similarity;
    size_t group_n;
} cases[] = {
    {"nothing graded", {{0}}, 0, ALL, 0, NONE, 0},
    {"one resource", {{FID_RESOURCE_CPU, {0.3, 1}}}, 1, ALL, 0, 0.3, 1},
    {"weights within a group: 0.5^(1/4) 1^(3/4)",
     {{FID_RESOURCE_BLOCK_READ, {0.5, 1}}, {FID_RESOURCE_BLOCK_WRITE, {1, 3}}},
     2,
     ALL,
     0,
     0.84089641525371454,
     1},
    {"groups weigh alike, however many resources they have",
     {{FID_RESOURCE_BLOCK_READ, {0.25, 9}},
      {FID_RESOURCE_BLOCK_WRITE, {0.25, 9}},
      {FID_RESOURCE_CPU, {1, 0.1}}},
     3,
     ALL,
     0,
     0.5,
     2},
    {"a group out of scope has no part in the similarity",
     {{FID_RESOURCE_BLOCK_READ, {0.25, 1}}, {FID_RESOURCE_CPU, {0.9, 1}}},
     2,
     ALL,
     1u << FID_GROUP_DISK,
     0.9,
     1},
    {"all groups out of scope: no similarity",
     {{FID_RESOURCE_CPU, {0.9, 1}}},
     1,
     ALL,
     1u << FID_GROUP_CPU,
     NONE,
     0},
    {"what is outside of the set does not count",
     {{FID_RESOURCE_DATA_READ, {0.1, 1}}, {FID_RESOURCE_CPU, {0.8, 1}}},
     2,
     BIT (CPU) | BIT (STEPS),
     0,
     0.8,
     1},
    {"a set without anything graded",
     {{FID_RESOURCE_CPU, {0.8, 1}}},
     1,
     BIT (STEPS),
     0,
     NONE,
     0},
    {"a grade of 0 counts as the floor in the mean",
     {{FID_RESOURCE_CPU, {0, 1}}, {FID_RESOURCE_STEPS, {1, 1}}},
     2,
     ALL,
     0,
     0.031622776601683791,
     2},
    {"nothing but zeros is 0",
     {{FID_RESOURCE_CPU, {0, 1}}, {FID_RESOURCE_STEPS, {0, 1}}},
     2,
     ALL,
     0,
     0,
     2},
};

static void closed_forms (void)
{
    for (size_t i = 0; i < LEN (cases); i++) {
        struct fid_graded g[FID_RESOURCE_N];
        struct fid_similarities s;
        clear (g);
        for (size_t k = 0; k < cases[i].n; k++)
            g[cases[i].of[k].resource] = cases[i].of[k].is;
        fid_similarity (g, cases[i].resources, cases[i].excluded, &s);
        ok_close (s.similarity, cases[i].similarity, 1e-14, cases[i].what);
        ok_int ((long long)s.group_n, (long long)cases[i].group_n, "  of so many groups");
    }
    struct fid_graded g[FID_RESOURCE_N];
    struct fid_similarities s;
    clear (g);
    g[FID_RESOURCE_BLOCK_READ] = (struct fid_graded){0.25, 1};
    g[FID_RESOURCE_CPU] = (struct fid_graded){0.75, 1};
    fid_similarity (g, ALL, 1u << FID_GROUP_DISK, &s);
    ok_close (s.group[FID_GROUP_DISK], 0.25, 1e-15, "a group out of scope keeps its grade");
    ok_close (s.group[FID_GROUP_GPU], NONE, 0, "a group without resources has none");
}

/* --- laws, on made-up grades */

static double rnd (uint64_t *seed)
{
    *seed = *seed * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
    return (double)(*seed >> 11) / 9007199254740992.;
}

static void draw (uint64_t *seed, struct fid_graded g[FID_RESOURCE_N])
{
    for (int r = 0; r < FID_RESOURCE_N; r++) {
        g[r] = (struct fid_graded){rnd (seed), 0.02 + rnd (seed)};
        if (rnd (seed) < 0.3)
            g[r].grade = NONE;
    }
}

/* The similarity again: products of powers. */
static double plain_similarity (const struct fid_graded g[FID_RESOURCE_N], unsigned resources,
                                unsigned excluded)
{
    double similarity = 1;
    int n = 0;
    double group[FID_GROUP_N];
    for (int i = 0; i < FID_GROUP_N; i++) {
        double weight = 0;
        group[i] = 1;
        for (int r = 0; r < FID_RESOURCE_N; r++)
            if ((int)fid_resources[r].group == i && g[r].grade >= 0 && resources >> r & 1)
                weight += g[r].weight;
        for (int r = 0; r < FID_RESOURCE_N; r++)
            if ((int)fid_resources[r].group == i && g[r].grade >= 0 && resources >> r & 1)
                group[i] *= pow (fmax (g[r].grade, FID_GEOMEAN_FLOOR), g[r].weight / weight);
        if (!(weight > 0) || excluded >> i & 1)
            group[i] = NONE;
        n += group[i] >= 0;
    }
    for (int i = 0; i < FID_GROUP_N; i++)
        if (group[i] >= 0)
            similarity *= pow (group[i], 1. / n);
    return n ? similarity : NONE;
}

static double similarity_of (const struct fid_graded g[FID_RESOURCE_N], unsigned resources,
                             unsigned excluded)
{
    struct fid_similarities s;
    fid_similarity (g, resources, excluded, &s);
    return s.similarity;
}

static void laws (void)
{
    uint64_t seed = 11;
    int plain = 0, falls = 0, moved = 0, scaled = 0, rises = 0;
    for (int i = 0; i < 300; i++) {
        struct fid_graded g[FID_RESOURCE_N], h[FID_RESOURCE_N];
        unsigned resources = i % 3 ? ALL : (unsigned)(seed >> 20);
        unsigned excluded = i % 4 ? 0 : (unsigned)(seed >> 41);
        draw (&seed, g);
        double s = similarity_of (g, resources, excluded);
        plain += fabs (s - plain_similarity (g, resources, excluded)) < 1e-13;
        for (int r = 0; r < FID_RESOURCE_N; r++) {
            memcpy (h, g, sizeof h);
            if (g[r].grade < 0) {
                h[r].weight = 7; /* of what is not graded nothing matters */
                moved += similarity_of (h, resources, excluded) != s;
                continue;
            }
            h[r].grade = fmin (1, g[r].grade * 1.3);
            double better = similarity_of (h, resources, excluded);
            falls += better < s;
            rises += better > s;
        }
        for (int r = 0; r < FID_RESOURCE_N; r++)
            g[r].weight *= 8;
        scaled += fabs (similarity_of (g, resources, excluded) - s) > 1e-14;
    }
    ok_int (plain, 300, "the product of powers");
    ok_int (falls, 0, "never falls when a grade rises");
    ok (rises > 1000, "and mostly rises (%d times)", rises);
    ok_int (moved, 0, "does not depend on resources that are not graded");
    ok_int (scaled, 0, "does not depend on the scale of weights");
}

int main (void)
{
    closed_forms ();
    laws ();
    return tap_done ();
}
