/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read_ahead.c - see read_ahead.h */
#include "base/read_ahead.h"

struct fid_ahead {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t moved;
    fid_make_bytes make;
    void *ctx;
    bool stop;
    size_t made_n, taken_n; /* blocks so far; made and not taken are in the ring */
    struct {
        ssize_t n; /* as make returned it */
        struct fid_error err;
        unsigned char byte[FID_AHEAD_BLOCK];
    } block[FID_AHEAD_N];
};

static void *read_blocks (void *arg)
{
    struct fid_ahead *a = arg;
    ssize_t n = 1;
    while (n > 0) {
        pthread_mutex_lock (&a->lock);
        while (!a->stop && a->made_n - a->taken_n == FID_AHEAD_N)
            pthread_cond_wait (&a->moved, &a->lock);
        bool stop = a->stop;
        size_t k = a->made_n % FID_AHEAD_N;
        pthread_mutex_unlock (&a->lock);
        if (stop)
            break;
        n = a->make (a->ctx, a->block[k].byte, FID_AHEAD_BLOCK, &a->block[k].err);
        a->block[k].n = n;
        pthread_mutex_lock (&a->lock);
        a->made_n++;
        pthread_cond_broadcast (&a->moved);
        pthread_mutex_unlock (&a->lock);
    }
    return NULL;
}

struct fid_ahead *fid_ahead_start (fid_make_bytes make, void *ctx)
{
    struct fid_ahead *a = malloc (sizeof *a);
    if (!a)
        return NULL;
    a->make = make;
    a->ctx = ctx;
    a->stop = false;
    a->made_n = a->taken_n = 0;
    pthread_mutex_init (&a->lock, NULL);
    pthread_cond_init (&a->moved, NULL);
    if (pthread_create (&a->thread, NULL, read_blocks, a)) {
        pthread_cond_destroy (&a->moved);
        pthread_mutex_destroy (&a->lock);
        free (a);
        return NULL;
    }
    return a;
}

ssize_t fid_ahead_take (struct fid_ahead *a, void *dst, struct fid_error *err)
{
    pthread_mutex_lock (&a->lock);
    while (a->made_n == a->taken_n)
        pthread_cond_wait (&a->moved, &a->lock);
    size_t k = a->taken_n % FID_AHEAD_N;
    pthread_mutex_unlock (&a->lock);
    ssize_t n = a->block[k].n;
    if (n < 0 && err)
        *err = a->block[k].err;
    if (n <= 0)
        return n; /* the last block stays: the end is the end */
    memcpy (dst, a->block[k].byte, (size_t)n);
    pthread_mutex_lock (&a->lock);
    a->taken_n++;
    pthread_cond_broadcast (&a->moved);
    pthread_mutex_unlock (&a->lock);
    return n;
}

void fid_ahead_stop (struct fid_ahead *a)
{
    if (!a)
        return;
    pthread_mutex_lock (&a->lock);
    a->stop = true;
    pthread_cond_broadcast (&a->moved);
    pthread_mutex_unlock (&a->lock);
    pthread_join (a->thread, NULL);
    pthread_cond_destroy (&a->moved);
    pthread_mutex_destroy (&a->lock);
    free (a);
}
