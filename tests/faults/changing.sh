#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A file that grows while it is read is named, whatever its format, by whoever reads it.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/faults/faults.sh"

cd "$tmp" || exit 99
# grows KIND:N FILE COMMAND...: "FILE: changed", with the file growing before its Nth reading
grows ()
{
    what=$1 in=$2
    shift 2
    fault "$what:9998+" "$FIDLIO" "$@" >out 2>&1
    like "$(cat out)" "$in: changed while it was read" "$in"
}

# one of each reader and more, plain and gzip
cp -R "$srcdir/tests/data" data
not='' n=0
for file in $(cd data && find . -type f ! -path './runs/*' ! -path './derived/*' ! -name README\* ! -name local.mk ! -name 'odd*' ! -name 'broken*'); do
    file=${file#./} in=data/$file
    "$FIDLIO" inspect "$in" >before 2>&1 || continue
    grep -q 'cannot be read' before && continue
    fault read:1:9998+ "$FIDLIO" inspect "$in" >out 2>&1
    n=$((n + 1))
    tr -s '\n ' '  ' <out | tr -s ' ' | grep -q 'changed while it was read' || not="$not $file"
done
ok "files are inspected ($n)" test "$n" -gt 60
is "$not" "" "those that grow are named"

cp -R "$runs/DLRM_real_r4" real
cp -R "$runs/DLRM_dlio_r4" emulation
"$FIDLIO" compare -q real emulation -o results >/dev/null 2>&1
"$FIDLIO" baseline -q save results -o base.json
"$FIDLIO" digest -q real -o real.fidlio
"$FIDLIO" calibrate -q real "$runs/DLRM_real_r7" -o calibration.json
echo '*.npy data' >roles.txt
echo '[{"name": "FW.a", "ph": "X", "ts": 1, "dur": 2}]' >trace.json
gzip -k trace.json
grows read:1 real__emulation.json report results
grows read:1 base.json check --baseline base.json results
grows read:1 calibration.json compare --calibration calibration.json real emulation
grows read:1 roles.txt inspect --roles roles.txt real
grows read:2 real.fidlio compare real.fidlio emulation
grows read:1 trace.json trace statistic trace.json
grows read:1 trace.json.gz trace statistic trace.json.gz
cp "$srcdir/tests/data/joblogs/short.txt" short.txt
grows read:1 short.txt logs parse short.txt

# ... by those who only look at a file, or copy it
echo "of no format" >real/trace_odd.out
head -c 20 /dev/zero >real/odd.bin
for in in trace_odd.out odd.bin; do
    fault read:1:9998+ "$FIDLIO" inspect --strict real >out 2>&1
    like "$(cat out)" "$in: only a part could be read: changed while it was read" "$in"
done
other=$(mktemp -d /dev/shm/changing.XXXXXX 2>/dev/null) || other=$tmp
if [ "$(stat -c %d "$other")" != "$(stat -c %d "$tmp")" ]; then # no links between them
    "$FIDLIO" matrix -q --real "$runs/DLRM_real_r4" --emulation emulation -o "$other" --shard 1/1
    file=$(basename "$other"/shard-1-of-1/DLRM_real_r4__emulation.json)
    in=shard-1-of-1/$file
    env FAULT=read:0:9998 FAULT_IN="$in" FAULT_N=n LD_PRELOAD="$shim" "$FIDLIO" merge -q "$other"/shard-1-of-1 -o merged
    rm -rf merged
    grows "read:$(cat n)" "$in" merge "$other"/shard-1-of-1 -o merged
    is "$(find merged -name "$file*")" "" "no copy of it"
else
    skip "a copy" "all is on one file system"
fi
[ "$other" = "$tmp" ] || rm -rf "$other"
tap_done
