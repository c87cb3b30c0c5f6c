#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A full disk and the limit of a file's size: status 5, why, and nothing half-written is left.
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99
"$FIDLIO" compare -q "$runs/DLRM_real_r4" "$runs/DLRM_dlio_r4" -o r >/dev/null
compare () # compare LIMIT RESULTS
{
    (ulimit -f "$1" && exec "$FIDLIO" compare -q "$runs/DLRM_real_r4" "$runs/DLRM_dlio_r4" -o "$2") >/dev/null 2>err
}
for kb in 1 8 64; do
    rm -rf small
    compare $((kb * 2)) small
    is "$?" 5 "a limit of $kb KiB for files"
    like "$(cat err)" 'small/DLRM_real_r4__DLRM_dlio_r4.*: cannot be written: File too large' "which is said"
    is "$(find small -name '*.tmp')" "" "no temporary file is left"
done
cp -R r kept
compare 16 kept
is "$?" 5 "a result that was there"
ok "stays as it was" cmp r/DLRM_real_r4__DLRM_dlio_r4.json kept/DLRM_real_r4__DLRM_dlio_r4.json

(ulimit -f 4 && exec "$FIDLIO" trace statistic -q "$srcdir/tests/data/kineto/old.json" --format xlsx -o book.xlsx) 2>err
status=$?
if ! grep -q "without libxlsxwriter" err; then
    is "$status" 5 "a workbook that is too large for the limit"
    is "$(cat err)" "fidlio: book.xlsx: cannot be written: File too large" "the library's own messages are caught"
    is "$(find . -maxdepth 1 -name 'book*')" "" "nothing is left"
fi

if [ -w /dev/full ]; then
    "$FIDLIO" compare -q "$runs/DLRM_real_r4" "$runs/DLRM_dlio_r4" --format json >/dev/full 2>err
    is "$?" 5 "a full device as standard output"
    like "$(cat err)" 'No space left on device' "which is said"
    "$FIDLIO" report -q -n r --format json -o /dev/full 2>err
    is "$?" 5 "a full device as a file"
    like "$(cat err)" '/dev/full: cannot be written: No space left on device' "which is said"
else
    skip "a full device" "there is no /dev/full"
fi
tap_done
