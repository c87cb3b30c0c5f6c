/* rank.c - see rank.h
 *
 * The score gives every group the same weight; nothing says that it has to.
 * All weights that sum to 1 are drawn evenly, and each pair of a list gets the range of
 * its number and the probability that it keeps its place (metrics/weights.h). */
#include "config.h"
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/order.h"
#include "base/parallel.h"
#include "metrics/weights.h"
#include "report/rank.h"
#include "report/verdict_words.h"

#define SEED  UINT64_C (20231123)
#define LEVEL 0.9
#define DRAWS 10000 /* of a list of up to DRAWN / DRAWS entries; */
#define DRAWN 8000000 /* numbers, 64 MB, for a list; a longer one gets fewer draws, */
#define DRAWN_ALL 20000000 /* and so do all where they would be more together, but */
#define DRAWS_LEAST 200

/* Ties between capped scores are broken by the uncapped score, with this weight. */
#define BESIDE 1e-6

/* A list under all draws. */
struct reweighed {
    double *value; /* owned; a row of draw_n for each known entry */
    size_t draw_n, known_n;
};

static void
reweighed_clear (struct reweighed *r)
{
    free (r->value);
    *r = (struct reweighed){0};
}

/* --- the score over some of the resources: as the comparison computes it over all */

static unsigned
excluded_of (const struct fid_result_head *r)
{
    unsigned excluded = 0;
    for (int g = 0; g < FID_GROUP_N; g++)
        excluded |= r->group[g].excluded ? 1u << g : 0;
    return excluded;
}

/* The scores of a result over the resources that are used. */
static struct fid_scores
scores_of (const struct fid_result_head *r, unsigned used)
{
    struct fid_scores s;
    fid_score (r->graded, used, excluded_of (r), &s);
    return s;
}

static unsigned
graded_of (const struct fid_result_head *r)
{
    unsigned set = 0;
    for (int i = 0; i < FID_RESOURCE_N; i++)
        set |= r->graded[i].grade >= 0 ? 1u << i : 0;
    return set;
}

double
fid_list_score (const struct fid_list *list, const struct fid_result_head *r)
{
    if (r->score == FID_ABSENT || !(graded_of (r) & ~list->used))
        return r->score;
    return scores_of (r, list->used).score;
}

/* --- other weights of the groups */

static int
rank_failed (int rc, struct fid_error *err)
{
    if (rc == GSL_ENOMEM)
        return fid_error_nomem (err);
    return fid_errorf (err, FID_EINTERNAL, "weights of groups: %s", gsl_strerror (rc));
}

/* What the lists of a ranking have in common. */
struct draws {
    double *weights; /* owned; vectors of FID_GROUP_N */
    size_t all_n;    /* pairs ranked */
};

/* The draws for a list of n entries if all_n pairs are ranked. */
static size_t
draws_of (size_t n, size_t all_n)
{
    size_t draw_n = n * DRAWS <= DRAWN ? DRAWS : DRAWN / n;
    if (all_n * draw_n > DRAWN_ALL)
        draw_n = DRAWN_ALL / all_n;
    return draw_n > DRAWS_LEAST ? draw_n : DRAWS_LEAST;
}

/* Draw, and set weight_low and weight_high (5 and 95 %) of the entries of a list that is
 * in order; FID_ABSENT for one without groups.  Time O(n draws (groups + log draws)),
 * memory O(n draws). */
static int
reweigh_entries (struct fid_list *list, const struct draws *draws, struct reweighed *out,
                 struct fid_error *err)
{
    const size_t part_n = FID_GROUP_N;
    size_t n = list->entry_n, known_n = 0;
    double *score = malloc ((n * part_n + 1) * sizeof *score), *cap = malloc ((n + 1) * sizeof *cap);
    bool *present = malloc ((n * part_n + 1) * sizeof *present);
    struct fid_weight_range *range = malloc ((n + 1) * sizeof *range);
    size_t draw_n = draws_of (n, draws->all_n);
    *out = (struct reweighed){
        .draw_n = draw_n,
        .value = malloc ((n * draw_n + 1) * sizeof *out->value),
    };
    int rc = GSL_SUCCESS;
    if (!score || !cap || !present || !range || !out->value)
        rc = GSL_ENOMEM;
    for (size_t i = 0; rc == 0 && i < n; i++) {
        struct fid_entry *e = &list->entry[i];
        const struct fid_scores s = scores_of (e->result, list->used);
        const unsigned excluded = excluded_of (e->result);
        e->row = SIZE_MAX;
        e->weight_low = e->weight_high = e->keeps_p = FID_ABSENT;
        if (e->value == FID_ABSENT || s.group_n == 0)
            continue;
        for (size_t g = 0; g < part_n; g++) {
            score[known_n * part_n + g] = s.group[g];
            present[known_n * part_n + g] = s.group[g] >= 0 && !(excluded >> g & 1);
        }
        cap[known_n] = s.cap;
        e->row = known_n++;
    }
    if (rc == 0 && known_n) {
        const struct fid_weight_study study = {.candidates_n = known_n,
                                               .parts_n = part_n,
                                               .score = score,
                                               .present = present,
                                               .level = LEVEL,
                                               .draws_n = draw_n,
                                               .seed = SEED,
                                               .draws = draws->weights,
                                               .ends_only = true};
        rc = fid_weight_sensitivity (&study, out->value, range);
    }
    for (size_t i = 0; rc == 0 && i < n; i++) {
        struct fid_entry *e = &list->entry[i];
        const size_t row = e->row;
        if (row == SIZE_MAX)
            continue;
        double *x = out->value + row * draw_n;
        for (size_t k = 0; k < draw_n; k++)
            x[k] = fmin (x[k], cap[row]) + BESIDE * x[k];
        e->weight_low = fmin (range[row].low, cap[row]);
        e->weight_high = fmin (range[row].high, cap[row]);
    }
    out->known_n = known_n;
    free (score);
    free (cap);
    free (present);
    free (range);
    if (rc == 0)
        return 0;
    reweighed_clear (out);
    return rank_failed (rc, err);
}

/* The probability that the entry `below` has the higher number; 0 if one of the two has no
 * groups.  Time O(draws). */
static double
reweigh_flip (const struct reweighed *r, const struct fid_entry *above,
              const struct fid_entry *below)
{
    size_t a = above->row, b = below->row;
    if (a == SIZE_MAX || b == SIZE_MAX)
        return 0;
    return fid_weight_flip (r->value + a * r->draw_n, r->value + b * r->draw_n, r->draw_n);
}

/* Set keeps_p: the probability that an entry is among those that share its place.  The
 * entries have their places.  Memory O(n). */
static int
reweigh_keep (const struct reweighed *r, struct fid_list *list, struct fid_error *err)
{
    size_t known_n = 0, first_n = 0;
    size_t *first = malloc ((r->known_n + 1) * sizeof *first);
    size_t *end = malloc ((r->known_n + 1) * sizeof *end);
    double *p = malloc ((r->known_n + 1) * sizeof *p);
    int rc = first && end && p ? GSL_SUCCESS : GSL_ENOMEM;
    for (size_t from = 0, to; !rc && from < list->entry_n; from = to) {
        for (to = from; to < list->entry_n && list->entry[to].place == list->entry[from].place;)
            known_n += list->entry[to++].row != SIZE_MAX;
        for (size_t i = from; i < to; i++)
            if (list->entry[i].row != SIZE_MAX) {
                first[list->entry[i].row] = first_n;
                end[list->entry[i].row] = known_n;
            }
        first_n = known_n;
    }
    if (!rc)
        rc = fid_weight_places (r->value, r->known_n, r->draw_n, first, end, p);
    for (size_t i = 0; !rc && i < list->entry_n; i++)
        if (list->entry[i].row != SIZE_MAX)
            list->entry[i].keeps_p = fmin (1, p[list->entry[i].row]);
    free (first);
    free (end);
    free (p);
    return rc ? rank_failed (rc, err) : 0;
}

/* --- lists */

static const struct fid_result_side *
side_of (const struct fid_result_head *r, enum fid_rank_by by)
{
    return by == FID_RANK_EMULATION ? &r->emulation : &r->real;
}

static const char *
name_of (const struct fid_result_head *r, enum fid_rank_by by)
{
    return by == FID_RANK_WORKLOAD && *r->real.workload ? r->real.workload : side_of (r, by)->id;
}

/* A result with what qsort compares. */
struct item {
    const struct fid_result_head *result;
    const char *run, *configuration, *workload, *other;
    bool foreign; /* of another workload */
    double value;
};

FID_ORDER_BY (by_run, struct item,
              FID_RISING_TEXT (run) FID_RISING (foreign) FID_RISING_TEXT (result->profile)
              FID_RISING_TEXT (other))

/* Whether two results are of one list. */
static bool
same_list (const struct item *x, const struct item *y)
{
    return strcmp (x->run, y->run) == 0 && x->foreign == y->foreign &&
           strcmp (x->result->profile, y->result->profile) == 0;
}

/* Whether the workloads of a pair are known to differ. */
static bool
is_foreign (const struct fid_result_head *r)
{
    return *r->real.workload && *r->emulation.workload &&
           strcmp (r->real.workload, r->emulation.workload) != 0;
}

/* Runs of one configuration beside each other, the best first. */
FID_ORDER_BY (by_configuration, struct item,
              FID_RISING_TEXT (configuration) FID_RISING_TEXT (workload) FID_FALLING (value)
              FID_RISING_TEXT (other) FID_RISING_TEXT (result->path))

FID_ORDER_BY (by_value, struct fid_entry,
              FID_FALLING (value) FID_RISING_TEXT (result->emulation.id)
              FID_RISING_TEXT (result->real.id))

/* r: NULL, or the list under other weights. */
static bool
is_tie (const struct fid_list *list, const struct reweighed *r, size_t best, size_t i)
{
    double above = list->entry[best].value, below = list->entry[i].value;
    if (above == FID_ABSENT || below == FID_ABSENT)
        return above == below;
    /* numbers are stored with 12 digits: 0.805 and 0.8 are exactly 0.005 apart */
    return above - below < FID_TIE_WITHIN - 1e-9 ||
           (r && reweigh_flip (r, &list->entry[best], &list->entry[i]) > FID_TIE_FLIP);
}

static void
set_places (struct fid_list *list, const struct reweighed *r)
{
    size_t best = 0;
    for (size_t i = 0; i < list->entry_n; i++) {
        struct fid_entry *e = &list->entry[i];
        if (i > 0 && is_tie (list, r, best, i)) {
            e->place = list->entry[best].place;
            e->tied = list->entry[best].tied = true;
        } else {
            e->place = i + 1;
            best = i;
        }
    }
}

static int
by_mean (const void *a, const void *b)
{
    const struct fid_entry *x = a, *y = b;
    if (x->mean != y->mean)
        return x->mean > y->mean ? -1 : 1;
    return by_value (a, b);
}

/* Splits ties between capped scores by the uncapped scores. */
static void
split_capped (struct fid_list *list)
{
    for (size_t from = 0, to; from < list->entry_n; from = to) {
        bool capped = false;
        for (to = from; to < list->entry_n && list->entry[to].place == list->entry[from].place;
             to++)
            capped |= list->entry[to].mean > list->entry[to].value + 1e-9 &&
                      list->entry[to].value != FID_ABSENT;
        if (!capped || to - from < 2)
            continue;
        qsort (list->entry + from, to - from, sizeof *list->entry, by_mean);
        for (size_t i = from, best = from; i < to; i++) {
            struct fid_entry *e = &list->entry[i];
            e->tied = i > best && list->entry[best].mean - e->mean < FID_TIE_WITHIN - 1e-9;
            if (e->tied)
                list->entry[best].tied = true;
            else
                best = i;
            e->place = best + 1;
        }
    }
}

static int
set_places_reweighed (struct fid_list *list, const struct draws *draws, struct fid_error *err)
{
    struct reweighed r;
    if (reweigh_entries (list, draws, &r, err))
        return -1;
    set_places (list, &r);
    split_capped (list);
    int rc = reweigh_keep (&r, list, err);
    reweighed_clear (&r);
    return rc;
}

/* Which resources all have that have a score. */
static void
find_common (struct fid_list *list, const struct item *item, size_t n)
{
    unsigned all = ~0u, any = 0;
    for (size_t i = 0; i < n; i++)
        if (item[i].result->score != FID_ABSENT) {
            all &= graded_of (item[i].result);
            any |= graded_of (item[i].result);
        }
    list->used = any & all;
    list->left_out = any & ~all;
}

/* The entry of the runs item[0..n), which are in order. */
static struct fid_entry
make_entry (const struct fid_result_head *const *run, const struct item *item, size_t n,
            unsigned used)
{
    struct fid_entry e = {.run = run, .run_n = n, .low = FID_ABSENT, .high = FID_ABSENT,
                          .weight_low = FID_ABSENT, .weight_high = FID_ABSENT,
                          .keeps_p = FID_ABSENT, .value = FID_ABSENT};
    size_t known_n = 0;
    while (known_n < n && item[known_n].value != FID_ABSENT)
        known_n++;
    e.result = item[known_n ? known_n / 2 : 0].result;
    e.mean = scores_of (e.result, used).mean;
    if (known_n)
        e.value = (item[(known_n - 1) / 2].value + item[known_n / 2].value) / 2;
    for (size_t i = 0; i < n; i++) {
        size_t before = 0;
        while (before < i && strcmp (item[before].result->emulation.id,
                                     item[i].result->emulation.id) != 0)
            before++;
        e.emulation_n += before == i;
    }
    for (size_t i = 0; i < known_n; i++) {
        const struct fid_result_head *r = item[i].result;
        /* the interval is of the score over all resources; it moves with what is left out */
        double shift = item[i].value - r->score;
        bool interval = r->score_low != FID_ABSENT;
        if (!interval && n == 1)
            break;
        double low = fmax (0, (interval ? r->score_low : r->score) + shift);
        double high = fmin (1, (interval ? r->score_high : r->score) + shift);
        e.low = i == 0 ? low : fmin (e.low, low);
        e.high = i == 0 ? high : fmax (e.high, high);
    }
    return e;
}

static int
make_list (struct fid_list *list, struct item *item, size_t n, const struct draws *draws,
           enum fid_rank_by by, struct fid_error *err)
{
    list->name = item[0].run;
    list->run = side_of (item[0].result, by);
    list->profile = item[0].result->profile;
    list->other = item[0].foreign;
    list->entry = calloc (n, sizeof *list->entry);
    list->result = calloc (n, sizeof *list->result);
    if (!list->entry || !list->result)
        return fid_error_nomem (err);
    find_common (list, item, n);
    for (size_t i = 0; i < n; i++)
        item[i].value = fid_list_score (list, item[i].result);
    qsort (item, n, sizeof *item, by_configuration);
    for (size_t i = 0; i < n; i++)
        list->result[i] = item[i].result;
    for (size_t from = 0, to; from < n; from = to) {
        for (to = from + 1;
             to < n && strcmp (item[to].configuration, item[from].configuration) == 0 &&
             strcmp (item[to].workload, item[from].workload) == 0;)
            to++;
        list->entry[list->entry_n++] = make_entry (list->result + from, item + from, to - from, list->used);
    }
    qsort (list->entry, list->entry_n, sizeof *list->entry, by_value);
    if (by != FID_RANK_EMULATION)
        return set_places_reweighed (list, draws, err);
    set_places (list, NULL);
    return 0;
}

/* Places of runs of other workloads count on behind those of the emulations. */
static void
count_on (const struct fid_ranking *ranking, size_t at)
{
    struct fid_list *list = &ranking->list[at];
    size_t before = 0;
    for (size_t i = at; i-- > 0 && strcmp (ranking->list[i].name, list->name) == 0;)
        if (!ranking->list[i].other && strcmp (ranking->list[i].profile, list->profile) == 0)
            before += ranking->list[i].entry_n;
    for (size_t i = 0; list->other && i < list->entry_n; i++)
        list->entry[i].place += before;
}

/* A ranking while it is made: the items of list i are item[from[i]] to item[from[i + 1] - 1]. */
struct ranking_of {
    struct fid_ranking *ranking;
    struct item *item;
    size_t *from;
    enum fid_rank_by by;
    struct draws draws;
};

/* Finds the lists of the items, which are in order, and the runs that have some. */
static void
find_lists (struct ranking_of *of, size_t n)
{
    struct fid_ranking *ranking = of->ranking;
    for (size_t i = 0; i < n; i++) {
        const struct item *item = &of->item[i];
        if (i && same_list (item, item - 1))
            continue;
        if (i == 0 || strcmp (item->run, item[-1].run) != 0)
            ranking->run[ranking->run_n++] = side_of (item->result, of->by);
        of->from[ranking->list_n++] = i;
    }
    of->from[ranking->list_n] = n;
}

static int
make_list_at (void *ctx, size_t i, struct fid_error *err)
{
    const struct ranking_of *of = ctx;
    return make_list (&of->ranking->list[i], of->item + of->from[i],
                      of->from[i + 1] - of->from[i], &of->draws, of->by, err);
}

int
fid_rank (struct fid_ranking *ranking, const struct fid_results *all, enum fid_rank_by by,
          size_t thread_n, struct fid_error *err)
{
    size_t n = all->result_n;
    *ranking = (struct fid_ranking){0};
    struct item *item = calloc (n + 1, sizeof *item);
    ranking->list = calloc (n + 1, sizeof *ranking->list);
    ranking->run = calloc (n + 1, sizeof *ranking->run);
    size_t *from = malloc ((n + 1) * sizeof *from);
    int rc = item && ranking->list && ranking->run && from ? 0 : fid_error_nomem (err);
    for (size_t i = 0; rc == 0 && i < n; i++) {
        const struct fid_result_head *r = &all->result[i];
        const struct fid_result_side *other =
            by == FID_RANK_EMULATION ? &r->real : &r->emulation;
        item[i] = (struct item){.result = r,
                                .run = name_of (r, by),
                                .other = other->id,
                                .workload = other->workload,
                                .foreign = by != FID_RANK_EMULATION && is_foreign (r),
                                .configuration = by == FID_RANK_EMULATION
                                                     ? other->id
                                                     : other->configuration};
    }
    struct ranking_of of = {ranking, item, from, by, {.all_n = n}};
    if (rc == 0 && by != FID_RANK_EMULATION) {
        of.draws.weights = fid_weights_draws (SEED, FID_GROUP_N, draws_of (1, n));
        rc = of.draws.weights ? 0 : fid_error_nomem (err);
    }
    if (rc == 0 && n > 1)
        qsort (item, n, sizeof *item, by_run);
    if (rc == 0) {
        find_lists (&of, n);
        rc = fid_parallel (ranking->list_n, thread_n, make_list_at, &of, err);
    }
    for (size_t i = 0; rc == 0 && i < ranking->list_n; i++)
        count_on (ranking, i);
    free (of.draws.weights);
    free (from);
    free (item);
    if (rc)
        fid_ranking_clear (ranking);
    return rc;
}

const char *
fid_entry_name (const struct fid_entry *e)
{
    return e->emulation_n > 1 ? e->result->emulation.configuration : e->result->emulation.id;
}

bool
fid_entry_differs (const struct fid_entry *e, const char *profile)
{
    const struct fid_result_profile *p = fid_profile_named (e->result, profile), *other;
    for (size_t i = 0; p && i < e->run_n; i++) {
        other = fid_profile_named (e->run[i], profile);
        if (!other || other->verdict != p->verdict)
            return true;
    }
    return false;
}

const char *
fid_list_whose (const struct fid_list *list)
{
    return list->other ? ", runs of other workloads" : "";
}

char *
fid_list_left_out (const struct fid_list *list, struct fid_error *err)
{
    char *text = fid_strdup ("", err);
    for (int i = 0; i < FID_RESOURCE_N; i++)
        if (list->left_out >> i & 1)
            text = fid_words_join (text, fid_resources[i].name, err);
    if (!text || !*text)
        return text;
    char *sentence =
        fid_format (err, "Left out of the scores, because not all have it: %s.", text);
    free (text);
    return sentence;
}

char *
fid_tie_words (struct fid_error *err)
{
    return fid_format (err,
                       "Configurations that are less than %g below the best of a place share it "
                       "(=), and so do those that are above it under more than %g %% of all "
                       "weights of the groups.",
                       FID_TIE_WITHIN, 100 * FID_TIE_FLIP);
}

void
fid_ranking_clear (struct fid_ranking *ranking)
{
    for (size_t i = 0; i < ranking->list_n; i++) {
        free (ranking->list[i].entry);
        free (ranking->list[i].result);
    }
    free (ranking->list);
    free (ranking->run);
    *ranking = (struct fid_ranking){0};
}
