/* test_error.c - messages that are too long */
#include <string.h>
#include "base/error.h"
#include "base/jsonbuild.h"
#include "tests/tap.h"

int
main (void)
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
    return tap_done ();
}
