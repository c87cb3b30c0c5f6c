#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio trace combine, collect, 3dcompare: several ranks, by vectors worked out by hand.
. "$srcdir/tests/tap.sh"
cd "$tmp" || exit 99

# span NAME TS DUR [MEMBERS]: a complete event
span ()
{
    printf '{"name": "%s", "ph": "X", "ts": %s, "dur": %s%s}' "$1" "$2" "$3" "${4:+, $4}"
}

# events FILE: name, ts, dur, pid of the spans, one a line
events ()
{
    sed -nE 's/.*"ts": ([^,]*), .*"name": "([^"]*)", "pid": "([^"]*)".*"dur": ([^,}]*).*/\2 \1 \4 \3/p' "$1"
}

# --- C1: combine
mkdir -p wk0/0 wk1/0
echo "[$(span p 0 1 '"pid": "x"')]" >wk0/0/comm.json # a part of the final trace: passed over
a=$(span FW.a 100 10 '"pid": "operator"')
b=$(span Comm.p.PULL 200 50 '"pid": "Comm.p", "tid": "0", "cat": "Comm", "args": {"name": "Comm.p"}')
echo "[$b, $a]" >wk0/0/bps_trace_final.json
a=$(span FW.a 1105 10 '"pid": "operator"')
b=$(span Comm.p.PULL 1200 60 '"pid": "Comm.p", "tid": "0", "cat": "Comm", "args": {"name": "Comm.p"}')
c=$(span Comm.q.PUSH 1300 5 '"pid": "Comm.q", "cat": "Comm", "args": {"name": "Comm.q"}')
echo "{\"traceEvents\": [$a, $b, $c]}" | gzip >wk1/0/bps_trace_final.json.gz
"$FIDLIO" trace combine --filter=Comm.p --format=csv wk0 wk1 >out.csv
is $? 0 "C1: combined"
is "$(events wk0/combined.json)" "rank0.FW.a 100 10 wk0.rank0.operator
rank0.Comm.p.PULL 200 50 wk0.rank0.Comm.p
rank0.FW.a 95 10 wk1.rank0.operator
rank0.Comm.p.PULL 190 60 wk1.rank0.Comm.p" "C1: its events"
is "$(tr -d '\r' <out.csv)" "path,events,bias_ms,by,matches,median_ms,range_ms
wk0,2,0,,0,,
wk1,2,1.01,rank0.Comm.p.PULL,1,1.01,0" "C1: the bias"
is "$("$FIDLIO" trace statistic --format=tsv wk0/combined.json | cut -f 1,2,8 | tail -n +2)" \
    "rank0.FW.a	2	FW
rank0.Comm.p.PULL.0	2	Comm" "it can be opened again"
ok "it is JSON" python3 -m json.tool wk0/combined.json /dev/null
ok "without a filter" "$FIDLIO" trace combine -q wk0 wk1 -o all.json
is "$(events all.json | wc -l)" 5 "all events"
echo "[$(span a 1 1 '"tid": 7'), $(span b 2 1 '"tid": "7"'), $(span c 3 1 '"tid": "total"')]" >tids.json
"$FIDLIO" trace combine -q tids.json -o kept.json
is "$(grep -o '"tid": [^,]*' kept.json | tr '\n' ' ')" '"tid": 7 "tid": "7" "tid": "total" ' "tid keeps its type"
ok "one path alone" "$FIDLIO" trace combine -q wk1 -o one.json
is "$(events one.json | cut -d ' ' -f 1,2)" "rank0.FW.a 1105
rank0.Comm.p.PULL 1200
rank0.Comm.q.PUSH 1300" "keeps its times"
ok "without alignment" "$FIDLIO" trace combine -q --align=none wk0 wk1 -o none.json
is "$(events none.json | sed -n 3p)" "rank0.FW.a 1105 10 wk1.rank0.operator" "times as they are"
ok "by the first spans" "$FIDLIO" trace combine -q --align=start wk0 wk1 -o start.json
is "$(events start.json | sed -n 3p)" "rank0.FW.a 100 10 wk1.rank0.operator" "start at the same time"

# files; a collective; pairs, flows, names and fractions come along
mkdir files
cat >files/rank-0.json <<'END'
[{"name": "nccl:all_reduce", "ph": "X", "ts": 10.5, "dur": 1.25, "pid": 1, "tid": 7},
 {"name": "nccl:all_reduce", "ph": "X", "ts": 20.5, "dur": 1.25, "pid": 1, "tid": 7},
 {"name": "a\"b", "ph": "B", "ts": 1, "pid": 1}, {"ph": "E", "ts": 2, "pid": 1},
 {"name": "ac2g", "ph": "s", "id": 3, "ts": 1, "pid": 1, "tid": 7}, {"name": "m", "ph": "C", "ts": 1},
 {"name": "process_name", "ph": "M", "pid": 1, "args": {"name": "python"}}]
END
sed 's/10.5/5010.5/; s/20.5/5021.5/' files/rank-0.json >files/copy.json
cp files/copy.json other-rank-0.json
ok "files" "$FIDLIO" trace combine --format=tsv files/rank-0.json other-rank-0.json -o f.json
is "$("$FIDLIO" trace combine --format=tsv files/rank-0.json other-rank-0.json -o f.json | sed -n 3p | cut -f 2-)" \
    "5	5	rank0.nccl:all_reduce	2	5	0.001" "biases by a collective: median and range"
is "$(grep -c . f.json)" 12 "events of both: spans, flow, name"
like "$(cat f.json)" '"ts": 10.500, "ph": "X", "name": "rank0.nccl:all_reduce", "pid": "wk1.rank0.1", "tid": 7, "dur": 1.250}' \
    "a span moved"
like "$(cat f.json)" '"ph": "s", "name": "ac2g", "pid": "wk0.rank0.1", "tid": 7, "id": "wk0.rank0.3"}' "a flow"
like "$(cat f.json)" '{"ph": "M", "name": "process_name", "pid": "wk0.rank0.1", "args": {"name": "python"}}' "a name"
ok "it is JSON" python3 -m json.tool f.json /dev/null
mkdir apart && echo "[$(span x 0 1)]" >apart/t.json
"$FIDLIO" trace combine apart/t.json files/rank-0.json -o no.json 2>err; is $? 3 "nothing in common"
like "$(cat err)" "files/rank-0.json: no communication event that apart/t.json has" "says so"
ok "nothing is written" test ! -e no.json
ok "beside the first file" "$FIDLIO" trace combine -q apart/t.json
ok "combined.json" test -s apart/combined.json

# --- C5: collect
cat >steps.json <<END
[$(span FW.a 0 1000), $(span BW.a 1100 1900), $(span STEP 3200 300), $(span FW.a 4000 1000),
 $(span BW.a 5200 2000), $(span STEP 7300 200)]
END
is "$("$FIDLIO" trace collect steps.json)" "<rank0> fw + bw: 3.100000 ms -- iteration time: 3.500000 ms" "C5"
is "$("$FIDLIO" trace collect --format=csv --table=steps steps.json | tr -d '\r')" \
    "rank,step,start_us,fw_bw_ms,iteration_ms
0,0,0.000,3,3.5
0,1,4000.000,3.2,3.5" "its iterations"
mkdir -p w/0 w/1
cp steps.json w/0/bps_trace_final.json
sed 's/FW/rank1.FW/' steps.json >w/1/bps_trace_final.json
before=$(find w -type f -exec cksum {} + | sort)
is "$("$FIDLIO" trace collect w | cut -c 1-7)" "<rank0>
<rank1>" "a line for each rank"
is "$(find w -type f -exec cksum {} + | sort)" "$before" "files stay as they are"
echo "[$(span ProfilerStep#1 0 1500), $(span ProfilerStep#2 1500 2500), $(span x 9 1)]" >torch.json
is "$("$FIDLIO" trace collect torch.json)" "<rank0> iteration time: 2.000000 ms" "steps of PyTorch"
"$FIDLIO" trace collect wk0 2>err; is $? 3 "no STEP"
like "$(cat err)" "no STEP" "says so"

# --- C6: 3dcompare
for k in 1 2; do
    mkdir -p path$k/0 path$k/1
    cat >path$k/0/bps_trace_final.json <<END
[$(span FW.a 0 $((2000 * k))), $(span FW.b 0 $((4000 * k))), $(span BW.a 0 $((3000 * k)))]
END
    echo "[$(span FW.a 0 $((6000 * k))), $(span FW.b 0 $((8000 * k)))]" >path$k/1/bps_trace_final.json
done
is "$("$FIDLIO" trace 3dcompare path1 path2)" "path1
Cat BW: 3.000000 ms
Cat FW: 5.000000 ms
path2
Cat BW: 6.000000 ms
Cat FW: 10.000000 ms" "all GPUs of a worker count"
is "$("$FIDLIO" trace 3dcompare path1/0 path2/0)" "path1/0
Cat BW: 3.000000 ms
Cat FW: 3.000000 ms
path2/0
Cat BW: 6.000000 ms
Cat FW: 6.000000 ms" "C6"
echo "[$(span FW.a 0 8000)]" >path2/0/bps_trace_final.json
is "$("$FIDLIO" trace 3dcompare path1 path2 | tail -n 2)" \
    "Cat BW: - (1 operators are missing)
Cat FW: 12.000000 ms (1 operators are missing)" "missing operators are counted, not zero"
is "$("$FIDLIO" trace 3dcompare --format=csv path1 path2 | tr -d '\r' | tail -n 2)" \
    "path2,BW,,0,1
path2,FW,12,3,1" "csv"
tap_done
