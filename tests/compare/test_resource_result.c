/* facets into one similarity */
#include <stdbool.h>
#include "compare/pair.h"
#include "compare/resource_result.h"
#include "tests/tap.h"

static void
put (struct fid_resource_result *c, enum fid_facet_id facet, double similarity, double weight)
{
    c->measure[c->measure_n++] = (struct fid_measure){.facet = facet,
                                                      .quantity = FID_QUANTITY_LEVEL,
                                                      .valid = true,
                                                      .weight = weight,
                                                      .value = {.similarity = similarity}};
}

static double
total (struct fid_resource_result *c)
{
    fid_resource_close (c);
    return c->status == FID_STATUS_COMPARED ? c->similarity : -1;
}

int
main (void)
{
    struct fid_error err;
    struct fid_resource_result c = {.measure_n = 0};
    put (&c, FID_FACET_VOLUME, 0.25, 1);
    put (&c, FID_FACET_VOLUME, 1, 1);
    put (&c, FID_FACET_TIMING, 0.5, 1);
    ok_close (fid_resource_facet (&c, FID_FACET_VOLUME), 0.5, 1e-15,
              "geometric mean inside a facet");
    ok_close (total (&c), 0.5, 1e-15, "facets weigh alike, however many measures they have");
    ok_close (fid_resource_facet (&c, FID_FACET_RHYTHM), -1, 0, "a facet that is not there");

    c = (struct fid_resource_result){.measure_n = 0};
    put (&c, FID_FACET_VOLUME, 0, 1);
    put (&c, FID_FACET_TIMING, 1, 1);
    ok_close (total (&c), 0.1, 1e-15, "one zero of two counts as 0.01: sqrt (0.01)");
    c = (struct fid_resource_result){.measure_n = 0};
    put (&c, FID_FACET_VOLUME, 0, 1);
    put (&c, FID_FACET_TIMING, 0, 1);
    ok_close (total (&c), 0, 0, "nothing but zeros is 0");

    c = (struct fid_resource_result){.measure_n = 0};
    put (&c, FID_FACET_VOLUME, 1, 1);
    put (&c, FID_FACET_RHYTHM, 0.25, 0.5);
    ok_close (total (&c), pow (0.25, 1. / 3), 1e-15,
              "a measure of half confidence weighs half");
    c = (struct fid_resource_result){.measure_n = 0};
    put (&c, FID_FACET_VOLUME, 0.5, 1);
    put (&c, FID_FACET_RHYTHM, 0.01, 0);
    ok_close (total (&c), 0.5, 1e-15, "one of none nothing");

    c = (struct fid_resource_result){.info = &fid_resources[0]};
    fid_measure_miss (
        &c, &(struct fid_measure){.facet = FID_FACET_SHAPE, .metric = fid_metric_find ("dtw")},
        &(struct fid_reason){.code = FID_REASON_FEW_BINS});
    ok (total (&c) < 0 && c.status == FID_STATUS_NOT_COMPARED &&
            c.reason.code == FID_REASON_NO_MEASURE,
        "without any measure there is no similarity but a reason");

    c = (struct fid_resource_result){.info = &fid_resources[0]};
    double a = 3, b = 6;
    struct fid_signal sa = {.x = &a, .n = 1}, sb = {.x = &b, .n = 1};
    struct fid_metric_opts opts = {.floor = 1};
    const struct fid_measure ops = {.facet = FID_FACET_VOLUME,
                                    .quantity = FID_QUANTITY_OPS,
                                    .metric = fid_metric_find ("ratio")};
    ok (fid_measure_add (&c, &ops, &sa, &sb, &opts, &err) == 0 && c.measure_n == 1 &&
            c.measure[0].valid,
        "a measure is added");
    ok_close (total (&c), 0.5, 1e-15, "3 against 6");

    struct fid_pair pair = {.step_s = 2};
    ok_close (fid_pair_band (&pair, 100), 3, 1e-15, "band: 1.5 steps");
    ok_close (fid_pair_band (&pair, 20), 1, 1e-15, "or 5 % of the duration, if that is less");
    pair.step_s = 0;
    ok_close (fid_pair_band (&pair, 100), 5, 1e-15, "or if no step is known");
    pair.band_s = 7;
    ok_close (fid_pair_band (&pair, 100), 7, 0, "or what the user says");

    struct fid_run emu = {.step_s = 0};
    pair = (struct fid_pair){.emu = &emu, .step_s = 0.4};
    ok (fid_pair_sees_steps (&pair, 0.2), "two samples a step show it");
    ok (!fid_pair_sees_steps (&pair, 0.25), "fewer do not");
    emu.step_s = 0.3;
    ok (!fid_pair_sees_steps (&pair, 0.2) && fid_pair_sees_steps (&pair, 0.15),
        "the emulation's shorter step counts");
    pair.step_s = 0;
    ok (!fid_pair_sees_steps (&pair, 0.2), "also where it is the only one known");
    emu.step_s = 0;
    ok (fid_pair_sees_steps (&pair, 100), "without steps nothing is refused");

    static const double x[] = {0, 5, 0, 1, 2, 3, 4, 0};
    ok_close (fid_p99_nonzero (x, 8, &err), 4.96, 1e-12, "P99 of 1 2 3 4 5, zeros left out");
    ok_close (fid_p99_nonzero (x, 1, &err), 0, 0, "0 of nothing but zeros");
    ok_close (fid_p99_nonzero (NULL, 0, &err), 0, 0, "0 of nothing");
    return tap_done ();
}
