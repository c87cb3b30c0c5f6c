/* check.h - what the tests of the monitors' readers share */
#ifndef FID_TEST_CHECK_H
#define FID_TEST_CHECK_H

#include <inttypes.h>
#include "base/timeparse.h"
#include "tests/readers/record.h"
#include "tests/tap.h"

/* "2023-02-11T08:11:20" as ns of civil time. */
static inline int64_t
at (const char *iso)
{
    int64_t ns = INT64_MIN;
    fid_time_iso (fid_span_of (iso), &ns, NULL, NULL);
    return ns;
}

/* The samples of one instant, channel and key, checked against one value. */
static inline void
ok_sample (const struct rec *r, const char *iso, enum fid_channel channel, const char *key,
           double want, const char *what)
{
    int n = 0;
    double got = NAN;
    for (size_t i = 0; i < r->sample_n; i++)
        if (r->sample[i].t_ns == at (iso) && r->sample[i].channel == channel &&
            fid_span_is (r->sample[i].key, key)) {
            got = r->sample[i].value;
            n++;
        }
    if (n != 1)
        diag ("%d samples at %s", n, iso);
    ok_close (n == 1 ? got : NAN, want, 1e-9, what);
}

/* The lines of the rejects, as "3 4 5". */
static inline void
ok_rejects (const struct rec *r, const char *want, const char *what)
{
    char got[512] = "";
    size_t n = 0;
    for (size_t i = 0; i < r->reject_n && n < sizeof got - 24; i++)
        n += (size_t)snprintf (got + n, sizeof got - n, "%s%zu", i ? " " : "",
                               r->reject[i].line);
    if (!ok_str (got, want, what))
        for (size_t i = 0; i < r->reject_n; i++)
            diag ("line %zu: %s", r->reject[i].line, r->reject[i].text);
}

/* Whether some note holds the text. */
static inline bool
has_note (const struct rec *r, const char *text)
{
    for (size_t i = 0; i < r->note_n; i++)
        if (strstr (r->note[i].text, text))
            return true;
    return false;
}

/* The file reads the same when it is compressed, by the reader named. */
static inline void
ok_gz (const char *dir, const char *name, const char *reader)
{
    char path[4096], full[8192];
    static char data[1 << 20];
    const char *src = getenv ("srcdir");
    snprintf (path, sizeof path, "tests/data/%s/%s", dir, name);
    snprintf (full, sizeof full, "%s/%s", src ? src : ".", path);
    FILE *f = fopen (full, "rb");
    size_t n = f ? fread (data, 1, sizeof data, f) : 0;
    if (f)
        fclose (f);
    struct rec plain, gz;
    rec_read (&plain, path);
    rec_bytes (&gz, name, data, n, 1);
    bool same = plain.rc == gz.rc && plain.reader && plain.reader == gz.reader &&
                strcmp (plain.reader->name, reader) == 0 && plain.sample_n == gz.sample_n &&
                plain.event_n == gz.event_n && plain.phase_n == gz.phase_n &&
                plain.fact_n == gz.fact_n && plain.reject_n == gz.reject_n &&
                plain.note_n == gz.note_n;
    for (size_t i = 0; same && i < plain.sample_n; i++)
        same = plain.sample[i].t_ns == gz.sample[i].t_ns &&
               plain.sample[i].channel == gz.sample[i].channel &&
               plain.sample[i].value == gz.sample[i].value;
    ok (same && n > 0, "%s/%s: the reader %s knows it, and reads the same from .gz", dir, name,
        reader);
    rec_clear (&plain);
    rec_clear (&gz);
}

/* A file whose text ends anywhere must be read without failure or surprise:
 * never more samples than the whole has. */
static inline void
ok_cut_anywhere (const char *dir, const char *name)
{
    char path[4096], full[8192];
    static char data[1 << 16];
    const char *src = getenv ("srcdir");
    snprintf (path, sizeof path, "tests/data/%s/%s", dir, name);
    snprintf (full, sizeof full, "%s/%s", src ? src : ".", path);
    FILE *f = fopen (full, "rb");
    size_t n = f ? fread (data, 1, sizeof data, f) : 0, wrong_n = 0, last_n = 0;
    if (f)
        fclose (f);
    struct rec whole;
    rec_read (&whole, path);
    for (size_t len = 0; len < n; len += 1 + n / 400) {
        struct rec r;
        rec_bytes (&r, name, data, len, 0);
        bool prefix = r.sample_n >= last_n && r.sample_n <= whole.sample_n;
        for (size_t i = 0; prefix && i < r.sample_n; i++)
            prefix = r.sample[i].t_ns == whole.sample[i].t_ns &&
                     r.sample[i].value == whole.sample[i].value;
        wrong_n += !prefix;
        last_n = r.sample_n;
        rec_clear (&r);
    }
    ok (n > 0 && wrong_n == 0, "%s/%s: cut anywhere, what is read is the start of the whole",
        dir, name);
    rec_clear (&whole);
}

#endif
