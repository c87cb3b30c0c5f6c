/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs of different length: amounts by unit, courses over matched units */
#include "compare/pair.h"
#include "tests/compare/made_run.h"
#include "tests/compare/recorded.h"

static const struct {
    const char *resource, *quantity;
} by_unit[] = {{"data.read", "bytes"},       {"data.read", "ops"}, {"phases", "duration_s"},
               {"phases", "checkpoints"},    {"disk.read", "MiB"}, {"cpu", "busy_pct_s"},
               {"evaluation", "evaluations"}},
  courses[] = {{"data.read", "when"},    {"data.read", "shape"}, {"phases", "sequence"},
               {"phases", "overlap"},    {"evaluation", "when"}, {"cpu", "shape"},
               {"data.read", "spectrum"}};

static double distance (const cJSON *doc, const char *resource, const char *quantity)
{
    return number_of (measure_of (doc, resource, quantity), "distance");
}

/* A job of three epochs and one of six like them. */
static void test_epochs (void)
{
    struct rundir a, b;
    struct fid_error err;
    struct fid_compare_opts opts = compare_opts;
    training (&a, "a", (struct shape){.epochs = 3});
    training (&b, "b", (struct shape){.epochs = 6});
    cJSON *doc = compare_dirs (&a, &b, &opts, &err);
    const cJSON *options = cJSON_GetObjectItem (cJSON_GetObjectItem (doc, "tool"), "options");
    ok_str (text_of (options, "per"), "epoch", "other numbers of epochs: by epoch");
    for (size_t i = 0; i < sizeof by_unit / sizeof *by_unit; i++) {
        double d = distance (doc, by_unit[i].resource, by_unit[i].quantity);
        ok (d < 0.02, "%s.%s is the same in an epoch: %.4f", by_unit[i].resource,
            by_unit[i].quantity, d);
    }
    for (size_t i = 0; i < sizeof courses / sizeof *courses; i++) {
        double d = distance (doc, courses[i].resource, courses[i].quantity);
        ok (d < 0.02, "%s.%s over the first three epochs: %.4f", courses[i].resource,
            courses[i].quantity, d);
    }
    ok_close (distance (doc, "phases", "epochs"), log (2), 1e-12,
              "the number of epochs is a clause of its own");
    cJSON_Delete (doc);

    opts.per = FID_PER_JOB;
    doc = compare_dirs (&a, &b, &opts, &err);
    ok_close (distance (doc, "data.read", "bytes"), log (2), 1e-9, "by job: twice the bytes");
    ok (distance (doc, "phases", "sequence") > 0.4, "and twice the phases");
    cJSON_Delete (doc);
    opts.per = FID_PER_SECOND;
    doc = compare_dirs (&b, &a, &opts, &err);
    ok (distance (doc, "data.read", "bytes") < 0.02, "by second: the same rate");
    ok (distance (doc, "data.read", "shape") < 0.05, "and course, over the shorter job");
    cJSON_Delete (doc);
    opts.per = FID_PER_STEP;
    doc = compare_dirs (&a, &b, &opts, &err);
    ok (!doc && strstr (err.text, "cannot be compared by step"), "no steps: %s", err.text);
    rundir_remove (&b);

    training (&b, "b", (struct shape){.epochs = 3, .reads = 2});
    doc = compare_dirs (&a, &b, &compare_opts, &err);
    options = cJSON_GetObjectItem (cJSON_GetObjectItem (doc, "tool"), "options");
    ok_str (text_of (options, "per"), "job", "the same number of epochs: by job");
    ok (distance (doc, "data.read", "bytes") > 0.5, "half the reads stay half");
    cJSON_Delete (doc);
    rundir_remove (&a);
    rundir_remove (&b);
}

static void test_recorded (void)
{
    struct fid_run *a = recorded ("UNET3D_real_r2"), *b = recorded ("DLRM_real_r4");
    struct fid_units u;
    struct fid_error err;
    double n, median_s;
    int rc = fid_epochs (a, &n, &median_s, &err);
    ok (rc == 0 && n == 5 && median_s > 10 && median_s < 15, "five epochs of %.1f s", median_s);
    rc = fid_epochs (b, &n, &median_s, &err);
    ok (rc == 0 && n == 0, "a log that numbers none");
    ok (fid_units_init (&u, FID_PER_CHOSEN, a, b, &err) == 0 && u.per == FID_PER_JOB,
        "then by job");
    rc = fid_units_init (&u, FID_PER_EPOCH, a, b, &err);
    ok (rc == -1 && strstr (err.text, b->id), "or refused: %s", err.text);
    a->steps.n -= 50; /* as if it had been stopped */
    ok (fid_units_init (&u, FID_PER_STEP, a, b, &err) == 0 && u.n[0] == 150 && u.n[1] == 200 &&
            u.until_ns[0] == INT64_MAX && u.until_ns[1] < b->phases.end_ns &&
            fid_phases_part (&b->phases, u.until_ns[1] - 1) == FID_PART_TRAINING,
        "by step: the longer one is cut in its training, after 150 steps");
    int64_t want = 0; /* the stamp of that step */
    size_t seen = 0;
    for (size_t i = 0; i < b->steps.n; i++)
        if (!b->steps.step[i].eval && ++seen == 150)
            want = b->steps.step[i].end_ns;
    ok_close ((double)(u.until_ns[1] - want) / 1e9, 0, 0.2, "near the stamp of step 150");
    ok (fid_units_init (&u, FID_PER_SECOND, a, b, &err) == 0 && u.n[0] > 60 &&
            (u.until_ns[0] == INT64_MAX) != (u.until_ns[1] == INT64_MAX),
        "by second: the longer one is cut");
    fid_run_destroy (a);
    fid_run_destroy (b);
}

int main (void)
{
    rundir_begin ();
    test_epochs ();
    test_recorded ();
    rundir_end ();
    return tap_done ();
}
