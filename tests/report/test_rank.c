/* test_rank.c - order, ties and places, worked out by hand */
#include <math.h>
#include "tests/tap.h"
#include "report/fail_below.h"
#include "report/rank.h"

/* Results that are only what the ranking looks at. */
static struct fid_result_head pool[16];

static void
set_group (struct fid_result_head *head, const char *name, double similarity)
{
    head->group[fid_group_find (name)] =
        (struct fid_result_group){.known = true, .similarity = similarity};
}

static struct fid_results
results (const char *const pair[][2], const double *similarity, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        pool[i] = (struct fid_result_head){.similarity = similarity[i],
                                           .score = FID_ABSENT,
                                           .score_low = FID_ABSENT,
                                           .score_high = FID_ABSENT};
        for (size_t g = 0; g < FID_GROUP_N; g++)
            pool[i].group[g].similarity = pool[i].group[g].score = FID_ABSENT;
        pool[i].real = (struct fid_result_side){pair[i][0], "w", "", 1};
        pool[i].emulation = (struct fid_result_side){pair[i][1], "w", "", 1};
    }
    return (struct fid_results){.result = pool, .result_n = n};
}

/* "a1 b1 c3": the order, with places; '=' marks tied ones */
static const char *
order (const struct fid_list *list, enum fid_rank_by by)
{
    static char text[256];
    size_t n = 0;
    text[0] = '\0';
    for (size_t i = 0; i < list->entry_n; i++) {
        const struct fid_entry *e = &list->entry[i];
        n += (size_t)snprintf (text + n, sizeof text - n, "%s%s%s%zu", i ? " " : "",
                               by == FID_RANK_REAL ? e->result->emulation.id
                                                   : e->result->real.id,
                               e->tied ? "=" : "", e->place);
    }
    return text;
}

static void
ties (void)
{
    static const char *const pair[][2] = {{"R", "a"}, {"R", "b"}, {"R", "c"}, {"R", "d"}};
    static const struct {
        const char *what, *want;
        double similarity[4];
    } cases[] = {
        {"all apart", "d1 c2 b3 a4", {0.1, 0.2, 0.3, 0.4}},
        {"exactly 0.005 apart is no tie", "a1 b2 c3 d4", {0.805, 0.8, 0.7, 0.6}},
        {"less is", "a=1 b=1 c3 d4", {0.8049, 0.8, 0.7, 0.6}},
        {"equal ones stand by id", "a=1 b=1 c=1 d=1", {0.5, 0.5, 0.5, 0.5}},
        /* 0.808 - 0.800 would tie over 0.804; c opens a place, d joins it */
        {"no chains", "a=1 b=1 c=3 d=3", {0.808, 0.804, 0.800, 0.796}},
        {"places are counted on", "a1 b=2 c=2 d4", {0.9, 0.501, 0.5, 0.1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_results all = results (pair, cases[i].similarity, 4);
        struct fid_ranking ranking;
        struct fid_error err;
        fid_rank (&ranking, &all, FID_RANK_REAL, &err);
        ok (ranking.list_n == 1 && !ranking.list[0].scored, "one list by similarity");
        ok_str (order (&ranking.list[0], FID_RANK_REAL), cases[i].want, cases[i].what);
        fid_ranking_clear (&ranking);
    }
}

static void
scores (void)
{
    static const char *const pair[][2] = {{"R", "a"}, {"R", "b"}, {"R", "c"}};
    static const double similarity[] = {0.9, 0.8, 0.7};
    struct fid_results all = results (pair, similarity, 3);
    struct fid_ranking ranking;
    struct fid_error err;
    pool[0].score = 0.2;
    pool[1].score = 0.6;
    fid_rank (&ranking, &all, FID_RANK_REAL, &err);
    ok_str (order (&ranking.list[0], FID_RANK_REAL), "a1 b2 c3",
            "one without a score: all by similarity");
    fid_ranking_clear (&ranking);
    pool[2].score = 0.4;
    fid_rank (&ranking, &all, FID_RANK_REAL, &err);
    ok (ranking.list[0].scored, "all have a score: by score");
    ok_str (order (&ranking.list[0], FID_RANK_REAL), "b1 c2 a3", "in its order");
    fid_ranking_clear (&ranking);
    pool[1].score_low = 0.5, pool[1].score_high = 0.7;
    pool[2].score_low = 0.3, pool[2].score_high = 0.5;
    pool[0].score_low = 0.1, pool[0].score_high = 0.3;
    fid_rank (&ranking, &all, FID_RANK_REAL, &err);
    ok_str (order (&ranking.list[0], FID_RANK_REAL), "b1 c2 a3",
            "overlapping intervals are no tie: they move together");
    fid_ranking_clear (&ranking);
}

/* Two groups, and a uniform weight u of the first: the overall number is
 * x^u y^(1-u).
 *   C 0.6 0.8   best with equal weights (0.693)
 *   A 0.9 0.5   (0.671) above C if u ln 1.5 > (1 - u) ln 1.6: 46.3 % of u
 *   D 0.5 0.5   never above either; 0.5 whatever u
 *   B 0.4 -     one group only; 0.4 */
static void
weights (void)
{
    static const char *const pair[][2] = {
        {"R", "a"}, {"R", "b"}, {"R", "c"}, {"R", "d"}, {"R", "e"}};
    const double similarity[] = {sqrt (0.45), 0.4, sqrt (0.48), 0.5, 0.1};
    struct fid_results all = results (pair, similarity, 5);
    struct fid_ranking ranking, back;
    struct fid_error err;
    set_group (&pool[0], "storage", 0.9);
    set_group (&pool[0], "cpu", 0.5);
    set_group (&pool[1], "storage", 0.4);
    set_group (&pool[2], "storage", 0.6);
    set_group (&pool[2], "cpu", 0.8);
    set_group (&pool[2], "gpu", 1);
    pool[2].group[FID_GROUP_GPU].excluded = true;
    set_group (&pool[3], "cpu", 0.5);
    set_group (&pool[3], "storage", 0.5);
    fid_rank (&ranking, &all, FID_RANK_REAL, &err);
    const struct fid_entry *e = ranking.list[0].entry;
    ok_str (order (&ranking.list[0], FID_RANK_REAL), "c=1 a=1 d3 b4 e5",
            "0.02 apart, but the weights decide");
    ok_close (e[0].weight_low, 0.6 * pow (0.8 / 0.6, 0.05), 0.003, "5 %% of c by the formula");
    ok_close (e[0].weight_high, 0.8 * pow (0.6 / 0.8, 0.05), 0.003, "95 %%");
    ok_close (e[2].weight_high - e[2].weight_low, 0, 1e-12, "equal groups: no range");
    ok_close (e[3].weight_low, 0.4, 1e-12, "a missing group has no part");
    ok_close (e[0].keeps_p, 1, 1e-9, "c and a stay the first two");
    ok_close (e[2].keeps_p, 1, 1e-9, "d stays third: it is never above them nor below b");
    ok (e[4].weight_low == FID_ABSENT && e[4].keeps_p == FID_ABSENT, "no groups, no range");
    fid_rank (&back, &all, FID_RANK_EMULATION, &err);
    ok (back.list[0].entry[0].keeps_p == FID_ABSENT, "lists of emulations are not reweighed");
    fid_ranking_clear (&back);
    fid_ranking_clear (&ranking);

    /* a 0.9 0.2: above c if u ln 1.5 > (1 - u) ln 4: 22.6 % of u, too few for a tie */
    set_group (&pool[0], "cpu", 0.2);
    pool[0].similarity = sqrt (0.18);
    set_group (&pool[1], "storage", 0.1);
    pool[1].similarity = 0.1;
    all.result_n = 3;
    fid_rank (&ranking, &all, FID_RANK_REAL, &err);
    e = ranking.list[0].entry;
    ok_str (order (&ranking.list[0], FID_RANK_REAL), "c1 a2 b3",
            "rarely the better one: no tie");
    ok_close (e[0].keeps_p, log (4) / log (6), 0.012, "c keeps its place unless it is passed");
    fid_ranking_clear (&ranking);

    /* scores, all groups 0 in both: 0, not the least that counts */
    for (int i = 0; i < 3; i++) {
        pool[i].score = 0; /* as set_group sets those of groups */
    }
    fid_rank (&ranking, &all, FID_RANK_REAL, &err);
    e = ranking.list[0].entry;
    ok (ranking.list[0].scored && e[0].weight_low == 0 && e[0].weight_high == 0,
        "by the scores of groups; all 0 is 0");
    fid_ranking_clear (&ranking);
}

static void
both_ways (void)
{
    static const char *const pair[][2] = {
        {"Q", "a"}, {"Q", "b"}, {"R", "a"}, {"R", "b"}, {"R", "c"}};
    static const double similarity[] = {0.9, 0.2, 0.898, 0.6, 0.1};
    struct fid_results all = results (pair, similarity, 5);
    struct fid_ranking ranking;
    struct fid_error err;
    fid_rank (&ranking, &all, FID_RANK_REAL, &err);
    ok_int ((long long)ranking.list_n, 2, "two real runs");
    ok_str (order (&ranking.list[0], FID_RANK_REAL), "a1 b2", "for Q");
    ok_str (order (&ranking.list[1], FID_RANK_REAL), "a1 b2 c3", "for R");
    fid_ranking_clear (&ranking);
    fid_rank (&ranking, &all, FID_RANK_EMULATION, &err);
    ok_int ((long long)ranking.list_n, 3, "three emulations");
    ok_str (order (&ranking.list[0], FID_RANK_EMULATION), "Q=1 R=1", "a is as near to both");
    ok_str (order (&ranking.list[1], FID_RANK_EMULATION), "R1 Q2", "b to R");
    ok_str (order (&ranking.list[2], FID_RANK_EMULATION), "R1", "c has only R");
    fid_ranking_clear (&ranking);
    fid_ranking_clear (&ranking);
    all.result_n = 0;
    ok (fid_rank (&ranking, &all, FID_RANK_REAL, &err) == 0 && ranking.list_n == 0,
        "no results, no lists");
    fid_ranking_clear (&ranking);
}

static void
gates (void)
{
    static const char *const pair[][2] = {{"R", "a"}, {"R", "b"}};
    static const double similarity[] = {0.7, 0.8};
    struct fid_results all = results (pair, similarity, 2);
    static const struct {
        const char *what;
        struct fid_gate gate;
        size_t missed_n;
    } cases[] = {
        {"equal to the limit passes", {.fail_below = 0.7}, 0},
        {"below it misses", {.fail_below = 0.75}, 1},
        {"a group that was not compared misses, even 0", {.fail_below = 0, .group = "cpu"}, 2},
        {"so does one nobody knows", {.fail_below = 0, .group = "x"}, 2},
    };
    struct fid_cells missed;
    struct fid_error err;
    size_t pair_n, missed_n;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fid_gate (&cases[i].gate, &all, &missed, &pair_n, &missed_n, &err);
        ok (pair_n == 2 && missed_n == cases[i].missed_n, "%s", cases[i].what);
        fid_cells_clear (&missed);
    }
    pool[0].emulation.workload = "v";
    struct fid_gate same = {.fail_below = 0.75, .same_workload = true};
    fid_gate (&same, &all, &missed, &pair_n, &missed_n, &err);
    ok (pair_n == 1 && missed_n == 0, "only pairs of one workload");
    fid_cells_clear (&missed);
    pool[1].real.workload = pool[1].emulation.workload = "";
    ok (fid_gate (&same, &all, &missed, &pair_n, &missed_n, &err) && err.status == FID_EINPUT,
        "unknown workloads are not the same; nothing to check is an error");
    all = (struct fid_results){0};
    fid_results_fail (&all, "R", "c", NULL, "no trace", &err);
    same.same_workload = false;
    fid_gate (&same, &all, &missed, &pair_n, &missed_n, &err);
    ok (pair_n == 1 && missed_n == 1, "a pair that failed misses");
    fid_cells_clear (&missed);
    fid_results_clear (&all);
}

int
main (void)
{
    ties ();
    scores ();
    weights ();
    both_ways ();
    gates ();
    return tap_done ();
}
