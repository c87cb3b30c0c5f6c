/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_jsonbuild.c - documents put together, and what happens without memory */
#include "tests/tap.h"
#include "base/jsonbuild.h"

/* A document with everything in it; NULL where memory ran out. */
static cJSON *whole (struct fid_error *err)
{
    struct fid_doc d;
    fid_doc_begin (&d);
    cJSON *list = fid_doc_list (&d, d.root, "list");
    cJSON *inner = fid_doc_object (&d, list, NULL);
    fid_doc_text (&d, inner, "text", "a");
    fid_doc_text (&d, inner, "empty", "");
    fid_doc_text (&d, inner, "none", NULL);
    fid_doc_number (&d, list, NULL, 2.5);
    fid_doc_bool (&d, list, NULL, true);
    fid_doc_null (&d, list, NULL);
    fid_doc_maybe (&d, d.root, "known", true, 1);
    fid_doc_maybe (&d, d.root, "unknown", false, 1);
    fid_doc_hash (&d, d.root, "hash", 0xabc);
    fid_doc_take (&d, d.root, "taken", cJSON_CreateString ("b"));
    fid_doc_text (&d, d.root, "odd", "\xff\xc3\xa9\xc3");
    cJSON *row = fid_doc_row (&d, d.root, "row", "a %s b %s c %hhd d %d e %zu f %ju g %g h %g",
                              "x", "", (bool)true, -3, (size_t)4, UINT64_C (5), -.5, FID_GAP);
    fid_doc_members (&d, row, "i %f j %f", .0, -1.);
    return fid_doc_end (&d, err);
}

static int left_n; /* allocations until there is no memory */

static void *scarce (size_t n)
{
    return left_n-- > 0 ? malloc (n) : NULL;
}

static int failing; /* allocations until one fails */

static void *one_fails (size_t n)
{
    return failing-- == 0 ? NULL : malloc (n);
}

/* One allocation fails while the hash is put in: the document can be written in any case. */
static void test_seal (void)
{
    struct fid_error err;
    cJSON *doc = whole (&err);
    cJSON_Hooks hooks = {one_fails, free};
    int rc = -1, failures = 0, wrong = 0;
    for (int n = 0; n < 1000 && rc; n++) {
        err = (struct fid_error){0};
        failing = n;
        cJSON_InitHooks (&hooks);
        rc = fid_json_seal (doc, &err);
        cJSON_InitHooks (NULL);
        char *text = fid_json_line (doc, NULL);
        wrong += !text || !strstr (text, "\"hash\": \"") || (rc && err.status != FID_EINTERNAL);
        failures += rc != 0;
        free (text);
    }
    ok (failures > 10 && !wrong && !rc, "a hash is put in, or memory ran out");
    cJSON_Delete (doc);
}

/* The packed text of an object with lists of numbers, as elements or as blocks. */
static char *text_of_lists (bool pack, double last)
{
    enum { N = 200 };
    double x[N];
    struct fid_error err;
    struct fid_doc d;
    for (int i = 0; i < N; i++)
        x[i] = i % 7 == 3 ? FID_GAP : i % 5 ? i / 8. : i * 1e9;
    x[N - 1] = last;
    fid_doc_begin (&d);
    d.pack = pack;
    fid_doc_numbers (&d, d.root, "long", x, N);
    for (size_t n = 0; n < 24; n++) {
        cJSON *in = fid_doc_object (&d, d.root, "in");
        fid_doc_numbers (&d, in, "short", x, n);
        fid_doc_numbers (&d, in, "other", x + 20, n / 2);
    }
    cJSON *doc = fid_doc_end (&d, &err);
    char *text = fid_json_packed (doc, &err);
    cJSON_Delete (doc);
    return text;
}

static void test_blocks (void)
{
    FID_FREED char *a = text_of_lists (false, 1), *b = text_of_lists (true, 1);
    ok (a && strstr (a, "null,0.5,") && strstr (a, "},\n"), "lists have numbers, nulls, lines");
    ok_str (b, a, "lists as blocks have the same text as lists of elements");
    FID_FREED char *bad = text_of_lists (true, HUGE_VAL);
    ok (!bad, "a block with a number that is not finite has no text");
}

int main (void)
{
    test_seal ();
    test_blocks ();
    struct fid_error err = {0};
    cJSON *doc = whole (&err);
    char *text = doc ? fid_json_line (doc, &err) : NULL;
    ok_str (text,
            "{\"list\": [{\"text\": \"a\", \"empty\": null, \"none\": null}, 2.5, true, null], "
            "\"known\": 1, \"unknown\": null, \"hash\": \"0000000000000abc\", "
            "\"taken\": \"b\", \"odd\": \"?\xc3\xa9?\", "
            "\"row\": {\"a\": \"x\", \"b\": null, \"c\": true, \"d\": -3, \"e\": 4, "
            "\"f\": 5, \"g\": -0.5, \"h\": null, \"i\": 0, \"j\": null}}",
            "members in order, texts in UTF-8");
    free (text);
    cJSON_Delete (doc);

    int failures = 0, wrong = 0;
    for (int n = 0; n < 1000; n++) {
        cJSON_Hooks hooks = {scarce, free};
        left_n = n;
        err = (struct fid_error){0};
        cJSON_InitHooks (&hooks);
        doc = whole (&err);
        cJSON_InitHooks (NULL);
        bool enough = left_n >= 0;
        wrong += enough != (doc != NULL) || (!doc && err.status != FID_EINTERNAL);
        cJSON_Delete (doc);
        if (enough)
            break;
        failures++;
    }
    ok (failures > 20 && !wrong, "wherever memory runs out, there is no document but an error");
    if (wrong)
        diag ("%d of %d", wrong, failures);
    return tap_done ();
}
