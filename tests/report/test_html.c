/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_html.c - text into HTML, numbers into words */
#include "tests/tap.h"
#include <errno.h>
#include <locale.h>
#include "base/html.h"
#include "report/report.h"
#include "report/verdict_words.h"
#include "results/answer_words.h"

static char *text;
static size_t text_n;

static FILE *start (void)
{
    free (text);
    text = NULL;
    return open_memstream (&text, &text_n);
}

static void escapes (void)
{
    static const struct {
        const char *what, *in, *want;
    } cases[] = {
        {"markup", "<b a='1' c=\"2\">&amp;</b>",
         "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;&lt;/b&gt;"},
        {"UTF-8 stays", "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80",
         "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80"},
        {"what is none does not", "a\xFFz\xC3", "a\xEF\xBF\xBDz\xEF\xBF\xBD"},
        {"nor an overlong '<'", "\xC0\xBC", "\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"controls", "a\x1B[31m\x7F", "a\xEF\xBF\xBD[31m\xEF\xBF\xBD"},
        {"line ends and tabs are blanks", "a\nb\tc", "a b c"},
        {"percent signs", "100 %s %n", "100 %s %n"},
        {"nothing", "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FILE *f = start ();
        fid_html (f, "<td>%s</td>", cases[i].in);
        fclose (f);
        char *want = NULL;
        if (asprintf (&want, "<td>%s</td>", cases[i].want) < 0)
            abort ();
        ok_str (text, want, cases[i].what);
        free (want);
    }
}

static void numbers (void)
{
    FILE *f = start ();
    fid_html (f, "%d|%zu|%.2f|%.4g|%g|%%|%s|%.1f|%.2f", -7, (size_t)8, 0.125, 1234567.0, 0.5,
              "x", -0.01, -1.5);
    fclose (f);
    ok_str (text, "-7|8|0.12|1.235e+06|0.5|%|x|0.0|-1.50", "conversions");
    f = start ();
    fid_html (f, "%.2f %.2f", (double)NAN, (double)INFINITY);
    fclose (f);
    ok_str (text, "\xE2\x80\x93 \xE2\x80\x93", "no number is a dash");
    if (setlocale (LC_NUMERIC, "de_DE.UTF-8")) {
        f = start ();
        fid_html (f, "%.2f", 1.5);
        fclose (f);
        ok_str (text, "1.50", "a decimal point whatever the locale");
        setlocale (LC_NUMERIC, "C");
    }
}

static void file_links (void)
{
    FILE *f = start ();
    fid_html_file (f, "", "a b#1%?\xC3\xA4\".json");
    fclose (f);
    ok_str (text, "<a href=\"a%20b%231%25%3F%C3%A4%22.json\">a b#1%?\xC3\xA4&quot;.json</a>",
            "a file of any name");
    f = start ();
    fid_html_file (f, "", "javascript:alert(1)");
    fclose (f);
    ok (strstr (text, "href=\"javascript%3Aalert") != NULL, "is a file, not a script");
}

/* How much fits is counted from where the page is: without that there is no page. */
static void length (void)
{
    struct fid_report report = {.window = ""};
    struct fid_error err = {0};
    FILE *f = start ();
    ok_int (fid_report_html (&report, f, &err), 0, "a page of no results");
    fclose (f);
    f = popen ("cat >/dev/null", "w");
    ok_int (fid_report_html (&report, f, &err), -1, "a stream that has no place");
    ok (err.status == FID_EINTERNAL && strstr (err.text, strerror (ESPIPE)), "says why");
    ok_int (pclose (f), 0, "which is read to its end");
}

static void words (void)
{
    size_t n = 0;
    for (const struct fid_word *w = fid_words_shown; w->word; w++, n++) {
        const char *meaning = fid_word_meaning (w->word);
        ok (meaning && strlen (meaning) > 20 && !strpbrk (meaning, "|`"), "%s is explained",
            w->word);
    }
    ok (n > 20, "%zu words", n);
    ok (fid_word_meaning ("word") == NULL, "the head of a table is no word");
    for (int i = 0; i < FID_VALIDITY_N; i++)
        ok (fid_word_meaning (fid_validity_name ((enum fid_validity)i)) != NULL, "so is %s",
            fid_validity_name ((enum fid_validity)i));
}

static void verdicts (void)
{
    static const struct {
        const char *what;
        struct fid_result_profile p;
        const char *all;
    } cases[] = {
        {"valid",
         {.verdict = FID_VALID, .text = "valid for read (7 of 7)"},
         "valid for read (7 of 7)"},
        {"not valid",
         {.name = "x",
          .verdict = FID_NOT_VALID,
          .met_n = 1,
          .of_n = 3,
          .text = "not valid for x (1 of 3): a: 2, 1 allowed; b: 3",
          .clause = "a: 2, 1 allowed"},
         "not valid for x (1 of 3): a: 2, 1 allowed; b: 3"},
        {"cannot tell",
         {.verdict = FID_CANNOT_TELL, .text = "cannot tell for x (0 of 0)", .reason = "why"},
         "cannot tell for x (0 of 0): why"},
        {"an answer that says: what",
         {.verdict = FID_CANNOT_TELL,
          .by_answer = true,
          .says_answer = true,
          .text = "cannot tell for x: 2 times (limit 10 %)",
          .reason = "why"},
         "cannot tell for x: 2 times (limit 10 %); why"},
        {"an answer that says nothing, for a profile with a colon",
         {.verdict = FID_CANNOT_TELL,
          .by_answer = true,
          .text = "cannot tell for x:y",
          .reason = "why"},
         "cannot tell for x:y: why"},
    };
    struct fid_error err;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *all = fid_profile_words (&cases[i].p, &err);
        ok_str (all, cases[i].all, cases[i].what);
        free (all);
    }
    struct fid_result_cause c = {.text = "reads less",
                                 .key = "k",
                                 .from = "1",
                                 .to = "2",
                                 .similarity_after = 0.504,
                                 .error_after = FID_ABSENT};
    struct fid_result_head near = {.similarity = 0.5, .answer = {.error = FID_ABSENT}},
                           far = {.similarity = 0.4, .answer = {.error = FID_ABSENT}};
    char *small = fid_cause_words (&c, &near, &err), *large = fid_cause_words (&c, &far, &err);
    ok_str (small, "reads less; k: 1 -> 2", "a gain that nobody would see is not printed");
    ok_str (large, "reads less; k: 1 -> 2; similarity then 0.50 at best", "others are");
    free (small);
    free (large);
    struct fid_result_setting also = {"m", "4", "8"};
    c.also = &also;
    c.also_n = 1;
    near.similarity = 0.6;
    small = fid_cause_words (&c, &near, &err);
    large = fid_cause_words (&c, &far, &err);
    ok_str (small, "reads less; k: 1 -> 2, m: 4 -> 8", "nor is a loss");
    ok_str (large, "reads less; k: 1 -> 2, m: 4 -> 8; similarity then 0.50 at best",
            "several keys");
    free (small);
    free (large);
    c.also_n = 0;
    near.answer.error = 0.1;
    c.error_after = 0.05;
    small = fid_cause_words (&c, &near, &err);
    ok_str (small, "reads less; k: 1 -> 2; answer 11 % -> 5 % off", "what the answer is then");
    c.error_after = 0.09;
    free (small);
    small = fid_cause_words (&c, &near, &err);
    ok_str (small, "reads less; k: 1 -> 2; answer 11 % -> 9 % off", "a little is a little");
    free (small);
    c.error_after = 0.101;
    small = fid_cause_words (&c, &near, &err);
    ok_str (small, "reads less; k: 1 -> 2; the answer stays 11 % off",
            "it stays where that is what would be printed");
    near.cause = &c;
    near.cause_n = 1;
    ok (fid_no_cause_helps (&near), "which is no help");
    c.error_after = 0.094;
    ok (!fid_no_cause_helps (&near), "less is");
    c.error_after = FID_ABSENT;
    ok (!fid_no_cause_helps (&near), "of what is not known nothing is said");
    near.cause_n = 0;
    free (small);
    c.with = "other";
    c.error_after = 0.2;
    c.error_with = 0.01;
    struct fid_result_cause other = {.code = "other", .what = "another thing"};
    near.cause = &other;
    near.cause_n = 1;
    small = fid_cause_words (&c, &near, &err);
    ok_str (
        small,
        "reads less; k: 1 -> 2; alone it makes the answer worse, 11 % -> 22 % off; together "
        "with \"another thing\" it is 1 % off: the two errors cancel",
        "or with what hides it");
    free (small);
    c.error_after = 0.1;
    small = fid_cause_words (&c, &near, &err);
    ok_str (
        small,
        "reads less; k: 1 -> 2; together with \"another thing\": answer 11 % -> 1 % off; not "
        "alone",
        "or what it needs");
    free (small);
}

static void distances (void)
{
    static const struct {
        const char *unit;
        double d;
        const char *want;
    } cases[] = {
        {"ln", 0,
         "\xC3\x97"
         "1.00"},
        {"ln", 0.2548922,
         "\xC3\x97"
         "1.29"},
        {"octaves", 1,
         "\xC3\x97"
         "2.00"},
        {"decades", 2,
         "\xC3\x97"
         "100"},
        {"decades", 400,
         "over \xC3\x97"
         "10000"},
        {"1", 0.037, "3.70 %"},
        {"1", 0.5, "50.0 %"},
        {"s", 1.25, "1.25 s"},
        {"ln", FID_ABSENT, "\xE2\x80\x93"},
    };
    char out[FID_WORDS_N];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_result_measure f = {.unit = fid_unit_find (cases[i].unit)};
        fid_words_distance (&f, cases[i].d, out, sizeof out);
        ok_str (out, cases[i].want, cases[i].unit);
    }
}

static void sides (void)
{
    static const struct {
        const char *quantity;
        struct fid_amount detail[2];
        const char *real, *emulation;
    } cases[] = {
        {"ops", {{"real", 6237}, {"emulation", 4840}}, "6237", "4840"},
        {"bytes", {{"real", 1536}, {"emulation", 0}}, "1.5 KiB", "0 B"},
        {"MiB", {{"real", 2048}, {"emulation", 1}}, "2 GiB", "1 MiB"},
        {"stall_share", {{"real", 0.021}, {"emulation", 1}}, "2.1 %", "100.0 %"},
        {"level",
         {{"real_center_s", 35.5}, {"emulation_center_s", 40}},
         "centre at 35.5 s",
         "centre at 40 s"},
        {"x",
         {{"real_period_s", 0.3}, {"emulation_period_s", 0.05}},
         "every 0.3 s",
         "every 50 ms"},
        {"size_bytes",
         {{"ks", 0.2}, {"p50_ratio", 1.83}},
         "",
         "median \xC3\x97"
         "1.83"},
        {"ops", {{"a", 1}, {"b", 2}}, "", ""},
    };
    char out[FID_WORDS_N];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_amount detail[2] = {cases[i].detail[0], cases[i].detail[1]};
        struct fid_result_measure m = {.quantity_id = fid_quantity_find (cases[i].quantity),
                                       .detail = detail,
                                       .detail_n = 2};
        fid_words_side (&m, "real", out, sizeof out);
        ok_str (out, cases[i].real, cases[i].quantity);
        fid_words_side (&m, "emulation", out, sizeof out);
        ok_str (out, cases[i].emulation, cases[i].quantity);
    }
}

static void facets (void)
{
    struct fid_result_measure m[] = {
        {.facet = FID_FACET_VOLUME, .grade = 0.25, .clause = FID_CLAUSE_NOT_MET},
        {.facet = FID_FACET_VOLUME, .grade = 1, .clause = FID_CLAUSE_MET},
        {.facet = FID_FACET_VOLUME, .grade = 0.1, .clause = -1},
        {.facet = FID_FACET_RHYTHM, .grade = FID_ABSENT, .clause = -1},
    };
    struct fid_result_resource r = {.measure = m, .measure_n = 4};
    ok (fid_result_worst (&r) == &m[0], "the worst clause, not the worst measure");
}

int main (void)
{
    escapes ();
    numbers ();
    file_links ();
    length ();
    words ();
    verdicts ();
    distances ();
    sides ();
    facets ();
    free (text);
    return tap_done ();
}
