#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Digests in the place of runs: the same results to the byte; what needs events refuses them.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99

ok "digests of several runs" "$FIDLIO" digest "$runs"/UNET3D_* "$runs"/DLRM_real_* -o d -q
is "$(ls d)" "$(cd "$runs" && ls -d UNET3D_* DLRM_real_* | sed 's/$/.fidlio/')" "named as the runs"
for pair in "UNET3D_real_r2 UNET3D_dlio_r2" "UNET3D_real_r2 DLRM_real_r4"; do
    a=${pair% *} b=${pair#* }
    "$FIDLIO" compare --format=json "$runs/$a" "$runs/$b" >runs.json 2>err
    "$FIDLIO" compare --format=json "d/$a.fidlio" "d/$b.fidlio" >digests.json 2>err
    ok "compare $pair" cmp runs.json digests.json
    "$FIDLIO" compare --format=json "$runs/$a" "d/$b.fidlio" >mixed.json 2>err
    ok "compare $pair, a run and a digest" cmp runs.json mixed.json
done
"$FIDLIO" matrix -q --real "$runs"/*3D_real_* --emulation "$runs"/*3D_dlio_* -o m >m.txt 2>&1
"$FIDLIO" matrix -q --real d/*3D_real_* --emulation d/*3D_dlio_* -o md >md.txt 2>&1
for f in m/*.json m/*.tsv; do
    cmp -s "$f" "md/${f#m/}" || diag "$f differs"
done >differ
is "$(cat differ)" "" "matrix, with calibration and series"
"$FIDLIO" matrix -q --real d/*_real_* --emulation d/*_dlio_* -o all --no-series --no-calibration >/dev/null 2>&1
is "$(find all -name '*__*.json' | wc -l)" 4 "a folder of digests holds runs"
"$FIDLIO" plot "$runs/UNET3D_real_r2" "$runs/UNET3D_dlio_r2" -o runs.svg >/dev/null 2>&1
"$FIDLIO" plot d/UNET3D_real_r2.fidlio d/UNET3D_dlio_r2.fidlio -o digests.svg >/dev/null 2>&1
ok "plot of a pair" cmp runs.svg digests.svg

# names
"$FIDLIO" inspect d/UNET3D_real_r2.fidlio >hidden.txt
like "$(cat hidden.txt)" 'data +behaviour .*#[0-9a-f]{16}$' "names of files are hashes"
"$FIDLIO" digest --names "$runs/UNET3D_real_r2" -o UNET3D_real_r2.fidlio -q
"$FIDLIO" inspect --format=json "$runs/UNET3D_real_r2" >runs.json
"$FIDLIO" inspect --format=json UNET3D_real_r2.fidlio >digests.json
ok "inspect, with --names" cmp runs.json digests.json
grep -c case_ UNET3D_real_r2.fidlio >count
"$FIDLIO" inspect UNET3D_real_r2.fidlio | sed 's/[^ ]*$//' >a
sed 's/[^ ]*$//' hidden.txt >b
ok "and else only those differ" cmp a b

# a processed tree
"$FIDLIO" prepare "$runs/UNET3D_real_r2" -o trees --no-ticks >/dev/null 2>&1
"$FIDLIO" prepare "$runs/UNET3D_dlio_r2" -o trees --no-ticks >/dev/null 2>&1
"$FIDLIO" digest trees/UNET3D_real_r2 trees/UNET3D_dlio_r2 -o t/ -q
"$FIDLIO" compare --format=json trees/UNET3D_dlio_r2 trees/UNET3D_real_r2 >runs.json 2>err
"$FIDLIO" compare --format=json t/UNET3D_dlio_r2.fidlio t/UNET3D_real_r2.fidlio >digests.json 2>err
ok "of which there is a digest, too" cmp runs.json digests.json

# what needs events
mkdir named
ln -s "$runs" r # a short path: derive breaks its first line otherwise
"$FIDLIO" digest --names "$runs/UNET3D_real_r4" "$runs/UNET3D_dlio_r2" -o named -q
same () # same NAME RUN OPTION...: the command's output for the run and for its digests
{
    name=$1 run=$2
    shift 2
    "$FIDLIO" "$name" "r/$run" "$@" 2>err | sed "1d" >of_run
    "$FIDLIO" "$name" "named/$run.fidlio" "$@" 2>err | sed "1d" >of_named
    "$FIDLIO" "$name" "d/$run.fidlio" "$@" 2>err | sed "1d" >of_hidden
    ok "$name $run" test -s of_run
    ok "by its digest with names" cmp of_run of_named
}
for run in UNET3D_real_r4 UNET3D_dlio_r2; do
    same job "$run" --format=json
    ok "and without" cmp of_run of_hidden
    same answer "$run" --format=json
    ok "and without" cmp of_run of_hidden
    same derive "$run"
    exits 3 "derive without names" "$FIDLIO" derive "d/$run.fidlio"
    "$FIDLIO" plot "$runs/$run" -o run.svg >/dev/null 2>&1
    "$FIDLIO" plot "d/$run.fidlio" -o hidden.svg >/dev/null 2>&1
    ok "plot $run" cmp run.svg hidden.svg
done

# what reads the traces themselves, and damage
for command in "prepare d/DLRM_real_r4.fidlio -o x" "logs parse d/DLRM_real_r4.fidlio" \
    "steps d/DLRM_real_r4.fidlio"; do
    # shellcheck disable=SC2086 # words
    exits 3 "$command" "$FIDLIO" $command
    # shellcheck disable=SC2086
    like "$("$FIDLIO" $command 2>&1)" 'DLRM_real_r4.fidlio: a digest has no traces' "said"
done
exits 3 "other options" "$FIDLIO" inspect --utc-offset=+2 d/DLRM_real_r4.fidlio
like "$("$FIDLIO" inspect --day-first d/DLRM_real_r4.fidlio 2>&1)" 'r4.fidlio: .*--day-first' "said"
head -c 9000 d/DLRM_real_r4.fidlio >cut.fidlio
exits 3 "a cut digest" "$FIDLIO" compare d/DLRM_real_r7.fidlio cut.fidlio
exits 2 "no run" "$FIDLIO" digest
exits 3 "a missing run" "$FIDLIO" digest missing -o x.fidlio
tap_done
