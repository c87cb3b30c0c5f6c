#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio compare while opening, reading or looking at a file fails once: an error that names the
# file and says why, or the same bytes; never other numbers.
. "$srcdir/tests/tap.sh"
. "$srcdir/tests/faults/faults.sh"

cd "$tmp" || exit 99
in=$runs/DLRM_
pair () # pair [fault KIND:N:ERRNO]
{
    "$@" "$FIDLIO" compare --format json "$runs/DLRM_real_r4" "$runs/DLRM_dlio_r4"
}
pair >want
for kind in open read stat; do
    other='' untold='' n=0
    for i in $(places $kind "$FIDLIO" compare --format json "$runs/DLRM_real_r4" "$runs/DLRM_dlio_r4"); do
        next_errno
        pair fault "$kind:$i:$errno" >out 2>err
        status=$?
        n=$((n + 1))
        if [ $status -eq 0 ]; then
            cmp -s out want || other="$other $i:$errno"
        elif [ $status -ne 5 ] || ! grep -q "DLRM_.*: [A-Z]" err; then
            untold="$untold $i:$errno:$status"
        fi
    done
    ok "$kind: some calls were made to fail ($n)" test "$n" -gt 5
    is "$other" "" "$kind: no other numbers"
    is "$untold" "" "$kind: an error names the file, with status 5"
done

# a file that may not be read is not one that was not traced
pair fault "open:20:13+" >out 2>err
is "$?" 5 "no permission"
like "$(cat err)" 'DLRM_real_r4/.*: Permission denied' "is said"
tap_done
