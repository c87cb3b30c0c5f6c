/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_dtw.c - how fast the DTW kernels are, against the plain rows
 *
 *   bench_dtw [-r ROUNDS] [N...]        N: lengths, 1000 5000 20000 100000
 *
 * One line a form, length, band and instruction set:
 *
 *   Gcells/s   band cells by the best of the rounds
 *   x plain    the plain rows' best time over it (same form, in double); 0 where
 *              plain was not timed (above 2e9 cells)
 *   cells/cy   by the clock measured in the same rounds: a chain of dependent
 *              additions, one a cycle; 0 where there is no such chain
 *   % model    of the vector-port model: 2 (AVX-512) or 8/3 (AVX2) operations a
 *              cycle, 4 a vector of the classic form, 7 of the score
 *   x dist     path only: its best time over that of the distance
 *
 * In a round every row's program runs once, one after the other, so that what
 * else the machine does falls on all alike. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "metrics/dtw_path.h"
#include "metrics/isa.h"
#include "tests/metrics/dtw_plain.h"

enum what { CLASSIC, SCORE, PATH, WHATS };
static const char *const what_names[WHATS] = {"classic", "score", "path"};
/* Of the score's distance, also for the path: the rest is its price. */
static const double operations[WHATS] = {4, 7, 7};

enum { MODES = FID_ISA_N };

static enum fid_isa widest; /* of the machine */

struct job {
    enum what what;
    size_t n, band_n;
    double cells;
    const double *x, *y;
};

static double cpu_s (void)
{
    struct timespec t;
    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Cycles a second, or 0. */
static double clock_hz (void)
{
#if defined __x86_64__ || defined __aarch64__
    enum { TURNS = 200000, CHAIN = 10 };
    uint64_t a = 0;
    double start = cpu_s ();
    for (int i = 0; i < TURNS; i++)
        for (int k = 0; k < CHAIN; k++)
#ifdef __x86_64__
            __asm__ volatile("lea 1(%0), %0" : "+r"(a));
#else
            __asm__ volatile("add %0, %0, 1" : "+r"(a));
#endif
    return TURNS * CHAIN / (cpu_s () - start);
#else
    return 0;
#endif
}

static volatile double sink;

static void run_plain (const struct job *job)
{
    struct fid_dtw_opts o = {1, job->band_n, 0.05};
    sink = job->what == CLASSIC ? plain_classic (job->x, job->n, job->y, job->n, job->band_n)
                                : plain_score (job->x, job->n, job->y, job->n, &o, NULL);
}

static void run_kernel (const struct job *job)
{
    double d = 0;
    struct fid_dtw_path path = {0};
    struct fid_dtw_task task = {
        .x = job->x,
        .y = job->y,
        .n = job->n,
        .m = job->n,
        .dim = 1,
        .band = fid_band_slanted (job->n, job->n, job->band_n),
        .form = job->what == CLASSIC ? FID_DTW_SQUARED : FID_DTW_SCORE,
        .penalty = job->what == CLASSIC ? 0 : 0.05,
        .limit = INFINITY,
    };
    int rc = job->what == PATH ? fid_marks_path (&task, 0, &d, &path)
                               : fid_dtw_table_sum (&task, &d);
    if (rc) {
        fprintf (stderr, "bench_dtw: out of memory\n");
        exit (5);
    }
    for (size_t k = 0; k < path.n; k++) /* the warp statistics of dtw.c */
        d += fabs ((double)path.i[k] - (double)path.j[k]);
    fid_dtw_path_clear (&path);
    sink = d;
}

/* Seconds a call, of as many calls as take some milliseconds. */
static double time_mode (const struct job *job, int mode)
{
    size_t calls = 1 + (size_t)(2e7 / job->cells);
    double start = cpu_s ();
    for (size_t c = 0; c < calls; c++)
        if (mode < 0)
            run_plain (job);
        else
            run_kernel (job);
    return (cpu_s () - start) / (double)calls;
}

/* Bigger tables are for the widest instruction set only. */
static bool wanted (const struct job *job, int mode)
{
    if (mode < 0)
        return job->what != PATH && job->cells <= 2e9;
    enum fid_isa isa = (enum fid_isa)mode;
    return fid_isa_has (isa) && (job->cells <= 1e9 || isa == widest);
}

static double model (enum fid_isa isa, enum what what)
{
    double lanes = isa == FID_ISA_AVX512 ? 8 : 4, ports = isa == FID_ISA_AVX512 ? 2 : 8.0 / 3;
    if (isa != FID_ISA_AVX2 && isa != FID_ISA_AVX512)
        return 0;
    return lanes * ports / operations[what];
}

static void bench (struct job *job, const char *band, int rounds, double distance[MODES])
{
    double best[MODES + 1], hz = 0;
    for (int k = 0; k <= MODES; k++)
        best[k] = INFINITY;
    for (int round = 0; round < rounds; round++)
        for (int mode = -1; mode < MODES; mode++) {
            if (!wanted (job, mode))
                continue;
            if (mode >= 0)
                fid_isa_force (fid_isa_name ((enum fid_isa)mode));
            best[mode + 1] = fmin (best[mode + 1], time_mode (job, mode));
            hz = fmax (hz, clock_hz ());
        }
    if (isfinite (best[0]))
        printf ("%-8s%8zu %-5s%-10s%10.3f%9.2f%10.2f\n", what_names[job->what], job->n, band,
                "plain", job->cells / best[0] / 1e9, 1.0, job->cells / best[0] / hz);
    for (int mode = 0; mode < MODES; mode++) {
        double t = best[mode + 1], rate = job->cells / t;
        if (!isfinite (t))
            continue;
        enum fid_isa isa = (enum fid_isa)mode;
        double top = model (isa, job->what);
        printf ("%-8s%8zu %-5s%-10s%10.3f%9.2f%10.2f%9.0f", what_names[job->what], job->n, band,
                fid_isa_name (isa), rate / 1e9, isfinite (best[0]) ? best[0] / t : 0,
                hz > 0 ? rate / hz : 0, hz > 0 && top > 0 ? 100 * rate / hz / top : 0);
        if (job->what == PATH)
            printf ("%8.2f", t / distance[mode]);
        else
            distance[mode] = t;
        printf ("\n");
    }
    fflush (stdout);
}

/* A noisy walk and a late copy of it, in [0, 1]: neither flat nor pure noise. */
static void draw (double *x, double *y, size_t n)
{
    uint64_t seed = 1;
    double level = 0.5;
    for (size_t i = 0; i < n; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        double u = (double)(seed >> 11) / 9007199254740992.0;
        level = 0.98 * level + 0.02 * u;
        x[i] = fmin (1, fmax (0, level + 0.2 * (u - 0.5)));
        y[i] = x[i >= n / 100 ? i - n / 100 : 0] * 0.9 + 0.1 * u;
    }
}

int main (int argc, char **argv)
{
    static const struct {
        const char *name;
        double part;
    } bands[] = {{"full", 1}, {"10%", 0.1}, {"5%", 0.05}};
    static char *lengths[] = {"1000", "5000", "20000", "100000"};
    int rounds = 7, opt;
    while ((opt = getopt (argc, argv, "r:")) != -1)
        if (opt != 'r' || (rounds = atoi (optarg)) < 1)
            return 2;
    widest = fid_isa_now ();
    char **list = optind < argc ? argv + optind : lengths;
    int list_n = optind < argc ? argc - optind : (int)(sizeof lengths / sizeof *lengths);
    printf ("%-8s%8s %-5s%-10s%10s%9s%10s%9s%8s\n", "form", "n", "band", "isa", "Gcells/s",
            "x plain", "cells/cy", "% model", "x dist");
    for (int l = 0; l < list_n; l++) {
        size_t n = strtoul (list[l], NULL, 10);
        double *x = n ? malloc (2 * n * sizeof *x) : NULL;
        if (!x)
            return 2;
        draw (x, x + n, n);
        for (size_t b = 0; b < sizeof bands / sizeof *bands; b++) {
            double distance[MODES] = {0};
            for (int what = 0; what < WHATS; what++) {
                struct job job = {
                    (enum what)what, n, (size_t)((double)n * bands[b].part), 0, x, x + n};
                job.cells = (double)fid_dtw_cells (n, n, job.band_n);
                bench (&job, bands[b].name, rounds, distance);
            }
        }
        free (x);
    }
    return 0;
}
