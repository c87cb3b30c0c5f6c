/* test_dftracer.c - calls, phases and steps from .pfw traces */
#include <zlib.h>
#include "readers/dftracer/names.h"
#include "readers/dftracer/step_pairs.h"
#include "tests/readers/check.h"

/* All events in order: "read img_7.npz 262144 +100 191 us" (start in us after
 * zero); "@4096" the offset, "E" failed, "?" no size. */
static void
ok_events (const struct rec *r, const char *zero, const char *want, const char *what)
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

static void
test_files (void)
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
    ok_phases (&r, zero, "checkpoint e1 3-4, training e1 0-2.5, eval e1 4-4.5, epoch e1 0-4.5",
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
    ok (r.note_n == 2 && has_note (&r, "before it is named") && has_note (&r, "last line is cut"),
        "a file without a name and the cut are noted");
    rec_clear (&r);

    rec_text (&r, "trace.json", "[\n{\"name\":\"x\",\"cat\":\"operator\",\"ph\":\"X\"}\n");
    ok (!r.reader, "another trace of the Chrome family is not taken for this one");
    rec_clear (&r);
}

/* A stream that was cut gives the lines before the cut. */
static void
test_cut_gzip (void)
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

static void
test_names (void)
{
    struct fid_names names = {0};
    struct fid_span text;
    char key[32], value[32];
    int wrong = 0;
    ok (!fid_names_get (&names, fid_span_of ("a"), &text), "an empty table knows nothing");
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
        wrong +=
            !fid_names_get (&names, fid_span_of (key), &text) || !fid_span_is (text, value);
    }
    ok_int (wrong, 0, "5000 names are found again, each under its first text");
    ok (fid_names_get (&names, fid_span_of ("x"), &text) && text.n == 0, "a text may be empty");
    ok (!fid_names_get (&names, fid_span_of ("1"), &text), "what was not put is not found");
    fid_names_clear (&names);
    fid_names_clear (&names);
}

static int
count_step (void *self, const struct fid_step *s, struct fid_error *err)
{
    (void)err;
    ((int *)self)[s->step_s >= 0]++;
    return 0;
}

static void
test_pairs (void)
{
    int n[2] = {0, 0}; /* alone, paired */
    struct fid_sink sink = {.self = n, .step = count_step};
    struct fid_step_pairs pairs = {.n = 0};
    for (int64_t i = 0; i < 100; i++) /* never more than FID_STEP_PAIRS_MAX wait */
        fid_step_pairs_add (&pairs, &sink, (struct fid_step_key){1, 1, i}, FID_HALF_LOAD, i, i,
                            NULL);
    ok_int (n[0], 100 - FID_STEP_PAIRS_MAX, "the oldest halves are given up");
    for (int64_t i = 99; i >= 99 - 49; i--)
        fid_step_pairs_add (&pairs, &sink, (struct fid_step_key){1, 1, i}, FID_HALF_COMPUTE, i,
                            i + 1, NULL);
    ok_int (n[1], 50, "the others meet, in any order");
    fid_step_pairs_finish (&pairs, &sink, NULL);
    ok_int (n[0], 50, "what is left stands alone, and none is lost");
    fid_step_pairs_add (&pairs, &sink, (struct fid_step_key){1, 1, 1}, FID_HALF_LOAD, 0, 1,
                        NULL);
    fid_step_pairs_add (&pairs, &sink, (struct fid_step_key){2, 1, 1}, FID_HALF_COMPUTE, 1, 2,
                        NULL);
    ok_int (pairs.n, 2, "parts of two processes do not meet");
}

int
main (void)
{
    test_files ();
    test_cut_gzip ();
    test_names ();
    test_pairs ();
    ok_gz ("dftracer", "good.pfw");
    ok_gz ("dftracer", "old.pfw");
    ok_gz ("dftracer", "broken.pfw");
    return tap_done ();
}
