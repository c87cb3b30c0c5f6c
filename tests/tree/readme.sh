#!/bin/sh
# README shows what the program prints.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

cd "$srcdir" || exit 1
sed -n '/^<!-- the output of the command above/,/^```$/p' README.md | sed '1,2d;$d' >"$tmp/shown"
"$FIDLIO" compare tests/data/runs/UNET3D_real_r2 tests/data/runs/UNET3D_dlio_r2 >"$tmp/printed"
ok "README has an output" test -s "$tmp/shown"
ok "the worked pair in README is the program's output" diff -u "$tmp/shown" "$tmp/printed"
tap_done
