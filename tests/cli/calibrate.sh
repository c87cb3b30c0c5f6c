#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# fidlio calibrate, and similarities of the recorded runs (tests/data/runs).
. "$srcdir/tests/tap.sh"

runs=$srcdir/tests/data/runs
cd "$tmp" || exit 99

# --- the file
out=$("$FIDLIO" calibrate "$runs"/*_real_* -j1 -o cal.json 2>err)
is "$?" 0 "calibrate"
is "$(printf '%s\n' "$out" | awk 'NR == 1 { print; next } { print $1, $2, ($3 > 40) }' | tr -s ' ')" "workload repeats measures
bert 2 1
dlrm 2 1
unet3d 2 1" "says what it was made of"
is "$(grep -c 'five or more are better' err)" 3 "and that two repeats are few"
like "$("$FIDLIO" calibrate -q "$runs"/DLRM_real_* --format=json -o other.json)" '^\[\{"workload": "dlrm", "repeats": 2, ' "also as JSON"
ok "elsewhere, with two threads, in another order" env TZ=Asia/Kolkata LC_ALL=de_DE.UTF-8 \
    "$FIDLIO" calibrate -q -j2 "$runs"/DLRM_real_r7 "$runs"/UNET3D_real_* "$runs"/DLRM_real_r4 \
    --real "$runs"/BERT_real_r4 "$runs"/BERT_real_r2 -o cal2.json
ok "the same bytes" cmp cal.json cal2.json
unlike "$(cat cal.json)" "$tmp|$srcdir" "tells no paths"

# --- similarities are frozen
similarity_in () { sed -n '/^  "overall"/,$s/^    "similarity": \([0-9.e-]*\).*/\1/p' "$1"; }
ok "every pair" "$FIDLIO" matrix -q -j2 -m "$runs/manifest" -o m
ok "makes the same calibration" cmp m/calibration.json cal.json
ok "compare with the file" "$FIDLIO" compare -q "$runs/BERT_real_r2" "$runs/BERT_dlio_r2" \
    --calibration=cal.json -o c
ok "gives what matrix gives" cmp c/BERT_real_r2__BERT_dlio_r2.json m/BERT_real_r2__BERT_dlio_r2.json
ok "matrix with the file, too" "$FIDLIO" matrix -q --real "$runs/BERT_real_r2" \
    --emulation "$runs/BERT_dlio_r2" --calibration=cal.json -o f
ok "though the run has no repeat there" cmp f/BERT_real_r2__BERT_dlio_r2.json m/BERT_real_r2__BERT_dlio_r2.json
ok "a file given is not written again" test ! -e f/calibration.json
hash=$(sed -n 's/^  "hash": "\(.*\)",/\1/p' cal.json)
is "$(sed -n 's/.*"calibration": \("[0-9a-f]*"\).*/\1/p' m/*__*.json | sort -u)" "\"$hash\"" "results name it by its hash"

# --- without
ok "no calibration" "$FIDLIO" matrix -q -m "$runs/manifest" --no-calibration -o n
ok "writes none" test ! -e n/calibration.json
is "$(grep -c '"noise": "' n/BERT_real_r2__BERT_dlio_r2.json)" 0 "takes noise as 0"
is "$(grep -c '"noise": "repeats of the real run"' m/BERT_real_r2__BERT_dlio_r2.json)" 1 "with one it is said"
no=$(similarity_in n/BERT_real_r2__BERT_dlio_r2.json) with=$(similarity_in m/BERT_real_r2__BERT_dlio_r2.json)
ok "noise is forgiven ($no, $with)" awk -v a="$no" -v b="$with" 'BEGIN { exit !(a != "" && b >= a) }'
# what does not depend on full scales is the same with and without
same ()
{
    python3 - "$@" <<'END'
import json, sys
a, b = (json.load(open(p)) for p in sys.argv[1:3])
moved = set()
for x, y in zip(a["resources"], b["resources"]):
    for f, g in zip(x["measures"], y["measures"]):
        assert [f[k] for k in ("name", "facet", "metric", "unit")] == [g[k] for k in ("name", "facet", "metric", "unit")]
        if f["distance"] != g["distance"]:
            moved.add((x["resource"], f["metric"]))
for resource, measure in moved:
    assert measure in ("dtw", "dtw_active", "spectral_w1", "period", "coupling") or resource.startswith("disk."), (resource, measure)
print(len(moved))
END
}
if command -v python3 >/dev/null; then
    ok "only what is divided by a full scale, or binned by the step, moves" \
        same n/BERT_real_r2__BERT_dlio_r2.json m/BERT_real_r2__BERT_dlio_r2.json
fi

# --- one repeat more is another calibration: nothing old is kept
"$FIDLIO" matrix --all-workloads --real "$runs/BERT_real_r2" "$runs/DLRM_real_r4" --emulation "$runs/BERT_dlio_r2" -o k >/dev/null 2>err
like "$(cat err)" 'no workload has repeats .* record the same job again' "no repeats: what to record"
"$FIDLIO" matrix --all-workloads --real "$runs"/BERT_real_* "$runs/DLRM_real_r4" --emulation "$runs/BERT_dlio_r2" -o k >/dev/null 2>err
like "$(cat err)" '^fidlio: 3 pairs compared, 0 kept' "with a repeat everything is compared again"
"$FIDLIO" matrix --all-workloads --real "$runs"/BERT_real_* "$runs/DLRM_real_r4" --emulation "$runs/BERT_dlio_r2" -o k >/dev/null 2>err
like "$(cat err)" '^fidlio: 0 pairs compared, 3 kept' "and kept from then on"
"$FIDLIO" matrix --all-workloads --real "$runs"/BERT_real_* "$runs/DLRM_real_r7" --emulation "$runs/BERT_dlio_r2" -o k >/dev/null 2>err
like "$(cat err)" '^fidlio: [13] pairs compared' "a real run of another job: its own pair at least"

# --- what is left out, and refused
cp -R "$runs/BERT_real_r2" copy
mkdir empty
"$FIDLIO" calibrate "$runs"/BERT_real_* "$runs/DLRM_real_r4" copy empty -o left.json >out 2>err
is "$?" 0 "others are calibrated on"
like "$(cat err)" '^fidlio: left out of the calibration: copy: an earlier run holds the same traces' "a copy is no repeat"
like "$(cat err)" '^fidlio: left out of the calibration: empty: ' "an empty directory"
is "$(awk '$1 == "bert" { print $2 }' out)" 2 "only the two count"
chmod -R u+w copy
rm copy/meta.json copy/*.gz 2>/dev/null
printf 'time_s,op,bytes,latency_s,pid,device\n' >copy/events.csv
for i in 0 1 2 3 4 5 6 7 8 9 10 11; do printf '%d.5,read,65536,0.001,7,\n' "$i"; done >>copy/events.csv
"$FIDLIO" calibrate "$runs"/BERT_real_* copy -o left.json >out 2>err
like "$(cat err)" 'copy: its workload is unknown .a meta.json' "a run of an unknown workload"
exits 3 "no repeats" "$FIDLIO" calibrate "$runs/BERT_real_r2" "$runs/DLRM_real_r4" -o none.json
ok "and no file" test ! -e none.json
exits 2 "no runs" "$FIDLIO" calibrate -o none.json
exits 2 "no file named" "$FIDLIO" calibrate "$runs"/BERT_real_*
exits 5 "a place that cannot be written" "$FIDLIO" calibrate "$runs"/BERT_real_* -o empty/none/c.json
exits 3 "missing" "$FIDLIO" matrix -m "$runs/manifest" --calibration=nowhere.json -o x
ok "before anything is compared" test ! -e x/BERT_real_r2__BERT_dlio_r2.json
# refused WHAT STATUS SENTENCE [OPTION...]: a comparison with bad.json
refused ()
{
    tap_what=$1 tap_status=$2 tap_sentence=$3
    shift 3
    exits "$tap_status" "$tap_what" "$FIDLIO" compare "$@" "$runs/BERT_real_r2" "$runs/BERT_dlio_r2" \
        --calibration=bad.json
    like "$("$FIDLIO" compare "$@" "$runs/BERT_real_r2" "$runs/BERT_dlio_r2" --calibration=bad.json 2>&1)" \
        "$tap_sentence" "is named"
}
sed 's/"noise": [0-9]/"noise": 8/' cal.json >bad.json
refused "changed by hand" 3 'bad.json: was changed after it was made: its contents hash to [0-9a-f]{16}, it says [0-9a-f]{16}'
sed '/"tool"/s/"version": "[^"]*"/"version": "0.0.1"/' cal.json >bad.json
refused "another version" 3 'bad.json: made by fidlio 0.0.1, this is .*: distances may differ'
sed 's/calibration\/2"/calibration\/3"/' cal.json >bad.json
refused "another schema" 3 "bad.json: not a calibration file: its schema is fidlio.calibration/3,"
head -c 5000 cal.json >bad.json
refused "cut" 3 'bad.json:[0-9]+: the JSON does not end: the file is cut'
cp c/BERT_real_r2__BERT_dlio_r2.json bad.json
refused "a result instead" 3 "its schema is fidlio.pair/4,"
cp cal.json bad.json
refused "another window" 2 'the calibration is for the window job, asked for is TRAINING' --window=TRAINING
refused "another bin" 2 'made with --dt the default, asked for is 0.5' --dt=0.5
refused "another band" 2 'made with --band the default, asked for is 2' --band=2
refused "another penalty" 2 'made with --penalty 0.05, asked for is 0.1' --penalty=0.1
refused "another tolerance" 2 'made with --tolerance 1, asked for is 2' --tolerance=2
refused "other events" 2 'made without --all-processes' --all-processes

# --- documents follow their schemas
if python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
    valid () { python3 "$srcdir/tests/report/validate.py" "$@"; }
    schema=$srcdir/src/results/calibration.schema.json
    "$FIDLIO" calibrate -q --window=TRAINING --dt=0.5 --all-processes "$runs"/BERT_real_* -o alone.json >/dev/null
    ok "calibrations" valid "$schema" cal.json left.json alone.json
    ok "scored results" valid "$srcdir/src/results/pair.schema.json" m/*__*_r[0-9].json
    for edit in 's/"hash": "/"hash": "G/' 's/"penalty": 0.05/"penalty": -1/' 's/"sets": /"more": 1, "sets": /' \
        's/"step_s": [0-9.]*,//' 's/"volume"/"loudness"/'; do
        sed "$edit" cal.json >bad.json
        exits 1 "refused: $edit" valid "$schema" bad.json
    done
else
    skip "schemas" "python3-jsonschema is not installed"
fi
tap_done
