#!/bin/bash
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
    grep -q 'changed while it was read' out || not="$not $file"
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
tap_done
