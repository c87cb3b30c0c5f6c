#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/validate/trees-against: processed trees of the recorded runs mean what the raw runs do.
. "$srcdir/tests/tap.sh"
command -v python3 >/dev/null || skip_all "python3 is not installed"
out=$("$srcdir/tests/validate/trees-against" --fidlio "$FIDLIO" --keep "$tmp/kept" "$srcdir/tests/data/runs")
is "$?" 0 "all pairs: $out"
like "$out" '12 pairs: 12 with both errors, .* 12 verdicts the same; 0 fail$' "none is left out"

# --- a tree that lacks part of what it names is no whole one
tree=$tmp/kept/whole/UNET3D_real_r2
like "$("$FIDLIO" inspect "$tmp/kept/part/UNET3D_real_r2" 2>/dev/null)" 'serious +a processed tree without a record' "without fidlio.json"
unlike "$("$FIDLIO" inspect "$tree")" 'a processed tree without' "the whole one has no such finding"
mv "$tree/left_out/bio.out" "$tmp"
like "$("$FIDLIO" inspect "$tree")" 'a processed tree without a record' "without the requests that were left out"
tap_done
