#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a file says it is: ranks that traces declare, paths of a disk, attempts in one log.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

cases=$(cd "$srcdir/tests/data/cases" && pwd)
cd "$tmp" || exit 99

# --- ranks of Kineto: eight files in another order than the ranks, of which one is slow
i=0
mkdir ranks
for rank in 7 2 5 0 1 6 3 4; do
    step=200000
    [ $rank = 5 ] && step=300000
    {
        printf '{"schemaVersion": 1, "deviceProperties": [], "distributedInfo": {"rank": %d, "world_size": 8}, "traceEvents": [\n' $rank
        for n in 0 1 2; do
            printf '{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#%d", "pid": 9, "tid": 9, "ts": %d, "dur": %d},\n' \
                $n $((1795168800000000 + n * step)) $step
        done
        echo ']}'
    } >ranks/host_700$i.17951688000$i.pt.trace.json
    i=$((i + 1))
done
"$FIDLIO" inspect --format json ranks >ranks.json
like "$(tr '\n' ' ' <ranks.json)" 'steps of rank 5 \(host_7002' "the rank is the declared one"
mkdir hosts && cp ranks/* hosts
for file in hosts/*[4-7].pt.trace.json; do mv "$file" "hosts/other-${file#hosts/}"; done
like "$("$FIDLIO" inspect --format json hosts | tr '\n' ' ')" 'steps of rank 5 .*median of all 8 ranks' "with the names of several hosts, too"
like "$("$FIDLIO" trace statistic --format=tsv ranks | cut -f 1)" '^rank5\.' "so it is in operators' names"
mkdir one
sed 's/"rank": 7, /"rank": 34, /' ranks/host_7000* >one/t.pt.trace.json
like "$("$FIDLIO" inspect --format json one | tr -d ' \n')" '"ranks":\[\{"rank":34,' "of a single file, too"

unlike "$(cat ranks.json)" 'training steps, most ranks' "as many steps of each rank are no finding"
grep -v 'ProfilerStep#2' ranks/host_7003* >fewer.json && mv fewer.json ranks/host_70035.17951688000035.pt.trace.json && rm ranks/host_7003.*
like "$("$FIDLIO" inspect --format json ranks | tr '\n' ' ')" 'rank 0 \(host_70035[^)]*\) has 2 training steps, most ranks have 3' "a rank with fewer is one"

# --- disks: the paths of NVMe multipath and their head
for file in a_timeseries.json iostat.json; do
    "$FIDLIO" inspect --format json "$cases/nvme-multipath/$file" >disk.json
    is "$(python3 -c "import json
print([s['mean'] for s in json.load(open('disk.json'))[0]['samples'] if s['resource'] == 'disk.read'])")" \
        "[100]" "paths are not added to their head: $file"
done
sed -E '/"nvme0n1"/s/"(r.s|rMB.s|rareq-sz)": [0-9.]+/"\1": 0.00/g' "$cases/nvme-multipath/iostat.json" >zero.json
"$FIDLIO" inspect --format json zero.json >disk.json
like "$(tr -d ' \n' <disk.json)" '"resource":"disk.read".{0,80}"mean":100\}' "where the head counts nothing they are added"

# --- attempts in one MLLOG file
"$FIDLIO" inspect "$cases/mllog-attempts/result_0.txt" >attempts.txt
like "$(cat attempts.txt)" '^TRAINING +3 +30.00$' "training of the last attempt"
like "$(tr -s ' \n' ' ' <attempts.txt)" 'several attempts: the last one, from line 10 on, is used' "a finding names it"
# --- readers that are threads: N of them read a file each for a step of 0.2 s, then 0.1 s of computation
cat >threads.py <<'END'
import json, sys
kind, n, pid = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
out, t, zero = [], 0, 1795000000000000
def pfw(**of):
    out.append(json.dumps(dict(of, id=len(out) + 1, ph="X", pid=pid), separators=(",", ":")))
def call(tid, at, us, text):
    out.append(f"{tid} {(zero + at) / 1e6:.6f} {text} <{us / 1e6:.6f}>")
first = [pid + 10, pid + 20]
if kind == "strace":
    for tid in sorted({f + k for f in first for k in range(n)}):
        call(pid, t, 10, f"clone(child_stack=0x7f, flags=CLONE_VM|CLONE_FILES|CLONE_THREAD) = {tid}")
for step in range(8):
    for k in range(n):
        tid, name = first[step // 4] + k, f"/data/img_{(step % 4) * n + k:02d}.npz"
        if kind == "bpftrace":
            for r in range(2):
                end = t + 99100 + r * 100000 + k
                out.append(f"{9 * 10 ** 12 + end * 1000} {pid} {tid} {r * 4194304} 4194304 99000000 {name}")
            continue
        if kind == "strace":
            call(tid, t + k, 20, f'openat(AT_FDCWD, "{name}", O_RDONLY) = {10 + k}')
            for r in range(2):
                call(tid, t + 100 + r * 100000 + k, 99000, f'read({10 + k}, "x"..., 4194304) = 4194304')
            continue
        pfw(name="open64", cat="POSIX", tid=tid, ts=zero + t + k, dur=20, args={"fname": name, "ret": 5})
        for r in range(2):
            pfw(name="read", cat="POSIX", tid=tid, ts=zero + t + 100 + r * 100000, dur=99000, args={"fname": name, "ret": 4194304})
    if kind == "pfw":
        pfw(name="fetch.iter", cat="dataloader", tid=pid + 1, ts=zero + t, dur=200300, args={"epoch": 1 + step // 4, "step": step})
        pfw(name="compute", cat="compute", tid=pid + 1, ts=zero + t + 200300, dur=100000, args={"epoch": 1 + step // 4, "step": step})
        if step % 4 == 3:
            pfw(name="epoch.block", cat="pipeline", tid=pid + 1, ts=zero + t - 900900, dur=1201200, args={"count": 1 + step // 4})
    t += 300300
if kind != "pfw":
    out.sort(key=lambda line: float(line.split()[kind == "strace"]))
if kind != "strace":
    out.insert(0, "[" if kind == "pfw" else "TIMESTAMP PID TID OFFSET RET(B) LAT(ns) FILENAME")
print("\n".join(out))
END
for n in 1 4 6; do
    python3 threads.py pfw $n 0 >t.pfw
    "$FIDLIO" job --format json t.pfw >t.json
    is "$(python3 -c "import json; print(json.load(open('t.json'))['ranks'][0]['readers'])")" $n "$n threads of one pid are readers"
    like "$("$FIDLIO" answer t.pfw)" 't.pfw: 2.4 s recorded, 2.[34][0-9]* s by the model' "  and the model meets the recording"
done
python3 threads.py pfw 4 77 >t.pfw
like "$("$FIDLIO" job t.pfw)" 'loader +4 readers' "of a pid that is one"
python3 threads.py strace 4 77 >t.strace
like "$("$FIDLIO" job t.strace)" 'loader +4 readers' "threads that strace shows"
mkdir bpf && python3 threads.py bpftrace 4 77 >bpf/trace_read.out
like "$("$FIDLIO" job bpf)" 'loader +4 readers' "and a column TID of bpftrace"
tap_done
