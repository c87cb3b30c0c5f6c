#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Directories that hold several runs: named, never merged; matrix takes them.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

cd "$tmp" || exit 99

# tree.py: results as MLPerf Storage lays them out, with made-up values
cat >tree.py <<'END'
import json, os

def stamp(s):
    return f"2024-08-{20 + s // 86400:02d}T{s // 3600 % 24:02d}:{s // 60 % 60:02d}:{s % 60:02d}.000000"

def epochs(start, epoch_s):
    stats, t = {}, start
    for e in "1", "2":
        block = {"start": stamp(t), "end": stamp(t + epoch_s), "duration": f"{epoch_s:.2f}"}
        stats[e] = {"start": stamp(t), "block1": block, "end": stamp(t + epoch_s),
                    "duration": f"{epoch_s:.2f}"}
        t += epoch_s
    return stats

def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    open(path, "w").write(text)

def run(folder, start, epoch_s, au, rate, model="unet3d"):
    write(f"{folder}/per_epoch_stats.json", json.dumps(epochs(start, epoch_s)))
    write(f"{folder}/summary.json", json.dumps({
        "start": stamp(start), "num_accelerators": 4, "num_hosts": 1, "num_files_train": 100,
        "num_files_eval": 0, "num_samples_per_file": 1, "epochs": 2,
        "metric": {"train_au_mean_percentage": au,
                   "train_throughput_mean_samples_per_second": rate}}))
    write(f"{folder}/configs/config.yaml",
          f"workload:\n  model:\n    name: {model}\n  train:\n    epochs: 2\n")
    write(f"{folder}/dlp.log", "")

def log(path, start, n=2):
    lines = [f"[OUTPUT] {stamp(start)} Running DLIO [Training] with 8 process(es)"]
    for e in range(1, n + 1):
        t = start + 60 * e
        lines += [f"[OUTPUT] {stamp(t)} Starting epoch {e}: 10 steps expected",
                  f"[OUTPUT] {stamp(t)} Starting block 1",
                  f"[OUTPUT] {stamp(t + 50)} Ending block 1 - 10 steps completed in 50.00 s",
                  f"[OUTPUT] {stamp(t + 50)} Ending epoch {e} - 10 steps completed in 50.00 s"]
    write(path, "\n".join(lines) + "\n")

for i in 1, 2, 3:
    run(f"disk/unet3d-h100/runs/run{i}", 40000 + 1000 * i, 300, 92 + i, 1000 + i)
    run(f"cache/unet3d-h100/runs/run{i}", 60000 + 1000 * i, 200, 97 + i / 10, 1500 + i)
write("disk/unet3d-h100/runs/mlperf_storage_report.json", "{}")
write("disk/unet3d-h100/runs/._run1", "\0\5\26\7")
write("disk/unet3d-h100/runs/run1/._summary.json", "\0\5\26\7")

# a run of two hosts: both write logs, the first one the results
run("hosts/run1/host1", 30000, 110, 90, 10)
log("hosts/run1/host1/10.0.0.1.log", 30000)
log("hosts/run1/host2/10.0.0.2.log", 30001)

# runs that have nothing but logs, a failed one, and the generation of data
log("logs/a/dlio.log", 1000)
log("logs/b/dlio.log", 5000)
log("logs/gen/dlio.log", 9000, 0)
END
python3 tree.py

runs=disk/unet3d-h100/runs
exits 3 "a directory of runs is no run" "$FIDLIO" job disk
like "$("$FIDLIO" inspect disk)" "unet3d-h100/runs/run3 .* 1003 samples/s" "inspect lists its runs"
like "$("$FIDLIO" job disk 2>&1)" \
    'disk: holds several runs: unet3d-h100/runs/run1, unet3d-h100/runs/run2, unet3d-h100/runs/run3;' \
    "its runs are named"
like "$("$FIDLIO" job . 2>&1)" 'holds several runs: cache/.*/run1, .* and 4 more;' \
    "a tree above that: the first ones, and how many more"
like "$("$FIDLIO" compare $runs/run1 disk 2>&1)" 'disk: holds several runs' "compare, too"
ok "each of them is one" "$FIDLIO" inspect $runs/run1
ok "a run of two hosts is one" "$FIDLIO" inspect hosts
like "$("$FIDLIO" job logs 2>&1)" 'logs: holds several runs: a, b;' \
    "logs that follow each other are of several runs; generating data is none"

# --- AU and throughput of summary.json
"$FIDLIO" compare --format=json $runs/run1 cache/unet3d-h100/runs/run1 >pair.json 2>err
is "$(python3 - pair.json <<'END'
import json, sys
for r in json.load(open(sys.argv[1]))["resources"]:
    for m in r["measures"]:
        if m["name"] in ("steps.samples_per_s", "steps.accelerator_utilisation"):
            print(m["name"], m["detail"]["real"], m["detail"]["emulation"], m["unit"])
END
)" "steps.samples_per_s 1001 1501 ln
steps.accelerator_utilisation 0.93 0.971 1" "reported utilisation and throughput are compared"

# --- matrix
ok "matrix takes trees" "$FIDLIO" matrix -q --no-series --real disk --emulation cache -o results
is "$(cd results && echo *__*.json)" "$(for r in 1 2 3; do for e in 1 2 3; do
    printf 'disk+unet3d-h100+runs+run%s__cache+unet3d-h100+runs+run%s.json ' $r $e
done; done | sed 's/ $//')" "names of as many folders as tell the runs apart"
"$FIDLIO" matrix -q --no-series --real disk/*/runs/run1 hosts --emulation cache -o named
like "$(cd named && echo *.json)" 'disk\+unet3d-h100\+runs\+run1__cache\+' "a folder and a tree"
like "$(cd named && echo *.json)" 'hosts__cache\+' "the name of the folder, where no other has it"
like "$("$FIDLIO" matrix --no-series --real disk --emulation cache -o results 2>&1 >/dev/null)" \
    '0 pairs compared, 9 kept' "and again: all are kept"
"$FIDLIO" matrix -q --no-series --real disk disk/*/* $runs/run* disk/*/runs/run1/configs/.. \
    --emulation cache -o once
is "$(cd once && echo *__*.json)" "$(cd results && echo *__*.json)" "each run once, however often it is named"
mkdir both && cp -r hosts both/a && cp -r hosts both/b
like "$("$FIDLIO" job both 2>&1)" 'several runs: a/run1, b/run1;' "the folder of a run of two hosts"
printf 'real disk\nemulation cache\n' >manifest
ok "so does a manifest" "$FIDLIO" matrix -q --no-series -m manifest -o again
is "$(cd again && ls *__*.json)" "$(cd results && ls *__*.json)" "of the same runs"

# --- a single file is a run, too
ok "a log alone" "$FIDLIO" inspect logs/a/dlio.log
like "$("$FIDLIO" inspect manifest 2>&1)" 'manifest: not of a format fidlio reads' "another file"
tap_done
