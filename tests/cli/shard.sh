#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio matrix --shard and fidlio merge: the files are those of one matrix.
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99
cat >manifest <<END
real $runs/UNET3D_real_r2
real $runs/BERT_real_r2
emulation $runs/UNET3D_dlio_r2
emulation $runs/BERT_dlio_r2
emulation $runs/UNET3D_dlio_nockpt_r1
emulation $tmp/broken
END
mkdir broken
echo nothing >broken/notes.txt
matrix () # matrix RESULTS [OPTION...]
{
    results=$1
    shift
    "$FIDLIO" matrix -q -m manifest -o "$results" "$@" 2>err
}

matrix one -j 1
is $? 4 "one matrix, with an emulation that cannot be read"
for i in 1 2 3; do
    matrix parts --shard $i/3
done
is "$(ls parts)" "shard-1-of-3
shard-2-of-3
shard-3-of-3" "a folder for each shard, and no report yet"
is "$(cat parts/*/shard.json | grep -c '"file"')" 8 "every pair is in one of them"
"$FIDLIO" merge -q parts
is $? 4 "merge, with the same status"
ok "the files of one matrix" diff -r -x .fidlio-digests one parts
out=$("$FIDLIO" matrix -m manifest -o parts 2>&1 >/dev/null)
like "$out" " [36] kept as they were, 2 failed" "and a matrix after it keeps them"
ok "which changes nothing" diff -r -x .fidlio-digests one parts

# --- more shards than pairs, other places, links or copies
for i in 1 2 3 4 5 6 7 8 9; do
    matrix nine --shard $i/9
done
cp -R nine copy
"$FIDLIO" merge -q nine/shard-* -o elsewhere
ok "shards that are named" diff -r -x .fidlio-digests one elsewhere
ok "stay" test -f nine/shard-9-of-9/shard.json
matrix nine --shard 4/9
"$FIDLIO" merge -q nine/shard-* -o elsewhere
ok "run and merged again" diff -r -x .fidlio-digests one elsewhere

# --- a merge that is killed is started again
rm -rf killed struck
for i in 1 2 3; do
    matrix killed --shard $i/3
done
touch killed/shard-2-of-3/ranking.tsv.4194303-0.tmp
if command -v strace >/dev/null; then
    differ=0 moments=0
    for call in renameat 9 unlinkat 4 unlink 17 rmdir 1 rmdir 3; do
        case $call in
        [a-z]*) name=$call && continue ;;
        esac
        cp -R killed struck
        strace -f -o calls -e trace=renameat,unlinkat,unlink,rmdir -e inject="$name":signal=KILL:when="$call" \
            "$FIDLIO" merge -q struck 2>err
        tail -n 1 calls | grep -q SIGKILL && moments=$((moments + 1))
        "$FIDLIO" merge -q struck 2>err
        [ $? -eq 4 ] && diff -r -x .fidlio-digests -x '*.tmp' one struck || differ=$((differ + 1))
        rm -rf struck
    done
    is "$moments" 5 "a merge that is killed"
    is "$differ" 0 "is started again, and ends with the same files"
else
    skip "a merge that is killed" "strace is missing"
fi

# --- incomplete
refuses () # refuses WANT WHAT COMMAND...
{
    want=$1 what=$2
    shift 2
    "$@" >out 2>err
    is "$?" 3 "$what"
    like "$(cat err)" "$want" "which is said"
}
rm -r copy/shard-2-of-9
refuses "1 of 9 shards are missing: 2" "a shard is missing" "$FIDLIO" merge copy
is "$(echo copy/* | tr " " "\n" | grep -vc shard)" 0 "and nothing is written"
cp -R nine/shard-2-of-9 copy
rm copy/shard-3-of-9/shard.json
refuses "shard-3-of-9: not a complete shard" "a shard was ended early" "$FIDLIO" merge copy
cp -R nine/shard-3-of-9/shard.json copy/shard-3-of-9
for f in copy/shard-*/*__UNET3D_dlio_r2.json; do
    mv "$f" kept
    refuses "${f##*/}: missing or changed" "a result is missing" "$FIDLIO" merge copy
    sed 's/0/1/' kept >"$f"
    refuses "${f##*/}: missing or changed" "a result was changed" "$FIDLIO" merge copy
    mv kept "$f"
    break
done
matrix copy --shard 1/9 --window=TRAINING
refuses "its plan differs from" "a shard with other options" "$FIDLIO" merge copy
refuses "are the same shard" "a shard twice" "$FIDLIO" merge nine/shard-* nine/shard-3-of-9 -o x
refuses "no shards" "no shard" "$FIDLIO" merge one
echo '{"schema": "fidlio.shard/1", "shard": 1, "of": 1, "plan": "", "pairs": [{"file": "../x"}]}' >copy/shard-1-of-9/shard.json
refuses "shard.json: not a shard" "a document that is none" "$FIDLIO" merge copy

# --- traces that are not there now
cp -R "$runs/BERT_real_r2" away
printf 'pair %s %s\n' away "$runs/BERT_dlio_r2" >alone
"$FIDLIO" matrix -q -m alone -o mounted
cp mounted/away__BERT_dlio_r2.json old.json
mv away elsewhere/away
mkdir away
"$FIDLIO" matrix -q -m alone -o mounted --shard 1/1 2>err
"$FIDLIO" merge -q mounted 2>err
is "$?" 4 "a shard whose traces are not mounted"
ok "an earlier result stays" cmp mounted/away__BERT_dlio_r2.json old.json
is "$(cut -f 1,4 mounted/failed.tsv)" "away	kept" "which is noted"
echo nothing >away/trace.txt
"$FIDLIO" matrix -q -m alone -o mounted --shard 1/1 2>err
"$FIDLIO" merge -q mounted 2>err
ok "it goes if they are there and bad" test ! -e mounted/away__BERT_dlio_r2.json

# --- which shard
share () # share I/N VARIABLE... : what --shard auto takes
{
    want=$1 option=$2
    shift 2
    out=$(env "$@" "$FIDLIO" matrix -m manifest --no-calibration --shard "$option" -o auto 2>&1)
    like "$out" "shard ${want%/*} of ${want#*/} is complete" "$option, $*"
}
share 2/3 auto SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_STEP=2
share 7/9 auto/9 SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_COUNT=1 SLURM_ARRAY_TASK_MIN=7
share 6/8 auto SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=1 SLURM_PROCID=1 SLURM_STEP_NUM_TASKS=4
share 1/2 auto SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=1 SLURM_PROCID=0 SLURM_NTASKS=4
share 4/4 auto OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=4
share 1/2 auto PMI_RANK=0 PMI_SIZE=2
share 3/5 auto/5 PBS_ARRAY_INDEX=3
share 2/6 auto LSB_JOBINDEX=3 LSB_JOBINDEX_END=11 LSB_JOBINDEX_STEP=2
usage () # usage WANT OPTION [VARIABLE...]
{
    want=$1 option=$2
    shift 2
    env "$@" "$FIDLIO" matrix -m manifest --shard "$option" -o x >out 2>err
    is "$?" 2 "--shard $option $*"
    like "$(cat err)" "$want" "which is said"
}
usage "no variable of a job array" auto
usage "how many" auto PBS_ARRAY_INDEX=3
usage "I is from 1 to N" 0/3
usage "I is from 1 to N" 4/3
usage "I is from 1 to N" auto/2 PBS_ARRAY_INDEX=3
for bad in 3 /3 3/ 1/0 a/3 autos auto/ 1/3/3 -1/3 1/99999999; do
    usage "takes I/N, auto or auto/N" "$bad"
done
tap_done
