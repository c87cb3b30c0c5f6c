/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_halfday.c - rows that are half days away in tables that are held to be in UTC */
#include <stdio.h>
#include "base/array.h"
#include "base/timeparse.h"
#include "readers/load.h"
#include "tests/compare/rundir.h"
#include "tests/tap.h"

#define H (3600 * FID_S)

static int64_t utc (const char *iso)
{
    int64_t ns = 0;
    fid_time_iso (fid_span_of (iso), &ns, NULL, NULL);
    return ns;
}

/* Text that grows. */
struct text {
    char *at; /* owned */
    size_t n, cap;
};

/* A row every 10 s from `from` on; `wrong` says by how much a row at that time is off. */
static void rows (struct text *t, const char *from, size_t row_n,
                  int64_t (*wrong) (int64_t t_ns))
{
    for (size_t i = 0; i < row_n; i++) {
        int64_t t_ns = utc (from) + (int64_t)i * 10 * FID_S;
        long long s = (long long)((t_ns + wrong (t_ns)) / FID_S), day = s / 86400;
        s %= 86400;
        if (fid_array_grow (&t->at, &t->cap, t->n + 200, 1, NULL))
            abort ();
        t->n += (size_t)sprintf (
            t->at + t->n,
            "2022-08-%02lldT%02lld:%02lld:%02lld,%zu.00,0.00,1.00,0.00,0.00,"
            "0.00,0.00,0.00,0.00,%zu.00\n",
            day - 19205 + 1, s / 3600, s / 60 % 60, s % 60, i % 50, 99 - i % 50);
    }
}

/* Local time is UTC - 5 h.  12:xx AM was read as 12:xx PM. */
static int64_t am_as_pm (int64_t t_ns)
{
    int64_t local = (t_ns - 5 * H) % FID_DAY;
    return local < H ? 12 * H : 0;
}

/* The same, and the date was not changed at midnight of the 28th. */
static int64_t no_new_date (int64_t t_ns)
{
    return am_as_pm (t_ns) - (t_ns >= utc ("2022-08-28T05:00:00") ? FID_DAY : 0);
}

static int64_t right (int64_t t_ns)
{
    (void)t_ns;
    return 0;
}

static int64_t rested (int64_t t_ns)
{
    return t_ns >= utc ("2022-08-28T02:00:00") ? 12 * H : 0;
}

/* A tree with phases from `from` to `to`, and CPU rows. */
static struct fid_run *load (const char *from, const char *to, const struct text *cpu)
{
    static const char titles[] =
        "timestamp,%usr,%nice,%sys,%iowait,%irq,%soft,%steal,%guest,%gnice,%idle\n";
    struct rundir dir;
    struct fid_run_opts opts = {0};
    struct fid_error err = {0};
    char phases[400];
    char *table = fid_format (NULL, "%s%s", titles, cpu->at);
    rundir_make (&dir, "tree");
    snprintf (phases, sizeof phases, "%s,%s,INIT\n%s,%s,TRAINING\n", from, from, from, to);
    rundir_text (&dir, "timeline.csv", phases);
    rundir_text (&dir, "cpu_all.csv", table);
    struct fid_run *run = fid_run_load (dir.dir, &opts, &err);
    if (!run)
        diag ("%s", err.text);
    rundir_remove (&dir);
    free (table);
    return run;
}

/* How many rows were moved, as the finding has it; -1: none. */
static long long moved_n (const struct fid_run *run)
{
    for (size_t i = 0; i < run->findings.n; i++)
        if (run->findings.at[i].code == FID_RUN_ROWS_HALF_DAYS)
            return run->findings.at[i].number[0];
    return -1;
}

static void check (const char *what, const char *from, const char *to, size_t row_n,
                   int64_t (*wrong) (int64_t), long long want_n)
{
    struct text t = {0};
    rows (&t, from, row_n, wrong);
    struct fid_run *run = load (from, to, &t);
    const struct fid_gauge *g = &run->gauge[FID_GAUGE_CPU];
    bool straight = g->n == row_n && g->t_ns[0] == utc (from);
    for (size_t i = 1; i < g->n; i++)
        straight &= g->t_ns[i] - g->t_ns[i - 1] == 10 * FID_S;
    ok (straight == (wrong != rested), "%s: every row at its place", what);
    ok_int (moved_n (run), want_n, "the rows that were moved are counted");
    fid_run_destroy (run);
    free (t.at);
}

int main (void)
{
    rundir_begin ();
    check ("nothing wrong", "2022-08-28T03:00:00", "2022-08-28T04:00:00", 360, right, -1);
    check ("an hour in the middle", "2022-08-28T03:00:00", "2022-08-28T09:00:00", 2160,
           am_as_pm, 360);
    check ("the beginning", "2022-08-28T05:30:00", "2022-08-28T07:00:00", 540, am_as_pm, 180);
    check ("the end", "2022-08-28T04:00:00", "2022-08-28T05:20:00", 480, am_as_pm, 120);
    check ("all rows", "2022-08-28T05:03:50", "2022-08-28T05:33:50", 180, am_as_pm, 180);
    check ("the date stays at midnight", "2022-08-28T04:22:10", "2022-08-28T07:00:10", 948,
           no_new_date, 948 - 227);
    check ("a pause of 12 hours", "2022-08-28T01:00:00", "2022-08-28T15:00:00", 720, rested,
           -1);
    rundir_end ();
    return tap_done ();
}
