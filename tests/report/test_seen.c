/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_seen.c - a report that reads only what changed is the same to the byte as one of all */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "report/report.h"
#include "tests/report/made_results.h"

#define N 120

static const char *const files[] = {"ranking.tsv", "report.md", "report.html", "index.json"};
static struct fid_error err;

static char *read_whole (const char *name, size_t *n)
{
    char *text = NULL;
    FILE *in = fopen (made_result (name), "r"), *out = open_memstream (&text, n);
    for (int c; in && (c = getc (in)) != EOF;)
        putc (c, out);
    fclose (out);
    if (in)
        fclose (in);
    return text;
}

static void write_whole (const char *name, const char *text, size_t n)
{
    FILE *f = fopen (made_result (name), "w");
    ok (f && fwrite (text, 1, n, f) == n && fclose (f) == 0, "%s is written", name);
}

static bool run_shell (const char *fmt, const char *a, const char *b)
{
    FID_FREED char *command = fid_format (&err, fmt, made_dir, a, b);
    return system (command) == 0;
}

/* A report; how many heads and parts of the page it did not have to read, how many notes it has. */
struct told {
    size_t head_n, part_n, note_n, result_n;
};

static struct told make_report (bool write)
{
    struct fid_report report;
    struct fid_notes notes = {0};
    struct told told = {0};
    if (!ok (fid_report_load (&report, made_result ("many"), 2, write, &err) == 0, "loaded"))
        return told;
    report.notes = &notes;
    ok (!write || fid_report_write (&report, made_result ("many"), &err) == 0, "written");
    for (size_t i = 0; i < report.seen->result_n; i++) {
        told.head_n += report.seen->result[i].same;
        told.part_n += report.seen->result[i].same && report.seen->result[i].part;
    }
    told.note_n = notes.n;
    told.result_n = report.all.result_n + report.all.failure_n;
    fid_notes_clear (&notes);
    fid_report_clear (&report);
    return told;
}

/* The report with what was seen, and without.  So many results at least are read again: those that
 * changed before are believed from three seconds later on. */
static void compare_reports (const char *what, size_t read_n)
{
    enum { YOUNG = 6 };
    struct told told = make_report (true);
    bool same = true;
    ok (told.head_n + read_n <= told.result_n && told.head_n + YOUNG >= told.result_n,
        "%s: %zu of %zu are not read again", what, told.head_n, told.result_n);
    run_shell ("cd %s && rm -rf kept && cp -R many kept && rm many/" FID_SEEN_FILE, "", "");
    struct told whole = make_report (true);
    ok (whole.head_n == 0 && whole.result_n == told.result_n && whole.note_n == told.note_n,
        "all are read without");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        same &= run_shell ("cmp %s/many/%s %1$s/kept/%2$s", files[i], "");
    ok (same, "and the bytes are the same");
    run_shell ("cp -p %s/kept/" FID_SEEN_FILE " %1$s/many", "", "");
}

/* A cache that was damaged is as good as none, and the next one is whole. */
static void damage_cache (void)
{
    size_t n;
    FID_FREED char *cache = read_whole ("many/" FID_SEEN_FILE, &n);
    const size_t cuts[] = {0, 7, 8, 20, n / 2, n - 9, n - 1};
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        write_whole ("many/" FID_SEEN_FILE, cache, cuts[i]);
        ok_int ((long long)make_report (false).head_n, 0, "a cache that is cut is not used");
    }
    for (size_t at = 0; at < n; at += n / 50) {
        cache[at] ^= 1;
        write_whole ("many/" FID_SEEN_FILE, cache, n);
        ok_int ((long long)make_report (false).head_n, 0,
                "nor one with another byte, or of another program");
        cache[at] ^= 1;
    }
    write_whole ("many/" FID_SEEN_FILE, cache, n / 3);
    ok_int ((long long)make_report (true).head_n, 0, "a report from a cache that is cut");
    compare_reports ("the next one", 0);
    write_whole ("many/" FID_SEEN_FILE, cache, n);
}

/* Bytes that somebody else wrote lead nowhere (sanitizers would tell). */
static void damage_heads (void)
{
    struct fid_result_head head, got;
    struct fid_bytes b = {0};
    size_t good_n = 0;
    FID_FREED char *path =
        fid_format (&err, "%s/results/UNET3D_real_r2__UNET3D_dlio_r2.json", getenv ("srcdir"));
    ok (fid_result_head_load (&head, path, &err) == 0 &&
            fid_result_head_pack (&head, &b, &err) == 0,
        "a head is packed");
    for (size_t i = 0; i <= b.n; i++) {
        if (i < b.n)
            b.p[i] ^= 0xFF;
        bool good =
            fid_result_head_unpack (&got, path, (struct fid_span){(char *)b.p, b.n}, &err) == 0;
        good_n += good;
        if (i == b.n)
            ok (good && strcmp (got.profile_of[0].text, head.profile_of[0].text) == 0 &&
                    memcmp (got.graded, head.graded, sizeof head.graded) == 0 &&
                    memcmp (got.group, head.group, sizeof head.group) == 0,
                "and is the same again");
        else
            b.p[i] ^= 0xFF;
        if (good)
            fid_result_head_clear (&got);
    }
    ok (good_n < b.n, "lengths, names and flags are checked");
    fid_result_head_clear (&head);
    fid_bytes_clear (&b);
}

int main (void)
{
    size_t n;
    struct stat st;
    make_results ();
    mkdir (made_result ("many"), 0700);
    for (int i = 0; i < N; i++) {
        char name[32], to[64];
        snprintf (name, sizeof name, "U_dlio_%03d", i);
        snprintf (to, sizeof to, "many/U_real__%s.json", name);
        run_shell ("sed 's/\"U_dlio\"/\"%2$s\"/' %1$s/good/U_real__U_dlio.json >%1$s/%3$s",
                   name, to);
    }
    ok (run_shell ("cp %2$s/results/*_real_r?__*_dlio_*r?.json %1$s/many", getenv ("srcdir"),
                   ""),
        "recorded results, too");
    ok (run_shell ("touch %s/many/*.json", "", ""), "all are young");
    time_t begun = time (NULL);
    size_t all = make_report (true).result_n;
    bool young = time (NULL) - begun < 2; /* a busy machine may take longer */
    ok (all > N + 5, "%zu results", all);
    sleep (3); /* until the clock of the file system tells changes from now on */
    size_t believed_n = make_report (true).head_n;
    ok (believed_n == 0 || !young, "young results are not believed");
    struct told told = make_report (true);
    ok (told.head_n == all && told.part_n == all,
        "later none is read again, nor its part made");
    compare_reports ("nothing changed", 0);
    ok (stat (made_result ("many/" FID_SEEN_FILE), &st) == 0, "there is a cache");
    told = make_report (false);
    ok_int ((long long)told.head_n, (long long)all, "a report that writes nothing uses it");

    /* other contents, the same size and time */
    FID_FREED char *text = read_whole ("many/U_real__U_dlio_007.json", &n);
    ok (stat (made_result ("many/U_real__U_dlio_007.json"), &st) == 0, "a result");
    const struct timespec times[] = {st.st_atim, st.st_mtim};
    char *at = strstr (text, "\"similarity\": 0.8,");
    ok (at != NULL, "has a similarity");
    memcpy (at, "\"similarity\": 0.7,", strlen ("\"similarity\": 0.7,"));
    write_whole ("many/U_real__U_dlio_007.json", text, n);
    utimensat (AT_FDCWD, made_result ("many/U_real__U_dlio_007.json"), times, 0);
    compare_reports ("one changed within its size and time", 1);

    run_shell ("rm %s/many/U_real__U_dlio_009.json", "", "");
    compare_reports ("one is gone", 0);
    run_shell ("sed 's/\"U_dlio\"/\"U_new\"/' %s/good/U_real__U_dlio.json "
               ">%1$s/many/U_real__U_new.json",
               "", "");
    compare_reports ("one is new", 1);
    write_whole ("many/U_real__U_dlio_011.series.json", "[]", 2);
    compare_reports ("one has series that cannot be used", 1);
    run_shell ("rm %s/many/U_real__U_dlio_011.series.json", "", "");
    compare_reports ("and has none again", 1);
    run_shell ("echo x >%s/many/U_real__U_dlio_012.json", "", "");
    compare_reports ("one cannot be read", 1);
    run_shell ("cd %s/many && rm *_real_r?__*.json", "", "");
    compare_reports ("fewer", 0);
    damage_cache ();
    damage_heads ();
    run_shell ("cd %s/many && rm U_real__U_dlio_0[2-9]*", "", "");
    unlink (made_result ("many/" FID_SEEN_FILE));
    make_report (true);
    ok (stat (made_result ("many/" FID_SEEN_FILE), &st) != 0, "few results have no cache");
    remove_results ();
    return tap_done ();
}
