#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A trace that does not cover the job is named, not taken for silence; silence is no fault.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99

# damage.py RUN FILE WHAT: a copy of the run with one file damaged
cat >damage.py <<'END'
import gzip, json, os, random, shutil, sys
run, file, what = sys.argv[1:]
out = "run"
shutil.rmtree(out, ignore_errors=True)
shutil.copytree(run, out, copy_function=shutil.copyfile)
os.chmod(out, 0o755)
path = f"{out}/{file}"
if os.path.exists(path + ".gz"):
    lines = gzip.open(path + ".gz", "rt", errors="surrogateescape").read().splitlines(True)
    os.remove(path + ".gz")
else:
    lines = open(path).read().splitlines(True)
head = next(i for i, l in enumerate(lines) if l[:1].isdigit() and len(l.split()) > 3)
data = [l for l in lines[head:] if l.strip()]
def stamp(l):
    return int(l.split(None, 1)[0]) if l[:1].isdigit() else 0
if what == "end":       # whole lines up to 60 %
    t = [stamp(l) for l in data]
    limit = min(t) + 0.6 * (max(t) - min(t))
    data = [l for l in data if stamp(l) <= limit]
elif what == "lines":
    data = data[:len(data) * 6 // 10]
elif what == "start":   # from 40 % on
    t = [stamp(l) for l in data]
    limit = min(t) + 0.4 * (max(t) - min(t))
    data = [l for l in data if stamp(l) >= limit]
elif what == "short":   # 0.2 s
    first = min(stamp(l) for l in data)
    data = [l for l in data if stamp(l) < first + 2e8]
elif what == "none":    # the title alone
    data = []
elif what == "garbage": # one line in 30
    rng = random.Random(1)
    data = [l if rng.random() < 29 / 30 else "#%@\x01 garbage\n" for l in data]
elif what == "jump":    # 12 h later, from 60 % on
    n = len(data) * 6 // 10
    data = data[:n] + [str(stamp(l) + 12 * 3600 * 10**9) + l[len(l.split(None, 1)[0]):]
                       for l in data[n:]]
elif what == "cached":  # from 40 % on reads find their data in the page cache
    t = [stamp(l) for l in data]
    limit = min(t) + 0.4 * (max(t) - min(t))
    data = [l for l in data if stamp(l) < limit or l.split()[4] != "R"]
    os.remove(f"{out}/iostat.json.gz") # it counts what is gone
elif what == "uncached":  # the same of calls: no samples are read
    t = [stamp(l) for l in data]
    limit = min(t) + 0.4 * (max(t) - min(t))
    data = [l for l in data if stamp(l) < limit or ".npy" not in l]
elif what == "torn":    # in the middle of a line
    data = data[:len(data) // 2]
    data[-1] = data[-1][:20]
open(path, "w", errors="surrogateescape").write("".join(lines[:head] + data))
END
# says WANT WHAT RUN FILE DAMAGE
says ()
{
    python3 damage.py "$runs/$3" "$4" "$5"
    like "$("$FIDLIO" inspect run | tr '\n' ' ' | tr -s ' ')" "serious $4: trace incomplete$1" "$2"
}
after=' from [3-5][0-9]\.[0-9] s on: [23][0-9]\.[0-9] s of the job are missing'
says "$after \(files are opened" "reads that stop at 60 %" UNET3D_real_r2 trace_read.out end
says "$after \(the run reads from disk" "of a job that opens its files once" DLRM_real_r4 trace_read.out end
says " from 0\.0 s on: 7[0-9]\.. s" "reads of 0.2 s" UNET3D_real_r2 trace_read.out short
says " from 0\.0 s on: 7[0-9]\.. s" "a title without reads" UNET3D_real_r2 trace_read.out none
says " before 2[0-9]\.. s" "reads that begin at 40 %" UNET3D_real_r2 trace_read.out start
says "$after \(the log is written" "writes that stop" UNET3D_real_r2 trace_write.out end
says "$after \(files are closed" "opens that stop" UNET3D_dlio_r2 trace_openat.out end
says "$after \(the disk is busy" "block requests that stop" UNET3D_dlio_r2 trace_bio.out end
says ": [67][0-9]\.. s .*lines are malformed" "garbage" UNET3D_real_r2 trace_read.out garbage
says " from .*other stamps are hours away" "a jump of 12 h" UNET3D_real_r2 trace_read.out jump
says "$after \(no samples were taken" "a monitor that stops" UNET3D_real_r2 cpu.out lines
says ".*its end is cut" "a torn line" BERT_real_r2 trace_read.out torn

exits 3 "--strict" "$FIDLIO" inspect --strict run
exits 0 "without it" "$FIDLIO" inspect run
like "$("$FIDLIO" inspect --strict --format=json run)" '"code": "trace_incomplete"' "JSON has it, too"
like "$("$FIDLIO" inspect --format=json run | python3 -c '
import json, sys
print ([e["resource"] for e in json.load (sys.stdin)[0]["events"] if e["incomplete"]])')" \
    "data.read.*checkpoint.read.*other.io" "which resources it concerns"
out=$("$FIDLIO" compare -v "$runs/BERT_real_r4" run | tr '\n' ' ' | tr -s ' ')
like "$out" 'trace_read\.out: trace incomplete' "and so does a comparison with it"

# --- without a log
python3 damage.py "$runs/UNET3D_real_r2" trace_read.out end
rm -f run/unet3d.log*
like "$("$FIDLIO" inspect run | tr '\n' ' ' | tr -s ' ')" \
    'serious trace_read\.out: trace incomplete from [45][0-9]\.[0-9] s on: 3[0-9]\.' "reads that stop, in a run without a log"

# --- whole ones
exits 0 "none of the whole runs is incomplete" "$FIDLIO" inspect --strict "$runs"/[BDU]*_r*

# A file for each process, of which each lives for a fifth of the job.
"$FIDLIO" inspect --format=json "$runs/UNET3D_real_r2" >phases.json
python3 "$srcdir/tests/cli/prepare.py" "$runs/UNET3D_real_r2" phases.json paper v1
exits 3 "a tree of traces of single processes is part of a run" "$FIDLIO" inspect --strict v1
is "$("$FIDLIO" inspect --format=json v1 | python3 -c 'import json, sys
print ({f["code"] for r in json.load (sys.stdin) for f in r["findings"] if f["severity"] != "info"})')" \
    "{'tree_in_part'}" "and nothing else"

# A job that stops reading: no reads, opens, closes nor own block reads in its last 40 %.
cat >silence.py <<'END'
import gzip, os, re, shutil, sys
shutil.rmtree("run", ignore_errors=True)
shutil.copytree(sys.argv[1], "run", copy_function=shutil.copyfile)
os.chmod("run", 0o755)
def lines_of(name):
    return gzip.open(f"run/{name}.gz", "rt", errors="surrogateescape").read().splitlines(True)
def stamp(l):
    return int(l.split(None, 1)[0]) if l[:1].isdigit() else 0
t = [stamp(l) for l in lines_of("trace_write.out") if stamp(l)]
limit = min(t) + 0.6 * (max(t) - min(t))
for name in "read", "openat", "close", "create_del", "write", "bio":
    keep = [l for l in lines_of(f"trace_{name}.out")
            if stamp(l) <= limit or (name == "bio" and " R " not in l)
            or (name == "write" and "torch_" not in l)]
    os.remove(f"run/trace_{name}.out.gz")
    open(f"run/trace_{name}.out", "w", errors="surrogateescape").write("".join(keep))
END
python3 silence.py "$runs/UNET3D_real_r2"
sed -i 's/"event_lines"/"lines"/' run/meta.json # the recorder counted more
exits 0 "a job that has read all it needs" "$FIDLIO" inspect --strict run

# --- reads that the page cache serves: a matter of the machine, not of the emulation
# finding RESOURCE: "severity text" of the finding about silent epochs
finding ()
{
    "$FIDLIO" compare --format=json "$runs/UNET3D_real_r2" run 2>"$tmp/err" | python3 -c '
import json, sys
for f in json.load (sys.stdin)["findings"]:
    if f["resource"] == sys.argv[1] and f["text"].startswith ("silent"):
        print (f["severity"], f["text"])' "$1"
}
python3 damage.py "$runs/UNET3D_dlio_r2" trace_bio.out cached
like "$(finding block.read)" '^warning silent in the emulation from epoch 3 of 5 on, .*: the page cache served its reads$' \
    "a disk that is not read while samples are is a warning"
cp -R run both && rm -r run
python3 damage.py "$PWD/both" trace_read.out uncached && rm -r both
like "$(finding data.read)" '^serious silent in the emulation from epoch 3 of 5 on, .* operations$' \
    "samples that are not read are serious"
like "$(finding block.read)" '^serious silent in the emulation from epoch 3 of 5 on, .* operations$' \
    "and so is the silent disk, then"
tap_done
