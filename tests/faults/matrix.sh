#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio matrix while opening, reading or looking at a file fails once: status 5, no result with
# other numbers, good results stay, and the next run repairs all.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/faults/faults.sh"

cd "$tmp" || exit 99
in=$runs/DLRM_
force=
matrix () # matrix RESULTS [fault KIND:N:ERRNO]
{
    to=$1
    shift
    "$@" "$FIDLIO" matrix $force -q -j 1 --real "$runs/DLRM_real_r4" "$runs/DLRM_real_r7" \
        --emulation "$runs/DLRM_dlio_r4" --no-series -o "$to"
}
matrix want >/dev/null
FAULTS=$((FAULTS / 2))
for kind in open read stat; do
    bad='' lost='' torn=''
    for i in $(places $kind "$FIDLIO" matrix -q -j 1 --real "$runs/DLRM_real_r4" "$runs/DLRM_real_r7" \
        --emulation "$runs/DLRM_dlio_r4" --no-series -o counted); do
        rm -rf counted got
        next_errno
        matrix got fault "$kind:$i:$errno" >/dev/null 2>err
        status=$?
        for f in got/*__*.json got/calibration.json; do
            [ ! -e "$f" ] || cmp -s "$f" "want/${f#got/}" || bad="$bad $i:$errno:${f##*/}"
        done
        [ $status -eq 0 ] || [ $status -eq 5 ] || lost="$lost $i:$errno:$status"
        matrix got >/dev/null 2>err || lost="$lost $i:$errno:again"
        diff -r -x .fidlio-cache -x .fidlio-digests want got >/dev/null || torn="$torn $i:$errno"
        force=--force
        matrix got fault "$kind:$i:$errno" >/dev/null 2>err
        force=
        cmp -s got/DLRM_real_r4__DLRM_dlio_r4.json want/DLRM_real_r4__DLRM_dlio_r4.json ||
            torn="$torn $i:$errno:gone"
    done
    is "$bad" "" "$kind: no result with other numbers"
    is "$lost" "" "$kind: status 5, then none"
    is "$torn" "" "$kind: the next run repairs all, and good results stay"
done
tap_done
