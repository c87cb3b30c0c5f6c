/* test_plain.c - names and texts from outside */
#include <stdio.h>
#include <stdlib.h>
#include "base/plain.h"
#include "tests/tap.h"

static const struct {
    const char *what, *name, *want;
} cases[] = {
    {"a plain name stays", "UNET3D_real_r2", "UNET3D_real_r2"},
    {"other alphabets and blanks stay", "L\xC3\xA4ufe 1 \xE8\xB5\xB0", "L\xC3\xA4ufe 1 \xE8\xB5\xB0"},
    {"control characters", "a\x1B[31m\n\x7F", "a%1B[31m%0A%7F"},
    {"C1 controls", "\xC2\x9B" "1m", "%C2%9B1m"},
    {"an override of the direction", "\xE2\x80\xAE" "gpj", "%E2%80%AEgpj"},
    {"bytes that are not UTF-8", "\xFF\xC3", "%FF%C3"},
    {"a character that is cut", "\xE2\x80", "%E2%80"},
    {"a slash", "/", "%2F"},
    {"what looks like a code", "%41 %0a", "%2541 %250a"},
    {"a percent sign alone stays", "50% % %4", "50% % %4"},
};

int
main (void)
{
    struct fid_error err;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *got = fid_plain_name (cases[i].name, &err);
        ok_str (got, cases[i].want, cases[i].what);
        free (got);
    }
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream (&text, &n);
    fid_put_plain (f, "a\x1B[1m\n\xC2\x9B" "b\xE2\x80\xAE\xFF \xC3\xA4");
    fclose (f);
    ok_str (text, "a?[1m ?b?? \xC3\xA4", "what a terminal would obey is made harmless");
    free (text);
    return tap_done ();
}
