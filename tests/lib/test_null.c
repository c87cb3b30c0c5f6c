/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_null.c - NULL where something has to be given is an error of the library, not the end of
 * the program */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fidlio.h"
#include "tests/tap.h"

static struct fid_error err;

/* Whether the call before failed as it should. */
static bool refused (bool failed)
{
    bool is = failed && err.status == FID_EUSAGE && strstr (err.text, "NULL");
    if (!is)
        printf ("# failed %d, status %d, '%s'\n", failed, (int)err.status, err.text);
    err = (struct fid_error){0};
    return is;
}

#define POINTER(call) ok (refused (!(call)), "%s", #call)
#define STATUS(call)  ok (refused ((call) == -1), "%s", #call)

static void test_handles (void)
{
    struct fid_curve curve;
    POINTER (fid_run_open (NULL, NULL, &err));
    POINTER (fid_run_job_text (NULL, 0, &err));
    POINTER (fid_event_columns_create (NULL, &err));
    STATUS (fid_digest_save (NULL, "x", NULL, 0, &err));
    STATUS (fid_digest_save ("x", NULL, NULL, 0, &err));
    POINTER (fid_profile_describe (NULL, &err));
    POINTER (fid_calibration_open (NULL, &err));
    STATUS (fid_calibration_save (NULL, "x", &err));
    POINTER (fid_calibration_text (NULL, &err));
    POINTER (fid_result_open (NULL, &err));
    POINTER (fid_result_text (NULL, &err));
    STATUS (fid_result_save (NULL, "x", &err));
    STATUS (fid_series_get (NULL, 0, &curve, &err));
    POINTER (fid_series_text (NULL, &err));
    STATUS (fid_batch_add_real (NULL, "x", &err));
    STATUS (fid_batch_add_pair (NULL, "x", "y", &err));
    STATUS (fid_batch_add_manifest (NULL, "x", &err));
    STATUS (fid_batch_compare (NULL, "x", NULL, NULL, &err));
    POINTER (fid_gate_text (NULL, NULL, NULL, &err));
    STATUS (fid_baseline_save (NULL, "x", &err));
    STATUS (fid_baseline_save ("x", NULL, &err));
    POINTER (fid_registry_text (NULL, &err));
}

static void test_runs (void)
{
    const struct fid_run *none[] = {NULL};
    POINTER (fid_result_create (none, 1, none, 1, NULL, NULL, &err));
    POINTER (fid_calibration_create (none, 1, NULL, &err));
    POINTER (fid_answer_text (none, 1, NULL, 0, NULL, &err));
    struct fid_batch *batch = fid_batch_create (&err);
    STATUS (fid_batch_add_emulation (batch, NULL, &err));
    STATUS (fid_batch_add_pair (batch, "tests", NULL, &err));
    STATUS (fid_batch_add_manifest (batch, NULL, &err));
    fid_batch_destroy (batch);
}

static void test_counts (void)
{
    ok (!fid_run_name (NULL) && !fid_run_workload (NULL) && !fid_run_traces_hash (NULL) &&
            !fid_result_side (NULL, 0),
        "names of nothing are NULL");
    ok (!fid_series_count (NULL), "nothing is counted as none");
    ok (!fid_result_open (NULL, NULL), "err may be NULL, too");
}

static void test_engine (void)
{
    const double x[] = {1, 2, 3, 4}, *const y[] = {NULL};
    const size_t m[] = {4};
    double d;
    size_t n;
    STATUS (fid_dtw_distance (NULL, 4, x, 4, NULL, &d, &err));
    STATUS (fid_dtw_distance (x, 4, x, 4, NULL, NULL, &err));
    STATUS (fid_dtw_path (x, 4, x, 4, NULL, &d, NULL, NULL, &n, &err));
    STATUS (fid_dtw_nearest_of (x, 4, y, m, 1, NULL, &n, &d, &err));
    STATUS (fid_dtw_nearest_of (x, 4, NULL, m, 1, NULL, &n, &d, &err));
    STATUS (fid_adtw_distance (x, 4, NULL, 4, 4, 0, 1e9, &d, &err));
    STATUS (fid_psd (NULL, 4, 1, 1, 4, &d, &err));
    STATUS (fid_psd_distance (x, NULL, 3, &d, &err)); /* spectra have a value more */
    STATUS (fid_w1_distance (NULL, NULL, 4, x, NULL, 4, FID_W1_LINEAR, &d, &err));
}

int main (void)
{
    test_handles ();
    test_runs ();
    test_counts ();
    test_engine ();
    return tap_done ();
}
