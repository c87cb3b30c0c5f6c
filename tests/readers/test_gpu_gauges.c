/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_gpu_gauges.c - use of GPUs from nvidia-smi dmon and --query-gpu, and dcgmi dmon */
#include "tests/readers/check.h"

#define MS (FID_S / 1000)

/* The one sample of a GPU, channel and instant. */
static void ok_gpu (const struct rec *r, int64_t t_ns, int gpu, enum fid_channel channel,
                    double want, const char *what)
{
    double got = NAN;
    int n = 0;
    for (size_t i = 0; i < r->sample_n; i++) {
        const struct fid_sample *s = &r->sample[i];
        if (s->t_ns == t_ns && s->index == gpu && s->pid == -1 && s->channel == channel) {
            got = s->value;
            n++;
        }
    }
    ok_close (n == 1 ? got : NAN, want, 0, what);
}

static void dmon (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/dmon/good.out"), 0, "dmon: good.out is read");
    ok_rejects (&r, "", "nothing is rejected");
    int64_t t = at ("2023-02-11T23:59:58");
    ok_gpu (&r, t, 0, FID_CH_GPU_SM, 61, "sm");
    ok_gpu (&r, t, 0, FID_CH_GPU_MEM, 22, "mem");
    ok_gpu (&r, t, 1, FID_CH_GPU_FB, 4, "fb behind columns of no interest");
    ok_gpu (&r, t + FID_S, 1, FID_CH_GPU_MEM, 0, "a round has the stamp of its first GPU");
    ok (r.sample_n == 11 && has_note (&r, "1 readings"), "'-' is no reading");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dmon/odd.csv"), 0, "dmon: odd.csv is read");
    ok_rejects (&r, "", "nothing is rejected");
    ok_gpu (&r, 86399 * FID_S, 1, FID_CH_GPU_SM, 7, "between commas");
    ok_gpu (&r, 86401 * FID_S, 0, FID_CH_GPU_FB, 513, "times of day pass midnight");
    ok (r.sample_n == 8 && has_note (&r, "no column Date"), "times without dates are noted");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dmon/broken.out"), 0, "dmon: broken.out is read");
    ok_rejects (&r, "3 4 5 6 7 9", "damaged rows are named");
    ok_int ((long long)r.sample_n, 3, "the others count");
    rec_clear (&r);

    rec_text (&r, "dmon.out", "# gpu   pwr gtemp  sm\n# Idx  W  C  %\n  0  17  1  50\n");
    ok (r.rc == -1 && strstr (r.err.text, "-o DT"),
        "without a time it is an error that says what to do");
    rec_clear (&r);
}

static void query (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/smi_query/good.csv"), 0, "query: good.csv is read");
    ok_rejects (&r, "", "nothing is rejected");
    int64_t t = at ("2023-02-11T08:11:19") + 123 * MS;
    ok_gpu (&r, t, 0, FID_CH_GPU_SM, 61, "utilization.gpu");
    ok_gpu (&r, t, 0, FID_CH_GPU_MEM, 22, "utilization.memory");
    ok_gpu (&r, t, 0, FID_CH_GPU_FB, 13086, "memory.used");
    ok_gpu (&r, t, 1, FID_CH_GPU_FB, 4, "the GPUs of a round share the first stamp");
    ok_gpu (&r, t + 1001 * MS, 1, FID_CH_GPU_MEM, 1, "and so in the next round");
    ok (r.sample_n == 11 && has_note (&r, "1 readings"), "[N/A] is no reading");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/smi_query/odd.csv"), 0, "query: odd.csv is read");
    ok_rejects (&r, "", "nothing is rejected");
    t = at ("2023-02-11T08:11:19") + MS;
    ok_gpu (&r, t, 0, FID_CH_GPU_SM, 10, "by uuid: the first is GPU 0");
    ok_gpu (&r, t, 1, FID_CH_GPU_FB, 200, "the second GPU 1");
    t = at ("2023-02-11T08:11:21") + 500 * MS;
    ok_gpu (&r, t, 0, FID_CH_GPU_SM, 30, "GPUs without a name are counted");
    ok_gpu (&r, t, 1, FID_CH_GPU_SM, 40, "by their nearness in time");
    ok_gpu (&r, t + FID_S, 0, FID_CH_GPU_SM, 31, "and anew in the next round");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/smi_query/broken.csv"), 0, "query: broken.csv is read");
    ok_rejects (&r, "2 3 4 5 6 7 9", "damaged rows are named");
    ok_int ((long long)r.sample_n, 2, "the other counts");
    rec_clear (&r);

    rec_text (&r, "gpu.csv", "index, utilization.gpu [%]\n0, 61 %\n");
    ok (r.rc == -1 && strstr (r.err.text, "--query-gpu=timestamp"), "without stamps: refused");
    rec_clear (&r);
    rec_text (&r, "gpu.csv", "2023/02/11 08:11:19.123, 0, 61 %\n");
    ok (r.rc == -1 && strstr (r.err.text, "without noheader"), "without names: refused");
    rec_clear (&r);
}

static void dcgmi (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/dcgmi_dmon/good.out"), 0, "dcgmi: good.out is read");
    ok_rejects (&r, "", "nothing is rejected");
    int64_t t = at ("2023-02-11T23:59:59") + 101 * MS;
    ok_gpu (&r, t, 0, FID_CH_GPU_SM, 61, "GPUTL");
    ok_gpu (&r, t, 0, FID_CH_GPU_MEM, 22, "MCUTL");
    ok_gpu (&r, t, 1, FID_CH_GPU_FB, 4, "FBUSD, of the same round");
    ok_gpu (&r, t + FID_S, 0, FID_CH_GPU_SM, 63, "the next day");
    ok (r.sample_n == 11 && has_note (&r, "1 readings"), "N/A is no reading, MIG is left out");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dcgmi_dmon/odd.out"), 0, "dcgmi: odd.out is read");
    ok_rejects (&r, "", "nothing is rejected");
    ok_gpu (&r, 86399 * FID_S, 0, FID_CH_GPU_FB, 512, "columns by name; the month is passed");
    ok_gpu (&r, 86401 * FID_S, 0, FID_CH_GPU_SM, 62, "over midnight");
    ok_gpu (&r, 86402 * FID_S, 0, FID_CH_GPU_SM, 63, "columns named anew");
    ok (r.sample_n == 7 && has_note (&r, "times of day"), "the missing dates are noted");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dcgmi_dmon/broken.out"), 0, "dcgmi: broken.out is read");
    ok_rejects (&r, "1 4 5 6 7 9", "damaged rows are named");
    ok_int ((long long)r.sample_n, 3, "the other counts");
    rec_clear (&r);

    rec_text (&r, "dcgm.txt",
              "08:11:18 #Entity  GPUTL\n08:11:19 GPU 1  10\n08:11:20 GPU 0  20\n"
              "08:11:20 GPU 1  30\n08:11:21 GPU 0  40\n");
    t = at ("1970-01-01T08:11:19");
    ok_gpu (&r, t, 0, FID_CH_GPU_SM, 20, "GPUs in another order (-i 1,0) are one round");
    ok_gpu (&r, t + FID_S, 0, FID_CH_GPU_SM, 40, "and so in the next");
    rec_clear (&r);

    rec_text (&r, "dcgm.txt", "#Entity   GPUTL\nID\nGPU 0     61\n");
    ok (r.rc == -1 && strstr (r.err.text, "| ts"), "without stamps: refused, with the remedy");
    rec_clear (&r);
}

int main (void)
{
    static const char *const fixture[][2] = {
        {"dmon", "good.out"},       {"dmon", "odd.csv"},       {"dmon", "broken.out"},
        {"smi_query", "good.csv"},  {"smi_query", "odd.csv"},  {"smi_query", "broken.csv"},
        {"dcgmi_dmon", "good.out"}, {"dcgmi_dmon", "odd.out"}, {"dcgmi_dmon", "broken.out"}};
    dmon ();
    query ();
    dcgmi ();
    for (size_t i = 0; i < sizeof fixture / sizeof *fixture; i++)
        ok_gz (fixture[i][0], fixture[i][1]);
    ok_cut_anywhere ("smi_query", "good.csv");
    ok_cut_anywhere ("dcgmi_dmon", "good.out");
    return tap_done ();
}
