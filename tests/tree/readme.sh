#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# README.md, doc/tutorial.md and doc/report.md show what the program prints.  After a change of numbers or words,
#   tests/tree/readme.sh --write   (in the build folder's environment: srcdir, FIDLIO)
# writes the output anew.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

cd "$srcdir" || exit 1
runs=tests/data/runs
"$FIDLIO" compare --real $runs/UNET3D_real_r2 --real $runs/UNET3D_real_r4 \
    --emulation $runs/UNET3D_dlio_r2 >"$tmp/README.md"
"$FIDLIO" compare --real tests/data/pfw/real --emulation tests/data/pfw/dlio >"$tmp/tutorial.md"
"$FIDLIO" report -n results >"$tmp/report.md"

# outputs FILE PROGRAM-OF-AWK: runs it over FILE, `shown' being 1 within the output that FILE shows
outputs ()
{
    awk -v printed="$tmp/${1##*/}" '
        /^<!-- .*; a test compares -->$/ { marked = NR }
        shown && /^```$/ { shown = 0 }
        '"$2"'
        marked && NR == marked + 1 { shown = 1 }' "$1"
}

for file in README.md doc/tutorial.md doc/report.md; do
    name=${file##*/}
    if [ "$1" = --write ]; then
        outputs $file '!shown
            marked && NR == marked + 1 { while ((getline line <printed) > 0) print line }' >"$tmp/new"
        cp "$tmp/new" $file
        continue
    fi
    outputs $file shown >"$tmp/shown"
    ok "$file has an output" test -s "$tmp/shown"
    ok "what $file shows is the program's output" diff -u "$tmp/shown" "$tmp/$name"
done
[ "$1" = --write ] || tap_done
