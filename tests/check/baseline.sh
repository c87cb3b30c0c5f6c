#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio baseline, what is refused, and the gate on the recorded runs.
. "${srcdir:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/tap.sh"
. "$srcdir/tests/check/pairs.sh"
cd "$tmp" || exit 99
results=$srcdir/results

# --- save, show, list, rm
is "$("$FIDLIO" baseline save "$results" -o base.json 2>&1)" "fidlio: base.json: 6 runs of 6 configurations" "save"
exits 2 "what was accepted is not replaced" "$FIDLIO" baseline save "$results" -o base.json
exits 0 "but with --force" "$FIDLIO" baseline save -q --force "$results" -o base.json
"$FIDLIO" baseline save -q "$results" -o again.json
ok "the same results, the same bytes" cmp base.json again.json
like "$("$FIDLIO" baseline show base.json)" '^BERT_dlio  +BERT_dlio_r2 +disk +0\.[0-9]+$' "show"
is "$("$FIDLIO" baseline list --format=csv . | tr -d '\r' | cut -d , -f 1-3)" "file,configurations,runs
again.json,6,6
base.json,6,6" "list"
unlike "$(cat base.json)" "$tmp|$srcdir" "it tells no paths"
echo '{}' >other.json
exits 3 "rm of what is no baseline" "$FIDLIO" baseline rm other.json
ok "which stays" test -f other.json
exits 0 "rm" "$FIDLIO" baseline rm again.json
exits 3 "it is gone" "$FIDLIO" baseline show again.json
exits 2 "no verb" "$FIDLIO" baseline
exits 2 "no such verb" "$FIDLIO" baseline keep x
exits 2 "no output" "$FIDLIO" baseline save "$results"
exits 3 "no results" "$FIDLIO" baseline save none -o x.json
exits 3 "nowhere" "$FIDLIO" baseline list none
if python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
    ok "it follows the schema" python3 "$srcdir/tests/report/validate.py" "$srcdir/src/results/baseline.schema.json" base.json
    sed 's/"grade": 0\.[0-9]*/"grade": 2/' base.json >bad.json
    exits 1 "which can say no" python3 "$srcdir/tests/report/validate.py" "$srcdir/src/results/baseline.schema.json" bad.json
else
    skip "it follows the schema" "python3-jsonschema is not installed"
fi

# --- the recorded runs
"$FIDLIO" check "$results" --baseline base.json >out 2>err
is "$?" 0 "recorded runs against themselves do not fail"
like "$(tail -n 1 err)" '^fidlio: PASS: 6 configurations, 0 pairs, 0 checks failed, 0 inconclusive' "but pass"
like "$(cat err)" 'the baseline has already are not judged: BERT_dlio_r2, ' "and are named"
mkdir bert
cp "$results"/BERT_*.json bert
"$FIDLIO" check bert --baseline base.json >out 2>err
is "$?" 0 "those of one workload do not fail the others"
like "$(tail -n 1 err)" '^fidlio: PASS: 2 configurations, 0 pairs, 0 checks failed, 0 inconclusive' "but pass"
like "$(cat err)" 'not judged, .*: DLRM_dlio, DLRM_dlio_compute2x, UNET3D_dlio, UNET3D_dlio_nockpt$' "which are named"
mkdir wrong
cp "$results"/*.json wrong
for pair in UNET3D_dlio_r2:UNET3D_dlio_nockpt_r1 BERT_dlio_r2:BERT_dlio_compute2x_r1 \
    DLRM_dlio_r4:DLRM_dlio_compute2x_r1; do
    for f in wrong/*__"${pair#*:}".json; do
        sed "s/${pair#*:}/${pair%:*}/" "$f" >"${f%%__*}__${pair%:*}.json"
        rm "$f"
    done
done
"$FIDLIO" baseline save -q wrong -o x.json
"$FIDLIO" check wrong --baseline base.json --format=csv >out 2>err
is "$?" 1 "emulations that are wrong on purpose fail"
like "$(cat out)" '^unet3d,UNET3D_dlio,,phase,CHECKPOINT,FAIL,.*no such phase in UNET3D_dlio_r2' "the missing phase is named"
like "$(cat out)" '^unet3d,UNET3D_dlio,,amount,checkpoints,FAIL,' "and how many checkpoints are"
like "$(cat out)" '^bert,BERT_dlio,,amount,step time,FAIL,' "a doubled computation time fails with one run"
like "$(cat out)" '^dlrm,DLRM_dlio,,amount,duration,FAIL,' "and so does its duration"
"$FIDLIO" check "$results" --self-test >out 2>err
is "$?" 0 "repeats of the recorded real runs"
like "$(tail -n 1 err)" ' 0 checks failed' "raise no alarm"

# more repeats than are shipped: FIDLIO_RUNS is a directory of recorded runs
if [ -n "${FIDLIO_RUNS-}" ] && ls -d "$FIDLIO_RUNS"/UNET3D_dlio_r[0-9] >/dev/null 2>&1; then
    { # each real run with each emulation, and with its repeats
        for real in "$FIDLIO_RUNS"/UNET3D_real_r[0-9]; do
            for other in "$FIDLIO_RUNS"/UNET3D_dlio_r[0-9] "$FIDLIO_RUNS"/UNET3D_real_r[0-9]; do
                [ "$real" = "$other" ] || printf 'pair %s\t%s\n' "$real" "$other"
            done
        done
    } >manifest
    "$FIDLIO" matrix -q -j2 -m manifest -o many >/dev/null
    "$FIDLIO" baseline save -q many -o many.json
    "$FIDLIO" check many --baseline many.json >out 2>err
    like "$? $(tail -n 1 err)" '^0 fidlio: PASS: ' "five repeats against themselves pass"
    "$FIDLIO" check many --self-test >out 2>err
    like "$? $(tail -n 1 err)" '^0 fidlio: PASS: ' "and the real ones do"
else
    skip "five repeats" "FIDLIO_RUNS names no directory of recorded runs"
fi

# --- refused
runs ()
{
    for i in 1 2; do
        pair "$1" R_r1 "E_r$i" 0.5 0.5
    done
}
runs good
"$FIDLIO" baseline save -q good -o base.json --force
refused () # refused WHAT STATUS ERE: check other against base.json
{
    exits "$2" "$1 is refused" "$FIDLIO" check other --baseline base.json
    like "$("$FIDLIO" check other --baseline base.json 2>&1)" "$3" "and named"
    rm -r other
}
version=2.0; runs other; version=1.0
refused "another version" 2 'base.json was made by fidlio 1.0, other by fidlio 2.0'
calibration='"00000000000000cc"'; runs other
refused "another calibration" 2 'has the calibration "00000000000000aa", other has "00000000000000cc"; run the matrix'
runs other; echo '{"hash": "00000000000000cc"}' >other/calibration.json; calibration='"00000000000000aa"'
refused "recalibrating and judging at once" 2 'recalibrating and judging at once moves the goal'
exclude='["cpu"]'; runs other; exclude='[]'
refused "another scope" 2 'has the exclude_groups \[\], other has \["cpu"\]'
profilehash=00000000000000ef; runs other; profilehash=00000000000000ee
refused "a profile of the same name" 2 'has the profile_hash "00000000000000ee", other has "00000000000000ef"'
window=TRAINING; runs other; window=job
refused "another window" 2 'has the window "job", other has "TRAINING"'
profile='read'; runs other; profile=storage
refused "another profile" 2 'has the profile "storage", other has "read"'
key=00000000000000dd; runs other; key=00000000000000bb
refused "another band" 2 'different --dt or --band'
realhash=1; runs other; realhash=0
refused "another recording of the real run" 2 'the traces of the real run R_r1 differ from the baseline'
runs other; pair other R_r2 E_r1 0.5 0.5; pair other R_r2 E_r2 0.5 0.5
refused "one more real run" 2 'other was compared with the real run R_r2, base.json was not'
runs other; pair other R_r2 E_r1 0.5 0.5
refused "half a matrix" 3 'E_r2 was compared with 1 of the 2 real runs of w'
runs other; printf 'R_r1\tE_r3\tno trace\n' >other/failed.tsv
refused "a pair that failed" 3 'a pair is missing: R_r1 x E_r3: no trace'
runs other; profile=read key=1; pair other R_r1 E_r3 0.5 0.5; profile=storage key=00000000000000bb
refused "a mixture" 3 'different options, versions or calibrations'
runs other; echo '{' >other/R_r1__E_r3.json
refused "a broken result" 3 'E_r3.json'
sed 's/0\.5/0.4/' base.json >bad.json
exits 3 "a baseline that was edited" "$FIDLIO" check good --baseline bad.json
like "$("$FIDLIO" check good --baseline bad.json 2>&1)" 'was changed after it was made: its contents hash to [0-9a-f]{16}' "which is said"
sed 's/baseline\/3/baseline\/4/' base.json >bad.json
like "$("$FIDLIO" check good --baseline bad.json 2>&1)" 'its schema is fidlio.baseline/4, this version reads fidlio.baseline/3' "another schema"
for v in 1 2; do
    sed "s/baseline\/3/baseline\/$v/" base.json >bad.json
    exits 3 "a baseline of version $v" "$FIDLIO" check good --baseline bad.json
    like "$("$FIDLIO" check good --baseline bad.json 2>&1)" 'no answers .*fidlio matrix .*; fidlio baseline save RESULTS -o bad.json --force' "is refused with the command that makes it anew"
done
head -c 700 base.json >bad.json
exits 3 "a cut one" "$FIDLIO" check good --baseline bad.json
exits 3 "a result instead" "$FIDLIO" check good --baseline good/R_r1__E_r1.json
tap_done
