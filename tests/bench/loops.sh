#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio job: what small loops of several shapes do, by their calls alone (loops/bench.py).
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

cd "$srcdir/tests/data/loops" || exit 99
set --
for run in */strace */dftracer; do
    [ -d "$run" ] && set -- "$@" "$run"
done
python3 ../../bench/loops/bench.py --fidlio "$FIDLIO" judge "$@" >"$tmp/found"
is "$?" 0 "no value that is called likely or certain is wrong"
is "$(diff expected.tsv "$tmp/found")" "" "what is found, and what is unknown"
tap_done
