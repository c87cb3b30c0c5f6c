/* plan.c - see plan.h */
#include "config.h"
#include <stdlib.h>
#include "base/parallel.h"
#include "batch/plan.h"
#include "readers/discover.h"

struct costs {
    const struct fid_batch *b;
    const bool *used; /* of each run */
    uint64_t *byte_n; /* of each run: all its files; 0 if they cannot be read */
};

static int
find_cost (void *ctx, size_t i, struct fid_error *err)
{
    struct costs *c = ctx;
    struct fid_files files = {0};
    if (!c->used[i])
        return 0;
    if (fid_discover (c->b->run[i].dir, FID_SEARCH_RUN, &files, err))
        return err->status == FID_EINPUT ? 0 : -1; /* its pairs will fail, and say why */
    for (size_t k = 0; k < files.n; k++)
        c->byte_n[i] += files.byte_n[k];
    fid_files_clear (&files);
    return 0;
}

static int
by_tile (const void *a, const void *b)
{
    const struct fid_planned *x = a, *y = b;
    for (int i = 0; i < 4; i++) {
        size_t p = i < 2 ? x->tile[i] : x->run[i - 2], q = i < 2 ? y->tile[i] : y->run[i - 2];
        if (p != q)
            return p < q ? -1 : 1;
    }
    return 0; /* no two pairs have both runs in common */
}

/* The place of a run in the order in which the pairs name it on this side. */
static size_t
place_of (size_t *place, size_t *n, size_t run)
{
    if (!place[run])
        place[run] = ++*n;
    return place[run] - 1;
}

static void
order_pairs (const struct fid_batch *b, size_t side, const struct costs *c, size_t *place,
             struct fid_plan *plan)
{
    size_t n[2] = {0, 0};
    for (size_t i = 0; i < b->pair_n; i++) {
        const struct batch_pair *pair = &b->pair[i];
        struct fid_planned *p = &plan->p[plan->n++];
        p->pair = i;
        p->cost = 1 + c->byte_n[pair->real] + c->byte_n[pair->emulation];
        p->run[0] = place_of (place, &n[0], pair->real);
        p->run[1] = place_of (place + b->run_n, &n[1], pair->emulation);
        for (int s = 0; s < 2; s++)
            p->tile[s] = p->run[s] / side;
    }
    if (plan->n > 1)
        qsort (plan->p, plan->n, sizeof *plan->p, by_tile);
}

int
fid_plan_make (const struct fid_batch *b, size_t side, size_t thread_n, struct fid_plan *plan,
               struct fid_error *err)
{
    bool *used = calloc (b->run_n + 1, sizeof *used);
    uint64_t *byte_n = calloc (b->run_n + 1, sizeof *byte_n);
    size_t *place = calloc (2 * b->run_n + 1, sizeof *place);
    struct costs costs = {b, used, byte_n};
    *plan = (struct fid_plan){.p = calloc (b->pair_n + 1, sizeof *plan->p)};
    int rc = used && byte_n && place && plan->p ? 0 : fid_error_nomem (err);
    for (size_t i = 0; !rc && i < b->pair_n; i++)
        used[b->pair[i].real] = used[b->pair[i].emulation] = true;
    if (!rc)
        rc = fid_parallel (b->run_n, thread_n, find_cost, &costs, err);
    if (!rc)
        order_pairs (b, side, &costs, place, plan);
    else
        fid_plan_clear (plan);
    free (place);
    free (byte_n);
    free (used);
    return rc;
}

void
fid_plan_clear (struct fid_plan *plan)
{
    free (plan->p);
    *plan = (struct fid_plan){0};
}
