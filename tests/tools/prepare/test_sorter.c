/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sorter.c - more events than one chunk, against qsort of all */
#include "tools/prepare/sorter.h"
#include "tests/tap.h"

#define MANY 2500000 /* two full chunks and some */

static uint64_t state = 88172645463325252u;

static uint64_t next_random (void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void sorts (size_t n, const char *what)
{
    struct fid_error err;
    struct fid_sorter *s = fid_sorter_create (&err);
    struct fid_lane_event ev, last = {INT64_MIN, INT64_MIN, 0, 0, 0};
    uint64_t in = 0, out = 0;
    size_t got = 0, wrong = 0;
    int rc = s ? 0 : -1;
    for (size_t i = 0; i < n && !rc; i++) {
        ev = (struct fid_lane_event){(int64_t)(next_random () % 100000),
                                     (int64_t)(next_random () % 1000), (int64_t)i,
                                     (int32_t)(next_random () % 5), 0};
        in += (uint64_t)ev.pid * (uint64_t)(ev.start_ns + 1);
        rc = fid_sorter_add (s, &ev, &err);
    }
    if (!rc)
        rc = fid_sorter_end (s, &err);
    while (!rc && fid_sorter_next (s, &ev, &err) == 1) {
        wrong += ev.start_ns < last.start_ns ||
                 (ev.start_ns == last.start_ns &&
                  (ev.end_ns < last.end_ns ||
                   (ev.end_ns == last.end_ns &&
                    (ev.lane < last.lane || (ev.lane == last.lane && ev.pid <= last.pid)))));
        out += (uint64_t)ev.pid * (uint64_t)(ev.start_ns + 1);
        last = ev;
        got++;
    }
    ok (!rc && got == n && in == out && !wrong, "%s", what);
    if (rc || got != n || wrong)
        diag ("rc %d, %zu of %zu, %zu out of order", rc, got, n, wrong);
    fid_sorter_destroy (s);
}

int main (void)
{
    sorts (0, "none");
    sorts (1, "one");
    sorts (1000, "a few");
    sorts ((size_t)1 << 20, "one full chunk");
    sorts (((size_t)1 << 20) + 1, "one more");
    sorts (MANY, "three chunks");
    fid_sorter_destroy (NULL);
    return tap_done ();
}
