/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gaps in what a monitor recorded: few are compared, more than 5 % are not */
#include "tests/compare/made_run.h"

/* A monitor is silent for some seconds of about 50: is CPU compared, and if not, why? */
static void ok_gap (int real_s, int emu_s, bool compared, const char *what)
{
    struct rundir a, b;
    struct fid_error err = {0};
    training (&a, "a", (struct shape){.gauge_gap_s = real_s});
    training (&b, "b", (struct shape){.gauge_gap_s = emu_s});
    cJSON *doc = compare_dirs (&a, &b, &compare_opts, &err);
    const cJSON *cpu = resource (doc, "cpu");
    ok_str (text_of (cpu, "status"), compared ? "compared" : "not compared", what);
    if (!compared)
        ok (strstr (text_of (cpu, "reason"), "samples are missing") != NULL,
            "and the reason is: %s", text_of (cpu, "reason"));
    cJSON_Delete (doc);
    rundir_remove (&a);
    rundir_remove (&b);
}

int main (void)
{
    rundir_begin ();
    ok_gap (0, 0, true, "no gap");
    ok_gap (0, 2, true, "a gap of 2 seconds in the emulation");
    ok_gap (2, 0, true, "a gap of 2 seconds in the real run");
    ok_gap (0, 5, false, "a gap of 5 seconds in the emulation");
    ok_gap (5, 0, false, "a gap of 5 seconds in the real run");
    rundir_end ();
    return tap_done ();
}
