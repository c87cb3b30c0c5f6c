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
like "$("$FIDLIO" trace statistic --format=tsv ranks | cut -f 1)" '^rank5\.' "so it is in operators' names"
mkdir one
sed 's/"rank": 7, /"rank": 34, /' ranks/host_7000* >one/t.pt.trace.json
like "$("$FIDLIO" inspect --format json one | tr -d ' \n')" '"ranks":\[\{"rank":34,' "of a single file, too"

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
tap_done
