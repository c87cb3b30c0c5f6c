/* test_agree.c - repeats that agree, outliers, and runs of which nobody knows which is wrong */
#include <string.h>
#include "job/agree.h"
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
    {"two with other bytes differ", {5, 2.5}, {80, 80}, 2, 0, 0, true,
     "A reads 5 GiB of data, B 2.5 GiB"},
    {"two of other durations differ", {5, 5}, {80, 120}, 2, 0, 0, true, "A takes 80 s, B 120 s"},
    {"one of three is an outlier", {5, 5, 2.5}, {80, 82, 84}, 3, 1, 2, false,
     "C reads 2.5 GiB of data, others 5 GiB"},
    {"one without any bytes is", {0, 5, 5}, {80, 82, 84}, 3, 1, 0, false,
     "A reads 0 B of data, others 5 GiB"},
    {"three that all differ", {5, 4, 2.5}, {80, 82, 84}, 3, 0, 0, true,
     "C reads 2.5 GiB of data, others 4 GiB"},
    {"two against two", {5, 5, 2.5, 2.5}, {80, 82, 84, 80}, 4, 0, 0, true, ""},
    {"an outlier of five by its duration", {5, 5, 5, 5, 5}, {80, 82, 160, 84, 79}, 5, 1, 2, false,
     "C takes 160 s, others 82 s"},
    {"repeats are 10 % apart in duration", {5, 5, 5, 5, 5}, {82.7, 78, 74.9, 73.6, 72.4}, 5, 0, 0,
     false, ""},
};

int
main (void)
{
    static const char *const name[RUNS] = {"A", "B", "C", "D", "E"};
    struct fid_error err;
    char text[300];
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct fid_job job[RUNS] = {{.rank = NULL}};
        const struct fid_job *of[RUNS];
        struct fid_agreement a;
        for (size_t i = 0; i < cases[c].n; i++) {
            job[i].books = (struct fid_books){.data_n = cases[c].gib[i] * 1073741824., .block_n = -1};
            job[i].duration_s = cases[c].s[i];
            of[i] = &job[i];
        }
        ok (!fid_jobs_agree (&a, of, cases[c].n, &err) && a.odd_n == cases[c].odd_n &&
                a.differ == cases[c].differ,
            "%s", cases[c].what);
        const struct fid_odd_repeat *o = a.odd_n ? a.odd : a.differ ? &a.by : NULL;
        if (o && *cases[c].text)
            ok_str (fid_odd_repeat_text (o, name[o->run], o->other < RUNS ? name[o->other] : NULL,
                                         text, sizeof text),
                    cases[c].text, "in words");
        if (a.odd_n)
            ok (a.odd[0].run == cases[c].odd && !fid_agreement_keeps (&a, cases[c].odd),
                "that one is left out");
        fid_agreement_clear (&a);
    }
    return tap_done ();
}
