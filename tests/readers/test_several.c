/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_several.c - directories that hold several runs, or one and its parts */
#include <ftw.h>
#include "readers/several.h"
#include "readers/sources.h"
#include "tests/readers/check.h"
#include "tests/readers/named_files.h"

/* Files that cannot be of one run, and files that can. */
static void test_several (void)
{
    struct fid_error err;
    struct fid_run *run;
    char *later = dlio_log (4, "");
    for (char *c = later; (c = strstr (c, "T00:")); c += 4)
        c[2] = '7';
    ok (!try_load (
            (struct named[]){{"a/dlio.log", dlio_log (4, "")}, {"b/dlio.log", later}, {0}},
            &err) &&
            err.status == FID_EINPUT && strstr (err.text, "holds several runs: a, b;"),
        "logs of one after the other: several runs, which are named");
    run = load ((struct named[]){
        {"a/dlio.log", dlio_log (4, "")}, {"b/dlio.log", dlio_log (5, "")}, {0}});
    ok (run != NULL, "logs of one time are of one run");
    fid_run_destroy (run);
    ok (!try_load ((struct named[]){{"a/meta.json", copy ("{\"workload\": \"x\", \"kind\": "
                                                          "\"real\", \"replicate\": 1}")},
                                    {"b/meta.json", copy ("{\"workload\": \"x\", \"kind\": "
                                                          "\"real\", \"replicate\": 2}")},
                                    {0}},
                   &err) &&
            strstr (err.text, "holds several runs: a, b;"),
        "nor has a run two folders with a file that is there once");

    run = load ((struct named[]){
        {"timeline.csv", copy ("2022-08-30T19:59:00.0,2022-08-30T20:10:00.0,TRAINING\n")},
        {"read_data/read_11", copy ("2022-08-30T19:59:03.1 11 832 4127 a\n"
                                    "2022-08-30T19:59:04.1 12 832 4127 a\n")},
        {"read_data/read_12", copy ("2022-08-30T19:59:03.1 11 832 4127 a\n"
                                    "2022-08-30T19:59:04.1 12 832 4127 a\n"
                                    "2022-08-30T19:59:05.1 12 832 4127 a\n")},
        {"cpu.out", copy ("")},
        {0}});
    size_t note_n = 0, empty_n = 0;
    uint64_t line_n = 0;
    for (size_t i = 0; i < run->source_n; i++)
        for (size_t k = 0; k < run->source[i].note_n; k++)
            if (run->source[i].note[k].code == FID_REMARK_OTHER_PROCESSES) {
                note_n++;
                line_n = run->source[i].note[k].number;
            }
    for (size_t i = 0; i < run->findings.n; i++)
        empty_n += run->findings.at[i].code == FID_RUN_FILE_EMPTY;
    ok (note_n == 1 && line_n == 2, "lines of other processes are one note");
    ok_int ((long long)empty_n, 1, "an empty file that has the name of a monitor's is told");
    fid_run_destroy (run);
}

/* What looking into all files says of a directory: 1 run, 0 known ones, or -1, several. */
static int look_into_all (char *dir)
{
    struct fid_run run = {.dir = dir};
    struct fid_error err;
    bool known = !fid_sources_list (&run, NULL, &err) && fid_sources_known (&run);
    struct fid_recording *rec = fid_recordings_create (&run, true, NULL);
    int n = !known ? 0 : rec && fid_runs_check (&run, rec, &err) == 0 ? 1 : -1;
    fid_recordings_destroy (rec, run.source_n);
    fid_sources_clear (&run);
    return n;
}

static int bad_n, seen_n[3]; /* of directories; by what look_into_all says */

static int agree (const char *path, const struct stat *st, int kind, struct FTW *unused)
{
    struct fid_files runs;
    struct fid_error err;
    char *dir = fid_strdup (path, NULL);
    (void)st;
    (void)unused;
    if (kind == FTW_D) {
        int want = look_into_all (dir);
        bool itself = fid_runs_find (dir, &runs, &err) == 0 && runs.n == 1 &&
                      strcmp (runs.path[0], dir) == 0;
        seen_n[want + 1]++;
        if (itself != (want == 1)) {
            diag ("%s: %d, but found %zu", dir, want, runs.n);
            bad_n++;
        }
        fid_files_clear (&runs);
    }
    free (dir);
    return 0;
}

/* Most directories are found to hold one run from few of their files: as from all. */
static void test_find (void)
{
    const char *src = getenv ("srcdir");
    char top[4096];
    snprintf (top, sizeof top, "%s/tests/data", src ? src : ".");
    if (nftw (top, agree, 20, 0))
        abort ();
    ok_int (bad_n, 0, "whether a directory is one run: few files tell what all do");
    ok (seen_n[0] && seen_n[2] > 37, "of several runs, and of one");
}

static int remove_one (const char *path, const struct stat *st, int kind, struct FTW *unused)
{
    (void)st;
    (void)kind;
    (void)unused;
    return remove (path);
}

/* Raw traces of a run and a log, and each time another file. */
static void test_find_beside (void)
{
    static const char meta[] = "{\"workload\": \"x\", \"kind\": \"real\", \"replicate\": 1}";
    char *log = dlio_log (4, ""), *later = dlio_log (4, "");
    const struct {
        const char *name, *text;
        int several;
    } other[] = {{"notes.txt", "nothing", 0}, {"b/notes.txt", "nothing", 0},
                 {"dlio_1.txt", log, 0},      {"dlio_1.txt", later, 1},
                 {"b/dlio.txt", log, 0},      {"b/dlio.txt", later, 1},
                 {"b/meta.json", meta, 1},    {"b/trace_read.out", "TIMESTAMP PID\n", 0}};
    for (char *c = later; (c = strstr (c, "T00:")); c += 4)
        c[2] = '7';
    bad_n = 0;
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        char dir[] = "/tmp/fidlio-load.XXXXXX";
        if (!mkdtemp (dir))
            abort ();
        put (dir, "meta.json", meta);
        put (dir, "dlio_0.txt", log);
        put (dir, "trace_read.out",
             "TIMESTAMP PID COMM RET LAT\n1000000000 5 python 4096 1000\n");
        put (dir, other[i].name, other[i].text);
        memset (seen_n, 0, sizeof seen_n);
        if (nftw (dir, agree, 20, 0))
            abort ();
        ok_int (seen_n[0], other[i].several, other[i].name);
        nftw (dir, remove_one, 20, FTW_DEPTH);
    }
    ok_int (bad_n, 0, "and so they do where raw traces lie beside");
    free (log);
    free (later);
}

int main (void)
{
    test_several ();
    test_find ();
    test_find_beside ();
    return tap_done ();
}
