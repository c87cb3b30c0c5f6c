/* test_jsonstream.c - a document written while it is made has the text of the whole one */
#include <stdint.h>
#include "base/jsonstream.h"
#include "tests/json_bytes.h"
#include "tests/tap.h"

static uint32_t state = 7;

static uint32_t
draw (uint32_t n)
{
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
}

/* A value of up to `depth' levels. */
static cJSON *
any_value (int depth)
{
    static const char *const texts[] = {"", "a", "\xC3\xA9", "\xFF", "a text of some length"};
    uint32_t kind = draw (depth ? 7 : 5);
    if (kind < 5)
        return kind == 0   ? cJSON_CreateNull ()
               : kind == 1 ? cJSON_CreateTrue ()
               : kind == 2 ? cJSON_CreateNumber (draw (1000) / 7.)
                           : cJSON_CreateString (texts[draw (5)]);
    cJSON *o = kind == 5 ? cJSON_CreateArray () : cJSON_CreateObject ();
    for (uint32_t n = draw (6), i = 0; i < n; i++) {
        char key[] = {(char)('a' + i), '\0'};
        if (kind == 5)
            cJSON_AddItemToArray (o, any_value (depth - 1));
        else
            cJSON_AddItemToObject (o, key, any_value (depth - 1));
    }
    return o;
}

/* Write a container, its containers down to `depth' opened one by one. */
static void
put_members (struct fid_stream *s, const cJSON *o, int depth)
{
    const cJSON *c;
    cJSON_ArrayForEach (c, o)
    {
        if (depth && (cJSON_IsArray (c) || cJSON_IsObject (c))) {
            fid_stream_open (s, c->string, cJSON_IsArray (c));
            put_members (s, c, depth - 1);
            fid_stream_close (s);
        } else {
            cJSON *copy = cJSON_Duplicate (c, true);
            free (copy->string);
            copy->string = NULL;
            fid_stream_put (s, c->string, copy);
        }
    }
}

static void
same_as_whole (void)
{
    int wrong_n = 0, long_n = 0;
    for (int i = 0; i < 600; i++) {
        struct fid_error err = {0};
        struct fid_stream s;
        char *text = NULL;
        size_t n;
        cJSON *doc = cJSON_CreateObject ();
        for (uint32_t k = 0, most = draw (8); k < most; k++) {
            char key[] = {'k', (char)('a' + k), '\0'};
            cJSON_AddItemToObject (doc, key, any_value (i % 5));
        }
        fid_json_clean (doc);
        char *want = fid_json_text (doc, &err);
        FILE *f = open_memstream (&text, &n);
        fid_stream_begin (&s, f, &err);
        put_members (&s, doc, i % 4);
        wrong_n += fid_stream_end (&s) != 0;
        fclose (f);
        if (strcmp (text, want) != 0 && ++wrong_n < 3)
            diag ("got\n%swant\n%s", text, want);
        long_n += strchr (want, '\n')[1] != '\0';
        free (text);
        free (want);
        cJSON_Delete (doc);
    }
    ok (wrong_n == 0 && long_n > 100 && long_n < 590,
        "the bytes of the whole document (%d of more "
        "than a line)",
        long_n);
}

/* The most bytes of values at a time while n of them are put into a list. */
static size_t
peak_of (size_t n)
{
    struct fid_error err;
    struct fid_stream s;
    FILE *f = fopen ("/dev/null", "w");
    live = peak = 0;
    fid_stream_begin (&s, f, &err);
    fid_stream_open (&s, "list", true);
    for (size_t i = 0; i < n; i++)
        fid_stream_put (&s, NULL, cJSON_CreateString ("so many characters of a text"));
    ok (fid_stream_end (&s) == 0 && live == 0, "%zu values, and all are freed", n);
    fclose (f);
    return peak;
}

static void
memory (void)
{
    cJSON_InitHooks (&counted);
    size_t few = peak_of (10), many = peak_of (20000);
    cJSON_InitHooks (NULL);
    ok (many == few, "memory does not grow with their number: %zu and %zu bytes", few, many);
}

static void
failures (void)
{
    struct fid_error err = {0};
    struct fid_stream s;
    FILE *f = fopen ("/dev/null", "w");
    fid_stream_begin (&s, f, &err);
    fid_stream_put (&s, "x", cJSON_CreateNumber (HUGE_VAL));
    fid_stream_open (&s, "y", true);
    fid_stream_put (&s, NULL, cJSON_CreateNull ());
    ok (fid_stream_end (&s) == -1, "a number that is not finite is refused");
    ok_str (err.text, "'x' is not a finite number", "by name");
    fid_stream_begin (&s, f, &err);
    fid_stream_put (&s, "x", NULL);
    ok (fid_stream_end (&s) == -1 && err.status == FID_EINTERNAL, "memory that ran out");
    fid_stream_begin (&s, f, &err);
    for (int i = 0; i < 20; i++)
        fid_stream_open (&s, i ? NULL : "deep", true);
    ok (fid_stream_end (&s) == -1, "too many levels");
    fclose (f);
}

int
main (void)
{
    same_as_whole ();
    memory ();
    failures ();
    return tap_done ();
}
