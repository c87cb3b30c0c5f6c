#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
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

# --- C2: compare
cd "$tmp" && mkdir -p one two
a=$(span FW.a 0 2000) b=$(span BW.a 0 7000) c=$(span FW.b 0 4000)
echo "[$a, $b, $c]" >one/t.json
a=$(span FW.a 0 3000) b=$(span new.z 0 1) c=$(span FW.b 0 2000)
echo "[$c, $a, $b]" >two/t.json
compare ()
{
    "$FIDLIO" trace compare --format=tsv "$@" one/t.json two/t.json | cut -f 1,4,5
}
is "$(compare)" "name	absolute_ms	relative
FW.a	1	0.5
FW.b	-2	-0.5" "C2: differences in the order of the first"
is "$(compare --sort --head=1 | tail -n +2)" "FW.a	1	0.5" "C2: --sort, --head"
is "$("$FIDLIO" trace compare --format=tsv --table=alone one/t.json two/t.json)" \
    "only_in	name	count	time_ms	category
1	BW.a	1	7	BW
2	new.z	1	0.001	new" "C2: operators of one trace only"
is "$("$FIDLIO" trace compare --format=csv --table=categories one/t.json two/t.json | tr -d '\r')" \
    "category,time_ms_1,time_ms_2,absolute_ms,relative,count_1,count_2
FW,6,5,-1,-0.166666666667,2,2
BW,7,,,,1,0
new,,0.001,,,0,1" "C2: categories"
like "$("$FIDLIO" trace compare one/t.json two/t.json)" "FW.b    4.0000    2.0000      -2.0000   -0.5000" \
    "C2: for people"
echo "[$(span z 0 0), $(span y 0 1)]" >zero.json
is "$("$FIDLIO" trace compare --format=tsv zero.json zero.json | cut -f 1,4,5 | tail -n +2)" \
    "z	0	NA
y	0	0" "no relative difference of nothing"
"$FIDLIO" trace compare one/t.json two/t.json one/t.json 2>err; is $? 2 "three traces"
"$FIDLIO" trace compare one/t.json 2>err; is $? 2 "one trace"
# folders: ranks in front of the names, by the number of the folder
mkdir -p w1/0 w1/1 w1/10
for rank in 0 1 10; do
    echo "[$(span FW.a 0 $((rank + 1))000)]" >w1/$rank/bps_trace_final.json
    echo "[$(span other 0 1)]" >w1/$rank/comm.json
done
is "$("$FIDLIO" trace statistic --format=tsv w1 | cut -f 1,3,8 | tail -n +2)" "rank0.FW.a	1	FW
rank1.FW.a	2	FW
rank10.FW.a	11	FW" "ranks of a folder"
mkdir flat
cp one/t.json flat/rank-3.json
cp two/t.json flat/rank-4.json
is "$("$FIDLIO" trace statistic --format=tsv flat | cut -f 1 | sed -n 's/\..*//p' | sort -u | tr '\n' ' ')" \
    "rank3 rank4 " "ranks by the names of files"
mkdir -p none
"$FIDLIO" trace statistic none 2>err; is $? 3 "a folder without traces"
# profilers rename categories; a name of several is ambiguous
echo "[$(span a 0 1 '"cat": "Operator"'), $(span b 0 1 '"cat": "x"'), $(span b 0 1 '"cat": "y"')]" >old.json
echo "[$(span a 0 3 '"cat": "cpu_op"'), $(span b 0 1 '"cat": "z"')]" >new.json
is "$("$FIDLIO" trace compare --format=tsv old.json new.json | cut -f 1,5 | tail -n +2)" "a	2" \
    "a renamed category"
# workbooks
for what in "statistic one/t.json" "compare one/t.json two/t.json"; do
    # shellcheck disable=SC2086  # words
    if "$FIDLIO" trace $what --format=xlsx -o book.xlsx 2>err; then
        # shellcheck disable=SC2086
        "$FIDLIO" trace $what --format=xlsx -o again.xlsx
        ok "$what: a workbook, the same again" cmp book.xlsx again.xlsx
    else
        like "$(cat err)" "without libxlsxwriter" "$what: not in this build"
    fi
done
"$FIDLIO" trace statistic --format=xlsx one/t.json 2>err; is $? 2 "a workbook needs -o"

# --- the sums of another program
python3 - >many.json <<'END'
import json, random
random.seed(5)
events = [{}]
for i in range(3000):
    name = 'op%d' % random.randrange(40)
    e = {'ph': 'X', 'name': name, 'ts': round(random.uniform(0, 1e9), 3), 'pid': random.choice([1, '1']),
         'dur': random.choice([random.randrange(10**6), random.uniform(0, 1e3), str(random.randrange(99))])}
    if random.random() < .5:
        e['cat'] = 'c%d' % random.randrange(3)
    events.append(e)
    kind = random.random()
    if kind < .1:
        e['ph'], e['tid'] = random.choice('BE'), random.randrange(3)
    elif kind < .15:
        e['ph'] = random.choice('CMi')
    elif kind < .2:
        del e[random.choice(['dur', 'ts'])]
    elif kind < .25:
        e['name'] = random.choice(['Comm.g.PUSH', 'ProfilerStep#%d' % i, 'rank1.FW.x', 'é"\\\n', 'I/O 2'])
print(json.dumps({'traceEvents': events}))
END
"$FIDLIO" trace statistic -q --format=csv many.json >many.csv
ok "totals are those of Python's sum" "$srcdir/scripts/dev/trace-sums" many.json many.csv

# --- roles: time that is counted once
is "$("$FIDLIO" trace statistic --format=csv --table=roles object.json | tr -d '\r')" \
    "role,count,busy_ms,busy_pct
compute,3,6,100" "roles: FW and BW compute"
cat >roles.json <<END
[$(span 'enumerate(DataLoader)#x.__next__' 0 2000 '"cat": "user_annotation"'),
 $(span k 2000 4000 '"cat": "kernel"'), $(span k 5000 3000 '"cat": "kernel"'),
 $(span nccl:all_reduce 7000 2000 '"cat": "user_annotation"'), $(span ProfilerStep#1 0 10000)]
END
is "$("$FIDLIO" trace statistic --format=csv --table=roles roles.json | tr -d '\r' | tail -n +2)" \
    "data loading,1,2,20
communication,1,2,20
compute,2,6,60
other,1,10,100" "roles: overlaps count once"
is "$("$FIDLIO" trace compare --format=csv --table=roles object.json roles.json | tr -d '\r' | grep compute)" \
    "compute,6,6,0,100,60,3,2" "roles of two traces"
python3 - >spans.json 2>want <<'END'
import json, random, sys
random.seed(7)
spans = [(random.randrange(10**8), random.randrange(6000)) for _ in range(30000)]
spans += [(s, 10) for s in range(0, 10**7, 1000)]
print(json.dumps([{'ph': 'X', 'name': 'k', 'cat': 'kernel', 'ts': s, 'dur': d} for s, d in spans]))
busy, end = 0, -1
for s, d in sorted(spans):
    busy += max(0, s + d - max(s, end))
    end = max(end, s + d)
print('%.12g' % (busy / 1000), file=sys.stderr)
END
is "$("$FIDLIO" trace statistic --format=csv --table=roles spans.json | tail -n 1 | cut -d, -f 3)" \
    "$(cat want)" "roles: the union of many spans in any order"

# --- memory: operators are bounded, gaps between spans are not kept twice
awk 'BEGIN { print "["; for (i = 0; i <= 500000; i++)
    printf "{\"name\":\"k%d\",\"ph\":\"X\",\"ts\":%d,\"dur\":1},\n", i, 2 * i }' >names.json
"$FIDLIO" trace statistic -q names.json >out 2>err; is $? 3 "too many different operators are refused"
is "$(cat err)" "fidlio: names.json: more than 500000 different operators; the last is 'k500000'" "which is said"

# --- usage and errors
"$FIDLIO" trace >/dev/null 2>err; is $? 2 "no verb"
"$FIDLIO" trace nothing >/dev/null 2>err; is $? 2 "no such verb"
like "$(cat err)" "unknown verb 'nothing'" "says so"
"$FIDLIO" trace statistic >/dev/null 2>err; is $? 2 "no trace"
"$FIDLIO" trace statistic --table=x object.json >/dev/null 2>err; is $? 2 "no such table"
"$FIDLIO" trace statistic missing.json >/dev/null 2>err; is $? 3 "a missing file"
printf '[{"ph": "X"},\nhello]' >broken.json
"$FIDLIO" trace statistic broken.json >out 2>err; is $? 3 "no JSON"
is "$(cat err)" "fidlio: broken.json:2: not JSON: an object is missing" "its line"
ok "nothing is printed" test ! -s out
echo '[{"ph": "X", "name": "a", "ts": 1}]' >untimed.json
"$FIDLIO" trace statistic untimed.json >/dev/null 2>err; is $? 3 "no span with a length"
like "$("$FIDLIO" trace --help)" "statistic, time by operator and category:" "help lists the verbs"
"$FIDLIO" trace --sort statistic object.json >/dev/null 2>err; is $? 2 "an option before its verb"
like "$("$FIDLIO" trace -q statistic --help)" "--ignore-partition" "help of a verb"
tap_done
