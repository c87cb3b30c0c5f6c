#!/bin/sh
# Causes named on recorded runs: what was done to an emulation on purpose is what
# fidlio says first, with the key and the value that undoes it.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

runs=$srcdir/tests/data/runs

if ! command -v python3 >/dev/null; then
    skip_all "python3 reads the results"
fi

# first KEY A B: the value of KEY in the first cause of the pair
first ()
{
    "$FIDLIO" compare --format json "$runs/$2" "$runs/$3" | python3 -c '
import json, sys
causes = json.load(sys.stdin)["attribution"]["causes"]
print(causes[0][sys.argv[1]] if causes else "")' "$1"
}

configured=no # libyaml reads DLIO's configuration
"$FIDLIO" --version | grep -q 'libyaml yes' && configured=yes

for pair in "BERT_dlio_r2 BERT_dlio_compute2x_r1" "DLRM_dlio_r4 DLRM_dlio_compute2x_r1"; do
    set -- $pair
    like "$(first text "$1" "$2")" '^computes 2[.0-9]*x as long in a training step: .* too long$' "$2: the computation time"
    if [ $configured = yes ]; then
        is "$(first key "$1" "$2")" "workload.train.computation_time" "its key"
        was=$(sed -n 's/^ *computation_time: //p' "$runs/$1/hydra/config.yaml")
        now=$(first to "$1" "$2")
        ok "$now undoes it ($was)" awk -v a="$was" -v b="$now" 'BEGIN { exit !(b > 0.97 * a && b < 1.03 * a) }'
    else
        skip "its key" "built without libyaml"
        skip "the value that undoes it" "built without libyaml"
    fi
done
is "$(first text UNET3D_dlio_r2 UNET3D_dlio_nockpt_r1)" "writes no checkpoints, the real run 2" \
    "UNET3D_dlio_nockpt_r1: the checkpoints"
is "$(first key UNET3D_dlio_r2 UNET3D_dlio_nockpt_r1)" "workload.workflow.checkpoint" "their switch"
is "$(first text BERT_real_r2 BERT_real_r2)" "" "a run against itself has no cause"

sum=$("$FIDLIO" compare --format json "$runs/UNET3D_real_r2" "$runs/UNET3D_dlio_r2" | python3 -c '
import json, sys
print("%.6f" % sum(s["share"] for s in json.load(sys.stdin)["attribution"]["shares"]))')
is "$sum" "1.000000" "shares add up to one"
tap_done
