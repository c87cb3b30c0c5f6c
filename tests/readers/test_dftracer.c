/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dftracer.c - calls, phases and steps from .pfw traces */
#include <zlib.h>
#include "readers/names.h"
#include "readers/dftracer/parts.h"
#include "tests/readers/check.h"

/* All events in order: "read img_7.npz 262144 +100 191 us" (start in us after
 * zero); "@4096" the offset, "E" failed, "?" no size. */
static void ok_events (const struct rec *r, const char *zero, const char *want,
                       const char *what)
{
    static const char *const ops[FID_OP_N] = {"bio",  "bio",   "read", "write",
                                              "open", "close", "meta"};
    char got[APP_TEXT] = "";
    size_t n = 0;
    for (size_t i = 0; i < r->event_n && n < sizeof got - 400; i++) {
        const struct fid_event *e = &r->event[i];
        n += (size_t)snprintf (got + n, sizeof got - n, "%s%s %.*s %" PRIu64, i ? ", " : "",
                               ops[e->op], (int)e->file.n, e->file.p, e->bytes);
        if (e->offset != FID_NO_OFFSET)
            n += (size_t)snprintf (got + n, sizeof got - n, "@%" PRIu64, e->offset);
        n += (size_t)snprintf (
            got + n, sizeof got - n, "%s%s +%lld %lldus", e->flags & FID_EVENT_ERROR ? "E" : "",
            e->flags & FID_EVENT_NO_BYTES ? "?" : "",
            (long long)((e->start_ns - at (zero)) / 1000), (long long)(e->dur_ns / 1000));
    }
    ok_str (got, want, what);
}

static void test_files (void)
{
    struct rec r;
    const char *zero = "2024-09-26T21:48:21"; /* 1727387301 */
    ok_int (rec_read (&r, "tests/data/dftracer/good.pfw"), 0, "good.pfw is read");
    ok (r.reader && strcmp (r.reader->name, "dftracer") == 0 &&
            r.reader->clock == FID_CLOCK_UTC && r.reject_n == 0 && r.note_n == 0,
        "by dftracer, in UTC, without complaint");
    ok_events (&r, zero,
               "open img_7.npz 0 +0 40us, read img_7.npz 262144 +100 191us, "
               "read img_7.npz 0@4096 +50 20us, close img_7.npz 0 +400 3us, "
               "write model.pt 1536 +3000000 900us",
               "calls with their files; fwrite returns items; counters are passed over");
    ok (r.event_n && r.event[0].pid == 353, "the process");
    ok (r.event_n && fid_span_is (r.event[0].path, "/data/img_7.npz"), "the path");
    ok_phases (&r, zero, "training e1 0-2.5, checkpoint e1 3-4, eval e1 4-4.5, epoch e1 0-4.5",
               "phases");
    ok_steps (&r, zero, "e1 0.5+0.25/0.75 @0.75, e1 0.4+0.25/0.75 @1.75, e1 0.125+-/- @2.125",
              "steps, in whatever order their parts come; one without its computation");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dftracer/old.pfw"), 0, "old.pfw is read");
    ok (r.reject_n == 0 && r.note_n == 0, "without complaint");
    ok_events (&r, "2023-10-23T16:58:43",
               "read x.bat 4096 +775554 141us, write y.bat 0E +775900 15us, "
               "read y.bat 0@8192E +775700 10us, read  0? +776000 12us, "
               "meta  0 +777000 2us",
               "digits in quotes; failures are no bytes; a size that is not told");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dftracer/broken.pfw"), 0, "broken.pfw is read");
    ok_rejects (&r, "2 3 4 5 8 9 10 11", "what is no event is named");
    ok_events (&r, "1970-01-01T00:00:00", "read  0? +1000 1us, read  5 +2000 1us",
               "the rest counts");
    ok (r.note_n == 2 && has_note (&r, "never named") && has_note (&r, "last line is cut"),
        "a file without a name and the cut are noted");
    rec_clear (&r);

    rec_text (&r, "w.pfw",
              "{\"id\":1,\"name\":\"np_load\",\"cat\":\"mine\",\"pid\":1,\"tid\":1,"
              "\"ts\":1719855020457765,\"dur\":5,\"ph\":\"X\",\"args\":{}}\n");
    ok (r.reader && strcmp (r.reader->name, "dftracer") == 0 && r.event_n == 0,
        "a trace of spans alone, without a bracket, is known by its name");
    rec_clear (&r);

    rec_text (&r, "trace.json", "[\n{\"name\":\"x\",\"cat\":\"operator\",\"ph\":\"X\"}\n");
    ok (!r.reader, "another trace of the Chrome family is not taken for this one");
    rec_clear (&r);
}

/* Runs of DLIO and of programs that use ai_logging. */
static void test_applications (void)
{
    struct rec r;
    const char *zero = "2025-04-07T04:26:40"; /* 1744000000 */
    ok_int (rec_read (&r, "tests/data/dftracer/dlio.pfw"), 0, "dlio.pfw is read");
    ok (r.reject_n == 0 && r.note_n == 1 && has_note (&r, "2 processes have spans"),
        "one process of two gives phases and steps, which is noted");
    ok_events (&r, zero,
               "meta train 0 +1100000 30us, meta ckpt 0 +1200000 40us, "
               "open a.hdf5 0 +3100000 50us, "
               "read a.hdf5 131072@4096 +3200000 900us, close a.hdf5 0 +3300000 5us, "
               "open model.pt 0 +7300000 60us, write model.pt 8388608 +7400000 2000us",
               "names that come after their use, or end in a slash");
    ok_phases (&r, zero,
               "init 1-2, checkpoint e1 7.2-8.2, training e1 3-9, eval e1 9.5-11, "
               "training e2 12-15, load e2 16-16.5, run 2-20",
               "phases of DLIO");
    ok_steps (&r, zero,
              "e1 0.5+1/1.5 @4.5, e1 0.2+1/1.2 @5.8, e1 -+1/- @7, e1v 0.2+0.5/0.7 @10.2, "
              "e2 0.25+1/1.25 @13.25",
              "steps by time: those of an evaluation, and one whose fetch is not logged");
    ok_str (rec_fact (&r, "benchmark"), "dlio", "the application is DLIO");
    ok_str (rec_fact (&r, "workload_config"), "unet3d_h100", "its workload");
    ok_str (rec_fact (&r, "workload.train.epochs"), "2", "its settings");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dftracer/ai.pfw"), 0, "ai.pfw is read");
    ok (r.reject_n == 0 && r.note_n == 0 && r.event_n == 0 && !rec_fact (&r, "benchmark"),
        "without complaint; not of DLIO");
    ok_phases (&r, zero,
               "load 0.25-0.5, training e1 1-3, eval e1 3-4.5, checkpoint e1 4.5-5, "
               "epoch e1 1-5, training e2 6-9, epoch e2 6-9.5, run 0-10",
               "phases of ai_logging; captures are parts of a save");
    ok_steps (&r, zero,
              "e1 0.25+0.5/0.75 @1.75, e1 0.125+0.5/0.625 @2.425, e1v 0.5+0.5/1 @4, "
              "e2 0.25+1/1.25 @7.25, e2 0.25+1/1.25 @8.75",
              "steps of ai_logging: the epochs are those around them");
    rec_clear (&r);
}

/* A stream that was cut gives the lines before the cut. */
static void test_cut_gzip (void)
{
    struct rec whole, r;
    char *text = calloc (1, 1 << 20);
    size_t n = 2;
    strcpy (text, "[\n");
    for (unsigned i = 0, x = 1; i < 4000; i++) {
        x = x * 1664525 + 1013904223; /* hard to compress, so that the cut takes lines */
        n += (size_t)sprintf (
            text + n,
            "{\"id\":%u,\"name\":\"read\",\"cat\":\"POSIX\",\"pid\":1,\"tid\":1,"
            "\"ts\":%u,\"dur\":%u,\"ph\":\"X\",\"args\":{\"ret\":%u}}\n",
            i, x, x >> 7, x >> 3);
    }
    uLongf packed_n = 1 << 20;
    char *packed = malloc (packed_n);
    z_stream z = {0};
    deflateInit2 (&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    z.next_in = (Bytef *)text;
    z.avail_in = (uInt)n;
    z.next_out = (Bytef *)packed;
    z.avail_out = (uInt)packed_n;
    deflate (&z, Z_FINISH);
    packed_n = z.total_out;
    deflateEnd (&z);
    rec_bytes (&whole, "a.pfw.gz", packed, packed_n, 0);
    rec_bytes (&r, "a.pfw.gz", packed, packed_n / 2, 0);
    ok_int ((long long)whole.event_n, 4000, "a compressed trace is read");
    bool same = r.rc == 0 && r.event_n > 1000 && r.event_n < 3000 && r.reject_n == 0;
    for (size_t i = 0; same && i < r.event_n; i++)
        same = r.event[i].start_ns == whole.event[i].start_ns &&
               r.event[i].bytes == whole.event[i].bytes;
    ok (same, "half of it gives its first events, and no half event");
    rec_clear (&whole);
    rec_clear (&r);
    free (packed);
    free (text);
}

static bool get (const struct fid_names *names, const char *key, struct fid_span *text)
{
    return fid_names_get (names, fid_names_key (fid_span_of (key)), text);
}

static void test_names (void)
{
    struct fid_names names = {0};
    struct fid_span text;
    char key[32], value[32];
    int wrong = 0;
    ok (!get (&names, "a", &text), "an empty table knows nothing");
    for (int i = 0; i < 5000; i++) {
        snprintf (key, sizeof key, "%d", i * 7919);
        snprintf (value, sizeof value, "file-%d", i);
        wrong += fid_names_put (&names, fid_span_of (key), fid_span_of (value), NULL) != 0;
    }
    fid_names_put (&names, fid_span_of ("7919"), fid_span_of ("other"), NULL);
    fid_names_put (&names, fid_span_of ("x"), fid_span_of (""), NULL);
    for (int i = 0; i < 5000; i++) {
        snprintf (key, sizeof key, "%d", i * 7919);
        snprintf (value, sizeof value, "file-%d", i);
        wrong += !get (&names, key, &text) || !fid_span_is (text, value);
    }
    ok_int (wrong, 0, "5000 names are found again, each under its first text");
    ok (get (&names, "x", &text) && text.n == 0, "a text may be empty");
    ok (!get (&names, "1", &text), "what was not put is not found");
    fid_names_clear (&names);
    fid_names_clear (&names);
}

/* What the loop does, in the order of time, and the steps: "fetch 1-2, ..." */
static void test_steps (void)
{
    static const struct {
        const char *what;
        struct {
            enum fid_dft_part part;
            int start, end;
        } did[6];
        const char *want;
    } cases[] = {
        {"nothing", {{0}}, ""},
        {"a fetch alone", {{FID_DFT_FETCH, 1, 3}}, "e1 2+-/- @3"},
        {"a fetch twice is two steps",
         {{FID_DFT_FETCH, 1, 3}, {FID_DFT_FETCH, 4, 5}, {FID_DFT_COMPUTE, 5, 9}},
         "e1 2+-/- @3, e1 1+4/5 @9"},
        {"a fetch inside a fetch is the same",
         {{FID_DFT_FETCH, 1, 3}, {FID_DFT_FETCH, 1, 3}, {FID_DFT_COMPUTE, 3, 9}},
         "e1 2+6/8 @9"},
        {"computing twice is two steps",
         {{FID_DFT_FETCH, 1, 3}, {FID_DFT_COMPUTE, 3, 5}, {FID_DFT_COMPUTE, 6, 9}},
         "e1 2+2/4 @5, e1 -+3/- @9"},
        {"parts inside computing are parts of it",
         {{FID_DFT_FETCH, 1, 3},
          {FID_DFT_COMPUTE, 3, 9},
          {FID_DFT_FORWARD, 3, 5},
          {FID_DFT_BACKWARD, 5, 9}},
         "e1 2+6/8 @9"},
        {"gradients are added up", /* two forwards and backwards of one batch */
         {{FID_DFT_FETCH, 1, 3},
          {FID_DFT_FORWARD, 3, 4},
          {FID_DFT_BACKWARD, 5, 7},
          {FID_DFT_BACKWARD, 7, 8}},
         "e1 2+4/7 @8"},
        {"a second forward is a second step",
         {{FID_DFT_FETCH, 1, 3},
          {FID_DFT_FORWARD, 3, 4},
          {FID_DFT_BACKWARD, 5, 7},
          {FID_DFT_FORWARD, 7, 8}},
         "e1 2+3/6 @7, e1 -+1/- @8"},
        {"fetching while computing",
         {{FID_DFT_FETCH, 1, 3},
          {FID_DFT_COMPUTE, 3, 9},
          {FID_DFT_FETCH, 4, 5},
          {FID_DFT_COMPUTE, 9, 12}},
         "e1 2+6/8 @9, e1 1+3/8 @12"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rec r = {0};
        struct fid_sink sink = rec_sink (&r);
        struct fid_dft_step step = {.sink = &sink};
        int rc = 0;
        for (int k = 0; k < 6 && cases[i].did[k].part; k++)
            rc |= fid_dft_step_add (&step, cases[i].did[k].part, cases[i].did[k].start * FID_S,
                                    cases[i].did[k].end * FID_S, 1, false, NULL);
        rc |= fid_dft_step_finish (&step, NULL);
        ok_int (rc, 0, "steps are passed on");
        ok_steps (&r, "1970-01-01T00:00:00", cases[i].want, cases[i].what);
        rec_clear (&r);
    }
}

int main (void)
{
    test_files ();
    test_applications ();
    test_cut_gzip ();
    test_names ();
    test_steps ();
    ok_gz ("dftracer", "good.pfw");
    ok_gz ("dftracer", "old.pfw");
    ok_gz ("dftracer", "broken.pfw");
    ok_gz ("dftracer", "dlio.pfw");
    ok_gz ("dftracer", "ai.pfw");
    return tap_done ();
}
