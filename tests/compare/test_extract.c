/* SPDX-License-Identifier: GPL-3.0-or-later */
/* a run cut to windows: hand-made runs, numbers counted by hand */
#include <stdbool.h>
#include <stdlib.h>
#include "compare/extract.h"
#include "tests/tap.h"

#define S  INT64_C (1000000000)
#define MS INT64_C (1000000)

static void must (int rc)
{
    if (rc)
        abort ();
}

/* INIT 10-12, TRAINING 14-20, CHECKPOINT 20-22, TRAINING 22-26, EVAL 27-30. */
static void make (struct fid_run *run, bool phases)
{
    static const struct fid_phase list[] = {
        {FID_PHASE_INIT, FID_NAME_INIT, 10 * S, 12 * S, -1, -1, 0, 0, 0},
        {FID_PHASE_TRAINING, FID_NAME_EPOCH, 14 * S, 26 * S, 1, -1, 0, 0, 0},
        {FID_PHASE_CHECKPOINT, FID_NAME_CHECKPOINT, 20 * S, 22 * S, 1, -1, 0, 0, 0},
        {FID_PHASE_EVAL, FID_NAME_EVAL, 27 * S, 30 * S, 1, -1, 0, 0, 0}};
    struct fid_error err;
    *run = (struct fid_run){.id = NULL};
    for (int i = 0; i < FID_STREAM_N; i++) {
        run->stream[i].first_ns = INT64_MAX;
        run->stream[i].last_ns = INT64_MIN;
    }
    if (phases)
        must (fid_phases_build (&run->phases, list, sizeof list / sizeof *list, &err));
}

static void clear (struct fid_run *run)
{
    for (int i = 0; i < FID_STREAM_N; i++) {
        for (int p = 0; p < FID_PART_N; p++) {
            fid_sketch_clear (&run->stream[i].part[p].size);
            fid_sketch_clear (&run->stream[i].part[p].latency);
            fid_sketch_clear (&run->stream[i].part[p].gap);
        }
        fid_grid_clear (&run->stream[i].grid);
    }
    fid_phases_clear (&run->phases);
}

static void add (struct fid_run *run, enum fid_stream_id id, int64_t t_ns, uint64_t bytes)
{
    struct fid_stream *s = &run->stream[id];
    struct fid_error err;
    struct fid_tally *t = &s->part[fid_phases_part (&run->phases, t_ns)];
    t->op_n++;
    t->byte_n += bytes;
    must (fid_sketch_add (&t->size, (double)bytes, &err));
    must (fid_grid_add (&s->grid, t_ns - (run->phases.known ? run->phases.origin_ns : 0), bytes,
                        &err));
    s->first_ns = t_ns < s->first_ns ? t_ns : s->first_ns;
    s->last_ns = t_ns > s->last_ns ? t_ns : s->last_ns;
}

/* Intervals as "14-20 22-26 =10", seconds. */
static void ok_cut (const struct fid_run *run, enum fid_window w, bool drain, const char *want,
                    const char *what)
{
    struct fid_intervals iv;
    struct fid_error err;
    char got[200] = "";
    must (fid_window_cut (run, w, drain, &iv, &err));
    for (size_t i = 0; i < iv.n; i++)
        snprintf (got + strlen (got), sizeof got - strlen (got), "%g-%g ",
                  (double)iv.at[i].start_ns / 1e9, (double)iv.at[i].end_ns / 1e9);
    snprintf (got + strlen (got), sizeof got - strlen (got), "=%g", iv.length_s);
    ok_str (got, want, what);
    fid_intervals_clear (&iv);
}

static void test_windows (void)
{
    struct fid_run run;
    make (&run, true);
    add (&run, FID_STREAM_BLOCK_READ, 5 * S, 1);
    add (&run, FID_STREAM_BLOCK_WRITE, 34 * S, 1);
    ok_cut (&run, FID_WINDOW_WHOLE, false, "5-34 =29", "whole: all that was traced");
    ok_cut (&run, FID_WINDOW_JOB, false, "14-30 =16",
            "job: first phase after INIT to the last");
    ok_cut (&run, FID_WINDOW_JOB, true, "14-34 =20", "job with the time to drain");
    ok_cut (&run, FID_WINDOW_STARTUP, false, "5-14 =9", "startup: all before the job");
    ok_cut (&run, FID_WINDOW_INIT, false, "10-12 =2", "INIT");
    ok_cut (&run, FID_WINDOW_TRAINING, false, "14-20 22-26 =10",
            "TRAINING without checkpoints");
    ok_cut (&run, FID_WINDOW_CHECKPOINT, false, "20-22 =2", "CHECKPOINT");
    ok_cut (&run, FID_WINDOW_EVAL, false, "27-30 =3", "EVAL");
    clear (&run);
    make (&run, false);
    ok_cut (&run, FID_WINDOW_JOB, true, "=0", "nothing known: nothing cut");
    add (&run, FID_STREAM_BLOCK_READ, 5 * S, 1);
    add (&run, FID_STREAM_BLOCK_READ, 9 * S, 1);
    ok_cut (&run, FID_WINDOW_JOB, false, "5-9 =4", "without phases the job is the whole");
    ok_cut (&run, FID_WINDOW_TRAINING, false, "=0", "and phases are empty");
    clear (&run);
    for (int w = 0; w < FID_WINDOW_N; w++)
        if (fid_window_find (fid_window_name ((enum fid_window)w)) != w)
            ok (0, "name of window %d", w);
    ok (fid_window_find ("training") == -1 && fid_window_find ("") == -1, "names are exact");
}

static void test_stream (void)
{
    struct fid_run run, other;
    struct fid_stream_extract v;
    struct fid_error err;
    make (&run, true);
    make (&other, true);
    add (&run, FID_STREAM_DATA_READ, 11 * S, 1000);          /* INIT */
    add (&run, FID_STREAM_DATA_READ, 14 * S, 1);             /* 0 s of TRAINING */
    add (&run, FID_STREAM_DATA_READ, 19 * S + 990 * MS, 2);  /* its last bin before */
    add (&run, FID_STREAM_DATA_READ, 21 * S, 4);             /* CHECKPOINT */
    add (&run, FID_STREAM_DATA_READ, 22 * S, 8);             /* 6 s, joined */
    add (&run, FID_STREAM_DATA_READ, 25 * S + 999 * MS, 16); /* the end */
    add (&run, FID_STREAM_DATA_READ, 26 * S + 500 * MS, 32); /* between */
    add (&run, FID_STREAM_DATA_READ, 33 * S, 64);            /* after */
    must (fid_extract_stream (&run, FID_STREAM_DATA_READ, FID_WINDOW_TRAINING, S, INT64_MAX, &v,
                              &err));
    ok (v.n == 10 && v.sum.op_n == 4 && v.sum.byte_n == 27 && v.size.total == 4 &&
            v.size.n == 4,
        "TRAINING: 10 s, four reads, 27 bytes");
    ok (v.byte[0] == 1 && v.byte[5] == 2 && v.byte[6] == 8 && v.byte[9] == 16 && v.op[1] == 0,
        "its two pieces are joined");
    fid_stream_extract_clear (&v);
    must (fid_extract_stream (&run, FID_STREAM_DATA_READ, FID_WINDOW_JOB, 4 * S, INT64_MAX, &v,
                              &err));
    ok (v.n == 4 && v.byte[0] == 1 && v.byte[1] == 6 && v.byte[2] == 24 && v.byte[3] == 32 &&
            v.sum.byte_n == 63,
        "job: all from 14 s to 30 s, in samples of 4 s");
    fid_stream_extract_clear (&v);
    must (fid_extract_stream (&run, FID_STREAM_DATA_READ, FID_WINDOW_JOB, 3 * S, INT64_MAX, &v,
                              &err));
    ok (v.n == 6 && v.byte[5] == 0, "16 s in samples of 3 s: a short one at the end");
    fid_stream_extract_clear (&v);
    double sum = 0;
    must (fid_extract_stream (&run, FID_STREAM_DATA_READ, FID_WINDOW_WHOLE, 7 * MS, INT64_MAX,
                              &v, &err));
    for (size_t i = 0; i < v.n; i++)
        sum += v.byte[i];
    ok (v.sum.byte_n == 1127 && sum >= 1063,
        "a width that is no multiple of the bins loses nothing");
    fid_stream_extract_clear (&v);

    add (&run, FID_STREAM_BLOCK_WRITE, 21 * S, 1);
    add (&run, FID_STREAM_BLOCK_WRITE, 33 * S, 2);
    must (fid_extract_stream (&run, FID_STREAM_BLOCK_WRITE, FID_WINDOW_JOB, S, INT64_MAX, &v,
                              &err));
    ok (v.sum.byte_n == 3, "block writes after the last phase still belong to the job");
    fid_stream_extract_clear (&v);
    ok (fid_extract_dt (&run, &other, FID_STREAM_DATA_READ, 0.1) == 100 * MS &&
            fid_extract_dt (&run, &other, FID_STREAM_DATA_READ, 0.104) == 100 * MS &&
            fid_extract_dt (&run, &other, FID_STREAM_DATA_READ, 0) == 10 * MS,
        "widths are whole bins, one at least");
    ok (fid_extract_dt (&run, &other, FID_STREAM_DATA_READ, 1e300) == 86400 * S,
        "a day at most");
    /* 1.5 h on one side: its bins are wider */
    add (&other, FID_STREAM_DATA_READ, 14 * S, 1);
    add (&other, FID_STREAM_DATA_READ, 5400 * S, 1);
    ok (fid_extract_dt (&run, &other, FID_STREAM_DATA_READ, 0.1) == 120 * MS &&
            fid_extract_dt (&other, &run, FID_STREAM_DATA_READ, 0.1) == 120 * MS,
        "bins of 40 ms: 120 ms is nearest to 100 ms, from either side");
    clear (&run);
    clear (&other);
}

/* TRAINING is 14-20 and 22-26 s; bins of 200 ms in places 50 ms apart, but for 0.8 s at the
 * ends: 14.8-19.2 and 22.8-25.2. */
static void test_bins (void)
{
    struct fid_run run;
    struct fid_error err;
    make (&run, true);
    add (&run, FID_STREAM_DATA_READ, 14 * S + 700 * MS, 1); /* at the edge */
    add (&run, FID_STREAM_DATA_READ, 14 * S + 800 * MS, 1); /* the first bin */
    add (&run, FID_STREAM_DATA_READ, 15 * S + 60 * MS, 1); /* in the second, and in the first */
    add (&run, FID_STREAM_DATA_READ, 19 * S + 190 * MS, 1); /* in bins that are not whole */
    add (&run, FID_STREAM_DATA_READ, 21 * S, 1);            /* CHECKPOINT */
    add (&run, FID_STREAM_DATA_READ, 22 * S + 810 * MS, 1);
    add (&run, FID_STREAM_DATA_READ, 22 * S + 960 * MS, 1);
    struct fid_bins_extract v = fid_extract_bins_for (&run, &run, FID_STREAM_DATA_READ, 0.22);
    ok (v.phase_n == 4 && v.dt_s == 0.2, "whole quarters of a bin, not wider than wanted");
    must (fid_extract_bins (&run, FID_STREAM_DATA_READ, FID_WINDOW_TRAINING, INT64_MAX, &v,
                            &err));
    ok (v.n == 21 + 11, "bins that are whole in all places: of 4.4 s, of 2.4 s (%zu)", v.n);
    ok (v.op[0] == 1 && v.op[1] == 0 && v.op[2] == 1 && v.op[3] == 1,
        "the first bin, from 0, 50, 100 and 150 ms on");
    ok (v.op[4] == 1 && v.op[5] == 1 && v.op[6] == 0 && v.op[7] == 0,
        "and the second: 260 ms is in two places of each");
    ok (v.op[21 * 4] == 2 && v.op[21 * 4 + 1] == 1 && v.op[21 * 4 + 3] == 1,
        "the second piece starts its own bins");
    double sum = 0;
    for (size_t i = 0; i < v.n; i++)
        sum += v.op[i * 4];
    ok (sum == 4, "nothing from the edges and from over them");
    free (v.op);
    v = fid_extract_bins_for (&run, &run, FID_STREAM_DATA_READ, 0.03);
    ok (v.phase_n == 3 && v.dt_s == 0.03, "three bins of the grid: three places");
    must (fid_extract_bins (&run, FID_STREAM_DATA_READ, FID_WINDOW_EVAL, INT64_MAX, &v, &err));
    ok (v.n == 91 && v.op[0] == 0, "an idle phase is all zero");
    free (v.op);
    clear (&run);
    make (&run, false);
    v = fid_extract_bins_for (&run, &run, FID_STREAM_DATA_READ, 1);
    must (fid_extract_bins (&run, FID_STREAM_DATA_READ, FID_WINDOW_TRAINING, INT64_MAX, &v,
                            &err));
    ok (v.n == 0, "no phases, no bins");
    free (v.op);
    clear (&run);
}

static void test_gauge (void)
{
    struct fid_run run;
    struct fid_gauge_extract v;
    struct fid_error err;
    int64_t t[30];
    double x[30];
    size_t n = 0;
    make (&run, true);
    for (int i = 8; i <= 32; i++) /* a stamp ends its second; 17 is lost */
        if (i != 17) {
            t[n] = i * S + 200 * MS;
            x[n++] = i;
        }
    run.gauge[FID_GAUGE_DISK_READ] =
        (struct fid_gauge){.t_ns = t, .value = x, .n = n, .dim = 1, .period_s = 1};
    must (fid_extract_gauge (&run, FID_GAUGE_DISK_READ, FID_WINDOW_TRAINING, INT64_MAX, &v,
                             &err));
    /* middles 14.5 15.5 ... 19.5, 22.5 ... 25.5 lie in (t - 1, t] of t = 15.2 ... */
    static const double want[] = {15, 16, 16, 18, 19, 20, 23, 24, 25, 26};
    bool same = v.n == 10;
    for (size_t i = 0; same && i < 10; i++)
        same = v.x[i] == want[i];
    ok (same && v.missing_n == 0, "a lost sample is held, not missing");
    for (size_t i = 0; i < v.n; i++)
        diag ("%g", v.x[i]);
    fid_gauge_extract_clear (&v);
    run.gauge[FID_GAUGE_DISK_READ].n = 9; /* ends at 16.2 s */
    must (fid_extract_gauge (&run, FID_GAUGE_DISK_READ, FID_WINDOW_JOB, INT64_MAX, &v, &err));
    ok (v.n == 16 && v.missing_n >= 10 && v.missing_n <= 12,
        "beyond two periods samples are missing (%zu of 16)", v.missing_n);
    fid_gauge_extract_clear (&v);
    must (fid_extract_gauge (&run, FID_GAUGE_CPU, FID_WINDOW_JOB, INT64_MAX, &v, &err));
    ok (v.n == 0 && v.missing_n == 0, "not recorded: nothing");
    fid_gauge_extract_clear (&v);
    run.gauge[FID_GAUGE_DISK_READ].period_s = 1e-6; /* a lying table */
    must (fid_extract_gauge (&run, FID_GAUGE_DISK_READ, FID_WINDOW_JOB, INT64_MAX, &v, &err));
    ok (v.n == 0 && v.missing_n == 16000000 && !v.x, "16 million cells are not laid out");
    fid_gauge_extract_clear (&v);
    clear (&run);
}

int main (void)
{
    test_windows ();
    test_stream ();
    test_bins ();
    test_gauge ();
    return tap_done ();
}
