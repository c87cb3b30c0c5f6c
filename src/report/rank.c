/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rank.c - see rank.h */
#include "base/parallel.h"
#include "metrics/aggregate.h"
#include "report/rank.h"
#include "report/verdict_words.h"
#include "results/answer_words.h"

/* How far off a pair is whose number is not known: those of which nothing was seen come last. */
#define UNKNOWN 1e6
#define UNSEEN  2e6

/* --- the similarity over some of the resources: as the comparison computes it over all */

static unsigned graded_of (const struct fid_result_head *r)
{
    unsigned set = 0;
    for (int i = 0; i < FID_RESOURCE_N; i++)
        set |= r->graded[i].grade >= 0 ? 1u << i : 0;
    return set;
}

double fid_list_similarity (const struct fid_list *list, const struct fid_result_head *r)
{
    struct fid_similarities s;
    unsigned excluded = 0;
    if (r->similarity == FID_ABSENT || !(graded_of (r) & ~list->used))
        return r->similarity;
    for (int g = 0; g < FID_GROUP_N; g++)
        excluded |= r->group[g].excluded ? 1u << g : 0;
    fid_similarity (r->graded, list->used, excluded, &s);
    return s.similarity;
}

/* How far off a pair is in a list where its similarity is `value'. */
static double off_of (const struct fid_list *list, const struct fid_result_head *r,
                      double value)
{
    if (!list->by_answer)
        return value == FID_ABSENT ? UNKNOWN : 1 - value;
    return r->answer.error >= 0             ? r->answer.error
           : fid_answer_unseen (&r->answer) ? UNSEEN
                                            : UNKNOWN;
}

/* --- lists */

static const struct fid_result_side *side_of (const struct fid_result_head *r,
                                              enum fid_rank_by by)
{
    return by == FID_RANK_EMULATION ? &r->emulation : &r->real;
}

/* A result with what qsort compares. */
struct item {
    const struct fid_result_head *result;
    const char *run, *configuration, *workload, *other;
    bool foreign; /* of another workload */
    double value; /* similarity; FID_ABSENT */
    double off;   /* what the list is ordered by: 0 is best */
};

FID_ORDER_BY (by_run, struct item,
              FID_RISING_TEXT (run) FID_RISING (foreign) FID_RISING_TEXT (result->profile)
                  FID_RISING_TEXT (other))

FID_ORDER_BY (by_configuration, struct item,
              FID_RISING_TEXT (configuration) FID_RISING_TEXT (workload) FID_RISING (off)
                  FID_RISING_TEXT (other) FID_RISING_TEXT (result->path))

FID_ORDER_BY (by_off, struct fid_entry,
              FID_RISING (off) FID_FALLING (value) FID_RISING_TEXT (result->emulation.id)
                  FID_RISING_TEXT (result->real.id))

static void set_places (struct fid_list *list)
{
    size_t best = 0;
    for (size_t i = 0; i < list->entry_n; i++) {
        struct fid_entry *e = &list->entry[i];
        /* numbers are stored with 12 digits: 0.805 and 0.8 are exactly 0.005 apart */
        if (i > 0 && e->off - list->entry[best].off < FID_TIE_WITHIN - 1e-9) {
            e->place = list->entry[best].place;
            e->tied = list->entry[best].tied = true;
        } else {
            e->place = i + 1;
            best = i;
        }
    }
}

/* The similarity of an entry and its interval, from those of its runs that are known; room: for n
 * numbers. */
static void set_similarity (struct fid_entry *e, const struct item *item, size_t n,
                            double *room)
{
    size_t known_n = 0;
    for (size_t i = 0; i < n; i++)
        if (item[i].value != FID_ABSENT)
            room[known_n++] = item[i].value;
    if (known_n)
        e->value = fid_median_select (room, known_n);
    for (size_t i = 0; i < n; i++) {
        const struct fid_result_head *r = item[i].result;
        if (item[i].value == FID_ABSENT)
            continue;
        /* the interval is of the similarity over all resources; it moves with what is left out */
        double shift = item[i].value - r->similarity;
        bool interval = r->similarity_low != FID_ABSENT;
        if (!interval && n == 1)
            break;
        double low = fmax (0, (interval ? r->similarity_low : r->similarity) + shift);
        double high = fmin (1, (interval ? r->similarity_high : r->similarity) + shift);
        e->low = e->low == FID_ABSENT ? low : fmin (e->low, low);
        e->high = fmax (e->high, high);
    }
}

/* The entry of the runs item[0..n), which are in order; room: for n numbers. */
static struct fid_entry make_entry (const struct fid_list *list,
                                    const struct fid_result_head *const *run,
                                    const struct item *item, size_t n, double *room)
{
    struct fid_entry e = {.run = run,
                          .run_n = n,
                          .low = FID_ABSENT,
                          .high = FID_ABSENT,
                          .error = FID_ABSENT,
                          .error_low = FID_ABSENT,
                          .error_high = FID_ABSENT,
                          .value = FID_ABSENT};
    size_t known_n = 0;
    while (known_n < n && item[known_n].off < UNKNOWN)
        known_n++;
    e.result = item[known_n ? known_n / 2 : 0].result;
    e.off = known_n ? (item[(known_n - 1) / 2].off + item[known_n / 2].off) / 2 : item[0].off;
    for (size_t i = 0; i < n; i++) {
        size_t before = 0;
        while (before < i &&
               strcmp (item[before].result->emulation.id, item[i].result->emulation.id) != 0)
            before++;
        e.emulation_n += before == i;
    }
    set_similarity (&e, item, n, room);
    /* how far its answers are off, and from the lowest to the highest end of their intervals */
    for (size_t i = 0; list->by_answer && i < known_n; i++) {
        const struct fid_result_answer *a = &item[i].result->answer;
        e.error = e.off;
        e.error_low = i ? fmin (e.error_low, a->low) : a->low;
        e.error_high = fmax (e.error_high, a->high);
    }
    return e;
}

/* Places of runs of other workloads count on behind those of the emulations. */
static void count_on (const struct fid_ranking *ranking, size_t at)
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
};

/* Finds the lists of the items, which are in order, and the runs that have some. */
static void find_lists (struct ranking_of *of, size_t n)
{
    struct fid_ranking *ranking = of->ranking;
    for (size_t i = 0; i < n; i++) {
        const struct item *x = &of->item[i], *last = i ? x - 1 : NULL;
        bool same = last && strcmp (x->run, last->run) == 0;
        if (!same)
            ranking->run[ranking->run_n++] = side_of (x->result, of->by);
        if (!same || x->foreign != last->foreign ||
            strcmp (x->result->profile, last->result->profile) != 0)
            of->from[ranking->list_n++] = i;
    }
    of->from[ranking->list_n] = n;
}

static int make_list_at (void *ctx, size_t at, struct fid_error *err)
{
    const struct ranking_of *of = ctx;
    struct fid_list *list = &of->ranking->list[at];
    struct item *item = of->item + of->from[at];
    size_t n = of->from[at + 1] - of->from[at];
    list->name = item[0].run;
    list->run = side_of (item[0].result, of->by);
    list->workload = list->run->workload;
    list->profile = item[0].result->profile;
    list->other = item[0].foreign;
    const struct fid_result_profile *p = fid_profile_named (item[0].result, list->profile);
    list->by_answer = of->by != FID_RANK_EMULATION && p && p->by_answer;
    list->entry = calloc (n, sizeof *list->entry);
    list->result = calloc (n, sizeof *list->result);
    FID_FREED double *room = malloc (n * sizeof *room);
    FID_NEED (list->entry && list->result && room, err);
    /* Which resources all have that have a similarity. */
    unsigned all = ~0u, any = 0;
    for (size_t i = 0; i < n; i++)
        if (item[i].result->similarity != FID_ABSENT) {
            all &= graded_of (item[i].result);
            any |= graded_of (item[i].result);
        }
    list->used = any & all;
    list->left_out = any & ~all;
    for (size_t i = 0; i < n; i++) {
        item[i].value = fid_list_similarity (list, item[i].result);
        item[i].off = off_of (list, item[i].result, item[i].value);
    }
    qsort (item, n, sizeof *item, by_configuration);
    for (size_t i = 0; i < n; i++)
        list->result[i] = item[i].result;
    for (size_t from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n &&
                            strcmp (item[to].configuration, item[from].configuration) == 0 &&
                            strcmp (item[to].workload, item[from].workload) == 0;)
            to++;
        list->entry[list->entry_n++] =
            make_entry (list, list->result + from, item + from, to - from, room);
    }
    qsort (list->entry, list->entry_n, sizeof *list->entry, by_off);
    set_places (list);
    return 0;
}

int fid_rank (struct fid_ranking *ranking, const struct fid_results *all, enum fid_rank_by by,
              size_t thread_n, struct fid_error *err)
{
    size_t n = all->result_n;
    FID_FREED struct item *item = calloc (n + 1, sizeof *item);
    FID_FREED size_t *from = malloc ((n + 1) * sizeof *from);
    *ranking = (struct fid_ranking){.list = calloc (n + 1, sizeof *ranking->list),
                                    .run = calloc (n + 1, sizeof *ranking->run)};
    struct ranking_of of = {ranking, item, from, by};
    FID_NEED (item && ranking->list && ranking->run && from, err);
    for (size_t i = 0; i < n; i++) {
        const struct fid_result_head *r = &all->result[i];
        bool by_emulation = by == FID_RANK_EMULATION;
        const struct fid_result_side *other = by_emulation ? &r->real : &r->emulation;
        item[i] = (struct item){
            .result = r,
            .run = by == FID_RANK_WORKLOAD && *r->real.workload ? r->real.workload
                                                                : side_of (r, by)->shown,
            .other = other->id,
            .workload = other->workload,
            .foreign = !by_emulation && *r->real.workload && *r->emulation.workload &&
                       strcmp (r->real.workload, r->emulation.workload) != 0,
            .configuration = by_emulation ? other->id : other->configuration};
    }
    FID_SORT (item, n, by_run);
    find_lists (&of, n);
    FID_TRY (fid_parallel (ranking->list_n, thread_n, make_list_at, &of, err));
    for (size_t i = 0; i < ranking->list_n; i++)
        count_on (ranking, i);
    return 0;
}

const char *fid_entry_name (const struct fid_entry *e)
{
    return e->emulation_n > 1 ? e->result->emulation.configuration : e->result->emulation.shown;
}

bool fid_entry_differs (const struct fid_entry *e)
{
    FID_EACH_OF (const struct fid_result_profile, p, e->result->profile_of,
                 e->result->profile_n)
        for (size_t i = 0; i < e->run_n; i++) {
            const struct fid_result_profile *other = fid_profile_named (e->run[i], p->name);
            if (!other || other->verdict != p->verdict)
                return true;
        }
    return false;
}

const char *fid_list_whose (const struct fid_list *list)
{
    return list->other ? ", runs of other workloads" : "";
}

char *fid_list_left_out (const struct fid_list *list, struct fid_error *err)
{
    char *text = fid_strdup ("", err);
    for (int i = 0; i < FID_RESOURCE_N; i++)
        if (list->left_out >> i & 1)
            text = fid_words_join (text, fid_resources[i].name, err);
    if (!text || !*text)
        return text;
    FID_FREED char *made = text;
    return fid_format (err, "Left out of the similarities, because not all have it: %s.", made);
}

const char *fid_entry_answer (const struct fid_list *list, const struct fid_entry *e,
                              char out[FID_ENTRY_ANSWER])
{
    char off[16], low[16], high[16];
    if (!list->by_answer)
        snprintf (out, FID_ENTRY_ANSWER, "-");
    else if (e->error == FID_ABSENT)
        snprintf (out, FID_ENTRY_ANSWER,
                  fid_answer_unseen (&e->result->answer) ? "nothing seen" : "cannot tell");
    else
        snprintf (out, FID_ENTRY_ANSWER, "%s (%s to %s)", fid_answer_percent (e->error, off),
                  fid_answer_percent (e->error_low, low),
                  fid_answer_percent (e->error_high, high));
    return out;
}

char *fid_tie_words (struct fid_error *err)
{
    return fid_format (
        err,
        "Sorted by error, undecided last, unseen behind them; equal errors are sorted by "
        "similarity. Differences below %g %% (of similarities: %g) share a rank (=).",
        100 * FID_TIE_WITHIN, FID_TIE_WITHIN);
}

void fid_ranking_clear (struct fid_ranking *ranking)
{
    for (size_t i = 0; i < ranking->list_n; i++)
        FID_FREE (ranking->list[i].entry, ranking->list[i].result);
    FID_FREE (ranking->list, ranking->run);
    *ranking = (struct fid_ranking){0};
}
