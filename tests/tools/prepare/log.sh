#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio prepare: timeline.csv and the log as JSON (T-MLLOG and T-DLIO).
. "$srcdir/tests/tap.sh"
cd "$tmp" || exit 99

mkdir mllog
cat >mllog/unet3d.log <<'END'
Loading dataset... done
:::MLLOG {"namespace": "", "time_ms": 1676121200110, "event_type": "INTERVAL_START", "key": "init_start", "value": null, "metadata": {"file": "main.py", "lineno": 30}}
:::MLLOG {"namespace": "", "time_ms": 1676121209874, "event_type": "INTERVAL_END", "key": "init_stop", "value": null, "metadata": {"file": "main.py", "lineno": 61}}
[0] :::MLLOG {"namespace": "", "time_ms": 1676121210004, "event_type": "INTERVAL_START", "key": "epoch_start", "value": null, "metadata": {"epoch_num": 1}}
[1] :::MLLOG {"namespace": "", "time_ms": 1676121210005, "event_type": "INTERVAL_START", "key": "epoch_start", "value": null, "metadata": {"epoch_num": 1}}
:::MLLOG {"namespace": "", "time_ms": 1676121210005, "event_type": "INTERVAL_START", "key": "block_start", "value": null, "metadata": {"epoch_num": 1}}
:::MLLOG {"namespace": "", "time_ms": 1676121230000, "event_type": "INTERVAL_END", "key": "block_stop", "value": null, "metadata": {"epoch_num": 1}}
:::MLLOG {"namespace": "", "time_ms": 1676121242500, "event_type": "INTERVAL_END", "key": "epoch_stop", "value": null, "metadata": {"epoch_num": 1}}
:::MLLOG {"namespace": "", "time_ms": 1676121242600, "event_type": "INTERVAL_END", "key": "eval_stop", "value": null, "metadata": {}}
:::MLLOG {"namespace": "", "time_ms": oops
:::MLLOG {"namespace": "", "time_ms": 1676121242700, "event_type": "INTERVAL_START", "key": "checkpoint_start", "value": null, "metadata": {}}
END

said=$("$FIDLIO" prepare mllog -o out --log-only -w unet3d 2>&1)
is "$?" 0 "a folder with nothing but the log"
is "$(cat out/mllog/timeline/timeline.csv)" "2023-02-11T13:13:20.110,2023-02-11T13:13:29.874,INIT
2023-02-11T13:13:30.004,2023-02-11T13:14:02.500,TRAINING" "intervals that begin and end, in order of their end"
is "$(printf '%s\n' "$said" | grep -c 'unet3d.log:9: eval ends without a start')" 1 "one warning of the lone stop"
is "$(printf '%s\n' "$said" | grep -c 'unet3d.log:10: ')" 1 "one of the broken line"
like "$said" 'unet3d.log: 1 intervals never end' "the open checkpoint is told"
is "$(ls out/mllog)" "timeline
unet3d.log" "nothing else is made"

cat >check.py <<'END'
import json, re, sys
log = json.load(open(sys.argv[1]))
assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}", e["time_ms"]) for e in log)
print(len(log), log[0]["time_ms"], log[0]["metadata"]["lineno"], log[-1]["key"])
END
is "$(python3 check.py out/mllog/unet3d.log)" "8 2023-02-11T13:13:20.110 30 checkpoint_start" "rank 0 as a JSON array, times as text"
is "$(head -n 1 out/mllog/unet3d.log; tail -n 1 out/mllog/unet3d.log)" "[
]" "brackets on lines of their own"

"$FIDLIO" prepare mllog -o bert --log-only -w bert >said 2>&1
is "$(sed -n 2p bert/mllog/timeline/timeline.csv)" "2023-02-11T13:13:30.005,2023-02-11T13:13:50.000,TRAINING" "BERT trains in blocks"
like "$(cat said)" 'bert$' "rules of the workload asked for"
is "$(ls bert/mllog)" "bert.log
timeline" "the log is called after it"

# --- TRAINING of a workload is one span for the earlier tools, whatever else the log has
"$FIDLIO" prepare mllog -o compat --log-only --compat -w bert >said 2>&1
is "$(sed -n 2p compat/mllog/timeline/timeline.csv)" "2023-02-11T13:13:30.005,2023-02-11T13:13:50.000,TRAINING" "--compat: blocks of BERT"
mkdir epochs
grep -v block mllog/unet3d.log >epochs/app.log
for workload in dlrm bert; do
    "$FIDLIO" prepare epochs -o out --log-only -w $workload >said 2>&1
    like "$(cat out/epochs/timeline/timeline.csv)" ',2023-02-11T13:14:02.500,TRAINING$' "$workload without its own span: epochs"
    "$FIDLIO" prepare epochs -o compat --log-only --compat -w $workload >said 2>&1
    is "$(cat compat/epochs/timeline/timeline.csv)" "2023-02-11T13:13:20.110,2023-02-11T13:13:29.874,INIT" "--compat: no epochs of $workload"
    like "$(cat said)" "app\.log: no span that the earlier tools took for the TRAINING of $workload" "which is said"
done
mkdir training
sed 's/"epoch_st/"training_st/' epochs/app.log >training/dlrm.log
"$FIDLIO" prepare training -o compat --log-only --compat -w dlrm >said 2>&1
like "$(cat compat/training/timeline/timeline.csv)" ',2023-02-11T13:14:02.500,TRAINING$' "--compat: DLRM trains in training"
"$FIDLIO" prepare training -o compat --log-only --compat -w unet3d >said 2>&1
unlike "$(cat compat/training/timeline/timeline.csv)" 'TRAINING' "and UNET3D in epochs"

# --- DLIO, old wording and today's
mkdir old new
cat >old/dlio.log <<'END'
[INFO] 2023-02-11T11:34:33.000000 Running DLIO with 1 process(es) [a.py:1]
[INFO] 2023-02-11T11:34:40.000000 Starting epoch 1: 5 steps expected [a.py:1]
[INFO] 2023-02-11T11:34:40.100000 Starting block 1 [a.py:1]
[INFO] 2023-02-11T11:34:49.000000 Ending block 1 - 5 steps completed in 8.90 s [a.py:1]
[INFO] 2023-02-11T11:34:49.500000 Starting checkpoint 1 after total step 5 for epoch 1 [a.py:1]
[INFO] 2023-02-11T11:34:50.500000 Ending checkpoint 1 for epoch 1 [a.py:1]
[INFO] 2023-02-11T11:34:51.000000 Ending epoch 1 - 5 steps completed in 11.00 s [a.py:1]
END
sed -e 's/^\[INFO\]/[OUTPUT]/; s/ \[a.py:1\]$//; s/Starting checkpoint/Starting saving checkpoint/' \
    -e 's/Ending checkpoint 1 for epoch 1/Finished saving checkpoint 1 for epoch 1 in 1.0000 s; Throughput: 0.4 GB\/s/' \
    old/dlio.log >new/dlio.log
for wording in old new; do
    "$FIDLIO" prepare $wording -o compat --log-only --compat >said 2>&1
    is "$(cat compat/$wording/timeline/timeline.csv)" "2023-02-11T11:34:33.000000,2023-02-11T11:34:40.000000,INIT
2023-02-11T11:34:40.000000,2023-02-11T11:34:49.000000,TRAINING
2023-02-11T11:34:49.500000,2023-02-11T11:34:50.500000,CHECKPOINT" "$wording wording, the first block from the epoch's start (--compat)"
    like "$(cat said)" 'no file states UTC' "the log's zone is not known"
done
"$FIDLIO" prepare new -o out --log-only >/dev/null 2>&1
is "$(sed -n 2p out/new/timeline/timeline.csv)" "2023-02-11T11:34:40.100000,2023-02-11T11:34:49.000000,TRAINING" "without it the block as it is"
is "$(ls out/new)" "left_out
timeline" "dlio.log itself goes to left_out, which earlier tools do not read"

# --- errors leave nothing
exits 2 "an unknown workload" "$FIDLIO" prepare mllog -o bad -w resnet
exits 3 "no such folder" "$FIDLIO" prepare none -o bad
exits 3 "a file" "$FIDLIO" prepare mllog/unet3d.log -o bad
mkdir empty
exits 3 "an empty folder" "$FIDLIO" prepare empty -o bad
mkdir nolog
echo 'TIMESTAMP         PID      OFFSET           RET(B)       LAT(ns)      FILENAME
1000 5 0 4096 10 a' >nolog/trace_read.out
exits 3 "no log" "$FIDLIO" prepare nolog -o bad -w unet3d
like "$("$FIDLIO" prepare nolog -o bad -w unet3d 2>&1)" 'nolog' "it is named"
exits 2 "a step that is none" "$FIDLIO" prepare mllog -o bad -s 6
exits 2 "nothing to do" "$FIDLIO" prepare mllog -o bad -s 1 --log-only
exits 3 "a log skipped that was never made" "$FIDLIO" prepare mllog -o bad -s 1
ok "nothing is written" test ! -e bad
tap_done
