/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_answer_words.c - an answer in words: each sentence, and all of it */
#include "base/units.h"
#include "results/answer_words.h"
#include "tests/tap.h"

#define NOT_STATED FID_ABSENT

/* Two storages, "slow" and "fast", by one limit each: 25 and 98 MB/s. */
static struct fid_answer_scenario on_storage (const char *name, double mb_s)
{
    return (struct fid_answer_scenario){
        .name = name,
        .read_mib_s = mb_s / FID_MB_OF_MIB,
        .write_mib_s = NOT_STATED,
        .read_ms = NOT_STATED,
        .meta_ms = NOT_STATED,
        .iops = NOT_STATED,
        .counts = true,
        .error = log (.8),
        .value = {10, 8},
        .ratio = {4, 5},
        .measured = {NOT_STATED, NOT_STATED},
        .times = {{.time_s = 200, .buffer = 2, .fluid = 1.5, .utilisation = .25}}};
}

static struct fid_answer_scenario storages[4];

static struct fid_result_answer an_answer (void)
{
    storages[0] = on_storage ("slow", 25);
    storages[1] = on_storage ("fast", 98);
    return (struct fid_result_answer){
        .profile = FID_ANSWER_FOR_STORAGE,
        .error = log (1.04),
        .low = log (1.01),
        .high = log (1.09),
        .worst = {"slow", log (.93), 0},
        .capacity = {.utilisation = .9,
                     .side = {12.8, 12.3},
                     .low = {12.2, 11.7},
                     .high = {13.5, 13}},
        .scenario = storages,
        .scenario_n = 2,
        .verdict = FID_VALID,
        .tolerance = .1,
        .modelled = log (1.02),
        .bound = true,
        .bound_mib_s = NOT_STATED,
        .bound_meta_ms = NOT_STATED,
        .runs = {
            {.run_n = 1, .recorded_s = 50, .model_s = 51, .demand_mib_s = 100 / FID_MB_OF_MIB},
            {.run_n = 1, .recorded_s = NOT_STATED, .model_s = 52, .demand_mib_s = 50}}};
}

static void says_error (const struct fid_result_answer *a, const char *want, const char *what)
{
    char text[FID_ANSWER_WORDS];
    ok_str (fid_answer_error_words (a, text), want, what);
}

static void test_numbers (void)
{
    static const struct {
        double x;
        const char *want;
    } cases[] = {{0, "0"},           {12.345, "12.3"},  {999.4, "999"},       {999.5, "1000"},
                 {-12345, "-12345"}, {.0001, "0.0001"}, {.00001, "0.0000100"}},
      percents[] = {{.0094, "0.9 %"}, {.0096, "1 %"}, {-.5, "-50 %"}, {-.009, "-0.9 %"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ok_str (fid_three_digits (cases[i].x).text, cases[i].want, "three digits");
    char text[16];
    for (size_t i = 0; i < sizeof percents / sizeof *percents; i++)
        ok_str (fid_answer_percent (log1p (percents[i].x), text), percents[i].want, "a share");
}

static void test_errors (void)
{
    struct fid_result_answer a = an_answer ();
#define OFF  "the benchmark's answer is 4 % off (1 % to 9 %"
#define BOTH "between 25 and 98 MB/s "
    says_error (&a, BOTH OFF "), worst at 25 MB/s: 7 % too slow",
                "an error, where, and where it is worst");
    a.worst.error = log (1.07);
    says_error (&a, BOTH OFF "), worst at 25 MB/s: 7 % too fast", "the other direction");
    a.worst.error = log1p (-.0006);
    says_error (&a, BOTH OFF "), worst at 25 MB/s: 0.1 % too slow", "a small one");
    a.worst.error = log1p (-.0004);
    says_error (&a, BOTH OFF ")", "one that would be printed as 0.0 %");
    a.worst.error = log (.93);
    a.unit = FID_ANSWER_IN_SLOWDOWNS;
    says_error (&a,
                BOTH "the benchmark's answer, each job against its own full speed, is 4 % off "
                     "(1 % to 9 %), worst at 25 MB/s: 7 % too slow",
                "of jobs whose work is not the same");
    a.unit = FID_ANSWER_IN_SAMPLES;
    storages[1].counts = false;
    says_error (&a, "at 25 MB/s " OFF "), too slow",
                "one storage is named, those that slow nothing are not");
    storages[0].counts = false;
    a.worst.scenario = "full speed";
    storages[2] = on_storage ("full speed", NOT_STATED);
    a.scenario_n = 3;
    says_error (&a, "at full speed " OFF "), too slow", "nothing is slowed");
    storages[1].counts = storages[0].counts = true;
    says_error (&a, BOTH OFF "), worst at full speed: 7 % too slow",
                "full speed always counts, and may be the worst");
    a = an_answer ();
    storages[0].read_ms = 2;
    says_error (&a, "at 98 MB/s, on slow " OFF "), worst on slow: 7 % too slow",
                "a storage that states more than one limit is named");
    storages[1].meta_ms = 1;
    says_error (&a, "on 2 storages " OFF "), worst on slow: 7 % too slow", "two are counted");
    storages[0].read_ms = storages[1].meta_ms = NOT_STATED;
    storages[2] = on_storage ("wait", NOT_STATED);
    storages[2].read_ms = 5;
    storages[3] = on_storage ("requests", NOT_STATED);
    storages[3].iops = 200;
    a.scenario_n = 4;
    a.worst.scenario = "wait";
    says_error (&a,
                "between 25 and 98 MB/s, with 5 ms a read, at 200 requests a second " OFF
                "), worst with 5 ms a read: 7 % too slow",
                "each kind of limit");
    a = an_answer ();
    a.measured = true;
    says_error (&a, BOTH OFF ", measured), worst at 25 MB/s: 7 % too slow", "of times");
    a = an_answer ();
    a.profile = FID_ANSWER_FOR_CHECKPOINT;
    for (int i = 0; i < 2; i++) {
        storages[i].write_mib_s = storages[i].read_mib_s;
        storages[i].read_mib_s = NOT_STATED;
    }
    says_error (&a,
                "between 25 and 98 MB/s written the benchmark's answer about checkpoints is "
                "4 % off (1 % to 9 %), worst at 25 MB/s written: 7 % too slow",
                "of checkpoints");
    a.profile = FID_ANSWER_FOR_METADATA;
    for (int i = 0; i < 2; i++) {
        storages[i].write_mib_s = NOT_STATED;
        storages[i].meta_ms = 1 + i;
    }
    says_error (&a,
                "between 1 and 2 ms a metadata call the benchmark's answer about metadata is "
                "4 % off (1 % to 9 %), worst with 1 ms a metadata call: 7 % too slow",
                "of metadata");
    a.fact.quantity = FID_ANSWER_OF_SAVE_N;
    says_error (&a, "", "what is counted has no error");
    a = an_answer ();
    a.error = NOT_STATED;
    says_error (&a, "", "nor what is not known");
    a = an_answer ();
    a.error = 0;
    a.low = 0;
    a.worst.error = 0;
    says_error (&a, BOTH "the benchmark's answer is 0.0 % off (0.0 % to 9 %)",
                "no error is one, too");
}

static void test_facts (void)
{
    static const struct {
        struct fid_answer_decided fact;
        const char *want;
    } cases[] = {
        {{FID_ANSWER_OF_NOTHING, NULL, {1, 2}, .1}, ""},
        {{FID_ANSWER_OF_UNSEEN, NULL, {1, 2}, .1}, ""},
        {{FID_ANSWER_OF_ERROR, NULL, {-1, -1}, .1}, "at most 9 % off (limit 10 %)"},
        {{FID_ANSWER_OF_WORST, "slow", {10, 9.3}, .21},
         "7 % too slow at 25 MB/s: real job 10, benchmark 9.3 samples a second (limit 21 %)"},
        {{FID_ANSWER_OF_CAPACITY, NULL, {12.8, 20}, .21},
         "1 GB/s feeds 12.8 accelerators of the real job, 20 of the benchmark (limit 21 %)"},
        {{FID_ANSWER_OF_SELF_CHECK, NULL, {1.02, 1.5}, .05},
         "in the model the real job takes 1.02 times the recorded time, the benchmark 1.5 "
         "times (limit 5 %)"},
        {{FID_ANSWER_OF_SAVE_N, NULL, {5, -1}, .1},
         "the real job saves 5 checkpoints, the benchmark 0 (limit 10 %)"},
        {{FID_ANSWER_OF_LOAD_N, NULL, {1, 2}, .1},
         "the real job loads 1 checkpoints, the benchmark 2 (limit 10 %)"},
        {{FID_ANSWER_OF_SAVE_BYTES, NULL, {5e8, 2.4e8}, .1},
         "the real job saves 500 MB at a time, the benchmark 240 MB (limit 10 %)"},
        {{FID_ANSWER_OF_LOAD_BYTES, NULL, {5e6, 0}, .1},
         "the real job loads 5 MB at a time, the benchmark 0 MB (limit 10 %)"},
        {{FID_ANSWER_OF_META_N, NULL, {12345, 99}, .1},
         "the real job makes 12345 metadata calls, the benchmark 99 (limit 10 %)"},
    };
    char text[FID_ANSWER_WORDS], verdict[FID_ANSWER_WORDS];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_result_answer a = an_answer ();
        a.fact = cases[i].fact;
        ok_str (fid_answer_fact_words (&a, text), cases[i].want, "what decided");
        ok (fid_answer_has_fact (&a) == (*cases[i].want != '\0'), "and whether something did");
        snprintf (verdict, sizeof verdict, "valid for storage by bandwidth%s%.400s",
                  *text ? ": " : "", text);
        ok_str (fid_answer_verdict_words (&a, "storage", text), verdict, "behind the verdict");
    }
}

/* The number that decided, by verdict and limit; what a verdict rests on; what would decide. */
static void test_verdicts (void)
{
    struct fid_result_answer a = an_answer ();
    char text[FID_ANSWER_WORDS];
    a.fact = (struct fid_answer_decided){FID_ANSWER_OF_ERROR, NULL, {-1, -1}, .1};
#define VERDICT(want, what) ok_str (fid_answer_verdict_words (&a, "storage", text), want, what)
    VERDICT ("valid for storage by bandwidth: at most 9 % off (limit 10 %)",
             "the upper end, and that no wait was tested");
    storages[1].read_ms = 5;
    storages[1].counts = false;
    VERDICT ("valid for storage by bandwidth: at most 9 % off (limit 10 %)",
             "a wait that slows nothing tests nothing");
    storages[1].counts = true;
    VERDICT ("valid for storage: at most 9 % off (limit 10 %)", "one that does");
    storages[1].read_ms = NOT_STATED;
    storages[1].iops = 100;
    VERDICT ("valid for storage: at most 9 % off (limit 10 %)", "requests likewise");
    a.verdict = FID_NOT_VALID;
    a.low = log (1.25);
    VERDICT ("not valid for storage: at least 25 % off (limit 10 %)", "the lower end");
    a.verdict = FID_CANNOT_TELL;
    VERDICT ("cannot tell for storage: 25 % to 9 % off (limit 10 %)", "both");
    a.profile = FID_ANSWER_FOR_CHECKPOINT;
    a.verdict = FID_VALID;
    ok_str (fid_answer_verdict_words (&a, "checkpoint", text),
            "valid for checkpoint: at most 9 % off (limit 10 %)", "writes have no waits");
    ok_str (fid_answer_why_words (&a, text), "", "nothing is left open");
    a.reason = "so it is";
    ok_str (fid_answer_why_words (&a, text), "so it is", "a reason");
    a.way = FID_ANSWER_BY_RECORDINGS;
    a.way_width = log (1.03);
    ok_str (fid_answer_why_words (&a, text),
            "so it is; two more recordings of each side would decide (interval then +-3 %)",
            "and a remedy");
    a.way = FID_ANSWER_BY_TIMES;
    ok_str (fid_answer_why_words (&a, text),
            "so it is; two times of each side on each of these storages (scripts/throttle) "
            "would decide (interval then +-3 %)",
            "or times");
}

static void test_capacity (void)
{
    enum { LONE = 1, UNKNOWN = 2, UNSEEN = 4, STEPLESS = 8 };
    static const struct {
        int how, profile;
        double side[2];
        const char *want;
    } cases[] = {
#define FEEDS                                                                                  \
    "1 GB/s feeds 12.8 (12.2 to 13.5) of the real job's accelerators at 90 % utilisation; "
        {0,
         FID_ANSWER_FOR_STORAGE,
         {12.8, 12.3},
         FEEDS "the benchmark says 12.3 (11.7 to 13), -4 %"},
        {0,
         FID_ANSWER_FOR_READ,
         {12.8, 25.5},
         FEEDS "the benchmark says 25.5 (11.7 to 13), +99 %"},
        {0,
         FID_ANSWER_FOR_READ,
         {12.8, 25.6},
         FEEDS "the benchmark says 25.6 (11.7 to 13), 2 times as many"},
        {0, FID_ANSWER_FOR_READ, {12.8, -1}, FEEDS "of the emulation's it is not known"},
        {0,
         FID_ANSWER_FOR_READ,
         {-1, 12},
         "no read rate between a thousandth and a thousand times "
         "its demand decides whether accelerators are busy for 90 % of the training"},
        {LONE,
         FID_ANSWER_FOR_READ,
         {12.8, -1},
         "1 GB/s feeds 12.8 (12.2 to 13.5) of the job's accelerators at 90 % utilisation"},
        {LONE | UNKNOWN,
         FID_ANSWER_FOR_READ,
         {12.8, -1},
         "1 GB/s feeds 12.8 (12.2 to 13.5) of the job's accelerators at 90 % utilisation"},
        {UNKNOWN, FID_ANSWER_FOR_READ, {12.8, 12}, ""},
        {UNSEEN, FID_ANSWER_FOR_READ, {12.8, 12}, ""},
        {STEPLESS, FID_ANSWER_FOR_READ, {12.8, 12}, ""},
        {0, FID_ANSWER_FOR_CHECKPOINT, {12.8, 12}, ""},
        {0, FID_ANSWER_FOR_METADATA, {12.8, 12}, ""},
    };
    char text[FID_ANSWER_WORDS];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_result_answer a = an_answer ();
        a.profile = cases[i].profile;
        memcpy (a.capacity.side, cases[i].side, sizeof a.capacity.side);
        a.runs[1].run_n = cases[i].how & LONE ? NOT_STATED : 1;
        a.error = cases[i].how & UNKNOWN ? NOT_STATED : a.error;
        a.fact.quantity = cases[i].how & UNSEEN ? FID_ANSWER_OF_UNSEEN : FID_ANSWER_OF_NOTHING;
        a.stepless = cases[i].how & STEPLESS;
        ok_str (fid_answer_capacity_words (&a, text), cases[i].want, "a capacity");
    }
}

static void prints (const struct fid_result_answer *a, const char *want, const char *what)
{
    static const char *const name[] = {"R", "E"};
    struct fid_error err;
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream (&text, &n);
    ok (fid_answer_print (a, name, FID_FORMAT_TABLE, f, &err) == 0 && fclose (f) == 0,
        "printed");
    ok_str (text, want, what);
    free (text);
}

static void test_all (void)
{
    struct fid_result_answer a = an_answer ();
    a.reason = "so it is";
    a.measured = true;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            storages[i].measured[k] = 2 + i;
    a.runs[1].remarks = "a cache";
    storages[1].counts = false;
    prints (&a,
            "at 25 MB/s the benchmark's answer is 4 % off (1 % to 9 %, measured), too slow\n"
            "1 GB/s feeds 12.8 (12.2 to 13.5) of the real job's accelerators at 90 %\n"
            "utilisation; the benchmark says 12.3 (11.7 to 13), -4 %\n"
            "valid for storage by bandwidth: so it is\n"
            "E: a cache\n"
            "by the models it would be 2 % off\n"
            "\n"
            "R: 50 s recorded, 51 s by the model; reads 100 MB/s while it trains\n"
            "E: 52 s by the model; reads 52.4 MB/s while it trains\n"
            "\n"
            "samples a second; x: times as long; *: timed; (): slows neither side, not\n"
            "counted:\n"
            "storage  read MB/s  real  emul.   off %  real x  emul. x\n"
            "slow          25.0    10      8    -20*    2.00     2.00\n"
            "fast          98.0    10      8  (-20*)    3.00     3.00\n",
            "both sides");
    a = an_answer ();
    a.fact = (struct fid_answer_decided){FID_ANSWER_OF_SAVE_N, NULL, {5, 0}, .1};
    a.reason = "so it is";
    a.stepless = true;
    a.scenario_n = 0;
    prints (&a,
            "valid for storage by bandwidth: the real job saves 5 checkpoints, the benchmark\n"
            "0 (limit 10 %); so it is\n"
            "no steps are known of some run: bytes and time alone give its answer, within\n"
            "wide limits\n"
            "\n"
            "R: 50 s recorded, 51 s by the model; reads 100 MB/s while it trains\n"
            "E: 52 s by the model; reads 52.4 MB/s while it trains\n",
            "a fact, and no storages");
    a = an_answer ();
    a.bound = false;
    a.runs[1].run_n = NOT_STATED;
    storages[0].times[0].longer_s[FID_ANSWER_EVALUATION] = .52;
    storages[0].times[0].longer_s[FID_ANSWER_LOAD] = .53;
    storages[1].times[0].longer_s[FID_ANSWER_TRAINING] = .5;
    storages[1].read_ms = .5;
    prints (&a,
            "the job is not bound by these storages\n"
            "1 GB/s feeds 12.8 (12.2 to 13.5) of the job's accelerators at 90 % utilisation\n"
            "\n"
            "R: 50 s recorded, 51 s by the model; reads 100 MB/s while it trains\n"
            "\n"
            "storage  read MB/s  read ms  time s     x  fluid x  busy %  waits in\n"
            "slow          25.0        -   200.0  2.00     1.50      25  loading checkpoints\n"
            "fast          98.0     0.50   200.0  2.00     1.50      25  \n",
            "one run, what makes it wait, and each limit that some storage states");
    struct fid_error err;
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream (&text, &n);
    ok (fid_answer_scenarios_write (&a, FID_FORMAT_CSV, f, &err) == 0 && fclose (f) == 0,
        "CSV");
    ok_str (text,
            "storage,read MB/s,read ms,time s,times as long,fluid,measured,busy %,waits in\r\n"
            "slow,25.00000,,200.00000,2.000000,1.500000,,25.0000,loading checkpoints\r\n"
            "fast,98.00000,0.500000,200.00000,2.000000,1.500000,,25.0000,\r\n",
            "with four digits more");
    free (text);
}

/* What is said first of one job that no storage slows. */
static void test_bounds (void)
{
    static const struct {
        int profile;
        double mib_s, meta_ms;
        const char *want;
    } cases[] = {{FID_ANSWER_FOR_STORAGE, NOT_STATED, NOT_STATED,
                  "the job is not bound by these storages"},
                 {FID_ANSWER_FOR_METADATA, NOT_STATED, 2,
                  "the job is not bound by metadata below 2 ms a call"},
                 {FID_ANSWER_FOR_READ, 98 / FID_MB_OF_MIB, NOT_STATED,
                  "the job is not bound by storage above 98 MB/s"},
                 {FID_ANSWER_FOR_CHECKPOINT, NOT_STATED, NOT_STATED,
                  "the job does not wait longer for its checkpoints on these storages"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_result_answer a = an_answer ();
        const char *name[] = {"R", ""};
        char text[4096] = "";
        struct fid_error err;
        a.bound = false;
        a.profile = cases[i].profile;
        a.bound_mib_s = cases[i].mib_s;
        a.bound_meta_ms = cases[i].meta_ms;
        a.runs[1].run_n = NOT_STATED;
        FILE *f = fmemopen (text, sizeof text, "w");
        ok (fid_answer_print (&a, name, FID_FORMAT_TABLE, f, &err) == 0 && fclose (f) == 0,
            "printed");
        text[strcspn (text, "\n")] = '\0';
        ok_str (text, cases[i].want, "bound by nothing");
    }
}

int main (void)
{
    test_numbers ();
    test_errors ();
    test_facts ();
    test_verdicts ();
    test_capacity ();
    test_all ();
    test_bounds ();
    return tap_done ();
}
