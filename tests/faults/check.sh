#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio check while memory runs out once: status 5, or the same verdict; never an empty one.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/faults/faults.sh"

cd "$tmp" || exit 99
"$FIDLIO" compare -q "$runs/DLRM_real_r4" "$runs/DLRM_dlio_r4" -o results >/dev/null
"$FIDLIO" baseline -q save results -o base.json
"$FIDLIO" check -q --baseline base.json results >want 2>err
other='' n=0
FAULTS=1000000
for i in $(places malloc "$FIDLIO" check -q --baseline base.json results | tail -n 3000 | awk 'NR % 7 == 0'); do
    fault "malloc:$i:12" "$FIDLIO" check -q --baseline base.json results >out 2>err
    status=$?
    n=$((n + 1))
    [ $status -eq 5 ] || cmp -s out want || other="$other $i:$status"
done
ok "some calls were made to fail ($n)" test "$n" -gt 100
is "$other" "" "no other verdict"
tap_done
