/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bytes.c - bytes of numbers (readers/test_digest.c has whole runs) */
#include <stdlib.h>
#include <string.h>
#include "base/record.h"
#include "tests/tap.h"

int main (void)
{
    struct fid_error err;
    struct fid_bytes b = {0};
    static const unsigned char want[] = {0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x01};
    ok (fid_bytes_put_word (&b, UINT64_C (0x0123456789abcdef), &err) == 0 &&
            b.n == sizeof want && memcmp (b.p, want, sizeof want) == 0,
        "a word is eight bytes, the lowest first");
    ok (fid_bytes_word (want) == UINT64_C (0x0123456789abcdef), "and read again");
    free (b.p);
    return tap_done ();
}
