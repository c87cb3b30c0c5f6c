/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order of elements for qsort, and division that rounds down */
#include <stdlib.h>
#include "base/floor_div.h"
#include "base/order.h"
#include "tests/tap.h"

struct span {
    double start;
    int end;
    const char *name;
};

FID_ORDER_BY (by_start, struct span,
              FID_RISING (start) FID_FALLING (end) FID_RISING_TEXT (name))

int main (void)
{
    const struct span a = {1, 5, "a"}, later = {2, 5, "a"}, shorter = {1, 4, "a"},
                      named = {1, 5, "b"};
    ok (by_start (&a, &later) < 0 && by_start (&later, &a) > 0, "the first key rises");
    ok (by_start (&a, &shorter) < 0 && by_start (&shorter, &a) > 0, "the second one falls");
    ok (by_start (&a, &named) < 0 && by_start (&named, &a) > 0, "a text decides last");
    ok (by_start (&a, &a) == 0, "an element is its own equal");

    double x[] = {2, -1, 2, 0};
    qsort (x, 4, sizeof *x, fid_order_doubles);
    ok (x[0] == -1 && x[1] == 0 && x[2] == 2 && x[3] == 2, "numbers are sorted");
    uint64_t n[] = {UINT64_MAX, 0, 1};
    qsort (n, 3, sizeof *n, fid_order_u64s);
    ok (n[0] == 0 && n[1] == 1 && n[2] == UINT64_MAX, "the largest number is last");
    const char *text[] = {"b", "a", ""};
    qsort (text, 3, sizeof *text, fid_order_texts);
    ok (!*text[0] && *text[1] == 'a' && *text[2] == 'b', "texts are sorted");

    fid_into_order (x, 4, sizeof *x, fid_order_doubles);
    ok (x[0] == -1 && x[3] == 2, "what is in order stays");
    double last[] = {0, 1, 3, 2};
    fid_into_order (last, 4, sizeof *last, fid_order_doubles);
    ok (last[2] == 2 && last[3] == 3, "what is not in order is sorted");

    enum { N = 5000 };
    static uint64_t fast[N], slow[N];
    size_t alike = 0;
    for (int bits = 0; bits <= 64; bits++) {
        uint64_t r = 88172645463325252;
        for (size_t i = 0; i < N; i++) {
            r ^= r << 13, r ^= r >> 7, r ^= r << 17;
            fast[i] = slow[i] = bits ? r >> (64 - bits) << bits % 3 * 4 : 5;
        }
        qsort (slow, N, sizeof *slow, fid_order_u64s);
        fid_sort_u64s (fast, N);
        alike += memcmp (fast, slow, sizeof fast) == 0;
    }
    fid_sort_u64s (fast, 0);
    ok (alike == 65, "numbers of 0 to 64 bits are sorted as by comparing them");

    static const struct {
        int64_t a, b, want;
    } cases[] = {{7, 3, 2}, {6, 3, 2}, {-1, 3, -1}, {-3, 3, -1}, {-4, 3, -2}, {0, 5, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ok (fid_floor_div (cases[i].a, cases[i].b) == cases[i].want, "%d / %d rounds down",
            (int)cases[i].a, (int)cases[i].b);
    return tap_done ();
}
