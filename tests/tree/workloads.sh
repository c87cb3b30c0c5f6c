#!/bin/bash
# workloads/run: what it lists and refuses; some of the workloads, tiny (skipped where torch is missing).
. "$srcdir/tests/tap.sh"
run=$srcdir/workloads/run
python=
for p in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$p" -c 'import torch, numpy, PIL' 2>/dev/null || python=$p
done
command -v python3 >/dev/null || skip_all "python3 is missing"

is "$(python3 "$run" --list)" "bert
checkpoint
cosmoflow
dlrm
images
images_gpu
mpi
retinanet
tfrecord
tokens_mmap
tokens_pread
unet3d
unet3d_gpu
webdataset" "the workloads there are"
is "$(python3 "$run" --list | while read -r name; do
    grep -q "^| $name |" "$srcdir/workloads/README.md" || echo "$name"; done)" "" "README.md has a line of each"
exits 2 "no such workload" python3 "$run" nothing
exits 2 "a scale of 0" python3 "$run" dlrm --scale 0

if [ -z "$python" ]; then
    tap_done
    exit
fi
mkdir "$tmp/others" && touch "$tmp/others/mine"
exits 1 "a folder with other files is left alone" "$python" "$run" dlrm --data "$tmp/others" --generate
ok "data only" "$python" "$run" dlrm --data "$tmp/dlrm" --scale 0.05 --generate
is "$(cd "$tmp/dlrm/data" && echo *)" "terabyte_test.bin terabyte_train.bin" "its files"
sums=$(cd "$tmp/dlrm/data" && cksum ./*)
exits 1 "data of another scale are not taken" "$python" "$run" dlrm --data "$tmp/dlrm" --scale 0.06
for name in dlrm images; do
    "$python" "$run" $name --data "$tmp/$name" --scale 0.05 >"$tmp/$name.log" 2>"$tmp/err"
    is "$?" 0 "$name trains" || diag "$(cat "$tmp/err")"
    is "$(grep -c '"key": "init_start"' "$tmp/$name.log"),$(tail -1 "$tmp/$name.log" | grep -c run_stop)" 1,1 \
        "$name: the log from init to the end"
done
is "$(cd "$tmp/dlrm/data" && cksum ./*)" "$sums" "data that are there stay"
is "$(grep -c step_end "$tmp/dlrm.log")" 8 "a line of each step"
is "$(grep -c step_end "$tmp/images.log")" 0 "none where the reference logs none"
"$python" "$run" dlrm --data "$tmp/dlrm" --scale 0.05 --plain >"$tmp/plain.log"
is "$(grep -c step_end "$tmp/plain.log"),$(grep -c eval_accuracy "$tmp/plain.log")" 0,2 "--plain: without steps"
tap_done
