/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_mllog.c - phases, steps and facts from MLLOG, as a log and as an array */
#include "readers/mllog/mllog_log.h"
#include "tests/readers/check.h"

static void test_good (void)
{
    struct rec r;
    const char *zero = "2026-11-21T00:18:58";
    ok_int (rec_read (&r, "tests/data/mllog/good.log"), 0, "good.log is read");
    ok (r.reader && strcmp (r.reader->name, "mllog") == 0 && r.reader->clock == FID_CLOCK_UTC &&
            r.reject_n == 0 && r.note_n == 0,
        "by mllog, in UTC, without complaint");
    ok_phases (&r, zero,
               "init 0.375-0.472, epoch e1 0.472-14.348, eval e1 14.348-16.913, "
               "epoch e2 16.913-29.856, eval e2 29.856-32.433, checkpoint e2 32.433-32.591, "
               "epoch e3 32.591-46.329, eval e3 46.329-49.098, epoch e4 49.098-61.935, "
               "eval e4 61.935-64.563, checkpoint e4 64.563-64.675, epoch e5 64.675-77.488, "
               "eval e5 77.488-80.083, run 0.472-80.083",
               "phases in the order of their ends");
    ok_int ((long long)r.step_n, 10, "two steps an epoch");
    ok (r.step_n == 10 && r.step[0].epoch == 1 && !r.step[0].eval, "the first step's epoch");
    if (r.step_n == 10) {
        ok_close (r.step[0].load_s, 0.170206371, 1e-12, "its load");
        ok_close (r.step[0].compute_s, 0.986126664, 1e-12, "its computation");
        ok_close (r.step[0].step_s, 1.156333035, 1e-12, "the whole");
        ok_int (r.step[0].end_ns - at (zero), 1629000000, "it ends when it is logged");
    }
    ok_str (rec_fact (&r, "workload"), "unet3d", "workload");
    ok_str (rec_fact (&r, "global_batch_size"), "2", "batch size");
    ok_str (rec_fact (&r, "train_samples"), "80", "training samples");
    ok_str (rec_fact (&r, "eval_samples"), "10", "evaluation samples");
    ok_str (rec_fact (&r, "seed"), "1", "seed");
    ok_int ((long long)r.fact_n, 5, "no other facts");
    ok_lines (&r, 14889, 75, 75, "each line is an anchor's candidate");
    ok_int (r.logline_n ? r.logline[0].quantum_ns : 0, 1000000, "stamped to the ms");
    rec_clear (&r);
}

static void test_odd (void)
{
    struct rec r;
    const char *zero = "2023-02-11T13:13:20";
    ok_int (rec_read (&r, "tests/data/mllog/odd.log"), 0, "odd.log is read");
    ok_rejects (&r, "", "noise is no malformed line");
    ok_phases (&r, zero,
               "init 0.6-9.874, training 10-11, eval 11.5-12, checkpoint! 12.001-13.5",
               "the later start counts, the suffix tells a stop, an open checkpoint is cut at "
               "the last stamp");
    ok_steps (&r, zero, "e2 0.001203311+0.381004112/0.382900001 @10.601, e-1v -+-/0.1 @11.7",
              "a step of training, one of the evaluation without its parts");
    ok_str (rec_fact (&r, "workload"), "dlrm", "of rank 0, not of rank 12");
    ok (has_note (&r, "of other ranks are left out"), "the other ranks are noted");
    ok (has_note (&r, "init started again"), "so is the second start");
    ok (has_note (&r, "block ends without a start"), "and the stop without one");
    ok (has_note (&r, "checkpoint never ends"), "and the end of the log");
    ok_int ((long long)r.note_n, 4, "each once");
    ok_lines (&r, 3062, 21, 16, "noise and other ranks have no time");
    rec_clear (&r);
}

static void test_broken (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/mllog/broken.log"), 0, "broken.log is read");
    ok_rejects (&r, "2 3 4 5 6 7 10", "what is no MLLOG object is named");
    ok_phases (&r, "2023-02-11T13:13:20", "init 0.11-0.3, epoch e1! 0.4-0.4",
               "the rest counts; an epoch without a number is counted");
    rec_clear (&r);

    rec_text (&r, "app.log", "Traceback (most recent call last):\n");
    ok (r.rc == 0 && r.reader && has_note (&r, ":::MLLOG") && r.phase_n == 0,
        "a log of noise is no error, but noted");
    rec_clear (&r);

    rec_text (&r, "x.log",
              ":::MLLOG {\"time_ms\": 99999999999999999, \"key\": \"init_start\"}\n"
              ":::MLLOG {\"time_ms\": 2000, \"key\": \"eval_start\"}\n"
              ":::MLLOG {\"time_ms\": 1000, \"key\": \"eval_stop\"}\r\n"
              ":::MLLOG {\"time_ms\": 1000, \"key\": \"epoch_start\", \"metadata\": "
              "{\"first_epoch_num\": 3}}\n"
              ":::MLLOG {\"time_ms\": 1100, \"key\": \"block_start\"}\n"
              ":::MLLOG {\"time_ms\": 1200, \"key\": \"block_stop\"}\n"
              ":::MLLOG {\"time_ms\": 1300, \"key\": \"block_start\"}\n"
              ":::MLLOG {\"time_ms\": 1400, \"key\": \"block_stop\"}\n"
              ":::MLLOG {\"time_ms\": 1500, \"key\": \"epoch_stop\"}\n"
              ":::MLLOG {\"time_ms\": 1600, \"key\": \"step_end\", \"value\": "
              "{\"duration\": -5}}\n");
    ok_rejects (&r, "1", "a time beyond all clocks");
    ok (has_note (&r, "eval ends before it starts"), "an interval that runs backwards");
    ok_phases (&r, "1970-01-01T00:00:00",
               "block e3 b1 1.1-1.2, block e3 b2 1.3-1.4, epoch e3 1-1.5",
               "blocks are counted in their epoch");
    ok_steps (&r, "1970-01-01T00:00:00", "e3 -+-/- @1.6", "a negative duration is none");
    rec_clear (&r);
}

#define AT(ms, key) ":::MLLOG {\"time_ms\": " #ms ", \"key\": \"" key "\"}\n"
#define NO(ms, key, number)                                                                    \
    ":::MLLOG {\"time_ms\": " #ms ", \"key\": \"" key "\", \"metadata\": "                     \
    "{\"epoch_num\": " #number "}}\n"

/* What launchers and loggers put before the mark. */
static void test_prefixes (void)
{
    static const struct {
        const char *what, *mine, *other;
    } cases[] = {
        {"srun -l", "  0: ", "128: "},
        {"srun -l, ranks below 10", "0: ", "7: "},
        {"MPICH", "[0] ", "[11] "},
        {"mpirun --tag-output", "[1,0]<stdout>:", "[1,3]<stdout>:"},
        {"prterun", "[prterun-node-71@1,0]<stderr>: ", "[prterun-node-71@1,2]<stderr>: "},
        {"torchrun --tee", "[default0]:", "[default3]:"},
        {"torchrun", "[rank0]: ", "[rank1]: "},
        {"docker compose", "trainer-1  | ", NULL},
        {"docker compose, coloured", "\x1b[36mtrainer_1  |\x1b[0m ", NULL},
        {"pdsh", "node03: ", NULL},
        {"pdsh and torchrun", "node03: [default0]:", "node03: [default1]:"},
        {"pdsh and srun -l, coloured", "\x1b[1mnode03: \x1b[0m 0: ", "node03: 12: "},
        {"glog", "I0518 12:00:00.123456 12345 mlperf_log.py:57] ", NULL},
        {"Python's logging", "INFO:mlperf:", NULL},
        {"Python's logging with the time", "2023-11-14 22:13:22,001 - mlperf - INFO - ", NULL},
        {"Hydra's logging", "[2023-11-14 22:13:22,001][root][INFO] - ", NULL},
        {"a level alone", "INFO: ", NULL},
        {"a line that another process had begun", "n_gpu: 8, 16-bits training: True", NULL},
        {"such a line of a rank", " 0: n_gpu: 8, 16-bits training: True", "3: n_gpu: 8"},
    };
    static const char *const event[] = {AT (1000, "init_start"), AT (2000, "init_stop"),
                                        AT (3000, "epoch_start"), AT (4000, "epoch_stop")};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2048];
        size_t n = 0;
        struct rec r;
        for (size_t k = 0; k < 4; k++) {
            n += (size_t)snprintf (text + n, sizeof text - n, "%s%s", cases[i].mine, event[k]);
            if (cases[i].other)
                n += (size_t)snprintf (text + n, sizeof text - n, "%s%s", cases[i].other,
                                       event[3 - k]);
        }
        rec_text (&r, "result_0.txt", text);
        ok_phases (&r, "1970-01-01T00:00:00", "init 1-2, epoch e1 3-4", cases[i].what);
        ok (r.reject_n == 0 && r.note_n == (cases[i].other ? 1 : 0), "%s: %s", cases[i].what,
            cases[i].other ? "the other ranks are left out" : "nothing is missing");
        rec_clear (&r);
    }
}

#define STEP(ms, key, ns)                                                                      \
    ":::MLLOG {\"time_ms\": " #ms ", \"key\": \"" key "\", \"value\": {\"duration\": " #ns     \
    "}}\n"

/* Steps of all ranks in one log. */
static void test_ranks (void)
{
    static const struct {
        const char *tag[3], *want, *what;
    } cases[] = {
        {{"2: ", "0: ", "1: "},
         "r2 e-1 -+-/1 @1, e-1 -+-/2 @1.1, r1 e-1 -+-/3 @1.2",
         "srun -l"},
        {{"node2: [default0]:", "node1: [default0]:", "node1: [default1]:"},
         "r2 e-1 -+-/1 @1, e-1 -+-/2 @1.1, r1 e-1 -+-/3 @1.2",
         "numbers that are those within a host: in the order of hosts"},
        {{"node2: [rank7]: ", "node1: [rank0]: ", "node1: [rank1]: "},
         "r7 e-1 -+-/1 @1, e-1 -+-/2 @1.1, r1 e-1 -+-/3 @1.2",
         "numbers that are the job's stay"},
    };
    static const char *const event[] = {STEP (1000, "step_end", 1000000000),
                                        STEP (1100, "step_end", 2000000000),
                                        STEP (1200, "step_end", 3000000000)};
    const char *zero = "1970-01-01T00:00:00";
    struct rec r;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        size_t n = 0;
        for (size_t k = 0; k < 3; k++)
            n +=
                (size_t)snprintf (text + n, sizeof text - n, "%s%s", cases[i].tag[k], event[k]);
        rec_text (&r, "a.log", text);
        ok_steps (&r, zero, cases[i].want, cases[i].what);
        ok_int ((long long)r.note_n, 0, "  and nothing is left out");
        rec_clear (&r);
    }
    rec_text (
        &r, "a.log",
        "1: " STEP (1000, "load_batch_mem", 250000000) "0: " STEP (
            1000, "load_batch_mem",
            500000000) "0: " STEP (2000, "step_end",
                                   1000000000) "1: " STEP (2100, "all_compute",
                                                           1500000000) "1: " STEP (2200,
                                                                                   "step_end",
                                                                                   1750000000));
    ok_steps (&r, zero, "e-1 0.5+-/1 @2, r1 e-1 0.25+1.5/1.75 @2.2",
              "the parts of a step are those of its rank");
    rec_clear (&r);

    char text[2048];
    size_t n = (size_t)sprintf (
        text, "node2: 8: " AT (1000, "init_start") "node2: 8: " AT (2000, "init_stop"));
    for (int rank = 0; rank < 8; rank++)
        n += (size_t)sprintf (text + n, "node1: %d: %s", rank,
                              STEP (3000, "step_end", 1000000000));
    rec_text (&r, "a.log", text);
    ok_phases (&r, zero, "init 1-2",
               "phases of a host stay, though another one logs more ranks");
    ok_int ((long long)r.step_n, 8, "with the steps of that one");
    rec_clear (&r);
}

/* Several processes without a rank 0; containers; marks that are none. */
static void test_sources (void)
{
    struct rec r;
    const char *zero = "1970-01-01T00:00:00", *cloud = "2023-11-14T22:13:20";
    rec_text (&r, "a.log",
              "[7] " AT (900, "init_start") "[4] " AT (1000, "init_start") "[7] " AT (
                  1900, "init_stop") "[4] " AT (2000, "init_stop"));
    ok_phases (&r, zero, "init 1-2", "without rank 0 the lowest counts");
    ok (has_note (&r, "the lines of rank 4 are used"), "which is noted");
    rec_clear (&r);

    rec_text (
        &r, "a.log",
        "0: " AT (1000, "run_start") "0: " AT (1000, "block_start") "9: " AT (
            1900,
            "eval"
            "_sta"
            "rt") "8: " AT (2000,
                            "eval_start") "8: " AT (3000,
                                                    "eval_stop") "9: " AT (3100,
                                                                           "eval_stop") "0:"
                                                                                        " " AT (
                                                                                            4000,
                                                                                            "bl"
                                                                                            "oc"
                                                                                            "k_"
                                                                                            "st"
                                                                                            "o"
                                                                                            "p") "8: " AT (5000,
                                                                                                           "run_stop"));
    ok_phases (&r, zero, "eval 2-3, block b1 1-4, run 1-5",
               "rank 0 trains, others evaluate and end the run");
    ok (has_note (&r, "come from other ranks"), "which is noted");
    rec_clear (&r);

    rec_text (&r, "a.log",
              "{\"time_ms\": 1000, \"key\": \"init_start\"}\n" AT (2000, "init_stop"));
    ok_phases (&r, zero, "init 1-2", "an object that has lost its mark");
    rec_clear (&r);

    rec_text (
        &r, "a.log",
        "node2: " AT (900, "init_start") "node10: " AT (1000, "init_start") "node10: " AT (
            2000,
            "init_stop") "node2: " AT (1900,
                                       "init_stop") "node10: " AT (3000,
                                                                   "epoch_start") "node10:"
                                                                                  " " AT (4000,
                                                                                          "epoc"
                                                                                          "h_"
                                                                                          "sto"
                                                                                          "p"));
    ok_phases (&r, zero, "init 1-2, epoch e1 3-4", "the host that logs most counts");
    rec_clear (&r);

    rec_text (&r, "a.log",
              "+ echo ':::MLLOG {\"time_ms\": 500, \"key\": \"init_start\"}'\n"
              "see :::MLLOG in the log\n" AT (1000, "init_start") AT (2000, "init_stop"));
    ok_phases (&r, zero, "init 1-2", "a mark in quotes, or without an object, is text");
    ok_rejects (&r, "", "which is not malformed");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/mllog/srun.log"), 0, "srun.log is read");
    ok_phases (&r, cloud,
               "init 0.102-5, block b1 6-8, block b2 8-10, block b3 10-12, run 5.001-12.5",
               "12 tasks, whose first lines are of other ranks");
    ok_str (rec_fact (&r, "workload"), "stable_diffusion", "the workload of rank 0");
    rec_clear (&r);
    ok_int (rec_read (&r, "tests/data/mllog/compose.log"), 0, "compose.log is read");
    ok_phases (&r, cloud, "init 0.1-2, epoch e1 2.5-7.5, run 2.001-8",
               "two containers, colours and loggers");
    rec_clear (&r);
    ok_int (rec_read (&r, "tests/data/mllog/bare.log"), 0, "bare.log is read");
    ok_reader (&r, "mllog", "objects without the mark are known");
    ok_phases (&r, cloud, "init 0.1-1, epoch e1 2-3, run 1-3", "and read");
    ok_rejects (&r, "", "other JSON is no malformed line");
    rec_clear (&r);
}

/* The first object comes long after the head of the file. */
static void test_late (void)
{
    static const char events[] = AT (1000, "init_start") AT (2000, "init_stop");
    struct rec r;
    size_t n = 0;
    char *text = malloc (2000000);
    while (n < 1300000)
        n += (size_t)sprintf (text + n, "Epoch 1: loss 0.123456, %zu images\n", n);
    strcpy (text + n, events);
    rec_text (&r, "result_0.txt", text);
    ok_reader (&r, "mllog", "1.3 MB of other text may come first");
    ok_phases (&r, "1970-01-01T00:00:00", "init 1-2", "the log is read");
    rec_clear (&r);
    free (text);
}

/* Which stop ends which start, and what a run that ended well leaves open. */
static void test_pairs (void)
{
    struct rec r;
    const char *zero = "1970-01-01T00:00:00", *cloud = "2023-11-14T22:13:20";
    ok_int (rec_read (&r, "tests/data/mllog/mxnet.log"), 0, "mxnet.log is read");
    ok_phases (&r, cloud,
               "init 0.1-1, block e1 b1 2-4.5, block e20 b2 4.5-7, block e40 b3 7-9.5, "
               "block e60 b4 9.5-12, run 1-12.5",
               "stops with other numbers, and one after the next start in the same ms");
    ok_int ((long long)r.note_n, 0, "all of it is explained");
    rec_clear (&r);

    rec_text (&r, "a.log",
              NO (1000, "block_start", 1) NO (2000, "block_start", 2) NO (2000, "block_stop", 1)
                  NO (3000, "block_stop", 2));
    ok_phases (&r, zero, "block e1 b1 1-2, block e2 b2 2-3", "numbers tell as much as order");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/mllog/overlap.log"), 0, "overlap.log is read");
    ok_phases (&r, cloud,
               "init 0.1-1, eval e1 4-5.6, eval e1 5-6.002, block e1 b1 2-7, "
               "block e3 b2 7.001-9, run 1-9",
               "evaluations overlap, logged by three processes; a block starts each epoch");
    rec_clear (&r);

    rec_text (&r, "a.log",
              NO (1000, "eval_start", 1) NO (2000, "eval_start", 2) NO (3000, "eval_stop", 2)
                  NO (4000, "eval_stop", 3) AT (5000, "cache_clear"));
    ok_phases (&r, zero, "eval e2 2-3", "one without a stop, one without a start");
    ok (r.note_n == 2 && has_note (&r, "started again") && has_note (&r, "without a start"),
        "both are noted");
    rec_clear (&r);

    rec_text (&r, "a.log",
              AT (1000, "run_start")
                  NO (2000, "epoch_start",
                      1) ":::MLLOG {\"time_ms\": 5000, \"key\": \"run_stop\", \"metadata\": "
                         "{\"status\": \"success\"}}\n" AT (6000, "cache_clear"));
    ok_phases (&r, zero, "run 1-5, epoch e1 2-5", "a run that ended well ends what is open");
    ok_int ((long long)r.note_n, 0, "nothing is missing");
    rec_clear (&r);
    rec_text (
        &r, "a.log",
        AT (1000,
            "run_start") ":::MLLOG {\"time_ms\": 5000, \"key\": \"run_stop\", \"metadata\": "
                         "{\"status\": \"success\"}}\n" NO (5001, "block_start", 9)
                             AT (6000, "cache_clear"));
    ok_phases (&r, zero, "run 1-5", "what starts after it and never ends is left out");
    ok (r.note_n == 1 && has_note (&r, "after the run has ended"), "which is noted");
    rec_clear (&r);
    rec_text (&r, "a.log",
              AT (1000, "run_start")
                  NO (2000, "epoch_start",
                      1) ":::MLLOG {\"time_ms\": 5000, \"key\": \"run_stop\", \"metadata\": "
                         "{\"status\": \"aborted\"}}\n" AT (6000, "cache_clear"));
    ok_phases (&r, zero, "run 1-5, epoch e1! 2-6", "one that was aborted does not");
    rec_clear (&r);
}

/* The log as an array: what the reader uses, and nothing else. */
static void test_copy (void)
{
    static const char *const logs[] = {"srun", "compose", "bare", "results"};
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        struct rec log, copy;
        struct fid_text text;
        struct fid_error err;
        char path[4096], *array = NULL;
        size_t n = 0;
        const char *top = getenv ("srcdir");
        FILE *f = open_memstream (&array, &n);
        snprintf (path, sizeof path, "%s/tests/data/mllog/%s.log", top ? top : ".", logs[i]);
        int rc = fid_text_open (&text, path, &err) ? -1 : fid_mllog_copy (&text, f, &err);
        fid_text_close (&text);
        fclose (f);
        rec_read (&log, path + (top ? strlen (top) + 1 : 2));
        rec_bytes (&copy, "copy.log", array, n, 0);
        bool same = rc == 0 && copy.phase_n == log.phase_n && copy.reject_n == 0;
        for (size_t k = 0; same && k < log.phase_n; k++)
            /* the array has whole ms */
            same = llabs (copy.phase[k].start_ns - log.phase[k].start_ns) < FID_MS &&
                   llabs (copy.phase[k].end_ns - log.phase[k].end_ns) < FID_MS;
        ok (same && log.phase_n > 2, "%s.log as an array has its phases", logs[i]);
        rec_clear (&log);
        rec_clear (&copy);
        free (array);
    }
}

/* Times that are unknown or have fractions; evaluations that have only a result. */
static void test_times (void)
{
    struct rec r;
    const char *cloud = "2023-11-14T22:13:20";
    ok_int (rec_read (&r, "tests/data/mllog/results.log"), 0, "results.log is read");
    ok_phases (&r, cloud,
               "init 0.10025-1.0005, block e0 b1 2-4, block e1 b2 6-8, block e3 b3 10-12, "
               "run 1.001-14, eval e1 4-5.5, eval e3 8-9.5, block e4 b4 12-14",
               "fractions of ms and epochs; evaluations between blocks");
    ok_str (rec_fact (&r, "workload"), "resnet", "a line whose time is 0 tells the workload");
    ok_str (rec_fact (&r, "evaluations"), "3", "three results");
    ok_rejects (&r, "", "time 0 is not malformed");
    ok (r.note_n == 2 && has_note (&r, "2 lines have the time 0") &&
            has_note (&r, "2 evaluations have only a result"),
        "but noted");
    ok (r.logline_n > 2 && r.logline[0].t_ns == INT64_MIN && r.logline[1].t_ns == INT64_MIN,
        "and no anchor");
    rec_clear (&r);
    rec_text (&r, "a.log",
              ":::MLLOG {\"time_s\": 0.0, \"key\": \"seed\", \"value\": \"5\"}\n"
              ":::MLLOG {\"time_s\": 1700000001.5, \"key\": \"init_start\"}\n"
              ":::MLLOG {\"time_s\": 1700000002, \"key\": \"init_stop\"}\n");
    ok_phases (&r, cloud, "init 1.5-2", "seconds instead of ms");
    ok_str (rec_fact (&r, "seed"), "5", "a fact without a time");
    rec_clear (&r);
}

/* What the log does not close, the application's processes logging as they like. */
static void test_init (void)
{
    struct rec r;
    const char *zero = "1970-01-01T00:00:00";
    rec_text (&r, "a.log",
              AT (1000, "init_start") AT (2000, "run_start") AT (3000, "epoch_start")
                  AT (4000, "epoch_stop") AT (5000, "run_stop"));
    ok_phases (&r, zero, "epoch e1 3-4, run 2-5, init! 1-2",
               "INIT without an end lasts to the next span");
    ok (r.note_n == 1 && has_note (&r, "init never ends"), "which is noted");
    rec_clear (&r);
    rec_text (&r, "a.log",
              AT (1000, "init_start") AT (2000, "init_stop") AT (2500, "init_start")
                  AT (3000, "epoch_start") AT (4000, "epoch_stop"));
    ok_phases (&r, zero, "init 1-2, epoch e1 3-4",
               "INIT of a late process, without an end, does not cover the run");
    ok (r.note_n == 1 && has_note (&r, "left out"), "which is noted");
    rec_clear (&r);
    rec_text (&r, "a.log", AT (1000, "init_start") AT (2000, "cache_clear"));
    ok_phases (&r, zero, "init! 1-2", "a log that ends in INIT");
    rec_clear (&r);
    rec_text (&r, "a.log",
              AT (1000, "run_start") AT (1000, "epoch_start") AT (2000, "eval_start"));
    ok_phases (&r, zero, "eval e1! 2-2, epoch e1! 1-2, run! 1-2", "the inner ends first");
    rec_clear (&r);
}

static void test_array (void)
{
    struct rec r;
    const char *zero = "2023-02-11T13:13:20";
    ok_int (rec_read (&r, "tests/data/mllog_array/good.json"), 0, "an array is read");
    ok (r.reader && strcmp (r.reader->name, "mllog_array") == 0 && r.reject_n == 0 &&
            r.note_n == 0 && r.logline_n == 0,
        "by mllog_array, which has no lines of the log");
    ok_phases (&r, zero, "init 0.11-9.874, epoch e1 10.004-42.5", "phases");
    ok_steps (&r, zero, "e1 -+-/1.4 @11.5", "steps");
    ok_str (rec_fact (&r, "global_batch_size"), "4", "facts");
    rec_clear (&r);

    rec_read (&r, "tests/data/mllog_array/odd.json");
    ok (r.rc == 0 && r.reject_n == 0, "several objects on a line");
    ok_phases (&r, zero, "run 0.11-10", "a number and a text as time");
    rec_clear (&r);

    rec_read (&r, "tests/data/mllog_array/broken.json");
    ok_int (r.rc, 0, "a damaged array is read");
    ok_rejects (&r, "3 4 6", "what is no MLLOG object is named");
    ok_phases (&r, zero, "init 0.11-1.11", "the rest counts");
    rec_clear (&r);
}

/* "run> block1> block1< eval1> run<": starts and stops a second apart; "60" is a pause. */
static void write_marks (const char *marks, char *text, size_t size)
{
    struct fid_span rest = fid_span_of (marks), word;
    int64_t t_ms = 1795000000000;
    size_t n = 0;
    while (fid_span_word (&rest, &word)) {
        int64_t pause_s;
        if (fid_span_i64 (word, &pause_s)) {
            t_ms += pause_s * 1000;
            continue;
        }
        bool start = fid_span_ends (word, ">"), well = fid_span_ends (word, "!");
        word.n--;
        char number = fid_is_digit (word.p[word.n - 1]) ? word.p[--word.n] : 0;
        n += (size_t)snprintf (
            text + n, size - n,
            ":::MLLOG {\"time_ms\": %" PRId64 ", \"event_type\": \"INTERVAL_%s\", "
            "\"key\": \"%.*s_%s\", \"value\": null, \"metadata\": {",
            t_ms, start ? "START" : "END", FID_SPAN_ARG (word), start ? "start" : "stop");
        if (number)
            n += (size_t)snprintf (
                text + n, size - n, "\"%s\": %c",
                fid_span_is (word, "block") ? "first_epoch_num" : "epoch_num", number);
        n += (size_t)snprintf (text + n, size - n, "%s}}\n",
                               well ? "\"status\": \"success\"" : "");
        t_ms += 1000;
    }
}

/* A program that is started anew appends to the log of the attempt before. */
static void test_attempts (void)
{
    static const struct {
        const char *what, *marks;
        long long training_s; /* all blocks and epochs */
        bool noted;
    } cases[] = {
        {"one attempt", "init> init< run> block1> 9 block1< block2> 9 block2< run<", 20, false},
        {"one that died in its second block, and another",
         "init> init< run> block1> 9 block1< block2> 3600 init> init< run> block1> 9 block1< "
         "block2> 9 block2< run<",
         20, true},
        {"one that died in its first block",
         "init> init< run> block1> 30 init> init< run> block1> 9 block1< run<", 10, true},
        {"one that died before it trained", "run> 30 run> block1> 9 block1< run<", 10, false},
        {"one that ended, and another",
         "run> block1> 9 block1< run< 60 run> block1> 4 block1< run<", 5, true},
        {"two runs that ended well stay",
         "run> block1> 9 block1< run! 60 run> block1> 4 block1< run!", 15, true},
        {"the last of three",
         "run> block1> 9 block1< 60 run> block1> 7 block1< block2> 60 run> block1> 4 block1< "
         "run<",
         5, true},
        {"epochs without numbers", "run> epoch> 9 epoch< epoch> 60 run> epoch> 4 epoch< run<",
         5, true},
        {"an attempt that goes on with the third block",
         "run> block1> 9 block1< block2> 9 block2< block3> 60 run> block3> 4 block3< run<", 5,
         true},
        {"an attempt that goes on behind what ended",
         "run> block1> 9 block1< 60 run> block2> 4 block2< run<", 5, true},
        {"two processes without a tag",
         "run> block1> run> block1> 9 block1< block1< block2> block2> 9 block2< block2< run< "
         "run<",
         25, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rec r;
        char text[8192];
        double s = 0;
        write_marks (cases[i].marks, text, sizeof text);
        rec_text (&r, "result_0.txt", text);
        for (size_t k = 0; k < r.phase_n; k++)
            if (r.phase[k].name == FID_NAME_BLOCK || r.phase[k].name == FID_NAME_EPOCH)
                s += (double)(r.phase[k].end_ns - r.phase[k].start_ns) / 1e9;
        ok_int ((long long)s, cases[i].training_s, cases[i].what);
        ok ((has_note (&r, "several attempts") || has_note (&r, "a further run begins")) ==
                cases[i].noted,
            "  noted or not");
        rec_clear (&r);
    }
}

int main (void)
{
    test_attempts ();
    test_good ();
    test_odd ();
    test_broken ();
    test_prefixes ();
    test_ranks ();
    test_sources ();
    test_late ();
    test_pairs ();
    test_times ();
    test_copy ();
    test_init ();
    test_array ();
    ok_gz ("mllog", "good.log");
    ok_gz ("mllog", "odd.log");
    ok_gz ("mllog", "broken.log");
    ok_gz ("mllog", "srun.log");
    ok_gz ("mllog", "compose.log");
    ok_gz ("mllog", "bare.log");
    ok_gz ("mllog", "mxnet.log");
    ok_gz ("mllog", "overlap.log");
    ok_gz ("mllog", "results.log");
    ok_gz ("mllog_array", "good.json");
    ok_gz ("mllog_array", "odd.json");
    ok_gz ("mllog_array", "broken.json");
    return tap_done ();
}
