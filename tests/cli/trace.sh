#!/bin/bash
# fidlio trace: the frame and statistic, by vectors worked out by hand.
. "$srcdir/tests/tap.sh"
cd "$tmp" || exit 99

# span NAME TS DUR [MEMBERS]: a complete event
span ()
{
    printf '{"name": "%s", "ph": "X", "ts": %s, "dur": %s%s}' "$1" "$2" "$3" "${4:+, $4}"
}

# --- C7: the same table from every form of a trace
a=$(span FW.a 0 1000) b=$(span BW.a 1000 2000) c=$(span FW.a 3000 3000)
echo "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [$a, $b, $c]}" >object.json
echo "[$a, $b, $c]" >array.json
printf '[\n%s,\n%s,\n%s,\n' "$a" "$b" "$c" >open.json
gzip -k object.json
cat >pairs.json <<'END'
[{"name": "FW.a", "ph": "B", "ts": 0, "pid": 1}, {"name": "FW.a", "ph": "E", "ts": 1000, "pid": 1},
 {"name": "BW.a", "ph": "B", "ts": 1000, "pid": 1}, {"ph": "E", "ts": 3000, "pid": 1},
 {"name": "FW.a", "ph": "B", "ts": 3000, "pid": 1}, {"name": "FW.a", "ph": "E", "ts": 6000, "pid": 1}]
END
"$FIDLIO" trace statistic object.json >want.txt
is "$(sed -n 's/^\([FB]W.a\) */\1 /p' want.txt | head -n 2 | tr -s ' ')" \
    "FW.a 2 4.0000 1.0000 3.0000 2.0000 1.0000 FW
BW.a 1 2.0000 2.0000 2.0000 2.0000 0.0000 BW" "C7: operators"
is "$(sed -n '/^Categories/,$p' want.txt | sed -n 's/^\([FB]W\) */\1 /p' | tr -s ' ')" \
    "FW 1 2 4.0000 2.0000 FW.a
BW 1 1 2.0000 2.0000 BW.a" "C7: categories, in ms"
for f in array.json object.json.gz pairs.json open.json; do
    "$FIDLIO" trace statistic -q "$f" >got.txt
    ok "C7: the same of $f" cmp want.txt got.txt
done
like "$("$FIDLIO" trace statistic open.json 2>&1 >/dev/null)" "open.json: the array of events has no end" \
    "an array without end is said"
is "$("$FIDLIO" trace statistic --format=csv object.json | tr -d '\r' | tail -n 1)" \
    "BW.a,1,2,2,2,2,0,BW" "csv"
is "$("$FIDLIO" trace statistic --format=csv --table=categories object.json | tr -d '\r' | tail -n 1)" \
    "BW,1,1,2,2,BW.a" "csv of the categories"
is "$("$FIDLIO" trace statistic --format=json object.json | tr -d ' \n' | cut -c -61)" \
    '{"operators":[{"name":"FW.a","count":2,"time_ms":4,"min_ms":1' "json"

# --- C8: queues of BytePS, and Horovod's sub-operations
p0=$(span Comm.g.PUSH 0 1000 '"tid": "0", "cat": "Comm"') p1=$(span Comm.g.PUSH 0 3000 '"tid": 1')
echo "[$p0, $p1]" >queues.json
is "$("$FIDLIO" trace statistic --format=csv queues.json | cut -d, -f 1,2 | tr -d '\r' | tail -n +2 | tr '\n' ' ')" \
    "Comm.g.PUSH.0,1 Comm.g.PUSH.1,1 " "C8: partitions apart"
is "$("$FIDLIO" trace statistic --ignore-partition --format=csv queues.json | cut -d, -f 1,2 | tr -d '\r' | tail -n +2)" \
    "Comm.g.PUSH,2" "C8: partitions together"
span NCCL_ALLREDUCE 0 5 '"cat": "Comm", "args": {"name": "Comm.h"}' | sed 's/.*/[&]/' >horovod.json
is "$("$FIDLIO" trace statistic --format=csv horovod.json | cut -d, -f 1,8 | tr -d '\r' | tail -n 1)" \
    "Comm.h.NCCL_ALLREDUCE,Comm" "a sub-operation of Horovod"

# --- order and rows
echo "[$(span x.a 0 1), $(span x.b 0 3), $(span 'a\u00e9\"\\' 0 2)]" >three.json
is "$("$FIDLIO" trace statistic --sort --head=2 --table=operators --format=tsv three.json | cut -f 1 | tr '\n' ' ')" \
    'name x.b aé"\ ' "by average, cut; names without escapes"

# --- usage and errors
"$FIDLIO" trace >/dev/null 2>err; is $? 2 "no verb"
"$FIDLIO" trace nothing >/dev/null 2>err; is $? 2 "no such verb"
like "$(cat err)" "'nothing' is no verb of trace" "says so"
"$FIDLIO" trace statistic >/dev/null 2>err; is $? 2 "no trace"
"$FIDLIO" trace statistic --table=x object.json >/dev/null 2>err; is $? 2 "no such table"
"$FIDLIO" trace statistic missing.json >/dev/null 2>err; is $? 3 "a missing file"
printf '[{"ph": "X"},\nhello]' >broken.json
"$FIDLIO" trace statistic broken.json >out 2>err; is $? 3 "no JSON"
is "$(cat err)" "fidlio: broken.json:2: not JSON: no object where one belongs" "its line"
ok "nothing is printed" test ! -s out
echo '[{"ph": "X", "name": "a", "ts": 1}]' >untimed.json
"$FIDLIO" trace statistic untimed.json >/dev/null 2>err; is $? 3 "no span with a length"
like "$("$FIDLIO" trace --help)" "statistic, time by operator and category:" "help lists the verbs"
"$FIDLIO" trace --sort statistic object.json >/dev/null 2>err; is $? 2 "an option before its verb"
like "$("$FIDLIO" trace -q statistic --help)" "--ignore-partition" "help of a verb"
tap_done
