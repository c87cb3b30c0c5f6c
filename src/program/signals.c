/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signals.c - an interrupted program leaves no partly written file (program.h) */
#include <signal.h>
#include "base/outfile.h"
#include "program/program.h"

/* Writing threads do not wait for each other.  After a signal no thread begins to write, and
 * the signal ends the program when the last one has finished. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static size_t writer_n;
static _Thread_local size_t own_n; /* files that this thread writes */
static bool ending;

static const int caught[] = {SIGINT, SIGTERM, SIGHUP};

/* The signals to wait for, without those that are ignored (nohup, `&`). */
static void wanted_signals (sigset_t *set)
{
    sigemptyset (set);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        struct sigaction now;
        if (sigaction (caught[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset (set, caught[i]);
    }
}

static void *watch_signals (void *unused)
{
    (void)unused;
    sigset_t set;
    int sig;
    wanted_signals (&set);
    if (sigwait (&set, &sig))
        return NULL;
    pthread_sigmask (SIG_UNBLOCK, &set, NULL);
    pthread_mutex_lock (&lock);
    ending = true;
    while (writer_n)
        pthread_cond_wait (&changed, &lock);
    raise (sig); /* its default action ends the program */
    return NULL;
}

/* For a file beyond the limit of its size: writing fails, and says why, instead. */
static void go_on (int sig)
{
    (void)sig;
}

static void begin_file (void)
{
    pthread_mutex_lock (&lock);
    while (ending && !own_n)
        pthread_cond_wait (&changed, &lock);
    own_n++;
    writer_n++;
    pthread_mutex_unlock (&lock);
}

static void end_file (void)
{
    pthread_mutex_lock (&lock);
    own_n--;
    writer_n--;
    pthread_cond_broadcast (&changed);
    pthread_mutex_unlock (&lock);
}

void fid_signals_start (void)
{
    const struct sigaction too_large = {.sa_handler = go_on, .sa_flags = SA_RESTART};
    sigaction (SIGXFSZ, &too_large, NULL); /* not SIG_IGN, which commands would inherit */
    fid_outfile_watch (begin_file, end_file);
    sigset_t set;
    pthread_t thread;
    wanted_signals (&set);
    pthread_sigmask (SIG_BLOCK, &set, NULL);
    if (pthread_create (&thread, NULL, watch_signals, NULL))
        pthread_sigmask (SIG_UNBLOCK, &set, NULL); /* signals then have their default action */
    else
        pthread_detach (thread);
}
