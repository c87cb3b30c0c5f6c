/* test_recording.c - what a recording plays is what was recorded */
#include "config.h"
#include "base/array.h"
#include "readers/recording.h"
#include "tests/readers/check.h"

static bool
same_event (const struct fid_event *a, const struct fid_event *b)
{
    return a->start_ns == b->start_ns && a->dur_ns == b->dur_ns && a->bytes == b->bytes &&
           a->offset == b->offset && a->pid == b->pid && a->op == b->op &&
           a->flags == b->flags && a->path.n == b->path.n && a->file.n == b->file.n &&
           memcmp (a->path.p, b->path.p, a->path.n) == 0 &&
           memcmp (a->file.p, b->file.p, a->file.n) == 0;
}

/* Numbers of all sizes. */
static uint64_t
any (uint64_t *state)
{
    *state = *state * UINT64_C (6364136223846793005) + 1442695040888963407;
    return *state >> (*state >> 58);
}

static void
test_events (void)
{
    enum { N = 20000 };
    static struct fid_event event[N];
    static char path[64][32];
    atomic_size_t budget = 1 << 24;
    struct fid_packed_events p;
    struct fid_error err;
    struct rec r = {0};
    struct fid_sink sink = rec_sink (&r);
    uint64_t state = 5;
    size_t added_n = 0, wrong_n = 0;
    fid_packed_events_init (&p, &budget);
    for (size_t i = 0; i < N; i++) {
        char *name = path[any (&state) % 64];
        snprintf (name, sizeof path[0], "/d/%u/f%u", (unsigned)(name - path[0]) / 64,
                  (unsigned)(any (&state) % 3));
        struct fid_span all = fid_span_of (i % 7 ? name : "");
        event[i] = (struct fid_event){
            .start_ns = (int64_t)(any (&state) >> 2) * (i % 5 ? 1 : -1),
            .dur_ns = (int64_t)(any (&state) >> 2),
            .bytes = any (&state) % FID_BYTES_MAX,
            .offset = i % 3 ? any (&state) : FID_NO_OFFSET,
            .pid = (int64_t)(any (&state) % 5) - 1,
            .op = (enum fid_op) (any (&state) % FID_OP_N),
            .flags = (unsigned)(any (&state) % 8),
            .path = all,
            .file = i % 11 ? fid_span_last_part (all) : (struct fid_span){"", 0}};
        added_n += fid_packed_events_add (&p, &event[i]);
        event[i].path.p = fid_strdup (event[i].path.p, NULL); /* not freed: a test */
        event[i].file.p = event[i].path.p + event[i].path.n - event[i].file.n;
    }
    ok_int ((long long)added_n, N, "events are packed");
    ok_int (fid_packed_events_play (&p, &sink, &err), 0, "and played");
    for (size_t i = 0; i < r.event_n && i < N; i++)
        wrong_n += !same_event (&r.event[i], &event[i]);
    ok (r.event_n == N && wrong_n == 0, "as they were");
    ok (budget < 1 << 24, "they take from the budget");
    fid_packed_events_clear (&p);
    ok (budget == 1 << 24, "and give it back");

    struct fid_event odd = {.comm = {"python", 6}, .offset = FID_NO_OFFSET, .pid = 1};
    ok (!fid_packed_events_add (&p, &odd), "an event with a command is not packed");
    budget = 1000;
    fid_packed_events_init (&p, &budget);
    ok (!fid_packed_events_add (&p, &event[1]), "nor one beyond the budget");
    for (size_t i = 0; i < N; i++)
        free ((char *)event[i].path.p);
    rec_clear (&r);
}

/* A file that is recorded and played gives what reading it gives. */
static void
test_files (void)
{
    static const char *const name[] = {
        "tests/data/dftracer/dlio.pfw", "tests/data/dftracer/broken.pfw",
        "tests/data/mllog/good.log",    "tests/data/csv/good.csv",
        "tests/data/dlio_log/good.log",
    };
    for (size_t k = 0; k < sizeof name / sizeof *name; k++) {
        const char *src = getenv ("srcdir");
        atomic_size_t budget = FID_RECORDING_BUDGET;
        struct fid_recording rec;
        struct fid_error err;
        struct rec want, got = {0};
        rec_read (&want, name[k]);
        if (want.rc) {
            ok (0, "%s is read", name[k]);
            continue;
        }
        struct fid_source source = {.path = (char *)name[k], .reader = want.reader->name};
        struct fid_sink sink = fid_recording_sink (&rec), out = rec_sink (&got);
        fid_recording_init (&rec, &budget);
        int rc = fid_source_read (src ? src : ".", &source, false, &sink, &rec.shape, &err);
        ok (rc == 0 && !rec.too_many && rec.has_events, "%s is recorded", name[k]);
        got.reader = want.reader;
        rc = fid_recording_play (&rec, &out, &err);
        size_t extent_n = want.event_n ? 2 : 0;
        ok_int ((long long)got.event_n, (long long)extent_n, "the first and the last start");
        got.event_n = 0;
        rc |= fid_packed_events_play (&rec.events, &out, &err);
        ok (rc == 0 && rec_same (&want, &got), "%s: playing it gives the same", name[k]);
        ok (rec.phase_n == want.phase_n && rec.step_n == want.step_n && rec.shape.byte_n > 0,
            "its counts");
        fid_recording_clear (&rec);
        rec_clear (&want);
        rec_clear (&got);
    }
}

/* A recording of nothing: clang's sanitizer sees an offset to no bytes. */
static void
test_nothing (void)
{
    atomic_size_t budget = FID_RECORDING_BUDGET;
    struct fid_recording rec;
    struct fid_error err;
    struct rec got = {0};
    struct fid_sink out = rec_sink (&got);
    fid_recording_init (&rec, &budget);
    ok (fid_recording_play (&rec, &out, &err) == 0 && got.event_n == 0, "nothing is played");
    fid_recording_clear (&rec);
    rec_clear (&got);
}

int
main (void)
{
    test_events ();
    test_nothing ();
    test_files ();
    return tap_done ();
}
