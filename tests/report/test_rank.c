/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_rank.c - order, ties and places, worked out by hand */
#include <math.h>
#include "tests/tap.h"
#include "report/rank.h"

/* Results that are only what the ranking looks at. */
static struct fid_result_head pool[16];

static void grade (struct fid_result_head *head, const char *resource, double x)
{
    head->graded[fid_resource_find (resource)] = (struct fid_graded){x, 1};
}

/* The similarity of the grades. */
static void rescore (struct fid_result_head *head)
{
    struct fid_similarities s;
    unsigned excluded = 0;
    for (int g = 0; g < FID_GROUP_N; g++)
        excluded |= head->group[g].excluded ? 1u << g : 0;
    fid_similarity (head->graded, ~0u, excluded, &s);
    head->similarity = s.similarity;
}

static struct fid_result_side side_of (const char *id)
{
    return (struct fid_result_side){
        .id = id, .shown = id, .workload = "w", .hash = "", .configuration = id};
}

/* Pairs whose only grade is that of data.read. */
static struct fid_results results (const char *const pair[][2], const double *similarity,
                                   size_t n)
{
    for (size_t i = 0; i < n; i++) {
        pool[i] = (struct fid_result_head){.similarity = similarity[i],
                                           .similarity_low = FID_ABSENT,
                                           .similarity_high = FID_ABSENT,
                                           .profile = "storage"};
        for (int k = 0; k < FID_RESOURCE_N; k++)
            pool[i].graded[k].grade = FID_ABSENT;
        for (int g = 0; g < FID_GROUP_N; g++)
            pool[i].group[g].grade = FID_ABSENT;
        if (similarity[i] != FID_ABSENT)
            grade (&pool[i], "data.read", similarity[i]);
        pool[i].real = side_of (pair[i][0]);
        pool[i].emulation = side_of (pair[i][1]);
    }
    return (struct fid_results){.result = pool, .result_n = n};
}

/* "a1 b1 c3": the order, with places; '=' marks tied ones */
static const char *order (const struct fid_list *list, enum fid_rank_by by)
{
    static char text[256];
    size_t n = 0;
    text[0] = '\0';
    for (size_t i = 0; i < list->entry_n; i++) {
        const struct fid_entry *e = &list->entry[i];
        n += (size_t)snprintf (text + n, sizeof text - n, "%s%s%s%zu", i ? " " : "",
                               by == FID_RANK_EMULATION ? e->result->real.id
                                                        : fid_entry_name (e),
                               e->tied ? "=" : "", e->place);
    }
    return text;
}

static void ties (void)
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
        fid_rank (&ranking, &all, FID_RANK_REAL, 2, &err);
        ok_int ((long long)ranking.list_n, 1, "one list");
        ok_str (order (&ranking.list[0], FID_RANK_REAL), cases[i].want, cases[i].what);
        fid_ranking_clear (&ranking);
    }
}

/* Similarities are taken over what all candidates have. */
static void common (void)
{
    static const char *const pair[][2] = {{"R", "a"}, {"R", "b"}, {"R", "c"}};
    static const double similarity[] = {0.3, 0.5, FID_ABSENT};
    struct fid_results all = results (pair, similarity, 3);
    struct fid_ranking ranking;
    struct fid_error err;
    /* a is better where it has no GPU trace: with it, sqrt (0.3 * 1) > 0.5 */
    grade (&pool[0], "gpu.sm", 1);
    rescore (&pool[0]);
    fid_rank (&ranking, &all, FID_RANK_REAL, 2, &err);
    const struct fid_list *list = &ranking.list[0];
    ok (pool[0].similarity > 0.54, "alone, a has the higher similarity");
    ok_str (order (list, FID_RANK_REAL), "b1 a2 c3", "over what both have b is the first");
    ok_close (list->entry[1].value, 0.3, 1e-12, "a by data.read only");
    char *text = fid_list_left_out (list, &err);
    ok_str (text, "Left out of the similarities, because not all have it: gpu.sm.",
            "what is left out is named");
    free (text);
    ok (list->entry[2].value == FID_ABSENT,
        "without a similarity: the last, and nobody's problem");
    fid_ranking_clear (&ranking);

    /* another profile is another list */
    pool[1].profile = "read";
    fid_rank (&ranking, &all, FID_RANK_REAL, 2, &err);
    ok_int ((long long)ranking.list_n, 2, "similarities of two profiles are in two lists");
    ok_str (order (&ranking.list[0], FID_RANK_REAL), "b1", "read");
    ok_close (ranking.list[1].entry[0].value, pool[0].similarity, 0,
              "nothing is left out any more");
    ok_int ((long long)ranking.run_n, 1, "of one real run");
    fid_ranking_clear (&ranking);
}

/* Repeats of one configuration are one place. */
static void configurations (void)
{
    static const char *const pair[][2] = {
        {"R", "a_r1"}, {"R", "a_r2"}, {"R", "a_r3"}, {"R", "b_r1"}, {"S", "a_r1"}};
    static const double similarity[] = {0.2, 0.9, 0.6, 0.5, 0.3};
    struct fid_results all = results (pair, similarity, 5);
    struct fid_ranking ranking;
    struct fid_error err;
    for (int i = 0; i < 5; i++)
        pool[i].emulation.configuration = i == 3 ? "b" : "a";
    fid_rank (&ranking, &all, FID_RANK_REAL, 2, &err);
    const struct fid_entry *e = ranking.list[0].entry;
    ok_str (order (&ranking.list[0], FID_RANK_REAL), "a1 b_r12", "three runs of a, one of b");
    ok (e[0].run_n == 3 && e[0].emulation_n == 3 && e[0].value == 0.6, "the median");
    ok_str (e[0].result->emulation.id, "a_r3", "and its run");
    ok (e[0].low == 0.2 && e[0].high == 0.9, "from the lowest to the highest");
    ok (e[1].low == FID_ABSENT, "one run without an interval has none");
    fid_ranking_clear (&ranking);
    pool[0].similarity_low = 0.1, pool[0].similarity_high = 0.4;
    fid_rank (&ranking, &all, FID_RANK_WORKLOAD, 2, &err);
    ok_int ((long long)ranking.list_n, 1, "one workload");
    e = ranking.list[0].entry;
    ok_str (order (&ranking.list[0], FID_RANK_WORKLOAD), "b_r11 a2",
            "over both real runs a has the median of 0.2, 0.3, 0.6 and 0.9");
    ok (e[1].run_n == 4 && e[1].emulation_n == 3, "four pairs of three emulations");
    ok_close (e[1].value, 0.45, 1e-12, "0.45");
    ok_close (e[1].low, 0.1, 1e-12, "intervals count where there are any");
    fid_ranking_clear (&ranking);
}

/* Where the answer decides: the least off first, then what cannot be told, then what was not
 * seen, whatever the similarities. */
static void answers (void)
{
    static const char *const pair[][2] = {{"R", "a"},    {"R", "b"},    {"R", "c"}, {"R", "d"},
                                          {"R", "e_r1"}, {"R", "e_r2"}, {"R", "f"}};
    static const double similarity[] = {0.9, 0.1, 0.8, 0.7, 0.6, 0.5, FID_ABSENT};
    static const double error[] = {FID_ABSENT, 0.02, FID_ABSENT, 0.3, 0.1, 0.2, 0.024};
    struct fid_results all = results (pair, similarity, 7);
    struct fid_ranking ranking, back;
    struct fid_error err;
    struct fid_result_profile by_answer = {.name = "storage", .by_answer = true};
    char out[FID_ENTRY_ANSWER];
    for (int i = 0; i < 7; i++) {
        pool[i].profile_of = &by_answer;
        pool[i].profile_n = 1;
        pool[i].answer.error = error[i];
        pool[i].answer.low = error[i] - 0.01;
        pool[i].answer.high = error[i] + 0.01;
        if (i == 4 || i == 5)
            pool[i].emulation.configuration = "e";
    }
    pool[0].answer.runs[0].books_gap = "samples";
    pool[0].answer.runs[0].remarks = "9 GiB were not read by calls that were traced";
    pool[2].answer.runs[1].remarks = "a page cache served a quarter of the data";
    fid_rank (&ranking, &all, FID_RANK_REAL, 2, &err);
    const struct fid_list *list = &ranking.list[0];
    ok (list->by_answer, "the answer decides");
    ok_str (order (list, FID_RANK_REAL), "b=1 f=1 e3 d4 c5 a6",
            "by the error; then cannot tell; then nothing seen");
    ok_close (list->entry[2].error, 0.15, 1e-12, "the median of two runs");
    ok_close (list->entry[2].error_low, 0.09, 1e-12, "from the lowest end");
    ok_close (list->entry[2].error_high, 0.21, 1e-12, "to the highest");
    ok_close (list->entry[2].value, 0.55, 1e-12, "with the median of their similarities");
    ok (list->entry[1].value == FID_ABSENT, "one without a similarity has a place");
    ok_str (fid_entry_answer (list, &list->entry[3], out), "35 % (34 % to 36 %)", "in words");
    ok_str (fid_entry_answer (list, &list->entry[4], out), "cannot tell", "without a number");
    ok_str (fid_entry_answer (list, &list->entry[5], out), "nothing seen", "or evidence");
    fid_rank (&back, &all, FID_RANK_EMULATION, 2, &err);
    ok (!back.list[0].by_answer, "real runs of an emulation are in the order of similarities");
    fid_ranking_clear (&back);
    fid_ranking_clear (&ranking);
    by_answer.by_answer = false;
    fid_rank (&ranking, &all, FID_RANK_REAL, 2, &err);
    ok_str (order (&ranking.list[0], FID_RANK_REAL), "a1 c2 d3 e4 b5 f6",
            "clauses: by similarities");
    ok_str (fid_entry_answer (&ranking.list[0], &ranking.list[0].entry[0], out), "-",
            "no answer");
    fid_ranking_clear (&ranking);
}

/* The similarity of an entry is the median of those of its runs, whichever the error puts first. */
static void medians (void)
{
    static const char *const pair[][2] = {{"R", "a_r1"}, {"R", "a_r2"}, {"R", "a_r3"}};
    static const double similarity[] = {0.9, 0.1, 0.5};
    struct fid_results all = results (pair, similarity, 3);
    struct fid_ranking ranking;
    struct fid_error err;
    struct fid_result_profile by_answer = {.name = "storage", .by_answer = true};
    for (int i = 0; i < 3; i++) {
        pool[i].profile_of = &by_answer;
        pool[i].profile_n = 1;
        pool[i].answer.error = pool[i].answer.low = pool[i].answer.high = 0.1 * (i + 1);
        pool[i].emulation.configuration = "a";
    }
    for (int known = 1; known >= 0; known--) {
        pool[1].similarity = known ? 0.1 : FID_ABSENT;
        fid_rank (&ranking, &all, FID_RANK_REAL, 2, &err);
        const struct fid_entry *e = ranking.list[0].entry;
        ok_close (e->error, 0.2, 1e-12, "the median error");
        ok_str (e->result->emulation.id, "a_r2", "and its run");
        ok_close (e->value, known ? 0.5 : 0.7, 1e-12,
                  known ? "of three similarities" : "of the two that are known");
        fid_ranking_clear (&ranking);
    }
}

/* Runs of another workload have a list of their own: what they lack is not left out. */
static void others (void)
{
    static const char *const pair[][2] = {{"R", "a"}, {"R", "b"}, {"R", "c"}};
    static const double similarity[] = {0.3, 0.5, 0.9};
    struct fid_results all = results (pair, similarity, 3);
    struct fid_ranking ranking;
    struct fid_error err;
    for (int i = 0; i < 2; i++) {
        grade (&pool[i], "gpu.sm", i ? 0.1 : 1);
        rescore (&pool[i]);
    }
    pool[2].emulation.workload = "v";
    fid_rank (&ranking, &all, FID_RANK_WORKLOAD, 2, &err);
    ok_int ((long long)ranking.list_n, 2, "two lists");
    ok_int ((long long)ranking.run_n, 1, "of one workload");
    ok (!ranking.list[0].other && ranking.list[1].other, "the second of other workloads");
    ok_str (order (&ranking.list[0], FID_RANK_WORKLOAD), "a1 b2",
            "with the GPU, as both have it");
    ok (ranking.list[0].left_out == 0, "nothing is left out for c");
    ok_str (order (&ranking.list[1], FID_RANK_WORKLOAD), "c3", "c comes behind them");
    fid_ranking_clear (&ranking);
    pool[2].emulation.workload = "";
    fid_rank (&ranking, &all, FID_RANK_REAL, 2, &err);
    ok_int ((long long)ranking.list_n, 1, "an unknown workload may be the same");
    fid_ranking_clear (&ranking);
}

static void both_ways (void)
{
    static const char *const pair[][2] = {
        {"Q", "a"}, {"Q", "b"}, {"R", "a"}, {"R", "b"}, {"R", "c"}};
    static const double similarity[] = {0.9, 0.2, 0.898, 0.6, 0.1};
    struct fid_results all = results (pair, similarity, 5);
    struct fid_ranking ranking;
    struct fid_error err;
    fid_rank (&ranking, &all, FID_RANK_REAL, 2, &err);
    ok_int ((long long)ranking.list_n, 2, "two real runs");
    ok_str (order (&ranking.list[0], FID_RANK_REAL), "a1 b2", "for Q");
    ok_str (order (&ranking.list[1], FID_RANK_REAL), "a1 b2 c3", "for R");
    fid_ranking_clear (&ranking);
    fid_rank (&ranking, &all, FID_RANK_EMULATION, 2, &err);
    ok_int ((long long)ranking.list_n, 3, "three emulations");
    ok_str (order (&ranking.list[0], FID_RANK_EMULATION), "Q=1 R=1", "a is as near to both");
    ok_str (order (&ranking.list[1], FID_RANK_EMULATION), "R1 Q2", "b to R");
    ok_str (order (&ranking.list[2], FID_RANK_EMULATION), "R1", "c has only R");
    fid_ranking_clear (&ranking);
    fid_ranking_clear (&ranking);
    all.result_n = 0;
    ok (fid_rank (&ranking, &all, FID_RANK_REAL, 2, &err) == 0 && ranking.list_n == 0,
        "no results, no lists");
    fid_ranking_clear (&ranking);
}

/* Lists are shared among threads; each of their numbers is the same. */
static void threads (void)
{
    static const char *const pair[][2] = {{"P", "a"}, {"P", "b"}, {"Q", "a"},
                                          {"Q", "b"}, {"R", "a"}, {"R", "b"}};
    static const double similarity[] = {0.9, 0.2, 0.898, 0.6, 0.1, 0.7};
    struct fid_results all = results (pair, similarity, 6);
    struct fid_ranking one, three;
    struct fid_error err;
    bool same = true;
    fid_rank (&one, &all, FID_RANK_REAL, 1, &err);
    fid_rank (&three, &all, FID_RANK_REAL, 3, &err);
    ok_int ((long long)three.list_n, 3, "three lists");
    for (size_t i = 0; i < one.list_n && i < three.list_n; i++)
        for (size_t k = 0; k < one.list[i].entry_n; k++) {
            const struct fid_entry *a = &one.list[i].entry[k], *b = &three.list[i].entry[k];
            same &= a->result == b->result && a->place == b->place && a->off == b->off;
        }
    ok (same, "the same places from one thread and from three");
    fid_ranking_clear (&one);
    fid_ranking_clear (&three);
}

int main (void)
{
    ties ();
    common ();
    configurations ();
    answers ();
    medians ();
    others ();
    both_ways ();
    threads ();
    return tap_done ();
}
