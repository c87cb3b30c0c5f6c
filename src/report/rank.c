/* rank.c - see rank.h */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "report/reweigh.h"

static const struct fid_result_side *
side_of (const struct fid_result_head *r, enum fid_rank_by by)
{
    return by == FID_RANK_REAL ? &r->real : &r->emulation;
}

/* Results as (ranked run, value) with what qsort needs at hand. */
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
is_tie (const struct fid_list *list, const struct fid_reweighed *r, size_t best, size_t i)
{
    /* numbers are stored with 12 digits: 0.805 and 0.8 are exactly 0.005 apart */
    return list->entry[best].value - list->entry[i].value < FID_TIE_WITHIN - 1e-9 ||
           (r && fid_reweigh_flip (r, best, i) > FID_TIE_FLIP);
}

static void
set_places (struct fid_list *list, const struct fid_reweighed *r)
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
    struct fid_reweighed r;
    if (fid_reweigh (list, &r, err))
        return -1;
    set_places (list, &r);
    fid_reweigh_keep (&r, list);
    fid_reweighed_clear (&r);
    return 0;
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
