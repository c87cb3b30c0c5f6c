/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_zoom.c - stretches of a run by name */
#include "tests/tap.h"
#include "charts/run_figure.h"

#define S INT64_C (1000000000)

/* INIT 100..110, two epochs of training with an evaluation and a checkpoint
 * behind the first, to 400. */
static const struct fid_phase phases[] = {
    {FID_PHASE_INIT, FID_NAME_INIT, 100 * S, 110 * S, -1, -1, 0, 0, 0},
    {FID_PHASE_TRAINING, FID_NAME_EPOCH, 110 * S, 200 * S, 1, -1, 0, 0, 0},
    {FID_PHASE_EVAL, FID_NAME_EVAL, 200 * S, 220 * S, 1, -1, 0, 0, 0},
    {FID_PHASE_CHECKPOINT, FID_NAME_CHECKPOINT, 220 * S, 225 * S, 1, -1, 0, 0, 0},
    {FID_PHASE_TRAINING, FID_NAME_EPOCH, 230 * S, 400 * S, 2, -1, 0, 0, 0},
};

static const struct {
    const char *name;
    int64_t from_s, to_s;
} cases[] = {
    {"init", 95, 115},         {"first_5min", 95, 400},  {"first_training", 105, 205},
    {"first_epoch", 105, 230}, {"first_eval", 195, 225}, {"first_ckpt", 215, 230},
    {"last_2min", 280, 400},   {"last_5s", 395, 400},
};

int main (void)
{
    struct fid_run run = {0};
    struct fid_error err;
    struct fid_stretch_ns s;
    for (int i = 0; i < FID_STREAM_N; i++) {
        run.stream[i].first_ns = INT64_MAX;
        run.stream[i].last_ns = INT64_MIN;
    }
    ok (!fid_zoom_find (&run, "init", &s), "without phases there is no init");
    ok (fid_zoom_find (&run, "overview", &s) && s.from_ns == INT64_MIN, "but an overview");
    ok (!fid_zoom_extent (&run, &s), "of nothing");
    run.stream[FID_STREAM_DATA_READ].first_ns = 90 * S;
    run.stream[FID_STREAM_DATA_READ].last_ns = 90 * S;
    ok (!fid_zoom_extent (&run, &s), "an instant is no stretch");
    run.stream[FID_STREAM_DATA_READ].last_ns = 300 * S;
    ok (fid_zoom_zero (&run) == 90 * S, "without phases, 0 is the first event");

    ok (fid_phases_build (&run.phases, phases, 5, &err) == 0, "phases");
    ok (fid_zoom_zero (&run) == 110 * S, "0 is where the job begins");
    ok (fid_zoom_extent (&run, &s) && s.from_ns == 90 * S && s.to_ns == 400 * S,
        "events and phases make the extent");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool there = fid_zoom_find (&run, cases[i].name, &s);
        ok (there && s.from_ns == cases[i].from_s * S && s.to_ns == cases[i].to_s * S,
            "%s: %lld to %lld s", cases[i].name, (long long)(s.from_ns / S),
            (long long)(s.to_ns / S));
    }
    ok (!fid_zoom_find (&run, "last_5S", &s), "names are exact");
    int known_n = 0;
    for (size_t i = 0; fid_zooms[i]; i++)
        known_n += fid_zoom_find (&run, fid_zooms[i], &s);
    ok (known_n == 9, "all names of the list are known");
    fid_phases_clear (&run.phases);

    ok (fid_phases_build (&run.phases, phases, 1, &err) == 0, "a run that ends in INIT");
    ok (!fid_zoom_find (&run, "first_eval", &s) && !fid_zoom_find (&run, "first_epoch", &s),
        "what is missing is left out");
    fid_phases_clear (&run.phases);
    return tap_done ();
}
