/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_error.c - messages that are too long */
#include <string.h>
#include "base/error.h"
#include "base/jsonbuild.h"
#include "tests/tap.h"

/* The same error of runs in two folders reads alike. */
static void test_after (void)
{
    static const struct {
        const char *text, *dir, *want;
    } cases[] = {
        {"a/run: no such folder", "a/run", ": no such folder"},
        {"a/run/x.out:3: bad", "a/run", "/x.out:3: bad"},
        {"a/run2/x.out:3: bad", "a/run", NULL},
        {"a/run", "a/run", NULL},
        {"out of memory", "a/run", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *got = fid_error_after (cases[i].text, cases[i].dir, strlen (cases[i].dir));
        ok (got == cases[i].want || (got && cases[i].want && !strcmp (got, cases[i].want)),
            "%s", cases[i].text);
    }
}

int main (void)
{
    static char path[6000];
    struct fid_error err;
    for (size_t n = 900; n < 1100; n++) { /* on both sides of the buffer's end */
        memset (path, 'p', n);
        path[n] = '\0';
        fid_errorf (&err, FID_EINPUT, "%s: why", path);
        size_t got = strlen (err.text), want = n + 5;
        bool whole = want < sizeof err.text;
        if (whole ? got != want : got + 1 != sizeof err.text)
            ok (false, "%zu bytes of %zu", got, want);
        if (strcmp (err.text + got - 6, "p: why") || !strstr (err.text, " ... ") != whole)
            ok (false, "of %zu bytes: ...%s", want, err.text + got - 20);
    }
    ok (true, "a text is whole, or has its beginning and its end");
    for (size_t i = 0; i + 2 < sizeof path; i += 2)
        memcpy (path + i, "\xC3\xA9", 3);
    for (int shift = 0; shift < 2; shift++) {
        fid_errorf (&err, FID_EINPUT, "%s%s: why", shift ? "x" : "", path);
        const char *p = err.text;
        for (size_t n; (n = *p ? fid_utf8_n (p) : 0);)
            p += n;
        ok (!*p, "no character of UTF-8 is cut");
    }
    memset (path, 'p', sizeof path - 1);
    ok (fid_error_file (&err, path, 36) == -1 && !strncmp (err.text, "ppp", 3) &&
            strlen (strrchr (err.text, ':')) > 3,
        "a long path does not hide why");
    test_after ();
    return tap_done ();
}
