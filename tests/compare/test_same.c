/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the same run, the same bytes: hashes, texts, time zones, locales, directory order */
#include <locale.h>
#include <time.h>
#include "tests/compare/made_run.h"

static void test_hash (void)
{
    struct rundir a, b;
    struct fid_error err;
    uint64_t h = 0, hb = 1;
    training (&a, "A", (struct shape){0});
    struct fid_run *run = load (&a, &err);
    ok (run && fid_run_hash (a.dir, &h, &err) == 0 && h == run->hash && h,
        "hashing without reading gives the hash of the read run");
    fid_run_destroy (run);
    rundir_text (&a, "notes.txt", "nothing a reader knows");
    ok (fid_run_hash (a.dir, &hb, &err) == 0 && hb == h, "unknown files do not count");
    training (&b, "B", (struct shape){.reads = 5});
    ok (fid_run_hash (b.dir, &hb, &err) == 0 && hb != h, "other contents, other hash");
    rundir_remove (&a);
    rundir_remove (&b);
}

/* Bytes that are no UTF-8, from a file into the result. */
static void test_text (void)
{
    struct rundir a;
    struct fid_error err;
    training (&a, "A", (struct shape){0});
    rundir_text (&a, "meta.json",
                 "{\"run\": \"A\", \"workload\": \"b\xff\xc3(\xc3\xa9\xed\xa0\x80\", "
                 "\"kind\": \"real\", \"exit_code\": 0, \"start_utc\": "
                 "\"2023-11-14T22:13:20Z\"}");
    cJSON *doc = compare_dirs (&a, &a, &compare_opts, &err);
    ok_str (text_of (cJSON_GetObjectItem (doc, "real"), "workload"),
            "b?"
            "?(\xc3\xa9???",
            "bytes that are no UTF-8 become question marks");
    cJSON_Delete (doc);
    rundir_remove (&a);
}

static char *result_text (const struct rundir *a, const struct rundir *b)
{
    struct fid_error err;
    cJSON *doc = compare_dirs (a, b, &compare_opts, &err);
    char *s = cJSON_Print (doc);
    cJSON_Delete (doc);
    return s;
}

static void test_environment (void)
{
    static const char *const zones[] = {"Asia/Kolkata", "America/St_Johns", ":/no/such"};
    static const char *const locales[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8",
                                          "C.UTF-8"};
    struct rundir a, b, c;
    training (&a, "A", (struct shape){0});
    training (&b, "B", (struct shape){.step_s = 0.7});
    char *want = result_text (&a, &b);
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++) {
        setenv ("TZ", zones[i], 1);
        tzset ();
        char *got = result_text (&a, &b);
        ok_str (got, want, "the same bytes in another time zone");
        free (got);
    }
    unsetenv ("TZ");
    size_t i = 0;
    while (i < sizeof locales / sizeof *locales && !setlocale (LC_ALL, locales[i]))
        i++;
    char *got = result_text (&a, &b);
    ok_str (got, want, "the same bytes in another locale");
    diag ("%s", i < sizeof locales / sizeof *locales ? locales[i] : "no other locale here");
    setlocale (LC_ALL, "C");
    free (got);
    /* files made in the other order: readdir may list them so */
    rundir_remove (&a);
    static struct rundir tmp;
    training (&tmp, "T", (struct shape){0});
    rundir_make (&c, "A");
    for (size_t k = tmp.n; k-- > 0;) {
        FILE *f = fopen (tmp.file[k], "rb");
        static char text[1 << 19];
        size_t n = fread (text, 1, sizeof text, f);
        fclose (f);
        rundir_bytes (&c, strrchr (tmp.file[k], '/') + 1, text, n);
    }
    got = result_text (&c, &b);
    ok_str (got, want, "the same bytes whatever order the files were made in");
    free (got);
    free (want);
    rundir_remove (&tmp);
    rundir_remove (&b);
    rundir_remove (&c);
}

int main (void)
{
    rundir_begin ();
    test_hash ();
    test_text ();
    test_environment ();
    rundir_end ();
    return tap_done ();
}
