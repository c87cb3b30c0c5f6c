/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_wrap.c - where lines of text end */
#include <stdlib.h>
#include <string.h>
#include "base/wrap.h"
#include "tests/tap.h"

static char *wrapped (const char *first, const char *s, size_t width)
{
    struct fid_error err;
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream (&text, &n);
    if (!f || fid_wrap (f, first, s, width, &err) || fclose (f))
        exit (99);
    return text;
}

static const struct {
    const char *what, *first, *s;
    size_t width;
    const char *want;
} cases[] = {
    {"words", "", "one two three", 8, "one two\nthree\n"},
    {"up to the last column", "", "one two three", 7, "one two\nthree\n"},
    {"under the text, not its label", "x: ", "one two", 7, "x: one\n   two\n"},
    {"a long word is not broken", "", "a incomprehensible b", 6, "a\nincomprehensible\nb\n"},
    {"blanks count once", "", "  a   b ", 20, "a b\n"},
    {"nothing", "x: ", "", 20, "x: \n"},
    {"a number keeps its unit", "", "it takes 0.582 s instead", 14,
     "it takes\n0.582 s\ninstead\n"},
    {"before a comma, too", "", "it takes 0.582 s, not 1", 14, "it takes\n0.582 s, not 1\n"},
    {"a share", "", "apart by 10 %) now", 11, "apart by\n10 %) now\n"},
    {"an arrow leads to something", "", "key: 0.5 -> 0.25 b", 11, "key: 0.5\n-> 0.25 b\n"},
    {"a word that only begins like a unit", "", "in 10 songs", 6, "in 10\nsongs\n"},
    {"characters, not bytes", "", "\xC3\xA4\xC3\xB6\xC3\xBC b", 5,
     "\xC3\xA4\xC3\xB6\xC3\xBC b\n"},
    {"control characters", "", "a\x02z", 9, "a?z\n"},
};

int main (void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *got = wrapped (cases[i].first, cases[i].s, cases[i].width);
        ok_str (got, cases[i].want, cases[i].what);
        free (got);
    }
    return tap_done ();
}
