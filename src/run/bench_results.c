/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bench_results.c - see bench_results.h */
#include "run/bench_results.h"

static const struct result {
    const char *key, *unit;
    bool sum;
    const char *words; /* in one line about the run; NULL: not there */
} results[] = {
    {"checkpoint_size_GB", "GiB", false, "checkpoints of %s GiB"},
    {"save_checkpoint_io_mean_GB_per_second", "GiB/s", false, "saved at %s GiB/s"},
    {"save_checkpoint_duration_mean_seconds", "s", false, NULL},
    {"load_checkpoint_io_mean_GB_per_second", "GiB/s", false, "loaded at %s GiB/s"},
    {"load_checkpoint_duration_mean_seconds", "s", false, NULL},
    {"save_GB_per_second", "GiB/s", false, NULL},
    {"load_GB_per_second", "GiB/s", false, NULL},
    {"train_au_mean_percentage", "%", false, "accelerators used %s %%"},
    {"train_throughput_mean_samples_per_second", "samples/s", false, "%s samples/s"},
    {"train_io_mean_MB_per_second", "MiB/s", false, "%s MiB/s"},
    {"eval_au_mean_percentage", "%", false, NULL},
    {"eval_throughput_mean_samples_per_second", "samples/s", false, NULL},
    {"kv.requests", "", true, NULL},
    {"kv.tokens", "", true, "%s tokens"},
    {"kv.tokens_per_s", "tokens/s", true, NULL},
    {"kv.request_p95_ms", "ms", false, NULL},
    {"kv.read_bytes", "bytes", true, NULL},
    {"kv.written_bytes", "bytes", true, NULL},
    {"kv.read_p50_ms", "ms", false, NULL},
    {"kv.read_p95_ms", "ms", false, "reads p95 %s ms"},
    {"kv.read_p99_ms", "ms", false, NULL},
    {"kv.write_p50_ms", "ms", false, NULL},
    {"kv.write_p95_ms", "ms", false, "writes p95 %s ms"},
    {"kv.write_p99_ms", "ms", false, NULL},
    {"vdb.queries", "", false, NULL},
    {"vdb.queries_per_s", "queries/s", false, "%s queries/s"},
    {"vdb.mean_ms", "ms", false, NULL},
    {"vdb.p95_ms", "ms", false, "p95 %s ms"},
    {"vdb.p99_ms", "ms", false, NULL},
    {"vdb.recall", "", false, "recall %s"},
    {"num_processes", "", false, NULL},
    {"benchmark_s", "s", false, NULL},
    {"total_cores", "", false, NULL},
    {"total_memory_bytes", "bytes", false, NULL},
    {"cluster_hosts", "", false, NULL},
    {"net.received_bytes", "bytes", false, NULL},
    {"net.sent_bytes", "bytes", false, NULL},
};

#define RESULT_N (sizeof results / sizeof *results)

/* Whether two facts are of ranks of one trial: their keys differ in "rank_N" alone. */
static bool same_trial (const char *a, const char *b)
{
    while (*a && *b) {
        if (strncmp (a, "rank_", 5) == 0 && strncmp (b, "rank_", 5) == 0) {
            a += strcspn (a, ".");
            b += strcspn (b, ".");
        } else if (*a++ != *b++)
            return false;
    }
    return *a == *b;
}

/* Fills *out from the facts of one result; values and trial have room for all facts.  Ranks of
 * a trial add up, trials do not.  False: none. */
static bool take_result (const struct fid_run *run, const struct result *is, double *values,
                         const char **trial, struct fid_bench_result *out)
{
    size_t n = 0, trial_n = 0, key_n = strlen (is->key);
    double *sums = values + run->fact_n, value;
    *out = (struct fid_bench_result){.key = is->key, .unit = is->unit, .sum = is->sum};
    for (size_t i = 0; i < run->fact_n; i++) {
        const char *key = run->fact[i].key;
        if (strncmp (key, is->key, key_n) != 0 || (key[key_n] && key[key_n] != '@') ||
            !fid_span_decimal (fid_span_of (run->fact[i].value), &value))
            continue;
        out->value += values[n++] = value;
        if (is->sum) {
            size_t k = 0;
            while (k < trial_n && !same_trial (trial[k], key))
                k++;
            if (k == trial_n) {
                trial[trial_n++] = key;
                sums[k] = 0;
            }
            sums[k] += value;
        }
    }
    if (!n)
        return false;
    if (trial_n > 1) {
        out->sum = false;
        memcpy (values, sums, (n = trial_n) * sizeof *values);
    }
    qsort (values, n, sizeof *values, fid_order_doubles);
    if (!out->sum)
        out->value = n % 2 ? values[n / 2] : values[n / 2 - 1] / 2 + values[n / 2] / 2;
    out->n = n;
    out->min = values[0];
    out->max = values[n - 1];
    return true;
}

size_t fid_bench_results (const struct fid_run *run, struct fid_bench_result *out, size_t max)
{
    size_t n = 0;
    FID_FREED double *values = malloc ((2 * run->fact_n + 1) * sizeof *values);
    const char **trial = malloc ((run->fact_n + 1) * sizeof *trial);
    for (size_t i = 0; values && trial && i < RESULT_N && n < max; i++)
        n += take_result (run, &results[i], values, trial, &out[n]);
    free (trial);
    return n;
}

const char *fid_bench_words (const struct fid_run *run, char words[FID_BENCH_WORDS])
{
    struct fid_bench_result r[FID_BENCH_RESULTS_MAX];
    size_t n = fid_bench_results (run, r, FID_BENCH_RESULTS_MAX), at = 0;
    char number[24];
    words[0] = '\0';
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < RESULT_N; k++) {
            if (r[i].key != results[k].key || !results[k].words || at + 40 > FID_BENCH_WORDS)
                continue;
            snprintf (number, sizeof number, r[i].value < 1000 ? "%.4g" : "%.0f", r[i].value);
            at += (size_t)snprintf (words + at, FID_BENCH_WORDS - at, "%s", at ? ", " : "");
            at += (size_t)snprintf (words + at, FID_BENCH_WORDS - at, results[k].words, number);
        }
    return words;
}
