#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio compare of two runs with operator traces: what both did, by the roles of the operators.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

cd "$tmp" || exit 99
mkdir k_real k_emu plain
cp "$srcdir/tests/data/kineto/new.json" k_real/rank0.json
sed 's/"dur": 250000/"dur": 125000/' k_real/rank0.json >k_emu/rank0.json
chmod u+w k_*/*

is "$("$FIDLIO" compare -v k_real k_emu | sed -n '/^by operator traces/,/^$/p' | tr -s ' ')" \
    "by operator traces real s emulation s real % emulation %
data loading 0.575 0.450 25.6 21.2
compute 0.000 0.000 0.0 0.0
CPU operators 0.100 0.100 4.4 4.7
other 1.750 1.625 77.8 76.5" "the table"
like "$("$FIDLIO" compare -q --format=md k_real k_emu)" '^[|] data loading +[|] +0\.575 [|] +0\.450 [|]' "md"

# --- the result: the numbers of trace compare
"$FIDLIO" compare -q --format=json k_real k_emu >pair.json
"$FIDLIO" trace compare -q --format=json k_real k_emu >trace.json
is "$(python3 -c 'import json
a, b = json.load(open("pair.json"))["operators"]["roles"], json.load(open("trace.json"))["roles"]
for x, y in zip(a, b):
    for k, side in ("1", "real"), ("2", "emulation"):
        got = x[side]["count"], x[side]["busy_s"] * 1e3, x[side]["share"] * 100
        want = [y[c + k] for c in ("count_", "busy_ms_", "busy_pct_")]
        if x["role"] != y["role"] or any(abs(g - w) > 1e-9 * w for g, w in zip(got, want)):
            print(x, y)
print(len(a), len(b))')" "4 4" "the member operators says what trace compare says"
if python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
    ok "the schema knows it" python3 "$srcdir/tests/report/validate.py" \
        "$srcdir/src/results/pair.schema.json" pair.json
else
    skip "the schema knows it" "python3-jsonschema is not installed"
fi

# --- matrix, report and the library say the same
"$FIDLIO" matrix -q --real k_real --emulation k_emu --results res >out 2>&1
is "$(python3 -c 'import json
print(json.load(open("pair.json"))["operators"] == json.load(open("res/k_real__k_emu.json"))["operators"])')" \
    "True" "matrix: the same member"
is "$(python3 "$srcdir/tests/report/page.py" data 1 res/report.html | python3 -c 'import json, sys
for o in json.load(sys.stdin)["operators"]:
    if o[0] == "data loading":
        print("%.3f %.3f %.3f %.3f" % tuple(o[1:]))')" "0.575 0.256 0.450 0.212" "the page of the pair has the numbers"

# --- one side without such a trace
cp "$srcdir"/tests/data/runs/DLRM_real_r4/* plain
unlike "$("$FIDLIO" compare -q --format=json plain k_emu)" '"operators"' "a side without operator traces: none"

# --- inspect -v
is "$("$FIDLIO" inspect -v k_real | sed -n '/^operator traces/,$p' | tr -s ' ')" \
    "operator traces: 1, with 12 spans of 7 operators, 2.250 s long
role count busy_ms busy_pct
data loading 5 575.0000 25.6
compute 1 0.1005 0.0
CPU operators 1 100.0000 4.4
other 5 1750.0005 77.8" "inspect -v shows the roles"

# --- DLIO: computing is a call of its framework; the body of the loop is no loading
is "$("$FIDLIO" trace statistic -q --format=csv --table=roles "$srcdir/tests/data/dftracer/dlio.pfw" |
    cut -d, -f 1-3 | tr -d '\r' | grep -E '^(data|compute)')" \
    "data loading,6,1149.8
compute,5,4500" "roles of DLIO's operators"

# --- iterations are the run's steps, from which derive takes what DLIO computes
mkdir -p tf dpro/0 dpro/1 kineto
cp "$srcdir"/tests/data/tf_timeline/timeline-*.json tf
cp "$srcdir/tests/data/dpro/bps_trace_final.json" dpro/0
cp "$srcdir/tests/data/dpro/bps_trace_final.json" dpro/1
cp "$srcdir/tests/data/kineto/new.json" kineto
mkdir dftracer && cp "$srcdir/tests/data/dftracer/dlio.pfw" dftracer
computes ()
{
    "$FIDLIO" derive -q "$1" 2>err | sed -n 's/^ *computation_time: //p'
}
is "$(computes tf) $(computes dpro) $(computes kineto) $(computes dftracer)" "0.30024 0.28333 0.425 1" \
    "computation_time: TensorFlow, dPRO, PyTorch, DFTracer"
like "$("$FIDLIO" inspect --format=json tf)" '"steps": *2,' "a file for each step: all of them count"
exits 3 "files of steps are no ranks" "$FIDLIO" whatif tf
tap_done
