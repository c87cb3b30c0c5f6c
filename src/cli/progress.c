/* progress.c - see progress.h */
#include "config.h"
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "cli/progress.h"

#define BAR_N 30

static double
now_s (void)
{
    struct timespec t;
    clock_gettime (CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void
fid_progress_start (struct fid_progress *p, size_t total_n, bool force)
{
    *p = (struct fid_progress){.total_n = total_n, .start_s = now_s ()};
    p->on = total_n > 0 && (force || isatty (STDERR_FILENO));
    fid_progress_step (p, 0);
}

void
fid_progress_step (struct fid_progress *p, size_t done_n)
{
    double now = now_s (), spent_s = now - p->start_s;
    if (!p->on || !p->total_n || (now - p->drawn_s < 0.1 && done_n < p->total_n))
        return;
    p->drawn_s = now;
    char bar[BAR_N + 1];
    for (size_t i = 0; i < BAR_N; i++)
        bar[i] = i < BAR_N * done_n / p->total_n ? '#' : '-';
    bar[BAR_N] = '\0';
    fprintf (stderr, "\r[%s] %zu/%zu pairs", bar, done_n, p->total_n);
    if (done_n > 0 && spent_s > 0) {
        double left_s = spent_s / (double)done_n * (double)(p->total_n - done_n);
        fprintf (stderr, ", %.1f/s, %d:%02d left ", (double)done_n / spent_s,
                 (int)(left_s / 60), (int)left_s % 60);
    }
    fflush (stderr);
}

void
fid_progress_end (struct fid_progress *p)
{
    if (p->on)
        fprintf (stderr, "\r%*s\r", 79, "");
    p->on = false;
}
