/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_time_map.c - other axes of time, and axes that spikes do not set */
#include "tests/tap.h"
#include <math.h>
#include <stdlib.h>
#include "charts/pair_figure.h"

/* The real run: TRAINING 0..10, EVAL 10..12, CHECKPOINT 12..13, TRAINING 13..23.
 * The second: TRAINING 0..20, CHECKPOINT 20..21, EVAL 21..25, TRAINING 27..37. */
static struct fid_series_phase real_phase[] = {{FID_PART_TRAINING, 1, -1, 0, 10},
                                               {FID_PART_EVAL, 1, -1, 10, 12},
                                               {FID_PART_CHECKPOINT, 1, -1, 12, 13},
                                               {FID_PART_TRAINING, 2, -1, 13, 23}};
static struct fid_series_phase second_phase[] = {{FID_PART_TRAINING, 1, -1, 0, 20},
                                                 {FID_PART_CHECKPOINT, 1, -1, 20, 21},
                                                 {FID_PART_EVAL, 1, -1, 21, 25},
                                                 {FID_PART_TRAINING, 2, -1, 27, 37}};
static double window[2][2] = {{0, 20}, {0, 40}};

static struct fid_series pair_of (void)
{
    struct fid_series s = {0};
    s.side[0].phase = real_phase;
    s.side[1].phase = second_phase;
    s.side[0].phase_n = s.side[1].phase_n = 4;
    for (int k = 0; k < 2; k++)
        s.side[k].window = (struct fid_numbers){window[k], 2};
    return s;
}

static void test_axis (enum fid_time_axis axis, int side, const double (*want)[2], size_t n)
{
    struct fid_series s = pair_of ();
    struct fid_time_map map[2];
    struct fid_error err;
    ok_int (fid_time_maps (&s, axis, map, &err), 0, "maps are made");
    for (size_t i = 0; i < n; i++) {
        ok_close (fid_time_place (&map[side], want[i][0]), want[i][1], 1e-9, "to its place");
        ok_close (fid_time_back (&map[side], want[i][1]), want[i][0], 1e-9, "and back");
    }
    fid_time_maps_clear (map);
}

static void test_axes (void)
{
    static const double same[][2] = {{-5, -5}, {3, 3}, {50, 50}};
    static const double real_pct[][2] = {{-2, -10}, {5, 25}, {20, 100}, {30, 150}};
    static const double second_pct[][2] = {{-4, -10}, {10, 25}, {40, 100}};
    /* EVAL is longer than CHECKPOINT, which lies on its other side: it is the one that counts */
    static const double aligned[][2] = {{-3, -3},   {10, 5},  {20, 10}, {23, 11}, {25, 12},
                                        {26, 12.5}, {27, 13}, {32, 18}, {37, 23}, {40, 26}};
    test_axis (FID_TIME_SECONDS, 1, same, 3);
    test_axis (FID_TIME_PERCENT, 0, real_pct, 4);
    test_axis (FID_TIME_PERCENT, 1, second_pct, 3);
    test_axis (FID_TIME_PHASES, 0, same, 3);
    test_axis (FID_TIME_PHASES, 1, (const double[][2]){{-3, -3}, {10, 5}}, 2);
    struct fid_series s = pair_of ();
    struct fid_time_map map[2];
    struct fid_error err;
    fid_time_maps (&s, FID_TIME_PHASES, map, &err);
    double worst = 0;
    for (size_t i = 0; i < sizeof aligned / sizeof *aligned; i++)
        worst = fmax (worst, fabs (fid_time_place (&map[1], aligned[i][0]) - aligned[i][1]));
    ok_close (worst, 0, 1e-9, "phases of the second run lie on those of the real run");
    fid_time_maps_clear (map);
    s.side[1].phase_n = 0;
    fid_time_maps (&s, FID_TIME_PHASES, map, &err);
    ok (!map[0].n && !map[1].n, "without phases there is no such axis");
    fid_time_maps_clear (map);
    s.side[1].phase = &second_phase[2];
    s.side[1].phase_n = 1;
    fid_time_maps (&s, FID_TIME_PHASES, map, &err);
    ok (!map[1].n, "nor where less than half of the real run has a counterpart");
    fid_time_maps_clear (map);
}

/* Twice the speed halves the number of bins and keeps the rate. */
static void test_resample (void)
{
    double value[] = {1, 3, 5, FID_GAP, 7, 7}, got[4];
    struct fid_series_track track = {.t0_s = 0, .dt_s = 10, .n = 6, .value = {value, 6}};
    struct fid_series s = pair_of ();
    struct fid_time_map map[2];
    struct fid_error err;
    fid_time_maps (&s, FID_TIME_PERCENT, map, &err); /* 1 % of the second run is 0.4 s */
    fid_time_resample (&map[1], &track, 0, 50, 4, got);
    ok_close (got[0], 2, 1e-9, "20 s: the mean of two bins");
    ok_close (got[1], 5, 1e-9, "a gap does not count");
    ok_close (got[2], 7, 1e-9, "to the end");
    ok (got[3] == FID_GAP, "behind it nothing");
    fid_time_maps_clear (map);
}

int main (void)
{
    test_axes ();
    test_resample ();
    return tap_done ();
}
