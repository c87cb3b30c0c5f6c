/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_damage.c - no recording, however broken, gives a number that is none
 *
 * Recordings of each kind are damaged with fixed seeds and read: what comes out
 * is an error with a text, or finite values above 0 and statistics of them. */
#include <sys/stat.h>
#include <unistd.h>
#include "base/array.h"
#include "base/outfile.h"
#include "tools/steps/steps.h"
#include "tests/readers/mutate.h"
#include "tests/tap.h"

enum { VARIANTS = 400 };

static char dir[] = "test_damage.XXXXXX";

/* A step of MLLOG events, one to a line with that separator. */
static void add_events (char *text, size_t cap, const char *before, const char *after)
{
    static const char *const keys[] = {"sample_load", "sample_preproc", "load_batch_mem",
                                       "all_compute", "step_end"};
    size_t n = strlen (text);
    for (size_t i = 0; i < 25; i++)
        n += (size_t)snprintf (text + n, cap - n,
                               "%s{\"time_ms\": 168312000%zu000, \"key\": \"%s\", \"value\": "
                               "{\"start\": 5, \"duration\": %zu}, \"metadata\": {}}%s\n",
                               before, i % 10, keys[i % 5], 1203311 * (i + 1), after);
}

static void mllog_log (char *text, size_t cap)
{
    snprintf (
        text, cap,
        ":::MLLOG {\"time_ms\": 1683120001000, \"key\": \"epoch_start\", \"value\": null, "
        "\"metadata\": {\"epoch_num\": 2}}\n");
    add_events (text, cap, ":::MLLOG ", "");
}

static void mllog_array (char *text, size_t cap)
{
    snprintf (text, cap, "[\n");
    add_events (text, cap, "", ",");
    size_t n = strlen (text);
    snprintf (text + n, cap - n, "{\"key\": \"run_stop\"}\n]\n");
}

static void profile (char *text, size_t cap)
{
    snprintf (
        text, cap,
        "{\"traceEvents\": [\n"
        " {\"ph\": \"X\", \"cat\": \"Op\", \"name\": \"IteratorV2\", \"ts\": 100, \"dur\": "
        "3},\n"
        " {\"ph\": \"X\", \"cat\": \"Op\", \"name\": \"IteratorGetNext\", \"ts\": 140, "
        "\"dur\": 260},\n"
        " {\"ph\": \"X\", \"cat\": \"Op\", \"name\": \"unknown\", \"ts\": 510, \"dur\": 11, "
        "\"args\": {\"name\": \"edge_5_IteratorGetNext@@MemcpyHtoD\", \"op\": \"unknown\"}},\n"
        " {\"ph\": \"X\", \"cat\": \"Op\", \"name\": \"MatMul\", \"ts\": 401000, \"dur\": "
        "90}]}\n");
}

static void dlio_log (char *text, size_t cap)
{
    static const char *const names[] = {"load_batch_inner", "load_batch_mem", "all_compute",
                                        "step_end"};
    size_t n = (size_t)snprintf (
        text, cap, "[INFO] 2023-05-03T10:00:00.000123 Starting epoch 2: 21 steps [a.py:58]\n");
    for (size_t i = 0; i < 24; i++)
        n += (size_t)snprintf (text + n, cap - n, "[INFO] %s %zu [src/dlio_benchmark.py:220]\n",
                               names[i % 4], 5403321 * (i + 1));
}

static const struct {
    const char *what, *file;
    void (*make) (char *text, size_t cap);
    enum fid_steps_source source;
    enum fid_steps_workload workload;
} kinds[] = {
    {"logs with MLLOG events", "unet3d.log", mllog_log, FID_STEPS_MLLOG, FID_STEPS_UNET3D},
    {"arrays of them", "events.json", mllog_array, FID_STEPS_MLLOG, FID_STEPS_UNET3D},
    {"profiler files", "timeline-1.json", profile, FID_STEPS_TIMELINE, FID_STEPS_BERT},
    {"logs of DLIO", "dlio.log", dlio_log, FID_STEPS_DLIO, FID_STEPS_BERT},
};

/* What is wrong with what was read; NULL: nothing. */
static const char *wrong_with (const struct fid_step_stats *s)
{
    for (size_t i = 0; i < s->config_n; i++)
        for (int m = 0; m < FID_STEPS_METRIC_N; m++) {
            const struct fid_steps_values *v = &s->config[i].value[m];
            const struct fid_described *d = &s->config[i].stat[m];
            for (size_t k = 0; k < v->v_n; k++)
                if (!(v->v[k] > 0) || !isfinite (v->v[k]))
                    return "a value that is none";
            if (d->n != v->v_n)
                return "statistics of other values";
            if (d->n && !(isfinite (d->mean) && isfinite (d->median)))
                return "a mean that is none";
            if (d->n > 1 &&
                !(isfinite (d->std) && d->std >= 0 && isfinite (d->q1) && d->q1 <= d->q3))
                return "a width that is none";
        }
    return NULL;
}

static void damage (size_t kind, const char *path)
{
    static char text[16384];
    struct bytes good = {0}, other = {0}, bad = {0};
    size_t read_n = 0;
    kinds[kind].make (text, sizeof text);
    bytes_set (&good, text, strlen (text));
    kinds[(kind + 1) % 4].make (text, sizeof text);
    bytes_set (&other, text, strlen (text));
    for (uint64_t seed = 0; seed <= VARIANTS; seed++) {
        struct fid_steps_opts opts = {.source = (int)kinds[kind].source,
                                      .workload = (int)kinds[kind].workload,
                                      .keep_warm_up = seed % 2};
        struct fid_step_stats steps;
        struct fid_error err = {.text = ""};
        if (seed)
            mutate (&bad, &good, &other, seed);
        else
            bytes_set (&bad, good.p, good.n);
        if (fid_outfile_write (path, NULL, bad.p, bad.n, &err))
            exit (99);
        int rc = fid_steps_read (&(char *){dir}, 1, &opts, &steps);
        const char *wrong =
            rc ? fid_why.status == FID_EINPUT && fid_why.text[0] ? NULL : "no reason"
               : wrong_with (&steps);
        if (!rc && !wrong) {
            struct fid_steps_fit fit = fid_steps_fit (&steps, false);
            wrong = fit.why || isfinite (fit.intercept) ? NULL : "no fit and no reason";
        }
        if (wrong || (!seed && rc))
            ok (0, "%s, seed %d: %s", kinds[kind].what, (int)seed,
                wrong ? wrong : fid_why.text);
        read_n += rc == 0;
    }
    ok (read_n > VARIANTS / 20, "%s: %zu of %d are still of use", kinds[kind].what, read_n,
        VARIANTS);
    bytes_clear (&good);
    bytes_clear (&other);
    bytes_clear (&bad);
}

int main (void)
{
    if (!mkdtemp (dir))
        return 99;
    char *config = fid_format (NULL, "%s/config_8gpu_4batch", dir);
    if (!config || mkdir (config, 0777))
        return 99;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char *path = fid_format (NULL, "%s/%s", config, kinds[i].file);
        if (!path)
            return 99;
        damage (i, path);
        unlink (path);
        free (path);
    }
    rmdir (config);
    rmdir (dir);
    free (config);
    return tap_done ();
}
