/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phases, evaluations and pace of recorded and of made-up runs */
#include "tests/compare/made_run.h"
#include "tests/compare/recorded.h"

static double grade_of (const cJSON *doc, const char *resource)
{
    const cJSON *g = cJSON_GetObjectItem (resource_of (doc, resource), "grade");
    return cJSON_IsNumber (g) ? g->valuedouble : NAN;
}

/* Once a run without checkpoints had better phases than the right emulation. */
static void test_no_checkpoints (void)
{
    struct fid_run *real = recorded ("UNET3D_real_r2"), *right = recorded ("UNET3D_dlio_r2"),
                   *none = recorded ("UNET3D_dlio_nockpt_r1");
    cJSON *good = compared (real, right, NULL), *bad = compared (real, none, NULL);
    double g = grade_of (good, "phases"), b = grade_of (bad, "phases");
    ok (b < 0.6 * g, "checkpoints missing: phases %.3f, right %.3f", b, g);
    ok_close (number_of (measure_of (bad, "phases", "kinds"), "distance"), 1, 0,
              "a kind is missing");
    ok_close (number_of (measure_of (good, "phases", "kinds"), "distance"), 0, 0,
              "none in the right one");
    ok (number_of (measure_of (bad, "phases", "sequence"), "distance") >
            number_of (measure_of (good, "phases", "sequence"), "distance"),
        "missing is worse than exchanged with the evaluation");
    const cJSON *m = measure_of (good, "phases", "checkpoints");
    ok (number_of (m, "real") == 2 && number_of (m, "distance") == 0,
        "two checkpoints in both");
    ok (number_of (measure_of (bad, "phases", "checkpoints"), "distance") > 2,
        "none is far from two");
    ok_close (number_of (measure_of (good, "phases", "checkpoint_interval_s"), "real"), 30, 3,
              "half a minute from one to the next");
    ok (!measure_of (bad, "phases", "checkpoint_interval_s"),
        "no interval without checkpoints");
    cJSON_Delete (good);
    cJSON_Delete (bad);
    fid_run_destroy (none);

    cJSON *doc = compared (real, right, NULL);
    m = measure_of (doc, "phases", "epochs");
    ok (number_of (m, "real") == 5 && number_of (m, "emulation") == 5, "five epochs");
    m = measure_of (doc, "phases", "epoch_s");
    ok (number_of (m, "distance") < 0.095, "of about the same length: %.3f",
        number_of (m, "distance"));
    m = measure_of (doc, "steps", "step_s");
    ok (number_of (m, "real") > 0.25 && number_of (m, "real") < 0.35 &&
            number_of (m, "distance") < 0.2,
        "median steps of %.3f and %.3f s", number_of (m, "real"), number_of (m, "emulation"));
    m = measure_of (doc, "evaluation", "evaluations");
    ok (number_of (m, "real") == 5 && number_of (m, "distance") == 0, "five evaluations");
    m = measure_of (doc, "evaluation", "when");
    ok (number_of (m, "distance") < 0.05 && number_of (m, "real_center_s") > 30,
        "at about the same times: %.4f", number_of (m, "distance"));
    ok (number_of (measure_of (doc, "evaluation", "duration_s"), "real") > 1,
        "seconds of one evaluation");
    cJSON_Delete (doc);
    fid_run_destroy (real);
    fid_run_destroy (right);
}

/* Waits of 0.2 and of 3 ms in steps of 0.3 s are none. */
static void test_waits (void)
{
    struct fid_run *real = recorded ("DLRM_real_r4"), *emu = recorded ("DLRM_dlio_r4");
    cJSON *doc = compared (real, emu, NULL);
    double d = number_of (measure_of (doc, "steps", "load_s"), "distance");
    ok (d < 0.2, "waits below a hundredth of a step are equal: %.3f decades", d);
    cJSON_Delete (doc);
    for (size_t i = 0; i < emu->steps.n; i++)
        emu->steps.step[i].load_s = 0.2;
    doc = compared (real, emu, NULL);
    d = number_of (measure_of (doc, "steps", "load_s"), "distance");
    ok (d > 1, "long ones are not: %.3f decades", d);
    cJSON_Delete (doc);
    fid_run_destroy (real);
    fid_run_destroy (emu);
}

static void test_made (void)
{
    struct rundir a, b;
    struct fid_error err;
    training (&a, "a", (struct shape){0});
    training (&b, "b", (struct shape){.no_checkpoint = true, .epochs = 6});
    struct fid_compare_opts opts = compare_opts;
    opts.per = FID_PER_JOB;
    cJSON *doc = compare_dirs (&a, &b, &opts, &err);
    const cJSON *m = measure_of (doc, "phases", "epochs");
    ok_close (number_of (m, "distance"), log (2), 1e-12, "twice as many epochs: ln 2");
    ok_close (number_of (measure_of (doc, "phases", "epoch_s"), "distance"), 0, 1e-9,
              "each as long");
    ok_close (number_of (measure_of (doc, "evaluation", "evaluations"), "distance"), log (2),
              1e-12, "twice as many evaluations");
    ok_close (number_of (measure_of (doc, "evaluation", "duration_s"), "real"), 3, 1e-9,
              "of 3 s each");
    ok_close (number_of (measure_of (doc, "phases", "checkpoints"), "distance"), log (30),
              1e-12, "three checkpoints against none, which counts as a tenth");
    cJSON_Delete (doc);
    rundir_remove (&b);
    training (&b, "b", (struct shape){0});
    doc = compare_dirs (&a, &b, &compare_opts, &err);
    ok_close (number_of (measure_of (doc, "phases", "checkpoint_interval_s"), "real"), 15, 1e-9,
              "10 s of training, 3 s of evaluation, 2 s of checkpoint");
    ok_close (number_of (measure_of (doc, "evaluation", "when"), "distance"), 0, 0,
              "evaluated at the same times");
    cJSON_Delete (doc);
    rundir_remove (&a);
    rundir_remove (&b);
}

int main (void)
{
    rundir_begin ();
    test_no_checkpoints ();
    test_waits ();
    test_made ();
    rundir_end ();
    return tap_done ();
}
