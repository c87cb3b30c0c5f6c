/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_kineto.c - steps and use of GPUs from traces of the PyTorch profiler */
#include "tests/readers/check.h"

#define MS      (FID_S / 1000)
#define BASE_NS (INT64_C (1710000000) * FID_S)

/* A trace of these events, whose times count from BASE_NS. */
static void read_events (struct rec *r, const char *events)
{
    char text[4096];
    snprintf (text, sizeof text,
              "{\"schemaVersion\": 1, \"deviceProperties\": [],\n"
              "\"baseTimeNanoseconds\": 1710000000000000000, \"traceEvents\": [\n%s]}\n",
              events);
    rec_text (r, "t.pt.trace.json", text);
}

#define EVENT(CAT, TS, DUR, GPU, STREAM)                                                       \
    "{\"ph\": \"X\", \"cat\": \"" CAT "\", \"name\": \"f\", \"pid\": 99, \"tid\": " STREAM     \
    ", \"ts\": " TS ", \"dur\": " DUR ", \"args\": {\"stream\": " STREAM ", \"device\": " GPU  \
    "}}"

/* The samples of a GPU are those of sm, and so many of these ends and values. */
static void ok_busy (const struct rec *r, int gpu, const struct fid_sample *want, size_t n,
                     const char *what)
{
    size_t found = 0, others = 0;
    double worst = 0;
    for (size_t i = 0; i < r->sample_n; i++) {
        const struct fid_sample *s = &r->sample[i];
        if (s->index != gpu)
            continue;
        if (found < n && s->channel == FID_CH_GPU_SM && s->pid == -1 &&
            s->t_ns == want[found].t_ns)
            worst = fmax (worst, fabs (s->value - want[found++].value));
        else
            others++;
    }
    ok (found == n && !others && worst < 1e-9, "%s (%zu of %zu, %zu others, off by %g)", what,
        found, n, others, worst);
}

static void test_busy (void)
{
    struct rec r;
    read_events (
        &r, EVENT ("kernel", "1000000", "50000", "0", "7") ",\n" EVENT (
                "kernel", "1020000", "60000", "0", "20") ",\n" /* of another stream */
        EVENT ("kernel", "1025000", "1000", "0", "21") ",\n"   /* within both */
        EVENT ("kernel", "1400000", "40000.000", "0", "7") ",\n" EVENT (
            "kernel", "1090000", "130000", "0", "7") ",\n" /* over three bins */
        EVENT ("gpu_memcpy", "1300000", "90000", "0", "7") ",\n" EVENT (
            "gpu_memset", "1500000", "90000", "0",
            "7") ",\n" EVENT ("cpu_op", "1300000", "90000", "0",
                              "7") ",\n" EVENT ("kernel", "1399999.5", "0.5", "1", "7"));
    ok_rejects (&r, "", "kernels: nothing is rejected");
    ok (r.note_n == 0 && r.step_n == 0 && r.phase_n == 0, "without steps, no phase");
    const struct fid_sample gpu0[] = {{.t_ns = BASE_NS + 1100 * MS, .value = 90},
                                      {.t_ns = BASE_NS + 1200 * MS, .value = 100},
                                      {.t_ns = BASE_NS + 1300 * MS, .value = 20},
                                      {.t_ns = BASE_NS + 1440 * MS, .value = 100 * 40 / 140.}};
    ok_busy (
        &r, 0, gpu0, 4,
        "kernels side by side count once, those over bins are shared out, copies do not count");
    const struct fid_sample gpu1[] = {{.t_ns = BASE_NS + 1100 * MS, .value = 0},
                                      {.t_ns = BASE_NS + 1200 * MS, .value = 0},
                                      {.t_ns = BASE_NS + 1300 * MS, .value = 0},
                                      {.t_ns = BASE_NS + 1440 * MS, .value = 0.0005 / 1.4}};
    ok_busy (&r, 1, gpu1, 4, "all GPUs have the bins of all; without kernels they are 0");
    rec_clear (&r);

    read_events (&r, EVENT ("kernel", "1000000", "100000", "0",
                            "7") ",\n" EVENT ("kernel", "1250000", "50000", "0", "7"));
    const struct fid_sample gap[] = {{.t_ns = BASE_NS + 1100 * MS, .value = 100},
                                     {.t_ns = BASE_NS + 1200 * MS, .value = 0},
                                     {.t_ns = BASE_NS + 1300 * MS, .value = 50}};
    ok_busy (&r, 0, gap, 3, "a bin between two kernels is 0");
    rec_clear (&r);

    read_events (&r, EVENT ("kernel", "7000", "1000", "3", "7"));
    const struct fid_sample one[] = {{.t_ns = BASE_NS + 8 * MS, .value = 100}};
    ok_busy (&r, 3, one, 1, "one short kernel: its time alone");
    rec_clear (&r);

    read_events (&r, EVENT ("gpu_memcpy", "1000000", "50000", "0",
                            "7") ",\n" EVENT ("cpu_op", "1000000", "50000", "0", "7"));
    ok (r.rc == 0 && r.sample_n == 0, "no kernels: no gauge");
    rec_clear (&r);

    read_events (&r, EVENT ("kernel", "5", "0", "0", "7"));
    ok (r.rc == 0 && r.sample_n == 0, "a kernel without length: no gauge");
    rec_clear (&r);

    read_events (&r,
                 EVENT ("kernel", "5", "1", "70000", "7") ",\n" EVENT (
                     "kernel", "7", "1", "-1", "7") ",\n" EVENT ("kernel", "9", "2", "0", "7"));
    ok_rejects (&r, "3 4", "GPUs of no number are named");
    ok_int ((long long)r.sample_n, 1, "the other kernel counts");
    rec_clear (&r);

    read_events (&r, EVENT ("kernel", "5", "1", "0",
                            "7") ",\n" EVENT ("kernel", "1700000000000000", "1", "0", "7"));
    ok (r.rc == 0 && r.sample_n == 0 && has_note (&r, "too far apart"),
        "kernels fifty years apart are noted");
    rec_clear (&r);

    rec_text (&r, "t.json",
              "{\"schemaVersion\": 1, \"traceEvents\": [\n"
              "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"f\", \"pid\": 0, \"ts\": 1000, "
              "\"dur\": 1000}]}\n");
    ok (r.rc == 0 && r.sample_n == 0 && has_note (&r, "unknown start"),
        "without a place in time there is no gauge");
    rec_clear (&r);
}

/* The rank is the declared one, wherever it stands; then that of the name. */
static void test_rank (void)
{
#define STEP                                                                                   \
    "\"traceEvents\": [{\"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": "               \
    "\"ProfilerStep#1\", \"pid\": 7, \"tid\": 7, \"ts\": 1795168800000000, \"dur\": 9, "       \
    "\"args\": {\"distributedInfo\": {\"rank\": 99}}}]"
#define HEAD "{\"schemaVersion\": 1, \"deviceProperties\": [{\"rank\": 8}], "
    static const struct {
        const char *name, *text;
        bool ranked;
        int rank;
    } cases[] = {
        {"h_7002.17.pt.trace.json",
         HEAD
         "\"distributedInfo\": {\"backend\": \"nccl\", \"rank\": 5, \"world_size\": 8}, " STEP
         "}",
         true, 5},
        {"h_7002.17.pt.trace.json", HEAD STEP ", \"distributedInfo\": {\"rank\":\n 12\n}}",
         true, 12},
        {"rank-34.pt.trace.json",
         HEAD "\"distributedInfo\": {\"pg\": [{\"rank\": 4}], \"rank\": 3}, " STEP "}", true,
         3},
        {"rank-34.pt.trace.json", HEAD STEP "}", true, 34},
        {"RANK_3.json", HEAD STEP "}", true, 3},
        {"h_7002.17.pt.trace.json", HEAD "\"rank\": 6, " STEP "}", false, 0},
        {"h_7002.17.pt.trace.json", HEAD "\"distributedInfo\": {\"rank\": -1}, " STEP "}",
         false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rec r;
        rec_text (&r, cases[i].name, cases[i].text);
        ok (r.step_n == 1 && r.step[0].ranked == cases[i].ranked, "whether the rank is told");
        ok_int (r.step_n ? r.step[0].rank : -1, cases[i].rank, cases[i].name);
        rec_clear (&r);
    }
}

#define DAY_NS (INT64_C (1795731570) * FID_S)

/* Profiles that are no JSON: the same steps and the same use of the first GPU. */
static void test_profilers (void)
{
    static const char *const file[] = {
#ifdef HAVE_SQLITE
        "nsys/good.sqlite",
#endif
        "xplane/good.xplane.pb"};
    const struct fid_sample gpu0[] = {{.t_ns = DAY_NS + 200 * MS, .value = 60},
                                      {.t_ns = DAY_NS + 300 * MS, .value = 100}};
    const struct fid_sample gpu1[] = {{.t_ns = DAY_NS + 200 * MS, .value = 100},
                                      {.t_ns = DAY_NS + 300 * MS, .value = 100}};
    for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
        struct rec r;
        char path[100];
        snprintf (path, sizeof path, "tests/data/%s", file[i]);
        ok_int (rec_read (&r, path), 0, file[i]);
        ok (r.reader && strncmp (r.reader->name, file[i], strlen (r.reader->name)) == 0,
            "by its reader");
        ok (r.reject_n == 0 && r.note_n == 0, "without complaint");
        ok_steps (&r, "2026-11-26T22:19:30",
                  "e-1 -+-/0.1 @0.15, e-1 -+-/0.1 @0.25, e-1 -+-/0.1 @0.35", file[i]);
        ok_phases (&r, "2026-11-26T22:19:30", "training 0.05-0.35", file[i]);
        ok_busy (&r, 0, gpu0, 2, "kernels of two streams, once");
        if (file[i][0] == 'n')
            ok_busy (&r, 1, gpu1, 2, "another GPU");
        rec_clear (&r);
    }
}

int main (void)
{
    test_profilers ();
    test_rank ();
    struct rec r;
    test_busy ();
    ok_int (rec_read (&r, "tests/data/kineto/new.json"), 0, "new.json is read");
    ok_reader (&r, "kineto", "by kineto");
    ok (r.reject_n == 0 && r.note_n == 0, "without complaint");
    ok_steps (&r, "2024-03-09T16:00:00", /* 1710000000 */
              "e-1 0.25+0.7500005/1.0000005 @3.00000075, e-1 0.225+0.275/0.5 @3.50000075, "
              "e-1 0+0.25/0.25 @4.25",
              "steps: their fetches, as far as they lie in the step, and the rest");
    ok_phases (&r, "2024-03-09T16:00:00", "training 2.00000025-4.25",
               "the training that was profiled");
    ok_int ((long long)r.event_n, 0, "no calls");
    const struct fid_sample one[] = {{.t_ns = BASE_NS + 3200 * MS + 100500, .value = 100}};
    ok_busy (&r, 0, one, 1, "a kernel without args: its process is the GPU");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/kineto/old.json"), 0, "old.json is read");
    ok_reader (&r, "kineto", "by kineto");
    ok_rejects (&r, "9", "a step without its time is named");
    ok_steps (&r, "2021-06-08T09:04:49", /* 1623143089 */
              "e-1 0.3+0.1/0.4 @0.4, e-1 0.25+0.1/0.35 @0.75", "steps, in UTC");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/kineto/relative.json"), 0, "relative.json is read");
    ok (r.note_n == 2 && has_note (&r, "ends in the middle") &&
            has_note (&r, "count from an unknown start"),
        "the cut is noted, and the unknown start");
    ok_steps (&r, "1970-01-01T00:00:00", "e-1 -+-/0.002",
              "a step without a place in time; its fetch was not profiled");
    ok_int ((long long)r.phase_n, 0, "and no phase");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/kineto/h100.json.gz"), 0, "h100.json.gz is read");
    ok (r.step_n == 4 && r.reject_n == 0 && r.note_n == 0, "its four steps");
    const struct fid_sample h100[] = {
        {.t_ns = INT64_C (1795747101239342152), .value = 69.423429},
        {.t_ns = INT64_C (1795747101308395000), .value = 89.1626685694412}};
    ok_busy (&r, 0, h100, 2, "its kernels, summed by a program in Python");
    rec_clear (&r);

    rec_text (&r, "t.json",
              "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n"
              "{\"ph\": \"X\", \"name\": \"matmul\", \"ts\": 1}]}\n");
    ok (!r.reader || strcmp (r.reader->name, "kineto") != 0,
        "another trace of the Chrome family is not taken for this one");
    rec_clear (&r);
    ok_gz ("kineto", "new.json");
    ok_gz ("kineto", "old.json");
    ok_gz ("kineto", "relative.json");
    return tap_done ();
}
