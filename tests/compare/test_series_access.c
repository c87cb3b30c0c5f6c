/* SPDX-License-Identifier: GPL-3.0-or-later */
/* what the series file has of roles and accesses: a run of a few operations, by hand */
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

static void test_roles (const struct fid_series_access *a)
{
    static const struct {
        enum fid_role_id role;
        double read_n, write_n;
    } want[] = {{FID_ROLE_DATA, 20480, 0},
                {FID_ROLE_CHECKPOINT, 0, 1048576},
                {FID_ROLE_LOG, 0, 2097152},
                {FID_ROLE_CODE, 100, 0}};
    ok (a->known && a->role_n == 6, "five roles of files, and block requests of no role");
    for (size_t i = 0; i < 4 && i < a->role_n; i++) {
        const struct fid_series_role *r = &a->role[i];
        ok (r->role == want[i].role && r->side[0].read_n == want[i].read_n &&
                r->side[0].write_n == want[i].write_n,
            "%s: %.0f bytes read, %.0f written", fid_roles[want[i].role].name, want[i].read_n,
            want[i].write_n);
        ok_close (sum (&r->side[0].rate) * a->dt_s,
                  (want[i].read_n + want[i].write_n) / 1048576, NEAR,
                  "the rates over time add up to that, MiB");
    }
    ok (a->bin_n <= 601 && a->bin_n > 300, "%zu bins", a->bin_n);
    const struct fid_numbers *log = &a->role[2].side[0].rate;
    size_t bin = (size_t)floor ((1.005 - a->t0_s) / a->dt_s);
    ok_close (log->x[bin] * a->dt_s, 2, NEAR, "the log was written at 1 s");
}

static void test_places (const struct fid_series_access *a)
{
    static const double t[] = {0, 0.5, 1, 2}, place[] = {0, 4096, 8192, 0};
    ok (a->places[0].n == 4 && a->places[0].file_n == 2 && a->places[0].space_n == 16384,
        "four reads in two files of 8 KiB");
    for (size_t i = 0; i < 4; i++)
        ok (i < a->places[0].t_s.n && fabs (a->places[0].t_s.x[i] - t[i]) < NEAR &&
                fabs (a->places[0].at.x[i] - place[i]) < .5,
            "a read after %g s at %g", t[i], place[i]);
    ok (a->jump_n == 1 && a->jumps[0].n[0] == 2 && a->jumps[0].sequential[0] == 2,
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

static void test_grid (const struct fid_series_access *a)
{
    ok (a->grid_n == 2 && a->grid[0].resource == FID_RESOURCE_DATA_READ &&
            a->grid[1].resource == FID_RESOURCE_CHECKPOINT_WRITE,
        "sizes and latencies of two resources");
    const struct fid_series_grid *g = &a->grid[0];
    size_t width = g->latency.n - 1;
    ok (g->size.x[0] == 4096 && g->size.x[1] == 6144 && g->size.x[2] == 8192 &&
            g->size.x[3] == 12288 && g->size.n == 4,
        "two bins an octave, from 4 KiB on");
    ok (g->latency.x[0] <= .001 && g->latency.x[1] > .001 && g->latency.x[width - 1] <= .2 &&
            g->latency.x[width] > .2,
        "latencies from 1 ms to 0.2 s");
    ok (g->total[0] == 4 && g->count[0].x[0] == 3 && g->count[0].x[3 * width - 1] == 1 &&
            sum (&g->count[0]) == 4,
        "three small and fast, one large and slow");
}

/* Of more reads than the sample holds: all from the trace, the same each time. */
static void test_many (void)
{
    static struct buffer b;
    b.n = 0;
    put (&b, "Attaching 6 probes...\nTIMESTAMP PID OFFSET RET(B) LAT(ns) FILENAME\n");
    for (int i = 0; i < 3000; i++)
        put (&b, "%lld 7 %d 4096 1000000 a.npy\n", 100000000000LL + i * 1000000LL, i * 4096);
    struct fid_series *s = series_of (b.text), *again = series_of (b.text);
    const struct fid_series_access *a = &s->access;
    bool line = true, same = true;
    size_t early = 0;
    ok (a->places[1].n == 3000 && a->places[1].t_s.n == 1000, "1000 of 3000 reads");
    for (size_t i = 0; i < a->places[1].t_s.n; i++) {
        double t = a->places[1].t_s.x[i], offset = a->places[1].at.x[i];
        line &= fabs (offset - 4096 * round (t * 1000)) <= 1e-4 * offset + 1;
        same &= t == again->access.places[1].t_s.x[i];
        early += t < 1.5;
    }
    ok (line, "each is where and when a read was");
    ok (same, "the same ones each time");
    ok (early > 430 && early < 570, "%zu of them in the first half: by chance 500", early);
    ok (a->places[1].space_n == 3000. * 4096, "the file is as long as what was read of it");
    fid_series_destroy (s);
    fid_series_destroy (again);
}

int main (void)
{
    rundir_begin ();
    struct fid_series *s = series_of (reads);
    test_roles (&s->access);
    test_places (&s->access);
    test_dists (s);
    test_grid (&s->access);
    fid_series_destroy (s);
    test_many ();
    rundir_end ();
    return tap_done ();
}
