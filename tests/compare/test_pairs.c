/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairs of runs: laws of the numbers, windows, findings */
#include "tests/compare/made_run.h"
#include "tests/compare/recorded.h"

/* Call f for every measure of every window. */
static void each_measure (const cJSON *doc, void (*f) (const cJSON *, const char *, void *),
                          void *arg)
{
    const cJSON *r, *w, *measure;
    char where[100];
    cJSON_ArrayForEach (r, cJSON_GetObjectItem (doc, "resources"))
    {
        cJSON_ArrayForEach (measure, cJSON_GetObjectItem (r, "measures"))
        {
            snprintf (where, sizeof where, "%s", text_of (r, "resource"));
            f (measure, where, arg);
        }
        cJSON_ArrayForEach (w, cJSON_GetObjectItem (r, "windows"))
            cJSON_ArrayForEach (measure, cJSON_GetObjectItem (w, "measures"))
        {
            snprintf (where, sizeof where, "%s/%s", text_of (r, "resource"),
                      text_of (w, "window"));
            f (measure, where, arg);
        }
    }
}

struct tally {
    int measure_n, graded_n, wrong_n;
    const cJSON *other;
};

static void is_one (const cJSON *f, const char *where, void *arg)
{
    struct tally *t = arg;
    const cJSON *d = cJSON_GetObjectItem (f, "distance"), *g = cJSON_GetObjectItem (f, "grade");
    if (!cJSON_IsNumber (d))
        return;
    t->measure_n++;
    t->graded_n += cJSON_IsNumber (g);
    if (d->valuedouble == 0 &&
        (cJSON_IsNull (g) ||
         (g->valuedouble == 1 && strcmp (text_of (f, "clause"), "met") == 0)))
        return;
    t->wrong_n++;
    diag ("%s %s %s: %.17g", where, text_of (f, "metric"), text_of (f, "quantity"),
          d->valuedouble);
}

/* The same measure of another document; NULL: not there. */
struct wanted {
    const char *where, *measure, *quantity;
    const cJSON *found;
};

static void is_wanted (const cJSON *f, const char *where, void *arg)
{
    struct wanted *w = arg;
    if (strcmp (where, w->where) == 0 && strcmp (text_of (f, "metric"), w->measure) == 0 &&
        strcmp (text_of (f, "quantity"), w->quantity) == 0)
        w->found = f;
}

/* Measures that take nothing from the reference: no full scale, no band. */
static bool own_scale (const char *measure, const char *where)
{
    return strncmp (measure, "dtw", 3) == 0 || strcmp (measure, "coupling") == 0 ||
           (strcmp (measure, "w1") == 0 && strncmp (where, "disk", 4) == 0);
}

static void is_same_swapped (const cJSON *f, const char *where, void *arg)
{
    struct tally *t = arg;
    struct wanted w = {where, text_of (f, "metric"), text_of (f, "quantity"), NULL};
    if (own_scale (w.measure, where))
        return;
    each_measure (t->other, is_wanted, &w);
    const cJSON *d = cJSON_GetObjectItem (f, "distance");
    const cJSON *e = w.found ? cJSON_GetObjectItem (w.found, "distance") : NULL;
    t->measure_n++;
    if (e && ((cJSON_IsNull (d) && cJSON_IsNull (e)) ||
              (cJSON_IsNumber (d) && cJSON_IsNumber (e) && d->valuedouble == e->valuedouble)))
        return;
    t->wrong_n++;
    diag ("%s %s %s: %.17g, swapped %.17g", where, w.measure, w.quantity,
          d ? d->valuedouble : NAN, e ? e->valuedouble : NAN);
}

static int bad_numbers (const cJSON *o)
{
    int n = cJSON_IsNumber (o) && !isfinite (o->valuedouble);
    const cJSON *child;
    cJSON_ArrayForEach (child, o) n += bad_numbers (child);
    return n;
}

static void test_pairs (void)
{
    struct rundir a, b, c;
    struct fid_error err;
    struct tally t = {0};
    training (&a, "A", (struct shape){0});
    training (&b, "B", (struct shape){.step_s = 1.3, .reads = 3});
    cJSON *aa = compare_dirs (&a, &a, &compare_opts, &err);
    cJSON *ab = compare_dirs (&a, &b, &compare_opts, &err);
    cJSON *ba = compare_dirs (&b, &a, &compare_opts, &err);
    ok (aa && ab && ba, "three pairs compared");
    each_measure (aa, is_one, &t);
    ok (t.measure_n > 60 && t.wrong_n == 0,
        "a run against itself: distance exactly 0 and grade 1 in all of %d measures, %d graded",
        t.measure_n, t.graded_n);
    ok (t.graded_n > 30, "of which the profile grades many");
    ok_close (similarity (aa), 1, 0, "the similarity is 1");
    const cJSON *p;
    cJSON_ArrayForEach (p, cJSON_GetObjectItem (aa, "profiles"))
    {
        const cJSON *s = cJSON_GetObjectItem (p, "similarity");
        if (cJSON_IsNumber (s))
            ok_close (s->valuedouble, 1, 0, text_of (p, "profile"));
        else
            ok_str (text_of (p, "verdict"), "cannot tell", text_of (p, "profile"));
        ok (strcmp (text_of (p, "verdict"), "not valid") != 0, "  %s: %s",
            text_of (p, "verdict"), text_of (p, "reason"));
    }
    t = (struct tally){.other = ba};
    each_measure (ab, is_same_swapped, &t);
    ok (t.measure_n > 50 && t.wrong_n == 0,
        "swapped sides: %d symmetric measures give the very same distance", t.measure_n);
    ok (bad_numbers (ab) + bad_numbers (ba) + bad_numbers (aa) == 0, "no NaN, no infinity");
    double far = grade (ab, "data.read");
    ok (far > 0 && far < 1 && similarity (ab) < 1,
        "different runs differ: %.3f, similarity %.3f", far, similarity (ab));
    cJSON_Delete (aa);
    cJSON_Delete (ab);
    cJSON_Delete (ba);

    training (&c, "C",
              (struct shape){.no_write = true, .no_checkpoint = true, .idle_disk = true});
    cJSON *ac = compare_dirs (&a, &c, &compare_opts, &err);
    const cJSON *w = resource (ac, "checkpoint.write");
    ok (grade (ac, "checkpoint.write") < 0.01 && grade (ac, "checkpoint.write") >= 0,
        "writes in one run only: %.4f", grade (ac, "checkpoint.write"));
    ok_str (text_of (w, "reason"), "active in the real run only", "and says so");
    ok (grade (ac, "disk.read") < 0.01 && grade (ac, "disk.read") >= 0,
        "a disk that idles in one run only: %.4f", grade (ac, "disk.read"));
    ok_str (text_of (profile (ac, "checkpoint"), "verdict"), "not valid",
            "not valid for checkpoints");
    ok (similarity (ac) < 0.3, "a run without checkpoints: similarity %.3f", similarity (ac));
    ok_says (ac, "never in the emulation", "a phase of one run only is a finding");
    ok (bad_numbers (ac) == 0, "no NaN in it");
    cJSON_Delete (ac);
    cJSON *cc = compare_dirs (&c, &c, &compare_opts, &err);
    ok_str (text_of (resource (cc, "checkpoint.write"), "status"), "idle",
            "idle in both is agreement");
    ok (grade (cc, "checkpoint.write") == -1 && similarity (cc) == 1,
        "which is not graded and costs nothing");
    cJSON_Delete (cc);
    rundir_remove (&a);
    rundir_remove (&b);
    rundir_remove (&c);
}

/* A recorded run, with all that there is. */
static void test_recorded (void)
{
    struct fid_run *run = recorded ("UNET3D_real_r2");
    cJSON *doc = compared (run, run, NULL);
    struct tally t = {0};
    const cJSON *p;
    each_measure (doc, is_one, &t);
    ok (t.measure_n > 100 && t.graded_n > 60 && t.wrong_n == 0,
        "a recorded run against itself: grade 1 in all of %d measures, %d graded", t.measure_n,
        t.graded_n);
    cJSON_ArrayForEach (p, cJSON_GetObjectItem (doc, "profiles"))
    {
        ok_str (text_of (p, "verdict"), "cannot tell", "a copy: no verdict");
        ok (cJSON_GetNumberValue (cJSON_GetObjectItem (p, "similarity")) == 1 &&
                cJSON_GetNumberValue (cJSON_GetObjectItem (p, "met")) ==
                    cJSON_GetNumberValue (cJSON_GetObjectItem (p, "of")),
            "  with a similarity of 1");
    }
    cJSON_Delete (doc);
    fid_run_destroy (run);
}

static void test_windows (void)
{
    static const char *const names[] = {"job",      "whole", "startup",    "INIT",
                                        "TRAINING", "EVAL",  "CHECKPOINT", NULL};
    struct rundir a, b, n;
    struct fid_error err;
    training (&a, "A", (struct shape){0});
    training (&b, "B", (struct shape){.no_checkpoint = true});
    training (&n, "N", (struct shape){.no_phases = true, .no_gauges = true});
    for (int i = 0; names[i]; i++) {
        struct fid_compare_opts o = compare_opts;
        o.window = names[i];
        cJSON *doc = compare_dirs (&a, &a, &o, &err);
        ok (doc &&
                strcmp (text_of (resource (doc, "data.read"), "window"),
                        i ? names[i] : "TRAINING") == 0 &&
                strcmp (text_of (resource (doc, "checkpoint.write"), "window"), names[i]) == 0,
            "headline window %s: all in it; in the job each resource is at home", names[i]);
        cJSON_Delete (doc);
    }
    struct fid_compare_opts o = compare_opts;
    o.window = "lunch";
    ok (!compare_dirs (&a, &a, &o, &err) && err.status == FID_EUSAGE &&
            strstr (err.text, "lunch"),
        "an unknown window is a usage error");
    o.window = "CHECKPOINT";
    ok (!compare_dirs (&b, &b, &o, &err) && err.status == FID_EINPUT &&
            strstr (err.text, "nothing is comparable"),
        "a window neither run has: a sentence, no similarity");
    diag ("%s", err.text);
    o.window = "TRAINING";
    ok (!compare_dirs (&n, &n, &o, &err) && err.status == FID_EINPUT,
        "phase windows need phases");
    cJSON *doc = compare_dirs (&n, &n, &compare_opts, &err);
    if (!doc)
        diag ("%s", err.text);
    ok (doc != NULL, "without phases the job is the whole run");
    ok_says (doc, "no log names phases", "which is a finding");
    cJSON_Delete (doc);
    rundir_remove (&a);
    rundir_remove (&b);
    rundir_remove (&n);
}

static void test_findings (void)
{
    struct rundir a, b;
    struct fid_error err;
    training (&a, "A", (struct shape){.epochs = 5});
    training (&b, "B", (struct shape){.epochs = 5, .silent_from = 3});
    cJSON *doc = compare_dirs (&a, &b, &compare_opts, &err);
    ok_says (doc, "silent in the emulation from epoch 3 of 5 on", "from which epoch on");
    cJSON_Delete (doc);
    doc = compare_dirs (&b, &a, &compare_opts, &err);
    ok_says (doc, "silent in the real run from epoch 3 of 5 on", "on either side");
    cJSON_Delete (doc);
    rundir_remove (&b);
    training (&b, "B", (struct shape){.epochs = 2});
    doc = compare_dirs (&a, &b, &compare_opts, &err);
    ok_says (doc, "the real run has 5 epochs, the emulation 2", "missing epochs");
    cJSON_Delete (doc);
    rundir_remove (&b);
    training (&b, "B", (struct shape){.epochs = 1, .no_gauges = true, .no_phases = true});
    doc = compare_dirs (&a, &b, &compare_opts, &err);
    ok_says (doc, "not recorded in the emulation", "absent is not zero");
    ok (grade (doc, "cpu") == -1 && similarity (doc) >= 0, "and has no grade");
    cJSON_Delete (doc);
    rundir_remove (&a);
    rundir_remove (&b);
}

int main (void)
{
    rundir_begin ();
    test_pairs ();
    test_recorded ();
    test_windows ();
    test_findings ();
    rundir_end ();
    return tap_done ();
}
