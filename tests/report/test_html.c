/* test_html.c - text into HTML, numbers into words */
#include "config.h"
#include "tests/tap.h"
#include <locale.h>
#include <math.h>
#include "base/html.h"
#include "report/rating.h"
#include "results/words.h"

static char *text;
static size_t text_n;

static FILE *
start (void)
{
    free (text);
    text = NULL;
    return open_memstream (&text, &text_n);
}

static void
escapes (void)
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

static void
numbers (void)
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

static void
file_links (void)
{
    FILE *f = start ();
    fid_html_file (f, "a b#1%?\xC3\xA4\".json");
    fclose (f);
    ok_str (text, "<a href=\"a%20b%231%25%3F%C3%A4%22.json\">a b#1%?\xC3\xA4&quot;.json</a>",
            "a file of any name");
    f = start ();
    fid_html_file (f, "javascript:alert(1)");
    fclose (f);
    ok (strstr (text, "href=\"javascript%3Aalert") != NULL, "is a file, not a script");
}

static void
ratings (void)
{
    static const struct {
        double score;
        enum fid_rating want;
    } cases[] = {
        {1, FID_RATED_REPEAT},      {0.9, FID_RATED_REPEAT},    {0.8999, FID_RATED_CLOSE},
        {0.5, FID_RATED_CLOSE},     {0.4999, FID_RATED_PARTLY}, {0.1, FID_RATED_PARTLY},
        {0.0999, FID_RATED_UNLIKE}, {0, FID_RATED_UNLIKE},      {FID_ABSENT, FID_RATED_NOT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ok_int (fid_rating_of (cases[i].score), cases[i].want, "a score in a word");
    for (int i = 0; i < FID_RATING_N; i++)
        for (int j = 0; j < i; j++)
            ok (strcmp (fid_ratings[i].sign, fid_ratings[j].sign) &&
                    strcmp (fid_ratings[i].word, fid_ratings[j].word),
                "words and signs differ");
}

static void
distances (void)
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
        struct fid_result_facet f = {.unit = fid_unit_find (cases[i].unit)};
        fid_words_distance (&f, cases[i].d, out, sizeof out);
        ok_str (out, cases[i].want, cases[i].unit);
    }
}

static void
sides (void)
{
    static const struct {
        const char *quantity, *detail, *real, *emulation;
    } cases[] = {
        {"ops", "{\"real\": 6237, \"emulation\": 4840}", "6237", "4840"},
        {"bytes", "{\"real\": 1536, \"emulation\": 0}", "1.5 KiB", "0 B"},
        {"MiB", "{\"real\": 2048, \"emulation\": 1}", "2 GiB", "1 MiB"},
        {"stall_share", "{\"real\": 0.021, \"emulation\": 1}", "2.1 %", "100.0 %"},
        {"level", "{\"real_center_s\": 35.5, \"emulation_center_s\": 40}", "centre at 35.5 s",
         "centre at 40 s"},
        {"x", "{\"real_period_s\": 0.3, \"emulation_period_s\": 0.05}", "every 0.3 s",
         "every 50 ms"},
        {"size_bytes", "{\"ks\": 0.2, \"p50_ratio\": 1.83}", "",
         "median \xC3\x97"
         "1.83"},
        {"size_bytes", "{\"p50_ratio\": \"no\"}", "", ""},
        {"ops", "{}", "", ""},
    };
    char out[FID_WORDS_N];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cJSON *detail = cJSON_Parse (cases[i].detail);
        fid_words_side (fid_quantity_find (cases[i].quantity), detail, "real", out, sizeof out);
        ok_str (out, cases[i].real, cases[i].quantity);
        fid_words_side (fid_quantity_find (cases[i].quantity), detail, "emulation", out,
                        sizeof out);
        ok_str (out, cases[i].emulation, cases[i].quantity);
        cJSON_Delete (detail);
    }
}

static void
facets (void)
{
    struct fid_result_facet f[] = {
        {.facet = FID_FACET_VOLUME, .similarity = 0.25, .weight = 1, .score = 0.25},
        {.facet = FID_FACET_VOLUME, .similarity = 1, .weight = 3, .score = 1},
        {.facet = FID_FACET_RHYTHM, .similarity = FID_ABSENT, .weight = 0, .score = FID_ABSENT},
        {.facet = FID_FACET_TIMING, .similarity = 0, .weight = 1, .score = FID_ABSENT},
    };
    struct fid_result_resource r = {.facet = f, .facet_n = 4};
    ok_close (fid_facet_similarity (&r, FID_FACET_VOLUME), pow (0.25, 0.25), 1e-12, "weighted");
    ok_close (fid_facet_score (&r, FID_FACET_VOLUME), 0.5, 1e-12, "scores weigh the same");
    ok_close (fid_facet_similarity (&r, FID_FACET_RHYTHM), FID_ABSENT, 0, "none compared");
    ok_close (fid_facet_similarity (&r, FID_FACET_TIMING), 0, 0, "nothing alike");
    ok_close (fid_facet_score (&r, FID_FACET_TIMING), FID_ABSENT, 0, "no score");
}

int
main (void)
{
    escapes ();
    numbers ();
    file_links ();
    ratings ();
    distances ();
    sides ();
    facets ();
    free (text);
    return tap_done ();
}
