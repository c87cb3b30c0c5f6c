/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pair_charts.c - charts of a pair from numbers made by hand */
#include "tests/tap.h"
#include "charts/pair_figure.h"

enum { N = 40 };
static double freq[N], psd[2][N], quantile[] = {0, 0.5, 1}, size[] = {512, 1024, 4096};
static enum fid_time_axis axis;
static double one_to_four[] = {1, 2, FID_GAP, 4}, late[] = {3, 5, 7, 9};

/* Draw the chart of that name; NULL: there is nothing to draw. */
static char *draw (const struct fid_series *s, const char *what)
{
    struct fid_error err;
    struct fid_figure fig = {0};
    struct fid_canvas_opts opts = {.width = 776, .page = true, .title = "test"};
    struct fid_pair_opts pair = {.from_s = -1e9, .to_s = 1e9, .axis = axis};
    struct fid_pair_left_out left_out;
    const struct fid_result r = {.head.path = "r.json"};
    size_t n, bit = 0;
    char *svg = NULL;
    while (strcmp (fid_pair_chart_names[bit], what) != 0)
        bit++;
    pair.what = 1u << bit;
    if (fid_pair_figure (&fig, &r, s, &pair, &left_out, &err) == 0) {
        opts.height = fid_figure_height (&fig, opts.width);
        struct fid_canvas *c = fid_canvas_svg (&opts, &err);
        fid_figure_draw (&fig, c, opts.width, opts.height, &err);
        svg = fid_canvas_finish (c, &n, &err);
    }
    fid_figure_clear (&fig);
    return svg;
}

static void has (const struct fid_series *s, const char *what, const char *text, int want,
                 const char *says)
{
    char *svg = draw (s, what);
    ok (svg && (strstr (svg, text) != NULL) == want && !strstr (svg, "nan") &&
            !strstr (svg, "inf"),
        "%s", says);
    free (svg);
}

/* Jumps and sizes. */
static void test_distributions (struct fid_series *s)
{
    struct fid_series_jumps jumps = {
        .resource = FID_RESOURCE_DATA_READ, .n = {10, 10}, .sequential = {4, 10}};
    s->jumps = &jumps;
    s->jump_n = 1;
    s->dist->quantity = FID_QUANTITY_JUMP;
    has (s, "distributions", "sequential: 40 %, second run 100 %", 1, "how much is sequential");
    s->dist->quantity = FID_QUANTITY_SIZE;
    s->dist->by_bytes[0] = (struct fid_numbers){size, 3};
    has (s, "distributions", "share of bytes", 1, "sizes weighted by bytes");
}

/* A run at half the speed: its second is half a second of the job. */
static void test_rates (struct fid_series *s)
{
    static double link[2][2] = {{0.5, 1.5}, {0.5, 3.5}};
    static double window[2][2] = {{0, 4}, {0, 4}};
    struct fid_series_warp warp = {.resource = FID_RESOURCE_DATA_READ,
                                   .link = {{link[0], 2}, {link[1], 2}}};
    has (s, "rates", "warping path", 0, "a pair that was not warped has no path");
    has (s, "rates", "time from the start of the job", 1, "rates over time");
    s->warp = &warp;
    s->warp_n = 1;
    has (s, "rates", "warping path: second run +1 s, at most 2 s", 1,
         "the path is with the rates");
    warp.resource = FID_RESOURCE_CHECKPOINT_WRITE;
    has (s, "rates", "warping path", 0, "but with those of its own resource");
    warp.resource = FID_RESOURCE_DATA_READ;
    for (int side = 0; side < 2; side++)
        s->side[side].window = (struct fid_numbers){window[side], 2};
    axis = FID_TIME_PERCENT;
    has (s, "rates", "share of each job, %", 1, "both on the axis that is asked for");
    axis = FID_TIME_PHASES;
    has (s, "rates", "time from the start of the job", 1, "seconds where the pair lacks it");
    axis = FID_TIME_SECONDS;
    s->warp_n = 0;
}

int main (void)
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
    has (&s, "spectra", "every", 0, "a flat spectrum has no period");
    psd[0][19] = peak.psd = 50;
    has (&s, "spectra", "every 0.5 s, not certain", 1, "a peak that stands out has one");
    spectrum.side[1].period_s = 0.25;
    spectrum.side[1].confidence = 0.9;
    has (&s, "spectra", "second: every 0.25 s, confidence 0.90", 1, "a dominant period");
    spectrum.side[1].period_s = FID_GAP;
    ok (!draw (&s, "answer"), "what is not known is not drawn");
    test_rates (&s);
    test_distributions (&s);
    return tap_done ();
}
