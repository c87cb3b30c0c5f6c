/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_jsonread.c - strict parsing, and members of documents that others wrote */
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/jsonread.h"
#include "tests/tap.h"

static void parsing (void)
{
    /* want: the document in one line, or what follows "x:" in the message */
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"{\"a\": [1, -2.5e3, null, true, false], \"b\": {}, \"c\": []}",
         "{\"a\": [1, -2500, null, true, false], \"b\": {}, \"c\": []}"},
        {" \"a\\n\\\"\\\\\\/\\u00e4\\ud83c\\udf89\" ",
         "\"a\\u000a\\\"\\\\/\xC3\xA4\xF0\x9F\x8E\x89\""},
        {"\xEF\xBB\xBF[0.1]", "[0.1]"}, /* a byte order mark */
        {"", "1: the file is empty"},
        {"[1,\n2", "2: the JSON does not end: the file is cut"},
        {"{\"a", "1: the JSON does not end: the file is cut"},
        {"[1,\n2,]", "2: this is not JSON"},
        {"[1]\n\n[2]", "3: this is not JSON"},
        {"{\"a\": 1,}", "1: this is not JSON"},
        {"{\"a\" 1}", "1: this is not JSON"},
        {"{1: 1}", "1: this is not JSON"},
        {"[01]", "1: this is not JSON"},
        {"[1.]", "1: this is not JSON"},
        {"[.5]", "1: this is not JSON"},
        {"[+1]", "1: this is not JSON"},
        {"[1,5e]", "1: this is not JSON"},
        {"[1e999]", "1: this is not JSON"},
        {"[NaN]", "1: this is not JSON"},
        {"[nul]", "1: this is not JSON"},
        {"[\"a\tb\"]", "1: this is not JSON"},
        {"[\"\\x\"]", "1: this is not JSON"},
        {"[\"\\u12g4\"]", "1: this is not JSON"},
        {"[\"\\ud83c\"]", "1: this is not JSON"},   /* half a surrogate pair */
        {"[\"a\\u0000b\"]", "1: this is not JSON"}, /* would end the text */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_error err = {0};
        cJSON *doc = fid_json_parse (cases[i].text, strlen (cases[i].text), "x", &err);
        char *got = doc ? fid_json_line (doc, &err) : strdup (err.text + 2);
        ok_str (got, cases[i].want, cases[i].text);
        ok (doc || err.status == FID_EINPUT, "its status");
        free (got);
        cJSON_Delete (doc);
    }
    char deep[2003];
    struct fid_error err;
    memset (deep, '[', 1001);
    memset (deep + 1001, ']', 1001);
    cJSON *doc = fid_json_parse (deep + 1, 2000, "x", &err);
    ok (doc != NULL, "1000 lists inside each other");
    cJSON_Delete (doc);
    ok (!fid_json_parse (deep, 2002, "x", &err), "1001 are refused");
}

static void numbers_in_locale (void)
{
    struct fid_error err;
    if (!setlocale (LC_NUMERIC, "de_DE.UTF-8") && !setlocale (LC_NUMERIC, "fr_FR.UTF-8")) {
        skip ("0.25 in a locale with a decimal comma", "no such locale here");
        return;
    }
    cJSON *doc = fid_json_parse ("0.25", 4, "x", &err);
    setlocale (LC_NUMERIC, "C");
    ok_close (doc ? doc->valuedouble : 0, 0.25, 0, "0.25 in a locale with a decimal comma");
    cJSON_Delete (doc);
}

/* Half of the threads parse a good text, half a bad one, each with its own line. */
static void *parse_often (void *arg)
{
    size_t line = *(size_t *)arg, wrong = 0;
    char text[64], want[64];
    memset (text, '\n', sizeof text);
    memcpy (text + line, "[0.5", 4);
    text[line + 4] = line % 2 ? ']' : '}';
    snprintf (want, sizeof want, "x:%zu: this is not JSON", line + 1);
    for (int i = 0; i < 2000; i++) {
        struct fid_error err = {0};
        cJSON *doc = fid_json_parse (text, sizeof text, "x", &err);
        wrong += line % 2 ? !doc : doc || strcmp (err.text, want) != 0;
        cJSON_Delete (doc);
    }
    *(size_t *)arg = wrong;
    return NULL;
}

static void threads (void)
{
    pthread_t thread[4];
    size_t line[4], wrong = 0;
    for (size_t i = 0; i < 4; i++) {
        line[i] = 2 + 5 * i;
        if (pthread_create (&thread[i], NULL, parse_often, &line[i]))
            exit (99);
    }
    for (size_t i = 0; i < 4; i++) {
        pthread_join (thread[i], NULL);
        wrong += line[i];
    }
    ok_int ((long long)wrong, 0, "four threads at once: wrong documents or lines");
}

static void members (void)
{
    cJSON *o = cJSON_Parse ("{\"a\": \"text\", \"b\": \"two\\nlines\", \"c\": 0.5, \"d\": -1, "
                            "\"e\": 1e999, \"f\": null, \"g\": [], \"h\": \"\"}");
    static const struct {
        const char *key, *text;
        double max, amount;
        bool is;
    } cases[] = {
        {"a", "text", 1, -1, false}, {"b", NULL, 1, -1, false}, /* would reach a terminal */
        {"c", NULL, 0.5, 0.5, true}, {"c", NULL, 0.4, -1, false},
        {"d", NULL, 1, -1, false},   {"e", NULL, HUGE_VAL, -1, false}, /* not finite */
        {"f", NULL, 1, -1, false},   {"g", NULL, 1, -1, false},
        {"h", "", 1, -1, false},     {"A", NULL, 1, -1, false}, /* case counts */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double x = 7;
        const char *key = cases[i].key, *s = fid_get_string (o, key);
        ok (s ? cases[i].text && strcmp (s, cases[i].text) == 0 : !cases[i].text, "text %s",
            key);
        ok (fid_get_amount (o, key, cases[i].max, &x) == cases[i].is && x == cases[i].amount,
            "number %s up to %g", key, cases[i].max);
    }
    double x;
    ok (!fid_get (NULL, "a") && !fid_get_string (NULL, "a") &&
            !fid_get_amount (fid_get (o, "z"), "a", 1, &x),
        "members of nothing");
    struct fid_error err;
    struct fid_reading r = {.path = "x.json", .what = "recipe", .err = &err};
    ok (fid_reading_fail (&r, "flour is missing") == -1 && err.status == FID_EINPUT && r.bad,
        "a mistake");
    ok_str (err.text, "x.json: not a recipe file: flour is missing", "its message");
    fid_reading_fail (&r, "something else");
    ok (strstr (err.text, "flour") != NULL, "the first mistake is kept");
    ok_str (fid_get_text (&r, o, "c", "a recipe"), "", "after it values are harmless");
    cJSON_Delete (o);
}

/* Documents without some of their members. */
static void left_out (void)
{
    static const char *const names[] = {"a", "b", NULL};
    static const struct {
        const char *text, *want; /* NULL: refused, as without leaving out */
    } cases[] = {
        {"{\"a\": 1, \"c\": {\"a\": [1, {\"d\": \"\\u00e9\\n\"}], \"d\": 2}}",
         "{\"a\":1,\"c\":{\"a\":[],\"d\":2}}"},
        {"{\"c\": [{\"b\": null, \"ab\": true}, {\"d\": {\"a\": false}}]}",
         "{\"c\":[{\"b\":null,\"ab\":true},{\"d\":{\"a\":null}}]}"},
        {"[{\"a\": \"x\\\"y\"}, \"a\"]", "[{\"a\":null},\"a\"]"},
        {"{\"c\": {\"\\u0061\": 1, \"d\": 2}}", "{\"c\":{\"a\":null,\"d\":2}}"},
        {"{\"c\": {\"a\": [1, }}", NULL},
        {"{\"c\": {\"a\": \"\\x\"}}", NULL},
        {"{\"c\": {\"a\": \"\\ud800\"}}", NULL},
        {"{\"c\": {\"a\": 1e999}}", NULL},
        {"{\"c\": {\"a\": {\"d\" 1}}}", NULL},
        {"{\"c\": {\"a\": [1, 2", NULL},
    };
    char path[] = "/tmp/fidlio-jsonread.XXXXXX";
    int fd = mkstemp (path);
    ok (fd >= 0, "a file");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_error err = {0}, whole = {0};
        FILE *f = fopen (path, "w");
        fputs (cases[i].text, f);
        fclose (f);
        cJSON *doc = fid_json_load_without (path, names, &err),
              *all = fid_json_load (path, &whole);
        char *text = doc ? cJSON_PrintUnformatted (doc) : NULL;
        if (cases[i].want)
            ok_str (text, cases[i].want, cases[i].text);
        ok (!doc == !all && (doc || strcmp (err.text, whole.text) == 0),
            "accepted, or refused with the same words, as the whole");
        cJSON_free (text);
        cJSON_Delete (doc);
        cJSON_Delete (all);
    }
    close (fd);
    unlink (path);
}

/* The elements of a list as text, "-" for a gap. */
static void list_text (const cJSON *list, char *out, size_t out_n)
{
    double x[32];
    size_t n = fid_get_length (list), good_n = fid_get_numbers (list, true, x);
    out[0] = '\0';
    for (size_t i = 0; i < good_n; i++) {
        size_t k = strlen (out);
        snprintf (out + k, out_n - k, x[i] == FID_GAP ? " -" : " %g", x[i]);
    }
    if (good_n < n)
        strcat (out, " bad");
}

static void packed (void)
{
    static const struct {
        const char *text, *want; /* NULL: refused */
    } cases[] = {
        {"[1, 2.5, null, -3e2, 0, 7]", " 1 2.5 - -300 0 7"},
        {"[ 1 ,2 ,\n3 , 4, 5 ]", " 1 2 3 4 5"},
        {"[1, 2]", " 1 2"},
        {"[]", ""},
        {"[1, 2, 3, 4, 5, \"6\"]", " 1 2 3 4 5 bad"},
        {"[1, 2, 3, 4, [5], 6]", " 1 2 3 4 bad"},
        {"[1, 2, 3, 4, true, 6]", " 1 2 3 4 bad"},
        {"[1, 2, 3, 4, 5, 6", NULL},
        {"[1, 2, 3, 4, 5, ]", NULL},
        {"[1, 2, 3, 4, 05, 6]", NULL},
        {"[1, 2, 3, 4, 1e999, 6]", NULL},
    };
    char path[] = "/tmp/fidlio-jsonread.XXXXXX";
    int fd = mkstemp (path);
    ok (fd >= 0, "a file");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_error err = {0}, plain = {0};
        char got[200];
        FILE *f = fopen (path, "w");
        fprintf (f, "{\"a\": %s, \"b\": [{\"c\": %s}]}", cases[i].text, cases[i].text);
        fclose (f);
        cJSON *doc = fid_json_load_packed (path, &err), *all = fid_json_load (path, &plain);
        ok (!doc == !cases[i].want && !all == !doc &&
                (doc || strcmp (err.text, plain.text) == 0),
            "packed: %s: accepted, or refused with the same words", cases[i].text);
        const cJSON *of[] = {fid_get (doc, "a"), fid_get (all, "a"),
                             fid_get (cJSON_GetArrayItem (fid_get (doc, "b"), 0), "c")};
        for (size_t k = 0; doc && k < sizeof of / sizeof *of; k++) {
            list_text (of[k], got, sizeof got);
            ok_str (got, cases[i].want, cases[i].text);
        }
        cJSON_Delete (doc);
        cJSON_Delete (all);
    }
    struct fid_error err = {0};
    struct fid_reading r = {.path = "f", .what = "x", .err = &err};
    FILE *f = fopen (path, "w");
    fputs ("{\"a\": [1, 2, 3, 4, 5]}", f);
    fclose (f);
    cJSON *doc = fid_json_load_packed (path, &err);
    fid_get_list (&r, doc, "a");
    ok_str (err.text, "f: not a x file: 'a' is a list of numbers", "not where objects belong");
    cJSON_Delete (doc);
    close (fd);
    unlink (path);
}

/* A file of more than 256 MiB, which takes no room, is refused before it is read. */
static void too_large (void)
{
    char path[] = "/tmp/fidlio-jsonread.XXXXXX";
    struct fid_error err = {0};
    int fd = mkstemp (path);
    if (fd < 0 || ftruncate (fd, ((off_t)256 << 20) + 1)) {
        ok (0, "a large file");
        return;
    }
    ok (!fid_json_load (path, &err) && err.status == FID_EINPUT,
        "a document of 256 MiB and more");
    ok (strstr (err.text,
                ": larger than 256 MiB, which is the most of a file of this format") != NULL,
        "is refused");
    close (fd);
    unlink (path);
}

int main (void)
{
    parsing ();
    too_large ();
    left_out ();
    packed ();
    numbers_in_locale ();
    threads ();
    members ();
    return tap_done ();
}
