/* scores of distances against noises and floors, worked by hand */
#include "config.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include "compare/calibration_draws.h"
#include "compare/score.h"
#include "tests/tap.h"

static void
one (void)
{
    static const struct {
        const char *what;
        double d, noise, chance, want;
    } cases[] = {
        {"as far as repeats", 1, 1, 5, 1},
        {"closer than repeats is not better than them", 0.5, 1, 5, 1},
        {"equal runs", 0, 1, 5, 1},
        {"as far as unrelated runs", 5, 1, 5, 0},
        {"further than unrelated runs", 50, 1, 5, 0},
        {"halfway", 3, 1, 5, 0.5},
        {"a quarter of the gap left", 2, 1, 5, 0.75},
        {"repeats without any distance", 1, 0, 4, 0.75},
        {"active on one side only", FID_D_WORST, 1, 5, 0},
        {"that, without levels", FID_D_WORST, -1, -1, 0},
        {"not defined on this pair", FID_D_NONE, 1, 5, -1},
        {"not defined between repeats", 2, -1, 5, -1},
        {"no unrelated run", 2, 1, -1, -1},
        {"chance below the noise", 2, 5, 1, -1},
        {"chance at the noise", 2, 2, 2, -1},
        {"both 0", 0, 0, 0, -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ok_close (fid_score_one (cases[i].d, cases[i].noise, cases[i].chance), cases[i].want,
                  1e-15, cases[i].what);
}

#define M 7

/* block.read: volume by two measures, timing by one; disk.read volume; cpu
 * volume and one uninformative timing; steps volume. */
static const struct fid_metric ratio = {.name = "ratio"}, temporal_w1 = {.name = "temporal_w1"};
static struct fid_cal_measure measure[M] = {
    {.resource = FID_RESOURCE_BLOCK_READ,
     .facet = FID_FACET_VOLUME,
     .metric = &ratio,
     .quantity = FID_QUANTITY_OPS},
    {.resource = FID_RESOURCE_BLOCK_READ,
     .facet = FID_FACET_TIMING,
     .metric = &temporal_w1,
     .quantity = FID_QUANTITY_BYTES},
    {.resource = FID_RESOURCE_BLOCK_READ,
     .facet = FID_FACET_VOLUME,
     .metric = &ratio,
     .quantity = FID_QUANTITY_BYTES},
    {.resource = FID_RESOURCE_DISK_READ,
     .facet = FID_FACET_VOLUME,
     .metric = &ratio,
     .quantity = FID_QUANTITY_MIB},
    {.resource = FID_RESOURCE_CPU,
     .facet = FID_FACET_VOLUME,
     .metric = &ratio,
     .quantity = FID_QUANTITY_BUSY_PCT_S},
    {.resource = FID_RESOURCE_CPU,
     .facet = FID_FACET_TIMING,
     .metric = &temporal_w1,
     .quantity = FID_QUANTITY_BUSY_PCT_S},
    {.resource = FID_RESOURCE_STEPS,
     .facet = FID_FACET_VOLUME,
     .metric = &ratio,
     .quantity = FID_QUANTITY_STEPS},
};

static void
aggregate (void)
{
    struct fid_cal_set set = {.workload = "w", .run_n = 2, .measure = measure, .measure_n = M};
    /* all on the scale 1 .. 5 */
    double noise[M], chance[M], d[M] = {2, 3, 4, 4.6, 1, 5, FID_D_NONE};
    bool one_sided[FID_RESOURCE_N] = {false};
    struct fid_scores s;
    for (size_t m = 0; m < M; m++) {
        noise[m] = 1;
        chance[m] = 5;
        measure[m].informative = m != 5;
    }
    fid_score_compute (&set, d, one_sided, noise, chance, 0, &s);
    /* volume of block.read: sqrt (0.75 * 0.25); timing 0.5 */
    double volume = sqrt (0.75 * 0.25), block = sqrt (volume * 0.5);
    ok_close (s.resource[FID_RESOURCE_BLOCK_READ], block, 1e-12,
              "measures make facets, facets the resource");
    ok_close (s.resource[FID_RESOURCE_DISK_READ], 0.1, 1e-12, "a single measure");
    ok_close (s.resource[FID_RESOURCE_CPU], 1, 1e-12, "the uninformative one has no weight");
    ok_close (s.resource[FID_RESOURCE_STEPS], -1, 0, "nothing defined: no score");
    ok_close (s.resource[FID_RESOURCE_DATA_READ], -1, 0, "nothing calibrated: no score");
    double storage = sqrt (block * 0.1);
    ok_close (s.group[FID_GROUP_STORAGE], storage, 1e-12, "resources make the group");
    ok_close (s.group[FID_GROUP_VFS], -1, 0, "a group without");
    ok_close (s.overall, sqrt (storage * 1), 1e-12,
              "groups weigh the same, whatever their size");
    ok_int ((long long)s.group_n, 2, "two groups have a score");

    /* a zero is 0.01 among others and 0 alone */
    d[1] = 9;
    fid_score_compute (&set, d, one_sided, noise, chance, 0, &s);
    ok_close (s.resource[FID_RESOURCE_BLOCK_READ], sqrt (volume * 0.01), 1e-12,
              "a facet of 0 enters as 0.01");
    d[3] = 7;
    fid_score_compute (&set, d, one_sided, noise, chance, 0, &s);
    ok_close (s.resource[FID_RESOURCE_DISK_READ], 0, 0, "0 alone stays 0");
    d[0] = d[2] = 5;
    fid_score_compute (&set, d, one_sided, noise, chance, 0, &s);
    ok_close (s.group[FID_GROUP_STORAGE], 0, 0, "all 0: 0");
    ok_close (s.overall, 0.1, 1e-12, "which costs the overall score a factor of 10 here");

    fid_score_compute (&set, d, one_sided, noise, chance, 1u << FID_GROUP_STORAGE, &s);
    ok_close (s.overall, 1, 1e-12, "a group out of scope has no part in it");
    ok_close (s.group[FID_GROUP_STORAGE], 0, 0, "but keeps its own score");
    ok_int ((long long)s.group_n, 1, "one group in scope");

    one_sided[FID_RESOURCE_CPU] = true;
    fid_score_compute (&set, d, one_sided, noise, chance, 0, &s);
    ok_close (s.resource[FID_RESOURCE_CPU], 0, 0, "active on one side only: 0");
    one_sided[FID_RESOURCE_CHECKPOINT_WRITE] = true;
    fid_score_compute (&set, d, one_sided, noise, chance, 0, &s);
    ok_close (s.group[FID_GROUP_VFS], 0, 0, "where repeats never were active, too");
    ok_close (s.overall, 0, 0, "three groups of 0");

    for (size_t m = 0; m < M; m++)
        measure[m].informative = false;
    memset (one_sided, 0, sizeof one_sided);
    fid_score_compute (&set, d, one_sided, noise, chance, 0, &s);
    ok_close (s.overall, -1, 0, "nothing informative: no score");
    ok_int ((long long)s.group_n, 0, "and no group");
}

static struct fid_measure
measure_of (enum fid_facet_id facet, enum fid_quantity_id quantity,
            const struct fid_metric *metric, bool valid, double distance)
{
    return (struct fid_measure){.facet = facet,
                                .quantity = quantity,
                                .metric = metric,
                                .valid = valid,
                                .value = {.distance = distance}};
}

static void
distances (void)
{
    static const struct fid_metric other = {.name = "w1"};
    struct fid_cal_set set = {.workload = "w", .run_n = 2, .measure = measure, .measure_n = M};
    struct fid_resource_result res[FID_RESOURCE_N];
    bool one_sided[FID_RESOURCE_N];
    double d[M];
    for (size_t r = 0; r < FID_RESOURCE_N; r++)
        res[r] = (struct fid_resource_result){.info = &fid_resources[r],
                                              .status = FID_STATUS_NOT_COMPARED};
    struct fid_resource_result *block = &res[FID_RESOURCE_BLOCK_READ];
    block->status = FID_STATUS_COMPARED;
    block->measure_n = 4;
    block->measure[0] = measure_of (FID_FACET_VOLUME, FID_QUANTITY_BYTES, &other, true, 9);
    block->measure[1] = measure_of (FID_FACET_VOLUME, FID_QUANTITY_BYTES, &ratio, true, 2);
    block->measure[2] = measure_of (FID_FACET_MARGINAL, FID_QUANTITY_OPS, &ratio, true, 8);
    block->measure[3] = measure_of (FID_FACET_VOLUME, FID_QUANTITY_OPS, &ratio, false, 7);
    res[FID_RESOURCE_CPU].status = FID_STATUS_COMPARED;
    res[FID_RESOURCE_CPU].one_sided = true;
    res[FID_RESOURCE_STEPS].one_sided = true; /* but not compared */
    fid_score_distances (&set, res, d, one_sided);
    ok_close (d[2], 2, 0, "resource, facet, measure and quantity agree");
    ok_close (d[0], FID_D_NONE, 0, "not valid on this pair");
    ok_close (d[1], FID_D_NONE, 0, "not among the results");
    ok_close (d[3], FID_D_NONE, 0, "not compared");
    ok_close (d[4], FID_D_WORST, 0, "one-sided");
    ok (one_sided[FID_RESOURCE_CPU] && !one_sided[FID_RESOURCE_STEPS] &&
            !one_sided[FID_RESOURCE_BLOCK_READ],
        "which resources are one-sided");
}

/* Three repeats, two unrelated runs; distances that name their cell. */
static void
levels (void)
{
    double repeat[9] = {-1, 1, 2, 3, -1, 4, 5, 6, -1};
    double unrelated[6] = {10, 20, 30, 40, 50, -1};
    struct fid_cal_measure m = {.repeat = repeat, .unrelated = unrelated};
    struct fid_cal_set set = {
        .workload = "w", .run_n = 3, .other_n = 2, .measure = &m, .measure_n = 1};
    double c, f;
    struct fid_error err;
    fid_cal_levels (&set, NULL, NULL, &c, &f, &err);
    ok_close (c, 3.5, 0, "noise: the median over ordered pairs of repeats");
    ok_close (f, 30, 0, "chance: over (repeat, unrelated), without what is not defined");
    const size_t ref[3] = {0, 0, 1}, other[2] = {1, 1};
    /* pairs (0,1) twice each way: 1 1 3 3; unrelated: (0,1) four times, (1,1) twice */
    fid_cal_levels (&set, ref, other, &c, &f, &err);
    ok_close (c, 2, 0, "resampled: never a run with itself");
    ok_close (f, 20, 0, "resampled: weights by how often a run came up");
    const size_t last[3] = {2, 2, 1}, again[2] = {1, 1};
    fid_cal_levels (&set, last, again, &c, &f, &err);
    ok_close (c, 5, 0, "pairs (2,1) and (1,2): 6 and 4");
    ok_close (f, 40, 0, "only (1,1) is defined");
    const size_t same[3] = {1, 1, 1};
    fid_cal_levels (&set, same, NULL, &c, &f, &err);
    ok_close (c, -1, 0, "one run alone has no pair");
    set.other_n = 0;
    fid_cal_levels (&set, NULL, NULL, &c, &f, &err);
    ok_close (f, -1, 0, "without unrelated runs there is no chance");
}

static void
draws (void)
{
    double repeat[9] = {-1, 1, 2, 1, -1, 4, 2, 4, -1}, unrelated[3] = {10, 20, 40};
    struct fid_cal_measure m = {.repeat = repeat, .unrelated = unrelated};
    struct fid_cal_set set = {
        .workload = "w", .run_n = 3, .other_n = 1, .measure = &m, .measure_n = 1};
    struct fid_cal_draws a, b, c;
    struct fid_error err = {0};
    ok_int (fid_cal_draw (&set, 2000, 7, &a, &err), 0, "draws");
    fid_cal_draw (&set, 2000, 7, &b, &err);
    fid_cal_draw (&set, 2000, 8, &c, &err);
    ok (memcmp (a.noise, b.noise, 2000 * sizeof (double)) == 0 &&
            memcmp (a.chance, b.chance, 2000 * sizeof (double)) == 0,
        "a seed gives the same draws");
    ok (memcmp (a.noise, c.noise, 2000 * sizeof (double)) != 0, "another seed, others");
    size_t none = 0, whole = 0;
    for (size_t k = 0; k < 2000; k++) {
        none += a.noise[k] < 0;
        /* all three once: the median of 1 1 2 2 4 4; or other draws with it */
        whole += a.noise[k] == 2;
    }
    ok_int ((long long)none, 0, "never one run alone: every draw has a noise");
    /* of 27 draws 24 have two runs or more: 6 hold all three (2), 6 only {0,2}
     * (2): 12 of 24 */
    ok_close ((double)whole / 2000, 0.5, 0.05, "as often as counted by hand");
    fid_cal_draws_clear (&a);
    fid_cal_draws_clear (&b);
    fid_cal_draws_clear (&c);
    set.run_n = 1;
    ok_int (fid_cal_draw (&set, 10, 7, &a, &err), -1, "one repeat cannot be resampled");
    fid_cal_draws_clear (&a);
}

/* What threads get that ask at once: the same draws, made once. */
static void *
ask (void *set)
{
    struct fid_error err;
    const void *draws = fid_cal_draws_of (set, &err);
    return (void *)(uintptr_t)draws;
}

static void
shared (void)
{
    double repeat[9] = {-1, 1, 2, 1, -1, 4, 2, 4, -1}, unrelated[3] = {10, 20, 40};
    struct fid_cal_measure m = {.repeat = repeat, .unrelated = unrelated};
    struct fid_error err;
    struct fid_cal_set set = {.workload = "w",
                              .run_n = 1,
                              .other_n = 1,
                              .measure = &m,
                              .measure_n = 1,
                              .shared = fid_cal_shared_create (&err)};
    ok (!fid_cal_draws_of (&set, &err) && err.status == FID_EINTERNAL, "one repeat: none");
    set.run_n = 3;
    pthread_t thread[4];
    void *got[4];
    for (int i = 0; i < 4; i++)
        pthread_create (&thread[i], NULL, ask, &set);
    for (int i = 0; i < 4; i++)
        pthread_join (thread[i], &got[i]);
    const struct fid_cal_draws *d = got[0];
    ok (d && got[1] == d && got[2] == d && got[3] == d, "threads share the draws of a set");
    double sum = 0;
    for (size_t k = 0; k < d->draw_n; k++)
        sum += d->noise[k];
    fid_cal_draws_of (&set, &err);
    for (size_t k = 0; k < d->draw_n; k++)
        sum -= d->noise[k];
    ok (d->draw_n == FID_CAL_DRAWS && sum == 0, "and asking again changes nothing");
    fid_cal_shared_destroy (set.shared);
    fid_cal_shared_destroy (NULL);
}

int
main (void)
{
    one ();
    aggregate ();
    distances ();
    levels ();
    draws ();
    shared ();
    return tap_done ();
}
