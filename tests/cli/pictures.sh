#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The pictures of the documentation are what scripts/dev/pictures makes of the runs.
. "$srcdir/tests/tap.sh"
command -v python3 >/dev/null || skip_all "python3 is missing"

ok "scripts/dev/pictures" "$srcdir/scripts/dev/pictures" "$tmp"
for picture in run zoom pair grades spectra distributions answer logs steps whatif errors; do
    ok "doc/$picture.svg is up to date (else run scripts/dev/pictures)" \
        cmp "$tmp/$picture.svg" "$srcdir/doc/$picture.svg"
    ok "and small" test "$(wc -c <"$srcdir/doc/$picture.svg")" -lt 60000
done
exits 5 "no place to write to" "$srcdir/scripts/dev/pictures" "$tmp/none"
tap_done
