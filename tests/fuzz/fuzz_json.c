/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_json.c - JSON text, read by the strict parser and by the one of traces
 *
 * What the strict one takes is written and read again: the same bytes.  The other one takes all
 * that the strict one does.  Packed lists hold the numbers of plain ones. */
#include <stdlib.h>
#include <string.h>
#include "base/json.h"
#include "base/jsonread.h"
#include "tests/fuzz/fuzz.h"

/* Visits every value; false if it is not JSON. */
static void visit (struct fid_json *j)
{
    struct fid_span s;
    double x;
    int64_t i;
    switch (fid_json_peek (j)) {
    case '{':
        if (fid_json_enter (j, '{'))
            while (fid_json_member (j, &s))
                visit (j);
        break;
    case '[':
        if (fid_json_enter (j, '['))
            while (fid_json_element (j))
                visit (j);
        break;
    case '"':
        fid_json_string (j, &s);
        break;
    case '0':
        s = fid_json_raw (j);
        struct fid_json one;
        fid_json_init (&one, s);
        fid_json_f64 (&one, &x);
        fid_json_init (&one, s);
        fid_json_i64 (&one, &i);
        break;
    default:
        fid_json_skip (j);
    }
}

/* Objects of an array, one by one, with all their values. */
static void visit_items (const char *path)
{
    struct fid_text text;
    struct fid_error err;
    struct fid_json_items it;
    struct fid_span object;
    int rc;
    if (fid_text_open (&text, path, &err))
        return;
    fid_json_items_init (&it, &text, "traceEvents");
    it.wanted[0] = "baseTimeNanoseconds";
    while ((rc = fid_json_items_next (&it, &object, &err)) > 0) {
        struct fid_json j;
        fid_json_init (&j, object);
        visit (&j);
        fuzz_want (j.p <= j.end, "read beyond the object");
    }
    if (rc < 0)
        fuzz_want_error (&err);
    fid_json_items_clear (&it);
    fid_text_close (&text);
}

/* A document written and read again. */
static void write_again (const cJSON *doc)
{
    struct fid_error err = {0};
    char *(*const writer[]) (const cJSON *, struct fid_error *) = {fid_json_text,
                                                                   fid_json_packed};
    for (size_t i = 0; i < 2; i++) {
        char *text = writer[i](doc, &err);
        if (!text) { /* a number that is not finite cannot come from JSON */
            fuzz_want_error (&err);
            fuzz_want (false, "a document cannot be written");
        }
        cJSON *back = fid_json_parse (text, strlen (text), "output", &err);
        fuzz_want (back != NULL, "what was written is not JSON");
        char *again = writer[i](back, &err);
        fuzz_want (again && strcmp (text, again) == 0, "written again it differs");
        cJSON_Delete (back);
        free (text);
        free (again);
    }
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t n)
{
    static const char *const without[] = {"x", "resources", NULL};
    struct fid_span all = {(const char *)data, n};
    struct fid_error err = {0};
    struct fid_json j;
    bool mark = n >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0; /* files are read without it */
    fid_json_init (&j, (struct fid_span){all.p + 3 * mark, n - 3 * mark});
    visit (&j);
    fuzz_want (j.p <= j.end, "read beyond the text");
    cJSON *doc = fid_json_parse (all.p, all.n, "input", &err);
    if (doc && (cJSON_IsObject (doc) || cJSON_IsArray (doc)))
        fuzz_want (!j.bad || j.depth == FID_JSON_NESTED || n > 500,
                   "the reader of traces refuses JSON");
    const char *path = fuzz_file (fid_span_of ("document.json"), all);
    cJSON *packed = fid_json_load_packed (path, &err);
    cJSON *part = fid_json_load_without (path, without, &err);
    bool gzip = n > 1 && data[0] == 0x1f && data[1] == 0x8b; /* parse has only what is stored */
    fuzz_want (gzip || (!doc == !packed && !doc == !part), "ways of reading disagree");
    if (doc && packed && !gzip && cJSON_IsArray (doc)) {
        size_t length = fid_get_length (packed);
        fuzz_want (length == fid_get_length (doc), "a packed list has another length");
        double *x = malloc ((length + 1) * sizeof *x), *y = malloc ((length + 1) * sizeof *y);
        size_t x_n = fid_get_numbers (packed, true, x), y_n = fid_get_numbers (doc, true, y);
        fuzz_want (x_n == y_n && (!x_n || memcmp (x, y, x_n * sizeof *x) == 0),
                   "a packed list has other numbers");
        free (x);
        free (y);
    }
    if (doc)
        write_again (doc);
    else
        fuzz_want_error (&err);
    cJSON_Delete (doc);
    cJSON_Delete (packed);
    cJSON_Delete (part);
    visit_items (path);
    return 0;
}
