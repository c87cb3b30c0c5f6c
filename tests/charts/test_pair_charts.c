/* test_pair_charts.c - charts of a pair from numbers made by hand */
#include "tests/tap.h"
#include <math.h>
#include "charts/pair_charts.h"

enum { N = 40 };
static double freq[N], psd[2][N], quantile[] = {0, 0.5, 1}, size[] = {512, 1024, 4096};
static double one_to_four[] = {1, 2, FID_GAP, 4}, late[] = {3, 5, 7, 9};

#if defined __GLIBC__ && !defined __SANITIZE_ADDRESS__
#define CAN_FAIL 1
extern void *__libc_calloc (size_t n, size_t each);
static long left; /* calls of calloc until one fails; 0: none fails */

void *
calloc (size_t n, size_t each)
{
    return left && !--left ? NULL : __libc_calloc (n, each);
}
#endif

static char *
draw (const struct fid_series *s, enum fid_pair_chart what)
{
    struct fid_error err;
    struct fid_canvas_opts opts = {.page = true, .title = "test"};
    size_t n;
    if (fid_pair_chart_size (s, what, &opts.width, &opts.height))
        return NULL;
    struct fid_canvas *c = fid_canvas_svg (&opts, &err);
    fid_pair_chart_draw (s, what, 0, c);
    return fid_canvas_finish (c, &n, &err);
}

static void
has (const struct fid_series *s, enum fid_pair_chart what, const char *text, int want,
     const char *says)
{
    char *svg = draw (s, what);
    ok (svg && (strstr (svg, text) != NULL) == want && !strstr (svg, "nan") &&
            !strstr (svg, "inf"),
        "%s", says);
    free (svg);
}

/* A chart whose height follows from what is in it is not drawn lower when memory is lost. */
static void
test_lost_memory (const struct fid_series *s)
{
#ifdef CAN_FAIL
    double w, h, want;
    size_t wrong = 0, n = 0;
    ok_int (fid_pair_chart_size (s, FID_CHART_ROLE_BYTES, &w, &want), 0, "a size");
    for (int rc = -1; rc && n < 1000;) {
        left = (long)++n;
        rc = fid_pair_chart_size (s, FID_CHART_ROLE_BYTES, &w, &h);
        wrong += !rc && fabs (h - want) > 0;
    }
    left = 0;
    ok (n > 2 && !wrong, "it is wrong for none of %zu allocations that fail", n - 1);
#else
    (void)s;
#endif
}

/* Roles, places, sizes and latencies: first of a file that has none of it. */
static void
test_access (struct fid_series *s)
{
    static double rate[] = {1, 2, 0, 4}, when[] = {0.5, 1.5, 1.5}, where[] = {0, 1024, 1024};
    static double edge[] = {1, 2, 4}, count[] = {0, 90, 10, 0};
    struct fid_series_role role = {.role = FID_ROLE_DATA};
    struct fid_series_grid grid = {.resource = FID_RESOURCE_DATA_READ,
                                   .size = {edge, 3},
                                   .latency = {edge, 3},
                                   .count = {{count, 4}, {NULL, 0}},
                                   .total = {100, 0}};
    struct fid_series_jumps jumps = {
        .resource = FID_RESOURCE_DATA_READ, .n = {10, 10}, .sequential = {4, 10}};
    struct fid_series_access *a = &s->access;
    ok (!fid_pair_chart_known (s, FID_CHART_ROLES) &&
            !fid_pair_chart_known (s, FID_CHART_PLACES),
        "an older file has none of it");
    role.side[0].rate = (struct fid_numbers){rate, 4};
    role.side[0].read_n = 7340032;
    *a = (struct fid_series_access){.known = true,
                                    .dt_s = 1,
                                    .bin_n = 4,
                                    .role = &role,
                                    .role_n = 1,
                                    .jumps = &jumps,
                                    .jump_n = 1,
                                    .grid = &grid,
                                    .grid_n = 1};
    a->places[0].t_s = (struct fid_numbers){when, 3};
    a->places[0].at = (struct fid_numbers){where, 3};
    a->places[0].n = 3;
    a->places[0].file_n = 2;
    a->places[0].space_n = 2048;
    ok (fid_pair_chart_known (s, FID_CHART_ROLES), "roles are known");
    has (s, FID_CHART_ROLES, "I/O by role, second run", 1, "both runs have a panel");
    has (s, FID_CHART_ROLES, "nothing was read or written", 1, "one of them empty");
    has (s, FID_CHART_ROLE_BYTES, "data, read, real run: 7 MiB", 1, "bytes of a role");
    has (s, FID_CHART_ROLE_BYTES, "written", 0, "nothing was written");
    has (s, FID_CHART_PLACES, "real run: 2 files", 1, "where data is read");
    has (s, FID_CHART_PLACES, "no offsets are known", 1, "not of the second run");
    has (s, FID_CHART_SIZE_LATENCY, "none with a size and a latency", 1,
         "cells of one run only");
    s->dist->quantity = FID_QUANTITY_JUMP;
    has (s, FID_CHART_SPREAD, "sequential: 40 %, second run 100 %", 1, "how much is sequential");
    s->dist->quantity = FID_QUANTITY_SIZE;
    s->dist->by_bytes[0] = (struct fid_numbers){size, 3};
    has (s, FID_CHART_SPREAD_BYTES, "share of bytes", 1, "sizes weighted by bytes");
    test_lost_memory (s);
}

int
main (void)
{
    struct fid_series_peak peak = {0.5, 0};
    struct fid_series_spectrum spectrum = {.resource = FID_RESOURCE_DATA_READ,
                                           .quantity = FID_QUANTITY_SHAPE,
                                           .unit = FID_IN_OPS_PER_HZ,
                                           .freq_hz = {freq, N}};
    struct fid_series_time time = {.resource = FID_RESOURCE_DATA_READ,
                                   .quantity = FID_QUANTITY_BYTES,
                                   .unit = FID_IN_MIB_PER_S};
    struct fid_series_dist dist = {.resource = FID_RESOURCE_DATA_READ,
                                   .quantity = FID_QUANTITY_SIZE,
                                   .unit = FID_IN_BYTES};
    struct fid_series s = {.quantile = {quantile, 3},
                           .time = &time,
                           .time_n = 1,
                           .dist = &dist,
                           .dist_n = 1,
                           .spectrum = &spectrum,
                           .spectrum_n = 1};
    for (int i = 0; i < N; i++) {
        freq[i] = 0.1 * (i + 1);
        psd[0][i] = psd[1][i] = 1 + 0.1 * (i % 3);
    }
    for (int side = 0; side < 2; side++) {
        s.side[side].id = side ? "b" : "a";
        s.side[side].to_s = 4;
        spectrum.side[side].psd = (struct fid_numbers){psd[side], N};
        spectrum.side[side].peak = &peak;
        spectrum.side[side].peak_n = 1;
        spectrum.side[side].period_s = FID_GAP;
        time.side[side] = (struct fid_series_track){
            .dt_s = 1, .n = 4, .from_n = 4, .value = {side ? late : one_to_four, 4}};
        dist.side[side] = (struct fid_numbers){size, 3};
    }
    peak.psd = 1.2;
    has (&s, FID_CHART_SPECTRUM, "every", 0, "a flat spectrum has no period");
    psd[0][19] = peak.psd = 50;
    has (&s, FID_CHART_SPECTRUM, "every 0.5 s, not certain", 1,
         "a peak that stands out has one");
    spectrum.side[1].period_s = 0.25;
    spectrum.side[1].confidence = 0.9;
    has (&s, FID_CHART_SPECTRUM, "second: every 0.25 s, confidence 0.90", 1,
         "a dominant period");
    spectrum.side[1].period_s = FID_GAP;
    has (&s, FID_CHART_TIME, "second run minus real run", 1, "two runs have a difference");
    time.side[1].n = 0;
    time.side[1].value = (struct fid_numbers){0};
    has (&s, FID_CHART_TIME, "second run minus real run", 0, "one alone has none");
    has (&s, FID_CHART_PHASES, "no phases are known", 1, "no phases");
    has (&s, FID_CHART_OFFSET, "no resource was compared over time", 1, "no warp");
    has (&s, FID_CHART_STEPS, "no run recorded its steps", 1, "no steps");
    test_access (&s);
    return tap_done ();
}
