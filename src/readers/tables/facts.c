/* SPDX-License-Identifier: GPL-3.0-or-later */
/* facts.c - documents of JSON whose members are facts of a run
 *
 *     meta.json, fidlio.json       what scripts/record and prepare know: {"workload": "BERT", ...}
 *     summary.json                 DLIO's results: {"epochs": 5, "metric": {"train_au_...": 99.1}}
 *     TYPE_STAMP_metadata.json     MLPerf Storage from v2 on: {"benchmark_type": "training", ...}
 *     kvcache_results_STAMP.json   {"requests_completed": 533, "total_tokens_generated": 71375, ...}
 *     statistics.json              of a vector database: {"total_queries": 1000, ...}
 *     cluster_info.json            {HOST: {"hostname": HOST, "meminfo": {...}, ...}, ...}
 *
 * Each is a table of members.  Null, NaN and what ends with the file are no facts: a number may lack
 * its last digits.  The true clock offsets that some meta.json hold are a check of the clocks and must
 * not feed them; its app_pids is incomplete, since processes that end early are not seen by its
 * sampling. */
#include "base/jsonread.h"
#include "model/dlio_config.h"
#include "readers/reader.h"

#define PATH_MAX_N 128

enum take {
    VALUE, /* a text, a number, true or false */
    NUMBER,
    EACH, /* the numbers of a list that are not 0, as KEY_1, KEY_2, ... */
    TREE, /* all values at any depth, as settings of DLIO */
    NAMES /* of a list of texts, or of objects with a "name" */
};

/* A member, by the names of those around it; "a.*": each of a.  key: of its fact; NULL: the path;
 * "": its own name. */
struct member {
    const char *path, *key;
    enum take take;
};

struct document {
    const struct member *member; /* ends with a path of NULL */
    const char *count;           /* key of the number of its members; NULL */
    bool placed;                 /* facts have the folders of rank and trial behind them */
    bool strict; /* JSON to the letter: a damaged byte may have changed any number */
};

struct reading {
    const struct document *of;
    const struct fid_sink *sink;
    const char *place;
    char path[PATH_MAX_N];
};

/* The row of the member path[n], whose own name begins at `from'; *inside: some row is of what is
 * in it. */
static const struct member *find_member (const struct reading *r, size_t from, size_t n,
                                         bool *inside)
{
    const struct member *exact = NULL, *each = NULL, *m = r->of->member;
    *inside = false;
    for (; m->path; m++) {
        size_t stem = strcspn (m->path, "*");
        if (strcmp (m->path, r->path) == 0)
            exact = m;
        else if (m->path[stem] && strncmp (m->path, r->path, stem) == 0 &&
                 (from == stem || (from > stem && m->take == TREE)))
            each = m;
        *inside |= strncmp (m->path, r->path, n) == 0 && m->path[n] == '.';
    }
    return exact ? exact : each;
}

static int put_value (const struct reading *r, const char *key, struct fid_span value,
                      struct fid_error *err)
{
    char full[PATH_MAX_N + 80];
    snprintf (full, sizeof full, "%s%s", key, r->place);
    return value.n && *key ? fid_put_fact (r->sink, &(struct fid_fact){full, value}, err) : 0;
}

/* The next value if it is one to take, else n 0; consumed. */
static struct fid_span next_value (struct fid_json *j, bool number)
{
    struct fid_span s = {"", 0};
    double finite;
    char type = fid_json_peek (j);
    if (type == '"')
        fid_json_string (j, &s);
    else if (type == '0' || (type == 't' && !number))
        s = fid_json_raw (j);
    else
        fid_json_skip (j);
    bool good = !j->cut && ((type != '0' && !number) || fid_span_f64 (s, &finite));
    return good ? s : (struct fid_span){"", 0};
}

static int take_each (const struct reading *r, const char *key, struct fid_json *j,
                      struct fid_error *err)
{
    char full[PATH_MAX_N];
    double x;
    for (size_t i = 1; fid_json_element (j); i++) {
        struct fid_span value = next_value (j, true);
        snprintf (full, sizeof full, "%s_%zu", key, i);
        if (fid_span_f64 (value, &x) && x > 0)
            FID_TRY (put_value (r, full, value, err));
    }
    return 0;
}

static int take_names (const struct reading *r, const char *key, struct fid_json *j,
                       struct fid_error *err)
{
    static const char *const names[] = {"name", NULL};
    while (fid_json_element (j)) {
        struct fid_span name;
        if (fid_json_peek (j) == '{' && fid_json_enter (j, '{'))
            fid_members_take (j, names, &name);
        else
            name = next_value (j, false);
        FID_TRY (put_value (r, key, name, err));
    }
    return 0;
}

/* The key of the fact of a member, in buf if it is made. */
static const char *key_of (const struct reading *r, const struct member *m, size_t from,
                           char buf[FID_DLIO_TEXT])
{
    if (m->take == TREE) {
        char setting[PATH_MAX_N + 16];
        snprintf (setting, sizeof setting, "%s.%s", m->key, r->path + strcspn (m->path, "*"));
        return fid_dlio_spelled (setting, buf);
    }
    return !m->key ? r->path : *m->key ? m->key : r->path + from;
}

/* Takes the members of the object entered last; path[from] is behind those around it. */
static int take_members (struct reading *r, size_t from, struct fid_json *j, size_t *count,
                         struct fid_error *err)
{
    struct fid_span key;
    char buf[FID_DLIO_TEXT];
    for (; fid_json_member (j, &key); ++*count) {
        bool inside = false;
        size_t n = from + key.n, unused = 0;
        const struct member *m = NULL;
        if (key.n && n + 2 < sizeof r->path) {
            memcpy (r->path + from, key.p, key.n);
            r->path[n] = '\0';
            m = find_member (r, from, n, &inside);
        }
        bool list = m && (m->take == EACH || m->take == NAMES);
        if ((inside || (m && m->take == TREE)) && fid_json_enter (j, '{')) {
            memcpy (r->path + n, ".", 2);
            FID_TRY (take_members (r, n + 1, j, &unused, err));
        } else if (list && fid_json_into (j, '['))
            FID_TRY ((m->take == EACH ? take_each : take_names) (r, m->key, j, err));
        else if (m && !list)
            FID_TRY (put_value (r, key_of (r, m, from, buf), next_value (j, m->take == NUMBER),
                                err));
        else if (!list)
            fid_json_skip (j);
    }
    return 0;
}

static int check_strictly (const struct fid_input *in, const char *text, size_t n,
                           struct fid_error *err)
{
    size_t line = 1, character_n;
    cJSON *doc = fid_json_parse (text, n, in->text->path, err);
    cJSON_Delete (doc);
    FID_TRY (!doc);
    for (const char *p = text; p < text + n; p += character_n) { /* the last one is ASCII */
        line += *p == '\n';
        if (!(character_n = fid_utf8_n (p)))
            return fid_errorf (err, FID_EINPUT, "%s:%zu: a damaged text", in->text->path, line);
    }
    return 0;
}

static int read_document (const struct document *d, struct fid_input *in, struct fid_error *err)
{
    struct fid_span rest = fid_span_of (in->text->path), part;
    char place[80] = "", number[24];
    size_t at = 0, count = 0;
    struct reading r = {.of = d, .sink = in->sink, .place = place};
    struct fid_json j;
    /* "@trial_0.rank_1" */
    while (d->placed && fid_span_field (&rest, '/', &part) && rest.p && at < sizeof place - 24)
        if (fid_span_starts (part, "option_") || fid_span_starts (part, "trial_") ||
            fid_span_starts (part, "rank_"))
            at += (size_t)snprintf (place + at, sizeof place - at, "%s%.*s", at ? "." : "@",
                                    part.n < 20 ? (int)part.n : 20, part.p);
    FID_TRY (fid_jsondoc_open (in, &j, err));
    const char *inside = j.p; /* behind the first '{' */
    FID_TRY (take_members (&r, 0, &j, &count, err));
    snprintf (number, sizeof number, "%zu", count);
    if (d->count)
        FID_TRY (put_value (&r, d->count, fid_span_of (number), err));
    FID_TRY (fid_jsondoc_end (in, &j, err));
    return j.cut || !d->strict
               ? 0
               : check_strictly (in, inside - 1, (size_t)(j.end - inside) + 1, err);
}

/* --- what is in the head of a file */

static bool begins_with (const struct fid_head *head, const char *member)
{
    struct fid_json j;
    struct fid_span key;
    fid_json_init (&j, head->text);
    return fid_json_enter (&j, '{') && fid_json_member (&j, &key) && fid_span_is (key, member);
}

static bool has (const struct fid_head *head, const char *text)
{
    return fid_span_find (head->text, text) >= 0;
}

static int probe_meta (const struct fid_head *head)
{
    struct fid_json j;
    fid_json_init (&j, head->text);
    if (fid_json_peek (&j) == '{' && has (head, "\"fidlio.tree/1\""))
        return 90;
    if (fid_json_peek (&j) != '{' || !has (head, "\"workload\"") || !has (head, "\"kind\""))
        return 0;
    return has (head, "\"start_utc\"") ? 90 : fid_span_is (head->name, "meta.json") ? 60 : 0;
}

static int probe_summary (const struct fid_head *head)
{
    static const char *const known[] = {"epochs",
                                        "num_accelerators",
                                        "num_hosts",
                                        "num_files_train",
                                        "num_files_eval",
                                        "num_samples_per_file",
                                        "data_size_per_host_GB"};
    struct fid_json j;
    struct fid_span key;
    bool metric = false;
    int n = 0;
    fid_json_init (&j, head->text);
    if (!fid_json_enter (&j, '{'))
        return 0;
    while (fid_json_member (&j, &key)) {
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            n += fid_span_is (key, known[i]);
        metric |= fid_span_is (key, "metric");
        fid_json_skip (&j);
    }
    return n >= 2 && metric ? 90 : n >= 4 ? 70 : 0;
}

static int probe_cluster (const struct fid_head *head)
{
    struct fid_json j;
    struct fid_span key;
    fid_json_init (&j, head->text);
    return fid_json_enter (&j, '{') && fid_json_member (&j, &key) && fid_json_enter (&j, '{') &&
                   fid_json_member (&j, &key) && fid_span_is (key, "hostname") &&
                   has (head, "\"collection_timestamp\"")
               ? 90
               : 0;
}

/* --- the documents */

#define FACTS_READER(NAME, DOC, CLOCK, RANK, PROBE, DOCUMENT, ...)                             \
    static int probe_##NAME (const struct fid_head *head)                                      \
    {                                                                                          \
        return PROBE;                                                                          \
    }                                                                                          \
    static int read_##NAME (struct fid_input *in, struct fid_error *err)                       \
    {                                                                                          \
        static const struct document of = {NAME##_members, FID_IDENTITY DOCUMENT};             \
        return read_document (&of, in, err);                                                   \
    }                                                                                          \
    FID_READER_IS (NAME, CLOCK, FID_GIVES_FACTS, RANK, DOC, __VA_ARGS__)
#define FID_IDENTITY(...) __VA_ARGS__

static const struct member meta_json_members[] = {
    {"workload", NULL, VALUE},
    {"kind", NULL, VALUE},
    {"configuration", NULL, VALUE},
    {"variant", NULL, VALUE},
    {"replicate", NULL, VALUE},
    {"start_utc", NULL, VALUE},
    {"stop_utc", NULL, VALUE},
    {"utc_offset_hours", NULL, VALUE},
    {"exit_code", NULL, VALUE},
    {"app_pid", NULL, VALUE},
    {"page_cache_dropped", NULL, VALUE},
    {"all_tracers_attached", NULL, VALUE},
    {"memory_limit_bytes", NULL, VALUE},
    {"conditions", NULL, VALUE},
    {"lost_events.*", NULL, VALUE},
    {"event_lines.*", NULL, VALUE},
    {"ended_early.*", NULL, VALUE},
    {"left_out.*", NULL, VALUE},
    {"system.*", NULL, VALUE},
    {"inner_pids.*", NULL, VALUE},
    {"tree.*", NULL, VALUE},
    {"facts.*", "", VALUE},
    {"hosts", "host", NAMES},
    {NULL, NULL, VALUE},
};
FACTS_READER (meta_json, "facts of the run from the recorder", UTC, 20, probe_meta (head),
              (NULL, false, true), .once = true, .lists_hosts = true)

/* DLIO's host_memory_GB sums over the ranks of a host: the memory of the host that wrote the file is in
 * host_meminfo. */
static const struct member dlio_summary_members[] = {
    {"epochs", NULL, VALUE},
    {"num_accelerators", NULL, VALUE},
    {"num_hosts", NULL, VALUE},
    {"num_files_train", NULL, VALUE},
    {"num_files_eval", NULL, VALUE},
    {"num_samples_per_file", NULL, VALUE},
    {"data_size_per_host_GB", NULL, VALUE},
    {"host_meminfo.MemTotal", "host_memory", VALUE},
    {"metric.train_au_percentage", "train_au_percentage@epoch", EACH},
    {"metric.train_throughput_samples_per_second", "train_throughput_samples_per_second@epoch",
     EACH},
    {"metric.*", "", VALUE},
    {NULL, NULL, VALUE},
};
FACTS_READER (dlio_summary, "totals of a DLIO run (summary.json)", APP, 10,
              probe_summary (head), (NULL, false, false), .once = true, .of_benchmark = true)

static const struct member mlperf_metadata_members[] = {
    {"benchmark_type", "benchmark", VALUE},
    {"model", "workload_config", VALUE},
    {"command", "benchmark_command", VALUE},
    {"accelerator", "accelerator", VALUE},
    {"run_datetime", "benchmark_started", VALUE},
    {"verification", "verification", VALUE},
    {"num_processes", "num_processes", NUMBER},
    {"runtime", "benchmark_s", NUMBER},
    {"parameters.*", "workload", TREE},
    {"system_info.num_hosts", "num_hosts", NUMBER},
    {"system_info.total_cores", "total_cores", NUMBER},
    {"system_info.total_memory_bytes", "total_memory_bytes", NUMBER},
    {NULL, NULL, VALUE},
};
FACTS_READER (mlperf_metadata, "facts of a run of MLPerf Storage (*_metadata.json)", UTC, 10,
              begins_with (head, "benchmark_type") ? 90 : 0, (NULL, false, false), .once = true,
              .of_benchmark = true)

static const struct member kv_cache_members[] = {
    {"requests_completed", "kv.requests", NUMBER},
    {"total_tokens_generated", "kv.tokens", NUMBER},
    {"summary.avg_throughput_tokens_per_sec", "kv.tokens_per_s", NUMBER},
    {"summary.end_to_end_latency_ms.p95", "kv.request_p95_ms", NUMBER},
    {"summary.cache_stats.total_read_bytes", "kv.read_bytes", NUMBER},
    {"summary.cache_stats.total_write_bytes", "kv.written_bytes", NUMBER},
    {"summary.cache_stats.storage_read_p50_ms", "kv.read_p50_ms", NUMBER},
    {"summary.cache_stats.storage_read_p95_ms", "kv.read_p95_ms", NUMBER},
    {"summary.cache_stats.storage_read_p99_ms", "kv.read_p99_ms", NUMBER},
    {"summary.cache_stats.storage_write_p50_ms", "kv.write_p50_ms", NUMBER},
    {"summary.cache_stats.storage_write_p95_ms", "kv.write_p95_ms", NUMBER},
    {"summary.cache_stats.storage_write_p99_ms", "kv.write_p99_ms", NUMBER},
    {NULL, NULL, VALUE},
};
FACTS_READER (kv_cache, "results of a rank of MLPerf Storage's key-value cache", UTC, 10,
              begins_with (head, "requests_completed") &&
                      has (head, "\"total_tokens_generated\"")
                  ? 90
                  : 0,
              (NULL, true, false), .of_benchmark = true)

static const struct member vector_db_members[] = {
    {"total_queries", "vdb.queries", NUMBER},
    {"query_count", "vdb.queries", NUMBER},
    {"throughput_qps", "vdb.queries_per_s", NUMBER},
    {"mean_latency_ms", "vdb.mean_ms", NUMBER},
    {"p95_latency_ms", "vdb.p95_ms", NUMBER},
    {"p99_latency_ms", "vdb.p99_ms", NUMBER},
    {"recall", "vdb.recall", NUMBER},
    {"recall.mean_recall", "vdb.recall", NUMBER},
    {NULL, NULL, VALUE},
};
/* A run has them once more in its summary.json, which begins with the vectors. */
FACTS_READER (vector_db, "results of MLPerf Storage's vector database (statistics.json)", UTC,
              10,
              begins_with (head, "num_vectors") ||
                      (has (head, "\"total_queries\"") && has (head, "_latency_ms\""))
                  ? 90
                  : 0,
              (NULL, false, false), .of_benchmark = true)

/* Its hosts and their memory are in the metadata, too. */
static const struct member cluster_info_members[] = {{NULL, NULL, VALUE}};
FACTS_READER (cluster_info, "the hosts of a run of MLPerf Storage (cluster_info.json)", UTC, 10,
              probe_cluster (head), ("cluster_hosts", false, false), .of_benchmark = true)
