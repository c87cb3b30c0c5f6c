/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_dlio_log.c - phases, steps and facts from all wordings of dlio.log */
#include "tests/readers/check.h"

static void test_good (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/dlio_log/good.log"), 0, "good.log is read");
    ok (r.reader && strcmp (r.reader->name, "dlio_log") == 0 &&
            r.reader->clock == FID_CLOCK_APP && r.reject_n == 0 && r.note_n == 0,
        "by dlio_log, in the process's time, without complaint");
    ok_phases (&r, "2026-11-21T00:34:00",
               "init 39.745006-42.186351, block e1 b1 42.186878-58.786264, "
               "checkpoint e1 b1 58.791826-59.361729, block e1 b2 59.362608-75.901932, "
               "checkpoint e1 b2 75.903808-76.575367, block e1 b3 76.576292-93.154353, "
               "checkpoint e1 b3 93.155989-93.868537, block e1 b4 93.869451-110.429396, "
               "checkpoint e1 b4 110.431951-111.13322, block e1 b5 111.133943-111.135624, "
               "epoch e1 42.186351-111.139183, eval e1 111.139653-117.199639",
               "today's wording: INIT up to the first epoch, checkpoints are read");
    ok_int ((long long)r.step_n, 0, "no steps are logged by default");
    ok (r.phase_n > 3 && r.phase[1].step_n == 40 && r.phase[r.phase_n - 3].step_n == 0,
        "but counted where a block ends, of which the last has none");
    ok_str (rec_fact (&r, "ranks"), "1", "ranks");
    ok_str (rec_fact (&r, "computation_time_s"), "0.4113", "computation time");
    ok_str (rec_fact (&r, "au_percent"), "99.3487",
            "utilization: the mean, not the idle block's");
    ok_str (rec_fact (&r, "train_samples"), "66000", "training samples");
    ok_str (rec_fact (&r, "eval_samples"), "6000", "evaluation samples");
    ok_str (rec_fact (&r, "global_batch_size"), "32", "batch size");
    ok_str (rec_fact (&r, "checkpoint_gib"), "0.193846", "size of a checkpoint");
    ok_int ((long long)r.fact_n, 7, "no other facts");
    ok_lines (&r, 5427, 61, 47, "the table has no stamps");
    ok_int (r.logline_n ? r.logline[0].quantum_ns : 0, 1000, "stamped to the us");
    rec_clear (&r);
}

static void test_odd (void)
{
    struct rec r;
    const char *zero = "2023-02-11T11:34:00";
    ok_int (rec_read (&r, "tests/data/dlio_log/odd.log"), 0, "odd.log is read");
    ok_rejects (&r, "", "progress bars are no malformed lines");
    ok_phases (
        &r, zero,
        "init 33.621862-40.120001, block e1 b1 40.121114-45, checkpoint e1 b1 45.1-46.1, "
        "block e1 b1 46.2-47.2, eval e1 47.3-48.3, epoch e1 40.120001-48.4, "
        "load e1 b1 48.5-49, block e2 b1! 50.1-51, epoch e2! 50-51",
        "the older wording; a block number twice; the end is missing");
    ok_steps (
        &r, zero,
        "e1 0.75+1.25/2 @42, r1 e1 0.99+1.11/2.1 @42.01, e1 -+-/1.5 @44, e1v 0.1+0.4/0.5 @47.9",
        "steps of all ranks; computing begins where loading ends");
    ok_str (rec_fact (&r, "ranks"), "8", "ranks");
    ok_str (rec_fact (&r, "global_batch_size"), "32", "batch size of all ranks");
    ok_str (rec_fact (&r, "computation_time_s"), "0.25", "a computation time without a mean");
    ok (!rec_fact (&r, "au_percent"), "no utilization");
    ok (r.note_n == 2 && has_note (&r, "block never ends") && has_note (&r, "epoch never ends"),
        "the missing ends are noted");
    ok_lines (&r, 3035, 29, 28, "one line has no stamp");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dlio_log/old.log"), 0, "old.log is read");
    ok_phases (&r, "2022-09-01T10:00:00", "init 1e-06-1.000001, epoch e1 1.000001-3.000001",
               "without levels");
    ok_str (rec_fact (&r, "ranks"), "2", "its ranks");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dlio_log/instrumented.log"), 0,
            "instrumented.log is read");
    ok_steps (&r, "2023-05-03T10:00:00", "e2 0.005403321+0.4120001/0.4183005, e2 0.001+-/0.002",
              "named durations make steps without an instant");
    ok (r.note_n == 1 && has_note (&r, "two ways"), "the other way of telling them is noted");
    ok_phases (&r, "2023-05-03T10:00:00", "init 0-0.000123, epoch e2 0.000123-1", "its phases");
    rec_clear (&r);
}

static void test_broken (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/dlio_log/broken.log"), 0, "broken.log is read");
    ok_rejects (&r, "5 6 7", "numbers that are none are named");
    ok_phases (&r, "2026-11-21T00:00:00", "init 6-7, eval! 7-8",
               "none of two runs is complete: the last one, cut at the latest stamp");
    ok (has_note (&r, "block ends without a start") &&
            has_note (&r, "block ends before it starts") && has_note (&r, "several attempts"),
        "all of it noted");
    rec_clear (&r);

    rec_text (&r, "dlio.log",
              "[OUTPUT] 2026-11-21T00:00:00.5 Running DLIO with 1 process(es)\n"
              "[OUTPUT] 2026-11-21 00:00:01.5 Generation done");
    ok_phases (&r, "2026-11-21T00:00:00", "init 0.5-1.5", "data generation alone");
    rec_clear (&r);
    rec_text (&r, "dlio.log",
              "[OUTPUT] 2026-11-21T00:00:00.5 Running DLIO with 1 process(es)\n"
              "[OUTPUT] 2026-11-21 00:00:01.5 Starting data genera");
    ok_phases (&r, "2026-11-21T00:00:00", "init! 0.5-1.5", "a run that ended before it began");
    rec_clear (&r);
    rec_text (&r, "dlio.log",
              "[OUTPUT] 2026-11-21T00:00:00.5 Running DLIO with 1 process(es)\n"
              "[OUTPUT] 2026-11-21 00:00:01.5 Generation done");
    ok_lines (&r, 63 + 46, 2, 2, "date and time apart; no newline at the end");
    rec_clear (&r);

    rec_text (&r, "other.log", "[INFO] 2026-11-21T00:00:00.5 something else\n");
    ok (!r.reader, "another log of that shape is not taken for DLIO's");
    rec_clear (&r);
}

/* Other nodes, data generation, and what launchers and loggers put before a line. */
static void test_others (void)
{
    struct rec r;
    const char *zero = "2024-05-06T07:08:00";
    ok_int (rec_read (&r, "tests/data/dlio_log/node.log"), 0, "node.log is read");
    ok_reader (&r, "dlio_log", "a log with step lines alone is known");
    ok_phases (&r, zero, "", "it has no phases, and nothing was cut short");
    ok_steps (
        &r, zero,
        "r9 e-1 -+-/1.5 @1, e-1 -+-/1.25 @1.1, r13 e-1 -+-/1.75 @1.2, r9 e-1 -+-/0.5 @1.5, "
        "e-1 0.125+0.25/0.375 @1.75",
        "steps of all ranks, those of the lowest lead");
    ok (r.step_n == 5 && r.step[1].ranked && r.step[1].rank == 5, "which is 5");
    ok (r.note_n == 1 && has_note (&r, "the lines of rank 5 are used"), "which is noted");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dlio_log/datagen.log"), 0, "datagen.log is read");
    ok_phases (&r, zero, "init 1-9.5", "data generation that ended is not cut");
    ok_int ((long long)r.note_n, 0, "nothing is missing");
    ok_str (rec_fact (&r, "ranks"), "2", "facts behind a rank");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/dlio_log/compose.log"), 0, "compose.log is read");
    ok_phases (&r, zero, "init 1-2, block e1 b1 2.1-4, epoch e1 2-4.5",
               "containers, colours, and a logger with a time of its own");
    ok_steps (&r, zero, "e1 0.5+-/1.5", "lines without a stamp");
    rec_clear (&r);

    static const char *const prefix[] = {
        "  0: ",       "[1,0]<stdout>:",
        "[default0]:", "node03: ",
        "[0] ",        "dlio_1 | ",
        "\x1b[32m",    "INFO:root:",
        "INFO - ",     "I0518 12:00:00.123456 12345 main.py:57] "};
    for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++) {
        char text[1024];
        snprintf (text, sizeof text,
                  "%s[INFO] 2024-05-06T07:08:01 Running DLIO with 1 process(es)\n"
                  "%s[INFO] 2024-05-06T07:08:02 Starting epoch 1: 2 steps expected\n"
                  "%s[INFO] 2024-05-06T07:08:03 Ending epoch 1 - 2 steps completed in 1 s\n",
                  prefix[i], prefix[i], prefix[i]);
        rec_text (&r, "out.txt", text);
        ok_phases (&r, zero, "init 1-2, epoch e1 2-3", prefix[i]);
        rec_clear (&r);
    }
}

/* Runs that are appended to one log: the complete one counts; two are told as two. */
static void test_several (void)
{
    static const char run[] =
        "[INFO] 2026-11-21T00:00:%02d Running DLIO with 1 process(es)\n"
        "[INFO] 2026-11-21T00:00:%02d Starting epoch 1: 2 steps expected\n"
        "[INFO] 2026-11-21T00:00:%02d Rank 0 step 1 processed 4 samples in "
        "0.5 s\n%s";
    static const struct {
        const char *ends, *phases, *note; /* 'c': a run is complete, '-': it is not */
        size_t step_n;
    } cases[] = {
        {"c", "init 0-1, epoch e1 1-3", "", 1},
        {"cc", "init 0-1, epoch e1 1-3, init 10-11, epoch e1 11-13", "a second run", 2},
        {"-c", "init 10-11, epoch e1 11-13", "the complete one", 1},
        {"c-", "init 0-1, epoch e1 1-3", "the complete one", 1},
        {"c--", "init 0-1, epoch e1 1-3", "the complete one", 1},
        {"-c-", "init 10-11, epoch e1 11-13", "the complete one", 1},
        {"--", "init 10-11, epoch e1! 11-12", "several attempts", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rec r;
        char text[2048], end[128];
        size_t n = 0;
        for (int k = 0; cases[i].ends[k]; k++) {
            snprintf (end, sizeof end, "[INFO] 2026-11-21T00:00:%02d Ending epoch 1\n",
                      10 * k + 3);
            n += (size_t)snprintf (text + n, sizeof text - n, run, 10 * k, 10 * k + 1,
                                   10 * k + 2, cases[i].ends[k] == 'c' ? end : "");
        }
        rec_text (&r, "dlio.log", text);
        ok_phases (&r, "2026-11-21T00:00:00", cases[i].phases, cases[i].ends);
        ok (r.step_n == cases[i].step_n && (!*cases[i].note || has_note (&r, cases[i].note)),
            "with its steps, and a note which run it is");
        rec_clear (&r);
    }
}

int main (void)
{
    test_good ();
    test_odd ();
    test_broken ();
    test_others ();
    test_several ();
    ok_gz ("dlio_log", "good.log");
    ok_gz ("dlio_log", "odd.log");
    ok_gz ("dlio_log", "instrumented.log");
    ok_gz ("dlio_log", "old.log");
    ok_gz ("dlio_log", "broken.log");
    ok_gz ("dlio_log", "node.log");
    ok_gz ("dlio_log", "datagen.log");
    ok_gz ("dlio_log", "compose.log");
    return tap_done ();
}
