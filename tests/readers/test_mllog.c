/* test_mllog.c - phases, steps and facts from MLLOG, as a log and as an array */
#include "tests/readers/check.h"

static void
test_good (void)
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

static void
test_odd (void)
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
    ok (has_note (&r, "ranks other than 0"), "the other ranks are noted");
    ok (has_note (&r, "init started again"), "so is the second start");
    ok (has_note (&r, "block ends without a start"), "and the stop without one");
    ok (has_note (&r, "checkpoint never ends"), "and the end of the log");
    ok_int ((long long)r.note_n, 4, "each once");
    ok_lines (&r, 3062, 21, 16, "noise and other ranks have no time");
    rec_clear (&r);
}

static void
test_broken (void)
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

/* What the log does not close, the application's processes logging as they like. */
static void
test_init (void)
{
    struct rec r;
    const char *zero = "1970-01-01T00:00:00";
#define AT(ms, key) ":::MLLOG {\"time_ms\": " #ms ", \"key\": \"" key "\"}\n"
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
#undef AT
}

static void
test_array (void)
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

int
main (void)
{
    test_good ();
    test_odd ();
    test_broken ();
    test_init ();
    test_array ();
    ok_gz ("mllog", "good.log");
    ok_gz ("mllog", "odd.log");
    ok_gz ("mllog", "broken.log");
    ok_gz ("mllog_array", "good.json");
    ok_gz ("mllog_array", "odd.json");
    ok_gz ("mllog_array", "broken.json");
    return tap_done ();
}
