/* SPDX-License-Identifier: GPL-3.0-or-later */
/* operations and bytes against time */
#include <stdbool.h>
#include "tests/tap.h"
#include "run/grid.h"

#define BIN FID_GRID_BIN_NS

static uint64_t ops (const struct fid_grid *g)
{
    uint64_t n = 0;
    for (size_t i = 0; i < g->n; i++)
        n += g->op_n[i];
    return n;
}

static uint64_t bytes (const struct fid_grid *g)
{
    uint64_t n = 0;
    for (size_t i = 0; i < g->n; i++)
        n += g->byte_n[i];
    return n;
}

/* Bytes in the bin that holds t. */
static uint64_t bytes_at (const struct fid_grid *g, int64_t t_ns)
{
    int64_t k = t_ns / g->bin_ns - (t_ns % g->bin_ns < 0) - g->first;
    return k >= 0 && k < (int64_t)g->n ? g->byte_n[k] : 0;
}

static void add (struct fid_grid *g, int64_t t_ns, uint64_t n)
{
    struct fid_error err;
    if (fid_grid_add (g, t_ns, n, &err)) {
        diag ("%s", err.text);
        abort ();
    }
}

static void test_growth (void)
{
    struct fid_grid g = {0};
    add (&g, 5 * BIN + 3, 100);
    ok (g.n == 1 && g.first == 5 && g.bin_ns == BIN, "the first event makes one bin");
    add (&g, 5 * BIN, 1);
    add (&g, 6 * BIN - 1, 2);
    ok (g.n == 1 && g.byte_n[0] == 103 && g.op_n[0] == 3, "a bin holds its start, not its end");
    add (&g, 9 * BIN, 7);
    ok (g.n == 5 && g.byte_n[4] == 7 && g.byte_n[2] == 0, "grows at the end, gaps are 0");
    add (&g, 3 * BIN, 9);
    ok (g.first <= 3 && bytes_at (&g, 3 * BIN) == 9 && bytes_at (&g, 5 * BIN) == 103 &&
            bytes_at (&g, 9 * BIN) == 7,
        "grows at the front, the rest stays");
    add (&g, -1, 11);
    ok (bytes_at (&g, -BIN) == 11 && bytes_at (&g, 0) == 0,
        "1 ns before 0 is bin -1: division rounds down");
    add (&g, -BIN, 13);
    add (&g, -BIN - 1, 17);
    ok (bytes_at (&g, -1) == 24 && bytes_at (&g, -2 * BIN) == 17,
        "negative bins hold [k, k+1)");
    ok (ops (&g) == 8 && bytes (&g) == 160, "nothing is lost");
    fid_grid_clear (&g);
    ok (!g.bin_ns && !g.n, "cleared");
    fid_grid_clear (&g);
}

/* A span of FID_GRID_MAX * factor bins, an event in each stride-th. */
static void test_doubling (int64_t first, int64_t factor, const char *what)
{
    struct fid_grid g = {0};
    uint64_t want = 0, n = 0;
    int64_t span = (int64_t)FID_GRID_MAX * factor, stride = span / 997;
    bool held = true, placed = true;
    for (int64_t k = 0; k < span; k += stride, n++) {
        add (&g, (first + k) * BIN + 1, (uint64_t)k + 1);
        want += (uint64_t)k + 1;
        held &= g.n <= FID_GRID_MAX && g.cap <= FID_GRID_MAX;
    }
    ok (held && ops (&g) == n && bytes (&g) == want, "%s: sums stay, at most %zu bins", what,
        FID_GRID_MAX);
    ok (g.bin_ns >= BIN * factor && g.bin_ns <= 2 * BIN * factor && g.bin_ns % BIN == 0,
        "%s: bins of %lld ms", what, (long long)(g.bin_ns / 1000000));
    for (int64_t k = 0; k < span; k += stride) /* strides are wider than the wide bins */
        placed &= bytes_at (&g, (first + k) * BIN + 1) == (uint64_t)k + 1;
    ok (placed, "%s: each event is in the bin of its time", what);
    fid_grid_clear (&g);
}

/* The same events in two orders make the same grid. */
static void test_order (void)
{
    struct fid_grid up = {0}, down = {0};
    int64_t step = (int64_t)FID_GRID_MAX * BIN / 100;
    for (int64_t k = 0; k < 350; k++) {
        add (&up, k * step, (uint64_t)k);
        add (&down, (349 - k) * step, (uint64_t)(349 - k));
    }
    bool same = up.bin_ns == down.bin_ns;
    for (int64_t k = 0; k < 350; k++)
        same &= bytes_at (&up, k * step) == bytes_at (&down, k * step);
    ok (same && up.bin_ns == 4 * BIN && bytes (&down) == 349 * 350 / 2,
        "backwards in time gives the same grid");
    fid_grid_clear (&up);
    fid_grid_clear (&down);
}

/* Two grids added: the same bins as one that had all events, whichever of them
 * was the wider, the earlier or the empty one. */
static void test_merge (void)
{
    static const struct {
        const char *what;
        int64_t from[2], step[2]; /* bins */
    } cases[] = {
        {"one inside the other", {0, 100}, {7, 1}},
        {"one after the other", {0, 5000}, {3, 3}},
        {"one before the other", {5000, -300}, {3, 3}},
        {"wide bins to narrow ones", {0, 50}, {1, 9000}},
        {"narrow bins to wide ones", {50, 0}, {9000, 1}},
        {"only together too wide", {0, 1500000}, {1, 2}},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct fid_grid part[2] = {{0}, {0}}, all = {0}, none = {0};
        struct fid_error err;
        for (int k = 0; k < 2; k++)
            for (int64_t i = 0; i < 300; i++) {
                int64_t t_ns = (cases[c].from[k] + i * cases[c].step[k]) * BIN + i;
                add (&part[k], t_ns, (uint64_t)i);
                add (&all, t_ns, (uint64_t)i);
            }
        bool good = fid_grid_merge (&part[0], &part[1], &err) == 0 &&
                    fid_grid_merge (&part[0], &none, &err) == 0 &&
                    fid_grid_merge (&none, &part[0], &err) == 0;
        add (&none, 3 * BIN, 5); /* and it goes on */
        add (&all, 3 * BIN, 5);
        good &= none.bin_ns == all.bin_ns && ops (&none) == 601;
        for (int64_t i = -1; i <= (int64_t)all.n && good; i++)
            good &= bytes_at (&none, (all.first + i) * all.bin_ns) ==
                    bytes_at (&all, (all.first + i) * all.bin_ns);
        ok (good, "merged: %s", cases[c].what);
        fid_grid_clear (&part[0]);
        fid_grid_clear (&part[1]);
        fid_grid_clear (&none);
        fid_grid_clear (&all);
    }
}

int main (void)
{
    test_growth ();
    test_doubling (0, 4, "doubled twice");
    test_doubling (1, 8, "doubled from an odd bin");
    test_doubling (-3000000, 4, "doubled over negative bins");
    test_order ();
    test_merge ();
    return tap_done ();
}
