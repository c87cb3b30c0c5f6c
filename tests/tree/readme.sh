#!/bin/sh
# README shows what the program prints.  After a change of numbers or words,
#   tests/tree/readme.sh --write   (in the build folder's environment: srcdir, FIDLIO)
# writes the output anew.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

cd "$srcdir" || exit 1
"$FIDLIO" compare --real tests/data/runs/UNET3D_real_r2 --real tests/data/runs/UNET3D_real_r4 \
    --emulation tests/data/runs/UNET3D_dlio_r2 >"$tmp/printed"
if [ "$1" = --write ]; then
    awk -v printed="$tmp/printed" '/^<!-- the output of the command above/ { print; getline; print; inside = 1
            while ((getline line <printed) > 0) print line }
        inside && /^```$/ { inside = 0 }
        !inside' README.md >"$tmp/README.md" && cp "$tmp/README.md" README.md
    exit
fi
sed -n '/^<!-- the output of the command above/,/^```$/p' README.md | sed '1,2d;$d' >"$tmp/shown"
ok "README has an output" test -s "$tmp/shown"
ok "the worked pair in README is the program's output" diff -u "$tmp/shown" "$tmp/printed"
tap_done
