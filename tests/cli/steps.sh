#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio steps: values, statistics and fits of instrumentation logs, worked out by hand.
. "$srcdir/tests/tap.sh"
cd "$tmp" || exit 99

# event KEY SECONDS [EPOCH]: one MLLOG object; a start without a duration for 0 s
event ()
{
    awk -v key="$1" -v s="$2" -v epoch="${3-}" 'BEGIN {
        printf "{\"namespace\": \"\", \"time_ms\": \"2023-05-03T10:00:00.000\", \"event_type\": \"POINT_IN_TIME\", \"key\": \"%s\", ", key
        printf s == "-" ? "\"value\": null, " : "\"value\": {\"start\": 5, \"duration\": %.0f}, ", s * 1e9
        printf epoch == "" ? "\"metadata\": {}}\n" : "\"metadata\": {\"epoch_num\": %d}}\n", epoch }'
}

# array FILE: the objects on standard input as a JSON array
array ()
{
    mkdir -p "$(dirname "$1")"
    { echo '['; sed '$!s/$/,/'; echo ']'; } >"$1"
}

unet3d="step_end load_batch_mem all_compute sample_load sample_preproc"
dlrm="step_end load_batch_mem all_compute batch_load batch_preproc"

# warm_up METRIC...: the first of each
warm_up ()
{
    for metric in "$@"; do event "$metric" 9; done
}

# --- MLLOG, UNET3D
{
    event epoch_start - 1
    warm_up $unet3d $unet3d
    event epoch_start - 2
    warm_up $unet3d
    for s in 1 2 3 4 5 6 0; do event step_end $s; done
} | array one/raw_data/config_1gpu_2batch.json

out=$("$FIDLIO" steps one -o res)
is "$?" 0 "an experiment folder is read"
like "$out" '^UNET3D \(guessed\), MLLOG events: 1 configuration, 1 recording$' "the workload is guessed, and that is said"
is "$(cat res/UNET3D_step_analysis.log)" "$(printf '%30s\t%15s\t%15s\t%15s\t%15s\t%15s\nUNET3D_1GPU_2batch\n%30s:\t%15s\t%15s\t%15s\t%15s\t%15s\n%30s:\t%15s\t%15s\t%15s\t%15s\t%15s\n\n' \
    Metric Mean Std q1 Median q3 \
    step_end 3.5 1.87083 1.75 3.5 5.25 \
    step_throughput 0.81667 0.62672 0.38333 0.58333 1.25)" "the analysis log, byte for byte; 0 is left out, as are metrics without values"
is "$(tail -c 1 res/UNET3D_step_analysis.log | od -An -c | tr -d ' ')" '\n' "it ends in an empty line"
is "$(cat res/all_data.json)" '{
    "1": {
        "2": {
            "step_end": [
                1.0,
                2.0,
                3.0,
                4.0,
                5.0,
                6.0
            ],
            "load_batch_mem": [],
            "all_compute": [],
            "sample_load": [],
            "sample_preproc": [],
            "data_loading_throughput": [],
            "data_proc_throughput": [],
            "from_disk_throughput": [],
            "step_throughput": [
                2.0,
                1.0,
                0.6666666666666666,
                0.5,
                0.4,
                0.3333333333333333
            ]
        }
    }
}' "all_data.json, with the lists that follow from the others, empty ones too"
is "$(ls res)" "UNET3D_step_analysis.log
all_data.json" "no other file"
out=$("$FIDLIO" steps one --keep-warm-up --format=csv | tr -d '\r')
is "$(echo "$out" | grep -c ,)" 10 "with the warm-up every metric has values, and what follows from them"
like "$out" '^1,2,step_end,s,7,' "the first step too, not that of epoch 1"
like "$out" '^1,2,from_disk_throughput,samples/s,1,0\.111111111111,,,0\.111111111111,$' "one value has a mean and no width; of one sample"
like "$out" '^1,2,data_proc_throughput,samples/s,1,0\.222222222222,' "of a batch"
"$FIDLIO" steps one --keep-warm-up -o alone -q
like "$(cat alone/UNET3D_step_analysis.log)" '^ +sample_load:	 +9\.0	 +n/a	 +n/a	 +9\.0	 +n/a$' "n/a, not 0"

# pooled, and in any order
{ event training_start -; warm_up $unet3d; event step_end 8; } | array two/config_1gpu_2batch.json
out=$("$FIDLIO" steps --format=csv one two | tr -d '\r')
like "$out" '^1,2,step_end,s,7,4\.14285714286,' "equal configurations of two folders are pooled"
out=$("$FIDLIO" steps one one/ --format=csv 2>err | tr -d '\r')
like "$out" '^1,2,step_end,s,6,' "a folder given twice counts once"
like "$(cat err)" 'one/: given twice, counted once' "and that is said"
"$FIDLIO" steps two one -o a -q && "$FIDLIO" steps two one -o b -q
ok "the same input gives the same bytes" cmp a/all_data.json b/all_data.json
out=$(cd one && "$FIDLIO" steps . --format=csv | tr -d '\r')
like "$out" '^1,2,step_end,s,6,' "the folder at hand"

# --- a log of a run, as it was written
mkdir -p runs/DLRM_8GPU_b32k/deeper runs/DLRM_4GPU_16kbatch
{
    echo "starting up ..."
    event training_start - | sed 's/^/:::MLLOG /'
    warm_up $dlrm | sed 's/^/[0] :::MLLOG /'
    event batch_load 0.5 | sed 's/^/:::MLLOG /'
    event batch_load 7 | sed 's/^/[3] :::MLLOG /'
    echo ':::MLLOG {"key": "batch_load", "value": {"dura'
    event all_compute 0.25 | sed 's/^/0: :::MLLOG /'
} >runs/DLRM_8GPU_b32k/dlrm.log
cp runs/DLRM_8GPU_b32k/dlrm.log runs/DLRM_8GPU_b32k/deeper
gzip -c runs/DLRM_8GPU_b32k/dlrm.log >runs/DLRM_4GPU_16kbatch/dlrm.log.gz
out=$("$FIDLIO" steps runs --format=csv 2>err | tr -d '\r')
is "$out" "GPUs,batch,metric,unit,n,mean,std,q1,median,q3
4,16384,all_compute,s,1,0.25,,,0.25,
4,16384,batch_load,s,1,0.5,,,0.5,
4,16384,data_proc_throughput,samples/s,1,65536,,,65536,
4,16384,from_disk_throughput,samples/s,1,32768,,,32768,
8,32768,all_compute,s,1,0.25,,,0.25,
8,32768,batch_load,s,1,0.5,,,0.5,
8,32768,data_proc_throughput,samples/s,1,131072,,,131072,
8,32768,from_disk_throughput,samples/s,1,65536,,,65536," "logs of runs, rank 0, also packed; from disk by batch"
like "$(cat err)" 'runs/DLRM_8GPU_b32k/dlrm\.log:10: not a JSON object; lines skipped: 1' "a broken line is told with its place"
like "$(cat err)" 'deeper/dlrm\.log: skipped, runs/DLRM_8GPU_b32k/dlrm\.log has the same configuration' "a copy does not count"

# --- logs of runs as the arrays that the earlier tools read
logged () { sed 's/^/:::MLLOG /; s/"2023-05-03T10:00:00.000"/1683108000000/'; }
mkdir -p logs/UNET3D_1g_2b logs/UNET3D_8g4b
{ echo noise; { event epoch_start - 2; warm_up $unet3d; event step_end 1; event step_end 2; } | logged; } >logs/UNET3D_1g_2b/unet3d.log
{ event epoch_start - 2; warm_up $unet3d; event step_end 3; } | logged >logs/UNET3D_8g4b/unet3d.log
"$FIDLIO" steps logs --raw-data -o arrays --format=csv >before.csv
is "$(ls arrays/raw_data)" "UNET3D_1g_2b.json
UNET3D_8g4b.json" "a file for each configuration"
is "$(sed -n 2p arrays/raw_data/UNET3D_8g4b.json)" "$(event epoch_start - 2)," "objects as they were, time as a text"
is "$("$FIDLIO" steps arrays --format=csv)" "$(cat before.csv)" "which say the same"
"$FIDLIO" steps logs --raw-data -o logs -q
is "$("$FIDLIO" steps logs --format=csv 2>err)" "$(cat before.csv)" "beside the logs they do not count twice"
like "$(cat err)" 'logs/UNET3D_8g4b/unet3d\.log: skipped, logs/raw_data/UNET3D_8g4b\.json has the same configuration' "the log is left out"
gzip -k logs/raw_data/UNET3D_8g4b.json
is "$("$FIDLIO" steps logs --format=csv 2>err)" "$(cat before.csv)" "nor does a packed copy"
mkdir -p repeats/1/raw_data repeats/2/raw_data
cp logs/raw_data/UNET3D_8g4b.json.gz repeats/1/raw_data && cp logs/raw_data/UNET3D_8g4b.json.gz repeats/2/raw_data
like "$("$FIDLIO" steps repeats --format=csv 2>err)" '^8,4,step_end,s,2,' "those of other folders are no copies"
cp -R logs logs2 && rm -r logs/raw_data logs2/raw_data
"$FIDLIO" steps logs logs2 --raw-data -o both -q
is "$(ls both/raw_data | tr '\n' ' ')" "UNET3D_1g_2b.json UNET3D_1g_2b_2.json UNET3D_8g4b.json UNET3D_8g4b_2.json " "equal names of two folders"
like "$("$FIDLIO" steps both --format=csv)" '^1,2,step_end,s,4,' "are pooled again"
exits 2 "arrays without a place" "$FIDLIO" steps logs --raw-data

# --- fits
for g in 1 2; do
    for b in 1 2; do
        { event epoch_start - 2; warm_up $unet3d
          seq 1 101 | awk -v g=$g -v b=$b '{ printf "{\"key\": \"all_compute\", \"value\": {\"duration\": %.0f}}\n", ($1 - 51) * 1e6 + 1e9 * (.1 + .2 * g + .3 * b) }'
        } | array fits/raw_data/${g}gpu_${b}batch.json
    done
done
out=$("$FIDLIO" steps fits --fit -o fits.out)
is "$(grep -n '^$' fits.out/UNET3D_step_analysis.log | tr '\n' ' ')" "8: 15: " "an empty line after each number of GPUs"
is "$(cat fits.out/ditribution_fits.txt)" "$(printf '%s\n    \t%s\n    \t\t%s\n    \t%s\n%s\n    %s\n    \t%s\n    %s' \
    'Fitting lin reg gpus, batches and mus:' 'Model: ' \
    'compute_time_mean = np.dot([0.2 0.3], [num_gpus, batch_size]) + 0.1' 'R2: 1.0' \
    'Fitting lin reg gpus, batches and stds:' 'Model:' \
    'compute_time_std = np.dot([0.0 0.0], [num_gpus, batch_size]) + 0.0285773803' 'R2: 1.0')" "a plane is found, and written as it was" ||
    diag "$(cat fits.out/compute_time_fit.json)"
like "$out" '^mean of all_compute = 0\.1 \+0\.2 GPUs \+0\.3 batch s, R\^2 1\.0000, 4 recordings$' "and printed"
{ event epoch_start - 2; warm_up $unet3d; for s in $(seq 1 101); do event all_compute "$s"; done; } | array trim/raw_data/8gpu_4batch.json
"$FIDLIO" steps trim --fit -q -o trim.out
is "$(tr -d ' \n' <trim.out/compute_time_fit.json)" '{"8":{"4":{"mu":[51.0],"std":[28.577380332470412]}}}' "1 to 101 without both ends"
like "$(cat trim.out/ditribution_fits.txt)" 'compute_time_mean = np\.dot\(\[0\.0 0\.0\], .num_gpus, batch_size.\) \+ 51\.0$' "of one point a constant"
like "$(cat trim.out/ditribution_fits.txt)" 'R2: n/a$' "which explains nothing"
like "$("$FIDLIO" steps trim --fit)" '^mean of all_compute = 51 s, 1 recording of one configuration$' "and printed"
{ event epoch_start - 2; warm_up $unet3d; for s in $(seq 101 201); do event all_compute "$s"; done; } | array trim2/raw_data/8gpu_4batch.json
first=$("$FIDLIO" steps trim trim2 --fit -q -o f1 && tr -d ' \n' <f1/compute_time_fit.json)
both=$("$FIDLIO" steps trim trim2 --fit --compat -q -o f2 && tr -d ' \n' <f2/compute_time_fit.json)
like "$first" '"mu":\[51\.0,151\.0\]' "each recording is a point"
like "$(tr '\n' ' ' <f1/ditribution_fits.txt)" 'mean = [^+]* \+ 101\.0 .*R2: 0\.0.*std = [^+]* \+ 28\.5773803 .*R2: 1\.0' "of two of one configuration their mean"
mkdir -p line && cp -R fits/raw_data line && rm line/raw_data/2gpu_*
"$FIDLIO" steps line --fit -q -o line.out
like "$(cat line.out/ditribution_fits.txt)" 'compute_time_mean = np\.dot\(\[0\.0 0\.3\], .num_gpus, batch_size.\) \+ 0\.3$' "GPUs that do not vary have a factor of 0"
like "$both" '"mu":\[51\.0,101\.0\]' "of the earlier tools the second one has the first one's values too"

# --- TensorFlow profiler, BERT
# timeline FILE [WITHOUT]: the step of the format's description, without matching lines
timeline ()
{
    mkdir -p "$(dirname "$1")"
    grep -v "${2:-no such}" >"$1" <<'END'
{"traceEvents": [
 {"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "/job:localhost/replica:0/task:0/device:CPU:0 Compute"}},
 {"ph": "X", "cat": "Op", "name": "IteratorV2", "pid": 1, "tid": 0, "ts": 1683120000000100, "dur": 3, "args": {"name": "IteratorV2", "op": "IteratorV2"}},
 {"ph": "X", "cat": "Op", "name": "IteratorGetNext", "pid": 1, "tid": 0, "ts": 1683120000000140, "dur": 260, "args": {"name": "IteratorGetNext", "op": "IteratorGetNext"}},
 {"ph": "X", "cat": "Op", "name": "unknown", "pid": 9, "tid": 0, "ts": 1683120000000510, "dur": 11, "args": {"name": "edge_5_IteratorGetNext@@MemcpyHtoD", "op": "unknown"}},
 {"ph": "X", "cat": "Other", "name": "Late", "pid": 9, "tid": 0, "ts": 1683120000999999, "dur": 11},
 {"ph": "X", "cat": "Op", "name": "MatMul", "pid": 7, "tid": 0, "ts": 1683120000401000, "dur": 90, "args": {"name": "bert/MatMul", "op": "MatMul"}}]}
END
}
timeline flat/BERT_1gpu_2batch/deep/er/timeline-9.json
timeline deep/data/BERT_1gpu_2batch/timeline-9.json
"$FIDLIO" steps flat -o flat.out >flat.txt
"$FIDLIO" steps deep -o deep.out >deep.txt
is "$(cat flat.txt)" "BERT (guessed), TensorFlow profiler files: 1 configuration, 1 recording

GPUs  batch  metric                   unit       n     mean  std  q1   median  q3
   1      2  all_compute              s          1  0.40049    -   -  0.40049   -
   1      2  load_batch_mem           s          1   0.0003    -   -   0.0003   -
   1      2  step_end                 s          1   0.4009    -   -   0.4009   -
   1      2  data_loading_throughput  samples/s  1   6666.7    -   -   6666.7   -
   1      2  data_proc_throughput     samples/s  1   4.9888    -   -   4.9888   -" "a step of the profiler"
ok "with and without data/ the same" diff -r flat.out deep.out
is "$(cat flat.out/bert_step_analysis.txt)" "$(printf '%30s\t%15s\t%15s\t%15s\t%15s\t%15s\nBERT_1GPU_2batch\n' Metric Mean Median Std '1st quartile' '3rd quart'
    for row in all_compute:0.40049 load_batch_mem:0.0003 step_end:0.4009 data_loading_throughput:6666.66667 data_proc_throughput:4.98878; do
        printf '%30s:\t%15s\t%15s\t%15s\t%15s\t%15s\n' "${row%:*}" "${row#*:}" "${row#*:}" n/a n/a n/a
    done)" "bert_step_analysis.txt"
is "$(cd flat.out && find . -type f | sort)" "./all_data.json
./bert_step_analysis.txt
./compute_time_fit.json
./ditribution_fits.txt
./processed/BERT_plotting_data.json
./processed/dlio_sleep_times.json" "the fit is always written of BERT"
is "$(cat flat.out/processed/BERT_plotting_data.json)" '{"1": {"2": {"all_compute": {"median": 0.40049, "mean": 0.40049, "std": null, "q1": null, "q3": null}, "load_batch_mem": {"median": 0.0003, "mean": 0.0003, "std": null, "q1": null, "q3": null}, "step_end": {"median": 0.4009, "mean": 0.4009, "std": null, "q1": null, "q3": null}, "data_loading_throughput": {"median": 6666.666666666667, "mean": 6666.666666666667, "std": null, "q1": null, "q3": null}, "data_proc_throughput": {"median": 4.9887752556747325, "mean": 4.9887752556747325, "std": null, "q1": null, "q3": null}}}}' "plotting data, in one line"
is "$(cat flat.out/processed/dlio_sleep_times.json)" '{
    "1": {
        "2": {
            "mean": 0.40049,
            "std": null,
            "median": 0.40049,
            "q1": null,
            "q3": null
        }
    }
}' "sleep times for DLIO"
timeline flat/BERT_1gpu_2batch/timeline-10.json MemcpyHtoD
timeline flat/BERT_1gpu_2batch/timeline-11.json IteratorV2
timeline flat/BERT_1gpu_2batch/timeline-12.json
sed -i 's/"args".*er.*"op": "MatMul"/"args": [/' flat/BERT_1gpu_2batch/timeline-12.json
timeline flat/BERT_1gpu_2batch/timeline-13.json ']}'
timeline flat/BERT_1gpu_2batch/timeline-14.json
sed -i 's/"ts": 1683120000401000/"ts": "soon"/' flat/BERT_1gpu_2batch/timeline-14.json
exits 0 "files without a step leave the others" "$FIDLIO" steps flat
err=$("$FIDLIO" steps flat 2>&1 >flat2.txt)
like "$err" 'timeline-10\.json: contains no IteratorGetNext@@MemcpyHtoD; skipped' "no copy to the device"
like "$err" 'timeline-11\.json: contains no IteratorV2; skipped' "no iterator"
like "$err" 'timeline-12\.json:7: not JSON: brackets do not match; skipped' "broken JSON, with its line"
like "$err" 'timeline-13\.json: the file is truncated; skipped' "a file that is cut"
like "$err" 'timeline-14\.json:7: not an operation; skipped' "an operation without its time is no short step"
is "$(cat flat2.txt)" "$(cat flat.txt)" "nothing of them counts"
tr -d '\n' <deep/data/BERT_1gpu_2batch/timeline-9.json | gzip >line.gz && mkdir -p packed/8gpu_4batch && mv line.gz packed/8gpu_4batch/timeline-1.json.gz
like "$("$FIDLIO" steps packed)" '^ +8 +4 +step_end +s +1 +0\.4009 ' "packed, in one line"

# --- DLIO
dlio_log ()
{
    cat <<'END'
[INFO] 2023-05-03T10:00:00.000123 Starting epoch 1: 21 steps expected [src/utils/statscounter.py:58]
[INFO] load_batch_inner 90233111 [src/data_loader.py:80]
[INFO] load_batch_mem 5403321 [src/dlio_benchmark.py:212]
[INFO] all_compute 412000100 [src/dlio_benchmark.py:220]
[INFO] all_compute 500000000 [src/dlio_benchmark.py:220]
[INFO] load_batch_inner 0 [src/dlio_benchmark.py:220]
[INFO] step_end x [src/dlio_benchmark.py:220]
END
}
mkdir -p dlio/BERT_8gpu_4batch/hydra_log/x dlio3/UNET3D_8gpu_4batch
dlio_log >dlio/BERT_8gpu_4batch/hydra_log/x/dlio.log
out=$("$FIDLIO" steps dlio -o dlio.out --format=csv 2>err | tr -d '\r')
is "$out" "GPUs,batch,metric,unit,n,mean,std,q1,median,q3
8,4,all_compute,s,1,0.5,,,0.5,
8,4,data_proc_throughput,samples/s,1,8,,,8," "durations of DLIO after three names"
ok "DLIO_BERT_step_analysis.log" test -s dlio.out/DLIO_BERT_step_analysis.log
"$FIDLIO" steps -q dlio -o dlio.out --keep-warm-up 2>/dev/null
is "$(tr -d '[ ]' <dlio.out/all_data.json | grep -o '^"[a-z_]*"' | tr '\n' ' ')" '"load_batch_mem" "load_batch_inner" "all_compute" "step_end" "data_proc_throughput" "data_loading_throughput" "step_throughput" ' "in the order they had"
like "$(cat err)" 'dlio\.log:7: the duration is not a number; lines skipped: 1' "a broken line is told"
{ dlio_log; dlio_log | sed 's/epoch 1/epoch 2/; s/500000000/250000000/'; echo '[INFO] sample_load 2000000000 [a.py:1]'; echo '[INFO] load_sample 4000000000 [a.py:1]'; } >dlio3/UNET3D_8gpu_4batch/dlio.log
out=$("$FIDLIO" steps dlio3 --format=csv 2>err | tr -d '\r')
like "$out" '^8,4,all_compute,s,1,0\.25,' "the first epoch of UNET3D does not count"
like "$out" '^8,4,sample_load_throughput,samples/s,2,0\.375,' "one sample by its time"
like "$("$FIDLIO" steps dlio3 --compat --format=csv 2>err)" '^8,4,all_compute,s,2,0\.375,' "unless it did for the earlier tools"

# --- GPUs and batch size that the path does not tell
{ dlio_log; dlio_log; } >plain.log
mkdir -p quiet/run/.hydra quiet2/run/configs
cp plain.log quiet/run/dlio.log
exits 3 "no name, no configuration" "$FIDLIO" steps quiet
like "$("$FIDLIO" steps quiet 2>&1)" 'quiet/run/dlio\.log: unknown GPUs and batch size: use --gpus and --batch' "the file is named, and what to do"
like "$("$FIDLIO" steps quiet --gpus=2 --batch=6 --format=csv 2>err)" '^2,6,all_compute,' "options"
like "$("$FIDLIO" steps quiet --gpus=2 2>&1)" 'quiet/run/dlio\.log: unknown batch size: use --batch' "one is missing"
exits 2 "no GPU" "$FIDLIO" steps quiet --gpus=0 --batch=6
like "$("$FIDLIO" steps one --gpus=5 --format=csv)" '^5,2,step_end,' "they overrule names"
{ echo '[OUTPUT] 2023-05-03T09:59:00.000123 Running DLIO [Training] with 3 process(es)'
  echo '[OUTPUT] 2023-05-03T09:59:01.000123 Max steps per epoch: 40 = 1 * 480 / 4 / 3 (samples per file * num files / batch size / comm size)'
  cat plain.log; } >quiet/run/dlio.log
like "$("$FIDLIO" steps quiet --format=csv 2>err)" '^3,4,all_compute,' "the log of DLIO states them"
grep -v 'Max steps' quiet/run/dlio.log >quiet2/run/dlio.log
if "$FIDLIO" --version | grep -q 'yaml no'; then
    skip "DLIO's settings" "built without libyaml"
else
    printf 'workload:\n  reader:\n    batch_size: 7\n' | tee quiet/run/.hydra/config.yaml >quiet2/run/configs/config.yaml
    like "$("$FIDLIO" steps quiet --format=csv 2>err)" '^3,7,all_compute,' "the settings of Hydra"
    like "$("$FIDLIO" steps quiet2 --format=csv 2>err)" '^3,7,all_compute,' "in the other place"
    mv quiet2/run/dlio.log dlio.log
    mkdir -p named && mv quiet2/run named/8gpu_run && mv dlio.log named/8gpu_run
    like "$("$FIDLIO" steps named --format=csv 2>err)" '^8,7,all_compute,' "a name counts before them"
fi
cp -R logs anon && mkdir anon/a anon/b && mv anon/UNET3D_1g_2b/unet3d.log anon/a && mv anon/UNET3D_8g4b/unet3d.log anon/b
like "$("$FIDLIO" steps anon --gpus=1 --batch=2 --format=csv)" '^1,2,step_end,s,3,' "logs of two folders are two recordings"
cp anon/a/unet3d.log anon/a/unet3d.copy.log
like "$("$FIDLIO" steps anon --gpus=1 --batch=2 --format=csv 2>err)" '^1,2,step_end,s,3,' "a second one in a folder is not"

# --- pictures
for kind in unet3d dlrm bert dlio; do
    "$srcdir/tests/tools/steps/experiment.sh" $kind exp/$kind
done
exits 0 "pictures of all kinds" "$FIDLIO" steps -q exp/unet3d --plot=all -o pic
is "$(ls pic/plots)" "UNET3D_compute_times.svg
UNET3D_latencies_median.svg
UNET3D_step_breakdown.svg
UNET3D_throughputs.svg" "under the names they had, and the sheet of histograms"
# panels FILE: the titles of its panels; lines FILE: its lines (tips), each in every panel
panels ()
{
    grep -o 'font-weight="bold"[^>]*>[^<]*<' "$1" | sed 's/.*>\(.*\)</\1/' | sed 1d | tr '\n' ,
}
is "$(panels pic/plots/UNET3D_step_breakdown.svg)" "Overall Step,Data Loading,Data Loading, medians,Computation," "what a step is made of"
is "$(panels pic/plots/UNET3D_throughputs.svg)" "VFS Throughput,Data Throughput,Compute Throughput," "throughput"
is "$(panels pic/plots/UNET3D_latencies_median.svg)" "Data Latency,VFS Latency,Sample Preprocessing," "latency"
is "$(panels pic/plots/UNET3D_compute_times.svg | tr ',' '\n' | grep -c GPU)" 25 "a histogram for each configuration"
is "$(grep -o '>mu [0-9.]* s, std [0-9.]* ms, N 38<' pic/plots/UNET3D_compute_times.svg | sed -n '1p;$=' | tr '\n' ' ')" \
    ">mu 0.553 s, std 7.56 ms, N 38< 25 " "with the normal law of its mean and deviation"
is "$("$FIDLIO" steps exp/unet3d --format=csv | awk -F, '$1 == 1 && $2 == 1 && $3 == "all_compute" { printf "%.3f %.2f %s", $6, 1000 * $7, $5 }')" \
    "0.553 7.56 38" "which are those of the table"
is "$(grep -c '<title>6 GPUs</title>' pic/plots/UNET3D_throughputs.svg)" 3 "each number of GPUs has a line in each panel"
is "$(grep -c 'fill-opacity=".18"' pic/plots/UNET3D_step_breakdown.svg)" 15 "and a band, but in the panel of medians"
"$FIDLIO" steps -q exp/unet3d --plot=all -o again
ok "the same again, byte for byte" diff -r pic again
"$FIDLIO" steps -q exp/dlrm --plot=throughput,latency -o pic --title='sleep & gen'
out=$(cat pic/plots/DLRM_sleep___gen_throughputs.svg)
like "$out" '>2k<' "batch sizes of DLRM in short"
like "$out" '>64k<' "up to the last"
like "$out" 'DLRM sleep &amp; gen, throughput' "with a title"
is "$(panels pic/plots/DLRM_sleep___gen_latencies_median.svg)" "Data Latency,VFS Latency,Batch Preprocessing," "its loaders prepare batches"
"$FIDLIO" steps -q exp/bert --plot=all -o pic
is "$(panels pic/plots/BERT_throughputs.svg)" "Data Throughput,Compute Throughput," "a profiler does not see the disk"
"$FIDLIO" steps -q exp/dlio --plot=throughput -o pic
is "$(panels pic/plots/DLIO_UNET3D_throughputs.svg)" "VFS Throughput,Data Throughput,Compute Throughput," "DLIO's, by its samples"
mkdir -p hole/raw_data && cp exp/dlrm/raw_data/config_1gpu_2048batch.json exp/dlrm/raw_data/config_4gpu_8192batch.json hole/raw_data
"$FIDLIO" steps -q hole --plot=histograms,latency -o pic --title hole
is "$(grep -c '>not measured<' pic/plots/DLRM_hole_compute_times.svg)" 2 "configurations that are missing say so"
# --- one picture of several folders
"$srcdir/tests/tools/steps/experiment.sh" unet3d exp/more
"$FIDLIO" steps -q exp/unet3d exp/more --plot=all -o pooled
is "$(ls pooled/plots | wc -l) $(grep -o ', N 76<' pooled/plots/UNET3D_compute_times.svg | wc -l)" "4 25" \
    "folders given together are pooled in one picture of each kind"
# --- values of an earlier call
for kind in unet3d dlrm bert dlio; do
    "$FIDLIO" steps -q exp/$kind -o kept/$kind --plot=throughput
    "$FIDLIO" steps --format=csv exp/$kind >want.csv
    is "$("$FIDLIO" steps --saved --format=csv kept/$kind -o back/$kind --plot=throughput)" "$(cat want.csv)" "$kind: saved values give the same table"
    ok "and the same picture and values" sh -c "cmp kept/$kind/plots/* back/$kind/plots/* && cmp kept/$kind/all_data.json back/$kind/all_data.json"
done
is "$("$FIDLIO" steps --saved --format=csv kept/bert kept/bert | awk -F, '$3 == "step_end" { print $5 }')" \
    "$("$FIDLIO" steps --saved --format=csv kept/bert | awk -F, '$3 == "step_end" { print $5 }')" "a folder given twice counts once"
cp -R kept/bert kept/copy
is "$("$FIDLIO" steps --saved --format=csv kept/bert kept/copy | awk -F, '$3 == "step_end" { n += $5 } END { print n }')" \
    "$("$FIDLIO" steps --saved --format=csv kept/bert | awk -F, '$3 == "step_end" { n += 2 * $5 } END { print n }')" "two are pooled"
exits 3 "no saved values" "$FIDLIO" steps --saved exp/unet3d
exits 2 "of two workloads" "$FIDLIO" steps --saved kept/unet3d kept/dlrm
mkdir -p kept/bad && echo '{"1": {"2": {"step_end": ["x"]}}}' >kept/bad/all_data.json && : >kept/bad/UNET3D_step_analysis.log
exits 3 "values that are no numbers" "$FIDLIO" steps --saved kept/bad
mkdir -p kept/none && echo '{}' >kept/none/all_data.json && : >kept/none/UNET3D_step_analysis.log
exits 3 "none" "$FIDLIO" steps --saved kept/none
like "$("$FIDLIO" steps --saved kept/none 2>&1)" "kept/none/all_data.json: no saved values" "and where"
for option in "--raw-data -o x" --gpus=2 --batch=2 --from=mllog --workload=bert --keep-warm-up; do
    exits 2 "saved values exclude $option" "$FIDLIO" steps --saved kept/bert $option
done
exits 2 "a picture without a place" "$FIDLIO" steps --plot=all one
exits 2 "an unknown picture" "$FIDLIO" steps --plot=pie one -o x
exits 2 "an unknown format" "$FIDLIO" steps --plot=all --image=gif one -o x
exits 2 "a width of nothing" "$FIDLIO" steps --plot=all --width=0 one -o x

# --- the statistics of Python, to the last bit
"$FIDLIO" steps -q exp/bert -o python
is "$(grep -c '^$' python/bert_step_analysis.txt)" 16 "of the profiler an empty line after each configuration"
cat >quartiles.py <<'END'
import json, statistics, sys
import ctypes
extended = ctypes.sizeof(ctypes.c_longdouble) > 8
values, got = (json.load(open(name)) for name in sys.argv[1:])
n = 0
for gpus, batches in values.items():
    for batch, metrics in batches.items():
        for metric, v in metrics.items():
            d = got[gpus][batch][metric]
            q = statistics.quantiles(v, n=4)
            assert (d["q1"], d["median"], d["q3"]) == tuple(q), (gpus, batch, metric, d, q)
            for key, want in ("mean", statistics.mean(v)), ("std", statistics.stdev(v)):
                assert d[key] == want or not extended and abs(d[key] / want - 1) < 1e-15, (gpus, batch, metric, key, d, want)
            n += 1
print(n)
END
is "$(python3 quartiles.py python/all_data.json python/processed/BERT_plotting_data.json)" 80 "quartiles, means and deviations"

# --- constant times: no rounding loses points of the fit
for config in 1gpu_1batch 1gpu_2batch 1gpu_4batch; do
    {
        for metric in $unet3d; do event "$metric" 1; done
        for _ in 1 2 3 4 5 6 7; do event all_compute 0.1; done
    } | array flat_fit/raw_data/config_$config.json
done
like "$("$FIDLIO" steps --fit flat_fit)" '^mean of all_compute = 0\.1 .*, 3 recordings$' "a fit of constant times"

# --- folders that are odd
mkdir -p round/8gpu_4batch/deep
cp two/config_1gpu_2batch.json round/8gpu_4batch/deep/steps.json
ln -s .. round/8gpu_4batch/deep/up
ln -s ../.. round/8gpu_4batch/deep/round
ln -s nowhere round/8gpu_4batch/unet3d.log
like "$("$FIDLIO" steps round --format=csv)" '^8,4,step_end,s,1,' "links that go round or nowhere"
if [ "$(id -u)" -ne 0 ]; then
    mkdir closed && cp -R one/raw_data closed && mkdir -m 0 closed/inner
    exits 5 "a folder that cannot be listed is no empty one" "$FIDLIO" steps closed
    rmdir closed/inner && echo '[]' >closed/events.json && chmod 0 closed/events.json
    exits 5 "a file that may not be read is no missing one" "$FIDLIO" steps closed
fi

# --- what is of no use
exits 2 "no folder" "$FIDLIO" steps
exits 2 "no such workload" "$FIDLIO" steps --workload=resnet one
exits 2 "no such kind" "$FIDLIO" steps --from=csv one
exits 2 "BERT is not told by MLLOG" "$FIDLIO" steps --workload=bert one
exits 3 "no such folder" "$FIDLIO" steps nowhere
mkdir empty
exits 3 "an empty folder" "$FIDLIO" steps empty
mkdir -p odd/raw_data && cp one/raw_data/config_1gpu_2batch.json odd/raw_data/config.json
exits 3 "no configuration is told" "$FIDLIO" steps odd
like "$("$FIDLIO" steps odd 2>&1)" 'odd/raw_data/config\.json: unknown GPUs and batch size: use --gpus and --batch' "and that is said"
exits 4 "the rest is done" "$FIDLIO" steps odd one
like "$("$FIDLIO" steps odd one 2>err)" '^ +1 +2 +step_end +s +6 +3\.5 ' "all of the rest"
printf '[\n{"key": "epoch_start", "value": null, "metadata": {}},\n{"key": ]}\n]\n' >odd/raw_data/8gpu_4batch.json
exits 3 "broken JSON" "$FIDLIO" steps odd
like "$("$FIDLIO" steps -q odd one 2>&1)" 'odd/raw_data/8gpu_4batch\.json:3: not JSON: brackets do not match' "with its line"
head -c -40 two/config_1gpu_2batch.json >odd/raw_data/8gpu_4batch.json
exits 3 "nothing behind the warm-up" "$FIDLIO" steps odd
like "$("$FIDLIO" steps odd 2>&1)" 'raw_data/8gpu_4batch\.json: the file is truncated' "a cut array is read as far as it goes"
echo hello >odd/raw_data/8gpu_4batch.json
like "$("$FIDLIO" steps odd 2>&1)" '8gpu_4batch\.json:1: not JSON' "no JSON at all"
: >odd/raw_data/8gpu_4batch.json
like "$("$FIDLIO" steps odd 2>&1)" '8gpu_4batch\.json: not a JSON array of events' "an empty file"
exits 2 "several kinds" "$FIDLIO" steps one dlio
like "$("$FIDLIO" steps one dlio 2>&1)" 'several kinds \(mllog 1, timeline 0, dlio 1\): choose by --from' "say which are there"
exits 0 "one of them" "$FIDLIO" steps --from=dlio one dlio
: >file
exits 5 "an output folder that cannot be" "$FIDLIO" steps one -o file/x
ok "a bad file left what was there" test ! -s file

# a signal between two files does not make them wait for each other
status=0
for ms in 001 002 003 004 006 008 010 012 016 020 025 030; do
    timeout -k 5 -s INT 0.$ms "$FIDLIO" steps exp/unet3d -o cut --fit --plot all >/dev/null 2>&1
    [ $? != 137 ] || status=1
done
is $status 0 "an interrupted call ends"
tap_done
