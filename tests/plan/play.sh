#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio derive --for plan, and fidlio play: what is played is what the plan says.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

srcdir=$(cd "$srcdir" && pwd)
plans=$srcdir/tests/plan/plans
runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99

# --- plans of recorded runs
for run in "$runs/UNET3D_real_r2" "$runs/BERT_dlio_r2" "$runs/DLRM_real_r4" "$runs/DLRM_dlio_r4"; do
    name=${run##*/}
    ok "$name has a plan" "$FIDLIO" derive --for plan "$run" -o "$name.plan"
    "$FIDLIO" job --format=json "$run" >"$name.json"
    is "$(python3 - "$name.plan" "$name.json" <<'PY'
import json, sys
lines = [json.loads (l) for l in open (sys.argv[1])]
job = json.load (open (sys.argv[2]))
reads = [r for l in lines if "step" in l for r in l["reads"]]
steps = sum (len (l["compute"]) for l in lines if l.get ("part") == "training")
print (len (reads) == lines[0]["reads"], sum (r[2] for r in reads) == lines[0]["bytes"], steps == job["steps_n"],
       sum ("calls" in l for l in lines) == job["checkpoints_n"])
PY
    )" "True True True True" "its sums are right, its steps and checkpoints those of the job"
done

derived () { "$FIDLIO" derive --for plan "$runs/UNET3D_real_r2" "$@"; }
took=$("$FIDLIO" job --format=json "$runs/UNET3D_real_r2" | python3 -c 'import json, sys; print (json.load (sys.stdin)["duration_s"])')
is "$(for more in 0 2; do
    derived --length "$(awk "BEGIN { printf \"%.6f\", $took + $more }")" |
        python3 -c 'import json, sys; print (sum (sum (json.loads (l).get ("compute", [])) for l in sys.stdin))'
done | awk '{ d = $1 - d } END { printf "%.3f", d }')" 2.000 "steps compute longer in a job that takes longer without tracers"
exits 3 "not twice as long" derived --length 1000
exits 2 "nor a configuration" "$FIDLIO" derive --length 70 "$runs/UNET3D_real_r2"

mkdir mapped && cp "$srcdir/tests/data/bpftrace_mmap/good.out" mapped/trace_mmap.out
"$FIDLIO" derive --for plan mapped -o mapped.plan
is "$(grep -c '"mapped":true' mapped.plan)" 2 "page faults are reads of mapped files"
ok "its files are made" "$FIDLIO" play mapped.plan --data mapped.data --make
like "$("$FIDLIO" play mapped.plan --data mapped.data)" '^26 reads of 1.6 MB in [0-9.]+ s; the plan has no steps' "and played"

# --- no steps: each reader goes on so long after its read before
python3 - <<'PY'
import os
t, lines = 1795000000.0, []
def call (text):
    global t
    lines.append ("100 %.6f %s <0.000500>" % (t, text))
    t += .0005
for f, (n, pause) in enumerate (((3, .1), (5, .23), (4, .07), (2, .31), (6, 0))):
    call ('openat(AT_FDCWD, "/data/part-%d", O_RDONLY) = 3' % f)
    for k in range (n):
        call ('read(3</data/part-%d>, "..."..., 131072) = 131072' % f)
    call ("close(3</data/part-%d>) = 0" % f)
    t += pause
os.mkdir ("stepless")
open ("stepless/strace.out", "w").write ("\n".join (lines) + "\n")
PY
"$FIDLIO" derive --for plan stepless -o stepless.plan
is "$(python3 -c 'import json
b = [l for l in map (json.loads, open ("stepless.plan")) if "reads" in l and "when" in l]
print (sum (len (l["reads"]) for l in b), all (l["step"] is None for l in b), len ({tuple (l["when"]) for l in b[1:]}),
       round (sum (l["work"] for l in b), 2))')" "20 True 1 0.71" "a closed loop: pauses are work, no read has a time"

# --- the law: play, record, derive again
"$plans" make made.plan 2
ok "the files are made" "$FIDLIO" play made.plan --data data --make
is "$(find data -type f -size 128k | wc -l)" 11 "as large as they have to be"
is "$("$FIDLIO" play made.plan --data data --make)" "data: 0 files made, 0.0 MB; 11 were there" "and not twice"
"$FIDLIO" play made.plan --data data -o out >said || diag "$(cat said)"
like "$(cat said)" '^32 steps of training in [0-9.]+ s' "it says what it played"
like "$(cat said)" '^108 reads of 5.8 MB' "and what it read"
ok "what was recorded has a plan" "$FIDLIO" derive --for plan out -o again.plan
ok "the same one: reads in their order, steps, checkpoints" "$plans" same made.plan again.plan
"$plans" make workers.plan 1
"$FIDLIO" play workers.plan --data data -o out.workers >said || diag "$(cat said)"
"$FIDLIO" derive --for plan out.workers -o again.plan
ok "the same of loader processes that read ahead" "$plans" same workers.plan again.plan
is "$(find data/checkpoints -type f | wc -l)" 0 "checkpoints are removed"
sed '/"synced"/s/"work": *[0-9.]*/"work":0.3/' made.plan >works.plan
"$FIDLIO" play works.plan --data data -o out.works >said || diag "$(cat said)"
is "$(sed -n 's/.*Finished saving checkpoint .* in \([0-9.]*\) s$/\1/p' out.works/dlio.log | awk '$1 < 0.3' | wc -l)" 0 \
    "each writer does the work of a checkpoint"
"$FIDLIO" play made.plan --data data --checkpoints saved --keep >said
is "$(find saved -type f | wc -l)" 4 "or kept"
is "$("$FIDLIO" play made.plan --data data --format=json |
    python3 -c 'import json, sys; d = json.load (sys.stdin); print (d["reads"], d["saved_bytes"], d["steps"], d["wait_s"] >= 0)')" \
    "108 1052576 32 True" "the same in JSON"

# --- bad input
exits 3 "checkpoints that are there" "$FIDLIO" play made.plan --data data --checkpoints saved
is "$(find saved -type f | wc -l)" 4 "stay"
printf x >short.npy && mkdir -p bad/train && cp short.npy bad/train/file_0.npy
exits 3 "a file that is too short" "$FIDLIO" play made.plan --data bad
like "$("$FIDLIO" play made.plan --data bad 2>&1)" 'bad/train/file_0.npy: has 1 bytes, and the plan reads 131072' "is named"
exits 3 "it is not replaced" "$FIDLIO" play made.plan --data bad --make
is "$(cat bad/train/file_0.npy)" x "nor touched"
rm bad/train/file_0.npy
like "$("$FIDLIO" play made.plan --data bad 2>&1)" 'file_0.npy: not there: make the files' "a missing file, with the remedy"
exits 2 "without a folder of data" "$FIDLIO" play made.plan
exits 3 "another file than a plan" "$FIDLIO" play "$runs/../../../configure.ac" --data data
chmod 000 data/train/file_3.npy
[ "$(id -u)" = 0 ] || exits 5 "a file that may not be read is no missing file" "$FIDLIO" play made.plan --data data
chmod 644 data/train/file_3.npy

# --- nothing is left behind, whoever is killed
# over: whether the player has ended
over () { case $(ps -o stat= -p $player) in '' | Z*) true ;; *) false ;; esac }
sed 's/0\.02\(,\|\]\)/20\1/g' made.plan >long.plan
for signal in TERM INT KILL; do
    "$FIDLIO" play long.plan --data data --checkpoints gone >said 2>&1 &
    player=$!
    for i in $(seq 200); do [ "$(pgrep -c -P $player)" -ge 2 ] && break; sleep 0.05; done
    children=$(pgrep -P $player | tr '\n' ' ')
    kill -$signal $player
    soon "SIG$signal ends it" over
    wait $player
    for i in $(seq 200); do kill -0 $children 2>/dev/null || break; sleep 0.05; done
    ok "after SIG$signal no process is left" sh -c "! kill -0 $children 2>/dev/null"
done
"$FIDLIO" play long.plan --data data >said 2>&1 &
player=$!
for i in $(seq 200); do child=$(pgrep -P $player | tail -1) && [ -n "$child" ] && break; sleep 0.05; done
kill -KILL "$child"
wait $player
is "$? $(cat said)" "5 fidlio: a process of the job was killed" "a rank that is killed ends the others"
# reads: whether one of the player's loaders runs
reads () { reader=$(pgrep -P "$(pgrep -d, -P $player)" 2>/dev/null | tail -1) && [ -n "$reader" ]; }
saves () { [ -n "$(find left -name 'epoch*' 2>/dev/null)" ]; }
sed 's/0\.02\(,\|\]\)/20\1/g' workers.plan >long.plan
"$FIDLIO" play long.plan --data data -o killed >said 2>&1 &
player=$!
soon "a loader process reads" reads
kill -KILL "$reader"
soon "the play ends when it is killed" over
kill -KILL $player 2>/dev/null
wait $player
is "$? $(cat said)" "5 fidlio: a process of the job was killed" "and says so"
is "$(ls -d killed* 2>/dev/null)" "" "no recording is there, in whole or in part"
cp data/train/file_3.npy whole.npy
"$FIDLIO" play long.plan --data data >said 2>&1 &
player=$!
soon "a loader process reads again" reads
truncate -s 0 data/train/file_*.npy
soon "files that become shorter end the play" over
kill -KILL $player 2>/dev/null
wait $player
like "$? $(cat said)" '^5 fidlio: data/train/file_[0-9].npy: shorter than the plan reads$' "and are named"
for file in data/train/*; do cp whole.npy "$file"; done

# --- what a killed play left is no obstacle
"$plans" make made.plan 2
exits 3 "a folder that is there stays" "$FIDLIO" play made.plan --data data -o out
sed 's/"work": 0.01/"work": 600/' made.plan >saving.plan
"$FIDLIO" play saving.plan --data data --checkpoints left -o again >said 2>&1 &
player=$!
soon "a checkpoint is written" saves
exits 3 "checkpoints of a play that runs" "$FIDLIO" play made.plan --data data --checkpoints left
kill -KILL $player
wait $player
ok "a play that is killed leaves no recording" test ! -e again
ok "checkpoints that it left are written anew" "$FIDLIO" play made.plan --data data --checkpoints left -o again
is "$(find left -type f)" "" "and removed"
touch left/epoch_0_0.pt
exits 3 "those of somebody else" "$FIDLIO" play made.plan --data data --checkpoints left
is "$(ls -A left)" epoch_0_0.pt "stay alone"
tap_done
