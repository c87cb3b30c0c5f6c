/* test_choose.c - several files that tell the same count once */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/array.h"
#include "readers/choose.h"
#include "readers/load.h"
#include "tests/readers/check.h"

/* One block of training with n steps, and the line a copy on standard error has before it. */
static char *
dlio_log (int n, const char *before)
{
    char *text = malloc (4096);
    size_t at =
        (size_t)sprintf (text,
                         "%s[OUTPUT] 2026-11-21T00:00:00.000000 Running DLIO [Training] with "
                         "1 process(es)\n"
                         "[OUTPUT] 2026-11-21T00:00:10.000000 Starting epoch 1: 5 steps\n"
                         "[OUTPUT] 2026-11-21T00:00:10.000000 Starting block 1\n",
                         before);
    for (int i = 1; i <= n; i++)
        at += (size_t)sprintf (
            text + at,
            "[INFO] 2026-11-21T00:00:%d.000000 Rank 0 step %d: loaded 4 samples in 0.25 s\n"
            "[INFO] 2026-11-21T00:00:%d.500000 Rank 0 step %d: processed 4 samples in 0.5 s\n",
            10 + i, i, 10 + i, i);
    sprintf (text + at,
             "[OUTPUT] 2026-11-21T00:00:%d.000000 Ending block 1 - %d steps\n"
             "[OUTPUT] 2026-11-21T00:00:%d.000000 Ending epoch 1 - %d steps\n",
             12 + n, n, 12 + n, n);
    return text;
}

struct named {
    const char *name;
    char *text; /* freed by load */
};

static void
put (const char *dir, const char *name, const char *text)
{
    char *path = fid_format (NULL, "%s/%s", dir, name), *slash = strrchr (path, '/');
    *slash = '\0';
    mkdir (path, 0700);
    *slash = '/';
    FILE *f = fopen (path, "w");
    if (!f || fputs (text, f) < 0 || fclose (f))
        abort ();
    free (path);
}

/* Load a directory of the files, which ends with a NULL name. */
static struct fid_run *
load (struct named *files)
{
    char dir[] = "/tmp/fidlio-choose.XXXXXX";
    struct fid_run_opts opts = {0};
    struct fid_error err = {0};
    if (!mkdtemp (dir))
        abort ();
    for (struct named *f = files; f->name; f++)
        put (dir, f->name, f->text);
    struct fid_run *run = fid_run_load (dir, &opts, &err);
    if (!run)
        diag ("%s", err.text);
    for (struct named *f = files; f->name; f++) {
        char *path = fid_format (NULL, "%s/%s", dir, f->name);
        unlink (path);
        *strrchr (path, '/') = '\0';
        rmdir (path); /* of a subdirectory that is empty now */
        free (path);
        free (f->text);
    }
    rmdir (dir);
    return run;
}

/* What is used of a file, as "phases steps clock". */
static void
ok_used (const struct fid_run *run, const char *path, const char *want, const char *what)
{
    char got[40] = "no such file";
    for (size_t i = 0; run && i < run->source_n; i++)
        if (strcmp (run->source[i].path, path) == 0)
            snprintf (got, sizeof got, "%s%s%s",
                      run->source[i].used & FID_GIVES_PHASES ? "phases " : "",
                      run->source[i].used & FID_GIVES_STEPS ? "steps " : "",
                      run->source[i].used & FID_GIVES_CLOCK ? "clock " : "");
    ok_str (got, want, what);
}

static void
ok_counts (const struct fid_run *run, size_t phase_n, size_t step_n, const char *what)
{
    size_t phases = 0;
    for (size_t i = 0; run && i < run->source_n; i++)
        phases += run->source[i].phase_n;
    if (!ok (run && phases == phase_n && run->steps.n == step_n, "%s", what))
        diag ("%zu phases, %zu steps", phases, run ? run->steps.n : 0);
}

static void
test_copy (void)
{
    struct fid_run *run = load ((struct named[]){
        {"stderr.txt", dlio_log (5, "WARNING:root\n")}, {"dlio.log", dlio_log (5, "")}, {0}});
    ok_counts (run, 3, 5, "a copy of the log on standard error does not count again");
    ok_used (run, "dlio.log", "phases steps clock ", "dlio.log is the log");
    ok_used (run, "stderr.txt", "", "and standard error is not");
    fid_run_destroy (run);

    run = load (
        (struct named[]){{"out.txt", dlio_log (5, "")}, {"dlio.log", dlio_log (2, "")}, {0}});
    ok_used (run, "dlio.log", "phases clock ", "of as many phases, dlio.log");
    ok_used (run, "out.txt", "steps ", "the steps from where there are more");
    fid_run_destroy (run);

    run =
        load ((struct named[]){{"a.txt", dlio_log (3, "")}, {"z.log", dlio_log (3, "")}, {0}});
    ok_used (run, "z.log", "phases steps clock ", "of copies, the one that is called a log");
    fid_run_destroy (run);

    run = load ((struct named[]){
        {"dlio.log", fid_strdup ("[OUTPUT] 2026-11-21T00:00:00.000000 Running DLIO with 1 "
                                 "process(es)\n",
                                 NULL)},
        {"stderr.txt", dlio_log (4, "")},
        {0}});
    ok_used (run, "stderr.txt", "phases steps clock ", "a log that was cut early gives way");
    ok_counts (run, 3, 4, "to its copy");
    fid_run_destroy (run);
}

static void
test_ranks (void)
{
    struct fid_run *run = load ((struct named[]){{"rank10.log", dlio_log (5, "")},
                                                 {"rank2.log", dlio_log (4, "")},
                                                 {"rank3.log", dlio_log (6, "")},
                                                 {0}});
    ok_counts (run, 3, 4, "of several ranks the lowest counts, by number");
    ok_used (run, "rank2.log", "phases steps clock ", "which is 2");
    fid_run_destroy (run);

    run = load ((struct named[]){
        {"dlio.log", dlio_log (0, "")},
        {"0_output.json", fid_strdup ("{\"1\": {\"load\": {\"block1\": [1, 2]}, \"proc\": "
                                      "{\"block1\": [2, 3]}}, \"hostname\": \"a\"}",
                                      NULL)},
        {"1_output.json", fid_strdup ("{\"1\": {\"load\": {\"block1\": [1, 2]}, \"proc\": "
                                      "{\"block1\": [2, 3]}}, \"hostname\": \"a\"}",
                                      NULL)},
        {0}});
    ok_counts (run, 3, 2, "steps of rank 0 only, from its results");
    ok_used (run, "0_output.json", "steps ", "as the log has none");
    fid_run_destroy (run);
}

static void
test_tables (void)
{
    struct fid_run *run = load ((struct named[]){
        {"gauges.csv", fid_strdup ("time_s,cpu.user,cpu.idle\n0,1,99\n1,2,98\n", NULL)}, {0}});
    ok (run && !run->stream[FID_STREAM_BLOCK_READ].traced &&
            !run->stream[FID_STREAM_VFS_OPEN].traced,
        "a table of gauges is no trace without events");
    ok (run && run->source[0].used == FID_GIVES_CPU && run->source[0].sample_n == 4,
        "but one of gauges");
    fid_run_destroy (run);
}

static void
test_order (void)
{
    ok (fid_path_order ("r2/a", "r10/a") < 0 && fid_path_order ("r10", "r2") > 0,
        "paths go by their numbers");
    ok (fid_path_order ("a", "a") == 0 && fid_path_order ("a", "ab") < 0 &&
            fid_path_order ("a01", "a1") != 0,
        "and are equal only where the texts are");
    ok (fid_path_order ("99999999999999999999998", "99999999999999999999999") < 0,
        "numbers of any length");
    ok (fid_path_alike ("r2/a", "r10/a") && !fid_path_alike ("r2/a", "r2/b") &&
            !fid_path_alike ("a", "a1"),
        "alike: but for numbers");
}

int
main (void)
{
    test_order ();
    test_copy ();
    test_ranks ();
    test_tables ();
    return tap_done ();
}
