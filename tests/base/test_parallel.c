/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fid_parallel: every task once, in order of taking, the error of the lowest index */
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include "base/parallel.h"
#include "tests/tap.h"

#define N 200

struct log {
    pthread_mutex_t lock;
    int calls[N];
    size_t begun[N], begun_n; /* indices in the order they were taken */
    double out[N];
    bool fail[N];
    size_t wait_for; /* tasks that fail late let this one begin first; N: none */
};

static int task (void *ctx, size_t i, struct fid_error *err)
{
    struct log *l = ctx;
    pthread_mutex_lock (&l->lock);
    l->calls[i]++;
    l->begun[l->begun_n++] = i;
    pthread_mutex_unlock (&l->lock);
    double x = (double)i; /* any arithmetic of its own */
    for (int k = 0; k < 100; k++)
        x = x / 1.7 + 1;
    l->out[i] = x;
    if (!l->fail[i])
        return 0;
    for (bool wait = i < l->wait_for && l->wait_for < N; wait;) {
        pthread_mutex_lock (&l->lock);
        wait = l->calls[l->wait_for] == 0;
        pthread_mutex_unlock (&l->lock);
        sched_yield ();
    }
    return fid_errorf (err, i % 2 ? FID_EINPUT : FID_EUSAGE, "task %zu", i);
}

static int run (struct log *l, size_t n, size_t thread_n, struct fid_error *err)
{
    l->begun_n = 0;
    pthread_mutex_init (&l->lock, NULL);
    int rc = fid_parallel (n, thread_n, task, l, err);
    pthread_mutex_destroy (&l->lock);
    return rc;
}

static void all_once (void)
{
    static const size_t threads[] = {0, 1, 2, 3, 16, N + 5};
    double want[N] = {0};
    for (size_t k = 0; k < sizeof threads / sizeof *threads; k++) {
        struct log l = {.wait_for = N};
        struct fid_error err = {0};
        bool once = true, same = true, ordered = true;
        ok_int (run (&l, N, threads[k], &err), 0, "succeeds");
        for (size_t i = 0; i < N; i++) {
            once &= l.calls[i] == 1;
            if (k == 0)
                want[i] = l.out[i];
            same &= l.out[i] == want[i];
            ordered &= threads[k] > 1 || l.begun[i] == i;
        }
        ok (once, "%zu threads: every task once", threads[k]);
        ok (same, "%zu threads: the same numbers", threads[k]);
        ok (ordered, "%zu threads: alone, in order", threads[k]);
    }
}

static void errors (void)
{
    struct log l = {.wait_for = N};
    struct fid_error err = {0};
    l.fail[7] = l.fail[8] = l.fail[150] = true;
    ok_int (run (&l, N, 1, &err), -1, "a task fails");
    ok_str (err.text, "task 7", "its error");
    ok_int (err.status, FID_EINPUT, "and status");
    ok_int ((long long)l.begun_n, 8, "nothing is begun after it");
    ok_int (run (&l, 0, 4, &err), 0, "no task: nothing to fail");
    ok_int (run (&l, 8, 4, NULL), -1, "an error nobody wants");

    /* task 2 fails only when task 3, which fails at once, has begun: whichever
     * is told first, the lower index counts */
    for (int round = 0; round < 50; round++) {
        struct log late = {.wait_for = 3};
        late.fail[2] = late.fail[3] = true;
        err = (struct fid_error){0};
        if (run (&late, N, 2 + (size_t)round % 5, &err) != -1 || strcmp (err.text, "task 2")) {
            ok (0, "round %d: the error of the lowest index, not '%s'", round, err.text);
            return;
        }
    }
    ok (1, "50 times the error of the lowest index");
}

int main (void)
{
    all_once ();
    errors ();
    ok (fid_cpu_n () >= 1, "there is a processor");
    return tap_done ();
}
