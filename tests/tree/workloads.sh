#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# workloads/run: what it lists and refuses; some of the workloads, tiny (skipped where torch is missing).
. "$srcdir/tests/tap.sh"
run=$srcdir/workloads/run
python=
for p in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$p" -c 'import torch, numpy, PIL' 2>/dev/null || python=$p
done
command -v python3 >/dev/null || skip_all "python3 is missing"

is "$(python3 "$run" --list)" "arrays_mmap
bert
checkpoint
chunks
clips
cosmoflow
dlrm
images
images_gpu
lmdb
mpi
objects
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

# the store's log of requests tells what was read: 96 records of 196608 bytes, twice
"$python" "$run" objects --data "$tmp/objects" --scale 0.1 >"$tmp/objects.log" 2>"$tmp/err"
is "$?" 0 "objects trains" || diag "$(cat "$tmp/err")"
mkdir "$tmp/store" && cp "$tmp/objects.log" "$tmp/objects/saved/requests.json" "$tmp/store"
is "$("$FIDLIO" inspect --format=json "$tmp/store" | python3 -c '
import json, sys
print(*[r["read_bytes"] for r in json.load(sys.stdin)[0]["roles"] if r["role"] == "data" and r["read_bytes"]])')" \
    37748736 "fidlio sees the bytes of its requests"
"$python" "$srcdir/workloads/objects/server.py" "$tmp/objects/data" "$tmp/requests" >"$tmp/address" &
server=$!
until [ -s "$tmp/address" ]; do kill -0 $server || break; done
is "$(python3 - "$(cat "$tmp/address")" <<'END'
import http.client, sys
store = http.client.HTTPConnection(sys.argv[1])
def ask (method, key, **headers):
    store.request (method, "/train/" + key, headers=headers)
    got = store.getresponse ()
    body = got.read ()
    return got.status, got.getheader ("Content-Length"), len (body)
shard = "shard-00000.bin"
print (*ask ("HEAD", shard), *ask ("GET", shard, Range="bytes=10-19"), *ask ("GET", shard), ask ("GET", "none")[0],
       ask ("GET", "../made.json")[0], ask ("GET", shard, Range="bytes=99999999-")[0])
END
)" "200 18874368 0 206 10 10 200 18874368 18874368 404 404 416" "the store answers as one"
kill $server
is "$(grep -c step_end "$tmp/dlrm.log")" 8 "a line of each step"
is "$(grep -c step_end "$tmp/images.log")" 0 "none where the reference logs none"
"$python" "$run" dlrm --data "$tmp/dlrm" --scale 0.05 --plain >"$tmp/plain.log"
is "$(grep -c step_end "$tmp/plain.log"),$(grep -c eval_accuracy "$tmp/plain.log")" 0,2 "--plain: without steps"
tap_done
