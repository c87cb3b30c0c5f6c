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
unlike "$out" "its content is not" "and is known"
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

# --- what a submitter asks
cat >"$tmp/runs.py" <<'END'
import json, os, sys
# runs.py FOLDER RUNS FILES ACCELERATORS BUSY KIB [KEY=VALUE...]: runs of one workload, whose utilisation in
# percent falls by .1 a run
folder, runs, files, ranks, busy, kib = sys.argv[1], *map(float, sys.argv[2:7])
more = dict(w.split("=") for w in sys.argv[7:])
for r in range(int(runs)):
    d = f"{folder}/run_{r + 1}"
    os.makedirs(d + "/configs")
    au = busy - r / 10
    rate = 7 * ranks * au / 100 / .323 * float(more.get("rate", 1))
    with open(d + "/configs/config.yaml", "w") as f:
        f.write(f"""workload:
  model: {more.get("model", "unet3d")}
  framework: pytorch
  dataset: {{data_folder: /d, format: npz, num_files_train: {int(files)}, num_samples_per_file: 1, record_length: 146600628}}
  reader: {{data_loader: pytorch, batch_size: 7, read_threads: 4, preprocess_time: {more.get("decode", 0)}}}
  train: {{epochs: 5, computation_time: 0.323, computation_time_stdev: {more.get("stdev", 0)}}}
  metric: {{au: {more.get("au", .9)}}}
""")
    with open(d + "/summary.json", "w") as f:
        json.dump({"start": f"2026-11-20T1{r}:00:00", "num_accelerators": int(ranks), "num_hosts": 2, "epochs": 5,
                   "num_files_train": int(files), "num_samples_per_file": 1,
                   "metric": {"train_au_percentage": [au] * 5, "train_au_mean_percentage": au,
                              "train_throughput_mean_samples_per_second": rate,
                              "train_io_mean_MB_per_second": rate * 146600628 / 1048576},
                   "host_memory_GB": [512.0, 0.0], "host_meminfo": {"MemTotal": f"{int(kib)} kB"}}, f)
    with open(d + "/per_epoch_stats.json", "w") as f:
        json.dump({"1": {"start": f"2026-11-20T1{r}:00:01", "block1": {"start": f"2026-11-20T1{r}:00:01",
                   "end": f"2026-11-20T1{r}:00:41", "duration": "40.0"}, "end": f"2026-11-20T1{r}:00:41", "duration": "40.0"}}, f)
END
say () { where=$1; shift; python3 "$tmp/runs.py" "$tmp/acme/results/$where" "$@"; }
say good/unet3d 5 28000 8 92 268435456
say slow/unet3d 5 28000 8 90.1 268435456
say few/unet3d 4 28000 8 92 268435456
say small/unet3d 5 7000 8 92 268435456
say odd/unet3d 5 28000 8 92 268435456 rate=0.8
say other/mynet 5 28000 8 80 268435456 model=mynet au=0.75
say decodes/unet3d 5 28000 8 92 268435456 decode=0.24
say apart/unet3d 5 28000 8 92 268435456 stdev=0.05
out=$("$FIDLIO" inspect "$tmp/acme" | sed -n '/^submission/,$p' | tr -s ' ')
like "$out" "/good/unet3d unet3d 8 5 91.6 90 v0.5 to v3.0 7.5 100.0 - configuration passes" "the rules are kept"
like "$out" "/slow/unet3d .* fails: utilisation 89.7 % \(90 % are asked for\)" "the least run decides on the utilisation"
like "$out" "/few/unet3d .* fails: runs 4 \(5 are asked for\)" "five runs"
like "$out" "/small/unet3d .* 1.9 .* fails: data by memory 1.87 times \(5 times are asked for\), steps an epoch 125 \(500" \
    "data against the memory of both hosts, and steps of an epoch"
like "$out" "/odd/unet3d .* not known: utilisation \(figures contradict each other\)" "figures that contradict each other are no verdict"
like "$out" "/other/mynet mynet 8 5 79.6 75 configuration " "another workload: what its configuration asks for"
like "$out" "/decodes/unet3d .* 7[67]\.[0-9] decoding configuration" "decoding that takes longer than a step is the ceiling"
like "$out" "/apart/unet3d .* 8[0-9]\.[0-9] barrier configuration" "and ranks that wait for the slowest"
out=$("$FIDLIO" inspect "$tmp/acme/results/good/unet3d")
like "$(echo "$out" | tr -s ' ')" "  *unet3d 8 5 91.6 90 " "one workload alone"
tap_done
