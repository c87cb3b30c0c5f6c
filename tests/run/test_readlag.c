/* SPDX-License-Identifier: GPL-3.0-or-later */
/* how much later than their stamps monitors took their readings */
#include "tests/tap.h"
#include "run/readlag.h"

#define S  INT64_C (1000000000)
#define MS INT64_C (1000000)
#define N  80

/* A fixed sequence of numbers from 0 to 1. */
static double noise (uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 40) / (double)(1u << 24);
}

/* Bursts of events: each 10 ms may move bytes, in stretches that begin at any time. */
static void fill (struct fid_grid *g, int64_t *byte_n, int64_t bin_n)
{
    struct fid_error err;
    uint64_t state = 7;
    bool busy = false;
    for (int64_t i = 0; i < bin_n; i++) {
        if (noise (&state) < 0.02)
            busy = !busy;
        byte_n[i] = busy ? (int64_t)(1e6 * noise (&state)) : 0;
        if (byte_n[i] && fid_grid_add (g, i * 10 * MS, (uint64_t)byte_n[i], &err))
            abort ();
    }
}

/* What a monitor reads that wakes up lag_bins * 10 ms after each second, off by slow_us
 * more each time, and stamps whole seconds from 100 s on. */
static void read_monitor (struct fid_lag_reading *r, const int64_t *byte_n, int64_t lag_bins,
                          double per_reading, double error)
{
    uint64_t state = 11;
    for (int i = 0; i < N; i++) {
        int64_t to = (i + 2) * 100 + lag_bins + (int64_t)(i * per_reading), from = to - 100;
        double sum = 0;
        for (int64_t k = from; k < to; k++)
            sum += (double)byte_n[k];
        r[i].t_ns = 100 * S + (i + 2) * S;
        r[i].value = sum / 1048576 * (1 + error * (noise (&state) - 0.5));
    }
}

static void ok_lag (const struct fid_readlag *lag, int64_t want_ms, const char *what)
{
    int64_t off_ns = llabs (lag->lag_ns - want_ms * MS);
    if (!ok (lag->certain && off_ns <= lag->uncertainty_ns, "%s", what))
        diag ("lag %lld +- %lld ms, explained %g, known %d", (long long)(lag->lag_ns / MS),
              (long long)(lag->uncertainty_ns / MS), lag->explained, lag->known);
}

int main (void)
{
    static int64_t byte_n[12000];
    struct fid_lag_reading r[N];
    struct fid_readlag lag;
    struct fid_error err;
    struct fid_grid g = {0}, empty = {0};
    fill (&g, byte_n, 12000);

    static const int64_t bins[] = {0, 1, 16, 50, 97};
    for (size_t i = 0; i < sizeof bins / sizeof *bins; i++) {
        read_monitor (r, byte_n, bins[i], 0, 0);
        ok_int (fid_readlag_estimate (r, N, &g, 100 * S, &lag, &err), 0, "estimated");
        ok_lag (&lag, bins[i] * 10, "exact readings tell the lag");
        ok (lag.uncertainty_ns <= 20 * MS && lag.explained > 0.999, "to two bins");
    }
    read_monitor (r, byte_n, 30, 0, 0.3);
    fid_readlag_estimate (r, N, &g, 100 * S, &lag, &err);
    ok_lag (&lag, 300, "values that are off by 15 % still do");
    int64_t exact_ns = 20 * MS;
    ok (lag.uncertainty_ns > exact_ns, "but less certainly");

    read_monitor (r, byte_n, 30, 0.25, 0); /* 2.5 ms a second: 20 bins in the end */
    fid_readlag_estimate (r, N, &g, 100 * S, &lag, &err);
    ok (lag.uncertainty_ns >= 30 * MS, "a monitor that falls behind has no one lag");

    read_monitor (r, byte_n, 300, 0, 0); /* 3 s: another clock, no waking up late */
    fid_readlag_estimate (r, N, &g, 100 * S, &lag, &err);
    ok (!lag.certain, "a lag of more than a second is not taken");

    uint64_t state = 3;
    for (int i = 0; i < N; i++)
        r[i].value = noise (&state);
    fid_readlag_estimate (r, N, &g, 100 * S, &lag, &err);
    ok (!lag.certain, "values of something else tell nothing");

    for (int i = 0; i < N; i++)
        r[i].value = 5;
    fid_readlag_estimate (r, N, &g, 100 * S, &lag, &err);
    ok (!lag.known, "nor do values that do not change");

    read_monitor (r, byte_n, 16, 0, 0);
    fid_readlag_estimate (r, 19, &g, 100 * S, &lag, &err);
    ok (!lag.known, "nor fewer than 20 readings");
    fid_readlag_estimate (r, N, &empty, 100 * S, &lag, &err);
    ok (!lag.known, "nor readings without events");
    for (int i = 0; i < N; i++)
        r[i].t_ns = 100 * S;
    ok_int (fid_readlag_estimate (r, N, &g, 100 * S, &lag, &err), 0, "one stamp for all");
    ok (!lag.known, "is no sequence of readings");
    fid_grid_clear (&g);
    return tap_done ();
}
