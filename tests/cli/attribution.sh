#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Causes named on recorded runs: what was done to an emulation on purpose comes first, with the
# key and the value that undoes it; what cannot be known is not said.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

runs=$srcdir/tests/data/runs

if ! command -v python3 >/dev/null; then
    skip_all "python3 reads the results"
fi
"$FIDLIO" --version | grep -q 'libyaml yes' || skip_all "built without libyaml, which reads DLIO's configuration"

# causes REAL EMULATION: a line for each: code key from to similarity_after error_after: text, and
# the keys that change with the first one
causes ()
{
    "$FIDLIO" compare --format json "$1" "$2" | python3 -c '
import json, sys
for c in json.load(sys.stdin)["causes"]:
    c["text"] += "".join("; %s %s -> %s" % (a["key"], a["from"], a["to"]) for a in c["also"])
    print(c["code"], c["key"], c["from"], c["to"], "%.3f" % c["similarity_after"] if c["similarity_after"] is not None else "-",
          "%.3f:" % c["error_after"] if c["error_after"] is not None else "-:", c["text"])'
}

# undone REAL EMULATION RIGHT KEY: its first cause with a key names it, from the configured value
# to that of the emulation as it was meant, within 12 % (real runs vary)
undone ()
{
    causes "$1" "$2" | grep -v ' None None None ' >"$tmp/causes"
    is "$(sed -n '1s/^[^ ]* \([^ ]*\) .*/\1/p' "$tmp/causes")" "workload.train.computation_time" "${2##*/}: the key comes first"
    from=$(sed -n '1s/^[^ ]* [^ ]* \([^ ]*\) .*/\1/p' "$tmp/causes")
    to=$(sed -n '1s/^[^ ]* [^ ]* [^ ]* \([^ ]*\) .*/\1/p' "$tmp/causes")
    is "$from" "$(sed -n 's/^ *computation_time: //p' "$2/hydra/config.yaml")" "from is what is configured"
    was=$(sed -n 's/^ *computation_time: //p' "$3/hydra/config.yaml")
    ok "$to undoes it ($was)" awk -v a="$was" -v b="$to" 'BEGIN { exit !(b > 0.88 * a && b < 1.12 * a) }'
}

undone "$runs/BERT_real_r2" "$runs/BERT_dlio_compute2x_r1" "$runs/BERT_dlio_r2"
undone "$runs/DLRM_real_r4" "$runs/DLRM_dlio_compute2x_r1" "$runs/DLRM_dlio_r4"
# by the error after each change
causes "$runs/DLRM_real_r4" "$runs/DLRM_dlio_compute2x_r1" >"$tmp/causes"
like "$(tr '\n' '|' <"$tmp/causes")" '^eval_bytes None .*500 MiB instead of 60 MiB[^|]*[|]computation .*[|]evaluations None [^|]*[|]$' \
    "what mends most is first, what makes the answer worse last"
# what hides another: nothing helps alone
"$FIDLIO" compare -v "$runs/BERT_real_r2" "$runs/BERT_dlio_r2" | tr -s ' \n' '  ' >"$tmp/text"
like "$(cat "$tmp/text")" 'No single change makes the error smaller\. \* bytes that are read before the first training step: [^;]*; alone it makes the answer worse, [0-9]+ % -> [0-9]+ % off; together with "share of the bytes that the storage delivers" it is [0-9]+ % off: the two errors cancel; ' \
    "two that help together alone are first, and it is said"
# a distribution, as derive writes it: its scale is changed
cp -r "$runs/DLRM_dlio_compute2x_r1" "$tmp/gamma" && chmod -R u+w "$tmp/gamma" && rm -f "$tmp/gamma/hydra/overrides.yaml"
sed 's/^\( *\)computation_time: .*/\1computation_time:\n\1  type: gamma\n\1  shape: 100\n\1  scale: 0.005/' \
    "$runs/DLRM_dlio_compute2x_r1/hydra/config.yaml" >"$tmp/gamma/hydra/config.yaml"
causes "$runs/DLRM_real_r4" "$tmp/gamma" >"$tmp/causes"
like "$(cat "$tmp/causes")" "^computation workload.train.computation_time.scale 0.005 0.002" "the scale of a distribution is changed"
causes "$runs/UNET3D_real_r2" "$runs/UNET3D_dlio_nockpt_r1" >"$tmp/causes"
like "$(grep -v ' None None None ' "$tmp/causes" | head -n 2 | tail -n 1)" '^checkpoints workload.workflow.checkpoint false true .* checkpoints that are saved: 0 instead of 2$' \
    "nockpt: of the keys that leave the error as it is the switch comes first"
like "$(cat "$tmp/causes")" '^same_order .* order of the files: the same in each epoch, the real job.s is a new one$' \
    "DLIO takes the files of each epoch in the same order"

# --- known wrong once
causes "$runs/BERT_real_r2" "$runs/BERT_dlio_r2" >"$tmp/causes"
unlike "$(cat "$tmp/causes")" 'record_length' "BERT: the shuffle buffer is not a longer record"
like "$(cat "$tmp/causes")" '^first_bytes None None None .*: 205 KiB instead of 38 MiB' \
    "but a buffer that is filled first"
unlike "$(cat "$tmp/causes")" 'writes .*KiB on average instead of [0-9.]+ KiB' "log lines are no checkpoints"
causes "$runs/UNET3D_real_r2" "$runs/UNET3D_dlio_r2" >"$tmp/causes"
like "$(cat "$tmp/causes")" '^files workload.dataset.num_files_train 80 160 .* 90 instead of 180 \(0.5x\); workload.dataset.record_length_bytes 14893888 -> 7446944; workload.dataset.num_files_eval 10 -> 20; workload.reader.batch_size 2 -> 4; workload.reader.batch_size_eval 1 -> 2$' \
    "UNET3D: a file for each of image and label, with what keeps the bytes and the steps"
like "$(cat "$tmp/causes")" '^synced None .* wait for the disk: 0 instead of 1, although checkpoint.fsync is true: this emulator ignores it' \
    "UNET3D: write-back instead of fsync, although it is configured"
is "$(causes "$runs/BERT_real_r2" "$runs/BERT_real_r2")" "" "a run against itself has no cause"

# --- runs that were cut short
mkdir "$tmp/killed" "$tmp/cut"
cp -r "$runs/BERT_dlio_r2/." "$tmp/killed"
sed -i 's/"exit_code": 0/"exit_code": -15/' "$tmp/killed/meta.json"
gunzip -f "$tmp/killed/dlio.log.gz" && sed -i '/eval/d' "$tmp/killed/dlio.log"
causes "$runs/BERT_real_r2" "$tmp/killed" >"$tmp/causes"
is "$(grep -vc ' None None None ' "$tmp/causes")" 0 "a killed run: no key is advised"
unlike "$(cat "$tmp/causes")" '^evaluations ' "nor is it said not to evaluate"
cp -r "$runs/BERT_dlio_r2/." "$tmp/cut"
gunzip -f "$tmp/cut/trace_read.out.gz"
lines=$(wc -l <"$tmp/cut/trace_read.out")
head -n $((lines * 6 / 10)) "$tmp/cut/trace_read.out" >"$tmp/cut/part" && mv "$tmp/cut/part" "$tmp/cut/trace_read.out"
causes "$runs/BERT_real_r2" "$tmp/cut" >"$tmp/causes"
unlike "$(cat "$tmp/causes")" 'num_files_eval|record_length' "a trace that ends early: no advice on data"

# --- runs that are not shipped: FIDLIO_RUNS is a directory of recorded runs
if [ -n "${FIDLIO_RUNS-}" ] && [ -d "$FIDLIO_RUNS/BERT_dlio_unpatched_r1" ]; then
    r=$FIDLIO_RUNS
    undone "$r/UNET3D_real_r1" "$r/UNET3D_dlio_compute2x_r1" "$r/UNET3D_dlio_r1"
    like "$(causes "$r/BERT_real_r1" "$r/BERT_dlio_nockpt_r1" | grep -v ' None None None ' | head -n 1)" \
        '^checkpoints workload.workflow.checkpoint false true ' "BERT without checkpoints"
    causes "$r/BERT_real_r1" "$r/BERT_dlio_unpatched_r1" >"$tmp/causes"
    is "$(grep -vc ' None None None ' "$tmp/causes")" 0 "and no key, as it was stopped"
    like "$(causes "$r/DLRM_real_r1" "$r/DLRM_dlio_manyfiles_r1")" \
        '^files workload.dataset.num_files_train 20 1 .* 40 instead of 2 \(20x\); workload.dataset.num_samples_per_file 10 -> 200; workload.dataset.num_files_eval 20 -> 1$' "manyfiles: 40 files instead of 2"
else
    skip "recorded runs that are not shipped" "FIDLIO_RUNS names no directory of them"
fi
tap_done
