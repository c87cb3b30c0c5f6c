/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_recording.c - what a recording plays is what was recorded */
#include <unistd.h>
#include "readers/recording.h"
#include "tests/readers/check.h"

#define COPY(FROM, TO, type, kind, name) (TO)->name = (FROM)->name;

/* A row as an event. */
static struct fid_event event_of (const struct fid_events *e, const struct fid_event_row *r)
{
    const struct fid_event_process *p = &e->process[r->process];
    bool device = e->file[r->file].kind == FID_FILE_DEVICE;
    struct fid_span name = fid_events_name (e, r->file), none = {"", 0};
    struct fid_event ev = {.dur_ns = r->dur_ns,
                           .bytes = r->byte_n,
                           .offset = r->offset,
                           .pid = p->pid,
                           .op = r->op,
                           .flags = r->flags,
                           .comm = {p->comm, p->comm_n},
                           .file = device ? none : name,
                           .path = fid_events_path (e, r->file),
                           .device = device ? name : none};
    FID_EVENT_ALIKE (COPY, r, &ev)
    return ev;
}

/* A file that is recorded and played gives what reading it gives. */
static void test_files (void)
{
    static const char *const name[] = {
        "tests/data/dftracer/dlio.pfw", "tests/data/dftracer/broken.pfw",
        "tests/data/mllog/good.log",    "tests/data/csv/good.csv",
        "tests/data/dlio_log/good.log",
    };
    for (size_t k = 0; k < sizeof name / sizeof *name; k++) {
        const char *src = getenv ("srcdir");
        struct fid_run run = {.dir = (char *)(src ? src : ".")};
        struct fid_recording rec;
        struct fid_error err;
        struct rec want, got = {0};
        rec_read (&want, name[k]);
        if (want.rc) {
            ok (0, "%s is read", name[k]);
            continue;
        }
        struct fid_source source = {.path = (char *)name[k], .reader = want.reader->name};
        struct fid_sink out = rec_sink (&got);
        fid_recording_init (&rec, 0);
        int rc = fid_recording_read (&rec, &run, &source, &err);
        ok (rc == 0 && rec.read && !*source.failure, "%s is recorded", name[k]);
        got.reader = want.reader;
        rc = fid_recording_play (&rec, &out, &err);
        size_t extent_n = want.event_n ? 2 : 0;
        ok_int ((long long)got.event_n, (long long)extent_n, "the first and the last start");
        got.event_n = 0;
        for (size_t i = 0; i < rec.events.row_n; i++) {
            struct fid_event_row r = fid_events_row (&rec.events, i);
            struct fid_event ev = event_of (&rec.events, &r);
            rc |= fid_put_event (&out, &ev, &err);
        }
        for (size_t i = 0; i < source.reject_n && i < FID_REMARKS_MAX; i++)
            out.reject (out.self, &source.reject[i]);
        for (size_t i = 0; i < source.note_n; i++)
            out.note (out.self, &source.note[i]);
        ok (rc == 0 && rec_same (&want, &got), "%s: playing it gives the same", name[k]);
        ok (rec.phase_n == want.phase_n && rec.step_n == want.step_n && source.byte_n > 0,
            "its counts");
        fid_recording_clear (&rec);
        rec_clear (&want);
        rec_clear (&got);
    }
}

/* A recording of nothing: clang's sanitizer sees an offset to no bytes. */
static void test_nothing (void)
{
    struct fid_recording rec;
    struct fid_error err;
    struct rec got = {0};
    struct fid_sink out = rec_sink (&got);
    fid_recording_init (&rec, 0);
    ok (fid_recording_play (&rec, &out, &err) == 0 && got.event_n == 0, "nothing is played");
    fid_recording_clear (&rec);
    rec_clear (&got);
}

/* Of many remarks the first are kept, and all are counted. */
static void test_remarks (void)
{
    static const char text[] =
        "Attaching 6 probes...\n"
        "TIMESTAMP         PID      OFFSET           RET(B)       LAT(ns)      FILENAME\n"
        "2577630024165 15975 0 832 4127 a.npy\nLost 5 events\nbroken\nLost 7 events\n";
    char path[] = "/tmp/fid-recording-XXXXXX";
    int fd = mkstemp (path);
    struct fid_run run = {.dir = (char *)"/tmp"};
    struct fid_recording rec;
    struct fid_error err;
    struct fid_source source = {.path = path + 5, .reader = "bpftrace_read"};
    ok (fd >= 0 && write (fd, text, strlen (text)) == (ssize_t)strlen (text),
        "a trace is made");
    fid_recording_init (&rec, 0);
    ok (fid_recording_read (&rec, &run, &source, &err) == 0, "it is read");
    ok (source.lost_n == 12 && source.note_n == 1, "the losses that it tells of are added");
    ok (source.reject_n == 1 && source.reject[0].line == 5 && rec.events.row_n == 1,
        "the line that is broken is counted");
    fid_recording_clear (&rec);
    close (fd);
    unlink (path);
}

int main (void)
{
    test_remarks ();
    test_nothing ();
    test_files ();
    return tap_done ();
}
