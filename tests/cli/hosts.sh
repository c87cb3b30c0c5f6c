#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A run of several hosts: one run, with the clocks of each.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

run=$srcdir/tests/data/runs/UNET3D_real_r2
host=$srcdir/tests/cli/two_hosts.py
cd "$tmp" || exit 99

# ask.py FILE EXPRESSION: of the run r; clock (host, t) maps a stamp of a host's boot clock
cat >ask.py <<'END'
import json, sys
r = json.load(open(sys.argv[1]))[0]
hosts = {h["name"]: h for h in r["hosts"]}
def clock(name, t, kind="boot"):
    m = next(m for m in hosts[name]["clocks"] if m["clock"] == kind)
    return t + int(m["offset_ns"]) + m["drift_ppm"] * 1e-6 * (t - int(m["ref_ns"]))
def stream(name):
    return next(e for e in r["events"] if e["resource"] == name)["own"]
def moved(t, shift_ns, ppm):
    return t + shift_ns + round((t - 3693368453993) * ppm * 1e-6)
def codes():
    return " ".join(f["code"] for f in r["findings"])
print(eval(sys.argv[2]))
END
ask () { # DIR EXPRESSION; a directory is read once
    asked=ask$(echo "$1" | tr / _).json
    [ -s "$asked" ] || "$FIDLIO" inspect --format=json "$1" >"$asked" 2>ask.err || cat ask.err
    python3 ask.py "$asked" "$2"
}

# --- two recordings as two hosts: other boot clocks, .3 s apart, 40 ppm drift
mkdir -p two/alpha && cp "$run"/* two/alpha && chmod -R u+w two
python3 "$host" "$run" two/beta .3 40
is "$(ask two '[h["name"] for h in r["hosts"]]')" "['alpha', 'beta']" "two folders are two hosts of one run"
one=$(ask "$run" '[stream (s)["bytes"] for s in ("data.read", "block.read", "checkpoint.write")]')
is "$(ask two '[stream (s)["bytes"] // 2 for s in ("data.read", "block.read", "checkpoint.write")]')" \
    "$one" "bytes are added"
is "$(ask two '[stream (s)["bytes"] % 2 for s in ("data.read", "block.read", "checkpoint.write")]')" \
    "[0, 0, 0]" "to twice those of one"
is "$(ask two '(r["steps"], r["other_steps"])')" "(200, 200)" "steps of both"
is "$(ask two 'all(abs(clock("beta", moved(t, 12345678000000, 40)) - clock("alpha", t)) / 1e9 <=
    hosts["alpha"]["uncertainty_s"] + hosts["beta"]["uncertainty_s"]
    for t in (3699e9, 3735e9, 3774e9))')" "True" "both clocks are right within their uncertainty"
is "$(ask two 'hosts["beta"]["uncertainty_s"] < .005')" "True" "which is small"
is "$(ask two 'abs(hosts["beta"]["offset_s"] - .3) < .002')" "True" "the clock of one is ahead"
like "$(ask two 'codes()')" 'host_met' "which is said"
like "$("$FIDLIO" inspect two)" '^beta +[0-9.]+ +0\.30[0-9] .*instants that both logged' "to people, too"
read_1=$(ask "$run" '[s["samples"] for s in r["samples"] if s["resource"] == "disk.read"]')
is "$(ask two '[s["samples"] for s in r["samples"] if s["resource"] == "disk.read"]')" "$read_1" \
    "samples of both are one gauge"
is "$(ask two '[e["writeback"]["operations"] % 2 for e in r["events"]]')" "[0, 0, 0, 0, 0, 0, 0]" \
    "processes and devices of one are not those of the other"

# --- two real recordings of one job: they keep no step together, which the uncertainty says
run4=$srcdir/tests/data/runs/UNET3D_real_r4
mkdir -p real/alpha && cp "$run"/* real/alpha && chmod -R u+w real
later=$(python3 -c 'import json, sys
a, b = (json.load (open (f"{r}/meta.json"))["clock_start"]["realtime_ns"] for r in sys.argv[1:])
print ((a - b) / 1e9 + .3)' "$run" "$run4")
python3 "$host" "$run4" real/beta "$later" 40
rm -f real/beta/meta.json real/beta/cpu.out* real/beta/iostat.json*
for s in data.read block.read checkpoint.write; do
    is "$(ask real "stream ('$s')['bytes']")" \
        "$(($(ask "$run" "stream ('$s')['bytes']") + $(ask "$run4" "stream ('$s')['bytes']")))" \
        "real recordings: $s is added"
done
is "$(ask real '(r["steps"], r["other_steps"], [x["host"] for x in r["ranks"]])')" "(200, 200, ['alpha', 'beta'])" \
    "steps of both"
# the second began with the first, by its own clocks .3 s later
python3 -c 'import json, sys
for r in sys.argv[1:]: print (*json.load (open (f"{r}/meta.json"))["clock_start"].values ())' "$run" "$run4" >starts
is "$(ask real '(lambda a, b: all (abs (clock ("beta", b[2] + 12345678000000 + x + round (x * 40e-6)) - (a[0] + x)) / 1e9
    <= hosts["beta"]["uncertainty_s"] + hosts["alpha"]["uncertainty_s"] for x in (0, 4 * 10**10, 8 * 10**10)))(
    *[[int (v) for v in line.split ()] for line in open ("starts")])')" True "both clocks are right within their uncertainty"
is "$(ask real '.3 < hosts["beta"]["uncertainty_s"] < 5 and "host_by_utc" in codes ()')" True "which is large, and said"

# --- other ways to lay them out
mkdir -p deep/hosts && cp -r two/alpha two/beta deep/hosts
is "$(ask deep '([h["name"] for h in r["hosts"]], stream ("data.read")["bytes"])')" \
    "$(ask two '([h["name"] for h in r["hosts"]], stream ("data.read")["bytes"])')" "in hosts/, one level deeper"
mkdir -p logged/a logged/b && cp two/alpha/*trace_* two/alpha/meta.json logged/a
cp two/beta/*trace_* two/beta/meta.json logged/b && cp two/alpha/unet3d.log.gz logged
is "$(ask logged '([h["name"] for h in r["hosts"]], r["steps"], r["other_steps"])')" \
    "(['a', 'b'], 200, 0)" "a log above both"
is "$(ask logged 'all(abs(clock("b", moved(t, 12345678000000, 40)) - clock("a", t)) / 1e9 <=
    hosts["a"]["uncertainty_s"] + hosts["b"]["uncertainty_s"] for t in (3699e9, 3774e9))')" "True" "relates the clock of the other by its UTC"
mkdir -p named/x && cp -r two/alpha named/x/n1 && cp -r two/beta named/x/n2
rm named/x/n?/unet3d.log*
like "$("$FIDLIO" job named 2>&1)" 'holds several runs' "without a log nothing tells that they are one"
printf '{"workload": "UNET3D", "kind": "real", "start_utc": "2026-11-21T00:37:13Z",
 "hosts": ["n1", {"name": "n2"}]}' >named/meta.json
is "$(ask named '[(h["name"], h["files"]) for h in r["hosts"]]')" "[('n1', 10), ('n2', 10)]" \
    "but for the hosts in meta.json"

mkdir watched && cp "$srcdir/tests/data/prometheus/good.json" watched
is "$(ask watched '([(h["name"], h["files"]) for h in r["hosts"]], [f["file"] for f in r["files"]], "host_busiest" in codes ())')" \
    "([('node1', 1), ('node2', 1)], ['good.json', 'good.json@node2'], True)" "the hosts that Prometheus names"

# --- what is no host
mkdir copies && cp -r two/alpha copies/a && cp -r two/alpha copies/b
like "$("$FIDLIO" job copies 2>&1)" 'holds several runs: a, b' "a copy of a run is no host"
mkdir runs && cp -r two/alpha runs/run1 && cp -r two/beta runs/run2
like "$("$FIDLIO" job runs 2>&1)" 'holds several runs: run1, run2' "nor is run2"
mkdir later && cp -r two/alpha later/a && python3 "$host" "$run" later/b 3600 0
like "$("$FIDLIO" job later 2>&1)" 'holds several runs: a, b' "nor what ran an hour later"

# --- ranks: a file of DFTracer each, one of them slow; and all in one file
python3 "$srcdir/tests/cli/dftracer_ranks.py" eight 8 5
is "$(ask eight '[(x["rank"], x["steps"], round (x["step_s"], 2)) for x in r["ranks"]]')" \
    "[(0, 20, 0.1), (1, 20, 0.1), (2, 20, 0.1), (3, 20, 0.1), (4, 20, 0.1), (5, 20, 0.14), (6, 20, 0.1), (7, 20, 0.1)]" \
    "eight ranks, one of them slow"
is "$(ask eight '(r["steps"], r["other_steps"], stream ("data.read")["bytes"])')" \
    "(20, 140, $((8 * 20 * 4 * 262144)))" "steps of all, bytes of all"
like "$(ask eight 'next(f["text"] for f in r["findings"] if f["code"] == "rank_slow")')" \
    'rank 5 .*1\.40 times' "the slow one is named"
python3 "$srcdir/tests/cli/dftracer_ranks.py" merged 8 5 merged
is "$(ask merged '[round (x["step_s"], 2) for x in r["ranks"]].count(.14)')" "1" "in one file, too"
is "$(ask merged '(r["steps"], r["other_steps"], stream ("data.read")["bytes"])')" \
    "$(ask eight '(r["steps"], r["other_steps"], stream ("data.read")["bytes"])')" "the same steps and bytes"

is "$(ask merged '[(h["name"], h["files"]) for h in r["hosts"]]')" \
    "[('node0', 1), ('node1', 1), ('node2', 1), ('node3', 1)]" "a file of four hosts: each has its part"
is "$(ask eight '[(h["name"], h["files"]) for h in r["hosts"]]')" \
    "[('node0', 2), ('node1', 2), ('node2', 2), ('node3', 2)]" "files that name their hosts"
sed 's/"pid":100[0-7]/"pid":7/;s/"tid":100[0-7]/"tid":7/' merged/trace-all.pfw >same.pfw
mkdir -p same && grep -v '"pid":7.*f[1357]"' same.pfw >same/trace-all.pfw
is "$(ask same 'len (r["hosts"]), stream ("data.read")["bytes"]')" "(4, $((4 * 20 * 4 * 262144)))" \
    "processes of one number on several hosts are several"

# --- ranks in the job, and compared
job () { # DIR EXPRESSION: of the job d
    "$FIDLIO" job --steps --format=json "$1" >job.json 2>ask.err || cat ask.err
    python3 -c 'import json, sys
d = json.load(open("job.json"))
x = eval(sys.argv[1])
print(*(x if isinstance(x, tuple) else (x,)))' "$2"
}
apart () { # REAL EMULATION EXPRESSION: m has the distances of measures, t the totals
    "$FIDLIO" compare --format=json "$1" "$2" >pair.json 2>ask.err || cat ask.err
    python3 -c 'import json, sys
d = json.load(open("pair.json"))
m = {m["name"]: m["distance"] for r in d["resources"] for m in r["measures"]}
similarity = d["profiles"][0]["similarity"]
x = eval(sys.argv[1])
print(*(x if isinstance(x, tuple) else (x,)))' "$3"
}
python3 "$srcdir/tests/cli/dftracer_ranks.py" even 8 -1
python3 "$srcdir/tests/cli/dftracer_ranks.py" even_waits 8 -1 waits
python3 "$srcdir/tests/cli/dftracer_ranks.py" waits 8 5 waits
python3 "$srcdir/tests/cli/dftracer_ranks.py" waits_merged 8 5 merged waits
for dir in eight merged; do
    is "$(job $dir '[round (r["computation_s"], 3) for r in d["ranks"]].count (.08), sorted (round (r["computation_s"], 3) for r in d["ranks"])[-1]')" \
        "7 0.12" "$dir: each rank has its own computation"
    is "$(job $dir '{s["bytes"] for r in d["ranks"] for s in r["steps"]}')" "{1048576}" "and its own demand"
    is "$(job $dir 'd["ranks_meet"], round (d["duration_s"], 2), round (d["spread"]["slowest_step_s"] / d["spread"]["median_step_s"], 2)')" \
        "never 2.8 1.4" "which do not meet: the slow one ends last"
done
is "$(job even 'd["ranks_meet"], round (d["spread"]["meeting_share"], 3)')" "each step 0" "even ranks stay together"
for dir in waits waits_merged; do
    is "$(job $dir 'd["ranks_meet"], round (d["spread"]["worst_stall_share"], 3), round (d["spread"]["meeting_share"], 3)')" \
        "each step 0.5 0.328" "$dir: one waits for its data, the others for it: 7/8 of 60 of 160 ms"
    is "$(job $dir '{round (s["computation_s"], 3) for r in d["ranks"] for s in r["steps"]}')" "{0.08}" \
        "waiting for each other is no computation"
done
like "$("$FIDLIO" job waits)" 'meet each step; they wait 33 % of the time for each other, rank [0-9] 50 % for data' \
    "to people, too"
is "$(apart even eight 'round (m["steps.slowest_step_s"], 4), round (m["phases.duration_s"], 2), m["steps.step_s"] < 1e-3')" \
    "0.3365 0.34 True" "compared: ln 1.4 for the slowest rank and the job, the median rank is the same"
is "$(apart even_waits waits 'round (m["steps.worst_stall_share"], 3), round (m["steps.meeting_share"], 3), m["steps.step_s"] < 1e-3')" \
    "0.375 0.328 True" "waiting four times as long, too"
is "$(apart eight merged 'm["steps.slowest_step_s"], round (m["steps.meeting_share"], 3)')" "0 0" \
    "one file of all is the same as a file each"
is "$(apart even eight 'similarity < .9')" "True" "the similarity falls"
is "$(job two 'd["ranks_n"], [len (r["steps"]) for r in d["ranks"]], [round (r["computation_s"], 3) for r in d["ranks"]]')" \
    "$(job "$run" '2, 2 * [len (r["steps"]) for r in d["ranks"]], 2 * [round (r["computation_s"], 3) for r in d["ranks"]]')" \
    "two hosts: the steps of both ranks"
is "$(job two '[sum (s["bytes"] for s in r["steps"]) for r in d["ranks"]]')" \
    "$(job "$run" '2 * [sum (s["bytes"] for s in r["steps"]) for r in d["ranks"]]')" "each reads its own data"
is "$(job two 'd["ranks_meet"], d["known"]["meetings"]["sure"]')" "each step 0.7" "which stay together"

# --- a host that reads three times as much as the other
cp -r two third && awk '$4 ~ /^[0-9]+$/ { $4 = int ($4 / 3) } 1' two/beta/trace_read.out >third/beta/trace_read.out
is "$(ask third '(lambda h: [(x["host"], round (x["bytes"] / h[1]["bytes"], 2)) for x in h]) (next (e for e in r["events"] if e["resource"] == "data.read")["hosts"])')" \
    "[('alpha', 3.0), ('beta', 1.0)]" "bytes of each host"
is "$(ask third '[x["busy_s"] > 0 for e in r["events"] if e["resource"] == "data.read" for x in e["hosts"]]')" "[True, True]" \
    "and its time in calls"
like "$(ask third '[f["text"] for f in r["findings"] if f["code"] == "host_busiest" and f["resource"] == "data.read"]')" \
    'host alpha has the most: 1.50 times the mean of 2 hosts' "the busiest is named"
like "$("$FIDLIO" inspect third | tr '\n' ' ' | tr -s ' ')" 'data.read: host alpha has the most: 1.50 times' "to people, too"
is "$(apart two third 'round (m["data.read.busiest_host"], 2)')" "0.41" "compared: ln 1.5"
is "$(apart "$run" two '[n for n in m if "busiest" in n]')" "[]" "with one host there is no busiest"

# --- CPUs of hosts with more of them weigh more: an idle host of 6 beside one of 2
mkdir cpus && cp -r two/alpha two/beta cpus && rm -f cpus/beta/cpu.out*
gzip -dc "$run/cpu.out.gz" | sed 's/(2 CPU)/(6 CPU)/' | awk '$2 == "all" && $3 ~ /^[0-9]/ {
    $0 = $1 "     all    0.00    0.00    0.00    0.00    0.00    0.00    0.00    0.00    0.00  100.00" } 1' >cpus/beta/cpu.out
is "$(apart "$run" cpus 'round (m["cpu.busy_pct_s"], 2)')" "1.39" "the mean over hosts is that over CPUs: ln 4 less"

# --- every folder is searched
mkdir -p far/x/y/z && cp "$run"/* far && chmod -R u+w far && mv far/iostat.json.gz far/x/y/z
echo about nothing >far/x/y/notes.txt
mkdir -p far/x/data && (cd far/x/data && for i in $(seq 100); do echo "$i" >"$i.bin"; done)
is "$(ask far '[s["samples"] > 0 for s in r["samples"] if s["resource"] == "disk.read"]')" "[True]" \
    "files count at any depth"
like "$("$FIDLIO" inspect far)" '^x/y/notes\.txt +- ' "what is not read is named"
like "$("$FIDLIO" inspect far)" 'x/data/.*: and 80 more files of its folder' "of many files how many"
tap_done
