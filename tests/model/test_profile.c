/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_profile.c - profiles: shipped ones, what lines mean, and what is refused */
#include "model/profile.h"
#include "tests/tap.h"

#define LEN(a) (sizeof (a) / sizeof *(a))
#define PATH   "./test_profile.tmp"

static struct fid_error err;

static int load (const char *text, struct fid_profile *p)
{
    FILE *f = fopen (PATH, "w");
    if (!f || fputs (text, f) < 0 || fclose (f))
        exit (99);
    err = (struct fid_error){0};
    int rc = fid_profile_load (p, PATH, &err);
    remove (PATH);
    return rc;
}

#define CLAUSE(p, r, q) ((p).clause[FID_RESOURCE_##r][FID_QUANTITY_##q])

static void shipped (void)
{
    static const char *const names[] = {"storage", "read", "checkpoint", "metadata", "system"};
    size_t n = 0;
    for (const struct fid_profile *is; (is = fid_profile_shipped (n)); n++) {
        struct fid_profile p, named;
        size_t graded = 0, key = 0;
        ok (n < LEN (names) && strcmp (is->name, names[n]) == 0, "%s is shipped", is->name);
        if (!ok (load (fid_profile_text (n), &p) == 0,
                 "  each of its patterns matches a clause"))
            diag ("%s", err.text);
        ok (memcmp (p.clause, is->clause, sizeof p.clause) == 0 && p.hash == is->hash,
            "  a copy of its text is the same profile, with the same hash");
        ok (fid_profile_load (&named, names[n], &err) == 0 &&
                memcmp (named.clause, is->clause, sizeof named.clause) == 0,
            "  it is found by its name");
        for (int r = 0; r < FID_RESOURCE_N; r++)
            for (int q = 0; q < FID_QUANTITY_N; q++) {
                graded += is->clause[r][q].graded;
                key += is->clause[r][q].key;
            }
        ok (graded > 0 && (key > 0) == (is->answer < 0) && *is->about,
            "  it grades, says for what, and has key clauses where no answer decides");
    }
    ok_int ((long long)n, LEN (names), "these are all");
    ok (!fid_profile_text (n), "no text after the last");
    ok_str (fid_profile_default (true)->name, "storage", "what an emulation is judged by");
    ok_str (fid_profile_default (false)->name, "system", "what a real run is judged by");
}

static void lines (void)
{
    struct fid_profile p;
    ok (load ("", &p) == 0, "an empty text is a profile");
    size_t graded = 0;
    for (int r = 0; r < FID_RESOURCE_N; r++)
        for (int q = 0; q < FID_QUANTITY_N; q++)
            graded += p.clause[r][q].graded;
    ok_int ((long long)graded, 0, "that grades nothing");
    ok_str (p.name, "test_profile.tmp", "a file is called by its name, without folders");
    ok_str (p.about, "", "and says nothing of itself");
    ok_close (CLAUSE (p, DATA_READ, BYTES).tolerance,
              fid_tolerances[FID_TOLERANCE_AMOUNT].width, 0,
              "tolerances are those of the classes");

    load ("about  reads   only # a comment\n\n  # another\ngrade data.read.*\n", &p);
    ok_str (p.about, "reads   only", "about: the words as they are written");
    ok (CLAUSE (p, DATA_READ, BYTES).graded && !CLAUSE (p, DATA_READ, BYTES).key &&
            !CLAUSE (p, DATA_OPEN, OPS).graded,
        "grade: what matches, and nothing else");

    load ("key data.read.bytes\n", &p);
    ok (CLAUSE (p, DATA_READ, BYTES).graded && CLAUSE (p, DATA_READ, BYTES).key,
        "a key clause is graded");
    load ("key data.read.bytes\ngrade data.read.*\n", &p);
    ok (CLAUSE (p, DATA_READ, BYTES).key && CLAUSE (p, DATA_READ, OPS).graded,
        "grade leaves a key clause key");
    load ("key data.read.bytes\nreport *.bytes\n", &p);
    ok (!CLAUSE (p, DATA_READ, BYTES).graded && !CLAUSE (p, DATA_READ, BYTES).key,
        "report: neither graded nor key");
    load ("report *\ngrade data.read.bytes data.open.ops\n", &p);
    ok (CLAUSE (p, DATA_READ, BYTES).graded && CLAUSE (p, DATA_OPEN, OPS).graded &&
            !CLAUSE (p, DATA_READ, OPS).graded,
        "later lines win; a line has several patterns");
    load ("tolerance *.bytes 0.5\ntolerance data.read.* 0.25\n", &p);
    ok_close (CLAUSE (p, DATA_READ, BYTES).tolerance, 0.25, 0, "so do later tolerances");
    ok_close (CLAUSE (p, BLOCK_READ, BYTES).tolerance, 0.5, 0, "where they match");
    ok (!CLAUSE (p, DATA_READ, BYTES).graded, "a tolerance grades nothing");
    load ("grade data.read.bytes", &p);
    ok (CLAUSE (p, DATA_READ, BYTES).graded, "a last line without an end");

    struct fid_profile q;
    load ("grade *\n", &p);
    load ("grade *\n# a comment\n", &q);
    ok (p.hash != q.hash, "another text, another hash");
}

static void refusals (void)
{
    static const struct {
        const char *what, *text, *want;
    } bad[] = {
        {"an unknown word", "grade *\nweigh data.*\n",
         PATH ":2: not about, answer, needs, grade, report, key or tolerance: 'weigh'"},
        {"a pattern that matches nothing", "\n# x\ngrade data.read.bytes vfs.read.*\n",
         PATH ":3: no clause has such a name (RESOURCE.QUANTITY): 'vfs.read.*'"},
        {"a tolerance of nothing", "tolerance tape.* 1\n",
         PATH ":1: no clause has such a name (RESOURCE.QUANTITY): 'tape.*'"},
        {"a key clause beside an answer", "key cpu.level\n\nkey *.bytes\nanswer read\n",
         PATH ":1: 'key' has no part where the answer decides ('answer read'); say 'grade', or "
              "leave the answer out"},
        {"a resource without quantity", "key data.read\n", NULL},
        {"a pattern that is too long",
         "grade data.read.bytesbytesbytesbytesbytesbytesbytesbytesbytesbytesbytesbytes\n",
         NULL},
        {"a tolerance of 0", "tolerance *.bytes 0\n",
         PATH ":1: a tolerance is a number above 0: '0'"},
        {"a tolerance below 0", "tolerance *.bytes -1\n", NULL},
        {"a tolerance that is no number", "tolerance *.bytes wide\n", NULL},
        {"a tolerance that is not finite", "tolerance *.bytes inf\n", NULL},
        {"a tolerance of nan", "tolerance *.bytes nan\n", NULL},
        {"a tolerance without width", "tolerance *.bytes\n",
         PATH ":1: not 'tolerance PATTERN WIDTH': 'tolerance'"},
        {"a tolerance with two patterns", "tolerance *.bytes *.ops 1\n", NULL},
        {"grade without a pattern", "grade\n", PATH ":1: no pattern: 'grade'"},
    };
    struct fid_profile p;
    for (size_t i = 0; i < LEN (bad); i++) {
        ok (load (bad[i].text, &p) == -1 && err.status == FID_EUSAGE, "%s is refused",
            bad[i].what);
        if (bad[i].want)
            ok_str (err.text, bad[i].want, "  and named");
        else
            ok (strncmp (err.text, PATH ":1: ", strlen (PATH) + 4) == 0, "  %s", err.text);
    }

    char many[400] = "grade";
    for (int i = 0; i < 31; i++)
        strcat (many, " *.bytes");
    ok (load (many, &p) == 0, "31 patterns on a line");
    strcat (many, " *.bytes");
    ok (load (many, &p) == -1 && strstr (err.text, "too many patterns on a line"),
        "32 are refused");

    ok (fid_profile_load (&p, "nothing", &err) == -1 && err.status == FID_EUSAGE &&
            strstr (err.text, "unknown profile 'nothing'; choose one of storage, "),
        "a name that is no profile");
    ok (fid_profile_load (&p, "./no such file", &err) == -1 && err.status == FID_EINPUT,
        "a file that is not there");
    static const struct {
        const char *path, *text;
        bool good;
    } named[] = {{"./storage.conf", "grade cpu.*\n", false},
                 {"./Checkpoint", "grade cpu.*\n", false},
                 {"./storage.conf", "answer storage\ngrade cpu.*\n", true},
                 {"./system.conf", "grade cpu.*\n", true},
                 {"./storage2.conf", "grade cpu.*\n", true}};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        FILE *f = fopen (named[i].path, "w");
        if (!f || fputs (named[i].text, f) < 0 || fclose (f))
            exit (99);
        ok (!fid_profile_load (&p, named[i].path, &err) == named[i].good, "%s %s",
            named[i].path, named[i].good ? "is a profile" : "lacks its answer");
        ok (named[i].good || strstr (err.text, "has no line 'answer "), "  which is said");
        remove (named[i].path);
    }
    ok (fid_profile_load (&p, "nothing.conf", &err) == -1 && err.status == FID_EINPUT,
        "a name with a '.' is a file");
}

int main (void)
{
    shipped ();
    lines ();
    refusals ();
    return tap_done ();
}
