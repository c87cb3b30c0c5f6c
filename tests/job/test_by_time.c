/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_by_time.c - rows come in the order of their starts, whatever order they stand in */
#include "job/io.h"
#include "tests/tap.h"

#define N 20000

/* Fills e with rows whose byte_n is their number: `kind' 0: in order; 1: three traces, each in
 * order; 2: at random, many at the same time. */
static void fill (struct fid_events *e, int kind)
{
    struct fid_error err;
    for (size_t i = 0; i < N; i++) {
        struct fid_event_row r = {.event_n = 1, .byte_n = i};
        uint64_t random = (i + 1) * UINT64_C (0x9e3779b97f4a7c15) >> 40;
        r.start_ns = kind == 0   ? (int64_t)i - 100
                     : kind == 1 ? (int64_t)(i % (N / 3)) * 7
                                 : (int64_t)(random % 997);
        fid_events_add_row (e, &r, &err);
    }
}

/* Whether what comes is all there is, each after those that start earlier, or stand in front. */
static bool in_order (const struct fid_events *e, const struct fid_call *call, size_t n)
{
    struct fid_by_time b;
    struct fid_error err;
    bool good = !fid_by_time_init (&b, e, call, n, &err), first = true;
    size_t seen_n = 0;
    int64_t before_ns = 0;
    uint64_t before = 0;
    for (size_t i; fid_by_time_next (&b, &i); seen_n++, first = false) {
        struct fid_event_row r = fid_events_row (e, call ? call[i].row : i);
        good &=
            first || r.start_ns > before_ns || (r.start_ns == before_ns && r.byte_n > before);
        before_ns = r.start_ns;
        before = r.byte_n;
    }
    fid_by_time_clear (&b);
    return good && seen_n == n;
}

int main (void)
{
    static const char *const what[] = {"a trace in order", "three traces",
                                       "rows at random, many at once"};
    for (int kind = 0; kind < 3; kind++) {
        struct fid_events e = {0};
        struct fid_error err;
        static struct fid_call call[N / 2];
        fill (&e, kind);
        for (size_t i = 0; i < N / 2; i++)
            call[i] = (struct fid_call){(uint32_t)(2 * i), (uint32_t)i};
        ok (in_order (&e, NULL, N), "%s: all rows in order", what[kind]);
        ok (in_order (&e, call, N / 2), "%s: and some of them", what[kind]);
        bool good = !fid_by_time_sort (call, N / 2, &e, &err);
        for (size_t i = 0; i < N / 2; i++) {
            int64_t t_ns = fid_events_row (&e, call[i].row).start_ns;
            good &= call[i].row == 2 * call[i].of &&
                    (!i || fid_events_row (&e, call[i - 1].row).start_ns < t_ns ||
                     (fid_events_row (&e, call[i - 1].row).start_ns == t_ns &&
                      call[i - 1].row < call[i].row));
        }
        ok (good, "%s: sorted, each with what belongs to it", what[kind]);
        fid_events_clear (&e);
    }
    struct fid_by_time none;
    struct fid_error err;
    size_t i;
    struct fid_events e = {0};
    ok (!fid_by_time_init (&none, &e, NULL, 0, &err) && !fid_by_time_next (&none, &i),
        "of no rows there is no next");
    fid_by_time_clear (&none);
    return tap_done ();
}
