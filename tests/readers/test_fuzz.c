/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_fuzz.c - no input, however broken, makes a reader misbehave
 *
 * Every fixture below tests/data/<reader>/ is damaged with fixed seeds and read
 * by its own reader; what comes out must keep the promises of
 * run/record.h.  Crashes, hangs and leaks end the test (the last two with
 * an alarm and under the sanitizers).
 *
 *     test_fuzz.t                  all; FID_FUZZ_N variants of each fixture
 *     test_fuzz.t DIR/NAME SEED    write that variant to standard output */
#include <dirent.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "base/array.h"
#include "readers/reader.h"
#include "tests/readers/mutate.h"
#include "tests/readers/promises.h"
#include "tests/tap.h"

#define VARIANTS     20 /* scripts/dev/fuzz tries more */
#define FIXTURES_MAX 400
#define HANG_S       300

static struct fixture {
    char name[256];
    const char *dir; /* static: its reader's name */
    const struct fid_reader *reader;
    struct bytes text;
} fixture[FIXTURES_MAX];
static size_t fixture_n;

/* --- reading */

static void want (struct promises *c, bool good, const char *what)
{
    if (!good && !c->wrong)
        c->wrong = what;
}

/* The file as the reader would get it, whatever the probe thinks of it. */
static void check_file (struct promises *c, const struct fid_reader *reader, const char *path)
{
    struct fid_sink sink = promises_sink (c);
    struct fid_text text;
    struct fid_input in = {.text = &text, .sink = &sink};
    const struct fid_reader *probed;
    struct fid_error err = {0};
    *c = (struct promises){0};
    if (fid_reader_open (&text, path, &in.head, &probed, &err)) {
        want (c, err.status == FID_EINPUT && strncmp (err.text, path, strlen (path)) == 0,
              "an opening that fails without saying where");
        return;
    }
    for (size_t i = 0; fid_readers[i]; i++) {
        int score = fid_readers[i]->probe (&in.head);
        int best = fid_readers[i]->best ? fid_readers[i]->best : FID_CERTAIN;
        want (c, score >= 0 && score <= best, "a probe that returns more than it can");
    }
    if (reader->read (&in, &err)) /* wrong use: what people write by hand */
        want (c,
              (err.status == FID_EINPUT || err.status == FID_EUSAGE) &&
                  strncmp (err.text, path, strlen (path)) == 0,
              "a failure that does not begin with the path");
    want (c, c->log_end <= text.base + text.from, "a line beyond the log");
    fid_text_close (&text);
}

static void write_file (const char *path, const struct bytes *b)
{
    unlink (path); /* to cut a file short takes ext4 a millisecond */
    FILE *f = fopen (path, "wb");
    if (!f || fwrite (b->p, 1, b->n, f) != b->n || fclose (f))
        abort ();
}

/* a as gzip would store it. */
static void compress_bytes (struct bytes *out, const struct bytes *a)
{
    z_stream z = {0};
    size_t room = a->n + 1024;
    char *p = malloc (room);
    if (!p || deflateInit2 (&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        abort ();
    z.next_in = (unsigned char *)a->p;
    z.avail_in = (unsigned)a->n;
    z.next_out = (unsigned char *)p;
    z.avail_out = (unsigned)room;
    if (deflate (&z, Z_FINISH) != Z_STREAM_END)
        abort ();
    bytes_set (out, p, z.total_out);
    deflateEnd (&z);
    free (p);
}

/* Variant `seed` of a fixture: every eighth damages the compressed file. */
static void variant (struct bytes *out, const struct fixture *f, uint64_t seed)
{
    uint64_t mix = seed * 0x9e3779b97f4a7c15u ^ (uint64_t)f->text.n << 32;
    /* half of the splices within the format */
    const struct fixture *other = &fixture[(seed * 31 + f->text.n) % fixture_n];
    if (seed % 2)
        for (size_t i = 0; i < fixture_n; i++)
            if (fixture[i].reader == f->reader && &fixture[i] != f)
                other = &fixture[i];
    if (seed % 8 == 7) {
        struct bytes z = {0};
        compress_bytes (&z, &f->text);
        mutate_binary (out, &z, mix);
        bytes_clear (&z);
    } else {
        mutate (out, &f->text, &other->text, mix);
    }
}

/* All variants of a fixture; reports the first that breaks a promise. */
static void fuzz (const struct fixture *f, const char *path, uint64_t n)
{
    struct bytes b = {0};
    struct promises c = {0};
    uint64_t seed = 0;
    for (; seed < n && !c.wrong; seed++) {
        variant (&b, f, seed);
        write_file (path, &b);
        check_file (&c, f->reader, path);
    }
    if (!ok (!c.wrong, "%s/%s: damaged, it is read without harm", f->dir, f->name))
        diag ("%s: test_fuzz.t %s/%s %" PRIu64, c.wrong, f->dir, f->name, seed - 1);
    bytes_clear (&b);
}

/* Every reader on every file: the probe may err, and must do no harm. */
static void cross (const struct fixture *f, const char *path)
{
    struct promises c = {0};
    const char *who = "";
    write_file (path, &f->text);
    for (size_t i = 0; fid_readers[i] && !c.wrong; i++) {
        who = fid_readers[i]->name;
        check_file (&c, fid_readers[i], path);
    }
    if (!ok (!c.wrong, "%s/%s: read without harm by all readers", f->dir, f->name))
        diag ("%s: %s", who, c.wrong);
}

/* No two readers are equally sure, and none is surer than the fixture's own. */
static void ok_probe (const struct fixture *f, const char *path)
{
    struct fid_text text;
    struct fid_head head = {0};
    const struct fid_reader *probed, *second = NULL;
    struct fid_error err;
    write_file (path, &f->text);
    if (fid_reader_open (&text, path, &head, &probed, &err)) {
        ok (0, "%s/%s: opened", f->dir, f->name);
        return;
    }
    for (size_t i = 0; fid_readers[i]; i++)
        if (probed && fid_readers[i] != probed &&
            fid_readers[i]->probe (&head) == probed->probe (&head))
            second = fid_readers[i];
    fid_text_close (&text);
    if (!ok ((!probed || probed == f->reader) && !second, "%s/%s: no other reader claims it",
             f->dir, f->name))
        diag ("%s and %s", probed ? probed->name : "none", second ? second->name : "none");
}

/* --- fixtures */

static void add_fixture (const char *name, const struct fid_reader *reader, const char *path)
{
    struct stat st;
    if (strcmp (name, "README") == 0 || name[0] == '.' || stat (path, &st) ||
        !S_ISREG (st.st_mode) || fixture_n == FIXTURES_MAX)
        return;
    struct fixture *f = &fixture[fixture_n++];
    char *data = malloc ((size_t)st.st_size + 1);
    FILE *in = fopen (path, "rb");
    size_t n = in && data ? fread (data, 1, (size_t)st.st_size, in) : 0;
    if (in)
        fclose (in);
    f->dir = reader->name;
    snprintf (f->name, sizeof f->name, "%s", name);
    f->reader = reader;
    bytes_set (&f->text, data, n);
    free (data);
}

static int by_name (const void *va, const void *vb)
{
    const struct fixture *a = va, *b = vb;
    int c = strcmp (a->dir, b->dir);
    return c ? c : strcmp (a->name, b->name);
}

static void list_fixtures (void)
{
    const char *top = getenv ("srcdir");
    for (size_t i = 0; fid_readers[i]; i++) {
        char dir[512], path[1024];
        const struct dirent *e;
        snprintf (dir, sizeof dir, "%s/tests/data/%s", top ? top : ".", fid_readers[i]->name);
        DIR *d = opendir (dir);
        size_t before_n = fixture_n;
        while (d && (e = readdir (d))) {
            snprintf (path, sizeof path, "%s/%s", dir, e->d_name);
            add_fixture (e->d_name, fid_readers[i], path);
        }
        if (d)
            closedir (d);
        if (fixture_n == before_n)
            ok (0, "%s has fixtures", fid_readers[i]->name);
    }
    qsort (fixture, fixture_n, sizeof *fixture, by_name);
}

static int show (const char *which, const char *seed)
{
    struct bytes b = {0};
    for (size_t i = 0; i < fixture_n; i++) {
        size_t n = strlen (fixture[i].dir);
        if (strncmp (which, fixture[i].dir, n) == 0 && which[n] == '/' &&
            strcmp (which + n + 1, fixture[i].name) == 0) {
            variant (&b, &fixture[i], strtoull (seed, NULL, 10));
            fwrite (b.p, 1, b.n, stdout);
        }
    }
    bytes_clear (&b);
    return 0;
}

/* All checks of one fixture, as tmp/<reader>/<name>: names decide, too. */
static void test_fixture (const char *tmp, const struct fixture *f, uint64_t n)
{
    char *dir = fid_format (NULL, "%s/%s", tmp, f->dir);
    char *path = fid_format (NULL, "%s/%s/%s", tmp, f->dir, f->name);
    if (!dir || !path || mkdir (dir, 0700))
        abort ();
    ok_probe (f, path);
    cross (f, path);
    fuzz (f, path, n);
    unlink (path);
    rmdir (dir);
    free (path);
    free (dir);
}

int main (int argc, char **argv)
{
    char tmp[] = "/tmp/fidlio-fuzz.XXXXXX";
    const char *n_text = getenv ("FID_FUZZ_N");
    uint64_t n = n_text ? strtoull (n_text, NULL, 10) : VARIANTS;
    list_fixtures ();
    if (argc == 3)
        return show (argv[1], argv[2]);
    if (!mkdtemp (tmp))
        abort ();
    alarm (HANG_S);
    for (size_t i = 0; i < fixture_n; i++)
        test_fixture (tmp, &fixture[i], n);
    rmdir (tmp);
    for (size_t i = 0; i < fixture_n; i++)
        bytes_clear (&fixture[i].text);
    return tap_done ();
}
