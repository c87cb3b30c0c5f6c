#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Each perturbation does to a tiny run what it says, and to a recorded one what fidlio sees.
. "$srcdir/tests/tap.sh"

command -v python3 >/dev/null || skip_all "python3 is not installed"
tiny=$srcdir/tests/validate/tiny.py
python3 "$tiny" "$tmp/tiny" || exit 99

# perturbed KIND LEVEL [OPTION...]: what the tiny run does then, into shown
perturbed ()
{
    kind=$1 level=$2
    shift 2
    rm -rf "$tmp/out"
    "$srcdir/tests/validate/perturb" "$tmp/tiny" "$tmp/out" "--$kind" "$level" "$@" &&
        python3 "$tiny" --show "$tmp/out" >"$tmp/shown"
    said=$?
    kind="$kind $level"
    # --show itself checks that stamps of the log and its writes agree
    tap_result $((said != 0)) "$kind: the log's writes wrote the log"
}
# of WORD WANT: the tiny run's lines of that word
of ()
{
    got=$(sed -n "s/^$1 //p" "$tmp/shown" | tr '\n' ',')
    is "${got%,}" "$2" "$kind: $1"
}
reads='1.1 1000,2.1 1000,3.1 1000,4.1 1000,5.1 1000'
level_cpu='0 50 50 50 50 50 50 0 0'
level_disk='0 8 8 8 8 8 8 0 0'
epoch='0.2 init_start,0.9 init_stop,1 epoch_start'
steps='2 step_end 1,3 step_end 1,4 step_end 1,5 step_end 1'
after='5 epoch_stop,5 eval_start,6 eval_stop,6 checkpoint_start,7 checkpoint_stop'

# --- the level that changes nothing
for same in gain=1 lag=0 stretch=1 drop=0 batch=1 period=0 jitter=0 size=1 noise=0 quantise=0 \
    loss=0 shift-one=0 clock=0 truncate=0 seek=0 files=0 drop-data=0 cold-cache=0 log-spam=0 \
    open-spam=0 truncate-trace=1 record=1; do
    ok "$same" "$srcdir/tests/validate/perturb" "$tmp/tiny" "$tmp/same-$same" "--$same"
    ok "$same is the same bytes" diff -r "$tmp/tiny" "$tmp/same-$same"
done
recorded=$srcdir/tests/data/runs/UNET3D_real_r4
"$srcdir/tests/validate/perturb" "$recorded" "$tmp/recorded" --jitter 0
ok "nothing changed in a recorded run: the same bytes" diff -r "$recorded" "$tmp/recorded"

# --- by hand
perturbed gain 2
of read '1.1 1000,1.101 1000,2.1 1000,2.101 1000,3.1 1000,3.101 1000,4.1 1000,4.101 1000,5.1 1000,5.101 1000'
of write '6.1 2000,6.101 2000'
of log "$epoch,$steps,$after"
of cpu '0 100 100 100 100 100 100 0 0'
of disk '0 16 16 16 16 16 16 0 0'

perturbed lag 0.5
of read '1.6 1000,2.6 1000,3.6 1000,4.6 1000,5.6 1000'
of write '6.6 2000'
of log "$epoch,$steps,5 epoch_stop,5 eval_start,6 eval_stop,6 checkpoint_start,7.5 checkpoint_stop"
of cpu "$level_cpu"
of disk '0 4 8 8 8 8 8 4 0 0'

# from the first traced event on, the log's own first write at 0.2
perturbed stretch 2
of read '1.1 1000,3.1 1000,5.1 1000,7.1 1000,9.1 1000'
of write '11.1 2000'
like "$(cat "$tmp/shown")" '^log 12\.9 checkpoint_stop$' "stretch: the log's end"
like "$(cat "$tmp/shown")" '^disk 0 4\.4 4 4 4 4 4 4 4 4 4 4 3\.6 0' "stretch: the same bytes in more time"
like "$(cat "$tmp/shown")" '^cpu 0 50 50 50 50 50 50 50 50 50 50 50 45 0' "stretch: the CPU works longer"

perturbed drop 2
of read '1.1 1000,2.1 1000,3.1 1000,4.1 1000'
of write ''
of log "$epoch,$steps,5 epoch_stop"
of disk '0 8 8 8 8 0 0 0'
perturbed drop 1
of read '1.1 1000,2.1 1000,3.1 1000,4.1 1000'
of write '5.1 2000'
of log "$epoch,$steps,5 epoch_stop,5 checkpoint_start,6 checkpoint_stop"
of anchors '18 of 18'

perturbed batch 2
of read '1.1 1000,1.1 1000,3.1 1000,3.1 1000,5.1 1000'
of log "$epoch,3 step_end 2,5 step_end 2,$after"
of cpu "$level_cpu"
of disk '0 16 0 16 0 8 8 0 0'
of anchors '14 of 14'

perturbed period 0.5
of read '1.15 1000,2.65 1000,4.15 1000,5.65 1000,7.1 1000'
of write '8.1 2000'
of log "$epoch,2.5 step_end 1.5,4 step_end 1.5,5.5 step_end 1.5,7 step_end 1.5,7 epoch_stop,7 eval_start,8 eval_stop,8 checkpoint_start,9 checkpoint_stop"
of cpu '0 50 50 50 50 50 50 50 50 0 0'
of disk '0 5.3333 5.3333 5.3333 5.3333 5.3333 5.3333 8 8 0 0'

perturbed size 0.5
of read '1.1 500,1.1005 500,2.1 500,2.1005 500,3.1 500,3.1005 500,4.1 500,4.1005 500,5.1 500,5.1005 500'
of write '6.1 1000,6.1005 1000'
of log "$epoch,$steps,$after"
perturbed size 2
of read '1.1 2000,3.1 2000,5.1 1000'
of write '6.1 2000'

sed '/^1020*[0-9]* /s/data\.bin/other.bin/' "$tmp/tiny/trace_read.out" >"$tmp/renamed"
cp -r "$tmp/tiny" "$tmp/two-files"
cp "$tmp/renamed" "$tmp/two-files/trace_read.out"
"$srcdir/tests/validate/perturb" "$tmp/two-files" "$tmp/two-merged" --size 2
is "$(python3 "$tiny" --show "$tmp/two-merged" | sed -n 's/^read //p' | tr '\n' ',')" \
    '1.1 2000,2.1 1000,4.1 1000,5.1 1000,' "size 2: only requests to one file become one"

perturbed quantise 0.2
of read '1 1000,2 1000,3 1000,4 1000,5 1000'
of cpu '0 40 40 40 40 40 40 0 0'

perturbed shift-one 0.5
of read '1.6 1000,2.6 1000,3.6 1000,4.6 1000,5.6 1000'
of write '6.1 2000'
of log "$epoch,$steps,$after"
of disk "$level_disk"
perturbed shift-one 1 --resource disk
of read "$reads"
of disk '0 0 8 8 8 8 8 8 0 0'
perturbed shift-one 1 --resource cpu
of read "$reads"
of cpu '0 0 50 50 50 50 50 50 0 0'

perturbed truncate 0.5
of read '1.1 1000,2.1 1000,3.1 1000'
of log "$epoch,$steps,$after"
of cpu '0 50 50'

# --- by chance: the seed decides, all bytes are as they were or gone
perturbed jitter 0.3 --seed 1
of write '6.1 2000'
first=$(grep "^read " "$tmp/shown")
is "$(printf '%s\n' "$first" | wc -l | tr -d ' ')" 5 "jitter: every read is there"
like "$first" '^read 5\.1 1000$' "jitter: nothing outside of training moves"
unlike "$first" '^read 2\.1 1000$' "jitter: a step inside moves"
perturbed jitter 0.3 --seed 1
is "$(grep '^read ' "$tmp/shown")" "$first" "jitter: a seed says it all"
perturbed jitter 0.3 --seed 2
ok "jitter: another seed, other times" test "$(grep '^read ' "$tmp/shown")" != "$first"
perturbed noise 0.1
of read "$reads"
ok "noise: gauges differ" test "$(grep '^cpu' "$tmp/shown")" != "cpu $level_cpu"
perturbed loss 0.3
ok "loss: some reads are gone" test "$(grep -c '^read ' "$tmp/shown")" -lt 5
of log "$epoch,$steps,$after"

# --- what is read, where and by whom
perturbed seek 1
of read "$reads"
of block '1.1,2.1,3.1,4.1,5.1'
ok "seek: other offsets" test "$(grep '^read-at' "$tmp/shown" | tr '\n' ' ')" != \
    'read-at 0 data.bin read-at 1000 data.bin read-at 2000 data.bin read-at 3000 data.bin read-at 4000 data.bin '
is "$(grep '^read-at' "$tmp/shown" | sort | tr '\n' ',')" \
    'read-at 0 data.bin,read-at 1000 data.bin,read-at 2000 data.bin,read-at 3000 data.bin,read-at 4000 data.bin,' \
    "seek: the same ones in all"
is "$(grep '^block-at' "$tmp/shown" | sort | tr '\n' ',')" \
    'block-at 100,block-at 102,block-at 104,block-at 106,block-at 108,' "seek: the same sectors in all"

perturbed procs 2
of read "$reads"
is "$(sed -n 's/^read-by //p' "$tmp/shown" | tr '\n' ' ')" '7 8 7 8 7 ' "procs 2: two in turn"
is "$(sed -n 's/^block-by //p' "$tmp/shown" | tr '\n' ' ')" '7 8 7 8 7 ' "procs 2: block reads follow"
perturbed procs 1
of read-by '7,7,7,7,7'

"$srcdir/tests/validate/perturb" "$tmp/two-files" "$tmp/two-packed" --files 1
is "$(python3 "$tiny" --show "$tmp/two-packed" | sed -n 's/^read-at //p' | sed 's/ .*//' | sort -n | tr '\n' ' ')" \
    '0 2000 3000 4000 6000 ' "files: each file has its place in the one"
is "$(python3 "$tiny" --show "$tmp/two-packed" | sed -n 's/^read-at [0-9]* //p' | sort -u | wc -l | tr -d ' ')" \
    1 "files: one is left"

perturbed drop-data 1
of read ''
of block ''
of write '6.1 2000'
of log "$epoch,$steps,$after"
of disk '0 0 0 0 0 0 8 0 0'
perturbed drop-data 0.5
is "$(grep -c '^read ' "$tmp/shown")" "$(grep -c '^block ' "$tmp/shown")" "drop-data: block reads go with their reads"
perturbed record 2
of read '1.1 2000,2.1 2000,3.1 2000,4.1 2000,5.1 2000'
of read-at '0 data.bin,2000 data.bin,4000 data.bin,6000 data.bin,8000 data.bin'
of write '6.1 2000'
of disk '0 16 16 16 16 16 8 0 0'
perturbed cold-cache 1
of read "$reads"
of block '1.1,1.1,2.1,2.1,3.1,3.1,4.1,4.1,5.1,5.1'
of disk '0 16 16 16 16 16 8 0 0'

perturbed log-spam 3
is "$(grep -c '^write [0-9.]* 100$' "$tmp/shown")" 3 "log-spam: three writes of 100 bytes"
of log "$epoch,$steps,$after"
perturbed open-spam 3
is "$(grep -c '^open-at /proc/self/stat$' "$tmp/shown")" 3 "open-spam: three opens"
perturbed truncate-trace 0.5
of read '1.1 1000,2.1 1000,3.1 1000'
of write '6.1 2000'
of cpu "$level_cpu"
perturbed truncate-trace 0.5 --resource block
of read "$reads"
of block '1.1,2.1,3.1'

# --- refused
exits 2 "no kind" "$srcdir/tests/validate/perturb" "$tmp/tiny" "$tmp/no"
exits 2 "a gain of 0" "$srcdir/tests/validate/perturb" "$tmp/tiny" "$tmp/no" --gain 0
exits 2 "no process" "$srcdir/tests/validate/perturb" "$tmp/tiny" "$tmp/no" --procs 0
exits 2 "half a phase" "$srcdir/tests/validate/perturb" "$tmp/tiny" "$tmp/no" --drop 0.5
exits 3 "a folder that holds no run" "$srcdir/tests/validate/perturb" "$tmp" "$tmp/no" --gain 2
exits 3 "steps of a log that has none" "$srcdir/tests/validate/perturb" \
    "$srcdir/tests/data/runs/DLRM_dlio_r4" "$tmp/no" --batch 2
exits 3 "a folder that is there already" "$srcdir/tests/validate/perturb" "$tmp/tiny" "$tmp/tiny" --gain 2

# --- fidlio sees it: distances of one facet grow with the level
# ladder RUN KIND CLAUSE LEVEL...
ladder ()
{
    run=$srcdir/tests/data/runs/$1 kind=$2 what=$3
    shift 3
    distances=
    for level in "$@"; do
        rm -rf "$tmp/step"
        "$srcdir/tests/validate/perturb" "$run" "$tmp/step" "--$kind" "$level" || return
        d=$("$FIDLIO" compare -q --format=json "$run" "$tmp/step" | python3 -c '
import json, sys
tree = json.load(sys.stdin)
assert tree["alignment"]["clock"]["emulation"]["uncertainty_s"] < 0.002
print(next(m["distance"] for r in tree["resources"] for m in r["measures"]
           if m["name"] == sys.argv[1]))' "$what")
        distances="$distances $d"
    done
    # shellcheck disable=SC2086 # one argument for each level
    ok "$kind $*: $what grows:$distances" python3 -c '
import sys
d = [float(x) for x in sys.argv[1:]]
sys.exit(not (d[0] == 0 and all(a < b for a, b in zip(d, d[1:]))))' $distances
}
ladder BERT_real_r4 gain data.read.bytes 1 1.25 4
ladder BERT_real_r4 lag block.read.when 0 2 32
ladder BERT_real_r4 period steps.step_s 0 0.1 1
ladder BERT_real_r4 size data.read.size_bytes 1 0.5 0.125
ladder BERT_real_r4 drop phases.sequence 0 1 6
ladder BERT_real_r4 shift-one coupling.gap 0 0.5 8
tap_done
