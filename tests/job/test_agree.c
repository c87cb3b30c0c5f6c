/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_agree.c - repeats that agree, outliers, and runs of which nobody knows which is wrong */
#include <math.h>
#include <string.h>
#include "job/of_run.h"
#include "tests/tap.h"

#define RUNS 5

/* GiB of data and seconds of each run; 0: there are no more. */
static const struct {
    const char *what;
    double gib[RUNS], s[RUNS];
    size_t n, odd_n, odd;
    bool differ;
    const char *text;
} cases[] = {
    {"one run agrees with itself", {5}, {80}, 1, 0, 0, false, ""},
    {"two alike", {5, 5.1}, {80, 90}, 2, 0, 0, false, ""},
    {"two with other bytes differ",
     {5, 2.5},
     {80, 80},
     2,
     0,
     0,
     true,
     "A reads 5 GiB of data, B 2.5 GiB"},
    {"two of other durations differ",
     {5, 5},
     {80, 120},
     2,
     0,
     0,
     true,
     "A takes 80 s, B 120 s"},
    {"one of three is an outlier",
     {5, 5, 2.5},
     {80, 82, 84},
     3,
     1,
     2,
     false,
     "C reads 2.5 GiB of data, most runs 5 GiB"},
    {"one without any bytes is",
     {0, 5, 5},
     {80, 82, 84},
     3,
     1,
     0,
     false,
     "A reads 0 B of data, most runs 5 GiB"},
    {"three that all differ",
     {5, 4, 2.5},
     {80, 82, 84},
     3,
     0,
     0,
     true,
     "C reads 2.5 GiB of data, most runs 4 GiB"},
    {"two against two", {5, 5, 2.5, 2.5}, {80, 82, 84, 80}, 4, 0, 0, true, ""},
    {"an outlier of five by its duration",
     {5, 5, 5, 5, 5},
     {80, 82, 160, 84, 79},
     5,
     1,
     2,
     false,
     "C takes 160 s, most runs 82 s"},
    {"repeats are 10 % apart in duration",
     {5, 5, 5, 5, 5},
     {82.7, 78, 74.9, 73.6, 72.4},
     5,
     0,
     0,
     false,
     ""},
};

/* Runs 0 .. 3 with bytes of exp (ln) GiB; one that differs is an outlier by its duration alone.
 * What is left agrees, in every order of the runs. */
static void test_orders (void)
{
    static const double ln[4] = {0, .03, .06, .2}, s[4] = {100, 100, 100, 200};
    struct fid_error err;
    int wrong = 0;
    for (int order = 0; order < 256; order++) {
        int at[4], used = 0;
        struct fid_job job[4] = {{.rank = NULL}};
        const struct fid_job *of[4];
        for (int i = 0; i < 4; i++) {
            at[i] = order >> 2 * i & 3;
            used |= 1 << at[i];
        }
        if (used != 15) /* no permutation */
            continue;
        for (int i = 0; i < 4; i++) {
            job[i].data_seen = true;
            job[i].books =
                (struct fid_books){.data_n = 1073741824. * exp (ln[at[i]]), .block_n = -1};
            job[i].duration_s = s[at[i]];
            of[i] = &job[i];
        }
        struct fid_agreement a;
        size_t kept[4] = {0, 1, 2, 3};
        bool is = fid_jobs_agree (&a, of, 4, &err) == 0 && a.odd_n == 1 && !a.differ &&
                  at[a.odd[0].run] == 3 &&
                  fid_agreement_filter (&a, kept, 4, sizeof *kept) == 3;
        for (int i = 0; i < 3 && is; i++)
            is = at[kept[i]] != 3 && (!i || kept[i] > kept[i - 1]);
        wrong += !is;
        fid_agreement_clear (&a);
    }
    ok_int (wrong, 0, "what is left of four runs without an outlier agrees, in every order");
}

static void test_unseen (void)
{
    struct fid_job job[3] = {{.rank = NULL}};
    const struct fid_job *of[3] = {&job[0], &job[1], &job[2]};
    struct fid_agreement a;
    struct fid_error err;
    char text[300];
    for (size_t i = 0; i < 3; i++) {
        job[i].data_seen = i > 0;
        job[i].books = (struct fid_books){.data_n = i ? 5e9 : 0, .block_n = -1};
        job[i].duration_s = 80;
    }
    ok (!fid_jobs_agree (&a, of, 3, &err) && !a.odd_n && !a.differ,
        "reads that nobody traced are not zero bytes");
    fid_agreement_clear (&a);
    job[0].books.gap = FID_BOOKS_NO_READS;
    ok (!fid_jobs_agree (&a, of, 3, &err) && a.odd_n == 1, "books that do not balance are odd");
    ok_str (fid_odd_repeat_text (a.odd, "A", NULL, text, sizeof text),
            "A reads figures that contradict each other, most runs figures that agree",
            "in words");
    fid_agreement_clear (&a);
}

int main (void)
{
    static const char *const name[RUNS] = {"A", "B", "C", "D", "E"};
    struct fid_error err;
    char text[300];
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct fid_job job[RUNS] = {{.rank = NULL}};
        const struct fid_job *of[RUNS];
        struct fid_agreement a;
        for (size_t i = 0; i < cases[c].n; i++) {
            job[i].data_seen = true;
            job[i].books =
                (struct fid_books){.data_n = cases[c].gib[i] * 1073741824., .block_n = -1};
            job[i].duration_s = cases[c].s[i];
            of[i] = &job[i];
        }
        ok (!fid_jobs_agree (&a, of, cases[c].n, &err) && a.odd_n == cases[c].odd_n &&
                a.differ == cases[c].differ,
            "%s", cases[c].what);
        const struct fid_odd_repeat *o = a.odd_n ? a.odd : a.differ ? &a.by : NULL;
        if (o && *cases[c].text)
            ok_str (fid_odd_repeat_text (o, name[o->run],
                                         o->other < RUNS ? name[o->other] : NULL, text,
                                         sizeof text),
                    cases[c].text, "in words");
        if (a.odd_n)
            ok (a.odd[0].run == cases[c].odd && !fid_agreement_keeps (&a, cases[c].odd),
                "that one is left out");
        fid_agreement_clear (&a);
    }
    test_orders ();
    test_unseen ();
    return tap_done ();
}
