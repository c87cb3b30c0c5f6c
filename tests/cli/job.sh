#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio job: what the applications of recorded runs do, with their logs and without.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

runs=$(cd "$srcdir/tests/data/runs" && pwd)
check=$srcdir/tests/validate/job-check
cd "$tmp" || exit 99

# number FILE PYTHON: a value of a result
number ()
{
    python3 -c "import json, sys
d = json.load(open(sys.argv[1]))
print($2)" "$1"
}

# --- with the log
"$FIDLIO" job --format=json "$runs/UNET3D_real_r2" >u.json
is "$(number u.json 'd["ranks_n"], d["steps_n"], round(d["computation_s"], 4), d["checkpoints_n"], d["evaluations_n"], d["depth"]')" \
    "1 200 0.3067 2 5 4" "UNET3D, as its log says and its reads show"
is "$(number u.json 'd["known"]["steps"], d["known"]["loader"]["from"]')" \
    "{'from': 'log', 'sure': 1, 'calls': 2400, 'bytes': 5960934400, 'share': 1} traces" "and how it is known"
is "$(number u.json '[list(d["known"][k].values())[2:] for k in ("checkpoints", "evaluations", "meetings")], d["training"]["calls"]')" \
    "[[114, 87627754, 1], [300, 691462400, 1], [0, 0, 1]] 2400" "on what each part rests"
is "$(number u.json 'sum(s["bytes"] for s in d["checkpoints"] if not s["load"])')" 87627754 "the bytes are the parts'"
is "$("$FIDLIO" job -v "$runs/UNET3D_real_r2" | grep -A 1 '^steps' | tail -n 1)" \
    "                seen in 2400 calls, 5.55 GiB, in 100 % of the job" "-v says it"
like "$("$FIDLIO" job -v "$runs/DLRM_real_r4" | grep -A 1 '^checkpoints' | tail -n 1)" '^  *in no traced call$' "and where there is nothing"
"$FIDLIO" job --steps --format=json "$runs/UNET3D_real_r2" >s.json
is "$(number s.json 'len(d["ranks"][0]["steps"]), len({s["bytes"] for s in d["ranks"][0]["steps"]}) > 50')" \
    "250 True" "--steps: each, with the bytes of its batch"
is "$("$FIDLIO" job "$runs/UNET3D_real_r2")" "UNET3D_real_r2
duration        75.4 s
ranks           1
epochs          5
steps           200 of 0.307 s of computation  (log: certain)
evaluations     5, of 50 steps together  (log: certain)
checkpoints     2 of 41.8 MiB, 1 file each; the job stands still for them, until they are on the disk  (log: certain)
loader          2 readers, 4 batches ahead  (traces: certain)
a step reads    28.4 MiB, 6.57 calls that wait, 4 metadata calls
readers work    18.9 ms for each step, besides reading (decoding, augmenting)
from memory     17 % of the bytes of data; largest request 4 MiB
training        160 files of 7.1 MiB, shuffled  (traces: certain)
evaluation      20 files of 6.59 MiB, in order  (traces: certain)" "each line of the text"
"$FIDLIO" job "$runs/DLRM_real_r4" >d.txt
like "$(cat d.txt)" '^steps  *200 of 0\.288 s of computation  \(log: certain\)$' "as text"
like "$(cat d.txt)" '^loader  *1 reader, 3 batches ahead ' "a thread that reads three batches ahead"
"$FIDLIO" job --format=json "$runs/BERT_dlio_r2" >b.json
is "$(number b.json 'd["steps_n"], d["checkpoints_n"], d["evaluations_n"], d["depth"]')" \
    "160 4 1 0" "a run of DLIO"

# --- four ranks of MPI of which the first logs: each reads its own files
tar xJf "$srcdir/tests/data/corpus/MPI_real_r1.tar.xz"
"$FIDLIO" job --steps --format=json MPI_real_r1 >m.json
is "$(number m.json 'd["ranks_n"], d["steps_n"], d["ranks_meet"], d["training"]["files_n"]')" "4 50 each step 400" \
    "processes that load MPI and read the data are ranks"
is "$(number m.json 'd["known"]["steps"]["share"], d["known"]["meetings"]["share"], d["known"]["loader"]["share"]')" "0.25 0.25 1" \
    "three ranks are taken to be like the first"
is "$(number m.json '[round (sum(s["bytes"] for s in r["steps"]) / 50 / 1e6, 1) for r in d["ranks"]]')" "[2.0, 2.0, 2.0, 2.0]" "a step of a rank reads two files"
"$FIDLIO" digest -q MPI_real_r1 -o m.fidlio
is "$("$FIDLIO" job --format=json m.fidlio | grep -c '"ranks_n": 4')" 1 "and a digest tells it"
"$FIDLIO" derive -q MPI_real_r1 >m.yaml
is "$(sed -n 's/^  *\(batch_size\|read_threads\):/\1/p' m.yaml | tr '\n' ' ')" "batch_size 2 read_threads 0 " \
    "derive gives each its share of the batch, and no reader"
ok "its steps are found without its log's" python3 "$check" --fidlio "$FIDLIO" MPI_real_r1

# --- numbers of steps: an epoch whose stop alone has one; blocks whose stops have the next one's
tar xJf "$srcdir/tests/data/corpus/TFRECORD_real_r1.tar.xz"
"$FIDLIO" job --format=json TFRECORD_real_r1 >t.json
is "$(number t.json 'd["steps_n"], d["known"]["steps"]["from"]')" "75 log" "an epoch that ends with step 75"
tar xJf "$srcdir/tests/data/corpus/CHECKPOINT_real_r1.tar.xz"
ok "blocks that end with step 12 and begin with it" python3 "$check" --fidlio "$FIDLIO" CHECKPOINT_real_r1

# --- one log of several ranks
# A launcher's log of two ranks: the second computes 0.7 times as long.
rm -rf ranks && cp -r "$runs/UNET3D_real_r2" ranks && chmod -R u+w ranks
python3 - ranks <<'END'
import glob, gzip, json, sys
path = [p for p in glob.glob(sys.argv[1] + "/*.log.gz") if b":::MLLOG" in gzip.open(p).read()][0]
out = []
for line in gzip.open(path, "rt"):
    out.append("[node@1,0]<stdout>:" + line)
    at = line.find(":::MLLOG ")
    if at < 0:
        continue
    event = json.loads(line[at + 9:])
    if event["key"] == "all_compute":
        event["value"]["duration"] = int(event["value"]["duration"] * 0.7)
    if event["key"] in ("load_batch_mem", "all_compute", "step_end"):
        out.append("[node@1,1]<stdout>::::MLLOG " + json.dumps(event) + "\n")
open(path, "wb").write(gzip.compress("".join(out).encode()))
END
"$FIDLIO" job --format=json ranks >ranks.json
is "$(number ranks.json 'd["ranks_n"], d["steps_n"], [r["number"] for r in d["ranks"]], round(d["ranks"][1]["computation_s"] / d["ranks"][0]["computation_s"], 2)')" \
    "2 200 [0, 1] 0.7" "one log of two ranks, tagged by the launcher"

# --- the ranks of a DLIO run
"$FIDLIO" job --format=json --steps "$srcdir/tests/data/ranks/dlio_x4" >r.json
is "$(number r.json 'd["ranks_n"], *[round (s["load_s"], 6) for s in d["ranks"][0]["steps"][:2]]')" \
    "$(python3 -c 'import json, sys; d = json.load (open (sys.argv[1])); print (4, *[round (x, 6) for x in d["1"]["load"]["block1"][:2]])' \
    "$srcdir/tests/data/ranks/dlio_x4/0_output.json")" "steps without stamps stay in the order of their file"

# --- who reads, and when: bursts of 12 reads, by the thread of the steps or by one beside it; a load at the end
cat >bursts.py <<'END'
import os, sys
folder, who, load = sys.argv[1], int(sys.argv[2]), sys.argv[3]
t, calls, log = 1795000000.0, [], []
def call(pid, text, d=.0005):
    global t
    calls.append("%d %.6f %s <%.6f>" % (pid, t, text, d))
    t += d
def event(kind, key, more=""):
    log.append(':::MLLOG {"namespace": "", "time_ms": %d, "event_type": "%s", "key": "%s", "value": null, '
               '"metadata": {"file": "j.py", "lineno": 1%s}}' % (t * 1000, kind, key, more))
def file(pid, path, op, n):
    call(pid, 'openat(AT_FDCWD, "%s", %s) = 3' % (path, "O_RDONLY" if op == "read" else "O_WRONLY|O_CREAT"))
    for k in range(n):
        call(pid, '%s(3<%s>, "..."..., 262144) = 262144' % (op, path))
        if "train" in path:
            global t
            t += .062 if k % 12 == 11 else .002
    call(pid, "close(3<%s>) = 0" % path)
call(100, 'execve("/usr/bin/python3", ["python3"], 0x7 /* 9 vars */) = 0')
call(100, "clone(child_stack=0x7f, flags=CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_SIGHAND|CLONE_THREAD|CLONE_SYSVSEM) = 101")
file(100, "/usr/lib/python3/os.py", "read", 1)
event("INTERVAL_START", "run_start")
event("INTERVAL_START", "epoch_start", ', "epoch_num": 1')
for f in range(4):
    file(who, "/data/train-%05d" % f, "read", 60)
event("INTERVAL_END", "epoch_stop", ', "epoch_num": 1, "step_num": 20')
event("INTERVAL_START", "checkpoint_start")
file(100, "/saved/model.pt", "write", 40)
event("INTERVAL_END", "checkpoint_stop")
t += .01
if load == "named":
    event("INTERVAL_START", "checkpoint_load_start")
file(100, "/saved/model.pt", "read", 40)
if load == "named":
    event("INTERVAL_END", "checkpoint_load_stop")
event("INTERVAL_END", "run_stop")
os.mkdir(folder)
for name, lines in (("strace.out", calls), ("app.log", log)):
    with open(os.path.join(folder, name), "w") as f:
        f.write("\n".join(lines) + "\n")
END
for who in 100 101; do
    python3 bursts.py b$who $who seen
    "$FIDLIO" job --format=json b$who >b$who.json
done
is "$(number b100.json 'd["steps_n"], d["depth"], d["loads_n"]')" "20 0 1" "steps wait for a thread that also reads"
is "$(number b101.json 'd["steps_n"], d["depth"], round (d["work_s"], 3)')" "20 2 0.02" \
    "not for one beside it, which works between the reads of a batch"
python3 bursts.py named 100 named
"$FIDLIO" job --format=json named >named.json
is "$(number named.json 'd["loads_n"], d["checkpoints_n"]')" "$(number b100.json 'd["loads_n"], d["checkpoints_n"]')" \
    "a load is found, whether the log names it or not"

# --- without
for what in steps counts; do
    python3 "$check" --without $what --fidlio "$FIDLIO" "$runs/UNET3D_real_r2" "$runs/UNET3D_real_r4" \
        "$runs/BERT_real_r2" "$runs/DLRM_real_r4" "$runs/DLRM_real_r7" >check.txt 2>&1
    is "$?/$(grep -c '| yes |$' check.txt)" 0/5 "the same without what logs say of steps (--without $what)"
done
python3 "$check" --without log --fidlio "$FIDLIO" "$runs/UNET3D_real_r2" "$runs/DLRM_real_r4" >check.txt 2>&1
is "$?/$(awk -F'|' 'NR > 2 { print $10, $11 }' check.txt | tr -s ' \n' ' ')" "0/ 5 5 4 4 " \
    "and without any log: evaluations, too"
# a check that cannot fail is none: another run's log
cp -r "$runs/DLRM_real_r4" wrong && chmod -R u+w wrong
gzip -dc wrong/dlrm_tera.log.gz | grep -v '"step_num": 1[0-9]*}' >wrong/dlrm_tera.log && rm wrong/dlrm_tera.log.gz
exits 1 "a log that lacks steps itself does not agree" python3 "$check" --fidlio "$FIDLIO" wrong

# --- what cannot be known is not said
cp -r "$runs/BERT_real_r2" bare && chmod -R u+w bare && rm bare/app.log.gz
"$FIDLIO" job --format=json bare >bare.json
is "$(number bare.json 'd["steps_n"], d["computation_s"], d["known"]["steps"]["from"], d["checkpoints_n"]')" \
    "0 None unknown 4" "no log, and reads of a buffer without one rhythm: no steps"

# --- what is refused
exits 2 "no run" "$FIDLIO" job
exits 2 "two runs" "$FIDLIO" job "$runs/DLRM_real_r4" "$runs/DLRM_real_r7"
exits 3 "no such folder" "$FIDLIO" job nowhere
tap_done
