/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_jsontext.c - documents as text, and back */
#include "tests/tap.h"
#include <locale.h>
#include <stdbool.h>
#include "base/jsonbuild.h"
#include "base/jsonread.h"

static void is_text (cJSON *doc, const char *want, const char *what)
{
    struct fid_error err;
    char *got = fid_json_line (doc, &err);
    ok_str (got, want, what);
    free (got);
    cJSON_Delete (doc);
}

static void numbers (void)
{
    static const struct {
        double x;
        const char *want;
    } cases[] = {
        {0, "0"},
        {-0.0, "0"},
        {1, "1"},
        {0.1, "0.1"},
        {1.0 / 3, "0.333333333333"},
        {123456789012.0, "123456789012"},
        {1e300, "1e+300"},
        {-2.5, "-2.5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        is_text (cJSON_CreateNumber (cases[i].x), cases[i].want, cases[i].want);

    struct fid_error err;
    cJSON *doc = cJSON_CreateObject ();
    cJSON_AddNumberToObject (doc, "lag_s", NAN);
    char *text = fid_json_text (doc, &err);
    ok (!text && err.status == FID_EINTERNAL, "NaN is refused");
    ok_str (err.text, "'lag_s' is not a finite number", "and named");
    cJSON_Delete (doc);
    doc = cJSON_CreateObject ();
    cJSON_AddNumberToObject (doc, "lag_s", HUGE_VAL);
    ok (!fid_json_text (doc, &err), "so is an infinity");
    cJSON_Delete (doc);

    if (setlocale (LC_NUMERIC, "de_DE.UTF-8") || setlocale (LC_NUMERIC, "fr_FR.UTF-8")) {
        is_text (cJSON_CreateNumber (0.5), "0.5", "a point in a locale with commas");
        setlocale (LC_NUMERIC, "C");
    } else {
        skip ("a point in a locale with commas", "no such locale here");
    }
}

static void strings (void)
{
    is_text (cJSON_CreateString ("a\"b\\c\n\x01\x7F"), "\"a\\\"b\\\\c\\u000a\\u0001\\u007f\"",
             "quotes, backslashes and control characters");
    is_text (cJSON_CreateString ("\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x8E\x89"),
             "\"\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x8E\x89\"", "UTF-8 stays");
    is_text (cJSON_CreateString ("\xFF"), "\"\xEF\xBF\xBD\"", "a byte that is none");
    is_text (cJSON_CreateString ("\xC0\xAF"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"", "overlong");
    is_text (cJSON_CreateString ("\xED\xA0\x80"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"",
             "a surrogate");
    is_text (cJSON_CreateString ("\xE2\x82"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"",
             "cut in a character");
}

static void layout (void)
{
    struct fid_error err;
    cJSON *doc = cJSON_Parse ("{\"a\":[],\"b\":{},\"c\":[1,2],\"d\":null}");
    char *text = fid_json_text (doc, &err);
    ok_str (text, "{\"a\": [], \"b\": {}, \"c\": [1, 2], \"d\": null}\n", "short: one line");
    free (text);
    /* the line would have 100 columns with the name, 99 fit */
    char name[100];
    memset (name, 'x', sizeof name);
    name[99 - strlen ("{\"\": [1]}")] = '\0';
    cJSON_Delete (doc);
    doc = cJSON_CreateObject ();
    cJSON_AddItemToObject (doc, name, cJSON_CreateIntArray ((int[]){1}, 1));
    text = fid_json_text (doc, &err);
    ok_int ((long long)strcspn (text, "\n"), 99, "99 columns are one line");
    free (text);
    cJSON_AddItemToArray (cJSON_GetArrayItem (doc, 0), cJSON_CreateNumber (2));
    text = fid_json_text (doc, &err);
    ok (strncmp (text, "{\n  \"xx", 7) == 0 && strstr (text, "x\": [\n    1,\n    2\n  ]\n}\n"),
        "longer ones are broken at their members");
    free (text);
    cJSON_Delete (doc);
}

/* Lists of numbers run on, everything else stands as in the other layout. */
static void packed (void)
{
    struct fid_error err;
    cJSON *doc =
        cJSON_Parse ("{\"a\": [1, null, 2.5], \"b\": {\"c\": [[1, 2], [3, 4]]}, \"d\": []}");
    char *text = fid_json_packed (doc, &err);
    ok_str (text, "{\"a\": [1,null,2.5], \"b\": {\"c\": [[1,2], [3,4]]}, \"d\": []}\n",
            "short");
    free (text);
    cJSON *list = cJSON_AddArrayToObject (doc, "long");
    for (int i = 0; i < 3000; i++)
        cJSON_AddItemToArray (list, cJSON_CreateNumber (i * 0.37));
    text = fid_json_packed (doc, &err);
    size_t longest = 0, line_n = 0;
    for (const char *p = text; *p; line_n++) {
        size_t n = strcspn (p, "\n");
        longest = n > longest ? n : longest;
        p += n + 1;
    }
    ok (longest <= 100 && longest > 90 && line_n < 230,
        "3000 numbers: %zu lines of at most %zu", line_n, longest);
    cJSON *back = cJSON_Parse (text);
    ok (back && cJSON_Compare (doc, back, true), "it reads back the same");
    cJSON_Delete (back);
    free (text);
    cJSON_AddItemToArray (list, cJSON_CreateNumber (NAN));
    ok (!fid_json_packed (doc, &err) && err.status == FID_EINTERNAL,
        "NaN is refused in lists too");
    cJSON_Delete (doc);
}

int main (void)
{
    numbers ();
    strings ();
    layout ();

    struct fid_error err;
    char path[4096];
    snprintf (path, sizeof path, "%s/tests/data/result/U_real__U_dlio.json", getenv ("srcdir"));
    cJSON *doc = fid_json_load (path, &err);
    ok (doc != NULL, "a file is read");
    char *text = fid_json_text (doc, &err);
    cJSON *again = cJSON_Parse (text);
    char *text2 = fid_json_text (again, &err);
    ok_str (text, text2, "text, parsed, gives the text");
    ok (cJSON_Compare (doc, again, true), "and the document");
    free (text);
    free (text2);
    cJSON_Delete (doc);
    cJSON_Delete (again);
    ok (!fid_json_load ("no/such/file", &err) && err.status == FID_EINPUT, "a missing file");
    packed ();
    return tap_done ();
}
