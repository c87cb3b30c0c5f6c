/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_record.c - documents written, read and described by one table */
#include "tests/tap.h"
#include "tests/record_schema.h"
#include <string.h>
#include "base/record.h"

struct point {
    double x, y;
};

struct thing {
    double amount, any, near[2], share[2];
    size_t n;
    int nth;
    bool on;
    const char *text, *note;
    char word[8];
    uint64_t hash;
    int unit;
    struct point point;
    struct fid_numbers at, value, pair[2], square;
    struct fid_texts texts;
    struct point *list;
    size_t list_n;
    unsigned set;
    struct fid_amount *amount_of;
    size_t amount_n;
    const char *title;
    struct point *far;
    size_t far_n;
};

static const char *const unit_names[] = {"s", "m"};

static const struct fid_names fid_names_unit_here = FID_NAMES_OF (unit_names, 2);

#define POINT(F, T)                                                                            \
    F (T, NUMBER, "x", x, FID_ANY)                                                             \
    F (T, NUMBER, "y", y, .most = 9)
FID_RECORD (point, struct point, POINT);

static void check_thing (struct fid_reading *r, void *object)
{
    const struct thing *t = object;
    if (t->n == 13)
        fid_reading_fail (r, "13 brings bad luck");
}

#define THING(F, T)                                                                            \
    F (T, CONST, "schema", amount, .text = "thing/1")                                          \
    F (T, NUMBER, "amount", amount, .need = FID_OR_NULL)                                       \
    F (T, NUMBER, "any", any, FID_ANY, .need = FID_OR_NULL, .digits = 3)                       \
    F (T, NAMED, NULL, near, FID_IDS (unit_here))                                              \
    F (T, INTERVAL, "share", share, .most = 1, .need = FID_OR_NULL)                            \
    F (T, COUNT, "n", n, .least = 1)                                                           \
    F (T, INT, "nth", nth, .need = FID_OR_NULL)                                                \
    F (T, BOOL, "on", on)                                                                      \
    F (T, TEXT, "text", text)                                                                  \
    F (T, TEXT, "note", note, .need = FID_LEFT_OUT)                                            \
    F (T, CHARS, "word", word)                                                                 \
    F (T, HASH, "hash", hash)                                                                  \
    F (T, ID, "unit", unit, FID_IDS (unit_here), .need = FID_SINCE)                            \
    F (T, OBJECT, "point", point, .of = &point, .need = FID_OR_NULL)                           \
    F (T, NUMBERS, "at", at, .need = FID_OR_NULL)                                              \
    F (T, NUMBERS, "value", value, FID_ANY, .gaps = true, FID_LIKE (T, at))                    \
    F (T, PAIRS, "pairs", pair[0], FID_ANY, .split = true)                                     \
    F (T, SQUARE, "square", square)                                                            \
    F (T, TEXTS, "texts", texts)                                                               \
    F (T, LIST, "list", list, FID_ROWS (T, list, list_n, point))                               \
    F (T, SET, "set", set, FID_IDS (unit_here))                                                \
    F (T, AMOUNTS, "amounts", amount_of, .n_at = offsetof (T, amount_n))                       \
    F (T, TEXT, "title", title, .least = 1)                                                    \
    F (T, LIST, "far", far, FID_ROWS (T, far, far_n, point), .aside = true)
FID_RECORD (thing, struct thing, THING, .check = check_thing);

static const char good[] =
    "{\"schema\": \"thing/1\", \"amount\": null, \"any\": -0.333, \"s\": 1, \"m\": 2, "
    "\"share\": [0.25, 0.5], \"n\": 3, \"nth\": null, \"on\": true, \"text\": \"\", "
    "\"word\": \"seven77\", \"hash\": \"00000000000000ff\", \"unit\": \"m\", \"point\": null, "
    "\"at\": [1, 2], \"value\": [-1, null], \"pairs\": [[1, 2], [3, 4]], "
    "\"square\": [[null, 1], [2, null]], \"texts\": [\"a\", \"b\"], "
    "\"list\": [{\"x\": -1, \"y\": 9}], "
    "\"set\": [\"m\"], \"amounts\": {\"a\": -1, \"b\": 2}, \"title\": \"t\", "
    "\"far\": [{\"x\": 0, \"y\": 1}]}";

/* Reads text; arena[2] is for the caller to clear. */
static int read_thing (const char *text, struct thing *t, struct fid_arena arena[2],
                       cJSON **doc, struct fid_error *err)
{
    struct fid_reading r = {.path = "x", .what = "thing", .err = err};
    *t = (struct thing){0};
    *doc = fid_json_parse (text, strlen (text), "x", err);
    return *doc ? fid_record_read (&r, *doc, &thing, arena, t) : -1;
}

static void there_and_back (void)
{
    struct fid_arena arena[2] = {{0}, {0}};
    struct fid_error err = {0};
    struct thing t;
    cJSON *doc;
    if (!ok (read_thing (good, &t, arena, &doc, &err) == 0, "a document is read"))
        diag ("%s", err.text);
    ok (t.amount == -1 && t.any == -0.333 && t.near[1] == 2 && t.share[1] == 0.5, "numbers");
    ok (t.n == 3 && t.nth == -1 && t.on && t.hash == 0xff && t.unit == 1, "counts, names");
    ok (t.note == NULL && strcmp (t.text, "") == 0 && strcmp (t.word, "seven77") == 0, "texts");
    ok (t.point.x == FID_GAP && t.value.x[1] == FID_GAP && t.square.x[0] == -1,
        "what is not known");
    ok (t.pair[0].n == 2 && t.pair[0].x[1] == 3 && t.pair[1].x[1] == 4, "pairs, taken apart");
    ok (t.list_n == 1 && t.list[0].y == 9 && t.texts.n == 2, "lists");
    ok (t.set == 2 && t.amount_n == 2 && t.amount_of[1].value == 2, "sets and amounts");
    cJSON *again = fid_record_json (&thing, &t);
    char *text = again ? fid_json_line (again, &err) : NULL;
    ok_str (text ? text : "", good, "and written as it was");
    free (text);
    t.any = -1. / 3;
    fid_record_round (&thing, &t);
    cJSON *rounded = fid_record_json (&thing, &t);
    ok (cJSON_GetObjectItem (rounded, "any")->valuedouble == -0.333,
        "with the digits asked for");
    cJSON_Delete (rounded);
    cJSON_Delete (again);
    cJSON_Delete (doc);
    fid_arena_clear (&arena[1]);
    ok (strcmp (t.title, "t") == 0 && t.list[0].y == 9,
        "what is aside has an arena of its own");
    fid_arena_clear (&arena[0]);
}

/* One change at a time. */
static void refusals (void)
{
    static const struct {
        const char *from, *to, *want; /* NULL: read all the same */
    } cases[] = {
        {"\"amount\": null", "\"amount\": -1", "'amount' is not a number >= 0"},
        {"\"amount\": null, ", "", "'amount' of thing is missing"},
        {"\"any\": -0.333", "\"any\": \"1\"", "'any' is missing or not a number"},
        {"\"m\": 2, ", "", "'m' is missing or not a number"},
        {"[0.25, 0.5]", "[0.5, 0.25]", "'share' is not an interval"},
        {"[0.25, 0.5]", "[0.5, 2]", "'share' is not an interval"},
        {"[0.25, 0.5]", "[0.5]", "'share' is not an interval"},
        {"\"n\": 3", "\"n\": 0", "'n' is not a number >= 1"},
        {"\"n\": 3", "\"n\": 1.5", "'n' is not a whole number"},
        {"\"n\": 3", "\"n\": 13", "13 brings bad luck"},
        {"\"n\": 3, \"nth\": null", "\"nth\": null, \"n\": 3", NULL}, /* in any order, */
        {"\"n\": 3, \"nth\": null", "\"nth\": null, \"n\": 0", "'n' is not a number >= 1"},
        {"\"on\"", "\"more\": 1, \"on\"", NULL}, /* and with others */
        {"\"on\": true", "\"on\": 1", "neither true nor false"},
        {"\"text\": \"\"", "\"text\": \"\\u0007\"", "control characters"},
        {"\"word\": \"seven77\"", "\"word\": \"eight888\"", "longer than 7 bytes"},
        {"00ff", "00f", "missing or not a hash"},
        {"\"unit\": \"m\"", "\"unit\": \"ell\"", "knows no unit 'ell'"},
        {"\"unit\": \"m\", ", "", NULL},
        {"\"point\": null", "\"point\": []", "'point' is missing or not an object"},
        {"\"point\": null", "\"point\": {\"x\": 1, \"y\": 10}", "not a number from 0 to 9"},
        {"[1, 2]", "[1]", "'value' has 2 elements, not 1"},
        {"[1, 2]", "[1, -2]", "element 1 of 'at' is out of its range"},
        {"[-1, null]", "[-1, true]", "element 1 of 'value' is not a number"},
        {"[3, 4]", "[3]", "element 1 of 'pairs' is not a pair"},
        {"[2, null]", "[2]", "'square' is not a square"},
        {"[2, null]", "[-2, null]", "an element of 'square' is neither null nor a number >= 0"},
        {"\"b\"", "2", "an element of 'texts' is not a text"},
        {"[{\"x\": -1, \"y\": 9}]", "[7]", "point is not an object"},
        {"thing/1", "thing/2", "its schema is thing/2, this version reads thing/1"},
        {"[\"m\"]", "[\"m\", \"m\"]", "'set' of thing is not a list of names"},
        {"[\"m\"]", "[\"ell\"]", "'set' of thing is not a list of names"},
        {"[\"m\"]", "[1]", "'set' of thing is not a list of names"},
        {"\"b\": 2", "\"b\": null", "'amounts' of thing is not an object of numbers"},
        {"{\"a\": -1, \"b\": 2}", "[2]", "'amounts' is missing or not an object"},
        {"\"title\": \"t\"", "\"title\": \"\"", "'title' of thing is empty"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[sizeof good + 100];
        struct fid_arena arena[2] = {{0}, {0}};
        struct fid_error err = {0};
        struct thing t;
        cJSON *doc;
        const char *at = strstr (good, cases[i].from);
        if (!at)
            abort ();
        snprintf (text, sizeof text, "%.*s%s%s", (int)(at - good), good, cases[i].to,
                  at + strlen (cases[i].from));
        int rc = read_thing (text, &t, arena, &doc, &err);
        if (!ok (cases[i].want ? rc && strstr (err.text, cases[i].want) : !rc, "%s: %s",
                 cases[i].want ? "refused" : "read", cases[i].to))
            diag ("%s", err.text);
        cJSON_Delete (doc);
        fid_arena_clear (&arena[0]);
        fid_arena_clear (&arena[1]);
    }
}

static void schema (void)
{
    struct fid_error err;
    cJSON *doc = record_schema (&thing, "fidlio.thing/1", "a thing", &err);
    char *text = fid_json_line (doc, &err);
    ok (strstr (text, "\"$id\": \"urn:fidlio:thing:1\"") != NULL, "a schema has an id");
    ok (strstr (text, "\"amount\": {\"type\": [\"number\", \"null\"], \"minimum\": 0}") != NULL,
        "a number or null");
    ok (strstr (text, "\"unit\": {\"enum\": [\"s\", \"m\", null]}") != NULL, "names");
    const cJSON *required = cJSON_GetObjectItem (doc, "required");
    ok_int (cJSON_GetArraySize (required), 23,
            "all are needed but two; one row is two members");
    free (text);
    cJSON_Delete (doc);
}

static void arenas (void)
{
    struct fid_arena a = {0};
    struct fid_error err;
    double *x = NULL;
    size_t cap = 0;
    bool zero = true, kept = true;
    for (size_t i = 0; i < 3000; i++) { /* grows beyond the size of a block */
        if (fid_arena_grow (&a, &x, &cap, i + 1, sizeof *x, &err))
            abort ();
        x[i] = (double)i;
        const char *p = fid_arena_take (&a, 7, 3, &err);
        for (size_t k = 0; k < 21; k++)
            zero &= p[k] == 0;
    }
    for (size_t i = 0; i < 3000; i++)
        kept &= x[i] == (double)i;
    ok (zero && kept, "what is taken is zero and stays as it is");
    ok (fid_arena_take (&a, SIZE_MAX, 2, &err) == NULL && err.status == FID_EINTERNAL,
        "too much is refused");
    ok (fid_arena_text (&a, NULL, &err) == NULL, "no text is none");
    fid_arena_clear (&a);
    fid_arena_clear (&a);
    struct fid_arena texts = {0};
    char *first = fid_arena_format (&texts, &err, "%s/%03d", "steps", 7);
    char *second = fid_arena_format (&texts, &err, "%5000d", 1);
    ok (strcmp (first, "steps/007") == 0 && strlen (second) == 5000 && second[4999] == '1',
        "texts of any length are made in an arena");
    fid_arena_clear (&texts);
}

/* A document of lists that are made while it is written. */
struct many {
    size_t outer_n, inner_n, column_n;
    struct fid_numbers table;
};

static bool make_point (const void *object, size_t i, void *element)
{
    const struct many *m = object;
    if (i == m->inner_n)
        return false;
    *(struct point *)element = (struct point){.x = (double)i, .y = 1};
    return true;
}

#define INNER(F, T)                                                                            \
    F (T, COUNT, "n", inner_n)                                                                 \
    F (T, LIST, "points", outer_n, FID_MADE (struct point, make_point, point), .open = true)
FID_RECORD (inner, struct many, INNER);

static bool make_inner (const void *object, size_t i, void *element)
{
    const struct many *m = object;
    if (i == m->outer_n)
        return false;
    *(struct many *)element = (struct many){.inner_n = m->inner_n};
    return true;
}

#define MANY(F, T)                                                                             \
    F (T, COUNT, "n", outer_n)                                                                 \
    F (T, LIST, "list", outer_n, FID_MADE (struct many, make_inner, inner), .open = true)      \
    F (T, SQUARE, "table", table, .n_at = offsetof (T, column_n))
FID_RECORD (many, struct many, MANY);

static void written_while_made (void)
{
    double x[6] = {1, -1, 3, 4, 5, 6};
    for (size_t i = 0; i < 2; i++) {
        struct many m = {.outer_n = 2 * i, .inner_n = 40, .column_n = 3, .table = {x, 6 * i}};
        struct fid_error err = {0};
        char *text = NULL;
        size_t n;
        FILE *f = open_memstream (&text, &n);
        int rc = fid_record_write (&many, &m, f, &err);
        fclose (f);
        cJSON *whole = fid_record_json (&many, &m);
        char *want = fid_json_text (whole, &err);
        if (i)
            ok_str (text, want, "the bytes of the document that is made whole");
        else
            ok_str (text, "{\n  \"n\": 0,\n  \"list\": [],\n  \"table\": []\n}\n",
                    "empty lists stay in a line");
        ok (rc == 0 && (!i || strstr (text, "\"table\": [[1, null, 3], [4, 5, 6]]")),
            "rows of any length");
        m.table.x = x;
        x[0] = HUGE_VAL;
        f = fopen ("/dev/null", "w");
        ok (!i || (fid_record_write (&many, &m, f, &err) == -1 && err.status == FID_EINTERNAL),
            "a number that is not finite is refused");
        fclose (f);
        x[0] = 1;
        free (text);
        free (want);
        cJSON_Delete (whole);
    }
}

int main (void)
{
    there_and_back ();
    refusals ();
    schema ();
    arenas ();
    written_while_made ();
    return tap_done ();
}
