/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parallel.c - see parallel.h */
#include <locale.h>
#include <sched.h>
#include "base/parallel.h"

struct pool {
    pthread_mutex_t lock;
    size_t next, n;
    int (*task) (void *, size_t, struct fid_error *);
    void *ctx;
    locale_t locale; /* of the calling thread, for all */
    bool failed;
    size_t failed_at;
    struct fid_error err;
};

static void *work_on_tasks (void *arg)
{
    struct pool *p = arg;
    uselocale (p->locale);
    for (;;) {
        pthread_mutex_lock (&p->lock);
        size_t i = p->failed ? p->n : p->next++;
        pthread_mutex_unlock (&p->lock);
        if (i >= p->n)
            return NULL;
        struct fid_error err = {0};
        if (p->task (p->ctx, i, &err) == 0)
            continue;
        pthread_mutex_lock (&p->lock);
        if (!p->failed || i < p->failed_at) {
            p->failed = true;
            p->failed_at = i;
            p->err = err;
        }
        pthread_mutex_unlock (&p->lock);
    }
}

int fid_parallel (size_t n, size_t thread_n,
                  int (*task) (void *ctx, size_t i, struct fid_error *), void *ctx,
                  struct fid_error *err)
{
    struct pool p = {.n = n, .task = task, .ctx = ctx, .locale = uselocale ((locale_t)0)};
    size_t started = 0;
    thread_n = thread_n < n ? thread_n : n;
    FID_FREED pthread_t *thread = malloc ((thread_n + 1) * sizeof *thread);
    FID_NEED (thread, err);
    pthread_mutex_init (&p.lock, NULL);
    /* this thread is one of them */
    while (started + 1 < thread_n &&
           pthread_create (&thread[started], NULL, work_on_tasks, &p) == 0)
        started++;
    work_on_tasks (&p);
    for (size_t i = 0; i < started; i++)
        pthread_join (thread[i], NULL);
    pthread_mutex_destroy (&p.lock);
    if (p.failed && err)
        *err = p.err;
    return p.failed ? -1 : 0;
}

size_t fid_cpu_n (void)
{
    cpu_set_t bound;
    if (sched_getaffinity (0, sizeof bound, &bound) == 0)
        return (size_t)CPU_COUNT (&bound);
    long n = sysconf (_SC_NPROCESSORS_ONLN); /* more than a cpu_set_t holds */
    return n > 0 ? (size_t)n : 1;
}
