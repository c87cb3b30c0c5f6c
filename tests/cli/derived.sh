#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/data/derived: DLIO run with derived configurations, against the real runs they are of.
# tests/data/workers: files and batches of runs with many loader processes.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

"$FIDLIO" --version | grep -q 'libyaml yes' || skip_all "built without libyaml"
runs=$(cd "$srcdir/tests/data/runs" && pwd)
derived=$(cd "$srcdir/tests/data/derived" && pwd)
check=$srcdir/tests/validate/derive-check
cd "$tmp" || exit 99

# similarity EMULATION REAL REAL: without the disks' tables, which are of the whole machine
similarity ()
{
    "$FIDLIO" compare --format=json --no-series --exclude-group disk --real "$runs/$2" --real "$runs/$3" --emulation "$1" |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["overall"]["similarity"])'
}

# at_least LIMIT EMULATION REAL REAL
at_least ()
{
    got=$(similarity "$2" "$3" "$4")
    ok "${2##*/}: similarity $got, at least $1" awk "BEGIN { exit !($got >= $1) }"
}

at_least 0.8 "$derived/UNET3D_derived_r1" UNET3D_real_r2 UNET3D_real_r4
at_least 0.5 "$derived/BERT_derived_r1" BERT_real_r2 BERT_real_r4
at_least 0.6 "$derived/DLRM_derived_r1" DLRM_real_r4 DLRM_real_r7

python3 "$check" --fidlio "$FIDLIO" "$derived"/*_r1 >check.txt 2>&1
like "$(tail -1 check.txt)" '^all, 3 runs .*100\.0 %$' "derived again: the configurations they were run with"

# --- many loader processes, where the rules of DLIO's draft are wrong
for how in "" --dftracer; do
    python3 "$srcdir/tests/validate/derive-against" $how --fidlio "$FIDLIO" "$srcdir"/tests/data/workers/*_w* >against.txt 2>&1
    is "$?/$(awk '/^right/ { print $5, $6, $8, $9, $10 }' against.txt)" "0/0 3 0 2 3" \
        "files and batches with 4 and 8 loader processes $how"
done
tap_done
