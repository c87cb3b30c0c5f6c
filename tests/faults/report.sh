#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio report while opening, reading or looking at a file or getting memory fails once: status 5,
# or the same files.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/faults/faults.sh"

cd "$tmp" || exit 99
"$FIDLIO" compare -q "$runs/DLRM_real_r4" "$runs/DLRM_dlio_r4" -o results >/dev/null
in=got
fresh ()
{
    rm -rf got
    cp -R results got
}
fresh
"$FIDLIO" report got >want.txt 2>&1
mv got want
for kind in open read stat malloc; do
    other='' untold='' n=0
    fresh
    for i in $(places $kind "$FIDLIO" report got); do
        next_errno
        [ $kind != malloc ] || errno=12
        fresh
        fault "$kind:$i:$errno" "$FIDLIO" report got >out 2>err
        status=$?
        n=$((n + 1))
        if [ $status -eq 0 ]; then
            diff -r -x .fidlio-digests want got >/dev/null || other="$other $i:$errno"
        elif [ $status -ne 5 ] || [ ! -s err ]; then
            untold="$untold $i:$errno:$status"
        fi
        "$FIDLIO" report got >/dev/null 2>&1
        diff -r -x .fidlio-digests want got >/dev/null || other="$other $i:$errno:again"
    done
    ok "$kind: some calls were made to fail ($n)" test "$n" -gt 5
    is "$other" "" "$kind: no other files, and the next run repairs all"
    is "$untold" "" "$kind: status 5 and a reason"
done
tap_done
