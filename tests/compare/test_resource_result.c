/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the result of a resource: measures with values, details and reasons; options of a pair */
#include <stdbool.h>
#include "compare/pair.h"
#include "compare/resource_result.h"
#include "tests/tap.h"

int main (void)
{
    struct fid_error err;
    struct fid_resource_result c = {.info = &fid_resources[0]};
    fid_measure_miss (
        &c, &(struct fid_measure){.facet = FID_FACET_SHAPE, .metric = fid_metric_find ("dtw")},
        &(struct fid_reason){.code = FID_REASON_FEW_BINS});
    fid_resource_close (&c);
    ok (c.status == FID_STATUS_NOT_COMPARED && c.reason.code == FID_REASON_NO_MEASURE,
        "without any valid measure it is not compared, with a reason");
    ok (!c.measure[0].valid && c.measure[0].reason.code == FID_REASON_FEW_BINS &&
            c.measure[0].noise == -1 && c.measure[0].low == -1,
        "the measure has its own reason");
    double x0;
    fid_measure_detail (&c, "real", 3);
    ok (!fid_measure_find_detail (&c.measure[0], "real", &x0), "and no details");

    c = (struct fid_resource_result){.info = &fid_resources[0]};
    double a = 3, b = 6;
    struct fid_signal sa = {.x = &a, .n = 1}, sb = {.x = &b, .n = 1};
    struct fid_metric_opts opts = {.floor = 1};
    const struct fid_measure ops = {.facet = FID_FACET_VOLUME,
                                    .quantity = FID_QUANTITY_OPS,
                                    .metric = fid_metric_find ("ratio")};
    ok (fid_measure_add (&c, &ops, &sa, &sb, &opts, &err) == 0 && c.measure_n == 1 &&
            c.measure[0].valid && c.measure[0].noise == -1 && c.measure[0].low == -1,
        "a measure is added, without noise or interval");
    fid_resource_close (&c);
    ok (c.status == FID_STATUS_COMPARED, "it is compared");
    ok_close (c.measure[0].value.distance, log (2), 1e-15, "3 against 6: ln 2");
    fid_measure_detail (&c, "extra", 7);
    ok (fid_measure_find_detail (&c.measure[0], "extra", &x0) && x0 == 7, "a detail is found");
    ok (!fid_measure_find_detail (&c.measure[0], "none", &x0) && x0 == 7, "another is not");
    struct fid_measure again = c.measure[0];
    ok (fid_measure_find (&c, &again) == &c.measure[0], "the same facet, quantity and metric");
    again.quantity = FID_QUANTITY_BYTES;
    ok (!fid_measure_find (&c, &again), "another quantity, another measure");
    again.quantity = FID_QUANTITY_OPS;
    again.facet = FID_FACET_TIMING;
    ok (!fid_measure_find (&c, &again), "another facet, another measure");
    double bad = NAN;
    struct fid_signal sn = {.x = &bad, .n = 1};
    ok (fid_measure_add (&c, &ops, &sn, &sb, &opts, &err) == -1 &&
            err.status == FID_EINTERNAL && c.measure_n == 1,
        "NaN is an internal error, never a result");

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
