#!/bin/sh
# scripts/within-coverage: how often intervals from within a pair hold other pairs' values.
. "$srcdir/tests/tap.sh"
command -v python3 >/dev/null || skip_all "python3 is not installed"
cd "$tmp" || exit 99
recorded=$(cd "$srcdir/tests/data/runs" && pwd)
within="$srcdir/scripts/within-coverage --fidlio $FIDLIO"

# repeats that are the same run: every interval holds its own value, and so the others'
mkdir same
for n in 1 2; do
    cp -R "$recorded/BERT_real_r2" "same/BERT_real_r$n"
    cp -R "$recorded/BERT_dlio_r2" "same/BERT_dlio_r$n"
done
is "$($within same)" "BERT: marginal 100 %, overall 100 %, shape 100 %" "equal repeats are always inside"

# runs that are not alike
mkdir other
cp -R "$recorded/BERT_real_r2" other/A_real_r1
cp -R "$recorded/UNET3D_real_r2" other/A_real_r2
cp -R "$recorded/BERT_dlio_r2" other/A_dlio_r1
cp -R "$recorded/UNET3D_dlio_r2" other/A_dlio_r2
like "$($within other)" '^A: .*overall 0 %' "other workloads are not"

rm -r same/BERT_dlio_r2
exits 1 "one emulation has no repeat" $within same
tap_done
