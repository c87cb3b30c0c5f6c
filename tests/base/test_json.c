/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_json.c - JSON as real traces have it: whole, slightly wrong, cut */
#include "base/json.h"
#include "tests/tap.h"

static struct fid_json of (const char *text)
{
    struct fid_json j;
    fid_json_init (&j, fid_span_of (text));
    return j;
}

/* The sum of an array of numbers; -1 if the text is not JSON. */
static double sum (const char *text, bool *cut)
{
    struct fid_json j = of (text);
    double total = 0, v;
    if (fid_json_enter (&j, '['))
        while (fid_json_element (&j))
            if (fid_json_f64 (&j, &v))
                total += v;
    *cut = j.cut;
    return j.bad ? -1 : total;
}

/* The member b of an object whose other members are skipped; -1: none. */
static int64_t member_b (const char *text, struct fid_json *j)
{
    struct fid_span key;
    int64_t b = -1;
    *j = of (text);
    if (fid_json_enter (j, '{'))
        while (fid_json_member (j, &key)) {
            if (fid_span_is (key, "b"))
                fid_json_i64 (j, &b);
            else
                fid_json_skip (j);
        }
    return b;
}

static void test_arrays (void)
{
    static const struct {
        const char *what, *text;
        double want;
        bool cut;
    } cases[] = {
        {"plain", "[1, 2.5, -0.5]", 3, false},
        {"empty", "[]", 0, false},
        {"blanks everywhere", " [ 1\t,\r\n 2 ] ", 3, false},
        {"trailing comma", "[1,2,]", 3, false},
        {"missing comma", "[1 2\n3]", 6, false},
        {"two commas", "[1,,2]", 3, false},
        {"numbers in quotes", "[\"1.5\",\"2\"]", 3.5, false},
        {"NaN and Infinity are no numbers, but JSON", "[NaN,1,Infinity,-Infinity]", 1, false},
        {"null, true and strings are skipped", "[null,1,true,\"x\",false]", 1, false},
        {"containers are skipped", "[[1,[2]],{\"a\":3},4]", 4, false},
        {"cut after an element", "[1,2", 1, true},
        {"cut after a comma", "[1,2,", 3, true},
        {"cut inside a number in quotes", "[1,\"2", 1, true},
        {"cut inside a container", "[1,[2,3", 1, true},
        {"cut inside a string", "[1,\"ab\\", 1, true},
        {"cut before the first element", "[", 0, true},
        {"the wrong bracket", "[1}", -1, false},
        {"a colon", "[1:2]", -1, false},
        {"a byte that starts nothing", "[1,@]", -1, false},
        {"text", "[hello]", -1, false},
        {"a wrong bracket inside", "[[1}]", -1, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool cut;
        ok_close (sum (cases[i].text, &cut), cases[i].want, 0, cases[i].what);
        ok (cut == cases[i].cut, "%s: %s", cases[i].what, cases[i].cut ? "cut" : "not cut");
    }
}

static void test_objects (void)
{
    static const struct {
        const char *what, *text;
        int64_t want;
        bool cut, bad;
    } cases[] = {
        {"plain", "{\"a\": 1, \"b\": 2}", 2, false, false},
        {"no such member", "{\"a\": 1}", -1, false, false},
        {"brackets inside strings", "{\"a\": \"]}{[\", \"b\": 3}", 3, false, false},
        {"escaped quotes", "{\"a\": \"x\\\"}\\\\\", \"b\": 4}", 4, false, false},
        {"missing comma", "{\"a\": {\"c\": []} \"b\": 5}", 5, false, false},
        {"trailing comma", "{\"b\": 6,}", 6, false, false},
        {"in quotes", "{\"b\": \"7\"}", 7, false, false},
        {"a whole number with a point", "{\"b\": 8.0}", 8, false, false},
        {"a broken number", "{\"b\": 8.5}", -1, false, false},
        {"an exponent", "{\"b\": 9e3}", 9000, false, false},
        {"cut after the value", "{\"b\": 12", -1, true, false},
        {"cut after the colon", "{\"b\":", -1, true, false},
        {"cut inside the key", "{\"b", -1, true, false},
        {"cut after the key", "{\"b\"", -1, true, false},
        {"cut after a whole value", "{\"b\": 12,", 12, true, false},
        {"no colon", "{\"b\" 1}", -1, false, true},
        {"a key without quotes", "{b: 1}", -1, false, true},
        {"a value is missing", "{\"a\": , \"b\": 1}", -1, false, true},
        {"closed by the wrong bracket", "{\"b\": 1]", 1, false, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_json j;
        ok_int (member_b (cases[i].text, &j), cases[i].want, cases[i].what);
        ok (j.cut == cases[i].cut && j.bad == cases[i].bad, "%s: cut %d, bad %d", cases[i].what,
            cases[i].cut, cases[i].bad);
    }
}

static void test_single (void)
{
    int64_t i = 0;
    double d = 0;
    struct fid_span s = {"", 0};
    struct fid_json j = of ("42");
    ok (fid_json_i64 (&j, &i) && i == 42 && !j.cut && !j.bad,
        "a number alone is whole, not cut");
    j = of (" 1.5 ");
    ok (fid_json_f64 (&j, &d) && d == 1.5 && !j.cut, "with blanks around");
    j = of ("true");
    fid_json_skip (&j);
    ok (!j.cut && !j.bad && fid_json_peek (&j) == 0, "a word alone is skipped");
    j = of ("9223372036854775807");
    ok (fid_json_i64 (&j, &i) && i == INT64_MAX, "the largest integer keeps every digit");
    j = of ("\"a\\nb\"");
    ok (fid_json_string (&j, &s) && fid_span_is (s, "a\\nb"), "a string keeps its escapes");
    j = of ("\"a");
    s = fid_span_of ("kept");
    ok (!fid_json_string (&j, &s) && j.cut && fid_span_is (s, "kept"), "half a string is none");
    j = of ("[\"x\", 1]");
    fid_json_enter (&j, '[');
    fid_json_element (&j);
    ok (!fid_json_i64 (&j, &i) && fid_json_element (&j) && fid_json_i64 (&j, &i) && i == 1,
        "a value of another type is consumed");
    j = of ("[1]");
    ok (!fid_json_enter (&j, '{') && fid_json_enter (&j, '['), "enter asks for the bracket");
    j = of ("");
    ok (fid_json_peek (&j) == 0 && !fid_json_enter (&j, '{') && !j.bad, "nothing is nothing");
    j = of ("<html>");
    ok (fid_json_peek (&j) == 0 && j.bad, "not JSON");
    static const struct {
        const char *text;
        char want;
    } kinds[] = {{"{", '{'}, {"[", '['}, {"\"", '"'},   {"-1", '0'},  {"7", '0'},
                 {"t", 't'}, {"f", 't'}, {"null", 'n'}, {"NaN", '0'}, {"Inf", '0'}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        j = of (kinds[k].text);
        ok (fid_json_peek (&j) == kinds[k].want, "peek at %s", kinds[k].text);
    }
}

static void test_raw (void)
{
    struct fid_json j = of ("{\"a\": {\"x\": [1, \"}\"]} , \"b\" : 12 , \"c\": \"s\"}");
    struct fid_span key, a = {"", 0}, b = {"", 0}, c = {"", 0};
    fid_json_enter (&j, '{');
    fid_json_member (&j, &key);
    a = fid_json_raw (&j);
    fid_json_member (&j, &key);
    b = fid_json_raw (&j);
    fid_json_member (&j, &key);
    c = fid_json_raw (&j);
    ok (fid_span_is (a, "{\"x\": [1, \"}\"]}"), "raw text of an object");
    ok (fid_span_is (b, "12"), "of a number");
    ok (fid_span_is (c, "\"s\""), "of a string");
    ok (!fid_json_member (&j, &key) && !j.cut && !j.bad, "and the walk goes on");
    struct fid_json sub;
    int64_t v = 0;
    fid_json_init (&sub, b);
    ok (fid_json_i64 (&sub, &v) && v == 12 && !sub.cut, "raw text is scanned again");
    j = of ("[{\"x\": 1}, {\"x\": 2");
    fid_json_enter (&j, '[');
    fid_json_element (&j);
    fid_json_raw (&j);
    ok (!j.cut, "a whole element is not cut");
    fid_json_element (&j);
    fid_json_raw (&j);
    ok (j.cut && !fid_json_element (&j), "a half one is");
}

static void test_nesting (void)
{
    char text[2002];
    memset (text, '[', 1000);
    memset (text + 1000, ']', 1000);
    text[2000] = '\0';
    struct fid_json j = of (text);
    fid_json_skip (&j);
    ok (j.bad, "a thousand brackets are refused");
    j = (struct fid_json){0};
    fid_json_init (&j, (struct fid_span){text + 500, 1000});
    fid_json_skip (&j);
    ok (!j.bad && !j.cut, "five hundred are not");
    fid_json_init (&j, (struct fid_span){text, 100});
    fid_json_skip (&j);
    ok (j.cut && !j.bad, "a hundred open ones are cut text");
}

/* Every prefix and every single-byte change must end, inside the text. */
static void test_damage (void)
{
    static const char good[] =
        "{\"a\": [1, 2.5, {\"b\": \"x\\\"y\"}], \"b\": null, \"c\": NaN}";
    char text[sizeof good];
    size_t inside_n = 0, n_all = 0;
    for (size_t n = 0; n < sizeof good; n++)
        for (int c = 0; c < 256; c += c < 128 ? 1 : 37) {
            struct fid_json j;
            struct fid_span key;
            memcpy (text, good, sizeof good);
            text[n] = (char)c;
            fid_json_init (&j, (struct fid_span){text, n + 1});
            if (fid_json_enter (&j, '{'))
                while (fid_json_member (&j, &key))
                    fid_json_skip (&j);
            inside_n += j.p >= text && j.p <= j.end;
            n_all++;
        }
    ok_int ((long long)inside_n, (long long)n_all, "damaged text ends, and is left inside");
    struct fid_json j;
    static const char nul[] = "[1,\0 2]";
    fid_json_init (&j, (struct fid_span){nul, sizeof nul - 1});
    fid_json_skip (&j);
    ok (j.bad, "a NUL byte between values is no JSON, and no endless loop");
}

/* The end of a container: that of fid_json_skip, wherever it lies among the vectors, or NULL.
 */
static void test_container_end (void)
{
    static const struct {
        const char *what, *text;
        size_t n, lines; /* n 0: NULL */
    } cases[] = {
        {"an object", "{} ", 2, 0},
        {"nested", "{\"a\": [1, {\"b\": []}]},", 21, 0},
        {"brackets in texts", "{\"}]\": \"{[\"}]", 12, 0},
        {"escaped quotes", "{\"\\\"}\": 1}]", 10, 0},
        {"an escaped backslash at the end of a text", "{\"\\\\\"}]", 6, 0},
        {"line ends inside, not behind", "[\n1,\n\"\n\"]\n\n", 9, 3},
        {"brackets that do not match", "{\"a\": [}]", 0, 0},
        {"no end", "{\"a\": [1]", 0, 0},
        {"no end of a text", "{\"a\": \"}", 0, 0},
        {"a bracket behind the text's end", "{\0}", 0, 0},
    };
    char text[400];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t n = strlen (cases[i].text), wrong_n = 0;
        for (size_t pad = 0; pad < 140; pad++) { /* blanks behind the first bracket */
            size_t lines = 99, want = cases[i].n ? cases[i].n + pad : 0;
            text[0] = cases[i].text[0];
            memset (text + 1, ' ', pad);
            memcpy (text + 1 + pad, cases[i].text + 1, n);
            const char *end = fid_json_container_end (text, text + pad + n, &lines);
            wrong_n += want ? end != text + want || lines != cases[i].lines : end != NULL;
            struct fid_json j;
            fid_json_init (&j, (struct fid_span){text, pad + n});
            fid_json_skip (&j);
            wrong_n += want && j.p != end;
        }
        ok (!wrong_n, "the end of a container: %s", cases[i].what);
    }
    size_t lines;
    memset (text, '[', 64);
    memset (text + 64, ']', 64);
    ok (!fid_json_container_end (text, text + 128, &lines), "64 levels: left to others");
    ok (fid_json_container_end (text + 1, text + 128, &lines) == text + 127, "63 levels");
}

int main (void)
{
    test_container_end ();
    test_arrays ();
    test_objects ();
    test_single ();
    test_raw ();
    test_nesting ();
    test_damage ();
    return tap_done ();
}
