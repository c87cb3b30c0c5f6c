/* rank.c - see rank.h
 *
 * The overall number gives every group the same weight; nothing says that it has to.
 * All weights that sum to 1 are drawn evenly, and each pair of a list gets the range of
 * its number and the probability that it keeps its place (metrics/weights.h). */
#include "config.h"
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "metrics/weights.h"
#include "report/rank.h"

#define SEED  UINT64_C (20231123)
#define LEVEL 0.9
#define DRAWS 10000

/* A list under all draws. */
struct reweighed {
    double *value; /* owned; a row of DRAWS for each known entry */
    size_t *row;   /* owned; of each entry; SIZE_MAX: no group has a number */
    size_t known_n;
};

static void
reweighed_clear (struct reweighed *r)
{
    free (r->value);
    free (r->row);
    *r = (struct reweighed){0};
}

/* Write the numbers of a result's groups to score[] and present[]; returns how many there
 * are.  *all_zero: the overall number is 0 whatever the weights. */
static size_t
read_groups (const struct fid_result_head *r, bool scored, double *score, bool *present,
             bool *all_zero)
{
    size_t n = 0;
    *all_zero = true;
    for (size_t g = 0; g < FID_GROUP_N; g++) {
        const struct fid_result_group *group = &r->group[g];
        double s = group->excluded ? FID_ABSENT : scored ? group->score : group->similarity;
        score[g] = s;
        present[g] = s != FID_ABSENT;
        n += present[g];
        *all_zero &= !present[g] || s == 0;
    }
    return n;
}

static int
failed (int rc, struct fid_error *err)
{
    if (rc == GSL_ENOMEM)
        return fid_error_nomem (err);
    return fid_errorf (err, FID_EINTERNAL, "weights of groups: %s", gsl_strerror (rc));
}

/* Draw, and set weight_low and weight_high (5 and 95 %) of the entries of a list that is
 * in order; FID_ABSENT for one without groups.  Time O(n draws (groups + log draws)),
 * memory O(n draws). */
static int
reweigh (struct fid_list *list, struct reweighed *out, struct fid_error *err)
{
    const size_t part_n = FID_GROUP_N;
    size_t n = list->entry_n, known_n = 0;
    double *score = malloc ((n * part_n + 1) * sizeof *score);
    bool *present = malloc ((n * part_n + 1) * sizeof *present);
    struct fid_weight_range *range = malloc ((n + 1) * sizeof *range);
    *out = (struct reweighed){
        .value = malloc ((n * DRAWS + 1) * sizeof *out->value),
        .row = malloc ((n + 1) * sizeof *out->row),
    };
    int rc = GSL_SUCCESS;
    if (!score || !present || !range || !out->value || !out->row)
        rc = GSL_ENOMEM;
    for (size_t i = 0; rc == 0 && i < n; i++) {
        struct fid_entry *e = &list->entry[i];
        size_t at = known_n * part_n;
        bool all_zero;
        out->row[i] = SIZE_MAX;
        e->weight_low = e->weight_high = e->keeps_p = FID_ABSENT;
        if (read_groups (e->result, list->scored, score + at, present + at, &all_zero))
            out->row[i] = known_n++;
        if (all_zero && out->row[i] != SIZE_MAX)
            e->weight_low = e->weight_high = 0;
    }
    if (rc == 0 && known_n) {
        const struct fid_weight_study study = {.candidates_n = known_n,
                                               .parts_n = part_n,
                                               .score = score,
                                               .present = present,
                                               .level = LEVEL,
                                               .draws_n = DRAWS,
                                               .seed = SEED};
        rc = fid_weight_sensitivity (&study, out->value, range);
    }
    for (size_t i = 0; rc == 0 && i < n; i++) {
        struct fid_entry *e = &list->entry[i];
        if (out->row[i] == SIZE_MAX || e->weight_low == 0)
            continue;
        e->weight_low = range[out->row[i]].low;
        e->weight_high = range[out->row[i]].high;
    }
    out->known_n = known_n;
    free (score);
    free (present);
    free (range);
    if (rc == 0)
        return 0;
    reweighed_clear (out);
    return failed (rc, err);
}

/* The probability that entry `below` has the higher number; 0 if one of the two has no
 * groups.  Time O(draws). */
static double
reweigh_flip (const struct reweighed *r, size_t above, size_t below)
{
    size_t a = r->row[above], b = r->row[below];
    if (a == SIZE_MAX || b == SIZE_MAX)
        return 0;
    return fid_weight_flip (r->value + a * DRAWS, r->value + b * DRAWS, DRAWS);
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
            known_n += r->row[to++] != SIZE_MAX;
        for (size_t i = from; i < to; i++)
            if (r->row[i] != SIZE_MAX) {
                first[r->row[i]] = first_n;
                end[r->row[i]] = known_n;
            }
        first_n = known_n;
    }
    if (!rc)
        rc = fid_weight_places (r->value, r->known_n, DRAWS, first, end, p);
    for (size_t i = 0; !rc && i < list->entry_n; i++)
        if (r->row[i] != SIZE_MAX)
            list->entry[i].keeps_p = fmin (1, p[r->row[i]]);
    free (first);
    free (end);
    free (p);
    return rc ? failed (rc, err) : 0;
}

/* --- lists */

static const struct fid_result_side *
side_of (const struct fid_result_head *r, enum fid_rank_by by)
{
    return by == FID_RANK_REAL ? &r->real : &r->emulation;
}

/* A result with what qsort compares. */
struct item {
    const struct fid_result_head *result;
    const char *run, *other;
    double value;
};

static int
by_run (const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    int c = strcmp (x->run, y->run);
    return c ? c : strcmp (x->other, y->other);
}

static int
by_value (const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return strcmp (x->other, y->other);
}

/* r: NULL, or the list under other weights. */
static bool
is_tie (const struct fid_list *list, const struct reweighed *r, size_t best, size_t i)
{
    /* numbers are stored with 12 digits: 0.805 and 0.8 are exactly 0.005 apart */
    return list->entry[best].value - list->entry[i].value < FID_TIE_WITHIN - 1e-9 ||
           (r && reweigh_flip (r, best, i) > FID_TIE_FLIP);
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
set_places_reweighed (struct fid_list *list, struct fid_error *err)
{
    struct reweighed r;
    if (reweigh (list, &r, err))
        return -1;
    set_places (list, &r);
    int rc = reweigh_keep (&r, list, err);
    reweighed_clear (&r);
    return rc;
}

static int
make_list (struct fid_list *list, struct item *item, size_t n, enum fid_rank_by by,
           struct fid_error *err)
{
    list->run = side_of (item[0].result, by);
    list->scored = true;
    for (size_t i = 0; i < n; i++)
        list->scored &= item[i].result->score != FID_ABSENT;
    for (size_t i = 0; i < n; i++)
        item[i].value = list->scored ? item[i].result->score : item[i].result->similarity;
    qsort (item, n, sizeof *item, by_value);
    list->entry = calloc (n, sizeof *list->entry);
    if (!list->entry)
        return fid_error_nomem (err);
    list->entry_n = n;
    for (size_t i = 0; i < n; i++)
        list->entry[i] = (struct fid_entry){.result = item[i].result,
                                            .value = item[i].value,
                                            .weight_low = FID_ABSENT,
                                            .weight_high = FID_ABSENT,
                                            .keeps_p = FID_ABSENT};
    if (by == FID_RANK_REAL)
        return set_places_reweighed (list, err);
    set_places (list, NULL);
    return 0;
}

int
fid_rank (struct fid_ranking *ranking, const struct fid_results *all, enum fid_rank_by by,
          struct fid_error *err)
{
    size_t n = all->result_n;
    *ranking = (struct fid_ranking){0};
    struct item *item = calloc (n + 1, sizeof *item);
    ranking->list = calloc (n + 1, sizeof *ranking->list);
    int rc = item && ranking->list ? 0 : fid_error_nomem (err);
    for (size_t i = 0; rc == 0 && i < n; i++) {
        const struct fid_result_head *r = &all->result[i];
        item[i].result = r;
        item[i].run = side_of (r, by)->id;
        item[i].other = by == FID_RANK_REAL ? r->emulation.id : r->real.id;
    }
    if (rc == 0)
        qsort (item, n, sizeof *item, by_run);
    for (size_t from = 0, to; rc == 0 && from < n; from = to) {
        for (to = from + 1; to < n && strcmp (item[to].run, item[from].run) == 0;)
            to++;
        rc = make_list (&ranking->list[ranking->list_n++], item + from, to - from, by, err);
    }
    free (item);
    if (rc)
        fid_ranking_clear (ranking);
    return rc;
}

void
fid_ranking_clear (struct fid_ranking *ranking)
{
    for (size_t i = 0; i < ranking->list_n; i++)
        free (ranking->list[i].entry);
    free (ranking->list);
    *ranking = (struct fid_ranking){0};
}
