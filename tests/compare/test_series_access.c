/* SPDX-License-Identifier: GPL-3.0-or-later */
/* what the series file has of accesses: a run of a few operations, by hand */
#include "tests/compare/made_run.h"
#include "compare/series.h"
#include "results/series.h"

#define NEAR 1e-4 /* five digits */

/* Stamps are of the ends. */
static const char reads[] = "Attaching 6 probes...\n"
                            "TIMESTAMP PID OFFSET RET(B) LAT(ns) FILENAME\n"
                            "100001000000 7 0 4096 1000000 a.npy\n"
                            "100501000000 7 4096 4096 1000000 a.npy\n"
                            "101200000000 7 0 8192 200000000 b.npy\n"
                            "102001000000 7 0 4096 1000000 a.npy\n"
                            "102001000000 7 0 100 1000000 libc.so.6\n";
static const char writes[] = "Attaching 6 probes...\n"
                             "TIMESTAMP PID OFFSET SIZE(B) LAT(ns) FILENAME\n"
                             "101001000000 7 0 2097152 1000000 train.log\n"
                             "104000000000 7 0 1048576 1000000 model.pt\n";

/* The series of two runs, read back; `second` is the second run's trace of reads. */
static struct fid_series *series_of (const char *second)
{
    struct rundir dir[2];
    struct fid_run *run[2];
    struct fid_error err;
    for (int k = 0; k < 2; k++) {
        rundir_make (&dir[k], k ? "b" : "a");
        rundir_text (&dir[k], "trace_read.out", k ? second : reads);
        rundir_text (&dir[k], "trace_write.out", writes);
        run[k] = load (&dir[k], &err);
    }
    struct fid_result *result =
        run[0] && run[1] ? fid_compare (run[0], run[1], &run_opts, &compare_opts, &err) : NULL;
    struct fid_pair pair;
    struct fid_series_size size = {.point_n = 2000, .fine_n = 0};
    struct fid_series *s =
        result && !fid_pair_resolve (&pair, run[0], run[1], &compare_opts, &err)
            ? fid_compare_series (&pair, &size, result, &err)
            : NULL;
    if (!s) {
        diag ("%s", err.text);
        exit (99);
    }
    fid_result_destroy (result);
    for (int k = 0; k < 2; k++) {
        fid_run_destroy (run[k]);
        rundir_remove (&dir[k]);
    }
    return s;
}

static const struct fid_series_dist *dist (const struct fid_series *s,
                                           enum fid_resource_id resource,
                                           enum fid_quantity_id quantity)
{
    for (size_t i = 0; i < s->dist_n; i++)
        if (s->dist[i].resource == resource && s->dist[i].quantity == quantity)
            return &s->dist[i];
    return NULL;
}

/* The value at quantile q of the real run; by_bytes: where operations weigh what they move. */
static double at (const struct fid_series *s, const struct fid_series_dist *d, double q,
                  bool by_bytes)
{
    for (size_t i = 0; d && i < s->quantile.n; i++)
        if (s->quantile.x[i] >= q - 1e-9)
            return by_bytes ? d->by_bytes[0].x[i] : d->side[0].x[i];
    return NAN;
}

static double sum (const struct fid_numbers *v)
{
    double all = 0;
    for (size_t i = 0; i < v->n; i++)
        all += v->x[i];
    return all;
}

static void test_jumps (const struct fid_series *s)
{
    ok (s->jump_n == 1 && s->jumps[0].n[0] == 2 && s->jumps[0].sequential[0] == 2,
        "of two reads with one before them in the file, one went on, one began it anew");
}

static void test_dists (const struct fid_series *s)
{
    const struct fid_series_dist *size = dist (s, FID_RESOURCE_DATA_READ, FID_QUANTITY_SIZE);
    ok_close (at (s, size, .75, false), 4096, 0, "three of four reads are of 4 KiB");
    ok_close (at (s, size, .6, true), 4096, 0, "with 60 %% of the bytes");
    ok_close (at (s, size, .75, true), 8192, 0, "beyond, bytes are moved by 8 KiB");
    const struct fid_series_dist *jump = dist (s, FID_RESOURCE_DATA_READ, FID_QUANTITY_JUMP);
    ok (jump && jump->count[0] == 2 && !jump->by_bytes[0].n, "two jumps, each weighing one");
    ok_close (at (s, jump, 1, false), 1, 0, "both of no length");
    const struct fid_series_dist *reuse = dist (s, FID_RESOURCE_DATA_READ, FID_QUANTITY_REUSE);
    ok_close (at (s, reuse, 1, false), 2, 0, "a file is used again after one other");
    const struct fid_series_dist *busy =
        dist (s, FID_RESOURCE_DATA_READ, FID_QUANTITY_OUTSTANDING);
    ok (busy && busy->count[0] == 5, "something was in flight in five bins of 0.1 s");
    ok_close (at (s, busy, .6, false), 0.01, NEAR, "in three for 1 ms");
    ok_close (at (s, busy, .61, false), 1, NEAR, "in two all the time");
    const struct fid_series_time *t =
        fid_series_find (s, FID_RESOURCE_DATA_READ, FID_QUANTITY_OUTSTANDING);
    ok (t && !t->side[0].fine.n, "over time, too");
    ok_close (t ? sum (&t->side[0].value) * t->side[0].dt_s : 0, 0.203, NEAR,
              "which adds up to the time that reads took");
}

int main (void)
{
    rundir_begin ();
    struct fid_series *s = series_of (reads);
    test_jumps (s);
    test_dists (s);
    fid_series_destroy (s);
    rundir_end ();
    return tap_done ();
}
