/* SPDX-License-Identifier: GPL-3.0-or-later */
/* a set of process numbers, against a plain array */
#include "tests/tap.h"
#include "run/pidset.h"

int main (void)
{
    struct fid_pidset s = {0};
    struct fid_error err;
    static unsigned char in[1 << 16];
    uint32_t seed = 5;
    size_t n = 0;
    ok (!fid_pidset_has (&s, 1), "the empty set has nothing");
    ok (fid_pidset_add (&s, -1, &err) == 0 && s.n == 0 && !fid_pidset_has (&s, -1),
        "a process that is not told is never in it");
    ok (fid_pidset_add (&s, 0, &err) == 0 && fid_pidset_has (&s, 0), "0 is a process number");
    in[0] = 1;
    n = 1;
    for (int i = 0; i < 20000; i++) {
        seed = seed * 1664525u + 1013904223u;
        unsigned pid = seed >> 16;
        if (fid_pidset_add (&s, pid, &err))
            abort ();
        n += !in[pid];
        in[pid] = 1;
    }
    bool same = s.n == n;
    for (unsigned pid = 0; pid < sizeof in; pid++)
        same &= fid_pidset_has (&s, pid) == (in[pid] != 0);
    ok (same, "%zu numbers out of 65536 are told from the rest", n);
    ok (s.cap >= 2 * s.n && s.cap <= 4 * s.n + 64, "between half and a quarter full");
    int64_t big = INT64_C (1) << 40;
    ok (!fid_pidset_has (&s, big + 3) && fid_pidset_add (&s, big + 3, &err) == 0 &&
            fid_pidset_has (&s, big + 3),
        "large numbers too");
    fid_pidset_clear (&s);
    fid_pidset_clear (&s);
    ok (!fid_pidset_has (&s, 3), "cleared");
    return tap_done ();
}
