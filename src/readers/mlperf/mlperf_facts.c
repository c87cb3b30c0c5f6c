/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mlperf_facts.c - what MLPerf Storage from v2 on writes about a run, beside DLIO's own files
 *
 *     TYPE_STAMP_metadata.json     {"benchmark_type": "kv_cache", "model": "llama3.1-8b",
 *                                   "num_processes": 32, "system_info": {"num_hosts": 16, ...}}
 *     kvcache_results_STAMP.json   {"requests_completed": 533, "total_tokens_generated": 71375,
 *                                   ..., "summary": {...}}, one for each trial and rank
 *     statistics.json              {"total_queries": 1000, "throughput_qps": 20.0, ...}
 *     cluster_info.json            {HOST: {"hostname": HOST, "meminfo": {...}, ...}, ...}
 *
 * Each is a table of members that become facts.  Facts of one rank or trial have its folders
 * behind them: "kv.tokens@trial_0.rank_1". */
#include "readers/reader.h"
#include "readers/tables/row_fields.h"

#define KEY_MAX 96

/* Members and the facts that they are, which the names of the columns are followed by. */
struct facts {
    const struct fid_row_column *column;
    const char *const *key;
    bool placed; /* of a rank and trial */
};

static int read_facts (const struct facts *f, struct fid_input *in, struct fid_error *err)
{
    struct fid_span all, field[64], rest = fid_span_of (in->text->path), part;
    size_t at = 0;
    char place[80] = "", key[KEY_MAX + sizeof place];
    double number;
    FID_TRY (fid_text_rest (in->text, &all, err));
    if (!fid_row_members (all, f->column, field)) {
        fid_put_reject (in->sink, 1, FID_REMARK_JSON_CUT);
        return 0;
    }
    /* the folders that say which trial and rank it is of: "@trial_0.rank_1" */
    while (f->placed && fid_span_field (&rest, '/', &part) && rest.p)
        if (fid_span_starts (part, "option_") || fid_span_starts (part, "trial_") ||
            fid_span_starts (part, "rank_"))
            at += (size_t)snprintf (place + at, sizeof place - at, "%s%.*s", at ? "." : "@",
                                    part.n < 20 ? (int)part.n : 20, part.p);
    for (size_t i = 0; f->column[i].name; i++) {
        bool good = field[i].n &&
                    (f->column[i].take == FID_TAKE_PATH || fid_span_f64 (field[i], &number));
        snprintf (key, sizeof key, "%s%s", f->key[i], place);
        if (good)
            FID_TRY (fid_put_fact (in->sink, &(struct fid_fact){key, field[i]}, err));
    }
    return 0;
}

#define FACTS_READER(NAME, DOC, PLACED, PROBE, ...)                                            \
    static int probe_##NAME (const struct fid_head *head)                                      \
    {                                                                                          \
        return PROBE ? 90 : 0;                                                                 \
    }                                                                                          \
    static int read_##NAME (struct fid_input *in, struct fid_error *err)                       \
    {                                                                                          \
        static const struct facts facts = {NAME##_columns, NAME##_keys, PLACED};               \
        return read_facts (&facts, in, err);                                                   \
    }                                                                                          \
    FID_READER_OF (NAME, DOC, .clock = FID_CLOCK_UTC, .gives = FID_GIVES_FACTS, .rank = 10,    \
                   .of_benchmark = true, __VA_ARGS__)

/* PATH is a text, the others are numbers. */
#define TEXT(MEMBER)   FID_COLUMN (MEMBER, PATH)
#define NUMBER(MEMBER) FID_COLUMN (MEMBER, GAUGE)

static bool begins_with (const struct fid_head *head, const char *member)
{
    struct fid_json j;
    struct fid_span key;
    fid_json_init (&j, head->text);
    return fid_json_enter (&j, '{') && fid_json_member (&j, &key) && fid_span_is (key, member);
}

/* --- metadata */

#define METADATA(M)                                                                            \
    M (TEXT, "benchmark_type", "benchmark")                                                    \
    M (TEXT, "model", "workload_config")                                                       \
    M (TEXT, "command", "benchmark_command")                                                   \
    M (TEXT, "accelerator", "accelerator")                                                     \
    M (TEXT, "run_datetime", "benchmark_started")                                              \
    M (TEXT, "verification", "verification")                                                   \
    M (NUMBER, "num_processes", "num_processes")                                               \
    M (NUMBER, "runtime", "benchmark_s")                                                       \
    M (NUMBER, "system_info.num_hosts", "num_hosts")                                           \
    M (NUMBER, "system_info.total_cores", "total_cores")                                       \
    M (NUMBER, "system_info.total_memory_bytes", "total_memory_bytes")

#define COLUMN_OF(TYPE, MEMBER, KEY) TYPE (MEMBER),
#define KEY_OF(TYPE, MEMBER, KEY)    KEY,

static const struct fid_row_column mlperf_metadata_columns[] = {METADATA (COLUMN_OF){0}};
static const char *const mlperf_metadata_keys[] = {METADATA (KEY_OF)};

FACTS_READER (mlperf_metadata, "what a run of MLPerf Storage is (*_metadata.json)", false,
              begins_with (head, "benchmark_type"), .once = true)

/* --- key-value caches */

#define KV_CACHE(M)                                                                            \
    M (NUMBER, "requests_completed", "kv.requests")                                            \
    M (NUMBER, "total_tokens_generated", "kv.tokens")                                          \
    M (NUMBER, "summary.avg_throughput_tokens_per_sec", "kv.tokens_per_s")                     \
    M (NUMBER, "summary.end_to_end_latency_ms.p95", "kv.request_p95_ms")                       \
    M (NUMBER, "summary.cache_stats.total_read_bytes", "kv.read_bytes")                        \
    M (NUMBER, "summary.cache_stats.total_write_bytes", "kv.written_bytes")                    \
    M (NUMBER, "summary.cache_stats.storage_read_p50_ms", "kv.read_p50_ms")                    \
    M (NUMBER, "summary.cache_stats.storage_read_p95_ms", "kv.read_p95_ms")                    \
    M (NUMBER, "summary.cache_stats.storage_read_p99_ms", "kv.read_p99_ms")                    \
    M (NUMBER, "summary.cache_stats.storage_write_p50_ms", "kv.write_p50_ms")                  \
    M (NUMBER, "summary.cache_stats.storage_write_p95_ms", "kv.write_p95_ms")                  \
    M (NUMBER, "summary.cache_stats.storage_write_p99_ms", "kv.write_p99_ms")

static const struct fid_row_column kv_cache_columns[] = {KV_CACHE (COLUMN_OF){0}};
static const char *const kv_cache_keys[] = {KV_CACHE (KEY_OF)};

FACTS_READER (kv_cache, "results of a rank of MLPerf Storage's key-value cache", true,
              begins_with (head, "requests_completed") &&
                  fid_span_find (head->text, "\"total_tokens_generated\"") >= 0,
              .once = false)

/* --- vector databases */

#define VECTOR_DB(M)                                                                           \
    M (NUMBER, "total_queries|query_count", "vdb.queries")                                     \
    M (NUMBER, "throughput_qps", "vdb.queries_per_s")                                          \
    M (NUMBER, "mean_latency_ms", "vdb.mean_ms")                                               \
    M (NUMBER, "p95_latency_ms", "vdb.p95_ms")                                                 \
    M (NUMBER, "p99_latency_ms", "vdb.p99_ms")                                                 \
    M (NUMBER, "recall|recall.mean_recall", "vdb.recall")

static const struct fid_row_column vector_db_columns[] = {VECTOR_DB (COLUMN_OF){0}};
static const char *const vector_db_keys[] = {VECTOR_DB (KEY_OF)};

/* A run has them once more in its summary.json, which begins with the vectors. */
FACTS_READER (vector_db, "results of MLPerf Storage's vector database (statistics.json)", false,
              begins_with (head, "num_vectors") ||
                  (fid_span_find (head->text, "\"total_queries\"") >= 0 &&
                   fid_span_find (head->text, "_latency_ms\"") >= 0),
              .once = false)

/* --- clusters: hosts and their memory are in the metadata, too */

static int probe_cluster_info (const struct fid_head *head)
{
    struct fid_json j;
    struct fid_span key;
    fid_json_init (&j, head->text);
    return fid_json_enter (&j, '{') && fid_json_member (&j, &key) && fid_json_enter (&j, '{') &&
                   fid_json_member (&j, &key) && fid_span_is (key, "hostname") &&
                   fid_span_find (head->text, "\"collection_timestamp\"") >= 0
               ? 90
               : 0;
}

static int read_cluster_info (struct fid_input *in, struct fid_error *err)
{
    struct fid_json j;
    struct fid_span key;
    size_t host_n = 0;
    char text[24];
    FID_TRY (fid_jsondoc_open (in, &j, err));
    for (; fid_json_member (&j, &key); host_n++)
        fid_json_skip (&j);
    snprintf (text, sizeof text, "%zu", host_n);
    return FID_FAILED (
        fid_put_fact (in->sink, &(struct fid_fact){"cluster_hosts", fid_span_of (text)}, err) ||
        fid_jsondoc_end (in, &j, err));
}

FID_READER_IS (cluster_info, UTC, FID_GIVES_FACTS, 10,
               "the hosts of a run of MLPerf Storage (cluster_info.json)", .of_benchmark = true)
