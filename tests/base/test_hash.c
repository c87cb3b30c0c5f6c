/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_hash.c - stored hashes are the same on every machine */
#include "base/hash.h"
#include "tests/tap.h"

int main (void)
{
    static const unsigned char bytes[16] = {8, 7, 6, 5, 4, 3, 2, 1, 0x18, 0x17, 0x16, 0x15, 20};
    char text[FID_HASH_TEXT];
    uint64_t x = 0x0102030405060708, y = 0x1415161718, h = 7;
    ok (fid_hash_number (x, 3) == fid_hash_bytes (bytes, 8, 3),
        "a number is little-endian bytes");
    ok (fid_hash_pair (x, y) == fid_hash_bytes (bytes, 16, 0), "and so is a pair");
    ok_str (fid_hash_text (fid_hash_bytes ("", 0, 0), text), "2d06800538d394c2",
            "XXH3 of nothing");
    ok (fid_hash_read (text, &h) && h == 0x2d06800538d394c2, "its text, read");
    static const char *const bad[] = {NULL,
                                      "",
                                      "2d06800538d394c",
                                      "2d06800538d394c22",
                                      "2D06800538d394c2",
                                      "0x06800538d394c2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ok (!fid_hash_read (bad[i], &h), "no hash: %s", bad[i] ? bad[i] : "NULL");
    ok (h == 0x2d06800538d394c2, "out is unchanged");
    return tap_done ();
}
