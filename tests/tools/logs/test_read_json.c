/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_read_json.c - training logs in JSON, and files that are not JSON */
#include "tests/tap.h"
#include "tests/tools/logs/training_log.h"

static void test_malformed (void)
{
    static const struct {
        const char *json, *want;
    } cases[] = {
        {"{", "in.json:1: the JSON does not end: the file is cut"},
        {"{\n\"init\": 1.0,\n\"epochs\": {\"1\": {\"steps\": {\"1\": 2",
         "in.json:3: the JSON does not end: the file is cut"},
        {"{\n\"init\" 5}", "in.json:2: this is not JSON"},
        {"{\n\"init\": oops}", "in.json:2: this is not JSON"},
        {"{\"init\": 1.0}\n\nmore", "in.json:3: this is not JSON"},
        {"{\n\n\"init\": \"0.25\"}", "in.json: `init' is not a number"},
        {"{\"init\": {}}", "in.json: `init' is not a number"},
        {"{\"init\": 1e300}", "in.json: `init' is too large for a time"},
        {"{\"epochs\": []}", "in.json: `epochs' is not an object"},
        {"{\"epochs\": {\"1\": 5}}", "in.json: `1' is not an object"},
        {"{\"epochs\": {\n\"first\": {}}}", "in.json: `first' is not the number of an epoch"},
        {"{\"epochs\": {\"1\": {\"steps\": 7}}}", "in.json: `steps' is not an object"},
        {"{\"epochs\": {\"1\": {\"steps\": {\"one\": 7}}}}",
         "in.json: `one' is not the number of a step"},
        {"{\"epochs\": {\"1\": {\"steps\": {\"1\": true}}}}", "in.json: `1' is not a number"},
        {"{\"epochs\": {\"1\": {}, \"2\": {}, \"1\": {}}}", "in.json: epoch 1 appears twice"},
        {"{\"epochs\": {\"1\": {}}, \"epochs\": {}}", "in.json: `epochs' appears twice"},
        {"{\"batch_size\": 5}", "in.json: `batch_size' is not a string"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fid_training_log job;
        struct fid_error err = {.status = FID_OK};
        int rc = job_of (&job, cases[i].json, FID_LOG_KNOWN, &err);
        ok (rc == -1 && err.status == FID_EINPUT && strcmp (err.text, cases[i].want) == 0, "%s",
            cases[i].want);
        if (rc == 0 || strcmp (err.text, cases[i].want) != 0)
            diag ("got %s", err.text);
    }
}

static void test_tolerated (void)
{
    struct fid_training_log job;
    struct fid_error err;
    int rc = job_of (
        &job,
        "{\"init\": null, \"total_training\": null, \"other\": [1, {}],\n"
        "\"fit_time\": -1.0, \"computing_system\": \"p2 \\\"1\\\"\", \"batch_size\": null,\n"
        "\"epochs\": {\"7\": {\"x\": 1, \"steps\": {\"2\": 1, \"3\": null, "
        "\"2\": 3}}}}",
        FID_LOG_KNOWN, &err);
    if (!ok (rc == 0, "null, unknown members"))
        return;
    ok (job.time_s[FID_LOG_INIT] < 0 && job.time_s[FID_LOG_TOTAL] < 0 &&
            job.time_s[FID_LOG_FIT] < 0 && job.time_s[FID_LOG_REAL] < 0,
        "are missing");
    ok (job.system && strcmp (job.system, "p2 \"1\"") == 0 && !job.batch, "names");
    ok_int ((long long)job.epoch[0].number, 7, "an epoch keeps its number");
    ok (job.epoch[0].step_n == 1 && job.epoch[0].step[0].time_s > 2.9,
        "the last of equal steps counts");
}

int main (void)
{
    test_malformed ();
    test_tolerated ();
    return tap_done ();
}
