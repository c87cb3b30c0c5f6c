/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rhythm of recorded runs: where in a bin the bursts fall must not matter */
#include "compare/extract.h"
#include "compare/series.h"
#include "metrics/metric.h"
#include "tests/compare/recorded.h"

/* Distance of a metric on the training's operations; -1 if it is not defined. */
static double distance (const char *metric, const struct fid_run *a, const struct fid_run *b,
                        enum fid_stream_id id)
{
    struct fid_pair pair;
    struct fid_shape s;
    struct fid_error err;
    struct fid_metric_value v;
    if (fid_pair_init (&pair, a, b, &(struct fid_compare_opts){.penalty = -1}, &err) ||
        fid_shape_rhythm (&pair, id, &s, &err))
        exit (99);
    struct fid_signal x = {.x = s.x[0], .n = s.n[0], .dim = s.dim, .dt_s = s.dt_s};
    struct fid_signal y = {.x = s.x[1], .n = s.n[1], .dim = s.dim, .dt_s = s.dt_s};
    int rc = fid_metric_find (metric)->eval (&x, &y, &(struct fid_metric_opts){.scale = 1}, &v);
    fid_shape_clear (&s);
    return rc ? -1 : v.distance;
}

static double width (const struct fid_run *a, const struct fid_run *b, enum fid_stream_id id)
{
    struct fid_pair pair;
    struct fid_error err;
    if (fid_pair_init (&pair, a, b, &(struct fid_compare_opts){.penalty = -1}, &err))
        exit (99);
    return fid_extract_bins_for (a, b, id, pair.rhythm_dt_s).dt_s;
}

/* Octaves: a hundredth of the tolerance. */
#define LITTLE 0.005

/* Move all phases, as if the log had been written that much later. */
static void move_phases (struct fid_run *run, int64_t by_ns)
{
    for (size_t i = 0; i < run->phases.segment_n; i++) {
        run->phases.segment[i].start_ns += by_ns;
        run->phases.segment[i].end_ns += by_ns;
    }
}

static void test_half_bin (const char *one, const char *again)
{
    struct fid_run *a = recorded (one), *moved = recorded (one), *b = recorded (again);
    static const enum fid_stream_id ids[] = {FID_STREAM_BLOCK_READ, FID_STREAM_DATA_READ};
    for (size_t k = 0; k < sizeof ids / sizeof *ids; k++) {
        int64_t half_ns = (int64_t)(width (a, b, ids[k]) * 1e9) / 2;
        double noise = distance ("spectral_w1", a, b, ids[k]);
        move_phases (moved, half_ns);
        double half = distance ("spectral_w1", a, moved, ids[k]);
        move_phases (moved, -half_ns);
        ok (half >= 0 && noise > 0 && (half < 0.2 * noise || half < LITTLE),
            "%s, %s: half a bin costs %.4f octaves, a repeat %.4f", one,
            fid_stream_name (ids[k]), half, noise);
    }
    fid_run_destroy (a);
    fid_run_destroy (b);
    fid_run_destroy (moved);
}

/* What is drawn: at most five peaks of a spectrum, the highest first, and gauges that are sampled
 * alike in equal buckets on both sides. */
static void test_drawn (const struct fid_run *real, struct fid_run *emu)
{
    struct fid_pair pair;
    struct fid_error err;
    struct fid_series s = {.time_n = 0};
    struct fid_series_size size = {.point_n = 2000};
    for (int id = 0; id < FID_GAUGE_N; id++)
        emu->gauge[id].period_s *= 1.01; /* stamps jitter */
    size_t most = 0, falling = 0, alike_n = 0, apart_n = 0;
    if (fid_pair_init (&pair, real, emu, &(struct fid_compare_opts){.penalty = -1}, &err) ||
        fid_series_spectra (&s, &pair, &err) || fid_series_resources (&s, &pair, &size, &err))
        exit (99);
    for (size_t i = 0; i < s.spectrum_n; i++)
        for (int k = 0; k < 2; k++) {
            const struct fid_series_spectrum_side *side = &s.spectrum[i].side[k];
            most = side->peak_n > most ? side->peak_n : most;
            for (size_t p = 1; p < side->peak_n; p++)
                falling += side->peak[p].psd > side->peak[p - 1].psd * (1 + 1e-6);
        }
    ok (most == 5 && !falling, "five peaks of a spectrum at most, the highest first");
    for (size_t i = 0; i < s.time_n; i++) {
        const struct fid_series_time *t = &s.time[i];
        if (fid_resources[t->resource].kind != FID_KIND_GAUGE || !t->side[0].n || !t->side[1].n)
            continue;
        double a = real->gauge[fid_resources[t->resource].index].period_s,
               b = emu->gauge[fid_resources[t->resource].index].period_s;
        bool alike = a != b && fabs (a - b) <= 0.02 * a;
        alike_n += alike;
        apart_n += alike && t->side[0].dt_s != t->side[1].dt_s;
    }
    ok (alike_n && !apart_n,
        "%zu gauges whose stamps jitter have the same buckets on both sides", alike_n);
    fid_arena_clear (&s.arena);
}

int main (void)
{
    test_half_bin ("UNET3D_real_r2", "UNET3D_real_r4");
    test_half_bin ("BERT_real_r2", "BERT_real_r4");
    test_half_bin ("DLRM_real_r4", "DLRM_real_r7");
    struct fid_run *real = recorded ("UNET3D_real_r2"), *emu = recorded ("UNET3D_dlio_r2");
    double d = distance ("period", real, emu, FID_STREAM_DATA_READ);
    ok (d >= 0 && d < 0.25, "the emulation's steps have the period of the real run: %.3f", d);
    test_drawn (real, emu);
    fid_run_destroy (real);
    fid_run_destroy (emu);
    return tap_done ();
}
