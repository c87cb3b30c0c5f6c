/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_jsonitems.c - objects of a long array, one by one */
#include <unistd.h>
#include "base/json.h"
#include "tests/tap.h"

static char path[] = "test_jsonitems.XXXXXX";

static void write_text (const char *text, size_t n)
{
    FILE *f = fopen (path, "w");
    if (!f || fwrite (text, 1, n, f) != n || fclose (f))
        exit (99);
}

/* The objects of the text joined by "|", then what ended it. */
static const char *items_of (const char *text, size_t n, char *out, size_t out_n)
{
    struct fid_error err = {.text = ""};
    struct fid_json_items it;
    struct fid_text t;
    struct fid_span s;
    size_t at = 0;
    int rc;
    write_text (text, n);
    if (fid_text_open (&t, path, &err))
        exit (99);
    fid_json_items_init (&it, &t, "events");
    while ((rc = fid_json_items_next (&it, &s, &err)) > 0)
        at += (size_t)snprintf (out + at, out_n - at, "%.*s@%zu|", (int)s.n, s.p, it.item_at);
    const char *reason = rc ? strchr (err.text, ':') : NULL;
    snprintf (out + at, out_n - at, "%s%s%s", reason ? reason + 1 : "", it.cut ? "cut" : "",
              it.found ? "" : " no array");
    fid_json_items_clear (&it);
    fid_text_close (&t);
    return out;
}

int main (void)
{
    static const struct {
        const char *what, *text, *want;
    } cases[] = {
        {"an array", "[{\"a\": 1}, {\"b\": [2, {}]}]", "{\"a\": 1}@1|{\"b\": [2, {}]}@1|"},
        {"a line each", "[\n{\"a\": 1},\n{}\n]\n", "{\"a\": 1}@2|{}@3|"},
        {"a member of an object",
         "{\"x\": [{\"events\": 1}], \"events\": [{\"a\": 1}], \"y\": [{}]}", "{\"a\": 1}@1|"},
        {"brackets and quotes in strings", "[{\"a\": \"}]\\\"{\"}]", "{\"a\": \"}]\\\"{\"}@1|"},
        {"no such member", "{\"other\": [{}]}", " no array"},
        {"nothing in it", "[]", ""},
        {"commas too many and too few", "[{},,{} {},]", "{}@1|{}@1|{}@1|"},
        {"cut between objects", "[{},\n", "{}@1|cut"},
        {"cut in one", "[{}, {\"a\": [", "{}@1|cut"},
        {"cut in a string", "[{}, {\"a", "{}@1|cut"},
        {"an empty file", "", " no array"},
        {"brackets that do not match", "[{}\n, {\"a\": ]}]",
         "{}@1|2: not JSON: brackets do not match"},
        {"an object is missing", "[{},\n 7]", "{}@1|2: not JSON: an object is missing"},
        {"an array where one belongs", "[[1]]", "1: an array where an object belongs"},
        {"no JSON at all", "hello", "1: not JSON no array"},
    };
    char got[400];
    int fd = mkstemp (path);
    if (fd < 0)
        return 99;
    close (fd);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        items_of (cases[i].text, strlen (cases[i].text), got, sizeof got);
        if (!ok (strcmp (got, cases[i].want) == 0, "%s", cases[i].what))
            diag ("got %s", got);
    }

    /* one line of some MB, with objects across the ends of blocks */
    enum { OBJECTS = 60000 };
    size_t n = 0, cap = (size_t)OBJECTS * 64, seen = 0, wrong = 0;
    char *text = malloc (cap);
    if (!text)
        return 99;
    n += (size_t)snprintf (text, cap, "{\"meta\": {\"a\": [1, 2]}, \"events\": [");
    for (int i = 0; i < OBJECTS; i++)
        n += (size_t)snprintf (text + n, cap - n, "%s{\"name\": \"op, %d]\", \"dur\": %d}",
                               i ? ", " : "", i, i % 7);
    n += (size_t)snprintf (text + n, cap - n, "]}");
    write_text (text, n);
    struct fid_error err;
    struct fid_json_items it;
    struct fid_text t;
    struct fid_span s;
    if (fid_text_open (&t, path, &err))
        return 99;
    fid_json_items_init (&it, &t, "events");
    while (fid_json_items_next (&it, &s, &err) > 0) {
        char want[64];
        int len = snprintf (want, sizeof want, "{\"name\": \"op, %zu]\", \"dur\": %zu}", seen,
                            seen % 7);
        wrong += s.n != (size_t)len || memcmp (s.p, want, s.n) != 0;
        seen++;
    }
    ok (seen == OBJECTS && !wrong && !it.cut, "one line of %zu bytes: every object", n);
    ok (it.item_cap < 4096, "held one by one");
    fid_json_items_clear (&it);
    fid_text_close (&t);
    free (text);
    unlink (path);
    return tap_done ();
}
