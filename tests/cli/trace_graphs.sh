#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio trace graph, critical and replay: numbers worked out by hand.
. "$srcdir/tests/tap.sh"
cd "$tmp" || exit 99

# gml EDGE...: a graph of "FROM>TO", written as networkx does
gml ()
{
    printf '%s\n' "$@" | awk -F'>' '
        function node(name) { if (!(name in id)) { id[name] = n; label[n++] = name } return id[name] }
        { from[NR] = node($1); to[NR] = node($2) }
        END { print "graph ["; print "  directed 1"
            for (i = 0; i < n; i++) printf "  node [\n    id %d\n    label \"%s\"\n  ]\n", i, label[i]
            for (k = 1; k <= NR; k++) printf "  edge [\n    source %d\n    target %d\n  ]\n", from[k], to[k]
            print "]" }'
}
# span NAME CAT TS DUR TID: an event, us
span ()
{
    printf '{"name": "%s", "cat": "%s", "ph": "X", "ts": %s, "dur": %s, "pid": "p", "tid": "%s", "args": {"name": "%s"}},\n' \
        "$1" "$2" "$3" "$4" "${5-tmp}" "$1"
}
# queued FROM TO PART PUSH PULL: FROM with a partition of its communication, which takes two times, us
queued ()
{
    cp -r "$1" "$2"
    { sed '$d' "$1/0/bps_trace_final.json"
      span Comm.g.PUSH Comm 6000 "$4" "$3"
      span Comm.g.PULL Comm $((6000 + $4)) "$5" "$3"
      echo '{}]}'; } >"$2/0/bps_trace_final.json"
}
# csv VERB ARGUMENT...: its table
csv ()
{
    "$FIDLIO" trace "$@" --format csv | tr -d '\r'
}
# model ARGUMENT...: the times of a step and of all that replay's model takes
model ()
{
    csv replay "$@" | sed -n 's/^[0-9]*,model,//p'
}

gml "I/O>FW.conv0" 'FW.conv0>Comm.byteps.gradient_0' >dag.gml
out=$("$FIDLIO" trace graph dag.gml 2>&1) || {
    case $out in *"without igraph"*) skip_all "built without igraph" ;; esac
}

# --- graph
is "$(csv graph dag.gml | tail -n 1)" "all,3,2" "nodes and edges"
{ printf 'Creator "me"\nVersion 1\n# a comment\ngraph [ directed 1\n'
  printf ' node [ label "say &quot;hi&quot; &amp; &#233;" id 7 avg 1.5 graphics [ x 1.0 ] ]\n node [ id 3 label "b" ]\n edge [ target 3 source 7 weight 1.0E-05 ] ]\n'; } >odd.gml
ok "other keys, in another order" "$FIDLIO" trace graph odd.gml --plot odd.dot
is "$(cat odd.dot)" 'digraph {
  n0 [label="say \"hi\" & é"];
  n1 [label="b"];
  n0 -> n1;
}' "labels and edges in DOT"
if command -v dot >/dev/null; then
    is "$(dot -Tplain odd.dot | awk '$1 == "edge" { print $2, $3 }')" "n0 n1" "Graphviz reads it"
else
    skip "Graphviz reads it" "no Graphviz"
fi
ok "a drawing" "$FIDLIO" trace graph dag.gml --plot dag.svg
is "$(grep -o 'Comm.byteps.gradient_0' dag.svg | head -n 1)" "Comm.byteps.gradient_0" "with labels"
echo 'graph [ node [ id 0 label "a" ] node [ id 1 label "a" ] ]' >twice.gml
exits 3 "a label twice" "$FIDLIO" trace graph twice.gml
like "$tap_said" "twice.gml: two nodes are called 'a'" "and which"
printf 'graph [\n node [ id 0 label "a"\n edge ]]]\n' >bad.gml
exits 3 "no GML" "$FIDLIO" trace graph bad.gml
like "$tap_said" "bad.gml: .*line [0-9]" "and in which line"
exits 3 "no file" "$FIDLIO" trace graph none.gml
exits 3 "a folder" "$FIDLIO" trace graph .
exits 2 "a drawing of another kind" "$FIDLIO" trace graph dag.gml --plot dag.xml

# --- critical
# one GPU, as in dPRO's layout
mkdir -p w/0
gml "I/O>FW.a" "FW.a>BW.a" "BW.a>Comm.g" "BW.a>STEP" "Comm.g>FW.a" "STEP>FW.a" >w/0/dag.gml
{ echo '{"traceEvents": ['
  span I/O I/O 0 500
  span FW.a operator 1000 2000
  span BW.a operator 3000 3000
  span Comm.g Comm 6000 4000 total
  span STEP operator 10000 1000
  echo '{}]}'; } >w/0/bps_trace_final.json
is "$(csv critical w | awk -F, '$1 == "GPU-0" { printf "%s %s;", $3, $4 }')" "rank0.I/O 0.5;rank0.FW.a 2;rank0.BW.a 3;rank0.Comm.g 4;rank0.STEP 1;" "the critical path"
# length WORKER [OPTION]: of GPU 0, then of the entire graph
length ()
{
    "$FIDLIO" trace critical "$@" --table lengths | awk '/Graph|GPU/ { print $NF }' | tr '\n' ' '
}
is "$(length w)" "9.5000 9.5000 " "its length, without the last operator"
is "$(length w --count-last)" "10.5000 10.5000 " "and with it"
like "$("$FIDLIO" trace critical w)" "up to the start of the last operator" "the convention is said"
queued w q 0 1500 1000
is "$(length q --del-queue)" "8.0000 8.0000 " "queues in the place of communication"
is "$(csv critical q --del-queue | awk -F, '$1 == "GPU-0" { print $3 }' | sed 's/rank0.//' | tr '\n' ' ')" \
    "I/O FW.a BW.a Comm.g.PUSH.0 Comm.g.PULL.0 STEP " "their order"
queued q parts 1 2000 1000
is "$(length parts --del-queue)" "8.5000 8.5000 " "partitions are beside each other: the longer one counts"
is "$(model parts --del-queue)" "5.01,10.55" "but pushes share a device: PUSH.0 waits for none, PUSH.1 for it"
cp -r w cycle
gml "I/O>FW.a" "FW.a>BW.a" "BW.a>FW.b" "FW.b>FW.a" >cycle/0/dag.gml
exits 3 "a cycle" "$FIDLIO" trace critical cycle
like "$tap_said" "cycle: .*FW.a -> .*BW.a -> .*FW.b -> .*FW.a|cycle: .*BW.a -> .*FW.b -> .*FW.a -> .*BW.a|cycle: .*FW.b -> .*FW.a -> .*BW.a -> .*FW.b" "is named"
mkdir -p many
for r in 2 10; do cp -r w/0 many/$r; done
is "$(csv critical many --table lengths | cut -d, -f1 | tr '\n' ' ')" "graph GPU-2 GPU-10 the Entire Graph " "folders by number"
ok "one GPU's folder" "$FIDLIO" trace critical w/0
mkdir -p empty lone
exits 3 "no graph" "$FIDLIO" trace critical empty
cp w/0/dag.gml lone
exits 3 "no trace" "$FIDLIO" trace critical lone
like "$("$FIDLIO" trace critical w/0/bps_trace_final.json 2>&1)" "a trace alone does not show which operators wait" "a trace is no worker"

# --- replay
# spans FILE: "NAME from-to" of a trace, us
spans ()
{
    tr -d '\n' <"$1" | sed 's/{"name"/\n&/g' | sed -n 's/^{"name": "\([^"]*\)", "ph": "X", "ts": \([0-9.]*\), "dur": \([0-9.]*\),.*/\1 \2 \3/p' |
        awk '{ printf "%s %d-%d\n", $1, $2, $2 + $3 + 0.5 }' | sed 's/^rank0.//' | tr '\n' ' '
}
# replayed ARGUMENT...: what is printed goes to out, the spans of the trace are printed
replayed ()
{
    "$FIDLIO" trace replay "$@" --trace trace.json >out && spans trace.json
}
is "$(replayed w)" "I/O 10-510 FW.a 520-2520 BW.a 2530-5530 Comm.g 5540-9540 STEP 9550-10550 " "one step"
like "$(cat out)" '^   0  model  *5\.010000  *10\.030000$' "its times"
like "$(cat out)" '^   0  recorded  *5\.000000  *10\.000000$' "beside those recorded"
like "$(cat trace.json)" 'output of a model, not a recording' "the trace says what it is"
ok "which fidlio reads" "$FIDLIO" trace statistic trace.json
is "$(replayed w --step-num 2 | cut -d' ' -f11,12,19,20)" "I/O 10560-11060 STEP 20100-21100" "two steps"
like "$(cat out)" ' model  *5\.010000  *10\.030000$' "equal ones"
is "$(replayed w --slow compute=1.1)" "I/O 10-510 FW.a 520-2720 BW.a 2730-6030 Comm.g 6040-10040 STEP 10050-11150 " "computing takes 1.1 times as long"
like "$(cat out)" '^   0  model, changed  *5\.510000  *10\.630000$' "its times"
is "$(csv replay w --slow compute=1 --slow 'BW.*=1' | sed -n 's/0,model, changed,//p; s/0,"model, changed",//p')" "5.01,10.03" "ratio 1 changes nothing"
cp -r w named
sed -i 's/Comm\.g/Comm.STEPS_PUSHed/g' named/0/*
is "$(replayed named --slow compute=1.1)" "I/O 10-510 FW.a 520-2720 BW.a 2730-6030 Comm.STEPS_PUSHed 6040-10040 STEP 10050-11150 " \
    "the name of a tensor says nothing of what its operators do"
is "$(replayed w --slow comm=2 | cut -d' ' -f7,8)" "Comm.g 5540-13540" "half the bandwidth"
is "$(model w --gap 0)" "5,10" "without gaps"
like "$("$FIDLIO" trace replay w --map-delay)" '^rank0.I/O  *yes  *0  *20.5500$' "the first operator is critical: 10 ms later, the step ends 10 ms later"
cp -r w pair
cp -r w/0 pair/1
is "$(model pair | sort -u)" "5.01,10.03" "two GPUs alike, alike times"
cp -r q/0 q/1
is "$(replayed q --del-queue | grep -o 'PUSH[^ ]* [^ ]*' | tr - ' ' | awk 'NR > 1 && $2 < end { print "overlap" } { end = $3 } END { print NR }')" 2 "pushes never overlap"
is "$(grep -c '"pid": "rank0.Comm.g", "tid": "0", "cat": "Comm"' trace.json)" 2 "their places"
# operators that overlap wait for the same
mkdir -p over/0
gml "I/O>FW.a" "FW.a>FW.b" "FW.b>STEP" >over/0/dag.gml
{ echo '['; span I/O I/O 0 500; span FW.a operator 1000 2000; span FW.b operator 1500 1000; span STEP operator 4000 1000; } >over/0/bps_trace_final.json
like "$("$FIDLIO" trace replay over)" 'at most 2 operators of a GPU at a time, 1 overlaps' "overlaps are counted"
unlike "$("$FIDLIO" trace replay over --pretty)" 'at a time' "unless --pretty"
exits 2 "a change without ratio" "$FIDLIO" trace replay w --slow compute
exits 2 "no worker" "$FIDLIO" trace replay
tap_done
