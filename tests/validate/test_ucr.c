/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_ucr.c - 1-NN on UCR-format sets against a slow plain version of everything:
 * own parser, z-norm and full matrices in long double */
#include <gsl/gsl_math.h>
#include "base/text.h"
#include "tests/tap.h"
#include "tests/validate/ucr.h"

#define LEN(a) (sizeof (a) / sizeof *(a))
enum { SERIES_MAX = 40, LEN_MAX = 40 };

struct plain_set {
    int label[SERIES_MAX];
    long double x[SERIES_MAX][LEN_MAX];
    int len[SERIES_MAX], n;
};

/* Integer labels, tabs, "NaN" ends a series: what the shipped sets have. */
static void plain_read (struct plain_set *s, const char *path)
{
    char line[2000];
    FILE *f = fopen (path, "r");
    memset (s, 0, sizeof *s);
    while (f && s->n < SERIES_MAX && fgets (line, sizeof line, f)) {
        int k = s->n++;
        s->label[k] = atoi (strtok (line, "\t\n"));
        for (char *v; (v = strtok (NULL, "\t\n")) && v[0] != 'N' && s->len[k] < LEN_MAX;)
            s->x[k][s->len[k]++] = strtod (v, NULL);
    }
    if (f)
        fclose (f);
}

static void plain_znorm (struct plain_set *s)
{
    for (int k = 0; k < s->n; k++) {
        long double sum = 0, squares = 0, n = s->len[k];
        for (int i = 0; i < s->len[k]; i++)
            sum += s->x[k][i];
        for (int i = 0; i < s->len[k]; i++)
            squares += (s->x[k][i] - sum / n) * (s->x[k][i] - sum / n);
        for (int i = 0; i < s->len[k]; i++)
            s->x[k][i] = (s->x[k][i] - sum / n) / sqrtl (squares / n);
    }
}

/* D[n][m] of the whole matrix, cells with |i - j| > r left infinite. */
static long double plain_dtw (const long double *x, int n, const long double *y, int m, int r,
                              long double omega)
{
    long double D[LEN_MAX + 1][LEN_MAX + 1];
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            D[i][j] = i + j ? HUGE_VALL : 0;
            if (!i || !j || abs (i - j) > r)
                continue;
            long double from = fminl (D[i - 1][j] + omega, D[i][j - 1] + omega);
            D[i][j] = powl (x[i - 1] - y[j - 1], 2) + fminl (from, D[i - 1][j - 1]);
        }
    return D[n][m];
}

static int plain_classify (const char *train_path, const char *test_path, struct ucr_method m,
                           int *total)
{
    static struct plain_set train, test;
    int r = LEN_MAX, longest = 0, correct = 0;
    plain_read (&train, train_path);
    plain_read (&test, test_path);
    if (m.kind != UCR_ADTW) {
        plain_znorm (&train);
        plain_znorm (&test);
    }
    for (int k = 0; k < train.n; k++)
        longest = GSL_MAX_INT (longest, train.len[k]);
    for (int k = 0; k < test.n; k++)
        longest = GSL_MAX_INT (longest, test.len[k]);
    if (m.kind == UCR_ED)
        r = 0;
    else if (m.kind == UCR_CDTW) /* the smallest r that is no less than w % of the length */
        for (r = 0; 100 * r < (int)m.parameter * longest;)
            r++;
    for (int t = 0; t < test.n; t++) {
        int found = -1;
        long double best = HUGE_VALL;
        for (int k = 0; k < train.n; k++) {
            long double d = plain_dtw (test.x[t], test.len[t], train.x[k], train.len[k], r,
                                       m.kind == UCR_ADTW ? m.parameter : 0);
            if (d < best) {
                best = d;
                found = train.label[k];
            }
        }
        correct += found == test.label[t];
    }
    *total = test.n;
    return correct;
}

/* Path of a file in the source tree, in a buffer of its own. */
static const char *in_tree (const char *folder, const char *name)
{
    static char path[2][4096];
    static int turn;
    const char *top = getenv ("srcdir");
    turn = !turn;
    snprintf (path[turn], sizeof path[turn], "%s/%s/%s", top ? top : ".", folder, name);
    return path[turn];
}

#define SMALL "tests/data/ucr_small"

/* ucr_classify on two shipped files; -1 if refused. */
static long classify (const char *train_name, const char *test_name, struct ucr_method m,
                      size_t *total)
{
    struct ucr_set train = {0}, test = {0};
    struct ucr_score score = {0, 0};
    struct fid_error err;
    long got = -1;
    if (!ucr_read (&train, in_tree (SMALL, train_name), &err) &&
        !ucr_read (&test, in_tree (SMALL, test_name), &err) &&
        !ucr_classify (&train, &test, m, &score, &err))
        got = (long)score.correct_n;
    ucr_clear (&train);
    ucr_clear (&test);
    *total = score.total_n;
    return got;
}

static void test_read (void)
{
    static struct plain_set plain;
    struct ucr_set set;
    struct fid_error err;
    plain_read (&plain, in_tree (SMALL, "Ragged_TRAIN.tsv"));
    int rc = ucr_read (&set, in_tree (SMALL, "Ragged_TRAIN.tsv"), &err);
    ok (rc == 0 && set.n == 18 && plain.n == 18, "a set of unequal lengths is read");
    if (rc)
        return;
    size_t wrong = 0, shortest = LEN_MAX;
    for (size_t k = 0; k < 18; k++) {
        shortest = GSL_MIN (shortest, (size_t)plain.len[k]);
        wrong += atoi (set.series[k].label) != plain.label[k];
        wrong += set.series[k].n != (size_t)plain.len[k];
        for (int i = 0; i < plain.len[k]; i++)
            wrong += set.series[k].x[i] != (double)plain.x[k][i];
    }
    ok (wrong == 0, "labels, lengths and values are those of the file");
    ok (shortest < 20 && set.shortest_n == shortest && set.longest_n == 20,
        "its shortest and longest series are found");
    ucr_clear (&set);
    ucr_clear (&set);
}

static void test_against_plain (void)
{
    static const struct ucr_method methods[] = {
        {UCR_ED, 0},      {UCR_DTW, 0},       {UCR_CDTW, 0},   {UCR_CDTW, 3},
        {UCR_CDTW, 10},   {UCR_CDTW, 30},     {UCR_CDTW, 100}, {UCR_ADTW, 0},
        {UCR_ADTW, 0.02}, {UCR_ADTW, 0.0625}, {UCR_ADTW, 0.5}, {UCR_ADTW, 100}};
    static const char *const sets[][2] = {{"Bumps_TRAIN.tsv", "Bumps_TEST.tsv"},
                                          {"Ragged_TRAIN.tsv", "Ragged_TEST.tsv"},
                                          {"Bumps_TEST.tsv", "Bumps_TRAIN.tsv"},
                                          {"Ragged_TEST.tsv", "Ragged_TRAIN.tsv"}};
    for (size_t s = 0; s < LEN (sets); s++)
        for (size_t k = 0; k < LEN (methods); k++) {
            struct ucr_method m = methods[k];
            size_t total;
            int plain_total;
            long got = classify (sets[s][0], sets[s][1], m, &total);
            if (s % 2 && (m.kind == UCR_ED || (m.kind == UCR_CDTW && m.parameter < 30))) {
                ok (got == -1, "%s, %s %g: lengths too far apart are refused", sets[s][1],
                    ucr_kind_name (m.kind), m.parameter);
                continue;
            }
            int want = plain_classify (in_tree (SMALL, sets[s][0]), in_tree (SMALL, sets[s][1]),
                                       m, &plain_total);
            ok (got == want && (int)total == plain_total,
                "%s, %s %g: the plain version counts the same (%ld, %d of %d)", sets[s][1],
                ucr_kind_name (m.kind), m.parameter, got, want, plain_total);
        }
}

/* The numbers in the shipped table are the plain version's too. */
static void test_table (void)
{
    struct fid_text in;
    struct fid_span line;
    struct fid_error err;
    size_t lines = 0, wrong = 0;
    if (fid_text_open (&in, in_tree (SMALL, "expected.tsv"), &err)) {
        ok (0, "%s", err.text);
        return;
    }
    while (fid_text_next (&in, &line, &err) > 0) {
        struct ucr_expect e = {0};
        int total, parsed = ucr_expect_parse (line, &e, &err);
        wrong += parsed < 0;
        if (parsed > 0) {
            int correct = plain_classify (in_tree (SMALL, e.train), in_tree (SMALL, e.test),
                                          e.method, &total);
            bool met = ucr_expect_met (&e, (struct ucr_score){(size_t)correct, (size_t)total});
            if (!met)
                diag ("%s %s: %d/%d, not %s", e.name, ucr_kind_name (e.method.kind), correct,
                      total, e.want);
            wrong += !met || e.slack_n;
            lines++;
        }
        ucr_expect_clear (&e);
    }
    fid_text_close (&in);
    ok (lines >= 10 && wrong == 0, "expected.tsv: %zu of %zu lines wrong", wrong, lines);
}

static void test_parts (void)
{
    double x[] = {1, 3, 1, 3}, flat[] = {0.1, 0.1, 0.1}, z[4];
    ucr_znorm (x, 4, z);
    ok (z[0] == -1 && z[1] == 1 && z[2] == -1 && z[3] == 1, "the population's deviation");
    ucr_znorm (flat, 3, flat);
    ok (flat[0] == 0 && flat[1] == 0 && flat[2] == 0, "a flat series becomes zeros");
    ok_int ((long long)ucr_band (0, 275), 0, "window 0: no warping");
    ok_int ((long long)ucr_band (8, 277), 23, "8 % of 277 is 22.16: 23");
    ok_int ((long long)ucr_band (7, 100), 7, "7 % of 100: 7");
    ok_int ((long long)ucr_band (3, 5), 1, "3 % of 5 is 0.15: 1");
    ok_int ((long long)ucr_band (100, 24), 24, "100 %: the length");

    /* the middle series is as near to the first as to the last */
    double a[] = {0, 0}, b[] = {1, 1}, c[] = {2, 2};
    char one[] = "1", two[] = "2";
    struct ucr_series train[] = {{a, 2, one}, {c, 2, two}}, back[] = {{c, 2, two}, {a, 2, one}},
                      query = {b, 2, one};
    char path[] = "made up";
    struct ucr_set test = {path, &query, 1, 1, 2, 2}, forth_set = {path, train, 2, 2, 2, 2},
                   back_set = {path, back, 2, 2, 2, 2};
    struct ucr_score score;
    struct fid_error err;
    struct ucr_method adtw = {UCR_ADTW, 1};
    ok (!ucr_classify (&forth_set, &test, adtw, &score, &err) && score.correct_n == 1,
        "a tie goes to the first series");
    ok (!ucr_classify (&back_set, &test, adtw, &score, &err) && score.correct_n == 0,
        "whichever label that is");
    a[0] = c[0] = 1e200;
    b[0] = -1e200;
    ok (ucr_classify (&forth_set, &test, adtw, &score, &err) == -1 &&
            strstr (err.text, "no nearest neighbour"),
        "distances that overflow are refused");
}

static void test_expect (void)
{
    static const struct {
        const char *line;
        int rc;
    } lines[] = {{"", 0},
                 {"# a comment", 0},
                 {"  \t# too", 0},
                 {"A\ta\tb\ted\t-\t0.2500", 1},
                 {"A\ta\tb\tadtw\t0.5\t3/4\t# why", 1},
                 {"A\ta\tb\tcdtw\t7\t0.25\t2", 1},
                 {"A\ta\tb\ted\t-", -1},
                 {"A\ta\tb\ted\t-\t0.25\t1\t2", -1},
                 {"A\t\tb\ted\t-\t0.25", -1},
                 {"A\ta\tb\tmsm\t-\t0.25", -1},
                 {"A\ta\tb\ted\t3\t0.25", -1},
                 {"A\ta\tb\tcdtw\t-\t0.25", -1},
                 {"A\ta\tb\tcdtw\t101\t0.25", -1},
                 {"A\ta\tb\tadtw\t-1\t0.25", -1},
                 {"A\ta\tb\ted\t-\t1.25", -1},
                 {"A\ta\tb\ted\t-\t5/4", -1},
                 {"A\ta\tb\ted\t-\t3/", -1},
                 {"A\ta\tb\ted\t-\tfew", -1},
                 {"A\ta\tb\ted\t-\t0.25\t-1", -1}};
    struct fid_error err;
    for (size_t k = 0; k < LEN (lines); k++) {
        struct ucr_expect e = {0};
        ok_int (ucr_expect_parse (fid_span_of (lines[k].line), &e, &err), lines[k].rc,
                lines[k].line[0] ? lines[k].line : "an empty line");
        ucr_expect_clear (&e);
    }
    /* 1 of 32 wrong is 0.03125 */
    struct ucr_expect e = {.error = 0.0312};
    struct ucr_score score = {31, 32};
    ok (ucr_expect_met (&e, score), "an error of 0.03125 may be written 0.0312");
    e.error = 0.0313;
    ok (ucr_expect_met (&e, score), "or 0.0313");
    e.error = 0.0314;
    ok (!ucr_expect_met (&e, score), "not 0.0314");
    e.error = 0.0625;
    ok (!ucr_expect_met (&e, score), "one series more is a difference");
    e.slack_n = 1;
    ok (ucr_expect_met (&e, score), "unless there is slack");
    e.error = 0.0938;
    ok (!ucr_expect_met (&e, score), "for one, not for two");
    struct ucr_expect counts = {.counts = true, .correct_n = 31, .total_n = 32};
    ok (ucr_expect_met (&counts, score), "counts: equal");
    counts.correct_n = 30;
    ok (!ucr_expect_met (&counts, score), "counts: one answer off");
    counts = (struct ucr_expect){.counts = true, .correct_n = 31, .total_n = 33, .slack_n = 9};
    ok (!ucr_expect_met (&counts, score), "counts: slack does not cover another total");
}

int main (void)
{
    test_read ();
    test_against_plain ();
    test_table ();
    test_parts ();
    test_expect ();
    return tap_done ();
}
