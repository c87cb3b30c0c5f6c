#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The recorded runs: reference results hold, rankings are as the runs were made,
# and nothing depends on threads or time zone.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

runs=$srcdir/tests/data/runs

ok "every real run against every emulation and its repeat" \
    "$FIDLIO" matrix -q --all-workloads -j1 -m "$runs/manifest" -o "$tmp/one"
ok "again with two threads and another time zone" \
    env TZ=Asia/Kolkata "$FIDLIO" matrix -q --all-workloads -j2 -m "$runs/manifest" -o "$tmp/two"
ok "gives the same bytes" diff -r -x .fidlio-digests "$tmp/one" "$tmp/two"

# similarity of a pair for storage, from its result file
similarity ()
{
    sed -n '/^  "profiles"/,$p' "$tmp/one/$1__$2.json" | sed -n '/"profile": "storage"/,/"similarity"/s/.*"similarity": \([0-9.e-]*\).*/\1/p'
}

above () # above WHAT REAL A B: A has a higher similarity for REAL than B
{
    a=$(similarity "$2" "$3") b=$(similarity "$2" "$4")
    ok "$1: $2: $3 ($a) above $4 ($b)" awk -v a="$a" -v b="$b" 'BEGIN {exit !(a != "" && b != "" && a > b)}'
}

place () # place REAL EMULATION: in the ranking, and how far its answer is off
{
    awk -F '\t' -v r="$1" -v e="$2" '$1 == r && $3 == "storage" && $11 == e { print $4, $7 }' "$tmp/one/ranking.tsv"
}

ranks () # ranks REAL REPEAT EMULATION WRONG
{
    above "a repeat beats the emulation" "$1" "$2" "$3"
    a=$(place "$1" "$3") b=$(place "$1" "$4")
    ok "$1: of $3 ($a) and $4 ($b) the first is less off, or both share a place" \
        awk -v a="$a" -v b="$b" 'BEGIN { split (a, x); split (b, y); exit !(x[2] > 0 && y[2] > 0 && (x[1] == y[1] || (x[1] < y[1]) == (x[2] < y[2]))) }'
    for other in UNET3D_dlio_r2 UNET3D_dlio_nockpt_r1 BERT_dlio_r2 BERT_dlio_compute2x_r1 \
        DLRM_dlio_r4 DLRM_dlio_compute2x_r1; do
        [ "${other%%_*}" = "${1%%_*}" ] || above "own workload first" "$1" "$3" "$other"
    done
}

ranks UNET3D_real_r2 UNET3D_real_r4 UNET3D_dlio_r2 UNET3D_dlio_nockpt_r1
ranks UNET3D_real_r4 UNET3D_real_r2 UNET3D_dlio_r2 UNET3D_dlio_nockpt_r1
ranks BERT_real_r2 BERT_real_r4 BERT_dlio_r2 BERT_dlio_compute2x_r1
ranks BERT_real_r4 BERT_real_r2 BERT_dlio_r2 BERT_dlio_compute2x_r1
ranks DLRM_real_r4 DLRM_real_r7 DLRM_dlio_r4 DLRM_dlio_compute2x_r1
ranks DLRM_real_r7 DLRM_real_r4 DLRM_dlio_r4 DLRM_dlio_compute2x_r1

"$FIDLIO" matrix -q -m "$srcdir/results/manifest" -o "$tmp/ref" >/dev/null
if command -v python3 >/dev/null; then
    ok "results/ is what the program computes" \
        python3 "$srcdir/scripts/dev/compare-results" "$srcdir/results" "$tmp/ref"
    cp -r "$tmp/ref" "$tmp/other"
    sed -i '0,/"grade": 0\.\([0-9]\)/s//"grade": 0.1\1/' "$tmp/other/BERT_real_r2__BERT_dlio_r2.json"
    exits 1 "a moved number is noticed" python3 "$srcdir/scripts/dev/compare-results" "$srcdir/results" "$tmp/other"
else
    skip "results/ is what the program computes" "python3 is missing"
fi

out=$("$FIDLIO" compare --format json "$runs/BERT_real_r2" "$runs/BERT_real_r2")
is "$(printf '%s\n' "$out" | grep -c '"grade": 1[,}]')" \
    "$(printf '%s\n' "$out" | grep -c '"grade": [0-9]')" "a run against itself has grade 1 everywhere"
tap_done
