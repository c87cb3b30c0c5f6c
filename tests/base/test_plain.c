/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_plain.c - names and texts from outside */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/plain.h"
#include "tests/tap.h"

static const struct {
    const char *what, *name, *want;
} cases[] = {
    {"a plain name stays", "UNET3D_real_r2", "UNET3D_real_r2"},
    {"other alphabets and blanks stay", "L\xC3\xA4ufe 1 \xE8\xB5\xB0",
     "L\xC3\xA4ufe 1 \xE8\xB5\xB0"},
    {"control characters", "a\x1B[31m\n\x7F", "a%1B[31m%0A%7F"},
    {"C1 controls",
     "\xC2\x9B"
     "1m",
     "%C2%9B1m"},
    {"an override of the direction",
     "\xE2\x80\xAE"
     "gpj",
     "%E2%80%AEgpj"},
    {"bytes that are not UTF-8", "\xFF\xC3", "%FF%C3"},
    {"a character that is cut", "\xE2\x80", "%E2%80"},
    {"a slash", "/", "%2F"},
    {"what looks like a code", "%41 %0a", "%2541 %250a"},
    {"a percent sign alone stays", "50% % %4", "50% % %4"},
};

static const char *const hostile[] = {
    "",
    " ",
    "a b",
    "'",
    "''",
    "a'b",
    "\"",
    "\\",
    "a\\",
    "a\\'",
    "a\t$(touch PWNED)",
    "$(touch PWNED)",
    "`touch PWNED`",
    "\n",
    "a\ntouch PWNED\n",
    "; touch PWNED",
    "& touch PWNED",
    "| touch PWNED",
    "> PWNED",
    "*",
    "~",
    "$HOME",
    "!!",
    "\x1B[2J",
    "\xFF\xC3",
    "'$(touch PWNED)'",
    "#a",
    "$'a'",
};

/* What a shell makes of a word that is quoted twice: once for it, once for the popen's. */
static const char *heard (const char *shell, const char *s, char *out, size_t size)
{
    struct fid_error err;
    char *word = fid_shell_word (s, &err), inner[256], all[1024];
    snprintf (inner, sizeof inner, "printf %%s %s", word);
    free (word);
    word = fid_shell_word (inner, &err);
    snprintf (all, sizeof all, "%s -c %s", shell, word);
    free (word);
    FILE *f = popen (all, "r");
    size_t n = f ? fread (out, 1, size - 1, f) : 0;
    out[n] = '\0';
    return f && pclose (f) == 0 ? out : "(fails)";
}

int main (void)
{
    struct fid_error err;
    char out[256];
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        ok_str (heard ("sh", hostile[i], out, sizeof out), hostile[i], "a word of sh");
        ok_str (heard ("bash", hostile[i], out, sizeof out), hostile[i], "a word of bash");
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *got = fid_plain_name (cases[i].name, &err);
        ok_str (got, cases[i].want, cases[i].what);
        free (got);
    }
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream (&text, &n);
    fid_put_plain (f, "a\x1B[1m\n\xC2\x9B"
                      "b\xE2\x80\xAE\xFF \xC3\xA4");
    fclose (f);
    ok_str (text, "a?[1m ?b?? \xC3\xA4", "what a terminal would obey is made harmless");
    free (text);
    return tap_done ();
}
