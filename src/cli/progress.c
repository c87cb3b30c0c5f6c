/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.c - see progress.h */
#include "cli/progress.h"

#define BAR_N 30

/* Draws the bar at most ten times a second. */
static void draw_bar (void *ctx, const struct fid_batch_progress *progress)
{
    struct fid_progress *p = ctx;
    size_t done_n = progress->done_n, total_n = progress->total_n;
    struct timespec t;
    clock_gettime (CLOCK_MONOTONIC, &t);
    double now = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    if (done_n == 0) {
        p->start_s = now;
        p->on = total_n > 0 && (p->force || isatty (STDERR_FILENO));
    }
    if (!p->on || (now - p->drawn_s < 0.1 && done_n < total_n))
        return;
    double spent_s = now - p->start_s;
    p->drawn_s = now;
    char bar[BAR_N + 1];
    for (size_t i = 0; i < BAR_N; i++)
        bar[i] = i < BAR_N * done_n / total_n ? '#' : '-';
    bar[BAR_N] = '\0';
    fprintf (stderr, "\r[%s] %zu/%zu pairs", bar, done_n, total_n);
    if (done_n > 0 && spent_s > 0) {
        double left_s = spent_s / (double)done_n * (double)(total_n - done_n);
        fprintf (stderr, ", %.1f/s, %d:%02d left ", (double)done_n / spent_s,
                 (int)(left_s / 60), (int)left_s % 60);
    }
    fflush (stderr);
}

static void show_message (void *ctx, const char *text)
{
    fid_say (((struct fid_progress *)ctx)->common, "%s", text);
}

struct fid_batch_hooks fid_progress_hooks (struct fid_progress *p)
{
    return (struct fid_batch_hooks){.ctx = p, .progress = draw_bar, .message = show_message};
}
