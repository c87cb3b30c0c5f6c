/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_trace_events.c - Chrome trace events: as written, slightly wrong, hostile, cut */
#include <inttypes.h>
#include <unistd.h>
#include <zlib.h>
#include "base/timeparse.h"
#include "readers/chrome/trace_events.h"
#include "tests/readers/mutate.h"
#include "tests/tap.h"

static char path[] = "test_trace_events.XXXXXX";

static void write_text (const char *text, size_t n, bool gz)
{
    gzFile f = gzopen (path, gz ? "wb" : "wbT");
    if (!f || (n && gzwrite (f, text, (unsigned)n) != (int)n) || gzclose (f) != Z_OK)
        exit (99);
}

/* What is wrong, shortly. */
static size_t put_found (const struct fid_trace_findings *f, char *out, size_t n)
{
    size_t at = 0;
    const struct {
        char c;
        uint64_t n;
        size_t line;
    } all[] = {{'B', f->begin_n, f->begin_line},
               {'E', f->end_n, f->end_line},
               {'U', f->untimed_n, f->untimed_line},
               {'?', f->broken_n, f->broken_line}};
    for (size_t i = 0; i < 4; i++)
        if (all[i].n)
            at += (size_t)snprintf (out + at, n - at, "%c%" PRIu64 "@%zu ", all[i].c, all[i].n,
                                    all[i].line);
    return at + (size_t)snprintf (out + at, n - at, "%s", f->cut ? "cut" : "");
}

#define OUT 4000

/* All spans "name(cat)pid/tid ts+dur[args] " in ns, then findings or the error. */
static int read_all (unsigned kinds, char *out)
{
    static const char *const wanted[] = {"name", "step", NULL};
    struct fid_error err = {.text = ""};
    struct fid_trace t;
    struct fid_trace_event ev;
    size_t at = 0;
    int rc;
    *out = '\0';
    if (fid_trace_open (&t, path, kinds, wanted, &err)) {
        snprintf (out, OUT, "%s", strchr (err.text, ':') + 2);
        return -1;
    }
    while ((rc = fid_trace_next (&t, &ev, &err)) > 0) {
        if (at > OUT - 400)
            continue;
        if (ev.kind == FID_TRACE_SPAN)
            at += (size_t)snprintf (
                out + at, OUT - at, "%.*s(%.*s)%.*s/%.*s %" PRId64 "+%" PRId64,
                FID_SPAN_ARG (ev.name), FID_SPAN_ARG (ev.cat), FID_SPAN_ARG (ev.pid),
                FID_SPAN_ARG (ev.tid), ev.ts_ns, ev.dur_ns);
        else
            at += (size_t)snprintf (out + at, OUT - at, "%c:%.*s#%.*s", ev.ph,
                                    FID_SPAN_ARG (ev.name), FID_SPAN_ARG (ev.id));
        if (ev.arg[0].n || ev.arg[1].n)
            at += (size_t)snprintf (out + at, OUT - at, "[%.*s,%.*s]", FID_SPAN_ARG (ev.arg[0]),
                                    FID_SPAN_ARG (ev.arg[1]));
        at += (size_t)snprintf (out + at, OUT - at, " ");
    }
    if (rc)
        snprintf (out + at, OUT - at, "%s", strchr (err.text, ':') + 1);
    else
        put_found (&t.found, out + at, OUT - at);
    fid_trace_close (&t);
    return rc;
}

#define X(name, ts, dur) "{\"ph\":\"X\",\"name\":\"" name "\",\"ts\":" ts ",\"dur\":" dur "}"

static void test_texts (void)
{
    static const struct {
        const char *what, *text, *want;
        int rc;
    } cases[] = {
        {"an array", "[" X ("a", "1", "2") "]", "a()/ 1000+2000 ", 0},
        {"an object", "{\"x\": [1, {}], \"traceEvents\": [" X ("a", "1", "2") "], \"y\": {}}",
         "a()/ 1000+2000 ", 0},
        {"the empty object that TensorFlow ends with", "[" X ("a", "1", "2") ",{}]",
         "a()/ 1000+2000 ", 0},
        {"an array without end", "[\n" X ("a", "1", "2") ",\n", "a()/ 1000+2000 cut", 0},
        {"a line each without commas", "[\n" X ("a", "1", "2") "\n" X ("b", "3", "4") "\n",
         "a()/ 1000+2000 b()/ 3000+4000 cut", 0},
        {"cut in an event", "[" X ("a", "1", "2") ",{\"ph\":\"X\",\"na", "a()/ 1000+2000 cut",
         0},
        {"members",
         "[{\"ph\":\"X\",\"cat\":\"c\",\"name\":\"n\",\"pid\":3,\"tid\":\"t 4\","
         "\"ts\":5.5,\"dur\":0.25,\"args\":{\"step\":7,\"name\":\"m\",\"z\":[1]}}]",
         "n(c)3/t 4 5500+250[m,7] ", 0},
        {"ns: decimals", "[" X ("a", "1623143089861123.456", "0.001") "]",
         "a()/ 1623143089861123456+1 ", 0},
        {"more decimals are rounded", "[" X ("a", "0.0005", "1.2345678") "]", "a()/ 1+1235 ",
         0},
        {"digits in quotes, as of old DFTracer",
         "[" X ("a", "\"1698080323775554\"", "\"141\"") "]", "a()/ 1698080323775554000+141000 ",
         0},
        {"an exponent", "[" X ("a", "1.5e3", "2E0") "]", "a()/ 1500000+2000 ", 0},
        {"below zero", "[" X ("a", "-1.5", "1") "]", "a()/ -1500+1000 ", 0},
        {"a length below zero", "[" X ("a", "1", "-1") "]", "U1@1 ", 0},
        {"no length", "[{\"ph\":\"X\",\"name\":\"a\",\"ts\":1}]", "U1@1 ", 0},
        {"null, NaN and texts are no times",
         "[" X ("a", "null", "1") "\n" X ("b", "NaN", "1") X ("c", "1", "\"x\"") "]", "U3@1 ",
         0},
        {"beyond all reason",
         "[" X ("a", "1e300", "1") X ("b", "99999999999999999999", "1") "]", "U2@1 ", 0},
        {"counters are ignored",
         "[{\"ph\":\"C\",\"name\":\"m\",\"ts\":1,\"args\":{\"v\":1}}," X ("a", "1", "2") "]",
         "a()/ 1000+2000 ", 0},
        {"no ph", "[{\"name\":\"a\"},\n{\"ph\":7},{\"ph\":\"XX\"}]", "?2@1 ", 0},
        {"an object that is not JSON", "[\n{\"ph\" \"X\"},\n" X ("a", "1", "2") "]",
         "a()/ 1000+2000 ?1@2 ", 0},
        {"nothing", "", " no trace events: neither an array nor an object with traceEvents",
         -1},
        {"another object", "{\"a\":1}",
         " no trace events: neither an array nor an object with traceEvents", -1},
        {"no JSON", "hello", "1: not JSON", -1},
        {"numbers", "[\n1]", "2: not JSON: an object is missing", -1},
        {"an array without events", "[]", "", 0},
    };
    char got[OUT];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int gz = 0; gz < 2; gz++) {
            write_text (cases[i].text, strlen (cases[i].text), gz);
            ok_int (read_all (FID_TRACE_SPAN, got), cases[i].rc, cases[i].what);
            ok_str (got, cases[i].want, gz ? "from .gz" : cases[i].what);
        }
}

#define P(ph, name, ts) "{\"ph\":\"" ph "\",\"name\":\"" name "\",\"ts\":" ts ",\"pid\":1}\n"

static void test_pairs (void)
{
    static const struct {
        const char *what, *text, *want;
    } cases[] = {
        {"a pair", "[" P ("B", "a", "1") P ("E", "a", "3") "]", "a()1/ 1000+2000 "},
        {"nested",
         "[" P ("B", "a", "1") P ("B", "b", "2") P ("E", "b", "3") P ("E", "a", "4") "]",
         "b()1/ 2000+1000 a()1/ 1000+3000 "},
        {"an end without name ends the last (Horovod)",
         "[" P ("B", "a", "1") "{\"ph\":\"E\",\"ts\":2,\"pid\":1}]", "a()1/ 1000+1000 "},
        {"threads are apart",
         "[{\"ph\":\"B\",\"name\":\"a\",\"ts\":1,\"pid\":1,\"tid\":1},"
         "{\"ph\":\"B\",\"name\":\"b\",\"ts\":2,\"pid\":1,\"tid\":\"2\"},"
         "{\"ph\":\"E\",\"ts\":3,\"pid\":1,\"tid\":1},"
         "{\"ph\":\"E\",\"ts\":5,\"pid\":\"1\",\"tid\":2}]",
         "a()1/1 1000+2000 b()1/2 2000+3000 "},
        {"asynchronous ones are matched by id",
         "[{\"ph\":\"b\",\"name\":\"a\",\"cat\":\"q\",\"id\":1,\"ts\":1,\"pid\":1,\"tid\":1},"
         "{\"ph\":\"b\",\"name\":\"a\",\"cat\":\"q\",\"id\":2,\"ts\":2,\"pid\":1,\"tid\":1},"
         "{\"ph\":\"e\",\"name\":\"a\",\"cat\":\"q\",\"id\":1,\"ts\":4,\"pid\":1,\"tid\":9}]",
         "a(q)1/1 1000+3000 B1@1 "},
        {"an end without beginning", "[" P ("E", "a", "1") "]", "E1@1 "},
        {"a beginning without end", "[\n" P ("B", "a", "1") "]", "B1@2 "},
        {"a beginning is left out where an outer one ends",
         "[" P ("B", "a", "1") P ("B", "b", "2") P ("E", "a", "4") "]",
         "a()1/ 1000+3000 B1@2 "},
        {"an end of another name ends nothing",
         "[" P ("B", "a", "1") P ("E", "z", "2") P ("E", "a", "4") "]",
         "a()1/ 1000+3000 E1@2 "},
        {"an end before its beginning", "[" P ("B", "a", "5") P ("E", "a", "4") "]", "U1@2 "},
        {"a beginning without time",
         "[{\"ph\":\"B\",\"name\":\"a\",\"pid\":1}," P ("E", "a", "4") "]", "U1@1 "},
        {"args: the beginning's, else the end's",
         "[{\"ph\":\"B\",\"name\":\"a\",\"ts\":1,\"args\":{\"step\":1}},"
         "{\"ph\":\"E\",\"ts\":2,\"args\":{\"step\":2}},"
         "{\"ph\":\"B\",\"name\":\"a\",\"ts\":3},{\"ph\":\"E\",\"ts\":4,\"args\":{\"step\":3}}"
         "]",
         "a()/ 1000+1000[,1] a()/ 3000+1000[,3] "},
    };
    char got[OUT];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_text (cases[i].text, strlen (cases[i].text), false);
        read_all (FID_TRACE_SPAN, got);
        ok_str (got, cases[i].want, cases[i].what);
    }
}

static void test_kinds (void)
{
    static const char text[] =
        "[{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"g\"}},"
        "{\"ph\":\"s\",\"name\":\"ac2g\",\"id\":7,\"ts\":1},"
        "{\"ph\":\"f\",\"name\":\"ac2g\",\"id\":\"7\",\"ts\":2,\"bp\":\"e\"},"
        "{\"ph\":\"i\",\"name\":\"mark\",\"ts\":3,\"s\":\"g\"}," X ("a", "1", "2") "]";
    char got[OUT];
    write_text (text, strlen (text), false);
    read_all (FID_TRACE_FLOW, got);
    ok_str (got, "s:ac2g#7 f:ac2g#7 ", "flows");
    read_all (FID_TRACE_NAME, got);
    ok_str (got, "M:process_name#[g,] ", "names");
    read_all (FID_TRACE_INSTANT | FID_TRACE_SPAN, got);
    ok_str (got, "i:mark# a()/ 1000+2000 ", "instants and spans");
}

/* Any bytes: an error or events, and no more than there are; nothing else happens. */
static void test_mutated (void)
{
    static const char text[] =
        "{\"traceEvents\": [\n" P ("B", "a\\n", "1") "," P ("E", "", "3") "," X (
            "c", "5.125",
            "0.5") ",{\"ph\":\"X\",\"ts\":1,\"dur\":2,\"args\":{\"name\":[1,{}]}}]}";
    struct bytes whole = {0}, out = {0};
    char got[OUT];
    size_t good = 0;
    bytes_set (&whole, text, sizeof text - 1);
    for (uint64_t seed = 0; seed < 3000; seed++) {
        mutate (&out, &whole, &whole, seed);
        write_text (out.p, out.n, false);
        good += read_all (15, got) == 0;
    }
    bytes_clear (&whole);
    bytes_clear (&out);
    ok (good > 0, "mutated traces: an error or events (%zu read)", good);
}

int main (void)
{
    int fd = mkstemp (path);
    if (fd < 0)
        return 99;
    close (fd);
    test_texts ();
    test_pairs ();
    test_kinds ();
    test_mutated ();
    unlink (path);
    return tap_done ();
}
