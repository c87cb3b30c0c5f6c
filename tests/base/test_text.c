/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_text.c - lines of files, plain and gzip; files that appear whole */
#include <dlfcn.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#ifdef HAVE_ISAL
#include <isa-l/igzip_lib.h>
#endif
#include "base/outfile.h"
#include "base/text.h"
#include "tests/tap.h"

static char dir[64];

static const char *in_dir (const char *name)
{
    static char path[2][160];
    static int k;
    k = !k;
    snprintf (path[k], sizeof path[k], "%s/%s", dir, name);
    return path[k];
}

static const char *put (const char *name, const void *data, size_t n)
{
    const char *path = in_dir (name);
    FILE *f = fopen (path, "wb");
    if (!f || fwrite (data, 1, n, f) != n || fclose (f))
        abort ();
    return path;
}

/* Append data as one gzip member. */
static void put_gz (const char *path, const char *mode, const void *data, size_t n)
{
    gzFile f = gzopen (path, mode);
    if (!f || gzwrite (f, data, (unsigned)n) != (int)n || gzclose (f) != Z_OK)
        abort ();
}

/* Read all lines joined by '|' into text[max]; the text is left open. */
static int all_lines (struct fid_text *t, const char *path, char *text, size_t max)
{
    struct fid_error err = {0};
    struct fid_span line;
    size_t n = 0;
    int rc;
    text[0] = '\0';
    if (fid_text_open (t, path, &err)) {
        diag ("%s", err.text);
        return -1;
    }
    while ((rc = fid_text_next (t, &line, &err)) > 0 && n + line.n + 2 < max)
        n += (size_t)snprintf (text + n, max - n, "%.*s|", (int)line.n, line.p);
    return rc;
}

static void line_ends (void)
{
    static const struct {
        const char *what, *bytes, *want;
        bool ended;
    } cases[] = {
        {"plain lines", "a\nb\n", "a|b|", true},
        {"a last line without end", "a\nb", "a|b|", false},
        {"CRLF", "a\r\nb\r\n", "a|b|", true},
        {"carriage returns within a line stay", "a\rb\r\n", "a\rb|", true},
        {"byte order mark",
         "\xef\xbb\xbf"
         "a\n",
         "a|", true},
        {"byte order mark alone", "\xef\xbb\xbf", "", false},
        {"half a byte order mark", "\xef\xbb", "\xef\xbb|", false},
        {"empty lines", "\n\na\n\n", "||a||", true},
        {"nothing", "", "", false},
    };
    char text[256];
    struct fid_text t;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *path = put ("ends", cases[i].bytes, strlen (cases[i].bytes));
        int rc = all_lines (&t, path, text, sizeof text);
        ok (rc == 0 && strcmp (text, cases[i].want) == 0 &&
                (!text[0] || t.line_ended == cases[i].ended),
            "%s", cases[i].what);
        ok_int ((long long)t.byte_n, (long long)strlen (cases[i].bytes), "all bytes counted");
        fid_text_close (&t);
        char gz[] = "ends.gz";
        put_gz (in_dir (gz), "wb", cases[i].bytes, strlen (cases[i].bytes));
        rc = all_lines (&t, in_dir (gz), text, sizeof text);
        ok (rc == 0 && strcmp (text, cases[i].want) == 0 && !t.cut_gzip, "%s, gzip",
            cases[i].what);
        fid_text_close (&t);
    }
    const char nul[] = "a\0b\nc\n";
    struct fid_span line;
    struct fid_error err;
    ok (fid_text_open (&t, put ("nul", nul, sizeof nul - 1), &err) == 0 &&
            fid_text_next (&t, &line, &err) == 1 && line.n == 3 &&
            memcmp (line.p, "a\0b", 3) == 0,
        "a NUL is a byte like others");
    fid_text_close (&t);
    fid_text_close (&t);
    ok (1, "a second close is harmless");
}

#ifdef HAVE_ISAL
static atomic_int isal_n;

/* Stands before that of the library: counts, and calls it. */
int isal_inflate (struct inflate_state *state)
{
    int (*real) (struct inflate_state *);
    *(void **)&real = dlsym (RTLD_NEXT, "isal_inflate");
    isal_n++;
    return real (state);
}
#endif

/* A file of more than one block: the same text, by the faster library where there is one. */
static void gzip_blocks (size_t n)
{
    struct fid_text t;
    struct fid_error err;
    struct fid_span line;
    char *text = malloc (n);
    size_t at = 0;
    unsigned seed = 1;
    for (size_t i = 0; text && i < n; i++) {
        seed = seed * 1103515245 + 12345;
        text[i] = i % 64 == 63 || i + 1 == n ? '\n' : (char)('a' + (seed >> 16) % 16);
    }
    const char *path = in_dir ("blocks.gz");
    put_gz (path, "wb", text, n);
#ifdef HAVE_ISAL
    isal_n = 0;
#endif
    bool same = fid_text_open (&t, path, &err) == 0;
    int rc = 0;
    while (same && (rc = fid_text_next (&t, &line, &err)) > 0) {
        same = at + line.n < n && memcmp (text + at, line.p, line.n) == 0;
        at += line.n + 1;
    }
    uint64_t hash, bytes;
    ok (same && rc == 0 && at == n, "%zu bytes, line by line", n);
    ok (fid_text_finish (&t, &err) == 0 && fid_file_hash (path, &hash, &bytes, &err) == 0 &&
            hash == fid_text_hash (&t),
        "and the hash");
#ifdef HAVE_ISAL
    ok (isal_n > 0, "ISA-L inflates");
#endif
    fid_text_close (&t);
    free (text);
}

static void gzip (void)
{
    char text[256];
    struct fid_text t;
    const char *path = in_dir ("two.gz");
    put_gz (path, "wb", "a\nb", 3);
    put_gz (path, "ab", "c\nd\n", 4);
    ok (all_lines (&t, path, text, sizeof text) == 0 && !t.cut_gzip, "two members are read");
    ok_str (text, "a|bc|d|", "as one text");
    fid_text_close (&t);

    FILE *f = fopen (path, "ab");
    fwrite ("\0\0\0\0", 1, 4, f);
    fclose (f);
    ok (all_lines (&t, path, text, sizeof text) == 0 && !t.cut_gzip &&
            strcmp (text, "a|bc|d|") == 0,
        "zeros after the last member do not matter");
    fid_text_close (&t);

    static char many[40000];
    for (size_t i = 0; i + 8 < sizeof many; i += 8)
        snprintf (many + i, 9, "%07zu\n", i);
    path = in_dir ("cut.gz");
    put_gz (path, "wb", many, strlen (many));
    struct stat st;
    stat (path, &st);
    if (truncate (path, st.st_size / 2))
        abort ();
    struct fid_error err;
    struct fid_span line;
    size_t n = 0;
    int rc = -1;
    if (ok (fid_text_open (&t, path, &err) == 0, "a cut gzip file opens"))
        while ((rc = fid_text_next (&t, &line, &err)) > 0)
            n++;
    ok (rc == 0 && t.cut_gzip, "its end is noticed");
    ok (n > 1000 && n < 5000, "and what is there is read");
    fid_text_close (&t);

    path = put ("bad.gz", "\x1f\x8bthis is no gzip", 17);
    ok (all_lines (&t, path, text, sizeof text) == 0 && t.cut_gzip, "garbage behind the magic");
    fid_text_close (&t);
    path = put ("name.gz", "plain\n", 6);
    ok (all_lines (&t, path, text, sizeof text) == 0 && strcmp (text, "plain|") == 0,
        "the content tells gzip, not the name");
    fid_text_close (&t);
}

/* Gzip of more than a MiB, which threads inflate, as one member or many: read whole, left
 * early, finished early. */
static void ahead (size_t member)
{
    static char many[6000000];
    struct fid_text t;
    struct fid_span got;
    struct fid_error err;
    uint64_t seed = 5, hash, bytes;
    size_t n = 0, line_n = 0, wrong_n = 0;
    while (n + 64 < sizeof many) {
        seed = seed * UINT64_C (6364136223846793005) + 1442695040888963407;
        n += (size_t)snprintf (many + n, 64, "%016llx%016llx\n", (unsigned long long)seed,
                               (unsigned long long)(seed * seed));
        line_n++;
    }
    const char *path = in_dir ("ahead.gz");
    unlink (path);
    for (size_t at = 0; at < n; at += member)
        put_gz (path, "ab", many + at, n - at < member ? n - at : member);
    fid_file_hash (path, &hash, &bytes, &err);
    ok (bytes > 2 << 20, "a gzip file of %llu bytes", (unsigned long long)bytes);
    for (size_t stop = 1; stop <= 2 * line_n; stop *= 7) {
        size_t k = 0;
        fid_text_open (&t, path, &err);
        for (; k < stop && fid_text_next (&t, &got, &err) > 0; k++)
            wrong_n += memcmp (got.p, many + 33 * k, 32) != 0;
        wrong_n += k != (stop < line_n ? stop : line_n);
        if (stop % 2)
            wrong_n += fid_text_finish (&t, &err) || t.byte_n != bytes ||
                       fid_text_hash (&t) != hash || t.cut_gzip;
        fid_text_close (&t);
        fid_text_open (&t, path, &err);
        for (k = 0; k < stop && fid_text_next (&t, &got, &err) > 0; k++)
            ;
        fid_text_close (&t); /* not finished */
    }
    ok_int ((long long)wrong_n, 0, "lines are as written, however many are taken");
    if (truncate (path, (off_t)bytes / 2))
        abort ();
    fid_text_open (&t, path, &err);
    while (fid_text_next (&t, &got, &err) > 0)
        ;
    ok (t.cut_gzip && t.line_n > line_n / 3 && t.line_n < line_n,
        "half of it: its end is noticed");
    fid_text_close (&t);
}

/* Lines that cross the blocks the file is read in, and their offsets. */
static void blocks (void)
{
    size_t want_n = 60000, n = 0, at = 0, bad = 0, bytes = 0;
    char *big = malloc (want_n * 32);
    for (size_t i = 0; i < want_n; i++)
        bytes += (size_t)sprintf (big + bytes, "%zu %0*d\n", i, (int)(i % 17) + 1, 7);
    struct fid_text t;
    struct fid_error err;
    struct fid_span line, head, w;
    uint64_t v;
    ok (bytes > 2 << 18, "the file is longer than two blocks");
    put ("big", big, bytes);
    put_gz (in_dir ("big.gz"), "wb", big, bytes);
    for (int gz = 0; gz < 2; gz++) {
        n = at = bad = 0;
        fid_text_open (&t, in_dir (gz ? "big.gz" : "big"), &err);
        ok (fid_text_peek (&t, 16384, &head, &err) == 0 && head.n == 16384 &&
                memcmp (head.p, big, head.n) == 0,
            "the head is seen");
        while (fid_text_next (&t, &line, &err) > 0) {
            size_t len = line.n;
            bad += t.at != at || memcmp (line.p, big + at, line.n) != 0;
            bad += !fid_span_word (&line, &w) || !fid_span_u64 (w, &v) || v != n;
            at += len + 1;
            n++;
            bad += t.line_n != n;
        }
        ok (n == want_n && bad == 0, "every line comes whole, with its offset%s",
            gz ? ", gzip" : "");
        fid_text_close (&t);
    }
    fid_text_open (&t, in_dir ("big"), &err);
    fid_text_next (&t, &line, &err);
    ok (fid_text_rest (&t, &line, &err) == 0 && line.n == bytes - 4 && line.p[0] == '1',
        "the rest after the first line");
    fid_text_close (&t);
    free (big);

    size_t long_n = 3 * FID_LINE_MAX;
    char *one = malloc (long_n + 3);
    memset (one, 'x', long_n);
    memcpy (one + long_n, "\nz\n", 3);
    put ("long", one, long_n + 3);
    free (one);
    fid_text_open (&t, in_dir ("long"), &err);
    size_t got = 0, longest = 0;
    while (fid_text_next (&t, &line, &err) > 0) {
        got += line.n;
        longest = line.n > longest ? line.n : longest;
    }
    ok (t.cut_line && got == long_n + 1, "a very long line is cut into pieces, none lost");
    ok (longest <= FID_LINE_MAX + (1 << 18) && fid_span_is (line, "z"),
        "no piece is much longer than the limit, and the next line is right");
    fid_text_close (&t);
}

static void refused (void)
{
    struct fid_text t;
    struct fid_error err = {0};
    ok (fid_text_open (&t, dir, &err) == -1 && err.status == FID_EINPUT &&
            strstr (err.text, "not a regular file"),
        "a directory is refused");
    ok (fid_text_open (&t, in_dir ("none"), &err) == -1 && strstr (err.text, "none"),
        "a missing file is named");
    const char *pipe = in_dir ("pipe");
    if (mkfifo (pipe, 0600) == 0)
        ok (fid_text_open (&t, pipe, &err) == -1, "a pipe is refused, not waited for");
    fid_text_close (&t);
}

static void hashes (void)
{
    char text[256];
    struct fid_text t;
    struct fid_error err;
    uint64_t hash = 0, bytes = 0, other = 0;
    const char *path = put ("hash", "a\nb\n", 4);
    all_lines (&t, path, text, sizeof text);
    ok (fid_file_hash (path, &hash, &bytes, &err) == 0 && bytes == 4, "size of a file");
    ok (fid_text_hash (&t) == hash, "reading hashes as fid_file_hash does");
    fid_text_close (&t);
    fid_file_hash (put ("hash2", "a\nc\n", 4), &other, &bytes, &err);
    ok (other != hash, "another text, another hash");

    /* big: as stored, whatever was read before */
    for (int gz = 0; gz < 2; gz++) {
        struct fid_span line;
        path = in_dir (gz ? "big.gz" : "big");
        fid_file_hash (path, &hash, &bytes, &err);
        fid_text_open (&t, path, &err);
        fid_text_next (&t, &line, &err);
        ok (fid_text_finish (&t, &err) == 0 && fid_text_hash (&t) == hash && t.byte_n == bytes,
            "finish hashes the rest%s", gz ? " of the stored bytes" : "");
        fid_text_close (&t);
    }
}

static void outfiles (void)
{
    struct fid_outfile o, p;
    struct fid_error err = {0};
    struct fid_text t;
    char text[64];
    struct stat st;
    const char *path = in_dir ("out");
    ok (fid_outfile_open (&o, path, NULL, &err) == 0, "a file is begun");
    fputs ("one\n", o.f);
    ok (stat (path, &st) != 0, "it is not there before it is whole");
    ok (fid_outfile_open (&p, path, NULL, &err) == 0, "another writer may begin the same");
    fputs ("other\n", p.f);
    fid_outfile_abort (&p);
    fid_outfile_abort (&p);
    ok (fid_outfile_commit (&o, &err) == 0 && stat (path, &st) == 0,
        "it is there when finished");
    mode_t mask = umask (022);
    umask (mask);
    ok_int (st.st_mode & 0777, 0666 & ~mask, "with the usual permissions");
    fid_outfile_abort (&o);
    all_lines (&t, path, text, sizeof text);
    ok_str (text, "one|", "what was thrown away did not touch it");
    fid_text_close (&t);

    ok (fid_outfile_write (path, NULL, "two\n", 4, &err) == 0, "it can be replaced");
    all_lines (&t, path, text, sizeof text);
    ok_str (text, "two|", "by the new text");
    fid_text_close (&t);
    ok (fid_outfile_open (&o, in_dir ("no/such"), NULL, &err) == -1 &&
            err.status == FID_EINTERNAL,
        "no directory, no file");
    ok (fid_outfile_write (dir, NULL, "x", 1, &err) == -1, "a directory is not replaced");
    if (access ("/dev/full", W_OK) == 0) {
        ok (fid_outfile_open (&o, in_dir ("full"), NULL, &err) == 0, "a disk that fills up");
        o.f = freopen ("/dev/full", "w", o.f);
        fputs ("x", o.f);
        ok (fid_outfile_commit (&o, &err) == -1 && err.status == FID_EINTERNAL &&
                strstr (err.text, "full: cannot be written"),
            "is told at the end");
        ok (stat (in_dir ("full"), &st) != 0, "and leaves no file");
    }
    ok (fid_make_dirs (in_dir ("a/b//c/"), NULL, &err) == 0 &&
            fid_make_dirs (in_dir ("a/b"), NULL, &err) == 0,
        "directories, also those that are there");
    ok (fid_make_dirs (in_dir ("out/x"), NULL, &err) == -1 &&
            fid_make_dirs (path, NULL, &err) == -1,
        "not below or instead of a file");
    ok (fid_make_dirs ("", NULL, &err) == -1, "an empty name is an error");
    char cmd[128];
    snprintf (cmd, sizeof cmd, "test -z \"$(find %s -name '*.tmp')\"", dir);
    ok (system (cmd) == 0, "no temporary file stays behind");
}

/* A file that grows while it is read. */
static void changed (void)
{
    struct fid_text t;
    struct fid_error err;
    const char *path = in_dir ("grows");
    FILE *f = fopen (path, "w");
    fputs ("one\n", f);
    fflush (f);
    ok (fid_text_open (&t, path, &err) == 0 && fid_text_finish (&t, &err) == 0,
        "a file that stays as it is");
    fid_text_close (&t);
    ok_int (fid_text_open (&t, path, &err), 0, "a file that is opened");
    fputs ("two\n", f);
    fclose (f);
    ok (fid_text_finish (&t, &err) && err.status == FID_EINPUT &&
            strstr (err.text, "grows: changed while it was read"),
        "and grows meanwhile is named");
    fid_text_close (&t);
}

int main (void)
{
    snprintf (dir, sizeof dir, "test_text.%ld", (long)getpid ());
    if (mkdir (dir, 0777))
        return 99;
    line_ends ();
    gzip ();
    gzip_blocks (200000);
    gzip_blocks (4000000);
    ahead (SIZE_MAX / 2);
    ahead (200000);
    blocks ();
    refused ();
    hashes ();
    outfiles ();
    changed ();
    char cmd[96];
    snprintf (cmd, sizeof cmd, "rm -rf %s", dir);
    if (system (cmd) != 0)
        diag ("%s stays behind", dir);
    return tap_done ();
}
