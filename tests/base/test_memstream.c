/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_memstream.c - a text in memory is whole or an error */
#include "base/memstream.h"
#include "tests/tap.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Calls of realloc go here (tests/base/local.mk). */
void *__real_realloc (void *p, size_t n);
void *__wrap_realloc (void *p, size_t n);
static int left = -1; /* calls that succeed; -1: all */

void *__wrap_realloc (void *p, size_t n)
{
    if (left == 0)
        return NULL;
    left -= left > 0;
    return __real_realloc (p, n);
}

enum { LINE_N = 5000 };

static int print (FILE *f)
{
    for (int i = 0; i < LINE_N; i++)
        fprintf (f, "line %04d\n", i);
    return 0;
}

/* Whether n bytes are those that print begins with. */
static bool is_begin (const char *text, size_t n)
{
    char want[32];
    size_t wrong_n = 0;
    for (size_t i = 0; i < n; i++) {
        if (i % 10 == 0)
            snprintf (want, sizeof want, "line %04zu\n", i / 10);
        wrong_n += text[i] != want[i % 10];
    }
    return wrong_n == 0 && text[n] == '\0';
}

static void test_whole (void)
{
    struct fid_error err;
    char *text;
    size_t n;
    FILE *f = fid_memstream_open (&text, &n, &err);
    ok (f && n == 0 && strcmp (text, "") == 0, "a text begins empty");
    if (!f)
        return;
    fputs ("abc", f);
    ok_int (ftell (f), 3, "ftell");
    ok (fflush (f) == 0 && n == 3 && strcmp (text, "abc") == 0, "after fflush it is there");
    ok (fseek (f, 1, SEEK_SET) != 0, "there is no way back");
    ok_int (fid_memstream_end (f, 7, &err), 7, "the end returns rc");
    free (text);

    f = fid_memstream_open (&text, &n, &err);
    ok_int (fid_memstream_end (f, print (f), &err), 0, "many lines");
    ok (n == 10 * LINE_N && is_begin (text, n), "are all there");
    free (text);
}

/* The text cannot grow once, and then can. */
static void test_lost (void)
{
    for (int calls = 0; calls < 3; calls++) {
        struct fid_error err = {0};
        char *text;
        size_t n;
        FILE *f = fid_memstream_open (&text, &n, &err);
        left = calls;
        print (f);
        fflush (f);
        left = -1;
        print (f);
        ok (fid_memstream_end (f, 0, &err) == -1 && err.status == FID_EINTERNAL,
            "lost after %d calls: an error", calls);
        ok (n < 10 * LINE_N && is_begin (text, n), "nothing follows what was lost");
        free (text);
    }
}

int main (void)
{
    test_whole ();
    test_lost ();
    return tap_done ();
}
