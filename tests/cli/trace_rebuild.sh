#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio trace collect --rebuild: final traces of byteprofile from their parts, by hand.
. "$srcdir/tests/tap.sh"
cd "$tmp" || exit 99

# pair NAME FROM TO [CAT [PID]]: a beginning and its end, us
pair ()
{
    printf '{"name": "%s", "cat": "%s", "ph": "B", "ts": %s, "pid": "%s", "tid": 1},\n' "$1" "${4-operator}" "$2" "${5-gpu0}"
    printf '{"name": "%s", "cat": "%s", "ph": "E", "ts": %s, "pid": "%s", "tid": 1},\n' "$1" "${4-operator}" "$3" "${5-gpu0}"
}
# events FILE: name, start-end, input0 of its spans
events ()
{
    python3 -c 'import json, sys
for e in json.load(open(sys.argv[1]))["traceEvents"]:
    a = e.get("args", {})
    print(e["name"], "%g-%g" % (e["ts"], e["ts"] + e["dur"]), e.get("pid"), a.get("name"), a.get("input0"))' "$1"
}

# one GPU of BytePS: two steps, whose spans are not in order; another process; updates behind BW.b
mkdir -p w/0
cat >w/0/dag.gml <<'END'
graph [
  directed 1
  node [ id 0 label "I/O" ]
  node [ id 1 label "FW.a" ]
  node [ id 2 label "BW.a" ]
  node [ id 3 label "Comm.a_weight" ]
  edge [ source 0 target 1 ]
  edge [ source 1 target 2 ]
  edge [ source 2 target 3 ]
]
END
"$FIDLIO" trace graph w/0/dag.gml >out 2>&1 || {
    case $(cat out) in *"without igraph"*) skip_all "built without igraph" ;; esac
}
{
    echo '{"traceEvents": ['
    pair "[op]_CachedOp:name=a_fwd;" 4000 5000
    pair a_fwd 0 1000
    pair a_fwd 0 1000 operator gpu1
    pair a_backward 1100 3000
    pair DeleteVariable 3050 3100
    pair adam_update 3200 3400
    pair wait 3400 3450 memory
    pair adam_update 3420 3500
    pair other 3900 3950 operator gpu1
    pair a_backward 5200 7200
    pair adam_update 7300 7500
    echo '{}]}'
} >w/0/temp.json
echo '{"traceEvents": [{"name": "I/O", "cat": "I/O", "ph": "X", "ts": 10, "dur": 50.5, "pid": "I/O", "tid": "I/O", "args": {"name": "I/O"}}]}' >w/0/io.json
comm='"ph": "X", "args": {"name": "Comm.byteps.gradient_1"}, "pid": "Comm.byteps.gradient_1"'
cat >w/comm.json <<END
{"traceEvents": [
 {"name": "Comm.byteps.gradient_1", "ts": 3000, "dur": 400, "tid": "total", "cat": "Comm", $comm},
 {"name": "Comm.byteps.gradient_1.PUSH", "ts": 3100, "dur": 100, "tid": "0", "cat": "Comm", $comm}],
 "displayTimeUnit": "ms"}
END
printf 'b_weight\na_weight\n' >w/0/gradient_name_list.txt

out=$("$FIDLIO" trace collect --rebuild w 2>err)
is "$out" "<rank0> fw + bw: 3.100000 ms -- iteration time: 3.500000 ms" "the iteration time of the trace that is made"
is "$(cat err)" "fidlio: w/0/bps_trace_final.json: 4 operators, 2 STEP, 1 of input, 2 of communication" "what it has"
is "$(events w/0/bps_trace_final.json)" "FW.a 0-1000 gpu0 FW.a I/O
BW.a 1100-3000 gpu0 BW.a FW.a
STEP 3200-3500 gpu0 STEP None
FW.a 4000-5000 gpu0 FW.a I/O
BW.a 5200-7200 gpu0 BW.a FW.a
STEP 7300-7500 gpu0 STEP None
I/O 10-60.5 I/O I/O None
Comm.a_weight 3000-3400 Comm.a_weight Comm.a_weight BW.a
Comm.a_weight.PUSH 3100-3200 Comm.a_weight Comm.a_weight BW.a" "C5: operators, input and communication"
cp w/0/bps_trace_final.json first.json
"$FIDLIO" trace collect -q --rebuild w >again
ok "C5: the same again" cmp first.json w/0/bps_trace_final.json
"$FIDLIO" trace collect w >plain
ok "C5: without --rebuild files stay" cmp first.json w/0/bps_trace_final.json
is "$("$FIDLIO" trace critical w --table lengths | awk '/GPU-0/ { print $NF }')" "3.0005" "which critical reads, without the last, Comm"

# --- only the operators
sed -i 's/4000/4100/' w/0/temp.json
rm w/0/io.json w/comm.json
out=$("$FIDLIO" trace collect --rebuild=operators w 2>&1)
is "$out" "fidlio: w/0/bps_trace_final.json: 4 operators, 2 STEP, 3 other events kept
<rank0> fw + bw: 3.050000 ms -- iteration time: 3.450000 ms" "--rebuild=operators"
is "$(events w/0/bps_trace_final.json | grep -c -e I/O -e Comm)" 5 "the others are still there"
exits 2 "a part that cannot be made alone" "$FIDLIO" trace collect --rebuild=io w

# --- Horovod: tensors are processes; a number at the end of a name, and what is outside the operators
mkdir -p h/3
cp w/0/dag.gml w/0/temp.json h/3
cat >h/3/comm.json <<'END'
[
{"name": "process_name", "ph": "M", "pid": 1, "args": {"name": "horovod_allreduce.a_weight"}},
{"name": "process_name", "ph": "M", "pid": 2, "args": {"name": "horovod_allreduce.noname.3"}},
{"ph": "B", "name": "QUEUE", "ts": -5, "pid": 1},
{"ph": "E", "ts": 3, "pid": 1},
{"ph": "B", "name": "NEGOTIATE_ALLREDUCE", "ts": 2000, "pid": 1},
{"ph": "B", "name": "NCCL_ALLREDUCE", "ts": 2460, "pid": 2},
{"ph": "E", "ts": 2450, "pid": 1},
{"ph": "E", "ts": 2500, "pid": 2},
{"ph": "B", "name": "NCCL_ALLREDUCE", "ts": 7400, "pid": 1},
{"ph": "E", "ts": 7600, "pid": 1},
END
ok "Horovod" "$FIDLIO" trace collect -q --rebuild h/3
is "$(events h/3/bps_trace_final.json | grep Comm)" "NEGOTIATE_ALLREDUCE 2000-2450 Comm.a_weight Comm.a_weight BW.a" "a span of a tensor"

# --- what is missing or wrong; the old trace stays
cp w/0/bps_trace_final.json first.json
echo '[{"name": "x", "ph": "B", "ts": 1},' >w/0/temp.json
exits 3 "no span of an operator" "$FIDLIO" trace collect --rebuild w
ok "the old trace stays" cmp first.json w/0/bps_trace_final.json
rm w/0/temp.json
exits 3 "no temp.json" "$FIDLIO" trace collect --rebuild w
like "$("$FIDLIO" trace collect --rebuild w 2>&1)" "^fidlio: w/0: temp.json with the operators is missing$" "says so"
rm h/3/dag.gml
exits 3 "no graph below" "$FIDLIO" trace collect --rebuild h
gzip h/3/bps_trace_final.json
cp w/0/dag.gml h/3
like "$("$FIDLIO" trace collect --rebuild h 2>&1)" "h/3/bps_trace_final.json.gz: packed; unpack it first" "a packed trace is not replaced"
tap_done
