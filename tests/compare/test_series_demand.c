/* slowdown and demand of a series file, on runs made up so that both are known
 *
 * 60 steps of 0.5 s wait 0.1 s, in which they read, and compute 0.4 s: nothing overlaps, and a
 * job whose reads take r seconds at a bandwidth takes 24 + r. */
#include "config.h"
#include <string.h>
#include "compare/series.h"
#include "tests/compare/made_run.h"
#include "tests/compare/recorded.h"

#define MEAN (60 * 393216. / 30) /* bytes a second of the real run */

static struct fid_run *
with_steps (const struct rundir *dir)
{
    struct fid_error err;
    struct fid_run *run = load (dir, &err);
    if (!run) {
        diag ("%s", err.text);
        exit (99);
    }
    run->steps.step = calloc (60, sizeof *run->steps.step);
    run->steps.n = run->steps.cap = 60;
    for (size_t i = 0; i < 60; i++)
        run->steps.step[i] = (struct fid_step){
            .end_ns = INT64_MIN, .load_s = 0.1, .compute_s = 0.4, .step_s = 0.5, .epoch = -1};
    run->step_s = 0.5;
    return run;
}

static void
put_fact (struct fid_run *run, const char *key, const char *value)
{
    run->fact = realloc (run->fact, (run->fact_n + 1) * sizeof *run->fact);
    struct fid_run_fact *f = &run->fact[run->fact_n++];
    snprintf (f->key, sizeof f->key, "%s", key);
    snprintf (f->value, sizeof f->value, "%s", value);
    run->fact_cap = run->fact_n;
}

static cJSON *
series_of (const struct fid_run *real, const struct fid_run *emu)
{
    struct fid_error err;
    struct fid_pair pair;
    struct fid_series_size size = {FID_SERIES_POINTS, 0};
    struct fid_result *result = fid_compare (real, emu, &run_opts, &compare_opts, &err);
    if (fid_pair_init (&pair, real, emu, &compare_opts, &err))
        exit (99);
    struct fid_series *s = result ? fid_compare_series (&pair, &size, result, &err) : NULL;
    cJSON *doc = s ? fid_record_doc (fid_series_record, s, &err) : NULL;
    fid_series_destroy (s);
    fid_result_destroy (result);
    if (!doc) {
        diag ("%s", err.text);
        exit (99);
    }
    return doc;
}

static double
element (const cJSON *o, const char *key, int i)
{
    const cJSON *x = cJSON_GetArrayItem (cJSON_GetObjectItem (o, key), i);
    return cJSON_IsNumber (x) ? x->valuedouble : NAN;
}

/* How far the curve of a side is from 1 + all / at / alone, relatively. */
static double
off_by (const cJSON *curve, const char *side, double reads_s_at_mean, bool bandwidth)
{
    const cJSON *s = cJSON_GetObjectItem (curve, side);
    double worst = 0, mean = number_of (curve, "mean");
    for (int i = 0; i < 24; i++) {
        double at = element (curve, "at", i), times = bandwidth ? mean / at : at / mean;
        double want = 1 + reads_s_at_mean * times / 24;
        worst = fmax (worst, fabs (element (s, "ratio", i) / want - 1));
    }
    return worst;
}

static void
test_curves (const cJSON *doc)
{
    const cJSON *list = cJSON_GetObjectItem (doc, "slowdown");
    const cJSON *by[2] = {cJSON_GetArrayItem (list, 0), cJSON_GetArrayItem (list, 1)};
    ok_int (cJSON_GetArraySize (list), 2, "by bandwidth and by latency");
    ok_str (text_of (by[0], "quantity"), "bandwidth", "bandwidth first");
    ok_close (number_of (by[0], "mean"), MEAN / 1048576, 1e-4, "mean demand");
    ok_close (element (by[0], "at", 0), MEAN / 1048576 / 8, 1e-4, "from an eighth");
    ok_close (element (by[0], "at", 23), MEAN / 1048576 * 8, 1e-3, "to eight times of it");
    for (int k = 0; k < 2; k++) {
        ok (off_by (by[k], "real", 30, !k) < 1e-4, "%s: 24 s and the reads",
            text_of (by[k], "quantity"));
        ok_close (off_by (by[k], "emulation", 15, !k), 0, 1e-4, "half of them in the emulation");
        const cJSON *side = cJSON_GetObjectItem (by[k], "real");
        ok_close (number_of (side, "alone_s"), 24, 1e-9, "24 s of computing");
        ok_close (number_of (side, "overlap"), 0, 1e-9, "nothing overlaps");
    }
    ok_close (element (cJSON_GetObjectItem (by[0], "real"), "ratio", 0), 11, 1e-3,
              "an eighth of the bandwidth: 24 + 8 x 30 s, 11 times as long");
}

static void
test_demand (const cJSON *doc)
{
    const cJSON *demand = cJSON_GetObjectItem (doc, "demand");
    static const struct {
        const char *side;
        double wants; /* MiB/s: bytes of a step in 0.4 s */
    } sides[] = {{"real", 393216 / 0.4 / 1048576}, {"emulation", 196608 / 0.4 / 1048576}};
    for (int k = 0; k < 2; k++) {
        const cJSON *s = cJSON_GetObjectItem (demand, sides[k].side);
        int wrong = 0;
        for (int i = 0; i < 97; i++)
            wrong += element (s, "share", i) != (element (demand, "at", i) < sides[k].wants);
        ok (!wrong, "%s: every window wants %.4f MiB/s", sides[k].side, sides[k].wants);
        ok_close (number_of (s, "window_s"), 2, 1e-9, "of 2 s");
    }
}

/* Points of recordings on throttled storage. */
static void
test_measured (struct fid_run *real, struct fid_run *emu)
{
    put_fact (real, "throttled.1048576", "60");
    put_fact (real, "throttled.max", "29");
    put_fact (real, "throttled.max", "31");
    put_fact (emu, "throttled.1048576", "60"); /* it has none at full speed */
    cJSON *doc = series_of (real, emu);
    const cJSON *curve = cJSON_GetArrayItem (cJSON_GetObjectItem (doc, "slowdown"), 0);
    const cJSON *list[2];
    for (int k = 0; k < 2; k++)
        list[k] = cJSON_GetObjectItem (cJSON_GetObjectItem (curve, fid_series_side_name[k]),
                                       "measured");
    const cJSON *point = cJSON_GetArrayItem (list[0], 0);
    ok_int (cJSON_GetArraySize (list[0]), 1, "one recording is throttled");
    ok (cJSON_GetArrayItem (point, 0)->valuedouble == 1 &&
            cJSON_GetArrayItem (point, 1)->valuedouble == 2,
        "at 1 MiB/s it took twice as long as the mean of those at full speed");
    ok_int (cJSON_GetArraySize (list[1]), 0, "no ratio without a recording at full speed");
    cJSON_Delete (doc);
}

static void
test_without_steps (const struct rundir *a, const struct rundir *b)
{
    struct fid_error err;
    struct fid_run *real = load (a, &err), *emu = load (b, &err);
    cJSON *doc = series_of (real, emu);
    ok_int (cJSON_GetArraySize (cJSON_GetObjectItem (doc, "slowdown")), 0,
            "without steps there is no curve");
    ok (cJSON_IsNull (cJSON_GetObjectItem (doc, "demand")), "and no demand");
    cJSON_Delete (doc);
    fid_run_destroy (real);
    fid_run_destroy (emu);
}

int
main (void)
{
    struct rundir a, b;
    rundir_begin ();
    training (&a, "a", (struct shape){0});
    training (&b, "b", (struct shape){.reads = 2});
    struct fid_run *real = with_steps (&a), *emu = with_steps (&b);
    cJSON *doc = series_of (real, emu);
    test_curves (doc);
    test_demand (doc);
    cJSON_Delete (doc);
    test_measured (real, emu);
    test_without_steps (&a, &b);
    fid_run_destroy (real);
    fid_run_destroy (emu);
    rundir_remove (&a);
    rundir_remove (&b);
    rundir_end ();
    return tap_done ();
}
