/* tasks.h - blocks of pairs, given out to ranks so that each reads few runs
 *
 * A task is a square of up to FID_TASK_SIDE real runs and as many emulations.  A rank keeps the
 * last runs that it used in memory, FID_TASK_HOLD (struct fid_work, hold_n).  So it is given,
 * in this order, a task with the emulations of its last one, one with the real runs of its last
 * one, and the one with the most bytes; rather one whose runs no other rank is on.  Tasks with
 * less than half of the bytes of the largest one that is left wait, and towards the end, where
 * each rank would get less than two tasks, parts of them are given out, so that all ranks end
 * at about the same time. */
#ifndef FID_TASKS_H
#define FID_TASKS_H

#include "batch/plan.h"

#define FID_TASK_SIDE 8
#define FID_TASK_HOLD 32 /* runs, of some 1.3 MB each */

struct fid_tasks {
    struct fid_plan plan;
    struct fid_task *task;  /* owned; the dearest first */
    size_t task_n, next;    /* next: the first of which pairs are not given out */
    size_t left_n;          /* pairs that are not */
    size_t rank_n, least_n; /* least_n: pairs that a rank is given, if there are so many */
    size_t *last;           /* owned; of each rank its last task; SIZE_MAX: none yet */
    size_t *on[2];          /* owned; how many ranks are on these runs, by tile of each side */
};

/* Cuts the pairs of a batch that are to do, todo_n, into tasks for rank_n ranks of thread_n
 * threads.  Clear it even if this fails.  Cost: fid_plan_make. */
int fid_tasks_make (struct fid_tasks *t, const struct fid_batch *b, size_t todo_n,
                    size_t rank_n, size_t thread_n, struct fid_error *err);

/* Gives a task to a rank: writes its pairs to pair[], which has room for all, and returns how
 * many; 0: there is none.  O(1000). */
size_t fid_tasks_take (struct fid_tasks *t, size_t rank, size_t *pair);

void fid_tasks_clear (struct fid_tasks *t);

#endif
