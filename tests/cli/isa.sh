#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Kernels of every instruction set: FIDLIO_ISA chooses, results are the same.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

runs=$srcdir/tests/data/runs

exits 2 "an unknown instruction set" env FIDLIO_ISA=sse9 "$FIDLIO" list readers
like "$(FIDLIO_ISA=sse9 "$FIDLIO" list readers 2>&1)" "portable, avx2, avx512 or neon, not 'sse9'" "says which there are"
ok "an empty choice is none" env FIDLIO_ISA= "$FIDLIO" list readers

there=$("$FIDLIO" --version | sed -n 's/^Kernels: .*(of\(.*\);.*/\1/p')
like "$there" '^ portable' "--version says which this machine has"
for isa in portable avx2 avx512 neon; do
    case "$there " in
    *" $isa "*)
        like "$(FIDLIO_ISA=$isa "$FIDLIO" --version)" "^Kernels: $isa " "$isa: --version says it is used"
        ok "$isa compares" env FIDLIO_ISA=$isa "$FIDLIO" compare -q "$runs/BERT_real_r2" \
            "$runs/BERT_dlio_r2" -o "$tmp/$isa"
        ok "$isa: the same bytes as portable" diff -r "$tmp/portable" "$tmp/$isa"
        ;;
    *)
        exits 2 "$isa is not here, and refused" env FIDLIO_ISA=$isa "$FIDLIO" list readers
        skip "$isa: the same bytes as portable" "not on this machine"
        ;;
    esac
done
tap_done
