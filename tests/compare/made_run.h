/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_run.h - a training run made up, pairs of such runs, and what results say */
#ifndef FID_TEST_MADE_RUN_H
#define FID_TEST_MADE_RUN_H

#include "tests/compare/as_document.h"
#include "tests/compare/rundir.h"

static const struct fid_run_opts run_opts = {0};
static const struct fid_compare_opts compare_opts = {.penalty = -1, .tolerance_s = -1};

__attribute__ ((unused)) static struct fid_run *load (const struct rundir *r,
                                                      struct fid_error *err)
{
    return fid_run_load (r->dir, &run_opts, err);
}

/* How a made-up run differs from the plain one. */
struct shape {
    double step_s; /* 0: 0.5 */
    int reads;     /* a step; 0: 4 */
    bool no_write, no_read, no_phases, no_checkpoint, no_gauges, idle_disk;
    int epochs;      /* 0: 3 */
    int silent_from; /* epoch from which on nothing is read; 0: never */
    int gauge_gap_s; /* the monitors miss that many samples from 20 s on */
};

/* A training: 2 s of INIT, epochs of 20 steps that open a file and read, 3 s of evaluation, a
 * checkpoint of 2 s in each epoch; monitors every second. */
__attribute__ ((unused)) static void training (struct rundir *r, const char *name,
                                               struct shape s)
{
    static struct buffer ev, ph, g;
    double step_s = s.step_s > 0 ? s.step_s : 0.5, t = 10;
    int reads = s.reads ? s.reads : 4, epochs = s.epochs ? s.epochs : 3;
    ev.n = ph.n = g.n = 0;
    put (&ev, "time_s,op,bytes,latency_s,pid,device\n");
    put (&ph, "start_s,end_s,phase,epoch\n");
    put (&g, "time_s,cpu.user,cpu.sys,cpu.iowait,cpu.idle,disk.read:vda,disk.write:vda\n");
    for (int i = 0; i < 40; i++) /* libraries */
        put (&ev, "%.3f,read,832,0.0001,7,\n%.3f,block_read,131072,0.001,7,vda\n", 7 + i * .05,
             7 + i * .05);
    if (s.no_write) /* a stray one: writes are traced */
        put (&ev, "9,write,100,0.001,7,\n9,block_write,512,0.01,7,vda\n");
    put (&ph, "8,10,INIT,\n");
    for (int e = 1; e <= epochs; e++) {
        double from = t;
        for (int k = 0; k < 20; k++, t += step_s)
            for (int i = 0; i < reads; i++) {
                if (s.no_read || (s.silent_from && e >= s.silent_from))
                    continue;
                if (i == 0)
                    put (&ev, "%.4f,open,,0.0005,7,\n", t - 0.001);
                put (&ev, "%.4f,read,%d,%.6f,7,\n", t + i * 0.01, 65536 << (i & 1),
                     0.002 + 0.0001 * i);
                put (&ev, "%.4f,block_read,131072,0.0015,7,vda\n", t + i * 0.01 + 0.0005);
            }
        put (&ph, "%.3f,%.3f,TRAINING,%d\n", from, t, e);
        if (!s.no_checkpoint) {
            for (int i = 0; i < 16 && !s.no_write; i++)
                put (&ev, "%.4f,write,1048576,0.001,7,\n%.4f,block_write,1048576,0.01,7,vda\n",
                     t + i * 0.1, t + i * 0.1 + 0.05);
            put (&ph, "%.3f,%.3f,CHECKPOINT,%d\n", t, t + 2, e);
            t += 2;
        }
        put (&ph, "%.3f,%.3f,EVAL,%d\n", t, t + 3, e);
        t += 3;
    }
    for (int i = 6; i < t + 4; i++) {
        bool over = i > t - 4; /* nothing is read or written in the last evaluation */
        double busy = i % 3 * 20, mib = over ? 0 : i % 5 == 0 ? 40 : 10;
        if (i >= 20 && i < 20 + s.gauge_gap_s)
            continue;
        put (&g, "%d.25,%.2f,%.2f,1,%.2f,%.2f,%.2f\n", i, busy, busy / 4, 99 - busy * 1.25,
             s.idle_disk ? 0 : mib,
             over         ? 0
             : i % 7 == 0 ? 30.
                          : 2.);
    }
    rundir_make (r, name);
    rundir_text (r, "events.csv", ev.text);
    if (!s.no_phases)
        rundir_text (r, "phases.csv", ph.text);
    if (!s.no_gauges)
        rundir_text (r, "gauges.csv", g.text);
}

/* For what `system' grades, unless opts name a profile: what is made here never reaches a disk. */
__attribute__ ((unused)) static cJSON *compare_dirs (const struct rundir *a,
                                                     const struct rundir *b,
                                                     const struct fid_compare_opts *opts,
                                                     struct fid_error *err)
{
    struct fid_run *ra = load (a, err), *rb = ra ? load (b, err) : NULL;
    struct fid_compare_opts how = *opts;
    struct fid_profile made = *fid_profile_default (false);
    snprintf (made.name, sizeof made.name, "made");
    made.needs = 0;
    if (!how.profile)
        how.profile = &made;
    struct fid_result *r = ra && rb ? fid_compare (ra, rb, &run_opts, &how, err) : NULL;
    fid_run_destroy (ra);
    fid_run_destroy (rb);
    return document_of (r, err);
}

__attribute__ ((unused)) static const char *text_of (const cJSON *o, const char *key)
{
    const char *s = cJSON_GetStringValue (cJSON_GetObjectItem (o, key));
    return s ? s : "";
}

__attribute__ ((unused)) static const cJSON *resource (const cJSON *doc, const char *name)
{
    const cJSON *r;
    cJSON_ArrayForEach (
        r, cJSON_GetObjectItem (doc, "resources")) if (strcmp (text_of (r, "resource"), name) ==
                                                       0) return r;
    return NULL;
}

__attribute__ ((unused)) static bool doc_says (const cJSON *doc, const char *text)
{
    char *s = cJSON_PrintUnformatted (doc);
    bool found = s && strstr (s, text);
    free (s);
    return found;
}

__attribute__ ((unused)) static void ok_says (const cJSON *doc, const char *text,
                                              const char *what)
{
    const cJSON *f;
    if (ok (doc && doc_says (doc, text), "%s", what))
        return;
    cJSON_ArrayForEach (f, cJSON_GetObjectItem (doc, "findings"))
        diag ("%s: %s", text_of (f, "resource"), text_of (f, "text"));
    cJSON_ArrayForEach (f, cJSON_GetObjectItem (doc, "warnings"))
        diag ("%s", cJSON_GetStringValue (f));
}

/* The grade of a resource, the similarity, -1: null. */
__attribute__ ((unused)) static double grade (const cJSON *doc, const char *name)
{
    const cJSON *g = cJSON_GetObjectItem (resource (doc, name), "grade");
    return cJSON_IsNumber (g) ? g->valuedouble : -1;
}

__attribute__ ((unused)) static double similarity (const cJSON *doc)
{
    const cJSON *s = cJSON_GetObjectItem (cJSON_GetObjectItem (doc, "overall"), "similarity");
    return cJSON_IsNumber (s) ? s->valuedouble : -1;
}

/* What a profile says of a pair: similarity, verdict, clauses. */
__attribute__ ((unused)) static const cJSON *profile (const cJSON *doc, const char *name)
{
    const cJSON *p;
    cJSON_ArrayForEach (
        p, cJSON_GetObjectItem (doc, "profiles")) if (strcmp (text_of (p, "profile"), name) ==
                                                      0) return p;
    return NULL;
}

#endif
