/* SPDX-License-Identifier: GPL-3.0-or-later */
/* locality and concurrency: a recorded run against itself with its accesses changed */
#include "tests/compare/recorded.h"

static struct fid_access *training (struct fid_run *run, enum fid_stream_id id)
{
    return &run->stream[id].part[FID_PART_TRAINING].access;
}

static void put (struct fid_sketch *s, double value, double n)
{
    struct fid_error err;
    for (double i = 0; i < n; i++)
        if (fid_sketch_add (s, value, &err))
            exit (99);
}

/* Multiply all values of a sketch by a power of two. */
static void times (struct fid_sketch *s, int octaves)
{
    s->first += octaves * (INT64_C (1) << (52 - FID_SKETCH_SHIFT));
}

static double distance (const cJSON *doc, const char *resource, const char *quantity)
{
    return number_of (measure_of (doc, resource, quantity), "distance");
}

static void test_changed (void)
{
    static const char *const locality[] = {"jump",  "sequential",     "block_jump",
                                           "reuse", "bytes_per_file", "reads_per_file"};
    struct fid_run *a = recorded ("UNET3D_real_r2"), *b = recorded ("UNET3D_real_r2");
    cJSON *doc = compared (a, b, NULL);
    for (size_t i = 0; i < sizeof locality / sizeof *locality; i++)
        ok_close (distance (doc, "locality", locality[i]), 0, 0, locality[i]);
    ok_close (distance (doc, "concurrency", "readers"), 0, 0, "readers");
    ok_close (distance (doc, "concurrency", "outstanding"), 0, 0, "outstanding");
    ok_close (number_of (measure_of (doc, "locality", "sequential"), "real"), 1, 1e-9,
              "headers that memory served do not count; what follows them is sequential");
    ok (number_of (measure_of (doc, "concurrency", "readers"), "real_mean") > 1.8,
        "two loaders read");
    cJSON_Delete (doc);

    /* what was sequential jumps by 1 MiB */
    struct fid_access *t = training (b, FID_STREAM_DATA_READ);
    double n = (double)t->jump_n, moved = (double)t->sequential_n;
    put (&t->jump, 1048575, moved);
    t->sequential_n = 0;
    times (&t->reuse, -1);
    times (&t->file_bytes, 2);
    times (&t->file_reads, 1);
    times (&t->readers, 3);
    doc = compared (a, b, NULL);
    ok_close (distance (doc, "locality", "jump"), 8 * moved / n, 0.01,
              "every sequential read turned to a jump of 8 octaves of pages");
    ok_close (distance (doc, "locality", "sequential"), moved / n, 1e-12,
              "and their share is gone");
    ok_close (distance (doc, "locality", "reuse"), 1, 1e-9, "used again after half as many");
    ok_close (distance (doc, "locality", "bytes_per_file"), 2, 1e-9,
              "files four times as large");
    ok_close (distance (doc, "locality", "reads_per_file"), 1, 1e-9, "read in twice as many");
    ok_close (distance (doc, "concurrency", "readers"), 3, 1e-9, "by eight times as many");
    ok (number_of (resource_of (doc, "locality"), "grade") < 0.5 &&
            number_of (resource_of (doc, "concurrency"), "grade") < 0.5,
        "grades say so");
    cJSON_Delete (doc);

    t = training (b, FID_STREAM_BLOCK_READ); /* a disk read in random order */
    n = (double)t->jump_n;
    moved = (double)t->sequential_n;
    put (&t->jump, 1073741823, moved);
    t->sequential_n = 0;
    doc = compared (a, b, NULL);
    ok_close (distance (doc, "locality", "block_jump"), 18 * moved / n, 0.01,
              "requests in random order");
    cJSON_Delete (doc);
    t->jump_n = 3;
    fid_sketch_clear (&t->jump);
    put (&t->jump, 4096, 3);
    fid_sketch_clear (&training (b, FID_STREAM_DATA_READ)->reuse);
    doc = compared (a, b, NULL);
    ok (isnan (distance (doc, "locality", "block_jump")), "three jumps are not compared");
    ok (isnan (distance (doc, "locality", "reuse")) &&
            strstr (cJSON_GetStringValue (
                        cJSON_GetObjectItem (measure_of (doc, "locality", "reuse"), "reason")),
                    "no file is used again in the emulation"),
        "nor is what one side does not have, and it says why");
    cJSON_Delete (doc);
    fid_run_destroy (a);
    fid_run_destroy (b);
}

/* One small file beside the data does not make files small. */
static void test_material (void)
{
    struct fid_run *a = recorded ("DLRM_real_r4"), *b = recorded ("DLRM_real_r4");
    put (&training (b, FID_STREAM_DATA_READ)->file_bytes, 64, 2);
    put (&training (b, FID_STREAM_DATA_READ)->file_reads, 1, 2);
    cJSON *doc = compared (a, b, NULL);
    ok (distance (doc, "locality", "bytes_per_file") < 0.01, "64 bytes beside the data: %.4f",
        distance (doc, "locality", "bytes_per_file"));
    ok (distance (doc, "locality", "reads_per_file") < 0.1, "and two reads beside 200: %.3f",
        distance (doc, "locality", "reads_per_file"));
    cJSON_Delete (doc);
    struct fid_stream *s = &b->stream[FID_STREAM_DATA_READ];
    s->incomplete = true;
    doc = compared (a, b, NULL);
    ok_str (
        cJSON_GetStringValue (cJSON_GetObjectItem (resource_of (doc, "concurrency"), "status")),
        "not compared", "nor has an incomplete trace");
    cJSON_Delete (doc);
    s->incomplete = false;
    for (int p = 0; p < FID_PART_N; p++)
        s->part[p].op_n = 0;
    doc = compared (a, b, NULL);
    const char *status =
        cJSON_GetStringValue (cJSON_GetObjectItem (resource_of (doc, "locality"), "status"));
    ok_str (status, "not compared", "what reads nothing has no locality");
    cJSON_Delete (doc);
    fid_run_destroy (a);
    fid_run_destroy (b);
}

static void test_recorded (void)
{
    struct fid_run *a = recorded ("UNET3D_real_r2"), *again = recorded ("UNET3D_real_r4"),
                   *right = recorded ("UNET3D_dlio_r2");
    cJSON *same = compared (a, again, NULL), *emu = compared (a, right, NULL);
    ok (distance (same, "locality", "reuse") < 0.2 &&
            distance (same, "locality", "bytes_per_file") < 0.1 &&
            distance (same, "concurrency", "readers") < 0.1,
        "a repeat is near");
    ok (distance (emu, "locality", "sequential") < 0.05 &&
            distance (emu, "concurrency", "readers") < 0.25,
        "the emulation reads as the job does");
    cJSON_Delete (same);
    cJSON_Delete (emu);
    fid_run_destroy (a);
    fid_run_destroy (again);
    fid_run_destroy (right);
}

int main (void)
{
    test_changed ();
    test_material ();
    test_recorded ();
    return tap_done ();
}
