/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series on the aligned axis: where buckets lie, and what thinning keeps */
#include <stdbool.h>
#include <string.h>
#include "compare/series.h"
#include "tests/tap.h"

#define S  INT64_C (1000000000)
#define MS INT64_C (1000000)

static void must (int rc)
{
    if (rc)
        abort ();
}

/* A track of n values from bucket `first` of a second each. */
static struct fid_track track_of (int64_t first, const double *x, size_t n)
{
    struct fid_track t = {.first = first, .n = n, .from_n = n, .dt_s = 1};
    t.mean = malloc ((n ? n : 1) * sizeof *t.mean);
    if (!t.mean)
        abort ();
    if (n)
        memcpy (t.mean, x, n * sizeof *x);
    return t;
}

static void test_thin (void)
{
    static const double x[] = {1, 5, 3, FID_GAP, 7, FID_GAP, FID_GAP, 2};
    struct fid_error err;
    struct fid_track t = track_of (0, x, 8);
    must (fid_track_thin (&t, 1, &err));
    ok (t.n == 8 && !t.low && t.from_n == 8, "one by one: as it was");
    must (fid_track_thin (&t, 3, &err));
    ok (t.n == 3 && t.dt_s == 3 && t.first == 0 && t.from_n == 8, "three seconds a bucket");
    ok (t.mean[0] == 3 && t.low[0] == 1 && t.high[0] == 5, "1 5 3: mean 3, from 1 to 5");
    ok (t.mean[1] == 7 && t.low[1] == 7 && t.high[1] == 7, "gaps have no part in it");
    ok (t.mean[2] == 2 && t.low[2] == 2 && t.high[2] == 2, "the last one is short");
    fid_track_clear (&t);

    t = track_of (-4, x, 8); /* -4 .. 3: buckets of 3 s begin at -6, -3, 0, 3 */
    must (fid_track_thin (&t, 3, &err));
    ok (t.n == 4 && t.first == -2, "buckets meet at zero, whatever the first one is");
    ok (t.mean[0] == 1 && t.mean[1] == 4 && t.low[1] == 3 && t.mean[2] == 7 && t.mean[3] == 2,
        "-4 | -3 -2 -1 | 0 1 2 | 3");
    fid_track_clear (&t);

    static const double none[] = {FID_GAP, FID_GAP, 1};
    t = track_of (0, none, 3);
    must (fid_track_thin (&t, 2, &err));
    ok (t.mean[0] == FID_GAP && t.low[0] == FID_GAP && t.high[0] == FID_GAP && t.mean[1] == 1,
        "nothing but gaps is a gap");
    fid_track_clear (&t);
    t = track_of (0, NULL, 0);
    must (fid_track_thin (&t, 2, &err));
    ok (t.n == 0, "nothing stays nothing");
    fid_track_clear (&t);
}

/* A series of a fixed recipe, gaps among it. */
static double value (size_t i)
{
    size_t k = i * 2654435761u % 1009;
    return k % 17 == 0 ? FID_GAP : (double)k / 3;
}

/* Laws, over many lengths, places and widths. */
static void test_laws (void)
{
    struct fid_error err;
    bool inside = true, ends = true, place = true, mass = true;
    for (size_t n = 1; n < 200; n += 13)
        for (int64_t first = -50; first < 50; first += 19)
            for (size_t factor = 2; factor < 40; factor += 5) {
                double x[200], low = HUGE_VAL, high = -HUGE_VAL, got_low = HUGE_VAL,
                               got_high = -HUGE_VAL;
                size_t kept = 0;
                for (size_t i = 0; i < n; i++) {
                    x[i] = value (i);
                    if (x[i] == FID_GAP)
                        continue;
                    low = fmin (low, x[i]);
                    high = fmax (high, x[i]);
                    kept++;
                }
                struct fid_track t = track_of (first, x, n);
                must (fid_track_thin (&t, factor, &err));
                double sum = 0, want = 0;
                for (size_t b = 0; b < t.n; b++) {
                    /* slowly: the values whose place lies in the bucket */
                    double l = HUGE_VAL, h = -HUGE_VAL, s = 0;
                    size_t k = 0;
                    for (size_t i = 0; i < n; i++) {
                        double at = (double)first + (double)i;
                        double from = (double)(t.first + (int64_t)b) * (double)factor;
                        if (at < from || at >= from + (double)factor || x[i] == FID_GAP)
                            continue;
                        l = fmin (l, x[i]);
                        h = fmax (h, x[i]);
                        s += x[i];
                        k++;
                    }
                    if (!k) {
                        place &= t.mean[b] == FID_GAP;
                        continue;
                    }
                    place &= t.low[b] == l && t.high[b] == h &&
                             fabs (t.mean[b] - s / (double)k) <= 1e-12 * h;
                    inside &= t.low[b] <= t.mean[b] && t.mean[b] <= t.high[b];
                    got_low = fmin (got_low, t.low[b]);
                    got_high = fmax (got_high, t.high[b]);
                    sum += t.mean[b] * (double)k;
                    want += s;
                }
                ends &= !kept || (got_low == low && got_high == high);
                mass &= fabs (sum - want) <= 1e-9 * (1 + want);
                fid_track_clear (&t);
            }
    ok (place, "each bucket is what lies in it");
    ok (inside, "a mean lies between low and high");
    ok (ends, "the lowest and the highest value stay");
    ok (mass, "means weighted by counts add up to the sum");
}

static void test_factor (void)
{
    struct fid_track a = {.n = 100}, b = {.n = 100, .first = -7}, none = {.n = 0};
    ok (fid_track_factor (&a, &b, 100) == 1, "as many as may stay: nothing is joined");
    ok (fid_track_factor (&a, &none, 50) == 2, "100 in 50: two by two");
    ok (fid_track_factor (&a, &b, 50) == 3, "two by two from -7 to 92 would be 51");
    ok (fid_track_factor (&none, &none, 1) == 1, "nothing to join");
    bool fits = true, least = true;
    for (size_t n = 1; n < 300; n += 7)
        for (int64_t first = -40; first < 40; first += 9)
            for (size_t point_n = 2; point_n < 100; point_n += 7) {
                struct fid_error err;
                double x[300] = {0};
                struct fid_track t = {.n = n, .first = first};
                size_t factor = fid_track_factor (&t, &none, point_n);
                for (size_t f = factor > 1 ? factor - 1 : 1; f <= factor; f++) {
                    struct fid_track c = track_of (first, x, n);
                    must (fid_track_thin (&c, f, &err));
                    if (f == factor)
                        fits &= c.n <= point_n;
                    else
                        least &= c.n > point_n;
                    fid_track_clear (&c);
                }
            }
    ok (fits, "never more than asked for");
    ok (least, "and no coarser than needed");
}

/* INIT 10-12, TRAINING 14-20; data.read at the times given. */
static void make (struct fid_run *run, bool phases, const int64_t *t_ns, const uint64_t *bytes,
                  size_t n)
{
    static const struct fid_phase list[] = {
        {FID_PHASE_INIT, FID_NAME_INIT, 10 * S, 12 * S, -1, -1, 0, 0, 0},
        {FID_PHASE_TRAINING, FID_NAME_EPOCH, 14 * S, 20 * S, 1, -1, 0, 0, 0}};
    struct fid_error err;
    *run = (struct fid_run){.id = NULL};
    for (int i = 0; i < FID_STREAM_N; i++) {
        run->stream[i].first_ns = INT64_MAX;
        run->stream[i].last_ns = INT64_MIN;
    }
    if (phases)
        must (fid_phases_build (&run->phases, list, 2, &err));
    struct fid_stream *s = &run->stream[FID_STREAM_DATA_READ];
    s->traced = true;
    for (size_t i = 0; i < n; i++) {
        must (fid_grid_add (&s->grid, t_ns[i] - (phases ? run->phases.origin_ns : 0), bytes[i],
                            &err));
        s->first_ns = t_ns[i] < s->first_ns ? t_ns[i] : s->first_ns;
        s->last_ns = t_ns[i] > s->last_ns ? t_ns[i] : s->last_ns;
    }
}

static void clear (struct fid_run *run)
{
    fid_grid_clear (&run->stream[FID_STREAM_DATA_READ].grid);
    fid_phases_clear (&run->phases);
}

static void test_stream (void)
{
    static const int64_t at[] = {11 * S, 14 * S, 14 * S + 499 * MS, 14 * S + 500 * MS,
                                 19 * S + 990 * MS};
    static const uint64_t bytes[] = {1 << 20, 1 << 20, 2 << 20, 4 << 20, 8 << 20};
    struct fid_run run;
    struct fid_track t;
    struct fid_error err;
    make (&run, true, at, bytes, 5);
    must (fid_track_stream (&run, FID_STREAM_DATA_READ, 500 * MS, true, &t, &err));
    ok (t.first == -8 && t.n == 20 && t.dt_s == 0.5,
        "from 10 s, 4 s before the job, to 20 s, in half seconds");
    ok (t.mean[2] == 2 && t.mean[8] == 6 && t.mean[9] == 8 && t.mean[19] == 16 &&
            t.mean[0] == 0,
        "MiB/s: bytes of the half second, twice");
    fid_track_clear (&t);
    must (fid_track_stream (&run, FID_STREAM_DATA_READ, 500 * MS, false, &t, &err));
    ok (t.mean[8] == 4 && t.mean[9] == 2 && t.mean[10] == 0, "operations a second");
    fid_track_clear (&t);
    must (fid_track_stream (&run, FID_STREAM_CHECKPOINT_WRITE, 500 * MS, false, &t, &err));
    ok (t.n == 0 && !t.mean, "not traced: nothing");
    fid_track_clear (&t);
    clear (&run);

    /* without phases the trace begins at 0, wherever bins lie */
    static const int64_t odd[] = {11 * S + 3 * MS, 12 * S + 2 * MS, 13 * S + 2 * MS};
    static const uint64_t ones[] = {1, 1, 1};
    make (&run, false, odd, ones, 3);
    must (fid_track_stream (&run, FID_STREAM_DATA_READ, S, false, &t, &err));
    ok (t.first == 0 && t.n == 3 && t.mean[0] == 1 && t.mean[1] == 1 && t.mean[2] == 1,
        "no phases: zero is the first event, nothing is lost");
    fid_track_clear (&t);
    clear (&run);
}

static void test_gauge (void)
{
    struct fid_run run;
    struct fid_track t;
    struct fid_error err;
    int64_t stamp[30];
    double x[30];
    size_t n = 0;
    make (&run, true, NULL, NULL, 0);
    for (int i = 8; i <= 32; i++) /* a stamp ends its second; 17 and 18 are lost */
        if (i != 17 && i != 18) {
            stamp[n] = i * S + 200 * MS;
            x[n++] = i;
        }
    run.gauge[FID_GAUGE_DISK_READ] =
        (struct fid_gauge){.t_ns = stamp, .value = x, .n = n, .dim = 1, .period_s = 1};
    must (fid_track_gauge (&run, FID_GAUGE_DISK_READ, FID_LEVEL_BUSY, 1, &t, &err));
    ok (t.first == -4 && t.n == 10, "over what is known of the run, not what was monitored");
    ok (t.mean[0] == 11 && t.mean[4] == 15 && t.mean[9] == 20,
        "the sample that ends after the middle of a bucket: 10.5 s has the one of 11.2 s");
    ok (t.mean[5] == 16 && t.mean[6] == FID_GAP && t.mean[7] == FID_GAP && t.mean[8] == 19,
        "what is lost is a gap: to 16.5 s the next sample is 2.7 s away");
    fid_track_clear (&t);
    must (fid_track_gauge (&run, FID_GAUGE_DISK_READ, FID_LEVEL_BUSY, 1e-3, &t, &err));
    ok (t.n == 0, "thousands of buckets for a few samples are not laid out");
    fid_track_clear (&t);
    must (fid_track_gauge (&run, FID_GAUGE_CPU, FID_LEVEL_BUSY, 1, &t, &err));
    ok (t.n == 0, "not recorded: nothing");
    fid_track_clear (&t);

    double cpu[8] = {30, 20, 10, 40, 5, 0, 0, 100.5};
    int64_t two[2] = {15 * S, 16 * S};
    run.gauge[FID_GAUGE_CPU] = (struct fid_gauge){
        .t_ns = two, .value = cpu, .n = 2, .dim = FID_CPU_DIM, .period_s = 1};
    static const double want[][2] = {{60, 0}, {30, 5}, {20, 0}, {10, 0}};
    bool all = true;
    for (int level = FID_LEVEL_BUSY; level <= FID_LEVEL_IOWAIT; level++) {
        must (fid_track_gauge (&run, FID_GAUGE_CPU, (enum fid_level)level, 1, &t, &err));
        all &= t.n == 2 && t.mean[0] == want[level][0] && t.mean[1] == want[level][1];
        fid_track_clear (&t);
    }
    ok (all, "CPU: busy (never below 0), user, system, waiting");
    run.gauge[FID_GAUGE_CPU] = run.gauge[FID_GAUGE_DISK_READ] = (struct fid_gauge){.n = 0};
    clear (&run);
}

static void test_bin (void)
{
    struct fid_extent x[2] = {{0, -5 * S, 5 * S}, {0, 0, 1 * S}};
    ok (fid_track_bin (x, 10 * MS, 1001) == 10 * MS, "as many bins as there may be");
    ok (fid_track_bin (x, 10 * MS, 1000) == 20 * MS, "one more: twice as wide");
    x[1].end_ns = INT64_MAX / 2; /* a stamp of another century */
    int64_t bin = fid_track_bin (x, 10 * MS, 1 << 20);
    ok (x[1].end_ns / bin < 1 << 20 && x[1].end_ns / (bin / 2) >= 1 << 20,
        "the longer one decides");
}

int main (void)
{
    test_thin ();
    test_laws ();
    test_factor ();
    test_stream ();
    test_gauge ();
    test_bin ();
    return tap_done ();
}
