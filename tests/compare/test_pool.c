/* cards of several pairs as one, worked by hand */
#include "config.h"
#include <math.h>
#include <string.h>
#include "compare/pool.h"
#include "tests/tap.h"

#define PAIRS 4

static struct fid_card
card_of (enum fid_card_status status)
{
    return (struct fid_card){
        .info = &fid_resources[0], .window = FID_WINDOW_JOB, .status = status};
}

/* A measure with similarity exp (-d), or one that is not defined for d < 0. */
static void
add (struct fid_card *card, const char *facet, const char *quantity, double d)
{
    if (d < 0) {
        fid_card_miss (card, facet, quantity, "ratio", "too little");
        return;
    }
    struct fid_facet *f = &card->facet[card->facet_n++];
    *f = (struct fid_facet){.facet = facet,
                            .quantity = quantity,
                            .metric = fid_metric_find ("ratio"),
                            .valid = true,
                            .weight = 1};
    fid_value_set (&f->value, d, exp (-d));
    fid_value_detail (&f->value, "real", 10 * d);
}

static struct fid_card
pooled (const struct fid_card *card, size_t n, const size_t *count)
{
    const struct fid_card *all[PAIRS];
    struct fid_pool pool;
    struct fid_error err;
    struct fid_card out = {0};
    for (size_t k = 0; k < n; k++)
        all[k] = &card[k];
    if (fid_pool_init (&pool, all, n, &err))
        return out;
    fid_pool_card (&pool, count, &out);
    if (!count && fid_pool_tell (&pool, &out, &err))
        out = (struct fid_card){0};
    fid_pool_clear (&pool);
    return out;
}

/* Distances of one measure, how often each pair was drawn, what comes out. */
static void
medians (void)
{
    static const struct {
        const char *what;
        size_t n, count[PAIRS];
        double d[PAIRS], want; /* want < 0: not defined */
    } cases[] = {
        {"one pair", 1, {1}, {0.3}, 0.3},
        {"three pairs: the middle one", 3, {1, 1, 1}, {0.9, 0.1, 0.2}, 0.2},
        {"four pairs: between the two middle ones", 4, {1, 1, 1, 1}, {0.4, 0.1, 0.2, 0.9}, 0.3},
        {"drawn twice counts twice", 3, {2, 0, 1}, {0.1, 0.5, 0.9}, 0.1},
        {"not drawn counts nothing", 3, {0, 2, 2}, {0.1, 0.5, 0.9}, 0.7},
        {"half of the pairs define it", 4, {1, 1, 1, 1}, {-1, 0.2, 0.4, -1}, 0.3},
        {"fewer do", 4, {1, 1, 1, 1}, {-1, 0.2, -1, -1}, -1},
        {"none does", 2, {1, 1}, {-1, -1}, -1},
        {"those drawn do", 4, {0, 3, 1, 0}, {-1, 0.2, -1, -1}, 0.2},
        {"equal distances", 4, {1, 1, 1, 1}, {0.2, 0.2, 0.2, 0.2}, 0.2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_card card[PAIRS];
        for (size_t k = 0; k < cases[i].n; k++) {
            card[k] = card_of (FID_CARD_COMPARED);
            add (&card[k], "timing", "bytes", 1);
            add (&card[k], "volume", "bytes", cases[i].d[k]);
        }
        struct fid_card out = pooled (card, cases[i].n, cases[i].count);
        const struct fid_facet *f = &out.facet[1];
        ok (out.facet_n == 2 && f->valid == (cases[i].want >= 0), "%s: defined or not",
            cases[i].what);
        if (cases[i].want >= 0)
            ok_close (f->value.distance, cases[i].want, 1e-15, cases[i].what);
        else
            ok (f->reason && *f->reason, "%s: says why", cases[i].what);
    }
}

static void
details (void)
{
    static const double d[PAIRS] = {0.4, 0.1, 0.2, 0.9};
    struct fid_card card[PAIRS];
    for (size_t k = 0; k < PAIRS; k++) {
        card[k] = card_of (FID_CARD_COMPARED);
        add (&card[k], "volume", "bytes", d[k]);
    }
    struct fid_card out = pooled (card, PAIRS, NULL);
    const struct fid_metric_value *v = &out.facet[0].value;
    static const struct {
        const char *name;
        double value;
    } want[] = {{"pairs", 4}, {"distance_min", 0.1}, {"distance_max", 0.9}, {"real", 3}};
    ok_close (v->similarity, (exp (-0.2) + exp (-0.4)) / 2, 1e-15,
              "similarity is that of the middle pairs");
    ok_close (out.similarity, v->similarity, 1e-15, "and of the card");
    ok (v->detail_n == 4, "four details");
    for (size_t i = 0; i < 4 && v->detail_n == 4; i++)
        ok (strcmp (v->detail[i].name, want[i].name) == 0 &&
                fabs (v->detail[i].value - want[i].value) < 1e-12,
            "%s", want[i].name);
}

static void
statuses (void)
{
    static const struct {
        const char *what;
        enum fid_card_status status[PAIRS];
        bool one_sided[PAIRS];
        enum fid_card_status want;
        bool want_one_sided;
        double distance; /* where compared */
    } cases[] = {
        {"all compared", {0, 0, 0, 0}, {0}, FID_CARD_COMPARED, false, 0.25},
        {"idle in two of four: compared", {1, 0, 0, 1}, {0}, FID_CARD_COMPARED, false, 0.25},
        {"idle in most", {1, 0, 1, 1}, {0}, FID_CARD_IDLE, false, 0},
        {"idle in one, the others tell nothing", {2, 1, 2, 2}, {0}, FID_CARD_IDLE, false, 0},
        {"nobody tells", {2, 2, 2, 2}, {0}, FID_CARD_NOT_COMPARED, false, 0},
        {"one tells", {2, 2, 0, 2}, {0}, FID_CARD_COMPARED, false, 0.3},
        {"one-sided in one of four", {0, 0, 0, 0}, {true}, FID_CARD_COMPARED, false, 0.25},
        {"in half of them: those decide",
         {0, 0, 0, 0},
         {true, true, false, false},
         FID_CARD_COMPARED,
         true,
         0.15},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_card card[PAIRS];
        for (size_t k = 0; k < PAIRS; k++) {
            card[k] = card_of (cases[i].status[k]);
            card[k].one_sided = cases[i].one_sided[k];
            snprintf (card[k].reason, sizeof card[k].reason, "why");
            if (cases[i].status[k] == FID_CARD_COMPARED)
                add (&card[k], "volume", "bytes", 0.1 * (double)(k + 1));
        }
        struct fid_card out = pooled (card, PAIRS, NULL);
        ok (out.status == cases[i].want && out.one_sided == cases[i].want_one_sided, "%s",
            cases[i].what);
        if (out.status == FID_CARD_COMPARED)
            ok_close (out.facet[0].value.distance, cases[i].distance, 1e-12, cases[i].what);
        else
            ok (strcmp (out.reason, "why") == 0, "%s: says why", cases[i].what);
    }
}

/* A measure only some pairs have at all. */
static void
unions (void)
{
    struct fid_card card[3] = {card_of (0), card_of (0), card_of (0)};
    add (&card[0], "volume", "ops", 0.1);
    add (&card[1], "volume", "ops", 0.2);
    add (&card[1], "volume", "bytes", 0.5);
    add (&card[2], "volume", "bytes", 0.7);
    struct fid_card out = pooled (card, 3, NULL);
    ok (out.facet_n == 2, "both are there");
    ok_close (out.facet[0].value.distance, 0.15, 1e-15, "ops of two pairs");
    ok_close (out.facet[1].value.distance, 0.6, 1e-15, "bytes of two others");
}

int
main (void)
{
    medians ();
    details ();
    statuses ();
    unions ();
    return tap_done ();
}
