#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio whatif on runs of several ranks: numbers worked out by hand, for each kind of recording.
. "$srcdir/tests/tap.sh"
cd "$tmp" || exit 99

# value FILE JOB ROW: a cell of the CSV of a run: its first row is "none none", and so on
value ()
{
    awk -F, -v job="$2" -v row="$3" '$1 == job && $2 " " $3 == row { print $5, $9 }' "$1"
}
# csv_of RUN
csv_of ()
{
    "$FIDLIO" whatif "$1" --format csv | tr -d '\r'
}
# waiting RUN: its row of the table
waiting ()
{
    "$FIDLIO" whatif "$1" | sed -n 's/^waiting for other ranks *//p'
}

# --- DLIO: 0.1 and 0.2 s, then 0.3 and 0.1 s of waiting before 0.5 s of computing; ranks meet after it
mkdir -p dlio
echo '{"1": {"load": {"block1": [0.1, 0.3]}, "proc": {"block1": [0.6, 0.8]}, "compute": {"block1": [0.5, 0.5]}}}' >dlio/0_output.json
echo '{"1": {"load": {"block1": [0.2, 0.1]}, "proc": {"block1": [0.7, 0.6]}, "compute": {"block1": [0.5, 0.5]}}}' >dlio/1_output.json
csv_of dlio >dlio.csv
is "$(value dlio.csv dlio 'none none')" "0.75 0" "DLIO: the iteration is that of the slower rank"
is "$(value dlio.csv dlio 'avg none')" "0.675 0.1" "all wait as the mean"
is "$(value dlio.csv dlio 'min none')" "0.6 0.2" "all wait as the shortest"
is "$(waiting dlio)" "10.0 %" "0.1 and 0 s, then 0 and 0.2 s of 0.75 s"
like "$("$FIDLIO" whatif dlio | tr '\n' ' ')" "dlio: it records how long the training waited, not when" "what cannot be told"
is "$(wc -l <dlio.csv)" 4 "no starts, no rows for them"

# a rank that waits less but computes longer: its step stays the longest
mkdir -p slow
echo '{"1": {"load": {"block1": [0.0]}, "proc": {"block1": [1.0]}, "compute": {"block1": [1.0]}}}' >slow/0_output.json
echo '{"1": {"load": {"block1": [0.5]}, "proc": {"block1": [0.6]}, "compute": {"block1": [0.1]}}}' >slow/1_output.json
is "$(csv_of slow | awk -F, '{ print $5, $9 }' | tail -n 1)" "1 0" "computing is not waiting"
is "$(waiting slow)" "20.0 %" "the other waits for it"

# --- MLLOG with the tags of mpirun: the same waits, ranks meet in the step
# step RANK LOAD STEP: three events
step ()
{
    for e in "load_batch_mem $2" "all_compute 0.4" "step_end $3"; do
        printf '[1,%d]<stdout>::::MLLOG {"namespace": "", "time_ms": 1683120001000, "event_type": "POINT_IN_TIME", "key": "%s", "value": {"start": 5, "duration": %s}, "metadata": {"epoch_num": 1}}\n' \
            "$1" "${e% *}" "$(awk -v s="${e#* }" 'BEGIN { printf "%.0f", s * 1e9 }')"
    done
}
mkdir -p mllog
{ step 10 0.2 0.7; step 2 0.1 0.7; echo "noise"; step 2 0.3 0.8; step 10 0.1 0.8; } >mllog/unet3d.log
csv_of mllog >mllog.csv
is "$(value mllog.csv mllog 'none none')" "0.75 0" "MLLOG: the lines of each rank"
is "$(value mllog.csv mllog 'avg none')" "0.675 0.1" "all wait as the mean"
is "$(value mllog.csv mllog 'min none')" "0.6 0.2" "all wait as the shortest"
is "$(waiting mllog)" "10.0 %" "waiting in the step"
mkdir -p files
{ step 0 0.1 0.7; step 0 0.3 0.8; } | sed 's/^\[[^>]*>://' >files/rank_0.log
{ step 0 0.2 0.7; step 0 0.1 0.8; } | sed 's/^\[[^>]*>://' >files/rank_1.log
is "$(csv_of files | cut -d, -f2-)" "$(cut -d, -f2- mllog.csv)" "a log for each rank"

# --- the profiler of PyTorch, with the loader in the training process: fetches and their starts
# profile LOADER START0 LOAD0 STEP0: a file with one step, us
profile ()
{
    printf '{"schemaVersion": 1, "deviceProperties": [], "baseTimeNanoseconds": 1710000000000000000, "traceEvents": [
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#3", "pid": 7, "tid": 7, "ts": %d, "dur": %d},
{"ph": "X", "cat": "cpu_op", "name": "enumerate(DataLoader)#_%sDataLoaderIter.__next__", "pid": 7, "tid": 7, "ts": %d, "dur": %d}]}\n' \
        "$2" "$4" "$1" "$2" "$3"
}
for kind in SingleProcess MultiProcessing; do
    mkdir -p $kind
    profile $kind 0 1000000 3000000 >$kind/rank0.pt.trace.json
    profile $kind 500000 2000000 2500000 >$kind/rank1.pt.trace.json
done
is "$(csv_of SingleProcess | cut -d, -f2,3,5)" "fetch,start,iteration
none,none,3
none,avg,2.75
none,min,2.5
avg,none,2.5
avg,avg,2.75
avg,min,2.5
min,none,2
min,avg,2.25
min,min,2" "the profiler: all nine alignments"
like "$("$FIDLIO" whatif SingleProcess)" '^saved by both, shortest and first *33.3 %$' "both in the table"
unlike "$("$FIDLIO" whatif SingleProcess)" "is unknown" "nothing is unknown"
is "$(waiting SingleProcess)" "27.3 %" "it began first: 1.5 s of 3 + 2.5 s until the other has its batch"
is "$(csv_of MultiProcessing | wc -l)" 4 "with loader processes the starts are not known"

# --- DFTracer, a file for each rank
# traced LOAD: one step in us
traced ()
{
    printf '[\n{"id":1,"name":"fetch.iter","cat":"dataloader","pid":%d,"tid":1,"ts":1000000,"dur":%d,"ph":"X","args":{"hhash":1,"epoch":1,"step":1}}\n{"id":2,"name":"compute","cat":"compute","pid":%d,"tid":1,"ts":%d,"dur":%d,"ph":"X","args":{"hhash":1,"epoch":1,"step":1}}\n' \
        "$1" "$2" "$1" "$((1000000 + $2))" "$((700000 - $2))"
}
mkdir -p dft
traced 5 100000 >dft/trace-0-of-2.pfw
traced 6 200000 | gzip >dft/trace-1-of-2.pfw.gz
traced 6 200000 >dft/trace-1-of-2.pfw
is "$(csv_of dft | awk -F, 'NR > 1 { print $5 }' | tr '\n' ' ')" "0.7 0.65 0.6 " "DFTracer; a copy counts once"

# --- stamped steps of two ranks, .1 and .2 s in turns: with a barrier behind them, or without
# turns BARRIER: a file for each rank
turns ()
{
    mkdir -p "turns$1"
    awk -v barrier="$1" -v dir="turns$1" 'BEGIN {
        for (rank = 0; rank < 2; rank++) {
            file = dir "/trace-" rank "-of-2.pfw"; at = 1000000
            print "[" >file
            for (k = 0; k < 8; k++) {
                length_us = (k + rank) % 2 && (barrier || !rank) ? 100000 : 200000
                form = "{\"id\":%d,\"name\":\"%s\",\"cat\":\"%s\",\"pid\":%d,\"tid\":1,\"ts\":%d,\"dur\":%d,\"ph\":\"X\",\"args\":{\"hhash\":1,\"epoch\":1,\"step\":%d}}\n"
                printf form, 2 * k, "fetch.iter", "dataloader", 5 + rank, at, length_us / 2, k >file
                printf form, 2 * k + 1, "compute", "compute", 5 + rank, at + length_us / 2, length_us / 2, k >file
                at += barrier ? 200000 : length_us
            }
        }
    }'
    echo '{"workload": "UNET3D", "kind": "emulated"}' >"turns$1/meta.json"
}
turns 1
turns 0
is "$(waiting turns1)" "25.0 %" "each waits .1 s in every other iteration of .2 s"
like "$("$FIDLIO" whatif turns1)" '^ranks meet  *after the step$' "they begin each step together"
is "$(waiting turns0)" "0.0 %" "ranks that go on alone wait for none"
like "$("$FIDLIO" whatif turns0)" '^ranks meet  *never$' "which is said"

# --- laws
mkdir -p one turned
cp dlio/0_output.json one/
is "$(csv_of one | awk -F, 'NR > 1 { print $5, $7, $9 }' | sort -u)" "0.7 0 0" "a single rank waits for none"
is "$(waiting one)" "0.0 %" "and its share is 0"
like "$("$FIDLIO" whatif one)" "^one: a single rank waits for nobody: nothing can be aligned$" "which is said"
mkdir -p both
cp -r "$srcdir/tests/data/runs/UNET3D_real_r2" "$srcdir/tests/data/runs/DLRM_real_r4" both
exits 3 "a folder of several runs is none of several ranks" "$FIDLIO" whatif both
like "$("$FIDLIO" whatif both 2>&1)" "both: holds several runs: DLRM_real_r4, UNET3D_real_r2; name one" "says so"
cp dlio/0_output.json turned/1_output.json
cp dlio/1_output.json turned/0_output.json
is "$(csv_of turned | cut -d, -f2-)" "$(cut -d, -f2- dlio.csv)" "the order of ranks does not matter"

# --- side by side, recorded runs
out=$("$FIDLIO" whatif "$srcdir/tests/data/ranks/real_x4" "$srcdir/tests/data/ranks/dlio_x4" --plot p.svg)
like "$out" '^waiting for other ranks  *9.6 %  *4.9 %$' "a real run and its emulation"
like "$out" '^ranks meet  *in the step  *after the step$' "where they meet"
sed -n '/^<!-- the output of the command above/,/^```$/p' "$srcdir/doc/whatif.md" | sed '1,2d;$d' >shown
is "$(cat shown)" "$out" "doc/whatif.md shows what is printed"
# the real ranks: what each computes beyond the shortest, since that has the exchange in it; their
# stamps (of one machine) tell when each has its batch, the last of them begins the exchange; those
# of DLIO: how much shorter each step is than the longest
cat >waits.py <<'END'
import gzip, json, re, sys
log = gzip.open(sys.argv[1] + "/real_x4/unet3d.log.gz", "rt").read()
events = {}
for rank, text in re.findall(r"\[1,(\d)\]<stdout>:+MLLOG (\{.*?\}\})", re.sub(r"\[1,\d\]<stdout>:(?=\n|\[)", "", log)):
    e = json.loads(text)
    events.setdefault(e["key"], {}).setdefault(rank, []).append(e["value"])
def rows(key, get):
    return list(zip(*(map(get, events[key][r]) for r in "0123")))
computing, ready = rows("all_compute", lambda v: v["duration"]), rows("all_compute", lambda v: v["start"])
all_ns = sum(map(sum, rows("step_end", lambda v: v["duration"])))
dlio = [json.load(open(f"{sys.argv[1]}/dlio_x4/{r}_output.json")) for r in range(4)]
steps = [row for e in "12" for row in zip(*(d[e]["proc"]["block1"] for d in dlio))]
print(round(100 * sum(sum(row) - 4 * min(row) for row in computing) / all_ns, 1),
      round(100 * sum(4 * max(row) - sum(row) for row in ready) / all_ns, 1),
      round(100 * sum(4 * max(row) - sum(row) for row in steps) / sum(4 * max(row) for row in steps), 1))
END
is "$(python3 waits.py "$srcdir/tests/data/ranks")" "9.6 10.2 4.9" "as their files have it"
for run in real_x4 dlio_x4; do
    "$FIDLIO" job --format=json "$srcdir/tests/data/ranks/$run"
done | sed -n 's/.*"ranks_meet": \|.*"meeting_share": //p' | tr -d '\n' >met.txt
like "$(cat met.txt)" '^"each step",0\.0963805.*"each step",0\.0490986' "the job says the same"
ok "a picture" grep -q 'all as the earliest' p.svg
"$FIDLIO" whatif "$srcdir/tests/data/ranks/real_x4" dlio --format json >j.json
if python3 -c 'import jsonschema' 2>/dev/null; then
    ok "JSON" python3 "$srcdir/tests/report/validate.py" "$srcdir/src/results/whatif.schema.json" j.json
fi
like "$(cat j.json)" '"file": "unet3d.log.gz"' "the files of the ranks"

# --- what is missing or wrong
mkdir -p gap other
echo '{"1": {"load": {"block1": [0.1, 0.3]}, "proc": {"block1": [0.6, 0.8]}}}' >gap/0_output.json
echo '{"1": {"load": {"block1": [0.2]}, "proc": {"block1": [0.7]}}}' >gap/1_output.json
like "$("$FIDLIO" whatif gap 2>&1)" 'gap: 1 step left out: rank 1 \(1_output.json\) has no times of step 1 of epoch 1' "a step that a rank lacks"
cp gap/0_output.json other/0_output.json
echo '{"2": {"load": {"block1": [0.2]}, "proc": {"block1": [0.7]}}}' >other/1_output.json
exits 3 "no step in common" "$FIDLIO" whatif other
like "$("$FIDLIO" whatif other 2>&1)" 'other: no step has its times in all ranks: rank 1 \(1_output.json\) has no times of step 0 of epoch 1' "and why"
mkdir -p one_log
{ step 2 0.1 0.7; step 10 0.2 0.7; step 2 0.3 0.8; } >one_log/unet3d.log
like "$("$FIDLIO" whatif one_log 2>&1)" 'one_log: 1 step left out: rank 10 \(unet3d.log\) has no times of step 1' "which of a log of several"
is "$("$FIDLIO" whatif one_log --format json 2>/dev/null | grep -o '"file": "unet3d.log"' | wc -l)" 2 "each of them has the log as its file"
exits 3 "no steps" "$FIDLIO" whatif "$srcdir/tests/data/iostat_json"
exits 3 "no run" "$FIDLIO" whatif nowhere
exits 2 "-o is for tables" "$FIDLIO" whatif dlio -o x
exits 2 "--compat is for tables" "$FIDLIO" whatif dlio --compat
exits 2 "a picture of another kind" "$FIDLIO" whatif dlio --plot x.txt
tap_done
