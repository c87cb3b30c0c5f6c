/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_late.c - libraries loaded when first used */
#include "base/late.h"
#include "tests/tap.h"

int main (void)
{
    static const char *const good[] = {"deflateEnd", "zlibVersion"}, *const bad[] = {"no_such"};
    struct {
        int (*end) (void *);
        const char *(*version) (void);
    } lib = {0};
    struct fid_error err = {0};
    ok (fid_late_load ("libz.so.1", good, &lib, 2, &err) == 0 && lib.version &&
            lib.version ()[0] == '1',
        "functions of a library are called through a struct");
    ok (fid_late_load ("libnone.so.9", good, &lib, 2, &err) == 0, "later calls do nothing");
    memset (&lib, 0, sizeof lib);
    ok (fid_late_load ("libnone.so.9", good, &lib, 2, &err) && err.status == FID_EINTERNAL &&
            strncmp (err.text, "libnone.so.9: ", 14) == 0,
        "a library that is not there is named");
    ok (fid_late_load ("libz.so.1", bad, &lib, 1, &err) && strstr (err.text, "no_such"),
        "and a function that is not there");
    return tap_done ();
}
