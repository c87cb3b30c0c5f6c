/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of answers, on every recorded run that there is: the shipped ones, and those of
 * ../shared/data where a checkout has them. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include "readers/load.h"
#include "storage/answer.h"
#include "tests/storage/simulate.h"
#include "tests/tap.h"

#define RUNS_MAX 64
#define NEAR     1e-9

static struct fid_run *run[RUNS_MAX];
static struct fid_answer_sources sources;
static size_t run_n;

static void load_runs (const char *dir)
{
    struct dirent **entry;
    struct fid_error err;
    int n = scandir (dir, &entry, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char path[1024];
        struct fid_run *r = NULL;
        snprintf (path, sizeof path, "%s/%s", dir, entry[i]->d_name);
        if (run_n < RUNS_MAX && strstr (entry[i]->d_name, "_r"))
            r = fid_run_load (path, &(struct fid_run_opts){0}, &err);
        bool new = r != NULL;
        for (size_t k = 0; k < run_n && new; k++)
            new = strcmp (run[k]->id, r->id) != 0;
        if (new)
            run[run_n++] = r;
        else
            fid_run_destroy (r);
        free (entry[i]);
    }
    if (n >= 0)
        free (entry);
}

/* Storages from fast to slow, by one key; the rest is far away. */
static void by_key (struct fid_storage *s, size_t n, enum fid_storage_key key, double from,
                    double factor)
{
    for (size_t i = 0; i < n; i++) {
        fid_storage_init (&s[i], "law");
        s[i].read_byte_s = 1e9;
        double x = from * pow (factor, (double)i);
        if (key == FID_STORAGE_READ)
            s[i].read_byte_s = x;
        else if (key == FID_STORAGE_READ_WAIT)
            s[i].read_s = x;
        else if (key == FID_STORAGE_IOPS)
            s[i].iops = x;
        else if (key == FID_STORAGE_META_WAIT)
            s[i].meta_s = x;
        else
            s[i].write_byte_s = x;
    }
}

static void times_of (const struct fid_job *job, int model, const struct fid_storage *s,
                      size_t n, struct fid_times *t)
{
    struct fid_error err;
    struct fid_timing all;
    fid_timing_init (&all, job);
    if (fid_timing_add (&all, s, n, &err)) {
        diag ("%s", err.text);
        exit (99);
    }
    for (size_t i = 0; i < n; i++)
        t[i] = fid_timing_on (&all, &s[i])[model];
    fid_timing_clear (&all);
}

static void check_rising (void)
{
    static const struct {
        enum fid_storage_key key;
        double from, factor;
        const char *what;
    } keys[] = {{FID_STORAGE_READ, 1e9, .5, "T falls in the read bandwidth"},
                {FID_STORAGE_READ_WAIT, 1e-5, 2, "T rises in the wait of a read"},
                {FID_STORAGE_IOPS, 1e5, .5, "T falls in requests a second"},
                {FID_STORAGE_META_WAIT, 1e-5, 2, "T rises in the wait of a metadata call"},
                {FID_STORAGE_WRITE, 1e9, .5, "T falls in the write bandwidth"}};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        struct fid_storage s[12];
        struct fid_times t[12];
        int bad = 0, below = 0;
        by_key (s, 12, keys[k].key, keys[k].from, keys[k].factor);
        for (size_t i = 0; i < run_n; i++)
            for (int m = 0; m < FID_MODEL_N; m++) {
                times_of (sources.run[i].job, m, s, 12, t);
                for (int j = 0; j < 12; j++) {
                    bad += j && !(t[j].total_s >= t[j - 1].total_s * (1 - NEAR));
                    below += !(t[j].total_s * (double)sources.run[i].job->rank_n >=
                               t[j].compute_s * (1 - NEAR));
                }
            }
        ok_int (bad, 0, keys[k].what);
        ok_int (below, 0, "and is never below computation");
    }
}

static void check_recorded (void)
{
    struct fid_storage nothing;
    int off = 0;
    fid_storage_init (&nothing, "nothing");
    for (size_t i = 0; i < run_n; i++) {
        const struct fid_job *job = sources.run[i].job;
        struct fid_times t;
        times_of (job, FID_MODEL_BUFFER, &nothing, 1, &t);
        /* one was stopped by hand (doc/answer.md) */
        if (!(fabs (log (t.total_s / job->duration_s)) <= FID_ANSWER_SELF_CHECK) &&
            !strstr (run[i]->id, "unpatched") && off++ < 5)
            diag ("%s: %.3f s, recorded %.3f", run[i]->id, t.total_s, job->duration_s);
    }
    ok_int (off, 0, "a storage that changes nothing: the recorded time, within 5 %%");
}

/* What the simulation does not know: what clients read ahead, and parts of batches. */
static void leave_out_clients (struct fid_job *job)
{
    job->read_ahead_n = 0;
    for (size_t i = 0; i < job->rank_n; i++) {
        struct fid_job_rank *r = &job->rank[i];
        r->loader.ahead_n = r->eval_loader.ahead_n = 0;
        r->loader.depth = round (fmax (0, r->loader.depth));
        r->eval_loader.depth = round (fmax (0, r->eval_loader.depth));
        for (size_t k = 0; k < r->step_n; k++) {
            r->step[k].read_n = 0;
            r->step[k].late_n = 0;
        }
    }
}

/* The fast model equals the plain one. */
static void check_plain (void)
{
    struct fid_storage s[6];
    int bad = 0;
    by_key (s, 5, FID_STORAGE_READ, 1e8, .5);
    by_key (&s[5], 1, FID_STORAGE_READ_WAIT, .005, 1);
    for (size_t i = 0; i < run_n; i++) {
        struct fid_job *job = (struct fid_job *)sources.run[i].job; /* ours until the end */
        struct fid_times t[6];
        leave_out_clients (job);
        times_of (job, FID_MODEL_BUFFER, s, 6, t);
        for (int j = 0; j < 6; j++) {
            double want = simulate (job, &s[j]);
            if (!(fabs (t[j].total_s - want) <= NEAR * want) && bad++ < 5)
                diag ("%s: %.9f s, simulated %.9f", run[i]->id, t[j].total_s, want);
        }
    }
    ok_int (bad, 0, "recorded jobs take as long as a simulation of their events");
}

static struct fid_answer answer_on (const struct fid_answer_run *real, size_t real_n,
                                    const struct fid_answer_run *emulation,
                                    const struct fid_storage *s, size_t n)
{
    struct fid_error err;
    struct fid_answer a;
    struct fid_answer_opts opts = {.storage = s, .storage_n = n};
    if (fid_answer (&a, real, real_n, emulation, 1, &opts, &err)) {
        diag ("%s", err.text);
        exit (99);
    }
    return a;
}

static bool same_workload (size_t i, size_t j)
{
    size_t n = strcspn (run[i]->id, "_");
    return strncmp (run[i]->id, run[j]->id, n + 1) == 0;
}

static double worst (const struct fid_answer *a)
{
    return a->point[a->worst].error;
}

static void check_errors (void)
{
    struct fid_storage s[5];
    int self = 0, turned = 0, outside = 0, narrower = 0, pairs = 0, sets = 0;
    by_key (s, 5, FID_STORAGE_READ, 1e8, .5);
    for (size_t i = 0; i < run_n; i++)
        for (size_t j = 0; j < run_n; j++) {
            const struct fid_answer_run *a = &sources.run[i], *b = &sources.run[j];
            if (!same_workload (i, j))
                continue;
            struct fid_answer ab = answer_on (a, 1, b, s, 5);
            self += i == j && ab.error > 0; /* or not known */
            if (ab.error >= 0) {
                struct fid_answer ba = answer_on (b, 1, a, s, 5);
                turned += !(fabs (ab.error - ba.error) <= NEAR) ||
                          !(fabs (worst (&ab) + worst (&ba)) <= NEAR);
                outside += !(ab.low <= ab.error && ab.error <= ab.high);
                pairs++;
                fid_answer_clear (&ba);
            }
            /* with the next run on the real side, too */
            if (i + 1 < run_n && same_workload (i, i + 1) && ab.error >= 0) {
                struct fid_answer more = answer_on (a, 2, b, s, 5);
                if (more.error >= 0) {
                    narrower += more.high - more.low - ab.high + ab.low <= NEAR;
                    sets++;
                }
                fid_answer_clear (&more);
            }
            fid_answer_clear (&ab);
        }
    diag ("%zu runs, %d pairs, %d sets of two", run_n, pairs, sets);
    ok (pairs > 20 && sets > 10, "enough of them");
    ok_int (self, 0, "a run against itself: E = 0");
    ok_int (turned, 0, "E is symmetric, and its sign turns");
    ok_int (outside, 0, "the interval contains E");
    ok (2 * narrower > sets, "a second recording narrows %d of %d intervals", narrower, sets);
}

/* A job k times as slow, in place. */
static void slow_down (struct fid_job *job, double k)
{
    for (size_t i = 0; i < job->rank_n; i++) {
        struct fid_job_rank *r = &job->rank[i];
        for (size_t j = 0; j < r->step_n; j++) {
            struct fid_job_step *t = &r->step[j];
            t->start_s *= k;
            t->end_s *= k;
            t->load_s *= k;
            t->compute_s *= k;
            t->take_s *= k;
            t->meet_s *= k;
            t->busy_s *= k;
            t->work_s *= k;
        }
        for (size_t j = 0; j < r->segment_n; j++) {
            r->segment[j].start_s *= k;
            r->segment[j].end_s *= k;
            r->segment[j].sum.compute_s *= k;
            r->segment[j].sum.busy_s *= k;
        }
    }
    for (size_t j = 0; j < job->checkpoint_n; j++) {
        job->checkpoint[j].start_s *= k;
        job->checkpoint[j].end_s *= k;
    }
    job->duration_s *= k;
}

static void check_scale (void)
{
    int bad = 0;
    for (size_t i = 0; i < run_n; i++) {
        struct fid_job *job = (struct fid_job *)sources.run[i].job; /* ours until the end */
        struct fid_storage s[4];
        struct fid_times before[4], after[4];
        by_key (s, 4, FID_STORAGE_READ, 1e8, .4);
        for (int j = 0; j < 4; j++) {
            s[j].read_s = 0.002;
            s[j].meta_s = 0.001;
            s[j].iops = 500;
            s[j].write_byte_s = 3e7;
        }
        for (int m = 0; m < FID_MODEL_N; m++) {
            times_of (job, m, s, 4, before);
            slow_down (job, 3);
            for (int j = 0; j < 4; j++) {
                s[j].read_byte_s /= 3;
                s[j].write_byte_s /= 3;
                s[j].iops /= 3;
                s[j].read_s *= 3;
                s[j].meta_s *= 3;
            }
            times_of (job, m, s, 4, after);
            slow_down (job, 1. / 3);
            for (int j = 0; j < 4; j++) {
                bad += !(fabs (after[j].total_s / before[j].total_s - 3) <= 1e-6);
                s[j].read_byte_s *= 3;
                s[j].write_byte_s *= 3;
                s[j].iops *= 3;
                s[j].read_s /= 3;
                s[j].meta_s /= 3;
            }
        }
    }
    ok_int (bad, 0, "all times and rates three times as slow: three times as long");
}

int main (void)
{
    const char *top = getenv ("srcdir") ? getenv ("srcdir") : ".";
    struct fid_error err;
    char dir[1000];
    snprintf (dir, sizeof dir, "%s/tests/data/runs", top);
    load_runs (dir);
#ifndef __SANITIZE_ADDRESS__ /* it learns nothing from more of the same */
    snprintf (dir, sizeof dir, "%s/../shared/data/runs", top);
    load_runs (dir);
#endif
    if (fid_answer_sources_add (&sources, (const struct fid_run *const *)run, run_n, &err)) {
        diag ("%s", err.text);
        return 99;
    }
    check_rising ();
    check_recorded ();
    check_errors ();
    check_scale ();
    check_plain ();
    fid_answer_sources_clear (&sources);
    for (size_t i = 0; i < run_n; i++)
        fid_run_destroy (run[i]);
    return tap_done ();
}
