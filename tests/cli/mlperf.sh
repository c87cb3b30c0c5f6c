#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# a tree of results of MLPerf Storage: its runs are found, said what they are, and grouped
. "$srcdir/tests/tap.sh"
data=$srcdir/tests/data
top=$tmp/v3/closed/acme/results/sysA

# checkpoint STAMP HH: a run of two ranks
checkpoint ()
{
    dir=$top/checkpointing/llama3-8b/$1
    mkdir -p "$dir/collector-staging"
    cp "$data/mlperf_metadata/good.json" "$dir/checkpointing_$1_metadata.json"
    sed "s/T10:/T$2:/" "$data/mlperf_timeseries/good.json" >"$dir/checkpointing_$1_timeseries.json"
    cp "$data/cluster_info/good.json" "$dir/collector-staging/cluster_info.json"
    for rank in 0 1; do
        cat >"$dir/${rank}_per_epoch_stats.json" <<END
{"1": {"start": "2026-07-24T$2:00:05.000000",
  "save_ckpt1": {"start": "2026-07-24T$2:00:10", "end": "2026-07-24T$2:00:18", "duration": 8.0, "throughput": 1$rank.5},
  "load_ckpt1": {"start": "2026-07-24T$2:00:30", "end": "2026-07-24T$2:00:36", "duration": 6.0, "throughput": 17.5},
  "end": "2026-07-24T$2:00:45.000000"}}
END
    done
    cat >"$dir/summary.json" <<END
{"num_accelerators": 2, "num_hosts": 2, "num_files_train": 8, "epochs": 0,
 "metric": {"save_checkpoint_io_mean_GB_per_second": 12.25, "load_checkpoint_io_mean_GB_per_second": 17.5,
            "checkpoint_size_GB": 104.7}}
END
}
checkpoint 20260724_100000 10
checkpoint 20260724_110000 11
kv=$top/kv_cache/llama3.1-8b/run/20260724_120000
sed 's/"checkpointing"/"kv_cache"/; s/llama3-8b/llama3.1-8b/' "$data/mlperf_metadata/good.json" |
    { mkdir -p "$kv" && cat >"$kv/kv_cache_20260724_120000_metadata.json"; }
for rank in 0 1; do
    mkdir -p "$kv/option_1/trial_0/rank_$rank"
    cp "$data/kv_cache/good.json" "$kv/option_1/trial_0/rank_$rank/kvcache_results_1.json"
done
vdb=$top/vector_database/milvus/run/20260724_130000
mkdir -p "$vdb"
sed 's/"checkpointing"/"vector_database"/' "$data/mlperf_metadata/good.json" >"$vdb/v_metadata.json"
mkdir "$vdb/vectordb"
cp "$data/vector_db/good.json" "$vdb/vectordb/statistics.json"
cat >"$vdb/summary.json" <<END
{"num_vectors": 1000, "dimension": 16, "index_type": "HNSW", "throughput_qps": 20.0, "query_count": 1000,
 "mean_latency_ms": 12.0, "p95_latency_ms": 30.0, "p99_latency_ms": 50.0, "recall": 0.97}
END
made=$top/checkpointing/llama3-8b/datasize/20260724_090000
mkdir -p "$made"
sed 's/"command": "run"/"command": "datasize"/' "$data/mlperf_metadata/good.json" >"$made/c_metadata.json"

out=$("$FIDLIO" inspect "$tmp/v3")
like "$out" "5 runs" "all runs of the tree are found"
like "$out" "checkpointing/llama3-8b/20260724_110000 *checkpointing *llama3-8b *2 .*saved at 12.25 GiB/s, loaded at 17.5 GiB/s" \
    "a checkpoint benchmark: saves and loads apart"
like "$out" "kv_cache/llama3.1-8b/run/20260724_120000 *kv_cache *llama3.1-8b *2 .*800 tokens, reads p95 30 ms" \
    "a key-value cache: ranks and trials together"
like "$out" "vector_database .*20 queries/s, p95 30 ms, recall 0.97" "a vector database"

like "$out" "checkpointing/llama3-8b/datasize/20260724_090000 *checkpointing *llama3-8b datasize " \
    "what was only computed is no run of the workload"
out=$("$FIDLIO" inspect "$vdb" 2>&1)
like "$out" "vdb.queries *1 *- *1000 " "a vector database's summary.json says the same"
unlike "$out" "of no format" "and is known"
like "$out" "num_processes *1 *- *2 " "what the metadata say"
out=$("$FIDLIO" inspect "$top/checkpointing/llama3-8b/20260724_100000")
like "$out" "cluster_hosts *1 *- *2 " "hosts of the cluster"
like "$out" "save_GB_per_second *2 *median *11 *GiB/s *10.5 *11.5" "the throughput of each rank"
like "$out" "disk.read *5 *10.00" "disks of the hosts"
like "$out" "node2" "by host"
out=$("$FIDLIO" inspect --format=json "$tmp/v3")
like "$(printf '%s' "$out" | tr -d ' \n')" '"result":"kv.tokens","of":2,"value":800,"unit":null,"min":400,"max":400' \
    "JSON has the runs with their results"

cp -r "$kv/option_1/trial_0" "$kv/option_1/trial_1"
like "$("$FIDLIO" inspect "$kv")" "kv.tokens *2 *median *800 " "ranks of a trial add up, trials do not"
mkdir -p "$tmp/many/.hydra"
awk 'BEGIN { print "workload:\n  model: unet3d\n  dataset:"; for (i = 0; i < 5000; i++) print "    k" i ": " i }' \
    >"$tmp/many/.hydra/config.yaml"
cp "$srcdir/tests/data/runs/UNET3D_real_r2/meta.json" "$tmp/many"
like "$("$FIDLIO" inspect "$tmp/many" 2>&1)" "config.yaml: the run has more than 4096 facts" \
    "facts that do not fit are said"

# a run is on one side
cp -r "$tmp/v3" "$tmp/first"
rm -r "$top/checkpointing/llama3-8b/20260724_100000"
"$FIDLIO" matrix --real "$tmp/first/closed/acme/results/sysA/checkpointing/llama3-8b/20260724_100000" \
    --emulation "$tmp/v3" --output "$tmp/matrix" >"$tmp/said" 2>&1
is "$(sed 1d "$tmp/matrix/ranking.tsv" | cut -f 6 | sort -u)" \
    "acme+results+sysA+checkpointing+llama3-8b" \
    "matrix calls runs by who submitted what; those that differ in the stamp are repeats"
unlike "$(cat "$tmp/said")" "datasize" "what only computes sizes is left out"
is "$(find "$tmp/matrix" -name '*llama3-8b+20260724_1[01]0000.json' | wc -l)" 1 "the other one is compared"
tap_done
