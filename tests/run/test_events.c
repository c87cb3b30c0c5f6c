/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_events.c - columns of events against the events that were put in */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "run/events.h"
#include "tests/tap.h"

static struct fid_event event (int64_t start_ns, int64_t dur_ns, uint64_t bytes,
                               const char *file, int64_t pid)
{
    const char *slash = strrchr (file, '/');
    return (struct fid_event){.start_ns = start_ns,
                              .dur_ns = dur_ns,
                              .bytes = bytes,
                              .offset = 4096,
                              .pid = pid,
                              .op = FID_OP_READ,
                              .comm = {"python3", 7},
                              .file = fid_span_of (slash ? slash + 1 : file),
                              .path = fid_span_of (slash ? file : ""),
                              .device = {"", 0}};
}

/* The sums of all rows. */
struct seen {
    uint64_t n, bytes;
    int64_t busy_ns, first_ns, last_ns;
};

static struct seen add_up (const struct fid_events *e)
{
    struct seen s = {.first_ns = INT64_MAX, .last_ns = INT64_MIN};
    for (size_t i = 0; i < e->row_n; i++) {
        struct fid_event_row r = fid_events_row (e, i);
        s.first_ns = r.start_ns < s.first_ns ? r.start_ns : s.first_ns;
        s.last_ns = r.start_ns + r.span_ns > s.last_ns ? r.start_ns + r.span_ns : s.last_ns;
        s.n += r.event_n;
        s.bytes += r.byte_n;
        s.busy_ns += r.dur_ns;
    }
    return s;
}

static void test_rows (void)
{
    static const struct {
        const char *what;
        int64_t dur_ns;
        uint64_t bytes, offset;
    } cases[] = {{"a short call", 1000, 4096, 0},
                 {"a call without a length or an offset", 0, 0, FID_NO_OFFSET},
                 {"four seconds and 4 GiB, almost", UINT32_MAX, UINT32_MAX, 1},
                 {"a call of minutes", INT64_C (300000000000), 1, 4096},
                 {"an offset of a TiB, almost", 5, 6, (UINT64_C (1) << 40) - 1},
                 {"the largest offset", 5, 6, FID_NO_OFFSET - 1},
                 {"a call of a TiB", 5, UINT64_C (1) << 40, UINT64_C (1) << 32}};
    enum { N = sizeof cases / sizeof *cases };
    struct fid_events e = {0};
    struct fid_error err;
    for (size_t i = 0; i < N; i++) {
        struct fid_event ev =
            event ((int64_t)i * 7, cases[i].dur_ns, cases[i].bytes, "/data/a.npy", 7);
        ev.offset = cases[i].offset;
        ev.flags = i % 8;
        fid_events_add (&e, &ev, &err);
    }
    for (size_t i = 0; i < N; i++) {
        struct fid_event_row r = fid_events_row (&e, i);
        ok (r.start_ns == (int64_t)i * 7 && r.dur_ns == cases[i].dur_ns &&
                r.byte_n == cases[i].bytes && r.offset == cases[i].offset && r.event_n == 1 &&
                r.flags == i % 8 && r.op == FID_OP_READ,
            "%s comes back as it was put in", cases[i].what);
    }
    ok (e.file_n == 1 && e.process_n == 1, "one file and one process are kept once");
    ok (fid_span_is (fid_events_path (&e, 0), "/data/a.npy") &&
            fid_span_is (fid_events_name (&e, 0), "a.npy"),
        "with path and name");
    fid_events_clear (&e);
}

static void test_names (void)
{
    struct fid_events e = {0};
    struct fid_error err;
    const char *file[] = {"/data/a.npy", "/other/a.npy", "a.npy", "/data/a.npy"};
    for (size_t i = 0; i < 4; i++) {
        struct fid_event ev = event (0, 0, 0, file[i], (int64_t)i % 2);
        fid_events_add (&e, &ev, &err);
    }
    struct fid_event disk = event (0, 0, 512, "", 0);
    disk.op = FID_OP_BLOCK_READ;
    disk.device = fid_span_of ("a.npy");
    fid_events_add (&e, &disk, &err);
    ok (e.file_n == 4, "one name in two folders and without a folder are three files, a device "
                       "of that name is a fourth");
    ok (fid_events_row (&e, 0).file == fid_events_row (&e, 3).file, "the same file again");
    ok (e.process_n == 2, "two processes");
    ok (fid_events_op (&e, 0) == FID_OP_READ && fid_events_op (&e, 4) == FID_OP_BLOCK_READ,
        "kinds of events can be asked for");
    fid_events_clear (&e);
}

/* Moves all rows of `from` to e. */
static void move (struct fid_events *e, struct fid_events *from)
{
    struct fid_error err;
    for (size_t i = 0; i < from->row_n; i++) {
        struct fid_event_row r = fid_events_row (from, i);
        fid_events_number_file (e, from, r.file, FID_FILE_NAMED, &r.file, &err);
        fid_events_number_process (e, from, r.process, 0, &r.process, &err);
        fid_events_add_row (e, &r, &err);
        fid_columns_release (&from->rows, i);
    }
    fid_events_clear (from);
}

static void test_move (void)
{
    struct fid_events e = {0}, more = {0};
    struct fid_error err;
    enum { N = 3 * FID_EVENT_CHUNK / 2 };
    for (int i = 0; i < N; i++) {
        char name[32];
        snprintf (name, sizeof name, "/d/%d", i % 5);
        struct fid_event ev = event (i, i % 3 ? 1 : INT64_C (1) << 40, 10, name, 1);
        fid_events_add (&e, &ev, &err);
        snprintf (name, sizeof name, "/d/%d", i % 7);
        ev = event (i, 1, 20, name, 2);
        fid_events_add (&more, &ev, &err);
    }
    struct seen a = add_up (&e), b = add_up (&more);
    move (&e, &more);
    struct seen both = add_up (&e);
    ok (both.n == a.n + b.n && both.bytes == a.bytes + b.bytes &&
            both.busy_ns == a.busy_ns + b.busy_ns,
        "rows that move are all there");
    ok (e.file_n == 7 && e.process_n == 2, "names that both have are kept once");
    ok (fid_events_row (&e, N).byte_n == 20, "in order");
    fid_events_clear (&e);
}

/* Rows beyond the limit are merged: nothing is lost but the single times. */
static void test_limit (void)
{
    enum { N = 400000, FILES = 20 };
    struct fid_events e = {.limit_n = 2000000};
    struct fid_error err;
    uint64_t bytes = 0;
    int64_t busy_ns = 0;
    size_t most = 0;
    for (int i = 0; i < N; i++) {
        char name[32];
        snprintf (name, sizeof name, "/d/%d", i / 100 % FILES);
        struct fid_event ev =
            event ((int64_t)i * 2000, 100 + i % 9, (uint64_t)(i % 4096), name, 1);
        bytes += ev.bytes;
        busy_ns += ev.dur_ns;
        fid_events_add (&e, &ev, &err);
        most = e.row_n > most ? e.row_n : most;
    }
    struct seen s = add_up (&e);
    ok (s.n == N && s.bytes == bytes && s.busy_ns == busy_ns,
        "number, bytes and time of %d events stay the same beyond the limit", N);
    ok (e.merged_ns >= FID_EVENT_MERGE_NS, "and the columns say that rows were merged");
    ok (most < 2000000 / FID_EVENT_BYTES + FID_EVENT_CHUNK,
        "never more rows than the limit holds (at most %zu)", most);
    ok (s.first_ns == 0 && s.last_ns <= (int64_t)N * 2000, "in the time of the events");
    fid_events_clear (&e);
}

/* Rows of one operation, in chunks that have only others, both, and only these. */
static void test_next_of (void)
{
    enum { N = 3 * FID_EVENT_CHUNK + 100 };
    struct fid_events e = {.row_n = 0};
    struct fid_error err;
    size_t good = 0, want = 0;
    for (int i = 0; i < N; i++) {
        struct fid_event ev = event (i, 1, 1, "/d/a", 1);
        bool mixed = i > FID_EVENT_CHUNK && i < 2 * FID_EVENT_CHUNK;
        bool wanted = i >= 2 * FID_EVENT_CHUNK || (mixed && i % 3 == 0);
        ev.op = wanted ? FID_OP_READ : FID_OP_WRITE;
        want += wanted;
        fid_events_add (&e, &ev, &err);
    }
    struct fid_event_row row;
    int64_t before_ns = -1;
    for (size_t i = 0; fid_events_next_of (&e, FID_OP_READ, &i, &row);) {
        good +=
            row.op == FID_OP_READ && row.start_ns == (int64_t)i - 1 && row.start_ns > before_ns;
        before_ns = row.start_ns;
    }
    ok (good == want, "all %zu rows of an operation are found, once, in order", want);
    size_t i = 0;
    ok (!fid_events_next_of (&e, FID_OP_OPEN, &i, &row) && i == N, "no row is of another");
    fid_events_clear (&e);
}

int main (void)
{
    test_next_of ();
    test_rows ();
    test_names ();
    test_move ();
    test_limit ();
    return tap_done ();
}
