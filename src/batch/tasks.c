/* tasks.c - see tasks.h */
#include "config.h"
#include <math.h>
#include <stdlib.h>
#include "base/order.h"
#include "batch/tasks.h"

#define TASKS_A_RANK 8    /* at least */
#define LOOK_AT      1000 /* tasks to choose from */

struct fid_task {
    size_t at, n;   /* pairs in the plan that are not given out */
    size_t tile[2]; /* of real runs, of emulations */
    uint64_t cost;  /* of these */
};

FID_ORDER_BY (by_cost, struct fid_task, FID_FALLING (cost) FID_RISING (at))

/* Makes room for what ranks are on. */
static int
start (struct fid_tasks *t, size_t rank_n, struct fid_error *err)
{
    size_t n[2] = {0, 0};
    for (size_t i = 0; i < t->task_n; i++)
        for (int s = 0; s < 2; s++)
            n[s] = t->task[i].tile[s] >= n[s] ? t->task[i].tile[s] + 1 : n[s];
    t->rank_n = rank_n;
    t->left_n = t->plan.n;
    t->last = malloc (rank_n * sizeof *t->last);
    for (int s = 0; s < 2; s++)
        t->on[s] = calloc (n[s] + 1, sizeof *t->on[s]);
    if (!t->last || !t->on[0] || !t->on[1])
        return fid_error_nomem (err);
    for (size_t r = 0; r < rank_n; r++)
        t->last[r] = SIZE_MAX;
    return 0;
}

int
fid_tasks_make (struct fid_tasks *t, const struct fid_batch *b, size_t todo_n, size_t rank_n,
                size_t thread_n, struct fid_error *err)
{
    double side = sqrt ((double)todo_n / (double)(rank_n * TASKS_A_RANK));
    size_t side_n = side > FID_TASK_SIDE ? FID_TASK_SIDE : side > 1 ? (size_t)side : 1;
    *t = (struct fid_tasks){.least_n = thread_n};
    if (fid_plan_make (b, true, side_n, thread_n, &t->plan, err))
        return -1;
    t->task = calloc (t->plan.n + 1, sizeof *t->task);
    if (!t->task)
        return fid_error_nomem (err);
    for (size_t i = 0; i < t->plan.n; i++) {
        const struct fid_planned *p = &t->plan.p[i];
        if (!i || p->tile[0] != p[-1].tile[0] || p->tile[1] != p[-1].tile[1])
            t->task[t->task_n++] = (struct fid_task){.at = i, .tile = {p->tile[0], p->tile[1]}};
        t->task[t->task_n - 1].n++;
        t->task[t->task_n - 1].cost += p->cost;
    }
    qsort (t->task, t->task_n, sizeof *t->task, by_cost);
    return start (t, rank_n, err);
}

/* How little a task suits a rank whose last one is `last`, or NULL. */
static int
distance (const struct fid_tasks *t, const struct fid_task *task, const struct fid_task *last)
{
    bool mine[2], others[2];
    for (int s = 0; s < 2; s++) {
        mine[s] = last && last->tile[s] == task->tile[s];
        others[s] = t->on[s][task->tile[s]] > mine[s];
    }
    return mine[1] ? others[0] : 2 + 2 * !mine[0] + 4 * others[1] + others[0];
}

/* The task that suits a rank best; NULL: all are taken. */
static struct fid_task *
choose (struct fid_tasks *t, const struct fid_task *last)
{
    struct fid_task *best = NULL;
    int best_distance = 0;
    while (t->next < t->task_n && !t->task[t->next].n)
        t->next++;
    for (size_t i = t->next, seen_n = 0; i < t->task_n && seen_n < LOOK_AT; i++) {
        struct fid_task *task = &t->task[i];
        if (!task->n)
            continue;
        seen_n++;
        if (task->cost < t->task[t->next].cost / 2)
            continue;
        int d = distance (t, task, last);
        if (!best || d < best_distance) {
            best = task;
            best_distance = d;
        }
    }
    return best;
}

/* How many of the pairs of a task a rank is given: fewer and fewer towards the end. */
static size_t
part_of (const struct fid_tasks *t, const struct fid_task *task)
{
    size_t n = t->left_n / (2 * t->rank_n);
    n = n > t->least_n ? n : t->least_n;
    return n < task->n ? n : task->n;
}

size_t
fid_tasks_take (struct fid_tasks *t, size_t rank, size_t *pair)
{
    const struct fid_task *last = t->last[rank] < SIZE_MAX ? &t->task[t->last[rank]] : NULL;
    struct fid_task *best = choose (t, last);
    for (int s = 0; s < 2; s++) {
        if (last)
            t->on[s][last->tile[s]]--;
        if (best)
            t->on[s][best->tile[s]]++;
    }
    t->last[rank] = best ? (size_t)(best - t->task) : SIZE_MAX;
    if (!best)
        return 0;
    size_t n = part_of (t, best);
    for (size_t i = 0; i < n; i++) {
        best->cost -= t->plan.p[best->at].cost;
        pair[i] = t->plan.p[best->at++].pair;
    }
    best->n -= n;
    t->left_n -= n;
    return n;
}

void
fid_tasks_clear (struct fid_tasks *t)
{
    free (t->on[0]);
    free (t->on[1]);
    free (t->last);
    free (t->task);
    fid_plan_clear (&t->plan);
    *t = (struct fid_tasks){0};
}
