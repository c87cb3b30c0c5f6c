#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The fuzz targets on the inputs that once found something (tests/fuzz/corpus) and on seeds cut
# from the fixtures.  A target ends where it finds something.
. "$srcdir/tests/tap.sh"

cd "$tmp" || exit 99
ok "seeds are made" sh "$srcdir/tests/fuzz/seeds.sh" seeds
for target in reader text word files json document run report plan; do
    found=$srcdir/tests/fuzz/corpus/$target
    [ -d "$found" ] || found=
    timeout 100 "$builddir/tests/fuzz/fuzz_$target.t" $found "seeds/$target" >out 2>err
    status=$?
    is "$status" 0 "$target: $(grep -c '^ok' out) inputs"
    [ "$status" -eq 0 ] || { grep '^#' out | tail -n 1; tail -n 40 err | sed 's/^/# /'; }
done
tap_done
