/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_pmon.c - use of GPUs by process from nvidia-smi pmon */
#include "tests/readers/check.h"

/* The one sample of a GPU, process, channel and instant. */
static void ok_gpu (const struct rec *r, int64_t t_ns, int gpu, int64_t pid,
                    enum fid_channel channel, double want, const char *what)
{
    double got = NAN;
    int n = 0;
    for (size_t i = 0; i < r->sample_n; i++) {
        const struct fid_sample *s = &r->sample[i];
        if (s->t_ns == t_ns && s->index == gpu && s->pid == pid && s->channel == channel) {
            got = s->value;
            n++;
        }
    }
    ok_close (n == 1 ? got : NAN, want, 0, what);
}

int main (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/pmon/good.out"), 0, "good.out is read");
    ok_rejects (&r, "", "nothing is rejected");
    ok_int ((long long)r.sample_n, 19, "three samples a row, less what is missing");
    int64_t t = at ("2023-02-11T23:59:59"), next = at ("2023-02-12T00:00:00");
    ok_gpu (&r, t - FID_S, 1, 4100002, FID_CH_GPU_SM, 35, "the list may start in the middle");
    ok_gpu (&r, t, 0, 4100001, FID_CH_GPU_SM, 70, "sm");
    ok_gpu (&r, t, 0, 4100001, FID_CH_GPU_MEM, 25, "mem");
    ok_gpu (&r, t, 0, 4100001, FID_CH_GPU_FB, 12000, "fb");
    ok_gpu (&r, t, 1, 4100002, FID_CH_GPU_FB, 12, "fb beside a missing sm");
    size_t here_n = 0;
    for (size_t i = 0; i < r.sample_n; i++)
        here_n += r.sample[i].t_ns == t && r.sample[i].index == 1;
    ok_int ((long long)here_n, 1, "a missing reading is not 0, but nothing");
    ok (has_note (&r, "2 readings"), "and counted");
    ok_gpu (&r, t, 2, -1, FID_CH_GPU_SM, 0, "an idle GPU is 0: sm");
    ok_gpu (&r, t, 2, -1, FID_CH_GPU_MEM, 0, "mem");
    ok_gpu (&r, t, 2, -1, FID_CH_GPU_FB, 0, "fb");
    ok_gpu (&r, next, 0, 4100001, FID_CH_GPU_SM, 60, "two processes on a GPU: the first");
    ok_gpu (&r, next, 0, 3333333, FID_CH_GPU_SM, 5, "the second");
    ok_gpu (&r, next, 0, 3333333, FID_CH_GPU_FB, 308, "whose command has blanks");
    ok_gpu (&r, next, 2, 4100003, FID_CH_GPU_FB, 100, "a command that is a dash");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/pmon/odd.out"), 0, "odd.out is read");
    ok_rejects (&r, "", "nothing is rejected");
    ok_int ((long long)r.sample_n, 10, "with more columns, and with fewer");
    ok_gpu (&r, 86399 * FID_S, 0, 1000, FID_CH_GPU_FB, 512, "fb behind jpg and ofa");
    ok_gpu (&r, 86401 * FID_S, 0, 1000, FID_CH_GPU_SM, 42, "times of day pass midnight");
    ok_gpu (&r, 86401 * FID_S, 1, -1, FID_CH_GPU_FB, 0, "an idle GPU");
    ok_gpu (&r, 86402 * FID_S, 0, 1000, FID_CH_GPU_FB, 514, "columns named anew");
    ok (r.note_n == 1 && has_note (&r, "no column Date"), "times without dates are noted once");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/pmon/broken.out"), 0, "broken.out is read");
    ok_rejects (&r, "5 6 7 8 9 10 11 13", "damaged lines are named");
    ok_int ((long long)r.sample_n, 9, "the others count, damaged ones not in part");
    ok (has_note (&r, "the title line is missing"),
        "a row before the column names is read, with a note");
    ok (!has_note (&r, "readings"), "no reading of a damaged line is missing");
    rec_clear (&r);

    rec_text (&r, "gpu.out",
              "# gpu  pid  type  sm  mem  command\n# Idx  #  C/G  %  %  name\n"
              "  0  17  C  1  2  a\n");
    ok (r.rc == -1 && r.err.status == FID_EINPUT && strstr (r.err.text, "-o DT"),
        "without a time column it is an error that says what to do");
    rec_clear (&r);

#define NAMES "#Date Time gpu pid type sm mem fb command\n"
    rec_text (&r, "gpu.out",
              NAMES " 27500211 08:11:19 0 17 C 1 1 1 a\n 20230211 08:11:19 0 17 C 1 1 1e12 a\n"
                    " 20230211 08:11:19 0 17 C 1 1 1 a\n");
    ok_rejects (&r, "2 3", "a year whose ns do not fit, a size that no memory has");
    ok_int ((long long)r.sample_n, 3, "the last row is neither");
    rec_clear (&r);

    rec_text (&r, "gpu.out", "# gpu   pwr gtemp\n# Idx  W  C\n  0  17  1\n");
    ok_reader (&r, "dmon", "nvidia-smi dmon is something else");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/pmon/csv.out"), 0, "csv.out is read");
    ok_rejects (&r, "", "nothing is rejected");
    t = at ("2023-02-11T08:11:19");
    ok_gpu (&r, t, 0, 4100001, FID_CH_GPU_FB, 13086, "columns between commas");
    ok_gpu (&r, t, 1, -1, FID_CH_GPU_SM, 0, "an idle GPU");
    ok_gpu (&r, t + FID_S, 0, 4100001, FID_CH_GPU_MEM, 23, "a command with a comma");
    ok_int ((long long)r.sample_n, 9, "three samples a row");
    rec_clear (&r);
    static const char *const bare[] = {"bare.out", "bare_text.out"};
    for (int i = 0; i < 2; i++) {
        char path[64];
        snprintf (path, sizeof path, "tests/data/pmon/%s", bare[i]);
        ok_int (rec_read (&r, path), 0, "rows without column names are read");
        ok_gpu (&r, t, 0, 4100001, FID_CH_GPU_SM, 61, "sm by its place");
        ok_gpu (&r, t, 0, 4100001, FID_CH_GPU_FB, 13086, "fb by its place");
        ok_gpu (&r, t, 1, -1, FID_CH_GPU_FB, 0, "an idle GPU");
        ok (r.sample_n == 6 && !r.reject_n && r.note_n == 1 &&
                has_note (&r, "the title line is missing"),
            "and a note says so");
        rec_clear (&r);
        ok_gz ("pmon", bare[i]);
    }
    ok_gz ("pmon", "csv.out");
    ok_gz ("pmon", "good.out");
    ok_gz ("pmon", "odd.out");
    ok_gz ("pmon", "broken.out");
    return tap_done ();
}
