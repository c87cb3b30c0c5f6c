/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_facts.c - what is known of a run: process lists and meta.json */
#include "tests/readers/check.h"

/* The facts of that key, as "a b c". */
static void ok_facts (const struct rec *r, const char *key, const char *want, const char *what)
{
    char got[512] = "";
    for (size_t i = 0; i < r->fact_n; i++)
        if (strcmp (r->fact[i].key, key) == 0)
            snprintf (got + strlen (got), sizeof got - strlen (got), "%s%.*s", *got ? " " : "",
                      FID_SPAN_ARG (r->fact[i].value));
    ok_str (got, want, what);
}

static void test_pids (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/pids/good.out"), 0, "pids/good.out is read");
    ok_facts (&r, "pid", "5000100 5000140 5000150", "each process once, threads not");
    ok (r.reject_n == 0 && r.note_n == 0, "without complaint");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/pids/odd.out"), 0, "pids/odd.out is read");
    ok_facts (&r, "pid", "1200 1300", "of a whole host only training programs");
    ok (r.reject_n == 0 && has_note (&r, "whole host"), "which is noted");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/pids/broken.out"), 0, "pids/broken.out is read");
    ok_rejects (&r, "3 4", "damaged lines are named");
    ok_facts (&r, "pid", "5000100 5000150", "the others count");
    rec_clear (&r);

    rec_text (&r, "pids.out",
              "UID   PID  PPID C STIME TTY TIME CMD\nroot  77 1 0 1 ? 1 a b c\n"
              "root  78 77 0 1 ? 1 d\n");
    ok_facts (&r, "pid", "77 78", "a list without threads");
    rec_clear (&r);

    rec_text (&r, "pids.out", "UID  NAME  CMD\n");
    ok (!r.reader, "other tables are not process lists");
    rec_clear (&r);
}

static void test_meta (void)
{
    struct rec r;
    ok_int (rec_read (&r, "tests/data/meta_json/good.json"), 0, "meta_json/good.json is read");
    ok_int ((long long)r.fact_n, 9 + 9, "nine facts, and nine of the system");
    static const struct {
        const char *key, *want;
    } facts[] = {
        {"workload", "DLRM"},
        {"kind", "degraded"},
        {"variant", "compute2x"},
        {"replicate", "1"},
        {"start_utc", "2026-11-21T00:52:26.389Z"},
        {"stop_utc", "2026-11-21T00:54:36.897Z"},
        {"utc_offset_hours", "0"},
        {"exit_code", "0"},
        {"app_pid", "27364"},
        {"system.cpus", "2"},
        {"system.disk", "vda (virtio, ext4)"},
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        ok_facts (&r, facts[i].key, facts[i].want, facts[i].key);
    ok (!rec_fact (&r, "pid"), "the incomplete list of processes is not taken");
    ok_int ((long long)r.anchor_n, 0, "and the true clock offset is not looked at");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/meta_json/odd.json"), 0, "meta_json/odd.json is read");
    ok_facts (&r, "workload", "UNET3D", "members inside others are not meant");
    ok_facts (&r, "utc_offset_hours", "5.5", "nor is their offset");
    ok_facts (&r, "variant", "", "null is no fact");
    ok_facts (&r, "replicate", "2", "a number in quotes");
    ok_facts (&r, "exit_code", "-15", "a negative one");
    rec_clear (&r);

    ok_int (rec_read (&r, "tests/data/meta_json/broken.json"), 0,
            "meta_json/broken.json is read");
    ok_facts (&r, "workload", "BERT", "what is complete counts");
    ok_facts (&r, "replicate", "", "a number that may go on does not");
    ok (has_note (&r, "ends in the middle"), "the cut is noted");
    rec_clear (&r);

    rec_text (&r, "meta.json", "{\"workload\": 1 \"kind\" ?}");
    ok (r.rc == -1 && r.err.status == FID_EINPUT, "not JSON is an error");
    rec_clear (&r);

    static const char *const flipped[] = {
        "{\"workload\": \"B\",\n \"kind\": \"real\",\n \"app_cpu_seconds\": 84(6}", /* . */
        "{\"workload\": \"B\",\n \"kind\": \"real\",\n \"app\": {\"7\": \"a\"< \"8\": 1}}", /* ,
                                                                                             */
        "{\"workload\": \"B\",\n \"kind\": \"real\",\n \"loc\xE1le\": \"C\"}", /* a */
    };
    for (size_t i = 0; i < sizeof flipped / sizeof *flipped; i++) {
        rec_text (&r, "meta.json", flipped[i]);
        ok (r.rc == -1 && strstr (r.err.text, "meta.json:3: "), "a flipped bit names its line");
        rec_clear (&r);
    }

    rec_text (&r, "summary.json", "{\"workload\": 1, \"kind\": 2}");
    ok (!r.reader || strcmp (r.reader->name, "meta_json") != 0,
        "two members do not make a meta.json of another name");
    rec_clear (&r);
}

static void test_throttle (void)
{
    static const struct {
        const char *line, *says;
    } broken[] = {
        {"45M\tsoon\t0", "'soon' is not a time from 0.001"},
        {"45M\t20", "'45M\t20' has not three columns"},
        {"25X\t30\t0", "'25X' is neither a rate"},
        {"0\t30\t0", "'0' is neither a rate"},
        {"25M\t-4\t0", "'-4' is not a time from 0.001"},
        {"25M\t4\tno", "'no' is not an exit status"},
        {"read_ms=5,iops\t4\t0", "'iops' is not KEY=VALUE"},
        {"read_mss=5\t4\t0", "'read_mss=5' has no key of a storage"},
        {"iops=0\t4\t0", "'iops=0' is not a number above 0"},
        {"iops=1e-300\t40\t0", "'iops=1e-300' is not between 1e-9 and 1e12"},
        {"read_ms=1e300\t40\t0", "'read_ms=1e300' is not between 1e-9 and 1e12"},
        {"45M\t1e-300\t0", "'1e-300' is not a time from 0.001"},
        {"meta_ms=-1\t4\t0", "'meta_ms=-1' is not a number from 0"},
        {"iops=5,iops=6\t4\t0", "'iops=6' is given twice"},
        {"iops=5,\t4\t0", "'' is not KEY=VALUE"},
    };
    struct rec r;
    ok_int (rec_read (&r, "tests/data/throttle_times/good.tsv"), 0, "throttle_times/good.tsv");
    ok_int ((long long)r.fact_n, 5, "four times, and a line");
    ok_facts (&r, "throttled.max", "31.204 30.796", "two without a limit");
    ok_facts (&r, "throttled.45000000", "58.871", "45M is 45 million bytes a second");
    rec_clear (&r);
    ok_int (rec_read (&r, "tests/data/throttle_times/odd.tsv"), 0, "throttle_times/odd.tsv");
    ok_facts (&r, "throttled.500000", "12", "bytes");
    ok_facts (&r, "throttled.1073741824", "1.5", "1Gi is 2^30");
    ok_facts (&r, "throttled.5120", "2", "5ki is 5 times 2^10");
    ok_facts (&r, "throttled.67108864", "", "a command that failed has no time");
    ok_int ((long long)r.reject_n, 1, "which is said");
    rec_clear (&r);
    ok_int (rec_read (&r, "tests/data/throttle_times/keys.tsv"), 0, "throttle_times/keys.tsv");
    ok_facts (&r, "throttled.read_ms=5,readahead_kib=128", "40.5", "keys of a storage");
    ok_facts (&r, "throttled.iops=200", "61 62", "twice, with columns behind");
    rec_clear (&r);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        char text[100];
        snprintf (text, sizeof text, "max\t10\t0\n%s\n", broken[i].line);
        rec_text (&r, "throttle.tsv", text);
        ok (r.rc == -1 && r.err.status == FID_EUSAGE && strstr (r.err.text, broken[i].says) &&
                strstr (r.err.text, "throttle.tsv:2: "),
            "refused: %s", broken[i].says);
        rec_clear (&r);
    }
    static const struct {
        const char *what, *text, *reason;
    } wrong[] = {
        {"no number", "max\t20\t0\n45M\tnan\t0\n", "throttle.tsv:2: 'nan' is not a time"},
        {"infinite", "max\tinf\t0\n", "throttle.tsv:1: 'inf' is not a time"},
        {"longer than any job", "max\t20\t0\n45M\t1e300\t0\n",
         "throttle.tsv:2: '1e300' is not a time"},
        {"negative", "max\t-3\t0\n", "throttle.tsv:1: '-3' is not a time"},
        {"faster than full speed", "max\t20\t0\n45M\t17\t0\n",
         "throttle.tsv:2: 17 s on slower"},
        {"far apart", "max\t20\t0\n45M\t50\t0\n45M\t80\t0\n",
         "throttle.tsv:3: 80 s, but 50 s on the same storage in line 2"},
        {"no full speed", "45M\t50\t0\n", "throttle.tsv:1: no line has the time at full speed"},
        {"a negative rate", "max\t20\t0\n-45M\t50\t0\n",
         "throttle.tsv:2: '-45M' is neither a rate"},
        {"a rate without end", "max\t20\t0\n1e300\t50\t0\n",
         "throttle.tsv:2: '1e300' is neither a rate"},
        {"an endless limit", "max\t20\t0\nread_ms=inf\t50\t0\n", "throttle.tsv:2: "},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        rec_text (&r, "throttle.tsv", wrong[i].text);
        if (!ok (r.rc == -1 && r.err.status == FID_EUSAGE &&
                     strstr (r.err.text, wrong[i].reason),
                 "%s", wrong[i].what))
            diag ("%s", r.err.text);
        rec_clear (&r);
    }
    rec_text (&r, "throttle.tsv",
              "max\t20\t0\tothers=0.1,host=node1\nmax\t21\t0\trun=a_r1\n45M\t19\t0\n");
    ok_facts (&r, "throttle_host", "1:node1", "a host, with its line");
    ok_facts (&r, "throttle_run", "2:a_r1", "a run");
    ok_facts (&r, "throttle_line", "1", "the line of full speed");
    ok_facts (&r, "throttled.45000000", "19", "as fast as at full speed, but for noise");
    rec_clear (&r);
    rec_text (&r, "throttle.tsv", "max\t20\t0\n");
    ok (r.reader && strcmp (r.reader->name, "throttle_times") == 0, "known by its name");
    rec_clear (&r);
    rec_text (&r, "times.tsv", "45M\t20\t0\n");
    ok (!r.reader, "three columns without a time at full speed are not enough");
    rec_clear (&r);
}

int main (void)
{
    test_pids ();
    test_meta ();
    test_throttle ();
    ok_gz ("throttle_times", "good.tsv");
    ok_gz ("throttle_times", "odd.tsv");
    ok_gz ("throttle_times", "keys.tsv");
    ok_gz ("pids", "good.out");
    ok_gz ("pids", "odd.out");
    ok_gz ("pids", "broken.out");
    ok_gz ("meta_json", "good.json");
    ok_gz ("meta_json", "odd.json");
    ok_gz ("meta_json", "broken.json");
    return tap_done ();
}
