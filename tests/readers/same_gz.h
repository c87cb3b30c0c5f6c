/* same_gz.h - a fixture gives the same records when it comes as gzip */
#ifndef FID_TEST_SAME_GZ_H
#define FID_TEST_SAME_GZ_H

#include "tests/readers/record.h"
#include "tests/tap.h"

/* Read path (below $srcdir) compressed and check it against what it gave plain. */
__attribute__ ((unused)) static void
ok_same_gz (const struct rec *plain, const char *path)
{
    static char data[1 << 18];
    char full[4096];
    const char *top = getenv ("srcdir");
    struct rec gz;
    snprintf (full, sizeof full, "%s/%s", top ? top : ".", path);
    FILE *f = fopen (full, "rb");
    size_t n = f ? fread (data, 1, sizeof data, f) : 0;
    if (f)
        fclose (f);
    const char *slash = strrchr (path, '/');
    snprintf (full, sizeof full, "%s.gz", slash ? slash + 1 : path);
    rec_bytes (&gz, full, data, n, 1);
    int same = gz.reader == plain->reader && gz.rc == plain->rc &&
               gz.event_n == plain->event_n && gz.sample_n == plain->sample_n &&
               gz.phase_n == plain->phase_n && gz.anchor_n == plain->anchor_n &&
               gz.reject_n == plain->reject_n && gz.note_n == plain->note_n;
    for (size_t i = 0; same && i < gz.event_n; i++)
        same = gz.event[i].start_ns == plain->event[i].start_ns &&
               gz.event[i].dur_ns == plain->event[i].dur_ns &&
               gz.event[i].bytes == plain->event[i].bytes &&
               gz.event[i].op == plain->event[i].op;
    for (size_t i = 0; same && i < gz.sample_n; i++)
        same = gz.sample[i].t_ns == plain->sample[i].t_ns &&
               gz.sample[i].channel == plain->sample[i].channel &&
               gz.sample[i].value == plain->sample[i].value;
    for (size_t i = 0; same && i < gz.anchor_n; i++)
        same = gz.anchor[i].from_ns == plain->anchor[i].from_ns &&
               gz.anchor[i].to_max_ns == plain->anchor[i].to_max_ns;
    for (size_t i = 0; same && i < gz.phase_n; i++)
        same = gz.phase[i].start_ns == plain->phase[i].start_ns &&
               gz.phase[i].end_ns == plain->phase[i].end_ns;
    ok (same, "%s as gzip gives the same records", path);
    rec_clear (&gz);
}

/* The span's text equals want. */
__attribute__ ((unused)) static int
ok_span (struct fid_span got, const char *want, const char *what)
{
    int pass = ok (fid_span_is (got, want), "%s", what);
    if (!pass)
        diag ("got '%.*s', want '%s'", FID_SPAN_ARG (got), want);
    return pass;
}

/* Which reader took it. */
__attribute__ ((unused)) static int
ok_reader (const struct rec *r, const char *want, const char *what)
{
    return ok_str (r->reader ? r->reader->name : "none", want, what);
}

#endif
